"""All of a value, for tests of what has to come back unchanged.

Equality of puzzles compares what they ask and overlooks the rest: title, solution, order of cages.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from pandoku import Batch, Puzzle

__all__ = ["in_full"]


def in_full(value: Any) -> Any:
    """Return a value with everything in place of each puzzle in it, metadata included.

    `assert in_full(again) == in_full(puzzle)` holds for equal puzzles only if they also agree in
    all that `==` overlooks. So it does for lists, boards, games and other values with puzzles in
    them.
    """
    if isinstance(value, Puzzle):
        return value.in_full()
    if isinstance(value, list | Batch):
        return [in_full(each) for each in value]
    if isinstance(value, tuple):
        return tuple(in_full(each) for each in value)
    if isinstance(value, set | frozenset):
        return frozenset(in_full(each) for each in value)
    if isinstance(value, dict):
        return {key: in_full(each) for key, each in value.items()}
    if isinstance(value, np.ndarray):
        return [None if each != each else each for each in value.ravel().tolist()]  # noqa: PLR0124
    if is_dataclass(value) and not isinstance(value, type):
        parts = (getattr(value, each.name) for each in fields(value) if each.compare)
        return (type(value), *map(in_full, parts))
    return value
