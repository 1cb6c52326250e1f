"""The course: a list of its stops, and a stop with its lessons, drills and puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.widgets.option_list import Option

from pandoku.errors import PandokuError
from pandoku.play import Game
from pandoku.play.learned import PARTS, Fact, Learned, StopProgress
from pandoku.play.plainly import plain_words
from pandoku.play.stops import BRANCHES, COURSE, Stop, get_stop
from pandoku.terminal.background import in_background
from pandoku.terminal.widgets import FootLine, Menu, TitleLine, show_message
from pandoku.terminal.words import count_text

if TYPE_CHECKING:
    from rich.text import Text

    from pandoku.terminal.app import PandokuApp

__all__ = ["CourseScreen", "StopScreen"]

_TITLE = 30  # columns of the title of a stop
_NARROW = 74  # a window with fewer columns shows only the signs of the parts
_SIGNS = {True: ("✓", "$success"), False: ("·", "$muted")}


def _marks_of(progress: StopProgress) -> Content:
    """Return a few words about the parts of a stop, with a sign for each part that is done."""
    names = ("lesson", f"drill {progress.n_right}/{progress.goal}", "puzzle")
    parts = [
        Content.assemble(
            (f"{_SIGNS[is_done][0]} ", _SIGNS[is_done][1]),
            (f"{name:<9}", "$foreground" if is_done else "$muted"),
        )
        for name, is_done in zip(names, progress.done, strict=True)
    ]
    return Content(" ").join(parts)


class CourseScreen(Screen[None]):
    """The stops of all branches, with the learner's progress."""

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "app.back", "back"),
    ]

    def compose(self) -> ComposeResult:
        """Compose the list."""
        yield TitleLine("Course")
        yield Menu(id="stops")
        yield Static(id="able")
        yield FootLine()

    def on_mount(self) -> None:
        """Choose the first stop that is not done."""
        self._fill()
        ahead, menu = self.app.shelf.learned().ahead, self.query_one(Menu)
        menu.highlighted = menu.get_option_index((ahead.stop if ahead else COURSE[0]).name)
        menu.focus()

    def on_screen_resume(self) -> None:
        """Update the progress after a stop."""
        self._fill()

    def on_resize(self) -> None:
        """Show more or fewer words about each stop."""
        self._fill()

    def _fill(self) -> None:
        menu, learned = self.query_one(Menu), self.app.shelf.learned()
        at = menu.highlighted
        menu.set_options(self._rows(learned))
        menu.highlighted = at
        n_done = sum(learned.at(stop).is_done for stop in COURSE)
        self.query_one(TitleLine).right = f"{n_done} of {len(COURSE)} stops done"

    def _rows(self, learned: Learned) -> Iterator[Option]:
        for branch in BRANCHES.values():
            is_first = branch.name == COURSE[0].branch
            title = branch.title if is_first else f"\n{branch.title}"
            yield Option(Content(title).stylize("bold $primary"), disabled=True)
            ahead = learned.next_in(branch.name)
            for stop in (stop for stop in COURSE if stop.branch == branch.name):
                is_next = ahead is not None and ahead.stop is stop
                yield Option(self._row(learned.at(stop), is_next=is_next), id=stop.name)

    def _row(self, progress: StopProgress, *, is_next: bool) -> Content:
        stop = progress.stop
        sign = ("› ", "bold $accent") if is_next else ("  ", "")
        style = "$muted" if progress.is_done else "bold"
        if self.size.width < _NARROW:
            signs = (_SIGNS[is_done] for is_done in progress.done)
            return Content.assemble(sign, *signs, "  ", (stop.title, style))
        return Content.assemble(sign, (f"{stop.title:<{_TITLE}}", style)) + _marks_of(progress)

    @on(Menu.OptionHighlighted)
    def describe(self, event: Menu.OptionHighlighted) -> None:
        """Show the skill that the learner gains at the highlighted stop."""
        able = get_stop(event.option_id).able if event.option_id else ""
        self.query_one("#able", Static).update(Content(able).stylize("$muted"))

    @on(Menu.OptionSelected)
    def go_to_stop(self, event: Menu.OptionSelected) -> None:
        """Go to the chosen stop."""
        if event.option_id:
            self.app.push_screen(StopScreen(event.option_id))


class StopScreen(Screen[None]):
    """A stop of the course: its lessons to read, and the ways to its drills and its puzzle.

    Args:
        name: Name of the stop.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "go_on", "go on"),
        Binding("d", "drill", "drill"),
        Binding("p", "puzzle", "puzzle"),
        Binding("n", "neighbor(1)", "next stop"),
        Binding("b", "neighbor(-1)", "stop before", show=False),
        Binding("c", "course", "course", show=False),
        Binding("down,j", "scroll(1)", "down", show=False),
        Binding("up,k", "scroll(-1)", "up", show=False),
        Binding("pagedown,space", "scroll(10)", "page down", show=False),
        Binding("pageup", "scroll(-10)", "page up", show=False),
        Binding("escape,q", "app.back", "back"),
    ]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._stop = get_stop(name)

    def compose(self) -> ComposeResult:
        """Compose the page."""
        yield TitleLine("Course")
        with VerticalScroll(can_focus=False):
            yield Static(id="able")
            yield Static(id="lessons")
        yield FootLine()

    def on_mount(self) -> None:
        """Show the stop."""
        self._show_stop()

    def on_screen_resume(self) -> None:
        """Update the progress after a drill. The line about the next part is at the top."""
        self._show_progress()
        self.query_one(VerticalScroll).scroll_home(animate=False)

    def _show_stop(self) -> None:
        stop = self._stop
        title = self.query_one(TitleLine)
        title.left, title.right = stop.title, stop.place
        self.query_one(VerticalScroll).scroll_home(animate=False)
        self.query_one("#lessons", Static).update("")
        show_message(self, "loading…", lasts=True)
        in_background(self, lambda: _lessons(stop), self._show_lessons, self._fail)
        self._show_progress()

    def _show_progress(self) -> None:
        progress = self.app.shelf.learned().at(self._stop)
        lines = [Content(self._stop.able).stylize("bold"), _marks_of(progress), _ahead(progress)]
        self.query_one("#able", Static).update(Content("\n").join(lines))

    def _show_lessons(self, lessons: tuple[Stop, Text]) -> None:
        stop, text = lessons
        if stop is not self._stop:  # the learner has gone on
            return
        show_message(self, "")
        self.query_one("#lessons", Static).update(text)
        self.app.shelf.learn([Fact("lesson", name) for name in stop.techniques])
        self._show_progress()

    def _fail(self, error: PandokuError) -> None:
        show_message(self, plain_words(error), is_bad=True)

    def action_go_on(self) -> None:
        """Go to the first part that is not done, or to the next stop.

        As long as a lesson is not loaded, it is not read, so nothing happens.
        """
        part = self.app.shelf.learned().at(self._stop).part
        if part == "":
            self.action_neighbor(1)
        elif part == "puzzle":
            self.action_puzzle()
        elif part == "drill":
            self.action_drill()

    def action_drill(self) -> None:
        """Show a drill of the technique that needs it most."""
        from pandoku.terminal.screens.drill import DrillScreen

        technique = self.app.shelf.learned().next_drill(self._stop)
        self.app.push_screen(DrillScreen(technique, stop=self._stop))

    def action_puzzle(self) -> None:
        """Play the puzzle of the stop."""
        self.app.play(Game.start(self._stop.puzzle))

    def action_neighbor(self, by: int) -> None:
        """Go to another stop, in the order of the course."""
        at = COURSE.index(self._stop) + by
        if 0 <= at < len(COURSE):
            self._stop = COURSE[at]
            self._show_stop()

    def action_course(self) -> None:
        """Show all stops."""
        self.app.push_screen(CourseScreen())

    def action_scroll(self, by: int) -> None:
        """Scroll by lines."""
        self.query_one(VerticalScroll).scroll_relative(y=by, animate=False)


def _ahead(progress: StopProgress) -> Content:
    """Return a line about the part that comes next."""
    if progress.part == PARTS[1]:
        missing = count_text(progress.goal - progress.n_right, "drill")
        words = f"Read the lesson, then press Enter: {missing} to go."
    elif progress.part == PARTS[2]:
        words = "Press Enter for the puzzle, which needs this and nothing harder."
    elif progress.part == "":
        words = "This stop is done. Press Enter for the next one."
    else:
        words = "Read the lesson first."
    return Content(words).stylize("$muted")


def _lessons(stop: Stop) -> tuple[Stop, Text]:
    """Return the lessons of a stop as text, with pictures of a typical position and a near miss."""
    from rich.text import Text

    from pandoku.draw import draw, draw_step
    from pandoku.draw import text as picture
    from pandoku.logic import next_step
    from pandoku.techniques import example_of, get_technique, positions_of, why_none
    from pandoku.words import with_capital

    page = Text("\n")
    for name in stop.techniques:
        technique, example = get_technique(name), example_of(name)
        page.append(f"{with_capital(technique.title)}\n", "bold underline")
        page.append(f"\nWhat to look for: {technique.look_for}\n\nWhy it works: {technique.why}\n")
        board, *_ = positions_of(name, stop.kind)
        step = next_step(board, techniques=[technique], is_proper=True)
        if step is None:
            continue
        told = technique.explain(step, board)
        # Without colors, because those for any terminal are not legible in every theme.
        page.append("\nAn example:\n")
        page.append(f"{picture(draw_step(board, step, told))}\n{' '.join(told.full)}\n")
        if technique.when:
            page.append(f"\nWhen to look: {technique.when}\n")
        page.append("".join(f"{at}. {each.text}\n" for at, each in enumerate(technique.scan, 1)))
        example_step = next(technique.steps(example.board, 1), None) if example else None
        if example is not None and example.near_miss is not None and example_step is not None:
            page.append(f"\nA near miss: {why_none(technique, example_step, example)}\n")
            page.append(f"{picture(draw(example.near_miss, candidates=True))}\n")
        for slip in technique.slips:
            page.append(f"\nAn error that people make: {slip.text}\n")
        page.append("\n")
    return stop, page
