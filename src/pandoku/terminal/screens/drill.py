"""Drills: a list of techniques, and boards that need the chosen technique."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets.option_list import Option

from pandoku.errors import PandokuError
from pandoku.play.attempts import DrillAttempt
from pandoku.play.learned import numbered_board
from pandoku.play.plainly import plain_words
from pandoku.play.stops import Stop, find_stop
from pandoku.terminal.background import in_background
from pandoku.terminal.widgets import FootLine, Menu, TitleLine, show_message
from pandoku.words import rules_text, with_capital

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp
from collections.abc import Callable

from pandoku.model import Puzzle, digits_of
from pandoku.play import Game
from pandoku.terminal import pane
from pandoku.terminal.board import BoardView
from pandoku.terminal.entry import EntryBoard
from pandoku.terminal.hints import HintPane
from pandoku.terminal.table import BoardWithPane

if TYPE_CHECKING:
    from pandoku.play import Drill

__all__ = ["DrillScreen", "Drills"]

_WIDTH, _LEVEL, _FOUND = 34, 10, 14  # columns of a row
_MARGINS = 7  # columns around a row: the padding of the list, of an entry, and the scroll bar


class Drills(Screen[None]):
    """A list of techniques, the easiest first, with the player's results."""

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c", "course", "course"),
        Binding("escape,q", "app.back", "back"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[tuple[str, str, str]] = []

    def compose(self) -> ComposeResult:
        """Compose the list."""
        yield TitleLine("Drills", "find one technique on a board")
        yield Menu(id="drills")
        yield FootLine()

    def on_mount(self) -> None:
        """Load the techniques in the background."""
        show_message(self, "loading…", lasts=True)
        in_background(self, _techniques, self._fill, self._fail)

    def on_screen_resume(self) -> None:
        """Update the results after a drill."""
        self._fill(self._rows)

    def _fill(self, rows: list[tuple[str, str, str]]) -> None:
        self._rows = rows
        if not rows:
            return
        menu, results = self.query_one(Menu), self.app.shelf.drill_results()
        at = menu.highlighted
        menu.set_options(Option(self._row(row, results.get(row[0])), id=row[0]) for row in rows)
        menu.highlighted = at or 0
        menu.focus()
        show_message(self, "")

    def on_resize(self) -> None:
        """Arrange the rows for the new width."""
        self._fill(self._rows)

    def _row(self, row: tuple[str, str, str], result: tuple[int, int] | None) -> Content:
        _, title, level = row
        found = f"{result[0]} of {result[1]} found" if result else ""
        room = self.app.size.width - _MARGINS
        if room < _WIDTH + _LEVEL + _FOUND:
            last = f"{result[0]}/{result[1]}" if result else level
            gap = " " * max(1, room - len(title) - len(last))
            return Content.assemble((title, "bold"), gap, (last, "$accent" if result else "$muted"))
        return Content.assemble(
            (f"{title:<{_WIDTH}}", "bold"), (f"{level:<{_LEVEL}}", "$muted"), (found, "$accent")
        )

    def _fail(self, error: PandokuError) -> None:
        show_message(self, plain_words(error), is_bad=True)

    def action_course(self) -> None:
        """Show the stops of the course, whose drills come in order."""
        self.app.show_course()

    @on(Menu.OptionSelected)
    def practise(self, event: Menu.OptionSelected) -> None:
        """Start a drill."""
        from pandoku.terminal.screens.drill import DrillScreen

        if event.option_id:
            self.app.push_screen(DrillScreen(event.option_id))


def _techniques() -> list[tuple[str, str, str]]:
    """Return the name, title and level of each technique that has drills."""
    from pandoku.play.drills import drills
    from pandoku.rating import DEFAULT_SCALE, span, word_of
    from pandoku.techniques import get_technique

    rows = []
    for name in drills():
        numbers = span(DEFAULT_SCALE, name)
        level = word_of(numbers[0]) if numbers else ""
        rows.append((name, with_capital(get_technique(name).title), level))
    return rows


# ------------------------------------------------------------------ a drill

_MODES = ("digit", "center")


class DrillScreen(Screen[None]):
    """A drill of one technique. In the mode for center marks, typed digits remove candidates.

    Args:
        technique: Name of the technique.
        number: Number of the first drill. None means the first drill that the player has not tried.
        kind: Kind of the boards (see `pandoku.play.drill`). None means any kind.
        stop: The stop of the course that the drills belong to, or None. After each drill, the next
            one is of the technique of the stop that needs it most.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "judge", "judge"),
        Binding("i", "task", "task"),
        Binding("n", "another", "another"),
        Binding("H", "hint", "hint"),
        Binding("u,ctrl+z", "undo", "undo"),
        Binding("z", "mode('digit')", "place digits", show=False),
        Binding("c", "mode('center')", "strike candidates", show=False),
        Binding("space", "next_mode", "place or strike"),
        Binding("question_mark", "app.help", "all keys", show=False),
        Binding("escape,q", "leave", "back"),
    ]

    def __init__(
        self,
        technique: str,
        number: int | None = None,
        kind: str | None = None,
        stop: Stop | None = None,
    ) -> None:
        super().__init__()
        self._stop = stop
        self._technique, self._kind = technique, kind if stop is None else stop.kind
        self._number = number
        self._board = EntryBoard(Puzzle(4), None, self._enter, self._say)
        self._hints = HintPane(can_apply=False)
        self._drill: Drill | None = None
        self._game = Game.start(Puzzle(4))
        self._mode, self._began_ms = "digit", 0
        self._attempt = DrillAttempt()
        self._is_recorded = True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable actions of the board if it is not shown because the window is too small.

        The pane always shows the task, so the key for it is for windows without a pane.
        """
        if action == "task":
            return not self.query_one(BoardWithPane).has_pane
        return action == "another" or not self._board.is_too_small

    def compose(self) -> ComposeResult:
        """Compose the board, and the pane with the task."""
        yield TitleLine("Drill")
        yield BoardWithPane(
            self._board, ("task", "modes"), ("verdict", self._hints, "cell", "cage")
        )
        yield FootLine()

    def on_mount(self) -> None:
        """Find a board."""
        self._board.focus()
        self._board.display = False
        self._find()

    def _find(self) -> None:
        from pandoku.play import drill

        technique, kind = self._technique, self._kind
        if self._number is None:
            _, self._number = self.app.shelf.drill_results().get(technique, (0, 0))
        number = self._number = self.app.shelf.learned().open_board(technique, self._number, kind)
        self._say("looking for a board…", lasts=True)
        self._drill = None
        in_background(self, lambda: drill(technique, number, kind), self._begin, self._fail)

    def _begin(self, drill: Drill) -> None:
        """Show a drill. Its digits are fixed, and its candidates are shown as center marks."""
        self._drill = drill
        self._attempt, self._is_recorded = DrillAttempt(), False
        board = drill.board
        self._game = drill.start()
        self._board.show(board.puzzle, self._game.position)
        self._board.display = True
        self._mode = "digit" if drill.places else "center"
        self._began_ms = self.app.now_ms()
        self._hints.close()
        self._board.greatest = board.puzzle.order
        self.query_one(TitleLine).left = f"Drill: {drill.title[:1].upper()}{drill.title[1:]}"
        self.query_one(BoardWithPane).write("verdict", Content(""))
        self.query_one(BoardWithPane).fit()
        self._say("")
        self.action_task()
        self._show()

    def action_task(self) -> None:
        """Show the task in a window without a pane."""
        if self._drill is not None and not self.query_one(BoardWithPane).has_pane:
            rules = rules_text(self._drill.board.puzzle)
            self._say(" ".join(filter(None, (self._drill.text, rules))))

    def _fail(self, error: PandokuError) -> None:
        self._say(plain_words(error), is_bad=True)

    def on_resize(self) -> None:
        """Rearrange the board and the pane."""
        self.query_one(BoardWithPane).fit()
        self.call_after_refresh(self._show)

    @on(BoardView.Selected)
    def _show(self) -> None:
        board, table = self._board, self.query_one(BoardWithPane)
        board.position, board.mode, board.hint = self._game.position, self._mode, self._hints.hint
        board.has_grid_marks = self.app.preferences.fixed_places
        if self._drill is None:
            return
        mask = self._game.marks.center[board.cursor]
        name = self._game.puzzle.geometry.name(board.cursor)
        left = (
            " ".join(map(board.puzzle.label_of, digits_of(mask)))
            if not self._game.digits[board.cursor]
            else ""
        )
        if not table.has_pane:
            return
        puzzle = self._game.puzzle
        rules = [rules_text(puzzle)] if puzzle.constraints else []
        table.write("task", Content("\n\n".join((self._drill.text, *rules))))
        table.write("modes", pane.modes(self._mode, table.pane_width, _MODES))
        table.write("cell", Content.assemble((f"{name}  ", "bold"), (left, "$muted")))
        table.write("cage", pane.about_cage(self._game, board.cursor))

    def _say(self, text: str, *, is_bad: bool = False, lasts: bool = False) -> None:
        show_message(self, text, is_bad=is_bad, lasts=lasts)

    # ---------------------------------------------------------------- the answer

    def _enter(self, number: int, cells: tuple[int, ...], layer: str = "") -> None:
        """Place a digit, remove a candidate, or restore a candidate that was removed."""
        drill, layer = self._drill, layer or self._mode
        if drill is None or layer not in _MODES or not 1 <= number <= self._game.puzzle.order:
            return
        if layer == "center":  # only candidates of the drill can be removed or restored
            bit = 1 << (number - 1)
            cells = tuple(c for c in cells if drill.board.masks[c] & bit)
        if cells:
            self._make(lambda game: game.enter(layer, number, cells, tidy=True))

    def _make(self, move: Callable[[Game], Game]) -> None:
        game = move(self._game)
        if game is not self._game and game.line:
            self._game = game
            self.query_one(BoardWithPane).write("verdict", Content(""))
            self._show()

    def action_press(self, number: int) -> None:
        """Enter a number after a click on it."""
        self._board.press(number)

    def action_undo(self) -> None:
        """Undo the last edit, except the first edit, which wrote the candidates of the board."""
        self._board.flush()
        if len(self._game.line) > 1:
            self._make(lambda game: game.undo())

    def action_mode(self, mode: str) -> None:
        """Change the mode of digits."""
        self._mode = mode
        self._show()

    def action_next_mode(self) -> None:
        """Switch between placing digits and removing candidates."""
        self.action_mode(_MODES[1 - _MODES.index(self._mode)])

    def action_judge(self) -> None:
        """Judge the answer, and show whether it is right and complete.

        Enter only ends a typed number.
        """
        if self._board.pending:
            self._board.flush()
            return
        drill = self._drill
        if drill is None:
            return
        verdict = drill.grade(*drill.answer(self._game.digits, self._game.marks.center))
        sign, style = ("✓", "$success") if verdict.is_right else ("✗", "$error")
        if not verdict.is_complete and verdict.is_right:
            sign, style = "…", "$accent"
        words = Content.assemble((f"{sign} ", f"bold {style}"), verdict.text)
        self._attempt = self._attempt.after_answer(verdict)
        if verdict.is_complete:
            self._record()
            note = self._attempt.note
            words += Content(f" {note}\n" if note else "\n") + self._progress()
            words += Content.assemble(("\nn", "bold $accent"), (" another one", "$muted"))
            if self._stop is not None:
                words += Content.assemble(("\nq", "bold $accent"), (" back to the stop", "$muted"))
        self.query_one(BoardWithPane).write("verdict", words)
        if not self.query_one(BoardWithPane).has_pane:
            self._say(verdict.text, is_bad=not verdict.is_right)

    def _progress(self) -> Content:
        """Return a line about the stop of the course that teaches the technique, or nothing."""
        stop = self._stop or find_stop(self._technique)
        if stop is None:
            return Content("")
        progress = self.app.shelf.learned().at(stop)
        is_met = progress.n_right >= progress.goal
        sign, style = ("✓", "$success") if is_met else ("·", "$muted")
        words = f"course, {stop.title}: {progress.drills_text}"
        return Content.assemble((f"{sign} ", style), (words, "$muted"))

    def _record(self) -> None:
        """Save the result of the attempt, once, if the player has begun it."""
        drill, attempt = self._drill, self._attempt
        if drill is None or self._is_recorded or not attempt.is_begun:
            return
        self._is_recorded = True
        spent = self.app.now_ms() - self._began_ms
        board = numbered_board(drill.number, drill.kind)
        self.app.shelf.record_drill(drill.technique, attempt.counts, spent, board)

    def action_another(self) -> None:
        """Show another board. An attempt that was begun is saved as not right."""
        if self._drill is None:
            return
        self._record()
        self._number = self._drill.number + 1
        if self._stop is not None:
            technique = self.app.shelf.learned().next_drill(self._stop)
            self._number = self._number if technique == self._technique else None
            self._technique = technique
        self._find()

    def action_leave(self) -> None:
        """Go back. An attempt that was begun is saved as not right."""
        self._record()
        self.app.back()

    def action_hint(self) -> None:
        """Show a hint, or the next level of the current hint."""
        if self._drill is not None:
            self._hints.ask(self._drill.hint)

    def on_hint_pane_given(self, message: HintPane.Given) -> None:
        """Show the hint. With it, the drill does not count as right."""
        self._attempt = self._attempt.after_hint(message.hint.level)
        self._show()
        if not self.query_one(BoardWithPane).has_pane:
            self._say(message.hint.text, lasts=True)

    def on_hint_pane_failed(self, message: HintPane.Failed) -> None:
        """Show the error that prevented a hint."""
        self._fail(message.error)
