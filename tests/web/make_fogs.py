"""Writes web/test/fogs.json: fog puzzles beside others that differ only in what the fog hides.

Run ``python -m tests.web.make_fogs`` after a change of the documents of puzzles. The page plays
both of a pair with the same presses, and must show the same until the fog lifts from what differs.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

import pandoku
from pandoku import Cage, Geometry, Puzzle
from pandoku.calls.documents import puzzle_document
from pandoku.calls.guide import guide_in_fog, hint_sentences
from pandoku.constraints import RULES, Fog, Thermometer, drawn_cells
from pandoku.logic import veil_of
from pandoku.model import Constraint
from tests.data import ROOT
from tests.web.make_games import constraints_in, neighbors, parts, pattern

FOGS = ROOT / "web" / "test" / "fogs.json"
_STEPS = 30  # of a guide: later ones look at what differs
_LEFT_OUT = ("link", "line", "key", "houses")  # of the second: it has those of the first


class Twins(NamedTuple):
    """Two puzzles in fog.

    Attributes:
        first: A puzzle.
        second: The same with other givens, digits and rules where the fog is.
        same: The cells in which both are the same.
    """

    first: Puzzle
    second: Puzzle
    same: frozenset[int]


def fogs() -> str:
    """Return the file: a pair a line."""
    return f"{begun()}\n]}}\n"


def begun(n: int | None = None) -> str:
    """Return the file up to its first *n* pairs, or all of them."""
    pairs = islice(twins(), n)
    lines = ",\n".join(json.dumps(_pair(each), separators=(",", ":")) for each in pairs)
    return f'{{"sentences": {json.dumps(hint_sentences())},\n"twins": [\n{lines}'


def _pair(both: Twins) -> dict[str, Any]:
    documents = [msgspec.to_builtins(puzzle_document(each)) for each in both[:2]]
    guides = [_guide(each) for each in both[:2]]
    return {
        "first": documents[0],
        "second": {key: documents[1][key] for key in documents[1] if key not in _LEFT_OUT},
        "same": sorted(both.same),
        "guides": guides,
    }


def _guide(puzzle: Puzzle) -> dict[str, Any]:
    """Return the first steps of the hints of an exported file, without their pictures."""
    veil = veil_of(puzzle)
    assert veil is not None
    guide = guide_in_fog(veil, pandoku.explain(puzzle))
    steps = [step | {"before": {}, "after": {}} for step in guide["steps"][:_STEPS]]
    return guide | {"steps": steps}


def twins() -> Iterator[Twins]:
    """Yield pairs: of the fog puzzles among the examples, and of new ones."""
    rng = random.Random(5)
    for puzzle in (
        RULES["fog"].example,
        pandoku.load(ROOT / "examples" / "sudokupad" / "fog.json"),
        *(_made(rng, order, box) for order, box in ((6, (2, 3)), (6, (3, 2)), (9, (3, 3)))),
    ):
        veil = veil_of(puzzle)
        assert veil is not None
        lights = {cell for each in puzzle.further if isinstance(each, Fog) for cell in each.lights}
        near = [cell for light in sorted(lights) for cell in neighbors(puzzle.order, light)]
        same = frozenset(lights | set(rng.sample(near, len(near) // 2)))
        yield _with_twin(rng, puzzle, veil.solution, same)


def _made(rng: random.Random, order: int, box: tuple[int, int]) -> Puzzle:
    """Return a puzzle in fog, with cages, lines, dots and givens all over it."""
    geometry, solution = Geometry(order, box), pattern(order, box)
    givens = tuple(digit if rng.random() < 0.25 else 0 for digit in solution)
    cages = _cages(rng, solution, range(order**2), order)
    puzzle = Puzzle(geometry, givens, tuple(cages), solution=solution)
    return puzzle.with_(
        Fog.around([order + 1], order), *constraints_in(rng, solution, order, order)
    )


def _cages(
    rng: random.Random, solution: Sequence[int], cells: Sequence[int], order: int
) -> Iterator[Cage]:
    for each in parts(rng, order, 3):
        digits = {solution[cell] for cell in each}
        if len(each) == len(digits) > 1 and set(each) <= {*cells} and rng.random() < 0.4:
            yield Cage("+", sum(digits), each, repeats=False)


def _with_twin(
    rng: random.Random, puzzle: Puzzle, solution: Sequence[int], same: frozenset[int]
) -> Twins:
    """Return a puzzle, and one with the same cells *same* and another solution elsewhere."""
    order = puzzle.order
    kept = tuple(digit if cell in same else 0 for cell, digit in enumerate(solution))
    # The order of solutions of this engine is the same on every machine.
    outcome = pandoku.solve(Puzzle(puzzle.geometry, kept), engine="backtracking", limit=400)
    other = max(outcome.solutions, key=lambda each: sum(map(int.__ne__, each, solution)))
    hidden = [cell for cell in range(order**2) if cell not in same]
    givens = tuple(
        given if cell in same else digit if rng.random() < 0.3 else 0
        for cell, (given, digit) in enumerate(zip(puzzle.givens, other, strict=True))
    )
    firsts, seconds = list[Constraint](), list[Constraint]()
    for each in (*puzzle.cages, *puzzle.further):
        cells = set(drawn_cells(each, puzzle.geometry))
        if isinstance(each, Fog) or cells <= same:
            firsts.append(each)
            seconds.append(each)
        elif not cells & same:
            firsts.append(each)
        elif isinstance(each, Thermometer) and (elsewhere := _continued(rng, each, other, same)):
            firsts.append(each)
            seconds.append(elsewhere)
    seconds += _cages(rng, other, hidden, order)
    for each in constraints_in(rng, other, order, order):
        if not {*drawn_cells(each, puzzle.geometry)} & same:
            seconds.append(each)
    bare = puzzle.replace(cages=(), further=(), words=None, title="In the fog")
    first = _with(bare.replace(solution=solution), firsts)
    second = _with(bare.replace(givens=givens, solution=other), seconds)
    return Twins(_proper(rng, first, hidden), _proper(rng, second, hidden), same)


def _proper(rng: random.Random, puzzle: Puzzle, hidden: Sequence[int]) -> Puzzle:
    """Return a puzzle with so many givens in the fog that it has one solution."""
    solution, givens = puzzle.solution, list(puzzle.givens)
    assert solution is not None
    for cell in rng.sample(hidden, len(hidden)):
        if pandoku.solve(puzzle.replace(givens=tuple(givens))).is_unique:
            break
        givens[cell] = solution[cell]
    return puzzle.replace(givens=tuple(givens))


def _with(puzzle: Puzzle, constraints: Sequence[Constraint]) -> Puzzle:
    cages = tuple(each for each in constraints if isinstance(each, Cage))
    return puzzle.replace(cages=cages).with_(
        *(each for each in constraints if not isinstance(each, Cage))
    )


def _continued(
    rng: random.Random, line: Thermometer, solution: Sequence[int], same: frozenset[int]
) -> Thermometer | None:
    """Return a thermometer that goes into the fog in the same way, and then elsewhere."""
    inside = [*line.cells]
    n_seen = next((at for at, cell in enumerate(inside) if cell not in same), len(inside))
    way = inside[: n_seen + 1]
    if any(cell in same for cell in inside[n_seen:]):
        return None
    order = int(len(solution) ** 0.5)
    while near := [
        cell
        for cell in neighbors(order, way[-1])
        if cell not in same and cell not in way and solution[cell] > solution[way[-1]]
    ]:
        way.append(near[rng.randrange(len(near))])
    rises = all(solution[a] < solution[b] for a, b in pairwise(way))
    return Thermometer(tuple(way)) if rises and len(way) > 1 else None


if __name__ == "__main__":
    Path(FOGS).write_text(fogs(), encoding="utf-8")
