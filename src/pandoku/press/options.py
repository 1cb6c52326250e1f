"""The layout of a printed document: its options and their checks."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from os import PathLike
from typing import Any

from pandoku.draw.paper import HOME, PROFILES, Paper, Profile, paper_of
from pandoku.errors import PressError
from pandoku.words import joined

__all__ = ["CAPTIONS", "CHAPTERS", "IMPROPER", "MARKS", "SOLUTIONS", "Layout"]

CAPTIONS = ("number", "title", "level", "rating", "givens")
SOLUTIONS = ("back", "foot", "none", "apart")
CHAPTERS = ("level", "kind")
MARKS = ("none", "dots", "digits", "candidates")
IMPROPER = ("refuse", "skip", "print")
_SORTS = ("level",)

_MOST_PER_PAGE, _MOST_SOLUTIONS, _MOST_HINTS = 30, 100, 20
_LARGEST_NUMBER = 1_000_000
_LONGEST = 500  # maximum characters of a heading or a template
_FLAGS = (
    "landscape",
    "rules",
    "contents",
    "page_numbers",
    "large_print",
    "sheet",
    "cards",
    "booklet",
    "bleed",
    "tabs",
)


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a printed document.

    Attributes:
        paper: A name from `PAPERS`, or a size such as "170x240mm" or "6.5x9in".
        landscape: Whether the paper is wider than high.
        press: "kdp" or "ingram" for the margins and rules of that press. None means a home printer.
        per_page: Number of puzzles per page, 1 to 30. None means the largest of 6, 4 and 2 for
            which the cells are large enough, or else 1.
        solutions: Place of the solutions: "back" for pages at the end, "foot" for upside-down
            solutions below the puzzles, "apart" for a separate document (see `Book.answers`), or
            "none".
        solutions_per_page: Number of solutions per page, 1 to 100. None means as many as fit with
            legible digits, up to 60.
        caption: Parts of the caption above a puzzle, from `CAPTIONS`.
        sort: "level" to sort by difficulty, easiest first. None keeps the order of the input.
        chapters: "level" or "kind" to make a chapter for each level or kind of puzzle. None keeps
            the chapters that were passed to `Book`, if any.
        rules: Whether there are pages that explain the rules.
        contents: Whether there is a table of contents.
        hints: Number of hints for each puzzle in an appendix, 0 to 20.
        hint_level: Level of detail of the hints, 1 to 5, as in `pandoku.hint`.
        first_number: Number of the first puzzle, 0 to 1,000,000.
        page_numbers: Whether pages are numbered.
        large_print: Whether to use large print: large and bold, with one puzzle per page.
        marks: Marks in empty cells: "none", "dots" or "digits" to cross out, or the "candidates" of
            the puzzle.
        sheet: Whether every page has lines for a name and a date.
        heading: Heading of every page of puzzles, or "" for no heading.
        cards: Whether pages are cut into cards, with solutions on the back.
        booklet: Whether the document is a booklet of sheets folded in the middle, with two pages on
            each side of a sheet.
        bleed: Whether pages include the bleed, which is a margin that the press cuts off.
        tabs: Whether chapters have gray tabs at the outside edge.
        qr: Text of the QR code of each puzzle, where {line}, {number} and {id} are replaced. ""
            means that there are no codes.
        improper: Treatment of puzzles without exactly one solution: "refuse", "skip" or "print".
        date: Date in the metadata of the file, as ISO 8601 text or a date. None means the time in
            ``SOURCE_DATE_EPOCH`` if this environment variable is set, otherwise 2000-01-01.
        font: A TrueType file to use instead of Roboto, or None.
        font_bold: A TrueType file to use for bold text, or None.

    Raises:
        PressError: A value is invalid, or two options contradict each other.

    >>> Layout(paper="6x9", press="kdp", per_page=2).per_page
    2
    """

    paper: str = "a4"
    landscape: bool = False
    press: str | None = None
    per_page: int | None = None
    solutions: str = "back"
    solutions_per_page: int | None = None
    caption: Sequence[str] = ("number", "title")
    sort: str | None = None
    chapters: str | None = None
    rules: bool = False
    contents: bool = False
    hints: int = 0
    hint_level: int = 2
    first_number: int = 1
    page_numbers: bool = True
    large_print: bool = False
    marks: str = "none"
    sheet: bool = False
    heading: str = ""
    cards: bool = False
    booklet: bool = False
    bleed: bool = False
    tabs: bool = False
    qr: str = ""
    improper: str = "refuse"
    date: str | dt.date | None = None
    font: str | PathLike[str] | None = None
    font_bold: str | PathLike[str] | None = None

    def __post_init__(self) -> None:
        for name in _FLAGS:
            if not isinstance(flag := getattr(self, name), bool):
                raise PressError(f"expected {name} as True or False, found {_shown(flag)}")
        _require_text("paper", self.paper)
        _require_text("heading", self.heading)
        _require_text("qr", self.qr)
        object.__setattr__(self, "caption", _captions(self.caption))
        _require_name("press", self.press, tuple(PROFILES), optional=True)
        _require_name("solutions", self.solutions, SOLUTIONS)
        _require_name("sort", self.sort, _SORTS, optional=True)
        _require_name("chapters", self.chapters, CHAPTERS, optional=True)
        _require_name("marks", self.marks, MARKS)
        _require_name("improper", self.improper, IMPROPER)
        _require_whole("per_page", self.per_page, 1, _MOST_PER_PAGE, optional=True)
        _require_whole(
            "solutions_per_page", self.solutions_per_page, 1, _MOST_SOLUTIONS, optional=True
        )
        _require_whole("hints", self.hints, 0, _MOST_HINTS)
        _require_whole("hint_level", self.hint_level, 1, 5)
        _require_whole("first_number", self.first_number, 0, _LARGEST_NUMBER)
        if self.date is not None:
            object.__setattr__(self, "date", _iso_date(self.date))
        _require_path("font", self.font)
        _require_path("font_bold", self.font_bold)
        paper_of(self.paper, landscape=self.landscape)
        self._require_agreement()
        self.profile.require_paper(self.page)

    def _require_agreement(self) -> None:
        """Raise PressError if two options contradict each other."""
        is_apart, at_foot = self.solutions == "apart", self.solutions == "foot"
        for both, what in (
            (self.cards and self.booklet, "cards or a booklet"),
            (self.cards and self.sheet, "cards or a sheet with a name line"),
            (self.cards and at_foot, "cards, or solutions at the foot of the page"),
            (self.cards and is_apart, "cards, or solutions in a separate document"),
            (self.large_print and at_foot, "large print, or solutions at the foot of the page"),
            (self.large_print and self.cards, "large print or cards"),
            (self.large_print and self.per_page not in (None, 1), "large print or several a page"),
            (self.cards and self.press, "cards, which are printed at home, or a press"),
            (self.booklet and self.press, "a booklet, which is printed at home, or a press"),
        ):
            if both:
                raise PressError(f"expected either {what}, found both")
        if self.bleed and self.press is None:
            raise PressError("expected a press along with bleed, because only a press cuts pages")
        if self.font is None and self.font_bold is not None:
            raise PressError("expected a regular font along with the bold one")

    @property
    def profile(self) -> Profile:
        """The margins and rules of the press, or of a home printer."""
        return HOME if self.press is None else PROFILES[self.press]

    @property
    def sheet_paper(self) -> Paper:
        """The paper in the printer."""
        paper = paper_of(self.paper, landscape=self.landscape)
        return paper.turned() if self.booklet else paper

    @property
    def page(self) -> Paper:
        """The page that a reader sees. In a booklet, it is half of one side of a sheet."""
        return self.sheet_paper.half() if self.booklet else self.sheet_paper


def _require_text(name: str, value: Any) -> None:
    if not isinstance(value, str):
        raise PressError(f"expected {name} as a text, found {_shown(value)}")
    if len(value) > _LONGEST:
        raise PressError(
            f"expected {name} as a text of at most {_LONGEST} characters, found {len(value)}"
        )


def _require_path(name: str, value: Any) -> None:
    if value is not None and not isinstance(value, str | PathLike):
        raise PressError(f"expected {name} as the name of a file, found {_shown(value)}")


def _require_name(name: str, value: Any, names: Sequence[str], *, optional: bool = False) -> None:
    if (optional and value is None) or (isinstance(value, str) and value in names):
        return
    near = get_close_matches(str(value)[:40], names, n=1)
    hint = f"; did you mean {near[0]!r}?" if near else ""
    raise PressError(
        f"expected {name} as one of {joined([*names], 'or')}, found {_shown(value)}{hint}"
    )


def _require_whole(name: str, value: Any, least: int, most: int, *, optional: bool = False) -> None:
    if optional and value is None:
        return
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise PressError(f"expected {name} from {least} to {most}, found {_shown(value)}")


def _captions(value: Any) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    try:
        names = tuple(part.strip() for part in parts)
    except (AttributeError, TypeError):
        raise PressError(
            f"expected caption as a list of {joined([*CAPTIONS], 'or')}, found {_shown(value)}"
        ) from None
    names = tuple(name for name in names if name)
    for name in names:
        _require_name("caption", name, CAPTIONS)
    return names


def _iso_date(value: Any) -> str:
    """Return a date, optionally with a time, as ISO 8601."""
    if isinstance(value, dt.date):
        return value.isoformat()
    try:
        return dt.datetime.fromisoformat(value).isoformat()
    except (TypeError, ValueError):
        raise PressError(
            f"expected date as ISO 8601, such as 2026-11-24, found {_shown(value)}"
        ) from None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "…"
