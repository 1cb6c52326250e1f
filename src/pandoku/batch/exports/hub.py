"""Export of data sets as folders for the hub of Hugging Face and `datasets`.

The files are `data/TABLE/SPLIT-00000-of-00012.parquet`. Each table is a configuration of the data
set. The rows of a split stay in order. Finished files are recorded in `.pandoku`, which `datasets`
ignores, so that an interrupted export can be continued.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import blake2b, sha256
from importlib.metadata import version
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from threading import Event
from typing import IO, Any

import pyarrow as pa
import pyarrow.compute as pc

from pandoku._files import replacement
from pandoku.batch.cards.card import README, write_card
from pandoku.batch.exports import Exported, conformed, require_puzzles, require_split, shared_fields
from pandoku.batch.files import ROWS_OF_GROUP, in_tables_of, parquet_writer
from pandoku.batch.inputs import JOB, TableFile, files_of, read_rows, rows_in, sources_of
from pandoku.batch.store import Folder, is_address
from pandoku.batch.tables import SCHEMA_VERSION
from pandoku.errors import BatchError
from pandoku.model import OnProgress

__all__ = ["FILE_BYTES", "SPLITS", "export_hub"]

DATA = "data"  # the folder of the tables
FILE_BYTES = 300_000_000  # approximate size of a file
SPLITS = ("train", "validation", "test")  # splits that are exported first, in this order
_ALL = "train"  # the split of all rows if there is no column `split`
_EXPORT = ".pandoku/export.json"
_RECEIPTS = ".pandoku/exported"


def export_hub(
    places: Sequence[str],
    output: str,
    license: str,
    done: Exported,
    overwrite: bool,
    workers: int,
    on_progress: OnProgress,
) -> None:
    """Write the puzzles of the first place, the steps of all other places, and the card.

    *workers* files are written at the same time, in threads, because Arrow encodes tables without
    the GIL.

    If there is only one place, its steps are written if it has any.

    Rows whose column `split` is null are left out. The card of a complete export is not replaced,
    because someone may have edited it.

    Raises:
        BatchError: A place has no steps, or *output* contains another export.
        OSError: A table cannot be read or written.
    """
    tables = _tables(places)
    files = [file for table in tables for file in table.files()]
    if not files:
        raise BatchError(f"{places[0]}: expected rows to export, found none")
    store = Folder(output)
    _begin(store, tables, overwrite=overwrite)
    total, rows, stopped = sum(file.n_rows for file in files), 0, Event()
    with ThreadPoolExecutor(workers) as pool:
        stood = [pool.submit(_stands_or_written, store, file, stopped) for file in files]
        try:
            for file, future in zip(files, stood, strict=True):
                done.stood += future.result()
                rows += file.n_rows
                done.files.append(file.path)
                splits = done.rows.setdefault(file.table.name, {})
                splits[file.split] = splits.get(file.split, 0) + file.n_rows
                on_progress(rows, total)
        except BaseException:  # also at Ctrl-C: the other threads end at their next rows
            stopped.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    for table in tables:
        done.leave_out(f"{table.name} without a split", table.n_without_split)
    if overwrite or done.stood < len(files) or not store.has(README):
        write_card(output, made_from=places, license=license, overwrite=True)


def _tables(places: Sequence[str]) -> list[_Table]:
    first, *others = places
    puzzles = sources_of(files_of([first]))
    require_puzzles(puzzles)
    has_splits = any("split" in source.names for source in puzzles)

    def split_of(group: _Group) -> pa.Array | None:
        file, number, n_rows = group
        if not has_splits:
            return None
        if "split" not in puzzles[file].names:
            return pa.nulls(n_rows, pa.string())
        table = read_rows(puzzles, [(file, number, 0, n_rows)], ["split"])
        return table["split"].combine_chunks()

    found = [_Table("puzzles", puzzles, split_of)]
    store = Folder(first)
    has_steps = store.has(JOB) and next(store.listed("steps"), None) is not None
    if with_steps := others or [first] * has_steps:
        steps = sources_of(files_of(with_steps, "steps"))
        for source in steps:
            if "step" not in source.names:
                raise BatchError(
                    f"{source.place}: expected steps, as pandoku batch explain writes them, found "
                    f"{', '.join(source.names[:12])}; puzzles come only from the first data set"
                )
        found.append(_Table("steps", steps, _SplitOfSteps(steps)))
    return found


# -------------------------------------------------------------------- the splits of rows

_Group = tuple[int, int, int]  # index of the file, index of the row group, number of rows
# A function that returns the split of each row of a row group, or None if all rows have the default
# split.
_SplitOf = Callable[[_Group], "pa.Array | None"]


class _SplitOfSteps:
    """A function that returns the split of each step of a row group, or None without splits.

    A step has the split of its puzzle. The puzzles are read from the file with the same part number
    in the same output folder.
    """

    def __init__(self, sources: Sequence[TableFile]) -> None:
        self._sources = sources
        self._last = -1, pa.table({})  # replaced at once, because threads share it

    def __call__(self, group: _Group) -> pa.Array | None:
        file, number, n_rows = group
        last, known = self._last
        if file != last:
            known = pa.table({})
            before, mark, name = self._sources[file].place.rpartition("/steps/")
            place = f"{before}/puzzles/{name}"
            if mark and (is_address(place) or Path(place).is_file()):
                puzzles = sources_of([place])
                pieces = [(file, group, 0, n) for file, group, n in rows_in(puzzles)]
                known = read_rows(puzzles, pieces, ["index", "split"])
            self._last = file, known
        if "split" not in known.column_names or not len(known):
            return None
        index = read_rows(self._sources, [(file, number, 0, n_rows)], ["index"])["index"]
        # The puzzles of a part are numbered without gaps, so the position of a puzzle is its index
        # minus the index of the first puzzle of the part.
        places = pc.subtract(index, known["index"][0])
        return known["split"].take(places).combine_chunks()


# -------------------------------------------------------------------- the files of a table


@dataclass(frozen=True, slots=True)
class _File:
    """A file of the export. It contains some rows of one split of a table.

    Attributes:
        table: The table.
        split: The split.
        number: Number of the file in the split, from 0.
        of: Number of files of the split.
        first: First row, counted within the split.
        n_rows: Number of rows.
    """

    table: _Table
    split: str
    number: int
    of: int
    first: int
    n_rows: int

    @property
    def path(self) -> str:
        """The path of the file, relative to the output folder."""
        name = f"{self.split}-{self.number:05d}-of-{self.of:05d}.parquet"
        return f"{DATA}/{self.table.name}/{name}"

    @property
    def receipt(self) -> str:
        """The path of the receipt of the finished file."""
        return f"{_RECEIPTS}/{self.table.name}-{self.split}-{self.number:05d}.json"


class _Table:
    """A table to export, with the number of rows of each split in each of its row groups."""

    def __init__(self, name: str, sources: Sequence[TableFile], split_of: _SplitOf) -> None:
        self.name, self.sources, self._split_of = name, sources, split_of
        self.fields = shared_fields(sources, name)
        self._groups = list(rows_in(sources))
        self._counts: dict[str, list[int]] = {}
        self.n_without_split = 0
        for at, group in enumerate(self._groups):
            for split, n_rows in self._count(group).items():
                counts = self._counts.setdefault(split, [0] * len(self._groups))
                counts[at] = n_rows

    def _count(self, group: _Group) -> dict[str, int]:
        splits = self._split_of(group)
        if splits is None:
            return {_ALL: group[2]}
        self.n_without_split += splits.null_count
        pairs = pc.value_counts(splits.drop_null()).to_pylist()
        return {each["values"]: each["counts"] for each in pairs}

    def files(self) -> Iterator[_File]:
        """Yield the files to write, split by split. Each has about 300 MB or less."""
        size, n_all = sum(source.size for source in self.sources), sum(n for *_, n in self._groups)
        known = [split for split in SPLITS if split in self._counts]
        for split in [*known, *sorted({*self._counts} - {*known})]:
            require_split(split)
            n_rows = sum(self._counts[split])
            n_files = max(1, round(size * n_rows / n_all / FILE_BYTES))
            each = -(-n_rows // n_files)
            starts = range(0, n_rows, each)
            for number, first in enumerate(starts):
                n_here = min(each, n_rows - first)
                yield _File(self, split, number, len(starts), first, n_here)

    def rows_of(self, file: _File) -> Iterator[pa.Table]:
        """Yield the rows of a file, one row group of the input table at a time."""
        counts = self._counts[file.split]
        ends = list(accumulate(counts))
        last = file.first + file.n_rows
        for group, n_rows, end in zip(self._groups, counts, ends, strict=True):
            start = max(file.first, end - n_rows)
            stop = min(last, end)
            if start >= stop:
                continue
            table = read_rows(self.sources, [(group[0], group[1], 0, group[2])], self.fields.names)
            splits = self._split_of(group)
            if splits is not None:
                table = table.filter(pc.fill_null(pc.equal(splits, file.split), False))
            rows = table.slice(start - (end - n_rows), stop - start)
            yield conformed(rows, self.fields)


# -------------------------------------------------------------------- writing


def _begin(store: Folder, tables: Sequence[_Table], *, overwrite: bool) -> None:
    """Record the id of the export in the output folder. First remove the export that it replaces.

    Raises:
        BatchError: The folder contains a job, another export or other files in ``data``.
    """
    content = {  # everything that affects the bytes of the files
        "versions": {name: version(name) for name in ("pandoku", "pyarrow")},
        "schema": SCHEMA_VERSION,
        "bytes": FILE_BYTES,
        "tables": [
            (each.name, [(source.size, source.footer) for source in each.sources])
            for each in tables
        ],
    }
    id = blake2b(_json(content), digest_size=16).hexdigest()
    standing = json.loads(store.get(_EXPORT)) if store.has(_EXPORT) else None
    if standing is not None and standing["export"] == id:
        return
    if store.has(JOB):
        raise BatchError(f"{store.place}: expected a folder for an export, found a job")
    if standing is not None and not overwrite:
        raise BatchError(
            f"{store.place} contains the export of another data set; --overwrite replaces it"
        )
    odd = next(store.listed(DATA), None)
    if standing is None and odd is not None:
        raise BatchError(f"{store.place}: expected no files in data, found {odd.name}")
    if standing is not None:
        # The record of the old export is replaced last, so that an interrupted removal is repeated.
        for folder in (DATA, _RECEIPTS):
            store.remove_folder(folder)
    about = {"format": 1, "export": id, "tables": {each.name: len(each.sources) for each in tables}}
    store.put(_EXPORT, _json(about))


def _json(value: Any) -> bytes:
    return f"{json.dumps(value, sort_keys=True)}\n".encode()


def _stands(store: Folder, file: _File) -> bool:
    """Return whether an earlier run wrote the file, and the file is still the same."""
    if not (store.has(file.receipt) and store.has(file.path)):
        return False
    digest = sha256()
    with store.open(file.path) as stream:
        while piece := stream.read(1 << 20):
            digest.update(piece)
    return bool(json.loads(store.get(file.receipt))["sha256"] == digest.hexdigest())


def _stands_or_written(store: Folder, file: _File, stopped: Event) -> bool:
    """Write a file, unless an earlier run wrote it. Return whether an earlier run wrote it."""
    stands = _stands(store, file)
    if not stands:
        _write(store, file, stopped)
    return stands


def _write(store: Folder, file: _File, stopped: Event) -> None:
    """Write a file, then its receipt."""
    if is_address(store.place):  # collect all bytes first, to write the object in one request
        memory = BytesIO()
        hashing = _Hashing(memory)
        _write_rows(hashing, file, stopped)
        store.put(file.path, memory.getvalue())
    else:
        path = Path(store.place, file.path)
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacement(path, binary=True) as stream:
            hashing = _Hashing(stream)
            _write_rows(hashing, file, stopped)
    about = {"path": file.path, "rows": file.n_rows, "bytes": hashing.size}
    store.put(file.receipt, _json(about | {"sha256": hashing.digest.hexdigest()}))


def _write_rows(stream: Any, file: _File, stopped: Event) -> None:
    table = file.table
    about = {
        "version": version("pandoku"),
        "verb": "export",
        "jobs": list(dict.fromkeys(source.job for source in table.sources)),
        "split": file.split,
        "first": file.first,
        "schema": SCHEMA_VERSION,
    }
    with parquet_writer(stream, table.fields, about) as writer:
        for rows in in_tables_of(ROWS_OF_GROUP[table.name], table.rows_of(file)):
            if stopped.is_set():
                raise BatchError(f"{file.path}: stopped, because another file failed")
            writer.write_table(rows)


class _Hashing:
    """A stream that hashes the bytes written to it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream
        self.digest, self.size, self.closed = sha256(), 0, False

    def write(self, data: Any) -> int:
        self.digest.update(data)
        n = self._stream.write(data)
        self.size += n
        return n

    def tell(self) -> int:
        return self.size

    def flush(self) -> None:
        self._stream.flush()

    def close(self) -> None:
        """Do nothing, because the code that opened the underlying stream closes it."""

    def writable(self) -> bool:
        return True

    def readable(self) -> bool:
        return False

    def seekable(self) -> bool:
        return False
