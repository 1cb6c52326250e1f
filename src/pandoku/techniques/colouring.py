"""Colouring: strong links of a digit give cells two colours, one of which is true."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]

A, B, C, D = (f"colour-{letter}" for letter in "abcd")
_OPPOSITE = {A: B, B: A, C: D, D: C}


def _letter(role: str) -> str:
    return role[-1].upper()


def _group(w: Words, *roles: str) -> str:
    return ", ".join(f"{_letter(role)} {w.cells(w.with_role(role))}" for role in roles)


def _what(w: Words) -> str:
    roles = [role for role in (A, B, C, D) if w.with_role(role)]
    return f"{w.digits(w.digits_of())} with the colours {_group(w, *roles)}"


def _intro(w: Words, first: str, second: str) -> Iterator[str]:
    (digit,) = w.digits_of()
    yield (
        f"Houses with two places for {digit} join the cells of colour {_letter(first)} "
        f"({w.cells(w.with_role(first))}) to those of colour {_letter(second)} "
        f"({w.cells(w.with_role(second))})."
    )
    yield f"So either all of {_letter(first)} are {digit}, or all of {_letter(second)} are."


def _trap(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    yield from _intro(w, A, B)
    yield f"A cell that sees a cell of A and a cell of B sees a {digit} either way."


def _wrap(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    yield from _intro(w, A, B)
    one, other = _meeting(w, B, B)
    yield f"{w.cell(one)} and {w.cell(other)} are both of colour B, and see each other."
    yield f"They cannot both be {digit}, so B is not the colour that holds {digit}."


def _meeting(w: Words, first: str, second: str) -> tuple[int, int]:
    peers = w.geometry.peers
    return next(
        (a, b) for a, b in product(w.with_role(first), w.with_role(second)) if b in peers[a]
    )


def _multi_trap(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    yield from _intro(w, A, B)
    yield from _intro(w, C, D)
    for first, second in product((A, B), (C, D)):
        try:
            one, other = _meeting(w, first, second)
        except StopIteration:
            continue
        x, y = _letter(_OPPOSITE[first]), _letter(_OPPOSITE[second])
        yield (
            f"{w.cell(one)} ({_letter(first)}) and {w.cell(other)} ({_letter(second)}) see each "
            f"other, so {_letter(first)} and {_letter(second)} are not both {digit}."
        )
        yield f"So {x} or {y} is {digit}, and a cell that sees both of these colours cannot be."


def _multi_wrap(w: Words) -> Iterator[str]:
    (digit,) = w.digits_of()
    yield from _intro(w, A, B)
    yield from _intro(w, C, D)
    pairs = [_meeting(w, B, role) for role in (C, D)]
    for (one, other), role in zip(pairs, (C, D), strict=True):
        yield f"{w.cell(one)} of colour B sees {w.cell(other)} of colour {_letter(role)}."
    yield f"One of C and D is {digit}, so B cannot be."


_LOOK_FOR = (
    "houses with two places for a digit that connect to each other; give the two places in each "
    "house different colours. "
)
_WHY = (
    "where a house has two places for a digit, one holds it and the other does not. Cells along "
    "such links alternate, so one colour is true everywhere and the other nowhere. "
)

TECHNIQUES = (
    Technique(
        name="simple-colours-trap",
        title="simple colours (trap)",
        aliases=("simple colouring", "simple coloring", "colour trap", "color trap"),
        summary="a cell sees both colours of a group: the digit goes from it",
        find=finder("simple-colours-trap"),
        what=_what,
        reason=_trap,
        look_for=_LOOK_FOR + "Then look for a cell that sees both colours.",
        why=_WHY + "What sees both colours sees the digit.",
    ),
    Technique(
        name="simple-colours-wrap",
        title="simple colours (wrap)",
        aliases=("colour wrap", "color wrap"),
        summary="two cells of one colour see each other: that colour is false",
        find=finder("simple-colours-wrap"),
        what=_what,
        reason=_wrap,
        look_for=_LOOK_FOR + "Then look for two cells of one colour that see each other.",
        why=_WHY + "A colour that would put the digit into a house twice is the false one.",
    ),
    Technique(
        name="multi-colours-trap",
        title="multiple colours (trap)",
        aliases=("multi colours 1", "multi colors 1", "multi colouring", "multi coloring"),
        summary="colours of two groups exclude each other: what sees both of their opposites goes",
        find=finder("multi-colours-trap"),
        what=_what,
        reason=_multi_trap,
        look_for=_LOOK_FOR
        + "Colour two groups, and look for a colour of one that sees a colour of "
        "the other.",
        why=_WHY + "When two colours are not both true, at least one of their opposites is.",
    ),
    Technique(
        name="multi-colours-wrap",
        title="multiple colours (wrap)",
        aliases=("multi colours 2", "multi colors 2"),
        summary="a colour sees both colours of another group: it is false",
        find=finder("multi-colours-wrap"),
        what=_what,
        reason=_multi_wrap,
        look_for=_LOOK_FOR + "Colour two groups, and look for a colour of one that sees both "
        "colours of the other.",
        why=_WHY + "One colour of the other group is true, so a colour that sees both is false.",
    ),
)
