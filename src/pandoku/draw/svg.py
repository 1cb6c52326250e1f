"""A drawing as SVG: self-contained, no fonts from elsewhere, light and dark, fit for print."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from pandoku.draw.drawing import Drawing, Text, candidate_columns

__all__ = ["THEMES", "svg"]

THEMES = ("auto", "light", "dark")

_CELL = 48  # units a cell
_MARGIN = 6
_CLUE_WIDTH = 42  # units; a longer clue is set smaller
_WIDTHS = {
    "diagonal": 1.5,
    "cell": 1,
    "sum": 1.3,
    "cage": 3,
    "box": 3,
    "box-in-cage": 3,
    "frame": 4,
}

_LIGHT = {
    "paper": "#ffffff",
    "ink": "#1a1a1a",
    "digit": "#1f5fbf",
    "soft": "#b9bcc2",
    "mark": "#5c6068",
    "shade": "#e3eaf5",
    "highlight": "#ffe9a8",
}
_DARK = {
    "paper": "#17191d",
    "ink": "#ececec",
    "digit": "#7fb2ff",
    "soft": "#4b5059",
    "mark": "#a6abb5",
    "shade": "#263043",
    "highlight": "#5c4a12",
}
_COLOURS = (
    ".paper{fill:%(paper)s}.extra{fill:%(shade)s}.highlight{fill:%(highlight)s}"
    ".cell,.diagonal{stroke:%(soft)s}.sum{stroke:%(mark)s}"
    ".cage,.box,.box-in-cage,.frame{stroke:%(ink)s}"
    ".given,.clue{fill:%(ink)s}.clue{stroke:%(paper)s;stroke-width:3;paint-order:stroke}"
    ".digit{fill:%(digit)s}.candidate{fill:%(mark)s}"
)
_SHAPES = (
    "text{font-family:system-ui,'DejaVu Sans',Arial,sans-serif;text-anchor:middle}"
    ".clue{text-anchor:start}.given{font-weight:600}"
    "line{stroke-linecap:square}.sum{stroke-dasharray:4 3;stroke-linecap:butt}"
)


def svg(drawing: Drawing, *, theme: str = "auto") -> str:
    """Return the drawing as an SVG document.

    Args:
        drawing: What to draw; a cell becomes 48 units wide.
        theme: "light", "dark", or "auto" (as the reader prefers; always light in print).

    Raises:
        ValueError: There is no such theme.
    """
    if theme not in THEMES:
        raise ValueError(f"expected a theme out of {', '.join(THEMES)}, found {theme!r}")
    size = drawing.order * _CELL + 2 * _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        f'width="{size}" height="{size}" role="img">',
        f"<title>{escape(drawing.title)}</title>",
        f"<style>{_SHAPES}{_colours(theme)}</style>",
        f'<rect class="paper" width="{size}" height="{size}"/>',
        *_fills(drawing),
        *_lines(drawing),
        *(_text(text, drawing.order) for text in drawing.texts),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _colours(theme: str) -> str:
    if theme != "auto":
        return _COLOURS % (_DARK if theme == "dark" else _LIGHT)
    dark = f"@media screen and (prefers-color-scheme:dark){{{_COLOURS % _DARK}}}"
    return _COLOURS % _LIGHT + dark


def _at(value: float) -> str:
    return f"{value * _CELL + _MARGIN:.2f}".rstrip("0").rstrip(".")


def _fills(drawing: Drawing) -> Iterator[str]:
    for fill in drawing.fills:
        yield (
            f'<rect class="{fill.role}" x="{_at(fill.x)}" y="{_at(fill.y)}" '
            f'width="{_CELL}" height="{_CELL}"/>'
        )


def _lines(drawing: Drawing) -> Iterator[str]:
    for line in drawing.lines:
        yield (
            f'<line class="{line.role}" x1="{_at(line.x1)}" y1="{_at(line.y1)}" '
            f'x2="{_at(line.x2)}" y2="{_at(line.y2)}" stroke-width="{_WIDTHS[line.role]:g}"/>'
        )


def _text(text: Text, order: int) -> str:
    size = _size(text, order)
    # A text's y is its baseline: a digit is about 0.72 of the font's size high.
    down = size * (0.74 if text.role == "clue" else 0.36)
    return (
        f'<text class="{text.role}" x="{_at(text.x)}" y="{_at(text.y + down / _CELL)}" '
        f'font-size="{size:g}">{escape(text.text)}</text>'
    )


def _size(text: Text, order: int) -> float:
    if text.role == "clue":
        return min(12.0, round(_CLUE_WIDTH / (0.62 * len(text.text)), 1))
    if text.role == "candidate":
        return round(30 / max(3, candidate_columns(order)), 1)
    return 27.0
