"""The search for puzzles that meet a request, with many attempts at once.

The attempts at puzzle i use the keys (seed, i, 0), (seed, i, 1), ... The first attempt that meets
the request wins. The number of attempts made at once therefore affects the speed, not the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from pandoku.generation.attempts import Missing, distances, missing_after, missing_with
from pandoku.generation.climb import Climbed, climb
from pandoku.generation.drafts import Drafts
from pandoku.generation.kinds import make_drafts
from pandoku.generation.wishes import Wishes
from pandoku.kernel.equality import HoldsArrays
from pandoku.kernel.generate import keys
from pandoku.model import Puzzle

__all__ = ["SearchPart", "better", "find_puzzles"]

_FIRST_ROUND, _LARGEST_ROUND = 4, 16_384  # attempts
_SHORT_S, _LONG_S = 0.15, 1.0  # rounds grow below the first duration, and shrink above the second
_LEAST_ROUND = 32  # attempts, if the budget allows them: fewer take about as long
_WINDOW = 2 * _LARGEST_ROUND  # puzzles that may wait for an earlier puzzle


@dataclass(frozen=True, slots=True, eq=False)
class SearchPart(HoldsArrays):
    """A part of the result of a search, in the order of the puzzles.

    Attributes:
        puzzles: The puzzles found, with the number of each, from 0, as their `index`.
        attempts: int64 (m,): the number of attempts that each took.
        missing: The puzzles of this part that were not found.
    """

    puzzles: Drafts
    attempts: NDArray[np.int64]
    missing: tuple[Missing, ...] = ()


def find_puzzles(
    wishes: Wishes,
    count: int,
    on_round: Callable[[int], object] | None = None,
    *,
    first: int = 0,
) -> Iterator[SearchPart]:
    """Yield *count* puzzles, found or missing, in parts and in order.

    Args:
        wishes: The request.
        count: Number of puzzles, 0 to 10^18.
        on_round: Called with the number of attempts made, usually several times a second.
        first: Number of the first puzzle, 0 to 10^18. A puzzle does not depend on the number that
            the series begins with.
    """
    if wishes.climb:
        yield from (_climbed(wishes, index) for index in range(first, first + count))
        return
    pool = _Pool(wishes, first, count)
    while not pool.is_done:
        pool.fill()
        n_attempts = pool.try_once()
        if on_round is not None:
            on_round(n_attempts)
        yield from pool.ready()


def better(wishes: Wishes, index: int = 0) -> Iterator[SearchPart]:
    """Yield the puzzles of a climb that meet the request, each better than the one before.

    Args:
        wishes: The request, with climbing.
        index: Number of the puzzle to climb to, 0 to 10^18.
    """
    closest, is_met = None, False
    for found in climb(wishes, index):
        is_met = is_met or found.met
        if found.met:
            yield _reached(index, found)
        closest = found.puzzle
    if not is_met:
        yield _given_up(wishes, index, closest)


def _climbed(wishes: Wishes, index: int) -> SearchPart:
    """Return the first puzzle of a climb that meets the request, or the closest as missing."""
    closest = None
    for found in climb(wishes, index):
        if found.met:
            return _reached(index, found)
        closest = found.puzzle
    return _given_up(wishes, index, closest)


def _reached(index: int, found: Climbed) -> SearchPart:
    return SearchPart(Drafts.of(index, found.puzzle), np.array([found.attempts], np.int64))


def _given_up(wishes: Wishes, index: int, closest: Puzzle | None) -> SearchPart:
    none = make_drafts(wishes, np.empty(0, np.uint64))
    missing = missing_with(wishes, index, wishes.budget, closest)
    return SearchPart(none, np.empty(0, np.int64), (missing,))


@dataclass(slots=True)
class _Open:
    """The puzzles that are being searched for, as arrays of the same length.

    Attributes:
        index: Number of each puzzle.
        tried: Number of attempts at each so far.
        closest: Number of the attempt that came closest, -1 for none.
        distance: Distance of that attempt from the request.
    """

    index: NDArray[np.int64]
    tried: NDArray[np.int64]
    closest: NDArray[np.int64]
    distance: NDArray[np.float64]

    @classmethod
    def of(cls, start: int, stop: int) -> _Open:
        index = np.arange(start, stop, dtype=np.int64)
        n = len(index)
        return cls(index, np.zeros(n, np.int64), np.full(n, -1, np.int64), np.full(n, np.inf))

    def taken(self, which: NDArray[np.bool_]) -> _Open:
        return _Open(
            self.index[which], self.tried[which], self.closest[which], self.distance[which]
        )

    def with_more(self, other: _Open) -> _Open:
        return _Open(
            np.concatenate((self.index, other.index)),
            np.concatenate((self.tried, other.tried)),
            np.concatenate((self.closest, other.closest)),
            np.concatenate((self.distance, other.distance)),
        )


class _Pool:
    def __init__(self, wishes: Wishes, first: int, count: int) -> None:
        self._wishes, self._end = wishes, first + count
        self._open = _Open.of(0, 0)
        self._next = first  # the next puzzle to begin
        self._ready = first  # all puzzles before this one have been yielded
        self._waiting: list[SearchPart] = []
        self._attempts_at_once = _FIRST_ROUND
        self._n_made = self._n_found = 0  # attempts made, and puzzles found

    @property
    def is_done(self) -> bool:
        return self._ready == self._end

    def fill(self) -> None:
        """Begin more puzzles if there is room."""
        room = min(
            self._attempts_at_once - len(self._open.index),
            self._end - self._next,
            self._ready + _WINDOW - self._next,
        )
        if room > 0:
            more = _Open.of(self._next, self._next + room)
            self._open = self._open.with_more(more)
            self._next += room

    def try_once(self) -> int:
        """Make one or more attempts at each open puzzle, and return the number of attempts."""
        started, open_ = monotonic(), self._open
        each = max(1, self._round_of(len(open_.index)) // len(open_.index))
        attempt = open_.tried[:, None] + np.arange(each)
        which, nth = np.nonzero(attempt < self._wishes.budget)
        made_from = open_.index[which], attempt[which, nth]
        drafts = make_drafts(self._wishes, keys(self._wishes.seed, *made_from))
        distance = distances(self._wishes, drafts)
        at, attempts = which[drafts.index], made_from[1][drafts.index]
        self._note_closest(at, attempts, distance)
        open_.tried = np.minimum(open_.tried + each, self._wishes.budget)
        self._n_made += len(which)
        self._keep_first(drafts, at, attempts, distance == 0)
        self._adapt(monotonic() - started)
        return len(which)

    def _round_of(self, n_open: int) -> int:
        """Return the number of attempts to make at once.

        Each puzzle gets half of the average number of attempts per puzzle found, because attempts
        after the first success are wasted.
        """
        most = self._attempts_at_once
        if not self._n_found:
            return most
        return min(most, max(_LEAST_ROUND, n_open * self._n_made // (2 * self._n_found)))

    def _note_closest(
        self,
        at: NDArray[np.intp],
        attempts: NDArray[np.int64],
        distance: NDArray[np.float64],
    ) -> None:
        if not distance.any():
            return
        # Sorted like this, the first attempt at each open puzzle is the earliest of its closest.
        order = np.lexsort((attempts, distance, at))
        at, first = np.unique(at[order], return_index=True)
        best = order[first]
        closer = distance[best] < self._open.distance[at]
        self._open.distance[at[closer]] = distance[best[closer]]
        self._open.closest[at[closer]] = attempts[best[closer]]

    def _keep_first(
        self,
        drafts: Drafts,
        at: NDArray[np.intp],
        attempts: NDArray[np.int64],
        met: NDArray[np.bool_],
    ) -> None:
        """Keep the first success of each puzzle, and give up puzzles that are out of budget."""
        met_at, first = np.unique(at[met], return_index=True)
        chosen = np.flatnonzero(met)[first]
        is_open = np.ones(len(self._open.index), bool)
        is_open[met_at] = False
        given_up = self._open.taken(is_open & (self._open.tried >= self._wishes.budget))
        puzzles = replace(drafts.taken(chosen), index=self._open.index[met_at], lacks=None)
        self._n_found += len(puzzles)
        missing = tuple(self._missing(given_up))
        if len(puzzles) or missing:
            self._waiting.append(SearchPart(puzzles, attempts[chosen] + 1, missing))
        self._open = self._open.taken(is_open & (self._open.tried < self._wishes.budget))

    def _missing(self, given_up: _Open) -> Iterator[Missing]:
        budget = self._wishes.budget
        for index, closest in zip(given_up.index.tolist(), given_up.closest.tolist(), strict=True):
            yield missing_after(self._wishes, index, budget, closest)

    def _adapt(self, took_s: float) -> None:
        if took_s < _SHORT_S:
            self._attempts_at_once = min(4 * self._attempts_at_once, _LARGEST_ROUND)
        elif took_s > _LONG_S:
            self._attempts_at_once = max(self._attempts_at_once // 2, 1)

    def ready(self) -> Iterator[SearchPart]:
        """Yield the puzzles, found or given up, before the first puzzle that is still open."""
        upto = int(self._open.index.min()) if len(self._open.index) else self._next
        if upto == self._ready:
            return
        self._ready = upto
        puzzles = Drafts.joined([each.puzzles for each in self._waiting])
        attempts = np.concatenate([each.attempts for each in self._waiting])
        missing = [each for found in self._waiting for each in found.missing]
        missing.sort(key=lambda each: each.index)
        order = np.argsort(puzzles.index, kind="stable")
        n_now = int(np.count_nonzero(puzzles.index < upto))
        now, later = order[:n_now], order[n_now:]
        yield SearchPart(
            puzzles.taken(now), attempts[now], tuple(each for each in missing if each.index < upto)
        )
        late = tuple(each for each in missing if each.index >= upto)
        rest = SearchPart(puzzles.taken(later), attempts[later], late)
        self._waiting = [rest] if len(later) or late else []
