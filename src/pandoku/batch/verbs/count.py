"""`batch count`: count the solutions of each puzzle."""

from __future__ import annotations

import pyarrow as pa

from pandoku.batch.columns import errors_column, spread_all
from pandoku.batch.sorting import sorted_out
from pandoku.batch.verbs._classes import BUDGET, search_rows
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb

__all__ = ["VERB"]


def _run(rows: PartRows, options: Options) -> Tables:
    found = sorted_out(rows.table, checks_givens=False)
    errors, counts = dict(found.errors), []
    for at, batch in found.groups:
        searched = search_rows(
            batch, limit=options["limit"], budget=options["budget"], wants_solutions=False
        )
        errors |= {int(at[place]): text for place, text in searched.errors.items()}
        counts.append((at, pa.array(searched.counts, mask=searched.is_bad)))
    table = {
        "n_solutions": spread_all(found.n, counts, pa.int64()),
        "error": errors_column(found.n, errors),
    }
    return {"puzzles": pa.table(table)}


VERB = Verb(
    "count",
    "Count the solutions of each puzzle.",
    _run,
    lambda options: ("n_solutions",),
    rows=(524_288, 65_536),
    options=(
        Option("limit", "count", "Maximum number of solutions to count.", 1000, least=1),
        BUDGET,
    ),
)
