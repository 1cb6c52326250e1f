"""What every technique keeps to: it describes itself, fires on its example and not on the near
miss, finds the same on every isomorph, and never removes a digit of the solution."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandoku
from pandoku import Board, Cage, Geometry, Puzzle, TechniqueError
from pandoku.logic import explain
from pandoku.model import Step
from pandoku.techniques import (
    Technique,
    board_of,
    example_of,
    explain_step,
    get_technique,
    registry,
    text_of,
)
from pandoku.techniques._technique import LEVELS

NAMES = list(registry())
# No single candidate more makes these a near miss: it is none of theirs, or changes nothing.
WITHOUT_NEAR_MISS = {"full-house", "naked-single", "avoidable-rectangle-1", "cage-trial"}
EXAMPLES = Path(__file__).parents[2] / "examples"
SHARED = Path(os.environ.get("PANDOKU_SHARED", "/nowhere")) / "data" / "sudoku"
needs_sets = pytest.mark.skipif(not SHARED.is_dir(), reason="PANDOKU_SHARED has no puzzle sets")


# ---- how a technique describes itself


@pytest.mark.parametrize("name", NAMES)
def test_a_technique_describes_itself(name: str) -> None:
    technique = registry()[name]
    assert name == name.lower().replace(" ", "-")
    for text in (technique.summary, technique.look_for, technique.why):
        assert text
        assert "\n" not in text
        assert "obvious" not in text
    assert technique.look_for.endswith(".")
    assert technique.why.endswith(".")
    rating = technique.ratings["hodoku"]
    assert rating.level in LEVELS
    assert rating.score > 0
    assert get_technique(name) is technique
    assert get_technique(technique.title.upper()) is technique
    assert all(get_technique(alias) is technique for alias in technique.aliases)


def test_no_name_or_rank_is_used_twice() -> None:
    names = [name for t in registry().values() for name in (t.name, *t.aliases)]
    ranks = [technique.ratings["hodoku"].rank for technique in registry().values()]
    assert len(names) == len(set(names))
    assert ranks == sorted(set(ranks))


def test_an_unknown_name_gets_the_nearest() -> None:
    with pytest.raises(TechniqueError, match="no technique 'x-whing'; try x-wing"):
        get_technique("x-whing")


# ---- examples


@pytest.mark.parametrize("name", NAMES)
def test_a_technique_fires_on_its_example_and_says_why(name: str) -> None:
    technique, example = registry()[name], example_of(name)
    assert example is not None
    (step,) = technique.find(example.board)
    assert step.technique == name
    short, full = explain_step(step, example.board.puzzle)
    assert short.startswith(technique.title)
    assert len(full) >= 2
    for sentence in full:
        assert sentence.endswith(".")
        assert sentence[0].isupper() or sentence[0] == "r" or sentence[0].isdigit()
        assert "obvious" not in sentence
        assert "nothing" not in sentence  # a list without members
    geometry = example.board.puzzle.geometry
    for cell, digit in (*step.placements, *step.eliminations):
        assert geometry.name(cell) in full[-1]
        assert str(digit) in full[-1]


@pytest.mark.parametrize("name", NAMES)
def test_a_technique_is_silent_on_its_near_miss(name: str) -> None:
    example = example_of(name)
    assert example is not None
    if example.near_miss is None:
        assert name in WITHOUT_NEAR_MISS
        return
    assert list(registry()[name].find(example.near_miss)) == []


@pytest.mark.parametrize("name", NAMES)
def test_an_example_has_one_solution_and_the_step_keeps_it(name: str) -> None:
    example = example_of(name)
    assert example is not None
    outcome = pandoku.solve(example.board.puzzle, limit=2)
    assert outcome.count == 1
    check_sound(example.board, outcome.solutions[0], [registry()[name]])
    assert board_of(text_of(example.board)) == example.board


# ---- the same on every isomorph


def isomorph(
    board: Board, rng: random.Random
) -> tuple[Board, Callable[[int, int], tuple[int, int]]]:
    """Return a board turned, shuffled and relabelled, and where a candidate went.

    With cages, which mean numbers and lie beside each other, it is turned or mirrored only.
    """
    if board.puzzle.cages:
        return mirrored(board, rng)
    rows, columns = ([3 * b + k for b in rng.sample(range(3), 3) for k in rng.sample(range(3), 3)]
                     for _ in range(2))  # fmt: skip
    digits, turned = rng.sample(range(1, 10), 9), rng.random() < 0.5

    def move(cell: int, digit: int) -> tuple[int, int]:
        r, c = rows[cell // 9], columns[cell % 9]
        return (c * 9 + r if turned else r * 9 + c), digits[digit - 1] if digit else 0

    placed, givens, masks = [0] * 81, [0] * 81, [0] * 81
    for cell in range(81):
        at, placed_digit = move(cell, board.digits[cell])
        placed[at] = placed_digit
        givens[at] = move(cell, board.puzzle.givens[cell])[1]
        masks[at] = sum(1 << (move(cell, d)[1] - 1) for d in board.candidates(cell))
    return Board(Puzzle(9, tuple(givens)), tuple(placed), tuple(masks)), move


def mirrored(
    board: Board, rng: random.Random
) -> tuple[Board, Callable[[int, int], tuple[int, int]]]:
    puzzle, n = board.puzzle, board.puzzle.order
    # Boxes that are not square do not turn.
    may_turn = puzzle.geometry.box is None or puzzle.geometry.box[0] == puzzle.geometry.box[1]
    flips, turned = (rng.random() < 0.5, rng.random() < 0.5), may_turn and rng.random() < 0.5

    def move(cell: int, digit: int) -> tuple[int, int]:
        r, c = cell // n, cell % n
        r, c = (n - 1 - r if flips[0] else r), (n - 1 - c if flips[1] else c)
        return (c * n + r if turned else r * n + c), digit

    back = [0] * (n * n)
    for cell in range(n * n):
        back[move(cell, 0)[0]] = cell
    cages = tuple(
        Cage(each.operation, each.target, tuple(move(c, 0)[0] for c in each.cells), each.repeats)
        for each in puzzle.cages
    )
    other = Puzzle(puzzle.geometry, tuple(puzzle.givens[cell] for cell in back), cages)
    digits = tuple(board.digits[cell] for cell in back)
    return Board(other, digits, tuple(board.masks[cell] for cell in back)), move


Pairs = frozenset[tuple[int, int]]
Gist = set[tuple[Pairs, Pairs]]


def gist(steps: Iterator[Step], move: Callable[[int, int], tuple[int, int]]) -> Gist:
    return {
        (
            frozenset(move(*pair) for pair in step.placements),
            frozenset(move(*pair) for pair in step.eliminations),
        )
        for step in steps
    }


@pytest.mark.parametrize("name", NAMES)
def test_isomorphs_have_the_same_steps(name: str) -> None:
    technique, rng = registry()[name], random.Random(name)
    boards = [example.board for each in NAMES if (example := example_of(each))]
    example = example_of(name)
    assert example is not None
    for board in [example.board, *rng.sample(boards, 8)]:
        other, move = isomorph(board, rng)
        here = gist(technique.find(board), move)
        there = gist(technique.find(other), lambda c, d: (c, d))
        if name in ONE_OF_SEVERAL:
            here, there = together(here), together(there)
        assert there == here


# Of several trials of one length, of several shortest loops through the same links, and of several
# sets that would do as a petal, one is told, and which depends on the order.
ONE_OF_SEVERAL = {"continuous-loop", "grouped-continuous-loop", "death-blossom", "cage-trial"}


def together(steps: Gist) -> Gist:
    """Only whether there are steps, as each stands for others."""
    return {(frozenset(), frozenset())} if steps else set()


# ---- soundness


def check_sound(board: Board, solution: tuple[int, ...], techniques: list[Technique]) -> int:
    """Assert that no step removes a digit of the solution; return how many steps there are."""
    n_steps = 0
    for technique in techniques:
        for step in technique.find(board):
            n_steps += 1
            where = f"{technique.name} on {board.digits} {board.masks}"
            assert step.placements or step.eliminations, where
            assert all(solution[cell] == digit for cell, digit in step.placements), where
            assert all(solution[cell] != digit for cell, digit in step.eliminations), where
            for cell, digit in (*step.placements, *step.eliminations):
                assert board.digits[cell] == 0, where
                assert board.masks[cell] >> (digit - 1) & 1, where
    return n_steps


def check_path(puzzle: Puzzle, every: int) -> int:
    """Check all techniques on every so many boards of a proper puzzle's path."""
    outcome = pandoku.solve(puzzle, limit=2)
    assert outcome.count == 1
    path = explain(puzzle, is_proper=True)
    assert path.stopped in ("full", "stuck")
    for step in path.steps:
        assert all(outcome.solutions[0][cell] == digit for cell, digit in step.placements)
        assert all(outcome.solutions[0][cell] != digit for cell, digit in step.eliminations)
    if puzzle.order > 16:  # all steps of all techniques would take minutes
        return len(path.steps)
    usable = [registry()[name] for name in path.techniques]
    boards = [*islice(path.boards(), 0, None, every), path.end]
    return sum(check_sound(board, outcome.solutions[0], usable) for board in boards)


@pytest.mark.parametrize("path", sorted(EXAMPLES.iterdir()), ids=lambda path: path.name)
def test_no_step_is_wrong_on_the_examples(path: Path) -> None:
    puzzle = pandoku.load(path)
    if puzzle.order <= 16:
        check_path(puzzle, every=10)


@needs_sets
@pytest.mark.parametrize(
    "name", sorted(p.name for p in SHARED.iterdir() if "serg" not in p.name and p.suffix != ".md")
    if SHARED.is_dir() else [],
)  # fmt: skip
def test_no_step_is_wrong_on_the_published_sets(name: str) -> None:
    lines = [line for line in (SHARED / name).read_text().splitlines() if line[:1] not in ("", "#")]
    rng = random.Random(name)
    n_steps = 0
    if name.endswith(".jsonl"):
        if "25" in name:
            lines = lines[:1]
        for line in rng.sample(lines, min(2, len(lines))):
            row = json.loads(line)
            geometry = Geometry(row["size"], box=tuple(row["box"]))
            n_steps += check_path(Puzzle(geometry, tuple(row["givens"])), every=60)
    else:
        for line in rng.sample(lines, 12):
            n_steps += check_path(pandoku.loads(line[:81]), every=8)
    assert n_steps > 0


@cache
def shapes() -> tuple[Geometry, ...]:
    regions6 = (0, 0, 0, 0, 1, 1, 0, 2, 2, 0, 1, 1, 2, 2, 2, 1, 1, 3,
                2, 4, 4, 3, 3, 3, 4, 4, 5, 5, 3, 3, 4, 4, 5, 5, 5, 5)  # fmt: skip
    return (
        Geometry(4, (2, 2)),
        Geometry(4, (2, 2), diagonals=True),
        Geometry(6, (2, 3)),
        Geometry(6, (3, 2)),
        Geometry(6, regions=regions6),
        Geometry(6),
        Geometry(7, diagonals=True),
        Geometry(8, (2, 4)),
        Geometry(9, (3, 3)),
    )


@cache
def full_grid(geometry: Geometry) -> tuple[int, ...] | None:
    outcome = pandoku.solve(Puzzle(geometry, (1,) + (0,) * (geometry.n_cells - 1)))
    return outcome.solution


@st.composite
def boards(draw: st.DrawFn) -> tuple[Board, tuple[int, ...]]:
    """A board of any shape whose candidates hold a full grid, and otherwise are anything."""
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


@given(boards())
@settings(max_examples=150, deadline=None)
def test_no_step_is_wrong_on_any_board(case: tuple[Board, tuple[int, ...]]) -> None:
    board, solution = case
    check_sound(board, solution, [t for t in registry().values() if not t.needs_unique])


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
        found |= {t.name for t in registry().values() if next(iter(t.find(board)), None)}
    assert len(found) > len(registry()) // 3
