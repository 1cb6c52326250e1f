"""The verbs of `pandoku batch`: a file each.

Every file in this folder registers itself: its `VERB` is a `Verb`.
"""

from __future__ import annotations

from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.errors import BatchError
from pandoku.registry import Registry

__all__ = ["VERBS", "Option", "Options", "PartRows", "Tables", "Verb", "get_verb"]


VERBS = Registry(__name__, Verb, BatchError)


def get_verb(name: str) -> Verb:
    """Return a verb by its name.

    Raises:
        BatchError: There is no such verb; the message lists the closest names.
    """
    return VERBS[name]
