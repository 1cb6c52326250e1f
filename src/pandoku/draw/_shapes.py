"""The shapes that distinguish the parts of a pattern without colours."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

__all__ = ["border", "mark", "strike"]

# The number of corners of a candidate's mark, and the direction of the first corner as a fraction
# of a full turn. The marks of other styles are round.
_CORNERS = {"b": (4, 0.125), "c": (4, 0.0), "d": (6, 0.0), "e": (3, 0.75)}
# The distance of the corners from the centre, relative to the font size.
_REACH = {"b": 0.84, "c": 0.8, "d": 0.72, "e": 0.95}


def mark(x: float, y: float, size: float, style: str, struck: bool = False) -> Iterator[str]:
    """Yield the mark around a candidate of the font size *size* at (x, y)."""
    if struck and not style:
        yield f'<circle class="goes" cx="{x:.2f}" cy="{y:.2f}" r="{0.66 * size:.2f}"/>'
    elif style in _CORNERS:
        count, first = _CORNERS[style]
        reach = _REACH[style] * size
        down = 0.14 * size if style == "e" else 0
        points = " ".join(
            f"{x + reach * cos(2 * pi * (first + k / count)):.2f},"
            f"{y + down + reach * sin(2 * pi * (first + k / count)):.2f}"
            for k in range(count)
        )
        yield f'<polygon class="mark {style}" points="{points}"/>'
    else:
        yield f'<circle class="mark {style}" cx="{x:.2f}" cy="{y:.2f}" r="{0.66 * size:.2f}"/>'
        if style == "f":
            yield f'<circle class="edge f" cx="{x:.2f}" cy="{y:.2f}" r="{0.84 * size:.2f}"/>'


def strike(x: float, y: float, size: float) -> str:
    """Return the thin stroke through an eliminated candidate, which stays legible."""
    r = 0.8 * size
    return (
        f'<path class="strike" d="M{x - r:.2f} {y + 0.25 * r:.2f}L{x + r:.2f} {y - 0.25 * r:.2f}"/>'
    )


def border(x: float, y: float, size: float, style: str) -> Iterator[str]:
    """Yield the border inside a shaded cell whose upper left corner is at (x, y)."""
    inset = 2.5 if size > 30 else 1.5
    yield (
        f'<rect class="edge {style}" x="{x + inset:g}" y="{y + inset:g}" '
        f'width="{size - 2 * inset:g}" height="{size - 2 * inset:g}" rx="2"/>'
    )
    if style == "placed":
        inset += 3 if size > 30 else 2.5
        yield (
            f'<rect class="edge placed" x="{x + inset:g}" y="{y + inset:g}" '
            f'width="{size - 2 * inset:g}" height="{size - 2 * inset:g}" rx="2"/>'
        )
