"""Options are read in all forms, and impossible requests are refused at once."""

from __future__ import annotations

from math import inf
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import PandokuError, Puzzle, WishError
from pandoku.generation import KINDS, Interval, wishes_of
from pandoku.model import HOUSE_SETS
from pandoku.symmetry import GIVENS_SYMMETRIES
from tests.in_full import in_full
from tests.together import together

SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
# A pattern of 30 givens that looks the same upside down.
ROTATED = "1.......1" * 4 + "1.1...1.1" + "1.......1" * 4
MANY_DIGITS = "9" * 5000  # more than int() reads
ONE_CORNER = "1" + "." * 80


def refused(**wishes: Any) -> str:
    with pytest.raises(PandokuError) as caught:
        wishes_of(**wishes)
    message = str(caught.value)
    assert message[0].islower()
    assert not message.endswith(".")
    return message


@together(
    "wishes, reason",
    [
        (
            {"givens": 17, "blanks": 30, "symmetry": "rotate-90"},
            "givens and blanks that add up to 81 cells, found 17 givens and 30 blanks",
        ),
        ({"givens": 18, "symmetry": "rotate-90"}, "there can be 17 or 20"),
        ({"order": 6, "givens": 11, "symmetry": "rotate-180"}, "there can be 10 or 12"),
        ({"givens": 82}, "givens between 0 and 81, found 82"),
        ({"givens": -1}, "givens between 0 and 81, found -1"),
        ({"blanks": 82}, "blanks between 0 and 81, found 82"),
        ({"blanks": 65}, "at least 17 givens, found 16: no 9x9 Sudoku with fewer"),
        ({"kind": "diagonal", "givens": "..7"}, "at least 8 givens, found 7"),
        ({"givens": (28, 24)}, "the lower number of givens first"),
        (
            {"givens": "few"},
            'as a number, or as a range such as 24..28, or as "minimal", found few',
        ),
        ({"givens": 24.5}, "givens as a number"),
        ({"order": 5}, "an order with boxes, found 5"),
        ({"order": 5, "box": (1, 5)}, "a box of 5 cells in several rows"),
        ({"box": "2x4"}, "such as 3x3, found '2x4'"),
        ({"order": 8, "box": (3, 3)}, "such as 2x4 or 4x2"),
        ({"order": 26}, "an order of 4 to 25 for sudoku, found 26"),
        ({"kind": "windoku", "order": 6}, "4 or 9 for windoku, found 6"),
        ({"kind": "latin", "box": (3, 3)}, "box works only with "),
        ({"operations": "+"}, "operations works only with calcudoku, found sudoku"),
        ({"kind": "sudko"}, "no kind 'sudko'; try sudoku"),
        ({"kind": "Expert"}, "no kind 'Expert'; try generate(difficulty='expert')"),
        ({"kind": None}, "expected the name of a kind, such as 'killer', found None"),
        ({"count": 3}, "'count'; generate_many makes several"),
        ({"size": 6}, "'size'; order is the n"),
        ({"given": 30}, "'given'; try givens"),
        ({"symmetry": "rotate"}, "no symmetry 'rotate'; try rotate-180, rotate-90"),
        ({"symmetry": 180}, "no symmetry '180'"),
        ({"symmetry": "rotation"}, "no symmetry 'rotation'; try rotate-180"),
        ({"kind": "thermo"}, "no kind 'thermo'; try generate(constraints='thermometer')"),
        ({"difficulty": "hardd"}, "no difficulty 'hardd'; try hard"),
        ({"difficulty": 0.5}, "extreme), found 0.5; rating takes numbers"),
        ({"needs": "xywng"}, "no technique 'xywng'; try xy-wing"),
        ({"needs": []}, "the names of techniques, found []"),
        ({"needs": "cage-trial"}, "found cage-trial: there are no cages"),
        ({"at_most": "innie"}, "found innie: there are no cages"),
        ({"needs": "xy-wing", "at_most": "naked-pair"}, "up to naked-pair, found that xy-wing"),
        ({"difficulty": "easy", "rating": "5.0.."}, "easy, which is ..2.3, found 5.0.."),
        ({"rating": "7.2..6.5"}, "the lower rating first, found 7.2..6.5"),
        ({"rating": 7.25}, "at most 20 with one decimal, found 7.25"),
        ({"rating": 21}, "at most 20 with one decimal, found 21"),
        ({"rating": "hard"}, "a rating such as 7.2"),
        ({"rating": float("nan")}, "a rating such as 7.2"),
        ({"rating": (None, None)}, "a rating such as 7.2"),
        ({"pattern": "1." * 40}, "81 cells, 9 rows of 9, found 80"),
        ({"pattern": 3}, "expected a pattern, found 3"),
        ({"pattern": [[1.5] * 9] * 9}, "cells of a pattern as text, numbers or booleans"),
        ({"pattern": ONE_CORNER, "symmetry": "rotate-180"}, "r1c1 given and r9c9 empty"),
        ({"pattern": ROTATED, "givens": 30}, "expected 30 givens, found a pattern with 20"),
        ({"pattern": ONE_CORNER}, "at least 17 givens, found 1"),
        ({"pattern": ONE_CORNER.replace(".", "1", 8), "solution": SOLUTION}, "several solutions"),
        ({"solution": SOLUTION[:-1] + "8"}, "row 9 has 8"),
        ({"solution": SOLUTION[:-1] + "."}, "a full grid, found 1 empty cell"),
        ({"solution": [1, 2, 3]}, "a solution as a full grid of 81 cells"),
        ({"climb": True}, "a goal to climb to, found none"),
        (
            {"climb": True, "givens": 20, "symmetry": "rotate-180"},
            "neighbors do not keep the symm",
        ),
        ({"smooth": "yes"}, "True or False, found yes"),
    ],
)
def test_what_no_puzzle_can_be_is_refused_at_once(wishes: dict[str, Any], reason: str) -> None:
    assert reason in refused(**wishes)


@pytest.mark.parametrize(
    ("wishes", "reason"),
    [
        ({"rating": MANY_DIGITS}, "a rating such as 7.2, .*, found 999"),
        ({"givens": MANY_DIGITS}, r"such as 24\.\.28, .*, found 999"),
        ({"givens": f"1..{MANY_DIGITS}"}, r"such as 24\.\.28, .*, found 1\.\.999"),
        ({"kind": "kenken", "cage_sizes": f"2:{MANY_DIGITS},3:1"}, "sizes .*, found 2:999"),
        ({"order": 4, "box": f"{MANY_DIGITS}x2"}, "such as 2x2, found '999"),
    ],
)
def test_a_number_of_more_digits_than_int_reads_is_refused_in_short(
    wishes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(WishError, match=reason) as refusal:
        wishes_of(**wishes)
    assert len(str(refusal.value)) < 200


@together(
    "name, value",
    [("seed", "abc"), ("seed", -1), ("seed", 2**64), ("seed", True), ("budget", 0), ("threads", 0)],
)
def test_a_number_out_of_range_is_refused(name: str, value: Any) -> None:
    with pytest.raises((TypeError, ValueError), match=f"expected {name}"):
        wishes_of(**{name: value})


def test_a_budget_may_be_larger_than_any_machine_counts_to() -> None:
    for wishes in ({"seed": 1}, {"seed": 1, "rating": "3..", "climb": True}):
        usual = pandoku.generate(**wishes)
        for budget in (2**63 - 1, 2**63, 10**30):
            assert in_full(pandoku.generate(**wishes, budget=budget)) == in_full(usual)


def test_a_sum_may_be_larger_than_any_machine_counts_to() -> None:
    usual = pandoku.generate("killer", 4, seed=1)
    assert pandoku.generate("killer", 4, seed=1, largest_sum=10**30).cages == usual.cages


@together("count", [-1, 1.5, "3", "killer", True, 10**19])
def test_a_count_that_is_none_is_refused(count: Any) -> None:
    with pytest.raises((TypeError, ValueError), match="expected count"):
        pandoku.generate_many(count)


@together(
    "value, span",
    [
        (30, Interval(30, 30)),
        (np.int64(30), Interval(30, 30)),
        ("30", Interval(30, 30)),
        ("24..28", Interval(24, 28)),
        (" 24 .. 28 ", Interval(24, 28)),
        ((24, 28), Interval(24, 28)),
        ([24, 28], Interval(24, 28)),
        ("..28", Interval(0, 28)),
        ("60..", Interval(60, 81)),
        ((60, None), Interval(60, 81)),
    ],
)
def test_givens_are_a_number_or_a_range_in_any_form(value: Any, span: Interval) -> None:
    assert wishes_of(givens=value).givens == span


def test_minimal_is_a_wish_of_its_own() -> None:
    assert wishes_of(givens="Minimal").minimal
    assert wishes_of(givens="minimal", blanks="55..").givens == Interval(0, 26)
    assert not wishes_of(givens=30).minimal


def test_blanks_count_as_givens() -> None:
    assert wishes_of(blanks=50).givens == Interval(31, 31)
    assert wishes_of(blanks="50..55", givens="28..40").givens == Interval(28, 31)


@together(
    "value, span",
    [
        (6.5, Interval(6.5, 6.5)),
        ("6.5..7.2", Interval(6.5, 7.2)),
        ((6.5, 7.2), Interval(6.5, 7.2)),
        ("9.0..", Interval(9.0, inf)),
        ("9..", Interval(9.0, inf)),
        ((9, None), Interval(9.0, inf)),
        ("..3.4", Interval(0.0, 3.4)),
        (np.float64(6.5), Interval(6.5, 6.5)),
    ],
)
def test_a_rating_is_a_number_or_a_range_in_any_form(value: Any, span: Interval) -> None:
    assert wishes_of(rating=value).rating == span


def test_a_word_is_a_range_of_ratings_and_goes_with_one() -> None:
    assert wishes_of(difficulty="hard").rating == Interval(3.5, 6.4)
    assert wishes_of(difficulty="Extreme").rating == Interval(8.0, inf)
    assert wishes_of(difficulty="hard", rating="4.0..9.0").rating == Interval(4.0, 6.4)


@together(
    "pattern",
    [
        ROTATED,
        "\n".join(ROTATED[row : row + 9] for row in range(0, 81, 9)),
        [ROTATED[row : row + 9] for row in range(0, 81, 9)],
        [[cell == "1" for cell in ROTATED[row : row + 9]] for row in range(0, 81, 9)],
        np.array([cell == "1" for cell in ROTATED]).reshape(9, 9),
        [int(cell == "1") * 7 for cell in ROTATED],
        ROTATED.replace(".", "-").replace("1", "x"),
        ROTATED.replace(".", "0"),
    ],
)
def test_a_pattern_has_any_form(pattern: Any) -> None:
    wishes = wishes_of(pattern=pattern)
    assert wishes.pattern == tuple(cell == "1" for cell in ROTATED)
    assert wishes.numbers_of_givens() == (20,)


@pytest.mark.parametrize(
    "solution",
    [
        SOLUTION,
        [list(map(int, SOLUTION[row : row + 9])) for row in range(0, 81, 9)],
        np.array(list(map(int, SOLUTION))),
        Puzzle(SOLUTION),
        Puzzle(9, (0,) * 81, solution=SOLUTION),
    ],
)
def test_a_solution_has_any_form(solution: Any) -> None:
    assert wishes_of(solution=solution).solution == tuple(map(int, SOLUTION))


def test_what_is_none_or_false_is_not_asked_for() -> None:
    wishes = wishes_of("latin", box=None, hide_operations=False, needs=None, givens=None)
    assert (wishes.givens, wishes.needs, wishes.geometry) == (None, (), pandoku.Geometry.latin(9))


def test_techniques_have_their_other_names() -> None:
    assert wishes_of(needs=["sole candidate", "XY-Wing"]).needs == ("naked-single", "xy-wing")


def test_a_box_has_its_rows_first() -> None:
    assert wishes_of(order=6, box="3x2").geometry == pandoku.Geometry.sudoku(6, (3, 2))
    assert wishes_of(order=6).geometry == pandoku.Geometry.sudoku(6)


def test_kinds_have_other_names_and_are_all_there() -> None:
    assert wishes_of("X-Sudoku").kind == "diagonal"
    assert wishes_of("hyper").kind == "windoku"
    assert {"sudoku", "latin", "diagonal", *HOUSE_SETS} <= set(KINDS)
    assert next(iter(KINDS)) == "sudoku"


@together("name", GIVENS_SYMMETRIES)
@together("order", [4, 5, 9])
def test_the_numbers_of_givens_are_those_that_unions_of_orbits_have(name: str, order: int) -> None:
    wishes = wishes_of("latin", order, symmetry=name)
    orbits = pandoku.symmetry.orbits(pandoku.Geometry.latin(order), name)
    sizes = np.bincount(orbits).tolist()
    sums = {0}
    for size in sizes:
        sums |= {each + size for each in sums}
    assert wishes.possible_givens() == tuple(sorted(sums))


def test_a_seed_is_drawn_if_none_is_given() -> None:
    seeds = {wishes_of().seed for _ in range(5)}
    assert len(seeds) == 5
    assert all(0 <= seed < 2**32 for seed in seeds)


def test_a_wish_error_is_a_value_error() -> None:
    assert issubclass(WishError, ValueError)
