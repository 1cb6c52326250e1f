"""Common peers: a cell sees all places of a digit in a house, partly through a rule."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.model import Board, Facts, Step, digits_of
from pandoku.techniques._rules import rules_in
from pandoku.techniques._technique import Technique
from pandoku.words import Words, sentence
from pandoku.words.claims import Places, Sees

__all__ = ["TECHNIQUES"]


def _find(board: Board, limit: int) -> Iterator[Step]:
    puzzle, sight = board.puzzle, rules_in(board.puzzle).sight
    for house in puzzle.geometry.houses:
        if len(house.cells) != puzzle.order:
            continue
        for digit in digits_of(puzzle.geometry.all_mask):
            bit = 1 << (digit - 1)
            places = [cell for cell in house.cells if board.masks[cell] & bit]
            if not places or any(board.digits[cell] == digit for cell in places):
                continue
            common = frozenset.intersection(*(sight[cell] for cell in places))
            gone = [c for c in sorted(common) if not board.digits[c] and board.masks[c] & bit]
            if gone:
                facts = Facts(
                    candidates=tuple((cell, digit, "proves") for cell in places),
                    houses=(house,),
                )
                yield Step("common-peers", (), tuple((cell, digit) for cell in gone), facts)


def _what(w: Words) -> str:
    ((digit,), (house,)) = w.digits_of("proves"), w.houses
    return f"the {w.digit(digit)} of {w.house(house)}"


def _reason(w: Words) -> Iterator[str]:
    ((digit,), (house,)) = w.digits_of("proves"), w.houses
    places = [cell for cell, _, _ in w.step.facts.candidates]
    only = Places(w.index(house), digit, tuple(places))
    text = f"{w.house(house)} has its {w.digit(digit)} at {w.cells(places, 'or')}"
    yield w.said(sentence(text), only)
    cells = [cell for cell, _ in w.step.eliminations]
    all_of = "it" if len(places) == 1 else "both" if len(places) == 2 else "all of them"
    see = "sees" if len(cells) == 1 else "see"
    claims = (Sees(cell, tuple(places)) for cell in cells)
    yield w.said(f"{w.cells(cells)} {see} {all_of}.", *claims)


def _thoughts(w: Words) -> Iterator[str]:
    places = [cell for cell, _, _ in w.step.facts.candidates]
    yield f"{_what(w)} is at {w.cells(places)}"


TECHNIQUES = (
    Technique(
        name="common-peers",
        aliases=("house pointing",),
        summary="a cell sees all places of a digit in a house, by a cage, a diagonal or a rule",
        find=_find,
        weight=2.7,
        what=_what,
        reason=_reason,
        thoughts=_thoughts,
        look_for="a house with two or three places for a digit, and a cell that sees all of them: "
        "by a knight's move, a cage, a diagonal or a line without repeats.",
        why="one of the places has the digit, and the cell must differ from it.",
        needs=frozenset({"constraints"}),
        roles=("proves",),
    ),
)
