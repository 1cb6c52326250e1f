"""`pandoku rate`: rate how difficult puzzles are."""

from __future__ import annotations

import csv
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import StringIO
from math import isclose
from typing import IO, TYPE_CHECKING, NamedTuple, TypeGuard

import click

from pandoku.cli import options as opt
from pandoku.cli import output as out
from pandoku.cli.input import BatchEntry, Entry, Selection
from pandoku.cli.types import SCALE_TYPE, Amount, RatingBound
from pandoku.cli.wrapping import window
from pandoku.errors import FormatError, PandokuError
from pandoku.formats import get_format
from pandoku.formats.csv_format import without_formula
from pandoku.formats.line import characters
from pandoku.kernel import default_threads
from pandoku.model import Puzzle

if TYPE_CHECKING:
    from pandoku.logic import PuzzleRating

_COLUMNS = (
    *("puzzle", "scale", "score", "er", "ep", "ed"),
    *("hardest", "hardest_title", "level", "stopped"),
)
_EFFORT_COLUMNS = ("effort", "minutes", "minutes_low", "minutes_high", "effort_level")
_LAST_COLUMNS = ("title",)
_MOST_SHOWN = 10  # maximum number of disagreeing ratings that a summary lists
# Why a rating is only a lower bound without --at-least and --at-most, by the end of the rating.
_BOUNDS = {
    "budget": "the looks ran out, so the rating is a lower bound; more --looks may help",
    "stuck": "no technique applies, so the rating is a lower bound",
}
_STARTS = (3.0, 4.5, 6.5, 7.5, 8.5, 9.0, 9.5)  # the lowest ER of each band except the first
_BANDS = (
    *("below 3", "3 to 4.4", "4.5 to 6.4", "6.5 to 7.4", "7.5 to 8.4", "8.5 to 8.9"),
    *("9 to 9.4", "9.5 and above"),
)


@dataclass(frozen=True, kw_only=True)
class RateOptions(opt.PuzzleOptions):
    """The options of `pandoku rate`."""

    scale: str | None = opt.option(
        "--scale",
        type=SCALE_TYPE,
        help="se: ER, EP and ED of Sudoku Explainer, for 9x9 Sudokus. pandoku: numbers like ER for "
        "every kind of puzzle.  [default: se where it applies, else pandoku]",
    )
    budget: int | None = opt.option(
        "--looks",
        type=Amount("looks"),
        metavar="500k|20M",
        help="Maximum number of looks (examined nodes of chains) for each puzzle. The same number "
        "gives the same ratings on every machine; a time would not.",
    )
    at_least: float | None = opt.option(
        "--at-least",
        type=RatingBound(),
        metavar="R",
        help="Stop a puzzle when its rating is known to be at least R.",
    )
    at_most: float | None = opt.option(
        "--at-most",
        type=RatingBound(),
        metavar="R",
        help="Stop a puzzle when its rating is known to be above R.",
    )
    effort: bool | None = opt.option(
        "--effort/--no-effort",
        default=None,
        help="Add the effort of the complete path, the minutes of an average player with an "
        "interval, and a word for the effort. Without effort, puzzles with cages or other "
        "constraints have no word.  [default: only find the efforts that words come from]",
    )
    steps: bool = opt.option(
        "--steps", is_flag=True, help="List the steps below each puzzle, with their ratings."
    )
    checks: bool = opt.option(
        "--check",
        is_flag=True,
        help="Compare with the ratings in the files: a csv with a column er (ep, ed) or score, or "
        "lines with ER/EP/ED after the puzzle.",
    )
    as_csv: bool = opt.option(
        "--csv",
        is_flag=True,
        help=f"Print a table: {', '.join(_COLUMNS)}; with --effort also "
        f"{', '.join(_EFFORT_COLUMNS)}. The last column is {', '.join(_LAST_COLUMNS)}.",
    )
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, scale, score, er, ep, ed, hardest, hardest_title, level, "
        "stopped (rated, bounded, budget or stuck), is_bound, effort (with --effort, or if the "
        "word comes from it); or source, line, error",
    )
    output: str | None = opt.text_output()
    threads: int | None = opt.threads()


@opt.command(RateOptions, short_help="Rate how difficult puzzles are.")
def rate(options: RateOptions) -> None:
    """Rate how difficult puzzles are.

    The output has a line for each puzzle, with tabs between the columns: the puzzle, ER/EP/ED (or
    the number in another scale), the hardest technique, a word for the difficulty, and the scale.
    The mark ">=" means that the rating is a lower bound, because rating stopped early or no
    technique applies. The word for a puzzle with cages or other constraints comes from its effort.
    --effort adds three columns: the effort, the minutes of an average player, and a word for the
    effort. Only proper puzzles are rated. The exit status is 1 if a puzzle is
    not proper, if the looks run out, if no technique applies, or if --check finds a different
    rating.

    \b
    Examples:
      pandoku rate puzzles.txt
      pandoku rate puzzles.txt --effort
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    flags = {
        "csv": options.as_csv,
        "json": options.as_json,
        "steps": options.steps,
        "check": options.checks,
    }
    chosen = [name for name, is_set in flags.items() if is_set]
    if len(chosen) > 1:
        raise click.UsageError(f"expected either --{chosen[0]} or --{chosen[1]}, found both")
    medium = chosen[0] if chosen else "text"
    output = options.output
    if options.checks and options.effort:
        raise click.UsageError("--check compares ratings; leave out --effort")
    if options.checks and not out.is_stdout(output):
        raise click.UsageError("--check prints a summary; it has no output file")
    least, most = options.at_least, options.at_most
    if least is not None and most is not None and least > most:
        raise click.UsageError(f"expected --at-least up to --at-most, found {least} and {most}")
    selection, status = Selection(options), out.ExitStatus()
    rater = RatingOptions(
        options.scale,
        options.budget,
        options.at_least,
        options.at_most,
        options.effort,
        options.threads,
    )
    agreement = Agreement(status)
    put = {**_PUT, "check": agreement.compare}[medium]
    takes_batches = medium in ("text", "csv")  # other media need Puzzle objects
    with (
        out.output_file(output, status) as stream,
        out.ProgressLine("rating", options.files, output) as progress,
    ):
        columns = (*_COLUMNS, *(_EFFORT_COLUMNS if options.effort else ()), *_LAST_COLUMNS)
        heading = ",".join(columns) + "\n" if options.as_csv else ""
        # A group has just enough puzzles to keep all threads busy, because a hard puzzle takes
        # seconds.
        n_busy = 2 * default_threads(options.threads)
        for group in selection.groups(batches=takes_batches, least=n_busy):
            rated, n = rater.rated(group)
            progress.pause()
            for each in rated:
                if _is_shown(each, status, stream if options.as_json else None):
                    stream.write(heading)  # a table without rows has no heading either
                    heading = ""
                    put(stream, each)
            stream.flush()
            progress.advance(n)
    if options.checks:
        agreement.summarize()
    status.exit()


def _is_shown(
    each: RatedEntry | Refused, status: out.ExitStatus, json_to: IO[str] | None
) -> TypeGuard[RatedEntry]:
    """Return whether a puzzle has a rating to show. If not, report the reason."""
    if isinstance(each, Refused):
        status.bad(each.entry, each.error, json_to)
        return False
    if each.rating.is_proper:
        if reason := _BOUNDS.get(each.rating.end):
            assert each.entry is not None
            status.says_no(f"{each.entry.place}: {reason}")
        return True
    assert each.entry is not None
    value = each.entry.value
    problems = value.problems() if isinstance(value, Puzzle) else ()
    defects = [problem.message for problem in problems if problem.severity == "error"]
    reason = ": ".join(("not rated", each.rating.end, *defects[:1]))
    status.says_no(f"{each.entry.place}: {reason}")
    if json_to is not None:
        json_to.write(out.json_line(out.error_object(each.entry, reason)) + "\n")
    return json_to is None


def _put_text(stream: IO[str], each: RatedEntry) -> None:
    columns = _columns(each.rating, each.has_effort)
    line = f"{each.text}\t{columns}"
    if stream.isatty() and len(line.expandtabs()) > window(stream).columns:
        line = f"{each.text}\n    {columns.replace(chr(9), '  ')}"
    stream.write(f"{line}\n")


@lru_cache(maxsize=4096)  # cached, because many puzzles of a collection have the same rating
def _columns(rating: PuzzleRating, has_effort: bool) -> str:
    if not rating.is_proper:
        return f"-\t{rating.end}\t-\t-"
    bound = ">=" * rating.is_bound
    columns = [f"{bound}{rating.numbers}", rating.hardest or "-", rating.level or "-", rating.scale]
    if has_effort and (effort := rating.effort):
        columns += [f"{'>=' * effort.is_bound}{effort.effort:.0f}", effort.time, effort.level]
    return "\t".join(columns)


def _put_steps(stream: IO[str], each: RatedEntry) -> None:
    _put_text(stream, each)
    if each.rating.is_proper and each.entry is not None and isinstance(each.entry.value, Puzzle):
        from pandoku.logic import explain
        from pandoku.rating import get_scale

        scale = each.rating.scale
        order = None if get_scale(scale).program else get_scale(scale).order
        path = explain(each.entry.value, techniques=order, scale=scale, is_proper=True)
        for score, words in zip(path.scores(), path.explanations(), strict=True):
            stream.write(f"{score or '-':>8}  {words.short}\n")


def _put_csv(stream: IO[str], each: RatedEntry) -> None:
    text, title = each.text, ""
    if each.entry is not None and isinstance(each.entry.value, Puzzle):
        text = _text_of(each.entry, for_reading=True)
        title = without_formula(each.entry.value.title or "")
    text = without_formula(text)
    text = _row(text) if "," in text or '"' in text else text
    title = _row(title) if title else ""
    stream.write(f"{text},{_fields(each.rating, each.has_effort)},{title}\n")


@lru_cache(maxsize=4096)
def _fields(rating: PuzzleRating, has_effort: bool) -> str:
    fact, values = rating.to_dict(), []
    if has_effort and (effort := rating.effort):
        values = [effort.effort, effort.minutes, effort.low, effort.high, effort.level]
    return _row(*(fact[name] for name in _COLUMNS[1:]), *values)


def _row(*values: object) -> str:
    row = StringIO()
    csv.writer(row, lineterminator="").writerow(values)
    return row.getvalue()


def _put_json(stream: IO[str], each: RatedEntry) -> None:
    assert each.entry is not None
    stream.write(out.json_line(out.record_head(each.entry) | each.rating.to_dict()) + "\n")


_PUT: dict[str, Callable[[IO[str], RatedEntry], None]] = {
    "text": _put_text,
    "steps": _put_steps,
    "csv": _put_csv,
    "json": _put_json,
}


class RatedEntry(NamedTuple):
    """A puzzle of the input with its rating.

    Attributes:
        text: The puzzle as a line, or its name if the `line` format cannot represent it.
        rating: The rating. If the puzzle is not proper, the rating has the reason instead of
            numbers.
        entry: The puzzle and its place in the input, or None for a puzzle of a Batch whose line
            says everything.
        has_effort: Whether efforts were requested, so that a table has columns for them.
    """

    text: str
    rating: PuzzleRating
    entry: Entry | None
    has_effort: bool


class Refused(NamedTuple):
    """A puzzle without a rating, because it is bad input or the scale cannot rate it.

    Attributes:
        entry: The puzzle and its place.
        error: The reason why the puzzle is not rated.
    """

    entry: Entry
    error: PandokuError


class RatingOptions(NamedTuple):
    """Rates puzzles. The fields are arguments of `rate_all` that apply to every puzzle."""

    scale: str | None
    budget: int | None
    at_least: float | None
    at_most: float | None
    effort: bool | None
    threads: int | None

    def rated(self, group: BatchEntry | list[Entry]) -> tuple[Iterable[RatedEntry | Refused], int]:
        """Return an iterator over the rated puzzles of a group, and the size of the group."""
        if isinstance(group, BatchEntry):
            if self._is_replayed(group.batch[0]):
                return self._of_batch(group), len(group.batch)
            group = group.entries()
        return self._of_entries(group), len(group)

    def _is_replayed(self, puzzle: Puzzle) -> bool:
        from pandoku.logic import SE, scale_for  # imported here, because the help needs no logic

        try:
            return scale_for(puzzle, self.scale) == SE
        except PandokuError:
            return False

    def _of_batch(self, group: BatchEntry) -> Iterator[RatedEntry]:
        """Rate the puzzles of a Batch of classic Sudokus."""
        from pandoku.logic import rate_many

        ratings = rate_many(group.batch, **self._asdict())
        cells = characters(group.batch.rows.tobytes()).decode("ascii")
        width = group.batch.geometry.n_cells
        return (
            RatedEntry(
                cells[at * width : (at + 1) * width],
                rating,
                None if rating.is_proper and rating.end not in _BOUNDS else group.entry(at),
                bool(self.effort),
            )
            for at, rating in enumerate(ratings)
        )

    def _of_entries(self, entries: list[Entry]) -> Iterator[RatedEntry | Refused]:
        """Rate puzzles of any kinds, in order. Bad input becomes a `Refused`."""
        from pandoku.logic import rate_all

        puzzles = [entry.value for entry in entries if isinstance(entry.value, Puzzle)]
        ratings = rate_all(puzzles, **self._asdict(), on_error="keep").each()
        results = (
            next(ratings) if isinstance(entry.value, Puzzle) else entry.value for entry in entries
        )
        return (
            Refused(entry, result)
            if isinstance(result, PandokuError)
            else RatedEntry(_text_of(entry), result, entry, bool(self.effort))
            for entry, result in zip(entries, results, strict=True)
        )


def _text_of(entry: Entry, *, for_reading: bool = False) -> str:
    """Return a puzzle as a line, or another text if the `line` format cannot represent it.

    Args:
        entry: The puzzle and its place.
        for_reading: Whether the other text is a document that the format `csv` reads. Otherwise,
            and if no document can store the puzzle, it is the name of the puzzle.
    """
    # Loaded here, because the help needs no documents.
    from pandoku.formats.json.record import text_in_record

    puzzle, line, text = entry.value, get_format("line"), None
    if isinstance(puzzle, Puzzle):
        if line.why_not(puzzle) is None:
            return line.write(puzzle).rstrip("\n")
        text = text_in_record(puzzle) if for_reading else None
    return text or entry.name or entry.place


class _Expected(NamedTuple):
    """The rating that a file gives for a puzzle.

    Attributes:
        numbers: In the scale "se": ER, EP and ED, or only ER. In any other scale: the score.
        level: The level in words, or None if the file does not contain it. In the scale "se", it is
            always None.
        shown: The numbers and the level, as they are written in the file.
    """

    numbers: tuple[float, ...]
    level: str | None
    shown: str

    @classmethod
    def of(cls, extra: Mapping[str, object], scale: str) -> _Expected:
        """Return the rating in *scale* from *extra*, the columns of a puzzle in the file.

        Raises:
            FormatError: The rating is missing, or is not a number.
        """
        from pandoku.logic import SE

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
        """The name of the puzzle's row in the summary: its level, or a range of ER."""
        return self.level or _BANDS[bisect(_STARTS, self.numbers[0])]

    def verdict(self, rating: PuzzleRating) -> str:
        """Return "agree", "differ", or "open" if the rating stopped too early to compare."""
        if rating.is_bound and rating.end != "stuck":  # a "stuck" rating is final
            return "open" if rating.score <= self.numbers[0] else "differ"
        if self.level not in (None, rating.level):
            return "differ"
        found = (rating.score, rating.ep or 0.0, rating.ed or 0.0)
        pairs = zip(found, self.numbers, strict=False)
        return "agree" if all(isclose(*pair, abs_tol=0.01) for pair in pairs) else "differ"


class Agreement:
    """Compares ratings with those in the files of the puzzles, and counts the verdicts.

    Args:
        status: The exit status of the command. It becomes 1 if a rating differs or is open, and 2
            if the file lacks a rating.
    """

    def __init__(self, status: out.ExitStatus) -> None:
        self._status = status
        self._counts: dict[str, Counter[str]] = {}  # the number of each verdict, by band
        # the lowest rating in each band, which decides the order of the bands
        self._least: dict[str, float] = {}
        self._others: list[str] = []  # the first puzzles whose ratings do not agree

    def compare(self, _: IO[str], each: RatedEntry) -> None:
        """Compare the rating of a puzzle with the rating in its file."""
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
        """Print the number of each verdict, and the first puzzles whose ratings do not agree."""
        if not self._counts:
            return
        rows = [
            _counts_row(band, self._counts[band])
            for band in sorted(self._counts, key=self._least.__getitem__)
        ]
        total = sum(self._counts.values(), Counter[str]())
        heads = ("rating", "puzzles", "agree", "differ", "open", "share")
        out.print_table(heads, [*rows, _counts_row("all", total)])
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


def _counts_row(band: str, counts: Counter[str]) -> tuple[str, ...]:
    n = counts.total()
    numbers = (f"{each:,}" for each in (n, *(counts[v] for v in ("agree", "differ", "open"))))
    return (band, *numbers, f"{100 * counts['agree'] / n:.1f} %")


COMMAND = opt.Command(run=rate, group="Solve and explain", place=50)
