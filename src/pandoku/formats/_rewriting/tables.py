"""Layouts of tables (spreadsheets, Markdown, LaTeX), and of drawings with spaces as blanks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import pairwise, product
from typing import NamedTuple

from pandoku.errors import FormatError
from pandoku.formats._drawings import is_border, with_bars
from pandoku.formats._rewriting.form import Form, Rewrite
from pandoku.formats._text import BLANKS, SourceLine, usual_width
from pandoku.model import DIGITS, MAX_ORDER

# -------------------------------------------------------------------- tables
# Tables of cells, copied or exported from a spreadsheet, or in Markdown or LaTeX.
#
#     5;3;;;7;;;;       "5","3","",...       | 5 | 3 |   | ...       5 & 3 & & ... \\
#     6;;;1;9;5;;;      "6","","",...        |---|---|---| ...       6 & & & 1 ... \\
#
# All tables are rewritten as rows with commas for the format `grid`. Commas replace the separators.
# Spaces replace quotation marks and the decimals of 5.0. Dots replace words for a missing value
# (-1, None, NaN, ...). A header row (1 to n, 0 to n-1, A, B, ..., or empty) is dropped if n rows
# follow.

_MISSING = r"-1(?:\.0)?|None|none|null|NULL|Null|nil|NaN|nan|NAN|<NA>|N/A|NA"
_TABLES_SIGN = re.compile(
    rf"[\t;&\"]|^\s*\|?\s*:?-+:?\s*\||(?<![\w.])(?:{_MISSING})(?![\w.])|\d\.0|,\s*$", re.M
)
_DASHES = re.compile(r"\s*(?:\|\s*)?:?-+:?\s*(?:\|\s*:?-+:?\s*)+(?:\|\s*)?")
_TEX = re.compile(r"\s*(?:\\(?:begin|end|left|right|hline|cline|[\[\]])[^&]*|\$\$)\s*")
_TEX_END = re.compile(r"(?:\\\\(?:\s*\[[^\]]*\])?|\\tabularnewline)?(?:\s*\\hline)*\s*$")
_VALUE = re.compile(
    r"\s*(?:\"\s*(?P<a>[^\"]*?)\s*\"|'\s*(?P<b>[^']*?)\s*'|(?P<c>.*?))\s*", re.DOTALL
)
_NUMBER = re.compile(r"\d\d?(?P<decimals>\.0*)?")
_WORD = re.compile(r"\S+")
_MOST_ROWS = 2 * MAX_ORDER + 4  # maximum number of rows that are examined to recognize a table
_MOST_ROWS_AT_ONCE = 10_000
_Cell = tuple[int, str]  # the position of a cell in its line, and its text


def _tables_rewrite(head: list[str]) -> Rewrite | None:
    """Return the function that rewrites a table, or None for another text."""
    block: list[str] = []
    for text in head:
        if _is_row(text) and not _TEX.fullmatch(text):
            block.append(text)
        elif block and not text.strip():
            break
    block = block[:_MOST_ROWS]
    separator = _separator(block)
    _check(block, "," if separator is None and block and "," in block[0] else separator)
    if separator is None:
        return None
    return partial(_commas, separator)


def _is_row(text: str) -> bool:
    """Return whether a line has cells. If tabs separate the cells, all of them may be blank."""
    return bool(text.strip() or "\t" in text) and not text.lstrip().startswith("#")


def _check(block: list[str], separator: str | None) -> None:
    """Check that a table is not ambiguous.

    Raises:
        FormatError: An empty last column could also be separators at the ends of the rows, or the
            first row could also be a header.
    """
    has_dashes = bool(block) and set("|-") <= set(block[0]) <= set("|- ") and "--" not in block[0]
    if has_dashes and not any("-" in text for text in block[1:]):
        reason = "expected a row above the line of dashes in Markdown, found none"
        raise FormatError(f"{reason}; if it is a row of blanks, write them as dots")
    if not separator:
        return
    rows = [_cells(text, separator) for text in block if not _DASHES.fullmatch(text)]
    n = len(rows)
    values = [[_value(text)[0] for _, text in row] for row in rows]
    if n < 3 or any(len(row) != n for row in values):
        return
    if not any(row[-1] for row in values) and not any(str(n) in row for row in values):
        reason = f"expected a column or none after {n - 1} columns, found only blanks in column {n}"
        raise FormatError(f"{reason}; write a dot for each, or remove the last separators")
    if separator == "|" and not any(values[0]):
        reason = f"expected a heading above {n} rows, or a dot in each blank cell of the first row"
        raise FormatError(f"{reason}, found {n} rows whose first is blank")
    if values[0] == list(map(str, range(n))):
        reason = f"expected {n} rows below the numbers of the columns, found {n - 1}"
        raise FormatError(f"{reason}; if these are a row, write dots for blanks")


def _separator(block: list[str]) -> str | None:
    """Return the separator of a table ("" for spaces), or None if the text is not a table."""
    if not block or block[0].lstrip().startswith(("[", "(", "{", "<")):
        return None
    is_markdown = (
        len(block) > 2
        and _DASHES.fullmatch(block[1]) is not None
        and len(_cells(block[1], "|")) == len(_cells(block[0], "|"))
    )
    for separator in "|" if is_markdown else "\t;&,":
        if separator in block[0]:
            rows = [_cells(text, separator) for text in block if not _DASHES.fullmatch(text)]
            return separator if _is_table(rows, separator) else None
    rows = [_cells(text, "") for text in block]
    return "" if _is_table(rows, "") else None


def _is_table(rows: list[list[_Cell]], separator: str) -> bool:
    """Return whether rows form a table that `grid` can only read after rewriting."""
    values = [_value(text)[0] for row in rows for _, text in row]
    n = usual_width(map(len, rows))
    known = sum(map(_is_known, values))
    if not 2 <= n <= MAX_ORDER or 4 * known < 3 * len(values) or len(rows) < n - 1:
        return False
    # A few rows may have mistakes, but if most rows have bad cells, the text is not a grid.
    bad = [row for row in rows if not all(_is_known(_value(text)[0]) for _, text in row)]
    if 2 * len(bad) > len(rows):
        return False
    is_square = all(len(row) == n for row in rows)
    if separator == "\t" and not is_square:
        # Consecutive tabs may just align the columns. The text is a grid if its words form a
        # square.
        widths = {sum(1 for _, text in row if text.strip()) for row in rows}
        if len(widths) == 1 and len(rows) % max(widths.pop(), 1) == 0:
            return any(_is_odd(text) for row in rows for _, text in row)
    is_plain = separator in ("", ",") and not _has_last_commas(rows, separator)
    if separator and len(rows) % n and any(map(_is_empty, rows)):
        return True
    # Only lines of n words are rows. So the word "none" in the line "boxes none" is not a blank.
    return not is_plain or any(_is_odd(text) for row in rows if len(row) == n for _, text in row)


def _is_known(value: str) -> bool:
    return (
        value in BLANKS
        or re.fullmatch(_MISSING, value) is not None
        or (_NUMBER.fullmatch(value) is not None)
    )


def _is_odd(text: str) -> bool:
    """Return whether a cell is a number or a blank in a notation that `grid` cannot read."""
    value, _ = _value(text)
    return value != text.strip() or (len(value) > 1 and not value.isdecimal() and _is_known(value))


def _has_last_commas(rows: list[list[_Cell]], separator: str) -> bool:
    """Return whether all n rows have n + 1 cells, because each row ends with a separator."""
    return (
        separator != ""
        and len(rows) > 1
        and all(len(row) == len(rows) + 1 and not row[-1][1].strip() for row in rows)
    )


def _value(text: str) -> tuple[str, int]:
    """Return the value of a cell without quotation marks, and its position in *text*."""
    found = _VALUE.fullmatch(text)
    if found is None:
        return text, 0
    name = found.lastgroup or "c"
    return found[name], found.start(name)


def _cells(text: str, separator: str) -> list[_Cell]:
    if not separator:
        return [(word.start(), word.group()) for word in _WORD.finditer(text)]
    start, end = 0, len(text)
    if separator == "|":
        bare = text.rstrip()
        start = text.index("|") + 1 if text.lstrip().startswith("|") else 0
        end = len(bare) - (bare.endswith("|") and len(bare) > start)
    elif separator == "&":
        found = _TEX_END.search(text)
        end = found.start() if found else len(text)
    cells = []
    for part in text[start:end].split(separator):
        cells.append((start, part))
        start += len(part) + 1
    return cells


def _commas(separator: str, lines: Iterator[SourceLine]) -> Iterator[SourceLine]:
    """Yield the lines of a table with commas between the cells."""
    block: list[tuple[SourceLine, list[_Cell]]] = []
    for line in lines:
        is_row = _is_row(line.text)
        if (not is_row and not line.text.strip()) or len(block) > _MOST_ROWS_AT_ONCE:
            yield from _rewritten(block, separator)
            block = []
        if _DASHES.fullmatch(line.text) or (separator == "&" and _TEX.fullmatch(line.text)):
            continue
        if is_row:
            block.append((line, _cells(line.text, separator)))
        else:
            yield line
    yield from _rewritten(block, separator)


def _rewritten(block: list[tuple[SourceLine, list[_Cell]]], separator: str) -> Iterator[SourceLine]:
    rows = [cells for _, cells in block]
    has_last = _has_last_commas(rows, separator)
    if len(rows) > 1 and _names_columns(rows[0], len(rows) - 1, may_be_blank=separator == "|"):
        if _is_empty(rows[0]) and _is_empty(rows[-1]):
            n, line = len(rows) - 1, block[0][0]
            reason = f"expected {n} rows, found {n + 1} whose first and last are blank"
            raise FormatError(f"{reason}; delete one", line=line.number)
        block = block[1:]
    apart = _apart([cells for _, cells in block], has_last=has_last)
    for at, (line, cells) in enumerate(block):
        if at in apart:
            yield line.rewritten("")
            continue
        text = [" "] * len(line.text)
        for i, (start, cell) in enumerate(cells[:-1] if has_last else cells):
            value, offset = _value(cell)
            if i and separator:
                text[start - 1] = ","
            text[start + offset : start + offset + len(value)] = _plain(value)
        yield line.rewritten("".join(text))


def _is_empty(cells: list[_Cell]) -> bool:
    return not any(text.strip(" \"'") for _, text in cells)


def _apart(rows: list[list[_Cell]], *, has_last: bool) -> set[int]:
    """Return the indices of empty rows between puzzles or after the last puzzle."""
    n, size = usual_width(map(len, rows)) - has_last, len(rows)
    if n < 2 or size % n == 0:
        return set()
    n_last = next((i for i, row in enumerate(reversed(rows)) if not _is_empty(row)), 0)
    if n_last and size - n_last > 0 and any((size - i) % n == 0 for i in range(1, n_last + 1)):
        n_last = next(i for i in range(1, n_last + 1) if (size - i) % n == 0)
        return set(range(size - n_last, size))
    between = range(n, size, n + 1)
    is_regular = (size + 1) % (n + 1) == 0 and all(_is_empty(rows[at]) for at in between)
    return set(between) if is_regular else set()


def _plain(value: str) -> str:
    """Return a value in the notation of `grid`, padded with spaces to its old length."""
    if re.fullmatch(_MISSING, value):
        return ".".rjust(len(value))
    found = _NUMBER.fullmatch(value)
    shown = value[: found.start("decimals")] if found and found["decimals"] else value
    return shown.ljust(len(value))


def _names_columns(cells: list[_Cell], n: int, *, may_be_blank: bool) -> bool:
    """Return whether a row is the header of a table with n columns.

    Args:
        cells: The first of n + 1 rows.
        n: The number of columns.
        may_be_blank: Whether the header may be blank, as in Markdown.
    """
    values = [_value(text)[0] for _, text in cells]
    if len(values) != n or n < 2:
        return False
    numbers = [list(map(str, range(first, first + n))) for first in (0, 1)]
    letters = [[chr(first + i) for i in range(n)] for first in (65, 97)] if n < 27 else []
    is_counted = values in (*numbers, *letters)
    return (
        is_counted
        or (may_be_blank and not any(values))
        or [v.lower() for v in values] == [f"c{i}" for i in range(1, n + 1)]
    )


TABLES_FORM = Form(frozenset(("grid",)), _TABLES_SIGN, _tables_rewrite)


# -------------------------------------------------------------------- drawn columns
# Drawn grids whose blank cells are spaces in fixed columns. The program py-sudoku prints such
# grids.
#
#     +-------+-------+
#     | 1   3 |   2   |      the cells of a box are at equal distances
#     ...
#
# Each blank cell becomes a dot if two conditions hold. The bars of all rows must be in the same
# columns, and there must be only one way to divide the space between two bars into cells.

_COLUMNS_SIGN = re.compile("[|│┃║¦]")
_TITLE = re.compile(r"\d+x\d+ \(\d+x\d+\) (?P<rule>\w+ )?SUDOKU PUZZLE")
_DIFFICULTY = re.compile(r"Difficulty: [\w .()]+")
_MOST_LINES = 2 * MAX_ORDER + 1  # maximum number of lines of a drawing
_CELL = re.compile(rf"[{re.escape(DIGITS + DIGITS.lower() + BLANKS)}]|\d\d")


class _Slots(NamedTuple):
    """The positions of the cells between two bars, counted from the first bar.

    Attributes:
        start: The number of spaces before the first cell.
        size: The number of characters in a cell.
        gap: The number of spaces between two cells.
    """

    start: int
    size: int
    gap: int

    def spans(self, n: int) -> list[tuple[int, int]]:
        """Return the start and end of each of *n* cells."""
        firsts = [self.start + i * (self.size + self.gap) for i in range(n)]
        return [(first, first + self.size) for first in firsts]


def _columns_rewrite(head: list[str]) -> Rewrite | None:
    """Return the function that fills the blank cells of a drawing, or None for another text."""
    lines = [SourceLine(number, text) for number, text in enumerate(head, 1)]
    changed = any(line.original is not None for line in _filled(iter(lines)))
    return _filled if changed else None


def _filled(lines: Iterator[SourceLine]) -> Iterator[SourceLine]:
    drawing: list[SourceLine] = []
    is_titled = False
    for line in lines:
        text = with_bars(line.text)
        is_new = bool(drawing) and is_border(text) and is_border(with_bars(drawing[-1].text))
        title = _TITLE.fullmatch(text.strip())
        if title and len(drawing) == 1 and _is_rule(drawing[0].text):
            yield drawing[0].rewritten("")
            drawing = []
        if is_new or len(drawing) > _MOST_LINES or not ("|" in text or is_border(text)):
            yield from _dotted(drawing)
            drawing = []
        if title and title["rule"]:
            rule = title["rule"].strip().lower()
            reason = (
                f"expected a Sudoku without additional rules, found a {rule} Sudoku of py-sudoku; "
                "write its rows, and its rule on a line below them (format setter)"
            )
            raise FormatError(reason, line=line.number, column=1, text=line.text)
        if title or (is_titled and (_DIFFICULTY.fullmatch(text.strip()) or _is_rule(text))):
            is_titled = True
            yield line.rewritten("")
        elif "|" in text or is_border(text):
            is_titled = False
            drawing.append(line)
        else:
            yield line
    yield from _dotted(drawing)


def _is_rule(text: str) -> bool:
    return text.strip() != "" and set(text.strip()) == {"-"}


def _dotted(drawing: list[SourceLine]) -> list[SourceLine]:
    """Return the lines of a drawing, with dots for its blank cells if their places are clear."""
    texts = [with_bars(line.text) for line in drawing]
    rows = [at for at, text in enumerate(texts) if not is_border(text)]
    n = len(rows)
    if not 4 <= n <= MAX_ORDER or all(len(texts[at].replace("|", " ").split()) == n for at in rows):
        return drawing
    bars = {tuple(i for i, char in enumerate(texts[at].rstrip()) if char == "|") for at in rows}
    if len(bars) != 1:
        return drawing
    places = bars.pop()
    widths = {after - before - 1 for before, after in pairwise(places)}
    n_boxes = len(places) - 1
    is_closed = all(texts[at].strip()[:1] == texts[at].strip()[-1:] == "|" for at in rows)
    if len(widths) != 1 or n % n_boxes or n == n_boxes or not is_closed:
        return drawing
    found = {
        tuple(filled)
        for slots in _slots(widths.pop(), n // n_boxes)
        if (filled := _read(texts, rows, places, slots.spans(n // n_boxes)))
    }
    readings = {tuple(" ".join(row.replace("|", " ").split()) for row in each) for each in found}
    if len(readings) != 1:
        return drawing
    dotted = dict(zip(rows, found.pop(), strict=True))
    return [line.rewritten(dotted[at]) if at in dotted else line for at, line in enumerate(drawing)]


def _slots(width: int, n: int) -> Iterator[_Slots]:
    """Yield the ways to divide a width into n cells, with at most two spaces at each end."""
    for start, size, gap, end in product(range(3), (1, 2), range(4), range(3)):
        fits = start + n * size + (n - 1) * gap + end == width
        if fits and (gap or size == 1):
            yield _Slots(start, size, gap)


def _read(
    texts: list[str], rows: list[int], places: tuple[int, ...], spans: list[tuple[int, int]]
) -> list[str]:
    """Return the rows with dots for blanks, or [] if there is text between the cells."""
    filled = []
    for at in rows:
        chars = list(texts[at])
        rest = list(texts[at])
        for bar in places[:-1]:
            for first, last in spans:
                where = slice(bar + 1 + first, bar + 1 + last)
                cell = texts[at][where].strip()
                if cell and not _CELL.fullmatch(cell):
                    return []
                if not cell:
                    chars[where.stop - 1] = "."
                rest[where] = " " * (last - first)
        if "".join(rest).replace("|", " ").strip():
            return []
        filled.append("".join(chars))
    return filled


COLUMNS_FORM = Form(frozenset(("pretty", "candidates")), _COLUMNS_SIGN, _columns_rewrite)
