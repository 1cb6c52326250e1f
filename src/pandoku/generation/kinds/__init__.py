"""Kinds of puzzles that can be made: a file each.

Every file in this folder registers itself: its `KINDS` lists one kind or several that are made in
the same way.
"""

from __future__ import annotations

import copyreg
import importlib
import pkgutil
from functools import lru_cache
from typing import TYPE_CHECKING

from pandoku.errors import WishError
from pandoku.generation.kinds._kind import Kind
from pandoku.rating import LEVELS
from pandoku.registry import nearest

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.generation.drafts import Drafts
    from pandoku.generation.wishes import Wishes

__all__ = ["Kind", "get_kind", "make_drafts", "registry"]

_FIRST = "sudoku"


@lru_cache(maxsize=1)
def registry() -> dict[str, Kind]:
    """Return every kind by name: the default first, then in alphabetical order."""
    files = [info.name for info in pkgutil.iter_modules(__path__) if info.name[0] != "_"]
    listed = [importlib.import_module(f"{__name__}.{name}").KINDS for name in files]
    found = {kind.name: kind for kinds in listed for kind in kinds}
    return {name: found[name] for name in sorted(found, key=lambda name: (name != _FIRST, name))}


def get_kind(name: object) -> Kind:
    """Return a kind by its name or another name that it has.

    Raises:
        WishError: There is no such kind; the message lists the closest names.
    """
    known = {each: kind for kind in registry().values() for each in (kind.name, *kind.other_names)}
    if not isinstance(name, str):
        way_out = f"; generate(order={name}) names the order" if isinstance(name, int) else ""
        raise WishError(f"expected the name of a kind, such as 'killer', found {name!r}{way_out}")
    plain = name.strip().lower()
    if plain in known:
        return known[plain]
    if plain in LEVELS:
        raise WishError(f"there is no kind {name!r}; try generate(difficulty={plain!r})")
    raise WishError(f"there is no kind {name!r}; try {', '.join(nearest(name, known) or known)}")


def make_drafts(wishes: Wishes, keys: NDArray[np.uint64]) -> Drafts:
    """Return for each key a puzzle of the kind that is asked for, or none, as `Kind.make` does."""
    return get_kind(wishes.kind).make(wishes, keys)


# A process takes a kind by its name: a copy would not be equal.
copyreg.pickle(Kind, lambda kind: (get_kind, (kind.name,)))
