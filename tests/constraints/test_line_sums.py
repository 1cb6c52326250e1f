"""Lines with sums, and lockout lines: each rule in words, and where programs disagree."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

import pandoku
from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.constraints import (
    Arrow,
    DoubleArrow,
    EqualSum,
    Lockout,
    RegionSum,
    SumLine,
    Thermometer,
    WeightedTotal,
    Zipper,
)
from pandoku.constraints._line import OpenLine
from pandoku.errors import FormatError
from pandoku.formats import dumps, loads
from pandoku.kernel.relations import why_not_relations
from pandoku.model import Cage, Constraint, Disc, Tile
from tests.data import by_default
from tests.together import together

SUDOKU9, SUDOKU6 = Geometry.sudoku(9), Geometry.sudoku(6)


def holds(constraint: Constraint, *digits: int, geometry: Geometry = SUDOKU9) -> bool:
    """Return whether a constraint holds with these digits in its cells, in their order as named."""
    cells = [cell for name in constraint.CELL_FIELDS for cell in _cells(constraint, name, geometry)]
    grid = [1] * geometry.n_cells
    for cell, digit in zip(cells, digits, strict=True):
        grid[cell] = digit
    puzzle = Puzzle(geometry).with_(constraint)
    (placed,) = puzzle.further
    answer = placed.holds(grid, puzzle)
    assert all(relation.allows(grid) for relation in placed.relations(puzzle)) == answer
    return answer


def _cells(constraint: Constraint, name: str, geometry: Geometry) -> list[int]:
    return [
        geometry.order * (int(each[1]) - 1) + int(each[3]) - 1
        for each in getattr(constraint, name).split()
    ]


def defects(constraint: Constraint, geometry: Geometry = SUDOKU9) -> str:
    return "; ".join(constraint.placed(geometry.order).defects(geometry))


def read(n: int = 6, /, **keys: Any) -> Puzzle:
    """Return the puzzle of a document of f-puzzles with these keys."""
    grid: list[list[dict[str, Any]]] = [[{} for _ in range(n)] for _ in range(n)]
    return loads(json.dumps({"size": n, "grid": grid} | keys))


# ---- all lines

every_line = together("kind", [RegionSum, Zipper, DoubleArrow, SumLine, Lockout])


@every_line
def test_a_line_is_its_reverse(kind: type[OpenLine]) -> None:
    forms = ("r3c3 r3c4 r4c5 r5c5", "r5c5 r4c5 r3c4 r3c3")
    assert len({kind(cells).placed(9) for cells in forms}) == 1  # type: ignore[call-arg]


@every_line
@together(
    "cells, reason",
    [
        ("r3c3", "expected at least 2 cells, found 1"),
        ("r3c3 r3c5", "expected cells that touch"),
        ("r3c3 r3c4 r4c4 r3c3", "expected a line with two ends, found a loop"),
        ("r2c3 r3c3 r3c4 r4c4 r3c3", "expected each cell once, found r3c3 2 times"),
    ],
)
def test_a_malformed_line_is_a_defect(kind: type[OpenLine], cells: str, reason: str) -> None:
    assert reason in defects(kind(cells))  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("regionsumline", RegionSum),
        ("zipperline", Zipper),
        ("doublearrow", DoubleArrow),
        ("lockout", Lockout),
    ],
)
def test_a_key_of_f_puzzles_is_a_line(key: str, kind: type[OpenLine]) -> None:
    puzzle = read(**{key: [{"lines": [["R1C3", "R2C4", "R3C4"], ["R4C1", "R5C2"]]}]})
    lines = kind("r1c3 r2c4 r3c4"), kind("r4c1 r5c2")  # type: ignore[call-arg]
    assert puzzle == Puzzle.sudoku(6).with_(*lines)
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle


# ---- region sum lines


def test_borders_of_boxes_cut_a_region_sum_line() -> None:
    line = RegionSum("r1c2 r1c3 r1c4 r1c5 r1c6 r1c7")
    assert holds(line, 1, 5, 2, 1, 3, 6)
    assert not holds(line, 1, 5, 2, 1, 3, 5)
    assert not holds(line, 1, 4, 2, 1, 3, 6)


def test_a_new_part_begins_where_a_line_comes_back_to_a_box() -> None:
    """Most programs read it so; Sudoku Maker has an option that joins the visits."""
    cells = "r3c3 r3c4 r4c4 r4c3 r3c2"
    assert holds(RegionSum(cells), 6, 6, 6, 6, 6)
    assert not holds(RegionSum(cells), 2, 6, 6, 6, 4)
    assert holds(RegionSum(cells, joined=True), 2, 6, 6, 6, 4)
    assert not holds(RegionSum(cells, joined=True), 6, 6, 6, 6, 6)


def test_a_region_sum_line_in_one_box_asks_nothing() -> None:
    line = RegionSum("r1c1 r1c2 r1c3 r2c2")
    assert defects(line) == ""
    assert line.placed(9).relations(Puzzle(SUDOKU9)) == ()
    assert holds(line, 1, 2, 3, 4)


def test_regions_of_a_jigsaw_cut_a_line_and_a_grid_without_any_is_refused() -> None:
    """Other programs ignore cells outside all regions; a rule that says nothing is a mistake."""
    jigsaw = Geometry(4, None, tuple("AABBAABCDDBCDDCC".index(x) for x in "AABBAABCDDBCDDCC"))
    line = RegionSum("r1c1 r1c2 r1c3 r1c4")
    assert holds(line, 1, 4, 2, 3, geometry=jigsaw)
    assert not holds(line, 1, 4, 2, 4, geometry=jigsaw)
    assert "found none" in defects(line, Geometry.latin(4))
    assert "found none" in defects(line, Geometry.sudoku(7))


def test_parts_that_cannot_have_one_sum_are_a_defect() -> None:
    told = defects(RegionSum("r2c1 r2c2 r1c2 r1c3 r1c4"))
    assert re.search(r"\b10\b.*\br1c4\b.*\b9\b", told)
    assert defects(RegionSum("r1c1 r1c2 r1c3 r1c4")) == ""


def test_many_parts_have_one_sum() -> None:
    """The relations of nine parts leave pairs out, but say the same."""
    cells = "r3c3 r3c4 r4c4 r4c3 r5c3 r5c4 r4c5 r3c5 r3c6 r3c7 r4c7 r4c6"
    line = RegionSum(cells)
    placed = line.placed(9)
    assert isinstance(placed, RegionSum)
    assert len(placed._parts(SUDOKU9)) == 9
    assert holds(line, 9, 9, 9, 4, 5, 5, 4, 3, 6, 9, 9, 9)
    assert not holds(line, 9, 9, 9, 4, 5, 5, 4, 3, 6, 9, 9, 8)
    assert not holds(line, 9, 9, 9, 4, 4, 5, 4, 3, 6, 9, 9, 9)


def test_joined_is_a_truth_value_that_f_puzzles_cannot_store() -> None:
    for bad in ("no", 2, None):
        with pytest.raises(PuzzleError, match="joined as"):
            RegionSum("r1c1 r1c2", joined=bad)  # type: ignore[arg-type]
    puzzle = Puzzle.sudoku(9).with_(RegionSum("r3c3 r3c4 r4c4 r4c3", joined=True))
    with pytest.raises(FormatError, match="r3c3"):
        dumps(puzzle, "f-puzzles")


# ---- zipper lines


def test_cells_equally_far_from_the_center_have_one_sum() -> None:
    line = Zipper("r1c1 r1c2 r1c3 r1c4")
    assert holds(line, 1, 3, 4, 6)
    assert not holds(line, 1, 3, 4, 5)


def test_the_center_of_an_odd_zipper_line_holds_the_sum() -> None:
    line = Zipper("r1c1 r1c2 r1c3 r1c4 r1c5")
    assert holds(line, 1, 3, 7, 4, 6)
    assert not holds(line, 1, 3, 8, 4, 6)
    for a, center, b in product(range(1, 10), repeat=3):
        assert holds(Zipper("r1c1 r2c2 r3c3"), a, center, b) == (a + b == center)


def test_a_zipper_line_of_two_cells_asks_nothing_and_of_one_is_no_line() -> None:
    """Programs differ on both; other lines of pandoku have at least two cells as well."""
    line = Zipper("r1c1 r1c2")
    assert defects(line) == ""
    assert line.placed(9).relations(Puzzle(SUDOKU9)) == ()
    assert holds(line, 1, 2)
    assert "2 cells" in defects(Zipper("r1c1"))


# ---- double arrows


def test_the_circles_of_a_double_arrow_have_the_sum_of_the_line() -> None:
    line = DoubleArrow("r1c1 r1c2 r1c3 r1c4 r1c5")
    assert holds(line, 9, 4, 7, 2, 4)
    assert not holds(line, 9, 4, 7, 2, 5)
    assert holds(DoubleArrow("r1c1 r2c2 r3c3"), 4, 8, 4)


def test_a_double_arrow_of_two_cells_asks_nothing() -> None:
    line = DoubleArrow("r1c1 r1c2")
    assert defects(line) == ""
    assert line.placed(9).relations(Puzzle(SUDOKU9)) == ()
    assert holds(line, 1, 2)


def test_a_double_arrow_has_room_for_its_sum_and_two_rings() -> None:
    snake = [*range(9), *range(17, 8, -1), *range(18, 21)]
    assert re.search("18 cells.*found 19", defects(DoubleArrow(snake)))
    assert defects(DoubleArrow(snake[:20])) == ""
    drawn = DoubleArrow("r1c1 r1c2 r1c3").placed(9).decorations(SUDOKU9)
    rings = [each.points for each in drawn if isinstance(each, Disc) and each.role == "ring"]
    assert rings == [((0.5, 0.5),), ((2.5, 0.5),)]


# ---- sum lines


def test_a_sum_line_divides_into_runs() -> None:
    line = SumLine("r1c1 r1c2 r1c3 r1c4 r2c5")
    assert holds(line, 1, 9, 4, 2, 4)
    assert holds(line, 2, 3, 5, 8, 2)
    assert not holds(line, 2, 3, 5, 8, 1)
    assert not holds(line, 2, 9, 4, 1, 4)
    assert not holds(line, 5, 4, 2, 5, 4)  # 20 in all, but no run ends at 10
    assert holds(SumLine("r1c1 r1c2 r1c3 r1c4 r2c5", 5), 5, 1, 4, 3, 2)


def test_a_line_without_room_for_runs_is_a_defect() -> None:
    assert defects(SumLine("r1c1 r1c2", 18)) == ""
    assert re.search("3 cells.*found 2", defects(SumLine("r1c1 r1c2", 19)))
    assert "1000000000000, found 2" in defects(SumLine("r1c1 r1c2", 10**12))
    for bad in (0, -1, 1.5, "9", None, True):
        with pytest.raises(PuzzleError, match="at least 1, found"):
            SumLine("r1c1 r1c2", bad)  # type: ignore[arg-type]


def test_a_sum_of_too_many_states_is_refused_by_name() -> None:
    everywhere = [
        36 * row + (c if row % 2 == 0 else 35 - c) for row in range(36) for c in range(36)
    ]
    assert "4096, found 4097" in defects(SumLine(everywhere, 4097), Geometry.latin(36))


def test_a_sum_line_shows_another_sum_than_ten() -> None:
    texts = [
        [each.text for each in line.placed(9).decorations(SUDOKU9) if isinstance(each, Disc)]
        for line in (SumLine("r1c1 r1c2"), SumLine("r1c1 r1c2", 9))
    ]
    assert texts == [[], ["9"]]
    assert "to 9." in SumLine("r1c1 r1c2", 9).rule(Geometry.sudoku(9))


# ---- lockout lines


def test_digits_of_a_lockout_line_lie_outside_the_range_of_its_diamonds() -> None:
    line = Lockout("r1c1 r2c2 r3c3")
    for low, digit, high in product(range(1, 10), repeat=3):
        outside = digit < min(low, high) or digit > max(low, high)
        assert holds(line, low, digit, high) == (abs(low - high) >= 4 and outside)


@together("order, least", [(2, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3), (8, 3), (9, 4), (16, 7)])
def test_diamonds_differ_by_half_the_order_rounded_up_less_one(order: int, least: int) -> None:
    """Files never name the difference: it is 4 in a 9x9, and programs know no other size."""
    assert Lockout("r1c1 r1c2").difference(order) == least
    line, geometry = Lockout("r1c1 r1c2"), Geometry.latin(order)
    assert holds(line, 1, 1 + least, geometry=geometry)
    assert not holds(line, 1, least, geometry=geometry)


def test_a_lockout_line_may_have_another_difference() -> None:
    assert holds(Lockout("r1c1 r2c2 r3c3", 2), 3, 6, 5)
    assert not holds(Lockout("r1c1 r2c2 r3c3", 3), 3, 6, 5)
    assert "at least 2, " in Lockout("r1c1 r1c2", 2).rule(Geometry.sudoku(9))
    assert Lockout("r1c1 r1c2", 2).heading() == "lockout line 2"
    assert Lockout("r1c1 r1c2").heading() == "lockout line"
    dumps(Puzzle.sudoku(9).with_(Lockout("r1c1 r1c2", 4)), "f-puzzles")  # the usual one
    with pytest.raises(FormatError, match="r1c1"):
        dumps(Puzzle.sudoku(9).with_(Lockout("r1c1 r1c2", 3)), "f-puzzles")


def test_diamonds_leave_a_digit_for_the_line() -> None:
    assert re.search(r"7 .*1\.\.9, found 8", defects(Lockout("r1c1 r1c2 r1c3", 8)))
    assert defects(Lockout("r1c1 r1c2", 8)) == ""
    assert re.search(r"8 .*1\.\.9, found 9", defects(Lockout("r1c1 r1c2", 9)))
    two = defects(Lockout("r1c1 r1c2 r2c2"), Geometry.latin(2))
    assert re.search(r"0 .*1\.\.2, found 1", two)
    for bad in (0, -1, 1.5, "9", True):
        with pytest.raises(PuzzleError, match="lockout line"):
            Lockout("r1c1 r1c2", bad)  # type: ignore[arg-type]


def test_a_lockout_line_ends_in_diamonds() -> None:
    drawn = Lockout("r1c1 r1c2 r1c3").placed(9).decorations(SUDOKU9)
    (tile,) = [each for each in drawn if isinstance(each, Tile)]
    assert (tile.role, tile.points) == ("diamond", ((0.5, 0.5), (2.5, 0.5)))


# ---- equal sums


def test_two_groups_have_one_sum() -> None:
    line = EqualSum("r1c1 r5c5", "r9c9 r7c2 r2c7")
    assert holds(line, 4, 9, 6, 1, 6)
    assert not holds(line, 4, 9, 6, 1, 5)


def test_equal_groups_have_no_order() -> None:
    forms = [
        EqualSum("r1c1 r5c5", "r9c9 r7c2"),
        EqualSum("r5c5 r1c1", "r7c2 r9c9"),
        EqualSum("r7c2 r9c9", "r1c1 r5c5"),
    ]
    assert len({form.placed(9) for form in forms}) == 1


def test_equal_groups_may_share_cells() -> None:
    rows = EqualSum("r1c1 r1c2 r1c3", "r1c3 r2c2 r3c1")
    (total,) = rows.placed(9).relations(Puzzle(SUDOKU9))
    assert {*total.cells} == {0, 1, 10, 18}
    puzzle = Puzzle(SUDOKU9).with_(rows)
    grid = [1] * 81
    grid[0], grid[1], grid[10], grid[18] = 4, 2, 5, 1
    assert puzzle.further[0].holds(grid, puzzle)
    grid[2] = 9
    assert puzzle.further[0].holds(grid, puzzle)


def test_groups_that_cannot_have_one_sum_are_a_defect() -> None:
    assert re.search(r"\b1 .*\b0 ", defects(EqualSum("r1c1 r1c2", "r1c2")))
    row = " ".join(f"r2c{c}" for c in range(1, 10))
    assert defects(EqualSum("r1c1", row)) == ""
    assert re.search(r"\b10 .*\b1 ", defects(EqualSum("r1c1", row + " r3c1")))


# ---- weighted totals


def _positional(totals: range) -> WeightedTotal:
    """Return the number in base seven of a row, which has one of many totals."""
    return WeightedTotal(range(7), tuple(7**at for at in range(7)), tuple(totals))


def test_digits_count_times_their_weights() -> None:
    total = WeightedTotal("r1c1 r5c5 r9c9", (10, 1, -3), (7, 25))
    assert holds(total, 1, 9, 4)
    assert holds(total, 2, 8, 1)
    assert not holds(total, 2, 8, 2)


def test_cells_keep_their_weights_in_any_order() -> None:
    one = WeightedTotal("r5c5 r1c1", (3, 2), (8, 7)).placed(9)
    assert one == WeightedTotal([0, 40], [2, 3], {7, 8}).placed(9)  # type: ignore[arg-type]
    assert (one.cells, one.weights, one.totals) == ((0, 40), (2, 3), (7, 8))
    assert WeightedTotal("r1c1", 3, 9) == WeightedTotal("r1c1", (3,), (9,))  # type: ignore[arg-type]
    assert one.rule(Geometry.sudoku(9)) == ""  # the picture shows both totals
    more = replace(one, totals=(7, 8, 9, 10))
    assert more.rule(Geometry.sudoku(9)) == (
        "The digits, times their weights 2, 3, add up to 7, 8, 9 or 10."
    )


@pytest.mark.parametrize(
    ("total", "reason"),
    [
        (WeightedTotal("r1c1 r1c2", (1,), (3,)), "a weight for each of 2 cells, found 1"),
        (WeightedTotal("r1c1 r1c2", (1, -2), (9,)), "a total of -17..7, found 9"),
        (WeightedTotal("r1c1 r1c2", (1, 1), (1, 19, 20, 21)), "2..18, found 1, 19, 20 ..."),
        (WeightedTotal("r1c1 r1c2", (1, -(10**7)), (9,)), "at most 1,000,000, found -10000000"),
        (_positional(range(10**5, 10**6, 99)), "at most 4096 partial sums, found more"),
    ],
)
def test_an_impossible_weighted_total_is_a_defect(total: WeightedTotal, reason: str) -> None:
    assert reason in defects(total)


@pytest.mark.parametrize(
    ("weights", "totals"),
    [
        ([1] * 81, (405,)),
        ([1, -1] * 40, (0,)),
        ([1] * 30, (140, 141, 159)),
        ([10**6, 1], (5 * 10**6 + 3, 10**30)),
        ([100, 10, 1, 50, -7], (321,)),
    ],
)
def test_a_total_that_is_no_defect_can_be_solved(
    weights: list[int], totals: tuple[int, ...]
) -> None:
    puzzle = Puzzle.sudoku(9).with_(WeightedTotal(range(len(weights)), weights, totals))  # type: ignore[arg-type]
    assert puzzle.problems() == ()
    solution = pandoku.solve(puzzle).solution
    assert solution is not None
    assert puzzle.accepts(solution)


def test_squares_show_weights_and_totals() -> None:
    total = WeightedTotal("r1c1 r1c2 r1c3 r1c4", (10, -1, 1, 1), (7, 9, 20, 25)).placed(9)
    texts = [each.text for each in total.decorations(SUDOKU9) if isinstance(each, Tile)]
    assert texts == ["×10", "×-1", "=7/9/20 ...", ""]


def test_a_total_has_a_defect_just_where_the_core_refuses_it() -> None:
    """Both count the same states, each by its own code."""
    rng, seen = Random(1), set[bool]()
    for _ in range(by_default(20, full=60)):
        k = rng.randint(3, 9)
        weights = tuple(rng.choice((1, -1, 5, -29, 211, 1009)) for _ in range(k))
        totals = tuple(rng.randint(0, 9000) for _ in range(rng.choice((1, 2, 90))))
        puzzle = Puzzle.latin(9).with_(WeightedTotal(range(k), weights, totals))
        (reason, *_) = [*puzzle.further[0].defects(puzzle.geometry), ""]
        if "expected a total of" not in reason:
            seen.add(is_too_large := why_not_relations(puzzle) is not None)
            assert is_too_large == bool(reason)
    assert seen == {False, True}


@together("bad", [(), "12", None, 1.5, (1, None), True, (1, True)])
def test_weights_and_totals_are_whole_numbers(bad: Any) -> None:
    with pytest.raises(PuzzleError, match="as weights"):
        WeightedTotal("r1c1 r1c2", bad, (3,))
    with pytest.raises(PuzzleError, match="as totals"):
        WeightedTotal("r1c1 r1c2", (1, 1), bad)
    with pytest.raises(PuzzleError, match=r"weights .*found 0"):
        WeightedTotal("r1c1 r1c2", (1, 0), (3,))


# ---- arrows and thermometers, where programs disagree


def test_f_puzzles_lists_the_cells_of_a_pill_from_its_tens_on() -> None:
    """Other programs go by the place of the cells, or list the units first."""
    entry = {"cells": ["R1C2", "R1C1"], "lines": [["R1C2", "R2C3", "R3C4", "R4C5"]]}
    puzzle = read(9, arrow=[entry])
    assert puzzle == Puzzle.sudoku(9).with_(Arrow("r1c2 r1c1", "r2c3 r3c4 r4c5"))
    assert holds(Arrow("r1c2 r1c1", "r2c3 r3c4 r4c5"), 1, 2, 3, 4, 5)
    assert not holds(Arrow("r1c1 r1c2", "r2c3 r3c4 r4c5"), 2, 1, 3, 4, 4)
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle


def test_a_shaft_of_one_cell_has_the_digit_of_its_bulb() -> None:
    """Some programs ignore such an arrow; as a sum of one digit it makes two cells equal."""
    puzzle = read(arrow=[{"cells": ["R2C3"], "lines": [["R2C3", "R3C4"]]}])
    assert puzzle == Puzzle.sudoku(6).with_(Arrow("r2c3", "r3c4"))
    candidates = pandoku.true_candidates(puzzle.with_(Cage("+", 5, (8,))))
    assert candidates is not None
    assert candidates[8] == candidates[15] == 1 << 4
    assert pandoku.count(Puzzle.sudoku(6).with_(Arrow("r1c1", "r2c2"))) == 0


def test_neighbors_on_a_slow_thermometer_that_see_each_other_differ() -> None:
    """Some programs say so of the rule. Here sight says it: of houses, and of any constraint."""
    line = Thermometer("r2c3 r3c4 r4c5", slow=True)
    free = Puzzle.latin(6).with_(line)
    assert pandoku.true_candidates(free)[8] == 0b111111  # type: ignore[index]
    cage = Cage("+", None, (8, 15), repeats=False)
    assert pandoku.true_candidates(free.with_(cage))[8] == 0b11111  # type: ignore[index]
    boxed = Puzzle.sudoku(6).with_(Thermometer("r3c1 r4c2 r5c3", slow=True))
    assert pandoku.true_candidates(boxed)[12] == 0b11111  # type: ignore[index]
