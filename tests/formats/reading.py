"""Reading a text that may be wrong, and what a format can write."""

from __future__ import annotations

import pytest

from pandoku.constraints import RULES, RulesInWords
from pandoku.errors import FormatError
from pandoku.formats import FORMATS, Lines, items, loads
from pandoku.model import Constraint, Geometry, Puzzle


def error_of(text: str, name: str | None = None) -> FormatError:
    """Return the error with which the text is refused, as the format *name* or as any."""
    with pytest.raises(FormatError) as caught:
        loads(text, format=name)
    return caught.value


def shown(text: str | bytes, name: str | None) -> list[str]:
    """Return the line of each puzzle, and the puzzle or the message in words."""
    raw = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    try:
        return [
            f"{item.line}: {_words(item.value)}{f'; {item.note}' if item.note else ''}"
            for item in items(Lines.of(raw), name)
        ]
    except FormatError as error:
        return [f"refused: {_words(error)}".partition("; name the format")[0]]


def written_constraints(name: str) -> tuple[list[Puzzle], list[Constraint]]:
    """Return the examples of constraints that a format can write, and all their 6x6 constraints."""
    why_not = FORMATS[name].why_not
    examples = [rule.example for rule in RULES.values() if why_not(rule.example) is None]
    six = (puzzle for puzzle in examples if puzzle.geometry == Geometry.sudoku(6))
    return examples, [each for puzzle in six for each in puzzle.constraints]


def _words(value: Puzzle | Exception) -> str:
    if isinstance(value, Exception):
        return str(value).partition("\n")[0]
    extra = f", {dict(value.extra)}" if value.extra else ""
    return value.describe() + extra


def words_back(read: Puzzle, written: Puzzle) -> Puzzle:
    """Return a puzzle whose rules in words are a constraint if they were one before."""
    was_rule = any(isinstance(each, RulesInWords) for each in written.further)
    if read.words is None or not was_rule:
        return read
    return read.with_(RulesInWords(read.words)).replace(words=None)
