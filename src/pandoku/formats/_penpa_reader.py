"""Puzzles of Penpa+: rules, drawings, what the drawings mean, and progress."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.formats._drawn_decorations import drawings_of
from pandoku.formats._evidence import Guess
from pandoku.formats._inference import read_drawings, with_words
from pandoku.formats._penpa_grid import PenpaGrid, find_grid
from pandoku.formats._penpa_layers import PenpaDrawn, digit_in, read_layers
from pandoku.formats._penpa_points import PointKind
from pandoku.formats._penpa_text import PenpaText, answers_in
from pandoku.formats._shapes import falling_diagonal, rising_diagonal, shape_of
from pandoku.formats._text import with_progress
from pandoku.formats._unconfirmed import read_unconfirmed
from pandoku.model import Board, Puzzle
from pandoku.words import joined

__all__ = ["puzzle_of_penpa"]

_MOST_MARKS = 36  # digits in the center of a cell


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
    drawn = read_layers(text, grid)
    entered = _entered(text, grid)
    solution, is_entered = _solution(grid, drawn.givens, entered, answer)
    bare = _puzzle(text, grid, drawn.givens, solution)
    shapes = drawn.grid(grid.order, text.words)
    read = read_drawings if solution else read_unconfirmed
    reading = read(shapes, bare, lambda found: _with(text, grid, bare, found))
    puzzle = with_words(reading, text.rules.strip())
    puzzle = puzzle.with_(*drawings_of(reading.left, grid.order))
    notes = [grid.note, reading.note or "", *_left_out(text, drawn)]
    if answer and not solution:
        notes.append("the solution in the link does not have all digits, and is not used")
    digits = [0] * len(entered) if is_entered else entered
    made = with_progress(puzzle, digits, _marks(text, grid))
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


# ---- what was entered


def _entered(text: PenpaText, grid: PenpaGrid) -> list[int]:
    """Return the digit that was entered in each cell, 0 for none."""
    digits = [0] * grid.order**2
    for cell, value in _numbers(text, grid):
        digits[cell] = digit_in(value, grid.order)
    return digits


def _marks(text: PenpaText, grid: PenpaGrid) -> list[set[int]]:
    """Return the digits that were noted in the center of each cell."""
    marks: list[set[int]] = [set() for _ in range(grid.order**2)]
    for cell, value in _numbers(text, grid):
        noted, kind = value[0], str(value[2])
        if kind == "7" and isinstance(noted, list):
            marks[cell] = {at + 1 for at, is_set in enumerate(noted[:_MOST_MARKS]) if is_set == 1}
        elif kind in ("5", "6") and isinstance(noted, str) and noted.isascii():
            marks[cell] = {int(each) for each in noted[:_MOST_MARKS] if each.isdecimal()}
    return marks


def _numbers(text: PenpaText, grid: PenpaGrid) -> Iterator[tuple[int, list[object]]]:
    """Yield what was entered in the cells of the grid, by cell."""
    numbers = text.entered.get("number")
    for point, value in numbers.items() if isinstance(numbers, dict) else ():
        cell = _cell(grid, point)
        if cell is not None and isinstance(value, list) and len(value) > 2:
            yield cell, value


def _cell(grid: PenpaGrid, point: object) -> int | None:
    place = grid.points.point(point) if isinstance(point, int | str) else None
    if place is None or place.kind is not PointKind.CENTER:
        return None
    inside = 0 <= place.row < grid.order and 0 <= place.column < grid.order
    return place.row * grid.order + place.column if inside else None


def _solution(
    grid: PenpaGrid, givens: Sequence[int], entered: Sequence[int], answer: str
) -> tuple[tuple[int, ...] | None, bool]:
    """Return the solution, and whether it is what was entered.

    A link for solvers has the digits that its page checks. In a link for setters, a grid that is
    full is the solution.
    """
    tried = [_digits(grid, part) for part in answers_in(answer)] if answer else []
    for digits, is_entered in [*((each, False) for each in tried), ([*entered], True)]:
        full = tuple(given or digit for given, digit in zip(givens, digits, strict=True))
        if all(full) and any(digits):
            return full, is_entered
    return None, False


def _digits(grid: PenpaGrid, texts: dict[int, str]) -> list[int]:
    digits = [0] * grid.order**2
    for point, text in texts.items():
        cell = _cell(grid, point)
        if cell is not None and text.isdecimal() and 1 <= int(text) <= grid.order:
            digits[cell] = int(text)
    return digits


# ---- what is not read


def _left_out(text: PenpaText, drawn: PenpaDrawn) -> Iterator[str]:
    if drawn.names:
        yield f"shown as their names: the symbols {joined(sorted(drawn.names))}"
    if n := drawn.n_outside:
        what = "a drawing is" if n == 1 else f"{n} drawings are"
        yield f"{what} not shown, more than a cell outside the grid"
    if text.has_picture:
        yield "the picture behind the grid is not shown"
    if text.is_turned:
        yield "Penpa+ shows the grid turned or reflected; here it stands as it was made"
    if text.question.get("deletelineE"):
        yield "lines of the grid that Penpa+ hides are shown"
