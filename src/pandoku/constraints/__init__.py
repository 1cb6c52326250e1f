"""Constraints that setters use, a kind in each file; being in this folder registers it.

A kind is a frozen dataclass derived from `pandoku.model.Constraint`, and a `Rule`, which describes
it. Cages are constraints, too; they are a part of the model, as the searches know them best.
"""

from __future__ import annotations

import copyreg
from typing import TYPE_CHECKING, Any

from pandoku._instead import not_a_call
from pandoku.constraints._glimpse import Glimpse, drawn_cells, needs_of, seen_parts
from pandoku.constraints._outside import OutsideClue, line_beside
from pandoku.constraints._rule import Rule
from pandoku.errors import FormatError, PuzzleError
from pandoku.model import Cage
from pandoku.registry import Registry, plain_name

not_a_call(__name__, "pandoku.constraints.RULES has the kinds of constraints by name")

if TYPE_CHECKING:
    from pandoku.constraints.all_different import AllDifferent as AllDifferent
    from pandoku.constraints.arrow import Arrow as Arrow
    from pandoku.constraints.automaton_line import AutomatonLine as AutomatonLine
    from pandoku.constraints.automaton_line import Regex as Regex
    from pandoku.constraints.between import Between as Between
    from pandoku.constraints.chess import AntiKing as AntiKing
    from pandoku.constraints.chess import AntiKnight as AntiKnight
    from pandoku.constraints.classes import DigitGroups as DigitGroups
    from pandoku.constraints.classes import Entropic as Entropic
    from pandoku.constraints.classes import Modular as Modular
    from pandoku.constraints.classes import Parity as Parity
    from pandoku.constraints.clone import Clone as Clone
    from pandoku.constraints.counting import CountDistinct as CountDistinct
    from pandoku.constraints.counting import CountingCircles as CountingCircles
    from pandoku.constraints.counting import DistinctCircle as DistinctCircle
    from pandoku.constraints.dots import Difference as Difference
    from pandoku.constraints.dots import NoDifference as NoDifference
    from pandoku.constraints.dots import NoRatio as NoRatio
    from pandoku.constraints.dots import Ratio as Ratio
    from pandoku.constraints.double_arrow import DoubleArrow as DoubleArrow
    from pandoku.constraints.entropy import GlobalEntropy as GlobalEntropy
    from pandoku.constraints.equal_sum import EqualSum as EqualSum
    from pandoku.constraints.equality_cage import EqualityCage as EqualityCage
    from pandoku.constraints.extreme import Maximum as Maximum
    from pandoku.constraints.extreme import Minimum as Minimum
    from pandoku.constraints.flatmates import DutchFlatmates as DutchFlatmates
    from pandoku.constraints.fog import Fog as Fog
    from pandoku.constraints.greater import GreaterThan as GreaterThan
    from pandoku.constraints.indexer import BoxIndexer as BoxIndexer
    from pandoku.constraints.indexer import ColumnIndexer as ColumnIndexer
    from pandoku.constraints.indexer import RowIndexer as RowIndexer
    from pandoku.constraints.little_killer import LittleKiller as LittleKiller
    from pandoku.constraints.lockout import Lockout as Lockout
    from pandoku.constraints.look_and_say import LookAndSay as LookAndSay
    from pandoku.constraints.nabner import Nabner as Nabner
    from pandoku.constraints.numbered_room import NumberedRoom as NumberedRoom
    from pandoku.constraints.pair_rule import PairRule as PairRule
    from pandoku.constraints.palindrome import Palindrome as Palindrome
    from pandoku.constraints.parity_cells import Even as Even
    from pandoku.constraints.parity_cells import Odd as Odd
    from pandoku.constraints.quadruple import Quadruple as Quadruple
    from pandoku.constraints.region_sum import RegionSum as RegionSum
    from pandoku.constraints.rellik import RellikCage as RellikCage
    from pandoku.constraints.renban import Renban as Renban
    from pandoku.constraints.same_values import SameValues as SameValues
    from pandoku.constraints.sandwich import Sandwich as Sandwich
    from pandoku.constraints.sequence import Progression as Progression
    from pandoku.constraints.skyscraper import HiddenSkyscraper as HiddenSkyscraper
    from pandoku.constraints.skyscraper import Skyscraper as Skyscraper
    from pandoku.constraints.sum_line import SumLine as SumLine
    from pandoku.constraints.thermometer import Thermometer as Thermometer
    from pandoku.constraints.unchecked import Drawing as Drawing
    from pandoku.constraints.unchecked import RulesInWords as RulesInWords
    from pandoku.constraints.weighted import WeightedTotal as WeightedTotal
    from pandoku.constraints.whisper import Whisper as Whisper
    from pandoku.constraints.x_sum import XSum as XSum
    from pandoku.constraints.xv import XV as XV
    from pandoku.constraints.xv import NoXV as NoXV
    from pandoku.constraints.zipper import Zipper as Zipper
    from pandoku.model import Constraint

__all__ = [
    "RULES",
    "Glimpse",
    "OutsideClue",
    "Rule",
    "begins_constraint",
    "constraint_class",
    "constraint_text",
    "drawn_cells",
    "get_rule",
    "line_beside",
    "needs_of",
    "read_constraints",
    "seen_parts",
]

_NAME_ENDS = 200  # characters of a line; a name is shorter

RULES = Registry(__name__, Rule, PuzzleError)


def get_rule(name: str) -> Rule:
    """Return the kind of constraint of a name or an alias.

    Raises:
        PuzzleError: No kind has this name; the message suggests similar ones.
    """
    return RULES[name]


def constraint_class(name: str) -> type[Constraint]:
    """Return the class of the constraints of a kind; also "cage".

    Raises:
        PuzzleError: No kind has this name; the message suggests similar ones.

    >>> constraint_class("thermometer").__name__
    'Thermometer'
    """
    return Cage if plain_name(name) == Cage.NAME else get_rule(name).make


def read_constraints(text: str, order: int) -> tuple[Constraint, ...]:
    """Return the constraints of a text, one on each line.

    A line has the name of a kind, its values and its cells; docs/reference/constraint-text.md
    defines it. Blank lines, and lines that start with #, are skipped.

    Args:
        text: The lines.
        order: The n of n x n.

    Raises:
        FormatError: A line is not a constraint; the message has the line, if there are several,
            and the column.
        PuzzleError: A kind refuses a value.

    >>> read_constraints("difference 2 r1c1 r1c2", 4)
    (Difference(cells=(0, 1), value=2),)
    """
    from pandoku.constraints._words import constraint_of_tokens, tokens_of

    found = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        tokens = tokens_of(line)
        if not tokens or tokens[0].text.startswith("#"):
            continue
        try:
            found.append(constraint_of_tokens(line, tokens, order, RULES))
        except FormatError as error:
            where = number if len(lines) > 1 else None
            raise FormatError(
                error.reason, line=where, column=error.column, text=error.text
            ) from None
    return tuple(found)


def constraint_text(constraint: Constraint, order: int) -> str:
    """Return a constraint as a line that `read_constraints` reads back.

    Args:
        constraint: A cage, or a constraint of a kind in `RULES`.
        order: The n of n x n.

    Raises:
        PuzzleError: No kind has its class; or a cell is not in the grid; or it has no cells, so
            that it cannot be read back.

    >>> from pandoku.constraints import Thermometer
    >>> constraint_text(Thermometer("r1c1 r1c2", slow=True), 4)
    'slow thermometer r1c1 r1c2'
    """
    from pandoku.constraints._words import text_of_constraint

    text = text_of_constraint(constraint, order)
    try:
        read = read_constraints(text, order)
    except (FormatError, PuzzleError):
        read = ()
    if read != (constraint.placed(order),):
        raise PuzzleError(f"expected a constraint that a line of text can hold, found {text!r}")
    return text


def begins_constraint(line: str) -> bool:
    """Return whether a line begins with the name of a kind, as `read_constraints` takes it.

    >>> begins_constraint("slow thermometer r1c1"), begins_constraint("1...")
    (True, False)
    """
    from pandoku.constraints._words import leading_kind, tokens_of

    return leading_kind(tokens_of(line[:_NAME_ENDS]), RULES) is not None


copyreg.pickle(Rule, lambda rule: (get_rule, (rule.name,)))  # a process finds it by its name


def __getattr__(name: str) -> Any:
    """Return the class of a kind: `pandoku.constraints.Thermometer`."""
    for rule in RULES.values():
        if rule.make.__name__ == name:
            return rule.make
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
