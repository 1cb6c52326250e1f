"""Format `kenken`: lists of cages, written here in each form and with each way to count."""

from __future__ import annotations

import random
from math import prod

import pytest

import pandoku
from pandoku import Cage, Geometry, Puzzle
from pandoku.formats import dumps, get_format, loads, reads, sniff
from pandoku.formats._text import Lines
from tests.data import CASES, by_default
from tests.formats.reading import error_of
from tests.formats.test_conformance import partition
from tests.in_full import in_full
from tests.together import together

WORDS = {"+": "add", "-": "sub", "*": "mult", "/": "div", "=": "''"}
FORMS = ("pairs", "pairs from 1", "letters", "numbers", "numbers from 1")


def made(n: int, rng: random.Random) -> tuple[Puzzle, tuple[int, ...]]:
    """Return a puzzle of cages, and a grid that it fits."""
    rows, columns = rng.sample(range(n), n), rng.sample(range(n), n)
    grid = tuple((r + c) % n + 1 for r in rows for c in columns)
    cages = []
    for cells in partition(n, 3, rng.randint(0, 999)):
        digits = sorted(grid[cell] for cell in cells)
        targets = {"+": sum(digits), "*": prod(digits)}
        if len(cells) == 1:
            targets = {"=": digits[0]}
        elif len(cells) == 2:
            targets["-"] = digits[1] - digits[0]
            if digits[1] % digits[0] == 0:
                targets["/"] = digits[1] // digits[0]
        sign = rng.choice([*targets])
        cages.append(Cage(sign, targets[sign], tuple(cells)))
    return Puzzle(Geometry.latin(n), cages=tuple(cages)), grid


def written(puzzle: Puzzle, form: str) -> str:
    """Return a puzzle as other programs write it."""
    n, lines = puzzle.order, [str(puzzle.order)]
    one = int(form.endswith("1"))
    for cage in puzzle.cages:
        places = [divmod(cell, n) for cell in cage.cells]
        if form.startswith("pairs"):
            cells = ",".join(f"({row + one},{column + one})" for row, column in places)
            lines.append(f"[{cells}] {WORDS[cage.operation]} {cage.target}")
        elif form == "letters":
            cells = " ".join(f"{'ABCDEFGHI'[column]}{row + 1}" for row, column in places)
            lines.append(f"{cage.target} {cage.operation} {cells}")
        else:
            cells = "-".join(str(cell + one) for cell in cage.cells)
            lines.append(f"{cage.target}#{cells}#{cage.operation}")
    return "\n".join(lines) + "\n"


@together("form", FORMS)
@together("seed", range(by_default(6, full=60)))
def test_a_list_of_cages_is_read_in_every_form(form: str, seed: int) -> None:
    puzzle, grid = made(3 + seed % 6, random.Random(seed))
    text = written(puzzle, form)
    assert sniff(Lines.of(text)).name == "kenken"
    assert in_full(loads(text)) == in_full(puzzle)
    assert all(cage.holds(grid, puzzle) for cage in loads(text).cages)
    if form == "pairs":
        assert dumps(puzzle, "kenken") == text


def test_the_example_has_one_solution_and_many_lists_are_read_one_by_one() -> None:
    example = get_format("kenken").example
    assert pandoku.solve(loads(example)).is_unique
    other = written(made(5, random.Random(1))[0], "letters")
    found = [*reads(f"# mine\n{example}\n\n{other}")]
    assert [puzzle.order for puzzle in found] == [4, 5]


@together(
    "text, line, reason",
    [
        (
            "2\n[(0,0),(0,1)] add 3\n[(1,0),(1,1)] mod 1",
            3,
            "expected an operation + - * / =, found",
        ),
        ("2\n3 ^ A1 B1\n3 + A2 B2", 2, "found '^', which pandoku does not support"),
        ("2\n3#0-1#gcd\n3#2-3#+", 2, "found 'gcd', which pandoku does not support"),
        (
            "2\n[(0,0),(0,1)] add 3",
            2,
            "expected cages that cover all 4 cells, found no cage with r2c1",
        ),
        ("2\n[(0,0),(0,1)] add 3\n[(0,1),(1,1)] add 3", 3, "found r1c2 also on line 2"),
        ("2\n[(0,0),(0,2)] add 3", 2, "expected cells counted from 0 to 1, found 0, 2"),
        ("2\n3#1-5#+", 2, "expected cells counted from 1 to 4, found 5"),
        ("2\n3 + A1 C1\n3 + A2 B2", 2, "expected cells counted from 1 to 2, found 1, 3"),
        ("3\n[(0,0),(0,1),(0,2)] sub 3", 2, "expected two cells for 'sub', found 3: programs"),
        ("2\n[(0,0),(0,1)] '' 3", 2, "expected an operation for 2 cells, found \"''\""),
        ("2\n[(0,0),(0,1)] add 3\n3 + A2 B2", 3, "expected a cage such as '[(0,0),(1,0)] add 6'"),
        ("0\n3#1-5#+", 1, "expected an order from 1 to 36, found '0'"),
        ("99\n3#1-5#+", 1, "expected an order from 1 to 36, found '99'"),
        (f"2\n{'9' * 5000}#1-2#+", 2, "expected a target of at most"),
    ],
)
def test_a_bad_list_is_refused_once_with_its_line(text: str, line: int, reason: str) -> None:
    error = error_of(text)
    assert reason in error.reason
    assert (error.format, error.line) == ("kenken", line)


def test_an_order_without_cages_is_refused() -> None:
    assert "cages such as" in error_of("5\n", "kenken").reason


@pytest.mark.parametrize(
    ("cage", "reason"),
    [
        (Cage("-", 1, (0, 1, 2, 3)), "it cannot store a '-' cage of 4 cells"),
        (Cage("+", 6, (0, 1, 2, 3), repeats=False), "cages whose digits must differ"),
        (Cage("?", 6, (0, 1, 2, 3)), "it cannot store hidden operations"),
        (Cage("+", 3, (0, 1)), "it stores only cages that cover every cell once"),
    ],
)
def test_a_puzzle_that_a_list_cannot_hold_is_refused(cage: Cage, reason: str) -> None:
    assert reason in (get_format("kenken").why_not(Puzzle(Geometry.latin(2), cages=(cage,))) or "")


@pytest.mark.parametrize("name", ["kenken-tuples.txt", "kenken-tuples8.txt"])
def test_a_list_that_others_made_has_one_solution(name: str) -> None:
    if not (CASES / name).exists():
        pytest.skip("PANDOKU_SHARED has no such text")
    assert pandoku.solve(pandoku.load(CASES / name)).is_unique
