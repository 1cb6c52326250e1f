"""Puzzles of the input with their ratings, rated in groups or as Batches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pandoku.cli._input import BatchEntry, Entry
from pandoku.errors import PandokuError
from pandoku.formats import get_format
from pandoku.formats.line import characters
from pandoku.logic import SE, PuzzleRating, rate_all, rate_many, scale_for
from pandoku.model import Puzzle

__all__ = ["RatedEntry", "RatingOptions", "Refused"]


class RatedEntry(NamedTuple):
    """A puzzle of the input with its rating.

    Attributes:
        text: The puzzle as a line, or its name if a line cannot hold it.
        rating: The rating; of a puzzle that is not proper, the reason why it has none.
        entry: The puzzle and its place; None for a proper puzzle of a Batch.
    """

    text: str
    rating: PuzzleRating
    entry: Entry | None


class Refused(NamedTuple):
    """A place of the input without a rating: bad input, or a puzzle that the scale does not take.

    Attributes:
        entry: The place.
        error: The reason.
    """

    entry: Entry
    error: PandokuError


class RatingOptions(NamedTuple):
    """What is asked of every puzzle: the arguments of `rate_all`."""

    scale: str | None
    budget: int | None
    at_least: float | None
    at_most: float | None
    threads: int | None

    def rated(self, group: BatchEntry | list[Entry]) -> tuple[Iterable[RatedEntry | Refused], int]:
        """Return the puzzles of a group with their ratings, and how many there are."""
        if isinstance(group, BatchEntry):
            if self._is_replayed(group.batch[0]):
                return self._of_batch(group), len(group.batch)
            group = [group.entry(index) for index in range(len(group.batch))]
        return self._of_entries(group), len(group)

    def _is_replayed(self, puzzle: Puzzle) -> bool:
        try:
            return scale_for(puzzle, self.scale) == SE
        except PandokuError:
            return False

    def _of_batch(self, group: BatchEntry) -> Iterator[RatedEntry]:
        """Return the puzzles of a Batch of classic Sudokus."""
        ratings = rate_many(group.batch, **self._asdict())
        cells = characters(group.batch.rows.tobytes()).decode("ascii")
        width = group.batch.geometry.n_cells
        return (
            RatedEntry(
                cells[at * width : (at + 1) * width],
                rating,
                None if rating.is_proper else group.entry(at),
            )
            for at, rating in enumerate(ratings)
        )

    def _of_entries(self, entries: list[Entry]) -> Iterator[RatedEntry | Refused]:
        """Return puzzles of any kinds and bad input, in order."""
        puzzles = [entry.value for entry in entries if isinstance(entry.value, Puzzle)]
        ratings = rate_all(puzzles, **self._asdict(), on_error="keep").each()
        results = (
            next(ratings) if isinstance(entry.value, Puzzle) else entry.value for entry in entries
        )
        return (
            Refused(entry, result)
            if isinstance(result, PandokuError)
            else RatedEntry(_text_of(entry), result, entry)
            for entry, result in zip(entries, results, strict=True)
        )


def _text_of(entry: Entry) -> str:
    line = get_format("line")
    if isinstance(entry.value, Puzzle) and line.why_not(entry.value) is None:
        return line.write(entry.value).rstrip("\n")
    return entry.name or entry.place
