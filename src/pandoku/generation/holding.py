"""Compare a constraint with many full grids at once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pandoku.model import Automaton, Differ, Machine, Only, Pairs, Reaches, Relation, Total

__all__ = ["rows_that_hold"]

_MOST_APART = 10_000  # targets that are farther apart are not looked up in a table


def rows_that_hold(relations: Iterable[Relation], rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return a mask of the full grids that satisfy all relations, bool (m,).

    Args:
        relations: The relations of constraints.
        rows: The digits minus 1 of each grid, (m, cells).
    """
    held = np.ones(len(rows), np.bool_)
    for relation in relations:
        match relation:
            case Only(cell, digits):
                held &= (digits >> rows[:, cell] & 1).astype(np.bool_)
            case Differ(cells):
                # Distinct powers of two have the same sum as their bitwise union.
                powers = np.left_shift(1, rows[:, cells])
                held &= powers.sum(axis=1) == np.bitwise_or.reduce(powers, axis=1)
            case Pairs(table, pairs):
                first, second = zip(*pairs, strict=True)
                held &= _allowed(table)[rows[:, first], rows[:, second]].all(axis=1)
            case Total(terms, targets):
                total = sum(_weights(each)[rows[:, cell]] for cell, each in terms)
                held &= total == targets[0] if len(targets) == 1 else _is_one_of(total, targets)
            case Machine(cells, automaton):
                steps, accepting = _steps(automaton)
                state = np.zeros(len(rows), np.intp)
                for cell in cells:
                    state = steps[state, rows[:, cell]]
                held &= accepting[state]
            case Reaches("+", target, cells):
                held &= rows[:, cells].sum(axis=1) == target - len(cells)
            case _:
                each = (relation.allows([digit + 1 for digit in row]) for row in rows.tolist())
                held &= np.fromiter(each, np.bool_, len(rows))
    return held


@lru_cache(maxsize=256)
def _weights(weights: tuple[int, ...]) -> NDArray[Any]:
    return np.array(weights)


def _is_one_of(totals: NDArray[Any] | int, targets: tuple[int, ...]) -> Any:
    """Return a mask of the totals that are targets. This is quicker than `numpy.isin`."""
    if targets[-1] - targets[0] > _MOST_APART:
        return np.isin(totals, targets)
    # The entries at both ends stand for all other totals.
    return np.take(_table_of(targets), totals - (targets[0] - 1), mode="clip")


@lru_cache(maxsize=256)
def _table_of(targets: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return a mask of the numbers from the first target minus 1 to the last target plus 1."""
    table = np.zeros(targets[-1] - targets[0] + 3, np.bool_)
    table[np.array(targets) - (targets[0] - 1)] = True
    return table


@lru_cache(maxsize=256)
def _allowed(table: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return a table of pairs as an array: allowed[a-1, b-1]."""
    n = len(table)
    return (np.array(table)[:, None] >> np.arange(n) & 1).astype(np.bool_)


@lru_cache(maxsize=256)
def _steps(automaton: Automaton) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return the steps and the accepting states as arrays. The last state refuses all digits."""
    n_states, n = automaton.n_states, len(automaton.steps[0])
    steps = np.full((n_states + 1, n), n_states, np.intp)
    steps[:-1] = np.where(np.array(automaton.steps) < 0, n_states, automaton.steps)
    accepting = np.zeros(n_states + 1, np.bool_)
    accepting[list(automaton.accepting)] = True
    return steps, accepting
