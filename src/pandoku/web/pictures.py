"""A picture as a drawing list, for the page and for other clients that draw it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.draw import Drawable
from pandoku.draw.listing import listing

__all__ = ["KeyDocument", "PictureDocument", "picture_document"]


ShapeGroup = tuple[str, list[tuple[str, str, float, list[tuple[float, float]], str, list[str]]]]


class KeyDocument(msgspec.Struct):
    """An entry of a legend."""

    sign: Annotated[str, Meta(description="The sign that it explains: `placed` or `strong`.")]
    style: Annotated[str, Meta(description="Its style: a letter, or an empty string.")]
    text: Annotated[str, Meta(description="The meaning of the sign.")]
    where: Annotated[str, Meta(description="The cells in words.")]
    shapes: Annotated[
        list[ShapeGroup],
        Meta(description="For a rule, a sample of its shapes in 1.5 x 1 cells; otherwise empty."),
    ] = []


class PictureDocument(msgspec.Struct):
    """A drawing list. Coordinates are in cells from the grid's upper left corner, y down."""

    order: int
    title: str
    fills: Annotated[
        list[tuple[float, float, float, float, str]],
        Meta(description="[x, y, width, height, role]"),
    ]
    lines: Annotated[
        list[tuple[float, float, float, float, str]], Meta(description="[x1, y1, x2, y2, role]")
    ]
    texts: Annotated[
        list[tuple[float, float, str, str, str, bool]],
        Meta(description="[x, y, text, role, style, struck]"),
    ]
    rings: Annotated[
        list[tuple[float, float, float, float, float]], Meta(description="[x1, y1, x2, y2, r]")
    ]
    curves: Annotated[
        list[tuple[float, float, float, float, float, float, str]],
        Meta(description="[x1, y1, cx, cy, x2, y2, role]"),
    ]
    legend: list[KeyDocument]
    caption: str
    description: Annotated[str, Meta(description="The picture in words, for screen readers.")]
    sums: Annotated[
        list[list[tuple[str, str]]],
        Meta(description="Calculations below the grid: terms and signs, each with a note."),
    ]
    shapes: Annotated[
        list[ShapeGroup],
        Meta(
            description="Constraints: [layer, pieces], a piece as [kind, role, size, points, "
            "text, colors]; layers are `faint`, `pale` and `below` (below the lines), `above` and "
            "`beside`, kinds `line`, `disc`, `area` and `text`. Colors are empty, or the setter's "
            "colors instead of the colors of the role: the fill in a light and in a dark picture, "
            "then the border."
        ),
    ]
    margins: Annotated[
        tuple[float, float, float, float],
        Meta(description="The space for shapes outside the grid: left, top, right, bottom."),
    ]


def picture_document(what: Drawable) -> PictureDocument:
    """Return anything that can be drawn as a drawing list.

    Raises:
        PuzzleError, FormatError: It cannot be drawn.
    """
    return PictureDocument(**listing(what))  # the legend stays a list of dicts
