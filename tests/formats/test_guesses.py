"""Texts at the edges of detection: what each of them is taken for, or why for nothing."""

from __future__ import annotations

from io import BytesIO

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, get_format, items_and_batches, left_out, loads, reads, sdk
from pandoku.formats._text import HEAD_LINES, MAX_LINE
from pandoku.model import Batch, Puzzle
from tests.formats.reading import shown
from tests.together import together

CELLS = "1234" * 4


@together(
    "text, expected",
    [
        (
            "- -\t_,\n",
            [
                (
                    "refused: expected at least one digit, found only '-' and '_'; write an "
                    "empty grid with dots or zeros"
                )
            ],
        ),
        (
            "%" * 40,
            [
                (
                    "refused: no format recognizes this text, which starts with "
                    "'%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%'"
                )
            ],
        ),
        (
            "%" * 41,
            [
                (
                    "refused: no format recognizes this text, which starts with "
                    "'%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%%...'"
                )
            ],
        ),
        ("_[", ["refused: no format recognizes this text, which starts with '_['"]),
        (
            "2x3bd5_6c1_2c4k5e2c\n",
            [("refused: no format recognizes this text, which starts with '2x3bd5_6c1_2c4k5e2c'")],
        ),
        (
            "1....\n",
            [
                (
                    "refused: expected n*n characters for an n x n grid (81 for 9x9, 16 for "
                    "4x4), found 5: '1....'"
                )
            ],
        ),
        (
            "#\n- \n",
            [
                (
                    "refused: expected at least one digit, found only '-'; write an empty grid "
                    "with dots or zeros"
                )
            ],
        ),
        ("# only\n", ["refused: expected a puzzle, found only comments"]),
        ("..\n.\n", ["1: sdk: line 2, column 2: expected a row of 2 characters, found 1"]),
        (
            "....\n....\n....\n..\n",
            [
                "1: 2x2",
                "2: 2x2",
                "3: 2x2",
                "4: line: line 4, column 2: expected 1 characters (1x1), found 2",
            ],
        ),
        (
            "....\n....\n....\n...\n",
            [
                "1: 2x2",
                "2: 2x2",
                "3: 2x2",
                "4: line: line 4, column 4: expected 4 characters (2x2), found 3",
            ],
        ),
        (
            "11..\n22..\n12..\n21..\n",
            [
                (
                    "1: 4x4, boxes 2x2, 8 givens; read as one 4x4 grid (format sdk); for 4 "
                    "puzzles of 2x2, name the format line"
                )
            ],
        ),
        (
            "11..\n22..\n1122\n21..\n",
            ["1: 2x2, 2 givens", "2: 2x2, 2 givens", "3: 2x2, 4 givens", "4: 2x2, 2 givens"],
        ),
        ("1\n", ["1: 1x1, 1 given"]),
        ("4\n", ["1: line: line 1, column 1: expected the digit 1 or '.', found '4'"]),
        (
            "12\n",
            [
                (
                    "refused: expected n*n characters for an n x n grid (81 for 9x9, 16 for "
                    "4x4), found 2: '12'"
                )
            ],
        ),
        ("puzzles/a", ["refused: no format recognizes this text, which starts with 'puzzles/a'"]),
        (
            "puzzles\\a",
            ["refused: no format recognizes this text, which starts with 'puzzles\\\\a'"],
        ),
        ("a.txt", ["refused: no format recognizes this text, which starts with 'a.txt'"]),
        (
            "1\ud800",
            [
                (
                    "refused: line 1, column 2: expected text in UTF-8, found the byte 0xed "
                    "('í' in Latin-1 or Windows-1252); save the file as UTF-8"
                )
            ],
        ),
        (
            ", [[0, 0, 0, 0,  2]]",
            [
                (
                    "refused: line 1, column 4: expected a row of 1 cells, found 5 (no format "
                    "reads this text; it looks most like list)"
                )
            ],
        ),
        ("# 2 .\n. . .\n. . .\n", ["2: grid: line 3: expected 3 rows of 3 cells, found 2"]),
        (
            ":0000x:..:?::\n",
            ["refused: no format recognizes this text, which starts with ':0000x:..:?::'"],
        ),
        ("..2\n2 1\n", ["1: letters: line 1: expected 3 rows of 3 characters, found 1"]),
        (
            '<?xml version="1.0"?>\n<opensudku>\n</opensudoku>\n',
            [
                (
                    "refused: no format recognizes this text, which starts with '<?xml "
                    'version="1.0"?>\''
                )
            ],
        ),
        ("[Puzzle]\n", ["refused: sdk: expected a puzzle, found none"]),
        ("3<11" * 4 + "\n", ["1: 4x4, boxes 2x2, 12 cages"]),
        (
            "3<11" * 8 + "1111\n",
            [
                (
                    "refused: no format recognizes this text, which starts with "
                    "'3<113<113<113<113<113<113<113<111111'"
                )
            ],
        ),
        ("3<11" * 9 + "\n", ["1: 6x6, boxes 2x3, 27 cages"]),
        (
            "3<113<113<113<1%\n",
            [
                (
                    "1: killer: line 1, column 16: expected a sum (0-9, A-Z, a-j) or an arrow, "
                    "found '%'"
                )
            ],
        ),
        (
            "3<113<113<113<%%\n",
            [("refused: no format recognizes this text, which starts with '3<113<113<113<%%'")],
        ),
        ("1.1." + "1..." * 7 + "...." * 8 + "\n", ["1: 8x8, boxes 2x4, 9 givens"]),
        (
            "1.1." + "1..." * 8 + "...." * 7 + "\n",
            ["1: sukaku: line 1, column 37: expected at least one candidate, found '....'"],
        ),
        (
            "1.1." * 2 + "1..." * 8 + "...." * 6 + "\n",
            ["1: sukaku: line 1, column 41: expected at least one candidate, found '....'"],
        ),
        ("1.1." * 3 + "1..." * 8 + "...." * 5 + "\n", ["1: 8x8, boxes 2x4, 14 givens"]),
        ("0" * 64 + "\n", ["1: 8x8, boxes 2x4"]),
        (
            (CELLS + "\n") * 3 + "." * 16 + "\n",
            [
                "1: 4x4, boxes 2x2, 16 givens",
                "2: 4x4, boxes 2x2, 16 givens",
                "3: 4x4, boxes 2x2, 16 givens",
                "4: 4x4, boxes 2x2",
            ],
        ),
        ("# c\n" * 50 + "[[1,0],[0,1]]\n", ["51: 2x2, 2 givens"]),
        (
            "11..\n22..\n1122\n21..\n#Ann\n",
            ["1: 2x2, 2 givens", "2: 2x2, 2 givens", "3: 2x2, 4 givens", "4: 2x2, 2 givens"],
        ),
        (
            "#A\n11..\n22..\n1122\n21..\n",
            ["2: 2x2, 2 givens", "3: 2x2, 2 givens", "4: 2x2, 4 givens", "5: 2x2, 2 givens"],
        ),
        ("#Ann\n1\n", ["2: 1x1, 1 given"]),
        (("." * 35 + "\n") * 35, ["1: 35x35, boxes 5x7"]),
        ("((1))\n", ["1: 1x1, 1 given"]),
        (
            "3<113<113<113<1\n",  # the shortest that is taken for a killer
            [
                "1: killer: line 1, column 16: expected 81 characters (or 16, 36, 64, ... 256), "
                "found 15",
            ],
        ),
        (
            "3<11" * 4 + "3<%%\n",  # nine tenths are sums and arrows
            [
                "1: killer: line 1, column 21: expected 81 characters (or 16, 36, 64, ... 256), "
                "found 20",
            ],
        ),
        (
            "XXXX\n",
            [
                "refused: expected at least one digit, found only 'X'; write an empty grid with "
                "dots or zeros"
            ],
        ),
        (
            "*-?X_x\n",
            [
                "refused: expected at least one digit, found only '*' and '-' and '?' and 'X' and "
                "'_' and 'x'; write an empty grid with dots or zeros"
            ],
        ),
        (
            "123\n231\n3\n",
            [
                "refused: line 3, column 2: expected a row of 3 characters, found 1 (no format "
                "reads this text; it looks most like sdk)"
            ],
        ),
        ("123\n231\n31\n", ["1: sdk: line 3, column 3: expected a row of 3 characters, found 2"]),
        (
            "1 2 3 ab\n" + "1 2 3 4\n" * 3,
            ["1: grid: line 1, column 7: expected a number 1-4 or '.', found 'ab'"],
        ),
        (
            "1 2 ab ab\n" + "1 2 3 4\n" * 3,
            [
                "refused: line 1, column 5: expected a number 1-4 or '.', found 'ab' (no format "
                "reads this text; it looks most like grid)"
            ],
        ),
    ],
)
def test_a_text_is_taken_for_what_it_looks_like(text: str, expected: list[str]) -> None:
    assert shown(text, None) == expected


@together(
    "name, text, is_it",
    [
        ("sukaku", "123 " + "1 " * 14 + "99", True),  # fifteen groups of sixteen
        ("sukaku", "123 " + "1 " * 13 + "99 99", False),
        ("candidates", "12 3 4 5", True),
        ("candidates", "12 . 4 5", False),  # with a blank and no frame it is a grid
        ("candidates", "| 12 . | 4 5 |", True),
        ("candidates", "| 12 99 | 98 5 |", False),
        ("candidates", "12 3 4 99", True),
        ("candidates", "12 3 4 5 6 7 8 9 1", True),  # two digits are not a number of order 9
        ("candidates", "12 3 4 5 6 7 8 9 1 2", False),
        ("candidates", ".-----.\n| 12 . | 4 3 |", True),
        ("candidates", ".-----.\n| 12 3 | 4 99 |\n| . 1 | 2 3 |", True),
        ("candidates", ".-----.\n| . 1 | 2 3 |\n| 12 3 | 4 99 |", False),
    ],
)
def test_a_format_knows_its_own_first_line(name: str, text: str, is_it: bool) -> None:
    assert get_format(name).sniff(text.split("\n")) is is_it


@pytest.mark.parametrize("text", ["puzzles/a", "puzzles\\a", "a.txt"])
def test_the_name_of_a_file_is_not_mistaken_for_a_text(text: str) -> None:
    with pytest.raises(FormatError) as refused:
        loads(text)
    assert str(refused.value).endswith(f"; pandoku.load({text!r}) reads a file")


@pytest.mark.parametrize(("n_lines", "is_whole"), [(4, True), (5, False), (8, True)])
def test_the_name_of_a_file_decides_about_whole_grids_only(n_lines: int, is_whole: bool) -> None:
    lines = ["11..", "22..", "1122", "21.."] * 2
    assert sdk.FORMAT.could_be is not None
    assert sdk.FORMAT.could_be(lines[:n_lines]) is is_whole


def test_a_comment_of_a_format_speaks_for_it() -> None:
    assert loads("#Ann\n1\n").author == "nn"
    assert loads("1\n").author is None


def test_half_a_character_is_no_text() -> None:
    with pytest.raises(FormatError, match=r"UTF-8, found .* 0xed"):
        loads("1\ud800")


def test_one_puzzle_is_asked_for_before_the_third_is_looked_at() -> None:
    with pytest.raises(FormatError, match=r"found 3; use pandoku.reads\(\)"):
        loads("1.....2..3.....4\n" * 2 + "1.....2..3.....45\n", format="line")


def test_the_first_bad_puzzle_of_many_is_raised_unless_somebody_takes_it() -> None:
    text = "1.....2..3.....4\n1.....2..3.....45\n2.....1..3.....4\n"
    found = reads(text, format="line")
    assert next(found).n_givens == 4
    with pytest.raises(FormatError, match="line 2, column 17"):
        next(found)
    taken = list[int]()
    assert len(list(reads(text, format="line", on_error=lambda item: taken.append(item.line)))) == 2
    assert taken == [2]


def test_the_head_of_a_text_is_bounded_and_passes_by_comments() -> None:
    raw = b"# a comment\n" * 300 + b"1...\n" * 1000
    assert len(Lines.of(raw).head()) == 300 + HEAD_LINES


def test_the_longest_line_is_read_and_a_longer_one_is_not() -> None:
    assert len(next(iter(Lines.of(b"1" * MAX_LINE + b"\n"))).text) == MAX_LINE
    with pytest.raises(FormatError, match=r"^line 2: .* 4,000,000"):
        list(Lines.of(b"\n" + b"1" * (MAX_LINE + 2)))


def test_a_file_of_many_buffers_keeps_its_numbers() -> None:
    class Slow(BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            return self.read(100)

    plain = b"1.....2..3.....4\n" * 50
    found = list(items_and_batches(Lines(Slow(plain + b"1.....2..3.....45\n")), "line"))
    firsts = [each.origin(0) for each in found if isinstance(each, Batch)]
    assert firsts == sorted(set(firsts))
    assert getattr(found[-1], "line", None) == 51


def test_what_a_format_does_not_write_is_named() -> None:
    module = get_format("line")
    assert left_out(module, Puzzle(4, title="t", extra={"a": 1})) == ("title", "extra")
    assert left_out(module, Puzzle(4)) == ()
