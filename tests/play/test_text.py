"""A game is a readable text, and a text by mail may come from anyone."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku import Cage, FormatError, Geometry, Puzzle
from pandoku.play import (
    Game,
    Move,
    dumps_game,
    loads_game,
    loads_record,
    read_game,
    replay,
    write_game,
)
from tests.data import JIGSAW5
from tests.in_full import in_full
from tests.together import together

FOUR = Puzzle(4, (1, 0, 0, 4) + (0,) * 12)
SOLVED = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
HEAD = """\
pandoku game 1
puzzle: {"version":1,"size":4,"box":[2,2],"givens":[1,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0]}
"""


def a_game() -> Game:
    game = Game.start(FOUR).enter("corner", 2, "r1c2 r1c3", at_ms=2_100)
    game = game.enter("digit", 2, "r1c2", tidy=True, at_ms=12_340).undo(at_ms=61_000)
    return game.checkpoint("here", at_ms=3_723_004)


def test_the_text_of_a_game_can_be_read_by_a_person() -> None:
    text = dumps_game(a_game(), title="Sunday", started="2026-11-22T14:05:03+00:00")
    assert text.splitlines() == [
        "pandoku game 1",
        "title: Sunday",
        "started: 2026-11-22T14:05:03+00:00",
        HEAD.splitlines()[1],
        "0:02.100 corner +2 r1c2 r1c3",
        "0:12.340 digit 2 r1c2; corner -2 r1c3",
        "1:01.000 undo",
        "1:02:03.004 checkpoint here",
    ]


@together(
    "puzzle",
    [
        FOUR,
        Puzzle(Geometry(5, None, JIGSAW5), id="x", title="tab\there \u2028 \x7f \U0001f600 \ud800"),
        Puzzle.killer(4, [(7, "r1c2 r1c3 r2c3")], author="Ä"),
        Puzzle(Geometry.latin(3), cages=(Cage("?", 2, (0, 1)),), extra={"a": [1, None]}),
        Puzzle(2, candidates=(3, 1, 2, 3)),
        Puzzle(4, (1, 1) + (0,) * 14),
    ],
)
def test_writing_and_reading_is_the_identity(puzzle: Puzzle) -> None:
    game = Game.start(puzzle).fill().enter("color", 3, "r1c1 r2c2").play(Move("check"))
    text = dumps_game(game)
    assert in_full(loads_game(text)) == in_full(game)
    assert loads_game(text).puzzle.title == puzzle.title
    assert loads_game(text).position == game.position
    assert in_full(loads_game(text.replace("\n", "\r\n").encode())) == in_full(game)
    assert all(line.isprintable() for line in text.split("\n"))


def test_title_and_start_come_back_beside_the_game() -> None:
    record = loads_record(dumps_game(a_game(), title="Sun: day #1", started="2026-11-22"))
    assert in_full(record) == in_full((a_game(), "Sun: day #1", "2026-11-22"))
    assert in_full(loads_record(dumps_game(a_game()))) == in_full((a_game(), "", ""))


def test_blank_lines_and_comments_are_skipped_and_times_never_run_backwards() -> None:
    text = f"\n# from a friend\n{HEAD}\n  # now\n 0:09.500  digit 2 r1c2 \n0:01 undo\n"
    game = loads_game(text)
    assert [(move.verb, move.at_ms) for move in game.moves] == [("edit", 9_500), ("undo", 9_500)]


def test_a_game_is_written_to_a_file_and_read_back(tmp_path: Path) -> None:
    write_game(tmp_path / "a.game", a_game(), title="Ä")
    assert in_full(read_game(tmp_path / "a.game")) == in_full(a_game())
    assert b"\r" not in (tmp_path / "a.game").read_bytes()


def test_replaying_passes_through_every_position() -> None:
    game = a_game()
    seen = list(replay(game))
    assert tuple(move for move, _ in seen) == game.moves
    assert seen[-1][1] == game
    assert [len(after.line) for _, after in seen] == [1, 2, 1, 1]


MOVES_OFF = [
    ("digit 2 r1c2", 1, "time .*found 'digit 2 r1c2'"),
    ("0:99.000 undo", 1, r"time .*found '0:99.000'"),
    ("1:60:00.000 undo", 1, r"time .*found '1:60:00.000'"),
    ("99999:00:00.000 check", 17, "time "),
    ("0:01.000 digit 2 r1c1", 10, "r1c1: .*given 1"),
    ("0:01.000 digit 2 r1c9", 18, r"r1c1\.\.r4c4, found 'r1c9'"),
    ("0:01.000 undo", 10, "0 moves to undo, found 1"),
    ("0:01.000 return x", 10, "checkpoint 'x'"),
    ("0:01.000 check\tthis", 15, r"printable .*found '\\t'"),
    ("0:01.000 checkpoint \x1b[31m", 21, r"printable .*found '\\x1b'"),
    ("# \u202e", 3, "printable"),
]


@together("line, column, message", MOVES_OFF)
def test_a_bad_move_is_refused_with_line_column_and_caret(
    line: str, column: int, message: str
) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        loads_game(f"{HEAD}\n{line}\n")
    error = caught.value
    assert (error.format, error.line, error.column, error.text) == ("game", 4, column, line)
    assert str(error).endswith("\n    " + " " * (column - 1) + "^")


@together(
    "text, line, message",
    [
        ("", 1, "'pandoku game 1', found"),
        ("53..7....6..195....98....6.8", 1, r"'pandoku game 1', found '53\.\.7"),
        ("pandoku game 2\n", 1, "found 'pandoku game 2'; .*newer version"),
        ("pandoku game 1\n", None, "'puzzle: {...}', found none"),
        ("pandoku game 1\n0:01 undo\n", 2, "'title:', .*'puzzle:', found '0:"),
        ("pandoku game 1\ntitle: a\ntitle: b\n", 3, "'title:', found another"),
        (f"pandoku game 1\ntitle: {'a' * 201}\n", 2, "title .*200"),
        ("pandoku game 1\nstarted: today\n", 2, "ISO 8601 .*found 'today'"),
        ("pandoku game 1\npuzzle:\n", 2, "puzzle"),
        ('pandoku game 1\npuzzle: {"size": 4,}\n', 2, "not JSON: (expected|illegal)"),
        ('pandoku game 1\npuzzle: {"size": 99}\n', 2, "1 to 36"),
        ('pandoku game 1\npuzzle: {"size": 1, "givens": [5]}\n', 2, "r1c1: expected a digit 1"),
        ('pandoku game 1\npuzzle: {"size": 4} {"size": 4}\n', 2, "expected"),
        ("pandoku game 1\npuzzle: " + "[" * 9_000 + "\n", 2, "expected"),
        (f"pandoku game 1\n{HEAD}", 2, "'title:', .*'puzzle:'"),
    ],
)
def test_a_bad_head_is_refused(text: str, line: int | None, message: str) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        loads_game(text)
    assert caught.value.line == line
    assert caught.value.format == "game"


def test_the_caret_of_a_bad_puzzle_is_below_its_place_in_the_line() -> None:
    with pytest.raises(FormatError) as caught:
        loads_game('pandoku game 1\npuzzle: {"size" 4}\n')
    assert caught.value.text == 'puzzle: {"size" 4}'
    assert caught.value.column == 17


def test_a_text_is_bounded() -> None:
    with pytest.raises(FormatError, match="16,000,000"):
        loads_game(b" " * 16_000_001)
    with pytest.raises(FormatError, match="20,000") as caught:
        loads_game(HEAD + "\n" * 20_000)
    assert caught.value.line == 20_001


def test_bytes_that_are_no_text_are_refused() -> None:
    with pytest.raises(FormatError, match=r"^game: line 2: .*UTF-8.*0xff"):
        loads_game(b"pandoku game 1\n\xff")
    assert in_full(loads_game(b"\xef\xbb\xbf" + HEAD.encode())) == in_full(Game.start(FOUR))


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"title": "a\nb"}, "title .*200"),
        ({"started": "yesterday"}, "ISO 8601"),
    ],
)
def test_what_could_not_be_read_back_is_not_written(facts: dict[str, str], message: str) -> None:
    with pytest.raises(FormatError, match=message):
        dumps_game(a_game(), **facts)


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 400), st.integers(0, 12), st.text(max_size=6))
def test_a_damaged_text_is_a_game_or_a_format_error(at: int, n_lost: int, put: str) -> None:
    text = dumps_game(a_game(), title="Sunday")
    damaged = text[:at] + put + text[at + n_lost :]
    try:
        game = loads_game(damaged)
    except FormatError:
        return
    assert in_full(loads_game(dumps_game(game))) == in_full(game)
