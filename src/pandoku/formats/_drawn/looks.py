"""The colors and widths of shapes in other programs, and the roles of these shapes in pandoku."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pandoku.constraints import Drawing
from pandoku.model import Disc, Stroke, Tile

# The color of each role of a drawing.
SETTER_COLORS = {
    "drawn-red": "#E6261F",
    "drawn-orange": "#EB7532",
    "drawn-yellow": "#F7D038",
    "drawn-green": "#67F067",
    "drawn-blue": "#34BBE6",
    "drawn-purple": "#D23BE7",
    "drawn-gray": "#CFCFCF",
    "black": "#000000",
    "white": "#FFFFFF",
    "ring": "#A1A1A1",
}
_HUES = (  # the end of each range of hues on the color circle, in degrees, and its role
    (18, "drawn-red"),
    (42, "drawn-orange"),
    (70, "drawn-yellow"),
    (165, "drawn-green"),
    (250, "drawn-blue"),
    (330, "drawn-purple"),
    (361, "drawn-red"),
)
_COLOR = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_DULL = 0.12  # minimum difference between the largest and smallest part of a color that is not gray


def drawn_role(color: str, rim: str = "") -> str:
    """Return the role for a color of another program.

    Many colors share a role, because a theme only has a color for each role.

    Args:
        color: A color such as "#67F067". Any other text counts as gray, and "" means no color.
        rim: The color of the rim. A shape with a rim and no color is a ring.

    >>> drawn_role("#67f067"), drawn_role("#000"), drawn_role("", "#888888")
    ('drawn-green', 'black', 'ring')
    """
    if not color:
        return "ring" if rim else "drawn-gray"
    seen = setter_color(color)
    if not seen:
        return "drawn-gray"
    parts = [int(seen[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    most, spread = max(parts), max(parts) - min(parts)
    if spread < _DULL:
        return "black" if most < 0.25 else "white" if most > 0.9 else "drawn-gray"
    at = parts.index(most)
    degrees = 60 * (2 * at + (parts[(at + 1) % 3] - parts[at - 1]) / spread) % 360
    return next(role for end, role in _HUES if degrees < end)


def setter_color(color: str) -> str:
    """Return a color of another program as it looks on white paper, as "#rrggbb".

    Args:
        color: A color such as "#67F067", "#6F6", or "#67F06780" with its opacity last. For any
            other text and for an invisible color, the result is "".

    >>> setter_color("#6F6"), setter_color("#00000080"), setter_color("#0000"), setter_color("red")
    ('#66ff66', '#7f7f7f', '', '')
    """
    match = _COLOR.fullmatch(color.strip().casefold())
    if match is None:
        return ""
    digits = match[1] if len(match[1]) > 4 else "".join(2 * each for each in match[1])
    *parts, opacity = (int(each, 16) for each in re.findall("..", f"{digits}ff"[:8]))
    if not opacity:
        return ""
    return "#" + "".join(f"{255 - opacity * (255 - part) // 255:02x}" for part in parts)


def color_drawings(colors: Mapping[int, Sequence[str]], n: int) -> Iterator[Drawing]:
    """Yield a drawing for the cells of each color.

    Args:
        colors: The colors of each colored cell. Several colors in a cell are stripes, from left to
            right.
        n: The order of the grid.
    """
    cells: dict[tuple[str, ...], list[int]] = {}
    for cell, found in colors.items():
        if found:
            cells.setdefault(tuple(found), []).append(cell)
    for found, colored in cells.items():
        yield Drawing.of(_stripes(found, colored, n))


def _stripes(colors: Sequence[str], colored: Sequence[int], n: int) -> Iterator[Tile]:
    width = 1 / len(colors)
    for number, color in enumerate(colors):
        centers = tuple((at % n + (number + 0.5) * width, at // n + 0.5) for at in colored)
        height = 1.0 if len(colors) > 1 else 0.0  # height 0 means as high as wide
        yield Tile(drawn_role(color), centers, width, "", setter_color(color), "", height)


_GRAY = "#CFCFCF"
# The usual colors of shapes that draw constraints, by role.
_COLORS = {
    "diagonal": "#34BBE6",
    "entropic": "#FFCCAA",
    "modular": "#33BBBB",
    "palindrome": "#B0B0B0",
    "region-sum": "#2ECBFF",
    "renban": "#F067F0",
    "slow-thermometer": "#6495ED",
    "slow-bulb": "#6495ED",
    "whisper": "#67F067",
    "zipper": "#A020F0",
    "arrow": "#A1A1A1",
} | SETTER_COLORS
_RIM, _WHITE = "#a1a1a1", "#ffffff"
_EMPTY = ("ring", "end")  # roles of discs with a border and no fill
_RIMMED = ("white", "quadruple")  # roles of white discs with a border
_WIDE = {"thermometer": 0.33, "slow-thermometer": 0.33, "diagonal": 0.03, "arrow": 0.05}
_USUAL_WIDTH = 0.16


def ink_and_width(line: Stroke) -> tuple[str, float]:
    """Return the color of a line, and its width in cells."""
    color = line.color or _COLORS.get(line.role, _GRAY).lower()
    return color, line.width or _WIDE.get(line.role, _USUAL_WIDTH)


def fill_and_rim(shape: Disc | Tile) -> tuple[str, str]:
    """Return the fill and border colors of a shape, with "" for no color."""
    if shape.color or shape.rim:
        return shape.color, shape.rim
    rim = _RIM if shape.role in (*_EMPTY, *_RIMMED) else ""
    inside = _WHITE if shape.role in _RIMMED else _COLORS.get(shape.role, _GRAY).lower()
    return "" if shape.role in _EMPTY else inside, rim
