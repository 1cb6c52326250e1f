"""The judge of a puzzle's digits: its rules, or the solution in its source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from pandoku.constraints import is_foggy
from pandoku.logic._time import UNBOUNDED, Time
from pandoku.logic.uniqueness import SEVERAL_MEAN, Uniqueness, uniqueness_of
from pandoku.model import Puzzle, find_conflicts
from pandoku.words import conflict_words

__all__ = ["Judge", "claimed_solution", "is_solved_by", "judge_of"]

_NO_FOG = "As no digit is known to be right, none could lift the fog: nothing is hidden."


@dataclass(frozen=True, slots=True)
class Judge:
    """The reference for the digits of a player.

    Attributes:
        uniqueness: The solutions that the checked rules leave, as far as known.
        by: "rules" if they leave exactly one solution, "source" if some rules are not checked and
            the solution of the puzzle's source judges, and "" without a judge.
        solution: The right digits, row-major, with 0 where the source leaves a cell open. None
            without a judge.
        problem: A sentence or two for the player, or "".
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
        """A description of the judge, in a sentence or two."""
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

    Rules judge if pandoku checks all of them. If some are only in words or drawings, and the
    others leave several solutions, the source's solution judges, unless it breaks a rule.

    Raises:
        OutOfTimeError: No time is left to begin with.

    >>> from pandoku.constraints import RulesInWords
    >>> open_ = Puzzle(4, solution="1234341221434321").with_(RulesInWords("Row 1 rises."))
    >>> judge_of(open_).by, judge_of(open_).wrong_cells((1, 3) + (0,) * 14)
    ('source', (1,))
    """
    return _kept(puzzle, puzzle.in_full(), uniqueness_of(puzzle, time))


@lru_cache(maxsize=256)
def _kept(puzzle: Puzzle, _in_full: tuple[object, ...], uniqueness: Uniqueness) -> Judge:
    if uniqueness.reason:  # nothing can be compared with rules that contradict themselves
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
    """Return the solution in a puzzle's source if it keeps all checked rules, otherwise None.

    Givens are included. The source leaves cells with 0 open.

    >>> claimed_solution(Puzzle(4, "1" + "." * 15, solution="1234341221434321"))[:4]
    (1, 2, 3, 4)
    >>> claimed_solution(Puzzle(4, "2" + "." * 15, solution="1234341221434321")) is None
    True
    """
    claimed = puzzle.solution
    if claimed is None or not any(claimed) or not _is_sound(puzzle) or _flaw(puzzle):
        return None
    return tuple(given or digit for given, digit in zip(puzzle.givens, claimed, strict=True))


def is_solved_by(puzzle: Puzzle, digits: Sequence[int]) -> bool:
    """Return whether digits solve a puzzle: they keep its rules and agree with its judge.

    This needs no search. A unique solution agrees with a valid solution in the source.
    """
    claimed = claimed_solution(puzzle) if puzzle.unchecked else None
    return puzzle.accepts(digits) and (
        claimed is None
        or all(right in (0, digit) for right, digit in zip(claimed, digits, strict=True))
    )


def _flaw(puzzle: Puzzle) -> str:
    """Return the rule that the claimed solution breaks, or ""."""
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


def _is_sound(puzzle: Puzzle) -> bool:
    return all(each.is_sound(puzzle.geometry) for each in puzzle.further)


def _about_open_cells(solution: Sequence[int]) -> str:
    n_known = len(solution) - solution.count(0)
    if n_known == len(solution):
        return ""
    return (
        f"The solution of the puzzle's source has {n_known} of {len(solution)} cells. "
        "The others are checked by rules alone."
    )
