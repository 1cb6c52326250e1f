"""Conversion of arguments that are one puzzle or many puzzles, in any form."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping, Sequence
from math import isqrt
from typing import Any, TypeAlias

from pandoku import _hooks
from pandoku.errors import PuzzleError
from pandoku.model.board import Board
from pandoku.model.geometry import MAX_ORDER, Geometry
from pandoku.model.grids import GridLike, HasToList, grid_from, plain_list, refusal
from pandoku.model.puzzle import Puzzle
from pandoku.model.symbols import DIGITS, span_of
from pandoku.model.whole import as_whole

__all__ = [
    "PuzzleLike",
    "PuzzlesLike",
    "are_many",
    "board_of",
    "listed_puzzles",
    "puzzle_of",
    "warn_of_symbols",
]

# A puzzle, a board, a text in any format, the dict of a JSON document, or a grid of digits. A grid
# of digits becomes a Sudoku with the usual boxes.
PuzzleLike: TypeAlias = Puzzle | Board | Mapping[str, Any] | GridLike

# Many puzzles, each in any form: a list, a Batch, an array of n puzzles, or a column of texts. None
# means that a puzzle is missing, which is an error. A call raises this error or, with
# on_error="keep", reports it at the position of the puzzle.
PuzzlesLike: TypeAlias = Iterable[PuzzleLike | None] | HasToList

_LEAST_CELLS = 16  # a shorter text in a table is a cell or a name rather than a puzzle
_LEAST_EITHER = 16  # the smallest order n whose rows may be texts of smaller puzzles with boxes


def puzzle_of(what: Any) -> Puzzle:
    """Return a puzzle in any form as a Puzzle.

    Args:
        what: A Puzzle, a Board, a text or bytes in any format, the dict of a JSON document, or a
            grid of digits. A grid of digits becomes a Sudoku with the usual boxes. The placed
            digits of a Board become givens, and its candidates are included.

    Raises:
        FormatError: The text is malformed or in an unknown format.
        PuzzleError: The argument is not a puzzle in any of these forms.

    >>> puzzle_of([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]])
    Puzzle(4x4, boxes 2x2, 4 givens)
    """
    if isinstance(what, Puzzle):
        return what
    if isinstance(what, Board):
        return what.as_puzzle()
    if isinstance(what, str | bytes) or (
        isinstance(what, Mapping) and all(isinstance(key, str) for key in what)
    ):
        read: Puzzle = _hooks.read_puzzle(what)
        return read
    if isinstance(what, list | tuple):
        order, givens = grid_from(what)
        return Puzzle(Geometry.sudoku(order), givens)
    if isinstance(what, bytearray) and max(what, default=0) > MAX_ORDER:  # a text, not digits
        return puzzle_of(bytes(what))
    _refuse_table(what, "a puzzle")
    if as_whole(what) is not None:  # Puzzle(9) is an empty grid, but 9 is likely a mistake
        raise refusal(what, "a puzzle")
    return Puzzle(what)


def _refuse_table(what: object, wanted: str) -> None:
    """Refuse a data frame that has texts of puzzles in one of its columns."""
    names = getattr(what, "columns", ())
    if not (hasattr(what, "__getitem__") and isinstance(names, Iterable)):
        return
    for name in names:
        if isinstance(name, str):
            first = next(iter(what[name]), None)
            if isinstance(first, str) and len(first) >= _LEAST_CELLS:
                raise PuzzleError(
                    f"expected {wanted}, found a table; pass its column, as in table[{name!r}]"
                )


def warn_of_symbols(what: object, puzzle: Puzzle) -> None:
    """Warn that an answer has the digits 1..n if the text of the puzzle has other characters.

    Args:
        what: The caller's argument. Only a text can cause a warning.
        puzzle: The puzzle that the argument was converted to.
    """
    if puzzle.symbols and isinstance(what, str | bytes):
        digits, usual = span_of(puzzle.symbols), span_of(DIGITS[: puzzle.order])
        warnings.warn(
            f"the text has the digits {digits}, but the answer has {usual}; "
            "pandoku.loads(text).symbols lists the digits of the text in order",
            stacklevel=3,
        )


def board_of(what: Any) -> Board:
    """Return a puzzle in any form as a Board.

    Args:
        what: As in `puzzle_of`. A Board is returned unchanged. A text may also contain placed
            digits and candidates.

    Raises:
        FormatError, PuzzleError: As in `puzzle_of`.

    >>> board_of("1...|..2.|.3..|...4".replace("|", "")).candidates(1)
    (2, 4)
    """
    if isinstance(what, Board):
        return what
    if isinstance(what, str | bytes | Mapping):
        read: Board = _hooks.read_board(what)
        return read
    return Board.start(puzzle_of(what))


def listed_puzzles(puzzles: Any) -> Sequence[Any]:
    """Return many puzzles, each in any form, as a sequence.

    Args:
        puzzles: A sequence, an array, or another iterable of puzzles, but not a single puzzle.

    Raises:
        PuzzleError: The argument is a single puzzle, or it is not a collection of puzzles.
    """
    what = "many puzzles (a list, an array or a Batch)"
    if isinstance(puzzles, Puzzle | Board | str | bytes | Mapping):
        raise PuzzleError(
            f"expected {what}, found one; solve takes a single puzzle, and "
            "solve(puzzle, limit=None).solutions are all of its solutions"
        )
    if isinstance(puzzles, list | tuple) and _is_grid(puzzles):
        raise PuzzleError(
            f"expected {what}, found the {len(puzzles)} rows of one; solve takes a single puzzle"
        )
    if isinstance(puzzles, Sequence):
        return puzzles
    if isinstance(puzzles, Iterable) and hasattr(puzzles, "__next__"):
        return list(puzzles)
    _refuse_table(puzzles, what)
    return plain_list(puzzles, what)


def _is_grid(rows: Sequence[Any]) -> bool:
    """Return whether lists can only be the rows of one grid.

    There are n lists of n cells, and a digit is too large for n puzzles with n cells each.
    """
    n = len(rows)
    if not all(isinstance(row, list | tuple) and len(row) == n for row in rows):
        return False
    most, cells = isqrt(n), [cell for row in rows for cell in row]
    return most * most != n or any(type(cell) is int and cell > most for cell in cells)


def are_many(what: Any) -> bool:
    """Return whether an argument is a collection of puzzles and not a single puzzle.

    A list or an array of n rows with n cells each is a single puzzle.

    Raises:
        PuzzleError: The argument is a list of n texts with n characters that may be the rows of a
            grid, or n small puzzles.

    >>> are_many(["1.....2..3.....4", "................"])
    True
    >>> are_many(["1...", "..2.", ".3..", "...4"])
    False
    """
    if isinstance(what, Puzzle | Board | str | bytes | Mapping) or hasattr(what, "read"):
        return False
    if hasattr(what, "__next__"):
        return True
    listed = what if isinstance(what, Sequence) else plain_list(what, "a puzzle")
    if not listed:
        return not isinstance(what, list | tuple)
    first = listed[0]
    if isinstance(first, str | bytes) and len(first) == len(listed):
        _refuse_either(listed)
        return False
    if isinstance(first, Puzzle | Board | Mapping):
        return True
    if isinstance(first, str | bytes):
        return len(first) > 2  # shorter texts are the cells of a flat grid
    if not hasattr(first, "__len__"):
        return False
    is_array_of_grids = len(first) > 0 and isinstance(first[0], list | tuple) and len(first) > 1
    return len(first) != len(listed) or is_array_of_grids


def _refuse_either(texts: Sequence[Any]) -> None:
    """Raise PuzzleError if n texts of n characters may be small puzzles, such as 16 4x4 texts."""
    n, small = len(texts), isqrt(len(texts))
    if n < _LEAST_EITHER or small * small != n:
        return
    of_small = set(f".0{DIGITS[:small]}")
    if all(isinstance(each, str) and of_small.issuperset(each) for each in texts):
        raise PuzzleError(
            f"expected puzzles, found {n} texts of {n} characters, which may be the rows of one "
            "grid; pass pandoku.Puzzle(rows) or pandoku.loads_many(texts)"
        )
