"""Pictures: drawing lists, which can be rendered as terminal characters, SVG, PNG or PDF."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pandoku.draw.branches import draw_branch, draw_strip
from pandoku.draw.called import Called as _Called
from pandoku.draw.counts import draw_counts
from pandoku.draw.drawing import Drawable, HasDrawing, draw, drawing_of
from pandoku.draw.items import STYLES, Curve, Drawing, Fill, Key, Line, Ring, Text
from pandoku.draw.pdf import pdf
from pandoku.draw.png import png
from pandoku.draw.show import picture_of, rich_of, text_of
from pandoku.draw.svg import THEMES, svg
from pandoku.draw.terminal import rich_text, size, text

if TYPE_CHECKING:
    from pandoku.draw.step import draw_step as draw_step

sys.modules[__name__].__class__ = _Called  # makes the module callable: `pandoku.draw(puzzle)`

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
    "draw_counts",
    "draw_step",
    "draw_strip",
    "drawing_of",
    "pdf",
    "picture_of",
    "png",
    "rich_of",
    "rich_text",
    "size",
    "svg",
    "text",
    "text_of",
]


def __getattr__(name: str) -> object:
    # Load techniques on first use, because only drawings of steps need them.
    if name != "draw_step":
        raise AttributeError(f"module 'pandoku.draw' has no attribute {name!r}")
    from pandoku.draw.step import draw_step

    globals()[name] = draw_step
    return draw_step
