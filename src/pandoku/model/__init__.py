"""The values that the rest of pandoku is built on: immutable, hashable, standard library only."""

from pandoku.model.batch import Batch, batches_of
from pandoku.model.board import Board
from pandoku.model.cage import OPERATIONS, Cage
from pandoku.model.frozen import FrozenMap, freeze, thaw
from pandoku.model.geometry import MAX_ORDER, Geometry, House, cell_name, default_box, digits_of
from pandoku.model.marks import Marks
from pandoku.model.outcome import Outcome
from pandoku.model.problems import Problem
from pandoku.model.puzzle import Puzzle
from pandoku.model.step import CageFact, Facts, Link, Step

__all__ = [
    "MAX_ORDER",
    "OPERATIONS",
    "Batch",
    "Board",
    "Cage",
    "CageFact",
    "Facts",
    "FrozenMap",
    "Geometry",
    "House",
    "Link",
    "Marks",
    "Outcome",
    "Problem",
    "Puzzle",
    "Step",
    "batches_of",
    "cell_name",
    "default_box",
    "digits_of",
    "freeze",
    "thaw",
]
