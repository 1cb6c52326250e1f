"""Explained solving: the next step, whole paths of steps, and hints."""

from pandoku.logic._order import ordered_techniques
from pandoku.logic.document import path_as_json, step_as_json
from pandoku.logic.hints import LEVELS, Hint, hint, judge
from pandoku.logic.many import ENDS, PathCounts, explain_many
from pandoku.logic.path import Path, PathStep, explain, next_step

__all__ = [
    "ENDS",
    "LEVELS",
    "Hint",
    "Path",
    "PathCounts",
    "PathStep",
    "explain",
    "explain_many",
    "hint",
    "judge",
    "next_step",
    "ordered_techniques",
    "path_as_json",
    "step_as_json",
]
