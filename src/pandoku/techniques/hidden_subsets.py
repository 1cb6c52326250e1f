"""Hidden subsets: k digits that can only be in k cells of a house."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    return f"{w.digits(w.digits_of())} at {w.cells(w.with_role())} in {w.houses[0].name}"


def _reason(w: Words) -> Iterator[str]:
    cells, digits = w.with_role(), w.digits_of()
    size = w.number(len(cells))
    yield f"In {w.houses[0].name}, {w.digits(digits)} can go nowhere but {w.cells(cells)}."
    yield f"That is {size} cells for {size} digits: each of the cells takes one of these digits."
    yield "No other digit has room in these cells."


_WORDS = {2: "pair", 3: "triple", 4: "quad"}


def _hidden(size: int, *aliases: str) -> Technique:
    word = _WORDS[size]
    return Technique(
        name=f"hidden-{word}",
        aliases=aliases,
        summary=f"{size} digits have only {size} cells of a house between them: other digits go "
        "from these cells",
        find=finder(f"hidden-{word}"),
        what=_what,
        reason=_reason,
        look_for=f"{size} digits that occur in only {size} cells of a house, among other "
        "candidates; a digit need not occur in all of them.",
        why="a house holds every digit. When k digits have only k cells to go to, they use up "
        "these cells, and no other digit fits there.",
    )


TECHNIQUES = (
    _hidden(2, "unique pair"),
    _hidden(3, "hidden triplet"),
    _hidden(4, "hidden quadruple", "hidden quadruplet"),
)
