"""`pandoku engines` and `pandoku formats`: what there is."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from pandoku.cli._common import json_line, json_option


@click.command()
@json_option
def engines(as_json: bool) -> None:
    """List the engines: ways to search."""
    from pandoku.engines import registry

    rows = []
    for name, engine in registry().items():
        fact = {
            "name": name,
            "summary": engine.SUMMARY,
            "complete": engine.COMPLETE,
            "events": engine.EVENTS,
        }
        if as_json:
            click.echo(json_line(fact))
        rows.append(
            (
                name,
                "all" if engine.COMPLETE else "some",
                "yes" if engine.EVENTS else "",
                engine.SUMMARY,
            )
        )
    if not as_json:
        _table(("engine", "solves", "watch", "how"), rows)


@click.command()
@json_option
def formats(as_json: bool) -> None:
    """List the formats: text that puzzles are read from and written to."""
    from pandoku.formats import registry

    rows = []
    for name, module in sorted(registry().items()):
        fact = {
            "name": name,
            "summary": module.SUMMARY,
            "carries": module.CARRIES,
            "suffixes": list(module.SUFFIXES),
        }
        if as_json:
            click.echo(json_line(fact))
        rows.append((name, " ".join(module.SUFFIXES), module.SUMMARY, module.CARRIES))
    if not as_json:
        _table(("format", "files", "looks like", "carries"), rows)


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for head in heads:
        table.add_column(head, no_wrap=head in ("engine", "format"))
    for row in rows:
        table.add_row(*row)
    width = None if sys.stdout.isatty() else 160
    Console(width=width, highlight=False, markup=False).print(table)
