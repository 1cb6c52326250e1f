"""Solution grids have no bias: every grid is equally likely.

Each test compares counts with their expectation if all grids are equally likely, by Pearson's
chi-square. The keys are fixed, so a test passes always or never. With random keys, correct code
would fail with probability 2 * `UNLIKELY`: counts may be neither too uneven nor too even.
"""

from math import erfc, factorial, sqrt

import numpy as np
import pytest
from numpy.typing import ArrayLike, NDArray

from pandoku import Geometry, Puzzle, count, solve_many
from pandoku.kernel.generate import grids, keys
from pandoku.model.grids import regions_from
from tests.data import IS_FULL, by_default
from tests.generation.bands import N_GRIDS, band_classes, class_of

UNLIKELY = 1e-4
SEED = 20261122


def p_value(counts: ArrayLike, expected: ArrayLike) -> float:
    """Return the probability of counts at least as uneven as these (Wilson, Hilferty)."""
    counted, mean = np.asarray(counts, float), np.asarray(expected, float)
    statistic = float((((counted - mean) ** 2) / mean).sum())
    freedom = counted.size - 1
    spread = 2 / (9 * freedom)
    deviation = ((statistic / freedom) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    return erfc(deviation / sqrt(2)) / 2


def assert_even(counts: NDArray[np.int64], n_classes: int) -> None:
    """Assert that all classes are equally frequent. *counts* has the classes that occur."""
    assert len(counts) <= n_classes
    counts = np.pad(counts, (0, n_classes - len(counts)))
    p = p_value(counts, np.full(n_classes, counts.sum() / n_classes))
    assert UNLIKELY < p < 1 - UNLIKELY, p


def deviation(counts: NDArray[np.int64]) -> float:
    """Return the relative deviation of the chances of classes (root mean square).

    It is estimated from the variance of the counts beyond that of equally likely classes.
    """
    mean = counts.mean()
    statistic = float((((counts - mean) ** 2) / mean).sum()) / (len(counts) - 1)
    return sqrt(max(0.0, statistic - 1) / mean)


def drawn(geometry: Geometry, n: int) -> NDArray[np.uint8]:
    found = grids(geometry, keys(SEED, range(n)))
    assert all(map(all, found))
    return np.array([[*row] for row in found], np.uint8)


def tally(rows: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the number of occurrences of each distinct row."""
    whole = np.ascontiguousarray(rows).view(f"V{rows.shape[1]}").ravel()
    return np.unique(whole, return_counts=True)[1]


def with_first_row_in_order(rows: NDArray[np.uint8], order: int) -> NDArray[np.uint8]:
    """Return the grids with digits renamed so that the first row is 1, 2, 3, ..."""
    names = np.zeros((len(rows), order + 1), np.uint8)
    np.put_along_axis(
        names, rows[:, :order].astype(np.int64), np.arange(1, order + 1)[None], axis=1
    )
    return np.take_along_axis(names, rows.astype(np.int64), axis=1)


def reduced(squares: NDArray[np.uint8], order: int) -> NDArray[np.uint8]:
    """Return Latin squares with the first row in order, and then the rows by their first digit."""
    renamed = with_first_row_in_order(squares, order).reshape(-1, order, order)
    by_first = np.argsort(renamed[:, :, 0], axis=1)
    return np.take_along_axis(renamed, by_first[:, :, None], axis=1).reshape(len(squares), -1)


@pytest.mark.parametrize(
    ("geometry", "n_grids"),
    [
        (Geometry.sudoku(4), 288),
        (Geometry.latin(4), 576),
        (Geometry.sudoku(4, diagonals=True), 48),
        (Geometry.sudoku(6, diagonals=True), 12 * factorial(6)),
    ],
    ids=["sudoku 4", "latin 4", "diagonal 4", "diagonal 6"],
)
def test_all_grids_of_a_small_order_are_equally_likely(geometry: Geometry, n_grids: int) -> None:
    assert count(Puzzle(geometry)) == n_grids
    assert_even(tally(drawn(geometry, 50 * n_grids)), n_grids)


def test_all_161280_latin_squares_of_order_5_are_equally_likely() -> None:
    assert_even(tally(drawn(Geometry.latin(5), by_default(5, full=10) * 161_280)), 161_280)


def test_all_6x6_sudokus_are_equally_likely() -> None:
    found = drawn(Geometry.sudoku(6), by_default(5, full=10) * 39_168)
    n_with_row = 28_200_960 // factorial(6)  # grids with the first row 1, 2, 3, 4, 5, 6
    assert_even(tally(with_first_row_in_order(found, 6)), n_with_row)
    assert_even(tally(found[:, :6]), factorial(6))


@pytest.mark.turns(3)
def test_all_9408_reduced_latin_squares_of_order_6_are_equally_likely() -> None:
    assert_even(tally(reduced(drawn(Geometry.latin(6), by_default(10, full=20) * 9_408), 6)), 9_408)


@pytest.mark.skipif(not IS_FULL, reason="takes 20 seconds; PANDOKU_FULL=1 runs it")
def test_all_grids_of_a_7x7_jigsaw_are_nearly_equally_likely() -> None:
    regions = regions_from(7, "AAAAABB CCAABBB CCCCBDD CEEEBDD EEFGDDD EFFGGGG EFFFFGG")
    geometry = Geometry(7, None, regions)
    n_with_row = count(Puzzle(geometry, [*range(1, 8), *[0] * 42]), limit=None)
    assert n_with_row == 1566
    counts = tally(with_first_row_in_order(drawn(geometry, 2 * 1566), 7))
    assert deviation(np.pad(counts, (0, 1566 - len(counts)))) < 0.2


@pytest.mark.turns(3)
def test_the_classes_of_bands_add_up_to_all_9x9_sudokus() -> None:
    sizes = band_classes().n_grids
    assert len(sizes) == 44
    assert sum(sizes) == N_GRIDS


@pytest.fixture(scope="module")
def sudokus() -> NDArray[np.uint8]:
    return drawn(Geometry.sudoku(9), by_default(50_000, full=300_000))


@pytest.mark.turns(3)
@pytest.mark.parametrize("first", ["band 1", "band 2", "band 3", "stack 1", "stack 2", "stack 3"])
def test_every_band_of_a_9x9_sudoku_is_as_likely_as_its_completions(
    sudokus: NDArray[np.uint8], first: str
) -> None:
    lines, number = first.split()
    found = sudokus.reshape(-1, 9, 9)
    found = np.roll(
        found if lines == "band" else found.transpose(0, 2, 1), -3 * int(number), axis=1
    )
    classes = class_of(found.reshape(-1, 81))
    sizes = band_classes().n_grids
    counts = np.bincount(classes, minlength=44)
    p = p_value(counts, [len(found) * (size / N_GRIDS) for size in sizes])
    assert UNLIKELY < p < 1 - UNLIKELY, p


def test_every_digit_is_as_likely_in_every_cell_of_a_9x9_sudoku(sudokus: NDArray[np.uint8]) -> None:
    for cell in range(81):
        counts = np.bincount(sudokus[:, cell], minlength=10)[1:]
        assert p_value(counts, np.full(9, len(sudokus) / 9)) > UNLIKELY / 81


def test_the_test_sees_the_bias_of_three_random_boxes_and_a_search() -> None:
    random = np.random.default_rng(1)
    rows = np.zeros((20_000, 9, 9), np.uint8)
    for start in (0, 3, 6):
        digits = random.permuted(np.tile(np.arange(1, 10), (len(rows), 1)), axis=1)
        rows[:, start : start + 3, start : start + 3] = digits.reshape(-1, 3, 3)
    found, _ = solve_many(rows.reshape(-1, 81), limit=1)
    counts = np.bincount(class_of(found), minlength=44)
    expected = [len(found) * (size / N_GRIDS) for size in band_classes().n_grids]
    assert p_value(counts, expected) < 1e-12
