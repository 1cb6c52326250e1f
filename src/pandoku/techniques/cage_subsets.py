"""Cages in a house: digits that they must hold there, and digits that only they can hold."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import (
    Words,
    cage_names,
    gone_digits,
    sentence,
    target_words,
)

__all__ = ["TECHNIQUES"]


def _proving(w: Words) -> list[int]:
    return w.digits_of("proves")


def _what(w: Words) -> str:
    cages = cage_names(w, (fact.cage for fact in w.step.facts.cages))
    return f"{w.digits(_proving(w))} of {w.houses[0].name} in {cages}"


def _cells_in(w: Words, index: int, *roles: str) -> list[int]:
    return [cell for cell in w.with_role(*roles) if cell in w.puzzle.cages[index].cells]


def _goals(w: Words) -> Iterator[str]:
    for fact in w.step.facts.cages:
        cage = w.puzzle.cages[fact.cage]
        yield sentence(f"{w.cage(fact.cage)} {target_words(cage)}")
        sets = [" ".join(map(str, digits)) for digits in fact.digits]
        if 0 < len(sets) <= 6:
            yield f"Its digits can only be {' or '.join(sets)}."


def _line(w: Words) -> Iterator[str]:
    (digit,) = _proving(w)
    (fact,) = w.step.facts.cages
    house = w.houses[0].name
    yield from _goals(w)
    places = w.cells(
        [c for c in _cells_in(w, fact.cage, "pattern") if digit in w.digits_at(c)], "or"
    )
    yield f"However it is filled, {digit} stands in its part of {house}: at {places}."
    yield f"{house.capitalize()} has its {digit} there."


def _claimed(w: Words) -> Iterator[str]:
    digits, house = _proving(w), w.houses[0].name
    yield from _goals(w)
    alone = w.with_role("alone")
    parts = w.step.facts.cages
    amount = len(digits) - len(alone)
    told = w.digits(digits, "or" if amount < len(digits) else "and")
    if len(parts) == 1:
        count = f"{w.number(amount)} of " if amount < len(digits) else ""
        yield f"However it is filled, its part of {house} holds at least {count}{told}."
    else:
        yield (f"However they are filled, their parts of {house} together hold at least "
               f"{w.number(amount)} of {w.digits(digits)}.")  # fmt: skip
    if alone:
        have = "has" if len(alone) == 1 else "have"
        yield f"{w.cells(alone)} {have} no other candidates than {w.digits(digits, 'or')}."
    yield f"That uses up {w.digits(digits)} in {house}."


def _claiming(w: Words) -> Iterator[str]:
    digits, house = _proving(w), w.houses[0].name
    index = w.step.facts.cages[0].cage
    name = w.cage(index)
    told, others = w.digits(digits), w.with_role("others")
    yield sentence(f"{house} still needs {told}")
    if others:
        cells = w.cells(others)
        yield f"{cells} can take at most {w.number(len(digits) - _share(w, index))} of them."
        share = w.number(_share(w, index))
        yield sentence(f"{name} must hold at least {share} of them in {house}")
    else:
        cells = w.cells(_cells_in(w, index, "pattern"), "or")
        yield f"Its place there is in {name}, at {cells}."
    gone = sorted({cell for cell, _ in w.step.eliminations})
    yield (f"The cage cannot be filled that way with {w.digits(gone_digits(w), 'or')} "
           f"at {w.cells(gone, 'or')}.")  # fmt: skip


def _share(w: Words, index: int) -> int:
    """Return how many of the digits the cage must hold because the other cells cannot."""
    digits = set(_proving(w))
    others = w.with_role("others")
    taken = {d for cell in others for d in w.digits_at(cell)} & digits
    return max(1, len(digits) - min(len(others), len(taken)))


_SIZES = {2: "pair", 3: "triple", 4: "quad"}


def _killer(size: int) -> Technique:
    word = _SIZES[size]
    return Technique(
        name=f"killer-{word}",
        aliases=(f"cage {word}", f"naked {word} of cages"),
        summary=f"cages in a house, perhaps with cells that have no other candidates, hold {size} "
        "digits: these go from the rest of the house",
        find=finder(f"killer-{word}"),
        what=_what,
        reason=_claimed,
        look_for=f"{size} digits and a cage in a house that has some of them in every combination, "
        "with a second such cage, or cells with no other candidates, for the rest of them.",
        why=f"the house holds each of the {size} digits once. When the cages and cells take all of "
        "them in any case, none is left for its other cells.",
    )


TECHNIQUES = (
    Technique(
        name="cage-line",
        aliases=("cage digit in a line", "locked in a cage"),
        summary="all fillings of a cage put a digit into one house: it goes from the rest of it",
        find=finder("cage-line"),
        what=_what,
        reason=_line,
        look_for="a digit that each filling of a cage puts into the same row, column or box, if "
        "not into the same cell.",
        why="whichever filling is right, the house has the digit in its part of the cage, and "
        "nowhere else.",
    ),
    Technique(
        name="cage-claiming",
        aliases=("house needs the cage",),
        summary="all places for a digit in a house lie in a cage: fillings without it there go",
        find=finder("cage-claiming"),
        what=_what,
        reason=_claiming,
        look_for="a digit whose places in a row, column or box all lie in one cage.",
        why="the house puts the digit into the cage. A filling of the cage without it there is "
        "impossible.",
    ),
    _killer(2),
    _killer(3),
    Technique(
        name="cage-claiming-pair",
        aliases=("two digits for a cage",),
        summary="the other cells of a house cannot take both of two digits: a cage must hold one",
        find=finder("cage-claiming-pair"),
        what=_what,
        reason=_claiming,
        look_for="two digits that a house still needs, and a cage without which there are not "
        "enough places for both.",
        why="the house holds both digits. When its other cells take as many as they can, the cage "
        "must hold the rest; a filling with fewer is impossible.",
    ),
    _killer(4),
)
