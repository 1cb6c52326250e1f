"""What is particular to `candidates` and `sukaku`: digits among candidates, and progress."""

from __future__ import annotations

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, dumps, get_format, items, loads, loads_board
from pandoku.model import Board, Puzzle
from tests.in_full import in_full

FOUR = """*-----------*
|1.|3.|
|..|..|
|--+--|
|..|.2|
|.4|..|
*-----------*

*-----------*
|1.|34|
|..|..|
|--+--|
|..|.2|
|.4|..|
*-----------*

*-------------------*
| 1   2   | 3   4   |
| 23  3   | 12  1   |
|---------+---------|
| 3   13  | 14  2   |
| 2   4   | 1   13  |
*-------------------*
"""
PLAIN = """ 1   2   3   4
 34  34  12  12
 24  13  14  2
 23  4   1   13
"""


def only(text: str) -> tuple[Puzzle, Board | None]:
    (item,) = items(Lines.of(text))
    assert isinstance(item.value, Puzzle), item.value
    return item.value, item.board


def test_grids_of_digits_in_front_are_the_givens_and_what_is_placed() -> None:
    puzzle, board = only(FOUR)
    assert puzzle.givens == (1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 4, 0, 0)
    assert puzzle.candidates is None
    assert board is not None
    assert board.digits[3] == 4
    assert board.digits[1] == 0
    assert board.candidates(5) == (3,)
    assert in_full(loads_board(FOUR)) == in_full(board)


def test_candidates_alone_are_a_rule_and_offered_as_progress() -> None:
    puzzle, board = only(PLAIN)
    assert puzzle.candidates is not None
    assert puzzle.candidates[4] == 0b1100
    assert board is not None
    assert board.puzzle.candidates is None
    assert board.masks == puzzle.candidates


def test_a_single_candidate_is_a_digit_unless_a_cell_in_sight_has_it_among_others() -> None:
    puzzle, _ = only(PLAIN)
    # The 2 at r1c2 sees no other; the one at r3c4 sees those of r2c4 and r3c1.
    assert puzzle.givens[1] == 2
    assert puzzle.givens[11] == 0
    assert puzzle.givens[0] == 1


HODOKU_STEP = """.--------------.------------.
| *12   3   | 4    12  |
| 4     #2-1  | A12  3   |
:-----------+----------:
| 3     4     | 12   12  |
| 12    2     | 3    4   |
'-----------'----------'
And the text of the step after it.
"""


def test_the_marks_of_a_step_are_skipped() -> None:
    puzzle, _ = only(HODOKU_STEP)
    assert puzzle.candidates is not None
    assert puzzle.candidates[:6] == (3, 4, 8, 3, 8, 3)
    assert puzzle.candidates[6] == 3


def test_a_cell_without_notes_can_be_all_that_digits_in_sight_leave() -> None:
    puzzle, board = only("| 1 . | 34 . |\n| . . | . . |\n|---+---|\n| . . | . . |\n| . . | . . |\n")
    assert puzzle.candidates is not None
    assert puzzle.candidates[1:4] == (0b1110, 0b1100, 0b1110)
    assert board is not None


def test_what_givens_leave_is_a_plain_puzzle() -> None:
    puzzle = Puzzle(9, tuple(int(c) for c in "1" + "0" * 79 + "2"))
    for name in ("candidates", "sukaku"):
        assert in_full(loads(dumps(puzzle, name))) == in_full(puzzle)


@pytest.mark.parametrize("name", ["candidates", "sukaku"])
def test_what_candidates_cannot_say_is_refused(name: str) -> None:
    puzzle = Puzzle(4, (1,) + (0,) * 15)
    alone = puzzle.replace(candidates=(15, 2) + (4 + 8,) * 14)
    assert "a given" in (get_format(name).why_not(alone) or "")
    none_left = puzzle.replace(candidates=(15, 1) + (15,) * 14)
    assert "left at r1c2" in (get_format(name).why_not(none_left) or "")
    against = puzzle.replace(candidates=(2,) + (15,) * 15)
    assert "given 1" in (get_format(name).why_not(against) or "")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (PLAIN.replace(" 14 ", " 15 "), "line 3, column 10: expected candidates 1-4"),
        (PLAIN.replace(" 14 ", " 44 "), "line 3, column 10: expected candidates 1-4, each once"),
        (PLAIN.replace(" 14 ", "    "), "line 3, column 1.: expected 4 cells, found 3"),
    ],
)
def test_mistakes_in_a_grid_are_shown_where_they_are(text: str, place: str) -> None:
    with pytest.raises(FormatError, match=place):
        loads(text, format="candidates")


# ------------------------------------------------------------------ sukaku

SUKAKU = get_format("sukaku").example


def test_the_place_of_a_digit_within_its_cell_means_nothing() -> None:
    packed = "".join(SUKAKU[at : at + 4].replace(".", "").ljust(4, "0") for at in range(0, 64, 4))
    assert in_full(loads(packed)) == in_full(loads(SUKAKU))


def test_rows_of_cells_and_groups_between_spaces_are_read() -> None:
    nine = loads(dumps(Puzzle(9, (1,) + (0,) * 80), "sukaku"))
    text = dumps(nine, "sukaku").strip()
    rows = "\n".join(text[at : at + 81] for at in range(0, 729, 81))
    groups = " ".join(text[at : at + 9].replace(".", "") for at in range(0, 729, 9))
    for variant in (rows, groups, text.replace(".", "0"), text.replace(".", "*")):
        assert in_full(loads(variant)) == in_full(nine)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (SUKAKU.replace("3", "z", 1), "column 11: expected a digit 1-4 or '.', found 'z'"),
        (SUKAKU.replace("1...", "....", 1), "column 1: expected at least one candidate"),
        (SUKAKU.strip() + "1", "column 66: expected 64 characters, 4 for each of 16 cells"),
        ("1" * 81 + "\n", "expected 9 rows of 81 characters, found 1"),
        (("1" * 81 + "\n") * 3 + "1" * 80, "line 4, column 81: expected|found 4"),
    ],
)
def test_mistakes_in_sukaku_are_shown_where_they_are(text: str, place: str) -> None:
    with pytest.raises(FormatError, match=place):
        loads(text, format="sukaku")
