"""Marks: a player's pencil marks, colors and lines in the cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pandoku.errors import PuzzleError
from pandoku.model.geometry import Geometry, cell_name
from pandoku.model.grids import CellLike, cell_of, refusal
from pandoku.model.puzzle import Puzzle
from pandoku.model.whole import as_whole, parts_of

__all__ = ["N_COLORS", "N_LETTERS", "N_PIECES", "Marks"]

N_COLORS = 9
N_LETTERS = 26
N_PIECES = 48  # eight pieces of lines for each of six colors
_WORDS = {
    "corner": "corner marks",
    "center": "center marks",
    "colors": "a color",
    "letters": "a letter",
    "pen": "a piece of a line",
}
_MOST = {"colors": N_COLORS, "letters": N_LETTERS, "pen": N_PIECES}  # other layers have digits

ByCell = Mapping[Any, Iterable[int]]  # the keys are cells in any form


@dataclass(frozen=True, slots=True, repr=False)
class Marks:
    """A player's pencil marks, colors and lines.

    Create them from digits by cell (`Marks.of`) or from masks: `Marks(9, center=board.masks)` shows
    the candidates of a board.

    Attributes:
        order: The n of an n x n grid.
        corner: Masks of the digits along the border of each cell: bit d-1 for digit d, 0 for no
            digits. () means that no cell has these marks.
        center: Masks of the digits in the middle of each cell: the candidates that the player
            still considers possible.
        colors: Masks of the colors of each cell: bit c-1 for color c, 1 to 9.
        letters: Masks of the letters of each cell, which are marks like digits: bit 0 for A, bit 25
            for Z.
        pen: Masks of the lines that the player drew, in pieces: bit 8*(c-1) + k-1 for piece k, 1 to
            8, in color c, 1 to 6. The pieces 1 to 4 lead from the center of the cell to the center
            of the cell to the right, below, below to the right, and below to the left. The pieces
            5 to 8 are the upper, left, lower and right side of the cell.

    Raises:
        PuzzleError: The number of masks differs from the number of cells, or a mask has a bit
            beyond the highest digit or color.
    """

    order: int
    corner: tuple[int, ...] = ()
    center: tuple[int, ...] = ()
    colors: tuple[int, ...] = ()
    letters: tuple[int, ...] = ()
    pen: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        n_cells = Geometry(self.order, None).n_cells
        for layer in _WORDS:
            masks = getattr(self, layer)
            if not isinstance(masks, Iterable):
                raise refusal(masks, f"{layer} masks as a tuple")
            masks = tuple(masks) or (0,) * n_cells
            _check(self.order, layer, masks)
            object.__setattr__(self, layer, masks)

    @classmethod
    def of(
        cls,
        what: Puzzle | Geometry | int,
        *,
        corner: ByCell | None = None,
        center: ByCell | None = None,
        colors: ByCell | None = None,
    ) -> Marks:
        """Return marks in some cells.

        Args:
            what: The marked puzzle, its geometry, or its order.
            corner: Digits for each marked cell.
            center: Digits for each marked cell.
            colors: Colors for each marked cell, each color from 1 to 9.

        Raises:
            PuzzleError: The order is out of range, a cell is outside the grid, a digit is out of
                range for the order, or a color is not in 1 to 9.

        >>> Marks.of(4, center={0: (2, 3)}).center[:2]
        (6, 0)
        """
        order = as_whole(what) if not isinstance(what, Puzzle | Geometry) else what.order
        if order is None:
            raise refusal(what, "a puzzle, a geometry or an order")
        layers: dict[str, list[int]] = {}
        n_cells = Geometry(order, None).n_cells
        for layer, by_cell in (("corner", corner), ("center", center), ("colors", colors)):
            masks = layers.setdefault(layer, [0] * n_cells)
            if by_cell is not None and not isinstance(by_cell, Mapping):
                raise refusal(by_cell, f"{layer} marks by cell (a dict)")
            for cell, numbers in (by_cell or {}).items():
                masks[cell_of(order, cell)] = _mask(order, layer, cell, numbers)
        return cls(order, *map(tuple, layers.values()))

    def put(self, layer: str, cell: CellLike, numbers: Iterable[int]) -> Marks:
        """Return a copy with the marks of one cell changed.

        Args:
            layer: "corner", "center", "colors", "letters" or "pen".
            cell: 0 .. n*n-1, a pair (row, column) counted from 0, or a name "r1c1".
            numbers: The new digits or colors of the cell in this layer; () removes them.

        Raises:
            ValueError: *layer* is not the name of a layer.
            PuzzleError: As in `of`.

        >>> Marks(4).put("corner", 3, (1, 2)).corner[3]
        3
        """
        _require_layer(layer)
        at = cell_of(self.order, cell)
        mask = _mask(self.order, layer, at, numbers)
        masks: tuple[int, ...] = getattr(self, layer)
        return replace(self, **{layer: (*masks[:at], mask, *masks[at + 1 :])})  # type: ignore[arg-type]

    def add(self, layer: str, cells: Iterable[CellLike], number: int) -> Marks:
        """Return a copy with the mark *number* added to each of *cells*.

        Args:
            layer: "corner", "center", "colors", "letters" or "pen".
            cells: Cells as in `put`.
            number: A digit 1..n, a color 1 to 9, a letter 1 to 26, or a piece of a line 1 to 48.

        Raises:
            ValueError, PuzzleError: As in `put`.

        >>> Marks(4).add("center", (0, 5), 3).add("center", (0,), 1).center[:6]
        (5, 0, 0, 0, 0, 4)
        """
        return self._changed(layer, cells, add=(number,))

    def remove(self, layer: str, cells: Iterable[CellLike], number: int) -> Marks:
        """Return a copy with the mark *number* removed from *cells*. Arguments are as in `add`."""
        return self._changed(layer, cells, remove=(number,))

    def clear(self, layer: str, cells: Iterable[CellLike]) -> Marks:
        """Return a copy without the marks of one layer in *cells*. Arguments are as in `add`."""
        _require_layer(layer)
        return self._changed(layer, cells, remove=range(1, _most(self.order, layer) + 1))

    def _changed(
        self,
        layer: str,
        cells: Iterable[CellLike],
        add: Iterable[int] = (),
        remove: Iterable[int] = (),
    ) -> Marks:
        """Return a copy without checking unchanged marks, because a game makes very many copies."""
        _require_layer(layer)
        masks = list(getattr(self, layer))
        on, off = _mask(self.order, layer, 0, add), _mask(self.order, layer, 0, remove)
        if (listed := parts_of(cells)) is None:
            raise refusal(cells, "cells")
        for cell in listed:
            at = cell_of(self.order, cell)
            masks[at] = masks[at] & ~off | on
        marks = object.__new__(Marks)
        for name in ("order", *_WORDS):
            value = tuple(masks) if name == layer else getattr(self, name)
            object.__setattr__(marks, name, value)
        return marks

    def require_order(self, order: int) -> None:
        """Raise PuzzleError if the marks are for a puzzle of another order."""
        if self.order != order:
            raise PuzzleError(f"expected marks for {order**2} cells, found {self.order**2}")

    def __repr__(self) -> str:
        parts = [f"{self.order}x{self.order}"]
        for layer in _WORDS:
            masks = getattr(self, layer)
            if any(masks):
                parts.append(f"{layer} in {len(masks) - masks.count(0)} of {len(masks)} cells")
        return f"Marks({', '.join(parts)})"


def _require_layer(layer: str) -> None:
    if not isinstance(layer, str) or layer not in _WORDS:
        raise ValueError(f"expected a layer out of {', '.join(_WORDS)}, found {layer!r}")


def _most(order: int, layer: str) -> int:
    return _MOST.get(layer, order)


def _mask(order: int, layer: str, cell: CellLike, numbers: Iterable[int]) -> int:
    mask, at = 0, cell_of(order, cell)
    listed = parts_of(numbers)
    for value in (numbers,) if listed is None else listed:
        number = as_whole(value)
        if number is None or not 1 <= number <= _most(order, layer):
            raise PuzzleError(_complaint(order, layer, at, value))
        mask |= 1 << (number - 1)
    return mask


def _check(order: int, layer: str, masks: Sequence[int]) -> None:
    if len(masks) != order**2:
        raise PuzzleError(f"expected {layer} masks for {order**2} cells, found {len(masks)}")
    for cell, mask in enumerate(masks):
        if type(mask) is not int or mask < 0:
            raise PuzzleError(f"{cell_name(order, cell)}: expected a mask, found {mask!r}")
        if mask >> _most(order, layer):
            raise PuzzleError(_complaint(order, layer, cell, mask.bit_length()))


def _complaint(order: int, layer: str, cell: int, number: object) -> str:
    name = cell_name(order, cell)
    return f"{name}: expected {_WORDS[layer]} from 1 to {_most(order, layer)}, found {number!r}"
