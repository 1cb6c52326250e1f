"""Choose the step that HoDoKu takes if a technique has several steps.

The finders of pandoku report the steps of a technique in a different order than HoDoKu. This module
therefore defines sort keys for steps: HoDoKu takes the step with the least key. If a technique has
no key, `first_step` returns the first step of pandoku's finder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from pandoku.kernel.logic import Finder, finder, walk
from pandoku.model import Board, Step, sight_of

_KINDS = ("box", "row", "column")
# To HoDoKu, a locked subset that eliminates in only one of its two houses is a naked subset.
_AS_NAKED = {"locked-pair": "naked-pair", "locked-triple": "naked-triple"}
# HoDoKu searches for these techniques together, and takes the best of all their steps.
_LOOPS = ("continuous-loop", "alternating-chain", "discontinuous-loop")
_GROUPED = tuple(f"grouped-{name}" for name in _LOOPS)
_CHAINS = ("x-chain", "xy-chain", *_LOOPS, *_GROUPED)


def first_step(board: Board, order: Sequence[str]) -> Step | None:
    """Return the step that HoDoKu takes, or None if no technique has a step.

    Args:
        board: A board of a 9x9 Sudoku, without singles.
        order: The names of the techniques in HoDoKu's order of search.
    """
    left = list(map(finder, order))
    naked: list[Step] = []
    while found := walk(board, left, 1):
        technique = found[0].technique
        for subset in naked:
            if order.index(subset.technique) <= order.index(technique):
                return subset
        if (key := _KEYS.get(technique)) is None:
            return found[0]
        steps = (step for name in _together(technique) for step in Finder(name)(board))
        if (best := min(_known(steps), key=key, default=None)) is not None:
            return best
        if technique in _AS_NAKED:
            facts = replace(found[0].facts, houses=(found[0].facts.houses[1],))  # the box
            naked.append(replace(found[0], technique=_AS_NAKED[technique], facts=facts))
        tried = _together(technique)
        last = max(at for at, each in enumerate(left) if each.name in tried)
        left = left[last + 1 :]
    return naked[0] if naked else None


def _together(technique: str) -> tuple[str, ...]:
    return next((group for group in (_LOOPS, _GROUPED) if technique in group), (technique,))


def _known(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps that HoDoKu also finds, each in the form that HoDoKu gives it."""
    for step in steps:
        if step.technique in _AS_NAKED:
            gone = {cell for cell, _ in step.eliminations}
            line, box = (gone.intersection(house.cells) for house in step.facts.houses)
            if line - box and box:  # the step eliminates in both houses
                yield step
        elif step.technique in ("als-xz", "als-xy-wing"):
            cells = [cell for each in _sets(step) for cell in each]
            if len(cells) == len(set(cells)):  # HoDoKu ignores sets that overlap
                yield step
        elif step.technique in _CHAINS and _comes_back(step):
            continue
        elif step.technique in _GROUPED[1:] and (
            len(step.facts.links[0].start) > 1 or len(step.facts.links[-1].end) > 1
        ):
            # In HoDoKu, only a chain between two single candidates has all its eliminations in one
            # step. Any other chain is a loop that starts and ends at an eliminated candidate, so
            # each elimination is a separate step.
            yield from (replace(step, eliminations=(each,)) for each in step.eliminations)
        else:
            yield step


def _comes_back(step: Step) -> bool:
    """Return whether a chain visits any cells twice. Its two ends may be in the same cells."""
    nodes = [step.facts.links[0].start, *(link.end for link in step.facts.links)]
    places = [place for place, _ in groupby({cell for cell, _ in node} for node in nodes)]
    inner = places[1:] if len(places) > 1 and places[0] == places[-1] else places
    return len(inner) != len(set(map(frozenset, inner)))


def _sets(step: Step) -> list[list[int]]:
    """Return the cells of each almost locked set, ascending. The sets are in the chain's order."""
    sets: dict[str, list[int]] = {}
    for cell, role in step.facts.cells:
        if role.startswith("set-"):
            sets.setdefault(role, []).append(cell)
    return list(map(sorted, sets.values()))


def _cells(step: Step) -> list[int]:
    return [cell for cell, _ in step.facts.cells]


_Key = Callable[[Step], Any]
_KEYS: dict[str, _Key] = {"xy-wing": lambda step: sorted(_cells(step))}


def _takes_the_least(*techniques: str) -> Callable[[_Key], _Key]:
    """Return a decorator that registers a function as the sort key of some techniques."""

    def register(key: _Key) -> _Key:
        _KEYS.update(dict.fromkeys(techniques, key))
        return key

    return register


@_takes_the_least("locked-pair", "locked-triple", "pointing")
def _by_box(step: Step) -> tuple[int, int]:
    return _box_of(step.facts.cells[0][0]), step.eliminations[0][1]


def _box_of(cell: int) -> int:
    return cell // 27 * 3 + cell % 9 // 3


@_takes_the_least(
    "naked-pair", "naked-triple", "naked-quad", "hidden-pair", "hidden-triple", "hidden-quad"
)
def _by_kind(step: Step) -> int:
    return _KINDS.index(step.facts.houses[0].kind)


@_takes_the_least("turbot-fish")
def _columns_first(step: Step) -> bool:
    return step.facts.houses[0].kind == "row"


@_takes_the_least("finned-x-wing", "finned-swordfish", "finned-jellyfish")
def _by_lines(step: Step) -> tuple[object, ...]:
    houses = step.facts.houses
    lines = [house.number for house in houses]
    base = lines[: len(lines) // 2]
    return step.eliminations[0][1], houses[0].kind == "column", base, lines


@_takes_the_least("skyscraper")
def _rows_first(step: Step) -> bool:
    first, second = _cells(step)[:2]
    return first // 9 != second // 9


@_takes_the_least("w-wing")
def _by_wings(step: Step) -> tuple[list[int], int]:
    return sorted(_cells(step)[:2]), step.eliminations[0][1]


@_takes_the_least("hidden-rectangle")
def _by_floor(step: Step) -> tuple[int, bool]:
    bands = {cell // 27 for cell in _cells(step)}
    return min(cell for cell, role in step.facts.cells if role == "floor"), len(bands) > 1


@_takes_the_least(*_CHAINS)
def _by_effect(step: Step) -> tuple[int, int, int]:
    # The step with the most eliminations comes first. Steps with equally many eliminations are
    # ordered by a sum over their eliminations, which are sorted by digit and cell. In this sum, the
    # cells of later eliminations have more weight. If the sums are also equal, the shortest chain
    # comes first.
    gone = sorted((digit, cell) for cell, digit in step.eliminations)
    place = sum(cell * (1 + 80 * i) + digit for i, (digit, cell) in enumerate(gone))
    return -len(gone), place, len(step.facts.links)


@_takes_the_least("als-xz", "als-xy-wing")
def _by_sets(step: Step) -> list[list[tuple[int, int, list[int]]]]:
    # Pairs of neighboring sets are compared: an als-xz has one pair, and an als-xy-wing has two.
    places = list(map(_place_of, _sets(step)))
    return sorted(sorted(pair) for pair in pairwise(places))


def _place_of(cells: list[int]) -> tuple[int, int, list[int]]:
    """Return the sort key of a set: sets in a row come first, then columns, then boxes."""
    rows, columns = {cell // 9 for cell in cells}, {cell % 9 for cell in cells}
    if len(rows) == 1:
        return 0, min(rows), cells
    if len(columns) == 1:
        return 1, min(columns), cells
    return 2, _box_of(cells[0]), cells


@_takes_the_least("sue-de-coq")
def _by_line(step: Step) -> tuple[bool, int, int]:
    line = step.facts.houses[1]
    return line.kind == "column", line.number, -len(step.eliminations)


@_takes_the_least("als-chain")
def _by_count(step: Step) -> int:
    return -len(step.eliminations)


# ---- the order of singles


class Single(NamedTuple):
    """A cell, its digit, and the technique that proves the digit."""

    technique: str
    cell: int
    digit: int


class Singles:
    """The open candidates of a grid, and its singles. HoDoKu finds singles in the same order.

    Args:
        board: A board of a 9x9 Sudoku. The order of the singles depends on the order of the changes
            to the grid. First the digits of the board are placed, cell by cell. Then the candidates
            that the board lacks are eliminated, also cell by cell.
    """

    def __init__(self, board: Board) -> None:
        geometry = board.puzzle.geometry
        self._houses = [house.cells for house in geometry.houses]
        self._houses_of, self._peers = geometry.houses_of, sight_of(geometry)
        order = geometry.order
        self._masks = [geometry.all_mask] * geometry.n_cells
        self._n_open = [order] * len(self._houses)
        self._n_places = [[order] * (order + 1) for _ in self._houses]
        self._naked: list[tuple[int, int]] = []
        self._hidden: list[tuple[int, int]] = []
        for cell, digit in enumerate(board.digits):
            if digit:
                self._place(cell, digit)
        for cell, mask in enumerate(board.masks):
            if not board.digits[cell]:
                self._remove_all((cell, digit) for digit in _digits(self._masks[cell] & ~mask))

    def first(self) -> Single | None:
        """Return the single that HoDoKu places next, or None if the grid has no single."""
        self._naked = [entry for entry in self._naked if self._is_naked(*entry)]
        for cell, digit in self._naked:
            if any(self._n_open[house] == 1 for house in self._houses_of[cell]):
                return Single("full-house", cell, digit)
        if self._naked:
            return Single("naked-single", *self._naked[0])
        self._hidden = [entry for entry in self._hidden if self._is_hidden(*entry)]
        return Single("hidden-single", *self._hidden[0]) if self._hidden else None

    def take(self, step: Step) -> None:
        """Change the grid by a step. The order of the changes is the same as in HoDoKu."""
        for cell, digit in step.placements:
            self._place(cell, digit)
        gone = sorted(step.eliminations, key=lambda candidate: candidate[::-1])
        if step.technique in ("locked-pair", "locked-triple"):  # first the eliminations in the line
            line = step.facts.houses[0].cells
            gone = sorted(
                step.eliminations, key=lambda candidate: (candidate[0] not in line, candidate)
            )
        elif step.technique.startswith("hidden-") and step.technique != "hidden-rectangle":
            gone = sorted(step.eliminations)
        self._remove_all(gone)

    def _is_naked(self, cell: int, digit: int) -> bool:
        return self._masks[cell] == 1 << (digit - 1)

    def _is_hidden(self, cell: int, digit: int) -> bool:
        if not self._masks[cell] >> (digit - 1) & 1:
            return False
        return any(self._n_places[house][digit] == 1 for house in self._houses_of[cell])

    def _place(self, cell: int, digit: int) -> None:
        others = _digits(self._masks[cell] & ~(1 << (digit - 1)))
        self._masks[cell] = 0
        for house in self._houses_of[cell]:
            self._n_open[house] -= 1
            self._n_places[house][digit] = 0
        self._remove_all((peer, digit) for peer in self._peers[cell])
        for other in others:
            self._withdraw(cell, other)

    def _remove_all(self, candidates: Iterable[tuple[int, int]]) -> None:
        for cell, digit in candidates:
            bit = 1 << (digit - 1)
            if not self._masks[cell] & bit:
                continue
            left = self._masks[cell] = self._masks[cell] & ~bit
            if left & (left - 1) == 0 != left:
                self._naked.append((cell, left.bit_length()))
            self._withdraw(cell, digit)

    def _withdraw(self, cell: int, digit: int) -> None:
        bit = 1 << (digit - 1)
        for house in self._houses_of[cell]:
            places = self._n_places[house]
            places[digit] -= 1
            if places[digit] == 1:
                left = (place for place in self._houses[house] if self._masks[place] & bit)
                self._hidden.extend((place, digit) for place in left)


def _digits(mask: int) -> list[int]:
    return [digit for digit in range(1, mask.bit_length() + 1) if mask >> (digit - 1) & 1]
