"""The functions that make puzzles, with arrays instead of rows of bytes, which tests compare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pandoku import Geometry
from pandoku.kernel import generate, vicinity

Rows = NDArray[np.uint8]


def rows_in(array: Any) -> list[bytes]:
    return [bytes(row) for row in np.asarray(array, np.uint8)]


def array_of(rows: Sequence[bytes]) -> Rows:
    return np.array([[*row] for row in rows], np.uint8)


def grids(geometry: Geometry, keys: Sequence[int], **options: Any) -> Rows:
    return array_of(generate.grids(geometry, keys, **options))


def dig(geometry: Geometry, puzzles: Any, keys: Sequence[int], **options: Any) -> Rows:
    if "solutions" in options:
        options["solutions"] = rows_in(options["solutions"])
    return array_of(generate.dig(geometry, rows_in(puzzles), keys, **options))


def are_minimal(geometry: Geometry, puzzles: Any) -> NDArray[np.bool_]:
    return np.array(generate.are_minimal(geometry, rows_in(puzzles)), np.bool_)


def neighbors(geometry: Geometry, puzzles: Any, keys: Sequence[int], **options: Any) -> Rows:
    return array_of(vicinity.neighbors(geometry, rows_in(puzzles), keys, **options))


def walk_puzzles(geometry: Geometry, puzzles: Any, keys: Sequence[int], steps: int) -> Rows:
    walks = vicinity.walk_puzzles(geometry, rows_in(puzzles), keys, steps)
    return np.stack([array_of(walk) for walk in walks])


def pattern_puzzles(
    geometry: Geometry, pattern: Sequence[int], keys: Sequence[int], **options: Any
) -> Rows:
    return array_of(vicinity.pattern_puzzles(geometry, pattern, keys, **options))
