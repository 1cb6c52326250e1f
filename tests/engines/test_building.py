"""Budgets cover what is built before a search: the relations of constraints, and their ties.

What it takes is counted: states that are stepped from, and looks at the clock. Processor time has
generous bounds only, so that a busy machine does not matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import lru_cache
from itertools import count, product
from random import Random
from time import process_time
from typing import Any

import pytest

import pandoku
from pandoku import Budget, EngineError, Geometry, Outcome, Puzzle, PuzzleError, engines
from pandoku.constraints import RULES, CountingCircles, Renban, WeightedTotal, XSum, Zipper
from pandoku.kernel import relations as lowering
from pandoku.kernel.relations import why_not_relations
from pandoku.model import MAX_STATES, Constraint, OutOfTimeError, budget, check_time, time_limit
from pandoku.model import relations as model_relations
from tests.data import CASES, IS_FULL, needs_case
from tests.fuzz.constraints import examples

ORDERS = (16, 25, 36)
_SMALL = 4  # cells: a field that has so few in all examples keeps their number
_MOST_STEPS = 40 * 36 * MAX_STATES  # of the automata of one constraint
_MOST_CPU_S = 5.0  # where a budget of at most a tenth of a second is asked for


# ---- large constraints of every kind


def _snake(n: int, first: int, length: int) -> tuple[int, ...]:
    """Return cells of a line that runs along the rows, back and forth."""
    cells = [r * n + (c if r % 2 == 0 else n - 1 - c) for r in range(n) for c in range(n)]
    return tuple(cells[first : first + length])


def _sizes(name: str, length: int) -> dict[str, int]:
    """Return how many cells each field gets: as many as in the examples if they are few."""
    found = {}
    for field in RULES[name].make.CELL_FIELDS:
        known = {len(getattr(each, field)) for each in examples(name)}
        found[field] = min(known) if len(known) == 1 and max(known) <= _SMALL else length
    return found


def _values(rng: Random, value: Any, n: int) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | tuple):
        return value
    if isinstance(value, tuple):
        return tuple(_values(rng, each, n) for each in value)
    return rng.choice((value, rng.randint(1, n), rng.randint(n, n * n // 2)))


def _large(name: str, n: int, length: int) -> Constraint | None:
    """Return a sound constraint of a kind with long lines and large numbers, or None."""
    rng, geometry = Random(f"{name} {n} {length}"), Geometry.sudoku(n)
    for _ in range(60):
        base, first = rng.choice(examples(name)), rng.randrange(n * n // 2)
        if n > 9 and name in ("pair-rule", "automaton-line"):  # tables for the order of the example
            return None
        changes: dict[str, Any] = {}
        for field, size in _sizes(name, length).items():
            changes[field] = _snake(n, first, size)
            first += size
        for each in fields(base):  # type: ignore[arg-type]
            if each.name not in changes:
                changes[each.name] = _values(rng, getattr(base, each.name), n)
        if "start" in changes:  # clues beside the grid: at the left of a row
            changes |= {"start": (rng.randrange(n) * n,), "direction": "R"}
        try:
            made = replace(base, **changes)  # type: ignore[type-var]
        except PuzzleError:
            continue
        if made.is_sound(geometry):
            return made
    return None


@lru_cache
def _all_large(name: str) -> tuple[Puzzle, ...]:
    """Return puzzles of orders 16, 25 and 36, each with a large constraint of a kind."""
    lengths = (6, 16, 100) if any(size > _SMALL for size in _sizes(name, 9).values()) else (6,)
    chosen: Iterable[tuple[int, int]] = product(ORDERS, lengths)
    if not IS_FULL and len(lengths) > 1:  # each order and each length once
        chosen = zip(ORDERS, lengths, strict=True)
    made = {(n, _large(name, n, length)) for n, length in chosen}
    return tuple(Puzzle.sudoku(n).with_(each) for n, each in sorted(made, key=repr) if each)


def _forget() -> None:
    """Forget relations that were built before, in this test or another one."""
    for module in (lowering, model_relations):
        for each in vars(module).values():
            if hasattr(each, "cache_clear"):
                each.cache_clear()


@pytest.fixture
def n_steps(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Count how often automata are asked for the state after another."""
    counter, seen = count(), [0]
    original = model_relations._explored

    def explored(order: int, length: int, start: Any, step: Any, accepts: Any) -> Any:
        def counted(state: Any, digit: int) -> Any:
            seen[0] = next(counter)
            return step(state, digit)

        return original(order, length, start, counted, accepts)

    monkeypatch.setattr(model_relations, "_explored", explored)
    return lambda: seen[0]


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", RULES)
def test_building_a_large_constraint_takes_a_bounded_number_of_steps(
    name: str, n_steps: Callable[[], int]
) -> None:
    for puzzle in _all_large(name):
        _forget()
        before, started = n_steps(), process_time()
        why_not_relations(puzzle)
        assert n_steps() - before <= _MOST_STEPS
        assert process_time() - started < _MOST_CPU_S


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", RULES)
def test_a_budget_of_seconds_holds_for_large_constraints_of_every_kind(name: str) -> None:
    for puzzle in _all_large(name):
        _forget()
        started = process_time()
        try:
            ended = pandoku.solve(puzzle, budget=Budget(seconds=0.03)).stopped
        except EngineError as error:  # of an arrow too large for the core
            ended = str(error)
        assert ended in (None, "limit", "seconds") or "4096 states" in ended
        assert process_time() - started < _MOST_CPU_S


# ---- a clock that runs with each look at it


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Let each look at the clock take a second, and count the looks."""
    looks = [0]

    def monotonic() -> float:
        looks[0] += 1
        return float(looks[0])

    monkeypatch.setattr(budget, "monotonic", monotonic)
    _forget()
    return looks


def _x_sums() -> Puzzle:
    """Return a 25x25 with an X-sum beside each row, whose automata have thousands of states."""
    clues = (XSum((row * 25,), "R", 100 + 4 * row) for row in range(25))
    return Puzzle.sudoku(25).with_(*clues)


def _circles(n: int, every: int) -> Puzzle:
    return Puzzle.sudoku(n).with_(CountingCircles(tuple(range(0, n * n, every))))


CALLS: dict[str, Callable[[Puzzle, Budget], Any]] = {
    "solve": lambda puzzle, spend: pandoku.solve(puzzle, budget=spend).stopped,
    "count": lambda puzzle, spend: pandoku.count(puzzle, budget=spend).stopped,
    "check": lambda puzzle, spend: pandoku.check(puzzle, budget=spend).verdict,
    "solve_all": lambda puzzle, spend: pandoku.solve_all([puzzle], budget=spend)[0].stopped,
    "true_candidates": lambda puzzle, spend: pandoku.true_candidates(puzzle, budget=spend),
    "candidate_counts": lambda puzzle, spend: engines.candidate_counts(puzzle, budget=spend),
    "contradiction": lambda puzzle, spend: _stopped(engines.contradiction(puzzle, budget=spend)),
    "unneeded": lambda puzzle, spend: _stopped(engines.unneeded(puzzle, budget=spend)),
}
CUT = ("seconds", None, "unknown, out of budget")


def _stopped(found: Any) -> str | None:
    assert found is not None
    return str(found.stopped)


@pytest.mark.parametrize("call", CALLS)
def test_building_ends_with_the_budget(call: str, hasty: list[int]) -> None:
    assert CALLS[call](_x_sums(), Budget(seconds=5)) in CUT
    assert hasty[0] < 40  # all automata would take hundreds of looks


@pytest.mark.parametrize("engine", ["auto", "cages"])
def test_an_engine_whose_time_is_over_before_the_search_says_so(
    engine: str, hasty: list[int]
) -> None:
    outcome = pandoku.solve(_x_sums(), engine=engine, budget=Budget(seconds=5))
    assert isinstance(outcome, Outcome)
    assert (outcome.count, outcome.stopped, outcome.engine) == (0, "seconds", "cages")
    assert outcome.stats["nodes"] == 0
    assert str(outcome).endswith(", out of time")
    assert hasty[0] < 40


def test_a_budget_of_nodes_does_not_look_at_the_clock(hasty: list[int]) -> None:
    puzzle = _circles(16, 9)
    outcome = pandoku.solve(puzzle, budget=Budget(nodes=20))
    assert outcome.stopped in (None, "limit", "nodes")
    assert hasty[0] == 0


def test_a_limit_within_another_does_not_extend_it(hasty: list[int]) -> None:
    with time_limit(3), time_limit(100):
        check_time()
        hasty[0] += 3
        with pytest.raises(OutOfTimeError):
            check_time()
    assert hasty[0] < 10
    for _ in range(10):
        check_time()  # without a limit, there is always time


def test_what_was_interrupted_is_built_at_the_next_call(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = _circles(16, 9)
    _forget()
    looks = count()
    with monkeypatch.context() as patch:
        patch.setattr(budget, "monotonic", lambda: float(next(looks)))
        with time_limit(1), pytest.raises(OutOfTimeError):
            why_not_relations(puzzle)
    assert why_not_relations(puzzle) is None


# ---- explanations and hints


def _zippers() -> Puzzle:
    """Return a 36x36 with 35 lines, whose ties are a million."""
    lines = (Zipper(tuple(row * 36 + column for column in range(35))) for row in range(35))
    return Puzzle.sudoku(36).with_(*lines)


def test_an_explanation_ends_with_its_budget() -> None:
    started = process_time()
    path = pandoku.explain(_zippers(), budget=0.1)
    assert path.cut_by == "seconds"
    assert process_time() - started < _MOST_CPU_S


def test_a_hint_ends_with_its_budget() -> None:
    started = process_time()
    assert pandoku.hint(_zippers(), budget=0.1).is_problem  # no solution, or too little time
    assert process_time() - started < _MOST_CPU_S


def test_a_renban_of_all_digits_has_ties_by_the_hundred_thousand() -> None:
    started = process_time()
    puzzle = Puzzle.sudoku(36).with_(*(Renban(_snake(36, at * 40, 20)) for at in range(12)))
    path = pandoku.explain(puzzle, budget=0.1)
    assert path.cut_by == "seconds"
    assert process_time() - started < _MOST_CPU_S


# ---- counts of digits in many cells


@pytest.mark.parametrize(("n", "every"), [(16, 2), (25, 6), (25, 3), (36, 3)])
def test_circles_need_few_states_whatever_their_number(
    n: int, every: int, n_steps: Callable[[], int]
) -> None:
    _forget()
    assert why_not_relations(_circles(n, every)) is None
    assert n_steps() < n * n * (n + 2)  # for each digit, a state for each count up to the digit


def _grid_of(n: int) -> tuple[int, ...]:
    solution = pandoku.solve(Puzzle.sudoku(n), limit=1).solution
    assert solution is not None
    return solution


def test_many_circles_have_exactly_the_grids_of_their_rule() -> None:
    """Cells that hold each digit d of 3, 5 and 8 just d times, in a grid that lacks a row."""
    n = 16
    grid = _grid_of(n)
    circles = [
        cell
        for digit in (3, 5, 8)
        for cell in [at for at, each in enumerate(grid) if each == digit][:digit]
    ]
    givens = [0 if cell < n else digit for cell, digit in enumerate(grid)]
    bare = Puzzle(Geometry.sudoku(n), givens)
    puzzle = bare.with_(CountingCircles(tuple(circles)))
    found = {*pandoku.solve(puzzle, limit=None).solutions}
    every = pandoku.solve(bare, limit=None).solutions
    assert grid in found
    assert found == {each for each in every if puzzle.further[0].holds(each, puzzle)}


@pytest.mark.parametrize("weights", [(2, 2, 2, 2), (-1, -1, -1, -1), (3, 3, 3, 3), (2, 2, 3, 3)])
@pytest.mark.parametrize("targets", [(20,), (18, 30), (7,), (-20, -10)])
def test_a_total_has_exactly_the_grids_of_its_rule(
    weights: tuple[int, ...], targets: tuple[int, ...]
) -> None:
    """Order 10 is beyond the totals of the core, so automata add up the digits."""
    n, cells = 10, (0, 11, 22, 33)
    grid = [0 if cell in cells else digit for cell, digit in enumerate(_grid_of(n))]
    found = set()
    machine = [*_machines(WeightedTotal(cells, weights, targets), n)]
    for a, b, c, d in _fours(n):
        digits = [*grid]
        for cell, digit in zip(cells, (a, b, c, d), strict=True):
            digits[cell] = digit
        total = sum(w * x for w, x in zip(weights, (a, b, c, d), strict=True))
        assert all(each.allows(digits) for each in machine) == (total in targets)
        found.add(total)
    assert len(found) > 10


def _fours(n: int) -> Iterator[tuple[int, int, int, int]]:
    rng = Random(n)
    for _ in range(2000):
        yield tuple(rng.randint(1, n) for _ in range(4))  # type: ignore[misc]


def _machines(constraint: Constraint, n: int) -> Iterator[Any]:
    """Yield the automata that the core gets for the totals of a constraint."""
    from pandoku.model import Machine, Total

    for relation in constraint.relations(Puzzle(Geometry.latin(n))):
        if not isinstance(relation, Total):
            yield relation
            continue
        weights = [each for _, each in relation.terms]
        if len({*weights}) == 1:
            automaton = lowering._adding(weights[0], len(weights), relation.targets)
        else:
            automaton = lowering._weighing(tuple(weights), relation.targets, n)
        yield Machine(relation.cells, automaton)


@needs_case("hostile-circles.json")
def test_a_grid_with_circles_in_a_third_of_its_cells_is_answered() -> None:
    _forget()
    started = process_time()
    puzzle = pandoku.load(CASES / "hostile-circles.json")
    outcome = pandoku.solve(puzzle, limit=2, budget=Budget(seconds=0.5))
    assert process_time() - started < _MOST_CPU_S
    assert outcome.stopped in (None, "limit", "seconds")
