"""Make SVG pictures of pages, with the same painting calls as for the PDF."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from pandoku.draw.pdf import Typeface
from pandoku.press.items import Item

__all__ = ["page_as_svg"]

_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")


def page_as_svg(items: Iterable[Item], width: float, height: float, face: Typeface) -> str:
    """Return a page as an SVG picture.

    Args:
        items: Content of the page.
        width: Width in points.
        height: Height in points.
        face: The fonts.
    """
    canvas = SvgCanvas(height, face)
    for item in items:
        item.paint(canvas, face)
    return canvas.picture(width)


class _State(NamedTuple):
    """The settings that `saveState` saves."""

    fill: str = "#000"
    stroke: str = "#000"
    width: float = 1.0
    dashes: tuple[float, ...] = ()
    cap: int = 0
    join: int = 0


class _Way:
    """A path of straight lines and curves."""

    def __init__(self) -> None:
        self.parts: list[str] = []

    def moveTo(self, x: float, y: float) -> None:  # noqa: N802  # reportlab's name
        self.parts.append(f"M{_pair(x, y)}")

    def lineTo(self, x: float, y: float) -> None:  # noqa: N802
        self.parts.append(f"L{_pair(x, y)}")

    def curveTo(self, *places: float) -> None:  # noqa: N802
        pairs = zip(places[::2], places[1::2], strict=True)
        self.parts.append("C" + " ".join(_pair(*pair) for pair in pairs))

    def rect(self, x: float, y: float, width: float, height: float) -> None:
        self.parts.append(_rectangle(x, y, width, height))

    def close(self) -> None:
        self.parts.append("Z")


class _Block:
    """Texts in one font, each with a position."""

    def __init__(self) -> None:
        self.font, self.size = "", 0.0
        self.texts: list[tuple[float, float, str]] = []
        self._at = (0.0, 0.0)

    def setFont(self, font: str, size: float) -> None:  # noqa: N802
        self.font, self.size = font, size

    def setTextOrigin(self, x: float, y: float) -> None:  # noqa: N802
        self._at = x, y

    def textOut(self, text: str) -> None:  # noqa: N802
        self.texts.append((*self._at, text))


class SvgCanvas:
    """A canvas that makes SVG. It has the methods of reportlab's canvas that items call."""

    def __init__(self, height: float, face: Typeface) -> None:
        self._height, self._face = height, face
        self._state, self._kept = _State(), list[tuple[_State, int]]()
        self._open = 0
        self._font, self._size = face.regular, 10.0
        self._lines: list[str] = []
        self._forms: dict[str, list[str]] = {}
        self._outside: list[list[str]] = []

    def picture(self, width: float) -> str:
        """Return the painted page as SVG, with a white background."""
        size = f'width="{width:g}pt" height="{self._height:g}pt"'
        box = f'viewBox="0 0 {width:g} {self._height:g}"'
        forms = "".join(
            f'<g id="{escape(name)}">{"".join(lines)}</g>' for name, lines in self._forms.items()
        )
        definitions = f"<defs>{forms}</defs>" if forms else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>{definitions}'
            f'<rect width="100%" height="100%" fill="#fff"/>'
            f'<g transform="matrix(1 0 0 -1 0 {self._height:g})">{"".join(self._lines)}</g></svg>\n'
        )

    # ------------------------------------------------------------------ state

    def saveState(self) -> None:  # noqa: N802
        self._kept.append((self._state, self._open))
        self._open = 0

    def restoreState(self) -> None:  # noqa: N802
        self._lines += ["</g>"] * self._open
        self._state, self._open = self._kept.pop()

    def _transform(self, how: str) -> None:
        self._lines.append(f'<g transform="{how}">')
        self._open += 1

    def translate(self, x: float, y: float) -> None:
        self._transform(f"translate({_pair(x, y)})")

    def rotate(self, angle: float) -> None:
        self._transform(f"rotate({angle:g})")

    def setFillGray(self, gray: float) -> None:  # noqa: N802
        self._state = self._state._replace(fill=_gray(gray))

    def setStrokeGray(self, gray: float) -> None:  # noqa: N802
        self._state = self._state._replace(stroke=_gray(gray))

    def setFillColorRGB(self, red: float, green: float, blue: float) -> None:  # noqa: N802
        self._state = self._state._replace(fill=_color(red, green, blue))

    def setStrokeColorRGB(self, red: float, green: float, blue: float) -> None:  # noqa: N802
        self._state = self._state._replace(stroke=_color(red, green, blue))

    def setLineWidth(self, width: float) -> None:  # noqa: N802
        self._state = self._state._replace(width=width)

    def setDash(self, dashes: Sequence[float] = (), phase: float = 0) -> None:  # noqa: N802
        self._state = self._state._replace(dashes=tuple(dashes))

    def setLineCap(self, cap: int) -> None:  # noqa: N802
        self._state = self._state._replace(cap=cap)

    def setLineJoin(self, join: int) -> None:  # noqa: N802
        self._state = self._state._replace(join=join)

    def setFont(self, font: str, size: float) -> None:  # noqa: N802
        self._font, self._size = font, size

    # ------------------------------------------------------------------ forms

    def beginForm(self, name: str, *_: float) -> None:  # noqa: N802
        self._forms[name] = []
        self._outside.append(self._lines)
        self._lines = self._forms[name]

    def endForm(self) -> None:  # noqa: N802
        self._lines = self._outside.pop()

    def doForm(self, name: str) -> None:  # noqa: N802
        self._lines.append(f'<use href="#{escape(name)}"/>')

    # ------------------------------------------------------------------ shapes

    def _shape(self, way: str, stroke: int, fill: int) -> None:
        state = self._state
        look = f'fill="{state.fill if fill else "none"}"'
        if stroke:
            look += f' stroke="{state.stroke}" stroke-width="{state.width:g}"'
            look += f' stroke-linecap="{_CAPS[state.cap]}" stroke-linejoin="{_JOINS[state.join]}"'
            if state.dashes:
                look += f' stroke-dasharray="{" ".join(f"{each:g}" for each in state.dashes)}"'
        self._lines.append(f'<path d="{way}" {look}/>')

    def beginPath(self) -> _Way:  # noqa: N802
        return _Way()

    def drawPath(self, way: _Way, stroke: int = 1, fill: int = 0) -> None:  # noqa: N802
        self._shape("".join(way.parts), stroke, fill)

    def lines(self, lines: Iterable[tuple[float, float, float, float]]) -> None:
        way = "".join(f"M{_pair(a, b)}L{_pair(c, d)}" for a, b, c, d in lines)
        self._shape(way, 1, 0)

    def rect(
        self, x: float, y: float, width: float, height: float, stroke: int = 1, fill: int = 0
    ) -> None:
        self._shape(_rectangle(x, y, width, height), stroke, fill)

    def circle(self, x: float, y: float, r: float, stroke: int = 1, fill: int = 0) -> None:
        arc = f"a{_number(r)} {_number(r)} 0 1 0"
        way = f"M{_pair(x - r, y)}{arc} {_number(2 * r)} 0{arc} {_number(-2 * r)} 0Z"
        self._shape(way, stroke, fill)

    # ------------------------------------------------------------------ texts

    def drawString(self, x: float, y: float, text: str) -> None:  # noqa: N802
        self._text(x, y, text, self._font, self._size)

    def beginText(self) -> _Block:  # noqa: N802
        return _Block()

    def drawText(self, block: _Block) -> None:  # noqa: N802
        for x, y, text in block.texts:
            self._text(x, y, text, block.font, block.size)

    def _text(self, x: float, y: float, text: str, font: str, size: float) -> None:
        is_bold = font == self._face.bold != self._face.regular
        weight = ' font-weight="bold"' if is_bold else ""
        self._lines.append(
            f'<text transform="matrix(1 0 0 -1 {_pair(x, y)})" font-family="Roboto,sans-serif"'
            f'{weight} font-size="{size:g}" fill="{self._state.fill}">{escape(text)}</text>'
        )


def _number(value: float) -> str:
    return f"{round(value, 2):g}"


def _pair(x: float, y: float) -> str:
    return f"{_number(x)} {_number(y)}"


def _rectangle(x: float, y: float, width: float, height: float) -> str:
    return f"M{_pair(x, y)}h{_number(width)}v{_number(height)}h{_number(-width)}Z"


def _gray(gray: float) -> str:
    return _color(gray, gray, gray)


def _color(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{round(255 * each):02x}" for each in (red, green, blue))
