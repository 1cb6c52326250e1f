"""What the cages and cells of a house make false together within a branch."""

from __future__ import annotations

from collections.abc import Callable

from pandoku.model import Step
from pandoku.techniques._cage_branches import are_not, either
from pandoku.words import Words, cage_names
from pandoku.words.claims import Entails

__all__ = ["implied_by_house"]

Pair = tuple[int, int]


def implied_by_house(w: Words, step: Step, number: Callable[[Pair], str]) -> str:
    """Return what a house makes false: "then r1c1 is not 5: every way to fill row 1 and ...".

    Args:
        w: The words of the whole chain.
        step: The implication.
        number: Returns the number of the implication that makes a candidate true or false.
    """
    off = tuple((cell, digit) for cell, digit, role in step.facts.candidates if role == "off")
    those = "that" if len(step.eliminations) == 1 else "one of these"
    house = w.house(step.facts.houses[0])
    cages = cage_names(w, (fact.cage for fact in step.facts.cages))
    what = f"{house} with {cages}" if cages else house
    ways = f"every way to fill {what} with {those} has {either(w, off, number)}"
    why = ways if off else f"no way to fill {what} has {those}"
    premises = tuple((*pair, False) for pair in off)
    parts = tuple(fact.cage for fact in step.facts.cages)
    house_at = (w.index(step.facts.houses[0]),)
    claims = (
        Entails(premises, (*gone, False), houses=house_at, cages=parts)
        for gone in step.eliminations
    )
    return w.said(f"then {are_not(w, step.eliminations)}: {why}", *claims)
