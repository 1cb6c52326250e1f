"""The step that HoDoKu takes if a technique has several.

The finders report the steps of a technique in an order of their own. Here each technique has a key,
and HoDoKu takes the step with the least key. For a technique without a key it takes the finder's
first step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

from pandoku.kernel.logic import Finder, finder, walk
from pandoku.model import Board, Step

__all__ = ["first_step"]

_KINDS = ("box", "row", "column")
# HoDoKu treats a locked subset that eliminates in only one of its houses as a naked subset.
_AS_NAKED = {"locked-pair": "naked-pair", "locked-triple": "naked-triple"}
# Techniques that HoDoKu searches together, taking the best step of all of them.
_LOOPS = ("continuous-loop", "alternating-chain", "discontinuous-loop")
_GROUPED = tuple(f"grouped-{name}" for name in _LOOPS)
_CHAINS = ("x-chain", "xy-chain", *_LOOPS, *_GROUPED)


def first_step(board: Board, order: Sequence[str]) -> Step | None:
    """Return the step that HoDoKu takes, or None if no technique has one.

    Args:
        board: A board of a 9x9 Sudoku without singles.
        order: The names of the techniques in HoDoKu's order of search.
    """
    left = list(map(finder, order))
    naked: list[Step] = []
    while found := walk(board, left, 1):
        technique = found[0].technique
        for subset in naked:
            if order.index(subset.technique) <= order.index(technique):
                return subset
        if (step := _best(board, found[0])) is not None:
            return step
        if technique in _AS_NAKED:
            naked.append(_as_naked(found[0]))
        tried = _together(technique)
        last = max(at for at, each in enumerate(left) if each.name in tried)
        left = left[last + 1 :]
    return naked[0] if naked else None


def _together(technique: str) -> tuple[str, ...]:
    return next((group for group in (_LOOPS, _GROUPED) if technique in group), (technique,))


def _best(board: Board, found: Step) -> Step | None:
    key = _KEYS.get(found.technique)
    if key is None:
        return found
    steps = (step for name in _together(found.technique) for step in Finder(name)(board))
    return min(_known(steps), key=key, default=None)


def _known(steps: Iterable[Step]) -> Iterator[Step]:
    """Yield the steps in the form that they have in HoDoKu, without steps that it lacks."""
    for step in steps:
        if step.technique in _AS_NAKED:
            if _acts_in_both_houses(step):
                yield step
        elif step.technique in ("als-xz", "als-xy-wing"):
            if not _overlaps(step):
                yield step
        elif step.technique in _CHAINS and _comes_back(step):
            continue
        elif step.technique in _GROUPED[1:] and _ends_in_group(step):
            # Only a chain between two single candidates eliminates everything that sees both ends.
            # Any other chain is a loop that starts and ends at its elimination.
            yield from (replace(step, eliminations=(each,)) for each in step.eliminations)
        else:
            yield step


def _as_naked(step: Step) -> Step:
    _, box = step.facts.houses
    facts = replace(step.facts, houses=(box,))
    return replace(step, technique=_AS_NAKED[step.technique], facts=facts)


def _acts_in_both_houses(step: Step) -> bool:
    gone = {cell for cell, _ in step.eliminations}
    line, box = (gone.intersection(house.cells) for house in step.facts.houses)
    return bool(line - box and box)


def _comes_back(step: Step) -> bool:
    """Return whether a chain visits the same cells more than once, apart from its two ends."""
    nodes = [step.facts.links[0].start, *(link.end for link in step.facts.links)]
    places = [place for place, _ in groupby({cell for cell, _ in node} for node in nodes)]
    inner = places[1:] if len(places) > 1 and places[0] == places[-1] else places
    return len(inner) != len(set(map(frozenset, inner)))


def _ends_in_group(step: Step) -> bool:
    links = step.facts.links
    return len(links[0].start) > 1 or len(links[-1].end) > 1


def _overlaps(step: Step) -> bool:
    cells = [cell for each in _sets(step) for cell in each]
    return len(cells) != len(set(cells))


def _sets(step: Step) -> list[list[int]]:
    """Return the cells of the almost locked sets, each ascending, in the order of the chain."""
    sets: dict[str, list[int]] = {}
    for cell, role in step.facts.cells:
        if role.startswith("set-"):
            sets.setdefault(role, []).append(cell)
    return list(map(sorted, sets.values()))


def _cells(step: Step) -> list[int]:
    return [cell for cell, _ in step.facts.cells]


def _by_box(step: Step) -> tuple[int, int]:
    return _box_of(step.facts.cells[0][0]), step.eliminations[0][1]


def _box_of(cell: int) -> int:
    return cell // 27 * 3 + cell % 9 // 3


def _by_kind(step: Step) -> int:
    return _KINDS.index(step.facts.houses[0].kind)


def _columns_first(step: Step) -> bool:
    return step.facts.houses[0].kind == "row"


def _by_lines(step: Step) -> tuple[object, ...]:
    houses = step.facts.houses
    lines = [house.number for house in houses]
    base = lines[: len(lines) // 2]
    return step.eliminations[0][1], houses[0].kind == "column", base, lines


def _rows_first(step: Step) -> bool:
    first, second = _cells(step)[:2]
    return first // 9 != second // 9


def _by_wings(step: Step) -> tuple[list[int], int]:
    return sorted(_cells(step)[:2]), step.eliminations[0][1]


def _by_floor(step: Step) -> tuple[int, bool]:
    bands = {cell // 27 for cell in _cells(step)}
    return min(cell for cell, role in step.facts.cells if role == "floor"), len(bands) > 1


def _by_effect(step: Step) -> tuple[int, int, int]:
    # The most eliminations, then the eliminations nearest to the top left, by a sum that gives
    # later ones (by digit and cell) more weight. Then the shortest chain.
    gone = sorted((digit, cell) for cell, digit in step.eliminations)
    place = sum(cell * (1 + 80 * i) + digit for i, (digit, cell) in enumerate(gone))
    return -len(gone), place, len(step.facts.links)


def _by_sets(step: Step) -> list[list[tuple[int, int, list[int]]]]:
    # Sets are compared in pairs: one pair for an als-xz, two for an als-xy-wing.
    places = list(map(_place_of, _sets(step)))
    return sorted(sorted(pair) for pair in pairwise(places))


def _place_of(cells: list[int]) -> tuple[int, int, list[int]]:
    """Return the place of a set in HoDoKu's list: rows come first, then columns, then boxes."""
    rows, columns = {cell // 9 for cell in cells}, {cell % 9 for cell in cells}
    if len(rows) == 1:
        return 0, min(rows), cells
    if len(columns) == 1:
        return 1, min(columns), cells
    return 2, _box_of(cells[0]), cells


def _by_line(step: Step) -> tuple[bool, int, int]:
    line = step.facts.houses[1]
    return line.kind == "column", line.number, -len(step.eliminations)


def _by_count(step: Step) -> int:
    return -len(step.eliminations)


_FISH = ("finned-x-wing", "finned-swordfish", "finned-jellyfish")
_KEYS: dict[str, Callable[[Step], Any]] = {
    **dict.fromkeys(("locked-pair", "locked-triple", "pointing"), _by_box),
    **dict.fromkeys(("naked-pair", "naked-triple", "naked-quad"), _by_kind),
    **dict.fromkeys(("hidden-pair", "hidden-triple", "hidden-quad"), _by_kind),
    "skyscraper": _rows_first,
    "turbot-fish": _columns_first,
    "w-wing": _by_wings,
    "xy-wing": lambda step: sorted(_cells(step)),
    "hidden-rectangle": _by_floor,
    **dict.fromkeys(_FISH, _by_lines),
    **dict.fromkeys(_CHAINS, _by_effect),
    **dict.fromkeys(("als-xz", "als-xy-wing"), _by_sets),
    "als-chain": _by_count,
    "sue-de-coq": _by_line,
}
