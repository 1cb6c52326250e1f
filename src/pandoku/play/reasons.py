"""Reasons: the techniques that give a digit, or remove a mark, on a player's board.

The board has the player's digits, and the candidates that the digits and the center marks allow.
Chains and trials do not count as reasons. Nearly every digit follows from a chain, so nobody can
tell whether the player found the chain or guessed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pandoku.kernel.logic import Finder, walk
from pandoku.logic import next_step, ordered_techniques, usable
from pandoku.model import Board, Puzzle, Step
from pandoku.rating import DEFAULT_ORDER, DEFAULT_SCALE, get_scale, span
from pandoku.techniques import example_of, get_technique

__all__ = ["Reason", "Reasons", "is_single", "score_of"]

_TRIALS = (
    "nishio",
    "cell-forcing-chain",
    "region-forcing-chain",
    "contradiction-forcing-chain",
    "cage-trial",
    "rule-trial",
    "cage-cell-forcing-chain",
    "cage-region-forcing-chain",
    "cage-contradiction-forcing-chain",
    "cage-nested-forcing-chain",
    "nested-forcing-chain",
)
# maximum number of eliminations before a digit, more than anybody can remember
_MOST_ELIMINATIONS = 200
_MOST_STEPS = 200  # maximum number of steps examined for a technique
_FIRST = 8  # number of eliminations in the first batch. Each later batch has twice as many.
_CHAINS = 6.6  # steps rated below this are not chains


class Reason(NamedTuple):
    """The reason why a digit follows from a board.

    Attributes:
        step: The step that places the digit.
        after: The hardest elimination before that step, or None if no elimination is needed. If
            several eliminations are equally hard, it is the last of them, because the earlier
            eliminations are not enough without it.
        technique: The technique of `step` or of `after`, whichever of the two the search tries
            later.
    """

    step: Step
    after: Step | None
    technique: str


def score_of(step: Step) -> float:
    """Return the rating of a step in the default scale, or 0 if it has no rating."""
    rating = get_scale(DEFAULT_SCALE).rate(step)
    return rating.score if rating else 0.0


class Reasons:
    """The techniques to try on a puzzle, easiest first.

    Args:
        puzzle: The puzzle. Without cages, techniques for cages are left out.
        is_proper: Whether the puzzle is known to have exactly one solution.
        known: Names of the only techniques to try. None means all techniques.
    """

    def __init__(
        self, puzzle: Puzzle, is_proper: bool, known: Collection[str] | None = None
    ) -> None:
        tried, _ = usable(ordered_techniques(), puzzle, is_proper)
        tried = [each for each in tried if known is None or each.name in known]
        self._techniques = [each for each in tried if each.name not in _TRIALS]
        seen_first = ordered_techniques(scale=DEFAULT_ORDER)
        names = {each.name for each in self._techniques}
        self._as_seen = [each for each in seen_first if each.name in names]
        self._rank = {each.name: rank for rank, each in enumerate(self._techniques)}
        self._placing = [each for each in self._techniques if _places(each.name)]
        self._others = [each for each in self._techniques if _eliminates(each.name)]
        self._finders = [each.find for each in self._others if isinstance(each.find, Finder)]
        self._is_proper = is_proper

    def easiest(self, board: Board, near: Sequence[int] = ()) -> Step | None:
        """Return the step that a person sees first, or None.

        Args:
            board: The board.
            near: The cells where the player looks. Among equally easy steps, a step near these
                cells comes first.
        """
        return next_step(board, techniques=self._as_seen, is_proper=self._is_proper, near=near)

    def of_digit(self, board: Board, cell: int, digit: int) -> Reason | None:
        """Return the reason why a digit follows on a board, or None if no reason is found.

        If techniques place the digit without any eliminations, the reason is a step of the first of
        these techniques. Otherwise candidates are eliminated until the digit is a single: it is the
        only candidate of its cell, or a house has only one place left for it. Each elimination is
        made by the first technique that has one, so a technique is used only after all easier
        techniques are exhausted. No other digit is placed.
        """
        if (step := self._placed(board, cell, digit)) is not None:
            return Reason(step, None, step.technique)
        if not board.masks[cell] >> (digit - 1) & 1:
            return None
        masks, taken = list(board.masks), list[Step]()
        seen = {cell, *board.puzzle.sight[cell]}
        for step in self._eliminations(board):
            taken.append(step)
            is_near = False
            for at, gone in step.eliminations:
                masks[at] &= ~(1 << (gone - 1))
                is_near |= at == cell or (gone == digit and at in seen)
            if is_near and is_single(board.puzzle, board.digits, masks, cell, digit):
                return self._after(
                    Board(board.puzzle, board.digits, tuple(masks)), taken, cell, digit
                )
        return None

    def of_marks(self, board: Board, gone: Iterable[tuple[int, int]]) -> Step | None:
        """Return the easiest step that eliminates at least one of some candidates, or None.

        Args:
            board: The board before the candidates were removed.
            gone: The candidates, as (cell, digit) pairs that are on the board.
        """
        wanted = {*gone}
        for technique in self._others:
            for step in technique.steps(board, _MOST_STEPS):
                if not wanted.isdisjoint(step.eliminations):
                    return step
        return None

    def _placed(self, board: Board, cell: int, digit: int) -> Step | None:
        for technique in self._placing:
            steps = technique.steps(board, _MOST_STEPS)
            placing = [step for step in steps if (cell, digit) in step.placements]
            if placing:
                return next(filter(_is_in_a_box, placing), placing[0])
        return None

    def _eliminations(self, board: Board) -> Iterator[Step]:
        """Yield eliminations, until none is left or the next step would place a digit."""
        left = _MOST_ELIMINATIONS
        n_steps = _FIRST
        while left > 0:
            steps = walk(board, self._finders, min(n_steps, left))
            for step in steps:
                if step.placements:
                    return
                yield step
                board = board.after(step)
            if len(steps) < n_steps:
                return
            left, n_steps = left - n_steps, 2 * n_steps

    def _after(self, board: Board, taken: Sequence[Step], cell: int, digit: int) -> Reason | None:
        step = self._placed(board, cell, digit)
        if step is None:
            return None
        hardest = max(reversed(taken), key=lambda each: self._rank[each.technique])
        harder = max(step.technique, hardest.technique, key=self._rank.__getitem__)
        return Reason(step, hardest, harder)


def _is_in_a_box(step: Step) -> bool:
    """Return True if a step is in a box. People look at boxes before rows and columns."""
    return any(house.kind in ("box", "region") for house in step.facts.houses)


@lru_cache(maxsize=256)
def _places(name: str) -> bool:
    """Return True if a technique places digits, judging by its example."""
    example = example_of(name)
    steps = get_technique(name).steps(example.board, 1) if example else ()
    return any(step.placements for step in steps)


@lru_cache(maxsize=256)
def _eliminates(name: str) -> bool:
    """Return True if a technique places no digits and eliminates candidates without a chain."""
    known = span(DEFAULT_SCALE, name)
    return known is not None and known[0] < _CHAINS and not _places(name)


def is_single(
    puzzle: Puzzle, digits: Sequence[int], masks: Sequence[int], cell: int, digit: int
) -> bool:
    """Return True if a digit is its cell's only candidate or has only this place in a house."""
    bit, geometry = 1 << (digit - 1), puzzle.geometry
    if masks[cell] == bit:
        return True
    houses = (geometry.houses[index].cells for index in geometry.houses_of[cell])
    return any(
        all(at == cell or digits[at] or not masks[at] & bit for at in cells) for cells in houses
    )
