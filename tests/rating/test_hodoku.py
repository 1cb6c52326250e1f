"""The scale hodoku: HoDoKu's own figures, and which step it takes where there are several."""

from __future__ import annotations

import csv
from collections import Counter
from itertools import islice

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.logic import explain
from pandoku.model import Board, Geometry, Step
from pandoku.rating import LEVELS, Rating, get_scale, program_steps
from tests import data

FIGURES = data.SHARED / "ratings" / "hodoku_dev.csv"
# How many puzzles of each level have HoDoKu's own level and score; all have them up to hard.
AGREE = {"easy": 229, "medium": 280, "hard": 284, "unfair": 85, "extreme": 79}

MEDIUM = ".9.3.2.8.1.......4...1...2...2.9...66...5...75...8.3...6...7...9.......8.5.9.4.1."
# HoDoKu's figures of puzzles whose score depends on which step of this technique is taken.
DECIDED_BY = {
    "locked-pair": (
        "2.5..9874..8.....2.......9....41..2.68..5...9...9.643.139.47.....75..............",
        "medium",
        316,
    ),
    "locked-triple": (
        "...1......6.5...3.4...2.7..748...6.....9.4.....2...453..3.8...6.2...3.1......6...",
        "medium",
        368,
    ),
    "pointing": (
        "..78.5.2..5...2..9.......1..761.....4...3...8.....649..9.......3..4...8..6.2.39..",
        "medium",
        514,
    ),
    "naked-pair": (
        ".164..........23..........5.7.....2.3.2...6........8511.........9372...6..7.615.4",
        "medium",
        404,
    ),
    "naked-triple": (
        "..9.3.4....6498...2....1...9.3...7..6..9....8.8...7........6...7..31...6...742...",
        "medium",
        494,
    ),
    "hidden-pair": (
        "9....1....2...3.41........56..3...7...16.48...4...7..37........43.8...2....9....6",
        "medium",
        618,
    ),
    "hidden-triple": (
        "1.6......9.31.8...5...4......5.9...3..13.67..3...8.9......6...7...2.76.5......3.4",
        "hard",
        1150,
    ),
    "skyscraper": (
        "..35.9.4............2.....57..13.........4.1...82..5...8...52.45.9.2..8..34..8..9",
        "hard",
        510,
    ),
    "xy-wing": (
        ".....4....6...97.583..6.4.......6.14....5....29.8.......1.3..689.76...4....1.....",
        "hard",
        1124,
    ),
    "hidden-rectangle": (
        ".9...21.....73..2.52......81.3.47.......6..3.8.......57.68.4...9..........1.....4",
        "hard",
        668,
    ),
    "finned-swordfish": (
        ".45..6.8.1...4..6.......9..7.39.8.............8...15...7.6...21..8..4.......9.84.",
        "unfair",
        628,
    ),
    "xy-chain": (
        ".....67.4..8.7......6....59.2.9.......7.3.6.......5.1.64....9......1.3..2.58.....",
        "unfair",
        1202,
    ),
    "continuous-loop": (
        "6..91.52......7.....................5....4.16..86..4.5.4....1..93.86......5.4138.",
        "unfair",
        644,
    ),
    "alternating-chain": (
        ".......69.8..2.13..1......4..........4...9.7..671.29....1....8.3..........867.2.5",
        "unfair",
        568,
    ),
    "grouped-alternating-chain": (
        "....5.....8....25949..28.............6...2793..7.19.6....8.61.4..9....7...4.3....",
        "unfair",
        850,
    ),
    "als-xz": (
        "..2.3...7.57......9..4...2..7.3.....3......1858...96...1..9.8........1..7..5....4",
        "extreme",
        3908,
    ),
    "als-xy-wing": (
        ".24...9..5..........3..9.15.41.9..2....2..4......5...7.897.....712....4.......8.9",
        "extreme",
        3354,
    ),
    "sue-de-coq": (
        "6....5..3...7.91.521...4....219...8......356...4....3.......2.......7..449.......",
        "unfair",
        568,
    ),
}


def rated(puzzle: str) -> Rating:
    return explain(puzzle, scale="hodoku", is_proper=True).rating()


def replayed(puzzle: Puzzle) -> list[Step]:
    steps = program_steps("hodoku", Board.start(puzzle))
    assert steps is not None
    return list(steps)


@pytest.mark.parametrize("technique", DECIDED_BY)
def test_of_several_steps_of_a_technique_hodokus_is_taken(technique: str) -> None:
    puzzle, level, score = DECIDED_BY[technique]
    path = explain(puzzle, scale="hodoku", is_proper=True)
    assert technique in {step.technique for step in path.steps}
    assert path.rating() == (level, score)


def test_a_locked_pair_that_acts_in_one_house_is_a_naked_pair() -> None:
    puzzle = "4..5.1....62..7.8..8.....53.46..5...9...........7..6.28..4..5.....91.26.........7"
    path = explain(puzzle, scale="hodoku", is_proper=True)
    assert "r3c4 and r3c5 in box 2" in path[17].explanation.heading
    assert path[17].step.technique == "naked-pair"
    assert path.rating() == ("hard", 1254)


def test_singles_are_taken_in_the_order_in_which_they_arise() -> None:
    path = explain(MEDIUM, scale="hodoku", is_proper=True)
    name = path.start.puzzle.geometry.name
    taken = [
        (step.technique, *(f"{name(cell)}={digit}" for cell, digit in step.placements))
        for step in path.steps[:12]
    ]
    assert taken == [
        ("hidden-single", "r2c2=2"),
        ("hidden-single", "r7c4=8"),
        ("locked-pair",),
        ("naked-single", "r6c6=6"),
        ("naked-single", "r8c6=5"),
        ("hidden-single", "r2c4=5"),
        ("hidden-single", "r8c4=6"),
        ("hidden-single", "r2c8=6"),
        ("naked-single", "r2c5=7"),
        ("naked-single", "r2c7=9"),
        ("naked-single", "r2c6=8"),
        ("full-house", "r2c3=3"),
    ]


def test_a_replay_goes_on_from_any_board() -> None:
    path = explain(MEDIUM, scale="hodoku", is_proper=True)
    board = next(islice(path.boards(), 20, None))
    assert board.masks != path.start.masks
    rest = explain(board, scale="hodoku", is_proper=True)
    assert rest.stopped == "full"
    assert sorted(p for step in rest.steps for p in step.placements) == sorted(
        p for step in path.steps[20:] for p in step.placements
    )


def test_the_scale_replays_only_a_plain_sudoku_that_is_proper() -> None:
    plain = pandoku.loads(MEDIUM)
    diagonal = Puzzle(Geometry.sudoku(9, extra=[tuple(range(0, 81, 10))]), plain.givens)
    assert program_steps("hodoku", Board.start(plain)) is not None
    assert program_steps("hodoku", Board.start(diagonal)) is None
    assert program_steps("pandoku", Board.start(plain)) is None
    proper = explain(MEDIUM, scale="hodoku", is_proper=True)
    assert list(proper.steps) == replayed(plain)
    assert explain(MEDIUM, scale="hodoku", is_proper=False).steps != proper.steps


def test_named_techniques_are_tried_as_named() -> None:
    taken = explain(MEDIUM, techniques=["naked-single"], scale="hodoku", is_proper=True)
    assert {step.technique for step in taken.steps} <= {"naked-single"}


def test_the_own_order_named_is_a_replay_without_the_rest() -> None:
    order = get_scale("hodoku").order
    named = explain(MEDIUM, techniques=order, scale="hodoku", is_proper=True)
    assert named.steps == explain(MEDIUM, scale="hodoku", is_proper=True).steps


def test_a_limit_cuts_a_replay() -> None:
    path = explain(MEDIUM, scale="hodoku", is_proper=True, limit=3)
    assert (len(path), path.is_cut) == (3, True)


@pytest.mark.turns(3)
@data.needs(FIGURES)
def test_the_figures_of_hodoku_are_met() -> None:
    with FIGURES.open() as file:
        rows = list(csv.DictReader(file))
    rows = rows if data.IS_FULL else rows[::12]
    agree = Counter[str]()
    for row in rows:
        level, score = row["level"].lower(), int(row["score"])
        same = rated(row["puzzle"]) == (level, score)
        assert same or level in ("unfair", "extreme"), row["puzzle"]
        agree[level] += same
    if data.IS_FULL:
        assert all(agree[level] >= AGREE[level] for level in LEVELS)
    assert agree.total() > len(rows) * 0.8
