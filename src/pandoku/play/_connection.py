"""The connection of a store to its file, shared by all threads and reopened after a fork."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from time import monotonic, sleep
from typing import Any
from weakref import WeakSet

from pandoku.errors import StoreError
from pandoku.play._database import LOCKED, connect, in_words, target_of, telling, transaction

if sys.platform != "win32":
    import fcntl


_PAUSE_S = 0.01
# The bytes that SQLite locks in a file. Every process that has the file open in WAL mode holds a
# shared lock on the last of these bytes.
_FIRST_BYTE, _N_BYTES = 0x40000000, 512


def lock(folder: Path, *, alone: bool, patience_s: float) -> int | None:
    """Return a descriptor that holds the lock on the folder of saved games until it is closed.

    Processes that use the saved games share this lock. A process that renames the file passes
    *alone*, which excludes all other processes. Otherwise they would continue to write to the
    renamed file.

    Return None where these locks are not available: on Windows (which does not rename open files
    anyway), on some network file systems, and in a folder that cannot be read.

    Raises:
        BlockingIOError: After *patience_s* seconds, another process still holds a conflicting lock.
    """
    if sys.platform == "win32":
        return None
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return None
    try:
        _take(descriptor, fcntl.LOCK_EX if alone else fcntl.LOCK_SH, patience_s)
    except BlockingIOError:
        os.close(descriptor)
        raise
    except OSError:
        os.close(descriptor)
        return None
    return descriptor


def _take(descriptor: int, lock: int, patience_s: float) -> None:
    if sys.platform != "win32":
        end = monotonic() + patience_s
        while True:
            try:
                fcntl.flock(descriptor, lock | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if monotonic() >= end:
                    raise
            sleep(_PAUSE_S)


def is_unused(descriptor: int) -> bool:
    """Return True if no process has this file open with SQLite.

    If the result is True, the file stays locked until *descriptor* is closed, so that no process
    can open the file with SQLite. This process must have no other descriptor of the file, because
    closing any descriptor ends all locks that the process has on the file.
    """
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, _N_BYTES, _FIRST_BYTE)
            return True
    return False


# Seconds to wait until other processes release the file. A change takes a millisecond, so a long
# wait means that another process hangs. After one long wait, only the short time applies, so that
# the player does not wait long at each move.
PATIENCE_S, _IMPATIENCE_S = 1.0, 0.02
# Seconds that saved changes may stay in a companion file before they are added to the file itself.
# Adding changes flushes the disk twice. A player who presses many keys per second would notice it.
_BEHIND_S = 5.0

# A lock that is held while a store of this process uses its file, and during a fork.
_IN_USE = RLock()
_ALL: WeakSet[Connection] = WeakSet()


class Connection:
    """A connection to a file, which is reopened whenever necessary.

    SQLite connections cannot be used after a fork, because the child process would rely on locks
    that only its parent has. The file is therefore closed before a fork. Parent and child reopen it
    when they next use it. The file is also reopened if it was replaced, or if its companion files
    were removed. Another process may remove them if this process has lost its locks (see
    `pandoku.play._database.check_file`).

    Args:
        path: The file, or None to keep the games in memory.

    Raises:
        StoreError: The file cannot be used.
    """

    _open: _Open | None = None

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._is_closed = False
        self._is_patient = True
        with _IN_USE:
            self._reach()
            if path is not None:
                _ALL.add(self)

    def close(self) -> None:
        """Close the file permanently."""
        with _IN_USE:
            self._is_closed = True
            self.let_go()

    def __del__(self) -> None:
        with _IN_USE:
            self.let_go()

    def let_go(self) -> None:
        """Close the file until the next use."""
        opened, self._open = self._open, None
        if opened is not None:
            opened.close()

    def rows(self, query: str, *values: object) -> list[Any]:
        """Return the rows that a query finds.

        Raises:
            StoreError: The file cannot be read.
        """
        with _IN_USE, telling(self._path):
            return self._reach().execute(query, values).fetchall()

    @contextmanager
    def changing(self) -> Iterator[sqlite3.Connection]:
        """Save all changes that the `with` block makes. If the block fails, save nothing.

        After a failure, calls wait only a short time for the file, until one of them succeeds.

        Raises:
            StoreError: The changes cannot be saved.
        """
        with _IN_USE:
            try:
                with telling(self._path):
                    connection = self._reach()
                    with transaction(connection):
                        yield connection
            except StoreError:
                self._be_patient(False)
                raise
            self._be_patient(True)
            if self._open is not None and monotonic() - self._open.added >= _BEHIND_S:
                self._open.add()

    def complete(self) -> None:
        """Add all changes to the main file, so that a copy of this file is complete."""
        with _IN_USE:
            if self._open is not None:
                self._open.add()

    def _reach(self) -> sqlite3.Connection:
        if self._is_closed:
            raise StoreError("the saved games are closed; open them again", path=self._path)
        if self._open is not None and not self._open.is_current():
            self.let_go()
        if self._open is None:
            self._open = _Open(self._path)
            self._open.wait_s(PATIENCE_S if self._is_patient else _IMPATIENCE_S)
        return self._open.connection

    def _be_patient(self, is_patient: bool) -> None:
        if is_patient != self._is_patient:
            self._is_patient = is_patient
            if self._open is not None:
                self._open.wait_s(PATIENCE_S if is_patient else _IMPATIENCE_S)


class _Open:
    """An open file and the lock on its folder.

    Attributes:
        connection: The SQLite connection.
        added: Time on the monotonic clock when all changes were last added to the file itself.
    """

    def __init__(self, path: Path | None) -> None:
        self._file = None if path is None else target_of(path)
        self._lock = None if path is None else _shared_lock(path)
        try:
            self.connection = connect(path, PATIENCE_S)
        except BaseException:
            self._unlock()
            raise
        self.add()
        self._identity = self._find_identity()

    def close(self) -> None:
        self.connection.close()
        self._unlock()

    def add(self) -> None:
        # Changes that cannot be added now stay in the companion file, where they are also safe.
        with suppress(sqlite3.Error):
            self.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self.added = monotonic()

    def wait_s(self, seconds: float) -> None:
        self.connection.execute(f"PRAGMA busy_timeout = {int(1000 * seconds)}")

    def is_current(self) -> bool:
        return self._identity == self._find_identity()

    def _find_identity(self) -> list[tuple[int, int] | None]:
        # The system does not reuse the number of an open file, so equal numbers mean the same file.
        found: list[tuple[int, int] | None] = []
        for name in (f"{self._file}", f"{self._file}-wal") if self._file else ():
            try:
                of = os.stat(name)
            except OSError:
                found.append(None)
            else:
                found.append((of.st_dev, of.st_ino))
        return found

    def _unlock(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _shared_lock(path: Path) -> int | None:
    """Return a shared lock on the folder of a file, or None if the folder cannot be locked.

    The folder is created if it is missing.
    """
    folder = target_of(path).parent
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return lock(folder, alone=False, patience_s=PATIENCE_S)
    except BlockingIOError:
        raise StoreError(LOCKED, path=path) from None
    except OSError as error:
        raise StoreError(
            f"its folder cannot be made: {in_words(error)}; set PANDOKU_DATA to another folder",
            path=path,
        ) from error


# ---------------------------------------------------------------------- a fork


def _before_fork() -> None:
    _IN_USE.acquire()
    for connection in list(_ALL):
        connection.let_go()


def _after_fork() -> None:
    _IN_USE.release()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_fork, after_in_child=_after_fork
    )
