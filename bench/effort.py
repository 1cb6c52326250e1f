"""Fit the costs of techniques to the times of players, and judge them on puzzles kept apart.

`python -m bench.calibrate --effort TIMES` calls `calibrate_effort`. TIMES is a CSV file with the
columns puzzle, players and seconds: for each puzzle, the number of players who finished it, and
their mean time. The file sudoku_records_20250407.xls of the repository
https://github.com/synnwang/sudoku_dataset_difficulty has these columns after the number of the game
("A Dataset of Sudoku Puzzles With Difficulty Metrics Experienced by Human Players", IEEE Access 12,
2024).

The time of a puzzle is the sum of its steps. A step takes the cost of its technique, times a factor
for the search: 1 + search * empty cells / ways onward. The fit minimizes the squared differences of
the logarithms of the times, each weighted by its number of players. The logarithms of the costs of
patterns are drawn to a line with a given slope over the rating. In the end, they are made to
increase with the rating, and no cost is below the line.

`python -m bench.calibrate --words` calls `show_words`, which prints the words of published
variants. `bench/effort.md` has the results.
"""

from __future__ import annotations

import csv
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.variant_logic import GAS, read_boards
from pandoku import Puzzle, explain, loads
from pandoku.logic import step_searches
from pandoku.rating import LEVELS, get_scale
from pandoku.techniques import TECHNIQUES

Numbers = NDArray[np.float64]

VERSION = 2
# Techniques that nearly all puzzles need. Their costs are not drawn to the line.
SINGLES = ("full-house", "hidden-single in a box", "hidden-single", "naked-single")
NEEDED = 20  # a cost counts as measured if at least this number of puzzles has the technique
FOLDS = 5
# The times hardly contain steps harder than a wing, so the growth of the costs is an assumption:
# the cost doubles with every 1.4 of the rating.
SLOPE = 0.5
# No times of players are published for variants. With this share of the cost of a pattern, the
# median of approachable variants (GAS) agrees with the minutes of another program, pencilmark.
SHARE_AT_CLUE = 0.4
UNMEASURED = 0.6  # the additional deviation for techniques without times, a guess
# The least effort of each word except the first: per cell to fill, and of a step compared with
# looking through the empty grid once. `bench/effort.md` has the tables that they are chosen from.
STARTS = (3.4, 5.0, 7.5, 18.0)
STEP_STARTS = (2.9, 3.9, 5.0, 7.5)
TYPICAL = 100.0  # the effort of the median puzzle
DRAWN, LOOSE = 0.35, 2.0  # deviations of logarithms of costs from the line, and of other costs
NOISE = 0.33  # deviation of the logarithm of a time
PLAYERS = 8.0  # a puzzle with this number of players has half of the greatest weight
SECONDS = 12.0  # the budget of one variant
LEAST_PLAYERS = (10, 15, 20, 25, 30)
PER_CENT_80 = 1.2816


@dataclass(frozen=True)
class Times:
    """Puzzles, and the work in their paths by technique.

    Attributes:
        keys: The keys of the costs.
        seconds: The mean time of each puzzle, shape (n,).
        players: The number of players of each puzzle, shape (n,).
        steps: The number of steps of each puzzle by key, shape (n, keys). Long chains count more.
        searched: The same, each step times its empty cells by its ways onward.
    """

    keys: tuple[str, ...]
    seconds: Numbers
    players: Numbers
    steps: Numbers
    searched: Numbers

    def predicted(self, fitted: Fitted) -> Numbers:
        """Return the seconds of each puzzle."""
        costs = np.array([fitted.costs[key] for key in self.keys])
        seconds: Numbers = self.steps @ costs + fitted.search * (self.searched @ costs)
        return seconds


class Fitted(NamedTuple):
    """Costs in seconds by key, the weight of the search, and the cost of a pattern rated 3.0."""

    costs: dict[str, float]
    search: float
    plain: float


def calibrate_effort(times: Path, out: Path | None) -> None:
    """Fit the weights, print how well they do, and write them to a file."""
    found = read_times(times)
    kept_apart = np.zeros(len(found.seconds))
    folds = np.random.default_rng(1).integers(0, FOLDS, len(found.seconds))
    for fold in range(FOLDS):
        is_apart = folds == fold
        kept_apart[is_apart] = found.predicted(fit(found, ~is_apart))[is_apart]
    card = judged(found, kept_apart)
    print(json.dumps(card, indent=1))
    weights = weights_of(found, fit(found, np.ones(len(folds), bool)), card)
    if out is not None:
        out.write_text(json.dumps(weights, indent=1) + "\n", encoding="utf-8")


def read_times(path: Path) -> Times:
    """Explain the puzzles of a file, and count their steps."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [*csv.DictReader(file)]
    works = [work_of(loads(row["puzzle"])) for row in rows]
    keys = tuple(dict.fromkeys([*SINGLES, *(key for work in works for key in work)]))
    table = np.array([[work.get(key, (0.0, 0.0)) for key in keys] for work in works])
    seconds, players = (
        np.array([float(row[name]) for row in rows]) for name in ("seconds", "players")
    )
    return Times(keys, seconds, players, table[..., 0], table[..., 1])


def work_of(puzzle: Puzzle) -> dict[str, tuple[float, float]]:
    """Return for each key the number of steps, and the sum of empty cells by ways onward."""
    found: dict[str, tuple[float, float]] = {}
    rate = get_scale("pandoku").rate
    path = explain(puzzle, is_proper=True)
    for step, n_empty, n_ways in step_searches(path.start, path.steps):
        key, weight, rating = step.technique, TECHNIQUES[step.technique].weight, rate(step)
        if key == "hidden-single" and step.facts.houses[0].kind == "box":
            key += " in a box"
        longer = max(0.0, rating.score - weight) if rating and weight else 0.0
        times = exp(SLOPE * longer)
        steps, searched = found.get(key, (0.0, 0.0))
        found[key] = steps + times, searched + times * n_empty / n_ways
    return found


def fit(found: Times, which: NDArray[np.bool_]) -> Fitted:
    """Fit costs to some of the puzzles, by the method of Gauss and Newton."""
    n_singles = len(SINGLES)
    above = np.array([rating_of(key) - 3.0 for key in found.keys[n_singles:]]) * SLOPE
    start = np.log([3.0, 5.0, 9.0, 15.0, *np.ones(len(above)), 0.1, 15.0])
    loose = np.full(len(start), LOOSE)
    loose[n_singles:-2] = DRAWN
    importance = np.sqrt(found.players / (found.players + PLAYERS)) / NOISE

    def fitted(point: Numbers) -> Fitted:
        costs = point[:-2].copy()
        costs[n_singles:] += point[-1] + above
        return Fitted(
            dict(zip(found.keys, np.exp(costs).tolist(), strict=True)),
            float(np.exp(point[-2])),
            float(np.exp(point[-1])),
        )

    def misses(point: Numbers) -> Numbers:
        missed = importance * np.log(found.seconds / found.predicted(fitted(point)))
        return np.concatenate([missed[which], (point - start) / loose])

    point, now = start, misses(start)
    for _ in range(30):
        slopes = np.array(
            [(misses(point + each) - now) / 1e-5 for each in 1e-5 * np.eye(len(point))]
        )
        change, size = np.linalg.lstsq(slopes.T, -now, rcond=None)[0], 1.0
        while ((after := misses(point + size * change)) ** 2).sum() > (
            now**2
        ).sum() and size > 1e-3:
            size /= 2
        point, now = point + size * change, after
        if abs(change).max() < 1e-4:
            break
    return increasing(found, fitted(point))


def increasing(found: Times, fitted: Fitted) -> Fitted:
    """Make the costs of patterns increase with the rating, and lift those below the line."""
    patterns = sorted(found.keys[len(SINGLES) :], key=rating_of)
    counts = dict(zip(found.keys, (found.steps > 0).sum(axis=0).tolist(), strict=True))
    # Neighbors in the wrong order are pooled, with their numbers of puzzles as weights.
    pools: list[tuple[float, float, list[str]]] = []
    for key in patterns:
        pools.append((float(np.log(fitted.costs[key])), counts[key] + 1.0, [key]))
        while len(pools) > 1 and pools[-2][0] >= pools[-1][0]:
            (a, n, first), (b, m, second) = pools[-2:]
            pools[-2:] = [((a * n + b * m) / (n + m), n + m, first + second)]
    level = {key: exp(height) for height, _, keys in pools for key in keys}
    lifted = {key: max(level[key], on_line(fitted.plain, rating_of(key))) for key in patterns}
    return fitted._replace(costs=fitted.costs | lifted)


def rating_of(key: str) -> float:
    return TECHNIQUES[key.partition(" ")[0]].weight or 3.0


def on_line(cost: float, rating: float) -> float:
    return cost * exp(SLOPE * (rating - 3.0))


def judged(found: Times, predicted: Numbers) -> dict[str, Any]:
    """Return the card: the data, and how well predictions of puzzles kept apart do."""
    misses = np.log(found.seconds / predicted)
    order = np.sort(np.abs(misses - np.median(misses)))
    enough = {n: found.players >= n for n in LEAST_PLAYERS}
    return {
        "fitted_to": "mean times of players for 9x9 Sudokus of the app Cloud Sudoku, "
        "https://github.com/synnwang/sudoku_dataset_difficulty (IEEE Access 12, 2024)",
        "puzzles": len(misses),
        "kept_apart": f"{FOLDS} folds",
        "least_players": list(enough),
        "puzzles_by_players": [int(each.sum()) for each in enough.values()],
        "rank_correlation": [
            round(spearman(predicted[each], found.seconds[each]), 3) for each in enough.values()
        ],
        "factor_80_percent": round(exp(order[int(0.8 * len(order))]), 2),
        "assumed": [
            f"The logarithm of a cost grows by {SLOPE} for each unit of rating, because hardly any "
            "puzzle of the data needs more than a wing.",
            f"A technique for cages or other constraints costs {SHARE_AT_CLUE} of a pattern with "
            "the same rating. No times of players are published for such puzzles.",
            f"Without times, the deviation of the logarithm of the minutes is {UNMEASURED}.",
        ],
    }


def weights_of(found: Times, fitted: Fitted, card: Mapping[str, Any]) -> dict[str, Any]:
    """Return the content of effort.json."""
    unit = float(np.median(found.predicted(fitted))) / TYPICAL
    level = float(np.median(found.seconds / found.predicted(fitted)))
    minutes = unit * level / 60
    n_puzzles = dict(zip(found.keys, (found.steps > 0).sum(axis=0).tolist(), strict=True))
    at_clue = SHARE_AT_CLUE * fitted.plain
    costs = dict(fitted.costs)
    for name, each in TECHNIQUES.items():
        if each.weight is not None and name not in costs:
            is_clue = not each.needs.isdisjoint(("cages", "constraints"))
            costs[name] = on_line(at_clue if is_clue else fitted.plain, each.weight)
    highest = 0.0  # a pattern without times costs at least as much as easier ones with times
    for name, each in sorted(TECHNIQUES.items(), key=lambda named: named[1].weight or 0.0):
        is_clue = not each.needs.isdisjoint(("cages", "constraints"))
        if name in costs and name not in SINGLES and not is_clue:
            highest = costs[name] = max(costs[name], highest)
    return {
        "version": VERSION,
        "costs": {key: round(costs[key] / unit, 3) for key in sorted(costs)},
        "measured": sorted(key for key, n in n_puzzles.items() if n >= NEEDED),
        "search": round(fitted.search, 4),
        "slope": SLOPE,
        "plain": round(fitted.plain / unit, 3),
        "at_clue": round(at_clue / unit, 3),
        "minutes": round(minutes, 5),
        "spread": round(float(np.log(card["factor_80_percent"])) / PER_CENT_80, 3),
        "unmeasured": UNMEASURED,
        "starts": [*STARTS],
        "step_starts": [*STEP_STARTS],
        "card": card,
    }


def show_words(minutes: Path | None) -> None:
    """Print the words of variants, and compare their minutes with those of another program.

    Args:
        minutes: JSON lines of another program, each with the "id" of a row of data/variants and its
            "time" in minutes. None means no comparison.
    """
    words: dict[str, Counter[str]] = {"GAS": Counter(), "others": Counter()}
    own: dict[str, float] = {}
    for name, source, board in read_boards("all"):
        path = explain(board, budget=SECONDS)
        if path.stopped == "full":
            effort = path.effort()
            own[name] = effort.minutes
            words["GAS" if source.startswith(GAS) else "others"][effort.level] += 1
    for group, counts in words.items():
        print(group, ", ".join(f"{counts[word]} {word}" for word in LEVELS))
    if minutes is not None:
        rows = [json.loads(line) for line in minutes.read_text(encoding="utf-8").splitlines()]
        pairs = [
            (own[row["id"]], row["time"]) for row in rows if row.get("time") and row["id"] in own
        ]
        ours, theirs = np.array(pairs).T
        low, middle, high = np.exp(np.percentile(np.log(ours / theirs), (10, 50, 90)))
        print(
            f"{len(pairs)} rows of another program: rank correlation {spearman(ours, theirs):.3f}"
        )
        print(f"ratio of minutes: median {middle:.2f}, four of five in {low:.2f} to {high:.2f}")


def spearman(a: Sequence[float] | Numbers, b: Sequence[float] | Numbers) -> float:
    return float(np.corrcoef(ranks(a), ranks(b))[0, 1])


def ranks(values: Sequence[float] | Numbers) -> Numbers:
    """Return the rank of each value, from 1. Equal values share the mean of their ranks."""
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return np.asarray((ends - (counts - 1) / 2)[which], float)
