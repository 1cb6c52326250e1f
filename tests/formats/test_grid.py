from __future__ import annotations

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, dumps, items, load, loads
from pandoku.model import Geometry, Puzzle
from tests.data import SHARED, needs
from tests.in_full import in_full
from tests.together import together

PAPER = SHARED / "classics" / "003"
ROWS = ["1 . 3 4", ". . . 1", "2 . . .", ". . 1 ."]
PLAIN = "\n".join(ROWS) + "\n"
NUMBERED = "".join(f"{number} {row}\n" for number, row in enumerate(ROWS, 1))
GIVENS = (1, 0, 3, 4, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 1, 0)


def test_rows_of_numbers_and_blanks_are_a_grid() -> None:
    assert in_full(loads(PLAIN)) == in_full(Puzzle(4, GIVENS))


@together("blank", [".", "0", "_", "-", "*", "x", "X", "?"])
def test_every_usual_blank_is_a_blank(blank: str) -> None:
    assert loads(PLAIN.replace(".", blank)).givens == GIVENS


@pytest.mark.parametrize("separator", ["\t", ",", ", ", "   "])
def test_tabs_commas_and_runs_of_spaces_separate(separator: str) -> None:
    assert loads(PLAIN.replace(" ", separator)).givens == GIVENS


def test_nothing_between_two_commas_is_a_blank() -> None:
    assert loads("1,,3,4\n,,,1\n2,,,\n,,1,\n").givens == GIVENS


def test_a_column_of_line_numbers_is_left_out() -> None:
    assert loads(NUMBERED).givens == GIVENS


def test_a_first_column_that_counts_to_the_order_is_part_of_the_grid() -> None:
    rows = [[(r + c) % 5 + 1 for c in range(5)] for r in range(5)]
    assert loads("\n".join(" ".join(map(str, row)) for row in rows)).givens[::5] == (1, 2, 3, 4, 5)


def test_a_first_column_that_looks_like_line_numbers_and_starts_again_is_not_written() -> None:
    givens = tuple(d for first in (1, 2, 3, 1) for d in (first, 0, 0, 0))
    with pytest.raises(FormatError, match=r"first column .* line numbers"):
        dumps(Puzzle(4, givens), "grid")


@together("text", [PLAIN, NUMBERED])
@together("between", ["", "\n", "\n\n", "# next\n"])
def test_grids_follow_each_other_with_or_without_blank_lines(text: str, between: str) -> None:
    found = list(items(Lines.of(between.join([text] * 3))))
    assert in_full([item.value for item in found]) == in_full([Puzzle(4, GIVENS)] * 3)
    step = 4 + between.count("\n")
    assert [item.line for item in found] == [1, 1 + step, 1 + 2 * step]


def test_digits_above_nine_are_numbers_up_to_36() -> None:
    row = " ".join(map(str, range(1, 37)))
    blank = " ".join("." * 36)
    puzzle = loads("\n".join([row, *[blank] * 35]))
    assert puzzle.geometry == Geometry(36, (6, 6))
    assert puzzle.givens[:36] == tuple(range(1, 37))


def test_numbers_are_aligned_when_written() -> None:
    text = dumps(Puzzle(Geometry.sudoku(10), (10, *(0,) * 99)), "grid")
    assert text.splitlines()[0] == "10  .  .  .  .  .  .  .  .  ."


@pytest.mark.parametrize("which", [0, 2, 3])
def test_a_row_of_the_wrong_width_is_shown_wherever_it_stands(which: int) -> None:
    rows = [row if i != which else row + " ." for i, row in enumerate(ROWS)]
    found = list(items(Lines.of("\n".join(rows) + "\n" + PLAIN)))
    error = found[0].value
    assert isinstance(error, FormatError)
    assert (error.line, error.column) == (which + 1, 9)
    assert error.reason.endswith("4 cells, found 5")
    assert [(item.line, isinstance(item.value, Puzzle)) for item in found[1:]] == [(5, True)]


def test_a_number_above_the_order_is_shown() -> None:
    with pytest.raises(FormatError, match=r"line 1, column 5: .* 1-4 .*'5'"):
        loads(PLAIN.replace("3", "5"))


def test_a_word_in_a_cell_is_shown() -> None:
    with pytest.raises(FormatError, match=r"line 3, column 1: .* found 'two'"):
        loads(PLAIN.replace("2", "two"))


def test_missing_rows_are_counted() -> None:
    with pytest.raises(FormatError, match=r"4 rows .* found 3"):
        loads("\n".join(ROWS[:3]))


def test_an_order_above_36_is_refused() -> None:
    with pytest.raises(FormatError, match="at most 36"):
        loads((" ".join("." * 37) + "\n") * 37)


@needs(PAPER)
def test_the_grids_of_the_steps_paper_are_read() -> None:
    for name in ("i1.txt", "i2.txt", "wikipedia.in", "stuck_hard.in", "already_solved.in"):
        assert load(PAPER / name).order == 9


def test_rows_between_blank_lines_are_no_square_of_blanks() -> None:
    three_rows = "1 0 0 2\n\n\n0 0 0 0\n\n\n0 0 0 0"  # seven lines of at most seven characters
    with pytest.raises(FormatError):
        loads(three_rows)
    assert loads(three_rows + "\n\n\n3 0 0 4").givens[:4] == (1, 0, 0, 2)
