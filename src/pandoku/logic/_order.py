"""Which techniques are tried on a puzzle, and in which order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pandoku.errors import TechniqueError
from pandoku.model import Puzzle
from pandoku.rating import DEFAULT_SCALE, in_order
from pandoku.techniques import Technique, get_technique

__all__ = ["ordered_techniques", "usable", "why_not"]


def ordered_techniques(
    techniques: Sequence[str | Technique] | None = None, scale: str = DEFAULT_SCALE
) -> list[Technique]:
    """Return techniques in the order they are asked.

    Args:
        techniques: By name or as values, in this order; None: all, in the scale's order, those
            that it does not know last.
        scale: The scale's name.

    Raises:
        TechniqueError: A name is not that of a technique, two different techniques have the same
            name, or there is no such scale.

    >>> [each.name for each in ordered_techniques(["last digit", "x-wing"])]
    ['full-house', 'x-wing']
    """
    if techniques is None:
        return in_order(scale)
    named = (each if isinstance(each, Technique) else get_technique(each) for each in techniques)
    ordered = list(dict.fromkeys(named))
    for name, count in Counter(each.name for each in ordered).items():
        if count > 1:
            raise TechniqueError(f"expected techniques of different names, found {count} {name!r}")
    return ordered


def usable(
    techniques: Sequence[Technique], puzzle: Puzzle, is_proper: bool
) -> tuple[list[Technique], tuple[tuple[str, str], ...]]:
    """Return the techniques to try on a puzzle, and the names of others, each with the reason.

    What needs cages is not tried without them, and that is no reason worth telling.
    """
    order = [each for each in techniques if puzzle.cages or not each.needs_cages]
    reasons = [(each, why_not(each, puzzle, is_proper)) for each in order]
    used = [each for each, reason in reasons if reason is None]
    return used, tuple((each.name, reason) for each, reason in reasons if reason)


def why_not(technique: Technique, puzzle: Puzzle, is_proper: bool) -> str | None:
    """Say why a technique may not be used on a puzzle, or None when it may."""
    if not technique.needs_unique:
        return None
    if not is_proper:
        return "the puzzle is not known to have one solution only"
    # Two digits that could change places must be able to: a cage or a candidate the puzzle
    # itself rules out may forbid the exchange.
    if puzzle.cages:
        return "the puzzle has cages"
    return "the puzzle limits the candidates itself" if puzzle.candidates else None
