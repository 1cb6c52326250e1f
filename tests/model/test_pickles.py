"""Damaged pickles: the compiled core trusts values, so they are checked when they come back."""

from __future__ import annotations

import copy
import pickle
from dataclasses import is_dataclass
from random import Random
from typing import Any

import pytest

import pandoku
from pandoku import Batch, Board, Cage, Geometry, Puzzle, PuzzleError
from pandoku.constraints import RULES
from pandoku.model import Constraint
from tests.data import JIGSAW5, by_default
from tests.together import together

N_DAMAGED = by_default(40, full=2000)  # of a value
PROTOCOLS = range(2, pickle.HIGHEST_PROTOCOL + 1)
VALUES: dict[str, Any] = {
    "geometry": Geometry.sudoku(6),
    "geometry with houses": Geometry.sudoku(9, diagonals=True, windows=True),
    "jigsaw": Geometry(5, regions=JIGSAW5),
    "cage": Cage("+", 7, (0, 1)),
    "puzzle": Puzzle(4, (1,) + (0,) * 15, candidates=(1,) + (15,) * 15),
    "killer": Puzzle.killer(4, [(7, "r1c1 r1c2 r2c2")]),
    "board": Board.start(Puzzle(4, (1,) + (0,) * 15)),
    "batch": Batch.of([Puzzle(4, (1,) + (0,) * 15)] * 2),
    "batch of masks": Batch.of([Puzzle(4, candidates=(3,) + (15,) * 15)]),
}
each_value = together("name", VALUES)


@each_value
@together("protocol", PROTOCOLS)
def test_a_value_comes_back_equal(name: str, protocol: int) -> None:
    value = VALUES[name]
    again = pickle.loads(pickle.dumps(value, protocol))
    assert again == value == copy.deepcopy(value)
    assert hash(again) == hash(value)
    assert type(again) is type(value)


@together("name", RULES)
def test_a_constraint_comes_back_equal(name: str) -> None:
    for each in RULES[name].example.further:
        assert pickle.loads(pickle.dumps(each)) == each
        assert each.__reduce__()[0] is type(each)


def test_a_puzzle_comes_back_with_all_that_it_has() -> None:
    puzzle = RULES["thermometer"].example.replace(title="A", author="B", extra={"c": [1]})
    assert pickle.loads(pickle.dumps(puzzle)).in_full() == puzzle.in_full()


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        (b"K\x02K\x03", b"K\x02K\x43"),  # boxes 2x3 become 2x67
        (b"K\x02K\x03", b"K\x02K\x02"),
        (b"K\x06K\x02", b"K\x07K\x02"),  # the order 6 becomes 7
        (b"K\x06K\x02", b"K\xffK\x02"),
    ],
)
def test_a_damaged_geometry_is_refused(good: bytes, bad: bytes) -> None:
    raw = pickle.dumps(Geometry.sudoku(6))
    assert raw.count(good) == 1
    with pytest.raises(PuzzleError):
        pickle.loads(raw.replace(good, bad))


@each_value
def test_a_damaged_value_is_refused_or_is_one_that_could_have_been_made(name: str) -> None:
    """A value of the same type that comes back is equal to one that its constructor makes."""
    rng, raw = Random(name), pickle.dumps(VALUES[name])
    for _ in range(N_DAMAGED):
        damaged = bytearray(raw)
        at = rng.randrange(len(raw) * 8)
        damaged[at // 8] ^= 1 << at % 8
        try:
            found: Any = pickle.loads(bytes(damaged))
        except Exception:
            continue
        if type(found) is type(VALUES[name]) and is_dataclass(found):
            again: Any = found
            made, arguments, *_ = again.__reduce__()
            assert made(*arguments) == found


def test_what_comes_back_of_a_damaged_puzzle_can_be_searched() -> None:
    raw = pickle.dumps(RULES["thermometer"].example)
    rng = Random(0)
    for _ in range(N_DAMAGED):
        damaged = bytearray(raw)
        at = rng.randrange(len(raw) * 8)
        damaged[at // 8] ^= 1 << at % 8
        try:
            found = pickle.loads(bytes(damaged))
            if isinstance(found, Puzzle):
                pandoku.solve(found, budget=pandoku.Budget(nodes=100))
        except Exception:
            continue


def test_every_constraint_is_made_again_by_its_constructor() -> None:
    kinds = {rule.make for rule in RULES.values()} | {Cage}
    assert all(kind.__reduce__ is Constraint.__reduce__ for kind in kinds)
