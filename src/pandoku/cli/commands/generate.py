"""`pandoku generate`: make puzzles to order."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any

import click

from pandoku.cli import options as opt
from pandoku.cli.output import (
    Deadline,
    ExitStatus,
    ProgressLine,
    is_stdout,
    json_line,
    named_format,
    output_file,
    paint,
)
from pandoku.cli.types import KIND_TYPE, Amount, Order
from pandoku.errors import FormatError, WishError
from pandoku.formats import Format, Writer, get_format, line, sdm
from pandoku.formats.json.record import text_in_record
from pandoku.model import OutOfTimeError, Puzzle
from pandoku.words import WISHES, joined

if TYPE_CHECKING:
    from pandoku.generation import Missing, SearchPart, Wishes


@dataclass(frozen=True, kw_only=True)
class GenerateOptions:
    """The options of `pandoku generate`."""

    kind: str = opt.argument(default="sudoku", type=KIND_TYPE, metavar="[KIND]")
    order: int | None = opt.argument(required=False, type=Order(), metavar="[ORDER]")
    wishes: dict[str, Any] = opt.wishes()
    count: int | None = opt.option(
        "--count",
        type=Amount("puzzles"),
        metavar="N",
        help="Number of puzzles, such as 100 or 1M.  [default: 1]",
    )
    first: int = opt.option(
        "--first",
        type=Amount("puzzles", least=0),
        default=0,
        metavar="N",
        help="Begin with puzzle N of the seed, counted from 0: after --count 1M, --first 1M "
        "continues.  [default: 0]",
    )
    seed: int | None = opt.seed("The same seed makes the same puzzles on every machine.")
    attempts: int | None = opt.attempts()
    seconds: float | None = opt.time_to_make("for all puzzles", "puzzles")
    to_format: str | None = opt.format_of_made()
    output: str | None = opt.text_output()
    threads: int | None = opt.threads()
    as_json: bool = opt.json_lines(
        "puzzle",
        "source, line, index, seed, attempts, kind, order, puzzle, solution, and if a difficulty "
        "is requested, scale, score, hardest, hardest_title, level, is_bound; or source, line, "
        "index, seed, attempts, kind, order, error, closest",
    )


@opt.command(GenerateOptions, cls=opt.GroupedCommand, short_help="Make puzzles to order.")
def generate(options: GenerateOptions) -> None:
    """Make puzzles to order.

    Every puzzle has exactly one solution and meets the request. If the search does not find a
    puzzle in the allowed attempts or time, the command reports this, and the exit status is 1. The
    default KIND is sudoku; `pandoku kinds` lists all kinds. ORDER is the number of digits, such as
    9 for a 9x9. Each kind has a default ORDER.

    \b
    Examples:
      pandoku generate --difficulty hard --symmetry rotate-180
      pandoku generate calcudoku 6 --count 6 --difficulty medium
      pandoku generate --count 1M --givens minimal -o puzzles.sdm
      pandoku generate --count 10 --seed 7 --first 1M
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.generation import (
        kind_and_order,
        wishes_of,
    )  # imported only when the command runs

    try:
        kind, order = kind_and_order(options.kind, options.order)
    except WishError as error:
        raise click.UsageError(str(error)) from None
    _require_fitting(kind, options.wishes)
    wishes = wishes_of(
        kind,
        order,
        **options.wishes | {"needs": options.wishes["needs"] or None},
        seed=options.seed,
        budget=options.attempts,
        threads=options.threads,
    )
    if options.seed is None:
        click.echo(f"seed {wishes.seed}", err=True)
    output, count = options.output, options.count
    target = named_format(output, options.to_format)
    status = ExitStatus()
    is_single = (count or 1) == 1 and not (wishes.climb and count is None)

    with (
        output_file(output, status) as stream,
        ProgressLine("generating", None, output) as progress,
    ):
        is_terminal = is_stdout(output) and sys.stdout.isatty()
        sink = _Sink(
            stream,
            wishes,
            status,
            target,
            options.as_json,
            is_terminal,
            is_single,
            options.first,
        )
        effort = _Effort(progress, Deadline(options.seconds))
        try:
            for part in _parts(wishes, count, options.first, effort):
                progress.pause()
                sink.put(part)
                progress.advance(len(part.puzzles))
        except OutOfTimeError:
            progress.pause()
            sink.put_end_of_time(count, effort.n_attempts)
        except KeyboardInterrupt:  # Complete the document before stopping.
            sink.end()
            raise
        sink.end()
    status.exit()


def _require_fitting(kind: str, wishes: Mapping[str, object]) -> None:
    """Raise a UsageError if an option is not for this kind of puzzle."""
    from pandoku.generation import kinds_that_take

    for wish in WISHES:
        kinds = kinds_that_take(wish.name)
        if kinds and kind not in kinds and wishes[wish.name] not in (None, False):
            raise click.UsageError(f"{wish.flag} works only with {joined(kinds)}, found {kind}")


@dataclass
class _Effort:
    """The attempts of a search so far, and the time when it ends."""

    progress: ProgressLine
    deadline: Deadline
    n_attempts: int = 0

    def add(self, n_more: int) -> None:
        """Count and show more attempts.

        Raises:
            OutOfTimeError: The time is over.
        """
        self.n_attempts += n_more
        self.progress.tell(f"generating, {self.n_attempts:,} attempts")
        self.deadline.check()


def _parts(wishes: Wishes, count: int | None, first: int, effort: _Effort) -> Iterator[SearchPart]:
    from pandoku.generation import better, find_puzzles

    if wishes.climb and count is None:
        yield from better(wishes, first, effort.add)
        return
    yield from find_puzzles(wishes, count or 1, effort.add, first=first)


@dataclass
class _Sink:
    """Writes new puzzles in the requested format.

    Attributes:
        stream: The output.
        wishes: The request.
        status: The exit status of the command.
        target: The requested format. None means `line`, or `json` if a line cannot represent the
            puzzles.
        as_json: Whether to write a JSON object for each puzzle, whatever the format is.
        is_terminal: Whether the output goes to a terminal.
        is_single: Whether one puzzle is requested. It is drawn if the output is a terminal.
        first: Number of the first puzzle.
    """

    stream: IO[str]
    wishes: Wishes
    status: ExitStatus
    target: Format | None
    as_json: bool
    is_terminal: bool
    is_single: bool
    first: int
    _writer: Writer | None = field(default=None, init=False)
    _n_lines: int = field(default=0, init=False)
    _n_records: int = field(default=0, init=False)
    _n_found: int = field(default=0, init=False)
    _n_missing: int = field(default=0, init=False)
    _unfinished: Missing | None = field(default=None, init=False)

    def put(self, part: SearchPart) -> None:
        """Write the puzzles that a part of the search found, and report the missing puzzles."""
        puzzles = part.puzzles
        self._n_found += len(puzzles)
        self._n_missing += len(part.missing)
        self._unfinished = part.unfinished
        if len(puzzles):
            if self.as_json:
                self._put_objects(part)
            elif self._draws(puzzles.puzzle(0)):
                from pandoku.draw import draw  # imported only when it is needed

                for at in range(len(puzzles)):
                    paint(self.stream, draw(puzzles.puzzle(at), coordinates=False))
            elif (target := self._target(puzzles.puzzle(0))) in (line.FORMAT, sdm.FORMAT):
                texts = (line.characters(row).decode("ascii") for row in puzzles.givens)
                text = "".join(f"{each}\n" for each in texts)
                self.stream.write(sdm.zeros(text) if target is sdm.FORMAT else text)
                self._n_lines += len(puzzles)
            else:
                self._put_texts(part)
        for missing in part.missing:
            self._report(missing)
        self.stream.flush()

    def put_end_of_time(self, count: int | None, n_attempts: int) -> None:
        """Report that the time has run out, unless a climb without a count has found a puzzle."""
        if count is None and self.wishes.climb and self._n_found:
            return
        wanted = count or 1
        found = f"found {self._n_found:,} of {wanted:,} puzzle{'s' * (wanted != 1)}"
        lost = self._unfinished
        if lost is not None:
            is_close = lost.closest is not None
            found += f"; {'the closest puzzle falls short: ' * is_close}{lost.why}"
        message = f"out of time: {found}; a longer --budget or fewer wishes may help"
        self.status.says_no(message)
        closest = lost.closest if lost is not None else None
        if self.as_json:
            head = self._head(self.first + self._n_found + self._n_missing, n_attempts)
            shown = None if closest is None else text_in_record(closest.replace(solution=None))
            self.stream.write(json_line(head | {"error": message, "closest": shown}) + "\n")

    def end(self) -> None:
        """Write the end of the document."""
        if self._n_lines:
            self.stream.write(line.closing(self._n_lines, self.wishes.n_cells))
        if self._writer is not None:
            self.stream.write(self._writer.end())

    def _draws(self, first: Puzzle) -> bool:
        is_for_people = self.is_terminal and self.target is None
        return is_for_people and (self.is_single or line.FORMAT.why_not(first) is not None)

    def _target(self, first: Puzzle) -> Format:
        """Return the format to write, or raise an error if it cannot represent the puzzles."""
        if self.target is None:
            self.target = get_format("json" if line.FORMAT.why_not(first) else line.FORMAT.name)
        elif reason := self.target.why_not(first):
            raise FormatError(f"cannot be written as {self.target.name}: {reason}")
        return self.target

    def _put_texts(self, part: SearchPart) -> None:
        from pandoku.generation import puzzle_at

        target = self._target(part.puzzles.puzzle(0))
        self._writer = self._writer or Writer(target)
        for at in range(len(part.puzzles)):
            text = target.write(puzzle_at(self.wishes, part.puzzles, at))
            self.stream.write(self._writer.next(text))

    def _put_objects(self, part: SearchPart) -> None:
        puzzles = [part.puzzles.puzzle(at) for at in range(len(part.puzzles))]
        heads = zip(part.puzzles.index, part.attempts, strict=True)
        solutions, ratings = map(list, part.puzzles.solutions), self._ratings(puzzles)
        for head, puzzle, solution, rating in zip(heads, puzzles, solutions, ratings, strict=True):
            shown = text_in_record(puzzle.replace(solution=None))
            facts = {"puzzle": shown, "solution": solution}
            self.stream.write(json_line(self._head(*head) | facts | rating) + "\n")

    def _head(self, index: int, attempts: int) -> dict[str, object]:
        """Return the first keys of a record. The lines of the output are numbered from 1."""
        self._n_records += 1
        place = {"source": "pandoku generate", "line": self._n_records}
        wishes = self.wishes
        made = {"index": index, "seed": wishes.seed, "attempts": attempts}
        return place | made | {"kind": wishes.kind, "order": wishes.order}

    def _ratings(self, puzzles: list[Puzzle]) -> list[dict[str, object]]:
        """Return a dict for each puzzle: its rating, or {} if no difficulty is requested."""
        if not self.wishes.asks_for_difficulty:
            return [{}] * len(puzzles)
        from pandoku.logic import rate_all

        found = rate_all(puzzles, threads=self.wishes.threads)
        keys = ("scale", "score", "hardest", "hardest_title", "level", "is_bound")
        return [{key: each.to_dict()[key] for key in keys} for each in found]

    def _report(self, missing: Missing) -> None:
        """Report that no puzzle met the request, and show the puzzle that came closest to it."""
        from pandoku.generation import not_found

        place = "" if self.is_single else f"puzzle {missing.index}: "
        message = not_found(self.wishes, missing)
        self.status.says_no(place + message)
        nearest = missing.closest
        closest = None if nearest is None else text_in_record(nearest.replace(solution=None))
        if self.as_json:
            head = self._head(missing.index, missing.attempts)
            self.stream.write(json_line(head | {"error": message, "closest": closest}) + "\n")
        elif closest is not None and not closest.startswith("{"):
            click.echo(f"the closest: {closest}", err=True)


COMMAND = opt.Command(run=generate, group="Make", place=70)
