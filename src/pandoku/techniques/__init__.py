"""Techniques: their names, their words, and the finders of their steps.

Each file in this folder registers itself: its tuple `TECHNIQUES` lists one technique or a family of
related ones. Nothing here assumes an order or the kinds of houses.
"""

from __future__ import annotations

import copyreg
import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from pandoku._instead import not_a_call
from pandoku.errors import TechniqueError
from pandoku.kernel.logic import finders
from pandoku.model import Board, Step
from pandoku.registry import nearest
from pandoku.techniques._examples import (
    Example,
    example_board,
    example_of,
    example_text,
    practice_of,
)
from pandoku.techniques._near_misses import why_none
from pandoku.techniques._technique import Explanation, Technique
from pandoku.words import Ledger

not_a_call(__name__, "pandoku.techniques.registry() has the techniques by name")

__all__ = [
    "Example",
    "Explanation",
    "Technique",
    "example_board",
    "example_of",
    "example_text",
    "examples_file",
    "explain_step",
    "get_technique",
    "practice_of",
    "reference_techniques",
    "registry",
    "why_none",
]


@lru_cache(maxsize=1)
def registry() -> dict[str, Technique]:
    """Return every technique by name: those of the core in search order, then the others.

    Raises:
        TechniqueError: A file in the folder does not list techniques, or two techniques share a
            name; the message names the files.
        EngineError: The compiled core is not built.
    """
    found = {name: technique for name, (technique, _) in _homes().items()}
    native = dict.fromkeys(finder.name for finder in finders() if finder.name in found)
    return {name: found[name] for name in native | dict.fromkeys(found)}


def get_technique(name: str) -> Technique:
    """Return a technique by its name, title or an alias.

    Raises:
        TechniqueError: No technique has this name; the message has names like it, if there are any.

    >>> get_technique("sole candidate").name
    'naked-single'
    >>> get_technique("xwing").name
    'x-wing'
    """
    known = _by_every_name()
    if not isinstance(name, str):
        raise TechniqueError(f"expected a technique's name, found {name!r}")
    plain = _plain(name)
    if plain in known:
        return known[plain]
    near = nearest(name, known)
    if len(near) == 1 and _letters(near[0]) == _letters(name):
        return known[near[0]]  # "xwing", "XY_Wing"
    names = list(dict.fromkeys(known[each].name for each in near))
    way_out = f"try {', '.join(names)}" if near else "`pandoku techniques` lists them all"
    raise TechniqueError(f"there is no technique {name!r}; {way_out}")


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def explain_step(step: Step, board: Board, ledger: Ledger | None = None) -> Explanation:
    """Return the explanation of a step, on the board before it, by its technique.

    See `Technique.explain`.

    Raises:
        TechniqueError: The step's technique is not registered.
    """
    return get_technique(step.technique).explain(step, board, ledger)


def reference_techniques() -> tuple[Technique, ...]:
    """Return the techniques that only Sudoku Explainer has; they are not in the registry.

    Each finds the step that the program takes on a board, if it is one of the technique.

    Raises:
        EngineError: The compiled core is not built.
    """
    from pandoku.techniques._reference import TECHNIQUES

    return TECHNIQUES


def examples_file(name: str) -> Path:
    """Return the file with a technique's example: examples.txt next to the technique's file."""
    _, home = _homes()[name]
    return Path(home).with_name("examples.txt")


@lru_cache(maxsize=1)
def _homes() -> dict[str, tuple[Technique, str]]:
    """Return every technique and the file that defines it, by name."""
    found: dict[str, tuple[Technique, str]] = {}
    for info in pkgutil.iter_modules(__path__):
        if info.name[0] == "_":
            continue
        module = importlib.import_module(f"{__name__}.{info.name}")
        for technique, home in _listed(module):
            if technique.name in found:
                first = found[technique.name][1]
                raise TechniqueError(f"{first} and {home} both have a technique {technique.name!r}")
            found[technique.name] = technique, home
    return found


def _listed(module: ModuleType) -> list[tuple[Technique, str]]:
    listed, home = getattr(module, "TECHNIQUES", ()), str(module.__file__)
    if not listed or not all(isinstance(each, Technique) for each in listed):
        raise TechniqueError(f"{home}: expected TECHNIQUES, a tuple of at least one Technique")
    return [(technique, home) for technique in listed]


@lru_cache(maxsize=1)
def _by_every_name() -> dict[str, Technique]:
    known: dict[str, Technique] = {}
    for technique in registry().values():
        for name in map(_plain, (*technique.aliases, technique.title, technique.name)):
            other = known.setdefault(name, technique)
            if other is not technique:
                first, second = _homes()[other.name][1], _homes()[technique.name][1]
                raise TechniqueError(f"{first} and {second} both have a technique called {name!r}")
    return known


def _plain(name: str) -> str:
    return "-".join(name.lower().replace("-", " ").replace("_", " ").split())


def _shelves() -> tuple[Mapping[str, Technique], ...]:
    """Return the techniques of pandoku by name, from which a process takes those it is sent."""
    return registry(), {each.name: each for each in reference_techniques()}


def _from_shelf(index: int, name: str) -> Technique:
    return _shelves()[index][name]


def _reduced(technique: Technique) -> tuple[Any, ...]:
    for index, known in enumerate(_shelves()):
        if known.get(technique.name) is technique:
            return _from_shelf, (index, technique.name)
    return Technique, tuple(getattr(technique, each.name) for each in fields(technique))


copyreg.pickle(Technique, _reduced)
