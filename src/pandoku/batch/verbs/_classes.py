"""Classes of isomorphic puzzles and of isomorphic solutions, identified by canonical forms."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pandoku.batch.columns import digit_rows, digit_texts, ids_of
from pandoku.batch.rules import rules_of
from pandoku.batch.sorting import Group, clashes
from pandoku.batch.verbs._searching import search_rows
from pandoku.errors import PuzzleError
from pandoku.kernel.rows import array_of, taken
from pandoku.kernel.symmetry import MOST_COUNTED, least_rows
from pandoku.model import Batch, Puzzle, reason_of
from pandoku.symmetry import automorphisms, canonical

__all__ = [
    "Forms",
    "Solutions",
    "forms_of",
    "ids_of_solutions",
    "rows_of_column",
    "solutions_of",
    "subgroup",
]


class Forms(NamedTuple):
    """The canonical forms of puzzles of one geometry.

    Attributes:
        texts: Givens of the forms; null if a form was not found.
        rules: Rules of the forms; null for classic Sudokus.
        n_automorphisms: Number of symmetries that map each puzzle to itself. Null if the form was
            not found, if the number does not fit into an int64, if the puzzle has constraints other
            than cages, or if counting was not requested.
        errors: Reasons why forms were not found, by position.
    """

    texts: pa.StringArray
    rules: pa.StringArray
    n_automorphisms: pa.Int64Array
    errors: dict[int, str]

    @property
    def ids(self) -> pa.StringArray:
        """The ids of the forms; null if a form was not found."""
        return ids_of(self.rules, self.texts)


class Solutions(NamedTuple):
    """The solutions of the puzzles of a group.

    Attributes:
        digits: uint8 (n, cells): the solutions, or zeros if the puzzle is not proper.
        is_proper: bool (n,): whether the puzzle has exactly one solution.
        errors: Error messages of bad rows, by position.
    """

    digits: NDArray[np.uint8]
    is_proper: NDArray[np.bool_]
    errors: dict[int, str]


def forms_of(batch: Batch, *, counts_automorphisms: bool = False) -> Forms:
    """Return the canonical forms of a Batch, using one thread."""
    if batch.has_constraints or batch.has_masks:
        return _forms_one_by_one(batch, counts_automorphisms)
    least = least_rows(batch.geometry, array_of(batch), threads=1)
    rules = pa.scalar(rules_of(Puzzle(batch.geometry)), pa.string())
    is_counted = least.is_found & (least.n_automorphisms < MOST_COUNTED) & counts_automorphisms
    return Forms(
        digit_texts(least.rows, least.is_found),
        pa.repeat(rules, len(batch)),
        pa.array(least.n_automorphisms, mask=~is_counted),
        dict.fromkeys(np.flatnonzero(~least.is_found).tolist(), least.why_not),
    )


def _forms_one_by_one(batch: Batch, counts_automorphisms: bool) -> Forms:
    rows, is_found = np.zeros((len(batch), batch.geometry.n_cells), np.uint8), []
    rules: list[str | None] = []
    counts: list[int | None] = []
    errors: dict[int, str] = {}
    for place, puzzle in enumerate(batch):
        try:
            form = canonical(puzzle)
            is_counted = counts_automorphisms and not form.further
            count = automorphisms(form).count if is_counted else MOST_COUNTED
        except PuzzleError as error:
            errors[place] = reason_of(error)
            is_found.append(False)
            rules.append(None)
            counts.append(None)
        else:
            rows[place] = form.givens
            is_found.append(True)
            rules.append(rules_of(form))
            counts.append(count if count < MOST_COUNTED else None)
    return Forms(
        digit_texts(rows, np.array(is_found, bool)),
        pa.array(rules, pa.string()),
        pa.array(counts, pa.int64()),
        errors,
    )


def solutions_of(group: Group, table: pa.Table) -> Solutions:
    """Return the solutions of the puzzles of a group, from the table or by a search.

    Args:
        group: Rows of the table.
        table: A table, optionally with the columns `solution` and `n_solutions`. A solution in the
            table counts as the only one, unless `n_solutions` has another number than 1.
    """
    known = _known_solutions(group, table)
    counts = rows_of_column(table, "n_solutions", group.at)
    is_open = ~known.is_proper
    is_open[list(known.errors)] = False
    if counts is not None:
        is_open &= np.asarray(pc.fill_null(counts, -1)) < 2
    if not is_open.any():
        return known
    places = np.flatnonzero(is_open)
    searched = search_rows(subgroup(group, is_open).batch, limit=2)
    assert searched.solutions is not None
    is_proper = searched.counts == 1
    known.digits[places[is_proper]] = searched.solutions[is_proper]
    known.is_proper[places[is_proper]] = True
    errors = {int(places[place]): text for place, text in searched.errors.items()}
    return known._replace(errors=known.errors | errors)


def _known_solutions(group: Group, table: pa.Table) -> Solutions:
    """Return the solutions of a group that are already in its table."""
    at, batch = group
    n, geometry = len(batch), batch.geometry
    texts = rows_of_column(table, "solution", at)
    if texts is None or texts.null_count == n:
        return Solutions(np.zeros((n, geometry.n_cells), np.uint8), np.zeros(n, bool), {})
    digits, bad = digit_rows(texts, geometry.order)
    digits = digits.copy()
    stands = np.asarray(texts.is_valid())
    counts = rows_of_column(table, "n_solutions", at)
    if counts is not None:  # ignore solutions of puzzles with several, or without a known number
        stands &= np.asarray(pc.equal(pc.fill_null(counts, 1), 1))
    bad |= (digits == 0).any(axis=1)
    if not batch.has_masks:
        givens = array_of(batch)
        bad |= ((givens != 0) & (givens != digits)).any(axis=1)
    bad[list(clashes(Batch(geometry, digits), stands & ~bad))] = True
    reason = f"solution: expected a digit for each of {geometry.n_cells} cells, the givens among "
    errors = dict.fromkeys(
        np.flatnonzero(stands & bad).tolist(),
        f"{reason}them, and no digit twice in a house; found another text",
    )
    is_proper = stands & ~bad
    digits[~is_proper] = 0
    return Solutions(digits, is_proper, errors)


def rows_of_column(table: pa.Table, name: str, at: NDArray[np.int64]) -> pa.Array | None:
    """Return the values of a column in some rows, or None if there is no such column."""
    if name not in table.column_names:
        return None
    values = table[name].combine_chunks()
    return values if len(at) == len(values) else values.take(pa.array(at))


def subgroup(group: Group, which: NDArray[np.bool_]) -> Group:
    """Return the puzzles of a group selected by a mask, bool (n,)."""
    if which.all():
        return group
    return Group(group.at[which], taken(group.batch, which))


def ids_of_solutions(batch: Batch, solutions: Solutions) -> tuple[pa.StringArray, dict[int, str]]:
    """Return the ids of the canonical forms of solutions, without cages, and errors by position.

    An id is null unless the puzzle is proper.
    """
    places = np.flatnonzero(solutions.is_proper)
    forms = forms_of(Batch(batch.geometry, solutions.digits[places]))
    ids = np.full(len(batch), -1, np.int64)
    ids[places] = np.arange(len(places))
    errors = {int(places[place]): text for place, text in forms.errors.items()}
    return forms.ids.take(pa.array(ids, mask=ids < 0)), errors
