"""A screen with a game that keys change: digits and marks, moves, checkpoints, and saving."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from textual import events, on
from textual.screen import Screen

from pandoku.errors import PandokuError
from pandoku.model import span_of
from pandoku.play import Game, Timer
from pandoku.play.edits import BASIC_LAYERS
from pandoku.play.plainly import plain_words
from pandoku.terminal.entry import EntryBoard
from pandoku.terminal.hints import HintPane
from pandoku.terminal.table import BoardWithPane
from pandoku.terminal.twice import Twice
from pandoku.terminal.widgets import show_message

if TYPE_CHECKING:
    from pandoku.logic import Judge
    from pandoku.terminal.app import PandokuApp

__all__ = ["GameScreen"]

_N_COLORS = 9
_LONGEST_NAME = 40


class GameScreen(Screen[None]):
    """A screen with a game that keys change.

    A subclass shows the game (`show`), pauses it (`action_pause`) and ends it (`end`).

    Args:
        game: The game, which may have moves.
        game_id: Id among the saved games.
    """

    app: PandokuApp

    def __init__(self, game: Game, game_id: int) -> None:
        super().__init__()
        self.game, self.game_id = game, game_id
        self._board = EntryBoard(game.seen, game.position, self._enter, self.say)
        self._mode = BASIC_LAYERS[0]
        self._timer, self._is_paused = Timer(game.played_ms), False
        self._hints = HintPane(can_apply=True)
        self._judge: Judge | None = None
        self._checked = frozenset[int]()  # the wrong cells that the last check found
        self._twice = Twice(self, self.say)

    def show(self) -> None:
        """Show the current state of the game."""
        raise NotImplementedError

    def end(self) -> None:
        """Show the end of the game if the full grid is right. Otherwise, show a message."""
        raise NotImplementedError

    def action_pause(self) -> None:
        """Pause the game, or continue it."""
        raise NotImplementedError

    @property
    def _solution(self) -> tuple[int, ...] | None:
        return self._judge.solution if self._judge else None

    def _why_unknown(self) -> str:
        return self._judge.text if self._judge else "still looking for the solution"

    def say(self, text: str, *, is_bad: bool = False, lasts: bool = False) -> None:
        """Show a message, or the problem with saving if there is one.

        The next key clears the message, unless it *lasts* or is about saving.
        """
        if trouble := self.app.shelf.trouble:
            text, is_bad, lasts = trouble, True, True
        show_message(self, text, is_bad=is_bad, lasts=lasts)

    # ---------------------------------------------------------------- digits and marks

    def _enter(self, number: int, cells: tuple[int, ...], layer: str = "") -> None:
        """Enter a number into cells."""
        layer, puzzle = layer or self._mode, self.game.puzzle
        if number == 0:
            self._make(lambda game, at: game.erase(cells, self._mode, at_ms=at))
        elif number > (_N_COLORS if layer == "color" else puzzle.order):
            self.say(f"expected a digit 1-{puzzle.order}, found {number}", is_bad=True)
        elif layer != "color" and all(self.game.givens[cell] for cell in cells):
            self.say("that is a given")
        else:
            tidy = self.app.preferences.tidy
            self._make(lambda game, at: game.enter(layer, number, cells, tidy=tidy, at_ms=at))

    def action_press(self, number: int) -> None:
        """Enter a number after a click on it."""
        self._board.press(number)
        self._board.focus()

    def action_mode(self, mode: str) -> None:
        """Change the mode of digits."""
        self._board.greatest = _N_COLORS if mode == "color" else self.game.puzzle.order
        self._board.is_for_colors = mode == "color"
        self._mode = mode
        self.show()
        is_told = self.query_one(BoardWithPane).has_pane or mode == "color"
        self.say("" if is_told else f"mode: {mode}")

    def action_next_mode(self) -> None:
        """Change to the next mode."""
        self.action_mode(BASIC_LAYERS[(BASIC_LAYERS.index(self._mode) + 1) % len(BASIC_LAYERS)])

    def action_letters(self) -> None:
        """Turn letters for digits on or off, if the puzzle has digits above 9."""
        order, symbols, board = self.game.puzzle.order, self.game.puzzle.symbols, self._board
        if not any(map(str.isalpha, symbols)) if symbols else order < 10:
            last = symbols[-1] if symbols else order
            self.say(f"the digits end at {last}: no letters are needed")
            return
        board.has_letters = not board.has_letters
        last = chr(ord("A") + order - 10)
        self.say(
            (f"letters are digits ({span_of(symbols)}); / ends that" if symbols else "")
            or f"A-{last} are the digits 10-{order}; / ends that"
            if board.has_letters
            else "letters are keys again"
        )

    def action_erase(self) -> None:
        """Erase the selected cells, layer by layer."""
        if self._board.reveal():
            return
        cells = sorted(self._board.selection)
        self._make(lambda game, at: game.erase(cells, self._mode, at_ms=at))

    def action_fill(self) -> None:
        """Fill in the candidates of the selected cells, or of all cells if only one is selected."""
        chosen = sorted(self._board.selection)
        cells = chosen if len(chosen) > 1 else None
        self._make(lambda game, at: game.fill(cells, at_ms=at))

    def action_tidy(self) -> None:
        """Turn tidy marks on or off."""
        self.app.change_preference("tidy", 1)
        on = self.app.preferences.tidy
        self.say("a digit tidies the marks around it" if on else "marks stay as they are")

    # ---------------------------------------------------------------- moves

    def _make(self, move: Callable[[Game, int], Game], done: str = "") -> bool:
        """Make a move, save it and show it. Return whether the move changed anything."""
        self._board.flush()
        if self._is_paused:
            self.action_pause()
        was = self.game
        try:
            game = move(was, self._timer.played(self.app.now_ms()))
        except PandokuError as error:
            self.say(plain_words(error), is_bad=True)
            return False
        if game is was:
            return False
        if game.digits != was.digits:
            self._checked = frozenset()
        self.game = game
        known, self.game_id = self.game_id, self.app.shelf.save(self.game_id, game)
        if known and known != self.game_id:
            done = "this game went on in another window too; from here both are kept"
        self._hints.follow(game)
        self.show()
        self.say(done)
        if game.is_full and not was.is_full:
            self.end()
        return True

    def action_undo(self) -> None:
        """Undo the last edit."""
        if not self._make(lambda game, at: game.undo(at_ms=at)):
            self.say("nothing to undo")

    def action_redo(self) -> None:
        """Redo the last undone edit."""
        if not self._make(lambda game, at: game.redo(at_ms=at)):
            self.say("nothing to redo")

    def action_restart(self) -> None:
        """Restart the game, if the key is pressed twice."""
        if self._twice.is_sure("restart", "start again"):
            self._make(lambda game, at: game.restart(at_ms=at), "back at the start; Ctrl-R repeats")

    def action_checkpoint(self) -> None:
        """Save the position under a name."""
        from pandoku.terminal.screens.dialogs import AskName

        offered = f"checkpoint {len(self.game.checkpoints) + 1}"
        ask = AskName("Save this checkpoint as", offered, _LONGEST_NAME)
        self.app.push_screen(ask, self._keep)

    def _keep(self, name: str | None) -> None:
        if name:
            self._make(
                lambda game, at: game.checkpoint(name, at_ms=at), f"saved: {name}; ' goes back"
            )

    def action_return(self) -> None:
        """Return to a saved position."""
        from pandoku.terminal.screens.dialogs import Choose

        kept = [*self.game.checkpoints]
        if not kept:
            self.say("no checkpoint is saved; m saves one")
        elif len(kept) == 1:
            self._return(kept[0])
        else:
            digits = {name: sum(map(bool, self.game.checkpoints[name].digits)) for name in kept}
            rows = [(name, name, f"{digits[name]} digits") for name in reversed(kept)]
            self.app.push_screen(Choose("Go back to", rows), self._return)

    def _return(self, name: str | None) -> None:
        if name and not self._make(
            lambda game, at: game.return_to(name, at_ms=at), f"back at {name}; u undoes"
        ):
            self.say(f"this is {name}")

    def action_rewind(self) -> None:
        """Go back to the position before the first mistake."""
        solution = self._solution
        if solution is None:
            self.say(self._why_unknown())
        elif not self._make(
            lambda game, at: game.rewind(solution, at_ms=at), "back to before the first mistake"
        ):
            self.say("there is no mistake")

    def action_reveal(self) -> None:
        """Give up and show the solution, if the key is pressed twice."""
        solution = self._solution
        if solution is None:
            self.say(self._why_unknown())
        elif self._twice.is_sure("reveal", "give up and see the solution"):
            self._make(lambda game, at: game.reveal(solution, at_ms=at), "the solution")

    @on(events.Key)
    def _note_key(self, event: events.Key) -> None:
        """Remember the key before its action runs. Another key cancels a pending first press."""
        self._twice.note(event.key)

    @on(events.MouseDown)
    def _forget_key(self) -> None:
        """Cancel the first press of a key that has to be pressed twice."""
        self._twice.forget()
