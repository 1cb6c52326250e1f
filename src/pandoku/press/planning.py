"""Make the plan of a document. Its margins and its number of pages depend on each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from pandoku.draw.layout import PUZZLE_GAP, Area, Slots
from pandoku.draw.pdf import Ink, Typeface
from pandoku.press.codes import Codes
from pandoku.press.entries import Entries
from pandoku.press.how_to_play import rules_passages
from pandoku.press.items import Passage, flow
from pandoku.press.options import Layout
from pandoku.press.plan import CARD_WHITE, Frame, Leaf, Plan, Titles, sizes_of
from pandoku.press.sizes import Demands, demands_of, puzzle_slots, solution_slots, strip_of
from pandoku.press.texts import (
    ContentsLine,
    chapter_parts,
    contents_passages,
    copyright_words,
    first_hints,
    hint_passages,
    title_parts,
    title_words,
)

__all__ = ["ink_of", "plan_of"]

_FOOT_SPACE = 16.0  # points: space between the puzzles and the solutions at the foot of a page
# In a book without chapters, each line of the contents covers this number of puzzles.
_LINE_OF_CONTENTS = 10


def ink_of(layout: Layout) -> Ink:
    """Return the style of the puzzles for a layout."""
    return Ink(press=layout.profile.is_press, large=layout.large_print)


def plan_of(
    entries: Entries,
    layout: Layout,
    titles: Titles,
    face: Typeface,
    codes: Codes,
    part: str = "book",
) -> Plan:
    """Return the plan of a document.

    The margins depend on the number of pages, and the number of pages depends on the margins. So
    the plan is made again with larger margins until the margins are large enough. The margins never
    become smaller, so the repetition ends.

    Args:
        entries: The puzzles.
        layout: The layout.
        titles: The texts on the first pages.
        face: The fonts.
        codes: The QR codes.
        part: "book" for the complete book, or "answers" for a separate document of solutions.

    Raises:
        PressError: The content does not fit on the pages, or the press does not support the number
            of pages.
    """
    profile, count = layout.profile, 0
    demands = demands_of(entries.all, layout, face)
    drafter = _Drafter(entries, layout, titles, face, codes, demands, part)
    while True:
        margins = profile.margins_for(count)
        plan = drafter.draft(
            Frame(layout.page, margins, layout, titles.title if part == "answers" else "")
        )
        if profile.margins_for(plan.pages).inside <= margins.inside:
            profile.require_pages(plan.pages, layout.page)
            return plan
        count = plan.pages


class _Drafter:
    """Makes plans of one document, each with different margins."""

    def __init__(
        self,
        entries: Entries,
        layout: Layout,
        titles: Titles,
        face: Typeface,
        codes: Codes,
        demands: Demands,
        part: str,
    ) -> None:
        self._entries, self._layout, self._titles = entries, layout, titles
        self._face, self._codes, self._demands, self._part = face, codes, demands, part
        self._ink = ink_of(layout)
        self._sizes = sizes_of(layout)
        self._hints: list[tuple[int, list[str]]] | None = None

    def draft(self, frame: Frame) -> Plan:
        """Return a plan with the margins of a frame, even if these margins are too small."""
        ink, demands, layout = self._ink, self._demands, self._layout
        area = frame.puzzles(1)
        band = max(frame.caption, self._codes.height)
        slots = puzzle_slots(
            demands,
            layout,
            self._face,
            ink,
            lambda count: self._less_strip(area, count),
            len(self._entries.all),
            band=band,
            gap=2 * CARD_WHITE if layout.cards else PUZZLE_GAP,
        )
        strip = self._strip(area, layout.per_page or slots.count)
        answers = replace(ink, large=False, solution=True)
        self._require_titles(frame.text(1))
        has_pages = self._has_solutions()
        solutions = (
            solution_slots(
                demands,
                layout,
                answers,
                frame.solutions(1),
                demands.cell(slots.side),
                len(self._entries.all),
            )
            if has_pages
            else None
        )
        texts = self._texts(frame.text(1))
        leaves = [*self._leaves(slots, solutions, texts)]
        leaves += [Leaf("blank")] * self._n_blank(leaves)
        first = next((at for at, leaf in enumerate(leaves, 1) if leaf.kind == "solutions"), 0)
        plan = Plan(
            frame,
            tuple(leaves),
            len(leaves) // 4 if layout.booklet else 0,
            slots,
            solutions,
            strip,
            demands.cells(slots.side),
            demands.digit(slots.side, ink),
            self._solution_digit(answers, solutions or strip),
            self._chapters(leaves),
            first,
            texts,
            band,
        )
        if "contents" in texts:
            lines = self._contents(plan)
            texts["contents"] = flow(
                contents_passages(lines, frame.text(1).width, self._sizes, self._face),
                frame.text(1),
            )
        return plan

    def _require_titles(self, area: Area) -> None:
        """Raise PressError if a title is too long for its page."""
        if self._part == "answers":
            return
        least = self._sizes.caption
        title_words(self._face, title_parts(self._titles), area, least)
        copyright_words(self._face, self._titles.copyright, area, self._sizes.notice)
        for part in self._entries.parts:
            if part.title:
                title_words(self._face, chapter_parts(part), area, least)

    def _solution_digit(self, ink: Ink, slots: Slots | None) -> float:
        if slots is None:
            return 0.0
        largest = self._demands.largest
        return ink.digit_size(largest, slots.side / largest)

    # -------------------------------------------------------------- solutions at the foot

    def _strip(self, area: Area, count: int) -> Slots | None:
        if self._layout.solutions != "foot" or self._part == "answers":
            return None
        return strip_of(self._demands, replace(self._ink, solution=True), area, count)

    def _less_strip(self, area: Area, count: int) -> Area:
        strip = self._strip(area, count)
        return area if strip is None else area.cut(bottom=strip.area.height + _FOOT_SPACE)

    # -------------------------------------------------------------- pages

    def _has_solutions(self) -> bool:
        if self._part == "answers":
            return True
        return self._layout.solutions == "back" and not self._layout.cards

    def _leaves(
        self, slots: Slots, solutions: Slots | None, texts: dict[str, list[list[Passage]]]
    ) -> Iterator[Leaf]:
        if self._part == "book":
            yield from self._first_leaves(texts)
            yield from self._puzzle_leaves(slots, self._n_first(texts))
            yield from (Leaf("hints", at) for at in range(len(texts.get("hints", []))))
        if solutions is not None:
            count = len(self._entries.all)
            for start in range(0, count, solutions.count):
                yield Leaf("solutions", start, min(start + solutions.count, count))

    def _first_leaves(self, texts: dict[str, list[list[Passage]]]) -> Iterator[Leaf]:
        titles = self._titles
        if titles.title or titles.subtitle or titles.author:
            yield Leaf("title")
        if titles.copyright:
            yield Leaf("copyright")
        for kind in ("rules", "contents"):
            yield from (Leaf(kind, at) for at in range(len(texts.get(kind, []))))

    def _n_first(self, texts: dict[str, list[list[Passage]]]) -> int:
        return sum(1 for _ in self._first_leaves(texts))

    def _puzzle_leaves(self, slots: Slots, before: int) -> Iterator[Leaf]:
        per_page = self._layout.per_page or slots.count
        with_backs = self._layout.cards and self._layout.solutions != "none"
        start = 0
        for number, part in enumerate(self._entries.parts):
            if part.title:
                yield Leaf("chapter", number, chapter=number)
                before += 1
            if with_backs and before % 2:
                # The fronts and the backs of cards must be on the same sheet of paper. So fronts
                # must be on odd pages.
                yield Leaf("blank", chapter=number)
                before += 1
            stop = start + part.n_puzzles
            for first in range(start, stop, per_page):
                last = min(first + per_page, stop)
                yield Leaf("puzzles", first, last, number)
                before += 1
                if with_backs:
                    yield Leaf("backs", first, last, number)
                    before += 1
            start = stop

    def _n_blank(self, leaves: Sequence[Leaf]) -> int:
        """Return the number of blank pages to add at the end of a document."""
        count = len(leaves)
        if self._layout.booklet:
            return -count % 4
        if self._layout.profile.ends_blank:
            return 2 - count % 2
        return count % 2 if self._layout.press else 0

    # -------------------------------------------------------------- texts

    def _texts(self, area: Area) -> dict[str, list[list[Passage]]]:
        layout, face, sizes = self._layout, self._face, self._sizes
        if self._part == "answers":
            return {}
        texts: dict[str, list[list[Passage]]] = {}
        if layout.rules:
            blocks = rules_passages(self._entries.all, area.width, sizes, face, self._ink)
            texts["rules"] = flow(blocks, area)
        if layout.contents:
            blank = [ContentsLine("", 0)] * self._n_lines()
            texts["contents"] = flow(contents_passages(blank, area.width, sizes, face), area)
        if layout.hints:
            blocks = hint_passages(self._all_hints(), area.width, sizes, face)
            texts["hints"] = flow(blocks, area)
        return texts

    def _all_hints(self) -> list[tuple[int, list[str]]]:
        if self._hints is None:
            layout = self._layout
            self._hints = [
                (each.number, first_hints(each.puzzle, layout.hints, layout.hint_level))
                for each in self._entries.all
            ]
        return self._hints

    def _has_chapters(self) -> bool:
        return bool(self._entries.parts[0].title)

    def _n_lines(self) -> int:
        after = bool(self._layout.hints) + self._has_solutions()
        if self._has_chapters():
            return len(self._entries.parts) + after
        return -(-len(self._entries.all) // _LINE_OF_CONTENTS) + after

    def _chapters(self, leaves: Sequence[Leaf]) -> tuple[tuple[str, int, int], ...]:
        pages = {leaf.start: at for at, leaf in enumerate(leaves, 1) if leaf.kind == "chapter"}
        return tuple(
            (part.title, pages[number], part.n_puzzles)
            for number, part in enumerate(self._entries.parts)
            if number in pages
        )

    def _contents(self, plan: Plan) -> list[ContentsLine]:
        lines = [ContentsLine(title, page) for title, page, _ in plan.chapters]
        if not lines:
            lines = [*self._lines_of_puzzles(plan)]
        for kind, title in (("hints", "Hints"), ("solutions", "Solutions")):
            page = next((at for at, leaf in enumerate(plan.leaves, 1) if leaf.kind == kind), 0)
            lines += [ContentsLine(title, page)] if page else []
        return lines

    def _lines_of_puzzles(self, plan: Plan) -> Iterator[ContentsLine]:
        entries = self._entries.all
        pages = page_of_puzzles(plan.leaves)
        for start in range(0, len(entries), _LINE_OF_CONTENTS):
            last = min(start + _LINE_OF_CONTENTS, len(entries)) - 1
            first_number, last_number = entries[start].number, entries[last].number
            span = f"{first_number}–{last_number}" if last > start else str(first_number)
            word = "Puzzles" if last > start else "Puzzle"
            yield ContentsLine(f"{word} {span}", pages(start))


def page_of_puzzles(leaves: Sequence[Leaf]) -> Callable[[int], int]:
    """Return a function that takes the index of a puzzle, and returns the number of its page."""
    pages: dict[int, int] = {}
    for number, leaf in enumerate(leaves, 1):
        if leaf.kind == "puzzles":
            pages.update(dict.fromkeys(range(leaf.start, leaf.stop), number))
    return pages.__getitem__
