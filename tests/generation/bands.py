"""The probabilities of the classes of the first band of a 9x9 Sudoku drawn uniformly.

They are derived from the rules alone, without the project's searches. A band has three boxes, and
each box has three columns with three digits each: a partition of the digits. The number of
completions of a band only depends on these three partitions. Two bands are in the same class if
their partitions are the same up to names of digits and the order of the boxes. There are 44
classes.

- `fillings(P, Q, R)` is the number of bands whose boxes have the columns P, Q and R in this order.
- The middle band takes three of the six remaining digits of each column, and the last band takes
  the others. So the number of completions of a band is the sum of fillings(middle) * fillings(last)
  over all choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Partition = tuple[int, ...]  # three masks of three digits each, ascending

N_GRIDS = 6_670_903_752_021_072_936_960
_COLUMN_ORDERS = 6**3  # of the columns in each of three boxes
# Generators of the renamings of digits that keep the columns 123, 456, 789.
_RENAMINGS = (
    (1, 0, 2, 3, 4, 5, 6, 7, 8),
    (1, 2, 0, 3, 4, 5, 6, 7, 8),
    (3, 4, 5, 0, 1, 2, 6, 7, 8),
    (3, 4, 5, 6, 7, 8, 0, 1, 2),
)


class BandClasses(NamedTuple):
    """The classes of bands.

    Attributes:
        of_pair: int64 (280, 280): the class of each band whose first box has the columns 123, 456,
            789, by the partitions of the other boxes, or -1 if there is no band.
        n_grids: The number of grids whose first band is in each class.
    """

    of_pair: NDArray[np.int64]
    n_grids: list[int]


@lru_cache(maxsize=1)
def band_classes() -> BandClasses:
    """Return the classes and their sizes."""
    orbits = _orbits()
    fillings = np.zeros(280 * 280, np.int64)
    for pair in np.unique(orbits).tolist():
        fillings[orbits == pair] = _fillings(pair // 280, pair % 280)
    n_grids: list[int] = []
    of_pair = np.full(280 * 280, -1, np.int64)
    for pair in np.unique(orbits[fillings > 0]).tolist():
        members = orbits == pair
        of_pair[members] = len(n_grids)
        ways = _completions(pair // 280, pair % 280, fillings.reshape(280, 280))
        # The number is the same for each of the 280 partitions of the first box.
        bands = 280 * int(members.sum()) * int(fillings[pair]) * _COLUMN_ORDERS
        n_grids.append(bands * ways)
    return BandClasses(of_pair.reshape(280, 280), n_grids)


def class_of(grids: NDArray[Any]) -> NDArray[np.int64]:
    """Return the class of the first band of each grid, digits 1..9, shape (n, 81)."""
    band = grids[:, :27].reshape(-1, 3, 3, 3).astype(np.int64) - 1  # grid, row, box, column
    first = band[:, :, 0, :].transpose(0, 2, 1).reshape(-1, 9)  # three digits of each column
    rename = np.empty_like(first)
    np.put_along_axis(rename, first, np.arange(9)[None, :], axis=1)
    pairs = [_index_of(_renamed(band[:, :, box, :], rename)) for box in (1, 2)]
    return np.asarray(band_classes().of_pair[pairs[0], pairs[1]], np.int64)


def _renamed(box: NDArray[np.int64], rename: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the masks of the columns of a box after digits were renamed, shape (n, 3)."""
    names = np.take_along_axis(rename, box.reshape(-1, 9), axis=1).reshape(-1, 3, 3)
    return np.asarray((1 << names).sum(axis=1), np.int64)


@lru_cache(maxsize=1)
def _partitions() -> list[Partition]:
    """Return the 280 partitions of nine digits into three sets of three."""
    triples = [sum(1 << d for d in digits) for digits in combinations(range(9), 3)]
    return [each for each in combinations(triples, 3) if sum(each) == 511 and _are_disjoint(each)]


def _are_disjoint(masks: Partition) -> bool:
    return not (masks[0] & masks[1] or masks[0] & masks[2] or masks[1] & masks[2])


@lru_cache(maxsize=1)
def _numbers() -> NDArray[np.int64]:
    """Return the number of each partition by its smallest and its greatest mask."""
    numbers = np.full((512, 512), -1, np.int64)
    for number, masks in enumerate(_partitions()):
        numbers[min(masks), max(masks)] = number
    return numbers


def _index_of(masks: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.asarray(_numbers()[masks.min(axis=-1), masks.max(axis=-1)], np.int64)


def _moved(masks: NDArray[np.int64], to: Sequence[int]) -> NDArray[np.int64]:
    """Return masks after each digit d became to[d]."""
    return np.asarray(_moved_by(tuple(to))[masks], np.int64)


@cache
def _moved_by(to: tuple[int, ...]) -> NDArray[np.int64]:
    """Return every mask after each digit d became to[d]."""
    masks = np.arange(512)
    moved = np.zeros_like(masks)
    for digit, new in enumerate(to):
        moved |= (masks >> digit & 1) << new
    return moved


@cache
def _to_standard(number: int) -> list[int]:
    """Return new names of digits that make a partition 123, 456, 789."""
    to, name = [0] * 9, 0
    for mask in _partitions()[number]:
        for digit in range(9):
            if mask >> digit & 1:
                to[digit], name = name, name + 1
    return to


def _orbits() -> NDArray[np.int64]:
    """Return for each pair of partitions the least pair that is the same by symmetry."""
    masks = np.array(_partitions(), np.int64)
    first, second = np.divmod(np.arange(280 * 280), 280)
    moves = [second * 280 + first]  # the second and third box are exchanged
    for names in _RENAMINGS:
        renamed = _index_of(_moved(masks, names))
        moves.append(renamed[first] * 280 + renamed[second])
    exchanged = np.empty(280 * 280, np.int64)  # the first and second box
    standard = _index_of(np.array([[7, 56, 448]]))
    for number in range(280):
        renamed = _index_of(_moved(masks, _to_standard(number)))
        exchanged[number * 280 : number * 280 + 280] = renamed[standard] * 280 + renamed
    moves.append(exchanged)
    least = np.arange(280 * 280)
    while True:
        before = least.copy()
        for move in moves:
            np.minimum.at(least, move, least.copy())
            least = np.minimum(least, least[move])
        if (least == before).all():
            return least


def _fillings(second: int, third: int) -> int:
    """Return the number of bands whose boxes have the columns 123, 456, 789 and two partitions.

    The rows are distinguished, and the columns of a box have a fixed order.
    """
    boxes = [(7, 56, 448), _partitions()[second], _partitions()[third]]
    rows = list(_rows(boxes))
    return sum(_n_other_rows(boxes, row) for row in rows)


def _rows(boxes: list[Partition]) -> Iterator[list[int]]:
    """Yield every row: a digit of each column as a bit, without repeated digits."""
    columns = [[1 << d for d in range(9) if mask >> d & 1] for box in boxes for mask in box]
    chosen: list[int] = []

    def extend(used: int) -> Iterator[list[int]]:
        if len(chosen) == 9:
            yield list(chosen)
            return
        for bit in columns[len(chosen)]:
            if not used & bit:
                chosen.append(bit)
                yield from extend(used | bit)
                chosen.pop()

    yield from extend(0)


def _n_other_rows(boxes: list[Partition], row: list[int]) -> int:
    """Return the number of ways to fill the second and third row after the first.

    Each column has two digits left, and each digit is left in two columns. So they form cycles, and
    each cycle can be filled in two ways.
    """
    left = [mask & ~bit for mask, bit in zip((m for box in boxes for m in box), row, strict=True)]
    n_circles, waiting = 0, set(range(9))
    while waiting:
        n_circles += 1
        digits = left[waiting.pop()]
        while touching := {column for column in waiting if left[column] & digits}:
            waiting -= touching
            for column in touching:
                digits |= left[column]
    return 1 << n_circles


def _completions(second: int, third: int, fillings: NDArray[np.int64]) -> int:
    """Return the number of grids that complete a band."""
    splits = [_splits(box) for box in ((7, 56, 448), _partitions()[second], _partitions()[third])]
    total = 0
    for middle, last in zip(*splits[0], strict=True):
        ways = []
        for part, which in ((middle, 0), (last, 1)):
            names = _to_standard(int(_index_of(part)))
            one, other = (_index_of(_moved(splits[box][which], names)) for box in (1, 2))
            ways.append(fillings[np.ix_(one, other)])
        total += int((ways[0] * ways[1]).sum())
    return total


@cache
def _splits(box: Partition) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the 56 ways to give the columns of a stack three digits each in the middle band.

    Returns:
        The masks of the columns in the middle band and in the last, each int64 (56, 3).
    """
    others = [511 & ~mask for mask in box]
    triples = [
        [sum(1 << d for d in digits) for digits in combinations(_digits(mask), 3)]
        for mask in others
    ]
    middle = [each for each in product(*triples) if sum(each) == 511 and _are_disjoint(each)]
    last = [[o & ~m for o, m in zip(others, each, strict=True)] for each in middle]
    return np.array(middle, np.int64), np.array(last, np.int64)


def _digits(mask: int) -> list[int]:
    return [digit for digit in range(9) if mask >> digit & 1]
