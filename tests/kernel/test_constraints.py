"""Searches of many puzzles, some of which have constraints that are not cages."""

from __future__ import annotations

import numpy as np
import pytest

from pandoku import (
    EngineError,
    PuzzleError,
    count_many,
    is_minimal,
    minimize,
    rate_all,
    rate_many,
    solve,
    solve_all,
    solve_many,
    true_candidates_many,
)
from pandoku.constraints import RULES
from pandoku.constraints.thermometer import Thermometer
from pandoku.engines import ENGINES
from pandoku.kernel.cage_generate import clue_minimal
from pandoku.kernel.kept import kept_puzzles
from pandoku.kernel.lanes import search_lanes
from pandoku.kernel.rows import taken
from pandoku.model import Batch, Cage, Puzzle

each_rule = pytest.mark.parametrize("name", sorted(RULES))
MANY = pytest.mark.parametrize("call", [solve_many, count_many, true_candidates_many])


def plain(puzzle: Puzzle) -> Puzzle:
    return puzzle.replace(further=())


@each_rule
@MANY
def test_arrays_refuse_a_rule_by_name(name: str, call: object) -> None:
    assert callable(call)
    example = RULES[name].example
    with pytest.raises(ValueError, match="constraints"):
        call([example])
    with pytest.raises(ValueError, match="like has"):
        call(np.zeros((1, 36), np.uint8), like=example)
    for puzzles in ([example, plain(example)], Batch.of([example, plain(example)])):
        kept = call(puzzles, on_error="keep")
        assert [*kept.errors] == [0]
        assert example.further[0].NAME in kept.errors[0]
        assert "solve_all takes" in kept.errors[0]


def test_lanes_never_search_a_puzzle_without_its_rule() -> None:
    example = RULES["thermometer"].example
    with pytest.raises(ValueError, match="lanes does not know the rule 'thermometer'"):
        search_lanes([example])
    with pytest.raises(EngineError, match="it does not know the rule 'thermometer'"):
        solve_all([example], engine="lanes")
    lanes = ENGINES["lanes"]
    assert lanes.solve_all is not None
    with pytest.raises(EngineError, match="it does not know the rule 'thermometer'"):
        lanes.solve_all([plain(example), example])


def test_an_engine_names_each_kind_of_rule_once() -> None:
    thermometer, arrow = (RULES[name].example.further[0] for name in ("thermometer", "arrow"))
    puzzle = Puzzle(6, further=(thermometer, arrow, thermometer))
    reason = ENGINES["dancing-links"].supports(puzzle)
    assert reason == "it does not know the rules 'thermometer' and 'arrow'"


def test_a_malformed_rule_is_one_bad_puzzle_among_many() -> None:
    example = RULES["thermometer"].example
    bad = example.replace(further=(Thermometer(()),))
    found = solve_all([bad, example], on_error="keep")
    assert [*found.errors] == [0]
    assert "thermometer" in found.errors[0]
    assert found[1].is_unique


@each_rule
def test_a_batch_keeps_the_rules_in_its_parts(name: str) -> None:
    example = RULES[name].example
    batch = Batch.of([plain(example), example, plain(example)])
    assert "other constraints" in repr(batch)
    assert [*batch[1:]] == [example, plain(example)]
    assert [*Batch.joined([batch, batch])] == [*batch, *batch]
    assert [*taken(batch, [1, 0])] == [example, plain(example)]
    assert [*taken(batch, np.array([False, True, False]))] == [example]
    assert taken(batch, [0, 2]).further is None
    assert solve_all(batch)[1].is_unique


def test_good_puzzles_among_bad_ones_keep_their_rules() -> None:
    example = RULES["arrow"].example
    kept = kept_puzzles([plain(example), None, example, "1"], why_not=lambda puzzle: None)
    assert [*kept.batch] == [plain(example), example]
    rows = np.array([example.givens] * 2, np.uint8)
    rows[0, 0] = 99
    source = Batch(example.geometry, rows, further=[example.further] * 2)
    assert [*kept_puzzles(source).batch] == [example]


@each_rule
def test_puzzles_become_minimal_with_their_rules(name: str) -> None:
    example = RULES[name].example
    solution = example.solution
    assert solution is not None
    less = minimize(example.replace(givens=solution), seed=2)
    assert less.further == example.further
    assert solve(less).solution == solution
    assert is_minimal(less)
    assert not is_minimal(example.replace(givens=solution))


def test_clues_of_cages_go_only_where_the_search_knows_all_rules() -> None:
    example = RULES["thermometer"].example
    assert example.solution is not None
    cage = Cage("+", example.solution[0], (0,))
    puzzle = example.replace(cages=(cage,))
    for call in (minimize, is_minimal):
        with pytest.raises(PuzzleError, match="found the rule 'thermometer'"):
            call(puzzle, clues=True)
    with pytest.raises(EngineError, match="does not know the rule 'thermometer'"):
        clue_minimal(Batch.of([puzzle]))


def test_ratings_of_many_are_those_of_each() -> None:
    puzzles = [RULES[name].example for name in ("anti-king", "anti-knight")]
    apart = rate_all(puzzles)
    assert {each.scale for each in apart} == {"pandoku"}
    together = rate_many(puzzles)
    assert together.score.tolist() == [each.score for each in apart]
    assert together.errors == {}
