"""Puzzles made to order: proper always, as hard as asked, of any kind and order."""

from pandoku._instead import not_a_call
from pandoku.generation._words import not_found
from pandoku.generation.candidates import Candidates
from pandoku.generation.generated import Generated, puzzle_at
from pandoku.generation.kinds import Kind, get_kind
from pandoku.generation.kinds import registry as kinds
from pandoku.generation.making import MOST, generate, generate_each, generate_many
from pandoku.generation.minimal import is_minimal, minimize
from pandoku.generation.search import Attempt, Missing, Part, attempt, better, missing_after, search
from pandoku.generation.seeds import seed_of
from pandoku.generation.smooth import n_obstacles
from pandoku.generation.typed import USUAL_KIND, kind_and_order, order_in, order_of
from pandoku.generation.wishes import Asked, Span, Wishes, wishes_of

not_a_call(__name__, "pandoku.generate() makes a puzzle")

__all__ = [
    "MOST",
    "USUAL_KIND",
    "Asked",
    "Attempt",
    "Candidates",
    "Generated",
    "Kind",
    "Missing",
    "Part",
    "Span",
    "Wishes",
    "attempt",
    "better",
    "generate",
    "generate_each",
    "generate_many",
    "get_kind",
    "is_minimal",
    "kind_and_order",
    "kinds",
    "minimize",
    "missing_after",
    "n_obstacles",
    "not_found",
    "order_in",
    "order_of",
    "puzzle_at",
    "search",
    "seed_of",
    "wishes_of",
]
