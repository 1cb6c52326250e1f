"""Constraints that setters use, a kind in each file; being in this folder registers it.

A kind is a frozen dataclass derived from `pandoku.model.Constraint`, and a `Rule`, which describes
it. Cages are constraints, too; they are a part of the model, as the searches know them best.
"""

from __future__ import annotations

import copyreg
from typing import TYPE_CHECKING, Any

from pandoku._instead import not_a_call
from pandoku.constraints._rule import Rule
from pandoku.errors import PuzzleError
from pandoku.registry import Registry

not_a_call(__name__, "pandoku.constraints.RULES has the kinds of constraints by name")

if TYPE_CHECKING:
    from pandoku.constraints.arrow import Arrow as Arrow
    from pandoku.constraints.between import Between as Between
    from pandoku.constraints.chess import AntiKing as AntiKing
    from pandoku.constraints.chess import AntiKnight as AntiKnight
    from pandoku.constraints.dots import Difference as Difference
    from pandoku.constraints.dots import NoDifference as NoDifference
    from pandoku.constraints.dots import NoRatio as NoRatio
    from pandoku.constraints.dots import Ratio as Ratio
    from pandoku.constraints.little_killer import LittleKiller as LittleKiller
    from pandoku.constraints.palindrome import Palindrome as Palindrome
    from pandoku.constraints.thermometer import Thermometer as Thermometer
    from pandoku.constraints.whisper import Whisper as Whisper

__all__ = ["RULES", "Rule", "get_rule"]

RULES = Registry(__name__, Rule, PuzzleError)


def get_rule(name: str) -> Rule:
    """Return the kind of constraint of a name or an alias.

    Raises:
        PuzzleError: No kind has this name; the message suggests similar ones.
    """
    return RULES[name]


copyreg.pickle(Rule, lambda rule: (get_rule, (rule.name,)))  # a process finds it by its name


def __getattr__(name: str) -> Any:
    """Return the class of a kind: `pandoku.constraints.Thermometer`."""
    for rule in RULES.values():
        if rule.make.__name__ == name:
            return rule.make
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
