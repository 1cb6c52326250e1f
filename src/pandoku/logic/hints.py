"""Hints: a ladder from "all is right so far" to the step itself, from what the player has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pandoku.engines import Budget, solve
from pandoku.errors import PuzzleError
from pandoku.logic.path import explain
from pandoku.model import Board, Puzzle, Step
from pandoku.techniques import explain_step, get_technique
from pandoku.words import Words, cage_name, joined, with_article, with_capital

__all__ = ["LEVELS", "Hint", "Verdict", "hint", "judge"]

# What each level adds to the one before.
LEVELS = (
    "is all right so far?",
    "where to look",
    "the technique's name",
    "the cells and candidates",
    "the whole reason",
    "do it",
)
_BUDGET = Budget(seconds=5)  # for finding out whether a puzzle is proper


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known of a puzzle before logic starts.

    Attributes:
        count: Solutions found, at most 2.
        is_complete: Whether the search ended: if so, 0 and 1 are exact.
        solutions: The solutions found.
    """

    count: int
    is_complete: bool
    solutions: tuple[tuple[int, ...], ...]

    @property
    def is_proper(self) -> bool:
        """Whether there is exactly one solution, proved."""
        return self.is_complete and self.count == 1


@lru_cache(maxsize=32)
def judge(puzzle: Puzzle, budget: Budget | None = _BUDGET) -> Verdict:
    """Return how many solutions a puzzle has, as far as the budget goes.

    The last puzzles asked for are remembered: a player asks for many hints of one, and a hard one
    of cages may take seconds.

    Raises:
        PuzzleError: It has defects that show without searching.
    """
    outcome = solve(puzzle, limit=2, budget=budget)
    return Verdict(outcome.count, outcome.complete, outcome.solutions)


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint.

    Attributes:
        level: The rung of the ladder, an index into `LEVELS`.
        text: The words for the player.
        cells: The cells to point at, ascending; empty when that would give too much away.
        step: The step it leads to, from level 3 on; None below, and when there is none.
        is_problem: True when something is wrong, or there is no hint: the text says what.
    """

    level: int
    text: str
    cells: tuple[int, ...] = ()
    step: Step | None = None
    is_problem: bool = False


def hint(
    board: Board,
    level: int,
    *,
    notes: Sequence[int] | None = None,
    entered: Sequence[int] = (),
    techniques: Sequence[str] | None = None,
) -> Hint:
    """Return a hint for the player of a board.

    Mistakes come first, at every level: a wrong digit, then a note that leaves out the digit that
    belongs there. Otherwise the hint is for the easiest step that changes something: a candidate
    that the notes leave out counts as eliminated, and a note that a digit in sight rules out is
    not worth a hint.

    Args:
        board: The puzzle with the digits entered so far; its candidates are not looked at.
        level: 0 to 5, see `LEVELS`.
        notes: For every cell the mask of the player's notes (bit d-1 is digit d); 0 where there
            are none, which stands for all. None: no notes at all.
        entered: Cells in the order they were filled, to find the first mistake.
        techniques: The only ones to use, by name, in this order; None: all.

    Raises:
        ValueError: *level* is not 0..5, or there are not as many notes as cells.
        PuzzleError: The puzzle has defects that show without searching.
        TechniqueError: A name is not that of a technique.

    >>> board = Board.start(Puzzle(4, (1, 2, 3, 0, 0, 4) + (0,) * 10))
    >>> hint(board, 2).text
    'Look at row 1: there is a full house.'
    """
    if not 0 <= level < len(LEVELS):
        raise ValueError(f"expected a level 0..{len(LEVELS) - 1}, found {level}")
    if notes is not None and len(notes) != len(board.digits):
        raise ValueError(f"expected notes for {len(board.digits)} cells, found {len(notes)}")
    verdict = judge(board.puzzle)
    if problem := _problem(board, notes, entered, verdict):
        text, cells = problem
        return Hint(level, text, cells, is_problem=True)
    if level == 0:
        return Hint(0, _progress(board))
    path = explain(
        _working(board, notes), techniques=techniques, is_proper=verdict.is_proper, limit=1
    )
    if not path.steps:
        return _nothing(level, board, path.techniques)
    return _hint_for(level, path.steps[0], board.puzzle)


def _problem(
    board: Board, notes: Sequence[int] | None, entered: Sequence[int], verdict: Verdict
) -> tuple[str, tuple[int, ...]] | None:
    """Return what is wrong, in words, and the cells; None when nothing is known to be."""
    puzzle = board.puzzle
    name = puzzle.geometry.name
    if verdict.is_complete and verdict.count == 0:
        return "This puzzle has no solution: a given must be wrong.", ()
    if not verdict.is_proper:
        return _clash(board)
    (solution,) = verdict.solutions
    wrong = [c for c, d in enumerate(board.digits) if d not in (0, solution[c])]
    if wrong:
        order = {cell: at for at, cell in enumerate(entered)}
        first = min(wrong, key=lambda cell: (order.get(cell, len(order)), cell))
        if first in order:
            back = len(order) - order[first]
            steps = "entry" if back == 1 else f"{back} entries"
            way = f"it was the first mistake, so take back the last {steps}"
        else:
            way = "take it out" if len(wrong) == 1 else f"take it out; {len(wrong)} are wrong"
        return f"{board.digits[first]} at {name(first)} is not right: {way}.", (first,)
    for cell, mask in enumerate(notes or ()):
        if mask and not board.digits[cell] and not mask >> (solution[cell] - 1) & 1:
            return f"The notes at {name(cell)} leave out the digit that belongs there.", (cell,)
    return None


def _clash(board: Board) -> tuple[str, tuple[int, ...]] | None:
    # Without the one solution a wrong digit shows only when nothing can be completed any more.
    filled = board.puzzle.replace(givens=board.digits)
    try:
        verdict = judge(filled)
    except PuzzleError as error:
        cells = sorted({cell for problem in error.problems for cell in problem.cells})
        return f"Digits clash: {error.reason}.", tuple(cells)
    if verdict.is_complete and verdict.count == 0:
        return "The digits entered cannot be completed any more: one of them is wrong.", ()
    return None


def _progress(board: Board) -> str:
    n_cells, n_empty = len(board.digits), board.digits.count(0)
    if not n_empty:
        return "All is right: the puzzle is solved."
    return f"All is right so far: {n_cells - n_empty} of {n_cells} cells hold a digit."


def _working(board: Board, notes: Sequence[int] | None) -> Board:
    """Return the board with the candidates that digits in sight and the notes leave."""
    fresh = Board.start(board.puzzle)
    for cell, digit in enumerate(board.digits):
        if digit and not fresh.digits[cell]:
            fresh = fresh.place(cell, digit)
    if notes is None:
        return fresh
    masks = (
        mask if digit or not noted else mask & noted
        for mask, digit, noted in zip(fresh.masks, fresh.digits, notes, strict=True)
    )
    return Board(board.puzzle, fresh.digits, tuple(masks))


def _nothing(level: int, board: Board, tried: Sequence[str]) -> Hint:
    if board.is_full:
        return Hint(level, "All is right: the puzzle is solved.")
    names = joined(get_technique(name).title for name in tried)
    return Hint(level, f"No hint is left. These were tried: {names}.", is_problem=True)


def _hint_for(level: int, step: Step, puzzle: Puzzle) -> Hint:
    technique, words = get_technique(step.technique), Words(step, puzzle)
    place, cells = _place(step, puzzle)
    pattern = tuple(sorted({cell for cell, role in step.facts.cells if role != "excludes"}))
    title = technique.title
    if level == 1:
        return Hint(level, f"Look at {place}.", cells)
    if level == 2:
        return Hint(level, f"Look at {place}: there is {with_article(title)}.", cells)
    if level == 3:
        return Hint(level, f"{with_capital(title)}: {technique.what(words)}.", pattern, step)
    if level == 4:
        full = explain_step(step, puzzle).full
        return Hint(level, " ".join((f"{with_capital(title)}.", *full)), pattern, step)
    return Hint(level, f"{with_capital(words.outcome())}.", pattern, step)


def _cage(step: Step, puzzle: Puzzle) -> int | None:
    """Return the first cage of the facts if the pattern lies in it; an innie's does not."""
    if not step.facts.cages:
        return None
    index = step.facts.cages[0].cage
    pattern = step.facts.cells[0][0] if step.facts.cells else None
    return index if pattern in puzzle.cages[index].cells else None


def _place(step: Step, puzzle: Puzzle) -> tuple[str, tuple[int, ...]]:
    """Return where to look, in words and as cells.

    It is a cage, or the first house of the facts, or of the first cell's houses the one that holds
    most of the pattern.
    """
    if (index := _cage(step, puzzle)) is not None:
        return cage_name(puzzle, index), puzzle.cages[index].cells
    if step.facts.houses:
        house = step.facts.houses[0]
    else:
        geometry = puzzle.geometry
        cell = step.facts.cells[0][0] if step.facts.cells else step.facts.candidates[0][0]
        marked = {c for c, _ in step.facts.cells} | {c for c, *_ in step.facts.candidates}
        homes = [geometry.houses[index] for index in geometry.houses_of[cell]]
        house = max(homes, key=lambda each: len(marked.intersection(each.cells)))
    return house.name, house.cells
