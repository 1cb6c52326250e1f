"""`pandoku engines`: list the search engines."""

from __future__ import annotations

import click

from pandoku.cli import options as opt
from pandoku.cli.output import json_line, print_table


@click.command(
    short_help="List the search engines.",
    params=[opt.json_flag("engine", "name, summary, complete (solves all), events (for watch)")],
)
def engines(as_json: bool) -> None:
    """List the search engines.

    In the column "solves", "all" means that the engine solves every puzzle it supports. In the
    column "watch", "yes" means that it reports events for `pandoku watch`.

    \b
    Examples:
      pandoku engines
      pandoku engines --json
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.engines import ENGINES

    if as_json:
        for name, engine in ENGINES.items():
            fact = {"name": name, "summary": engine.summary}
            click.echo(json_line(fact | {"complete": engine.complete, "events": engine.events}))
        return
    rows = [
        (name, "all" if e.complete else "some", "yes" if e.events else "", e.summary)
        for name, e in ENGINES.items()
    ]
    print_table(("engine", "solves", "watch", "how"), rows)


COMMAND = opt.Command(run=engines, group="Engines", place=240)
