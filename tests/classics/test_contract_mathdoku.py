"""Every name and behavior in the paper of Mathdoku (Dalhousie, CSCI 3901).

The paper is of a Java class. A String is a str here, a List or an array a list, a Map a dict, null
None, a BufferedReader any stream.
"""

from __future__ import annotations

import io

import pytest

from pandoku.classics.mathdoku import Mathdoku
from pandoku.engines import backtracking
from pandoku.model import Cage, Geometry, Puzzle
from tests.classics.contract import Desk, Row, answer, by_claim, check, check_lines, takes, watch

PAPER = "001"
ONE = "a\n a 1 ="
TWO = "ab\ncb\na 1 =\nc 2 =\nb 3 +\n"
FIGURE = """aabb
cdee
cfeg
ffhg
a 3 -
b 1 -
c 2 /
d 2 =
e 5 +
f 9 *
g 2 /
h 4 =
"""
FIGURE_SOLUTION = "1423\n4231\n2314\n3142\n"
NINE = "\n".join(["abcdefghi"] * 9) + "\n" + "".join(f"{c} 45 +\n" for c in "abcdefghi")
NINE_SOLUTION = (
    "123456789\n214365897\n341278956\n432189675\n567891234\n"
    "658917342\n789523461\n896742513\n975634128\n"
)
WIDE = "aabbc\naabbc\nddeec\nddeec\na 3 +\nb 3 +\nc 3 +\nd 3 +\ne 3 +\n"
TALL = "aabb\naabb\nccdd\nccdd\neeff\na 3 +\nb 3 +\nc 3 +\nd 3 +\ne 3 +\nf 3 +\n"
MIXED = "aab\nab\nccb\na 3 +\nb 3 +\nc 3 +\n"
NO_CLUE = "aab\nccb\nddd\na 3 +\nb 3 +\nc 5 +\n"
WRONG_ORDER = "ab\ncb\na 1 =\nc 2 =\nb + 3\n"
TWO_FOR_EQUAL = "aab\nccb\nddd\na 3 =\nb 3 +\nc 5 +\nd 6 +\n"
THREE_FOR_MINUS = "aab\nccb\nddd\na 1 -\nb 1 -\nc 1 -\nd 1 -\n"
THREE_FOR_SLASH = "aab\nccb\nddd\na 2 /\nb 3 /\nc 3 /\nd 2 /\n"
HASH = "ab\ncb\na 1 #\nc 2 =\nb 3 +\n"
NOT_LOADED = [None, "", WIDE, TALL, MIXED]
NOT_READY = [NO_CLUE, WRONG_ORDER, TWO_FOR_EQUAL, THREE_FOR_MINUS, THREE_FOR_SLASH, HASH]
UNSOLVABLE = "a\na 2 =\n"
METHODS = ["initializeDS", "nextEmptyCell", "choicesIncrement", "valueValidation", "rowValidation"]
METHODS += ["colValidation", "groupValidation"]


class Broken(io.StringIO):
    """A stream that cannot be read."""

    def read(self, size: int | None = -1) -> str:
        raise OSError("gone")

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        raise OSError("gone")


def call(puzzle: Mathdoku, text: str | None, *methods: str) -> list[object]:
    """Return what methods return, called in this order; "loadPuzzle" gets the text."""
    answers: list[object] = []
    for name in methods:
        stream = None if text is None else io.StringIO(text)
        answers.append(getattr(puzzle, name)(*([stream] if name == "loadPuzzle" else [])))
    return answers


def ask(text: str | None, *methods: str) -> list[object]:
    return call(Mathdoku(), text, *methods)


def loaded(text: str = FIGURE) -> Mathdoku:
    puzzle = Mathdoku()
    puzzle.loadPuzzle(io.StringIO(text))
    return puzzle


def solved(text: str = FIGURE) -> Mathdoku:
    puzzle = loaded(text)
    puzzle.solve()
    return puzzle


def with_board(*rows: str) -> Mathdoku:
    """Figure 1 with these values on its board."""
    puzzle = loaded()
    puzzle.puzzleBoard = [[int(value) for value in row] for row in rows]
    return puzzle


def watched() -> tuple[Mathdoku, list[str]]:
    """Return a Mathdoku and the list of its private methods that are called, as it grows."""
    puzzle = Mathdoku()
    return puzzle, watch(puzzle, *METHODS)


def calls_of(text: str, *methods: str) -> list[str]:
    puzzle, calls = watched()
    call(puzzle, text, *methods)
    return calls


def calls_of_validation(name: str, value: int) -> list[str]:
    """The calls that one validation makes, for a cell whose row has a 1."""
    puzzle, calls = watched()
    call(puzzle, FIGURE, "loadPuzzle")
    puzzle.puzzleBoard[0] = [0, 1, 0, 0]
    calls.clear()
    getattr(puzzle, name)(value, 0, 0)
    return calls


def initialized_again() -> Mathdoku:
    """A solved puzzle whose lines were replaced by those of another."""
    puzzle = solved()
    puzzle.puzzleInput = TWO.splitlines()
    puzzle.initializeDS()
    return puzzle


def solved_twice() -> list[object]:
    """What a second call changes: the answer, whether the board is the same, the choices."""
    puzzle = solved()
    board = [list(row) for row in puzzle.puzzleBoard]
    return [puzzle.solve(), puzzle.puzzleBoard == board, puzzle.choices()]


def fits(operator: str, result: int, value: int, *others: int) -> bool:
    """Whether a value fits in an empty cell of a group whose other cells have these values."""
    row = ("a" * (1 + len(others))).ljust(4, "b")
    puzzle = loaded(f"{row}\nbbbb\nbbbb\nbbbb\na {result} {operator}\nb 1 +\n")
    puzzle.puzzleBoard[0][1 : 1 + len(others)] = others
    return puzzle.groupValidation(value, 0, 0)


def counts(n: int, n_empty: int) -> bool:
    """Whether a dropped choice counts on an n x n board with so many empty cells."""
    puzzle = loaded(("a" * n + "\n") * n)
    for cell in range(n_empty, n * n):
        puzzle.puzzleBoard[cell // n][cell % n] = 1
    puzzle.choicesIncrement()
    return puzzle.choices() == 1


def kinds(puzzle: Mathdoku) -> dict[str, str]:
    """The type of each global variable, by name."""
    names = """puzzleSize choiceCounter isPuzzleReady isGridComplete operators grpVarSet puzzleInput
        groupCells groupOperators groupEquals groupArr puzzleBoard"""
    return {name: type(getattr(puzzle, name)).__name__ for name in names.split()}


def state(puzzle: Mathdoku) -> dict[str, object]:
    return {name: getattr(puzzle, name) for name in kinds(puzzle)}


def reloaded(text: str | None) -> Mathdoku:
    puzzle = solved()
    call(puzzle, text, "loadPuzzle")
    return puzzle


def flow(puzzle: Mathdoku, text: str) -> list[object]:
    return call(puzzle, text, "loadPuzzle", "readyToSolve", "solve", "print", "choices")


def twice(first: str, second: str) -> list[list[object]]:
    puzzle = Mathdoku()
    return [flow(puzzle, first), flow(puzzle, second)]


def engine_counts() -> tuple[object, object]:
    """The counters of the engine that has the same search."""
    puzzle = loaded()
    cells = puzzle.groupCells
    cages = tuple(
        Cage(puzzle.groupOperators[g], puzzle.groupEquals[g], tuple(4 * r + c for r, c in cells[g]))
        for g in cells
    )
    stats = backtracking.ENGINE.solve(Puzzle(Geometry.latin(4), cages=cages), limit=1).stats
    return stats["choices"], stats["undone"]


def readiness_without(attribute: str) -> list[bool]:
    """Whether Figure 1 is ready before and after a group's entry in a map is removed."""
    puzzle = loaded()
    before = puzzle.readyToSolve()
    del getattr(puzzle, attribute)["e"]
    return [before, puzzle.readyToSolve()]


PRIVATE = "the paper calls it private; in Python it has the paper's name"
TABLE = [
    # The program and its search
    Row(
        "5 public class; 111 Mathdoku class",
        "the class is Mathdoku",
        lambda d: Mathdoku.__name__,
        "Mathdoku",
    ),
    Row(
        "45 VertexCluster",
        "the public methods are those of Mathdoku",
        lambda d: [
            callable(getattr(Mathdoku, n))
            for n in ("loadPuzzle", "readyToSolve", "solve", "print", "choices")
        ],
        [True] * 5,
        settled="the heading names the class of another program; the rest says Mathdoku",
    ),
    Row(
        "5 range",
        "values are 1 to n",
        lambda d: sorted(set(solved().print()) - {"\n"}),
        ["1", "2", "3", "4"],
    ),
    Row(
        "5 repeated",
        "no value repeats in a row or column",
        lambda d: [
            sorted(x) == [1, 2, 3, 4]
            for x in (*solved().puzzleBoard, *zip(*solved().puzzleBoard, strict=True))
        ],
        [True] * 8,
    ),
    Row(
        "5 operation",
        "groups have + - * / =",
        lambda d: ask("aab\nccb\nddd\na 3 +\nb 3 *\nc 3 /\nd 6 +\n", "loadPuzzle", "readyToSolve"),
        [True, True],
    ),
    Row(
        "9 backtracking; 10 Recursion; 26 backtrack",
        "values are taken back",
        lambda d: solved().undone(),
        9,
    ),
    Row(
        "12 Load; 13 valid grid; 14 operators; 15 Pick; 16 try; 27 solved",
        "the steps lead to the solution",
        lambda d: ask(FIGURE, "loadPuzzle", "readyToSolve", "solve", "print"),
        [True, True, True, FIGURE_SOLUTION],
    ),
    Row(
        "15 row to row; 16 [1-N]",
        "of several solutions the first in ascending order is found",
        lambda d: solved(NINE).print(),
        NINE_SOLUTION,
    ),
    Row("28 failed choices", "failed choices are counted", lambda d: solved().choices(), 3),
    Row(
        "17 value; 18 row; 19 column; 20 Group",
        "a value is tested in row, column and group",
        lambda d: calls_of_validation("valueValidation", 4),
        ["valueValidation", "rowValidation", "colValidation", "groupValidation"],
    ),
    # Global variables
    Row(
        "30 Global Variables",
        "all twelve have the paper's type",
        lambda d: kinds(loaded()),
        {
            "puzzleSize": "int",
            "choiceCounter": "int",
            "isPuzzleReady": "bool",
            "isGridComplete": "bool",
            "operators": "list",
            "grpVarSet": "set",
            "puzzleInput": "list",
            "groupCells": "dict",
            "groupOperators": "dict",
            "groupEquals": "dict",
            "groupArr": "list",
            "puzzleBoard": "list",
        },
        settled="the list begins their names with capitals, the text with small letters",
    ),
    Row(
        "32 puzzleSize",
        "puzzleSize is n",
        lambda d: [loaded(ONE).puzzleSize, loaded(FIGURE).puzzleSize],
        [1, 4],
    ),
    Row(
        "33 ChoiceCounter; 103 choiceCounter",
        "choiceCounter counts",
        lambda d: [loaded().choiceCounter, solved().choiceCounter],
        [0, 3],
    ),
    Row(
        "34 IsPuzzleReady; 63 isPuzzleReady",
        "isPuzzleReady is what readyToSolve found",
        lambda d: [loaded().isPuzzleReady, solved().isPuzzleReady, solved(HASH).isPuzzleReady],
        [False, True, False],
    ),
    Row(
        "35 IsGridComplete; 123 isGridComplete",
        "isGridComplete says that the grid is square",
        lambda d: [
            Mathdoku().isGridComplete,
            loaded().isGridComplete,
            loaded(MIXED).isGridComplete,
        ],
        [False, True, False],
    ),
    Row(
        "36 Operators",
        "operators are five strings",
        lambda d: Mathdoku().operators,
        ["+", "-", "*", "/", "="],
    ),
    Row(
        "37 GrpVarSet; 125 grpVarSet",
        "grpVarSet has the groups",
        lambda d: loaded().grpVarSet,
        set("abcdefgh"),
    ),
    Row(
        "38 PuzzleInput; 56 puzzleInput",
        "puzzleInput has the lines",
        lambda d: loaded(TWO).puzzleInput,
        ["ab", "cb", "a 1 =", "c 2 =", "b 3 +"],
    ),
    Row(
        "39 GroupCells; 125 groupCells",
        "groupCells maps groups to locations",
        lambda d: loaded(TWO).groupCells,
        {"a": [[0, 0]], "b": [[0, 1], [1, 1]], "c": [[1, 0]]},
    ),
    Row(
        "40 GroupOperators; 126 groupOperators",
        "groupOperators maps groups to operators",
        lambda d: loaded(TWO).groupOperators,
        {"a": "=", "b": "+", "c": "="},
    ),
    Row(
        "41 GroupEquals; 126 groupEquals",
        "groupEquals maps groups to results",
        lambda d: loaded(TWO).groupEquals,
        {"a": 1, "b": 3, "c": 2},
    ),
    Row(
        "42 GroupArr; 124 groupArr",
        "groupArr has the group of each cell",
        lambda d: loaded(TWO).groupArr,
        [["a", "b"], ["c", "b"]],
    ),
    Row(
        "43 PuzzleBoard; 124 puzzleBoard",
        "puzzleBoard has 0s, then the solution",
        lambda d: [loaded(TWO).puzzleBoard, solved(TWO).puzzleBoard],
        [[[0, 0], [0, 0]], [[1, 2], [2, 1]]],
    ),
    Row(
        "43 finally solve",
        "solve goes on from the values on puzzleBoard",
        lambda d: [
            with_board("1400", "0000", "0000", "0002").solve(),
            with_board("2000", "0000", "0000", "0000").solve(),
        ],
        [True, False],
    ),
    # loadPuzzle
    takes(
        "47 loadPuzzle(BufferedReader stream); 49 stream", Mathdoku, "loadPuzzle", "self", "stream"
    ),
    Row(
        "50 boolean; 51 read the puzzle; 59 returns true",
        "loadPuzzle reads a stream",
        lambda d: [
            ask(FIGURE, "loadPuzzle")[0],
            Mathdoku().loadPuzzle(io.BufferedReader(io.BytesIO(FIGURE.encode()))),
        ],
        [True, True],
    ),
    Row(
        "53 reset",
        "loadPuzzle resets every variable",
        lambda d: state(reloaded(TWO)) == state(loaded(TWO)),
        True,
    ),
    Row(
        "53 every time",
        "a load that fails resets them too",
        lambda d: state(reloaded(None)) == state(Mathdoku()),
        True,
    ),
    Row(
        "54 null; 210 null; 211 false",
        "no stream is False",
        lambda d: ask(None, "loadPuzzle"),
        [False],
    ),
    Row(
        "55 IOException; 57 exception",
        "a stream that cannot be read is False",
        lambda d: Mathdoku().loadPuzzle(Broken("a\na 1 =\n")),
        False,
    ),
    Row(
        "56 line by line",
        "any line end will do",
        lambda d: loaded(TWO.replace("\n", "\r\n")).puzzleInput,
        ["ab", "cb", "a 1 =", "c 2 =", "b 3 +"],
    ),
    Row(
        "58 empty; 212 empty; 213 false",
        "an empty file is False",
        lambda d: ask("", "loadPuzzle"),
        [False],
    ),
    Row(
        "58 initializeDS; 117 called by load",
        "loadPuzzle calls initializeDS",
        lambda d: calls_of(FIGURE, "loadPuzzle"),
        ["initializeDS"],
    ),
    Row(
        "59 grid",
        "loadPuzzle is False if there is no grid",
        lambda d: ask("a 1 =\n", "loadPuzzle"),
        [False],
    ),
    # readyToSolve
    takes("61 readyToSolve()", Mathdoku, "readyToSolve", "self"),
    Row(
        "64 solve can be called",
        "a valid puzzle is ready",
        lambda d: ask(FIGURE, "loadPuzzle", "readyToSolve"),
        [True, True],
    ),
    Row(
        "66 groupOperators",
        "each group needs an operator",
        lambda d: readiness_without("groupOperators"),
        [True, False],
    ),
    Row(
        "66 groupEquals; 68 grouping variables",
        "each group needs a result",
        lambda d: readiness_without("groupEquals"),
        [True, False],
    ),
    Row(
        "69 defined set",
        "each operator is one of the five",
        lambda d: [
            ask(TWO.replace("3 +", f"3 {o}"), "loadPuzzle", "readyToSolve")[1] for o in "+-*/=#%x"
        ],
        [True, True, True, True, False, False, False, False],
    ),
    Row(
        "70 one cell",
        "= has one cell",
        lambda d: ask(TWO_FOR_EQUAL, "loadPuzzle", "readyToSolve"),
        [True, False],
    ),
    Row(
        "71 two cells",
        "- and / have two cells",
        lambda d: [
            ask(f"ab\ncb\na 1 {o}\nc 2 =\nb 3 +\n", "loadPuzzle", "readyToSolve")[1] for o in "-/"
        ],
        [False, False],
    ),
    Row("72 isPuzzleReady", "then isPuzzleReady is set", lambda d: solved().isPuzzleReady, True),
    # solve
    takes("74 solve ()", Mathdoku, "solve", "self"),
    Row(
        "76 boolean; 78 Returns true",
        "solve is True if the puzzle is solved",
        lambda d: ask(FIGURE, "loadPuzzle", "solve"),
        [True, True],
    ),
    Row(
        "78 false",
        "solve is False if there is no solution",
        lambda d: ask(UNSOLVABLE, "loadPuzzle", "solve"),
        [True, False],
    ),
    Row(
        "82 ready",
        "solve looks whether the puzzle is ready",
        lambda d: [ask(text, "loadPuzzle", "solve") for text in NOT_READY],
        [[True, False]] * 6,
    ),
    Row(
        "83 next empty",
        "solve asks for the next empty cell after each value",
        lambda d: calls_of(TWO, "loadPuzzle", "solve").count("nextEmptyCell"),
        6,
        settled="once more before it starts",
    ),
    Row(
        "84 no empty cell",
        "a solved puzzle is solved again at once",
        lambda d: solved_twice(),
        [True, True, 3],
    ),
    Row(
        "84 all possible values; 85 value validation",
        "solve validates values in order",
        lambda d: calls_of("a\na 1 =\n", "loadPuzzle", "solve"),
        [
            "initializeDS",
            "nextEmptyCell",
            "nextEmptyCell",
            "valueValidation",
            "rowValidation",
            "colValidation",
            "groupValidation",
            "nextEmptyCell",
        ],
    ),
    Row(
        "85 cell value to 0",
        "a failed solve leaves the cells empty",
        lambda d: solved(UNSOLVABLE).puzzleBoard,
        [[0]],
    ),
    Row(
        "86 choicesIncrement",
        "solve counts a cell without a value",
        lambda d: calls_of(UNSOLVABLE, "loadPuzzle", "solve")[-1],
        "choicesIncrement",
    ),
    # print
    takes("88 print()", Mathdoku, "print", "self"),
    Row("90 String; 96 empty string", "print returns a text", lambda d: Mathdoku().print(), ""),
    Row(
        "92 current state",
        "print has values and groups",
        lambda d: with_board("1020", "0000", "0003", "0000").print(),
        "1a2b\ncdee\ncfe3\nffhg\n",
    ),
    Row(
        "96 printPuzzle", "print prints nothing", lambda d: d.printed(lambda: solved().print()), ""
    ),
    Row(
        "97 complete",
        "print is empty for an invalid grid",
        lambda d: [ask(text, "loadPuzzle", "print")[1] for text in NOT_LOADED],
        [""] * 5,
    ),
    Row(
        "98 zero; 202 grouping variable",
        "before solving it has the groups",
        lambda d: loaded().print(),
        "aabb\ncdee\ncfeg\nffhg\n",
    ),
    Row("99 new line", "each row ends with a newline", lambda d: solved(TWO).print(), "12\n21\n"),
    # choices
    takes("101 choices()", Mathdoku, "choices", "self"),
    Row("105 wrong choices", "choices returns the counter", lambda d: solved().choices(), 3),
    Row(
        "109 choicesIncrement",
        "choicesIncrement does the counting",
        lambda d: [
            calls_of(FIGURE, "loadPuzzle", "solve").count("choicesIncrement"),
            solved().choices(),
        ],
        [9, 3],
    ),
    # Private methods
    takes("113 initializeDS()", Mathdoku, "initializeDS", "self")._replace(settled=PRIVATE),
    Row(
        "115 boolean; 128 isGridComplete",
        "initializeDS returns isGridComplete",
        lambda d: [loaded().initializeDS(), loaded(WIDE).initializeDS()],
        [True, False],
    ),
    Row(
        "118 initializes",
        "initializeDS reads puzzleInput again",
        lambda d: state(initialized_again()) == state(loaded(TWO)),
        True,
    ),
    Row(
        "122 first row",
        "n is the length of the first row",
        lambda d: loaded("abc\nabc\nabc\n").puzzleSize,
        3,
    ),
    Row(
        "123 n characters",
        "each of the n rows has n characters",
        lambda d: ask(MIXED, "loadPuzzle"),
        [False],
    ),
    Row(
        "123 greater",
        "a grid without other lines is loaded, and not ready",
        lambda d: ask("ab\nab\n", "loadPuzzle", "readyToSolve"),
        [True, False],
        settled="loading does not validate the groups",
    ),
    Row("124 0", "puzzleBoard starts with 0s", lambda d: loaded().puzzleBoard, [[0] * 4] * 4),
    Row(
        "126 rest of the rows",
        "the other lines may come in any order",
        lambda d: loaded("ab\ncb\nb 3 +\na 1 =\nc 2 =\n").groupEquals,
        {"a": 1, "b": 3, "c": 2},
    ),
    Row(
        "127 less than",
        "too few rows are not ready",
        lambda d: ask("abc\nabc\na 1 +\n", "loadPuzzle", "readyToSolve"),
        [False, False],
    ),
    takes(
        "130 rowValidation(int value, int rowNo, int colNo); 132 rowNo",
        Mathdoku,
        "rowValidation",
        "self",
        "value",
        "rowNo",
        "colNo",
    )._replace(settled=PRIVATE),
    Row(
        "134 boolean; 136 row",
        "rowValidation looks for the value in the row",
        lambda d: [
            with_board("0400", "1000", "0000", "0000").rowValidation(v, 0, 0) for v in (1, 4)
        ],
        [True, False],
    ),
    Row(
        "140 wrapper",
        "rowValidation counts nothing",
        lambda d: calls_of_validation("rowValidation", 1),
        ["rowValidation"],
        settled="the sentence is that of choices, copied",
    ),
    takes(
        "142 colValidation (int value, int rowNo, int colNo); 144 colNo",
        Mathdoku,
        "colValidation",
        "self",
        "value",
        "rowNo",
        "colNo",
    )._replace(settled=PRIVATE),
    Row(
        "146 boolean; 148 column; 152 column",
        "colValidation looks for the value in the column",
        lambda d: [
            with_board("0400", "1000", "0000", "0000").colValidation(v, 0, 0) for v in (1, 4)
        ],
        [False, True],
    ),
    takes(
        "154 groupValidation(int value, int rowNo, int colNo); 156 value",
        Mathdoku,
        "groupValidation",
        "self",
        "value",
        "rowNo",
        "colNo",
    )._replace(settled=PRIVATE),
    Row(
        "158 boolean; 160 rules; 164 operator",
        "groupValidation applies the rule of the cell's group",
        lambda d: [loaded().groupValidation(v, 1, 1) for v in (1, 2, 3)],
        [False, True, False],
    ),
    Row(
        "21 exceed; 165 exceed",
        "+ does not exceed the result",
        lambda d: [fits("+", 6, 3, 2, 0), fits("+", 6, 4, 2, 0), fits("+", 6, 4, 3, 0)],
        [True, True, False],
    ),
    Row(
        "165 +",
        "+ gives the result once all cells are full",
        lambda d: [fits("+", 6, v, 2, 1) for v in (2, 3, 4)],
        [False, True, False],
        settled="taken literally, a sum below the result would do, and grids come out wrong",
    ),
    Row(
        "22 -; 166 -",
        "- is true if both cells are empty, else one difference is the result",
        lambda d: [fits("-", 1, 3, 0), fits("-", 1, 3, 2), fits("-", 1, 3, 4), fits("-", 1, 3, 1)],
        [True, True, True, False],
    ),
    Row(
        "23 multiplying; 167 multiplying",
        "* does not exceed the result",
        lambda d: [fits("*", 6, 3, 2, 0), fits("*", 6, 4, 2, 0)],
        [True, False],
    ),
    Row(
        "167 result",
        "* gives the result once all cells are full",
        lambda d: [fits("*", 12, v, 2, 2) for v in (2, 3, 4)],
        [False, True, False],
        settled="as for +",
    ),
    Row(
        "24 both cells; 168 both cells",
        "/ is true if both cells are empty, else one quotient is the result",
        lambda d: [fits("/", 2, 4, 0), fits("/", 2, 4, 2), fits("/", 2, 2, 4), fits("/", 2, 4, 4)],
        [True, True, True, False],
    ),
    Row("168 equal", "/ is exact", lambda d: fits("/", 1, 3, 2), False),
    Row(
        "25 value = result; 169 value = result",
        "= is the result",
        lambda d: [fits("=", 3, v) for v in (2, 3)],
        [False, True],
    ),
    Row(
        "170 false",
        "a value that breaks the rule, or a group without a rule, is False",
        lambda d: [
            loaded(text).groupValidation(1, 0, 0)
            for text in (UNSOLVABLE, HASH, "a\n", "a\na 1 -\n", "aa\naa\na 1 /\n")
        ],
        [False] * 5,
    ),
    takes(
        "172 valueValidation(int value, int rowNo, int colNo); 174 value",
        Mathdoku,
        "valueValidation",
        "self",
        "value",
        "rowNo",
        "colNo",
    )._replace(settled=PRIVATE),
    Row(
        "175 boolean; 176 validate",
        "valueValidation is True if all three are",
        lambda d: [
            with_board("0400", "0000", "0000", "0000").valueValidation(v, 0, 0)
            for v in (1, 2, 3, 4)
        ],
        [True, False, False, False],
    ),
    Row(
        "178 calls; 179 each",
        "it calls them in this order, up to the first that fails",
        lambda d: [calls_of_validation("valueValidation", v)[1:] for v in (1, 4)],
        [["rowValidation"], ["rowValidation", "colValidation", "groupValidation"]],
    ),
    takes("181 nextEmptyCell()", Mathdoku, "nextEmptyCell", "self")._replace(settled=PRIVATE),
    Row(
        "183 emptyLoc; 184 next empty; 186 value = 0",
        "nextEmptyCell is [row, column], row by row",
        lambda d: [
            loaded().nextEmptyCell(),
            with_board("1234", "1034", "1234", "0000").nextEmptyCell(),
        ],
        [[0, 0], [1, 1]],
    ),
    Row(
        "187 null",
        "nextEmptyCell is None if no cell is empty",
        lambda d: solved().nextEmptyCell() is None,
        True,
    ),
    takes("189 choicesIncrement()", Mathdoku, "choicesIncrement", "self")._replace(settled=PRIVATE),
    Row(
        "189 void; 191 choiceCounter",
        "choicesIncrement returns nothing",
        lambda d: answer(loaded(ONE).choicesIncrement),
        None,
    ),
    Row(
        "193 empty cells; 194 half",
        "up to 4x4 it counts while 2n cells or fewer are empty",
        lambda d: [counts(n, 2 * n + more) for n in (3, 4) for more in (-1, 0, 1)],
        [True, True, False] * 2,
        settled="4x4 counts as small, and half of its cells is 2n",
    ),
    Row(
        "195 n cells",
        "above 4x4 it counts while n cells or fewer are empty",
        lambda d: [counts(n, n + more) for n in (5, 9) for more in (-1, 0, 1)],
        [True, True, False] * 2,
    ),
    Row(
        "191 before reaching",
        "the engine of the same search counts alike",
        lambda d: engine_counts(),
        (3, 9),
    ),
    # Assumptions
    Row(
        "199 case sensitive",
        "z and Z are two groups",
        lambda d: ask(
            "zZ\nyZ\nz 1 =\nZ 3 +\ny 2 =\n", "loadPuzzle", "readyToSolve", "solve", "print"
        ),
        [True, True, True, "12\n21\n"],
    ),
    Row(
        "201 not validate",
        "loadPuzzle does not ask for a solution",
        lambda d: [ask(text, "loadPuzzle") for text in (UNSOLVABLE, *NOT_READY)],
        [[True]] * 7,
    ),
    # Test cases
    Row(
        "219 a\\n a 1 =; 220 true",
        "1x1 is loaded",
        lambda d: ask(ONE, "loadPuzzle", "solve", "print"),
        [True, True, "1\n"],
    ),
    Row("221 2 * 2; 222 true", "2x2 is loaded", lambda d: ask(TWO, "loadPuzzle"), [True]),
    Row("223 9 * 9; 224 true", "9x9 is loaded", lambda d: ask(NINE, "loadPuzzle"), [True]),
    Row(
        "228 2*2; 229 true",
        "2x2 is ready",
        lambda d: ask(TWO, "loadPuzzle", "readyToSolve"),
        [True, True],
    ),
    Row(
        "230 9*9; 231 true",
        "9x9 is ready",
        lambda d: ask(NINE, "loadPuzzle", "readyToSolve"),
        [True, True],
    ),
    Row(
        "235 2*2; 236 true",
        "2x2 is solved without asking whether it is ready",
        lambda d: ask(TWO, "loadPuzzle", "solve"),
        [True, True],
    ),
    Row(
        "237 9*9; 238 true",
        "9x9 is solved",
        lambda d: ask(NINE, "loadPuzzle", "solve"),
        [True, True],
    ),
    Row(
        "242 without loading; 243 empty string",
        "print without a puzzle is empty",
        lambda d: ask(None, "print"),
        [""],
    ),
    Row(
        "244 2*2; 245 solved puzzle",
        "print of a solved 2x2",
        lambda d: ask(TWO, "loadPuzzle", "solve", "print")[2],
        "12\n21\n",
    ),
    Row(
        "246 9*9; 247 solved puzzle",
        "print of a solved 9x9",
        lambda d: ask(NINE, "loadPuzzle", "solve", "print")[2],
        NINE_SOLUTION,
    ),
    Row(
        "251 without loading; 252 0",
        "choices without a puzzle is 0",
        lambda d: ask(None, "choices"),
        [0],
    ),
    Row(
        "253 2*2; 254 int",
        "choices of a solved 2x2",
        lambda d: ask(TWO, "loadPuzzle", "solve", "choices"),
        [True, True, 0],
    ),
    Row(
        "256 9*9; 257 int",
        "choices of a solved 9x9",
        lambda d: type(solved(NINE).choices()).__name__,
        "int",
    ),
    Row(
        "263 4 rows; 264 false",
        "5 columns and 4 rows are not loaded",
        lambda d: ask(WIDE, "loadPuzzle"),
        [False],
    ),
    Row(
        "265 5 rows; 266 false",
        "4 columns and 5 rows are not loaded",
        lambda d: ask(TALL, "loadPuzzle"),
        [False],
    ),
    Row(
        "267 mixed; 268 false",
        "mixed rows are not loaded",
        lambda d: ask(MIXED, "loadPuzzle"),
        [False],
    ),
    Row(
        "269 equal; 270 true",
        "equal numbers are loaded",
        lambda d: ask(FIGURE, "loadPuzzle"),
        [True],
    ),
    Row(
        "274 not provided; 275 false",
        "a group without a line is not ready",
        lambda d: ask(NO_CLUE, "loadPuzzle", "readyToSolve"),
        [True, False],
    ),
    Row(
        "276 b + 3; 277 false",
        "operator before result is not ready",
        lambda d: ask(WRONG_ORDER, "loadPuzzle", "readyToSolve"),
        [True, False],
    ),
    Row(
        "278 =; 279 false",
        "two cells of = are not ready",
        lambda d: ask(TWO_FOR_EQUAL, "loadPuzzle", "readyToSolve"),
        [True, False],
    ),
    Row(
        "280 -; 281 false",
        "three cells of - are not ready",
        lambda d: ask("aab\nacb\nccb\na 1 -\nb 6 +\nc 6 +\n", "loadPuzzle", "readyToSolve"),
        [True, False],
    ),
    Row(
        "282 /; 283 false",
        "three cells of / are not ready",
        lambda d: ask("aab\nacb\nccb\na 1 /\nb 6 +\nc 6 +\n", "loadPuzzle", "readyToSolve"),
        [True, False],
    ),
    Row(
        "284 operator; 285 false",
        "# is not an operator",
        lambda d: ask(HASH, "loadPuzzle", "readyToSolve"),
        [True, False],
    ),
    Row(
        "289 invalid cases; 290 false",
        "solve is False for all of these",
        lambda d: [ask(text, "loadPuzzle", "solve")[1] for text in (*NOT_LOADED, *NOT_READY)],
        [False] * 11,
    ),
    Row(
        "291 valid; 292 true",
        "solve is True for a valid puzzle",
        lambda d: ask(FIGURE, "loadPuzzle", "solve"),
        [True, True],
    ),
    Row(
        "296 invalid grid; 297 empty string",
        "print is empty for each invalid grid, also after solve",
        lambda d: [ask(text, "loadPuzzle", "solve", "print")[2] for text in NOT_LOADED],
        [""] * 5,
    ),
    Row(
        "298 invalid grouping; 299 grouping variables",
        "print has the groups if these are invalid",
        lambda d: ask(NO_CLUE, "loadPuzzle", "solve", "print")[2],
        "aab\nccb\nddd\n",
    ),
    Row(
        "300 valid grid; 301 solved puzzle",
        "print has the solution after solve",
        lambda d: ask(FIGURE, "loadPuzzle", "solve", "print")[2],
        FIGURE_SOLUTION,
        settled="print alone does not solve",
    ),
    Row(
        "305 valid puzzle; 306 int",
        "choices of a valid puzzle",
        lambda d: ask(FIGURE, "loadPuzzle", "solve", "choices")[2],
        3,
    ),
    Row(
        "307 invalid puzzle; 308 0",
        "choices of an invalid puzzle is 0",
        lambda d: [
            ask(text, "loadPuzzle", "solve", "choices")[2] for text in (*NOT_LOADED, *NOT_READY)
        ],
        [0] * 11,
    ),
    Row(
        "307 solve it",
        "a valid puzzle without a solution keeps its count",
        lambda d: ask(UNSOLVABLE, "loadPuzzle", "solve", "choices"),
        [True, False, 1],
        settled="0 is for invalid puzzles",
    ),
    Row(
        "312 normal flow",
        "load, ready, solve, print, choices",
        lambda d: flow(Mathdoku(), FIGURE),
        [True, True, True, FIGURE_SOLUTION, 3],
    ),
    Row(
        "313 print, loadPuzzle",
        "print before and after each step",
        lambda d: ask(TWO, "print", "loadPuzzle", "print", "readyToSolve", "solve", "print"),
        ["", True, "ab\ncb\n", True, True, "12\n21\n"],
    ),
    Row(
        "314 multiple times",
        "the last puzzle loaded is printed",
        lambda d: [reloaded(TWO).print(), reloaded(WIDE).print()],
        ["ab\ncb\n", ""],
    ),
    Row(
        "315 different data",
        "a second puzzle goes as the first",
        lambda d: twice(FIGURE, TWO),
        [[True, True, True, FIGURE_SOLUTION, 3], [True, True, True, "12\n21\n", 0]],
    ),
    Row(
        "316 choices, loadPuzzle, solve, choices, print",
        "choices before and after",
        lambda d: ask(FIGURE, "choices", "loadPuzzle", "solve", "choices", "print"),
        [0, True, True, 3, FIGURE_SOLUTION],
    ),
]
PASSED_OVER = {
    "1-3": "title",
    "7 11": "headings",
    "52 65 80 94 107 120 138 150 162 177 185 192": "headings: implementation",
    "197 204 206 208 215 217 226 233 240 249 259 261 272 287 294 303 310": "headings",
    "318-327": "references, author",
}


@pytest.mark.turns(4)
@by_claim(TABLE)
def test_mathdoku_keeps_what_its_paper_says(row: Row, desk: Desk) -> None:
    check(row, PAPER, desk)


def test_each_line_of_mathdokus_paper_is_in_the_table_or_passed_over() -> None:
    check_lines(PAPER, TABLE, PASSED_OVER)
