"""Statistics of a data set for its card, counted row group by row group."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pandoku.batch.buckets import N_BUCKETS, Buckets, begins_id, bucket_of_hash, halves_of
from pandoku.batch.columns import ids_of_good
from pandoku.batch.inputs import TableFile, read_rows, rows_in
from pandoku.errors import BatchError
from pandoku.techniques import current_name

__all__ = ["IDS", "Tally", "n_explained_of", "tally"]

IDS = ("id", "class_id", "solution_class_id")
_KEYED = np.dtype([("high", "<u8"), ("low", "<u8"), ("split", "<u2")])
_NO_SPLIT = 65_535
_CELLS = ("split", "kind", "order", "level")
_EACH = ("n_solutions", "stopped", "path_stopped", "symmetry", "is_minimal", "scale")
_READ = {*_CELLS, *_EACH, *IDS, "n_givens", "score", "techniques", "variant", "error"}
_OF_FILE = re.compile(r"([^/]+)-\d{5}-of-\d{5}\.parquet$")
_MOST = 10_000  # maximum number of distinct values of a column
_SEVERAL = 2  # larger numbers of solutions are counted as this number


@dataclass(slots=True)
class Distinct:
    """Counts of distinct and repeated ids.

    Attributes:
        n_ids: Number of distinct ids.
        n_later: Number of rows whose id already occurs in an earlier row.
        n_shared: Number of ids that occur in more than one split.
    """

    n_ids: int = 0
    n_later: int = 0
    n_shared: int = 0


@dataclass(slots=True)
class Tally:
    """Statistics of the table `puzzles`.

    Attributes:
        n_rows: Number of rows.
        n_bad: Number of rows with an error.
        columns: The columns of the table, with their types, in order.
        cells: Number of rows for each combination of split, kind, order and level. Each of the four
            is a string, or None if the value is null or the column does not exist.
        values: Number of rows for each value of some other columns, by column name. In the column
            `n_solutions`, 2 means two or more solutions, and -1 means that only a lower bound is
            known.
        n_givens: Number of rows for each number of givens.
        scores: Number of rows for each score, rounded to tenths, in each scale.
        techniques: Number of rows that use each technique.
        n_with_techniques: Number of rows whose list of techniques is not null.
        n_variants: Number of rows that `augment` added as images of other rows.
        distinct: Counts of distinct and repeated ids, for each column of ids.
    """

    n_rows: int = 0
    n_bad: int = 0
    columns: dict[str, pa.DataType] = field(default_factory=dict)
    cells: Counter[tuple[str | None, ...]] = field(default_factory=Counter)
    values: dict[str, Counter[str]] = field(default_factory=dict)
    n_givens: Counter[int] = field(default_factory=Counter)
    scores: dict[str, Counter[float]] = field(default_factory=dict)
    techniques: Counter[str] = field(default_factory=Counter)
    n_with_techniques: int = 0
    n_variants: int = 0
    distinct: dict[str, Distinct] = field(default_factory=dict)

    def by(self, *names: str) -> Counter[tuple[str | None, ...]]:
        """Return the number of rows by one or more of the columns split, kind, order and level."""
        places = [_CELLS.index(name) for name in names]
        counts: Counter[tuple[str | None, ...]] = Counter()
        for key, n in self.cells.items():
            counts[tuple(key[place] for place in places)] += n
        return counts


def tally(sources: list[TableFile], scratch: Path) -> Tally:
    """Count the rows of a table of puzzles, one row group at a time.

    Args:
        sources: The files.
        scratch: An empty folder for sorting the ids, which takes about 18 bytes per id.

    Raises:
        OSError: A file cannot be read, or is damaged.
        BatchError: A column of ids contains values that are not ids.
    """
    counted = Tally()
    ids: dict[str, Buckets] = {}
    splits: list[str] = []
    for source in sources:
        names = [name for name in source.names if name in _READ or name.endswith("_score")]
        of_file = _OF_FILE.search(source.place)
        for _, group, n_rows in rows_in([source]):
            table = read_rows([source], [(0, group, 0, n_rows)], names)
            if "split" not in names and of_file:
                split = pa.repeat(pa.scalar(of_file[1], pa.string()), n_rows)
                table = table.append_column("split", split)
            _count(counted, table, n_rows)
            _keep_ids(table, ids, splits, scratch)
    counted.distinct = {name: _repeats(ids[name]) for name in IDS if name in ids}
    return counted


def n_explained_of(steps: list[TableFile]) -> int | None:
    """Return the number of puzzles with steps, or None if a file has no column `step`."""
    if not all("step" in each.names for each in steps):
        return None
    n = 0
    for file, group, n_rows in rows_in(steps):
        numbers = read_rows(steps, [(file, group, 0, n_rows)], ["step"])["step"]
        n += pc.sum(pc.equal(numbers, 1)).as_py() or 0
    return n


def _count(counted: Tally, table: pa.Table, n_rows: int) -> None:
    counted.n_rows += n_rows
    names = table.column_names
    if "error" in names:
        counted.n_bad += n_rows - table["error"].null_count
    if "variant" in names:
        counted.n_variants += pc.sum(pc.greater(table["variant"], 0)).as_py() or 0
    have = [name for name in _CELLS if name in names]
    for row in _grouped(table, have, n_rows):
        key = tuple(None if row.get(name) is None else str(row[name]) for name in _CELLS)
        counted.cells[key] += row["n"]
    _require_few(counted.cells, ", ".join(have))
    for name in _EACH:
        if name in names:
            column = table[name]
            if name == "n_solutions":  # limit the number of distinct values
                column = pc.if_else(pc.greater(column, _SEVERAL), _SEVERAL, column)
                column = pc.if_else(pc.less(column, -1), -1, column)
            values = counted.values.setdefault(name, Counter())
            for row in _grouped(pa.table({name: column}), [name], n_rows):
                if row[name] is not None:
                    values[str(row[name])] += row["n"]
            _require_few(values, name)
    if "n_givens" in names:
        for row in _grouped(table, ["n_givens"], n_rows):
            if row["n_givens"] is not None:
                counted.n_givens[row["n_givens"]] += row["n"]
    _count_scores(counted, table, n_rows)
    if "techniques" in names:
        listed = table["techniques"].combine_chunks()
        counted.n_with_techniques += n_rows - listed.null_count
        for each in pc.value_counts(pc.struct_field(listed.flatten(), "technique")).to_pylist():
            counted.techniques[current_name(each["values"])] += each["counts"]


def _require_few(counted: Counter[Any], what: str) -> None:
    if len(counted) > _MOST:
        raise BatchError(f"expected at most {_MOST:,} distinct values of {what}, found more")


def _count_scores(counted: Tally, table: pa.Table, n_rows: int) -> None:
    for name in [each for each in table.column_names if each.endswith("score")]:
        rounded = pa.table({"score": pc.round(table[name], 1)})
        of_scale = name.removesuffix("_score") if name != "score" else None
        keys = ["score"]
        if of_scale is None and "scale" in table.column_names:
            rounded, keys = rounded.append_column("scale", table["scale"]), ["score", "scale"]
        for row in _grouped(rounded, keys, n_rows):
            if row["score"] is not None:
                scale = of_scale or row.get("scale") or "unknown"
                counted.scores.setdefault(scale, Counter())[row["score"]] += row["n"]


def _grouped(table: pa.Table, names: list[str], n_rows: int) -> Iterator[dict[str, Any]]:
    """Yield each combination of values of the columns, with the number `n` of its rows."""
    if not names:
        yield {"n": n_rows}
        return
    found = table.select(names).group_by(names).aggregate([([], "count_all")])
    for row in found.to_pylist():
        row["n"] = row.pop("count_all")
        yield row


def _keep_ids(table: pa.Table, ids: dict[str, Buckets], splits: list[str], scratch: Path) -> None:
    """Add the ids of good rows to buckets. Each record also has the number of the row's split."""
    codes = np.full(table.num_rows, _NO_SPLIT, np.uint16)
    if "split" in table.column_names:
        encoded = table["split"].combine_chunks().dictionary_encode()
        for each in encoded.dictionary.to_pylist():
            if each not in splits:
                splits.append(each)
        numbers = [splits.index(each) for each in encoded.dictionary.to_pylist()]
        known = np.asarray(encoded.indices.is_valid())
        at = np.asarray(encoded.indices.fill_null(0))
        codes[known] = np.array([*numbers, _NO_SPLIT], np.uint16)[at[known]]
    for name in IDS:
        if name not in table.column_names:
            continue
        found = ids_of_good(table, name)
        has = np.asarray(found.is_valid())
        records = np.empty(np.count_nonzero(has), _KEYED)
        records["high"], records["low"] = halves_of(found.drop_null())
        records["split"] = codes[has]
        if name not in ids:
            ids[name] = Buckets(scratch / name, _KEYED)
        ids[name].add(records, bucket_of_hash(records["high"]))


def _repeats(ids: Buckets) -> Distinct:
    found = Distinct()
    for bucket in range(N_BUCKETS):
        records = ids.take(bucket)
        records = records[np.lexsort((records["split"], records["low"], records["high"]))]
        is_first = begins_id(records)
        n_ids = int(np.count_nonzero(is_first))
        found.n_ids += n_ids
        found.n_later += len(records) - n_ids
        # Records are sorted by id, then by split. An id is shared if its records have different
        # splits.
        in_split = records["split"][1:] != _NO_SPLIT
        differs = ~is_first[1:] & in_split & (records["split"][1:] != records["split"][:-1])
        number = np.cumsum(is_first)[1:][differs]
        found.n_shared += len(np.unique(number))
    return found
