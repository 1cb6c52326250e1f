"""brute-force: Calcudoku's checks and backtracks, exactly."""

from __future__ import annotations

import json

from pandoku.engines import Event, brute_force
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import SHARED, needs

SAMPLE = "5 0 5|8 1 2 6|8 3 8|6 4 9 14|13 7 12 13|5 10 15|14 11 16 20 21|6 17 18 22|10 19 23 24"
PAPER = SHARED / "classics" / "000"


def calcudoku(lines: str, *, with_counts: bool = False) -> Puzzle:
    rows = [[int(word) for word in line.split()] for line in lines.split("|")]
    first = 2 if with_counts else 1
    cages = [Cage("+", row[0], tuple(row[first:])) for row in rows]
    return Puzzle(Geometry.latin(5), cages=tuple(cages))


def counts(puzzle: Puzzle) -> tuple[object, object]:
    stats = brute_force.ENGINE.solve(puzzle).stats
    assert stats["nodes"] == stats["checks"]
    return stats["checks"], stats["backtracks"]


def test_the_papers_sample_takes_2265_checks_and_438_backtracks() -> None:
    puzzle = calcudoku(SAMPLE)
    assert counts(puzzle) == (2265, 438)
    solution = tuple(map(int, "4125315432235413412552314"))
    assert brute_force.ENGINE.solve(puzzle, limit=2).solutions == (solution,)


def test_a_sample_nothing_solves_ends_at_the_first_cell() -> None:
    puzzle = calcudoku(SAMPLE.replace("5 0 5", "10 0 5", 1))
    assert counts(puzzle) == (1330, 266)
    assert brute_force.ENGINE.solve(puzzle).count == 0


def test_one_cage_over_all_cells_gives_the_first_latin_square() -> None:
    puzzle = calcudoku("75 " + " ".join(map(str, range(25))))
    assert counts(puzzle) == (135, 12)
    assert brute_force.ENGINE.solve(puzzle).solution == tuple(map(int, "1234521453345124523153124"))


@needs(PAPER)
def test_the_published_puzzles_take_the_published_counts() -> None:
    for case in json.loads((PAPER / "counts.json").read_text()):
        if "file" in case:
            lines = [x for x in (PAPER / case["file"]).read_text().splitlines()[1:] if x.strip()]
            puzzle = calcudoku("|".join(lines), with_counts=case["format"] == "v2")
            assert counts(puzzle) == (case["checks"], case["backtracks"]), case["file"]
            assert case["checks"] == 5 * case["backtracks"] + 75


def test_a_sum_that_is_reached_too_early_is_rejected_at_once() -> None:
    events: list[Event] = []
    puzzle = Puzzle(Geometry.latin(3), cages=(Cage("+", 2, (0, 4)), Cage("+", 7, (8, 0))))
    brute_force.ENGINE.solve(puzzle, on_event=events.append)
    assert [(e.name, e.digit) for e in events if e.cell == 0 and e.name != "try"] == [
        ("place", 1),
        ("remove", 1),
        ("reject", 2),
        ("reject", 3),
        ("backtrack", 0),
    ]


def test_checks_and_backtracks_agree_with_the_events() -> None:
    events: list[Event] = []
    stats = brute_force.ENGINE.solve(calcudoku(SAMPLE), limit=2, on_event=events.append).stats
    assert sum(event.name == "try" for event in events) == stats["checks"]
    assert sum(event.name == "backtrack" for event in events) == stats["backtracks"]


def test_givens_are_stepped_over() -> None:
    events: list[Event] = []
    puzzle = Puzzle(4, (1, 0, 0, 4) + (0,) * 12)
    assert brute_force.ENGINE.solve(puzzle, on_event=events.append).count == 1
    assert not {0, 3} & {event.cell for event in events}


def test_the_search_goes_on_after_a_solution() -> None:
    outcome = brute_force.ENGINE.solve(Puzzle(4), limit=1000)
    assert outcome.count == 288
    assert list(outcome.solutions) == sorted(outcome.solutions)
