"""Every name and behavior in the paper of Sukoku (Oregon State, CS 325)."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from pandoku.classics.sukoku import sukoku
from pandoku.classics.sukoku.screen import MESSAGES, PROMPT, WELCOME
from pandoku.classics.sukoku.sukoku import Sudoku
from pandoku.engines import backtracking
from pandoku.model import Puzzle
from tests.classics.contract import Desk, Row, answer, by_claim, check, check_lines, takes, watch

PAPER = "004"
COMMAND = "python3 sukoku.py"
BASE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
MOVES = [
    f"{cell // 9 + 1} {cell % 9 + 1} {SOLUTION[cell]}" for cell in range(81) if BASE[cell] == "0"
]
TABLES = ["base_board", "board", "boxes", "in_box", "in_row", "in_col"]
METHODS = """__init__ checkBoard fillUsed markUsed generateBoard copyBaseBoard printBoard makeMove
    validateMove resetAndSolve findEmpty noConflicts solveBoard"""
START = """
    1  2  3   4  5  6   7  8  9
  +-----------------------------+
1 | 5  3  _ | _  7  _ | _  _  _ |
2 | 6  _  _ | 1  9  5 | _  _  _ |
3 | _  9  8 | _  _  _ | _  6  _ |
  +-----------------------------+
4 | 8  _  _ | _  6  _ | _  _  3 |
5 | 4  _  _ | 8  _  3 | _  _  1 |
6 | 7  _  _ | _  2  _ | _  _  6 |
  +-----------------------------+
7 | _  6  _ | _  _  _ | 2  8  _ |
8 | _  _  _ | 4  1  9 | _  _  5 |
9 | _  _  _ | _  8  _ | _  7  9 |
  +-----------------------------+
"""
LINE = "\N{COMBINING LOW LINE}"
ANSWERED = "\nPress Enter to play again, or type Q to quit:"
Counts = list[tuple[int, int, int]]


def text(table: list[list[int]]) -> str:
    return "".join(str(number) for row in table for number in row)


def with_moves(*moves: tuple[int, int, int]) -> Sudoku:
    """A game with numbers (r, c, num) written and marked as the paper describes."""
    game = Sudoku()
    for r, c, num in moves:
        game.board[r][c] = num
        game.markUsed(r, c, num, 1)
    return game


def full(last: int = 9) -> Sudoku:
    """A game with the solution on its board, but for the number in r9c7, which is 1 there."""
    moves = [
        (cell // 9, cell % 9, int(SOLUTION[cell]))
        for cell in range(81)
        if BASE[cell] == "0" and cell != 78
    ]
    return with_moves(*moves, (8, 6, last))


def counts_of(game: Sudoku, r: int, c: int, num: int) -> tuple[int, int, int]:
    """How often the row, the column and the box of a cell have a number."""
    box = r // 3 * 3 + c // 3
    return game.in_row[r][num - 1], game.in_col[c][num - 1], game.in_box[box][num - 1]


def are_in_step(game: Sudoku) -> bool:
    """Whether boxes and counts are those of the board."""
    columns = [list(column) for column in zip(*game.board, strict=True)]
    boxes = [
        [game.board[b // 3 * 3 + k // 3][b % 3 * 3 + k % 3] for k in range(9)] for b in range(9)
    ]
    pairs = [(game.in_row, game.board), (game.in_col, columns), (game.in_box, boxes)]
    return game.boxes == boxes and all(
        table == [[unit.count(num) for num in range(1, 10)] for unit in units]
        for table, units in pairs
    )


def shapes(game: Sudoku) -> list[bool]:
    """Whether each attribute of numbers is a list of nine lists of nine ints, shared with none."""
    tables = [getattr(game, name) for name in TABLES]
    assert len({id(row) for table in tables for row in table}) == 54
    return [
        type(table) is list
        and len(table) == 9
        and all(type(row) is list and len(row) == 9 for row in table)
        and all(type(number) is int for row in table for number in row)
        for table in tables
    ]


def marked(*steps: tuple[int, int]) -> tuple[int, int, int]:
    """The counts of a number after it was marked in r1c3, in steps of (number, used)."""
    game = Sudoku()
    for num, used in steps:
        game.markUsed(0, 2, num, used)
    return counts_of(game, 0, 2, steps[0][0])


def hints(desk: Desk, game: Sudoku) -> list[str]:
    return desk.printed(game.checkBoard).splitlines()


def is_solved(desk: Desk, game: Sudoku) -> bool:
    desk.printed(game.checkBoard)
    return game.solved


def moved(desk: Desk, *lines: str) -> Sudoku:
    """A game in which makeMove was called for each line."""
    game = Sudoku()
    desk.type(*lines)
    for _ in lines:
        desk.printed(game.makeMove)
    return game


def answer_of(desk: Desk, method: str, line: str) -> object:
    desk.type(line)
    answers: list[object] = []
    desk.printed(lambda: answers.append(getattr(Sudoku(), method)()))
    return answers[0]


def printed_by(desk: Desk, method: str, *lines: str) -> list[str]:
    """What a method prints on these answers, without the prompt."""
    desk.type(*lines)
    game = Sudoku()
    return desk.printed(getattr(game, method)).replace(PROMPT + "\n", "").splitlines()


def error(desk: Desk, line: str) -> str:
    """What validateMove says to a line before it asks again."""
    (message,) = printed_by(desk, "validateMove", line, "Q")
    return message


def calls_of(desk: Desk, method: str, *lines: str) -> list[str]:
    """The methods that a method calls, in order, without repetitions."""
    game = Sudoku()
    desk.type(*lines)
    calls = watch(game, *METHODS.split()[1:])
    desk.printed(getattr(game, method))
    return list(dict.fromkeys(calls))


def calls_of_solve() -> list[int]:
    """How often solveBoard calls itself, a place is found, and a number is marked."""
    game = Sudoku()
    calls = watch(game, "solveBoard", "findEmpty", "markUsed")
    assert game.solveBoard()
    return [calls.count(name) for name in ("solveBoard", "findEmpty", "markUsed")]


def calls_of_engine() -> list[int]:
    """The same of the engine: a call for the start and for each number, and what it undoes."""
    stats = backtracking.ENGINE.solve(Puzzle.sudoku(BASE), limit=1).stats
    placed, undone = stats["nodes"], stats["undone"]
    assert isinstance(placed, int)
    assert isinstance(undone, int)
    return [1 + placed, 1 + placed, placed + undone]


def after(action: Callable[[Sudoku], object]) -> Sudoku:
    game = Sudoku()
    action(game)
    return game


def unsolvable() -> Sudoku:
    """A game whose first empty cell has no number left."""
    return with_moves((0, 3, 4), (0, 5, 6), (0, 6, 8), (0, 7, 9), (1, 1, 1), (1, 2, 2))


def run(desk: Desk, *lines: str) -> list[str]:
    """The lines that the program prints, run by its command."""
    done = desk.command("sukoku", COMMAND, "".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode().splitlines()


def found_in(game: Sudoku, index: list[int]) -> tuple[bool, list[int]]:
    return game.findEmpty(index), index


def can_be_changed(name: str) -> bool:
    """Whether an attribute keeps what is written into it or put in its place."""
    game = Sudoku()
    getattr(game, name)[4][4] = 7
    has_kept = getattr(game, name)[4][4] == 7
    table = [[1] * 9 for _ in range(9)]
    setattr(game, name, table)
    return has_kept and getattr(game, name) is table


def unmarked() -> Sudoku:
    """A full board whose last number, a wrong one, is not counted."""
    game = full(1)
    game.board[8][6] = 9
    game.markUsed(8, 6, 1, -1)
    return game


def no_longer_solved(desk: Desk) -> list[bool]:
    game = full(1)
    answers = [is_solved(desk, game)]
    game.board[8][6] = 0
    game.markUsed(8, 6, 1, -1)
    return [*answers, is_solved(desk, game)]


def recounted() -> Sudoku:
    """A game whose board was changed without marking, then counted."""
    game = Sudoku()
    game.board[0] = [5, 5, 4, 0, 0, 0, 0, 0, 9]
    game.in_row[3] = [9] * 9
    game.fillUsed()
    return game


def counted_twice() -> Sudoku:
    game = Sudoku()
    game.fillUsed()
    return game


def n_changed_counts() -> int:
    game, start = Sudoku(), Sudoku()
    game.markUsed(4, 4, 5, 1)
    return sum(
        getattr(game, name)[unit][place] != getattr(start, name)[unit][place]
        for name in ("in_row", "in_col", "in_box")
        for unit in range(9)
        for place in range(9)
    )


def regenerated() -> Sudoku:
    """A game with both boards changed before generateBoard."""
    game = with_moves((0, 2, 4))
    game.base_board[0][0] = 0
    game.generateBoard()
    return game


def copied() -> list[object]:
    """The first row of the board after another base board is copied, and whether it is shared."""
    game = Sudoku()
    game.base_board[0] = [1, 2, 3, 4, 5, 6, 7, 8, 9]
    game.copyBaseBoard()
    return [game.board[0], game.board[0] is game.base_board[0]]


def blank_solved() -> Sudoku:
    """An empty board, solved."""
    game = Sudoku()
    game.base_board = [[0] * 9 for _ in range(9)]
    game.copyBaseBoard()
    game.fillUsed()
    game.solveBoard()
    return game


def without_solution() -> Sudoku:
    """A game that generates a board with two 5s in its first row."""
    game = Sudoku()
    game.generateBoard = lambda: game.board[0].__setitem__(2, 5)  # type: ignore[method-assign]
    return game


def solving_calls(desk: Desk) -> tuple[bool, bool]:
    """Whether S calls resetAndSolve, and checkBoard after it."""
    calls = calls_of(desk, "makeMove", "S")
    return "resetAndSolve" in calls, calls[-1] == "checkBoard"


def asked(desk: Desk) -> str:
    desk.type("Q")
    return desk.printed(Sudoku().validateMove)


def answer_to(desk: Desk, *lines: str) -> object:
    desk.type(*lines)
    answers: list[object] = []
    desk.printed(lambda: answers.append(Sudoku().validateMove()))
    return answers[0]


TABLE = [
    # The program
    Row(
        "1 Sukoku.py",
        "the file is sukoku.py",
        lambda d: (d.classics / "sukoku" / "sukoku.py").is_file(),
        True,
    ),
    Row(
        "3 solver; 24 game in the terminal",
        "it is a game and a solver",
        lambda d: [name in sukoku.__all__ for name in ("Sudoku", "play")],
        [True, True],
    ),
    Row(
        "12 3.6",
        "a Python older than 3.11 gets one line that says so",
        lambda d: d.answer_to_python_3_6("sukoku/sukoku.py"),
        (1, "sukoku.py: expected Python 3.11 or later, found 3.6.8"),
        settled="Python 3.6 ended in 2021, and pandoku needs 3.11",
    ),
    Row(
        "16 python3 sukoku.py",
        "the command starts a game",
        lambda d: run(d, "Q")[: len(WELCOME.splitlines())],
        WELCOME.splitlines(),
        settled="the paper also names the file portfolio.py, in which it was handed in",
    ),
    Row(
        "28 9x9", "nine rows, columns and boxes hold 1 to 9", lambda d: is_solved(d, full(1)), True
    ),
    Row(
        "28 prepopulated",
        "some cells are filled at the start",
        lambda d: text(Sudoku().board),
        BASE,
    ),
    # play
    takes("32 play()", sukoku, "play"),
    Row(
        "34 default board",
        "play prints instructions, then the board",
        lambda d: "\n".join(run(d, "Q")),
        WELCOME + "\n" + START + PROMPT,
    ),
    Row(
        "34 continues",
        "it prints the board and asks again after each move",
        lambda d: [
            run(d, "1 3 4", "9 9 9", "1 3 0", "Q").count(line)
            for line in (START.splitlines()[1], PROMPT.strip())
        ],
        [3, 4],
    ),
    Row(
        "34 solved",
        "it ends when the board is solved",
        lambda d: run(d, *MOVES, "Q")[-3:],
        ["The board is solved!", *ANSWERED.splitlines()],
    ),
    Row(
        "34 quits",
        "it ends when the user quits",
        lambda d: run(d, "Q", "1 3 4")[-1],
        PROMPT.strip(),
    ),
    Row(
        "34 program solve",
        "it ends when the program solves the board",
        lambda d: run(d, "S", "Q")[-3:],
        ["The board is solved!", *ANSWERED.splitlines()],
    ),
    Row(
        "34 play again",
        "then another game can be played",
        lambda d: [
            run(d, "S", *a).count("Welcome to Sukoku!")
            for a in (["Q"], ["", "Q"], ["S", "S", "", "Q"])
        ],
        [1, 2, 3],
    ),
    # The class and its attributes
    Row("38 Sudoku", "the class is Sudoku", lambda d: Sudoku.__name__, "Sudoku"),
    Row(
        "39 base board", "it starts with the base board", lambda d: text(Sudoku().base_board), BASE
    ),
    Row(
        "39 player board that copies",
        "the player's board is a copy",
        lambda d: [
            after(lambda g: g.board[0].__setitem__(2, 4)).base_board[0][2],
            Sudoku().board == Sudoku().base_board,
        ],
        [0, True],
    ),
    Row(
        "39 boxes board; 39 arrays to track",
        "boxes and counts are those of the board",
        lambda d: are_in_step(Sudoku()),
        True,
    ),
    Row(
        "43 base\\_board = Int List of lists; 45 board = Int List of lists; 47 boxes = Int List; "
        "51 in\\_box = Int List; 53 in\\_row = Int List; 55 in\\_col = Int List",
        "six attributes are 9x9 lists of ints",
        lambda d: shapes(Sudoku()),
        [True] * 6,
    ),
    Row(
        "43 9x9; 45 9x9; 47 9x9; 51 9x9; 53 9x9; 55 9x9",
        "each is a list that can be changed and replaced",
        lambda d: [can_be_changed(name) for name in TABLES],
        [True] * 6,
    ),
    Row(
        "43 hard coded",
        "base_board keeps the puzzle while the player moves",
        lambda d: text(moved(d, "1 3 4").base_board),
        BASE,
    ),
    Row(
        "45 entries",
        "board has the player's numbers",
        lambda d: moved(d, "1 3 4").board[0],
        [5, 3, 4, 0, 7, 0, 0, 0, 0],
    ),
    Row(
        "47 each box",
        "boxes has them box by box",
        lambda d: moved(d, "1 3 4", "9 7 1").boxes[::8],
        [[5, 3, 4, 6, 0, 0, 0, 9, 8], [2, 8, 0, 0, 0, 5, 1, 7, 9]],
    ),
    Row("49 solved = bool", "solved is False at the start", lambda d: Sudoku().solved, False),
    Row("49 tracks", "solved becomes True", lambda d: moved(d, *MOVES).solved, True),
    Row(
        "51 box",
        "in_box counts a number in its place",
        lambda d: Sudoku().in_box[0],
        [0, 0, 1, 0, 1, 1, 0, 1, 1],
    ),
    Row(
        "53 row",
        "in_row counts a number in its place",
        lambda d: Sudoku().in_row[0],
        [0, 0, 1, 0, 1, 0, 1, 0, 0],
    ),
    Row(
        "55 col",
        "in_col counts a number in its place",
        lambda d: Sudoku().in_col[8],
        [1, 0, 1, 0, 1, 1, 0, 0, 1],
    ),
    Row(
        "51 how many times; 53 how many times; 55 how many times",
        "numbers used twice count twice",
        lambda d: counts_of(moved(d, "1 3 5"), 0, 2, 5),
        (2, 1, 2),
    ),
    Row(
        "57 Methods",
        "the class has the twelve methods and no other public one",
        lambda d: sorted(
            n
            for n, m in vars(Sudoku).items()
            if inspect.isfunction(m) and (n[0] != "_" or n == "__init__")
        ),
        sorted(METHODS.split()),
    ),
    takes("59 \\_\\_init\\_\\_(self)", Sudoku, "__init__", "self"),
    Row(
        "59 default values",
        "the attributes are the seven of the paper",
        lambda d: sorted(vars(Sudoku())),
        sorted([*TABLES, "solved"]),
    ),
    Row(
        "59 builds the default board",
        "the constructor generates the board",
        lambda d: text(Sudoku().board),
        BASE,
    ),
    # checkBoard
    takes("61 checkBoard(self)", Sudoku, "checkBoard", "self"),
    Row(
        "61 each row, column, and box",
        "it prints a hint for each house with a duplicate",
        lambda d: hints(d, with_moves((2, 0, 6))),
        [
            "Hint: box 1 holds a number twice.",
            "Hint: column 1 holds a number twice.",
            "Hint: row 3 holds a number twice.",
        ],
    ),
    Row(
        "61 count is",
        "a count above 1 is a duplicate",
        lambda d: hints(d, after(lambda g: g.markUsed(0, 0, 5, 1))),
        [
            "Hint: box 1 holds a number twice.",
            "Hint: row 1 holds a number twice.",
            "Hint: column 1 holds a number twice.",
        ],
    ),
    Row(
        "61 no duplicates",
        "it prints nothing without a duplicate",
        lambda d: hints(d, Sudoku()),
        [],
    ),
    Row(
        "61 for 0s",
        "a board with an empty cell is not solved",
        lambda d: is_solved(d, with_moves((0, 2, 4))),
        False,
    ),
    Row(
        "61 completely filled in but",
        "a full board with duplicates is reported",
        lambda d: hints(d, full(9))[-1],
        MESSAGES["FULL_BUT_CONFLICTS"],
    ),
    Row("61 has duplicates", "it is not solved", lambda d: is_solved(d, full(9)), False),
    Row(
        "61 self.solved attribute to True",
        "a full board without duplicates is solved",
        lambda d: [hints(d, g := full(1)), g.solved],
        [[], True],
    ),
    Row(
        "61 once and only once",
        "a number that was written but not marked does not solve the board",
        lambda d: is_solved(d, unmarked()),
        False,
        settled="the paper asks for each number once, then for no duplicate; the first holds",
    ),
    Row(
        "61 It also",
        "checkBoard returns nothing",
        lambda d: answer(Sudoku().checkBoard),
        None,
    ),
    Row(
        "61 successfully",
        "a board that is no longer solved is not",
        no_longer_solved,
        [True, False],
        settled="the paper only says when it becomes True",
    ),
    # fillUsed
    takes("63 fillUsed(self)", Sudoku, "fillUsed", "self"),
    Row(
        "63 value tracking arrays",
        "fillUsed counts what is on the board",
        lambda d: are_in_step(recounted()),
        True,
    ),
    Row(
        "63 equal to",
        "it sets the counts and does not add to them",
        lambda d: are_in_step(counted_twice()),
        True,
    ),
    # markUsed
    takes(
        "65 markUsed(self, r, c, num, used)", Sudoku, "markUsed", "self", "r", "c", "num", "used"
    ),
    Row(
        "65 +1",
        "1 increases the counts in row, column and box",
        lambda d: marked((4, 1)),
        (1, 1, 1),
    ),
    Row("65 -1", "-1 decreases them", lambda d: marked((4, 1), (4, 1), (4, -1)), (1, 1, 1)),
    Row("65 position of the value", "no other count changes", lambda d: n_changed_counts(), 3),
    Row(
        "65 row number",
        "rows and columns count from 0",
        lambda d: after(lambda g: g.markUsed(8, 6, 1, 1)).in_row[8],
        [1, 0, 0, 0, 0, 0, 1, 1, 1],
    ),
    Row(
        "65 Takes in",
        "the board is not changed",
        lambda d: text(after(lambda g: g.markUsed(0, 2, 4, 1)).board),
        BASE,
    ),
    Row(
        "65 unmarked",
        "0, an empty cell, changes no count",
        lambda d: are_in_step(after(lambda g: g.markUsed(0, 2, 0, -1))),
        True,
        settled="the paper does not say; in the original a cleared empty cell took a 9 away",
    ),
    # generateBoard and copyBaseBoard
    takes("67 generateBoard(self)", Sudoku, "generateBoard", "self"),
    Row(
        "67 Hard codes",
        "generateBoard restores the base board",
        lambda d: text(regenerated().base_board),
        BASE,
    ),
    Row(
        "67 copyBaseBoard",
        "then it calls copyBaseBoard",
        lambda d: [calls_of(d, "generateBoard"), text(regenerated().board)],
        [["generateBoard", "copyBaseBoard"], BASE],
    ),
    takes("69 copyBaseBoard(self)", Sudoku, "copyBaseBoard", "self"),
    Row(
        "69 Fills in",
        "copyBaseBoard copies the base board, whatever it is",
        lambda d: copied(),
        [[1, 2, 3, 4, 5, 6, 7, 8, 9], False],
    ),
    # printBoard
    takes("71 printBoard(self)", Sudoku, "printBoard", "self"),
    Row(
        "71 Prints the board",
        "printBoard prints numbers of rows and columns, and the boxes",
        lambda d: d.printed(Sudoku().printBoard),
        START,
    ),
    Row(
        "71 underlined",
        "a number that can be changed is underlined",
        lambda d: d.printed(moved(d, "1 3 4").printBoard).splitlines()[3],
        f"1 | 5  3  {LINE}4 | _  7  _ | _  _  _ |",
    ),
    Row(
        "71 can have a value",
        "so is an empty cell, as _",
        lambda d: d.printed(Sudoku().printBoard).count("_"),
        51,
    ),
    Row(
        "71 not in the base board",
        "the numbers of the puzzle are not",
        lambda d: d.printed(full(1).printBoard).count(LINE),
        51,
    ),
    # makeMove
    takes("73 makeMove(self)", Sudoku, "makeMove", "self"),
    Row(
        "73 validateMove()",
        "makeMove calls validateMove",
        lambda d: calls_of(d, "makeMove", "1 3 4")[:2],
        ["makeMove", "validateMove"],
    ),
    Row(
        "73 returns false",
        "it is False if the user quits",
        lambda d: answer_of(d, "makeMove", "Q"),
        False,
    ),
    Row(
        "73 continue",
        "it is True else",
        lambda d: [answer_of(d, "makeMove", line) for line in ("1 3 4", "1 3 0", "S")],
        [True, True, True],
    ),
    Row(
        "73 resetAndSolve()",
        "S calls resetAndSolve, then the solution is checked",
        solving_calls,
        (True, True),
    ),
    Row(
        "73 checks the solution",
        "after S the board is solved",
        lambda d: [text(moved(d, "1 3 1", "S").board), moved(d, "S").solved],
        [SOLUTION, True],
    ),
    Row(
        "73 setting it to 0",
        "0 clears the cell",
        lambda d: text(moved(d, "1 3 4", "1 3 0").board),
        BASE,
    ),
    Row(
        "73 reduced by 1",
        "its number counts one less",
        lambda d: counts_of(moved(d, "1 3 5", "1 3 0"), 0, 2, 5),
        (1, 0, 1),
    ),
    Row("73 set to that value", "a value is written", lambda d: moved(d, "1 3 4").board[0][2], 4),
    Row(
        "73 increased by 1",
        "it counts one more in row, column and box",
        lambda d: counts_of(moved(d, "1 3 4"), 0, 2, 4),
        (1, 1, 1),
    ),
    Row(
        "73 count for the number that was in the cell",
        "a value that is written over is no longer counted",
        lambda d: are_in_step(moved(d, "1 3 5", "1 3 4", "1 3 4", "2 2 7")),
        True,
        settled="the paper only says so for 0",
    ),
    Row(
        "73 cleared",
        "an empty cell can be cleared, and nothing changes",
        lambda d: [printed_by(d, "makeMove", "1 3 0"), are_in_step(moved(d, "1 3 0"))],
        [["That cell is empty already."], True],
    ),
    Row(
        "73 If a value is entered",
        "a value that conflicts is written too, with hints",
        lambda d: [printed_by(d, "makeMove", "1 3 5"), moved(d, "1 3 5").board[0][2]],
        [
            [
                "Hint: 5 at row 1, column 3 meets another 5.",
                "Hint: box 1 holds a number twice.",
                "Hint: row 1 holds a number twice.",
            ],
            5,
        ],
    ),
    # validateMove
    takes("75 validateMove(self)", Sudoku, "validateMove", "self"),
    Row(
        "75 prompts",
        "validateMove asks for a move, to solve or to quit",
        asked,
        PROMPT + "\n",
    ),
    Row(
        "75 stored in a list",
        "a move is returned as a list",
        lambda d: [answer_of(d, "validateMove", line) for line in ("1 3 4", "9 7 0", "S", "Q")],
        [[1, 3, 4], [9, 7, 0], ["S"], ["Q"]],
        settled="row, column and value as the player counts them",
    ),
    Row(
        "75 row selected; 75 (1-9)",
        "rows are 1 to 9",
        lambda d: [
            error(d, line) == MESSAGES["ERR_ROW"] for line in ("0 3 4", "10 3 4", "-1 3 4", "a 3 4")
        ],
        [True] * 4,
    ),
    Row(
        "75 column and",
        "columns are 1 to 9",
        lambda d: [error(d, line) == MESSAGES["ERR_COL"] for line in ("1 0 4", "1 10 4", "1 x 4")],
        [True] * 3,
    ),
    Row(
        "75 value is",
        "values are 0 to 9",
        lambda d: [
            error(d, line) == MESSAGES["ERR_VALUE"] for line in ("1 3 10", "1 3 -1", "1 3 x")
        ],
        [True] * 3,
    ),
    Row(
        "75 cannot select",
        "a cell of the base board is refused",
        lambda d: [error(d, line) == MESSAGES["ERR_GIVEN"] for line in ("1 1 4", "1 1 0", "9 9 9")],
        [True] * 3,
    ),
    Row(
        "75 general error",
        "anything else gets a general message",
        lambda d: [
            error(d, line) == MESSAGES["ERR_COUNT"]
            for line in ("", "1", "1 3", "1 3 4 5", "1,3,4", "help")
        ],
        [True] * 6,
    ),
    Row(
        "75 validates",
        "it asks until the answer is valid",
        lambda d: answer_to(d, "x", "1 1 1", "0 0 0", "1 3 4"),
        [1, 3, 4],
    ),
    # resetAndSolve
    takes("77 resetAndSolve(self)", Sudoku, "resetAndSolve", "self"),
    Row(
        "77 resets",
        "moves are discarded",
        lambda d: text(moved(d, "1 3 1", "2 2 2", "S").board),
        SOLUTION,
    ),
    Row(
        "77 regenerates",
        "it generates the board, counts, solves and prints",
        lambda d: calls_of(d, "resetAndSolve"),
        [
            "resetAndSolve",
            "generateBoard",
            "copyBaseBoard",
            "fillUsed",
            "solveBoard",
            "findEmpty",
            "noConflicts",
            "markUsed",
            "printBoard",
        ],
    ),
    Row(
        "77 arrays tracking",
        "the counts are those of the solution",
        lambda d: are_in_step(moved(d, "1 3 5", "S")),
        True,
    ),
    Row(
        "77 print it",
        "the board is printed",
        lambda d: d.printed(Sudoku().resetAndSolve).count(
            f"1 | 5  3  {LINE}4 | {LINE}6  7  {LINE}8"
        ),
        1,
    ),
    Row(
        "77 informed",
        "it says whether there is a solution",
        lambda d: [
            d.printed(Sudoku().resetAndSolve).splitlines()[1],
            d.printed(without_solution().resetAndSolve).splitlines()[1],
        ],
        [MESSAGES["SOLUTION_FOUND"], MESSAGES["NO_SOLUTION"]],
        settled="above the board and not below it, as the original prints it",
    ),
    Row(
        "77 This method",
        "resetAndSolve returns nothing",
        lambda d: answer(Sudoku().resetAndSolve),
        None,
    ),
    # findEmpty and noConflicts
    takes("79 findEmpty(self, index)", Sudoku, "findEmpty", "self", "index"),
    Row(
        "79 row and column",
        "findEmpty puts the first empty cell into the list",
        lambda d: [found_in(Sudoku(), [0, 0]), found_in(with_moves((0, 2, 4)), [7, 7])],
        [(True, [0, 2]), (True, [0, 3])],
    ),
    Row(
        "79 next empty",
        "cells go row by row, also if one before is cleared",
        lambda d: found_in(after(lambda g: g.board[0].__setitem__(0, 0)), [5, 5]),
        (True, [0, 0]),
    ),
    Row(
        "79 returns False",
        "it is False if no cell is empty",
        lambda d: found_in(full(1), [3, 4]),
        (False, [3, 4]),
    ),
    takes("81 noConflicts(self, num, r, c)", Sudoku, "noConflicts", "self", "num", "r", "c"),
    Row(
        "81 returns True",
        "noConflicts is True for a number in no house of the cell",
        lambda d: [n for n in range(1, 10) if Sudoku().noConflicts(n, 0, 2)],
        [1, 2, 4],
    ),
    Row(
        "81 row/column/box",
        "row, column and box each make it False",
        lambda d: [
            Sudoku().noConflicts(*at) for at in ((7, 0, 2), (8, 0, 2), (6, 0, 2), (4, 0, 2))
        ],
        [False, False, False, True],
    ),
    Row(
        "81 tracking arrays",
        "it looks at the counts",
        lambda d: [
            with_moves((8, 2, 4)).noConflicts(4, 0, 2),
            after(lambda g: g.board[8].__setitem__(2, 4)).noConflicts(4, 0, 2),
        ],
        [False, True],
    ),
    # solveBoard
    takes("83 solveBoard(self)", Sudoku, "solveBoard", "self"),
    Row(
        "83 solution has been found",
        "solveBoard is True and leaves the solution on the board",
        lambda d: [(g := Sudoku()).solveBoard(), text(g.board), are_in_step(g)],
        [True, SOLUTION, True],
    ),
    Row(
        "83 recursive",
        "it calls itself, findEmpty and markUsed as often as the search takes",
        lambda d: calls_of_solve(),
        calls_of_engine(),
    ),
    Row(
        "83 no empty cell",
        "it is True for a full board, which it leaves alone",
        lambda d: [(g := full(1)).solveBoard(), text(g.board)],
        [True, SOLUTION],
    ),
    Row(
        "83 1-9",
        "it tries 1 to 9 in order",
        lambda d: text(blank_solved().board)[:18],
        "123456789456789123",
    ),
    Row(
        "83 conflict",
        "it asks noConflicts for each number",
        lambda d: "noConflicts" in calls_of(d, "solveBoard"),
        True,
    ),
    Row(
        "83 updates the arrays",
        "it starts from the numbers that are on the board",
        lambda d: [with_moves((0, 2, 4)).solveBoard(), with_moves((0, 2, 1)).solveBoard()],
        [True, False],
    ),
    Row(
        "83 back to 0",
        "without a solution the board and the counts are as before",
        lambda d: [
            (g := unsolvable()).solveBoard(),
            text(g.board) == text(unsolvable().board),
            are_in_step(g),
        ],
        [False, True, True],
    ),
    Row(
        "83 no solution",
        "a board with a duplicate has no solution",
        lambda d: [with_moves((0, 2, 5)).solveBoard(), full(9).solveBoard()],
        [False, False],
        settled="taken literally, a full board is solved, whatever is on it",
    ),
    Row(
        "83 markedUsed()",
        "backtracking uses markUsed",
        lambda d: "markUsed" in calls_of(d, "solveBoard"),
        True,
        settled="a slip of the paper for markUsed",
    ),
    Row("83 base case", "solveBoard prints nothing", lambda d: d.printed(Sudoku().solveBoard), ""),
]
PASSED_OVER = {
    "5-11": "name, date, files",
    "14 18-22 26 30 36 41": "headings, where it was kept",
}


@pytest.mark.turns(4)
@by_claim(TABLE)
def test_sukoku_keeps_what_its_paper_says(row: Row, desk: Desk) -> None:
    check(row, PAPER, desk)


def test_each_line_of_sukokus_paper_is_in_the_table_or_passed_over() -> None:
    check_lines(PAPER, TABLE, PASSED_OVER)
