"""Generators for the parts of the site that are made from pandoku itself, one file per subject.

Each file defines `files()`, which yields the path below the site's root and the text of every page
or picture, in the order of the menu.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from docs.generators import (
    commands,
    constraints,
    data_sets,
    documents,
    lists,
    modules,
    notebooks,
    pictures,
    project,
    techniques,
)

__all__ = ["all_files"]

_GENERATORS: tuple[Callable[[], Iterator[tuple[str, str]]], ...] = (
    commands.files,
    constraints.files,
    data_sets.files,
    documents.files,
    lists.files,
    modules.files,
    notebooks.files,
    pictures.files,
    project.files,
    techniques.files,
)


def all_files() -> dict[str, str]:
    """Return the text of every generated page and picture by its path.

    Raises:
        ValueError: Two generators make the same file.
    """
    made: dict[str, str] = {}
    for files in _GENERATORS:
        for path, text in files():
            if path in made:
                raise ValueError(f"expected one generator of {path}, found two")
            made[path] = text
    return made
