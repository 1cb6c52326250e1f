"""The optional packages of pandoku, and the error for a missing one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pandoku.errors import MissingExtraError

__all__ = ["missing_extra", "needed_for"]

# The extra that installs a package or a room, by the name of its module.
EXTRAS = {
    "distributed": "cluster",
    "ortools": "cp-sat",
    "pandoku.batch": "batch",
    "pandoku.lessons": "web",
    "pandoku.press": "print",
    "pandoku.terminal": "play",
    "pandoku.web": "web",
    "pyarrow": "batch",
    "reportlab": "print",
    "resvg_py": "png",
    "segno": "print",
    "starlette": "web",
    "textual": "play",
    "uvicorn": "web",
}


def missing_extra(what: str, module: str) -> MissingExtraError:
    """Return the error for something that needs a missing module.

    Args:
        what: A noun, such as "a PDF" or "pandoku serve".
        module: Name of a package, or of a room such as "pandoku.web".
    """
    return MissingExtraError(what, EXTRAS.get(module, ""), package=module)


@contextmanager
def needed_for(what: str) -> Iterator[None]:
    """Turn the failed import of an optional package into a `MissingExtraError`.

    Args:
        what: A noun for the thing that needs the package.
    """
    try:
        yield
    except ImportError as error:
        if isinstance(error, MissingExtraError):
            raise
        module = next((each for each in _parts(error.name or "") if each in EXTRAS), None)
        if module is None:
            raise
        raise missing_extra(what, module) from error


def _parts(name: str) -> Iterator[str]:
    """Yield a dotted name and the names of its packages: "a.b", "a"."""
    while name:
        yield name
        name = name.rpartition(".")[0]
