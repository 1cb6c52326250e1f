from __future__ import annotations

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, dumps, get_format, items, loads
from pandoku.model import Geometry, Puzzle
from tests.in_full import in_full
from tests.together import together

EXAMPLE = get_format("pretty").example
DRAWN = """+-------+-------+-------+
| . . 4 | . . . | . 6 7 |
| 3 . . | 4 7 . | . . 5 |
| 1 5 . | 8 2 . | . . 3 |
+-------+-------+-------+
| . . 6 | . . . | . 3 1 |
| 8 . 2 | 1 . 5 | 6 . 4 |
| 4 1 . | . . . | 9 . . |
+-------+-------+-------+
| 7 . . | . 8 . | . 4 6 |
| 6 . . | . 1 2 | . . . |
| 9 3 . | . . . | 7 1 . |
+-------+-------+-------+
"""
ROWS = [line for line in DRAWN.splitlines() if "." in line]
SUDOKU = loads(DRAWN)


def with_borders(rows: list[str], top: str, middle: str, bottom: str) -> str:
    out = [top, *rows[:3], middle, *rows[3:6], middle, *rows[6:], bottom]
    return "\n".join(line for line in out if line) + "\n"


def test_a_drawing_comes_back_character_for_character() -> None:
    assert SUDOKU.geometry == Geometry(9, (3, 3))
    assert dumps(SUDOKU, "pretty") == DRAWN


@together(
    "top, middle, bottom",
    [
        ("*-----------*", "|---+---+---|", "*-----------*"),
        (".-------.-------.-------.", ":-------+-------+-------:", "'-------'-------'-------'"),
        ("", "-------|-------|-------", ""),
        ("=========================", "|=======+=======+=======|", "========================="),
        ("┌───────┬───────┬───────┐", "├───────┼───────┼───────┤", "└───────┴───────┴───────┘"),
        ("╔═══════╦═══════╦═══════╗", "╠═══════╬═══════╬═══════╣", "╚═══════╩═══════╩═══════╝"),
    ],
)
@together("bar", ["|", "│", "║"])
def test_frames_of_other_programs_are_understood(
    top: str, middle: str, bottom: str, bar: str
) -> None:
    rows = [row.replace("|", bar) for row in ROWS]
    assert in_full(loads(with_borders(rows, top, middle, bottom))) == in_full(SUDOKU)


def test_single_characters_need_no_spaces() -> None:
    rows = [row.replace(" ", "") for row in ROWS]
    assert in_full(loads(with_borders(rows, "*---*", "|---+---+---|", "*---*"))) == in_full(SUDOKU)


def test_a_row_needs_no_outer_bars() -> None:
    rows = [row.strip("| ") for row in ROWS]
    assert in_full(loads(with_borders(rows, "", "------+-------+------", ""))) == in_full(SUDOKU)


@pytest.mark.parametrize("box", [(2, 3), (3, 2), None])
def test_the_boxes_are_those_drawn(box: tuple[int, int] | None) -> None:
    puzzle = Puzzle(Geometry(6, box), tuple(range(1, 7)) + (0,) * 30)
    assert in_full(loads(dumps(puzzle, "pretty"))) == in_full(puzzle)


def test_numbers_above_nine_are_padded() -> None:
    puzzle = Puzzle(Geometry(12, (3, 4)), (12, 1, *(0,) * 142))
    text = dumps(puzzle, "pretty")
    assert text.splitlines()[1] == "| 12  1  .  . |  .  .  .  . |  .  .  .  . |"
    assert in_full(loads(text)) == in_full(puzzle)


@pytest.mark.parametrize("order", [4, 12])
def test_a_frame_around_every_cell_says_nothing_of_boxes(order: int) -> None:
    border = "+----" * order + "+\n"
    rows = [f"| {r:>2} " + "|    " * (order - 1) + "|\n" for r in range(1, order + 1)]
    puzzle = loads(border + border.join(rows) + border)
    assert puzzle.geometry == Geometry.sudoku(order)
    assert puzzle.givens[::order] == tuple(range(1, order + 1))


def test_text_before_a_drawing_is_skipped() -> None:
    assert in_full(loads(f"Puzzle 7\n{DRAWN}")) == in_full(SUDOKU)


@pytest.mark.parametrize("between", ["", "\n", "\nPuzzle 8:\n"])
def test_drawings_follow_each_other(between: str) -> None:
    found = [item.value for item in items(Lines.of(between.join([DRAWN] * 3)))]
    assert in_full(found) == in_full([SUDOKU] * 3)


@pytest.mark.parametrize("which", [1, 5, 11])
def test_a_row_with_a_cell_missing_is_shown_wherever_it_stands(which: int) -> None:
    lines = DRAWN.splitlines()
    lines[which] = lines[which].replace(". ", "", 1)
    found = list(items(Lines.of("\n".join([*lines, "", DRAWN]))))
    error = found[0].value
    assert isinstance(error, FormatError)
    assert error.line == which + 1
    assert error.reason.startswith("expected 3 + 3 + 3 cells, found ")
    assert error.reason.count("2") == 1
    assert in_full(found[1].value) == in_full(SUDOKU)


def test_a_wrong_number_is_shown_with_its_place() -> None:
    with pytest.raises(FormatError, match=r"line 2, column 9: "):
        loads(EXAMPLE.replace("3", "5"))


def test_boxes_that_do_not_hold_each_digit_once_are_refused() -> None:
    with pytest.raises(FormatError, match="found 9 rows"):
        loads("\n".join(ROWS))


def test_bands_of_different_heights_are_refused() -> None:
    moved = with_borders(ROWS, "", "---+---", "").splitlines()
    moved.insert(2, "---+---")
    with pytest.raises(FormatError, match=r"found \[2, 1, 3, 3"):
        loads("\n".join(moved))


@pytest.mark.parametrize(
    ("text", "givens"),
    [
        ("|1| |3|4|\n|3|4| |2|\n| |1|4|3|\n|4|3|2| |\n", "1034340201434320"),
        ("|1|2||\n|2|3|1|\n|3|1|2|\n", "120231312"),
        ("||2|3|\n|2|3|1|\n|3|1||\n", "023231310"),
    ],
)
def test_nothing_between_two_bars_is_a_blank_cell(text: str, givens: str) -> None:
    assert loads(text, format="pretty").givens == tuple(map(int, givens))


def test_borders_without_rows_are_refused() -> None:
    with pytest.raises(FormatError, match="rows between"):
        loads("+---+\n+---+\n", format="pretty")


def test_words_between_bars_are_refused() -> None:
    with pytest.raises(FormatError, match="'a table'"):
        loads("a table\n| hello | world |\n")


def test_what_a_drawing_cannot_show_is_not_written() -> None:
    with pytest.raises(FormatError, match="store diagonals"):
        dumps(Puzzle(Geometry(9, (3, 3), diagonals=True)), "pretty")
