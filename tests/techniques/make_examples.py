"""Writes examples.txt beside the techniques: for every technique a board where it fires.

    python tests/techniques/make_examples.py [--puzzles 400] [--seed 1] [NAME ...]

Puzzles are dug at random from full grids; for techniques of cages, cages are laid over them. Of
all boards on their paths that have one step of a technique, the one with the fewest easier ways
on, then the fewest candidates, is kept, and a change is looked for that breaks it: a candidate
more, a cell emptied, or a digit given. Names given
on the command line are looked for anew; other lines stay as they are.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from math import prod
from pathlib import Path

import pandoku
from pandoku.logic import explain
from pandoku.model import Board, Cage, Geometry, Puzzle
from pandoku.techniques import (
    Technique,
    board_of,
    example_of,
    examples_file,
    registry,
    text_of,
)

HEAD = (
    "# A board for each technique; see _examples.py. Made by tests/techniques/make_examples.py.\n"
)
HARDER = "x-chain"  # from here on, techniques are not asked whether they are an easier way on
Size = tuple[int, int]  # how many easier techniques find something, how many candidates
MOST_TRIES = 60  # candidates put back on one board
ENOUGH = 6  # examples of a technique to choose from
EASY = ("full-house", "naked-single", "hidden-single")
MEDIUM = ("pointing", "claiming", "naked-pair", "naked-triple", "hidden-pair", "hidden-triple")
# A candidate that is put back is false, and so it leads to a contradiction itself.
WITHOUT_NEAR_MISS = (
    "contradiction-forcing-chain",
    "nested-forcing-chain",
    "cage-trial",
    "cage-contradiction-forcing-chain",
    "cage-nested-forcing-chain",
)
ON_CAGES = ("cage-single", "cage-repeat", "innie", "outie", "cage-partners", "cage-bounds",
            "cage-combinations", "cage-permutations")  # fmt: skip
KINDS: tuple[tuple[Geometry, str], ...] = (
    (Geometry.latin(4), "+-*/"),
    (Geometry.latin(6), "+-*/"),
    (Geometry.latin(6), "**/"),
    (Geometry.latin(6), "++-"),
    (Geometry(6, (2, 3)), "+"),
    (Geometry(9, (3, 3)), "+"),
)


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
    if of_cages := [each for each in wanted if each.needs_cages]:
        for _ in range(arguments.puzzles):
            look_on_cages(caged(rng), of_cages, best, found, rng)
    wanted = [each for each in wanted if not each.needs_cages]
    for _ in range(arguments.puzzles if wanted else 0):
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
    write(lines)
    missing = [name for name in registry() if name not in lines]
    print(f"{len(lines)} examples; none for {', '.join(missing) or 'nobody'}")


def write(lines: dict[str, str]) -> None:
    """Write every line into the file beside its technique, in the order of the registry."""
    texts: dict[Path, str] = {}
    for name in registry():
        if name in lines:
            file = examples_file(name)
            texts[file] = texts.get(file, HEAD) + f"{name} {lines[name]}\n"
    for file, text in texts.items():
        file.write_text(text, encoding="ascii")


def look_on_cages(
    puzzle: Puzzle,
    wanted: list[Technique],
    best: dict[str, tuple[Size, str]],
    found: Counter[str],
    rng: random.Random,
) -> None:
    for technique in wanted:
        if found[technique.name] >= ENOUGH:
            continue
        # The technique last, so that its step is one that the easy ones leave.
        for first in (EASY, (*EASY, *ON_CAGES), (*EASY, *ON_CAGES, *MEDIUM)):
            names = [*(name for name in first if name != technique.name), technique.name]
            path = explain(puzzle, techniques=names, is_proper=True)
            for board, step in zip(path.boards(), path.steps, strict=True):
                if step.technique == technique.name and found[technique.name] < ENOUGH:
                    found[technique.name] += keep_better(best, board, technique)
        for _ in range(0 if technique.name in best else 30):
            found[technique.name] += keep_better(best, partly_filled(puzzle, rng), technique)


def caged(rng: random.Random) -> Puzzle:
    """Return a proper puzzle with cages of some kind."""
    while True:
        geometry, operations = rng.choice(KINDS)
        n = geometry.order
        start = [0] * n * n
        start[:n] = rng.sample(range(1, n + 1), n)
        grid = pandoku.solve(Puzzle(geometry, tuple(start)), limit=1).solution
        assert grid
        cages = tuple(over(grid, cells, operations, geometry) for cells in cut(n, rng))
        if rng.random() < 0.15:  # one more, across others
            cells = grown(n, rng.randrange(n * n), set(range(n * n)), 3, rng)
            cages = (over(grid, cells, "+", geometry), *cages)
        puzzle = Puzzle(geometry, cages=cages)
        if pandoku.count(puzzle, 2) == 1:
            return puzzle


def cut(n: int, rng: random.Random) -> Iterator[tuple[int, ...]]:
    """Yield the cells of cages that cover the grid, 1 to 4 neighbours each."""
    free = set(range(n * n))
    while free:
        cells = grown(n, min(free), free, rng.choice((1, 2, 2, 2, 3, 3, 4)), rng)
        free -= set(cells)
        yield cells


def grown(n: int, start: int, free: set[int], size: int, rng: random.Random) -> tuple[int, ...]:
    cells = [start]
    while len(cells) < size:
        beside = {c + k for c in cells for k in (n, -n)} | {c + 1 for c in cells if (c + 1) % n}
        more = sorted((beside & free) - set(cells))
        if not more:
            break
        cells.append(rng.choice(more))
    return tuple(sorted(cells))


def over(
    grid: tuple[int, ...], cells: tuple[int, ...], operations: str, geometry: Geometry
) -> Cage:
    """Return a cage that the grid satisfies; killer cages, in boxes, do not repeat."""
    digits = [grid[cell] for cell in cells]
    repeats = geometry.box is None or len(set(digits)) < len(digits)
    if len(cells) == 1:
        return Cage("=", digits[0], cells)
    operation = operations[sum(cells) % len(operations)]
    most = max(digits)
    if operation == "/" and (len(cells) > 2 or most % min(digits)):
        operation = "*" if "*" in operations else "+"
    if operation == "-" and len(cells) > 2:
        operation = "+"
    targets = {"+": sum(digits), "*": prod(digits), "-": most - min(digits),
               "/": most // min(digits)}  # fmt: skip
    return Cage(operation, targets[operation], cells, repeats)


def partly_filled(puzzle: Puzzle, rng: random.Random) -> Board:
    """Return a board on which a player found some digits in another order than a path's."""
    (solution,) = pandoku.solve(puzzle, limit=1).solutions
    board, n = Board.start(puzzle), puzzle.order
    empty = [cell for cell in range(n * n) if not puzzle.givens[cell]]
    for cell in rng.sample(empty, rng.randint(n * n // 16, n * n // 2)):
        board = board.place(cell, solution[cell])
    path = explain(board, techniques=[*EASY[:1], *MEDIUM], limit=rng.randint(1, 20))
    # Candidates may have gone in any sound way: take some that the solution does not need.
    board, share = path.end, rng.choice([0.0, 0.2, 0.4, 0.6])
    masks = (
        mask & ~sum(1 << k for k in range(n) if k + 1 != solution[cell] and rng.random() < share)
        for cell, mask in enumerate(board.masks)
    )
    return Board(puzzle, board.digits, tuple(masks))


def keep_better(best: dict[str, tuple[Size, str]], board: Board, technique: Technique) -> bool:
    """Take the board as the technique's example if it is better than the one so far.

    Return whether it is an example at all.
    """
    if count(technique, board, 2) != 1:
        return False
    names = list(registry())
    easier = names[: min(names.index(technique.name), names.index(HARDER))]
    n_easier = sum(count(registry()[name], board, 1) for name in easier)
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
    return len(list(technique.steps(board, limit)))


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
    (solution,) = pandoku.solve(Puzzle(9, tuple(empty)), limit=1).solutions
    givens = list(solution)
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
    (step,) = technique.steps(board)
    cells = [cell for cell, _ in step.facts.cells]
    cells += [cell for house in step.facts.houses for cell in house.cells]
    cells += [peer for cell in tuple(cells) for peer in board.puzzle.geometry.peers[cell]]
    cells += [cell for fact in step.facts.cages for cell in board.puzzle.cages[fact.cage].cells]
    every = range(1, board.puzzle.order + 1)
    digits = sorted({digit for _, digit, _ in step.facts.candidates} & {*every}) + list(every)
    start, tries = Board.start(board.puzzle), 0
    for cell in dict.fromkeys(cells) if technique.needs_cages else ():
        empty = f"{board.puzzle.geometry.name(cell)}."
        if not board.digits[cell] or board.puzzle.givens[cell]:
            continue
        if not count(technique, board_of(text_of(board), empty), 1):
            yield empty
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
    assert example
    return (
        f"{text_of(example.board)} | {example.unless}" if example.unless else text_of(example.board)
    )


if __name__ == "__main__":
    main()
