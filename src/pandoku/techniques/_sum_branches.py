"""What the sum of some houses makes false within a branch."""

from __future__ import annotations

from collections.abc import Callable

from pandoku.model import Step
from pandoku.techniques._cage_branches import are_not, either
from pandoku.techniques._known_totals import Known, come_to
from pandoku.words import Words
from pandoku.words.claims import NoTotal, Total

__all__ = ["implied_by_sum"]

Pair = tuple[int, int]


def implied_by_sum(w: Words, step: Step, number: Callable[[Pair], str]) -> str:
    """Return what a sum makes false: "then r1c1 is not 5: by row 1 and its cages, r1c1 and ...".

    Args:
        w: The words of the whole chain.
        step: The implication.
        number: Returns the number of the implication that makes a candidate true or false.
    """
    off = tuple((cell, digit) for cell, digit, role in step.facts.candidates if role == "off")
    first, *more = step.eliminations
    those = "one of these" if more else f"{first[1]} at {w.cell(first[0])}"
    if off:
        why = f"every way with {those} has {either(w, off, number)}"
    else:
        why = f"there is no way with {those}"
    known, total = _known(w, step)
    its = " and its cages" if len(step.facts.houses) == 1 else " and their cages"
    by = f"{w.house_names(step.facts.houses)}{its if step.facts.cages else ''}"
    claims = (NoTotal((gone,), total.plus, total.minus, total.total, without=off)
              for gone in step.eliminations)  # fmt: skip
    text = f"then {are_not(w, step.eliminations)}: by {by}, {come_to(w, known)}, and {why}"
    return w.said(text, total, *claims)


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
