"""Writes src/pandoku/techniques/examples.txt: for every technique a board where it fires.

    python tests/techniques/make_examples.py [--puzzles 400] [--seed 1] [NAME ...]

Puzzles are dug at random from full grids. Of all boards on their paths that have one step of a
technique, the one with the fewest easier ways on, then the fewest candidates, is kept, and a
change is looked for that breaks it: a candidate more, a cell emptied, or a digit given. Names given
on the command line are looked for anew; other lines stay as they are.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product

import pandoku
from pandoku.kernel.logic import Finder
from pandoku.logic import explain
from pandoku.model import Board, Puzzle
from pandoku.techniques import Technique, board_of, example_of, registry, text_of
from pandoku.techniques._examples import _FILE

HEAD = (
    "# A board for each technique; see _examples.py. Made by tests/techniques/make_examples.py.\n"
)
Size = tuple[int, int]  # how many easier techniques find something, how many candidates
MOST_TRIES = 60  # candidates put back on one board
ENOUGH = 6  # examples of a technique to choose from
EASY = ("full-house", "naked-single", "hidden-single")
MEDIUM = ("pointing", "claiming", "naked-pair", "naked-triple", "hidden-pair", "hidden-triple")
# A candidate that is put back is false, and so it leads to a contradiction itself.
WITHOUT_NEAR_MISS = ("contradiction-forcing-chain",)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--puzzles", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    lines = {name: line_of(name) for name in registry() if example_of(name)}
    wanted = [t for n, t in registry().items() if n in arguments.names or n not in lines]
    best: dict[str, tuple[Size, str]] = {}
    found: Counter[str] = Counter()
    for _ in range(arguments.puzzles):
        puzzle = dug(rng)
        for technique in wanted:
            for _ in range(0 if technique.name in best else 10):
                found[technique.name] += keep_better(best, partly_filled(puzzle, rng), technique)
        for technique in wanted:
            if technique.name in found and found[technique.name] >= ENOUGH:
                continue
            for first in (EASY, (*EASY, *MEDIUM)):
                path = explain(puzzle, techniques=[*first, technique.name], is_proper=True)
                for board, step in zip(path.boards(), path.steps, strict=True):
                    if step.technique == technique.name:
                        found[technique.name] += keep_better(best, board, technique)
    lines |= {name: line for name, (_, line) in best.items()}
    _FILE.write_text(
        HEAD + "".join(f"{name} {lines[name]}\n" for name in registry() if name in lines)
    )
    missing = [name for name in registry() if name not in lines]
    print(f"{len(lines)} examples; none for {', '.join(missing) or 'nobody'}")


def partly_filled(puzzle: Puzzle, rng: random.Random) -> Board:
    """Return a board on which a player found some digits in another order than a path's."""
    (solution,) = pandoku.solve(puzzle).solutions
    board = Board.start(puzzle)
    for cell in rng.sample([c for c in range(81) if not puzzle.givens[c]], rng.randint(5, 40)):
        board = board.place(cell, solution[cell])
    path = explain(board, techniques=[*EASY[:1], *MEDIUM], limit=rng.randint(1, 20))
    # Candidates may have gone in any sound way: take some that the solution does not need.
    board, share = path.end, rng.choice([0.0, 0.2, 0.4, 0.6])
    masks = (
        mask & ~sum(1 << k for k in range(9) if k + 1 != solution[cell] and rng.random() < share)
        for cell, mask in enumerate(board.masks)
    )
    return Board(puzzle, board.digits, tuple(masks))


def keep_better(best: dict[str, tuple[Size, str]], board: Board, technique: Technique) -> bool:
    """Take the board as the technique's example if it is better than the one so far.

    Return whether it is an example at all.
    """
    rank = technique.ratings["hodoku"].rank
    if count(technique, board, 2) != 1:
        return False
    easier = [t for t in registry().values() if t.ratings["hodoku"].rank < min(rank, 5400)]
    n_easier = sum(count(each, board, 1) for each in easier)
    size = (n_easier, sum(map(int.bit_count, board.masks)))
    known = best.get(technique.name)
    if known and known[0] <= size:
        return True
    line = described(board, technique)
    if line:
        best[technique.name] = (size, line)
    return bool(line)


def count(technique: Technique, board: Board, limit: int) -> int:
    """Return how many steps the technique has, at most *limit*."""
    assert isinstance(technique.find, Finder)
    return len(list(technique.find(board, limit)))


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
    broken = next(near_misses(board, technique), "")
    if not broken and technique.name not in WITHOUT_NEAR_MISS:
        return ""
    return f"{text_of(board)} | {broken}" if broken else text_of(board)


def near_misses(board: Board, technique: Technique) -> Iterator[str]:
    """Yield changes in or near the pattern with which nothing is found."""
    (step,) = technique.find(board)
    cells = [cell for cell, _ in step.facts.cells]
    cells += [cell for house in step.facts.houses for cell in house.cells]
    cells += [peer for cell in tuple(cells) for peer in board.puzzle.geometry.peers[cell]]
    digits = sorted({digit for _, digit, _ in step.facts.candidates}) + list(range(1, 10))
    start, tries = Board.start(board.puzzle), 0
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
            if tries == MOST_TRIES:
                break
            tries += 1
            if not count(technique, Board(board.puzzle, board.digits, tuple(masks)), 1):
                yield f"{board.puzzle.geometry.name(cell)}+{digit}"
    for kind, cell in product("!.", dict.fromkeys(cells)):
        change = f"{board.puzzle.geometry.name(cell)}{kind}"
        can_be = board.digits[cell] and (kind == "." or not board.puzzle.givens[cell])
        if can_be and not count(technique, board_of(text_of(board), change), 1):
            yield change


def line_of(name: str) -> str:
    example = example_of(name)
    return (
        f"{text_of(example.board)} | {example.unless}" if example.unless else text_of(example.board)
    )


if __name__ == "__main__":
    main()
