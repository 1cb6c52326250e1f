"""The home screen: continue a game, or start one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.widgets.option_list import Option

from pandoku.play import first_sight
from pandoku.play.dates import date_text, when_text
from pandoku.play.timer import clock_text
from pandoku.terminal.background import in_background
from pandoku.terminal.pictures import WIDEST, picture
from pandoku.terminal.widgets import FootLine, Menu, TitleLine, entry, show_message
from pandoku.terminal.words import bar
from pandoku.words import kind_text, visible

if TYPE_CHECKING:
    from pandoku.play.pace import Pace
    from pandoku.play.store import Saved
    from pandoku.terminal.app import PandokuApp

__all__ = ["Home"]

_WIDTH = 30  # width of the menu in columns
_BAR, _GAP = 20, 3
# the pace is computed this long after the first frame, so that the frame is not slowed down
_SOON_S = 0.3
_NARROW = 76  # a window with fewer columns shows only one list


class Home(Screen[None]):
    """The home screen: saved games with their pictures, and ways to start a new one."""

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new", "new"),
        Binding("d", "daily", "today"),
        Binding("c", "course", "course"),
        Binding("o", "open", "open"),
        Binding("question_mark", "app.help", "keys"),
        Binding("t", "drills", "drills"),
        Binding("q", "app.quit", "leave"),
        Binding("s", "settings", "settings"),
        Binding("delete,x", "remove", "remove the chosen game", show=False),
        Binding("right,l,left,h,tab", "other_side", "the other list", show=False),
    ]

    def __init__(self, notice: str = "") -> None:
        super().__init__()
        self._notice = notice
        self._asked: int | None = None  # the game that is removed if the key is pressed again
        self._was_left = False

    def compose(self) -> ComposeResult:
        """Compose the menu and the list of games side by side."""
        cards = [*self._cards()]
        # the class is set before mounting, so that widgets are styled only once
        self.set_class(not cards, "no-games")
        yield TitleLine("pandoku", date_text(self.app.today))
        with Horizontal(id="sides"):
            with Vertical(id="begin"):
                yield Static("Play", classes="heading")
                yield Menu(*self._ways(), id="ways")
                yield Static(id="pace", classes="muted")
            with Vertical(id="games"):
                yield Static("Continue", classes="heading")
                yield Menu(*cards, id="saved")
                yield Static(_WELCOME, id="no-games")
        yield FootLine()

    def on_mount(self) -> None:
        """Highlight the most likely choice, and show a message if there is one."""
        self._settle()
        bad = self.app.shelf.trouble or ("" if self._notice else self.app.shelf.take_news())
        show_message(self, self._notice or bad, is_bad=bool(bad))
        self.call_after_refresh(self.set_timer, _SOON_S, self._find_pace)

    def _find_pace(self) -> None:
        """Show the player's pace, which is computed in the background."""
        in_background(self, self.app.shelf.pace, self._take_pace, lambda _: None)

    def _take_pace(self, pace: Pace | None) -> None:
        self.query_one("#pace", Static).update(pace.sentence if pace else "")

    def on_resize(self) -> None:
        """Show only one list if there is no room for both lists."""
        self.set_class(self.size.width < _NARROW, "narrow")

    def _settle(self) -> None:
        saved = self.query_one("#saved", Menu)
        has_games = bool(saved.option_count)
        self.set_class(not has_games, "no-games")
        if has_games:
            saved.highlighted = 0
        (saved if has_games else self.query_one("#ways", Menu)).focus()

    def on_screen_suspend(self) -> None:
        """Record that another screen is shown, because that screen may change the games."""
        self._was_left = True

    def on_screen_resume(self) -> None:
        """Update the lists after another screen was shown."""
        if self._was_left:
            self._renew()
            self._find_pace()

    def _renew(self) -> None:
        ways = self.query_one("#ways", Menu)
        at = ways.highlighted
        ways.set_options(self._ways())
        ways.highlighted = at
        self.query_one("#saved", Menu).set_options(self._cards())
        self._settle()

    def _ways(self) -> Iterator[Option]:
        streak = self.app.shelf.streak(self.app.today)
        days = f"streak: {streak} day{'s' * (streak != 1)}" if streak else "the same for everybody"
        yield entry("new", "New puzzle", "any kind, size, difficulty", "n", _WIDTH - 4)
        yield entry("daily", "Today's puzzle", days, "d", _WIDTH - 4)
        yield entry("course", "Course", self._ahead(), "c", _WIDTH - 4)
        yield entry("drills", "Drills", "learn one technique", "t", _WIDTH - 4)
        yield entry("open", "Open or paste", "a file, or a puzzle's text", "o", _WIDTH - 4)
        yield entry("settings", "Settings", "colors, checks, marks", "s", _WIDTH - 4)

    def _ahead(self) -> str:
        """Return the next stop of the course, in a few words."""
        ahead = self.app.shelf.learned().ahead
        return f"next: {ahead.stop.title}" if ahead else "all stops are done"

    def _cards(self) -> Iterator[Option]:
        for saved in self.app.shelf.games():
            yield Option(self._card(saved), id=str(saved.id))

    def _card(self, saved: Saved) -> Content:
        """Return a few lines on a game: its picture, and facts about the game."""
        puzzle, digits = first_sight(saved.puzzle), saved.digits
        lines = picture(puzzle, digits, is_plain=self.app.native_ansi_color)
        n_open = puzzle.geometry.n_cells - puzzle.n_givens
        n_done = sum(map(bool, digits)) - puzzle.n_givens
        done, left = bar(n_done, n_open, _BAR)
        difficulty = f", {saved.difficulty}" if saved.difficulty else ""
        facts = [
            Content.assemble((f"{visible(saved.title) or kind_text(puzzle)}{difficulty}", "bold")),
            Content.assemble((self._facts(saved), "$muted")),
            Content.assemble(
                (done, "$accent"), (left, "$faint"), f" {100 * n_done // max(1, n_open)} %"
            ),
        ]
        lines = lines + [Content("")] * (len(facts) - len(lines))
        top = (len(lines) - len(facts)) // 2
        rows = []
        for at, line in enumerate(lines):
            right = facts[at - top] if 0 <= at - top < len(facts) else Content("")
            rows.append(line.pad_right(WIDEST + _GAP - line.cell_length) + right)
        return Content("\n").join([*rows, Content("")])

    def _facts(self, saved: Saved) -> str:
        played = clock_text(saved.played_ms)
        return f"{when_text(saved.touched, self.app.today)} · {played} played"

    @on(Menu.OptionSelected, "#saved")
    def resume(self, event: Menu.OptionSelected) -> None:
        """Continue the chosen game."""
        self.app.resume(int(event.option_id or 0))

    @on(Menu.OptionSelected, "#ways")
    async def begin(self, event: Menu.OptionSelected) -> None:
        """Start a game in the way that the player chose from the menu."""
        await self.run_action(event.option_id or "")

    def on_paste(self, event: events.Paste) -> None:
        """Open a pasted puzzle."""
        self.app.open_text(event.text)

    def action_new(self) -> None:
        """Ask for a kind, a size and a difficulty."""
        self.app.ask_for_new()

    def action_daily(self) -> None:
        """Play today's puzzle."""
        self.app.play_daily(self.app.today)

    def action_course(self) -> None:
        """Show the stops of the course."""
        self.app.show_course()

    def action_drills(self) -> None:
        """Choose a drill."""
        self.app.choose_drill()

    def action_open(self) -> None:
        """Ask for a file or a puzzle's text."""
        self.app.open_text("")

    def action_settings(self) -> None:
        """Change the settings."""
        self.app.action_settings()

    def action_other_side(self) -> None:
        """Move between the two lists."""
        self.focus_next(Menu)

    def action_remove(self) -> None:
        """Remove the chosen game, if the key is pressed twice."""
        saved = self.query_one("#saved", Menu)
        option = saved.highlighted_option
        if option is None or not saved.has_focus:
            return
        game_id = int(option.id or 0)
        if self._asked != game_id:
            self._asked = game_id
            show_message(self, "press again to remove this game for good", is_bad=True)
            return
        self.app.shelf.remove(game_id)
        self._asked = None
        show_message(self, "removed")
        self._renew()


_WELCOME = Content.from_markup(
    "[$muted]No games in progress.\n\n"
    "Press [bold $accent]n[/] for a puzzle of your choice,\n"
    "or [bold $accent]d[/] for the one that everybody plays today.\n\n"
    "Every move is saved as you make it.[/]"
)
