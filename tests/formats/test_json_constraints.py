"""Constraints in the format `json`: version 2, a type and fields for each, nothing dropped."""

from __future__ import annotations

import json
import pickle
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku import Geometry, Puzzle
from pandoku.constraints import (
    RULES,
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    Difference,
    LittleKiller,
    NoDifference,
    NoRatio,
    Ratio,
    Thermometer,
)
from pandoku.errors import FormatError, PuzzleError
from pandoku.formats import dumps, loads
from pandoku.formats.json.format import FORMAT, schema
from pandoku.model import Cage, Constraint
from pandoku.play import Game, Store, dumps_game, loads_game
from tests.data import by_default
from tests.in_full import in_full
from tests.together import together

VALIDATOR = jsonschema.Draft202012Validator(schema())
each_rule = together("name", RULES)


def lines(order: int) -> st.SearchStrategy[tuple[int, ...]]:
    cells = st.integers(0, order * order - 1)
    return st.lists(cells, min_size=1, max_size=5, unique=True).map(tuple)


def constraints(order: int) -> st.SearchStrategy[Constraint]:
    """Constraints of every kind, defects included: cells that do not touch, sums out of reach."""
    line, value = lines(order), st.integers(1, 12)
    start = st.integers(0, order * order - 1).map(lambda cell: (cell,))
    direction = st.sampled_from(("DR", "DL", "UR", "UL"))
    values = st.lists(value, min_size=1, max_size=3).map(tuple)
    return st.one_of(
        st.builds(Thermometer, line, st.booleans()),
        st.builds(Arrow, line, line),
        st.builds(Between, line),
        st.builds(Difference, line, value),
        st.builds(Ratio, line, value),
        st.builds(NoDifference, values),
        st.builds(NoRatio, values),
        st.builds(LittleKiller, start, direction, st.integers(-3, 60)),
        st.sampled_from((AntiKnight(), AntiKing())),
    )


@st.composite
def puzzles(draw: st.DrawFn) -> Puzzle:
    order = draw(st.integers(2, 9))
    further = draw(st.lists(constraints(order), max_size=4))
    cages = draw(st.lists(st.builds(Cage, st.just("+"), st.integers(1, 9), lines(order))))
    return Puzzle(Geometry.sudoku(order)).with_(*cages, *further)


def error_of(constraint: object, version: int = 2) -> str:
    text = json.dumps({"version": version, "size": 4, "constraints": [constraint]})
    assert not VALIDATOR.is_valid(json.loads(text))
    with pytest.raises((FormatError, PuzzleError)) as caught:
        loads(text, format="json")
    return str(caught.value)


# ------------------------------------------------------------------ nothing is lost


def test_every_rule_is_made_by_the_strategy_of_these_tests() -> None:
    made = {AntiKing, AntiKnight, Arrow, Between, Difference, LittleKiller, NoDifference}
    assert {rule.make for rule in RULES.values()} >= made | {NoRatio, Ratio, Thermometer}


@pytest.mark.turns(3)
@each_rule
def test_the_example_of_a_rule_is_valid_and_comes_back(name: str) -> None:
    puzzle = RULES[name].example
    document = json.loads(dumps(puzzle))
    VALIDATOR.validate(document)
    assert document["version"] == 2
    assert {each["type"] for each in document["constraints"]} >= {name}
    assert in_full(loads(dumps(puzzle))) == in_full(puzzle)


@given(puzzles())
@settings(max_examples=by_default(20, full=2000), deadline=None, database=None)
def test_constraints_come_back_as_they_were(puzzle: Puzzle) -> None:
    again = loads(dumps(puzzle))
    assert in_full(again) == in_full(puzzle)
    assert hash(again) == hash(puzzle)
    assert dumps(again) == dumps(puzzle)
    assert pickle.loads(pickle.dumps(again)) == puzzle
    if not any(problem.severity == "error" for problem in puzzle.problems()):
        VALIDATOR.validate(json.loads(dumps(puzzle)))


def test_a_puzzle_without_constraints_stays_in_version_1() -> None:
    killer = Puzzle.killer(4, {"r1c1 r1c2": 5})
    for puzzle in (Puzzle(1), killer):
        assert json.loads(dumps(puzzle))["version"] == 1
    assert (
        dumps(Puzzle(2, (1, 0, 0, 0))) == '{"version":1,"size":2,"box":null,"givens":[1,0,0,0]}\n'
    )


def test_a_field_with_its_default_is_left_out() -> None:
    puzzle = Puzzle.sudoku(4).with_(Difference("r1c1 r1c2"), Difference("r2c1 r2c2", 3))
    assert json.loads(dumps(puzzle))["constraints"] == [
        {"type": "difference", "cells": [0, 1]},
        {"type": "difference", "cells": [4, 5], "value": 3},
    ]


def test_an_object_without_a_version_may_have_constraints() -> None:
    text = '{"size": 9, "constraints": [{"type": "thermometer", "cells": [0, 10, 20]}]}'
    assert loads(text) == Puzzle.sudoku(9).with_(Thermometer("r1c1 r2c2 r3c3"))


def test_defects_are_left_to_problems() -> None:
    text = '{"size": 4, "constraints": [{"type": "thermometer", "cells": [0, 3, 99]}]}'
    (problem, *_) = loads(text).problems()
    assert problem.severity == "error"


# ------------------------------------------------------------------ mistakes


@together(
    "constraint, message",
    [
        (5, "constraints[0]: expected an object with a type, found 5"),
        ({}, "constraints[0]: expected the key 'type', found no such key"),
        ({"type": 3}, "constraints[0].type: expected a string, found 3"),
        ({"type": "cage", "cells": [0]}, ".type: cages belong under the key cages"),
        ({"type": "thermo", "cells": [0]}, ".type: there is no rule 'thermo'; try thermometer"),
        ({"type": "thermometr"}, ".type: there is no rule 'thermometr'; try thermometer"),
        ({"type": "arrow", "bulb": [0]}, "[0]: expected the key 'shaft', found no such key"),
        (
            {"type": "thermometer", "cells": "r1c1 r1c2"},
            'constraints[0].cells: expected a list, found "r1c1 r1c2"',
        ),
        ({"type": "thermometer", "cells": [0, True]}, ".cells[1]: expected a whole number, found"),
        ({"type": "thermometer", "cells": []}, ".cells: expected a list of at least one cell"),
        (
            {"type": "thermometer", "cells": [0, 1], "slow": 1},
            "constraints[0].slow: expected true or false, found 1",
        ),
        ({"type": "difference", "cells": [0, 1], "value": "2"}, ".value: expected a whole number"),
        ({"type": "no-ratio", "values": 2}, "constraints[0].values: expected a list, found 2"),
        ({"type": "anti-king", "cells": [0]}, "constraints[0].cells: unknown key, which may be a"),
        ({"type": "ratio", "cells": [0, 1], "values": 2}, ".values: unknown key, did you mean va"),
    ],
)
def test_a_bad_constraint_is_named_with_its_path(constraint: Any, message: str) -> None:
    assert message in error_of(constraint)


@pytest.mark.parametrize(
    ("constraint", "message"),
    [
        ({"type": "ratio", "cells": [0, 1], "value": 0}, "constraints[0]: ratio: expected a whole"),
        (
            {"type": "little-killer", "start": [0], "direction": "X", "total": 3},
            "constraints[0]: little killer: expected a direction DR, DL, UR, UL, found 'X'",
        ),
    ],
)
def test_a_value_that_a_kind_refuses_is_named_with_its_path(constraint: Any, message: str) -> None:
    text = json.dumps({"size": 4, "constraints": [constraint]})
    with pytest.raises(PuzzleError) as caught:
        loads(text)
    assert message in str(caught.value)


def test_version_1_has_no_constraints() -> None:
    message = error_of({"type": "anti-king"}, version=1)
    assert "version: expected 2 " in message


def test_a_constraint_of_no_rule_is_not_written() -> None:
    class Own(Thermometer):
        NAME = "own"

    puzzle = Puzzle.sudoku(4).with_(Own("r1c1 r1c2"))
    with pytest.raises(FormatError, match="store 'own'"):
        dumps(puzzle)


def test_a_constraint_without_cells_is_not_written() -> None:
    puzzle = Puzzle.sudoku(4).with_(Arrow("r1c1", ()))
    assert "arrow without shaft" in (FORMAT.why_not(puzzle) or "")


# ------------------------------------------------------------------ games


@pytest.mark.turns(3)
@each_rule
def test_a_saved_game_keeps_its_constraints(name: str, tmp_path: Path) -> None:
    puzzle = RULES[name].example
    assert puzzle.solution is not None
    cell = puzzle.givens.index(0)
    game = Game.start(puzzle).place(cell, puzzle.solution[cell], at_ms=500)
    with Store(tmp_path / "games.sqlite3") as store:
        number = store.add(game)
        assert in_full(store.game(number).puzzle) == in_full(puzzle)
        assert store.saved(number).puzzle == puzzle
    again = loads_game(dumps_game(game))
    assert in_full(again.puzzle) == in_full(puzzle)
    assert again.digits == game.digits
