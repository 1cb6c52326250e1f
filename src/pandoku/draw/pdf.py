"""Drawings as PDF for a press, in plain black and gray, with embedded fonts.

The extra "print" installs reportlab and segno. `pandoku.draw.ink` describes the look of each role.
"""

from __future__ import annotations

import os
from functools import lru_cache
from io import BytesIO
from threading import Lock
from typing import Any

from pandoku.draw.column import SIGN_WIDTH, Column, paint_sign
from pandoku.draw.decorated import margins_of
from pandoku.draw.drawing import Drawable, candidate_columns, drawing_of
from pandoku.draw.fonts import Typeface, typeface
from pandoku.draw.ink import Ink
from pandoku.draw.items import Drawing
from pandoku.draw.paint import TooSmall, paint, too_small
from pandoku.errors import PandokuError

__all__ = [
    "SIGN_WIDTH",
    "Column",
    "Ink",
    "TooSmall",
    "Typeface",
    "new_canvas",
    "paint",
    "paint_sign",
    "pdf",
    "too_small",
    "typeface",
]

_END_OF_DATES = 253_402_300_800  # the start of the year 10000, in seconds since 1970
_SAVING = Lock()  # a thread that changes a setting of reportlab acquires this lock
_MARGIN = 6.0  # points: margin around the picture
_CELL, _LARGEST_CELL = 36.0, 144.0  # points
_CANDIDATE = 13.0  # points: minimum width of each column of candidates in a cell
_LEAD = 10.0  # points: space above each part of the words below a picture
_CAPTION = 10.0, 13.5  # points: the font size, and the distance between lines
_LEAST_WIDTH = 260.0  # points: minimum width of a picture with words below it
_BESIDE = 0.36  # cells: room for the numbers of rows and columns


def pdf(what: Drawable, *, color: bool = False) -> bytes:
    """Return a PDF with a single page, which has the size of the picture.

    The same picture gives the same bytes. The date in the file comes from the environment variable
    ``SOURCE_DATE_EPOCH``, and is 2000-01-01 without it.

    Args:
        what: A drawing, or a value with a drawing (see `drawing_of`).
        color: Whether to use the colors of the screen instead of grays.

    Raises:
        MissingExtraError: The extra "print" is not installed.
        PuzzleError, FormatError: *what* cannot be drawn.
    """
    drawing = drawing_of(what)
    face, ink = typeface(), Ink(color=color)
    has_candidates = any(text.role == "candidate" for text in drawing.texts)
    cell = max(_CELL, _CANDIDATE * candidate_columns(drawing.order) if has_candidates else 0)
    if found := too_small(drawing, cell, ink, face):  # enlarge cells until all texts are legible
        cell = min(_LARGEST_CELL, cell * found.least / found.size)
    is_numbered = any(text.role == "coordinate" for text in drawing.texts)
    beside = _BESIDE * cell if is_numbered else 0.0
    left, top, right, bottom = (
        each * cell + _MARGIN for each in margins_of(drawing.shapes, drawing.order)
    )
    side = drawing.order * cell
    width = left + beside + side + right
    is_explained = bool(drawing.caption or drawing.legend or drawing.sums or drawing.ways)
    page_width = max(width, _LEAST_WIDTH) if is_explained else width
    words = _words(drawing, Column(page_width - 2 * _MARGIN, face, ink))
    bottom += words.height
    stream = BytesIO()
    height = top + beside + side + bottom
    canvas = new_canvas(stream, page_width, height, face, title=drawing.title)
    canvas.setSubject(drawing.description)
    paint(canvas, drawing, left + beside, bottom + side, cell, ink, face)
    words.paint(canvas, _MARGIN, words.height + _MARGIN)
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


def _words(drawing: Drawing, column: Column) -> Column:
    """Return a column of the calculations, the caption and the legend of a drawing."""
    for each in drawing.sums:
        column.add_space(_LEAD)
        column.add_sum(each)
    column.add_ways(drawing.ways)
    if drawing.caption:
        column.add_space(_LEAD)
        column.add_words(drawing.caption, *_CAPTION)
    if drawing.legend:
        column.add_space(_LEAD)
        column.add_keys(drawing.legend)
    return column


def new_canvas(
    stream: Any,
    width: float,
    height: float,
    face: Typeface,
    *,
    title: str = "",
    language: str | None = None,
    whole_fonts: bool = False,
    **boxes: tuple[float, float, float, float],
) -> Any:
    """Return a canvas of reportlab whose output only depends on the pages and the date.

    The date in the file comes from the environment variable ``SOURCE_DATE_EPOCH``, and is
    2000-01-01 without it.

    Args:
        stream: A binary stream or the name of a file. ``canvas.save()`` writes the file.
        width: The width of a page in points.
        height: The height of a page in points.
        face: The fonts of the document.
        title: The title of the document.
        language: The language of the document, such as "en".
        whole_fonts: Whether to embed the complete fonts, as presses recommend, instead of only the
            characters in use.
        boxes: The page boxes ``trimBox`` and ``bleedBox``.

    Raises:
        PandokuError: ``SOURCE_DATE_EPOCH`` is not a number of seconds.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "").strip()
    if epoch and not (epoch.isascii() and epoch.isdigit() and int(epoch[:13]) < _END_OF_DATES):
        raise PandokuError(
            "expected the environment variable SOURCE_DATE_EPOCH as seconds since 1970, "
            f"found {epoch[:40]!r}"
        )
    canvas = _canvas_class()(
        stream,
        pagesize=(width, height),
        invariant=1,
        pageCompression=1,
        pdfVersion=(1, 4),
        initialFontName=face.regular,
        lang=language,
        **boxes,
    )
    canvas.setTitle(title)
    canvas.setAuthor("")
    canvas.setSubject("")
    canvas.setCreator("")
    if whole_fonts:
        face.embed_whole(canvas)
    return canvas


@lru_cache(maxsize=1)
def _canvas_class() -> Any:
    from reportlab import rl_config
    from reportlab.pdfgen.canvas import Canvas

    class CompactCanvas(Canvas):  # type: ignore[misc]  # reportlab has no types
        """A canvas that writes streams as binary data.

        In ASCII, files would be a quarter larger.
        """

        def save(self) -> None:
            with _SAVING:
                before, rl_config.useA85 = rl_config.useA85, 0
                try:
                    super().save()
                finally:
                    rl_config.useA85 = before

    return CompactCanvas
