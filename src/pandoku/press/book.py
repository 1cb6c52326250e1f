"""A book of puzzles, which can be written as a PDF or shown as pictures of its pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from typing import IO, Any, NamedTuple, TypeAlias

from pandoku._files import replacement
from pandoku.draw.layout import booklet_sheets
from pandoku.draw.paper import BLEED
from pandoku.draw.pdf import Typeface, new_canvas, typeface
from pandoku.errors import PressError
from pandoku.model import Puzzle, PuzzleLike
from pandoku.press.codes import Codes
from pandoku.press.entries import Chapter, Entries, read_entries
from pandoku.press.items import Item
from pandoku.press.options import Layout
from pandoku.press.pages import PageMaker
from pandoku.press.plan import Leaf, Plan, Titles
from pandoku.press.planning import plan_of
from pandoku.press.preview import page_as_svg

__all__ = ["Book", "Document", "OnPage", "Page", "Printed"]


class Printed(NamedTuple):
    """A puzzle in a book.

    Attributes:
        place: Position of the puzzle among those that were given, from 1.
        number: Number of the puzzle in the book.
        page: Number of its page, from 1.
        puzzle: The puzzle.
    """

    place: int
    number: int
    page: int
    puzzle: Puzzle


OnPage: TypeAlias = Callable[[int, int], object]

_LONGEST = 2000  # maximum characters of a title or a copyright notice
_BOOKMARK = 10  # puzzles


@dataclass(frozen=True, slots=True)
class Page:
    """A page of a document.

    Attributes:
        number: Number of the page, from 1.
        kind: Kind of the page: "title", "puzzles", "solutions", ... (see `Leaf`).
        items: Content of the page.
        width: Width in points.
        height: Height in points.
        face: The fonts.
    """

    number: int
    kind: str
    items: tuple[Item, ...]
    width: float
    height: float
    face: Typeface

    def svg(self) -> str:
        """Return the page as an SVG picture, for a preview."""
        return page_as_svg(self.items, self.width, self.height, self.face)

    def _repr_svg_(self) -> str:
        return self.svg()


class Document:
    """Pages that can be written as a PDF.

    Attributes:
        plan: The plan of the pages, with the positions and sizes of the puzzles.
    """

    def __init__(
        self,
        entries: Entries,
        layout: Layout,
        titles: Titles,
        face: Typeface,
        part: str = "book",
    ) -> None:
        self._entries, self._layout, self._titles, self._face = entries, layout, titles, face
        codes = Codes(layout.qr if part == "book" else "", entries.all)
        self.plan: Plan = plan_of(entries, layout, titles, face, codes, part)
        self._pages = PageMaker(self.plan, entries, layout, titles, face, codes)

    def page(self, number: int) -> Page:
        """Return a page, by its number from 1.

        Raises:
            PressError: There is no such page.
        """
        if isinstance(number, bool) or not isinstance(number, int):
            raise PressError(f"expected the number of a page, found {number!r}")
        if not 1 <= number <= self.plan.pages:
            raise PressError(f"expected a page from 1 to {self.plan.pages}, found {number}")
        paper = self.plan.frame.paper
        kind = self.plan.leaves[number - 1].kind
        items = tuple(self._pages.items(number))
        return Page(number, kind, items, paper.width, paper.height, self._face)

    def save(self, path: str | os.PathLike[str], progress: OnPage | None = None) -> None:
        """Write the document to a file. An existing file is replaced once the document is complete.

        Args:
            path: Path of the file.
            progress: Called as progress(done, total), where both are numbers of pages.

        Raises:
            OSError: The file cannot be written.
        """
        with replacement(path, binary=True) as stream:
            self.write(stream, progress)

    def write(self, stream: IO[bytes], progress: OnPage | None = None) -> None:
        """Write the document to a binary stream.

        Args:
            stream: The stream.
            progress: Called as progress(done, total), as in `save`.
        """
        canvas = self._canvas(stream)
        count = self.plan.pages
        if self._layout.booklet:
            self._write_sheets(canvas, progress)
        else:
            for number in range(1, count + 1):
                self._write_page(canvas, number)
                if progress is not None:
                    progress(number, count)
        if self._layout.press is None and not self._layout.booklet:
            canvas.showOutline()
        canvas.save()

    def to_bytes(self) -> bytes:
        """Return the document as the bytes of a PDF."""
        stream = BytesIO()
        self.write(stream)
        return stream.getvalue()

    # -------------------------------------------------------------- pages

    def _canvas(self, stream: IO[bytes]) -> Any:
        sheet = self._layout.sheet_paper
        over = BLEED if self._layout.bleed else 0.0
        canvas = new_canvas(
            stream,
            sheet.width + over,
            sheet.height + 2 * over,
            self._face,
            title=self._titles.title or self._layout.heading,
            language=None if self._layout.press else "en",
            whole_fonts=self._layout.press is not None,
        )
        if self._layout.date is not None:
            moment = datetime.fromisoformat(str(self._layout.date))
            if moment.tzinfo is not None:
                moment = moment.astimezone(UTC)
            canvas._doc._timeStamp = _Stamp(moment)
        return canvas

    def _write_page(self, canvas: Any, number: int) -> None:
        paper = self.plan.frame.paper
        over = BLEED if self._layout.bleed else 0.0
        # The bleed is at the outside edge, not in the gutter.
        left = over if over and number % 2 == 0 else 0.0
        canvas.setCropBox((left, over, left + paper.width, over + paper.height), "trim")
        if over:
            canvas.setCropBox((0, 0, paper.width + over, paper.height + 2 * over), "bleed")
            canvas.translate(left, over)
        if self._layout.press is None:
            self._bookmarks(canvas, number)
        self._paint(canvas, number)
        canvas.showPage()

    def _write_sheets(self, canvas: Any, progress: OnPage | None) -> None:
        paper, done = self.plan.frame.paper, 0
        for sides in booklet_sheets(self.plan.pages):
            for side in sides:
                for at, number in enumerate(side):
                    canvas.saveState()
                    canvas.translate(at * paper.width, 0)
                    self._paint(canvas, number)
                    canvas.restoreState()
                    done += 1
                    if progress is not None:
                        progress(done, self.plan.pages)
                canvas.showPage()

    def _paint(self, canvas: Any, number: int) -> None:
        for item in self._pages.items(number):
            item.paint(canvas, self._face)

    def _bookmarks(self, canvas: Any, number: int) -> None:
        for level, title in _bookmarks(self.plan.leaves, number, self._entries):
            name = f"page-{number}-{level}"
            canvas.bookmarkPage(name)
            canvas.addOutlineEntry(title, name, level=level)


class Book(Document):
    """A printed document of puzzles.

    Args:
        puzzles: The puzzles, in any form that `pandoku.solve` accepts, or the chapters.
        layout: The layout. None means the default layout.
        title: The title. A book with a title, a subtitle or an author has a title page.
        subtitle: The line below the title.
        author: The author.
        copyright: The copyright notice, which is printed on a separate page.

    Raises:
        PressError: The puzzles or texts do not fit on the pages or do not meet the rules of the
            press, or an argument is invalid.
        ImproperError: A puzzle does not have exactly one solution, and the layout refuses it.
        FormatError, PuzzleError: A puzzle is invalid.
        MissingExtraError: The extra "print" is not installed.
        OSError: A font cannot be read.

    >>> book = Book(["1.....2..3.....4"], Layout(paper="a5"))
    >>> book.plan.pages, round(book.plan.cell)
    (2, 87)
    """

    def __init__(
        self,
        puzzles: Iterable[PuzzleLike] | Iterable[Chapter],
        layout: Layout | None = None,
        *,
        title: str = "",
        subtitle: str = "",
        author: str = "",
        copyright: str = "",
    ) -> None:
        if layout is None:
            layout = Layout()
        if not isinstance(layout, Layout):
            raise PressError(f"expected a Layout, found {type(layout).__name__}")
        titles = Titles(title, subtitle, author, copyright)
        for name, text in titles._asdict().items():
            if not isinstance(text, str):
                raise PressError(f"expected {name} as a text, found {type(text).__name__}")
            if len(text) > _LONGEST:
                raise PressError(
                    f"expected {name} as a text of at most {_LONGEST} characters, found {len(text)}"
                )
        face = typeface(layout.font, layout.font_bold)
        entries = read_entries(puzzles, layout)
        _require_characters(face, [*_texts(titles, layout, entries)])
        super().__init__(entries, layout, titles, face)

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings to read before printing, about puzzles left out and about isomorphic puzzles."""
        return self._entries.warnings

    @property
    def printed(self) -> tuple[Printed, ...]:
        """The puzzles of the book in order, each with its page."""
        entries = self._entries.all
        return tuple(
            Printed(entries[at].place, entries[at].number, page, entries[at].puzzle)
            for page, leaf in enumerate(self.plan.leaves, 1)
            if leaf.kind == "puzzles"
            for at in range(leaf.start, leaf.stop)
        )

    @property
    def n_puzzles(self) -> int:
        """The number of puzzles in the book."""
        return len(self._entries.all)

    @property
    def answers(self) -> Document:
        """The solutions as a separate document."""
        heading = self._titles.title or self._layout.heading
        titles = Titles(f"{heading}: answers" if heading else "Answers")
        return Document(self._entries, self._layout, titles, self._face, "answers")


def _bookmarks(
    leaves: tuple[Leaf, ...], number: int, entries: Entries
) -> Iterator[tuple[int, str]]:
    """If a page has a bookmark, yield the depth and the title of the bookmark."""
    leaf = leaves[number - 1]
    is_first = number == 1 or leaves[number - 2].kind != leaf.kind
    has_chapters = bool(entries.parts[0].title)
    names = {
        "title": "Title",
        "rules": "How to play",
        "contents": "Contents",
        "hints": "Hints",
        "solutions": "Solutions",
    }
    if leaf.kind in names and is_first:
        yield 0, names[leaf.kind]
    elif leaf.kind == "chapter":
        yield 0, entries.parts[leaf.start].title
    elif leaf.kind == "puzzles":
        tenth = next((at for at in range(leaf.start, leaf.stop) if at % _BOOKMARK == 0), None)
        if tenth is not None:
            yield int(has_chapters), f"Puzzle {entries.all[tenth].number}"


def _texts(titles: Titles, layout: Layout, entries: Entries) -> Iterator[tuple[str, str]]:
    """Yield each text of the user as a pair: a name for error messages, and the text."""
    yield from titles._asdict().items()
    yield "heading", layout.heading
    for part in entries.parts:
        yield "the title of a chapter", part.title
    if "title" in layout.caption:
        for entry in entries.all:
            if entry.puzzle.title:
                yield f"the title of puzzle {entry.number}", entry.puzzle.title


def _require_characters(face: Typeface, texts: Iterable[tuple[str, str]]) -> None:
    for name, text in texts:
        lacking = face.missing("".join(each for each in text if not each.isspace()))
        if lacking:
            shown = text if len(text) <= 60 else text[:60] + "…"
            named = (each if each.isprintable() else f"U+{ord(each):04X}" for each in lacking[:20])
            raise PressError(
                f"the font lacks {' '.join(named)} in {name}, {shown!r}; choose a font with --font"
            )


class _Stamp:
    """A fixed date for the PDF. The class has the attributes of reportlab's TimeStamp."""

    def __init__(self, moment: datetime) -> None:
        self.YMDhms = moment.timetuple()[:6]
        self.dhh, self.dmm = 0, 0
        self.t = moment.replace(tzinfo=UTC).timestamp()
        self.tzname = "UTC"
        self.lt = moment.timetuple()
