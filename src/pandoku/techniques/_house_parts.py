"""The part that a cage has in the house of a step, and what that part can hold."""

from __future__ import annotations

from pandoku.model import CageFact
from pandoku.techniques._cage_fillings import at_cells, ways_of
from pandoku.words import Words, joined, sentence, spaced, target_words
from pandoku.words.claims import Fillings, Inside

__all__ = ["FEW_WAYS", "cage_part_of", "part_goal", "part_ways"]

FEW_WAYS = 8  # the most ways to fill a part of a cage that are listed


def cage_part_of(w: Words, index: int) -> tuple[int, ...]:
    """Return the empty cells that a cage has in the house."""
    inside = {*w.houses[0].cells}
    cells = w.puzzle.cages[index].cells
    return tuple(cell for cell in cells if cell in inside and not w.board.digits[cell])


def part_ways(w: Words, fact: CageFact) -> tuple[tuple[int, ...], ...]:
    """Return the ways in which a cage's fillings fill its part of the house; () if too many."""
    return at_cells(w, fact.cage, ways_of(w, fact.cage), cage_part_of(w, fact.cage))


def part_goal(w: Words, fact: CageFact) -> str:
    """Return the target of a cage, and what its part of the house can hold if that is few."""
    cage, index, part, ways = (
        w.puzzle.cages[fact.cage],
        fact.cage,
        cage_part_of(w, fact.cage),
        part_ways(w, fact),
    )
    sets = sorted({tuple(sorted(way)) for way in ways})
    inside = Inside(part, (w.index(w.houses[0]),), (index,))
    text = f"{w.cage(index)} {target_words(cage)}"
    if not 0 < len(sets) <= FEW_WAYS:
        return w.said(sentence(text), inside)
    text = f"{text}; {w.cells(part)} can only hold {joined(map(spaced, sets), 'or')}"
    return w.said(sentence(text), inside, Fillings(index, part, ways))
