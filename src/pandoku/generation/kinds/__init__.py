"""Kinds of puzzles that can be made: a file each.

Every file in this folder registers itself: its `KIND`, or its `KINDS` if several are made in the
same way.
"""

from __future__ import annotations

import copyreg
from typing import TYPE_CHECKING

from pandoku.errors import WishError
from pandoku.generation.kinds._kind import Kind
from pandoku.rating import LEVELS
from pandoku.registry import Registry

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.generation.drafts import Drafts
    from pandoku.generation.wishes import Wishes

__all__ = ["KINDS", "Kind", "get_kind", "make_drafts"]

_FIRST = "sudoku"

# The default first, then in alphabetical order.
KINDS = Registry(__name__, Kind, WishError, order=lambda kind: (kind.name != _FIRST, kind.name))


def get_kind(name: object) -> Kind:
    """Return a kind by its name or another name that it has.

    Raises:
        WishError: There is no such kind; the message lists the closest names.
    """
    if not isinstance(name, str):
        way_out = f"; generate(order={name}) names the order" if isinstance(name, int) else ""
        raise WishError(f"expected the name of a kind, such as 'killer', found {name!r}{way_out}")
    if (plain := name.strip().lower()) in LEVELS:
        raise WishError(f"there is no kind {name!r}; try generate(difficulty={plain!r})")
    return KINDS[name]


def make_drafts(wishes: Wishes, keys: NDArray[np.uint64]) -> Drafts:
    """Return for each key a puzzle of the kind that is asked for, or none, as `Kind.make` does."""
    return get_kind(wishes.kind).make(wishes, keys)


# A process takes a kind by its name: a copy would not be equal.
copyreg.pickle(Kind, lambda kind: (get_kind, (kind.name,)))
