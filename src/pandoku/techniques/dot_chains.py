"""Chains of dots: the ways to fill all their cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from pandoku.model import Board, Pair, Puzzle, Step, per_rules
from pandoku.techniques._dots import (
    DOTS,
    FEW_CANDIDATES,
    Dot,
    dot_kind,
    dot_step,
    dots_of,
    mark_of,
    some_dots,
    ways_across,
)
from pandoku.techniques._mark_slips import DOT_CHAIN_SLIPS
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._ways import (
    DotWay,
    Edge,
    pairs_in,
    seen_by_all,
    spots_lines,
    spots_of,
    ways_along,
)
from pandoku.words import Words, joined
from pandoku.words.claims import Only, RuleWays

__all__ = ["TECHNIQUES"]

_MOST_LISTED = 6  # maximum number of ways in a sentence
_MOST_WAYS = 2 * _MOST_LISTED  # a way and its reverse are listed together
_LONGEST = 5  # maximum number of cells in a chain of dots
_MOST_CHAINS = 600  # chains of a length are only tried if there are not more


class _Chain(NamedTuple):
    """Cells that dots join, one after the other.

    Attributes:
        cells: The cells.
        dots: The dots between them.
        edges: The dots as tables between positions in *cells*.
        apart: For each cell, a mask of the earlier cells that it sees.
    """

    cells: tuple[int, ...]
    dots: tuple[Dot, ...]
    edges: tuple[Edge, ...]
    apart: tuple[int, ...]


# ---- chains of dots as one set


@per_rules
def _chains_of(puzzle: Puzzle) -> tuple[_Chain, ...]:
    """Return the chains of marks without a repeated cell, the shortest first."""
    sight, dots = puzzle.sight, [dot for group in dots_of(puzzle) for dot in group]
    beside: dict[int, list[tuple[int, Dot]]] = {}
    for dot, cell, other in ways_across(dots):
        beside.setdefault(cell, []).append((other, dot))
    paths: list[tuple[tuple[int, ...], tuple[Dot, ...]]] = [((cell,), ()) for cell in beside]
    found: list[_Chain] = []
    for _ in range(1, _LONGEST):
        paths = [
            ((*cells, other), (*used, dot))
            for cells, used in paths
            for other, dot in beside[cells[-1]]
            if other not in cells
        ]
        if len(paths) > 2 * _MOST_CHAINS:
            break
        found += (_chain(sight, *path) for path in paths if path[0][0] < path[0][-1])
    return tuple(found)


def _chain(sight: Sequence[Sequence[int]], cells: tuple[int, ...], dots: tuple[Dot, ...]) -> _Chain:
    edges = tuple(Edge(at, at + 1, dot.table) for at, dot in enumerate(dots))
    apart = tuple(
        sum(1 << before for before in range(at) if cells[before] in sight[cell])
        for at, cell in enumerate(cells)
    )
    return _Chain(cells, dots, edges, apart)


def _ways_of(board: Board, chain: _Chain) -> tuple[DotWay, ...] | None:
    masks = tuple([board.masks[cell] for cell in chain.cells])
    return ways_along(masks, chain.edges, chain.apart, _MOST_WAYS)


def _find_chains(board: Board, limit: int) -> Iterator[Step]:
    sight = board.puzzle.sight
    for chain in _chains_of(board.puzzle):
        ways = _ways_of(board, chain)
        if not ways or len(_listed(ways)) > _MOST_LISTED:
            continue
        numbers = [dot.number for dot in chain.dots]
        inside = tuple(
            pair
            for at, cell in enumerate(chain.cells)
            for pair in pairs_in(board, (cell,), ~reduce(or_, (1 << (way[at] - 1) for way in ways)))
        )
        outside, proves = set[Pair](), list[Pair]()
        for digit in sorted({*ways[0]}):
            spots = spots_of(chain.cells, ways, digit)
            if spots and (seen := {*seen_by_all(board, sight, spots, digit)} - {*inside}):
                outside |= seen
                proves += ((spot, digit) for spot in spots)
        if inside or outside:
            yield dot_step("dot-chain", (*inside, *outside), chain.cells, numbers, proves)


def _listed(ways: Sequence[DotWay]) -> list[DotWay]:
    """Return the ways to list: one of each way and its reverse, if all have their reverse."""
    if not _is_either_way(ways):
        return [*ways]
    return [way for way in ways if way <= way[::-1]]


def _is_either_way(ways: Sequence[DotWay]) -> bool:
    return len(ways[0]) > 1 and all(way[::-1] in ways for way in ways)


def _joined_dots(w: Words) -> str:
    """Return "two black dots", "a white dot and a black dot"."""
    kinds: dict[str, list[int]] = {}
    for number in w.step.facts.constraints:
        kinds.setdefault(dot_kind(mark_of(w, number)), []).append(number)
    return joined(
        some_dots(w, numbers)
        if len(numbers) == 1
        else f"{w.number(len(numbers))} {dot_kind(mark_of(w, numbers[0]), 2)}"
        for numbers in kinds.values()
    )


def _chain_what(w: Words) -> str:
    return f"{w.cells(w.with_role('pattern'))} on {_joined_dots(w)}"


def _chain_reason(w: Words) -> Iterator[str]:
    cells, numbers = tuple(w.with_role("pattern")), w.step.facts.constraints
    ways = _ways_of(w.board, next(c for c in _chains_of(w.puzzle) if c.cells == cells))
    assert ways is not None
    listed = joined((" ".join(map(w.digit, way)) for way in _listed(ways)), "or")
    order = ", either way round" if _is_either_way(ways) else ", in this order"
    only = (Only((cell,), w.board.candidates(cell)) for cell in cells if not w.board.digits[cell])
    yield w.said(
        f"{w.cells(cells)} are on {_joined_dots(w)}: {listed}{order}.",
        RuleWays(numbers, cells, ways),
        *only,
    )
    yield from spots_lines(w, cells)


def _chain_thoughts(w: Words) -> Iterator[str]:
    """Yield the ways in a few words: "r678c7 on two white dots: 345 or 567"."""
    cells = tuple(w.with_role("pattern"))
    ways = _ways_of(w.board, next(c for c in _chains_of(w.puzzle) if c.cells == cells))
    if ways and len(listed := _listed(ways)) <= FEW_CANDIDATES:
        told = " or ".join(map(w.digits, listed))
        yield f"{_chain_what(w)}: {told}"
        yield f"{w.cells(cells)}: {told}"


TECHNIQUES = (
    Technique(
        name="dot-chain",
        title="chain of dots",
        aliases=("kropki chain", "kropki chain candidates", "kropki triple"),
        summary="dots in a row leave few ways, and a digit that all of them have is gone elsewhere",
        find=_find_chains,
        slips=DOT_CHAIN_SLIPS,
        weight=2.8,
        what=_chain_what,
        reason=_chain_reason,
        thoughts=_chain_thoughts,
        look_for="two or more dots in a row: three cells on black dots hold 1 2 4 or 2 4 8.",
        why="one of the ways is true. A digit that all ways have is in one of the cells, so "
        "no cell that sees all of these has it.",
        when="At the start, wherever two or more dots touch in a row: such a chain has very few "
        "ways.",
        scan=(
            Glance(
                "Find dots in a row. Three cells of a line on two black dots hold 1 2 4 or 2 4 8, "
                "in either direction.",
                "rules",
            ),
            Glance(
                "Write down the ways of the chain, and cross out those with a digit that one of "
                "the cells lacks.",
                "cells",
            ),
            Glance("Read off a digit that all ways have, and find its cells.", "pattern"),
            Glance(
                "Remove this digit from every other cell that sees all of them. Remove from the "
                "chain the digits of no way.",
                "step",
            ),
        ),
        fills=True,
        rules=DOTS,
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
)
