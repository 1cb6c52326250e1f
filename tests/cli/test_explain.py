"""The commands explain, hint and techniques."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

import pandoku
from pandoku.logic import READERS, hint
from pandoku.model import Marks
from tests.cli.command import invoke
from tests.data import EXAMPLES

EASY = str(EXAMPLES / "easy.list")


def test_a_puzzle_is_explained_step_by_step() -> None:
    out = invoke("explain", "--long", str(EXAMPLES / "four.txt")).out
    assert out.startswith("1. ")
    assert "    " in out
    assert "solved in" in out.splitlines()[-1]
    short = invoke("explain", str(EXAMPLES / "four.txt")).out
    assert len(short.splitlines()) < len(out.splitlines())
    assert short == invoke("explain", "--short", str(EXAMPLES / "four.txt")).out
    grids = invoke("explain", "--grid", str(EXAMPLES / "four.txt")).out
    assert "┏" in grids
    both = invoke("explain", "--short", "--long", str(EXAMPLES / "four.txt"), status=2)
    assert "expected one length, found --short and --long" in both.err


@pytest.mark.turns(3)
def test_a_long_proof_is_an_outline_unless_all_of_it_is_asked_for() -> None:
    escargot = str(EXAMPLES / "escargot.txt")
    long, proof = (invoke("explain", escargot, each).out for each in ("--long", "--proof"))
    assert len(long.split()) < len(proof.split())
    assert "more lines" in long
    assert "more lines" not in proof


def test_a_path_as_json_has_its_steps_in_order() -> None:
    (document,) = map(json.loads, invoke("explain", "--json", EASY).out.splitlines())
    steps = document["steps"]
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert all(step["placements"] or step["eliminations"] for step in steps)
    assert all(step["text"][-1].startswith("So ") for step in steps)


def test_a_stuck_path_is_reported_in_a_line_and_exits_1() -> None:
    escargot = str(EXAMPLES / "escargot.txt")
    done = invoke("explain", "--techniques", "naked-single,X-wing", escargot, status=1)
    assert (
        done.err == "stuck after 0 steps: 58 cells are empty; what is missing is a hidden single\n"
    )


@pytest.mark.turns(3)
def test_the_lines_of_chains_are_numbered_and_those_inside_them_indented() -> None:
    out = invoke("explain", "--proof", str(EXAMPLES / "escargot.txt")).out.splitlines()
    assert any(line.startswith("    1. Suppose ") for line in out)
    assert any(line.startswith("        ") and ".1. Suppose " in line for line in out)
    assert out[-1].startswith("solved in")


def test_a_puzzle_that_is_not_proper_is_reported_first() -> None:
    done = invoke("explain", "1" + "." * 15, status=1)
    assert done.err.startswith("the puzzle is not proper: it has more than one solution\n")
    assert "14 techniques " in done.err
    done = invoke("explain", "123....4" + "." * 8, status=1)
    assert done.err == "the puzzle is not proper: it has no solution\n"
    assert done.out == ""


@pytest.mark.parametrize(
    "command", [["explain", "--techniques", "x-whing", "-"], ["techniques", "x-whing"]]
)
def test_a_wrong_name_gets_the_nearest(command: list[str]) -> None:
    assert "'x-whing'; try x-wing" in invoke(*command, status=2).err


def test_hints_have_levels_from_0_to_5() -> None:
    easy = str(EXAMPLES / "easy.list")
    told = json.loads(invoke("hint", easy, "--level", "0", "--json").out)
    assert (told["hint_level"], told["problem"], told["cells"]) == (0, False, [])
    assert invoke("hint", easy).out.startswith("Look at")
    told = json.loads(invoke("hint", easy, "--level", "3", "--json").out)
    assert told["hint_level"] == 3
    assert told["cells"]
    assert invoke("hint", easy, "--level", "6", status=2).err


def test_a_hint_as_json_has_the_step_once_it_is_told() -> None:
    killer = str(EXAMPLES / "killer.txt")
    levels = [json.loads(invoke("hint", killer, "--level", str(n), "--json").out) for n in range(6)]
    assert [each["step"] is not None for each in levels] == [False] * 5 + [True]
    assert [each["whole"] for each in levels] == [False] * 5 + [True]
    assert [each["technique"] for each in levels] == [None, None, *[levels[5]["technique"]] * 4]
    step = levels[5]["step"]
    assert step["technique"] == levels[5]["technique"]
    assert step["text"][-1] in levels[5]["text"]
    schema = Path(pandoku.logic.__file__).with_name("path.schema.json")
    document = json.loads(schema.read_text())
    part = document["$defs"]["step"]
    part["required"].remove("rating")  # only a path has a scale
    jsonschema.validate(step, {"$defs": document["$defs"], **part})


def test_a_hint_for_beginners_says_when_to_write_the_pencil_marks() -> None:
    marked = ".......31.96...7.25..............8..7.94.........329.......8..5.32.5..1...1..9.87"
    path = pandoku.explain(marked, reader="beginner")
    assert path.marks_at is not None
    asked = path.marks_words
    early, late = path[path.marks_at - 2], path[path.marks_at - 1].board
    noting = early.reader.noting
    assert noting is not None
    for level in range(1, 6):
        told = hint(early.board, level, marks=noting.before.marks, reader="beginner")
        assert asked not in told.text
        told = hint(late, level, marks=noting.after.marks, reader="beginner")
        assert told.text.startswith(f"{asked} ")
        assert asked not in hint(late, level).text
    noted = Marks(9, center=late.masks)
    assert asked not in hint(late, 1, marks=noted, reader="beginner").text
    grid = "".join(str(digit or ".") for digit in late.digits)
    assert "note " in invoke("hint", grid, "--reader", "beginner", "--level", "5").out
    refused = invoke("hint", marked, "--reader", "beginner", "--scale", "se", status=2).err
    assert "--scale se" in refused
    with pytest.raises(ValueError, match=r"'human' for a beginner, .* 'se'"):
        hint(early, 0, reader="beginner", scale="se")


def test_json_ends_with_the_ledger_if_asked() -> None:
    easy = str(EXAMPLES / "easy.list")
    told = json.loads(invoke("explain", easy, "--nth", "1", "--json", "--ledger").out)
    by = {(each["cell"], each["digit"]): each["by"] for each in told["ledger"]}
    assert len(by) == 81 * 8
    assert {*by.values()} >= {"digit"}
    assert "ledger" not in json.loads(invoke("explain", easy, "--nth", "1", "--json").out)
    assert "add --json" in invoke("explain", easy, "--ledger", status=2).err


def test_a_hint_starts_from_the_state_of_the_player(tmp_path: Path) -> None:
    state = tmp_path / "state.txt"
    puzzle = str(tmp_path / "puzzle.txt")
    Path(puzzle).write_text("1...\n..2.\n.3..\n...4\n")
    state.write_text("14..\n..2.\n.3..\n...4\n")
    done = invoke("hint", puzzle, "--level", "2", "--state", str(state), status=1)
    assert " 4 at r1c2 " in done.out
    state.write_text("2...\n..2.\n.3..\n...4\n")
    assert "r1c1: " in invoke("hint", puzzle, "--state", str(state), status=2).err


def test_the_page_of_a_technique_has_all_its_parts() -> None:
    page = invoke("techniques", "x-wing").out
    for part in (
        "What to look for:",
        "Why it works:",
        "The step in the picture:",
    ):
        assert part in page
    assert page.splitlines()[1] == "pandoku: 3.2 (medium); hodoku: 140 (hard); se: 3.2 (medium)"


@pytest.mark.turns(3)
def test_techniques_are_listed_with_their_ratings_by_scale() -> None:
    heads, first, second, *_ = invoke("techniques").out.splitlines()
    assert heads.split()[:3] == ["technique", "pandoku", "hodoku"]
    assert first.split()[:5] == ["full-house", "1.0", "(easy)", "4", "(easy)"]
    assert second.split()[:4] == ["cage-single", "1.9", "(easy)", "one"]  # not rated by hodoku
    listed = [json.loads(line) for line in invoke("techniques", "--json").out.splitlines()]
    assert listed[0]["name"] == "full-house"
    assert listed[0]["ratings"]["hodoku"] == {"level": "easy", "score": 4}
    assert [*listed[1]["ratings"]] == ["pandoku"]


def test_debug_checks_the_steps_and_shows_the_same() -> None:
    killer = str(EXAMPLES / "killer6.json")
    plain = invoke("explain", "--short", killer).out
    assert invoke("--debug", "explain", "--short", killer).out == plain


@pytest.mark.turns(3)
def test_a_path_for_beginners_says_when_to_write_the_pencil_marks() -> None:
    marked = ".......31.96...7.25..............8..7.94.........329.......8..5.32.5..1...1..9.87"
    document = json.loads(invoke("explain", marked, "--reader", "beginner", "--json").out)
    assert document["marks"]["before"] == 19
    asked = document["marks"]["text"]
    assert document["steps"][18]["text"][0] == asked
    for options in ([], ["--long"]):
        beginner, usual = (
            " ".join(invoke("explain", marked, *reader, *options).out.split())
            for reader in (("--reader", "beginner"), ())
        )
        assert (beginner.count(asked), usual.count(asked)) == (1, 0)
    refused = invoke("explain", marked, "--reader", "beginner", "--scale", "se", status=2).err
    assert "--scale se" in refused
    assert "expected beginner" in invoke("explain", marked, "--reader", "nobody", status=2).err
    assert READERS == ("beginner",)
