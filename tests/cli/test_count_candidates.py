"""`pandoku count --candidates` and `draw --counts`."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.command import pandoku

FEW = "1234341221......"


def test_a_line_for_each_empty_cell() -> None:
    done = pandoku("count", FEW, "--candidates", "--limit", "3")
    assert done.returncode == 0
    assert done.out.splitlines()[0] == "r3c3: 4 (1)"
    assert "r1c1" not in done.out
    capped = pandoku("count", FEW, "--candidates", "--limit", "1").out
    assert "(1 or more)" in capped


def test_json_has_a_number_for_each_digit_of_each_cell() -> None:
    found = json.loads(pandoku("count", FEW, "--candidates", "--limit", "9", "--json").out)
    assert found["limit"] == 9
    assert [len(numbers) for numbers in found["candidates"]] == [4] * 16
    total = sum(found["candidates"][0])
    assert all(sum(numbers) == total for numbers in found["candidates"])


def test_what_cannot_be_counted_is_reported() -> None:
    done = pandoku(
        "count", "." * 16, "--candidates", "--with", "cage 3 r1c1 r1c2\ncage 7 r1c1 r2c1"
    )
    assert (done.returncode, "no solution" in done.err) == (1, True)
    done = pandoku("count", "." * 81, "--candidates", "--limit", "500", "--nodes", "2")
    assert (done.returncode, "budget" in done.err) == (1, True)
    done = pandoku("count", "11" + "." * 14, "--candidates")
    assert done.returncode == 2
    done = pandoku("count", FEW, "--candidates", "--engine", "lanes")
    assert "leave out --engine" in done.err
    done = pandoku("count", FEW, "--candidates", "--limit", "1001")
    assert "up to --limit 1000" in done.err


def test_several_puzzles_are_named() -> None:
    done = pandoku("count", "-", "--candidates", stdin=f"{FEW}\n{FEW}\n")
    assert done.out.count("standard input, line") == 2


def test_a_picture_of_the_counts(tmp_path: Path) -> None:
    done = pandoku("draw", FEW, "--counts", "4")
    assert done.returncode == 0
    assert "solution" in done.out
    file = tmp_path / "a.svg"
    assert pandoku("draw", FEW, "--counts", "4", "-o", str(file)).returncode == 0
    assert "in 1 solution" in file.read_text()
    refused = pandoku("draw", FEW, "--counts", "4", "--candidates")
    assert refused.returncode == 2
    assert "--step, --candidates" in refused.err
    bad = "cage 3 r1c1 r1c2\ncage 7 r1c1 r2c1"
    done = pandoku("draw", "." * 16, "--counts", "4", "--with", bad)
    assert (done.returncode, "no solution" in done.err) == (1, True)
