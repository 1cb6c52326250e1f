"""Make the items of each page of a document from its plan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pandoku.draw.decorated import margins_of
from pandoku.draw.items import Drawing
from pandoku.draw.layout import Area, Slots
from pandoku.draw.paper import BLEED
from pandoku.draw.pdf import Ink, Typeface
from pandoku.press.codes import Codes
from pandoku.press.entries import Entries, Entry
from pandoku.press.items import (
    SMALL_DIGIT,
    Dots,
    Item,
    Picture,
    QrCode,
    Rule,
    Turned,
    Words,
    marked_places,
    put,
    puzzle_drawing,
    rule_passages,
    solution_drawing,
)
from pandoku.press.options import Layout
from pandoku.press.plan import CARD_WHITE, Leaf, Plan, Titles, sizes_of
from pandoku.press.planning import ink_of
from pandoku.press.sizes import rule_size, shows_rules
from pandoku.press.texts import chapter_parts, copyright_words, cut, title_parts, title_words
from pandoku.words import with_capital

__all__ = ["PageMaker"]

_ABOVE_FRAME, _LARGE_ABOVE_FRAME = 6.0, 8.0  # points: space between a caption and the frame
_CAPTION_SPACE = 8.0
_RULE_SPACE = 6.0
_FOOT_SPACE = 16.0
_HEADING = 18.0
_TICK, _TICK_SPACE = 12.0, 3.0  # points: length of a cutting mark, and its distance from the cards
_CUT, _CUT_TONE = 0.5, 0.4
_TAB, _TAB_TONE = 16.0, 0.7
_NAME_SIZE, _DATE_WIDTH = 12.0, 130.0


class PageMaker:
    """Makes the pages of a document."""

    def __init__(
        self,
        plan: Plan,
        entries: Entries,
        layout: Layout,
        titles: Titles,
        face: Typeface,
        codes: Codes,
    ) -> None:
        self._plan, self._entries, self._layout = plan, entries, layout
        self._titles, self._face, self._codes = titles, face, codes
        self._ink = ink_of(layout)
        self._solved = replace(self._ink, large=False, solution=True)
        self._sizes = sizes_of(layout)
        self._frame = plan.frame
        self._makers: dict[str, Callable[[Leaf, int], Iterator[Item]]] = {
            "title": self._title,
            "copyright": self._copyright,
            "chapter": self._chapter,
            "puzzles": self._puzzles,
            "backs": self._backs,
            "solutions": self._solutions,
        }

    def items(self, number: int) -> list[Item]:
        """Return the items of a page, by its number from 1."""
        leaf = self._plan.leaves[number - 1]
        if leaf.kind == "blank":
            return []
        maker = self._makers.get(leaf.kind, self._text)
        items = [*maker(leaf, number)]
        items += self._tab(leaf, number)
        if leaf.kind not in ("title", "copyright", "chapter", "backs"):
            items += self._foot(leaf, number)
        return items

    # -------------------------------------------------------------- first pages

    def _title(self, leaf: Leaf, number: int) -> Iterator[Item]:
        parts = title_parts(self._titles)
        area = self._frame.text(number)
        yield from title_words(self._face, parts, area, self._sizes.caption)

    def _chapter(self, leaf: Leaf, number: int) -> Iterator[Item]:
        parts = chapter_parts(self._entries.parts[leaf.start])
        area = self._frame.text(number)
        yield from title_words(self._face, parts, area, self._sizes.caption)

    def _copyright(self, leaf: Leaf, number: int) -> Iterator[Item]:
        area, size = self._frame.text(number), self._sizes.notice
        yield from copyright_words(self._face, self._titles.copyright, area, size)

    def _text(self, leaf: Leaf, number: int) -> Iterator[Item]:
        area = self._frame.text(number)
        yield from put(self._plan.texts[leaf.kind][leaf.start], area.left, area.top)

    # -------------------------------------------------------------- puzzles

    def _puzzles(self, leaf: Leaf, number: int) -> Iterator[Item]:
        slots = replace(self._plan.slots, area=self._slot_area(number))
        slots = _as_cards(slots) if self._layout.cards else slots
        entries = self._entries.all[leaf.start : leaf.stop]
        for entry, place in zip(entries, slots.places(), strict=False):
            yield from self._puzzle(entry, place, slots)
        if self._layout.cards:
            yield from _ticks(slots)
        if self._plan.strip is not None:
            yield self._strip(entries, number)
        yield from self._head(number)

    def _slot_area(self, number: int) -> Area:
        area = self._frame.puzzles(number)
        strip = self._plan.strip
        return area if strip is None else area.cut(bottom=strip.area.height + _FOOT_SPACE)

    def _puzzle(self, entry: Entry, place: tuple[float, float], slots: Slots) -> Iterator[Item]:
        drawing = puzzle_drawing(entry.puzzle, self._layout.marks)
        picture = _picture(drawing, place, slots.side, self._ink)
        if self._layout.marks in ("dots", "digits"):
            yield self._dots(entry, picture)
        yield picture
        yield from self._caption(entry, place, slots.side)
        if shows_rules(entry.puzzle, self._layout):
            yield from self._rules(drawing, place, slots)

    def _dots(self, entry: Entry, picture: Picture) -> Dots:
        cell = picture.cell
        places = [
            (picture.x + x * cell, picture.y - y * cell, entry.puzzle.label_of(digit))
            for x, y, digit in marked_places(entry.puzzle)
        ]
        order = entry.puzzle.order
        size = SMALL_DIGIT if order < 10 else min(SMALL_DIGIT, 0.72 * 0.8 / order**0.5)
        return Dots(places, cell, self._layout.marks == "digits", size)

    def _caption(self, entry: Entry, place: tuple[float, float], side: float) -> Iterator[Item]:
        """Yield the caption of a puzzle: number and title on the left, and level on the right.

        If the puzzle has a QR code, the code is to the right of the level.
        """
        shown, sizes = self._layout.caption, self._sizes
        left, right = place[0], place[0] + side
        y = place[1] + (_LARGE_ABOVE_FRAME if self._layout.large_print else _ABOVE_FRAME)
        if self._codes.side:
            code = self._codes
            right -= code.side + code.quiet
            top = place[1] + code.height - code.quiet
            yield QrCode(code.rows(entry), right, top, code.module)
            right -= code.quiet
        if "number" in shown:
            number = Words(str(entry.number), left, y, sizes.number, bold=True)
            yield number
            left += self._face.width(number.text, sizes.number, bold=True) + _CAPTION_SPACE
        if text := self._at_right(entry, max(0.0, right - left)):
            yield Words(text, right, y, sizes.caption, align="right")
            right -= self._face.width(text, sizes.caption) + _CAPTION_SPACE
        if "title" in shown and entry.puzzle.title:
            title = cut(self._face, entry.puzzle.title, sizes.caption, max(0.0, right - left))
            if title:
                yield Words(title, left, y, sizes.caption)

    def _at_right(self, entry: Entry, width: float) -> str:
        shown, parts = self._layout.caption, []
        if "level" in shown and entry.level:
            parts.append(with_capital(entry.level))
        if "rating" in shown and entry.rating is not None and entry.level:
            parts.append(entry.rating.number)
        if "givens" in shown:
            count = entry.puzzle.n_givens
            parts.append(f"{count} given{'s' * (count != 1)}")
        return cut(self._face, ", ".join(parts), self._sizes.caption, width)

    def _rules(self, drawing: Drawing, place: tuple[float, float], slots: Slots) -> Iterator[Item]:
        """Yield the rules of a puzzle's constraints, which are below or next to the puzzle."""
        size, (left, top) = rule_size(self._layout), place
        if slots.beside:
            width = slots.beside - 2 * _RULE_SPACE
            left += slots.side + 2 * _RULE_SPACE
        else:
            width = slots.area.width if slots.columns == 1 else slots.side
            left = slots.area.left if slots.columns == 1 else left
            top -= slots.side + _RULE_SPACE
        yield from put(rule_passages(self._face, drawing, width, size, self._ink), left, top)

    # -------------------------------------------------------------- solutions

    def _solutions(self, leaf: Leaf, number: int) -> Iterator[Item]:
        assert self._plan.solutions is not None
        slots = replace(self._plan.solutions, area=self._frame.solutions(number))
        if self._frame.title:
            yield self._heading(self._frame.title, number)
        size = self._sizes.solution
        entries = self._entries.all[leaf.start : leaf.stop]
        for entry, (x, y) in zip(entries, slots.places(), strict=False):
            yield Words(str(entry.number), x, y + 4.0, size, bold=True)
            yield from self._solution(entry, (x, y), slots.side)

    def _solution(self, entry: Entry, place: tuple[float, float], side: float) -> Iterator[Item]:
        x, y = place
        if entry.solution is not None:
            drawing = solution_drawing(entry.puzzle, entry.solution)
            yield Picture(drawing, x, y, side / entry.puzzle.order, self._solved)
            return
        size = self._sizes.solution
        for at, line in enumerate(self._face.wrapped(entry.lacks, size, side)):
            yield Words(line, x, y - (at + 1) * 1.3 * size, size)

    def _strip(self, entries: Sequence[Entry], number: int) -> Turned:
        """Return the solutions that are printed upside down at the foot of a page."""
        assert self._plan.strip is not None
        area = self._frame.text(number)
        room = Area(area.left, area.bottom, area.width, self._plan.strip.area.height)
        slots = self._plan.strip
        items: list[Item] = []
        step = slots.side + slots.gap
        columns = min(slots.columns, len(entries))
        left = room.left + (room.width - columns * step + slots.gap) / 2
        for at, entry in enumerate(entries):
            row, column = divmod(at, slots.columns)
            place = left + column * step, room.top - row * step
            items += self._solution(entry, place, slots.side)
        return Turned(items, room.left + room.width / 2, room.bottom + room.height / 2)

    def _backs(self, leaf: Leaf, number: int) -> Iterator[Item]:
        """Yield the backs of cards.

        The backs in a row are in reverse order, because the sheet is turned over its long edge.
        """
        slots = _as_cards(replace(self._plan.slots, area=self._slot_area(number)))
        entries = self._entries.all[leaf.start : leaf.stop]
        for at, entry in enumerate(entries):
            row, column = divmod(at, slots.columns)
            x, y = slots.place(row * slots.columns + slots.columns - 1 - column)
            inset = slots.side * 0.15
            size = self._sizes.number
            yield Words(str(entry.number), x + inset, y - inset + 6, size, bold=True)
            yield from self._solution(entry, (x + inset, y - inset), slots.side - 2 * inset)

    # -------------------------------------------------------------- bands

    def _head(self, number: int) -> Iterator[Item]:
        layout, area = self._layout, self._frame.whole(number)
        if layout.heading:
            yield self._heading(layout.heading, number)
        if layout.sheet:
            size = max(_NAME_SIZE, self._sizes.caption)
            y = area.top - 44
            date = area.right - _DATE_WIDTH
            for text, start, end in (("Name", area.left, date - 18), ("Date", date, area.right)):
                yield Words(text, start, y, size)
                begin = start + self._face.width(text, size) + 6
                yield Rule(begin, y - 2, end, y - 2)

    def _heading(self, text: str, number: int) -> Words:
        area = self._frame.whole(number)
        text = cut(self._face, text, _HEADING, area.width, bold=True)
        return Words(text, area.left, area.top - 16, _HEADING, bold=True)

    def _foot(self, leaf: Leaf, number: int) -> Iterator[Item]:
        layout, area = self._layout, self._frame.whole(number)
        if layout.cards:
            return
        size, middle = self._sizes.foot, area.left + area.width / 2
        first = self._plan.first_solution_page
        solutions = f"Solutions from page {first}" if leaf.kind == "puzzles" and first else ""
        shown = str(number) if layout.page_numbers else ""
        if layout.press is None:
            text = "   –   ".join(part for part in (shown, solutions) if part)
            if text:
                yield Words(text, middle, area.bottom + 1, size, align="center")
            return
        if solutions and layout.page_numbers:
            yield Words(solutions, middle, area.bottom + 1, size, align="center")
        if shown and number % 2:
            yield Words(shown, area.right, area.bottom + 1, size, align="right")
        elif shown:
            yield Words(shown, area.left, area.bottom + 1, size)

    def _tab(self, leaf: Leaf, number: int) -> Iterator[Item]:
        """Yield the tab of a chapter at the outside edge of the paper."""
        if not self._layout.tabs or leaf.chapter < 0:
            return
        page, count = self._frame.paper, len(self._entries.parts)
        high = page.height / (count + 1)
        top = page.height - high / 2 - leaf.chapter * high
        width = min(_TAB, self._frame.margins.outside - 6)
        over = BLEED if self._layout.bleed else 0.0
        start, end = (page.width - width, page.width + over) if number % 2 else (-over, width)
        yield Rule(start, top - high / 2, end, top - high / 2, 0.8 * high, _TAB_TONE)


def _picture(drawing: Drawing, place: tuple[float, float], side: float, ink: Ink) -> Picture:
    """Return a drawing that is centered in a square and as large as possible."""
    left, top, right, bottom = margins_of(drawing.shapes, drawing.order)
    across, down = drawing.order + left + right, drawing.order + top + bottom
    cell = side / max(across, down)
    x = place[0] + (side - across * cell) / 2 + left * cell
    y = place[1] - (side - down * cell) / 2 - top * cell
    return Picture(drawing, x, y, cell, ink)


def _as_cards(slots: Slots) -> Slots:
    """Return slots without space between rows, so that a single cut separates two rows of cards."""
    part = slots.band + slots.side + slots.below
    height = slots.rows * part + (slots.rows + 1) * slots.gap
    middle = slots.area.bottom + slots.area.height / 2
    return replace(slots, area=slots.area._replace(bottom=middle - height / 2, height=height))


def _ticks(slots: Slots) -> Iterator[Item]:
    """Yield the cutting marks. They are outside of the cards."""
    part = slots.band + slots.side + slots.below
    first_left, first_top = slots.place(0)
    left, top = first_left - CARD_WHITE, first_top + slots.band + CARD_WHITE
    step = slots.side + slots.beside + 2 * CARD_WHITE
    xs = [left + at * step for at in range(slots.columns + 1)]
    ys = [top - at * (part + 2 * CARD_WHITE) for at in range(slots.rows + 1)]
    for x in xs:
        for y, way in ((ys[0], 1), (ys[-1], -1)):
            start = y + way * _TICK_SPACE
            yield Rule(x, start, x, start + way * _TICK, _CUT, _CUT_TONE)
    for y in ys:
        for x, way in ((xs[0], -1), (xs[-1], 1)):
            start = x + way * _TICK_SPACE
            yield Rule(start, y, start + way * _TICK, y, _CUT, _CUT_TONE)
