"""Place slabs of words and pictures on pages, from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pandoku.draw.pdf import Column, Ink, Typeface

__all__ = ["GAP", "Beside", "Flow", "Painted", "Slab", "lines_of"]

# Lengths in points.
GAP = 14.0  # space between a picture and the words next to it
_BELOW = 4.0  # space between a picture and the words below it
_BETWEEN = 16.0  # minimum space between entries
# An entry that is longer than a page begins on the current page only if there is this much space
# below its first slab.
_LEAST_START = 40.0
_NUMBER = 9.0  # font size of page numbers


class Slab(Protocol):
    """An unbreakable part of a page, such as a `Column` of words."""

    @property
    def height(self) -> float:
        """The height in points."""

    def paint(self, canvas: Any, x: float, y: float) -> None:
        """Paint the slab with its upper left corner at (x, y), in points."""


@dataclass(frozen=True, slots=True)
class Painted:
    """A slab that calls a function to paint itself."""

    height: float
    by: Callable[[Any, float, float], None]

    def paint(self, canvas: Any, x: float, y: float) -> None:
        """Paint the slab with its upper left corner at (x, y), in points."""
        self.by(canvas, x, y)


def lines_of(
    face: Typeface,
    text: str,
    size: float,
    leading: float,
    width: float,
    *,
    bold: bool = False,
    indent: float = 0.0,
) -> list[Slab]:
    """Wrap a text to *width* points, and return each line as a slab."""
    slabs = list[Slab]()
    for line in face.wrapped(text, size, width - indent, bold=bold):
        column = Column(width, face)
        column.add_words(line, size, leading, bold=bold, indent=indent)
        slabs.append(column)
    return slabs


class Beside:
    """Words next to a picture. Longer text continues below the picture.

    Args:
        face: The fonts.
        ink: Style of the signs.
        width: Width in points of the area to fill.
        picture: The picture, or None for words only.
        side: Width of the picture in points.
    """

    def __init__(
        self,
        face: Typeface,
        ink: Ink,
        width: float,
        picture: Slab | None = None,
        side: float = 0.0,
    ) -> None:
        self._face, self._ink, self._width, self._picture = face, ink, width, picture
        self._left = side + GAP
        self._words = Column(width - self._left, face, ink)
        self._rows: list[tuple[float, Slab]] = []
        self._below: list[Slab] = []

    def put_text(
        self, text: str, size: float, leading: float, *, bold: bool = False, indent: float = 0.0
    ) -> None:
        """Add a text, wrapped to the available width."""
        if self._is_beside():
            lines = self._face.wrapped(text, size, self._words.width - indent, bold=bold)
            fitting = max(0, int((self._room() + 0.5) // leading))
            for line in lines[:fitting]:
                self._words.add_words(line, size, leading, bold=bold, indent=indent)
            text = " ".join(lines[fitting:])
        if text:
            self._below += lines_of(
                self._face, text, size, leading, self._width, bold=bold, indent=indent
            )

    def put(self, fill: Callable[[Column], None]) -> None:
        """Add an unbreakable block.

        *fill* is called with a column, and adds the block's content to it.
        """
        trial = Column(self._words.width, self._face, self._ink)
        if self._is_beside():
            fill(trial)
            if trial.height <= self._room():
                fill(self._words)
                return
        column = Column(self._width, self._face, self._ink)
        fill(column)
        self._below.append(column)

    def put_row(self, slab: Slab) -> None:
        """Add a slab next to the picture, or below the picture if the slab does not fit there."""
        if self._is_beside() and slab.height <= self._room() + 0.5:
            self._rows.append((self._words.height, slab))
            self._words.add_space(slab.height)
        else:
            self._below.append(slab)

    def put_below(self, slabs: Iterable[Slab]) -> None:
        """Add slabs below the picture."""
        self._below += slabs

    def skip(self, height: float) -> None:
        """Add vertical space."""
        if self._is_beside():
            self._words.add_space(height)
        else:
            self._below.append(Painted(height, _paint_nothing))

    def slabs(self) -> list[Slab]:
        """Return the slabs in order. The picture and the words next to it are a single slab."""
        if self._picture is None:
            return self._below
        height = max(self._picture.height, self._words.height)
        first = Painted(height, self._paint_first)
        below = [Painted(_BELOW, _paint_nothing), *self._below] if self._below else []
        return [first, *below]

    def _is_beside(self) -> bool:
        return self._picture is not None and not self._below

    def _room(self) -> float:
        """Return the remaining height next to the picture."""
        assert self._picture is not None
        return self._picture.height - self._words.height

    def _paint_first(self, canvas: Any, x: float, y: float) -> None:
        assert self._picture is not None
        self._picture.paint(canvas, x, y)
        self._words.paint(canvas, x + self._left, y)
        for down, slab in self._rows:
            slab.paint(canvas, x + self._left, y - down)


def _paint_nothing(canvas: Any, x: float, y: float) -> None:
    """Paint nothing, because the slab is empty space."""


class Flow:
    """Pages that are filled from top to bottom, with page numbers at the foot.

    Args:
        canvas: A canvas of reportlab.
        face: The fonts.
        page: Width and height of a page in points.
        margin: Margin on all sides in points.
        foot: Height of the band for the page number, inside the margins, in points.
    """

    def __init__(
        self, canvas: Any, face: Typeface, page: tuple[float, float], margin: float, foot: float
    ) -> None:
        self._canvas, self._face, self._page, self._margin = canvas, face, page, margin
        self.width = page[0] - 2 * margin
        self.height = page[1] - 2 * margin - foot
        self._used, self._n_counted, self._number = 0.0, 0, 1

    def put(self, slabs: Sequence[Slab], *, most: int = 0) -> None:
        """Place an entry on the current page, or on the next page if the entry does not fit.

        An entry is divided only if it is longer than a page, and only between slabs.

        Args:
            slabs: The slabs of the entry, from top to bottom.
            most: Maximum number of entries on the page, including this entry, or 0 for no maximum.
                Entries that were placed with a maximum of 0 are not counted.
        """
        whole = sum(slab.height for slab in slabs)
        needed = whole if whole <= self.height else slabs[0].height + _LEAST_START
        is_full = bool(most) and self._n_counted >= most
        if self._used and (is_full or self._used + _BETWEEN + needed > self.height):
            self.turn()
        self._used += _BETWEEN if self._used else 0.0
        for slab in slabs:
            if self._used + slab.height > self.height + 0.01 and self._used:
                self.turn()
            self._paint(slab)
        self._n_counted += bool(most)

    def turn(self) -> None:
        """End the page."""
        self._canvas.setFillGray(0)
        self._canvas.setFont(self._face.regular, _NUMBER)
        self._canvas.drawCentredString(self._page[0] / 2, self._margin, str(self._number))
        self._canvas.showPage()
        self._number += 1
        self._used, self._n_counted = 0.0, 0

    def _paint(self, slab: Slab) -> None:
        slab.paint(self._canvas, self._margin, self._page[1] - self._margin - self._used)
        self._used += slab.height
