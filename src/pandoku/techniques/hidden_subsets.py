"""Hidden subsets: k digits that can only be in the same k cells of a house."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.model import Board, Notes, Step
from pandoku.techniques._place_slips import hidden_subset_slips
from pandoku.techniques._sight import since
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words
from pandoku.words.claims import Places

__all__ = ["TECHNIQUES"]


def _reason(w: Words) -> Iterator[str]:
    cells, digits, house = w.with_role(), w.digits_of(), w.houses[0]
    size = w.number(len(cells))
    claims = (Places(w.index(house), digit, tuple(cells)) for digit in digits)
    others = [cell for cell in house.cells if cell not in cells]
    yield w.said(
        f"In {w.house(house)}, {w.digits(digits)} can only be at {w.cells(cells)}"
        f"{since(w, others, digits)}.",
        *claims,
    )
    if len(cells) == 2:
        yield (
            f"One of these cells is {w.digit(digits[0])} and the other is {w.digit(digits[1])}, "
            f"so there is no room "
            "for anything else in them."
        )
    else:
        yield (
            f"That is {size} cells for {size} digits: each of the cells holds one of them, and "
            "there is no room for anything else."
        )


_WORDS = {2: "pair", 3: "triple", 4: "quad"}
_COUNTS = {2: "two", 3: "three", 4: "four"}
_WHEN = {
    2: "After naked pairs, in houses where two digits have fewer places than the others.",
    3: "After naked triples, in houses with seven or more empty cells.",
    4: "After naked quads, in houses where nearly all cells are empty.",
}
_PAIR = (
    Glance(
        "Take a house with many candidates. Count the places of each digit that it still needs.",
        "houses",
    ),
    Glance("Find two digits that have two places each, in the same two cells.", "cells"),
    Glance(
        "Check that neither digit has a third place in the house. The cells may have as many "
        "other candidates as they like.",
        "pattern",
    ),
    Glance("Remove all other candidates from the two cells.", "step"),
)


def _larger(size: int) -> tuple[Glance, ...]:
    count = _COUNTS[size]
    return (
        Glance(
            "Take a house with many candidates. Count the places of each digit that it still "
            "needs.",
            "houses",
        ),
        Glance(
            "Take the digit with the fewest places. Add digits that bring few new cells, until "
            f"you have {count} digits.",
            "cells",
        ),
        Glance(
            f"Count the cells: {count} digits must have {count} cells between them. Not every "
            "digit needs to be in all of them.",
            "pattern",
        ),
        Glance(f"Remove all other candidates from the {count} cells.", "step"),
    )


def _is_in_box(step: Step, _board: Board, _notes: Notes) -> bool:
    return step.facts.houses[0].kind in ("box", "region")


def _hidden(size: int, weight: float, *aliases: str) -> Technique:
    word, count = _WORDS[size], _COUNTS[size]
    return Technique(
        name=f"hidden-{word}",
        aliases=aliases,
        summary=f"{count} digits have only {count} cells of a house between them: no other digit "
        "fits there",
        find=finder(f"hidden-{word}"),
        slips=hidden_subset_slips(size),
        weight=weight,
        what=lambda w: (
            f"{w.digits(w.digits_of())} at {w.cells(w.with_role())} in {w.house(w.houses[0])}"
        ),
        reason=_reason,
        noted="small" if size == 2 else "lists",
        with_notes=_is_in_box if size == 2 else None,
        when=_WHEN[size],
        scan=_PAIR if size == 2 else _larger(size),
        look_for=f"{count} digits that can only be in the same {count} cells of a house, which "
        f"have other candidates too{'; not every digit needs to be in all of them' * (size > 2)}.",
        why=f"the house needs the {count} digits, and only these {count} cells can hold them. So "
        "each of the cells holds one of the digits, and nothing else.",
    )


TECHNIQUES = (
    _hidden(2, 3.4, "unique pair"),
    _hidden(3, 4.0, "hidden triplet"),
    _hidden(4, 5.4, "hidden quadruple", "hidden quadruplet"),
)
