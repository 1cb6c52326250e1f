"""The frames that are sent to the terminal: only the characters that have changed.

Textual sends all characters of a changed line, each run of a style with its complete colors. A
`FrameWriter` knows what the terminal shows. It sends the characters that differ, sorted by style,
with the shortest changes of style and movements of the cursor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import get_character_cell_size
from rich.color import ColorSystem

if TYPE_CHECKING:
    from rich.segment import Segment
    from rich.style import Style

__all__ = ["FrameWriter"]

# SGR parameters: attributes by name, and the parameter that turns each of them off.
_ATTRIBUTES = {
    "bold": "1",
    "dim": "2",
    "italic": "3",
    "underline": "4",
    "blink": "5",
    "blink2": "6",
    "reverse": "7",
    "conceal": "8",
    "strike": "9",
    "underline2": "21",
    "frame": "51",
    "encircle": "52",
    "overline": "53",
}
_OFF = {
    **dict.fromkeys(("1", "2"), "22"),
    "3": "23",
    **dict.fromkeys(("4", "21"), "24"),
    **dict.fromkeys(("5", "6"), "25"),
    "7": "27",
    "8": "28",
    "9": "29",
    **dict.fromkeys(("51", "52"), "54"),
    "53": "55",
}
_UNSEEN = frozenset(["1", "2", "3", "5"])  # attributes that do not change the look of a space
_MOST_TEXTS = 8192  # texts whose pens are remembered
_ANY = ""  # the ink of a space, which may have any color


class TerminalPen(NamedTuple):
    """The style of characters, in SGR parameters.

    Attributes:
        ground: The background color.
        ink: The color of the characters, or "" if only spaces are written and any color will do.
        attributes: Bold, underline and so on, sorted.
    """

    ground: str = "49"
    ink: str = "39"
    attributes: tuple[str, ...] = ()


_PLAIN = TerminalPen()  # the pen at the start and end of each frame


@lru_cache(maxsize=1024)
def _blank(pen: TerminalPen) -> TerminalPen:
    """Return a pen for spaces, the same for all pens whose spaces look equal."""
    return TerminalPen(pen.ground, _ANY) if _UNSEEN.issuperset(pen.attributes) else pen


def _writes(pen: TerminalPen, other: TerminalPen) -> bool:
    """Return whether a pen can write what another pen writes."""
    return pen == other or _blank(pen) == other


class Stretch(NamedTuple):
    """Neighboring cells of a line that one pen writes.

    Attributes:
        y: The line.
        x: The first column.
        pen: The pen.
        cells: The text of each cell. The right half of a wide character is "".
    """

    y: int
    x: int
    pen: TerminalPen
    cells: list[str]


class FrameWriter:
    """A writer that remembers what the terminal shows, and sends only the difference.

    `forget` makes the next frame complete. It has to be called when the terminal may show something
    else, for example after a change of its size.

    Terminals disagree about the widths of some characters. A line with characters that are not
    exactly one column wide is sent completely if it changes, and the cursor is placed again after
    each of these characters.
    """

    def __init__(self) -> None:
        self._pens: dict[tuple[Style | None, ColorSystem], TerminalPen] = {}
        self._pens_of_texts: dict[
            tuple[str, Style | None, ColorSystem], tuple[TerminalPen, ...]
        ] = {}
        self.forget()

    def forget(self) -> None:
        """Assume nothing about what the terminal shows."""
        self._cells: dict[int, list[str | None]] = {}
        self._cell_pens: dict[int, list[TerminalPen]] = {}
        self._parts: dict[int, dict[int, list[Segment]]] = {}  # by line and first column
        self._uneven = set[int]()  # the lines with characters that are not one column wide

    def write(
        self, lines: Iterable[tuple[int, int, Iterable[Segment]]], system: ColorSystem
    ) -> str:
        """Return the text that changes parts of lines on the terminal.

        Args:
            lines: The line, the first column and the segments of each part.
            system: The colors of the terminal.
        """
        changed = dict[int, set[int]]()
        for y, x, segments in lines:
            if differing := self._put(y, x, segments, system):
                changed.setdefault(y, set()).update(differing)
        even, uneven = list[Stretch](), list[Stretch]()
        for y in sorted(changed):
            if y in self._uneven:
                uneven += self._stretches(y, range(len(self._cells[y])))
            else:
                even += self._stretches(y, sorted(changed[y]))
        even.sort(key=attrgetter("pen"))
        text = _Text(self._cells, self._cell_pens)
        for stretch in (*even, *uneven):
            text.add(stretch)
        return text.ended()

    # ------------------------------------------------------------------ the cells of lines

    def _put(self, y: int, x: int, segments: Iterable[Segment], system: ColorSystem) -> list[int]:
        """Store a part of a line, and return the columns that have changed."""
        segments, parts = [*segments], self._parts.setdefault(y, {})
        if parts.get(x) == segments:
            return []
        cells, pens = list[str](), list[TerminalPen]()
        for text, style, _ in segments:
            written = self._pens_for(text, style, system)
            if written is None:
                return self._put_uneven(y, x, segments, system)
            cells += text
            pens += written
        changed = self._store(y, x, cells, pens)
        if changed:
            parts.clear()
        parts[x] = segments
        return changed

    def _put_uneven(
        self, y: int, x: int, segments: list[Segment], system: ColorSystem
    ) -> list[int]:
        """Store a part with characters that are not one column wide."""
        cells, pens = list[str](), list[TerminalPen]()
        self._uneven.add(y)
        for text, style, _ in segments:
            _add_uneven(cells, text)
            pens += [self._pen(style, system)] * (len(cells) - len(pens))
        self._parts[y].clear()
        return self._store(y, x, cells, pens)

    def _store(self, y: int, x: int, cells: list[str], pens: list[TerminalPen]) -> list[int]:
        """Store cells, and return the columns that have changed."""
        shown, shown_pens = self._cells.setdefault(y, []), self._cell_pens.setdefault(y, [])
        end = x + len(cells)
        if len(shown) < end:
            more = end - len(shown)
            shown += [None] * more
            shown_pens += [_PLAIN] * more
        before, before_pens = shown[x:end], shown_pens[x:end]
        if before == cells and before_pens == pens:
            return []
        shown[x:end], shown_pens[x:end] = cells, pens
        pairs = zip(before, cells, before_pens, pens, strict=True)
        return [
            at
            for at, (old, new, old_pen, new_pen) in enumerate(pairs, x)
            if old != new or old_pen != new_pen
        ]

    def _pens_for(
        self, text: str, style: Style | None, system: ColorSystem
    ) -> tuple[TerminalPen, ...] | None:
        """Return the pen of each character, or None if one of them is not one column wide."""
        key = text, style, system
        pens = self._pens_of_texts.get(key)
        if pens is None and (text.isascii() or _is_even(text)):
            if len(self._pens_of_texts) > _MOST_TEXTS:
                self._pens_of_texts.clear()
            pen = self._pen(style, system)
            blank = _blank(pen)
            pens = self._pens_of_texts[key] = (*(blank if c == " " else pen for c in text),)
        return pens

    def _pen(self, style: Style | None, system: ColorSystem) -> TerminalPen:
        pen = self._pens.get((style, system))
        if pen is None:
            pen = self._pens[style, system] = _pen_of(style, system)
        return pen

    def _stretches(self, y: int, columns: Iterable[int]) -> Iterator[Stretch]:
        """Yield the stretches that write these columns of a line."""
        all_cells, pens = self._cells[y], self._cell_pens[y]
        stretch: Stretch | None = None
        for x in columns:
            cell, pen = all_cells[x], pens[x]
            if cell is None:
                continue
            if (
                stretch
                and x == stretch.x + len(stretch.cells)
                and (not cell or len(stretch.cells[-1]) == 1)
            ):
                if not cell or _writes(stretch.pen, pen):
                    stretch.cells.append(cell)
                    continue
                if _writes(pen, stretch.pen):
                    stretch = stretch._replace(pen=pen)
                    stretch.cells.append(cell)
                    continue
            if stretch:
                yield stretch
            stretch = Stretch(y, x, pen, [cell])
        if stretch:
            yield stretch


# ------------------------------------------------------------------ the text that is sent


class _Text:
    """The text that writes stretches: ways of the cursor, changes of the pen, and characters."""

    def __init__(
        self, cells: dict[int, list[str | None]], pens: dict[int, list[TerminalPen]]
    ) -> None:
        self._cells, self._pens = cells, pens
        self._parts = list[str]()
        self._pen = _PLAIN
        self._at: tuple[int, int] | None = None  # line and column of the cursor, if known

    def add(self, stretch: Stretch) -> None:
        """Add a stretch."""
        change, self._pen = _change(self._pen, stretch.pen)
        self._parts += (change, self._way_to(stretch.y, stretch.x), *stretch.cells)
        end = stretch.x + len(stretch.cells)
        # At the end of a line, terminals put the cursor in different places.
        is_sure = len(stretch.cells[-1]) == 1 and end < len(self._cells[stretch.y])
        self._at = (stretch.y, end) if is_sure else None

    def ended(self) -> str:
        """Return the text, with the plain pen at its end."""
        return "".join([*self._parts, "\x1b[m"]) if self._parts else ""

    def _way_to(self, y: int, x: int) -> str:
        """Return the shortest text that moves the cursor."""
        there = f"\x1b[{y + 1};{x + 1}H" if x else f"\x1b[{y + 1}H"
        if self._at is None:
            return there
        from_y, from_x = self._at
        ways = [there, _steps(y - from_y, "BA") + _steps(x - from_x, "CD")]
        if y == from_y and x > from_x:
            between = self._cells[y][from_x:x]
            can_write = all(_writes(self._pen, pen) for pen in self._pens[y][from_x:x])
            if can_write and all(cell and len(cell) == 1 for cell in between):
                ways.append("".join(map(str, between)))  # the same characters again
        return min(ways, key=lambda way: len(way.encode()))


def _steps(by: int, signs: str) -> str:
    if by == 0:
        return ""
    if signs == "CD" and -4 < by < 0:
        return "\b" * -by
    return f"\x1b[{abs(by) if abs(by) > 1 else ''}{signs[by < 0]}"


@lru_cache(maxsize=8192)
def _change(now: TerminalPen, wanted: TerminalPen) -> tuple[str, TerminalPen]:
    """Return the sequence that changes a pen, and the pen after it."""
    is_any = wanted.ink == _ANY
    ink = now.ink if is_any else wanted.ink
    attributes = (
        tuple(each for each in now.attributes if each in _UNSEEN) if is_any else wanted.attributes
    )
    ended = sorted({_OFF[each] for each in now.attributes if each not in attributes})
    # A parameter that ends bold also ends dim, which is then turned on again.
    stays = [each for each in now.attributes if _OFF[each] not in ended]
    parts = [*ended, *(each for each in attributes if each not in stays)]
    parts += [ink] * (ink != now.ink) + [wanted.ground] * (wanted.ground != now.ground)
    after = TerminalPen(wanted.ground, ink, attributes)
    if after == _PLAIN and parts:
        parts = [""]
    return (f"\x1b[{';'.join(parts)}m" if parts else ""), after


def _pen_of(style: Style | None, system: ColorSystem) -> TerminalPen:
    if style is None:
        return _PLAIN
    ground, ink = style.bgcolor, style.color
    return TerminalPen(
        ";".join(ground.downgrade(system).get_ansi_codes(False)) if ground else "49",
        ";".join(ink.downgrade(system).get_ansi_codes()) if ink else "39",
        tuple(sorted(code for name, code in _ATTRIBUTES.items() if getattr(style, name))),
    )


# ------------------------------------------------------------------ widths of characters


@lru_cache(maxsize=4096)
def _is_even(text: str) -> bool:
    """Return whether each character is one column wide."""
    return all(get_character_cell_size(char) == 1 for char in text)


def _add_uneven(cells: list[str], text: str) -> None:
    """Add the text of each column. A mark without a width belongs to the column before."""
    for char in text:
        width = get_character_cell_size(char)
        if width:
            cells += [char] + [""] * (width - 1)
        elif cells:
            cells[-1 if cells[-1] else -2] += char
