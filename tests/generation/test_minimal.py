"""`minimize` removes superfluous givens and clues, and `is_minimal` finds them."""

import numpy as np
import pytest

from pandoku import Cage, Geometry, Puzzle, load, solve
from pandoku.errors import PuzzleError
from pandoku.generation import is_minimal, minimize
from tests.data import EXAMPLES
from tests.in_full import in_full
from tests.together import together

SOLVED4 = "1234341221434321"
MINIMAL4 = "1.....3....2.4.."
SOLVED9 = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"


def without(puzzle: Puzzle, cell: int) -> Puzzle:
    return puzzle.replace(givens=[*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]])


def killer() -> Puzzle:
    """Return a killer whose cages are enough, with all digits as givens."""
    puzzle = load(EXAMPLES / "killer.txt")
    return puzzle.replace(givens=solve(puzzle).solution)


@pytest.mark.parametrize(
    "puzzle",
    [
        Puzzle(SOLVED4),
        Puzzle(SOLVED9),
        Puzzle(Geometry.latin(4), SOLVED4),
        Puzzle(Geometry(4, None, (0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3)), SOLVED4),
        Puzzle.kenken(
            SOLVED4, [Cage("+", 3, (0, 1)), Cage("-", 1, (2, 3)), Cage("*", 6, (7, 11, 15))]
        ),
    ],
    ids=["sudoku 4", "sudoku 9", "latin", "jigsaw", "kenken"],
)
def test_no_given_of_the_result_can_go(puzzle: Puzzle) -> None:
    for seed in range(3):
        left = minimize(puzzle, seed)
        assert 0 < left.n_givens < puzzle.n_givens
        assert left.cages == puzzle.cages
        assert all(
            given in (0, digit) for given, digit in zip(left.givens, puzzle.givens, strict=True)
        )
        assert solve(left).is_unique
        for cell, digit in enumerate(left.givens):
            assert not digit or not solve(without(left, cell)).is_unique
        assert is_minimal(left)
        assert not is_minimal(puzzle)


def test_cages_that_are_enough_lose_all_givens() -> None:
    assert minimize(killer(), 1).n_givens == 0


def test_the_same_seed_gives_the_same_puzzle_and_others_differ() -> None:
    assert in_full(minimize(SOLVED9, 7)) == in_full(minimize(SOLVED9, 7))
    assert len({minimize(SOLVED9, seed) for seed in range(5)}) == 5
    assert len({minimize(SOLVED9) for _ in range(3)}) > 1


def test_a_seed_is_a_number_of_any_type_in_range() -> None:
    assert in_full(minimize(SOLVED4, np.uint64(3))) == in_full(minimize(SOLVED4, 3))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"expected seed 0\.\."):
        minimize(SOLVED4, -1)
    with pytest.raises(TypeError, match=r"seed .*found 'x'"):
        minimize(SOLVED4, "x")  # type: ignore[arg-type]


def test_a_minimal_puzzle_stays_as_it_is() -> None:
    with_solution = Puzzle(MINIMAL4).replace(solution=solve(MINIMAL4).solution)
    assert in_full(minimize(MINIMAL4, 1)) == in_full(with_solution)


def test_all_else_is_kept() -> None:
    puzzle = Puzzle(SOLVED4, id="a", title="b", solution=SOLVED4)
    left = minimize(puzzle, 1)
    assert in_full(left.replace(givens=puzzle.givens)) == in_full(puzzle)


@together("function", [minimize, is_minimal])
@together(
    "puzzle, message",
    [
        (Puzzle(4), "the puzzle is not proper: it has more than one solution"),
        (Puzzle("12..34.........."), "the puzzle is not proper: it has"),
        ("11..............", "row 1 has 1 at r1c1 and r1c2"),
        (
            Puzzle(4, candidates=[1 << (int(digit) - 1) for digit in SOLVED4]),
            "expected a puzzle of givens and cages, found candidates",
        ),
    ],
    ids=["several", "none", "bad", "candidates"],
)
def test_a_puzzle_that_is_not_proper_is_refused(
    function: object, puzzle: Puzzle | str, message: str
) -> None:
    with pytest.raises(PuzzleError, match=message):
        function(puzzle)  # type: ignore[operator]


def test_no_clue_of_the_result_can_go_if_clues_may() -> None:
    puzzle = killer().replace(givens=())
    left = minimize(puzzle, 1, clues=True)
    n_clues = sum(cage.target is not None for cage in left.cages)
    assert n_clues < len(puzzle.cages)
    assert solve(left).is_unique
    assert is_minimal(left, clues=True)
    assert is_minimal(puzzle)
    assert not is_minimal(puzzle, clues=True)
    assert in_full(minimize(puzzle, 1, clues=True)) == in_full(left)
    for at, cage in enumerate(left.cages):
        if cage.target is None:
            continue
        weaker = list(left.cages)
        weaker[at] = Cage("+", None, cage.cells)
        assert not solve(left.replace(cages=weaker)).is_unique


def test_givens_go_before_clues() -> None:
    left = minimize(killer(), 1, clues=True)
    assert left.n_givens == 0
    assert is_minimal(left, clues=True)
