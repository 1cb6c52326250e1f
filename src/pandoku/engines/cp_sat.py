"""Engine `cp-sat`: OR-Tools' constraint solver, the reference the others are checked against.

An optional part: pip install 'pandoku[cp-sat]'.
"""

from __future__ import annotations

import importlib.util
from itertools import combinations, product
from math import prod
from time import perf_counter
from typing import Any

from pandoku.engines._engine import Budget, OnEvent
from pandoku.errors import MissingExtraError
from pandoku.model import Cage, Outcome, Puzzle

NAME = "cp-sat"
SUMMARY = "OR-Tools' CP-SAT, the reference; an optional part (pip install 'pandoku[cp-sat]')"
COMPLETE = True
EVENTS = False

_MAX_TUPLES = 200_000  # a table of fillings larger than this becomes arithmetic


def supports(puzzle: Puzzle) -> str | None:
    """Why this engine cannot take the puzzle: OR-Tools is absent, or a target is too large."""
    if importlib.util.find_spec("ortools") is None:
        return str(MissingExtraError("cp-sat", "cp-sat"))
    for cage in puzzle.cages:
        large = cage.operation in "*/?" and puzzle.order ** len(cage.cells) > 1 << 62
        if abs(cage.target or 0) > 1 << 62 or large:
            return "a cage's numbers are too large for 64 bits"
    return None


def solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions; a budget's nodes are CP-SAT's conflicts.

    Stats: nodes (branches), conflicts.

    Raises:
        MissingExtraError: OR-Tools is not installed.
    """
    started = perf_counter()
    model, cells = _model(puzzle)
    if model is None:
        return Outcome(0, engine=NAME, elapsed_s=perf_counter() - started)
    cp_model = _ortools()

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined,misc]
        def __init__(self) -> None:
            super().__init__()
            self.solutions: list[tuple[int, ...]] = []

        def on_solution_callback(self) -> None:
            self.solutions.append(tuple(self.value(cell) for cell in cells))
            if len(self.solutions) >= limit:
                self.stop_search()

    solver, collector = cp_model.CpSolver(), Collector()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    budget = budget or Budget()
    if budget.nodes is not None:
        solver.parameters.max_number_of_conflicts = budget.nodes
    if budget.seconds is not None:
        solver.parameters.max_time_in_seconds = budget.seconds
    status = solver.solve(model, collector)
    found = collector.solutions[:limit]
    stopped: str | None = None
    if len(found) == limit:
        stopped = "limit"
    elif status in (cp_model.UNKNOWN, cp_model.FEASIBLE):
        stopped = "nodes" if budget.seconds is None else "seconds"
    return Outcome(
        len(found),
        stopped,
        tuple(found),
        stats={"nodes": solver.num_branches, "conflicts": solver.num_conflicts},  # type: ignore[arg-type]
        engine=NAME,
        elapsed_s=perf_counter() - started,
    )


def _ortools() -> Any:
    try:
        from ortools.sat.python import cp_model
    except ImportError as error:
        raise MissingExtraError("cp-sat", "cp-sat") from error
    return cp_model


def _model(puzzle: Puzzle) -> tuple[Any, list[Any]]:
    """Return the model and its cells; no model when a given leaves nothing to choose."""
    cp_model = _ortools()
    model = cp_model.CpModel()
    n = puzzle.order
    cells = []
    for cell, given in enumerate(puzzle.givens):
        mask = puzzle.geometry.all_mask if puzzle.candidates is None else puzzle.candidates[cell]
        digits = [d for d in range(1, n + 1) if mask >> (d - 1) & 1 and given in (0, d)]
        if not digits:
            return None, []
        cells.append(model.new_int_var_from_domain(cp_model.Domain.from_values(digits), f"c{cell}"))
    for house in puzzle.geometry.houses:
        model.add_all_different([cells[cell] for cell in house.cells])
    for cage in puzzle.cages:
        _add_cage(model, cage, [cells[cell] for cell in cage.cells], n)
    return model, cells


def _add_cage(model: Any, cage: Cage, cells: list[Any], n: int) -> None:
    if not cage.repeats and len(cells) > 1:
        model.add_all_different(cells)
    if cage.target is None:
        return
    if cage.operation == "+":
        model.add(sum(cells) == cage.target)
    elif n ** len(cells) <= _MAX_TUPLES:
        fillings = [f for f in product(range(1, n + 1), repeat=len(cells)) if cage.allows(f)]
        model.add_allowed_assignments(cells, fillings)
    else:
        signs = "+-*/" if cage.operation == "?" else cage.operation
        ways = [model.new_bool_var(f"{sign}{cage.cells[0]}") for sign in signs]
        model.add_exactly_one(ways)
        for sign, way in zip(signs, ways, strict=True):
            _add_arithmetic(model, sign, cage.target, cells, n, way)
        # Two operations may give the same target: without an order a solution would count twice.
        for first, second in combinations(range(len(ways)), 2):
            _prefer(model, signs[first], cage.target, cells, n, ways[second])


def _add_arithmetic(model: Any, sign: str, target: int, cells: list[Any], n: int, way: Any) -> None:
    """Make the cells give the target when *way* is true."""
    if sign == "+":
        model.add(sum(cells) == target).only_enforce_if(way)
        return
    largest = model.new_int_var(1, n, "")
    model.add_max_equality(largest, cells)
    if sign == "-":
        model.add(2 * largest - sum(cells) == target).only_enforce_if(way)
        return
    whole = model.new_int_var(1, n ** len(cells), "")
    model.add_multiplication_equality(whole, cells)
    if sign == "*":
        model.add(whole == target).only_enforce_if(way)
        return
    square = model.new_int_var(1, n * n, "")
    model.add_multiplication_equality(square, [largest, largest])
    model.add(square == target * whole).only_enforce_if(way) if target * prod([n] * len(cells)) < (
        1 << 62
    ) else model.add(way == 0)


def _prefer(model: Any, sign: str, target: int, cells: list[Any], n: int, other: Any) -> None:
    """Forbid *other* where the earlier *sign* reaches the target too."""
    reached = model.new_bool_var("")
    if sign == "+":
        total = sum(cells)
    elif sign == "-":
        largest = model.new_int_var(1, n, "")
        model.add_max_equality(largest, cells)
        total = 2 * largest - sum(cells)
    else:
        total = model.new_int_var(1, n ** len(cells), "")
        model.add_multiplication_equality(total, cells)
    model.add(total == target).only_enforce_if(reached)
    model.add(total != target).only_enforce_if(reached.negated())
    model.add_implication(other, reached.negated())
