"""Hints for the player's position: a ladder from "all is right so far" to the step itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from pandoku import _hooks
from pandoku.errors import PuzzleError
from pandoku.logic._proof import judge
from pandoku.logic.path import Path, explain
from pandoku.model import (
    Board,
    Marks,
    Outcome,
    Puzzle,
    PuzzleLike,
    Step,
    board_of,
    refusal,
    whole_number,
)
from pandoku.rating import DEFAULT_SCALE
from pandoku.techniques import Technique
from pandoku.words import Words, cage_name, joined, paragraphs, with_article, with_capital

if TYPE_CHECKING:
    from pandoku.draw import Drawing

__all__ = ["LEVELS", "Hint", "hint"]

# What each level adds to the one before.
LEVELS = (
    "is all right so far?",
    "where to look",
    "the technique's name",
    "the cells and candidates",
    "the whole reason",
    "do it",
)
_NAMED = 2  # the first level that names the technique
_WHOLE = 4  # the first level that tells the whole step


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint.

    Attributes:
        level: The rung of the ladder, an index into `LEVELS`.
        text: The text for the player.
        cells: The cells to point at, ascending; empty if that would reveal too much.
        step: The step the hint leads to, from level 3 on; None below that or if there is no step.
        technique: The name of the step's technique, from level 2 on; "" below that or if there is
            no step.
        is_problem: True if something is wrong or there is no hint; the text gives the reason.
        board: The player's board, for the picture.
    """

    level: int
    text: str
    cells: tuple[int, ...] = ()
    step: Step | None = None
    is_problem: bool = False
    technique: str = ""
    board: Board | None = field(default=None, compare=False, repr=False)

    def drawing(self) -> Drawing:
        """Return the picture of the hint: it shows no more than the text says.

        Raises:
            PuzzleError: The hint has no board.
        """
        from pandoku.draw import draw, draw_step

        if self.board is None:
            raise PuzzleError("expected a hint with its board, found one without")
        if self.step is not None and self.level >= _WHOLE:
            return replace(draw_step(self.board, self.step), caption=self.text)
        shows_candidates = self.step is not None
        drawn = draw(self.board, candidates=shows_candidates, highlights=self.cells)
        return replace(drawn, title=f"hint: {self.text}", caption=self.text)

    def __str__(self) -> str:
        return self.text

    def __rich__(self) -> Any:
        words = _hooks.rich_of(self.text)
        return words if self.board is None else _hooks.rich_of(self).append_text(words)

    def _repr_svg_(self) -> str | None:
        """Return the hint as an SVG picture, for notebooks; its text is the caption."""
        return None if self.board is None else _hooks.picture_of(self)


def hint(
    board: PuzzleLike,
    level: int,
    *,
    notes: Marks | None = None,
    entered: Sequence[int] = (),
    techniques: Sequence[str | Technique] | None = None,
    scale: str = DEFAULT_SCALE,
) -> Hint:
    """Return a hint for the player of a board.

    Mistakes come first, at every level: a wrong digit, then a note that omits the correct digit.
    Otherwise the hint leads to the first step in the scale's order that changes something:
    candidates that the notes omit count as eliminated, and so do noted digits that a peer already
    holds.

    Args:
        board: The puzzle with the digits entered so far; its candidates are ignored. A puzzle in
            any form that `pandoku.solve` takes is the board before the first move.
        level: 0 to 5, see `LEVELS`.
        notes: The player's marks. Centre marks are the candidates that the player considers
            possible in a cell; a cell without centre marks is not limited. Corner marks show where
            in a house a digit may go, not which digits a cell may hold, so they are ignored, as are
            colours.
        entered: The cells in the order in which they were filled, used to find the first mistake.
        techniques: The only techniques to use, as names or values, in this order; None means all.
        scale: As in `explain`.

    Raises:
        ValueError, TypeError: *level* is not in 0..5, or no number.
        FormatError: *board* is a text in no known format, or bad.
        PuzzleError: *board* is no puzzle, the puzzle has defects that can be found without
            searching, or the notes are for a puzzle of another order; in the scale "se" also: the
            puzzle is not proper.
        TechniqueError: As in `explain`.

    >>> board = Board.start(Puzzle(4, (1, 2, 3, 0, 0, 4) + (0,) * 10))
    >>> hint(board, 2).text
    'Look at row 1: there is a full house.'
    """
    level = whole_number("level", level, 0, len(LEVELS) - 1)
    board = board_of(board)
    if notes is not None:
        if not isinstance(notes, Marks):
            raise refusal(notes, "notes as Marks")
        notes.require_order(board.puzzle.order)
    judged = judge(board.puzzle)
    if problem := _problem(board, notes, entered, judged):
        text, cells = problem
        return Hint(level, text, cells, is_problem=True, board=board)
    if level == 0:
        return Hint(0, _progress(board, judged), board=board)
    path = explain(
        _working(board, notes),
        techniques=techniques,
        scale=scale,
        is_proper=judged.is_unique,
        limit=1,
    )
    if not path.steps:
        return _nothing(level, board, path)
    step = path.steps[0]
    given = _hint_for(level, step, path.technique(step.technique), path.start)
    return replace(given, technique=step.technique if level >= _NAMED else "", board=path.start)


def _problem(
    board: Board, notes: Marks | None, entered: Sequence[int], judged: Outcome
) -> tuple[str, tuple[int, ...]] | None:
    """Return a description of what is wrong and its cells, or None if nothing is known to be."""
    puzzle = board.puzzle
    name = puzzle.geometry.name
    if judged.complete and judged.count == 0:
        return "This puzzle has no solution: a given must be wrong.", ()
    if not judged.is_unique:
        return _clash(board)
    (solution,) = judged.solutions
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
    for cell, mask in enumerate(notes.centre if notes else ()):
        if mask and not board.digits[cell] and not mask >> (solution[cell] - 1) & 1:
            return f"The notes at {name(cell)} leave out the digit that belongs there.", (cell,)
    return None


def _clash(board: Board) -> tuple[str, tuple[int, ...]] | None:
    # If the solution is not known to be unique, a wrong digit can be detected only once the grid
    # has no solution left.
    filled = board.puzzle.replace(givens=board.digits)
    try:
        judged = judge(filled)
    except PuzzleError as error:
        cells = sorted({cell for problem in error.problems for cell in problem.cells})
        return f"Digits clash: {error.reason}.", tuple(cells)
    if judged.complete and judged.count == 0:
        return "The digits entered cannot be completed any more: one of them is wrong.", ()
    return None


def _progress(board: Board, judged: Outcome) -> str:
    n_cells, n_empty = len(board.digits), board.digits.count(0)
    if not n_empty:
        return "All is right: the puzzle is solved."
    # With several solutions, or perhaps none, what can still be completed is not yet right.
    opening = "All is right so far" if judged.is_unique else "Nothing is known to be wrong"
    return f"{opening}: {n_cells - n_empty} of {n_cells} cells hold a digit."


def _working(board: Board, notes: Marks | None) -> Board:
    """Return the board with the candidates that the digits of peers and the notes leave."""
    fresh = Board.start(board.puzzle, board.digits)
    if notes is None:
        return fresh
    masks = (
        mask if digit or not noted else mask & noted
        for mask, digit, noted in zip(fresh.masks, fresh.digits, notes.centre, strict=True)
    )
    return Board(board.puzzle, fresh.digits, tuple(masks))


def _nothing(level: int, board: Board, path: Path) -> Hint:
    if board.is_full:
        return Hint(level, "All is right: the puzzle is solved.", board=board)
    names = joined(path.technique(name).title for name in path.techniques)
    text = f"No hint is left. These were tried: {names}."
    return Hint(level, text, is_problem=True, board=board)


def _hint_for(level: int, step: Step, technique: Technique, board: Board) -> Hint:
    words = Words(step, board)
    place, cells = _place(step, board.puzzle)
    pattern = tuple(sorted({cell for cell, role in step.facts.cells if role != "excludes"}))
    title = technique.title
    if level == 1:
        return Hint(level, f"Look at {place}.", cells)
    if level == 2:
        return Hint(level, f"Look at {place}: there is {with_article(title)}.", cells)
    if level == 3:
        single = words.with_role("single")  # its pattern would tell the digit
        what = f"{words.cells(single)} in {place}" if single else technique.what(words)
        return Hint(level, words.read(f"{with_capital(title)}: {what}."), pattern, step)
    if level == 4:
        first, *rest = paragraphs(technique.explain(step, board).full)
        text = "\n".join((f"{with_capital(title)}. {first}", *rest))
        return Hint(level, text, pattern, step)
    return Hint(level, words.read(f"{with_capital(words.outcome())}."), pattern, step)


def _cage(step: Step, puzzle: Puzzle) -> int | None:
    """Return the first cage of the facts if the pattern lies in it, which is not so for innies."""
    if not step.facts.cages:
        return None
    index = step.facts.cages[0].cage
    pattern = step.facts.cells[0][0] if step.facts.cells else None
    return index if pattern in puzzle.cages[index].cells else None


def _place(step: Step, puzzle: Puzzle) -> tuple[str, tuple[int, ...]]:
    """Return the place to look at, in words and as cells.

    It is a cage, else the first house of the facts, else the house of the first cell that contains
    most of the pattern.
    """
    if (index := _cage(step, puzzle)) is not None:
        return cage_name(puzzle, index), puzzle.cages[index].cells
    if step.facts.houses:
        house = step.facts.houses[0]
    else:
        geometry = puzzle.geometry
        marked = [c for c, _ in step.facts.cells] + [c for c, *_ in step.facts.candidates]
        cell = [*marked, *(c for c, _ in (*step.placements, *step.eliminations))][0]
        homes = [geometry.houses[index] for index in geometry.houses_of[cell]]
        house = max(homes, key=lambda each: len({*marked} & {*each.cells}))
    return house.name, house.cells
