"""The verbs of `pandoku batch`: a file each.

Every file in this folder registers itself: its `VERB` is a `Verb`.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import lru_cache

from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.errors import BatchError
from pandoku.registry import nearest

__all__ = ["Option", "Options", "PartRows", "Tables", "Verb", "get_verb", "registry"]


@lru_cache(maxsize=1)
def registry() -> dict[str, Verb]:
    """Return every verb by name, in alphabetical order."""
    files = [info.name for info in pkgutil.iter_modules(__path__) if info.name[0] != "_"]
    listed = [importlib.import_module(f"{__name__}.{name}").VERB for name in files]
    return {verb.name: verb for verb in sorted(listed, key=lambda verb: verb.name)}


def get_verb(name: str) -> Verb:
    """Return a verb by its name.

    Raises:
        BatchError: There is no such verb; the message lists the closest names.
    """
    known = registry()
    if name in known:
        return known[name]
    close = ", ".join(nearest(name, known) or known)
    raise BatchError(f"there is no verb {name!r:.60}; try {close}")
