"""Colors in drawings: which names rules in words may use for them."""

from __future__ import annotations

import re

__all__ = ["color_names", "is_black", "is_gray", "is_white"]


def _parts_of(color: str) -> tuple[int, int, int] | None:
    if re.fullmatch(r"#[0-9a-f]{6}", color):
        return int(color[1:3], 16), int(color[3:5], 16), int(color[5:], 16)
    if found := re.match(r"rgba?\((\d+),\s*(\d+),\s*(\d+)", color):
        return int(found[1]), int(found[2]), int(found[3])
    return {"white": (255, 255, 255), "black": (0, 0, 0), "gray": (128, 128, 128)}.get(color)


def is_gray(color: str) -> bool:
    parts = _parts_of(color)
    return parts is not None and max(parts) - min(parts) < 24 and 60 < max(parts) < 245


def is_white(color: str) -> bool:
    parts = _parts_of(color)
    return parts is not None and min(parts) > 235


def is_black(color: str) -> bool:
    parts = _parts_of(color)
    return parts is not None and max(parts) < 60


def color_names(color: str) -> tuple[str, ...]:
    """Return the names that rules in words may use for a color."""
    parts = _parts_of(color)
    if parts is None:
        return ()
    red, green, blue = parts
    if max(parts) - min(parts) < 24:
        return ("gray", "grey", "silver")
    if red > 180 and blue > 150 and green < 200 and min(red, blue) > green + 20:
        return ("purple", "pink", "magenta", "violet")
    if green == max(parts) and green > red + 20 and green > blue + 20:
        return ("green", "lime")
    if blue == max(parts) and red < blue - 30:
        return ("blue", "cyan", "turquoise", "teal")
    if red == max(parts) and green > blue + 10:
        return ("orange", "yellow", "gold", "peach", "tan", "beige", "brown")
    return ("red",)
