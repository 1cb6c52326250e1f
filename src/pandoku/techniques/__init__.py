"""The techniques of pandoku: their names, their help texts, and the finders of steps.

Each file in this folder registers its techniques: its tuple `TECHNIQUES` lists one technique or a
family of related techniques. Techniques work with every order of the grid and all kinds of houses.
"""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from pandoku._instead import not_a_call
from pandoku.errors import TechniqueError
from pandoku.kernel.logic import finders
from pandoku.model import Board, Step
from pandoku.registry import Registry, nearest, plain_name
from pandoku.techniques._allowed import also_allows
from pandoku.techniques._examples import (
    BOARD_KINDS,
    Example,
    example_board,
    example_of,
    example_text,
    kind_of_board,
    positions_of,
    practice_of,
    slip_boards,
    typical_of,
)
from pandoku.techniques._index import INDEX
from pandoku.techniques._near_misses import why_none
from pandoku.techniques._outline import Outline, outline_of
from pandoku.techniques._slips import slips_on
from pandoku.techniques._teaching import Glance, Slip, Slipped
from pandoku.techniques._technique import MOST_WORDS, Explanation, Technique, rules_used
from pandoku.words import Ledger

not_a_call(__name__, "pandoku.techniques.TECHNIQUES has the techniques by name")

__all__ = [
    "BOARD_KINDS",
    "MOST_WORDS",
    "TECHNIQUES",
    "Example",
    "Explanation",
    "Glance",
    "Outline",
    "Slip",
    "Slipped",
    "Technique",
    "also_allows",
    "current_name",
    "example_board",
    "example_of",
    "example_text",
    "examples_file",
    "explain_step",
    "get_technique",
    "kind_of_board",
    "outlines",
    "positions_of",
    "practice_of",
    "reference_techniques",
    "rules_used",
    "slip_boards",
    "slips_on",
    "typical_of",
    "why_none",
]


@lru_cache(maxsize=1)
def _places() -> dict[str, int]:
    return {finder.name: at for at, finder in enumerate(finders())}


TECHNIQUES = Registry(
    __name__,
    Technique,
    TechniqueError,
    order=lambda technique: _places().get(technique.name, len(_places())),
    lister="`pandoku techniques`",
    files={name: each.file for name, each in INDEX.items()},
)


def outlines() -> Mapping[str, Outline]:
    """Return the outline of each technique by name, in the order of `TECHNIQUES`.

    The techniques are not loaded, unless a file was added after the index was made.
    """
    if TECHNIQUES.is_indexed:
        return INDEX
    homes = {name: Path(TECHNIQUES.home(name)).stem for name in TECHNIQUES}
    return {name: outline_of(TECHNIQUES[name], file) for name, file in homes.items()}


def get_technique(name: str) -> Technique:
    """Return a technique by its name, title or an alias.

    Raises:
        TechniqueError: No technique has this name. The message suggests similar names.

    >>> get_technique("sole candidate").name
    'naked-single'
    >>> get_technique("xwing").name
    'x-wing'
    """
    if not isinstance(name, str):
        raise TechniqueError(f"expected a technique's name, found {name!r}")
    if name in TECHNIQUES:
        return TECHNIQUES[name]
    known = TECHNIQUES.by_every_name
    if plain_name(name) not in known:
        near = nearest(name, known)
        if len(near) == 1 and _letters(near[0]) == _letters(name):
            return known[near[0]]  # accept "xwing" and "XY_Wing"
        raise TECHNIQUES.missing(name, dict.fromkeys(known[each].name for each in near))
    return TECHNIQUES[name]


def current_name(name: str) -> str:
    """Return the name of a technique that may have been stored under an older name.

    Names that no technique has are returned unchanged.

    >>> current_name("constraint-trial"), current_name("my-own")
    ('rule-trial', 'my-own')
    """
    if not name or name in TECHNIQUES:
        return name
    found = TECHNIQUES.by_every_name.get(name)
    return name if found is None else found.name


def _letters(name: str) -> str:
    return "".join(filter(str.isalnum, name.casefold()))


def explain_step(step: Step, board: Board, ledger: Ledger | None = None) -> Explanation:
    """Return the explanation of a step on the board before the step. See `Technique.explain`.

    Raises:
        TechniqueError: The step's technique is not registered.
    """
    return get_technique(step.technique).explain(step, board, ledger)


def reference_techniques() -> tuple[Technique, ...]:
    """Return the techniques that only Sudoku Explainer has. They are not in `TECHNIQUES`.

    On each board, at most one of these techniques finds a step, because Sudoku Explainer determines
    the next step.

    Raises:
        EngineError: The compiled core is not built.
    """
    from pandoku.techniques import _reference

    return _reference.TECHNIQUES


def examples_file(name: str) -> Path:
    """Return the path of the file examples.txt that contains the example of a technique."""
    return Path(TECHNIQUES.home(name)).with_name("examples.txt")


def _shelves() -> tuple[Mapping[str, Technique], ...]:
    """Return the techniques of pandoku by name. A pickle stores only the names."""
    return TECHNIQUES, {each.name: each for each in reference_techniques()}


def _from_shelf(index: int, name: str) -> Technique:
    return _shelves()[index][name]


def _reduced(technique: Technique) -> tuple[Any, ...]:
    for index, known in enumerate(_shelves()):
        if known.get(technique.name) is technique:
            return _from_shelf, (index, technique.name)
    return Technique, tuple(getattr(technique, each.name) for each in fields(technique))


copyreg.pickle(Technique, _reduced)
