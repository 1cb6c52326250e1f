"""Write files completely or not at all."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import IO, Any

__all__ = ["IS_FULL", "TEMPORARY", "new_mode", "replacement", "save_by_ending"]

TEMPORARY = ".pandoku-"  # prefix of the names of unfinished files

# Error numbers of a write that exceeds the space on the disk, a quota, or the maximum size of a
# file.
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
    """Yield a temporary file next to *path*, which replaces *path* when the block ends.

    An existing file stays unchanged if the block raises an error, if the disk is full, or if
    *is_wanted* returns False. If *path* is a device or a pipe, it is written directly.

    Args:
        path: Path of the file. If the path is a symbolic link, the target of the link is replaced.
        binary: Whether the file is binary. Text is written as UTF-8.
        newline: See `open`.
        is_wanted: Function to call with the open file at the end of the block. The function returns
            whether to replace *path*.
        keeps_part: Whether Ctrl-C or a signal leaves the complete lines written so far in
            FILE.part, or in FILE.part2, ... if FILE.part exists. A note in the exception names this
            file. Binary files are never kept.

    Raises:
        OSError: The file, named in the error, cannot be written.
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
        try:
            target = target.resolve()
        except FileNotFoundError as error:  # the current folder was deleted
            raise FileNotFoundError(error.errno, error.strerror, shown) from None
        # The name is known before the file exists, so that a signal at any moment leaves no file.
        temporary = target.with_name(f"{TEMPORARY}{os.urandom(6).hex()}")
        try:
            _create(temporary, shown)
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
        # The error of a failed write does not name the file.
        if error.filename is None and error.errno in IS_FULL:
            raise OSError(error.errno, error.strerror, shown) from None
        raise


def save_by_ending(
    path: str | os.PathLike[str], writers: Mapping[str, Callable[[], str | bytes]]
) -> None:
    """Write a value to a file in the medium that the ending of the path selects.

    An existing file is replaced when the new one is complete, and stays unchanged after an error.

    Args:
        path: Path of the file.
        writers: For each ending, such as ".png", the function that returns the content.

    Raises:
        TypeError: *path* is not a path.
        ValueError: The path has another ending. The message lists the endings.
        OSError: The file, named in the error, cannot be written.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"expected the path of a file, found {path!r:.60}")
    write = writers.get(Path(path).suffix.lower())
    if write is None:
        *others, last = writers
        raise ValueError(
            f"expected the path of a file that ends in {', '.join(others)} or {last}, "
            f"found {os.fspath(path)!r:.60}"
        )
    content = write()
    with replacement(path, binary=isinstance(content, bytes)) as stream:
        stream.write(content)


def _create(temporary: Path, shown: str) -> None:
    try:
        handle = os.open(temporary, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as error:
        raise OSError(error.errno, error.strerror, shown) from None
    os.close(handle)


def _mode_of(target: Path) -> int:
    return target.stat().st_mode & 0o777 if target.exists() else new_mode(0o666)


def _keep(temporary: Path, target: Path, shown: str, *, binary: bool) -> str | None:
    """Rename an incomplete file to FILE.part, and return a sentence about it, or None."""
    if not temporary.exists() or not (n_lines := _whole_lines(temporary, binary=binary)):
        return None
    is_new = not target.exists()
    temporary.chmod(_mode_of(target))
    names = (target.with_name(f"{target.name}.part{n if n > 1 else ''}") for n in count(1))
    part = temporary.replace(next(name for name in names if not os.path.lexists(name)))
    # If *path* is a symbolic link, the part is next to the link's target, so show the part's full
    # path.
    name = str(part) if Path(shown).is_symlink() else str(Path(shown).with_name(part.name))
    n = f"{n_lines:,} lines are" if n_lines > 1 else "1 line is"
    return f"{n} in {name}; {shown} {'was not written' if is_new else 'is unchanged'}"


def _whole_lines(path: Path, *, binary: bool) -> int:
    """Return the number of complete lines in a file, after cutting off an incomplete last line."""
    if binary:  # an incomplete binary file is useless
        return 0
    n_lines = end = at = 0
    with path.open("rb+") as stream:
        while piece := stream.read(1 << 20):
            n_lines += piece.count(b"\n")
            end = at + piece.rfind(b"\n") + 1 if b"\n" in piece else end
            at += len(piece)
        stream.truncate(end)
    return n_lines


def new_mode(mode: int) -> int:
    """Return the mode of a new file or folder: *mode* without the bits of the umask."""
    mask = os.umask(0)
    os.umask(mask)
    return mode & ~mask
