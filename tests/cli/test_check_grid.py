"""`pandoku check FILE --grid DIGITS`: the rules that a grid breaks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pandoku import dumps
from pandoku.cli import cli
from pandoku.constraints import Thermometer
from pandoku.model import Cage, Geometry, Puzzle

PUZZLE = Puzzle(
    Geometry.sudoku(4),
    (1,) + (0,) * 15,
    cages=(Cage("+", 3, (0, 1), repeats=False),),
    further=(Thermometer((4, 5, 6)),),
    title="a thermometer and a cage",
)
SOLVED = "1234341221434321"


def run(tmp_path: Path, *arguments: str, puzzle: Puzzle = PUZZLE) -> Result:
    file = tmp_path / "a.json"
    file.write_text(dumps(puzzle))
    return CliRunner().invoke(cli, ["check", str(file), *arguments])


def test_a_grid_that_breaks_rules_is_told_all_of_them(tmp_path: Path) -> None:
    found = run(tmp_path, "--grid", "1334431221434321")
    assert found.exit_code == 1
    head, *rules = found.stdout.splitlines()
    assert head.endswith(": the grid breaks these rules")
    assert [line.split(" at ")[0].strip() for line in rules] == [
        "row 1 has 3",
        "column 1 has 4",
        "column 2 has 3",
        "box 1 has 3",
        "the 3-cage",
        "the three-cell thermometer",
    ]
    assert all(cell in rules[2] for cell in ("r1c2", "r2c2", "r4c2"))


def test_a_grid_may_have_empty_cells(tmp_path: Path) -> None:
    found = run(tmp_path, "--grid", "12" + "." * 14)
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout.endswith(": the grid breaks no rule; 14 cells are empty\n")


def test_a_grid_that_solves_the_puzzle_is_told_so(tmp_path: Path) -> None:
    found = run(tmp_path, "--grid", SOLVED, puzzle=PUZZLE.replace(further=()))
    assert (found.exit_code, found.stdout.endswith(": the grid solves it\n")) == (0, True)
    assert run(tmp_path, "--grid", SOLVED).exit_code == 1


def test_another_digit_than_a_given_is_told(tmp_path: Path) -> None:
    found = run(tmp_path, "--grid", "2" + "." * 15)
    assert "r1c1: expected the given 1," in found.stdout
    limited = PUZZLE.replace(candidates=(15, 1) + (15,) * 14)
    found = run(tmp_path, "--grid", ".2" + "." * 14, puzzle=limited)
    assert "r1c2: 2 is not " in found.stdout


def test_json_names_the_constraint_by_its_index(tmp_path: Path) -> None:
    found = json.loads(run(tmp_path, "--grid", "1.1.43..........", "--json").stdout)
    assert (found["solves"], found["n_empty"]) == (False, 12)
    assert [(each["house"], each["constraint"]) for each in found["conflicts"]] == [
        (0, None),
        (None, 1),
    ]
    assert found["conflicts"][-1]["cells"] == [4, 5]


@pytest.mark.parametrize("grid", ["123", "1" * 81, "none"])
def test_what_is_no_grid_of_the_puzzle_is_an_error_of_the_option(tmp_path: Path, grid: str) -> None:
    found = run(tmp_path, "--grid", grid)
    assert found.exit_code == 2
    assert "--grid" in found.stderr
    assert found.exception is None or isinstance(found.exception, SystemExit)


def test_check_lists_a_malformed_constraint_with_its_index(tmp_path: Path) -> None:
    bad = PUZZLE.replace(further=(Thermometer((0, 15)),))
    found = json.loads(run(tmp_path, "--json", puzzle=bad).stdout)
    assert found["verdict"] == "impossible"
    assert [each["constraint"] for each in found["problems"] if each["severity"] == "error"] == [1]
