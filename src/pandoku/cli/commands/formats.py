"""`pandoku formats`: list the formats of puzzles."""

from __future__ import annotations

import click

from pandoku.cli import options as opt
from pandoku.cli.output import json_line, print_table


@click.command(
    short_help="List the formats of puzzles.",
    params=[opt.json_flag("format", "name, summary, carries (what it stores), suffixes")],
)
def formats(as_json: bool) -> None:
    """List the formats in which puzzles are read and written.

    \b
    Examples:
      pandoku formats
      pandoku formats --json
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.formats import FORMATS

    modules = sorted(FORMATS.items())
    if as_json:
        for name, module in modules:
            fact = {"name": name, "summary": module.summary, "carries": module.carries}
            click.echo(json_line(fact | {"suffixes": list(module.suffixes)}))
        return
    rows = [(name, " ".join(m.suffixes), m.summary, m.carries) for name, m in modules]
    print_table(("format", "files", "looks like", "stores"), rows)


COMMAND = opt.Command(run=formats, group="Change", place=250)
