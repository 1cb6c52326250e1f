"""Symmetries as values: what they move, how they join, and which are random."""

import pickle
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

import pandoku
from pandoku.errors import PuzzleError
from pandoku.model import Batch, Geometry, Puzzle
from pandoku.symmetry import MOVES, Symmetry, grid_move, isomorphs, random_symmetry, transform
from tests.data import EASY, ESCARGOT, JIGSAW5
from tests.in_full import in_full
from tests.together import together

NINE = Geometry.sudoku(9)
KINDS = [
    NINE,
    Geometry.sudoku(6),
    Geometry.latin(5),
    Geometry.sudoku(9, diagonals=True),
    Geometry.sudoku(9, windows=True),
    Geometry(5, None, JIGSAW5),
    Geometry.sudoku(16),
]


def test_moves_do_what_they_do_to_an_array() -> None:
    grid = np.arange(1, 5) * np.eye(4, dtype=int) + np.eye(4, k=1, dtype=int)
    expected = {
        "identity": grid,
        "rotate-90": np.rot90(grid, -1),
        "rotate-180": np.rot90(grid, 2),
        "rotate-270": np.rot90(grid),
        "mirror-columns": np.fliplr(grid),
        "mirror-rows": np.flipud(grid),
        "diagonal": grid.T,
        "antidiagonal": np.rot90(grid, 2).T,
    }
    assert list(expected) == list(MOVES)
    for name, image in expected.items():
        moved = transform(grid, name).givens
        assert np.array_equal(np.reshape(moved, (4, 4)), image), name


def test_lines_are_taken_from_where_the_arguments_say() -> None:
    grid = np.zeros((4, 4), int)
    grid[0], grid[3, 0] = [1, 2, 3, 4], 2
    moved = transform(grid, rows=(1, 0, 3, 2), columns=(2, 3, 1, 0), digits=[2, 1, 3, 4])
    assert moved.givens == (0, 0, 0, 0, 3, 4, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0)
    turned = transform(grid, transpose=True, rows=(1, 0, 2, 3))
    assert turned.givens[:8] == (2, 0, 0, 0, 1, 0, 0, 2)


@together("geometry", KINDS, ids=Geometry.describe)
def test_symmetries_join_and_are_undone(geometry: Geometry) -> None:
    puzzle = Puzzle(geometry, tuple(cell % geometry.order + 1 for cell in range(geometry.n_cells)))
    one, other = random_symmetry(geometry, 1), random_symmetry(geometry, 2)
    assert in_full(one.then(other).apply(puzzle)) == in_full(other.apply(one.apply(puzzle)))
    assert in_full(one.inverse().apply(one.apply(puzzle))) == in_full(puzzle)
    assert one.then(one.inverse()).is_identity
    assert Symmetry(geometry, one.cells, one.digits) == one  # it passes every check
    assert in_full(Symmetry.identity(geometry).apply(puzzle)) == in_full(puzzle)


@pytest.mark.parametrize("text", [ESCARGOT, EASY])
def test_the_solution_of_an_image_is_the_image_of_the_solution(text: str) -> None:
    solution = pandoku.solve(text).solution
    puzzle = pandoku.loads(text).replace(solution=solution)
    for image in isomorphs(puzzle, 5, seed=4):
        assert pandoku.solve(image).solution == image.solution


def test_images_of_killers_have_as_many_solutions() -> None:
    killer = pandoku.load("examples/killer.txt")
    for drawn in (True, False):
        for image in isomorphs(killer, 3, seed=2, drawn=drawn):
            assert pandoku.solve(image).is_unique
            is_connected = not any("not connected" in p.message for p in image.problems())
            assert is_connected == drawn


def test_candidates_go_along() -> None:
    masks = tuple(0b0011 if cell == 0 else 0b1111 for cell in range(16))
    image = transform(Puzzle(4, candidates=masks), "rotate-180")
    assert image.candidates == (*(15,) * 15, 0b0011)
    relabeled = transform(Puzzle(4, candidates=masks), digits={1: 4, 4: 1})
    assert relabeled.candidates == (0b1010, *(15,) * 15)


def test_everything_else_stays() -> None:
    puzzle = pandoku.loads(ESCARGOT).replace(id="a1", title="Al Escargot", source="2006")
    image = next(isomorphs(puzzle, 1, seed=0))
    assert (image.id, image.title, image.source) == ("a1", "Al Escargot", "2006")


def test_rows_of_arrays_and_batches_move_as_puzzles_do() -> None:
    puzzles = [pandoku.loads(text) for text in (ESCARGOT, EASY)]
    symmetry = random_symmetry(NINE, 3)
    expected = [list(symmetry.apply(puzzle).givens) for puzzle in puzzles]
    rows = np.array([puzzle.givens for puzzle in puzzles])
    for given in (rows, rows.reshape(2, 9, 9), Batch.of(puzzles)):
        assert symmetry.apply_rows(given).tolist() == expected
    jigsaw = Geometry(5, None, JIGSAW5)
    image = random_symmetry(jigsaw, 1).apply_rows(np.zeros((3, 25), int))
    assert image.shape == (3, 25)
    assert image.dtype == np.uint8


def test_a_symmetry_is_a_value() -> None:
    one = random_symmetry(NINE, 5)
    assert pickle.loads(pickle.dumps(one)) == one
    assert len({one, random_symmetry(NINE, 5), random_symmetry(NINE, 6)}) == 2
    assert repr(Symmetry.identity(NINE)) == "Symmetry(9x9, boxes 3x3, identity)"
    assert repr(Symmetry.of(NINE, digits={1: 2, 2: 1})) == (
        "Symmetry(9x9, boxes 3x3, moves 0 cells, relabels digits)"
    )


# ------------------------------------------------------------------ random ones


def test_a_seed_gives_the_same_images_everywhere() -> None:
    first = [image.givens for image in isomorphs(ESCARGOT, 3, seed=2**64 - 1)]
    assert [image.givens for image in isomorphs(ESCARGOT, 5, seed=2**64 - 1)][:3] == first
    found = "".join(map(str, next(isomorphs(EASY, 1, seed=1)).givens))
    program = (
        "from pandoku.symmetry import isomorphs\n"
        f"print(*next(isomorphs({EASY!r}, 1, seed=1)).givens, sep='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == found == SEED_1


SEED_1 = "098301075401000009020000180000510090809070060160000420906000008004057310003068040"


@pytest.mark.turns(3)
def test_all_symmetries_are_equally_likely() -> None:
    cells = Counter(random_symmetry(Geometry.sudoku(4), seed).cells for seed in range(12_800))
    assert len(cells) == 128
    chi_square = sum((n - 100) ** 2 / 100 for n in cells.values())
    assert 80 < chi_square < 190  # 127 degrees of freedom: all but one in 10 000
    digits = Counter(random_symmetry(Geometry.sudoku(4), seed).digits for seed in range(2_400))
    assert len(digits) == 24
    assert sum((n - 100) ** 2 / 100 for n in digits.values()) < 55


def test_cages_that_calculate_keep_the_digits() -> None:
    kenken = Puzzle.kenken(4, [("7+", "r1c1 r1c2")])
    assert all(image.cages[0].target == 7 for image in isomorphs(kenken, 20, seed=1))
    assert not any(random_symmetry(NINE, seed, relabel=False).relabels for seed in range(5))
    with pytest.raises(PuzzleError, match=r"keeps .*digits"):
        transform(kenken, digits={1: 2, 2: 1})


def test_drawn_symmetries_are_turns_and_mirrors() -> None:
    found = {random_symmetry(NINE, seed, relabel=False, drawn=True) for seed in range(200)}
    assert found == {grid_move(NINE, name) for name in MOVES}
    six = {random_symmetry(Geometry.sudoku(6), s, relabel=False, drawn=True) for s in range(99)}
    names = ("identity", "rotate-180", "mirror-columns", "mirror-rows")
    assert six == {grid_move(Geometry.sudoku(6), name) for name in names}


# ------------------------------------------------------------------ what is refused


@together(
    "options, message",
    [
        ({"rows": (0, 3, 2, 1)}, r"box 1 .*r1c1 r1c2 r4c1 r4c2"),
        ({"rows": (0, 1, 2)}, r"expected rows as each number 0..3 once, found \(0, 1, 2\)"),
        ({"columns": (0, 1, 2, 2)}, "expected columns as each number 0..3 once"),
        ({"columns": 7}, "expected columns as each number 0..3 once, found 7"),
        ({"digits": {1: 2}}, r"expected digits as each number 1..4 once, found \[2, 2, 3, 4\]"),
        ({"digits": {9: 2}}, "expected images of digits 1..4, found one of 9"),
        ({"symmetry": "rotate-45"}, "there is no move 'rotate-45'; try rotate-"),
        ({"symmetry": "diagonal", "transpose": True}, "Symmetry.then"),
        ({"symmetry": Symmetry.identity(NINE)}, "expected a puzzle of 9x9, boxes 3x3, found 4x4"),
    ],
)
def test_what_is_no_symmetry_of_the_puzzle_is_refused(
    options: dict[str, object], message: str
) -> None:
    with pytest.raises(PuzzleError, match=message):
        transform("1" + "." * 15, **options)  # type: ignore[arg-type]


def test_boxes_of_2x3_cannot_be_transposed() -> None:
    with pytest.raises(PuzzleError, match="6x6, boxes 2x3"):
        grid_move(Geometry.sudoku(6), "diagonal")


def test_seeds_and_counts_out_of_range_are_refused() -> None:
    for seed, error in ((-1, ValueError), (2**64, ValueError), ("1", TypeError), (True, TypeError)):
        with pytest.raises(error, match="seed"):
            random_symmetry(NINE, seed)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"count .*found -1"):
        isomorphs(ESCARGOT, -1, seed=0)
    with pytest.raises(PuzzleError, match="Geometry, found 9"):
        random_symmetry(9, 0)  # type: ignore[arg-type]


def test_symmetries_of_different_geometries_do_not_join() -> None:
    with pytest.raises(PuzzleError, match="9x9, boxes 3x3"):
        Symmetry.identity(NINE).then(Symmetry.identity(Geometry.latin(9)))
