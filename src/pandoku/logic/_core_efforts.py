"""Efforts of puzzles whose paths the core can walk alone, without a `Step` for any step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pandoku.kernel.efforts import ANY_EFFORT
from pandoku.kernel.logic import WALK_ENDS, FirstSteps
from pandoku.kernel.tables import empty_table
from pandoku.logic._order import is_bound, usable
from pandoku.logic._walk import efforts_of, native_first, native_head, techniques_within
from pandoku.model import Batch, Puzzle, batches_of
from pandoku.rating import (
    DEFAULT_ORDER,
    PuzzleEffort,
    StepEffort,
    effort_weights,
    get_scale,
    in_order,
)
from pandoku.rating.pandoku import score_of
from pandoku.techniques import Technique

if TYPE_CHECKING:
    from pandoku.kernel.searches import SearchedStep

__all__ = ["efforts_in_core"]

_FULL, _STUCK = map(WALK_ENDS.index, ("full", "stuck"))
# The kind of a step: the position of its technique, whether its facts have a box, and its length.
_Kind = tuple[int, bool, int]


def efforts_in_core(
    puzzles: Sequence[Puzzle],
    threads: int | None = None,
    *,
    known: Sequence[FirstSteps] = (),
    most: int = ANY_EFFORT,
) -> list[PuzzleEffort | None]:
    """Return the effort of each puzzle whose path the core can walk alone, and None otherwise.

    The paths are those of `explain`, so the efforts are those of `Path.effort`.

    Args:
        puzzles: Puzzles with exactly one solution, of any kinds.
        threads: Maximum number of threads, at least 1. None means one per available CPU.
        known: As in `outline_many`.
        most: The greatest effort of seeing a step, in tenths (see `Choosing`). The effort is None
            if a path needs a harder step.
    """
    found: list[PuzzleEffort | None] = [None] * len(puzzles)
    # Groups of positions: the same techniques are used for all puzzles of a group.
    groups: dict[tuple[bool, bool], list[int]] = {}
    for at, puzzle in enumerate(puzzles):
        if puzzle.candidates is None and not is_bound(puzzle):
            groups.setdefault((bool(puzzle.cages), bool(puzzle.further)), []).append(at)
    for alike in groups.values():
        for batch in batches_of([puzzles[at] for at in alike]):
            origins = [alike[at] for at in batch.origins or ()]
            efforts = _efforts(batch, threads, [known[at] for at in origins] if known else (), most)
            for at, effort in zip(origins, efforts, strict=True):
                found[at] = effort
    return found


def _efforts(
    batch: Batch, threads: int | None, known: Sequence[FirstSteps], most: int
) -> Iterator[PuzzleEffort | None]:
    from pandoku.kernel.searches import walk_searches

    used, _ = usable(in_order(DEFAULT_ORDER, batch[0]), batch[0], is_proper=True)
    choosing = get_scale(DEFAULT_ORDER).choosing
    assert choosing is not None
    order = native_first(techniques_within(most, used, choosing))
    finders = native_head(order)
    others = order[len(finders) :]
    if any(each.name in choosing.efforts for each in others):
        return iter([None] * len(batch))  # their steps may come before steps of the core
    n, n_cells = len(batch), batch.geometry.n_cells
    rows, ends = bytes(batch.rows), empty_table("B", n)
    paths = walk_searches(
        batch.geometry,
        finders,
        [each._replace(most=min(each.most, most)) for each in efforts_of(choosing, finders)],
        choosing.singles,
        memoryview(rows).cast("B", (n, n_cells)),
        ends,
        threads=threads,
        cages=batch.cages,
        further=batch.further,
        known=known,
    )
    empty = [rows.count(0, start, start + n_cells) for start in range(0, n * n_cells, n_cells)]
    costs = dict[_Kind, StepEffort]()
    weights = effort_weights()
    return (
        # A technique in Python, or a harder step, may be next.
        None
        if end == _STUCK and (others or most < ANY_EFFORT)
        else weights.total(
            _steps(path, order, costs),
            n_to_fill,
            n_cells,
            is_bound=end != _FULL,
            is_stuck=end == _STUCK,
        )
        for path, end, n_to_fill in zip(paths, ends.tolist(), empty, strict=True)
    )


def _steps(
    path: Sequence[SearchedStep], order: Sequence[Technique], costs: dict[_Kind, StepEffort]
) -> Iterator[StepEffort]:
    """Yield the effort of each step of a path.

    Args:
        path: The steps.
        order: The techniques that the steps refer to.
        costs: The known costs. Missing costs are added.
    """
    weights = effort_weights()
    for finder, in_a_box, n_between, n_empty, n_ways in path:
        kind = finder, in_a_box, n_between
        if (cost := costs.get(kind)) is None:
            technique = order[finder]
            score = score_of(technique.name, in_a_box=in_a_box, n_between=n_between)
            cost = costs[kind] = weights.cost(technique, score, in_a_box=in_a_box)
        yield weights.searched(cost, n_empty, n_ways)
