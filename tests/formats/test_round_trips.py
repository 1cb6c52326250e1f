"""Puzzles through every format and link: those that people posted, and random ones of all kinds.

What a format can hold has to come back as it was. What it cannot hold is refused with a reason,
which other tests look at.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest

import pandoku
from pandoku.constraints import RULES
from pandoku.errors import PandokuError, PuzzleError
from pandoku.formats import FORMATS, dumps, link, loads
from pandoku.formats._again import plain_form
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import SHARED, by_default, needs
from tests.formats.test_conformance import partition
from tests.fuzz.constraints import examples, relocated

VARIANTS = SHARED / "variants" / "puzzles.jsonl"
# Drawings and rules in words have tests of their own.
CHECKED = [name for name, rule in RULES.items() if rule.make.IS_CHECKED]
each_format = pytest.mark.parametrize("name", FORMATS)


# ------------------------------------------------------------------ puzzles that people posted


def _posted() -> list[Puzzle]:
    """Return the collected puzzles that open, each as it is in its source."""
    found = []
    for line in VARIANTS.read_text().splitlines()[:: by_default(5, full=1)]:
        payload = json.loads(line)["payload"]
        try:
            found.append(loads(payload if isinstance(payload, str) else json.dumps(payload)))
        except PandokuError:  # a reader names what it does not know, as its tests check
            continue
    return found


@pytest.mark.turns(3)
@needs(VARIANTS)
def test_posted_puzzles_come_back_from_every_format_and_link_that_can_hold_them() -> None:
    puzzles = _posted()
    assert len(puzzles) > by_default(50, full=250)
    n_held = dict.fromkeys(FORMATS, 0)
    for puzzle in puzzles:
        for name, form in FORMATS.items():
            if form.why_not(puzzle) is not None:
                continue
            n_held[name] += 1
            assert plain_form(loads(dumps(puzzle, name), format=name)) == plain_form(puzzle)
            if form.link:
                assert plain_form(loads(link(puzzle, name))) == plain_form(puzzle)
    assert n_held["json"] == n_held["setter"] == len(puzzles)
    assert n_held["f-puzzles"] > len(puzzles) // 2
    assert min(n_held["iss"], n_held["sudoku-maker"]) > len(puzzles) // 5


# ------------------------------------------------------------------ random puzzles


def _givens(rng: Random, order: int) -> tuple[int, ...]:
    share = rng.choice((0.0, 0.3, 0.6))
    return tuple(rng.randint(1, order) if rng.random() < share else 0 for _ in range(order**2))


def _killer(rng: Random, order: int) -> Puzzle:
    cells = partition(order, 4, rng.getrandbits(32))
    kept = [tuple(each) for each in cells if rng.random() < 0.8]
    cages = [Cage("+", rng.randint(1, 30), each, repeats=False) for each in kept]
    return Puzzle(Geometry.sudoku(order), cages=cages)


def _sums(rng: Random, order: int) -> Puzzle:
    cells = partition(order, 4, rng.getrandbits(32))
    cages = [Cage("+", rng.randint(1, 30), tuple(each)) for each in cells]
    return Puzzle(Geometry.latin(order), cages=cages)


def _calcudoku(rng: Random, order: int) -> Puzzle:
    cages = []
    for each in partition(order, 4, rng.getrandbits(32)):
        sign = "=" if len(each) == 1 else rng.choice("+*-/" if len(each) == 2 else "+*")
        target = rng.randint(1, order) if sign == "=" else rng.randint(1, 40)
        cages.append(Cage(sign, target, tuple(each)))
    return Puzzle(Geometry.latin(order), cages=cages)


def _plain(rng: Random, order: int) -> Puzzle:
    return Puzzle(Geometry.sudoku(order), _givens(rng, order))


def _variant(rng: Random, order: int) -> Puzzle:
    """Return a puzzle with one to three constraints, drawn anew if they do not fit."""
    puzzle = _plain(rng, order)
    for _ in range(rng.randint(1, 3)):
        drawn = relocated(rng, rng.choice(examples(rng.choice(CHECKED))), puzzle.geometry)
        if drawn is None:
            continue
        try:
            puzzle = puzzle.with_(drawn)
        except PuzzleError:  # the same twice, or two that exclude each other
            continue
    return puzzle


def _random_puzzles(seed: str) -> Iterator[Puzzle]:
    rng = Random(seed)
    while True:
        make = rng.choice((_plain, _variant, _killer, _sums, _calcudoku))
        yield make(rng, rng.choice((4, 5, 6, 7, 9, 9, 9)))


@pytest.mark.turns(4)
@each_format
def test_random_puzzles_come_back_from_a_format_and_its_links(name: str) -> None:
    form = FORMATS[name]
    if form.why_not(loads(form.example)) is not None:
        pytest.skip("is only read")
    wanted = by_default(12, full=2_000)
    n_held = 0
    for n_drawn, puzzle in enumerate(_random_puzzles(name)):
        if n_held == wanted or n_drawn == 30 * wanted:
            break
        if form.why_not(puzzle) is not None:
            continue
        n_held += 1
        text = dumps(puzzle, name)
        assert plain_form(loads(text, format=name)) == plain_form(puzzle), text
        if form.link:
            address = link(puzzle, name)
            assert plain_form(pandoku.load(address)) == plain_form(puzzle), address
    assert n_held == wanted
