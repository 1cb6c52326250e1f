"""Statistics of a game: time, digits, marks, hints, checks and mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pandoku.model import GridLike
from pandoku.play.edits import Edit
from pandoku.play.game import Game
from pandoku.play.mistakes import solution_digits
from pandoku.play.moves import MAX_HINT_LEVEL, Move


class Statistics(NamedTuple):
    """Numbers about a game. All moves are counted, including moves that were undone.

    Attributes:
        played_ms: Milliseconds played until the last move, without pauses.
        n_digits: Number of digits that the player wrote into cells.
        n_told: Number of digits that were written just after a hint with a complete step.
        n_marks: Number of corner and center marks added, by the player or by `Game.fill`.
        n_undone: Number of edits that were taken back.
        hints: Number of hints shown at each level, from level 0.
        n_hints: Number of hints that were requested. All levels of the same hint count as one.
        n_checks: Number of checks that were requested.
        n_mistakes: Number of wrong digits that were written, or None if the solution is not known.
        is_solved: Whether the digits solve the puzzle now.
        was_revealed: Whether the player gave up and saw the solution.
    """

    played_ms: int
    n_digits: int
    n_told: int
    n_marks: int
    n_undone: int
    hints: tuple[int, ...]
    n_hints: int
    n_checks: int
    n_mistakes: int | None
    is_solved: bool
    was_revealed: bool

    @property
    def is_by_hints(self) -> bool:
        """True if at least half of the digits were written just after a hint that gave them."""
        return 0 < self.n_digits <= 2 * self.n_told


def count_hints(moves: Sequence[Move]) -> int:
    """Return the number of hints that were requested. All levels of the same hint count as one."""
    return sum(
        move.verb == "hint" and (before is None or before.verb != "hint")
        for before, move in _with_before(moves)
    )


def follows_full_hint(before: Move | None, move: Move) -> bool:
    """Return True if *move* is an edit just after a hint that gave a complete step."""
    is_whole = before is not None and before.verb == "hint" and before.number == MAX_HINT_LEVEL
    return move.verb == "edit" and is_whole


def statistics(game: Game, solution: GridLike | None = None) -> Statistics:
    """Return the statistics of a game.

    Args:
        game: The game.
        solution: The right digits, in any form of `GridLike`, with 0 for an unknown digit. None if
            the solution is not known.

    Raises:
        PuzzleError: The solution is not a grid with the puzzle's givens.

    >>> game = Game.start("1...............").place("r1c2", 2).undo()
    >>> game = game.enter("corner", 3, "r1c2 r1c3")
    >>> found = statistics(game)
    >>> found.n_digits, found.n_marks, found.n_undone
    (1, 2, 1)
    """
    marks = [edit for edit in _edits(game.moves) if edit.number > 0]
    levels = [move.number for move in game.moves if move.verb == "hint"]
    verbs = [move.verb for move in game.moves]
    return Statistics(
        played_ms=game.played_ms,
        n_digits=_n_digits(game.moves),
        n_told=_n_digits(
            [move for before, move in _with_before(game.moves) if follows_full_hint(before, move)]
        ),
        n_marks=sum(len(edit.cells) for edit in marks if edit.layer in ("corner", "center")),
        n_undone=sum(move.number for move in game.moves if move.verb in ("undo", "rewind")),
        hints=tuple(levels.count(level) for level in range(MAX_HINT_LEVEL + 1)),
        n_hints=count_hints(game.moves),
        n_checks=verbs.count("check"),
        n_mistakes=None if solution is None else _n_wrong(game, solution),
        is_solved=game.is_solved,
        was_revealed="reveal" in verbs,
    )


def _with_before(moves: Sequence[Move]) -> Iterator[tuple[Move | None, Move]]:
    """Yield each move together with the move before it."""
    return zip((None, *moves), moves, strict=False)


def _edits(moves: Sequence[Move]) -> Iterator[Edit]:
    """Yield all edits of the player."""
    return (edit for move in moves if move.verb == "edit" for edit in move.edits)


def _digits(moves: Sequence[Move]) -> list[Edit]:
    """Return the edits that write digits."""
    return [edit for edit in _edits(moves) if edit.layer == "digit" and edit.number > 0]


def _n_digits(moves: Sequence[Move]) -> int:
    return sum(len(edit.cells) for edit in _digits(moves))


def _n_wrong(game: Game, solution: GridLike) -> int:
    right = solution_digits(game.puzzle, solution)
    edits = _digits(game.moves)
    return sum(right[cell] not in (0, edit.number) for edit in edits for cell in edit.cells)
