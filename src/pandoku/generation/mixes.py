"""Mixes: the kinds of constraints that a request places, with their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from pandoku.constraints import (
    RULES,
    Canvas,
    Dice,
    Proposer,
    Rule,
    constraint_text,
    get_rule,
    kinds_called,
    proposer_of,
)
from pandoku.errors import WishError
from pandoku.model import Cage, Constraint
from pandoku.registry import nearest, plain_name
from pandoku.words import joined

__all__ = ["Ingredient", "completed_by", "ingredients_of", "placeable"]

# A number of constraints: "4", or a range such as "3..6", "3-6", "3 to 6" and "3..".
_NUMBER = r"\d{1,9}(?:\s*(?:\.\.|-|–|\bto\b)\s*(?:\d{1,9})?)?|all"
_ITEM = re.compile(
    rf"(?:(?P<before>{_NUMBER})\s*(?:×\s*|x\s+|(?<=\d)x(?!v)|\b|(?<=\.)))?(?P<name>[^\d\s].*?)"
    rf"(?:(?:\s*[:=(×]\s*|\s+x?\s*)(?P<after>{_NUMBER})\s*\)?)?",
    re.IGNORECASE,
)
_SEPARATORS = re.compile(r"[,;\n]")
_JOINTS = re.compile(r"\s*[&+]\s*|\s+and\s+", re.IGNORECASE)
_RANGE = re.compile(r"\s*(?:\.\.|-|–|\bto\b)\s*", re.IGNORECASE)
_EXAMPLE = "a list of constraints such as 'thermometer 4, arrow'"
# Names for several kinds at once, and other names that contain "and".
_TOGETHER = {
    **dict.fromkeys(("dot", "kropki"), ("difference", "ratio")),
    **dict.fromkeys(("parity-cell", "even-odd", "odd-even", "odd/even"), ("even-cell", "odd-cell")),
    **dict.fromkeys(("even/odd", "even-and-odd", "odd-and-even"), ("even-cell", "odd-cell")),
    "x-and-v": ("sum-mark",),
}
# Names for candidates of a cell that a puzzle gives. They are facts of a grid, not constraints.
_CANDIDATES = {"candidate", "given-candidate", "pencil-mark", "restricted-cell"}
# Words that people add to a name. They do not change what is meant.
_ADDED = (
    *("cage", "cell", "circle", "clue", "constraint", "dot", "given"),
    *("line", "mark", "region", "sign"),
)


class Ingredient(NamedTuple):
    """A kind of constraint that a request places.

    Attributes:
        name: The name of the kind.
        least: The least number of constraints. It is 0 only if a half-done grid may do without.
        most: The greatest number of constraints, or None for any number.
        has_all: Whether the puzzle has all signs of the kind, and the rule that all are given.
        size: The least and the greatest number of cells of the constraint, for a kind whose cells
            are counted. None means any number.
    """

    name: str
    least: int = 1
    most: int | None = None
    has_all: bool = False
    size: tuple[int, int] | None = None

    @property
    def proposer(self) -> Proposer:
        """The proposer of the kind."""
        proposer = proposer_of(self.name)
        assert proposer is not None
        return proposer

    @property
    def has_no_number(self) -> bool:
        """True if the request leaves the number open."""
        if self.proposer.of_size is not None:
            return self.size is None
        return self.most is None and not self.has_all

    def propose(self, canvas: Canvas, dice: Dice) -> Iterator[Constraint | None]:
        """Yield constraints of the kind that a grid satisfies, and None for each failed try."""
        if self.size is not None and self.proposer.of_size is not None:
            return self.proposer.of_size(canvas, dice, *self.size)
        return self.proposer.propose(canvas, dice)

    @property
    def is_one(self) -> bool:
        """True if a puzzle has at most one constraint of the kind."""
        return self.proposer.form == "grid" or self.proposer.of_size is not None

    def __str__(self) -> str:
        if self.has_all:
            return f"{self.name} all"
        if self.size is None and self.is_one:
            return self.name
        least, most = self.size or (self.least, self.most)
        if most is None:
            return self.name if least <= 1 else f"{self.name} {least}.."
        return f"{self.name} {least}" if least == most else f"{self.name} {least}..{most}"


def placeable() -> dict[str, Proposer]:
    """Return the proposers of all kinds that puzzles can be made with, by name, in order."""
    found = {name: proposer_of(name) for name in (Cage.NAME, *RULES)}
    return {name: each for name, each in sorted(found.items()) if each is not None}


def completed_by(name: str) -> Rule | None:
    """Return the rule which states that all signs of a kind are given, or None."""
    if name not in RULES:
        return None
    make = RULES[name].make
    return next((each for each in RULES.values() if each.completes is make), None)


def ingredients_of(
    value: Any, order: int, grids: Mapping[str, str] | None = None
) -> tuple[Ingredient, ...]:
    """Read the constraints of a request, in the order of their names.

    Args:
        value: A text such as "thermometer 4, arrow, dots all", or several such texts. Each item
            is a name with an optional number: "4", a range such as "3..6", or "all". A dict has a
            number, a range or None for each name.
        order: The n of the n x n grid. It limits the numbers.
        grids: The kinds of grids by every name. A name of a grid is refused.

    Raises:
        WishError: A name is unknown, or occurs twice, or does not fit its number.
    """
    found: dict[str, Ingredient] = {}
    for item in _items(value):
        for each in _ingredients(item, order, grids or {}):
            if each.name in found:
                raise WishError(f"expected each constraint once, found {each.name} twice")
            found[each.name] = each
    if not found:
        raise WishError(f"expected {_EXAMPLE}, found {value!r:.60}")
    return tuple(found[name] for name in sorted(found))


def _items(value: Any) -> Iterator[str]:
    """Yield the items of a request: names with an optional number."""
    if isinstance(value, Mapping):
        value = [
            name if number is None else f"{name} {_number_in(name, number)}"
            for name, number in value.items()
        ]
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Iterable):
        raise WishError(f"expected {_EXAMPLE}, found {value!r:.60}")
    for text in texts:
        if not isinstance(text, str):
            raise WishError(
                f"expected {_EXAMPLE}, found {text!r:.60}; a number belongs to a name, as in "
                "'arrow 3' or {'arrow': 3}"
            )
        for item in filter(None, map(str.strip, _SEPARATORS.split(text))):
            # Some names have "and" in them, such as "X and V".
            is_name = any(each in _TOGETHER for each in _spellings(plain_name(item)))
            yield from [item] if is_name else filter(None, _JOINTS.split(item))


def _number_in(name: object, number: object) -> str:
    """Return the number that a dict has for a name, as text."""
    if isinstance(number, tuple) and len(number) == 2:
        return f"{number[0]}..{number[1]}"
    if isinstance(number, bool) or not isinstance(number, (int, str)):
        raise WishError(
            f"expected a number, a range such as '3..6' or 'all' for {name}, found {number!r:.60}"
        )
    return str(number).strip()


def _ingredients(item: str, order: int, grids: Mapping[str, str]) -> list[Ingredient]:
    match = _ITEM.fullmatch(item)
    if match is None or (match["before"] and match["after"]):
        raise WishError(f"expected {_EXAMPLE}, found {item!r:.60}")
    # A name may begin with a number: "10 line". "all dots given" means "dots all".
    is_name = bool(kinds_called(item)) and not item.lower().startswith("all ")
    names = _names(item if is_name else match["name"], grids)
    number = None if is_name else match["before"] or match["after"]
    if number is None:
        found = [Ingredient(name) for name in names]
        return [each._replace(most=1 if each.is_one else None) for each in found]
    if number.lower() == "all":
        for name in names:
            if completed_by(name) is None:
                able = [each for each in placeable() if completed_by(each)]
                raise WishError(f"there is no 'all' for {name}; {joined(able)} can have it")
        return [Ingredient(name, has_all=True) for name in names]
    if any(Ingredient(name).proposer.form == "grid" for name in names):
        raise WishError(f"expected {names[0]} without a number, found {item!r:.60}")
    least, dots, most = (each.strip() for each in _RANGE.sub("..", number).partition(".."))
    ingredient = Ingredient("", int(least), int(most or least) if most or not dots else None)
    greatest = ingredient.least if ingredient.most is None else ingredient.most
    counts_cells = any(Ingredient(name).is_one for name in names)
    if counts_cells:  # all digits 1..n in circles are 1 + 2 + ... + n cells
        possible, counted = order * (order + 1) // 2, f"cells of {names[0]}"
    else:  # the borders between two cells
        possible, counted = 2 * order * (order - 1), "constraints of a kind"
    if not 1 <= ingredient.least <= greatest <= possible:
        raise WishError(
            f"expected 1 to {possible} {counted}, the lower number first, found {item!r:.60}"
        )
    if counts_cells:
        size = (ingredient.least, possible if ingredient.most is None else ingredient.most)
        ingredient = Ingredient("", 1, 1, size=size)
    return [ingredient._replace(name=name) for name in names]


def _names(text: str, grids: Mapping[str, str]) -> tuple[str, ...]:
    """Return the names of the kinds that a word means. A plural is accepted."""
    plain = plain_name(text)
    spellings = _spellings(plain)
    for spelling in spellings:
        if spelling in _TOGETHER:
            return _TOGETHER[spelling]
        if kinds := kinds_called(spelling):
            refused = next((name for name in kinds if proposer_of(name) is None), None)
            if refused is not None:
                raise WishError(_why_not_placed(get_rule(refused)))
            return kinds
    for name in spellings:
        if name in grids:
            raise WishError(
                f"expected constraints, found {text!r:.60}, which is a kind of grid; ask for the "
                f"kind {grids[name]!r}, and leave it out of the constraints"
            )
    if not _CANDIDATES.isdisjoint(spellings):
        raise WishError(
            f"expected a constraint that puzzles are made with, found {text!r:.60}; given "
            "candidates belong to the grid: write a line such as 'candidates 1 2 r1c1' below a "
            "grid in a file, and complete the file"
        )
    if "negative" in plain:
        raise WishError(
            f"expected a constraint, found {text!r:.60}; ask for 'all' of a kind, as in "
            "'dots all': all signs, and the rule that all are given"
        )
    known = [*placeable(), *_TOGETHER]
    aliases = [each for each, rule in RULES.by_every_name.items() if rule.proposer is not None]
    aliases += [plain_name(each) for rule in RULES.values() for each in rule.form_proposers]
    near = nearest(plain, [*known, *aliases]) or known
    raise WishError(f"there is no constraint {text!r:.60}; try {', '.join(near)}")


def _why_not_placed(rule: Rule) -> str:
    """Return the reason why no puzzles are made with a kind, and the way out."""
    found = f"expected a constraint that puzzles are made with, found {rule.name}"
    if rule.completes is not None:
        signs = plain_name(rule.completes.NAME)
        return f"{found}; ask for '{signs} all': all signs, and the rule that all are given"
    if rule.chosen:
        kinds = (each for each in rule.example.further if isinstance(each, rule.make))
        line = constraint_text(next(kinds), rule.example.order)
        return (
            f"{found}, which needs {rule.chosen} that you choose; write a line such as "
            f"{line!r} below a grid in a file, and complete the file"
        )
    return f"{found}; try {', '.join(placeable())}"


def _spellings(plain: str) -> list[str]:
    """Return the names that a word may stand for: itself, its singular, and its first words."""
    found = [plain]
    for ending, singular in (("ies", "y"), ("es", ""), ("s", "")):
        if plain.endswith(ending):
            found.append(plain.removesuffix(ending) + singular)
    first, _, last = plain.rpartition("-")
    if first and last.removesuffix("s") in _ADDED:
        found += _spellings(first)
    return found
