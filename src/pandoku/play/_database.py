"""The file of saved games: where it is, how it is opened and brought up to date, or refused."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pandoku.errors import StoreError

__all__ = ["APPLICATION", "MIGRATIONS", "connect", "default_path", "telling", "transaction"]

APPLICATION = 0x50414E44  # "PAND": says whose file it is
_NAME = "games.sqlite"
_FOLDER = "PANDOKU_DATA"
_ELSEWHERE = f"set {_FOLDER} to another folder"

# The statements of each take the file one version further; what was released never changes.
MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE games (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            puzzle TEXT NOT NULL,       -- a line of the format json
            title TEXT NOT NULL,
            kind TEXT NOT NULL,
            difficulty TEXT NOT NULL,
            daily TEXT,                 -- the date of a daily puzzle, 2026-11-22
            started TEXT NOT NULL,      -- in UTC, as touched
            touched TEXT NOT NULL,
            state TEXT NOT NULL CHECK (state IN ('playing', 'solved', 'revealed')),
            played_ms INTEGER NOT NULL,
            n_moves INTEGER NOT NULL,
            digits BLOB NOT NULL        -- a byte for every cell
        )
        """,
        "CREATE INDEX games_by_touch ON games (touched)",
        """
        CREATE TABLE moves (
            game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE,
            number INTEGER NOT NULL,    -- from 0
            at_ms INTEGER NOT NULL,
            move TEXT NOT NULL,
            PRIMARY KEY (game, number)
        ) WITHOUT ROWID
        """,
        "CREATE TABLE preferences (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        """
        CREATE TABLE dailies (          -- those that were solved; they outlive their games
            date TEXT NOT NULL,
            kind TEXT NOT NULL,
            solved_on TEXT NOT NULL,
            played_ms INTEGER NOT NULL,
            PRIMARY KEY (date, kind)
        )
        """,
        """
        CREATE TABLE drills (
            id INTEGER PRIMARY KEY,
            technique TEXT NOT NULL,
            made TEXT NOT NULL,
            was_right INTEGER NOT NULL,
            spent_ms INTEGER NOT NULL
        )
        """,
    ),
)

# In one statement, since another process may be making the tables.
_WHAT_IS_THERE = (
    "SELECT user_version, (SELECT COUNT(*) FROM sqlite_master) FROM pragma_user_version"
)
_REASONS = {
    sqlite3.SQLITE_BUSY: f"another process has locked the saved games; end it, or {_ELSEWHERE}",
    sqlite3.SQLITE_READONLY: "the saved games cannot be written: the file or its folder is "
    f"read-only; make both writable, or {_ELSEWHERE}",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened; make it and its folder writable, or {_ELSEWHERE}",
    sqlite3.SQLITE_FULL: f"the disk is full; make room, or {_ELSEWHERE}",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "expected a database of saved games, found something else",
}
_MOVE_IT = "; nothing was changed: move the file away to begin afresh, or put a copy in its place"


def default_path() -> Path:
    """Return where the games of this user are: in $PANDOKU_DATA, or the user's data folder.

    Raises:
        StoreError: The user has no home folder.
    """
    if folder := os.environ.get(_FOLDER):
        return Path(folder) / _NAME
    from platformdirs import user_data_path

    path = user_data_path("pandoku", appauthor=False)
    if not path.is_absolute():  # the "~" of a user without a home is still there
        raise StoreError(
            f"expected a home folder for the saved games, found none; set {_FOLDER} to a folder"
        )
    return path / _NAME


def connect(path: Path | None, timeout_s: float) -> sqlite3.Connection:
    """Return a connection to the file, made or brought up to date if need be; None is memory.

    Raises:
        StoreError: It cannot be used; a file that is there has not been changed.
    """
    if path is not None:
        _require_ours(path)
        _make_folder(path)
    with telling(path):
        connection = sqlite3.connect(path or ":memory:", timeout=timeout_s, isolation_level=None)
    try:
        with telling(path):
            _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def telling(path: Path | None) -> Iterator[None]:
    """Turn errors of the database into a StoreError that says what to do."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise
    except sqlite3.Error as error:
        raise StoreError(_reason(error), path=path) from error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Do all of the changes within, or none of them."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:  # a full disk ends it already
            connection.execute("ROLLBACK")
        raise


def _require_ours(path: Path) -> None:
    """Refuse other files and newer versions by the header, because even opening changes a file."""
    try:
        with path.open("rb") as stream:
            head = stream.read(100)
    except FileNotFoundError:
        return
    except OSError as error:
        raise StoreError(_in_words(error), path=path) from error
    if not head:
        return
    if len(head) < 100 or not head.startswith(b"SQLite format 3\0"):
        raise StoreError(_REASONS[sqlite3.SQLITE_NOTADB] + _MOVE_IT, path=path)
    version, application = (int.from_bytes(head[at : at + 4], "big") for at in (60, 68))
    if application not in (0, APPLICATION):
        raise StoreError(_REASONS[sqlite3.SQLITE_NOTADB] + _MOVE_IT, path=path)
    _require_known(version, path)


def _require_known(version: int, path: Path | None) -> None:
    if version > len(MIGRATIONS):
        raise StoreError(
            f"the saved games are of version {version}, and this pandoku knows "
            f"{len(MIGRATIONS)}; install a newer pandoku, or {_ELSEWHERE}",
            path=path,
        )


def _make_folder(path: Path) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(
            f"its folder cannot be made: {_in_words(error)}; {_ELSEWHERE}", path=path
        ) from error


def _prepare(connection: sqlite3.Connection, path: Path | None) -> None:
    found, n_tables = connection.execute(_WHAT_IS_THERE).fetchone()
    _require_known(found, path)
    if n_tables and not found:
        raise StoreError(_REASONS[sqlite3.SQLITE_NOTADB] + _MOVE_IT, path=path)
    if found and (damage := _damage(connection)):
        raise StoreError(f"the file is damaged ({damage}){_MOVE_IT}", path=path)
    # What a commit has handed to the system survives the end of the process; only a power cut may
    # take the last moves, and never damages the file.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    if found < len(MIGRATIONS):
        with transaction(connection):
            _migrate(connection)
    else:
        # Changes nothing, but fails now rather than at the first move if nothing can be written.
        connection.execute("DELETE FROM preferences WHERE 0")


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _damage(connection: sqlite3.Connection) -> str:
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return "" if found == "ok" else " ".join(found.split())


def _migrate(connection: sqlite3.Connection) -> None:
    # The version is read within the transaction, as another process may have been quicker.
    for statements in MIGRATIONS[_version(connection) :]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _reason(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    reason = _REASONS.get(code)
    if reason is None:
        return f"the saved games cannot be used: {error}; {_ELSEWHERE}"
    is_damage = code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    return reason + _MOVE_IT if is_damage else reason


def _in_words(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
