"""`pandoku constraints`: list the kinds of constraints, or describe one."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pandoku.cli import options as opt
from pandoku.cli.output import json_line, paint, print_table
from pandoku.cli.types import CONSTRAINT_TYPE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pandoku.constraints import Rule


@dataclass(frozen=True, kw_only=True)
class ConstraintsOptions:
    """The options of `pandoku constraints`."""

    name: str | None = opt.argument(required=False, type=CONSTRAINT_TYPE)
    as_json: bool = opt.json_lines(
        "constraint",
        "name, aliases, rule (a sentence), line (an example for --with), can_be_placed (by "
        "`pandoku generate --constraints`)",
    )


@opt.command(ConstraintsOptions, short_help="List the constraints, or describe one.")
def constraints(options: ConstraintsOptions) -> None:
    """List the kinds of constraints, or describe one of them.

    A line of the list can be typed after --with, or in a file below a grid.

    \b
    Examples:
      pandoku constraints
      pandoku constraints thermometer
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.constraints import RULES, get_rule

    chosen = list(RULES.values()) if options.name is None else [get_rule(options.name)]
    if options.as_json:
        for each in chosen:
            fact = {"name": each.name, "aliases": list(each.aliases), "rule": each.text}
            more = {"line": _line_of(each), "can_be_placed": each.proposer is not None}
            click.echo(json_line(fact | more))
    elif options.name is not None:
        _describe(chosen[0])
    else:
        rows = [(each.name, _line_of(each), each.text) for each in chosen]
        print_table(("constraint", "a line such as", "rule"), rows)


def _describe(rule: Rule) -> None:
    """Print the names, the rule, lines to type, and an example with its picture."""
    from pandoku.cli.wrapping import in_lines
    from pandoku.draw import draw

    names = ", ".join(dict.fromkeys((*rule.aliases, *rule.forms)))
    click.echo(in_lines(f"{rule.name}{f' ({names})' if names else ''}", sys.stdout))
    click.echo(in_lines(rule.text, sys.stdout))
    click.echo("\nLines to type after --with, or below a grid in a file:")
    for line in _lines_of(rule):
        click.echo(f"  {line}")
    if rule.proposer is not None:
        click.echo(f"\nMake puzzles: pandoku generate --constraints {rule.name!r}")
    click.echo("\nA puzzle that needs the rule:")
    paint(sys.stdout, draw(rule.example))


def _lines_of(rule: Rule) -> Iterator[str]:
    """Yield the lines of the constraints in the example, and a line for each form and sign."""
    from pandoku.constraints import constraint_text

    kinds = [each for each in rule.example.further if isinstance(each, rule.make)]
    yield from dict.fromkeys(constraint_text(each, rule.example.order) for each in kinds)
    words = _line_of(rule).removeprefix(rule.name.replace("-", " ")).split()
    cells = [word for word in words if word[0] == "r" and word[1:2].isdigit()]
    for form in rule.forms:
        yield " ".join((form, *cells))
    for sign in rule.signs:
        yield f" {sign} ".join(cells[:2])


def _line_of(rule: Rule) -> str:
    """Return the line of the first constraint of the kind in the example of the kind."""
    from pandoku.constraints import constraint_text

    first = next(each for each in rule.example.further if isinstance(each, rule.make))
    return constraint_text(first, rule.example.order)


COMMAND = opt.Command(run=constraints, group="Make", place=255)
