"""The scale of Sudoku Explainer 1.2.1, with the number ER, for 9x9 Sudokus with 3x3 boxes.

A path in this scale has exactly the steps that the program takes, in the same order. A step has the
rating of its technique. If the step has a chain, the rating increases by a tenth for each number in
4, 6, 8, 12, 16, 24, ... that is less than the number of nodes between the chain's ends. The rating
of a path is the rating of its hardest step.
"""

from __future__ import annotations

from math import inf

from pandoku.errors import PuzzleError, TechniqueError
from pandoku.kernel.lanes import search_lanes
from pandoku.kernel.rating import MAX_REFERENCE_STEPS
from pandoku.kernel.rating import reference_steps as replay_proper
from pandoku.model import Board, Geometry, Puzzle, Step
from pandoku.rating._lengths import lengthening, n_nodes
from pandoku.rating._scale import Program, Rating, Scale, hardest_of, word_of
from pandoku.techniques import reference_techniques

__all__ = ["SCALE", "bounds"]

_TECHNIQUES = reference_techniques()

# Ratings in tenths, in the order of search. `_rate` subtracts from the number of a hidden single in
# a box. It adds to the number of a long chain, and of a unique loop or BUG step with many cells.
_TENTHS = {
    "full-house": 10,
    "hidden-single": 15,
    "direct-pointing": 17,
    "direct-claiming": 19,
    "direct-hidden-pair": 20,
    "naked-single": 23,
    "direct-hidden-triple": 25,
    "pointing": 26,
    "claiming": 28,
    "naked-pair": 30,
    "x-wing": 32,
    "hidden-pair": 34,
    "naked-triple": 36,
    "swordfish": 38,
    "hidden-triple": 40,
    "xy-wing": 42,
    "xyz-wing": 44,
    "unique-rectangle-1": 45,
    "unique-rectangle-2": 45,
    "unique-rectangle-3": 45,
    "unique-rectangle-3-hidden": 44,
    "unique-rectangle-4": 45,
    "unique-loop-1": 46,
    "unique-loop-2": 46,
    "unique-loop-3": 46,
    "unique-loop-3-hidden": 45,
    "unique-loop-4": 46,
    "naked-quad": 50,
    "jellyfish": 52,
    "hidden-quad": 54,
    "bug-1": 56,
    "bug-2": 57,
    "bug-3": 57,
    "bug-4": 57,
    "aligned-pair-exclusion": 62,
    "x-cycle": 65,
    "y-cycle": 65,
    "forcing-x-chain": 66,
    "xy-cycle": 70,
    "forcing-chain": 70,
    "aligned-triplet-exclusion": 75,
    "nishio": 75,
    "cell-forcing-chain": 80,
    "region-forcing-chain": 80,
    "dynamic-contradiction-chain": 85,
    "dynamic-double-chain": 85,
    "dynamic-cell-chain": 85,
    "dynamic-region-chain": 85,
}
_ORDER = tuple(_TENTHS)
_CLASSIC = Geometry.sudoku(9)
_IN_A_BOX = 12
_FIXED = 56  # techniques above this number of tenths have a rating that depends on the step's size
# The hardest implication of a dynamic chain adds these tenths to the rating, by the technique of
# the implication. An implication of any other technique adds 5.
_NESTED = {
    **dict.fromkeys(("assumption", "weak-link", "naked-single", "hidden-single"), 0),
    **dict.fromkeys(("x-cycle", "y-cycle", "xy-cycle", "forcing-x-chain", "forcing-chain"), 10),
    **dict.fromkeys(("cell-forcing-chain", "region-forcing-chain"), 15),
    **dict.fromkeys((name for name in _ORDER if name.startswith("dynamic")), 20),
}
_PATTERN = 5
_STUCK = 20.0  # Sudoku Explainer's rating of a puzzle that it cannot solve


def _rate(step: Step) -> Rating | None:
    """Return the rating of a step, from its technique, its size and the length of its chains.

    The result is None if Sudoku Explainer does not have the technique.
    """
    tenths = _TENTHS.get(step.technique)
    if tenths is None:
        return None
    number = (tenths + _more(step) + lengthening(n_nodes(step) - 2)) / 10
    return Rating(word_of(number), number)


def bounds(technique: str) -> tuple[float, float]:
    """Return the least and the greatest score that a step of a technique can have in the scale.

    The greatest score is inf if the score depends on the size of the step.

    >>> bounds("hidden-single"), bounds("naked-pair"), bounds("forcing-chain")
    ((1.2, 1.5), (3.0, 3.0), (7.0, inf))
    """
    tenths = _TENTHS[technique]
    if technique == "hidden-single":
        return _IN_A_BOX / 10, tenths / 10
    return tenths / 10, inf if tenths > _FIXED or technique.startswith("unique-") else tenths / 10


def _more(step: Step) -> int:
    """Return the tenths to add to the rating of a technique because of the size of a step."""
    name, facts = step.technique, step.facts
    if name == "hidden-single":
        is_in_a_box = any(house.kind == "box" for house in facts.houses)
        return _IN_A_BOX - _TENTHS[name] if is_in_a_box else 0
    roles = [role for _, role in facts.cells]
    if name.startswith("unique-"):
        n_cells = sum(role in ("floor", "roof") for role in roles)
        return (0 if n_cells < 8 else 1 if n_cells == 8 else 4) + roles.count("subset")
    if name == "bug-3":
        return roles.count("subset")
    if name.startswith("dynamic"):
        inner = (each.technique for branch in facts.branches for each in branch)
        return max((_NESTED.get(each, _PATTERN) for each in inner), default=0)
    return 0


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the reason why the program does not support a puzzle, or None if it does.

    >>> _why_not(Puzzle.latin(9))
    '9x9'
    """
    if puzzle.geometry != _CLASSIC:
        return puzzle.geometry.describe()
    if puzzle.cages:
        return "cages"
    if puzzle.further:
        return puzzle.further[0].NAME
    return "a puzzle that limits its candidates" if puzzle.candidates is not None else None


def _replay(board: Board, limit: int | None = None, *, seconds: float | None = None) -> list[Step]:
    """Return the steps that the program takes, in order.

    Args:
        board: The start of the path.
        limit: End the path after this many steps, at least 1. None means no limit.
        seconds: End the path after this time, more than 0. None means no limit.

    Raises:
        TechniqueError: The program does not support puzzles of this kind.
        PuzzleError: The puzzle does not have exactly one solution, or the board excludes its
            solution.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    _require_kind(board.puzzle)
    puzzle = board.puzzle
    # Look for defects first, because the search could take hours to prove that a puzzle with a
    # defect has no solution.
    puzzle.require_sound()
    (found,) = search_lanes([puzzle], limit=2, threads=1)
    if found.count != 1:
        count = "several" if found.count else "none"
        raise PuzzleError(
            f"expected a puzzle with exactly one solution for the scale 'se', found {count}; "
            "the scale 'pandoku' explains any puzzle"
        )
    (solution,) = found.solutions
    for cell, (mask, digit) in enumerate(zip(board.masks, solution, strict=True)):
        if not mask >> (digit - 1) & 1:
            raise PuzzleError(
                f"{puzzle.geometry.name(cell)}: expected a board that leads to the solution, found "
                f"one without {digit}, which belongs there; correct it or start from the puzzle"
            )
    return replay_proper(board, MAX_REFERENCE_STEPS if limit is None else limit, seconds=seconds)


def _require_kind(puzzle: Puzzle) -> None:
    """Raise TechniqueError if the program does not support puzzles of this kind."""
    if reason := _why_not(puzzle):
        raise TechniqueError(
            f"expected a 9x9 Sudoku with 3x3 boxes and nothing else for the scale 'se', found "
            f"{reason}; the scale 'pandoku' rates puzzles of every kind"
        )


SCALE = Scale(
    name="se",
    summary="ER of Sudoku Explainer, whose steps are replayed; for 9x9 Sudokus",
    order=_ORDER,
    rate=_rate,
    of_path=hardest_of,
    beyond=Rating(word_of(_STUCK), _STUCK),
    program=Program(
        techniques=_TECHNIQUES,
        why_not=_why_not,
        require_kind=_require_kind,
        replay=_replay,
    ),
)
