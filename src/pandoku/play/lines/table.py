"""Play a game line by line: parse each line, and hold the state and the clock of the game."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import cached_property
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from pandoku.errors import PandokuError
from pandoku.model import Puzzle, span_of
from pandoku.play import Game, Timer
from pandoku.play.edits import BASIC_LAYERS
from pandoku.play.preferences import Preferences

if TYPE_CHECKING:
    from pandoku.logic import Judge
    from pandoku.play.store import Store


_CELL = re.compile(r"r([0-9]+)c([0-9]+)", re.IGNORECASE)
_MARKS = re.compile(r"\?([+-]?)(.*)")
_SETTINGS = "settings"  # key of the preferences in the store, as in the full-screen application


class LineError(Exception):
    """Raised for a line that cannot be understood. The message is a sentence for the player."""


class LineEntry(NamedTuple):
    """A parsed line that begins with cells.

    Attributes:
        cells: The cells in the order of the line, at least one.
        what: Action for the cells: "read", "digit" or "marks".
        numbers: The digit to write (0 clears the cell), or the marks. Empty for "read".
        sign: For marks: "" replaces the old marks, "+" adds, "-" removes.
    """

    cells: tuple[int, ...]
    what: str
    numbers: tuple[int, ...] = ()
    sign: str = ""


def entry_in(puzzle: Puzzle, words: list[str]) -> LineEntry | None:
    """Parse a line that begins with a cell. Return None for any other line.

    A cell is written by name (r1c1) or as row and column (1 1). A line that has only cells asks to
    describe them. A number after a cell is a digit to write, and "?" with digits sets marks.

    Raises:
        LineError: The text after the cells is something else.
    """
    cells, rest = cells_and_rest(puzzle, words)
    if not cells:
        return None
    if rest[:1] == ["="]:
        rest = rest[1:] or ["nothing"]
    if not rest:
        return LineEntry(cells, "read")
    marks = _MARKS.fullmatch(" ".join(rest))
    if marks:
        return LineEntry(cells, "marks", marks_in(puzzle, marks[2]), marks[1])
    if len(cells) > 1:
        raise LineError("A digit goes into one cell at a time.")
    if len(rest) > 1:
        raise LineError(f"Expected one digit after the cell, found {' '.join(rest)!r}.")
    clears = rest[0] in ("clear", "-") or (rest[0] == "0" and "0" not in puzzle.symbols)
    digit = 0 if clears else digit_in(puzzle, rest[0], 0)
    return LineEntry(cells, "digit", (digit,))


def cells_and_rest(puzzle: Puzzle, words: list[str]) -> tuple[tuple[int, ...], list[str]]:
    """Return the cells at the beginning of a line, and the words after them.

    Raises:
        LineError: A cell is outside the grid.
    """
    if len(words) > 1 and words[0].isdecimal() and words[1].isdecimal():
        return (_cell(puzzle.order, words[0], words[1]),), words[2:]
    names = []
    for word in words:
        found = _CELL.fullmatch(word)
        if not found:
            break
        names.append(_cell(puzzle.order, found[1], found[2]))
    return tuple(dict.fromkeys(names)), words[len(names) :]


def cell_in(puzzle: Puzzle, words: list[str]) -> int:
    """Return the cell that *words* name.

    Raises:
        LineError: The words name no cell, or several.
    """
    cells, rest = cells_and_rest(puzzle, words)
    if len(cells) != 1 or rest:
        raise LineError(f"Expected a cell such as r1c1, found {' '.join(words) or 'nothing'!r}.")
    return cells[0]


def numbers_in(most: int, text: str) -> tuple[int, ...]:
    """Return the numbers in a text such as "57", "5 7" or "10,12". The text may be empty.

    If *most* is at most 9, every digit is a number, with or without separators.

    Raises:
        LineError: The text contains anything else, or a number above *most*.
    """
    words = text.replace(",", " ").split()
    if most < 10:
        words = [sign for word in words for sign in (word if word.isdecimal() else [word])]
    found = [whole_in(word, 1, most, "a digit") for word in words]
    return tuple(dict.fromkeys(found))


def digit_in(puzzle: Puzzle, word: str, least: int = 1) -> int:
    """Return the digit 1..n for a word, which is a symbol of the puzzle or a number.

    Raises:
        LineError: The word is not a digit of the puzzle, or the digit is below *least*.
    """
    if not puzzle.symbols:
        return whole_in(word, least, puzzle.order, "a digit")
    if len(word) == 1 and word.upper() in puzzle.symbols:
        return puzzle.symbols.index(word.upper()) + 1
    raise LineError(f"Expected a digit {span_of(puzzle.symbols)}, found {word[:40]!r}.")


def marks_in(puzzle: Puzzle, text: str) -> tuple[int, ...]:
    """Return the digits 1..n for a text such as "57", which contains symbols or numbers.

    Raises:
        LineError: The text contains anything else.
    """
    if not puzzle.symbols:
        return numbers_in(puzzle.order, text)
    found = (digit_in(puzzle, sign) for sign in text.replace(",", " ") if sign != " ")
    return tuple(dict.fromkeys(found))


def whole_in(word: str, least: int, most: int, what: str) -> int:
    """Return a word as a whole number.

    Raises:
        LineError: The word is not a whole number, or is out of range.
    """
    if word.isascii() and word.isdecimal() and least <= int(word[:9]) <= most and len(word) < 10:
        return int(word)
    raise LineError(f"Expected {what} from {least} to {most}, found {word[:40]!r}.")


def _cell(order: int, row: str, column: str) -> int:
    if all(each.isascii() and len(each) < 4 and 1 <= int(each) <= order for each in (row, column)):
        return (int(row) - 1) * order + int(column) - 1
    raise LineError(f"Expected a row and a column from 1 to {order}, found {row[:9]} {column[:9]}.")


class SavedAs(TypedDict, total=False):
    """Facts that are saved with a game."""

    kind: str
    difficulty: str
    daily: date | None


class Keeper:
    """Saves a game after every move. If saving fails, the player can continue anyway.

    Args:
        store: The store, or None to save nothing.
        number: Id of the game in the store, or None for a new game.
        facts: Facts that are saved with a new game.

    Attributes:
        number: Id of the game in the store, or None if it has not been saved yet.
    """

    def __init__(
        self, store: Store | None, number: int | None = None, facts: SavedAs | None = None
    ):
        self.number = number
        self._store, self._facts, self._trouble = store, facts or SavedAs(), ""

    def save(self, game: Game) -> str:
        """Save new moves, and return a sentence to show to the player, or ""."""
        if self._store is None:
            return ""
        was, self._trouble = self._trouble, ""
        try:
            if self.number is None:
                self.number = self._store.add(game, **self._facts)
                return ""
            number = self._store.append(self.number, game)
        except PandokuError as error:
            self._trouble = str(error)
            message = f"This move is not saved: {error}. Play continues."
            return "" if self._trouble == was else message
        if number != self.number:
            notice = (
                f"Game {self.number} is also played elsewhere. From now on this is game {number}."
            )
            self.number = number
            return notice
        return "All moves are saved again." if was else ""

    def preferences(self) -> Preferences:
        """Return the preferences of the player, which also apply to the full-screen application."""
        if self._store is None:
            return Preferences()
        try:
            return Preferences.of(self._store.preference(_SETTINGS))
        except PandokuError:
            return Preferences()

    def prefer(self, preferences: Preferences) -> None:
        """Save the preferences of the player. If this fails, do nothing."""
        if self._store is not None:
            with suppress(PandokuError):
                self._store.prefer(_SETTINGS, preferences.as_dict())


class Table:
    """A game being played line by line.

    Args:
        game: The game, which may already have moves.
        keeper: The object that saves the game.
        clock: A function that returns the current time in seconds since any fixed time.

    Attributes:
        game: The game after the last move.
        keeper: The object that saves the game.
        preferences: Preferences of the player: which mistakes are reported at once, and whether
            marks are kept tidy.
        mode: The layer of a number after a cell, one of the first four `pandoku.play.LAYERS`.
        level: Level of the last hint, or -1 if the board has changed since then.
        told: The text of the last hint.
        is_over: Whether the player has left or has finished a drill.
    """

    def __init__(
        self, game: Game, keeper: Keeper, *, clock: Callable[[], float] = monotonic
    ) -> None:
        self.game, self.keeper, self._clock = game, keeper, clock
        self.preferences, self.level, self.is_over = keeper.preferences(), -1, False
        self.mode, self.told = BASIC_LAYERS[0], ""
        self._timer = Timer(game.played_ms).start(self._now())

    def now_ms(self) -> int:
        """Return the milliseconds played."""
        return self._timer.played(self._now())

    def pause(self) -> None:
        """Stop the clock."""
        self._timer = self._timer.pause(self._now())

    def go_on(self) -> None:
        """Start the clock again."""
        self._timer = self._timer.start(self._now())

    def prefer(self, preferences: Preferences) -> None:
        """Change the preferences, and save them."""
        self.preferences = preferences
        self.keeper.prefer(preferences)

    def change(self, game: Game) -> list[str]:
        """Make *game* the current game after a move, save it, and return messages about saving."""
        if game.position != self.game.position:
            self.level, self.told = -1, ""
        self.game = game
        message = self.keeper.save(game)
        return [message] if message else []

    @cached_property
    def judge(self) -> Judge:
        """The judge, which compares the board with the solution to find mistakes."""
        return self.game.judge()

    def _now(self) -> int:
        return int(self._clock() * 1000)
