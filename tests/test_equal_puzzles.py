"""An answer about a puzzle has nothing of an equal one that was asked about before."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import pandoku
from pandoku import Board, Geometry, Puzzle
from pandoku.calls.answering import answer_call
from pandoku.calls.documents import puzzle_document
from pandoku.calls.links import link_of, puzzle_in
from tests.in_full import in_full

KILLER = pandoku.loads(
    pandoku.dumps(pandoku.generate("killer", order=4, givens=0, seed=1), "json")
).replace(source=None)
TURNED = KILLER.replace(cages=KILLER.cages[::-1], title="turned", solution=None, id="b2")


def grid(puzzle: Puzzle) -> Any:
    from pandoku.terminal.grid import grid_of

    return in_full(grid_of(puzzle, "large").puzzle)


def explained(puzzle: Puzzle) -> Any:
    reply = answer_call("explain", json.dumps({"puzzle": pandoku.dumps(puzzle, "json")}).encode())
    found = json.loads(reply.body)
    return found["steps"]


ANSWERS: dict[str, Callable[[Puzzle], Any]] = {
    "board": lambda puzzle: in_full(Board.start(puzzle)),
    "check": lambda puzzle: in_full(pandoku.check(puzzle)),
    "document": lambda puzzle: msgspec.to_builtins(puzzle_document(puzzle)),
    "dumps": lambda puzzle: pandoku.dumps(puzzle, "json"),
    "explain": lambda puzzle: in_full(pandoku.explain(puzzle)),
    "explain, by the web": explained,
    "grid of the terminal": grid,
    "hint": lambda puzzle: in_full(pandoku.hint(puzzle, 5).board),
    "link": lambda puzzle: in_full(puzzle_in(link_of(puzzle))),
    "page": lambda puzzle: pandoku.explain(puzzle).page(),
    "svg": pandoku.svg,
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_kept_answer_is_that_of_the_puzzle_itself(name: str) -> None:
    assert KILLER == TURNED
    one, other = (ANSWERS[name](puzzle) for puzzle in (KILLER, TURNED))
    assert one != other
    assert ANSWERS[name](KILLER) == one


def test_a_sudoku_with_a_title_keeps_it_in_its_link() -> None:
    plain = Puzzle(Geometry.sudoku(9), (1, *[0] * 80))
    titled = plain.replace(title="A title")
    assert puzzle_in(link_of(titled)).title == "A title"
    assert puzzle_in(link_of(plain)).title is None
