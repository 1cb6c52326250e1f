"""Equality of values that contain arrays."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

__all__ = ["HoldsArrays"]


class HoldsArrays:
    """A mixin that compares the arrays of a frozen dataclass number by number.

    In this comparison, two nan values are equal. The hash ignores the numbers in the arrays.
    """

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, HoldsArrays) or type(self) is not type(other):
            return NotImplemented
        return all(map(_is_same, _parts(self), _parts(other)))

    def __hash__(self) -> int:
        return hash((type(self), *map(_hashable, _parts(self))))


def _parts(value: Any) -> list[Any]:
    return [getattr(value, each.name) for each in fields(value)]


def _is_same(one: Any, other: Any) -> bool:
    if not hasattr(one, "dtype"):
        return bool(one == other)
    import numpy as np

    return np.array_equal(one, other, equal_nan=one.dtype.kind == "f")


def _hashable(part: Any) -> object:
    if hasattr(part, "dtype"):
        return part.shape
    return len(part) if isinstance(part, list | dict) else part
