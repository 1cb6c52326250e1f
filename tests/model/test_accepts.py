"""`Puzzle.accepts` takes a solution in any form, and is False for anything else."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Any

import numpy as np

import pandoku
from pandoku import Board, Outcome, Puzzle
from pandoku.engines import get_engine
from tests.data import by_default
from tests.together import together

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
GRID = ((1, 2, 4, 3), (4, 3, 1, 2), (2, 1, 3, 4), (3, 4, 2, 1))
WRONG = ((1, 2, 4, 3), (4, 3, 1, 2), (2, 1, 3, 4), (3, 4, 1, 2))


def forms(grid: tuple[tuple[int, ...], ...]) -> dict[str, Any]:
    flat = tuple(digit for row in grid for digit in row)
    text = "".join(map(str, flat))
    return {
        "tuples": grid,
        "lists": [*map(list, grid)],
        "flat": flat,
        "text": text,
        "bytes": text.encode(),
        "digits as bytes": bytes(flat),
        "grid as text": "\n".join("".join(map(str, row)) for row in grid),
        "rows as text": ["".join(map(str, row)) for row in grid],
        "floats": [float(digit) for digit in flat],
        "board": Board.start(Puzzle(4), flat),
        "puzzle": Puzzle(4, flat),
        "outcome": Outcome(1, solutions=(flat,)),
        "outcome of an engine that stops at the first": Outcome(1, "limit", (flat,)),
        "array of rows": np.array(grid),
        **{f"array of {kind}": np.array(flat, kind) for kind in ("u1", ">i4", "u8", "f4", "O")},
    }


@together("form", forms(GRID))
def test_a_solution_is_accepted_in_every_form(form: str) -> None:
    puzzle = Puzzle("1..............1")
    assert puzzle.accepts(forms(GRID)[form])
    assert not puzzle.accepts(forms(WRONG)[form])
    assert not Puzzle("2...............").accepts(forms(GRID)[form])
    assert not Puzzle(9).accepts(forms(GRID)[form])


def test_what_solve_returns_is_accepted() -> None:
    puzzle, killer = Puzzle(EASY), pandoku.generate("killer", order=4, seed=1)
    assert puzzle.accepts(pandoku.solve(puzzle))
    assert puzzle.accepts(get_engine("dancing-links").solve(puzzle))
    assert killer.accepts(pandoku.solve(killer))
    assert not killer.accepts(pandoku.solve(puzzle))
    assert not puzzle.accepts(pandoku.solve(killer))


def test_an_outcome_of_several_solutions_or_of_none_is_not_accepted() -> None:
    puzzle = Puzzle("1..............1")
    found = pandoku.solve(puzzle)
    assert found.count == 2
    assert all(map(puzzle.accepts, found.solutions))
    assert not puzzle.accepts(found)
    assert not puzzle.accepts(Outcome(3, "limit", found.solutions[:1]))
    assert not puzzle.accepts(pandoku.solve("123........4...."))
    assert not puzzle.accepts(Outcome(0, "nodes"))


NESTED: Any = []
NESTED.append(NESTED)
NO_GRIDS: dict[str, Any] = {
    "foo": "foo",
    "a short text": "12",
    "no text": "",
    "None": None,
    "a number": 3.5,
    "an int": 4,
    "True": True,
    "nan": float("nan"),
    "one cell": [[1]],
    "nothing": [],
    "a dict": {},
    "a dict of rows": dict(enumerate(GRID)),
    "a set": {1, 2, 3, 4},
    "an iterator": iter(sum(GRID, ())),
    "a function": len,
    "an object": object(),
    "a class": list,
    "the class of arrays": np.ndarray,
    "an array of letters": np.array(["a"] * 16),
    "an array of another shape": np.ones((2, 2, 4)),
    "an array without a shape": np.array(1),
    "an array of nan": np.full(16, np.nan),
    "an array of infinities": np.full(16, np.inf),
    "an array of complex numbers": np.ones(16, complex),
    "an array of booleans": np.ones(16, bool),
    "an array of times": np.zeros(16, "M8[s]"),
    "an array of records": np.zeros(16, [("a", "i4")]),
    "negative numbers": [-1] * 16,
    "huge numbers": [10**400] * 16,
    "fractions": [Fraction(1)] * 16,
    "dates": [date(2026, 11, 22)] * 16,
    "a list in itself": NESTED,
    "rows of different lengths": [[1, 2, 3, 4], [3, 4], [2, 1, 4, 3], [4, 3, 2, 1]],
    "an enormous text": "x" * by_default(200_000, full=5_000_000),
    "an enormous text of digits": "1" * by_default(200_000, full=5_000_000),
    "much opened": "[" * by_default(10_000, full=100_000),
    "bytes of no text": b"\xff" * 16,
    "half a character": "\ud800" * 16,
    "nulls": "\0" * 16,
    "the name of a file": "puzzles/hard.txt",
    "a puzzle with holes": Puzzle("1..............."),
    "a board with holes": Board.start(Puzzle("1...............")),
    "a puzzle of another order": Puzzle(9),
    "a check": pandoku.check(Puzzle(4)),
}


@together("name", NO_GRIDS)
def test_anything_else_solves_nothing(name: str) -> None:
    assert Puzzle(4).accepts(NO_GRIDS[name]) is False


def test_a_grid_that_the_candidates_or_the_cages_rule_out_is_not_accepted() -> None:
    assert not Puzzle(4, candidates=(2, *[15] * 15)).accepts(GRID)
    assert Puzzle(4, candidates=(1, *[15] * 15)).accepts(GRID)
    assert not Puzzle.killer(4, [(4, "r1c1 r1c2")]).accepts(GRID)
    assert Puzzle.killer(4, [(3, "r1c1 r1c2")]).accepts(GRID)
