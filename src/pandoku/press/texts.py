"""Pages of text: titles, rules, contents and hints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pandoku.draw.layout import Area
from pandoku.draw.pdf import Typeface
from pandoku.errors import PressError
from pandoku.logic import hint
from pandoku.model import Board, Marks, Puzzle
from pandoku.press.entries import BookPart
from pandoku.press.items import (
    Item,
    Passage,
    Type,
    Words,
    heading_type,
    text_passages,
)
from pandoku.press.plan import Sizes, Titles

__all__ = [
    "ContentsLine",
    "chapter_parts",
    "contents_passages",
    "copyright_words",
    "cut",
    "first_hints",
    "hint_passages",
    "title_parts",
]

_TITLE, _SUBTITLE, _AUTHOR = 28.0, 16.0, 12.0
_HEADING_SPACE, _PARAGRAPH_SPACE = 14.0, 6.0


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


# ------------------------------------------------------------------ contents


def contents_passages(
    lines: Sequence[ContentsLine], width: float, sizes: Sizes, face: Typeface
) -> list[Passage]:
    """Return the table of contents.

    The table can be planned before the page numbers are known, because they do not affect its
    height.
    """
    text = Type(*sizes.text)
    blocks = text_passages(face, "Contents", width, heading_type(text, 1.6), with_next=True)
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
    blocks = text_passages(face, "Hints", width, heading_type(text, 1.6), with_next=True)
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
