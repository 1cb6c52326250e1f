"""The only interface to the compiled core: it validates arguments, then calls.

The C++ trusts its caller, so no other package imports the two compiled modules. `pandoku._native`
solves, counts and checks; `pandoku._native_craft` explains, rates, makes and compares puzzles. Each
(and numpy, for arrays) is loaded by the first call that needs it, not on import.
"""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import suppress
from functools import lru_cache
from types import ModuleType

from pandoku.errors import EngineError
from pandoku.model import whole_number

__all__ = [
    "default_threads",
    "in_subinterpreter",
    "keep_freed_memory",
    "native",
    "native_craft",
    "why_not_native",
]

MAX_THREADS = 256  # more threads would only use more memory


@lru_cache(maxsize=1)
def why_not_native() -> str | None:
    """Return why the compiled core cannot be used, or None if it can."""
    if in_subinterpreter():
        return (
            "the compiled core cannot run in a subinterpreter; use the main interpreter "
            "(with mod_wsgi: WSGIApplicationGroup %{GLOBAL})"
        )
    try:
        importlib.import_module("pandoku._native")
    except ImportError as error:
        return f"the compiled core is not built; run: pip install pandoku ({error})"
    return None


@lru_cache(maxsize=1)
def _why_not_craft() -> str | None:
    if reason := why_not_native():
        return reason
    try:
        importlib.import_module("pandoku._native_craft")
    except ImportError as error:
        return (
            "the part of the compiled core that explains, rates and makes puzzles is not built; "
            f"run: pip install pandoku, or ./run core in a checkout ({error})"
        )
    return None


@lru_cache(maxsize=1)
def in_subinterpreter() -> bool:
    """Return whether this is not the main interpreter of the process.

    A search lets go of the interpreter and comes back through calls of Python that know the main
    interpreter only: in another one it would wait for itself forever. Even to import the core there
    would break it for the main interpreter, so this has to be known before.
    """
    # Python has no public function for it below 3.14, and these are the modules behind that one.
    for name in ("_interpreters", "_xxsubinterpreters"):
        with suppress(ImportError):
            interpreters = importlib.import_module(name)
            return bool(interpreters.get_current() != interpreters.get_main())
    return False


def native() -> ModuleType:
    """Return the part of the compiled core that solves, counts and checks puzzles.

    Raises:
        EngineError: The core is not built, or this is a subinterpreter; the message names the way
            out.
    """
    if reason := why_not_native():
        raise EngineError(reason)
    return sys.modules["pandoku._native"]  # faster than another import statement


def native_craft() -> ModuleType:
    """Return the part of the compiled core that explains, rates, makes and compares puzzles.

    Raises:
        EngineError: As `native`.
    """
    if reason := _why_not_craft():
        raise EngineError(reason)
    return sys.modules["pandoku._native_craft"]


def keep_freed_memory() -> None:
    """Let this process keep up to 64 MB of freed memory for its next allocations.

    This is meant for programs that read a lot of text: requesting fresh memory from the system
    would cost them a quarter of their time. The setting affects the whole process, so the decision
    belongs to a program, not to a library. It has no effect if the C library is not glibc.

    Raises:
        EngineError: The compiled core is not built.
    """
    native().keep_freed_memory()


def default_threads(threads: int | None = None) -> int:
    """Return *threads*, capped at 256; None means as many as this process may use.

    Raises:
        TypeError: *threads* is not an integer.
        ValueError: *threads* is below 1.
    """
    if threads is None:
        try:
            return len(os.sched_getaffinity(0))
        except AttributeError:  # not available on this system
            return os.cpu_count() or 1
    return min(whole_number("threads", threads), MAX_THREADS)
