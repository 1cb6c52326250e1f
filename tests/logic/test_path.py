"""Paths: in order, sound, ended with a reason; techniques in Python walk along."""

from __future__ import annotations

import dataclasses
import random
import re
from collections.abc import Iterator

import pytest

import pandoku
from pandoku import Board, Cage, Geometry, Puzzle, TechniqueError, explain
from pandoku.engines.naked_singles import single_steps as naked_singles
from pandoku.kernel.logic import walk
from pandoku.logic import PATH_ENDS, explain_many, next_step, ordered_techniques
from pandoku.logic._walk import native_head
from pandoku.model import Step
from pandoku.rating import LowerBound, get_scale
from pandoku.techniques import TECHNIQUES, get_technique
from tests import data
from tests.in_full import in_full

EASY, ESCARGOT = pandoku.loads(data.EASY), pandoku.loads(data.ESCARGOT)
EVERY_SIZE = ("1", "1...\n..2.\n.3..\n...4")


def test_a_path_leads_from_the_givens_to_the_solution() -> None:
    path = explain(EASY)
    assert path.stopped == "full"
    assert path.end.digits == pandoku.solve(EASY).solution
    boards = [*path.boards(), path.end]
    assert boards[0] == Board.start(EASY)
    for before, step, after in zip(boards, path.steps, boards[1:], strict=False):
        assert before.after(step) == after != before
    assert len(list(path.explanations())) == len(path.steps)


@pytest.mark.parametrize(
    ("kind", "order"), [("killer", 6), ("calcudoku", 7), ("calcudoku", 5), ("sudoku", 9)]
)
def test_a_path_taken_at_once_is_that_of_new_boards(kind: str, order: int) -> None:
    """A walk remembers where there was nothing to find; a new board remembers nothing."""
    techniques = ordered_techniques(get_scale("pandoku").order, "pandoku")
    finders = native_head([each for each in techniques if each.is_native])
    n_steps = 0
    for seed in range(4):
        puzzle = pandoku.generate(kind, order, seed=seed)
        board = Board.start(puzzle)
        for step in walk(board, finders):
            assert [step] == walk(board, finders, limit=1)
            board = board.after(step)
            n_steps += 1
        assert board.is_full
    assert n_steps > 4 * 3 * order


def test_every_step_is_the_first_of_the_first_technique_that_has_one() -> None:
    path = explain(EASY, scale="pandoku")
    for board, step in zip(path.boards(), path.steps, strict=True):
        first = next(s for name in path.techniques for s in TECHNIQUES[name].steps(board))
        assert first == step


def test_a_path_is_rated_by_its_scale_or_another() -> None:
    path = explain(EASY, techniques=["hidden-single"])
    assert path.rating() == path.rating("pandoku") == ("easy", 1.5)
    assert path.rating("hodoku").score == 14 * len(path.steps)


@pytest.mark.turns(3)
def test_a_puzzle_that_no_technique_solves_is_rated_beyond_all_of_them() -> None:
    empty = pandoku.Puzzle.sudoku(9)
    path = explain(empty)
    assert path.rating() == LowerBound("extreme", 12.0)
    assert path.difficulty() == ""  # there is no step
    assert path.rating("hodoku").level == "extreme"
    assert explain(empty, techniques=["naked-single"]).rating() == ("easy", 0)
    assert explain(EASY, limit=1).rating() == LowerBound("easy", 1.2)
    assert not explain(EASY).rating().is_bound


def test_named_techniques_are_the_only_ones_and_in_that_order() -> None:
    path = explain(EASY, techniques=["naked single"], scale="pandoku")
    assert {step.technique for step in path.steps} == {"naked-single"}
    assert [s.placements for s in path.steps] == [s.placements for s in naked_singles(EASY)]
    names = [t.name for t in ordered_techniques(["x-wing", "naked-pair", "x-wing"])]
    assert names == ["x-wing", "naked-pair"]


def test_a_path_ends_stuck_broken_or_at_the_limit() -> None:
    assert explain(ESCARGOT, techniques=["naked-single"]).stopped == "stuck"
    wrong = Board.start(EASY).place(0, 9)
    assert explain(wrong).stopped == "broken"
    assert len(explain(EASY, limit=3).steps) == 3
    assert explain(EASY, techniques=[]).steps == ()
    assert explain(Puzzle(1)).end.digits == (1,)
    with pytest.raises(ValueError, match=r"limit .*found 0"):
        explain(EASY, limit=0)


def test_a_full_grid_that_breaks_a_rule_is_not_solved() -> None:
    unsolvable = pandoku.loads(
        '{"size":3,"box":null,"givens":[0,0,0,0,3,0,2,0,0],"cages":'
        '[{"op":"?","target":6,"cells":[6,7]},{"op":"?","target":null,"cells":[3,4]}]}'
    )
    path = explain(unsolvable)
    assert path.stopped == "broken"
    assert "6? cage at r3c1" in path.summary()
    assert PATH_ENDS[explain_many([unsolvable]).ends[0]] == "broken"
    clash = explain(Board(Puzzle(4, (1,) * 16), (1,) * 16, (1,) * 16))
    assert clash.stopped == "broken"
    assert "r1c1, r1c2, r1c3 and r1c4" in clash.summary()


def is_sound(puzzle: Puzzle) -> bool:
    return all(problem.severity != "error" for problem in puzzle.problems())


def test_the_core_and_python_agree_how_paths_end_without_a_solution() -> None:
    draw = random.Random(5)
    puzzles = []
    for _ in range(300):
        cells = draw.sample(range(9), 4)
        cages = (
            Cage("?", draw.randint(0, 9), tuple(cells[:2])),
            Cage(draw.choice("+-*/"), draw.randint(1, 9), tuple(cells[2:]), repeats=False),
        )
        givens = [0] * 9
        givens[draw.randrange(9)] = draw.randint(1, 3)
        puzzles.append(Puzzle(Geometry.latin(3), tuple(givens), cages))
    sound = [each for each in puzzles if is_sound(each)]
    ends = explain_many(sound).ends
    assert [PATH_ENDS[end] for end in ends] == [explain(puzzle).stopped for puzzle in sound]
    assert {PATH_ENDS[end] for end in ends} == {*PATH_ENDS} - {"cut", "error"}
    for puzzle, end in zip(sound, ends, strict=True):
        assert PATH_ENDS[end] != "full" or pandoku.solve(puzzle).count


def test_a_technique_in_python_takes_its_place_in_the_path() -> None:
    asked = []

    def find(board: Board, limit: int) -> Iterator[Step]:
        asked.append(board)
        for step in naked_singles(board):
            yield dataclasses.replace(step, technique="mine")

    mine = dataclasses.replace(get_technique("naked-single"), name="mine", find=find, aliases=())
    path = explain(EASY, techniques=["full-house", mine])
    assert {step.technique for step in path.steps} == {"full-house", "mine"}
    assert asked
    for board, step in zip(path.boards(), path.steps, strict=True):
        has_full_house = next(get_technique("full-house").steps(board, 1), None)
        assert (step.technique == "full-house") == (has_full_house is not None)


@pytest.mark.turns(3)
def test_what_needs_one_solution_is_left_out_until_that_is_known() -> None:
    unique = {t.name for t in TECHNIQUES.values() if "unique" in t.needs}
    assert {name for name, _ in explain(EASY, is_proper=False).left_out} == unique
    assert explain(EASY, is_proper=True).left_out == explain(EASY).left_out == ()
    several = EASY.replace(givens=(0,) * 81)
    assert {name for name, _ in explain(several, limit=1).left_out} == unique
    caged = EASY.replace(cages=(Cage("+", None, (0, 1)),))
    assert {name for name, _ in explain(caged, is_proper=True).left_out} == unique


@pytest.mark.turns(3)
def test_the_next_step_is_the_first_of_the_path() -> None:
    assert next_step(Board.start(EASY)) == explain(EASY).steps[0]
    assert next_step(Board.start(Puzzle(9))) is None


def test_unknown_names_and_scales_are_refused() -> None:
    with pytest.raises(TechniqueError, match="no technique 'magic'"):
        explain(EASY, techniques=["magic"])
    with pytest.raises(TechniqueError, match="'miles'; try pandoku, hodoku"):
        explain(EASY, scale="miles")


@pytest.mark.parametrize("reader", [None, "beginner"])
@pytest.mark.parametrize("name", ["easy.list", "keen9.keen", "jigsaw.json"])
def test_a_path_with_a_time_that_suffices_is_the_same(name: str, reader: str | None) -> None:
    puzzle = pandoku.load(data.EXAMPLES / name)
    assert explain(puzzle, reader=reader, budget=60) == explain(puzzle, reader=reader)


@pytest.mark.parametrize("scale", ["human", "pandoku", "hodoku", "se"])
@pytest.mark.parametrize("budget", [1e-9, 0.2])
def test_a_path_whose_time_is_over_has_the_steps_found_by_then(scale: str, budget: float) -> None:
    order = 9 if scale in ("hodoku", "se") else 25
    start = data.ESCARGOT if order == 9 else pandoku.Puzzle(25)
    path = explain(start, scale=scale, budget=budget if order == 25 else 1e-9, is_proper=True)
    assert (path.cut_by, path.is_cut, path.missing) == ("seconds", True, "")
    assert re.search(r" \d+ steps?, .*time", path.summary())
    if path.steps:
        assert path.steps == explain(start, scale=scale, limit=len(path), is_proper=True).steps


def test_a_path_that_ends_in_time_is_not_cut() -> None:
    assert explain(EASY, budget=60).cut_by is None
    assert explain(EASY, budget=60, limit=1).cut_by == "limit"


def test_the_budget_of_a_path_is_a_time() -> None:
    with pytest.raises(ValueError, match=r"budget .*seconds, found 0"):
        explain(EASY, budget=0)
    with pytest.raises(ValueError, match=r"budget .*found Budget"):
        explain(EASY, budget=pandoku.Budget(nodes=5))


def test_a_summary_may_leave_the_rating_out() -> None:
    path = explain(EASY)
    ending = path.summary().removeprefix(path.summary(rated=False))
    assert ending == f"; rated {path.usual_rating()[1]}"


def test_a_candidate_that_a_digit_in_its_house_rules_out_is_none() -> None:
    digits = (0, 0, 0, 4, 4, 0, 2, 0, 1, 2) + (0,) * 6
    board = Board(Puzzle(4), digits, (15,) * 16)
    path = explain(board)
    assert (
        in_full(path.start)
        == in_full(Board.start(Puzzle(4), digits))
        == in_full(board.consistent())
    )
    assert [step.placements for step in path.steps] == [
        step.placements for step in explain(path.start).steps
    ]
    assert path.start.consistent() is path.start
    assert pandoku.hint(board, 5).text == pandoku.hint(path.start, 5).text
