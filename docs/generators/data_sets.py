"""The page of the tables of data sets: every column with its type and its meaning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from docs.generators.markup import cell, table
from pandoku.batch.tables import COLUMNS, STEPS, Column
from pandoku.batch.verbs import VERBS

__all__ = ["files"]

_PAGE = """# Tables of data sets

A data set has a table `puzzles` and, if paths were explained, a table `steps`. [Make a data
set](../how-to/data-sets.md) tells how they come about. Columns are added from version to version,
never renamed or given another meaning.

"""
_METADATA = """
## Metadata of a file

Every Parquet file says what it is in its metadata: `pandoku.version`, `pandoku.verb`,
`pandoku.options` (JSON), `pandoku.job` (the id of the job), `pandoku.part` and `pandoku.first` (the
index of its first row), and `pandoku.schema`, the version of these columns. It holds no time, no
name of a machine and no path: the bytes of a part depend on the job and on the versions of pandoku,
pyarrow and numpy only.
"""


def files() -> Iterator[tuple[str, str]]:
    """Yield the page."""
    verbs = ((f"`{verb.name}`", cell(verb.summary)) for verb in VERBS.values())
    parts = (
        _PAGE,
        "## Verbs\n\n",
        table(("Verb", "What it does"), verbs),
        "\n## puzzles\n\nA row is a puzzle.\n\n",
        _columns(COLUMNS),
        "\nA further scale S of `rate` has the columns S_score, S_hardest, S_level and S_end.\n",
        "\n## steps\n\nA row is a step; rows are sorted by index and step.\n\n",
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
