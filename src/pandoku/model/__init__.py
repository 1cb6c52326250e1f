"""The values that the rest of pandoku builds on. They are immutable and hashable."""

from pandoku.model.accept import (
    PuzzleLike,
    PuzzlesLike,
    board_of,
    listed_puzzles,
    puzzle_of,
    warn_of_symbols,
)
from pandoku.model.arithmetic import OPERATIONS
from pandoku.model.batch import Batch, batches_of
from pandoku.model.board import Board
from pandoku.model.budget import (
    Budget,
    BudgetLike,
    OutOfTimeError,
    budget_of,
    check_time,
    seconds_of,
    time_limit,
)
from pandoku.model.cage import Cage
from pandoku.model.clues import CagesLike
from pandoku.model.conflicts import Conflict, find_conflicts
from pandoku.model.constraint import Constraint, named_rules
from pandoku.model.decoration import Decoration, Disc, Sign, Stroke, Tile, center_of
from pandoku.model.frozen import FrozenMap, freeze, thaw
from pandoku.model.geometry import (
    MAX_ORDER,
    Geometry,
    House,
    cell_name,
    default_box,
    digits_of,
)
from pandoku.model.grids import (
    CellLike,
    GridLike,
    HasToList,
    HousesLike,
    cell_of,
    cells_of,
    is_missing,
    refusal,
)
from pandoku.model.houses import HOUSE_SETS, HouseSet
from pandoku.model.kept import (
    KeepsErrors,
    KeptErrors,
    KeptList,
    at_position,
    keeps_errors,
    kept_list,
    reason_of,
)
from pandoku.model.marks import Marks
from pandoku.model.outcome import Outcome
from pandoku.model.problems import Problem, find_errors
from pandoku.model.progress import OnProgress, after, check_progress, in_parts
from pandoku.model.puzzle import Puzzle
from pandoku.model.relations import (
    MAX_STATES,
    Automaton,
    Differ,
    Machine,
    Only,
    Pairs,
    Reaches,
    Relation,
    Total,
    automaton_of,
    table_of,
)
from pandoku.model.sight import sight_of
from pandoku.model.step import CageFact, Facts, Link, Node, Pair, Step
from pandoku.model.symbols import DIGITS, VALUES, span_of, symbols_from
from pandoku.model.whole import MAX_NUMBER, as_whole, truth, whole_number

__all__ = [
    "DIGITS",
    "HOUSE_SETS",
    "MAX_NUMBER",
    "MAX_ORDER",
    "MAX_STATES",
    "OPERATIONS",
    "VALUES",
    "Automaton",
    "Batch",
    "Board",
    "Budget",
    "BudgetLike",
    "Cage",
    "CageFact",
    "CagesLike",
    "CellLike",
    "Conflict",
    "Constraint",
    "Decoration",
    "Differ",
    "Disc",
    "Facts",
    "FrozenMap",
    "Geometry",
    "GridLike",
    "HasToList",
    "House",
    "HouseSet",
    "HousesLike",
    "KeepsErrors",
    "KeptErrors",
    "KeptList",
    "Link",
    "Machine",
    "Marks",
    "Node",
    "OnProgress",
    "Only",
    "OutOfTimeError",
    "Outcome",
    "Pair",
    "Pairs",
    "Problem",
    "Puzzle",
    "PuzzleLike",
    "PuzzlesLike",
    "Reaches",
    "Relation",
    "Sign",
    "Step",
    "Stroke",
    "Tile",
    "Total",
    "after",
    "as_whole",
    "at_position",
    "automaton_of",
    "batches_of",
    "board_of",
    "budget_of",
    "cell_name",
    "cell_of",
    "cells_of",
    "center_of",
    "check_progress",
    "check_time",
    "default_box",
    "digits_of",
    "find_conflicts",
    "find_errors",
    "freeze",
    "in_parts",
    "is_missing",
    "keeps_errors",
    "kept_list",
    "listed_puzzles",
    "named_rules",
    "puzzle_of",
    "reason_of",
    "refusal",
    "seconds_of",
    "sight_of",
    "span_of",
    "symbols_from",
    "table_of",
    "thaw",
    "time_limit",
    "truth",
    "warn_of_symbols",
    "whole_number",
]
