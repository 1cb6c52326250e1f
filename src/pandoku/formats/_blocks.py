"""Runs of lines that are nothing but a puzzle each, read whole: no step of Python a puzzle.

A format whose puzzles are lines offers them by a function `read_blocks(lines)` beside its `read`.
It yields what `read` yields, with a Block in the place of the Items of plain lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import NamedTuple

from pandoku.formats._text import Item, Line, Lines, read_each_line
from pandoku.model import Geometry, Puzzle

__all__ = ["Block", "Chunk", "read_chunks"]

_FEW = 16  # lines: not worth cutting further


class Block(NamedTuple):
    """Puzzles of one order, on consecutive lines.

    Attributes:
        line: 1-based line of the first.
        order: Of all of them; the boxes are the order's usual ones.
        cells: order * order bytes for each puzzle: the digits, 0 for an empty cell.
    """

    line: int
    order: int
    cells: bytes

    @property
    def n_puzzles(self) -> int:
        """How many there are."""
        return len(self.cells) // self.order**2

    def part(self, start: int, stop: int) -> Block:
        """Return the puzzles from *start* on, before *stop*."""
        size = self.order**2
        return Block(self.line + start, self.order, self.cells[start * size : stop * size])

    def puzzle(self, index: int) -> Puzzle:
        """Return one of the puzzles."""
        size = self.order**2
        cells = self.cells[index * size : (index + 1) * size]
        return Puzzle(Geometry.standard(self.order), tuple(cells))


class Chunk(NamedTuple):
    """Whole lines of a source as they stand: the number of the first, and all of them."""

    number: int
    raw: bytes

    def lines(self) -> Iterator[Line]:
        """Yield the lines one by one."""
        return iter(Lines(BytesIO(self.raw), self.number - 1, may_have_bom=False))

    def halves(self) -> tuple[Chunk, Chunk] | None:
        """Cut it in two at the end of a line; None when it has few lines."""
        if self.raw.count(b"\n") <= _FEW:
            return None
        middle = len(self.raw) // 2
        cut = self.raw.rfind(b"\n", 0, middle) + 1 or self.raw.index(b"\n", middle) + 1
        first = self.raw[:cut]
        return Chunk(self.number, first), Chunk(self.number + first.count(b"\n"), self.raw[cut:])


def read_chunks(
    lines: Lines, block_of: Callable[[Chunk], Block | None], parse: Callable[[Line], Puzzle]
) -> Iterator[Item | Block]:
    """Yield the puzzles of *lines*: what *block_of* takes whole, and the rest line by line.

    A chunk that is not plain is cut in two until its parts are, or are small: one odd line
    costs its neighbours little.
    """
    while (taken := lines.take_raw()) is not None:
        waiting = [Chunk(*taken)]
        while waiting:
            chunk = waiting.pop()
            if (block := block_of(chunk)) is not None:
                yield block
            elif (halves := chunk.halves()) is not None:
                waiting += reversed(halves)
            else:
                yield from read_each_line(chunk.lines(), parse)
