"""Saved games. Each move is saved in the file immediately.

One SQLite file holds the games with all their moves, the player's preferences, the results of
daily puzzles and drills, and the progress in the course. Several processes may use the file at the
same time.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

from pandoku.errors import FormatError, PandokuError, StoreError
from pandoku.model import Puzzle
from pandoku.play._aside import set_aside
from pandoku.play._connection import PATIENCE_S, Connection
from pandoku.play._database import DamagedError, default_path
from pandoku.play.daily import WEEKLY
from pandoku.play.game import Game
from pandoku.play.learned import Fact, Learned
from pandoku.play.moves import Move, parse_move
from pandoku.play.stops import stop_of_puzzle

__all__ = ["Saved", "Store", "open_store"]

MEMORY = ":memory:"
_EARLIEST, _LATEST = 2, 9998  # years whose dates exist in every time zone
_SUMMARY = "id, puzzle, title, kind, difficulty, daily, started, touched, state, played_ms, n_moves"


@dataclass(frozen=True)
class Saved:
    """A saved game without its moves, for lists.

    Attributes:
        id: Number of the game, from 1, which `Store.game` accepts.
        text: The puzzle as a line of the format json.
        title: The name that lists show, or "".
        kind: Kind of puzzle: "sudoku", "killer", ..., or "" if unknown.
        difficulty: Difficulty: "easy", ..., or "" if unknown.
        daily: The date of a daily puzzle, or None.
        started: Time of the start.
        touched: Time of the last move.
        state: "playing", "solved", or "revealed" if the player has seen the solution.
        played_ms: Milliseconds played.
        n_moves: Number of moves, including moves that were undone.
        digits: The digits on the board, including givens, row-major, with 0 for an empty cell.
    """

    id: int
    text: str = field(repr=False)
    title: str
    kind: str
    difficulty: str
    daily: date | None
    started: datetime
    touched: datetime
    state: str
    played_ms: int
    n_moves: int
    digits: tuple[int, ...] = field(repr=False)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle. Reading it takes about a millisecond if there are many cages.

        Raises:
            StoreError: The saved text is not a puzzle.
        """
        from pandoku.formats import Lines
        from pandoku.formats.json import format as json_format

        try:
            value = next(
                (item.value for item in json_format.FORMAT.read(Lines.of(self.text))), None
            )
        except FormatError as error:
            value = error
        if isinstance(value, Puzzle):
            return value
        raise StoreError(f"game {self.id} is damaged: {value or 'it has no puzzle'}")

    @property
    def is_finished(self) -> bool:
        """True if the game is solved, or the solution was shown."""
        return self.state != "playing"

    @property
    def n_empty(self) -> int:
        """The number of cells without a digit."""
        return self.digits.count(0)


class Store:
    """Saved games in a file, for one player.

    Threads may share a store. A process may open any number of stores of one file, and may fork. It
    must not open the file in any other way, even to copy it: closing the additional descriptor
    would release the locks of the stores. "Saved games" in the documentation explains how to make a
    backup.

    Args:
        path: The file, which is created if missing. ":memory:" saves nothing to disk. None means
            the user's file: `games.sqlite` in $PANDOKU_DATA, or in the user's data folder.
        clock: Function that returns the current time with its zone. Only tests pass it.

    Attributes:
        path: The file, or None in memory.

    Raises:
        StoreError: The file cannot be used: it is damaged, locked, of a newer version or not a
            database, or it cannot be read or written. The file has not been changed. All methods
            raise this error when the file can no longer be used.

    >>> store = Store(":memory:")
    >>> game = Game.start("1.....2..3.....4")
    >>> number = store.add(game, title="Four")
    >>> store.append(number, game.place("r1c2", 4))
    1
    >>> store.game(number).digits[:4]
    (1, 4, 0, 0)
    """

    def __init__(
        self,
        path: str | PathLike[str] | None = None,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self.path = None if path == MEMORY else default_path() if path is None else Path(path)
        self._clock = clock
        self._connection = Connection(self.path)
        self._n_saved: dict[int, int] = {}

    def close(self) -> None:
        """Close the file. Everything has already been saved."""
        self._connection.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---------------------------------------------------------------- games

    def add(
        self,
        game: Game,
        *,
        title: str = "",
        kind: str = "",
        difficulty: str = "",
        daily: date | None = None,
        started: datetime | None = None,
    ) -> int:
        """Save a game with all its moves, and return its id.

        Args:
            game: The game, which may have moves already.
            title: The name that lists show. The default is the title of the puzzle.
            kind: Kind of puzzle: "sudoku", "killer", ...
            difficulty: Difficulty: "easy", ...
            daily: The date of a daily puzzle.
            started: Time of the start with its zone, by default now.

        Raises:
            StoreError: The game cannot be saved.
        """
        now = self._clock()
        facts = (
            _line_of(game.puzzle),
            # JSON allows a lone surrogate, which UTF-8 does not.
            (title or game.puzzle.title or "").encode(errors="replace").decode(),
            kind,
            difficulty,
            daily and daily.isoformat(),
            _stamp(started or now),
            _stamp(now),
            *_progress(game),
        )
        with self._connection.changing() as connection:
            made = connection.execute(
                "INSERT INTO games (puzzle, title, kind, difficulty, daily, started, touched, "
                "state, played_ms, n_moves, digits) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                facts,
            ).lastrowid
            assert made is not None
            _insert_moves(connection, made, game, 0)
            _note_daily(connection, made, now)
            _note_stop(connection, game, now)
        self._n_saved[made] = len(game.moves)
        return made

    def append(self, number: int, game: Game) -> int:
        """Save the moves that were made since a game was last saved, and return the game's id.

        If another process has continued or removed the game in the meantime, this game is saved
        under a new id, so that neither game loses a move.

        Args:
            number: The id that `add` returned or that was passed to `game`.
            game: The game with its new moves. If this call fails, the next call also saves these
                moves.

        Raises:
            StoreError: The moves cannot be saved.
        """
        now, since = self._clock(), self._n_saved.get(number, 0)
        facts = (_stamp(now), *_progress(game), number)
        if len(game.moves) < since:  # *game* has fewer moves than were saved
            return self._fork(number, game)
        with self._connection.changing() as connection:
            is_ours = _n_moves(connection, number) == since
            if is_ours:
                _insert_moves(connection, number, game, since)
                connection.execute(
                    "UPDATE games SET touched = ?, state = ?, played_ms = ?, n_moves = ?, "
                    "digits = ? WHERE id = ?",
                    facts,
                )
                _note_daily(connection, number, now)
                _note_stop(connection, game, now)
        if not is_ours:
            return self._fork(number, game)
        if game.is_solved:
            self._connection.complete()
        self._n_saved[number] = len(game.moves)
        return number

    def game(self, number: int) -> Game:
        """Return a saved game with all its moves.

        Raises:
            StoreError: The game does not exist, or its saved moves are damaged.
        """
        game = Game.start(self.saved(number).puzzle)
        try:
            for move in self._moves(number, game.puzzle.order):
                game = game.play(move)
        except PandokuError as error:
            if isinstance(error, StoreError):
                raise
            at = len(game.moves) + 1
            raise StoreError(f"game {number} is damaged at move {at}: {error}") from error
        self._n_saved[number] = len(game.moves)
        return game

    def saved(self, number: int) -> Saved:
        """Return one saved game without its moves.

        Raises:
            StoreError: The game does not exist, or its fields are damaged.
        """
        found = self._rows(f"SELECT {_SUMMARY}, digits FROM games WHERE id = ?", number)
        if not found:
            raise StoreError(f"there is no saved game {number}", path=self.path)
        return _saved(found[0])

    def games(self, finished: bool | None = None, *, limit: int | None = None) -> list[Saved]:
        """Return the saved games, most recently played first.

        A game with damaged fields is left out. `saved` raises an error that describes the damage.

        Args:
            finished: True for finished games, False for unfinished games, None for all games.
            limit: Maximum number of games to return. None returns all games.

        Raises:
            StoreError: The games cannot be read.
        """
        only = {None: "", True: "WHERE state != 'playing'", False: "WHERE state = 'playing'"}
        order = "ORDER BY touched DESC, id DESC LIMIT ?"
        query = f"SELECT {_SUMMARY}, digits FROM games {only[finished]} {order}"
        found = []
        for row in self._rows(query, -1 if limit is None else limit):
            with suppress(StoreError):
                found.append(_saved(row))
        return found

    def unfinished(self, puzzle: Puzzle) -> int | None:
        """Return the id of the most recently played unfinished game of a puzzle, or None."""
        query = "SELECT id FROM games WHERE puzzle = ? AND state = 'playing' ORDER BY touched DESC"
        try:
            line = _line_of(puzzle)
        except StoreError:  # a puzzle that cannot be written cannot have been saved
            return None
        return self._id(query, line)

    def remove(self, number: int) -> None:
        """Remove a game and its moves, if it exists."""
        with self._connection.changing() as connection:
            connection.execute("DELETE FROM games WHERE id = ?", (number,))

    # ---------------------------------------------------------------- preferences

    def preference(self, name: str, default: Any = None) -> Any:
        """Return a preference of the player, or *default* if no usable value was saved."""
        found = self._rows("SELECT value FROM preferences WHERE name = ?", name)
        try:
            return json.loads(found[0][0]) if found else default
        except (TypeError, ValueError, RecursionError):
            return default

    def prefer(self, name: str, value: Any) -> None:
        """Save a preference of the player.

        Args:
            name: Name of the preference, such as "theme".
            value: Any value that JSON can represent.
        """
        text = json.dumps(value)
        with self._connection.changing() as connection:
            connection.execute(
                "INSERT INTO preferences VALUES (?, ?) "
                "ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                (name, text),
            )

    # ---------------------------------------------------------------- daily puzzles and drills

    def daily(self, day: date, kind: str = "sudoku") -> int | None:
        """Return the id of the most recently played game of a daily puzzle, or None."""
        query = "SELECT id FROM games WHERE daily = ? AND kind = ? ORDER BY touched DESC"
        return self._id(query, day.isoformat(), kind)

    def streak(self, today: date) -> int:
        """Return the number of consecutive days up to today with a solved daily puzzle.

        A day counts if its puzzle of any kind was solved on that day without revealing the
        solution. The variant of the week does not count. If no puzzle of today has been solved yet,
        the streak up to yesterday is returned.
        """
        query = (
            "SELECT DISTINCT date FROM dailies WHERE solved_on = date AND date <= ? AND kind <> ?"
        )
        solved = {row[0] for row in self._rows(query, today.isoformat(), WEEKLY)}
        day = today.toordinal() - (today.isoformat() not in solved)
        length = 0
        while day > length and date.fromordinal(day - length).isoformat() in solved:
            length += 1
        return length

    def record_drill(
        self, technique: str, was_right: bool, *, spent_ms: int = 0, board: str | None = None
    ) -> None:
        """Save the result of a drill. A right answer also counts in the course.

        Args:
            technique: Name of the technique, such as "naked-pair".
            was_right: Whether the player found a step of the technique.
            spent_ms: Milliseconds spent on the drill.
            board: The board, as in `Fact.board`. None means a board that was not answered before.
        """
        made = _stamp(self._clock())
        with self._connection.changing() as connection:
            connection.execute(
                "INSERT INTO drills (technique, made, was_right, spent_ms) VALUES (?, ?, ?, ?)",
                (technique, made, int(was_right), spent_ms),
            )
            if was_right:
                _add_facts(connection, [Fact("drill", technique, board or made)], made)

    def drill_results(self) -> dict[str, tuple[int, int]]:
        """Return the number of right answers and the number of all drills for each technique."""
        from pandoku.techniques import current_name

        query = "SELECT technique, SUM(was_right), COUNT(*) FROM drills GROUP BY technique"
        found: dict[str, tuple[int, int]] = {}
        for stored, right, tried in self._rows(query):
            if isinstance(stored, str) and isinstance(right, int):
                name = current_name(stored)
                before = found.get(name, (0, 0))
                found[name] = before[0] + right, before[1] + tried
        return found

    # ---------------------------------------------------------------- the course

    def learned(self) -> Learned:
        """Return the progress in the course."""
        rows = self._rows("SELECT part, name, board FROM learned")
        are_texts = (row for row in rows if all(isinstance(each, str) for each in row))
        return Learned(frozenset(Fact(*row) for row in are_texts))

    def learn(self, facts: Iterable[Fact]) -> int:
        """Add facts to the progress in the course, and return the number of those that are new.

        Nothing is ever removed, so the progress of another computer can be added at any time.
        """
        rows, made = sorted(set(facts)), _stamp(self._clock())
        with self._connection.changing() as connection:
            return _add_facts(connection, rows, made)

    # ---------------------------------------------------------------- internals

    def _rows(self, query: str, *values: object) -> list[Any]:
        return self._connection.rows(query, *values)

    def _id(self, query: str, *values: object) -> int | None:
        found = self._rows(f"{query} LIMIT 1", *values)
        return int(found[0][0]) if found else None

    def _moves(self, number: int, order: int) -> Iterator[Move]:
        query = "SELECT at_ms, move FROM moves WHERE game = ? ORDER BY number"
        for at, (at_ms, text) in enumerate(self._rows(query, number), 1):
            if not (isinstance(at_ms, int) and isinstance(text, str)):
                raise StoreError(f"game {number} is damaged at move {at}: {text!r} is not a move")
            yield parse_move(order, text, at_ms)

    def _fork(self, number: int, game: Game) -> int:
        try:
            was = self.saved(number)
        except StoreError:  # the game was removed
            return self.add(game)
        return self.add(
            game,
            title=was.title,
            kind=was.kind,
            difficulty=was.difficulty,
            daily=was.daily,
            started=was.started,
        )


def open_store(path: str | PathLike[str] | None = None) -> tuple[Store, str]:
    """Return a store, and a message for the player about a file that cannot be used, or "".

    A damaged file of saved games is renamed, with all its content, and the store starts a new file.
    If the file cannot be used for another reason, it is not changed, and the store keeps its games
    in memory (its `path` is None).
    """
    try:
        return Store(path), ""
    except DamagedError as error:
        damaged, reason = error, ""
    except StoreError as error:
        return Store(MEMORY), str(error)
    try:
        assert damaged.path is not None
        if kept := set_aside(damaged.path, PATIENCE_S):
            reason = (
                f"{damaged.path}: {damaged.damage}; it is kept as {kept.name}, "
                "and new games are saved in a new file"
            )
        return Store(path), reason
    except StoreError as error:
        return Store(MEMORY), f"{reason}; {error}" if reason else str(error)


def _line_of(puzzle: Puzzle) -> str:
    from pandoku.formats.json import format as json_format

    if reason := json_format.FORMAT.why_not(puzzle):
        raise StoreError(f"the puzzle cannot be saved: {reason}")
    return json_format.FORMAT.write(puzzle).strip()


def _insert_moves(connection: sqlite3.Connection, number: int, game: Game, since: int) -> None:
    rows: Iterable[tuple[object, ...]] = (
        (number, at, move.at_ms, move.text(game.puzzle.order))
        for at, move in enumerate(game.moves[since:], since)
    )
    connection.executemany("INSERT INTO moves VALUES (?, ?, ?, ?)", rows)


def _n_moves(connection: sqlite3.Connection, number: int) -> int | None:
    """Return the number of saved moves of a game, or None if the game does not exist."""
    last = "SELECT MAX(number) FROM moves WHERE game = games.id"
    query = f"SELECT 1 + IFNULL(({last}), -1) FROM games WHERE id = ?"
    found = connection.execute(query, (number,)).fetchone()
    return int(found[0]) if found else None


def _note_daily(connection: sqlite3.Connection, number: int, now: datetime) -> None:
    connection.execute(
        "INSERT OR IGNORE INTO dailies SELECT daily, kind, ?, played_ms FROM games "
        "WHERE id = ? AND daily IS NOT NULL AND state = 'solved'",
        (now.date().isoformat(), number),
    )


def _note_stop(connection: sqlite3.Connection, game: Game, now: datetime) -> None:
    """Add the stop of the course whose puzzle the player has solved, if there is one."""
    if not game.is_solved or game.is_revealed:
        return
    if stop := stop_of_puzzle(game.puzzle):
        _add_facts(connection, [Fact("puzzle", stop.name)], _stamp(now))


def _add_facts(connection: sqlite3.Connection, facts: Iterable[Fact], since: str) -> int:
    before = connection.total_changes
    connection.executemany(
        "INSERT OR IGNORE INTO learned VALUES (?, ?, ?, ?)", [(*fact, since) for fact in facts]
    )
    return connection.total_changes - before


def _stamp(moment: datetime) -> str:
    try:
        in_utc = moment.astimezone(UTC)
    except (OSError, OverflowError, ValueError):  # near the first or last year of the calendar
        in_utc = None
    if in_utc is None or not _EARLIEST <= in_utc.year <= _LATEST:
        raise StoreError(
            f"expected a time in the years {_EARLIEST} to {_LATEST}, found {moment}; "
            "set the clock of this computer"
        )
    return in_utc.isoformat(timespec="milliseconds")


def _read_stamp(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None or not _EARLIEST <= moment.year <= _LATEST:
        raise ValueError(f"{text} is not a time of saved games")
    return moment


def _progress(game: Game) -> tuple[str, int, int, bytes]:
    state = "revealed" if game.is_revealed else "solved" if game.is_solved else "playing"
    return state, game.played_ms, len(game.moves), bytes(game.digits)


def _saved(row: tuple[Any, ...]) -> Saved:
    number, text, title, kind, difficulty, daily, started, touched, *progress = row
    state, played_ms, n_moves, digits = progress
    texts, numbers = (text, title, kind, difficulty, state), (played_ms, n_moves)
    try:
        # SQLite accepts values of any type in a column, so it does not notice damaged values.
        are_texts = all(isinstance(each, str) for each in texts)
        if not (are_texts and all(isinstance(each, int) for each in numbers)):
            raise TypeError("a field for a text or a number has another kind of value")
        if not isinstance(digits, bytes):
            raise TypeError("the digits are not stored as bytes")
        return Saved(
            number,
            text,
            title,
            kind,
            difficulty,
            daily and date.fromisoformat(daily),
            _read_stamp(started),
            _read_stamp(touched),
            state,
            played_ms,
            n_moves,
            tuple(digits),
        )
    except (TypeError, ValueError) as error:
        raise StoreError(f"game {number} is damaged: {error}") from error
