"""Empty rectangle: all places of a digit in a box lie in one row and one column of it."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    (digit,) = w.digits_of()
    box, met, other, _ = w.houses[:4]
    links = w.with_role("link")
    pairs = " and ".join(f"{w.cell(a)}, {w.cell(b)}" for a, b in _pairs(links))
    return f"{digit} in {box.name} along {met.name} and {other.name}, with the link {pairs}"


def _pairs(cells: list[int]) -> list[tuple[int, int]]:
    return list(zip(cells[::2], cells[1::2], strict=True))


def _reason(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    places = w.cells(w.with_role("pattern"))
    for number, (near, far) in enumerate(_pairs(w.with_role("link"))):
        box, met, other, link = w.houses[4 * number : 4 * number + 4]
        n, f = w.cell(near), w.cell(far)
        if number:
            yield "The same box does it once more."
        yield (f"In {box.name}, {digit} can only be at {places}: in {met.name} or in {other.name}.")
        yield f"If it is not in {other.name} there, it is in {met.name}, and {n} is not {digit}."
        yield f"In {link.name}, {digit} can only be at {n} or {f}, so {f} is {digit} then."
        yield f"So {digit} is at {f}, or in the part of {other.name} that lies in {box.name}."
        yield f"A cell of {other.name} outside {box.name} that sees {f} cannot be {digit}."


_LOOK_FOR = (
    "a box whose places for a digit lie in one row and one column, and a line outside it with "
    "two places for the digit, one of them in that row or column."
)
_WHY = (
    "the box has the digit in the row or in the column. If it is in the one that the strong link "
    "meets, the link has the digit at its far end; otherwise it is in the other one."
)

TECHNIQUES = (
    Technique(
        name="dual-empty-rectangle",
        summary="two empty rectangles in one box",
        find=finder("dual-empty-rectangle"),
        what=_what,
        reason=_reason,
        look_for=_LOOK_FOR + " Then look for a second such line.",
        why=_WHY,
    ),
    Technique(
        name="empty-rectangle",
        aliases=("hinge",),
        summary="a digit's places in a box lie in a row and a column of it, and a link meets one",
        find=finder("empty-rectangle"),
        what=_what,
        reason=_reason,
        look_for=_LOOK_FOR,
        why=_WHY,
    ),
)
