"""The verbs of `pandoku batch`, one per file.

Each file in this folder defines `VERB`, a `Verb`, and is registered automatically.
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
        BatchError: There is no such verb. The message lists the closest names.
    """
    return VERBS[name]
