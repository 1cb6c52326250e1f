"""Chains: if one candidate is false, the next is true, so the next is false, and so on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pandoku.kernel.logic import finder
from pandoku.model import Link
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES", "closed", "follow"]

Node = tuple[tuple[int, int], ...]


def _is(w: Words, node: Node, true: bool) -> str:
    cells, digit = [cell for cell, _ in node], node[0][1]
    if len(cells) == 1:
        return f"{w.cell(cells[0])} is {'' if true else 'not '}{digit}"
    return f"{'one' if true else 'none'} of {w.cells(cells)} is {digit}"


def _what(w: Words) -> str:
    """Return the chain in one line: "=" for strong links, "-" for weak ones."""
    links = w.step.facts.links
    nodes = [links[0].start, *(link.end for link in links)]
    signs = ["=" if link.strong else "-" for link in links]
    told = [f"{'/'.join(w.cell(c) for c, _ in node)}({node[0][1]})" for node in nodes]
    return "".join(f"{node} {sign} " for node, sign in zip(told, signs, strict=False)) + told[-1]


def _because(w: Words, link: Link) -> str:
    digit = link.end[0][1]
    if link.house is None:
        return "the cell has no other candidate left" if link.strong else "a cell holds one digit"
    if link.strong:
        return f"{link.house.name} has no other place for {digit}"
    return f"{link.house.name} holds {digit} once"


def follow(w: Words, links: Iterable[Link]) -> Iterator[str]:
    """Say what follows, link by link, from what the first link assumes."""
    links = tuple(links)
    yield f"Suppose {_is(w, links[0].start, not links[0].strong)}."
    for link in links:
        yield f"Then {_is(w, link.end, link.strong)}: {_because(w, link)}."


def _open(w: Words) -> Iterator[str]:
    links = w.step.facts.links
    first, last = links[0].start, links[-1].end
    yield from follow(w, links)
    yield f"So at least one of these is true: {_is(w, first, True)}; {_is(w, last, True)}."
    if first[0][1] == last[0][1]:
        yield f"What sees both ends cannot be {first[0][1]}."
    elif {cell for cell, _ in first} == {cell for cell, _ in last}:
        yield "That leaves no room for another digit in this cell."
    else:
        yield "The two ends see each other: a candidate that both would rule out is false."


def closed(w: Words) -> Iterator[str]:
    """Follow the links of a loop and say what it means that they close."""
    *links, closing = w.step.facts.links
    yield from follow(w, links)
    last, first = _is(w, closing.start, True), _is(w, closing.end, False)
    yield f"This closes the loop: when {last}, then {first} ({_because(w, closing)})."
    yield "The loop can be read in both directions, so its candidates are true by turns."


def _loop(w: Words) -> Iterator[str]:
    yield from closed(w)
    yield "Of the two ends of each weak link exactly one is true."
    yield "Other candidates that both ends would rule out are false."


def _same(w: Words) -> Iterator[str]:
    links = w.step.facts.links
    start, assumed = links[0].start, not links[0].strong
    yield from follow(w, links)
    yield "That is the opposite of what was supposed, so the supposition is wrong."
    if not assumed:
        yield f"It follows that {_is(w, start, True)}, and no other digit fits there."


_WHY = (
    "a strong link joins two candidates of which at least one is true, a weak link two that are "
    "not both true. When they alternate, each false candidate makes the next one true. "
)
_WHY_OPEN = "So one of the two ends is true, and what both would rule out is false."
_WHY_LOOP = "When the last link leads back to the first, every weak link has exactly one true end."
_WHY_SAME = "When an assumption leads to its own opposite, it is false."
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


_OPEN_LOOK = f"{_FOLLOW}, strong at both ends, until both ends of the chain see one cell."
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
