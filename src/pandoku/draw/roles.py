"""The look and the description of each role that cells and candidates have in a step."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import cycle
from typing import NamedTuple

from pandoku.draw.items import STYLES

__all__ = ["GONE", "ROLES", "SIGNS", "Role", "roles_in_use"]

# Signs for terminals without colors: for each style, for a digit that a step places, and for an
# eliminated candidate.
SIGNS = {"a": "+", "b": "#", "c": "%", "d": "&", "e": "~", "f": "@", "placed": "="}
GONE = "-"


class Role(NamedTuple):
    """The appearance of a role.

    Attributes:
        style: One of `STYLES`, or "seen".
        words: A description of the cells or candidates with this role, for the legend.
    """

    style: str
    words: str


ROLES = {
    "single": Role("a", "the cell"),
    "excludes": Role("seen", "digits that rule out the others"),
    "pattern": Role("a", "the pattern"),
    "proves": Role("a", "candidates that prove it"),
    "fin": Role("b", "fin"),
    "pivot": Role("b", "pivot"),
    "stem": Role("e", "stem"),
    "wing": Role("a", "wing"),
    "z": Role("c", "the digit that one of them must hold"),
    "link": Role("d", "the link"),
    "floor": Role("a", "floor of the rectangle"),
    "roof": Role("b", "roof of the rectangle"),
    "pair": Role("a", "the two digits that could change places"),
    "extra": Role("c", "further candidates"),
    "subset": Role("d", "the subset"),
    "filled": Role("a", "corners that are filled"),
    "open": Role("b", "corners that are open"),
    "crossing": Role("a", "where the two houses cross"),
    "line": Role("b", "in the line"),
    "box": Role("c", "in the box"),
    "chain": Role("seen", "the chain's cells"),
    "on": Role("a", "true along the chain"),
    "off": Role("b", "false along the chain"),
    "restricted": Role("f", "digits that link the sets"),
    "counted": Role("c", "digits that stand already"),
    "others": Role("d", "the other cells"),
    "alone": Role("b", "single cells with the same digits"),
    "sharing-cage": Role("d", "other cages that share the house"),
    "sharing-cell": Role("b", "single cells that share the house"),
    "factor": Role("a", "the only cell that can supply the factor"),
    "odd": Role("a", "can only be odd"),
    "even": Role("c", "can only be even"),
    "low": Role("a", "low digits"),
    "middle": Role("d", "middle digits"),
    "high": Role("c", "high digits"),
    **{
        f"class-{c}": Role(s, f"class {c.upper()} of digits")
        for c, s in zip("abcd", "acdb", strict=True)
    },
    "is-odd": Role("b", "must be odd"),
    "is-even": Role("b", "must be even"),
    "innie": Role("a", "innies: inside, left over by the cages"),
    "outie": Role("b", "outies: beyond, reached by the cages"),
    "least": Role("c", "the least that each other cell can be"),
    "most": Role("c", "the most that each other cell can be"),
    "asked": Role("a", "candidates to look at"),
    "target": Role("c", "what the chain decides"),
    "source": Role("d", "where the branches start"),
    "assumed": Role("b", "what is assumed"),
    "emptied": Role("e", "the cell that is left without a candidate"),
    "starved": Role("e", "the digit that is left without a place"),
    "place": Role("d", "the places of a digit that is left without one"),
    "goes": Role("c", "candidates that the assumption rules out"),
    "then-cell": Role("c", "follows, as its cell has no other candidate"),
    "then-house": Role("d", "follows, as its house has no other place for it"),
    "contradiction": Role("e", "where the branch cannot go on"),
    **{f"color-{c}": Role(s, f"color {c.upper()}") for c, s in zip("abcdef", STYLES, strict=True)},
    # Style f is reserved for the digits that link the sets. In the rare case of more than five
    # sets, some sets share a style.
    **{f"set-{c}": Role(s, f"set {c.upper()}") for c, s in zip("abcdefghijk", cycle(STYLES[:5]))},
}


def roles_in_use(names: Iterable[str]) -> dict[str, Role]:
    """Return the role of each name, in order.

    Unknown names get unused styles. If there are no unused styles, styles are used again.

    >>> roles_in_use(["pivot", "inner-cage"])["inner-cage"]
    Role(style='a', words='inner cage')
    """
    ordered = list(dict.fromkeys(names))
    taken = [ROLES[name].style for name in ordered if name in ROLES]
    free = [style for style in STYLES if style not in taken]
    found = {}
    for number, name in enumerate(name for name in ordered if name not in ROLES):
        style = free[number] if number < len(free) else STYLES[number % len(STYLES)]
        found[name] = Role(style, name.replace("-", " "))
    return {name: ROLES.get(name) or found[name] for name in ordered}
