"""Make tests/engines/golden.jsonl anew: ./run python -m tests.engines.make_golden

Every puzzle is made here, from fixed seeds; every count (up to LIMIT) is decided by two
engines that share no code, and the file is only written when they agree on all of them.
It needs the extra `cp-sat`. Read the diff before keeping it.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from pathlib import Path

from pandoku.engines import Budget, backtracking, cp_sat, dancing_links, naked_singles
from pandoku.model import Cage, Geometry, Outcome, Puzzle, default_box, sight_of

LIMIT = 3
GOLDEN = Path(__file__).with_name("golden.jsonl")
Grid = tuple[int, ...]
Named = tuple[str, Puzzle]


def main() -> None:
    rows, names = [], set()
    for name, puzzle in all_puzzles():
        assert name not in names, name
        names.add(name)
        puzzle.require_sound()
        rows.append(row(name, puzzle, decide(name, puzzle)))
    GOLDEN.write_text("".join(json.dumps(r, separators=(",", ":")) + "\n" for r in rows))
    counts = [r["count"] for r in rows]
    tally = ", ".join(f"{counts.count(c)} with {c}" for c in range(LIMIT + 1))
    sys.stderr.write(f"{len(rows)} puzzles: {tally} solutions\n")


def all_puzzles() -> Iterator[Named]:
    yield from tiny()
    yield from classic_orders()
    yield from other_houses()
    yield from candidates_only()
    yield from calcudoku()
    yield from killers()
    yield from odd_cages()


def tiny() -> Iterator[Named]:
    yield "order 1, nothing printed", Puzzle(1)
    yield "order 1, a given", Puzzle(1, (1,))
    yield "order 1, a cage", Puzzle(1, (), (Cage("=", 1, (0,)),))
    yield "order 1, diagonals", Puzzle(Geometry.latin(1, diagonals=True))
    yield "order 2, nothing printed", Puzzle(2)
    yield "order 2, one given", Puzzle(2, (0, 2, 0, 0))
    yield "order 2, diagonals leave nothing", Puzzle(Geometry.latin(2, diagonals=True))
    yield "order 3, nothing printed", Puzzle(3)
    yield "order 3, two givens", Puzzle(3, (1, 0, 0, 0, 2, 0, 0, 0, 0))
    yield "order 3, a cell without a digit", Puzzle(3, (1, 2, 0, 0, 0, 0, 0, 0, 3))
    yield "order 4, nothing printed", Puzzle(4)


def classic_orders() -> Iterator[Named]:
    """Boxes and Latin squares of every order, dug from the full grid."""
    shares = {4: 0, 5: 0, 6: 0, 7: 0, 8: 0, 9: 0, 10: 45, 12: 60, 15: 65, 16: 65, 20: 75, 25: 80}
    for order, percent in {**shares, 36: 90}.items():
        rng = random.Random(f"classic {order}")
        geometry = Geometry.sudoku(order)
        solution = shuffled_grid(rng, order)
        puzzle = dig(rng, Puzzle(geometry, solution), order * order * percent // 100)
        yield f"order {order}, proper", puzzle
        if order <= 16:
            yield f"order {order}, several", open_more(rng, puzzle, solution)
            yield f"order {order}, none", contradict(rng, puzzle, solution)
    for order in (4, 6, 8, 9, 12, 16):
        rng = random.Random(f"easy {order}")
        puzzle = Puzzle(order, shuffled_grid(rng, order))
        yield f"order {order}, easy", dig(rng, puzzle, order * order // 3, easy=True)
    yield "order 25, full", Puzzle(25, shuffled_grid(random.Random("full"), 25))
    latin = Geometry.latin(9)
    rng = random.Random("latin 9")
    yield "order 9, latin square", dig(rng, Puzzle(latin, shuffled_grid(rng, 9)), 30)


def other_houses() -> Iterator[Named]:
    windows = tuple(
        tuple(9 * (r + i) + c + j for i in range(3) for j in range(3))
        for r in (1, 5)
        for c in (1, 5)
    )
    corners = tuple(tuple(9 * r + c for r in (k, k + 3, k + 6) for c in (0, 3, 6)) for k in (0, 2))
    shapes = {
        "diagonals 4": Geometry.latin(4, diagonals=True),
        "diagonals 5": Geometry.latin(5, diagonals=True),
        "diagonals 9": Geometry(9, (3, 3), diagonals=True),
        "windows 9": Geometry(9, (3, 3), extra=windows),
        "scattered houses 9": Geometry(9, (3, 3), extra=corners),
        "windows and diagonals 9": Geometry(9, (3, 3), diagonals=True, extra=windows),
        "tall boxes 6": Geometry(6, (3, 2)),
    }
    for order in (4, 5, 6, 7, 9):
        regions = jigsaw_regions(random.Random(f"jigsaw {order}"), order)
        shapes[f"jigsaw {order}"] = Geometry(order, regions=regions)
    shapes["jigsaw 7, diagonals"] = jigsaw_with_diagonals(7)
    for name, geometry in shapes.items():
        rng = random.Random(name)
        solution = any_grid(rng, geometry)
        puzzle = dig(rng, Puzzle(geometry, solution), 0)
        yield f"{name}, proper", puzzle
        yield f"{name}, several", open_more(rng, puzzle, solution)
        yield f"{name}, easy", dig(rng, Puzzle(geometry, solution), 0, easy=True)
    for name in ("jigsaw 6", "diagonals 5", "windows 9"):
        rng = random.Random(f"{name} none")
        solution = any_grid(rng, shapes[name])
        yield (
            f"{name}, none",
            contradict(rng, dig(rng, Puzzle(shapes[name], solution), 0), solution),
        )


def candidates_only() -> Iterator[Named]:
    """No givens: every cell limits its digits (Sukaku)."""
    for order in (4, 6, 9):
        rng = random.Random(f"candidates {order}")
        solution = shuffled_grid(rng, order)
        full = (1 << order) - 1
        masks = [full] * (order * order)
        wrong = [(c, d) for c in range(order**2) for d in range(1, order + 1) if d != solution[c]]
        rng.shuffle(wrong)
        for cell, digit in wrong:
            masks[cell] &= ~(1 << (digit - 1))
            if count(Puzzle(order, candidates=tuple(masks))) == 1:
                break
        yield f"candidates {order}, proper", Puzzle(order, candidates=tuple(masks))
        cell, digit = wrong[0]
        masks[cell] = 1 << (digit - 1)
        other = next(
            c for c in range(order * order) if solution[c] == digit and c // order == cell // order
        )
        masks[other] = 1 << (digit - 1)
        yield f"candidates {order}, none", Puzzle(order, candidates=tuple(masks))
    some = (0b0011, 0b0011, 0b1100, 0b1100) + (0b1111,) * 12
    yield "candidates 4, several", Puzzle(4, candidates=some)
    yield "candidates and givens 4", Puzzle(4, (1,) + (0,) * 15, candidates=(1, *some[1:]))


def calcudoku() -> Iterator[Named]:
    for order, largest in ((3, 3), (4, 3), (5, 3), (5, 4), (6, 3), (7, 3), (8, 2), (9, 2), (12, 2)):
        rng = random.Random(f"calcudoku {order} {largest}")
        solution = latin_grid(rng, order)
        cages = partition(rng, solution, order, largest, "+-*/", singles=order >= 7)
        puzzle = Puzzle(Geometry.latin(order), cages=cages)
        least = 75 if order == 12 else 0  # else the taught engine that confirms it takes minutes
        yield f"calcudoku {order}, cages up to {largest}", shown(rng, puzzle, solution, least)
    for order in (4, 5):
        rng = random.Random(f"sums {order}")
        solution = latin_grid(rng, order)
        puzzle = Puzzle(Geometry.latin(order), cages=partition(rng, solution, order, 3, "+"))
        yield f"sums {order}", shown(rng, puzzle, solution)
        yield f"sums {order}, several", Puzzle(Geometry.latin(order), cages=puzzle.cages[::2])
        first, *others = puzzle.cages
        moved = Cage("+", (first.target or 0) + 1, first.cells)
        yield f"sums {order}, none", puzzle.replace(cages=(moved, *others))
    for order in (4, 5, 6):
        rng = random.Random(f"hidden {order}")
        solution = latin_grid(rng, order)
        cages = partition(rng, solution, order, 3, "+-*/")
        hidden = tuple(Cage("?" if c.operation != "=" else "=", c.target, c.cells) for c in cages)
        yield (
            f"hidden operations {order}",
            shown(rng, Puzzle(Geometry.latin(order), cages=hidden), solution),
        )
    yield "hidden operations 3, several", Puzzle(Geometry.latin(3), cages=(Cage("?", 3, (0, 1)),))


def killers() -> Iterator[Named]:
    for order, largest in ((4, 3), (6, 3), (8, 2), (9, 2), (9, 3)):
        rng = random.Random(f"killer {order} {largest}")
        solution = shuffled_grid(rng, order)
        cages = partition(rng, solution, order, largest, "+", repeats=False)
        puzzle = Puzzle(Geometry.sudoku(order), cages=cages)
        least = 25 if order == 9 else 10 if order == 8 else 0
        yield f"killer {order}, cages up to {largest}", shown(rng, puzzle, solution, least)
    rng = random.Random("killer none")
    solution = shuffled_grid(rng, 4)
    cages = partition(rng, solution, 4, 3, "+", repeats=False)
    first = next(cage for cage in cages if len(cage.cells) > 1)
    target = (first.target or 0) + (1 if (first.target or 0) < 6 else -1)
    changed = tuple(Cage("+", target, c.cells, False) if c is first else c for c in cages)
    yield "killer 4, none", Puzzle(Geometry.sudoku(4), cages=changed)
    corner = (0, 1, 4, 5)
    yield (
        "killer 4, a cage without a sum",
        Puzzle(Geometry.latin(4), (1, 2) + (0,) * 14, (Cage("+", None, corner, False),)),
    )
    free = Cage("+", None, (0, 5, 10, 15), False)
    yield (
        "killer 4, a cage with a given full of equals",
        Puzzle(Geometry.latin(4), (1, 0, 0, 0, 0, 1) + (0,) * 10, (free,)),
    )


def odd_cages() -> Iterator[Named]:
    """What most programs do not expect: three cells to - and /, overlaps, holes, repeats."""
    latin4, latin5 = Geometry.latin(4), Geometry.latin(5)
    yield (
        "minus on 3 cells",
        Puzzle(latin4, cages=(Cage("-", 1, (0, 1, 2)), Cage("-", 0, (5, 6, 10)))),
    )
    yield "minus below zero", Puzzle(latin4, cages=(Cage("-", -4, (0, 5, 10, 11)),))
    yield (
        "over on 3 cells",
        Puzzle(latin4, cages=(Cage("/", 4, (0, 1, 4)), Cage("/", 2, (10, 11, 14)))),
    )
    yield "over on 3 cells, none", Puzzle(latin4, cages=(Cage("/", 4, (0, 1, 2)),))
    yield "repeats allowed", Puzzle(latin4, cages=(Cage("+", 3, (0, 1)), Cage("*", 8, (2, 5, 7))))
    yield (
        "repeats forbidden",
        Puzzle(latin4, cages=(Cage("+", 3, (0, 1)), Cage("*", 8, (2, 5, 7), repeats=False))),
    )
    yield (
        "repeats forbidden on a diagonal",
        Puzzle(
            latin4,
            (1, 0, 0, 0, 0, 0, 0, 2) + (0,) * 8,
            (Cage("+", 10, (0, 5, 10, 15), repeats=False),),
        ),
    )
    for name, order, n_cages, operations, repeats in (
        ("overlapping cages 4", 4, 9, "+*", True),
        ("overlapping cages 5", 5, 14, "+-*/", True),
        ("overlapping cages without repeats 5", 5, 14, "+", False),
        ("hidden overlapping cages 4", 4, 9, "?", True),
        ("scattered cages 6", 6, 18, "+*", True),
    ):
        rng = random.Random(name)
        solution = latin_grid(rng, order)
        cages = tuple(scattered(rng, solution, operations, repeats) for _ in range(n_cages))
        yield name, shown(rng, Puzzle(Geometry.latin(order), cages=cages), solution)
    yield "uncovered cells 5", Puzzle(latin5, (1, 2, 3, 4, 5) + (0,) * 20, (Cage("*", 1, (6, 12)),))
    yield (
        "two cages that disagree",
        Puzzle(latin4, cages=(Cage("+", 3, (0, 1)), Cage("+", 7, (1, 0)))),
    )
    yield (
        "a cage of givens that is wrong",
        Puzzle(latin4, (1, 2) + (0,) * 14, (Cage("-", 2, (0, 1)),)),
    )
    yield (
        "a cage of the whole grid",
        Puzzle(Geometry.latin(3), (1,) + (0,) * 8, (Cage("+", 18, tuple(range(9))),)),
    )
    boxes = Puzzle(Geometry(6, (2, 3), diagonals=True))
    rng = random.Random("everything")
    solution = any_grid(rng, boxes.geometry)
    cages = partition(rng, solution, 6, 3, "+-*/?")
    masks = tuple(63 & ~(1 << (solution[c] % 6)) for c in range(36))
    mixed = boxes.replace(cages=cages, candidates=masks)
    yield "boxes, diagonals, candidates and cages 6", mixed


def latin_grid(rng: random.Random, order: int) -> Grid:
    """Return a Latin square: a cyclic one, rows, columns and digits shuffled."""
    rows, columns, digits = (rng.sample(range(order), order) for _ in range(3))
    return tuple(digits[(r + c) % order] + 1 for r in rows for c in columns)


def shuffled_grid(rng: random.Random, order: int) -> Grid:
    """Return a grid of the default boxes, lines shuffled within and with their bands."""
    height, width = default_box(order) or (1, order)
    rows = [b * height + r for b in rng.sample(range(width), width) for r in _some(rng, height)]
    columns = [s * width + c for s in rng.sample(range(height), height) for c in _some(rng, width)]
    digits = rng.sample(range(1, order + 1), order)
    return tuple(
        digits[(width * (r % height) + r // height + c) % order] for r, c in product(rows, columns)
    )


def _some(rng: random.Random, n: int) -> list[int]:
    return rng.sample(range(n), n)


def any_grid(rng: random.Random, geometry: Geometry) -> Grid:
    """Return a solved grid of any houses: a random house given, and searched."""
    grid = try_grid(rng, geometry, tries=100)
    assert grid, geometry
    return grid


def try_grid(rng: random.Random, geometry: Geometry, tries: int) -> Grid | None:
    for _ in range(tries):
        givens = [0] * geometry.n_cells
        house = rng.choice(geometry.houses).cells
        for cell, digit in zip(
            house, rng.sample(range(1, geometry.order + 1), geometry.order), strict=True
        ):
            givens[cell] = digit
        outcome = dancing_links.ENGINE.solve(
            Puzzle(geometry, tuple(givens)), budget=Budget(nodes=5000)
        )
        if outcome.solution:
            return outcome.solution
    return None


def jigsaw_with_diagonals(order: int) -> Geometry:
    """Return a jigsaw that leaves room for diagonals; most do not."""
    for seed in range(1000):
        rng = random.Random(f"jigsaw {order} and diagonals {seed}")
        shape = Geometry(order, regions=jigsaw_regions(rng, order), diagonals=True)
        if try_grid(rng, shape, tries=2):
            return shape
    raise AssertionError(order)


def jigsaw_regions(rng: random.Random, order: int) -> Grid:
    """Return regions: rows or boxes whose edge cells were swapped, every region in one piece."""
    regions = [cell // order for cell in range(order * order)]
    swaps = 0
    while swaps < 6 * order:
        one, other = rng.sample(range(order * order), 2)
        touching = (
            {regions[c] for c in around(one, order)},
            {regions[c] for c in around(other, order)},
        )
        if (
            regions[one] == regions[other]
            or regions[other] not in touching[0]
            or regions[one] not in touching[1]
        ):
            continue
        regions[one], regions[other] = regions[other], regions[one]
        if in_one_piece(regions, regions[one], order) and in_one_piece(
            regions, regions[other], order
        ):
            swaps += 1
        else:
            regions[one], regions[other] = regions[other], regions[one]
    return tuple(regions)


def around(cell: int, order: int) -> list[int]:
    near = [cell - order, cell + order]
    near += [cell - 1] if cell % order else []
    near += [cell + 1] if cell % order < order - 1 else []
    return [c for c in near if 0 <= c < order * order]


def in_one_piece(regions: Sequence[int], region: int, order: int) -> bool:
    cells = {c for c, r in enumerate(regions) if r == region}
    reached, open_ = set[int](), [min(cells)]
    while open_:
        cell = open_.pop()
        if cell in cells and cell not in reached:
            reached.add(cell)
            open_ += around(cell, order)
    return reached == cells


def dig(rng: random.Random, puzzle: Puzzle, keep: int, *, easy: bool = False) -> Puzzle:
    """Take givens away while one solution remains; stop at *keep* givens.

    An easy puzzle is one that naked singles solve.
    """
    decider = naked_singles if easy else dancing_links
    for cell in rng.sample(range(puzzle.geometry.n_cells), puzzle.geometry.n_cells):
        if puzzle.n_givens <= keep:
            break
        fewer = with_given(puzzle, cell, 0)
        if decider.solve(fewer, limit=2).count == 1:
            puzzle = fewer
    return puzzle


def open_more(rng: random.Random, puzzle: Puzzle, solution: Grid) -> Puzzle:
    """Take givens away until there are two solutions or more."""
    for cell in rng.sample(range(len(solution)), len(solution)):
        if puzzle.givens[cell]:
            puzzle = with_given(puzzle, cell, 0)
            if count(puzzle) > 1:
                break
    return puzzle


def contradict(rng: random.Random, puzzle: Puzzle, solution: Grid) -> Puzzle:
    """Print a wrong digit that no given of a peer forbids, in a puzzle that is proper."""
    for cell in rng.sample(range(len(solution)), len(solution)):
        seen = {puzzle.givens[peer] for peer in sight_of(puzzle.geometry)[cell]}
        wrong = set(range(1, puzzle.order + 1)) - seen - {solution[cell]}
        if wrong and not puzzle.givens[cell]:
            return with_given(puzzle, cell, min(wrong))
    raise AssertionError("every cell is a naked single")


def with_given(puzzle: Puzzle, cell: int, digit: int) -> Puzzle:
    givens = (*puzzle.givens[:cell], digit, *puzzle.givens[cell + 1 :])
    return puzzle.replace(givens=givens)


def shown(rng: random.Random, puzzle: Puzzle, solution: Grid, least: int = 0) -> Puzzle:
    """Print at least *least* digits of the solution, and more until it is the only one."""
    for cell in rng.sample(range(len(solution)), len(solution)):
        if puzzle.n_givens >= least and count(puzzle) == 1:
            break
        puzzle = with_given(puzzle, cell, solution[cell])
    return puzzle


def partition(
    rng: random.Random,
    solution: Grid,
    order: int,
    largest: int,
    operations: str,
    *,
    repeats: bool = True,
    singles: bool = False,
) -> tuple[Cage, ...]:
    """Cut the grid into connected cages of 1 to *largest* cells that the solution satisfies."""
    free, cages = set(range(order * order)), []
    for start in range(order * order):
        if start not in free:
            continue
        cells, size = [start], 1 if singles and rng.random() < 0.3 else rng.randint(2, largest)
        while len(cells) < size:
            near = {c for cell in cells for c in around(cell, order)} & free - set(cells)
            if not repeats:
                near = {c for c in near if solution[c] not in [solution[x] for x in cells]}
            if not near:
                break
            cells.append(rng.choice(sorted(near)))
        free -= set(cells)
        cages.append(fitting_cage(rng, solution, cells, operations, repeats))
    return tuple(cages)


def scattered(rng: random.Random, solution: Grid, operations: str, repeats: bool) -> Cage:
    """Return a cage of two or three cells from anywhere."""
    while True:
        cells = rng.sample(range(len(solution)), rng.randint(2, 3))
        if repeats or len({solution[cell] for cell in cells}) == len(cells):
            return fitting_cage(rng, solution, cells, operations, repeats)


def fitting_cage(
    rng: random.Random, solution: Grid, cells: list[int], operations: str, repeats: bool
) -> Cage:
    """Return a cage over *cells* with an operation that gives a whole target."""
    digits = [solution[cell] for cell in cells]
    if len(cells) == 1:
        return Cage("=", digits[0], tuple(cells))
    top, others = max(digits), prod(digits) // max(digits)
    targets: dict[str, int] = {"+": sum(digits), "-": 2 * top - sum(digits), "*": prod(digits)}
    if top % others == 0:
        targets["/"] = top // others
    sign = rng.choice([s for s in operations if s in targets] or ["+"])
    if "?" in operations and (operations == "?" or rng.random() < 0.3):
        return Cage("?", targets[rng.choice(sorted(targets))], tuple(cells), repeats)
    return Cage(sign, targets[sign], tuple(cells), repeats)


def count(puzzle: Puzzle) -> int:
    """Return how many solutions there are, at most 2; the quick decision while making."""
    engine = cp_sat if puzzle.cages else dancing_links
    outcome: Outcome = engine.solve(puzzle, limit=2)
    return outcome.count


def decide(name: str, puzzle: Puzzle) -> Outcome:
    """Return what two independent engines agree on, up to LIMIT solutions."""
    second = backtracking if puzzle.cages else dancing_links
    one, other = cp_sat.ENGINE.solve(puzzle, limit=LIMIT), second.solve(puzzle, limit=LIMIT)
    assert one.count == other.count, f"{name}: {one.count} or {other.count}"
    if one.count < LIMIT:
        assert set(one.solutions) == set(other.solutions), name
    assert all(puzzle.accepts(s) for s in (*one.solutions, *other.solutions)), name
    sys.stderr.write(f"{one.count} {name} ({other.elapsed_s:.2f} s)\n")
    return one


def row(name: str, puzzle: Puzzle, outcome: Outcome) -> dict[str, object]:
    geometry = puzzle.geometry
    parts: dict[str, object] = {
        "id": name,
        "size": puzzle.order,
        "box": geometry.box,
        "regions": geometry.regions,
        "diagonals": geometry.diagonals,
        "houses": geometry.extra,
        "givens": puzzle.givens if puzzle.n_givens else (),
        "cages": [
            {"op": c.operation, "target": c.target, "cells": c.cells, "repeats": c.repeats}
            for c in puzzle.cages
        ],
        "candidates": puzzle.candidates,
        "solution": outcome.solution if outcome.count == 1 else None,
    }
    empty: tuple[object, ...] = (None, (), [], False)
    kept = {key: value for key, value in parts.items() if key == "box" or value not in empty}
    return {**kept, "count": outcome.count}


if __name__ == "__main__":
    main()
