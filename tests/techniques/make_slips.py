"""Writes slips.txt of the techniques: a board for each slip, where its conclusion is false.

    ./run python -m tests.techniques.make_slips [NAME ...]

The boards are the typical positions of the slip's own technique and its boards for practice, those
on the paths of typical puzzles with its rules, and those for practice of other techniques. If no
board among them fits, they are boards on the paths of new puzzles or of the examples of rules, and
at last these examples with some digits of the solution filled in at random.
Lines that still hold are kept, unless their techniques are named.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

sys.path[:0] = [str(Path(__file__).parents[2])]

from pandoku.constraints import RULES  # noqa: E402
from pandoku.generation import generate_many  # noqa: E402
from pandoku.logic import explain, uniqueness_of  # noqa: E402
from pandoku.model import Board  # noqa: E402
from pandoku.techniques import (  # noqa: E402
    TECHNIQUES,
    Technique,
    example_of,
    example_text,
    examples_file,
    practice_of,
    slip_boards,
    slips_on,
    typical_of,
)
from tests.techniques.rule_puzzles import TYPICAL, typical_puzzle  # noqa: E402

HEAD = (
    "# A board for each slip; see _examples.py. The first number is that of the slip.\n"
    "# Made by tests/techniques/make_slips.py.\n"
)
SEED = 54
PLAIN = 400  # sudokus whose paths are searched
TYPICAL_OF_A_KIND = 8  # puzzles of a kind whose paths are searched
CHANCES = 40  # boards with random digits of the solution, for each example of a rule
# Kinds of puzzles, apart from those where the techniques themselves are looked for.
FURTHER = {
    "thermometer": ("slow thermometers",),
    "inequality-count": ("peaks",),
    "joined-sums": ("caged arrows",),
    "quadruple": ("doubled quadruples",),
    "rule-elimination": ("zippers", "between lines"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    asked = parser.parse_args().names
    texts: dict[Path, str] = {}
    for name, technique in TECHNIQUES.items():
        kept = {} if name in asked else dict(slip_boards(name))
        for number in range(len(technique.slips)):
            board = kept.get(number)
            if board is None or not fits(technique, number, board):
                found = (each for each in boards(technique) if fits(technique, number, each))
                board = next(found, None)
            if board is None:
                print(f"no board: {name} {number}", flush=True)
                continue
            path = examples_file(name).with_name("slips.txt")
            texts[path] = texts.get(path, HEAD) + f"{name} {number} {example_text(board)}\n"
    for path, text in texts.items():
        path.write_text(text, encoding="utf-8")


def fits(technique: Technique, number: int, board: Board) -> bool:
    """Return whether the first conclusion of a slip on a board is false in the solution."""
    solution = uniqueness_of(board.puzzle).solution
    shown = slips_on(technique, board, slips=technique.slips[number : number + 1])
    first = next(iter(shown), None)
    if solution is None or first is None:
        return False
    _, found = first
    return any(solution[cell] == digit for cell, digit in found.eliminations) or any(
        solution[cell] != digit for cell, digit in found.placements
    )


def boards(technique: Technique) -> Iterator[Board]:
    """Yield boards for the slips of a technique, the most typical first."""
    example = example_of(technique.name)
    yield from typical_of(technique.name)
    yield from (each.board for each in practice_of(technique.name))
    if example is not None:
        yield example.board
    for kind in (*TYPICAL.get(technique.name, ()), *FURTHER.get(technique.name, ())):
        for number in range(TYPICAL_OF_A_KIND):
            yield from on_typical_path(kind, number)
    yield from of_others(for_cages="cages" in technique.needs)
    if technique.needs <= {"unique"}:
        yield from on_plain_paths()
    if "constraints" in technique.needs:
        yield from on_ruled_paths()
        yield from by_chance()


@cache
def of_others(*, for_cages: bool) -> tuple[Board, ...]:
    """Return the boards for practice of all techniques."""
    every = (each.board for name in TECHNIQUES for each in practice_of(name))
    return tuple(board for board in every if bool(board.puzzle.cages) is for_cages)


@cache
def on_plain_paths() -> tuple[Board, ...]:
    return tuple(
        board
        for puzzle in generate_many(PLAIN, "sudoku", 9, seed=SEED)
        for board in explain(puzzle, is_proper=True).boards()
    )


@cache
def on_ruled_paths() -> tuple[Board, ...]:
    return tuple(board for rule in RULES.values() for board in explain(rule.example).boards())


@cache
def on_typical_path(kind: str, number: int) -> tuple[Board, ...]:
    puzzle = typical_puzzle(kind, Random(f"{kind} {number}"))
    return tuple(explain(puzzle, is_proper=True).boards())


@cache
def by_chance() -> tuple[Board, ...]:
    rng, found = Random(SEED), list[Board]()
    for rule in RULES.values():
        solution = uniqueness_of(rule.example).solution
        for _ in range(CHANCES if solution else 0):
            pairs = zip(rule.example.givens, solution or (), strict=True)
            digits = tuple(given or digit * (rng.random() < 0.5) for given, digit in pairs)
            found.append(Board.start(rule.example, digits))
    return tuple(found)


if __name__ == "__main__":
    main()
