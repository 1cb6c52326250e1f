"""Techniques of cages: right on puzzles of every kind, and as strong as trying everything."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Iterator
from itertools import combinations, islice, product
from math import prod
from pathlib import Path

import pytest

import pandoku
from pandoku import Board, Cage, Geometry, Puzzle
from pandoku.logic import PATH_ENDS, explain, explain_many, hint
from pandoku.model import Step, sight_of
from pandoku.techniques import TECHNIQUES, explain_step
from tests.data import EXAMPLES, JIGSAW5, SHARED, by_default
from tests.techniques.scenes import SCENES, board_of
from tests.techniques.sentences import false_claims, unnamed
from tests.techniques.sound import check_keeps, check_steps

FILES = sorted((SHARED / "cages").glob("*.jsonl"))
GEOMETRIES = (
    Geometry.latin(4),
    Geometry(4, (2, 2), diagonals=True),
    Geometry(5, regions=JIGSAW5),
    Geometry.latin(6),
    Geometry(6, (2, 3)),
    Geometry.latin(7, diagonals=True),
    Geometry.latin(9),
    Geometry(9, (3, 3)),
    Geometry(12, (3, 4)),
)
SOUND = [technique for technique in TECHNIQUES.values() if "unique" not in technique.needs]
OF_CAGES = [technique for technique in SOUND if "cages" in technique.needs]


# ---- puzzles


def some_grid(geometry: Geometry, rng: random.Random) -> tuple[int, ...]:
    n = geometry.order
    for _ in range(20):
        row = rng.sample(range(1, n + 1), n)
        grid = pandoku.solve(Puzzle(geometry, (*row, *(0,) * (n * n - n))), limit=1).solution
        if grid is not None:
            return grid
    raise AssertionError("no grid begins with these rows")


def grown(n: int, free: set[int], size: int, rng: random.Random) -> tuple[int, ...]:
    cells = [rng.choice(sorted(free))]
    while len(cells) < size:
        beside = {c + k for c in cells for k in (n, -n)}
        beside |= {c + 1 for c in cells if (c + 1) % n} | {c - 1 for c in cells if c % n}
        if not (more := sorted((beside & free) - set(cells))):
            break
        cells.append(rng.choice(more))
    return tuple(cells)


def cage_on(grid: tuple[int, ...], cells: tuple[int, ...], rng: random.Random, ops: str) -> Cage:
    digits = [grid[cell] for cell in cells]
    repeats = len(set(digits)) < len(digits) or rng.random() < 0.5
    others, most = prod(digits) // max(digits), max(digits)
    known = {"+": sum(digits), "*": prod(digits), "-": 2 * most - sum(digits)}
    if most % others == 0:
        known["/"] = most // others
    if len(digits) == 1:
        known["="] = digits[0]
    operation = rng.choice([op for op in ops if op in known] or ["+"])
    if rng.random() < 0.1:
        return Cage("?", known[operation], cells, repeats)
    if not repeats and rng.random() < 0.1:
        return Cage("+", None, cells)
    return Cage(operation, known[operation], cells, repeats)


def some_cages(grid: tuple[int, ...], n: int, rng: random.Random) -> tuple[Cage, ...]:
    """Cages that cover the grid, or some of it, or overlap; of one operation, or of all."""
    operations = rng.choice(("+", "+", "*", "+-", "+-*/=", "*/"))
    free, made, share = set(range(n * n)), [], rng.choice((0.5, 1.0, 1.0))
    while len(free) > (1 - share) * n * n:
        cells = grown(n, free, rng.choice((1, 2, 2, 3, 3, 4, 5)), rng)
        free -= set(cells)
        made.append(cage_on(grid, cells, rng, operations))
    for _ in range(rng.choice((0, 0, 1, 3))):
        cells = grown(n, set(range(n * n)), rng.randint(2, 4), rng)
        made.insert(rng.randint(0, len(made)), cage_on(grid, cells, rng, operations))
    return tuple(made)


def some_board(geometry: Geometry, rng: random.Random) -> tuple[Board, tuple[int, ...]]:
    """A board whose candidates include a full grid and are otherwise random."""
    grid, n = some_grid(geometry, rng), geometry.order
    givens = tuple(d if rng.random() < rng.choice((0, 0.1, 0.4)) else 0 for d in grid)
    board = Board.start(Puzzle(geometry, givens, some_cages(grid, n, rng)))
    density = rng.choice((0.15, 0.3, 0.6, 1.0))
    masks = (
        mask & (sum(1 << k for k in range(n) if rng.random() < density) | 1 << (d - 1))
        for mask, d in zip(board.masks, grid, strict=True)
    )
    return Board(board.puzzle, board.digits, tuple(masks)), grid


def read(path: Path) -> list[Puzzle]:
    puzzles = []
    for line in path.read_text().splitlines():
        row = json.loads(line)
        repeats = row["kind"] != "killer"
        cages = (Cage(c["op"], c["target"], tuple(c["cells"]), repeats) for c in row["cages"])
        geometry = Geometry(row["size"], box=tuple(row["box"]) if row["box"] else None)
        solution = tuple(row["solution"])
        puzzles.append(Puzzle(geometry, tuple(row["givens"]), tuple(cages), solution=solution))
    return puzzles


# ---- soundness


@pytest.mark.turns(3)
@pytest.mark.parametrize("geometry", GEOMETRIES, ids=repr)
def test_no_step_is_wrong_on_any_board_with_cages(geometry: Geometry) -> None:
    rng = random.Random(repr(geometry))
    fired = dict.fromkeys((technique.name for technique in OF_CAGES), 0)
    for _ in range(by_default(10, full=80) if geometry.order < 9 else by_default(3, full=5)):
        board, grid = some_board(geometry, rng)
        for technique in OF_CAGES:
            fired[technique.name] += check_steps(technique.steps(board), board, grid)
        path = explain(board, limit=60)
        check_keeps(path.steps, grid, board)
    assert sum(map(bool, fired.values())) > len(fired) * (2 / 3 if geometry.order > 4 else 1 / 3)


def test_every_technique_of_cages_fires_on_some_board() -> None:
    rng, silent = random.Random(5), {technique.name for technique in OF_CAGES}
    for _ in range(300):
        if not silent:
            break
        board, grid = some_board(rng.choice(GEOMETRIES[:8]), rng)
        for technique in OF_CAGES:
            if technique.name in silent and check_steps(technique.steps(board), board, grid):
                silent.discard(technique.name)
    assert not silent


@pytest.mark.turns(3)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_step_is_wrong_on_the_published_cages(path: Path) -> None:
    rng, puzzles = random.Random(path.name), read(path)
    full = {12: 3, 15: 1, 16: 1}.get(puzzles[0].order, 6)
    # The last steps of large and hard puzzles take by far the most time.
    is_long = puzzles[0].order > 9 or path.stem in ("killer9_hard_real", "killer9_extreme_real")
    few = by_default(1 if is_long else 2, full=full)
    most = by_default(40 if is_long else 200, full=100_000)
    n_steps = 0
    for puzzle in rng.sample(puzzles, min(few, len(puzzles))):
        grid = puzzle.solution
        assert grid is not None
        found = explain(puzzle, limit=most)
        check_keeps(found.steps, grid, puzzle)
        n_steps += len(found.steps)
        for board in islice(found.boards(), 0, None, 40):
            for technique in OF_CAGES:
                check_steps(technique.steps(board), board, grid)
    assert n_steps > 0


# ---- as strong as trying everything


def fillings_of(board: Board, index: int) -> list[tuple[int, ...]] | None:
    """Return the fillings of a cage by trying all digits; None when they are many."""
    puzzle, cage = board.puzzle, board.puzzle.cages[index]
    if prod(board.masks[cell].bit_count() for cell in cage.cells) > 5000:
        return None
    fillings = [
        digits
        for digits in product(*map(board.candidates, cage.cells))
        if cage.allows(digits)
        and not any(
            digits[i] == digits[j] and apart(puzzle, cage.cells[i], cage.cells[j])
            for i, j in combinations(range(len(digits)), 2)
        )
    ]
    return fillings if len(fillings) <= 1000 else None  # beyond, the finders list none either


def apart(puzzle: Puzzle, a: int, b: int) -> bool:
    if b in sight_of(puzzle.geometry)[a]:
        return True
    return any({a, b} <= set(cage.cells) for cage in puzzle.cages if not cage.repeats)


def gone_by(name: str, board: Board, cage: int) -> set[tuple[int, int]]:
    steps = TECHNIQUES[name].steps(board)
    return {
        pair for step in steps if step.facts.cages[0].cage == cage for pair in step.eliminations
    }


@pytest.mark.turns(3)
@pytest.mark.parametrize("geometry", GEOMETRIES[:8], ids=repr)
def test_a_cage_keeps_what_its_fillings_have(geometry: Geometry) -> None:
    rng, n_gone = random.Random(repr(geometry)), 0
    for _ in range(by_default(8, full=15)):
        board, _ = some_board(geometry, rng)
        for index, cage in enumerate(board.puzzle.cages):
            fillings = fillings_of(board, index)
            if fillings is None:
                continue
            expected = {
                (cell, digit)
                for p, cell in enumerate(cage.cells)
                for digit in ([] if board.digits[cell] else board.candidates(cell))
                if digit not in {filling[p] for filling in fillings}
            }
            union = {digit for filling in fillings for digit in filling}
            assert gone_by("cage-permutations", board, index) == expected
            by_set = {(cell, digit) for cell, digit in expected if digit not in union}
            assert gone_by("cage-combinations", board, index) == by_set
            n_gone += len(expected)
    assert n_gone


@pytest.mark.turns(3)
@pytest.mark.parametrize("geometry", GEOMETRIES[:8], ids=repr)
def test_a_digit_a_cage_needs_goes_from_all_that_see_its_places(geometry: Geometry) -> None:
    rng, n_gone = random.Random(repr(geometry)), 0
    for _ in range(by_default(8, full=15)):
        board, _ = some_board(geometry, rng)
        for index, cage in enumerate(board.puzzle.cages):
            fillings = fillings_of(board, index)
            expected = set()
            needed = set.intersection(*map(set, fillings)) if fillings else set()
            for digit in needed - {board.digits[cell] for cell in cage.cells}:
                places = {
                    cell
                    for p, cell in enumerate(cage.cells)
                    if any(filling[p] == digit for filling in fillings or ())
                }
                expected |= {
                    (cell, digit)
                    for cell in range(geometry.n_cells)
                    if not board.digits[cell] and digit in board.candidates(cell)
                    if all(apart(board.puzzle, cell, place) for place in places - {cell})
                    if cell not in places
                }
            found = gone_by("cage-pointing", board, index)
            assert found >= expected if fillings is None else found == expected
            n_gone += len(expected)
    assert n_gone


@pytest.mark.turns(3)
@pytest.mark.parametrize("geometry", [*GEOMETRIES[1:5], GEOMETRIES[7]], ids=repr)
def test_innies_and_outies_are_what_their_houses_and_cages_leave(geometry: Geometry) -> None:
    rng, kinds = random.Random(repr(geometry)), set()
    for _ in range(by_default(6, full=24) if geometry.order < 9 else 1):
        board = some_sums(geometry, rng)
        names = ("innie", "outie", "innies", "outies", "innies-and-outies")
        steps = [step for name in names for step in TECHNIQUES[name].steps(board)]
        for step in steps:
            # What is cited: houses whose digits are known, cages that take from their sum.
            houses = [set(house.cells) for house in step.facts.houses]
            inside, cages = (
                set.union(*houses),
                [board.puzzle.cages[f.cage] for f in step.facts.cages],
            )
            assert len(inside) == sum(map(len, houses))  # they are disjoint
            sums = left_over(board, inside, cages)
            kinds.add((len(sums[0]) > 0, len(sums[1]) > 0))
            placed, gone = follows(board, *sums)
            assert (set(step.placements), set(step.eliminations)) == (placed, gone)
        found = {pair for step in steps for pair in step.placements + step.eliminations}
        for house in geometry.houses:  # every sum of one house is found
            for cages in sums_of_cages(board.puzzle, set(house.cells)):
                sums = left_over(board, set(house.cells), cages)
                if 0 < len(sums[0]) + len(sums[1]) <= 5:
                    placed, gone = follows(board, *sums)
                    assert found >= placed | gone
    assert len(kinds) == 3


def some_sums(geometry: Geometry, rng: random.Random) -> Board:
    """Return a board that + cages cover, with some digits and few candidates."""
    grid, n, free = some_grid(geometry, rng), geometry.order, set(range(geometry.n_cells))
    cages = []
    while free:
        cells = grown(n, free, rng.randint(2, 4), rng)
        free -= set(cells)
        cages.append(Cage("+", sum(grid[cell] for cell in cells), cells))
    board = Board.start(Puzzle(geometry, cages=tuple(cages)))
    kept = [(rng.choice((85, 51, 511)), 1 << (digit - 1)) for digit in grid]
    masks = tuple(m & few | right for m, (few, right) in zip(board.masks, kept, strict=True))
    digits = tuple(m.bit_length() if m & (m - 1) == 0 else 0 for m in masks)
    return Board(board.puzzle, digits, masks)


def sums_of_cages(puzzle: Puzzle, inside: set[int]) -> Iterator[list[Cage]]:
    """Yield the cages that count: those inside, without and with those that cross the border."""
    yield [cage for cage in puzzle.cages if inside >= set(cage.cells)]
    yield [cage for cage in puzzle.cages if inside & set(cage.cells)]


def left_over(
    board: Board, inside: set[int], cages: list[Cage]
) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return the open cells that houses leave over, those that cages have beyond, their sum."""
    held, n = {cell for cage in cages for cell in cage.cells}, board.puzzle.order
    total = len(inside) // n * n * (n + 1) // 2 - sum(cage.target or 0 for cage in cages)
    total -= sum(board.digits[cell] for cell in inside - held)
    total += sum(board.digits[cell] for cell in held - inside)
    plus, minus = (
        tuple(sorted(cell for cell in cells if not board.digits[cell]))
        for cells in (inside - held, held - inside)
    )
    return plus, minus, total


def follows(
    board: Board, plus: tuple[int, ...], minus: tuple[int, ...], total: int
) -> tuple[set[tuple[int, int]], set[tuple[int, int]]]:
    """Return what plus - minus == total places, and what it takes."""
    if len(plus + minus) == 1:
        return {((plus + minus)[0], abs(total))}, set()
    return set(), plain_gone(board, plus, minus, total)


def plain_gone(
    board: Board, plus: tuple[int, ...], minus: tuple[int, ...], total: int
) -> set[tuple[int, int]]:
    """Return the candidates that no filling of the cells with plus - minus == total has."""
    cells, peers = plus + minus, sight_of(board.puzzle.geometry)
    gone = {(cell, digit) for cell in cells for digit in board.candidates(cell)}
    for digits in product(*map(board.candidates, cells)):
        held = dict(zip(cells, digits, strict=True))
        if sum(held[c] for c in plus) - sum(held[c] for c in minus) != total:
            continue
        if all(held[a] != held[b] for a in cells for b in cells if b in peers[a]):
            gone -= set(held.items())
    return gone


# ---- bounded


@pytest.mark.turns(3)
def test_cages_of_many_cells_are_left_alone() -> None:
    geometry = Geometry.latin(25)
    rows = tuple(
        Cage("+", 325, tuple(range(25 * r, 25 * r + 25)), repeats=False) for r in range(25)
    )
    block = Cage("*", 2**40, tuple(range(30)))
    hidden = Cage("?", 60, tuple(range(0, 200, 25)))
    board = Board.start(Puzzle(geometry, cages=(*rows, block, hidden)))
    for technique in OF_CAGES:
        assert list(technique.steps(board)) == []


# ---- paths, hints and words


@pytest.mark.parametrize("name", ["mathdoku4.letters", "mathdoku6.letters", "calcudoku5.in",
                                  "killer.txt", "killer6.json"])  # fmt: skip
def test_cage_examples_are_solved_by_named_steps(name: str) -> None:
    puzzle = pandoku.load(EXAMPLES / name)
    path = explain(puzzle)
    assert path.stopped == "full"
    assert path.end.digits == pandoku.solve(puzzle).solution
    for board, step in zip(path.boards(), path.steps, strict=True):
        check_words([step], board)


def check_words(steps: Iterable[Step], board: Board) -> None:
    for step in steps:
        full = explain_step(step, board).full
        assert len(full) >= 2
        for sentence in full:
            assert sentence.endswith(".")
            assert not sentence.endswith("..")
            assert not sentence[0].islower() or sentence[0] == "r"
            assert "  " not in sentence.lstrip()
            assert "nothing" not in sentence
            assert "elsewhere" not in sentence


@pytest.mark.turns(3)
@pytest.mark.parametrize("geometry", GEOMETRIES[:8], ids=repr)
def test_every_step_is_explained_in_whole_sentences(geometry: Geometry) -> None:
    rng = random.Random(repr(geometry))
    for _ in range(by_default(3, full=12)):
        board, _ = some_board(geometry, rng)
        for technique in OF_CAGES:
            check_words(islice(technique.steps(board), by_default(5, full=20)), board)


@pytest.mark.parametrize("geometry", GEOMETRIES[:8], ids=repr)
def test_what_is_said_of_cages_is_true_on_any_board(geometry: Geometry) -> None:
    rng = random.Random(repr(geometry))
    for _ in range(by_default(1, full=10)):
        board, _ = some_board(geometry, rng)
        for technique in OF_CAGES:
            for step in islice(technique.steps(board), 1):
                *reason, _ = explain_step(step, board).full
                for sentence in reason:
                    assert false_claims(sentence, board) == [], (technique.name, sentence)
                    assert unnamed(sentence, board.puzzle) == [], (technique.name, sentence)


@pytest.mark.parametrize(
    ("name", "eliminations"),
    [
        ("a bound of a cage", ((0, 6),)),
        ("both bounds of a cage are one step", ((0, 1), (0, 9))),
    ],
)
def test_the_bounds_of_a_cage_are_one_step(
    name: str, eliminations: tuple[tuple[int, int], ...]
) -> None:
    (step,) = TECHNIQUES["cage-bounds"].steps(SCENES[name]().board)
    assert step.eliminations == eliminations


def test_the_partners_of_all_cages_are_one_step() -> None:
    board = SCENES["the partners of all cages are one step"]().board
    (step,) = TECHNIQUES["cage-partners"].steps(board)
    assert [fact.cage for fact in step.facts.cages] == [0, 1]


def test_the_partners_of_cages_that_do_not_meet_are_two_steps() -> None:
    cages = Cage("-", 3, (0, 1)), Cage("/", 2, (14, 15))
    board = board_of(6, *cages, r1c1="125", r1c2="2345", r3c3="136", r3c4="23")
    steps = TECHNIQUES["cage-partners"].steps(board)
    assert [[fact.cage for fact in step.facts.cages] for step in steps] == [[0], [1]]


def test_all_digits_that_a_cage_needs_are_one_step() -> None:
    board = board_of(6, Cage("+", 6, (0, 1, 2)), r1c1="123", r1c2="123", r1c3="123")
    (step,) = TECHNIQUES["cage-pointing"].steps(board)
    assert step.eliminations == tuple((cell, d) for d in (1, 2, 3) for cell in (3, 4, 5))
    assert explain_step(step, board).full[-2] == (
        "In the cage these are at r1c1, r1c2 and r1c3, all in row 1."
    )


def test_a_hint_points_at_a_cage() -> None:
    puzzle = Puzzle(Geometry.latin(4), cages=(Cage("=", 3, (5,)), Cage("+", 3, (0, 1))))
    board = Board.start(puzzle)
    assert hint(board, 1).text == "Look at the 3-cage at r2c2."
    assert hint(board, 1).cells == (5,)
    assert hint(board, 5).text.endswith("So r2c2 is 3.")


def test_explain_many_counts_the_paths_of_cage_puzzles() -> None:
    names = "mathdoku6.letters", "mathdoku6.letters"
    puzzles = [pandoku.load(EXAMPLES / name) for name in names]
    puzzles[1] = puzzles[1].replace(cages=puzzles[1].cages[:5])
    table = explain_many(puzzles, threads=2)
    for index, puzzle in enumerate(puzzles):
        path = explain(puzzle, scale="pandoku")
        told = [step.technique for step in path.steps]
        assert table.counts[index].tolist() == [told.count(name) for name in table.techniques]
        assert PATH_ENDS[table.ends[index]] == path.stopped


def test_explain_many_says_which_puzzles_it_takes() -> None:
    with pytest.raises(ValueError, match="puzzle"):
        explain_many([])
    with pytest.raises(ValueError, match=r"^puzzle 1: .*4x4, found"):
        explain_many([Puzzle(Geometry.latin(4)), Puzzle(Geometry.latin(6))])
    with pytest.raises(ValueError, match=r"^puzzle 0 .*candidates"):
        explain_many([Puzzle(Geometry.latin(4), candidates=(15,) * 16)])
