"""Explained solving: single steps, complete paths of steps, hints and ratings."""

from pandoku._instead import not_a_call
from pandoku.logic._efforts import BoundedEffort, bounded_effort, efforts_of
from pandoku.logic._onward import step_searches
from pandoku.logic._order import ordered_techniques, usable
from pandoku.logic._sentences import HintSentence
from pandoku.logic.bounded import stuck_board
from pandoku.logic.difficulty import rate, rate_all, rate_many
from pandoku.logic.document import facts_as_json, path_as_json, step_as_json
from pandoku.logic.explaining import READERS, explain, next_step
from pandoku.logic.hints import HINT_LEVELS, Hint, Repair, hint, hint_ladder
from pandoku.logic.ledger import ledger_of, premises
from pandoku.logic.many import PATH_ENDS, PathCounts, explain_many
from pandoku.logic.path import Path, PathStep
from pandoku.logic.path_steps import Changes, PathSteps
from pandoku.logic.proved import ProvedPath, proved_paths
from pandoku.logic.ratings import (
    NOT_PROPER,
    RATING_ENDS,
    SE,
    PuzzleRating,
    PuzzleRatings,
    require_scale,
    scale_for,
    scale_names,
)
from pandoku.logic.uniqueness import (
    Judge,
    Uniqueness,
    claimed_solution,
    is_solved_by,
    judge_of,
    uniqueness_of,
)
from pandoku.logic.veil import Veil, veil_of

not_a_call(__name__, "pandoku.explain(puzzle) explains a puzzle")

__all__ = [
    "HINT_LEVELS",
    "NOT_PROPER",
    "PATH_ENDS",
    "RATING_ENDS",
    "READERS",
    "SE",
    "BoundedEffort",
    "Changes",
    "Hint",
    "HintSentence",
    "Judge",
    "Path",
    "PathCounts",
    "PathStep",
    "PathSteps",
    "ProvedPath",
    "PuzzleRating",
    "PuzzleRatings",
    "Repair",
    "Uniqueness",
    "Veil",
    "bounded_effort",
    "claimed_solution",
    "efforts_of",
    "explain",
    "explain_many",
    "facts_as_json",
    "hint",
    "hint_ladder",
    "is_solved_by",
    "judge_of",
    "ledger_of",
    "next_step",
    "ordered_techniques",
    "path_as_json",
    "premises",
    "proved_paths",
    "rate",
    "rate_all",
    "rate_many",
    "require_scale",
    "scale_for",
    "scale_names",
    "step_as_json",
    "step_searches",
    "stuck_board",
    "uniqueness_of",
    "usable",
    "veil_of",
]
