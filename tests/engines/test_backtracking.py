"""backtracking: Mathdoku's choices, undone digits and trials, exactly."""

from __future__ import annotations

import json

import pytest

from pandoku.engines import Budget, Event, backtracking
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import SHARED, needs

PAPER = SHARED / "classics" / "001"
FIGURE_1 = "aabb cdee cfeg ffhg a 3 - b 1 - c 2 / d 2 = e 5 + f 9 * g 2 / h 4 ="


def mathdoku(text: str) -> Puzzle | None:
    """The puzzle of a Mathdoku text; None when the paper does not call it ready to solve."""
    words = text.replace("–", "-").split()
    if words[0].isdigit():  # the later form starts with the size
        words = words[1:]
    order = len(words[0])
    grid, rest = "".join(words[:order]), words[order:]
    cages = []
    for group, target, sign in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
        cells = tuple(cell for cell, letter in enumerate(grid) if letter == group)
        if sign in "-/" and len(cells) != 2:
            return None
        cages.append(Cage(sign, int(target), cells))
    return Puzzle(Geometry.latin(order), cages=tuple(cages))


def counts(puzzle: Puzzle) -> tuple[object, ...]:
    stats = backtracking.ENGINE.solve(puzzle).stats
    return stats["choices"], stats["undone"], stats["value_trials"]


def test_the_papers_figure_takes_3_choices_and_9_undone_digits() -> None:
    puzzle = mathdoku(FIGURE_1)
    assert puzzle is not None
    assert counts(puzzle) == (3, 9, 76)
    assert backtracking.ENGINE.solve(puzzle, limit=2).solutions == (
        tuple(map(int, "1423423123143142")),
    )


def test_the_figure_as_misprinted_has_no_solution() -> None:
    puzzle = mathdoku(FIGURE_1.replace("cdee", "cede"))
    assert puzzle is not None
    outcome = backtracking.ENGINE.solve(puzzle)
    assert (outcome.count, outcome.stopped) == (0, None)


def test_an_impossible_single_cell_is_one_choice() -> None:
    assert counts(Puzzle(1, cages=(Cage("=", 2, (0,)),))) == (1, 0, 1)


@pytest.mark.turns(3)
@needs(PAPER)
def test_the_published_puzzles_take_the_counts_of_the_vectors() -> None:
    checked = 0
    for case in json.loads((PAPER / "vectors.json").read_text()):
        if "search_E" not in case:
            continue
        text = case["text"] if "text" in case else (PAPER / f"{case['name']}.txt").read_text()
        if (puzzle := mathdoku(text)) is not None:
            expected = tuple(case["search_E"][k] for k in ("choices", "undone", "value_trials"))
            assert counts(puzzle) == expected, case["name"]
            checked += 1
    assert checked > 20


def test_the_counts_agree_with_the_events() -> None:
    events: list[Event] = []
    puzzle = Puzzle.killer(6, [Cage("*", 72, (1, 7, 8)), Cage("+", 9, (3, 9))]).replace(
        givens=(1, *(0,) * 35)
    )
    stats = backtracking.ENGINE.solve(puzzle, limit=5, on_event=events.append).stats
    names = [event.name for event in events]
    assert names.count("try") == stats["value_trials"]
    assert names.count("place") == stats["nodes"]
    assert names.count("remove") == stats["undone"]


def test_the_first_cell_with_its_smallest_digit_comes_first() -> None:
    events: list[Event] = []
    backtracking.ENGINE.solve(Puzzle(4, (0, 1) + (0,) * 14), on_event=events.append)
    assert events[:4] == [("try", 0, 1), ("reject", 0, 1), ("try", 0, 2), ("place", 0, 2)]


def test_solutions_come_in_ascending_order() -> None:
    solutions = backtracking.ENGINE.solve(Puzzle(4), limit=1000).solutions
    assert len(solutions) == 288
    assert list(solutions) == sorted(solutions)


def test_the_deepest_order_needs_no_recursion() -> None:
    empty = Puzzle(Geometry.latin(36))
    outcome = backtracking.ENGINE.solve(empty, budget=Budget(nodes=1300))
    assert outcome.count or outcome.stopped == "nodes"
    order = 36
    full = tuple((r + c) % order + 1 for r in range(order) for c in range(order))
    missing = empty.replace(givens=(0,) * order + full[order:])
    assert backtracking.ENGINE.solve(missing, limit=2).solutions == (full,)


def test_a_cage_full_of_givens_is_checked() -> None:
    wrong = Puzzle(Geometry.latin(4), (1, 2) + (0,) * 14, (Cage("-", 2, (0, 1)),))
    assert (backtracking.ENGINE.solve(wrong).count, backtracking.ENGINE.solve(wrong).complete) == (
        0,
        True,
    )
