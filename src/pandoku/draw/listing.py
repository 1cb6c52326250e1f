"""Drawing lists as JSON, for the web page to draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pandoku.draw.decorated import margins_of
from pandoku.draw.drawing import Drawable, drawing_of
from pandoku.draw.pieces import PieceGroup, piece_groups, sample_groups

__all__ = ["listing"]


def listing(what: Drawable) -> dict[str, Any]:
    """Return a drawing as a JSON value. Numbers are in cells, rounded to a thousandth.

    Keys: "order", "title", "fills" ([x, y, width, height, role]), "lines" ([x1, y1, x2, y2, role]),
    "texts" ([x, y, text, role, style, struck]), "rings" ([x1, y1, x2, y2, r]), "curves" ([x1, y1,
    cx, cy, x2, y2, role]), "legend" (objects with "sign", "style", "text", "where" and "shapes", a
    sample picture of a rule), "caption", "description", "sums" (each a list of pairs [text, note]),
    "ways" (each [name of a constraint, names of cells, rows of digits]), "boards" (small drawings
    of branches or cases), and "shapes" (groups of pieces [layer, pieces] with pieces [kind, role,
    size, points, text, colors], as in `pandoku.draw.pieces`) with "margins" ([left, top, right,
    bottom]: the room that the shapes need outside the grid). The colors of a piece are [] if the
    setter chose none. Otherwise they are four values: the inside in light pictures, the inside in
    dark pictures, the border in light pictures, and the border in dark pictures, where "" means the
    color of the role.
    `pandoku.draw.items` describes the roles.

    Args:
        what: As in `svg`.

    Raises:
        PuzzleError, FormatError: *what* cannot be drawn.

    >>> listing("1...............")["texts"][-1]
    [0.5, 0.5, '1', 'given', '', False]
    """
    drawing = drawing_of(what)
    return {
        "order": drawing.order,
        "title": drawing.title,
        "fills": [
            [round(f.x, 3), round(f.y, 3), round(f.width, 3), round(f.height, 3), f.role]
            for f in drawing.fills
        ],
        "lines": [[*map(_brief, (e.x1, e.y1, e.x2, e.y2)), e.role] for e in drawing.lines],
        "texts": [
            [round(t.x, 3), round(t.y, 3), t.text, t.role, t.style, t.struck] for t in drawing.texts
        ],
        "rings": [[*map(_brief, (r.x1, r.y1, r.x2, r.y2, r.r))] for r in drawing.rings],
        "curves": [
            [*map(_brief, (c.x1, c.y1, c.cx, c.cy, c.x2, c.y2)), c.role] for c in drawing.curves
        ],
        "legend": [
            {
                "sign": key.sign,
                "style": key.style,
                "text": key.text,
                "where": key.where,
                "shapes": [*_groups(sample_groups(key.parts))],
            }
            for key in drawing.legend
        ],
        "caption": drawing.caption,
        "description": drawing.description,
        "sums": [[list(term) for term in each.terms] for each in drawing.sums],
        "ways": [
            [each.title, list(each.heads), list(map(list, each.rows))] for each in drawing.ways
        ],
        "boards": [*map(listing, drawing.boards)],
        "shapes": [*_groups(piece_groups(drawing.shapes, drawing.order))],
        "margins": [*margins_of(drawing.shapes, drawing.order)],
    }


def _groups(groups: Iterable[PieceGroup]) -> Iterator[list[Any]]:
    for layer, pieces in groups:
        listed = []
        for piece in pieces:
            points = [[_brief(x), _brief(y)] for x, y in piece.points]
            colors: list[str] = []
            for own in (piece.inside, piece.rim) if piece.inside or piece.rim else ():
                colors += (own.light, own.dark) if own else ("", "")
            size = _brief(piece.size)
            listed.append([piece.kind, piece.role, size, points, piece.text, colors])
        yield [layer, listed]


def _brief(number: float) -> float:
    return round(number, 3)
