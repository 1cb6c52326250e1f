"""Naked subsets: k cells of a house that have only k digits between them."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._sight import each_can_be, lie_in
from pandoku.techniques._technique import Technique
from pandoku.words import Words, with_capital

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    cells = w.cells(w.with_role())
    return f"{w.digits(w.digits_of())} at {cells} in {w.house_names(w.houses)}"


def _reason(w: Words) -> Iterator[str]:
    cells, digits = w.with_role(), w.digits_of()
    size, all_cells = w.number(len(cells)), with_capital(lie_in(w, cells, w.houses))
    yield f"{each_can_be(w, cells)}."
    if len(cells) == 2:
        yield (
            f"{all_cells}, so one of them is {w.digit(digits[0])} and the other is "
            f"{w.digit(digits[1])}."
        )
        return
    between = f"{size} cells that have only {size} digits between them"
    yield f"{all_cells}: {between}, {w.digits(digits)}."
    yield "Each of these digits must go into one of these cells."


_WORDS = {2: "pair", 3: "triple", 4: "quad"}
_COUNTS = {2: "two", 3: "three", 4: "four"}
_WHY = (
    "the cells of a house hold different digits. When some cells have only as many digits as there "
    "are cells, they use up all of these digits, and no other cell of the house can hold one."
)


def _naked(size: int, weight: float, *aliases: str) -> Technique:
    word, count = _WORDS[size], _COUNTS[size]
    return Technique(
        name=f"naked-{word}",
        aliases=aliases,
        summary=f"{count} cells of a house have only {count} digits between them: no other cell of "
        "the house has one of these",
        find=finder(f"naked-{word}"),
        weight=weight,
        what=_what,
        reason=_reason,
        look_for=f"{count} cells of a house that have only {count} candidates between them"
        f"{'; not every cell needs to have all of them' * (size > 2)}.",
        why=_WHY,
    )


def _locked(size: int, weight: float, *aliases: str) -> Technique:
    word = _WORDS[size]
    return Technique(
        name=f"locked-{word}",
        aliases=aliases,
        summary=f"a naked {word} in two houses at once: it uses up its digits in both",
        find=finder(f"locked-{word}"),
        weight=weight,
        what=_what,
        reason=_reason,
        look_for=f"{_COUNTS[size]} cells where a box and a line cross that have only "
        f"{_COUNTS[size]} candidates between them.",
        why=_WHY + " Cells that share two houses do so in both.",
    )


TECHNIQUES = (
    _locked(2, 3.0),
    _locked(3, 3.6, "locked triplet"),
    _naked(2, 3.0, "conjugate pair of cells", "disjoint pair"),
    _naked(3, 3.6, "naked triplet"),
    _naked(4, 5.0, "naked quadruple", "naked quadruplet"),
)
