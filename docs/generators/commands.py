"""The page about the command line: every command with its help from click."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc

import click

from docs.generators.markup import cell, fenced, table
from pandoku.cli import cli
from pandoku.cli.command import COMMANDS

__all__ = ["files"]

_VERBATIM = "\b"  # in click, a paragraph after this character keeps its lines


def files() -> Iterator[tuple[str, str]]:
    """Yield the page."""
    yield "reference/command-line.md", "\n".join(_page())


def _page() -> Iterator[str]:
    root = click.Context(cli, info_name="pandoku")
    yield f"# Command line\n\n{_prose(cli.help)}\n"
    yield _options(cli, root)
    commands = {name: cli.get_command(root, name) for name in cli.list_commands(root)}
    shown = {name: each for name, each in commands.items() if each and not each.hidden}
    rows = ((f"[`{name}`](#{name})", _first_line(each)) for name, each in shown.items())
    yield table(("Command", "What it does"), rows)
    yield f"{_prose(cli.epilog)}\n"
    for name, each in shown.items():
        yield from _section(each, click.Context(each, info_name=name, parent=root))
        if extra := COMMANDS[name].extra:
            yield f'The packages that `{name}` needs come with `pip install "pandoku[{extra}]"`.\n'


def _section(command: click.Command, context: click.Context) -> Iterator[str]:
    usage = " ".join((context.command_path, *command.collect_usage_pieces(context)))
    name = context.command_path.removeprefix("pandoku ")
    heading = "###" if " " in name else "##"
    yield f"{heading} {name}\n\n{fenced(usage)}\n{_prose(command.help)}\n"
    yield _options(command, context)
    if isinstance(command, click.Group):
        for each in command.list_commands(context):
            if (inner := command.get_command(context, each)) is not None:
                yield from _section(inner, click.Context(inner, info_name=each, parent=context))


def _options(command: click.Command, context: click.Context) -> str:
    """Return the table of a command's options, without arguments that only appear in the usage."""
    records = [param.get_help_record(context) for param in command.get_params(context)]
    rows = [
        (f"<code>{cell(how)}</code>", cell(what)) for how, what in filter(None, records) if what
    ]
    return table(("Option", "Meaning"), rows)


def _first_line(command: click.Command) -> str:
    return cell(command.get_short_help_str(limit=200))


def _prose(text: str | None) -> str:
    """Return help as Markdown, with verbatim paragraphs as code blocks."""
    parts = []
    for paragraph in cleandoc(text or "").replace("\f", "").split("\n\n"):
        if paragraph.lstrip().startswith(_VERBATIM):
            parts.append(fenced(paragraph.replace(_VERBATIM, "").strip("\n")))
        else:
            parts.append(paragraph)
    return "\n\n".join(parts)
