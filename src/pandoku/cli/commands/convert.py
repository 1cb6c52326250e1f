"""`pandoku convert`: write puzzles in another format."""

from __future__ import annotations

from dataclasses import dataclass

import click

from pandoku.cli import options as opt
from pandoku.cli.input import Entry, Source
from pandoku.cli.output import ExitStatus, ProgressLine, output_file, puzzle_text
from pandoku.errors import PandokuError
from pandoku.formats import Format, Writer, format_for_path, get_format, left_out


@dataclass(frozen=True, kw_only=True)
class ConvertOptions(opt.InputOptions):
    """The options of `pandoku convert`."""

    to_format: str | None = opt.output_format(
        "Format of the output; see `pandoku formats`.  [default: by the suffix of -o, else json]"
    )
    output: str | None = opt.text_output()


@opt.command(ConvertOptions)
def convert(options: ConvertOptions) -> None:
    """Convert puzzles to another format.

    If the format cannot store the rules of a puzzle, this is an error. If it cannot store other
    facts (titles, stored solutions, progress), they are left out, and standard error lists them.

    \b
    Examples:
      pandoku convert puzzles.txt -o puzzles.sdm
      pandoku convert killer.txt --to sudokupad
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    output, to_format = options.output, options.to_format
    suggested = format_for_path(output) if output and to_format is None else None
    target = suggested or get_format(to_format or "json")
    status, dropped, writer = ExitStatus(), set[str](), Writer(target)
    with (
        output_file(output, status) as stream,
        ProgressLine("converting", options.files, output) as progress,
    ):
        for group in Source(options).groups():
            texts = [_written(entry, target, status, dropped) for entry in group]
            progress.pause()
            stream.writelines(writer.next(text) for text in texts if text is not None)
            stream.flush()
            progress.advance(len(group))
        stream.write(writer.end())
    if dropped:
        click.echo(f"{target.name} leaves out: {', '.join(sorted(dropped))}", err=True)
    status.exit()


def _written(entry: Entry, target: Format, status: ExitStatus, dropped: set[str]) -> str | None:
    """Return a puzzle as text, with its progress if possible, or None after reporting an error."""
    if isinstance(entry.value, PandokuError):
        status.bad(entry, entry.value)
        return None
    if entry.board and target.write_board and not target.why_not_board(entry.board):
        dropped.update(left_out(target, entry.board.puzzle))
        return target.write_board(entry.board)
    text = puzzle_text(entry, entry.value, target, status, dropped)
    if text is not None and entry.board and entry.board.puzzle == entry.value:
        dropped.add("progress")
    return text


COMMAND = opt.Command(run=convert, group="Change", place=170)
