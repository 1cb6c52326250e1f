"""Calls that have to agree on one puzzle: an answer that another call contradicts is a lie."""

from __future__ import annotations

from random import Random

import numpy as np

import pandoku
from pandoku import Board, Budget, PandokuError, Path, Puzzle
from pandoku.engines import ENGINES, get_engine
from pandoku.formats import FORMATS
from pandoku.symmetry import canonical, is_isomorphic
from tests.fuzz.values import any_puzzle

__all__ = ["Lie", "try_agreement"]

_MOST = 60  # solutions that are looked at
_BUDGET = Budget(nodes=3000)


class Lie(AssertionError):  # noqa: N818  # what it is called
    """Two answers contradict each other."""


def _require(claim: object, what: str) -> None:
    if not claim:
        raise Lie(what)


def try_agreement(rng: Random) -> str:
    """Ask everything about a random puzzle, and compare the answers.

    Returns:
        The puzzle, for the report of a finding.

    Raises:
        Lie: Two answers contradict each other.
        Exception: Whatever a call raises that is no refusal.
    """
    puzzle = any_puzzle(rng)
    told = repr(puzzle)
    try:
        if FORMATS["json"].why_not(puzzle) is None:  # a clone without copies is refused
            told = pandoku.dumps(puzzle).strip()
        _ask(puzzle, rng)
    except Exception as error:
        error.add_note(told)
        raise
    return told


def _ask(puzzle: Puzzle, rng: Random) -> None:
    problems = puzzle.problems()
    _require_texts_agree(puzzle)
    checked = pandoku.check(puzzle, budget=_BUDGET)
    _require(bool(problems) == bool(checked.problems), "check lists the problems of the puzzle")
    path = _path(puzzle, rng)
    try:
        outcome = pandoku.solve(puzzle, limit=_MOST, budget=_BUDGET)
    except PandokuError:
        _require(problems, "solve refuses a puzzle only if it has problems")
        _require(checked.is_proper is not True, "what solve refuses is not proper")
        _require(
            path is None or path.stopped != "full", "what solve refuses is not solved in steps"
        )
        return
    solutions = outcome.solutions
    _require(len(set(solutions)) == len(solutions), "solutions differ")
    _require(all(map(puzzle.accepts, solutions)), "the puzzle accepts its solutions")
    _require(len(solutions) == min(outcome.count, _MOST), "as many are held as are counted")
    if path:
        _require_sound(path, solutions)
    if outcome.stopped is not None and outcome.count < _MOST:
        return
    n = outcome.count
    if checked.is_proper is not None:
        _require(checked.is_proper == (n == 1), "check and solve agree")
    _require(pandoku.count(puzzle, _MOST, budget=_BUDGET) == n, "count and solve agree")
    _require_engines_agree(puzzle, n, rng)
    if n < _MOST:
        _require_candidates_agree(puzzle, solutions)
        if path and path.stopped == "full":
            _require(n == 1, "what steps solve is proper")


def _path(puzzle: Puzzle, rng: Random) -> Path | None:
    scale = rng.choice(("human", "pandoku"))
    try:
        return pandoku.explain(puzzle, scale=scale, limit=200, budget=5)
    except PandokuError:
        return None


def _require_sound(path: Path, solutions: tuple[tuple[int, ...], ...]) -> None:
    if path.stopped == "full":
        _require(path.end.digits in solutions, "the last board is a solution")
    for solution in solutions:
        _require(_allows(path.end, solution), "no step removes a digit of a solution")


def _allows(board: Board, solution: tuple[int, ...]) -> bool:
    cells = zip(board.digits, board.masks, solution, strict=True)
    return all(digit == right or mask >> right - 1 & 1 for digit, mask, right in cells)


def _require_engines_agree(puzzle: Puzzle, n: int, rng: Random) -> None:
    name = rng.choice(sorted(set(ENGINES) - {"cp-sat", "portfolio"}))
    if get_engine(name).supports(puzzle):
        return
    outcome = pandoku.solve(puzzle, limit=_MOST, engine=name, budget=_BUDGET)
    _require(all(map(puzzle.accepts, outcome.solutions)), f"{name} finds solutions")
    if outcome.complete or outcome.count == _MOST:
        _require(outcome.count == n, f"{name} and auto agree")
    if not puzzle.constraints:
        _, counts = pandoku.solve_many([puzzle], limit=_MOST, budget=Budget(nodes=3000))
        _require(counts[0] < 0 or counts[0] == n, "solve_many and solve agree")


def _require_candidates_agree(puzzle: Puzzle, solutions: tuple[tuple[int, ...], ...]) -> None:
    grids = np.array(solutions, dtype=np.int64).reshape(len(solutions), puzzle.order**2)
    want = np.bitwise_or.reduce(np.int64(1) << (grids - 1), axis=0) if len(grids) else None
    found = pandoku.true_candidates(puzzle, budget=_BUDGET)
    if found is not None:
        expected = (0,) * puzzle.order**2 if want is None else tuple(want.tolist())
        _require(found == expected, "true_candidates is the union of the solutions")


def _all_solutions(puzzle: Puzzle) -> frozenset[tuple[int, ...]] | None:
    """Return all solutions, or None if there are too many to look at or they are not found."""
    try:
        outcome = pandoku.solve(puzzle, limit=_MOST, budget=_BUDGET)
    except PandokuError:
        return None
    return frozenset(outcome.solutions) if outcome.complete else None


def _require_texts_agree(puzzle: Puzzle) -> None:
    for name, module in FORMATS.items():
        if module.why_not(puzzle) is not None:
            continue
        text = pandoku.dumps(puzzle, name)
        again = pandoku.loads(text, format=name)
        _require(pandoku.dumps(again, name) == text, f"{name} writes what it read")
        if name == "json":
            _require(again.in_full() == puzzle.in_full(), "JSON keeps a puzzle as it is")
        if again != puzzle:  # a format may write a rule in another way, but loses none
            solved = _all_solutions(puzzle), _all_solutions(again)
            _require(None in solved or solved[0] == solved[1], f"{name} keeps the solutions")
    if puzzle.order <= 4 and puzzle.candidates is None:
        try:
            form = canonical(puzzle)
        except PandokuError:
            return
        _require(is_isomorphic(puzzle, form), "a canonical form is an isomorph")
