"""A technique's sign: its example drawn so small that only the pattern shows."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pandoku.draw import draw_step
from pandoku.draw.items import STYLES, Drawing
from pandoku.lessons import Lesson

__all__ = ["Sign", "sign_of"]

_CELLS = (*STYLES, "seen", "placed")
_HOUSES = ("house", "cover")


class Sign(msgspec.Struct):
    """A drawing of the pattern, without digits and words; coordinates are in cells."""

    order: Annotated[int, msgspec.Meta(description="The grid is order x order cells.")]
    box: Annotated[
        tuple[int, int] | None,
        msgspec.Meta(description="Rows and columns of a box; null without boxes."),
    ]
    houses: Annotated[
        list[tuple[float, float, float, float]],
        msgspec.Meta(description="Houses that matter: [x, y, width, height]."),
    ]
    cells: Annotated[
        list[tuple[int, str]],
        msgspec.Meta(description="Cells of the pattern: [cell, style]."),
    ]
    marks: Annotated[
        list[tuple[float, float, str]],
        msgspec.Meta(description="Candidates of the pattern: [x, y, style]."),
    ]
    gone: Annotated[
        list[tuple[float, float]], msgspec.Meta(description="Candidates that go: [x, y].")
    ]
    links: Annotated[
        list[tuple[float, float, float, float]],
        msgspec.Meta(description="Links of a chain: [x1, y1, x2, y2]."),
    ]
    cages: Annotated[
        list[tuple[float, float, float, float]],
        msgspec.Meta(description="Borders of cages: [x1, y1, x2, y2]."),
    ]


def sign_of(lesson: Lesson) -> Sign:
    """Return the sign of a lesson's technique.

    >>> from pandoku.lessons import lesson_of
    >>> sign_of(lesson_of("naked pair")).cells[0]
    (37, 'a')
    """
    drawing = draw_step(lesson.board, lesson.step, lesson.explanation)
    marks = [each for each in drawing.texts if each.role == "candidate" and each.style]
    box = lesson.board.puzzle.geometry.box
    return Sign(
        order=drawing.order,
        box=box,
        houses=[(f.x, f.y, f.width, f.height) for f in drawing.fills if f.role in _HOUSES],
        cells=_cells(drawing),
        marks=[(*_brief(t.x, t.y), t.style.split()[0]) for t in marks if not t.struck],
        gone=[_brief(t.x, t.y) for t in drawing.texts if t.struck],
        links=[(*_brief(c.x1, c.y1), *_brief(c.x2, c.y2)) for c in drawing.curves],
        cages=[
            (*_brief(e.x1, e.y1), *_brief(e.x2, e.y2)) for e in drawing.lines if e.role == "told"
        ],
    )


def _cells(drawing: Drawing) -> list[tuple[int, str]]:
    return [
        (int(fill.y) * drawing.order + int(fill.x), fill.role)
        for fill in drawing.fills
        if fill.role in _CELLS
    ]


def _brief(x: float, y: float) -> tuple[float, float]:
    return round(x, 2), round(y, 2)
