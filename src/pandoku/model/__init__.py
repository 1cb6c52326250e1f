"""The values everything else is made of: immutable, hashable, standard library only."""

from pandoku.model.board import Board
from pandoku.model.cage import OPERATIONS, Cage
from pandoku.model.frozen import FrozenMap, freeze, thaw
from pandoku.model.geometry import MAX_ORDER, Geometry, House, cell_name, default_box
from pandoku.model.outcome import Outcome
from pandoku.model.problems import Problem
from pandoku.model.puzzle import Puzzle
from pandoku.model.step import CageFact, Facts, Link, Step

__all__ = [
    "MAX_ORDER",
    "OPERATIONS",
    "Board",
    "Cage",
    "CageFact",
    "Facts",
    "FrozenMap",
    "Geometry",
    "House",
    "Link",
    "Outcome",
    "Problem",
    "Puzzle",
    "Step",
    "cell_name",
    "default_box",
    "freeze",
    "thaw",
]
