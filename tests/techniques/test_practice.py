"""Boards for practice: of puzzles with one solution, and only the technique solves them."""

from __future__ import annotations

import pytest

import pandoku
from pandoku.techniques import (
    TECHNIQUES,
    example_board,
    example_of,
    example_text,
    get_technique,
    practice_of,
)
from tests.data import by_default
from tests.in_full import in_full
from tests.techniques.board_search import is_easiest

NAMES = list(TECHNIQUES)
LOOKED_AT = by_default(1, full=100)  # boards of each technique


@pytest.mark.parametrize("name", NAMES)
def test_there_are_five_boards_of_different_puzzles(name: str) -> None:
    example = example_of(name)
    assert example is not None
    puzzles = [example.board.puzzle, *(each.board.puzzle for each in practice_of(name))]
    assert len(set(puzzles)) == len(puzzles) >= 6


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", NAMES)
def test_only_the_technique_solves_a_board_for_practice(name: str) -> None:
    for practice in practice_of(name)[-LOOKED_AT:]:
        assert is_easiest(practice.board, name)


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", NAMES)
def test_no_board_has_lost_a_digit_of_the_one_solution(name: str) -> None:
    for practice in practice_of(name)[:LOOKED_AT]:
        board = practice.board
        outcome = pandoku.solve(board.puzzle)
        assert outcome.is_unique
        assert outcome.grid is not None
        for cell, digit in enumerate(digit for row in outcome.grid for digit in row):
            assert digit in board.candidates(cell)


def test_cage_techniques_are_practised_on_grids_that_people_play() -> None:
    for name in NAMES:
        if "cages" in get_technique(name).needs:
            assert all(each.board.puzzle.order >= 6 for each in practice_of(name))


def test_a_technique_without_boards_for_practice_has_none() -> None:
    assert practice_of("no-such-technique") == ()


def test_boards_are_kept_as_they_are_written() -> None:
    for name in NAMES:
        for each in practice_of(name)[:LOOKED_AT]:
            assert in_full(example_board(example_text(each.board))) == in_full(each.board)
