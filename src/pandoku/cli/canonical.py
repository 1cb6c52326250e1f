"""`pandoku canonical`: the canonical form of each puzzle."""

from __future__ import annotations

import json
from typing import IO

import click

from pandoku import symmetry
from pandoku.cli._forms import PuzzleOutput, entries_of, forms_of_batch
from pandoku.cli._input import Entry, Source
from pandoku.cli._options import (
    files_argument,
    from_option,
    json_option,
    lines_or_option,
    output_option,
    threads_option,
)
from pandoku.cli._output import ExitStatus, identity, json_line
from pandoku.cli._progress import ProgressLine
from pandoku.cli._targets import output_file, refuse_pictures
from pandoku.errors import PandokuError
from pandoku.formats import get_format, line
from pandoku.model import Puzzle


@click.command(short_help="Print canonical forms (minlex).")
@files_argument
@from_option
@lines_or_option
@json_option(
    "puzzle",
    "id, source, line, form (a line; an object where a line cannot hold the puzzle), "
    "automorphisms (how many symmetries keep the puzzle; missing with constraints other than "
    "cages); or source, line, error",
)
@output_option
@threads_option
def canonical(
    files: tuple[str, ...],
    from_format: str | None,
    to_format: str | None,
    as_json: bool,
    output: str | None,
    threads: int | None,
) -> None:
    """Print the canonical form of each puzzle.

    Puzzles that differ only by the order of rows, columns, bands and stacks, by a transposition or
    by the names of the digits have the same form, which is the one that reads first (minlex). Cages
    move along; digits are renamed only if no cage calculates with them. With constraints other than
    cages, only rotations and reflections count, those that every constraint survives. A bad puzzle
    is reported, and the others still have their form.
    """
    refuse_pictures(output)
    if as_json and to_format is not None:
        raise click.UsageError("expected either --json or --to, found both")
    status, source = ExitStatus(), Source(files, from_format)
    with (
        output_file(output, status) as stream,
        ProgressLine("comparing", files, output) as progress,
    ):
        out = PuzzleOutput(stream, output, to_format, status)
        takes_batches = out.takes_lines and not as_json
        for group in source.groups_and_batches() if takes_batches else source.groups():
            forms = forms_of_batch(group, threads)
            progress.pause()
            if forms is not None:
                out.put_rows(forms)
            for entry in entries_of(group) if forms is None else ():
                _put(entry, out, status, stream if as_json else None)
            stream.flush()
            progress.advance(len(group) if isinstance(group, list) else len(group.batch))
        out.end()
    status.exit()


def _put(entry: Entry, out: PuzzleOutput, status: ExitStatus, json_to: IO[str] | None) -> None:
    if isinstance(entry.value, PandokuError):
        status.bad(entry, entry.value, json_to)
        return
    try:
        form = symmetry.canonical(entry.value)
        if json_to is None:
            out.put(entry, form)
        else:
            json_to.write(json_line(_object(entry, form)) + "\n")
    except PandokuError as error:
        status.bad(entry, error, json_to)


def _object(entry: Entry, form: Puzzle) -> dict[str, object]:
    is_line = line.FORMAT.why_not(form) is None
    written = line.FORMAT.write(form).rstrip() if is_line else None
    facts: dict[str, object] = {"form": written or json.loads(get_format("json").write(form))}
    if not form.further:  # whose automorphisms are not counted
        facts["automorphisms"] = symmetry.automorphisms(form).count
    return identity(entry) | facts
