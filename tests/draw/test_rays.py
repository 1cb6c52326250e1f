"""Rays: from a digit to the cells that see it, where crosses stand for the digit."""

import pytest

from pandoku.draw import Drawing, Line, draw_step
from pandoku.model import Board, Facts, Notes, Puzzle, Step, note_step
from pandoku.techniques import TECHNIQUES
from pandoku.words import StepReader
from tests.techniques.boards import step_for

FIVES = {17: 5, 22: 5, 73: 5, 38: 5}  # r2c9 r3c5 r9c2 r5c3


def board_with(digits: dict[int, int]) -> Board:
    return Board.start(Puzzle(9, tuple(digits.get(cell, 0) for cell in range(81))))


def lines_of(drawing: Drawing, role: str) -> list[Line]:
    return [line for line in drawing.lines if line.role == role]


def crossed(drawing: Drawing) -> list[int]:
    """Return the cells with crosses, ascending. A cross has two lines."""
    cells = sorted(
        int((line.y1 + line.y2) / 2) * drawing.order + int((line.x1 + line.x2) / 2)
        for line in lines_of(drawing, "cross")
    )
    assert cells[::2] == cells[1::2]
    return cells[::2]


def ends_of(drawing: Drawing) -> set[frozenset[int]]:
    """Return the cells at the two ends of each ray."""
    return {
        frozenset((int(ray.y1) * 9 + int(ray.x1), int(ray.y2) * 9 + int(ray.x2)))
        for ray in lines_of(drawing, "ray")
    }


def drawn(board: Board, *, has_marks: bool) -> Drawing:
    steps = TECHNIQUES["hidden-single"].steps(board)
    [in_box] = (
        step
        for step in steps
        if step.placements == ((0, 5),) and step.facts.houses[0].kind == "box"
    )
    noting = None if has_marks else note_step(Notes.none(9), in_box, board)
    return draw_step(board, in_box, reader=StepReader(noting))


@pytest.mark.parametrize("has_marks", [True, False])
def test_each_digit_has_one_ray_in_a_direction_and_each_cell_one_cross(has_marks: bool) -> None:
    drawing = drawn(board_with(FIVES), has_marks=has_marks)
    assert crossed(drawing) == [1, 2, 9, 10, 11, 18, 19, 20]
    assert ends_of(drawing) == {frozenset(ends) for ends in ((17, 9), (22, 18), (73, 1), (38, 2))}


def test_a_digit_in_the_box_has_a_ray_to_each_cell_of_another_line() -> None:
    board = board_with({10: 5})
    step = Step("hidden-single", ((36, 5),), facts=Facts(houses=(board.puzzle.geometry.houses[9],)))
    drawing = draw_step(board, step, reader=StepReader(note_step(Notes.none(9), step, board)))
    assert crossed(drawing) == [0, 9, 18]
    assert len(lines_of(drawing, "ray")) == 3


def test_cells_that_lost_the_digit_earlier_have_no_cross() -> None:
    board = board_with({cell: 5 for cell in FIVES if cell != 38}).eliminate(2, 5)
    assert crossed(drawn(board, has_marks=True)) == [1, 9, 10, 11, 18, 19, 20]


@pytest.mark.parametrize("name", ["pointing", "claiming"])
def test_locked_candidates_have_rays(name: str) -> None:
    board, step = step_for(name)
    drawing = draw_step(board, step)
    [digit] = {digit for _, digit in step.eliminations}
    cells = crossed(drawing)
    assert cells
    assert set(cells) <= {*step.facts.houses[0].cells}
    assert not any(board.digits[cell] or digit in board.candidates(cell) for cell in cells)


@pytest.mark.parametrize("name", ["full-house", "naked-pair", "hidden-pair", "x-wing", "xy-chain"])
def test_other_steps_have_no_rays(name: str) -> None:
    board, step = step_for(name)
    roles = {line.role for line in draw_step(board, step).lines}
    assert not roles & {"ray", "cross"}
