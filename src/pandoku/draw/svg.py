"""A drawing as SVG: self-contained, no fonts from elsewhere, light and dark, fit for print."""

from __future__ import annotations

from html import escape

from pandoku.draw.drawing import Drawing

__all__ = ["svg"]

_CELL = 48  # units a cell
_MARGIN = 6

_LIGHT = {"paper": "#ffffff", "ink": "#1a1a1a", "digit": "#1f5fbf", "soft": "#b5b5b5", "shade": "#eceff4"}
_DARK = {"paper": "#17191d", "ink": "#ececec", "digit": "#7fb2ff", "soft": "#555a63", "shade": "#262b35"}

_STYLE = """
.paper{fill:%(paper)s}.extra{fill:%(shade)s}
.cell,.diagonal{stroke:%(soft)s}.sum{stroke:%(ink)s;opacity:.75}
.cage,.box,.frame{stroke:%(ink)s}
.given,.clue{fill:%(ink)s}.digit{fill:%(digit)s}.candidate{fill:%(ink)s;opacity:.7}
"""
_WIDTHS = {"diagonal": 1.5, "cell": 1, "sum": 1.2, "cage": 3, "box": 3, "frame": 4}


def svg(drawing: Drawing, *, theme: str = "auto") -> str:
    """Return the drawing as an SVG document.

    Args:
        theme: "light", "dark", or "auto" (as the reader prefers; always light in print).

    Raises:
        ValueError: There is no such theme.
    """
    if theme not in ("auto", "light", "dark"):
        raise ValueError(f"expected the theme auto, light or dark, found {theme!r}")
    size = drawing.order * _CELL + 2 * _MARGIN
    css = _STYLE % (_DARK if theme == "dark" else _LIGHT)
    if theme == "auto":
        css += f"@media screen and (prefers-color-scheme:dark){{{_STYLE % _DARK}}}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" '
        f'width="{size}" height="{size}" role="img">',
        f"<title>{escape(drawing.title)}</title>",
        "<style>text{font-family:system-ui,'DejaVu Sans',Arial,sans-serif;text-anchor:middle}"
        f".given{{font-weight:600}}line{{fill:none;stroke-linecap:square}}{_packed(css)}</style>",
        f'<rect class="paper" width="{size}" height="{size}"/>',
        *_fills(drawing),
        *_lines(drawing),
        *_texts(drawing),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _packed(css: str) -> str:
    return "".join(line.strip() for line in css.splitlines())


def _at(value: float) -> str:
    return f"{value * _CELL + _MARGIN:.2f}".rstrip("0").rstrip(".")


def _fills(drawing: Drawing) -> list[str]:
    return [
        f'<rect class="{f.role}" x="{_at(f.x)}" y="{_at(f.y)}" '
        f'width="{f.width * _CELL:g}" height="{f.height * _CELL:g}"/>'
        for f in drawing.fills
    ]


def _lines(drawing: Drawing) -> list[str]:
    out = []
    for line in drawing.lines:
        dashes = ' stroke-dasharray="4 4" stroke-linecap="butt"' if line.role == "sum" else ""
        out.append(
            f'<line class="{line.role}" x1="{_at(line.x1)}" y1="{_at(line.y1)}" '
            f'x2="{_at(line.x2)}" y2="{_at(line.y2)}" '
            f'stroke-width="{_WIDTHS[line.role]:g}"{dashes}/>'
        )
    return out


def _texts(drawing: Drawing) -> list[str]:
    out = []
    across = max(3, next(k for k in range(1, 37) if k * k >= drawing.order))
    sizes = {"given": 27, "digit": 27, "candidate": 30 / across, "clue": 12}
    for text in drawing.texts:
        size = sizes[text.role]
        down = size * (0.85 if text.role == "clue" else 0.36)
        anchor = ' style="text-anchor:start"' if text.role == "clue" else ""
        y = f"{text.y * _CELL + _MARGIN + down:.2f}"
        out.append(
            f'<text class="{text.role}" x="{_at(text.x)}" y="{y}" '
            f'font-size="{size:g}"{anchor}>{escape(text.text)}</text>'
        )
    return out
