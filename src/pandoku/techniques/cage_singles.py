"""Cage singles: a cage's last empty cell, or its only cell for a digit."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._cage_sets import told_sets
from pandoku.techniques._cage_slips import CAGE_HIDDEN_SINGLE_SLIPS, CAGE_SINGLE_SLIPS
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, arithmetic, cage_of, sentence, target_words, told_fillings
from pandoku.words.claims import CageNeeds, CagePlaces, Fillings, Inside, Only, Placed

__all__ = ["TECHNIQUES"]

_FEW = 8  # maximum number of fillings to list


def _single(w: Words) -> Iterator[str]:
    name, cage, fact = cage_of(w)
    ((cell, digit),) = w.step.placements
    claim = Fillings(fact.cage, (cell,), ((digit,),))
    if len(cage.cells) == 1:
        yield w.said(sentence(f"{name} has one cell, which holds its target"), claim)
        return
    others = [other for other in cage.cells if other != cell]
    placed = (Placed(other, w.board.digits[other]) for other in others)
    held = w.digits(w.board.digits[other] for other in others)
    holds = f"its other cell holds {held}" if len(others) == 1 else f"its other cells hold {held}"
    yield w.said(
        f"{w.cell(cell)} is the only empty cell of {name}.",
        Only((cell,), w.board.candidates(cell)),
        claim,
    )
    yield w.said(f"The cage {target_words(cage)}, and {holds}.", *placed)
    yield w.said(f"Only {digit} fits: {arithmetic(cage, fact.fillings[0])}.", claim)


def _hidden(w: Words) -> Iterator[str]:
    name, cage, fact = cage_of(w)
    ((cell, digit),) = w.step.placements
    yield w.said(sentence(f"{name} {target_words(cage)}"), Inside(cage.cells, (), (fact.cage,)))
    yield from told_sets(w)
    yield w.said(f"Every way to fill it has {digit}.", CageNeeds(fact.cage, digit))
    others = (c for c in cage.cells if c != cell and not w.board.digits[c])
    if any(digit in w.board.candidates(other) for other in others) and (
        told := told_fillings(w, most=_FEW)
    ):
        yield "Cells that see each other hold different digits."
        yield told
    yield w.said(
        f"{w.cell(cell)} is the only cell of the cage that can hold {digit}.",
        CagePlaces(fact.cage, digit, (cell,)),
    )


TECHNIQUES = (
    Technique(
        name="cage-single",
        aliases=("freebie", "last cell of a cage"),
        summary="one cell of a cage is empty: the target determines its digit",
        find=finder("cage-single"),
        slips=CAGE_SINGLE_SLIPS,
        weight=1.9,
        what=lambda w: f"{w.cell(w.step.placements[0][0])} in {cage_of(w)[0]}",
        reason=_single,
        in_short=lambda w: f"{w.outcome()}, last cell of {cage_of(w)[0]}",
        when="First of all, and again after each digit that you write into a cage.",
        scan=(
            Glance("Find a cage with a single empty cell, or a cage of one cell.", "rules"),
            Glance(
                "Add up the digits in its other cells, or multiply them in a × cage.",
                "cells",
            ),
            Glance("Write the digit that completes the target.", "step"),
        ),
        look_for="a cage of one cell, or a cage with only one empty cell.",
        why="the digits of a cage reach its target; when all others are known, only one digit "
        "completes them.",
    ),
    Technique(
        name="cage-hidden-single",
        aliases=("hidden single in a cage",),
        summary="a cage needs a digit, and one of its cells can hold it",
        find=finder("cage-hidden-single"),
        slips=CAGE_HIDDEN_SINGLE_SLIPS,
        weight=2.6,
        what=lambda w: (
            f"only {w.cell(w.step.placements[0][0])} can hold "
            f"{w.step.placements[0][1]} in {cage_of(w)[0]}"
        ),
        reason=_hidden,
        in_short=lambda w: f"{w.outcome()}, only place in {cage_of(w)[0]}",
        when="After combinations, in cages that have only one or two of them left.",
        scan=(
            Glance("List the combinations of a cage. Take a digit that all of them have.", "rules"),
            Glance(
                "Go through the cells of the cage, and cross out those that cannot be this digit.",
                "cells",
            ),
            Glance("If one cell is left, write the digit.", "step"),
        ),
        look_for="a digit in all combinations of a cage that only one of its cells has as a "
        "candidate.",
        why="a digit that is in every way to fill the cage is in the cage; when only one cell can "
        "take it, that is its place.",
    ),
)
