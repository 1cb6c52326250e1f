"""candidate-sets: the Sets paper's eliminations and passes, exactly."""

from __future__ import annotations

import json
from itertools import chain

from pandoku.engines import Event, candidate_sets
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import EASY, SHARED, needs

VECTORS = SHARED / "classics" / "002" / "vectors.json"
SOLVED = "284593167369471825157826493576948231892135674413267958721389546645712389938654712"


def sudoku(line: str) -> Puzzle:
    return Puzzle(9, tuple(map(int, line)))


def test_the_papers_sample_takes_368_eliminations_in_7_passes() -> None:
    outcome = candidate_sets.ENGINE.solve(sudoku(EASY), limit=2)
    assert (outcome.stats["eliminations"], outcome.stats["passes"]) == (368, 7)
    assert (outcome.count, outcome.stopped) == (1, None)
    assert outcome.solution == tuple(map(int, SOLVED))


@needs(VECTORS)
def test_the_published_puzzles_take_the_counts_of_the_vectors() -> None:
    for case in json.loads(VECTORS.read_text()):
        outcome = candidate_sets.ENGINE.solve(Puzzle(9, tuple(chain(*case["problem"]))))
        assert outcome.stats["eliminations"] == case["total_eliminations"], case["name"]
        assert outcome.stats["passes"] == case["passes_incl_last"], case["name"]
        assert outcome.board is not None
        assert outcome.board.digits == tuple(chain(*case["result"])), case["name"]
        for (row, column), left in case["unsolved"]:
            assert list(outcome.board.candidates(9 * row + column)) == left, case["name"]


def test_an_empty_grid_is_stuck_after_one_pass() -> None:
    outcome = candidate_sets.ENGINE.solve(Puzzle(9))
    assert (outcome.count, outcome.stopped) == (0, "stuck")
    assert (outcome.stats["eliminations"], outcome.stats["passes"]) == (0, 1)


def test_a_cell_that_loses_its_last_digit_proves_there_is_no_solution() -> None:
    outcome = candidate_sets.ENGINE.solve(Puzzle(4, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8))
    assert (outcome.count, outcome.stopped) == (0, None)


def test_striking_out_what_the_events_remove_leaves_the_solution() -> None:
    events: list[Event] = []
    outcome = candidate_sets.ENGINE.solve(sudoku(EASY), on_event=events.append)
    sets = [{int(d)} if d != "0" else set(range(1, 10)) for d in EASY]
    assert len([e for e in events if e.name == "remove"]) == outcome.stats["eliminations"]
    for event in events:
        if event.name == "remove":
            sets[event.cell].remove(event.digit)
    assert sets == [{int(digit)} for digit in SOLVED]


def test_every_house_counts_and_cages_are_refused() -> None:
    diagonal = Puzzle(Geometry(4, (2, 2), diagonals=True), (1,) + (0,) * 15)
    board = candidate_sets.ENGINE.solve(diagonal).board
    assert board is not None
    assert 1 not in board.candidates(15)
    assert candidate_sets.ENGINE.supports(Puzzle(Geometry.sudoku(4), cages=(Cage("+", 3, (0, 1)),)))
