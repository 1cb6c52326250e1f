"""Making cages around solutions that are given: what the core takes and returns."""

from __future__ import annotations

import pytest

from pandoku.kernel.cage_generate import CageWishes, clue_minimal, drop_clues, make
from pandoku.kernel.cages import search_cages
from pandoku.model import Batch, Cage, Geometry, Puzzle
from tests.kernel.interrupt import is_interrupted

LATIN = Geometry.latin(6)
SOLUTION = bytes((row + column) % 6 + 1 for row in range(6) for column in range(6))
KEYS = range(30)
SOLUTIONS = [SOLUTION] * len(KEYS)
WISHES = CageWishes(sizes={2: 4, 3: 4, 4: 2})


def test_the_cages_of_a_key_depend_on_nothing_but_the_key_and_the_solution() -> None:
    whole = make(LATIN, SOLUTIONS, KEYS, WISHES, threads=1)
    assert make(LATIN, SOLUTIONS, KEYS, WISHES, threads=2) == whole
    some = [20, 3, 3, 29]
    assert make(LATIN, SOLUTIONS[:4], some, WISHES) == [whole[i] for i in some]
    assert len(set(whole)) == len(whole)


def test_the_solution_is_the_only_one() -> None:
    made = [cages for cages in make(LATIN, SOLUTIONS, KEYS, WISHES) if cages is not None]
    assert len(made) > 25
    for found in search_cages([Puzzle(LATIN, cages=cages) for cages in made]):
        assert found.count == 1
        assert found.solutions[0] == tuple(SOLUTION)


def test_a_key_whose_search_is_too_short_leads_to_nothing() -> None:
    few = CageWishes(sizes={6: 1}, rounds=1)
    made = make(LATIN, SOLUTIONS, KEYS, few)
    assert None in made


def test_givens_make_larger_cages_possible() -> None:
    large = CageWishes(sizes={9: 1}, rounds=20)
    row = bytes(0 if cell % 4 == 3 else digit for cell, digit in enumerate(SOLUTION))
    givens = [row] * len(KEYS)
    alone, helped = (make(LATIN, SOLUTIONS, KEYS, large, givens=g) for g in (None, givens))
    assert alone.count(None) > helped.count(None)
    for cages in helped:
        if cages is not None:
            assert search_cages([Puzzle(LATIN, tuple(row), cages)])[0].count == 1


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"sizes": {1: 1}}, "sizes 2..12"),
        ({"sizes": {13: 1}}, "sizes 2..12"),
        ({"sizes": {2: -1}}, "at least 0"),
        ({"sizes": {2: 1}, "operations": {"%": 1}}, "operations out of"),
        ({"sizes": {2: 1}, "singles": -1}, "single cells"),
    ],
)
def test_wishes_out_of_range_are_refused(asked: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        CageWishes(**asked)  # type: ignore[arg-type]


def test_arrays_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="30 solutions"):
        make(LATIN, SOLUTIONS[:2], KEYS, WISHES)
    with pytest.raises(ValueError, match="36 single cells"):
        make(LATIN, SOLUTIONS, KEYS, CageWishes(sizes={2: 1}, singles=37))
    with pytest.raises(ValueError, match=r"digits 1\.\.6"):
        make(LATIN, [bytes(36)] * len(KEYS), KEYS, WISHES)
    with pytest.raises(ValueError, match=r"givens .*solution"):
        make(LATIN, SOLUTIONS, KEYS, WISHES, givens=[bytes([2] + [0] * 35)] * len(KEYS))
    with pytest.raises(ValueError, match="expected 1 keys"):
        drop_clues(Batch.of([Puzzle(LATIN)]), KEYS)


def test_around_a_grid_that_is_no_solution_there_is_no_puzzle() -> None:
    wrong = [SOLUTION[1:2] + SOLUTION[1:]] * len(KEYS)
    assert set(make(LATIN, wrong, KEYS, WISHES)) == {None}


def test_clues_go_until_none_can() -> None:
    cages = next(each for each in make(LATIN, SOLUTIONS, KEYS, WISHES) if each is not None)
    puzzles = Batch.of([Puzzle(LATIN, cages=cages)] * 5)
    fewer = drop_clues(puzzles, KEYS[:5])
    assert len(set(fewer)) > 1  # other keys try the clues in another order
    assert drop_clues(puzzles, KEYS[:5], threads=1) == fewer
    minimal = [Puzzle(LATIN, cages=each) for each in fewer if each is not None]
    assert [found.count for found in search_cages(minimal)] == [1] * 5
    assert all(clue_minimal(Batch.of(minimal)))
    assert not any(clue_minimal(puzzles))


def test_the_cages_of_a_killer_are_sums_and_stay_when_their_clue_goes() -> None:
    wishes = CageWishes(sizes={2: 4, 3: 4, 4: 2}, killer=True, operations={"-": 1, "*": 1})
    made = [each for each in make(LATIN, SOLUTIONS, KEYS, wishes) if each is not None]
    assert made
    assert {(cage.operation, cage.repeats) for each in made for cage in each} <= {("+", False)}
    solved = Puzzle(
        LATIN,
        tuple(SOLUTION),
        (
            Cage("+", 3, (0, 1), repeats=False),
            Cage("+", 3, (2,), repeats=False),
            Cage("+", 9, (3, 4)),
        ),
    )
    assert drop_clues(Batch.of([solved]), KEYS[:1]) == [(Cage("+", None, (0, 1)),)]


def test_no_puzzle_has_no_clue_to_lose() -> None:
    assert clue_minimal(Batch(LATIN, b"")) == []


def test_a_proof_that_runs_out_of_guesses_claims_nothing() -> None:
    cages = next(each for each in make(LATIN, SOLUTIONS, KEYS, WISHES) if each is not None)
    puzzles = Batch.of([Puzzle(LATIN, cages=cages)])
    assert drop_clues(puzzles, KEYS[:1], nodes=1) == [None]


@pytest.mark.turns(3)
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_ends_the_making(threads: int) -> None:
    setup = """
import numpy as np
from pandoku.kernel.cage_generate import CageWishes, make
from pandoku.model import Geometry
n, keys = 16, range(20_000)
grid = bytes((r + c) % n + 1 for r in range(n) for c in range(n))
wishes = CageWishes(sizes={4: 1}, rounds=10**6, nodes=10**9)
"""
    call = "make(Geometry.latin(n), [grid] * len(keys), keys, wishes, threads=%d)"
    assert is_interrupted(setup, call % threads)


def test_ctrl_c_ends_the_dropping_of_clues() -> None:
    setup = """
import numpy as np
from pandoku.kernel.cage_generate import drop_clues
from pandoku.model import Batch, Cage, Geometry, Puzzle
n, geometry = 16, Geometry.latin(16)
rows = [Cage("+", n * (n + 1) // 2, tuple(range(n * r, n * r + n))) for r in range(n)]
puzzle = Puzzle(geometry, cages=tuple(rows))
keys = range(1000)
"""
    assert is_interrupted(setup, "drop_clues(Batch.of([puzzle] * 1000), keys, threads=1)")
