"""Searches of many puzzles, some of which have constraints that are not cages."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

from pandoku import (
    Budget,
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
    true_candidates,
    true_candidates_many,
)
from pandoku.constraints import RULES, Thermometer
from pandoku.engines import ENGINES
from pandoku.kernel.cage_generate import clue_minimal
from pandoku.kernel.kept import kept_puzzles
from pandoku.kernel.lanes import search_lanes
from pandoku.kernel.rows import taken
from pandoku.model import Batch, Cage, Puzzle
from tests.together import together

each_rule = together("name", sorted(RULES))
MANY = pytest.mark.parametrize("call", [solve_many, count_many, true_candidates_many])


def plain(puzzle: Puzzle) -> Puzzle:
    return puzzle.replace(further=())


@pytest.mark.turns(3)
@each_rule
def test_arrays_take_constraints_as_single_puzzles_do(name: str) -> None:
    example = RULES[name].example
    open_ = example.replace(givens=(0,) * 36)
    puzzles = [example, plain(example), open_, example]
    singles = [solve(puzzle) for puzzle in puzzles]
    rows = np.array([puzzle.givens for puzzle in puzzles], np.uint8)
    for listed in (puzzles, Batch.of(puzzles)):
        solutions, counts = solve_many(listed)
        assert counts.tolist() == [outcome.count for outcome in singles]
        assert count_many(listed, 2).tolist() == counts.tolist()
        assert all(p.accepts(s) for p, s in zip(puzzles, solutions.tolist(), strict=True))
        masks = true_candidates_many(listed)
        assert [tuple(row) for row in masks.tolist()] == [*map(true_candidates, puzzles)]
    by_like = solve_many(rows, like=example)
    assert by_like.counts.tolist() == [1, 1, singles[2].count, 1]
    assert by_like.solutions[1].tolist() == list(example.solution or ())
    assert count_many(rows, 2, like=example).tolist() == by_like.counts.tolist()


def test_clue_values_may_differ_from_puzzle_to_puzzle() -> None:
    puzzles = [Puzzle(4).with_(f"cage {total} r1c1 r1c2", "anti-knight") for total in range(3, 8)]
    puzzles += [Puzzle(4).with_(f"little killer {total} r1c1 DR") for total in (4, 9, 15)]
    solutions, counts = solve_many(puzzles, limit=None)
    assert counts.tolist() == [solve(puzzle, limit=None).count for puzzle in puzzles]
    assert len({*counts.tolist()}) > 2
    for puzzle, row, count in zip(puzzles, solutions, counts, strict=True):
        assert puzzle.accepts(row) == (count > 0)
        assert bool(row.any()) == (count > 0)


@MANY
def test_a_malformed_constraint_is_a_bad_puzzle_of_arrays(call: Any) -> None:
    good, bad = Puzzle(4).with_("anti-knight"), Puzzle(4).with_("thermometer r1c1 r1c3")
    vast = Puzzle(4).with_(Cage("+", 20, (0, 1, 2, 3, 4), False))
    with pytest.raises(PuzzleError, match=r"^puzzle 1: thermometer: "):
        call([good, bad])
    with pytest.raises(PuzzleError, match=r"^puzzle 1: .*cage, found 5"):
        call([good, vast])
    with pytest.raises(PuzzleError, match="thermometer"):
        call(np.zeros((1, 16), np.uint8), like=bad)
    for listed in ([good, bad, good, vast], Batch.of([good, bad, good, vast])):
        kept = call(listed, on_error="keep")
        assert [*kept.errors] == [1, 3]
        assert re.match("rules: thermometer: .*found r1c3", kept.errors[1])
    found = call(np.array([[0] * 16, [9] * 16]), like=good, on_error="keep")
    assert [*found.errors] == [1]


def test_a_budget_and_an_order_of_solutions() -> None:
    hard = Puzzle(9).with_("anti-king")
    counts = count_many([hard], None, budget=Budget(nodes=5))
    assert counts[0] < 0
    over = true_candidates_many([hard] * 3, budget=Budget(seconds=1e-9))
    assert (over == 1 << 63).all()
    with pytest.raises(ValueError, match="first='any'"):
        solve_many([hard], first="lexicographic")


def test_lanes_never_search_a_puzzle_without_its_rule() -> None:
    example = RULES["thermometer"].example
    with pytest.raises(ValueError, match="rule 'thermometer'"):
        search_lanes([example])
    with pytest.raises(EngineError, match="rule 'thermometer'"):
        solve_all([example], engine="lanes")
    lanes = ENGINES["lanes"]
    assert lanes.solve_all is not None
    with pytest.raises(EngineError, match="rule 'thermometer'"):
        lanes.solve_all([plain(example), example])


def test_an_engine_names_each_kind_of_rule_once() -> None:
    thermometer, arrow = (RULES[name].example.further[0] for name in ("thermometer", "arrow"))
    puzzle = Puzzle(6, further=(thermometer, arrow, thermometer))
    reason = ENGINES["dancing-links"].supports(puzzle)
    assert str(reason).endswith(" rules 'thermometer' and 'arrow'")


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
        with pytest.raises(PuzzleError, match="'thermometer'"):
            call(puzzle, clues=True)
    with pytest.raises(EngineError, match="rule 'thermometer'"):
        clue_minimal(Batch.of([puzzle]))


def test_ratings_of_many_are_those_of_each() -> None:
    puzzles = [RULES[name].example for name in ("anti-king", "anti-knight")]
    apart = rate_all(puzzles)
    assert {each.scale for each in apart} == {"pandoku"}
    together = rate_many(puzzles)
    assert together.score.tolist() == [each.score for each in apart]
    assert together.errors == {}
