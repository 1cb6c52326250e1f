"""Folders on a disk or in an object store. Files appear only when they are complete."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from time import time
from typing import NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

import pyarrow as pa
import pyarrow.fs as pafs

from pandoku._files import TEMPORARY, replacement
from pandoku.errors import BatchError

__all__ = ["Folder", "Listed", "absolute", "is_address", "opened", "place_text"]

_HOUR_S = 3600
_AT_ONCE = 16  # number of objects that are removed at the same time
# stores where an object appears only when it is complete
_WHOLE = ("s3", "gs", "gcs", "abfs", "abfss")


class Listed(NamedTuple):
    """A file of a store.

    Attributes:
        name: Path relative to the folder, with slashes.
        size: Size in bytes.
    """

    name: str
    size: int


def is_address(place: str) -> bool:
    """Return whether a place is an address such as ``s3://bucket/folder``, not a local path."""
    scheme = urlsplit(place).scheme
    return len(scheme) > 1 and "://" in place and scheme != "file"


def absolute(place: str) -> str:
    """Return a local place as an absolute path, and an address unchanged."""
    return place if is_address(place) else os.path.abspath(place)


def place_text(given: str | os.PathLike[str]) -> str:
    """Return a place as a string. An address such as ``file:///folder`` becomes a path."""
    place = os.fspath(given)
    parts = urlsplit(place)
    return unquote(parts.path) if parts.scheme == "file" else place


def _file_system(place: str) -> tuple[pafs.FileSystem, str]:
    """Return the file system of an address, and the path in this file system.

    Raises:
        BatchError: The address is malformed, or of a kind that pyarrow does not support.
    """
    parts = urlsplit(place)
    query = parts.query
    if parts.scheme == "s3":
        # With this option, a small object is written in one request. Without it, there are three
        # requests, and other processes can see an empty object between them.
        query = f"{query}&allow_delayed_open=true".lstrip("&")
    root = urlunsplit((parts.scheme, parts.netloc, "/", query, ""))
    try:
        system, base = _root(root)
    except (pa.ArrowException, ValueError, OSError) as error:
        raise BatchError(f"{place}: {str(error).splitlines()[0]}") from None
    return system, f"{base.rstrip('/')}{parts.path}".rstrip("/")


@lru_cache(maxsize=16)
def _root(root: str) -> tuple[pafs.FileSystem, str]:
    system, base = pafs.FileSystem.from_uri(root)
    return system, base


def opened(place: str) -> pa.NativeFile:
    """Open a file on a disk or in an object store for reading.

    Raises:
        OSError: The file cannot be read. The error contains the name of the file.
        BatchError: The address is malformed.
    """
    if not is_address(place):
        if Path(place).is_dir():
            raise IsADirectoryError(21, "is a folder", place)
        if not Path(place).exists():
            raise FileNotFoundError(2, "No such file or directory", place)
        return pa.OSFile(place, "rb")
    system, path = _file_system(place)
    return system.open_input_file(path)


@dataclass(frozen=True, slots=True)
class Folder:
    """A folder on a disk or in an object store.

    Attributes:
        place: A path, or an address that pyarrow supports: ``s3://bucket/folder``, ``gs://...``.
    """

    place: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "place", place_text(self.place))

    def put(self, name: str, data: bytes) -> None:
        """Write a file atomically, replacing a file of the same name.

        Raises:
            OSError: The file cannot be written. The error contains the name of the file.
        """
        if is_address(self.place):
            self._put_object(name, data)
            return
        target = Path(self.place, name)
        target.parent.mkdir(parents=True, exist_ok=True)
        with replacement(target, binary=True) as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())

    def _put_object(self, name: str, data: bytes) -> None:
        system, path = _file_system(self.place)
        target = f"{path}/{name}"
        if urlsplit(self.place).scheme in _WHOLE:
            _write_object(system, target, data)
            return
        temporary = f"{os.path.dirname(target)}/{TEMPORARY}{os.urandom(8).hex()}"
        system.create_dir(os.path.dirname(target), recursive=True)
        _write_object(system, temporary, data)
        system.move(temporary, target)

    def get(self, name: str) -> bytes:
        """Return the bytes of a file.

        Raises:
            OSError: The file cannot be read.
        """
        if not is_address(self.place):
            return Path(self.place, name).read_bytes()
        with self.open(name) as stream:
            return bytes(stream.read())

    def open(self, name: str) -> pa.NativeFile:
        """Open a file for reading.

        Raises:
            OSError: The file cannot be read.
        """
        return opened(self.path_of(name))

    def path_of(self, name: str) -> str:
        """Return the complete path or address of a file."""
        if not is_address(self.place):
            return os.path.join(self.place, name)
        base, _, query = self.place.partition("?")
        return f"{base.rstrip('/')}/{name}{f'?{query}' if query else ''}"

    def has(self, name: str) -> bool:
        """Return whether there is a file of this name."""
        if not is_address(self.place):
            return Path(self.place, name).is_file()
        system, path = _file_system(self.place)
        return bool(system.get_file_info(f"{path}/{name}").type == pafs.FileType.File)

    def listed(self, folder: str = "") -> Iterator[Listed]:
        """Yield the files in a folder and its subfolders, in any order.

        If there is no such folder, nothing is yielded. Files that are being written, whose names
        begin with a dot, are left out.
        """
        if not is_address(self.place):
            yield from _listed_below(Path(self.place), Path(self.place, folder))
            return
        system, path = _file_system(self.place)
        where = f"{path}/{folder}".rstrip("/")
        for info in system.get_file_info(
            pafs.FileSelector(where, allow_not_found=True, recursive=True)
        ):
            if info.type == pafs.FileType.File:
                yield Listed(info.path[len(path) + 1 :], info.size)

    def remove(self, name: str) -> None:
        """Remove a file, if there is one."""
        if not is_address(self.place):
            Path(self.place, name).unlink(missing_ok=True)
            return
        system, path = _file_system(self.place)
        try:
            system.delete_file(f"{path}/{name}")
        except FileNotFoundError:
            return

    def remove_all(self, names: Iterator[str]) -> None:
        """Remove files, several at a time in an object store."""
        if not is_address(self.place):
            for name in names:
                self.remove(name)
            return
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            for _ in pool.map(self.remove, names):
                pass

    def remove_folder(self, folder: str) -> None:
        """Remove a folder and its contents, if it exists."""
        if not is_address(self.place):
            shutil.rmtree(Path(self.place, folder), ignore_errors=True)
            return
        system, path = _file_system(self.place)
        with suppress(FileNotFoundError):
            system.delete_dir(f"{path}/{folder}")

    def is_there(self) -> bool:
        """Return whether this is an existing folder on a disk."""
        return not is_address(self.place) and Path(self.place).exists()

    def prune(self, folders: Sequence[str], *, itself: bool) -> None:
        """On a disk, remove *folders* and their subfolders if they are empty.

        If *itself* is True, an empty folder of this store is removed as well. Object stores do not
        have empty folders.
        """
        if is_address(self.place):
            return
        root = Path(self.place)
        inner = [each for name in folders for each in (root / name, *(root / name).rglob("*"))]
        # Subfolders come first, so that a folder that contains only empty folders can be removed.
        found = sorted((each for each in inner if each.is_dir()), reverse=True)
        for path in (*found, *([root] if itself else [])):
            with suppress(OSError):  # the folder is not empty
                path.rmdir()

    def sweep(self) -> None:
        """Remove temporary files that killed processes left on a disk.

        Files changed within the last hour are kept, because a process may still be writing them.
        """
        if is_address(self.place):
            return
        for path in Path(self.place).rglob(f"{TEMPORARY}*"):
            with suppress(FileNotFoundError):
                if path.stat().st_mtime < time() - _HOUR_S:
                    path.unlink()


def _write_object(system: pafs.FileSystem, path: str, data: bytes) -> None:
    """Write an object in a thread, so that Ctrl-C can interrupt the caller but not the writing.

    An exception during the writing would close the stream, and closing it would publish an
    incomplete object. Signals such as Ctrl-C do not raise exceptions in a thread.
    """

    def write() -> None:
        stream = system.open_output_stream(path)
        stream.write(data)
        stream.close()

    writer = ThreadPoolExecutor(1)
    try:
        writer.submit(write).result()
    finally:
        writer.shutdown(wait=False)


def _listed_below(root: Path, folder: Path) -> Iterator[Listed]:
    for below, folders, names in os.walk(folder):
        folders.sort()
        where = Path(below).relative_to(root)
        for name in sorted(names):
            if not name.startswith("."):
                with suppress(FileNotFoundError):  # removed by another process
                    size = os.stat(os.path.join(below, name)).st_size
                    yield Listed((where / name).as_posix(), size)
