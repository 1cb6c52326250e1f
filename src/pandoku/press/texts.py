"""Pages of text: titles, rules, contents and hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from pandoku.draw import draw
from pandoku.draw.decorated import margins_of
from pandoku.draw.items import Drawing
from pandoku.draw.layout import Area
from pandoku.draw.pdf import Ink, Typeface, too_small
from pandoku.errors import PressError
from pandoku.logic import hint
from pandoku.model import Board, Marks, Puzzle
from pandoku.press.entries import BookPart, Entry
from pandoku.press.items import (
    Item,
    Passage,
    Picture,
    Type,
    Words,
    rule_passages,
    solution_drawing,
    text_passages,
)
from pandoku.press.plan import Sizes, Titles
from pandoku.words import kind_name, rules_text, with_capital

__all__ = [
    "ContentsLine",
    "chapter_parts",
    "contents_passages",
    "copyright_words",
    "cut",
    "first_hints",
    "hint_passages",
    "rules_passages",
    "title_parts",
]

_TITLE, _SUBTITLE, _AUTHOR = 28.0, 16.0, 12.0
_HEADING_SPACE, _PARAGRAPH_SPACE = 14.0, 6.0
_EXAMPLE, _LARGE_EXAMPLE = 110.0, 240.0  # points: minimum side of an example
# Points: space between an example and its solution, and font size of the label below them.
_BETWEEN, _LABEL = 24.0, 8.0
_LARGEST_EXAMPLE = 9  # maximum order of a puzzle that is used as an example


class ContentsLine(NamedTuple):
    """A line of the table of contents: a title and a page number."""

    title: str
    page: int


# ------------------------------------------------------------------ titles


def title_parts(titles: Titles) -> Sequence[tuple[str, float, bool]]:
    """Return the texts of the title page, each with its font size and whether it is bold."""
    return (
        (titles.title, _TITLE, True),
        (titles.subtitle, _SUBTITLE, False),
        (titles.author, _AUTHOR, False),
    )


def chapter_parts(part: BookPart) -> Sequence[tuple[str, float, bool]]:
    """Return the texts of the page before a chapter, as triples like those of `title_parts`."""
    count = f"{part.n_puzzles} puzzle{'s' * (part.n_puzzles != 1)}"
    return (part.title, _TITLE, True), (count, _AUTHOR, False)


def title_words(
    face: Typeface, parts: Sequence[tuple[str, float, bool]], area: Area, least: float
) -> list[Words]:
    """Return centered texts for a page. The first is a third of the way down.

    Args:
        face: The fonts.
        parts: The texts, each with its font size in points and whether it is bold. Empty texts are
            skipped.
        area: The area of the page.
        least: Minimum font size in points.

    Raises:
        PressError: The lines do not fit on the page.
    """
    middle, y = area.left + area.width / 2, area.top - area.height / 3
    words: list[Words] = []
    for text, usual, bold in parts:
        size = max(usual, least)
        for line in face.wrapped(text, size, area.width, bold=bold) if text else ():
            y -= 1.25 * size
            words.append(Words(line, middle, y, size, bold, "center"))
        y -= 0.6 * size if text else 0.0
    if words and words[-1].y < area.bottom:
        raise _too_long(parts[0][0])
    return words


def copyright_words(face: Typeface, text: str, area: Area, size: float) -> list[Words]:
    """Return a notice at the bottom of a page.

    Raises:
        PressError: The lines do not fit on the page.
    """
    paragraphs = [line for line in text.splitlines() if line.strip()]
    lines = [line for each in paragraphs for line in face.wrapped(each, size, area.width)]
    words = [
        Words(line, area.left, area.bottom + at * 1.4 * size, size)
        for at, line in enumerate(reversed(lines))
    ]
    if words and words[-1].y + size > area.top:
        raise _too_long(text)
    return words


def _too_long(text: str) -> PressError:
    return PressError(
        f"expected a text that fits on one page, found {len(text)} characters: {text[:40]!r}…"
    )


# ------------------------------------------------------------------ how to play


def rules_passages(
    entries: Sequence[Entry], width: float, sizes: Sizes, face: Typeface, ink: Ink
) -> list[Passage]:
    """Return the rules of each kind of puzzle, with an example of each kind."""
    text = Type(*sizes.text)
    blocks = text_passages(face, "How to play", width, _heading(text, 1.6), with_next=True)
    kinds: dict[str, list[Entry]] = {}
    for entry in entries:
        kinds.setdefault(kind_name(entry.puzzle), []).append(entry)
    for kind, some in kinds.items():
        title = _heading(text, 1.2)
        section = text_passages(face, with_capital(kind), width, title, space=_HEADING_SPACE)
        bare = (entry.puzzle.replace(further=(), words=None) for entry in some)
        paragraphs = dict.fromkeys(map(rules_text, bare))
        if any(cage.repeats and cage.clue for entry in some for cage in entry.puzzle.cages):
            repeats = "A digit may occur more than once in a cage, but not in one row or column."
            paragraphs[repeats] = None
        for paragraph in paragraphs:
            section += text_passages(face, paragraph, width, text, space=_PARAGRAPH_SPACE)
        section += _samples(some, width, text, face, ink)
        example = min(some, key=lambda entry: (entry.puzzle.order, entry.number))
        if example.solution is not None and example.puzzle.order <= _LARGEST_EXAMPLE:
            section += _example(example, width, face, ink)
        blocks += [replace(each, with_next=True) for each in section[:-1]]
        blocks.append(replace(section[-1], with_next=False))
    return blocks


def _heading(text: Type, factor: float) -> Type:
    return Type(text.size * factor, text.leading * factor, True)


def _samples(
    entries: Sequence[Entry], width: float, text: Type, face: Typeface, ink: Ink
) -> list[Passage]:
    """Return the rules of the constraints of all puzzles, without duplicate rules."""
    blocks: list[Passage] = []
    printed: set[str] = set()
    for entry in entries:
        if not entry.puzzle.further:
            continue
        drawing = draw(entry.puzzle, coordinates=False)
        new = replace(
            drawing,
            legend=tuple(key for key in drawing.legend if key.text not in printed),
            caption=drawing.caption if drawing.caption not in printed else "",
        )
        printed.update([*(key.text for key in new.legend), new.caption])
        blocks += rule_passages(face, new, width, text.size, ink)
    return blocks


def _example(entry: Entry, width: float, face: Typeface, ink: Ink) -> list[Passage]:
    """Return a puzzle and its solution as an example, side by side if the page is wide enough."""
    size = 16.0 if ink.large else _LABEL
    label = f"Puzzle {entry.number} and its solution"
    pictures = [
        _Sample.of(draw(entry.puzzle, coordinates=False), ink, face, is_large=ink.large),
        _Sample.of(
            solution_drawing(entry.puzzle, entry.solution),
            replace(ink, large=False, solution=True),
            face,
            is_large=ink.large,
        ),
    ]
    if max(each.width for each in pictures) > width:
        return []  # too narrow for a legible example
    is_wide = sum(each.width for each in pictures) + _BETWEEN <= width
    rows = [pictures] if is_wide else [[each] for each in pictures]
    passages = [
        Passage(max(each.height for each in row), _beside(row), _PARAGRAPH_SPACE + 4, True)
        for row in rows
    ]
    return [*passages, *text_passages(face, label, width, Type(size, 1.4 * size), space=2)]


class _Sample(NamedTuple):
    """A drawing with cells that are large enough to be legible."""

    drawing: Drawing
    ink: Ink
    cell: float
    margins: tuple[float, float, float, float]

    @classmethod
    def of(cls, drawing: Drawing, ink: Ink, face: Typeface, *, is_large: bool) -> _Sample:
        cell = (_LARGE_EXAMPLE if is_large else _EXAMPLE) / drawing.order
        found = too_small(drawing, cell, ink, face)
        if found is not None:
            cell *= 1.01 * found.least / found.size
        return cls(drawing, ink, cell, margins_of(drawing.shapes, drawing.order))

    @property
    def width(self) -> float:
        return (self.drawing.order + self.margins[0] + self.margins[2]) * self.cell

    @property
    def height(self) -> float:
        return (self.drawing.order + self.margins[1] + self.margins[3]) * self.cell


def _beside(row: Sequence[_Sample]) -> Callable[[float, float], Sequence[Item]]:
    def items(x: float, y: float) -> Sequence[Item]:
        pictures = list[Item]()
        for each in row:
            left, top, _, _ = each.margins
            place = x + left * each.cell, y - top * each.cell
            pictures.append(Picture(each.drawing, *place, each.cell, each.ink))
            x += each.width + _BETWEEN
        return pictures

    return items


# ------------------------------------------------------------------ contents


def contents_passages(
    lines: Sequence[ContentsLine], width: float, sizes: Sizes, face: Typeface
) -> list[Passage]:
    """Return the table of contents.

    The table can be planned before the page numbers are known, because they do not affect its
    height.
    """
    text = Type(*sizes.text)
    blocks = text_passages(face, "Contents", width, _heading(text, 1.6), with_next=True)
    for at, line in enumerate(lines):
        space = _HEADING_SPACE if at == 0 else 0.0
        title = cut(face, line.title, text.size, width - 50)
        blocks.append(Passage(text.leading, _contents_line(title, line.page, width, text), space))
    return blocks


def _contents_line(
    title: str, page: int, width: float, text: Type
) -> Callable[[float, float], Sequence[Item]]:
    def items(x: float, y: float) -> Sequence[Item]:
        base = y - 0.78 * text.leading
        return (
            Words(title, x, base, text.size),
            Words(str(page), x + width, base, text.size, align="right"),
        )

    return items


def cut(face: Typeface, text: str, size: float, width: float, *, bold: bool = False) -> str:
    """Return a text. If it is wider than *width* points, it is cut and ends with "…"."""
    text = " ".join(text.split())
    if face.width(text, size, bold=bold) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if face.width(text[:middle].rstrip() + "…", size, bold=bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…" if low else ""


# ------------------------------------------------------------------ hints


def first_hints(puzzle: Puzzle, count: int, level: int) -> list[str]:
    """Return the first hints of a puzzle. Each hint is for the board after the previous hints."""
    board, texts = Board.start(puzzle), list[str]()
    for _ in range(count):
        if all(board.digits):
            break
        marks = Marks(puzzle.order, center=board.masks)
        found = hint(board, level, marks=marks)
        whole = hint(board, 5, marks=marks)
        texts.append(str(found.text))
        if whole.step is None:
            break
        board = board.after(whole.step)
    return texts


def hint_passages(
    hints: Sequence[tuple[int, Sequence[str]]], width: float, sizes: Sizes, face: Typeface
) -> list[Passage]:
    """Return an appendix with the hints of all puzzles, in the order of the puzzle numbers."""
    text = Type(*sizes.text)
    blocks = text_passages(face, "Hints", width, _heading(text, 1.6), with_next=True)
    for number, texts in hints:
        for at, each in enumerate(texts):
            some = text_passages(
                face,
                each,
                width,
                text,
                space=_PARAGRAPH_SPACE if at == 0 else 0.0,
                indent=3 * text.size,
            )
            if at == 0:
                some[0] = _numbered(some[0], str(number), text)
            blocks += some
    return blocks


def _numbered(block: Passage, number: str, text: Type) -> Passage:
    def items(x: float, y: float) -> Sequence[Item]:
        label = Words(number, x, y - 0.78 * text.leading, text.size, bold=True)
        return (label, *block.items(x, y))

    return Passage(block.height, items, block.space, block.with_next)
