"""A drawing as self-contained SVG, light or dark, without external fonts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from math import hypot

from pandoku.draw._decorations import Decorations
from pandoku.draw._layout import MARGIN, Layout
from pandoku.draw._legend import Legend
from pandoku.draw._shapes import border, box, brief, capsule
from pandoku.draw._sums import Sums
from pandoku.draw._texts import Texts
from pandoku.draw.drawable import Drawable, drawing_of
from pandoku.draw.items import STYLES, Curve, Drawing, Fill, Shape
from pandoku.draw.pieces import shape_classes
from pandoku.draw.styles import THEMES, style_sheet

__all__ = ["THEMES", "svg"]

_LEAST_WIDTH = 330  # units, if there is a legend or a caption
_USUAL_WIDTH = 480  # units: wider pictures have larger words below them
_LARGEST_WORDS = 1.6  # times the usual size
_BELOW = ("extra", "house", "cover")  # fills below all others


def svg(what: Drawable, *, theme: str = "auto", style: bool = True, caption: bool = True) -> str:
    """Return a picture as an SVG document.

    The document has the title and description as text, for readers who cannot see the picture. The
    attribute `data-grid` of the root has the grid's left and upper end and the side of a cell, in
    units.

    Args:
        what: A drawing, or anything that has one (see `drawing_of`): a puzzle in any form, a board,
            an outcome, a hint or a step of a path. A cell is 48 units wide, or wider if its
            candidates need more room to be legible.
        theme: "light", "dark", or "auto" (the reader's preference, and always light in print).
        style: Whether to include the style sheet; use False if the page already has it.
        caption: Whether to write the drawing's caption and the rules of its shapes below the grid.

    Raises:
        ValueError: The theme is unknown.
        PuzzleError, FormatError: *what* cannot be drawn.
    """
    if theme not in THEMES:
        raise ValueError(f"expected a theme out of {', '.join(THEMES)}, found {theme!r}")
    return "\n".join(_Painter(drawing_of(what)).document(theme, style, caption)) + "\n"


class _Painter:
    """A writer that joins shapes of one style in one element, for pages with many pictures."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing, self.layout = drawing, Layout(drawing)
        self.x, self.y, self.cell = self.layout.x, self.layout.y, self.layout.cell

    def document(self, theme: str, style: bool, caption: bool) -> Iterator[str]:
        drawing, end = self.drawing, self.layout.right
        decorations = Decorations(drawing, self.layout)
        words = drawing.caption if caption else ""
        keys = [key for key in drawing.legend if caption or key.sign != "rule"]
        is_explained = bool(words or keys or drawing.sums)
        width = max(end, _LEAST_WIDTH) if is_explained else end
        scale = round(min(_LARGEST_WORDS, max(1.0, width / _USUAL_WIDTH)), 2)
        inside = width / scale - 2 * MARGIN
        sums = Sums(drawing.sums, MARGIN, self.layout.bottom / scale, inside)
        legend = Legend(keys, words, MARGIN, sums.bottom + 4, inside)
        height = round(legend.bottom * scale) if is_explained else self.layout.bottom
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="pandoku" viewBox="0 0 {width} '
            f'{height:g}" width="{width}" height="{height:g}" role="img" '
            f'aria-label="{escape(drawing.title)}" '
            f'data-grid="{self.layout.left} {self.layout.top} {self.cell}">'
        )
        yield f"<title>{escape(drawing.title)}</title>"
        if drawing.description:
            yield f"<desc>{escape(drawing.description)}</desc>"
        if style:
            samples = [Shape(key.parts, "", "") for key in keys]
            classes = shape_classes([*drawing.shapes, *samples], drawing.order)
            yield f"<style>{style_sheet(theme, classes=classes)}</style>"
        yield f'<rect class="paper" width="{width}" height="{height:g}"/>'
        yield from self._fills()
        yield from decorations.below()
        yield from _paths(self._lines())
        yield from decorations.above()
        yield from _paths(self._rings())
        yield from _paths(self._curves())
        texts = Texts(drawing, self.layout)
        yield from _paths(texts.marks())
        if decorations.has_colored_ground:
            yield f'<g class="outlined">{"".join(texts.lines())}</g>'
        else:
            yield from texts.lines()
        yield from _paths(texts.strikes())
        if is_explained:
            yield f'<g transform="scale({scale:g})">'
            yield from sums.lines()
            yield from legend.lines()
            yield "</g>"
        yield "</svg>"

    def _point(self, x: float, y: float) -> str:
        return f"{brief(self.x(x))} {brief(self.y(y))}"

    # -------------------------------------------------------------- cells and lines

    def _fills(self) -> Iterator[str]:
        fills = self.drawing.fills
        below = [fill for fill in fills if fill.role in _BELOW]
        yield from _paths((f.role, box(*self._corner(f))) for f in below if f.role != "cover")
        yield from _paths((f.role, self._ruled(f)) for f in below if f.role == "cover")
        above = [fill for fill in fills if fill.role not in _BELOW]
        yield from _paths((fill.role, box(*self._corner(fill))) for fill in above)
        # A border inside each cell distinguishes the styles without colors.
        yield from _paths(
            (f"edge {fill.role}", border(*self._corner(fill), fill.role))
            for fill in above
            if fill.role in (*STYLES, "seen", "placed")
        )

    def _corner(self, fill: Fill) -> tuple[float, float, float, float]:
        size = fill.width * self.cell, fill.height * self.cell
        return self.x(fill.x), self.y(fill.y), *size

    def _ruled(self, fill: Fill) -> str:
        """Return lines along a fill, between the candidates."""
        left, top, width, height = self.layout.room
        x, y = self.x(fill.x), self.y(fill.y)
        count = self.layout.columns
        if fill.height > fill.width:
            ways = (x + (left + width * k / count) * self.cell for k in range(count + 1))
            return "".join(f"M{brief(at)} {brief(y)}v{brief(fill.height * self.cell)}"
                           for at in ways)  # fmt: skip
        count = self.layout.rows
        ways = (y + (top + height * k / count) * self.cell for k in range(count + 1))
        return "".join(f"M{brief(x)} {brief(at)}h{brief(fill.width * self.cell)}" for at in ways)

    def _lines(self) -> Iterator[tuple[str, str]]:
        for line in self.drawing.lines:
            x, y = brief(self.x(line.x2)), brief(self.y(line.y2))
            end = f"H{x}" if line.y1 == line.y2 else f"V{y}" if line.x1 == line.x2 else f"L{x} {y}"
            yield line.role, f"M{self._point(line.x1, line.y1)}{end}"

    # -------------------------------------------------------------- chains

    def _rings(self) -> Iterator[tuple[str, str]]:
        for ring in self.drawing.rings:
            start, end = (self.x(ring.x1), self.y(ring.y1)), (self.x(ring.x2), self.y(ring.y2))
            yield "ring", capsule(start, end, ring.r * self.cell)

    def _curves(self) -> Iterator[tuple[str, str]]:
        for curve in self.drawing.curves:
            yield from self._curve(curve)

    def _curve(self, curve: Curve) -> Iterator[tuple[str, str]]:
        dx, dy = curve.x2 - curve.cx, curve.y2 - curve.cy
        if abs(dx) + abs(dy) < 1e-6:
            dx, dy = curve.x2 - curve.x1, curve.y2 - curve.y1
        length = hypot(dx, dy) or 1.0
        ux, uy = dx / length, dy / length
        whole = hypot(curve.x2 - curve.x1, curve.y2 - curve.y1) * self.cell
        head = min(7.5, max(4.5, 0.6 * whole))  # units
        x, y = self.x(curve.x2), self.y(curve.y2)
        bx, by, w = x - ux * head, y - uy * head, 0.42 * head
        # The line ends inside the arrowhead, so that its end is hidden.
        ex, ey = x - ux * head * 0.7, y - uy * head * 0.7
        yield (
            curve.role,
            f"M{self._point(curve.x1, curve.y1)}Q{self._point(curve.cx, curve.cy)} "
            f"{brief(ex)} {brief(ey)}",
        )
        yield (
            "head",
            f"M{brief(x)} {brief(y)}L{brief(bx - uy * w)} {brief(by + ux * w)}"
            f"L{brief(bx + uy * w)} {brief(by - ux * w)}z",
        )


def _paths(parts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield an element for each class, in order of first occurrence."""
    alike: dict[str, list[str]] = {}
    for role, data in parts:
        alike.setdefault(role, []).append(data)
    for role, together in alike.items():
        yield f'<path class="{role}" d="{"".join(together)}"/>'
