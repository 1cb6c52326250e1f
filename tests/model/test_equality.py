"""Puzzles are equal if they ask the same, whoever made them and in whatever order."""

from __future__ import annotations

from dataclasses import fields
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pandoku
from pandoku import Board, Cage, Geometry, Puzzle
from pandoku.constraints import AntiKnight
from pandoku.play import Game
from tests.data import by_default
from tests.in_full import in_full
from tests.together import together

CAGES = (Cage("+", 3, (0, 1)), Cage("-", 2, (4, 5, 9)), Cage("+", 3, (0, 1)), Cage("*", 6, (2, 3)))
FULL = (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1)
ONE = Puzzle(Geometry.sudoku(4), (1, *[0] * 15), CAGES, (15,) * 16)
METADATA: dict[str, Any] = {
    "solution": FULL,
    "id": "a1",
    "kind": "killer",
    "title": "A title",
    "author": "An author",
    "source": "a book",
    "words": "Rules.",
    "extra": {"rules": "none"},
    "symbols": "0123",
}
RULES: dict[str, Any] = {
    "geometry": Geometry.sudoku(4, diagonals=True),
    "givens": (2, *[0] * 15),
    "cages": CAGES[:-1],
    "candidates": (15,) * 15 + (7,),
    "further": (AntiKnight(),),
}


def test_every_attribute_counts_or_does_not() -> None:
    assert {*METADATA} | {*RULES} == {each.name for each in fields(Puzzle)}


@together("name", METADATA)
def test_metadata_does_not_count(name: str) -> None:
    one = ONE if name != "symbols" else ONE.replace(cages=())  # cages calculate
    other = one.replace(**{name: METADATA[name]})
    assert other == one
    assert hash(other) == hash(one)
    assert other.in_full() != one.in_full()


@pytest.mark.parametrize("name", RULES)
def test_what_makes_the_puzzle_counts(name: str) -> None:
    other = ONE.replace(**{name: RULES[name]})
    assert other != ONE
    assert other.in_full() != ONE.in_full()


@pytest.mark.parametrize(
    "cage",
    [
        Cage("-", 2, (4, 5, 8)),
        Cage("-", 1, (4, 5, 9)),
        Cage("+", 2, (4, 5, 9)),
        Cage("-", 2, (4, 5, 9), repeats=False),
        Cage("-", 2, (4, 5, 9, 9)),
    ],
    ids=repr,
)
def test_each_part_of_a_cage_counts(cage: Cage) -> None:
    assert ONE.replace(cages=(CAGES[0], cage, *CAGES[2:])) != ONE


def test_two_equal_cages_are_not_one() -> None:
    assert ONE.replace(cages=CAGES[1:]) != ONE
    assert ONE.replace(cages=(*CAGES[1:], CAGES[1])) != ONE


@given(st.randoms())
@settings(max_examples=by_default(25, full=100), deadline=None)
def test_the_order_of_cages_and_of_their_cells_does_not_count(rng: Random) -> None:
    cages = [
        Cage(cage.operation, cage.target, tuple(rng.sample(cage.cells, len(cage.cells))))
        for cage in rng.sample(CAGES, len(CAGES))
    ]
    other = ONE.replace(cages=tuple(cages))
    assert other == ONE
    assert hash(other) == hash(ONE)
    assert (other.in_full() == ONE.in_full()) is (other.cages == ONE.cages)


def test_a_made_puzzle_is_the_one_that_its_givens_are() -> None:
    made = pandoku.generate(seed=1)
    assert made.solution is not None
    assert made == Puzzle(made.givens)
    assert len({made, Puzzle(made.givens), pandoku.loads(pandoku.dumps(made, "line"))}) == 1


def test_nothing_else_is_equal_to_a_puzzle() -> None:
    assert in_full(ONE) != ONE
    assert Puzzle(4) != 4
    assert Puzzle(4) != Board.start(Puzzle(4))


def test_boards_games_and_checks_are_as_equal_as_their_puzzles() -> None:
    one, other = Puzzle(4, title="one"), Puzzle(4, title="other")
    for make in (Board.start, Game.start, pandoku.check, pandoku.explain):
        of_one, of_other = make(one), make(other)
        assert of_one == of_other
        assert hash(of_one) == hash(of_other)
        assert in_full(of_one) != in_full(of_other)
