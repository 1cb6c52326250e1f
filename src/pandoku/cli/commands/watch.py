"""`pandoku watch`: show an engine at work."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from time import monotonic, sleep
from typing import TYPE_CHECKING

import click

from pandoku.cli import options as opt
from pandoku.cli.input import Entry, Selection, sound_puzzle
from pandoku.cli.output import (
    ProgressLine,
    console,
    is_utf8,
    json_line,
    outcome_of_record,
    record_head,
)
from pandoku.cli.types import ENGINE_TYPE, Number
from pandoku.draw import draw, rich_text, size
from pandoku.engines import ENGINES, Budget, Engine, Event, get_engine, pick_engine, solve
from pandoku.errors import EngineError
from pandoku.model import Board, Outcome, Puzzle
from pandoku.words import stats_words

if TYPE_CHECKING:
    from rich.console import RenderableType


_FRAME_S = 1 / 25
# minimum number of events per second, and the duration of a long animation in seconds
_SLOW, _WHOLE_S = 20.0, 45.0
_COUNTING_S = 3.0  # maximum duration of the trial search in seconds
_LONGEST_S = 50.0  # maximum duration in seconds of an animation at full speed
_LINES_AROUND = 3  # lines of text above and below the drawing
_STATS = ("nodes", "checks", "backtracks", "choices", "undone")  # columns of the table, in order


@dataclass(frozen=True, kw_only=True)
class WatchOptions(opt.PuzzleOptions):
    """The options of `pandoku watch`."""

    files: tuple[str, ...] = opt.single_file()
    engine: str = opt.option(
        "--engine",
        type=ENGINE_TYPE,
        default="backtracking",
        show_default=True,
        help="An engine that reports events; see `pandoku engines`.",
    )
    speed: float | None = opt.option(
        "--speed",
        type=Number(0),
        metavar="N",
        help="Events per second.  [default: fast enough to end within a minute]",
    )
    budget: Budget | None = opt.budget("search")
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, engine, events (event, cell, digit), count, complete, "
        "stopped, elapsed_s, stats",
    )


@opt.command(WatchOptions, short_help="Watch an engine search a puzzle.")
def watch(options: WatchOptions) -> None:
    """Watch an engine search a puzzle.

    A terminal shows an animation of every digit that the engine tries, places or removes. Other
    outputs get a line of text for each event. The more events there are, the faster they are shown.
    A search that does not end within a minute is cut short, unless --speed or --budget is given.
    Ctrl-C stops the search.

    \b
    Examples:
      pandoku watch puzzle.txt
      pandoku watch puzzle.txt --engine dancing-links --speed 50
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    entry = Selection(options).one()
    puzzle = sound_puzzle(entry)
    engine, speed, budget = options.engine, options.speed, options.budget
    module = pick_engine(puzzle) if engine == "auto" else get_engine(engine)
    if not module.events:
        can = ", ".join(name for name, other in ENGINES.items() if other.events)
        raise EngineError(f"{module.name} reports no events; try {can}")
    if reason := module.supports(puzzle):
        raise EngineError(f"{engine} does not support this puzzle: {reason}")
    if sys.stdout.isatty() and not options.as_json:
        if speed is None:
            with ProgressLine("counting the events", options.files):
                speed = _pace(puzzle, module, budget)
            if speed == inf:
                budget = budget or Budget(seconds=_LONGEST_S)
        outcome = _Animation(puzzle, module, speed).run(budget)
    elif options.as_json:
        outcome = _print_record(entry, puzzle, module, budget)
    else:
        outcome = _print_events(puzzle, module, budget)
    reason = {None: "no solution", "stuck": "stuck"}.get(outcome.stopped, "out of budget")
    found = "solved" if outcome.count else f"not solved ({reason})"
    click.echo(f"{outcome.engine}: {found}; {stats_words(outcome)}", err=True)
    if outcome.count == 0:
        raise click.exceptions.Exit(1)


def _pace(puzzle: Puzzle, module: Engine, budget: Budget | None) -> float:
    """Return the number of events to show per second, based on a trial search that counts them."""
    n_events, ends = 0, monotonic() + _COUNTING_S

    def count(_: Event) -> None:
        nonlocal n_events
        n_events += 1
        if monotonic() > ends:
            raise _TooLongError

    try:
        module.solve(puzzle, limit=1, budget=budget, on_event=count)
    except _TooLongError:
        return inf
    return max(_SLOW, n_events / _WHOLE_S)


class _TooLongError(Exception):
    """Ends a trial search that takes too long."""


def _print_record(entry: Entry, puzzle: Puzzle, module: Engine, budget: Budget | None) -> Outcome:
    """Print a record with all events. They are written at once, because there may be millions."""
    names = [puzzle.geometry.name(cell) for cell in range(puzzle.geometry.n_cells)]
    head = json_line(record_head(entry) | {"engine": module.name, "events": []})
    sys.stdout.write(head.removesuffix("]}"))
    before = ""

    def print_event(event: Event) -> None:
        nonlocal before
        fact = {"event": event.name, "cell": names[event.cell], "digit": event.digit or None}
        sys.stdout.write(before + json_line(fact))
        before = ", "

    facts: dict[str, object] = {"count": 0, "complete": False, "stopped": "interrupted"}
    try:
        outcome = solve(puzzle, engine=module.name, limit=1, budget=budget, on_event=print_event)
        facts = outcome_of_record(outcome)
    finally:  # Ctrl-C also leaves a complete record
        sys.stdout.write("], " + json_line(facts)[1:] + "\n")
    return outcome


def _print_events(puzzle: Puzzle, module: Engine, budget: Budget | None) -> Outcome:
    names = [puzzle.geometry.name(cell) for cell in range(puzzle.geometry.n_cells)]

    def print_event(event: Event) -> None:
        digit = f" {puzzle.label_of(event.digit)}" if event.digit else ""
        sys.stdout.write(f"{event.name} {names[event.cell]}{digit}\n")

    return solve(puzzle, engine=module.name, limit=1, budget=budget, on_event=print_event)


class _Animation:
    """An animation of the grid, with at most 25 frames per second."""

    def __init__(self, puzzle: Puzzle, module: Engine, speed: float) -> None:
        self._puzzle, self._module, self._speed = puzzle, module, speed
        board = Board.start(puzzle)
        self._masks, self._digits = list(board.masks), list(puzzle.givens)
        self._counts: Counter[str] = Counter()
        self._last: Event | None = None
        self._console = console()
        self._ascii_only = not is_utf8(sys.stdout)  # before `Live` replaces sys.stdout
        has_marks = not module.complete
        self._shows_candidates = has_marks and not self._wanted(board, candidates=True)
        self._is_compact = bool(puzzle.cages) and bool(self._wanted(board))
        self._too_small = self._wanted(board, compact=self._is_compact)

    def run(self, budget: Budget | None) -> Outcome:
        """Run the engine up to its first solution."""
        from rich.live import Live

        first = self._picture()
        with Live(
            first, console=self._console, auto_refresh=False, vertical_overflow="crop"
        ) as live:
            pacer = _Pacer(self._speed, lambda: live.update(self._picture(), refresh=True))

            def on_event(event: Event) -> None:
                self._apply(event)
                pacer.wait_for_next()

            outcome = solve(
                self._puzzle, engine=self._module.name, limit=1, budget=budget, on_event=on_event
            )
            if outcome.solution:
                self._digits, self._last = list(outcome.solution), None
            live.update(self._picture(), refresh=True)
        return outcome

    def _wanted(
        self, board: Board, *, candidates: bool = False, compact: bool = False
    ) -> str | None:
        """Return the window size that a drawing needs ("80x24"), or None if the drawing fits."""
        drawing, room = draw(board, candidates=candidates, coordinates=False), self._console.size
        width, height = size(drawing, compact=compact, columns=room.width)
        height += _LINES_AROUND
        return None if width <= room.width and height <= room.height else f"{width}x{height}"

    def _apply(self, event: Event) -> None:
        self._counts[event.name] += 1
        self._last = event
        cell, digit = event.cell, event.digit
        if event.name == "place":
            self._digits[cell], self._masks[cell] = digit, 1 << (digit - 1)
        elif event.name == "remove" and self._digits[cell] == digit:
            self._digits[cell] = 0
        elif event.name == "remove":  # a candidate was eliminated
            self._masks[cell] &= ~(1 << (digit - 1))

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        board = Board(self._puzzle, tuple(self._digits), tuple(self._masks))
        now = (self._last.cell,) if self._last else ()
        drawing = draw(board, candidates=self._shows_candidates, highlights=now, coordinates=False)
        counts = "  ".join(f"{name} {count:,}" for name, count in self._counts.items())
        return Group(
            Text(self._heading(), style="bold", no_wrap=True, overflow="crop"),
            rich_text(
                drawing,
                ascii_only=self._ascii_only,
                compact=self._is_compact,
                columns=self._console.size.width,
            ),
            Text(self._last_event(), style="bold"),
            Text(counts, style="bright_black", no_wrap=True, overflow="ellipsis"),
        )

    def _heading(self) -> str:
        speed = f"{self._speed:,.0f} events per second" if self._speed < inf else "full speed"
        if self._too_small:
            room = self._console.size
            found = f"{room.width}x{room.height}"
            return f"Ctrl-C stops   the window is too small: {found}, needs {self._too_small}"
        return f"{self._module.name}   Ctrl-C stops   {speed}"

    def _last_event(self) -> str:
        if self._last is None:
            return ""
        label_of = self._puzzle.label_of
        digit = f" {label_of(self._last.digit)}" if self._last.digit else ""
        return f"{self._last.name}{digit} at {self._puzzle.geometry.name(self._last.cell)}"


class _Pacer:
    """Spreads events evenly over time. If drawing is slow, fewer frames are drawn."""

    def __init__(self, speed: float, show: Callable[[], None]) -> None:
        self._speed, self._show = speed, show
        self._started = self._shown = monotonic()
        self._n_events, self._frame_s = 0, _FRAME_S

    def wait_for_next(self) -> None:
        """Wait until the next event is due, and draw a frame if it is time for one."""
        self._n_events += 1
        due = self._started + self._n_events / self._speed
        now = monotonic()
        if now - self._shown > self._frame_s or due - now > self._frame_s:
            self._show()
            self._shown = monotonic()
            # Drawing takes at most a quarter of the time, so large grids have fewer frames.
            self._frame_s = max(_FRAME_S, 3 * (self._shown - now))
            now = self._shown
        if due > now:
            sleep(due - now)


COMMAND = opt.Command(run=watch, group="Engines", place=200)
