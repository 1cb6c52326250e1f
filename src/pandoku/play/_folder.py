"""The lock on the folder of saved games: who has them open shares it, who renames them is alone.

Renaming a file that another process has open would let that process write on where nobody looks.
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
# The bytes that SQLite locks in a file; whoever has it open in mode WAL shares the last of them.
_FIRST_BYTE, _N_BYTES = 0x40000000, 512


def lock(folder: Path, *, alone: bool, patience_s: float) -> int | None:
    """Return a descriptor that holds the lock until it is closed.

    None means that there are no such locks: on Windows, which does not rename a file that is open,
    on some network file systems, and in a folder that cannot be read.

    Raises:
        BlockingIOError: The lock is held in a way that excludes this one.
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
    """Return whether no process has this file open with SQLite, and keep it so until it is closed.

    It is for a file that this process does not have open otherwise: closing any descriptor of a
    file ends all locks that the process has on it.
    """
    if sys.platform != "win32":
        with suppress(OSError):
            fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, _N_BYTES, _FIRST_BYTE)
            return True
    return False
