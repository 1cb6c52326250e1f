"""Calcudokus made from keys are proper, meet the request, and have varied cages."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

import pytest

from pandoku.engines import solve
from pandoku.errors import WishError
from pandoku.generation import make_drafts, wishes_of
from pandoku.generation.kinds.caged import calcudoku_knobs, calcudokus_by_effort
from pandoku.kernel.cage_generate import clue_minimal
from pandoku.model import Cage
from pandoku.rating import LEVELS
from tests.data import IS_FULL
from tests.engines.present import engine_or_skip
from tests.generation.cages import (
    cages_of,
    is_connected,
    keys_of,
    made,
    puzzles_of,
    same,
    turned,
)
from tests.in_full import in_full
from tests.together import together

COUNTS = {3: 40, 4: 60, 5: 60, 6: 60, 7: 30, 9: 20, 12: 8}
if not IS_FULL:
    COUNTS = {3: 20, 4: 25, 5: 25, 6: 25, 7: 10, 9: 6, 12: 2}


@pytest.mark.turns(3)
@pytest.mark.parametrize("order", COUNTS)
def test_every_puzzle_is_proper_by_another_engine(order: int) -> None:
    engine = engine_or_skip("cp-sat")
    candidates = made("calcudoku", order, COUNTS[order])
    assert len(candidates) > (0.85 if order < 10 else 0.4) * COUNTS[order]
    for puzzle in puzzles_of(candidates):
        outcome = engine.solve(puzzle, limit=2)
        assert outcome.is_unique
        assert outcome.solution == puzzle.solution


def test_small_puzzles_are_proper_by_plain_backtracking() -> None:
    for puzzle in puzzles_of(made("calcudoku", 4, 40)):
        assert solve(puzzle, engine="backtracking", limit=2).is_unique


@pytest.mark.parametrize("order", [3, 6, 9, 16])
def test_cages_are_connected_and_cover_the_grid(order: int) -> None:
    for puzzle in puzzles_of(made("calcudoku", order, 4)):
        covered = Counter(cell for cage in puzzle.cages for cell in cage.cells)
        assert covered == dict.fromkeys(range(order * order), 1)
        assert all(is_connected(cage.cells, order) for cage in puzzle.cages)


def test_a_key_leads_to_the_same_puzzle_with_any_threads_and_among_any_others() -> None:
    whole = made("calcudoku", 6, 60)
    assert same(whole, made("calcudoku", 6, 60, threads=2))
    wishes = wishes_of("calcudoku", 6)
    keys = keys_of(60)
    by_key = {keys[index]: whole.puzzle(at) for at, index in enumerate(whole.index)}
    for part in (keys[:1], keys[7:31][::-1], [keys[50], keys[2], keys[2]]):
        candidates = make_drafts(wishes, part)
        found = {part[index]: candidates.puzzle(i) for i, index in enumerate(candidates.index)}
        assert in_full(found) == in_full({key: by_key[key] for key in part if key in by_key})


def test_different_keys_lead_to_different_puzzles() -> None:
    puzzles = puzzles_of(made("calcudoku", 4, 60))
    assert len(set(puzzles)) == len(puzzles)


@pytest.mark.parametrize("operations", ["+", "*", "+-", "-/", "*/", "+-*/"])
def test_there_are_only_the_operations_asked_for_and_nearly_always_all(operations: str) -> None:
    candidates = made("calcudoku", 6, 40, operations=operations)
    assert len(candidates) > 30
    found = [{cage.operation for cage in p.cages} - {"="} for p in puzzles_of(candidates)]
    assert all(each <= set(operations) for each in found)
    assert sum(each == set(operations) for each in found) > 0.9 * len(found)


def test_differences_and_quotients_are_of_two_cells_and_whole() -> None:
    rare = [cage for cage in cages_of(made("calcudoku", 9, 30)) if cage.operation in "-/"]
    assert all(len(cage.cells) == 2 for cage in rare)
    assert all((cage.target or 0) > 1 for cage in rare if cage.operation == "/")
    assert Counter(cage.operation for cage in rare).keys() == {"-", "/"}


def test_hidden_operations_are_not_shown() -> None:
    candidates = made("calcudoku", 5, 30, hide_operations=True)
    assert len(candidates) > 20
    assert {cage.operation for cage in cages_of(candidates)} <= {"?", "="}
    assert all(solve(puzzle, limit=2).is_unique for puzzle in puzzles_of(candidates))


@pytest.mark.parametrize(
    ("sizes", "expected"),
    [((2, 3), {2, 3}), ((3, 5), {3, 4, 5}), (4, {4}), ({2: 1, 5: 3}, {2, 5})],
)
def test_cages_have_the_sizes_asked_for(sizes: object, expected: set[int]) -> None:
    candidates = made("calcudoku", 6, 30, cage_sizes=sizes)
    assert len(candidates) > 15
    assert {len(cage.cells) for cage in cages_of(candidates)} == expected


def test_weights_say_how_often_a_size_occurs() -> None:
    sizes = Counter(
        len(cage.cells) for cage in cages_of(made("calcudoku", 8, 30, cage_sizes={2: 8, 3: 1}))
    )
    assert sizes[2] > 4 * sizes[3] > 0


@pytest.mark.parametrize(("share", "singles"), [(0, 0), (0.1, 4), (0.5, 18)])
def test_single_cells_are_as_many_as_asked_for(share: float, singles: int) -> None:
    for puzzle in puzzles_of(made("calcudoku", 6, 20, singles=share)):
        alone = [cage for cage in puzzle.cages if len(cage.cells) == 1]
        assert len(alone) == singles
        assert all(cage.operation == "=" for cage in alone)


def test_an_odd_grid_of_pairs_has_one_single_cell() -> None:
    for puzzle in puzzles_of(made("calcudoku", 5, 20, operations="-")):
        assert Counter(len(cage.cells) for cage in puzzle.cages) == {2: 12, 1: 1}


def test_shapes_are_mixed() -> None:
    shapes = Counter(turned(cage, 9) for cage in cages_of(made("calcudoku", 9, 30)))
    by_size = {size: [n for shape, n in shapes.items() if len(shape) == size] for size in (3, 4)}
    assert len(by_size[3]) == 2  # straight and bent
    assert len(by_size[4]) == 5  # all tetrominoes
    assert max(by_size[3]) < 0.85 * sum(by_size[3])
    assert max(by_size[4]) < 0.6 * sum(by_size[4])


def test_operations_are_mixed() -> None:
    candidates = made("calcudoku", 6, 60)
    operations = Counter(cage.operation for cage in cages_of(candidates))
    assert all(operations[each] > 0.08 * operations.total() for each in "+-*/")
    with_all = [p for p in puzzles_of(candidates) if {c.operation for c in p.cages} >= set("+-*/")]
    assert len(with_all) > 0.9 * len(candidates)


def test_hardly_any_cage_gives_its_digits_away() -> None:
    cages = [cage for cage in cages_of(made("calcudoku", 6, 60)) if len(cage.cells) > 1]
    assert sum(n_fillings(cage, 6) == 1 for cage in cages) < 0.005 * len(cages)


def n_fillings(cage: Cage, order: int) -> int:
    """Return the number of ways to fill a cage, from the rules alone."""
    rows_and_columns = [(cell // order, -1 - cell % order) for cell in cage.cells]
    clashes = [
        (i, j)
        for i, j in combinations(range(len(cage.cells)), 2)
        if set(rows_and_columns[i]) & set(rows_and_columns[j])
    ]
    return sum(
        cage.allows(digits) and all(digits[i] != digits[j] for i, j in clashes)
        for digits in product(range(1, order + 1), repeat=len(cage.cells))
    )


def test_no_cage_can_lose_its_clue_when_that_is_asked() -> None:
    assert not any(clue_minimal(made("calcudoku", 6, 20).puzzles()))  # type: ignore[arg-type]
    candidates = made("calcudoku", 6, 20, clue_minimal=True)
    assert len(candidates) == 20
    for puzzle in puzzles_of(candidates):
        assert solve(puzzle, limit=2).is_unique
        for cage in puzzle.cages:
            left = tuple(other for other in puzzle.cages if other != cage)
            assert not solve(puzzle.replace(cages=left), limit=2).is_unique


def test_a_solution_and_givens_are_kept() -> None:
    (solution,) = (puzzle.solution for puzzle in puzzles_of(made("calcudoku", 5, 1)))
    assert solution is not None
    for puzzle in puzzles_of(made("calcudoku", 5, 20, solution=solution, givens=(2, 4))):
        assert puzzle.solution == solution
        assert 2 <= puzzle.n_givens <= 4
        assert all(
            given in (0, digit) for given, digit in zip(puzzle.givens, solution, strict=True)
        )


def test_larger_cages_are_for_harder_words() -> None:
    for order in range(6, 17):
        means = [
            sum(s * w for s, w in knobs.sizes.items()) / sum(knobs.sizes.values())
            for knobs in (calcudoku_knobs(word, order) for word in LEVELS)
        ]
        assert means == sorted(means)
        assert means[0] < means[-1]


@together("order", range(3, 17))
def test_each_word_has_cages_that_can_fill_the_grid(order: int) -> None:
    for rating in ("..2.3", "2.4..3.4", "3.5..6.4", "6.5..7.9", "8.0.."):
        assert wishes_of("calcudoku", order, rating=rating).kind == "calcudoku"
    for word in calcudokus_by_effort(order):
        assert wishes_of("calcudoku", order, difficulty=word).level == word
    assert 0 <= calcudoku_knobs(None, order).singles < 0.1


@together(
    "order, asked, words",
    [
        (6, {"operations": "/"}, "another operation"),
        (6, {"operations": "-", "cage_sizes": 3}, r"add \+ or \*"),
        (5, {"operations": "-", "singles": 0}, "0 single cells"),
        (6, {"cage_sizes": (2, 20)}, "at most 12 cells"),
        (3, {"cage_sizes": 10}, "between 0 and 9"),
        (6, {"cage_sizes": 1}, "two cells or more"),
        (5, {"cage_sizes": 4, "singles": 0}, "cannot fill the other 25"),
        (5, {"cage_sizes": 2}, "cannot fill the other 25"),
        (6, {"largest_sum": 12}, "largest_sum works only with killer, found calcudoku"),
        (17, {}, "3 to 16"),
        (2, {}, "3 to 16"),
    ],
)
def test_what_no_calcudoku_has_is_refused(order: int, asked: dict[str, object], words: str) -> None:
    with pytest.raises(WishError, match=words):
        wishes_of("calcudoku", order, **asked)


@pytest.mark.parametrize("name", ["kenken", "mathdoku", "KenKen"])
def test_its_other_names_are_known(name: str) -> None:
    assert wishes_of(name).kind == "calcudoku"
