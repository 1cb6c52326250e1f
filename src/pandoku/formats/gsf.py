"""Format `gsf`: lines of gsf's sudoku program, with the cells in the fifth field.

    18,3,2,10,81 cells,note,rating

A line has seven or more fields, separated by commas. The cells are in the format `line`. The other
fields, including empty fields, are kept as texts in `extra["gsf"]`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import isqrt

from pandoku.formats._alphabet import cells_text, kept_symbols
from pandoku.formats._format import Format
from pandoku.formats._text import (
    SourceLine,
    fail,
    first_line,
    looks_like_cells,
    read_each_line,
    rule_losses,
)
from pandoku.formats.line import puzzle_of_cells
from pandoku.model import DIGITS, FrozenMap, Puzzle

_NAME = "gsf"
_AT = 4  # the index of the field with the cells
_LEAST_FIELDS = 7
_SHORTEST = 16  # minimum number of cells: a shorter field may be a number


def _sniff(head: list[str]) -> bool:
    """Return whether the first line has seven or more fields, and cells in the fifth field."""
    fields = first_line(head).split(",")
    if len(fields) < _LEAST_FIELDS:
        return False
    cells = fields[_AT].strip()
    n = isqrt(len(cells))
    return len(cells) >= _SHORTEST and n * n == len(cells) and looks_like_cells(cells, n)


def _parse(line: SourceLine) -> Puzzle:
    fields = [field.strip() for field in line.text.strip().split(",")]
    if len(fields) < _LEAST_FIELDS:
        fail(_NAME, f"expected at least {_LEAST_FIELDS} fields, found {len(fields)}", line)
    puzzle = puzzle_of_cells(fields[_AT], line, _NAME)
    others = (*fields[:_AT], *fields[_AT + 1 :])
    return puzzle.replace(extra=FrozenMap({_NAME: others} if any(others) else {}))


def _why_not(puzzle: Puzzle) -> str | None:
    """Return a description of the rules that a line would lose, or None."""
    if any(set(field) & set(",\r\n") for field in _others_of(puzzle)):
        return f"extra[{_NAME!r}] contains a comma or a newline"
    return rule_losses(puzzle, orders=range(isqrt(_SHORTEST), len(DIGITS) + 1))


def _write(puzzle: Puzzle) -> str:
    """Return one line. If the puzzle has no fields in `extra`, the other fields are empty."""
    others = _others_of(puzzle)
    cells = cells_text(puzzle.givens, kept_symbols(puzzle))
    return ",".join((*others[:_AT], cells, *others[_AT:])) + "\n"


def _others_of(puzzle: Puzzle) -> tuple[str, ...]:
    kept = puzzle.extra.get(_NAME)
    texts = (
        tuple(map(str, kept)) if isinstance(kept, Sequence) and not isinstance(kept, str) else ()
    )
    return texts if len(texts) >= _LEAST_FIELDS - 1 else ("",) * (_LEAST_FIELDS - 1)


FORMAT = Format(
    name=_NAME,
    summary="lines of gsf's program: seven fields with commas, the cells in the fifth",
    carries="givens; default boxes; orders 4 to 35",
    keeps=("extra:gsf",),
    example="18,3,2,10,1...|..2.|.3..|...4,note,1\n".replace("|", ""),
    sniff_order=14,
    sniff=_sniff,
    read=partial(read_each_line, parse=_parse),
    why_not=_why_not,
    write=_write,
    takes_digits=True,
)
