"""Generate puzzles of any kind, order and difficulty, each with exactly one solution."""

from pandoku._instead import not_a_call
from pandoku.generation.asking import (
    USUAL_KIND,
    WishKeywords,
    kind_and_order,
    kinds_that_take,
    order_in,
    read_order,
    wishes_of,
)
from pandoku.generation.completing import (
    Completion,
    CompletionKeywords,
    CompletionRequest,
    complete,
    completion_request,
    find_completions,
)
from pandoku.generation.digging import is_minimal, minimize, minimized, minimized_rows
from pandoku.generation.drafts import Drafts
from pandoku.generation.generated import (
    MAX_PUZZLES,
    Generated,
    generate,
    generate_each,
    generate_many,
    puzzle_at,
)
from pandoku.generation.hardness import n_obstacles
from pandoku.generation.kinds import KINDS, Kind, get_kind, make_drafts
from pandoku.generation.mixes import Ingredient, completed_by, placeable
from pandoku.generation.search import (
    Attempt,
    Missing,
    SearchPart,
    attempt,
    better,
    find_puzzles,
    missing_after,
    not_found,
)
from pandoku.generation.wishes import Interval, Wishes, seed_of

not_a_call(__name__, "pandoku.generate() makes a puzzle")

__all__ = [
    "KINDS",
    "MAX_PUZZLES",
    "USUAL_KIND",
    "Attempt",
    "Completion",
    "CompletionKeywords",
    "CompletionRequest",
    "Drafts",
    "Generated",
    "Ingredient",
    "Interval",
    "Kind",
    "Missing",
    "SearchPart",
    "WishKeywords",
    "Wishes",
    "attempt",
    "better",
    "complete",
    "completed_by",
    "completion_request",
    "find_completions",
    "find_puzzles",
    "generate",
    "generate_each",
    "generate_many",
    "get_kind",
    "is_minimal",
    "kind_and_order",
    "kinds_that_take",
    "make_drafts",
    "minimize",
    "minimized",
    "minimized_rows",
    "missing_after",
    "n_obstacles",
    "not_found",
    "order_in",
    "placeable",
    "puzzle_at",
    "read_order",
    "seed_of",
    "wishes_of",
]
