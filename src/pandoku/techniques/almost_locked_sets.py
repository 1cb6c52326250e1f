"""Almost locked sets: n cells of a house with n + 1 digits, locked once one digit is excluded."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]

_LETTERS = "abcdefghijk"


def _sets(w: Words) -> list[str]:
    """Return the roles of the sets, in order."""
    roles = [f"set-{letter}" for letter in _LETTERS]
    return [role for role in roles if w.with_role(role)]


def _named(role: str) -> str:
    return role[-1].upper()


def _restricted(w: Words) -> list[int]:
    """Return the restricted digits in the order of the links."""
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


def _chain(w: Words) -> Iterator[str]:
    links, names = _restricted(w), [_named(role) for role in _sets(w)]
    z = w.digits(_gone(w), "or")
    yield from _intro(w)
    for x, one, other in zip(links, names, names[1:], strict=False):
        yield f"{x} is in {one} or in {other}, not in both: all its places there see each other."
    yield f"Suppose {names[0]} is without {z}; then it needs all its other digits, {links[0]} too."
    for x, name, following in zip(links, names[1:], [*links[1:], None], strict=False):
        if following is not None:
            yield f"So {name} is without {x}, and needs {following}."
        else:
            yield f"So {name} is without {x}, and needs {z}."
    yield f"One of {names[0]} and {names[-1]} has {z}: what sees all its places there does not."


def _blossom_what(w: Words) -> str:
    (stem,) = w.with_role("stem")
    petals = ", ".join(f"{w.cells(w.with_role(role))}" for role in _sets(w))
    return f"the stem {w.cell(stem)} and the petals {petals}"


def _blossom(w: Words) -> Iterator[str]:
    (stem,), z = w.with_role("stem"), w.digits(_gone(w))
    name = w.cell(stem)
    yield from _intro(w)
    yield f"{name} is {w.digits(w.digits_of('stem'), 'or')}."
    for digit, role in zip(w.digits_of("stem"), _sets(w), strict=True):
        yield (
            f"If {name} is {digit}, set {_named(role)} loses its {digit}, as {name} sees all of "
            f"them; then it needs {z}."
        )
    yield f"Whatever {name} is, one of the sets has {z}."
    yield "A cell that sees all its places in these sets cannot hold it."


_WHY = (
    "n cells of a house hold n different digits. With n + 1 candidates one digit is left out, and "
    "once we know which, the set holds all the others. A digit is restricted when all its places "
    "in two sets see each other: only one of the sets can hold it. "
)

TECHNIQUES = (
    Technique(
        name="als-xz",
        title="almost locked sets XZ",
        aliases=("almost locked set xz-rule", "als xz-rule"),
        summary="two almost locked sets share a restricted digit: another is in one of them",
        find=finder("als-xz"),
        what=_what,
        reason=_xz,
        look_for="two sets of cells, each in one house with one more digit than cells, that share "
        "a restricted digit and one other digit.",
        why=_WHY + "So one of the two sets lacks it, and must hold the other digit they share.",
    ),
    Technique(
        name="als-xy-wing",
        title="almost locked sets XY-wing",
        aliases=("almost locked set xy-wing",),
        summary="three almost locked sets, linked by two digits: one outer set holds a third digit",
        find=finder("als-xy-wing"),
        what=_what,
        reason=_chain,
        look_for="an almost locked set that shares one restricted digit with a second set and "
        "another restricted digit with a third; these two share one more digit.",
        why=_WHY + "The middle set lacks only one of the two digits, so an outer set lacks the "
        "other, and holds the digit that the outer sets share.",
    ),
    Technique(
        name="als-chain",
        title="almost locked sets chain",
        aliases=("almost locked set chain", "als xy-chain"),
        summary="linked almost locked sets in a row: one of the sets at its ends holds a digit",
        find=finder("als-chain"),
        what=_what,
        reason=_chain,
        look_for="four or more almost locked sets, each sharing a restricted digit with the next, "
        "a different one each time; the sets at the ends share one more digit.",
        why=_WHY + "If the first set lacks the shared digit, it holds its link, so the next set "
        "lacks that and holds its own link, and so on: the last set then holds the shared digit.",
    ),
    Technique(
        name="death-blossom",
        summary="whatever a cell holds, one of the almost locked sets around it holds a digit",
        find=finder("death-blossom"),
        what=_blossom_what,
        reason=_blossom,
        look_for="a cell, and for each of its candidates an almost locked set whose places for "
        "this candidate all see the cell; all the sets share one more digit.",
        why=_WHY
        + "Whatever the cell holds, one set loses that digit and must hold the shared one.",
    ),
)
