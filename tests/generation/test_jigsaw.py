"""Random regions are well shaped, and jigsaws in them meet the request."""

from collections import Counter

import pytest

from pandoku import check
from pandoku.errors import WishError
from pandoku.generation import make_drafts, wishes_of
from pandoku.generation.kinds.jigsaw import is_good, random_regions
from pandoku.kernel.generate import keys
from pandoku.model import Geometry, default_box
from tests.in_full import in_full

KEYS = range(100, 112)
GOLDEN = "ABBCCCABBCCCAABBDDAAEEDDFFFEEDFFFEED"
ORDERS = (4, 5, 6, 8, 9, 12)
CASES = [(order, turned) for order in ORDERS for turned in (False, True)]


def parts_of(regions: tuple[int, ...], order: int) -> list[set[int]]:
    return [{cell for cell, r in enumerate(regions) if r == region} for region in range(order)]


def near(cell: int, order: int) -> set[int]:
    row, column = divmod(cell, order)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return {r * order + c for r, c in around if 0 <= r < order and 0 <= c < order}


def reached_from(start: int, part: set[int], order: int) -> set[int]:
    reached, waiting = {start}, [start]
    while waiting:
        new = (near(waiting.pop(), order) & part) - reached
        reached |= new
        waiting += new
    return reached


@pytest.fixture(params=CASES, ids=lambda case: f"{case[0]}{'-turned' * case[1]}", scope="module")
def made(request: pytest.FixtureRequest) -> tuple[int, bool, list[tuple[int, ...]]]:
    order, turned = request.param
    found = [random_regions(order, key, turned=turned) for key in KEYS]
    return order, turned, [regions for regions in found if regions is not None]


@pytest.mark.turns(3)
def test_most_keys_give_regions(made: tuple[int, bool, list[tuple[int, ...]]]) -> None:
    assert len(made[2]) >= len(KEYS) // 2


def test_regions_are_connected_and_of_equal_size(
    made: tuple[int, bool, list[tuple[int, ...]]],
) -> None:
    order, _, found = made
    for regions in found:
        for part in parts_of(regions, order):
            assert len(part) == order
            assert reached_from(min(part), part, order) == part


def test_no_region_is_a_line(made: tuple[int, bool, list[tuple[int, ...]]]) -> None:
    order, _, found = made
    for regions in found:
        for part in parts_of(regions, order):
            assert len({cell // order for cell in part}) > 1
            assert len({cell % order for cell in part}) > 1


def test_no_straight_border_cuts_the_grid(
    made: tuple[int, bool, list[tuple[int, ...]]],
) -> None:
    order, _, found = made
    for regions in found:
        for part in (1, order):  # below a row, right of a column
            for n in range(1, order):
                before = {regions[cell] for cell in range(order**2) if cell // part % order < n}
                after = {regions[cell] for cell in range(order**2) if cell // part % order >= n}
                assert before & after


def test_at_most_a_third_of_the_regions_are_nearly_boxes(
    made: tuple[int, bool, list[tuple[int, ...]]],
) -> None:
    order, _, found = made
    if (box := default_box(order)) is None:
        return
    for regions in found:
        n_boxes = 0
        for part in parts_of(regions, order):
            shared = Counter((c // order // box[0], c % order // box[1]) for c in part)
            n_boxes += shared.most_common(1)[0][1] >= order - order // 6
        assert n_boxes <= order // 3


def test_at_most_a_quarter_of_the_regions_are_snakes(
    made: tuple[int, bool, list[tuple[int, ...]]],
) -> None:
    order, _, found = made
    for regions in found:
        touching = [
            sorted(len(near(cell, order) & part) for cell in part)
            for part in parts_of(regions, order)
        ]
        n_snakes = sum(each[:2] == [1, 1] and each[2:] == [2] * (order - 2) for each in touching)
        assert order < 6 or n_snakes <= order // 4


def test_turned_regions_turn(made: tuple[int, bool, list[tuple[int, ...]]]) -> None:
    order, turned, found = made
    last = order * order - 1
    for regions in found if turned else ():
        parts = {frozenset(part) for part in parts_of(regions, order)}
        assert {frozenset(last - cell for cell in part) for part in parts} == parts


def test_different_keys_give_different_regions() -> None:
    assert len({random_regions(9, key) for key in KEYS}) == len(KEYS)


def test_regions_stay_the_same_for_ever() -> None:
    regions = random_regions(6, 1)
    assert regions is not None
    assert "".join("ABCDEF"[each] for each in Geometry(6, None, regions).regions or ()) == GOLDEN


@pytest.mark.turns(3)
@pytest.mark.parametrize("order", [5, 6, 9])
def test_each_puzzle_is_proper_and_has_its_own_regions(order: int) -> None:
    wishes = wishes_of("jigsaw", order, seed=5)
    made = make_drafts(wishes, keys(5, range(8)))
    assert len(made) >= 5
    assert len({made.puzzle(at).geometry for at in range(len(made))}) == len(made)
    for at in range(len(made)):
        puzzle = made.puzzle(at)
        found = check(puzzle)
        assert found.is_proper
        assert found.solutions[0] == puzzle.solution


@pytest.mark.turns(3)
def test_a_puzzle_depends_on_its_key_alone() -> None:
    wishes = wishes_of("jigsaw", 6, seed=5)
    drawn = keys(5, range(6))
    together = make_drafts(wishes, drawn)
    for at, index in enumerate(together.index):
        alone = make_drafts(wishes, drawn[index : index + 1])
        assert in_full(alone.puzzle(0)) == in_full(together.puzzle(at))


@pytest.mark.turns(3)
@pytest.mark.parametrize("order", [10, 12])
@pytest.mark.parametrize("symmetry", ["none", "rotate-180"])
def test_large_orders_get_regions_that_have_a_grid(order: int, symmetry: str) -> None:
    wishes = wishes_of("jigsaw", order, symmetry=symmetry, seed=5)
    made = make_drafts(wishes, keys(5, range(1)))
    assert len(made) == 1
    puzzle = made.puzzle(0)
    assert check(puzzle).is_proper
    assert puzzle.geometry.regions is not None
    assert is_good(puzzle.geometry.regions, order)
    again = make_drafts(wishes, keys(5, range(1)))
    assert in_full(again.puzzle(0)) == in_full(puzzle)


def test_regions_turn_with_the_givens() -> None:
    wishes = wishes_of("jigsaw", 6, symmetry="rotate-180", seed=5)
    made = make_drafts(wishes, keys(5, range(4)))
    assert len(made)
    for at in range(len(made)):
        puzzle = made.puzzle(at)
        parts = {frozenset(part) for part in parts_of(puzzle.geometry.regions or (), 6)}
        assert {frozenset(35 - cell for cell in part) for part in parts} == parts
        assert all(
            bool(a) == bool(b) for a, b in zip(puzzle.givens, puzzle.givens[::-1], strict=True)
        )


def test_asked_regions_are_kept() -> None:
    wishes = wishes_of("jigsaw", 4, regions="AABB AABC DDBC DDCC", seed=5)
    made = make_drafts(wishes, keys(5, range(3)))
    assert len(made) == 3
    assert made.geometry == Geometry(4, None, (0, 0, 1, 1, 0, 0, 1, 2, 3, 3, 1, 2, 3, 3, 2, 2))


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"regions": "AABB"}, "expected regions for 16 cells of order 4, found 4"),
        ({"regions": "AAAB AABC DDBC DDCC"}, "region 1: expected 4 cells, found 5"),
        ({"solution": "1234341221434321"}, "expected regions along with the solution"),
    ],
)
def test_what_cannot_be_is_refused_at_once(asked: dict[str, str], message: str) -> None:
    with pytest.raises(WishError, match=message):
        wishes_of("jigsaw", 4, **asked)
