"""Make columns of steps from the core's results or from `Step` values, join and reorder them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import chain
from math import nan
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from pandoku.kernel.trails import Changed, Trails
from pandoku.logic.path_steps import Changes, PathSteps
from pandoku.model import Board, Facts, Geometry, Puzzle, Step
from pandoku.rating import DEFAULT_SCALE, get_scale, span
from pandoku.techniques import Technique

# The words for a single depend only on its technique, cell, digit and house. There are few
# combinations, so each sentence is made only once.
_SINGLES = frozenset(("full-house", "hidden-single", "naked-single"))


class Extras(NamedTuple):
    """The optional columns of a table of steps.

    Attributes:
        short: Whether to add a column with a line of text for each step.
        values: Whether to add a column with the steps as `Step` values.
    """

    short: bool = False
    values: bool = False


def needs_facts(technique: Technique, extras: Extras) -> bool:
    """Return whether the core must return the facts of a technique's steps for the columns.

    If the facts are not needed, the technique and the first house of a step determine its score.
    """
    if extras.values:
        return True
    costs = span(DEFAULT_SCALE, technique.name)
    return (extras.short and technique.name not in _SINGLES) or (
        costs is not None and costs[1] == np.inf
    )


# ---- from results of the core


def columns_of_trails(
    trails: Trails,
    ends: NDArray[np.uint8],
    geometry: Geometry,
    rows: NDArray[np.uint8],
    used: Sequence[Technique],
    names: tuple[str, ...],
    extras: Extras,
) -> PathSteps:
    """Return the columns of paths that the core walked.

    Args:
        trails: The steps. They include their facts if `needs_facts` is true for their technique.
        ends: uint8 (n,): the end of each path, an index into `PATH_ENDS`.
        geometry: The geometry of the puzzles.
        rows: uint8 (n, cells): the givens of the puzzles.
        used: The technique of each finder that was passed to the core, in the same order.
        names: The names of all techniques that can occur in the columns.
        extras: The additional columns.
    """
    told = np.array([needs_facts(each, extras) for each in used], bool)
    at = np.flatnonzero(told[trails.finders]) if len(used) else np.zeros(0, np.int64)
    score = _scores_by_house(trails, geometry, used)
    score[at] = [_score(step) for _, step in trails.told]
    texts = values = None
    if extras.values:
        values = _objects([step for _, step in trails.told])
    if extras.short:
        texts = _short_of_singles(trails, geometry, used)
        texts[at] = list(_short_of_told(trails, at, rows, used))
    places = np.array([names.index(each.name) for each in used], np.int16)
    return PathSteps(
        names,
        ends,
        _offsets(trails.n_steps),
        places[trails.finders] if len(used) else trails.finders,
        score,
        _changes(trails.placements),
        _changes(trails.eliminations),
        texts,
        values,
    )


def _changes(changed: Changed) -> Changes:
    return Changes(_offsets(changed.n_each), changed.cells, changed.digits)


def _offsets(n_each: NDArray[np.int32]) -> NDArray[np.int64]:
    return np.concatenate([[0], np.cumsum(n_each, dtype=np.int64)])


def _score(step: Step) -> float:
    rating = get_scale(DEFAULT_SCALE).rate(step)
    return nan if rating is None else rating.score


def _scores_by_house(
    trails: Trails, geometry: Geometry, used: Sequence[Technique]
) -> NDArray[np.float64]:
    """Return the score of each step, if only its technique and its first house determine it."""

    def score(key: int) -> float:
        finder, house = divmod(key, len(geometry.houses) + 1)
        return _score(Step(used[finder].name, facts=_facts(geometry, house - 1)))

    keys = trails.finders * np.int64(len(geometry.houses) + 1) + (trails.houses + np.int64(1))
    return _each_once(keys, score, np.dtype(np.float64))


def _facts(geometry: Geometry, house: int) -> Facts:
    return Facts(houses=() if house < 0 else (geometry.houses[house],))


def _short_of_singles(
    trails: Trails, geometry: Geometry, used: Sequence[Technique]
) -> NDArray[np.object_]:
    """Return the line of text for each step that is a single, and "" for every other step."""
    is_single = np.array([each.name in _SINGLES for each in used], bool)
    texts = np.full(len(trails.finders), "", object)
    at = np.flatnonzero(is_single[trails.finders]) if len(used) else ()
    if not len(at):
        return texts
    placed, sizes = trails.placements, (len(geometry.houses) + 1, geometry.n_cells, 128)
    first = _offsets(placed.n_each)[at]
    keys = np.ravel_multi_index(
        (
            trails.finders[at].astype(np.int64),
            trails.houses[at] + 1,
            placed.cells[first],
            placed.digits[first],
        ),
        (len(used), *sizes),
    )

    def line(key: int) -> str:
        finder, house, cell, digit = map(int, np.unravel_index(key, (len(used), *sizes)))
        return _short_of_single(used[finder], geometry, house - 1, cell, digit)

    texts[at] = _each_once(keys, line, np.dtype(object))
    return texts


@lru_cache(maxsize=100_000)
def _short_of_single(
    technique: Technique, geometry: Geometry, house: int, cell: int, digit: int
) -> str:
    step = Step(technique.name, ((cell, digit),), facts=_facts(geometry, house))
    return technique.line(step, _empty(geometry))


@lru_cache(maxsize=16)
def _empty(geometry: Geometry) -> Board:
    return Board.start(Puzzle(geometry))


def _short_of_told(
    trails: Trails, at: NDArray[np.int64], rows: NDArray[np.uint8], used: Sequence[Technique]
) -> Iterator[str]:
    """Yield the line of text for each step at some positions. The steps must have their facts."""
    offsets = _offsets(trails.n_steps)
    changes = _changes(trails.placements), _changes(trails.eliminations)
    paths = np.searchsorted(offsets, at, side="right") - 1
    firsts, finders = offsets[paths].tolist(), trails.finders[at].tolist()
    for path, first, place, finder, (puzzle, step) in zip(
        paths.tolist(), firsts, at.tolist(), finders, trails.told, strict=True
    ):
        board = _BoardLater(puzzle, partial(_replayed, puzzle, rows[path], changes, first, place))
        yield used[finder].line(step, cast(Board, board))


def _replayed(
    puzzle: Puzzle,
    givens: NDArray[np.uint8],
    changes: tuple[Changes, Changes],
    start: int,
    stop: int,
) -> Board:
    """Return the board of a puzzle after its steps from *start* up to *stop*."""
    board = Board.start(puzzle.replace(givens=givens.tolist()))
    placements, eliminations = changes
    for at in range(start, stop):
        board = board.after(Step("", placements[at], eliminations[at]))
    return board


class _BoardLater:
    """The board before a step. It is created on first access, because few lines of text need it."""

    __slots__ = ("_made", "_make", "puzzle")

    def __init__(self, puzzle: Puzzle, make: Callable[[], Board]) -> None:
        self.puzzle, self._make = puzzle, make
        self._made: Board | None = None

    def __getattr__(self, name: str) -> Any:
        if self._made is None:
            self._made = self._make()
        return getattr(self._made, name)


def _each_once(
    keys: NDArray[np.int64], value_of: Callable[[int], object], kind: np.dtype[Any]
) -> NDArray[Any]:
    """Return the value of a function for each key. The function is called once for equal keys."""
    each, where = np.unique(keys, return_inverse=True)
    values = np.empty(len(each), kind)
    values[:] = [value_of(key) for key in each.tolist()]
    return values[where]


# ---- from values


def columns_of_paths(
    paths: Sequence[tuple[Sequence[tuple[Step, str]], int]], names: tuple[str, ...], extras: Extras
) -> PathSteps:
    """Return the columns of paths. Each step is a pair of a `Step` and its line of text or "".

    Args:
        paths: For each path, its steps and its end, which is an index into `PATH_ENDS`.
        names: The names of all techniques that can occur in the columns.
        extras: The additional columns.
    """
    steps = [step for path, _ in paths for step, _ in path]
    return PathSteps(
        names,
        np.array([end for _, end in paths], np.uint8),
        _offsets(np.array([len(path) for path, _ in paths], np.int32)),
        np.array([names.index(step.technique) for step in steps], np.int16),
        np.array([_score(step) for step in steps], np.float64),
        _changes_of([step.placements for step in steps]),
        _changes_of([step.eliminations for step in steps]),
        _objects([line for path, _ in paths for _, line in path]) if extras.short else None,
        _objects(steps) if extras.values else None,
    )


def _objects(values: Sequence[object]) -> NDArray[np.object_]:
    array = np.empty(len(values), object)
    array[:] = values
    return array


def _changes_of(pairs: Sequence[Sequence[tuple[int, int]]]) -> Changes:
    flat = list(chain.from_iterable(pairs))
    return Changes(
        _offsets(np.array([len(each) for each in pairs], np.int32)),
        np.array([cell for cell, _ in flat], np.int16),
        np.array([digit for _, digit in flat], np.int8),
    )


# ---- joining and reordering


def joined_steps(pieces: Sequence[PathSteps]) -> PathSteps:
    """Join one or more `PathSteps` that have the same `techniques` into one."""
    if len(pieces) == 1:
        return pieces[0]
    return PathSteps(
        pieces[0].techniques,
        np.concatenate([each.ends for each in pieces]),
        _joined_offsets([each.offsets for each in pieces]),
        np.concatenate([each.technique for each in pieces]),
        np.concatenate([each.score for each in pieces]),
        _joined_changes([each.placements for each in pieces]),
        _joined_changes([each.eliminations for each in pieces]),
        _joined_objects([each.short for each in pieces]),
        _joined_objects([each.values for each in pieces]),
    )


def _joined_objects(pieces: Sequence[NDArray[Any] | None]) -> NDArray[Any] | None:
    made = [each for each in pieces if each is not None]
    return np.concatenate(made) if made else None


def _joined_changes(pieces: Sequence[Changes]) -> Changes:
    return Changes(
        _joined_offsets([each.offsets for each in pieces]),
        np.concatenate([each.cells for each in pieces]),
        np.concatenate([each.digits for each in pieces]),
    )


def _joined_offsets(pieces: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    return _offsets(np.concatenate([np.diff(each) for each in pieces]))


def reordered_steps(steps: PathSteps, at: NDArray[np.int64]) -> PathSteps:
    """Return the paths in another order. Path i of the result is path `at[i]` of *steps*."""
    if len(at) == len(steps.ends) and (np.diff(at) == 1).all():
        return steps
    offsets, which = _ragged(steps.offsets, at)
    return PathSteps(
        steps.techniques,
        steps.ends[at],
        offsets,
        steps.technique[which],
        steps.score[which],
        _changes_in_order(steps.placements, which),
        _changes_in_order(steps.eliminations, which),
        None if steps.short is None else steps.short[which],
        None if steps.values is None else steps.values[which],
    )


def _changes_in_order(changes: Changes, at: NDArray[np.int64]) -> Changes:
    offsets, which = _ragged(changes.offsets, at)
    return Changes(offsets, changes.cells[which], changes.digits[which])


def _ragged(
    offsets: NDArray[np.int64], at: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the offsets of reordered lists, and the old index of each of their values."""
    starts = offsets[at]
    n_each = offsets[at + 1] - starts
    others = _offsets(n_each)
    return others, np.arange(others[-1]) + np.repeat(starts - others[:-1], n_each)
