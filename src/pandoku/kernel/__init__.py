"""The one door to the compiled core: it validates, then calls.

The C++ trusts its caller, so nothing else imports `pandoku._native`. The compiled module
(and numpy, for arrays) is loaded by the first call, not by the import.
"""

from __future__ import annotations

import importlib
import os
import sys
from functools import lru_cache
from types import ModuleType

from pandoku.errors import EngineError

__all__ = ["default_threads", "keep_freed_memory", "native", "why_not_native"]

MAX_THREADS = 256  # more would only cost memory


@lru_cache(maxsize=1)
def why_not_native() -> str | None:
    """Say why the compiled core cannot be used, or None when it can."""
    try:
        importlib.import_module("pandoku._native")
    except ImportError as error:
        return f"the compiled core is not built; run: pip install pandoku ({error})"
    return None


def native() -> ModuleType:
    """Return the compiled core.

    Raises:
        EngineError: It is not built; the message says what to install.
    """
    if reason := why_not_native():
        raise EngineError(reason)
    return sys.modules["pandoku._native"]  # quicker than to import it again


def keep_freed_memory() -> None:
    """Let this process keep up to 64 MB that it has freed, for what it allocates next.

    For programs that read much text: fresh memory would cost them a quarter of their time. It
    concerns the whole process, so only a program may decide it, not a library. It has no effect
    where the C library is not glibc.

    Raises:
        EngineError: The compiled core is not built.
    """
    native().keep_freed_memory()


def default_threads(threads: int | None = None) -> int:
    """Return *threads*, at most 256, or for None as many as this process may use.

    Raises:
        TypeError: *threads* is no whole number.
        ValueError: *threads* is below 1.
    """
    if threads is None:
        try:
            return len(os.sched_getaffinity(0))
        except AttributeError:  # not on this system
            return os.cpu_count() or 1
    if not isinstance(threads, int) or isinstance(threads, bool):
        raise TypeError(f"expected threads as a whole number or None, found {threads!r}")
    if threads < 1:
        raise ValueError(f"expected at least 1 thread, found {threads}")
    return min(threads, MAX_THREADS)
