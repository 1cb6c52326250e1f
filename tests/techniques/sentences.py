"""Sentences of explanations, checked: their claims are true, and are about all that they name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from pandoku import Board, Puzzle
from pandoku.logic import PathStep
from pandoku.words import Sentence, Span
from pandoku.words.claims import Claim, Gone, Not, Only, Places, Total
from tests.techniques.brute import Pair
from tests.techniques.claims import is_true

__all__ = ["false_claims", "unnamed", "wrong_steps"]


def false_claims(sentence: Sentence, board: Board) -> list[Claim]:
    """Return the claims of a sentence that do not hold of the board before the step."""
    return [claim for claim in sentence.claims if not is_true(claim, board)]


def wrong_steps(sentence: Sentence, taken: PathStep) -> list[int]:
    """Return the steps that a sentence names without a reason.

    A reason is a candidate that the step removed, or a total that it derived.
    """
    said = {pair for claim in sentence.claims for pair in _said_gone(claim, taken.board)}
    ledger = taken.ledger or {}
    causes = {ledger[pair].step for pair in said if pair in ledger}
    if taken.derived is not None and any(isinstance(each, Total) for each in sentence.claims):
        causes.add(taken.derived.number)
    named = [span.number for span in sentence.spans if span.about == "step"]
    return [number for number in named if not (0 < number < taken.number and number in causes)]


def _said_gone(claim: Claim, board: Board) -> Iterator[Pair]:
    """Yield the candidates (cell, digit) that a claim says are gone."""
    digits = range(1, board.puzzle.order + 1)
    match claim:
        case Gone():
            yield from product(claim.cells, claim.digits)
        case Only():
            yield from product(claim.cells, {*digits} - {*claim.digits})
        case Places():
            cells = board.puzzle.geometry.houses[claim.house].cells
            yield from product({*cells} - {*claim.cells}, [claim.digit])


def unnamed(sentence: Sentence, puzzle: Puzzle) -> list[str]:
    """Return the parts that a sentence names and that none of its claims is about."""
    known = {name for claim in sentence.claims for name in _named(claim, puzzle)}
    return [
        sentence[span.start : span.end]
        for span in sentence.spans
        if not all(name in known for name in _names_of(span))
    ]


Name = tuple[object, ...]


def _names_of(span: Span) -> Iterator[Name]:
    if span.about in ("house", "cage", "constraint"):
        yield (span.about, span.number)
    elif span.about == "cells":
        yield from (("cell", cell) for cell in span.cells)
    elif span.about == "candidates":
        yield from (("digit", cell, digit) for cell in span.cells for digit in span.digits)


def _named(claim: Claim, puzzle: Puzzle) -> Iterator[Name]:
    """Yield what a claim is about, from the names of its parts."""
    if isinstance(claim, Not):
        yield from _named(claim.claim, puzzle)
        return
    parts: dict[str, Any] = claim._asdict()
    cells = [*parts.get("cells", ()), *parts.get("plus", ()), *parts.get("minus", ())]
    cells += [*parts.get("placed", ()), *([parts["cell"]] if "cell" in parts else [])]
    digits = [*parts.get("digits", ()), *([parts["digit"]] if "digit" in parts else [])]
    pairs = [(cell, digit) for cell in cells for digit in digits]
    for name in ("assuming", "placements", "eliminations", "candidates", "without"):
        pairs += parts.get(name, ())
    pairs += [literal[:2] for literal in parts.get("premises", ())]
    pairs += [parts["conclusion"][:2]] if "conclusion" in parts else []
    houses = [*parts.get("houses", ()), *([parts["house"]] if "house" in parts else [])]
    cages = [*parts.get("cages", ()), *([parts["cage"]] if "cage" in parts else [])]
    if (link := parts.get("link")) is not None:
        pairs += [*link.start, *link.end]
        houses += [puzzle.geometry.houses.index(link.house)] if link.house else []
    for way in parts.get("ways", ()):
        pairs += zip(parts["cells"], way, strict=True)
    yield from (("cell", cell) for cell in (*cells, *(cell for cell, _ in pairs)))
    yield from (("digit", cell, digit) for cell, digit in pairs)
    yield from (("house", house) for house in houses)
    yield from (("cage", cage) for cage in cages)
    rules = [parts["constraint"]] if "constraint" in parts else []
    for number in (*rules, *parts.get("constraints", ())):  # cages come first
        yield ("cage" if number < len(puzzle.cages) else "constraint", number)
