"""The scale pandoku: the reference's weights, lengths of chains, and agreement with ER."""

from __future__ import annotations

import csv
from itertools import islice, pairwise
from math import inf

import numpy as np
import pytest

import pandoku
from pandoku.logic import explain
from pandoku.model import Facts, Link, Step
from pandoku.rating import LEVELS, get_scale, span, word_of
from pandoku.techniques import TECHNIQUES, example_of
from tests import data
from tests.together import together

SCALE = get_scale("pandoku")
RATED = data.SHARED / "ratings" / "se121_dev.csv"


def score_of(step: Step) -> float:
    rating = SCALE.rate(step)
    assert rating is not None
    return rating.score


# ---- words


@pytest.mark.parametrize(
    ("least", "most", "word"),
    [
        (1.0, 2.3, "easy"),
        (2.4, 3.4, "medium"),
        (3.5, 6.4, "hard"),
        (6.5, 7.9, "expert"),
        (8.0, 11.9, "extreme"),
    ],
)
def test_each_word_is_a_range_of_numbers(least: float, most: float, word: str) -> None:
    assert word_of(least) == word_of(most) == word
    assert word in LEVELS


def test_a_number_with_the_noise_of_arithmetic_gets_the_word_of_one_decimal() -> None:
    assert word_of(2.3 + 0.1 - 1e-12) == word_of(2.4) == "medium"


def test_the_level_of_every_technique_is_the_word_of_its_number() -> None:
    for name in SCALE.order:
        rating = SCALE.rate(Step(name))
        assert rating is not None
        assert rating.level == word_of(rating.score)


# ---- weights


@together(
    "name, number",
    [
        *(("full-house", 1.0), ("hidden-single", 1.5), ("naked-single", 2.3), ("pointing", 2.6)),
        *(("claiming", 2.8), ("naked-pair", 3.0), ("x-wing", 3.2), ("hidden-pair", 3.4)),
        *(("naked-triple", 3.6), ("swordfish", 3.8), ("hidden-triple", 4.0), ("xy-wing", 4.2)),
        *(("xyz-wing", 4.4), ("unique-rectangle-1", 4.5), ("unique-loop-1", 4.6)),
        *(("naked-quad", 5.0), ("jellyfish", 5.2), ("hidden-quad", 5.4), ("bug-plus-1", 5.6)),
        *(("turbot-fish", 6.6), ("x-chain", 6.6), ("xy-chain", 7.0)),
    ],
)
def test_what_the_reference_has_weighs_what_it_weighs_there(name: str, number: float) -> None:
    assert score_of(Step(name)) == number


def test_a_hidden_single_is_easier_in_a_box_than_in_a_line() -> None:
    numbers = {
        house.kind: score_of(Step("hidden-single", facts=Facts(houses=(house,))))
        for house in pandoku.Geometry.sudoku(9).houses
    }
    assert numbers == {"row": 1.5, "column": 1.5, "box": 1.2}


def test_a_region_of_a_jigsaw_counts_as_a_box() -> None:
    houses = pandoku.load(data.EXAMPLES / "jigsaw.json").geometry.houses
    (region, *_) = (house for house in houses if house.kind == "region")
    assert score_of(Step("hidden-single", facts=Facts(houses=(region,)))) == 1.2


def chain(technique: str, n_strong: int, *, is_loop: bool = False) -> Step:
    strengths = [index % 2 == 0 for index in range(2 * n_strong - (not is_loop))]
    links = tuple(Link(((0, 1),), ((1, 1),), strong) for strong in strengths)
    return Step(technique, eliminations=((2, 1),), facts=Facts(links=links))


@together(
    "n_strong, number", [(2, 6.6), (3, 6.7), (4, 6.8), (5, 6.9), (6, 6.9), (7, 7.0), (9, 7.1)]
)
def test_a_longer_chain_costs_more(n_strong: int, number: float) -> None:
    assert score_of(chain("x-chain", n_strong)) == number


def test_a_loop_has_two_nodes_less_than_a_chain_of_as_many_links() -> None:
    assert score_of(chain("continuous-loop", 3, is_loop=True)) == 7.0
    assert score_of(chain("continuous-loop", 4, is_loop=True)) == 7.1


def test_the_nodes_of_all_branches_count_with_the_chains_inside_them() -> None:
    def placed(n: int) -> tuple[Step, ...]:
        return tuple(Step("naked-single", placements=((cell, 1),)) for cell in range(n))

    nested = Step(
        "contradiction-forcing-chain", eliminations=((9, 9),), facts=Facts(branches=(placed(5),))
    )
    plain = Step("cell-forcing-chain", facts=Facts(branches=(placed(3), placed(3))))
    folded = Step("cell-forcing-chain", facts=Facts(branches=(placed(3), (*placed(3), nested))))
    assert score_of(folded) - score_of(plain) == pytest.approx(0.3)  # 10 nodes for 4


# ---- order of search


def test_easier_techniques_are_searched_first_apart_from_those_that_cost_too_much() -> None:
    """Unique loops take long to find; trials and the like come after what names its pattern.

    Special cases come directly before the general technique, whatever their weight.
    """
    later = {name for name in SCALE.order if name.startswith("unique-loop")}
    later |= {"nishio", "cell-forcing-chain", "region-forcing-chain"}
    later |= {name for name in SCALE.order if TECHNIQUES[name].is_case_of}
    order = [score_of(Step(name)) for name in SCALE.order if name not in later]
    assert all(after - before > -0.25 for before, after in pairwise(order))


@together(
    "easier, harder",
    [
        ("cage-single", "cage-combinations"),
        ("cage-combinations", "cage-permutations"),
        ("innie", "cage-combinations"),
        ("innie", "innies"),
        ("innies", "innies-and-outies"),
        ("outie", "outies"),
        ("product-innie", "product-innies"),
        ("killer-pair", "killer-triple"),
        ("killer-triple", "killer-quad"),
        ("cage-claiming", "cage-claiming-pair"),
        ("killer-quad", "two-cages"),
        ("two-cages", "house-fillings"),
        ("house-fillings", "cage-trial"),
    ],
)
def test_a_cage_technique_that_needs_more_weighs_more(easier: str, harder: str) -> None:
    assert score_of(Step(easier)) < score_of(Step(harder))


# ---- agreement


@pytest.mark.turns(3)
@data.needs(RATED)
def test_numbers_agree_with_er() -> None:
    with RATED.open() as file:
        rows = list(islice(csv.DictReader(file), 0, None, 25))
    er = np.array([float(row["er"]) for row in rows])
    paths = [explain(row["puzzle"], is_proper=True) for row in rows]
    numbers = np.array([path.rating().score for path in paths])
    assert np.corrcoef(ranks(er), ranks(numbers))[0, 1] > 0.97
    assert (np.abs(er - numbers) < 0.35).mean() > 0.78
    words = [word_of(each) for each in er], [path.rating().level for path in paths]
    assert np.mean([ours == theirs for ours, theirs in zip(*words, strict=True)]) > 0.8


def ranks(values: np.ndarray) -> np.ndarray:
    return np.array([(values < each).sum() + (values == each).sum() / 2 for each in values])


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "name",
    ["four.txt", "jigsaw.json", "diagonal.json", "sixteen.json", "killer.txt", "mathdoku6.letters"],
)
def test_every_kind_of_puzzle_gets_a_number(name: str) -> None:
    path = explain(pandoku.load(data.EXAMPLES / name), is_proper=True)
    assert path.stopped == "full"
    assert 1 <= path.rating().score <= 12
    assert all(TECHNIQUES[step.technique].is_native for step in path.steps)


# ---- what a technique costs


@together("name", SCALE.order)
def test_no_step_of_a_technique_costs_less_or_more_than_its_span(name: str) -> None:
    example, limits = example_of(name), span("pandoku", name)
    assert example is not None
    assert limits is not None
    least, greatest = limits
    scores = {score_of(step) for step in TECHNIQUES[name].steps(example.board)}
    assert scores
    assert least <= min(scores) <= max(scores) <= greatest


def test_only_chains_and_hidden_singles_differ_from_step_to_step() -> None:
    spans = {name: span("pandoku", name) for name in SCALE.order}
    assert spans["naked-pair"] == (3.0, 3.0)
    assert spans["hidden-single"] == (1.2, 1.5)
    assert spans["x-chain"] == (6.6, inf)
    assert all(each is not None and each[0] == each[1] for name, each in spans.items()
               if each is not None and each[0] < 6.6 and name != "hidden-single")  # fmt: skip
    assert span("pandoku", "no-technique") is None
    assert span("hodoku", "naked-pair") is None
