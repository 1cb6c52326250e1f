"""Near misses: changes that break a pattern, of which the board shows why they do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product

from pandoku.model import Board, Step, sight_of
from pandoku.techniques import Example, Technique, example_board, example_text, why_none
from tests.techniques.sentences import false_claims

__all__ = ["near_misses"]

MOST_TRIES = 400  # changes tried on one board
MOST_ADDED = 16  # candidates of which two are put back


def near_misses(board: Board, step: Step, technique: Technique) -> Iterator[str]:
    """Yield changes with which a technique finds nothing, for a reason that can be shown.

    Candidates that are put back come first, in the pattern and then around it, because they show
    most plainly what the pattern needs.
    """
    for change in islice(_changes(board, step, technique), MOST_TRIES):
        near_miss = example_board(example_text(board), change)
        if not any(technique.steps(near_miss, 1)):
            why = why_none(technique, step, Example(board, change, near_miss))
            if why and not false_claims(why, near_miss):
                yield change


def _changes(board: Board, step: Step, technique: Technique) -> Iterator[str]:
    name, near = board.puzzle.geometry.name, _near(board, step)
    yield from _added(board, step)
    for cell in near:
        if board.digits[cell]:
            if "unique" in technique.needs and not board.puzzle.givens[cell]:
                yield f"{name(cell)}!"
            yield f"{name(cell)}."
    held = [name(cell) for cell in near if board.digits[cell]]
    yield from (f"{one}. {other}." for one, other in combinations(held, 2))
    added = islice(_added(board, step), MOST_ADDED)
    yield from (f"{one} {other}" for one, other in combinations(added, 2))


def _added(board: Board, step: Step) -> Iterator[str]:
    """Yield candidates that could be put back."""
    start, geometry = Board.start(board.puzzle), board.puzzle.geometry
    pattern = {digit for _, digit, _ in step.facts.candidates}
    digits = [*sorted(pattern), *(set(range(1, geometry.order + 1)) - pattern)]
    gone = {*step.eliminations, *step.placements}
    for cell, digit in product(_near(board, step), digits):
        bit = 1 << (digit - 1)
        held = {board.digits[peer] for peer in sight_of(geometry)[cell]}
        if board.digits[cell] or digit in held or (cell, digit) in gone:
            continue
        if start.masks[cell] & bit and not board.masks[cell] & bit:
            yield f"{geometry.name(cell)}+{digit}"


def _near(board: Board, step: Step) -> list[int]:
    """Return the cells of the pattern, then those of its houses and cages, then those around."""
    facts, puzzle = step.facts, board.puzzle
    cells = [cell for cell, _ in facts.cells] + [cell for cell, _, _ in facts.candidates]
    cells += [cell for link in facts.links for node in (link.start, link.end) for cell, _ in node]
    cells += [cell for cell, _ in step.placements]
    cells += [c for branch in facts.branches for each in branch for c in _near(board, each)[:9]]
    cells += [cell for house in facts.houses for cell in house.cells]
    cells += [cell for fact in facts.cages for cell in puzzle.cages[fact.cage].cells]
    cells += [peer for cell in tuple(cells) for peer in sight_of(puzzle.geometry)[cell]]
    return list(dict.fromkeys(cells))
