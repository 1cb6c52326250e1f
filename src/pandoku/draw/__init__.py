"""Pictures: one drawing list, rendered as terminal characters, SVG or PNG (an extra)."""

from pandoku.draw.branch import draw_branch
from pandoku.draw.drawable import Drawable, HasDrawing, drawing_of
from pandoku.draw.drawing import draw
from pandoku.draw.items import STYLES, Curve, Drawing, Fill, Key, Line, Ring, Text
from pandoku.draw.png import png
from pandoku.draw.show import picture_of, rich_of, text_of
from pandoku.draw.step import draw_step
from pandoku.draw.svg import THEMES, svg
from pandoku.draw.terminal import rich_text, size, text

__all__ = [
    "STYLES",
    "THEMES",
    "Curve",
    "Drawable",
    "Drawing",
    "Fill",
    "HasDrawing",
    "Key",
    "Line",
    "Ring",
    "Text",
    "draw",
    "draw_branch",
    "draw_step",
    "drawing_of",
    "picture_of",
    "png",
    "rich_of",
    "rich_text",
    "size",
    "svg",
    "text",
    "text_of",
]
