"""`pandoku course`: the list of stops, a stop in lines of text, and progress in files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pandoku.play.drills import drill
from pandoku.play.learned import Fact, Learned, learned_text
from pandoku.play.stops import COURSE, get_stop
from pandoku.play.store import Store
from pandoku.words import rules_text
from tests.cli.command import pandoku

pytestmark = pytest.mark.usefixtures("data")


def refused(*arguments: str) -> str:
    done = pandoku(*arguments)
    assert done.returncode == 2
    return done.err


def learned() -> Learned:
    with Store() as store:
        return store.learned()


def test_the_list_shows_what_is_done_and_what_is_next() -> None:
    with Store() as store:
        store.learn([Fact("lesson", "full-house"), Fact("puzzle", "full-house")])
        for number in range(3):
            store.record_drill("full-house", True, board=str(number))
    out = pandoku("course").out
    assert out.startswith("Sudoku: 1 of 15 done\n")
    assert "full-house         read    3 of 3  solved  Fill" in out
    assert out.endswith("\nnext: pandoku course hidden-single\n")


def test_a_branch_is_listed_alone() -> None:
    out = pandoku("course", "killer").out
    assert out.startswith("Killer: 0 of 5 done\n")
    assert "x-wing" not in out


def test_the_list_as_json() -> None:
    lines = [json.loads(line) for line in pandoku("course", "--json").out.splitlines()]
    assert [line["name"] for line in lines] == [stop.name for stop in COURSE]
    assert lines[0]["solved"] is False


def test_a_stop_in_lines_goes_from_the_lesson_to_the_drill() -> None:
    out = pandoku("course", "full-house", "--plain", stdin="quit\n").out
    assert out.startswith("Full house: stop 1 of 15, Sudoku. Fill the last empty cell")
    assert out.count("What to look for:") == 1
    assert "A drill. 0 of 3 drills are right." in out
    assert out.endswith("Go on with: pandoku course full-house --plain\n")
    assert learned().facts == {Fact("lesson", "full-house")}


def test_a_stop_in_lines_to_its_end() -> None:
    answers = []
    for number in range(3):
        board = drill("full-house", number).board
        (cell, digit), *_ = drill("full-house", number).steps[0].placements
        answers += [f"{board.puzzle.geometry.name(cell)} {digit}", "check"]
    puzzle = get_stop("full-house").puzzle
    solution = pandoku("solve", "--to", "line", puzzle_line(puzzle.givens)).out.split()[0]
    answers += [
        f"r{cell // 9 + 1}c{cell % 9 + 1} {digit}"
        for cell, digit in enumerate(solution)
        if not puzzle.givens[cell]
    ]
    out = pandoku("course", "full-house", "--plain", stdin="\n".join(answers) + "\n").out
    assert "2 of 3 drills are right" in out
    assert out.endswith("The next stop is hidden-single: " + get_stop("hidden-single").able + "\n")
    assert learned().at(get_stop("full-house")).is_done


def puzzle_line(givens: tuple[int, ...]) -> str:
    return "".join(map(str, givens)).replace("0", ".")


def test_a_part_can_be_chosen() -> None:
    out = pandoku("course", "x-wing", "--puzzle", "--plain", stdin="quit\n").out
    assert "What to look for" not in out
    assert "X-wing (course)." in out


def test_a_rule_is_said_once_before_the_puzzle() -> None:
    stop = get_stop("thermometer")
    rule = "increase from the bulb"
    out = pandoku("course", stop.name, "--puzzle", "--plain", stdin="quit\n").out
    assert rules_text(stop.puzzle).count(rule) == 1
    assert out.count(rule) == 1


def test_a_game_in_lines_shows_what_is_next() -> None:
    out = pandoku("play", "--plain", "1.....2..3.....4", stdin="course\nquit\n").out
    assert "The next stop is full-house: " in out
    assert "Killer: rule-of-45." in out
    out = pandoku("course", "x-wing", "--puzzle", "--plain", stdin="course\nquit\n").out
    assert "The next stop is hidden-pair: " in out


def test_progress_goes_from_one_store_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store() as store:
        store.learn([Fact("lesson", "x-wing"), Fact("drill", "x-wing", "0")])
    file = tmp_path / "course.json"
    pandoku("course", "--export", "-o", str(file))
    before = learned()
    monkeypatch.setenv("PANDOKU_DATA", str(tmp_path / "other"))
    assert pandoku("course", "--import", str(file)).out.startswith("2 of 2 results are new;")
    assert pandoku("course", "--import", str(file)).out.startswith("0 of 2 results are new;")
    assert learned() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("swordfsh", "--plain"), "did you mean swordfish?"),
        (("--drill",), "--drill is for a stop, which must be named"),
        (("killer", "--puzzle"), "--puzzle is for a stop, which must be named"),
        (("x-wing", "--drill", "--puzzle"), "found --drill and --puzzle"),
        (("x-wing", "--json"), "--json is for the list of stops only"),
        (("--export", "--json"), "--json is for the list of stops only"),
        (("killers",), "did you mean killer"),
        (("variant",), "did you mean variants"),
        (("killer", "x-wing"), "in the branch sudoku: `pandoku course x-wing`"),
        (("killer", "nothing"), "expected a stop of the course, found 'nothing'"),
        (("x-wing", "swordfish"), "expected a branch before 'swordfish', found 'x-wing'"),
        (("x-wing", "--export"), "expected nothing more for the progress, found 'x-wing'"),
        (("--export", "--import", "x"), "expected one of --export and --import"),
        (("-o", "x"), "-o is for --export only"),
        (("x-wing",), "add --plain"),
        (("--import", "missing.json"), "missing.json"),
    ],
)
def test_bad_requests_are_refused(arguments: tuple[str, ...], message: str) -> None:
    assert message in refused("course", *arguments)


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    file.write_text('{"format": "pandoku games 1"}')
    assert "found 'pandoku games 1'; `pandoku course --export`" in refused(
        "course", "--import", str(file)
    )
    file.write_bytes(b"\xff\xfe")
    assert "found something else" in refused("course", "--import", str(file))
    file.write_text('{"format": "pandoku course 1", "lessons": ["x-w')
    assert "damaged at line 1, column 44" in refused("course", "--import", str(file))
    assert learned().facts == set()


def test_a_branch_may_come_before_a_stop_and_in_any_case() -> None:
    assert pandoku("course", "KILLER").out.startswith("Killer: 0 of 5 done")
    out = pandoku("course", "calcudoku", "cage-single", "--plain", stdin="quit\n").out
    assert out.startswith("Cages that calculate: stop 1 of 3, Calcudoku.")


def test_progress_is_read_from_a_pipe_and_with_a_byte_order_mark(tmp_path: Path) -> None:
    text = learned_text(Learned(frozenset({Fact("lesson", "x-wing")})))
    assert pandoku("course", "--import", "-", stdin=text).out.startswith("1 of 1 results are new")
    file = tmp_path / "course.json"
    file.write_text(text, encoding="utf-8-sig")
    assert pandoku("course", "--import", str(file)).out.startswith("0 of 1 results are new")
