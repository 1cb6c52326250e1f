"""Regions in every format that has them, read from texts that are written here, not by pandoku.

What is expected comes from a label for each cell alone: the cells of a label are a house if they
are as many as the digits, and else differ.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any

import pytest

import pandoku
from pandoku import FormatError, Geometry, Puzzle
from pandoku.constraints import AllDifferent, RegionSum
from pandoku.formats import why_not_written
from tests.data import CASES, by_default, needs_case
from tests.formats.penpa import PenpaDrawing
from tests.together import together

ORDERS = range(4, 17)
N_DRAWN = by_default(1, full=3)  # of an order
Labels = Sequence[int | None]


# ---- the model


def expected_sets(n: int, labels: Labels) -> set[frozenset[int]]:
    """Return the sets of cells that differ, from the definition of a region."""
    lines = [{r * n + c for c in range(n)} for r in range(n)]
    lines += [{r * n + c for r in range(n)} for c in range(n)]
    groups = [{at for at, each in enumerate(labels) if each == label} for label in {*labels}]
    named = [group for group in groups if labels[min(group)] is not None and len(group) > 1]
    return {frozenset(each) for each in (*lines, *named)}


def found_sets(puzzle: Puzzle) -> set[frozenset[int]]:
    """Return the sets of cells that differ in a puzzle that was read."""
    smaller = [each.cells for each in puzzle.further if isinstance(each, AllDifferent)]
    return {frozenset(cells) for cells in (*(h.cells for h in puzzle.geometry.houses), *smaller)}


def box_sides(n: int) -> tuple[int, int]:
    """Return rows and columns of the squarest box that is not higher than wide."""
    rows = next(h for h in range(n, 0, -1) if h * h <= n and n % h == 0)
    return rows, n // rows


def boxes(n: int) -> list[int]:
    """Return the label of each cell in boxes; in a prime order, a box is a row."""
    rows, columns = box_sides(n)
    return [r // rows * rows + c // columns for r in range(n) for c in range(n)]


def drawn_regions(n: int, rng: Random) -> tuple[int, ...]:
    """Return connected regions of n cells: boxes that have exchanged cells at their borders."""
    labels, exchanged = boxes(n), set[int]()
    while len(exchanged) < n // 2:
        a, b = rng.sample(range(n), 2)
        of_a = [cell for cell in range(n * n) if labels[cell] == a and _meets(labels, cell, b, n)]
        of_b = [cell for cell in range(n * n) if labels[cell] == b and _meets(labels, cell, a, n)]
        pairs = [(i, j) for i in of_a for j in of_b]
        rng.shuffle(pairs)
        for i, j in pairs:
            trial = [*labels]
            trial[i], trial[j] = b, a
            if _is_connected(trial, a, n) and _is_connected(trial, b, n):
                labels, exchanged = trial, exchanged | {a, b}
                break
    return tuple(labels)


def _meets(labels: Labels, cell: int, label: int, n: int) -> bool:
    near = [cell - n, cell + n]
    near += [cell - 1] * (cell % n > 0) + [cell + 1] * (cell % n < n - 1)
    return any(0 <= other < n * n and labels[other] == label for other in near)


def _is_connected(labels: Labels, label: int | None, n: int) -> bool:
    cells = {at for at, each in enumerate(labels) if each == label}
    seen, open_ = set[int](), [min(cells)]
    while open_:
        at = open_.pop()
        if at in cells and at not in seen:
            seen.add(at)
            open_ += [at - n, at + n]
            open_ += [at - 1] * (at % n > 0) + [at + 1] * (at % n < n - 1)
    return seen == cells


# ---- texts as the programs write them


def _rows(cells: Sequence[Any], n: int) -> list[list[Any]]:
    return [[*cells[at : at + n]] for at in range(0, n * n, n)]


def _groups(labels: Labels) -> list[list[int]]:
    names = [each for each in dict.fromkeys(labels) if each is not None]
    return [[at for at, each in enumerate(labels) if each == name] for name in names]


def as_f_puzzles(n: int, labels: Labels) -> str:
    """Return the document in which a region is left out where it is the default one."""
    cells: list[dict[str, Any]] = [
        {} if label == default else {"region": label}
        for label, default in zip(labels, boxes(n), strict=True)
    ]
    return json.dumps({"size": n, "grid": _rows(cells, n)})


def as_sudokupad(n: int, labels: Labels) -> str:
    regions = [[[*divmod(cell, n)] for cell in group] for group in _groups(labels)]
    return json.dumps({"cellSize": 50, "cells": _rows([{}] * n * n, n), "regions": regions})


def as_sudoku_maker(n: int, labels: Labels) -> str:
    constraints = [{"type": 0}, {"type": 2003}, {"type": 1, "regions": [*labels]}]
    size = {"width": n, "height": n, "minDigit": 1, "maxDigit": n}
    puzzle = size | {"cells": [{} for _ in labels], "constraints": constraints}
    return json.dumps({"formatVersion": "1.5.0", "puzzle": puzzle})


def as_iss(n: int, labels: Labels) -> str:
    letters = "".join(chr(ord("a") + label) for label in labels if label is not None)
    return f".Shape~{n}x{n}.NoBoxes.Jigsaw~{letters}.~R1C1_1"


def as_lisudoku(n: int, labels: Labels) -> str:
    places = [[{"row": c // n, "col": c % n} for c in group] for group in _groups(labels)]
    return json.dumps({"gridSize": n, "regions": places, "fixedNumbers": []})


def as_ksudoku(n: int, labels: Labels) -> str:
    """Return a saved game, whose cells are numbered column by column."""
    lines = [[r * n + c for c in range(n)] for r in range(n)]
    lines += [[r * n + c for r in range(n)] for c in range(n)]
    cliques = "".join(
        f'<clique size="{n}">{" ".join(str(at % n * n + at // n) for at in group)}</clique>'
        for group in (*lines, *_groups(labels))
    )
    graph = f'<graph order="{n}" type="custom" specific-type="Jigsaw">{cliques}</graph>'
    values = f"<values>{'_' * n * n}</values>"
    return f"<!DOCTYPE ksudoku>\n<ksudoku><game><puzzle>{graph}{values}</puzzle></game></ksudoku>"


def as_solo(n: int, labels: Labels) -> str:
    """Return a game of Solo: runs of borders that are not there, row by row, column by column."""
    right = [(r * n + c, r * n + c + 1) for r in range(n) for c in range(n - 1)]
    below = [(r * n + c, r * n + c + n) for c in range(n) for r in range(n - 1)]
    runs, run = [], 0
    for a, b in [*right, *below, (-1, -1)]:
        if a < 0 or labels[a] != labels[b]:
            runs.append(run)
            run = 0
        else:
            run += 1
    borders = ""
    for run in runs:
        n_long = max(run - 1, 0) // 25  # z is a run of 25 that goes on, y is 25 and a border
        rest = run - 25 * n_long
        borders += "z" * n_long + (chr(ord("a") + rest - 1) if rest else "_")
    blanks, left = "", n * n
    while left:
        blanks += chr(ord("a") + min(left, 26) - 1)
        left -= min(left, 26)
    return f"{n}j:{blanks},{borders}"


def as_json(n: int, labels: Labels) -> str:
    return json.dumps({"size": n, "regions": [*labels], "givens": [0] * n * n})


def as_setter(n: int, labels: Labels) -> str:
    letters = "".join("123456789ABCDEFG"[label] for label in labels if label is not None)
    rows = [letters[at : at + n] for at in range(0, n * n, n)]
    return f"size {n}\n" + ("." * n + "\n") * n + f"regions {' '.join(rows)}\n"


def as_penpa(n: int, labels: Labels) -> str:
    drawn = [0 if label is None else label for label in labels]
    return PenpaDrawing(n).regions(drawn).givens([1]).link()


def as_sumocue(n: int, labels: Labels) -> str:
    assert n == 9
    return "SumoCueV1" + "".join(f"=0J{label}" for label in labels)


Encoder = Callable[[int, Labels], str]
ENCODERS: dict[str, tuple[Encoder, Iterable[int]]] = {
    "f-puzzles": (as_f_puzzles, ORDERS),
    "sudokupad": (as_sudokupad, ORDERS),
    "sudoku-maker": (as_sudoku_maker, ORDERS),
    "iss": (as_iss, ORDERS),
    "lisudoku": (as_lisudoku, (4, 6, 9)),
    "ksudoku": (as_ksudoku, ORDERS),
    "solo": (as_solo, ORDERS),
    "json": (as_json, ORDERS),
    "setter": (as_setter, ORDERS),
    "penpa": (as_penpa, ORDERS),
    "killer": (as_sumocue, (9,)),
}
MAY_LACK_REGIONS: dict[str, Encoder] = {  # that say of a cell that it lies in none
    "f-puzzles": as_f_puzzles,
    "sudokupad": as_sudokupad,
    "sudoku-maker": as_sudoku_maker,
}
each_order = together("n", ORDERS)


def _read(text: str) -> Puzzle:
    (item,) = pandoku.formats.items(pandoku.formats.Lines.of(text))
    if not isinstance(item.value, Puzzle):
        raise item.value
    return item.value


@lru_cache
def _partitions(n: int) -> list[tuple[int, ...]]:
    rng = Random(n)
    return [drawn_regions(n, rng) for _ in range(N_DRAWN)]


# ---- regions everywhere


@together("name", ENCODERS)
def test_a_format_with_regions_is_compared_here(name: str) -> None:
    assert name in pandoku.formats.FORMATS


def test_every_format_that_writes_regions_is_compared_here() -> None:
    puzzle = Puzzle(Geometry(9, regions=drawn_regions(9, Random(0))))
    writing = {
        form.name
        for form in pandoku.formats.FORMATS.values()
        if why_not_written(form, puzzle) is None
    }
    assert writing <= {*ENCODERS}


@pytest.mark.turns(3)
@each_order
@together("name", ENCODERS)
def test_regions_are_houses(name: str, n: int) -> None:
    encoder, orders = ENCODERS[name]
    for labels in _partitions(n) if n in orders else ():
        text = encoder(n, labels)
        if name == "solo" and "z" in text.partition(",")[2]:
            with pytest.raises(FormatError, match="disagree about 'z'"):
                _read(text)
            continue
        puzzle = _read(text)
        assert found_sets(puzzle) == expected_sets(n, labels), labels
        assert puzzle.geometry.box is None


@each_order
@together("name", ["f-puzzles", "sudokupad", "sudoku-maker"])
def test_the_numbers_of_regions_are_only_names(name: str, n: int) -> None:
    rng = Random(n)
    for labels in _partitions(n):
        names = rng.sample(range(n), n)
        renamed = [names[label] for label in labels]
        puzzle = _read(ENCODERS[name][0](n, renamed))
        assert found_sets(puzzle) == expected_sets(n, labels)


@each_order
@together("name", MAY_LACK_REGIONS)
def test_cells_outside_all_regions(name: str, n: int) -> None:
    """Two regions lose a cell, and one is gone: the digits of smaller regions differ."""
    for labels in _partitions(n)[:1]:
        some: list[int | None] = [None if label == 1 else label for label in labels]
        some[labels.index(0)] = None
        some[labels.index(n - 1)] = None
        found = found_sets(_read(MAY_LACK_REGIONS[name](n, some)))
        assert found == expected_sets(n, some)


@each_order
@together("name", MAY_LACK_REGIONS)
def test_no_regions_at_all(name: str, n: int) -> None:
    if name == "sudokupad":
        return  # no regions and no word about them look the same there
    assert _read(MAY_LACK_REGIONS[name](n, [None] * n * n)).geometry == Geometry.latin(n)


@pytest.mark.turns(3)
@each_order
@together("name", ENCODERS)
def test_boxes_as_regions_are_boxes(name: str, n: int) -> None:
    rows, _ = box_sides(n)
    encoder, orders = ENCODERS[name]
    if n not in orders or rows == 1:
        return
    found = _read(encoder(n, boxes(n)))
    assert found_sets(found) == expected_sets(n, boxes(n))


# ---- f-puzzles: what stands for a region that is not written


def _f_puzzles(n: int, regions: dict[int, Any], **more: Any) -> Puzzle:
    cells: list[dict[str, Any]] = [{} for _ in range(n * n)]
    for cell, region in regions.items():
        cells[cell] = {"region": region}
    return _read(json.dumps({"size": n, "grid": _rows(cells, n)} | more))


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("n", "box"),
    [
        *((1, None), (2, None), (3, None), (4, (2, 2)), (5, None), (6, (2, 3)), (7, None)),
        *((8, (2, 4)), (9, (3, 3)), (10, (2, 5)), (11, None), (12, (3, 4)), (13, None)),
        *((14, (2, 7)), (15, (3, 5)), (16, (4, 4)), (20, (4, 5)), (25, (5, 5)), (36, (6, 6))),
    ],
)
def test_a_document_without_regions_has_the_default_boxes(
    n: int, box: tuple[int, int] | None
) -> None:
    assert _f_puzzles(n, {}).geometry == (Geometry(n, box) if box else Geometry.latin(n))


def test_rows_are_the_regions_of_a_prime_order() -> None:
    """Rows 1 and 2 exchange a cell; no other cell has a region in the document."""
    puzzle = _f_puzzles(7, {0: 1, 7: 0})
    labels = [at // 7 for at in range(49)]
    labels[0], labels[7] = 1, 0
    assert puzzle.geometry == Geometry(7, regions=tuple(labels))


@pytest.mark.parametrize("nothing", [None, -1])
def test_a_cell_may_lie_in_no_region(nothing: int | None) -> None:
    puzzle = _f_puzzles(4, {0: nothing})
    assert puzzle.further == (AllDifferent((1, 4, 5)),)
    assert len(puzzle.geometry.houses) == 8 + 3


@pytest.mark.parametrize("odd", [-2, "0", 1.5, True, [0]])
def test_a_region_is_a_number(odd: Any) -> None:
    with pytest.raises(FormatError, match=r"grid\[0\]\[1\]\.region: expected"):
        _f_puzzles(4, {1: odd})


def test_a_region_sum_line_goes_by_the_rows_of_a_prime_order() -> None:
    line = {"regionsumline": [{"lines": [["R1C1", "R1C2", "R2C2"]]}]}
    puzzle = _f_puzzles(5, {}, **line)
    assert puzzle.geometry == Geometry(5, regions=tuple(at // 5 for at in range(25)))
    assert puzzle.further == (RegionSum((0, 1, 6)),)
    assert puzzle.problems() == ()
    assert pandoku.loads(pandoku.dumps(puzzle, "f-puzzles")) == puzzle


@pytest.mark.turns(3)
@each_order
def test_what_is_written_is_read_by_the_rules_of_the_program(n: int) -> None:
    """A document is read here as the program does: a missing region is the default one."""
    shapes = [Geometry.sudoku(n), Geometry.latin(n)]
    shapes += [Geometry(n, regions=labels) for labels in _partitions(n)]
    for geometry in shapes:
        document = json.loads(pandoku.dumps(Puzzle(geometry), "f-puzzles"))
        cells = [cell for row in document["grid"] for cell in row]
        labels = [
            cell.get("region", default) for cell, default in zip(cells, boxes(n), strict=True)
        ]
        wanted = {frozenset(house.cells) for house in geometry.houses}
        assert expected_sets(n, labels) == wanted
        assert pandoku.loads(json.dumps(document)).geometry == geometry


# ---- a published puzzle


@needs_case("fpuzzles-7x7-regions.txt")
def test_a_published_puzzle_of_order_seven_has_one_solution() -> None:
    puzzle = pandoku.load(CASES / "fpuzzles-7x7-regions.txt")
    outcome = pandoku.solve(puzzle)
    assert outcome.is_unique
    digits = "".join(map(str, outcome.solution or ()))
    assert digits == "7412365123654723574163125674476315256742316541723"
