"""Canonical forms: the least of all images, whatever image they are made of."""

import random
from itertools import permutations
from math import gcd

import numpy as np
import pytest

import pandoku
from pandoku.errors import PuzzleError
from pandoku.model import Batch, Cage, Geometry, Puzzle
from pandoku.symmetry import (
    automorphisms,
    canonical,
    canonical_many,
    canonical_symmetry,
    is_isomorphic,
    isomorphism,
    isomorphs,
    random_symmetry,
)
from tests.data import ESCARGOT, JIGSAW5, SHARED, by_default, needs
from tests.in_full import in_full
from tests.symmetry.brute import all_symmetries, least_text, n_automorphisms, text_of

SEVENTEEN = SHARED / "sudoku" / "puzzles2_17_clue"
MINIMAL = SHARED / "sudoku" / "generated_minimal_100k.txt"

SMALL = {
    "4x4": Geometry.sudoku(4),
    "latin 3": Geometry.latin(3),
    "latin 4": Geometry.latin(4),
    "diagonals": Geometry.sudoku(4, diagonals=True),
    "latin with diagonals": Geometry.latin(5, diagonals=True),
    "window": Geometry.sudoku(4, windows=True),
    "jigsaw": Geometry(5, None, JIGSAW5),
    "1x1": Geometry.latin(1),
    "2x2": Geometry.latin(2),
}


def random_puzzle(geometry: Geometry, rng: random.Random) -> Puzzle:
    """Return a puzzle with a few digits at random, which need not have a solution."""
    n_digits, share = rng.randint(1, geometry.order), rng.choice([0.1, 0.3, 0.6, 1.0])
    cells = range(geometry.n_cells)
    return Puzzle(
        geometry, tuple(rng.randint(1, n_digits) if rng.random() < share else 0 for _ in cells)
    )


def with_cages(puzzle: Puzzle, rng: random.Random, *, with_targets: bool) -> Puzzle:
    """Return the puzzle with cages of any cells, which need not be connected."""
    cells = list(range(puzzle.geometry.n_cells))
    rng.shuffle(cells)
    cages = []
    while len(cells) > 3 and rng.random() < 0.8:
        size = rng.randint(1, 3)
        target = rng.randint(3, 5) if with_targets else None
        cages.append(Cage(rng.choice("+*"), target, tuple(cells[:size]), repeats=False))
        del cells[:size]
    return puzzle.replace(cages=tuple(cages))


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", SMALL)
def test_the_canonical_form_is_the_least_of_all_images(name: str) -> None:
    rng = random.Random(name)
    geometry = SMALL[name]
    identity = tuple(range(geometry.n_cells))
    for _ in range(by_default(20, full=60)):
        puzzle = random_puzzle(geometry, rng)
        form = canonical(puzzle)
        assert text_of(form, identity) == least_text(puzzle), puzzle.givens
        assert in_full(canonical_symmetry(puzzle).apply(puzzle)) == in_full(form)
        assert (
            tuple(canonical_many(np.array([puzzle.givens], np.uint8), like=puzzle)[0])
            == form.givens
        )


@pytest.mark.turns(3)
@pytest.mark.parametrize("with_targets", [False, True])
@pytest.mark.parametrize("name", ["4x4", "latin 3", "latin 4", "diagonals", "jigsaw"])
def test_cages_go_along_to_the_least_image(name: str, with_targets: bool) -> None:
    rng = random.Random(name)
    identity = tuple(range(SMALL[name].n_cells))
    for _ in range(by_default(7, full=20)):
        puzzle = with_cages(random_puzzle(SMALL[name], rng), rng, with_targets=with_targets)
        form = canonical(puzzle)
        assert text_of(form, identity) == least_text(puzzle), puzzle
        assert [cage.cells[0] for cage in form.cages] == sorted(c.cells[0] for c in form.cages)
        assert automorphisms(puzzle).count == n_automorphisms(puzzle)


def test_6x6_puzzles_have_the_least_of_all_images() -> None:
    rng = random.Random(6)
    geometry = Geometry.sudoku(6)
    assert len(all_symmetries(geometry)) == 3456
    for _ in range(by_default(2, full=5)):
        puzzle = random_puzzle(geometry, rng)
        identity = tuple(range(36))
        assert text_of(canonical(puzzle), identity) == least_text(puzzle), puzzle.givens


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", SMALL)
def test_automorphisms_are_those_that_brute_force_finds(name: str) -> None:
    rng = random.Random(name)
    for _ in range(by_default(7, full=20)):
        puzzle = random_puzzle(SMALL[name], rng)
        found = automorphisms(puzzle)
        assert len(found) == n_automorphisms(puzzle), puzzle.givens
        images = [each.apply(puzzle) for each in found]
        assert all(in_full(image) == in_full(puzzle) for image in images)
        assert len({each.cells for each in found}) == len(images) == found.count


def test_an_empty_grid_has_all_symmetries_and_is_its_own_form() -> None:
    assert automorphisms(Puzzle(9)).count == 2 * 6**8
    assert in_full(canonical(Puzzle(9))) == in_full(Puzzle(9))
    assert in_full(canonical(Puzzle(25))) == in_full(Puzzle(25))
    assert next(iter(automorphisms(Puzzle(25)))).is_identity


@pytest.mark.parametrize(
    ("text", "count"),
    [
        # The grid with the most automorphisms, and the most symmetric patterns of few givens.
        ("123456789456789123789123456231564897564897231897231564312645978645978312978312645", 648),
        ("1........" + "." * 72, 2 * 6**8 // 81),
        ("".join("1" if row == column else "." for row in range(9) for column in range(9)), 2592),
    ],
)
def test_the_automorphisms_of_famous_grids_are_counted(text: str, count: int) -> None:
    found = automorphisms(text)
    assert found.count == count
    puzzle = found.puzzle
    assert all(each.apply(puzzle) == puzzle for each, _ in zip(found, range(50), strict=False))


@pytest.mark.parametrize(
    "geometry",
    [
        Geometry.sudoku(9),
        Geometry.sudoku(9, diagonals=True),
        Geometry.sudoku(9, windows=True),
        Geometry.sudoku(8),
        Geometry.sudoku(12, (4, 3)),
        Geometry.sudoku(16),
        Geometry.latin(7),
    ],
    ids=Geometry.describe,
)
def test_all_images_have_the_same_form(geometry: Geometry) -> None:
    rng = random.Random(1)
    for n_givens in (0, 1, 2, 5, geometry.n_cells // 4, geometry.n_cells // 2):
        givens = [0] * geometry.n_cells
        for cell in rng.sample(range(geometry.n_cells), n_givens):
            givens[cell] = rng.randint(1, geometry.order)
        puzzle = Puzzle(geometry, tuple(givens))
        form = canonical(puzzle)
        for image in isomorphs(puzzle, 5, seed=n_givens):
            assert in_full(canonical(image)) == in_full(form)
            made = isomorphism(puzzle, image)
            assert made is not None
            assert in_full(made.apply(puzzle)) == in_full(image)


def test_killers_and_calcudokus_agree_on_their_images() -> None:
    for path in ("examples/killer.txt", "examples/mathdoku4.letters"):
        puzzle = pandoku.load(path)
        form = canonical(puzzle)
        for image in isomorphs(puzzle, 5, seed=3, drawn=False):
            assert in_full(canonical(image)) == in_full(form)
            assert is_isomorphic(puzzle, image)
        assert not is_isomorphic(puzzle, puzzle.replace(cages=puzzle.cages[1:]))


def test_a_grid_that_differs_in_two_cells_is_not_isomorphic() -> None:
    solved = pandoku.solve(ESCARGOT).solution
    assert solved is not None
    first, second = solved.index(1), solved.index(2)
    swapped = list(solved)
    swapped[first], swapped[second] = 2, 1
    assert not is_isomorphic(Puzzle(9, solved), Puzzle(9, tuple(swapped)))


def test_puzzles_of_different_kinds_are_not_isomorphic() -> None:
    assert not is_isomorphic(Puzzle(4), Puzzle(Geometry.latin(4)))
    assert not is_isomorphic("1...............", "12..............")


@pytest.mark.parametrize("side", ["rows", "columns", "boxes"])
def test_puzzles_without_a_solution_have_a_form_too(side: str) -> None:
    cells = range(81)
    number = {"rows": [c // 9 for c in cells], "columns": [c % 9 for c in cells]}
    number["boxes"] = [c // 27 * 3 + c % 9 // 3 for c in cells]
    grid = Puzzle(9, tuple(each + 1 for each in number[side]))
    for image in isomorphs(grid, 3, seed=1):
        assert in_full(canonical(image)) == in_full(canonical(grid))


@needs(SEVENTEEN)
def test_the_puzzles_with_17_givens_all_differ_and_none_has_a_greater_form() -> None:
    lines = [line for line in SEVENTEEN.read_text().splitlines() if line[:1] != "#"]
    rows = np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - 48
    forms = canonical_many(rows)
    assert len({form.tobytes() for form in forms}) == len(lines) == 49_158
    assert all(form.tobytes() <= row.tobytes() for form, row in zip(forms, rows, strict=True))
    # Most lines of the collection, but not all, are the least of their images.
    assert (forms == rows).all(axis=1).sum() == 47_653


@needs(MINIMAL)
def test_random_images_of_ten_thousand_puzzles_agree() -> None:
    lines = [line for line in MINIMAL.read_text().splitlines()[:10_100] if line[:1] != "#"][:10_000]
    rows = np.frombuffer("".join(lines).replace(".", "0").encode(), np.uint8).reshape(-1, 81) - 48
    images = np.empty_like(rows)
    for at in range(0, 10_000, 50):
        images[at : at + 50] = random_symmetry(Geometry.sudoku(9), at).apply_rows(
            rows[at : at + 50]
        )
    grids, _ = pandoku.solve_many(rows)
    grid_images, _ = pandoku.solve_many(images)
    for each, its_image in ((rows, images), (grids, grid_images)):
        assert (canonical_many(each) == canonical_many(its_image, threads=1)).all()
    assert len(np.unique(canonical_many(rows), axis=0)) == 10_000


def test_a_batch_and_a_list_of_texts_are_taken_too() -> None:
    texts = [ESCARGOT, ESCARGOT[::-1]]
    forms = canonical_many(texts)
    assert (forms[0] == forms[1]).all()
    givens = b"".join(bytes(pandoku.loads(text).givens) for text in texts)
    assert (canonical_many(Batch(9, givens)) == forms).all()


def cyclic_square(order: int) -> Puzzle:
    cells = ((row + column) % order + 1 for row in range(order) for column in range(order))
    return Puzzle(Geometry.latin(order), tuple(cells))


def full_grids(geometry: Geometry, n: int) -> list[Puzzle]:
    """Return random images of grids that a search finds from random first rows."""
    order, grids = geometry.order, list[Puzzle]()
    rng = random.Random(order)
    for seed in range(n):
        start = rng.sample(range(1, order + 1), order) + [0] * (order * order - order)
        found = pandoku.solve(Puzzle(geometry, tuple(start)), limit=1).solution
        assert found is not None
        grids += isomorphs(Puzzle(geometry, found), 1, seed=seed)
    return grids


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("geometry", "n"),
    [
        (Geometry.latin(2), 1),
        (Geometry.latin(3), 2),
        (Geometry.latin(4), 3),
        (Geometry.latin(5), 1),
        (Geometry.sudoku(4), 8),
        (Geometry.sudoku(6), 4),
        (Geometry.sudoku(6, (3, 2)), 4),
    ],
    ids=str,
)
def test_the_form_of_a_full_grid_is_the_least_of_all_images(geometry: Geometry, n: int) -> None:
    identity = tuple(range(geometry.n_cells))
    cyclic = [] if geometry.box else [cyclic_square(geometry.order)]
    for grid in [*cyclic, *full_grids(geometry, n)]:
        form = canonical(grid)
        assert text_of(form, identity) == least_text(grid), grid.givens
        assert in_full(canonical_symmetry(grid).apply(grid)) == in_full(form)
        found = automorphisms(grid)
        assert found.count == n_automorphisms(grid)
        assert all(each.apply(grid) == grid for each in found)


@pytest.mark.parametrize("order", range(3, 13))
def test_the_automorphisms_of_a_cyclic_square_are_those_of_its_group(order: int) -> None:
    n_coprime = sum(gcd(order, each) == 1 for each in range(order))
    assert automorphisms(cyclic_square(order)).count == 2 * order * order * n_coprime


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "geometry",
    [
        *map(Geometry.latin, (6, 7, 8, 9, 10, 13, 16, 25)),
        *map(Geometry.sudoku, (8, 9, 10, 12, 15, 16, 25)),
        Geometry.sudoku(12, (4, 3)),
    ],
    ids=Geometry.describe,
)
def test_full_grids_have_the_form_of_their_images(geometry: Geometry) -> None:
    grids = full_grids(geometry, by_default(2, full=3))
    forms = [in_full(canonical(grid)) for grid in grids]
    for seed, grid in enumerate(grids):
        for image in isomorphs(grid, by_default(1, full=3), seed=seed):
            assert in_full(canonical(image)) == forms[seed]
    rows = np.array([grid.givens for grid in grids], np.uint8)
    many = canonical_many(rows, like=grids[0])
    assert [in_full(grids[0].replace(givens=row)) for row in many.tolist()] == forms


@pytest.mark.parametrize(
    ("puzzle", "message"),
    [
        (Puzzle(9, (10,) + (0,) * 80), "r1c1"),
        (Puzzle(4, candidates=(15,) * 16), "found one that limits candidates"),
        (
            Puzzle.killer(4, [(3, (0, 1)), (4, (1, 2))]),
            "expected cages that do not overlap, found r1c2 in two of them",
        ),
        (
            Puzzle(Geometry.latin(9, extra=[tuple(range(0, 81, 10))])),
            "expected a geometry with at most 32,768 symmetries",
        ),
    ],
)
def test_what_has_no_canonical_form_is_refused_with_the_reason(
    puzzle: Puzzle, message: str
) -> None:
    with pytest.raises(PuzzleError, match=message):
        canonical(puzzle)


@pytest.mark.turns(3)
def test_a_search_that_is_too_large_is_refused() -> None:
    full = tuple((row + column) % 16 + 1 for row in range(16) for column in range(16))
    with pytest.raises(PuzzleError, match="too long"):
        canonical(Puzzle(Geometry.latin(16), full))


def test_canonical_many_refuses_cages() -> None:
    with pytest.raises(ValueError, match="cages"):
        canonical_many([Puzzle.killer(4, [(3, (0, 1))])])


def test_every_order_of_equal_lines_is_an_automorphism() -> None:
    puzzle = Puzzle(4, (1, 2, 0, 0) + (0,) * 12)
    moved = {each.cells for each in automorphisms(puzzle)}
    swaps_below = {
        tuple(row * 4 + column for row in (0, 1, *lines) for column in range(4))
        for lines in permutations((2, 3))
    }
    assert swaps_below <= moved
