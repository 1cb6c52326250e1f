"""The difficulty of puzzles, alone and many at once."""

from __future__ import annotations

import csv
import operator
import re
from dataclasses import replace
from functools import lru_cache
from math import isnan

import numpy as np
import pytest

import pandoku
from pandoku import (
    Batch,
    Board,
    Budget,
    Geometry,
    Puzzle,
    PuzzleError,
    PuzzleRating,
    PuzzleRatings,
    TechniqueError,
)
from pandoku.logic import NOT_PROPER, RATING_ENDS, rate_all, scale_names
from pandoku.rating import get_scale, word_of
from tests.data import ESCARGOT, EXAMPLES, IS_FULL, SHARED, by_default, needs
from tests.engines.test_golden import table

# Puzzles with the ER, EP and ED that Sudoku Explainer gives them.
_RATED = """
6....12.4.1.7..9...48.9.7.3.....94....4.5...7........1..963217.1.347...98..9..... 1.2/1.2/1.2
4..........3......8.7....9.7...4.....258...3.....52..7.6..259....8..45.2...98...3 3.0/3.0/2.6
3..5.91...7.........846...9..7.46..2....283........6.175...48..6.4....9..81.....5 4.2/1.2/1.2
.......31.96...7.25..............8..7.94.........329.......8..5.32.5..1...1..9.87 7.2/1.2/1.2
...6...38...2.....3.7..5.4.9......6.8.6...7.5.1......9.7.4..9.2.....3...25...1... 8.5/1.2/1.2
"""
RATED = {
    puzzle: tuple(map(float, numbers.split("/")))
    for puzzle, numbers in map(str.split, _RATED.strip().splitlines())
}
EASY, _, _, CHAINS, HARD = RATED
NOTHING, SEVERAL = "11" + "." * 79, "." * 81


def rows(*lines: str) -> np.ndarray:
    return np.array([[int(c) for c in line.replace(".", "0")] for line in lines], np.uint8)


# ------------------------------------------------------------------ one puzzle


@pytest.mark.parametrize("text", RATED)
def test_a_classic_sudoku_is_rated_as_sudoku_explainer_does(text: str) -> None:
    rating = pandoku.rate(text)
    assert (rating.er, rating.ep, rating.ed) == RATED[text]
    assert (rating.scale, rating.end, rating.is_bound, rating.is_proper) == (
        "se", "rated", False, True
    )  # fmt: skip
    assert rating.score == rating.er
    assert rating.level == word_of(rating.score)
    assert rating == pandoku.rate(text, scale="se")


def test_a_rating_says_the_numbers_the_technique_and_the_word() -> None:
    rating = PuzzleRating("se", 7.2, "expert", "Forcing Chain", "rated", 2.0, 1.2)
    assert str(rating) == "7.2/2.0/1.2 Forcing Chain, expert"
    assert rating.describe() == (
        "7.2 in the scale se: expert. The hardest technique is Forcing Chain. "
        "Up to the first digit the hardest step is 2.0. The first step is 1.2."
    )
    assert str(PuzzleRating("hodoku", 344, "medium", "X-wing", "rated")) == (
        "344 X-wing, medium (scale hodoku)"
    )
    assert str(PuzzleRating("pandoku", 3.0, "medium", "naked pair", "rated")) == (
        "3.0 naked pair, medium (scale pandoku)"
    )


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ("bounded", "at least 10.2"),
        ("budget", "at least 10.2, budget reached"),
        ("stuck", "at least 10.2, no technique applies"),
    ],
)
def test_a_lower_bound_says_so(end: str, words: str) -> None:
    bound = PuzzleRating("se", 10.2, "extreme", "Nested Chains", end, 1.2, 1.2)
    assert bound.is_bound
    assert str(bound) == words
    assert bound.number == ">=10.2"
    assert bound.to_dict()["is_bound"] is True
    assert bound.describe().startswith("At least 10.2 ")


def test_every_scale_rates_a_classic_sudoku_and_says_which_it_is() -> None:
    for scale in scale_names():
        rating = pandoku.rate(EASY, scale=scale)
        assert (rating.scale, rating.end, rating.level) == (get_scale(scale).base, "rated", "easy")
        assert (rating.er is None) == (rating.ep is None) == (rating.ed is None) == (scale != "se")
        assert rating.score > 0
        assert rating.hardest


@pytest.mark.parametrize(
    "puzzle",
    [
        "1.....2..3.....4",
        pandoku.load(EXAMPLES / "killer.txt"),
        pandoku.load(EXAMPLES / "mathdoku4.letters"),
        pandoku.load(EXAMPLES / "diagonal.json"),
    ],
    ids=["4x4", "killer", "mathdoku", "diagonals"],
)  # fmt: skip
def test_other_puzzles_are_rated_in_the_scale_of_pandoku(puzzle: Puzzle | str) -> None:
    rating = pandoku.rate(puzzle)
    assert (rating.scale, rating.end) == ("pandoku", "rated")
    with pytest.raises(TechniqueError, match=r"found .*; .*'pandoku'"):
        pandoku.rate(puzzle, scale="se")


def test_the_hardest_technique_is_that_of_the_path() -> None:
    rating = pandoku.rate(CHAINS, scale="pandoku")
    path = pandoku.explain(CHAINS, scale="pandoku", is_proper=True)
    assert rating.hardest in {path.technique(step.technique).title for step in path.steps}
    assert (rating.score, rating.level) == (path.rating().score, path.rating().level)


def test_a_full_grid_needs_no_technique() -> None:
    full = pandoku.solve(EASY).solution
    assert full is not None
    rating = pandoku.rate(Puzzle(9, full))
    assert (rating.hardest, rating.end, rating.score) == ("", "rated", 0)


def test_a_board_is_rated_from_its_position() -> None:
    board = Board.start(EASY)
    (first, *_) = pandoku.explain(EASY).steps
    assert pandoku.rate(board).scale == "se"
    assert pandoku.rate(board.after(first)).score <= pandoku.rate(EASY, scale="pandoku").score


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (SEVERAL, "exactly one solution, found several solutions; pandoku.check shows more"),
        (NOTHING, "row 1 has 1 at r1c1 and r1c2"),
        ("12345678." + "." * 8 + "9" + "." * 63, "found no solution"),
        ("123." + "...4" + "." * 8, "found no solution"),
    ],
)
def test_a_puzzle_that_is_not_proper_is_refused(text: str, reason: str) -> None:
    with pytest.raises(PuzzleError, match=reason):
        pandoku.rate(text)


# ------------------------------------------------------------------ bounds


def test_rating_stops_when_the_bound_is_decided() -> None:
    rating = pandoku.rate(CHAINS, at_least=4.0)
    assert (rating.end, rating.is_bound) == ("bounded", True)
    assert 4.0 <= rating.score <= 7.2
    assert pandoku.rate(CHAINS, at_least=7.3).end == "rated"
    rating = pandoku.rate(CHAINS, at_most=6.5)
    assert rating.end == "bounded"
    assert rating.score > 6.5
    assert pandoku.rate(CHAINS, at_most=7.2).end == "rated"


def test_within_a_range_only_the_upper_end_stops_early() -> None:
    assert pandoku.rate(CHAINS, at_least=4.0, at_most=7.2).end == "rated"
    assert pandoku.rate(CHAINS, at_least=4.0, at_most=7.1).end == "bounded"


def test_a_budget_gives_a_lower_bound() -> None:
    rating = pandoku.rate(HARD, budget=100)
    assert rating.end == "budget"
    assert 0 < rating.score < 8.5
    assert str(rating).endswith("budget reached")
    assert pandoku.rate(HARD, budget=100) == rating
    assert pandoku.rate(HARD, budget=10**9).end == "rated"


@pytest.mark.parametrize("budget", [Budget(seconds=3), 0.5, "10s", True])
def test_a_budget_in_seconds_is_refused_with_the_reason(budget: object) -> None:
    with pytest.raises(TypeError, match=r"looks, .*machine"):
        pandoku.rate(EASY, budget=budget)  # type: ignore[arg-type]


# ------------------------------------------------------------------ many


def test_many_puzzles_are_rated_as_one_by_one() -> None:
    ratings = pandoku.rate_many(list(RATED))
    assert (ratings.scale, len(ratings)) == ("se", len(RATED))
    assert [ratings.er.dtype, ratings.ep.dtype, ratings.ed.dtype] == [np.float64] * 3
    expected = np.array(list(RATED.values()))
    assert (np.stack([ratings.er, ratings.ep, ratings.ed], axis=1) == expected).all()
    assert (ratings.er >= 7.2).tolist() == [False, False, False, True, True]
    assert ratings.is_proper.all()
    alone = [pandoku.rate(text) for text in RATED]
    assert list(ratings) == alone == [ratings[at] for at in range(len(RATED))]
    assert [ratings.techniques[at] for at in ratings.hardest] == [each.hardest for each in alone]
    assert ratings.levels.tolist() == [each.level for each in alone]


@pytest.mark.parametrize("threads", [1, 2])
def test_arrays_batches_and_lists_give_the_same(threads: int) -> None:
    array = rows(*RATED)
    expected = list(pandoku.rate_many(array))
    for puzzles in (array.reshape(-1, 9, 9), array.astype(float), Batch(9, array), [*array]):
        assert list(pandoku.rate_many(puzzles, threads=threads)) == expected
    assert list(pandoku.rate_many(array[::-1])) == expected[::-1]
    assert len(pandoku.rate_many(np.zeros((0, 81), np.uint8))) == 0


@pytest.mark.parametrize("scale", scale_names())
def test_puzzles_that_are_not_proper_do_not_stop_the_others(scale: str) -> None:
    ratings = pandoku.rate_many([NOTHING, EASY, SEVERAL], scale=scale)
    assert [RATING_ENDS[end] for end in ratings.ends] == [
        "no solution", "rated", "several solutions"
    ]  # fmt: skip
    assert np.isnan(ratings.score).tolist() == [True, False, True]
    assert ratings.is_proper.tolist() == [False, True, False]
    assert (ratings.hardest < 0).tolist() == [True, False, True]
    first, _, last = ratings
    assert isnan(first.score)
    assert (first.is_proper, first.level, first.numbers) == (False, "", "-")
    assert str(last) == "not rated: several solutions"
    assert last.describe().startswith("Not rated: ")


def test_many_puzzles_of_other_kinds_are_rated_in_the_scale_of_pandoku() -> None:
    killer = pandoku.load(EXAMPLES / "killer.txt")
    ratings = pandoku.rate_many([killer, killer])
    assert (ratings.scale, len(ratings)) == ("pandoku", 2)
    assert ratings[0] == pandoku.rate(killer)
    assert np.isnan(ratings.er).all()
    assert repr(ratings) == "PuzzleRatings(2 puzzles, scale='pandoku')"
    latin = Puzzle(Geometry.latin(4))
    assert pandoku.rate_many(rows("1234" * 4), like=latin).scale == "pandoku"
    with pytest.raises(TechniqueError, match="found 4x4"):
        pandoku.rate_many(rows("1234" * 4), scale="se")


def test_bounds_hold_for_each_of_many() -> None:
    ratings = pandoku.rate_many(list(RATED), at_least=4.2)
    assert [RATING_ENDS[end] for end in ratings.ends[:2]] == ["rated", "rated"]
    assert [RATING_ENDS[end] for end in ratings.ends[3:]] == ["bounded", "bounded"]


def test_puzzles_of_any_kinds_have_errors_in_their_place() -> None:
    killer = pandoku.load(EXAMPLES / "killer.txt")
    puzzles = [pandoku.loads(EASY), killer, Puzzle(4, (9,) + (0,) * 15), pandoku.loads(SEVERAL)]
    easy, caged, odd, several = found = rate_all(puzzles, on_error="keep")
    assert (easy, caged) == (pandoku.rate(EASY), pandoku.rate(killer))
    assert (odd.end, several.end) == ("error", NOT_PROPER[1])
    assert isinstance(found.exceptions[2], PuzzleError)
    assert [*found.errors] == [2]
    assert re.match("givens: r1c1: .*found 9", found.errors[2])
    assert [*found.each()] == [easy, caged, found.exceptions[2], several]
    by_se = rate_all(puzzles, scale="se", on_error="keep")
    assert [*by_se.errors] == [1, 2]
    assert isinstance(by_se.exceptions[1], TechniqueError)
    with pytest.raises(TechniqueError, match=r"^puzzle 1: "):
        rate_all(puzzles, scale="se")


def test_an_index_out_of_range_is_refused() -> None:
    ratings = pandoku.rate_many([EASY])
    assert isinstance(ratings, PuzzleRatings)
    assert ratings[-1] == ratings[0]
    with pytest.raises(IndexError):
        ratings[1]


# ------------------------------------------------------------------ the whole set


DEV = SHARED / "ratings" / "se121_dev.csv"


@pytest.mark.turns(3)
@needs(DEV)
def test_the_ratings_of_a_set_are_those_of_sudoku_explainer() -> None:
    with DEV.open() as stream:
        table = list(csv.DictReader(stream))[:: 1 if IS_FULL else 10]
    ratings = pandoku.rate_many([row["puzzle"] for row in table])
    for name in ("er", "ep", "ed"):
        expected = [float(row[name]) for row in table]
        assert getattr(ratings, name).tolist() == expected


# ------------------------------------------------------------------ by counted steps


def of_all_kinds() -> list[Puzzle]:
    """Proper puzzles of every kind: the golden table, and classics that need more."""
    golden = [puzzle for puzzle, count in table() if count == 1][:: by_default(3, full=1)]
    classic = [pandoku.loads(text) for text in (*RATED, *((ESCARGOT,) if IS_FULL else ()))]
    return [puzzle for puzzle in golden if puzzle.order > 1] + classic


@lru_cache(maxsize=1)
def by_their_paths() -> tuple[PuzzleRating, ...]:
    order = get_scale("pandoku").order
    found = []
    for puzzle in of_all_kinds():
        path = pandoku.explain(puzzle, techniques=order, is_proper=True)
        rates = [get_scale("pandoku").rate(step) for step in path.steps]
        scores = [rate.score for rate in rates if rate is not None]
        total = path.rating()
        at = scores.index(max(scores)) if scores else 0
        name = path.technique(path.steps[at].technique).title if scores else ""
        is_full = path.stopped == "full"
        end, name = ("rated", name) if is_full else ("stuck", "")
        found.append(PuzzleRating("pandoku", total.score, "", name, end))
    return tuple(found)


def bare(rating: PuzzleRating) -> PuzzleRating:
    """Return a rating without its word and effort."""
    return replace(rating, level="", effort=None)


@pytest.mark.turns(3)
def test_a_rating_by_counts_is_that_of_the_path() -> None:
    found = rate_all(of_all_kinds(), scale="pandoku", threads=2)
    assert [*map(bare, found)] == list(by_their_paths())


@pytest.mark.parametrize("at_most", [1.2, 2.3, 3.4, 6.4, 7.9, *([8.3] if IS_FULL else [])])
def test_the_scale_pandoku_stops_above_a_bound(at_most: float) -> None:
    found = rate_all(of_all_kinds(), scale="pandoku", at_most=at_most)
    ends = []
    for rating, full in zip(found, by_their_paths(), strict=True):
        ends.append(rating.end)
        if rating.end == "bounded":
            assert full.score > at_most
            assert at_most < rating.score <= full.score
        else:
            assert bare(rating) == full
    assert {"bounded", "rated"} <= set(ends)


@pytest.mark.parametrize("bounds", [(1.0, 2.3), (1.2, 1.5), (1.0, 3.0), (3.0, None), (8.0, None)])
def test_the_scale_pandoku_stops_where_a_rating_is_known_to_be_within(
    bounds: tuple[float, float | None],
) -> None:
    least, most = bounds
    found = rate_all(of_all_kinds(), scale="pandoku", at_least=least, at_most=most)
    n_bounded = 0
    for rating, full in zip(found, by_their_paths(), strict=True):
        is_within = least <= full.score <= (most or 99)
        assert is_within == (least <= rating.score <= (most or 99))
        assert rating.score <= full.score
        assert bare(rating) == full or rating.end == "bounded"
        n_bounded += is_within and rating.end == "bounded"
    assert n_bounded


def test_paths_that_the_core_can_walk_are_not_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a path was explained")

    monkeypatch.setattr("pandoku.logic._rated.explain", refuse)
    easy = ".93.2....12.4..3.....8....6.3....4.9.1...7.....63.92.1..4.8..5.......7.........6."
    assert pandoku.rate(easy, scale="pandoku").hardest == "naked single"
    assert pandoku.rate(CHAINS, scale="pandoku", at_most=6.5).end == "bounded"
    with_chains = pandoku.rate(CHAINS, scale="pandoku")
    assert (with_chains.end, with_chains.score > 6.5) == ("rated", True)
    with pytest.raises(AssertionError, match="explained"):
        pandoku.rate(CHAINS, scale="hodoku")


def test_ratings_in_one_scale_are_ordered_by_their_scores() -> None:
    easy, hard = pandoku.rate(EASY), PuzzleRating("se", 7.2, "expert", "Forcing Chain", "rated")
    assert float(easy) == easy.score
    assert easy < hard
    assert hard > easy
    again = pandoku.rate(EASY)
    assert easy <= again
    assert easy >= again
    assert not easy < again
    assert sorted([hard, easy]) == [easy, hard]
    assert max(easy, hard) is hard
    assert hard > 5
    assert hard > 5
    assert hard < np.float64(7.3)
    assert hard != 7.2  # a rating says more than its number
    other = replace(hard, hardest="Forcing X-Chain")
    assert hard <= other
    assert hard != other
    nothing = pandoku.rate_many(["." * 81])[0]
    assert isnan(float(nothing))
    assert not (nothing < hard)
    assert not (nothing > hard)


def test_ratings_in_different_scales_have_no_order() -> None:
    one, other = pandoku.rate(EASY), pandoku.rate(EASY, scale="pandoku")
    for compare in (operator.lt, operator.le, operator.gt, operator.ge):
        with pytest.raises(TypeError, match="found 'se' and 'pandoku'"):
            compare(one, other)
        with pytest.raises(TypeError, match=r"a rating or a number .* found '7\.2'"):
            compare(one, "7.2")
    assert one != other
