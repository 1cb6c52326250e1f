"""Writes src/pandoku/techniques/examples.txt: for every technique a board where it fires.

    python tests/techniques/make_examples.py [--puzzles 400] [--seed 1] [NAME ...]

Puzzles are dug at random from full grids. Of all boards on their paths that have one step of a
technique, the one with the fewest easier ways on, then the fewest candidates, is kept, and a
candidate is looked for that breaks it. Names given on the command line are looked for anew; other
lines stay as they are.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator

import pandoku
from pandoku.logic import explain
from pandoku.model import Board, Puzzle
from pandoku.techniques import Technique, example_of, registry, text_of
from pandoku.techniques._examples import _FILE

HEAD = (
    "# A board for each technique; see _examples.py. Made by tests/techniques/make_examples.py.\n"
)
EASY = ("full-house", "naked-single", "hidden-single")  # nothing nearly is one


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    lines = {name: line_of(name) for name in registry() if example_of(name)}
    wanted = [t for n, t in registry().items() if n in arguments.names or n not in lines]
    best: dict[str, tuple[tuple[int, int], str]] = {}
    for _ in range(arguments.puzzles):
        path = explain(dug(rng), is_proper=True)
        for board in path.boards():
            n_candidates = sum(map(int.bit_count, board.masks))
            easier = [each for each in registry().values() if next(iter(each.find(board)), None)]
            for technique in wanted:
                rank = technique.ratings["hodoku"].rank
                if technique.name in EASY:
                    rank = 0
                n_easier = sum(each.ratings["hodoku"].rank < rank for each in easier)
                size = (n_easier, n_candidates)
                if technique.name in best and best[technique.name][0] <= size:
                    continue
                steps = list(technique.find(board))
                if len(steps) == 1 and (line := described(board, technique)):
                    best[technique.name] = (size, line)
    lines |= {name: line for name, (_, line) in best.items()}
    _FILE.write_text(
        HEAD + "".join(f"{name} {lines[name]}\n" for name in registry() if name in lines)
    )
    missing = [name for name in registry() if name not in lines]
    print(f"{len(lines)} examples; none for {', '.join(missing) or 'nobody'}")


def dug(rng: random.Random) -> Puzzle:
    """Return a minimal puzzle: a random grid without the givens it does not need."""
    empty = [0] * 81
    for cell, digit in enumerate(rng.sample(range(1, 10), 9)):
        empty[cell] = digit
    for cell in rng.sample(range(9, 81), 12):
        trial = [*empty]
        trial[cell] = rng.randint(1, 9)
        if not Puzzle(9, tuple(trial)).problems() and pandoku.count(Puzzle(9, tuple(trial)), 1):
            empty = trial
    givens = list(pandoku.solve(Puzzle(9, tuple(empty))).solution)
    for cell in rng.sample(range(81), 81):
        kept, givens[cell] = givens[cell], 0
        if pandoku.count(Puzzle(9, tuple(givens)), 2) != 1:
            givens[cell] = kept
    return Puzzle(9, tuple(givens))


def described(board: Board, technique: Technique) -> str:
    """Return the example's line without its name; "" when nothing breaks the pattern."""
    broken = next((text for text in near_misses(board, technique)), "")
    if not broken and technique.name not in EASY:
        return ""
    return f"{text_of(board)} | {broken}" if broken else text_of(board)


def near_misses(board: Board, technique: Technique) -> Iterator[str]:
    """Yield single candidates of the pattern's cells or houses with which nothing is found."""
    (step,) = technique.find(board)
    cells = [cell for cell, _ in step.facts.cells]
    cells += [cell for house in step.facts.houses for cell in house.cells]
    digits = sorted({digit for _, digit, _ in step.facts.candidates}) + list(range(1, 10))
    start = Board.start(board.puzzle)
    for cell in dict.fromkeys(cells):
        for digit in dict.fromkeys(digits):
            peers = {board.digits[peer] for peer in board.puzzle.geometry.peers[cell]}
            bit = 1 << (digit - 1)
            if board.digits[cell] or digit in peers or board.masks[cell] & bit:
                continue
            if not start.masks[cell] & bit:
                continue
            masks = list(board.masks)
            masks[cell] |= bit
            if not list(technique.find(Board(board.puzzle, board.digits, tuple(masks)))):
                yield f"{board.puzzle.geometry.name(cell)}+{digit}"


def line_of(name: str) -> str:
    example = example_of(name)
    return (
        f"{text_of(example.board)} | {example.unless}" if example.unless else text_of(example.board)
    )


if __name__ == "__main__":
    main()
