"""What numbers outside the grid mean."""

from __future__ import annotations

from collections.abc import Callable

from pandoku.constraints import LittleKiller, NumberedRoom, Sandwich, Skyscraper, XSum, line_beside
from pandoku.formats._evidence import Evidence, direction, number_in
from pandoku.model import Constraint

__all__ = ["find_little_killers", "find_numbers_outside"]

_OUTSIDE: list[tuple[str, Callable[[tuple[int], str, int], Constraint]]] = [
    (r"sandwich|between the 1|between 1 and", Sandwich),
    (r"x[- ]?sum|first x", XSum),
    (r"skyscraper|building", Skyscraper),
    (r"numbered room|room", NumberedRoom),
]


def find_numbers_outside(seen: Evidence) -> None:
    """Find what numbers beside rows and columns are: the first kind that all of them may be."""
    clues = []
    for mark in seen.marks():
        number = number_in(mark.text)
        place = line_beside(int(mark.y // 1), int(mark.x // 1), seen.n)
        near = -1 <= mark.x <= seen.n + 1 and -1 <= mark.y <= seen.n + 1
        if number is not None and place is not None and near:
            clues.append((mark, place, number))
    for pattern, kind in _OUTSIDE:
        if clues and seen.says(pattern):
            found = [kind((start,), way, number) for _, (start, way), number in clues]
            if seen.add(*found, shapes=[mark for mark, _, _ in clues]):
                return


def find_little_killers(seen: Evidence) -> None:
    """Find numbers from which a short arrow outside the grid points along a diagonal."""
    arrows = [
        line
        for line in seen.lines()
        if line.has_head and seen.cell_at(*line.points[0]) is None and len(line.points) == 2
    ]
    marks = [
        mark
        for mark in seen.marks()
        if number_in(mark.text) is not None and seen.cell_at(mark.x, mark.y) is None
    ]
    for line in arrows[: 8 * seen.n]:
        (x, y), (to_x, to_y) = line.points
        right, down = direction(round((to_x - x) * 9)), direction(round((to_y - y) * 9))
        near = min(marks, key=lambda mark: abs(mark.x - x) + abs(mark.y - y), default=None)
        if near is None or abs(near.x - x) + abs(near.y - y) > 1.3 or not right or not down:
            continue
        # The first cell on the way from the middle of the cell that has the number.
        start = seen.cell_at(near.x // 1 + 0.5 + right, near.y // 1 + 0.5 + down)
        if start is None:
            continue
        way = ("D" if down > 0 else "U") + ("R" if right > 0 else "L")
        if seen.add(LittleKiller((start,), way, int(near.text)), shapes=[line, near]):
            marks.remove(near)
