"""A drawing as SVG: self-contained, without external fonts, light and dark, printable."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby
from math import hypot

from pandoku.draw._colours import THEMES, style_sheet
from pandoku.draw._legend import Legend
from pandoku.draw._shapes import border, mark, strike
from pandoku.draw.drawable import Drawable, drawing_of
from pandoku.draw.drawing import candidate_columns, room_of
from pandoku.draw.items import STYLES, Curve, Drawing, Text

__all__ = ["THEMES", "svg"]

_CELL = 48  # units per cell, if candidates fit in it
_PLACES = (13.4, 16.5)  # units that a candidate needs, for orders to 9 and above
_MARGIN = 6
_LEAST_WIDTH = 330  # units, if there is a legend or a caption
_CLUE_WIDTH = 42  # units, in a cell of 48; a longer clue gets a smaller font
_WIDTHS = {
    "diagonal": 1.5,
    "cell": 1,
    "sum": 1.3,
    "told": 3.2,
    "cage": 3,
    "box": 3,
    "box-in-cage": 3,
    "frame": 4,
}
_SIZES = {"given": 27.0, "digit": 27.0, "placed": 31.0, "corner": 11.0, "tag": 8.5}


def svg(what: Drawable, *, theme: str = "auto", style: bool = True, caption: bool = True) -> str:
    """Return a picture as an SVG document.

    It has its title and description as text, for readers who cannot see it.

    Args:
        what: A drawing, or anything that has one (see `drawing_of`): a puzzle in any form, a board,
            an outcome, a hint or a step of a path. A cell is 48 units wide, or wider if its
            candidates need more room to be legible.
        theme: "light", "dark", or "auto" (the reader's preference; always light in print).
        style: Whether to include the style sheet; use False if the page already has it.
        caption: Whether to write the drawing's caption below the grid.

    Raises:
        ValueError: The theme is unknown.
        PuzzleError, FormatError: *what* is nothing that can be drawn.
    """
    if theme not in THEMES:
        raise ValueError(f"expected a theme out of {', '.join(THEMES)}, found {theme!r}")
    return "\n".join(_Painter(drawing_of(what)).document(theme, style, caption)) + "\n"


def _plain_role(text: Text) -> str:
    """Return the role of a text that can be grouped with its neighbours, or ""."""
    is_plain = text.role == "candidate" and not text.style and not text.struck
    return text.role if is_plain else ""


class _Painter:
    def __init__(self, drawing: Drawing) -> None:
        self.drawing = drawing
        n, columns = drawing.order, candidate_columns(drawing.order)
        _, _, width, height = room_of(any(x.role in ("sum", "cage") for x in drawing.lines))
        # The size of a candidate's place, as a fraction of a cell's side.
        self.place = min(width / columns, height / -(-n // columns))
        has_candidates = any(text.role == "candidate" for text in drawing.texts)
        needed = _PLACES[n > 9] / self.place if has_candidates else 0
        self.cell = max(_CELL, round(needed))
        self.grid = n * self.cell + 2 * _MARGIN

    def document(self, theme: str, style: bool, caption: bool) -> Iterator[str]:
        drawing = self.drawing
        words = drawing.caption if caption else ""
        width = max(self.grid, _LEAST_WIDTH) if words or drawing.legend else self.grid
        legend = Legend(drawing.legend, words, _MARGIN, self.grid + 4, width - 2 * _MARGIN)
        height = legend.bottom if words or drawing.legend else self.grid
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" class="pandoku" viewBox="0 0 {width} '
            f'{height:g}" width="{width}" height="{height:g}" role="img" '
            f'aria-label="{escape(drawing.title)}">'
        )
        yield f"<title>{escape(drawing.title)}</title>"
        if drawing.description:
            yield f"<desc>{escape(drawing.description)}</desc>"
        if style:
            yield f"<style>{style_sheet(theme)}</style>"
        yield f'<rect class="paper" width="{width}" height="{height:g}"/>'
        yield from self._fills()
        yield from self._lines()
        yield from self._rings()
        for curve in drawing.curves:
            yield from self._curve(curve)
        yield from self._texts()
        yield from legend.lines()
        yield "</svg>"

    def at(self, value: float) -> str:
        return f"{value * self.cell + _MARGIN:.2f}".rstrip("0").rstrip(".")

    def _fills(self) -> Iterator[str]:
        for fill in self.drawing.fills:
            yield (
                f'<rect class="{fill.role}" x="{self.at(fill.x)}" y="{self.at(fill.y)}" '
                f'width="{fill.width * self.cell:g}" height="{fill.height * self.cell:g}"/>'
            )
        # A border inside each cell distinguishes the styles without colours.
        for fill in self.drawing.fills:
            if fill.role in (*STYLES, "seen", "placed"):
                x, y = fill.x * self.cell + _MARGIN, fill.y * self.cell + _MARGIN
                yield from border(x, y, self.cell, fill.role)

    def _lines(self) -> Iterator[str]:
        for line in self.drawing.lines:
            yield (
                f'<line class="{line.role}" x1="{self.at(line.x1)}" y1="{self.at(line.y1)}" '
                f'x2="{self.at(line.x2)}" y2="{self.at(line.y2)}" '
                f'stroke-width="{_WIDTHS[line.role]:g}"/>'
            )

    def _rings(self) -> Iterator[str]:
        for ring in self.drawing.rings:
            width, height = (ring.x2 - ring.x1) * self.cell, (ring.y2 - ring.y1) * self.cell
            yield (
                f'<rect class="ring" x="{self.at(ring.x1)}" y="{self.at(ring.y1)}" '
                f'width="{width:.2f}" height="{height:.2f}" rx="{min(width, height) / 2:.2f}"/>'
            )

    def _curve(self, curve: Curve) -> Iterator[str]:
        dx, dy = curve.x2 - curve.cx, curve.y2 - curve.cy
        if abs(dx) + abs(dy) < 1e-6:
            dx, dy = curve.x2 - curve.x1, curve.y2 - curve.y1
        length = hypot(dx, dy) or 1.0
        whole = hypot(curve.x2 - curve.x1, curve.y2 - curve.y1) * self.cell
        head = min(7.0, max(3.0, 0.6 * whole))  # units
        ux, uy = dx / length, dy / length
        x, y = curve.x2 * self.cell + _MARGIN, curve.y2 * self.cell + _MARGIN
        bx, by, w = x - ux * head, y - uy * head, 0.42 * head
        # The line ends inside the arrowhead, so that its own end does not show.
        ex, ey = x - ux * head * 0.7, y - uy * head * 0.7
        yield (
            f'<path class="{curve.role}" d="M{self.at(curve.x1)} {self.at(curve.y1)}'
            f'Q{self.at(curve.cx)} {self.at(curve.cy)} {ex:.2f} {ey:.2f}"/>'
        )
        yield (
            f'<path class="head" d="M{x:.2f} {y:.2f}L{bx - uy * w:.2f} {by + ux * w:.2f}'
            f'L{bx + uy * w:.2f} {by - ux * w:.2f}Z"/>'
        )

    def _texts(self) -> Iterator[str]:
        for role, group in groupby(self.drawing.texts, key=_plain_role):
            if not role:
                for text in group:
                    yield from self._text(text)
                continue
            # Most texts are plain candidates; a group writes their common attributes once.
            yield f'<g class="{role}" font-size="{self._size(Text(0, 0, "", role)):g}">'
            for text in group:
                y = text.y * self.cell + _MARGIN + 0.36 * self._size(text)
                x = text.x * self.cell + _MARGIN
                yield f'<text x="{x:.1f}" y="{y:.1f}">{escape(text.text)}</text>'
            yield "</g>"

    def _text(self, text: Text) -> Iterator[str]:
        size = self._size(text)
        x, y = text.x * self.cell + _MARGIN, text.y * self.cell + _MARGIN
        if text.role == "candidate" and (text.style or text.struck):
            yield from mark(
                x, y, size * (1.2 if len(text.text) > 1 else 1), text.style, text.struck
            )
        # In SVG y is the baseline. A digit's height is about 0.72 of the font size, hence 0.36.
        down = {"clue": 0.74, "tag": 0.0}.get(text.role, 0.36) * size
        role = text.role
        if text.style or text.struck:
            role += f" in {'goes' if text.struck else text.style}"
        yield (
            f'<text class="{role}" x="{self.at(text.x)}" y="{self.at(text.y + down / self.cell)}" '
            f'font-size="{size:g}">{escape(text.text)}</text>'
        )
        if text.struck:
            yield strike(x, y, size)

    def _size(self, text: Text) -> float:
        scale, n = self.cell / _CELL, self.drawing.order
        if text.role == "clue":
            return min(12.0 * scale, round(_CLUE_WIDTH * scale / (0.62 * len(text.text)), 1))
        if text.role == "candidate":
            return round(min(0.745 * self.place * self.cell, 10 if n > 9 else 12), 1)
        if text.role == "centre":
            return round(min(13.0, 42 / (0.62 * len(text.text))) * scale, 1)
        return round(_SIZES[text.role] * scale * (1 if n < 10 else 0.85), 1)
