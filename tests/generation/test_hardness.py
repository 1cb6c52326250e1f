"""Generated puzzles have the requested difficulty: each verdict is compared with separate calls."""

from __future__ import annotations

import re
from functools import lru_cache
from math import inf
from statistics import mean
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import Puzzle
from pandoku.generation import Drafts, Wishes, make_drafts, wishes_of
from pandoku.generation.hardness import (
    N_OBSTACLES,
    allowed_techniques,
    assess,
    fewest_givens,
    n_obstacles,
    off_difficulty,
)
from pandoku.generation.steering import walked
from pandoku.kernel.generate import keys
from pandoku.logic import PATH_ENDS, efforts_of, explain, explain_many, proved_paths
from pandoku.rating import LEVELS, get_scale, in_order, word_of
from tests.data import EXAMPLES

ORDER = [each.name for each in in_order("pandoku")]
# Minimal Sudokus, one or two of each word, with their ER.
KNOWN = {
    ".93.2....12.4..3.....8....6.3....4.9.1...7.....63.92.1..4.8..5.......7.........6.": 1.7,
    "6..3...7.......1.2.21.8........1....3.8..6.....7..85...6.8...1...5...7.31......69": 4.2,
    "....2.4.6...6.9.........792.........7..5.18..862...1..14......9....93...2..1.6..3": 7.1,
    "4..........3......8.7....9.7...4.....258...3.....52..7.6..259....8..45.2...98...3": 3.0,
    "...6...38...2.....3.7..5.4.9......6.8.6...7.5.1......9.7.4..9.2.....3...25...1...": 8.5,
}


@lru_cache(maxsize=8)
def made(kind: str, order: int, n: int, seed: int = 1) -> Drafts:
    wishes = wishes_of(kind, order, seed=seed)
    return make_drafts(wishes, keys(seed, range(n)))


@lru_cache(maxsize=8)
def scores(kind: str, order: int, n: int) -> list[float]:
    candidates = made(kind, order, n)
    return [pandoku.rate(candidates.puzzle(at)).score for at in range(len(candidates))]


def of(*puzzles: Puzzle) -> Drafts:
    """Return drafts of any puzzles of one geometry."""
    givens = [bytes(each.givens) for each in puzzles]
    solutions = [bytes(pandoku.solve(each).solution or ()) for each in puzzles]
    cages = [each.cages for each in puzzles] if puzzles[0].cages else None
    return Drafts(range(len(puzzles)), givens, solutions, puzzles[0].geometry, cages)


def known() -> Drafts:
    return of(*map(pandoku.loads, KNOWN))


def asked(kind: str = "sudoku", order: int = 9, **wishes: Any) -> Wishes:
    return wishes_of(kind, order, seed=1, **wishes)


def is_solved(puzzle: Puzzle, techniques: list[str]) -> bool:
    return explain(puzzle, techniques=techniques, is_proper=True).stopped == "full"


# ------------------------------------------------------------------ rating


@pytest.mark.parametrize("word", LEVELS)
def test_a_word_is_met_by_the_puzzles_that_rate_calls_so(word: str) -> None:
    verdict = assess(asked(difficulty=word), known())
    assert verdict.met == [word_of(er) == word for er in KNOWN.values()]
    assert sum(verdict.met) == 1
    of_many = assess(asked(difficulty=word), made("sudoku", 9, 60)).met
    assert of_many == [word_of(score) == word for score in scores("sudoku", 9, 60)]


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("kind", "order", "word"), [("killer", 6, "easy"), ("calcudoku", 6, "extreme")]
)
def test_a_word_for_cages_is_met_by_efforts(kind: str, order: int, word: str) -> None:
    wishes = asked(kind, order, difficulty=word)
    assert (wishes.level, wishes.rating) == (word, None)
    drafts = make_drafts(wishes, keys(1, range(30)))
    puzzles = [drafts.puzzle(at) for at in range(len(drafts))]
    words = [each.level for each in efforts_of(puzzles)]
    met = assess(wishes, drafts)
    assert met.met == [each == word for each in words]
    assert 0 < sum(met.met) < len(drafts)
    levels = np.array([*map(LEVELS.index, words)])
    assert [walked(wishes, each).excess > 0 for each in puzzles] == (
        levels > LEVELS.index(word)
    ).tolist()
    # The farther the word, the farther the puzzle.
    far = np.array(met.distance)
    others = [far[levels == level] for level in set(levels) if LEVELS[level] != word]
    nearest = [each.min() for each in others if len(each)]
    assert nearest == sorted(nearest, reverse=word == LEVELS[-1])
    lacking = off_difficulty(wishes, puzzles[int(far.argmax())])
    assert re.fullmatch(r"its effort is \d+ \(\w+\), and it is rated \d+\.\d", lacking)


def test_only_harder_puzzles_are_too_hard_for_a_word() -> None:
    """Easier puzzles are not, so more may be taken away from them."""
    wishes = asked("killer", 6, difficulty="medium")
    drafts = make_drafts(asked("killer", 6), keys(1, range(30)))
    puzzles = [drafts.puzzle(at) for at in range(len(drafts))]
    levels = [LEVELS.index(each.level) for each in efforts_of(puzzles)]
    medium = LEVELS.index("medium")
    assert {*np.sign(np.array(levels) - medium).tolist()} == {-1, 0, 1}
    assert [walked(wishes, each).excess > 0 for each in puzzles] == [
        level > medium for level in levels
    ]


@pytest.mark.parametrize(
    "rating", ["..0.5", "7.1", "4.2..7.1", "4.3..7.0", "7.1..", "7.2..", "..3.0", "..2.9", "8.5"]
)
def test_a_range_holds_both_its_ends(rating: str) -> None:
    wishes = asked(rating=rating)
    assert wishes.rating is not None
    least, most = wishes.rating
    met = assess(wishes, known()).met
    assert met == [least <= er <= most for er in KNOWN.values()]


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("kind", "order", "n"),
    [("sudoku", 6, 40), ("latin", 5, 40), ("diagonal", 6, 20), ("calcudoku", 5, 30)],
)
def test_other_kinds_are_rated_in_the_scale_pandoku(kind: str, order: int, n: int) -> None:
    numbers = scores(kind, order, n)
    for rating in ("..1.2", "1.3..2.3", "2.4..3.4", "3.5..6.4", "6.5..", "2.3", "2.6.."):
        wishes = asked(kind, order, rating=rating)
        assert wishes.rating is not None
        least, most = wishes.rating
        met = assess(wishes, made(kind, order, n)).met
        assert met == [least <= number <= most for number in numbers]


def test_without_an_upper_end_cages_are_no_larger_than_needed() -> None:
    found = pandoku.generate_many(20, "calcudoku", 6, rating="3.2..", seed=1)
    assert max(len(cage.cells) for puzzle in found for cage in puzzle.cages) <= 5


def test_what_is_proved_has_the_paths_of_explain_many() -> None:
    batch = made("calcudoku", 5, 30).puzzles()
    assert isinstance(batch, pandoku.Batch)
    names = ORDER[: ORDER.index("naked-pair") + 1]
    proved = proved_paths(batch, names)
    checked = explain_many(batch, techniques=names, is_proper=True)
    counts = [[path.n_steps.get(name, 0) for name in checked.techniques] for path in proved]
    assert counts == checked.counts.tolist()
    assert [path.is_full for path in proved] == [PATH_ENDS[end] == "full" for end in checked.ends]


def test_cages_are_rated_too() -> None:
    puzzle = pandoku.load(EXAMPLES / "mathdoku6.letters")
    number = pandoku.rate(puzzle).score
    above = round(number + 0.1, 1)
    for rating, is_met in (((number, number), True), ((above, 20), False), ((0, 1.0), False)):
        assert assess(asked("latin", 6, rating=rating), of(puzzle)).met == [is_met]


def test_each_puzzle_may_have_regions_of_its_own() -> None:
    puzzles = [pandoku.load(EXAMPLES / "jigsaw.json"), pandoku.loads(next(iter(KNOWN)))]
    rows = of(puzzles[1])
    jigsaw = of(puzzles[0])
    both = Drafts(
        range(2),
        [*jigsaw.givens, *rows.givens],
        [*jigsaw.solutions, *rows.solutions],
        [puzzles[0].geometry, puzzles[1].geometry],
    )
    numbers = [pandoku.rate(each).score for each in puzzles]
    for at, number in enumerate(numbers):
        met = assess(asked(rating=number), both).met
        assert met[at]
    solved = [is_solved(each, ORDER[: ORDER.index("naked-pair") + 1]) for each in puzzles]
    assert assess(asked(at_most="naked-pair"), both).met == solved


# ------------------------------------------------------------------ techniques


@pytest.mark.turns(3)
@pytest.mark.parametrize("last", ["hidden-single", "naked-single", "naked-pair", "xy-chain"])
def test_at_most_means_that_the_techniques_up_to_it_are_enough(last: str) -> None:
    names = ORDER[: ORDER.index(last) + 1]
    candidates = made("sudoku", 9, 60)
    expected = [is_solved(candidates.puzzle(at), names) for at in range(60)]
    assert assess(asked(at_most=last), candidates).met == expected
    assert allowed_techniques(asked(at_most=last)) == tuple(names)


@pytest.mark.turns(3)
@pytest.mark.parametrize("need", ["naked-single", "pointing", "naked-pair", "xy-wing", "xy-chain"])
def test_a_technique_is_needed_if_the_path_is_stuck_without_it(need: str) -> None:
    names = ORDER[: ORDER.index(need) + 1]
    candidates = made("sudoku", 9, 120)
    expected = [
        is_solved(puzzle, names) and not is_solved(puzzle, names[:-1])
        for puzzle in map(candidates.puzzle, range(120))
    ]
    assert any(expected)
    assert assess(asked(needs=need), candidates).met == expected


def test_of_several_techniques_each_is_needed() -> None:
    needs = ("claiming", "xy-wing")
    names = ORDER[: ORDER.index("xy-wing") + 1]
    by_both = "6..3...7.......1.2.21.8........1....3.8..6.....7..85...6.8...1...5...7.31......69"
    by_the_other = (
        ".6.7...2...3.6...9......4..3..1..24..4...2.3....6..8.1....9.....95.1..6.1.......3"
    )
    texts = [*KNOWN, by_both, by_the_other]
    expected = [
        is_solved(puzzle, names)
        and not any(is_solved(puzzle, [n for n in names if n != need]) for need in needs)
        for puzzle in map(pandoku.loads, texts)
    ]
    met = assess(asked(needs=needs), of(*map(pandoku.loads, texts))).met
    assert met == expected
    assert [text for text, is_met in zip(texts, expected, strict=True) if is_met] == [by_both] * 2
    later = assess(asked(needs=needs, at_most="xy-chain"), of(pandoku.loads(by_both)))
    names = ORDER[: ORDER.index("xy-chain") + 1]
    without = [is_solved(pandoku.loads(by_both), [n for n in names if n != each]) for each in needs]
    assert later.met[0] == (not any(without))


def test_needed_techniques_and_a_rating_are_both_asked_for() -> None:
    candidates = made("sudoku", 9, 120)
    by_itself = assess(asked(needs="pointing"), candidates).met
    rated = assess(asked(rating="2.6"), candidates).met
    both = assess(asked(needs="pointing", rating="2.6"), candidates).met
    assert any(both)
    assert both == [a and b for a, b in zip(by_itself, rated, strict=True)]
    assert sum(both) < sum(by_itself)


def test_paths_may_go_through_cages() -> None:
    killer = pandoku.load(EXAMPLES / "killer.txt")
    names = ORDER[: ORDER.index("naked-pair") + 1]
    expected = [is_solved(killer, names)]
    assert assess(asked(at_most="naked-pair"), of(killer)).met == expected


# ------------------------------------------------------------------ smooth


def test_hard_steps_count_once_until_a_digit_is_placed() -> None:
    for text in KNOWN:
        puzzle = pandoku.loads(text)
        path = explain(puzzle, scale="se")
        rated = [get_scale("se").rate(step) for step in path.steps]
        levels = [each.level if each else "" for each in rated]
        word = pandoku.rate(puzzle).level
        marks = "".join(
            ("H" if level == word else ".") + ("|" if step.placements else "")
            for level, step in zip(levels, path.steps, strict=True)
        )
        assert n_obstacles(puzzle) == sum("H" in part for part in marks.split("|"))


@pytest.mark.turns(3)
def test_one_hard_step_among_singles_is_not_smooth() -> None:
    candidates = made("sudoku", 9, 120)
    met = assess(asked(smooth=True, difficulty="expert"), candidates).met
    expert = assess(asked(difficulty="expert"), candidates).met
    assert 0 < sum(met) < sum(expert)
    for at in [at for at, is_met in enumerate(expert) if is_met]:
        puzzle = candidates.puzzle(at)
        assert (n_obstacles(puzzle) >= N_OBSTACLES) == met[at]
        path = explain(puzzle, scale="se")
        hard = [step for step in path.steps if _score(step) >= 6.5]
        assert len(hard) >= N_OBSTACLES or not met[at]


def _score(step: Any) -> float:
    rating = get_scale("se").rate(step)
    return rating.score if rating else 0.0


def test_an_easy_puzzle_is_smooth() -> None:
    candidates = made("sudoku", 9, 60)
    easy = assess(asked(difficulty="easy"), candidates).met
    assert assess(asked(difficulty="easy", smooth=True), candidates).met == easy


# ------------------------------------------------------------------ blocks, distances, words


@pytest.mark.parametrize(
    "wishes",
    [
        {"difficulty": "medium"},
        {"needs": "naked-single"},
        {"at_most": "xy-wing", "rating": "2.3..7.0"},
        {"smooth": True, "rating": "6.5.."},
    ],
)
def test_a_verdict_does_not_depend_on_the_block_or_on_threads(wishes: dict[str, Any]) -> None:
    candidates = made("sudoku", 9, 60)
    whole = assess(asked(threads=1, **wishes), candidates)
    parts = [
        assess(asked(threads=2, **wishes), candidates.taken(range(at, at + 20)))
        for at in (0, 20, 40)
    ]
    assert [each for part in parts for each in part.met] == whole.met
    assert [each for part in parts for each in part.distance] == whole.distance
    assert whole.met == [far == 0 for far in whole.distance]
    assert not assess(asked(**wishes), candidates.taken(range(0))).met


def test_the_closest_differs_least() -> None:
    distance = assess(asked(rating="4.4..4.6"), known()).distance
    assert distance.index(min(distance)) == 1
    assert distance[1] == pytest.approx(0.2)
    # A puzzle that passes the first of two tests is closer than one that fails it.
    distance = assess(asked(at_most="xy-wing", rating="1.0..1.5"), known()).distance
    assert max(distance[at] for at in (0, 1, 3)) < min(distance[at] for at in (2, 4))


@pytest.mark.parametrize(
    ("wishes", "er", "reason"),
    [
        ({"rating": "2.0..6.0"}, 1.7, "it is rated 1.7 (easy), below 2.0"),
        ({"difficulty": "hard"}, 8.5, "it is extreme (rated 8.5), not hard"),
        ({"at_most": "naked-pair"}, 4.2, "it takes more than the techniques up to naked-pair"),
        ({"needs": "xy-wing"}, 1.7, "it can be solved without xy-wing"),
        ({"needs": ("pointing", "xy-wing")}, 1.7, "it can be solved without pointing and xy-wing"),
        ({"smooth": True}, 4.2, "it is not smooth: 1 obstacle instead of 3"),
    ],
)
def test_what_a_puzzle_lacks_is_said(wishes: dict[str, Any], er: float, reason: str) -> None:
    (text,) = (text for text, number in KNOWN.items() if number == er)
    assert off_difficulty(asked(**wishes), pandoku.loads(text)) == reason


def test_nothing_is_said_of_a_puzzle_that_is_as_asked() -> None:
    for text, er in KNOWN.items():
        assert off_difficulty(asked(rating=er), pandoku.loads(text)) == ""


def test_only_what_was_asked_for_is_tested() -> None:
    assert allowed_techniques(asked(rating="2.0..")) is None
    assert all(assess(asked(), known()).met)
    assert inf not in assess(asked(rating="9.0.."), known()).distance


# ------------------------------------------------------------------ numbers of givens


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("kind", "order", "wishes", "n"),
    [
        ("sudoku", 9, {"difficulty": "easy"}, 20),
        ("diagonal", 9, {"difficulty": "easy"}, 20),
        ("diagonal", 9, {"at_most": "naked-pair"}, 20),
        ("windoku", 9, {"difficulty": "medium"}, 60),
        ("sudoku", 12, {"difficulty": "easy"}, 20),
        ("latin", 8, {"difficulty": "easy"}, 20),
    ],
)
def test_as_many_givens_are_left_as_the_difficulty_takes(
    kind: str, order: int, wishes: dict[str, Any], n: int
) -> None:
    as_asked = asked(kind, order, **wishes)
    minimal = asked(kind, order, givens="minimal", **wishes)
    found = [mean(assess(w, make_drafts(w, keys(1, range(n)))).met) for w in (as_asked, minimal)]
    assert found[0] > found[1]


def test_what_may_be_hard_is_dug_until_nothing_can_go() -> None:
    key = keys(1, range(50))
    for wishes in (
        asked(),
        asked(difficulty="medium"),
        asked(rating="7.0..7.5"),
        asked(needs="xy-wing"),
    ):
        assert not any(fewest_givens(wishes, key))
    assert not any(fewest_givens(asked(order=6, difficulty="easy"), key))
    assert sorted(set(fewest_givens(asked(difficulty="easy"), key))) == list(range(28, 33))
    assert max(fewest_givens(asked(order=16, difficulty="easy"), key)) <= 128
