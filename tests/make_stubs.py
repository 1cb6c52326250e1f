"""Write the stubs of the packages whose names are loaded on first use.

Run `./run python -m tests.make_stubs` after adding a public name or a kind of constraint.
"""

import importlib
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

import pandoku
from pandoku import constraints
from pandoku.constraints import RULES
from tests.data import ROOT

COMMAND = "./run python -m tests.make_stubs"
PACKAGE = ROOT / "src" / "pandoku"


def stub(package: str, homes: Iterable[tuple[str, str]], more: str = "") -> str:
    """Return a stub that re-exports names, each from its module."""
    title = f"Types of the names in `{package}`. Written by `{COMMAND}`."
    order = sorted({*homes}, key=lambda each: (each[0], not each[1].isupper(), each[1]))
    lines = (f"from {home} import {name} as {name}" for home, name in order)
    return "\n".join((f'"""{title}"""\n', *lines, f"\n__all__: list[str]\n{more}"))


def home_of(package: str, name: str) -> str:
    """Return the module that a type checker finds a name in.

    That is the package, unless one of its modules has the same name.
    """
    value = getattr(importlib.import_module(package), name)
    return str(value.__module__) if f"{package}.{name}" in sys.modules else package


def stub_of_package() -> str:
    """Return the stub of `pandoku`."""
    homes = [(home_of(home, name), name) for name, home in pandoku._HOMES.items()]
    # Type checkers cannot call a module, so `pandoku.draw` has a class as its type.
    homes += [("pandoku.draw.called", "draw")]
    homes += [("pandoku", room) for room in pandoku._ROOMS if room != "draw"]
    return stub(
        "pandoku",
        homes,
        "__version__: str\n_HOMES: dict[str, str]\n_ROOMS: tuple[str, ...]\n",
    )


def stub_of_constraints() -> str:
    """Return the stub of `pandoku.constraints`: its functions, the kinds, and their functions."""
    named = {name: getattr(constraints, name) for name in constraints.__all__}
    homes = [
        ("pandoku.constraints._rule" if value is RULES else value.__module__, name)
        for name, value in named.items()
    ]
    for rule in RULES.values():
        home = rule.make.__module__
        names = {rule.make.__name__, *getattr(sys.modules[home], "__all__", ())}
        homes += [(home, name) for name in names]
    return stub("pandoku.constraints", homes)


def stub_of_room(room: str) -> str:
    """Return the stub of a room whose `__init__.py` lists its names by module."""
    package = f"pandoku.{room}"
    homes = [(home, name) for name, home in importlib.import_module(package)._HOMES.items()]
    return stub(package, homes, "_HOMES: dict[str, str]\n")


STUBS: dict[Path, Callable[[], str]] = {
    PACKAGE / "__init__.pyi": stub_of_package,
    PACKAGE / "constraints" / "__init__.pyi": stub_of_constraints,
    **{PACKAGE / room / "__init__.pyi": partial(stub_of_room, room) for room in ("model", "words")},
}


def main() -> None:
    """Write the stubs."""
    for path in STUBS:  # so that an outdated one names no module that is gone
        path.unlink(missing_ok=True)
    for path, text in STUBS.items():
        path.write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    main()
