"""The signs of legends in print: samples of colors, marks, links and kinds of constraints."""

from __future__ import annotations

from typing import Any

from pandoku.draw._pen import Pen
from pandoku.draw._printed_shapes import paint_shapes
from pandoku.draw._shapes import ROUND, mark_corners
from pandoku.draw.fonts import Typeface, typeface
from pandoku.draw.ink import EDGE_DASHES, Ink
from pandoku.draw.items import Key
from pandoku.draw.pieces import sample_groups

__all__ = ["SIGN_WIDTH", "paint_sign"]

SIGN_WIDTH = 1.5  # times its height

_MIDDLE = SIGN_WIDTH / 2
_LEFT = (SIGN_WIDTH - 1) / 2  # left end of a square in the middle
_MARK, _MARK_IN_CELL = 0.55, 0.38  # of the height: font sizes of the candidates in marks
_LINKS = {"strong": (), "leads": (), "weak": (3, 2), "ends": (3, 2)}


def paint_sign(
    canvas: Any,
    key: Key,
    x: float,
    y: float,
    height: float,
    *,
    ink: Ink = Ink(),  # noqa: B008  # it never changes
    face: Typeface | None = None,
) -> None:
    """Paint the sign of a key, one and a half times as wide as high.

    Args:
        canvas: A canvas of reportlab.
        key: A line of a drawing's legend.
        x: The left end of the sign, in points.
        y: The upper end of the sign, in points from the bottom of the page.
        height: The height of the sign in points.
        ink: The style.
        face: The fonts; None means Roboto.
    """
    canvas.saveState()
    painter = _Signs(Pen(canvas, x, y, height), ink, face or typeface())
    painter.paint(key)
    canvas.restoreState()


class _Signs:
    """A painter of signs, with positions in heights of the sign."""

    def __init__(self, pen: Pen, ink: Ink, face: Typeface) -> None:
        self._pen, self._ink, self._face = pen, ink, face

    def paint(self, key: Key) -> None:
        if key.parts:
            groups = sample_groups(key.parts)
            paint_shapes(self._pen, groups, self._ink, self._face, is_sample=True)
        if key.sign in ("cell", "both", "placed"):
            self._cell(key.style or "placed")
        if key.sign in ("candidate", "both"):
            size = _MARK_IN_CELL if key.sign == "both" else _MARK
            for number, style in enumerate(reversed(key.style.split())):
                self._mark(style, size * (1 + number / 4))
        if key.sign == "goes":
            self._text("8", 0.7, bold=True)
            self._pen.stroke(self._ink.strike(), 1.1)
            self._pen.lines([(_MIDDLE - 0.45, 0.61, _MIDDLE + 0.45, 0.39)])
        if key.sign in ("house", "cover"):
            self._house(key.sign)
        if key.sign in _LINKS:
            self._link(key.sign)
        if key.sign == "ring":
            self._pen.stroke(self._ink.link(), 0.9)
            self._pen.capsule((0.4, 0.5), (SIGN_WIDTH - 0.4, 0.5), 0.33)
        if key.sign == "cage":
            self._pen.stroke(self._ink.edge("a"), 1.2)
            self._pen.frame(0.2, 0.15, SIGN_WIDTH - 0.4, 0.7, 0)
        if key.sign in ("corner", "center", "order"):
            self._text("12", 0.55, down=-0.15 if key.sign == "corner" else 0)

    def _cell(self, style: str) -> None:
        self._pen.tone(self._ink.fill(style))
        self._pen.rectangle(_LEFT, 0, 1, 1)
        self._pen.stroke(self._ink.edge(style), 0.8, EDGE_DASHES.get(style, ()))
        for inset in (0.8, 2.4) if style == "placed" else (0.8,):
            self._pen.frame(_LEFT, 0, 1, 1, inset)

    def _mark(self, style: str, size: float) -> None:
        pen = self._pen
        pen.tone(1.0)
        pen.stroke(self._ink.edge(style), 0.8)
        corners = mark_corners(_MIDDLE, 0.5, size, style)
        if corners:
            pen.area(corners, line=True, fill=True)
        else:
            pen.circle(_MIDDLE, 0.5, ROUND * size, line=True, fill=True)
        if style == "f":
            pen.circle(_MIDDLE, 0.5, 0.8 * size, line=True, fill=False)

    def _house(self, sign: str) -> None:
        if sign == "house":
            self._pen.tone(self._ink.fill(sign))
            self._pen.rectangle(0, 0, SIGN_WIDTH, 1)
        else:
            self._pen.stroke(self._ink.fill(sign), 0.5)
            self._pen.lines([(0, y, SIGN_WIDTH, y) for y in (0.15, 0.5, 0.85)])

    def _link(self, sign: str) -> None:
        pen = self._pen
        pen.stroke(self._ink.link(), 1.1 if sign in ("strong", "weak") else 0.8, _LINKS[sign])
        pen.lines([(0, 0.5, SIGN_WIDTH - 0.3, 0.5)])
        pen.tone(self._ink.link())
        pen.area(((SIGN_WIDTH, 0.5), (SIGN_WIDTH - 0.42, 0.32), (SIGN_WIDTH - 0.42, 0.68)))

    def _text(self, text: str, size: float, *, down: float = 0.0, bold: bool = False) -> None:
        pen, points = self._pen, size * self._pen.cell
        width = self._face.width(text, points, bold=bold)
        pen.tone(self._ink.text(""))
        pen.canvas.setFont(self._face.bold if bold else self._face.regular, round(points, 2))
        left, base = pen.x(_MIDDLE) - width / 2, pen.y(0.5 + down) - 0.356 * points
        pen.canvas.drawString(round(left, 2), round(base, 2), text)
