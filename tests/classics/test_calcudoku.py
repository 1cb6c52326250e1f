"""Calcudoku: five lines on stdout, the paper's counts, and no line when something is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pandoku.classics.calcudoku.func_calcudoku import validate_all, validate_cages
from pandoku.engines import brute_force
from pandoku.formats import loads

PROGRAM = "calcudoku/calcudoku.py"
SAMPLE = b"""9
5 0 5
8 1 2 6
8 3 8
6 4 9 14
13 7 12 13
5 10 15
14 11 16 20 21
6 17 18 22
10 19 23 24
"""
ROWS = [b"4 1 2 5 3", b"1 5 4 3 2", b"2 3 5 4 1", b"3 4 1 2 5", b"5 2 3 1 4"]
SOLUTION = b"".join(row + b"\n" for row in ROWS)
ALL_CELLS = " ".join(map(str, range(25)))
FORMS = {"w2017": b"---Solution---", "w2022": b"--Solution--"}


def with_counts(text: bytes) -> bytes:
    first, *lines = text.decode().split("\n")
    rows = [line.split() for line in lines if line]
    return "\n".join([first, *(" ".join([r[0], str(len(r) - 1), *r[1:]]) for r in rows)]).encode()


def test_the_grid_is_all_of_stdout_and_the_counts_are_on_stderr(run: Any) -> None:
    done = run(PROGRAM, input=SAMPLE)
    assert (done.returncode, done.stdout) == (0, SOLUTION)
    assert done.stderr == b"checks: 2265 backtracks: 438\n"


@pytest.mark.parametrize(
    "text",
    [
        SAMPLE.replace(b"\n", b"\r\n"),
        SAMPLE.rstrip(b"\n"),
        SAMPLE + b"\n  \n\n",
        SAMPLE.replace(b"\n", b"  \n"),
        SAMPLE.replace(b" ", b"\t"),
        b"\n" + SAMPLE,
        b"\xef\xbb\xbf" + SAMPLE,
        with_counts(SAMPLE),
        with_counts(SAMPLE).replace(b"\n", b"\r\n"),
    ],
    ids=["crlf", "no-end", "blank-end", "trailing", "tabs", "blank-start", "bom", "v2", "v2-crlf"],
)
def test_blanks_line_ends_and_both_forms_are_read_alike(text: bytes, run: Any) -> None:
    done = run(PROGRAM, input=text)
    assert (done.returncode, done.stdout) == (0, SOLUTION)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", [SAMPLE, with_counts(SAMPLE)], ids=["v1", "v2"])
def test_other_quarters_get_their_prompts_heading_and_counts(
    form: str, text: bytes, run: Any
) -> None:
    prompts = b"Number of cages: " + b"".join(b"Cage number %d: " % i for i in range(9))
    rows = b"".join(row + b" \n" for row in ROWS)
    expected = prompts + b"\n" + FORMS[form] + b"\n\n" + rows + b"\nchecks: 2265 backtracks: 438\n"
    done = run(PROGRAM, "--form", form, input=text)
    assert (done.returncode, done.stdout) == (0, expected)


def test_of_several_solutions_the_first_in_ascending_order_is_printed(run: Any) -> None:
    done = run(PROGRAM, input=f"1\n75 {ALL_CELLS}".encode())
    assert done.stdout == b"1 2 3 4 5\n2 1 4 5 3\n3 4 5 1 2\n4 5 2 3 1\n5 3 1 2 4\n"
    assert done.stderr == b"checks: 135 backtracks: 12\n"


def test_without_a_solution_there_are_only_a_message_and_the_counts(run: Any) -> None:
    done = run(PROGRAM, input=SAMPLE.replace(b"5 0 5", b"10 0 5"))
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"no solution\nchecks: 1330 backtracks: 266\n"


def test_a_cage_that_cannot_reach_its_sum_is_named(run: Any) -> None:
    done = run(PROGRAM, "--form", "w2017", input=SAMPLE.replace(b"5 0 5", b"99 0 5"))
    assert (done.returncode, done.stdout) == (1, b"")
    assert b"cage 1 (r1c1 r2c1)" in done.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", b"found none"),
        (b"\n\n", b"found none"),
        (b"nine\n5 0 5\n", b"found 'nine'"),
        (b"0\n", b"found '0'"),
        (b"-1\n", b"found '-1'"),
        (b"9\n5 0 5\n", b"expected 9 cages, found 1"),
        (SAMPLE + b"5 0 5\n", b"line 11"),
        (SAMPLE.replace(b"8 3 8", b"8 3 x"), b"line 4, column 5: expected a number, found 'x'"),
        (SAMPLE.replace(b"8 3 8", b"8 3 -8"), b"line 4"),
        (SAMPLE.replace(b"8 3 8", b"8 3 25"), b"line 4, column 5"),
        (SAMPLE.replace(b"8 3 8", b"8 3 5"), b"line 4, column 5"),
        (SAMPLE.replace(b"8 3 8", b"8 3"), b"expected cages that cover 25 cells (5x5), found 24"),
        (SAMPLE.replace(b"8 3 8", b"8"), b"cages: line"),
        (SAMPLE.replace(b"24", b"24 25 26"), b"found 25"),
        (b"1\n40 " + b" ".join(b"%d" % i for i in range(16)), b"expected cages that cover 5x5"),
        (b"\xff\xfe9\x00\n", b"found the byte 0xff"),
        (b"9\n\x00\n", b"zero byte"),
        (b"9 " * 3_000_000, b"bytes, found more"),
    ],
)
def test_a_text_that_is_not_a_puzzle_gives_one_message_and_status_1(
    text: bytes, message: bytes, run: Any
) -> None:
    done = run(PROGRAM, input=text)
    assert (done.returncode, done.stdout) == (1, b"")
    assert message in done.stderr


def test_an_unknown_form_is_refused(run: Any) -> None:
    done = run(PROGRAM, "--form", "s1999", input=SAMPLE)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"s2019" in done.stderr


def test_one_cage_off_makes_a_solution_invalid() -> None:
    grid = [[int(number) for number in row.split()] for row in ROWS]
    cages = [[int(number) for number in line.split()] for line in SAMPLE.splitlines()]
    assert validate_all(grid, cages)
    for cage in cages[1:]:
        for change in (-1, 1):
            cage[0] += change
            assert not validate_cages(grid, cages)
            cage[0] -= change


def test_the_engine_stops_where_the_papers_validation_does() -> None:
    # Counts that the whole-grid check of the paper gives, cell by cell.
    text = SAMPLE.decode()
    puzzle = loads(text, format="cages")
    cages = [[int(number) for number in line.split()] for line in text.splitlines()]
    grid = [[0] * 5 for _ in range(5)]
    cell = checks = backtracks = 0
    while cell < 25:
        row, column = divmod(cell, 5)
        grid[row][column] += 1
        if grid[row][column] > 5:
            grid[row][column] = 0
            cell -= 1
            backtracks += 1
        else:
            checks += 1
            cell += validate_all(grid, cages)
    stats = brute_force.ENGINE.solve(puzzle, limit=1).stats
    assert (stats["checks"], stats["backtracks"]) == (checks, backtracks)


@pytest.mark.parametrize(
    ("source", "expected", "form"),
    [
        ("seed_sample.in", "seed_sample.out", "s2019"),
        ("test1_in.in", "test1_out.out", "s2019"),
        ("official_in1.txt", "official_out1.txt", "w2022"),
        ("w2017_in1.txt", "w2017_out1.txt", "w2017"),
    ],
)
def test_published_out_files_are_reproduced(
    source: str, expected: str, form: str, shared: Path, run: Any
) -> None:
    done = run(PROGRAM, "--form", form, input=(shared / "000" / source).read_bytes())
    assert done.stdout == (shared / "000" / expected).read_bytes()


def test_published_counts_are_reproduced(shared: Path, run: Any) -> None:
    cases = json.loads((shared / "000" / "counts.json").read_text())
    files = [case for case in cases if "file" in case]
    assert len(files) >= 4
    for case in files:
        done = run(PROGRAM, input=(shared / "000" / case["file"]).read_bytes())
        assert done.stdout.decode().splitlines() == case["grid"], case["file"]
        counts = f"checks: {case['checks']} backtracks: {case['backtracks']}\n"
        assert done.stderr.decode() == counts, case["file"]
