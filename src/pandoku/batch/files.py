"""Parquet files. The same table gives the same bytes on every machine."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import IO, Any

import pyarrow as pa
import pyarrow.parquet as pq

from pandoku.batch.tables import COLUMNS, STEPS

__all__ = ["HAS_RULES", "METADATA", "ROWS_OF_GROUP", "in_tables_of", "parquet_of", "parquet_writer"]

METADATA = "pandoku."  # prefix of the keys in the metadata of a file
HAS_RULES = f"{METADATA}has_rules"  # its value is "true" if any row has rules, else "false"
ROWS_OF_GROUP = {"puzzles": 131_072, "steps": 262_144}
_LEVEL = 1  # compression level of zstd: higher levels take twice the time and save no space
_IS_TEXT = {each.name: each.is_text for each in (*COLUMNS, *STEPS)}


def parquet_of(table: pa.Table, about: Mapping[str, Any], table_name: str = "puzzles") -> bytes:
    """Return a table as a Parquet file.

    Args:
        table: The rows.
        about: Entries for the metadata of the file, as in `parquet_writer`.
        table_name: Name of the table. It determines the size of the row groups.
    """
    plain = table.replace_schema_metadata(None)
    stream = BytesIO()
    with parquet_writer(stream, plain.schema, about) as writer:
        if table.num_rows:
            writer.write_table(plain, row_group_size=ROWS_OF_GROUP[table_name])
    return stream.getvalue()


def in_tables_of(rows: int, tables: Iterable[pa.Table]) -> Iterator[pa.Table]:
    """Regroup rows into tables of *rows* rows, each in one chunk. The last table may be shorter.

    >>> [len(table) for table in in_tables_of(2, [pa.table({"a": [1]}), pa.table({"a": [2, 3]})])]
    [2, 1]
    """
    held: list[pa.Table] = []
    n = 0
    for table in tables:
        start = 0
        while n + len(table) - start >= rows:
            held.append(table.slice(start, rows - n))
            yield pa.concat_tables(held).combine_chunks()
            start, n, held = start + rows - n, 0, []
        held.append(table.slice(start))
        n += len(table) - start
    if n:
        yield pa.concat_tables(held).combine_chunks()


class _Writer(pq.ParquetWriter):  # type: ignore[misc]  # pyarrow has no types
    """A writer that sets `has_rules` to True if any row has a value in the column `rules`."""

    has_rules = False

    def write_table(self, table: pa.Table, row_group_size: int | None = None) -> None:
        """Write a table, in row groups of at most *row_group_size* rows."""
        if "rules" in table.column_names:
            self.has_rules |= table["rules"].null_count < len(table)
        super().write_table(table, row_group_size)


@contextmanager
def parquet_writer(
    stream: IO[bytes], schema: pa.Schema, about: Mapping[str, Any]
) -> Iterator[pq.ParquetWriter]:
    """Open a stream for writing a Parquet file, row group by row group.

    Columns whose texts differ in every row are written without a dictionary and statistics, because
    these would double the time of writing. Every page has a CRC. The metadata records whether any
    row has rules.

    Args:
        stream: The stream to write to.
        schema: The columns, without metadata.
        about: Entries for the metadata of the file. Their keys get the prefix ``pandoku.``, and
            values other than strings are written as JSON.
    """
    texts = [name for name in schema.names if _IS_TEXT.get(name, False)]
    others = [name for name in schema.names if name not in texts]
    with _Writer(
        stream,
        schema,
        compression="zstd",
        compression_level=_LEVEL,
        use_dictionary=[path for name in others for path in _leaves(name, schema)],
        column_encoding=dict.fromkeys(texts, "DELTA_LENGTH_BYTE_ARRAY") or None,
        write_statistics=[path for name in others for path in _leaves(name, schema)],
        write_page_index=True,
        write_page_checksum=True,
        store_schema=False,
        version="2.6",
    ) as writer:
        # With `store_schema=False`, pyarrow silently drops the metadata of the schema.
        writer.add_key_value_metadata(
            {f"{METADATA}{key}": _text(value) for key, value in about.items()}
        )
        yield writer
        if "rules" in schema.names:
            writer.add_key_value_metadata({HAS_RULES: _text(writer.has_rules)})


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def _leaves(name: str, schema: pa.Schema) -> list[str]:
    """Return the paths of a column in the file. A list of structs has a path for each field."""
    data_type = schema.field(name).type
    if not pa.types.is_list(data_type):
        return [name]
    inner = data_type.value_type
    if not pa.types.is_struct(inner):
        return [f"{name}.list.element"]
    return [f"{name}.list.element.{inner.field(i).name}" for i in range(inner.num_fields)]
