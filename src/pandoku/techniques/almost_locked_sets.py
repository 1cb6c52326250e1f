"""Almost locked sets: n cells of a house with n + 1 digits. Take one, and the rest is locked."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Rating, Technique
from pandoku.techniques._words import Words

__all__ = ["TECHNIQUES"]

_LETTERS = "ab"


def _sets(w: Words) -> list[str]:
    """Return the roles of the sets, in order."""
    roles = [f"set-{letter}" for letter in _LETTERS]
    return [role for role in roles if w.with_role(role)]


def _named(role: str) -> str:
    return role[-1].upper()


def _restricted(w: Words) -> list[int]:
    """Return the restricted digits, from link to link."""
    marked = [d for _, d, role in w.step.facts.candidates if role == "restricted"]
    return [digit for digit, _ in groupby(marked)]


def _gone(w: Words) -> list[int]:
    return sorted({digit for _, digit in w.step.eliminations})


def _what(w: Words) -> str:
    sets = (f"{_named(role)} {w.cells(w.with_role(role))}" for role in _sets(w))
    return f"{', '.join(sets)}; linked by {', '.join(map(str, _restricted(w)))}"


def _intro(w: Words) -> Iterator[str]:
    for role, house in zip(_sets(w), w.houses, strict=True):
        cells, digits = w.with_role(role), w.digits_of(role)
        one = "has" if len(cells) == 1 else "have"
        yield (
            f"Set {_named(role)}, {w.cells(cells)} in {house.name}, {one} {w.digits(digits)}: "
            "one digit more than cells."
        )


def _xz(w: Words) -> Iterator[str]:
    links = sorted(set(_restricted(w)))
    yield from _intro(w)
    for x in links:
        yield f"All places of {x} in A see all its places in B: {x} is in one of the two at most."
    if len(links) > 1:
        yield (
            f"Without any of {w.digits(links)} a set would have too few digits; so one set has one "
            "of these, and the other set another."
        )
        yield "All other digits of each set are then locked in it, and these are in A or B."
        yield "What sees all places of such a digit cannot hold it."
        return
    yield f"The set that is without {links[0]} needs all its other digits."
    digits = w.digits(_gone(w))
    yield f"So {digits}, which both sets have, is in A or in B."
    yield "A cell that sees all its places in both sets cannot hold it."


_WHY = (
    "n cells of a house hold n different digits. With n + 1 to choose from, one is left out; "
    "when we know which, all others are in the set. A digit that all its places in two sets see "
    "each other with (a restricted one) can be in one of them only. "
)

TECHNIQUES = (
    Technique(
        name="als-xz",
        title="almost locked sets XZ",
        aliases=("almost locked set xz-rule", "als xz-rule"),
        summary="two almost locked sets share a restricted digit: another is in one of them",
        ratings={"hodoku": Rating("unfair", 300, 5700)},
        find=finder("als-xz"),
        what=_what,
        reason=_xz,
        look_for="two sets of cells, each in one house with one digit more than cells, that share "
        "a digit whose places all see each other, and another digit.",
        why=_WHY + "So one of two such sets is without it, and has the digit they share.",
    ),
)
