"""Find the input tables of a job, read their rows, and list the sources of the puzzles."""

from __future__ import annotations

import glob
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from pandoku.batch.files import HAS_RULES, METADATA
from pandoku.batch.store import Folder, Listed, absolute, is_address, opened
from pandoku.batch.tables import fields_of, fitted
from pandoku.errors import BatchError

__all__ = [
    "DAMAGED",
    "GENERATED",
    "JOB",
    "MANIFEST",
    "Origin",
    "TableFile",
    "files_of",
    "line_of_error",
    "origins_of",
    "read_rows",
    "require_license",
    "rows_in",
    "sources_of",
]

JOB = ".pandoku/job.json"
MANIFEST = ".pandoku/manifest.json"
TABLE_SUFFIXES = (".parquet", ".arrow", ".feather", ".ipc")
_AT_ONCE = 16  # number of footers that are read at the same time
_PART = re.compile(r"part-(\d+)-([0-9a-f]{6})\.parquet$")
_MOST_KEPT = 1 << 20  # row groups up to this size are cached, because their next slice is read soon
_JOB_ID = f"{METADATA}job"
# Exceptions for damaged files. Invalid UTF-8 and excessive numbers raise the last three.
DAMAGED = (pa.ArrowException, OSError, UnicodeError, ValueError, OverflowError)
_FOOTER_END = 8  # size in bytes of the last two fields of a file: the footer's length, and PAR1
_UNKNOWN_LICENSES = ("unknown", "none", "other")
_LICENSE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+:()\- ]*")
# path of a table file, relative to the folder of its job
_TABLE = re.compile(r"/(?:puzzles|steps)/[^?]*")


@dataclass(frozen=True, slots=True)
class TableFile:
    """An input file.

    Attributes:
        place: Path or address of the file.
        groups: Number of rows of each row group.
        size: Size in bytes.
        footer: Hash of the footer, which describes the columns and rows.
        names: Names of the columns.
        job: Id of the job that made the file, or None if no job made it.
        is_caged: Whether the file may contain puzzles with rules.
        schema: The columns with their types, or None if the file is not a table.
    """

    place: str
    groups: tuple[int, ...]
    size: int
    footer: str
    names: tuple[str, ...]
    job: str | None = None
    is_caged: bool = True
    schema: pa.Schema | None = None

    @property
    def n_rows(self) -> int:
        """The number of rows of the file."""
        return sum(self.groups)

    def as_json(self) -> dict[str, Any]:
        """Return the entry of the file for job.json, which stores the schemas separately."""
        return {
            "path": self.place,
            "groups": list(self.groups),
            "bytes": self.size,
            "footer": self.footer,
            "job": self.job,
            "caged": self.is_caged,
        }

    @classmethod
    def of_json(cls, kept: dict[str, Any], schema: pa.Schema | None) -> TableFile:
        """Return a file from its entry in job.json and its schema."""
        return cls(
            kept["path"],
            tuple(kept["groups"]),
            kept["bytes"],
            kept["footer"],
            tuple(schema.names) if schema is not None else (),
            kept["job"],
            kept["caged"],
            schema,
        )


def files_of(places: Sequence[str], table: str = "puzzles") -> list[str]:
    """Return the table files at some places, in the order of the places and of the parts.

    Args:
        places: Paths or addresses. For the output folder of a job, the files of *table* are
            returned. For any other folder, all its table files are returned, sorted by name. A
            place may also be a file, or a pattern such as ``"*.parquet"``.
        table: The table to read from the output folder of a job.

    Raises:
        BatchError: A place has no tables. For a text file, the message names the command that
            imports it.
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
    elif place.partition("?")[0].endswith(TABLE_SUFFIXES):
        return [place]
    store = Folder(place)
    if store.has(JOB):
        return _files_of_job(store, table)
    tables = (
        each
        for each in store.listed()
        if each.name.endswith(TABLE_SUFFIXES) and "/." not in f"/{each.name}"
    )
    return [store.path_of(each.name) for each in sorted(tables, key=_place_of)]


def _files_of_job(store: Folder, table: str) -> list[str]:
    """Return the files of a table of a job, in order, without files of other jobs in its folder.

    Raises:
        BatchError: The job is not complete, according to the first line of its manifest.
    """
    job, head = json.loads(store.get(JOB))["job"], b""
    if store.has(MANIFEST):
        with store.open(MANIFEST) as stream:
            while b"\n" not in head and (more := stream.read(1 << 16)):
                head += bytes(more)
    try:
        kept = json.loads(head.partition(b"\n")[0] + b"]}")
        is_done = kept["job"] == job and kept["state"] == "done"
    except (ValueError, KeyError, TypeError):  # the manifest is missing or damaged
        is_done = False
    if not is_done:
        raise BatchError(
            f"{store.place}: expected a complete set, found a job with unfinished parts; run its "
            f"command again with --resume, or use {store.path_of(table)} as the input to read "
            "the finished parts"
        )
    listed = sorted(store.listed(table), key=_place_of)
    parts = ((each, _PART.search(each.name)) for each in listed)
    return [store.path_of(each.name) for each, part in parts if part and part[2] == job[:6]]


def _place_of(file: Listed) -> tuple[int, str]:
    part = _PART.search(file.name)
    return (int(part[1]) if part else -1, file.name)


def _require_table(place: str) -> None:
    if not Path(place).is_file():  # a pipe is refused because it can be read only once
        raise BatchError(f"{place}: expected a file or folder of tables, found neither")
    if place.endswith(TABLE_SUFFIXES):
        return
    with Path(place).open("rb") as stream:
        head = stream.read(8)
    if not head.startswith((b"PAR1", b"ARROW1")):
        raise BatchError(
            f"{place}: expected a table, found another file; "
            f"pandoku batch import {place} -o FOLDER makes a table of text"
        )


def sources_of(files: Sequence[str]) -> list[TableFile]:
    """Read the footers of files, 16 at the same time.

    Raises:
        BatchError: A file is not a table, or is truncated. The message names the file.
        OSError: A file cannot be read.
    """
    shared: dict[pa.Schema, tuple[tuple[str, ...], pa.Schema]] = {}  # many files have equal schemas

    def with_shared(source: TableFile) -> TableFile:
        names, schema = shared.setdefault(source.schema, (source.names, source.schema))
        return replace(source, names=names, schema=schema)

    with ThreadPoolExecutor(_AT_ONCE) as pool:
        return [with_shared(each) for each in pool.map(_source_of, map(absolute, files))]


def _source_of(file: str) -> TableFile:
    with opened(file) as stream:
        size = stream.size()
        try:
            if _is_parquet(stream):
                return _source_of_parquet(file, size, stream)
            reader = pa.ipc.open_file(stream)
            groups = tuple(reader.get_batch(i).num_rows for i in range(reader.num_record_batches))
            schema = _checked(file, reader.schema)
            footer = _hash(str(schema).encode() + repr((size, groups)).encode())
            names = tuple(schema.names)
            return TableFile(file, groups, size, footer, names, None, "rules" in names, schema)
        except BatchError:
            raise
        except DAMAGED as error:
            raise BatchError(
                f"{file}: expected a complete table, found a truncated or damaged file "
                f"({line_of_error(error).rstrip('.')})"
            ) from None


def _checked(file: str, schema: pa.Schema) -> pa.Schema:
    """Return a schema without metadata.

    Raises:
        BatchError: Two columns have the same name.
    """
    twice = next((name for name in schema.names if schema.names.count(name) > 1), None)
    if twice is not None:
        raise BatchError(f"{file}: expected columns with different names, found {twice!r} twice")
    return schema.remove_metadata()


def line_of_error(error: BaseException) -> str:
    """Return the first line of an error's message, or its type if the message is empty."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def _is_parquet(stream: pa.NativeFile) -> bool:
    stream.seek(0)
    head = bytes(stream.read(4))
    stream.seek(0)
    return head == b"PAR1"


def _source_of_parquet(file: str, size: int, stream: pa.NativeFile) -> TableFile:
    # Do not read the metadata of column chunks: pyarrow aborts the process if they are damaged.
    meta = pq.read_metadata(stream)
    groups = tuple(meta.row_group(i).num_rows for i in range(meta.num_row_groups))
    about = {
        key.decode("utf-8", "replace"): value.decode("utf-8", "replace")
        for key, value in (meta.metadata or {}).items()
    }
    stream.seek(size - meta.serialized_size - _FOOTER_END)
    footer = _hash(bytes(stream.read(meta.serialized_size)))
    schema = _checked(file, meta.schema.to_arrow_schema())
    names, has_rules = tuple(schema.names), about.get(HAS_RULES)
    is_caged = "rules" in names and has_rules == "true"
    if "rules" in names and has_rules is None:
        # Another program wrote the file, so its metadata does not show whether a row has rules.
        stream.seek(0)
        batches = _parquet(stream).iter_batches(columns=["rules"], use_threads=False)
        is_caged = any(batch.column(0).null_count < len(batch) for batch in batches)
    return TableFile(file, groups, size, footer, names, about.get(_JOB_ID), is_caged, schema)


def _hash(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()


def read_rows(
    sources: Sequence[TableFile],
    pieces: Sequence[tuple[int, int, int, int]],
    names: Sequence[str] | None = None,
) -> pa.Table:
    """Return rows of several files as one table.

    Args:
        sources: The files.
        pieces: The ranges of rows to read, in order. Each has four numbers: the index of the file,
            the index of the row group, the first row in the group, and the number of rows.
        names: The columns to read. If some files lack a column, it is null in the rows of these
            files. If all files lack it, it is left out. None means all columns.

    Raises:
        OSError: A file cannot be read, or a page has a wrong checksum. The message names the file.
    """
    if not pieces:
        return pa.table({})
    here = [sources[file] for file in dict.fromkeys(piece[0] for piece in pieces)]
    fields = fields_of([(each.place, each.schema) for each in here if each.schema], names)
    tables = [
        fitted(_read_piece(sources[file], group, first, count, names), fields)
        for file, group, first, count in pieces
    ]
    return pa.concat_tables(tables) if len(tables) > 1 else tables[0]


def _read_piece(
    source: TableFile, group: int, first: int, count: int, names: Sequence[str] | None
) -> pa.Table:
    wanted = None if names is None else tuple(name for name in names if name in source.names)
    n_rows = source.groups[group]
    if wanted is not None and not wanted:
        return pa.table({"": pa.nulls(count)}).select([])
    try:
        if count == n_rows:
            return _read_group(source, group, wanted)
        if n_rows <= _MOST_KEPT:  # cached, because the other slices of the row group are read next
            return _kept_group(source, group, wanted).slice(first, count)
        return _read_slice(source, group, first, count, wanted)
    except DAMAGED as error:
        if isinstance(error, FileNotFoundError):
            raise
        raise OSError(f"{source.place}, row group {group}: {line_of_error(error)}") from None


def _read_group(source: TableFile, group: int, names: tuple[str, ...] | None) -> pa.Table:
    with _unchanged(source) as stream:
        if _is_parquet(stream):
            return _parquet(stream).read_row_group(group, columns=names, use_threads=False)
        table = pa.Table.from_batches([pa.ipc.open_file(stream).get_batch(group)])
        return table if names is None else table.select(names)


@lru_cache(maxsize=1)
def _kept_group(source: TableFile, group: int, names: tuple[str, ...] | None) -> pa.Table:
    return _read_group(source, group, names)


def _read_slice(
    source: TableFile, group: int, first: int, count: int, names: tuple[str, ...] | None
) -> pa.Table:
    """Read a slice of a row group that is too large to be cached."""
    with _unchanged(source) as stream:
        if not _is_parquet(stream):
            return _read_group(source, group, names).slice(first, count)
        tables, skipped, held = [], 0, 0
        batches = _parquet(stream).iter_batches(
            row_groups=[group], columns=names, use_threads=False
        )
        for batch in batches:
            start = min(max(first - skipped, 0), len(batch))
            skipped += len(batch)
            piece = batch.slice(start, count - held)
            held += len(piece)
            tables.append(pa.Table.from_batches([piece]))
            if held == count:
                break
        return pa.concat_tables(each for each in tables if len(each))


def _parquet(stream: pa.NativeFile) -> pq.ParquetFile:
    return pq.ParquetFile(stream, page_checksum_verification=True, pre_buffer=True)


def _unchanged(source: TableFile) -> pa.NativeFile:
    stream = opened(source.place)
    if (found := stream.size()) != source.size:
        stream.close()
        raise OSError(f"expected {source.size:,} bytes, found {found:,}: the file was replaced")
    return stream


def rows_in(sources: Sequence[TableFile]) -> Iterator[tuple[int, int, int]]:
    """Yield for each row group the index of its file, its index in the file, and its row count."""
    for file, source in enumerate(sources):
        for group, n_rows in enumerate(source.groups):
            if n_rows:
                yield file, group, n_rows


class Origin(NamedTuple):
    """A source of puzzles.

    Attributes:
        name: Name of the imported file, as it was given to `import`.
        license: SPDX name of the license of the file, or None if the license is unknown.
        origin: Place where the file came from, such as an address, or None.
        is_generated: Whether pandoku generated the puzzles. The person who publishes generated
            puzzles chooses their license.
    """

    name: str
    license: str | None = None
    origin: str | None = None
    is_generated: bool = False

    def as_json(self) -> dict[str, Any]:
        """Return the source as a JSON object for job.json."""
        return self._asdict()


GENERATED = Origin("generated", is_generated=True)


def origins_of(places: Sequence[str]) -> list[Origin]:
    """Return the sources of the puzzles in tables, without duplicates.

    Each job records the sources of its inputs, so the folders of earlier jobs are not needed. A
    table that no job made is itself a source, and its license is unknown.

    Args:
        places: Output folders of jobs, files and patterns, as in `files_of`.

    Raises:
        BatchError: A place contains no tables.
        OSError: A place cannot be read.
    """
    return list(dict.fromkeys(each for place in places for each in _origins_at(place)))


def _origins_at(place: str) -> Iterable[Origin]:
    kept = _job_at(place)
    if kept is not None:
        yield from _kept(kept)
        return
    folders: dict[str, Any] = {}
    for file in files_of([place]):
        folder = _TABLE.sub("", file)
        if folder not in folders:
            folders[folder] = _job_at(folder) if folder != file else None
        kept = folders[folder]
        if kept is None:
            yield Origin(file)
        else:
            yield from _kept(kept)


def _kept(job: dict[str, Any]) -> Iterable[Origin]:
    return (Origin(**each) for each in job["about"].get("sources", ()))


def _job_at(place: str) -> dict[str, Any] | None:
    store = Folder(place)
    return json.loads(store.get(JOB)) if store.has(JOB) else None


def require_license(license: str) -> None:
    """Check that the name of a license has the form of an SPDX expression.

    Raises:
        BatchError: The name does not have this form.
    """
    if not _LICENSE.fullmatch(license) or license.lower() in _UNKNOWN_LICENSES:
        raise BatchError(
            "license: expected an SPDX name such as CC-BY-4.0 or MIT, found "
            f"{license!r:.60}; leave the option out if the license is unknown"
        )
