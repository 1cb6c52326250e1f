"""Immutable mappings for data without a dedicated field, and unpickling that checks values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import lru_cache
from typing import Any

__all__ = ["FrozenMap", "freeze", "made_again", "thaw"]


class FrozenMap(Mapping[str, object]):
    """A deeply immutable mapping from names to plain values (numbers, strings, lists, mappings).

    Lists become tuples, and mappings become FrozenMaps. `thaw` reverses this. Equal FrozenMaps have
    equal hashes, whatever the order of their keys.

    >>> FrozenMap({"b": [1, 2], "a": None})["b"]
    (1, 2)
    """

    __slots__ = ("_hash", "_items")

    def __init__(self, items: Mapping[str, object] | None = None) -> None:
        self._items = {key: freeze(value) for key, value in (items or {}).items()}
        self._hash: int | None = None

    def __getitem__(self, key: str) -> object:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._items.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if isinstance(other, FrozenMap):
            return self._items == other._items
        return NotImplemented

    def __repr__(self) -> str:
        return f"FrozenMap({self._items!r})"

    def __reduce__(self) -> tuple[type[FrozenMap], tuple[dict[str, object]]]:
        return FrozenMap, (self._items,)


def freeze(value: object) -> object:
    """Return *value* with tuples in place of lists, and FrozenMaps in place of mappings."""
    if isinstance(value, FrozenMap):
        return value
    if isinstance(value, Mapping):
        return FrozenMap(value)
    if isinstance(value, list | tuple):
        return tuple(freeze(item) for item in value)
    return value


def thaw(value: object) -> object:
    """Return *value* with lists in place of tuples, and dicts in place of mappings, for JSON."""
    if isinstance(value, Mapping):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return [thaw(item) for item in value]
    return value


def made_again(value: Any) -> tuple[type, tuple[Any, ...]]:
    """Return the constructor of a dataclass, and the arguments that make an equal value.

    Use this function as the `__reduce__` of a class. Unpickling then calls the constructor, which
    checks all fields. This is necessary because the compiled core trusts its arguments, and a
    pickle may be damaged.
    """
    kind: Any = type(value)
    return kind, tuple(getattr(value, name) for name in _arguments(kind))


@lru_cache(maxsize=256)
def _arguments(kind: Any) -> tuple[str, ...]:
    """Return the names of the arguments of the constructor of a dataclass, in order."""
    return tuple(each.name for each in fields(kind) if each.init)
