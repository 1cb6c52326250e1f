"""Files of tables for tests."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from pandoku.batch.files import parquet_of


def write(path: Path, table: pa.Table) -> None:
    """Write a table to a file in the form of the parts of jobs."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(parquet_of(table, {}))
