"""The ids of rows, for verbs that choose among rows by them."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from pandoku.batch.columns import as_one_array, ids_of

__all__ = ["ids_of_good"]


def ids_of_good(table: pa.Table, name: str = "id") -> pa.StringArray:
    """Return the ids of rows, null for the bad ones.

    Args:
        table: It may have `rules` and `error`.
        name: The column of ids; without it, ids are made of the column `puzzle`.
    """
    if name in table.column_names:
        ids = as_one_array(table[name])
    else:
        ids = ids_of(table["rules"] if "rules" in table.column_names else None, table["puzzle"])
    if "error" not in table.column_names or table["error"].null_count == len(ids):
        return ids
    return pc.if_else(table["error"].combine_chunks().is_valid(), pa.scalar(None, pa.string()), ids)
