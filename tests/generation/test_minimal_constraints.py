"""`minimize(..., constraints=True)` removes constraints as long as the solution stays unique."""

from __future__ import annotations

import json

import pytest

from pandoku import Puzzle, loads, minimize, solve
from pandoku.constraints import RULES
from pandoku.generation import is_minimal
from tests.cli.command import pandoku
from tests.together import together

DOUBLED = (
    "thermometer r1c1-r1c4",
    "slow thermometer r1c1-r1c4",
    "thermometer r1c1-r1c3",
    "anti-knight",
    "cage 3 r1c1 r1c2",
    "difference 1 r1c3 r1c4",
)


@pytest.mark.turns(3)
@together("name", RULES)
@together("seed", [1, 2])
def test_nothing_that_is_left_can_go(name: str, seed: int) -> None:
    puzzle = RULES[name].example
    found = minimize(puzzle, seed, constraints=True)
    assert solve(found).is_unique
    assert solve(found).solution == puzzle.solution
    assert set(found.constraints) <= set(puzzle.constraints)
    assert minimize(found, seed + 1, constraints=True) == found
    assert is_minimal(found, constraints=True)


def test_what_says_the_same_twice_goes_once() -> None:
    puzzle = Puzzle(4, "1" + "." * 15).with_(*DOUBLED)
    found = {minimize(puzzle, seed, constraints=True) for seed in range(8)}
    assert len(found) > 1  # the seed decides
    for each in found:
        assert each.n_givens == 0
        assert len(each.constraints) < len(puzzle.constraints)
    assert not is_minimal(puzzle.replace(givens=(0,) * 16), constraints=True)
    assert is_minimal(puzzle.replace(givens=(0,) * 16))
    assert minimize(puzzle, 1).constraints == puzzle.constraints


def test_clues_and_constraints_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="found both"):
        minimize(Puzzle(4).with_(*DOUBLED), clues=True, constraints=True)
    done = pandoku("minimize", "." * 16, "--clues", "--constraints")
    assert (done.returncode, "found both" in done.err) == (2, True)


def test_the_command_writes_what_is_left() -> None:
    added = [word for line in DOUBLED for word in ("--with", line)]
    done = pandoku("minimize", "1" + "." * 15, *added, "--constraints", "--seed", "1")
    assert done.returncode == 0
    assert len(json.loads(done.out)["constraints"]) < 4
    assert solve(loads(done.out)).is_unique
    done = pandoku("minimize", "." * 16, *added, "--constraints", "--seed", "1", "--to", "setter")
    assert solve(loads(done.out)).is_unique
