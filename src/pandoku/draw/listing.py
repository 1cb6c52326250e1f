"""A drawing list as JSON, for media outside Python: the web page draws it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any

from pandoku.draw.drawable import Drawable, drawing_of
from pandoku.draw.items import Curve, Line, Ring, Text

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
        "lines": [_short(*_of_line(line)) for line in drawing.lines],
        "texts": [_short(*_of_text(text)) for text in drawing.texts],
        "rings": [_short(*_of_ring(ring)) for ring in drawing.rings],
        "curves": [_short(*_of_curve(curve)) for curve in drawing.curves],
        "legend": [
            {"sign": key.sign, "style": key.style, "text": key.text, "where": key.where}
            for key in drawing.legend
        ],
        "caption": drawing.caption,
        "description": drawing.description,
        "sums": [[list(term) for term in each.terms] for each in drawing.sums],
    }


def _getter(of: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what reads the fields of an item in their order."""
    return attrgetter(*(field.name for field in fields(of)))


# A picture has hundreds of items, and a hint has one picture.
_of_line, _of_text, _of_ring, _of_curve = map(_getter, (Line, Text, Ring, Curve))


def _short(*values: Any) -> list[Any]:
    return [round(each, 3) if isinstance(each, float) else each for each in values]
