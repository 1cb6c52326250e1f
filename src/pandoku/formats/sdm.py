"""Format `sdm`: like `line`, but written with 0 for blanks, because some programs ignore dots.

A file with the suffix .sdm contains only puzzles, one per line. It is detected as `line`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pandoku.formats import line
from pandoku.formats._batches import read_chunks
from pandoku.formats._text import read_each_line
from pandoku.formats.line import batch_of_lines, puzzle_of_line
from pandoku.model import Puzzle

_NAME = "sdm"
_puzzle_of_line = partial(puzzle_of_line, format=_NAME)


def _write(puzzle: Puzzle) -> str:
    """Return one line with zeros for blanks, or with dots for blanks if 0 is a digit."""
    text = line.FORMAT.write(puzzle)
    # `line` writes blanks as dots, so a 0 in its text is a digit.
    return text if "0" in text else zeros(text)


def zeros(text: str) -> str:
    r"""Return lines of cells with zeros in place of dots.

    >>> zeros("1..2\n")
    '1002\n'
    """
    return text.replace(".", "0")


FORMAT = replace(
    line.FORMAT,
    name=_NAME,
    summary="one puzzle per line as in line, but written with 0 for blanks",
    suffixes=(".sdm",),
    example=zeros(line.FORMAT.example),
    sniff=lambda _: False,  # a text in this format is detected as `line`
    read=partial(read_each_line, parse=_puzzle_of_line),
    write=_write,
    read_batches=lambda lines: read_chunks(lines, batch_of_lines, _puzzle_of_line),
)
