"""Pictures: one drawing list, shown as terminal characters or as SVG."""

from pandoku.draw.drawing import Drawing, Fill, Line, Text, draw
from pandoku.draw.svg import svg
from pandoku.draw.terminal import characters, rich_text, text

__all__ = ["Drawing", "Fill", "Line", "Text", "characters", "draw", "rich_text", "svg", "text"]
