"""Format `csv`: a table with a header, and one puzzle in each row.

    puzzle,er
    1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..,10.5

The column of puzzles is called puzzle, puzzles, quiz, quizzes, question or sudoku, in upper or
lower case. Its fields are in the format `line`, or documents of the format `json`, as in the table
of `pandoku rate --csv`. Fields are separated by commas, semicolons or tabs. They may be quoted but
cannot contain line breaks. Lines that start with # are comments.

The columns id, title, author, source and solution become attributes of the puzzle. The fields of
all other columns are kept as texts in `extra`, under the names of the columns. A column without a
name is ignored. A column with the name of a rule (cages, regions, thermometer, ...) raises an
error. Two columns with the same name also raise an error.

A spreadsheet treats a field that begins with = + - @, a tab or a carriage return as a formula. The
writer puts an apostrophe in front of these fields, and the reader removes the apostrophe.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from functools import partial
from io import StringIO
from typing import NamedTuple

from pandoku.errors import FormatError
from pandoku.formats import line as lines_of_cells
from pandoku.formats._alphabet import Alphabet, cells_text, kept_symbols
from pandoku.formats._batches import Chunk, read_chunks
from pandoku.formats._foreign import may_hold_rules
from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, SourceLine, fail, is_content, read_each_line
from pandoku.formats.line import batch_of_lines, puzzle_and_note
from pandoku.model import Batch, FrozenMap, Puzzle

_NAME = "csv"

PUZZLE_COLUMNS = ("puzzle", "puzzles", "quiz", "quizzes", "question", "sudoku")
_SOLUTION = ("solution", "solutions", "answer")
_ATTRIBUTES = ("id", "title", "author", "source")
_SEPARATORS = ",;\t"
# This regular expression matches the start of a text that needs an apostrophe in front. It works
# in Python and in Arrow. A text that begins with an apostrophe before a formula needs a second
# apostrophe, because the reader removes one.
FORMULA = r"^('*[=+\-@\t\r])"
# Characters that control a terminal. The tab is harmless, so it is not included.
_OBEYED = {*map(chr, (*range(32), *range(127, 160)))} - {"\t"}


class _Table(NamedTuple):
    """The header of a table.

    Attributes:
        separator: The separator between fields.
        names: The names of the columns, in lower case and without spaces around them.
        at: The index of the column of puzzles.
    """

    separator: str
    names: tuple[str, ...]
    at: int

    @classmethod
    def of(cls, header: str, column: str | None = None) -> _Table | None:
        """Return the table of a header, or None if the header has no column of puzzles."""
        separator = max(_SEPARATORS, key=header.count)
        names = tuple(name.strip().lower() for name in _fields(header, separator) or ())
        wanted = PUZZLE_COLUMNS if column is None else (column.strip().lower(),)
        at = next((at for at, name in enumerate(names) if name in wanted), None)
        return None if at is None else cls(separator, names, at)


def without_formula(text: str) -> str:
    """Add an apostrophe in front of a text if a spreadsheet would treat the text as a formula.

    >>> without_formula("=1+1"), without_formula("'=1+1"), without_formula("1+1")
    ("'=1+1", "''=1+1", '1+1')
    """
    return re.sub(FORMULA, r"'\1", text)


def _unguarded(text: str) -> str:
    """Remove the apostrophe that `without_formula` adds."""
    return text[1:] if text.startswith("'") and re.match(FORMULA, text) else text


def columns_of(head: list[str]) -> tuple[str, ...]:
    """Return the column names in the first line, or () if the line is not the header of a table."""
    header = next((text for text in head if is_content(text)), "")
    separator = max(_SEPARATORS, key=header.count)
    names = tuple(name.strip() for name in _fields(header, separator) or ())
    is_header = len(names) > 1 and all(re.fullmatch(r"[^\W\d][\w .:/()-]{0,40}", n) for n in names)
    return names if is_header else ()


def _sniff(head: list[str]) -> bool:
    """Return whether the first line is a header with a column of puzzles."""
    lines = (text for text in head if is_content(text))
    return _Table.of(next(lines, "")) is not None


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each row."""
    table = _take_header(lines)
    return read_each_line(lines, partial(_parse, table)) if table else iter(())


def _read_batches(lines: Lines) -> Iterator[Item | Batch]:
    """Yield the same puzzles as `_read`, but combine consecutive plain rows into a Batch.

    A row with an id, a solution or another attribute is read by itself, because a Batch cannot
    store these attributes.
    """
    table = _take_header(lines)
    if table is None:
        return iter(())
    parse = partial(_parse, table)
    return read_chunks(lines, partial(_batch, table), parse)


def read_fields(lines: Lines, column: str | None = None) -> Iterator[list[str] | FormatError]:
    """Yield lists of unparsed fields from the column of puzzles.

    Args:
        lines: The source.
        column: The name of the column, in upper or lower case. If the caller names a column, all
            other columns are ignored, even columns that may contain rules. None means that the
            column has one of the names in PUZZLE_COLUMNS.

    Yields:
        A list with the fields of successive rows, without blanks around them, or the error of a bad
        row.

    Raises:
        FormatError: The first line is not a header with the column, or the source is not a text.
    """
    table = _take_header(lines, column)
    while table is not None and (taken := lines.take_raw()) is not None:
        chunk = Chunk(*taken)
        if (fields := _plain_fields(table, chunk)) is not None:
            yield fields
            continue
        for line in chunk.lines():
            if is_content(line.text):
                try:
                    yield [_fields_of(table, line)[table.at].strip()]
                except FormatError as error:
                    yield error


def _plain_fields(table: _Table, chunk: Chunk) -> list[str] | None:
    """Return the fields in the column of puzzles, or None if a line is not a plain row.

    A plain row is ASCII, is not a comment, and has one field per column.
    """
    if b"#" in chunk.raw or b"\n\n" in chunk.raw or not chunk.raw.isascii() or not chunk.is_text():
        return None
    lines = chunk.raw.decode("ascii").removesuffix("\n").split("\n")
    if b'"' in chunk.raw:
        try:
            rows = list(csv.reader(lines, delimiter=table.separator, strict=True))
        except csv.Error:
            return None
    else:
        rows = [line.split(table.separator) for line in lines]
    # There are fewer rows than lines if a field contains a line break.
    if len(rows) != len(lines) or set(map(len, rows)) != {len(table.names)}:
        return None
    fields = [row[table.at].strip() for row in rows]
    # In a table with a single column, a line of blanks is not a row.
    return fields if len(table.names) > 1 or all(fields) else None


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the reason that a row cannot store the rules or the id of a puzzle, or None."""
    name = puzzle.id or ""
    if set(name) & {"\n", "\r"}:
        return "it cannot store an id of several lines"
    if set(name) & _OBEYED:
        return "it cannot store an id with control characters"
    return lines_of_cells.FORMAT.why_not(puzzle)


def _write(puzzle: Puzzle) -> str:
    """Return a row with the cells (with dots for blanks), the id and the solution."""
    row = StringIO()
    symbols = kept_symbols(puzzle)
    givens, solution = (cells_text(p or (), symbols) for p in (puzzle.givens, puzzle.solution))
    name = None if puzzle.id is None else without_formula(puzzle.id)
    csv.writer(row, lineterminator="\n").writerow((givens, name, solution))
    return row.getvalue()


def _take_header(lines: Lines, column: str | None = None) -> _Table | None:
    """Consume the header and return its table, or None at the end of the source.

    Raises:
        FormatError: The header has no column of puzzles, two columns with the same name, or a
            column that may contain rules.
    """
    for line in lines:
        if not is_content(line.text):
            continue
        table = _Table.of(line.text, column)
        if table is None:
            name = column or "puzzle"
            fail(_NAME, f"expected a header with a column {name}, found {line.text[:40]!r}", line)
        for named in filter(None, table.names if column is None else ()):
            if table.names.count(named) > 1:
                fail(
                    _NAME, f"expected columns of different names, found {named[:40]!r} twice", line
                )
            if may_hold_rules(named):
                reason = f"the column {named!r} may hold rules, which a table cannot have"
                fail(_NAME, f"{reason} (if it does not, rename it to {'x-' + named!r})", line)
        return table
    return None


def _fields(text: str, separator: str) -> list[str] | None:
    """Return the fields of a line, or None if a field has an open quote or is too long."""
    if '"' not in text:
        return text.split(separator)
    try:
        return next(csv.reader([text], delimiter=separator, strict=True), [])
    except csv.Error:
        return None


def _fields_of(table: _Table, line: SourceLine) -> list[str]:
    """Return the fields of a row. Fields after the puzzle may be missing.

    Raises:
        FormatError: A field has an open quote, or the number of fields is wrong.
    """
    fields = _fields(line.text, table.separator)
    if fields is None:
        fail(_NAME, "expected fields that end on their line, found an open quote", line)
    if not table.at < len(fields) <= len(table.names):
        fail(_NAME, f"expected {len(table.names)} fields, found {len(fields)}", line)
    return fields


def _parse(table: _Table, line: SourceLine) -> Item:
    fields = _fields_of(table, line)
    puzzle, note = _puzzle_and_note(fields[table.at].strip(), line)
    alphabet = Alphabet(puzzle.order, puzzle.symbols)
    named = zip(table.names, fields, strict=False)
    others = {name: _unguarded(text) for name, text in named if text and name}
    del others[table.names[table.at]]
    solution = next((others[name] for name in _SOLUTION if name in others), "")
    digits = tuple(alphabet.digit_of(char) or 0 for char in solution.strip())
    if len(digits) == len(puzzle.givens) and all(digits):
        others = {name: text for name, text in others.items() if name not in _SOLUTION}
        puzzle = puzzle.replace(solution=digits)
    about = {name: others.pop(name) for name in _ATTRIBUTES if name in others}
    puzzle = puzzle.replace(**about, extra=FrozenMap({**puzzle.extra, **others}))
    return Item(line.number, puzzle, note=note)


def _puzzle_and_note(text: str, line: SourceLine) -> tuple[Puzzle, str | None]:
    """Return the puzzle of a field, and a note if the field was ambiguous (otherwise None)."""
    if text.startswith("{"):
        # Imported here, because most tables have no documents.
        from pandoku.formats.json.format import puzzle_of_record_text

        return puzzle_of_record_text(text), None
    return puzzle_and_note(text, line, _NAME)


def _batch(table: _Table, chunk: Chunk) -> Batch | None:
    if b'"' in chunk.raw or b"#" in chunk.raw or not chunk.is_text():
        return None
    separator, n = table.separator.encode(), len(table.names)
    rows = chunk.raw.removesuffix(b"\n").split(b"\n")
    if any(row.count(separator) != n - 1 for row in rows):
        return None
    about = [at for at, name in enumerate(table.names) if name in (*_ATTRIBUTES, *_SOLUTION)]
    cells = [row.split(separator) for row in rows]
    if any(row[at] for row in cells for at in about):
        return None
    fields = [row[table.at] for row in cells]
    if n > 1 and not all(map(bytes.strip, fields)):  # a row without a puzzle is an error
        return None
    return batch_of_lines(Chunk(chunk.number, b"\n".join(fields) + b"\n"))


FORMAT = Format(
    name=_NAME,
    summary="a table with a header and a column puzzle, as data sets have; blanks as in line",
    carries="givens; default boxes; orders 1 to 35",
    keeps=("id", "solution"),
    example=(
        "puzzle,id,solution\n"
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..,escargot,\n"
    ),
    sniff_order=5,
    frame=("puzzle,id,solution\n", ""),
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
    read_batches=_read_batches,
    takes_digits=True,
)
