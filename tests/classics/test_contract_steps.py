"""Every name and behavior in the paper of Steps (Hacettepe, BBM103, assignment 2)."""

from __future__ import annotations

import inspect
import sys
from itertools import pairwise

import pytest

from pandoku.classics.steps import program, sudoku
from tests.classics.contract import Desk, Row, by_claim, check, check_lines, takes
from tests.here import Ended

PAPER = "003"
COMMAND = "python3 sudoku.py input.txt output.txt"
# The paper's puzzle, row by row.
PUZZLE = """0 4 0 0 0 0 1 7 9
0 0 2 0 0 8 0 5 4
0 0 6 0 0 5 0 0 8
0 8 0 0 7 0 9 1 0
0 5 0 0 9 0 0 3 0
0 1 9 0 6 0 0 4 0
3 0 0 4 0 0 7 0 0
5 7 0 1 0 0 2 0 0
9 2 8 0 0 0 0 6 0"""
NUMBERED = "\n".join(f"{i} {row}" for i, row in enumerate(PUZZLE.splitlines(), 1))
SOLUTION = """8 4 5 6 3 2 1 7 9
7 3 2 9 1 8 6 5 4
1 9 6 7 4 5 3 2 8
6 8 3 5 7 4 9 1 2
4 5 7 2 9 1 8 3 6
2 1 9 8 6 3 5 4 7
3 6 1 4 2 9 7 8 5
5 7 4 1 8 6 2 9 3
9 2 8 3 5 7 4 6 1"""
DASHES = "-" * 18
FIRST_STEP = f"{DASHES}\nStep 1 - 8 @ R1C1\n{DASHES}\n8{PUZZLE[1:]}\n{DASHES}\nStep 2 "
# Solved but for the cells of the paper's list: (2, 3), (2, 5), (3, 1), (6, 2) and (6, 4).
LISTED = [(2, 3), (2, 5), (3, 1), (6, 2), (6, 4)]
HARD = """9 0 0 0 0 8 0 0 0
0 0 0 0 3 2 0 0 0
6 8 0 9 0 1 0 7 0
8 0 9 5 2 0 0 3 0
2 0 0 0 0 0 0 0 5
0 4 0 0 9 3 7 0 8
0 2 0 3 0 9 0 6 4
0 0 0 2 8 0 0 0 0
0 0 0 6 0 0 0 0 3"""


def solve(desk: Desk, puzzle: str = PUZZLE) -> str:
    """Return the output file for an input file."""
    (desk.tmp / "in").write_text(puzzle)
    done = desk.command("steps", "python3 sudoku.py in out")
    assert done.stdout == b""
    assert (done.returncode == 0) == (done.stderr == b"")
    return (desk.tmp / "out").read_text()


def status(desk: Desk, command: str) -> int:
    """Return the exit status of a command, which must not print to stdout or leave a file."""
    before = set(desk.tmp.iterdir())
    done = desk.command("steps", command)
    assert done.stdout == b""
    assert {path.name for path in set(desk.tmp.iterdir()) - before} <= {"input.txt"}
    return done.returncode


def refused(desk: Desk, puzzle: str) -> int:
    """Return the exit status for an input that is not a puzzle."""
    (desk.tmp / "in").write_text(puzzle)
    return status(desk, "python3 sudoku.py in output.txt")


def headings(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("Step")]


def places(text: str) -> list[tuple[int, int]]:
    """Return the row and the column of each step."""
    names = [line.rpartition("@ R")[2].split("C") for line in headings(text)]
    return [(int(row), int(column)) for row, column in names]


def grids(text: str) -> list[list[str]]:
    """Return the digits of the grid after each step."""
    blocks = text.split(DASHES + "\n")[2::2]
    return [block.removesuffix(DASHES).split() for block in blocks]


def emptied(cells: list[tuple[int, int]]) -> str:
    rows = [row.split() for row in SOLUTION.splitlines()]
    for r, c in cells:
        rows[r - 1][c - 1] = "0"
    return "\n".join(" ".join(row) for row in rows)


def first_single(digits: list[str]) -> tuple[int, str]:
    """Return the first cell with a single possibility, found the long way, and its digit."""
    for cell, digit in enumerate(digits):
        r, c = divmod(cell, 9)
        seen = {
            digits[other]
            for other in range(81)
            if other // 9 == r
            or other % 9 == c
            or (other // 27, other % 9 // 3) == (r // 3, c // 3)
        }
        left = set("123456789") - seen
        if digit == "0" and len(left) == 1:
            return cell, left.pop()
    raise AssertionError("no cell has a single possibility")


def naive(puzzle: str) -> list[str]:
    """Return the headings of the naive approach."""
    digits, lines = puzzle.split(), list[str]()
    while "0" in digits:
        cell, digit = first_single(digits)
        digits[cell] = digit
        lines.append(f"Step {len(lines) + 1} - {digit} @ R{cell // 9 + 1}C{cell % 9 + 1}")
    return lines


def changes(text: str) -> list[int]:
    """Return how many cells each step changes."""
    states = [PUZZLE.split(), *grids(text)]
    return [
        sum(a != b for a, b in zip(before, after, strict=True))
        for before, after in pairwise(states)
    ]


def call_main(desk: Desk) -> tuple[int, bool]:
    (desk.tmp / "in").write_text(PUZZLE)
    files = [str(desk.tmp / "in"), str(desk.tmp / "out")]
    desk.monkeypatch.setattr(sys, "argv", ["sudoku.py", *files])
    return sudoku.main(), (desk.tmp / "out").is_file()


def functions() -> list[str]:
    return [name for name, value in vars(program).items() if inspect.getmodule(value) is program]


TABLE = [
    # The puzzle and its input
    Row(
        "17 each column",
        "rows, columns and boxes have each digit",
        lambda d: solve(d).split(DASHES + "\n")[-1].removesuffix("\n" + DASHES),
        SOLUTION,
    ),
    Row("17 9×9", "a 4x4 grid is refused", lambda d: refused(d, "1 2 3 4\n" * 4), 2),
    Row("19 output the steps", "the steps are written", lambda d: len(headings(solve(d))), 48),
    Row(
        "23 text file; 25 4; 26 2",
        "the paper's puzzle lies beside the program",
        lambda d: (d.classics / "steps" / "input.txt").read_text().rstrip(),
        PUZZLE,
    ),
    Row(
        "23 Lines correspond to rows",
        "the first line is row 1",
        lambda d: solve(d).splitlines()[3],
        "8 4 0 0 0 0 1 7 9",
    ),
    Row(
        "23 separated with space",
        "each cell has spaces around it",
        lambda d: solve(d, PUZZLE.replace(" ", "  ")) == solve(d),
        True,
    ),
    Row(
        "23 number zero",
        "0 is an empty cell",
        lambda d: places(solve(d, emptied([(4, 4)]))),
        [(4, 4)],
    ),
    Row(
        "23 first command line",
        "the first argument is the input",
        lambda d: status(d, "python3 sudoku.py absent output.txt"),
        2,
    ),
    Row(
        "35 0 4 0 0 0 0 1 7 9; 36 0 0 2 0 0 8 0 5 4; 37 0 0 6 0 0 5 0 0 8; "
        "38 0 8 0 0 7 0 9 1 0; 39 0 5 0 0 9 0 0 3 0; "
        "40 0 1 9 0 6 0 0 4 0; 41 3 0 0 4 0 0 7 0 0; "
        "42 5 7 0 1 0 0 2 0 0; 43 9 2 8 0 0 0 0 6 0",
        "a column of line numbers is dropped",
        lambda d: solve(d, NUMBERED) == solve(d),
        True,
        settled="Figure 2 shows the numbers of the lines, which the file does not have",
    ),
    # The output
    Row(
        "51 remain the same",
        "grids are written as the input is",
        lambda d: solve(d).splitlines()[4:12],
        PUZZLE.splitlines()[1:],
    ),
    Row(
        "51 48 empty cells",
        "48 empty cells take 48 steps",
        lambda d: (PUZZLE.count("0"), len(headings(solve(d)))),
        (48, 48),
    ),
    Row(
        "51 exactly one empty cell",
        "each step fills one cell",
        lambda d: changes(solve(d)),
        [1] * 48,
    ),
    Row(
        "51 second command line",
        "the second argument is the output",
        lambda d: [
            status(d, "python3 sudoku.py input.txt"),
            status(d, "python3 sudoku.py input.txt absent/output.txt"),
        ],
        [2, 2],
    ),
    Row(
        "51 printout",
        "nothing goes to stdout or stderr",
        lambda d: d.command("steps", COMMAND),
        Ended(0, b"", b""),
    ),
    Row(
        "53 18 times; 55 18 times; 54 Step; 56 Situation",
        "a step is dashes, heading, dashes, grid",
        lambda d: solve(d)[: len(FIRST_STEP)],
        FIRST_STEP,
        settled="the dash between number and value is lost in the paper's text",
    ),
    Row(
        "54 SN; 60 Number of current step",
        "steps count from 1",
        lambda d: [int(line.split()[1]) for line in headings(solve(d))],
        list(range(1, 49)),
    ),
    Row(
        "54 VAL; 61 Value",
        "the value is that of the cell filled",
        lambda d: (
            [line.split()[3] for line in headings(solve(d))]
            == [
                grid[9 * r + c - 10]
                for grid, (r, c) in zip(grids(solve(d)), places(solve(d)), strict=True)
            ]
        ),
        True,
    ),
    Row(
        "54 ROW; 62 Row number; 63 Column number",
        "rows and columns count from 1",
        lambda d: [places(solve(d))[0], places(solve(d))[-1]],
        [(1, 1), (9, 9)],
    ),
    Row(
        "56 end of the current step",
        "the grid is that after the step",
        lambda d: grids(solve(d))[-1],
        SOLUTION.split(),
    ),
    Row(
        "53 -",
        "after the last step comes a line of dashes without a newline",
        lambda d: solve(d)[-36:],
        SOLUTION[-17:] + "\n" + DASHES,
        settled="the paper does not mention it; the course's own files end so",
    ),
    # The approach
    Row(
        "67 result the same; 69 only one possibility",
        "the steps are those of the naive approach",
        lambda d: headings(solve(d)),
        naive(PUZZLE),
    ),
    Row(
        "69 guaranteed",
        "without such a cell the steps end",
        lambda d: len(headings(solve(d, HARD))),
        5,
        settled="exit status 1 and a message; the paper's puzzles all have one",
    ),
    Row(
        "71 upmost row; 73 (2, 3); 74 (2, 5); 75 (3, 1); 76 (6, 2); 77 (6, 4)",
        "the topmost cell comes first, then the leftmost",
        lambda d: places(solve(d, emptied(LISTED))),
        LISTED,
    ),
    Row(
        "71 (R, C)",
        "the first of them is (2, 3)",
        lambda d: places(solve(d, emptied(LISTED[::-1])))[0],
        (2, 3),
    ),
    # The program
    Row(
        "83 loops and functions; 84 functions",
        "the program is made of functions",
        lambda d: functions(),
        ["main", "read_puzzle", "solve_in_steps"],
    ),
    Row(
        "92 naming convention",
        "their names are snake_case",
        lambda d: [n for n in functions() if n != n.lower()],
        [],
    ),
    Row(
        "85 comments; 91 READABLE",
        "each has a docstring",
        lambda d: [bool(getattr(program, n).__doc__) for n in functions()],
        [True] * 3,
    ),
    takes("84 main method", sudoku, "main"),
    Row("113 main function; 91 MAIN", "main() reads, solves and writes", call_main, (0, True)),
    Row(
        "102 python3 sudoku.py input.txt output.txt",
        "the command runs",
        lambda d: d.command("steps", COMMAND).returncode,
        0,
    ),
    Row(
        "100 3.6.8; 11 3.6.8",
        "a Python older than 3.11 gets one line that says so",
        lambda d: d.answer_to_python_3_6("steps/sudoku.py"),
        (1, "sudoku.py: expected Python 3.11 or later, found 3.6.8"),
        settled="Python 3.6 ended in 2021, and pandoku needs 3.11",
    ),
    Row(
        "107 Correct Output",
        "the file has as many bytes as the course's own for this puzzle",
        lambda d: len(solve(d)),
        10521,
    ),
    Row(
        "121 sudoku.py",
        "the file is sudoku.py",
        lambda d: (d.classics / "steps" / "sudoku.py").is_file(),
        True,
    ),
]
PASSED_OVER = {
    "1-10 13-16 21": "title, dates, headings",
    "27-33": "the picture of the puzzle",
    "45-50 58 65": "captions, headings",
    "79-82 86-90 93-96": "the course's rules",
    "98 104-106 108-112": "points",
    "115-120 122-130": "what to hand in, and when",
}


@pytest.mark.turns(4)
@by_claim(TABLE)
def test_steps_keeps_what_its_paper_says(row: Row, desk: Desk) -> None:
    check(row, PAPER, desk)


def test_each_line_of_the_paper_of_steps_is_in_the_table_or_passed_over() -> None:
    check_lines(PAPER, TABLE, PASSED_OVER)
