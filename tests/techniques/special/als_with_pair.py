"""A special case of ALS-XZ: one of the two almost locked sets is a cell with two candidates.

A technique that is written in Python alone. The tests add this folder to pandoku's own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pandoku.model import Board, Step
from pandoku.techniques import almost_locked_sets

__all__ = ["TECHNIQUES"]

_GENERAL = next(each for each in almost_locked_sets.TECHNIQUES if each.name == "als-xz")


def _find(board: Board, limit: int) -> Iterator[Step]:
    for step in _GENERAL.steps(board):
        roles = [role for _, role in step.facts.cells]
        if any(roles.count(role) == 1 for role in ("set-a", "set-b")):
            yield replace(step, technique="als-with-pair")


TECHNIQUES = (
    replace(
        _GENERAL,
        name="als-with-pair",
        title="almost locked set with a pair",
        aliases=(),
        summary="an almost locked set and a cell with two candidates: one of them holds a digit",
        find=_find,
        look_for="a cell with two candidates, and an almost locked set that has both of them and "
        "whose places for one of them all see the cell.",
        weight=7.5,
        is_case_of="als-xz",
    ),
)
