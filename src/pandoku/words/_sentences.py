"""Lists, sentences and the names of houses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from pandoku.model import Geometry, House
from pandoku.model.houses import noun_of, plural
from pandoku.words._spans import leading_marks

# Last words of names without an article.
_UNCOUNTED = ("parity", "splitting", "pointing", "claiming")


def joined(parts: Iterable[str], last: str = "and") -> str:
    """Join words: "a", "a and b", "a, b and c".

    >>> joined(["r1c1", "r1c2", "r2c3"])
    'r1c1, r1c2 and r2c3'
    """
    *first, end = list(parts) or ["nothing"]
    return f"{', '.join(first)} {last} {end}" if first else end


def clauses(parts: Iterable[str], last: str = "and") -> str:
    """Join clauses that may contain "and": "a", "a, and b", "a, b, and c".

    >>> clauses(["1 and 2 from r1c1", "3 from r2c2 and r2c3"])
    '1 and 2 from r1c1, and 3 from r2c2 and r2c3'
    """
    *first, end = parts
    return f"{', '.join(first)}, {last} {end}" if first else end


_LARGEST_BRIEF = 9  # largest grid whose rows and columns are single characters in a short list
_MOST_LINES = 3  # maximum number of rows or columns in a short list of cells


def brief_cells(geometry: Geometry, cells: Sequence[int]) -> str:
    """Return the names of cells in short: "r1c12", "r12c3, r5c7", or "9 cells" for many.

    >>> brief_cells(Geometry.sudoku(9), (0, 1, 8)), brief_cells(Geometry.sudoku(9), (0, 9, 20))
    ('r1c129', 'r12c1, r3c3')
    """
    order = geometry.order
    if order > _LARGEST_BRIEF:
        few = len(cells) <= _MOST_LINES
        return ", ".join(map(geometry.name, cells)) if few else f"{len(cells)} cells"
    by_row, by_column = dict[int, str](), dict[int, str]()
    for cell in sorted(set(cells)):
        row, column = divmod(cell, order)
        by_row[row] = by_row.get(row, "") + str(column + 1)
        by_column[column] = by_column.get(column, "") + str(row + 1)
    if len(by_column) < len(by_row):
        names = [f"r{rows}c{column + 1}" for column, rows in by_column.items()]
    else:
        names = [f"r{row + 1}c{columns}" for row, columns in by_row.items()]
    return ", ".join(names) if len(names) <= _MOST_LINES else f"{len(set(cells))} cells"


_BRIEF_CELLS = re.compile(r"\br(?P<rows>\d+)c(?P<columns>\d+)\b")


def spelled_cells(line: str, order: int) -> str:
    """Return a line with a name for each cell of `brief_cells`.

    >>> spelled_cells("no 7 at r279c1, r3c8", order=9)
    'no 7 at r2c1, r7c1, r9c1, r3c8'
    """
    if order > _LARGEST_BRIEF:
        return line
    return _BRIEF_CELLS.sub(
        lambda found: ", ".join(
            f"r{row}c{column}" for row in found["rows"] for column in found["columns"]
        ),
        line,
    )


def visible(text: str) -> str:
    r"""Return *text* with escaped control characters, so that it is safe to print in a terminal.

    >>> visible("a\x1b[31mb"), visible("naïve 数")
    ('a\\x1b[31mb', 'naïve 数')
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


# The end of a line, and invisible characters that join or divide letters.
_LINE_PARTS = "\n\u00ad\u200b\u200c\u200d"


def visible_lines(text: str) -> str:
    r"""Return a text of one or more lines with escaped control characters and plain spaces.

    >>> visible_lines("one\r\ntwo\tthree\x1b[31m")
    'one\ntwo three\\x1b[31m'
    """
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() or c in _LINE_PARTS else " " if c.isspace() else repr(c)[1:-1]
        for c in text.replace("\r\n", "\n")
    )


def with_capital(text: str) -> str:
    """Return *text* as the start of a sentence. The name of a cell remains in lower case.

    >>> with_capital("row 1 is full"), with_capital("r1c1 is empty")
    ('Row 1 is full', 'r1c1 is empty')
    """
    at = leading_marks(text)
    is_cell = text[at : at + 1] == "r" and text[at + 1 : at + 2].isdigit()
    return text if is_cell else text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def sentence(text: str) -> str:
    """Return *text* as a sentence, with a capital and a full stop.

    >>> sentence("the cage is full"), sentence("r1c1 is empty")
    ('The cage is full.', 'r1c1 is empty.')
    """
    return f"{with_capital(text)}."


def as_clause(sentence: str) -> str:
    """Return a sentence as a part of a line, without its capital and its full stop.

    >>> as_clause("The cage is full."), as_clause("X at r1c1 is out.")
    ('the cage is full', 'X at r1c1 is out')
    """
    body, _, marks = sentence.rpartition(".")
    text = f"{body}{marks}" if leading_marks(marks) == len(marks) else sentence
    at = leading_marks(text)
    is_word = text[at + 1 : at + 2].islower() or text[at : at + 2] == "A "
    return text[:at] + text[at : at + 1].lower() + text[at + 1 :] if is_word else text


def with_article(name: str) -> str:
    """Return the name of a technique, with "a" or "an" if the name takes an article.

    >>> with_article("X-wing"), with_article("unique loop"), with_article("two cages")
    ('an X-wing', 'a unique loop', 'two cages')
    """
    last = _last_word(name)
    if last.endswith("s") or last in _UNCOUNTED:
        return name
    # In speech, the letter X begins with a vowel, and "uni" begins with a consonant.
    has_vowel = name[:1] in "aeiou" and not name.startswith("uni")
    return f"{'an' if has_vowel or name.startswith(('X-', 'XY')) else 'a'} {name}"


def there_is(name: str) -> str:
    """Return "there is" or "there are" with the name of a technique.

    >>> there_is("X-wing"), there_is("locked candidates (pointing)"), there_is("cage parity")
    ('there is an X-wing', 'there are locked candidates (pointing)', 'there is cage parity')
    """
    return f"there {'are' if _last_word(name).endswith('s') else 'is'} {with_article(name)}"


def _last_word(name: str) -> str:
    return name.partition(" (")[0].split()[-1]


def house_names(
    houses: Sequence[House],
    last: str = "and",
    number: Callable[[House], str] = lambda house: noun_of(house.name)[1],
) -> str:
    """Return names of houses: "rows 2 and 5", "row 2 and the center dot"."""
    if len(houses) > 1 and len({house.noun for house in houses}) == 1:
        return f"{plural(houses[0].noun)} {joined(map(number, houses), last)}"
    return joined((house.phrase for house in houses), last)


def house_list(houses: Iterable[House]) -> str:
    """Return a short list of houses without duplicates, grouped by noun: "rows 2, 5; box 1"."""
    numbers: dict[str, list[str]] = {}
    for noun, number in (noun_of(house.name) for house in dict.fromkeys(houses)):
        numbers.setdefault(noun, []).append(number)
    names = ((plural(noun) if len(of) > 1 else noun, of) for noun, of in numbers.items())
    return "; ".join(f"{name} {', '.join(of)}".rstrip() for name, of in names)
