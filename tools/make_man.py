"""Write the man pages of the command line, one for each command.

    python -m tools.make_man [FOLDER]

The default FOLDER is `man`. The build puts its pages into the wheel. The texts are those of --help.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from pandoku import __version__
from pandoku.cli import cli
from pandoku.cli.command import COMMANDS, GROUPS

FOLDER = Path(__file__).parent.parent / "man"

_OF_PANDOKU = "Solve, explain, rate, make, print and play number puzzles"


def pages() -> Iterator[tuple[str, str]]:
    """Yield the file name and the text of each page, in roff."""
    context = click.Context(cli, info_name="pandoku", **cli.context_settings)
    yield "pandoku.1", _page(context, _OF_PANDOKU, [*_commands(), *_epilog()])
    for name, command in COMMANDS.items():
        if not command.run.hidden:
            one = click.Context(command.run, info_name=name, parent=context)
            summary = command.run.get_short_help_str(200)
            yield f"pandoku-{name}.1", _page(one, summary, [])


def _page(context: click.Context, summary: str, more: list[str]) -> str:
    name = context.command_path.replace(" ", "-")
    usage = " ".join(context.command.collect_usage_pieces(context))
    lines = [
        f'.TH {_roff(name).upper()} 1 "" "pandoku {__version__}" "pandoku"',
        ".SH NAME",
        f"{_roff(name)} \\- {_roff(summary.rstrip('.'))}",
        ".SH SYNOPSIS",
        f".B {_roff(context.command_path)}",
        _roff(usage),
        ".SH DESCRIPTION",
        *_paragraphs(context.command.help or ""),
        *_options(context),
        *more,
    ]
    if context.parent is None:
        return "\n".join(lines) + "\n"
    return "\n".join([*lines, ".SH SEE ALSO", ".BR pandoku (1)"]) + "\n"


def _options(context: click.Context) -> Iterator[str]:
    groups: dict[str, list[tuple[str, str]]] = {}
    for parameter in context.command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and record[1]:
            groups.setdefault(getattr(parameter, "group", "Options"), []).append(record)
    others = groups.pop("Options", [])
    for title, records in [*groups.items(), ("Options", others)]:
        yield f'.SH "{_roff(title).upper()}"'
        for flags, text in records:
            yield from (".TP", f".B {_roff(flags)}", _roff(text))


def _commands() -> Iterator[str]:
    for group in GROUPS:
        yield f'.SH "{group.upper()}"'
        for name, command in COMMANDS.items():
            if command.group == group and not command.run.hidden:
                summary = command.run.get_short_help_str(200)
                yield from (".TP", f".BR pandoku\\-{_roff(name)} (1)", _roff(summary))


def _epilog() -> Iterator[str]:
    yield ".SH NOTES"
    yield from _paragraphs(cli.epilog or "")


def _paragraphs(text: str) -> Iterator[str]:
    r"""Yield paragraphs in roff. The lines of a paragraph that begins with \b stay apart."""
    for paragraph in re.split(r"\n\s*\n", cleandoc(text).strip()):
        lines = paragraph.splitlines()
        if lines and lines[0].strip() == "\b":
            yield from (".PP", ".nf", *map(_roff, lines[1:]), ".fi")
        else:
            yield from (".PP", _roff(" ".join(line.strip() for line in lines)))


def _roff(text: str) -> str:
    """Return a text with the characters escaped that have a meaning in roff."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped[:1] in (".", "'") else escaped


def main() -> None:
    """Write the pages, and remove the pages of commands that no longer exist."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    folder.mkdir(exist_ok=True)
    written = dict(pages())
    for old in folder.glob("*.1"):
        if old.name not in written:
            old.unlink()
    for name, text in written.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
