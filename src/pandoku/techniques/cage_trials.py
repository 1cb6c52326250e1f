"""Cage trials: assume a candidate and follow it through houses and cages to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._branches import branch_lines
from pandoku.techniques._technique import Technique
from pandoku.words import Words

__all__ = ["TECHNIQUES"]


def _assumed(w: Words) -> str:
    ((cell, digit),) = w.step.eliminations
    return f"{w.cell(cell)} is {digit}"


def _trial(w: Words) -> Iterator[str]:
    yield from branch_lines(w)
    yield "That cannot be."


TECHNIQUES = (
    Technique(
        name="cage-trial",
        aliases=("cage nishio", "trial and error with cages"),
        summary="singles and cages lead from a candidate to something impossible",
        find=finder("cage-trial"),
        what=lambda w: f"if {_assumed(w)}",
        reason=_trial,
        look_for="a cell with two or three candidates in a crowded part of the grid, when all else "
        "has failed: follow one of them, and see whether a cage or a house breaks.",
        why="what follows from a true candidate is true. When something impossible follows, the "
        "candidate is false.",
    ),
)
