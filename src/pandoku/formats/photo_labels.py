"""Format `photo-labels`: the .dat files with the digits in sudoku_dataset's pictures (read only).

    iphone 5s
    960x1280: 24 JPG
    5 0 2 0 6 0 7 0 1
    ...

The first line names the camera. The second line has the size, color depth and type of the picture.
Nine rows of nine digits follow, with 0 for an empty cell. The file does not distinguish printed
digits from handwritten ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pandoku.formats._format import Format
from pandoku.formats._text import Item, Lines, SourceLine, fail, guarded
from pandoku.model import Geometry, Puzzle

_NAME = "photo-labels"
_SIZE = re.compile(r"\s*[0-9]{2,5}\s*x\s*[0-9]{2,5}\s*:\s*[0-9]{1,2}\s+[A-Za-z]{2,5}\s*")
_ROW = re.compile(r"\s*[0-9](?:\s+[0-9]){8}\s*")


def _sniff(head: list[str]) -> bool:
    """Return whether the second line has a picture's size, and the third line has nine digits."""
    lines = [text for text in head if text.strip()][:3]
    return len(lines) == 3 and bool(_SIZE.fullmatch(lines[1]) and _ROW.fullmatch(lines[2]))


def _read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each group of lines: a camera, a size and nine rows."""
    written = (line for line in lines if line.text.strip())
    for camera in written:
        yield guarded(camera.number, _puzzle, camera, [*islice(written, 10)])


def _puzzle(camera: SourceLine, lines: list[SourceLine]) -> Puzzle:
    size, *rows = lines or [camera]
    if not lines or not _SIZE.fullmatch(size.text):
        found = size.text.strip()[:20]
        fail(_NAME, f"expected the size of a picture such as 640x480:24 JPG, found {found!r}", size)
    if len(rows) != 9:
        fail(_NAME, f"expected 9 rows of 9 digits, found {len(rows)}", lines[-1])
    for row in rows:
        if not _ROW.fullmatch(row.text):
            fail(_NAME, f"expected 9 digits, found {row.text.strip()[:20]!r}", row)
    givens = tuple(int(digit) for row in rows for digit in row.text.split())
    return Puzzle(Geometry.sudoku(9), givens)


FORMAT = Format(
    name=_NAME,
    summary="labels of photographed Sudokus: a camera, 640x480:24 JPG, 9 rows of digits; only read",
    carries="givens; 9x9 with 3x3 boxes",
    example=(
        "a camera\n640x480:24 JPG\n1 0 0 0 0 7 0 9 0\n0 3 0 0 2 0 0 0 8\n0 0 9 6 0 0 5 0 0\n"
        "0 0 5 3 0 0 9 0 0\n0 1 0 0 8 0 0 0 2\n6 0 0 0 0 4 0 0 0\n3 0 0 0 0 0 0 1 0\n"
        "0 4 0 0 0 0 0 0 7\n0 0 7 0 0 0 3 0 0\n"
    ),
    sniff_order=41,
    sniff=_sniff,
    read=_read,
    why_not=lambda _: "labels of pictures are only read",
)
