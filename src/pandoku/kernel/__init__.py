"""The one door to the compiled core: validates, then calls.

`pandoku.kernel.lanes` searches puzzles made of houses, many at a time. Importing this package
loads nothing; the first search loads numpy and the compiled module.
"""

from __future__ import annotations

import importlib
import importlib.util
from functools import lru_cache
from os import cpu_count, sched_getaffinity
from types import ModuleType

from pandoku.errors import EngineError

__all__ = ["default_threads", "native", "why_not_native"]


@lru_cache(maxsize=1)
def why_not_native() -> str | None:
    """Say why the compiled core cannot be used, or None when it can."""
    if importlib.util.find_spec("pandoku._native") is None:
        return "the compiled core is not built: install pandoku (pip install .)"
    if importlib.util.find_spec("numpy") is None:
        return "numpy is not installed: pip install numpy"
    return None


@lru_cache(maxsize=1)
def native() -> ModuleType:
    """Return the compiled module.

    Raises:
        EngineError: It is not built, or numpy is absent.
    """
    if reason := why_not_native():
        raise EngineError(reason)
    return importlib.import_module("pandoku._native")


def default_threads() -> int:
    """Return how many threads this process may run at once."""
    try:
        return len(sched_getaffinity(0))
    except (AttributeError, OSError):
        return cpu_count() or 1
