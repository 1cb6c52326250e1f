"""Chains and branches: links that can be followed, in their order."""

from itertools import pairwise
from math import hypot

import pytest

from pandoku.draw import Curve, Drawing, draw_step
from pandoku.draw.curves import curves, number_texts, reach_of, rings
from pandoku.draw.drawing import candidate_center
from pandoku.model import Board, Geometry, Link, Puzzle, Step
from pandoku.techniques import TECHNIQUES, example_of
from tests.techniques.boards import step_for
from tests.together import together

NINE = Puzzle(9)
ROWS = NINE.geometry.houses


def drawn(name: str) -> tuple[Step, Drawing]:
    board, step = step_for(name)
    return step, draw_step(board, step)


def points(curve: Curve) -> list[tuple[float, float]]:
    found = []
    for t in (k / 50 for k in range(51)):
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        found.append((a * curve.x1 + b * curve.cx + c * curve.x2,
                      a * curve.y1 + b * curve.cy + c * curve.y2))  # fmt: skip
    return found


@together("digit", range(1, 10))
def test_a_link_in_a_row_stays_in_the_row(digit: int) -> None:
    link = Link(((18, digit),), ((26, digit),), True, ROWS[2])
    candidates = [(cell, digit) for cell in range(19, 26)]  # all that is in its way
    (curve,) = curves(NINE, [link], candidates, filled=[20, 23])
    assert all(2 <= y <= 3 for _, y in points(curve))


@pytest.mark.parametrize(("one", "other"), [(1, 2), (5, 8), (5, 7), (1, 9), (3, 2)])
def test_a_link_inside_a_cell_is_long_enough_to_be_seen_and_stays_there(
    one: int, other: int
) -> None:
    link = Link(((40, one),), ((40, other),), False)
    (curve,) = curves(NINE, [link], [(40, digit) for digit in range(1, 10)])
    way = points(curve)
    length = sum(hypot(a - c, b - d) for (a, b), (c, d) in pairwise(way))
    assert length > 1.3 * reach_of(NINE)
    assert all(4 <= x <= 5 and 4 <= y <= 5 for x, y in way)


def test_a_later_link_leaves_the_way_of_an_earlier_one() -> None:
    along = [Link(((0, 5),), ((8, 5),), True, ROWS[0]), Link(((1, 5),), ((7, 5),), True, ROWS[0])]
    one, two = curves(NINE, along, [])
    assert (one.cy, two.cy) != (0.5, 0.5)


def test_the_candidates_of_a_chain_are_numbered_in_its_order() -> None:
    step, drawing = drawn("x-chain")
    links = step.facts.links
    nodes = [links[0].start, *(link.end for link in links)]
    told = {t.text: (t.x, t.y) for t in drawing.texts if t.role == "order"}
    assert list(told) == [str(k + 1) for k in range(len(nodes))]
    for k, ((cell, digit),) in enumerate(nodes):
        x, y = candidate_center(NINE, cell, digit)
        assert hypot(told[str(k + 1)][0] - x, told[str(k + 1)][1] - y) < 2 * reach_of(NINE)
    assert "order" in {key.sign for key in drawing.legend}


def test_a_number_stands_where_no_link_runs() -> None:
    x, y = candidate_center(NINE, 40, 5)
    upwards = Curve(x, y - 0.15, x + 0.5, y - 0.5, x + 1, y - 1, "strong")
    (number,) = number_texts(NINE, {(40, 5): 1}, [upwards])
    assert (number.x > x, number.y < y) != (True, True)
    (free,) = number_texts(NINE, {(40, 5): 1}, [])
    assert (free.x > x, free.y < y) == (True, True)


def test_candidates_that_count_as_one_on_a_diagonal_have_a_ring_along_it() -> None:
    puzzle = Puzzle(Geometry.sudoku(9, diagonals=True))
    group = ((30, 9), (50, 9))
    (ring,) = rings(puzzle, [Link(((0, 9),), group, True)])
    assert (ring.x1, ring.y1) == candidate_center(puzzle, 30, 9)
    assert (ring.x2, ring.y2) == candidate_center(puzzle, 50, 9)
    bent = ((30, 9), (31, 9), (40, 9))
    assert len([*rings(puzzle, [Link(((0, 9),), bent, True)])]) == 2


def test_branches_have_arrows_from_cause_to_effect() -> None:
    step, drawing = drawn("cell-forcing-chain")
    assert not drawing.curves
    assert not any(text.role == "order" for text in drawing.texts)
    true = {
        cell for branch in step.facts.branches for each in branch for cell, _ in each.placements
    }
    ends = {
        9 * int(way.y2) + int(way.x2)
        for board in drawing.boards
        for way in board.curves
        if way.role == "leads"
    }
    assert ends >= true - {step.facts.branches[0][0].placements[0][0]}
    for board in drawing.boards:
        assert {key.sign for key in board.legend} >= {curve.role for curve in board.curves}


def test_a_long_chain_has_a_few_arrows_on_each_board() -> None:
    found = example_of("contradiction-forcing-chain")
    assert found
    step = next(TECHNIQUES["contradiction-forcing-chain"].steps(found.board, 1))
    boards = draw_step(found.board, step).boards
    assert len(boards) == 3
    assert all(0 < len(board.curves) <= 12 for board in boards)


def test_branches_of_a_step_of_ones_own_need_no_reasons() -> None:
    branch = (Step("y", placements=((5, 2),)), Step("y", placements=((6, 3),)))
    step = Step("x", eliminations=((1, 2),))
    bare = Step("x", eliminations=((1, 2),), facts=step.facts.__class__(branches=(branch,)))
    [small] = draw_step(Board.start(Puzzle(4)), bare).boards
    assert [curve.role for curve in small.curves] == ["ends"]  # 2 at r2c2 sees r1c2
