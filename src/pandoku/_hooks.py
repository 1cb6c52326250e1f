"""Functions of upper floors that lower floors may call without importing them.

`pandoku/__init__.py` sets them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["picture_of"]


def _none(what: Any) -> str | None:
    return None


# Returns a puzzle or a board as SVG, or None before `pandoku` has set it.
picture_of: Callable[[Any], str | None] = _none
