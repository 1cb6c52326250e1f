"""Paths of many puzzles in the compiled core, as the numbers that their effort depends on."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from pandoku.kernel import default_threads, native_craft
from pandoku.kernel._exchange import native_layout
from pandoku.kernel.efforts import Effort, SinglesEffort
from pandoku.kernel.logic import (
    WALK_ENDS,
    Finder,
    FirstSteps,
    effort_rows,
    finder_places,
    logic_lists,
    mark_as_cut,
)
from pandoku.kernel.tables import NumberTable
from pandoku.model import Cage, Constraint, Geometry

__all__ = ["SearchedStep", "walk_searches"]


class SearchedStep(NamedTuple):
    """The properties of a step that its effort depends on.

    Attributes:
        finder: The finder, as its position in the argument *order*.
        in_a_box: Whether the facts of the step have a box or a region.
        n_between: The number of nodes between the ends of its chain, or 0 without a chain. Of
            joined chains, the longest counts.
        n_empty: The number of empty cells before the step.
        n_ways: The number of ways onward before the step, at least 1: the cells that hidden singles
            fill. Without hidden singles, the cells with one candidate count.
    """

    finder: int
    in_a_box: bool
    n_between: int
    n_empty: int
    n_ways: int


def walk_searches(
    geometry: Geometry,
    order: Sequence[Finder],
    efforts: Sequence[Effort],
    singles: SinglesEffort,
    givens: NumberTable,
    ends: NumberTable,
    *,
    threads: int | None = None,
    cages: Sequence[tuple[Cage, ...]] | None = None,
    further: Sequence[tuple[Constraint, ...]] | None = None,
    seconds: float | None = None,
    known: Sequence[FirstSteps] = (),
) -> list[list[SearchedStep]]:
    """Make the path of `walk_chosen` for each of many puzzles of one geometry.

    Args:
        geometry: The geometry of all puzzles.
        order: The finders, without duplicates, at least one.
        efforts: The effort of the steps of each finder.
        singles: As in `walk_chosen`.
        givens: uint8 of shape (n, cells), C order: digits of the order, 0 for an empty cell.
        ends: uint8 of shape (n,): filled with indices into `WALK_ENDS`. A path that ran out of time
            has "cut", and the result has its steps up to then.
        threads: Maximum number of threads, at least 1. None means one per available CPU.
        cages: The cages of each of the n puzzles; None if no puzzle has cages.
        further: As in `walk_many`.
        seconds: The time limit for all puzzles together, more than 0; None means no limit.
        known: As in `outline_many`.

    Returns:
        The steps of each path, in order.

    Raises:
        ValueError: *threads* is below 1.
        TypeError: *threads* is not a number.
        EngineError: The compiled core is not built or does not support a cage.
        PuzzleError: A cage names a cell twice.
        TechniqueError: The core lacks one of the finders.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.
    """
    mark_as_cut(ends)
    n_steps, *raw = native_craft().logic_walk_searches(
        native_layout(geometry),
        *logic_lists(geometry, cages, further),
        effort_rows(order, efforts),
        (singles.few, *singles.glance, *singles.shown, *singles.noted),
        givens,
        ends,
        WALK_ENDS,
        default_threads(threads),
        seconds or 0.0,
        known,
    )
    place_of = finder_places(order)
    # The types of the columns are int16, bool, int32, int16 and int16.
    columns = [array(code, column).tolist() for code, column in zip("hbihh", raw, strict=True)]
    columns[0] = [place_of[finder] for finder in columns[0]]
    steps = [*map(SearchedStep._make, zip(*columns, strict=True))]
    bounds = [0, *accumulate(memoryview(n_steps).cast("i"))]
    return [steps[start:stop] for start, stop in pairwise(bounds)]
