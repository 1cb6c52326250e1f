"""Formats `dzn` and `photo-labels`: data that other programs take, and what may be a rule there."""

from __future__ import annotations

import pytest

from pandoku import Puzzle
from pandoku.formats import items, loads, sniff
from pandoku.formats._text import Lines
from tests.formats.reading import error_of
from tests.together import together

FOUR = ".1..3..4....2.3."
SIXTEEN = "".join("." if at % 7 else "123456789ABCDEFG"[at * 5 % 16] for at in range(256))
NINE = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def cells_of(puzzle: Puzzle, blank: str) -> list[list[str]]:
    n = puzzle.order
    texts = [str(given) if given else blank for given in puzzle.givens]
    return [texts[at : at + n] for at in range(0, n * n, n)]


def bars(puzzle: Puzzle, blank: str, name: str = "puzzle") -> str:
    rows = "|\n".join(", ".join(row) for row in cells_of(puzzle, blank))
    return f"{name} = [|{rows}|];\n"


def flat(puzzle: Puzzle, blank: str, name: str = "x", ranges: str = "1..n, 1..n") -> str:
    rows = ",\n  ".join(", ".join(row) for row in cells_of(puzzle, blank))
    return f"{name} = array2d({ranges}, [\n  {rows},\n]);\n"


@pytest.mark.parametrize("blank", ["_", "0"])
@pytest.mark.parametrize("text", [FOUR, NINE, SIXTEEN])
def test_data_of_a_sudoku_are_read_in_every_form(text: str, blank: str) -> None:
    puzzle = loads(text)
    n = puzzle.order
    box = round(n**0.5)
    for written in (
        f"S = {box};\n{bars(puzzle, blank)}",
        f"% data\nint: S={box};\nstart={bars(puzzle, blank).partition('=')[2]}",
        f"% sudoku_p1.dzn\n{flat(puzzle, blank)}n = {n};\n",
        f"/* a Sudoku\n of mine */ N = {n}; box = {box};\n{flat(puzzle, blank)}",
        flat(puzzle, blank, "puzzle", f"1..{n}, 1..{n}"),
        bars(puzzle, blank, "sudoku_givens"),
        f"array[1..{n},1..{n}] of opt int: {bars(puzzle, blank, 'grid')}",
    ):
        assert sniff(Lines.of(written)).name == "dzn"
        assert loads(written) == puzzle


P4 = loads(FOUR)


def test_a_note_tells_how_data_without_a_box_were_read() -> None:
    (item,) = items(Lines.of(bars(P4, "0")))
    assert "2x2" in (item.note or "")
    (item,) = items(Lines.of(f"S = 2;\n{bars(P4, '0')}"))
    assert item.note is None


@together(
    "text, line, reason",
    [
        (f"n = 4;\n{bars(P4, '0', 'start')}", 2, "which may also be a Latin square; add 'S = 2;'"),
        (f"S = 2;\nKING = true;\n{bars(P4, '0')}", 2, "found 'KING = true', which may be a rule"),
        (f"S = 2;\n\nk = 3;\n{bars(P4, '0')}", 3, "found k = 3, which may be a rule"),
        (f"S = 3;\n{bars(P4, '0')}", 1, "expected the order 4 or the box 2, found S = 3"),
        (
            f"{bars(P4, '0')}{bars(P4, '0', 'cages')}",
            5,
            "found puzzle and cages, which may be a rule",
        ),
        (
            f"S = 2;\nconstraint x[1] > 2;\n{bars(P4, '0')}",
            2,
            "'constraint x[1] > 2', which may be",
        ),
        (f"S = 2;\n{bars(P4, '0').replace('0', '_', 1)}", 2, "expected one kind of empty cell"),
        (f"S = 2;\n{bars(P4, '0').replace('4', '5')}", 2, "r2c4: expected a digit 1-4, 0 or _"),
        ("S = 2;\npuzzle = [|1, 2|3|];", 2, "expected as many columns as rows, 2, found 1"),
        ("S = 2;\npuzzle = array2d(1..2, 1..2, [1, 2, 3]);", 2, "expected as many columns as rows"),
        (
            f"S = 2;\npuzzle = array2d(1..2, 1..8, [{', '.join('0' * 16)}]);",
            2,
            "expected as many columns as rows, 2, found 8",
        ),
        (bars(loads("1" + "." * 35), "0"), 1, "expected an order with square boxes, such as 9"),
        (f"S = 2;\nS = 2;\n{bars(P4, '0')}", 2, "expected S once, found it again"),
        (f"S = 2;\nT = 1..3;\n{bars(P4, '0')}", 2, "expected a whole number or an array"),
    ],
)
def test_data_that_are_not_clear_are_refused_by_name(text: str, line: int, reason: str) -> None:
    error = error_of(text, "dzn")
    assert reason in error.reason
    assert error.line == line


def test_comments_take_no_time_and_hide_no_data() -> None:
    for mark in ("/*", "%", "/*%", "%/*", "*/"):
        assert error_of(f"S = 2;\n{mark * 50_000}", "dzn").format == "dzn"
    text = f"% a /* b\nS = 2; /* % ; */\n{bars(P4, '0')}"
    assert loads(text) == P4


def test_data_without_givens_are_refused() -> None:
    assert "givens, found none" in error_of("S = 3;\n", "dzn").reason


# ------------------------------------------------------------------ labels of pictures


def labels(text: str, head: str = "a phone\n1632x1224:24 JPG") -> str:
    rows = [" ".join(text[at : at + 9].replace(".", "0")) for at in range(0, 81, 9)]
    return "\n".join([head, *(f"{row} " for row in rows)]) + "\n"


@pytest.mark.parametrize("size", ["1632x1224:24 JPG", "960x1280: 24 JPG", "480 x 640:8 png"])
def test_labels_of_a_picture_are_read(size: str) -> None:
    text = labels(NINE, f"iphone 5s\n{size}")
    assert sniff(Lines.of(text)).name == "photo-labels"
    assert loads(text) == loads(NINE)
    assert len([*items(Lines.of(text * 2))]) == 2


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (labels(NINE).rstrip().rpartition("\n")[0], 10, "expected 9 rows of 9 digits, found 8"),
        (labels(NINE).replace("3 ", "x ", 1), 4, "expected 9 digits, found '0 x 0 0 2 0 0 0 8'"),
        ("a phone\n640x480\n", 2, "expected the size of a picture such as 640x480:24 JPG"),
        ("a phone", 1, "expected the size of a picture"),
    ],
)
def test_bad_labels_are_refused_with_their_line(text: str, line: int, reason: str) -> None:
    error = error_of(text, "photo-labels")
    assert reason in error.reason
    assert error.line == line


def test_data_and_saved_games_longer_than_any_are_refused() -> None:
    assert "1,000,000" in error_of(f"S = 2;{' ' * 10**6}\n", "dzn").reason
    game = f"SAVEFILE:41:Simon Tatham's Portable Puzzle Collection\n{'x' * 3_000_000}\n"
    assert "a key" in error_of(game, "tatham").reason
    assert "no GAME" in error_of(game + "x" * 3_000_000, "tatham").reason
    text = f"<Sudoku>{'x' * 3_000_000}\n{'x' * 3_000_000}\n{'x' * 3_000_000}\n{'x' * 3_000_000}"
    assert "10,000,000" in error_of(text, "sdku").reason
