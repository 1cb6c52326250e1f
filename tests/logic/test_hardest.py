"""The quick search for the hardest step of a path: the same rating as that of the path."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import pytest

import pandoku
from pandoku import Puzzle, PuzzleRating
from pandoku.constraints import RULES
from pandoku.logic import _hardest, explain
from pandoku.logic import path as logic_path
from pandoku.logic._order import is_bound
from pandoku.logic.document import path_as_json
from pandoku.model import Board, Step
from pandoku.rating import PuzzleEffort, get_scale
from pandoku.techniques import TECHNIQUES, Technique
from tests.data import EXAMPLES, SHARED, by_default, needs

pytestmark = pytest.mark.turns(3, whole=True)

VARIANTS = SHARED / "variants" / "puzzles.jsonl"
GAS = "Nickleaton/sudoku"  # rows that their setters call approachable
SCALE = get_scale("pandoku")


@lru_cache(maxsize=1)
def variants() -> tuple[Puzzle, ...]:
    """Proper puzzles of many kinds, which need techniques written in Python."""
    own = [rule.example for rule in RULES.values()]
    own.append(pandoku.load(EXAMPLES / "idea.setter"))
    bound = [each for each in own if is_bound(each) and pandoku.solve(each).is_unique]
    return tuple(bound[1 :: by_default(8, full=1)])


def bare(rating: PuzzleRating) -> PuzzleRating:
    """Return a rating without its word and effort, which do not depend on the hardest step only."""
    return replace(rating, level="", effort=None)


def of_path(puzzle: Puzzle) -> PuzzleRating:
    """Return the rating of the complete path, step by step."""
    path = explain(puzzle, techniques=SCALE.order, scale="pandoku", is_proper=True)
    total, name = path.rating(), ""
    if path.stopped != "full":
        return PuzzleRating("pandoku", total.score, "", "", "stuck")
    for step in path.steps:
        rating = SCALE.rate(step)
        if rating is not None and rating.score == total.score:
            name = path.technique(step.technique).title
            break
    return PuzzleRating("pandoku", total.score, "", name, "rated")


@lru_cache(maxsize=1)
def rated() -> tuple[tuple[Puzzle, PuzzleRating], ...]:
    return tuple((each, of_path(each)) for each in variants())


def test_a_variant_has_the_rating_of_its_path() -> None:
    assert len(rated()) > 6
    found = [bare(pandoku.rate(puzzle)) for puzzle, _ in rated()]
    assert found == [rating for _, rating in rated()]


@pytest.mark.parametrize("at_most", [1.2, 2.0, 2.3, 3.0, 6.2])
def test_a_variant_above_a_bound_is_not_rated_to_the_end(at_most: float) -> None:
    ends = set[str]()
    for puzzle, full in rated():
        rating = bare(pandoku.rate(puzzle, at_most=at_most))
        ends.add(rating.end)
        if rating.end == "bounded":
            assert full.score > at_most
            assert at_most < rating.score <= full.score
        else:
            assert rating == full
    assert "bounded" in ends


@pytest.mark.parametrize("at_least", [1.0, 2.0, 3.0])
def test_a_variant_is_rated_until_a_step_is_hard_enough(at_least: float) -> None:
    ends = set[str]()
    for puzzle, full in rated():
        rating = bare(pandoku.rate(puzzle, at_least=at_least))
        ends.add(rating.end)
        assert (rating.score >= at_least) == (full.score >= at_least)
        assert rating.score <= full.score
        assert rating == full or rating.end == "bounded"
    assert "bounded" in ends


def test_harder_techniques_are_not_tried_above_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    def note(board: object, techniques: list[Technique], **options: object) -> None:
        names.extend(each.name for each in techniques)

    monkeypatch.setattr(_hardest, "find_step", note)
    puzzle = pandoku.load(EXAMPLES / "idea.setter")
    assert pandoku.rate(puzzle, at_most=2.0).end == "bounded"
    least = max((SCALE.span(name) or (0, 0))[0] for name in names) if SCALE.span else 0
    assert least == 2.0


def test_slow_techniques_are_tried_last(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def technique(name: str, cost: int) -> Technique:
        def find(board: Board, limit: int) -> list[Step]:
            tried.append(name)
            return []

        general = TECHNIQUES["few-ways"]
        return replace(general, name=name, find=find, cost=cost)

    order = [technique("slow", 3), technique("usual", 0), technique("slower", 4)]
    _hardest.after_all(Board.start(Puzzle(4)), order)
    assert tried == ["usual", "slow", "slower"]


def test_a_known_path_shortens_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    n_tried = {"known": 0, "alone": 0}
    find, which = _hardest.after_all, "alone"

    def count(board: Board, techniques: list[Technique]) -> Board:
        n_tried[which] += board.digits.count(0)
        return find(board, techniques)

    monkeypatch.setattr(_hardest, "after_all", count)
    found = {}
    for which in n_tried:
        found[which] = [bare(pandoku.rate(each, effort=which == "known")) for each, _ in rated()]
    assert found["known"] == found["alone"] == [rating for _, rating in rated()]
    assert n_tried["known"] < n_tried["alone"]


def test_an_explained_path_has_the_rating_of_the_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [explain(puzzle, is_proper=True) for puzzle, _ in rated()[::3]]
    monkeypatch.setattr(logic_path, "_walked", None)  # no second path is needed
    numbers = [path.rating().score for path in paths if path.stopped == "full"]
    assert numbers == [rating.score for _, rating in rated()[::3] if rating.end == "rated"]


def test_json_computes_the_effort_of_a_path_once(monkeypatch: pytest.MonkeyPatch) -> None:
    n_computed, compute = 0, logic_path.Path._computed_effort

    def count(path: logic_path.Path) -> PuzzleEffort:
        nonlocal n_computed
        n_computed += 1
        return compute(path)

    monkeypatch.setattr(logic_path.Path, "_computed_effort", count)
    path = explain(rated()[0][0])
    assert path_as_json(path)["level"] == path.effort().level
    assert n_computed == 1


@pytest.mark.parametrize("name", [name for name, each in TECHNIQUES.items() if each.leaves_to])
def test_steps_are_left_to_a_technique_that_is_not_easier(name: str) -> None:
    left_to = TECHNIQUES[TECHNIQUES[name].leaves_to]
    assert (left_to.weight or 0) >= (TECHNIQUES[name].weight or 0)


def published() -> Iterator[Puzzle]:
    lines = VARIANTS.read_text(encoding="utf-8").splitlines()
    rows = [row for row in map(json.loads, lines) if row["source"].startswith(GAS)]
    for row in rows[3 :: by_default(12, full=1)]:
        text = row["payload"] if isinstance(row["payload"], str) else json.dumps(row["payload"])
        try:
            yield pandoku.loads(text)
        except pandoku.PandokuError:
            continue  # rules that pandoku does not know


@needs(VARIANTS)
def test_published_variants_have_the_ratings_of_their_paths() -> None:
    puzzles = [*published()]
    assert len(puzzles) > 10
    for puzzle in puzzles:
        assert bare(pandoku.rate(puzzle, scale="pandoku")) == of_path(puzzle)


def test_each_puzzle_of_any_geometry_is_rated_in_its_place() -> None:
    puzzles = [each for each, _ in rated()[::4]]
    puzzles[2:2] = [Puzzle(4, (1, 2, 3, 4) + (0,) * 12), pandoku.load(EXAMPLES / "killer.txt")]
    assert len({each.geometry for each in puzzles}) > 2
    found = pandoku.rate_many(puzzles, threads=2)
    assert found.scale == "pandoku"
    ends = [each.end for each in found]
    assert ends[2] == "several solutions"
    assert {*ends[:2], *ends[3:]} == {"rated"}
    alone = [pandoku.rate(each) for at, each in enumerate(puzzles) if at != 2]
    assert [each for at, each in enumerate(found) if at != 2] == alone
