"""Writes stops.txt: the puzzle of each stop of the course.

    ./run python -m tests.play.make_stops [--anew] [STOP ...]

Each puzzle comes from a fixed seed, so the same program writes the same file. Puzzles that still
suit their stops are kept, unless --anew says otherwise.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count, islice, pairwise

from pandoku import Puzzle, dumps
from pandoku.constraints import (
    Arrow,
    Difference,
    Quadruple,
    Ratio,
    Renban,
    Sandwich,
    Thermometer,
    Whisper,
)
from pandoku.engines import solve
from pandoku.generation import generate_many
from pandoku.logic import PATH_ENDS, explain, explain_many
from pandoku.model import Constraint
from pandoku.play import stops
from pandoku.play.stops import COURSE, Stop
from pandoku.rating import DEFAULT_SCALE, in_order
from pandoku.techniques import Technique

HEAD = "# The puzzle of each stop of the course. Made by tests/play/make_stops.py.\n"
BATCH = 1000  # Sudokus that are made at once; of cages a tenth
# Stops whose puzzles are made by taking givens away as long as the known techniques suffice.
DUG = ("full-house", "hidden-single", "naked-single", "rule-of-45")
# The longest path that suits a course, and the fewest givens of a puzzle without other clues.
MOST_STEPS = 160


@lru_cache
def places() -> dict[str, int]:
    """Return the place of each technique in the order of search."""
    return {each.name: place for place, each in enumerate(in_order(DEFAULT_SCALE))}


def hardest_of(names: Iterable[str]) -> int:
    """Return the place of the hardest of some techniques, or -1 if there are none."""
    return max((places()[name] for name in names), default=-1)


def faults(stop: Stop, puzzle: Puzzle) -> Iterator[str]:
    """Yield the reasons why a puzzle does not suit its stop."""
    if not solve(puzzle, limit=2).is_unique:
        yield "it does not have exactly one solution"
        return
    path = explain(puzzle, scale=DEFAULT_SCALE, is_proper=True)
    if path.stopped != "full":
        yield "its path does not end"
        return
    if explain(puzzle, techniques=stop.known, is_proper=True).stopped != "full":
        yield "the techniques that were taught so far do not solve it"
    used = {each.technique.name for each in path}
    if hardest_of(used) > hardest_of(used.intersection(stop.techniques)):
        yield "its hardest step is not of the stop"
    if explain(puzzle, techniques=without(stop), is_proper=True).stopped == "full":
        yield "it does not need the techniques of the stop"
    if len(path) > MOST_STEPS:
        yield f"its path has {len(path)} steps"


def without(stop: Stop) -> list[Technique]:
    """Return all techniques that are easier than a stop, without those of the stop."""
    most, taught = hardest_of(stop.techniques), stop.techniques
    return [
        each
        for each in in_order(DEFAULT_SCALE)[:most]
        if each.name not in taught and each.is_case_of not in taught
    ]


# ------------------------------------------------------------------ puzzles to choose from


def seeds(stop: Stop) -> Iterator[int]:
    """Return the seeds of a stop. No two stops begin with the same puzzle."""
    return count(1000 * COURSE.index(stop))


def candidates(stop: Stop) -> Iterator[Puzzle]:
    """Yield puzzles that may suit a stop, without end."""
    if stop.branch == "variants":
        yield from dug(stop, ruled(stop))
    elif stop.name in DUG:
        kind = stop.branch
        made = (generate_many(1, kind, 9, seed=seed)[0] for seed in seeds(stop))
        yield from dug(stop, made)
    else:
        yield from made_for(stop)


def made_for(stop: Stop) -> Iterator[Puzzle]:
    """Yield puzzles of the generator whose paths use only techniques that are known at a stop."""
    is_plain = stop.branch == "sudoku"
    order = 6 if stop.branch == "calcudoku" else 9
    for seed in seeds(stop):
        number = BATCH if is_plain else BATCH // 10
        made = generate_many(number, stop.branch, order, seed=seed)
        known = stop.known
        paths = explain_many(made.batch, techniques=known, is_proper=True)
        names = [getattr(each, "name", each) for each in paths.techniques]
        wanted = [names.index(name) for name in stop.techniques if name in names]
        is_met = paths.counts[:, wanted].any(axis=1) & (paths.ends == PATH_ENDS.index("full"))
        for row in is_met.nonzero()[0]:
            yield made[int(row)]


def dug(stop: Stop, puzzles: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """Yield puzzles with as few givens as the techniques that are known at a stop allow."""
    most = hardest_of(stop.techniques)
    known = [name for name in stop.known if places()[name] <= most]
    for seed, puzzle in enumerate(puzzles, 1):
        givens = list(grid_of(puzzle))
        cells = list(range(len(givens)))
        random.Random(seed).shuffle(cells)
        for cell in cells:
            digit, givens[cell] = givens[cell], 0
            less = puzzle.replace(givens=tuple(givens), solution=None)
            if explain(less, techniques=known, is_proper=True).stopped != "full":
                givens[cell] = digit
        yield puzzle.replace(givens=tuple(givens), solution=None)


# ------------------------------------------------------------------ puzzles with other rules


def ruled(stop: Stop) -> Iterator[Puzzle]:
    """Yield full grids with the constraints of a stop."""
    for seed in seeds(stop):
        rng = random.Random(seed)
        made = generate_many(1, "sudoku", 9, seed=seed)[0]
        grid = grid_of(made)
        rules = CONSTRAINTS[stop.name](list(grid), rng)
        yield Puzzle.sudoku(9).replace(givens=grid).with_(*rules)


def grid_of(puzzle: Puzzle) -> tuple[int, ...]:
    """Return the solution of a puzzle."""
    solution = puzzle.solution or solve(puzzle).solution
    assert solution is not None
    return solution


def lines(
    grid: Sequence[int],
    rng: random.Random,
    sizes: Sequence[int],
    fits: Callable[[list[int]], bool],
    taken: set[int] | None = None,
) -> list[list[int]]:
    """Return random lines through a grid that do not cross, whose digits fit, one for each size."""
    found, taken = [], set() if taken is None else taken
    for size in sizes:
        for _ in range(3000):
            line = [rng.randrange(81)]
            while len(line) < size:
                row, column = divmod(line[-1], 9)
                near = [
                    r * 9 + c
                    for r in range(max(0, row - 1), min(9, row + 2))
                    for c in range(max(0, column - 1), min(9, column + 2))
                    if r * 9 + c not in line and fits([grid[x] for x in (*line, r * 9 + c)])
                ]
                if not near:
                    break
                line.append(rng.choice(near))
            if len(line) == size and taken.isdisjoint(line) and fits_whole(grid, line, fits):
                found.append(line)
                taken.update(line)
                break
    return found


def fits_whole(grid: Sequence[int], line: Sequence[int], fits: Callable[[list[int]], bool]) -> bool:
    return fits([grid[cell] for cell in line])


def _rises(digits: list[int]) -> bool:
    return all(a < b for a, b in pairwise(digits))


def _whispers(digits: list[int]) -> bool:
    return all(abs(a - b) >= 5 for a, b in pairwise(digits))


def _can_be_run(digits: list[int]) -> bool:
    return len(set(digits)) == len(digits) and max(digits) - min(digits) < 6


def thermometers(grid: list[int], rng: random.Random) -> Sequence[Constraint]:
    return [Thermometer(tuple(x)) for x in lines(grid, rng, (6, 6, 5, 5, 5, 4, 4, 4), _rises)]


def whispers(grid: list[int], rng: random.Random) -> Sequence[Constraint]:
    return [Whisper(tuple(x)) for x in lines(grid, rng, (7, 7, 6, 6, 5, 5), _whispers)]


def renbans(grid: list[int], rng: random.Random) -> Sequence[Constraint]:
    found = lines(grid, rng, (5, 5, 4, 4, 4, 3, 3) * 6, _can_be_run)
    is_run = [max(grid[c] for c in x) - min(grid[c] for c in x) == len(x) - 1 for x in found]
    return [Renban(tuple(x)) for x, good in zip(found, is_run, strict=True) if good][:8]


def arrows(grid: list[int], rng: random.Random) -> Sequence[Constraint]:
    def fits(digits: list[int]) -> bool:
        return len(digits) < 2 or sum(digits[1:]) <= digits[0]

    found = lines(grid, rng, (4, 3, 3) * 20, fits)
    return [
        Arrow((bulb,), tuple(shaft))
        for bulb, *shaft in found
        if grid[bulb] == sum(grid[cell] for cell in shaft)
    ][:9]


def dots(grid: list[int], rng: random.Random) -> Sequence[Constraint]:
    rules: list[Constraint] = []
    for cell in range(81):
        for other in [cell + 1] * (cell % 9 < 8) + [cell + 9] * (cell < 72):
            low, high = sorted((grid[cell], grid[other]))
            if high == 2 * low:
                rules.append(Ratio((cell, other)))
            elif high == low + 1:
                rules.append(Difference((cell, other)))
    return rules


def quadruples(grid: list[int], rng: random.Random) -> Sequence[Constraint]:
    corners = [row * 9 + column for row in range(8) for column in range(8)]
    rules: list[Constraint] = []
    for cell in rng.sample(corners, 12):
        around = (cell, cell + 1, cell + 9, cell + 10)
        digits = sorted(rng.sample([grid[each] for each in around], rng.choice((2, 3, 4))))
        rules.append(Quadruple(around, tuple(digits)))
    return rules


def sandwiches(grid: list[int], rng: random.Random) -> Sequence[Constraint]:
    rules: list[Constraint] = []
    for at in range(9):
        for direction, start, step in (("R", at * 9, 1), ("D", at, 9)):
            line = [grid[start + step * k] for k in range(9)]
            low, high = sorted((line.index(1), line.index(9)))
            total = sum(line[low + 1 : high])
            if rng.random() < 0.8:
                rules.append(Sandwich((start,), direction, total))
    return rules


CONSTRAINTS: dict[str, Callable[[list[int], random.Random], Sequence[Constraint]]] = {
    "thermometer": thermometers,
    "dots": dots,
    "quadruple": quadruples,
    "whisper": whispers,
    "renban": renbans,
    "arrow": arrows,
    "sandwich": sandwiches,
}


# ------------------------------------------------------------------ the file


def found_for(stop: Stop) -> Puzzle:
    """Return the first puzzle that suits a stop."""
    for number, puzzle in enumerate(candidates(stop), 1):
        wrong = [*islice(faults(stop, puzzle), 1)]
        if not wrong:
            print(stop.name, "candidate", number, file=sys.stderr)
            return puzzle
        if number <= 5 or number % 50 == 0:
            print(stop.name, number, wrong, file=sys.stderr)
    raise AssertionError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    kept = {}
    if stops._PUZZLES.exists() and not asked.anew:
        kept = dict(stops._puzzles())
    for stop in COURSE:
        is_asked = not asked.names or stop.name in asked.names
        puzzle = kept.get(stop.name)
        if is_asked and (puzzle is None or any(faults(stop, puzzle))):
            kept[stop.name] = found_for(stop)
            rows = [
                f"{s.name} {dumps(kept[s.name].replace(solution=None), 'json').strip()}\n"
                for s in COURSE
                if s.name in kept
            ]
            stops._PUZZLES.write_text(HEAD + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
