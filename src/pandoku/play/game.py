"""A game: a puzzle and the moves made so far, as one immutable value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple, SupportsIndex

from pandoku.errors import PuzzleError
from pandoku.model import (
    Board,
    CellLike,
    Conflict,
    Puzzle,
    PuzzleLike,
    as_whole,
    cell_of,
    find_conflicts,
    puzzle_of,
)

__all__ = ["Game", "Move"]


class Move(NamedTuple):
    """A player's move: write a digit into a cell, replacing any digit there.

    Attributes:
        cell: The cell, 0 .. n*n-1.
        digit: The digit, 1..n, or 0 to clear the cell.
    """

    cell: int
    digit: int


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A puzzle being played. Games are immutable: every move returns a new game.

    Moves may break the rules, and `conflicts` lists the rules broken. A clock, a cursor or
    the player's `Marks` are left to the program that displays the game.

    Attributes:
        puzzle: The puzzle.
        moves: The moves so far, oldest first.
        undone: The moves undone, starting with the one that `redo` makes next.
        digits: The digit of every cell, given or placed, row-major; 0 for empty.

    Raises:
        PuzzleError: A move has a cell or digit outside the puzzle, or changes a given.
    """

    puzzle: Puzzle
    moves: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()
    digits: tuple[int, ...] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        digits = list(self.puzzle.givens)
        for move in self.moves:
            _check(self.puzzle, move)
            digits[move.cell] = move.digit
        object.__setattr__(self, "digits", tuple(digits))

    @classmethod
    def start(cls, puzzle: PuzzleLike) -> Game:
        """Return the game before the first move.

        Args:
            puzzle: In any form that `pandoku.solve` takes.

        Raises:
            FormatError, PuzzleError: It is no puzzle.
        """
        return cls(puzzle_of(puzzle))

    def place(self, cell: CellLike, digit: SupportsIndex) -> Game:
        """Return the game after *digit* is written into *cell*; `undone` becomes empty.

        Args:
            cell: 0 .. n*n-1, a pair (row, column) counted from 0, or a name "r1c1"; not a given.
            digit: 1..n, or 0 to clear the cell.

        Raises:
            PuzzleError: *cell* or *digit* is out of range, or the cell has a given.

        >>> Game.start(Puzzle(4)).place(0, 3).place(0, 4).digits[:2]
        (4, 0)
        """
        number = as_whole(digit)
        written = digit if number is None else number  # refused by the check of every move
        move = Move(cell_of(self.puzzle.order, cell), written)  # type: ignore[arg-type]
        return Game(self.puzzle, (*self.moves, move))

    def clear(self, cell: CellLike) -> Game:
        """Return the game after *cell* is cleared; it may already be empty.

        Raises:
            PuzzleError: *cell* is out of range or has a given.
        """
        return self.place(cell, 0)

    def undo(self) -> Game:
        """Return the game before the last move, or this game if there is no move."""
        if not self.moves:
            return self
        return Game(self.puzzle, self.moves[:-1], (self.moves[-1], *self.undone))

    def redo(self) -> Game:
        """Return the game with the last undone move made again, or this game if there is none."""
        if not self.undone:
            return self
        return Game(self.puzzle, (*self.moves, self.undone[0]), self.undone[1:])

    @property
    def board(self) -> Board:
        """The current board: the placed digits and the candidates that they leave."""
        return Board.start(self.puzzle, self.digits)

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return every rule that the digits break: houses first, then cages."""
        return find_conflicts(self.puzzle, self.digits)

    @property
    def is_full(self) -> bool:
        """Whether every cell has a digit, right or wrong."""
        return 0 not in self.digits

    @property
    def is_solved(self) -> bool:
        """Whether the digits solve the puzzle."""
        return self.is_full and self.puzzle.accepts(self.digits)

    def __repr__(self) -> str:
        placed = len(self.digits) - self.digits.count(0)
        return (
            f"Game({self.puzzle.geometry.describe()}, {len(self.moves)} moves, "
            f"{placed} of {len(self.digits)} cells)"
        )


def _check(puzzle: Puzzle, move: Move) -> None:
    n = puzzle.order
    if type(move.cell) is not int or not 0 <= move.cell < n * n:
        raise PuzzleError(f"expected a cell 0..{n * n - 1}, found {move.cell!r}")
    name = puzzle.geometry.name(move.cell)
    if type(move.digit) is not int or not 0 <= move.digit <= n:
        raise PuzzleError(f"{name}: expected a digit 1..{n}, or 0 to clear, found {move.digit!r}")
    if puzzle.givens[move.cell]:
        raise PuzzleError(
            f"{name}: expected a cell without a given, found the given {puzzle.givens[move.cell]}"
        )
