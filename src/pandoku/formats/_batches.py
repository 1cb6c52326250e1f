"""Runs of lines that are nothing but a puzzle each, read whole: no step of Python a puzzle.

A format whose puzzles are lines offers them by a function `read_batches(lines)` beside its `read`.
It yields what `read` yields, with a Batch in the place of the Items of plain lines; its origins are
the line numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import NamedTuple

from pandoku.formats._text import MAX_LINE, Item, Lines, SourceLine, read_each_line
from pandoku.model import Batch, Puzzle

__all__ = ["Chunk", "read_chunks"]

_FEW = 16  # lines: not worth cutting further


class Chunk(NamedTuple):
    """Whole lines of a source as they stand.

    Attributes:
        number: 1-based number of the first line.
        raw: The lines with their ends.
    """

    number: int
    raw: bytes

    def lines(self) -> Iterator[SourceLine]:
        """Yield the lines one by one."""
        return iter(Lines(BytesIO(self.raw), self.number - 1, may_have_bom=False))

    def is_text(self) -> bool:
        """Return whether all lines are what `Lines` takes: a batch may look at a part of them."""
        if b"\0" in self.raw:
            return False
        try:
            self.raw.decode()
        except UnicodeDecodeError:
            return False
        return len(self.raw) <= MAX_LINE or max(map(len, self.raw.split(b"\n"))) <= MAX_LINE

    def halves(self) -> tuple[Chunk, Chunk] | None:
        """Return the chunk cut in two at the end of a line; None when it has few lines."""
        if self.raw.count(b"\n") <= _FEW:
            return None
        middle = len(self.raw) // 2
        cut = self.raw.rfind(b"\n", 0, middle) + 1 or self.raw.index(b"\n", middle) + 1
        first = self.raw[:cut]
        return Chunk(self.number, first), Chunk(self.number + first.count(b"\n"), self.raw[cut:])


def read_chunks(
    lines: Lines,
    batch_of: Callable[[Chunk], Batch | None],
    parse: Callable[[SourceLine], Puzzle | Item],
) -> Iterator[Item | Batch]:
    """Yield the puzzles of *lines*: what *batch_of* takes as Batches, and the rest line by line.

    A chunk that is not plain is cut in two until its parts are plain or small, so that one odd line
    costs its neighbors little. If somebody named the digits, each line is read alone.
    """
    if lines.digits:
        yield from read_each_line(lines, parse)
        return
    while (taken := lines.take_raw()) is not None:
        waiting = [Chunk(*taken)]
        while waiting:
            chunk = waiting.pop()
            if (batch := batch_of(chunk)) is not None:
                yield batch
            elif (halves := chunk.halves()) is not None:
                waiting += reversed(halves)
            else:
                yield from read_each_line(chunk.lines(), parse)
