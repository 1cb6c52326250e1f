"""The plan of a document: which puzzle is on which page, and how large everything is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from pandoku.press.frame import Frame, sizes_of
from pandoku.press.layout import Slots
from pandoku.press.paper import Margins
from pandoku.press.passages import Passage

__all__ = ["Leaf", "Plan", "Titles"]


class Titles(NamedTuple):
    """The words on the first pages of a book; "" for none."""

    title: str = ""
    subtitle: str = ""
    author: str = ""
    copyright: str = ""


class Leaf(NamedTuple):
    """A page: its kind, and what it holds.

    Attributes:
        kind: "title", "copyright", "rules", "contents", "chapter", "puzzles", "backs", "hints",
            "solutions" or "blank".
        start: The position of its first puzzle, of its chapter, or of its part of a text.
        stop: The position after its last puzzle.
        chapter: The position of the chapter that it belongs to, or -1.
    """

    kind: str
    start: int = 0
    stop: int = 0
    chapter: int = -1


@dataclass(frozen=True, slots=True)
class Plan:
    """The pages of a document.

    Attributes:
        frame: The page, its margins and bands.
        leaves: Every page.
        sheets: How many sheets a booklet has, 0 for other documents.
        margins: The margins in points.
        slots: The places of the puzzles on their pages.
        solutions: The places of the solutions on their pages, or None.
        strip: The places of the solutions at the foot of a page, or None.
        cells: The side of a cell in points, by the order of the puzzle.
        digit: The size of the smallest digit of a puzzle, in points.
        solution_digit: The same of a solution, or 0.
        chapters: The title, the first page and the number of puzzles of each chapter.
        first_solution_page: The number of the first page of solutions, or 0.
        texts: The passages of each page of text, by its kind.
        band: The height of the band above a puzzle, in points.
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
        """How many pages there are."""
        return len(self.leaves)

    @property
    def cell(self) -> float:
        """The side of the smallest cell of a puzzle, in points."""
        return min(self.cells.values())

    @property
    def per_page(self) -> int:
        """How many puzzles a page has."""
        return self.frame.layout.per_page or self.slots.count

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as a JSON value, as `pandoku print --plan` writes it.

        Keys: "pages", "sheets", "paper" ("name", "width", "height"), "margins", "puzzles"
        ("per_page", "columns", "rows", "side", "cells" by order, "digit"), "texts" (sizes),
        "solutions" (the same, and "first_page"; null without them), and "chapters" ("title",
        "page", "puzzles"). Lengths are in points.
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
