from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, dumps, items, loads, read
from pandoku.formats.line import plain_puzzle
from pandoku.model import Geometry, Puzzle
from tests.data import ESCARGOT, SHARED, by_default, needs
from tests.formats.reading import error_of
from tests.in_full import in_full
from tests.together import together

CLUES17 = SHARED / "sudoku" / "puzzles2_17_clue"


def test_eighty_one_characters_are_a_classic_sudoku() -> None:
    puzzle = loads(ESCARGOT)
    assert puzzle.geometry == Geometry(9, (3, 3))
    assert puzzle.givens[:9] == (1, 0, 0, 0, 0, 7, 0, 9, 0)
    assert puzzle.n_givens == 23


@together("blank", ".0_*-?xX")
def test_every_usual_blank_is_a_blank(blank: str) -> None:
    assert in_full(loads(ESCARGOT.replace(".", blank))) == in_full(loads(ESCARGOT))


def test_spaces_are_blanks_also_at_the_ends_of_a_line() -> None:
    text = " 2 1" + "    " + "4   " + "  3 "
    assert loads(text, format="line").givens == (0, 2, 0, 1, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 3, 0)


@pytest.mark.parametrize(
    ("n_cells", "box"), [(1, None), (36, (2, 3)), (49, None), (144, (3, 4)), (1225, (5, 7))]
)
def test_the_length_of_a_line_decides_the_order_and_the_usual_box(
    n_cells: int, box: tuple[int, int] | None
) -> None:
    assert loads("." * n_cells).geometry == Geometry(int(n_cells**0.5), box)


def test_letters_are_digits_above_nine_in_either_case() -> None:
    text = "123456789ABCDEFG" + "gfedcba987654321" + "." * 224
    givens = loads(text).givens
    assert givens[:16] == tuple(range(1, 17))
    assert givens[16:32] == tuple(range(16, 0, -1))


def test_x_is_a_digit_from_order_33_on_and_a_blank_below() -> None:
    assert loads("x" + "." * 1088, format="line").givens[0] == 33
    assert loads("xx" + "." * 1022, format="line").givens[0] == 0


def test_comments_stand_on_lines_of_their_own_or_behind_a_puzzle() -> None:
    text = f"# a collection\n\n{ESCARGOT}  # Escargot\n#end\n{ESCARGOT}#2\n"
    assert [item.line for item in items(Lines.of(text))] == [3, 5]


@pytest.mark.parametrize(("length", "column"), [(80, 81), (82, 82)])
def test_a_line_too_short_or_too_long_names_the_nearest_length(length: int, column: int) -> None:
    error = error_of((ESCARGOT + ".")[:length])
    assert error.reason.endswith(f"81 characters (9x9), found {length}")
    assert (error.line, error.column) == (1, column)


def test_a_letter_in_a_digit_grid_is_shown_with_a_caret() -> None:
    error = error_of(f"# two\n  53..7Q...{'.' * 72}\n")
    assert str(error) == (
        "line: line 2, column 8: expected a digit 1-9 or '.', found 'Q'\n"
        f"      53..7Q...{'.' * 72}\n"
        "           ^"
    )


def test_a_digit_above_the_order_is_refused() -> None:
    assert error_of("5" + "." * 15).reason.endswith("found '5'")


def test_a_line_longer_than_order_35_says_what_it_can_hold() -> None:
    assert "(35x35), found 1296" in str(error_of("." * 1296))


def test_orders_above_35_and_other_boxes_are_not_written() -> None:
    with pytest.raises(FormatError, match="1 to 35, found 36"):
        dumps(Puzzle(36), "line")
    with pytest.raises(FormatError, match="boxes of 3x2"):
        dumps(Puzzle(Geometry(6, (3, 2))), "line")
    with pytest.raises(FormatError, match="grid without boxes"):
        dumps(Puzzle(Geometry.latin(6)), "line")


def test_a_given_above_the_order_is_not_written() -> None:
    with pytest.raises(FormatError, match="up to 4, found 5"):
        dumps(Puzzle(4, (5,) + (0,) * 15), "line")


def test_a_grid_of_one_cell_takes_one_digit() -> None:
    assert error_of("2", "line").reason.endswith("found '2'")


@needs(CLUES17)
def test_puzzles_with_17_givens_are_read() -> None:
    n = by_default(5_000, full=49_158)
    assert sum(puzzle.n_givens == 17 for puzzle in islice(read(CLUES17), n)) == n


def test_a_plain_line_is_read_like_a_line_with_a_comment() -> None:
    """Common lines take a short way. A comment makes the same line take the long way."""
    rng, n_plain = Random(1), 0
    for _ in range(400):
        order = rng.choice((2, 3, 4, 4, 6, 6, 8, 9, 9, 9, 16))
        digits = "123456789"[: rng.choice((order, order, order + 1, 2))]
        blanks = rng.choice((".", "0", ".0", "-", ""))
        filled = rng.random()
        text = "".join(
            rng.choice(digits) if rng.random() < filled or not blanks else rng.choice(blanks)
            for _ in range(order * order)
        )
        n_plain += plain_puzzle(text) is not None
        assert _read(text) == _read(f"{text}\n# one puzzle\n"), text
    assert n_plain > 100


def _read(text: str) -> object:
    try:
        return in_full(loads(text))
    except ValueError as error:
        return getattr(error, "reason", str(error)).partition(";")[0]
