"""`pandoku convert`: write puzzles in another format."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from dataclasses import dataclass
from typing import IO

import click

from pandoku.cli import options as opt
from pandoku.cli.input import Entry, Selection
from pandoku.cli.output import (
    ExitStatus,
    ProgressLine,
    is_stdout,
    json_line,
    output_file,
    puzzle_text,
    record_head,
)
from pandoku.errors import PandokuError
from pandoku.formats import Format, Writer, format_for_path, get_format, left_out


@dataclass(frozen=True, kw_only=True)
class ConvertOptions(opt.PuzzleOptions):
    """The options of `pandoku convert`."""

    to_format: str | None = opt.output_format(
        "Format of the output; see `pandoku formats`.  [default: by the suffix of -o, else json]"
    )
    output: str | None = opt.text_output()
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, format, dropped (facts that the format cannot store), "
        "converted (the text in the format), or written (the file, with -o); or source, line, "
        "error",
    )


@opt.command(ConvertOptions, short_help="Convert puzzles to another format.")
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
    only_records = options.as_json and is_stdout(output)
    with (
        nullcontext(None) if only_records else output_file(output, status) as stream,
        ProgressLine("converting", options.files, None if options.as_json else output) as progress,
    ):
        for group in Selection(options).groups(batches=False):
            assert isinstance(group, list)
            texts = list[str]()
            progress.pause()
            for entry in group:
                lost = set[str]()
                text = _written(
                    entry, target, status, lost, sys.stdout if options.as_json else None
                )
                dropped |= lost
                if text is not None:
                    texts.append(text)
                    if options.as_json:
                        told = {"converted": text} if stream is None else {"written": output}
                        facts = {"format": target.name, "dropped": sorted(lost)} | told
                        sys.stdout.write(json_line(record_head(entry) | facts) + "\n")
            if stream is not None:
                stream.writelines(map(writer.next, texts))
                stream.flush()
            progress.advance(len(group))
        if stream is not None:
            stream.write(writer.end())
    if dropped:
        click.echo(f"{target.name} leaves out: {', '.join(sorted(dropped))}", err=True)
    status.exit()


def _written(
    entry: Entry, target: Format, status: ExitStatus, dropped: set[str], json_to: IO[str] | None
) -> str | None:
    """Return a puzzle as text, with its progress if possible, or None after reporting an error."""
    if isinstance(entry.value, PandokuError):
        status.bad(entry, entry.value, json_to)
        return None
    if entry.board and target.write_board and not target.why_not_board(entry.board):
        dropped.update(left_out(target, entry.board.puzzle))
        return target.write_board(entry.board)
    text = puzzle_text(entry, entry.value, target, status, dropped, json_to=json_to)
    if text is not None and entry.board and entry.board.puzzle == entry.value:
        dropped.add("progress")
    return text


COMMAND = opt.Command(run=convert, group="Change", place=170)
