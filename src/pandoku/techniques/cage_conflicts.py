"""Cage conflicts: a filling of a cage is impossible if it leaves too little elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words, cage_names, cage_of, joined, sentence, target_words

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    ((cell, digit),) = w.step.eliminations
    return f"{digit} at {w.cell(cell)} in {cage_of(w)[0]}"


def _tried(w: Words) -> Iterator[str]:
    name, cage, (_, fillings, _) = cage_of(w)
    ((cell, digit),) = w.step.eliminations
    yield sentence(f"{name} {target_words(cage)}")
    told = joined((" ".join(map(str, filling)) for filling in fillings), "or")
    ways = "the only way" if len(fillings) == 1 else "the only ways"
    yield f"With {digit} at {w.cell(cell)} {ways} to fill {w.cells(cage.cells)} would be {told}."


def _conflict(w: Words) -> Iterator[str]:
    yield from _tried(w)
    _, cage, (_, fillings, _) = cage_of(w)
    by_end: dict[str, list[str]] = {}
    for filling in fillings:
        by_end.setdefault(_end(w, dict(zip(cage.cells, filling, strict=True))), []).append(
            " ".join(map(str, filling))
        )
    for end, which in by_end.items():
        yield f"{joined(which)} would leave {end}."


def _end(w: Words, filling: dict[int, int]) -> str:
    """Return where a filling fails, among the cells and houses that the facts name."""
    for cell in w.with_role("emptied"):
        if all(_sees(w, cell, digit, filling) for digit in _left(w, cell)):
            return f"no candidate for {w.cell(cell)}"
    for house in w.houses:
        marked = [(c, d) for c, d, role in w.step.facts.candidates
                  if role == "goes" and c in house.cells and c in w.with_role("place")]  # fmt: skip
        for digit in sorted({d for _, d in marked}):
            places = [c for c, d in marked if d == digit]
            if all(filling.get(c, digit) != digit or
                   (c not in filling and _sees(w, c, digit, filling)) for c in places):  # fmt: skip
                return f"no place for {digit} in {house.name}"
    return "too little elsewhere"


def _left(w: Words, cell: int) -> list[int]:
    return [d for c, d, role in w.step.facts.candidates if c == cell and role == "goes"]


def _sees(w: Words, cell: int, digit: int, filling: dict[int, int]) -> bool:
    """Return whether *cell* sees *digit* in the filling, through a house or a cage."""
    apart = [set(c.cells) for c in w.puzzle.cages if not c.repeats and cell in c.cells]
    peers = w.geometry.peers[cell]
    return any(
        d == digit and (c in peers or any(c in cells for cells in apart))
        for c, d in filling.items()
    )


def _two_cages(w: Words) -> Iterator[str]:
    yield from _tried(w)
    others = w.step.facts.cages[1:]
    goals = joined(
        f"{w.cage(fact.cage)}, which {target_words(w.puzzle.cages[fact.cage])}" for fact in others
    )
    each = "That" if len(cage_of(w)[2].fillings) == 1 else "Each of these"
    if len(others) == 1:
        yield f"{each} would take from {goals}, every way to fill it."
    else:
        yield f"{each} would take every way to be filled from one of {goals}."
    told = [" ".join(map(str, digits)) for digits in others[0].digits]
    if len(others) == 1 and 0 < len(told) <= 6:
        yield f"Its digits can only be {joined(told, 'or')}."


TECHNIQUES = (
    Technique(
        name="cage-conflict",
        aliases=("cage blocking", "combination conflict"),
        summary="a digit goes when all its fillings leave a cell without candidates, or a digit "
        "without a place",
        find=finder("cage-conflict"),
        what=_what,
        reason=_conflict,
        look_for="a cage with few fillings left beside cells with few candidates.",
        why="a filling that takes the last candidate of a cell, or the last place of a digit in a "
        "house, is impossible. A candidate that is in no other filling goes.",
    ),
    Technique(
        name="two-cages",
        aliases=("cage against cage", "cage-cage conflict", "combinations of two cages"),
        summary="a digit goes when all its fillings leave another cage without a filling",
        find=finder("two-cages"),
        what=lambda w: (
            f"{_what(w)} against {cage_names(w, (fact.cage for fact in w.step.facts.cages[1:]))}"
        ),
        reason=_two_cages,
        look_for="two cages with few fillings left that share rows, columns or boxes.",
        why="both cages are filled in the end. A filling of one that leaves none for the other is "
        "impossible.",
    ),
)
