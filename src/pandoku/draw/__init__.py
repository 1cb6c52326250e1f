"""Pictures: one drawing list, rendered as terminal characters, SVG or PNG (an extra)."""

from pandoku.draw.drawing import draw
from pandoku.draw.items import STYLES, Curve, Drawing, Fill, Key, Line, Ring, Text
from pandoku.draw.step import draw_step
from pandoku.draw.svg import THEMES, svg
from pandoku.draw.terminal import rich_text, size, text

__all__ = [
    "STYLES",
    "THEMES",
    "Curve",
    "Drawing",
    "Fill",
    "Key",
    "Line",
    "Ring",
    "Text",
    "draw",
    "draw_step",
    "rich_text",
    "size",
    "svg",
    "text",
]
