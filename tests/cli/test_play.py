"""`pandoku play`: what it plays, the game line by line, and how it ends."""

from __future__ import annotations

import os
import pty
import signal
import sqlite3
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner

from pandoku import dumps, loads
from pandoku.cli import cli
from pandoku.cli._plain import COMMANDS, answer
from pandoku.cli._table import Keeper, Table
from pandoku.cli.play import play as command
from pandoku.formats import opensudoku
from pandoku.model import Board, Puzzle
from pandoku.play import Game, loads_game, write_game
from pandoku.play.drills import drill
from pandoku.play.store import Store
from pandoku.terminal import Opening, Wish
from tests.cli.command import COMMAND, Done
from tests.data import EXAMPLES

FOUR = "1.....2..3.....4"
SOLUTION = "1243" + "3421" + "4312" + "2134"
SEVERAL = "." * 16


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saved games of its own for each test."""
    monkeypatch.setenv("PANDOKU_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("COLUMNS", raising=False)
    return tmp_path / "data"


def play(*arguments: str, status: int = 0, env: dict[str, str] | None = None) -> Done:
    """Run `pandoku play` in this process."""
    return typed("", *arguments, status=status, env=env)


def typed(lines: str, *arguments: str, status: int = 0, env: dict[str, str] | None = None) -> Done:
    """Run `pandoku play` in this process, with lines on standard input, parted by /."""
    asked = "\n".join(lines.split("/")) + "\n" if lines else ""
    result = CliRunner().invoke(cli, ["play", *arguments], asked, env, prog_name="pandoku")
    assert result.exit_code == status, result.output
    return Done(result.exit_code, result.stdout, result.stderr)


def answers(lines: str, what: str = FOUR, *options: str) -> list[str]:
    """Return the lines of the answers, without the welcome and the farewell."""
    out = typed(lines, "--plain", what, *options).out.splitlines()
    start = next(at for at, line in enumerate(out) if line.startswith("`help` lists"))
    return [line for line in out[start + 1 :] if not line.startswith("Saved as game")]


def game(number: int = 1) -> Game:
    with Store() as store:
        return store.game(number)


# ------------------------------------------------------------------ the game line by line


def test_a_puzzle_is_played_to_its_end() -> None:
    cells = [f"r{c // 4 + 1}c{c % 4 + 1} {d}" for c, d in enumerate(SOLUTION) if FOUR[c] == "."]
    told = answers("/".join([*cells, "row 1"]))
    assert told[0] == "r1c2 is 2. 11 cells left."
    assert told[-2:-1] == ["r4c3 is 3. No cells left."]
    assert told[-1].startswith("Solved in ")  # and `row 1` is not asked for
    with Store() as store:
        assert store.saved(1).state == "solved"


def test_the_board_has_the_numbers_of_rows_and_columns() -> None:
    assert typed("", "--plain", FOUR).out.splitlines()[:5] == [
        "Sudoku 4x4.",
        "    1  2   3  4",
        "  ┏━━━━━━┳━━━━━━┓",
        "1 ┃ 1  · ┃ ·  · ┃",
        "2 ┃ ·  · ┃ 2  · ┃",
    ]


@pytest.mark.parametrize("line", ["r1c2 2", "r1c2 = 2", "r1c2=2", "R1C2 2", "1 2 2", "  1  2  2 "])
def test_a_move_is_typed_in_several_ways(line: str) -> None:
    assert answers(line) == ["r1c2 is 2. 11 cells left."]
    assert game().digits[1] == 2


@pytest.mark.parametrize("line", ["r1c2 0", "r1c2 clear", "1 2 0", "r1c2 = -"])
def test_a_cell_is_cleared(line: str) -> None:
    assert answers(f"r1c2 2/{line}")[1:] == ["r1c2 is empty. 12 cells left."]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("r1c1 2", "r1c1 is 1, a given, and cannot be changed."),
        ("r1c2 5", "Expected a digit from 0 to 4, found '5'."),
        ("r1c5 1", "Expected a row and a column from 1 to 4, found 1 5."),
        ("r1c2 2 3", "Expected one digit after the cell, found '2 3'."),
        ("r1c2 =", "Expected a digit from 0 to 4, found 'nothing'."),
        ("r1c2 r1c3 2", "A digit goes into one cell at a time."),
        ("r1c2 ?9", "Expected a digit from 1 to 4, found '9'."),
        ("r1c2 ?+", "Expected digits after '+', found nothing."),
        ("r1c1 ?2", "Marks go into empty cells."),
        ("chekc", "There is no command 'chekc'. Did you mean check? `help` lists all."),
        ("row", "Expected the number of a row from 1 to 10000, found ''."),
        ("row 9", "There is no row 9."),
        ("cell here", "Expected a cell such as r1c1, found 'here'."),
        ("undo", "There is nothing to take back."),
        ("redo", "There is nothing to make again."),
        ("undo many", "Expected a number of moves from 1 to 10000, found 'many'."),
        ("return x", "There is no position 'x'. `checkpoint NAME` keeps one."),
        ("tidy maybe", "Expected on or off, found 'maybe'."),
        ("checks all", "Expected off, conflicts or solution, found 'all'."),
        ("cages", "This puzzle has no cages."),
        ("cage r1c1", "r1c1 is in no cage."),
        ("help x", "There is no command 'x'. `help` lists all."),
        ("rewind", "No digit is wrong."),
        ("r1c1 ٣", "Expected a digit from 0 to 4, found '٣'."),
    ],
)
def test_a_line_that_cannot_be_done_is_answered_in_a_sentence(line: str, told: str) -> None:
    assert answers(line) == [told]


def test_marks_are_set_added_and_removed() -> None:
    assert answers("r1c2 ?34/r1c2 r1c3 ?+2/mark r1c2 -3/r1c2 ?/corner r1c2 1 3/colour r1c1 2") == [
        "r1c2 is empty, centre marks 3 and 4.",
        "r1c2 is empty, centre marks 2, 3 and 4. r1c3 is empty, centre mark 2.",
        "r1c2 is empty, centre marks 2 and 4.",
        "r1c2 is empty.",
        "r1c2 is empty, corner marks 1 and 3.",
        "r1c1 is 1, a given, colour 2.",
    ]


def test_marks_of_large_orders_are_parted_by_commas_or_blanks() -> None:
    twelve = dumps(Puzzle.latin(12).replace(givens=(1, *[0] * 143)), "json").strip()
    assert answers("r1c2 ?10,12/r1c3 ?2 11", twelve)[-2:] == [
        "r1c2 is empty, centre marks 10 and 12.",
        "r1c3 is empty, centre marks 2 and 11.",
    ]


def test_marks_that_are_there_already_are_no_move() -> None:
    assert answers("r1c2 ?34/r1c2 ?34/r1c2 ?+3/r1c3 ?-1")[1:] == ["Nothing changes."] * 3
    assert len(game().moves) == 1


def test_the_clock_stands_still_in_a_pause() -> None:
    now = iter(range(0, 10_000, 10))
    table = Table(Game.start(FOUR), Keeper(None), clock=lambda: next(now))
    assert answer(table, "pause", COMMANDS)[0].startswith("Paused after ")
    paused = table.now_ms()
    assert table.now_ms() == paused
    assert answer(table, "time", COMMANDS) == ["30 seconds."]


def test_moves_are_taken_back_and_made_again() -> None:
    assert answers("r1c2 2/r1c3 4/undo 2/redo/restart/redo 9")[2:] == [
        "r1c2 is empty. r1c3 is empty. 12 cells left.",
        "r1c2 is 2. 11 cells left.",
        "r1c2 is empty. 12 cells left.",
        "r1c2 is 2. r1c3 is 4. 10 cells left.",
    ]


def test_a_position_is_kept_and_found_again() -> None:
    told = answers("r1c2 2/checkpoint A guess/r1c3 4/return A guess/return")
    assert told[1] == "This position is kept as 'A guess'."
    assert told[3:] == ["r1c3 is empty. 11 cells left.", "Nothing changes."]


def test_rewind_goes_back_to_before_the_first_mistake() -> None:
    told = answers("checks off/r1c2 2/r1c3 3/r1c4 4/rewind")
    assert told[-1] == "r1c3 is empty. r1c4 is empty. 11 cells left."


def test_the_board_is_read_aloud() -> None:
    told = answers("r1c2 ?34/row 1/column 3/box 1/r1c2/r1c1/where 1/where 3/left/candidates r1c2")
    assert told[1:] == [
        "Row 1: 1, empty, empty, empty.",
        "Column 3: empty, 2, empty, empty.",
        "Box 1: 1, empty, empty, empty.",
        "r1c2 is empty, centre marks 3 and 4. It is in row 1, column 2 and box 1.",
        "r1c1 is 1, a given. It is in row 1, column 1 and box 1.",
        "1 is at r1c1: 3 to go.",
        "3 is at r3c2: 3 to go.",
        "Still to be placed: 1: 3, 2: 3, 3: 3, 4: 3.",
        "r1c2 can be 2 or 4.",
    ]


def test_where_a_digit_can_go_in_a_house() -> None:
    assert answers("where 2 row 1/where 1 row 1/where 2 box 9") == [
        "In row 1, 2 can go into r1c2.",
        "1 is at r1c1.",
        "There is no box 9.",
    ]


def test_a_cage_is_read_with_its_combinations() -> None:
    puzzle = dumps(Puzzle.killer(4, [(4, "r1c1 r1c2"), (7, "r1c3 r1c4")]), "json").strip()
    told = answers("cage r1c1/cages/r1c1 3/cage r1c1", puzzle)
    assert told[0].startswith("The 4-cage at r1c1 adds up to 4 without repeats: r1c1 and r1c2.")
    assert told[1] == "The 4-cage at r1c1: 1 3."
    assert told[2:4] == [
        "The 4-cage at r1c1: r1c1 and r1c2.",
        "The 7-cage at r1c3: r1c3 and r1c4.",
    ]
    assert told[5].endswith("r1c1 is 3.")


def test_mistakes_are_reported_as_the_player_wants_it() -> None:
    wrong = "r1c2 is 3. 11 cells left."
    clash = ["Column 2 has 3 more than once: r1c2 and r3c2."]
    assert answers("r1c2 3") == [wrong, *clash]
    for mode, told in (("off", []), ("solution", ["That is not right."])):
        assert answers(f"restart/checks {mode}/r1c2 3")[2:] == [wrong, *told]


def test_what_the_player_prefers_is_kept() -> None:
    answers("checks off/tidy off")
    assert answers("checks/tidy") == [
        "Mistakes reported at once: off.",
        "Marks are not kept tidy when a digit is placed.",
    ]


def test_a_digit_leaves_the_marks_unless_the_player_minds() -> None:
    assert answers("r1c3 ?24/r1c2 2")[1] == (
        "r1c2 is 2. The marks of 1 cell changed. 11 cells left."
    )
    assert answers("restart/tidy off/r1c3 ?24/r1c2 2")[3] == "r1c2 is 2. 11 cells left."


def test_the_coach_looks_back_at_the_game() -> None:
    (told, *_) = answers("r1c2 2/review")[1:]
    assert told.endswith(".")


def test_a_check_names_what_is_wrong() -> None:
    assert answers("check/r1c2 4/check")[::2] == [
        "All is right so far: 12 cells left.",
        "Not right: 4 at r1c2.",
    ]
    assert [move.kind for move in game().moves] == ["check", "edit", "check"]


def test_hints_become_clearer_and_are_done_on_request() -> None:
    told = answers("hint/hint/apply/hint 0/hint 9")
    assert told[0].startswith("Look at ")
    assert told[1].startswith(f"{told[0][:-1]}: there is a ")
    assert told[2].endswith("11 cells left.")
    assert told[3].startswith("All is right so far")
    assert told[4] == "Expected a level from 0 to 5, found '9'."
    assert [move.number for move in game().moves if move.kind == "hint"] == [1, 2, 5, 0]


def test_hints_about_a_mistake_become_clearer_too() -> None:
    told = answers("r1c2 4/hint/hint/hint 4")
    at = next(n for n, line in enumerate(told) if line.startswith("Something in "))
    what = "4 at r1c2 is not right: "
    assert told[at + 1].startswith(what)
    assert told[at + 2].startswith(what)
    assert len("".join(told[at + 2 :])) > len(told[at + 1])


def test_the_solution_is_shown_to_who_gives_up() -> None:
    assert answers("reveal/undo")[-1] == "That is the solution."
    with Store() as store:
        assert store.saved(1).state == "revealed"


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [(SEVERAL, "This puzzle has several solutions."), ("12....3..4......", "This puzzle has no")],
)
def test_a_puzzle_without_one_solution_is_played_and_said_so(puzzle: str, told: str) -> None:
    out = typed("r4c4 1/check/rewind/reveal", "--plain", puzzle).out
    assert told in out
    assert "r4c4 is 1. " in out
    assert "No rule is broken so far" in out
    assert "There is not exactly one solution to show." in out


def test_a_narrow_output_has_rows_in_words_and_wrapped_sentences() -> None:
    out = typed("r1c1", "--plain", FOUR, env={"COLUMNS": "14"}).out
    assert "Row 1: 1,\nempty, empty,\nempty." in out
    assert "r1c1 is 1, a\ngiven. It is\nin row 1,\ncolumn 1 and\nbox 1." in out


def test_every_command_of_the_help_is_explained_alone() -> None:
    told = answers("help")
    assert told[0].startswith("r1c1 5: write 5")
    assert len(told) > 30
    assert answers("help") == told
    assert answers("help u") == ["undo 4 (or u): take back 4 moves, or one."]


def test_a_game_is_written_to_a_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    file = Path("My game.txt")
    told = answers(f"save/r1c2 2/save/save {file}/save {file}/save no/folder")
    assert told[0] == "Nothing to save yet."
    assert told[2:4] == ["Every move is saved as it is made.", f"The game is in {file}."]
    assert told[4].endswith("is there already; choose another name.")
    assert loads_game(file.read_text()) == game()


# ------------------------------------------------------------------ saved games


def test_the_end_of_the_input_saves_and_says_how_to_go_on() -> None:
    out = typed("r1c2 2", "--plain", FOUR).out
    assert out.endswith("Saved as game 1; go on with: pandoku play --plain --resume 1\n")


def test_nothing_is_saved_before_the_first_move() -> None:
    assert "Saved" not in play("--plain", FOUR).out
    with Store() as store:
        assert store.games() == []


def test_a_puzzle_that_was_begun_goes_on() -> None:
    typed("r1c2 2", "--plain", FOUR)
    out = typed("r1c3 4", "--plain", FOUR).out
    assert out.startswith("Game 1 goes on: 1 move, ")
    assert len(game().moves) == 2


@pytest.mark.parametrize("arguments", [("--resume",), ("--resume", "1"), ()])
def test_the_last_game_is_resumed(arguments: tuple[str, ...]) -> None:
    typed("r1c2 2", "--plain", FOUR)
    assert "Game 1 goes on" in typed("quit", "--plain", *arguments).out


def test_resuming_what_is_not_there_is_refused() -> None:
    assert "there is no game to go on with" in play("--plain", "--resume", status=2).err
    assert "there is no saved game 7" in play("--plain", "--resume", "7", status=2).err
    assert "expected the number of a saved game" in play("--plain", "--resume", "x", status=2).err


def test_saved_games_are_listed() -> None:
    assert play("--list").err == "there are no saved games\n"
    typed("r1c2 2", "--plain", FOUR)
    heads, row = play("--list").out.splitlines()
    assert heads.split()[:3] == ["id", "puzzle", "difficulty"]
    assert row.split()[:5] == ["1", "Sudoku", "4x4", "11", "0:00"]


def test_a_game_is_exported_and_imported_with_its_whole_record(tmp_path: Path) -> None:
    typed("r1c2 2/r1c2 ?3/undo", "--plain", FOUR)
    text, file = play("--export", "1").out, tmp_path / "game.txt"
    assert loads_game(text) == game()
    play("--export", "1", "-o", str(file))
    assert file.read_text() == text
    assert (
        play("--import", str(file)).out
        == f"game 2: {len(game().moves)} moves; pandoku play --resume 2\n"
    )
    assert game(2) == game(1)


def test_a_bad_game_is_refused_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    write_game(file, Game.start(FOUR).place(1, 2))
    file.write_text(file.read_text().replace("digit 2 r1c2", "digit 9 r1c2"))
    told = play("--import", str(file), status=2).err
    assert f"{file}: game: line 3" in told
    assert told.rstrip().endswith("^")
    for arguments in (("--plain", str(file)), ("--plain", "--replay", str(file))):
        assert f"{file}: game: line 3" in play(*arguments, status=2).err
    assert "no such file" in play("--import", str(tmp_path / "none"), status=2).err


def test_a_title_that_a_text_cannot_have_is_no_hindrance() -> None:
    with Store() as store:
        store.add(Game.start(FOUR), title="a\x1b[31m" + "b" * 300)
    lines = play("--export", "1").out.splitlines()
    assert lines[1].startswith("title: a\\x1b[31mbbb")
    assert "\x1b" not in play("--list").out


def test_an_exported_game_is_played_in_place_of_a_puzzle(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    write_game(file, Game.start(FOUR).place(1, 2))
    assert "11 cells left" in typed("quit", "--plain", str(file)).out
    assert game() == loads_game(file.read_text())


def test_progress_in_a_file_is_the_first_move(tmp_path: Path) -> None:
    file = tmp_path / "some.opensudoku"
    easy = loads((EXAMPLES / "escargot.txt").read_text())
    digits = (*easy.givens[:1], 6, *easy.givens[2:])
    file.write_text(
        opensudoku.FRAME[0]
        + opensudoku.write_board(Board.start(easy, digits))
        + opensudoku.FRAME[1]
    )
    assert "57 cells left" in typed("undo", "--plain", str(file)).out
    assert [move.kind for move in game().moves] == ["edit", "undo"]


@pytest.mark.parametrize("by", ["1", "FILE"])
def test_a_game_is_shown_again(by: str, tmp_path: Path) -> None:
    typed("r1c2 2/r1c2 ?3/hint 2/check/undo", "--plain", FOUR)
    file = tmp_path / "game.txt"
    write_game(file, game())
    out = play("--plain", "--replay", "1" if by == "1" else str(file), "--speed", "1000").out
    moves = [line.partition(": ")[2] for line in out.splitlines() if line.startswith("0:00: ")]
    assert moves[0] == "r1c2 is 2. 11 cells left."
    assert moves[1].startswith("a hint, level 2, ")
    assert moves[2:] == ["check.", "undo: r1c2 is empty. 12 cells left."]


def test_a_store_that_cannot_be_used_is_named_and_play_goes_on(data: Path) -> None:
    Store().close()
    with sqlite3.connect(data / "games.sqlite") as raw:
        raw.execute("PRAGMA user_version = 99")
    raw.close()
    out = typed("r1c2 2", "--plain", FOUR).out
    assert out.startswith(f"{data / 'games.sqlite'}: the saved games are of version 99")
    assert "The game is kept in memory only." in out
    assert "r1c2 is 2." in out
    assert "Saved as" not in out
    assert "of version 99" in play("--list", status=2).err


def test_a_game_whose_puzzle_is_damaged_is_listed_so(data: Path) -> None:
    typed("r1c2 2", "--plain", FOUR)
    with sqlite3.connect(data / "games.sqlite") as raw:
        raw.execute("UPDATE games SET puzzle = '{'")
    raw.close()
    assert play("--list").out.splitlines()[1].split()[:2] == ["1", "damaged"]


def test_a_damaged_game_is_named_and_its_puzzle_begun_again(data: Path) -> None:
    typed("r1c2 2", "--plain", FOUR)
    with sqlite3.connect(data / "games.sqlite") as raw:
        raw.execute("UPDATE moves SET move = 'digit 9 r1c2'")
    raw.close()
    out = typed("r1c2 2", "--plain", FOUR).out
    assert out.startswith("Game 1 is damaged at move 1: ")
    assert "The puzzle is begun again." in out
    assert game(2).digits[1] == 2
    assert "game 1 is damaged at move 1" in play("--plain", "--resume", "1", status=2).err


def test_a_lock_in_mid_game_is_said_once_and_nothing_is_lost(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pandoku.play.store._PATIENCE_S", 0.02)
    with Store() as store:
        table = Table(Game.start(FOUR), Keeper(store))
        assert table.change(table.game.place(1, 2)) == []
        raw = sqlite3.connect(data / "games.sqlite", isolation_level=None)
        raw.execute("BEGIN EXCLUSIVE")
        (told,) = table.change(table.game.place(2, 4))
        assert "not saved" in told
        assert "locked" in told
        assert table.change(table.game.place(3, 3)) == []
        raw.close()
        assert table.change(table.game.undo()) == ["All moves are saved again."]
        assert store.game(1) == table.game


def test_a_game_that_goes_on_elsewhere_is_said_to_be_another() -> None:
    with Store() as store, Store() as other:
        number = store.add(Game.start(FOUR))
        mine, theirs = (Table(s.game(number), Keeper(s, number)) for s in (store, other))
        assert mine.change(mine.game.place(1, 2)) == []
        assert theirs.change(theirs.game.place(1, 4)) == [
            "Game 1 goes on elsewhere too. From here on this is game 2."
        ]
        assert theirs.change(theirs.game.undo()) == []


# ------------------------------------------------------------------ new puzzles, dailies, drills


def test_a_new_puzzle_is_made() -> None:
    out = typed("quit", "--plain", "--new", "sudoku", "4", "--difficulty", "easy").out
    assert out.startswith("Making a puzzle: easy sudoku 4x4.\nSudoku 4x4.\n")


def test_the_daily_puzzle_is_begun_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    first = typed("mark r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 1", "--plain", "--daily", "2026-11-23").out
    assert first.startswith("Sudoku 9x9. Daily sudoku, 23 November 2026.")
    again = typed("quit", "--plain", "--daily", "sudoku", "2026-11-23").out
    assert again.startswith("Game 1 goes on: 1 move")
    with Store() as store:
        saved = store.saved(1)
    assert (saved.daily, saved.kind, saved.difficulty) == (date(2026, 11, 23), "sudoku", "easy")


def test_a_drill_is_judged_and_counted() -> None:
    out = typed("check/hint/hint 5/quit", "--plain", "--drill", "full-house").out
    assert drill("full-house", 0).text in out
    step = next(line for line in out.splitlines() if " So r" in line)
    name, _, digit = step.rpartition(" So ")[2].rstrip(".").split()
    wrong = "1" if digit != "1" else "2"
    out = typed(
        f"{name} {wrong}/check/{name} {digit}/check", "--plain", "--drill", "full-house"
    ).out
    assert "Take it back and look again." in out
    assert "Right. " in out
    with Store() as store:
        assert store.drill_results() == {"full-house": (1, 2)}
        assert store.games() == []


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--new", "--daily"), "found --new and --daily"),
        (("--list", "--export", "1"), "found --list and --export"),
        (("--difficulty", "easy"), "--difficulty is for --new only"),
        (("--daily", "--difficulty", "easy"), "--difficulty is for --new only"),
        (("--speed", "2"), "--speed is for --replay only"),
        (("-o", "x"), "-o is for --export only"),
        (("--daily", "--nth", "2"), "--nth is for a file of puzzles only"),
        (("--list", "x"), "expected nothing more after --list, found 'x'"),
        (("a", "b"), "expected nothing more after a, found 'b'"),
        (("--new", "killer", "6", "7"), "expected nothing more after --new, found '7'"),
        (("--new", "6", "killer"), "expected a kind and an order"),
        (("--new", "hexagon"), "there is no kind 'hexagon'"),
        (("--new", "sudoku", "7"), "expected an order with boxes"),
        (("--daily", "jigsaw"), "expected a kind that is made daily, sudoku, killer or calcudoku"),
        (("--daily", "2026-13-01"), "expected a date such as 2026-11-22"),
        (("--daily", "killer", "sudoku"), "expected a kind and a date"),
        (("--drill", "magic"), "there is no technique 'magic'"),
        (("--replay", "7"), "there is no saved game 7"),
        (("--replay", "none.txt"), "no such file"),
        (("none.txt",), "none.txt: no such file"),
        ((str(EXAMPLES / "escargot.txt"), "--nth", "2"), "there is no puzzle 2"),
        (("11" + "." * 14,), "row 1 has 1"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...], told: str) -> None:
    done = play("--plain", *arguments, status=2)
    assert told in done.err
    assert done.out == ""


def test_without_a_terminal_plain_is_named() -> None:
    done = play(FOUR, status=2)
    assert "expected a terminal" in done.err
    assert "--plain" in done.err


# ------------------------------------------------------------------ the game on a whole screen


@pytest.fixture
def shown(monkeypatch: pytest.MonkeyPatch) -> list[Opening]:
    """What the application is asked to show, which leaves with status 7."""
    openings: list[Opening] = []

    def run(opening: Opening) -> int:
        openings.append(opening)
        return 7

    monkeypatch.setattr("pandoku.terminal.run", run)
    monkeypatch.setattr("pandoku.cli.play.require_terminal", lambda what: None)
    return openings


def test_the_application_is_shown_what_was_asked_for(shown: list[Opening]) -> None:
    typed("r1c2 2", "--plain", FOUR)
    for arguments in (
        (),
        (FOUR,),
        ("--new", "killer", "6", "--difficulty", "hard"),
        ("--new", "6x6"),
        ("--daily", "kenken", "2026-11-22"),
        ("--resume",),
        ("--drill", "x wing"),
        ("--replay", "1", "--speed", "2.5"),
    ):
        play(*arguments, status=7)
    assert shown == [
        Opening(),
        Opening(puzzle=loads(FOUR)),
        Opening(wish=Wish("killer", 6, "hard")),
        Opening(wish=Wish("sudoku", 6, None)),
        Opening(daily=date(2026, 11, 22), daily_kind="calcudoku"),
        Opening(saved=1),
        Opening(drill="x-wing"),
        Opening(replay=game(), speed=2.5),
    ]


# ------------------------------------------------------------------ how it ends


@pytest.mark.parametrize(("sent", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_ends_it_with_every_move_saved(sent: signal.Signals, status: int) -> None:
    command, pipe = [*COMMAND, "play", "--plain", FOUR], subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"r1c2 2\n")
        process.stdin.flush()
        assert any(b"r1c2 is 2" in line for line in process.stdout)
        process.send_signal(sent)
        assert process.wait(timeout=60) == status
    assert game().digits[1] == 2


def test_a_terminal_that_is_closed_ends_it_with_every_move_saved() -> None:
    # The process makes the terminal its own, as that of a window is.
    code = (
        "import fcntl, os, sys, termios\n"
        "os.setsid()\nfcntl.ioctl(0, termios.TIOCSCTTY, 0)\n"
        "from pandoku.cli import main\nmain()"
    )
    master, slave = pty.openpty()
    command = [sys.executable, "-c", code, "play", "--plain", FOUR]
    process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave)
    os.close(slave)
    os.write(master, b"r1c2 2\n")
    shown = b""
    while b"r1c2 is 2" not in shown:
        shown += os.read(master, 4096)
    os.close(master)
    assert process.wait(timeout=60) == 128 + signal.SIGHUP
    assert game().digits[1] == 2


def test_the_help_lists_every_option() -> None:
    told = play("--help").out
    assert all(
        option in told for each in command.params for option in each.opts if option[0] == "-"
    )
