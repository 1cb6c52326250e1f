"""The frame of pages: margins, and bands at the head and foot."""

from __future__ import annotations

from dataclasses import dataclass

from pandoku.press.layout import Area
from pandoku.press.options import Layout
from pandoku.press.paper import Margins, Paper

__all__ = ["CARD_WHITE", "Frame", "Sizes", "sizes_of"]

CARD_WHITE = 14.0  # points between a puzzle and the edge of its card
_FOOT, _LARGE_FOOT = 18.0, 40.0
_CAPTION, _LARGE_CAPTION = 18.0, 40.0
_SHEET_HEAD, _HEADING = 60.0, 30.0


@dataclass(frozen=True, slots=True)
class Sizes:
    """The font sizes of texts in points.

    Attributes:
        number: Number of a puzzle.
        caption: Other words above a puzzle.
        solution: Number of a solution.
        foot: Words at the foot of a page.
        notice: Copyright notice.
        text: Running text, and the distance of its lines.
    """

    number: float = 11.0
    caption: float = 9.0
    solution: float = 9.0
    foot: float = 9.0
    notice: float = 9.0
    text: tuple[float, float] = (11.0, 15.0)


def sizes_of(layout: Layout) -> Sizes:
    """Return the font sizes of a layout."""
    return Sizes(28.0, 16.0, 16.0, 16.0, 16.0, (16.0, 21.0)) if layout.large_print else Sizes()


@dataclass(frozen=True, slots=True)
class Frame:
    """The frame of pages.

    Attributes:
        paper: Size of the page.
        margins: Margins of the page.
        layout: The layout, which determines the bands.
        title: Heading of a separate document of solutions, or "".
    """

    paper: Paper
    margins: Margins
    layout: Layout
    title: str = ""

    @property
    def caption(self) -> float:
        """The height of the band above a puzzle, without a QR code."""
        if not self.layout.caption:
            return 0.0
        return _LARGE_CAPTION if self.layout.large_print else _CAPTION

    @property
    def foot(self) -> float:
        """The height of the band at the foot of a page."""
        if self.layout.cards:
            return 0.0
        return _LARGE_FOOT if self.layout.large_print else _FOOT

    @property
    def head(self) -> float:
        """The height of the band at the head of a page of puzzles."""
        if self.layout.sheet:
            return _SHEET_HEAD
        return _HEADING if self.layout.heading else 0.0

    def whole(self, number: int) -> Area:
        """Return the page without its margins. All ink is inside."""
        inside, outside, top, bottom = self.margins
        left, right = (inside, outside) if number % 2 else (outside, inside)
        width, height = self.paper.width, self.paper.height
        return Area(left, bottom, width - left - right, height - top - bottom)

    def text(self, number: int) -> Area:
        """Return the area for running text."""
        return self.whole(number).cut(bottom=self.foot)

    def solutions(self, number: int) -> Area:
        """Return the area for solutions."""
        return self.text(number).cut(top=_HEADING if self.title else 0.0)

    def puzzles(self, number: int) -> Area:
        """Return the area for puzzles and their captions and rules."""
        area = self.text(number).cut(top=self.head)
        white = CARD_WHITE if self.layout.cards else 0.0
        return area.cut(top=white, bottom=white, left=white, right=white)
