"""`pandoku help`: show the help of a command."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

from pandoku.cli import command as commands
from pandoku.cli.command import Command
from pandoku.cli.options import json_flag
from pandoku.cli.output import json_line


class _CommandWord(click.ParamType):  # type: ignore[type-arg]  # not generic in every click
    """The name of a command, or after "batch" the name of its verb."""

    name = "command"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        command = ctx.find_root().command
        for word in ctx.params.get("command") or ():
            found = command.get_command(ctx, word) if isinstance(command, click.Group) else None
            if found is None:
                return []
            command = found
        names = command.list_commands(ctx) if isinstance(command, click.Group) else []
        return [CompletionItem(name) for name in names if name.startswith(incomplete)]


@click.command(
    "help",
    short_help="Show the help of a command.",
    params=[json_flag("command", "name, group, summary, usage, options (flags, metavar, help)")],
)
@click.argument("command", nargs=-1, type=_CommandWord())
@click.pass_context
def help(ctx: click.Context, command: tuple[str, ...], as_json: bool) -> None:
    """Show the help of a command, or of pandoku.

    \b
    Examples:
      pandoku help solve
      pandoku help batch rate
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    group = ctx.find_root()
    assert isinstance(group.command, click.Group)
    if not command:
        if as_json:
            for each in commands.COMMANDS.values():
                inner = click.Context(each.run, info_name=each.name, parent=group)
                click.echo(json_line(_record(inner, each.group)))
        else:
            click.echo(group.get_help())
        return
    context, rest, group_name = group, list(command), ""
    while rest:
        if not isinstance(context.command, click.Group):
            raise click.UsageError(
                f"expected one command, found {' '.join(map(repr, command))}; "
                f"try pandoku help {context.command_path.removeprefix('pandoku ')}"
            )
        name, found, rest = context.command.resolve_command(context, rest)
        assert found is not None
        group_name = group_name or commands.COMMANDS[str(found.name)].group
        context = click.Context(found, info_name=name, parent=context)
    if as_json:
        click.echo(json_line(_record(context, group_name)))
    else:
        click.echo(context.get_help())


def _record(context: click.Context, group: str) -> dict[str, object]:
    """Return the facts about a command that its help shows."""
    command, usage = context.command, context.command.get_usage(context)
    shown = [each.get_help_record(context) for each in command.get_params(context)]
    options = [
        {"flags": [*each.opts, *each.secondary_opts], "metavar": each.make_metavar(context)}
        | {"help": " ".join(record[1].split())}
        for each, record in zip(command.get_params(context), shown, strict=True)
        if record is not None and isinstance(each, click.Option)
    ]
    return {
        "name": context.command_path.removeprefix("pandoku "),
        "group": group,
        "summary": command.get_short_help_str(200),
        "usage": " ".join(usage.removeprefix("Usage: ").split()),
        "options": options,
    }


COMMAND = Command(run=help, group="Help", place=290)
