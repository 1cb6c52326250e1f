"""Finds the example of a kind: `./run python -m tests.constraints.make_example MODULE CONSTRAINT`.

    ./run python -m tests.constraints.make_example ordered_lines 'Thermometer("r1c1 r1c2 r2c3")'

MODULE is a file in src/pandoku/constraints; it needs no `RULE` yet. The constraint is moved to
random places of a random 6x6 grid where it holds, and digits of the grid are taken away while the
puzzle is proper. It prints the puzzle that needs the rule with the fewest givens, as source text.
"""

from __future__ import annotations

import argparse
from importlib import import_module
from random import Random

import pandoku
from pandoku import Geometry, Puzzle
from pandoku.model import Constraint
from tests.fuzz.constraints import relocated
from tests.fuzz.relations import random_grid

_GEOMETRY = Geometry.sudoku(6)


def main() -> None:
    """Print the best of some puzzles."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("module")
    parser.add_argument("constraint", help="one constraint of the kind, as in Python")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tries", type=int, default=30)
    asked = parser.parse_args()
    module = import_module(f"pandoku.constraints.{asked.module}")
    pattern = eval(asked.constraint, vars(module)).placed(6)
    rng = Random(asked.seed)
    found = [puzzle for _ in range(asked.tries) if (puzzle := _made(pattern, rng)) is not None]
    if not found:
        raise SystemExit("no puzzle was found; try another constraint or --seed")
    best = min(found, key=lambda puzzle: (puzzle.n_givens, len(puzzle.further)))
    print(f'example=Puzzle.sudoku(\n    "{_line(best.givens)}",')
    print(f'    solution="{_line(best.solution or ())}",\n).with_(')
    for each in best.further:
        print(f"    {_named(each)},")
    print("),")


def _made(pattern: Constraint, rng: Random) -> Puzzle | None:
    """Return a proper puzzle that is not proper without its constraints."""
    grid = random_grid(_GEOMETRY, rng)
    empty = Puzzle(_GEOMETRY)
    further: list[Constraint] = []
    for _ in range(200):
        moved = relocated(rng, pattern, _GEOMETRY)
        if moved is not None and moved not in further and moved.holds(grid, empty):
            further.append(moved)
        if len(further) == (5 if pattern.CELL_FIELDS else 1):
            break
    puzzle = Puzzle(_GEOMETRY, grid, solution=grid, further=further)
    for cell in rng.sample(range(36), 36):
        less = puzzle.replace(givens=(*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]))
        if pandoku.solve(less).is_unique:
            puzzle = less
    needs_it = further and not pandoku.solve(puzzle.replace(further=())).is_unique
    return puzzle if needs_it else None


def _line(digits: tuple[int, ...]) -> str:
    return "".join(str(digit or ".") for digit in digits)


def _named(constraint: Constraint) -> str:
    """Return a constraint as source text, with names in place of numbers of cells."""
    text = repr(constraint)
    for field in constraint.CELL_FIELDS:
        cells = getattr(constraint, field)
        text = text.replace(f"{field}={cells!r}", f'{field}="{_GEOMETRY.names(cells)}"')
    return text


if __name__ == "__main__":
    main()
