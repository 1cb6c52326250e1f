"""Renban and nabner lines: the sets of digits that a line can hold."""

from __future__ import annotations

import pytest

from pandoku import Board, Puzzle
from pandoku.constraints import RULES, Nabner, Renban
from pandoku.logic import explain
from pandoku.model import Constraint, Step
from pandoku.techniques import TECHNIQUES
from tests.techniques.rule_boards import lacking
from tests.techniques.sentences import false_claims, unnamed

FIVE = "r1c1 r1c2 r1c3 r1c4 r1c5"
FOUR = "r1c1 r1c2 r1c3 r2c4"


def board_with(*constraints: Constraint, digits: dict[int, int] | None = None) -> Board:
    cells = [0] * 81
    for cell, digit in (digits or {}).items():
        cells[cell] = digit
    return Board.start(Puzzle(9).with_(*constraints), cells)


def steps_of(name: str, board: Board) -> list[Step]:
    return list(TECHNIQUES[name].steps(board))


def told(step: Step, board: Board) -> list[str]:
    """Return the reason of a step, after judging its claims."""
    *reason, _ = TECHNIQUES[step.technique].explain(step, board).full
    for sentence in reason:
        assert false_claims(sentence, board) == [], sentence
        assert unnamed(sentence, board.puzzle) == [], sentence
    return [str(sentence) for sentence in reason]


def test_a_placed_digit_limits_the_range() -> None:
    board = board_with(Renban(FIVE), digits={0: 9})
    (step,) = steps_of("renban", board)
    assert {digit for _, digit in step.eliminations} == {1, 2, 3, 4}
    first, second = told(step, board)
    assert first == "r1c1 is 9."
    assert second.endswith("holds 5 to 9.")


def test_a_missing_digit_limits_the_range() -> None:
    board = board_with(Renban("r1c1 r1c2 r1c3"), digits={9: 4, 8: 7})
    (step,) = steps_of("renban", board)
    assert {digit for _, digit in step.eliminations} == {5, 6, 8, 9}
    assert told(step, board)[0].endswith("can be 4 or 7.")


def test_a_renban_of_five_has_a_five() -> None:
    board = board_with(Renban(FIVE))
    (step,) = steps_of("renban-pointing", board)
    assert {*step.eliminations} == {(cell, 5) for cell in (5, 6, 7, 8)}
    first, second = told(step, board)
    assert first.startswith("Any five consecutive digits of 1 to 9 include 5, so the ")
    assert second == "Row 1 has its 5 at r1c1, r1c2, r1c3, r1c4 or r1c5."


def test_the_only_place_of_a_digit_that_a_renban_must_have() -> None:
    board = board_with(Renban(FIVE))
    for column in (1, 2, 3, 4):
        board = board.eliminate(f"r1c{column}", 5)
    found = [step for step in steps_of("renban", board) if step.facts.candidates]
    assert (found[0].placements, found[0].eliminations) == (((4, 5),), ())
    assert told(found[0], board)[-1] == "Its only place for the 5 is r1c5."


def test_a_nabner_has_no_consecutive_digits() -> None:
    board = board_with(Nabner("r1c1 r1c2 r1c3"), digits={0: 4})
    found = steps_of("nabner", board)
    assert {*found[0].eliminations} == {(cell, digit) for cell in (1, 2) for digit in (3, 5)}
    told(found[0], board)


def test_a_long_nabner_has_one_set() -> None:
    board = board_with(Nabner(FIVE))
    (step,) = steps_of("nabner", board)
    assert {digit for _, digit in step.eliminations} == {2, 4, 6, 8}
    assert told(step, board)[-1].endswith("holds 1 3 5 7 9.")


def test_a_range_with_too_few_digits_for_some_cells_is_out() -> None:
    board = lacking(board_with(Renban(FOUR)), {"r1c2": "1246789", "r1c3": "1246789"})
    (step,) = steps_of("renban", board)
    assert {digit for _, digit in step.eliminations} == {1, 7, 8, 9}
    reason, _ = told(step, board)
    assert "4 to 7 and 5 to 8 are out, as r1c2 and r1c3 have only 5 for two cells" in reason


def test_other_cells_use_up_the_digits_of_each_range() -> None:
    board = lacking(board_with(Renban(FOUR)), {"r1c2": "1246789", "r1c3": "1246789"})
    board = board.after(steps_of("renban", board)[0])
    (step,) = steps_of("renban-ranges", board)
    assert {digit for _, digit in step.eliminations} == {3, 5}
    assert told(step, board)[0] == "In 2 to 5 and 3 to 6, r1c2 and r1c3 take 3 and 5."


def test_ranges_need_the_only_place_of_a_digit() -> None:
    gone = {"r1c1": "4", "r1c2": "4", "r1c3": "4"}
    board = lacking(board_with(Renban(FOUR)), gone)
    (step,) = steps_of("renban-ranges", board)
    assert step.eliminations == ((12, 1), (12, 2), (12, 3))
    assert told(step, board)[0].endswith("have their 4 only at r2c4.")


@pytest.mark.parametrize("name", ["renban", "nabner", "renban-pointing", "renban-ranges"])
def test_open_and_wrong_boards_do_no_harm(name: str) -> None:
    short = board_with(Renban("r1c1 r1c2"), Nabner("r5c5 r5c6"))
    assert steps_of(name, short) == []
    broken = board_with(Renban("r1c1 r1c2"), Nabner("r5c5 r5c6"), digits={0: 1, 1: 9, 40: 1, 41: 2})
    for step in steps_of(name, broken):
        TECHNIQUES[name].explain(step, broken)


@pytest.mark.parametrize("kind", ["renban-line", "nabner-line"])
def test_steps_of_examples_are_right(kind: str) -> None:
    assert explain(RULES[kind].example, debug=True).stopped == "full"


def test_a_nabner_of_five_has_all_odd_digits() -> None:
    board = board_with(Nabner(FIVE))
    (step,) = steps_of("nabner-pointing", board)
    assert {*step.eliminations} == {(c, d) for c in (5, 6, 7, 8) for d in (1, 3, 5, 7, 9)}
    first, *_ = told(step, board)
    assert first.endswith("holds 1 3 5 7 9.")


def test_a_nabner_with_many_sets_does_not_point() -> None:
    assert steps_of("nabner-pointing", board_with(Nabner(FIVE.removesuffix(" r1c5")))) == []
