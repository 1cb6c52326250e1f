"""Named sets of extra houses, and the rules for the names of houses.

To add a set, add a line to `HOUSE_SETS`. Everything else is derived from that line:
`extra="asterisk"`, the kind in `pandoku.generate`, titles, rules in a sentence, and explanations.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection
from dataclasses import dataclass
from math import isqrt
from typing import Any, TypeAlias

from pandoku.errors import PuzzleError

__all__ = [
    "HOUSE_SETS",
    "MAX_ORDER",
    "HouseSet",
    "checked_name",
    "default_box",
    "house_phrase",
    "known_names",
    "named_set",
    "noun_of",
    "plural",
]

_Box: TypeAlias = tuple[int, int] | None
_Cells: TypeAlias = tuple[int, ...]

MAX_ORDER = 36

_MAX_NAME = 40  # maximum number of characters of a name, which must fit into sentences and pictures
_SIGNS = " -'\u2019.,()/+#"
_NUMBERED = re.compile(r"(.+) ([0-9]+)")
_RESERVED = re.compile(r"(?:row|column|box|region|diagonal|cage|step) [0-9]+|r[0-9]+c[0-9]+|[0-9]+")
_RESERVED_NAMES = ("main diagonal", "anti-diagonal")


def default_box(order: int) -> tuple[int, int] | None:
    """Return the usual box (rows, columns) of an order: the squarest box with rows <= columns.

    Prime orders and order 1 have no box. Their puzzles are Latin squares.

    >>> default_box(9), default_box(6), default_box(7)
    ((3, 3), (2, 3), None)
    """
    best = max((r for r in range(1, isqrt(max(order, 0)) + 1) if order % r == 0), default=1)
    return (best, order // best) if best > 1 else None


@dataclass(frozen=True, slots=True)
class HouseSet:
    """A set of extra houses that defines a known kind of Sudoku.

    Attributes:
        name: Name for `extra=` and `pandoku.generate`, such as "center-dot". In a title, the name
            comes before "Sudoku", or replaces "Sudoku" if the name ends in "doku".
        noun: Name of one house: "center dot", "window". If a set has several houses, each name also
            has a number.
        where: Description of the cells of the houses, as a plural: "the cells of a star".
        cells: ``cells(order, box)`` returns the cells of each house, or () if a grid of this order
            cannot have these houses. *box* is (rows, columns), or None if there are no boxes.
        aliases: Other names that `named_set` accepts.
    """

    name: str
    noun: str
    where: str
    cells: Callable[[int, _Box], tuple[_Cells, ...]]
    aliases: tuple[str, ...] = ()

    @property
    def orders(self) -> tuple[int, ...]:
        """The orders of grids that can have these houses along with the usual boxes, ascending."""
        return tuple(n for n in range(1, MAX_ORDER + 1) if self.cells(n, default_box(n)))

    def houses(self, order: int, box: _Box) -> dict[str, _Cells]:
        """Return the cells of each house by name.

        Raises:
            PuzzleError: The order does not have these houses.

        >>> HOUSE_SETS["windoku"].houses(4, (2, 2))
        {'window': (5, 6, 9, 10)}
        """
        found = self.cells(order, box)
        if not found:
            *some, last = map(str, self.orders)
            orders = f"{', '.join(some)} or {last}" if some else last
            raise PuzzleError(f"expected order {orders} for {self.name}, found {order}")
        if len(found) == 1:
            return {self.noun: found[0]}
        return {f"{self.noun} {number}": cells for number, cells in enumerate(found, 1)}

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the set by its name, because its function cannot be pickled."""
        return named_set, (self.name,)


def _windows(order: int, _: _Box) -> tuple[_Cells, ...]:
    side = isqrt(order)
    if side * side != order:
        return ()
    starts = range(1, order - side, side + 1)
    return tuple(_block(order, top, left, (side, side)) for top in starts for left in starts)


def _groups(order: int, box: _Box) -> tuple[_Cells, ...]:
    places = [_block(order, *corner, box) for corner in _corners(order, box)] if box else []
    return tuple(zip(*places, strict=True))


def _centers(order: int, box: _Box) -> tuple[_Cells, ...]:
    if box is None or not box[0] % 2 or not box[1] % 2:
        return ()
    middle = order // 2
    return (tuple(_block(order, *corner, box)[middle] for corner in _corners(order, box)),)


def _nine(names: str) -> Callable[[int, _Box], tuple[_Cells, ...]]:
    """Return the function `HouseSet.cells` for a set of one house, which only 9x9 grids have."""
    cells = tuple(9 * int(name[1]) + int(name[3]) - 10 for name in names.split())
    return lambda order, _: (cells,) if order == 9 else ()


def _block(order: int, top: int, left: int, sides: tuple[int, int]) -> _Cells:
    rows, columns = range(top, top + sides[0]), range(left, left + sides[1])
    return tuple(row * order + column for row in rows for column in columns)


def _corners(order: int, box: tuple[int, int]) -> list[tuple[int, int]]:
    return [(top, left) for top in range(0, order, box[0]) for left in range(0, order, box[1])]


_ASTERISK = "r2c5 r3c3 r3c7 r5c2 r5c5 r5c8 r7c3 r7c7 r8c5"
_GIRANDOLA = "r1c1 r1c9 r2c5 r5c2 r5c5 r5c8 r8c5 r9c1 r9c9"

HOUSE_SETS: dict[str, HouseSet] = {}
for _each in (
    HouseSet("windoku", "window", "squares between the boxes", _windows, ("hyper", "hypersudoku")),
    HouseSet("disjoint-groups", "disjoint group", "cells at one place of all boxes", _groups),
    HouseSet("asterisk", "asterisk", "the cells of a star", _nine(_ASTERISK)),
    HouseSet("center-dot", "center dot", "the centers of the boxes", _centers),
    HouseSet("girandola", "girandola", "the cells of a pinwheel", _nine(_GIRANDOLA)),
):
    HOUSE_SETS[_each.name] = _each


def named_set(name: str) -> HouseSet:
    """Return a set of houses by one of its names.

    Raises:
        PuzzleError: There is no such set. The message lists similar names.
    """
    plain = re.sub(r"[\s_]+", "-", name.strip().lower())
    for each in HOUSE_SETS.values():
        if plain in (each.name, *each.aliases):
            return each
    from difflib import get_close_matches

    near = get_close_matches(plain, HOUSE_SETS, n=2) or HOUSE_SETS
    raise PuzzleError(
        "expected the name of a set of houses, or cells such as 'r1c1 r1c2', found "
        f"{name!r:.60}; try {', '.join(near)}"
    )


def known_names(order: int, box: _Box, present: Collection[_Cells]) -> dict[_Cells, str]:
    """Return a mapping from the cells of each known house to its name, for grids of an order.

    A house that belongs to two sets is named after a set whose houses are all *present*. For
    example, the center dot is only named as a disjoint group if all disjoint groups are present.
    """
    known = [
        {tuple(sorted(cells)): name for name, cells in each.houses(order, box).items()}
        for each in HOUSE_SETS.values()
        if each.cells(order, box)
    ]
    found: dict[_Cells, str] = {}
    for names in sorted(known, key=lambda names: not names.keys() <= {*present}):
        for cells, name in names.items():
            found.setdefault(cells, name)
    return found


def checked_name(name: Any, where: str, taken: Collection[str]) -> str:
    """Check the name of a house, and return it without spaces at its ends.

    Args:
        name: The name.
        where: Description of the house for messages: "extra house 2".
        taken: The names that other extra houses already have.

    Raises:
        PuzzleError: The name is empty, too long, reserved or already taken, or has a character that
            is not a letter, a digit or one of a few signs.

    >>> checked_name(" Ring 1 ", "extra house 1", ())
    'Ring 1'
    """
    if not isinstance(name, str):
        raise PuzzleError(f"{where}: expected a name as a text, found {name!r:.60}")
    odd = next((c for c in name if not (c in _SIGNS or unicodedata.category(c)[0] in "LMN")), None)
    if odd is not None:
        raise PuzzleError(
            f"{where}: expected a name of letters, digits, spaces and {_SIGNS.strip()}, "
            f"found {odd!r} in {name!r:.60}"
        )
    plain = unicodedata.normalize("NFC", " ".join(name.split()))
    if not plain:
        raise PuzzleError(f"{where}: expected a name, found an empty one")
    if len(plain) > _MAX_NAME:
        raise PuzzleError(
            f"{where}: expected a name of at most {_MAX_NAME} characters, found {len(plain)}: "
            f"{plain!r:.30}..."
        )
    folded = plain.casefold()
    if _RESERVED.fullmatch(folded) or folded in _RESERVED_NAMES:
        raise PuzzleError(f"{where}: expected a unique name, found {plain!r}, which is reserved")
    if folded in (each.casefold() for each in taken):
        raise PuzzleError(
            f"{where}: expected a unique name, found {plain!r}, which another extra house has"
        )
    return plain


def noun_of(name: str) -> tuple[str, str]:
    """Return the noun and the number in a name. The number is "" if the name has no number.

    >>> noun_of("window 2"), noun_of("center dot")
    (('window', '2'), ('center dot', ''))
    """
    found = _NUMBERED.fullmatch(name)
    return (found[1], found[2]) if found else (name, "")


def house_phrase(name: str) -> str:
    """Return the name of a house in a sentence, with its article.

    >>> house_phrase("row 3"), house_phrase("center dot"), house_phrase("Orion")
    ('row 3', 'the center dot', 'Orion')
    """
    if noun_of(name)[1] or not name[0].islower() or name.startswith("the "):
        return name
    return f"the {name}"


def plural(noun: str) -> str:
    """Return the plural of a noun.

    >>> plural("row"), plural("box"), plural("gallery")
    ('rows', 'boxes', 'galleries')
    """
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in ("a", "e", "o", "u", ""):
        return f"{noun[:-1]}ies"
    return f"{noun}s"
