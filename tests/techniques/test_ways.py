"""Steps that list the ways of rules, or refute a digit by cases."""

from itertools import islice

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import RULES, AntiKnight, Arrow, Difference, LookAndSay, Ratio, Thermometer
from pandoku.model import Step
from pandoku.techniques import get_technique
from tests.techniques.claims import is_true

NAMES = (
    "few-ways", "rule-pointing", "rule-cases", "cage-on-line", "rule-and-house", "two-rules",
    "common-peers",
)  # fmt: skip


def first(name: str, start: Puzzle | Board) -> str:
    """Return the explanation of the first step of a technique."""
    board = start if isinstance(start, Board) else Board.start(start)
    technique = get_technique(name)
    return str(technique.explain(next(technique.steps(board)), board))


@pytest.mark.turns(4)
@pytest.mark.parametrize("kind", sorted(RULES))
def test_steps_are_right_and_their_sentences_true(kind: str) -> None:
    puzzle = RULES[kind].example
    solution, board = puzzle.solution, Board.start(puzzle)
    assert solution
    for technique in map(get_technique, NAMES):
        for step in islice(technique.steps(board), 3):
            assert not [pair for pair in step.eliminations if solution[pair[0]] == pair[1]]
            words = technique.explain(step, board)
            for sentence in words.full:
                assert all(is_true(claim, board) for claim in sentence.claims), sentence


def test_an_arrow_lists_its_ways() -> None:
    puzzle = Puzzle.sudoku(4).with_(Arrow("r1c1", "r1c2 r1c3"))
    text = first("few-ways", puzzle)
    assert "r1c1, r1c2 and r1c3 can only be 3 1 2, 3 2 1, 4 1 3 or 4 3 1" in text


def test_a_dot_points_at_what_sees_both_of_its_cells() -> None:
    puzzle = Puzzle.sudoku("1...............").with_(Ratio("r2c3 r2c4"))
    board = Board.start(puzzle)
    steps = [*get_technique("rule-pointing").steps(board)]
    gone = {pair for step in steps for pair in step.eliminations}
    assert {(2, 2), (3, 2), (4, 2), (5, 2)} <= gone
    assert "ach way has a 2 at r2c3 or r2c4" in first("rule-pointing", puzzle)


def test_a_knight_sees_both_places_of_a_house() -> None:
    puzzle = Puzzle.sudoku(6).with_(AntiKnight())
    others = Step("start", eliminations=tuple((cell, 1) for cell in (1, 3, 4, 5)))
    board = Board.start(puzzle).after(others)  # row 1 has its 1 at r1c1 or r1c3, and r3c2 sees both
    (step,) = (
        step
        for step in get_technique("common-peers").steps(board)
        if step.facts.houses[0].phrase == "row 1"
    )
    assert (13, 1) in step.eliminations


def test_a_thermometer_leaves_a_house_without_a_place() -> None:
    puzzle = Puzzle.sudoku(9).with_(Thermometer("r3c3 r4c4 r5c4"))
    others = Step("start", eliminations=tuple((cell, 4) for cell in range(27, 36) if cell != 30))
    board = Board.start(puzzle).after(others)  # row 4 has its 4 at r4c4
    text = first("rule-and-house", board)
    wanted = (
        "With 4, 5, 6 or 7 at r3c3, r4c4 is not 4 by the three-cell thermometer at r3c3, and row 4 "
        "has no place for 4."
    )
    assert wanted in text


def test_two_cells_decide_that_a_rule_has_no_way() -> None:
    puzzle = Puzzle.sudoku("....4...........").with_(Difference("r1c1 r1c2", 2))
    text = first("rule-and-house", Board.start(puzzle))
    wanted = (
        "With 1 at r1c3 or r1c4, r1c2 is 2 or 3, and r1c1 would be 1 or 4 by the white dot of 2"
    )
    assert wanted in text


def test_two_rules_leave_no_digit_to_a_cell() -> None:
    puzzle = Puzzle.sudoku(6).with_(Difference("r1c1 r1c2"), Ratio("r1c2 r2c2"))
    others = Step("start", eliminations=((7, 2), (7, 6), (7, 4)))  # r2c2 is 1, 3 or 5
    text = first("two-rules", Board.start(puzzle).after(others))
    assert "With 2 or 4 at r1c1, r2c2 would be 6 by both rules, but it cannot be." in text


def test_a_rule_has_too_few_cells_for_a_digit() -> None:
    puzzle = Puzzle.sudoku(9).with_(LookAndSay("r1c9 r2c8 r3c7 r4c6 r5c5", (2, 4)))
    others = Step("start", eliminations=((8, 4), (24, 4), (32, 4)))  # two 4s at r2c8 and r5c5
    text = first("rule-and-house", Board.start(puzzle).after(others))
    assert "only r5c5 can be 4, which is too few for the 24 look-and-say cage at r1c9." in text


def test_a_thermometer_orders_the_digits_of_a_cage() -> None:
    cells = "r1c1 r1c2 r1c3"
    puzzle = Puzzle.killer(9, [(8, cells.split())]).with_(Thermometer(cells))
    text = first("cage-on-line", puzzle)
    assert "r1c1, r1c2 and r1c3 can only be 1 2 5 or 1 3 4, in this order." in text


def test_lines_inside_a_cage_are_joined() -> None:
    """Four ways are left. With only one of the lines, there are more than a step lists."""
    cells = ["r1c1", "r1c2", "r1c3", "r1c4"]
    lines = (Thermometer("r1c1 r1c2"), Ratio("r1c3 r1c4"))
    text = first("cage-on-line", Puzzle.killer(9, [(10, cells)]).with_(*lines))
    assert "1 3 2 4, 1 3 4 2, 3 4 1 2 or 3 4 2 1, in this order." in text


def test_an_arrow_in_a_cage_is_left_to_sums() -> None:
    puzzle = Puzzle.killer(9, [(8, ["r1c1", "r1c2", "r1c3"])]).with_(Arrow("r1c1", "r1c2 r1c3"))
    assert not [*get_technique("cage-on-line").steps(Board.start(puzzle))]
