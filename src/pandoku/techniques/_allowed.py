"""Ways to satisfy a cage or another constraint with a certain candidate."""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.model import Pair, Relation
from pandoku.model.narrowing import first_way
from pandoku.techniques._cage_fillings import ways_of
from pandoku.words import Words, joined, spaced
from pandoku.words.claims import Allows, Impossible, Not

__all__ = ["also_allows", "cage_can_have", "way_within"]

_MOST_NAMED = 4  # maximum number of cells that are named with their digits


def also_allows(w: Words, index: int, pair: Pair) -> str:
    """Return a clause with a way to satisfy a constraint with a candidate, or "".

    Args:
        w: The words of the board.
        index: Index into `Puzzle.constraints`.
        pair: The candidate. Its cell is a cell of the constraint.
    """
    if index < len(w.puzzle.cages):
        cells = w.puzzle.cages[index].cells
        at = cells.index(pair[0])
        way = next((way for way in ways_of(w, index) if way[at] == pair[1]), None)
        return cage_can_have(w, index, way) if way else ""
    constraint = w.puzzle.constraints[index]
    way_found = way_within(w, constraint.relations(w.puzzle), pair)
    if way_found is None:
        return ""
    cell, digit = pair
    others = tuple(each for each in w.board.candidates(cell) if each != digit)
    own = constraint.cells_on(w.geometry)
    in_order = {c: way_found[c] for c in dict.fromkeys((*own, *way_found)) if c in way_found}
    if pair[0] not in in_order:
        return ""
    told = f"{w.constraint(index)} can have {_told(w, in_order)}"
    return w.said(told, Not(Allows(index, (cell,), others)))


def cage_can_have(w: Words, index: int, way: Sequence[int]) -> str:
    """Return the clause that a cage can be filled in a certain way."""
    filled = dict(zip(w.puzzle.cages[index].cells, way, strict=True))
    pairs = tuple((cell, digit) for cell, digit in filled.items() if not w.board.digits[cell])
    told = f"{w.cage(index)} can have {_told(w, filled)}"
    return w.said(told, Not(Impossible(pairs, cages=(index,))))


def _told(w: Words, way: dict[int, int]) -> str:
    empty = [cell for cell in way if not w.board.digits[cell]]
    if len(empty) <= _MOST_NAMED:
        return joined(w.candidate(cell, way[cell]) for cell in empty)
    first, *_, last = way
    return f"{spaced(way.values())} in its cells from {w.cell(first)} to {w.cell(last)}"


def way_within(w: Words, relations: Sequence[Relation], pair: Pair) -> dict[int, int] | None:
    """Return a way to meet relations with a candidate, as a dict of cells and digits, or None."""
    cell, digit = pair
    cells = tuple(dict.fromkeys(c for each in relations for c in each.cells))
    masks = [*w.board.masks]
    masks[cell] = 1 << (digit - 1)
    way = first_way(relations, cells, masks, w.puzzle.sight)
    return None if way is None else dict(zip(cells, way, strict=True))
