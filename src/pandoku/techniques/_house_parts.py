"""Explain which digits the parts of cages in a house can hold, and rule out other digits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import prod
from typing import NamedTuple

from pandoku.model import CageFact, Pair
from pandoku.techniques._cage_fillings import at_cells, clashes_of, each_way, ways_of
from pandoku.techniques._known_totals import choices_of, known_of_cage
from pandoku.words import Words, clauses, joined, sentence, spaced, target_words
from pandoku.words.claims import Fillings, Impossible, Inside

FEW_WAYS = 8  # maximum number of fillings to list for the part of a cage


def cage_part_of(w: Words, index: int) -> tuple[int, ...]:
    """Return the empty cells that a cage and the house of the step have in common."""
    inside = {*w.houses[0].cells}
    cells = w.puzzle.cages[index].cells
    return tuple(cell for cell in cells if cell in inside and not w.board.digits[cell])


def part_ways(w: Words, fact: CageFact) -> tuple[tuple[int, ...], ...]:
    """Return the ways to fill the part of a cage in the house, or () if there are too many."""
    return at_cells(w, fact.cage, ways_of(w, fact.cage), cage_part_of(w, fact.cage))


def part_goal(w: Words, fact: CageFact, most: int = FEW_WAYS) -> str:
    """State a cage's target, and list the fillings of its part in the house if they are few."""
    cage, index, part, ways = (
        w.puzzle.cages[fact.cage],
        fact.cage,
        cage_part_of(w, fact.cage),
        part_ways(w, fact),
    )
    sets = sorted({tuple(sorted(way)) for way in ways})
    inside = Inside(part, (w.index(w.houses[0]),), (index,))
    text = f"{w.cage(index)} {target_words(cage)}"
    if not 0 < len(sets) <= most:
        return w.said(sentence(text), inside)
    text = f"{text}; {w.cells(part)} can only hold {joined(map(spaced, sets), 'or')}"
    return w.said(sentence(text), inside, Fillings(index, part, ways))


_MOST_CASES = 8  # maximum number of cases to refute one by one
_MOST_WAYS = 5000  # maximum number of choices of digits to try for a part
_SPLITS = 3  # maximum number of cases that need cases in turn
_MOST_SETS = 3  # maximum number of cases in turn
_LONGEST = 4  # maximum number of parts with forced digits in a refutation
_MOST_TOGETHER = 5  # maximum number of parts that together have too few digits


class _Part(NamedTuple):
    """Cells of a house that are filled together: the part of a cage, or a single cell.

    Attributes:
        cells: The cells.
        ways: The ways to fill them.
        cage: The number of the cage, or -1 for a single cell.
    """

    cells: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...]
    cage: int = -1

    def sets_beside(self, taken: frozenset[int]) -> list[tuple[int, ...]]:
        """Return the sets of digits that fill the cells without using digits in *taken*."""
        return sorted({tuple(sorted(way)) for way in self.ways if not taken & {*way}})


class _End(NamedTuple):
    """A contradiction in a house.

    Attributes:
        forced: Parts with the only digits that they could hold, in order.
        short: Parts that then lack digits.
        digits: The digits that are left for *short*.
        split: A part with the few sets of digits that it could hold, and what follows from each. In
            this case nothing lacks digits yet. Otherwise None.
    """

    forced: tuple[tuple[_Part, tuple[int, ...]], ...]
    short: tuple[_Part, ...] = ()
    digits: tuple[int, ...] = ()
    split: tuple[_Part, tuple[tuple[tuple[int, ...], _End], ...]] | None = None


def cases_of(w: Words, alone: Sequence[int]) -> list[str]:
    """Return sentences that refute every way to fill the house with an eliminated candidate.

    The result is [] if there are too many ways, or if forced digits do not refute every way.

    Args:
        w: The words of a step whose facts name the cages of a house.
        alone: The cells of the house that count as single cells, even if they are in a cage.
    """
    parts = list[_Part]()
    for fact in w.step.facts.cages:
        fitting = part_ways(w, fact) or _within_bounds(w, fact.cage)
        parts.append(_Part(cage_part_of(w, fact.cage), fitting, fact.cage))
    parts += [_Part((cell,), tuple((d,) for d in w.board.candidates(cell))) for cell in alone]
    cells, cages = tuple(w.with_role()), tuple(fact.cage for fact in w.step.facts.cages)
    if not all(part.ways for part in parts):  # a part has too many ways to list
        return []
    cases: dict[tuple[_Part, _End], list[tuple[int, ...]]] = {}
    for own in parts:
        ways = _with_gone(w, own)
        for digits in sorted({tuple(sorted(way)) for way in ways}):
            others = [part for part in parts if part is not own]
            end = _end(others, frozenset(digits))
            if end is None:
                return []
            cases.setdefault((own, end), []).append(digits)
            if len(cases) > _MOST_CASES or sum(end.split is not None for _, end in cases) > _SPLITS:
                return []
    told: list[str] = []
    for (own, end), sets in cases.items():
        claims = (
            Impossible(tuple(zip(own.cells, way, strict=True)), cells, cages=cages)
            for way in _with_gone(w, own)
            if tuple(sorted(way)) in sets
        )
        verb = "were" if len(own.cells) == 1 else "held"
        held = joined(map(str, sets[0])) if len(sets) == 1 else joined(map(spaced, sets), "or")
        text = f"if {w.cells(own.cells)} {verb} {held}, {_follows(w, end)}"
        told.append(w.said(sentence(text), *claims))
    return told


def _with_gone(w: Words, own: _Part) -> list[tuple[int, ...]]:
    """Return the ways to fill a part if its cage or its cell has an eliminated candidate."""
    gone = {*w.step.eliminations}
    if own.cage < 0:
        return [way for way in own.ways if (own.cells[0], way[0]) in gone]
    cells = w.puzzle.cages[own.cage].cells
    if fillings := ways_of(w, own.cage):
        some = (way for way in fillings if not gone.isdisjoint(zip(cells, way, strict=True)))
        return [*at_cells(w, own.cage, some, own.cells)]
    lost = [pair for pair in w.step.eliminations if pair[0] in cells]
    ways = (way for pair in lost for way in _within_bounds(w, own.cage, pair))
    return [*dict.fromkeys(ways)]


def _within_bounds(
    w: Words, index: int, assumed: Pair | None = None
) -> tuple[tuple[int, ...], ...]:
    """Return the ways to fill the part of a + cage that the bounds of its other cells allow.

    The result is () if there are too many ways, or if the cage is not a + cage.

    Args:
        w: The words of the step.
        index: The number of the cage.
        assumed: A candidate of the cage that is assumed to be true.
    """
    known, part = known_of_cage(w, index), cage_part_of(w, index)
    if known is None or known.times:
        return ()
    held = () if assumed is None else (assumed,)
    choices = {cell: choices_of(w, cell, held) for cell in known.plus}
    choices |= {cell: (digit,) for cell, digit in held}
    if not all(choices.values()) or prod(len(choices[cell]) for cell in part) > _MOST_WAYS:
        return ()
    rest = [choices[cell] for cell in known.plus if cell not in part]
    least, most = sum(map(min, rest)), sum(map(max, rest))
    return tuple(
        way
        for way in each_way([choices[cell] for cell in part], clashes_of(w, part))
        if least <= known.total - sum(way) <= most
    )


def _end(parts: Sequence[_Part], taken: frozenset[int], *, may_split: bool = True) -> _End | None:
    """Return parts that lack digits if others have the only digits that they could hold.

    Otherwise, if the result may split, one part has a few sets of digits, and each set leads to
    parts that lack digits.
    """
    forced: list[tuple[_Part, tuple[int, ...]]] = []
    left = [*parts]
    while len(forced) <= _LONGEST:
        sets = {part: part.sets_beside(taken) for part in left}
        for n in range(1, min(_MOST_TOGETHER, len(left)) + 1):
            for some in combinations(left, n):
                digits = {digit for part in some for each in sets[part] for digit in each}
                if len(digits) < sum(len(part.cells) for part in some):
                    return _End(tuple(forced), some, tuple(sorted(digits)))
        only = next((part for part in left if len(sets[part]) == 1), None)
        if only is None:
            split = _split(left, sets, taken) if may_split else None
            return split and _End(tuple(forced), split=split)
        forced.append((only, sets[only][0]))
        left.remove(only)
        taken |= {*sets[only][0]}
    return None


def _split(
    left: Sequence[_Part], sets: Mapping[_Part, list[tuple[int, ...]]], taken: frozenset[int]
) -> tuple[_Part, tuple[tuple[tuple[int, ...], _End], ...]] | None:
    """Return a part with few sets of digits, and how each set ends, or None."""
    for part in sorted(left, key=lambda each: len(sets[each])):
        if len(sets[part]) > _MOST_SETS:
            return None
        others = [each for each in left if each is not part]
        ends = [(d, _end(others, taken | {*d}, may_split=False)) for d in sets[part]]
        told = tuple((digits, end) for digits, end in ends if end is not None)
        if len(told) == len(ends):
            return part, told
    return None


def _follows(w: Words, end: _End) -> str:
    """Return a clause: "r3c2 could only be 2, and there would be no way to fill r7c2 and r8c2"."""
    parts = [
        f"{w.cells(part.cells)} could only {'be' if len(part.cells) == 1 else 'hold'} "
        f"{joined(map(str, digits))}"
        for part, digits in end.forced
    ]
    if end.split is not None:
        part, ends = end.split
        sets = joined((spaced(digits) for digits, _ in ends), "or")
        parts.append(
            f"{w.cells(part.cells)} could only {'be' if len(part.cells) == 1 else 'hold'} {sets}"
        )
        cases = (f"with {spaced(digits)}, {_follows(w, each)}" for digits, each in ends)
        return "; ".join((clauses(parts), *cases))
    short = tuple(cell for part in end.short for cell in part.cells)
    what = "no digit would be left for" if len(short) == 1 else "there would be no way to fill"
    if end.digits:
        what = f"only {w.digits(end.digits)} would be left for"
    return clauses([*parts, f"{what} {w.cells(short)}"])
