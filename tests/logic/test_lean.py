"""Lean paths: without eliminations that no later step needs, and valid without them."""

from __future__ import annotations

import json
import pickle
from dataclasses import replace

import pytest

import pandoku
from pandoku import Puzzle, explain
from pandoku.logic import Path
from pandoku.techniques import Technique
from tests import data
from tests.cli.command import invoke
from tests.data import EXAMPLES
from tests.together import together

EXPERT = "......187....8...4.19.......4...38.......9.6.9...274.1..5.6..43..6.7.......9.2..6"


@pytest.fixture(scope="module")
def path() -> Path:
    return explain(EXPERT)


def assert_valid(path: Path) -> None:
    """Check that each step is one that its technique finds on the board of this path."""
    board = path.start
    for step in path.steps:
        assert all(part in path.technique(part.technique).steps(board) for part in step.parts)
        board = board.after(step)
    assert board == path.end


def n_eliminations(path: Path) -> int:
    return sum(not step.placements for step in path.steps)


def test_a_lean_path_has_fewer_steps_in_the_same_order(path: Path) -> None:
    lean = path.lean()
    assert n_eliminations(path) == 15
    assert n_eliminations(lean) == 7
    assert_valid(lean)
    rest = iter((step.technique, step.placements) for step in path.steps)
    assert all((step.technique, step.placements) in rest for step in lean.steps)
    assert [each.number for each in lean] == [*range(1, len(lean) + 1)]
    assert lean.complete == path
    assert lean.lean() is lean
    assert pickle.loads(pickle.dumps(lean)) == lean


def test_words_refer_to_the_steps_of_the_lean_path(path: Path) -> None:
    lean = path.lean()
    named = {
        (taken.number, span.number)
        for taken in lean
        for sentence in taken.explanation.full
        for span in sentence.spans
        if span.about == "step"
    }
    assert named
    assert all(1 <= step < number for number, step in named)
    assert all(lean.steps[step - 1].eliminations for _, step in named)


@together("scale", ["human", "pandoku", "hodoku"])
def test_the_rating_is_that_of_the_complete_path(scale: str) -> None:
    path = explain(EXPERT, scale=scale)
    lean = path.lean()
    assert len(lean) < len(path)
    assert lean.end == path.end
    assert lean.rating() == path.rating()
    assert lean.difficulty() == path.difficulty()
    without = f"without {len(path) - len(lean)} that no later step needs"
    assert lean.summary().startswith(f"solved in {len(lean)} steps, {without}: ")
    assert f"; rated {path.rating_text()} with all {len(path)} steps" in lean.summary()


@together("name", ["killer6.json", "diagonal.json", "mathdoku6.letters", "jigsaw.json"])
def test_lean_paths_of_other_kinds_are_valid(name: str) -> None:
    path = explain(pandoku.load(EXAMPLES / name))
    lean = path.lean()
    assert_valid(lean)
    assert lean.end.digits == path.end.digits
    assert n_eliminations(lean) <= n_eliminations(path)


@together("kind, order", [("sudoku", 9), ("killer", 6), ("calcudoku", 6)])
def test_lean_paths_of_random_puzzles_are_valid(kind: str, order: int) -> None:
    puzzles = [
        pandoku.generate(kind, order, seed=seed) for seed in range(data.by_default(3, full=300))
    ]
    for puzzle in puzzles:
        assert_valid(explain(puzzle).lean())


@pytest.mark.turns(3)
def test_paths_that_need_all_steps_or_are_not_full_are_unchanged(path: Path) -> None:
    for each in (explain(data.EASY), explain(Puzzle.sudoku(9)), explain("11.............."[:16])):
        assert each.lean() is each
    cut = explain(EXPERT, limit=30)
    assert cut.lean() is cut


def test_a_lean_path_without_time_keeps_all_steps_and_says_so(path: Path) -> None:
    lean = path.lean(budget=1e-9)
    assert lean.steps == path.steps
    assert "with all steps, because the time ran out" in lean.summary()
    assert "ran out" not in path.lean(budget=60).summary()
    with pytest.raises(ValueError, match="budget"):
        path.lean(budget=0)


def test_joined_chains_stay_joined_if_they_are_needed(path: Path) -> None:
    (joined,) = (step for step in path.steps if step.facts.steps)
    assert len(joined.parts) == 2
    assert {pair for part in joined.parts for pair in part.eliminations} == {*joined.eliminations}
    assert {len(step.parts) for step in path.lean().steps} <= {1, 2}


@together("is_found", [True, False])
def test_a_step_that_is_not_found_without_others_keeps_them(path: Path, is_found: bool) -> None:
    boards = [*path.boards()]
    at = max(k for k, step in enumerate(path.steps) if step.placements and k < 40)
    step = replace(path.steps[at], technique="memory")
    memory = Technique(
        name="memory",
        summary="a step that is found on one board only",
        find=lambda board, limit: [step] if is_found and board == boards[at] else [],
        what=lambda w: "the board",
        reason=lambda w: ["The board is known."],
        look_for="the board.",
        why="the board is known.",
    )
    steps = (*path.steps[:at], step, *path.steps[at + 1 :])
    lean = replace(path, steps=steps, unregistered=(memory,)).lean()
    if is_found:
        assert memory.name in {each.technique for each in lean.steps}
        assert_valid(lean)
    else:
        assert lean.steps == steps


def test_a_path_for_beginners_asks_for_marks_at_the_same_place() -> None:
    path = explain(pandoku.load(EXAMPLES / "killer6.json"), reader="beginner")
    lean = path.lean()
    assert_valid(lean)
    assert lean.n_unmarked <= path.n_unmarked
    if path.marks_at:
        assert lean.marks_at == lean.n_unmarked + 1


@pytest.mark.turns(3)
def test_the_command_writes_lean_paths(path: Path) -> None:
    lean = [*path.lean().lines()]
    assert invoke("explain", "--lean", EXPERT).out.splitlines()[:-1] == lean
    assert invoke("explain", EXPERT).out.splitlines()[:-1] == [*path.lines()]
    complete = json.loads(invoke("explain", "--json", EXPERT).out)
    document = json.loads(invoke("explain", "--json", "--lean", EXPERT).out)
    assert (complete["is_lean"], document["is_lean"]) == (False, True)
    assert document["score"] == complete["score"]
    assert len(document["steps"]) == len(path.lean())
    pages = [invoke("explain", "--to", "html", *more, EXPERT).out for more in ([], ["--complete"])]
    assert ["that no later step needs" in page for page in pages] == [True, False]
    assert "found both" in invoke("explain", "--lean", "--complete", EXPERT, status=2).err
