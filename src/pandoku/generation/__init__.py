"""Puzzles made to order: proper always, as hard as asked, of any kind and order."""

from pandoku.generation.candidates import Candidates
from pandoku.generation.kinds import Kind, get_kind
from pandoku.generation.kinds import registry as kinds
from pandoku.generation.wishes import Asked, Span, Wishes, wishes_of

__all__ = ["Asked", "Candidates", "Kind", "Span", "Wishes", "get_kind", "kinds", "wishes_of"]
