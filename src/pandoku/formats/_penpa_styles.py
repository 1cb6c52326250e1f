"""The colors of Penpa+: which number of a style stands for which color."""

from __future__ import annotations

from typing import Any

__all__ = ["stroke_look", "surface_color", "symbol_colors", "text_color", "text_disc"]

_BLACK, _WHITE, _GRAY, _LIGHT = "#000000", "#ffffff", "#999999", "#cccccc"
_PIXELS = 38  # of a cell, in which the program counts widths
_SURFACES = {
    1: "#444444",
    2: "#b3ffb3",
    3: _LIGHT,
    4: _BLACK,
    5: "#c0e0ff",
    6: "#ffa3a3",
    7: "#ffffa3",
    8: _GRAY,
    9: "#ffb3ff",
    10: "#ffcc80",
    11: "#cc99ff",
    12: "#eecab1",
    13: "#ff670099",
    99: "#f0f0f0",
}
_LINES = {  # color and pixels
    1: (_BLACK, 1),
    2: (_BLACK, 3),
    21: (_BLACK, 5),
    3: ("#208020", 3),
    30: ("#208020", 3),
    5: (_GRAY, 3),
    6: (_GRAY, 12),
    7: ("#777777", 1),
    8: ("#ff0000", 3),
    9: ("#187bcd", 3),
    11: (_BLACK, 1),
    12: ("#444444", 1),
    13: (_BLACK, 4),
    14: ("#777777", 2),
    17: (_BLACK, 4),
    40: (_GRAY, 2),
    80: (_BLACK, 1),
    98: ("#208020", 1),
}
_SYMBOLS = {  # inside and border
    0: (_WHITE, _BLACK),
    1: (_WHITE, _BLACK),
    2: (_BLACK, _BLACK),
    3: (_LIGHT, ""),
    4: ("", _BLACK),
    5: (_LIGHT, _BLACK),
    6: (_WHITE, _GRAY),
    7: (_WHITE, ""),
    8: (_WHITE, _BLACK),
    9: (_LIGHT, _BLACK),
    10: (_WHITE, _BLACK),
    11: ("#ff0000", "#ff0000"),
    12: ("#208020", "#208020"),
    13: ("", _BLACK),
}
_RIM_ONLY = (4, 10, 13)  # styles whose border has the color of the setter
_TEXTS = {2: "#4c9900", 3: _GRAY, 4: _GRAY, 7: _WHITE, 8: "#187bcd", 9: "#0000ff", 10: "#ff0000"}
_TEXTS |= {11: _WHITE}
_DISCS = {6: (_WHITE, _BLACK), 7: (_BLACK, _BLACK), 11: ("#ff0000", "#ff0000")}


def surface_color(style: Any) -> str:
    """Return the color of a colored cell, or ""."""
    return _SURFACES.get(style, "") if type(style) is int else ""


def stroke_look(style: Any, own: str = "") -> tuple[str, float]:
    """Return the color and the width in cells of a line; *own* is the color of the setter."""
    color, pixels = _LINES.get(style, _LINES[2]) if type(style) is int else _LINES[2]
    return own or color, pixels / _PIXELS


def symbol_colors(style: Any, own: str = "") -> tuple[str, str]:
    """Return the colors inside and of the border of a symbol; *own* is the color of the setter."""
    fill, rim = _SYMBOLS.get(style, _SYMBOLS[1]) if type(style) is int else _SYMBOLS[1]
    if not own:
        return fill, rim
    if style in _RIM_ONLY:
        return fill, own
    return own, own if style == 2 else rim


def text_color(style: Any) -> str:
    """Return the color of a text."""
    return _TEXTS.get(style, _BLACK) if type(style) is int else _BLACK


def text_disc(style: Any) -> tuple[str, str] | None:
    """Return the colors of the circle around a text of this style, or None if it has none."""
    return _DISCS.get(style) if type(style) is int else None
