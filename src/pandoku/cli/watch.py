"""`pandoku watch`: an engine's events, animated in the terminal."""

from __future__ import annotations

import sys
from time import monotonic, sleep
from typing import TYPE_CHECKING

import click

from pandoku.cli._common import budget_option, from_option, is_utf8, one_puzzle
from pandoku.draw import draw, rich_text
from pandoku.engines import Budget, Event, get_engine, registry
from pandoku.errors import EngineError
from pandoku.model import Board, Outcome, Puzzle

if TYPE_CHECKING:
    from rich.console import RenderableType

_FRAME_S = 1 / 25


@click.command()
@click.argument("file", default="-", type=click.Path())
@from_option
@click.option(
    "--engine", default="backtracking", show_default=True, help="One that reports events."
)
@click.option(
    "--speed",
    type=click.FloatRange(min=0, min_open=True),
    default=200.0,
    show_default=True,
    help="Events a second.",
)
@budget_option("Stop the engine after seconds, or nodes.")
def watch(
    file: str, from_format: str | None, engine: str, speed: float, budget: Budget | None
) -> None:
    """Watch an engine think: every digit tried, placed and taken back.

    Not on a terminal, the events are printed as lines. Ctrl-C stops.
    """
    puzzle = one_puzzle(file, from_format)
    module = get_engine(engine)
    if not module.EVENTS:
        can = ", ".join(name for name, other in registry().items() if other.EVENTS)
        raise EngineError(f"{engine} reports no events; try {can}")
    if reason := module.supports(puzzle):
        raise EngineError(f"{engine} does not take this puzzle: {reason}")
    if sys.stdout.isatty():
        outcome = _Animation(puzzle, engine, speed).run(budget)
    else:
        name = puzzle.geometry.name

        def tell(event: Event) -> None:
            digit = f" {event.digit}" if event.digit else ""
            click.echo(f"{event.kind} {name(event.cell)}{digit}")

        outcome = module.solve(puzzle, limit=1, budget=budget, on_event=tell)
    click.echo(_summary(outcome), err=True)
    if outcome.count == 0:
        raise click.exceptions.Exit(1)


def _summary(outcome: Outcome) -> str:
    counts = ", ".join(f"{value:,} {name}" for name, value in outcome.stats.items())
    found = "solved" if outcome.count else f"not solved ({outcome.stopped or 'no solution'})"
    return f"{outcome.engine}: {found}; {counts}"


class _Animation:
    """Shows the grid as the events change it, at most 25 pictures a second."""

    def __init__(self, puzzle: Puzzle, engine: str, speed: float) -> None:
        self.puzzle, self.engine, self.speed = puzzle, engine, speed
        self.masks = list(Board.start(puzzle).masks)
        self.digits = list(puzzle.givens)
        self.counts: dict[str, int] = {}
        self.n_events = 0
        self.last = ""
        self.ascii_only = not is_utf8(sys.stdout)  # asked now: Live puts its own stream there

    def run(self, budget: Budget | None) -> Outcome:
        """Run the engine to its first solution."""
        from rich.live import Live

        with Live(self._picture(), refresh_per_second=25, auto_refresh=False) as live:
            started = shown = monotonic()

            def on_event(event: Event) -> None:
                nonlocal shown
                self._apply(event)
                # Sleep towards the time this event is due, and draw when a frame is.
                due = started + self.n_events / self.speed
                now = monotonic()
                if due > now or now - shown > _FRAME_S:
                    if now - shown > _FRAME_S:
                        live.update(self._picture(), refresh=True)
                        shown = now
                    if due > monotonic():
                        sleep(due - monotonic() if due > monotonic() else 0)

            outcome = get_engine(self.engine).solve(
                self.puzzle, limit=1, budget=budget, on_event=on_event
            )
            if outcome.solution:
                self.digits = list(outcome.solution)
            live.update(self._picture(), refresh=True)
        return outcome

    def _apply(self, event: Event) -> None:
        self.n_events += 1
        self.counts[event.kind] = self.counts.get(event.kind, 0) + 1
        name = self.puzzle.geometry.name(event.cell)
        self.last = f"{event.kind} {event.digit or ''} {name}"
        if event.kind == "place":
            self.digits[event.cell] = event.digit
        elif event.kind == "remove" and self.digits[event.cell] == event.digit:
            self.digits[event.cell] = 0

    def _picture(self) -> RenderableType:
        from rich.console import Group
        from rich.text import Text

        board = Board(self.puzzle, tuple(self.digits), tuple(self.masks))
        counts = "  ".join(f"{kind} {count:,}" for kind, count in self.counts.items())
        return Group(
            Text(f"{self.engine}   Ctrl-C stops", style="bold"),
            rich_text(draw(board), ascii_only=self.ascii_only),
            Text(f"{self.last:<24}"),
            Text(counts, style="bright_black"),
        )
