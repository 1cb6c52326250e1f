"""Slabs of words and pictures, put on pages from the top down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pandoku.draw.pdf import Column, Ink, Typeface

__all__ = ["GAP", "Beside", "Flow", "Painted", "Slab", "lines_of"]

GAP = 14.0  # points: between a picture and the words beside it
_BELOW = 4.0  # points: between a picture and the words below it
_BETWEEN = 16.0  # points: the least room between entries
_LEAST_START = 40.0  # points: what of an entry longer than a page stands below its first slab
_NUMBER = 9.0  # points: the font size of page numbers


class Slab(Protocol):
    """A part of a page that never breaks, such as a `Column` of words."""

    @property
    def height(self) -> float:
        """The height in points."""

    def paint(self, canvas: Any, x: float, y: float) -> None:
        """Paint it with its upper left corner at (x, y), in points."""


@dataclass(frozen=True, slots=True)
class Painted:
    """A slab of anything that a function paints."""

    height: float
    by: Callable[[Any, float, float], None]

    def paint(self, canvas: Any, x: float, y: float) -> None:
        """Paint it with its upper left corner at (x, y), in points."""
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
    """Return a text as slabs, one for each line of at most *width* points."""
    slabs = list[Slab]()
    for line in face.wrapped(text, size, width - indent, bold=bold):
        column = Column(width, face)
        column.add_words(line, size, leading, bold=bold, indent=indent)
        slabs.append(column)
    return slabs


class Beside:
    """Words beside a picture, which go on below it where they are longer.

    Args:
        face: The fonts.
        ink: How signs are painted.
        width: The width of the page's area in points.
        picture: The picture, or None for words only.
        side: The width of the picture in points.
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
        """Put a text, wrapped at the width that there is."""
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
        """Put what never breaks, as a function adds it to a column."""
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
        """Put a slab that has room beside the picture."""
        if self._is_beside() and slab.height <= self._room() + 0.5:
            self._rows.append((self._words.height, slab))
            self._words.add_space(slab.height)
        else:
            self._below.append(slab)

    def put_below(self, slabs: Iterable[Slab]) -> None:
        """Put slabs below the picture."""
        self._below += slabs

    def skip(self, height: float) -> None:
        """Leave some room before what follows."""
        if self._is_beside():
            self._words.add_space(height)
        else:
            self._below.append(Painted(height, _paint_nothing))

    def slabs(self) -> list[Slab]:
        """Return what is put, in order; the picture and what is beside it are one slab."""
        if self._picture is None:
            return self._below
        height = max(self._picture.height, self._words.height)
        first = Painted(height, self._paint_first)
        below = [Painted(_BELOW, _paint_nothing), *self._below] if self._below else []
        return [first, *below]

    def _is_beside(self) -> bool:
        return self._picture is not None and not self._below

    def _room(self) -> float:
        """Return the height beside the picture that is left."""
        assert self._picture is not None
        return self._picture.height - self._words.height

    def _paint_first(self, canvas: Any, x: float, y: float) -> None:
        assert self._picture is not None
        self._picture.paint(canvas, x, y)
        self._words.paint(canvas, x + self._left, y)
        for down, slab in self._rows:
            slab.paint(canvas, x + self._left, y - down)


def _paint_nothing(canvas: Any, x: float, y: float) -> None:
    """Leave room."""


class Flow:
    """Pages that are filled from the top down, each with its number at the foot.

    Args:
        canvas: A canvas of reportlab.
        face: The fonts.
        page: The width and height of a page in points.
        margin: The room on all sides in points.
        foot: The band of the page number within the margins, in points.
    """

    def __init__(
        self, canvas: Any, face: Typeface, page: tuple[float, float], margin: float, foot: float
    ) -> None:
        self._canvas, self._face, self._page, self._margin = canvas, face, page, margin
        self.width = page[0] - 2 * margin
        self.height = page[1] - 2 * margin - foot
        self._used, self._n_counted, self._number = 0.0, 0, 1

    def put(self, slabs: Sequence[Slab], *, most: int = 0) -> None:
        """Put slabs on one page, on the next one if need be; only what is longer breaks.

        Args:
            slabs: In order, from the top down.
            most: How many of its kind a page holds; 0 for any number.
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
