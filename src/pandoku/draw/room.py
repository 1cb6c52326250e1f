"""The room of a page: how many sections of a path it has, and which of them have pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from typing import NamedTuple

from pandoku.draw.handout import Block
from pandoku.draw.sections import block_section
from pandoku.draw.sheet import Sheet

__all__ = ["Told", "told_of"]

# Characters: of all sections together, the most of them that are kept for pictures, and the size
# that few pictures are below.
_MOST, _FOR_PICTURES, _PICTURE = 900_000, 320_000, 3_000


class Told(NamedTuple):
    """What a page tells of a path.

    Attributes:
        sheet: The pictures.
        sections: Those of the first blocks of the path.
        n_bare: How many of them are of a step worth reading, but have no room for its picture.
    """

    sheet: Sheet
    sections: list[str]
    n_bare: int


def told_of(parts: Sequence[Block], count: int) -> Told:
    """Return the sections of the first blocks of a path, as many as there is room for.

    All of them have pictures, or else the most worthwhile: the first step of each technique, then
    the second of each, and so on; last the boards that are for the screen only.

    Args:
        parts: The path.
        count: The number of steps.
    """
    words = [len(section) for section in _drawn(Sheet(), parts, count, ())]
    told = parts[: _told(words)]
    wanted = _by_worth(told)[: _MOST // _PICTURE]
    while True:
        sheet = Sheet()
        sections = _drawn(sheet, told, count, {*wanted})
        over = sum(map(len, sections)) - _MOST
        if over <= 0 or not wanted:
            worth = {at for at, part in enumerate(told) if not part.is_routine}
            return Told(sheet, sections, len(worth - {*wanted}))
        while over > 0 and wanted:
            dropped = wanted.pop()
            over -= len(sections[dropped]) - words[dropped]


def _drawn(sheet: Sheet, parts: Sequence[Block], count: int, pictured: Container[int]) -> list[str]:
    last = len(parts) - 1
    return [
        block_section(sheet, part, count, pictured=at in pictured, is_last=at == last)
        for at, part in enumerate(parts)
    ]


def _told(words: Sequence[int]) -> int:
    """Return how many sections there is room for, by the length of each without a picture."""
    size = 0
    for at, length in enumerate(words):
        size += length
        if size + min((at + 1) * _PICTURE, _FOR_PICTURES) > _MOST:
            return at
    return len(words)


def _by_worth(parts: Sequence[Block]) -> list[int]:
    """Return the positions of blocks, those first whose pictures are most worthwhile."""
    seen = Counter[str]()
    ranks = []
    for at, part in enumerate(parts):
        technique = part.taken[0].step.technique
        if part.is_routine:
            rank = 1 if part.is_long or at == len(parts) - 1 else len(parts)
        else:
            rank = seen[technique]
            seen[technique] += 1
        ranks.append((rank, at))
    return [at for _, at in sorted(ranks)]
