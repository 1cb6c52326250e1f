"""Small pictures of boards, with half a character for each cell."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from pandoku.model import Puzzle

__all__ = ["WIDEST", "picture"]

_N_TINTS = 4  # number of variables $tint-1, $tint-2, ... in a theme
# maximum number of cells per side. Larger boards are shown without some rows and columns.
WIDEST = 12


def picture(puzzle: Puzzle, digits: Sequence[int], *, is_plain: bool = False) -> list[Content]:
    """Return the lines of a small picture of a board.

    Each line shows two rows of cells. Givens are bright, the player's digits have the accent color,
    and empty cells have the tint of their box or cage.

    Args:
        puzzle: The puzzle.
        digits: The digit of each cell (given or entered), or 0 for an empty cell.
        is_plain: Whether the terminal has few colors. If true, empty cells are not tinted.
    """
    order = puzzle.order
    side = min(order, WIDEST)
    at = [index * order // side for index in range(side)]
    tints = _tints(puzzle)

    def color(row: int, column: int) -> str:
        cell = at[row] * order + at[column]
        if puzzle.givens[cell]:
            return "$muted" if not is_plain else "$foreground"
        if digits[cell]:
            return "$accent"
        return "" if is_plain else tints[cell]

    return [
        Content.assemble(
            *(
                _pair(color(row, column), color(row + 1, column) if row + 1 < side else "")
                for column in range(side)
            )
        )
        for row in range(0, side, 2)
    ]


def _pair(upper: str, lower: str) -> tuple[str, str]:
    """Return the character for two cells, one above the other, and the character's style."""
    if upper and lower:
        return ("█", upper) if upper == lower else ("▀", f"{upper} on {lower}")
    if upper:
        return "▀", upper
    return ("▄", lower) if lower else (" ", "")


def _tints(puzzle: Puzzle) -> list[str]:
    """Return a tint for each cell, so that neighboring cages (or boxes, without cages) differ."""
    order, groups = puzzle.order, [0] * puzzle.order**2
    areas = [cage.cells for cage in puzzle.cages] or [
        house.cells for house in puzzle.geometry.houses if house.kind in ("box", "region")
    ]
    for number, cells in enumerate(areas, 1):
        for cell in cells:
            groups[cell] = number
    near: dict[int, set[int]] = {}
    for cell, group in enumerate(groups):
        row, column = divmod(cell, order)
        around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
        near.setdefault(group, set()).update(
            groups[r * order + c] for r, c in around if 0 <= r < order and 0 <= c < order
        )
    tint_of: dict[int, int] = {}
    for group, others in near.items():
        taken = {tint_of.get(other) for other in others if other != group}
        tint_of[group] = next(tint for tint in range(len(near)) if tint not in taken)
    return [f"$tint-{tint_of[group] % _N_TINTS + 1}" for group in groups]
