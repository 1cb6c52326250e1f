"""A message says where a text is wrong: the line, the column, and what stands there."""

from __future__ import annotations

import pytest

from pandoku.errors import FormatError
from pandoku.formats import loads
from tests.together import together

LETTERS = "aabb\nccdd\neeff\ngghh\n"
SUMO = "SumoCueV1"
NO_ID = "expected a whole number, found "


@together(
    "name, text, place, message",
    [
        ("candidates", "12 12 | 12 12\n1 2 3\n", "2, column 6", "expected 2 + 2 cells, found 3"),
        ("cages", "3 0 1\n", "1, column 1", "a number of cages from 1 to 1296, found '3 0 1'"),
        ("cages", "4\n1 2 4\n", "2", "expected 4 cages, found 1"),
        ("csv", "puzzle,id\n1.....2..3.....4,a,b\n", "2", "expected 2 fields, found 3"),
        ("csv", 'puzzle,id\n"1....', "2", "found an open quote"),
        ("grid", "1 2 3 4\n3 4 1 2\n2 1 4 3\n", "3", "expected 4 rows of 4 cells, found 3"),
        ("grid", "1 2 3\n2 1\n3 1 2\n", "2, column 4", "expected a row of 3 cells, found 2"),
        ("grid", "1 2 3\n  2 ab 1\n3 1 2\n", "2, column 5", "number 1-3 or '.', found 'ab'"),
        ("hodoku", ":0000:x:" + "." * 81, "1", "6 or 7 colons, one of them first, found 3"),
        ("hodoku", f"{'a' * 30}:0", "1", f"found '{'a' * 20}' before the first"),
        ("json", '{"size":4,\n"givens":[1,2,\n}', "3, column 1", "expected a value, found '}'"),
        ("json", f'{{"size":"{"x" * 38}"}}', "1", f'{NO_ID}"{"x" * 38}"'),
        ("json", f'{{"size":"{"x" * 39}"}}', "1", f'{NO_ID}"{"x" * 36}...'),
        ("json", '{"size":4,"cages":[{"op":"+","target":[],"cells":[0]}]}', "1", f"{NO_ID}[]"),
        ("json", '{"version":3,"size":4}', "1", "version 3: this version of pandoku reads 1 and 2"),
        ("json", '{"version":true,"size":4}', "1", "version: expected 1 or 2, found true"),
        ("json", '{"size":4,"regions":[[0,1],[2,3]]}', "1", "found cell 4 in no region"),
        (
            "keen",
            "4:_a3b,a3\n",
            "1, column 7",
            "24 pairs of neighbors and a final border, found 9",
        ),
        ("letters", f"{LETTERS}a 3\n", "1, column 3", "expected a clue for 'b', found none"),
        ("letters", f"{LETTERS} a x +\n", "5, column 2", "a clue such as 'a 3 -', found 'a x +'"),
        ("letters", f"{LETTERS}  z 3 +\n", "5, column 3", "a letter of the grid, found 'z'"),
        ("letters", f"{LETTERS}a 3 +\n a 3 +\n", "6, column 2", "found another on line 5"),
        ("letters", f"{LETTERS}  a 3 {'p' * 30}\n", "5, column 7", f"found '{'p' * 20}'"),
        ("line", "1.....2..3.....45\n", "1, column 17", "expected 16 characters (4x4), found 17"),
        ("line", "2", "1, column 1", "expected the digit 1 or '.', found '2'"),
        ("line", f"{'1' * 100}Z{'.' * 43}", "1, column 101", "a digit 1-9, A-C or '.', found 'Z'"),
        ("list", "[[1,2,3,4],[3,4,x,2]]", "1, column 17", "numbers and brackets, found 'x,2]]'"),
        ("list", f"[[{'1,' * 40}1]]", "1, column 75", "at most 36 cells a row, found more"),
        ("list", "[[1,0],\n [0,7]]", "2, column 5", "expected a digit 1-2, or 0, found 7"),
        ("killer", f"{SUMO}=10?{'=0' * 80}", "1, column 13", "'+first cell', found '?=0=0=0='"),
        ("killer", f"{SUMO}=10{'+81' * 80}", "1, column 14", "cell 0-80 with a sum, found 81"),
        ("killer", f"{SUMO}=10{'+0' * 79}+1", "1, column 172", "0-80 with a sum, found 1"),
        ("killer", f"{SUMO}=1J1{'=1' * 80}", "1, column 16", "J and a region, as in other"),
        ("opensudoku", '<opensudoku>\n<game data="12x"/>\n</opensudoku>', "2", "found '12x'"),
        ("opensudoku", '<opensudoku>\n<game data=""/>\n</opensudoku>', "2", "found nothing"),
        ("opensudoku", "\n\n<opensudoku>\n  <ga<me \n", "4, column 6", "well-formed XML"),
        ("pretty", "┏━━━┓\n┃ 1 2 \n┗━━━┛\n", "2", "expected 2 rows of 2 cells, found 1"),
        ("sdk", "[Puzzle]\n12\n2 x\n", "2, column 3", "expected a row of 3 characters, found 2"),
        ("solo", "2x2:a1b99c\n", "1, column 8", "expected a number 1-4, found 99"),
        ("solo", "4:a1\n", "1, column 1", "expected an id such as 3x3:GRID"),
        ("sukaku", "1234" * 15, "1, column 61", "4 for each of 16 cells, found 60"),
        (None, b"12\n3\xff4", "2, column 2", "expected text in UTF-8, found the byte 0xff"),
        (None, b"12\r3\xff4", "2, column 2", "expected text in UTF-8, found the byte 0xff"),
        (None, "éé".encode() + b"\xe9", "1, column 3", "0xe9 ('é' in Latin-1 or Windows-1252)"),
        (None, b"# caf\xe9\n12", "1, column 6", "1252); save the file as UTF-8"),
        (None, b"12\x81", "1, column 3", "found the byte 0x81; save the file as UTF-8"),
        (None, b"\xef\xbb\xbf12\xff", "1, column 3", "found the byte 0xff"),
        (None, b"1\x002\x003\x00.", "1", "found UTF-16; save the file as UTF-8"),
        (None, b"1\x002\x003\x004\x005\x00", "1", "found UTF-16; save the file as UTF-8"),
        (None, b"1\x002", "1", "found UTF-16; save the file as UTF-8"),
        (None, b"1\x00", "1", "found a zero byte: is this a binary file?"),
        (None, b"\x00\x00\x00", "1", "found a zero byte: is this a binary file?"),
    ],
)
def test_a_message_says_where_and_what(
    name: str | None, text: str | bytes, place: str, message: str
) -> None:
    with pytest.raises(FormatError) as caught:
        loads(text, format=name)
    first = str(caught.value).splitlines()[0]
    line, _, column = place.partition(", column ")
    assert (caught.value.line, caught.value.column) == (int(line), int(column) if column else None)
    assert f"line {place}: " in first
    assert message in first
