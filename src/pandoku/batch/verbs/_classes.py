"""Find solutions and canonical forms of the puzzles of a part, to identify isomorphic puzzles."""

from __future__ import annotations

from typing import Literal, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from pandoku.batch.columns import digit_rows, digit_texts, ids_of
from pandoku.batch.rules import rules_of
from pandoku.batch.sorting import Group, clashes
from pandoku.batch.verbs._verb import Option
from pandoku.engines import Budget, solve_all
from pandoku.errors import PuzzleError
from pandoku.kernel.arrays import count_many, solve_many
from pandoku.kernel.rows import array_of, taken
from pandoku.kernel.symmetry import MOST_COUNTED, least_rows
from pandoku.model import Batch, Puzzle, reason_of
from pandoku.symmetry import automorphisms, canonical

__all__ = [
    "BUDGET",
    "Forms",
    "SearchedRows",
    "Solutions",
    "forms_of",
    "ids_of_solutions",
    "rows_of_column",
    "search_rows",
    "solutions_of",
    "subgroup",
]

BUDGET = Option(
    "budget",
    "count",
    "Maximum number of search nodes per puzzle, the same on every machine.",
    least=1,
    shell_name="nodes",
)
_COUNTS_ALIKE = "cages"  # for this engine, a budget of nodes has the same effect on every machine


class SearchedRows(NamedTuple):
    """The result of a search of many puzzles.

    Attributes:
        counts: int64 (n,): number of solutions, at most the limit. If the budget of a puzzle ran
            out after k solutions, the value is -1 - k.
        solutions: uint8 (n, cells), or None if solutions were not requested. If a puzzle has
            several solutions, different machines may return different solutions, unless the least
            solution was requested.
        errors: Error messages of puzzles with equal givens in a house, by position.
    """

    counts: NDArray[np.int64]
    solutions: NDArray[np.uint8] | None
    errors: dict[int, str]

    @property
    def is_bad(self) -> NDArray[np.bool_]:
        """True for puzzles with equal givens in a house, bool (n,)."""
        bad = np.zeros(len(self.counts), bool)
        bad[list(self.errors)] = True
        return bad


def search_rows(
    batch: Batch,
    *,
    limit: int,
    first: Literal["any", "lexicographic"] = "any",
    budget: int | None = None,
    wants_solutions: bool = True,
) -> SearchedRows:
    """Search the puzzles of a Batch on one thread. The counts are the same on every machine."""
    solutions: NDArray[np.uint8] | None = None
    if batch.has_constraints or budget is not None:
        counts, solutions = _search_each(batch, limit, budget, first)
    elif wants_solutions:
        solutions, counts = solve_many(batch, limit=limit, first=first, threads=1)
    else:
        counts = count_many(batch, limit=limit, threads=1)
    has_clashes = not batch.has_constraints and not batch.has_masks
    errors = clashes(batch, counts == 0) if has_clashes else {}
    return SearchedRows(counts, solutions if wants_solutions else None, errors)


def _search_each(
    batch: Batch, limit: int, budget: int | None, first: str
) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
    engine = "auto" if budget is None else _COUNTS_ALIKE
    at_most = None if budget is None else Budget(nodes=budget)
    outcomes = solve_all(batch, limit=limit, threads=1, engine=engine, budget=at_most)
    solutions = np.zeros((len(batch), batch.geometry.n_cells), np.uint8)
    counts = np.empty(len(batch), np.int64)
    for row, outcome in enumerate(outcomes):
        counts[row] = -1 - outcome.count if outcome.stopped == "nodes" else outcome.count
        found = outcome.solution
        if found is not None and first == "lexicographic" and outcome.count > 1:
            found = _least(batch[row], found)
        if found is not None:
            solutions[row] = found
    return counts, solutions


def _least(puzzle: Puzzle, solution: tuple[int, ...]) -> tuple[int, ...]:
    """Return the lexicographically least solution of a puzzle, given any of its solutions."""
    givens = list(puzzle.givens)
    for cell, given in enumerate(puzzle.givens):
        for digit in range(1, solution[cell]) if not given else ():
            givens[cell] = digit
            tried = puzzle.replace(givens=givens)
            smaller = solve_all([tried], limit=1, on_error="keep")[0].solution
            if smaller is not None:
                solution = smaller
                break
        givens[cell] = solution[cell]
    return solution


class Forms(NamedTuple):
    """The canonical forms of puzzles of one geometry.

    Attributes:
        texts: Givens of the forms, null if a form was not found.
        rules: Rules of the forms, null for classic Sudokus.
        n_automorphisms: Number of symmetries that map each puzzle to itself. Null if the form was
            not found, if the number does not fit into an int64, if the puzzle has constraints other
            than cages, or if counting was not requested.
        errors: Reasons why forms were not found, by the position of the puzzle.
    """

    texts: pa.StringArray
    rules: pa.StringArray
    n_automorphisms: pa.Int64Array
    errors: dict[int, str]

    @property
    def ids(self) -> pa.StringArray:
        """The ids of the forms, null if a form was not found."""
        return ids_of(self.rules, self.texts)


class Solutions(NamedTuple):
    """The solutions of the puzzles of a group.

    Attributes:
        digits: uint8 (n, cells): the solution of each puzzle, or zeros for a puzzle that is not
            proper.
        is_proper: bool (n,): whether the puzzle has exactly one solution.
        errors: Error messages of bad rows, by position.
    """

    digits: NDArray[np.uint8]
    is_proper: NDArray[np.bool_]
    errors: dict[int, str]


def forms_of(batch: Batch, *, counts_automorphisms: bool = False) -> Forms:
    """Return the canonical forms of the puzzles of a Batch, using one thread."""
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
        group: Puzzles from rows of the table.
        table: A table, optionally with the columns `solution` and `n_solutions`. A solution in the
            table counts as the only solution of its puzzle, unless the value of `n_solutions` in
            this row is a number other than 1.
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
    """Return the solutions of a group that are in the table, and errors for wrong solutions."""
    at, batch = group
    n, geometry = len(batch), batch.geometry
    texts = rows_of_column(table, "solution", at)
    if texts is None or texts.null_count == n:
        return Solutions(np.zeros((n, geometry.n_cells), np.uint8), np.zeros(n, bool), {})
    digits, bad = digit_rows(texts, geometry.order)
    digits = digits.copy()
    stands = np.asarray(texts.is_valid())
    counts = rows_of_column(table, "n_solutions", at)
    if counts is not None:  # ignore the solution if the puzzle may have other solutions
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
    """Return the values of a column in some rows, or None if the table does not have the column."""
    if name not in table.column_names:
        return None
    values = table[name].combine_chunks()
    return values if len(at) == len(values) else values.take(pa.array(at))


def subgroup(group: Group, which: NDArray[np.bool_]) -> Group:
    """Return the puzzles of a group where the mask *which*, bool (n,), is True."""
    if which.all():
        return group
    return Group(group.at[which], taken(group.batch, which))


def ids_of_solutions(batch: Batch, solutions: Solutions) -> tuple[pa.StringArray, dict[int, str]]:
    """Return the ids of the canonical forms of solutions, and error messages by position.

    A solution is the full grid of a puzzle. Cages and other constraints of the puzzle do not affect
    the id. The id of a puzzle that is not proper is null.
    """
    places = np.flatnonzero(solutions.is_proper)
    forms = forms_of(Batch(batch.geometry, solutions.digits[places]))
    ids = np.full(len(batch), -1, np.int64)
    ids[places] = np.arange(len(places))
    errors = {int(places[place]): text for place, text in forms.errors.items()}
    return forms.ids.take(pa.array(ids, mask=ids < 0)), errors
