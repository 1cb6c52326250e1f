"""`batch solve`: find the solution of each puzzle, and the number of solutions."""

from __future__ import annotations

import pyarrow as pa

from pandoku.batch.columns import digit_texts, errors_column, spread_all
from pandoku.batch.sorting import sorted_out
from pandoku.batch.verbs._classes import BUDGET, search_rows
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.errors import BatchError

__all__ = ["VERB"]


def _run(rows: PartRows, options: Options) -> Tables:
    found = sorted_out(rows.table, checks_givens=False)
    errors, counts, texts = dict(found.errors), [], []
    wants_least = options["first"] == "lexicographic"
    for at, batch in found.groups:
        searched = search_rows(
            batch,
            limit=options["limit"],
            first="lexicographic" if wants_least else "any",
            budget=options["budget"],
        )
        assert searched.solutions is not None
        errors |= {int(at[place]): text for place, text in searched.errors.items()}
        is_shown = searched.counts > 0 if wants_least else searched.counts == 1
        counts.append((at, pa.array(searched.counts, mask=searched.is_bad)))
        texts.append((at, digit_texts(searched.solutions, is_shown)))
    table = {
        "n_solutions": spread_all(found.n, counts, pa.int64()),
        "solution": spread_all(found.n, texts, pa.string()),
        "error": errors_column(found.n, errors),
    }
    return {"puzzles": pa.table(table)}


def _check(options: Options) -> None:
    if options["budget"] is not None and options["first"] == "lexicographic":
        raise BatchError(
            "expected either a limit of nodes (budget) or first as 'lexicographic', found both"
        )


VERB = Verb(
    "solve",
    "Find the solution of each puzzle, and prove that it is the only one.",
    _run,
    lambda options: ("n_solutions", "solution"),
    rows=(524_288, 65_536),
    options=(
        Option(
            "limit",
            "count",
            "Maximum number of solutions to find. 2 are enough to prove that a solution is unique.",
            2,
            least=2,
        ),
        Option(
            "first",
            "text",
            "The solution to write if there are several: none (only), or the least one "
            "(lexicographic).",
            "only",
            ("only", "lexicographic"),
        ),
        BUDGET,
    ),
    check=_check,
)
