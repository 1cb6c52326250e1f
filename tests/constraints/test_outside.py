"""Clues beside the grid and look-and-say cages: what makes each of them special."""

from __future__ import annotations

import json
import re
from itertools import permutations, product

import pytest

import pandoku
from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.constraints import (
    HiddenSkyscraper,
    LookAndSay,
    NumberedRoom,
    Sandwich,
    Skyscraper,
    XSum,
)
from pandoku.constraints._outside import line_beside
from pandoku.formats import loads
from pandoku.model import Constraint, Machine, Only, Sign, Tile
from pandoku.symmetry import Symmetry
from tests.data import SHARED, by_default, needs
from tests.together import together

VARIANTS = SHARED / "variants" / "puzzles.jsonl"
KINDS = (Sandwich, XSum, Skyscraper, HiddenSkyscraper, NumberedRoom)
SUDOKU9 = Geometry.sudoku(9)
every_kind = together("kind", KINDS, ids=lambda kind: kind.__name__)


def holds(clue: Constraint, line: str) -> bool:
    """Return whether a clue for the first row holds for its digits."""
    n = len(line)
    puzzle = Puzzle(Geometry.latin(n)).with_(clue)
    grid = [*map(int, line)] + [1] * (n * n - n)
    (placed,) = puzzle.further
    answer = placed.holds(grid, puzzle)
    assert all(relation.allows(grid) for relation in placed.relations(puzzle)) == answer
    return answer


def defects(clue: Constraint, geometry: Geometry = SUDOKU9) -> list[str]:
    return [*clue.placed(geometry.order).defects(geometry)]


# ---- what all clues beside the grid have in common


@every_kind
@together(
    "start, direction, cells, place, label",
    [
        ("r2c1", "R", (4, 5, 6, 7), (-0.5, 1.5), "left of row 2"),
        ("r2c4", "L", (7, 6, 5, 4), (4.5, 1.5), "right of row 2"),
        ("r1c3", "D", (2, 6, 10, 14), (2.5, -0.5), "above column 3"),
        ("r4c3", "U", (14, 10, 6, 2), (2.5, 4.5), "below column 3"),
    ],
)
def test_a_line_is_read_from_the_number_on(
    kind: type,
    start: str,
    direction: str,
    cells: tuple[int, ...],
    place: tuple[float, float],
    label: str,
) -> None:
    geometry = Geometry.latin(4)
    clue = kind(start, direction, 3).placed(4)
    assert clue.cells_on(geometry) == cells
    assert clue.decorations(geometry) == (Sign(*place, "3"),)
    assert clue.heading() == f"{clue.NAME} 3"
    assert clue.label(geometry) == f"{clue.noun()} {label}"
    assert clue.short_label(geometry) == f"3 {label}"


@together(
    "row, column, line",
    [
        (-1, 2, (2, "D")),
        (4, 2, (14, "U")),
        (1, -1, (4, "R")),
        (1, 4, (7, "L")),
        (-1, -1, None),
        (4, 4, None),
        (0, 0, None),
        (-2, 1, None),
        (-1, 9, None),
    ],
)
def test_a_place_beside_the_grid_has_one_line(
    row: int, column: int, line: tuple[int, str] | None
) -> None:
    assert line_beside(row, column, 4) == line


@every_kind
def test_a_line_begins_at_the_edge(kind: type) -> None:
    for start, direction in (("r5c5", "R"), ("r1c2", "R"), ("r1c1", "L"), ("r2c1", "D")):
        assert defects(kind(start, direction, 3)) == [
            "expected a line that begins at the edge of the grid, found a cell before it"
        ]
    (two_cells,) = defects(kind("r1c1 r1c2", "R", 3))
    assert two_cells.endswith("found (0, 1)")


@every_kind
def test_directions_and_numbers_are_checked(kind: type) -> None:
    for direction in ("r", "", "DR", None, ["R"], 3):
        with pytest.raises(PuzzleError, match="R, L, D, U, found"):
            kind("r1c1", direction, 3)
    for number in (1.5, "3", None, True):
        with pytest.raises(PuzzleError, match=f"the {kind.VALUE}, found"):  # type: ignore[attr-defined]
            kind("r1c1", "R", number)


@every_kind
def test_a_clue_moves_with_its_line_and_does_not_survive_other_digits(kind: type) -> None:
    clue, back = kind("r3c1", "R", 3).placed(9), range(8, -1, -1)
    for rows, columns, transpose in product((None, back), (None, back), (False, True)):
        symmetry = Symmetry.of(SUDOKU9, rows=rows, columns=columns, transpose=transpose)
        goes_to = [symmetry.cells.index(cell) for cell in range(81)]
        image = clue.image(goes_to, None)
        line = tuple(goes_to[cell] for cell in clue.cells_on(SUDOKU9))
        assert image.cells_on(SUDOKU9) == line
        assert image.image(symmetry.cells, None) == clue
    assert clue.image(range(81), (2, 1, 3, 4, 5, 6, 7, 8, 9)) is None
    swapped = Symmetry.of(SUDOKU9, columns=(1, 0, 2, 3, 4, 5, 6, 7, 8))
    assert clue.image(swapped.cells, None) is None
    swapped = Symmetry.of(SUDOKU9, rows=(0, 2, 1, 3, 4, 5, 6, 7, 8))
    assert clue.image(swapped.cells, None) == kind("r2c1", "R", 3).placed(9)


@together("n", range(1, by_default(6, full=8)))
@every_kind
def test_a_number_is_a_defect_exactly_if_no_line_has_it(kind: type, n: int) -> None:
    geometry = Geometry.latin(n)
    puzzle = Puzzle(geometry)
    lines = [(*line, *[1] * (n * n - n)) for line in permutations(range(1, n + 1))]
    for number in range(-1, n * (n + 1) // 2 + 2):
        clue = kind((0,), "R", number)
        can_be = clue.is_sound(geometry)
        if n == 1 and kind is Sandwich:  # has no sandwich, as its only crust is both
            assert not can_be
        else:
            assert can_be == any(clue.holds(line, puzzle) for line in lines), number
        for line in lines if can_be else ():
            assert all(each.allows(line) for each in clue.relations(puzzle)) == clue.holds(
                line, puzzle
            )


# ---- sandwiches


def test_a_sandwich_lies_between_the_least_and_the_greatest_digit() -> None:
    # Programs with digits 0..n-1 have these as crusts: the digits of pandoku are always 1..n.
    assert holds(Sandwich("r1c1", "R", 12), "215346")
    assert holds(Sandwich("r1c1", "R", 12), "263451")
    assert holds(Sandwich("r1c1", "R", 0), "234165")
    assert not holds(Sandwich("r1c1", "R", 5), "215346")


def test_a_sandwich_means_the_same_from_either_side_but_stands_where_it_was_put() -> None:
    # Either side has the same relations, so engines cannot tell them apart. They stay different
    # values: one form for both would move a number to the other side of the picture and of files.
    left, right = Sandwich("r2c1", "R", 8).placed(6), Sandwich("r2c6", "L", 8).placed(6)
    above, below = Sandwich("r1c2", "D", 8).placed(6), Sandwich("r6c2", "U", 8).placed(6)
    puzzle = Puzzle.sudoku(6)
    assert left.relations(puzzle) == right.relations(puzzle)
    assert above.relations(puzzle) == below.relations(puzzle)
    assert len({left, right, above, below}) == 4
    text = pandoku.formats.dumps(puzzle.with_(right), "f-puzzles")
    assert loads(text).further == (right,)


@pytest.mark.parametrize("total", [0, 7, 22, 35])
def test_a_sandwich_is_a_small_automaton(total: int) -> None:
    (machine,) = Sandwich((0,), "R", total).relations(Puzzle(SUDOKU9))
    assert isinstance(machine, Machine)
    assert machine.automaton.n_states <= total + 3


def test_totals_of_sandwiches() -> None:
    (of_nine,) = defects(Sandwich("r1c1", "R", 36))
    assert re.findall(r"\d+", of_nine) == ["0", "35", "1", "34", "36"]
    (of_three,) = defects(Sandwich("r1c1", "R", 1), Geometry.latin(3))
    assert re.findall(r"\d+", of_three) == ["0", "2", "1", "1"]
    (of_one,) = defects(Sandwich("r1c1", "R", 0), Geometry.latin(1))
    assert "crusts" in of_one


# ---- x-sums


def test_x_counts_itself() -> None:
    assert holds(XSum("r1c1", "R", 1), "123456")
    assert holds(XSum("r1c1", "R", 5), "236145")
    assert holds(XSum("r1c6", "L", 21), "123456")
    assert not holds(XSum("r1c1", "R", 3), "236145")


@pytest.mark.turns(3)
@pytest.mark.parametrize("order", [9, 16, 25])
def test_x_sums_fit_an_automaton_up_to_order_25(order: int) -> None:
    totals = (*range(1, order + 1), order * (order + 1) // 4, order * (order + 1) // 2)
    sound = [t for t in totals if XSum((0,), "R", t).is_sound(Geometry.latin(order))]
    assert [t for t in totals if t not in sound] == [2, 4]


def test_an_x_sum_of_too_many_states_is_refused_by_name() -> None:
    geometry = Geometry.latin(36)
    assert defects(XSum("r1c1", "R", 100), geometry) == []
    (reason,) = defects(XSum("r1c1", "R", 400), geometry)
    assert re.search("36.* 400 .*4,096", reason)
    puzzle = Puzzle(geometry).with_(XSum("r1c1", "R", 400))
    with pytest.raises(PuzzleError, match=r"x-sum.* 400 "):
        pandoku.solve(puzzle)


# ---- skyscrapers


def test_skyscrapers_are_counted_and_found_from_the_side_of_the_number() -> None:
    assert holds(Skyscraper("r1c1", "R", 3), "243165")
    assert holds(Skyscraper("r1c6", "L", 2), "243165")
    assert holds(Skyscraper("r1c1", "R", 6), "123456")
    assert holds(Skyscraper("r1c6", "L", 1), "123456")
    assert holds(HiddenSkyscraper("r1c1", "R", 3), "243165")
    assert holds(HiddenSkyscraper("r1c6", "L", 1), "243165")
    assert not any(holds(HiddenSkyscraper("r1c1", "R", digit), "123456") for digit in range(1, 6))


def test_the_highest_digit_is_never_hidden() -> None:
    (reason,) = defects(HiddenSkyscraper("r1c1", "R", 9))
    assert "below 9, found 9" in reason


# ---- numbered rooms


def test_the_first_cell_says_in_which_cell_the_digit_stands() -> None:
    assert not holds(NumberedRoom("r1c1", "R", 5), "425361")
    assert holds(NumberedRoom("r1c1", "R", 3), "425361")
    assert holds(NumberedRoom("r1c6", "L", 1), "425361")
    assert not holds(NumberedRoom("r1c6", "L", 6), "235641")
    assert holds(NumberedRoom("r1c1", "R", 1), "123456")


def test_a_room_leaves_its_first_cell_neither_1_nor_its_digit() -> None:
    relations = NumberedRoom((0,), "R", 3).relations(Puzzle(Geometry.latin(4)))
    assert relations[0] == Only(0, 0b1010)
    masks = pandoku.true_candidates(Puzzle.latin(4).with_(NumberedRoom("r1c1", "R", 3)))
    assert masks is not None
    assert masks[0] == 0b1010


# ---- look-and-say


def cage(cells: str, counts: object) -> LookAndSay:
    return LookAndSay(cells, counts)  # type: ignore[arg-type]


def test_counts_are_exact_and_other_digits_are_free() -> None:
    # Sudoku Maker's text leaves open whether a digit may occur more often; solvers count exactly.
    two_threes = cage("r1c1 r1c2 r1c3 r1c4", (2, 3))
    assert holds(two_threes, "3134")
    assert not holds(two_threes, "3133")
    assert not holds(two_threes, "3124")
    assert holds(cage("r1c1 r1c2 r1c3 r1c4", (1, 2, 2, 3)), "3234")
    assert holds(cage("r1c1 r1c2 r1c3 r1c4", (0, 4)), "3233")
    assert not holds(cage("r1c1 r1c2 r1c3 r1c4", (0, 4)), "3234")


def test_counts_have_one_form() -> None:
    forms = ((1, 2, 2, 3), [2, 3, 1, 2], 1223, (2312,), iter([1, 2, 2, 3]))
    assert {cage("r1c2 r1c1", form).placed(9) for form in forms} == {
        cage("r1c1 r1c2", (1, 2, 2, 3)).placed(9)
    }
    assert cage("r1c1", 23).text == "23"
    assert cage("r1c1", (1, 12, 0, 3)).text == "0x3 1x12"


@together("counts", [(), (1,), 7, 123, (1, 0), (-1, 2), (1, 2, 3), "23", None, 2.5])
def test_counts_and_digits_come_in_turn(counts: object) -> None:
    with pytest.raises(PuzzleError, match="look-and-say: expected counts"):
        cage("r1c1 r1c2", counts)


def test_a_digit_is_counted_once_and_within_reach() -> None:
    with pytest.raises(PuzzleError, match="once, found 1323"):
        cage("r1c1 r1c2", 1323)
    (too_large,) = defects(cage("r1c1 r1c2", (1, 10)))
    assert "1..9, found 10" in too_large
    (too_many,) = defects(cage("r1c1 r1c2", (2, 1, 1, 2)))
    assert re.findall(r"\d+", too_many) == ["2", "2", "3"]
    assert defects(cage("r1c1 r1c2", (0, 1))) == []


def test_counts_of_all_cells_leave_no_other_digits() -> None:
    puzzle = Puzzle.latin(4).with_(cage("r1c1 r2c2 r3c3", (1, 2, 2, 3)))
    masks = pandoku.true_candidates(puzzle)
    assert masks is not None
    assert {masks[0], masks[5], masks[10]} == {0b110}


def test_counts_follow_other_digits() -> None:
    clue = cage("r1c1 r1c2", (1, 2, 0, 3)).placed(9)
    assert clue.image(range(81), (2, 3, 1, 4, 5, 6, 7, 8, 9)) == cage(
        "r1c1 r1c2", (0, 1, 1, 3)
    ).placed(9)


def test_the_number_stands_in_the_first_cell() -> None:
    first, others = cage("r2c1 r1c2 r1c3", 23).placed(9).decorations(SUDOKU9)
    assert first == Tile("region", ((1.5, 0.5),), text="23")
    assert others == Tile("region", ((2.5, 0.5), (0.5, 1.5)))


# ---- published puzzles

_NAMES = {
    "Sandwich": Sandwich,
    "XSum": XSum,
    "Skyscraper": Skyscraper,
    "HiddenSkyscraper": HiddenSkyscraper,
    "NumberedRoom": NumberedRoom,
}


def _clues(word: str, n: int) -> list[Constraint]:
    """Return the clues of a word such as "XSum~C2~27~11": a line, and a number at each end."""
    name, *rest = word.split("~")
    if name == "LookAndSay":
        return [cage(" ".join(rest[1:]), [*map(int, rest[0])])]
    (axis, at), numbers = (rest[0][0], int(rest[0][1:]) - 1), rest[1:]
    ends = (at * n, "R", at * n + n - 1, "L") if axis == "R" else (at, "D", n * (n - 1) + at, "U")
    starts = zip(ends[::2], ends[1::2], numbers, strict=False)
    return [_NAMES[name]((cell,), way, int(number)) for cell, way, number in starts if number]


@needs(VARIANTS)
def test_published_puzzles_with_these_clues_have_their_solution() -> None:
    rows = [json.loads(line) for line in VARIANTS.read_text(encoding="utf-8").splitlines()]
    n_solved = 0
    for row in rows:
        known = {*_NAMES, "LookAndSay", "Shape"}
        if not row["source_format"].startswith("ISS") or not {*row["constraints"]} <= known:
            continue
        n = row["size"]
        if type(n) is not int:  # a rectangle
            continue
        words = [word for word in row["payload"].split(".") if word.strip()]
        clues = [c for word in words if not word.startswith("Shape") for c in _clues(word, n)]
        found = pandoku.solve(Puzzle.sudoku(n).with_(*clues))
        assert found.is_unique, row["id"]
        assert "".join(map(str, found.solution or ())) == row["solution"], row["id"]
        n_solved += 1
    assert n_solved >= 4
