"""The path of a person: the step of least effort, near the previous step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import inf
from typing import TypeAlias

from pandoku.kernel.efforts import ANY_EFFORT, Effort
from pandoku.kernel.logic import Finder, walk_chosen
from pandoku.logic._time import UNBOUNDED, Time
from pandoku.logic._walk import changed_cells, take_steps
from pandoku.model import Board, CellLike, Step
from pandoku.rating import Choosing
from pandoku.techniques import Technique

__all__ = ["choose_steps", "efforts_of", "native_first", "plain_steps"]

_Walker: TypeAlias = "partial[list[Step]]"
_UNKNOWN = Effort(ANY_EFFORT)  # for techniques that are not in the scale


def native_first(techniques: Sequence[Technique]) -> list[Technique]:
    """Return the native techniques, then the ones in Python, whose steps the core cannot weigh."""
    return sorted(techniques, key=lambda each: not each.is_native)


def efforts_of(scale: Choosing, finders: Sequence[Finder]) -> list[Effort]:
    """Return the effort for each finder."""
    return [scale.efforts.get(each.name, _UNKNOWN) for each in finders]


def choose_steps(
    board: Board,
    techniques: Sequence[Technique],
    scale: Choosing,
    *,
    limit: int | None = None,
    near: Sequence[CellLike] = (),
    in_order: bool = False,
    time: Time = UNBOUNDED,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of a path. Each has the least effort and is nearest to the previous step.

    Args:
        board: Where the path starts.
        techniques: The techniques, in the order of preference between equal steps. Techniques in
            Python come last, unless *in_order* is true, and their first step is taken. If the scale
            has an effort for one of them, it comes after all steps of no greater effort.
        scale: The scale, which defines the efforts.
        limit: End the path after this many steps, at least 1. None means no limit.
        near: The cells where the reader looks first.
        in_order: Whether to take the first technique that has a step, regardless of effort.
        time: As in `take_steps`.

    Yields:
        Each step with the board after it, as `take_steps` does.

    Raises:
        TechniqueError, OutOfTimeError: As in `take_steps`.
    """
    order = techniques if in_order else native_first(techniques)
    timely = [] if in_order else [e for e in order if not e.is_native and e.name in scale.efforts]
    if timely:
        return _mixed_steps(board, order, timely, scale, limit, near, time)
    walker = partial(_walk, scale, in_order)
    return take_steps(board, order, limit, walker=walker, near=near, time=time)


def _mixed_steps(
    board: Board,
    techniques: Sequence[Technique],
    timely: Sequence[Technique],
    scale: Choosing,
    limit: int | None,
    near: Sequence[CellLike],
    time: Time,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of a path that mixes techniques in Python with native ones, by effort.

    Args:
        board: As in `choose_steps`.
        techniques: As in `choose_steps`, native techniques first.
        timely: The techniques in Python that have an effort in the scale.
        scale: As in `choose_steps`.
        limit: As in `choose_steps`.
        near: As in `choose_steps`.
        time: As in `choose_steps`.
    """
    rounds: list[tuple[Sequence[Technique], _Walker]] = []
    for least in sorted({scale.efforts[each.name].least for each in timely}):
        easy = [each for each in techniques if each.is_native and _least(scale, each) <= least]
        bound = dict.fromkeys([each.name for each in easy], least)
        rounds.append((easy, partial(_walk, scale, False, most=bound)))
        here = [each for each in timely if _least(scale, each) == least]
        rounds.append((here, partial(_walk, scale, False)))
    others = [each for each in techniques if each not in timely]
    rounds.append((others, partial(_walk, scale, False)))
    left, at, now = limit, 0, board
    while at < len(rounds):
        order, walker = rounds[at]
        few = 1 if at else left  # after a harder step, start again with the easiest
        has_step = False
        for step, after in take_steps(now, order, few, walker=walker, near=near, time=time):
            yield step, after
            now, near, has_step = after, changed_cells(step), True
            if left is not None and (left := left - 1) == 0:
                return
        at = 0 if has_step and at else at + 1


def _least(scale: Choosing, technique: Technique) -> float:
    effort = scale.efforts.get(technique.name)
    return inf if effort is None else effort.least


def plain_steps(
    board: Board,
    techniques: Sequence[Technique],
    scale: Choosing,
    *,
    limit: int | None = None,
    near: Sequence[CellLike] = (),
    in_order: bool = False,
    time: Time = UNBOUNDED,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of `choose_steps` that need no pencil marks, until none is left."""
    plain = [each for each in techniques if each.is_native and each.name in scale.plain]
    walker = partial(_walk, scale, in_order, most=scale.plain)
    return take_steps(board, plain, limit, walker=walker, near=near, time=time)


def _walk(
    scale: Choosing,
    in_order: bool,
    board: Board,
    finders: Sequence[Finder],
    limit: int,
    near: Sequence[CellLike],
    seconds: float | None,
    *,
    most: dict[str, int] | None = None,
) -> list[Step]:
    efforts = [
        effort._replace(most=most[each.name]) if most else effort
        for each, effort in zip(finders, efforts_of(scale, finders), strict=True)
    ]
    return walk_chosen(
        board,
        list(zip(finders, efforts, strict=True)),
        scale.singles,
        in_order=in_order,
        near=near,
        limit=limit,
        seconds=seconds,
    )
