"""`pandoku play --plain`: the game line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandoku import dumps
from pandoku.constraints import Thermometer
from pandoku.model import Puzzle
from pandoku.play import Game, loads_game
from pandoku.play.lines.plain import LINE_COMMANDS, reply_to
from pandoku.play.lines.table import Keeper, Table
from pandoku.play.store import Store
from tests.cli.playing import FOUR, SEVERAL, SOLUTION, answers, game, typed
from tests.in_full import in_full
from tests.together import together

pytestmark = pytest.mark.usefixtures("data")


def test_a_puzzle_is_played_to_its_end() -> None:
    cells = [f"r{c // 4 + 1}c{c % 4 + 1} {d}" for c, d in enumerate(SOLUTION) if FOUR[c] == "."]
    told = answers("/".join([*cells, "row 1"]))
    assert told[0] == "r1c2 is 2. 11 cells left."
    assert told[-2].startswith("r4c3 is 3. ")
    assert told[-1].startswith("Solved in ")  # and not `row 1`
    with Store() as store:
        assert store.saved(1).state == "solved"


def test_a_game_begins_with_words_and_draws_only_on_request() -> None:
    told = typed("/quit", "--plain", FOUR).out.splitlines()
    assert told[:2] == [
        "Sudoku 4x4, 4 givens.",
        "Every row, column and box holds each digit 1-4 once.",
    ]
    assert "12 cells left." in told
    assert all(line.isascii() for line in told)


def test_the_board_has_the_numbers_of_rows_and_columns() -> None:
    assert answers("show")[:4] == [
        "    1  2   3  4",
        "  ┏━━━━━━┳━━━━━━┓",
        "1 ┃ 1  · ┃ ·  · ┃",
        "2 ┃ ·  · ┃ 2  · ┃",
    ]


def test_constraints_are_told_with_their_rules_and_conflicts(tmp_path: Path) -> None:
    puzzle = Puzzle(4).with_(Thermometer("r1c1 r2c2 r3c2"))
    file = tmp_path / "thermometer.json"
    file.write_text(dumps(puzzle, "json"))
    told = typed("cell r2c2/constraints/rules/r1c1 4", "--plain", str(file)).out.splitlines()
    assert sum(" bulb" in line for line in told) == 2  # at the start, and on request
    assert "1 constraint; `constraints` reads it." in told
    assert "Thermometer: r1c1 r2c2 r3c2." in told
    assert any(line.endswith(" thermometer at r1c1.") for line in told)
    assert any(line.startswith("The three-cell thermometer at r1c1 ") for line in told)


@pytest.mark.parametrize("line", ["r1c2 2", "r1c2 = 2", "r1c2=2", "R1C2 2", "1 2 2", "  1  2  2 "])
def test_a_move_is_typed_in_several_ways(line: str) -> None:
    assert answers(line) == ["r1c2 is 2. 11 cells left."]
    assert game().digits[1] == 2


@pytest.mark.parametrize("line", ["r1c2 0", "r1c2 clear", "1 2 0", "r1c2 = -"])
def test_a_cell_is_cleared(line: str) -> None:
    assert answers(f"r1c2 2/{line}")[1:] == ["r1c2 is empty. 12 cells left."]


@together(
    "line, told",
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
        ("return x", "There is no checkpoint 'x'. `checkpoint NAME` saves one."),
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
    assert answers("r1c2 ?34/r1c2 r1c3 ?+2/mark r1c2 -3/r1c2 ?/corner r1c2 1 3/color r1c1 2") == [
        "r1c2 is empty, center marks 3 and 4.",
        "r1c2 is empty, center marks 2, 3 and 4. r1c3 is empty, center mark 2.",
        "r1c2 is empty, center marks 2 and 4.",
        "r1c2 is empty.",
        "r1c2 is empty, corner marks 1 and 3.",
        "r1c1 is 1, a given, color 2.",
    ]


def test_a_mode_decides_what_numbers_mean() -> None:
    assert answers("corner/r1c2 2 3/r1c2 0/mode color/r1c2 1/mode/digit/r1c2 2/mode x") == [
        "Numbers after a cell are its corner marks. `digit` ends that.",
        "r1c2 is empty, corner marks 2 and 3.",
        "r1c2 is empty.",
        "Numbers after a cell are its colors, 1 to 9. `digit` ends that.",
        "r1c2 is empty, color 1.",
        "Numbers after a cell are its colors, 1 to 9. `digit` ends that.",
        "A number after a cell is its digit.",
        "r1c2 is 2, color 1. 11 cells left.",
        "Expected digit, corner, center or color, found 'x'.",
    ]


def test_a_hint_never_repeats_its_last_sentence() -> None:
    told = answers("/".join(["hint"] * 7))
    assert len(told) == len({*told}) + 1  # the last request has the answer of the one before
    assert told[-1] == told[-2] == "That was the complete hint. `apply` does its step."


def test_marks_of_large_orders_are_parted_by_commas_or_blanks() -> None:
    twelve = dumps(Puzzle.latin(12).replace(givens=(1, *[0] * 143)), "json").strip()
    first, second = answers("r1c2 ?10,12/r1c3 ?2 11", twelve)[-2:]
    assert first.endswith(" 10 and 12.")
    assert second.endswith(" 2 and 11.")


def test_marks_that_are_there_already_are_no_move() -> None:
    assert answers("r1c2 ?34/r1c2 ?34/r1c2 ?+3/r1c3 ?-1")[1:] == ["Nothing changes."] * 3
    assert len(game().moves) == 1


def test_the_clock_stands_still_in_a_pause() -> None:
    now = iter(range(0, 10_000, 10))
    table = Table(Game.start(FOUR), Keeper(None), clock=lambda: next(now))
    assert reply_to(table, "pause", LINE_COMMANDS)[0].startswith("Paused after ")
    paused = table.now_ms()
    assert table.now_ms() == paused
    assert reply_to(table, "time", LINE_COMMANDS) == ["30 seconds."]


def test_moves_are_taken_back_and_made_again() -> None:
    assert answers("r1c2 2/r1c3 4/undo 2/redo/restart/redo 9")[2:] == [
        "r1c2 is empty. r1c3 is empty. 12 cells left.",
        "r1c2 is 2. 11 cells left.",
        "r1c2 is empty. 12 cells left.",
        "r1c2 is 2. r1c3 is 4. 10 cells left.",
    ]


def test_a_position_is_kept_and_found_again() -> None:
    told = answers("r1c2 2/checkpoint A guess/r1c3 4/return A guess/return")
    assert "'A guess'" in told[1]
    assert told[3:] == ["r1c3 is empty. 11 cells left.", "Nothing changes."]


def test_rewind_goes_back_to_before_the_first_mistake() -> None:
    answers("checks off/r1c2 2/r1c3 3/r1c4 4/rewind")
    assert game().digits[:4] == (1, 2, 0, 0)


def test_the_board_is_read_aloud() -> None:
    told = answers("r1c2 ?34/row 1/column 3/box 1/r1c2/r1c1/where 1/where 3/left/candidates r1c2")
    assert told[1:] == [
        "Row 1: 1, empty, empty, empty.",
        "Column 3: empty, 2, empty, empty.",
        "Box 1: 1, empty, empty, empty.",
        "r1c2 is empty, center marks 3 and 4. It is in row 1, column 2 and box 1.",
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
    assert told[0].startswith("The 4-cage at r1c1 adds ")
    assert told[1] == "The 4-cage at r1c1: 1 3."
    assert told[2].endswith(" r1c1 and r1c2.")
    assert told[3].endswith(" r1c3 and r1c4.")
    assert told[5].endswith("r1c1 is 3.")


def test_mistakes_are_reported_as_the_player_wants_it() -> None:
    wrong = "r1c2 is 3. 11 cells left."
    clash = ["Column 2 has 3 more than once: r1c2 and r3c2."]
    assert answers("r1c2 3") == [wrong, *clash]
    for mode, told in (("off", []), ("solution", ["That is not right."])):
        assert answers(f"restart/checks {mode}/r1c2 3")[2:] == [wrong, *told]


def test_what_the_player_prefers_is_kept() -> None:
    answers("checks off/tidy off")
    checks, tidy = answers("checks/tidy")
    assert checks.endswith(" off.")
    assert " not kept tidy" in tidy


def test_a_digit_leaves_the_marks_unless_the_player_minds() -> None:
    assert " 1 cell changed. " in answers("r1c3 ?24/r1c2 2")[1]
    assert answers("restart/tidy off/r1c3 ?24/r1c2 2")[3] == "r1c2 is 2. 11 cells left."


def test_the_coach_looks_back_at_the_game() -> None:
    (told, *_) = answers("r1c2 2/review")[1:]
    assert told.endswith(".")


def test_a_check_names_what_is_wrong() -> None:
    right, _, wrong = answers("check/r1c2 4/check")
    assert right == "All is right so far: 12 cells left."
    assert wrong.endswith(": 4 at r1c2.")
    assert [move.verb for move in game().moves] == ["check", "edit", "check"]


def test_hints_become_clearer_and_are_done_on_request() -> None:
    told = answers("hint/hint/apply/hint 0/hint 9")
    assert told[0].startswith("Look at ")
    assert told[1].startswith(f"{told[0][:-1]}: ")
    assert told[2].endswith("11 cells left.")
    assert " 5 of 16 " in told[3]
    assert told[4].endswith("found '9'.")
    assert [move.number for move in game().moves if move.verb == "hint"] == [1, 2, 5, 0]


def test_hints_about_a_mistake_become_clearer_too() -> None:
    told = answers("r1c2 4/hint/hint/hint 4")
    at = next(n for n, line in enumerate(told) if line.startswith("Something in "))
    what = "The 4 at r1c2 "
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
    assert "No broken rules " in out
    assert "There is no solution to show." in out


def test_a_narrow_output_has_rows_in_words_and_wrapped_sentences() -> None:
    out = typed("show/r1c1", "--plain", FOUR, env={"COLUMNS": "14"}).out
    assert "Row 1: 1,\nempty, empty,\nempty." in out
    assert "r1c1 is 1, a\ngiven. " in out


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
    assert told[0].startswith("Nothing ")
    assert told[3].endswith(f" {file}.")
    assert str(file) in told[4]
    assert in_full(loads_game(file.read_text())) == in_full(game())


def test_the_digits_are_those_of_the_source() -> None:
    told = answers("r1c2 1/r1c2/r1c2 9/r1c3 ?03/candidates r1c3/where 0/left", "0.....1..2.....3")
    assert told[0] == "r1c2 is 1. 11 cells left."
    assert told[1].startswith("r1c2 is 1. ")
    assert told[2].endswith(" 0-3, found '9'.")
    assert told[3].endswith(" 0 and 3.")
    assert told[4].endswith(" 2 or 3.")
    assert told[5].startswith("0 is at r1c1: 3 ")
    assert ": 0: 3, 1: 2" in told[6]
    lettered = answers("r1c2 b/r1c2", "A.....B..C.....D", "--digits", "A-D", "--from", "line")
    assert lettered[0] == "r1c2 is B. 11 cells left."
