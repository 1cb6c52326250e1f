"""What a cage makes false within a branch, and a branch that leaves a cage without a filling."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pandoku.model import Step
from pandoku.words import Words, joined
from pandoku.words.claims import Follows, OneOf

__all__ = ["cage_without_fillings", "implied_by_cage"]

Pair = tuple[int, int]
Number = Callable[[Pair], str]  # " (3)", the implication that makes a candidate true or false


def implied_by_cage(w: Words, step: Step, goes: str, number: Number) -> str:
    """Return what a cage makes false: "then r1c1 is not 5: every filling of ... has 7 at r1c2 (2)".

    Args:
        w: The words of the whole chain.
        step: The implication.
        goes: Its eliminations in words.
        number: Returns the number of the implication that a candidate's truth or falsehood is.
    """
    cage = step.facts.cages[0].cage
    on = [(cell, digit) for cell, digit, role in step.facts.candidates if role == "on"]
    if on:
        (cell, digit), premises = on[0], (((*on[0], True),))
        why = f"{w.cage(cage)} holds no digit twice, and {w.cell(cell)} is {digit}{number(on[0])}"
    else:
        off = [(cell, digit) for cell, digit, role in step.facts.candidates if role == "off"]
        premises = tuple((*pair, False) for pair in off)
        those = "that" if len(step.eliminations) == 1 else "one of these"
        why = f"every filling of {w.cage(cage)} with {those} has {_either(w, off, number)}"
    claims = (Follows(premises, (*gone, False)) for gone in step.eliminations)
    return w.said(f"then {goes}: {why}", *claims)


def cage_without_fillings(w: Words, cage: int, clash: Sequence[Pair], number: Number) -> str:
    """Return that no filling of a cage is left, as each has one of the candidates *clash*."""
    text = f"now {w.cage(cage)} cannot be filled: every filling has {_either(w, clash, number)}"
    return w.said(text, OneOf(tuple(clash), cages=(cage,)))


def _either(w: Words, pairs: Iterable[Pair], number: Number) -> str:
    """Return "7 or 8 at r1c2 (2), or 3 at r1c4 (1)"."""
    digits: dict[tuple[int, str], list[int]] = {}
    for cell, digit in pairs:
        digits.setdefault((cell, number((cell, digit))), []).append(digit)
    parts = [
        w.candidates((cell,), those, f"{w.digits(those, 'or')} at {w.geometry.name(cell)}") + why
        for (cell, why), those in digits.items()
    ]
    return joined(parts, "or")
