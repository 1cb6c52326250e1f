"""Texts at the edges of a format: what each of them is read as, whole."""

from __future__ import annotations

import pytest

from pandoku.errors import FormatError, PuzzleError
from pandoku.formats import loads
from tests.formats.reading import shown
from tests.together import together

CELLS = "1234" * 4
DIGITS = ".-------.\n| 1 . |\n| . 1 |\n'-------'\n"
GROUPS = ".-------.\n| 2 1 |\n| 1 12 |\n'-------'\n"
# Cages of 6x6 whose first cell happens to be the number of the others, and five more.
PAIRS = ["0 28", "29 30", "31 32", "33 34", "35"]
LIKE_COUNTS = ["1 7", "2 8 9", "3 10 11 12", "4 13 14 15 16", "5 17 18 19 20 21"]
CAGES = [*LIKE_COUNTS, "6 22 23 24 25 26 27", *PAIRS]


@together(
    "name, text, expected",
    [
        (
            "pretty",
            "| " + "1 " * 37 + "|\n",
            ["1: pretty: line 1: expected at most 36 cells a row, found more"],
        ),
        (
            "pretty",
            "|,\n",
            ["1: pretty: line 1, column 2: expected the number 1 or '.', found ','"],
        ),
        (
            "pretty",
            "+---+\n| 123 |\n+---+\n| 1 |\n",
            ["1: pretty: line 4, column 6: expected 3 cells, found 1"],
        ),
        (
            "candidates",
            "+---+\n| 1 . . 100 |\n",
            ["1: candidates: line 2: expected 4 rows of 4 cells, found 1"],
        ),
        (
            "keen",
            "3:_15,a1\n",
            [
                (
                    "1: keen: line 1, column 3: expected 12 pairs of neighbors and a final "
                    "border, found too many"
                )
            ],
        ),
        ("keen", "2:_aa,a45a2\n", ["1: 2x2, 2 cages"]),
        (
            "json",
            '{"size":2,\n' + "[\n" * 70,
            ["1: json: line 65: expected brackets nested at most 64 deep, found more"],
        ),
        (
            "json",
            "[Puzzle]\n[[0, 0], [0, 0], #0]]\n",
            [
                "1: json: line 1, column 2: not JSON: expected a value, found 'P'",
                "2: json: line 2: puzzle: expected an object, found [0, 0]",
                "2: json: line 2: puzzle: expected an object, found [0, 0]",
                "2: json: line 2, column 18: not JSON: expected a value, found '#'",
            ],
        ),
        (
            "json",
            '{"vers',
            ["1: json: line 1, column 2: not JSON: unterminated string"],
        ),
        (
            "json",
            "[[0]a\n[[0]a\n",
            [
                "1: json: line 1: puzzle: expected an object, found [0]",
                (
                    "1: json: line 1, column 5: not JSON: expected ',' or a closing bracket, "
                    "found 'a'"
                ),
            ],
        ),
        (
            "json",
            '[{"size":2},\n{"size":2}\n,\n]\n',
            [
                "1: 2x2",
                "2: 2x2",
                "1: json: line 4, column 1: not JSON: expected a value, found ']'",
            ],
        ),
        ("json", '[]\n{"size":2}', ["2: 2x2"]),
        (
            "json",
            '{"size":2,"title":["' + "x" * 36 + '"]}',
            [
                (
                    "1: json: line 1: title: expected a string, found "
                    '["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]'
                )
            ],
        ),
        (
            "json",
            '{"size":2,"title":["' + "x" * 37 + '"]}',
            [
                (
                    "1: json: line 1: title: expected a string, found "
                    '["xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'
                )
            ],
        ),
        (
            "json",
            '{"size":2,"cages":[{"op":"+"}]}',
            [("1: json: line 1: cages[0].cells: expected a list of at least one cell, found none")],
        ),
        ("json", '{"size":4,"candidates":[[36]]}', ["1: line 1: expected 16 candidates, found 1"]),
        (
            "json",
            '{"size":4,"candidates":[[37]]}',
            ["1: json: line 1: candidates[0]: expected digits from 1 to 36, found [37]"],
        ),
        (
            "cages",
            "2\n[Puzzle]\n0 2 3\n",
            ["1: cages: line 2, column 1: expected a number, found '[Puzzle]'"],
        ),
        (
            "cages",
            "2\n1 2 " + "x" * 30 + "\n0 2 3\n",
            ["1: cages: line 2, column 5: expected a number, found 'xxxxxxxxxxxxxxxxxxxx'"],
        ),
        ("cages", "5\n" + "1 0\n" * 1296, ["1: cages: line 1297: expected 5 cages, found 1296"]),
        ("cages", "5\n" + "1 0\n" * 1297, ["1: cages: line 1298: expected 5 cages, found more"]),
        ("cages", "2\n3 2 0 1\n3 2 2 3\n", ["1: 2x2, 2 cages"]),
        (
            "cages",
            "2\n3 2 0 1\n3 3 2 3\n",
            ["1: cages: line 3, column 5: cage 2: 2 (r2c1) is already in cage 1"],
        ),
        (
            "cages",
            "3\n3 2 0 1\n3 1 2\n1 2 3\n",
            ["1: cages: line 4, column 3: expected the number of cells, 1, found 2"],
        ),
        ("cages", "2\n3 0 1\n3 2 3\n", ["1: 2x2, 2 cages"]),
        ("csv", "id,puzzle\nabc\n", ["2: csv: line 2: expected 2 fields, found 1"]),
        ("csv", "puzzle,id,solution\n1.....2..3.....4,a\n", ["2: 4x4, boxes 2x2, 4 givens"]),
        (
            "csv",
            "puzzle,solution\n1.....2..3.....4,1x34341221434321\n",
            ["2: 4x4, boxes 2x2, 4 givens, {'solution': '1x34341221434321'}"],
        ),
        ("grid", "# 2 .\n. . .\n. . .\n", ["2: grid: line 3: expected 3 rows of 3 cells, found 2"]),
        ("grid", "1 2\n", ["1: grid: line 1: expected 2 rows of 2 cells, found 1"]),
        ("letters", "..2\n2 1\n", ["1: letters: line 1: expected 3 rows of 3 characters, found 1"]),
        (
            "letters",
            "1 2\n2:1\n",
            [
                "1: letters: line 1, column 1: expected a grid of letters before the clues",
                "2: letters: line 2: expected 3 rows of 3 characters, found 1",
            ],
        ),
        (
            "letters",
            ". .\n. .\n",
            ["1: letters: line 1, column 1: expected a grid of letters before the clues"],
        ),
        ("letters", "aa\naa\na -" + "1" * 60 + " +\n", ["1: 2x2, 1 cage"]),
        (
            "letters",
            "aa\naa\na -" + "1" * 61 + " +\n",
            ["1: letters: line 3, column 3: expected a target of at most 60 digits"],
        ),
        (
            "letters",
            "aa\na 4 +\n",
            ["1: letters: line 1: expected 2 rows of 2 characters, found 1"],
        ),
        ("line", "'123\n", ["1: line: line 1, column 1: expected a digit 1-2 or '.', found \"'\""]),
        ("line", " 123\n", ["1: line: line 1, column 4: expected a digit 1-2 or '.', found '3'"]),
        ("line", "1.....2..3.....4 ED=7.2\n", ["1: 4x4, boxes 2x2, 4 givens, {'er': '7.2'}"]),
        (
            "line",
            "1.....2..3.....4 \x7f\n",
            ["1: line: line 1, column 17: expected 16 characters (4x4), found 18"],
        ),
        (
            "list",
            "[[0,6 0], [2, 1]]\n",
            ["1: list: line 1, column 2: expected a row of 2 cells, found 3"],
        ),
        ("list", "]\n", ["1: list: line 1, column 1: expected '[', found ']'"]),
        (
            "opensudoku",
            "",
            ["1: opensudoku: line 1: expected well-formed XML, found no element found"],
        ),
        (
            "opensudoku",
            '<opensudoku><game data=""/></opensudoku>',
            [
                (
                    "1: opensudoku: line 1: expected data of 81 digits, or 'version: N' and 81 "
                    "cells, found nothing"
                )
            ],
        ),
        (
            "sdk",
            "[Puzzle]\n. .\n",
            ["2: sdk: line 2, column 2: expected a digit 1-3 or '.', found ' '"],
        ),
        ("sdk", "#A\n12\n21\n", ["2: 2x2, 4 givens"]),
        ("sdk", "#AR\n12\n21\n", ["2: 2x2, 4 givens"]),
        (
            "sdk",
            "[]\n12\n21\n",
            [
                "1: sdk: line 1, column 1: expected a digit 1-2 or '.', found '['",
                "3: sdk: line 3: expected 2 rows of 2 characters, found 1",
            ],
        ),
        ("sdk", "12\n21\n[x]\n", ["1: 2x2, 4 givens"]),
        (
            "solo",
            "1x4:a\n",
            [
                (
                    "1: solo: line 1, column 1: expected boxes of at least 2x2 and at most 31 "
                    "cells, found 1x4"
                )
            ],
        ),
        ("solo", "2x2:p1\n", ["1: solo: line 1, column 7: expected 16 cells, found more"]),
        ("solo", "2x2:q\n", ["1: solo: line 1, column 6: expected 16 cells, found more"]),
        (
            "solo",
            "2x2:1000000\n",
            ["1: solo: line 1, column 5: expected a number 1-4, found 1000000"],
        ),
        (
            "solo",
            "40j:a,a\n",
            ["1: solo: line 1, column 1: expected an order from 2 to 31, found 40"],
        ),
        (
            "solo",
            "6x6:a\n",
            [
                (
                    "1: solo: line 1, column 1: expected boxes of at least 2x2 and at most 31 "
                    "cells, found 6x6"
                )
            ],
        ),
        (
            "line",
            "Z" * 81,
            ["1: line: line 1, column 1: expected a digit 1-9 or '.', found 'Z'"],
        ),
        (
            "line",
            "Z" * 100,
            ["1: line: line 1, column 1: expected a digit 1-9, A or '.', found 'Z'"],
        ),
        (
            "line",
            "Z" * 121 + "\n",
            ["1: line: line 1, column 1: expected a digit 1-9, A-B or '.', found 'Z'"],
        ),
        (
            "grid",
            "1,  y,3\n1,2,3\n1,2,3\n",
            ["1: grid: line 1, column 5: expected a number 1-3 or '.', found 'y'"],
        ),
        ("sukaku", (CELLS + "\n") * 8, ["1: 4x4, boxes 2x2", "5: 4x4, boxes 2x2"]),
        (
            "sukaku",
            "12 " * 5 + "\n",
            ["1: sukaku: line 1: expected n*n groups of candidates, found 5"],
        ),
        ("letters", "aa\naa\na" + " " * 97 + "4+\n", ["1: 2x2, 1 cage"]),
        (
            "letters",
            "aa\naa\na" + " " * 98 + "4+\n",
            [
                (
                    "1: letters: line 3, column 1: expected a clue such as 'a 3 -', found 'a     "
                    "              '"
                )
            ],
        ),
        (
            "letters",
            "3\naa\naab\nbbb\na 4 +\nb 3 +\n",
            ["1: letters: line 2, column 3: expected a row of 3 characters, found 2"],
        ),
        ("line", "1  2     \n", ["1: 3x3, 2 givens"]),
        ("line", "12..     \n", ["1: 2x2, 2 givens"]),
        (
            "pretty",
            "+---+\n| 001 2 3 4 |\n| . . . . |\n| . . . . |\n| . . . . |\n+---+\n",
            ["1: pretty: line 2, column 3: expected a number 1-4 or '.', found '001'"],
        ),
        (
            "sdk",
            "[1a]\n12\n21\n",
            ["1: sdk: line 1, column 3: expected a row of 2 characters, found 4"],
        ),
        (
            "sdk",
            "[a1]\n12\n21\n",
            ["1: sdk: line 1, column 3: expected a row of 2 characters, found 4"],
        ),
        (
            "candidates",
            "+---------+\n| 1 . . . |\n| . . . . |\n| . . . . |\n| . . . . |\n+---------+\n",
            ["1: 4x4, 1 given"],
        ),
        (
            "keen",
            "2:_4a,a1\n",
            [
                (
                    "1: keen: line 1, column 5: expected 4 pairs of neighbors and a final "
                    "border, found too many"
                )
            ],
        ),
        (
            "letters",
            "a" * 37 + "\n" + "a 4 +\n",
            ["1: letters: line 1: expected at most 36 characters a row, found 37"],
        ),
        (
            "json",
            '{"size":2,"givens":[1,"a",0,0]}',
            ['1: json: line 1: givens[1]: expected a whole number, found "a"'],
        ),
        ("cages", "11\n" + "".join(f"50 {cells}\n" for cells in CAGES), ["1: 6x6, 11 cages"]),
        ("cages", "3\n9 1 0\n15 2 4 5\n15 3 6 7 8\n", ["1: 3x3, 3 cages"]),  # no counts
        ("candidates", f"{DIGITS}\n{GROUPS}", ["1: 2x2, 2 givens", "6: 2x2, 1 given"]),
        ("candidates", "12 1\n1 2\n", ["1: 2x2, 1 given"]),
        ("candidates", ("12 " + "1 " * 34 + "\n") * 35, ["1: 35x35, boxes 5x7, candidates"]),
        ("pretty", "|   | 2 |\n| 2 |   |\n", ["1: 2x2, 2 givens"]),
        ("csv", "# c\npuzzle,id\n# c\n1.....2..3.....4,a\n", ["4: 4x4, boxes 2x2, 4 givens"]),
    ],
)
def test_a_text_of_a_format_is_read_or_refused_whole(
    name: str, text: str, expected: list[str]
) -> None:
    assert shown(text, name) == expected


@pytest.mark.turns(3)
@pytest.mark.parametrize(("n_more", "is_read"), [(0, True), (1, False)])
def test_a_value_of_sixteen_million_characters_is_the_largest(n_more: int, is_read: bool) -> None:
    first, blank = '{"size":2,\n', " " * 3_999_999 + "\n"
    last = " " * (4_000_000 - len(first) - len('"box":null}\n') + n_more) + '"box":null}\n'
    (found,) = shown(first + blank * 3 + last, "json")
    assert found.startswith("1: 2x2" if is_read else "1: json: line 1: expected at most 16,")


@pytest.mark.parametrize(
    "text",
    ["1" * 20_000 + "https://example.org/" + "9" * 9_000, "https://example.org/" + "ab" * 9_000],
)
def test_a_message_stays_short_whatever_was_found(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text)
    assert len(str(caught.value)) < 1000


def test_a_long_word_loses_its_middle_in_a_message() -> None:
    word = "a" * 300 + "b" * 300
    for error in (FormatError(f"found {word} here"), PuzzleError(f"found {word} here")):
        assert str(error) == f"found {'a' * 200}…{'b' * 50} here"
        assert error.reason == str(error)
