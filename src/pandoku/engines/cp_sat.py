"""Engine `cp-sat`: the constraint solver of OR-Tools, as a reference to test other engines.

It shares no code and no algorithm with the other engines. A house is an all-different constraint. A
small cage is a table of its fillings. A large cage is a choice between ways to reach its target
(see `_ways`).

OR-Tools is an optional dependency: pip install "pandoku[cp-sat]".
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from itertools import product
from time import perf_counter
from typing import Any, NamedTuple

from pandoku._extras import missing_extra, needed_for
from pandoku.engines._engine import Engine, OnEvent
from pandoku.model import (
    Budget,
    Cage,
    Differ,
    FrozenMap,
    Machine,
    Only,
    Outcome,
    Pairs,
    Puzzle,
    Reaches,
    Relation,
    Total,
)

# Maximum number of fillings in a cage's table. For more fillings, arithmetic is faster.
_MAX_TUPLES = 50_000
_MAX_VALUE = 1 << 40  # greater than any sum of digits, and small enough for CP-SAT's 64 bits
_MOST_CONFLICTS = (1 << 63) - 1


def _supports(puzzle: Puzzle) -> str | None:
    """Return a message if OR-Tools is not installed, otherwise None."""
    if importlib.util.find_spec("ortools") is None:
        return str(missing_extra("cp-sat", "ortools"))
    return None


def _solve(
    puzzle: Puzzle,
    *,
    limit: int = 1,
    budget: Budget | None = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for up to *limit* solutions. *on_event* is not called.

    The nodes of a budget are CP-SAT's conflicts. The seconds of a budget include the time to build
    the model, which is never interrupted. Building the model takes a third of a second for an empty
    36x36, and longer for large cages.

    Stats:
        nodes: CP-SAT's branches.
        conflicts: CP-SAT's conflicts.

    Raises:
        MissingExtraError: OR-Tools is not installed.
    """
    started = perf_counter()
    cp_model, budget = _ortools(), budget or Budget()
    model, cells = build_model(puzzle)
    # Used as an ordered set, because CP-SAT can report a solution twice.
    found: dict[tuple[int, ...], None] = {}

    class Collector(cp_model.CpSolverSolutionCallback):  # type: ignore[name-defined,misc]
        def on_solution_callback(self) -> None:
            found[tuple(self.value(cell) for cell in cells)] = None
            if len(found) == limit:
                self.stop_search()

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    if budget.nodes is not None:
        solver.parameters.max_number_of_conflicts = min(budget.nodes, _MOST_CONFLICTS)
    if budget.seconds is not None:
        left_s = budget.seconds - (perf_counter() - started)
        solver.parameters.max_time_in_seconds = max(left_s, 0.0)
    status = _run(solver, model, Collector())
    stopped = None
    if len(found) >= limit:
        stopped = "limit"
    elif status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        out_of_nodes = budget.nodes is not None and solver.num_conflicts >= budget.nodes
        stopped = "nodes" if out_of_nodes or budget.seconds is None else "seconds"
    solutions = tuple(found)[:limit]
    return Outcome(
        len(solutions),
        stopped,
        solutions,
        stats=FrozenMap({"nodes": solver.num_branches, "conflicts": solver.num_conflicts}),
        engine=ENGINE.name,
        elapsed_s=perf_counter() - started,
    )


def _ortools() -> Any:
    with needed_for("cp-sat"):
        from ortools.sat.python import cp_model
    return cp_model


def _run(solver: Any, model: Any, collector: Any) -> Any:
    """Solve in a second thread, so that Ctrl-C raises KeyboardInterrupt in this thread.

    Otherwise, Ctrl-C would only end the search early.
    """
    # Imported here, because few searches need it.
    from concurrent.futures import ThreadPoolExecutor, wait

    solver.parameters.catch_sigint_signal = False
    with ThreadPoolExecutor(1) as pool:
        future = None
        try:
            future = pool.submit(solver.solve, model, collector)
            return future.result()
        except BaseException:
            while future is not None and not future.done():
                # Stop repeatedly, because stopping has no effect before the search has started.
                solver.stop_search()
                wait([future], timeout=0.05)
            raise


def build_model(puzzle: Puzzle) -> tuple[Any, list[Any]]:
    """Return the CP-SAT model of a puzzle and its cell variables in row-major order.

    Raises:
        MissingExtraError: OR-Tools is not installed.
    """
    cp_model = _ortools()
    model, n = cp_model.CpModel(), puzzle.order
    masks = puzzle.candidates or (puzzle.geometry.all_mask,) * len(puzzle.givens)
    cells = []
    for cell, (given, mask) in enumerate(zip(puzzle.givens, masks, strict=True)):
        digits = [d for d in range(1, n + 1) if mask >> (d - 1) & 1 and given in (0, d)]
        if not digits:
            model.add_bool_or([])  # an empty clause is always false, so the puzzle has no solution
        domain = cp_model.Domain.from_values(digits or [1])
        cells.append(model.new_int_var_from_domain(domain, f"cell {cell}"))
    for house in puzzle.geometry.houses:
        model.add_all_different([cells[cell] for cell in house.cells])
    for cage in puzzle.cages:
        _add_cage(model, cage, [cells[cell] for cell in cage.cells], n)
    for constraint in puzzle.further:
        for relation in constraint.relations(puzzle):
            _add_relation(model, relation, cells, n)
    return model, cells


def _add_relation(model: Any, relation: Relation, cells: list[Any], n: int) -> None:
    digits = range(1, n + 1)
    match relation:
        case Only(cell, mask):
            model.add_allowed_assignments(
                [cells[cell]], [(d,) for d in digits if mask >> (d - 1) & 1]
            )
        case Differ(differing):
            model.add_all_different([cells[cell] for cell in differing])
        case Pairs(table, pairs):
            allowed = [(a, b) for a in digits for b in digits if table[a - 1] >> (b - 1) & 1]
            for first, second in pairs:
                model.add_allowed_assignments([cells[first], cells[second]], allowed)
        case Total(terms, targets):
            total = 0
            for cell, weights in terms:
                if all(weight == weights[0] * digit for digit, weight in enumerate(weights, 1)):
                    total += weights[0] * cells[cell]
                else:
                    literals = (_is(model, cells[cell], digit) for digit in digits)
                    total += sum(w * one for w, one in zip(weights, literals, strict=True))
            domain = _ortools().Domain.from_values(targets)
            model.add_linear_expression_in_domain(total, domain)
        case Reaches(operation, target, inside):
            _add_cage(model, Cage(operation, target, inside), [cells[c] for c in inside], n)
        case Machine(line, automaton):
            arcs = [
                (state, digit, after)
                for state, row in enumerate(automaton.steps)
                for digit, after in enumerate(row, 1)
                if after >= 0
            ]
            if not arcs or not automaton.accepting:
                model.add_bool_or([])
            else:
                model.add_automaton(
                    [cells[cell] for cell in line], 0, list(automaton.accepting), arcs
                )


def _add_cage(model: Any, cage: Cage, cells: list[Any], n: int) -> None:
    if not cage.repeats:
        model.add_all_different(cells)
    if cage.target is None:
        return
    if cage.operation != "+" and n ** len(cells) <= _MAX_TUPLES:
        digits = range(1, n + 1)
        table = [f for f in product(digits, repeat=len(cells)) if cage.allows(f)]
        model.add_allowed_assignments(cells, table)
        return
    taken = []
    for way in _ways(cage, n):
        chosen = model.new_bool_var("")  # a variable: whether the cells are filled in this way
        taken.append(chosen)
        if way.total == "product":
            _add_product(model, way.value, cells, chosen, n)
        elif abs(way.value) < _MAX_VALUE:
            model.add(sum(cells) == way.value).only_enforce_if(chosen)
        else:
            model.add(chosen == 0)
        if way.largest is not None:
            for cell in cells:
                model.add(cell <= way.largest).only_enforce_if(chosen)
            has_largest = [_is(model, cell, way.largest) for cell in cells]
            model.add_bool_or(has_largest).only_enforce_if(chosen)
    model.add_bool_or(taken)


class _Way(NamedTuple):
    """One way to reach a target: a sum or a product, and the largest digit if it matters."""

    total: str  # "sum" or "product"
    value: int
    largest: int | None = None


def _ways(cage: Cage, n: int) -> Iterator[_Way]:
    """Yield the ways to reach a cage's target.

    A filling matches several of these ways only if the operation is ``?``.

    If m is the largest digit, ``-`` means that the sum is 2m - target, and ``/`` means that the
    product is m * m / target.
    """
    target = cage.target or 0
    operations = "+-*/" if cage.operation == "?" else cage.operation
    if "+" in operations or (cage.operation == "=" and len(cage.cells) == 1):
        yield _Way("sum", target)
    if "*" in operations:
        yield _Way("product", target)
    for m in range(1, n + 1):
        if "-" in operations:
            yield _Way("sum", 2 * m - target, m)
        if "/" in operations and target > 0 and m * m % target == 0:
            yield _Way("product", m * m // target, m)


def _add_product(model: Any, value: int, cells: list[Any], taken: Any, n: int) -> None:
    """Constrain the product to *value* by adding up exponents of primes. This cannot overflow."""
    for prime in (p for p in range(2, n + 1) if all(p % q for q in range(2, p))):
        exponent, value = _split(value, prime)
        powers = [(d, _split(d, prime)[0]) for d in range(prime, n + 1, prime)]
        total = sum(power * _is(model, cell, d) for cell in cells for d, power in powers)
        model.add(total == exponent).only_enforce_if(taken)
    if value != 1:  # the target has a prime factor above n, or is not positive
        model.add(taken == 0)


def _split(value: int, prime: int) -> tuple[int, int]:
    """Return the exponent of *prime* in *value*, and the remaining factor."""
    exponent = 0
    while value > 1 and value % prime == 0:
        exponent, value = exponent + 1, value // prime
    return exponent, value


def _is(model: Any, cell: Any, digit: int) -> Any:
    """Return a literal that is true if and only if the cell has the digit."""
    literal = model.new_bool_var("")
    model.add(cell == digit).only_enforce_if(literal)
    model.add(cell != digit).only_enforce_if(literal.negated())
    return literal


ENGINE = Engine(
    name="cp-sat",
    summary='CP-SAT of OR-Tools, the reference; optional (pip install "pandoku[cp-sat]")',
    complete=True,
    events=False,
    supports=_supports,
    solve=_solve,
)
