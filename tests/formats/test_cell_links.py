"""Formats whose links hold cells: `sudokuwiki`, `sudokuexchange`, `good-sudoku`, `lisudoku`."""

from __future__ import annotations

import random

import pytest

from pandoku import Board, Puzzle
from pandoku.formats import dumps, link, loads, loads_board, reads, sniff
from pandoku.formats._text import Lines
from pandoku.formats.sudokupad.links import packed_digits
from tests.data import EASY, by_default
from tests.formats.reading import error_of
from tests.together import together

CELLS = "000001230123008040804007650765000000000000000000000123012300804080400765076500000"
WIKI = "https://www.sudokuwiki.org/sudoku.htm?bd="
EXCHANGE = "https://sudokuexchange.com/play/?s="
GOOD = "https://playgoodsudoku.com/puzzle/$"
PACKED = "AAABIwEjAIBAgEAHZQdlAAAAAAAAAAAAAAEjASMAgECAQAdlB2UAAAA="
LISUDOKU = "https://lisudoku.xyz/solver?import="
LINK_FORMATS = ["sudokuwiki", "sudokuexchange", "good-sudoku", "lisudoku"]


def random_board(rng: random.Random) -> Board:
    """Return a board with digits anywhere, right or wrong, and at least one candidate a cell."""
    share = rng.random() / 2
    givens = tuple(rng.randint(1, 9) if rng.random() < share else 0 for _ in range(81))
    digits = tuple(d or (rng.randint(1, 9) if rng.random() < 0.2 else 0) for d in givens)
    start = Board.start(Puzzle(9).replace(givens=givens), digits)
    masks = tuple(
        mask if digit else mask & rng.getrandbits(9) or mask
        for digit, mask in zip(digits, start.masks, strict=True)
    )
    return Board(start.puzzle, digits, masks)


@together(
    "text",
    [
        f"{WIKI}{CELLS}",
        f"My second puzzle: <{WIKI}{CELLS}>",
        f"http://sudokuwiki.org/sudoku.htm?x=1&bd={CELLS}",
        f"{EXCHANGE}{CELLS}&d=2",
        f"sudokuexchange.com/play/?d=4&s={CELLS}.",
        f"# mine\n\n{EXCHANGE}{CELLS.replace('0', '.')}\n",
        f"{EXCHANGE}e12D12NIEIO76F76tooU12D12NIEIO76F76t&d=3",
        "sudokuexchange.com/play?s=e12D12NIEIO76F76tooU12D12NIEIO76F76t.",
        f"{GOOD}{PACKED}",
        f"<www.playgoodsudoku.com/puzzle/${PACKED.rstrip('=')}>",
        f"{LISUDOKU}{CELLS}",
        f"https://www.lisudoku.xyz/e?import={CELLS}#x",
    ],
)
def test_a_link_with_cells_is_a_puzzle(text: str) -> None:
    assert loads(text) == loads(CELLS)


def test_a_line_of_the_puzzle_bank_has_an_id_and_a_rating() -> None:
    rows = f"0000183b305c {CELLS}  2.4\nabcdef012345 {EASY.replace('.', '0')} 10.1\n"
    first, second = reads(rows)
    assert (first.id, first.extra["er"], first.givens) == (
        "0000183b305c",
        "2.4",
        loads(CELLS).givens,
    )
    assert (second.id, second.extra["er"]) == ("abcdef012345", "10.1")


def test_progress_is_two_characters_a_cell() -> None:
    # a given 5, a digit 3 placed, the candidates 1 and 9, and all candidates of the other cells
    text = "S9B" + "05" + "0c" + "7n" + "ep" * 78
    assert int("7n", 36) == 18 + 0b100000001
    assert int("ep", 36) == 18 + 0b111111111
    board = loads_board(text)
    assert board.puzzle.givens == (5,) + (0,) * 80
    assert board.digits[:3] == (5, 3, 0)
    assert board.candidates("r1c3") == (1, 9)
    assert board.candidates("r1c4") == (1, 2, 4, 6, 7, 8, 9)
    assert loads_board(WIKI + text) == board


def test_boards_come_back_from_sudokuwiki() -> None:
    rng = random.Random(1)
    for _ in range(by_default(200, full=2_000)):
        board = random_board(rng)
        if 0 not in board.masks:
            assert loads_board(dumps(board, "sudokuwiki")) == board


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", LINK_FORMATS)
def test_puzzles_come_back_from_links(name: str) -> None:
    rng = random.Random(name)
    for _ in range(by_default(200, full=2_000)):
        puzzle = random_board(rng).puzzle
        assert loads(link(puzzle, name)) == puzzle
        assert sniff(Lines.of(dumps(puzzle, name))).name == name


@pytest.mark.parametrize("address", [WIKI, EXCHANGE])
def test_a_link_that_was_cut_off_says_how_much_is_there(address: str) -> None:
    assert "found 50 characters" in error_of(address + CELLS[:50]).reason


def test_the_short_form_of_sudokuexchange_is_a_digit_and_blanks_in_each_character() -> None:
    rng = random.Random(3)
    for _ in range(by_default(200, full=2_000)):
        puzzle = random_board(rng).puzzle
        packed = packed_digits(puzzle.givens)
        if packed.isdecimal():  # nothing is packed: these are the digits themselves
            assert len(packed) == 81
        assert loads(EXCHANGE + packed) == puzzle


@together(
    "text, reason",
    [
        (
            f"{EXCHANGE}e12D12NIEIO76F76too",
            "expected 81 digits in the packed text, found 47; copy all of the link again",
        ),
        (f"{EXCHANGE}e12z", "expected a packed digit, found 'z'; copy all of the link again"),
        (
            f"{GOOD}AAABIwEj",
            "expected 41 bytes in the link, two cells in each, found 6; copy all of the link again",
        ),
        (
            f"{GOOD}A",
            "expected base64 in the link, found that it is damaged; copy all of the link again",
        ),
        (
            f"{GOOD}éé",
            "expected base64 in the link, found that it is damaged; copy all of the link again",
        ),
        (f"{GOOD}AAo{PACKED[3:]}", "r1c4: expected a digit 0-9, found 10"),
        (
            f"{LISUDOKU}{CELLS[:50]}",
            "expected 16, 36 or 81 digits in the link, found 50; copy all of the link again",
        ),
        (f"{LISUDOKU}{'5' * 16}", "expected a digit 1-4 or '.', found '5'"),
    ],
)
def test_a_bad_link_with_cells_is_refused(text: str, reason: str) -> None:
    assert error_of(text).reason == reason


def test_a_link_that_a_shell_has_cut_off_says_which_quotes_to_use() -> None:
    reason = error_of("https://playgoodsudoku.com/puzzle/").reason
    assert "Good Sudoku" in reason
    assert "/puzzle/$AQAC..." in reason
    assert reason.endswith("single quotes")


@together(
    "text, reason",
    [
        (f"{WIKI}S9B01", "expected S9B and 162 characters, found 2 after it"),
        (f"S9B{'00' * 81}", "r1c1: expected a number from 1 to 529 in base 36, found '00'"),
        (f"{WIKI}S9B{'01' * 80}-1", "r9c9: expected a number from 1 to 529 in base 36, found '-1'"),
        (f"S9B{'01' * 80}zz", "r9c9: expected a number from 1 to 529 in base 36, found 'zz'"),
        (f"{WIKI}S9B{'é' * 162}", "r1c1: expected a number from 1 to 529 in base 36, found 'éé'"),
        (f"{WIKI}{CELLS[:-1]}a", "expected a digit 1-9 or '.', found 'a'"),
    ],
)
def test_a_bad_text_of_sudokuwiki_is_refused(text: str, reason: str) -> None:
    assert error_of(text).reason == reason


@pytest.mark.parametrize("host", ["example.org", "sudokuwiki.org.example.org", "mysudokuwiki.org"])
def test_a_link_of_another_site_is_not_of_these_formats(host: str) -> None:
    text = f"https://{host}/?bd={CELLS}"
    assert sniff(Lines.of(text)).name == "digit-link"
    cut_off = "this is a link, which pandoku does not open; copy the puzzle instead"
    assert error_of(f"https://{host}/?bd=S9B{'01' * 80}").reason.startswith(cut_off)
