"""A drawing list as JSON, for media outside Python: the web page draws it."""

from __future__ import annotations

from dataclasses import astuple
from typing import Any

from pandoku.draw.drawable import Drawable, drawing_of

__all__ = ["listing"]


def listing(what: Drawable) -> dict[str, Any]:
    """Return a drawing as a JSON value; numbers are in cells, rounded to a thousandth.

    Keys: "order", "title", "fills" ([x, y, width, height, role]), "lines" ([x1, y1, x2, y2, role]),
    "texts" ([x, y, text, role, style, struck]), "rings" ([x1, y1, x2, y2, r]), "curves" ([x1, y1,
    cx, cy, x2, y2, role]), "legend" (objects with "sign", "style", "text" and "where"), "caption",
    "description", and "sums" (a list of [text, note] pairs for each). `pandoku.draw.items` says
    what the roles mean.

    Args:
        what: As in `svg`.

    Raises:
        PuzzleError, FormatError: *what* is nothing that can be drawn.

    >>> listing("1...............")["texts"][-1]
    [0.5, 0.5, '1', 'given', '', False]
    """
    drawing = drawing_of(what)
    return {
        "order": drawing.order,
        "title": drawing.title,
        "fills": [
            [*_short(fill.x, fill.y, fill.width, fill.height), fill.role] for fill in drawing.fills
        ],
        "lines": [_brief(line) for line in drawing.lines],
        "texts": [_brief(text) for text in drawing.texts],
        "rings": [_brief(ring) for ring in drawing.rings],
        "curves": [_brief(curve) for curve in drawing.curves],
        "legend": [
            {"sign": key.sign, "style": key.style, "text": key.text, "where": key.where}
            for key in drawing.legend
        ],
        "caption": drawing.caption,
        "description": drawing.description,
        "sums": [[list(term) for term in each.terms] for each in drawing.sums],
    }


def _brief(item: Any) -> list[Any]:
    """Return the fields of an item in their order."""
    return _short(*astuple(item))


def _short(*values: Any) -> list[Any]:
    return [round(each, 3) if isinstance(each, float) else each for each in values]
