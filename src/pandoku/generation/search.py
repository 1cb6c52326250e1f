"""Search for puzzles that meet a request.

Each attempt makes one puzzle from a key. The attempts at puzzle i use the keys (seed, i, 0), (seed,
i, 1), ... The first attempt in this order that meets the request becomes puzzle i. Many attempts
are made at once, but their number only affects the speed, not the puzzles found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from time import monotonic

import numpy as np
from numpy.typing import NDArray

from pandoku.generation import hardness
from pandoku.generation.climb import climb, why_no_climb
from pandoku.generation.drafts import Drafts
from pandoku.generation.kinds import make_drafts
from pandoku.generation.layouts import solutions_left
from pandoku.generation.placing import why_no_puzzle
from pandoku.generation.wishes import Wishes
from pandoku.kernel.equality import HoldsArrays
from pandoku.kernel.generate import keys
from pandoku.model import OutOfTimeError, Puzzle
from pandoku.words import joined

__all__ = [
    "Attempt",
    "Missing",
    "SearchPart",
    "attempt",
    "better",
    "find_puzzles",
    "missing_after",
    "not_found",
]

_FIRST_ROUND, _LARGEST_ROUND = 4, 16_384  # attempts
# Times in seconds. If a round takes less than the first time, the next round is larger. If a round
# takes more than the second time, the next round is smaller.
_SHORT_S, _LONG_S = 0.15, 1.0
_LEAST_ROUND = 32  # minimum number of attempts in a round: fewer attempts take about as long
_WINDOW = 2 * _LARGEST_ROUND  # maximum number of puzzles that wait until an earlier puzzle is found
_UNLIKE = (
    # Added to the distance if the givens do not meet the request, so that no other distance is
    # greater.
    1e6
)


@dataclass(frozen=True, slots=True)
class Missing:
    """A puzzle that was not found within the budget.

    Attributes:
        index: Number of the puzzle in the series of its seed, from 0.
        attempts: Number of attempts made.
        closest: The puzzle that came closest to the request, or None if no attempt led to a puzzle.
        why: The difference of the closest puzzle from the request, such as "it has 19 givens", or a
            sentence saying that no attempt led to a puzzle.
    """

    index: int
    attempts: int
    closest: Puzzle | None
    why: str


@dataclass(frozen=True, slots=True, eq=False)
class Attempt(HoldsArrays):
    """The result of some attempts at one puzzle.

    Attributes:
        found: The puzzle of the first attempt that meets the request, with the number of the puzzle
            as its `index`, or None if no attempt meets the request.
        closest: Number of the attempt that came closest to the request, or -1 if no attempt led to
            a puzzle. The first attempt at a puzzle has the number 0.
        distance: Distance of the closest attempt from the request, 0 if it meets the request.
    """

    found: Drafts | None
    closest: int
    distance: float


@dataclass(frozen=True, slots=True, eq=False)
class SearchPart(HoldsArrays):
    """A part of the result of a search, in the order of the puzzles.

    Attributes:
        puzzles: The puzzles found. Their `index` has the number of each puzzle in the series, from
            0.
        attempts: int64 (m,): the number of attempts that each puzzle took.
        missing: The puzzles of this part that were not found.
        unfinished: The first puzzle that was neither found nor given up when the time was over. It
            is None if the search was not cut short.
    """

    puzzles: Drafts
    attempts: NDArray[np.int64]
    missing: tuple[Missing, ...] = ()
    unfinished: Missing | None = None


def find_puzzles(
    wishes: Wishes,
    count: int,
    on_round: Callable[[int], object] | None = None,
    *,
    first: int = 0,
) -> Iterator[SearchPart]:
    """Yield *count* puzzles in order, in parts that contain both found and missing puzzles.

    Args:
        wishes: The request.
        count: Number of puzzles, 0 to 10^18.
        on_round: Called after each round with the number of attempts in this round, usually several
            times a second. If it raises OutOfTimeError, the last part names the closest puzzle so
            far, and the error is raised after it.
        first: Number of the first puzzle, 0 to 10^18. A puzzle depends on its number, but not on
            *first*.
    """
    if wishes.climb:
        yield from (next(better(wishes, index, on_round)) for index in range(first, first + count))
        return
    pool = _Pool(wishes, first, count)
    while not pool.is_done:
        pool.fill()
        n_attempts = pool.try_once()
        try:
            if on_round is not None:
                on_round(n_attempts)
        except OutOfTimeError:
            yield from pool.ready()
            yield from pool.unfinished()
            raise
        yield from pool.ready()


def better(
    wishes: Wishes, index: int = 0, on_round: Callable[[int], object] | None = None
) -> Iterator[SearchPart]:
    """Yield the puzzles of a climb that meet the request, each better than the previous puzzle.

    If no puzzle meets the request, yield a single part that records the missing puzzle.

    Args:
        wishes: A request whose `climb` is True.
        index: Number of the puzzle to climb to, 0 to 10^18.
        on_round: As in `find_puzzles`.
    """
    closest, is_met = None, False
    for reached in climb(wishes, index, on_round):
        closest, is_met = reached.puzzle, is_met or reached.met
        if reached.met:
            attempts = np.array([reached.attempts], np.int64)
            yield SearchPart(Drafts.of(index, reached.puzzle), attempts)
    if not is_met:
        none = make_drafts(wishes, np.empty(0, np.uint64))
        missing = _missing_with(wishes, index, wishes.budget, closest)
        yield SearchPart(none, np.empty(0, np.int64), (missing,))


def attempt(wishes: Wishes, index: int, first: int, count: int) -> Attempt:
    """Make some attempts at a puzzle, so that processes can share the work of `find_puzzles`.

    Args:
        wishes: A request whose `climb` is False.
        index: Number of the puzzle in the series of the seed, from 0.
        first: Number of the first attempt, from 0.
        count: Number of attempts, at least 1.
    """
    which = np.full(count, index, np.int64), np.arange(first, first + count)
    drafts = make_drafts(wishes, keys(wishes.seed, *which))
    if not len(drafts):
        return Attempt(None, -1, np.inf)
    distance = _distances(wishes, drafts)
    best = int(np.lexsort((drafts.index, distance))[0])
    closest, far = first + int(drafts.index[best]), float(distance[best])
    if far:
        return Attempt(None, closest, far)
    found = replace(drafts.taken(np.array([best])), index=np.array([index]), lacks=None)
    return Attempt(found, closest, 0.0)


def missing_after(wishes: Wishes, index: int, attempts: int, closest: int) -> Missing:
    """Return the record of a puzzle that was not found, after making its closest attempt again.

    Args:
        wishes: The request.
        index: Number of the puzzle in the series of the seed, from 0.
        attempts: Number of attempts made.
        closest: Number of the attempt that came closest, or -1 if no attempt led to a puzzle.
    """
    if closest < 0:
        return _missing_with(wishes, index, attempts, None)
    again = keys(wishes.seed, np.array([index]), np.array([closest]))
    return _missing_with(wishes, index, attempts, make_drafts(wishes, again).puzzle(0))


def _missing_with(wishes: Wishes, index: int, attempts: int, closest: Puzzle | None) -> Missing:
    """Return the record of a puzzle that was not found, with the closest puzzle if there is one."""
    if closest is None:
        why = "no attempt led to a puzzle"
        if wishes.mix and attempts:
            why += f": in the first, {why_no_puzzle(wishes, keys(wishes.seed, [index], [0]))}"
        return Missing(index, attempts, None, why)
    if wishes.like is not None:
        number = solutions_left(closest)
        why = hardness.off_difficulty(wishes, closest) if number == "1 solution" else ""
        return Missing(index, attempts, closest, why or f"it has {number}")
    n_givens = closest.n_givens
    if wishes.givens is not None and not wishes.givens.least <= n_givens <= wishes.givens.most:
        why = f"it has {n_givens} givens"
    else:
        why = hardness.off_difficulty(wishes, closest) if wishes.asks_for_difficulty else ""
    return Missing(index, attempts, closest, why or "one of its givens is superfluous")


def _distances(wishes: Wishes, drafts: Drafts) -> NDArray[np.float64]:
    """Return the distance of each draft from the request, 0 if the draft meets the request."""
    lacks = drafts.lacks
    distance = np.zeros(len(drafts)) if lacks is None else np.where(lacks, lacks + _UNLIKE, 0)
    alike = distance == 0
    if wishes.asks_for_difficulty and alike.any():
        distance[alike] = hardness.assess(wishes, drafts.taken(alike)).distance
    return distance


def _in_words(wishes: Wishes) -> str:
    """Return the request in words, such as "a 9x9 sudoku (16 givens, symmetry rotate-180)"."""
    word = f"{wishes.difficulty}, " if wishes.difficulty and wishes.level is None else ""
    parts = [
        f"{wishes.givens} givens" if wishes.givens else "",
        "no superfluous given" if wishes.minimal else "",
        f"symmetry {wishes.symmetry}" if wishes.symmetry != "none" else "",
        "a pattern of givens" if wishes.pattern else "",
        "a given solution" if wishes.solution else "",
        f"{wishes.level} by effort" if wishes.level else "",
        "the layout of another puzzle" if wishes.like is not None else "",
        f"{word}rating {wishes.rating}" if wishes.rating else "",
        f"needs {joined(wishes.needs)}" if wishes.needs else "",
        f"techniques up to {wishes.at_most}" if wishes.at_most else "",
        "smooth" if wishes.smooth else "",
        "crossing lines" if wishes.crossings else "",
    ]
    details = ", ".join(filter(None, parts))
    name = f"{wishes.order}x{wishes.order} {wishes.kind}"
    if wishes.mix:
        name += f" with {joined(list(map(str, wishes.mix)))}"
    article = "an" if wishes.order in (8, 11, 18) else "a"
    return f"{article} {name} ({details})" if details else f"{article} {name}"


def not_found(wishes: Wishes, missing: Missing, *, offers_climbing: bool = True) -> str:
    """Return the message for a puzzle that was not found within the budget.

    Args:
        wishes: The request.
        missing: The puzzle that was not found.
        offers_climbing: Whether the message may suggest climbing.
    """
    times = f"{missing.attempts:,} attempt{'s' * (missing.attempts != 1)}"
    is_close = missing.closest is not None
    short = f"the closest puzzle falls short: {missing.why}" if is_close else missing.why
    may_climb = offers_climbing and not wishes.climb and wishes.has_goal and wishes.like is None
    can_climb = may_climb and why_no_climb(wishes) is None
    last = "fewer wishes" if wishes.like is None else "more givens or clues in the layout"
    ways = joined(["more attempts", *["climbing"] * can_climb, last], "or")
    return f"expected {_in_words(wishes)}, found none in {times}; {short}; {ways} may help"


@dataclass(slots=True)
class _Open:
    """The puzzles that the search has not found yet, as arrays of the same length.

    Attributes:
        index: Number of each puzzle.
        tried: Number of attempts at each puzzle so far.
        closest: Number of the closest attempt at each puzzle, or -1 if no attempt led to a puzzle.
        distance: Distance of the closest attempt from the request.
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
        self._ready = first  # the first puzzle that has not been yielded
        self._waiting: list[SearchPart] = []
        self._attempts_at_once = _FIRST_ROUND
        self._n_made = self._n_found = 0  # attempts made, and puzzles found

    @property
    def is_done(self) -> bool:
        return self._ready == self._end

    def fill(self) -> None:
        """Open as many new puzzles as the limits allow."""
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
        distance = _distances(self._wishes, drafts)
        at, attempts = which[drafts.index], made_from[1][drafts.index]
        self._note_closest(at, attempts, distance)
        open_.tried = np.minimum(open_.tried + each, self._wishes.budget)
        self._n_made += len(which)
        self._keep_first(drafts, at, attempts, distance == 0)
        self._adapt(monotonic() - started)
        return len(which)

    def _round_of(self, n_open: int) -> int:
        """Return the number of attempts to make at once.

        Each open puzzle gets the same number of attempts: half of the number that was needed, on
        average, for each puzzle found so far. More attempts could be wasted, because attempts after
        the first success are not used.
        """
        if (
            self._wishes.mix or self._wishes.like is not None
        ):  # an attempt takes long, and most attempts lead to a puzzle
            return n_open
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
        # Sort the attempts at each open puzzle. The closest attempt comes first, or the earliest of
        # several attempts that are equally close.
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
        """Keep the first success for each puzzle. Give up puzzles whose budget is exhausted."""
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

    def unfinished(self) -> Iterator[SearchPart]:
        """Yield the closest puzzle to the first open one, in a part without puzzles."""
        if not len(self._open.index):
            return
        at = int(self._open.index.argmin())
        index, tried, closest = (
            int(each[at]) for each in (self._open.index, self._open.tried, self._open.closest)
        )
        missing = missing_after(self._wishes, index, tried, closest)
        none = make_drafts(self._wishes, np.empty(0, np.uint64))
        yield SearchPart(none, np.empty(0, np.int64), unfinished=missing)

    def _adapt(self, took_s: float) -> None:
        if took_s < _SHORT_S:
            self._attempts_at_once = min(4 * self._attempts_at_once, _LARGEST_ROUND)
        elif took_s > _LONG_S:
            self._attempts_at_once = max(self._attempts_at_once // 2, 1)

    def ready(self) -> Iterator[SearchPart]:
        """Yield all puzzles before the first open puzzle. Each was either found or given up."""
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
