"""The file of saved games: find, check, open and update it."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path

from pandoku.errors import StoreError

APPLICATION = 0x50414E44  # "PAND", which marks a file of pandoku

# Each group of statements updates the tables to the next version. Never change a released group,
# not even its SQL comments: SQLite stores each statement with its comments, and `_difference`
# compares the stored statements with the statements here.
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
    (
        """
        CREATE TABLE learned (          -- facts about the course; they are only ever added
            part TEXT NOT NULL,         -- lesson, drill or puzzle
            name TEXT NOT NULL,         -- a technique, or the stop of a puzzle
            board TEXT NOT NULL,        -- the board of a drill, otherwise empty
            since TEXT NOT NULL,
            PRIMARY KEY (part, name, board)
        ) WITHOUT ROWID
        """,
        # Boards were not stored with earlier results. The time of a result stands for its board.
        """
        INSERT OR IGNORE INTO learned
        SELECT 'drill', technique, made, made FROM drills WHERE was_right
        """,
    ),
)


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring the tables up to date, within a transaction that the caller has begun."""
    # Read the version within the transaction, because another process may just have updated the
    # tables.
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")


def _difference(connection: sqlite3.Connection, version: int) -> str:
    """Return a message if a table is missing or not defined as in this version, else "".

    A single damaged byte may turn the definition of a table into another valid definition, which
    SQLite's checks do not find. Additions by the user, such as an index, are allowed.
    """
    lacks = _tables_of(MIGRATIONS[:version]) - set(connection.execute(_TABLES).fetchall())
    return "the tables are not those of saved games" if lacks else ""


# The values are read as bytes, because damaged values may not be valid text.
_TABLES = (
    "SELECT CAST(type AS BLOB), CAST(name AS BLOB), CAST(tbl_name AS BLOB), CAST(sql AS BLOB) "
    "FROM sqlite_master"
)


@lru_cache
def _tables_of(migrations: tuple[tuple[str, ...], ...]) -> frozenset[tuple[object, ...]]:
    with closing(sqlite3.connect(":memory:")) as made:
        for statements in migrations:
            for statement in statements:
                made.execute(statement)
        return frozenset(made.execute(_TABLES).fetchall())


_NAME = "games.sqlite"
_FOLDER = "PANDOKU_DATA"
_ELSEWHERE = f"set {_FOLDER} to another folder"
# Suffixes of the companion files of an SQLite database: the changes that are not yet in the
# database, the index of these changes, and the journal, which replaces the other two where an index
# is impossible.
BESIDE = ("-wal", "-shm", "-journal")

# One statement reads both numbers, because another process may create the tables in between.
_WHAT_IS_THERE = (
    "SELECT user_version, (SELECT COUNT(*) FROM sqlite_master) FROM pragma_user_version"
)
LOCKED = f"another process has locked the saved games; end it, or {_ELSEWHERE}"
_REASONS = {
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_READONLY: "the saved games cannot be written: the file or its folder is "
    f"read-only; make both writable, or {_ELSEWHERE}",
    sqlite3.SQLITE_CANTOPEN: f"cannot be opened; make it and its folder writable, or {_ELSEWHERE}",
    sqlite3.SQLITE_FULL: f"the disk is full; make room, or {_ELSEWHERE}",
}
# Errors that do not depend on the content of the file.
_HINDRANCES = {*_REASONS, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM}
_DAMAGED = "the file is damaged"
_NOT_OURS = "expected a database of saved games, found something else"
_MOVE_IT = "; nothing was changed: move the file away to begin afresh, or put a copy in its place"
_LONGEST = 200  # maximum length of an SQLite message, which may quote the file
_FILE_TYPES = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class DamagedError(StoreError):
    """Raised for a damaged file.

    The file may belong to another program. `pandoku.play._aside` checks whether pandoku wrote it.

    Attributes:
        damage: The defect, without advice.
    """

    def __init__(self, damage: str, *, path: Path | None) -> None:
        self.damage = damage
        super().__init__(damage + _MOVE_IT, path=path)


def default_path() -> Path:
    """Return the path of the user's saved games, in $PANDOKU_DATA or the user's data folder.

    Raises:
        StoreError: The user has no home folder.
    """
    if folder := os.environ.get(_FOLDER):
        return Path(folder) / _NAME
    from platformdirs import user_data_path

    path = user_data_path("pandoku", appauthor=False)
    if not path.is_absolute():  # without a home folder, "~" is not replaced
        raise StoreError(
            f"expected a home folder for the saved games, found none; set {_FOLDER} to a folder"
        )
    return path / _NAME


def target_of(path: Path) -> Path:
    """Resolve symbolic links in a path, because SQLite puts companion files next to the real file.

    Raises:
        StoreError: The path is not a valid file name.
    """
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError) as error:  # such as a NUL
        raise StoreError(f"{in_words(error)}; {_ELSEWHERE}", path=path) from error


def connect(path: Path | None, timeout_s: float) -> sqlite3.Connection:
    """Return a connection to the file, which is created or updated if necessary.

    If *path* is None, the database is in memory. Threads may share the connection if only one of
    them uses it at a time.

    Raises:
        StoreError: The file cannot be used. An existing file has not been changed.
    """
    if path is not None:
        check_file(path, timeout_s)
    with telling(path):
        connection = sqlite3.connect(
            path or ":memory:", timeout=timeout_s, isolation_level=None, check_same_thread=False
        )
    try:
        with telling(path):
            _prepare(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def telling(path: Path | None) -> Iterator[None]:
    """Turn errors of the database into a StoreError with advice."""
    try:
        yield
    except sqlite3.Error as error:
        if _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise DamagedError(_damage_in(error), path=path) from error
        reason = _REASONS.get(_code(error))
        reason = reason or f"the saved games cannot be used: {error}; {_ELSEWHERE}"
        raise StoreError(reason, path=path) from error
    except UnicodeDecodeError as error:  # SQLite quotes a damaged text in its message
        raise DamagedError(_DAMAGED, path=path) from error
    except (UnicodeEncodeError, OverflowError) as error:  # SQLite cannot store a value
        raise StoreError(f"cannot be saved: {error}", path=path) from error


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Save all changes that the `with` block makes. If the block fails, save nothing."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # if the disk is full, SQLite has already ended the transaction
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def check_file(path: Path, timeout_s: float) -> None:
    """Refuse a file that cannot be the saved games, without changing it or its companions.

    Only SQLite reads the file: closing any other descriptor would release all locks that this
    process has on it (sqlite.org/howtocorrupt.html, 2.2), including the locks of open stores.

    Raises:
        StoreError: The file is not a database of saved games, is of a newer version, or is damaged
            (DamagedError).
    """
    # The size of the file is read last. A process that creates the file writes to it before it
    # writes to the companions.
    moves, _, _, size = (_size(path, suffix) for suffix in (*BESIDE, ""))
    if not size:
        if moves:  # SQLite would delete these moves
            raise DamagedError(f"{_DAMAGED} (it is empty or gone, but moves are left)", path=path)
        return
    _require_ours(path)
    _require_sound(path, timeout_s)


def _size(path: Path, suffix: str) -> int:
    """Return the size of the file or a companion file in bytes, or 0 if it is missing.

    Anything but a regular file is refused. The file is not opened, because opening a named pipe
    would wait forever.
    """
    named = Path(f"{path}{suffix}")
    try:
        found = os.stat(f"{target_of(path)}{suffix}")
    except FileNotFoundError:
        return 0
    except OSError as error:
        raise StoreError(f"{in_words(error)}; {_ELSEWHERE}", path=named) from error
    file_type = stat.S_IFMT(found.st_mode)
    if file_type != stat.S_IFREG:
        raise StoreError(
            "expected a file for the saved games, "
            f"found {_FILE_TYPES.get(file_type, 'something else')}; move it away, or {_ELSEWHERE}",
            path=named,
        )
    return found.st_size


def _require_ours(path: Path) -> None:
    """Refuse files of other programs and newer versions, reading only the header.

    SQLite may write to a file when it reads more than the header. The header is read with
    `immutable=1`, so that SQLite uses no locks, journals or companion files.
    """
    with telling(path), closing(_reader(path, "immutable=1", 0)) as reader:
        try:
            (application,) = reader.execute("PRAGMA application_id").fetchone()
            (version,) = reader.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            if _code(error) == sqlite3.SQLITE_NOTADB:
                raise
            return  # another process may be writing, and an immutable reader does not wait
    if application not in (0, APPLICATION):
        raise StoreError(_NOT_OURS + _MOVE_IT, path=path)
    _require_known(version, path)


def _require_sound(path: Path, timeout_s: float) -> None:
    """Refuse a damaged file.

    The connection is read-only, because closing the last writable connection would update the file
    even if it is damaged.
    """
    with telling(path), closing(_reader(path, "mode=ro", timeout_s)) as reader:
        try:
            version, _ = reader.execute(_WHAT_IS_THERE).fetchone()
            _require_known(version, path)
            damage = ""
            if version:
                (verdict,) = reader.execute("PRAGMA quick_check(1)").fetchone()
                damage = _difference(reader, version) if verdict == "ok" else _in_one_line(verdict)
        except sqlite3.Error as error:
            if _code(error) == sqlite3.SQLITE_BUSY:
                raise
            if _code(error) in _HINDRANCES:
                return  # saving may still work, or else reports the error
            raise DamagedError(_damage_in(error), path=path) from error
    if damage:
        raise DamagedError(f"{_DAMAGED} ({damage})", path=path)


def _reader(path: Path, how: str, timeout_s: float) -> sqlite3.Connection:
    uri = path.absolute().as_uri()
    # a network share on Windows, where SQLite does not accept a host name in an address
    if not uri.startswith("file:///"):
        uri = "file://" + uri.removeprefix("file:")
    return sqlite3.connect(f"{uri}?{how}", uri=True, timeout=timeout_s, isolation_level=None)


def _require_known(version: int, path: Path | None) -> None:
    if version > len(MIGRATIONS):
        raise StoreError(
            f"the saved games are of version {version}, but this pandoku only reads versions up to "
            f"{len(MIGRATIONS)}; install a newer pandoku, or {_ELSEWHERE}",
            path=path,
        )


def _prepare(connection: sqlite3.Connection, path: Path | None) -> None:
    found, n_tables = connection.execute(_WHAT_IS_THERE).fetchone()
    _require_known(found, path)
    if n_tables and not found:
        raise StoreError(_NOT_OURS + _MOVE_IT, path=path)
    # A committed change survives the end of the process. A power cut can lose the last moves, but
    # never damages the file.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    if found < len(MIGRATIONS):
        with transaction(connection):
            _migrate(connection)
    else:
        # This statement changes nothing. If the file is read-only, it fails now, instead of at the
        # player's first move.
        connection.execute("DELETE FROM preferences WHERE 0")


def _damage_in(error: sqlite3.Error) -> str:
    if _code(error) == sqlite3.SQLITE_NOTADB:
        return _NOT_OURS
    return (
        _DAMAGED
        if _code(error) == sqlite3.SQLITE_CORRUPT
        else f"{_DAMAGED} ({_in_one_line(error)})"
    )


def _in_one_line(text: object) -> str:
    line = " ".join(str(text).split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def in_words(error: OSError | ValueError) -> str:
    """Return the system's message about an error in lower case, to be used within a sentence."""
    return (getattr(error, "strerror", None) or str(error)).lower()
