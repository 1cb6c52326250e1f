"""Puzzles with cages, made from keys, and helpers to examine them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pandoku.generation import make_drafts, wishes_of
from pandoku.generation.drafts import Drafts
from pandoku.kernel.generate import keys
from pandoku.model import Cage, Puzzle
from tests.in_full import in_full


def keys_of(count: int) -> Sequence[int]:
    return keys(2026, range(count))


def made(kind: str, order: int, count: int, *, threads: int = 1, **asked: Any) -> Drafts:
    """Return candidates of the kind, made from *count* keys."""
    wishes = wishes_of(kind, order, seed=1, threads=threads, **asked)
    return make_drafts(wishes, keys_of(count))


def puzzles_of(candidates: Drafts) -> list[Puzzle]:
    """Return the puzzles with the solutions that they claim."""
    return [candidates.puzzle(at) for at in range(len(candidates))]


def cages_of(candidates: Drafts) -> list[Cage]:
    return [cage for puzzle in puzzles_of(candidates) for cage in puzzle.cages]


def same(one: Drafts, other: Drafts) -> bool:
    return bool(in_full(puzzles_of(one)) == in_full(puzzles_of(other))) and (
        [*one.index] == [*other.index]
    )


def is_connected(cells: tuple[int, ...], order: int) -> bool:
    """Return whether all cells are connected through sides of cells."""
    reached, border = {cells[0]}, [cells[0]]
    while border:
        near = set(beside(border.pop(), order)) & set(cells) - reached
        reached |= near
        border += near
    return reached == set(cells)


def beside(cell: int, order: int) -> Iterator[int]:
    row, column = divmod(cell, order)
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < order and 0 <= c < order:
            yield r * order + c


def turned(cage: Cage, order: int) -> tuple[tuple[int, int], ...]:
    """Return the shape of a cage, the same for all its turns and mirror images."""
    points = [divmod(cell, order) for cell in cage.cells]
    forms = []
    for _ in range(4):
        points = [(column, -row) for row, column in points]
        for form in (points, [(row, -column) for row, column in points]):
            top, left = min(r for r, _ in form), min(c for _, c in form)
            forms.append(tuple(sorted((r - top, c - left) for r, c in form)))
    return min(forms)
