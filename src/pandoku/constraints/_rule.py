"""Find kinds of constraints by name, and read and write constraints as text."""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import TYPE_CHECKING, Any

from pandoku.constraints._proposing import Canvas, Proposer, areas
from pandoku.errors import FormatError, PuzzleError
from pandoku.model import Cage, Constraint, Puzzle
from pandoku.registry import Registry, plain_name

if TYPE_CHECKING:
    from pandoku.constraints._words import Additions

_NAME_ENDS = 200  # maximum number of characters searched for the name of a kind


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Rule:
    """A kind of constraint.

    Attributes:
        make: Class of the constraints. Its `NAME` is the name of the kind.
        text: The rule in one sentence, for players.
        example: A small proper puzzle that needs the rule, with its solution.
        aliases: Other names of the kind, which are accepted in files and on the command line.
        noun: Noun for the kind in titles, such as "white dot". None means `NAME`.
        nouns: Plural of the noun. None means the noun with an "s".
        completes: For a rule stating that all clues of another kind are given, the class of these
            clues. If a puzzle has the rule and some of these clues, its title names only the clues.
        proposer: The constraints of the kind that puzzles can be made with. None means that no
            puzzles are made with the kind.
        chosen: If there is no proposer because the setter has to choose something, this choice, as
            in "a list of pairs". A random choice would have no sense to players.
        forms: Names that imply a value, with the words for it: {"dutch whisper": "4"}. The words
            may depend on the order of the grid.
        form_proposers: For names in *forms*, the constraints with the implied value that puzzles
            can be made with.
        signs: Signs between two cells that mean the kind: {">": False, "<": True}. The value is
            True if the second cell comes first.
        fields: Other words for fields, in lower case: {"circle": "bulb"}.
        typed: ``typed(text, tokens, order)`` returns the words after the name of a kind in the form
            that its fields have. It raises FormatError if a word is missing.
    """

    make: type[Constraint]
    text: str
    example: Puzzle
    aliases: tuple[str, ...] = ()
    noun: str | None = None
    nouns: str | None = None
    completes: type[Constraint] | None = None
    proposer: Proposer | None = None
    chosen: str = ""
    forms: Mapping[str, str | Callable[[int], str]] = field(default_factory=dict)
    form_proposers: Mapping[str, Proposer] = field(default_factory=dict)
    signs: Mapping[str, bool] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)
    typed: Callable[[str, Sequence[Any], int], Sequence[Any]] | None = None

    @property
    def name(self) -> str:
        """The name in files and on the command line: "between-line"."""
        return plain_name(self.make.NAME)


RULES = Registry("pandoku.constraints", Rule, PuzzleError, lister="`pandoku constraints`")


def get_rule(name: str) -> Rule:
    """Return the kind of constraint with a name or an alias.

    Raises:
        PuzzleError: No kind has this name. The message suggests similar names.
    """
    return RULES[name]


def constraint_class(name: str) -> type[Constraint]:
    """Return the class of the constraints of a kind, or of cages.

    Names in the plural, and other names that setters type for the kind, are also accepted.

    Raises:
        PuzzleError: No kind has this name. The message suggests similar names.

    >>> constraint_class("thermometer").__name__
    'Thermometer'
    >>> constraint_class("killer cages").__name__
    'Cage'
    """
    if plain_name(name) == Cage.NAME:
        return Cage
    from pandoku.constraints._typed import kind_named  # which imports this module

    kind = None if name in RULES else kind_named(name, RULES)
    return Cage if kind == Cage.NAME else get_rule(kind or name).make


def kinds_called(name: str) -> tuple[str, ...]:
    """Return the names of the kinds that setters mean by a name, or () if no kind has it.

    A name that implies a value is returned in place of its kind.

    >>> kinds_called("Black dots"), kinds_called("dutch whisper"), kinds_called("dot")
    (('ratio',), ('dutch-whispers',), ())
    """
    from pandoku.constraints._typed import names_called  # which imports this module

    return names_called(name, RULES)


def _with_target(cage: Cage, canvas: Canvas) -> Cage:
    """Return the cage with the target that a grid has there.

    The operation stays if it gives a whole number above 0. Otherwise two cells get a difference,
    and more cells get a sum.
    """
    digits = [canvas.digits[cell] for cell in cage.cells]
    largest, total, product = max(digits), sum(digits), prod(digits)
    quotient, rest = divmod(largest * largest, product)
    targets = {
        "=": digits[0] if len(digits) == 1 else 0,
        "+": total,
        "-": 2 * largest - total if len(digits) > 1 else 0,
        "*": product,
        "/": 0 if rest or len(digits) == 1 else quotient,
    }
    kept = {"?": "-"}.get(cage.operation, cage.operation)
    operation = next(each for each in (kept, "-", "+") if targets[each] > 0)
    is_hidden = cage.operation == "?"
    return replace(cage, operation="?" if is_hidden else operation, target=targets[operation])


_CAGES = replace(
    areas(
        lambda cells, digits, _: Cage("+", sum(digits), cells, repeats=False), (2, 2, 3, 3, 3, 4)
    ),
    read=_with_target,
)


def proposer_of(name: str) -> Proposer | None:
    """Return the proposer of a kind, or None if no puzzles are made with it.

    Args:
        name: The name of a kind, or a name that implies a value, such as "dutch whispers". The name
            "cage" means killer cages.

    Raises:
        PuzzleError: No kind has this name. The message suggests similar names.
    """
    plain = plain_name(name)
    if plain == Cage.NAME:
        return _CAGES
    if plain not in RULES:
        for rule in RULES.values():
            for form, proposer in rule.form_proposers.items():
                if plain_name(form) == plain:
                    return proposer
    return get_rule(name).proposer


def read_constraints(text: str, order: int) -> tuple[Constraint, ...]:
    """Read constraints from a text, one on each line.

    Each line has the name of a kind, and the values and cells of one constraint. See
    docs/reference/constraint-text.md for the syntax. Blank lines and lines that start with # are
    skipped.

    Args:
        text: The lines.
        order: The n of an n x n grid.

    Raises:
        FormatError: A line is not a constraint. The message names the column. If the text has
            several lines, it also names the line.
        PuzzleError: A kind refuses a value.

    >>> read_constraints("difference 2 r1c1 r1c2", 4)
    (Difference(cells=(0, 1), value=2),)
    """
    found: list[Constraint] = []
    for each in read_additions(text, order):
        if each.has_diagonals or each.houses or each.givens:
            raise FormatError(
                "expected constraints, found houses or givens; `Puzzle.with_` adds them", text=text
            )
        found += each.constraints
    return tuple(found)


def read_additions(text: str, order: int) -> tuple[Additions, ...]:
    """Read constraints, extra houses and givens from a text, one on each line.

    Args:
        text: The lines, as in `read_constraints`. A line may also be "diagonals", "disjoint
            groups", another set of extra houses, or a given: "r1c1 = 5".
        order: The n of an n x n grid.

    Raises:
        FormatError, PuzzleError: As in `read_constraints`.
    """
    from pandoku.constraints._typed import additions_of_line

    found = []
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip(" \t,;") or line.lstrip().startswith("#"):
            continue
        try:
            found.append(additions_of_line(line, order, RULES))
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
        order: The n of an n x n grid.

    Raises:
        PuzzleError: The class of the constraint is not registered, a cell is not in the grid, or
            the constraint has no cells although its kind needs them.

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
    """Return whether a line begins with the name of a kind that `read_constraints` accepts.

    >>> begins_constraint("slow thermometer r1c1"), begins_constraint("1...")
    (True, False)
    """
    from pandoku.constraints._words import leading_kind, tokens_of

    return leading_kind(tokens_of(line[:_NAME_ENDS]), RULES) is not None


copyreg.pickle(Rule, lambda rule: (get_rule, (rule.name,)))  # a pickle stores only the name
