"""What is special about rules of cells: where programs disagree, the choice is tested here."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import pandoku
from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.constraints import (
    XV,
    AllDifferent,
    BoxIndexer,
    Clone,
    ColumnIndexer,
    Difference,
    Even,
    GlobalEntropy,
    GreaterThan,
    Maximum,
    Minimum,
    NoDifference,
    NoRatio,
    NoXV,
    Odd,
    Quadruple,
    Ratio,
    RowIndexer,
)
from pandoku.model import Constraint, Disc, Only, Pairs, Stroke, Tile, default_box
from tests.together import together

LATIN4, SUDOKU4, SUDOKU9 = Geometry.latin(4), Geometry.sudoku(4), Geometry.sudoku(9)


def holds(constraint: Constraint, rows: str, *more: Constraint) -> bool:
    """Return whether a constraint holds in a grid without boxes, given row by row."""
    grid = [int(digit) for digit in rows.replace(" ", "")]
    puzzle = Puzzle(Geometry.latin(len(rows.split()))).with_(constraint, *more)
    found = puzzle.further[0]
    answer = found.holds(grid, puzzle)
    assert all(relation.allows(grid) for relation in found.relations(puzzle)) == answer
    return answer


def defects(constraint: Constraint, geometry: Geometry = SUDOKU9) -> list[str]:
    return [*constraint.placed(geometry.order).defects(geometry)]


def candidates(puzzle: Puzzle, cell: int) -> set[int]:
    """Return the digits of a cell in all solutions."""
    masks = pandoku.true_candidates(puzzle)
    assert masks is not None
    return {digit for digit in range(1, puzzle.order + 1) if masks[cell] >> (digit - 1) & 1}


# ---- even and odd cells


def test_even_and_odd_are_candidates_of_each_cell() -> None:
    puzzle = Puzzle(SUDOKU9).with_(Even("r1c1 r5c5"), Odd("r9c9"))
    assert puzzle.further[0].relations(puzzle) == (Only(0, 0b010101010), Only(40, 0b010101010))
    assert puzzle.further[1].relations(puzzle) == (Only(80, 0b101010101),)
    assert candidates(puzzle, 0) == {2, 4, 6, 8}


def test_a_grid_of_one_cell_has_no_even_digit() -> None:
    one = Geometry.latin(1)
    assert any("even" in each for each in defects(Even("r1c1"), one))
    assert defects(Odd("r1c1"), one) == []


def test_parity_survives_digits_that_keep_theirs() -> None:
    even = Even("r1c1").placed(4)
    assert even.image(range(16), (3, 4, 1, 2)) == even
    assert even.image(range(16), (2, 1, 4, 3)) is None


def test_several_cells_are_named_in_the_plural() -> None:
    assert Even("r1c1 r1c2").placed(9).heading() == "even cells"
    assert Odd("r1c1").placed(9).heading() == "odd cell"


# ---- minimum and maximum cells


def test_an_extreme_cell_is_compared_with_the_cells_beside_it_only() -> None:
    assert holds(Minimum("r2c2"), "131 323 131")
    assert not holds(Minimum("r2c2"), "121 323 131")
    assert holds(Maximum("r1c1"), "322 213 333")
    assert not holds(Maximum("r1c1"), "332 213 333")


def test_extreme_cells_with_the_same_mark_are_not_compared() -> None:
    # f-puzzles, Rangsk's solver and Sudoku Maker agree; comparing them leaves no solution.
    rows = "1234 4444 4444 4444"
    assert not holds(Minimum("r1c2"), rows)
    assert holds(Minimum("r1c2"), rows, Minimum("r1c1"))
    assert holds(Minimum("r1c2 r1c1"), rows)
    assert not holds(Minimum("r1c2"), rows, Maximum("r1c1"))


def test_extreme_cells_with_different_marks_are_compared() -> None:
    puzzle = Puzzle(LATIN4).with_(Minimum("r1c1"), Maximum("r1c2"))
    assert candidates(puzzle, 0) <= {1, 2, 3}
    impossible = Puzzle(LATIN4).with_(Maximum("r1c1"), Minimum("r2c1"), GreaterThan("r2c1 r1c1"))
    assert pandoku.count(impossible) == 0


def test_a_cell_whose_neighbors_all_have_its_mark_may_hold_any_digit() -> None:
    every = Minimum(tuple(range(16)))
    puzzle = Puzzle(LATIN4).with_(every)
    assert puzzle.further[0].relations(puzzle) == ()
    assert pandoku.count(puzzle) == pandoku.count(Puzzle(LATIN4))


@pytest.mark.parametrize(("kind", "points_in"), [(Minimum, True), (Maximum, False)])
def test_chevrons_point_at_the_lesser_digits(
    kind: type[Minimum] | type[Maximum], points_in: bool
) -> None:
    tile, *chevrons = kind("r2c2").placed(4).decorations(LATIN4)
    assert isinstance(tile, Tile)
    assert tile.points == ((1.5, 1.5),)
    assert len(chevrons) == 4
    for each in chevrons:
        assert isinstance(each, Stroke)
        (x, y), (tip_x, tip_y), _ = each.points
        ends, tip = max(abs(x - 1.5), abs(y - 1.5)), max(abs(tip_x - 1.5), abs(tip_y - 1.5))
        assert (tip < ends) == points_in
        assert max(ends, tip) < 0.5


# ---- quadruples


def test_a_digit_that_is_listed_twice_occurs_twice() -> None:
    corner = "r1c1 r1c2 r2c1 r2c2"
    assert holds(Quadruple(corner, (1, 1, 2)), "123 313 333")
    assert not holds(Quadruple(corner, (1, 1, 2)), "123 333 333")
    assert holds(Quadruple(corner, (1,)), "113 113 333")  # more of a digit are allowed
    # Twice means on a diagonal of the square, and so four digits leave no room for others.
    puzzle = Puzzle(SUDOKU9).with_(Quadruple("r3c3 r3c4 r4c3 r4c4", (1, 1, 2, 3)))
    assert candidates(puzzle, 20) == {1, 2, 3}


def test_at_an_edge_fewer_cells_may_be_listed() -> None:
    for cells in ("r1c1", "r1c1 r1c2", "r1c1 r2c2", "r1c1 r1c2 r2c1"):
        assert defects(Quadruple(cells, (1,))) == []
    assert holds(Quadruple("r1c1 r1c2", (3, 1)), "132 222 222")
    assert not holds(Quadruple("r1c1 r1c2", (3, 1)), "122 322 222")


@together(
    "cells, center",
    [
        ("r1c1 r1c2 r2c1 r2c2", (1, 1)),
        ("r1c2 r2c1", (1, 1)),
        ("r1c1", (0, 0)),
        ("r4c4", (4, 4)),
        ("r1c1 r1c2", (1, 0)),
        ("r3c4 r4c4", (4, 3)),
    ],
)
def test_a_quadruple_is_drawn_on_its_corner(cells: str, center: tuple[int, int]) -> None:
    (disc,) = Quadruple(cells, (3, 1)).placed(4).decorations(LATIN4)
    assert isinstance(disc, Disc)
    assert (disc.points, disc.text) == ((center,), "1 3")


@together(
    "clue, reason",
    [
        (Quadruple("r1c1 r1c3", (1,)), "corner"),
        (Quadruple("r1c1 r2c2 r3c3", (1,)), "corner"),
        (Quadruple("r1c9 r2c1", (1,)), "corner"),
        (Quadruple("r1c1 r1c2", (1, 2, 3)), "found 3"),
        (Quadruple("r1c1 r1c2", (10,)), "found 10"),
        (Quadruple("r1c1 r1c2", (0,)), "found 0"),
    ],
)
def test_an_impossible_quadruple_is_a_defect(clue: Quadruple, reason: str) -> None:
    assert any(reason in each for each in defects(clue))


@together("digits", [(), "12", 5, None, (1, None), (1.5,), (True,)])
def test_the_digits_of_a_quadruple_are_whole_numbers(digits: object) -> None:
    with pytest.raises(PuzzleError, match=r"^quadruple: .*digits"):
        Quadruple("r1c1 r1c2", digits)  # type: ignore[arg-type]


def test_the_digits_of_a_quadruple_follow_a_relabeling() -> None:
    clue = Quadruple("r1c1 r1c2 r2c1 r2c2", (1, 1, 2)).placed(4)
    image = clue.image(range(16), (4, 3, 2, 1))
    assert image is not None
    assert image.digits == (3, 4, 4)


# ---- clones


def test_clones_are_equal_in_their_order_and_may_overlap() -> None:
    assert holds(Clone("r1c1 r1c2", "r2c2 r2c3"), "123 312 444")
    assert not holds(Clone("r1c1 r1c2", "r2c3 r2c2"), "123 312 444")
    overlapping = Clone("r1c1 r2c2", "r2c2 r3c3")
    assert defects(overlapping, LATIN4) == []
    assert holds(overlapping, "122 212 221")
    assert not holds(overlapping, "122 212 222")


def test_a_cell_that_is_its_own_copy_asks_nothing() -> None:
    clone = Clone("r1c1 r2c2", "r1c1 r3c3")
    assert defects(clone, LATIN4) == []
    (relation,) = clone.placed(4).relations(Puzzle(LATIN4))
    assert isinstance(relation, Pairs)
    assert relation.pairs == ((5, 10),)
    assert Clone("r1c1", "r1c1").placed(4).relations(Puzzle(LATIN4)) == ()


def test_the_two_groups_of_a_clone_and_its_pairs_have_no_order() -> None:
    same = Clone("r1c1 r1c2", "r2c3 r2c4").placed(4)
    assert Clone("r2c3 r2c4", "r1c1 r1c2").placed(4) == same
    assert Clone("r1c2 r1c1", "r2c4 r2c3").placed(4) == same
    assert Clone("r1c2 r1c1", "r2c3 r2c4").placed(4) != same


def test_impossible_clones_are_defects() -> None:
    assert any("copies" in each for each in defects(Clone("r1c1 r1c2", "r4c4")))
    assert any("r1c1 and r2c2" in each for each in defects(Clone("r1c1", "r2c2")))
    assert defects(Clone("r1c1", "r2c2"), LATIN4) == []


def test_clones_survive_any_relabeling() -> None:
    clone = Clone("r1c1", "r4c5").placed(9)
    assert clone.image(range(81), (9, 8, 7, 6, 5, 4, 3, 2, 1)) == clone


# ---- extra regions


def test_an_extra_region_has_at_most_as_many_cells_as_digits() -> None:
    assert defects(AllDifferent(tuple(range(9)))) == []
    assert any("found 10" in e for e in defects(AllDifferent(tuple(range(10)))))
    assert any("found 1" in e for e in defects(AllDifferent("r1c1")))


def test_a_region_of_all_digits_means_the_same_as_a_house() -> None:
    cells = "r1c1 r2c2 r3c3 r4c4"
    region = Puzzle(LATIN4).with_(AllDifferent(cells))
    assert pandoku.count(region) == pandoku.count(Puzzle.latin(4, extra=[cells]))
    assert 15 in region.sight[0]


# ---- indexers


def test_a_row_indexer_looks_along_its_column_and_a_column_indexer_along_its_row() -> None:
    rows = "1342 4131 2413 3224"
    # r1c3 is 4: as a row indexer, r4c3 holds 1; as a column indexer, r1c4 holds 3.
    assert not holds(RowIndexer("r1c3"), rows)
    assert holds(RowIndexer("r1c3"), "1342 4131 2413 3214")
    assert not holds(ColumnIndexer("r1c3"), rows)
    assert holds(ColumnIndexer("r1c3"), "1343 4131 2413 3224")


def test_a_box_indexer_counts_the_places_of_its_box_in_reading_order() -> None:
    puzzle = Puzzle(SUDOKU4).with_(BoxIndexer("r3c2"))
    found = puzzle.further[0]
    grid = [1] * 16
    grid[9], grid[12] = 3, 2  # place 2 holds 3, place 3 holds 2
    assert found.holds(grid, puzzle)
    grid[12] = 4
    assert not found.holds(grid, puzzle)


def test_a_box_indexer_needs_boxes_and_takes_regions() -> None:
    assert any("boxes" in each for each in defects(BoxIndexer("r1c1"), LATIN4))
    jigsaw = Puzzle.jigsaw(4, "AABB AABC DDBC DDCC")
    assert [*BoxIndexer("r1c1").placed(4).defects(jigsaw.geometry)] == []
    solutions = pandoku.solve(jigsaw.with_(BoxIndexer("r2c3")), limit=None).solutions
    region = (2, 3, 6, 10)  # r2c3 is its third place
    assert solutions
    assert all(each[region[each[6] - 1]] == 3 for each in solutions)


@pytest.mark.parametrize("kind", [RowIndexer, ColumnIndexer, BoxIndexer])
def test_no_digit_of_an_indexer_points_beyond_the_grid(
    kind: type[RowIndexer] | type[ColumnIndexer] | type[BoxIndexer],
) -> None:
    # Digits are 1..n on a grid of n rows and columns. Programs with other digits disagree on this.
    puzzle = Puzzle(SUDOKU4)
    for cell, digit in product(range(16), range(1, 5)):
        grid = [digit] * 16
        assert isinstance(kind((cell,)).holds(grid, puzzle), bool)


def test_a_cell_that_points_at_itself_holds_the_number_of_its_place() -> None:
    assert holds(ColumnIndexer("r1c2"), "1211 1111 1111 1111")
    assert len(ColumnIndexer((1,)).relations(Puzzle(LATIN4))) == 3


def test_a_whole_column_of_indexers_is_solved_both_ways() -> None:
    column = ColumnIndexer(tuple(range(0, 16, 4)))
    puzzle = Puzzle(LATIN4).with_(column)
    for solution in pandoku.solve(puzzle, limit=None).solutions:
        for row in range(4):
            line = solution[row * 4 : row * 4 + 4]
            assert line.index(1) + 1 == line[0]


def test_an_indexer_survives_where_digits_move_as_places_do() -> None:
    indexer = ColumnIndexer("r1c2").placed(4)
    mirrored = [4 * (cell // 4) + 3 - cell % 4 for cell in range(16)]
    assert indexer.image(mirrored, None) is None
    assert indexer.image(mirrored, (4, 3, 2, 1)) == ColumnIndexer("r1c3").placed(4)
    upside_down = [12 - 4 * (cell // 4) + cell % 4 for cell in range(16)]
    assert indexer.image(upside_down, None) == ColumnIndexer("r4c2").placed(4)
    transposed = [4 * (cell % 4) + cell // 4 for cell in range(16)]
    assert indexer.image(transposed, None) is None


# ---- X and V


def test_marks_of_any_value_exempt_from_the_rule_of_all_sums() -> None:
    rows = "4111 1111 1111 1111"
    assert not holds(NoXV(), rows)
    assert not holds(NoXV(), rows, XV("r1c1 r1c2"))  # r1c1 and r2c1 are left
    assert holds(NoXV(), rows, XV("r1c1 r1c2"), XV("r2c1 r1c1", 5))


def test_the_negative_of_sums_has_both_values_or_the_listed_ones() -> None:
    # f-puzzles knows both only; Sudoku Maker lists the values.
    assert NoXV() == NoXV((5, 10)) == NoXV([10, 5, 5])  # type: ignore[arg-type]
    assert holds(NoXV((10,)), "4111 1111 1111 1111")
    assert not holds(NoXV((5,)), "4111 1111 1111 1111")


def test_marks_of_sums_do_not_exempt_dots_nor_dots_sums() -> None:
    # As in Rangsk's solver and Sudoku Maker, only dots exempt from dots, of either color.
    rows = "2333 3333 3333 3333"
    marks = XV("r1c1 r1c2", 5), XV("r1c1 r2c1", 5)
    dots = Difference("r1c1 r1c2"), Ratio("r1c1 r2c1")
    assert holds(NoXV(), rows, *marks)
    assert not holds(NoXV(), rows, *dots)
    assert holds(NoDifference(), rows, *dots)
    assert not holds(NoDifference(), rows, *marks)
    rows = "2444 4444 4444 4444"
    assert holds(NoRatio(), rows, *dots)
    assert not holds(NoRatio(), rows, *marks)


def test_a_mark_shows_its_letter_or_its_number_on_the_border() -> None:
    for value, text in ((5, "V"), (10, "X"), (7, "7")):
        (disc,) = XV("r1c1 r2c1", value).placed(9).decorations(SUDOKU9)
        assert isinstance(disc, Disc)
        assert (disc.role, disc.points, disc.text) == ("mark", ((0.5, 1.0),), text)


def test_a_sum_that_no_two_digits_have_is_a_defect() -> None:
    for value in (1, 19):
        assert any("1..9" in e for e in defects(XV("r1c1 r1c2", value)))
    assert any("side" in each for each in defects(XV("r1c1 r2c2")))
    for bad in (0, None, "X", True):
        with pytest.raises(PuzzleError, match=r"^sum mark: expected a whole number of at least 1"):
            XV("r1c1 r1c2", bad)  # type: ignore[arg-type]


# ---- inequalities


def test_the_first_cell_of_an_inequality_is_greater() -> None:
    assert holds(GreaterThan("r1c1 r1c2"), "211 111 111")
    assert not holds(GreaterThan("r1c1 r1c2"), "222 111 111")
    assert not holds(GreaterThan("r1c2 r1c1"), "211 111 111")
    assert GreaterThan("r1c1 r1c2").placed(9) != GreaterThan("r1c2 r1c1").placed(9)
    assert GreaterThan("r1c2 r1c1").placed(9).places(SUDOKU9) == "r1c2 > r1c1"
    for cells in ("r1c1 r2c2", "r1c1 r1c3", "r1c1", "r1c1 r1c2 r1c3"):
        assert defects(GreaterThan(cells))


@pytest.mark.parametrize("cells", ["r2c2 r2c3", "r2c2 r1c2", "r2c2 r3c2", "r2c2 r2c1"])
def test_a_chevron_points_at_the_lesser_digit(cells: str) -> None:
    sign = GreaterThan(cells).placed(4)
    (chevron,) = sign.decorations(LATIN4)
    assert isinstance(chevron, Stroke)
    first, tip, last = chevron.points
    greater, lesser = ((cell % 4 + 0.5, cell // 4 + 0.5) for cell in sign.cells)

    def distance(a: tuple[float, float], b: tuple[float, float]) -> float:
        return abs(a[0] - b[0]) + abs(a[1] - b[1])

    assert distance(tip, lesser) < 0.5 < distance(tip, greater)
    assert distance(first, greater) < distance(first, lesser)
    assert distance(last, greater) < distance(last, lesser)


# ---- global entropy


@together(
    "order, groups",
    [
        (2, "1 2"),
        (3, "1 2 3"),
        (4, "1 23 4"),
        (5, "12 3 45"),
        (6, "12 34 56"),
        (7, "12 345 67"),
        (8, "123 45 678"),
        (9, "123 456 789"),
    ],
)
def test_digits_are_divided_into_low_middle_and_high_ones(order: int, groups: str) -> None:
    # Where they cannot be divided evenly, low and high are alike, as in Rangsk's solver.
    masks = tuple(sum(1 << (int(d) - 1) for d in group) for group in groups.split())
    puzzle = Puzzle(Geometry.latin(order))
    assert GlobalEntropy().relations(puzzle) == GlobalEntropy(masks).relations(puzzle)
    rng = Random(order)
    for _ in range(100):
        grid = [rng.randint(1, order) for _ in range(order * order)]
        assert GlobalEntropy().holds(grid, puzzle) == GlobalEntropy(masks).holds(grid, puzzle)


def test_groups_are_given_as_masks() -> None:
    odd_and_even = GlobalEntropy((0b0101, 0b1010))
    assert holds(odd_and_even, "1111 2222 1111 2222")
    assert not holds(odd_and_even, "1111 3122 1111 2222")
    assert (
        odd_and_even.rule(Geometry.latin(4))
        == "Every 2x2 square has a digit of each group: 1 3, 2 4."
    )
    assert odd_and_even == GlobalEntropy([0b1010, 0b0101])  # type: ignore[arg-type]
    assert any("found 9" in each for each in defects(GlobalEntropy((0b100000001,)), LATIN4))
    five = GlobalEntropy(tuple(1 << at for at in range(5)))
    assert any("found 5" in each for each in defects(five))
    for bad in ("12", 5, None, (0,), (-1,), (1, None)):
        with pytest.raises(PuzzleError, match="list of masks"):
            GlobalEntropy(bad)  # type: ignore[arg-type]


def test_groups_follow_a_relabeling() -> None:
    entropy = GlobalEntropy()
    assert entropy.image(range(16), (4, 2, 3, 1)) == entropy
    assert entropy.image(range(16), (2, 1, 3, 4)) == GlobalEntropy((0b0010, 0b0101, 0b1000))


# ---- any order


@pytest.mark.parametrize("order", [1, 2, 16, 36])
def test_rules_of_cells_work_in_every_order(order: int) -> None:
    geometry = Geometry.sudoku(order)
    puzzle = Puzzle(geometry, [0] * order**2)
    found: list[Constraint] = [
        Odd("r1c1"),
        Minimum("r1c1"),
        Maximum("r1c1"),
        Quadruple("r1c1", (1,)),
        Clone("r1c1", "r1c1"),
        RowIndexer("r1c1"),
        ColumnIndexer("r1c1"),
        GlobalEntropy(),
    ]
    for each in found:
        assert defects(each, geometry) == []
        relations = each.placed(order).relations(puzzle)
        masks = [geometry.all_mask] * order**2
        assert all(relation.may_hold(masks) for relation in relations)


def test_the_usual_boxes_are_those_of_the_programs() -> None:
    # Rangsk's solver: two rows for 6, 8 and 10, three for 12 and 15, four for 20; none for primes.
    rows = {order: (default_box(order) or (0,))[0] for order in (6, 8, 10, 12, 15, 20, 5, 7, 11)}
    assert rows == {6: 2, 8: 2, 10: 2, 12: 3, 15: 3, 20: 4, 5: 0, 7: 0, 11: 0}
