"""Files with progress, and puzzles of candidates, through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import pandoku

LINE = (
    ":0300:3:9.....+5+6+1..+6.+1.7+937+1..962486...2+147+9........5....4...642..+586+1+75.71.+2..+4"
    "..1....+52::313 314 343::\n"
)
# The same with a wrong 8 placed at r6c1.
WRONG = LINE.replace("5....4...64", "5+8...4...64")
SOLUTION = "942783561856214793713596248635821479294637185178945326429358617587162934361479852"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The same state in every spelling: text by name."""
    three = pandoku("convert", "--to", "candidates", stdin=LINE).out
    last = three.split("\n\n")[-1]
    # After the eliminations of an X-wing, the digits alone no longer give the candidates.
    removed = LINE.replace("::313", ":343 344 353 354 363 364 394:313")
    rule = pandoku("convert", "--to", "candidates", stdin=removed).out.split("\n\n")[-1]
    sukaku = pandoku("convert", "--from", "candidates", "--to", "sukaku", stdin=rule).out
    return {"hodoku": LINE, "three grids": three, "one grid": last, "rule": rule, "sukaku": sukaku}


@pytest.mark.parametrize("name", ["hodoku", "three grids", "one grid", "rule", "sukaku"])
def test_every_command_takes_a_state(written: dict[str, str], name: str) -> None:
    text = written[name]
    assert pandoku("solve", stdin=text).out.strip() == SOLUTION
    assert pandoku("count", stdin=text).out.strip() == "1"
    assert pandoku("check", "-", stdin=text).returncode == 0
    explained = pandoku("explain", "--short", "-", stdin=text)
    assert explained.returncode == 0, explained.err
    assert explained.out.splitlines()[-1].startswith("solved in 4")
    assert pandoku("hint", "-", "--level", "5", stdin=text).returncode == 0


def test_eliminations_in_the_file_are_respected(written: dict[str, str]) -> None:
    """After its eliminations, the X-wing is no longer a hint, in any spelling."""
    assert "X-wing" in pandoku("hint", "-", "--level", "2", stdin=LINE).out
    for name in ("rule", "sukaku"):
        assert "X-wing" not in pandoku("hint", "-", "--level", "2", stdin=written[name]).out


def test_candidates_that_follow_from_the_digits_allow_unique_rectangles(
    written: dict[str, str],
) -> None:
    only = ("explain", "--techniques", "unique-rectangle-1", "-")
    assert "limits" not in pandoku(*only, stdin=written["rule"]).err


@pytest.mark.parametrize("command", [("explain", "-"), ("hint", "-", "--level", "3")])
def test_a_wrong_digit_in_the_file_is_reported_first(command: tuple[str, ...]) -> None:
    done = pandoku(*command, stdin=WRONG)
    assert done.returncode == 1
    assert "8 at r6c1 " in done.out + done.err


def test_a_removed_candidate_of_the_solution_is_reported_first() -> None:
    done = pandoku("explain", "-", stdin=LINE.replace("::313", ":412:313"))
    assert done.returncode == 1
    assert " r1c2 leave out " in done.err


def test_convert_reports_progress_that_is_left_out() -> None:
    assert ": extra, progress" in pandoku("convert", "--to", "line", stdin=LINE).err


def test_a_state_file_with_progress_holds_digits_and_notes(tmp_path: Path) -> None:
    puzzle = tmp_path / "givens.line"
    puzzle.write_text(pandoku("convert", "--to", "line", stdin=LINE).out)
    state = tmp_path / "state.hodoku"
    state.write_text(LINE)
    done = pandoku("hint", str(puzzle), "--state", str(state), "--level", "2", "--json")
    assert "X-wing" in json.loads(done.out)["text"]
