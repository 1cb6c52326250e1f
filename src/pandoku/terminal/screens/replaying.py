"""The replay of a game, move by move, at any speed."""

from __future__ import annotations

from textual.content import Content

from pandoku.play import Game, first_sight, replay
from pandoku.play.timer import clock_text
from pandoku.terminal.screens.showing import Showing
from pandoku.words import kind_text

__all__ = ["GameReplay"]

_SPEEDS = (0.5, 1, 2, 4, 8, 16, 32, 64)  # relative to the game
_LONGEST_MS = 5_000  # longest pause between two moves


class GameReplay(Showing):
    """The replay of a game. Long pauses of the player are shortened.

    Args:
        game: The game.
        speed: Speed relative to the game, more than 0.
    """

    def __init__(self, game: Game, speed: float = 1.0) -> None:
        speeds = tuple(sorted({*_SPEEDS, speed}))
        super().__init__(
            f"Replay: {kind_text(first_sight(game.puzzle))}",
            first_sight(game.puzzle),
            speeds,
            speeds.index(speed),
        )
        self._shots = [(move, after) for move, after in replay(game)]
        self._first = Game.start(game.puzzle)

    def start(self) -> None:
        """Start with the givens."""
        self._n_shown, self._waited_ms = 0, 0.0
        self._show(self._first)

    def advance(self, seconds: float) -> bool:
        """Show the moves that are due."""
        self._waited_ms += seconds * 1000 * self.speed
        before = self._n_shown
        while self._n_shown < len(self._shots) and self._waited_ms >= self._gap_ms:
            self._waited_ms -= self._gap_ms
            self.step()
        return self._n_shown != before

    @property
    def _gap_ms(self) -> int:
        """Milliseconds between the last move shown and the next one."""
        at = self._n_shown
        before = self._shots[at - 1][0].at_ms if at else 0
        return min(_LONGEST_MS, self._shots[at][0].at_ms - before)

    def step(self) -> None:
        """Show the next move."""
        if self._n_shown == len(self._shots):
            return
        move, game = self._shots[self._n_shown]
        self._n_shown += 1
        self._show(game)
        cells = [cell for edit in move.edits for cell in edit.cells]
        if cells:
            self.board.select(cells, cells[0])

    def _show(self, game: Game) -> None:
        self.board.puzzle, self.board.position = game.seen, game.position

    def describe(self) -> tuple[Content, Content]:
        """Return the playing time, the progress of the replay, and the last move."""
        n, of = self._n_shown, len(self._shots)
        move = self._shots[n - 1][0] if n else None
        state = (
            "the end"
            if n == of
            else "paused"
            if self.is_paused
            else f"{self.speed:g} times as fast"
        )
        head = Content.assemble((clock_text(move.at_ms if move else 0), "bold"), f"\n{state}")
        facts = f"move {n} of {of}"
        if move is not None:
            facts += f"\n{move.text(self._first.puzzle.order)}"
        return head, Content(facts)
