"""Answers in tables, checked by another complete search."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pandoku.batch.columns import as_one_array, digit_rows, digit_texts
from pandoku.batch.sorting import sorted_out
from pandoku.batch.verbs._searching import search_rows
from pandoku.model import Batch

__all__ = ["wrong_answers"]

_READ = ("puzzle", "rules", "error")
_UNKNOWN = -1  # number of solutions if the column is missing or the budget ran out


def wrong_answers(table: pa.Table) -> tuple[int, dict[int, str]]:
    """Solve puzzles again, and compare their solutions and numbers of solutions.

    Args:
        table: Rows of the table `puzzles`. Rows with neither a solution nor an exact number of
            solutions are skipped.

    Returns:
        The number of rows that were compared, and the errors by row position.
    """
    if "puzzle" not in table.column_names:
        return 0, {}
    solutions, counts = _answers(table)
    says = np.asarray(solutions.is_valid()) | (counts >= 0)
    bad = np.zeros(len(says), bool)
    if "error" in table.column_names:
        bad = np.asarray(table["error"].is_valid())
    wrong = {int(at): "has an error, and an answer" for at in np.flatnonzero(says & bad)}
    places = np.flatnonzero(says & ~bad)
    read = table.select([name for name in _READ if name in table.column_names])
    found = sorted_out(read.take(pa.array(places)), checks_givens=False)
    wrong |= {int(places[at]): text for at, text in found.errors.items()}
    for at, batch in found.groups:
        here = places[at]
        for place, text in _wrong(batch, solutions.take(pa.array(here)), counts[here]):
            wrong[int(here[place])] = text
    return len(places), dict(sorted(wrong.items()))


def _answers(table: pa.Table) -> tuple[pa.StringArray, NDArray[np.int64]]:
    n, names = table.num_rows, table.column_names
    solutions = pa.nulls(n, pa.string())
    if "solution" in names:
        solutions = as_one_array(table["solution"])
    counts = np.full(n, _UNKNOWN, np.int64)
    if "n_solutions" in names:
        counts = pc.fill_null(table["n_solutions"], _UNKNOWN).to_numpy().astype(np.int64)
    return solutions, counts


def _wrong(
    batch: Batch, solutions: pa.StringArray, counts: NDArray[np.int64]
) -> Iterator[tuple[int, str]]:
    """Yield the wrong answers of puzzles of one geometry, each with its position."""
    has, limit = np.asarray(solutions.is_valid()), max(2, int(counts.max()))
    # If a puzzle has several solutions, its row has no solution or the least one.
    is_least = bool((has & (counts > 1)).any())
    searched = search_rows(batch, limit=limit, first="lexicographic" if is_least else "any")
    assert searched.solutions is not None
    digits, bad = digit_rows(solutions, batch.geometry.order)
    says = np.where(has & (counts == _UNKNOWN), 1, counts)
    is_other_number = (says != _UNKNOWN) & (searched.counts != says)
    is_other = has & (bad | (digits != searched.solutions).any(axis=1))
    for place in np.flatnonzero(is_other_number | is_other).tolist():
        if is_other_number[place]:
            number = f"{limit} or more" if (n := searched.counts[place]) == limit else n
            yield place, f"expected {says[place]} as the number of solutions, found {number}"
        else:
            right = digit_texts(searched.solutions[place : place + 1])[0]
            yield place, f"expected {right}, found {solutions[place]}"
