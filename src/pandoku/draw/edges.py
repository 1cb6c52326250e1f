"""Conversion of a drawing's lines to box-drawing characters for the edges between cells."""

from __future__ import annotations

from collections.abc import Iterable

from pandoku.draw.items import Line

__all__ = ["CELL", "CROSSED", "HEAVY", "LIGHT", "NONE", "Edges", "crossing"]

# The kinds of lines along an edge between two cells, from weak to strong.
NONE, CELL, LIGHT, HEAVY, CROSSED = range(5)
_KINDS = {
    "cell": CELL,
    "sum": LIGHT,
    "cage": HEAVY,
    "box": HEAVY,
    "box-in-cage": CROSSED,
    "frame": HEAVY,
}
# The characters for crossings, at the index 27 * up + 9 * right + 3 * down + left, where each arm
# has a weight: 0 none, 1 light, 2 heavy.
_CROSSINGS = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋"


class Edges:
    """The strongest line along each edge of the cells.

    Attributes:
        across: `across[y][x]` is the edge above cell (y, x). The last row has the edges below the
            grid.
        down: `down[y][x]` is the edge to the left of cell (y, x). The last edge in each row is to
            the right of the grid.
    """

    def __init__(self, order: int, lines: Iterable[Line]) -> None:
        self.order = order
        self.across = [[NONE] * order for _ in range(order + 1)]
        self.down = [[NONE] * (order + 1) for _ in range(order)]
        for line in lines:
            self._add(line)

    def _add(self, line: Line) -> None:
        kind = _KINDS.get(line.role, NONE)
        x1, y1, x2, y2 = (round(v) for v in (line.x1, line.y1, line.x2, line.y2))
        if line.y1 == line.y2:
            for x in range(x1, x2):
                self.across[y1][x] = max(self.across[y1][x], kind)
        elif line.x1 == line.x2:
            for y in range(y1, y2):
                self.down[y][x1] = max(self.down[y][x1], kind)

    def around(self, y: int, x: int) -> tuple[int, int, int, int]:
        """Return the edges at the upper left corner of cell (y, x): up, right, down, left.

        Args:
            y: Row, 0 to order. The crossing at (order, order) is the lower right corner of the
                grid.
            x: Column, 0 to order.
        """
        n = self.order
        return (
            self.down[y - 1][x] if y > 0 else NONE,
            self.across[y][x] if x < n else NONE,
            self.down[y][x] if y < n else NONE,
            self.across[y][x - 1] if x > 0 else NONE,
        )


def crossing(up: int, right: int, down: int, left: int) -> str:
    """Return the character for lines that meet, from their weights: 0 none, 1 light, 2 heavy.

    >>> crossing(0, 2, 1, 0)
    '┍'
    """
    return _CROSSINGS[27 * up + 9 * right + 3 * down + left]
