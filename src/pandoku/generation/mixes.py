"""Mixes: the kinds of constraints that a request places, with their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from pandoku.constraints import RULES, Proposer, Rule, proposer_of
from pandoku.errors import WishError
from pandoku.model import Cage
from pandoku.registry import nearest, plain_name
from pandoku.words import joined

__all__ = ["Ingredient", "completed_by", "ingredients_of", "placeable"]

_ITEM = re.compile(
    r"(?:(?P<before>\d{1,4}(?:\s*\.\.\s*\d{0,4})?)\s+)?(?P<name>\D.*?)"
    r"(?:\s+(?P<after>\d{1,4}(?:\s*\.\.\s*\d{0,4})?|all))?"
)
_EXAMPLE = "a list of constraints such as 'thermometer 4, arrow'"
# Names for several kinds at once.
_TOGETHER = {
    **dict.fromkeys(("dot", "dots", "kropki"), ("difference", "ratio")),
    **dict.fromkeys(("parity-cell", "even-odd", "odd-even"), ("even-cell", "odd-cell")),
}


class Ingredient(NamedTuple):
    """A kind of constraint that a request places.

    Attributes:
        name: The name of the kind.
        least: The least number of constraints. It is 0 only if a half-done grid may do without.
        most: The greatest number of constraints, or None for any number.
        has_all: Whether the puzzle has all signs of the kind, and the rule that all are given.
    """

    name: str
    least: int = 1
    most: int | None = None
    has_all: bool = False

    @property
    def proposer(self) -> Proposer:
        """The proposer of the kind."""
        proposer = proposer_of(self.name)
        assert proposer is not None
        return proposer

    def __str__(self) -> str:
        if self.has_all:
            return f"{self.name} all"
        if self.most is None:
            return self.name if self.least <= 1 else f"{self.name} {self.least}.."
        number = f"{self.least}" if self.least == self.most else f"{self.least}..{self.most}"
        return self.name if self.proposer.form == "grid" else f"{self.name} {number}"


def placeable() -> dict[str, Proposer]:
    """Return the proposers of all kinds that puzzles can be made with, by name, in order."""
    found = {name: proposer_of(name) for name in (Cage.NAME, *RULES)}
    return {name: each for name, each in sorted(found.items()) if each is not None}


def completed_by(name: str) -> Rule | None:
    """Return the rule which states that all signs of a kind are given, or None."""
    if name == Cage.NAME:
        return None
    make = RULES[name].make
    return next((each for each in RULES.values() if each.completes is make), None)


def ingredients_of(value: Any, _: int) -> tuple[Ingredient, ...]:
    """Read the constraints of a request, in the order of their names.

    Args:
        value: A text such as "thermometer 4, arrow, dots all", or several such texts. Each item
            is a name with an optional number: "4", a range such as "3..6", or "all".

    Raises:
        WishError: A name is unknown, or occurs twice, or does not fit its number.
    """
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, Iterable):
        raise WishError(f"expected {_EXAMPLE}, found {value!r:.60}")
    found: dict[str, Ingredient] = {}
    for text in texts:
        if not isinstance(text, str):
            raise WishError(f"expected {_EXAMPLE}, found {text!r:.60}")
        for item in re.split(r"[,;\n]", text):
            for each in _ingredients(item.strip()) if item.strip() else ():
                if each.name in found:
                    raise WishError(f"expected each constraint once, found {each.name} twice")
                found[each.name] = each
    if not found:
        raise WishError(f"expected {_EXAMPLE}, found {value!r:.60}")
    return tuple(found[name] for name in sorted(found))


def _ingredients(item: str) -> list[Ingredient]:
    match = _ITEM.fullmatch(item)
    if match is None or (match["before"] and match["after"]):
        raise WishError(f"expected {_EXAMPLE}, found {item!r:.60}")
    names = _names(match["name"])
    number = match["before"] or match["after"]
    if number is None:
        found = [Ingredient(name) for name in names]
        return [each._replace(most=1 if each.proposer.form == "grid" else None) for each in found]
    if number == "all":
        for name in names:
            if completed_by(name) is None:
                able = [each for each in placeable() if completed_by(each)]
                raise WishError(f"there is no 'all' for {name}; {joined(able)} can have it")
        return [Ingredient(name, has_all=True) for name in names]
    if any(Ingredient(name).proposer.form == "grid" for name in names):
        raise WishError(f"expected {names[0]} without a number, found {item!r:.60}")
    least, dots, most = (each.strip() for each in number.partition(".."))
    ingredient = Ingredient(
        "", max(1, int(least)), int(most or least) if most or not dots else None
    )
    if ingredient.most is not None and not 1 <= int(least) <= ingredient.most:
        raise WishError(f"expected a number of constraints of at least 1, found {item!r:.60}")
    return [ingredient._replace(name=name) for name in names]


def _names(text: str) -> tuple[str, ...]:
    """Return the names of the kinds that a word means. A plural is accepted."""
    plain = plain_name(text)
    for name in (plain, plain.removesuffix("s")):
        if name in _TOGETHER:
            return _TOGETHER[name]
        if name == Cage.NAME:
            return (Cage.NAME,)
        if name in RULES.by_every_name:
            rule = RULES.by_every_name[name]
            if rule.proposer is None:
                raise WishError(
                    f"expected a constraint that puzzles are made with, found {rule.name}; try "
                    f"{', '.join(placeable())}"
                )
            return (rule.name,)
    known = [*placeable(), *_TOGETHER]
    aliases = [each for each, rule in RULES.by_every_name.items() if rule.proposer is not None]
    near = nearest(plain, [*known, *aliases]) or known
    raise WishError(f"there is no constraint {text!r:.60}; try {', '.join(near)}")
