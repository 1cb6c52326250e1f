"""The commands explain, hint and techniques."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import run
from tests.data import EXAMPLES


def test_a_puzzle_is_explained_step_by_step() -> None:
    out = run("explain", str(EXAMPLES / "four.txt")).out
    assert out.startswith("1. ")
    assert "    " in out
    assert "solved in" in out.splitlines()[-1]
    short = run("explain", "--short", str(EXAMPLES / "four.txt")).out
    assert len(short.splitlines()) < len(out.splitlines())
    grids = run("explain", "--grid", "--short", str(EXAMPLES / "four.txt")).out
    assert "┏" in grids


def test_explain_as_json_is_one_object_a_step() -> None:
    lines = run("explain", "--json", str(EXAMPLES / "easy.list")).out.splitlines()
    steps = [json.loads(line) for line in lines]
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert all(step["placements"] or step["eliminations"] for step in steps)
    assert all(step["text"][-1].startswith("So ") for step in steps)


def test_a_stuck_path_lists_what_was_tried_and_exits_1() -> None:
    done = run(
        "explain", "--techniques", "naked-single,X-wing", str(EXAMPLES / "escargot.txt"), status=1
    )
    assert "stuck after 0 steps: 58 cells are empty; none of 2 techniques applies" in done.err


def test_a_puzzle_that_is_not_proper_is_reported_first() -> None:
    done = run("explain", "-", status=1, stdin="1" + "." * 15)
    assert done.err.startswith("the puzzle is not proper: it has more than one solution\n")
    assert "\nnot tried" in done.err
    done = run("explain", "-", status=1, stdin="123....4" + "." * 8)
    assert done.err == "the puzzle is not proper: it has no solution\n"
    assert done.out == ""


@pytest.mark.parametrize(
    "command", [["explain", "--techniques", "x-whing", "-"], ["techniques", "x-whing"]]
)
def test_a_wrong_name_gets_the_nearest(command: list[str]) -> None:
    assert "no technique 'x-whing'; try x-wing" in run(*command, status=2).err


def test_hints_have_levels_from_0_to_5() -> None:
    easy = str(EXAMPLES / "easy.list")
    assert run("hint", easy, "--level", "0").out.startswith("All is right so far")
    assert run("hint", easy).out.startswith("Look at")
    told = json.loads(run("hint", easy, "--level", "3", "--json").out)
    assert told["level"] == 3
    assert told["cells"]
    assert run("hint", easy, "--level", "6", status=2).err


def test_a_hint_starts_from_the_state_of_the_player(tmp_path: Path) -> None:
    state = tmp_path / "state.txt"
    puzzle = str(tmp_path / "puzzle.txt")
    Path(puzzle).write_text("1...\n..2.\n.3..\n...4\n")
    state.write_text("14..\n..2.\n.3..\n...4\n")
    done = run("hint", puzzle, "--level", "0", "--state", str(state), status=1)
    assert done.out == "4 at r1c2 is not right: take it out.\n"
    state.write_text("2...\n..2.\n.3..\n...4\n")
    assert (
        "r1c1: expected the given 1 in the state, found 2"
        in run("hint", puzzle, "--state", str(state), status=2).err
    )


def test_the_page_of_a_technique_has_all_its_parts() -> None:
    page = run("techniques", "x-wing").out
    for part in (
        "What to look for:",
        "Why it works:",
        "An example:",
        "the technique would not apply",
    ):
        assert part in page
    assert page.splitlines()[1] == "pandoku: hard 140; hodoku: hard 140"


def test_techniques_are_listed_with_their_ratings_by_scale() -> None:
    heads, first, second, *_ = run("techniques").out.splitlines()
    assert heads.split()[:3] == ["technique", "pandoku", "hodoku"]
    assert first.split()[:5] == ["full-house", "easy", "4", "easy", "4"]
    assert second.split()[:4] == ["cage-single", "easy", "4", "one"]  # not rated by hodoku
    listed = [json.loads(line) for line in run("techniques", "--json").out.splitlines()]
    assert listed[0]["name"] == "full-house"
    assert listed[0]["ratings"]["hodoku"] == {"level": "easy", "score": 4}
    assert [*listed[1]["ratings"]] == ["pandoku"]


def test_debug_checks_the_steps_and_shows_the_same() -> None:
    killer = str(EXAMPLES / "killer6.json")
    plain, checked = run("explain", "--short", killer), run("--debug", "explain", "--short", killer)
    assert checked.out == plain.out
