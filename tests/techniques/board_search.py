"""The search for boards on which a technique is the easiest step that there is.

First the paths of new puzzles are walked: where a step of a technique is taken, nothing easier was
there. What is too rare for that is met by chance: digits of the solution are placed and false
candidates removed at random, then everything easier is done (`by_chance`).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product
from math import inf
from typing import NamedTuple

import numpy as np

import pandoku
from pandoku.constraints import RULES, Rule
from pandoku.generation import generate_many
from pandoku.kernel.logic import Finder, walk
from pandoku.logic import explain, explain_many
from pandoku.logic._order import is_bound
from pandoku.model import Board, Cage, Puzzle, PuzzlesLike, Step, digits_of
from pandoku.play.drills import image_of
from pandoku.rating import DEFAULT_SCALE, get_scale
from pandoku.techniques import TECHNIQUES, Technique, get_technique, practice_of
from tests.fuzz.constraints import relocated
from tests.fuzz.relations import random_grid
from tests.techniques.rule_puzzles import KINDS, TYPICAL, grown, typical_puzzle

# Where the first of these has a step, the others have one as well, though they come before it in
# the order of search: they are the same argument in other words, or find a part of its result.
# `always_too` adds special cases and the techniques that these are a case of.
ALWAYS_TOO: Mapping[str, frozenset[str]] = {
    "simple-colors-trap": frozenset({"x-chain"}),
    "simple-colors-wrap": frozenset({"x-chain"}),
    "multi-colors-trap": frozenset({"x-chain"}),
    "multi-colors-wrap": frozenset({"x-chain", "multi-colors-trap"}),
    "remote-pair": frozenset(
        {"x-chain", "simple-colors-trap", "xy-chain", "alternating-chain", "continuous-loop"}
        | {"discontinuous-loop"}
    ),
    "discontinuous-loop": frozenset({"alternating-chain"}),
    "grouped-discontinuous-loop": frozenset({"grouped-alternating-chain"}),
    # Always, unless a cage has more fillings than anybody lists, as in the example.
    "cage-parity": frozenset(
        {"cage-bounds", "cage-combinations", "cage-partners", "cage-permutations", "cage-pointing"}
    ),
    # Not always, but on all small boards that were met.
    "rule-elimination": frozenset({"rule-and-house", "two-rules", "inequality", "thermometer"}),
    "rule-trial": frozenset({"rule-and-house", "two-rules"}),
    # Not always, but among 70 000 puzzles there was none without one of them.
    "sashimi-jellyfish": frozenset(
        {"finned-x-wing", "sashimi-x-wing", "empty-rectangle", "xy-chain", "alternating-chain"}
        | {"continuous-loop", "discontinuous-loop"}
    ),
}
# A candidate that is put back where a path went on is false, and a trial of it may say so: their
# near misses are boards on which the path was stuck, or puzzles with a given less.
TRIALS = frozenset(
    {"cage-trial", "rule-trial", "contradiction-forcing-chain", "nested-forcing-chain"}
    | {"cage-region-forcing-chain", "cage-contradiction-forcing-chain"}
    | {"cage-nested-forcing-chain"}
)
MOST_FALSE = 120  # candidates that are taken away, one at a time, where a path is stuck
MOST_SOLUTIONS = 20_000  # of a puzzle with a given less
MOST_KINDS = 8  # of constraints whose puzzles are made to look for a technique
AT_ONCE = 50  # puzzles whose steps are counted at once
MOST_ALONE = 9  # techniques that are looked for one by one
CHANCE = "chance"  # the source of a board that was made at random
# What a path goes on with after a technique that comes early.
EASY = ("hidden-single", "naked-single", "cage-combinations", "pointing", "claiming", "naked-pair")
SINGLES = ("full-house", "hidden-single", "naked-single")


class Source(NamedTuple):
    """Puzzles of one kind: how many at once, and the techniques that they alone are for."""

    kind: str
    order: int
    n_puzzles: int
    only: str = ""


PLAIN = (Source("sudoku", 9, 1500),)
CAGED = (
    Source("killer", 9, 15),
    Source("calcudoku", 6, 40),
    Source("calcudoku", 9, 8),
    Source("calcudoku", 8, 15),
    Source("calcudoku", 7, 30),
    # Made here: cages that overlap, or are larger than those of the generator, with givens.
    Source("overlap", 9, 10, "cage-overlap"),
    Source("large*", 8, 8, "cage-factors"),
)
# The examples of constraints.
RULED = (Source("rules", 6, 8),)
ODD = frozenset(source.only for source in CAGED) - {""}


class Met(NamedTuple):
    """A board where a technique comes next.

    Attributes:
        board: The board.
        source: Where it comes from, such as "killer9", or `CHANCE` for one made by `by_chance`.
    """

    board: Board
    source: str


def always_too(name: str) -> frozenset[str]:
    """Return the techniques that also have a step on the boards of one, though they come first."""
    cases = {each.name for each in TECHNIQUES.values() if each.is_case_of == name}
    return ALWAYS_TOO.get(name, frozenset()) | cases | {get_technique(name).is_case_of} - {""}


def easier_than(name: str) -> list[Technique]:
    """Return the techniques before one in the scale pandoku, without those of `always_too`.

    Before a technique that is not in the scale come the singles. If there are cages, no technique
    that assumes one solution is tried, because exchanging two digits may break a cage.
    """
    order = get_scale(DEFAULT_SCALE).order
    before = order[: order.index(name)] if name in order else SINGLES
    found = (get_technique(each) for each in before if each not in always_too(name))
    return [
        each
        for each in found
        if not ("cages" in get_technique(name).needs and "unique" in each.needs)
    ]


def is_easiest(board: Board, name: str) -> bool:
    """Return whether a technique has a step on a board and no easier one has."""
    tried = [*easier_than(name), get_technique(name)]
    steps = explain(board, techniques=tried, is_proper=True, limit=1).steps
    return bool(steps) and steps[0].technique == name


def concludes_once(board: Board, name: str) -> bool:
    """Return whether all steps of a technique on a board come to the same."""
    steps = get_technique(name).steps(board, 20)
    return len({(step.placements, step.eliminations) for step in steps}) == 1


def sources_for(name: str) -> tuple[Source, ...]:
    """Return the puzzles in which a technique is looked for."""
    if name in TYPICAL:
        return tuple(Source(kind, 9, 6) for kind in TYPICAL[name])
    needs = get_technique(name).needs
    if "constraints" in needs:
        return *RULED, *(Source(kind, 6, 8) for kind in kinds_for(name))
    return CAGED if "cages" in needs else PLAIN


@lru_cache(maxsize=1)
def _example_boards() -> Mapping[str, Sequence[Board]]:
    """Return some boards of the path of each kind's example."""
    bound = {kind: rule.example for kind, rule in RULES.items() if is_bound(rule.example)}
    return {
        kind: list(explain(puzzle, is_proper=True).boards())[::3] for kind, puzzle in bound.items()
    }


@lru_cache(maxsize=64)
def kinds_for(name: str) -> tuple[str, ...]:
    """Return the kinds of constraints in whose examples a technique for constraints has steps."""
    technique = get_technique(name)
    found = [
        kind
        for kind, boards in _example_boards().items()
        if any(any(technique.steps(board, 1)) for board in boards)
    ]
    return tuple(found) if len(found) <= MOST_KINDS else ()


def on_paths(wanted: Sequence[str], source: Source, seed: int) -> Iterator[tuple[str, Met]]:
    """Yield a board for each technique that is taken on the path of a new puzzle.

    Args:
        wanted: Names of techniques.
        source: Which puzzles.
        seed: Of the puzzles, 1 or more.
    """
    rng = random.Random(seed)
    puzzles = list(puzzles_of(source, seed, rng))
    if not puzzles:
        return
    for tried, names in _orders(wanted):
        for boards in taken(puzzles, tried, names):
            for name in sorted(boards):
                found = [board for board, _ in boards[name]]
                yield name, Met(_plainest(found, name, rng), f"{source.kind}{source.order}")


def taken(
    puzzles: Sequence[Puzzle], tried: Sequence[Technique], names: Collection[str]
) -> Iterator[dict[str, list[tuple[Board, Step]]]]:
    """Yield the boards and steps of some techniques for each path that has any, by technique."""
    for at in range(0, len(puzzles), AT_ONCE):
        for puzzle in _with_any(puzzles[at : at + AT_ONCE], tried, names):
            path = explain(puzzle, techniques=tried, is_proper=True)
            boards: dict[str, list[tuple[Board, Step]]] = {}
            for board, step in zip(path.boards(), path.steps, strict=False):
                if step.technique in names:
                    boards.setdefault(step.technique, []).append((board, step))
            if boards:
                yield boards


def _with_any(
    puzzles: Sequence[Puzzle], tried: Sequence[Technique], names: Collection[str]
) -> Sequence[Puzzle]:
    """Return the puzzles with a step of some techniques, or all if the core cannot count steps."""
    if not all(each.is_native for each in tried):
        return puzzles
    batch: PuzzlesLike = puzzles
    counts = explain_many(batch, techniques=tried, is_proper=True, threads=1)
    columns = [at for at, name in enumerate(counts.techniques) if name in names]
    return [puzzles[row] for row in np.flatnonzero(counts.counts[:, columns].any(axis=1)).tolist()]


def _plainest(boards: list[Board], name: str, rng: random.Random) -> Board:
    """Return one of the boards, if possible one where the technique has a single step."""
    some = rng.sample(boards, min(len(boards), 8))
    return next((each for each in some if concludes_once(each, name)), some[0])


def _orders(wanted: Sequence[str]) -> Iterator[tuple[list[Technique], frozenset[str]]]:
    """Yield what is tried, and the techniques whose boards it leads to.

    Few techniques are looked for one by one: none is then tried that is harder than needed.
    """
    together = [name for name in wanted if not always_too(name)]
    if len(together) <= MOST_ALONE:
        together = []
    if together:
        last = max(together, key=lambda name: len(easier_than(name)))
        yield [*easier_than(last), get_technique(last)], frozenset(together)
    for name in wanted:
        if name not in together:
            yield order_for(name), frozenset({name})


def order_for(name: str, most: float = inf) -> list[Technique]:
    """Return the techniques that lead to the boards of one, in the order in which they are tried.

    Args:
        name: The technique. Easier ones come before it, and those of `EASY` after it.
        most: The greatest weight of the easier techniques that come before it. Others follow it.
    """
    easier = easier_than(name)
    known = [each for each in easier if (each.weight or 0) <= most]
    easy = [get_technique(each) for each in EASY]
    return [*dict.fromkeys([*known, get_technique(name), *easier, *easy])]


def by_chance(name: str, source: Source, seed: int, tries: int) -> Iterator[Met]:
    """Yield boards of one puzzle each, on which a technique is the easiest step.

    Args:
        name: Of a technique of the core.
        source: Which puzzles.
        seed: Of the puzzles.
        tries: How many boards are made of each puzzle.
    """
    rng = random.Random(seed)
    technique, easier = get_technique(name), _finders(easier_than(name))
    for puzzle in puzzles_of(source, seed, rng):
        (solution,) = pandoku.solve(puzzle, limit=1).solutions
        for _ in range(tries):
            board = _told_more(Board.start(puzzle), solution, rng)
            board = _walked(board, easier)
            if not board.is_full and any(technique.steps(board, 1)):
                yield Met(board, CHANCE)
                break


def nearly(name: str, seed: int, n_boards: int) -> Iterator[Met]:
    """Yield boards that lack what keeps a technique from going on: a candidate, or a given.

    Args:
        name: One of `TRIALS`.
        seed: Of the order in which candidates are tried, and of sparse killers.
        n_boards: Yield so many at most.
    """
    rng, technique = random.Random(seed), get_technique(name)
    easier = _finders(easier_than(name))
    boards = (board for puzzle in _hard(name, seed, rng)
              for board in _less(puzzle, name, easier, rng))  # fmt: skip
    found = (
        Met(board, CHANCE)
        for board in boards
        if not walk(board, easier, 1) and any(technique.steps(board, 1))
    )
    yield from islice(found, n_boards)


def _hard(name: str, seed: int, rng: random.Random) -> Iterator[Puzzle]:
    """Yield puzzles on which harder techniques are practised, or killers with few cages."""
    if name == "cage-nested-forcing-chain":
        plain = [each.board.puzzle for each in practice_of("nested-forcing-chain")]
        while True:
            yield _caged(rng.choice(plain), rng)
    order = get_scale(DEFAULT_SCALE).order
    for harder in order[order.index(name) :]:
        if ("cages" in get_technique(harder).needs) == ("cages" in get_technique(name).needs):
            yield from (each.board.puzzle for each in practice_of(harder))
    while "cages" in get_technique(name).needs:
        yield from puzzles_of(Source("sparse", 9, 5), seed, rng)
        seed += 1


def _less(
    puzzle: Puzzle, name: str, easier: Sequence[Finder], rng: random.Random
) -> Iterator[Board]:
    """Yield boards with one false candidate less than where a path is stuck.

    Nested chains are hardly ever stuck on a puzzle with one solution. There the boards have the
    candidates of all solutions that the puzzle has with a given less.
    """
    (solution,), stuck = pandoku.solve(puzzle, limit=1).solutions, Board.start(puzzle)
    if name in ("nested-forcing-chain", "cage-nested-forcing-chain"):
        for cell, given in enumerate(puzzle.givens):
            givens = (*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :])
            wider = pandoku.solve(puzzle.replace(givens=givens), limit=MOST_SOLUTIONS)
            if given and wider.count < MOST_SOLUTIONS:
                yield _walked(_united(stuck, wider.solutions), easier)
        return
    stuck = _walked(stuck, [*easier, *_finders([get_technique(name)])])
    false = [(c, d) for c, mask in enumerate(stuck.masks) for d in digits_of(mask)
             if not stuck.digits[c] and d != solution[c]]  # fmt: skip
    for cell, digit in rng.sample(false, min(MOST_FALSE, len(false))):
        masks = list(stuck.masks)
        masks[cell] &= ~(1 << (digit - 1))
        yield Board(puzzle, stuck.digits, tuple(masks))


def _walked(board: Board, finders: Sequence[Finder]) -> Board:
    for step in walk(board, finders):
        board = board.after(step)
    return board


def _united(board: Board, solutions: Sequence[Sequence[int]]) -> Board:
    """Return a board with the candidates that are true in one of some solutions."""
    masks = [sum({1 << (digit - 1) for digit in digits}) for digits in zip(*solutions, strict=True)]
    both = (mask & other for mask, other in zip(board.masks, masks, strict=True))
    return Board(board.puzzle, board.digits, tuple(both))


def _finders(techniques: Sequence[Technique]) -> list[Finder]:
    return [each.find for each in techniques if isinstance(each.find, Finder)]


def _told_more(board: Board, solution: Sequence[int], rng: random.Random) -> Board:
    """Return a board with some digits of the solution, and without some false candidates."""
    puzzle, empty = board.puzzle, [cell for cell, digit in enumerate(board.digits) if not digit]
    for cell in rng.sample(empty, rng.randint(0, len(empty) // 3)):
        board = board.place(cell, solution[cell])
    masks, share = list(board.masks), rng.choice((0.0, 0.05, 0.2, 0.4))
    for cell, mask in enumerate(board.masks):
        for digit in digits_of(mask):
            if digit != solution[cell] and rng.random() < share:
                masks[cell] &= ~(1 << (digit - 1))
    if puzzle.cages and rng.random() < 0.7:  # known to be odd or even
        large = sorted(puzzle.cages, key=lambda cage: len(cage.cells))[-4:]
        for cage in rng.sample(large, min(2, len(large))):
            for cell in rng.sample(cage.cells, len(cage.cells) - 1):
                alike = sum(1 << (d - 1) for d in range(solution[cell] % 2 or 2, 10, 2))
                masks[cell] &= alike
    return Board(puzzle, board.digits, tuple(masks))


# ---- puzzles


def relatives(name: str, count: int) -> Iterator[Puzzle]:
    """Yield puzzles like those for practice of a rare technique: moved, and with another given.

    Args:
        name: Of the technique.
        count: Yield at most so many for each puzzle for practice.
    """
    rng = random.Random(1)
    for each, seed in product(practice_of(name), range(count)):
        puzzle = image_of(each.board, seed + 1).puzzle.replace(title=None)
        (grid,) = pandoku.solve(puzzle, limit=1).solutions
        given = [cell for cell, digit in enumerate(puzzle.givens) if digit]
        empty = [cell for cell, digit in enumerate(puzzle.givens) if not digit]
        if puzzle.further or len(given) < 2:
            return
        for _ in range(80):
            givens = list(puzzle.givens)
            old, new = rng.choice(given), rng.choice(empty)
            givens[old], givens[new] = 0, grid[new]
            if pandoku.count(changed := puzzle.replace(givens=tuple(givens)), 2) == 1:
                yield changed
                break


def puzzles_of(source: Source, seed: int, rng: random.Random) -> Iterator[Puzzle]:
    kind, order, count, _ = source
    if kind in KINDS:
        yield from (typical_puzzle(kind, rng) for _ in range(count))
        return
    if kind == "rules":
        examples = (rule.example for rule in RULES.values())
        yield from (each.replace(title=None) for each in examples if is_bound(each))
        return
    if kind in RULES:
        ruled = (_ruled(RULES[kind], rng) for _ in range(count))
        yield from (each for each in ruled if each is not None)
        return
    if kind.startswith("large"):
        yield from _large(order, count, kind[-1], seed, rng)
        return
    change = {"overlap": _overlapped, "sparse": _sparse}.get(kind)
    made = generate_many(count, "killer" if change else kind, order, seed=seed, threads=1)
    yield from (change(each, rng) if change else each.replace(title=None) for each in made)


def _ruled(rule: Rule, rng: random.Random) -> Puzzle | None:
    """Return a proper 6x6 puzzle that needs constraints of a kind, or None if none was found."""
    empty, further = rule.example.replace(givens=(0,) * 36, further=(), solution=()), []
    is_local = bool(rule.example.further[0].CELL_FIELDS)
    grid = random_grid(empty.geometry, rng) if is_local else _grid_with(rule, empty, rng)
    wanted = rng.choice((5, 7, 10)) if is_local else 1
    for _ in range(300):
        pattern = rng.choice(rule.example.further)
        moved = relocated(rng, pattern, empty.geometry)
        if moved is not None and moved not in further and moved.holds(grid, empty):
            further.append(moved)
        if len(further) >= wanted:
            break
    puzzle = empty.replace(givens=grid, further=tuple(further), title=None)
    for cell in rng.sample(range(36), 36):
        givens = (*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :])
        if pandoku.count(fewer := puzzle.replace(givens=givens), 2) == 1:
            puzzle = fewer
    return puzzle if further and is_bound(puzzle) else None


def _grid_with(rule: Rule, empty: Puzzle, rng: random.Random) -> tuple[int, ...]:
    """Return a grid that keeps a rule about all cells, which few random grids do."""
    ruled = empty.replace(further=rule.example.further)
    while True:
        first = tuple(rng.sample(range(1, 7), 6))
        found = pandoku.solve(ruled.replace(givens=first + (0,) * 30)).solutions
        if found:
            return found[0]


def _sparse(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Return a killer without the cages that its solution does not need."""
    for cage in rng.sample(puzzle.cages, len(puzzle.cages)):
        cages = tuple(each for each in puzzle.cages if each != cage)
        fewer = puzzle.replace(cages=cages, title=None)
        found = pandoku.count(fewer, 2, budget=3_000)
        if found == 1 and found.is_exact:
            puzzle = fewer
    return puzzle


def _caged(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Return a Sudoku with a few killer cages, and without the givens that these make needless."""
    (grid,) = pandoku.solve(puzzle, limit=1).solutions
    free, cages = {cell for cell, given in enumerate(puzzle.givens) if not given}, list[Cage]()
    for _ in range(rng.randint(1, 3)):
        cells = grown(9, rng.choice(sorted(free)), set(free), rng.choice((2, 3, 4)), rng)
        if len(cells) > 1 and len({grid[cell] for cell in cells}) == len(cells):
            cages.append(_over(grid, cells, "+", repeats=False))
            free -= {*cells}
    puzzle = puzzle.replace(cages=tuple(cages), title=None)
    for cell in rng.sample(range(81), 81):
        fewer = puzzle.replace(givens=(*puzzle.givens[:cell], 0, *puzzle.givens[cell + 1 :]))
        if puzzle.givens[cell] and pandoku.count(fewer, 2) == 1:
            puzzle = fewer
    return puzzle


def _overlapped(puzzle: Puzzle, rng: random.Random) -> Puzzle:
    """Return a killer with one more cage, across others."""
    (grid,) = pandoku.solve(puzzle, limit=1).solutions
    cells = grown(9, rng.randrange(81), set(range(81)), rng.choice((3, 4)), rng)
    return puzzle.replace(cages=(_over(grid, cells, "+", repeats=True), *puzzle.cages), title=None)


def _large(
    order: int, count: int, operation: str, seed: int, rng: random.Random
) -> Iterator[Puzzle]:
    """Yield calcudoku with cages of 5 to 9 cells and few givens more than they need."""
    for made in generate_many(count, "calcudoku", order, seed=seed, threads=1):
        (grid,) = pandoku.solve(made, limit=1).solutions
        free, cages = set(range(order * order)), []
        while free:
            cells = grown(order, min(free), free, rng.randint(5, 9), rng)
            free -= set(cells)
            cages.append(_over(grid, cells, operation, repeats=True))
        puzzle = Puzzle(made.geometry, grid, tuple(cages))
        for cell in rng.sample(range(order * order), order * order):
            givens = list(puzzle.givens)
            givens[cell] = 0
            fewer = puzzle.replace(givens=tuple(givens))
            if pandoku.count(fewer, 2, budget=2_000) == 1:
                puzzle = fewer
        yield puzzle


def _over(grid: Sequence[int], cells: tuple[int, ...], operation: str, *, repeats: bool) -> Cage:
    """Return a cage that a grid satisfies."""
    if len(cells) == 1:
        return Cage("=", grid[cells[0]], cells)
    digits = [grid[cell] for cell in cells]
    target = sum(digits) if operation == "+" else int(np.prod(digits))
    return Cage(operation, target, cells, repeats)
