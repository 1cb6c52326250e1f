"""Jigsaws, which have n connected regions of n cells instead of boxes.

Each puzzle has different regions. At the start, every row of the grid is a region. A move takes two
regions that touch, grows a random tree over their cells, and cuts the tree into two halves. The
halves are the new regions. After several moves per region, the rows have disappeared. The growth of
the trees determines the shapes: a tree that branches anywhere leads to compact regions, and a tree
that only grows at its tip leads to snakes.

Up to order 9, most random regions can be filled with digits. From order 13, the search for a full
grid hardly ever succeeds with random regions. Above order 9, the regions and a full grid therefore
change together. At first, the regions are the rows, and the grid is a random Latin square. After
each move, a search finds new digits for the changed regions and for some regions next to them. If
there are no such digits, the move is undone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import lru_cache
from typing import Any

from pandoku.errors import PandokuError, WishError
from pandoku.generation.drafts import Drafts
from pandoku.generation.kinds import Kind
from pandoku.generation.wishes import Wishes
from pandoku.kernel import cages
from pandoku.kernel.generate import grids
from pandoku.model import Geometry, Puzzle, default_box
from pandoku.model.grids import regions_from

__all__ = ["KIND", "is_good", "random_regions", "regions_and_grid"]

_LARGEST_FREE = 9  # up to this order, the regions are made before the full grid
# For these symmetries of givens, a half turn also maps regions to regions.
_TURNED = ("rotate-180", "rotate-90")
_LEAST_ROUNDS = 12  # minimum number of moves per region
_MOST_ROUNDS = 300  # maximum number of moves per region to make the regions good
_TREES = 20  # maximum number of trees to try in a move: not every tree can be cut into halves
_BRANCHING = 4  # on average, one of four branches of a tree starts anywhere instead of at the tip

_LEAST_SNAKE = 6  # a region with fewer cells never counts as a snake
_SHARE_OF_SNAKES = 4  # at most one region in 4 is a snake
_SHARE_OF_BOXES = 3  # at most one region in 3 is nearly a box

_LEAST_MOVES = 6  # successful moves per region, enough to make the initial rows disappear
_MOST_TRIES = 300  # maximum number of attempted moves per region
_N_BESIDE = 4  # number of neighbors of the changed regions that also get new digits
# Maximum guesses for the digits of a move: most moves need no guess, and few need more than 60.
_NODES = 60


def _geometry(order: int, options: Mapping[str, Any]) -> Geometry | None:
    """Return the geometry with the requested regions, or None if none are requested."""
    if "regions" not in options:
        return None
    try:
        return Geometry(order, None, regions_from(order, options["regions"]))
    except PandokuError as error:
        raise WishError(str(error)) from None


def _check(wishes: Wishes) -> None:
    if wishes.solution is not None and wishes.geometry is None:
        raise WishError("expected regions along with the solution, found none; add regions")


def _make(wishes: Wishes, keys: Sequence[int]) -> Drafts:
    from pandoku.generation.digging import dug

    if wishes.geometry is not None:
        return dug(wishes, wishes.geometry, keys)
    found: list[tuple[int, Geometry, Drafts]] = []
    for index, key in enumerate(keys):
        divided = _divided(wishes, key)
        if divided is None:
            continue
        geometry, with_grid = divided
        puzzle = dug(with_grid, geometry, [key])
        if len(puzzle):
            found.append((index, geometry, puzzle))
    lacks = [lack for _, _, puzzle in found for lack in puzzle.lacks or ()]
    return Drafts(
        [index for index, _, _ in found],
        [row for _, _, puzzle in found for row in puzzle.givens],
        [row for _, _, puzzle in found for row in puzzle.solutions],
        [geometry for _, geometry, _ in found],
        lacks=lacks or None,
    )


def _divided(wishes: Wishes, key: int) -> tuple[Geometry, Wishes] | None:
    """Return the geometry for a key, and the request. Return None if a bounded search fails.

    If a full grid was found together with the regions, it becomes the solution in the request,
    unless the request has a pattern.
    """
    order, turned = wishes.order, wishes.symmetry in _TURNED
    if order <= _LARGEST_FREE:
        regions = random_regions(order, key, turned=turned)
        return None if regions is None else (Geometry(order, None, regions), wishes)
    found = regions_and_grid(order, key, turned=turned)
    if found is None:
        return None
    geometry, grid = Geometry(order, None, found[0]), found[1]
    return geometry, wishes if wishes.pattern else replace(wishes, solution=grid)


def random_regions(order: int, key: int, *, turned: bool = False) -> tuple[int, ...] | None:
    """Return the region of every cell, or None if a bounded search found no good regions.

    Regions are good if they meet four conditions: no region is a row or a column, no straight
    border crosses the complete grid, few regions are snakes, and few regions are nearly boxes of
    the usual shape.

    Args:
        order: The n of an n x n grid, at least 4.
        key: Seed of all choices, at least 0.
        turned: Whether a half turn of the grid must map every region to a region.
    """
    choose = _Choices(key)
    regions = [cell // order for cell in range(order * order)]
    for n_rounds in range(1, _MOST_ROUNDS + 1):
        for _ in range(order):
            _move(regions, order, choose, turned)
        if n_rounds >= _LEAST_ROUNDS and is_good(regions, order):
            return tuple(regions)
    return None


class _Choices:
    """Random choices that are the same with every version of Python."""

    def __init__(self, key: int) -> None:
        # Python guarantees stable results for `random`, but not for `choice` and `shuffle`.
        self._random = random.Random(key).random

    def below(self, n: int) -> int:
        """Return a number 0..n-1."""
        return int(self._random() * n)


def _move(regions: list[int], order: int, choose: _Choices, turned: bool) -> None:
    """Redistribute the cells of two adjacent regions and, if *turned*, of their turned images.

    If no random tree over the two regions can be cut into halves, the regions stay as they are.

    Args:
        regions: The region of every cell, changed in place.
        order: The n of an n x n grid.
        choose: The random choices.
        turned: Whether a half turn of the grid maps every region to a region, before and after the
            move.
    """
    cell = choose.below(order * order)
    near = _touching(order)[cell]
    one, other = regions[cell], regions[near[choose.below(len(near))]]
    if one == other:
        return
    pair = {cell for cell, region in enumerate(regions) if region in (one, other)}
    half = _half(pair, order, choose)
    if half is None:
        return
    if turned:
        _divide_turned(regions, order, (one, other), half)
        return
    for cell in pair:
        regions[cell] = other if cell in half else one


def _divide_turned(
    regions: list[int], order: int, pair: tuple[int, int], half: AbstractSet[int]
) -> None:
    """Assign *half* to one region of *pair*, and the image of *half* to the region's image.

    Images are cells and regions after a half turn. If the move is impossible, nothing changes.
    """
    last = order * order - 1
    image_of = {region: regions[last - cell] for cell, region in enumerate(regions)}
    one, other = pair if image_of[pair[1]] != pair[1] else pair[::-1]
    turned = {last - cell for cell in half}
    if half & turned:
        return
    touched = (one, other, image_of[one], image_of[other])
    rest = {cell for cell, region in enumerate(regions) if region in touched} - half - turned
    if image_of[one] == one and len(_tree(min(rest), rest, order)) < len(rest):
        return
    for cell in rest:
        regions[cell] = one if regions[cell] in (one, other) else image_of[one]
    for cell in half:
        regions[cell], regions[last - cell] = other, image_of[other]


def _half(cells: AbstractSet[int], order: int, choose: _Choices) -> AbstractSet[int] | None:
    """Return half of the cells so that both halves are connected, or None if the search fails."""
    listed = sorted(cells)
    for _ in range(_TREES):
        parents = _tree(listed[choose.below(len(listed))], cells, order, choose)
        sizes = dict.fromkeys(parents, 1)
        for cell in reversed(parents):
            if parents[cell] >= 0:
                sizes[parents[cell]] += sizes[cell]
        tops = [cell for cell, size in sizes.items() if 2 * size == len(cells)]
        if tops:
            half = {tops[choose.below(len(tops))]}
            for cell, parent in parents.items():
                if parent in half:
                    half.add(cell)
            return half
    return None


def _tree(
    root: int, cells: AbstractSet[int], order: int, choose: _Choices | None = None
) -> dict[int, int]:
    """Return a tree over connected cells: a mapping from each cell to its parent, -1 at the root.

    In the mapping, parents come before their children. Without *choose*, the tree only grows at its
    tip.
    """
    neighbors = _touching(order)
    parents: dict[int, int] = {}
    edges = [(root, -1)]
    while edges:
        if choose is not None and not choose.below(_BRANCHING):
            at = choose.below(len(edges))
            edges[at], edges[-1] = edges[-1], edges[at]
        cell, parent = edges.pop()
        if cell in parents:
            continue
        parents[cell] = parent
        more = [(near, cell) for near in neighbors[cell] if near in cells]
        start = choose.below(len(more)) if choose is not None and more else 0
        edges += more[start:] + more[:start]
    return parents


def is_good(regions: Sequence[int], order: int) -> bool:
    """Return whether regions meet the conditions of `random_regions`."""
    parts: list[set[int]] = [set() for _ in range(order)]
    for cell, region in enumerate(regions):
        parts[region].add(cell)
    rows = [regions[order * row : order * row + order] for row in range(order)]
    columns = [regions[column::order] for column in range(order)]
    for lines in (rows, columns):
        # Refuse regions if a line is a region, or if a straight border crosses the complete grid.
        if any(len(set(line)) == 1 for line in lines):
            return False
        if any(len(set().union(*lines[:n])) == n for n in range(1, order)):
            return False
    n_snakes = sum(_is_snake(part, order) for part in parts)
    n_boxes = sum(_is_nearly_box(part, order) for part in parts)
    return n_snakes <= order // _SHARE_OF_SNAKES and n_boxes <= order // _SHARE_OF_BOXES


def _is_snake(part: AbstractSet[int], order: int) -> bool:
    """Return whether a region is long enough, does not branch, and has two separate ends."""
    n_near = [sum(near in part for near in _touching(order)[cell]) for cell in part]
    return len(part) >= _LEAST_SNAKE and max(n_near) == 2 and min(n_near) == 1


def _is_nearly_box(part: AbstractSet[int], order: int) -> bool:
    """Return whether at least five sixths of the cells are in one box of the usual division."""
    box = default_box(order)
    if box is None:
        return False
    height, width = box
    in_box = [(cell // order // height, cell % order // width) for cell in part]
    return max(in_box.count(each) for each in in_box) >= order - order // 6


@lru_cache(maxsize=64)
def _touching(order: int) -> tuple[tuple[int, ...], ...]:
    """Return the neighbors of every cell: above, to the left, to the right and below."""
    return tuple(
        tuple(
            (row + down) * order + column + right
            for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))
            if 0 <= row + down < order and 0 <= column + right < order
        )
        for row in range(order)
        for column in range(order)
    )


def regions_and_grid(
    order: int, key: int, *, turned: bool = False
) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the region of each cell and a full grid, or None if the bounded search found none.

    The regions and the grid are the same on every machine, because the search does not depend on
    the instruction set or on time.

    Args:
        order: The n of an n x n grid, at least 4.
        key: Seed of all choices, 0..2^64-1.
        turned: Whether a half turn of the grid must map every region to a region.
    """
    choose = _Choices(key)
    grid = tuple(grids(Geometry.latin(order), [key], threads=1)[0])
    regions = [cell // order for cell in range(order * order)]
    n_moves = 0
    for _ in range(_MOST_TRIES * order):
        moved = regions.copy()
        _move(moved, order, choose, turned)
        if moved == regions:
            continue
        found = _grid_for(moved, regions, grid, order, choose)
        if found is not None:
            regions, grid, n_moves = moved, found, n_moves + 1
            if n_moves >= _LEAST_MOVES * order and is_good(regions, order):
                return tuple(regions), grid
    return None


def _grid_for(
    after: list[int], before: list[int], grid: tuple[int, ...], order: int, choose: _Choices
) -> tuple[int, ...] | None:
    """Return a grid for new regions, or None if a bounded search finds none.

    Only the regions that changed, and some of their neighbors, get new digits. All other cells keep
    their digits in *grid*.
    """
    pairs = zip(before, after, strict=True)
    opened = {region for pair in pairs if pair[0] != pair[1] for region in pair}
    cells = [cell for cell, region in enumerate(after) if region in opened]
    beside = sorted({after[near] for cell in cells for near in _touching(order)[cell]} - opened)
    for _ in range(min(_N_BESIDE, len(beside))):
        opened.add(beside.pop(choose.below(len(beside))))
    kept = [0 if region in opened else digit for region, digit in zip(after, grid, strict=True)]
    puzzle = Puzzle(Geometry(order, None, tuple(after)), tuple(kept))
    found = cages.search_cages([puzzle], limit=1, nodes=_NODES, threads=1)[0]
    return found.solutions[0] if found.count else None


KIND = Kind(
    name="jigsaw",
    summary="a Sudoku with regions of any shape instead of boxes, new in each puzzle",
    orders=(4, 16),
    default_order=9,
    geometry=_geometry,
    make=_make,
    takes=frozenset(("regions",)),
    check=_check,
)
