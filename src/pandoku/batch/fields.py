"""Columns of tables that come from many files: one schema for all, and rows that fit it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pyarrow as pa

from pandoku.batch.tables import column
from pandoku.errors import BatchError

__all__ = ["fields_of", "fits", "fitted"]


def fields_of(
    schemas: Iterable[tuple[str, pa.Schema]], names: Sequence[str] | None = None
) -> pa.Schema:
    """Return the union of the columns of files, in order of first appearance.

    Columns listed in `tables.py` get the types given there. In other columns, integers and floats
    are joined to the wider type, and all kinds of strings become plain strings.

    Args:
        schemas: Pairs of file name and schema.
        names: The columns to return, in this order. None means all.

    Raises:
        BatchError: A column has types that cannot be joined. The message names the files.
    """
    found: dict[str, tuple[pa.DataType, str]] = {}
    seen: set[int] = set()
    for place, schema in schemas:
        if id(schema) in seen:  # files of one job share theirs
            continue
        seen.add(id(schema))
        for each in schema:
            if names is not None and each.name not in names:
                continue
            data_type = _plain(each.type)
            before, there = found.get(each.name, (data_type, place))
            found[each.name] = (_wider(each.name, (there, before), (place, data_type)), there)
    ordered = found if names is None else [name for name in dict.fromkeys(names) if name in found]
    return pa.schema([(name, _known(name, found[name][0])) for name in ordered])


def _known(name: str, found: pa.DataType) -> pa.DataType:
    known = column(name)
    return known.type if known is not None and fits(found, known.type) else found


def _plain(data_type: pa.DataType) -> pa.DataType:
    """Return a type without dictionaries and special kinds of strings."""
    if pa.types.is_dictionary(data_type):
        return _plain(data_type.value_type)
    return pa.string() if _is_text(data_type) else data_type


def _is_text(data_type: pa.DataType) -> bool:
    return bool(
        pa.types.is_string(data_type)
        or pa.types.is_large_string(data_type)
        or pa.types.is_string_view(data_type)
    )


def _is_number(data_type: pa.DataType) -> bool:
    return bool(pa.types.is_integer(data_type) or pa.types.is_floating(data_type))


def _wider(name: str, one: tuple[str, pa.DataType], other: tuple[str, pa.DataType]) -> pa.DataType:
    (_, before), (_, after) = one, other
    if before == after or pa.types.is_null(after):
        return before
    if pa.types.is_null(before):
        return after
    if _is_number(before) and _is_number(after):
        has_fractions = pa.types.is_floating(before) or pa.types.is_floating(after)
        return pa.float64() if has_fractions else pa.int64()
    raise BatchError(
        f"expected columns {name!r} of one type, found {before} in {one[0]} and {after} in "
        f"{other[0]}; leave one of the files out, or the column with --carry"
    )


def fits(found: pa.DataType, wanted: pa.DataType) -> bool:
    """Return whether a column of type *found* can be read as type *wanted* without loss."""
    found = _plain(found)
    if found == wanted or pa.types.is_null(found):
        return True
    if pa.types.is_floating(wanted):
        return _is_number(found)
    if pa.types.is_integer(wanted):
        return bool(pa.types.is_integer(found))
    return bool(pa.types.is_list(wanted) and pa.types.is_list(found))


def fitted(table: pa.Table, fields: pa.Schema) -> pa.Table:
    """Return a table with the columns *fields*: cast to their types, and null if missing."""
    if table.schema.equals(fields, check_metadata=True):
        return table
    n = table.num_rows
    if not len(fields):
        return table.select([]).replace_schema_metadata(None)
    arrays = [
        table[each.name].cast(each.type)
        if each.name in table.column_names
        else pa.nulls(n, each.type)
        for each in fields
    ]
    return pa.table(arrays, schema=fields)
