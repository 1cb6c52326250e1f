"""Walk a path: take steps in the order of the techniques, or by the least effort.

Native techniques that follow each other in the order are passed to the core together. Each
technique in Python is called separately.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import groupby, islice
from math import inf
from typing import TypeAlias

from pandoku.kernel.efforts import ANY_EFFORT, Effort
from pandoku.kernel.logic import MAX_STEPS, ChosenFinders, Finder, finder, walk, walk_chosen
from pandoku.logic._time import UNBOUNDED, Time
from pandoku.model import Board, CellLike, Step
from pandoku.rating import Choosing
from pandoku.techniques import Technique

# Takes steps of native finders. The arguments are the board, the finders, the number of steps, the
# cells that the previous step changed, and the time limit in seconds.
Walker = Callable[[Board, Sequence[Finder], int, Sequence[CellLike], float | None], Sequence[Step]]


def end_of(board: Board) -> str:
    """Return the end of a path that stops at *board*: "full", "broken" or "stuck".

    A full grid that is not a solution counts as "broken". A path can end this way if the puzzle has
    no solution.
    """
    if board.is_full:
        return "full" if board.puzzle.accepts(board.digits) else "broken"
    return "broken" if 0 in board.masks else "stuck"


def _goes_on(board: Board) -> bool:
    """Return whether `end_of` lets a path continue. Rules are not considered."""
    return not board.is_full and 0 not in board.masks


def native_head(techniques: Sequence[Technique]) -> list[Finder]:
    """Return the finders of the native techniques before the first technique written in Python."""
    head = []
    for technique in techniques:
        if not isinstance(technique.find, Finder):
            break
        head.append(technique.find)
    return head


def _in_turn(
    board: Board,
    finders: Sequence[Finder],
    limit: int,
    near: Sequence[CellLike],
    seconds: float | None,
) -> Sequence[Step]:
    """Take the first step of the first finder that has one. The previous step is not considered."""
    return walk(board, finders, limit, seconds=seconds)


def take_steps(
    board: Board,
    techniques: Sequence[Technique],
    limit: int | None = None,
    replay: Callable[[Board], Iterable[Step] | None] | None = None,
    *,
    walker: Walker = _in_turn,
    near: Sequence[CellLike] = (),
    time: Time = UNBOUNDED,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of a path. Each is the first step of the first technique that finds one.

    Args:
        board: The board where the path starts.
        techniques: The techniques, in the order in which they are tried after every step.
        limit: End the path after this many steps, at least 1. None means no limit.
        replay: Function that returns the steps that a scale replays. These steps come before all
            other steps of the path.
        walker: Function that takes the steps of native techniques. It may choose among several
            possible steps.
        near: The cells that count as changed before the first step.
        time: The time limit of the search for the steps.

    Yields:
        Each step with the board after it, until no technique has a step, the grid is full, or a
        cell has no candidate left.

    Raises:
        TechniqueError: A technique written in Python fails; see `Technique.steps`.
        OutOfTimeError: The time is over. The steps found by then have been yielded.
    """
    head = native_head(techniques) if replay is None else []
    rest, left = techniques[len(head) :], min(limit or MAX_STEPS, MAX_STEPS)
    while _goes_on(board):
        # The core walks until its finders have no step. Only then are the other techniques tried.
        walked = walker(board, head, left, near, time.left()) if head else ()
        for step in islice(replay(board) or (), left) if replay else walked:
            board, left, near = board.after(step), left - 1, changed_cells(step)
            yield step, board
            if replay and left and _goes_on(board):
                time.left()
        if not left or not _goes_on(board):
            return
        found = find_step(board, rest, walker, near=near, time=time)
        if found is None:
            return
        board, left, near = board.after(found), left - 1, changed_cells(found)
        yield found, board
        if not left:
            return


def changed_cells(step: Step) -> list[CellLike]:
    """Return the cells where a step places or eliminates a digit."""
    return [cell for cell, _ in (*step.placements, *step.eliminations)]


def find_step(
    board: Board,
    techniques: Iterable[Technique],
    walker: Walker = _in_turn,
    *,
    near: Sequence[CellLike] = (),
    time: Time = UNBOUNDED,
) -> Step | None:
    """Return the first step of the first technique that has one, or None. See `take_steps`."""
    time.left()
    for is_native, group in groupby(techniques, key=lambda each: each.is_native):
        if is_native:
            # Finders that are called together share intermediate results about the board.
            steps: Iterable[Step] = walker(board, native_head([*group]), 1, near, time.left())
        else:
            steps = (step for each in group for step in each.steps(board, 1))
        for step in steps:
            return step
        time.left()  # an interrupted search returns no steps
    return None


# ---- steps of least effort


_Walker: TypeAlias = Callable[..., list[Step]]
_UNKNOWN = Effort(ANY_EFFORT)  # for techniques that are not in the scale


def native_first(techniques: Sequence[Technique]) -> list[Technique]:
    """Put native techniques first, because the core cannot rate the effort of steps in Python."""
    return sorted(techniques, key=lambda each: not each.is_native)


def efforts_of(scale: Choosing, finders: Sequence[Finder]) -> list[Effort]:
    """Return the effort for each finder."""
    return [scale.efforts.get(each.name, _UNKNOWN) for each in finders]


def techniques_within(
    most: int, techniques: Iterable[Technique], scale: Choosing
) -> list[Technique]:
    """Return the techniques that have steps of at most this effort."""
    if most >= ANY_EFFORT:
        return [*techniques]
    return [each for each in techniques if _least(scale, each) <= most]


def choose_steps(
    board: Board,
    techniques: Sequence[Technique],
    scale: Choosing,
    *,
    limit: int | None = None,
    near: Sequence[CellLike] = (),
    reached: int = 0,
    in_order: bool = False,
    most: Mapping[str, int] | None = None,
    time: Time = UNBOUNDED,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of a path, each of least effort and, among these, nearest to the last step.

    Args:
        board: The board where the path starts.
        techniques: The techniques, in the order of preference between equal steps. Techniques in
            Python come last, unless *in_order* is true, and only the first step of each is
            considered. If the scale has an effort for a technique in Python, its step comes after
            all native steps of the same or less effort.
        scale: The scale, which defines the efforts.
        limit: End the path after this many steps, at least 1. None means no limit.
        near: The cells where the reader looks first.
        reached: The rating of the hardest earlier step, in tenths. Steps of techniques that join
            easier ones are joined from this rating on (see `Technique.joins`).
        in_order: Whether to take the first technique that has a step, regardless of effort.
        most: For native techniques, the greatest effort of their steps. None means no limits.
        time: As in `take_steps`.

    Yields:
        Each step with the board after it, until the path ends as in `take_steps`.

    Raises:
        TechniqueError, OutOfTimeError: As in `take_steps`.
    """
    techniques = [each for each in techniques if each.has_rules_in(board.puzzle)]
    order = techniques if in_order else native_first(techniques)
    timely = [] if in_order else [e for e in order if not e.is_native and e.name in scale.efforts]
    chooser = _Chooser(scale, in_order, reached)
    if timely:
        steps = _mixed_steps(board, order, timely, chooser, limit, near, most or {}, time)
    else:
        walker = partial(chooser.walk, most=most)
        steps = take_steps(board, order, limit, walker=walker, near=near, time=time)
    return chooser.followed(steps)


def _mixed_steps(
    board: Board,
    techniques: Sequence[Technique],
    timely: Sequence[Technique],
    chooser: _Chooser,
    limit: int | None,
    near: Sequence[CellLike],
    most: Mapping[str, int],
    time: Time,
) -> Iterator[tuple[Step, Board]]:
    """Yield the steps of a path, by effort, from native techniques and techniques in Python.

    Args:
        board: As in `choose_steps`.
        techniques: As in `choose_steps`, native techniques first.
        timely: The techniques in Python that have an effort in the scale.
        chooser: Chooses among the steps.
        limit: As in `choose_steps`.
        near: As in `choose_steps`.
        most: As in `choose_steps`.
        time: As in `choose_steps`.
    """
    scale, rounds = chooser.scale, list[tuple[Sequence[Technique], _Walker]]()
    native = [(each, _least(scale, each)) for each in techniques if each.is_native]
    for least in sorted({scale.efforts[each.name].least for each in timely}):
        easy = [each for each, own in native if own <= least]
        names = {each.name for each in easy}
        # A harder technique may only join an easier one here, because of the bound on its steps.
        easy += [each for each, own in native if own > least and each.joins in names]
        rounds.append((easy, partial(chooser.walk, most=most, least=least)))
        here = [each for each in timely if _least(scale, each) == least]
        rounds.append((here, chooser.walk))
    is_timely = {each.name for each in timely}
    others = [each for each in techniques if each.name not in is_timely]
    rounds.append((others, partial(chooser.walk, most=most)))
    left, at, now = limit, 0, board
    while at < len(rounds):
        order, walker = rounds[at]
        few = 1 if at else left  # after a harder step, try the easiest techniques again
        has_step = False
        for step, after in take_steps(now, order, few, walker=walker, near=near, time=time):
            yield step, after
            now, near, has_step = after, changed_cells(step), True
            if left is not None and (left := left - 1) == 0:
                return
        if has_step and not _goes_on(now):
            return
        at = 0 if has_step and at else at + 1


@lru_cache(maxsize=256)
def _chosen(
    scale: Choosing,
    names: tuple[str, ...],
    most: tuple[tuple[str, int], ...],
    least: int | None,
) -> ChosenFinders:
    """Return the finders of some names, with their efforts and the bounds of `_Chooser.walk`."""
    finders, bounds = [finder(name) for name in names], dict(most)
    efforts = [
        effort._replace(most=min(bounds.get(each.name, effort.most), least or effort.most))
        for each, effort in zip(finders, efforts_of(scale, finders), strict=True)
    ]
    return ChosenFinders([*zip(finders, efforts, strict=True)], scale.singles)


def _least(scale: Choosing, technique: Technique) -> float:
    effort = scale.efforts.get(technique.name)
    return inf if effort is None else effort.least


@dataclass(slots=True)
class _Chooser:
    """The choice of steps by their effort, or in the order of the techniques.

    Attributes:
        scale: The scale, which defines the efforts.
        in_order: Whether to take the first technique that has a step.
        reached: The rating of the hardest step so far, in tenths.
    """

    scale: Choosing
    in_order: bool
    reached: int

    def walk(
        self,
        board: Board,
        finders: Sequence[Finder],
        limit: int,
        near: Sequence[CellLike],
        seconds: float | None,
        *,
        most: Mapping[str, int] | None = None,
        least: int | None = None,
    ) -> list[Step]:
        """Take steps of native techniques.

        *most* is the greatest effort of the steps of some techniques, and *least* is another bound
        on the efforts of all steps.
        """
        bounds = tuple(most.items()) if most else ()
        return walk_chosen(
            board,
            _chosen(self.scale, tuple([each.name for each in finders]), bounds, least),
            in_order=self.in_order,
            near=near,
            reached=self.reached,
            limit=limit,
            seconds=seconds,
        )

    def followed(self, steps: Iterable[tuple[Step, Board]]) -> Iterator[tuple[Step, Board]]:
        """Yield steps, and note how hard they are."""
        for step, after in steps:
            self.reached = max(self.reached, rating_of(self.scale, step))
            yield step, after


def rating_of(scale: Choosing, step: Step) -> int:
    """Return the least rating of the steps of a step's technique, in tenths, or 0 if unknown."""
    return scale.efforts.get(step.technique, _UNKNOWN).rating
