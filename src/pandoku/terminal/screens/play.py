"""The screen of a game: the board, and a pane with information for the player."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen

from pandoku.errors import PandokuError
from pandoku.model import span_of
from pandoku.play import Game, Move, Timer, shown_mistakes
from pandoku.play.edits import BASIC_LAYERS
from pandoku.play.plainly import plain_words
from pandoku.play.stops import Stop, stop_of_puzzle
from pandoku.play.timer import clock_text
from pandoku.terminal import pane
from pandoku.terminal.background import in_background
from pandoku.terminal.beginning import game_title
from pandoku.terminal.board import BoardView
from pandoku.terminal.entry import EntryBoard
from pandoku.terminal.hints import HintPane, about_hint, offer_of
from pandoku.terminal.sketch import drawn_lines
from pandoku.terminal.table import BoardWithPane
from pandoku.terminal.twice import Twice
from pandoku.terminal.widgets import FootLine, TitleLine, show_message
from pandoku.terminal.words import count_text

if TYPE_CHECKING:
    from pandoku.logic import Judge
    from pandoku.play.pace import ExpectedTime
    from pandoku.terminal.app import PandokuApp

__all__ = ["Play"]

_N_COLORS = 9
_MARGIN = 3  # columns on each side of a page
_LONGEST_NAME = 40
_NOTHING = Content("")
_DONE = "done; u undoes"
# a search starts this long after the first frame, so that the frame is not slowed down
_SOON_S = 0.15


class Play(Screen[None]):
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

    app: PandokuApp
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
        super().__init__()
        self.game, self.game_id, self.greeting = game, game_id, ""
        self._difficulty, self._daily, self._notice = difficulty, daily, notice
        self._board = EntryBoard(game.seen, game.position, self._enter, self.say)
        self._has_lines = bool(drawn_lines(game.seen))
        self._mode = BASIC_LAYERS[0]
        self._timer, self._is_paused = Timer(game.played_ms), False
        self._hints = HintPane(can_apply=True)
        self._judge: Judge | None = None
        self._expected: ExpectedTime | None = None
        self._checked = frozenset[int]()  # the wrong cells that the last check found
        self._twice = Twice(self, self.say)

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
        self._show()

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

    def _show(self) -> None:
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

    @property
    def _solution(self) -> tuple[int, ...] | None:
        return self._judge.solution if self._judge else None

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
        self._show()
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
        self._show()
        self.say(done)
        if game.is_full and not was.is_full:
            self._end()
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
        self._show()
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

    def _why_unknown(self) -> str:
        return self._judge.text if self._judge else "still looking for the solution"

    def action_check(self) -> None:
        """Show all mistakes, until the player enters a digit. Enter only ends a typed number."""
        if self._board.pending:
            self._board.flush()
            return
        game, solution = self.game, self._solution
        wrong = shown_mistakes(game, "solution", solution)
        self._make(lambda game, at: game.play(Move("check", at_ms=at)))
        self._checked = wrong
        self._show()
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
        self._show()
        self.say("")

    # ---------------------------------------------------------------- time, and other screens

    def action_pause(self) -> None:
        """Pause the game, or continue it."""
        self._is_paused = not self._is_paused
        now = self.app.now_ms()
        self._timer = self._timer.pause(now) if self._is_paused else self._timer.start(now)
        self._show()
        self._show_time()
        self.say("paused; p goes on" if self._is_paused else "")

    def _end(self) -> None:
        """Show the end of the game if the full grid is right. Otherwise, show a message."""
        if not self.game.is_solved:
            self.say("full, but not right yet; Enter shows where", is_bad=True)
            return
        from pandoku.terminal.screens.dialogs import Finish

        self._timer = self._timer.pause(self.app.now_ms())
        self._hints.close()
        self._show()
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
