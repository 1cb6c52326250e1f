"""`pandoku help`: show the help of a command."""

from __future__ import annotations

import click

from pandoku.cli.command import Command


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


COMMAND = Command(run=help, place=290)
