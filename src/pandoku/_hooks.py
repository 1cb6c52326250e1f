"""Functions of upper layers that lower layers may call without importing them.

`pandoku/__init__.py` sets them.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in pandoku/__init__.py
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

__all__ = [
    "constraint_class",
    "is_proper",
    "picture_of",
    "read_board",
    "read_constraints",
    "read_many",
    "read_parts",
    "read_puzzle",
    "rich_of",
    "text_of",
]


def _not_set(*what: Any, **names: Any) -> Any:
    raise RuntimeError("import pandoku before its parts")


# Reading. `read_puzzle` reads a text or bytes, with the digits of the text as a keyword, see
# `Puzzle.symbols`. `read_board` also reads stored progress. `read_many` reads many texts, as a
# Batch if they share a geometry. `read_parts` reads the good ones of many texts, with the errors of
# the others.
read_puzzle: Callable[..., Any] = _not_set
read_board: Callable[[str | bytes], Any] = _not_set
read_many: Callable[[Sequence[str | bytes]], Any] = _not_set
read_parts: Callable[[Sequence[object]], Any] = _not_set

# The constraints of a text, one on each line, for a grid of an order.
read_constraints: Callable[[str, int], Sequence[Any]] = _not_set

# The class of the constraints of a kind, by its name or an alias.
constraint_class: Callable[[str], type[Any]] = _not_set

# True if a bounded search proves that a puzzle has exactly one solution.
is_proper: Callable[[Any], bool] = _not_set

# Pictures of a value: as SVG (None if there is nothing to draw), as text, and for rich.
picture_of: Callable[[Any], Any] = _not_set
text_of: Callable[[Any], str] = _not_set
rich_of: Callable[[Any], Any] = _not_set
