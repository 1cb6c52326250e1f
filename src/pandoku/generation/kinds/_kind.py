"""The interface of a kind: its names, its orders, the wishes it understands, and how it is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pandoku.errors import WishError
from pandoku.model import Geometry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.generation.drafts import Drafts
    from pandoku.generation.wishes import Wishes

__all__ = ["Kind"]


def _no_check(_: Wishes) -> None:
    """Find nothing to object to."""


@dataclass(frozen=True, slots=True, eq=False)
class Kind:
    """A kind of puzzle that can be made.

    Attributes:
        name: One word, lower case.
        summary: A line that says what the kind is.
        orders: From the least to the greatest order.
        default_order: The order if none is asked for.
        geometry: ``geometry(order, asked)`` returns the geometry of all puzzles, or None if each
            has its own; *asked* are the keywords of the caller. Raises WishError.
        make: ``make(wishes, keys)`` returns for each key (uint64, shape (n,)) a proper puzzle of
            the kind, with the cages, givens, symmetry and pattern asked for, or none. The puzzle
            of a key depends on the wishes and the key only: not on the other keys, threads, the
            machine or time.
        takes: The wishes that only some kinds know: "box", "regions", "operations", ...
        aliases: Further names of the kind.
        check: ``check(wishes)`` raises WishError if the wishes contradict the kind; what concerns
            every kind is checked before.
        has_cages: Whether the puzzles have cages.
    """

    name: str
    summary: str
    orders: tuple[int, int]
    default_order: int
    geometry: Callable[[int, Mapping[str, Any]], Geometry | None]
    make: Callable[[Wishes, NDArray[np.uint64]], Drafts]
    takes: frozenset[str] = frozenset()
    aliases: tuple[str, ...] = ()
    check: Callable[[Wishes], None] = _no_check
    has_cages: bool = False

    @property
    def title(self) -> str:
        """The name as in a list for players: "Disjoint groups"."""
        return self.name.replace("-", " ").capitalize()

    def possible_orders(self) -> tuple[int, ...]:
        """Return all orders from the least to the greatest that the kind has without wishes."""
        least, most = self.orders
        return tuple(order for order in range(least, most + 1) if self._has(order))

    def _has(self, order: int) -> bool:
        try:
            self.geometry(order, {})
        except WishError:
            return False
        return True
