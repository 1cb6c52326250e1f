"""The application: screens, saved games, theme, command palette, and the end of the application."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from pandoku.terminal.widgets import forget_message, key_name

if TYPE_CHECKING:
    from textual.binding import ActiveBinding
import asyncio
import gc
import os
import shutil
from datetime import date
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, cast

from rich.console import ConsoleDimensions
from textual import events
from textual.app import App, ScreenStackError
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.css.query import NoMatches
from textual.screen import Screen
from textual.worker import WorkerFailed

from pandoku.errors import PandokuError
from pandoku.play.opening import Opening, PuzzleRequest
from pandoku.play.plainly import plain_words
from pandoku.play.preferences import Preferences
from pandoku.terminal.beginning import Beginning, begin, beginning_of, resume
from pandoku.terminal.frames import FrameWriter
from pandoku.terminal.shelf import Shelf
from pandoku.terminal.theme_colors import usual_theme
from pandoku.terminal.themes import TERMINAL_THEMES, ThemeStyles
from pandoku.terminal.updates import shortened

if TYPE_CHECKING:
    from rich.console import RenderableType
    from textual.driver import Driver
if TYPE_CHECKING:
    from pandoku.model import Puzzle
if TYPE_CHECKING:
    from pandoku.play import Game
    from pandoku.terminal.first_frame import FirstFrame

__all__ = ["Actions", "PandokuApp"]

# maximum width of a line in the palette, which app.tcss makes 60 columns wide, and of its margins
_PALETTE_COLUMNS, _PALETTE_MARGINS = 54, 6
_SCROLLS = ("pagedown", "pageup")  # keys that scroll a long message
_TEXTUAL = ("app.focus_next", "app.focus_previous", "screen.copy_text")


class Actions(Provider):
    """Provides the actions of the current screen's keys for the command palette."""

    async def discover(self) -> Hits:
        """Yield all actions."""
        for words, key, act in self._actions():
            yield DiscoveryHit(self._line(Content(words), key), act, text=words)

    async def search(self, query: str) -> Hits:
        """Yield the actions that match the query."""
        matcher = self.matcher(query)
        for words, key, act in self._actions():
            score = matcher.match(f"{words} {key}")
            if score > 0:
                yield Hit(score, self._line(matcher.highlight(words), key), act, text=words)

    def _line(self, words: Content, key: str) -> Content:
        """Return an action and its keys as one line of the palette."""
        width = min(_PALETTE_COLUMNS, self.app.size.width - _PALETTE_MARGINS)
        gap = max(2, width - words.cell_length - len(key))
        return Content.assemble(words, (" " * gap + key, "not bold $accent"))

    def _active(self) -> Iterator[tuple[str, ActiveBinding]]:
        """Yield the keys that have a description, without the keys that textual adds."""
        for key, active in self.screen.active_bindings.items():
            binding = active.binding
            is_own = binding.action not in _TEXTUAL and not binding.system
            if binding.description and active.enabled and is_own:
                yield key, active

    def _actions(self) -> Iterator[tuple[str, str, Callable[[], object]]]:
        is_ascii = cast(PandokuApp, self.app).is_ascii
        keys: dict[str, list[str]] = {}
        words: dict[str, tuple[str, str]] = {}
        # The bindings of the screen come first. Players rarely need the bindings of the board, such
        # as moving the cursor, in the palette.
        bindings = [(active.node is not self.screen, key, active) for key, active in self._active()]
        for _, key, active in sorted(bindings, key=itemgetter(0)):
            keys.setdefault(active.binding.action, []).append(key_name(key, is_ascii=is_ascii))
            words.setdefault(active.binding.action, (active.binding.description, key))
        for action, (description, key) in words.items():
            yield (
                description[:1].upper() + description[1:],
                ", ".join(keys[action]),
                partial(self.app.simulate_key, key),
            )


# ------------------------------------------------------------------ the application

_THEMES = tuple(theme.name.removeprefix("pandoku-") for theme in TERMINAL_THEMES)
# modules are imported this long after the first frame, so that the frame is not slowed down
_SOON_S = 0.3
_SHADES = (("muted", 0.62), ("faint", 0.3))  # (name, share of the foreground color)


class PandokuApp(App[int]):
    """The game in the terminal.

    Args:
        opening: The first screen.
        shelf: The saved games.
        today: Date of the daily puzzle. None means today.
        clock: Function that returns the seconds since a fixed time. It measures the playing time.
        is_ascii: Whether the terminal shows only ASCII characters.
        beginning: The game of the opening if it is saved already, or None.
        first: The first frame of this game if the terminal shows it, or None.

    Attributes:
        is_ascii: Whether the terminal shows only ASCII characters.
        preferences: Preferences of the player.
        shelf: The saved games.
        failure: The unexpected exception that ended the application, or None.
        today: Date of the daily puzzle.
    """

    TITLE = "pandoku"
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar = {Actions}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+p", "command_palette", "all actions", show=False, priority=True, system=True),
        Binding("ctrl+l", "redraw", "redraw the screen", show=False, priority=True),
        Binding("ctrl+q,ctrl+c", "quit", "leave pandoku", show=False, priority=True),
    ]

    def __init__(
        self,
        opening: Opening,
        shelf: Shelf,
        *,
        today: date | None = None,
        clock: Callable[[], float] = monotonic,
        is_ascii: bool = False,
        beginning: Beginning | None = None,
        first: FirstFrame | None = None,
    ) -> None:
        self.shelf, self.is_ascii = shelf, is_ascii
        self.preferences = Preferences.of(self.shelf.preference("settings", {}))
        self.today = today or date.today()
        self._opening, self._clock = opening, clock
        self.failure: Exception | None = None
        self._wanted_status: int | None = None
        self._running_in: asyncio.AbstractEventLoop | None = None
        self._beginning, self._first = beginning, first
        self._frames = FrameWriter() if first is None else first.frames
        # NO_COLOR is removed, because textual would paint black on black. The theme without colors
        # is used instead.
        is_plain = bool(os.environ.pop("NO_COLOR", ""))
        super().__init__(watch_css=False)
        # In a terminal without a size, such as a serial console, rich assumes 80 x 25, but
        # textual's driver assumes 80 x 24. Without this line, the screen would switch between the
        # two sizes forever.
        self.console.size = ConsoleDimensions(*shutil.get_terminal_size())
        self._first_size: tuple[int, int] | None = (
            self.console.size if first is None else first.size
        )
        for theme in TERMINAL_THEMES:
            self.register_theme(theme)
        system = None if is_plain else self.console.color_system
        self._usual_theme = usual_theme(os.environ, system)
        self.theme = self._wanted_theme()
        self.stylesheet = ThemeStyles(variables=self.get_css_variables())

    def now_ms(self) -> int:
        """Return the time of the clock in milliseconds."""
        return int(self._clock() * 1000)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Return variables that textual's styles need for a theme with the terminal's colors."""
        return {"ansi-background": "ansi_default", "ansi-foreground": "ansi_default"}

    def get_css_variables(self) -> dict[str, str]:
        """Return the theme's variables and two additional shades for less important text."""
        variables = super().get_css_variables()
        if self.current_theme.ansi:
            return variables | {"muted": "ansi_default", "faint": "ansi_default"}
        ground, ink = (Color.parse(variables[name]) for name in ("background", "foreground"))
        shades = {name: ground.blend(ink, share).hex6 for name, share in _SHADES}
        return variables | shades

    # ---------------------------------------------------------------- begin and end

    def get_driver_class(self) -> type[Driver]:
        """Return the driver that reads the keys. On Linux and macOS, it is `PatientDriver`."""
        usual = super().get_driver_class()
        if usual.__module__ != "textual.drivers.linux_driver":
            return usual
        from pandoku.terminal.keyboard import PatientDriver

        return PatientDriver

    def get_default_screen(self) -> Screen[Any]:
        """Return the screen of the opening, or the home screen if the opening has a problem.

        The screen replaces textual's blank screen at the bottom of the stack. Otherwise, textual
        would lay out the blank screen as well.
        """
        try:
            screen = self._opened(self._opening)
        except PandokuError as error:
            screen = self._home(plain_words(error))
        # Textual pushes a callback for all other screens, because `switch_screen` needs it.
        screen._push_result_callback(screen, None)
        return screen

    def _opened(self, opening: Opening) -> Screen[Any]:
        beginning = self._beginning or beginning_of(opening, self.shelf)
        if beginning is not None:
            return self._screen_of(beginning)
        if opening.daily is not None:
            from pandoku.terminal.screens.new import New

            return New(daily=(opening.daily, opening.daily_kind))
        if opening.wish is not None:
            from pandoku.terminal.screens.new import New

            return New(opening.wish)
        if opening.drill is not None:
            from pandoku.terminal.screens.drill import DrillScreen

            return DrillScreen(opening.drill, kind=opening.drill_kind)
        if opening.stop is not None:
            return self._at_stop(opening.stop, opening.part)
        if opening.replay is not None:
            from pandoku.terminal.screens.showing import GameReplay

            return GameReplay(opening.replay, opening.speed)
        return self._home(opening.notice)

    def on_mount(self) -> None:
        """Leave if `leave` was called before the start. Later calls take effect immediately."""
        self._running_in = asyncio.get_running_loop()
        if self._wanted_status is not None:
            self.exit(self._wanted_status, self._wanted_status)

    def leave(self, status: int) -> None:
        """Leave with an exit status. Signal handlers may call this at any time."""
        self._wanted_status = status
        if self._running_in is not None:
            self._running_in.call_soon_threadsafe(self.exit, status, status)

    def on_ready(self) -> None:
        """Import the modules for keys and hints in the background, after the first frame."""
        self._first_size = None
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        loading = Thread(target=_warm_up, name="loading", daemon=True)
        self.set_timer(_SOON_S, loading.start)

    async def action_quit(self) -> None:
        """Leave. Nothing needs to be saved, because every move is saved when it is made."""
        self.exit(0)

    @property
    def _has_ended(self) -> bool:
        return self._exit or (self._running_in is not None and not self.is_running)

    def _handle_exception(self, error: Exception) -> None:
        """Leave after an unexpected exception, which `run_terminal` raises again."""
        cause = error.error if isinstance(error, WorkerFailed) else error
        if self._has_ended and isinstance(cause, (NoMatches, ScreenStackError)):
            return  # a late key, or the palette's search, looks for a screen that is gone
        if self.is_headless:  # a test is running
            super()._handle_exception(error)
            return
        self.failure = self.failure or error
        self.exit(None, 2)

    def end_input(self) -> None:
        """End the thread that reads keys.

        Without this, a thread that starts after the terminal was closed would run in a busy loop
        and keep the process alive.
        """
        if ends := getattr(self._driver, "exit_event", None):
            ends.set()

    # ---------------------------------------------------------------- frames

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Send a frame, without the characters that the terminal already shows."""
        super()._display(screen, shortened(self._frames, renderable))

    def forget_frame(self) -> None:
        """Send the next frame completely, because the terminal may show something else."""
        self._frames.forget()

    def on_resize(self, event: events.Resize) -> None:
        """Repaint everything, because a smaller terminal loses a part of the picture."""
        if event.size != self._first_size:  # the first events tell the size at the start
            self.action_redraw()

    def take_first_frame(self) -> FirstFrame | None:
        """Return the frame that the terminal shows at the start, or None from the second call."""
        first, self._first = self._first, None
        return first

    def action_redraw(self) -> None:
        """Repaint everything."""
        self.forget_frame()
        self.refresh(layout=True)

    # ---------------------------------------------------------------- from screen to screen

    def back(self) -> None:
        """Go to the screen below this screen. From the lowest screen, go to the home screen."""
        if len(self.screen_stack) > 1:
            self.pop_screen()
        else:
            self.switch_screen(self._home())

    async def action_back(self) -> None:
        """Go back."""
        self.back()

    def on_key(self, event: events.Key) -> None:
        """Clear the message of the screen before the action of a key may show another one."""
        if event.key not in _SCROLLS:
            forget_message(self.screen)

    def action_help(self) -> None:
        """Show the keys."""
        from pandoku.terminal.screens.help import Help

        self.push_screen(Help())

    def action_home(self) -> None:
        """Go home."""
        self.go_home()

    def go_home(self) -> None:
        """Close all screens above the home screen, and show it."""
        from pandoku.terminal.screens.home import Home

        while len(self.screen_stack) > 1:
            self.pop_screen()
        if not isinstance(self.screen, Home):
            self.switch_screen(self._home())

    def action_settings(self) -> None:
        """Show the settings."""
        from pandoku.terminal.screens.settings import Settings

        self.push_screen(Settings())

    def change_preference(self, name: str, by: int) -> None:
        """Change a preference to its next (1) or previous (-1) value, and save it."""
        self.preferences = self.preferences.turned(name, by, _THEMES)
        self.shelf.prefer("settings", self.preferences.as_dict())
        if name == "theme":
            self.theme = self._wanted_theme()

    def _wanted_theme(self) -> str:
        name = f"pandoku-{self.preferences.theme}"
        return name if self.get_theme(name) else self._usual_theme

    def ask_for_new(self) -> None:
        """Ask for a kind, a size and a difficulty."""
        from pandoku.terminal.screens.new import New

        self.push_screen(New())

    def open_text(self, text: str) -> None:
        """Ask for a file or a puzzle, or open *text* if it is not empty."""
        from pandoku.terminal.screens.open import OpenPuzzle

        self.push_screen(OpenPuzzle(text))

    def choose_drill(self) -> None:
        """Show the techniques that have drills."""
        from pandoku.terminal.screens.drill import Drills

        self.push_screen(Drills())

    def show_course(self) -> None:
        """Show the stops of the course."""
        from pandoku.terminal.screens.course import CourseScreen

        self.push_screen(CourseScreen())

    def go_to_stop(self, name: str) -> None:
        """Show a stop of the course in place of the game."""
        from pandoku.terminal.screens.course import StopScreen

        self._over_home(StopScreen(name))

    # ---------------------------------------------------------------- games

    def play(self, game: Game, notice: str = "") -> None:
        """Play a game, or continue an unfinished saved game of its puzzle if the game has no moves.

        Args:
            game: The game.
            notice: A message for the player, such as how an ambiguous text was interpreted.
        """
        self._over_home(self._begun(game, notice))

    def play_made(self, puzzle: Puzzle, wish: PuzzleRequest, daily: date | None = None) -> None:
        """Play a new puzzle that was made for a request."""
        from pandoku.play import Game
        from pandoku.terminal.screens.play import Play

        game, difficulty = Game.start(puzzle), wish.difficulty or ""
        game_id = self.shelf.begin(game, kind=wish.kind, difficulty=difficulty, daily=daily)
        self._over_home(Play(game, game_id, difficulty=difficulty, daily=daily))

    def play_daily(self, day: date, kind: str = "sudoku") -> None:
        """Play the daily puzzle."""
        self._over_home(self._daily(day, kind))

    def resume(self, game_id: int) -> None:
        """Continue a saved game."""
        try:
            self._over_home(self._screen_of(resume(game_id, self.shelf)))
        except PandokuError as error:
            self.notify(plain_words(error), severity="error")

    def _over_home(self, screen: Screen[Any]) -> None:
        """Show a screen above the home screen, in place of all other screens."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        from pandoku.terminal.screens.home import Home

        if isinstance(self.screen, Home):
            self.push_screen(screen)
        else:
            self.switch_screen(screen)

    def _begun(self, game: Game, notice: str = "") -> Screen[Any]:
        return self._screen_of(begin(game, self.shelf, notice))

    def _screen_of(self, beginning: Beginning) -> Screen[Any]:
        from pandoku.terminal.screens.play import Play

        game, game_id, difficulty, daily, notice, greeting = beginning
        screen = Play(game, game_id, difficulty=difficulty, daily=daily, notice=notice)
        screen.greeting = greeting
        return screen

    def _at_stop(self, name: str, part: str) -> Screen[Any]:
        from pandoku.play.stops import get_stop

        stop = get_stop(name)
        if part == "puzzle":
            from pandoku.play import Game

            return self._begun(Game.start(stop.puzzle))
        if part == "drill":
            from pandoku.terminal.screens.drill import DrillScreen

            return DrillScreen(self.shelf.learned().next_drill(stop), stop=stop)
        from pandoku.terminal.screens.course import StopScreen

        return StopScreen(stop.name)

    def _daily(self, day: date, kind: str) -> Screen[Any]:
        from pandoku.terminal.screens.new import New

        known = self.shelf.daily(day, kind)
        return (
            self._screen_of(resume(known, self.shelf))
            if known is not None
            else New(daily=(day, kind))
        )

    def _home(self, notice: str = "") -> Screen[Any]:
        from pandoku.terminal.screens.home import Home

        return Home(notice)


def _warm_up() -> None:
    """Import modules that load slowly, so that no key and no hint will wait for them."""
    from textual.widgets import TextArea  # noqa: F401  # the first key needs it

    import pandoku.generation
    import pandoku.logic  # noqa: F401
