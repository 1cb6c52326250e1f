"""Climbs yield better and better puzzles, and meet the request at the end."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import pandoku
from pandoku import WishError
from pandoku.generation import Wishes, wishes_of
from pandoku.generation.climb import Climbed, climb, why_no_climb
from pandoku.generation.hardness import off_difficulty
from pandoku.logic import explain
from pandoku.rating import in_order
from tests.in_full import in_full

ORDER = [each.name for each in in_order("pandoku")]


def asked(kind: str = "sudoku", order: int = 9, **wishes: Any) -> Wishes:
    return wishes_of(kind, order, climb=True, **{"seed": 1, **wishes})


def last(wishes: Wishes, index: int = 0) -> Climbed:
    *_, found = climb(wishes, index)
    return found


def score(found: Climbed) -> float:
    return pandoku.rate(found.puzzle).score


def is_minimal(puzzle: pandoku.Puzzle) -> bool:
    givens = puzzle.givens
    cells = [cell for cell, digit in enumerate(givens) if digit]
    without = [(*givens[:cell], 0, *givens[cell + 1 :]) for cell in cells]
    return bool((pandoku.count_many([puzzle.replace(givens=g) for g in without], 2) > 1).all())


@pytest.mark.turns(3)
def test_a_climb_reaches_hard_puzzles_and_proves_them() -> None:
    wishes = asked(rating="9.0..", budget=2048)
    met = [found for found in climb(wishes) if found.met]
    assert met
    for found in met:
        assert pandoku.rate(found.puzzle).score >= 9.0
        assert pandoku.solve(found.puzzle).is_unique
        assert pandoku.solve(found.puzzle).solution == found.puzzle.solution
        assert found.attempts <= 2048


@pytest.mark.turns(3)
def test_each_puzzle_is_better_than_the_one_before() -> None:
    found = list(climb(asked("sudoku", 8, rating="6.0..", budget=600)))
    assert len(found) > 1
    for one, other in pairwise(found):
        assert one.attempts < other.attempts
        assert one.met <= other.met
        if one.met:
            assert score(one) < score(other)
        else:
            assert one.distance > other.distance
    assert found[-1].met


def test_a_rating_with_an_upper_end_ends_the_climb() -> None:
    found = last(asked(rating="4.2..4.4", needs="xyz-wing", budget=5000))
    assert found.met
    assert 4.2 <= score(found) <= 4.4
    assert found.attempts < 5000


def test_a_technique_is_climbed_to() -> None:
    need = "hidden-triple"
    found = last(asked(needs=need, budget=5000))
    assert found.met
    names = ORDER[: ORDER.index(need) + 1]
    ends = [
        explain(found.puzzle, techniques=each, is_proper=True).stopped
        for each in (names, names[:-1])
    ]
    assert ends == ["full", "stuck"]


def test_few_givens_are_climbed_to_and_then_fewer() -> None:
    found = list(climb(asked(givens="0..22", budget=1500)))
    numbers = [each.puzzle.n_givens for each in found]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) == len(numbers)
    assert numbers[-1] < 22
    assert [each.met for each in found] == [number <= 22 for number in numbers]
    assert is_minimal(found[-1].puzzle)


def test_the_same_seed_climbs_the_same_way_with_any_threads() -> None:
    one, two = (
        list(climb(asked(order=6, rating="8.0..", threads=threads, budget=300)))
        for threads in (1, 2)
    )
    assert in_full(one) == in_full(two)
    other_seed = list(climb(asked(order=6, rating="8.0..", seed=2, budget=300)))
    other_index = list(climb(asked(order=6, rating="8.0..", budget=300), 1))
    assert len({str(each) for each in (one, other_seed, other_index)}) == 3


def test_the_budget_is_the_number_of_puzzles_that_are_judged() -> None:
    wishes = asked(rating="11.9..", budget=200)
    found = list(climb(wishes))
    assert not found[-1].met
    assert found[-1].attempts <= 200
    assert "below 11.9" in off_difficulty(wishes, found[-1].puzzle)
    assert next(climb(asked(rating="11.9..", budget=64))).attempts == 64


@pytest.mark.parametrize(
    ("kind", "order", "wishes", "reason"),
    [
        ("sudoku", 9, {"symmetry": "rotate-180"}, "neighbors do not keep the symmetry"),
        ("sudoku", 9, {"pattern": "1" * 40 + "." * 41}, "neighbors do not keep the pattern"),
    ],
)
def test_what_neighbors_do_not_keep_is_refused(
    kind: str, order: int, wishes: dict[str, Any], reason: str
) -> None:
    with pytest.raises(WishError, match=reason):
        asked(kind, order, rating="9.0..", **wishes)
    rejecting = wishes_of(kind, order, rating="9.0..", **wishes)
    with pytest.raises(WishError, match=f"sudoku: {reason}"):
        climb(rejecting)


@pytest.mark.turns(3)
@pytest.mark.parametrize(("kind", "order"), [("sudoku", 6), ("latin", 6), ("windoku", 4)])
def test_other_kinds_are_climbed_too(kind: str, order: int) -> None:
    wishes = asked(kind, order, rating="1.5..", budget=300)
    assert why_no_climb(wishes) is None
    found = last(wishes)
    assert found.met
    assert score(found) >= 1.5
