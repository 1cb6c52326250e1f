"""The premises of a step: the candidates that must be missing for it to hold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from pandoku.model import Board, Facts, Pair, Step
from pandoku.words import Sentence
from pandoku.words.claims import (
    Apart,
    Claim,
    Concludes,
    Gone,
    Inside,
    Needs,
    OneOf,
    Only,
    Open,
    Placed,
    Places,
    Sees,
    Total,
)

__all__ = ["premises", "rests_on"]


# If the sentences of a step make only these claims, the claims prove it. The first kinds list the
# missing candidates themselves, and the others hold on every board of the puzzle.
_TELLING = (Only, Places, Total)
_PLAIN = (*_TELLING, Apart, Concludes, Gone, Inside, Needs, OneOf, Open, Placed, Sees)


def premises(step: Step, board: Board, words: Iterable[Sentence]) -> list[Pair]:
    """Return the missing candidates that a step depends on, as (cell, digit), ascending.

    They suffice: on any board of the puzzle that lacks them, the step holds. If the sentences do
    not identify them, all candidates missing from the cells of the step are listed. For trials,
    which may use any part of the grid, all missing candidates are listed.

    Args:
        step: The step.
        board: The board before it.
        words: Its explanation in full.
    """
    claims = [claim for sentence in words for claim in sentence.claims]
    is_plain = all(isinstance(claim, _PLAIN) for claim in claims)
    if is_plain and any(isinstance(claim, _TELLING) for claim in claims):
        wanted: Iterable[Pair] = _claimed(claims, board)
    elif step.facts.branches:
        order = board.puzzle.order
        wanted = product(range(order * order), range(1, order + 1))
    else:
        wanted = rests_on(step, board)
    return sorted({pair for pair in wanted if not board.masks[pair[0]] >> (pair[1] - 1) & 1})


def _claimed(claims: Iterable[Claim], board: Board) -> Iterator[Pair]:
    """Yield the candidates that claims describe as missing."""
    geometry = board.puzzle.geometry
    digits = range(1, geometry.order + 1)
    for claim in claims:
        match claim:
            case Gone(cells, gone):
                yield from ((cell, digit) for cell in cells for digit in gone)
            case Only(cells, _):  # the sentence may also mention other digits of the cells
                yield from ((cell, digit) for cell in cells for digit in digits)
            case Places(house, digit, cells):
                others = (cell for cell in geometry.houses[house].cells if cell not in cells)
                yield from ((cell, digit) for cell in others)
            case Placed(cell, _):
                yield from ((cell, digit) for digit in digits)
            case Total(placed=placed):
                yield from ((cell, digit) for cell in placed for digit in digits)


def rests_on(step: Step, board: Board) -> list[Pair]:
    """Return the candidates that a step may depend on: except for singles, all of its cells."""
    digits = range(1, board.puzzle.order + 1)
    if step.technique == "naked-single":
        return [(step.placements[0][0], digit) for digit in digits]
    if step.technique == "hidden-single":
        return [(cell, step.placements[0][1]) for cell in step.facts.houses[0].cells]
    cells = {cell for cell, _ in (*step.placements, *step.eliminations)}
    cells |= _cells_of(step.facts, board)
    return [(cell, digit) for cell in cells for digit in digits]


def _cells_of(facts: Facts, board: Board) -> set[int]:
    cells = {cell for cell, _ in facts.cells} | {cell for cell, *_ in facts.candidates}
    cells |= {cell for house in facts.houses for cell in house.cells}
    cells |= {cell for each in facts.cages for cell in board.puzzle.cages[each.cage].cells}
    for link in facts.links:
        cells |= {cell for cell, _ in (*link.start, *link.end)}
        cells |= {*link.house.cells} if link.house else set()
    for step in (*facts.steps, *(step for branch in facts.branches for step in branch)):
        cells |= _cells_of(step.facts, board)
    return cells
