"""A new set of houses is one line: everything else follows from it."""

from __future__ import annotations

import subprocess
import sys

import pytest

# The line that a new set takes, and then all that follows from it, in a process of its own.
LINE = """
HOUSE_SETS["clover"] = HouseSet("clover", "leaf", "the leaves of a clover", clover, ("shamrock",))
"""
SCRIPT = (
    """
from pandoku.model import HOUSE_SETS, HouseSet


def clover(order, box):
    return ((0, 1, 9, 10, 20, 30, 40, 70, 80), (8, 7, 17, 16, 24, 32, 48, 64, 72)) \\
        if order == 9 else ()

"""
    + LINE
    + """

import pandoku
from pandoku import Puzzle
from pandoku.cli import cli
from pandoku.words import kind_name, kind_text, rules_text

(puzzle,) = pandoku.generate_many(1, "clover", seed=5, difficulty="easy")
assert puzzle.kind == "clover"
assert puzzle.geometry == Puzzle.sudoku(9, extra="shamrock").geometry
assert puzzle.geometry.extra_names == ("leaf 1", "leaf 2")
assert kind_text(puzzle) == "Clover Sudoku 9x9"
assert kind_name(Puzzle.killer(9, [], extra=["clover", "windoku"])) == "Clover windoku"
assert rules_text(puzzle) == "Every row, column, box and leaf holds each digit 1-9 once."
assert pandoku.solve(puzzle).is_unique
path = pandoku.explain(puzzle)
assert path.stopped == "full"
told = " ".join(" ".join(map(str, each.explanation.full)) for each in path)
assert "leaf 1" in told or "leaf 2" in told, told
assert "Leaf 1: r1c1 r1c2" in pandoku.draw(puzzle).description
assert pandoku.rate(puzzle).level == "easy"
assert pandoku.loads(pandoku.dumps(puzzle, "json")).geometry == puzzle.geometry
from pandoku.calls.documents import puzzle_document
assert puzzle_document(puzzle).houses[-1].name == "leaf 2"
assert puzzle_document(puzzle).about == "9x9 clover Sudoku"
from pandoku.web.onefile import export_of
assert export_of(puzzle, None).rules == rules_text(puzzle)

cli(["kinds"])
"""
)


@pytest.mark.turns(3)
def test_a_set_in_one_line_is_generated_solved_explained_drawn_and_exported() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    assert "A Sudoku in which the leaves of a clover have each digit once, too." in " ".join(
        done.stdout.split()
    )
