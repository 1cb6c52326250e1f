"""The colors and widths in which other programs draw a shape, by its role if it has none itself."""

from __future__ import annotations

from pandoku.formats._setter_colors import SETTER_COLORS
from pandoku.model import Disc, Stroke, Tile

__all__ = ["fill_and_rim", "ink_and_width"]

_GRAY = "#CFCFCF"
# What setters draw a constraint in, by the role of its shapes.
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
_EMPTY = ("ring", "end")  # discs with a border and nothing inside
_RIMMED = ("white", "quadruple")  # white discs with a border
_WIDE = {"thermometer": 0.33, "slow-thermometer": 0.33, "diagonal": 0.03, "arrow": 0.05}
_USUAL_WIDTH = 0.16


def ink_and_width(line: Stroke) -> tuple[str, float]:
    """Return the color of a line, and its width in cells."""
    color = line.color or _COLORS.get(line.role, _GRAY).lower()
    return color, line.width or _WIDE.get(line.role, _USUAL_WIDTH)


def fill_and_rim(shape: Disc | Tile) -> tuple[str, str]:
    """Return the colors of the inside and the border of a shape; "" for none."""
    if shape.color or shape.rim:
        return shape.color, shape.rim
    rim = _RIM if shape.role in (*_EMPTY, *_RIMMED) else ""
    inside = _WHITE if shape.role in _RIMMED else _COLORS.get(shape.role, _GRAY).lower()
    return "" if shape.role in _EMPTY else inside, rim
