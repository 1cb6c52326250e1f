"""Paper sizes, and profiles of printers. Lengths are in points (1/72 inch)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from math import isfinite
from types import MappingProxyType
from typing import NamedTuple

from pandoku.errors import PressError
from pandoku.words import joined

__all__ = ["BLEED", "HOME", "PAPERS", "PROFILES", "Margins", "Paper", "Profile", "paper_of"]

INCH = 72.0
MM = INCH / 25.4
BLEED = 9.0  # points: width of the bleed, which a press cuts off
_UNITS = {"in": INCH, "mm": MM, "pt": 1.0}
_LEAST, _MOST = 50 * MM, 5000 * MM  # points: limits of the sides of a paper
_SIZE = re.compile(r"(\d{1,6}(?:\.\d{1,6})?) ?[x×] ?(\d{1,6}(?:\.\d{1,6})?) ?(in|mm|pt)")


class Paper(NamedTuple):
    """The size of a page.

    Attributes:
        name: Name of the size: "a4", "6x9", "170x240mm".
        width: Width in points.
        height: Height in points.
        unit: Unit for messages: "in", "mm" or "pt".
    """

    name: str
    width: float
    height: float
    unit: str = "mm"

    def turned(self) -> Paper:
        """Return the paper in landscape orientation."""
        wide, high = max(self.width, self.height), min(self.width, self.height)
        return self._replace(width=wide, height=high)

    def half(self) -> Paper:
        """Return the size of a booklet's page: half of this paper, folded in the middle."""
        sheet = self.turned()
        return Paper(f"half of {self.name}", sheet.width / 2, sheet.height, self.unit)

    def words(self, width: float, height: float) -> str:
        """Return a size in the unit of the paper: "4.1 x 7.0 in"."""
        unit = _UNITS[self.unit]
        places = 1 if self.unit == "in" else 0
        return f"{width / unit:.{places}f} x {height / unit:.{places}f} {self.unit}"

    def length(self, points: float) -> str:
        """Return a length in the unit of the paper: "5.0 in"."""
        places = 1 if self.unit == "in" else 0
        return f"{points / _UNITS[self.unit]:.{places}f} {self.unit}"


def _metric(name: str, width: float, height: float) -> Paper:
    return Paper(name, width * MM, height * MM)


def _inches(name: str, width: float, height: float) -> Paper:
    return Paper(name, width * INCH, height * INCH, "in")


# A page of the size "common" fits on both A4 and Letter without scaling.
PAPERS: Mapping[str, Paper] = MappingProxyType(
    {
        paper.name: paper
        for paper in (
            _metric("a3", 297, 420),
            _metric("a4", 210, 297),
            _metric("a5", 148, 210),
            _metric("a6", 105, 148),
            _inches("letter", 8.5, 11),
            _inches("legal", 8.5, 14),
            _inches("5x8", 5, 8),
            _inches("5.5x8.5", 5.5, 8.5),
            _inches("6x9", 6, 9),
            _inches("7x10", 7, 10),
            _inches("8x10", 8, 10),
            _inches("8.5x11", 8.5, 11),
            _metric("common", 210, 279),
        )
    }
)


def paper_of(text: str, *, landscape: bool = False) -> Paper:
    """Return a paper by its name or size.

    Args:
        text: A name from `PAPERS`, or a size such as "170x240mm" or "6.5x9in".
        landscape: Whether the paper is wider than high.

    Raises:
        PressError: There is no such paper, or its sides are not between 50 mm and 5 m.

    >>> paper_of("6x9").width, paper_of("170 x 240 mm").name
    (432.0, '170x240mm')
    """
    name = text.strip().lower()
    paper = PAPERS.get(name) or _sized(name)
    return paper.turned() if landscape else paper


def _sized(text: str) -> Paper:
    found = _SIZE.fullmatch(text)
    if found is None:
        shown = text if len(text) <= 40 else text[:40] + "…"
        expected = "as WxH in, mm or pt, such as 170x240mm"
        if "x" not in text or not any(character.isdigit() for character in text):
            near = get_close_matches(text, PAPERS, n=len(PAPERS), cutoff=0.4)
            names = [*near, *(name for name in PAPERS if name not in near)]
            expected = f"such as {joined(names, 'or')}, or WxH in, mm or pt"
        raise PressError(f"expected a paper {expected}, found {shown!r}")
    unit = found[3]
    width, height = (float(found[at]) * _UNITS[unit] for at in (1, 2))
    if not all(isfinite(side) and _LEAST - 0.01 <= side <= _MOST for side in (width, height)):
        raise PressError(f"expected a paper whose sides are from 50 mm to 5 m, found {text}")
    return Paper(f"{found[1]}x{found[2]}{unit}", width, height, unit)


class Margins(NamedTuple):
    """The margins of a page, in points.

    The inside is on the left of odd and the right of even pages.
    """

    inside: float
    outside: float
    top: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Profile:
    """The margins and rules of a press or a home printer.

    Attributes:
        name: "home", or the name of a press.
        margins: Minimum margins.
        gutters: For a press that requires wider inside margins in thicker books: pairs of a number
            of pages, and the inside margin of books with at most this number.
        pages: Minimum and maximum number of pages, or None if there are no limits.
        sides: Minimum width, maximum width, minimum height and maximum height of a page, or None if
            there are no limits.
        ends_blank: Whether the last page must be blank. (Every press requires an even number of
            pages.)
    """

    name: str
    margins: Margins
    gutters: tuple[tuple[int, float], ...] = ()
    pages: tuple[int, int] | None = None
    sides: tuple[float, float, float, float] | None = None
    ends_blank: bool = False

    @property
    def is_press(self) -> bool:
        """True for a press, which needs thicker lines and larger text than a home printer."""
        return self.name != "home"

    def margins_for(self, pages: int) -> Margins:
        """Return the margins of a book with *pages* pages."""
        gutter = next((width for most, width in self.gutters if pages <= most), None)
        if gutter is None:
            gutter = self.gutters[-1][1] if self.gutters else self.margins.inside
        return self.margins._replace(inside=gutter)

    def most_pages(self, paper: Paper) -> int | None:
        """Return the maximum number of pages for a paper size, or None if there is no limit."""
        if self.pages is None:
            return None
        return 590 if (paper.width, paper.height) == (8.5 * INCH, 11 * INCH) else self.pages[1]

    def require_paper(self, paper: Paper) -> None:
        """Raise PressError if the press does not support a paper."""
        if self.sides is None:
            return
        (narrow, wide, low, high), size = self.sides, (paper.width, paper.height)
        slack = 0.05
        if not (narrow <= size[0] + slack and size[0] <= wide + slack) or not (
            low <= size[1] + slack and size[1] <= high + slack
        ):
            raise PressError(
                f"expected pages that are {narrow / INCH:g} to {wide / INCH:g} in wide and "
                f"{low / INCH:g} to {high / INCH:g} in high for {self.name}, found {paper.name}, "
                f"which is {size[0] / INCH:.2f} x {size[1] / INCH:.2f} in"
            )

    def require_pages(self, count: int, paper: Paper) -> None:
        """Raise PressError if the press does not print books with *count* pages."""
        if self.pages is None:
            return
        least, most = self.pages[0], self.most_pages(paper) or self.pages[1]
        if not least <= count <= most:
            raise PressError(
                f"expected {least} to {most} pages for {self.name} on {paper.name}, found {count}"
            )


HOME = Profile("home", Margins(36.0, 36.0, 36.0, 36.0))

# The inside margins of "kdp" are the minimum that this press requires plus an eighth of an inch.
PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        "kdp": Profile(
            "kdp",
            Margins(36.0, 27.0, 27.0, 27.0),
            gutters=((150, 36.0), (300, 45.0), (500, 54.0), (700, 63.0), (828, 72.0)),
            pages=(24, 828),
            sides=(4 * INCH, 8.5 * INCH, 6 * INCH, 11.69 * INCH),
        ),
        "ingram": Profile("ingram", Margins(45.0, 36.0, 36.0, 36.0), ends_blank=True),
    }
)
