"""Naked subsets: k cells of a house that have only k digits between them."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.model import Board, Notes, Step
from pandoku.techniques._place_slips import locked_subset_slips, naked_subset_slips
from pandoku.techniques._sight import each_can_be, lie_in
from pandoku.techniques._teaching import Glance
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
_WHEN = {
    2: "After locked candidates, as soon as some cells have only two candidates.",
    3: "After pairs, in houses with five or more empty cells.",
    4: "After triples, in houses with seven or more empty cells.",
}
_PAIR = (
    Glance("Take a row, column or box with four or more empty cells.", "houses"),
    Glance("Find two cells with the same two candidates.", "cells"),
    Glance(
        "Check that neither cell has a third candidate. One cell takes one of the digits, and "
        "the other cell the other.",
        "pattern",
    ),
    Glance("Remove both digits from the rest of the house.", "step"),
)


def _why(count: str) -> str:
    return (
        f"the {count} cells hold {count} different digits, and they have no others to choose from. "
        "So they use up all of these digits, and no other cell of the house can hold one."
    )


def _are_listed(step: Step, board: Board, notes: Notes) -> bool:
    return all(notes.is_listed(cell, board) for cell, _, _ in step.facts.candidates)


def _naked(size: int, weight: float, *aliases: str) -> Technique:
    word, count = _WORDS[size], _COUNTS[size]
    return Technique(
        name=f"naked-{word}",
        aliases=aliases,
        summary=f"{count} cells of a house have only {count} digits between them: no other cell of "
        "the house has one of these",
        find=finder(f"naked-{word}"),
        slips=naked_subset_slips(size),
        weight=weight,
        what=_what,
        reason=_reason,
        noted="seen" if size == 2 else "lists",
        with_notes=_are_listed if size == 2 else None,
        when=_WHEN[size],
        scan=_PAIR if size == 2 else _larger(size),
        look_for=f"{count} cells of a house that have only {count} candidates between them"
        f"{'; not every cell needs to have all of them' * (size > 2)}.",
        why=_why(count),
    )


def _larger(size: int) -> tuple[Glance, ...]:
    count = _COUNTS[size]
    return (
        Glance("Take the houses with the most empty cells.", "houses"),
        Glance(
            "Pick a cell with two or three candidates. Add cells that bring few new digits, until "
            f"you have {count} cells.",
            "cells",
        ),
        Glance(
            f"Count their digits: {count} cells must have {count} digits between them. Not every "
            "cell needs to have all of them.",
            "pattern",
        ),
        Glance(f"Remove the {count} digits from the rest of the house.", "step"),
    )


def _locked(size: int, weight: float, *aliases: str) -> Technique:
    word, count = _WORDS[size], _COUNTS[size]
    return Technique(
        name=f"locked-{word}",
        aliases=aliases,
        summary=f"a naked {word} in two houses at once: it uses up its digits in both",
        find=finder(f"locked-{word}"),
        slips=locked_subset_slips(size),
        weight=weight,
        what=_what,
        reason=_reason,
        noted="seen" if size == 2 else "lists",
        with_notes=_are_listed if size == 2 else None,
        when=f"With naked {word}s: look first where a box and a line cross.",
        scan=(
            Glance("Go through the strips of cells where a box and a line cross.", "houses"),
            Glance(
                f"Find a strip with at least {count} empty cells that have few candidates.", "cells"
            ),
            Glance(f"Find {count} of them with only {count} digits between them.", "pattern"),
            Glance(
                f"Remove the {count} digits from the rest of the line and the rest of the box.",
                "step",
            ),
        ),
        look_for=f"{count} cells where a box and a line cross that have only "
        f"{count} candidates between them.",
        why=_why(count) + " The cells are in a box and in a line, so this is true for both houses.",
    )


TECHNIQUES = (
    _locked(2, 3.0),
    _locked(3, 3.6, "locked triplet"),
    _naked(2, 3.0, "conjugate pair of cells", "disjoint pair"),
    _naked(3, 3.6, "naked triplet"),
    _naked(4, 5.0, "naked quadruple", "naked quadruplet"),
)
