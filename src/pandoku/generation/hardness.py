"""Which drafts are as hard as asked, proved, and how far the others are from it.

What was asked for is tested from the quickest test to the slowest, each on what the one before has
left, and on all cores.

The hard steps of a puzzle are those that give it its word: in one that is "hard", the steps rated
3.5 and above. Hard steps from one digit placed to the next are one obstacle, however many they are:
who solves it is held up once. A puzzle is smooth if its path has at least three obstacles. Where
every step is easy, each that places a digit counts, so an easy puzzle is smooth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import dropwhile
from math import inf
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from pandoku.generation.drafts import Drafts
from pandoku.generation.wishes import Interval, Wishes
from pandoku.logic import (
    PATH_ENDS,
    RATING_ENDS,
    SE,
    Path,
    PuzzleRating,
    explain,
    explain_many,
    explain_proved,
    rate_all,
    rate_many,
    scale_for,
)
from pandoku.model import Batch, Geometry, Puzzle
from pandoku.rating import (
    DEFAULT_SCALE,
    get_scale,
    in_order,
    level_range,
    span,
    word_of,
)
from pandoku.words import joined

__all__ = [
    "N_OBSTACLES",
    "Assessment",
    "allowed_techniques",
    "assess",
    "fewest_givens",
    "n_obstacles",
    "off_difficulty",
]

N_OBSTACLES = 3

_Far: TypeAlias = NDArray[np.float64]  # (m,): 0 where a wish is met, else how far; less is closer
_Test: TypeAlias = Callable[[Drafts], _Far]

_A_TEST = 100.0  # farther than anything within one test
# Up to which rating puzzles with a share of the cells as givens are made, from the least to the
# greatest share. Classic Sudokus in which nothing can go are of every word; with further houses, or
# in larger orders, they are nearly all extreme.
_CLASSIC_GIVENS = ((2.3, 28 / 81, 32 / 81),)
_GIVENS = ((2.3, 0.28, 0.5), (6.4, 0.24, 0.48), (7.9, 0.2, 0.45))
_SMALL = 6  # up to this order puzzles with the fewest givens are easy often enough

_LEAST = 1.0  # no puzzle is rated below this
_STUCK, _SPARE = 50.0, 0.5  # how far a path is that gets stuck, or uses a technique without need
_FULL = PATH_ENDS.index("full")


class Assessment(NamedTuple):
    """How drafts compare with what was asked for.

    Attributes:
        met: bool (m,): which are as hard as asked.
        distance: float64 (m,): 0 for those, else how far each is from it; the least is the
            closest. A draft that passes more tests is closer, then one whose rating differs
            less.
    """

    met: NDArray[np.bool_]
    distance: NDArray[np.float64]


def fewest_givens(wishes: Wishes, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Return down to how many givens to dig if their number is not asked for, for each key.

    With 0 nothing can go. More givens make a puzzle easier, and digging quicker. How many make it
    as hard as asked differs from kind to kind, so the number is drawn.
    """
    limit = _limit(wishes)
    shares = next((each for most, *each in _shares(wishes) if limit <= most), (0.0, 0.0))
    least, most = (round(share * wishes.n_cells) for share in shares)
    drawn = (keys >> np.uint64(32)) % np.uint64(most - least + 1)
    return drawn.astype(np.int64) + least


def _limit(wishes: Wishes) -> float:
    """Return what the hardest step may cost: inf if that is not limited."""
    names = allowed_techniques(wishes)
    by_path = (span(DEFAULT_SCALE, names[-1]) or (inf, inf))[0] if names else inf
    return min(by_path, wishes.rating.most if wishes.rating else inf)


def _shares(wishes: Wishes) -> Sequence[tuple[float, float, float]]:
    if wishes.order <= _SMALL:
        return ()
    is_classic = wishes.geometry == Geometry.sudoku(9)
    if not is_classic:
        return _GIVENS
    return () if wishes.needs else _CLASSIC_GIVENS


def assess(wishes: Wishes, drafts: Drafts) -> Assessment:
    """Return how drafts compare with the wishes about difficulty.

    A draft's assessment depends on the wishes and on itself only.

    Args:
        wishes: What was asked for: rating, needs, at_most and smooth are looked at.
        drafts: Puzzles with exactly one solution.

    Raises:
        EngineError: The compiled core is not built or does not support a cage.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    far = np.zeros(len(drafts))
    left, tests = np.arange(len(drafts)), _tests(wishes)
    for n_after, test in zip(range(len(tests))[::-1], tests, strict=True):
        if not len(left):
            break
        lacks = test(drafts.taken(left))
        far[left] = np.where(lacks > 0, lacks + n_after * _A_TEST, 0.0)
        left = left[lacks == 0]
    return Assessment(far == 0, far)


def allowed_techniques(wishes: Wishes) -> tuple[str, ...] | None:
    """Return the techniques that lead to the solution, in the order of search of the scale pandoku.

    They are all up to `at_most`, or without it up to the hardest of `needs`. With all techniques
    none would ever be needed, because trials solve what patterns do. None means that neither was
    asked for.
    """
    names = _order()
    asked = (wishes.at_most,) if wishes.at_most else wishes.needs
    if not asked:
        return None
    return names[: 1 + max(map(names.index, asked))]


@lru_cache(maxsize=1)
def _order() -> tuple[str, ...]:
    return tuple(technique.name for technique in in_order(DEFAULT_SCALE))


def _tests(wishes: Wishes) -> list[_Test]:
    names = allowed_techniques(wishes)
    tests: list[_Test] = []
    if wishes.rating is not None and wishes.rating != (0, inf):
        tests.append(partial(_off_rating, wishes))
    if names is not None:
        # A path takes less than a rating, unless there are chains among its techniques.
        tests.insert(len(tests) * _has_chains(names), partial(_off_path, wishes, names))
    if wishes.smooth:
        tests.append(_off_smooth)
    return tests


def _has_chains(names: tuple[str, ...]) -> bool:
    return any(_costs(name)[1] == inf for name in names)


def _off_rating(wishes: Wishes, drafts: Drafts) -> _Far:
    assert wishes.rating is not None
    least, most = wishes.rating
    if scale_for(drafts.puzzle(0), None) == SE:
        easier = np.zeros(len(drafts))
    else:
        easier = _easier(least, drafts, wishes.threads)
        if most == inf and all(low >= least for low, _ in _not_cheaper(least)):
            return easier  # whatever the next step is, it costs enough
    left = np.flatnonzero(easier == 0)
    if len(left):
        score = _scores(wishes.rating, drafts.taken(left), wishes.threads)
        far = np.maximum(np.maximum(least - score, score - most), 0.0)
        far = np.where(np.isinf(far), _A_TEST - 1, far)
        easier[left] = np.nan_to_num(far, nan=_A_TEST - 1)
    return easier


def _easier(least: float, drafts: Drafts, threads: int | None) -> _Far:
    """Return by how much paths cost less than asked, of those that cheaper techniques solve.

    Whether a step costs 1.2 or 1.5 takes a walk step by step, which these are spared.
    """
    cheaper = _order()[: len(_order()) - len(_not_cheaper(least))]
    if not cheaper:
        return np.zeros(len(drafts))
    is_full, is_used = _paths(drafts, cheaper, threads)
    costs = {name: _costs(name)[1] for name in cheaper}
    cost = np.max([np.where(used, costs[name], 0) for name, used in is_used.items()], axis=0)
    far: _Far = np.where(is_full, least - cost, 0.0)
    return far


def _not_cheaper(least: float) -> list[tuple[float, float]]:
    """Return what techniques cost, from the first on that may cost as much as asked.

    With those before it, a path takes the same steps as with all, up to a step that costs as much.
    """
    return list(dropwhile(lambda costs: costs[1] < least, map(_costs, _order())))


def _costs(technique: str) -> tuple[float, float]:
    return span(DEFAULT_SCALE, technique) or (0, inf)


def _scores(asked: Interval, drafts: Drafts, threads: int | None) -> NDArray[np.float64]:
    """Rate drafts, and stop each rating once it is known to be within the range or above it.

    A puzzle that no technique solves has only a lower bound, so it is above every finite range.
    """
    at_least, at_most = min(max(asked.least, _LEAST), asked.most), asked.most
    most, puzzles = None if at_most == inf else at_most, drafts.puzzles()
    if isinstance(puzzles, Batch):
        many = rate_many(puzzles, at_least=at_least, at_most=most, threads=threads)
        is_above = (many.ends == RATING_ENDS.index("stuck")) & (most is not None)
        return np.where(is_above, inf, many.score)
    found = rate_all(puzzles, at_least=at_least, at_most=most, threads=threads, on_error="keep")
    is_ending = most is not None
    return np.array([inf if is_ending and each.end == "stuck" else each.score for each in found])


def _off_path(wishes: Wishes, names: tuple[str, ...], drafts: Drafts) -> _Far:
    """Return 0, or a number that is less the closer a path comes to need what was asked for."""
    is_full, is_used = _paths(drafts, names, wishes.threads)
    unused = [~is_used[name] if name in is_used else np.ones_like(is_full) for name in wishes.needs]
    far: _Far = np.where(is_full, np.sum(unused, axis=0) if unused else 0.0, _STUCK)
    for need in wishes.needs:
        left = np.flatnonzero(far == 0)
        if len(left):
            others = tuple(name for name in names if name != need)
            is_spare, _ = _paths(drafts.taken(left), others, wishes.threads)
            far[left] = _SPARE * is_spare
    return far


def _paths(
    drafts: Drafts, names: tuple[str, ...], threads: int | None
) -> tuple[NDArray[np.bool_], dict[str, NDArray[np.bool_]]]:
    """Return which paths reach the solution, and by technique which of them use it."""
    puzzles = drafts.puzzles()
    blocks = [puzzles] if isinstance(puzzles, Batch) else [Batch.of([each]) for each in puzzles]
    paths = [explain_proved(block, techniques=names, threads=threads) for block in blocks]
    is_full = np.concatenate([each.ends for each in paths]) == _FULL
    counts = np.concatenate([each.counts for each in paths])
    return is_full, dict(zip(paths[0].techniques, (counts > 0).T, strict=True))


def _off_smooth(drafts: Drafts) -> _Far:
    found = [n_obstacles(drafts.puzzle(at)) for at in range(len(drafts))]
    far: _Far = np.maximum(0, N_OBSTACLES - np.array(found)) / N_OBSTACLES
    return far


def off_difficulty(wishes: Wishes, puzzle: Puzzle) -> str:
    """Say how a puzzle differs from the wishes about difficulty; "" if it is as asked.

    Raises:
        EngineError, KeyboardInterrupt: As in `assess`.
    """
    return "; ".join(_lacks(wishes, puzzle))


def _lacks(wishes: Wishes, puzzle: Puzzle) -> Iterator[str]:
    if wishes.rating is not None:
        rating = _rated_as_asked(wishes, puzzle)
        least, most = wishes.rating
        if not least <= (inf if rating.is_bound else rating.score) <= most:
            asked = f"below {least:.1f}" if rating < least else f"above {most:.1f}"
            yield f"it is rated {rating.number} ({rating.level}), {asked}"
    names = allowed_techniques(wishes)
    if names is not None:
        yield from _path_lacks(wishes, names, puzzle)
    if wishes.smooth and (n := n_obstacles(puzzle)) < N_OBSTACLES:
        yield f"it is not smooth: {n} obstacle{'s' * (n != 1)} instead of {N_OBSTACLES}"


def _path_lacks(wishes: Wishes, names: tuple[str, ...], puzzle: Puzzle) -> Iterator[str]:
    def is_solved(techniques: tuple[str, ...]) -> bool:
        paths = explain_many([puzzle], techniques=techniques, is_proper=True, threads=1)
        return bool(paths.ends[0] == _FULL)

    if not is_solved(names):
        yield f"it takes more than the techniques up to {names[-1]}"
        return
    spare = [need for need in wishes.needs if is_solved(tuple(n for n in names if n != need))]
    if spare:
        yield f"it can be solved without {joined(spare)}"


def _rated_as_asked(wishes: Wishes, puzzle: Puzzle) -> PuzzleRating:
    """Return the rating of a puzzle in the scale in which it was asked for, in full."""
    (found,) = rate_all([puzzle], scale=scale_for(puzzle, None), threads=wishes.threads)
    return found


def n_obstacles(puzzle: Puzzle) -> int:
    """Return how often the path of a proper puzzle is held up by hard steps.

    Args:
        puzzle: A puzzle with exactly one solution. Its path and its word are those of the scale
            "se" for a 9x9 Sudoku, else "pandoku".

    Raises:
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    scale = scale_for(puzzle, None)
    order = None if get_scale(scale).program else get_scale(scale).order
    return _counted(explain(puzzle, techniques=order, scale=scale, is_proper=True), scale)


def _counted(path: Path, scale: str) -> int:
    ratings = map(get_scale(scale).rate, path.steps)
    scores = [rating.score if rating else 0.0 for rating in ratings]
    least, _ = level_range(word_of(max(scores, default=0.0)))
    n, is_held_up = 0, False
    for step, score in zip(path.steps, scores, strict=True):
        if score >= least and not is_held_up:
            n, is_held_up = n + 1, True
        is_held_up = is_held_up and not step.placements
    return n
