"""Tables that a job reads: what files there are, and the rows of a part."""

from __future__ import annotations

import glob
import json
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pandoku.batch.store import Listed, Store, is_address, opened
from pandoku.errors import BatchError

__all__ = ["JOB", "Source", "files_of", "read_rows", "sources_of"]

JOB = ".pandoku/job.json"
SUFFIXES = (".parquet", ".arrow", ".feather", ".ipc")
_AT_ONCE = 16  # footers are read side by side
_PART = re.compile(r"part-(\d+)-[0-9a-f]{6}\.parquet$")
_FOOTER_END = 8  # bytes: the length of the footer, and PAR1


@dataclass(frozen=True, slots=True)
class Source:
    """A file of tables.

    Attributes:
        place: Its path or address.
        groups: The rows of each of its row groups.
        size: Bytes.
        footer: A hash of what says which columns and rows it has.
        names: Its columns.
        job: The id of the job that made it, or None.
        is_caged: Whether it may hold puzzles with rules.
    """

    place: str
    groups: tuple[int, ...]
    size: int
    footer: str
    names: tuple[str, ...]
    job: str | None = None
    is_caged: bool = True

    @property
    def n_rows(self) -> int:
        """The rows of the file."""
        return sum(self.groups)

    def as_json(self) -> dict[str, Any]:
        """Return what is kept of it in job.json."""
        return {
            "path": self.place,
            "groups": list(self.groups),
            "bytes": self.size,
            "footer": self.footer,
            "columns": list(self.names),
            "job": self.job,
            "caged": self.is_caged,
        }

    @classmethod
    def of_json(cls, kept: dict[str, Any]) -> Source:
        """Return what `as_json` kept."""
        return cls(
            kept["path"],
            tuple(kept["groups"]),
            kept["bytes"],
            kept["footer"],
            tuple(kept["columns"]),
            kept["job"],
            kept["caged"],
        )


def files_of(places: Sequence[str], table: str = "puzzles") -> list[str]:
    """Return the files of tables at places, in the order of the places and of the parts.

    Args:
        places: Output folders of jobs (their files of *table*), other folders (all files of tables
            in them, by name), files, and patterns such as ``"*.parquet"``; paths or addresses.
        table: The table that is read of an output folder.

    Raises:
        BatchError: There is nothing at a place, or it holds text; the message says what to do.
    """
    found: list[str] = []
    for place in places:
        here = _files_at(place, table)
        if not here:
            raise BatchError(f"{place}: expected tables in files *.parquet or *.arrow, found none")
        found += here
    return found


def _files_at(place: str, table: str) -> list[str]:
    if not is_address(place):
        path = Path(place)
        if not path.exists():
            if any(char in place for char in "*?["):
                return [
                    name
                    for each in sorted(glob.glob(place, recursive=True))
                    for name in _files_at(each, table)
                ]
            raise BatchError(f"{place}: there is no such file or folder")
        if not path.is_dir():
            _require_table(place)
            return [place]
    elif place.partition("?")[0].endswith(SUFFIXES):
        return [place]
    store = Store(place)
    has_job = store.has(JOB)
    listed = [each for each in store.listed(table if has_job else "") if _is_table(each.name)]
    if not listed and not has_job:
        listed = [each for each in store.listed(table) if _is_table(each.name)]
    return [store.path_of(each.name) for each in sorted(listed, key=_place_of)]


def _is_table(name: str) -> bool:
    return name.endswith(SUFFIXES) and "/." not in f"/{name}"


def _place_of(file: Listed) -> tuple[int, str]:
    part = _PART.search(file.name)
    return (int(part[1]) if part else -1, file.name)


def _require_table(place: str) -> None:
    if place.endswith(SUFFIXES):
        return
    with Path(place).open("rb") as stream:
        head = stream.read(8)
    if not head.startswith((b"PAR1", b"ARROW1")):
        raise BatchError(
            f"{place}: expected a table, found another file; "
            f"pandoku batch import {place} -o FOLDER makes a table of text"
        )


def sources_of(files: Sequence[str]) -> list[Source]:
    """Return what the footers of files say, read 16 at a time.

    Raises:
        BatchError: A file is no table, or is cut off; the message names it.
        OSError: It cannot be read.
    """
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return list(pool.map(_source_of, files))


def _source_of(file: str) -> Source:
    with opened(file) as stream:
        size = stream.size()
        try:
            if _is_parquet(stream):
                return _source_of_parquet(file, size, stream)
            reader = pa.ipc.open_file(stream)
        except (pa.ArrowInvalid, OSError) as error:
            raise BatchError(
                f"{file}: expected a whole table, found a file that is cut off or damaged "
                f"({str(error).splitlines()[0].rstrip('.')})"
            ) from None
        groups = tuple(reader.get_batch(i).num_rows for i in range(reader.num_record_batches))
        names = tuple(reader.schema.names)
        footer = _hash(str(reader.schema).encode() + repr((size, groups)).encode())
        return Source(file, groups, size, footer, names, None, "rules" in names)


def _is_parquet(stream: pa.NativeFile) -> bool:
    stream.seek(0)
    head = bytes(stream.read(4))
    stream.seek(0)
    return head == b"PAR1"


def _source_of_parquet(file: str, size: int, stream: pa.NativeFile) -> Source:
    meta = pq.read_metadata(stream)
    groups = tuple(meta.row_group(i).num_rows for i in range(meta.num_row_groups))
    about = {
        key.decode(): value.decode("utf-8", "replace")
        for key, value in (meta.metadata or {}).items()
    }
    stream.seek(size - meta.serialized_size - _FOOTER_END)
    footer = _hash(bytes(stream.read(meta.serialized_size)))
    names = tuple(meta.schema.to_arrow_schema().names)
    return Source(file, groups, size, footer, names, about.get("pandoku.job"), _may_be_caged(meta))


def _may_be_caged(meta: pq.FileMetaData) -> bool:
    """Return whether a file may hold puzzles with rules: unless all of them are null."""
    for number in range(meta.num_row_groups):
        group = meta.row_group(number)
        for place in range(group.num_columns):
            chunk = group.column(place)
            if chunk.path_in_schema == "rules":
                # Nulls alone take a few bytes; there are no statistics of a column of texts.
                if chunk.total_uncompressed_size > _FEW_BYTES + chunk.num_values / 4:
                    return True
                break
    return False


_FEW_BYTES = 512


def _hash(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def read_rows(
    sources: Sequence[Source],
    pieces: Sequence[tuple[int, int, int, int]],
    names: Sequence[str] | None = None,
) -> pa.Table:
    """Return rows of tables, joined by the names of the columns.

    Args:
        sources: The files.
        pieces: Which rows, in order: the number of the source, of its row group, and in it the
            first row and how many there are.
        names: The columns to read; those that a file lacks are null, and those that none has are
            left out. None means all.

    Raises:
        OSError: A file cannot be read, or a page of it fails its check; the message names it.
    """
    tables = [
        _read_piece(sources[file], group, first, count, names)
        for file, group, first, count in pieces
    ]
    if not tables:
        return pa.table({})
    joined = pa.concat_tables(tables, promote_options="permissive")
    return joined.replace_schema_metadata(None)


def _read_piece(
    source: Source, group: int, first: int, count: int, names: Sequence[str] | None
) -> pa.Table:
    wanted = None if names is None else [name for name in names if name in source.names]
    try:
        with opened(source.place) as stream:
            if _is_parquet(stream):
                file = pq.ParquetFile(stream, page_checksum_verification=True, pre_buffer=True)
                table = file.read_row_group(group, columns=wanted, use_threads=False)
            else:
                batch = pa.ipc.open_file(stream).get_batch(group)
                table = pa.Table.from_batches([batch])
                table = table if wanted is None else table.select(wanted)
    except (pa.ArrowInvalid, OSError) as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise OSError(f"{source.place}, row group {group}: {str(error).splitlines()[0]}") from None
    if names is not None and not wanted:
        table = pa.table({"": pa.nulls(source.groups[group])}).select([])
    return table.slice(first, count)


def lineage_of(place: str) -> dict[str, Any] | None:
    """Return the job.json of an output folder, or None if it is none."""
    store = Store(place)
    if not is_address(place) and not Path(place).is_dir():
        return None
    return json.loads(store.get(JOB)) if store.has(JOB) else None


def rows_in(sources: Sequence[Source]) -> Iterator[tuple[int, int, int]]:
    """Yield the row groups of all sources: the number of the source, of the group, and its rows."""
    for file, source in enumerate(sources):
        for group, n_rows in enumerate(source.groups):
            if n_rows:
                yield file, group, n_rows
