"""Flip bits of the footer of a Parquet file, one at a time, and read the file.

Prints a JSON object: how often the file was read and refused, and the refusals that do not name it.
Runs in a separate process, because pyarrow can abort it.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from io import BufferedReader
from pathlib import Path

from pandoku.batch.imports.opening import texts_of_table
from pandoku.batch.inputs import read_rows, rows_in, sources_of
from pandoku.errors import BatchError
from tests.batch.trying import do_without_pandas


def _as_input(path: Path) -> None:
    sources = sources_of([str(path)])
    pieces = [(file, group, 0, n_rows) for file, group, n_rows in rows_in(sources)]
    read_rows(sources, pieces)


def _as_other_table(path: Path) -> None:
    with path.open("rb") as stream:
        for _ in texts_of_table(str(path), BufferedReader(stream), None, 1000):
            pass


def main(file: str, first: int, every: int) -> None:
    """Flip each *every*-th bit of the footer of *file*, starting with number *first*."""
    path = Path(file)
    whole = path.read_bytes()
    size = int.from_bytes(whole[-8:-4], "little")
    start, ends, unnamed = len(whole) - 8 - size, Counter[str](), []
    damaged = path.with_name("damaged.parquet")
    for bit in range(first, 8 * size, every):
        changed = bytearray(whole)
        changed[start + bit // 8] ^= 1 << bit % 8
        damaged.write_bytes(changed)
        for read in (_as_input, _as_other_table):
            try:
                read(damaged)
            except (BatchError, OSError) as error:
                ends["refused"] += 1
                if str(damaged) not in str(error):
                    unnamed.append(f"bit {bit}: {error}")
            except BaseException as error:
                unnamed.append(f"bit {bit}: {type(error).__name__}: {error}")
            else:
                ends["read"] += 1
    sys.stdout.write(json.dumps({"ends": ends, "unnamed": unnamed}))


if __name__ == "__main__":
    do_without_pandas()
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
