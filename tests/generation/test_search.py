"""The search returns the first successful attempt, however many attempts it makes at once."""

from __future__ import annotations

from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandoku
from pandoku import BudgetError, generate, generate_each, generate_many
from pandoku.generation import Generated, find_puzzles, make_drafts, wishes_of
from tests.data import IS_FULL, by_default
from tests.generation.checks import all_proper, can_lose_a_given, is_proper
from tests.in_full import in_full

RARE: dict[str, Any] = {"order": 6, "givens": 9}
WISHES: list[dict[str, Any]] = [
    {},
    {"order": 4},
    RARE,
    {"order": 6, "symmetry": "rotate-180", "givens": "minimal"},
    {"rating": "4.0..6.0"},
    {"kind": "latin", "order": 5, "givens": "10..12"},
    {"kind": "windoku"},
]


def same(one: Generated, other: Generated) -> bool:
    arrays = ("puzzles", "solutions", "indices", "attempts")
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in arrays)


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Set the number of attempts made at once, and the number of puzzles that may wait."""
    import sys

    module = sys.modules["pandoku.generation.search"]

    def set_rounds(first: int, largest: int, window: int) -> None:
        for name, value in (
            ("_FIRST_ROUND", first),
            ("_LARGEST_ROUND", largest),
            ("_WINDOW", window),
        ):
            monkeypatch.setattr(module, name, value)

    return set_rounds


@pytest.mark.turns(3)
@pytest.mark.parametrize("wishes", WISHES)
def test_the_puzzles_do_not_depend_on_what_is_tried_side_by_side(
    wishes: dict[str, Any], rounds: Any
) -> None:
    is_slow = "rating" in wishes or wishes.get("kind") == "windoku"
    n = by_default(2 if is_slow else 5, full=12)
    larger = ((64, 64, 100), (90, 90, 5)) if IS_FULL else ((16, 16, 100), (23, 23, 5))
    usual = generate_many(n, **wishes, seed=7)
    assert (len(usual), usual.missing) == (n, ())
    assert usual.indices.tolist() == list(range(n))
    for sizes in ((1, 1, 1), (3, 3, 2), *larger):
        rounds(*sizes)
        assert same(generate_many(n, **wishes, seed=7), usual), sizes
    for threads in (1, 2):
        assert same(generate_many(n, **wishes, seed=7, threads=threads), usual)


def test_each_puzzle_is_the_first_attempt_that_will_do() -> None:
    made = generate_many(4, **RARE, seed=3)
    assert made.attempts.max() > 3
    for index, attempts in enumerate(made.attempts.tolist()):
        wishes = wishes_of(**RARE, seed=3)
        keys = pandoku.kernel.generate.keys(3, index, range(attempts))
        tried = make_drafts(wishes, keys)
        assert tried.lacks is not None
        assert [lack == 0 for lack in tried.lacks] == [False] * (attempts - 1) + [True]
        assert tried.givens[-1] == made.puzzles[index].tobytes()


def test_fewer_puzzles_are_the_first_of_more() -> None:
    more = generate_many(9, **RARE, seed=2)
    assert same(generate_many(4, **RARE, seed=2), more[:4])
    assert in_full(generate(**RARE, seed=2)) == in_full(more[0])
    assert in_full(list(generate_each(5, **RARE, seed=2))) == in_full(list(more[:5]))
    assert in_full(list(islice(generate_each(**RARE, seed=2), 3))) == in_full(list(more[:3]))


def test_another_seed_makes_other_puzzles() -> None:
    one, other = (generate_many(20, seed=seed) for seed in (0, 2**64 - 1))
    rows = {row.tobytes() for row in np.concatenate((one.puzzles, other.puzzles))}
    assert len(rows) == 40


def test_a_seed_that_was_drawn_makes_the_puzzles_again() -> None:
    made = generate_many(3)
    assert same(generate_many(3, seed=made.seed), made)
    assert [puzzle.source for puzzle in made] == [
        f"pandoku, seed {made.seed}, puzzle {index}" for index in range(3)
    ]


def test_what_is_not_found_is_named_with_what_came_closest() -> None:
    with pytest.raises(BudgetError) as caught:
        generate(givens=17, budget=30, seed=1)
    error = caught.value
    assert error.attempts == 30
    assert error.closest is not None
    assert is_proper(error.closest)
    n_givens = error.closest.n_givens
    tried = generate_many(30, seed=1)
    assert n_givens > 17
    assert error.why == f"it has {n_givens} givens"
    message = str(error)
    for words in ("9x9 sudoku (17 givens)", "none in 30 attempts", error.why, "more attempts"):
        assert words in message
    assert len(tried) == 30


def test_the_closest_is_the_closest_of_all_attempts() -> None:
    budget = 25
    made = generate_many(3, givens=18, budget=budget, seed=4)
    assert len(made) == 0
    wishes = wishes_of(givens=18, seed=4)
    for index, missing in enumerate(made.missing):
        keys = pandoku.kernel.generate.keys(4, index, range(budget))
        n_givens = [len(row) - row.count(0) for row in make_drafts(wishes, keys).givens]
        assert (missing.index, missing.attempts) == (index, budget)
        assert missing.closest is not None
        assert missing.closest.n_givens == min(n_givens)


@pytest.mark.parametrize("sizes", [(4, 16_384, 100_000), (1, 1, 1), (7, 7, 20)])
def test_puzzles_that_are_not_found_do_not_stop_the_others(
    sizes: tuple[int, int, int], rounds: Any
) -> None:
    rounds(*sizes)
    made = generate_many(30, **RARE, budget=3, seed=5)
    lost = [each.index for each in made.missing]
    assert lost
    assert len(made)
    assert sorted([*made.indices.tolist(), *lost]) == list(range(30))
    assert made.indices.tolist() == sorted(made.indices)
    assert lost == sorted(lost)
    assert made.attempts.max() <= 3
    plenty = generate_many(30, **RARE, seed=5)
    assert np.array_equal(plenty.puzzles[made.indices], made.puzzles)


def test_a_stream_ends_where_a_puzzle_is_not_found() -> None:
    made = generate_many(30, **RARE, budget=3, seed=5)
    first_lost = made.missing[0].index
    n_before = int(np.searchsorted(made.indices, first_lost))
    stream = generate_each(30, **RARE, budget=3, seed=5)
    assert list(islice(stream, n_before)) == list(made[:n_before])
    with pytest.raises(BudgetError):
        next(stream)


def test_a_trillion_puzzles_are_begun_at_once() -> None:
    first = list(islice(generate_each(10**12, order=4, seed=1), 3))
    assert in_full(first) == in_full(list(generate_many(3, order=4, seed=1)))


def test_the_search_reports_its_attempts() -> None:
    told: list[int] = []
    made = list(find_puzzles(wishes_of(**RARE, seed=1), 5, told.append))
    assert sum(told) >= sum(sum(part.attempts) for part in made)


def test_few_attempts_are_made_after_the_first_that_will_do() -> None:
    made: list[int] = []
    parts = list(find_puzzles(wishes_of("sudoku", 6, givens=10, seed=1), 300, made.append))
    needed = sum(sum(part.attempts) for part in parts)
    assert needed <= sum(made) <= 1.3 * needed


@pytest.mark.parametrize("asked", [{"order": 4}, RARE, {**RARE, "budget": 3}])
def test_progress_rises_to_all_and_changes_no_puzzle(asked: dict[str, Any]) -> None:
    told: list[tuple[int, int]] = []
    made = generate_many(300, seed=4, on_progress=lambda *each: told.append(each), **asked)
    assert same(made, generate_many(300, seed=4, **asked))
    done = [each for each, _ in told]
    assert done == sorted(set(done))
    assert told[-1] == (300, 300)


def test_what_progress_raises_ends_the_search() -> None:
    def stop(done: int, total: int) -> None:
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        generate_many(1000, on_progress=stop)
    with pytest.raises(TypeError, match=r"on_progress .*found 3"):
        generate_many(3, on_progress=3)  # type: ignore[arg-type]


def test_no_puzzles_are_none() -> None:
    made = generate_many(0)
    assert (len(made), made.puzzles.shape, made.missing) == (0, (0, 81), ())


def test_what_was_made_is_a_sequence_with_arrays() -> None:
    made = generate_many(5, order=4, seed=3)
    assert repr(made) == "Generated(5 puzzles, 4x4 sudoku, seed 3)"
    assert made.puzzles.dtype == made.solutions.dtype == np.uint8
    assert made.puzzles.shape == made.solutions.shape == (5, 16)
    assert in_full(made[-1]) == in_full(made[4]) == in_full(list(made)[4])
    assert made[1:3].indices.tolist() == [1, 2]
    assert made.batch[2].givens == made[2].givens
    assert np.array_equal(pandoku.solve_many(made.batch)[0], made.solutions)
    with pytest.raises(IndexError):
        made[5]


def test_minimal_means_that_no_given_can_go() -> None:
    made = generate_many(5, givens="minimal", symmetry="rotate-180", seed=1)
    assert all_proper(made)
    assert not any(map(can_lose_a_given, made))
    # By default, givens are only minimal with respect to the symmetry.
    usual = generate_many(30, symmetry="rotate-180", seed=1)
    orbits = pandoku.symmetry.orbits(pandoku.Geometry.sudoku(9), "rotate-180").tolist()
    assert not any(can_lose_a_given(puzzle, orbits) for puzzle in usual)
    assert any(map(can_lose_a_given, usual))


# ------------------------------------------------------------------ series that begin later

LATER: list[dict[str, Any]] = [
    *WISHES,
    {"kind": "killer", "order": 4},
    {"kind": "calcudoku", "order": 4, "difficulty": "easy"},
    {"kind": "jigsaw", "order": 5},
    {"order": 6, "givens": "..9", "climb": True, "budget": 300},
]


@pytest.mark.turns(3)
@pytest.mark.parametrize("wishes", LATER, ids=str)
@settings(max_examples=by_default(3, full=40), deadline=None)
@given(first=st.integers(0, 9), count=st.integers(0, 5), threads=st.sampled_from((1, 2, None)))
def test_a_series_that_begins_later_has_the_same_puzzles(
    wishes: dict[str, Any], first: int, count: int, threads: int | None
) -> None:
    all_made = _from_0(tuple(sorted(wishes.items())))
    made = generate_many(count, **wishes, seed=7, first=first, threads=threads)
    is_here = (all_made.indices >= first) & (all_made.indices < first + count)
    expected = all_made[int(np.argmax(is_here)) :][: int(is_here.sum())]
    assert same(made, expected)
    assert in_full(list(made)) == in_full(list(expected))
    assert made.missing == tuple(m for m in all_made.missing if first <= m.index < first + count)
    if not made.missing:
        each = generate_each(count, **wishes, seed=7, first=first, threads=threads)
        assert in_full(list(each)) == in_full(list(expected))


@lru_cache
def _from_0(wishes: tuple[tuple[str, Any], ...]) -> Generated:
    return generate_many(14, **dict(wishes), seed=7)


def test_the_budget_of_each_puzzle_is_the_same_wherever_the_series_begins() -> None:
    all_made = generate_many(30, **RARE, budget=3, seed=5)
    assert all_made.missing
    for first in (1, 17, 29):
        made = generate_many(30 - first, **RARE, budget=3, seed=5, first=first)
        assert same(made, all_made[int(np.searchsorted(all_made.indices, first)) :])
        assert made.missing == tuple(each for each in all_made.missing if each.index >= first)


def test_the_last_puzzles_of_a_seed_are_made_as_the_first() -> None:
    first = 10**18
    made = generate_many(3, order=4, seed=1, first=first)
    assert made.indices.tolist() == [first, first + 1, first + 2]
    assert made[0].source == f"pandoku, seed 1, puzzle {first}"
    endless = generate_each(order=4, seed=1, first=first)
    assert in_full(list(islice(endless, 3))) == in_full(list(made))


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        (-1, r"expected first 0\.\.10+, found -1"),
        (10**18 + 1, r"expected first 0\.\.10+, found 10+1"),
        (True, "expected first as a whole number, found True"),
        ("1M", "expected first as a whole number, found '1M'"),
    ],
)
def test_a_first_puzzle_that_no_seed_has_is_refused_at_once(first: Any, reason: str) -> None:
    for make in (generate_many, generate_each):
        with pytest.raises((TypeError, ValueError), match=reason):
            make(3, first=first)
    with pytest.raises(pandoku.WishError, match="generate_many"):
        generate(first=1)  # type: ignore[call-arg]
