"""`pandoku generate`: requested puzzles in every form, streams, and refused requests."""

from __future__ import annotations

import json
import re
import signal
import subprocess
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from click.testing import CliRunner

import pandoku as library
from pandoku.cli import cli
from pandoku.formats import FORMATS
from tests.cli.command import COMMAND, begun, invoke, on_a_terminal, run
from tests.data import EXAMPLES
from tests.together import together

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
NOT_FOUND = ("generate", "--givens", "17", "--attempts", "20", "--seed", "1")


def objects(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


# ------------------------------------------------------------------ the output


def test_a_layout_may_come_from_standard_input() -> None:
    layout = (EXAMPLES / "idea.setter").read_text()
    made = library.generate(like=layout, seed=1)
    record = json.dumps({"source": "x", "line": 1, "puzzle": library.dumps(made)})
    asked = ("generate", "--like", "-", "--seed", "1")
    for text in (layout, record):
        done = CliRunner().invoke(cli, asked, input=text)
        assert library.loads(done.stdout).solution == made.solution
    done = CliRunner().invoke(cli, asked, input="")
    assert done.exit_code == 2
    assert "standard input: expected a text, found none" in done.stderr


def test_a_puzzle_is_a_line_and_the_seed_is_told_once() -> None:
    done = run("generate")
    seed = re.fullmatch(r"seed (\d+)\n", done.err)
    assert seed
    assert library.solve(done.out.strip()).is_unique
    again = run("generate", "--seed", seed[1])
    assert (again.out, again.err) == (done.out, "")
    assert library.generate(seed=int(seed[1])).givens == library.loads(done.out.strip()).givens


def test_many_puzzles_are_those_of_the_function() -> None:
    out = invoke("generate", "--count", "300", "--symmetry", "rotate-180", "--seed", "5").out
    made = library.generate_many(300, symmetry="rotate-180", seed=5)
    lines = ["".join(str(digit or ".") for digit in row) for row in made.puzzles.tolist()]
    assert out.splitlines() == lines


def test_a_series_goes_on_where_another_ended() -> None:
    asked = ("generate", "6", "--givens", "10", "--seed", "7")
    lines = invoke(*asked, "--count", "12").out
    parts = [invoke(*asked, "--first", first, "--count", "6").out for first in ("0", "6")]
    assert "".join(parts) == lines
    told = objects(invoke(*asked, "--first", "1M", "--count", "2", "--json").out)
    assert [each["index"] for each in told] == [1_000_000, 1_000_001]
    made = library.generate_many(2, order=6, givens=10, seed=7, first=1_000_000)
    assert [each["attempts"] for each in told] == made.attempts.tolist()
    (document,) = objects(invoke(*asked, "--first", "1M", "--to", "json").out)
    assert document["source"] == "pandoku, seed 7, puzzle 1000000"


def test_what_is_not_found_in_a_later_series_has_its_place_in_the_seed() -> None:
    asked = ("generate", "6", "--givens", "9", "--attempts", "3", "--seed", "5")
    made = library.generate_many(30, order=6, givens=9, budget=3, seed=5)
    later = [each.index for each in made.missing if each.index >= 10]
    done = invoke(*asked, "--first", "10", "--count", "20", status=1)
    assert [int(each) for each in re.findall(r"^puzzle (\d+): expected", done.err, re.M)] == later
    told = objects(invoke(*asked, "--first", "10", "--count", "20", "--json", status=1).out)
    assert sorted(each["index"] for each in told) == list(range(10, 30))


def test_a_climb_begins_with_the_puzzle_that_is_named() -> None:
    asked = ("generate", "--givens", "..24", "--climb", "--attempts", "900", "--seed", "3")
    two = invoke(*asked, "--count", "2").out.splitlines()
    assert invoke(*asked, "--count", "1", "--first", "1").out.splitlines() == two[1:]
    assert invoke(*asked, "--first", "1").out.splitlines()[:1] == two[1:]


def test_a_number_above_the_exact_floats_is_taken_as_it_is() -> None:
    (told,) = objects(invoke("generate", "4", "--first", "9007199254740993", "--json").out)
    assert told["index"] == 9_007_199_254_740_993


@pytest.mark.parametrize(
    ("arguments", "order", "box"),
    [
        (["4"], 4, (2, 2)),
        (["6x6"], 6, (2, 3)),
        (["sudoku", "6", "--box", "3x2"], 6, (3, 2)),
        (["latin", "5"], 5, None),
    ],
)
def test_an_order_may_stand_alone(arguments: list[str], order: int, box: Any) -> None:
    out = invoke("generate", *arguments, "--seed", "1", "--to", "json").out
    puzzle = library.loads(out)
    assert (puzzle.order, puzzle.geometry.box) == (order, box)
    assert library.solve(puzzle).solution == puzzle.solution


def test_what_a_line_cannot_hold_is_written_as_json() -> None:
    out = invoke("generate", "windoku", "4", "--count", "3", "--seed", "1").out
    puzzles = list(library.reads(out))
    assert [puzzle.geometry for puzzle in puzzles] == [library.Geometry.sudoku(4, windows=True)] * 3
    assert all(library.solve(puzzle).is_unique for puzzle in puzzles)


def test_sixteen_small_puzzles_are_read_as_sixteen() -> None:
    out = invoke("generate", "4", "--count", "16", "--seed", "1").out
    assert len(list(library.reads(out))) == 16


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_that_holds_the_puzzles_can_be_written(name: str, tmp_path: Path) -> None:
    made = library.generate_many(3, seed=2)
    suffix = (FORMATS[name].suffixes or (".txt",))[0]
    path = tmp_path / f"puzzles{suffix}"
    if reason := FORMATS[name].why_not(made[0]):
        done = invoke("generate", "--seed", "2", "--to", name, "-o", str(path), status=2)
        assert f" {name}: {reason}" in done.err
        assert not path.exists()
        return
    invoke("generate", "--count", "3", "--seed", "2", "--to", name, "-o", str(path))
    read = list(library.read(path, format=name))
    if read[0].candidates is None:
        assert [puzzle.givens for puzzle in read] == [puzzle.givens for puzzle in made]


def test_the_suffix_of_the_output_names_the_format(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.json"
    invoke("generate", "--seed", "2", "-o", str(path))
    assert json.loads(path.read_text())["source"] == "pandoku, seed 2, puzzle 0"


def test_an_object_has_what_the_help_lists() -> None:
    words = " ".join(invoke("generate", "--help").out.split())
    listed = re.search(r"Keys: (.*?)\.(?: -|$)", words)
    assert listed
    keys = set(re.findall(r"[a-z_]+", listed[1])) - {"and", "if", "a", "is", "or"}
    keys -= {"difficulty", "requested"}
    asked = ("--rating", "4.0..6.0", "--count", "2", "--seed", "3", "--json")
    told = objects(invoke("generate", *asked).out)
    lost = objects(invoke(*NOT_FOUND, "--json", status=1).out)
    assert set(told[0]) | set(lost[0]) == keys
    assert [each["index"] for each in told] == [0, 1]
    made = library.generate_many(2, rating="4.0..6.0", seed=3)
    for each, attempts in zip(told, made.attempts.tolist(), strict=True):
        outcome = library.solve(each["puzzle"])
        assert outcome.is_unique
        assert list(outcome.solution or ()) == each["solution"]
        assert 4 <= each["score"] <= 6
        assert library.rate(each["puzzle"]).level == each["level"]
        assert (each["seed"], each["attempts"]) == (3, attempts)
        assert (each["kind"], each["order"]) == ("sudoku", 9)


def test_a_puzzle_that_a_line_cannot_hold_is_an_object_within() -> None:
    (told,) = objects(invoke("generate", "windoku", "4", "--seed", "1", "--json").out)
    puzzle = library.loads(told["puzzle"])
    assert list(library.solve(puzzle).solution or ()) == told["solution"]


# ------------------------------------------------------------------ missing puzzles


def test_what_is_not_found_exits_1_with_the_reason_and_the_closest() -> None:
    done = invoke(*NOT_FOUND, status=1)
    assert done.out == ""
    message, closest = done.err.splitlines()
    assert all(words in message for words in ("9x9", "17 givens", "20 attempts"))
    puzzle = library.loads(closest.removeprefix("the closest: "))
    assert f"it has {puzzle.n_givens} givens" in message
    (told,) = objects(invoke(*NOT_FOUND, "--json", status=1).out)
    assert told["error"] == message
    assert told["closest"] in closest


def test_of_many_puzzles_each_that_is_missing_is_named() -> None:
    arguments = (
        "generate",
        "6",
        "--givens",
        "9",
        "--attempts",
        "3",
        "--seed",
        "5",
        "--count",
        "30",
    )
    done = invoke(*arguments, status=1)
    made = library.generate_many(30, order=6, givens=9, budget=3, seed=5)
    named = [int(each) for each in re.findall(r"^puzzle (\d+): expected", done.err, re.M)]
    assert named == [each.index for each in made.missing] != []
    assert len(done.out.splitlines()) == len(made)


@together(
    "arguments, reason",
    [
        (["--count", "-1"], "number of puzzles such as 500k or 20M, found '-1'"),
        (["--count", "0"], "found '0'"),
        (["--count", "1.5"], "found '1.5'"),
        (["--count", "1e9999999"], "found '1e9999999'"),
        (["--count", "9" * 5000], "found '99"),
        (["--first", "-1"], "found '-1'"),
        (["--first", "0.5"], "found '0.5'"),
        (["--first", "1e19"], "1e18 puzzles, found '1e19'"),
        (["--count", "1e19"], "'--count': expected at most 1e18 puzzles, found '1e19'"),
        (["--attempts", "1e19"], "expected at most 1e18 attempts, found '1e19'"),
        (["--start", "5"], "'--start'; try --first"),
        (["--seed", "monday"], "found 'monday'"),
        (["--seed", "-1"], "2^64 - 1, found '-1'"),
        (["--attempts", "10s"], "a number of attempts such as 500k or 20M, found '10s'"),
        (["--budget", "1M"], "found '1M'; for a number, type --attempts 1M"),
        (["5"], "order with boxes, found 5"),
        (["99"], "order of 4 to 25"),
        (["6x4"], "kind '6x4'"),
        (["9", "9"], "kind before the order, found '9'"),
        (["sudoku", "nine"], "6x6, found 'nine'"),
        (["sudoko"], "'sudoko'; try sudoku"),
        (["easy"], ": --difficulty easy"),
        (["sudoku", "Easy"], ": --difficulty easy"),
        (["5", "--easy"], "'--easy'; try --difficulty easy"),
        (["--givens", "17", "--blanks", "30", "--symmetry", "rotate-90"], "add up to 81 cells"),
        (["--symmetry", "rotate"], "try rotate-180, rotate-90"),
        (["--needs", "cage-trial"], "no cages"),
        (["--needs", "xwyng"], "'xwyng'"),
        (["--pattern", "1.1"], "pattern of 81 cells, "),
        (["--solution", SOLUTION[:-1] + "8"], "row 9 has 8"),
        (["--difficulty", "hrad"], "'hrad'; try hard"),
        (["--climb"], "goal to climb"),
        (["--operations", "+"], "--operations works only with calcudoku, found sudoku"),
        (["-o", "puzzle.svg"], "`pandoku draw`"),
        (["windoku", "4", "--to", "line"], " written as line"),
    ],
)
def test_what_cannot_be_made_is_refused_with_the_reason(arguments: list[str], reason: str) -> None:
    done = invoke("generate", *arguments, status=2)
    assert reason in done.err
    assert done.out == ""


# ------------------------------------------------------------------ wishes from files


def test_a_pattern_and_a_solution_may_come_from_files(tmp_path: Path) -> None:
    givens = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    pattern, solution = tmp_path / "pattern.txt", tmp_path / "solution.txt"
    pattern.write_text("\n".join(givens[row : row + 9] for row in range(0, 81, 9)) + "\n")
    solution.write_text(SOLUTION + "\n")
    done = invoke("generate", "--pattern", str(pattern), "--solution", str(solution), "--seed", "1")
    assert done.out == givens + "\n"


def test_several_techniques_may_be_needed() -> None:
    arguments = ("--needs", "naked-pair", "--needs", "pointing", "--seed", "2", "--json")
    (told,) = objects(invoke("generate", *arguments).out)
    made = library.generate(needs=["naked-pair", "pointing"], seed=2)
    assert told["puzzle"] == library.dumps(made.replace(solution=None), "line").strip()


# ------------------------------------------------------------------ streams


@pytest.mark.turns(3)
def test_a_trillion_puzzles_stream_until_the_reader_leaves() -> None:
    process = subprocess.Popen(
        [*COMMAND, "generate", "--count", "1000000000000", "--seed", "1", "--to", "line"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stderr
    lines = [process.stdout.readline().strip() for _ in range(200)]
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read() == ""
    process.stderr.close()
    made = library.generate_many(200, seed=1)
    assert ["".join(str(digit or ".") for digit in row) for row in made.puzzles.tolist()] == lines


@pytest.mark.turns(3)
@pytest.mark.parametrize("to", ["line", "json"])
def test_ctrl_c_keeps_what_is_done(to: str, tmp_path: Path) -> None:
    path, part = tmp_path / "puzzles.txt", tmp_path / "puzzles.txt.part"
    arguments = ("generate", "--count", "1e12", "--seed", "1", "--to", to, "-o", str(path))
    with begun(*arguments, stderr=subprocess.PIPE) as process:
        assert process.stderr
        while not any(each.stat().st_size for each in tmp_path.iterdir()):
            assert process.poll() is None
            sleep(0.05)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        said = process.stderr.read()
    assert [*tmp_path.iterdir()] == [part]
    puzzles = list(library.read(part, format=to))
    assert said.startswith(f"stopped: {len(puzzles):,} lines ")
    assert str(part) in said
    made = library.generate_many(len(puzzles), seed=1)
    assert [puzzle.givens for puzzle in puzzles[-3:]] == [puzzle.givens for puzzle in made[-3:]]


def test_a_climb_prints_better_and_better_puzzles() -> None:
    arguments = ("generate", "--givens", "..24", "--climb", "--attempts", "1500", "--seed", "3")
    lines = invoke(*arguments).out.splitlines()
    n_givens = [81 - line.count(".") for line in lines]
    assert len(lines) > 1
    assert n_givens[0] <= 24
    assert n_givens == sorted(n_givens, reverse=True)
    assert len(set(n_givens)) == len(lines)
    assert invoke(*arguments, "--count", "1").out.splitlines() == lines[:1]


def test_a_climb_that_does_not_arrive_says_how_close_it_came() -> None:
    arguments = ("generate", "--givens", "17", "--climb", "--attempts", "100", "--seed", "3")
    done = invoke(*arguments, status=1)
    assert done.out == ""
    assert re.search(r"100 attempts; .* 2\d givens", done.err)
    assert library.solve(done.err.rpartition("the closest: ")[2].strip()).is_unique


# ------------------------------------------------------------------ terminals


@pytest.mark.turns(3)
def test_a_single_puzzle_is_drawn_on_a_terminal_and_several_are_lines() -> None:
    quiet = {"NO_COLOR": "1"}
    shown, status = on_a_terminal("generate", "4", "--seed", "1", env=quiet)
    assert status == 0
    assert shown.startswith("┏━━━━━━┳━━━━━━┓\n")
    shown, _ = on_a_terminal("generate", "4", "--seed", "1", "--count", "2", env=quiet)
    assert re.fullmatch(r"([.1-4]{16}\n){2}", shown)
    shown, _ = on_a_terminal("generate", "4", "--seed", "1", "--to", "line", env=quiet)
    assert re.fullmatch(r"[.1-4]{16}\n", shown)


@pytest.mark.turns(3)
def test_what_is_no_line_is_drawn_on_a_terminal() -> None:
    shown, _ = on_a_terminal(
        "generate", "windoku", "4", "--seed", "1", "--count", "2", env={"NO_COLOR": "1"}
    )
    assert shown.count("┏") == 2


@pytest.mark.turns(3)
def test_a_search_that_takes_long_shows_its_attempts_and_ctrl_c_ends_it() -> None:
    arguments = ("generate", "--givens", "17", "--attempts", "1G", "--seed", "1")
    shown, status = on_a_terminal(*arguments, stop_at=b"attempts")
    assert status == 130
    assert re.search(r"generating, [\d,]+ attempts", shown)
    assert shown.rstrip().endswith("stopped")


# ------------------------------------------------------------ constraints


def test_constraints_are_placed_and_written_as_json() -> None:
    found = invoke("generate", "6", "--constraints", "thermometer 2, arrow", "--seed", "1")
    puzzle = library.loads(found.out)
    assert library.solve(puzzle).is_unique
    names = [each.NAME for each in puzzle.further]
    assert names.count("thermometer") == 2
    assert "arrow" in names


def test_an_unknown_constraint_is_a_mistake_of_the_user() -> None:
    found = run("generate", "--constraints", "thermo, arow", status=2)
    assert "there is no constraint 'arow'; try arrow" in found.err


# ------------------------------------------------------------------ help


def test_the_help_has_its_options_in_groups() -> None:
    out = invoke("generate", "--help").out
    headings = re.findall(r"^(\w+):$", out, re.M)
    assert headings == ["Grid", "Givens", "Difficulty", "Constraints", "Cages", "Options"]
    options = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", out, re.M))
    for name in library.generation.WishKeywords.__annotations__:
        assert f"--{name.replace('_', '-')}" in options, name


def test_a_time_limit_ends_a_search_that_finds_nothing() -> None:
    impossible = ("generate", "4", "--givens", "3", "--attempts", "1G", "--seed", "1")
    done = invoke(*impossible, "--budget", "50ms", "--json", status=1)
    said = (
        "out of time: found 0 of 1 puzzle; the closest puzzle falls short: it has 4 givens; a "
        "longer --budget or fewer wishes may help"
    )
    assert said in done.err
    record = json.loads(done.out)
    assert (record["index"], record["error"]) == (0, said)
    assert record["attempts"] > 0
    assert sum(digit != "." for digit in record["closest"]) == 4


def test_a_time_limit_keeps_the_puzzles_that_were_found() -> None:
    endless = ("generate", "--count", "1G", "--seed", "1", "--givens", "minimal")
    found = invoke(*endless, "--budget", "0.3", status=1).out.splitlines()
    assert found
    some = invoke("generate", "--count", "5", "--seed", "1", "--givens", "minimal").out.splitlines()
    assert found[: len(some)] == some[: len(found)]
