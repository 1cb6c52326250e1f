"""Painting a drawing on a page: fills, lines, shapes of constraints, chains and texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from typing import Any, NamedTuple, TypeAlias
from weakref import WeakKeyDictionary

from pandoku.draw._pen import Pen
from pandoku.draw._printed import PrintedTexts, paint_shapes, size_of_sign
from pandoku.draw.drawing import candidate_columns
from pandoku.draw.fonts import Typeface, typeface
from pandoku.draw.ink import EDGE_DASHES, PENCILED, Ink
from pandoku.draw.items import STYLES, Curve, Drawing, Fill, Line
from pandoku.draw.pieces import piece_groups

__all__ = ["TooSmall", "paint", "too_small"]

_Lines: TypeAlias = tuple[tuple[Line, ...], float, Ink]

# Points: minimum length of the dashes of killer cages, and approximate minimum of the gaps.
_DASH, _GAP = 1.8, 1.2
_RELATIVE_DASH, _RELATIVE_GAP = 0.075, 0.055  # cells: usual length of these dashes and gaps
_SOLUTION_LINES = ("cell", "cage", "box", "box-in-cage", "frame")
_SQUARE_ENDS = ("cage", "box", "box-in-cage", "frame", "told")
_LINES_IN_ORDER = ("diagonal", "window", "cell", "sum", "cage", "box", "box-in-cage", "frame")
_PATTERN = (*STYLES, "seen", "placed")
# Points: insets of the first and the second line in a pattern's cells.
_INSET, _SECOND_INSET = 1.5, 3.5
_HEAD = 5.0  # points: length of an arrowhead
_ROUNDING = 0.01  # points
_OVER = ("above", "beside")  # layers of shapes above the grid

# For each canvas, a map from the lines of a form to its name. A form is a grid that a PDF stores
# once and that several puzzles use.
_FORMS: WeakKeyDictionary[Any, dict[_Lines, str]] = WeakKeyDictionary()


def paint(
    canvas: Any,
    drawing: Drawing,
    x: float,
    y: float,
    cell: float,
    ink: Ink = Ink(),  # noqa: B008  # it never changes
    face: Typeface | None = None,
) -> None:
    """Paint a drawing on a canvas of reportlab.

    Signs outside the grid are painted as well. `margins_of` returns the room that these signs need.

    Args:
        canvas: A canvas, such as one from `new_canvas`.
        drawing: The drawing. Its caption, legend and calculations are not painted.
        x: The left end of the grid, in points.
        y: The upper end of the grid, in points from the bottom of the page.
        cell: The side of a cell, in points.
        ink: The style.
        face: The fonts; None means Roboto.
    """
    pen = Pen(canvas, x, y, cell)
    canvas.saveState()
    _Painter(pen, drawing, ink, face or typeface()).paint()
    canvas.restoreState()


class TooSmall(NamedTuple):
    """A text that is too small to read.

    Attributes:
        text: The text.
        size: Its font size in points.
        least: The smallest legible size in points.
    """

    text: str
    size: float
    least: float


def too_small(
    drawing: Drawing,
    cell: float,
    ink: Ink = Ink(),  # noqa: B008  # it never changes
    face: Typeface | None = None,
) -> TooSmall | None:
    """Return the least legible text of a drawing, or None if all texts are large enough.

    Args:
        drawing: The drawing.
        cell: The side of a cell, in points.
        ink: The style.
        face: The fonts; None means Roboto.
    """
    texts = PrintedTexts(Pen(None, 0, 0, cell), drawing, ink, face or typeface())
    found = [
        TooSmall(text.text, size, ink.least_mark if text.role in PENCILED else ink.least_text)
        for text, size in texts.sizes()
    ]
    if not ink.solution:
        pieces = (p for group in piece_groups(drawing.shapes, drawing.order) for p in group.pieces)
        found += [
            TooSmall(piece.text, size_of_sign(piece, cell, ink), ink.least_text)
            for piece in pieces
            if piece.text
        ]
    worst = min(found, key=lambda each: each.size / each.least, default=None)
    return worst if worst and worst.size < worst.least - _ROUNDING else None


class _Painter:
    """A painter of the parts of a drawing, from bottom to top."""

    def __init__(self, pen: Pen, drawing: Drawing, ink: Ink, face: Typeface) -> None:
        self._pen, self._drawing, self._ink = pen, drawing, ink
        self._texts = PrintedTexts(pen, drawing, ink, face)
        self._face = face

    def paint(self) -> None:
        drawing, ink = self._drawing, self._ink
        groups = [] if ink.solution else [*piece_groups(drawing.shapes, drawing.order)]
        if not ink.solution:
            self._fills()
            below = (group for group in groups if group.layer not in _OVER)
            paint_shapes(self._pen, below, ink, self._face)
        self._lines()
        if not ink.solution:
            above = (group for group in groups if group.layer in _OVER)
            paint_shapes(self._pen, above, ink, self._face)
            self._told()
            self._rays()
            self._rings()
            self._curves()
        self._texts.paint()

    # ------------------------------------------------------------------ cells

    def _fills(self) -> None:
        pen, ink = self._pen, self._ink
        for fill in self._drawing.fills:
            if fill.role == "extra" and ink.large:
                continue  # only the border of an extra house is printed
            if fill.role == "cover":
                pen.stroke(ink.fill("cover"), 0.5)
                pen.lines([*self._ruled(fill)])
            else:
                pen.tone(ink.fill(fill.role))
                pen.rectangle(fill.x, fill.y, fill.width, fill.height)
        for fill in self._drawing.fills:
            if fill.role in _PATTERN:
                self._edge(fill)

    def _edge(self, fill: Fill) -> None:
        """Paint the line inside a cell of a pattern, or a double line for "placed"."""
        pen, style = self._pen, fill.role
        pen.stroke(
            self._ink.edge(style), 0.6 if style == "seen" else 1.0, EDGE_DASHES.get(style, ())
        )
        for inset in (_INSET, _SECOND_INSET) if style == "placed" else (_INSET,):
            pen.frame(fill.x, fill.y, fill.width, fill.height, inset)

    def _ruled(self, fill: Fill) -> Iterator[tuple[float, float, float, float]]:
        """Yield the lines that hatch a fill. The lines run between the candidates."""
        left, top, width, height = self._texts.room
        columns = candidate_columns(self._drawing.order)
        if fill.height > fill.width:
            for at in range(columns + 1):
                x = fill.x + left + width * at / columns
                yield x, fill.y, x, fill.y + fill.height
            return
        rows = -(-self._drawing.order // columns)
        for at in range(rows + 1):
            y = fill.y + top + height * at / rows
            yield fill.x, y, fill.x + fill.width, y

    # ------------------------------------------------------------------ lines

    def _lines(self) -> None:
        """Paint the grid.

        Puzzles without cages that have the same geometry share the grid, which is stored as a form.
        """
        roles = {line.role for line in self._drawing.lines}
        if roles & {"sum", "cage", "box-in-cage", "told", "ray", "cross"}:
            self._grid(self._drawing.lines, self._pen)
            return
        pen, n = self._pen, self._drawing.order
        forms = _FORMS.setdefault(pen.canvas, {})
        key = self._drawing.lines, round(pen.cell, 3), self._ink
        if key not in forms:
            forms[key] = f"grid-{len(forms) + 1}"
            out = self._ink.frame_line(pen.cell)
            side = n * pen.cell
            pen.canvas.beginForm(forms[key], -out, -side - out, side + out, out)
            self._grid(self._drawing.lines, Pen(pen.canvas, 0, 0, pen.cell))
            pen.canvas.endForm()
        pen.canvas.saveState()
        pen.canvas.translate(pen.x(0), pen.y(0))
        pen.canvas.doForm(forms[key])
        pen.canvas.restoreState()

    def _grid(self, lines: Iterable[Line], pen: Pen) -> None:
        by_role: dict[str, list[Line]] = {}
        for line in lines:
            by_role.setdefault(line.role, []).append(line)
        for role in _LINES_IN_ORDER:
            if role not in by_role or (self._ink.solution and role not in _SOLUTION_LINES):
                continue
            if role == "sum":
                self._dashed(by_role[role], pen)
                continue
            soft = role == "diagonal" and not self._ink.large
            pen.stroke(self._ink.soft if soft else 0.0, self._width(role, pen.cell))
            pen.ends(square=role in _SQUARE_ENDS)
            pen.lines([(each.x1, each.y1, each.x2, each.y2) for each in by_role[role]])
            pen.ends(square=False)

    def _width(self, role: str, cell: float) -> float:
        if role == "diagonal":
            return 1.0
        if role == "frame":
            return self._ink.frame_line(cell)
        if role in ("box", "cage", "box-in-cage"):
            return self._ink.box_line(cell)
        return self._ink.cell_line(cell)

    def _dashed(self, lines: Sequence[Line], pen: Pen) -> None:
        """Paint the dashed borders of killer cages. Each side begins and ends with a dash."""
        cell = pen.cell
        dash = max(_DASH, _RELATIVE_DASH * cell)
        gap = max(_GAP, _RELATIVE_GAP * cell)
        by_length: dict[float, list[tuple[float, float, float, float]]] = {}
        for line in lines:
            length = round(max(line.x2 - line.x1, line.y2 - line.y1), 3)
            by_length.setdefault(length, []).append((line.x1, line.y1, line.x2, line.y2))
        for length, sides in sorted(by_length.items()):
            whole = length * cell
            count = round((whole - dash) / (dash + gap))
            rest = (whole - (count + 1) * dash) / count if count > 0 else 0.0
            dashes = (dash, rest) if rest > 0 else ()  # no dashes in tiny cells
            pen.stroke(0.0, self._ink.cell_line(cell), dashes)
            pen.lines(sides)

    def _told(self) -> None:
        told = [each for each in self._drawing.lines if each.role == "told"]
        if told:
            self._pen.stroke(self._ink.edge("a"), 1.2)
            self._pen.ends(square=True)
            self._pen.lines([(each.x1, each.y1, each.x2, each.y2) for each in told])
            self._pen.ends(square=False)

    def _rays(self) -> None:
        for role, width in (("ray", 0.8), ("cross", 1.1)):
            lines = [each for each in self._drawing.lines if each.role == role]
            if lines:
                self._pen.stroke(self._ink.link(), width)
                self._pen.lines([(each.x1, each.y1, each.x2, each.y2) for each in lines])

    # ------------------------------------------------------------------ chains

    def _rings(self) -> None:
        self._pen.stroke(self._ink.link(), 0.9)
        for ring in self._drawing.rings:
            self._pen.capsule((ring.x1, ring.y1), (ring.x2, ring.y2), ring.r)

    def _curves(self) -> None:
        for curve in self._drawing.curves:
            self._curve(curve)

    def _curve(self, curve: Curve) -> None:
        pen = self._pen
        dx, dy = curve.x2 - curve.cx, curve.y2 - curve.cy
        if abs(dx) + abs(dy) < 1e-6:
            dx, dy = curve.x2 - curve.x1, curve.y2 - curve.y1
        length = hypot(dx, dy) or 1.0
        whole = hypot(curve.x2 - curve.x1, curve.y2 - curve.y1)
        head = min(_HEAD / pen.cell, max(0.6 * _HEAD / pen.cell, 0.6 * whole))
        ux, uy = dx / length * head, dy / length * head
        is_main = curve.role in ("strong", "weak")
        dashes = () if curve.role in ("strong", "leads") else (3, 2)
        pen.stroke(self._ink.link(), 1.1 if is_main else 0.8, dashes)
        tip = curve.x2, curve.y2
        # The line ends inside the arrowhead, which hides the end of the line.
        end = tip[0] - 0.7 * ux, tip[1] - 0.7 * uy
        pen.curve((curve.x1, curve.y1), (curve.cx, curve.cy), end)
        pen.tone(self._ink.link())
        back = tip[0] - ux, tip[1] - uy
        sides = (
            (back[0] - 0.42 * uy, back[1] + 0.42 * ux),
            (back[0] + 0.42 * uy, back[1] - 0.42 * ux),
        )
        pen.area((tip, *sides))
