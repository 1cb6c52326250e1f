"""What a game took: time, digits, marks, hints, checks and mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pandoku.model import GridLike
from pandoku.play.edits import Edit
from pandoku.play.game import Game
from pandoku.play.mistakes import solution_digits
from pandoku.play.moves import MAX_HINT_LEVEL, Move

__all__ = ["Statistics", "count_hints", "follows_full_hint", "statistics"]


class Statistics(NamedTuple):
    """Numbers about a game, from the whole record: what was undone counts too.

    Attributes:
        played_ms: Milliseconds played until the last move, pauses excluded.
        n_digits: How many digits the player wrote into cells.
        n_marks: How many corner and center marks were added, by the player or by `Game.fill`.
        n_undone: How many edits were taken back.
        n_told: How many of these digits the hint just before had told.
        hints: How many hints of each level were shown, from level 0.
        n_hints: How often the player asked for a hint; its further levels do not count.
        n_checks: How often the player asked for a check.
        n_mistakes: How many wrong digits the player wrote; None if the solution is not known.
        is_solved: Whether the digits solve the puzzle now.
        was_revealed: Whether the player had the solution shown.
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
        """Whether hints told at least half of the digits."""
        return 0 < self.n_digits <= 2 * self.n_told


def count_hints(moves: Sequence[Move]) -> int:
    """Return how many hints the player asked for; further levels of a hint do not count."""
    return sum(
        move.verb == "hint" and (before is None or before.verb != "hint")
        for before, move in _with_before(moves)
    )


def follows_full_hint(before: Move | None, move: Move) -> bool:
    """Return whether the move before an edit is a hint that told all of a step."""
    is_whole = before is not None and before.verb == "hint" and before.number == MAX_HINT_LEVEL
    return move.verb == "edit" and is_whole


def statistics(game: Game, solution: GridLike | None = None) -> Statistics:
    """Return the statistics of a game.

    Args:
        game: The game.
        solution: The digits that are right, in any form of `GridLike`, 0 where that is not known;
            None if nothing judges the puzzle.

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
        n_mistakes=None
        if solution is None
        else _n_wrong(_digits(game.moves), solution_digits(game.puzzle, solution)),
        is_solved=game.is_solved,
        was_revealed="reveal" in verbs,
    )


def _with_before(moves: Sequence[Move]) -> Iterator[tuple[Move | None, Move]]:
    """Yield each move with the one before it."""
    return zip((None, *moves), moves, strict=False)


def _edits(moves: Sequence[Move]) -> Iterator[Edit]:
    """Yield every edit that the player made."""
    return (edit for move in moves if move.verb == "edit" for edit in move.edits)


def _digits(moves: Sequence[Move]) -> list[Edit]:
    """Return the edits that write digits."""
    return [edit for edit in _edits(moves) if edit.layer == "digit" and edit.number > 0]


def _n_digits(moves: Sequence[Move]) -> int:
    return sum(len(edit.cells) for edit in _digits(moves))


def _n_wrong(digits: list[Edit], solution: tuple[int, ...]) -> int:
    return sum(solution[cell] not in (0, edit.number) for edit in digits for cell in edit.cells)
