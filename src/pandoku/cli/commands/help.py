"""`pandoku help`: show the help of a command."""

from __future__ import annotations

import click

from pandoku.cli.command import Command


@click.command("help", short_help="Show the help of a command.")
@click.argument("command", nargs=-1)
@click.pass_context
def help(ctx: click.Context, command: tuple[str, ...]) -> None:
    """Show the help of a command, or of pandoku.

    \b
    Examples:
      pandoku help solve
      pandoku help batch rate
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    group = ctx.find_root()
    assert isinstance(group.command, click.Group)
    if not command:
        click.echo(group.get_help())
        return
    context, rest = group, list(command)
    while rest:
        if not isinstance(context.command, click.Group):
            raise click.UsageError(
                f"expected one command, found {' '.join(map(repr, command))}; "
                f"try pandoku help {context.command_path.removeprefix('pandoku ')}"
            )
        name, found, rest = context.command.resolve_command(context, rest)
        assert found is not None
        context = click.Context(found, info_name=name, parent=context)
    click.echo(context.get_help())


COMMAND = Command(run=help, group="Help", place=290)
