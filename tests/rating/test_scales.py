"""Scales: their order of search, what they rate, and what makes a file one."""

from __future__ import annotations

import pickle
import re
import sys
from collections.abc import Callable, Iterator
from copy import copy
from pathlib import Path

import numpy as np
import pytest

import pandoku
from pandoku import TechniqueError, rating
from pandoku.logic import explain, explain_many
from pandoku.model import Facts, Link, Step
from pandoku.rating import DEFAULT_SCALE, LowerBound, Rating, get_scale, hardest_of, in_order
from pandoku.techniques import TECHNIQUES
from tests import data

EASY = pandoku.loads(data.EASY)

MakeScale = Callable[[str], Path]


@pytest.fixture
def make_scale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeScale]:
    """Put the text of a scale's file into a folder of scales."""

    def make(text: str) -> Path:
        file = tmp_path / "own_scale.py"
        file.write_text(text)
        monkeypatch.setattr(rating, "__path__", [*rating.__path__, str(tmp_path)])
        rating.SCALES.forget()
        return file

    yield make
    sys.modules.pop("pandoku.rating.own_scale", None)
    rating.SCALES.forget()


# ---- the scales there are


@pytest.mark.parametrize("name", rating.SCALES)
def test_a_scale_describes_itself_and_rates_what_it_orders(name: str) -> None:
    scale = get_scale(name)
    assert (scale.name, bool(scale.summary)) == (name, True)
    for technique in scale.order:
        rated = scale.rate(Step(technique))
        assert rated is not None
        assert rated.score > 0
        assert scale.of_path([rated]) == rated


def test_the_default_is_listed_first_and_rates_every_technique() -> None:
    assert next(iter(rating.SCALES)) == DEFAULT_SCALE == "pandoku"
    assert set(get_scale("pandoku").order) == set(TECHNIQUES)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("full-house", ("easy", 4)),
        ("hidden-single", ("easy", 14)),
        ("x-wing", ("hard", 140)),
        ("als-xz", ("unfair", 300)),
        ("nishio", ("extreme", 500)),
    ],
)
def test_hodoku_has_the_scores_of_hodoku(name: str, told: tuple[str, int]) -> None:
    assert get_scale("hodoku").rate(Step(name)) == told


def test_hodoku_knows_no_cages() -> None:
    of_cages = [name for name, technique in TECHNIQUES.items() if "cages" in technique.needs]
    assert len(of_cages) == 34
    assert not set(of_cages) & set(get_scale("hodoku").order)
    assert all(get_scale("hodoku").rate(Step(name)) is None for name in of_cages)


def test_hodoku_adds_up_the_scores_and_raises_the_level_with_the_sum() -> None:
    of_path = get_scale("hodoku").of_path
    single, pair = Rating("easy", 14), Rating("medium", 60)
    assert of_path([single] * 57) == ("easy", 798)
    assert of_path([single] * 58) == ("medium", 812)
    assert of_path([single, pair]) == ("medium", 74)
    assert of_path([pair] * 27) == ("unfair", 1620)
    assert of_path([pair] * 31) == ("extreme", 1860)


def test_for_hodoku_what_is_not_solved_is_extreme() -> None:
    # It would guess a digit, which it counts as 10,000.
    assert get_scale("hodoku").of_stuck_path([Rating("easy", 14)]) == ("extreme", 10_000)


@pytest.mark.parametrize("name", rating.SCALES)
def test_a_puzzle_that_is_not_solved_is_beyond_every_step_of_the_scale(name: str) -> None:
    scale = get_scale(name)
    steps = [rated for each in scale.order if (rated := scale.rate(Step(each)))]
    hardest = hardest_of(steps)
    for known in ([], steps[:1], [hardest]):
        bound = scale.of_stuck_path(known)
        assert bound.is_bound
        assert bound == LowerBound(*scale.beyond)
        assert bound > hardest
        assert str(bound).startswith(">=")


def test_a_bound_is_not_below_a_step_that_costs_more() -> None:
    dear = Rating("extreme", 12.4)
    assert get_scale("pandoku").of_stuck_path([dear]) == LowerBound("extreme", 12.4)


def test_a_lower_bound_differs_from_a_rating_and_is_a_value() -> None:
    exact, bound = Rating("extreme", 12.0), LowerBound("extreme", 12.0)
    assert exact != bound
    assert bound != exact
    assert bound == LowerBound("extreme", 12.0) == pickle.loads(pickle.dumps(bound))
    assert len({exact, bound, LowerBound("extreme", 12.0)}) == 2
    assert (exact.is_bound, bound.is_bound, copy(bound).is_bound) == (False, True, True)
    assert repr(bound) == "LowerBound(level='extreme', score=12.0)"
    assert exact < LowerBound("extreme", 12.1)


def test_a_path_is_as_hard_as_its_hardest_step() -> None:
    steps = [Rating("easy", 1.5), Rating("hard", 4.2), Rating("medium", 2.6)]
    assert hardest_of(steps) == steps[1]
    assert hardest_of([]) == ("easy", 0.0)


@pytest.mark.parametrize(
    ("rating", "told"),
    [(Rating("easy", 2.0), "2.0 (easy)"), (Rating("unfair", 1620), "1620 (unfair)")],
)
def test_a_rating_reads_as_its_number_and_its_word(rating: Rating, told: str) -> None:
    assert str(rating) == told


def test_ratings_compare_by_their_scores_and_not_by_their_words() -> None:
    easy, medium, extreme = Rating("easy", 1.5), Rating("medium", 2.6), Rating("extreme", 9.1)
    assert sorted([medium, extreme, easy]) == [easy, medium, extreme]
    assert max(extreme, medium) is extreme
    assert easy <= 1.5 < medium
    assert extreme >= 9
    assert float(medium) == 2.6
    with pytest.raises(TypeError, match="not supported"):
        assert easy < "medium"


def test_an_unknown_scale_gets_the_nearest() -> None:
    with pytest.raises(TechniqueError, match="'hoduku'; try hodoku"):
        get_scale("hoduku")


# ---- what a scale does not know


def test_techniques_a_scale_does_not_know_come_last_and_are_searched() -> None:
    names = [technique.name for technique in in_order("hodoku")]
    known = get_scale("hodoku").order
    assert names[: len(known)] == list(known)
    assert names[len(known) :] == [name for name in TECHNIQUES if name not in known]
    killer = pandoku.load(data.EXAMPLES / "killer.txt")
    path = explain(killer, scale="hodoku", is_proper=True)
    assert path.stopped == "full"
    assert {"cage-combinations", "innie"} & {step.technique for step in path.steps}
    rated = [get_scale("hodoku").rate(step) for step in path.steps]
    assert path.rating() == path.rating("hodoku")
    assert path.rating().score == sum(each.score for each in rated if each)
    assert path.rating("pandoku").score < 10
    assert re.search('"hodoku" .*not rate', path.summary())


def test_a_path_all_of_whose_steps_are_rated_says_nothing_of_others() -> None:
    path = explain(EASY, scale="hodoku", is_proper=True)
    assert path.summary().endswith(" scale hodoku")


# ---- a scale of one's own

OF_LENGTH = """
from pandoku.rating import Rating, Scale, hardest_of

def rate(step):
    if step.technique == "naked-single":
        return Rating("easy", 2.3)
    return Rating("hard", 6.0 + 0.1 * len(step.facts.links)) if step.facts.links else None

SCALE = Scale(
    name="own",
    summary="rates chains by their length",
    order=("naked-single", "x-chain"),
    rate=rate,
    of_path=hardest_of,
    beyond=Rating("hard", 10.0),
)
"""


def test_a_scale_may_list_a_technique_by_an_older_name(make_scale: MakeScale) -> None:
    make_scale(OF_LENGTH.replace('"x-chain"', '"x-chain", "constraint"'))
    names = [each.name for each in rating.in_order("own")]
    assert names[:3] == ["naked-single", "x-chain", "rule-elimination"]
    assert names.count("rule-elimination") == 1


def test_a_file_in_the_folder_is_a_scale(make_scale: MakeScale) -> None:
    make_scale(OF_LENGTH)
    assert list(rating.SCALES) == ["pandoku", "hodoku", "human", "own", "se"]
    path = explain(EASY, scale="own")
    assert list(path.techniques[:3]) == ["naked-single", "x-chain", "full-house"]
    n_singles = sum(step.technique == "naked-single" for step in path.steps)
    assert n_singles > 0
    assert path.rating() == ("easy", 2.3)
    assert "rated 2.3 (easy)" in path.summary()
    counts = explain_many(np.array([EASY.givens], np.uint8), scale="own")
    assert counts.techniques == path.techniques[:2] + counts.techniques[2:]
    assert counts.n_steps[0] == len(path)


def test_a_rating_may_depend_on_the_step(make_scale: MakeScale) -> None:
    make_scale(OF_LENGTH)
    link = Link(((0, 1),), ((1, 1),), True)
    scale = get_scale("own")
    assert scale.rate(Step("x-chain", facts=Facts(links=(link,) * 3))) == Rating("hard", 6.3)
    assert scale.rate(Step("x-chain", facts=Facts(links=(link,) * 5))) == Rating("hard", 6.5)
    assert scale.rate(Step("swordfish")) is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("SCALE =", "SCALED ="), "expected SCALE, a Scale, or SCALES, a tuple of at least one"),
        (('summary="rates chains by their length",', ""), "missing 1 required .*'summary'"),
        (("rate=rate", "rate=None"), "the scale 'own': expected rate as a function, found None"),
        (('("naked-single", "x-chain")', "()"), r"expected order, found \(\)"),
        (('("naked-single", "x-chain")', '["x-wing"]'), "expected order as tuple"),
        (('"x-chain")', '"naked-single")'), "order has 'naked-single' twice"),
        (('"x-chain")', '"x-chian")'), "order has 'x-chian'"),
        (('"own"', '"hodoku"'), "the name 'hodoku' is taken by a scale of "),
    ],
)
def test_an_invalid_scale_is_refused_with_its_file(
    make_scale: MakeScale, change: tuple[str, str], message: str
) -> None:
    file = make_scale(OF_LENGTH.replace(*change))
    with pytest.raises(TechniqueError, match=message) as caught:
        list(rating.SCALES)
    assert str(file) in str(caught.value)
