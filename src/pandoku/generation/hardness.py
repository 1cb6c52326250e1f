"""Compare the difficulty of drafts with a request, and measure the distance.

There are up to four tests, and the quicker tests come first. Each test runs on all cores, and
only sees the drafts that passed all earlier tests.

A word for the difficulty is a range of ratings for Sudokus, and a range of efforts for puzzles with
cages or constraints. Finding an effort takes a complete path. A draft that takes hard techniques is
therefore rejected before: its path is long, and with hardly any exceptions, its effort is too high.

The option `smooth` counts obstacles. A step is part of an obstacle if no step of the path has a
harder word. In a "hard" Sudoku, these are all steps rated 3.5 or more. In puzzles with cages or
constraints, the words for the steps come from their efforts. All of these steps between two placed
digits count as one obstacle, because a solver is held up there only once. A puzzle is smooth if its
path has at least three obstacles. In an easy puzzle, every step is part of an obstacle, and each
placed digit ends an obstacle. Easy puzzles are therefore smooth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import dropwhile
from math import inf, isfinite, log
from typing import NamedTuple, TypeAlias

from pandoku.generation.drafts import Drafts
from pandoku.generation.wishes import Interval, Wishes
from pandoku.logic import (
    SE,
    BoundedEffort,
    ProvedPath,
    PuzzleRating,
    bounded_effort,
    efforts_of,
    explain,
    proved_paths,
    rate_all,
    scale_for,
    stuck_board,
)
from pandoku.model import Batch, Geometry, Puzzle, batches_of
from pandoku.rating import (
    DEFAULT_SCALE,
    LEVELS,
    PuzzleEffort,
    effort_weights,
    get_scale,
    in_order,
    span,
    word_is_by_effort,
)
from pandoku.words import joined

__all__ = [
    "MOST_OF_WORD",
    "N_OBSTACLES",
    "Assessment",
    "allowed_techniques",
    "assess",
    "effort_up_to",
    "fewest_givens",
    "n_obstacles",
    "off_difficulty",
    "techniques_up_to",
]

N_OBSTACLES = 3

# The distance of each draft from one option, 0 if the draft meets it.
_Far: TypeAlias = list[float]
_Test: TypeAlias = Callable[[Drafts], _Far]

_A_TEST = 100.0  # greater than any distance that a single test returns
# Each entry has a rating, and the smallest and the largest share of cells that remain givens. The
# first entry applies whose rating is not below the upper end of the requested rating. Minimal
# classic Sudokus occur in every difficulty. But with additional houses, or in larger orders, nearly
# all minimal puzzles are extreme, so digging must stop earlier.
_CLASSIC_GIVENS = ((2.3, 28 / 81, 32 / 81),)
_GIVENS = ((2.3, 0.28, 0.5), (6.4, 0.24, 0.48), (7.9, 0.2, 0.45))
_SMALL = 6  # up to this order, minimal puzzles are often easy

# The drafts of a word are solved by techniques up to these ratings. Among 2611 killers and
# calcudokus, 97 percent or more of the easy, medium and hard puzzles were. A higher limit for
# expert puzzles would also admit drafts whose efforts take seconds, so one in ten is left out. No
# technique is too hard for an extreme puzzle.
MOST_OF_WORD = {"easy": 3.4, "medium": 3.9, "hard": 7.4, "expert": 8.4}
_A_WORD = 0.1  # the least distance for each word between two efforts

_LEAST = 1.0  # no puzzle is rated below this
# Distance if the path gets stuck, and distance if the path can avoid a requested technique.
_STUCK, _SPARE = 50.0, 0.5


class Assessment(NamedTuple):
    """The result of comparing drafts with a request.

    Attributes:
        met: Whether the difficulty of each draft meets the request.
        distance: The distance of each draft from the request, 0 if it meets the request.
            A draft that passes more tests has a smaller distance. If drafts fail the same test,
            this test measures their distance, for example as the difference between ratings.
    """

    met: list[bool]
    distance: list[float]


def fewest_givens(wishes: Wishes, keys: Sequence[int]) -> list[int]:
    """Return the number of givens that should remain for each key, if the request has no number.

    The number 0 means that the puzzle becomes minimal. With more givens, a puzzle is easier, and
    digging takes less time. The best number for a difficulty differs between kinds, so each number
    is drawn at random from a range.
    """
    limit = wishes.rating.most if wishes.rating else inf  # upper end for the hardest step
    if names := allowed_techniques(wishes):
        limit = min(limit, (span(DEFAULT_SCALE, names[-1]) or (inf, inf))[0])
    if wishes.order <= _SMALL:
        choices: Sequence[tuple[float, float, float]] = ()
    elif wishes.geometry != Geometry.sudoku(9):
        choices = _GIVENS
    else:
        choices = () if wishes.needs else _CLASSIC_GIVENS
    shares = next((each for most, *each in choices if limit <= most), (0.0, 0.0))
    least, most = (round(share * wishes.n_cells) for share in shares)
    return [least + (key >> 32) % (most - least + 1) for key in keys]


def assess(wishes: Wishes, drafts: Drafts) -> Assessment:
    """Compare the difficulty of drafts with a request.

    A draft's assessment does not depend on the other drafts.

    Args:
        wishes: The request. Only its attributes rating, level, needs, at_most, smooth and threads
            are used.
        drafts: Puzzles with exactly one solution.

    Raises:
        EngineError: The compiled core is not built or does not support a cage.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    names = allowed_techniques(wishes)
    tests: list[_Test] = []
    if wishes.rating is not None and wishes.rating != (0, inf):
        tests.append(partial(_off_rating, wishes))
    if names is not None:
        # Finding a path takes less time than rating, unless the techniques of the path include
        # chains.
        has_chains = any(_costs(name)[1] == inf for name in names)
        tests.insert(len(tests) * has_chains, partial(_off_path, wishes, names))
    if wishes.level is not None:
        tests.append(partial(_off_level, wishes, wishes.level))
    if wishes.smooth:
        tests.append(_off_smooth)
    far, left = [0.0] * len(drafts), [*range(len(drafts))]
    for n_after, test in zip(range(len(tests))[::-1], tests, strict=True):
        if not left:
            break
        for at, lack in zip(left, test(drafts.taken(left)), strict=True):
            far[at] = lack + n_after * _A_TEST if lack > 0 else 0.0
        left = [at for at in left if far[at] == 0]
    return Assessment([each == 0 for each in far], far)


def techniques_up_to(most: float, names: Sequence[str] | None = None) -> tuple[str, ...]:
    """Return the techniques of *names*, or of all, that have steps rated *most* or less."""
    return tuple(name for name in names or _order() if _costs(name)[0] <= most)


def allowed_techniques(wishes: Wishes) -> tuple[str, ...] | None:
    """Return the techniques that a path may use, in the order of search of the scale pandoku.

    The last technique is `at_most` or, if the request does not have this option, the hardest of
    `needs`. There must be a last technique: trials solve every puzzle, so if a path could use them,
    no other technique would ever be needed. Return None if the request has neither `at_most` nor
    `needs`.
    """
    names = _order()
    requested = (wishes.at_most,) if wishes.at_most else wishes.needs
    if not requested:
        return None
    return names[: 1 + max(map(names.index, requested))]


@lru_cache(maxsize=1)
def _order() -> tuple[str, ...]:
    return tuple(technique.name for technique in in_order(DEFAULT_SCALE))


def _off_rating(wishes: Wishes, drafts: Drafts) -> _Far:
    assert wishes.rating is not None
    least, most = wishes.rating
    if scale_for(drafts.puzzle(0), None) == SE:
        far = [0.0] * len(drafts)
    else:
        far = _easier(least, drafts, wishes.threads)
        if most == inf and all(low >= least for low, _ in _not_cheaper(least)):
            return far  # the path is stuck, so its next step is rated *least* or more
    left = [at for at, each in enumerate(far) if each == 0]
    if left:
        scores = _scores(wishes.rating, drafts.taken(left), wishes.threads)
        for at, score in zip(left, scores, strict=True):
            # An unknown score is nan.
            off = max(least - score, score - most, 0.0) if isfinite(score) else inf
            far[at] = min(off, _A_TEST - 1) if off == inf else off
    return far


def _easier(least: float, drafts: Drafts, threads: int | None) -> _Far:
    """Return the distance below *least* if easier techniques solve a draft, 0 for other drafts.

    If easier techniques solve a draft, it needs no exact rating. An exact rating would take more
    time, because it follows the path step by step.
    """
    cheaper = _order()[: len(_order()) - len(_not_cheaper(least))]
    if not cheaper:
        return [0.0] * len(drafts)
    costs = {name: _costs(name)[1] for name in cheaper}
    return [
        least - max((costs[name] for name in path.n_steps), default=0.0) if path.is_full else 0.0
        for path in _paths(drafts, cheaper, threads)
    ]


def _not_cheaper(least: float) -> list[tuple[float, float]]:
    """Return the rating spans of the techniques that are not easier than *least*.

    The first of them is the first technique, in the order of search, that may be rated *least* or
    more. The techniques before it are the easier techniques. A path that uses only easier
    techniques takes the same steps as a path with all techniques, up to the first step rated
    *least* or more.
    """
    return list(dropwhile(lambda costs: costs[1] < least, map(_costs, _order())))


def _costs(technique: str) -> tuple[float, float]:
    return span(DEFAULT_SCALE, technique) or (0, inf)


def _scores(requested: Interval, drafts: Drafts, threads: int | None) -> list[float]:
    """Rate drafts. Stop each rating once it is certain to be within or above the requested range.

    If the techniques do not solve a puzzle, its rating is only a lower bound. If the requested
    range has an upper end, this puzzle counts as above the range.
    """
    at_least, at_most = min(max(requested.least, _LEAST), requested.most), requested.most
    most = None if at_most == inf else at_most
    puzzles = drafts.puzzles()
    found = rate_all(puzzles, at_least=at_least, at_most=most, threads=threads, on_error="keep")
    is_ending = most is not None
    return [inf if is_ending and each.end == "stuck" else each.score for each in found]


def _off_level(wishes: Wishes, level: str, drafts: Drafts) -> _Far:
    """Return the distance of each draft, 0 if the word for its effort is *level*."""
    if wishes.mix or wishes.like is not None:
        puzzles = [drafts.puzzle(at) for at in range(len(drafts))]
        # Drafts with constraints were walked while they were made, unless nothing could be added.
        is_walked = wishes.mix and not wishes.clue_minimal
        most = inf if is_walked else MOST_OF_WORD.get(level, inf)
        return [_off_bounded_effort(wishes, each, most) for each in puzzles]
    far, left = [0.0] * len(drafts), [*range(len(drafts))]
    if level in MOST_OF_WORD:
        paths = _paths(drafts, techniques_up_to(MOST_OF_WORD[level]), wishes.threads)
        far = [0.0 if path.is_full else _STUCK for path in paths]
        left = [at for at in left if not far[at]]
    if left:
        puzzles = [drafts.puzzle(at) for at in left]
        efforts = efforts_of(puzzles, threads=wishes.threads)
        for at, effort, puzzle in zip(left, efforts, puzzles, strict=True):
            far[at] = _off_effort(level, effort, puzzle)
    return far


def _off_bounded_effort(wishes: Wishes, puzzle: Puzzle, most: float) -> float:
    """Return the distance of one puzzle, as in `_off_level`. Its techniques may be in Python.

    A puzzle is too hard if techniques rated *most* or less do not solve it.
    """
    if most < inf and not stuck_board(puzzle, techniques_up_to(most)).is_full:
        return _STUCK
    assert wishes.level is not None
    return _off_effort(wishes.level, effort_up_to(wishes, puzzle).effort, puzzle)


def effort_up_to(wishes: Wishes, puzzle: Puzzle) -> BoundedEffort:
    """Return `bounded_effort` for the word of a request, from a cache if possible.

    The walk that accepts a puzzle while it is made is the one that decides at the end. Drafts that
    begin easy may not need harder steps than usual for the word. So their paths end early.
    """
    assert wishes.level is not None
    hardest = MOST_OF_WORD[wishes.level] if wishes.begins_easy else inf
    return _bounded_effort(puzzle, wishes.level, hardest)


_bounded_effort = lru_cache(maxsize=64)(bounded_effort)


def _off_effort(level: str, effort: PuzzleEffort, puzzle: Puzzle) -> float:
    """Return the distance of an effort from the efforts of a word, 0 if it has this word.

    The distance is the logarithm of the factor that is missing.
    """
    if effort.level == level:
        return 0.0
    ends, at = (0.0, *effort_weights().starts, inf), LEVELS.index(level)
    per_cell = effort.effort / max(1, puzzle.geometry.n_cells - puzzle.n_givens)
    nearest = min(max(per_cell, ends[at]), ends[at + 1])
    far = abs(log(nearest / per_cell)) if nearest and per_cell else 0.0
    return max(far, _A_WORD * abs(LEVELS.index(effort.level) - at))


def _off_path(wishes: Wishes, names: tuple[str, ...], drafts: Drafts) -> _Far:
    """Return the distance of each draft, 0 if its path meets the options `needs` and `at_most`."""
    far = [
        float(sum(need not in path.n_steps for need in wishes.needs)) if path.is_full else _STUCK
        for path in _paths(drafts, names, wishes.threads)
    ]
    for need in wishes.needs:
        left = [at for at, each in enumerate(far) if each == 0]
        if left:
            others = tuple(name for name in names if name != need)
            paths = _paths(drafts.taken(left), others, wishes.threads)
            for at, path in zip(left, paths, strict=True):
                far[at] = _SPARE * path.is_full
    return far


def _paths(drafts: Drafts, names: tuple[str, ...], threads: int | None) -> list[ProvedPath]:
    puzzles = drafts.puzzles()
    blocks = [puzzles] if isinstance(puzzles, Batch) else batches_of(puzzles)
    found: dict[int, ProvedPath] = {}
    for block in blocks:
        paths = proved_paths(block, names, threads=threads)
        found.update(zip(block.origins or range(len(block)), paths, strict=True))
    return [found[at] for at in range(len(drafts))]


def _off_smooth(drafts: Drafts) -> _Far:
    found = (n_obstacles(drafts.puzzle(at)) for at in range(len(drafts)))
    return [max(0, N_OBSTACLES - n) / N_OBSTACLES for n in found]


def off_difficulty(wishes: Wishes, puzzle: Puzzle) -> str:
    """Return in words how a puzzle differs from the requested difficulty, or "" if it does not.

    Raises:
        EngineError, KeyboardInterrupt: As in `assess`.
    """
    reasons = []
    if wishes.rating is not None:
        scale = scale_for(puzzle, None)
        (rating,) = rate_all([puzzle], scale=scale, threads=wishes.threads)
        least, most = wishes.rating
        if not least <= (inf if rating.is_bound else rating.score) <= most:
            reasons.append(_off_range(wishes, puzzle, rating))
    if wishes.level is not None:
        (effort,) = efforts_of([puzzle], threads=wishes.threads)
        if effort.level != wishes.level:
            (rating,) = rate_all([puzzle], scale=scale_for(puzzle, None), threads=wishes.threads)
            found = f"{effort.effort:.0f} ({effort.level})"
            reasons.append(f"its effort is {found}, and it is rated {rating.number}")
    if names := allowed_techniques(wishes):
        if not _is_solved(puzzle, names):
            reasons.append(f"it takes more than the techniques up to {names[-1]}")
        elif spare := [
            need
            for need in wishes.needs
            if _is_solved(puzzle, tuple(name for name in names if name != need))
        ]:
            reasons.append(f"it can be solved without {joined(spare)}")
    if wishes.smooth and (n := n_obstacles(puzzle)) < N_OBSTACLES:
        reasons.append(f"it is not smooth: {n} obstacle{'s' * (n != 1)} instead of {N_OBSTACLES}")
    return "; ".join(reasons)


def _off_range(wishes: Wishes, puzzle: Puzzle, rating: PuzzleRating) -> str:
    """Return in words how a rating differs from the requested range."""
    if wishes.difficulty and not wishes.by_effort:
        return f"it is {rating.level} (rated {rating.number}), not {wishes.difficulty}"
    assert wishes.rating is not None
    least, most = wishes.rating
    side = f"below {least:.1f}" if rating < least else f"above {most:.1f}"
    # A word that comes from the effort says nothing about a range of numbers.
    word = "" if word_is_by_effort(puzzle) else f" ({rating.level})"
    return f"it is rated {rating.number}{word}, {side}"


def _is_solved(puzzle: Puzzle, techniques: tuple[str, ...]) -> bool:
    (path,) = proved_paths(Batch.of([puzzle]), techniques, threads=1)
    return path.is_full


def n_obstacles(puzzle: Puzzle) -> int:
    """Return the number of obstacles on the path of a proper puzzle.

    The docstring of this module defines obstacles.

    Args:
        puzzle: A puzzle with exactly one solution. The scale for its path and its difficulty is
            "se" for a 9x9 Sudoku, and "pandoku" for all other puzzles. The path of a puzzle with
            cages or constraints is the one that its effort comes from.

    Raises:
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    scale = scale_for(puzzle, None)
    if word_is_by_effort(puzzle):
        path = explain(puzzle, is_proper=True)
    else:
        order = None if get_scale(scale).program else get_scale(scale).order
        path = explain(puzzle, techniques=order, scale=scale, is_proper=True)
    ratings = path.step_ratings(scale)
    levels = [LEVELS.index(rating.level) if rating else 0 for rating in ratings]
    highest, n, is_held_up = max(levels, default=0), 0, False
    for step, level in zip(path.steps, levels, strict=True):
        if level == highest and not is_held_up:
            n, is_held_up = n + 1, True
        is_held_up = is_held_up and not step.placements
    return n
