"""`pandoku engines`, `formats` and `kinds` print lists, and `pandoku help` shows the help."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pandoku.cli import _options as opt
from pandoku.cli._output import console, json_line

if TYPE_CHECKING:
    from pandoku.generation import Kind

_MOST_LISTED = 3  # orders to list. A kind with more orders gets a range.


@click.command(
    short_help="List the search engines.",
    params=[opt.json_flag("engine", "name, summary, complete (solves all), events (for watch)")],
)
def engines(as_json: bool) -> None:
    """List the search engines.

    In the column "solves", "all" means that the engine solves every puzzle it supports. In the
    column "watch", "yes" means that it reports events for `pandoku watch`.
    """
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


@click.command(
    short_help="List the formats of puzzles.",
    params=[opt.json_flag("format", "name, summary, carries (what it stores), suffixes")],
)
def formats(as_json: bool) -> None:
    """List the formats in which puzzles are read and written."""
    from pandoku.formats import FORMATS

    modules = sorted(FORMATS.items())
    if as_json:
        for name, module in modules:
            fact = {"name": name, "summary": module.summary, "carries": module.carries}
            click.echo(json_line(fact | {"suffixes": list(module.suffixes)}))
        return
    rows = [(name, " ".join(m.suffixes), m.summary, m.carries) for name, m in modules]
    print_table(("format", "files", "looks like", "stores"), rows)


def print_table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, wrapping the text of every column but the first."""
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 2, 0, 0))
    for number, head in enumerate(heads):
        table.add_column(head, no_wrap=number == 0)
    for row in rows:
        table.add_row(*(Text(value) for value in row))
    console().print(table)


@click.command("help", short_help="Show the help of a command.")
@click.argument("command", nargs=-1)
@click.pass_context
def help(ctx: click.Context, command: tuple[str, ...]) -> None:
    """Show the help of a command, or of pandoku."""
    group = ctx.find_root()
    assert isinstance(group.command, click.Group)
    if not command:
        click.echo(group.get_help())
        return
    name, found, rest = group.command.resolve_command(group, list(command))
    assert found is not None
    if rest:
        raise click.UsageError(
            f"expected one command, found {' '.join(map(repr, command))}; try pandoku help {name}"
        )
    with click.Context(found, info_name=name, parent=group) as context:
        click.echo(found.get_help(context))


@click.command(
    short_help="List the kinds of puzzles that can be made.",
    params=[
        opt.json_flag(
            "kind", "name, aliases, summary, orders, usual (order), options (of some kinds only)"
        )
    ],
)
def kinds(as_json: bool) -> None:
    """List the kinds of puzzles that `pandoku generate KIND ORDER` makes.

    The usual order is the default if ORDER is omitted.
    """
    from pandoku.generation import KINDS

    known = KINDS.values()
    if as_json:
        for kind in known:
            fact = {
                "name": kind.name,
                "aliases": list(kind.aliases),
                "summary": kind.summary,
                "orders": list(kind.possible_orders()),
                "usual": kind.default_order,
                "options": sorted(kind.takes),
            }
            click.echo(json_line(fact))
        return
    from pandoku.words import sentence

    rows = [
        (k.name, ", ".join(k.aliases), _orders(k), str(k.default_order), sentence(k.summary))
        for k in known
    ]
    print_table(("kind", "also called", "orders", "usual", "what it is"), rows)


def _orders(kind: Kind) -> str:
    orders = kind.possible_orders()
    if len(orders) <= _MOST_LISTED:
        return ", ".join(map(str, orders))
    return f"{orders[0]} to {orders[-1]}"
