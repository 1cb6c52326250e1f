"""Ratings that the requested techniques exclude are refused at once, and no others."""

from __future__ import annotations

from functools import lru_cache
from math import inf
from time import process_time
from typing import Any

import pytest

import pandoku
from pandoku import Puzzle, WishError
from pandoku.generation import wishes_of
from pandoku.generation._contradictions import _MOST_OF_SMALL
from pandoku.logic import PATH_ENDS, explain_many, rate_all
from pandoku.rating import DEFAULT_SCALE, get_scale, in_order, span
from pandoku.rating.se import bounds
from pandoku.techniques import TECHNIQUES
from tests.data import by_default
from tests.generation.test_wishes import refused
from tests.together import together

FULL = PATH_ENDS.index("full")
KINDS: dict[str, dict[str, Any]] = {
    "sudoku": {"kind": "sudoku"},
    "sudoku with more givens": {"kind": "sudoku", "givens": (26, 34)},
    "6x6": {"kind": "sudoku", "order": 6},
    "latin": {"kind": "latin", "order": 9},
    "jigsaw": {
        "kind": "jigsaw",
        "order": 6,
        "regions": "AAAABB AACCBB DCCCBB DDCEEE DDFEEE DFFFFF",
    },
    "killer": {"kind": "killer", "order": 6},
    "calcudoku": {"kind": "calcudoku", "order": 5},
}
FEW = by_default(24, full=60)  # puzzles of a kind; of some kinds so few need no technique
N_PUZZLES = dict.fromkeys(KINDS, FEW) | {"6x6": 60, "jigsaw": 60}


@together(
    "wishes, reason",
    [
        ({"needs": "swordfish", "difficulty": "easy"}, "at most 2.3 (easy), found that swordfish"),
        ({"needs": "x-chain", "difficulty": "medium"}, "at most 3.4 (medium), found that x-chain"),
        ({"needs": ["pointing", "jellyfish"], "rating": "..4.2"}, "found that jellyfish is needed"),
        ({"needs": "naked-pair", "difficulty": "hard"}, "up to naked-pair are enough"),
        ({"at_most": "naked-pair", "difficulty": "hard"}, "every rating is at most 3.0"),
        ({"kind": "jigsaw", "needs": "swordfish", "difficulty": "easy"}, "swordfish is needed"),
        ({"kind": "killer", "needs": "innie", "rating": "3.5..6.4"}, "at most 1.9"),
        (
            {"kind": "killer", "order": 4, "difficulty": "hard"},
            "a 4x4 killer can have (easy), found hard; other orders or sizes of cages",
        ),
        ({"kind": "calcudoku", "order": 4, "difficulty": "expert"}, "(easy or medium), found exp"),
        ({"rating": 3.5}, "a 9x9 sudoku can have, found 3.5; the nearest are 3.4 and 3.6"),
        ({"rating": "0.1..0.9"}, "found 0.1..0.9; the nearest are 0.0 and 1.0"),
        ({"kind": "killer", "rating": 2.4}, "the nearest are 2.3 and 2.5"),
        ({"rating": 20}, "a 9x9 sudoku can have, found 20.0; the greatest is 11.9"),
        ({"rating": "12.5..13"}, "found 12.5..13.0; the greatest is 11.9"),
        ({"rating": "12.."}, "found 12.0..; the greatest is 11.9"),
        ({"kind": "killer", "rating": "12.."}, "9x9 killer can have, found 12.0..; the greatest"),
        ({"kind": "calcudoku", "rating": 12}, "found 12.0; the greatest is 11.9"),
        ({"kind": "jigsaw", "rating": 15}, "found 15.0; the greatest is 11.9"),
        ({"order": 16, "rating": 13}, "a 16x16 sudoku can have, found 13.0; the greatest is 11.9"),
        ({"order": 4, "difficulty": "hard"}, "found 3.5..6.4 (hard); the greatest is 1.5"),
        ({"order": 4, "rating": 9}, "a 4x4 sudoku can have, found 9.0; the greatest is 1.5"),
        ({"kind": "latin", "order": 3, "rating": "2.."}, "found 2.0..; the greatest is 1.5"),
        ({"order": 4, "needs": "naked-pair"}, "4x4 sudoku can need, found naked-pair"),
    ],
)
def test_a_rating_out_of_reach_is_refused_at_once(wishes: dict[str, Any], reason: str) -> None:
    started = process_time()
    assert reason in refused(**wishes)
    assert process_time() - started < 2  # a search takes ten seconds


@together(
    "wishes",
    [
        # Direct hidden pairs and triples are easier for Sudoku Explainer than the pairs themselves.
        {"needs": "naked-pair", "difficulty": "easy"},
        {"needs": "swordfish", "difficulty": "medium"},
        {"needs": "swordfish", "difficulty": "hard"},
        {"needs": "x-chain", "difficulty": "hard"},
        {"at_most": "full-house", "difficulty": "easy"},
        {"rating": "3.1..3.2"},
        {"rating": 0, "givens": 81},
        {"rating": 9.7},
    ],
)
def test_a_rating_that_may_be_in_reach_is_not_refused(wishes: dict[str, Any]) -> None:
    wishes_of(**wishes)


@pytest.mark.parametrize(("kind", "order"), _MOST_OF_SMALL)
def test_no_puzzle_of_a_small_kind_is_rated_higher_than_is_said(kind: str, order: int) -> None:
    found = pandoku.generate_many(150, kind, order, givens="minimal", seed=3)
    scores = [each.score for each in rate_all([*found])]
    assert max(scores) <= _MOST_OF_SMALL[kind, order]
    assert max(scores) > 1.2  # some are not the easiest possible


@lru_cache
def made(kind: str, count: int) -> tuple[tuple[Puzzle, ...], tuple[float, ...]]:
    puzzles = tuple(pandoku.generate_many(count, seed=5, **KINDS[kind]))
    return puzzles, tuple(each.score for each in rate_all(puzzles))


def solved(puzzles: tuple[Puzzle, ...], techniques: tuple[str, ...]) -> list[bool]:
    ends = explain_many(puzzles, techniques=techniques, is_proper=True).ends
    return [end == FULL for end in ends.tolist()]


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_puzzle_meets_is_never_refused(kind: str) -> None:
    puzzles, scores = made(kind, N_PUZZLES[kind])
    asked = {name: each for name, each in KINDS[kind].items() if name != "givens"}
    names = [each.name for each in in_order(DEFAULT_SCALE)]
    n_met = 0
    for score in set(scores):
        wishes_of(**asked, rating=score)
    for at, name in enumerate(names):
        scores_of_name = span(DEFAULT_SCALE, name)
        if scores_of_name is None or scores_of_name[1] == inf or not at:
            continue  # chains take long, and no bound concerns them
        technique = TECHNIQUES[name]
        if "cages" in technique.needs and not puzzles[0].cages:
            continue
        if "constraints" in technique.needs:
            continue  # no generated kind has them
        if "unique" in technique.needs and puzzles[0].cages:
            continue
        enough, without = (
            solved(puzzles, tuple(names[: at + 1])),
            solved(puzzles, tuple(names[:at])),
        )
        for score in {s for s, is_enough in zip(scores, enough, strict=True) if is_enough}:
            wishes_of(**asked, rating=score, at_most=name)
        met = {
            score
            for score, is_enough, is_spare in zip(scores, enough, without, strict=True)
            if is_enough and not is_spare
        }
        for score in met:
            n_met += 1
            wishes_of(**asked, rating=score, needs=name)
    assert n_met > 3


def test_the_scores_of_the_scale_se_are_within_their_bounds() -> None:
    path_scores: dict[str, set[float]] = {}
    for kind in ("sudoku", "sudoku with more givens"):
        for puzzle in made(kind, N_PUZZLES[kind])[0]:
            for step in pandoku.explain(puzzle, scale="se"):
                rated = get_scale("se").rate(step.step)
                assert rated is not None
                path_scores.setdefault(step.step.technique, set()).add(rated.score)
    assert len(path_scores) > 8
    for name, found in path_scores.items():
        least, most = bounds(name)
        assert least <= min(found)
        assert max(found) <= most
    assert set(path_scores) <= set(get_scale("se").order)


def test_a_refused_wish_never_reaches_the_search() -> None:
    with pytest.raises(WishError):
        pandoku.generate_each(1, needs="swordfish", difficulty="easy")
