"""Every name and behavior in the paper of Sets (University of Pennsylvania, CIT 591)."""

from __future__ import annotations

import inspect
from copy import deepcopy
from typing import Any

import pytest

from pandoku.classics.sets import cases, program, sudoku
from pandoku.classics.sets.cases import PROBLEM, SOLUTION
from pandoku.errors import FormatError
from tests.classics.contract import Desk, Row, answer, by_claim, check, check_lines, takes

PAPER = "002"
ALL = {1, 2, 3, 4, 5, 6, 7, 8, 9}
FUNCTIONS = [
    "read_sudoku",
    "convertToSets",
    "convertToInts",
    "getRowLocations",
    "getColumnLocations",
    "getBoxLocations",
    "eliminate",
    "isSolved",
    "solve",
    "print_sudoku",
    "main",
]
BOX = """+-------+-------+-------+
| . . 4 | . . . | . 6 7 |
| 3 . . | 4 7 . | . . 5 |
| 1 5 . | 8 2 . | . . 3 |
+-------+-------+-------+
| . . 6 | . . . | . 3 1 |
| 8 . 2 | 1 . 5 | 6 . 4 |
| 4 1 . | . . . | 9 . . |
+-------+-------+-------+
| 7 . . | . 8 . | . 4 6 |
| 6 . . | . 1 2 | . . . |
| 9 3 . | . . . | 7 1 . |
+-------+-------+-------+
"""
SOLVED_BOX = """+-------+-------+-------+
| 2 8 4 | 5 9 3 | 1 6 7 |
| 3 6 9 | 4 7 1 | 8 2 5 |
| 1 5 7 | 8 2 6 | 4 9 3 |
+-------+-------+-------+
| 5 7 6 | 9 4 8 | 2 3 1 |
| 8 9 2 | 1 3 5 | 6 7 4 |
| 4 1 3 | 2 6 7 | 9 5 8 |
+-------+-------+-------+
| 7 2 1 | 3 8 9 | 5 4 6 |
| 6 4 5 | 7 1 2 | 3 8 9 |
| 9 3 8 | 6 5 4 | 7 1 2 |
+-------+-------+-------+
"""
# The first row lacks 3, 6 and 9; nothing else is given.
OPEN = [[1, 2, 4, 5, 0, 7, 8, 0, 0], *([0] * 9 for _ in range(8))]
SIX = (0, 1)  # the cell of the paper's first example, which has a 6
Sets = list[list[set[int]]]


def read(desk: Desk, text: str) -> list[list[int]]:
    path = desk.tmp / "problem"
    path.write_text(text)
    return sudoku.read_sudoku(str(path))


def is_refused(desk: Desk, text: str) -> bool:
    try:
        read(desk, text)
    except FormatError:
        return True
    return False


def example() -> Sets:
    """The sets of an empty grid with a 6 in row 0, column 1."""
    problem = sudoku.convertToSets([[0] * 9 for _ in range(9)])
    problem[0][1] = {6}
    return problem


def without_six(locations: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Where the 6 of the example is removed in these locations."""
    problem = example()
    count = sudoku.eliminate(problem, SIX, locations)
    gone = [(r, c) for r in range(9) for c in range(9) if 6 not in problem[r][c]]
    assert count == len(gone)
    return gone


def eliminated(
    problem: Sets, location: tuple[int, int], *listed: tuple[int, int]
) -> tuple[int, Sets]:
    return sudoku.eliminate(problem, location, list(listed)), problem


def unchanged(function: Any, problem: list[list[Any]]) -> bool:
    """Whether a function leaves its argument, and returns another array."""
    before = deepcopy(problem)
    answer = function(problem)
    return problem == before and answer is not problem


def solved(problem: list[list[int]]) -> tuple[bool, list[list[int]]]:
    sets = sudoku.convertToSets(problem)
    return sudoku.solve(sets), sudoku.convertToInts(sets)


def calls_of_solve(desk: Desk, problem: list[list[int]]) -> list[tuple[Any, Any, int]]:
    """The location, the list and the answer of each call of eliminate."""
    calls: list[tuple[Any, Any, int]] = []
    eliminate = program.eliminate

    def noted(problem: Sets, location: Any, locations: Any) -> int:
        calls.append((location, locations, eliminate(problem, location, locations)))
        return calls[-1][2]

    desk.monkeypatch.setattr(program, "eliminate", noted)
    sudoku.solve(sudoku.convertToSets(problem))
    return calls


def first_pass() -> list[tuple[tuple[int, int], list[tuple[int, int]]]]:
    """What the paper's procedure gives to eliminate."""
    return [
        ((r, c), locations)
        for r in range(9)
        for c in range(9)
        for locations in (
            sudoku.getRowLocations(r),
            sudoku.getColumnLocations(c),
            sudoku.getBoxLocations((r, c)),
        )
    ]


def passes(desk: Desk) -> list[bool]:
    """Whether each pass over the paper's problem eliminates anything."""
    counts = [count for _, _, count in calls_of_solve(desk, PROBLEM)]
    return [any(counts[start : start + 243]) for start in range(0, len(counts), 243)]


def converse(desk: Desk, problem: list[list[int]], *answers: str) -> list[str]:
    """Return the lines of the program, which reads a problem from the file "p"."""
    (desk.tmp / "p").write_text(str(problem))
    typed = "".join(f"{answer}\n" for answer in answers)
    done = desk.command("sets", "python3 sudoku.py", typed)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def n_puzzles(desk: Desk, *answers: str) -> int:
    return sum("Solved:" in line for line in converse(desk, PROBLEM, *answers))


def names_in_tests() -> set[str]:
    """The functions of the program that its unit tests call."""
    source = inspect.getsource(cases)
    names = [name for name, value in vars(program).items() if inspect.isfunction(value)]
    return {name for name in names if f"{name}(" in source}


def files(desk: Desk) -> list[str]:
    names = ("sudoku.py", "sudoku_test.py")
    return [name for name in names if (desk.classics / "sets" / name).is_file()]


def first_comment(desk: Desk, name: str) -> str:
    return (desk.classics / "sets" / name).read_text().splitlines()[0]


TABLE = [
    # The approach
    Row("12 9x9", "a grid is 9x9", lambda d: is_refused(d, "[[1, 2], [2, 1]]"), True),
    Row(
        "14 every row; 20 easy puzzles",
        "easy puzzles are solved",
        lambda d: solved(PROBLEM),
        (True, SOLUTION),
    ),
    Row("14 solve them all", "not every puzzle is solved", lambda d: solved(OPEN), (False, OPEN)),
    Row(
        "24 singleton",
        "a given is the set of its number, a blank the set of all",
        lambda d: sudoku.convertToSets([[6, 0]]),
        [[{6}, ALL]],
    ),
    Row(
        "26 (0, 0), (0, 2), (0, 4), (0, 6)",
        "the 6 goes from the sets of its row",
        lambda d: [(0, c) in without_six(sudoku.getRowLocations(0)) for c in (0, 2, 4, 6, 8, 1)],
        [True] * 5 + [False],
    ),
    Row(
        "26 (1, 1), (2, 1), (3, 1)",
        "the 6 goes from the sets of its column",
        lambda d: without_six(sudoku.getColumnLocations(1)),
        [(r, 1) for r in range(1, 9)],
    ),
    Row(
        "26 (1, 0), (1, 1), (2, 1)",
        "the 6 goes from the sets of its box",
        lambda d: without_six(sudoku.getBoxLocations(SIX)),
        [(0, 0), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)],
    ),
    Row(
        "28 singleton",
        "a problem of singletons is solved",
        lambda d: sudoku.isSolved([[{1}, {2}], [{3}, {3}]]),
        True,
    ),
    # The functions
    Row(
        "54 exactly; 101 exactly",
        "sudoku.py exports exactly the functions of the paper",
        lambda d: sorted(sudoku.__all__),
        sorted(FUNCTIONS),
    ),
    Row(
        "54 unit tested; 64 unit tests",
        "each function without input or output has unit tests",
        lambda d: sorted(set(FUNCTIONS) - names_in_tests()),
        ["main", "print_sudoku", "read_sudoku"],
    ),
    Row(
        "101 additional",
        "so has each additional one",
        lambda d: "describeUnsolved" in names_in_tests(),
        True,
    ),
    takes("56 read_sudoku(file_name)", sudoku, "read_sudoku", "file_name"),
    Row(
        "62 read_sudoku(file)",
        "it can be called by position",
        lambda d: read(d, str(PROBLEM)),
        PROBLEM,
        settled="the second def names the parameter file; names are to be those of the first",
    ),
    Row(
        "57 list of lists; 58 [ [ 0, 0, 4",
        "read_sudoku returns a list of lists",
        lambda d: read(d, str(PROBLEM)),
        PROBLEM,
    ),
    Row(
        "58 ], [",
        "spaces and lines within the list do not matter",
        lambda d: [
            read(d, str(PROBLEM).replace("[", "[ ").replace("],", " ],\n")),
            read(d, str(PROBLEM).replace(" ", "")),
        ],
        [PROBLEM, PROBLEM],
    ),
    Row(
        "59 problem[8][0]",
        "problem[8] is a list, problem[8][0] an integer",
        lambda d: [(p := read(d, str(PROBLEM)))[8], p[8][0], len(p), len(p[0])],
        [[9, 3, 0, 0, 0, 0, 7, 1, 0], 9, 9, 9],
    ),
    Row(
        "59 2-tuple",
        "a location is a tuple of row and column",
        lambda d: sudoku.getRowLocations(2)[7],
        (2, 7),
    ),
    Row(
        "62 eval",
        "the text is parsed and not evaluated",
        lambda d: is_refused(d, "[[0] * 9] * 9"),
        True,
        settled="a file must not run code",
    ),
    takes("66 convertToSets(problem)", sudoku, "convertToSets", "problem"),
    Row(
        "67 containing just that",
        "an integer becomes its set",
        lambda d: sudoku.convertToSets([[1, 2], [8, 9]]),
        [[{1}, {2}], [{8}, {9}]],
    ),
    Row(
        "67 zero",
        "a zero becomes the set of 1 to 9",
        lambda d: sudoku.convertToSets([[0]]),
        [[ALL]],
    ),
    Row(
        "67 new two-dimensional",
        "convertToSets leaves its argument alone",
        lambda d: unchanged(sudoku.convertToSets, [[0, 1], [2, 0]]),
        True,
    ),
    Row(
        "67 create a set",
        "each zero gets a set of its own",
        lambda d: len({id(s) for row in sudoku.convertToSets([[0, 0], [0, 0]]) for s in row}),
        4,
    ),
    Row(
        "67 any two-dimensional",
        "convertToSets takes any shape",
        lambda d: [sudoku.convertToSets(p) for p in ([], [[5]], [[], [1, 2]])],
        [[], [[{5}]], [[], [{1}, {2}]]],
    ),
    takes("68 convertToInts(problem)", sudoku, "convertToInts", "problem"),
    Row(
        "69 singleton",
        "a singleton becomes its element",
        lambda d: sudoku.convertToInts([[{7}, {1}]]),
        [[7, 1]],
    ),
    Row(
        "69 more than one",
        "a set of more becomes 0",
        lambda d: sudoku.convertToInts([[{7, 1}, set(ALL)]]),
        [[0, 0]],
    ),
    Row("69 empty set", "an empty set becomes 0", lambda d: sudoku.convertToInts([[set()]]), [[0]]),
    Row(
        "69 new two-dimensional",
        "convertToInts leaves its argument alone",
        lambda d: unchanged(sudoku.convertToInts, [[{1}, {2, 3}]]),
        True,
    ),
    Row(
        "69 any two-dimensional",
        "convertToInts takes any shape",
        lambda d: [sudoku.convertToInts(p) for p in ([], [[{5}]], [[], [{1}, {2, 3}]])],
        [[], [[5]], [[], [1, 0]]],
    ),
    takes("70 getRowLocations(rowNumber)", sudoku, "getRowLocations", "rowNumber"),
    Row(
        "71 all nine",
        "the nine locations of a row",
        lambda d: sudoku.getRowLocations(3),
        [(3, c) for c in range(9)],
    ),
    takes("72 getColumnLocations(columnNumber)", sudoku, "getColumnLocations", "columnNumber"),
    Row(
        "73 all nine",
        "the nine locations of a column",
        lambda d: sudoku.getColumnLocations(8),
        [(r, 8) for r in range(9)],
    ),
    takes("74 getBoxLocations(location)", sudoku, "getBoxLocations", "location"),
    Row(
        "75 all nine",
        "the nine locations of a box",
        lambda d: [sudoku.getBoxLocations(at) for at in ((4, 8), (5, 6))],
        [[(r, c) for r in (3, 4, 5) for c in (6, 7, 8)]] * 2,
    ),
    takes(
        "76 eliminate(problem, location, listOfLocations)",
        sudoku,
        "eliminate",
        "problem",
        "location",
        "listOfLocations",
    ),
    Row(
        "77 remove the number",
        "eliminate changes the sets that are listed, and counts",
        lambda d: eliminated([[{1, 2}, {3}], [{1}, {1, 2}]], (1, 0), (0, 0), (0, 1)),
        (1, [[{2}, {3}], [{1}, {1, 2}]]),
    ),
    Row(
        "77 except",
        "the location itself keeps its number",
        lambda d: eliminated([[{1}, {1, 2}]], (0, 0), (0, 0), (0, 1)),
        (1, [[{1}, {2}]]),
    ),
    Row(
        "77 actually made",
        "only removals that happen count",
        lambda d: eliminated([[{1}, {1, 2}, {3}]], (0, 0), (0, 1), (0, 1), (0, 2)),
        (1, [[{1}, {2}, {3}]]),
    ),
    Row(
        "77 should contain",
        "a location with more numbers eliminates nothing",
        lambda d: eliminated([[{1, 2}, {1, 2}, set()]], (0, 0), (0, 1), (0, 2)),
        (0, [[{1, 2}, {1, 2}, set()]]),
        settled="solve calls eliminate for every location",
    ),
    Row(
        "77 any two-dimensional; 109 smaller array",
        "eliminate takes any shape",
        lambda d: eliminated([[{4, 5}], [], [{4}, {4, 6}]], (2, 0), (0, 0), (2, 1)),
        (2, [[{5}], [], [{4}, {6}]]),
    ),
    takes("78 isSolved(problem)", sudoku, "isSolved", "problem"),
    Row(
        "79 exactly one",
        "isSolved is True for singletons",
        lambda d: sudoku.isSolved([[{n} for n in row] for row in SOLUTION]),
        True,
    ),
    Row(
        "79 False",
        "isSolved is False for a larger set or an empty one",
        lambda d: [sudoku.isSolved([[{1}, s]]) for s in ({1, 2}, set[int]())],
        [False, False],
    ),
    takes("80 solve(problem)", sudoku, "solve", "problem"),
    Row(
        "81 changes the array",
        "solve changes the sets and returns True",
        lambda d: solved(PROBLEM),
        (True, SOLUTION),
    ),
    Row(
        "81 False",
        "solve returns False, with the sets as far as they go",
        lambda d: [sudoku.solve(p := sudoku.convertToSets(OPEN)), p[0][4]],
        [False, {3, 6, 9}],
    ),
    Row(
        "82 every location",
        "solve eliminates in row, column and box of each location",
        lambda d: [call[:2] for call in calls_of_solve(d, PROBLEM)[:243]] == first_pass(),
        True,
    ),
    Row("82 repeat", "it repeats until a pass eliminates nothing", passes, [True] * 6 + [False]),
    Row(
        "82 something other than zero",
        "that takes 368 eliminations on the paper's problem",
        lambda d: sum(call[2] for call in calls_of_solve(d, PROBLEM)),
        368,
    ),
    takes("83 print_sudoku(problem)", sudoku, "print_sudoku", "problem"),
    Row(
        "84 dots; 85 +-------+; 86 . . 4; 87 3 . .; 88 1 5 .; 89 +---; 90 . . 6; 91 8 . 2; "
        "92 4 1 .; 93 +---; 94 7 . .; 95 6 . .; 96 9 3 .; 97 +---",
        "print_sudoku prints this box",
        lambda d: d.printed(lambda: sudoku.print_sudoku(PROBLEM)),
        BOX,
    ),
    Row(
        "84 Prints",
        "print_sudoku returns nothing",
        lambda d: answer(lambda: sudoku.print_sudoku(SOLUTION)),
        None,
    ),
    # The conversation
    takes("98 main()", sudoku, "main"),
    Row(
        "99 Print out your name",
        "main prints names first",
        lambda d: "authors" in converse(d, PROBLEM)[0],
        True,
    ),
    Row(
        "99 names should also be in comments",
        "a comment at the top of each file has the names",
        lambda d: ["authors" in first_comment(d, name) for name in ("sudoku.py", "program.py")],
        [True, True],
    ),
    Row(
        "99 ask the user for the name",
        "main asks for a file",
        lambda d: "File with a Sudoku puzzle" in converse(d, PROBLEM)[1],
        True,
    ),
    Row(
        "99 Print the puzzle",
        "main prints the puzzle, then the solution",
        lambda d: "\n".join(converse(d, PROBLEM, "p", "n")[1:28]).partition(": ")[2] + "\n",
        BOX + "Solved:\n" + SOLVED_BOX,
    ),
    Row(
        "99 (possibly incomplete)",
        "an incomplete solution has dots",
        lambda d: converse(d, OPEN, "p", "n")[15:17],
        ["+-------+-------+-------+", "| 1 2 4 | 5 . 7 | 8 . . |"],
    ),
    Row(
        "99 might be any of {3, 6, 9}",
        "main lists the unsolved locations with their numbers",
        lambda d: [line for line in converse(d, OPEN, "p", "n") if line.startswith("Location (0,")],
        [f"Location (0, {c}) might be any of {{3, 6, 9}}" for c in (4, 7, 8)],
    ),
    Row(
        "99 list of unsolved",
        "main lists each unsolved location",
        lambda d: sum(line.startswith("Location (") for line in converse(d, OPEN, "p", "n")),
        75,
    ),
    Row(
        "99 not been completely",
        "main lists nothing if the puzzle is solved",
        lambda d: [line for line in converse(d, PROBLEM, "p", "n") if "Location" in line],
        [],
    ),
    Row(
        "99 another puzzle",
        "after each solution main asks for another",
        lambda d: [n_puzzles(d, "p", "n", "p"), n_puzzles(d, "p", "y", "p", "yes", "p", "no")],
        [1, 3],
    ),
    Row(
        "99 name of a file",
        "main asks again for a file that it cannot read",
        lambda d: [
            sum("Cannot read" in line for line in converse(d, PROBLEM, "absent", "p", "n")),
            n_puzzles(d, "absent", "", "p"),
        ],
        [1, 0],
    ),
    Row(
        "113 sudoku.py and sudoku_test.py",
        "there are two files",
        files,
        ["sudoku.py", "sudoku_test.py"],
    ),
    Row(
        "113 sudoku_test.py",
        "sudoku_test.py passes",
        lambda d: d.command("sets", "python3 sudoku_test.py").returncode,
        0,
    ),
    Row(
        "103 required parameters",
        "each function can be called with the parameters above",
        lambda d: [
            n
            for n in FUNCTIONS
            if any(
                p.default is not p.empty
                for p in inspect.signature(getattr(sudoku, n)).parameters.values()
            )
        ],
        [],
    ),
]
PASSED_OVER = {
    "1-8 10 16 18 22": "title, purpose, headings, the picture",
    "30-50": "what a set can do in Python",
    "52 61": "headings",
    "105-107 111": "advice, heading",
}


@pytest.mark.turns(4)
@by_claim(TABLE)
def test_sets_keeps_what_its_paper_says(row: Row, desk: Desk) -> None:
    check(row, PAPER, desk)


def test_each_line_of_the_paper_of_sets_is_in_the_table_or_passed_over() -> None:
    check_lines(PAPER, TABLE, PASSED_OVER)
