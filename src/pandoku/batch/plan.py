"""The division of a job's rows into parts."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

__all__ = ["Plan", "RowRange", "name_of"]

# Index of the file, index of the row group, first row in the group, and number of rows.
RowRange = tuple[int, int, int, int]

_MOST_IN_A_FOLDER = 10_000  # if a job has more parts, they are in subfolders of 1,000 parts


@dataclass(frozen=True, slots=True)
class Plan:
    """The parts of a job. A part is a sequence of row groups, or a slice of a large row group.

    A job without rows has one part, so that its table records the columns.

    Attributes:
        pieces: The pieces of the inputs, in order, as four columns (see `RowRange`). Empty for a
            job without inputs.
        starts: Index of the first piece of each part, followed by the number of pieces.
        firsts: Index of the first row of each part, followed by the number of rows.
    """

    pieces: tuple[array[int], array[int], array[int], array[int]]
    starts: array[int]
    firsts: array[int]

    @classmethod
    def of_count(cls, count: int, rows: int) -> Plan:
        """Return the parts of a job that makes *count* rows."""
        n_parts = max(1, -(-count // rows))
        firsts = array("q", (min(part * rows, count) for part in range(n_parts + 1)))
        return cls(_no_pieces(), array("q", bytes(8 * (n_parts + 1))), firsts)

    @classmethod
    def of_groups(cls, groups: Iterable[Sequence[int]], rows: int) -> Plan:
        """Return the parts of a job that reads row groups.

        A part consists of consecutive row groups that have at most *rows* rows in total. A row
        group with more than *rows* rows is cut into slices, and each slice is a part.

        >>> plan = Plan.of_groups([[3, 3, 5]], 6)
        >>> plan.n_parts, plan.pieces_of(0), plan.n_rows_of(1)
        (2, [(0, 0, 0, 3), (0, 1, 0, 3)], 5)
        """
        pieces, starts, firsts = _no_pieces(), array("q"), array("q")
        total = held = 0
        for source, sizes in enumerate(groups):
            for group, size in enumerate(sizes):
                for first in range(0, size, rows):
                    count = min(rows, size - first)
                    if not held or held + count > rows or size > rows:
                        starts.append(len(pieces[0]))
                        firsts.append(total)
                        held = 0
                    held += count
                    total += count
                    for values, value in zip(pieces, (source, group, first, count), strict=True):
                        values.append(value)
                if size > rows:
                    held = 0
        if not starts:
            starts.append(0)
            firsts.append(0)
        starts.append(len(pieces[0]))
        firsts.append(total)
        return cls(pieces, starts, firsts)

    @property
    def n_parts(self) -> int:
        """The number of parts."""
        return len(self.firsts) - 1

    @property
    def n_rows(self) -> int:
        """The number of rows that the job reads or makes."""
        return self.firsts[-1]

    def n_rows_of(self, part: int) -> int:
        """Return the number of rows that a part reads or makes."""
        return self.firsts[part + 1] - self.firsts[part]

    def pieces_of(self, part: int) -> list[RowRange]:
        """Return the pieces of the inputs that a part reads."""
        places = slice(self.starts[part], self.starts[part + 1])
        return list(zip(*(values[places] for values in self.pieces), strict=True))


def _no_pieces() -> tuple[array[int], array[int], array[int], array[int]]:
    return array("i"), array("i"), array("q"), array("q")


def name_of(table: str, part: int, job: str, n_parts: int) -> str:
    """Return the file name of a part.

    The name contains the first six digits of the job's id, so that another job does not replace the
    file.

    >>> name_of("puzzles", 42, "3f9a1c77", 200), name_of("puzzles", 42, "3f9a1c77", 20_000)
    ('puzzles/part-00042-3f9a1c.parquet', 'puzzles/0000/part-0000042-3f9a1c.parquet')
    """
    if n_parts <= _MOST_IN_A_FOLDER:
        return f"{table}/part-{part:05d}-{job[:6]}.parquet"
    return f"{table}/{part // 1000:04d}/part-{part:07d}-{job[:6]}.parquet"
