"""The plan of a document: the frame of its pages, and the places and sizes of its puzzles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from pandoku.draw.layout import Area, Slots
from pandoku.draw.paper import Margins, Paper
from pandoku.press.items import Passage
from pandoku.press.options import Layout

__all__ = ["CARD_WHITE", "Frame", "Leaf", "Plan", "Sizes", "Titles", "sizes_of"]

CARD_WHITE = 14.0  # points: space between a puzzle and the edge of its card
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
        text: Running text: its font size, and the distance between its lines.
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
    """The frame of pages: their size, their margins, and the bands above and below the content.

    Attributes:
        paper: Size of the page.
        margins: Margins of the page.
        layout: The layout, which determines the heights of the bands.
        title: Heading of the pages in a separate document of solutions, or "" for a book.
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
        """Return the area of a page inside the margins."""
        inside, outside, top, bottom = self.margins
        left, right = (inside, outside) if number % 2 else (outside, inside)
        width, height = self.paper.width, self.paper.height
        return Area(left, bottom, width - left - right, height - top - bottom)

    def text(self, number: int) -> Area:
        """Return the area of a page for running text."""
        return self.whole(number).cut(bottom=self.foot)

    def solutions(self, number: int) -> Area:
        """Return the area of a page for solutions."""
        return self.text(number).cut(top=_HEADING if self.title else 0.0)

    def puzzles(self, number: int) -> Area:
        """Return the area of a page for puzzles, including their captions and rules."""
        area = self.text(number).cut(top=self.head)
        white = CARD_WHITE if self.layout.cards else 0.0
        return area.cut(top=white, bottom=white, left=white, right=white)


class Titles(NamedTuple):
    """The texts on the first pages of a book. A text that the book does not have is ""."""

    title: str = ""
    subtitle: str = ""
    author: str = ""
    copyright: str = ""


class Leaf(NamedTuple):
    """The kind of a page, and the range of the puzzles on it.

    Attributes:
        kind: "title", "copyright", "rules", "contents", "chapter", "puzzles", "backs", "hints",
            "solutions" or "blank".
        start: On pages of puzzles or solutions, the index of the first puzzle. On a chapter page,
            the index of the chapter. On pages of text such as "rules", the position among the pages
            of this kind, from 0.
        stop: On pages of puzzles or solutions, one more than the index of the last puzzle.
        chapter: Index of the chapter that contains the page, or -1.
    """

    kind: str
    start: int = 0
    stop: int = 0
    chapter: int = -1


@dataclass(frozen=True, slots=True)
class Plan:
    """The pages of a document.

    Attributes:
        frame: The frame of the pages.
        leaves: The pages.
        sheets: Number of sheets of a booklet, 0 for other documents.
        margins: The margins in points.
        slots: Places of the puzzles on a page.
        solutions: Places of the solutions on a page of solutions, or None if there are no pages of
            solutions.
        strip: Places of the solutions at the foot of a page, or None if no solutions are there.
        cells: Side of a cell in points, by the order of the puzzle.
        digit: Size of the smallest digit of a puzzle, in points.
        solution_digit: Size of the smallest digit of a solution, in points, or 0 if there are no
            solutions.
        chapters: For each chapter: its title, the number of its first page, and its number of
            puzzles.
        first_solution_page: Number of the first page of solutions, or 0 without solutions.
        texts: For each kind of text page, such as "rules", the passages on each of its pages.
        band: Height of the band above a puzzle, in points.
    """

    frame: Frame
    leaves: tuple[Leaf, ...]
    sheets: int
    slots: Slots
    solutions: Slots | None
    strip: Slots | None
    cells: dict[int, float]
    digit: float
    solution_digit: float
    chapters: tuple[tuple[str, int, int], ...]
    first_solution_page: int
    texts: dict[str, list[list[Passage]]]
    band: float

    @property
    def margins(self) -> Margins:
        """The margins in points."""
        return self.frame.margins

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self.leaves)

    @property
    def cell(self) -> float:
        """The side of the smallest cell of a puzzle, in points."""
        return min(self.cells.values())

    @property
    def per_page(self) -> int:
        """The number of puzzles on a page."""
        return self.frame.layout.per_page or self.slots.count

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as the JSON value that `pandoku print --plan` writes.

        Keys: "pages", "sheets", "paper" ("name", "width", "height"), "margins", "puzzles"
        ("per_page", "columns", "rows", "side", "cells" by order, "digit"), "texts" (font sizes),
        "solutions" ("first_page", "per_page", "columns", "rows", "digit"; null without solutions),
        and "chapters" ("title", "page", "puzzles"). Lengths are in points.
        """
        paper, slots = self.frame.paper, self.slots
        sizes = sizes_of(self.frame.layout)
        return {
            "pages": self.pages,
            "sheets": self.sheets or None,
            "paper": {
                "name": paper.name,
                "width": round(paper.width, 2),
                "height": round(paper.height, 2),
            },
            "margins": {key: round(value, 2) for key, value in self.margins._asdict().items()},
            "puzzles": {
                "per_page": self.per_page,
                "columns": slots.columns,
                "rows": slots.rows,
                "side": round(slots.side, 2),
                "cells": {str(order): round(cell, 2) for order, cell in sorted(self.cells.items())},
                "digit": round(self.digit, 2),
            },
            "texts": {
                "number": sizes.number,
                "caption": sizes.caption,
                "foot": sizes.foot,
                "text": sizes.text[0],
            },
            "solutions": self._solutions(),
            "chapters": [
                {"title": title, "page": page, "puzzles": count}
                for title, page, count in self.chapters
            ],
        }

    def _solutions(self) -> dict[str, Any] | None:
        slots = self.solutions or self.strip
        if slots is None:
            return None
        return {
            "first_page": self.first_solution_page or None,
            "per_page": slots.count,
            "columns": slots.columns,
            "rows": slots.rows,
            "digit": round(self.solution_digit, 2),
        }
