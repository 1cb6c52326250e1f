"""The ratings of the puzzles of the input, and how they agree with expected ones."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import isclose
from typing import IO, NamedTuple

import click

from pandoku.cli._input import BatchEntry, Entry
from pandoku.cli._output import ExitStatus
from pandoku.cli.lists import print_table
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import get_format
from pandoku.formats.line import characters
from pandoku.logic import SE, PuzzleRating, rate_all, rate_many, scale_for
from pandoku.model import Puzzle

__all__ = ["Agreement", "RatedEntry", "RatingOptions", "Refused"]

_MOST_SHOWN = 10
_STARTS = (3.0, 4.5, 6.5, 7.5, 8.5, 9.0, 9.5)  # the least ER of each band but the first
_BANDS = (
    *("below 3", "3 to 4.4", "4.5 to 6.4", "6.5 to 7.4", "7.5 to 8.4", "8.5 to 8.9"),
    *("9 to 9.4", "9.5 and above"),
)


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
    """The arguments of `rate_all`, the same for every puzzle."""

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


class _Expected(NamedTuple):
    """The ratings that a file gives for a puzzle.

    Attributes:
        numbers: ER, EP and ED, or ER alone; or the score in another scale.
        level: The word of another scale than "se", or None.
        shown: All of it as it is written.
    """

    numbers: tuple[float, ...]
    level: str | None
    shown: str

    @classmethod
    def of(cls, extra: Mapping[str, object], scale: str) -> _Expected:
        """Return what the columns of a puzzle say in a scale.

        Raises:
            FormatError: The rating is missing, or is not a number.
        """
        first, *others = ("er", "ep", "ed") if scale == SE else ("score",)
        if not extra.get(first):
            after = " or ER/EP/ED after the puzzle" if scale == SE else ""
            raise FormatError(f"expected a rating (a csv with a column {first}{after}), found none")
        known = (first, *others) if all(map(extra.get, others)) else (first,)
        texts = [str(extra[name]).strip() for name in known]
        level = str(extra["level"]) if scale != SE and extra.get("level") else None
        words = filter(None, ("/".join(texts), level))
        numbers = tuple(map(_number, known, texts))
        return cls(numbers, level.lower() if level else None, ", ".join(words))

    @property
    def band(self) -> str:
        """The group in which the puzzle is counted: its level, or a range of ER."""
        return self.level or _BANDS[bisect(_STARTS, self.numbers[0])]

    def verdict(self, rating: PuzzleRating) -> str:
        """Return "agree" or "differ", or "open" if rating stopped before that is known."""
        if rating.is_bound and rating.end != "stuck":  # that is the last word of the scale
            return "open" if rating.score <= self.numbers[0] else "differ"
        if self.level not in (None, rating.level):
            return "differ"
        found = (rating.score, rating.ep or 0.0, rating.ed or 0.0)
        pairs = zip(found, self.numbers, strict=False)
        return "agree" if all(isclose(*pair, abs_tol=0.01) for pair in pairs) else "differ"


class Agreement:
    """Counts how many ratings agree with those in the file.

    Args:
        status: Becomes 1 if a rating differs or is left open, 2 if the file has no ratings.
    """

    def __init__(self, status: ExitStatus) -> None:
        self._status = status
        self._counts: dict[str, Counter[str]] = {}  # verdicts by band
        self._least: dict[str, float] = {}  # the least number of each band, for their order
        self._others: list[str] = []  # the first that do not agree

    def compare(self, _: IO[str], each: RatedEntry) -> None:
        """Compare the rating of a puzzle with the one in its file."""
        if not each.rating.is_proper:
            return
        assert each.entry is not None
        assert isinstance(each.entry.value, Puzzle)
        try:
            expected = _Expected.of(each.entry.value.extra, each.rating.scale)
        except FormatError as error:
            self._status.bad(each.entry, FormatError(error.reason, line=each.entry.line))
            return
        verdict, band, number = expected.verdict(each.rating), expected.band, expected.numbers[0]
        self._counts.setdefault(band, Counter())[verdict] += 1
        self._least[band] = min(number, self._least.get(band, number))
        if verdict != "agree":
            self._status.code = max(self._status.code, 1)
            if len(self._others) < _MOST_SHOWN:
                found = f"expected {expected.shown}, found {each.rating}"
                self._others.append(f"{each.entry.place}: {found}: {each.text}")

    def summarize(self) -> None:
        """Print the counts, and the first puzzles whose ratings do not agree."""
        if not self._counts:
            return
        rows = [
            _row(band, self._counts[band])
            for band in sorted(self._counts, key=self._least.__getitem__)
        ]
        total = sum(self._counts.values(), Counter[str]())
        heads = ("rating", "puzzles", "agree", "differ", "open", "share")
        print_table(heads, [*rows, _row("all", total)])
        if self._others:
            n = total.total() - total["agree"]
            click.echo(f"\nthe first {len(self._others)} of {n:,} that do not agree:")
        for line in self._others:
            click.echo(line)


def _number(column: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        reason = f"expected a number in the column {column}, found {text!r}"
        raise FormatError(reason) from None


def _row(band: str, counts: Counter[str]) -> tuple[str, ...]:
    n = counts.total()
    numbers = (f"{each:,}" for each in (n, *(counts[v] for v in ("agree", "differ", "open"))))
    return (band, *numbers, f"{100 * counts['agree'] / n:.1f} %")
