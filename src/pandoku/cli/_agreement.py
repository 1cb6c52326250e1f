"""How many ratings agree with those in the files."""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from math import isclose
from typing import IO, Any

import click

from pandoku.cli._output import ExitStatus
from pandoku.cli._ratings import Rated
from pandoku.cli.lists import print_table
from pandoku.errors import FormatError
from pandoku.logic import SE, PuzzleRating
from pandoku.model import Puzzle

__all__ = ["Agreement"]

_MOST_SHOWN = 10
_STARTS = (3.0, 4.5, 6.5, 7.5, 8.5, 9.0, 9.5)  # the least ER of each band but the first
_BANDS = (
    *("below 3", "3 to 4.4", "4.5 to 6.4", "6.5 to 7.4", "7.5 to 8.4", "8.5 to 8.9"),
    *("9 to 9.4", "9.5 and above"),
)


class Agreement:
    """Counts which ratings are those that stand beside the puzzles.

    Args:
        status: Becomes 1 if a rating differs or is left open, 2 if there is none to compare with.
    """

    def __init__(self, status: ExitStatus) -> None:
        self._status = status
        self._counts: dict[str, Counter[str]] = {}  # verdicts by band
        self._differences: list[str] = []

    def compare(self, _: IO[str], each: Rated) -> None:
        """Compare the rating of a puzzle with the one in its file."""
        assert each.entry is not None
        assert isinstance(each.entry.value, Puzzle)
        if not each.rating.is_proper:
            return
        try:
            expected = _expected(each.entry.value, each.rating.scale)
        except FormatError as error:
            reason = FormatError(error.reason, line=each.entry.line)
            self._status.bad(each.entry, reason)
            return
        verdict = _verdict(each.rating, expected)
        band = expected.get("level") or _BANDS[bisect(_STARTS, expected["score"])]
        self._counts.setdefault(band, Counter())[verdict] += 1
        if verdict != "agree":
            self._status.code = max(self._status.code, 1)
            shown = "/".join(str(expected[name]) for name in expected)
            found = f"expected {shown}, found {each.rating}"
            self._differences.append(f"{each.entry.place}: {found}: {each.text}")
            del self._differences[_MOST_SHOWN:]

    def summarize(self) -> None:
        """Print the counts, and the first puzzles whose ratings do not agree."""
        counts = self._counts
        if not counts:
            return
        order = sorted(counts, key=lambda band: _BANDS.index(band) if band in _BANDS else -1)
        total = sum(counts.values(), Counter[str]())
        rows = [_row(band, counts[band]) for band in order] + [_row("all", total)]
        print_table(("rating", "puzzles", "agree", "differ", "open", "share"), rows)
        n = total.total() - total["agree"]
        if n:
            click.echo(f"\nThe first of {n:,} that do not agree:" if n > 1 else "")
        for difference in self._differences:
            click.echo(difference)


def _expected(puzzle: Puzzle, scale: str) -> dict[str, Any]:
    """Return what stands beside a puzzle: "score", and "ep", "ed" or "level" if they do.

    Raises:
        FormatError: There is no rating, or it is no number.
    """
    names = {"er": "score", "ep": "ep", "ed": "ed"} if scale == SE else {"score": "score"}
    found: dict[str, Any] = {}
    for column, name in names.items():
        text = str(puzzle.extra.get(column, "")).strip()
        if text:
            found[name] = _number(column, text)
    if "score" not in found:
        column = next(iter(names))
        after = ", or ER/EP/ED after the puzzle" if scale == SE else ""
        raise FormatError(f"expected a rating (a csv with a column {column}{after}), found none")
    if scale != SE and (level := puzzle.extra.get("level")):
        found["level"] = str(level).lower()
    return found


def _number(column: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        reason = f"expected a number in the column {column}, found {text!r}"
        raise FormatError(reason) from None


def _verdict(rating: PuzzleRating, expected: dict[str, Any]) -> str:
    if rating.is_bound:
        return "open" if rating.score <= expected["score"] else "differ"
    found = {"score": rating.score, "ep": rating.ep, "ed": rating.ed}
    is_same = all(
        rating.level == value if name == "level" else isclose(found[name] or 0, value, abs_tol=0.01)
        for name, value in expected.items()
    )
    return "agree" if is_same else "differ"


def _row(band: str, counts: Counter[str]) -> tuple[str, ...]:
    n = counts.total()
    numbers = (f"{each:,}" for each in (n, *(counts[v] for v in ("agree", "differ", "open"))))
    return (band, *numbers, f"{100 * counts['agree'] / n:.1f} %")
