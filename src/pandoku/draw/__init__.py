"""Pictures: one drawing list, shown as terminal characters or as SVG."""

from pandoku.draw.drawing import Drawing, Fill, Line, Text, draw
from pandoku.draw.svg import THEMES, svg
from pandoku.draw.terminal import rich_text, size, text

__all__ = ["THEMES", "Drawing", "Fill", "Line", "Text", "draw", "rich_text", "size", "svg", "text"]
