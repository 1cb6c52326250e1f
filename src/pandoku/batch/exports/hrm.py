"""Export of data sets as arrays for the trainers of HRM and TRM.

Each split has a folder with `all__inputs.npy` and `all__labels.npy`. These arrays have the type
uint8 and the shape (n, cells). A value is the digit of a cell plus 1: 1 is an empty cell, and 0 is
padding. Each puzzle is one example (`all__puzzle_indices.npy`). Consecutive rows of one class, as
written by `augment`, are a group (`all__group_indices.npy`). A trainer draws a group, and then one
puzzle of this group.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pandoku._files import replacement
from pandoku.batch.columns import as_one_array, digit_rows, order_of_length
from pandoku.batch.exports import Exported, require_split, shared_fields, tables_of
from pandoku.batch.inputs import TableFile
from pandoku.errors import BatchError
from pandoku.model import OnProgress

__all__ = ["export_hrm"]

_READ = ("puzzle", "rules", "solution", "split", "class_id", "error")
_TRAIN = "train"
_SHIFT = 1  # added to each digit, because 0 is padding


def export_hrm(
    sources: Sequence[TableFile], output: str, done: Exported, on_progress: OnProgress
) -> None:
    """Write a folder of arrays for each split.

    Rows without a split, a solution or a puzzle are left out.

    Raises:
        BatchError: There is no column `solution`, a puzzle has rules, or the puzzles have different
            orders.
    """
    fields = shared_fields(sources)
    if "solution" not in fields.names:
        raise BatchError(
            "expected a column 'solution' for the labels, found none; pandoku batch solve adds it"
        )
    fields = pa.schema([field for field in fields if field.name in _READ])
    folder = Path(output)
    with ExitStack() as stack:
        splits: dict[str, _Split] = {}
        orders: set[int | None] = set()
        for table in tables_of(sources, fields, on_progress):
            good = _good_rows(table, done)
            lengths = pc.unique(pc.binary_length(good["puzzle"])).to_pylist()
            orders.update(map(order_of_length, lengths))
            if len(orders) > 1:
                listed = " and ".join(map(str, sorted(each or 0 for each in orders)))
                raise BatchError(f"expected puzzles of one order, found orders {listed}")
            for name, rows in _by_split(good):
                if name not in splits:
                    require_split(name)
                    order = next(iter(orders)) or 0
                    splits[name] = stack.enter_context(_Split(folder / name, order))
                splits[name].add(rows)
        if not splits:
            raise BatchError("expected puzzles with their solutions, found none")
        for name, split in sorted(splits.items()):
            done.files += [f"{name}/{each}" for each in split.end()]
            done.rows.setdefault("puzzles", {})[name] = split.n_rows
    with replacement(folder / "identifiers.json") as stream:
        json.dump(["<blank>"], stream)
    done.files.append("identifiers.json")


def _good_rows(table: pa.Table, done: Exported) -> pa.Table:
    """Return the rows that have a puzzle, a solution and a split, and count the other rows.

    If there is no column `split`, rows do not need a split.
    """
    names = table.column_names
    if "rules" in names and table["rules"].null_count < len(table):
        raise BatchError(
            "expected plain Sudokus, found a puzzle with rules, which arrays of digits cannot show"
        )
    is_good = pc.and_(table["puzzle"].is_valid(), table["solution"].is_valid())
    if "error" in names:
        is_good = pc.and_(is_good, table["error"].is_null())
    solved = table.filter(is_good)
    done.leave_out("rows without a solution", len(table) - len(solved))
    if "split" not in names:
        return solved
    good = solved.filter(solved["split"].is_valid())
    done.leave_out("rows without a split", len(solved) - len(good))
    return good


def _by_split(table: pa.Table) -> Iterator[tuple[str, pa.Table]]:
    if "split" not in table.column_names:
        if len(table):
            yield _TRAIN, table
        return
    for name in pc.unique(table["split"]).to_pylist():
        yield name, table.filter(pc.equal(table["split"], name))


class _Split:
    """The files of a split. They all appear together when the last row has been written."""

    def __init__(self, folder: Path, order: int) -> None:
        self._folder, self._order, self._stack = folder, order, ExitStack()
        self._starts: list[NDArray[np.int32]] = []  # index of the first row of each group
        self._last: str | None = None  # the class of the last row that was written
        self.n_rows = 0

    def __enter__(self) -> _Split:
        self._folder.mkdir(parents=True, exist_ok=True)
        self._inputs, self._labels = (self._opened(name) for name in ("inputs", "labels"))
        return self

    def __exit__(self, *about: Any) -> None:
        self._stack.__exit__(*about)

    def _opened(self, name: str) -> IO[bytes]:
        path = self._folder / f"all__{name}.npy"
        stream = self._stack.enter_context(replacement(path, binary=True))
        stream.write(self._header(0))
        return stream

    def _header(self, n_rows: int) -> bytes:
        """Return the header of an array. It can be overwritten later, as its length is fixed."""
        header = BytesIO()
        shape = (n_rows, self._order**2)
        about = {"descr": "|u1", "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(header, about)
        return header.getvalue()

    def add(self, table: pa.Table) -> None:
        """Write rows."""
        for stream, name in ((self._inputs, "puzzle"), (self._labels, "solution")):
            digits, bad = digit_rows(table[name], self._order)
            if bad.any():
                odd = as_one_array(table[name])[int(np.flatnonzero(bad)[0])].as_py()
                raise BatchError(f"expected {name} of order {self._order}, found {odd!r:.120}")
            stream.write((digits + _SHIFT).tobytes())
        self._starts.append((self._begins_group(table) + self.n_rows).astype(np.int32))
        self.n_rows += len(table)

    def _begins_group(self, table: pa.Table) -> NDArray[np.int64]:
        """Return the first row of each group.

        A row begins a group if its class is unknown or differs from the class of the previous row.
        """
        if "class_id" not in table.column_names:
            return np.arange(len(table))
        classes = np.asarray(table["class_id"].to_pylist(), object)
        before = np.concatenate([np.array([self._last], object), classes[:-1]])
        self._last = classes[-1]
        return np.flatnonzero((classes != before) | (classes == None))  # noqa: E711

    def end(self) -> list[str]:
        """Complete the files, and return their names."""
        n = self.n_rows
        for stream in (self._inputs, self._labels):
            stream.seek(0)
            stream.write(self._header(n))
        groups = np.concatenate([*self._starts, np.array([n], np.int32)])
        arrays = {
            "puzzle_indices": np.arange(n + 1, dtype=np.int32),
            "group_indices": groups,
            "puzzle_identifiers": np.zeros(n, np.int32),
        }
        for name, array in arrays.items():
            path = self._folder / f"all__{name}.npy"
            np.save(self._stack.enter_context(replacement(path, binary=True)), array)
        with replacement(self._folder / "dataset.json") as text:
            json.dump(self._about(len(groups) - 1), text)
        names = (f"all__{name}.npy" for name in ("inputs", "labels", *arrays))
        return [*names, "dataset.json"]

    def _about(self, n_groups: int) -> dict[str, Any]:
        return {
            "pad_id": 0,
            "ignore_label_id": 0,
            "blank_identifier_id": 0,
            "vocab_size": self._order + 2,
            "seq_len": self._order**2,
            "num_puzzle_identifiers": 1,
            "total_groups": n_groups,
            "mean_puzzle_examples": 1,
            "total_puzzles": self.n_rows,
            "sets": ["all"],
        }
