"""The pages of the Python reference: every public name, for mkdocstrings to fill in.

Names that the package itself exports are on the package's page. Every other name is on the page of
its room.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from inspect import cleandoc
from types import ModuleType

import pandoku
from docs.docstrings import with_blocks

__all__ = ["files", "menu"]

# The rooms that users import, in the order of the menu.
_ROOMS = (
    "model",
    "formats",
    "engines",
    "logic",
    "techniques",
    "rating",
    "generation",
    "draw",
    "play",
    "press",
    "bench",
    "words",
)
# The sections of the package's page, by the room that defines a name.
_SECTIONS = {
    "model": "Puzzles and boards",
    "formats": "Reading and writing",
    "engines": "Solving and counting",
    "kernel": "Many puzzles at once",
    "logic": "Explaining",
    "generation": "Making puzzles",
    "draw": "Pictures",
    "errors": "Errors",
}


def files() -> Iterator[tuple[str, str]]:
    """Yield the page of the package and of each room."""
    yield "reference/python/index.md", _package()
    for room in _ROOMS:
        yield f"reference/python/{room}.md", _room(room)


def menu() -> list[str]:
    """Return the menu."""
    return [f"reference/python/{name}.md" for name in ("index", *_ROOMS)]


def _package() -> str:
    by_section: dict[str, list[str]] = {heading: [] for heading in _SECTIONS.values()}
    for name, room in _exported().items():
        by_section.setdefault(_SECTIONS.get(room, room), []).append(name)
    parts = [f"# pandoku\n\n{_about(pandoku)}\n"]
    for heading, names in by_section.items():
        parts += [f"## {heading}\n", *(f"::: pandoku.{name}\n" for name in sorted(names))]
    return "\n".join(parts)


def _room(room: str) -> str:
    module = importlib.import_module(f"pandoku.{room}")
    names = [name for name in module.__all__ if name not in _exported()]
    elsewhere = [name for name in module.__all__ if name in _exported()]
    parts = [f"# pandoku.{room}\n\n{_about(module)}\n"]
    if elsewhere:
        links = ", ".join(f"[`{name}`](index.md#pandoku.{name})" for name in elsewhere)
        parts.append(f"The package itself exports {links}.\n")
    parts += [f"::: pandoku.{room}.{name}\n" for name in names]
    return "\n".join(parts)


def _exported() -> dict[str, str]:
    """Return the names that the package exports, each with its room."""
    return {name: home.split(".")[1] for name, home in pandoku._HOMES.items()}


def _about(module: ModuleType) -> str:
    return with_blocks(cleandoc(module.__doc__ or ""))
