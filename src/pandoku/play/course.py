"""The course of a game: the result of its moves so far."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from types import MappingProxyType
from typing import NamedTuple

from pandoku.errors import PuzzleError
from pandoku.model import Puzzle
from pandoku.play.moves import Move
from pandoku.play.position import Position

__all__ = ["Course"]

_MAX_CHECKPOINTS = 1000


class Course(NamedTuple):
    """The edits of a game, and the positions that the player can return to.

    Attributes:
        edits: The moves that undo can take back, followed by the moves that redo can repeat.
        positions: The position before the first of *edits*, then the position after each edit.
        at: Number of *edits* that are not undone.
        checkpoints: The saved positions by name.
    """

    edits: tuple[Move, ...]
    positions: tuple[Position, ...]
    at: int
    checkpoints: Mapping[str, Position]

    @classmethod
    def start(cls, puzzle: Puzzle) -> Course:
        """Return the course of a game without moves."""
        return cls((), (Position.start(puzzle),), 0, MappingProxyType({}))

    @property
    def position(self) -> Position:
        """The current position."""
        return self.positions[self.at]

    def after(self, move: Move) -> Course:
        """Return the course after a move, which must suit the puzzle (see `check_move`).

        This function alone defines the effect of each kind of move.

        Raises:
            PuzzleError: The move undoes or redoes more moves than there are, there is no checkpoint
                of that name, or there are too many checkpoints.
        """
        match move.verb:
            case "edit" | "reveal":
                return self._on(move, reduce(Position.after, move.edits, self.position))
            case "return":
                return self._on(move, self._checkpoint(move.name))
            case "undo" | "rewind":
                return self._back(move.number)
            case "redo":
                return self._forth(move.number)
            case "checkpoint":
                return self._keeping(move.name)
        return self

    def _on(self, move: Move, position: Position) -> Course:
        edits = (*self.edits[: self.at], move)
        positions = (*self.positions[: self.at + 1], position)
        return Course(edits, positions, self.at + 1, self.checkpoints)

    def _back(self, number: int) -> Course:
        if number > self.at:
            raise PuzzleError(f"expected at most {self.at} moves to undo, found {number}")
        return self._replace(at=self.at - number)

    def _forth(self, number: int) -> Course:
        undone = len(self.edits) - self.at
        if number > undone:
            raise PuzzleError(f"expected at most {undone} moves to redo, found {number}")
        return self._replace(at=self.at + number)

    def _keeping(self, name: str) -> Course:
        kept = {**self.checkpoints, name: self.position}
        if len(kept) > _MAX_CHECKPOINTS:
            raise PuzzleError(f"expected at most {_MAX_CHECKPOINTS} checkpoints, found one more")
        return self._replace(checkpoints=MappingProxyType(kept))

    def _checkpoint(self, name: str) -> Position:
        if name not in self.checkpoints:
            known = ", ".join(map(repr, self.checkpoints)) or "none"
            raise PuzzleError(f"there is no checkpoint {name!r}; there are {known:.200}")
        return self.checkpoints[name]
