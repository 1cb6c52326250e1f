"""Simon Tatham's collection: ids of Towers and Unequal, and saved games of these, Solo and Keen."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import pandoku
from pandoku import Cage, Geometry, Puzzle
from pandoku.constraints import AntiKnight, Difference, GreaterThan, NoDifference, Skyscraper
from pandoku.formats import dumps, get_format, loads, loads_board, reads, sniff
from pandoku.formats._text import Lines
from pandoku.model import FrozenMap
from tests.data import CASES, by_default, needs_case
from tests.formats.reading import error_of
from tests.in_full import in_full
from tests.together import together

Grid = list[list[int]]


def latin(n: int, rng: random.Random) -> Grid:
    """Return a Latin square."""
    rows, columns, digits = (rng.sample(range(n), n) for _ in range(3))
    return [[digits[(r + c) % n] + 1 for c in columns] for r in rows]


def flat(grid: Sequence[Sequence[int]]) -> list[int]:
    return [digit for row in grid for digit in row]


def visible(line: list[int]) -> int:
    return sum(digit > max(line[:at], default=0) for at, digit in enumerate(line))


def towers_id(grid: Grid, shown: float, givens: dict[int, int], rng: random.Random) -> str:
    """Return an id of Towers, written from what its source says: above, below, left, right."""
    n = len(grid)
    down = [[grid[r][c] for r in range(n)] for c in range(n)]
    lines = [*down, *(line[::-1] for line in down), *grid, *(line[::-1] for line in grid)]
    clues = "/".join(str(visible(line)) if rng.random() < shown else "" for line in lines)
    return f"{n}dh:{clues}" + (f",{runs(n, givens)}" if givens else "")


def runs(n: int, givens: dict[int, int]) -> str:
    """Return givens with a letter for each run of blanks."""
    text = "".join(str(givens[cell]) if cell in givens else " " for cell in range(n * n))
    out, at = "", 0
    while at < len(text):
        blanks = len(text[at:]) - len(text[at:].lstrip())
        if blanks:
            out += "z" * (blanks // 26) + (chr(96 + blanks % 26) if blanks % 26 else "")
            at += blanks
        else:
            out += ("_" if out[-1:].isdigit() else "") + text[at]
            at += 1
    return out


STEPS = {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}


def unequal_id(grid: Grid, shown: float, givens: dict[int, int], rng: random.Random) -> str:
    n, cells = len(grid), []
    for r in range(n):
        for c in range(n):
            signs = ""
            for side, (down, right) in STEPS.items():
                y, x = r + down, c + right
                if 0 <= y < n and 0 <= x < n and grid[r][c] > grid[y][x] and rng.random() < shown:
                    signs += side
            cells.append(f"{givens.get(r * n + c, 0)}{signs},")
    return f"{n}dk:{''.join(cells)}"


def adjacent_id(grid: Grid, givens: dict[int, int]) -> str:
    n, cells = len(grid), []
    for r in range(n):
        for c in range(n):
            signs = ""
            for side, (down, right) in STEPS.items():
                y, x = r + down, c + right
                if 0 <= y < n and 0 <= x < n and abs(grid[r][c] - grid[y][x]) == 1:
                    signs += side
            cells.append(f"{givens.get(r * n + c, 0)}{signs},")
    return f"{n}adk:{''.join(cells)}"


def some_of(grid: Grid, share: float, rng: random.Random) -> dict[int, int]:
    return {cell: digit for cell, digit in enumerate(flat(grid)) if rng.random() < share}


def sav(game: str, id: str, *moves: str, position: int | None = None, **more: str) -> str:
    """Return a saved game, with other parameters for the next game."""
    params, _, description = id.partition(":")
    values = [("SAVEFILE", "Simon Tatham's Portable Puzzle Collection"), ("VERSION", "1")]
    values += [("GAME", game), ("PARAMS", "9"), ("CPARAMS", params), *more.items()]
    values += [("DESC", description), ("AUXINFO", "0f3a"), ("NSTATES", str(len(moves) + 1))]
    values += [("STATEPOS", str(position or len(moves) + 1))]
    values += [("SOLVE" if move[0] == "S" else "MOVE", move) for move in moves]
    return "".join(f"{key:8}:{len(value)}:{value}\n" for key, value in values)


# ------------------------------------------------------------------ ids


def test_clues_of_towers_stand_above_below_left_and_right() -> None:
    assert loads("3:1//2////3///2//") == Puzzle.latin(3).with_(
        Skyscraper("r1c1", "D", 1),
        Skyscraper("r1c3", "D", 2),
        Skyscraper("r1c1", "R", 3),
        Skyscraper("r1c3", "L", 2),
    )
    assert loads("3:///1////////") == Puzzle.latin(3).with_(Skyscraper("r3c1", "U", 1))


@together("seed", range(by_default(12, full=100)))
def test_ids_of_towers_come_back_and_have_their_solution(seed: int) -> None:
    rng = random.Random(seed)
    grid = latin(rng.randint(3, 7), rng)
    id = towers_id(grid, rng.choice((0.4, 1.0)), some_of(grid, rng.choice((0, 0.3)), rng), rng)
    if not any(map(str.isdigit, id.partition(":")[2].partition(",")[0])):
        return
    assert sniff(Lines.of(id)).name == "towers"
    puzzle = loads(id)
    assert all(each.holds(flat(grid), puzzle) for each in puzzle.further)
    assert dumps(puzzle, "towers") == f"{id}\n"
    assert in_full(loads(dumps(puzzle, "json"))) == in_full(puzzle)


@pytest.mark.parametrize("seed", range(by_default(12, full=100)))
def test_ids_of_unequal_come_back_and_have_their_solution(seed: int) -> None:
    rng = random.Random(seed)
    grid = latin(rng.choice((3, 4, 6, 9, 12)), rng)
    givens = some_of(grid, rng.choice((0, 0.3)), rng)
    for id in (unequal_id(grid, 0.5, givens, rng), adjacent_id(grid, givens)):
        if not any(side in id for side in STEPS):
            continue
        assert sniff(Lines.of(id)).name == "unequal"
        puzzle = loads(id)
        assert {c: d for c, d in enumerate(puzzle.givens) if d} == givens
        assert all(each.holds(flat(grid), puzzle) for each in puzzle.further)
        assert dumps(puzzle, "unequal") == f"{id}\n"


def test_signs_of_unequal_are_inequalities_and_all_bars_of_adjacent_are_given() -> None:
    latin3 = Puzzle.latin(3)
    greater = (GreaterThan("r1c1 r1c2"), GreaterThan("r2c2 r1c2"))
    assert loads("3:0R,0,0,0,0U,0,0,0,0,") == latin3.with_(*greater)
    bars = (Difference("r1c1 r1c2"), NoDifference())
    assert loads("3a:0R,0L,0,0,0,0,0,0,0,") == latin3.with_(*bars)
    assert loads("3a:0,0,0,0,0,0,0,0,0,") == latin3.with_(NoDifference())
    assert loads("3:0R,0,f3").givens == (0,) * 8 + (3,)


@pytest.mark.parametrize(
    ("id", "solution"),
    [
        ("4dh:/2///3/2//////3/2/3//1,b2m", "4123143232412314"),
        ("4dk:0,0L,0,0,3,0URD,0U,0,0R,0,0U,0U,0,0,0L,0,", "2314342141321243"),
        (
            "4adk:0RD,0DL,0D,0,0UR,0UL,0UR,0L,0R,0DL,0RD,0DL,0,0U,3UR,0UL,",
            "2314342112434132",
        ),
    ],
)
def test_an_id_with_one_solution_has_that(id: str, solution: str) -> None:
    outcome = pandoku.solve(loads(id))
    assert outcome.is_unique
    assert "".join(map(str, flat(outcome.grid or ()))) == solution


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2:1/1/1/1/1/1/1/1", "expected an order from 3 to 9, found 2"),
        ("3:1/1/1", "expected 12 clues with / between them, found 3"),
        ("3:4///////////", "expected a clue 1-3 or nothing, found '4'"),
        ("3:///////////1,h", "expected 9 cells, found 8"),
        ("3:///////////1,h4", "expected a number 1-3, found 4"),
    ],
)
def test_a_bad_id_of_towers_is_refused(text: str, reason: str) -> None:
    assert reason in error_of(text, "towers").reason


@together(
    "text, reason",
    [
        ("2:0,0,0,0,", "expected an order from 3 to 32, found 2"),
        ("3:0,0,0,0,0,0,0,0,", "expected 9 cells, found 8"),
        ("3:0,0,0,0,0,0,0,0,0,0", "expected 9 cells, found more"),
        ("3:4,0,0,0,0,0,0,0,0", "expected a given 0-3, found 4"),
        ("3:0Q,0,0,0,0,0,0,0,0", "expected a number, and U, R, D or L for its signs, found '0Q'"),
        ("3:0U,0,0,0,0,0,0,0,0", "r1c1: expected a sign towards a cell, found 'U'"),
        ("3:0R,0L,0,0,0,0,0,0,0", "r1c1: expected a sign 'R' that only one of two cells has"),
        ("3a:0R,0,0,0,0,0,0,0,0", "r1c1: expected a sign 'R' that both cells have"),
    ],
)
def test_a_bad_id_of_unequal_is_refused(text: str, reason: str) -> None:
    assert reason in error_of(text, "unequal").reason


LATIN4 = Puzzle.latin(4)


@together(
    "name, puzzle, reason",
    [
        ("towers", LATIN4.with_(Skyscraper("r1c1", "R", 5)), "this 5 skyscraper left of row 1"),
        (
            "towers",
            LATIN4.with_(Skyscraper("r1c1", "R", 2), Skyscraper("r1c1", "R", 3)),
            "these constraints together",
        ),
        ("towers", LATIN4.with_(AntiKnight()), "it cannot store anti-knight"),
        ("towers", Puzzle.sudoku(4).with_(Skyscraper("r1c1", "R", 2)), "it cannot store boxes"),
        (
            "towers",
            LATIN4.with_(Skyscraper("r1c1", "R", 2)).replace(extra=FrozenMap({"towers": 3})),
            "extra['towers']: expected a difficulty",
        ),
        ("unequal", LATIN4.with_(Difference("r1c1 r1c2")), "this white dot between r1c1 and r1c2"),
        (
            "unequal",
            LATIN4.with_(Difference("r1c1 r1c2", 2), NoDifference()),
            "this white dot of 2 between r1c1 and r1c2",
        ),
        (
            "unequal",
            LATIN4.with_(GreaterThan("r1c1 r1c2"), NoDifference()),
            "these constraints together",
        ),
        (
            "unequal",
            LATIN4.with_(GreaterThan("r1c1 r1c2"), GreaterThan("r1c2 r1c1")),
            "these constraints together",
        ),
    ],
)
def test_a_puzzle_that_an_id_cannot_hold_is_refused(name: str, puzzle: Puzzle, reason: str) -> None:
    assert reason in (get_format(name).why_not(puzzle) or "")


@pytest.mark.parametrize(
    "seed", ["3x3#834510266719", "4de#888431554483015", "9jk#123456", "7#1234567"]
)
def test_a_seed_is_refused_by_name(seed: str) -> None:
    assert f"Simon Tatham's collection, {seed!r}" in error_of(seed).reason


# ------------------------------------------------------------------ saved games

ROWS = [Cage("+", 10, tuple(range(at, at + 4)), repeats=False) for at in range(0, 16, 4)]
PICTURE = (0, 0, 1, 1, 0, 2, 1, 1, 0, 2, 3, 3, 2, 2, 3, 3)
VARIANTS = {
    "plain": Puzzle(Geometry(6, (2, 3)), (1, 0, 0, 4) + (0,) * 32),
    "diagonals": Puzzle(Geometry(4, (2, 2), diagonals=True), (1, 2) + (0,) * 14),
    "jigsaw": Puzzle(Geometry(4, regions=PICTURE), (0, 3) + (0,) * 14),
    "killer": Puzzle(Geometry(4, (2, 2)), cages=ROWS),
    "all": Puzzle(Geometry(4, regions=PICTURE, diagonals=True), (0, 3) + (0,) * 14, ROWS),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_saved_game_of_every_variant_of_solo_is_read(name: str) -> None:
    puzzle = VARIANTS[name]
    text = sav("Solo", dumps(puzzle, "solo").strip())
    assert sniff(Lines.of(text)).name == "tatham"
    assert in_full(loads(text)) == in_full(puzzle)
    assert loads_board(text).digits == puzzle.givens


@pytest.mark.parametrize(
    ("game", "id"),
    [
        ("Keen", "3dn:a_3aa_a_,a3s1d3a3m2"),
        ("Towers", "3de:1//2////3///2//,h3"),
        ("Unequal", "3de:0R,0,0,0,3U,0,0,0,0,"),
        ("Unequal", "3ade:0R,0L,0,0,0,0,0,0,0,"),
    ],
)
def test_a_saved_game_has_the_puzzle_of_its_id(game: str, id: str) -> None:
    assert in_full(loads(sav(game, id))) == in_full(loads(id))


def test_moves_up_to_the_position_are_the_progress_and_pencil_marks_are_not() -> None:
    moves = ["R1,0,2", "P2,0,3", "M", "R3,0,4", "R3,0,0", "R2,3,1", "R0,0,3", "R3,3,1"]
    board = loads_board(sav("Solo", "2x2:1o", *moves, position=8, TIME="3.5", UI="x"))
    placed = {cell: digit for cell, digit in enumerate(board.digits) if digit}
    # column 1 of row 0 is r1c2; the given at r1c1 stays; the last move is undone
    assert placed == {0: 1, 1: 2, 14: 1}
    assert board.puzzle == loads("2x2:1o")
    notes = sav("Towers", "3:1///////////", "D0,-1", "P0,0,1", "R0,0,3", position=4)
    assert loads_board(notes).digits == (3,) + (0,) * 8
    notes = sav("Unequal", "3:0R,0,0,0,0,0,0,0,0,", "F0,0,2048", "H", "R2,2,1")
    assert loads_board(notes).digits == (0,) * 8 + (1,)


def test_a_solution_that_the_program_filled_in_is_progress() -> None:
    for game, id, text in (
        ("Solo", "2x2:1o", "S1,2,3,4,3,4,1,2,2,1,4,3,4,3,2,1"),
        ("Keen", "3dn:a_3aa_a_,a3s1d3a3m2", "S123231312"),
        ("Unequal", "3:0R,0,0,0,0,0,0,0,0,", "S123231312"),
    ):
        board = loads_board(sav(game, id, text))
        assert "".join(map(str, board.digits)) == text[1:].replace(",", "")
    big = "S" + "0123456789AB" * 12  # Unequal above order 9 counts from 0
    assert loads_board(sav("Unequal", "12:1R" + ",0" * 143, big)).digits[:12] == (*range(1, 13),)


def test_a_game_that_began_again_has_only_the_moves_after_that() -> None:
    text = sav("Solo", "2x2:1o", "R1,0,2", "R2,0,3").replace("MOVE    :6:R2,0,3", "RESTART :2:1o")
    assert loads_board(text).digits == loads("2x2:1o").givens


def test_saved_games_in_one_text_are_read_one_by_one() -> None:
    texts = [sav("Solo", "2x2:1o"), sav("Loopy", "3:1"), sav("Keen", "3dn:a_3aa_a_,a3s1d3a3m2")]
    found: list[Any] = []
    puzzles = [*reads("".join(texts), on_error=found.append)]
    assert [puzzle.order for puzzle in puzzles] == [4, 3]
    assert [item.line for item in found] == [10]


@together(
    "text, reason",
    [
        (
            sav("Loopy", "7x7t0:a1"),
            "this is a saved game of Loopy, which pandoku does not support; it reads games of "
            "Solo, Keen, Towers and Unequal",
        ),
        (sav("Mines", "9:a1", PRIVDESC="m1"), "this is a saved game of Mines, which"),
        (sav("Solo", "2x2:1o", PRIVDESC="m1"), "found PRIVDESC, which may be a rule"),
        (sav("Solo", "2x2:1n"), "CPARAMS and DESC: expected 16 cells, found 15"),
        (sav("Solo", "2x2:1o", "R4,0,1"), "expected a move in the grid, found 'R4,0,1'"),
        (sav("Solo", "2x2:1o", "X1"), "expected a move such as R0,0,1, found 'X1'"),
        (sav("Solo", "2x2:1o", "S1,2"), "expected 16 digits 1-4 after S"),
        (sav("Solo", "2x2:1o", position=3), "expected STATEPOS from 1 to 1, found '3'"),
        (sav("Solo", "2x2:1o").replace("VERSION :1:1", "VERSION :1:2"), "expected version 1 of"),
        (sav("Solo", "2x2:1o").replace(":2:1o", ":3:1o"), "expected 3 characters after DESC"),
        (sav("Solo", "2x2:1o").replace("DESC", "D-SC"), "expected a key, a length and a value"),
        (sav("Solo", "2x2:1o").partition("DESC")[0], "found no DESC; save the game again"),
        (sav("Solo", "2x2:1o") * 2 + "GAME    :4:Solo\n", "expected GAME once, found it again"),
        (
            sav("Solo", "2x2:1o", "R0,0,0").replace("MOVE    :6:R0,0,0", "RESTART :2:2o"),
            "expected the description of the game after RESTART",
        ),
    ],
)
def test_a_bad_saved_game_is_refused(text: str, reason: str) -> None:
    errors: list[Any] = []
    [*reads(text, on_error=errors.append)]
    assert reason in str(errors[-1].value)


@needs_case("tatham-solo-sav.txt")
def test_a_saved_game_of_solo_that_others_made_is_read() -> None:
    board = loads_board((CASES / "tatham-solo-sav.txt").read_text())
    outcome = pandoku.solve(board.puzzle)
    assert outcome.is_unique
    solution = flat(outcome.grid or ())
    assert all(digit in (0, right) for digit, right in zip(board.digits, solution, strict=True))
    assert sum(map(bool, board.digits)) == board.puzzle.n_givens + 27


@needs_case("tatham-towers-id.txt")
def test_an_id_of_towers_that_others_made_has_one_solution() -> None:
    puzzle = loads((CASES / "tatham-towers-id.txt").read_text())
    assert len(puzzle.further) == 16
    assert pandoku.solve(puzzle).is_unique
