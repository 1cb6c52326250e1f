"""The sign of a technique: its example as a small drawing that shows only the pattern."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import msgspec
from msgspec import Meta

from pandoku.draw import draw_step
from pandoku.draw.items import STYLES, Drawing
from pandoku.lessons import Lesson

__all__ = ["Sign", "sign_of"]

# In cells. Dots and crosses are larger than digits would be.
_DOT, _CROSS = 0.16, 0.34


class Sign(msgspec.Struct):
    """A drawing of a pattern without digits and words."""

    order: Annotated[int, Meta(description="The grid has order x order cells of size 1 x 1.")]
    parts: Annotated[
        list[tuple[str, str]],
        Meta(description="Pairs of a role, as in pictures, and an SVG path in units of cells."),
    ]


def sign_of(lesson: Lesson) -> Sign:
    """Return the sign of a lesson's technique.

    >>> from pandoku.lessons import lesson_of
    >>> sign_of(lesson_of("naked pair")).parts[1]
    ('a', 'M1 4h1v1h-1zM1 7h1v1h-1z')
    """
    drawing = draw_step(lesson.board, lesson.step, lesson.explanation)
    parts = (*_below(drawing), *_grid(lesson), *_above(drawing))
    return Sign(drawing.order, [(role, path) for role, path in parts if path])


def _below(drawing: Drawing) -> Iterator[tuple[str, str]]:
    fills = drawing.fills
    yield (
        "house",
        "".join(_box(f.x, f.y, f.width, f.height) for f in fills if f.role in ("house", "cover")),
    )
    for role in (*STYLES, "seen", "placed"):
        name = "mark placed" if role == "placed" else role
        yield name, "".join(_box(fill.x, fill.y, 1, 1) for fill in fills if fill.role == role)


def _grid(lesson: Lesson) -> Iterator[tuple[str, str]]:
    geometry = lesson.board.puzzle.geometry
    n = geometry.order
    rows, columns = geometry.box or (n, n)
    for role, down, right in (("cell", 1, 1), ("box", rows, columns)):
        across = "".join(f"M0 {y}h{n}" for y in range(0, n + 1, down))
        yield role, across + "".join(f"M{x} 0v{n}" for x in range(0, n + 1, right))


def _above(drawing: Drawing) -> Iterator[tuple[str, str]]:
    told = [line for line in drawing.lines if line.role == "told"]
    yield "told", _segments((line.x1, line.y1, line.x2, line.y2) for line in told)
    yield "strong", _segments((link.x1, link.y1, link.x2, link.y2) for link in drawing.curves)
    marks = [text for text in drawing.texts if text.role == "candidate"]
    for style in (*STYLES, "placed"):
        dots = (_dot(t.x, t.y) for t in marks if not t.struck and t.style.split()[:1] == [style])
        yield f"mark {style}", "".join(dots)
    yield "strike", "".join(_cross(text.x, text.y) for text in marks if text.struck)


def _box(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:g} {y:g}h{width:g}v{height:g}h{-width:g}z"


def _segments(ends: Iterable[tuple[float, float, float, float]]) -> str:
    return "".join(f"M{x1:.4g} {y1:.4g}L{x2:.4g} {y2:.4g}" for x1, y1, x2, y2 in ends)


def _dot(x: float, y: float) -> str:
    half = f"a{_DOT} {_DOT} 0 1 0"
    return f"M{x - _DOT:.3g} {y:.3g}{half} {2 * _DOT} 0{half} {-2 * _DOT} 0"


def _cross(x: float, y: float) -> str:
    side = 2 * _CROSS
    return f"M{x - _CROSS:.3g} {y - _CROSS:.3g}l{side} {side}m0 {-side}l{-side} {side}"
