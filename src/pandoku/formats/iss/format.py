"""Format `iss`: constraint strings of Interactive Sudoku Solver, and links that contain one.

A string begins with a dot: `.Thermo~R1C1~R2C2.~R3C3_5`. It may extend over several lines, and a
blank line ends the puzzle. Links have the string after `?q=`. Each link is a puzzle. A grid is 9x9
unless `.Shape~6x6` gives another size. The grid has the usual boxes unless the string contains
`.NoBoxes`.

The solver's constraints are read as houses, cages, candidates and constraints. An unknown type
raises an error that contains the type. If the reader ignored the constraint, the puzzle would be a
different one.
"""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.errors import FormatError
from pandoku.formats._format import Format
from pandoku.formats._text import MAX_LINE, Item, Lines, first_line
from pandoku.formats.iss.text import is_string, iss_link, string_in
from pandoku.formats.json.documents import guarded_value
from pandoku.model import Puzzle

# Modules with rules are imported inside functions. An import at the top would load all formats,
# because the classes of constraints parse the texts of their example puzzles.

_NAME = "iss"


def _sniff(head: list[str]) -> bool:
    """Return True if the text starts with a constraint string or a link that contains one."""
    first = first_line(head)
    return is_string(first) or string_in(first) is not None


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each link, and for each group of lines between blank lines."""
    parts: list[str] = []
    first, size = 0, 0
    for line in lines:
        text = line.text.strip()
        if text.startswith("#"):
            continue
        link = string_in(text)
        if parts and (not text or link):
            yield _item(first, parts)
            parts, size = [], 0
        if link:
            yield _item(line.number, [link])
        elif text:
            first = first if parts else line.number
            parts.append(text)
            size += len(text)
            if size > MAX_LINE:
                reason = f"expected a puzzle of at most {MAX_LINE:,} characters, found a longer one"
                yield Item(first, FormatError(reason, format=_NAME, line=first))
                return
    if parts:
        yield _item(first, parts)


def _item(line: int, parts: list[str]) -> Item:
    from pandoku.formats.iss.puzzle import puzzle_of_text

    return guarded_value(_NAME, line, puzzle_of_text, "".join(parts))


def _why_not(puzzle: Puzzle) -> str | None:
    """Return the rules that a string would lose."""
    from pandoku.formats.iss.puzzle import why_no_text

    return why_no_text(puzzle)


def _write(puzzle: Puzzle) -> str:
    """Return the string on one line."""
    from pandoku.formats.iss.puzzle import text_of_puzzle

    return text_of_puzzle(puzzle) + "\n"


FORMAT = Format(
    name=_NAME,
    summary="constraint strings of Interactive Sudoku Solver: .Thermo~R1C1~R2C2.~R3C3_5",
    carries="givens, regions, sums, candidates and most constraints; orders 1 to 16",
    example=".Shape~4x4.~R1C1_1~R4C3_2.Thermo~R1C4~R2C3~R3C2\n",
    sniff_order=3,
    sniff=_sniff,
    read=_read,
    why_not=_why_not,
    write=_write,
    suffixes=(".iss",),
    separator="\n",
    program="Interactive Sudoku Solver",
    link=lambda puzzle: iss_link(_write(puzzle).strip()),
)
