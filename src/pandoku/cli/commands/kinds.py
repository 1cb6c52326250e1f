"""`pandoku kinds`: list the kinds of puzzles that can be made."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pandoku.cli import options as opt
from pandoku.cli.output import json_line, print_table

if TYPE_CHECKING:
    from pandoku.generation import Kind

_MOST_LISTED = 3  # number of orders to list. If a kind has more orders, a range is shown.


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

    \b
    Examples:
      pandoku kinds
      pandoku kinds --json
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
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


COMMAND = opt.Command(run=kinds, group="Make", place=260)
