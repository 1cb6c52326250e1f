"""Every name and behavior in the paper of Calcudoku (Cal Poly, CPE 101, project 4)."""

from __future__ import annotations

import ast
import inspect
import io
import sys
import textwrap
import unittest
from itertools import pairwise
from pathlib import Path

import pytest

from pandoku.classics.calcudoku import calcudoku, cases
from pandoku.classics.calcudoku import func_calcudoku as func
from pandoku.classics.calcudoku.cases import CAGES
from pandoku.engines import Event, brute_force
from tests.classics.contract import Desk, Row, by_claim, check, check_lines, takes

PAPER = "000"
COMMAND = "python3 calcudoku.py < test1_in.in"
ROWS = ["4 1 2 5 3", "1 5 4 3 2", "2 3 5 4 1", "3 4 1 2 5", "5 2 3 1 4"]
SOLUTION = [[int(number) for number in row.split()] for row in ROWS]
SAMPLE = "9\n" + "".join(" ".join(map(str, cage)) + "\n" for cage in CAGES)
FUNCTIONS = ["transpose", "validate_all", "validate_rows", "validate_cols", "validate_cages"]
LADDER = [
    [1, 2, 3, 4, 5],
    [6, 7, 8, 9, 10],
    [11, 12, 13, 14, 15],
    [16, 17, 18, 19, 20],
    [21, 22, 23, 24, 25],
]
FOUR = "1\n40 " + " ".join(map(str, range(16)))
ANY = "1\n75 " + " ".join(map(str, range(25)))
FIRST = ["1 2 3 4 5", "2 1 4 5 3", "3 4 5 1 2", "4 5 2 3 1", "5 3 1 2 4"]
Trace = list[tuple[str, int, int]]

read = calcudoku.read_puzzle


def solve(desk: Desk, text: str) -> tuple[int, list[str]]:
    """Return the status of the program and the lines of its stdout."""
    (desk.tmp / "in").write_text(text)
    done = desk.command("calcudoku", "python3 calcudoku.py < in")
    return done.returncode, done.stdout.decode().splitlines()


def call_main(desk: Desk) -> tuple[int, list[str]]:
    desk.monkeypatch.setattr(sys, "stdin", io.StringIO(SAMPLE))
    desk.monkeypatch.setattr(sys, "argv", ["calcudoku.py"])
    code = calcudoku.main()
    return code, desk.capsys.readouterr().out.splitlines()


def paper_trace() -> Trace:
    """Return the events of the paper's pseudocode on the sample, with the program's functions."""
    trace, grid, cell = Trace(), [[0] * 5 for _ in range(5)], 0
    while cell < 25:
        row, column = divmod(cell, 5)
        grid[row][column] += 1
        if grid[row][column] > 5:
            grid[row][column] = 0
            trace.append(("backtrack", cell, 0))
            cell -= 1
        else:
            is_valid = func.validate_all(grid, CAGES)
            trace.append(("place" if is_valid else "reject", cell, grid[row][column]))
            cell += is_valid
    assert grid == SOLUTION
    return trace


def program_trace() -> Trace:
    """Return the events of the program's search on the sample."""
    events: list[Event] = []
    brute_force.ENGINE.solve(read(SAMPLE), limit=1, on_event=events.append)
    names = ("place", "reject", "backtrack")
    return [(event.name, event.cell, event.digit) for event in events if event.name in names]


def steps_after(kind: str) -> set[int]:
    """Return the steps from a cell to the next after an event of this kind."""
    trace = program_trace()
    return {b[1] - a[1] for a, b in pairwise(trace) if a[0] == kind}


def loops() -> list[str]:
    """The loops of the function that searches."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(brute_force._Search.run)))
    return [type(node).__name__ for node in ast.walk(tree) if isinstance(node, ast.While | ast.For)]


def keeps_arguments() -> bool:
    grid, cages = [list(row) for row in SOLUTION], [list(cage) for cage in CAGES]
    func.validate_all(grid, cages)
    func.transpose(grid)[0][0] = 9
    return grid == SOLUTION and cages == CAGES


def passes_the_transposition(desk: Desk) -> object:
    """What validate_cols gives to validate_rows."""
    given: list[object] = []
    desk.monkeypatch.setattr(func, "validate_rows", given.append)
    func.validate_cols([[1, 2], [1, 3]])
    return given[0]


def have_three_tests() -> list[bool]:
    """Whether each function is named by a test class with at least three tests."""
    names = [name.title().replace("_", "") + "Test" for name in FUNCTIONS]
    count = unittest.TestLoader().getTestCaseNames
    return [len(count(getattr(cases, name))) >= 3 for name in names]


def is_described(name: str) -> bool:
    function = getattr(func, name)
    typed = {*inspect.signature(function).parameters, "return"}
    return bool(function.__doc__) and set(function.__annotations__) == typed


def files(desk: Desk) -> list[str]:
    names = ("calcudoku.py", "func_calcudoku.py", "tests.py")
    return [name for name in names if (desk.classics / "calcudoku" / name).is_file()]


TABLE = [
    # The puzzle and its input
    Row("18 5x5", "a 5x5 puzzle is solved", lambda d: solve(d, SAMPLE), (0, ROWS)),
    Row("18 5x5", "a 4x4 puzzle is refused", lambda d: solve(d, FOUR), (1, [])),
    Row(
        "40 first line; 46 cages: 9",
        "the first line is the number of cages",
        lambda d: solve(d, SAMPLE.replace("9", "8", 1)),
        (1, []),
    ),
    Row("40 subsequent line", "each other line is a cage", lambda d: len(read(SAMPLE).cages), 9),
    Row(
        "41 sum; 36 5 0 5",
        "the first number of a line is the sum",
        lambda d: [c.target for c in read(SAMPLE).cages],
        [cage[0] for cage in CAGES],
    ),
    Row(
        "42 cells; 37 8 1 2 6",
        "all numbers after it are cells",
        lambda d: read(SAMPLE).cages[1].cells,
        (1, 2, 6),
    ),
    Row(
        "43 left",
        "cells count from 0, from left to right, row by row",
        lambda d: func.validate_cages(LADDER, [[8, 7], [14, 0, 5, 6]]),
        True,
    ),
    Row(
        "46 0 to index 24",
        "a cell 25 is refused",
        lambda d: solve(d, SAMPLE.replace("24", "25")),
        (1, []),
    ),
    Row(
        "46 25 cells",
        "a cell without a cage is refused",
        lambda d: solve(d, SAMPLE.replace(" 24", "")),
        (1, []),
    ),
    Row(
        "35 9; 45 sample; 47 5 0 5; 48 8 1 2 6; 49 8 3 8; 50 6 4 9 14; "
        "51 13 7 12 13; 52 5 10 15; 53 14 11 16 20 21; 54 6 17 18 22; 55 10 19 23 24",
        "the paper's sample lies beside the program",
        lambda d: (d.classics / "calcudoku" / "test1_in.in").read_text(),
        SAMPLE,
    ),
    # The output
    Row(
        "59 display; 62 4 1 2 5 3; 64 1 5 4 3 2; 66 2 3 5 4 1; 68 3 4 1 2 5; 70 5 2 3 1 4",
        "the rows of the solution are printed",
        lambda d: solve(d, SAMPLE)[1],
        ROWS,
    ),
    Row(
        "60 above input",
        "a puzzle without a solution prints nothing",
        lambda d: solve(d, SAMPLE.replace("5 0 5", "10 0 5")),
        (1, []),
        settled="the paper's puzzles all have a solution",
    ),
    # The search
    Row(
        "76 exhaustive; 77 all possible",
        "of several solutions the first is printed",
        lambda d: solve(d, ANY)[1],
        FIRST,
    ),
    Row(
        "80 Initialize",
        "the search starts with empty cells",
        lambda d: any(read(SAMPLE).givens),
        False,
    ),
    Row("81 top-left", "it starts with 1 in cell 0", lambda d: program_trace()[0], ("place", 0, 1)),
    Row(
        "82 maximum; 83 previous",
        "after 5 the cell is emptied and the previous cell is next",
        lambda d: steps_after("backtrack"),
        {-1},
    ),
    Row(
        "84 valid; 85 next row",
        "a valid number leads to the next cell",
        lambda d: steps_after("place"),
        {1},
    ),
    Row(
        "78 pseudocode; 86 fully populated",
        "the whole search is the pseudocode's",
        lambda d: program_trace() == paper_trace(),
        True,
    ),
    # Validity
    Row(
        "21 duplicates; 92 row or column",
        "a number twice in a row is invalid",
        lambda d: func.validate_all([[1, 1], [0, 0]], [[9, 0, 1, 2, 3]]),
        False,
    ),
    Row(
        "23 duplicates; 92 row or column",
        "a number twice in a column is invalid",
        lambda d: func.validate_all([[1, 0], [1, 0]], [[9, 0, 1, 2, 3]]),
        False,
    ),
    Row(
        "25 sum; 93 fully populated; 142 fully populated",
        "a full cage has exactly its sum",
        lambda d: [func.validate_cages([[1, 2], [2, 1]], [[s, 0, 1]]) for s in (2, 3, 4)],
        [False, True, False],
    ),
    Row(
        "97 exceeds; 143 less",
        "a partly filled cage has less than its sum",
        lambda d: [func.validate_cages([[2, 0], [0, 0]], [[s, 0, 1]]) for s in (1, 2, 3)],
        [False, False, True],
    ),
    Row("88 functions", "functions test this", lambda d: sorted(func.__all__), sorted(FUNCTIONS)),
    # The functions
    Row(
        "101 2D list",
        "grids and cages are lists of lists, and stay as they were",
        lambda d: keeps_arguments(),
        True,
    ),
    Row(
        "102 values read",
        "the cages may begin with the line of their number",
        lambda d: func.validate_cages(SOLUTION, [[9], *CAGES]),
        True,
        settled="this line is among the values read from input",
    ),
    takes("108 main()", calcudoku, "main"),
    Row(
        "106 calcudoku.py; 169 calcudoku.py",
        "main is in calcudoku.py",
        lambda d: Path(calcudoku.__file__).name,
        "calcudoku.py",
    ),
    Row("110 main", "main() reads, solves and prints", call_main, (0, ROWS)),
    Row(
        "113 Store",
        "the input is stored as the numbers of its lines",
        lambda d: [[c.target, *c.cells] for c in read(SAMPLE).cages],
        CAGES,
        settled="as the cages of a Puzzle, from which the lists are made",
    ),
    Row("114 5x5", "the grid is 5x5", lambda d: read(SAMPLE).order, 5),
    Row(
        "115 single while loop", "a single while loop fills the grid", lambda d: loops(), ["While"]
    ),
    Row(
        "116 checks and backtracks",
        "the counts are printed",
        lambda d: d.command("calcudoku", COMMAND).stderr,
        b"checks: 2265 backtracks: 438\n",
        settled="to stderr, because stdout is compared with files that have the grid alone",
    ),
    Row(
        "116 at the end",
        "in a terminal the counts come last",
        lambda d: d.command("calcudoku", COMMAND, merge=True).stdout.decode().splitlines(),
        [*ROWS, "checks: 2265 backtracks: 438"],
    ),
    Row(
        "119 func_calcudoku.py; 170 func_calcudoku.py",
        "these functions are in func_calcudoku.py",
        lambda d: Path(func.__file__).name,
        "func_calcudoku.py",
    ),
    takes("121 transpose (grid)", func, "transpose", "grid"),
    Row(
        "123 transposition",
        "transpose makes columns of rows",
        lambda d: func.transpose([[1, 2], [3, 4]]),
        [[1, 3], [2, 4]],
    ),
    Row(
        "123 square; 124 size",
        "transpose takes a square of any size",
        lambda d: [func.transpose([[7]]), func.transpose(LADDER)[1]],
        [[[7]], [2, 7, 12, 17, 22]],
    ),
    takes("126 validate_all (grid, cages)", func, "validate_all", "grid", "cages"),
    Row(
        "128 True",
        "validate_all is True if all three are",
        lambda d: func.validate_all(SOLUTION, CAGES),
        True,
    ),
    Row(
        "128 False",
        "validate_all is False if one is",
        lambda d: [
            func.validate_all(SOLUTION, [[6, 0, 5]]),
            func.validate_all([[1, 1], [0, 0]], []),
            func.validate_all([[1, 0], [1, 0]], []),
        ],
        [False] * 3,
    ),
    takes("130 validate_rows (grid)", func, "validate_rows", "grid"),
    Row(
        "132 True",
        "validate_rows is True for different numbers",
        lambda d: func.validate_rows(SOLUTION),
        True,
    ),
    Row(
        "132 False",
        "validate_rows is False for a number twice",
        lambda d: func.validate_rows([[1, 2], [3, 3]]),
        False,
    ),
    Row(
        "132 positive",
        "zeros and negative numbers may repeat in a row",
        lambda d: func.validate_rows([[0, 0, -1, -1]]),
        True,
    ),
    takes("134 validate_cols (grid)", func, "validate_cols", "grid"),
    Row(
        "136 True",
        "validate_cols is True for different numbers",
        lambda d: func.validate_cols([[1, 1], [2, 2]]),
        True,
    ),
    Row(
        "136 False",
        "validate_cols is False for a number twice",
        lambda d: func.validate_cols([[1, 2], [1, 3]]),
        False,
    ),
    Row(
        "136 positive",
        "zeros may repeat in a column",
        lambda d: func.validate_cols([[0, 1], [0, 2]]),
        True,
    ),
    Row(
        "137 transpose; 138 validate_rows",
        "validate_cols is validate_rows of the transposition",
        passes_the_transposition,
        [[1, 1], [2, 3]],
    ),
    takes("140 validate_cages (grid, cages)", func, "validate_cages", "grid", "cages"),
    Row(
        "142 True",
        "validate_cages is True for a solution",
        lambda d: func.validate_cages(SOLUTION, CAGES),
        True,
    ),
    Row(
        "143 False",
        "validate_cages is False for one sum that is off",
        lambda d: func.validate_cages(SOLUTION, [*CAGES[:8], [11, 19, 23, 24]]),
        False,
    ),
    # Tests and files
    Row(
        "147 3 tests",
        "tests.py has three tests of each function",
        lambda d: have_three_tests(),
        [True] * 5,
    ),
    Row(
        "171 tests.py",
        "tests.py runs and passes",
        lambda d: d.command("calcudoku", "python3 tests.py").returncode,
        0,
    ),
    Row(
        "159 python3 calcudoku.py < test1_in.in; 155 test1_in.in; 158 run",
        "the command runs",
        lambda d: d.command("calcudoku", COMMAND).returncode,
        0,
    ),
    Row(
        "161 diff; 164 test1_out.out",
        "stdout has no byte beyond the five lines",
        lambda d: d.command("calcudoku", COMMAND).stdout,
        "".join(f"{row}\n" for row in ROWS).encode(),
        settled="the signs before the rows are the paper's bold print; the files have none",
    ),
    Row(
        "168 .py",
        "the three files are there",
        files,
        ["calcudoku.py", "func_calcudoku.py", "tests.py"],
    ),
    Row(
        "180 purpose",
        "each function says its types and its purpose",
        lambda d: [n for n in FUNCTIONS if not is_described(n)],
        [],
    ),
]
PASSED_OVER = {
    "1-16": "title, dates, purpose",
    "19 26-27 29 32 57 72-74 89 99 103 145": "introductions",
    "149-154": "why to write tests first",
    "162": "whom to compare with",
    "166 172": "what to hand in: a readme with names and pseudocode",
    "174-179": "points",
    "181-182": "points",
}


@pytest.mark.turns(4)
@by_claim(TABLE)
def test_calcudoku_keeps_what_its_paper_says(row: Row, desk: Desk) -> None:
    check(row, PAPER, desk)


def test_each_line_of_calcudokus_paper_is_in_the_table_or_passed_over() -> None:
    check_lines(PAPER, TABLE, PASSED_OVER)
