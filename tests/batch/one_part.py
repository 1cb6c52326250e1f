"""A verb of `pandoku batch` on the rows of one part."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from pandoku.batch.tables import column
from pandoku.batch.verbs import PartRows, get_verb

__all__ = ["made", "with_columns"]


def made(verb: str, columns: dict[str, list[Any]] | pa.Table, **options: Any) -> pa.Table:
    """Return the table `puzzles` that a verb makes from columns of the same table."""
    work = get_verb(verb)
    table = columns if isinstance(columns, pa.Table) else with_columns({}, columns)
    rows = PartRows(table, total=table.num_rows, count=table.num_rows)
    return work.run(rows, work.checked(options))["puzzles"]


def with_columns(table: dict[str, list[Any]] | pa.Table, more: Any) -> pa.Table:
    """Return a table with more columns, each with its type in a data set."""
    columns: dict[str, Any] = {}
    for each in (table, more):
        if isinstance(each, pa.Table):
            columns |= {name: each[name] for name in each.column_names}
        else:
            for name, values in each.items():
                known = column(name)
                columns[name] = pa.array(values, known.type if known else None)
    return pa.table(columns)
