"""Effort: the work of a complete path, and the minutes that an average player needs.

A rating describes the hardest step of a path, and an effort adds up all of its steps. Each step
adds the cost of its technique, times a factor for the search: the more empty cells there are, and
the fewer ways onward, the longer a person looks. These are the two sources of difficulty that
Pelánek found in the times of players ("Difficulty rating of Sudoku puzzles: an overview and
evaluation", arXiv:1403.7373).

The word of a puzzle with cages or other constraints comes from its effort: from the effort per cell
that has to be filled, and from the effort of its hardest step. The higher of the two words counts,
so no step is above the word of its puzzle.

`effort.json` has the costs of the techniques. `bench/calibrate.py --effort` writes this file. Its
card describes the data behind it. The unit of effort is a hundredth of a typical easy Sudoku.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from math import exp, hypot
from pathlib import Path
from typing import Any, NamedTuple

from pandoku.model import Puzzle, Step
from pandoku.rating._scale import LEVELS
from pandoku.techniques import Technique

__all__ = ["EffortWeights", "PuzzleEffort", "StepEffort", "effort_weights", "word_is_by_effort"]

_FILE = Path(__file__).with_name("effort.json")
_UNRATED = 3.0  # the rating assumed for a technique that has neither a cost nor a weight
_IN_A_BOX = " in a box"  # the end of the key of hidden singles in a box
_PER_CENT_80 = 1.2816  # 80 % of a normal distribution is within this number of deviations
_HOUR = 60  # minutes


@dataclass(frozen=True, slots=True)
class PuzzleEffort:
    """The effort of a puzzle, and the minutes that an average player needs.

    Attributes:
        effort: The sum of the efforts of the steps, above 0, with one decimal. A typical easy
            Sudoku has the effort 100. It is a lower bound if `is_bound` is true.
        minutes: The estimated minutes of an average player who solves the puzzle.
        low: The lower end of an interval, in minutes, that has the times of four of five puzzles.
            The interval is wide if times of players are not published for the techniques of the
            puzzle.
        high: The upper end of the interval, in minutes.
        level: A word from `LEVELS`: the higher of the words for the effort per cell that has to be
            filled and for the hardest step. It therefore does not depend on the size of the grid.
            It is the last word if no technique makes progress.
        is_bound: Whether all numbers are lower bounds, because the path does not reach the solution
            or begins with an unfinished search.
        version: The version of the scale. Efforts of different versions cannot be compared.

    >>> print(PuzzleEffort(104.0, 6.2, 4.1, 9.4, "easy", False, 2))
    effort 104, about 6 minutes (4 to 9), easy
    """

    effort: float
    minutes: float
    low: float
    high: float
    level: str
    is_bound: bool
    version: int

    def to_dict(self) -> dict[str, Any]:
        """Return the effort as a JSON value, whose keys are the names of the attributes."""
        return asdict(self)

    @property
    def time(self) -> str:
        """The estimated time in words: "about 6 minutes (4 to 9)"."""
        if self.is_bound:
            return f"at least {_duration(self.minutes)}"
        if self.high < 1:
            return "less than a minute"
        unit = _HOUR if self.low > 2 * _HOUR else 1
        low, high = (_whole(each / unit) for each in (self.low, self.high))
        range_ = f" ({low} to {high})" if low != high else ""
        return f"about {_duration(self.minutes, unit)}{range_}"

    def __float__(self) -> float:
        return self.effort

    @property
    def amount(self) -> str:
        """The effort and the time without the word: "effort 104, about 6 minutes (4 to 9)"."""
        return f"effort {'at least ' * self.is_bound}{self.effort:.0f}, {self.time}"

    def __str__(self) -> str:
        return f"{self.amount}, {self.level}"


def _whole(number: float) -> str:
    return f"{max(1, round(number)):,}"


def _duration(minutes: float, unit: int | None = None) -> str:
    unit = unit or (_HOUR if minutes > 2 * _HOUR else 1)
    number = _whole(minutes / unit)
    return f"{number} {'hour' if unit == _HOUR else 'minute'}{'s' * (number != '1')}"


class StepEffort(NamedTuple):
    """The part of the effort of a path that one step adds.

    Attributes:
        effort: The cost of the technique times the factor for the search.
        is_measured: Whether the cost of the technique is derived from times of players.
    """

    effort: float
    is_measured: bool


@dataclass(frozen=True, slots=True, eq=False)
class EffortWeights:
    """The scale of efforts, as stored in `effort.json`.

    Attributes:
        version: The version of the scale.
        costs: The cost of each technique. The key "hidden-single in a box" is for hidden singles in
            boxes and regions. Chains of the least length have this cost, and longer chains cost
            more, as described for `slope`.
        measured: The keys of those costs that are derived from times of players.
        search: Added to the factor 1 of a step for each empty cell, divided by the number of ways
            onward.
        slope: The logarithm of the cost grows by this number for each unit of rating.
        plain: Cost of a technique with the rating 3.0 that is not in `costs`.
        at_clue: The same for techniques that need cages or other constraints, because a clue shows
            where to look.
        minutes: The minutes for an effort of 1.
        spread: The standard deviation of the logarithm of the minutes of a puzzle whose techniques
            are all measured.
        unmeasured: The additional deviation of a puzzle whose techniques are all not measured.
        starts: The least effort per cell to fill of each word except the first.
        step_starts: The same for steps, each compared with looking through the empty grid once, so
            that the words do not depend on the size of the grid.
        card: The data that the weights were fitted to, and how well they do.
    """

    version: int
    costs: dict[str, float]
    measured: frozenset[str]
    search: float
    slope: float
    plain: float
    at_clue: float
    minutes: float
    spread: float
    unmeasured: float
    starts: tuple[float, ...]
    step_starts: tuple[float, ...]
    card: dict[str, Any]

    def step(self, step: Step, technique: Technique, n_empty: int, n_ways: int) -> StepEffort:
        """Return the effort of a step.

        Args:
            step: The step.
            technique: Its technique. If it has no cost, the rating of the step decides.
            n_empty: The number of empty cells before the step.
            n_ways: The number of ways onward, at least 1.
        """
        from pandoku.rating.pandoku import SCALE  # which imports all techniques

        rating = SCALE.rate(step)
        in_a_box = any(house.kind in ("box", "region") for house in step.facts.houses)
        cost = self.cost(technique, rating.score if rating else None, in_a_box=in_a_box)
        return self.searched(cost, n_empty, n_ways)

    def cost(self, technique: Technique, score: float | None, *, in_a_box: bool) -> StepEffort:
        """Return the effort of a step without the search.

        Args:
            technique: The technique of the step.
            score: The rating of the step in the scale pandoku, or None without a rating.
            in_a_box: Whether the facts of the step have a box or a region.
        """
        return _cost(self, technique, score, in_a_box)

    def searched(self, cost: StepEffort, n_empty: int, n_ways: int) -> StepEffort:
        """Return the effort of a step with the search, as in `step`."""
        return StepEffort(cost.effort * (1 + self.search * n_empty / n_ways), cost.is_measured)

    def total(
        self,
        steps: Iterable[StepEffort],
        n_to_fill: int,
        n_cells: int,
        *,
        is_bound: bool = False,
        is_stuck: bool = False,
    ) -> PuzzleEffort:
        """Return the effort of a path.

        Args:
            steps: The efforts of the steps.
            n_to_fill: The number of cells that were empty at the start.
            n_cells: The number of cells of the grid. The word depends on both numbers.
            is_bound: Whether steps are missing.
            is_stuck: Whether no technique makes progress at the end of the path.
        """
        listed = [*steps]
        effort = sum(each.effort for each in listed)
        unmeasured = sum(each.effort for each in listed if not each.is_measured)
        share = unmeasured / effort if effort else 0.0
        factor = exp(_PER_CENT_80 * hypot(self.spread, self.unmeasured * share))
        minutes = effort * self.minutes
        hardest = max((each.effort for each in listed), default=0.0)
        return PuzzleEffort(
            round(effort, 1),
            round(minutes, 1),
            round(minutes / factor, 1),
            round(minutes * factor, 1),
            LEVELS[-1]
            if is_stuck
            else self.word(effort, n_to_fill, self.step_word(hardest, n_cells)),
            is_bound,
            self.version,
        )

    def word(self, effort: float, n_to_fill: int, hardest: str) -> str:
        """Return the word in `LEVELS` for a path.

        Args:
            effort: The effort of the path.
            n_to_fill: The number of cells that were empty at the start.
            hardest: The word for its hardest step, which is the least word of the path.
        """
        word = LEVELS[bisect(self.starts, effort / max(1, n_to_fill))]
        return max(word, hardest, key=LEVELS.index)

    def step_word(self, effort: float, n_cells: int) -> str:
        """Return the word in `LEVELS` for the effort of a step on a grid with *n_cells* cells."""
        return LEVELS[bisect(self.step_starts, effort / (1 + self.search * n_cells))]


@lru_cache(maxsize=4096)  # a path asks for the same costs at most of its steps
def _cost(
    weights: EffortWeights, technique: Technique, score: float | None, in_a_box: bool
) -> StepEffort:
    key = technique.name
    if in_a_box and key + _IN_A_BOX in weights.costs:
        key += _IN_A_BOX
    if score is None:
        score = technique.weight or _UNRATED
    cost = weights.costs.get(key)
    if cost is None:
        at_clue = not technique.needs.isdisjoint(("cages", "constraints"))
        cost = (weights.at_clue if at_clue else weights.plain) * exp(weights.slope * (score - 3.0))
    elif technique.weight is not None and score > technique.weight:  # a long chain
        cost *= exp(weights.slope * (score - technique.weight))
    return StepEffort(cost, key in weights.measured)


def word_is_by_effort(puzzle: Puzzle) -> bool:
    """Return whether the word for the difficulty of a puzzle comes from its effort.

    This is the case for puzzles with cages or other constraints. The words of all other puzzles
    come from their number.
    """
    return bool(puzzle.cages or puzzle.further)


@lru_cache(maxsize=1)
def effort_weights() -> EffortWeights:
    """Return the scale of efforts."""
    data = json.loads(_FILE.read_text(encoding="utf-8"))
    sets = {"measured": frozenset(data["measured"])}
    limits = {name: tuple(data[name]) for name in ("starts", "step_starts")}
    return EffortWeights(**data | sets | limits)
