"""Rename a damaged file of saved games, so that a new file can be started."""

from __future__ import annotations

import os
from contextlib import suppress
from itertools import count
from pathlib import Path

from pandoku.play._connection import is_unused, lock
from pandoku.play._database import (
    APPLICATION,
    BESIDE,
    MIGRATIONS,
    DamagedError,
    check_file,
    target_of,
)


def set_aside(path: Path, patience_s: float) -> Path | None:
    """Rename a damaged file together with its companion files, and return its new name.

    Return None if the file is not renamed. Possible reasons: the file is or may be in use, pandoku
    did not write it, it cannot be written or renamed, or another process has already set it aside.

    Raises:
        StoreError: The file cannot be read now.
    """
    target = target_of(path)
    try:
        held = lock(target.parent, alone=True, patience_s=patience_s)
    except BlockingIOError:
        return None
    if held is None:
        return None
    try:
        # `is_unused` requires that no store of this process has the file open. The lock ensures
        # this.
        check_file(path, patience_s)
    except DamagedError:
        return _rename_ours(target)
    finally:
        os.close(held)
    return None


def _rename_ours(path: Path) -> Path | None:
    try:
        file = os.open(path, os.O_RDWR)
    except FileNotFoundError:  # only the companion files exist
        return _rename(path)
    except OSError:
        return None
    try:
        # The header of an SQLite file has the version at byte 60 and the application at byte 68.
        head = os.read(file, 100)
        version, application = (int.from_bytes(head[at : at + 4], "big") for at in (60, 68))
        is_ours = application == APPLICATION and 1 <= version <= len(MIGRATIONS)
        return _rename(path) if (is_ours or not head) and is_unused(file) else None
    finally:
        os.close(file)


def _rename(path: Path) -> Path | None:
    """Rename the companion files and then the file, and return the new name.

    The file comes last, so that no process creates a new file before the companions are renamed. If
    a file cannot be renamed, restore the old names and return None.
    """
    for suffix in BESIDE:  # reading leaves empty companion files
        with suppress(OSError):
            if not os.stat(f"{path}{suffix}").st_size:
                os.unlink(f"{path}{suffix}")
    there = [suffix for suffix in (*BESIDE, "") if os.path.lexists(f"{path}{suffix}")]
    kept = _free_name(path, there)
    done: list[str] = []
    try:
        for suffix in there:
            os.rename(f"{path}{suffix}", f"{kept}{suffix}")
            done.append(suffix)
    except OSError:
        for suffix in reversed(done):
            with suppress(OSError):
                os.rename(f"{kept}{suffix}", f"{path}{suffix}")
        return None
    return kept


def _free_name(path: Path, there: list[str]) -> Path:
    """Return the first new name that is free for the file and for its existing companions.

    *there* has the suffixes of the companions that exist under the old name. If a process is killed
    while it renames them, the next process chooses the same new name, because *there* no longer has
    the companions that were already renamed. The index ("-shm") may be overwritten, because SQLite
    can always rebuild it.
    """
    taken_by = [suffix for suffix in ("", *there) if suffix != "-shm"]
    names = (path.with_name(f"{path.stem}-damaged-{n}{path.suffix}") for n in count(1))
    return next(
        name for name in names if not any(os.path.lexists(f"{name}{each}") for each in taken_by)
    )
