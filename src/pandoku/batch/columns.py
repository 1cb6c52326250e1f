"""Vectorized conversion between text columns and arrays of digits, and the ids of puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from itertools import pairwise
from math import isqrt
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

__all__ = [
    "DIGIT_CHARACTERS",
    "MAX_TEXT_ORDER",
    "as_one_array",
    "character_ranges",
    "digit_rows",
    "digit_texts",
    "errors_column",
    "hashes_of",
    "id_of",
    "ids_of",
    "ids_of_good",
    "order_of_length",
    "spread",
    "spread_all",
]

Strings: TypeAlias = "pa.Array | pa.ChunkedArray"

MAX_TEXT_ORDER = 35  # largest order whose puzzles can be written with one character per cell
DIGIT_CHARACTERS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the character of digit d has index d-1
_LETTERS = DIGIT_CHARACTERS.encode()
_BAD = 255
_CHARACTERS = b"." + _LETTERS + bytes(256 - 1 - len(_LETTERS))
_ID_BYTES = 16


@cache
def _digits_table(order: int) -> bytes:
    table = bytearray([_BAD]) * 256
    table[ord(".")] = table[ord("0")] = 0
    for digit in range(1, order + 1):
        table[_LETTERS[digit - 1]] = digit
    return bytes(table)


def as_one_array(strings: Strings) -> pa.StringArray:
    """Return a column as one array of strings with 32-bit offsets.

    Raises:
        TypeError: The column does not contain texts. For integers, the message explains that
            reading puzzles as integers loses their leading zeros.
    """
    if isinstance(strings, pa.ChunkedArray):
        chunks = strings.chunks
        strings = (
            chunks[0]
            if len(chunks) == 1
            else pa.concat_arrays(chunks or [pa.array([], strings.type)])
        )
    if pa.types.is_integer(strings.type):
        raise TypeError(
            "expected puzzles as text, found a column of integers, which has lost the zeros at the "
            "start of puzzles; write the column again as text"
        )
    types, found = pa.types, strings.type
    if found.equals(pa.string()):
        return strings
    tests = (types.is_null, types.is_large_string, types.is_string_view, types.is_binary)
    is_text = types.is_dictionary(found) and types.is_string(found.value_type)
    if is_text or any(test(found) for test in tests):
        return strings.cast(pa.string())
    raise TypeError(f"expected puzzles as text, found a column of type {found}")


def digit_rows(strings: Strings, order: int) -> tuple[NDArray[np.uint8], NDArray[np.bool_]]:
    """Parse a column of puzzles of one order.

    Args:
        strings: Puzzles with one character per cell: ``.`` or ``0`` for an empty cell, 1-9, then
            A-Z.
        order: Order of the puzzles, 1 to 35.

    Returns:
        The digits, uint8 (n, cells), with 0 for an empty cell, and a mask of the bad rows, bool
        (n,). A row is bad if it is null, or if it has a wrong length or character. A row with both
        ``.`` and ``0`` is bad if ``0`` may be a digit rather than an empty cell. The digits of a
        bad row are all 0.

    Raises:
        TypeError: *strings* is not a column of texts.

    >>> rows, bad = digit_rows(pa.array(["1..4" * 4, "1.", None]), 4)
    >>> rows[0, :4].tolist(), bad.tolist()
    ([1, 0, 0, 4], [False, True, True])
    """
    texts, n_cells = as_one_array(strings), order * order
    n = len(texts)
    offsets = np.frombuffer(texts.buffers()[1], np.int32, n + 1, texts.offset * 4) if n else None
    if offsets is None:
        return np.zeros((0, n_cells), np.uint8), np.zeros(0, bool)
    fits = np.diff(offsets) == n_cells
    if texts.null_count:
        fits &= np.asarray(texts.is_valid())
    if not fits.all():
        rows, bad = np.zeros((n, n_cells), np.uint8), ~fits
        rows[fits], bad[fits] = digit_rows(texts.filter(pa.array(fits)), order)
        return rows, bad
    data = memoryview(texts.buffers()[2] or b"")[offsets[0] : offsets[-1]]
    raw = bytes(data)
    rows = np.frombuffer(raw.translate(_digits_table(order)), np.uint8).reshape(n, n_cells)
    doubtful = _are_doubtful(raw, rows) if b"." in raw and b"0" in raw else np.zeros(n, bool)
    if rows.max() != _BAD and not doubtful.any():
        return rows, doubtful
    bad = (rows == _BAD).any(axis=1) | doubtful
    rows = rows.copy()
    rows[bad] = 0
    return rows, bad


def _are_doubtful(raw: bytes, rows: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return a mask of the rows that have both dots and zeros, where 0 may be a digit.

    The zeros of a puzzle are certainly empty cells if all other digits occur in it, or if a row or
    a column of its grid contains two zeros.
    """
    cells = np.frombuffer(raw, np.uint8).reshape(rows.shape)
    doubtful: NDArray[np.bool_] = (cells == ord(".")).any(axis=1) & (cells == ord("0")).any(axis=1)
    order = isqrt(rows.shape[1])
    for place in np.flatnonzero(doubtful).tolist():
        zeros = np.flatnonzero(cells[place] == ord("0"))
        lines = np.unique(zeros // order), np.unique(zeros % order)
        has_all = len(np.unique(rows[place])) > order
        doubtful[place] = not has_all and min(map(len, lines)) == len(zeros)
    return doubtful


def digit_texts(rows: NDArray[np.uint8], valid: NDArray[np.bool_] | None = None) -> pa.StringArray:
    """Return rows of digits as a column of texts.

    Args:
        rows: uint8 (n, cells): digits 0..35, 0 for an empty cell.
        valid: bool (n,): False for rows that become null. None means that all rows are valid.

    >>> digit_texts(np.array([[1, 0, 0, 10]], np.uint8)).to_pylist()
    ['1..A']
    """
    n, n_cells = rows.shape
    data = np.ascontiguousarray(rows).tobytes().translate(_CHARACTERS)
    offsets = np.arange(n + 1, dtype=np.int64) * n_cells
    if offsets[-1] > 2**31 - 1:
        raise ValueError(f"expected at most 2 GiB of text in an array, found {offsets[-1]} bytes")
    buffers = [None, pa.py_buffer(offsets.astype(np.int32)), pa.py_buffer(data)]
    texts = pa.StringArray.from_buffers(n, buffers[1], buffers[2])
    if valid is None or valid.all():
        return texts
    return pc.if_else(pa.array(valid), texts, pa.scalar(None, pa.string()))


def id_of(rules: str | None, puzzle: str) -> str:
    """Return the id of one puzzle (see `ids_of`)."""
    text = f"{rules or ''}\n{puzzle}".encode()
    return blake2b(text, digest_size=_ID_BYTES).hexdigest()


def ids_of(rules: Strings | None, puzzle: Strings) -> pa.StringArray:
    """Return the ids of puzzles: BLAKE2b-128 of the rules, a newline and the puzzle, in hex.

    Args:
        rules: The column `rules`. A null counts as "". None means that the table does not have this
            column.
        puzzle: The column `puzzle`. If a puzzle is null, its id is null.

    >>> ids_of(None, pa.array(["1" + "." * 15])).to_pylist()
    ['68e89f35df7bed835a11b4a6d09cd159']
    """
    texts = as_one_array(puzzle).cast(pa.binary())
    if rules is None or rules.null_count == len(rules):
        keys = pc.binary_join_element_wise(b"\n", texts, b"")
    else:
        before = pc.fill_null(as_one_array(rules).cast(pa.binary()), b"")
        keys = pc.binary_join_element_wise(before, texts, b"\n")
    return _hashed(keys)


def hashes_of(texts: Iterable[str], salt: str = "") -> NDArray[np.uint64]:
    """Return the BLAKE2b-64 hash of the salt and each text, as big-endian numbers.

    >>> [hex(number) for number in hashes_of(["a"]).tolist()]
    ['0x40f89e395b66422f']
    """
    before = salt.encode()
    digests = b"".join([blake2b(before + each.encode(), digest_size=8).digest() for each in texts])
    return np.frombuffer(digests, ">u8").astype(np.uint64)


def _hashed(keys: pa.Array) -> pa.StringArray:
    """Return the BLAKE2b-128 hashes of binary values as hex digits. The hash of null is null."""
    n, size = len(keys), _ID_BYTES
    if not n:
        return pa.array([], pa.string())
    valid = np.asarray(keys.is_valid())
    offsets = np.frombuffer(keys.buffers()[1], np.int32, n + 1, keys.offset * 4).tolist()
    data = keys.buffers()[2].to_pybytes() if keys.buffers()[2] else b""
    begun, digests = blake2b(digest_size=size).copy, list[bytes]()
    for start, stop in pairwise(offsets):
        each = begun()  # copying a hash object takes 75 % of the time of making one
        each.update(data[start:stop])
        digests.append(each.digest())
    offsets_of_hex = np.arange(n + 1, dtype=np.int32) * (2 * size)
    texts = pa.StringArray.from_buffers(
        n, pa.py_buffer(offsets_of_hex), pa.py_buffer(b"".join(digests).hex().encode())
    )
    if valid.all():
        return texts
    return pc.if_else(pa.array(valid), texts, pa.scalar(None, pa.string()))


def spread(n: int, at: NDArray[np.int64], values: Any, data_type: pa.DataType) -> pa.Array:
    """Return an array of length *n* with values at some positions, and null elsewhere.

    Args:
        n: Length of the result.
        at: Positions of the values, int64, ascending.
        values: The values: an Arrow array, a numpy array or a list as long as *at*.
        data_type: Type of the result.

    >>> spread(3, np.array([2]), [7], pa.int64()).to_pylist()
    [None, None, 7]
    """
    made = values if isinstance(values, pa.Array) else pa.array(values, data_type)
    if made.type != data_type:
        made = made.cast(data_type)
    if len(at) == n:
        return made
    where = np.full(n, -1, np.int64)
    where[at] = np.arange(len(at))
    return made.take(pa.array(where, mask=where < 0))


def spread_all(
    n: int, pieces: Iterable[tuple[NDArray[np.int64], pa.Array]], data_type: pa.DataType
) -> pa.Array:
    """Return a column with the given values for groups of rows, and null in all other rows.

    Args:
        n: Length of the result.
        pieces: A pair for each group: the positions of its rows, int64, ascending, and the values
            for these rows.
        data_type: Type of the result.
    """
    listed = [(at, values.cast(data_type)) for at, values in pieces if len(at)]
    if not listed:
        return pa.nulls(n, data_type)
    if len(listed) == 1:
        return spread(n, *listed[0], data_type)
    at = np.concatenate([at for at, _ in listed])
    order = np.argsort(at)
    values = pa.concat_arrays([values for _, values in listed])
    return spread(n, at[order], values.take(pa.array(order)), data_type)


def errors_column(n: int, errors: Mapping[int, str]) -> pa.Array:
    """Return the column `error` of *n* rows, given the error messages by row position."""
    if not errors:
        return pa.nulls(n, pa.string())
    return pa.array([errors.get(at) for at in range(n)], pa.string())


def order_of_length(length: int) -> int | None:
    """Return the order of puzzles with *length* cells, or None if no order up to 35 fits."""
    order = isqrt(max(length, 0))
    return order if order * order == length and 1 <= order <= MAX_TEXT_ORDER else None


def character_ranges(order: int) -> str:
    """Return the characters that are valid in puzzles of an order, for messages: ``1-9 . 0``."""
    letters = _LETTERS[:order].decode()
    digits = letters if order < 3 else f"1-{letters[min(order, 9) - 1]}"
    return f"{digits}{f' A-{letters[-1]}' if order > 10 else ' A' if order == 10 else ''} . 0"


def ids_of_good(table: pa.Table, name: str = "id") -> pa.StringArray:
    """Return the ids of rows. The id of a bad row is null.

    Args:
        table: A table, optionally with the columns `rules` and `error`.
        name: The column of ids. If the table does not have this column, ids are computed from the
            columns `puzzle` and `rules`.
    """
    if name in table.column_names:
        ids = as_one_array(table[name])
    else:
        ids = ids_of(table["rules"] if "rules" in table.column_names else None, table["puzzle"])
    if "error" not in table.column_names or table["error"].null_count == len(ids):
        return ids
    return pc.if_else(table["error"].combine_chunks().is_valid(), pa.scalar(None, pa.string()), ids)
