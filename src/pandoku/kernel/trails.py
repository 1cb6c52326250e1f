"""Paths of many puzzles in the compiled core. The steps are in arrays instead of Step objects."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from pandoku.kernel import default_threads, native_craft
from pandoku.kernel._exchange import native_layout
from pandoku.kernel._steps import step_of
from pandoku.kernel.efforts import Effort, SinglesEffort
from pandoku.kernel.logic import (
    WALK_ENDS,
    Finder,
    effort_rows,
    finder_number,
    finder_places,
    logic_lists,
    mark_as_cut,
)
from pandoku.model import Cage, Constraint, Geometry, Puzzle, Step

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pandoku import _native_craft

__all__ = ["Changed", "Choice", "Trails", "walk_steps"]

_NO_SINGLES = SinglesEffort(0, (0, 0, 0), (0, 0, 0), (0, 0, 0))


class Choice(NamedTuple):
    """The rule for choosing the steps of a path (see `walk_chosen`).

    Attributes:
        efforts: The effort of the steps of each finder.
        singles: The effort of the steps of "hidden-single" and "naked-single".
        in_order: Whether to use the first finder that has a step, regardless of effort.
    """

    efforts: Sequence[Effort]
    singles: SinglesEffort
    in_order: bool = False


class Changed(NamedTuple):
    """The placements of m steps, or the eliminations of m steps.

    Attributes:
        n_each: int32 (m,): the number of candidates that each step places or eliminates.
        cells: int16: the cell of each candidate, from 0. The candidates of all steps are in order.
        digits: int8: the digit of each candidate, from 1, in the same order.
    """

    n_each: NDArray[np.int32]
    cells: NDArray[np.int16]
    digits: NDArray[np.int8]


class Trails(NamedTuple):
    """The steps of n paths, one path after the other: m steps in total.

    Attributes:
        n_steps: int32 (n,): the number of steps of each path.
        finders: int16 (m,): the finder of each step, as its position in the argument *order*.
        houses: int16 (m,): the first house in the facts of each step, as an index into
            `Geometry.houses`; -1 if the facts have no house.
        placements: The digits that the steps place.
        eliminations: The candidates that the steps eliminate.
        told: The complete steps of the finders in the argument *told*, in order. Each step comes
            with its puzzle, whose givens have been removed.
    """

    n_steps: NDArray[np.int32]
    finders: NDArray[np.int16]
    houses: NDArray[np.int16]
    placements: Changed
    eliminations: Changed
    told: list[tuple[Puzzle, Step]]

    @classmethod
    def none(cls, n: int) -> Trails:
        """Return n paths without steps."""
        return _trails(bytes(4 * n), b"", b"", (b"", b"", b""), (b"", b"", b""))


def walk_steps(
    geometry: Geometry,
    order: Sequence[Finder],
    givens: NDArray[Any],
    ends: NDArray[Any],
    *,
    choice: Choice | None = None,
    told: Collection[Finder] = (),
    threads: int | None = None,
    cages: Sequence[tuple[Cage, ...]] | None = None,
    further: Sequence[tuple[Constraint, ...]] | None = None,
    seconds: float | None = None,
) -> Trails:
    """Make a path for each of many puzzles of one geometry, and return the steps as arrays.

    Args:
        geometry: The geometry of all puzzles.
        order: The finders, without duplicates. They are used as in `walk`, or as in `walk_chosen`
            if there is a *choice*.
        givens: uint8 of shape (n, cells), C order: digits of the order, 0 for an empty cell.
        ends: uint8 of shape (n,): filled with indices into `WALK_ENDS`. A path that ran out of time
            has "cut", and the result has its steps up to then.
        choice: The rule for choosing steps; None means the first step of the first finder that has
            a step.
        told: The finders whose steps are also returned as complete Steps, with their facts.
        threads: Maximum number of threads, at least 1. None means one per available CPU.
        cages: The cages of each of the n puzzles; None if no puzzle has cages.
        further: As in `walk_many`.
        seconds: The time limit for all puzzles together, more than 0; None means no limit.

    Raises:
        ValueError: *threads* is below 1.
        TypeError: *threads* is not a number.
        EngineError: The compiled core is not built or does not support a cage.
        PuzzleError: A cage names a cell twice.
        TechniqueError: The core lacks one of the finders.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.
    """
    core, numbers = native_craft(), [finder_number(each.name) for each in order]
    rows = [] if choice is None else effort_rows(order, choice.efforts)
    singles = _NO_SINGLES if choice is None else choice.singles
    mark_as_cut(ends)
    n_steps, found, houses, placements, eliminations, raw = core.logic_walk_steps(
        native_layout(geometry),
        *logic_lists(geometry, cages, further),
        numbers,
        rows,
        (singles.few, *singles.glance, *singles.shown, *singles.noted),
        choice is not None and choice.in_order,
        [finder_number(each.name) for each in told],
        givens,
        ends,
        WALK_ENDS,
        default_threads(threads),
        seconds or 0.0,
    )
    trails = _trails(n_steps, found, houses, placements, eliminations)
    told_steps = list(_told(geometry, cages, further, raw))
    places = np.array(finder_places(order), np.int16)
    return trails._replace(finders=places[trails.finders], told=told_steps)


def _trails(
    n_steps: bytes,
    finders: bytes,
    houses: bytes,
    placements: tuple[bytes, bytes, bytes],
    eliminations: tuple[bytes, bytes, bytes],
) -> Trails:
    return Trails(
        np.frombuffer(n_steps, np.int32),
        np.frombuffer(finders, np.int16),
        np.frombuffer(houses, np.int16),
        _changed(placements),
        _changed(eliminations),
        [],
    )


def _changed(raw: tuple[bytes, bytes, bytes]) -> Changed:
    n_each, cells, digits = raw
    return Changed(
        np.frombuffer(n_each, np.int32),
        np.frombuffer(cells, np.int16),
        np.frombuffer(digits, np.int8),
    )


def _told(
    geometry: Geometry,
    cages: Sequence[tuple[Cage, ...]] | None,
    further: Sequence[tuple[Constraint, ...]] | None,
    raw: Sequence[tuple[int, Sequence[_native_craft._Step]]],
) -> Iterator[tuple[Puzzle, Step]]:
    plain = Puzzle(geometry)
    for index, steps in raw:
        own, others = cages[index] if cages else (), further[index] if further else ()
        puzzle = Puzzle(geometry, cages=own, further=others) if own or others else plain
        for step in steps:
            yield puzzle, step_of(geometry, puzzle.cages, step)
