"""Cage trials: assume a candidate and follow it through houses and cages to a contradiction."""

from __future__ import annotations

from pandoku.kernel.logic import finder
from pandoku.techniques._branches import trial_lines, trial_premise
from pandoku.techniques._case_slips import case_slips
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique

__all__ = ["TECHNIQUES"]


TECHNIQUES = (
    Technique(
        name="cage-trial",
        aliases=("cage nishio", "trial and error with cages"),
        summary="singles and cages lead from a candidate to something impossible",
        find=finder("cage-trial"),
        slips=case_slips("cage-trial"),
        weight=8.5,
        what=lambda w: f"if {trial_premise(w)}",
        reason=trial_lines,
        when="When all else has failed, in a part of the grid with many small cages.",
        scan=(
            Glance(
                "Take a cell with two or three candidates, best in a cage with few fillings.",
                "cells",
            ),
            Glance(
                "Suppose one of its candidates. Follow it with singles and cages, and note the "
                "results in one color.",
                "pattern",
            ),
            Glance(
                "Stop when a cage cannot be filled, a cell has no candidate, or a house has no "
                "place for a digit.",
                "pattern",
            ),
            Glance("Remove the candidate that you supposed.", "step"),
        ),
        look_for="a cell with two or three candidates in a crowded part of the grid, when all else "
        "has failed: follow one of them, and see whether a cage or a house breaks.",
        why="what follows from a true candidate is true. When something impossible follows, the "
        "candidate is false.",
    ),
)
