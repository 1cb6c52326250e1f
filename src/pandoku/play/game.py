"""Game: a puzzle and the moves made so far, as one value."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pandoku.errors import PuzzleError
from pandoku.model import Board, Puzzle
from pandoku.play.conflicts import Conflict, find_conflicts

__all__ = ["Game", "Move"]


class Move(NamedTuple):
    """One thing a player does: write a digit into a cell, over whatever stands there.

    Attributes:
        cell: The cell, 0 .. n*n-1.
        digit: The digit 1..n, or 0 to clear the cell.
    """

    cell: int
    digit: int


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """A puzzle being played. A move makes a new game; the old one stays as it was.

    Moves may break the rules: `conflicts` lists where. What a puzzle and its moves do not say (a
    clock, a cursor, the player's `Marks`) belongs to whoever shows the game.

    Attributes:
        puzzle: What is played.
        moves: The moves so far, oldest first; each is legal where it stands.
        undone: The moves taken back, the one that `redo` makes next first.
        digits: Every cell's digit, given or placed, row-major; 0 for empty.

    Raises:
        PuzzleError: A move names no cell or digit of the puzzle, or changes a given.
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
    def start(cls, puzzle: Puzzle) -> Game:
        """Return the game before the first move."""
        return cls(puzzle)

    def place(self, cell: int, digit: int) -> Game:
        """Return the game after *digit* is written into *cell*; what was undone is forgotten.

        Args:
            cell: 0 .. n*n-1, not a given's.
            digit: 1..n; 0 clears the cell.

        Raises:
            PuzzleError: The cell or digit is outside these, or the cell holds a given.

        >>> Game.start(Puzzle(4)).place(0, 3).place(0, 4).digits[:2]
        (4, 0)
        """
        return Game(self.puzzle, (*self.moves, Move(cell, digit)))

    def clear(self, cell: int) -> Game:
        """Return the game after *cell* is emptied; an empty one may be cleared, too.

        Raises:
            PuzzleError: There is no such cell, or it holds a given.
        """
        return self.place(cell, 0)

    def undo(self) -> Game:
        """Return the game before its last move, or this game when there is none."""
        if not self.moves:
            return self
        return Game(self.puzzle, self.moves[:-1], (self.moves[-1], *self.undone))

    def redo(self) -> Game:
        """Return the game with the move last undone made again, or this game."""
        if not self.undone:
            return self
        return Game(self.puzzle, (*self.moves, self.undone[0]), self.undone[1:])

    @property
    def board(self) -> Board:
        """The board as it stands: placed digits, and the candidates they leave."""
        return Board.start(self.puzzle, self.digits)

    def conflicts(self) -> tuple[Conflict, ...]:
        """Return every rule the digits break: houses first, then cages."""
        return find_conflicts(self.puzzle, self.digits)

    @property
    def is_full(self) -> bool:
        """Whether every cell holds a digit (right or wrong)."""
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
        raise PuzzleError(f"{name} holds the given {puzzle.givens[move.cell]}: it cannot change")
