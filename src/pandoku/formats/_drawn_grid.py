"""What a document draws on its grid, whatever program wrote it. Lengths are in cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeAlias

__all__ = ["DrawnCage", "DrawnGrid", "DrawnLine", "DrawnMark", "DrawnShape", "merged_marks"]

_MOST_WORDS = 10_000  # characters of the rules
_Point: TypeAlias = tuple[float, float]  # x and y


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """A line that is drawn.

    Attributes:
        points: Its points, x and y in cells.
        color: Its color as a file has it, in lower case and without transparency, or "".
        has_head: Whether it ends in an arrowhead.
        seen: Its color as it is seen on white paper, "#rrggbb" or "".
        width: Its width, or 0.
    """

    points: tuple[_Point, ...]
    color: str
    has_head: bool
    seen: str = ""
    width: float = 0.0


@dataclass(frozen=True, slots=True)
class DrawnMark:
    """A circle, a rectangle or a text that is drawn.

    Attributes:
        x, y: Its center, in cells.
        width, height: Its size, in cells.
        is_round: Whether it is a circle or a capsule.
        text: What stands in it, or "".
        fill: The color inside, as in `DrawnLine`.
        rim: The color of its border.
        angle: How far it is turned, in degrees.
        seen: The colors of the inside, the border and the text as they are seen on white paper.
        text_size: The font size of the text, or 0.
        is_over: Whether it lies over the lines.
    """

    x: float
    y: float
    width: float
    height: float
    is_round: bool
    text: str
    fill: str
    rim: str
    angle: float
    seen: tuple[str, str, str] = ("", "", "")
    text_size: float = 0.0
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class DrawnCage:
    """Cells with a dashed border that nothing says to be a cage of a Killer.

    Attributes:
        cells: The cells.
        text: What stands in the corner, or "".
    """

    cells: tuple[int, ...]
    text: str


DrawnShape: TypeAlias = DrawnLine | DrawnMark | DrawnCage


@dataclass(frozen=True, slots=True)
class DrawnGrid:
    """The drawings of a document and its rules in words.

    Attributes:
        order: The n of n x n.
        rules: The rules in words, or "".
        lines, marks, blocks: The drawings, as far as no rule of the document explains them.
    """

    order: int
    rules: str
    lines: tuple[DrawnLine, ...]
    marks: tuple[DrawnMark, ...]
    blocks: tuple[DrawnCage, ...]

    @property
    def shapes(self) -> tuple[DrawnShape, ...]:
        """All drawings."""
        return (*self.lines, *self.marks, *self.blocks)

    @property
    def words(self) -> str:
        """The beginning of the rules, in lower case."""
        return self.rules[:_MOST_WORDS].lower()


def merged_marks(marks: list[DrawnMark]) -> list[DrawnMark]:
    """Return marks in which a text is joined to the shape around it."""
    found: list[DrawnMark] = []
    at_place: dict[tuple[int, int], int] = {}  # the last shape there that has no text
    for mark in marks:
        place = round(mark.x * 20), round(mark.y * 20)
        at = at_place.get(place)
        if at is not None and mark.text and not _is_visible(mark):
            around = found[at]
            seen = (*around.seen[:2], mark.seen[2])
            found[at] = replace(around, text=mark.text, seen=seen, text_size=mark.text_size)
            del at_place[place]
            continue
        if not mark.text:
            at_place[place] = len(found)
        found.append(mark)
    return found


def _is_visible(mark: DrawnMark) -> bool:
    """Return whether more than its text is visible."""
    return bool(mark.fill or mark.rim) and mark.width > 0
