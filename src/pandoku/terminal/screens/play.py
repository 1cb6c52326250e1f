"""The game itself: the board, and beside it all that the player needs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Container, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from pandoku.errors import PandokuError
from pandoku.model import Board
from pandoku.play import LAYERS, Game, Timer, shown_mistakes
from pandoku.terminal import pane
from pandoku.terminal.background import in_background
from pandoku.terminal.board import BoardView, needed
from pandoku.terminal.ladder import LAST, Ladder
from pandoku.terminal.layout import Arrangement, arrange
from pandoku.terminal.lines import KeyLine, MessageLine, TitleLine
from pandoku.terminal.typed import Typed, letter_number
from pandoku.terminal.words import clock_text, kind_text

if TYPE_CHECKING:
    from pandoku.logic import Hint
    from pandoku.play import Judged
    from pandoku.terminal.app import PandokuApp

__all__ = ["Play"]

_TYPING_S = 0.9  # how long a first digit waits for a second one
_N_COLOURS = 9


class Play(Screen[None]):
    """A game being played.

    Args:
        game: The game, which may have moves.
        game_id: Its id among the saved games.
        difficulty: Its difficulty in a word, or "".
        daily: The date if it is a daily puzzle.
        notice: A line to show first.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("H,n", "hint", "hint"),
        Binding("u,ctrl+z", "undo", "undo"),
        Binding("enter", "check", "check"),
        Binding("f", "fill", "fill in candidates"),
        Binding("ctrl+r,ctrl+y", "redo", "redo", show=False),
        Binding("z", "mode('digit')", "digits", show=False),
        Binding("x", "mode('corner')", "corner marks", show=False),
        Binding("c", "mode('centre')", "centre marks", show=False),
        Binding("v", "mode('colour')", "colours", show=False),
        Binding("space", "next_mode", "next mode", show=False),
        Binding("backspace,delete", "erase", "erase", show=False),
        Binding("slash", "letters", "letters for digits from 10 on", show=False),
        Binding("t", "tidy", "tidy marks on or off", show=False),
        Binding("m", "checkpoint", "keep this position"),
        Binding("apostrophe", "return", "return to a kept position", show=False),
        Binding("b", "rewind", "back to before the first mistake", show=False),
        Binding("R", "restart", "start again", show=False),
        Binding("exclamation_mark", "reveal", "give up: show the solution", show=False),
        Binding("p", "pause", "pause"),
        Binding("e", "review", "the coach", show=False),
        Binding("w", "watch", "watch an engine", show=False),
        Binding("escape", "escape", "close the hint", show=False),
        Binding("comma", "settings", "settings", show=False),
        Binding("q", "home", "home"),
        Binding("question_mark", "app.help", "keys"),
    ]

    def __init__(
        self,
        game: Game,
        game_id: int,
        *,
        difficulty: str = "",
        daily: date | None = None,
        notice: str = "",
    ) -> None:
        super().__init__()
        self.game, self.game_id = game, game_id
        self._difficulty, self._daily, self._notice = difficulty, daily, notice
        self._mode = LAYERS[0]
        self._timer = Timer(game.played_ms)
        self._ladder = Ladder()
        self._judged: Judged | None = None
        self._checked = frozenset[int]()  # cells found wrong by the last check
        self._typed, self._typed_into = Typed(game.puzzle.order), tuple[int, ...]()
        self._has_letters = self._is_paused = self._is_thinking = False
        self._sure_of = ""  # the action that waits for a second press
        self._arranged: Arrangement | None = None

    # ---------------------------------------------------------------- what is on the screen

    def compose(self) -> ComposeResult:
        """Compose the board, and the pane beside it or below."""
        yield TitleLine(self._title())
        with Container(id="table"):
            with Center(id="ground"):
                yield BoardView(self.game.puzzle, self.game.position)
            with Vertical(id="pane"):
                yield Static(id="clock")
                yield Static(id="modes")
                yield Static(id="keypad")
                with VerticalScroll(id="about", can_focus=False):
                    yield Static(id="hint")
                    yield Static(id="cell")
                    yield Static(id="cage")
                yield MessageLine()
        yield MessageLine()
        yield KeyLine()

    def _title(self) -> str:
        puzzle = self.game.puzzle
        name = puzzle.title or kind_text(puzzle)
        return ", ".join(part for part in (name, self._difficulty) if part)

    def on_mount(self) -> None:
        """Show the game, and find out in the background whether it has one solution."""
        self.query_one(BoardView).focus()
        self.set_interval(1, self._show_time)
        self._show()
        self.say(self._notice or self.app.shelf.trouble, is_bad=bool(self.app.shelf.trouble))
        self.call_after_refresh(self._judge)

    def on_screen_resume(self) -> None:
        """Let the time go on, and take over changed settings."""
        if not self._is_paused and not self.game.is_solved:
            self._timer = self._timer.start(self.app.now_ms())
        self._show()

    def on_screen_suspend(self) -> None:
        """Stop the time while another screen is shown."""
        self._timer = self._timer.pause(self.app.now_ms())

    def on_resize(self) -> None:
        """Arrange the board and the pane anew."""
        self._arrange()

    def _arrange(self) -> None:
        puzzle, (width, height) = self.game.puzzle, self.app.size
        arranged = arrange(width, height, lambda size: needed(puzzle, size))
        if arranged == self._arranged:
            return
        self._arranged = arranged
        for place in ("right", "below", "none"):
            self.set_class(arranged.pane == place, f"pane-{place}")
        self.set_class(not arranged.has_frame, "bare")
        board = self.query_one(BoardView)
        columns, lines = needed(puzzle, arranged.size) if arranged.size else arranged.board
        board.styles.width, board.styles.height = columns, lines
        self.query_one("#ground").styles.width = (
            "1fr" if arranged.pane != "right" else max(columns + 2, width * 3 // 5)
        )
        self.call_after_refresh(self._show_pane)

    def _show(self) -> None:
        """Show the game as it is now."""
        board, preferences = self.query_one(BoardView), self.app.preferences
        solution = self._judged.solution if self._judged else None
        board.position = self.game.position
        board.mode, board.hint = self._mode, self._ladder.hint
        board.mistakes = self._checked | shown_mistakes(self.game, preferences.checks, solution)
        board.has_peers, board.has_same = preferences.peers, preferences.same_digit
        board.is_hidden = self._is_paused
        self._show_pane()

    def _show_pane(self) -> None:
        """Say what concerns the cursor's cell."""
        if self._arranged is None or self._arranged.pane == "none":
            return
        game, board = self.game, self.query_one(BoardView)
        width = self.query_one("#keypad").content_size.width or 20
        self._update("modes", pane.modes(self._mode, width))
        self._update("keypad", pane.keypad(game, self._mode, width))
        self._update("cell", pane.about_cell(game, board.cursor, sorted(board.selection)))
        self._update("cage", self._about_cage(board.cursor))
        self._update("hint", pane.about_hint(self._ladder.hint))
        self._show_time()

    def _about_cage(self, cell: int) -> Content:
        """Return the cage of a cell and what can fill it; empty if it is in none."""
        from pandoku.play import combinations

        puzzle, game = self.game.puzzle, self.game
        at = next((n for n, cage in enumerate(puzzle.cages) if cell in cage.cells), None)
        if at is None:
            return Content("")
        return pane.about_cage(game, at, combinations(noted_board(game), at))

    def _update(self, name: str, content: Content) -> None:
        """Change a part of the pane, if it is another one."""
        part = self.query_one(f"#{name}", Static)
        if part.content != content:
            part.display = bool(content)
            part.update(content)

    def _show_time(self) -> None:
        """Show the time played, if it is wanted."""
        played = clock_text(self._timer.played(self.app.now_ms()))
        shown = played if self.app.preferences.timer else ""
        state = "paused" if self._is_paused else "solved" if self.game.is_solved else ""
        text = "  ".join(part for part in (state, shown) if part)
        self.query_one(TitleLine).right = text
        if self.has_class("bare"):
            self._update("clock", Content(text).stylize("$text-muted"))

    def say(self, text: str, *, is_bad: bool = False) -> None:
        """Show a message where there is room for it."""
        for line in self.query(MessageLine):
            line.say(text, is_bad=is_bad)

    @on(BoardView.Selected)
    def show_chosen(self) -> None:
        """Say what concerns the cursor's new cell."""
        self._show_pane()

    # ---------------------------------------------------------------- digits

    def on_key(self, event: events.Key) -> None:
        """Take digits, and letters if they stand for digits; any other key ends a number."""
        key = event.key
        if key.isdigit() and len(key) == 1:
            event.stop()
            self._type(int(key))
        elif key.startswith("alt+") and key[4:].isdigit():
            event.stop()
            self._flush()
            self._enter("centre", int(key[4:]))
        elif self._has_letters and (number := letter_number(key)):
            event.stop()
            self.action_press(number)
        else:
            self._flush()

    def _type(self, digit: int) -> None:
        self._typed.greatest = _N_COLOURS if self._mode == "colour" else self.game.puzzle.order
        into = self._typed_into if self._typed.pending else self._chosen()
        numbers = self._typed.press(digit)
        self._typed_into = into
        for number in numbers:
            self._enter_into(into, number)
        if self._typed.pending:
            self.say(f"{self._typed.pending}…")
            self.set_timer(_TYPING_S, self._flush)

    def _flush(self) -> None:
        """Enter the number that waits for a second digit."""
        for number in self._typed.flush():
            self._enter_into(self._typed_into, number)

    def _chosen(self) -> tuple[int, ...]:
        return tuple(sorted(self.query_one(BoardView).selection))

    def action_press(self, number: int) -> None:
        """Enter a number in the mode, as its key does."""
        self._flush()
        self._enter_into(self._chosen(), number)

    def _enter_into(self, cells: tuple[int, ...], number: int) -> None:
        if number == 0:
            self._make(lambda game, at: game.erase(cells, self._mode, at_ms=at))
        else:
            self._enter(self._mode, number, cells)

    def _enter(self, layer: str, number: int, cells: tuple[int, ...] | None = None) -> None:
        into = cells or self._chosen()
        if number > (_N_COLOURS if layer == "colour" else self.game.puzzle.order):
            self.say(f"expected a digit 1-{self.game.puzzle.order}, found {number}", is_bad=True)
            return
        if layer != "colour" and all(self.game.puzzle.givens[cell] for cell in into):
            self.say("this cell is given")
            return
        tidy = self.app.preferences.tidy
        self._make(lambda game, at: game.enter(layer, number, into, tidy=tidy, at_ms=at))

    # ---------------------------------------------------------------- moves

    def _make(self, move: Callable[[Game, int], Game], *, done: str = "") -> bool:
        """Make a move, save it and show it; return whether it changed anything."""
        if self._is_paused:
            self.action_pause()
        was = self.game
        try:
            game = move(was, self._timer.played(self.app.now_ms()))
        except PandokuError as error:
            self.say(str(error), is_bad=True)
            return False
        if game is was:
            return False
        self._take(game)
        if not self.app.shelf.trouble:
            self.say(done)
        if game.is_full and not was.is_full:
            self._end()
        return True

    def _take(self, game: Game) -> None:
        """Save and show a game that has grown."""
        if game.digits != self.game.digits:
            self._checked = frozenset()
        self.game, self._sure_of = game, ""
        self.game_id = self.app.shelf.save(self.game_id, game)
        if self.app.shelf.trouble:
            self.say(self.app.shelf.trouble, is_bad=True)
        self._ladder.follow(game)
        self._show()

    def _end(self) -> None:
        """Finish a full board: well, or not yet."""
        if not self.game.is_solved:
            self.say("full, but not right yet: Enter shows where", is_bad=True)
            return
        self._timer = self._timer.pause(self.app.now_ms())
        self._ladder.close()
        self._show()
        if not any(move.kind == "reveal" for move in self.game.moves):
            self.app.push_screen(Finish(self.game, self._judged, self._daily), self._go_on)

    def _go_on(self, chosen: str | None) -> None:
        """Do what the player chose at the end."""
        if chosen == "review":
            self.action_review()
        elif chosen == "home":
            self.app.back()
        elif chosen == "new":
            self.app.back()
            self.app.ask_for_new()

    def action_mode(self, mode: str) -> None:
        """Choose what digits mean."""
        self._mode = mode
        self._show()

    def action_next_mode(self) -> None:
        """Choose the next mode."""
        self.action_mode(LAYERS[(LAYERS.index(self._mode) + 1) % len(LAYERS)])

    def action_letters(self) -> None:
        """Turn letters for digits on or off, where there are digits from 10 on."""
        order = self.game.puzzle.order
        if order < 10:
            self.say(f"the digits go to {order}: no letters are needed")
            return
        self._has_letters = not self._has_letters
        last = chr(ord("A") + order - 10)
        self.say(f"letters A-{last} are digits 10-{order}; / ends" if self._has_letters else "letters are keys again")

    def action_erase(self) -> None:
        """Erase the chosen cells, layer by layer."""
        self._flush()
        cells = self._chosen()
        self._make(lambda game, at: game.erase(cells, self._mode, at_ms=at))

    def action_undo(self) -> None:
        """Take back the last edit."""
        if not self._make(lambda game, at: game.undo(at_ms=at)):
            self.say("nothing to undo")

    def action_redo(self) -> None:
        """Repeat the edit that was undone last."""
        if not self._make(lambda game, at: game.redo(at_ms=at)):
            self.say("nothing to redo")

    def action_fill(self) -> None:
        """Fill in the candidates of the chosen cells, or of all if only one is chosen."""
        chosen = self._chosen()
        cells = chosen if len(chosen) > 1 else None
        self._make(lambda game, at: game.fill(cells, at_ms=at))

    def action_tidy(self) -> None:
        """Turn tidy marks on or off."""
        self.app.change_preference("tidy", 1)
        on = self.app.preferences.tidy
        self.say("digits tidy the marks around them" if on else "marks stay as they are")

    def action_restart(self) -> None:
        """Start again, after a second press; undo and redo still work."""
        if self._is_sure("restart", "start again"):
            self._make(lambda game, at: game.restart(at_ms=at), done="back at the start; Ctrl-R repeats")

    def _is_sure(self, what: str, words: str) -> bool:
        if self._sure_of == what:
            self._sure_of = ""
            return True
        self._sure_of = what
        self.say(f"press again to {words}")
        return False
