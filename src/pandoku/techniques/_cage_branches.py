"""What a cage makes false within a branch, and a branch that leaves a cage without a filling."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pandoku.model import Pair, Step
from pandoku.techniques._causes import Citation
from pandoku.words import Words, clauses, joined
from pandoku.words.claims import Follows, Inside, OneOf

__all__ = ["are_not", "cage_without_fillings", "either", "implied_by_cage", "no_way"]


def implied_by_cage(w: Words, step: Step, number: Citation) -> str:
    """Return what a cage makes false: "then r1c1 is not 5: every filling of ... has 7 at r1c2 (2)".

    Args:
        w: The words of the whole chain.
        step: The implication.
        number: Returns the number of the implication that makes a candidate true or false.
    """
    cage = step.facts.cages[0].cage
    on = [(cell, digit) for cell, digit, role in step.facts.candidates if role == "on"]
    off = [(cell, digit) for cell, digit, role in step.facts.candidates if role == "off"]
    if on:
        cell, digit = on[0]
        why = f"{w.cage(cage)} holds no digit twice, and {w.cell(cell)} is {digit}{number(on[0])}"
    else:
        those = "that" if len(step.eliminations) == 1 else "one of these"
        why = no_way(w, f"filling of {w.cage(cage)}", those, off, number)
    premises = (*((*pair, True) for pair in on), *((*pair, False) for pair in off))
    claims = (Follows(premises, (*gone, False)) for gone in step.eliminations)
    inside = Inside(tuple(cell for cell, _ in step.eliminations), (), (cage,))
    return w.said(f"then {are_not(w, step.eliminations)}: {why}", inside, *claims)


def cage_without_fillings(w: Words, cage: int, clash: Sequence[Pair], number: Citation) -> str:
    """Return that no filling of a cage is left, as each has one of the candidates *clash*."""
    text = f"now {w.cage(cage)} cannot be filled"
    if clash:
        text += f": every filling has {either(w, clash, number)}"
    return w.said(text, OneOf(tuple(clash), cages=(cage,)))


def are_not(w: Words, pairs: Iterable[Pair]) -> str:
    """Return "r1c1 is not 5 or 6", "r1c1 and r1c2 are not 5"."""
    parts = (
        f"{w.cells(cells)} {'is' if len(cells) == 1 else 'are'} not {w.digits(digits, 'or')}"
        for cells, digits in _together(pairs)
    )
    return clauses(parts)


def no_way(w: Words, way: str, those: str, off: Sequence[Pair], number: Citation) -> str:
    """Return "every way to fill row 1 with that has 7 at r1c2 (2)", or "no way to ... has that".

    Args:
        w: The words of the whole chain.
        way: What one of the ways is.
        those: What is in none of them.
        off: False candidates, of which every way with *those* has one; none if there is no way.
        number: Returns the number of the implication that makes a candidate true or false.
    """
    if off:
        return f"every {way} with {those} has {either(w, off, number)}"
    return f"no {way} has {those}"


def either(w: Words, pairs: Iterable[Pair], number: Citation) -> str:
    """Return "7 or 8 at r1c2 (2), or 3 at r1c4 or r1c5 (1)"."""
    numbered: dict[str, list[Pair]] = {}
    for pair in pairs:
        numbered.setdefault(number(pair), []).append(pair)
    parts = []
    for why, same in numbered.items():
        for cells, digits in _together(same):
            names = joined(map(w.geometry.name, cells), "or")
            text = f"{w.digits(digits, 'or')} at {names}"
            parts.append(w.candidates(cells, digits, text) + why)
    return clauses(parts, "or")


def _together(pairs: Iterable[Pair]) -> list[tuple[list[int], tuple[int, ...]]]:
    """Return candidates as cells and the digits that all of these have."""
    digits: dict[int, list[int]] = {}
    for cell, digit in pairs:
        digits.setdefault(cell, []).append(digit)
    cells: dict[tuple[int, ...], list[int]] = {}
    for cell, those in digits.items():
        cells.setdefault(tuple(sorted(those)), []).append(cell)
    return [(sorted(same), those) for those, same in cells.items()]
