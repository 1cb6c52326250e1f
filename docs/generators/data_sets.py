"""The page of the tables of data sets: every column with its type and its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs.generators.markup import cell, table
from pandoku.batch.tables import COLUMNS, STEPS, Column
from pandoku.batch.verbs import VERBS

__all__ = ["files"]

_PAGE = """# Tables of data sets

A data set has a table `puzzles` and, if paths were explained, a table `steps`. [Make a data
set](../how-to/data-sets.md) describes how to make them. New versions may add columns, but never
change the names or meanings of existing ones.

"""
_METADATA = """
## Metadata of a file

The metadata of each Parquet file contain `pandoku.version`, `pandoku.verb`, `pandoku.options`
(JSON), `pandoku.job` (the id of the job), `pandoku.part`, `pandoku.first` (the index of the first
row), and `pandoku.schema` (the version of these columns). They contain no times, machine names or
paths, so the bytes of a part depend only on the job and on the versions of pandoku, pyarrow and
numpy.
"""


def files() -> Iterator[tuple[str, str]]:
    """Yield the page."""
    verbs = ((f"`{verb.name}`", cell(verb.summary)) for verb in VERBS.values())
    parts = (
        _PAGE,
        "## Verbs\n\n",
        table(("Verb", "Purpose"), verbs),
        "\n## puzzles\n\nA row is a puzzle.\n\n",
        _columns(COLUMNS),
        "\nIf `rate` uses an additional scale S, it adds S_score, S_hardest, S_level and S_end.\n",
        "\n## steps\n\nA row is a step. Rows are sorted by index and step.\n\n",
        _columns(STEPS),
        _METADATA,
    )
    yield "reference/data-sets.md", "".join(parts)


def _columns(columns: Sequence[Column]) -> str:
    rows = (
        (f"`{each.name}`", f"`{each.type}`", cell(each.meaning), _by(each.by)) for each in columns
    )
    return table(("Column", "Type", "Meaning", "Written by"), rows)


def _by(verbs: Sequence[str]) -> str:
    return "all" if verbs == ("all",) else ", ".join(f"`{verb}`" for verb in verbs)
