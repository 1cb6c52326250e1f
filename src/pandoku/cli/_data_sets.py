"""The commands of `pandoku batch` that are not verbs: `card`, `export` and `verify`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pandoku.cli._options import json_option
from pandoku.cli._output import ProgressLine, json_line

if TYPE_CHECKING:
    from pandoku.batch import Exported
    from pandoku.batch.verifying import Verified

__all__ = ["DATA_SET_COMMANDS"]

_TARGETS = ("hub", "csv", "jsonl", "json", "hrm")

_LISTED = 20  # faults


@click.command(short_help="Write the card of a data set: README.md and pictures.")
@click.argument("output", metavar="OUT")
@click.option("--title", help="The heading.  [default: how many puzzles of which kind]")
@click.option(
    "--license",
    metavar="SPDX",
    default="CC0-1.0",
    show_default=True,
    help="The license of generated puzzles. Imported puzzles keep the one given to `import`.",
)
@click.option(
    "--repository",
    metavar="USER/NAME",
    default="USER/NAME",
    show_default=True,
    help="The name on the hub, for the lines that load the data.",
)
@click.option(
    "--meaning",
    "meanings",
    metavar="NAME=TEXT",
    multiple=True,
    help="What a column says that pandoku does not know. May be repeated.",
)
@click.option(
    "--from",
    "made_from",
    metavar="FOLDER",
    multiple=True,
    help="For an export: the output folder of a job that was exported. May be repeated.",
)
@click.option("--overwrite", is_flag=True, help="Replace the README.md in OUT.")
@json_option("card", "path, pictures, rows, licenses")
def card(
    output: str,
    title: str | None,
    license: str,
    repository: str,
    meanings: Sequence[str],
    made_from: Sequence[str],
    *,
    overwrite: bool,
    as_json: bool,
) -> None:
    """Write README.md and its pictures beside the tables of a data set.

    The card says how the set was made, what its columns mean, how many rows there are of each sort,
    whether solutions are proved, and which rows are isomorphic. Every row is read. OUT is the
    output folder of a job, or of export --to hub, which writes a card itself.

    \b
    Examples:
      pandoku batch card c
      pandoku batch card c --title "Hard Sudokus" --repository me/hard --overwrite
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.batch.cards.card import write_card

    with ProgressLine("counting", None, None):
        written = write_card(
            output,
            made_from=made_from,
            title=title,
            license=license,
            repository=repository,
            meanings=dict(map(_meaning, meanings)),
            overwrite=overwrite,
        )
    if as_json:
        names = ("path", "pictures", "rows", "licenses")
        click.echo(json_line({name: getattr(written, name) for name in names}))
        return
    pictures = f" and {len(written.pictures)} pictures" if written.pictures else ""
    click.echo(f"{written.rows:,} rows: wrote {output}/{written.path}{pictures}")


def _meaning(text: str) -> tuple[str, str]:
    name, separator, meaning = text.partition("=")
    if not (name and separator and meaning.strip()):
        raise click.UsageError(f"expected --meaning NAME=TEXT, found {text!r}")
    return name, meaning.strip()


@click.command("verify", short_help="Check a data set: files, pages, rows, ids and solutions.")
@click.argument("output", metavar="OUT")
@click.option("--solutions", is_flag=True, help="Search each puzzle again, and compare.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Processes; 1 is this one alone.  [default: as many as there are cores]",
)
@json_option("check", "job, verb, files, bytes, rows, ids, solutions, n_faults, faults")
def verify_data_set(output: str, workers: int | None, *, solutions: bool, as_json: bool) -> None:
    """Check the tables of a data set against what its job wrote down.

    Every byte is read: sizes and hashes of files, check sums of pages, the number of rows by the
    plan, indices, and ids, which are made again of the puzzles. Each fault is named. The exit
    status is 1 if there is one.

    \b
    Examples:
      pandoku batch verify c
      pandoku batch verify c --solutions
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.batch.verifying import verify as verify_set

    with ProgressLine("verify", None, None) as progress:
        found = verify_set(
            output,
            solutions=solutions,
            workers=workers,
            on_progress=lambda done: progress.tell(
                f"verify: {done.parts_done:,} of {done.parts:,} parts, {done.bad_rows:,} faults"
            ),
        )
    if as_json:
        click.echo(json_line(found.to_dict()))
    else:
        for each in found.faults[:_LISTED]:
            click.echo(f"{each.path}: {each.what}", err=True)
        if found.n_faults > _LISTED:
            click.echo(f"and {found.n_faults - _LISTED:,} more; --json lists them", err=True)
        click.echo(_checked_text(found, output))
    if found.n_faults:
        raise click.exceptions.Exit(1)


def _checked_text(found: Verified, output: str) -> str:
    counted = [
        _count(found.files, "file"),
        f"{found.bytes / 1e6:,.1f} MB",
        _count(found.rows, "row"),
        f"{_count(found.ids, 'id')} made again",
    ]
    if found.solutions is not None:
        counted.append(f"{_count(found.solutions, 'puzzle')} searched again")
    faults = _count(found.n_faults, "fault") if found.n_faults else "no fault"
    return f"{output}: {', '.join(counted)}: {faults}"


def _count(n: int, what: str) -> str:
    return f"1 {what}" if n == 1 else f"{n:,} {what}s"


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
    from pandoku.batch import export_tables

    with ProgressLine("export", None, None) as progress:
        done = export_tables(
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
    click.echo(json_line(done.to_dict()) if as_json else _exported_text(done, output))


def _exported_text(done: Exported, output: str) -> str:
    tables = (
        f"{table}: " + ", ".join(f"{n:,} {split}" for split, n in splits.items())
        for table, splits in done.rows.items()
    )
    stood = f"; {done.stood:,} of {len(done.files):,} files stood before" if done.stood else ""
    return f"wrote {output}; rows of {'; '.join(tables)}{stood}"


DATA_SET_COMMANDS: dict[str, click.Command] = {
    "card": card,
    "export": export_data_set,
    "verify": verify_data_set,
}
