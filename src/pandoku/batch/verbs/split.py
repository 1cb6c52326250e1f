"""`batch split`: divide rows into training, validation and test by class of solution."""

from __future__ import annotations

from math import ceil

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pandoku.batch.columns import as_one_array, errors_column, hashes_of, spread_all
from pandoku.batch.sorting import sorted_out
from pandoku.batch.verbs._classes import ids_of_solutions, solutions_of
from pandoku.batch.verbs._verb import Option, Options, PartRows, Tables, Verb
from pandoku.errors import BatchError

__all__ = ["VERB"]

_NAMES = ("test", "validation", "train")
_BITS = 64
_ROUNDING = 1e-9  # as floats, shares such as 5 % and 95 % may add up to more than 1


def _run(rows: PartRows, options: Options) -> Tables:
    if "solution_class_id" in rows.table.column_names:
        ids, errors = as_one_array(rows.table["solution_class_id"]), None
        if "error" in rows.table.column_names:
            is_bad = rows.table["error"].combine_chunks().is_valid()
            ids = pc.if_else(is_bad, pa.scalar(None, pa.string()), ids)
    else:
        ids, errors = _made_ids(rows.table)
    table = {"solution_class_id": ids, "split": _splits(ids, options)}
    return {"puzzles": pa.table(table | ({} if errors is None else {"error": errors}))}


def _made_ids(table: pa.Table) -> tuple[pa.StringArray, pa.Array]:
    """Return the columns `solution_class_id` and `error`. The ids are those of `canonical`."""
    found = sorted_out(table, checks_givens=False)
    pieces, errors = [], dict(found.errors)
    for group in found.groups:
        solutions = solutions_of(group, table)
        ids, too_large = ids_of_solutions(group.batch, solutions)
        pieces.append((group.at, ids))
        of_group = too_large | solutions.errors
        errors |= {int(group.at[place]): text for place, text in of_group.items()}
    return spread_all(found.n, pieces, pa.string()), errors_column(found.n, errors)


def _splits(ids: pa.StringArray, options: Options) -> pa.Array:
    """Return the split of each solution class, given its id. For a null id, the split is null."""
    is_known = np.asarray(ids.is_valid())
    numbers = hashes_of(ids.drop_null().to_pylist(), options["salt"])
    which = np.full(len(ids), -1, np.int8)
    which[is_known] = 2
    for place in (1, 0):
        share = options["test"] + (options["validation"] if place else 0)
        # The hash values below `bound` are exactly this share of all possible values.
        bound = min(ceil(share * 2**_BITS), 2**_BITS)
        if bound:
            which[is_known] = np.where(numbers <= bound - 1, place, which[is_known])
    return pa.array(_NAMES).take(pa.array(which, mask=which < 0))


def _check(options: Options) -> None:
    total = options["test"] + options["validation"]
    if total > 1 + _ROUNDING:
        raise BatchError(
            f"expected a sum of test and validation of at most 100%, found {total:.4%}"
        )


VERB = Verb(
    "split",
    "Divide rows into train, validation and test without sharing solutions between them.",
    _run,
    lambda options: ("solution_class_id", "split"),
    rows=(262_144, 16_384),
    options=(
        Option("test", "percent", "Share of the classes for test.", 0.05),
        Option("validation", "percent", "Share of the classes for validation.", 0.0),
        Option(
            "salt",
            "text",
            "Sets split with the same salt never mix: a class in the test set of one is never in "
            "the training set of the other.",
            "",
        ),
    ),
    reads=("rules", "error", "solution", "n_solutions", "solution_class_id"),
    check=_check,
)
