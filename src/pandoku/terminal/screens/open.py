"""A screen that opens a file or the text of a puzzle."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static, TextArea
from textual.widgets.option_list import Option

from pandoku.errors import PandokuError
from pandoku.formats import Item, Lines, items, open_items
from pandoku.model import Puzzle
from pandoku.play import Game, loads_game
from pandoku.play.plainly import note_on, plain_words
from pandoku.terminal.pictures import picture
from pandoku.terminal.widgets import FootLine, Menu, TitleLine, show_message
from pandoku.words import kind_text, visible

if TYPE_CHECKING:
    from pandoku.terminal.app import PandokuApp

__all__ = ["Contents", "OpenPuzzle", "find"]

_MOST = 200  # maximum number of puzzles in the list
_GAME = "pandoku game"


class Contents(NamedTuple):
    """The games in a text or a file.

    Attributes:
        games: The games. A game has moves only if the text contains moves or progress.
        problem: Error message about games that could not be read, or "".
        notices: A note for each game on how an ambiguous text was interpreted, or "".
    """

    games: list[Game]
    problem: str = ""
    notices: tuple[str, ...] = ("",)


def find(text: str) -> Contents:
    """Return the games in *text*, or the games in a file if *text* is its path."""
    text = text.strip("\n")
    if not text.strip():
        return Contents([], "expected the name of a file or a puzzle, found nothing")
    try:
        path = None if "\n" in text else _path_of(text.strip())
        if path is not None:
            head = path.read_bytes()[: len(_GAME)]
            if head == _GAME.encode():
                return Contents([loads_game(path.read_text("utf-8"))])
            return _games(list(islice(open_items(path), _MOST)), path.name)
        if text.lstrip().startswith(_GAME):
            return Contents([loads_game(text)])
        return _games(list(islice(items(Lines.of(text)), _MOST)), "")
    except OSError as error:
        return Contents([], f"{text.strip()}: {(error.strerror or str(error)).lower()}")
    except (PandokuError, UnicodeDecodeError) as error:
        return Contents([], plain_words(error))


def _path_of(text: str) -> Path | None:
    """Return the path if a line is the name of an existing file, or None."""
    try:
        path = Path(text.strip("'\"")).expanduser()
        return path if path.exists() else None
    except (OSError, ValueError, RuntimeError):
        return None


def _games(found: list[Item], name: str) -> Contents:
    games, problems, notices = list[Game](), list[str](), list[str]()
    for item in found:
        try:
            games.append(_game(item))
            notices.append(note_on(games[-1].puzzle, item.note or ""))
        except PandokuError as error:
            problems.append(plain_words(error))
    place = f"{name}: " if name else ""
    if games and problems:
        problem = f"{place}{len(problems)} not read; the first: {problems[0]}"
        return Contents(games, problem, tuple(notices))
    return Contents(games, f"{place}{problems[0]}" if problems else "", tuple(notices))


def _game(item: Item) -> Game:
    """Return the game of a puzzle, with the digits of its progress as moves."""
    if not isinstance(item.value, Puzzle):
        raise item.value
    item.value.require_sound()
    game = Game.start(item.value)
    if item.board is not None:
        for cell, digit in enumerate(item.board.digits):
            if digit and not item.value.givens[cell]:
                game = game.place(cell, digit)
    return game


class OpenPuzzle(Screen[None]):
    """A screen that asks for a file or the text of a puzzle, and lists the puzzles in it.

    Args:
        text: Text that was pasted already.
    """

    app: PandokuApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+o,f2", "open", "open it", priority=True),
        Binding("escape", "leave", "back", priority=True),
    ]

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._text = text
        self._found = Contents([])

    def compose(self) -> ComposeResult:
        """Compose the text field and the list of puzzles."""
        yield TitleLine("Open or paste")
        yield Static(
            "The name of a file and Enter, or a puzzle in any format (81 characters, a grid, ...).",
            id="advice",
        )
        yield Field(self._text, id="text", show_line_numbers=False, soft_wrap=True)
        yield Menu(id="found")
        yield FootLine()

    def on_mount(self) -> None:
        """Open the pasted text, if there is any."""
        self.query_one(Field).focus()
        if self._text:
            self.action_open()

    @on(events.Paste)
    def open_pasted(self) -> None:
        """Open the pasted text, after the field has received it."""
        self.call_after_refresh(self.action_open)

    def action_open(self) -> None:
        """Read the text, and play its only puzzle or list its puzzles."""
        found = find(self.query_one(Field).text)
        self._found = found
        show_message(self, found.problem, is_bad=bool(found.problem))
        menu = self.query_one("#found", Menu)
        self.set_class(len(found.games) > 1, "has-found")
        if len(found.games) == 1:
            self._play(0)
        elif found.games:
            menu.set_options(self._card(at, game) for at, game in enumerate(found.games))
            menu.highlighted = 0
            menu.focus()

    def _card(self, at: int, game: Game) -> Option:
        puzzle = game.seen
        lines = picture(puzzle, game.digits, is_plain=self.app.native_ansi_color)
        facts = [
            Content.assemble((visible(puzzle.title or puzzle.id or f"Puzzle {at + 1}"), "bold")),
            Content.assemble((f"{kind_text(puzzle)}, {puzzle.n_givens} givens", "$muted")),
        ]
        rows = [
            line + "   " + (facts[n - 1] if 0 < n <= len(facts) else Content(""))
            for n, line in enumerate(lines)
        ]
        return Option(Content("\n").join([*rows, Content("")]), id=str(at))

    @on(Menu.OptionSelected, "#found")
    def play(self, event: Menu.OptionSelected) -> None:
        """Play the chosen puzzle."""
        self._play(int(event.option_id or 0))

    def _play(self, at: int) -> None:
        self.app.play(self._found.games[at], self._found.notices[at])

    def action_leave(self) -> None:
        """Go back from the list to the text, or from the text to the screen below."""
        if self.has_class("has-found") and not self.query_one(Field).has_focus:
            self.query_one(Field).focus()
        else:
            self.app.back()


class Field(TextArea):
    """A text field for several lines. If there is only one line, Enter opens the text."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "enter" and "\n" not in self.text.strip("\n") and self.text.strip():
            event.stop()
            event.prevent_default()
            await self.screen.run_action("open")
            return
        await super()._on_key(event)
