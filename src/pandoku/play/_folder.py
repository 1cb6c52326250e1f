"""The lock on the folder of saved games, shared by all who use them.

Renaming a file that another process has open would let that process write to a lost file. So
whoever renames the file takes the lock alone.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

if sys.platform != "win32":
    import fcntl

__all__ = ["is_unused", "lock"]

_PAUSE_S = 0.01
# The bytes that SQLite locks in a file. Every process that has it open in WAL mode shares the last.
_FIRST_BYTE, _N_BYTES = 0x40000000, 512


def lock(folder: Path, *, alone: bool, patience_s: float) -> int | None:
    """Return a descriptor that holds the lock until it is closed.

    Return None where such locks do not exist: on Windows, which does not rename open files, on some
    network file systems, and in a folder that cannot be read.

    Raises:
        BlockingIOError: Another process holds the lock in a way that excludes this one.
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
    """Return True if no process has this file open with SQLite, and keep others out until closed.

    This process must not have the file open in another way: closing any descriptor of a file ends
    all locks that the process has on it.
    """
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, _N_BYTES, _FIRST_BYTE)
            return True
    return False
