"""Indexers and numbered rooms: cells that say where a digit of their line is."""

from __future__ import annotations

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import RULES, BoxIndexer, ColumnIndexer, NumberedRoom, RowIndexer
from pandoku.logic import explain
from pandoku.model import Constraint, Step
from pandoku.techniques import TECHNIQUES
from pandoku.techniques._rules import rules_in
from tests.techniques.sentences import false_claims, unnamed


def board_with(*constraints: Constraint) -> Board:
    return Board.start(Puzzle(6).with_(*constraints))


def steps_of(name: str, board: Board) -> list[Step]:
    return list(TECHNIQUES[name].steps(board))


def told(step: Step, board: Board) -> list[str]:
    """Return the reason of a step, after judging its claims."""
    *reason, _ = TECHNIQUES[step.technique].explain(step, board).full
    for sentence in reason:
        assert false_claims(sentence, board) == [], sentence
        assert unnamed(sentence, board.puzzle) == [], sentence
    return [str(sentence) for sentence in reason]


def test_a_first_cell_does_not_point_at_itself_or_repeat_the_clue() -> None:
    board = board_with(NumberedRoom("r1c1", "R", 4))
    (step,) = steps_of("numbered-room", board)
    assert {*step.eliminations} == {(0, 1), (0, 4)}
    assert len(told(step, board)) == 1


def test_a_room_and_its_number_lose_candidates_together() -> None:
    board = board_with(NumberedRoom("r1c1", "R", 4)).eliminate("r1c1", 1).eliminate("r1c1", 4)
    board = board.eliminate("r1c4", 4).eliminate("r1c5", 4).eliminate("r1c1", 6)
    (step,) = steps_of("numbered-room", board)
    assert {*step.eliminations} == {(0, 5), (5, 4)}
    assert sorted(told(step, board)) == [
        "The 4 of row 1 is not at r1c5, so r1c1 is not 5.",
        "r1c1 is not 6, so the 4 of row 1 is not at r1c6.",
    ]


@pytest.mark.parametrize(
    ("constraint", "cell", "place"),
    [
        (ColumnIndexer("r2c1"), 6, 10),
        (RowIndexer("r1c2"), 1, 25),
        (BoxIndexer("r1c1"), 0, 7),
    ],
)
def test_an_indexer_and_its_place_are_filled_together(
    constraint: Constraint, cell: int, place: int
) -> None:
    board = board_with(constraint)
    (forward,) = steps_of("indexer", board.place(cell, 5))
    assert forward.placements == ((place, 1),)
    told(forward, board.place(cell, 5))
    (back,) = steps_of("indexer", board.place(place, 1))
    assert back.placements == ((cell, 5),)
    told(back, board.place(place, 1))


def test_a_column_of_indexers_is_one_step() -> None:
    board = board_with(ColumnIndexer("r1c1 r2c1 r3c1 r4c1"))
    for row in (1, 2, 3):
        board = board.eliminate(f"r{row}c1", 6)
    board = board.eliminate("r4c3", 1)
    (step,) = steps_of("indexer", board)
    assert told(step, board) == [
        "r1c1, r2c1 and r3c1 are not 6, so r1c6, r2c6 and r3c6 are not 1.",
        "The 1 of row 4 is not at r4c3, so r4c1 is not 3.",
    ]


def test_nothing_follows_without_a_missing_candidate() -> None:
    assert steps_of("indexer", board_with(ColumnIndexer("r1c1"), RowIndexer("r2c2"))) == []
    broken = board_with(ColumnIndexer("r1c1")).place("r1c1", 5).eliminate("r1c5", 1)
    assert steps_of("indexer", broken) == []


@pytest.mark.parametrize("kind", ["numbered room", "row indexer", "column indexer", "box indexer"])
def test_the_examples_are_solved(kind: str) -> None:
    path = explain(RULES[kind].example, debug=True)
    assert path.stopped == "full"
    assert {"indexer", "numbered-room"} & {step.technique for step in path.steps}


def test_indexers_of_different_rows_are_separate_rules() -> None:
    puzzle = Puzzle(9).with_(ColumnIndexer("r1c1 r1c5 r2c1"), RowIndexer("r1c2"))
    rules = rules_in(puzzle).each
    assert [rule.number for rule in rules] == [0, 0, 1]
    assert [len({cell // 9 for cell in rule.cells}) for rule in rules] == [1, 1, 9]
    assert [rule.cells[:2] for rule in rules] == [(0, 4), (9, 10), (1, 10)]
