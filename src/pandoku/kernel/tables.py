"""Rows of digits as bytes, and the tables of numbers that the core reads and fills.

A table is a memoryview with two axes. The core takes it like an array of NumPy. A table without
rows or columns is impossible, so callers return early if there is nothing to do.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import calcsize
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NumberTable", "as_view", "divided_rows", "empty_table", "joined_rows"]

NumberTable: TypeAlias = "memoryview | NDArray[Any]"


def joined_rows(rows: Iterable[bytes], n_columns: int) -> memoryview:
    """Return rows of digits as a table.

    Args:
        rows: One or more rows, each with a byte for each cell.
        n_columns: The number of cells, at least 1.

    >>> joined_rows([bytes([1, 2]), bytes([2, 1])], 2).shape
    (2, 2)
    """
    flat = memoryview(b"".join(rows))
    return flat.cast("B", (len(flat) // n_columns, n_columns))


def divided_rows(table: NumberTable) -> list[bytes]:
    r"""Return the rows of a table of bytes, or of an array of uint8 with two axes.

    >>> divided_rows(joined_rows([bytes([1, 2]), bytes([2, 1])], 2))
    [b'\x01\x02', b'\x02\x01']
    """
    n_rows, n_columns = table.shape or (0, 0)
    flat = table.tobytes()
    return [flat[start : start + n_columns] for start in range(0, n_rows * n_columns, n_columns)]


def as_view(table: NumberTable) -> memoryview:
    """Return a table as a memoryview, which shares the numbers of an array."""
    return table if isinstance(table, memoryview) else table.data


def empty_table(typecode: Any, *shape: int) -> Any:
    """Return a table of zeros that the core may fill.

    Args:
        typecode: The type of the numbers, as in the module `struct`, such as "B" or "i".
        shape: The lengths of one or more axes, at least 1 each.

    >>> empty_table("i", 1, 2).tolist()
    [[0, 0]]
    """
    n_bytes = calcsize(typecode)
    for length in shape:
        n_bytes *= length
    return memoryview(bytearray(n_bytes)).cast(typecode, shape)
