"""The path that a person would take: of what can be seen, the easiest, and near the last step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pandoku.kernel.efforts import ANY_EFFORT, Effort
from pandoku.kernel.logic import Finder, walk_chosen
from pandoku.logic._time import UNBOUNDED, Time
from pandoku.logic._walk import take_steps
from pandoku.model import Board, CellLike, Step
from pandoku.rating import Choosing
from pandoku.techniques import Technique

__all__ = ["choose_steps", "efforts_of", "native_first", "plain_steps"]

_UNKNOWN = Effort(ANY_EFFORT)  # of a technique that the scale does not have


def native_first(techniques: Sequence[Technique]) -> list[Technique]:
    """Return techniques in an order to choose in: those in Python, which cannot be, come last."""
    return sorted(techniques, key=lambda each: not each.is_native)


def efforts_of(scale: Choosing, finders: Sequence[Finder]) -> list[Effort]:
    """Return what it takes to see the steps of each finder."""
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
    """Yield the steps of a path, each the one of least effort and nearest to the one before.

    Args:
        board: Where the path starts.
        techniques: The techniques, in the order in which equal steps are preferred. Those written
            in Python come last, unless *in_order*; the first step of the first of them is taken.
        scale: What says how much effort a step takes.
        limit: End the path after this many steps, at least 1; None means walk to the end.
        near: The cells where the reader looks at first.
        in_order: Whether the first technique that has a step is taken, whatever its steps take.
        time: As in `take_steps`.

    Yields:
        Each step with the board after it, as `take_steps` does.

    Raises:
        TechniqueError, OutOfTimeError: As in `take_steps`.
    """
    order = techniques if in_order else native_first(techniques)
    walker = partial(_walk, scale, in_order)
    return take_steps(board, order, limit, walker=walker, near=near, time=time)


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
    """Yield the steps of `choose_steps` that need no pencil marks, until there is none."""
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
