"""No step of any technique ever removes a digit of the solution.

PANDOKU_FULL=1 checks ten thousand puzzles of every kind instead of a few, and all steps on
boards of paths instead of the first twenty of each technique.
"""

from __future__ import annotations

import json
import random
from functools import cache
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandoku
from pandoku import Board, Geometry, Puzzle
from pandoku.logic import explain
from pandoku.techniques import TECHNIQUES, Technique, example_board, example_of, example_text
from tests.data import EXAMPLE_FILES, IS_FULL, SHARED, WINDOWS, by_default, needs
from tests.in_full import in_full
from tests.techniques.sound import check_keeps, check_steps

NAMES = list(TECHNIQUES)
SETS = SHARED / "sudoku"
# Every step of every technique on a board of order 25 would take minutes.
SMALL_EXAMPLES = [path for path in EXAMPLE_FILES if path.stem != "twentyfive"]


def check_sound(
    board: Board, solution: tuple[int, ...], techniques: list[Technique], most: int = 1000
) -> int:
    """Assert that no step removes a digit of the solution; return how many steps there are.

    Only the first *most* steps of each technique are checked.
    """
    n_steps = 0
    for technique in techniques:
        n_steps += check_steps(technique.steps(board, most), board, solution)
    return n_steps


def check_path(puzzle: Puzzle, every: int) -> int:
    """Check all techniques on each *every*-th board of the path of a proper puzzle."""
    outcome = pandoku.solve(puzzle, limit=2)
    assert outcome.count == 1
    path = explain(puzzle, is_proper=True)
    assert path.stopped in ("full", "stuck")
    check_keeps(path.steps, outcome.solutions[0], puzzle)
    if puzzle.order > by_default(9, full=16):  # steps of all techniques would take seconds, minutes
        return len(path.steps)
    usable = [TECHNIQUES[name] for name in path.techniques]
    boards = [*islice(path.boards(), 0, None, every), path.end]
    most = by_default(20, full=1000)
    return sum(check_sound(board, outcome.solutions[0], usable, most) for board in boards)


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", NAMES)
def test_an_example_has_one_solution_and_the_step_keeps_it(name: str) -> None:
    example = example_of(name)
    assert example is not None
    outcome = pandoku.solve(example.board.puzzle, limit=2)
    assert outcome.count == 1
    check_sound(example.board, outcome.solutions[0], [TECHNIQUES[name]])
    assert in_full(example_board(example_text(example.board))) == in_full(example.board)


@pytest.mark.turns(3)
@pytest.mark.parametrize("path", SMALL_EXAMPLES, ids=lambda path: path.name)
def test_no_step_is_wrong_on_the_examples(path: Path) -> None:
    puzzle = pandoku.load(path)
    few = 60 if puzzle.order < 10 else 120
    assert check_path(puzzle, every=by_default(few, full=5)) > 0


@pytest.mark.turns(3)
@needs(SETS)
@pytest.mark.parametrize(
    "name", sorted(p.name for p in SETS.iterdir() if "serg" not in p.name and p.suffix != ".md")
    if SETS.is_dir() else [],
)  # fmt: skip
def test_no_step_is_wrong_on_the_published_sets(name: str) -> None:
    lines = [line for line in (SETS / name).read_text().splitlines() if line[:1] not in ("", "#")]
    rng = random.Random(name)
    n_steps = 0
    if name.endswith(".jsonl"):
        if "25" in name:
            if not IS_FULL:
                pytest.skip("PANDOKU_FULL=1 runs it")
            lines = lines[:1]
        for line in rng.sample(lines, 1):
            row = json.loads(line)
            geometry = Geometry(row["size"], box=tuple(row["box"]))
            n_steps += check_path(Puzzle(geometry, tuple(row["givens"])), every=60)
    else:
        # The hardest have the most steps, and nested chains on most of their boards.
        n, every = (3, 16) if "hardest" in name else (12, 8)
        if not IS_FULL:
            n, every = max(1, n // 6), every * 2
        for line in rng.sample(lines, n):
            n_steps += check_path(pandoku.loads(line[:81]), every=every)
    assert n_steps > 0


REGIONS6 = (0, 0, 0, 0, 1, 1, 0, 2, 2, 0, 1, 1, 2, 2, 2, 1, 1, 3,
            2, 4, 4, 3, 3, 3, 4, 4, 5, 5, 3, 3, 4, 4, 5, 5, 5, 5)  # fmt: skip


@cache
def shapes() -> tuple[Geometry, ...]:
    return (
        Geometry(4, (2, 2)),
        Geometry(4, (2, 2), diagonals=True),
        Geometry(6, (2, 3)),
        Geometry(6, (3, 2)),
        Geometry(6, regions=REGIONS6),
        Geometry.latin(6),
        Geometry.latin(7, diagonals=True),
        Geometry(8, (2, 4)),
        Geometry(9, (3, 3)),
    )


@cache
def larger_shapes() -> tuple[Geometry, ...]:
    return (
        Geometry(9, (3, 3), diagonals=True),
        Geometry(9, (3, 3), extra=WINDOWS),
        Geometry.latin(9),
        Geometry(10, (2, 5)),
        Geometry(12, (3, 4)),
    )


@cache
def full_grid(geometry: Geometry) -> tuple[int, ...] | None:
    outcome = pandoku.solve(Puzzle(geometry, (1,) + (0,) * (geometry.n_cells - 1)), limit=1)
    return outcome.solution


@st.composite
def boards(draw: st.DrawFn) -> tuple[Board, tuple[int, ...]]:
    """A board of any shape whose candidates include a full grid and are otherwise random."""
    geometry = draw(st.sampled_from(shapes()))
    grid = full_grid(geometry)
    assert grid is not None
    names = draw(st.permutations(range(1, geometry.order + 1)))
    solution = tuple(names[digit - 1] for digit in grid)
    rng = random.Random(draw(st.integers(0, 2**32)))
    density = draw(st.sampled_from([0.1, 0.2, 0.35, 0.5]))
    filled = draw(st.sampled_from([0.0, 0.3, 0.6]))
    givens = tuple(d if rng.random() < filled else 0 for d in solution)
    board = Board.start(Puzzle(geometry, givens))
    masks = [
        mask & (sum(1 << k for k in range(geometry.order) if rng.random() < density) | 1 << (d - 1))
        for mask, d in zip(board.masks, solution, strict=True)
    ]
    return Board(board.puzzle, board.digits, tuple(masks)), solution


@cache
def grids(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """Full grids to dig from, with a random first row and a few random cells."""
    rng = random.Random(geometry.describe())
    found: list[tuple[int, ...]] = []
    while len(found) < 6:
        givens = [0] * geometry.n_cells
        givens[: geometry.order] = rng.sample(range(1, geometry.order + 1), geometry.order)
        givens[rng.randrange(geometry.order, geometry.n_cells)] = rng.randint(1, geometry.order)
        puzzle = Puzzle(geometry, tuple(givens))
        if not puzzle.problems() and (solution := pandoku.solve(puzzle, limit=1).solution):
            found.append(solution)
    return tuple(found)


def proper(geometry: Geometry, rng: random.Random) -> tuple[Puzzle, tuple[int, ...]]:
    """A puzzle with one solution, and the solution: random cells of a full grid."""
    names = rng.sample(range(1, geometry.order + 1), geometry.order)
    solution = tuple(names[digit - 1] for digit in rng.choice(grids(geometry)))
    order = rng.sample(range(geometry.n_cells), geometry.n_cells)
    shown = int(geometry.n_cells * rng.uniform(0.2, 0.5))
    while True:
        kept = set(order[:shown])
        givens = tuple(d if cell in kept else 0 for cell, d in enumerate(solution))
        puzzle = Puzzle(geometry, givens)
        if pandoku.count(puzzle, 2) == 1:
            return puzzle, solution
        shown += max(1, geometry.n_cells // 20)


def thinned(board: Board, solution: tuple[int, ...], rng: random.Random) -> Board:
    """The board without some candidates that the solution does not need, and with some digits."""
    share = rng.choice((0.0, 0.2, 0.5))
    for cell in rng.sample([c for c, d in enumerate(board.digits) if not d], board.digits.count(0)):
        if rng.random() < share / 3:
            board = board.place(cell, solution[cell])
    bits = [1 << k for k in range(board.puzzle.order)]
    masks = (
        mask & ~sum(bit for bit in bits if bit != 1 << (d - 1) and rng.random() < share)
        for mask, d in zip(board.masks, solution, strict=True)
    )
    return Board(board.puzzle, board.digits, tuple(masks))


@pytest.mark.turns(3)
@pytest.mark.parametrize("geometry", [*shapes(), *larger_shapes()], ids=Geometry.describe)
def test_no_step_is_wrong_on_proper_puzzles_of_every_kind(geometry: Geometry) -> None:
    rng = random.Random(geometry.describe())
    n_puzzles = by_default(4, full=10_000 // 14 + 1)
    n_steps = 0
    for number in range(n_puzzles):
        puzzle, solution = proper(geometry, rng)
        path = explain(puzzle, is_proper=True)
        check_keeps(path.steps, solution, puzzle)
        n_steps += len(path.steps)
        assert path.stopped in ("full", "stuck")
        if number >= 8 and number % 20:
            continue  # for most puzzles the path is enough
        board = rng.choice([*path.boards(), path.end])
        check_sound(thinned(board, solution, rng), solution, list(TECHNIQUES.values()), most=50)
    assert n_steps > n_puzzles


@given(st.sampled_from((*shapes(), *larger_shapes()[:2])), st.integers(0, 2**32))
@settings(max_examples=by_default(12, full=600), deadline=None)
def test_techniques_that_need_one_solution_are_right_where_there_is_one(
    geometry: Geometry, seed: int
) -> None:
    rng = random.Random(seed)
    puzzle, solution = proper(geometry, rng)
    board = thinned(Board.start(puzzle), solution, rng)
    check_sound(board, solution, [t for t in TECHNIQUES.values() if "unique" in t.needs])


@given(boards())
@settings(max_examples=by_default(12, full=1500), deadline=None)
def test_no_step_is_wrong_on_any_board(case: tuple[Board, tuple[int, ...]]) -> None:
    board, solution = case
    check_sound(board, solution, [t for t in TECHNIQUES.values() if "unique" not in t.needs])


def test_the_boards_drawn_at_random_have_steps_to_check() -> None:
    found: set[str] = set()
    strategy_rng = random.Random(0)
    for geometry, density in product(shapes(), (0.1, 0.3)):
        grid = full_grid(geometry)
        assert grid is not None
        start = Board.start(Puzzle(geometry))
        masks = tuple(
            sum(1 << k for k in range(geometry.order) if strategy_rng.random() < density)
            | 1 << (d - 1)
            for d in grid
        )
        board = Board(start.puzzle, start.digits, masks)
        found |= {t.name for t in TECHNIQUES.values() if next(t.steps(board, 1), None)}
    assert len(found) > len(TECHNIQUES) // 3
