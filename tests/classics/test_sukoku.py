"""Sukoku: what each typed line does, what the board looks like, and how a game ends."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pandoku.classics.sukoku import Sudoku, play, program
from pandoku.classics.sukoku.screen import draw, underline_for
from pandoku.errors import PuzzleError
from tests.together import together

PROGRAM = "sukoku/sukoku.py"
MARK = ("\N{COMBINING LOW LINE}", "")
BASE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
SOLVED_TOP = "1 | 5  3  _4 | _6  7  _8 | _9  _1  _2 |".replace("_", "\N{COMBINING LOW LINE}")
START_TOP = "1 | 5  3  _ | _  7  _ | _  _  _ |"
WINNING = [
    f"{cell // 9 + 1} {cell % 9 + 1} {SOLUTION[cell]}" for cell in range(81) if BASE[cell] == "0"
]
Event = tuple[str | int, ...]


def digits(game: Sudoku) -> str:
    return "".join(str(number) for row in game.board for number in row)


def typed_into(game: Sudoku, line: str) -> list[Event]:
    """Type one line into a game; return what it says, as codes with their numbers."""
    events: list[Event] = []

    def say(code: str, *numbers: int) -> None:
        events.append(("CLEARED", 0) if code == "ALREADY_CLEAR" else (code, *numbers))

    with (
        patch.object(program, "say", say),
        patch("sys.stdin", io.StringIO(line + "\n")),
        redirect_stdout(io.StringIO()),
    ):
        try:
            return events if game.makeMove() else [*events, ("QUIT",)]
        except EOFError:  # it asked again
            return events


def after(*lines: str) -> tuple[Sudoku, list[Event]]:
    """Return the game after these lines, and what it says to the last."""
    game, events = Sudoku(), list[Event]()
    for line in lines:
        events = typed_into(game, line)
    return game, events


@together(
    "line, code",
    [
        ("", "ERR_COUNT"),
        ("1", "ERR_COUNT"),
        ("1 2", "ERR_COUNT"),
        ("1 3 4 5", "ERR_COUNT"),
        ("1 3  4", "ERR_COUNT"),
        (" 1 3 4", "ERR_COUNT"),
        ("1 3 4 ", "ERR_COUNT"),
        ("1\t3\t4", "ERR_COUNT"),
        ("Quit", "ERR_COUNT"),
        (" Q", "ERR_COUNT"),
        ("0 3 4", "ERR_ROW"),
        ("10 3 4", "ERR_ROW"),
        ("a 0 x", "ERR_ROW"),
        ("\N{SUPERSCRIPT TWO} 3 4", "ERR_ROW"),
        (" 3 4", "ERR_ROW"),
        ("1 0 x", "ERR_COL"),
        ("1 x 4", "ERR_COL"),
        ("1 3 10", "ERR_VALUE"),
        ("1 3 -1", "ERR_VALUE"),
        ("1 3 ", "ERR_VALUE"),
        ("1 1 10", "ERR_VALUE"),
        ("1 1 4", "ERR_GIVEN"),
        ("1 1 0", "ERR_GIVEN"),
        ("9 9 9", "ERR_GIVEN"),
    ],
)
def test_a_line_that_is_not_a_move_gets_a_reason_and_changes_nothing(line: str, code: str) -> None:
    game, events = after("1 3 4", line)
    assert events == [(code,)]
    assert vars(game) == vars(after("1 3 4")[0])


def test_a_move_that_conflicts_is_made_and_hinted_at() -> None:
    game, events = after("1 3 5")
    assert game.board[0][2] == 5
    assert events == [("HINT_MOVE", 5, 1, 3), ("HINT_BOX", 1), ("HINT_ROW", 1)]


def test_hints_go_by_unit_number_then_box_row_column() -> None:
    _, events = after("3 1 6")
    assert events == [("HINT_MOVE", 6, 3, 1), ("HINT_BOX", 1), ("HINT_COL", 1), ("HINT_ROW", 3)]


def test_a_good_move_still_brings_the_hints_of_an_old_conflict() -> None:
    _, events = after("1 3 5", "9 7 1")
    assert events == [("HINT_BOX", 1), ("HINT_ROW", 1)]


def test_a_conflict_ends_when_the_digit_is_written_over_or_cleared() -> None:
    assert after("1 3 5", "1 3 4")[1] == []
    assert after("1 3 5", "1 3 0")[1] == [("CLEARED", 5)]


def test_clearing_an_empty_cell_changes_nothing() -> None:
    game, events = after("1 3 0", "1 3 0")
    assert events == [("CLEARED", 0)]
    assert vars(game) == vars(Sudoku())


@pytest.mark.parametrize("line", ["S", "s", "S 1 2"])
def test_s_forgets_the_moves_and_solves(line: str) -> None:
    game, events = after("1 3 1", line)
    assert events == [("SOLVING",), ("SOLUTION_FOUND",)]
    assert digits(game) == SOLUTION
    assert game.solved


def test_s_on_a_board_without_a_solution_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "BASE", ("550070000", *program.BASE[1:]))
    game, events = after("S")
    assert events[:2] == [("SOLVING",), ("NO_SOLUTION",)]
    assert not game.solved


@pytest.mark.parametrize("line", ["Q", "q", "Q x"])
def test_q_quits(line: str) -> None:
    assert after(line)[1] == [("QUIT",)]


def test_a_full_board_with_a_conflict_is_reported_and_can_be_corrected() -> None:
    game, events = after(*WINNING[:-1], "9 7 9")
    assert events[0] == ("HINT_MOVE", 9, 9, 7)
    assert events[-1] == ("FULL_BUT_CONFLICTS",)
    assert not game.solved
    assert typed_into(game, "9 7 1") == []
    assert game.solved


def test_the_board_is_drawn_with_its_numbers() -> None:
    lines = draw(Sudoku().board, Sudoku().base_board, MARK).split("\n")
    assert lines[0] == ""
    assert lines[1] == "    1  2  3   4  5  6   7  8  9"
    assert lines[2] == lines[6] == lines[14] == "  +-----------------------------+"
    assert lines[3] == START_TOP
    assert len(lines) == 15


@pytest.mark.parametrize(
    ("underline", "cell"),
    [
        (MARK, "\N{COMBINING LOW LINE}4"),
        (("\033[4m", "\033[24m"), "\033[4m4\033[24m"),
        (("", ""), "4"),
    ],
)
def test_a_digit_filled_in_is_underlined(underline: tuple[str, str], cell: str) -> None:
    game, _ = after("1 3 4")
    top = draw(game.board, game.base_board, underline).split("\n")[3]
    assert top == f"1 | 5  3  {cell} | _  7  _ | _  _  _ |"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_a_stream_gets_the_underline_it_can_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert underline_for(Terminal()) == ("\033[4m", "\033[24m")
    monkeypatch.setenv("TERM", "dumb")
    assert "\033" not in underline_for(Terminal())[0]
    utf8 = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    latin = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    assert underline_for(utf8) == MARK
    assert underline_for(latin) == ("", "")


def test_a_number_written_and_marked_counts_in_every_method(
    capsys: pytest.CaptureFixture[str],
) -> None:
    sudoku = Sudoku()
    sudoku.board[0][2] = 1
    sudoku.markUsed(0, 2, 1, 1)
    assert sudoku.boxes[0] == [5, 3, 1, 6, 0, 0, 0, 9, 8]
    assert not sudoku.noConflicts(1, 0, 6)
    assert not sudoku.solveBoard()
    sudoku.board[0][2] = 4
    sudoku.markUsed(0, 2, 1, -1)
    sudoku.markUsed(0, 2, 4, 1)
    assert sudoku.noConflicts(1, 0, 6)
    assert sudoku.solveBoard()
    sudoku.checkBoard()
    assert sudoku.solved
    assert capsys.readouterr().out == ""


def test_the_counts_of_every_game_are_those_of_its_board() -> None:
    game = Sudoku()
    for line in (*WINNING[:30], "1 3 1", "1 3 2", "1 3 0", "1 3 0", "5 5 5", "9 7 1", "9 7 1"):
        typed_into(game, line)
        counted = {name: [list(row) for row in table] for name, table in tables(game).items()}
        game.fillUsed()
        assert counted == tables(game), line


def tables(game: Sudoku) -> dict[str, list[list[int]]]:
    return {name: getattr(game, name) for name in ("boxes", "in_row", "in_col", "in_box")}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((9, 0, 1, 1), "expected a row and a column from 0 to 8, found 9 and 0"),
        ((0, -1, 1, 1), "expected a row and a column from 0 to 8, found 0 and -1"),
        ((0, 2, 10, 1), "expected a number from 1 to 9, found 10"),
        ((0, 2, -1, 1), "expected a number from 1 to 9, found -1"),
    ],
)
def test_a_cell_or_number_out_of_range_is_refused_and_counts_nothing(
    arguments: tuple[int, int, int, int], message: str
) -> None:
    sudoku = Sudoku()
    with pytest.raises(PuzzleError) as caught:
        sudoku.markUsed(*arguments)
    assert str(caught.value) == message
    with pytest.raises(PuzzleError):
        sudoku.noConflicts(arguments[2], *arguments[:2])
    assert vars(sudoku) == vars(Sudoku())


def test_play_asks_until_the_input_ends(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("1 3 4\n"))
    play()
    assert capsys.readouterr().out.count("Your move") == 2


def typed(*lines: str) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


def test_the_board_is_not_printed_again_after_a_line_that_is_not_a_move(run: Any) -> None:
    out = run(PROGRAM, input=typed("x", "1 1 1", "0 0 0", "Q")).stdout.decode()
    assert out.count(START_TOP) == 1
    assert out.count("Your move") == 4


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            "1,3,4",
            "Expected row, column and value with single spaces, such as 1 3 4; or S, or Q.",
        ),
        ("a 3 4", "Expected a row from 1 to 9 as the first number, such as 1 3 4."),
        ("1 a 4", "Expected a column from 1 to 9 as the second number, such as 1 3 4."),
        ("1 3 a", "Expected a value from 1 to 9 as the third number, or 0 to clear the cell."),
    ],
)
def test_a_line_that_is_not_a_move_is_answered_by_what_is_expected(
    line: str, expected: str, run: Any
) -> None:
    assert expected in run(PROGRAM, input=typed(line, "Q")).stdout.decode().splitlines()


def test_quitting_is_silent(run: Any) -> None:
    done = run(PROGRAM, input=typed("Q"))
    assert done.returncode == 0
    assert done.stdout.decode().endswith("Your move (row column value, S or Q):\n")


def test_a_game_won_by_hand_prints_the_board_and_asks_for_another(run: Any) -> None:
    done = run(PROGRAM, input=typed(*WINNING, "Q"))
    out = done.stdout.decode()
    assert done.returncode == 0
    assert out.count("Welcome") == 1
    assert SOLVED_TOP in out
    assert "The board is solved!" in out.split(SOLVED_TOP)[-1]


@pytest.mark.parametrize("answer", ["Q", "q"])
def test_q_in_either_case_ends_the_program_after_a_game(answer: str, run: Any) -> None:
    assert run(PROGRAM, input=typed("s", answer)).stdout.decode().count("Welcome") == 1


@pytest.mark.parametrize("answer", ["", "Q ", "yes"])
def test_anything_but_q_starts_over(answer: str, run: Any) -> None:
    out = run(PROGRAM, input=typed("S", answer, "Q")).stdout.decode()
    assert out.count("Welcome") == 2
    assert out.count(SOLVED_TOP) == 1
    assert out.count(START_TOP) == 2


@pytest.mark.parametrize("lines", [(), ("1 3 4",), ("x",), ("S",), ("S", "")])
def test_the_end_of_the_input_ends_the_game_quietly(lines: tuple[str, ...], run: Any) -> None:
    done = run(PROGRAM, input=typed(*lines))
    assert (done.returncode, done.stderr) == (0, b"")


def test_crlf_and_undecodable_bytes_do_not_end_the_game(run: Any) -> None:
    done = run(PROGRAM, input=b"\xff\xfe\r\n1 3 4\r\nQ\r\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "5  3  \N{COMBINING LOW LINE}4 |" in done.stdout.decode()


def test_every_vector_holds(shared: Path) -> None:
    vectors = json.loads((shared / "004" / "vectors.json").read_text())
    assert digits(Sudoku()) == BASE == vectors["base"]
    assert vectors["cases"]
    for name, lines in vectors["cases"].items():
        game = Sudoku()
        for number, line in enumerate(lines):
            if line["input"] in ("q", "s"):  # the original takes capital letters only
                continue
            events = typed_into(game, line["input"])
            where = (name, number)
            assert [list(event) for event in events] == line["events"], where
            assert digits(game) == line["board"], where
            assert game.solved == line["solved"], where


def test_the_printed_boards_have_the_vectors_bytes(shared: Path, run: Any) -> None:
    out = run(PROGRAM, input=typed("1 3 4", "Q")).stdout
    for name in ("initial_board_print.txt", "board_after_1_3_4_print.txt"):
        assert (shared / "004" / name).read_bytes() in out, name
