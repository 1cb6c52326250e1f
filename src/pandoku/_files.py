"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import IO, Any

__all__ = ["IS_FULL", "TEMPORARY", "new_mode", "replacement"]

TEMPORARY = ".pandoku-"  # with this the names of files begin that are being written

# The errors of a write for which there is no room.
IS_FULL = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


@contextmanager
def replacement(
    path: str | os.PathLike[str],
    *,
    binary: bool = False,
    newline: str | None = None,
    is_wanted: Callable[[IO[Any]], bool] = lambda _: True,
    keeps_part: bool = False,
) -> Iterator[IO[Any]]:
    """Yield a temporary file beside *path* that takes its place when all is written.

    An existing file stays as it was if the block raises, if the disk is full, or if the new one is
    not wanted. A device or a pipe cannot be replaced, and is written to.

    Args:
        path: Where the file is to be. Of a symbolic link the target is replaced, not the link.
        binary: Whether bytes are written; else text, as UTF-8.
        newline: As in `open`.
        is_wanted: Asked at the end of the block, with the file.
        keeps_part: Whether Ctrl-C or a signal leaves what was written so far in FILE.part (or
            FILE.part2, ... if that exists). A note of the exception says so.

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
                temporary.chmod(_mode_of(target))
                temporary.replace(target)
        except KeyboardInterrupt as error:
            if keeps_part and (note := _keep(temporary, target, shown, binary=binary)):
                error.add_note(note)
            raise
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
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=TEMPORARY)
    except OSError as error:
        raise OSError(error.errno, error.strerror, shown) from None
    os.close(handle)
    return Path(name)


def _mode_of(target: Path) -> int:
    return target.stat().st_mode & 0o777 if target.exists() else new_mode(0o666)


def _keep(temporary: Path, target: Path, shown: str, *, binary: bool) -> str | None:
    """Give a file that is not complete the name FILE.part; return the words that say so."""
    if not temporary.exists() or not (n_lines := _whole_lines(temporary, binary=binary)):
        return None
    is_new = not target.exists()
    temporary.chmod(_mode_of(target))
    part = temporary.replace(_free_name(target))
    # A part stands beside the file to which a symbolic link leads.
    name = str(part) if Path(shown).is_symlink() else str(Path(shown).with_name(part.name))
    n = f"{n_lines:,} lines are" if n_lines > 1 else "1 line is"
    return f"{n} in {name}; {shown} {'was not written' if is_new else 'is unchanged'}"


def _whole_lines(path: Path, *, binary: bool) -> int:
    """Return how many lines a text has; cut off what follows the last of them."""
    if binary:  # a part of it is of no use
        return 0
    n_lines = end = at = 0
    with path.open("rb+") as stream:
        while piece := stream.read(1 << 20):
            n_lines += piece.count(b"\n")
            end = at + piece.rfind(b"\n") + 1 if b"\n" in piece else end
            at += len(piece)
        stream.truncate(end)
    return n_lines


def _free_name(target: Path) -> Path:
    names = (target.with_name(f"{target.name}.part{n if n > 1 else ''}") for n in count(1))
    return next(name for name in names if not os.path.lexists(name))


def new_mode(mode: int) -> int:
    """Return the mode of a new file or folder: *mode* without the bits of the umask."""
    mask = os.umask(0)
    os.umask(mask)
    return mode & ~mask
