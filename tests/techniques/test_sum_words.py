"""What is said of sums: the reason why they fail, with numbers that were introduced before."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest

from pandoku import Board, explain, generate_many
from pandoku.words import Sentence, factored
from tests.data import by_default
from tests.techniques.sentences import false_claims

pytestmark = pytest.mark.turns(3, whole=True)

CELL = r"r\d+c\d+"
PLACES = re.compile(rf"{CELL}|\b(?:rows?|columns?|box(?:es)?) (?:\d+(?:, | and )?)+", re.IGNORECASE)

Told = tuple[Board, tuple[Sentence, ...]]


@lru_cache(maxsize=1)
def steps_of_cages() -> tuple[Told, ...]:
    """Return the sentences of each step of some puzzles, with the board before it."""
    made = [
        *generate_many(by_default(3, full=4), "killer", 9, seed=5, difficulty="hard"),
        *generate_many(by_default(1, full=2), "killer", 9, seed=5, difficulty="expert"),
        *generate_many(by_default(4, full=6), "calcudoku", 6, seed=5, difficulty="expert"),
    ]
    return tuple(
        (step.board, step.explanation.full)
        for puzzle in made
        for step in explain(puzzle, is_proper=True)
    )


def test_cells_that_would_have_to_be_equal_are_named_with_what_keeps_them_apart() -> None:
    equal = rf"({CELL}) would have to be the same as ({CELL}), but both are in"
    assert any(re.search(equal, sentence) for _, full in steps_of_cages() for sentence in full)


def test_reasons_name_what_fails_and_do_not_only_say_that_nothing_fits() -> None:
    bare = re.compile("nearest|o such filling|o way to fill them|However it is filled|do not allow")
    steps = [full for _, full in steps_of_cages() if len(full) > 3]
    n_bare = sum(any(bare.search(sentence) for sentence in full) for full in steps)
    assert n_bare < 0.01 * len(steps)


def test_a_total_that_an_earlier_step_derived_is_not_derived_again() -> None:
    told = [full[0] for _, full in steps_of_cages() if full[0].startswith("By step ")]
    assert len(told) > 5


def test_what_the_reasons_claim_is_true() -> None:
    supposed = [
        (board, sentence)
        for board, full in steps_of_cages()
        for sentence in full
        if " would have to " in sentence
    ]
    assert len(supposed) > 25
    for board, sentence in supposed:
        assert sentence.claims
        assert false_claims(sentence, board) == [], sentence


def test_every_number_of_a_bound_was_introduced_before() -> None:
    n_bounds = 0
    for _, full in steps_of_cages():
        known: list[int] = []
        for sentence in full:
            if found := re.search(rf", so {CELL} is at (?:most|least) (.+)\.$", sentence):
                n_bounds += 1
                known += numbers_in(sentence[: found.start()])
                assert {*numbers_in(found[1].partition(" = ")[0])} <= {*known}, full
            known += numbers_in(sentence)
    assert n_bounds > 50


def test_what_a_supposed_digit_leaves_comes_from_a_number_introduced_before() -> None:
    pattern = rf"If {CELL} were (\d+), .* would have to (?:\w+ )*?(\d+|as much|the same)\b"
    n_rests = 0
    for _, full in steps_of_cages():
        known = [0]
        for sentence in full:
            if found := re.match(pattern, sentence):
                n_rests += 1
                digit, rest = int(found[1]), int(found[2]) if found[2].isdigit() else 0
                assert any(
                    rest in (abs(each - digit), each + digit, each / digit) for each in known
                ), full
            known += numbers_in(sentence)
    assert n_rests > 25


def numbers_in(text: str) -> list[int]:
    """Return the numbers of a text that are not part of the name of a cell or a house."""
    return [int(number) for number in re.findall(r"\d+", PLACES.sub("", text))]


def test_products_are_told_as_factors() -> None:
    assert [factored(number) for number in (1, 2, 4, 12, 479001600)] == [
        "1",
        "2",
        "2^2",
        "2^2 × 3",
        "2^10 × 3^5 × 5^2 × 7 × 11",
    ]
