"""Count a puzzle's solutions, and judge a player's digits by the rules or by the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pandoku.constraints import is_foggy
from pandoku.engines import solve
from pandoku.errors import PuzzleError
from pandoku.logic._time import UNBOUNDED, OutOfTimeError, Time
from pandoku.model import Board, Puzzle, find_conflicts
from pandoku.words import conflict_words

__all__ = [
    "SEVERAL_MEAN",
    "Judge",
    "Uniqueness",
    "claimed_solution",
    "is_known_proper",
    "is_solved_by",
    "judge_of",
    "only_solution_of",
    "uniqueness_of",
]

SEVERAL_MEAN = (
    "No digit is wrong as long as one of them has it, and hints do not assume a single solution."
)
_LONGEST_S = 5.0


@dataclass(frozen=True, slots=True)
class Uniqueness:
    """The known facts about a puzzle's solutions.

    A puzzle can be played even if its solution is not unique.

    Attributes:
        solutions: The solutions found, at most two, each row-major.
        is_known: Whether the search finished.
        reason: The reason why there is no solution, if the givens or cages alone show it, otherwise
            "".
    """

    solutions: tuple[tuple[int, ...], ...]
    is_known: bool
    reason: str = ""

    @property
    def count(self) -> int:
        """The number of solutions found, at most 2. If `is_known` is false, more may exist."""
        return len(self.solutions)

    @property
    def solution(self) -> tuple[int, ...] | None:
        """The only solution, or None if the puzzle is not known to have exactly one solution."""
        return self.solutions[0] if self.is_known and self.count == 1 else None

    @property
    def is_proper(self) -> bool:
        """True if there is exactly one solution, so that digits can be checked against it."""
        return self.solution is not None

    @property
    def text(self) -> str:
        """The result for the player, in one or two sentences."""
        if self.is_proper:
            return "This puzzle has exactly one solution."
        if self.count > 1:
            return f"This puzzle has several solutions. {SEVERAL_MEAN}"
        if self.is_known:
            why = f": {self.reason}" if self.reason else ""
            return f"This puzzle has no solution{why}."
        return (
            "Whether this puzzle has exactly one solution is not known, because the search takes "
            "too long. Hints do not assume it."
        )


def uniqueness_of(puzzle: Puzzle, time: Time = UNBOUNDED) -> Uniqueness:
    """Search a puzzle for two solutions, for at most five seconds.

    Recent results are cached, because players ask for many hints on one puzzle, and a hard puzzle
    with cages may take seconds. The solution in the puzzle's source is ignored, because it may be
    wrong.

    Raises:
        OutOfTimeError: No time is left at the start.

    >>> uniqueness_of(Puzzle(4)).text[:38]
    'This puzzle has several solutions. No '
    """
    left = time.left()
    if left is None or left >= _LONGEST_S:
        return _kept(puzzle, puzzle.in_full())
    return _searched(puzzle, left)


@lru_cache(maxsize=256)
def _kept(puzzle: Puzzle, _in_full: tuple[object, ...]) -> Uniqueness:
    # `_in_full` distinguishes equal puzzles whose cages are in a different order, because they may
    # have different reasons for having no solution.
    return _searched(puzzle, _LONGEST_S)


def _searched(puzzle: Puzzle, seconds: float) -> Uniqueness:
    try:
        found = solve(puzzle, limit=2, budget=seconds)
    except PuzzleError as error:
        return Uniqueness((), True, error.reason)
    return Uniqueness(found.solutions, found.complete or found.count > 1)


def is_known_proper(puzzle: Puzzle, time: Time = UNBOUNDED) -> bool:
    """Return whether a search proves in time that a puzzle has exactly one solution.

    The search takes at most five seconds. The result is False for a puzzle with visible defects.
    """
    try:
        return uniqueness_of(puzzle, time).is_proper
    except OutOfTimeError:
        return False


def only_solution_of(board: Board) -> tuple[int, ...] | None:
    """Return the only solution, or None if it is not found in time or differs from the board."""
    if board.puzzle.problems():
        return None
    outcome = solve(board.puzzle, limit=2, budget=_LONGEST_S)
    if outcome.count != 1 or not outcome.complete:
        return None
    (solution,) = outcome.solutions
    allows = all(m >> (d - 1) & 1 for m, d in zip(board.masks, solution, strict=True))
    return solution if allows else None


# ---- the judge of a player's digits


_NO_FOG = "As no digit is known to be right, none could lift the fog: nothing is hidden."


@dataclass(frozen=True, slots=True)
class Judge:
    """The standard for judging the digits of a player.

    Attributes:
        uniqueness: The known facts about the solutions of the rules that pandoku checks.
        by: "rules" if the checked rules leave exactly one solution, "source" if some rules are not
            checked and the digits are compared with the solution in the puzzle's source, and "" if
            digits cannot be judged.
        solution: The right digits, row-major, with 0 where the source leaves a cell open. None if
            digits cannot be judged.
        problem: One or two sentences that tell the player why digits cannot be judged, or why the
            source's solution is not used or is incomplete. "" if there is no problem.
    """

    uniqueness: Uniqueness
    by: Literal["rules", "source", ""]
    solution: tuple[int, ...] | None
    problem: str

    @property
    def is_complete(self) -> bool:
        """True if the right digit of every cell is known."""
        return self.solution is not None and 0 not in self.solution

    @property
    def text(self) -> str:
        """A description of the judge for the player, in one or two sentences."""
        if self.by == "source" and not self.problem:
            return "Digits are compared with the solution of the puzzle's source."
        return self.problem or self.uniqueness.text

    def wrong_cells(self, digits: Sequence[int]) -> tuple[int, ...]:
        """Return the filled cells whose digit is known to be wrong, ascending."""
        pairs = zip(digits, self.solution or (), strict=False)
        return tuple(
            at for at, (digit, right) in enumerate(pairs) if digit and right not in (0, digit)
        )


def judge_of(puzzle: Puzzle, time: Time = UNBOUNDED) -> Judge:
    """Return the judge of a puzzle.

    If the rules that pandoku checks leave exactly one solution, digits are compared with it.
    Otherwise, if some rules are only in words or drawings, digits are compared with the solution in
    the puzzle's source, unless this solution breaks a checked rule.

    Raises:
        OutOfTimeError: No time is left at the start.

    >>> from pandoku.constraints import RulesInWords
    >>> open_ = Puzzle(4, solution="1234341221434321").with_(RulesInWords("Row 1 rises."))
    >>> judge_of(open_).by, judge_of(open_).wrong_cells((1, 3) + (0,) * 14)
    ('source', (1,))
    """
    return _judged(puzzle, puzzle.in_full(), uniqueness_of(puzzle, time))


@lru_cache(maxsize=256)
def _judged(puzzle: Puzzle, _in_full: tuple[object, ...], uniqueness: Uniqueness) -> Judge:
    if uniqueness.reason:  # the rules contradict each other, so no digit is right
        return Judge(uniqueness, "", None, uniqueness.text)
    flaw = _flaw(puzzle)
    told = f"The solution of the puzzle's source is not used: {flaw}." if flaw else ""
    if uniqueness.solution is not None:
        return Judge(uniqueness, "rules", uniqueness.solution, told)
    has_none = uniqueness.is_known and uniqueness.count == 0
    claimed = claimed_solution(puzzle) if puzzle.unchecked and not has_none else None
    if claimed is not None:
        return Judge(uniqueness, "source", claimed, _about_open_cells(claimed))
    if is_foggy(puzzle) and not claimed_solution(puzzle):
        told = f"{told} {_NO_FOG}".strip()
    text = uniqueness.text
    if puzzle.unchecked and uniqueness.count > 1:
        text = f"The rules that pandoku can check leave several solutions. {SEVERAL_MEAN}"
    return Judge(uniqueness, "", None, f"{text} {told}".strip())


def claimed_solution(puzzle: Puzzle) -> tuple[int, ...] | None:
    """Return the solution in a puzzle's source if it obeys all checked rules, otherwise None.

    The result includes the givens. It has 0 in each cell that the source leaves open.

    >>> claimed_solution(Puzzle(4, "1" + "." * 15, solution="1234341221434321"))[:4]
    (1, 2, 3, 4)
    >>> claimed_solution(Puzzle(4, "2" + "." * 15, solution="1234341221434321")) is None
    True
    """
    claimed = puzzle.solution
    is_sound = all(each.is_sound(puzzle.geometry) for each in puzzle.further)
    if claimed is None or not any(claimed) or not is_sound or _flaw(puzzle):
        return None
    return tuple(given or digit for given, digit in zip(puzzle.givens, claimed, strict=True))


def is_solved_by(puzzle: Puzzle, digits: Sequence[int]) -> bool:
    """Return whether digits obey the checked rules and agree with the solution in the source.

    No search is needed. If the rules leave exactly one solution, digits that obey the rules are
    this solution.
    """
    claimed = claimed_solution(puzzle) if puzzle.unchecked else None
    return puzzle.accepts(digits) and (
        claimed is None
        or all(right in (0, digit) for right, digit in zip(claimed, digits, strict=True))
    )


def _flaw(puzzle: Puzzle) -> str:
    """Return the rule that the solution in the source breaks, or "" if it breaks no rule."""
    claimed = puzzle.solution
    if claimed is None or not any(claimed):
        return ""
    name, n = puzzle.geometry.name, puzzle.order
    for cell, (digit, given) in enumerate(zip(claimed, puzzle.givens, strict=True)):
        if not 0 <= digit <= n:
            return f"it has {digit} at {name(cell)}"
        if digit and given and given != digit:
            return f"it has {digit} at {name(cell)}, where {given} is given"
        if digit and puzzle.candidates and not puzzle.candidates[cell] >> (digit - 1) & 1:
            return f"it has {digit} at {name(cell)}, which is not a candidate there"
    both = tuple(given or digit for given, digit in zip(puzzle.givens, claimed, strict=True))
    if conflicts := find_conflicts(puzzle, both):
        return conflict_words(puzzle, conflicts[0])
    if 0 not in both and not puzzle.accepts(both):
        return "it breaks a rule"
    return ""


def _about_open_cells(solution: Sequence[int]) -> str:
    n_known = len(solution) - solution.count(0)
    if n_known == len(solution):
        return ""
    return (
        f"The solution of the puzzle's source has {n_known} of {len(solution)} cells. "
        "The others are checked by rules alone."
    )
