"""Read plain lines fast: the core parses many lines in one call.

A format with one puzzle per line may have a function `read_batches(lines)` in addition to `read`.
`read_batches` yields the same puzzles as `read`, but combines consecutive plain lines into a Batch.
The origins of the Batch are line numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from typing import NamedTuple

from pandoku.formats._text import MAX_LINE, Item, Lines, SourceLine, read_each_line
from pandoku.model import Batch, Puzzle

_FEW = 16  # a chunk with at most this number of lines is not split


class Chunk(NamedTuple):
    """Complete lines of a source as raw bytes.

    Attributes:
        number: The number of the first line, from 1.
        raw: The bytes of the lines, with their line ends.
    """

    number: int
    raw: bytes

    def lines(self) -> Iterator[SourceLine]:
        """Yield the lines one by one."""
        return iter(Lines(BytesIO(self.raw), self.number - 1, may_have_bom=False))

    def is_text(self) -> bool:
        """Return whether `Lines` would accept every line.

        A function that makes a batch from a table parses only one field of each row. It calls this
        method to check the other fields.
        """
        if b"\0" in self.raw:
            return False
        try:
            self.raw.decode()
        except UnicodeDecodeError:
            return False
        return len(self.raw) <= MAX_LINE or max(map(len, self.raw.split(b"\n"))) <= MAX_LINE

    def halves(self) -> tuple[Chunk, Chunk] | None:
        """Split the chunk in two at the end of a line. Return None if it has few lines."""
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
    """Yield the puzzles of *lines*, as a Batch for each chunk of lines that *batch_of* accepts.

    A chunk that *batch_of* rejects is split in two, and *batch_of* tries each half. A rejected
    chunk with few lines is read line by line. A single unusual line therefore affects the
    speed of only a few lines around it. If the caller specified the digits, every line is read
    separately.
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
