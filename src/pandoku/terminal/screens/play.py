"""The screen of a game: the board, and a pane with information for the player."""

from __future__ import annotations

from datetime import date
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from pandoku.errors import PandokuError
from pandoku.play import Game, Move, shown_mistakes
from pandoku.play.edits import BASIC_LAYERS
from pandoku.play.plainly import plain_words
from pandoku.play.stops import Stop, stop_of_puzzle
from pandoku.play.timer import clock_text
from pandoku.terminal import pane
from pandoku.terminal.background import in_background
from pandoku.terminal.beginning import game_title
from pandoku.terminal.board import BoardView
from pandoku.terminal.hints import HintPane, about_hint, offer_of
from pandoku.terminal.screens.game import GameScreen
from pandoku.terminal.sketch import drawn_lines
from pandoku.terminal.table import BoardWithPane
from pandoku.terminal.widgets import FootLine, TitleLine
from pandoku.terminal.words import count_text

if TYPE_CHECKING:
    from pandoku.logic import Judge
    from pandoku.play.pace import ExpectedTime

__all__ = ["Play"]

_MARGIN = 3  # columns on each side of a page
_NOTHING = Content("")
_DONE = "done; u undoes"
# a search starts this long after the first frame, so that the frame is not slowed down
_SOON_S = 0.15


class Play(GameScreen):
    """The screen of a game.

    Args:
        game: The game, which may have moves.
        game_id: Id among the saved games.
        difficulty: Difficulty in a word, or "".
        daily: Date of a daily puzzle, or None.
        notice: A message to show at the start and also below the rules, such as how an ambiguous
            text was interpreted.

    Attributes:
        greeting: A message to show at the start, until the first key.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("H,n", "hint", "hint"),
        Binding("i", "facts", "facts"),
        Binding("tab", "facts", "facts", show=False),
        Binding("u,ctrl+z", "undo", "undo"),
        Binding("enter", "check", "check"),
        Binding("ctrl+r,ctrl+y", "redo", "redo", show=False),
        Binding("z", "mode('digit')", "digits", show=False),
        Binding("x", "mode('corner')", "corner marks", show=False),
        Binding("c", "mode('center')", "center marks", show=False),
        Binding("v", "mode('color')", "colors", show=False),
        Binding("space", "next_mode", "next mode", show=False),
        Binding("backspace,delete", "erase", "erase", show=False),
        Binding("slash", "letters", "letters for digits from 10 on", show=False),
        Binding("f", "fill", "fill in candidates", show=False),
        Binding("t", "tidy", "tidy marks on or off", show=False),
        Binding("m", "checkpoint", "save a checkpoint", show=False),
        Binding("apostrophe", "return", "go back to a checkpoint", show=False),
        Binding("b", "rewind", "back to before the first mistake", show=False),
        Binding("R", "restart", "start again", show=False),
        Binding("G", "reveal", "give up: show the solution", show=False),
        Binding("p", "pause", "pause"),
        Binding("e", "review", "coach"),
        Binding("o", "overview", "draw"),
        Binding("w", "watch", "watch an engine", show=False),
        Binding("comma", "app.settings", "settings", show=False),
        Binding("pagedown", "scroll_told(1)", "scroll the hint", show=False),
        Binding("pageup", "scroll_told(-1)", "scroll the hint back", show=False),
        Binding("escape", "close_hint", "close the hint", show=False),
        Binding("q", "app.home", "home"),
        Binding("question_mark", "app.help", "all keys"),
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
        super().__init__(game, game_id)
        self.greeting = ""
        self._difficulty, self._daily, self._notice = difficulty, daily, notice
        self._has_lines = bool(drawn_lines(game.seen))
        self._expected: ExpectedTime | None = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable actions that have nothing to do.

        Keys of the board need room for a cell, the page of facts is for windows without a pane,
        and the overview for puzzles with lines, whatever the window.
        """
        if action == "overview":
            return self._has_lines
        if action == "facts" and self.query_one(BoardWithPane).has_pane:
            return False
        return action == "pause" or not self._board.is_too_small

    # ---------------------------------------------------------------- the parts of the screen

    def compose(self) -> ComposeResult:
        """Compose the board and the pane."""
        self._board.cell_size = self.app.shelf.cell_size(self.game.puzzle.order)
        yield TitleLine(self._title())
        yield BoardWithPane(
            self._board,
            ("clock", "modes", "keypad"),
            (self._hints, "cell", "cage", "constraints", "notice", "expected"),
        )
        yield FootLine()

    def _title(self) -> str:
        return game_title(self.game, self._difficulty)

    def on_mount(self) -> None:
        """Show messages, and start searching for the game's solution in the background."""
        self._board.focus()
        self.set_interval(1, self._show_time)
        self.call_after_refresh(self.set_timer, _SOON_S, self._find_judge)
        news = self.app.shelf.take_news()
        notice = "" if self.query_one(BoardWithPane).has_pane else self._notice
        news = f"{news}." if news else ""
        self.say(" ".join(filter(None, (news, notice, self.greeting))), is_bad=bool(news))

    def on_screen_resume(self) -> None:
        """Continue the timer, and apply changed settings."""
        if not self._is_paused and not self.game.is_solved:
            self._timer = self._timer.start(self.app.now_ms())
        self.show()

    def on_screen_suspend(self) -> None:
        """Stop the timer while another screen is shown."""
        self._twice.forget()
        self._timer = self._timer.pause(self.app.now_ms())

    def on_resize(self) -> None:
        """Rearrange the board and the pane."""
        self.query_one(BoardWithPane).fit()
        self.call_after_refresh(self._show_pane)
        self._move_hint()

    def _move_hint(self) -> None:
        """Show the hint in the last line if the window has lost its pane, or clear it there."""
        hint, said = self._hints.hint, self.query_one(FootLine).text
        if hint is not None and said in ("", hint.text):
            has_pane = self.query_one(BoardWithPane).has_pane
            self.say("" if has_pane else hint.text, lasts=True)

    def show(self) -> None:
        """Show the current state of the game."""
        board, preferences = self._board, self.app.preferences
        if board.puzzle != self.game.seen:
            board.puzzle = self.game.seen
            self._has_lines = bool(drawn_lines(self.game.seen))
            self.refresh_bindings()
            self.query_one(BoardWithPane).fit()
        board.position, board.mode, board.hint = self.game.position, self._mode, self._hints.hint
        board.mistakes = self._checked | shown_mistakes(
            self.game, preferences.checks, self._solution
        )
        board.has_peers, board.has_same = preferences.peers, preferences.same_digit
        board.has_grid_marks = preferences.fixed_places
        board.is_hidden = self._is_paused
        self._show_pane()

    @on(BoardView.Zoomed)
    def _keep_size(self) -> None:
        """Remember the size of cells, or that it follows the window."""
        self.app.shelf.keep_cell_size(self.game.puzzle.order, self._board.cell_size)

    @on(BoardView.Selected)
    def _show_pane(self) -> None:
        """Update the pane for the cell under the cursor."""
        table, game, board = self.query_one(BoardWithPane), self.game, self._board
        self._show_time()
        is_colors = self._mode == "color"
        lead = pane.swatches(board.palette, self.size.width) if is_colors else _NOTHING
        self.query_one(FootLine).lead = _NOTHING if table.has_pane else lead
        if not table.has_pane:
            return
        table.write("modes", pane.modes(self._mode, table.pane_width))
        keys = (
            pane.swatches(board.palette, table.pane_width)
            if is_colors
            else pane.keypad(game, table.pane_width)
        )
        table.write("keypad", keys)
        is_shown = not self._is_paused
        chosen = sorted(board.selection)
        table.write("cell", pane.about_cell(game, board.cursor, chosen) if is_shown else _NOTHING)
        table.write("cage", pane.about_cage(game, board.cursor) if is_shown else _NOTHING)
        size, room = board.shown_size, table.about_width
        told = pane.about_constraints(game, board.cursor, size, room) if is_shown else _NOTHING
        table.write("constraints", told)
        table.write("notice", Content(self._notice).stylize("$muted"))
        expected = self._expected.sentence if self._expected and not game.is_solved else ""
        table.write("expected", Content(expected).stylize("$muted"))

    def _show_time(self) -> None:
        """Show the playing time, unless the timer is turned off."""
        played = clock_text(self._timer.played(self.app.now_ms()))
        shown = played if self.app.preferences.timer else ""
        state = "paused" if self._is_paused else ""
        if self.game.is_solved:
            state = "the solution" if self.game.is_revealed else "solved"
        mode = (
            ""
            if self.query_one(BoardWithPane).has_pane or self._mode == BASIC_LAYERS[0]
            else self._mode
        )
        text = "  ".join(part for part in (mode, state, shown) if part)
        self.query_one(TitleLine).right = text
        is_bare = self.has_class("bare")
        self.query_one(BoardWithPane).write(
            "clock", Content(text).stylize("$muted") if is_bare else _NOTHING
        )

    # ---------------------------------------------------------------- checks and hints

    def _find_judge(self) -> None:
        """Find the judge, which checks digits with the solution, in the background."""
        in_background(self, self.game.judge, self._take_judge, self._say_error)

    def _take_judge(self, judge: Judge) -> None:
        self._judge = judge
        if judge.problem:
            self._notice = f"{self._notice} {judge.problem}".strip()
            has_pane = self.query_one(BoardWithPane).has_pane  # it shows the complete notice
            if not (has_pane and self._board.pending):  # that message explains the number
                self.say(judge.problem.partition(". ")[0] if has_pane else self._notice)
        self.show()
        if judge.problem or judge.solution is None:
            return  # a puzzle without exactly one solution has no path, and so no time
        # The time is only an addition, so it waits for the solution. An error hides it.
        work = partial(self.app.shelf.expected_time, self.game.puzzle)
        in_background(self, work, self._take_expected, lambda _: None)

    def _take_expected(self, expected: ExpectedTime | None) -> None:
        self._expected = expected
        self._show_pane()

    def _say_error(self, error: PandokuError) -> None:
        self.say(plain_words(error), is_bad=True)

    def action_check(self) -> None:
        """Show all mistakes, until the player enters a digit. Enter only ends a typed number."""
        if self._board.pending:
            self._board.flush()
            return
        game, solution = self.game, self._solution
        wrong = shown_mistakes(game, "solution", solution)
        self._make(lambda game, at: game.play(Move("check", at_ms=at)))
        self._checked = wrong
        self.show()
        n_empty = game.digits.count(0)
        if wrong:
            self.say(f"{count_text(len(wrong), 'cell')} not right", is_bad=True)
        elif not game.is_full:
            is_sure = self._judge is not None and self._judge.is_complete
            sure = "all right so far" if is_sure else "no rule is broken so far"
            self.say(f"{sure}: {count_text(n_empty, 'cell')} to go")

    def action_hint(self) -> None:
        """Show a hint, or the next level of the current hint. Apply a complete hint."""
        self._hints.ask(self.game.hint)

    def on_hint_pane_given(self, message: HintPane.Given) -> None:
        """Record the hint in the game, and show it."""
        hint = message.hint
        self._make(lambda game, at: game.record_hint(hint, at_ms=at))
        is_past = self._hints.hint is not hint  # a move came first
        if not is_past and not self.query_one(BoardWithPane).has_pane:
            offer = offer_of(hint)
            self.say(f"{hint.text} {offer}." if offer else hint.text, lasts=True)

    def on_hint_pane_accepted(self, message: HintPane.Accepted) -> None:
        """Apply the step of the hint, or correct the mistake."""
        hint, tidy = message.hint, self.app.preferences.tidy
        self._hints.close()
        self._make(lambda game, at: game.apply_hint(hint, tidy=tidy, at_ms=at), _DONE)

    def on_hint_pane_failed(self, message: HintPane.Failed) -> None:
        """Show the error that prevented a hint."""
        self._say_error(message.error)

    def action_scroll_told(self, pages: int) -> None:
        """Scroll a long text in the pane or the last line. Without one, move by a box."""
        table = self.query_one(BoardWithPane)
        if table.has_pane:
            has_scrolled = table.scroll_about(pages)
        else:
            has_scrolled = self.query_one(FootLine).scroll_pages(pages)
        if not has_scrolled:
            self._board.move_by_box(pages)

    def action_close_hint(self) -> None:
        """Close the hint."""
        self._hints.close()
        self.show()
        self.say("")

    # ---------------------------------------------------------------- time, and other screens

    def action_pause(self) -> None:
        """Pause the game, or continue it."""
        self._is_paused = not self._is_paused
        now = self.app.now_ms()
        self._timer = self._timer.pause(now) if self._is_paused else self._timer.start(now)
        self.show()
        self._show_time()
        self.say("paused; p goes on" if self._is_paused else "")

    def end(self) -> None:
        """Show the end of the game if the full grid is right. Otherwise, show a message."""
        if not self.game.is_solved:
            self.say("full, but not right yet; Enter shows where", is_bad=True)
            return
        from pandoku.terminal.screens.dialogs import Finish

        self._timer = self._timer.pause(self.app.now_ms())
        self._hints.close()
        self.show()
        streak = self.app.shelf.streak(self.app.today)
        ahead = self._ahead()
        title = ahead.title if ahead else ""
        expected = self._expected.compared if self._expected else ()
        end = Finish(self.game, self._solution, self._daily, streak, title, expected)
        self.app.push_screen(end, self._go_on)

    def _ahead(self) -> Stop | None:
        """Return the stop that comes next, if the puzzle belongs to a stop of the course."""
        stop = stop_of_puzzle(self.game.puzzle)
        return None if stop is None else self.app.shelf.learned().after(stop)

    def _go_on(self, chosen: str | None) -> None:
        """Run the action that the player chose at the end of the game."""
        if chosen == "review":
            self.action_review()
        elif chosen == "course" and (ahead := self._ahead()) is not None:
            self.app.go_to_stop(ahead.name)
        elif chosen in ("home", "new"):
            self.app.go_home()
            if chosen == "new":
                self.app.ask_for_new()

    def action_facts(self) -> None:
        """Show a page with the texts of the pane."""
        from pandoku.terminal.screens.facts import FactsPage

        self.app.push_screen(FactsPage(self._title(), self._facts()))

    def _facts(self) -> tuple[Content, ...]:
        """Return the texts of the pane: the hint, the cell, its constraints and the digits left."""
        game, board = self.game, self._board
        expected = self._expected.sentence if self._expected and not game.is_solved else ""
        ends = (Content(self._notice).stylize("$muted"), Content(expected).stylize("$muted"))
        if self._is_paused:
            return ends
        hint = self._hints.hint
        return (
            about_hint(hint, can_apply=False, palette=board.palette)
            if hint is not None
            else _NOTHING,
            pane.about_cell(game, board.cursor, sorted(board.selection)),
            pane.about_cage(game, board.cursor),
            pane.about_constraints(game, board.cursor),
            pane.keypad(game, self.app.size.width - 2 * _MARGIN, can_click=False),
            *ends,
        )

    def action_review(self) -> None:
        """Show the coach's review."""
        from pandoku.terminal.screens.review import ReviewScreen

        self.app.push_screen(ReviewScreen(self.game))

    def action_overview(self) -> None:
        """Show the board with its lines drawn, and then move the cursor to the chosen cell."""
        from pandoku.terminal.screens.overview import Overview

        if self._is_paused:
            self.say("paused; p goes on")
            return
        self._board.flush()
        self.app.push_screen(Overview(self.game, self._board.cursor), self._move_to)

    def _move_to(self, cell: int | None) -> None:
        if cell is not None and cell != self._board.cursor:
            self._board.select([cell], cell)
            self._show_pane()

    def action_watch(self) -> None:
        """Show an engine at work on the puzzle."""
        from pandoku.terminal.screens.watch import Watch, engines_for

        if self.game.position.veil is not None and not self.game.is_solved:
            self.say("an engine would show what lies in the fog: finish the game first")
            return
        if not engines_for(self.game.puzzle):
            self.say("no engine that can be watched takes the rules of this puzzle")
            return
        self.app.push_screen(Watch(self.game.puzzle))
