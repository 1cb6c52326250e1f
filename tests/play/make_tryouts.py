"""Writes tryouts.txt: the small puzzle of each kind to try.

    ./run python -m tests.play.make_tryouts [--anew] [KIND ...]

Each puzzle comes from a fixed seed, so the same program writes the same file. Puzzles that are
still good are kept, unless --anew says otherwise.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import count

from pandoku import Puzzle, dumps, rate, solve
from pandoku.constraints import Fog
from pandoku.errors import BudgetError
from pandoku.generation import generate
from pandoku.play import Game, tryouts
from pandoku.play.tryouts import TRYOUTS, BuiltIn, Tryout

HEAD = "# The puzzle of each kind to try, and its difficulty. Made by tests/play/make_tryouts.py.\n"
ORDER = 6
DIFFICULTIES = ("easy", "medium")
MOST_GIVENS = 11
BUDGET = 200  # attempts with a seed
LAMPS = ((7,), (28,), (14,), (0, 35), (2, 33))  # cells of the lamps to try in the fog


def faults(tryout: Tryout, built_in: BuiltIn) -> Iterator[str]:
    """Yield the reasons why a puzzle should not be a tryout."""
    puzzle, difficulty = built_in
    if not solve(puzzle, limit=2).is_unique:
        yield "it does not have exactly one solution"
    if difficulty not in DIFFICULTIES or rate(puzzle).level != difficulty:
        yield f"its difficulty is not {difficulty}"
    if sum(map(bool, puzzle.givens)) > MOST_GIVENS:
        yield "it has many givens"
    if not is_solved_by_hints(puzzle):
        yield "hints do not lead to its end"


def is_solved_by_hints(puzzle: Puzzle) -> bool:
    """Return whether hints, which see nothing in fog, lead to the solution."""
    game = Game.start(puzzle)
    while (hint := game.hint(5)).step is not None:
        game = game.apply_hint(hint)
    return game.is_solved


def candidates(tryout: Tryout) -> Iterator[Puzzle]:
    """Yield puzzles of a kind, without end."""
    for seed in count(1):
        try:
            made = generate(
                tryout.kind,
                ORDER,
                difficulty=DIFFICULTIES[seed % 2],
                constraints=tryout.constraints or None,
                seed=seed,
                budget=BUDGET,
            )
        except BudgetError:
            continue
        if tryout.name == "fog":
            solution = solve(made).solution
            yield from (
                made.replace(solution=solution).with_(Fog.around(each, ORDER)) for each in LAMPS
            )
        else:
            yield made.replace(solution=None)


def found_for(tryout: Tryout) -> BuiltIn:
    """Return the first good puzzle of a kind."""
    for number, puzzle in enumerate(candidates(tryout), 1):
        built_in = BuiltIn(puzzle, rate(puzzle).level)
        wrong = next(faults(tryout, built_in), "")
        print(tryout.name, number, wrong or "good", file=sys.stderr)
        if not wrong:
            return built_in
    raise AssertionError


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--anew", action="store_true")
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args()
    kept = {}
    if tryouts._PUZZLES.exists() and not asked.anew:
        kept = dict(tryouts._puzzles())
    for name, tryout in TRYOUTS.items():
        is_asked = not asked.names or name in asked.names
        if is_asked and (name not in kept or any(faults(tryout, kept[name]))):
            kept[name] = found_for(tryout)
            rows = [
                f"{each} {kept[each].difficulty} {dumps(kept[each].puzzle, 'json').strip()}\n"
                for each in TRYOUTS
                if each in kept
            ]
            tryouts._PUZZLES.write_text(HEAD + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
