"""The file of saved games: where it is, how it is opened and brought up to date, or refused."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pandoku.errors import StoreError
from pandoku.play import _schema

__all__ = [
    "BESIDE",
    "LOCKED",
    "DamagedError",
    "check_file",
    "connect",
    "default_path",
    "in_words",
    "target_of",
    "telling",
    "transaction",
]

_NAME = "games.sqlite"
_FOLDER = "PANDOKU_DATA"
_ELSEWHERE = f"set {_FOLDER} to another folder"
# SQLite's files beside a database: the moves that are not in it yet, their index, and the journal
# that takes their place where there cannot be such an index.
BESIDE = ("-wal", "-shm", "-journal")

# In one statement, since another process may be making the tables.
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
# Reasons that have nothing to do with what is in the file.
_HINDRANCES = {*_REASONS, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_PERM}
_DAMAGED = "the file is damaged"
_NOT_OURS = "expected a database of saved games, found something else"
_MOVE_IT = "; nothing was changed: move the file away to begin afresh, or put a copy in its place"
_LONGEST = 200  # characters of what SQLite says, which may quote the file
_FILE_TYPES = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class DamagedError(StoreError):
    """The file is damaged. Only `pandoku.play._aside` tells a file of ours from other files.

    Attributes:
        damage: The defect, without the way out.
    """

    def __init__(self, damage: str, *, path: Path | None) -> None:
        self.damage = damage
        super().__init__(damage + _MOVE_IT, path=path)


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


def target_of(path: Path) -> Path:
    """Return where the file is if a symbolic link leads there: SQLite's other files are there too.

    Raises:
        StoreError: No file can have this name.
    """
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError) as error:  # a NUL
        raise StoreError(f"{in_words(error)}; {_ELSEWHERE}", path=path) from error


def connect(path: Path | None, timeout_s: float) -> sqlite3.Connection:
    """Return a connection to the file, made or brought up to date if need be; None is memory.

    Any thread may use it, one at a time.

    Raises:
        StoreError: It cannot be used; a file that is there has not been changed.
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
    """Turn errors of the database into a StoreError that says what to do."""
    try:
        yield
    except sqlite3.Error as error:
        if _code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise DamagedError(_damage_in(error), path=path) from error
        raise StoreError(_reason(error), path=path) from error
    except UnicodeDecodeError as error:  # of SQLite's message, which quotes what is damaged
        raise DamagedError(_DAMAGED, path=path) from error
    except (UnicodeEncodeError, OverflowError) as error:  # of a value
        raise StoreError(f"cannot be saved: {error}", path=path) from error


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


def check_file(path: Path, timeout_s: float) -> None:
    """Refuse a file that cannot be the saved games, without changing it or what is beside it.

    SQLite alone reads the file: closing any other descriptor of it would end all locks that this
    process has on it (sqlite.org/howtocorrupt.html, 2.2), and with them those of an open store.

    Raises:
        StoreError: It is something else, of a newer version, or damaged (DamagedError).
    """
    # The file last: another process that makes it fills it before what is beside it.
    moves, _, _, size = (_size(path, suffix) for suffix in (*BESIDE, ""))
    if not size:
        if moves:  # SQLite would remove them
            raise DamagedError(f"{_DAMAGED} (it is empty or gone, but moves are left)", path=path)
        return
    _require_ours(path)
    _require_sound(path, timeout_s)


def _size(path: Path, suffix: str) -> int:
    """Return how many bytes are in the file, or one beside it; refuse what is no file.

    It must not be opened for that: a named pipe would wait without end.
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
    """Refuse other files and newer versions by the header, because even reading on may write.

    An immutable file is read without locks, journals and files beside it.
    """
    with telling(path), closing(_reader(path, "immutable=1", 0)) as reader:
        try:
            (application,) = reader.execute("PRAGMA application_id").fetchone()
            (version,) = reader.execute("PRAGMA user_version").fetchone()
        except sqlite3.Error as error:
            if _code(error) == sqlite3.SQLITE_NOTADB:
                raise
            return  # another process may be writing: this way of reading does not wait for it
    if application not in (0, _schema.APPLICATION):
        raise StoreError(_NOT_OURS + _MOVE_IT, path=path)
    _require_known(version, path)


def _require_sound(path: Path, timeout_s: float) -> None:
    """Refuse a damaged file.

    The connection cannot write. The last that could would bring the file up to date when it is
    closed, damaged or not.
    """
    with telling(path), closing(_reader(path, "mode=ro", timeout_s)) as reader:
        try:
            version, _ = reader.execute(_WHAT_IS_THERE).fetchone()
            _require_known(version, path)
            damage = version and _damage(reader, version)
        except sqlite3.Error as error:
            if _code(error) == sqlite3.SQLITE_BUSY:
                raise
            if _code(error) in _HINDRANCES:
                return  # writing may be possible even so; if not, it says why
            raise DamagedError(_damage_in(error), path=path) from error
    if damage:
        raise DamagedError(f"{_DAMAGED} ({damage})", path=path)


def _reader(path: Path, how: str, timeout_s: float) -> sqlite3.Connection:
    uri = path.absolute().as_uri()
    if not uri.startswith("file:///"):  # a share on Windows; SQLite wants no host
        uri = "file://" + uri.removeprefix("file:")
    return sqlite3.connect(f"{uri}?{how}", uri=True, timeout=timeout_s, isolation_level=None)


def _require_known(version: int, path: Path | None) -> None:
    if version > len(_schema.MIGRATIONS):
        raise StoreError(
            f"the saved games are of version {version}, and this pandoku knows "
            f"{len(_schema.MIGRATIONS)}; install a newer pandoku, or {_ELSEWHERE}",
            path=path,
        )


def _prepare(connection: sqlite3.Connection, path: Path | None) -> None:
    found, n_tables = connection.execute(_WHAT_IS_THERE).fetchone()
    _require_known(found, path)
    if n_tables and not found:
        raise StoreError(_NOT_OURS + _MOVE_IT, path=path)
    # What a commit has handed to the system survives the end of the process; only a power cut may
    # take the last moves, and never damages the file.
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    if found < len(_schema.MIGRATIONS):
        with transaction(connection):
            _schema.migrate(connection)
    else:
        # Changes nothing, but fails now rather than at the first move if nothing can be written.
        connection.execute("DELETE FROM preferences WHERE 0")


def _damage(connection: sqlite3.Connection, version: int) -> str:
    (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        return _in_one_line(found)
    return _schema.difference(connection, version)


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


def _reason(error: sqlite3.Error) -> str:
    reason = _REASONS.get(_code(error))
    return reason or f"the saved games cannot be used: {error}; {_ELSEWHERE}"


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


def in_words(error: OSError | ValueError) -> str:
    """Return what the system says of an error, to go on a sentence."""
    return (getattr(error, "strerror", None) or str(error)).lower()
