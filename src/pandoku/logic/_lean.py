"""Lean paths: find the steps of a path that its placements need."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from pandoku.logic._time import UNBOUNDED, Time
from pandoku.logic.ledger import ledger_of, premises
from pandoku.model import Board, Step, joined_step
from pandoku.techniques import Technique
from pandoku.words import in_sight

__all__ = ["lean_steps"]

_LARGEST_QUICK = 9  # order of the largest grid without hundreds of trials to compare


def lean_steps(
    start: Board,
    steps: Sequence[Step],
    technique_of: Callable[[str], Technique],
    time: Time = UNBOUNDED,
) -> list[tuple[int, Step]]:
    """Return the steps that the placements of a path need, each with its position in the path.

    Every step is one that its technique finds on the board of the lean path. This board has more
    candidates than the board of the complete path, so a step may remove more.

    Args:
        start: The board before the first step.
        steps: The steps of a path that fills the grid.
        technique_of: Function that returns a technique of the path by its name.
        time: The time limit of the search.

    Raises:
        OutOfTimeError: The time is over.
    """
    search = _Search(start, steps, technique_of, time)
    found = _replayed(search, search.needed())
    # A program that a scale reproduces may take steps that no technique finds.
    return [*enumerate(steps)] if found is None else found


class _Search:
    """The search for needed steps, from the last step of a path to the first."""

    def __init__(
        self,
        start: Board,
        steps: Sequence[Step],
        technique_of: Callable[[str], Technique],
        time: Time,
    ) -> None:
        self.steps, self._technique_of, self._time = steps, technique_of, time
        self._ledger = ledger_of(start, steps)
        self.boards = [start]  # before each step
        for step in steps[:-1]:
            self.boards.append(self.boards[-1].after(step))

    def needed(self) -> set[int]:
        """Return the positions of the steps that place digits, and of the steps that these need."""
        needed = {at for at, step in enumerate(self.steps) if step.placements}
        for at in range(len(self.steps) - 1, 0, -1):
            if at in needed:
                needed |= self._needed_by(at, needed)
        return needed

    def _needed_by(self, at: int, needed: Collection[int]) -> set[int]:
        """Return the positions of earlier steps that a step needs, beyond those in *needed*."""
        others = {k for k in range(at) if k not in needed}
        if self._is_slow(at):
            return others
        if not others or self._is_found(at, {*needed}):
            return set()
        wanted = self._sources(at) & others
        if not self._is_found(at, {*needed, *wanted}):
            wanted = others
            if not self._is_found(at, {*needed, *wanted}):
                return wanted  # no technique finds the step, so nothing is known about its needs
        for k in sorted(wanted) if len(wanted) > 1 else ():
            if self._is_found(at, {*needed, *wanted} - {k}):
                wanted.remove(k)
        return wanted

    def _is_slow(self, at: int) -> bool:
        """Return whether it takes long to find a step again.

        This is the case for nested chains, for trials of rules, and for trials in large grids.
        """
        step, board = self.steps[at], self.boards[at]
        branches = step.facts.branches
        is_nested = any(each.facts.branches for branch in branches for each in branch)
        is_native = self._technique_of(step.technique).is_native
        is_large = board.puzzle.order > _LARGEST_QUICK
        return is_nested or bool(branches and (is_large or not is_native))

    def _sources(self, at: int) -> set[int]:
        """Return the positions of the steps that removed what a step rests on."""
        step, board = self.steps[at], self.boards[at]
        words = self._technique_of(step.technique).explain(step, board)
        gone = (pair for pair in premises(step, board, words.full) if not in_sight(board, *pair))
        return {self._ledger[pair].step - 1 for pair in gone if self._ledger[pair].step}

    def _is_found(self, at: int, kept: Collection[int]) -> bool:
        return self.found(self.steps[at], self._board(at, kept)) is not None

    def _board(self, at: int, kept: Collection[int]) -> Board:
        """Return the board before a step without the eliminations of steps that are not *kept*."""
        board = self.boards[at]
        masks = [*board.masks]
        for k in range(at):
            for cell, digit in self.steps[k].eliminations if k not in kept else ():
                if not board.digits[cell]:
                    masks[cell] |= 1 << (digit - 1)
        return Board(board.puzzle, board.digits, tuple(masks)).consistent()

    def found(self, step: Step, board: Board) -> Step | None:
        """Return the step that its technique finds on a board with the same changes, or None.

        The step itself is preferred, then the step that removes the fewest other candidates.
        """
        if step.facts.steps:
            return self._found_parts(step, board)
        self._time.left()
        if step.facts.steps:
            return self._found_parts(step, board)
        placed, gone = {*step.placements}, {*step.eliminations}
        best, n_least = None, 0
        for each in self._technique_of(step.technique).steps(board):
            if each == step:
                return each
            n_gone = len(each.eliminations)
            is_less = best is None or n_gone < n_least
            if is_less and placed == {*each.placements} and gone <= {*each.eliminations}:
                best, n_least = each, n_gone
        return best

    def _found_parts(self, step: Step, board: Board) -> Step | None:
        """Return a step that joins the chains that are found for its parts, or None."""
        found = list[Step]()
        for part in step.parts:
            left = tuple(pair for pair in part.eliminations if pair in step.eliminations)
            if not left:
                continue
            chain = self.found(replace(part, eliminations=left), board)
            if chain is None:
                return None
            found.append(chain)
        return joined_step(found)


def _replayed(search: _Search, needed: Collection[int]) -> list[tuple[int, Step]] | None:
    """Return the needed steps as their techniques find them, or None if one is not found."""
    board, taken = search.boards[0], list[tuple[int, Step]]()
    for at in sorted(needed):
        step = search.steps[at]
        if board == search.boards[at]:
            taken.append((at, step))
            board = board.after(step)
            continue
        left = tuple((c, d) for c, d in step.eliminations if board.masks[c] >> (d - 1) & 1)
        if not left and not step.placements:
            continue  # an earlier step removes more than in the complete path
        wanted = Step(step.technique, step.placements, left, step.facts)
        found = search.found(wanted, board)
        if found is None:
            return None
        taken.append((at, found))
        board = board.after(found)
    return taken
