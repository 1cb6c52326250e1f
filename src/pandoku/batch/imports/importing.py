"""Import puzzles from files: texts in any of pandoku's formats, CSV, and tables.

All files are read as one stream. Rows keep their order, and an unreadable puzzle becomes a row with
an error. The imported tables therefore depend only on the inputs and options, and a resumed job
reads the same stream again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeGuard

import numpy as np
import pyarrow as pa

from pandoku.batch.columns import (
    MAX_TEXT_ORDER,
    digit_rows,
    digit_texts,
    errors_column,
    ids_of,
    order_of_length,
    spread_all,
)
from pandoku.batch.files import in_tables_of
from pandoku.batch.imports import opening
from pandoku.batch.inputs import Origin
from pandoku.batch.rules import kind_of, puzzle_of_rules, rules_of
from pandoku.batch.sorting import Group, clashes, defect_of, sorted_out
from pandoku.batch.tables import table_schema
from pandoku.errors import BatchError, FormatError, PandokuError, PuzzleError
from pandoku.formats import Item, Lines, items_and_batches, read_parts, sniff
from pandoku.formats.csv_format import PUZZLE_COLUMNS, columns_of, read_fields
from pandoku.formats.line import cells_of_line, characters
from pandoku.model import DIGITS, Batch, Geometry, Puzzle, reason_of, span_of

__all__ = [
    "IMPORTED_COLUMNS",
    "error_of",
    "import_tables",
    "licensed",
    "rows_of_batch",
    "rows_of_puzzles",
    "rows_of_texts",
]

IMPORTED_COLUMNS = ("puzzle", "rules", "kind", "order", "n_givens", "id", "error")

_SCHEMA = table_schema(IMPORTED_COLUMNS)
_BLANKS = str.maketrans("xX-*_?", "......")
_UNREAD = ("length: ", "character: ")  # starts of errors of texts that may be in another format
# Texts of only digits and dots are only read in the format `line`, because no other format accepts
# them.
_DIGITS_ALONE = re.compile(r"[0-9.]*")
_TEXTS_AT_ONCE = 65_536  # number of texts that are converted together
_PUZZLES_AT_ONCE = 4096
_USUAL = 81  # number of cells that messages expect before the first valid puzzle
_CSV = "csv"


def rows_of_batch(batch: Batch) -> pa.Table:
    """Return puzzles of one geometry as rows."""
    if batch.has_constraints or batch.has_masks or batch.geometry.order > MAX_TEXT_ORDER:
        return rows_of_puzzles([*batch])
    if np.frombuffer(batch.rows, np.uint8).max(initial=0) > batch.geometry.order:
        return rows_of_puzzles([*batch])
    n = len(batch)
    return _rows_of_groups(n, [Group(np.arange(n), batch)], clashes(batch))


def _rows_of_groups(n: int, groups: Sequence[Group], errors: Mapping[int, str]) -> pa.Table:
    """Return *n* rows with the plain puzzles of *groups*. All other rows have nulls."""
    digits = [np.frombuffer(batch.rows, np.uint8).reshape(len(batch), -1) for _, batch in groups]
    about = [_about(batch.geometry) for _, batch in groups]

    def column(name: str, values: Sequence[pa.Array]) -> pa.Array:
        places = (at for at, _ in groups)
        return spread_all(n, zip(places, values, strict=True), _SCHEMA.field(name).type)

    def constant(name: str, place: int) -> pa.Array:
        data_type = _SCHEMA.field(name).type
        values = [
            pa.repeat(pa.scalar(each[place], data_type), len(at))
            for each, (at, _) in zip(about, groups, strict=True)
        ]
        return column(name, values)

    counts = [pa.array(np.count_nonzero(rows, axis=1)) for rows in digits]
    puzzle, rules = column("puzzle", [digit_texts(rows) for rows in digits]), constant("rules", 0)
    return pa.table(
        [
            puzzle,
            rules,
            constant("kind", 1),
            constant("order", 2),
            column("n_givens", counts),
            ids_of(rules, puzzle),
            errors_column(n, errors),
        ],
        _SCHEMA,
    )


@lru_cache(maxsize=256)
def _about(geometry: Geometry) -> tuple[str | None, str, int]:
    """Return the rules, the kind and the order of puzzles without constraints in a geometry."""
    frame = Puzzle(geometry)
    return rules_of(frame), kind_of(frame), geometry.order


def rows_of_puzzles(puzzles: Sequence[Puzzle | str]) -> pa.Table:
    """Return puzzles of any kind as rows. A string in *puzzles* is the error of a bad row."""
    plain = {at: puzzle for at, puzzle in enumerate(puzzles) if _is_plain(puzzle)}
    others = [at for at in range(len(puzzles)) if at not in plain]
    alike: dict[Geometry, list[int]] = {}
    for place, puzzle in plain.items():
        alike.setdefault(puzzle.geometry, []).append(place)
    groups = [Group(np.array(at), Batch.of([plain[i] for i in at])) for at in alike.values()]
    errors = {int(at[i]): text for at, batch in groups for i, text in clashes(batch).items()}
    rows = _rows_of_groups(len(puzzles), groups, errors)
    listed = zip(*(_row(puzzles[i]) for i in others), strict=True) if others else [()] * 6
    *about, messages = map(list, listed)
    puzzle, rules = pa.array(about[0], pa.string()), pa.array(about[1], pa.string())
    made = pa.table([puzzle, rules, *about[2:], ids_of(rules, puzzle), messages], _SCHEMA)
    return _with_rows(rows, others, [made])


def _is_plain(puzzle: Puzzle | str) -> TypeGuard[Puzzle]:
    return (
        isinstance(puzzle, Puzzle)
        and not puzzle.constraints
        and puzzle.candidates is None
        and puzzle.kind is None
        and not puzzle.symbols
        and puzzle.order <= MAX_TEXT_ORDER
        and len(puzzle.givens) == puzzle.geometry.n_cells
        and 0 <= min(puzzle.givens) <= max(puzzle.givens) <= puzzle.order
        and not puzzle.geometry.extra
    )


def _with_rows(table: pa.Table, places: Sequence[int], rows: Sequence[pa.Table]) -> pa.Table:
    """Return *table* after replacing its rows at *places* by the rows of the tables *rows*."""
    if not places:
        return table
    order = np.arange(len(table))
    order[list(places)] = len(table) + np.arange(len(places))
    return pa.concat_tables([table, *rows]).take(pa.array(order))


def _row(puzzle: Puzzle | str) -> tuple[Any, ...]:
    if isinstance(puzzle, str):
        return (None,) * 5 + (puzzle,)
    if puzzle.symbols:
        usual, found = span_of(DIGITS[: puzzle.order]), span_of(puzzle.symbols)
        return (None,) * 5 + (f"digits: expected {usual}, found {found}",)
    if puzzle.order > MAX_TEXT_ORDER:
        return (None,) * 5 + (f"order: expected 1-{MAX_TEXT_ORDER}, found {puzzle.order}",)
    defect = defect_of(puzzle)
    if not 0 <= min(puzzle.givens) <= max(puzzle.givens) <= puzzle.order:
        return (None,) * 5 + (defect,)
    text = characters(bytes(puzzle.givens)).decode()
    try:
        rules = rules_of(puzzle)
    except PuzzleError as error:
        return (None,) * 5 + (f"rules: {reason_of(error)}",)
    about = rules, kind_of(puzzle), puzzle.order, puzzle.n_givens
    return (text, *about, defect)


def rows_of_texts(
    texts: pa.StringArray,
    rules: pa.StringArray | None = None,
    errors: Mapping[int, str] | None = None,
) -> pa.Table:
    """Return a column of texts as rows.

    Args:
        texts: One puzzle per row, in the format `line` or any other format.
        rules: The column `rules`, or None if there are no rules.
        errors: Errors that are already known, by row. The text of each of these rows is null.
    """
    n = len(texts)
    table = {"puzzle": texts} | ({} if rules is None else {"rules": rules})
    found = sorted_out(pa.table(table), checks_givens=False)
    bad = found.errors | dict(errors or {})
    if rules is not None and rules.null_count < n:
        return _rows_with_rules(texts, rules, bad)
    for at, batch in found.groups:
        bad |= {int(at[place]): text for place, text in clashes(batch).items()}
    unread = [place for place, text in bad.items() if text.startswith(_UNREAD)]
    pairs = zip(unread, texts.take(pa.array(unread, pa.int64())).to_pylist(), strict=True)
    odd = {place: text for place, text in pairs if not _DIGITS_ALONE.fullmatch(text)}
    if not odd:
        return _rows_of_groups(n, found.groups, bad)
    parts, failed = read_parts([*odd.values()])
    odd_places = [*odd]
    bad |= _without_blanks({odd_places[at]: odd[odd_places[at]] for at in failed}, bad)
    places = [odd_places[at] for positions, _ in parts for at in positions]
    rows = [rows_of_puzzles(each) for _, each in parts]
    return _with_rows(_rows_of_groups(n, found.groups, bad), places, rows)


def _without_blanks(texts: Mapping[int, str], errors: Mapping[int, str]) -> dict[int, str]:
    """Replace blanks such as ``_`` by dots, read texts again, and return the errors that remain.

    Only texts whose error in *errors* is a wrong character are read again.
    """
    about = {at: text for at, text in texts.items() if errors[at].startswith("character: ")}
    plain = pa.array([text.translate(_BLANKS) for text in about.values()], pa.string())
    found = sorted_out(pa.table({"puzzle": plain}), checks_givens=False).errors
    places = [*about]
    return {places[at]: text for at, text in found.items()}


def error_of(error: PandokuError, n_cells: int) -> str:
    """Return the error of an unreadable text as a message for the column `error`.

    Args:
        error: The error that the reader of the format raised.
        n_cells: Number of cells of the previous puzzle, which is the expected length.
    """
    if not isinstance(error, FormatError):
        return f"puzzle: {reason_of(error)}"
    text = cells_of_line(error.text or "") if error.format == "line" else ""
    if text and order_of_length(len(text)) is None:
        return f"length: expected {n_cells}, found {len(text)}"
    first = {0: text} if text else {}
    found = _without_blanks(first, {0: "character: "})
    return found.get(0, f"{error.format or 'text'}: {reason_of(error)}")


def _rows_with_rules(
    texts: pa.StringArray, rules: pa.StringArray, errors: Mapping[int, str]
) -> pa.Table:
    def puzzle_at(place: int) -> Puzzle | str:
        if place in errors:
            return errors[place]
        frame = puzzle_of_rules(rules[place].as_py()) if rules[place].is_valid else None
        order = order_of_length(len(texts[place].as_py())) if frame is None else frame.order
        assert order is not None  # the row is good
        digits, _ = digit_rows(texts.slice(place, 1), order)
        givens = tuple(digits[0].tolist())
        return Puzzle(order, givens) if frame is None else frame.replace(givens=givens)

    return rows_of_puzzles([puzzle_at(place) for place in range(len(texts))])


def licensed(inputs: Sequence[str], options: Mapping[str, Any]) -> list[Origin]:
    """Return the origin of each input, in order, with the license given in the options.

    Args:
        inputs: Names of the inputs, as in `import_tables`.
        options: The options `license` and `origin`, which may be None.
    """
    license, origin = options.get("license"), options.get("origin")
    return [Origin(name, license, origin) for name in inputs]


def import_tables(
    inputs: Sequence[str],
    options: Mapping[str, Any],
    rows: int,
    *,
    on_note: Callable[[str], None] = lambda _: None,
) -> Iterator[pa.Table]:
    """Yield the puzzles of files as rows of the table `puzzles`, one table per part.

    Args:
        inputs: Paths, addresses, or ``-`` for standard input. Files are texts in any format, CSV,
            Parquet or Arrow IPC. Texts may be compressed (gz, zst, bz2, lz4).
        options: `puzzle_column` is the name of the column of puzzles in CSV and tables, or None.
            `from` is the name of a format, or None to detect the format.
        rows: Number of rows of each table. The last table may have fewer rows.
        on_note: Called with a sentence if the format of a text is ambiguous.

    Yields:
        Tables with the columns source, source_row, puzzle, rules, kind, order, n_givens, id and
        error. An unreadable puzzle is a row with an error and nulls for the puzzle.

    Raises:
        BatchError: An input has no puzzles, or is truncated or damaged. The message names the
            input. The start of every file is checked before the first table is made.
        OSError: An input cannot be read.
    """
    for name in inputs:
        if not opening.is_pipe(name):
            next(_rows_of(name, options, lambda _: None), None)
    return in_tables_of(rows, _all_rows(inputs, options, on_note))


def _all_rows(
    inputs: Sequence[str], options: Mapping[str, Any], on_note: Callable[[str], None]
) -> Iterator[pa.Table]:
    for name in inputs:
        row = 0
        for table in _rows_of(name, options, on_note):
            source = pa.repeat(pa.scalar(name, pa.string()), len(table))
            at = pa.array(np.arange(row, row + len(table)))
            row += len(table)
            columns = [source, at, *table.columns]
            yield pa.table(columns, names=["source", "source_row", *IMPORTED_COLUMNS])
        if not row:
            raise BatchError(f"{name}: expected puzzles, found none")


def _rows_of(
    name: str, options: Mapping[str, Any], on_note: Callable[[str], None]
) -> Iterator[pa.Table]:
    column, format = options.get("puzzle_column"), options.get("from")
    with opening.unpacked(name) as stream:
        if opening.is_table(stream):
            if format is not None:
                raise BatchError(f"{name}: expected a text, because of --from, found a table")
            for texts, rules in opening.texts_of_table(name, stream, column, _TEXTS_AT_ONCE):
                yield rows_of_texts(texts, rules)
            return
        try:
            lines = Lines(opening.lenient(stream))
            if (format or _detected(name, lines, column)) == _CSV:
                names = columns_of(lines.head())
                known = PUZZLE_COLUMNS if column is None else (column.strip().lower(),)
                if names and not {each.lower() for each in names} & {*known}:
                    raise BatchError(opening.without_puzzles(name, names, column))
                yield from _rows_of_fields(read_fields(lines, column))
                return
            found = items_and_batches(lines, format, _unpacked_name(name), every_error=True)
            yield from _rows_of_items(found, lambda note: on_note(f"{name}: {note} (--from)"))
        except FormatError as error:
            raise BatchError(f"{name}: {error}") from None


def _detected(name: str, lines: Lines, column: str | None) -> str:
    """Return the name of the format of a text.

    Raises:
        BatchError: The text is a table without a column of puzzles.
        FormatError: The format is unknown.
    """
    if column is not None:
        return _CSV
    path, names = _unpacked_name(name), columns_of(lines.head())
    try:
        found = sniff(lines, path).name
    except FormatError:
        if not names:
            raise
        found = ""
    if names and found != _CSV and (not found or path.lower().endswith((".csv", ".tsv"))):
        raise BatchError(opening.without_puzzles(name, names))
    return found


def _unpacked_name(name: str) -> str:
    """Return the name of a file without the suffix that shows its compression."""
    suffix = next((each for each in opening.PACKED if name.endswith(each)), "")
    return name.removesuffix(suffix)


def _rows_of_fields(found: Iterator[list[str] | FormatError]) -> Iterator[pa.Table]:
    """Yield tables of a fixed number of rows, given the column of puzzles of a CSV file."""
    texts: list[str | None] = []
    errors: dict[int, str] = {}
    for each in found:
        if isinstance(each, FormatError):
            errors[len(texts)] = f"csv: {each.reason}"
            texts.append(None)
        else:
            texts += (text or None for text in each)
        while len(texts) >= _TEXTS_AT_ONCE:
            here = {at: text for at, text in errors.items() if at < _TEXTS_AT_ONCE}
            yield _rows_of_strings(texts[:_TEXTS_AT_ONCE], here)
            errors = {at - _TEXTS_AT_ONCE: errors[at] for at in errors if at not in here}
            del texts[:_TEXTS_AT_ONCE]
    if texts:
        yield _rows_of_strings(texts, errors)


def _rows_of_strings(texts: list[str | None], errors: Mapping[int, str]) -> pa.Table:
    return rows_of_texts(pa.array(texts, pa.string()), errors=errors)


def _rows_of_items(
    found: Iterator[Item | Batch], on_note: Callable[[str], None]
) -> Iterator[pa.Table]:
    held: list[Puzzle | str] = []
    n_cells = _USUAL
    for each in found:
        if isinstance(each, Batch):
            if held:
                yield rows_of_puzzles(held)
                held = []
            yield rows_of_batch(each)
            n_cells = each.geometry.n_cells
            continue
        if each.note:
            on_note(each.note)
        if isinstance(each.value, Puzzle):
            held.append(each.value)
            n_cells = each.value.geometry.n_cells
        else:
            held.append(error_of(each.value, n_cells))
        if len(held) == _PUZZLES_AT_ONCE:
            yield rows_of_puzzles(held)
            held = []
    if held:
        yield rows_of_puzzles(held)
