"""`batch import`: convert puzzles of other programs to tables."""

from __future__ import annotations

from pandoku.batch.imports.importing import import_tables
from pandoku.batch.inputs import require_license
from pandoku.batch.verbs._verb import Option, Options, Verb
from pandoku.errors import BatchError, FormatError
from pandoku.formats import get_format

__all__ = ["VERB"]


def _check(options: Options) -> None:
    if options["from"] is not None:
        try:
            get_format(options["from"])
        except FormatError as error:
            raise BatchError(f"from: {error}") from None
    if options["license"] is not None:
        require_license(options["license"])


VERB = Verb(
    "import",
    "Make a data set from files in any format.",
    lambda rows, options: {"puzzles": rows.table},  # `stream` has already made the rows
    lambda options: ("source", "source_row", "puzzle", "rules", "kind", "order", "n_givens", "id"),
    rows=(1_048_576, 65_536),
    options=(
        Option(
            "puzzle_column",
            "text",
            "The column of puzzles in CSV and in tables of other programs.  [default: puzzle, "
            "puzzles, quiz, quizzes, question or sudoku]",
        ),
        Option("from", "text", "The format of the files.  [default: detected]"),
        Option("license", "text", "The SPDX name of the license of the puzzles (CC-BY-4.0)."),
        Option("origin", "text", "The origin of the puzzles, such as an address."),
    ),
    needs=(),
    reads=(),
    keeps_rows=False,
    check=_check,
    stream=import_tables,
    help="""Make a data set from files in any format.

    IN is a text in a format that pandoku reads (`pandoku formats`), a CSV, or a Parquet or Arrow
    file of another program. - is standard input. Texts may be compressed with gzip, zstd, bzip2 or
    lz4. Rows stay in order. A puzzle that cannot be read becomes a row with an error.

    \b
    Examples:
      pandoku batch import 17.txt -o a --origin https://example.org --license CC0-1.0
      pandoku batch import train.csv test.csv -o a
      pandoku batch import quizzes.parquet -o a --puzzle-column clues
    """,
)
