"""House fillings: cages and cells share the digits of a house, which excludes some fillings."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._cage_fillings import by_digit
from pandoku.techniques._cage_slips import TWO_CAGES_SLIPS
from pandoku.techniques._house_parts import cases_of, part_goal
from pandoku.techniques._sight import each_can_be
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, cage_names, sentence
from pandoku.words.claims import Impossible, Inside

__all__ = ["TECHNIQUES"]


def _single_cells(w: Words) -> list[int]:
    """Return the cells of the pattern that are not in any cage of the step."""
    in_cages = {c for fact in w.step.facts.cages for c in w.puzzle.cages[fact.cage].cells}
    return [cell for cell in w.with_role() if cell not in in_cages]


def _what(w: Words) -> str:
    cages = cage_names(w, [fact.cage for fact in w.step.facts.cages])
    alone = _single_cells(w)
    if w.is_brief:
        return w.house(w.houses[0])
    beside = f"with {w.cells(alone)}" if alone else "together"
    return f"{cages} {beside} in {w.houses[0].phrase}"


def _reason(w: Words) -> Iterator[str]:
    house, cells = w.houses[0], tuple(w.with_role())
    alone, cages = _single_cells(w), tuple(fact.cage for fact in w.step.facts.cages)
    for fact in w.step.facts.cages:
        yield part_goal(w, fact)
    if alone:
        yield sentence(each_can_be(w, alone))
    text = f"all these cells are in {w.house(house)}, so no two of them hold the same digit"
    yield w.said(sentence(text), Inside(cells, (w.index(house),)))
    cases = cases_of(w, alone)
    yield from cases
    if cases and all(cell in alone for cell, _ in w.step.eliminations):
        return
    claims = [Impossible((pair,), cells=cells, cages=cages) for pair in w.step.eliminations]
    gone = by_digit(w, w.step.eliminations, "or")
    no_way = "That leaves no way with" if cases else "No way to fill them all has"
    yield w.said(f"{no_way} {gone}.", *claims)


TECHNIQUES = (
    Technique(
        name="house-fillings",
        aliases=("cages of a house together", "combinations of a house"),
        summary="the cages of a house share its digits, which rules out some ways to fill one of "
        "them",
        find=finder("house-fillings"),
        slips=TWO_CAGES_SLIPS,
        weight=7.4,
        what=_what,
        reason=_reason,
        when="When a house consists of a few cages with few combinations.",
        scan=(
            Glance("Take a row, column or box with several cages inside.", "houses"),
            Glance(
                "List the combinations of each cage. Begin with the cage that has the fewest.",
                "rules",
            ),
            Glance(
                "Suppose one of its combinations, and cross out its digits in the next cage, and "
                "so on.",
                "cells",
            ),
            Glance(
                "If a cage is left without a combination, cross out the first one. Remove each "
                "candidate that no other combination has.",
                "step",
            ),
        ),
        look_for="a row, column or box in which several cages have few combinations of much the "
        "same digits. Take a way to fill one of them, and see what it leaves for the next.",
        why="the cells of a house hold different digits. If a way to fill a cage leaves no way to "
        "fill the other cages and cells, it is impossible. A candidate that is in none of the "
        "other ways is false.",
    ),
)
