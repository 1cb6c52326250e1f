"""Typical positions: the technique is there, it is true, and the boards differ."""

from __future__ import annotations

import pytest

import pandoku
from pandoku.logic import next_step
from pandoku.techniques import TECHNIQUES, get_technique, practice_of, typical_of
from tests.data import by_default
from tests.techniques import make_typical
from tests.techniques.board_search import SINGLES, order_for
from tests.techniques.seeing import effort, n_removed
from tests.together import together

LOOKED_AT = by_default(1, full=3)  # boards of each technique
FEW = {"dot-house": 2}  # techniques with fewer than three positions
SMALL = {"dot-house", "joined-sums"}  # techniques whose first position is below 9x9


@pytest.mark.turns(3)
@together("name", TECHNIQUES)
def test_a_typical_position_has_a_step_that_agrees_with_the_solution(name: str) -> None:
    boards = typical_of(name)
    assert len({board.puzzle for board in boards}) == len(boards) <= 3
    for board in boards[:LOOKED_AT]:
        step = next_step(board, techniques=[get_technique(name)], is_proper=True)
        assert step is not None
        (solution,) = pandoku.solve(board.puzzle).solutions
        assert all(solution[cell] == digit for cell, digit in step.placements)
        assert not any(solution[cell] == digit for cell, digit in step.eliminations)


def test_the_first_hidden_single_is_in_a_box_with_three_to_six_empty_cells() -> None:
    board = typical_of("hidden-single")[0]
    step = next_step(board, techniques=[get_technique("hidden-single")], is_proper=True)
    assert step is not None
    house = step.facts.houses[0]
    assert house.kind == "box"
    assert sum(not board.digits[cell] for cell in house.cells) in range(3, 7)


def test_the_first_naked_single_sees_all_other_digits() -> None:
    board = typical_of("naked-single")[0]
    step = next_step(board, techniques=[get_technique("naked-single")], is_proper=True)
    assert step is not None
    assert n_removed(board, step) == 0
    ((cell, digit),) = step.placements
    seen = {board.digits[each] for each in board.puzzle.sight[cell]} - {0}
    assert seen == {*range(1, 10)} - {digit}


@pytest.mark.parametrize("name", ["hidden-single", "x-wing", "innie", "thermometer"])
def test_practice_begins_with_the_step_that_is_seen_most_easily(name: str) -> None:
    technique = get_technique(name)
    steps = [
        (each.board, next_step(each.board, techniques=[technique], is_proper=True))
        for each in practice_of(name)
    ]
    efforts = [effort(board, step) for board, step in steps if step is not None]
    assert efforts == sorted(efforts)


def test_every_lesson_begins_with_three_positions() -> None:
    counts = {name: len(typical_of(name)) for name in TECHNIQUES}
    assert {name: count for name, count in counts.items() if count < 3} == FEW


def test_positions_of_rules_are_in_puzzles_that_people_play() -> None:
    first = {name: typical_of(name)[0].puzzle for name in TECHNIQUES}
    assert {name for name, each in first.items() if each.further and each.order < 9} == SMALL


def test_no_single_is_left_where_a_pattern_of_a_sudoku_is_shown() -> None:
    plain = [name for name in TECHNIQUES if name not in SINGLES and not get_technique(name).needs]
    for name in plain:
        for board in typical_of(name):
            assert next_step(board, techniques=SINGLES, is_proper=True) is None, name


def test_a_person_who_has_just_learned_a_technique_knows_the_easier_ones() -> None:
    order = [each.name for each in order_for("jellyfish")]
    assert order[:2] == ["full-house", "hidden-single"]
    assert order.index("swordfish") < order.index("jellyfish")
    assert "skyscraper" not in order
    early = [each.name for each in order_for("jellyfish", most=3.2)]
    assert early.index("x-wing") < early.index("jellyfish") < early.index("swordfish")


@pytest.mark.turns(3)
def test_a_search_finds_the_same_positions_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_typical, "FEW", 30)
    found = []
    for _ in range(2):
        make_typical.made.cache_clear()
        positions: make_typical.Found = {"naked-pair": []}
        make_typical.learn("naked-pair", positions)
        found.append([each.board for each in make_typical.chosen(positions["naked-pair"])])
    make_typical.made.cache_clear()
    assert found[0] == found[1]
    assert len({board.puzzle for board in found[0]}) == 3
