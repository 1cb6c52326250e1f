"""The reasons why candidates are false within a branch, citing earlier implications by number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pandoku.model import Pair, Step
from pandoku.techniques._sight import where_apart
from pandoku.words import Words, joined
from pandoku.words.claims import Follows

__all__ = [
    "Citation",
    "Implication",
    "cause_of",
    "citation_of",
    "citations",
    "is_by",
    "is_or_not",
    "named_cell",
    "not_digits",
    "not_places",
    "off_and",
    "off_of",
]


Citation = Callable[[Pair], str]  # " (3)", the implication that makes a candidate true or false


class Implication(NamedTuple):
    """An implication and its number: "3", or "3.2" inside the chain that proves 3."""

    number: str
    step: Step


def is_or_not(w: Words, pair: Pair, true: bool = True) -> str:
    """Return "r1c1 is 5" or "r1c1 is not 5"."""
    return f"{named_cell(w, pair)} is {'' if true else 'not '}{w.digit(pair[1])}"


def named_cell(w: Words, pair: Pair) -> str:
    return w.candidates((pair[0],), (pair[1],), w.geometry.name(pair[0]))


def off_of(step: Step) -> list[Pair]:
    own = {pair for link in step.facts.links for pair in (*link.start, *link.end)}
    marked = ((cell, digit) for cell, digit, role in step.facts.candidates if role == "off")
    return [pair for pair in marked if pair not in own]


def off_and(
    w: Words, step: Step, others: Iterable[Pair], known: Sequence[Implication]
) -> list[Pair]:
    """Return the false candidates of an implication, and the *others* that its context excludes."""
    off = off_of(step)
    return [*off, *(pair for pair in others if pair not in off and cause_of(w, pair, known))]


def cause_of(w: Words, off: tuple[int, int], known: Sequence[Implication]) -> Implication | None:
    """Return the implication that makes a candidate false, or the first from which this follows."""
    says = (node for node in known if off in node.step.eliminations)
    return next(says, None) or next((n for n in known if _rules_out(w, n.step, off)), None)


def _rules_out(w: Words, step: Step, off: tuple[int, int]) -> bool:
    return any(
        (cell == off[0]) != (digit == off[1])
        and (cell == off[0] or bool(w.common_houses((cell, off[0]))))
        for cell, digit in step.placements
    )


def _by_cause(
    w: Words, offs: Sequence[Pair], known: Sequence[Implication]
) -> dict[Implication | None, list[Pair]]:
    causes: dict[Implication | None, list[Pair]] = {}
    for off in offs:
        causes.setdefault(cause_of(w, off, known), []).append(off)
    return causes


def not_digits(w: Words, offs: Sequence[Pair], known: Sequence[Implication]) -> str:
    """Explain why digits of one cell are false: "not 5, because r2c7 in row 2 is (1)"."""

    def because(placed: Pair, pairs: Sequence[Pair]) -> Iterator[tuple[list[Pair], str]]:
        yield [*pairs], f", because {is_by(w, placed, pairs[0][0])}"

    def name(pair: Pair) -> str:
        return w.candidates((pair[0],), (pair[1],), w.digit(pair[1]))

    return _why_not(w, _by_cause(w, offs, known), name, because)


def is_by(w: Words, placed: Pair, cell: int) -> str:
    """Return the reason that excludes a candidate from a cell: "it is 5" or "r2c7 in row 2 is"."""
    by, digit = placed
    if by == cell:
        return f"it is {w.digit(digit)}"
    return f"{named_cell(w, placed)} {where_apart(w, by, cell)} is"


def not_places(w: Words, offs: Sequence[Pair], known: Sequence[Implication]) -> str:
    """Explain why places of one digit are false: "not r4c1, which is 3 (2)"."""

    def because(placed: Pair, pairs: Sequence[Pair]) -> Iterator[tuple[list[Pair], str]]:
        by, digit = placed
        left = [*pairs]
        while left:
            if own := [pair for pair in left if pair[0] == by]:
                yield own, f", which is {w.digit(digit)}"
                left = [pair for pair in left if pair[0] != by]
                continue
            # The cells need not all share one house with the cell that rules them out.
            home = {cell for house in w.common_houses((by, left[0][0]))[:1] for cell in house.cells}
            here = [pair for pair in left if pair[0] in home] or left[:1]
            yield here, f", because {is_by(w, placed, here[0][0])}"
            left = [pair for pair in left if pair not in here]

    return _why_not(w, _by_cause(w, offs, known), lambda pair: named_cell(w, pair), because)


def _why_not(
    w: Words,
    by_cause: dict[Implication | None, list[Pair]],
    name: Callable[[Pair], str],
    because: Callable[[Pair, Sequence[Pair]], Iterator[tuple[list[Pair], str]]],
) -> str:
    """Explain why candidates are false: "not 5 (3) or 6 (4); not 7, because it is 2 (1)"."""
    said: list[str] = []
    parts: list[str] = []
    for node, pairs in by_cause.items():
        if node is None or not node.step.placements:
            said += [f"{name(pair)}{citations([node])}" for pair in pairs]
            continue
        placed = node.step.placements[0]
        for some, why in because(placed, pairs):
            follows = (Follows(((*placed, True),), (*pair, False)) for pair in some)
            named = joined(map(name, some), "or")
            parts.append(w.said(f"not {named}{why}{citations([node])}", *follows))
    return "; ".join([f"not {joined(said, 'or')}", *parts] if said else parts)


def citations(nodes: Iterable[Implication | None]) -> str:
    found = [node.number for node in nodes if node is not None]
    return f" ({joined(found)})" if found else ""


def citation_of(w: Words, pair: Pair, known: Sequence[Implication]) -> str:
    """Return " (3)", citing the first implication that makes a candidate true or false."""
    makes_true = (node for node in known if pair in node.step.placements)
    return citations([next(makes_true, None) or cause_of(w, pair, known)])
