"""Almost locked sets: n cells of a house that have n + 1 digits as candidates.

If one of these digits is excluded from the cells, the cells hold all the other digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from pandoku.kernel.logic import finder
from pandoku.model import open_in
from pandoku.techniques._set_slips import set_slips
from pandoku.techniques._sight import can_be, gone_cells, one_of
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses
from pandoku.words.claims import Inside, OneOf, Only, Sees

__all__ = ["TECHNIQUES"]

_LETTERS = "abcdefghijk"


def _sets(w: Words) -> list[str]:
    """Return the roles of the sets in the step, in order."""
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
    return f"{', '.join(sets)}; linked by {w.digits(dict.fromkeys(_restricted(w)))}"


def _intro(w: Words, roles: Iterable[str] = ()) -> Iterator[str]:
    """Introduce all sets, or only the sets with the given roles."""
    for role, house in zip(_sets(w), w.houses, strict=True):
        if roles and role not in roles:
            continue
        cells, digits = tuple(w.with_role(role)), tuple(w.digits_of(role))
        if len(cells) == 1:
            yield f"Set {_named(role)}: {can_be(w, cells, digits)}."
            continue
        yield w.said(
            f"Set {_named(role)}: {w.cells(cells)} in {w.house(house)} have only "
            f"{w.digits(digits)} between them, one more digit than cells.",
            Inside(cells, (w.index(house),)),
            Only(cells, digits),
        )


def _places(w: Words, digit: int, *roles: str) -> tuple[int, ...]:
    """Return the cells of some sets that can hold a digit, without duplicates."""
    return open_in(w.board, w.with_role(*roles), digit)


def _apart(w: Words, digit: int, one: str, other: str) -> str:
    """Explain why two sets cannot both hold a restricted digit."""
    here, there = _places(w, digit, one), _places(w, digit, other)
    return w.said(
        f"In {_named(one)}, {w.digit(digit)} can only be at {w.cells(here, 'or')}, and in "
        f"{_named(other)} "
        f"at {w.cells(there, 'or')}. These see each other, so {w.digit(digit)} is not in both "
        f"sets.",
        *(Sees(cell, there) for cell in here),
    )


def _in_one(w: Words, digit: int, first: str, last: str) -> str:
    """Conclude that one of two sets has a digit, and name the cells that see all its places."""
    why = OneOf((), tuple(dict.fromkeys(w.with_role(*_sets(w), "stem"))))
    return f"{one_of(w, digit, _places(w, digit, first, last), why)}."


def _xz(w: Words) -> Iterator[str]:
    links = sorted(set(_restricted(w)))
    first, second = _sets(w)
    yield from _intro(w)
    for x in links:
        yield _apart(w, x, first, second)
    if len(links) > 1:
        yield from _doubly_linked(w, links)
        return
    for z in _gone(w):
        yield (
            f"The set that is without {w.digit(links[0])} needs all its other digits, including "
            f"{w.digit(z)}."
        )
        yield _in_one(w, z, first, second)


def _doubly_linked(w: Words, links: list[int]) -> Iterator[str]:
    first, second = _sets(w)
    one, other = links[:2]
    yield f"A set cannot be without both {w.digits((one, other))}: it would have too few digits."
    yield f"So each set has exactly one of {w.digits(links)}, and all its other digits as well."
    for digit in _gone(w):
        ways = [(first, second)] if digit in links else [(first, first), (second, second)]
        for roles in ways:
            spots = _places(w, digit, *roles)
            if spots and any(all(w.sees(c, at) for at in spots) for c in gone_cells(w, digit)):
                yield _in_one(w, digit, *roles)


def _chain(w: Words) -> Iterator[str]:
    links, roles = _restricted(w), _sets(w)
    names = [*map(_named, roles)]
    z = w.digits(_gone(w), "or")
    yield from _intro(w)
    for x, one, other in zip(links, roles, roles[1:], strict=False):
        yield _apart(w, x, one, other)
    needs = [
        f"{name} is without {w.digit(x)} and needs {following}"
        for x, name, following in zip(links, names[1:], [*map(w.digit, links[1:]), z], strict=False)
    ]
    linked = w.digit(links[0])
    yield f"If {names[0]} is without {z}, it needs all its other digits, including {linked}."
    yield f"Then {clauses(needs)}."
    for digit in _gone(w):
        yield _in_one(w, digit, roles[0], roles[-1])


def _petals(w: Words) -> dict[str, list[int]]:
    """Return, by role, the digits that each set would lose if they were in the stem cell."""
    (stem,) = w.with_role("stem")
    by_cells: dict[tuple[int, ...], str] = {}
    for role in _sets(w):
        by_cells.setdefault(tuple(w.with_role(role)), role)
    petals: dict[str, list[int]] = {role: [] for role in by_cells.values()}
    for digit in w.digits_of("stem"):
        for role, lost in petals.items():
            cells = _places(w, digit, role)
            if cells and all(w.sees(stem, cell) for cell in cells):
                lost.append(digit)
                break
    return petals


def _blossom_what(w: Words) -> str:
    (stem,) = w.with_role("stem")
    petals = "; ".join(w.cells(w.with_role(role)) for role in _petals(w))
    return f"the stem {w.cell(stem)} and the petals {petals}"


def _blossom(w: Words) -> Iterator[str]:
    (stem,), petals, gone = w.with_role("stem"), _petals(w), _gone(w)
    yield from _intro(w, petals)
    yield f"{can_be(w, (stem,), w.digits_of('stem'))}."
    for role, digits in petals.items():
        lost = w.digit(digits[0]) if len(digits) == 1 else "that digit"
        spots = (spot for digit in digits for spot in _places(w, digit, role))
        is_cell, z = len(w.with_role(role)) == 1, w.digits(gone)
        others = f"has only {z} left" if is_cell else f"needs all its other digits, including {z}"
        yield w.said(
            f"If {w.cell(stem)} is {w.digits(digits, 'or')}, then set {_named(role)}, where it "
            f"sees every place for {lost}, {others}.",
            Sees(stem, tuple(dict.fromkeys(spots))),
        )
    lead = "Either way" if len(w.digits_of("stem")) == 2 else "In every case"
    why = OneOf((), tuple(dict.fromkeys(w.with_role(*petals, "stem"))))
    for digit in gone:
        yield f"{one_of(w, digit, _places(w, digit, *petals), why, lead)}."


_WHY = (
    "a set has one digit more than cells, so when it loses one of its digits, it holds all the "
    "others. A restricted digit is in at most one of its two sets, because all its places in one "
    "see all its places in the other. "
)
_SETS = Glance(
    "Find almost locked sets: one cell with two candidates, two cells of a house with three "
    "between them, three cells with four.",
    "houses",
)

TECHNIQUES = (
    Technique(
        name="als-xz",
        title="almost locked sets XZ",
        aliases=("almost locked set xz-rule", "als xz-rule"),
        summary="two almost locked sets share a restricted digit: one of them has another digit",
        find=finder("als-xz"),
        slips=set_slips("als-xz"),
        weight=8.3,
        what=_what,
        reason=_xz,
        when="When wings and simple chains have run out. Begin with small sets.",
        scan=(
            _SETS,
            Glance(
                "Take two sets without a common cell that have at least two digits in common.",
                "cells",
            ),
            Glance(
                "Find a common digit, x, whose places in one set all see its places in the "
                "other. It is restricted: only one of the sets can hold it.",
                "pattern",
            ),
            Glance(
                "Take another common digit, z. Remove it from every cell that sees all its "
                "places in both sets.",
                "step",
            ),
        ),
        look_for="two sets of cells, each in one house with one more digit than cells, that share "
        "a restricted digit and one other digit.",
        why=_WHY + "So one of the two sets loses it, and holds the other digit that they share.",
    ),
    Technique(
        name="als-xy-wing",
        title="almost locked sets XY-wing",
        aliases=("almost locked set xy-wing",),
        summary="three almost locked sets, linked by two digits: one outer set holds a third digit",
        find=finder("als-xy-wing"),
        slips=set_slips("als-xy-wing"),
        weight=8.3,
        what=_what,
        reason=_chain,
        when="When two almost locked sets have a digit in common, but no restricted digit.",
        scan=(
            _SETS,
            Glance(
                "Take two sets that have a digit, z, in common. Look for a third set between them.",
                "cells",
            ),
            Glance(
                "Check that the third set has a restricted digit with the first set, and a "
                "different one with the second.",
                "pattern",
            ),
            Glance(
                "Remove z from every cell that sees all its places in the first two sets.",
                "step",
            ),
        ),
        look_for="an almost locked set that shares one restricted digit with a second set and "
        "another restricted digit with a third set. The second and the third set share one more "
        "digit.",
        why=_WHY + "The middle set lacks only one of the two digits, so an outer set lacks the "
        "other, and holds the digit that the outer sets share.",
    ),
    Technique(
        name="als-chain",
        title="almost locked sets chain",
        aliases=("almost locked set chain", "als xy-chain"),
        summary="linked almost locked sets in a row: one of the sets at its ends holds a digit",
        find=finder("als-chain"),
        slips=set_slips("als-chain"),
        weight=8.4,
        what=_what,
        reason=_chain,
        when="When two and three almost locked sets are not enough.",
        scan=(
            _SETS,
            Glance(
                "Start at one set, and call one of its digits z. Step to a set that has a "
                "restricted digit with it, then to the next.",
                "cells",
            ),
            Glance(
                "Check that each link uses another digit than the link before. Stop at a set "
                "that has z.",
                "pattern",
            ),
            Glance(
                "Remove z from every cell that sees all its places in the first set and in the "
                "last.",
                "step",
            ),
        ),
        look_for="four or more almost locked sets, each sharing a restricted digit with the next, "
        "a different one each time. The sets at the ends share one more digit.",
        why=_WHY + "If the first set lacks the digit that the ends share, it holds the digit that "
        "links it to the next set. The next set lacks this digit, so it holds its next link, and "
        "so on. The last set then holds the digit that the ends share.",
    ),
    Technique(
        name="death-blossom",
        summary="whatever a cell holds, one of the almost locked sets around it holds a digit",
        find=finder("death-blossom"),
        slips=set_slips("death-blossom"),
        weight=8.4,
        what=_blossom_what,
        reason=_blossom,
        when="After almost locked sets XZ, around a cell with two or three candidates.",
        scan=(
            _SETS,
            Glance("Take a cell with two or three candidates as the stem.", "cells"),
            Glance(
                "For each of its candidates, find a set whose places for it all see the stem. "
                "These are the petals. They must have another digit, z, in common.",
                "pattern",
            ),
            Glance("Remove z from every cell that sees all its places in the petals.", "step"),
        ),
        look_for="a cell, and for each of its candidates an almost locked set whose places for "
        "this candidate all see the cell. All the sets share one more digit.",
        why=_WHY
        + "Whatever the cell holds, one set loses that digit and must hold the shared digit.",
    ),
)
