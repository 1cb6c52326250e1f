"""Lines without a direction: whispers, renbans, nabners, classes and sequences, in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import pairwise, permutations, product

import pytest

import pandoku
from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.constraints import (
    DigitGroups,
    Entropic,
    Modular,
    Nabner,
    Parity,
    Progression,
    Renban,
    Whisper,
)
from pandoku.constraints._line import SymmetricLine
from pandoku.errors import PandokuError
from pandoku.formats import dumps, loads
from pandoku.model import Machine, Stroke, center_of
from tests.together import together

SUDOKU9 = Geometry.sudoku(9)
LOOP = "r1c1 r1c2 r2c2 r2c1 r1c1"


def holds(line: SymmetricLine, *digits: int, n: int = 9) -> bool:
    """Return whether a line holds with these digits from its first cell on."""
    placed = line.placed(n)
    cells = dict.fromkeys(placed.cells)
    grid = [1] * (n * n)
    for cell, digit in zip(cells, digits, strict=True):
        grid[cell] = digit
    puzzle = Puzzle(Geometry.latin(n), further=(placed,))
    answer = placed.holds(grid, puzzle)
    assert all(relation.allows(grid) for relation in placed.relations(puzzle)) == answer
    return answer


def defects(line: SymmetricLine, geometry: Geometry = SUDOKU9) -> str:
    return "; ".join(line.placed(geometry.order).defects(geometry))


# ---- all lines

Kind = Callable[[str], SymmetricLine]
every_line = together("kind", [Whisper, Renban, Nabner])


@every_line
def test_a_line_is_its_reverse_and_a_loop_starts_anywhere(kind: Kind) -> None:
    forms = ("r1c1 r1c2 r2c3", "r2c3 r1c2 r1c1")
    assert len({kind(cells).placed(9) for cells in forms}) == 1
    loops = (LOOP, "r2c2 r2c1 r1c1 r1c2 r2c2", "r2c1 r2c2 r1c2 r1c1 r2c1")
    assert len({kind(cells).placed(9) for cells in loops}) == 1


@every_line
def test_a_closed_line_is_drawn_as_a_loop_and_survives_json(kind: Kind) -> None:
    line = kind(LOOP).placed(9)
    assert defects(line) == ""
    (stroke,) = line.decorations(SUDOKU9)
    assert isinstance(stroke, Stroke)
    assert stroke.points[0] == stroke.points[-1] == center_of(0, 9)
    assert len(stroke.points) == 5
    puzzle = Puzzle.sudoku(9).with_(line)
    assert loads(dumps(puzzle, "json")) == puzzle


@every_line
@together(
    "cells, reason",
    [
        ("r1c1", "expected at least 2 cells, found 1"),
        ("r1c1 r1c1", "at least 2 cells"),
        ("r1c1 r1c2 r1c1", "found r1c1 twice"),
        ("r1c1 r1c2 r1c2 r1c3", "found r1c2 twice"),
        ("r1c1 r1c3", "expected cells that touch"),
    ],
)
def test_a_malformed_line_is_a_defect(kind: Kind, cells: str, reason: str) -> None:
    assert reason in defects(kind(cells))


# ---- whispers


@together("order, least", [(4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5)])
def test_a_whisper_without_a_value_is_half_the_order_rounded_up(order: int, least: int) -> None:
    """Rangsk's solver and Sudoku Maker do so; a fixed 5 would leave a 6x6 only 1 and 6."""
    line = Whisper("r1c1 r2c2")
    assert holds(line, 1, 1 + least, n=order)
    assert not holds(line, 1, least, n=order)
    assert holds(Whisper("r1c1 r2c2", least - 1), 1, least, n=order)


def test_digits_may_repeat_on_a_whisper() -> None:
    assert holds(Whisper("r1c1 r2c2 r3c3 r4c4"), 1, 6, 1, 6)
    assert not holds(Whisper("r1c1 r2c2 r3c3 r4c4"), 1, 6, 2, 6)


def test_a_closed_whisper_compares_its_last_cell_with_its_first() -> None:
    """Setters repeat the first cell at the end, and expect the rule to hold all around."""
    open_line, loop = Whisper("r1c1 r1c2 r2c2 r2c1", 2), Whisper(LOOP, 2)
    for digits in ((1, 4, 6, 2), (1, 4, 6, 1)):
        assert holds(open_line, *digits)
        assert not holds(loop, *digits)
    assert holds(loop, 1, 4, 6, 3)


def test_a_whisper_may_end_inside_itself() -> None:
    line = Whisper("r5c7 r4c6 r5c5 r6c6 r5c7 r6c7")
    assert defects(line) == ""
    assert holds(line, 6, 1, 7, 1, 1)
    assert not holds(line, 6, 1, 7, 1, 2)
    assert not holds(line, 6, 1, 7, 2, 1)


def test_a_loop_of_an_odd_number_of_cells_needs_a_small_difference() -> None:
    triangle, lollipop = "r1c1 r1c2 r2c2 r1c1", "r3c3 r2c2 r1c1 r1c2 r2c2"
    for cells in (triangle, lollipop):
        assert "by 5" in defects(Whisper(cells))
        assert defects(Whisper(cells, 4)) == ""
    one = Puzzle.latin(9).with_(Whisper(triangle, 4))
    assert {*pandoku.solve(one).solutions[0][:2]} < {1, 5, 9}


@pytest.mark.parametrize("value", [0, -1, 1.5, "2", True])
def test_the_difference_of_a_whisper_is_a_whole_number(value: object) -> None:
    with pytest.raises(PuzzleError, match="whisper line"):
        Whisper("r1c1 r1c2", value)  # type: ignore[arg-type]


def test_a_difference_out_of_reach_is_a_defect() -> None:
    assert "by 9" in defects(Whisper("r1c1 r1c2", 9))
    assert defects(Whisper("r1c1 r1c2", 8)) == ""


def test_the_difference_is_part_of_the_heading_and_of_the_rule_if_it_is_given() -> None:
    assert Whisper("r1c1 r1c2").heading() == "whisper line"
    assert Whisper("r1c1 r1c2", 4).heading() == "whisper line 4"
    assert "at least 5." in Whisper("r1c1 r1c2").rule(Geometry.sudoku(9))
    assert Whisper("r1c1 r1c2", 4).rule(Geometry.sudoku(9)) == (
        "Neighbors on a whisper line differ by at least 4."
    )


def test_a_solution_holds_all_around_a_loop() -> None:
    puzzle = Puzzle.sudoku(6).with_(Whisper("r1c1 r1c2 r2c3 r3c3 r3c2 r2c1 r1c1"))
    for solution in pandoku.solve(puzzle, limit=20).solutions:
        (line,) = puzzle.further
        digits = [solution[cell] for cell in line.cells]  # type: ignore[attr-defined]
        assert all(abs(a - b) >= 3 for a, b in pairwise(digits))


# ---- renbans and nabners


@pytest.mark.parametrize("length", [2, 3, 4])
def test_a_renban_is_a_run_of_digits_in_any_order(length: int) -> None:
    line = Renban(" ".join(f"r{at}c{at}" for at in range(1, length + 1)))
    runs = [range(first, first + length) for first in range(1, 8 - length)]
    allowed = {order for run in runs for order in permutations(run)}
    for digits in product(range(1, 7), repeat=length):
        assert holds(line, *digits, n=6) == (digits in allowed)


def test_a_closed_renban_counts_the_cell_where_it_closes_once() -> None:
    """The first cell is repeated to draw the loop. Counted twice, its digit would repeat."""
    loop = Renban(LOOP)
    assert defects(loop) == ""
    assert holds(loop, 4, 2, 5, 3)
    assert not holds(loop, 4, 2, 6, 3)
    assert not holds(loop, 4, 4, 5, 3)
    nine = "r1c1 r1c2 r1c3 r2c3 r2c4 r3c4 r3c3 r3c2 r2c1 r1c1"
    assert defects(Renban(nine)) == ""
    assert holds(Renban(nine), *range(1, 10))


def test_a_renban_in_a_house_is_refused_only_if_it_is_too_long() -> None:
    long = "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9"
    assert defects(Renban(long)) == ""
    assert "9 cells" in defects(Renban(f"{long} r2c9"))


@pytest.mark.parametrize("length", [2, 3])
def test_no_two_digits_of_a_nabner_are_equal_or_consecutive(length: int) -> None:
    line = Nabner(" ".join(f"r{at}c{at}" for at in range(1, length + 1)))
    for digits in product(range(1, 7), repeat=length):
        ascending = sorted(digits)
        expected = all(b - a > 1 for a, b in pairwise(ascending))
        assert holds(line, *digits, n=6) == expected


def test_a_nabner_compares_cells_that_are_far_apart_and_a_loop_counts_its_first_cell_once() -> None:
    assert not holds(Nabner("r1c1 r2c2 r3c3 r4c4"), 1, 4, 7, 2)
    assert holds(Nabner(LOOP), 1, 4, 7, 9)
    assert not holds(Nabner(LOOP), 1, 4, 7, 2)


def test_a_nabner_has_at_most_half_of_the_digits_rounded_up() -> None:
    five = "r1c1 r2c2 r3c3 r4c4 r5c5"
    assert defects(Nabner(five)) == ""
    assert holds(Nabner(five), 9, 1, 7, 3, 5)
    assert "5 cells" in defects(Nabner(f"{five} r6c6"))
    assert "2 cells" in defects(Nabner("r1c1 r1c2 r2c3"), Geometry.latin(4))


@pytest.mark.parametrize("kind", [Renban, Nabner])
@pytest.mark.parametrize("order", [9, 16, 36])
def test_cells_that_differ_on_a_line_see_each_other_at_every_order(kind: Kind, order: int) -> None:
    for length in (2, 3, 5, 8):
        line = kind(" ".join(f"r{at}c{at}" for at in range(1, length + 1)))
        puzzle = Puzzle.latin(order)
        if not defects(line, puzzle.geometry):
            puzzle = puzzle.with_(line)
            assert {*line.placed(order).cells} <= {0, *puzzle.sight[0]}


@pytest.mark.parametrize("kind", [Renban, Nabner])
def test_the_automaton_of_a_line_finds_what_pairs_miss(kind: Kind) -> None:
    """Five cells out of nine digits: a renban has a 5 in any case, and a nabner every odd digit."""
    line = kind("r1c1 r2c2 r3c3 r4c4 r5c5").placed(9)
    puzzle = Puzzle.latin(9).with_(line)
    masks = [0b111111111] * 81
    for cell in line.cells:
        masks[cell] = 0b111101111
    *others, machine = line.relations(puzzle)
    assert isinstance(machine, Machine)
    assert all(relation.may_hold(masks) for relation in others)
    assert not machine.may_hold(masks)


# ---- f-puzzles


@pytest.mark.parametrize(
    ("key", "entry", "line"),
    [
        ("whispers", {}, Whisper("r1c1 r1c2 r2c3")),
        ("whispers", {"value": "4"}, Whisper("r1c1 r1c2 r2c3", 4)),
        ("renban", {}, Renban("r1c1 r1c2 r2c3")),
        ("nabner", {}, Nabner("r1c1 r1c2 r2c3")),
    ],
)
def test_a_line_is_a_key_of_f_puzzles(key: str, entry: dict[str, str], line: SymmetricLine) -> None:
    grid: list[list[dict[str, object]]] = [[{}] * 9] * 9
    lines = {"lines": [["R1C1", "R1C2", "R2C3"]]}
    text = json.dumps({"size": 9, "grid": grid, key: [lines | entry]})
    puzzle = loads(text, format="f-puzzles")
    assert puzzle.further == (line.placed(9),)
    assert loads(dumps(puzzle, "f-puzzles")) == puzzle


def test_an_unusable_value_of_a_whisper_in_f_puzzles_is_an_error() -> None:
    entry = {"lines": [["R1C1", "R1C2"]], "value": "0"}
    text = json.dumps({"size": 2, "grid": [[{}] * 2] * 2, "whispers": [entry]})
    with pytest.raises(PandokuError, match="at least 1, found"):
        loads(text, format="f-puzzles")


# ---- classes that take turns


@together(
    "n, low, middle, high",
    [(3, 1, 1, 1), (4, 1, 2, 1), (5, 2, 1, 2), (6, 2, 2, 2), (7, 2, 3, 2), (8, 3, 2, 3)],
)
def test_the_middle_third_takes_what_cannot_be_divided(
    n: int, low: int, middle: int, high: int
) -> None:
    """Programs that name sizes other than 9 agree: 2/3/2 of 7, and 3/2/3 of 8."""
    masks = Entropic("r1c1 r1c2").classes(n)
    assert [mask.bit_count() for mask in masks] == [low, middle, high]
    assert sum(masks) == (1 << n) - 1


def test_three_in_a_row_are_of_three_classes() -> None:
    assert holds(Entropic("r1c1 r1c2 r1c3 r1c4"), 1, 5, 9, 3)
    assert not holds(Entropic("r1c1 r1c2 r1c3 r1c4"), 1, 5, 9, 4)
    assert holds(Modular("r1c1 r1c2 r1c3 r1c4"), 1, 2, 3, 7)
    assert not holds(Modular("r1c1 r1c2 r1c3 r1c4"), 1, 2, 3, 8)
    assert holds(Parity("r1c1 r1c2 r1c3"), 1, 4, 3)
    assert not holds(Parity("r1c1 r1c2 r1c3"), 1, 4, 2)
    assert holds(DigitGroups("r1c1 r1c2 r1c3", (0b11, 0b1100)), 1, 4, 2)
    assert not holds(DigitGroups("r1c1 r1c2 r1c3", (0b11, 0b1100)), 1, 5, 2)


def test_a_line_of_two_cells_has_two_classes() -> None:
    assert holds(Entropic("r1c1 r1c2"), 1, 4)
    assert not holds(Entropic("r1c1 r1c2"), 1, 3)


def test_a_loop_has_room_for_whole_turns_only() -> None:
    assert "multiple of 3" in defects(Entropic(LOOP))
    assert defects(Parity(LOOP)) == ""
    assert holds(Parity(LOOP), 1, 4, 3, 8)
    assert not holds(Parity(LOOP), 1, 4, 4, 8)


@together("groups", [5, "12", (), (3,), (3, 6), (0, 3), (1, None), None])
def test_groups_are_masks_that_share_no_digit(groups: object) -> None:
    with pytest.raises(PuzzleError, match=r"^digit group line: "):
        DigitGroups("r1c1 r1c2", groups)  # type: ignore[arg-type]


def test_a_modular_line_of_more_remainders_than_digits_is_refused() -> None:
    line = Modular("r1c1 r1c2 r1c3 r1c4 r2c4", value=5)
    assert "4 classes" in defects(line, Geometry.sudoku(4))


# ---- arithmetic sequences


def test_all_steps_of_a_sequence_are_equal() -> None:
    line = Progression("r1c1 r2c2 r3c3 r4c4")
    assert holds(line, 1, 3, 5, 7)
    assert holds(line, 8, 6, 4, 2)
    assert holds(line, 4, 4, 4, 4)
    assert not holds(line, 1, 3, 5, 8)


def test_a_sequence_has_two_ends_and_two_cells_ask_nothing() -> None:
    assert "loop" in defects(Progression(LOOP))
    assert holds(Progression("r1c1 r1c2"), 9, 2)
