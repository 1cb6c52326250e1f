"""The home screen: continue a game, or start one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static
from textual.widgets.option_list import Option

from pandoku.errors import PandokuError
from pandoku.play import first_sight
from pandoku.play.daily import WEEKLY, first_day, weekly_variant
from pandoku.play.dates import date_text, day_text, when_text
from pandoku.play.timer import clock_text
from pandoku.terminal.background import in_background
from pandoku.terminal.pictures import WIDEST, picture
from pandoku.terminal.widgets import FootLine, Menu, TitleLine, entry, show_message
from pandoku.terminal.words import bar, count_text
from pandoku.words import kind_text, visible

if TYPE_CHECKING:
    from datetime import date

    from pandoku.play.pace import Pace
    from pandoku.play.store import Saved
    from pandoku.play.totals import Totals
    from pandoku.terminal.app import PandokuApp

__all__ = ["Home"]

_WIDTH = 30  # width of the menu in columns
_BAR, _GAP, _SHARE = 20, 3, 5  # columns of a bar, of the gap before it, and of "100 %" and a blank
_MARGINS = 7  # columns around a card: the padding of the list, of an entry, and the scroll bar
_DOT = " · "
_LONGEST_NAME = 24  # columns for the name of a finished game
# solved games are counted this long after the first frame, so that the frame is not slowed down
_SOON_S = 0.3
_NARROW = 76  # a window with fewer columns shows only one list


class Home(Screen[None]):
    """The home screen: saved games with their pictures, and ways to start a new one."""

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "show_other", "more"),
        Binding("n", "new", "new"),
        Binding("d", "daily", "today"),
        Binding("v", "weekly", "variant of the week", show=False),
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
        self._card_width = _NARROW

    def compose(self) -> ComposeResult:
        """Compose the menu and the list of games side by side."""
        self._card_width = self._width_of_cards()
        cards = [*self._cards()]
        # the class is set before mounting, so that widgets are styled only once
        self.set_class(not cards, "no-games")
        heading = "Continue" if cards and cards[0].id else "Games"
        yield TitleLine("pandoku", date_text(self.app.today))
        with Horizontal(id="sides"):
            with Vertical(id="begin"):
                yield Static("Play", classes="heading")
                yield Menu(*self._ways(), id="ways")
                yield Static(id="record", classes="muted")
            with Vertical(id="games"):
                yield Static(heading, classes="heading", id="games-heading")
                yield Menu(*cards, id="saved")
                yield Static(_WELCOME, id="no-games")
        yield FootLine()

    def on_mount(self) -> None:
        """Highlight the most likely choice, and show a message if there is one."""
        self._settle()
        bad = self.app.shelf.trouble or ("" if self._notice else self.app.shelf.take_news())
        show_message(self, self._notice or bad, is_bad=bool(bad))
        self.call_after_refresh(self.set_timer, _SOON_S, self._find_record)

    def _find_record(self) -> None:
        """Show the solved games, and then the player's pace, which takes longer."""
        shelf, today = self.app.shelf, self.app.today
        in_background(self, lambda: shelf.totals(today), self._take_totals, lambda _: None)

    def _take_totals(self, totals: Totals) -> None:
        self.query_one("#record", Static).update(totals.sentence)
        in_background(
            self, self.app.shelf.pace, lambda pace: self._take_pace(totals, pace), lambda _: None
        )

    def _take_pace(self, totals: Totals, pace: Pace | None) -> None:
        if pace is not None:
            self.query_one("#record", Static).update(f"{totals.sentence}\n{pace.sentence}")

    def on_resize(self) -> None:
        """Show only one list if there is no room for both lists."""
        self.set_class(self._is_narrow, "narrow")
        self.refresh_bindings()
        before, self._card_width = self._card_width, self._width_of_cards()
        if self._card_width != before:
            at = self.query_one("#saved", Menu).highlighted
            self._list_games()
            self.query_one("#saved", Menu).highlighted = at

    @property
    def _is_narrow(self) -> bool:
        return self.app.size.width < _NARROW

    def _width_of_cards(self) -> int:
        """Return the width that decides the look of the cards: all wide windows count as one."""
        return min(self.app.size.width, _NARROW)

    def _settle(self) -> None:
        """Highlight the next thing to do."""
        saved, ways = self.query_one("#saved", Menu), self.query_one("#ways", Menu)
        self.set_class(not saved.option_count, "no-games")
        thing = self.app.shelf.next_thing(self.app.today)
        if thing.saved is not None and saved.option_count and saved.get_option_at_index(0).id:
            saved.highlighted = 0
            self.remove_class("left")
            saved.focus()
            return
        way = "daily" if thing.daily else "course" if thing.stop else "new"
        self.add_class("left")
        ways.highlighted = ways.get_option_index(way)
        ways.focus()

    def on_screen_suspend(self) -> None:
        """Record that another screen is shown, because that screen may change the games."""
        self._was_left = True

    def on_screen_resume(self) -> None:
        """Update the lists after another screen was shown."""
        if self._was_left:
            self._renew()
            self._find_record()

    def _renew(self) -> None:
        self.query_one("#ways", Menu).set_options(self._ways())
        self._list_games()
        self._settle()

    def _list_games(self) -> None:
        cards = [*self._cards()]
        self.query_one("#saved", Menu).set_options(cards)
        heading = "Continue" if cards and cards[0].id else "Games"
        self.query_one("#games-heading", Static).update(heading)

    def _ways(self) -> Iterator[Option]:
        yield entry("new", "New puzzle", "any kind, size, difficulty", "n", _WIDTH - 4)
        yield entry("daily", "Today's puzzle", self._today(), "d", _WIDTH - 4)
        yield entry("weekly", "Variant of the week", self._this_week(), "v", _WIDTH - 4)
        yield entry("course", "Course", self._ahead(), "c", _WIDTH - 4)
        yield entry("drills", "Drills", "learn one technique", "t", _WIDTH - 4)
        yield entry("open", "Open or paste", "a file, or a puzzle's text", "o", _WIDTH - 4)
        yield entry("settings", "Settings", "colors, checks, marks", "s", _WIDTH - 4)

    def _today(self) -> str:
        """Return the state of today's puzzle, or the streak, in a few words."""
        streak = self.app.shelf.streak(self.app.today)
        days = f"streak: {count_text(streak, 'day')}" if streak else ""
        state = self._state_of(self.app.today, "sudoku")
        return ", ".join(filter(None, (state, days))) or "the same for everybody"

    def _this_week(self) -> str:
        """Return the kind of the variant of the week, and the state of its game."""
        monday = first_day(self.app.today, WEEKLY)
        title = weekly_variant(monday).title
        return ", ".join(filter(None, (title, self._state_of(monday, WEEKLY))))

    def _state_of(self, day: date, kind: str) -> str:
        """Return the state of the game of a daily puzzle, or "" if it has no game."""
        shelf = self.app.shelf
        game_id = shelf.daily(day, kind)
        if game_id is not None:
            with suppress(PandokuError):  # a damaged game
                saved, _ = shelf.find(game_id)
                return saved.state if saved.is_finished else "begun"
        return ""

    def _ahead(self) -> str:
        """Return the next stop of the course, in a few words."""
        ahead = self.app.shelf.learned().ahead
        return f"next: {ahead.stop.title}" if ahead else "all stops are done"

    def _cards(self) -> Iterator[Option]:
        """Yield the unfinished games with pictures, then the finished games in a line each."""
        shelf = self.app.shelf
        games, finished = shelf.games(), shelf.games(finished=True)
        for saved in games:
            yield Option(self._card(saved), id=str(saved.id))
        if finished:
            if not games:
                yield Option(_NONE_OPEN, disabled=True)
            yield Option(Content("Finished").stylize("bold $primary"), disabled=True)
            width = min(_LONGEST_NAME, max(len(_name(saved)) for saved in finished))
            for saved in finished:
                yield Option(self._line(saved, width), id=str(saved.id))

    def _line(self, saved: Saved, width: int) -> Content:
        """Return a finished game as a line: its time, its puzzle and when it was played."""
        name = Content(_name(saved)).truncate(width, ellipsis=True, pad=True) + "  "
        sign, style = ("✓", "$success") if saved.state == "solved" else ("·", "$muted")
        return Content.assemble(
            (f"{sign} ", style),
            (f"{clock_text(saved.played_ms):>7}  ", "$muted"),
            name,
            (day_text(saved.touched.date(), self.app.today), "$muted"),
        )

    def _card(self, saved: Saved) -> Content:
        """Return a few lines on a game: its picture, and facts about the game."""
        puzzle, digits = first_sight(saved.puzzle), saved.digits
        lines = picture(puzzle, digits, is_plain=self.app.native_ansi_color)
        n_open = puzzle.geometry.n_cells - puzzle.n_givens
        n_done = sum(map(bool, digits)) - puzzle.n_givens
        room = self.app.size.width - _MARGINS - WIDEST - _GAP if self._is_narrow else _BAR + _SHARE
        share = f" {100 * n_done // max(1, n_open)} %"
        done, left = bar(n_done, n_open, max(1, min(_BAR, room - _SHARE)))
        played = (when_text(saved.touched, self.app.today), f"{clock_text(saved.played_ms)} played")
        is_short = self._is_narrow and len(_DOT.join(played)) > room
        facts = [
            Content.assemble((_name(saved), "bold")),
            *(
                Content.assemble((text, "$muted"))
                for text in (played if is_short else [_DOT.join(played)])
            ),
            Content.assemble((done, "$accent"), (left, "$faint"), share),
        ]
        lines = lines + [Content("")] * (len(facts) - len(lines))
        top = (len(lines) - len(facts)) // 2
        rows = []
        for at, line in enumerate(lines):
            right = facts[at - top] if 0 <= at - top < len(facts) else Content("")
            rows.append(line.pad_right(WIDEST + _GAP - line.cell_length) + right)
        return Content("\n").join([*rows, Content("")])

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

    def action_weekly(self) -> None:
        """Play the variant of the week."""
        self.app.play_daily(first_day(self.app.today, WEEKLY), WEEKLY)

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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the other list only in a window that shows one list."""
        return action != "show_other" or self.has_class("narrow")

    def action_show_other(self) -> None:
        """Show the other list in place of this one."""
        self.toggle_class("left")
        self.query_one("#ways" if self.has_class("left") else "#saved", Menu).focus()

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


def _name(saved: Saved) -> str:
    difficulty = f", {saved.difficulty}" if saved.difficulty else ""
    return f"{visible(saved.title) or kind_text(first_sight(saved.puzzle))}{difficulty}"


_NONE_OPEN = Content.from_markup(
    "[$muted]No games in progress: press [bold $accent]n[/] or [bold $accent]d[/].[/]\n"
)
_WELCOME = Content.from_markup(
    "[$muted]No games in progress.\n\n"
    "Press [bold $accent]n[/] for a puzzle of your choice,\n"
    "[bold $accent]d[/] for the one that everybody plays today,\n"
    "or [bold $accent]c[/] to learn it step by step.\n\n"
    "Every move is saved as you make it.[/]"
)
