"""A drawing as PDF: lines and texts in plain black and gray, fonts embedded, fit for a press.

The extra "print" installs what it needs, reportlab and segno. What roles look like is in
`pandoku.draw.ink`.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from pandoku.draw.decorated import margins_of
from pandoku.draw.drawable import Drawable, drawing_of
from pandoku.draw.drawing import candidate_columns
from pandoku.draw.fonts import Typeface, typeface
from pandoku.draw.ink import Ink
from pandoku.draw.items import Drawing
from pandoku.draw.paint import paint

__all__ = ["Ink", "Typeface", "new_canvas", "paint", "pdf", "typeface"]

_MARGIN = 6.0  # points around the picture
_CELL = 36.0  # points
_CANDIDATE = 50.0  # points for each candidate of a row of 9 and more
_BESIDE = 0.36  # cells: the room for the numbers of rows and columns


def pdf(what: Drawable, *, color: bool = False) -> bytes:
    """Return a picture as a PDF of one page, as large as the picture.

    The same picture gives the same bytes. The date in the file is 2000-01-01, or that of the
    environment variable ``SOURCE_DATE_EPOCH``.

    Args:
        what: A drawing, or anything that has one (see `drawing_of`).
        color: Use the colors of the screen instead of grays.

    Raises:
        MissingExtraError: The extra "print" is not installed.
        PuzzleError, FormatError: *what* cannot be drawn.
    """
    drawing = drawing_of(what)
    face = typeface()
    cell = _cell_of(drawing)
    is_numbered = any(text.role == "coordinate" for text in drawing.texts)
    beside = _BESIDE * cell if is_numbered else 0.0
    left, top, right, bottom = (
        each * cell + _MARGIN for each in margins_of(drawing.shapes, drawing.order)
    )
    side = drawing.order * cell
    width, height = left + beside + side + right, top + beside + side + bottom
    stream = BytesIO()
    canvas = new_canvas(stream, width, height, face, title=drawing.title)
    paint(canvas, drawing, left + beside, bottom + side, cell, Ink(color=color), face)
    canvas.showPage()
    canvas.save()
    return stream.getvalue()


def new_canvas(
    stream: Any,
    width: float,
    height: float,
    face: Typeface,
    *,
    title: str = "",
    language: str | None = None,
    **boxes: tuple[float, float, float, float],
) -> Any:
    """Return a canvas of reportlab that writes the same bytes for the same pages.

    Args:
        stream: A binary stream or a file's name, which is written by ``canvas.save()``.
        width: The width of a page in points.
        height: The height of a page in points.
        face: The fonts of the document.
        title: The title of the document.
        language: Its language, such as "en".
        boxes: ``trimBox`` and ``bleedBox``.
    """
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(
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
    return canvas


def _cell_of(drawing: Drawing) -> float:
    """Return a side of a cell at which the candidates are legible."""
    if not any(text.role == "candidate" for text in drawing.texts):
        return _CELL
    return max(_CELL, 13.0 * candidate_columns(drawing.order))
