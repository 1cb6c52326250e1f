"""Load the public names of a package on first use, so that programs start faster.

The package lists its names by module. Type checkers read its stub, which `tests/make_stubs.py`
writes, or imports under TYPE_CHECKING.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False  # not imported from `typing`, which is slow
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["homes_of", "load_on_first_use"]


def homes_of(package: str, names: Mapping[str, str]) -> dict[str, str]:
    """Return the dotted name of the module that defines each public name of a package.

    Args:
        package: Dotted name of the package.
        names: The names in each module of the package, separated by spaces.

    >>> homes_of("pandoku.model", {"board": "Board open_in"})
    {'Board': 'pandoku.model.board', 'open_in': 'pandoku.model.board'}
    """
    return {name: f"{package}.{home}" for home, each in names.items() for name in each.split()}


def load_on_first_use(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the function `__getattr__` of a package. It imports a name from its module.

    Args:
        package: Dotted name of the package.
        homes: The result of `homes_of`. No name may be the name of a module of the package, because
            importing this module would hide the name.
    """

    def load(name: str) -> object:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value: object = getattr(import_module(homes[name]), name)
        setattr(sys.modules[package], name, value)  # the next use does not call this function
        return value

    return load
