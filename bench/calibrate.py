"""Print the tables behind the weights of the scale `pandoku`, or fit the costs behind efforts.

    PANDOKU_SHARED=... python -m bench.calibrate [--every 10] [--only agreement|load|search]
    python -m bench.calibrate --effort TIMES [--out src/pandoku/rating/effort.json]
    PANDOKU_SHARED=... python -m bench.calibrate --words [--minutes FILE]

agreement: the numbers of the scale next to ER, for 9x9 Sudoku, and for each technique the ER of the
puzzles where it is the hardest step. A technique that the reference lacks weighs the median.

load: the amount a person has to remember to follow a proof, and its relation to the reference's
weights: a line through its techniques, which gives the weights of the techniques of cages.

search: the numbers next to another measure that grows with difficulty: the nodes of an engine that
does not use the techniques.

`bench/rating_scale.md` describes the method and has the results. With --effort, the costs of
techniques are fitted to the times of players, as described in `bench/effort.py`.
"""

from __future__ import annotations

import argparse
import csv
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.effort import calibrate_effort, show_words, spearman
from pandoku import Board, Puzzle, explain, loads, read, solve
from pandoku.logic import Path as Steps
from pandoku.model import CageFact, Step
from pandoku.rating import LEVELS, get_scale, word_of
from pandoku.techniques import TECHNIQUES, example_of

PARTS = ("agreement", "load", "search")
SCALE = get_scale("pandoku")
# The techniques of the reference for the line: patterns, then chains.
PATTERNS = [
    *("full-house", "hidden-single", "naked-single", "pointing", "claiming", "naked-pair"),
    *("x-wing", "hidden-pair", "naked-triple", "swordfish", "hidden-triple", "xy-wing"),
    *("xyz-wing", "unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-3"),
    *("unique-rectangle-4", "naked-quad", "jellyfish", "hidden-quad"),
]
CHAINS = [
    *("skyscraper", "two-string-kite", "turbot-fish", "x-chain", "xy-chain"),
    *("continuous-loop", "alternating-chain", "discontinuous-loop"),
]
# Their words list ways to fill a cage cell by cell. The words of others list sets of digits.
BY_CELL = ("cage-permutations", "cage-conflict", "two-cages", "cage-chain")
# The roles of candidates that only contribute to a total.
ADDED = ("counted", "most", "least")
CAGE_SETS = {"killer9": 50, "kenken4": 60, "kenken6": 60, "kenken9": 30}
CAGE_SETS |= {"arithmatrix_6x6": 40, "arithmatrix_7x7": 40}
BOARDS = 6  # of each path

Numbers = NDArray[np.float64]


class Rated(NamedTuple):
    """A puzzle's ER, and its number and hardest technique in the scale."""

    er: float
    number: float
    technique: str


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--every", type=int, default=1, help="take every n-th rated Sudoku")
    parser.add_argument("--only", choices=PARTS)
    parser.add_argument("--effort", type=Path, metavar="TIMES", help="fit to the times in this CSV")
    parser.add_argument("--out", type=Path, help="write the fitted weights to this file")
    parser.add_argument("--words", action="store_true", help="show the words of variants")
    parser.add_argument("--minutes", type=Path, help="compare with minutes in this file")
    arguments = parser.parse_args()
    if arguments.effort is not None:
        calibrate_effort(arguments.effort, arguments.out)
        return
    if "PANDOKU_SHARED" not in os.environ:
        raise SystemExit("set PANDOKU_SHARED to the folder that holds data/ratings and data/cages")
    if arguments.words:
        show_words(arguments.minutes)
        return
    folder = Path(os.environ["PANDOKU_SHARED"]) / "data"
    for part in PARTS if arguments.only is None else (arguments.only,):
        print(f"# {part}\n")
        if part == "agreement":
            show_agreement(folder, arguments.every)
        elif part == "load":
            show_load(folder, 10 * arguments.every)
        else:
            show_search(folder, 15 * arguments.every)
        print()


def sudokus(folder: Path, every: int) -> Iterator[tuple[Puzzle, float]]:
    """Yield rated puzzles with their ER."""
    with (folder / "ratings" / "se121_dev.csv").open(encoding="utf-8") as file:
        for row in islice(csv.DictReader(file), 0, None, every):
            yield loads(row["puzzle"]), float(row["er"])


def with_cages(folder: Path) -> Iterator[Puzzle]:
    for name, most in CAGE_SETS.items():
        yield from cages_of(folder, name, most)


def cages_of(folder: Path, name: str, most: int) -> Iterator[Puzzle]:
    return islice(read(folder / "cages" / f"{name}.jsonl"), most)


# ------------------------------------------------------------------ agreement


def show_agreement(folder: Path, every: int) -> None:
    rated = [rated_of(puzzle, er) for puzzle, er in sudokus(folder, every)]
    er, number = (np.array([each[i] for each in rated]) for i in (0, 1))
    is_near = np.abs(er - number) < 0.35
    print(f"{len(rated)} puzzles, rank correlation {spearman(er, number):.3f}, ", end="")
    print(f"within 0.3: {is_near.mean():.1%}\n\nER by word    n  within 0.3  same word")
    words = np.array([word_of(each) for each in er])
    same = words == np.array([word_of(each) for each in number])
    for word in LEVELS:
        of = words == word
        print(f"{word:8} {of.sum():6}  {is_near[of].mean():10.1%}  {same[of].mean():9.1%}")
    print(f"\n{'hardest step':28} weight    n   ER: 25 %  median  75 %")
    by_technique = defaultdict(list)
    for each in rated:
        by_technique[each.technique].append(each.er)
    for name in SCALE.order:
        if found := by_technique.get(name):
            low, middle, high = np.percentile(found, (25, 50, 75))
            print(f"{name:28} {weight_of(name):6} {len(found):4}", end="")
            print(f"{low:11.1f} {middle:7.1f} {high:5.1f}")


def rated_of(puzzle: Puzzle, er: float) -> Rated:
    number, technique = hardest(explain(puzzle, scale=SCALE.name, is_proper=True))
    return Rated(er, number, technique)


def hardest(path: Steps) -> tuple[float, str]:
    rated = [(score_of(step), step.technique) for step in path.steps]
    return max(rated, key=lambda each: each[0])


def score_of(step: Step) -> float:
    rating = SCALE.rate(step)
    return rating.score if rating else 0.0


def weight_of(technique: str) -> float:
    return score_of(Step(technique))


# ------------------------------------------------------------------ load


def show_load(folder: Path, every: int) -> None:
    houses = loads_of(boards(puzzle for puzzle, _ in sudokus(folder, every)), PATTERNS + CHAINS)
    techniques = [name for name, each in TECHNIQUES.items() if "cages" in each.needs]
    cages = loads_of(boards(with_cages(folder)), techniques)
    line, residuals = line_through(houses)
    print(f"weight = {line[0]:.2f} + {line[1]:.2f} log2(1 + load), + {line[2]:.2f} if it supposes")
    print(f"root mean square of what it misses, left out in turn: {residuals:.2f}\n")
    print(f"{'technique':24} steps   load   line  weight")
    for name in (*PATTERNS, *CHAINS):
        show_place(name, houses[name], line)
    print()
    for name in sorted(techniques, key=lambda name: place(name, cages[name], line)):
        show_place(name, cages[name], line)


def boards(puzzles: Iterable[Puzzle]) -> Iterator[Board]:
    """Yield boards along the path of each puzzle, evenly spaced."""
    for puzzle in puzzles:
        found = list(explain(puzzle, scale=SCALE.name, is_proper=True).boards())
        yield from found[:: max(1, len(found) // BOARDS)]


def loads_of(boards: Iterable[Board], techniques: Sequence[str]) -> dict[str, Numbers]:
    """Return log2(1 + load) of the first step of each technique on each board.

    A technique that is on none of the boards is measured on its example.
    """
    known = [TECHNIQUES[name] for name in techniques]
    found: dict[str, list[float]] = defaultdict(list)
    for board in boards:
        for each in known:
            for step in each.steps(board, 1):
                found[each.name].append(np.log2(1 + load(step)))
    for each in known:
        if each.name not in found and (example := example_of(each.name)):
            found[each.name] = [np.log2(1 + load(next(each.steps(example.board, 1))))]
    return {name: np.array(values) for name, values in found.items()}


def load(step: Step) -> int:
    """Return the number of things a person has to remember to follow a step.

    These are the candidates in the proof, the listed ways to fill a cage, each open cell without
    named candidates, and a total: of the targets and digits that are added up or multiplied, only
    the result has to be remembered.
    """
    facts = step.facts
    named = {(cell, digit) for cell, digit, role in facts.candidates if role not in ADDED}
    seen = {cell for cell, _, _ in facts.candidates} | {cell for cell, _ in step.placements}
    bare = {cell for cell, role in facts.cells if role != "excludes"} - seen
    n_ways = sum(ways(step, each) for each in facts.cages)
    n_bare = 0 if n_ways else len(bare)  # the ways say what the cells of a listed cage hold
    has_total = any(not ways(step, each) for each in facts.cages) or any(
        role in ADDED for *_, role in facts.candidates
    )
    return len(named) + n_ways + n_bare + has_total


def ways(step: Step, cage: CageFact) -> int:
    by_cell = step.technique in BY_CELL and cage.fillings
    return len(cage.fillings) if by_cell else len(cage.digits)


def line_through(loads: dict[str, Numbers]) -> tuple[Numbers, float]:
    """Return the line through the techniques of the reference, and its error.

    The error is the root mean square of the residuals, each with the technique left out.
    """
    names = [*PATTERNS, *CHAINS]
    inputs = np.array([[1, loads[name].mean(), name in CHAINS] for name in names], float)
    weights = np.array([weight_of(name) for name in names])
    line = np.linalg.lstsq(inputs, weights, rcond=None)[0]
    leverage = np.diag(inputs @ np.linalg.pinv(inputs))
    residuals = (weights - inputs @ line) / (1 - leverage)
    return line, float(np.sqrt((residuals**2).mean()))


def place(name: str, loads: Numbers, line: Numbers) -> float:
    supposes = name in CHAINS or name in ("cage-conflict", "two-cages", "cage-chain")
    return float(line @ [1, loads.mean(), supposes])


def show_place(name: str, loads: Numbers, line: Numbers) -> None:
    mean_load = 2 ** loads.mean() - 1
    found = place(name, loads, line)
    print(f"{name:24} {len(loads):5} {mean_load:6.1f} {found:6.1f} {weight_of(name):7}")


# ------------------------------------------------------------------ search


def show_search(folder: Path, every: int) -> None:
    print(f"{'set':22}    n  number: 10 %  median  90 %  nodes: median  rank correlation")
    show_nodes("9x9 Sudoku", (puzzle for puzzle, _ in sudokus(folder, every)))
    for name, most in CAGE_SETS.items():
        show_nodes(name, cages_of(folder, name, most))


def show_nodes(name: str, puzzles: Iterable[Puzzle]) -> None:
    found = np.array([(number_of(puzzle), n_nodes(puzzle)) for puzzle in puzzles])
    number, nodes = found.T
    low, middle, high = np.percentile(number, (10, 50, 90))
    print(f"{name:22} {len(found):4} {low:13.1f} {middle:7.1f} {high:5.1f}", end="")
    print(f"{np.median(nodes):15.0f} {spearman(number, nodes):17.2f}")


def number_of(puzzle: Puzzle) -> float:
    return explain(puzzle, scale=SCALE.name, is_proper=True).rating(SCALE.name).score


def n_nodes(puzzle: Puzzle) -> int:
    """Return the number of nodes that the engine `cages` needs to prove uniqueness."""
    nodes = solve(puzzle, engine="cages", limit=2).stats["nodes"]
    assert isinstance(nodes, int)
    return nodes


if __name__ == "__main__":
    main()
