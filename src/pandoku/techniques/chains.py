"""Chains: if one candidate is false, the next is true, so the next is false, and so on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from pandoku.kernel.logic import finder
from pandoku.model import Link
from pandoku.techniques._sight import one_of, places
from pandoku.techniques._technique import Technique
from pandoku.words import Words, joined
from pandoku.words.claims import Claim, Follows, Inside, OneOf, Open, Sees

__all__ = ["TECHNIQUES", "closed", "follow"]

Node = tuple[tuple[int, int], ...]
Excluded = Callable[[Node], str] | None


def _is(w: Words, node: Node, true: bool) -> str:
    cells, digit = [cell for cell, _ in node], node[0][1]
    if len(cells) == 1:
        return f"{_named(w, node)} is {'' if true else 'not '}{digit}"
    return f"{'one' if true else 'none'} of {_named(w, node)} is {digit}"


def _named(w: Words, node: Node, last: str = "and") -> str:
    return joined((w.candidates((c,), (d,), w.geometry.name(c)) for c, d in node), last)


def _what(w: Words) -> str:
    """Return the chain in one line: "=" for strong links, "-" for weak ones."""
    links = w.step.facts.links
    nodes = [links[0].start, *(link.end for link in links)]
    signs = ["=" if link.strong else "-" for link in links]
    told = [f"{'/'.join(w.cell(c) for c, _ in node)}({node[0][1]})" for node in nodes]
    return "".join(f"{node} {sign} " for node, sign in zip(told, signs, strict=False)) + told[-1]


# ---- a link


def _then(w: Words, link: Link, excluded: Excluded) -> str:
    """Return what a link leads to: "Then r4c1 is 4: column 1 has no other place for 4."."""
    told = f"Then {_is(w, link.end, link.strong)}{_because(w, link)}"
    others = _others(w, link, excluded)
    but = f", {excluded(others)}" if excluded and others else ""
    return w.said(f"{told}{but}.", *_claims(w, link, others))


def _others(w: Words, link: Link, excluded: Excluded) -> Node:
    """Return the candidates besides the ends that a strong link needs to be false."""
    if not (excluded and link.strong):
        return ()
    (cell, digit), ends = link.end[0], (*link.start, *link.end)
    if link.house is None:
        found = [(cell, other) for other in w.board.candidates(cell)]
    else:
        found = [(each, digit) for each in places(w, link.house.cells, digit)]
    return tuple(pair for pair in found if pair not in ends)


def _because(w: Words, link: Link) -> str:
    digit, before = link.end[0][1], link.start[0][1]
    if link.house is None:
        if not link.strong:
            return f", because it is {before}"
        return f": it can only be {w.digits(sorted((before, digit)), 'or')}"
    if link.strong:
        return f": {w.house(link.house)} has no other place for {digit}"
    one = "one of " if len(link.start) > 1 else ""
    return f", because {one}{_named(w, link.start)} in {w.house(link.house)} is"


def _claims(w: Words, link: Link, others: Node = ()) -> Iterator[Claim]:
    if link.house is not None:
        cells = dict.fromkeys(cell for cell, _ in (*link.start, *link.end))
        yield Inside(tuple(cells), (w.index(link.house),))
    if not link.strong:
        for start, end in product(link.start, link.end):
            yield Follows(((*start, True),), (*end, False))
    elif link.house is not None:
        yield OneOf((*link.start, *link.end, *others), houses=(w.index(link.house),))
    else:
        yield OneOf((*link.start, *link.end, *others), cells=(link.end[0][0],))


def follow(w: Words, links: Iterable[Link], excluded: Excluded = None) -> Iterator[str]:
    """Say what follows, link by link, from what the first link assumes.

    Args:
        w: The words of the chain.
        links: Its links.
        excluded: For a chain within a branch: returns why the branch has made candidates false
            that a strong link would otherwise have to count.
    """
    links = tuple(links)
    start, is_true = links[0].start, not links[0].strong
    cells = tuple(cell for cell, _ in start)
    yield w.said(f"Suppose {_is(w, start, is_true)}.", Open(cells, (start[0][1],)))
    yield from (_then(w, link, excluded) for link in links)


# ---- what a chain means


def _open(w: Words) -> Iterator[str]:
    links = w.step.facts.links
    first, last = links[0].start, links[-1].end
    yield from follow(w, links)
    yield from _either(w, first, last, "So")


def _either(w: Words, one: Node, other: Node, lead: str) -> Iterator[str]:
    """Say that one of two nodes is true, and what that means for the candidates that both see."""
    both, digit = (*one, *other), one[0][1]
    if other[0][1] == digit:
        if len({cell for cell, _ in both}) == 1:
            return
        places = list(dict.fromkeys(cell for cell, _ in both))
        yield f"{one_of(w, digit, places, OneOf(()), f'{lead} at least')}."
        return
    yield w.said(
        f"{lead} at least one is true: {_is(w, one, True)}, or {_is(w, other, True)}.", OneOf(both)
    )
    for cell, gone in w.step.eliminations:
        if all(_rules_out(w, node, cell, gone) for node in (one, other)):
            whys = (_rules_out(w, node, cell, gone) for node in (one, other))
            yield w.said(
                f"Either way {w.cell(cell)} is not {gone}: {', or '.join(whys)}.",
                *(
                    Sees(cell, tuple(c for c, _ in node))
                    for node in (one, other)
                    if node[0][0] != cell
                ),
                OneOf(both),
            )


def _rules_out(w: Words, node: Node, cell: int, digit: int) -> str:
    """Return why a candidate is false if a node is true; "" if it need not be."""
    cells = [each for each, _ in node]
    if cells == [cell] and node[0][1] != digit:
        return f"it is {node[0][1]}"
    if node[0][1] == digit and all(w.sees(cell, each) for each in cells):
        one = "one of " if len(cells) > 1 else ""
        return f"it sees {digit} at {one}{_named(w, node)}"
    return ""


def closed(w: Words, excluded: Excluded = None) -> Iterator[str]:
    """Follow the links of a loop, as `follow` does, and say what it means that they close."""
    yield from follow(w, w.step.facts.links, excluded)
    yield (
        "That closes the loop, which can be read in both directions: its candidates are true and "
        "false in turn."
    )


def _loop(w: Words) -> Iterator[str]:
    yield from closed(w)
    for link in w.step.facts.links:
        if not link.strong and _touches(w, link):
            yield from _between(w, link)


def _touches(w: Words, link: Link) -> bool:
    return any(
        all(_rules_out(w, node, *pair) for node in (link.start, link.end))
        for pair in w.step.eliminations
    )


def _between(w: Words, link: Link) -> Iterator[str]:
    """Say what it means that exactly one end of a weak link is true."""
    if link.house is not None:
        yield from _either(w, link.start, link.end, "So")
        return
    cell, digits = link.start[0][0], sorted((link.start[0][1], link.end[0][1]))
    one = OneOf((*link.start, *link.end))
    yield w.said(f"So {w.cell(cell)} is {w.digits(digits, 'or')}, and no other digit.", one)


def _same(w: Words) -> Iterator[str]:
    links = w.step.facts.links
    start, assumed = links[0].start, not links[0].strong
    yield from follow(w, links)
    yield "That is the opposite of what was supposed, so the supposition is wrong."
    if not assumed:
        one = OneOf(start)
        yield w.said(f"Therefore {_is(w, start, True)}, and no other digit fits there.", one)


_WHY = (
    "a strong link joins two candidates of which at least one is true, a weak link two that are "
    "not both true. When they take turns, each false candidate makes the next one true. "
)
_WHY_OPEN = "So one of the two ends is true, and what both would rule out is false."
_WHY_LOOP = (
    "When the last link leads back to the first, exactly one end of every weak link is true, and "
    "what both of its ends would rule out is false."
)
_WHY_SAME = "An assumption that leads to its own opposite is false."
_GROUP = (
    " A digit's places where two houses cross count as one candidate, which is true when one of "
    "them is."
)
_FOLLOW = "Follow strong and weak links in turn from a candidate"


def _chain(
    name: str,
    summary: str,
    reason: Callable[[Words], Iterable[str]],
    look_for: str,
    why: str,
    *aliases: str,
    title: str = "",
) -> Technique:
    is_grouped = name.startswith("grouped")
    return Technique(
        name=name,
        title=title or name.replace("-", " "),
        aliases=aliases,
        summary=summary,
        find=finder(name),
        what=_what,
        reason=reason,
        look_for=look_for,
        why=_WHY + why + (_GROUP if is_grouped else ""),
    )


_OPEN_LOOK = (
    f"{_FOLLOW}, with strong links at both ends, until some candidate is ruled out by both ends."
)
_LOOP_LOOK = f"{_FOLLOW} until a weak link leads back to the start."
_SAME_LOOK = f"{_FOLLOW} until the start turns out to be the opposite of what was assumed."

TECHNIQUES = (
    _chain(
        "x-chain",
        "strong and weak links of one digit in turn: one of the ends is true",
        _open,
        "places for one digit. " + _OPEN_LOOK,
        _WHY_OPEN,
        title="X-chain",
    ),
    _chain(
        "xy-chain",
        "cells with two candidates, each sharing one with the next: one of the ends is true",
        _open,
        "a chain of cells with two candidates, each of which sees the next and shares a digit with "
        "it; the two ends have a digit in common that their links do not use.",
        _WHY_OPEN,
        title="XY-chain",
    ),
    _chain(
        "continuous-loop",
        "a chain that closes: its candidates are alternately true and false",
        _loop,
        _LOOP_LOOK,
        _WHY_LOOP,
        "continuous nice loop",
        "alternating loop",
    ),
    _chain(
        "alternating-chain",
        "strong and weak links of any digits in turn: one of the ends is true",
        _open,
        _OPEN_LOOK,
        _WHY_OPEN,
        "aic",
        "alternating inference chain",
    ),
    _chain(
        "discontinuous-loop",
        "a candidate follows from its opposite, or its opposite from it",
        _same,
        _SAME_LOOK,
        _WHY_SAME,
        "discontinuous nice loop",
    ),
    _chain(
        "grouped-continuous-loop",
        "a continuous loop in which groups of cells count as one candidate",
        _loop,
        _LOOP_LOOK,
        _WHY_LOOP,
        "grouped continuous nice loop",
    ),
    _chain(
        "grouped-alternating-chain",
        "an alternating chain in which groups of cells count as one candidate",
        _open,
        _OPEN_LOOK,
        _WHY_OPEN,
        "grouped aic",
    ),
    _chain(
        "grouped-discontinuous-loop",
        "a discontinuous loop in which groups of cells count as one candidate",
        _same,
        _SAME_LOOK,
        _WHY_SAME,
        "grouped discontinuous nice loop",
    ),
)
