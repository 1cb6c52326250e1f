"""The limits of a page: the sections of a path that fit, and the sections with pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from typing import NamedTuple

from pandoku.draw.handout import Block
from pandoku.draw.sections import block_section
from pandoku.draw.sheet import Sheet

__all__ = ["Told", "told_of"]

# Characters: the limit of all sections together, the most that is reserved for pictures, and a size
# that most pictures exceed.
_MOST, _FOR_PICTURES, _PICTURE = 900_000, 320_000, 3_000


class Told(NamedTuple):
    """The sections of a page about a path.

    Attributes:
        sheet: The pictures.
        sections: The sections of the first blocks of the path.
        n_bare: Number of steps worth reading that have no picture, for lack of room.
    """

    sheet: Sheet
    sections: list[str]
    n_bare: int


def told_of(parts: Sequence[Block], count: int) -> Told:
    """Return the sections of as many blocks of a path as fit on a page.

    If there is not enough room for all pictures, the most useful blocks get one: the first step of
    each technique, then the second step of each, and so on. Boards that are only for the screen
    come last.

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
    """Return the number of sections that fit, from the length of each without a picture."""
    size = 0
    for at, length in enumerate(words):
        size += length
        if size + min((at + 1) * _PICTURE, _FOR_PICTURES) > _MOST:
            return at
    return len(words)


def _by_worth(parts: Sequence[Block]) -> list[int]:
    """Return the positions of blocks in order of the usefulness of their pictures."""
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
