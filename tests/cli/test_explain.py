"""The commands explain, hint and techniques."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*args: str, status: int = 0, input: str = "") -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "pandoku", *args],
        input=input, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert "Traceback" not in done.stderr
    assert done.returncode == status, done.stderr
    return done


def test_a_puzzle_is_explained_step_by_step() -> None:
    out = run("explain", str(EXAMPLES / "four.txt")).stdout
    assert out.startswith("1. ")
    assert "    " in out
    assert "solved in" in out.splitlines()[-1]
    short = run("explain", "--short", str(EXAMPLES / "four.txt")).stdout
    assert len(short.splitlines()) < len(out.splitlines())
    grids = run("explain", "--grid", "--short", str(EXAMPLES / "four.txt")).stdout
    assert "┏" in grids


def test_steps_as_json() -> None:
    lines = run("explain", "--json", str(EXAMPLES / "easy.list")).stdout.splitlines()
    steps = [json.loads(line) for line in lines]
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert all(step["placements"] or step["eliminations"] for step in steps)
    assert all(step["text"][-1].startswith("So ") for step in steps)


def test_being_stuck_says_what_was_tried_and_ends_with_1() -> None:
    done = run(
        "explain", "--techniques", "naked-single,X-wing", str(EXAMPLES / "escargot.txt"), status=1
    )
    assert "stuck after 0 steps: 58 cells are empty; tried: naked-single, x-wing" in done.stderr


def test_a_puzzle_that_is_not_proper_is_said_first() -> None:
    done = run("explain", "-", status=1, input="1" + "." * 15)
    assert done.stderr.startswith("the puzzle is not proper: it has more than one solution\n")
    assert "not tried" in done.stderr or "stuck" in done.stderr
    done = run("explain", "-", status=1, input="123....4" + "." * 8)
    assert done.stderr == "the puzzle is not proper: it has no solution\n"
    assert done.stdout == ""


@pytest.mark.parametrize(
    "command", [["explain", "--techniques", "x-whing", "-"], ["techniques", "x-whing"]]
)
def test_a_wrong_name_gets_the_nearest(command: list[str]) -> None:
    assert "no technique 'x-whing'; try x-wing" in run(*command, status=2).stderr


def test_hints_by_level() -> None:
    easy = str(EXAMPLES / "easy.list")
    assert run("hint", easy, "--level", "0").stdout.startswith("All is right so far")
    assert run("hint", easy).stdout.startswith("Look at")
    told = json.loads(run("hint", easy, "--level", "3", "--json").stdout)
    assert told["level"] == 3
    assert told["cells"]
    assert run("hint", easy, "--level", "6", status=2).stderr


def test_a_hint_goes_by_the_state_of_the_player(tmp_path: Path) -> None:
    state = tmp_path / "state.txt"
    puzzle = str(tmp_path / "puzzle.txt")
    Path(puzzle).write_text("1...\n..2.\n.3..\n...4\n")
    state.write_text("14..\n..2.\n.3..\n...4\n")
    done = run("hint", puzzle, "--level", "0", "--state", str(state), status=1)
    assert done.stdout == "4 at r1c2 is not right: take it out.\n"
    state.write_text("2...\n..2.\n.3..\n...4\n")
    assert "r1c1 is given as 1" in run("hint", puzzle, "--state", str(state), status=2).stderr


def test_the_page_of_a_technique() -> None:
    page = run("techniques", "x-wing").stdout
    for part in ("What to look for:", "Why it is true:", "An example:", "this would not hold"):
        assert part in page
    assert page.splitlines()[1] == "pandoku: hard 140; hodoku: hard 140"


def test_techniques_are_listed_with_their_ratings_by_scale() -> None:
    heads, first, second, *_ = run("techniques").stdout.splitlines()
    assert heads.split()[:3] == ["technique", "pandoku", "hodoku"]
    assert first.split()[:5] == ["full-house", "easy", "4", "easy", "4"]
    assert second.split()[:4] == ["cage-single", "easy", "4", "one"]  # not rated by hodoku
    listed = [json.loads(line) for line in run("techniques", "--json").stdout.splitlines()]
    assert listed[0]["name"] == "full-house"
    assert listed[0]["ratings"]["hodoku"] == {"level": "easy", "score": 4}
    assert [*listed[1]["ratings"]] == ["pandoku"]


def test_debug_checks_the_steps_and_shows_the_same() -> None:
    killer = str(EXAMPLES / "killer6.json")
    plain, checked = run("explain", "--short", killer), run("--debug", "explain", "--short", killer)
    assert checked.stdout == plain.stdout
