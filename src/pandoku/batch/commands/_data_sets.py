"""The commands of `pandoku batch` that do not run a verb: `card`, `export` and `verify`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from pandoku.cli import options as opt
from pandoku.cli.output import ProgressLine, json_line
from pandoku.cli.types import Whole

if TYPE_CHECKING:
    from pandoku.batch.verifying import Verified

_TARGETS = ("hub", "csv", "jsonl", "json", "hrm")

_LISTED = 20  # faults


def _workers(what: str) -> Any:
    shown = f"{what}  [default: number of cores]"
    return opt.option("--workers", type=Whole(1), metavar="N", help=shown)


def _license_option(what: str) -> Any:
    return opt.option("--license", metavar="SPDX", default="CC0-1.0", show_default=True, help=what)


@dataclass(frozen=True, kw_only=True)
class CardOptions:
    """The options of `pandoku batch card`."""

    output: str = opt.argument(metavar="OUT")
    title: str | None = opt.option(
        "--title", help="Heading of the card.  [default: the number and the kind of the puzzles]"
    )
    license: str = _license_option(
        "License of generated puzzles. Imported puzzles keep the license given to `import`."
    )
    repository: str = opt.option(
        "--repository",
        metavar="USER/NAME",
        default="USER/NAME",
        show_default=True,
        help="Name of the data set on the hub, for the code that loads it.",
    )
    meanings: tuple[str, ...] = opt.option(
        "--meaning",
        metavar="NAME=TEXT",
        multiple=True,
        help="The meaning of a column that pandoku does not know. May be repeated.",
    )
    made_from: tuple[str, ...] = opt.option(
        "--from",
        metavar="FOLDER",
        multiple=True,
        help="For an export: output folder of a job that it contains. May be repeated.",
    )
    overwrite: bool = opt.option("--overwrite", is_flag=True, help="Replace the README.md in OUT.")
    as_json: bool = opt.json_lines("card", "path, pictures, rows, licenses")


@opt.command(CardOptions, short_help="Write the card of a data set: README.md and pictures.")
def card(options: CardOptions) -> None:
    """Write README.md and its pictures next to the tables of a data set.

    The card describes the origin of the puzzles, the meaning of each column, and the proofs of
    solutions. Tables show the number of rows by split, kind and difficulty, and the number of
    isomorphic rows. The command reads every row. OUT is the output folder of a job or of `export
    --to hub`. (That export also writes a card.)

    \b
    Examples:
      pandoku batch card c
      pandoku batch card c --title "Hard Sudokus" --repository me/hard --overwrite
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.batch.cards.card import write_card

    meanings = {}
    for text in options.meanings:
        name, separator, meaning = text.partition("=")
        if not (name and separator and meaning.strip()):
            raise click.UsageError(f"expected --meaning NAME=TEXT, found {text!r}")
        meanings[name] = meaning.strip()
    with ProgressLine("counting", None, None):
        written = write_card(
            options.output,
            made_from=options.made_from,
            title=options.title,
            license=options.license,
            repository=options.repository,
            meanings=meanings,
            overwrite=options.overwrite,
        )
    if options.as_json:
        names = ("path", "pictures", "rows", "licenses")
        click.echo(json_line({name: getattr(written, name) for name in names}))
        return
    pictures = f" and {len(written.pictures)} pictures" if written.pictures else ""
    click.echo(f"{written.rows:,} rows: wrote {options.output}/{written.path}{pictures}")


@dataclass(frozen=True, kw_only=True)
class VerifyDataSetOptions:
    """The options of `pandoku batch verify`."""

    output: str = opt.argument(metavar="OUT")
    solutions: bool = opt.option(
        "--solutions", is_flag=True, help="Search each puzzle again, and compare its solution."
    )
    workers: int | None = _workers("Number of processes; 1 means only this process.")
    as_json: bool = opt.json_lines(
        "check", "job, verb, files, bytes, rows, ids, solutions, n_faults, faults"
    )


@opt.command(
    VerifyDataSetOptions,
    "verify",
    short_help="Check a data set: files, pages, rows, ids and solutions.",
)
def verify_data_set(options: VerifyDataSetOptions) -> None:
    """Check the tables of a data set against the records of its job.

    The command reads every byte. It compares the size and the hash of each file, the check sum of
    each page, the planned number of rows, and the index of each row. It also computes the ids again
    from the puzzles. Each fault is reported. The exit status is 1 if there is a fault.

    \b
    Examples:
      pandoku batch verify c
      pandoku batch verify c --solutions
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.batch.verifying import verify as verify_set

    with ProgressLine("verify", None, None) as progress:
        found = verify_set(
            options.output,
            solutions=options.solutions,
            workers=options.workers,
            on_progress=lambda done: progress.tell(
                f"verify: {done.parts_done:,} of {done.parts:,} parts, {done.bad_rows:,} faults"
            ),
        )
    if options.as_json:
        click.echo(json_line(found.to_dict()))
    else:
        for each in found.faults[:_LISTED]:
            click.echo(f"{each.path}: {each.what}", err=True)
        if found.n_faults > _LISTED:
            click.echo(f"and {found.n_faults - _LISTED:,} more; --json lists them", err=True)
        click.echo(_checked_text(found, options.output))
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


@dataclass(frozen=True, kw_only=True)
class ExportDataSetOptions:
    """The options of `pandoku batch export`."""

    inputs: tuple[str, ...] = opt.argument(metavar="IN...", nargs=-1, required=True)
    output: str = opt.option(
        "-o", "--output", metavar="OUT", required=True, help="A folder, or a file of text."
    )
    to: str = opt.option(
        "--to", type=click.Choice(_TARGETS), required=True, help="Form of the output."
    )
    license: str = _license_option(
        "License of generated puzzles. Imported puzzles keep the license given to `import`."
    )
    license_unknown: bool = opt.option(
        "--license-unknown",
        is_flag=True,
        help="Allow --to hub for puzzles whose license is unknown.",
    )
    overwrite: bool = opt.option(
        "--overwrite", is_flag=True, help="Replace the export of another data set in OUT."
    )
    workers: int | None = _workers("For hub: number of files to write at the same time.")
    as_json: bool = opt.json_lines(
        "export", "to, files, rows (by table and split), stood, left_out (by reason)"
    )


@opt.command(
    ExportDataSetOptions,
    "export",
    short_help="Write a data set for the hub, as text, or as arrays.",
)
def export_data_set(options: ExportDataSetOptions) -> None:
    """Write a data set in a form that other programs read.

    \b
    hub    a folder with a card, to upload to the hub of Hugging Face. One configuration has the
           puzzles of the first IN. Another has the steps of the other INs. Each split is separate.
    csv    a table with all columns
    jsonl  all columns, as a JSON object for each row
    json   puzzles that all commands of pandoku read, with the other columns in "extra"
    hrm    the arrays that the trainers of HRM and TRM read, a folder for each split

    If a set does not have a column named "split", all its rows belong to the split "train". A file
    appears only when it is complete, and the same set always gives the same bytes. To continue a
    stopped export to the hub, start it again.

    \b
    Examples:
      pandoku batch export c d -o set --to hub
      pandoku batch export e -o e.json --to json
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    from pandoku.batch import export_tables

    if options.workers is not None and options.to != "hub":
        raise click.UsageError("--workers applies only with --to hub, which writes several files")
    with ProgressLine("export", None, None) as progress:
        done = export_tables(
            list(options.inputs),
            options.output,
            options.to,
            license=options.license,
            license_unknown=options.license_unknown,
            overwrite=options.overwrite,
            workers=options.workers,
            on_progress=lambda rows, all: progress.tell(f"export: {rows:,} of {all:,} rows"),
        )
    for reason, n_rows in done.left_out.items():
        click.echo(f"left out: {n_rows:,} {reason}", err=True)
    if options.as_json:
        click.echo(json_line(done.to_dict()))
        return
    tables = (
        f"{table}: " + ", ".join(f"{n:,} {split}" for split, n in splits.items())
        for table, splits in done.rows.items()
    )
    stood = f"; {done.stood:,} of {len(done.files):,} files existed before" if done.stood else ""
    click.echo(f"wrote {options.output}; rows of {'; '.join(tables)}{stood}")


DATA_SET_COMMANDS: dict[str, click.Command] = {
    "card": card,
    "export": export_data_set,
    "verify": verify_data_set,
}
