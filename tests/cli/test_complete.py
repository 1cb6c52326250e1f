"""`pandoku complete`: formats, messages and exit statuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pandoku
from tests.cli.command import invoke

HALF = """\
kind sudoku
size 6
......
......
......
......
......
2.....
thermometer r1c1 r2c2 r3c3
cage 9 r5c5 r5c6 r6c6
"""


@pytest.fixture
def half(tmp_path: Path) -> str:
    path = tmp_path / "half.txt"
    path.write_text(HALF)
    return str(path)


def test_completions_are_written_and_listed(half: str) -> None:
    arguments = ("complete", half, "--constraints", "arrow, dots", "--seed", "1")
    done = invoke(*arguments, "--count", "2", "--to", "setter")
    first, second = map(pandoku.loads, done.out.split("\n\n"))
    assert first != second
    for puzzle in (first, second):
        assert isinstance(puzzle, pandoku.Puzzle)
        assert pandoku.solve(puzzle).is_unique
        assert {*pandoku.load(half).constraints} <= {*puzzle.constraints}
    assert "completion 1 adds arrow bulb" in done.err
    assert "completion 2 adds " in done.err
    assert invoke(*arguments, "--to", "setter").out == done.out.split("\n\n")[0].strip() + "\n"


def test_objects_have_the_additions(half: str) -> None:
    done = invoke("complete", half, "--givens", "..9", "--seed", "2", "--json")
    found = json.loads(done.out)
    assert len(found["solution"]) == 36
    assert all(each.startswith("given ") for each in found["added"])
    assert sum(map(bool, pandoku.loads(found["puzzle"]).givens)) == 1 + len(found["added"])


def test_a_proper_puzzle_is_written_unchanged() -> None:
    done = invoke("complete", "1.....2..3.....4", "--seed", "1")
    assert done.out == "1.....2..3.....4\n"
    assert "adds nothing: there is exactly one solution" in done.err


def test_the_number_of_different_completions_is_reported() -> None:
    done = invoke("complete", "12343412........", "--seed", "1", "--count", "99", "--attempts", "5")
    assert "found only " in done.err


def test_what_cannot_be_completed_is_reported(half: str) -> None:
    done = invoke(
        *("complete", "1" + "." * 15, "--constraints", "palindrome", "--seed", "1"),
        *("--attempts", "1"),
        status=1,
    )
    assert "more attempts, other constraints or givens may help" in done.err
    done = invoke("complete", "123....4........", "--seed", "1", status=2)
    assert "these contradict each other: the given 1 at r1c1" in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--constraints", "arow"), "try arrow"),
        (("--givens", "99"), "givens between 0 and 35"),
        (("--json", "--to", "json"), "either --json or --to"),
        (("--solution", "1"), "a solution as a full grid of 36 cells"),
        (("--count", "0"), "--count"),
    ],
)
def test_bad_options_are_refused(half: str, arguments: tuple[str, ...], reason: str) -> None:
    done = invoke("complete", half, "--seed", "1", *arguments, status=2)
    assert reason in done.err
    assert not done.out


def test_a_time_limit_ends_the_attempts_at_a_puzzle() -> None:
    empty = ("complete", "." * 16, "--constraints", "arrow", "--seed", "1", "--count", "99")
    done = invoke(*empty, "--budget", "1ms", status=1)
    assert "out of time: found 0 of 99 in 1 attempt; a longer --budget may help" in done.err
