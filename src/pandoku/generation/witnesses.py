"""Witnesses: grids other than the solution that satisfy everything a draft has so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from pandoku.constraints import Canvas
from pandoku.generation.pieces import MixPiece

__all__ = ["Witnesses"]


@dataclass(slots=True)
class Witnesses:
    """The witnesses of a draft. Each new piece or given rules out some of them.

    Sets of witnesses are bit masks of their positions.

    Attributes:
        canvas: The grid with the solution.
    """

    canvas: Canvas
    _rows: list[tuple[int, ...]] = field(init=False, default_factory=list)
    _differing: list[int] = field(init=False, default_factory=list)  # cells unlike the solution
    _unlike: list[int] = field(init=False, default_factory=list)  # for each cell, the witnesses
    _left: int = field(init=False, default=0)
    # For each piece, the witnesses that it was compared with, and those that it rules out.
    _known: dict[MixPiece, tuple[int, int]] = field(init=False, default_factory=dict)

    def __len__(self) -> int:
        return self._left.bit_count()

    def note(self, rows: Iterable[tuple[int, ...]]) -> None:
        """Replace the witnesses by other grids. The solution is ignored."""
        solution = self.canvas.digits
        self._rows = [row for row in rows if row != solution]
        self._differing, self._unlike = [], [0] * len(solution)
        for at, row in enumerate(self._rows):
            cells = [cell for cell, digit in enumerate(solution) if row[cell] != digit]
            self._differing.append(sum([1 << cell for cell in cells]))
            for cell in cells:
                self._unlike[cell] |= 1 << at
        self._left = (1 << len(self._rows)) - 1
        self._known.clear()

    def n_without(self, item: MixPiece | Sequence[int]) -> int:
        """Return the number of witnesses that a piece, or givens in some cells, would rule out."""
        return self._ruled_out(item).bit_count()

    def rule_out(self, item: MixPiece | Sequence[int]) -> None:
        """Forget the witnesses that a piece, or givens in some cells, rule out."""
        self._left &= ~self._ruled_out(item)

    def _ruled_out(self, item: MixPiece | Sequence[int]) -> int:
        if isinstance(item, MixPiece):
            return self._ruled_out_by_piece(item)
        found = 0
        for cell in item if self._left else ():
            found |= self._unlike[cell]
        return found & self._left

    def _ruled_out_by_piece(self, piece: MixPiece) -> int:
        tested, found = self._known.get(piece, (0, 0))
        if open_ := self._left & ~tested:
            for at, row in enumerate(self._rows):
                # The solution satisfies the piece, and so do grids that are the same in its cells.
                if (
                    open_ >> at & 1
                    and self._differing[at] & piece.reads
                    and not piece.holds(row, self.canvas)
                ):
                    found |= 1 << at
            self._known[piece] = tested | open_, found
        return found & self._left
