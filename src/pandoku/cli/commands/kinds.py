"""`pandoku kinds`: list the kinds of puzzles that can be made, or describe one."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pandoku.cli import options as opt
from pandoku.cli.output import json_line, print_table
from pandoku.cli.types import KIND_TYPE
from pandoku.words import sentence

if TYPE_CHECKING:
    from pandoku.generation import Kind

_MOST_LISTED = 3  # number of orders to list. If a kind has more orders, a range is shown.


@dataclass(frozen=True, kw_only=True)
class KindsOptions:
    """The options of `pandoku kinds`."""

    name: str | None = opt.argument(required=False, type=KIND_TYPE)
    as_json: bool = opt.json_lines(
        "kind", "name, aliases, summary, orders, usual (order), options (of some kinds only)"
    )


@opt.command(KindsOptions, short_help="List kinds of puzzles, or describe one.")
def kinds(options: KindsOptions) -> None:
    """List the kinds of puzzles that `pandoku generate KIND ORDER` makes, or describe one.

    The usual order is the default if ORDER is omitted.

    \b
    Examples:
      pandoku kinds
      pandoku kinds windoku
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.generation import KINDS, get_kind

    known = list(KINDS.values()) if options.name is None else [get_kind(options.name)]
    if options.as_json:
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
    elif options.name is not None:
        _describe(known[0])
    else:
        rows = [
            (k.name, ", ".join(k.aliases), _orders(k), str(k.default_order), sentence(k.summary))
            for k in known
        ]
        print_table(("kind", "also called", "orders", "usual", "what it is"), rows)


def _describe(kind: Kind) -> None:
    """Print the names, the rules, the orders and the options of a kind, and a line to type."""
    from pandoku.cli.wrapping import in_lines

    names = f" ({', '.join(kind.aliases)})" if kind.aliases else ""
    click.echo(in_lines(f"{kind.name}{names}", sys.stdout))
    click.echo(in_lines(sentence(kind.summary), sys.stdout))
    click.echo(f"\nOrders: {_orders(kind)}; usually {kind.default_order}")
    if kind.takes:
        options = ", ".join(f"--{each.replace('_', '-')}" for each in sorted(kind.takes))
        click.echo(in_lines(f"Options for it: {options}", sys.stdout))
    click.echo(f"\nMake puzzles: pandoku generate {kind.name} --difficulty medium")


def _orders(kind: Kind) -> str:
    orders = kind.possible_orders()
    if len(orders) <= _MOST_LISTED:
        return ", ".join(map(str, orders))
    return f"{orders[0]} to {orders[-1]}"


COMMAND = opt.Command(run=kinds, group="Make", place=260)
