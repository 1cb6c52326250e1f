"""Widths, sizes and tones of the roles of a drawing on paper.

Lengths are in points, and s is the side of a cell. Tones are percent of black, because a press only
accepts plain grays. In a row with several roles, values separated by commas belong to the roles in
the same order.

| role | width or size | ink |
|---|---|---|
| cell | 0.020 s, from 0.75 to 1.25, or 0.045 s in small cells at home | 100 |
| box, region, cage, box-in-cage | 0.065 s, 2 to 2.75, or 2.67 cell lines in small cells | 100 |
| frame | 0.080 s, from 2.25 to 3.25, or 3 cell lines in small cells | 100 |
| sum | as a cell's line, in dashes that close at the corners | 100 |
| diagonal, window, told | 1, as a cell's line, 1.2 | 45, 100, 100 |
| given, digit, placed | 0.58 s, or 0.49 s above order 9 (givens are bold) | 100 |
| clue | 0.25 s, at most 0.84 s wide, on white | 100 |
| candidate, corner, center | 0.22 s, less if there is less room (bold in a pattern) | 65, 100 |
| coordinate, label, tag, order | 0.22 s, on white, 0.18 s bold, 0.17 s on white | 100 |
| extra, house, seen, f; a to e | filled, in patterns with a dashed line | 12, 7, 4; 10 to 30 |
| highlight, placed, color-1 to color-9 | filled (colors have a letter in the corner) | 15 |
| cover | lines of 0.5 between the candidates | 30 |
| marks, strikes, rings, links | 0.8 on white, 1.1, 0.9, 1.1 or 0.8 | 100 |
| ray, cross | 0.8, 1.1 | 100 |
| lines of constraints | as in a picture, with a pattern inside, narrow ones darker | 18 to 60 |
| discs and tiles of constraints | filled, or with a line of 0.035 s around them | 12 to 30, 100 |
| setters' colors | as grays of at least 8, translucent behind digits | 8 to 100 |
| signs outside the grid, on borders, in corners | 0.36 s, 0.21 s on white, 0.2 s | 100 |

In a file for a press, no gray is below 10. In large print, the font size of digits is 0.66 s, lines
are wider, and nothing behind a digit is gray: lines, discs and tiles are hollow.
"""

from __future__ import annotations

from dataclasses import dataclass

from pandoku.draw.looks import look_of_line
from pandoku.draw.palette import LIGHT, PLAYER, OwnColor

__all__ = ["EDGE_DASHES", "PENCILED", "Ink", "Tone"]

Tone = float | tuple[float, float, float]  # a gray (0 is black, 1 is white), or red, green, blue

# By style: the dashes of the line inside the cells of a pattern, in points.
EDGE_DASHES = {"b": (3, 2), "c": (1, 1.6), "d": (5, 2, 1.2, 2), "e": (1.2, 3), "f": (7, 2)}

_BLACK, _WHITE = 0.0, 1.0
_SOFT = 45  # percent of black, for lines that must not look like borders
# By role: the tone of a fill, in percent of black.
_FILLS = {
    "extra": 12,
    "house": 7,
    "seen": 4,
    "f": 4,
    "highlight": 15,
    "placed": 15,
    "a": 20,
    "b": 10,
    "c": 30,
    "d": 10,
    "e": 20,
    "cover": 30,
}
_PLAYER = 15
PENCILED = ("candidate", "corner", "center")  # roles of texts that may be lighter and smaller
_LEAST_FILL = 10  # percent of black: minimum for a press, which may lose lighter grays
_LEAST_OWN = 8  # percent of black: the lightest gray for a setter's color
_PAPER_WHITE = 0.98  # brightness above which colors are not printed
_SHAPE_FILLS = {
    "bulb": 18,
    "slow-bulb": 18,
    "odd": 18,
    "even": 18,
    "region": 12,
    "clone": 15,
    "extreme": 18,
    "index": 15,
    "fog": 30,
}
# The tones of lines of constraints, in percent of black: of faint, usual, narrow and thin lines.
# The next two numbers are the maximum widths of narrow lines and of thin lines, in cells.
_FAINT, _USUAL, _NARROW, _THIN = 18, 30, 40, 60
_NARROW_WIDTH, _THIN_WIDTH = 0.17, 0.06
_TRANSLUCENT_HOUSE, _TRANSLUCENT_COLOR = 0.13, 0.4  # same opacities as in style sheets


@dataclass(frozen=True, slots=True)
class Ink:
    """The style of a drawing on paper.

    Attributes:
        press: Whether to print for a press, with lines of at least 0.75 points, texts of at least
            7 points, and no faint grays.
        large: Whether to use large print, with bolder lines and digits, and nothing gray behind a
            text.
        solution: Whether to print only the digits, the boxes, the regions and the cages of
            calcudokus, in black.
        color: Whether to use the colors of the screen instead of grays, for a printer at home.
    """

    press: bool = False
    large: bool = False
    solution: bool = False
    color: bool = False

    # ------------------------------------------------------------------ lengths, in points

    @property
    def least_text(self) -> float:
        """The smallest size of digits and clues."""
        return 7.0 if self.press else 5.5

    @property
    def least_mark(self) -> float:
        """The smallest size of candidates and pencil marks."""
        return 7.0 if self.press else 4.0

    def cell_line(self, cell: float) -> float:
        """Return the width of the lines between cells. *cell* is the side of a cell."""
        if self.large:
            return _between(0.02 * cell, 1.0, 1.25)
        least = 0.75 if self.press else min(0.75, 0.045 * cell)
        return _between(0.02 * cell, least, 1.25)

    def box_line(self, cell: float) -> float:
        """Return the width of the border of a box."""
        if self.large:
            return max(2.75, 0.04 * cell)
        return _between(0.065 * cell, min(2.0, 2.67 * self.cell_line(cell)), 2.75)

    def frame_line(self, cell: float) -> float:
        """Return the width of the border of the grid."""
        if self.large:
            return max(3.25, 0.05 * cell)
        return _between(0.08 * cell, min(2.25, 3 * self.cell_line(cell)), 3.25)

    def shape_line(self, cell: float) -> float:
        """Return the width of the border of a disc or tile."""
        return max(self.cell_line(cell), 0.035 * cell)

    def digit_size(self, order: int, cell: float) -> float:
        """Return the font size of large digits."""
        size = 0.66 if self.large else 0.58
        return (size if order < 10 else 0.49) * cell

    # ------------------------------------------------------------------ tones

    def gray(self, percent: float) -> Tone:
        """Return a tone of black."""
        return round(1 - percent / 100, 3)

    @property
    def soft(self) -> Tone:
        """The tone of lines that must not look like borders."""
        return self.gray(_SOFT)

    def fill(self, role: str) -> Tone:
        """Return the tone of a fill of this role."""
        if self.color and role.startswith("color-"):
            return _rgb(f"#{PLAYER[int(role[6:]) - 1]}", _TRANSLUCENT_COLOR)
        if self.color and role in ("house", "cover"):
            return _rgb(LIGHT["house"], _TRANSLUCENT_HOUSE if role == "house" else 0.22)
        if self.color:
            return _rgb(LIGHT["window" if role == "extra" else role])
        percent = _FILLS.get(role, _PLAYER)
        return self.gray(max(percent, _LEAST_FILL) if self.press else percent)

    def edge(self, style: str) -> Tone:
        """Return the tone for both the line inside a fill and the mark around a candidate."""
        return _rgb(LIGHT[f"{style}-line"]) if self.color else _BLACK

    def link(self) -> Tone:
        """Return the tone of links and rings."""
        return _rgb(LIGHT["link"]) if self.color else _BLACK

    def strike(self) -> Tone:
        """Return the tone of the stroke through a candidate."""
        return _rgb(LIGHT["goes-line"]) if self.color else _BLACK

    def text(self, role: str) -> Tone:
        """Return the tone of a text of this role."""
        if self.color and role in ("digit", "placed"):
            return _rgb(LIGHT["digit" if role == "digit" else "placed-line"])
        return self.gray(65) if role in PENCILED else _BLACK

    def stroke(self, role: str) -> Tone:
        """Return the tone of a line of a constraint."""
        look = look_of_line(role)
        if self.color:
            opacity = {"faint": 0.21, "pale": 0.55}.get(look.layer, 1.0)
            return _rgb(LIGHT[look.color], opacity)
        if look.width <= _THIN_WIDTH:
            return _BLACK if look.color == "ink" else self.gray(_THIN)
        if look.layer == "faint":
            return self.gray(_FAINT)
        return self.gray(_NARROW if look.width <= _NARROW_WIDTH else _USUAL)

    def disc(self, role: str) -> Tone:
        """Return the tone inside a disc of a constraint."""
        if role == "black":
            return _BLACK
        return self.gray(_SHAPE_FILLS[role]) if role in _SHAPE_FILLS else _WHITE

    def tile(self, role: str) -> Tone:
        """Return the tone of a tile of a constraint."""
        return self.gray(_SHAPE_FILLS.get(role, _SHAPE_FILLS["region"]))

    def own(self, color: OwnColor) -> Tone:
        """Return the tone of a setter's color."""
        if self.color:
            return color.paper
        red, green, blue = color.paper
        gray = 0.3 * red + 0.59 * green + 0.11 * blue  # weighted by visible brightness
        if gray < _PAPER_WHITE:
            gray = min(gray, 1 - (_LEAST_FILL if self.press else _LEAST_OWN) / 100)
        return round(gray, 3)


def _rgb(color: str, opacity: float = 1.0) -> tuple[float, float, float]:
    """Return the red, green and blue, from 0 to 1, of a translucent color on white paper."""
    red, green, blue = (
        round(1 - opacity * (1 - int(color[at : at + 2], 16) / 255), 3) for at in (1, 3, 5)
    )
    return red, green, blue


def _between(value: float, least: float, most: float) -> float:
    return min(most, max(least, value))
