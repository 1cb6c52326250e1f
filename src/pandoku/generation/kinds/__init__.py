"""The kinds of puzzles that can be generated.

Every file in this folder registers itself with a `KIND`, or with `KINDS` for a family.
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
    """Return the kind with a name or an alias.

    Raises:
        WishError: There is no such kind. The message lists the closest names.
    """
    if not isinstance(name, str):
        way_out = f"; generate(order={name}) names the order" if isinstance(name, int) else ""
        raise WishError(f"expected the name of a kind, such as 'killer', found {name!r}{way_out}")
    if (plain := name.strip().lower()) in LEVELS:
        raise WishError(f"there is no kind {name!r}; try generate(difficulty={plain!r})")
    return KINDS[name]


def make_drafts(wishes: Wishes, keys: NDArray[np.uint64]) -> Drafts:
    """Return at most one puzzle of the requested kind for each key, as `Kind.make` does."""
    return get_kind(wishes.kind).make(wishes, keys)


# Kinds are pickled by name, because a copy would not be equal to the original.
copyreg.pickle(Kind, lambda kind: (get_kind, (kind.name,)))
