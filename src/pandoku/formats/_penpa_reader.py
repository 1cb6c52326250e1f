"""Puzzles of Penpa+: rules, drawings, what the drawings mean, and progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.formats._drawn_decorations import drawings_of
from pandoku.formats._evidence import Guess
from pandoku.formats._inference import read_drawings, with_words
from pandoku.formats._penpa_canvas import PenpaCanvas
from pandoku.formats._penpa_entered import read_entered
from pandoku.formats._penpa_grid import PenpaGrid, find_grid
from pandoku.formats._penpa_layers import read_layers
from pandoku.formats._penpa_text import PenpaText
from pandoku.formats._shapes import falling_diagonal, rising_diagonal, shape_of
from pandoku.formats._text import with_progress
from pandoku.formats._unconfirmed import read_unconfirmed
from pandoku.model import Board, Puzzle
from pandoku.words import joined

__all__ = ["puzzle_of_penpa"]


def puzzle_of_penpa(text: PenpaText, answer: str) -> tuple[Puzzle, str | None, Board | None]:
    """Return a puzzle, how its drawings were understood, and the progress in it.

    Args:
        text: What the link says.
        answer: The unpacked solution of the link, or "".

    Raises:
        BadValueError: A value has another form, or the grid is not that of a Sudoku.
        PuzzleError: The parts make no puzzle.
    """
    grid = find_grid(text)
    canvas = read_layers(text, grid)
    entered = read_entered(text, canvas, answer)
    bare = _puzzle(text, grid, canvas.givens, entered.solution)
    read = read_drawings if entered.solution else read_unconfirmed
    reading = read(canvas.drawn(), bare, lambda found: _with(text, grid, bare, found))
    puzzle = with_words(reading, text.rules.strip())
    puzzle = puzzle.with_(*drawings_of(reading.left, grid.order))
    made = with_progress(puzzle, entered.digits, entered.marks)
    notes = [grid.note, reading.note or "", *_left_out(text, canvas)]
    if answer and not entered.solution:
        notes.append("the solution in the link does not have all digits, and is not used")
    board = made if isinstance(made, Board) else None
    return puzzle, "; ".join(filter(None, notes)) or None, board


def _sets(text: PenpaText, grid: PenpaGrid) -> Iterator[tuple[int, ...]]:
    """Yield the diagonals that a grid of the kind "sudoku" was made with."""
    falling, rising = text.diagonals
    if falling:
        yield falling_diagonal(grid.order)
    if rising:
        yield rising_diagonal(grid.order)


def _puzzle(
    text: PenpaText, grid: PenpaGrid, givens: Sequence[int], solution: tuple[int, ...] | None
) -> Puzzle:
    geometry, smaller = shape_of(grid.order, grid.regions, _sets(text, grid))
    return Puzzle(
        geometry,
        tuple(givens),
        solution=solution,
        kind=", ".join(text.tags) or None,
        title=text.title or None,
        author=text.author or None,
        source=text.source or None,
    ).with_(*smaller)


def _with(text: PenpaText, grid: PenpaGrid, bare: Puzzle, found: Sequence[Guess]) -> Puzzle:
    """Return a puzzle with some guesses."""
    sets = [*_sets(text, grid), *(each for guess in found for each in guess.sets)]
    geometry, smaller = shape_of(grid.order, grid.regions, sets)
    constraints = (each for guess in found for each in guess.constraints)
    return bare.replace(geometry=geometry).with_(*smaller, *constraints)


def _left_out(text: PenpaText, canvas: PenpaCanvas) -> Iterator[str]:
    """Yield what is not shown, or not as Penpa+ shows it."""
    if canvas.names:
        yield f"shown as their names: the symbols {joined(sorted(canvas.names))}"
    if n := canvas.n_outside:
        what = "a drawing is" if n == 1 else f"{n} drawings are"
        yield f"{what} not shown, more than a cell outside the grid"
    if text.has_picture:
        yield "the picture behind the grid is not shown"
    if text.is_turned:
        yield "Penpa+ shows the grid turned or reflected; here it stands as it was made"
    if text.question.get("deletelineE"):
        yield "lines of the grid that Penpa+ hides are shown"
