"""The candidates that matter in a step, small boards of cases, and the size of legends."""

from __future__ import annotations

import re
from dataclasses import replace

from pandoku.draw import Drawing, draw_step, svg
from pandoku.draw.relevant import relevant_candidates
from pandoku.model import Board, Cage, Facts, Geometry, Puzzle, Step
from pandoku.techniques import TECHNIQUES, example_of
from tests.techniques.boards import step_for
from tests.together import together

EMPTY = Board.start(Puzzle(9))


def example(name: str) -> Drawing:
    found = example_of(name)
    assert found
    technique = TECHNIQUES[name]
    step = next(technique.steps(found.board, 1))
    return draw_step(found.board, step, technique.explain(step, found.board))


def texts(drawing: Drawing, role: str) -> set[tuple[int, str]]:
    n = drawing.order
    return {(n * int(t.y) + int(t.x), t.text) for t in drawing.texts if t.role == role}


def test_a_step_about_one_digit_shows_this_digit_in_its_houses_only() -> None:
    board, step = step_for("x-wing")
    [digit] = {digit for _, digit, _ in step.facts.candidates}
    shown = relevant_candidates(board, step)
    houses = {cell for house in step.facts.houses for cell in house.cells}
    assert {each for _, each in shown} == {digit}
    assert {cell for cell, _ in shown} <= houses
    assert shown >= {(cell, digit) for cell, digit, _ in step.facts.candidates}


def test_colors_show_their_digit_on_the_entire_board() -> None:
    board, step = step_for("simple-colors-trap")
    [(_, digit), *_] = step.eliminations
    places = {(c, digit) for c in range(81) if not board.digits[c] and digit in board.candidates(c)}
    assert relevant_candidates(board, step) == places


def test_a_subset_shows_all_marks_of_its_cells_and_its_digits_in_its_house() -> None:
    row = EMPTY.puzzle.geometry.houses[0]
    pairs = tuple((cell, digit, "pattern") for cell in (0, 1) for digit in (1, 2))
    step = Step("x", eliminations=((2, 1),), facts=Facts(candidates=pairs, houses=(row,)))
    shown = relevant_candidates(EMPTY, step)
    assert {digit for cell, digit in shown if cell in (0, 1, 2)} == {*range(1, 10)}
    assert {digit for cell, digit in shown if cell in range(3, 9)} == {1, 2}
    assert max(cell for cell, _ in shown) == 8


def test_a_single_shows_no_other_marks() -> None:
    board, step = step_for("naked-single")
    assert relevant_candidates(board, step) == {*step.placements}


def test_a_long_product_is_not_calculated() -> None:
    order = 9
    cages = (Cage("*", 40320, tuple(range(8))),)
    puzzle = Puzzle(Geometry.latin(order), cages=cages)
    board, technique = Board.start(puzzle), TECHNIQUES["product-innie"]
    step = next(technique.steps(board, 1))
    assert draw_step(board, step, technique.explain(step, board)).sums == ()


@together("name, titles", [
    ("rule-cases", ["if r3c5 is 3", "if r3c5 is 4", "if r3c5 is 5", "if r3c5 is 6"]),
    ("death-blossom", ["if r6c5 is 1", "if r6c5 is 4", "if r6c5 is 6"]),
])  # fmt: skip
def test_each_case_has_a_small_board(name: str, titles: list[str]) -> None:
    boards = example(name).boards
    assert [board.title for board in boards] == titles
    for board in boards:
        [(_, digit)] = texts(board, "placed")
        assert board.title.endswith(digit)


def test_the_board_of_a_case_marks_what_cannot_be_filled() -> None:
    for name in ("rule-cases", "two-cages"):
        for board in example(name).boards:
            assert {fill.role for fill in board.fills} >= {"d", "e"}
            assert ("cell", "e") in {(key.sign, key.style) for key in board.legend}


def test_the_board_of_a_petal_strikes_the_digit_of_the_stem_and_the_elimination() -> None:
    drawing = example("death-blossom")
    gone = {(t.x, t.y) for t in drawing.texts if t.struck}
    for board in drawing.boards:
        struck = {(t.x, t.y): t.text for t in board.texts if t.struck}
        assert gone < {*struck}
        assert board.title[-1] in struck.values()


def test_a_missing_partner_is_crossed() -> None:
    drawing = example("cage-partners")
    crosses = [line for line in drawing.lines if line.role == "cross"]
    assert [(int(line.y1), int(line.x1)) for line in crosses] == [(7, 5), (7, 5)]  # r8c6


def test_a_bug_shows_the_places_that_it_counts() -> None:
    drawing = example("bug-plus-1")
    assert not {fill.role for fill in drawing.fills} & {"house", "cover"}
    assert [t.style for t in drawing.texts].count("c") == 4


def test_legends_are_below_a_fifth_of_the_picture() -> None:
    for name in ("cage-conflict", "killer-quad", "set-equivalence", "rule-trial", "xy-chain"):
        drawing = example(name)
        height, bare = (
            float(re.findall(r'viewBox="0 0 \S+ (\S+)"', svg(each))[0])
            for each in (drawing, replace(drawing, legend=()))
        )
        assert (height - bare) / height < 0.1, name
