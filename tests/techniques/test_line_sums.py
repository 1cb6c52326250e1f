"""Sums of lines and clues beside the grid: bounds, few ways, crusts and first digits."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

import pandoku
from pandoku import Board, Geometry, Puzzle
from pandoku.constraints import (
    Arrow,
    DoubleArrow,
    LittleKiller,
    RegionSum,
    Sandwich,
    XSum,
    Zipper,
)
from pandoku.logic import explain
from pandoku.techniques import explain_step, get_technique
from pandoku.techniques._sums import Team, natural_sets, shares_of, teams_of, total_of
from tests.data import SHARED, needs
from tests.techniques.rule_boards import EMPTY, board_with, left, step_of
from tests.techniques.sentences import unnamed

NAMES = (
    "sum-bounds",
    "sum-combinations",
    "sandwich-crusts",
    "sandwich-sums",
    "x-sums",
)
VARIANTS = SHARED / "variants" / "puzzles.jsonl"


# ---- bounds


@pytest.mark.parametrize(
    ("masks", "most", "digits"),
    [
        ((0b111, 0b111, 0b111), True, (3, 2, 1)),
        ((0b1, 0b11, 0b1001), False, (1, 2, 4)),
        ((0b110, 0b110, 0b111), False, (1, 2, 3)),
        ((0b11, 0b11, 0b11), True, None),
    ],
)
def test_a_team_has_different_digits(
    masks: Sequence[int], most: bool, digits: tuple[int, ...] | None
) -> None:
    shares = shares_of((Team((0, 1, 2)),), masks, most=most)
    assert (shares and shares[0].digits) == digits


def test_teams_see_each_other_and_shares_add_up() -> None:
    puzzle = board_with().puzzle
    teams = teams_of((0, 10, 20, 30, 40), puzzle.geometry, puzzle.sight)
    assert [team.cells for team in teams] == [(0, 10, 20), (30, 40)]
    shares = shares_of(teams, [511] * 81, most=True)
    assert shares is not None
    assert total_of(shares) == 9 + 8 + 7 + 9 + 8


def test_sets_of_digits_have_the_total() -> None:
    assert natural_sets(range(2, 9), 2, 5) == [(2, 3)]
    assert natural_sets(range(1, 10), 0, 0) == [()]
    assert natural_sets(range(1, 10), 3, 5) == []
    assert natural_sets(range(1, 31), 15, 232) is None


def test_an_arrow_bounds_its_circle_and_its_shaft() -> None:
    board = board_with(Arrow("r1c1", "r1c2 r1c3 r1c4"))
    step, text = step_of("sum-bounds", board)
    assert left(board, step, "r1c1") == "6789"
    assert left(board, step, "r1c3") == "123456"
    assert "The other two make at least 1 + 2 = 3, so r1c2, r1c3 and r1c4 are each at " in text
    assert "The shaft makes at least 1 + 2 + 3 = 6, so the circle r1c1 is at least 6" in text


def test_arrows_of_one_circle_are_one_step_with_the_house_of_all() -> None:
    board = board_with(Arrow("r5c5", "r4c4 r4c5"), Arrow("r5c5", "r6c5 r6c6"))
    step, text = step_of("sum-bounds", board)
    assert step.facts.constraints == (0, 1)
    assert left(board, step, "r5c5") == "56789"
    assert "make at least 1 + 2 + 3 + 4 + 5 = 15, in three equal parts of at least 5" in text


def test_a_little_killer_has_house_aware_bounds() -> None:
    board = board_with(LittleKiller("r6c9", "UL", 47))
    step, text = step_of("sum-bounds", board)
    assert all(left(board, step, name) == "6789" for name in ("r6c9", "r3c6", "r1c4"))
    assert "9 + 8 + 7 in box 2 and 9 + 8 + 7 in box 6, together 48, one more than 47" in text


def test_equal_parts_of_one_row_share_its_total() -> None:
    line = RegionSum("r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8")
    board = board_with(line, givens={"r1c1": 1, "r1c9": 2})
    step, text = step_of("sum-combinations", board)
    assert left(board, step, "r1c2") == "5689"
    assert "make 3 + 4 + 5 + 6 + 7 + 8 + 9 = 42, in three equal parts of 14." in text
    assert "r1c2 and r1c3 can make 14 only as 5 + 9 or 6 + 8." in text


def test_a_pill_is_read_in_base_ten() -> None:
    board = board_with(Arrow("r1c1 r1c2", "r2c2 r3c3"))
    step, _ = step_of("sum-bounds", board)
    assert left(board, step, "r1c1") == "1"


# ---- few ways


def test_two_cells_of_a_diagonal_have_few_sums() -> None:
    board = board_with(LittleKiller("r1c2", "DL", 6))
    assert not [*get_technique("sum-bounds").steps(board)]  # the sums say more than bounds
    step, text = step_of("sum-combinations", board)
    assert "The diagonal from r1c2 can make 6 only as 1 + 5 or 2 + 4" in text
    assert left(board, step, "r2c1") == "1245"


def test_a_circle_has_only_the_sums_of_its_shaft() -> None:
    board = board_with(Arrow("r5c5", "r5c6 r5c7"), givens={"r5c1": 1, "r5c2": 2, "r5c3": 3})
    step, text = step_of("sum-combinations", board)
    assert "The shaft can make 9 only as 4 + 5" in text
    assert left(board, step, "r5c6") == "45"


def test_a_candidate_without_a_partner_is_named() -> None:
    puzzle = board_with(Zipper("r1c1 r2c2 r3c3 r4c4 r5c5")).puzzle
    board = Board.start(puzzle)
    for digit in (1, 2, 3, 4, 5, 6, 7):
        board = board.eliminate("r3c3", digit)
    for digit in (2, 3):
        board = board.eliminate("r5c5", digit)
    board = board.after(step_of("sum-bounds", board)[0])
    step, text = step_of("sum-combinations", board)
    assert "6 at r1c1 would need 2 or 3, but r5c5 has no such digit" in text
    assert left(board, step, "r1c1") == "1234578"


# ---- clues beside the grid


def test_the_distance_of_the_crusts_excludes_places() -> None:
    board = board_with(Sandwich("r1c4", "D", 33))
    step, text = step_of("sandwich-crusts", board)
    assert left(board, step, "r4c4") == "2345678"
    assert "For the 33 above column 4, six cells are between 1 and 9: five make at most" in text
    assert "1 or 9 at r3c4, r4c4, r5c4, r6c4 or r7c4 would leave no place for the other" in text


def test_crusts_of_the_sum_zero_are_neighbors() -> None:
    board = board_with(Sandwich("r1c1", "R", 0), givens={"r1c5": 9, "r5c6": 1})
    step, text = step_of("sandwich-crusts", board)
    assert "For the 0 left of row 1, 1 and 9 are neighbors." in text
    assert "The only places for 1 and 9 are r1c4 and r1c5." in text
    assert left(board, step, "r1c4") == "1"


def test_the_digits_of_a_sandwich_are_listed_and_used_up() -> None:
    board = board_with(Sandwich("r1c4", "D", 5), givens={"r4c4": 9, "r7c4": 1})
    step, text = step_of("sandwich-sums", board)
    assert left(board, step, "r5c4") == "23"
    assert left(board, step, "r1c4") == "45678"
    assert "1 and 9 are at r4c4 and r7c4; the two cells between make 5: 2 + 3." in text
    assert "So no other cell of column 4 is 2 or 3." in text


def test_an_x_sum_has_a_case_for_each_first_digit() -> None:
    board = board_with(XSum("r1c4", "D", 10), givens={"r4c4": 3, "r3c1": 1, "r3c9": 2})
    step, text = step_of("x-sums", board)
    assert left(board, step, "r1c4") == "2"
    assert left(board, step, "r2c4") == "8"
    why = "too much for the 10 above column 4: 5 gives at least 5 + 1 + 2 + 3 + 4 = 15."
    assert f"5, 6, 7, 8 and 9 at r1c4 are {why}" in text
    assert "With 2 at r1c4, 2 + 8 = 10." in text


def test_an_x_sum_names_the_digit_that_would_repeat() -> None:
    board = board_with(XSum("r1c4", "D", 11))
    _, text = step_of("x-sums", board)
    assert "With 4 at r1c4, r2c4, r3c4 and r4c4 make 7: 1 + 2 + 4, but the 4 is used." in text


def test_each_first_digit_of_an_x_sum_excludes_a_digit() -> None:
    board = board_with(XSum("r4c1", "R", 17))
    board = board.after(step_of("x-sums", board)[0])
    step, text = step_of("x-sums", board)
    assert "For the 17 left of row 4, with 4 at r4c1, the 4 is used." in text
    assert "With 3 at r4c1, r4c2 and r4c3 make 14: 5 + 9 or 6 + 8." in text
    assert "With 5 at r4c1, the next four cells make 12: 1 + 2 + 3 + 6." in text
    assert left(board, step, "r4c2") == "12356789"


def test_the_rest_of_the_line_excludes_a_set_of_digits() -> None:
    board = board_with(XSum("r1c5", "D", 12), givens={"r9c5": 4})
    _, text = step_of("x-sums", board)
    assert "With 3 at r1c5, 3 + 1 + 8 = 12 or 3 + 2 + 7 = 12; 4 + 5 is out" in text


# ---- damage


@pytest.mark.parametrize("name", NAMES)
def test_wrong_and_full_boards_are_harmless(name: str) -> None:
    constraints = (
        Arrow("r1c1", "r1c2 r2c3"),
        Zipper("r5c5 r5c6 r5c7"),
        Sandwich("r3c1", "R", 7),
        XSum("r4c1", "R", 20),
        LittleKiller("r1c3", "DL", 20),
        DoubleArrow("r7c1 r7c2 r7c3 r7c4"),
    )
    puzzle = board_with(*constraints).puzzle
    technique = get_technique(name)
    for mask in (1, 2, 256, 5, 448):
        board = Board(puzzle, EMPTY, (mask,) * 81)
        for step in technique.steps(board):
            explain_step(step, board)
    (solution,) = pandoku.solve(Puzzle(Geometry.sudoku(9), EMPTY), limit=1).solutions
    full = Board(puzzle, solution, tuple(1 << (digit - 1) for digit in solution))
    assert not list(technique.steps(full))


@pytest.mark.parametrize("name", NAMES)
def test_a_long_line_does_not_hang(name: str) -> None:
    rows = [[r * 6 + c for c in (range(6) if r % 2 == 0 else range(5, -1, -1))] for r in range(6)]
    cells = tuple(cell for row in rows for cell in row)
    puzzle = Puzzle(Geometry.sudoku(6), (0,) * 36).with_(RegionSum(cells[:30]), Zipper(cells))
    board = Board.start(puzzle)
    for step in get_technique(name).steps(board):
        explain_step(step, board)


@needs(VARIANTS)
def test_published_puzzles_lose_no_digit_of_their_solutions() -> None:
    n_steps = 0
    for line in VARIANTS.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["id"] not in ("gas-2oascawq", "gas-yhrpheka", "gas-2fzn4kak", "gas-yzp6aheg"):
            continue
        puzzle = pandoku.loads(json.dumps(row["payload"]))
        for taken in explain(puzzle):
            for cell, digit in taken.step.eliminations:
                assert int(row["solution"][cell]) != digit
            if taken.step.technique in NAMES:
                n_steps += 1
                for sentence in taken.explanation.full:
                    assert unnamed(sentence, puzzle) == []
    assert n_steps > 20


@pytest.mark.turns(3)
def test_equal_puzzles_with_another_order_of_rules_keep_their_numbers() -> None:
    clues = (LittleKiller("r1c3", "DL", 8), Sandwich("r1c4", "D", 33))
    for order in (clues, clues[::-1]):
        board = board_with(*order)
        step, _ = step_of("sandwich-crusts", board)
        assert step.facts.constraints == (order.index(clues[1]),)
        step, _ = step_of("sum-bounds", board)
        assert step.facts.constraints == (order.index(clues[0]),)


def test_a_cell_with_only_crusts_is_one_of_them() -> None:
    board = board_with(Sandwich("r1c1", "R", 0))
    for digit in range(2, 9):
        board = board.eliminate("r1c3", digit)
    step, text = step_of("sandwich-crusts", board)
    assert "r1c3 is 1 or 9. 1 or 9 at r1c1, r1c5, r1c6, r1c7, r1c8 or r1c9 would" in text
    assert left(board, step, "r1c1") == "2345678"
    assert left(board, step, "r1c2") == "123456789"


def test_a_circle_is_not_a_sum_that_its_shaft_cannot_make() -> None:
    board = board_with(Arrow("r5c5", "r5c6 r5c7"), givens={"r1c6": 3, "r2c7": 3})
    board = board.after(step_of("sum-bounds", board)[0])
    step, text = step_of("sum-combinations", board)
    assert "The shaft cannot make 4: 1 + 3 is out, as no 3 is left there." in text
    assert left(board, step, "r5c5") == "356789"


def test_a_weighted_total_names_the_weight_of_the_cell_that_it_bounds() -> None:
    start, technique = Puzzle.sudoku(6), get_technique("sum-bounds")
    puzzle = start.with_("weighted total weights 1 1 2 totals 20 r5c5 r6c5 r6c6")
    (step,) = technique.steps(Board(puzzle), 1)
    told = " ".join(technique.explain(step, Board(puzzle)).text)
    assert "make at most 6 + 5 = 11, so 2 × r6c6 is at least 20 − 11 = 9, and r6c6 at least" in told
    heavy = start.with_("weighted total weights 3 1 2 totals 26 r5c5 r6c5 r6c6")
    (step,) = technique.steps(Board(heavy), 1)
    told = " ".join(technique.explain(step, Board(heavy)).text)
    assert "r6c5 and r6c6, times their weights, make at most 12 + 6 = 18, so 3 × r5c5 is" in told
