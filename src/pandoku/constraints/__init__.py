"""The kinds of constraints that setters use. Each file defines and registers a family of kinds.

A kind consists of a frozen dataclass derived from `pandoku.model.Constraint`, and a `Rule` that
describes the kind. Cages are constraints as well, but they are defined in `pandoku.model`, because
the searches treat them specially.

Every kind can be imported from here: `from pandoku.constraints import Thermometer, Arrow`. Python
then loads only the files that define the imported kinds.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from functools import cache
from typing import Any

from pandoku._instead import not_a_call
from pandoku.constraints._glimpse import Glimpse, drawn_cells, needs_of, seen_parts
from pandoku.constraints._outside import OutsideClue, line_beside
from pandoku.constraints._proposing import Canvas, Dice, Proposer
from pandoku.constraints._rule import (
    RULES,
    Rule,
    begins_constraint,
    constraint_class,
    constraint_text,
    get_rule,
    kinds_called,
    proposer_of,
    read_additions,
    read_constraints,
)

not_a_call(__name__, "pandoku.constraints.RULES has the kinds of constraints by name")

__all__ = [
    "RULES",
    "Canvas",
    "Dice",
    "Glimpse",
    "OutsideClue",
    "Proposer",
    "Rule",
    "begins_constraint",
    "constraint_class",
    "constraint_text",
    "drawn_cells",
    "get_rule",
    "kinds_called",
    "line_beside",
    "needs_of",
    "proposer_of",
    "read_additions",
    "read_constraints",
    "seen_parts",
]

_IMPORT = re.compile(r"^from (\S+) import (\w+) as ", re.MULTILINE)


@cache
def _homes() -> dict[str, str]:
    """Return the module that defines each public name. The names are read from the stub."""
    try:
        with open(f"{os.path.splitext(__file__)[0]}.pyi", encoding="utf-8") as file:
            stub = file.read()
    except OSError:
        return {}
    return {name: module for module, name in _IMPORT.findall(stub)}


def __getattr__(name: str) -> Any:
    """Import a class or a function from its module when its name is first used."""
    if home := _homes().get(name):
        value = getattr(importlib.import_module(home), name)
        globals()[name] = value
        return value
    if name[0] != "_":  # the stub is missing, or does not list this name yet
        for rule in RULES.values():
            module = sys.modules[rule.make.__module__]
            if name in (rule.make.__name__, *getattr(module, "__all__", ())):
                return getattr(module, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
