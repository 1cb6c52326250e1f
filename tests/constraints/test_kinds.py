"""Each kind of constraint against its rule in words."""

from __future__ import annotations

from itertools import product

import pytest

import pandoku
from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.constraints import (
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    Difference,
    LittleKiller,
    NoDifference,
    NoRatio,
    Palindrome,
    Ratio,
    Thermometer,
)
from pandoku.model import Constraint
from pandoku.symmetry import Symmetry
from tests.together import together

LATIN4, SUDOKU9 = Geometry.latin(4), Geometry.sudoku(9)


def holds(constraint: Constraint, digits: dict[str, int], n: int = 9, *more: Constraint) -> bool:
    """Return whether a constraint holds in a grid of ones and some other digits."""
    puzzle = Puzzle(Geometry.latin(n)).with_(constraint, *more)
    grid = [digits.get(puzzle.geometry.name(cell), 1) for cell in range(n * n)]
    answer = puzzle.further[0].holds(grid, puzzle)
    relations = puzzle.further[0].relations(puzzle)
    assert all(relation.allows(grid) for relation in relations) == answer
    return answer


def defects(constraint: Constraint, geometry: Geometry = SUDOKU9) -> list[str]:
    return [*constraint.placed(geometry.order).defects(geometry)]


# ---- arrows


def test_the_first_cell_of_a_pill_is_its_tens() -> None:
    arrow = Arrow("r1c1 r1c2", "r2c2 r3c3")
    assert holds(arrow, {"r1c1": 1, "r1c2": 2, "r2c2": 5, "r3c3": 7})
    assert not holds(arrow, {"r1c1": 2, "r1c2": 1, "r2c2": 5, "r3c3": 7})
    assert holds(Arrow("r1c2 r1c1", "r2c2 r3c3"), {"r1c1": 2, "r1c2": 1, "r2c2": 5, "r3c3": 7})


def test_a_pill_of_three_cells_has_hundreds() -> None:
    arrow = Arrow("r1c1 r1c2 r1c3", tuple(range(10, 10 + 8)) + tuple(range(19, 19 + 8)))
    grid = {f"r2c{c}": 7 for c in range(2, 10)} | {f"r3c{c}": 7 for c in range(2, 10)}
    assert holds(arrow, grid | {"r1c1": 1, "r1c2": 1, "r1c3": 2})
    assert not holds(arrow, grid | {"r1c1": 2, "r1c2": 1, "r1c3": 1})


def test_digits_on_a_shaft_may_repeat_and_one_cell_is_equal_to_its_bulb() -> None:
    assert holds(Arrow("r1c1", "r2c2 r3c3"), {"r1c1": 8, "r2c2": 4, "r3c3": 4})
    assert holds(Arrow("r1c1", "r2c2"), {"r1c1": 8, "r2c2": 8})
    assert not holds(Arrow("r1c1", "r2c2"), {"r1c1": 8, "r2c2": 7})


def test_two_shafts_of_a_bulb_each_have_its_sum() -> None:
    puzzle = Puzzle.latin(4).with_(Arrow("r1c1", "r2c2 r3c3"), Arrow("r1c1", "r2c1 r3c2"))
    for solution in pandoku.solve(puzzle, limit=None).solutions:
        assert solution[0] == solution[5] + solution[10] == solution[4] + solution[9]


@together(
    "arrow, reason",
    [
        (Arrow("r1c1", ()), "a shaft of"),
        (Arrow((), "r1c1"), "a bulb of"),
        (Arrow("r1c1", "r3c3"), "its bulb"),
        (Arrow("r1c1", "r2c2 r4c4"), "touch"),
        (Arrow("r1c1 r2c2", "r3c3 r3c4"), "found a gap"),
        (Arrow("r1c1", "r2c2 r1c1"), "once"),
        (Arrow("r1c1", "r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 r2c9 r3c9"), "9 cells"),
        (Arrow("r1c1 r1c2", "r2c2"), "to 11"),
        (Arrow("r1c1 r1c2 r1c3", "r2c2 r3c2"), "to 111"),
    ],
)
def test_an_impossible_arrow_is_a_defect(arrow: Arrow, reason: str) -> None:
    assert any(reason in defect for defect in defects(arrow))


def test_a_shaft_may_leave_a_pill_at_any_cell() -> None:
    snake = (*range(9, 18), *range(26, 17, -1))
    assert defects(Arrow("r1c1 r1c2 r1c3", snake)) == []
    assert defects(Arrow("r1c1 r1c2", "r2c1 r3c1")) == []


# ---- lines


def test_a_between_line_of_two_cells_asks_nothing() -> None:
    line = Between("r1c1 r1c2")
    assert defects(line) == []
    assert line.placed(4).relations(Puzzle(LATIN4)) == ()
    assert pandoku.count(Puzzle(LATIN4).with_(line)) == pandoku.count(Puzzle(LATIN4))


def test_either_end_of_a_between_line_may_hold_the_greater_digit() -> None:
    line = Between("r1c1 r2c2 r3c3")
    for low, digit, high in product(range(1, 10), repeat=3):
        is_between = low < digit < high or high < digit < low
        assert holds(line, {"r1c1": low, "r2c2": digit, "r3c3": high}) == is_between


def test_a_between_line_is_its_reverse() -> None:
    line, reverse = (Between(cells).placed(9) for cells in ("r1c1 r1c2 r2c3", "r2c3 r1c2 r1c1"))
    assert line == reverse
    assert hash(line) == hash(reverse)
    assert Thermometer("r1c1 r1c2").placed(9) != Thermometer("r1c2 r1c1").placed(9)


def test_lines_that_jump_or_are_too_long_are_defects() -> None:
    long = "r1c1 r1c2 r1c3 r1c4 r2c4"
    for line in (Thermometer("r1c1 r1c3"), Between("r1c1 r2c2 r4c4")):
        assert any("touch" in defect for defect in defects(line))
    assert any("4 cells" in each for each in defects(Thermometer(long), LATIN4))
    assert defects(Thermometer(long, slow=True), LATIN4) == []
    assert any("2 cells" in each for each in defects(Thermometer("r1c1")))
    assert any("2 cells" in each for each in defects(Between("r1c1")))


def test_a_slow_thermometer_is_strict_inside_a_house() -> None:
    slow, strict = (Thermometer("r1c1 r1c2 r1c3", slow=slow) for slow in (True, False))
    one, other = (Puzzle(LATIN4).with_(line) for line in (slow, strict))
    assert pandoku.solve(one, limit=None).count == pandoku.solve(other, limit=None).count
    assert pandoku.true_candidates(one) == pandoku.true_candidates(other)


def test_a_slow_thermometer_may_stay_the_same_across_houses() -> None:
    cells = "r1c1 r2c2 r3c3"
    digits = {"r1c1": 3, "r2c2": 3, "r3c3": 4}
    assert holds(Thermometer(cells, slow=True), digits, 4)
    assert not holds(Thermometer(cells), digits, 4)
    assert not holds(Thermometer(cells, slow=True), digits | {"r3c3": 2}, 4)


@pytest.mark.parametrize("slow", ["no", 2, None])
def test_slow_is_a_truth_value(slow: object) -> None:
    with pytest.raises(PuzzleError, match="slow as"):
        Thermometer("r1c1 r1c2", slow=slow)  # type: ignore[arg-type]


def test_a_palindrome_reads_the_same_from_either_end() -> None:
    line = Palindrome("r1c1 r2c2 r3c3 r4c4 r5c5")
    ends = {"r1c1": 7, "r5c5": 7, "r2c2": 4, "r4c4": 4, "r3c3": 9}
    assert holds(line, ends)
    assert not holds(line, ends | {"r5c5": 8})
    assert not holds(line, ends | {"r2c2": 5})


def test_cells_of_a_palindrome_in_one_house_cannot_be_equal() -> None:
    assert any("r1c1 and r1c3" in each for each in defects(Palindrome("r1c1 r1c2 r1c3")))
    assert any("r1c1 and r2c2" in each for each in defects(Palindrome("r1c1 r2c2")))
    assert defects(Palindrome("r3c3 r4c4")) == []
    assert defects(Palindrome("r1c1 r2c2"), LATIN4) == []


def test_a_palindrome_survives_other_digits() -> None:
    line = Palindrome("r3c3 r4c4").placed(9)
    assert line.image(range(81), (2, 1, 3, 4, 5, 6, 7, 8, 9)) == line
    assert line == Palindrome("r4c4 r3c3").placed(9)


# ---- dots


def test_a_dot_of_either_color_exempts_its_pair_from_both_negatives() -> None:
    digits = {"r1c1": 3, "r1c2": 4, "r1c3": 6, "r2c1": 5, "r2c2": 9, "r2c3": 9}
    grid = {f"r{r}c{c}": 5 for r in range(1, 10) for c in range(1, 10)} | digits
    grid |= {f"r{r}c4": 9 for r in (1, 2, 3)} | {f"r3c{c}": 9 for c in (1, 2, 3)}
    assert not holds(NoDifference(), grid)
    for dot in (Difference("r1c2 r1c1"), Ratio("r1c1 r1c2"), Ratio("r1c1 r1c2", 7)):
        assert holds(NoDifference(), grid, 9, dot)
    assert not holds(NoRatio(), grid | {"r1c2": 6, "r1c3": 5})
    assert holds(NoRatio(), grid | {"r1c2": 6, "r1c3": 5}, 9, Difference("r1c1 r1c2", 3))
    assert not holds(NoDifference(), grid, 9, Difference("r1c2 r1c3"))


def test_one_and_two_have_both_dots() -> None:
    digits = {"r1c1": 1, "r1c2": 2}
    assert holds(Difference("r1c1 r1c2"), digits)
    assert holds(Ratio("r1c1 r1c2"), digits)
    assert not holds(Ratio("r1c1 r1c2"), {"r1c1": 2, "r1c2": 3})


def test_the_cells_of_a_dot_have_no_order() -> None:
    assert Ratio("r1c2 r1c1", 3).placed(9) == Ratio("r1c1 r1c2", 3).placed(9)
    assert len({Ratio("r1c1 r1c2"), Difference("r1c1 r1c2", 2)}) == 2


@pytest.mark.parametrize("dot", [Difference, Ratio])
def test_dots_lie_between_neighbors(dot: type[Difference] | type[Ratio]) -> None:
    for cells in ("r1c1 r2c2", "r1c1 r1c3", "r1c1 r1c2 r1c3"):
        assert any("side" in each for each in defects(dot(cells)))
    assert any("1..9" in each for each in defects(dot("r1c1 r1c2", 10)))
    for value in (0, -1, 1.5, "2", None, True):
        with pytest.raises(PuzzleError, match="at least 1, found"):
            dot("r1c1 r1c2", value)  # type: ignore[arg-type]


def test_negatives_have_several_values_in_any_form() -> None:
    forms = ((5, 1), [1, 5], {5, 1}, iter([5, 1, 5]))
    assert {NoDifference(form) for form in forms} == {NoDifference((1, 5))}  # type: ignore[arg-type]
    assert NoRatio(3) == NoRatio((3,))  # type: ignore[arg-type]
    for bad in ((), (0,), "1", None, (1, None)):
        with pytest.raises(PuzzleError, match="at least 1, found"):
            NoRatio(bad)  # type: ignore[arg-type]


# ---- chess


def test_anti_knight_and_anti_king_make_cells_see_each_other() -> None:
    empty = Puzzle(SUDOKU9)
    knight, king = (empty.with_(rule).sight[40] for rule in (AntiKnight(), AntiKing()))
    assert {40 + step for step in (-19, -17, -11, -7, 7, 11, 17, 19)} <= {*knight}
    assert {*king} == {*empty.sight[40]}  # the box has the corners
    assert {*empty.with_(AntiKing()).sight[0]} == {*empty.sight[0]}
    assert 30 in empty.with_(AntiKing()).sight[20]


def test_moves_do_not_wrap_around() -> None:
    grid = {"r1c1": 2, "r2c9": 2, "r9c2": 2}
    other = {f"r{r}c{c}": 3 + (r + 3 * c) % 7 for r in range(1, 10) for c in range(1, 10)}
    puzzle = Puzzle(SUDOKU9, further=(AntiKnight(),))
    digits = [(other | grid)[puzzle.geometry.name(cell)] for cell in range(81)]
    pairs = {relation.cells for relation in AntiKnight().relations(puzzle)}
    assert not any({0, cell} == {*pair} for pair in pairs for cell in (17, 73) if cell)
    assert AntiKnight().holds(digits, puzzle) == all(digits[a] != digits[b] for a, b in pairs)


# ---- little killers


def test_a_diagonal_that_leaves_the_grid_at_once_is_one_cell() -> None:
    corner = LittleKiller("r1c1", "DL", 3)
    assert corner.placed(9).cells_on(SUDOKU9) == (0,)
    assert defects(corner) == []
    assert pandoku.true_candidates(Puzzle(SUDOKU9).with_(corner))[0] == 0b100  # type: ignore[index]
    assert len(LittleKiller("r1c1", "DR", 45).placed(9).cells_on(SUDOKU9)) == 9


def test_a_diagonal_begins_at_the_edge_and_has_a_sum_in_reach() -> None:
    assert any("edge" in each for each in defects(LittleKiller("r2c2", "DR", 9)))
    assert defects(LittleKiller("r2c2", "DR", 9))
    for total in (1, 19, 0, -1, 10**30):
        assert any("2..18" in each for each in defects(LittleKiller("r1c2", "DL", total)))
    for bad in (1.5, "9", None, True):
        with pytest.raises(PuzzleError, match="the total"):
            LittleKiller("r1c2", "DL", bad)  # type: ignore[arg-type]
    for direction in ("dl", "", "D", None, ["DL"], 3):
        with pytest.raises(PuzzleError, match="DR, DL, UR, UL"):
            LittleKiller("r1c2", direction, 9)  # type: ignore[arg-type]


def test_digits_on_a_diagonal_may_repeat() -> None:
    assert holds(LittleKiller("r1c2", "DL", 8), {"r1c2": 4, "r2c1": 4})
    assert not holds(LittleKiller("r1c2", "DL", 8), {"r1c2": 4, "r2c1": 5})


def test_a_number_stands_outside_the_grid() -> None:
    from pandoku.model import Sign

    for start, direction, place in (
        ("r1c5", "DL", (5.5, -0.5)),
        ("r9c9", "UL", (9.5, 9.5)),
        ("r3c1", "UR", (-0.5, 3.5)),
    ):
        drawn = LittleKiller(start, direction, 20).placed(9).decorations(SUDOKU9)
        (sign,) = [each for each in drawn if isinstance(each, Sign)]
        assert (sign.x, sign.y, sign.text) == (*place, "20")


# ---- symmetries


@together(
    "constraint",
    [
        Arrow("r1c1 r1c2", "r2c3 r3c4 r3c5"),
        Between("r1c1 r2c2 r3c2"),
        Difference("r1c1 r1c2"),
        Ratio("r5c5 r6c5", 3),
        NoDifference((1, 5)),
        NoRatio(),
        AntiKnight(),
        AntiKing(),
        LittleKiller("r1c5", "DL", 20),
        LittleKiller("r1c1", "UR", 3),
        Thermometer("r1c1 r2c1 r3c2"),
    ],
    ids=str,
)
def test_constraints_survive_rotations_and_reflections_but_no_relabeling(
    constraint: Constraint,
) -> None:
    back, placed = range(8, -1, -1), constraint.placed(9)
    for rows, columns, transpose in product((None, back), (None, back), (False, True)):
        symmetry = Symmetry.of(SUDOKU9, rows=rows, columns=columns, transpose=transpose)
        goes_to = [symmetry.cells.index(cell) for cell in range(81)]
        image = placed.image(goes_to, None)
        assert image is not None
        assert image.image(symmetry.cells, None) in (placed, *_one_cell(placed))
    relabeled = placed.image(range(81), (2, 1, 3, 4, 5, 6, 7, 8, 9))
    assert (relabeled is not None) == isinstance(constraint, AntiKnight | AntiKing)


def _one_cell(constraint: Constraint) -> list[LittleKiller]:
    """Return a little killer of one cell with each direction: it looks the same either way."""
    if not isinstance(constraint, LittleKiller) or len(constraint.cells_on(SUDOKU9)) > 1:
        return []
    return [
        LittleKiller(constraint.start, way, constraint.total) for way in ("DR", "DL", "UR", "UL")
    ]


def test_a_shuffle_of_lines_breaks_what_hangs_together() -> None:
    symmetry = Symmetry.of(SUDOKU9, rows=(0, 2, 1, 3, 4, 5, 6, 7, 8))
    for constraint in (
        Thermometer("r1c1 r2c1"),
        Between("r1c1 r2c2 r3c3"),
        Arrow("r1c1", "r2c1 r3c1"),
        Difference("r1c1 r2c1"),
        LittleKiller("r1c5", "DL", 20),
        AntiKnight(),
        AntiKing(),
        NoRatio(),
    ):
        assert constraint.placed(9).image(symmetry.cells, None) is None
    assert Thermometer("r2c1 r3c1").placed(9).image(symmetry.cells, None) is not None
