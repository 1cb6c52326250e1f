"""Naked subsets: k cells of a house that have only k digits between them."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    cells = w.cells(w.with_role())
    return f"{w.digits(w.digits_of())} at {cells} in {w.house_names(w.houses)}"


def _reason(w: Words) -> Iterator[str]:
    cells, digits = w.with_role(), w.digits(w.digits_of())
    size = w.number(len(cells))
    yield f"{w.cells(cells)} all lie in {w.house_names(w.houses)}."
    yield f"Between them they have only {digits} as candidates."
    yield f"That is {size} digits for {size} cells: each of the digits is in one of these cells."
    each = "that house" if len(w.houses) == 1 else "either house"
    yield f"No other cell of {each} can hold any of them."


_WORDS = {2: "pair", 3: "triple", 4: "quad"}
_WHY = (
    "k cells of one house need k different digits. When only k are left for them, they use up "
    "these digits, and no other cell of the house can hold one."
)


def _naked(size: int, *aliases: str) -> Technique:
    word = _WORDS[size]
    return Technique(
        name=f"naked-{word}",
        aliases=aliases,
        summary=f"{size} cells of a house have only {size} digits between them: these go from its "
        "other cells",
        find=finder(f"naked-{word}"),
        what=_what,
        reason=_reason,
        look_for=f"{size} cells of a house that have only {size} candidates between them; a cell "
        "need not have all of them.",
        why=_WHY,
    )


def _locked(size: int, *aliases: str) -> Technique:
    word = _WORDS[size]
    return Technique(
        name=f"locked-{word}",
        aliases=aliases,
        summary=f"a naked {word} in two houses at once: its digits go from both",
        find=finder(f"locked-{word}"),
        what=_what,
        reason=_reason,
        look_for=f"{size} cells where a box and a line cross that have only {size} candidates "
        "between them.",
        why=_WHY + " Cells that share two houses use up their digits in both.",
    )


TECHNIQUES = (
    _locked(2),
    _locked(3, "locked triplet"),
    _naked(2, "conjugate pair of cells", "disjoint pair"),
    _naked(3, "naked triplet"),
    _naked(4, "naked quadruple", "naked quadruplet"),
)
