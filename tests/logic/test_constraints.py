"""Explaining puzzles with constraints that are not cages."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from pathlib import Path

import jsonschema
import numpy as np
import pytest

from pandoku import Geometry, Puzzle, loads, logic, solve
from pandoku.constraints import (
    RULES,
    AntiKing,
    AntiKnight,
    Arrow,
    AutomatonLine,
    Between,
    Difference,
    LittleKiller,
    NoDifference,
    NoRatio,
    Rule,
    Thermometer,
)
from pandoku.kernel.cages import search_cages
from pandoku.kernel.logic import WALK_ENDS, finder, walk, walk_many
from pandoku.logic import explain, explain_many, hint, rate, rate_many
from pandoku.logic._order import is_bound
from pandoku.logic.document import path_as_json
from pandoku.logic.ledger import ledger_of
from pandoku.logic.path_steps import PATH_ENDS
from pandoku.model import Board, Constraint, find_conflicts
from pandoku.model.constraint import are_neighbors, are_touching
from pandoku.model.narrowing import constraint_parts
from pandoku.techniques import TECHNIQUES
from pandoku.words import Sentence
from tests.data import IS_FULL, SHARED, by_default, needs
from tests.techniques.sentences import false_claims, unnamed
from tests.techniques.sound import check_keeps

PUBLISHED = SHARED / "variants" / "puzzles.jsonl"

KNIGHT = RULES["anti-knight"].example
KING = RULES["anti-king"].example


@pytest.mark.parametrize("puzzle", [KNIGHT, KING], ids=["knight", "king"])
def test_a_digit_leaves_all_cells_in_sight(puzzle: Puzzle) -> None:
    board = Board.start(puzzle)
    for step in walk(
        board, [finder("full-house"), finder("naked-single"), finder("hidden-single")]
    ):
        board = board.after(step)
    assert board.is_full
    assert puzzle.accepts(board.digits)
    assert explain(puzzle).stopped == "full"


@pytest.mark.turns(3)
def test_paths_of_many_puzzles_are_those_of_one() -> None:
    puzzles = [KNIGHT, KING, KNIGHT.replace(further=())]
    for scale in ("pandoku", "human"):
        counts = explain_many(puzzles, scale=scale, is_proper=None)
        found = explain_many(puzzles, scale=scale, is_proper=None, steps=True, values=True)
        for at, puzzle in enumerate(puzzles):
            path = explain(puzzle, scale=scale)
            assert counts.n_steps[at] == len(path)
            assert found.values is not None
            steps = found.values[found.offsets[at] : found.offsets[at + 1]].tolist()
            assert steps == [*path.steps]


def test_many_ratings_are_those_of_one() -> None:
    ratings = rate_many([KNIGHT, KING])
    assert ratings.score.tolist() == [rate(KNIGHT).score, rate(KING).score]
    assert ratings.ends.tolist() == [0, 0]


def test_a_full_grid_with_equal_digits_in_sight_is_no_solution() -> None:
    assert KNIGHT.solution is not None
    assert KING.solution is not None
    assert not KNIGHT.accepts(KING.solution)
    rows, ends = np.array([KNIGHT.solution, KING.solution], np.uint8), np.zeros(2, np.uint8)
    counts = np.zeros((2, 0), np.int32)
    walk_many(KNIGHT.geometry, [], rows, counts, ends, further=[KNIGHT.further] * 2)
    assert [WALK_ENDS[end] for end in ends] == ["full", "broken"]


def test_what_assumes_one_solution_is_left_out() -> None:
    reasons = {reason for _, reason in explain(KNIGHT).left_out}
    assert reasons
    assert all("anti-knight" in reason for reason in reasons)


JUDGED = {name for name, each in TECHNIQUES.items() if "constraints" in each.needs}
BOUND = [rule.example for rule in RULES.values() if is_bound(rule.example)]


@pytest.mark.turns(4)
@pytest.mark.parametrize("puzzle", BOUND, ids=lambda puzzle: puzzle.further[0].NAME)
def test_the_steps_of_an_example_are_right_and_their_sentences_true(puzzle: Puzzle) -> None:
    path = explain(puzzle, scale="human", limit=None if IS_FULL else 10, debug=True)
    assert path.stopped in ("full", "stuck", "cut")
    assert JUDGED & {step.technique for step in path.steps}
    for taken in path:
        if taken.step.technique in JUDGED:
            for sentence in taken.explanation.full:
                assert false_claims(sentence, taken.board) == [], sentence
                assert unnamed(sentence, puzzle) == [], sentence


SIMPLE = ("full-house", "hidden-single", "naked-single")


def ends_of_trials(path: logic.Path) -> list[tuple[Board, Sentence]]:
    """Return the sentences that end the trials of a path, with the board before each."""
    trials = (taken for taken in path if taken.step.technique == "rule-trial")
    # The last two sentences are "That cannot be." and the conclusion.
    return [(taken.board, taken.explanation.full[-3]) for taken in trials]


@pytest.mark.turns(3)
def test_a_trial_ends_at_a_rule_without_a_way_or_at_an_empty_cell() -> None:
    puzzle = RULES["sum-line"].example
    ends = ends_of_trials(explain(puzzle, techniques=[*SIMPLE, "rule-trial"]))
    assert any(re.match(r"\d\. .* the .* sum line .* has no way left\.", told) for _, told in ends)
    assert any(re.match(r"Now r.c. has no ", sentence) for _, sentence in ends)
    for board, sentence in ends:
        assert false_claims(sentence, board) == [], sentence
        cells = {cell for span in sentence.spans if span.about == "cells" for cell in span.cells}
        if "has no candidate left" in sentence:
            assert not any(board.digits[cell] for cell in cells), sentence


@pytest.mark.turns(3)
@needs(PUBLISHED)
def test_the_ends_of_the_trials_of_a_published_puzzle_are_true() -> None:
    lines = PUBLISHED.read_text(encoding="utf-8").splitlines()
    found = next(each for each in map(json.loads, lines) if each["id"] == "rangsk-0f461990d4")
    simple = [*SIMPLE, "rule-trial"]
    ends = ends_of_trials(explain(loads(found["payload"]), techniques=simple, limit=30))
    assert len(ends) > 20
    for board, sentence in ends:
        assert false_claims(sentence, board) == [], sentence


@pytest.mark.turns(3)
def test_chains_follow_links_of_constraints_and_name_them() -> None:
    seen = set[str]()
    native = [each for each in TECHNIQUES.values() if each.is_native]
    for name in ("inequality", "minimum", "equality-cage"):
        puzzle = RULES[name].example
        for taken in explain(puzzle, techniques=native, scale="pandoku"):
            links = [link for link in taken.step.facts.links if link.constraint is not None]
            for link in links:
                seen.add(taken.step.technique)
                assert not link.strong
                assert (link.house, link.cage) == (None, None)
                owner = puzzle.constraints[link.constraint or 0].label(puzzle.geometry)
                assert any(f"by the {owner}, because" in each for each in taken.explanation.full)
            for sentence in taken.explanation.full if links else ():
                assert false_claims(sentence, taken.board) == [], sentence
    assert {"alternating-chain", "discontinuous-loop"} <= seen


@pytest.mark.turns(3)
def test_counts_of_many_are_those_of_right_steps_where_python_takes_part() -> None:
    puzzles = [*BOUND[2 :: by_default(3, full=1)], KNIGHT]
    counts = explain_many(puzzles, is_proper=None)
    for at, puzzle in enumerate(puzzles):
        path = explain(puzzle, scale="pandoku", debug=True)
        assert counts.n_steps[at] == len(path)
        assert PATH_ENDS[counts.ends[at]] == path.stopped in ("full", "stuck")


@pytest.mark.turns(3)
def test_a_puzzle_of_houses_alone_tries_no_constraints() -> None:
    plain = KNIGHT.replace(further=())
    assert "rule-elimination" not in explain_many([plain]).techniques
    assert "rule-elimination" not in explain(plain).techniques
    assert "rule-elimination" not in explain(KNIGHT).techniques


def constraints_for(solution: Sequence[int], order: int, rng: random.Random) -> list[Constraint]:
    """Return random constraints that a grid obeys."""
    lines = [line for _ in range(12) if len(line := walk_of(order, rng)) > 2]
    found: list[Constraint] = []
    for line in lines:
        rising = [line[0]]
        for cell in line[1:]:
            if solution[cell] <= solution[rising[-1]]:
                break
            rising.append(cell)
        if len(rising) > 1:
            found.append(Thermometer(tuple(rising)))
        found.append(Between(tuple(line)))
        found.append(Arrow((line[0],), tuple(line[1:])))
        first, second = sorted((solution[line[0]], solution[line[1]]))
        if are_neighbors(line[0], line[1], order) and first != second:
            found.append(Difference(tuple(line[:2]), second - first))
    start = rng.randrange(1, order)
    found.append(LittleKiller((start,), "DL", sum(
        solution[start + (order - 1) * down] for down in range(start + 1)
    )))  # fmt: skip
    found += [NoDifference((1,)), NoRatio((2,)), AntiKing(), AntiKnight()]
    plain = Puzzle(Geometry.sudoku(order))
    kept: list[Constraint] = []
    for each in rng.sample(found, len(found)):
        if len(kept) < 6 and plain.with_(*kept, each).accepts(solution):
            kept.append(each)
    return kept


def walk_of(order: int, rng: random.Random) -> list[int]:
    """Return a random line of cells that touch."""
    line = [rng.randrange(order * order)]
    for _ in range(rng.randrange(1, 5)):
        beside = [c for c in range(order * order) if are_touching(line[-1], c, order)]
        if more := [cell for cell in beside if cell not in line]:
            line.append(rng.choice(more))
    return line


@pytest.mark.turns(3)
@pytest.mark.parametrize("order", [4, 6])
def test_no_step_is_wrong_on_random_puzzles_with_constraints(order: int) -> None:
    rng, n_steps = random.Random(order), 0
    for _ in range(by_default(25, full=1000)):
        givens = [0] * (order * order)
        givens[:order] = rng.sample(range(1, order + 1), order)
        solution = solve(Puzzle(Geometry.sudoku(order), tuple(givens)), limit=1).solution
        assert solution is not None
        puzzle = Puzzle(Geometry.sudoku(order)).with_(*constraints_for(solution, order, rng))
        cells = rng.sample(range(order * order), order * order)
        while search_cages([puzzle], limit=2)[0].count != 1:
            cell = cells.pop()
            told = [*puzzle.givens]
            told[cell] = solution[cell]
            puzzle = puzzle.replace(givens=tuple(told))
        path = explain(puzzle, is_proper=True)
        check_keeps(path.steps, solution, puzzle)
        for taken in path:
            if taken.step.technique in JUDGED:
                n_steps += 1
                for sentence in taken.explanation.full:
                    assert false_claims(sentence, taken.board) == [], (puzzle.further, sentence)
    assert n_steps > 20


@pytest.mark.turns(4)
@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.name)
def test_hints_lead_to_a_step_and_report_what_breaks_the_rule(rule: Rule) -> None:
    puzzle, n_cells = rule.example, rule.example.geometry.n_cells
    solution = puzzle.solution
    assert solution is not None
    found = hint(puzzle, 3)
    assert found.step is not None
    assert not found.is_problem
    for cell in range(n_cells):
        wrong = solution[cell] % puzzle.order + 1
        digits = tuple(wrong if at == cell else 0 for at in range(n_cells))
        if not puzzle.givens[cell]:
            assert hint(Board.start(puzzle, digits), 3).is_problem
            break
    full = (*solution[::-1],)
    assert (not find_conflicts(puzzle, full)) == puzzle.replace(givens=()).accepts(full)


def test_an_explanation_names_the_rule_by_which_cells_see_each_other() -> None:
    texts = [str(words) for words in explain(KNIGHT).explanations()]
    assert any("(by the anti-knight rule)" in text for text in texts)
    board = Board.start(Puzzle(4).with_(AntiKnight()), (1,) + (0,) * 15)
    cause = ledger_of(board)[6, 1]
    assert (cause.by, cause.cell, cause.house, cause.constraint) == ("digit", 0, -1, 0)


@pytest.mark.turns(3)
def test_a_path_with_constraints_fits_the_schema() -> None:
    schema = Path(logic.__file__).with_name("path.schema.json").read_text(encoding="utf-8")
    check = jsonschema.Draft202012Validator(json.loads(schema))
    for puzzle in (KNIGHT, RULES["thermometer"].example):
        check.validate(path_as_json(explain(puzzle), ledger=True))


@pytest.mark.turns(3)
@pytest.mark.parametrize("n_cells", [9, 36])
def test_an_automaton_with_thousands_of_states_is_no_part_of_a_search(n_cells: int) -> None:
    """Trials would narrow it hundreds of times: 36 cells took minutes."""
    steps = tuple((state * 7 + digit * 13) % 4_000 for state in range(4_000) for digit in range(9))
    line = AutomatonLine(cells=tuple(range(n_cells)), steps=steps, accepting=(0, 1))
    puzzle = Puzzle(9, "." * 81).replace(further=(line,))
    assert list(constraint_parts(line, puzzle)) == []
    assert explain(puzzle, limit=1).stopped in ("limit", "stuck")
