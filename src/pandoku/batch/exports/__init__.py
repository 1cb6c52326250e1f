"""Export of data sets for other programs: classes and functions that all targets share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from pandoku.batch.inputs import TableFile, read_rows, rows_in
from pandoku.batch.store import opened
from pandoku.batch.tables import STEPS, column, table_order
from pandoku.errors import BatchError
from pandoku.model import OnProgress

_SPLIT = re.compile(r"\w+(\.\w+)*")


@dataclass(slots=True)
class Exported:
    """The result of an export.

    Attributes:
        to: The target.
        files: The files of the export, in order: paths relative to the output folder, or the path
            of the output if it is a file.
        rows: Number of rows, by table and split.
        stood: Number of files that an earlier, interrupted export had already written.
        left_out: Number of rows that were left out, by the reason why they were left out.
    """

    to: str
    files: list[str] = field(default_factory=list)
    rows: dict[str, dict[str, int]] = field(default_factory=dict)
    stood: int = 0
    left_out: dict[str, int] = field(default_factory=dict)

    def leave_out(self, reason: str, n_rows: int) -> None:
        """Add *n_rows* to the number of rows that were left out for a reason."""
        if n_rows:
            self.left_out[reason] = self.left_out.get(reason, 0) + n_rows

    def to_dict(self) -> dict[str, Any]:
        """Return the result as a JSON value."""
        return {name: getattr(self, name) for name in self.__slots__}


def require_puzzles(sources: Sequence[TableFile]) -> None:
    """Check that every table has a column `puzzle`.

    Raises:
        BatchError: A table has no column `puzzle`.
    """
    for source in sources:
        if "puzzle" not in source.names:
            listed = ", ".join(source.names[:12]) or "no column"
            raise BatchError(f"{source.place}: expected a column 'puzzle', found {listed}")


def require_split(name: str) -> None:
    """Check that a name is valid for a split in `datasets` and as a part of a file name.

    Raises:
        BatchError: The name has characters other than letters, digits, _ and dots.
    """
    if not _SPLIT.fullmatch(name):
        raise BatchError(
            f"split: expected a name of letters, digits and _ such as train, found {name!r:.60}"
        )


def shared_fields(sources: Sequence[TableFile], table: str = "puzzles") -> pa.Schema:
    """Return the columns that occur in any of the files, in the order of the table."""
    names = list(dict.fromkeys(name for source in sources for name in source.names))
    if table == "steps":
        known = {each.name: each.type for each in STEPS}
        names.sort(key=[*known, *names].index)
    else:
        known = {name: each.type for name in names if (each := column(name))}
        names = table_order(names)
    return pa.schema([(name, known.get(name) or _type_in(sources, name)) for name in names])


def _type_in(sources: Sequence[TableFile], name: str) -> pa.DataType:
    source = next(each for each in sources if name in each.names)
    with opened(source.place) as stream:
        head = bytes(stream.read(4))
        stream.seek(0)
        is_parquet = head == b"PAR1"
        fields = pq.read_schema(stream) if is_parquet else pa.ipc.open_file(stream).schema
        return fields.field(name).type


def tables_of(
    sources: Sequence[TableFile],
    fields: pa.Schema,
    on_progress: OnProgress = lambda done, total: None,
) -> Iterator[pa.Table]:
    """Yield the rows of tables, one row group at a time, with the columns *fields*."""
    total, done = sum(each.n_rows for each in sources), 0
    for file, group, n_rows in rows_in(sources):
        table = read_rows(sources, [(file, group, 0, n_rows)], fields.names)
        yield conformed(table, fields)
        done += n_rows
        on_progress(done, total)


def conformed(table: pa.Table, fields: pa.Schema) -> pa.Table:
    """Return a table with the columns *fields*. Missing columns become null."""
    n, present = len(table), {*table.column_names}
    columns = [
        table[field.name].cast(field.type) if field.name in present else pa.nulls(n, field.type)
        for field in fields
    ]
    return pa.table(columns, fields)
