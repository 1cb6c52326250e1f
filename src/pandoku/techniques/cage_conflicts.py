"""Cage conflicts: a filling of a cage is impossible if it leaves no digits for other cells."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from pandoku.kernel.logic import finder
from pandoku.model import open_in
from pandoku.techniques._cage_fillings import at_cells, not_there, told_ways, ways_of
from pandoku.techniques._cage_slips import CAGE_CONFLICT_SLIPS, TWO_CAGES_SLIPS
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import (
    Words,
    cage_names,
    cage_of,
    clauses,
    joined,
    sentence,
    spaced,
    target_words,
)
from pandoku.words.claims import Claim, Fillings, Impossible, Inside, Only, Places

__all__ = ["TECHNIQUES"]

_FEW = 8  # maximum number of fillings of another cage to list

Filling = dict[int, int]  # the digit of each cell


def _what(w: Words) -> str:
    return not_there(w, cage_of(w)[0])


def _two_what(w: Words) -> str:
    others = [fact.cage for fact in w.step.facts.cages[1:]]
    is_many = w.is_brief and len(others) > 1
    beside = f"{w.number(len(others))} cages" if is_many else cage_names(w, others)
    return f"{_what(w)} beside {beside}"


def _goal(w: Words, index: int) -> str:
    cage = w.puzzle.cages[index]
    text = sentence(f"{w.cage(index)} {target_words(cage)}")
    return w.said(text, Inside(cage.cells, (), (index,)))


def _tried(w: Words) -> Iterator[str]:
    ((cell, digit),), fact = w.step.eliminations, w.step.facts.cages[0]
    cells = _open(w, fact.cage)
    others = [other for other in cells if other != cell]
    ways = at_cells(w, fact.cage, fact.fillings, cells)
    claim = Fillings(fact.cage, cells, ways, ((cell, digit),))
    told = told_ways(at_cells(w, fact.cage, fact.fillings, others))
    yield _goal(w, fact.cage)
    text = f"With {w.candidate(cell, digit)}, {w.cells(others)} could only be {told}."
    yield w.said(text, claim)


def _open(w: Words, index: int) -> tuple[int, ...]:
    return tuple(cell for cell in w.puzzle.cages[index].cells if not w.board.digits[cell])


def _ends(w: Words, end_of: Callable[[Words, Filling], _End]) -> Iterator[str]:
    """Explain why fillings fail. Fillings that fail for the same reason share a sentence."""
    ((cell, _),), fact = w.step.eliminations, w.step.facts.cages[0]
    fillings = [
        dict(zip(w.puzzle.cages[fact.cage].cells, way, strict=True)) for way in fact.fillings
    ]
    others = [other for other in _open(w, fact.cage) if other != cell]
    # Each filling with its name in the sentences: "3 8", or "that" if there is only one filling.
    tries = [(spaced(each[other] for other in others), each) for each in fillings]
    if len(fillings) == 1:
        tries = [("that", fillings[0])]
    ends = [(name, end_of(w, filling)) for name, filling in tries]
    alike: dict[tuple[object, ...], list[str]] = {}
    for name, end in ends:
        alike.setdefault(end.key, []).append(name)
    for key, names in alike.items():
        same = [end for _, end in ends if end.key == key]
        would = "would each" if len(names) > 1 else "would"
        text = sentence(f"{joined(names)} {would} {same[0].told()}")
        yield w.said(text, *(end.claim for end in same))


class _End(NamedTuple):
    """The contradiction that follows from a filling.

    Attributes:
        key: A value that is equal for fillings whose contradictions are described by the same
            words.
        told: A function that returns the words for the contradiction, which follow "would" in the
            sentence.
        claim: The claim that the words make about this filling.
    """

    key: tuple[object, ...]
    told: Callable[[], str]
    claim: Claim


# ---- against cells and houses


def _conflict(w: Words) -> Iterator[str]:
    yield from _tried(w)
    yield from _ends(w, _left_bare)


def _left_bare(w: Words, filling: Filling) -> _End:
    """Return the contradiction of a filling in a cell or a house that the facts name."""
    assuming = tuple(filling.items())
    for cell in w.with_role("emptied"):
        digits = w.board.candidates(cell)
        if all(_sees(w, cell, digit, filling) for digit in digits):
            can_only_be = f"{w.cell(cell)}, which can only be {w.digits(digits, 'or')}"
            text = f"leave no candidate for {can_only_be}"
            told = partial(w.said, text, Only((cell,), digits))
            return _End((cell,), told, Impossible(assuming, (cell,)))
    for house in w.houses:
        for digit in sorted({d for _, d, role in w.step.facts.candidates if role == "goes"}):
            cells = open_in(w.board, house.cells, digit)
            if cells and all(_excludes(w, filling, cell, digit) for cell in cells):
                claim = Impossible(assuming, cells, (w.index(house),))
                where = f"{w.house(house)}, where it can only be at {w.cells(cells, 'or')}"
                text = f"leave no place for {digit} in {where}"
                told = partial(w.said, text, Places(w.index(house), digit, cells))
                return _End((house, digit), told, claim)
    raise AssertionError(f"a filling fails nowhere: {filling}")


def _excludes(w: Words, filling: Filling, cell: int, digit: int) -> bool:
    if cell in filling:
        return filling[cell] != digit
    return _sees(w, cell, digit, filling)


def _sees(w: Words, cell: int, digit: int, filling: Filling) -> bool:
    return any(d == digit and w.sees(c, cell) for c, d in filling.items())


# ---- against another cage


def _two_cages(w: Words) -> Iterator[str]:
    yield from _tried(w)
    for fact in w.step.facts.cages[1:]:
        cells, ways = _open(w, fact.cage), ways_of(w, fact.cage)
        yield _goal(w, fact.cage)
        if 0 < len(ways) <= _FEW:
            told = at_cells(w, fact.cage, ways, cells)
            text = f"{w.cells(cells)} can only be {told_ways(told)}."
            yield w.said(text, Fillings(fact.cage, cells, told))
    yield from _ends(w, _left_unfilled)


def _left_unfilled(w: Words, filling: Filling) -> _End:
    """Return the contradiction that a filling of one cage leaves no filling for another cage."""
    for fact in w.step.facts.cages[1:]:
        cells = w.puzzle.cages[fact.cage].cells
        taken = [
            (c, d) for c in cells for d in w.board.candidates(c) if _excludes(w, filling, c, d)
        ]
        ways = (zip(cells, way, strict=True) for way in ways_of(w, fact.cage))
        if all(not {*taken}.isdisjoint(way) for way in ways):
            claim = Impossible(tuple(filling.items()), cells, cages=(fact.cage,))
            return _End((fact.cage, *taken), partial(_no_way, w, fact.cage, taken), claim)
    raise AssertionError(f"a filling leaves a way to fill each cage: {filling}")


def _no_way(w: Words, index: int, taken: Sequence[tuple[int, int]]) -> str:
    digits: dict[int, list[int]] = {}
    for cell, digit in taken:
        if not w.board.digits[cell]:
            digits.setdefault(cell, []).append(digit)
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, those in digits.items():
        alike.setdefault(tuple(those), []).append(cell)
    parts = (f"{w.digits(those)} from {w.cells(cells)}" for those, cells in alike.items())
    take = f"take {clauses(parts)}, and " if alike else ""
    return f"{take}leave no way to fill {w.cage(index)}"


TECHNIQUES = (
    Technique(
        name="cage-conflict",
        aliases=("cage blocking", "combination conflict"),
        summary="all fillings with a digit leave a cell without candidates, or a "
        "digit without a place",
        find=finder("cage-conflict"),
        slips=CAGE_CONFLICT_SLIPS,
        weight=6.8,
        what=_what,
        reason=_conflict,
        when="When simple steps have run out, for a cage with few fillings beside cells with two "
        "candidates.",
        scan=(
            Glance("Take a cage with two to six fillings.", "rules"),
            Glance(
                "Look for cells nearby that see two or more cells of the cage, and have few "
                "candidates.",
                "cells",
            ),
            Glance(
                "Try each filling that has a certain candidate: does it take the last candidate "
                "of such a cell, or the last place for a digit in a house?",
                "pattern",
            ),
            Glance("If all of these fillings fail, remove the candidate.", "step"),
        ),
        look_for="a cage with few fillings left beside cells with few candidates.",
        why="a filling that takes the last candidate of a cell, or the last place of a digit in a "
        "house, is impossible. A candidate that is in no other filling is false.",
    ),
    Technique(
        name="two-cages",
        aliases=("cage against cage", "cage-cage conflict", "combinations of two cages"),
        summary="all fillings with a digit leave another cage without a filling",
        find=finder("two-cages"),
        slips=TWO_CAGES_SLIPS,
        weight=7.2,
        what=_two_what,
        reason=_two_cages,
        when="When simple steps have run out, for two neighboring cages with few fillings.",
        scan=(
            Glance(
                "Take two cages with few fillings that share a row, a column or a box.",
                "rules",
            ),
            Glance("Pick a candidate of one cage, and list its fillings with it.", "cells"),
            Glance(
                "For each of them, cross out its digits in the other cage. See whether the other "
                "cage can still be filled.",
                "pattern",
            ),
            Glance("If it never can, remove the candidate.", "step"),
        ),
        look_for="two cages with few fillings left that share rows, columns or boxes.",
        why="both cages are filled in the end. A filling of one that leaves none for the other is "
        "impossible.",
    ),
)
