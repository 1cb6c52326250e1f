"""The kinds of puzzles that can be generated.

To register a kind, a file in this folder defines `KIND`. For a family of kinds, it defines `KINDS`.
"""

from __future__ import annotations

import copyreg
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pandoku.errors import WishError
from pandoku.model import Geometry
from pandoku.rating import LEVELS
from pandoku.registry import Registry, plain_name

if TYPE_CHECKING:
    from pandoku.generation.drafts import Drafts
    from pandoku.generation.wishes import Wishes

__all__ = ["KINDS", "Kind", "constraint_named", "get_kind", "make_drafts"]

_FIRST = "sudoku"


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of puzzle that can be generated.

    Attributes:
        name: The name, a word in lower case.
        summary: A description in one line.
        orders: The lowest and the highest order.
        default_order: The default order.
        geometry: ``geometry(order, options)`` returns the geometry of all puzzles, or None if each
            puzzle has its own geometry. *options* are the keywords of the caller. The function
            raises WishError if no geometry is possible.
        make: ``make(wishes, keys)`` returns at most one proper puzzle of the kind for each key,
            with the requested cages, givens, symmetry and pattern. Keys are 0..2^64-1. The puzzle
            of a key depends only on the wishes and the key. It does not depend on the other keys,
            the number of threads, the machine or the time taken.
        takes: Options that only some kinds have: "box", "regions", "operations", ...
        aliases: Other names of the kind.
        check: ``check(wishes)`` raises WishError if the request contradicts the kind. The function
            is called after the checks that are common to all kinds.
        has_cages: Whether the puzzles have cages.
    """

    name: str
    summary: str
    orders: tuple[int, int]
    default_order: int
    geometry: Callable[[int, Mapping[str, Any]], Geometry | None]
    make: Callable[[Wishes, Sequence[int]], Drafts]
    takes: frozenset[str] = frozenset()
    aliases: tuple[str, ...] = ()
    check: Callable[[Wishes], None] = lambda _: None
    has_cages: bool = False

    @property
    def title(self) -> str:
        """The name for players, such as "Disjoint groups"."""
        return self.name.replace("-", " ").capitalize()

    def possible_orders(self) -> tuple[int, ...]:
        """Return the orders that are possible without any options, ascending."""
        least, most = self.orders
        return tuple(order for order in range(least, most + 1) if self._has(order))

    def _has(self, order: int) -> bool:
        try:
            self.geometry(order, {})
        except WishError:
            return False
        return True


# The default kind first, then the other kinds in alphabetical order.
KINDS = Registry(__name__, Kind, WishError, order=lambda kind: (kind.name != _FIRST, kind.name))


def get_kind(name: object) -> Kind:
    """Return the kind with a name or an alias.

    Raises:
        WishError: There is no such kind. The message lists the closest names.
    """
    if not isinstance(name, str):
        way_out = f"; generate(order={name}) names the order" if isinstance(name, int) else ""
        raise WishError(f"expected the name of a kind, such as 'killer', found {name!r}{way_out}")
    if (plain := name.strip().lower()) in LEVELS:
        raise WishError(f"there is no kind {name!r}; try generate(difficulty={plain!r})")
    if constraint := constraint_named(plain):
        raise WishError(f"there is no kind {name!r}; try generate(constraints={constraint!r})")
    return KINDS[name]


def constraint_named(name: str) -> str | None:
    """Return the constraint with a name or an alias, or None for another name or a kind.

    >>> constraint_named("thermo"), constraint_named("killer")
    ('thermometer', None)
    """
    plain = plain_name(name)
    if plain in KINDS.by_every_name:
        return None
    from pandoku.constraints import RULES  # only for a name that is not a kind

    rule = RULES.by_every_name.get(plain)
    return rule.name if rule and rule.proposer is not None else None


def make_drafts(wishes: Wishes, keys: Sequence[int]) -> Drafts:
    """Return at most one puzzle for each key.

    The `make` of the requested kind makes the puzzles, unless the request has constraints or
    a layout.
    """
    if wishes.mix:
        from pandoku.generation.placing import place_mix

        return place_mix(wishes, keys)
    if wishes.like is not None:
        from pandoku.generation.layouts import fill_layout

        return fill_layout(wishes, keys)
    return get_kind(wishes.kind).make(wishes, keys)


# Kinds are pickled by name, because an unpickled copy would not be equal to the original.
copyreg.pickle(Kind, lambda kind: (get_kind, (kind.name,)))
