"""`pandoku watch`: animate the events of an engine in the terminal."""

from __future__ import annotations

import sys
from collections import Counter
from time import monotonic, sleep
from typing import TYPE_CHECKING

import click

from pandoku.cli._input import one_puzzle
from pandoku.cli._options import ENGINE, budget_option, file_argument, from_option, json_option
from pandoku.cli._output import is_utf8, json_line
from pandoku.draw import draw, rich_text, size
from pandoku.engines import Budget, EngineModule, Event, get_engine, pick_engine, registry
from pandoku.errors import EngineError
from pandoku.model import Board, Outcome, Puzzle

if TYPE_CHECKING:
    from rich.console import RenderableType

_FRAME_S = 1 / 25


@click.command()
@file_argument
@from_option
@click.option(
    "--engine",
    type=ENGINE,
    default="backtracking",
    show_default=True,
    help="An engine that reports events; see `pandoku engines`.",
)
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True),
    default=200.0,
    show_default=True,
    help="Events per second.",
)
@budget_option("search")
@json_option
def watch(
    file: str,
    from_format: str | None,
    engine: str,
    speed: float,
    budget: Budget | None,
    as_json: bool,
) -> None:
    """Watch an engine search a puzzle.

    Shows every digit that it tries, places and removes; as lines of text if the output is not a
    terminal. Ctrl-C stops.
    """
    puzzle = one_puzzle(file, from_format)
    module = pick_engine(puzzle) if engine == "auto" else get_engine(engine)
    if not module.EVENTS:
        can = ", ".join(name for name, other in registry().items() if other.EVENTS)
        raise EngineError(f"{module.NAME} reports no events; try {can}")
    if reason := module.supports(puzzle):
        raise EngineError(f"{engine} does not support this puzzle: {reason}")
    if sys.stdout.isatty() and not as_json:
        outcome = _Animation(puzzle, module, speed).run(budget)
    else:
        outcome = _print_events(puzzle, module, budget, as_json)
    click.echo(_summary(outcome), err=True)
    if outcome.count == 0:
        raise click.exceptions.Exit(1)


def _print_events(
    puzzle: Puzzle, module: EngineModule, budget: Budget | None, as_json: bool
) -> Outcome:
    names = [puzzle.geometry.name(cell) for cell in range(puzzle.geometry.n_cells)]

    def print_event(event: Event) -> None:
        name = names[event.cell]
        if as_json:
            fact = {"event": event.kind, "cell": name, "digit": event.digit or None}
            sys.stdout.write(json_line(fact) + "\n")
        else:
            digit = f" {event.digit}" if event.digit else ""
            sys.stdout.write(f"{event.kind} {name}{digit}\n")

    return module.solve(puzzle, limit=1, budget=budget, on_event=print_event)


def _summary(outcome: Outcome) -> str:
    counts = ", ".join(f"{value:,} {name}" for name, value in outcome.stats.items())
    found = "solved" if outcome.count else f"not solved ({outcome.stopped or 'no solution'})"
    return f"{outcome.engine}: {found}; {counts}"


class _Animation:
    """Shows how the events change the grid, at 25 frames per second or less."""

    def __init__(self, puzzle: Puzzle, module: EngineModule, speed: float) -> None:
        self._puzzle, self._module, self._speed = puzzle, module, speed
        board = Board.start(puzzle)
        self._masks, self._digits = list(board.masks), list(puzzle.givens)
        self._counts: Counter[str] = Counter()
        self._last: Event | None = None
        self._ascii_only = not is_utf8(sys.stdout)  # here, because Live replaces sys.stdout
        self._shows_candidates = not module.COMPLETE and self._fits(board)

    def run(self, budget: Budget | None) -> Outcome:
        """Run the engine up to its first solution."""
        from rich.live import Live

        with Live(self._picture(), auto_refresh=False, vertical_overflow="crop") as live:
            started = shown = monotonic()

            def on_event(event: Event) -> None:
                nonlocal shown
                self._apply(event)
                due = started + self._counts.total() / self._speed
                now = monotonic()
                if now - shown > _FRAME_S or due - now > _FRAME_S:
                    live.update(self._picture(), refresh=True)
                    shown = now = monotonic()
                if due > now:
                    sleep(due - now)

            outcome = self._module.solve(self._puzzle, limit=1, budget=budget, on_event=on_event)
            if outcome.solution:
                self._digits, self._last = list(outcome.solution), None
            live.update(self._picture(), refresh=True)
        return outcome

    def _fits(self, board: Board) -> bool:
        from rich.console import Console

        room = Console().size
        width, height = size(draw(board, candidates=True))
        return width <= room.width and height + 4 <= room.height

    def _apply(self, event: Event) -> None:
        self._counts[event.kind] += 1
        self._last = event
        cell, digit = event.cell, event.digit
        if event.kind == "place":
            self._digits[cell], self._masks[cell] = digit, 1 << (digit - 1)
        elif event.kind == "remove" and self._digits[cell] == digit:
            self._digits[cell] = 0
        elif event.kind == "remove":  # an eliminated candidate
            self._masks[cell] &= ~(1 << (digit - 1))

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        board = Board(self._puzzle, tuple(self._digits), tuple(self._masks))
        now = (self._last.cell,) if self._last else ()
        drawing = draw(board, candidates=self._shows_candidates, highlights=now)
        counts = "  ".join(f"{kind} {count:,}" for kind, count in self._counts.items())
        return Group(
            Text(f"{self._module.NAME}   Ctrl-C stops", style="bold"),
            rich_text(drawing, ascii_only=self._ascii_only),
            Text(self._last_event(), style="bold"),
            Text(counts, style="bright_black"),
        )

    def _last_event(self) -> str:
        if self._last is None:
            return ""
        digit = f" {self._last.digit}" if self._last.digit else ""
        return f"{self._last.kind}{digit} at {self._puzzle.geometry.name(self._last.cell)}"
