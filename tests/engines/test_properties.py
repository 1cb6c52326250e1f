"""Random puzzles of every kind: all complete engines agree, and no engine contradicts them."""

from __future__ import annotations

from itertools import product
from math import prod

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pandoku.engines import ENGINES, Budget
from pandoku.model import Cage, Geometry, Outcome, Puzzle
from tests.data import by_default

LIMIT = 3
BUDGET = Budget(nodes=20_000)
BOXES = {4: [(2, 2)], 6: [(2, 3), (3, 2)]}
Grid = tuple[int, ...]
ANY = settings(deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def geometries(draw: st.DrawFn, orders: st.SearchStrategy[int]) -> Geometry:
    order = draw(orders)
    cells = list(range(order * order))
    regions = None
    box = draw(st.sampled_from([None, *BOXES.get(order, [])]))
    if box is None and draw(st.booleans()):
        # Rows cut at another place than the line's end, so that a region bends.
        shift = draw(st.integers(0, order - 1))
        regions = tuple((cell + shift) % (order * order) // order for cell in cells)
    extra = draw(
        st.lists(st.permutations(cells).map(lambda shuffled: tuple(shuffled[:order])), max_size=2)
        if draw(st.integers(0, 3)) == 0
        else st.just([])
    )
    diagonals = draw(st.integers(0, 3)) == 0
    return Geometry(order, box=box, regions=regions, diagonals=diagonals, extra=tuple(extra))


@st.composite
def latin_squares(draw: st.DrawFn, order: int) -> Grid:
    rows, columns, digits = (draw(st.permutations(range(order))) for _ in range(3))
    return tuple(digits[(r + c) % order] + 1 for r, c in product(rows, columns))


@st.composite
def boxed_squares(draw: st.DrawFn, order: int, box: tuple[int, int]) -> Grid:
    digits = draw(st.permutations(range(1, order + 1)))
    rows, columns = box
    return tuple(
        digits[(columns * (r % rows) + r // rows + c) % order]
        for r, c in product(range(order), repeat=2)
    )


@st.composite
def cages_over(draw: st.DrawFn, grid: Grid, n_cells: int) -> Cage:
    """A cage that *grid* satisfies, or now and then one that it may not."""
    cells = draw(st.permutations(range(len(grid))))[:n_cells]
    digits = [grid[cell] for cell in cells]
    off = draw(st.sampled_from([0] * 19 + [1]))
    operation = draw(st.sampled_from("+-*/?" if n_cells > 1 else "+-*/=?"))
    if draw(st.integers(0, 9)) == 0:
        return Cage("+", None, tuple(cells))
    top = max(digits)
    targets = {"+": sum(digits), "-": 2 * top - sum(digits), "*": prod(digits), "=": top}
    if top * top % prod(digits) == 0:
        targets["/"] = top * top // prod(digits)
    sign = draw(st.sampled_from("+-*/")) if operation == "?" else operation
    if sign not in targets:
        operation, sign = "*", "*"
    repeats = draw(st.booleans())
    return Cage(operation, targets[sign] + off, tuple(cells), repeats)


@st.composite
def puzzles(draw: st.DrawFn, *, with_cages: bool | None = None) -> Puzzle:
    """A puzzle made around a full grid: most have solutions, some of them several."""
    geometry = draw(geometries(st.integers(1, 6)))
    order = geometry.order
    grid = draw(boxed_squares(order, geometry.box) if geometry.box else latin_squares(order))
    cages: list[Cage] = []
    if draw(st.booleans()) if with_cages is None else with_cages:
        sizes = draw(st.lists(st.integers(1, min(4, order * order)), min_size=1, max_size=8))
        cages = [draw(cages_over(grid, size)) for size in sizes]
    shown = draw(st.integers(0, 3))  # how much is printed: nothing, a third, two thirds, all
    givens = [d if draw(st.integers(0, 2)) < shown else 0 for d in grid]
    candidates = None
    if draw(st.integers(0, 3)) == 0:
        masks = st.integers(0, geometry.all_mask)
        candidates = tuple(draw(masks) | 1 << (digit - 1) for digit in grid)
    if draw(st.integers(0, 5)) == 0:
        givens[draw(st.integers(0, len(grid) - 1))] = draw(st.integers(1, order))
    return Puzzle(geometry, tuple(givens), tuple(cages), candidates)


def outcomes(puzzle: Puzzle) -> dict[str, Outcome]:
    engines = ENGINES.values()
    return {
        engine.name: engine.solve(puzzle, limit=LIMIT, budget=BUDGET)
        for engine in engines
        if engine.supports(puzzle) is None
    }


@pytest.mark.turns(3)
@settings(
    max_examples=by_default(30, full=1000), deadline=None, suppress_health_check=list(HealthCheck)
)
@given(puzzles())
def test_engines_agree_on_how_many_solutions_there_are(puzzle: Puzzle) -> None:
    settled = {n: o for n, o in outcomes(puzzle).items() if o.stopped in (None, "limit")}
    counts = {name: outcome.count for name, outcome in settled.items()}
    assert len(set(counts.values())) <= 1, counts
    every = [set(o.solutions) for o in settled.values() if o.stopped is None]
    assert all(solutions == every[0] for solutions in every)


@settings(
    max_examples=by_default(20, full=1000), deadline=None, suppress_health_check=list(HealthCheck)
)
@given(puzzles())
def test_every_solution_is_valid_and_different(puzzle: Puzzle) -> None:
    for outcome in outcomes(puzzle).values():
        assert outcome.count == len(outcome.solutions) == len(set(outcome.solutions)) <= LIMIT
        assert all(puzzle.accepts(solution) for solution in outcome.solutions)


@settings(
    max_examples=by_default(15, full=1000), deadline=None, suppress_health_check=list(HealthCheck)
)
@given(puzzles(with_cages=False))
def test_what_an_incomplete_engine_reaches_holds_in_every_solution(puzzle: Puzzle) -> None:
    found = outcomes(puzzle)
    complete = ENGINES["dancing-links"].solve(puzzle, limit=LIMIT)
    for board in (outcome.board for outcome in found.values() if outcome.board is not None):
        for solution in complete.solutions:
            assert all(d in (0, s) for d, s in zip(board.digits, solution, strict=True))
            assert all(m >> (s - 1) & 1 for m, s in zip(board.masks, solution, strict=True))


@pytest.mark.turns(3)
@settings(
    max_examples=by_default(15, full=1000), deadline=None, suppress_health_check=list(HealthCheck)
)
@given(puzzles(), st.integers(1, 40))
def test_a_search_cut_short_never_claims_more_than_a_whole_one(puzzle: Puzzle, nodes: int) -> None:
    for engine in ENGINES.values():
        if engine.supports(puzzle) is None:
            whole = engine.solve(puzzle, limit=LIMIT, budget=BUDGET)
            cut = engine.solve(puzzle, limit=LIMIT, budget=Budget(nodes=nodes))
            assert cut.count <= whole.count
            if cut.stopped is None:
                assert cut.count == whole.count
