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
        words: One or two words for the cells or candidates with this role, for the legend.
    """

    style: str
    words: str


ROLES = {
    "single": Role("a", "cell"),
    "excludes": Role("seen", "sees it"),
    "pattern": Role("a", "pattern"),
    "proves": Role("a", "proof"),
    "fin": Role("b", "fin"),
    "pivot": Role("b", "pivot"),
    "stem": Role("e", "stem"),
    "wing": Role("a", "wing"),
    "z": Role("c", "shared"),
    "link": Role("d", "link"),
    "floor": Role("a", "floor"),
    "roof": Role("b", "roof"),
    "pair": Role("a", "pair"),
    "extra": Role("c", "extra"),
    "subset": Role("d", "subset"),
    "filled": Role("a", "filled"),
    "open": Role("b", "open"),
    "crossing": Role("a", "crossing"),
    "line": Role("b", "line"),
    "box": Role("c", "box"),
    "chain": Role("seen", "chain"),
    "on": Role("a", "true"),
    "off": Role("b", "false"),
    "restricted": Role("f", "linking"),
    "counted": Role("c", "placed before"),
    "same-digit": Role("c", "same digit"),
    "others": Role("d", "others"),
    "alone": Role("b", "same digits"),
    "sharing-cage": Role("d", "other cages"),
    "sharing-cell": Role("b", "other cells"),
    "factor": Role("a", "factor"),
    "odd": Role("a", "odd"),
    "even": Role("c", "even"),
    "low": Role("a", "low"),
    "middle": Role("d", "middle"),
    "high": Role("c", "high"),
    **{f"class-{c}": Role(s, f"class {c.upper()}") for c, s in zip("abcd", "acdb", strict=True)},
    "is-odd": Role("b", "odd"),
    "is-even": Role("b", "even"),
    "innie": Role("a", "innie"),
    "outie": Role("b", "outie"),
    "least": Role("c", "least"),
    "most": Role("c", "most"),
    "asked": Role("a", "look here"),
    "target": Role("c", "decided"),
    "source": Role("d", "start"),
    "assumed": Role("b", "assumed"),
    "emptied": Role("e", "empty"),
    "starved": Role("e", "no place"),
    "place": Role("d", "places"),
    "goes": Role("c", "ruled out"),
    "then-cell": Role("c", "only digit"),
    "then-house": Role("d", "only place"),
    "contradiction": Role("e", "clash"),
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
