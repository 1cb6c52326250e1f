"""Documents of SudokuPad as puzzles: rules, drawings, and what the drawings mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pandoku.formats._drawn_decorations import drawings_of
from pandoku.formats._evidence import Guess
from pandoku.formats._fog_lights import triggers_left_out
from pandoku.formats._inference import read_drawings, with_words
from pandoku.formats._scl import Scl, read_scl
from pandoku.model import Board, Puzzle

__all__ = ["puzzle_of_scl"]

_SAVED = 19_000  # characters of rules in words that a puzzle keeps


def puzzle_of_scl(document: Mapping[str, Any]) -> tuple[Puzzle, str | None, Board | None]:
    """Return the puzzle of a document, how its drawings were understood, and the progress in it.

    Raises:
        BadValueError: A value has another form, or a key is not known.
        PuzzleError: The parts make no puzzle.
    """
    scl = read_scl(document)
    reading = read_drawings(scl.drawn, _puzzle(scl, ()), lambda guesses: _puzzle(scl, guesses))
    puzzle = with_words(reading, scl.about.get("rules", "").strip()[:_SAVED])
    puzzle, note = puzzle.with_(*drawings_of(reading.left, scl.order)), reading.note
    note = "; ".join(filter(None, (note, *_left_out(scl)))) or None
    return puzzle, note, _board(puzzle, scl.marks)


def _left_out(scl: Scl) -> Iterator[str]:
    """Yield what a document has that is not read."""
    if n := scl.n_paths:
        what = "a path of SVG is" if n == 1 else f"{n} paths of SVG are"
        yield f"{what} neither shown nor checked"
    if n := scl.n_triggers:
        yield triggers_left_out(n)


def _board(puzzle: Puzzle, marks: list[int]) -> Board | None:
    """Return a puzzle's board whose candidates are the marks in the center of cells, if any."""
    if not any(marks):
        return None
    board = Board.start(puzzle)
    masks = [
        left & mark if mark and not digit else left
        for left, mark, digit in zip(board.masks, marks, board.digits, strict=True)
    ]
    return Board(puzzle, board.digits, tuple(masks))


def _puzzle(scl: Scl, found: Sequence[Guess]) -> Puzzle:
    """Return the puzzle of a document with some guesses."""
    sets = (each for guess in found for each in guess.sets)
    geometry, smaller = scl.geometry(sets)
    about = scl.about
    return Puzzle(
        geometry,
        scl.givens,
        solution=scl.solution,
        title=about.get("title") or None,
        author=about.get("author") or None,
    ).with_(*smaller, *scl.constraints, *(each for guess in found for each in guess.constraints))
