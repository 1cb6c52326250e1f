"""Links of any site: with a packed puzzle of a known program, or with the cells of a Sudoku."""

from __future__ import annotations

import json
from urllib.parse import quote, unquote

import pytest

import pandoku
from pandoku import Board
from pandoku.formats import dumps, items, link, loads, loads_board, open_items, sniff
from pandoku.formats._links.lz_string import pack
from pandoku.formats._links.payloads import digits_in, payload_in
from pandoku.formats._text import Lines
from tests.data import CASES, EXAMPLES, needs_case
from tests.formats.reading import error_of
from tests.in_full import in_full
from tests.together import together

CELLS = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
DOTS = CELLS.replace("0", ".")
THERMO = {
    "size": 4,
    "grid": [[{} for _ in range(4)] for _ in range(4)],
    "thermometer": [{"lines": [["R1C1", "R2C1", "R3C1"]]}],
}
SCL = {"cells": [[{"value": 1}, {}, {}, {}], *([{}] * 4 for _ in range(3))], "metadata": {}}
PACKED = quote(pack(json.dumps(THERMO)), safe="")
PACKED_SCL = quote(pack(json.dumps(SCL)), safe="")


@pytest.mark.parametrize(
    "address",
    [
        "https://michelkraemer.com/sudocle/?puzzleid=fpuzzles{}",
        "https://michelkraemer.com/sudocle/?puzzleid=fpuz{}",
        "https://michelkraemer.com/sudocle/?fpuzzles={}",
        "https://michelkraemer.com/sudocle/?setting=1&fpuz={}",
        "https://michelkraemer.com/sudocle/fpuz{}",
        "https://example.org/sudocle/#fpuz{}",
        "http://localhost:3000/?puzzleid=fpuzzles{}",
        "My puzzle: <https://example.org/solve?load={}>",
        "example.org/s?p={}&dark=1",
    ],
)
def test_a_packed_puzzle_of_f_puzzles_is_read_from_any_site(address: str) -> None:
    expected = loads(json.dumps(THERMO))
    assert expected.further
    assert loads(address.format(PACKED)) == expected
    (item,) = open_items(address.format(PACKED))
    assert item.value == expected


@pytest.mark.parametrize("key", ["puzzleid=scl", "puzzleid=ctc", "scl=", "ctc=", "p="])
def test_a_packed_puzzle_of_sudokupad_is_read_from_any_site(key: str) -> None:
    text = f"https://michelkraemer.com/sudocle/?{key}{PACKED_SCL}"
    assert sniff(Lines.of(text)).name == "sudokupad"
    assert loads(text) == loads(json.dumps(SCL))


def test_a_plus_sign_that_became_a_blank_is_read() -> None:
    puzzle = pandoku.load(EXAMPLES / "killer.txt")
    packed = unquote(link(puzzle, "f-puzzles").partition("load=")[2])
    assert "+" in packed
    assert loads(f"https://example.org/?puzzleid=fpuz{packed.replace('+', ' ')}") == puzzle


def test_a_packed_puzzle_of_sudoku_maker_is_read_from_any_site() -> None:
    packed = link(DOTS, "sudoku-maker").partition("puzzle=")[2]
    text = f"https://example.org/play?puzzle={packed}"
    assert sniff(Lines.of(text)).name == "sudoku-maker"
    assert loads(text).givens == loads(DOTS).givens


@pytest.mark.parametrize("key", ["bd=", "puzzle=", ""])
def test_progress_of_sudokuwiki_is_read_from_any_site(key: str) -> None:
    board = Board.start(loads(DOTS), [int(CELLS[0]), 5, *map(int, CELLS[2:])])
    text = dumps(board, "sudokuwiki").partition("bd=")[2].strip()
    address = f"https://example.org/solver?{key}{text}"
    assert sniff(Lines.of(address)).name == "sudokuwiki"
    assert loads_board(address) == board
    assert loads_board(f"see {address}.") == board


def test_a_string_of_interactive_sudoku_solver_is_read_from_any_site() -> None:
    query = "?q=.Shape~4x4.~R1C1_1.Thermo~R1C4~R2C3~R3C2"
    own = loads(f"https://sigh.github.io/Interactive-Sudoku-Solver/{query}")
    assert loads(f"http://localhost:8000/{query}") == own
    assert loads(f"My puzzle: https://example.org/solver{query.replace('~', '%7E')}") == own
    assert "not open" in error_of("https://example.org/?q=.and+nothing+else").reason


def test_a_puzzle_of_penpa_is_read_from_any_site() -> None:
    lines = (EXAMPLES / "links" / "penpa.txt").read_text().splitlines()
    own = next(line for line in lines if line.startswith("http"))
    query = own.partition("#")[2]
    assert in_full(loads(f"https://example.org/editor/#{query}")) == in_full(loads(own))
    assert "not open" in error_of("https://example.org/#m=edit&p=" + "QUJD" * 20).reason


def test_a_packed_puzzle_beside_a_word_that_may_be_a_rule_is_refused() -> None:
    for text in (
        f"https://example.org/?puzzleid=fpuz{PACKED}&variant=knight",
        f"https://example.org/?antiknight=1&load={PACKED}",
    ):
        assert "not open" in error_of(text).reason


def test_a_link_to_sudocle_without_a_puzzle_says_what_to_copy() -> None:
    reason = error_of("https://michelkraemer.com/sudocle/abc123").reason
    assert "Sudocle" in reason
    assert "?puzzleid=fpuzzlesN4Ig... or sclN4Ig..." in reason


def test_links_of_programs_with_formats_are_left_to_these() -> None:
    assert payload_in(f"https://www.f-puzzles.com/?load={PACKED}") is None
    assert payload_in(f"https://sudokupad.app/scl{PACKED_SCL}") is None
    assert payload_in("https://example.org/?p=N4Igshort") is None
    assert payload_in("https://example.org/?p=Q2xvc2VkIGJ5IG5vIG9uZSBidXQgTjRJZw") is None


# ------------------------------------------------------------------ digits


@together(
    "text",
    [
        "https://sudoku.example.org/{}",
        "https://example.org/sudoku/play/{}/",
        "https://example.org/?sudoku={}",
        "http://www.example.org/en/solver.php?bd={}&level=hard&id=a77",
        "https://example.org/#{}",
        "https://example.org/#puzzle={}",
        "https://example.org/?{}",
        "https://example.org/play?title=My%20first&p={}&theme=dark",
        "example.org/sudoku?grid={}",
        "Can you solve https://example.org/{} today",
        "<https://example.org/{}>",
        "[a puzzle](https://example.org/{})",
        "https://localhost:8080/{}",
    ],
)
def test_cells_anywhere_in_a_link_are_a_puzzle(text: str) -> None:
    for cells in (CELLS, DOTS):
        written = text.format(cells)
        assert sniff(Lines.of(written)).name == "digit-link"
        assert loads(written) == loads(CELLS)


def test_a_note_says_that_only_the_cells_were_read() -> None:
    (item,) = items(Lines.of(f"https://example.org/{CELLS}"))
    assert item.note is not None
    assert "81 cells" in item.note
    assert "digit-link" in item.note


def test_links_of_other_sizes_are_read_where_they_name_a_grid() -> None:
    four, six = "1000000300000002", "100000000020000300000004500000060001"
    big = loads("1" + "." * 254 + "G")
    assert loads(f"https://example.org/sudoku/{four}") == loads(four)
    assert loads(f"https://example.org/?s={six}") == loads(six)
    assert loads(f"https://example.org/{dumps(big, 'line').strip()}") == big
    assert digits_in(f"https://example.org/item/{four}") is None
    assert digits_in("https://example.org/sudoku/1700000003000000") is None


def test_links_in_lines_are_read_one_by_one() -> None:
    text = f"https://example.org/{CELLS}\nhttps://example.org/?type=x&p={CELLS}\nwords\n"
    found = [item.value for item in items(Lines.of(text))]
    assert found[0] == loads(CELLS)
    assert "'type'" in str(found[1])
    assert "found 'words'" in str(found[2])


def test_words_around_a_link_that_name_a_rule_are_refused() -> None:
    error = error_of(f"A killer without cages: https://example.org/{CELLS}")
    assert "found 'killer'" in error.reason


@needs_case("sudocle-link.txt")
def test_a_link_to_sudocle_that_others_made_has_one_solution() -> None:
    assert pandoku.solve(pandoku.load(CASES / "sudocle-link.txt")).is_unique


@needs_case("secuso-link.txt")
def test_a_link_with_digits_that_others_made_has_their_repeats() -> None:
    text = (CASES / "secuso-link.txt").read_text()
    puzzle = loads(text)
    assert "".join(map(str, puzzle.givens)) == text.rpartition("/")[2].strip()
    assert not pandoku.solve(puzzle).grid
