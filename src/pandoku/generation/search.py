"""Search for puzzles that meet a request.

Each attempt makes one puzzle from a key. The attempts at puzzle i use the keys (seed, i, 0), (seed,
i, 1), ... The first attempt in this order that meets the request becomes puzzle i. Many attempts
are made at once, but their number only affects the speed, not the puzzles found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from time import monotonic

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
        attempts: The number of attempts that each puzzle took.
        missing: The puzzles of this part that were not found.
        unfinished: The first puzzle that was neither found nor given up when the time was over. It
            is None if the search was not cut short.
    """

    puzzles: Drafts
    attempts: Sequence[int]
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
            yield SearchPart(Drafts.of(index, reached.puzzle), [reached.attempts])
    if not is_met:
        none = make_drafts(wishes, ())
        missing = _missing_with(wishes, index, wishes.budget, closest)
        yield SearchPart(none, (), (missing,))


def attempt(wishes: Wishes, index: int, first: int, count: int) -> Attempt:
    """Make some attempts at a puzzle, so that processes can share the work of `find_puzzles`.

    Args:
        wishes: A request whose `climb` is False.
        index: Number of the puzzle in the series of the seed, from 0.
        first: Number of the first attempt, from 0.
        count: Number of attempts, at least 1.
    """
    drafts = make_drafts(wishes, keys(wishes.seed, index, range(first, first + count)))
    if not len(drafts):
        return Attempt(None, -1, inf)
    distance = _distances(wishes, drafts)
    best = min(range(len(drafts)), key=lambda at: (distance[at], drafts.index[at]))
    closest, far = first + drafts.index[best], distance[best]
    if far:
        return Attempt(None, closest, far)
    found = replace(drafts.taken([best]), index=[index], lacks=None)
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
    again = keys(wishes.seed, index, closest)
    return _missing_with(wishes, index, attempts, make_drafts(wishes, again).puzzle(0))


def _missing_with(wishes: Wishes, index: int, attempts: int, closest: Puzzle | None) -> Missing:
    """Return the record of a puzzle that was not found, with the closest puzzle if there is one."""
    if closest is None:
        why = "no attempt led to a puzzle"
        if wishes.mix and attempts:
            why += f": in the first, {why_no_puzzle(wishes, keys(wishes.seed, index)[0])}"
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


def _distances(wishes: Wishes, drafts: Drafts) -> list[float]:
    """Return the distance of each draft from the request, 0 if the draft meets the request."""
    lacks = drafts.lacks or [0] * len(drafts)
    distance = [lack + _UNLIKE if lack else 0.0 for lack in lacks]
    alike = [at for at, far in enumerate(distance) if not far]
    if wishes.asks_for_difficulty and alike:
        far_of_alike = hardness.assess(wishes, drafts.taken(alike)).distance
        for at, far in zip(alike, far_of_alike, strict=True):
            distance[at] = far
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
    """A puzzle that the search has not found yet.

    Attributes:
        index: Number of the puzzle.
        tried: Number of attempts so far.
        closest: Number of the closest attempt, or -1 if no attempt led to a puzzle.
        distance: Distance of the closest attempt from the request.
    """

    index: int
    tried: int = 0
    closest: int = -1
    distance: float = inf


class _Pool:
    def __init__(self, wishes: Wishes, first: int, count: int) -> None:
        self._wishes, self._end = wishes, first + count
        self._open: list[_Open] = []  # in the order of the puzzles
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
            self._attempts_at_once - len(self._open),
            self._end - self._next,
            self._ready + _WINDOW - self._next,
        )
        if room > 0:
            self._open += map(_Open, range(self._next, self._next + room))
            self._next += room

    def try_once(self) -> int:
        """Make one or more attempts at each open puzzle, and return the number of attempts."""
        started, open_, budget = monotonic(), self._open, self._wishes.budget
        each = max(1, self._round_of(len(open_)) // len(open_))
        # The puzzle and the number of each attempt.
        made_for = [
            (puzzle, nth)
            for puzzle in open_
            for nth in range(puzzle.tried, min(puzzle.tried + each, budget))
        ]
        numbers = [puzzle.index for puzzle, _ in made_for], [nth for _, nth in made_for]
        drafts = make_drafts(self._wishes, keys(self._wishes.seed, *numbers))
        distance = _distances(self._wishes, drafts)
        first_met: dict[int, int] = {}  # the first draft that meets the request, by its puzzle
        for at, (key, far) in enumerate(zip(drafts.index, distance, strict=True)):
            puzzle, nth = made_for[key]
            if far == 0:
                first_met.setdefault(puzzle.index, at)
            if far < puzzle.distance:
                puzzle.closest, puzzle.distance = nth, far
        for puzzle in open_:
            puzzle.tried = min(puzzle.tried + each, budget)
        self._n_made += len(made_for)
        attempts = [1 + made_for[drafts.index[at]][1] for at in first_met.values()]
        self._keep_first(drafts, first_met, attempts)
        self._adapt(monotonic() - started)
        return len(made_for)

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

    def _keep_first(
        self, drafts: Drafts, first_met: dict[int, int], attempts: Sequence[int]
    ) -> None:
        """Keep the first success for each puzzle. Give up puzzles whose budget is exhausted."""
        puzzles = replace(drafts.taken([*first_met.values()]), index=[*first_met], lacks=None)
        self._n_found += len(puzzles)
        budget, left = self._wishes.budget, [p for p in self._open if p.index not in first_met]
        missing = tuple(
            missing_after(self._wishes, puzzle.index, budget, puzzle.closest)
            for puzzle in left
            if puzzle.tried >= budget
        )
        if len(puzzles) or missing:
            self._waiting.append(SearchPart(puzzles, attempts, missing))
        self._open = [puzzle for puzzle in left if puzzle.tried < budget]

    def unfinished(self) -> Iterator[SearchPart]:
        """Yield the closest puzzle to the first open one, in a part without puzzles."""
        if not self._open:
            return
        first = self._open[0]
        missing = missing_after(self._wishes, first.index, first.tried, first.closest)
        yield SearchPart(make_drafts(self._wishes, ()), (), unfinished=missing)

    def _adapt(self, took_s: float) -> None:
        if took_s < _SHORT_S:
            self._attempts_at_once = min(4 * self._attempts_at_once, _LARGEST_ROUND)
        elif took_s > _LONG_S:
            self._attempts_at_once = max(self._attempts_at_once // 2, 1)

    def ready(self) -> Iterator[SearchPart]:
        """Yield all puzzles before the first open puzzle. Each was either found or given up."""
        upto = self._open[0].index if self._open else self._next
        if upto == self._ready:
            return
        self._ready = upto
        puzzles = Drafts.joined([each.puzzles for each in self._waiting])
        attempts = [tried for each in self._waiting for tried in each.attempts]
        missing = [each for found in self._waiting for each in found.missing]
        missing.sort(key=lambda each: each.index)
        order = sorted(range(len(puzzles)), key=puzzles.index.__getitem__)
        n_now = sum(index < upto for index in puzzles.index)
        now, later = order[:n_now], order[n_now:]
        yield SearchPart(
            puzzles.taken(now),
            [attempts[at] for at in now],
            tuple(each for each in missing if each.index < upto),
        )
        late = tuple(each for each in missing if each.index >= upto)
        rest = SearchPart(puzzles.taken(later), [attempts[at] for at in later], late)
        self._waiting = [rest] if later or late else []
