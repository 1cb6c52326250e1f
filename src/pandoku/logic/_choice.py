"""The path that a person would take: of what can be seen, the easiest, and near the last step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import NamedTuple

from pandoku.kernel.logic import MAX_STEPS
from pandoku.logic._singles import SINGLES, singles, step_of
from pandoku.logic._walk import end_of, first_step
from pandoku.model import Board, Puzzle, Step
from pandoku.rating import ChoosingScale, Single
from pandoku.techniques import Technique

__all__ = ["chosen_steps", "steps_for_beginners"]

# What is compared: the place of the technique or its effort, the effort, and how far away it is.
_Key = tuple[float, ...]


class _Choice(NamedTuple):
    key: _Key
    step: Step | Single


def chosen_steps(
    board: Board,
    techniques: Sequence[Technique],
    scale: ChoosingScale,
    *,
    limit: int | None = None,
    near: Sequence[int] = (),
    in_order: bool = False,
    only: Callable[[Step], bool] | None = None,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of a path, each the one of least effort and nearest to the one before.

    Args:
        board: Where the path starts.
        techniques: The techniques, in the order in which equal steps are preferred.
        scale: What says how much effort a step takes.
        limit: End the path after this many steps, at least 1; None means walk to the end.
        near: The cells where the person looks at first.
        in_order: Whether the techniques are tried in their order, whatever their steps take.
        only: Steps for which this is False are left out; None means all are taken.

    Yields:
        Each step with the board after it, until there is none, the grid is full, or a cell has no
        candidate left.

    Raises:
        TechniqueError: A technique written in Python fails; see `Technique.steps`.
    """
    chooser = _Chooser(techniques, scale, in_order, only)
    in_sight = Board.start(board.puzzle, board.digits)
    for _ in range(min(limit or MAX_STEPS, MAX_STEPS)):
        if end_of(board) != "stuck":
            return
        step = chooser.choose(board, in_sight, near)
        if step is None:
            return
        near = _changed(step)
        board = board.after(step)
        for cell, digit in step.placements:
            in_sight = in_sight.place(cell, digit)
        yield step, board


def steps_for_beginners(
    board: Board,
    techniques: Sequence[Technique],
    scale: ChoosingScale,
    *,
    limit: int | None = None,
    near: Sequence[int] = (),
    in_order: bool = False,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of `chosen_steps`, but first all that need no pencil marks."""
    left = min(limit or MAX_STEPS, MAX_STEPS)
    plain = chosen_steps(
        board, techniques, scale, limit=left, near=near, in_order=in_order, only=scale.is_plain
    )
    for step, after in plain:
        board, near, left = after, _changed(step), left - 1
        yield step, board
    if left:
        yield from chosen_steps(
            board, techniques, scale, limit=left, near=near, in_order=in_order
        )


def _changed(step: Step) -> list[int]:
    return sorted({cell for cell, _ in (*step.placements, *step.eliminations)})


class _Chooser:
    """Chooses among the steps of techniques, in the order of the least effort that each can take.

    Args:
        techniques: As in `chosen_steps`.
        scale: As in `chosen_steps`.
        in_order: As in `chosen_steps`.
        only: As in `chosen_steps`.
    """

    def __init__(
        self,
        techniques: Sequence[Technique],
        scale: ChoosingScale,
        in_order: bool,
        only: Callable[[Step], bool] | None,
    ) -> None:
        self._scale, self._only, self._in_order = scale, only, in_order
        self._rank = {each.name: at for at, each in enumerate(techniques)}
        self._singles = {e.name: e for e in techniques if e.is_native and e.name in SINGLES}
        others = [each for each in techniques if each.name not in self._singles]
        self._others = sorted(others, key=lambda each: self._least(each.name))

    def choose(self, board: Board, in_sight: Board, near: Sequence[int]) -> Step | None:
        """Return the step to take on a board, or None if there is none."""
        distance = _Distance(board.puzzle, near)
        best = self._single(board, in_sight, distance)
        rest = self._others
        while rest:
            least = best.key[0] if best else inf
            tried = [each for each in rest if best is None or self._least(each.name) < least]
            found = first_step(board, tried)
            if found is None:
                break
            at, technique = next((a, t) for a, t in enumerate(rest) if t.name == found.technique)
            best = min(
                (each for each in (best, self._easiest(board, technique, found, distance)) if each),
                key=lambda each: each.key,
                default=None,
            )
            rest = rest[at + 1 :]
        if best is None or isinstance(best.step, Step):
            return best and best.step
        return step_of(best.step, board, self._singles[best.step.technique])

    def _least(self, name: str) -> float:
        return self._rank[name] if self._in_order else self._scale.least_effort(name)

    def _key(self, name: str, effort: float, *others: float) -> _Key:
        first = self._rank[name] if self._in_order else effort
        return (first, effort, *others)

    def _single(self, board: Board, in_sight: Board, distance: _Distance) -> _Choice | None:
        best: _Choice | None = None
        if not self._singles:
            return None
        for each in singles(board, in_sight):
            if each.technique not in self._singles:
                continue
            effort = self._scale.effort_of_single(each)
            key = self._key(each.technique, effort)
            if best is not None and key > best.key[:2]:
                continue
            key = (*key, *distance.of_digit(each.cell, each.digit), each.house)
            if best is None or key < best.key:
                best = _Choice(key, each)
        return best

    def _easiest(
        self, board: Board, technique: Technique, found: Step, distance: _Distance
    ) -> _Choice | None:
        most = self._scale.choices(technique.name)
        steps = technique.steps(board, most) if most > 1 else (found,)
        choices = (
            _Choice(
                self._key(technique.name, self._scale.effort(step), *distance.of_step(step)), step
            )
            for step in steps
            if self._only is None or self._only(step)
        )
        return min(choices, key=lambda each: each.key, default=None)


class _Distance:
    """How far from the last step another one is: whether a house leads there, then the way.

    Args:
        puzzle: The puzzle.
        near: The cells that the last step changed.
    """

    def __init__(self, puzzle: Puzzle, near: Sequence[int]) -> None:
        self._order, self._near = puzzle.geometry.order, near
        self._block = {cell for at in near for cell in _blocks(puzzle)[at]}
        self._line = {cell for at in near for cell in puzzle.geometry.peers[at]}

    def of_digit(self, cell: int, digit: int) -> tuple[float, ...]:
        """Return the distance of a placement, and its place in reading order."""
        return self._of_cell(cell), self._way(cell), cell, digit

    def of_step(self, step: Step) -> tuple[float, ...]:
        """Return the distance of a step: of the nearest cell of its pattern."""
        facts = step.facts
        cells = {cell for cell, *_ in (*facts.cells, *facts.candidates)}
        cells |= {cell for cell, _ in (*step.placements, *step.eliminations)}
        nearest = min(cells, key=lambda each: (self._of_cell(each), self._way(each), each))
        return self._of_cell(nearest), self._way(nearest), min(cells)

    def _of_cell(self, cell: int) -> int:
        return 0 if cell in self._block else 1 if cell in self._line else 2

    def _way(self, cell: int) -> int:
        row, column = divmod(cell, self._order)
        ways = (abs(row - at // self._order) + abs(column - at % self._order) for at in self._near)
        return min(ways, default=0)


@lru_cache(maxsize=16)
def _blocks(puzzle: Puzzle) -> tuple[frozenset[int], ...]:
    """Return, for each cell, the cells that share its box, region or cage."""
    geometry = puzzle.geometry
    blocks = [house.cells for house in geometry.houses if house.kind in ("box", "region")]
    blocks += [cage.cells for cage in puzzle.cages]
    return tuple(
        frozenset(cell for block in blocks if at in block for cell in block)
        for at in range(geometry.n_cells)
    )
