"""Writes slips.txt of the techniques: a board for each slip, where its conclusion is false.

    ./run python -m tests.techniques.make_slips [NAME ...]

The boards are those for practice, first of the slip's own technique and then of the others. If no
board among them fits, they are boards on the paths of new puzzles, or of the examples of rules.
Lines that still hold are kept, unless their techniques are named.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

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
)

HEAD = (
    "# A board for each slip; see _examples.py. The first number is that of the slip.\n"
    "# Made by tests/techniques/make_slips.py.\n"
)
SEED = 54
PLAIN = 400  # sudokus whose paths are searched


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
    yield from (each.board for each in practice_of(technique.name))
    if example is not None:
        yield example.board
    yield from of_others(for_cages="cages" in technique.needs)
    if technique.needs <= {"unique"}:
        yield from on_plain_paths()
    if "constraints" in technique.needs:
        yield from on_ruled_paths()


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


if __name__ == "__main__":
    main()
