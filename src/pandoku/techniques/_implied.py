"""Sentences about candidates that cages and houses make false within a branch."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pandoku.model import Pair, Step
from pandoku.techniques._causes import Citation
from pandoku.techniques._known_totals import Known, come_to
from pandoku.words import Words, cage_names, clauses, joined
from pandoku.words.claims import Entails, Follows, Forces, Inside, NoTotal, OneOf, Open, Total

__all__ = [
    "cage_without_fillings",
    "implied_by_cage",
    "implied_by_constraint",
    "implied_by_house",
    "implied_by_sum",
]


def implied_by_cage(w: Words, step: Step, number: Citation) -> str:
    """Explain an implication by a cage: "then r1c1 is not 5: every filling of ... has 7 (2)".

    Args:
        w: The words of the complete chain.
        step: The implication.
        number: Returns the number of the implication that makes a candidate true or false.
    """
    cage = step.facts.cages[0].cage
    on = [(cell, digit) for cell, digit, role in step.facts.candidates if role == "on"]
    off = [(cell, digit) for cell, digit, role in step.facts.candidates if role == "off"]
    if on:
        cell, digit = on[0]
        why = (
            f"{w.cage(cage)} holds no digit twice, and {w.cell(cell)} is "
            f"{w.digit(digit)}{number(on[0])}"
        )
    else:
        those = "that" if len(step.eliminations) == 1 else "one of these"
        why = _no_way(w, f"filling of {w.cage(cage)}", those, off, number)
    premises = (*((*pair, True) for pair in on), *((*pair, False) for pair in off))
    claims = (Follows(premises, (*gone, False)) for gone in step.eliminations)
    inside = Inside(tuple(cell for cell, _ in step.eliminations), (), (cage,))
    return w.said(f"then {_are_not(w, step.eliminations)}: {why}", inside, *claims)


def implied_by_constraint(w: Words, step: Step, rests_on: str) -> str:
    """Explain an implication by a constraint: "then r1c1 is not 5, by the arrow at r2c1 (1)".

    Args:
        w: The words of the complete chain.
        step: The implication.
        rests_on: The numbers of its premises, in parentheses.
    """
    (number,) = step.facts.constraints
    premises = tuple((*pair, False) for pair in _off(step))
    claims = (Forces(premises, (*gone, False), number) for gone in step.eliminations)
    text = f"then {_are_not(w, step.eliminations)}, by {w.constraint(number)}{rests_on}"
    return w.said(text, *claims)


def cage_without_fillings(w: Words, cage: int, clash: Sequence[Pair], number: Citation) -> str:
    """Explain that a cage has no filling left, because each has one of the candidates *clash*."""
    text = f"now {w.cage(cage)} cannot be filled"
    if clash:
        text += f": every filling has {_either(w, clash, number)}"
    return w.said(text, OneOf(tuple(clash), cages=(cage,)))


def _are_not(w: Words, pairs: Iterable[Pair]) -> str:
    """Return "r1c1 is not 5 or 6", "r1c1 and r1c2 are not 5"."""
    parts = (
        f"{w.cells(cells)} {'is' if len(cells) == 1 else 'are'} not {w.digits(digits, 'or')}"
        for cells, digits in _together(pairs)
    )
    return clauses(parts)


def _no_way(w: Words, way: str, those: str, off: Sequence[Pair], number: Citation) -> str:
    """Return "every way to fill row 1 with that has 7 at r1c2 (2)", or "no way to ... has that".

    Args:
        w: The words of the complete chain.
        way: The phrase for one of the ways.
        those: The phrase for the candidates that no way has.
        off: False candidates. Every way with *those* has one of them; empty if there are no ways.
        number: Returns the number of the implication that makes a candidate true or false.
    """
    if off:
        return f"every {way} with {those} has {_either(w, off, number)}"
    return f"no {way} has {those}"


def _either(w: Words, pairs: Iterable[Pair], number: Citation) -> str:
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
    """Return candidates in groups: cells, and the digits that all of them have."""
    digits: dict[int, list[int]] = {}
    for cell, digit in pairs:
        digits.setdefault(cell, []).append(digit)
    cells: dict[tuple[int, ...], list[int]] = {}
    for cell, those in digits.items():
        cells.setdefault(tuple(sorted(those)), []).append(cell)
    return [(sorted(same), those) for those, same in cells.items()]


def implied_by_house(w: Words, step: Step, number: Citation) -> str:
    """Explain an implication by a house: "then r1c1 is not 5: every way to fill row 1 and ..."."""
    off = _off(step)
    those = "that" if len(step.eliminations) == 1 else "one of these"
    house = w.house(step.facts.houses[0])
    parts = tuple(fact.cage for fact in step.facts.cages)
    way = f"way to fill {house} with {cage_names(w, parts)}" if parts else f"way to fill {house}"
    house_at = (w.index(step.facts.houses[0]),)
    if any(role == "contradiction" for _, _, role in step.facts.candidates):
        why = f"as there is no {way}"
        if off:
            why += f": every way has {_either(w, off, number)}"
        still_open = (Open((cell,), (digit,)) for cell, digit in step.eliminations)
        none_left = OneOf(off, houses=house_at, cages=parts)
        return w.said(f"then {_are_not(w, step.eliminations)}, {why}", none_left, *still_open)
    why = _no_way(w, way, those, off, number)
    premises = tuple((*pair, False) for pair in off)
    claims = (
        Entails(premises, (*gone, False), houses=house_at, cages=parts)
        for gone in step.eliminations
    )
    return w.said(f"then {_are_not(w, step.eliminations)}: {why}", *claims)


def implied_by_sum(w: Words, step: Step, number: Citation) -> str:
    """Explain an implication by a sum: "then r1c1 is not 5: by row 1 and its cages, ..."."""
    off = _off(step)
    first, *more = step.eliminations
    those = "one of these" if more else f"{first[1]} at {w.cell(first[0])}"
    why = _no_way(w, "way", those, off, number)
    known, total = _known(w, step)
    its = " and its cages" if len(step.facts.houses) == 1 else " and their cages"
    by = f"{w.house_names(step.facts.houses)}{its if step.facts.cages else ''}"
    claims = (NoTotal((gone,), total.plus, total.minus, total.total, without=off)
              for gone in step.eliminations)  # fmt: skip
    text = f"then {_are_not(w, step.eliminations)}: by {by}, {come_to(w, known)}, and {why}"
    return w.said(text, total, *claims)


def _off(step: Step) -> tuple[Pair, ...]:
    return tuple((cell, digit) for cell, digit, role in step.facts.candidates if role == "off")


def _known(w: Words, step: Step) -> tuple[Known, Total]:
    """Return the sum that houses, cages and filled cells leave for open cells, and its claim."""
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
