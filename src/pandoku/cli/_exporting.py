"""`pandoku batch export`: data sets in the forms that others read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pandoku.cli._options import json_option
from pandoku.cli._output import json_line
from pandoku.cli._progress import ProgressLine

if TYPE_CHECKING:
    from pandoku.batch import Exported

__all__ = ["export_data_set"]

_TARGETS = ("hub", "csv", "jsonl", "json", "hrm")


@click.command("export", short_help="Write a data set for the hub, as text, or as arrays.")
@click.argument("inputs", metavar="IN...", nargs=-1, required=True)
@click.option("-o", "--output", metavar="OUT", required=True, help="A folder, or a file of text.")
@click.option("--to", type=click.Choice(_TARGETS), required=True, help="What to write.")
@click.option(
    "--license",
    metavar="SPDX",
    default="CC0-1.0",
    show_default=True,
    help="The license of generated puzzles. That of imported ones is what `import` was told.",
)
@click.option(
    "--license-unknown", is_flag=True, help="Write puzzles for the hub whose license is not known."
)
@click.option("--overwrite", is_flag=True, help="Replace the export of another data set in OUT.")
@json_option("export", "to, files, rows (by table and split), stood, left_out (by reason)")
def export_data_set(
    inputs: Sequence[str],
    output: str,
    to: str,
    license: str,
    *,
    license_unknown: bool,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Write a data set in a form that others read.

    \b
    hub    a folder to upload to the hub of Hugging Face: the puzzles of the first IN and the
           steps of the others, a configuration each, split by split, with a card
    csv    a table with all columns
    jsonl  the same as a JSON object for each row
    json   puzzles that all commands of pandoku read; what is known of them is in "extra"
    hrm    the arrays that the trainers of HRM and TRM read, a folder for each split

    A set without a column split is all train. Files appear when they are complete, and the same set
    gives the same bytes. An export to the hub that was stopped goes on when it is started again.

    \b
    Examples:
      pandoku batch export c d -o set --to hub
      pandoku batch export e -o e.json --to json
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.batch import export_tables as export_set

    with ProgressLine("export", None, None) as progress:
        done = export_set(
            list(inputs),
            output,
            to,
            license=license,
            license_unknown=license_unknown,
            overwrite=overwrite,
            on_progress=lambda rows, all: progress.tell(f"export: {rows:,} of {all:,} rows"),
        )
    for reason, n_rows in done.left_out.items():
        click.echo(f"left out: {n_rows:,} {reason}", err=True)
    click.echo(json_line(done.to_dict()) if as_json else _summary(done, output))


def _summary(done: Exported, output: str) -> str:
    tables = (
        f"{table}: " + ", ".join(f"{n:,} {split}" for split, n in splits.items())
        for table, splits in done.rows.items()
    )
    stood = f"; {done.stood:,} of {len(done.files):,} files stood before" if done.stood else ""
    return f"wrote {output}; rows of {'; '.join(tables)}{stood}"
