"""Pictures: drawing lists, which can be rendered as terminal characters, SVG, PNG or PDF."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from pandoku._first_use import homes_of, load_on_first_use
from pandoku.draw.called import Called as _Called
from pandoku.draw.drawing import Drawable, HasDrawing, draw, drawing_of
from pandoku.draw.items import STYLES, Curve, Drawing, Fill, Key, Line, Ring, Text

if TYPE_CHECKING:
    from pandoku.draw.branches import draw_branch as draw_branch
    from pandoku.draw.branches import draw_strip as draw_strip
    from pandoku.draw.counts import draw_counts as draw_counts
    from pandoku.draw.pdf import pdf as pdf
    from pandoku.draw.png import png as png
    from pandoku.draw.show import picture_of as picture_of
    from pandoku.draw.show import rich_of as rich_of
    from pandoku.draw.show import text_of as text_of
    from pandoku.draw.step import draw_step as draw_step
    from pandoku.draw.svg import THEMES as THEMES
    from pandoku.draw.svg import svg as svg
    from pandoku.draw.terminal import rich_text as rich_text
    from pandoku.draw.terminal import size as size
    from pandoku.draw.terminal import text as text

# Makes the module callable, as in `pandoku.draw(puzzle)`, and finds `pdf`, `png` and `svg`.
sys.modules[__name__].__class__ = _Called

# Names that load slowly, by module. The first frame of a game waits for this package.
_HOMES = homes_of(
    __name__,
    {
        "branches": "draw_branch draw_strip",
        "counts": "draw_counts",
        "show": "picture_of rich_of text_of",
        "step": "draw_step",
        "svg": "THEMES",
        "terminal": "rich_text size text",
    },
)

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

__getattr__ = load_on_first_use(__name__, _HOMES)
