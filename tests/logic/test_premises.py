"""What a step rests on is enough: with nothing else known, the step still holds."""

from __future__ import annotations

import pytest

import pandoku
from pandoku.logic import HINT_LEVELS, PathStep, hint, hint_ladder, premises
from pandoku.model import Board, Puzzle
from pandoku.techniques import TECHNIQUES, example_of
from tests.data import EXAMPLES
from tests.together import together

NAMES = ("diagonal.json", "killer6.json", "mathdoku6.letters", "jigsaw.json")


def known_only(taken: PathStep, start: Board) -> Board:
    """The board on which nothing but the premises of a step is known."""
    puzzle = start.puzzle
    masks, digits = list(start.masks), list(start.digits)
    for cell, digit in premises(taken.step, taken.board, taken.explanation.full):
        masks[cell] &= ~(1 << (digit - 1))
    for cell, digit in enumerate(taken.board.digits):
        if digit and masks[cell] == 1 << (digit - 1):
            digits[cell] = digit
    seen = Board.start(puzzle, tuple(digits)).masks
    return Board(puzzle, tuple(digits), tuple(a & b for a, b in zip(masks, seen, strict=True)))


def holds(taken: PathStep, board: Board) -> bool:
    """Whether the technique concludes the same on another board."""
    found = [*taken.technique.steps(board, 1000)]
    return all(
        any(
            {*part.placements} <= {*step.placements}
            and {(c, d) for c, d in part.eliminations if board.masks[c] >> (d - 1) & 1}
            <= {*step.eliminations}
            for step in found
        )
        for part in taken.step.parts
    )


@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_a_path_follows_from_its_premises(name: str) -> None:
    path = pandoku.explain(pandoku.load(EXAMPLES / name))
    start = Board.start(path.start.puzzle)
    assert [each.number for each in path if not holds(each, known_only(each, start))] == []


def test_premises_are_gone_and_few() -> None:
    path = pandoku.explain(pandoku.load(EXAMPLES / "killer6.json"))
    for taken in path:
        found = premises(taken.step, taken.board, taken.explanation.full)
        assert not any(taken.board.masks[cell] >> (digit - 1) & 1 for cell, digit in found)
    path = pandoku.explain(pandoku.load(EXAMPLES / "diagonal.json"))
    pointing = next(each for each in path if each.step.technique == "pointing")
    words = pointing.explanation.full
    assert len(premises(pointing.step, pointing.board, words)) < 9


def test_the_hint_ladder_a_step_are_those_that_lead_to_it() -> None:
    board = Board.start(Puzzle(4, (1, 2, 3, 0, 0, 4) + (0,) * 10))
    path = pandoku.explain(board)
    found = hint_ladder(path.steps[0], path[0].technique, board)
    assert found == tuple(hint(board, level) for level in range(1, len(HINT_LEVELS)))


@together("name", ["bug-plus-1", "thermometer"])
def test_patterns_of_the_board_and_of_rules_rest_on_all_their_cells(name: str) -> None:
    technique, example = TECHNIQUES[name], example_of(name)
    assert example is not None
    step = next(technique.steps(example.board))
    taken = PathStep(1, example.board, step, technique)
    start = Board.start(example.board.puzzle)
    assert holds(taken, known_only(taken, start))
