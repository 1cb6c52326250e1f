"""Format `sentence`: the cells of a puzzle anywhere in ordinary text (read only).

    Can you solve 1.....2..3.....4 without a guess?

The cells are a run of 16, 36 or 81 characters: digits, with dots or zeros for empty cells. A line
with exactly one run of cells is a puzzle. Lines without cells are ignored. A text with the name of
a rule, such as killer or diagonal, raises an error, because the cells without the rule would be a
different puzzle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pandoku.formats._foreign import may_hold_rules
from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, SourceLine, fail, guarded
from pandoku.formats.line import puzzle_of_cells
from pandoku.model import Puzzle

_NAME = "sentence"
_ROW = re.compile(r"(?<![\w.,:;=/-])[0-9.]{16,}")
_SIZES = (81, 36, 16)  # possible numbers of cells
_WORD = re.compile(r"[A-Za-z][a-z]+")
_MANY = 3  # minimum number of words in a text
_FEW = 4  # minimum number of digits for an error about a run of a wrong length


def _cells_in(text: str) -> str | None:
    """Return the run of cells in a line, or None if the line does not have exactly one run.

    The result is also None if other text follows cells at the start of the line. That line belongs
    to the format `line`.
    """
    found = [row[0] for row in _ROW.finditer(text)]
    if len(found) != 1 or (text.startswith(found[0]) and text.strip() != found[0]):
        return None
    row = found[0]
    size = next(
        (n for n in _SIZES if len(row) == n or (len(row) == n + 1 and row[-1] == ".")), None
    )
    return None if size is None else row[:size]


def _sniff(head: list[str]) -> bool:
    """Return whether a line has a run of cells, and the text has at least three words."""
    texts = [text for text in head if text.strip()]
    n_words = sum(len(_WORD.findall(text)) for text in texts)
    return n_words >= _MANY and any(map(_cells_in, texts))


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each line with cells, and stop after a line that may have a rule."""
    for line in lines:
        rule = _rule_in(line.text)
        # The last condition finds runs that have a wrong length, but may be cells.
        if (
            rule
            or _cells_in(line.text) is not None
            or any(sum(map(str.isdigit, row[0])) >= _FEW for row in _ROW.finditer(line.text))
        ):
            yield guarded(line.number, _parse, line)
        if rule:
            return


def _rule_in(text: str) -> str | None:
    """Return the first word that may name a rule, or None."""
    return next((word for word in _WORD.findall(text) if may_hold_rules(word)), None)


def _parse(line: SourceLine) -> Puzzle:
    if word := _rule_in(line.text):
        reason = f"expected words without a rule, found {word!r}"
        column = line.text.index(word) + 1
        fail(_NAME, f"{reason}; copy only the cells if it is not a rule", line, column)
    cells = _cells_in(line.text)
    if cells is None:
        fail(_NAME, "expected one row of 81, 36 or 16 digits and dots in the line", line)
    return puzzle_of_cells(cells, line, _NAME)


def _note(head: list[str]) -> str | None:
    """Return a note that the words were ignored, or None if the text may contain a rule."""
    if any(map(_rule_in, head)):
        return None
    cells = next(filter(None, map(_cells_in, head)), "")
    return f"read the {len(cells)} cells in the text, and nothing else (format {_NAME})"


FORMAT = Format(
    name=_NAME,
    summary="81 digits, and dots or 0, anywhere in a text; only read",
    carries="givens; 9x9, 6x6 and 4x4 with default boxes",
    example=(
        "Can you solve 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7"
        "...3.. without a guess?\n"
    ),
    sniff_order=85,
    sniff=_sniff,
    read=_read,
    why_not=lambda _: "sentences are only read; use the format line to write the cells",
    note=_note,
)
