"""What houses make false within a branch: by the ways to fill one, and by the sum of some."""

from __future__ import annotations

from pandoku.model import Pair, Step
from pandoku.techniques._cage_branches import are_not, either, no_way
from pandoku.techniques._causes import Citation
from pandoku.techniques._known_totals import Known, come_to
from pandoku.words import Words, cage_names
from pandoku.words.claims import Entails, NoTotal, OneOf, Open, Total

__all__ = ["implied_by_house", "implied_by_sum"]


def implied_by_house(w: Words, step: Step, number: Citation) -> str:
    """Return what a house makes false: "then r1c1 is not 5: every way to fill row 1 and ..."."""
    off = _off(step)
    those = "that" if len(step.eliminations) == 1 else "one of these"
    house = w.house(step.facts.houses[0])
    parts = tuple(fact.cage for fact in step.facts.cages)
    way = f"way to fill {house} with {cage_names(w, parts)}" if parts else f"way to fill {house}"
    house_at = (w.index(step.facts.houses[0]),)
    if any(role == "contradiction" for _, _, role in step.facts.candidates):
        why = f"as there is no {way}"
        if off:
            why += f": every way has {either(w, off, number)}"
        still_open = (Open((cell,), (digit,)) for cell, digit in step.eliminations)
        none_left = OneOf(off, houses=house_at, cages=parts)
        return w.said(f"then {are_not(w, step.eliminations)}, {why}", none_left, *still_open)
    why = no_way(w, way, those, off, number)
    premises = tuple((*pair, False) for pair in off)
    claims = (
        Entails(premises, (*gone, False), houses=house_at, cages=parts)
        for gone in step.eliminations
    )
    return w.said(f"then {are_not(w, step.eliminations)}: {why}", *claims)


def implied_by_sum(w: Words, step: Step, number: Citation) -> str:
    """Return what a sum makes false: "then r1c1 is not 5: by row 1 and its cages, r1c1 and ..."."""
    off = _off(step)
    first, *more = step.eliminations
    those = "one of these" if more else f"{first[1]} at {w.cell(first[0])}"
    why = no_way(w, "way", those, off, number)
    known, total = _known(w, step)
    its = " and its cages" if len(step.facts.houses) == 1 else " and their cages"
    by = f"{w.house_names(step.facts.houses)}{its if step.facts.cages else ''}"
    claims = (NoTotal((gone,), total.plus, total.minus, total.total, without=off)
              for gone in step.eliminations)  # fmt: skip
    text = f"then {are_not(w, step.eliminations)}: by {by}, {come_to(w, known)}, and {why}"
    return w.said(text, total, *claims)


def _off(step: Step) -> tuple[Pair, ...]:
    return tuple((cell, digit) for cell, digit, role in step.facts.candidates if role == "off")


def _known(w: Words, step: Step) -> tuple[Known, Total]:
    """Return what houses, cages and placed cells leave for the open ones, as words and a claim."""
    plus, minus = (
        tuple(cell for cell, role in step.facts.cells if role == sign)
        for sign in ("innie", "outie")
    )
    inside = {cell for house in step.facts.houses for cell in house.cells}
    placed = [(cell, d) for cell, d, role in step.facts.candidates if role == "counted"]
    cages = tuple(fact.cage for fact in step.facts.cages)
    n = w.puzzle.order
    left = len(step.facts.houses) * n * (n + 1) // 2
    left -= sum(w.puzzle.cages[index].target or 0 for index in cages)
    left -= sum(digit if cell in inside else -digit for cell, digit in placed)
    houses = tuple(map(w.index, step.facts.houses))
    claim = Total(plus, minus, left, houses, cages, tuple(cell for cell, _ in placed))
    return Known(plus, minus, left), claim
