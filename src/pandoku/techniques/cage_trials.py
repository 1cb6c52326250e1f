"""Cage trials: assume a candidate and follow it through houses and cages to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _assumed(w: Words) -> str:
    ((cell, digit),) = w.step.eliminations
    return f"{w.cell(cell)} is {digit}"


def _trial(w: Words) -> Iterator[str]:
    houses = list(w.houses)
    yield f"Suppose that {_assumed(w)}."
    for cell, digit, role in w.step.facts.candidates:
        if role == "then-cell":
            yield f"Then {w.cell(cell)} is {digit}: houses and cages leave it no other candidate."
        elif role == "then-house":
            house = houses.pop(0).name
            yield f"Then {w.cell(cell)} is {digit}: there is no other place for it in {house}."
    for cell in w.with_role("emptied"):
        yield f"Houses and cages then leave no candidate for {w.cell(cell)}."
    for fact in w.step.facts.cages:
        yield f"There is then no way to fill {w.cage(fact.cage)}."
    for _, digit, role in w.step.facts.candidates:
        if role == "starved":
            yield f"Houses and cages then leave no place for {digit} in {houses[-1].name}."
    yield "This cannot be."


TECHNIQUES = (
    Technique(
        name="cage-trial",
        aliases=("cage nishio", "trial and error with cages"),
        summary="a candidate goes when singles and cages lead from it to something impossible",
        find=finder("cage-trial"),
        what=lambda w: f"if {_assumed(w)}",
        reason=_trial,
        look_for="a cell with two or three candidates in a crowded part of the grid, when all else "
        "has failed: follow one of them, and see whether a cage or a house breaks.",
        why="what follows from a true candidate is true. When something impossible follows, the "
        "candidate is false.",
    ),
)
