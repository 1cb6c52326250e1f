"""Chains of candidates: if the first is false, the second is true, so the third is false, ..."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pandoku.kernel.logic import finder
from pandoku.model import Node
from pandoku.techniques._chain_slips import chain_slips
from pandoku.techniques._links import closed, is_so, link_lines, named_cells
from pandoku.techniques._sight import one_of
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words
from pandoku.words.claims import OneOf, Sees

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    """Return the chain in Eureka notation: "(8=6)r1c6 - (6)r1c8 = (6)r4c8".

    If the words are brief, return only its ends: "r3c5(9) or r8c2(9)".
    """
    links = w.step.facts.links
    if w.is_brief:
        first, last = links[0].start, links[-1].end
        if first == last:
            return f"{w.number(len(links))} links"
        return " or ".join(f"{_cells(w, node)}({w.digit(node[0][1])})" for node in (first, last))
    told, node = f"({w.digit(links[0].start[0][1])}", links[0].start
    for link in links:
        sign, digit = "=" if link.strong else "-", w.digit(link.end[0][1])
        is_inside = [cell for cell, _ in link.start] == [cell for cell, _ in link.end]
        told += f"{sign}{digit}" if is_inside else f"){_cells(w, node)} {sign} ({digit}"
        node = link.end
    return f"{told}){_cells(w, node)}"


def _cells(w: Words, node: Node) -> str:
    return "/".join(w.cell(cell) for cell, _ in node)


def _open(w: Words) -> Iterator[str]:
    links = w.step.facts.links
    first, last = links[0].start, links[-1].end
    yield from link_lines(w, links)
    yield from _either(w, first, last, "Therefore")


def _either(w: Words, one: Node, other: Node, lead: str) -> Iterator[str]:
    """Conclude that one of two nodes is true, and that candidates that see both are false."""
    both, digit = (*one, *other), one[0][1]
    if other[0][1] == digit:
        places = list(dict.fromkeys(cell for cell, _ in both))
        yield f"{one_of(w, digit, places, OneOf(()), f'{lead} at least')}."
        return
    cases = f"{is_so(w, one, True)}, or {is_so(w, other, True)}"
    yield w.said(f"{lead} at least one is true: {cases}.", OneOf(both))
    for cell, gone in w.step.eliminations:
        whys = [why for node in (one, other) if (why := _rules_out(w, node, cell, gone))]
        if len(whys) == 2:
            sees = (
                Sees(cell, tuple(each for each, _ in node))
                for node in (one, other)
                if node[0][0] != cell
            )
            text = f"Either way {w.cell(cell)} is not {w.digit(gone)}: {', or '.join(whys)}."
            yield w.said(text, OneOf(both), *sees)


def _rules_out(w: Words, node: Node, cell: int, digit: int) -> str:
    """Explain why a candidate is false if a node is true. Return "" if this does not follow."""
    cells = [each for each, _ in node]
    if cells == [cell] and node[0][1] != digit:
        return f"it is {w.digit(node[0][1])}"
    if node[0][1] == digit and all(w.sees(cell, each) for each in cells):
        one = "one of " if len(cells) > 1 else ""
        return f"it sees the {w.digit(digit)} at {one}{named_cells(w, node)}"
    return ""


def _loop(w: Words) -> Iterator[str]:
    yield from closed(w)
    weak = [
        link
        for link in w.step.facts.links
        if not link.strong
        and any(
            all(_rules_out(w, node, *pair) for node in (link.start, link.end))
            for pair in w.step.eliminations
        )
    ]
    for number, link in enumerate(weak):
        lead = "Also," if number else "Therefore"
        if link.house is not None:
            yield from _either(w, link.start, link.end, lead)
            continue
        cell, digits = link.start[0][0], sorted((link.start[0][1], link.end[0][1]))
        one = OneOf((*link.start, *link.end))
        yield w.said(f"{lead} {w.cell(cell)} is {w.digits(digits, 'or')}, and no other digit.", one)


def _same(w: Words) -> Iterator[str]:
    links = w.step.facts.links
    start, assumed = links[0].start, not links[0].strong
    yield from link_lines(w, links)
    yield "That is the opposite of what was supposed, so the supposition is false."
    if not assumed:
        one = OneOf(start)
        yield w.said(f"Therefore {is_so(w, start, True)}, and no other digit fits there.", one)


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
_LINKS = Glance(
    "Find strong links: houses with exactly two places for a digit, and cells with exactly two "
    "candidates.",
    "cells",
)
_GROUPED_LINKS = Glance(
    "Find strong links. Places of a digit in one box and one line count as one: a box with "
    "places in just two rows has a strong link, too.",
    "cells",
)
_WALK = Glance(
    "Go along a strong link, then along a weak link to a candidate that its end rules out, then "
    "along a strong link again.",
    "pattern",
)
_OPEN_END = (
    _WALK,
    Glance(
        "After each strong link, compare the end with the start. Look for a candidate that both "
        "of them rule out.",
        "pattern",
    ),
    Glance(
        "Remove every candidate that both ends rule out: at least one of the ends is true.",
        "step",
    ),
)
_LOOP_END = (
    _WALK,
    Glance(
        "After each strong link, look whether a weak link leads from its end back to the start.",
        "pattern",
    ),
    Glance(
        "At each weak link of the loop, remove what both its ends rule out: other places in the "
        "house, or other candidates in the cell.",
        "step",
    ),
)
_SAME_END = (
    Glance(
        "Suppose that a candidate is false, and follow strong and weak links in turn. Then "
        "suppose that it is true, and begin with a weak link.",
        "pattern",
    ),
    Glance(
        "Stop when a link leads back to the start, and says the opposite of what you supposed.",
        "pattern",
    ),
    Glance(
        "If the start was false and turns out true, write the digit. If it was true and turns "
        "out false, remove it.",
        "step",
    ),
)
_X_SCAN = (
    Glance(
        "Take a digit that has exactly two places in several houses. Look only at its candidates.",
        "places",
    ),
    Glance(
        "Draw a line between the two places of each of these houses: these are the strong links.",
        "cells",
    ),
    Glance(
        "Go along a strong link, step to a place that its end sees, then go along the next "
        "strong link. Always stop after a strong link.",
        "pattern",
    ),
    Glance("Remove the digit from every cell that sees both ends.", "step"),
)
_XY_SCAN = (
    Glance(
        "Look only at the cells with exactly two candidates. Start at one of them, and call one "
        "of its digits z.",
        "cells",
    ),
    Glance(
        "Suppose that the cell is not z, so it is its other digit. Step to a cell that sees it "
        "and has this digit: it becomes its other digit, and so on.",
        "pattern",
    ),
    Glance("Stop at a cell that becomes z.", "pattern"),
    Glance("Remove z from every cell that sees both the first cell and the last.", "step"),
)
_WHEN = {
    "x-chain": "After skyscrapers, kites and coloring, for a digit with two places in many houses.",
    "xy-chain": "When XY-wings have run out and many cells have exactly two candidates.",
    "continuous-loop": "When wings and simple chains have run out: you may meet a loop while you "
    "look for any chain.",
    "alternating-chain": "When chains of one digit, and chains of cells with two candidates, have "
    "run out.",
    "discontinuous-loop": "When other chains have run out, for a candidate that decides a lot.",
    "grouped-continuous-loop": "When loops through single cells have run out.",
    "grouped-alternating-chain": "When chains through single cells have run out.",
    "grouped-discontinuous-loop": "When loops through single cells have run out.",
}
_SCANS = {
    "x-chain": _X_SCAN,
    "xy-chain": _XY_SCAN,
    "continuous-loop": (_LINKS, *_LOOP_END),
    "alternating-chain": (_LINKS, *_OPEN_END),
    "discontinuous-loop": (_LINKS, *_SAME_END),
    "grouped-continuous-loop": (_GROUPED_LINKS, *_LOOP_END),
    "grouped-alternating-chain": (_GROUPED_LINKS, *_OPEN_END),
    "grouped-discontinuous-loop": (_GROUPED_LINKS, *_SAME_END),
}


def _chain(
    name: str,
    weight: float,
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
        slips=chain_slips(name),
        weight=weight,
        what=_what,
        reason=reason,
        when=_WHEN[name],
        scan=_SCANS[name],
        look_for=look_for,
        why=_WHY + why + (_GROUP if is_grouped else ""),
    )


_OPEN_LOOK = (
    "two candidates that strong and weak links connect in turn, with strong links at both ends, "
    "and a candidate that both of them rule out."
)
_LOOP_LOOK = "strong and weak links that lead in turn from a candidate back to itself."
_SAME_LOOK = (
    "a candidate from which strong and weak links lead in turn to its own opposite: suppose it is "
    "false and it turns out true, or the reverse."
)

TECHNIQUES = (
    _chain(
        "x-chain",
        6.6,
        "strong and weak links of one digit in turn: one of the ends is true",
        _open,
        "two places for a digit that strong and weak links of this digit connect in turn, with "
        "strong links at both ends, and a cell that sees both.",
        _WHY_OPEN,
        title="X-chain",
    ),
    _chain(
        "xy-chain",
        7.0,
        "cells with two candidates, each sharing one with the next: one of the ends is true",
        _open,
        "a chain of cells with two candidates, each of which sees the next and shares a digit with "
        "it; the two ends have a digit in common that their links do not use.",
        _WHY_OPEN,
        title="XY-chain",
    ),
    _chain(
        "continuous-loop",
        7.0,
        "a chain that closes: its candidates are alternately true and false",
        _loop,
        _LOOP_LOOK,
        _WHY_LOOP,
        "continuous nice loop",
        "alternating loop",
    ),
    _chain(
        "alternating-chain",
        7.0,
        "strong and weak links of any digits in turn: one of the ends is true",
        _open,
        _OPEN_LOOK,
        _WHY_OPEN,
        "aic",
        "alternating inference chain",
    ),
    _chain(
        "discontinuous-loop",
        7.0,
        "a candidate follows from its opposite, or its opposite from it",
        _same,
        _SAME_LOOK,
        _WHY_SAME,
        "discontinuous nice loop",
    ),
    _chain(
        "grouped-continuous-loop",
        8.1,
        "a continuous loop in which groups of cells count as one candidate",
        _loop,
        _LOOP_LOOK,
        _WHY_LOOP,
        "grouped continuous nice loop",
    ),
    _chain(
        "grouped-alternating-chain",
        8.1,
        "an alternating chain in which groups of cells count as one candidate",
        _open,
        _OPEN_LOOK,
        _WHY_OPEN,
        "grouped aic",
    ),
    _chain(
        "grouped-discontinuous-loop",
        8.1,
        "a discontinuous loop in which groups of cells count as one candidate",
        _same,
        _SAME_LOOK,
        _WHY_SAME,
        "grouped discontinuous nice loop",
    ),
)
