"""Running text: blocks below each other, on any number of pages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from pandoku.draw.items import Drawing
from pandoku.draw.pdf import Column, Ink, Typeface
from pandoku.press.items import Item, RulesOnPage, Words
from pandoku.press.layout import Area

__all__ = ["Passage", "Type", "flow", "height_of", "put", "rule_passages", "text_passages"]

_BASE = 0.78  # distance from the top of a line to its baseline, relative to its height


class Type(NamedTuple):
    """A style of text: its font size and the distance of its lines, in points."""

    size: float
    leading: float
    bold: bool = False


@dataclass(frozen=True, slots=True)
class Passage:
    """An unbreakable block of text.

    Attributes:
        height: Height in points.
        items: Returns the items of the block, given its upper left corner.
        space: Space above the block, except at the top of a page.
        with_next: Whether the next block must be on the same page.
    """

    height: float
    items: Callable[[float, float], Sequence[Item]]
    space: float = 0.0
    with_next: bool = False


def text_passages(
    face: Typeface,
    text: str,
    width: float,
    type_: Type,
    *,
    space: float = 0.0,
    indent: float = 0.0,
    with_next: bool = False,
) -> list[Passage]:
    """Return a paragraph with a block for each line, so that it can continue on the next page."""
    lines = face.wrapped(text, type_.size, width - indent, bold=type_.bold)
    return [
        Passage(
            type_.leading,
            _line(line, type_, indent),
            space if at == 0 else 0.0,
            with_next or at == 0 < len(lines) - 1 or at == len(lines) - 2,
        )
        for at, line in enumerate(lines)
    ]


def _line(line: str, type_: Type, indent: float) -> Callable[[float, float], Sequence[Item]]:
    def items(x: float, y: float) -> Sequence[Item]:
        return (Words(line, x + indent, y - _BASE * type_.leading, type_.size, type_.bold),)

    return items


def rule_passages(
    face: Typeface, drawing: Drawing, width: float, size: float, ink: Ink
) -> list[Passage]:
    """Return the rules of a drawing's constraints, each with a sample of its sign."""
    column = Column(width, face, ink)
    if drawing.legend:
        column.add_keys(drawing.legend, size)
    if drawing.caption:
        column.add_words(drawing.caption, size, 1.35 * size)
    return [Passage(column.height, lambda x, y: (RulesOnPage(column, x, y),), 3.0)] * bool(
        column.height
    )


def height_of(blocks: Iterable[Passage]) -> float:
    """Return the total height of blocks, including the space above them."""
    return sum(block.height + block.space for block in blocks)


def put(blocks: Sequence[Passage], x: float, y: float) -> list[Item]:
    """Return the items of blocks below each other, starting at (x, y)."""
    items: list[Item] = []
    for at, block in enumerate(blocks):
        y -= block.space if at else 0.0
        items += block.items(x, y)
        y -= block.height
    return items


def flow(blocks: Iterable[Passage], area: Area) -> list[list[Passage]]:
    """Distribute blocks over pages, and return the blocks of each page, at least one page."""
    pages: list[list[Passage]] = [[]]
    used = 0.0
    for group in _together(blocks):
        needed = height_of(group)
        if pages[-1] and used + needed > area.height + 1e-6:
            pages.append([])
            used = 0.0
        for block in group:
            more = block.height + (block.space if pages[-1] else 0.0)
            if pages[-1] and used + more > area.height + 1e-6:
                pages.append([])
                used, more = 0.0, block.height
            pages[-1].append(block)
            used += more
    return pages


def _together(blocks: Iterable[Passage]) -> list[list[Passage]]:
    """Return groups of blocks that stay together if they fit on a page."""
    groups: list[list[Passage]] = [[]]
    for block in chain(blocks):
        groups[-1].append(block)
        if not block.with_next:
            groups.append([])
    return [group for group in groups if group]
