"""Counts of many paths: the same as the paths one by one."""

from __future__ import annotations

import random

import numpy as np
import pytest

import pandoku
from pandoku import Batch, Cage, Geometry, Puzzle, TechniqueError
from pandoku.logic import PATH_ENDS, explain, explain_many
from tests.data import EASY, ESCARGOT, EXAMPLES, IS_FULL

PAIRS = "4..........3......8.7....9.7...4.....258...3.....52..7.6..259....8..45.2...98...3"
CHAINS = ".......31.96...7.25..............8..7.94.........329.......8..5.32.5..1...1..9.87"
LINES = (EASY, CHAINS, "." * 81, *((ESCARGOT,) if IS_FULL else ()))


def rows(*lines: str) -> np.ndarray:
    return np.array([[int(c) for c in line.replace(".", "0")] for line in lines], np.uint8)


@pytest.mark.turns(3)
def test_counts_are_those_of_the_paths_one_by_one() -> None:
    table = explain_many(rows(*LINES), threads=2)
    for index, line in enumerate(LINES):
        path = explain(pandoku.loads(line), scale="pandoku", is_proper=False)
        names = [step.technique for step in path.steps]
        assert table.counts[index].tolist() == [names.count(name) for name in table.techniques]
        assert PATH_ENDS[table.ends[index]] == path.stopped
        assert table.n_steps[index] == len(path.steps)
        hardest = max(map(table.techniques.index, names), default=-1)
        assert table.hardest[index] == hardest


@pytest.mark.turns(3)
def test_threads_change_nothing() -> None:
    rng = random.Random(3)
    (grid,) = pandoku.solve(Puzzle(9), limit=1).solutions
    puzzles = np.array(
        [[d if rng.random() < 0.4 else 0 for d in grid] for _ in range(8 if IS_FULL else 4)],
        np.uint8,
    )
    one, four = (explain_many(puzzles, threads=threads) for threads in (1, 4))
    assert (one.counts == four.counts).all()
    assert (one.ends == four.ends).all()


def test_clashing_givens_break_and_full_grids_take_no_step() -> None:
    clash = rows("11" + "." * 14, "12343412........")
    table = explain_many(clash)
    assert PATH_ENDS[table.ends[0]] == "broken"
    full = np.array([pandoku.solve(Puzzle(4), limit=1).solution], np.uint8)
    table = explain_many(full)
    assert (PATH_ENDS[table.ends[0]], table.n_steps[0], table.hardest[0]) == ("full", 0, -1)
    assert explain_many(np.zeros((0, 81), np.uint8)).counts.shape[0] == 0


def test_a_batch_and_a_list_of_puzzles_give_what_the_array_gives() -> None:
    array = rows(EASY, PAIRS, CHAINS)
    expected = explain_many(array)
    batch = Batch(9, array)
    for puzzles in (batch, list(batch), array.reshape(-1, 9, 9)):
        found = explain_many(puzzles)
        assert found.techniques == expected.techniques
        assert (found.counts == expected.counts).all()
        assert (found.ends == expected.ends).all()


@pytest.mark.turns(3)
def test_a_batch_brings_its_cages() -> None:
    puzzles = [
        pandoku.load(EXAMPLES / "killer.txt"),
        pandoku.load(EXAMPLES / "killer.txt").replace(cages=()),
    ]
    found = explain_many(Batch.of(puzzles))
    for index, puzzle in enumerate(puzzles):
        path = explain(puzzle, scale="pandoku")
        assert found.n_steps[index] == len(path)
        assert PATH_ENDS[found.ends[index]] == path.stopped
    unsound = Puzzle(Geometry.sudoku(4), cages=(Cage("+", 99, (0, 1)),))
    with pytest.raises(pandoku.PuzzleError, match="give 99"):
        explain_many(Batch.of([unsound]))
    with pytest.raises(ValueError, match=r"puzzle 1 .*candidates"):
        explain_many([Puzzle(4), Puzzle(4, candidates=(15,) * 16)])
    with pytest.raises(TypeError, match=r"digits, found .*masks"):
        explain_many(Batch.of([Puzzle(4, candidates=(15,) * 16)]))


def test_arguments_are_checked() -> None:
    with pytest.raises(TypeError, match="found bool"):
        explain_many(np.zeros((1, 81), bool))
    with pytest.raises(ValueError, match=r"found shape \(1, 80\)"):
        explain_many(np.zeros((1, 80), np.uint8))
    with pytest.raises(ValueError, match=r"^puzzle 0, r1c2: .*0\.\.4, found 9"):
        explain_many(rows("19" + "." * 14))
    with pytest.raises(ValueError, match="has cages"):
        explain_many(rows("." * 16), like=Puzzle(Geometry.sudoku(4), cages=(Cage("+", 3, (0, 1)),)))
    with pytest.raises(ValueError, match="16 cells"):
        explain_many(rows("." * 81), like=Puzzle(Geometry.latin(4)))
    with pytest.raises(ValueError, match="threads"):
        explain_many(rows("." * 16), threads=0)
    with pytest.raises(TechniqueError, match="no technique 'magic'"):
        explain_many(rows("." * 16), techniques=["magic"])
