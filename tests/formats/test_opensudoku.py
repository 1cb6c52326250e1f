"""Format opensudoku: XML with a root, folders and games."""

from __future__ import annotations

import pytest

from pandoku.errors import FormatError
from pandoku.formats import dumps, dumps_many, items, loads, loads_board, sniff
from pandoku.formats._text import Item, Lines
from pandoku.model import Board, Puzzle, thaw
from tests.in_full import in_full
from tests.together import together

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def file_of(*games: str) -> str:
    return f'<?xml version="1.0"?>\n<opensudoku>\n{"".join(games)}</opensudoku>\n'


def game(data: str, more: str = "") -> str:
    return f'<folder name="Easy"><game created="0" data="{data}"{more}/></folder>\n'


def cells(puzzle: Puzzle, *fields: str) -> str:
    """Return a game's data: every given as such, every other cell empty."""
    between = "".join(f"{field}|" for field in fields)
    return "".join(f"{given}|{between}{0 if given else 1}|" for given in puzzle.givens)


def read_all(text: str) -> list[Item]:
    return list(items(Lines.of(text)))


@together(
    "version, fields",
    [(1, ("-",)), (1, ("1,3,",)), (2, ("5",)), (3, ("0",)), (4, ("0", "7")), (5, ("0", "7", "2"))],
)
def test_every_version_of_the_data_is_read(version: int, fields: tuple[str, ...]) -> None:
    puzzle = loads(WIKIPEDIA)
    text = file_of(game(f"version: {version}&#10;{cells(puzzle, *fields)}"))
    assert sniff(Lines.of(text)).name == "opensudoku"
    assert in_full(loads(text)) == in_full(puzzle)


def test_a_digit_that_can_be_changed_is_progress() -> None:
    board = Board.start(loads(WIKIPEDIA)).place(2, 4)
    text = dumps(board, "opensudoku")
    assert loads(text).givens == board.puzzle.givens
    assert in_full(loads_board(text)) == in_full(board)


def test_a_board_without_some_candidates_is_not_written() -> None:
    board = Board.start(loads(WIKIPEDIA)).eliminate(2, 1)
    with pytest.raises(FormatError, match="store candidates"):
        dumps(board, "opensudoku")


def test_many_puzzles_share_one_root() -> None:
    text = "".join(dumps_many([loads(WIKIPEDIA)] * 3, "opensudoku"))
    assert text.count("<opensudoku") == text.count("</opensudoku>") == 1
    assert in_full([item.value for item in read_all(text)]) == in_full([loads(WIKIPEDIA)] * 3)


def test_no_puzzle_makes_no_document() -> None:
    assert "".join(dumps_many([], "opensudoku")) == ""


def test_a_title_comes_back_whatever_it_holds() -> None:
    puzzle = loads(WIKIPEDIA).replace(title='<b> & "it\'s"\nnew')
    assert loads(dumps(puzzle, "opensudoku")).title == puzzle.title
    assert loads(dumps(puzzle.replace(title="a\x1bb"), "opensudoku")).title == "a\ufffdb"
    turned = puzzle.replace(title="a\x9b\u202eb\u2066c")
    text = dumps(turned, "opensudoku")
    assert loads(text).title == turned.title
    assert text.isascii()


@together(
    "text, message",
    [
        (file_of(game("123")), r"line 3: expected data of 81 digits.*found '123'"),
        (file_of("<game/>"), "line 3: expected data of 81 digits.*found nothing"),
        (file_of(game("version: 9&#10;0|")), "expected a version from 1 to 5, found 9"),
        (file_of(game("version: 3&#10;0|0|1|")), "expected 81 cells of 3 fields, found 3 fields"),
        (file_of(game("version: 3&#10;" + "x|0|1|" * 81)), "r1c1: expected a digit 0-9"),
        ("<opensudoku><folder></opensudoku>", "line 1, column .*: expected well-formed XML"),
        ("<opensudoku>", "expected well-formed XML"),
    ],
)
def test_a_mistake_is_shown_with_its_reason(text: str, message: str) -> None:
    with pytest.raises(FormatError, match=message):
        loads(text, format="opensudoku")


def test_a_document_type_is_refused_so_that_entities_cannot_grow() -> None:
    bomb = '<!DOCTYPE opensudoku [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>\n'
    with pytest.raises(FormatError, match=r"line 1: .*document type"):
        loads(bomb + file_of(game("&b;")).partition("\n")[2])


def test_a_bad_game_does_not_hide_the_others() -> None:
    good = game("0" * 81)
    found = read_all(file_of(good, game("12"), good))
    assert [isinstance(item.value, Puzzle) for item in found] == [True, False, True]
    assert [item.line for item in found] == [3, 4, 5]


@pytest.mark.parametrize("end", ["|", "||"])
def test_a_mark_may_end_with_one_bar_or_two(end: str) -> None:
    cells = f"5|1,2,{end}0|" + "0|,|1|" * 80
    puzzle = loads(f'<opensudoku><game data="version: 2&#10;{cells}"/></opensudoku>')
    assert puzzle.givens == (5,) + (0,) * 80


def test_an_element_that_may_be_a_rule_is_refused_and_what_came_before_is_read() -> None:
    text = file_of(game("1" + "0" * 80), '<cage cells="0 1" sum="3"/>', game("2" + "0" * 80))
    first, refused = items(Lines.of(text))
    assert isinstance(first.value, Puzzle)
    assert str(refused.value).startswith("opensudoku: line 4: ")
    assert "'cage'" in str(refused.value)


def test_attributes_that_the_app_does_not_write_are_kept() -> None:
    puzzle = loads(file_of(game("1" + "0" * 80, ' state="1" diagonals="yes"')))
    assert thaw(puzzle.extra) == {"opensudoku": {"diagonals": "yes"}}
