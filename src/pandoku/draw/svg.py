"""Drawings as self-contained SVG, light or dark, without external fonts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import hypot

from pandoku.draw._legend import Legend, Sums, WayTables
from pandoku.draw._shapes import (
    border,
    box,
    brief,
    capsule,
    circle,
    mark_paths,
    shape_elements,
    strike,
)
from pandoku.draw.decorated import has_dots, has_letters, margins_of, room_of
from pandoku.draw.drawing import Drawable, candidate_columns, drawing_of
from pandoku.draw.items import STYLES, Curve, Drawing, Fill, Shape, Text
from pandoku.draw.pieces import has_colored_ground, piece_groups, shape_classes
from pandoku.draw.styles import THEMES, style_sheet

__all__ = ["THEMES", "svg"]

_LEAST_WIDTH = 330  # units: minimum width of a picture with a legend or a caption
# Units: the width of a picture that has words of the usual size below it. Below other pictures,
# words are scaled like the picture, within limits.
_USUAL_WIDTH = 480
_SMALLEST_WORDS, _LARGEST_WORDS = 0.8, 3.0
_BELOW = ("extra", "house", "cover")  # fills with these roles are painted before all other fills
_CELL = 48  # units: side of a cell, unless candidates need more room
_MARGIN = 6
_TITLE = 13  # units: font size of the title of a small board
_PLACES = (13.4, 16.5)  # units: room for a candidate, in orders up to 9 and above 9
# The font size of a candidate relative to its room, and at most. On a phone, twelve units are more
# than seven pixels in all pictures of order 9.
_IN_PLACE, _LARGEST_MARK = 0.9, 12.0
# Room for a candidate in drawings with links, which run between candidates.
_LINKED_PLACES = (18.0, 19.0)
_BESIDE = 0.36  # cells: margin for the numbers of rows and columns
_CLUE_WIDTH = 42  # units: maximum width of a clue with the usual font size, in a cell of 48 units
_SIZES = {"given": 27.0, "digit": 27.0, "placed": 31.0, "corner": 11.0}
_SIZES |= {"tag": 8.5, "label": 9.5, "number": 18.0}
_DIGIT_WIDTH = 0.59  # width of a digit in a number, relative to the font size
_IN_CAGES = 0.9  # factor for the size of digits in cells with room for clues
# Distance from the vertical position of a text to its baseline, relative to the font size. A digit
# is about 0.72 of the font size high.
_DOWN = {"clue": 0.74, "tag": 0.0}
_CENTERED = 0.36


def svg(what: Drawable, *, theme: str = "auto", style: bool = True, caption: bool = True) -> str:
    """Return a picture as an SVG document.

    The document has the title and description as text, for readers who cannot see the picture. The
    attribute `data-grid` of the root element contains the left edge of the grid, its upper edge,
    and the side of a cell, in units.

    Args:
        what: A drawing, or a value with a drawing (see `drawing_of`): a puzzle in any form, a
            board, an outcome, a hint or a step of a path. A cell is 48 units wide, or wider if its
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
    """A writer of SVG that joins shapes of one style in one element to keep large pages small."""

    def __init__(self, drawing: Drawing) -> None:
        self.drawing, self.layout = drawing, _Layout(drawing)
        self.x, self.y, self.cell = self.layout.x, self.layout.y, self.layout.cell

    def document(self, theme: str, style: bool, caption: bool) -> Iterator[str]:
        drawing, end = self.drawing, self.layout.right
        words = drawing.caption if caption else ""
        keys = [key for key in drawing.legend if caption or key.sign != "rule"]
        known = {(key.sign, key.style) for key in keys}
        of_boards = (key for each in drawing.boards for key in each.legend if key.sign != "rule")
        keys += dict.fromkeys(key for key in of_boards if (key.sign, key.style) not in known)
        is_explained = bool(words or keys or drawing.sums or drawing.ways)
        width = max(end, _LEAST_WIDTH) if is_explained else end
        scale = round(min(_LARGEST_WORDS, max(_SMALLEST_WORDS, width / _USUAL_WIDTH)), 2)
        inside = width / scale - 2 * _MARGIN
        sums = Sums(drawing.sums, _MARGIN, self.layout.bottom / scale, inside)
        ways = WayTables(drawing.ways, _MARGIN, sums.bottom, inside)
        boards = _Boards(drawing.boards, ways.bottom * scale, width, scale)
        legend = Legend(keys, words, _MARGIN, boards.bottom / scale + 4, inside)
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
        yield from self.picture()
        if is_explained:
            yield f'<g transform="scale({scale:g})">'
            yield from sums.lines()
            yield from ways.lines()
            yield from legend.lines()
            yield "</g>"
        yield from boards.lines()
        yield "</svg>"

    def picture(self) -> Iterator[str]:
        """Yield the elements of the grid, without the words below it."""
        drawing = self.drawing
        groups = [*piece_groups(drawing.shapes, drawing.order)]
        below = [group for group in groups if group.layer not in ("above", "beside")]
        above = [group for group in groups if group.layer in ("above", "beside")]
        yield from self._fills()
        has_candidates = any(text.role == "candidate" for text in drawing.texts)
        yield from shape_elements(below, self.layout, is_soft=has_candidates)
        yield from _paths(self._lines())
        yield from shape_elements(above, self.layout)
        yield from _paths(self._rings())
        yield from _paths(self._curves())
        texts = _Texts(drawing, self.layout)
        yield from _paths(texts.marks())
        if has_colored_ground(groups):
            yield f'<g class="outlined">{"".join(texts.lines())}</g>'
        else:
            yield from texts.lines()
        yield from _paths(texts.strikes())

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
        # A border inside each cell distinguishes styles for readers who cannot see the colors.
        yield from _paths(
            (f"edge {fill.role}", border(*self._corner(fill), fill.role))
            for fill in above
            if fill.role in (*STYLES, "seen", "placed")
        )

    def _corner(self, fill: Fill) -> tuple[float, float, float, float]:
        size = fill.width * self.cell, fill.height * self.cell
        return self.x(fill.x), self.y(fill.y), *size

    def _ruled(self, fill: Fill) -> str:
        """Return the lines that hatch a fill. The lines run between the candidates."""
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
        # The line ends inside the arrowhead, which hides the end of the line.
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


class _Boards:
    """Small boards below the y coordinate *top*, in two columns of the given total width.

    Titles are scaled by *scale*.

    Attributes:
        bottom: The y coordinate of the lower edge, in units.
    """

    def __init__(self, drawings: Sequence[Drawing], top: float, width: float, scale: float) -> None:
        self._parts: list[str] = []
        self.bottom = top
        side, title = (width - 3 * _MARGIN) / 2, _TITLE * scale
        for at, drawing in enumerate(drawings):
            painter = _Painter(drawing)
            layout = painter.layout
            by = side / max(layout.right, layout.bottom)
            x = _MARGIN + at % 2 * (side + _MARGIN)
            top = top if at % 2 else self.bottom
            self._parts += [
                f'<text class="words" x="{brief(x + _MARGIN)}" y="{brief(top + title)}" '
                f'font-size="{brief(title)}">{escape(drawing.title)}</text>',
                f'<g transform="translate({brief(x)} {brief(top + 1.4 * title)}) scale({by:.3f})">',
                *painter.picture(),
                "</g>",
            ]
            self.bottom = max(self.bottom, top + 1.4 * title + by * layout.bottom)

    def lines(self) -> Iterator[str]:
        """Yield the SVG elements."""
        yield from self._parts


class _Layout:
    """The position of a drawing's grid, in units from the upper left corner of the picture.

    Attributes:
        left, top: The left edge and the upper edge of the grid.
        right, bottom: The right edge and the lower edge of the grid, including the margin around
            it.
        cell: The side of a cell.
        has_cages: Whether candidates and digits are lower in their cells to leave room for clues.
        room: The part of a cell for candidates, in cells: left, top, width, height.
        columns, rows: Number of columns and number of rows of candidates in a cell.
        place: The space for one candidate, as a fraction of a cell's side.
    """

    def __init__(self, drawing: Drawing) -> None:
        n = drawing.order
        self.columns = candidate_columns(n)
        self.rows = -(-n // self.columns)
        self.has_cages = any(line.role in ("sum", "cage") for line in drawing.lines)
        has_clues = self.has_cages or has_letters(drawing.shapes)
        self.room = room_of(has_clues, has_dots(drawing.shapes))
        _, _, width, height = self.room
        self.place = min(width / self.columns, height / self.rows)
        has_candidates = any(text.role == "candidate" for text in drawing.texts)
        least = (_LINKED_PLACES if has_links(drawing) else _PLACES)[n > 9]
        self.cell = max(_CELL, round(least / self.place) if has_candidates else 0)
        is_numbered = any(text.role == "coordinate" for text in drawing.texts)
        start = _MARGIN + (round(_BESIDE * self.cell) if is_numbered else 0)
        left, top, right, bottom = (
            round(each * self.cell) for each in margins_of(drawing.shapes, n)
        )
        self.left, self.top = start + left, start + top
        self.right = self.left + n * self.cell + right + _MARGIN
        self.bottom = self.top + n * self.cell + bottom + _MARGIN

    def x(self, value: float) -> float:
        """Return a position from the left, in units."""
        return value * self.cell + self.left

    def y(self, value: float) -> float:
        """Return a position from the top, in units."""
        return value * self.cell + self.top


def has_links(drawing: Drawing) -> bool:
    """Return whether curves lead from candidate to candidate. On small boards, they join cells."""
    return bool(drawing.curves) and any(text.role == "order" for text in drawing.texts)


class _Texts:
    """The texts in the picture of a drawing."""

    def __init__(self, drawing: Drawing, layout: _Layout) -> None:
        self._drawing, self._layout, self._x, self._y = drawing, layout, layout.x, layout.y

    def marks(self) -> Iterator[tuple[str, str]]:
        for text in self._drawing.texts:
            if text.role == "candidate" and (text.style or text.struck):
                x, y, size = self._x(text.x), self._y(text.y), self._size(text)
                if text.style:
                    yield from mark_paths(
                        x, y, size * (1.2 if len(text.text) > 1 else 1), text.style
                    )
                else:
                    yield "goes", circle(x, y, 0.66 * size)

    def strikes(self) -> Iterator[tuple[str, str]]:
        for text in self._drawing.texts:
            if text.struck:
                yield "strike", strike(self._x(text.x), self._y(text.y), self._size(text))

    def lines(self) -> Iterator[str]:
        alike: dict[tuple[str, float], list[Text]] = {}
        for text in self._drawing.texts:
            alike.setdefault((self._class(text), self._size(text)), []).append(text)
        for (role, size), texts in alike.items():
            yield f'<g class="{role}" font-size="{size:g}">{"".join(self._placed(texts, size))}</g>'

    def _placed(self, texts: Iterable[Text], size: float) -> Iterator[str]:
        """Yield the text elements. Digits on one line share an element with a list of positions."""
        lines: dict[str, list[tuple[str, str]]] = {}
        wide = _DIGIT_WIDTH * size
        for text in texts:
            x, y = self._anchor(text, size)
            if len(text.text) > 1 and text.role != "candidate":
                yield f'<text x="{brief(x)}" y="{brief(y)}">{escape(text.text)}</text>'
                continue
            first = x - (len(text.text) - 1) / 2 * wide
            places = ((brief(first + at * wide), c) for at, c in enumerate(text.text))
            lines.setdefault(brief(y), []).extend(places)
        for y_units, line in lines.items():
            xs = " ".join(at for at, _ in line)
            characters = escape("".join(character for _, character in line))
            yield f'<text x="{xs}" y="{y_units}">{characters}</text>'

    def _anchor(self, text: Text, size: float) -> tuple[float, float]:
        """Return the position of a text's anchor, which is on its baseline, in units."""
        down = _DOWN.get(text.role, _CENTERED) * size
        x, y = self._x(text.x), self._y(text.y) + down
        return x, y

    def _class(self, text: Text) -> str:
        if text.role == "candidate" and (text.style or text.struck):
            return f"candidate in{' goes' if text.struck else ''}"
        if text.style == "named":
            return f"{text.role} named"
        is_passed = self._drawing.curves and text.role in ("given", "digit", "candidate")
        return f"{text.role} passed" if is_passed else text.role

    def _size(self, text: Text) -> float:
        scale, n = self._layout.cell / _CELL, self._drawing.order
        if text.role == "candidate":
            return self._candidate_size()
        if text.role == "clue":
            largest = min(12.0 * scale, 13.5)
            return min(largest, round(_CLUE_WIDTH * scale / (0.62 * len(text.text)), 1))
        if text.role == "center":
            return round(min(13.0, 42 / (0.62 * len(text.text))) * scale, 1)
        if text.role in ("coordinate", "order"):
            return round(10.5 * scale, 1) if text.role == "coordinate" else 11.5
        in_cages = (
            _IN_CAGES if self._layout.has_cages and text.role in ("given", "digit", "placed") else 1
        )
        return round(_SIZES[text.role] * in_cages * scale * (1 if n < 10 else 0.85), 1)

    def _candidate_size(self) -> float:
        return round(min(_IN_PLACE * self._layout.place * self._layout.cell, _LARGEST_MARK), 1)


def _paths(parts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield an element for each class, in order of first occurrence."""
    alike: dict[str, list[str]] = {}
    for role, data in parts:
        alike.setdefault(role, []).append(data)
    for role, together in alike.items():
        yield f'<path class="{role}" d="{"".join(together)}"/>'
