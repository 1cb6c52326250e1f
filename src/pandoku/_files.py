"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

__all__ = ["IS_FULL", "new_mode", "replacement"]

# The errors of a write for which there is no room.
IS_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


@contextmanager
def replacement(
    path: str | os.PathLike[str],
    *,
    binary: bool = False,
    newline: str | None = None,
    is_wanted: Callable[[IO[Any]], bool] = lambda _: True,
) -> Iterator[IO[Any]]:
    """Yield a temporary file beside *path* that takes its place when all is written.

    An existing file stays as it was if the block raises, if the disk is full, or if the new one is
    not wanted. A device or a pipe cannot be replaced, and is written to.

    Args:
        path: Where the file is to be. Of a symbolic link the target is replaced, not the link.
        binary: Whether bytes are written; else text, as UTF-8.
        newline: As in `open`.
        is_wanted: Asked at the end of the block, with the file.

    Raises:
        OSError: The file cannot be written; the error has its name.
    """
    target, shown = Path(path), os.fspath(path)
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, "is a directory", shown)
    how: dict[str, Any] = {"mode": "wb"} if binary else {"mode": "w", "encoding": "utf-8"}
    how |= {} if binary else {"newline": newline}
    try:
        if target.exists() and not target.is_file():
            with target.open(**how) as stream:
                yield stream
            return
        target = _resolved(target, shown)
        temporary = _temporary(target, shown)
        try:
            with temporary.open(**how) as stream:
                yield stream
                is_worth_it = is_wanted(stream)
            if is_worth_it:
                mode = target.stat().st_mode & 0o777 if target.exists() else new_mode(0o666)
                temporary.chmod(mode)
                temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        if error.filename is None and error.errno in IS_FULL:  # of a write
            raise OSError(error.errno, error.strerror, shown) from None
        raise


def _resolved(target: Path, shown: str) -> Path:
    try:
        return target.resolve()
    except FileNotFoundError as error:  # the folder that we are in was deleted
        raise FileNotFoundError(error.errno, error.strerror, shown) from None


def _temporary(target: Path, shown: str) -> Path:
    import tempfile  # late, because importing it takes longer than reading a game

    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".pandoku-")
    except OSError as error:
        raise OSError(error.errno, error.strerror, shown) from None
    os.close(handle)
    return Path(name)


def new_mode(mode: int) -> int:
    """Return the mode of a new file or folder: *mode* without the bits of the umask."""
    mask = os.umask(0)
    os.umask(mask)
    return mode & ~mask
