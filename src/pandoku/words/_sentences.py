"""Words that need no step: lists, sentences and the names of houses."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pandoku.model import House

__all__ = ["house_names", "joined", "sentence", "with_capital"]


def joined(parts: Iterable[str], last: str = "and") -> str:
    """Return "a", "a and b", "a, b and c".

    >>> joined(["r1c1", "r1c2", "r2c3"])
    'r1c1, r1c2 and r2c3'
    """
    *first, end = list(parts) or ["nothing"]
    return f"{', '.join(first)} {last} {end}" if first else end


def with_capital(text: str) -> str:
    """Return *text* as the start of a sentence; the name of a cell stays as it is.

    >>> with_capital("row 1 is full"), with_capital("r1c1 is empty")
    ('Row 1 is full', 'r1c1 is empty')
    """
    is_cell = text[:1] == "r" and text[1:2].isdigit()
    return text if is_cell else text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Return *text* as a sentence, with a capital and a full stop.

    >>> sentence("the cage is full"), sentence("r1c1 is empty")
    ('The cage is full.', 'r1c1 is empty.')
    """
    return f"{with_capital(text)}."


def house_names(houses: Sequence[House], last: str = "and") -> str:
    """Return "rows 2 and 5", or "row 2 and box 1" when the kinds differ."""
    if len(houses) > 1 and len({house.kind for house in houses}) == 1:
        kind = "boxes" if houses[0].kind == "box" else f"{houses[0].kind}s"
        return f"{kind} {joined((str(house.number) for house in houses), last)}"
    return joined((house.name for house in houses), last)
