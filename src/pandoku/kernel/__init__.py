"""The only interface to the compiled core. It validates arguments before it calls the core.

The C++ code trusts its caller, so no other package imports the two compiled modules.
`pandoku._native` solves, counts and checks puzzles. `pandoku._native_craft` explains, rates, makes
and compares puzzles. Each module is loaded by the first call that needs it. The first call with
arrays loads numpy.
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

MAX_THREADS = 256  # maximum number of threads: more would only use more memory


@lru_cache(maxsize=1)
def why_not_native() -> str | None:
    """Return the reason why the compiled core is unavailable, or None if it works."""
    if in_subinterpreter():
        return (
            "the compiled core cannot run in a subinterpreter; use the main interpreter "
            "(for mod_wsgi: WSGIApplicationGroup %{GLOBAL})"
        )
    try:
        importlib.import_module("pandoku._native")
    except ImportError as error:
        return f"the compiled core is not built; run: pip install . in a clone ({error})"
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
            f"run: pip install ., or ./run core, in a clone ({error})"
        )
    return None


@lru_cache(maxsize=1)
def in_subinterpreter() -> bool:
    """Return whether this code runs in a subinterpreter.

    A search releases the GIL and reacquires it through functions that only work in the main
    interpreter. In a subinterpreter, the search would deadlock. Even importing the core in a
    subinterpreter breaks the core for the main interpreter, so call this function before the
    import.
    """
    # Python 3.14 added a public function for this. Older versions only have private modules.
    for name in ("_interpreters", "_xxsubinterpreters"):
        with suppress(ImportError):
            interpreters = importlib.import_module(name)
            return bool(interpreters.get_current() != interpreters.get_main())
    return False


def native() -> ModuleType:
    """Return the part of the compiled core that solves, counts and checks puzzles.

    Raises:
        EngineError: The core is not built, or this is a subinterpreter. The message suggests a fix.
    """
    if reason := why_not_native():
        raise EngineError(reason)
    # A global variable stores the module, because repeating the import statement takes longer.
    return sys.modules["pandoku._native"]


def native_craft() -> ModuleType:
    """Return the part of the compiled core that explains, rates, makes and compares puzzles.

    Raises:
        EngineError: The core is not built, or this is a subinterpreter. The message suggests a fix.
    """
    if reason := _why_not_craft():
        raise EngineError(reason)
    return sys.modules["pandoku._native_craft"]


def keep_freed_memory() -> None:
    """Make the allocator retain up to 64 MB of freed memory instead of returning it to the system.

    With the default setting, programs that read a lot of text spend a quarter of their time
    requesting fresh memory. The setting affects the entire process, so a library must not call this
    function. It has no effect unless the C library is glibc.

    Raises:
        EngineError: The compiled core is not built.
    """
    native().keep_freed_memory()


def default_threads(threads: int | None = None) -> int:
    """Return *threads*, or by default the number of CPUs this process may use, but at most 256.

    Raises:
        TypeError: *threads* is not an integer.
        ValueError: *threads* is below 1.
    """
    if threads is None:
        try:
            return len(os.sched_getaffinity(0))
        except AttributeError:  # a function that some systems lack
            return os.cpu_count() or 1
    return min(whole_number("threads", threads), MAX_THREADS)
