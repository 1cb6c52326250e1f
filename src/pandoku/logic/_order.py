"""Choose the techniques to try on a puzzle, and put them in order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pandoku.errors import TechniqueError
from pandoku.model import Differ, Puzzle
from pandoku.rating import DEFAULT_SCALE, get_scale, in_order
from pandoku.techniques import Technique, current_name, get_technique


def ordered_techniques(
    techniques: Sequence[str | Technique] | None = None,
    scale: str = DEFAULT_SCALE,
    puzzle: Puzzle | None = None,
) -> list[Technique]:
    """Return techniques in the order in which they are tried.

    Args:
        techniques: A single technique, or the techniques in the order to try them, as names or
            values. None means all techniques in the scale's order, followed by the techniques that
            the scale does not have.
        scale: The name of the scale.
        puzzle: Without *techniques*, leave out techniques that need cages or constraints which this
            puzzle lacks. Their files are not loaded.

    Raises:
        TechniqueError: There is no technique of a given name, two different techniques have the
            same name, there is no such scale, or techniques are given although the scale replays a
            program with fixed techniques.

    >>> [each.name for each in ordered_techniques(["last digit", "x-wing"])]
    ['full-house', 'x-wing']
    """
    if techniques is None:
        return in_order(scale, puzzle)
    if get_scale(scale).program is not None:
        raise TechniqueError(
            f"expected no techniques with the scale {scale!r}, which takes the steps of its own "
            f"program, found some; leave them out, or use the scale {DEFAULT_SCALE!r}"
        )
    if isinstance(techniques, str | Technique):  # a str is a sequence of letters
        techniques = (techniques,)
    if not isinstance(techniques, Iterable):
        raise TechniqueError(f"expected techniques as a list of names, found {techniques!r}")
    named = (each if isinstance(each, Technique) else get_technique(each) for each in techniques)
    ordered = list(dict.fromkeys(named))
    for name, count in Counter(each.name for each in ordered).items():
        if count > 1:
            raise TechniqueError(f"expected techniques of different names, found {count} {name!r}")
    return ordered


def rated_techniques(scale: str, puzzle: Puzzle) -> list[Technique]:
    """Return the techniques that a scale rates, in its order of search.

    Techniques that need cages or constraints which the puzzle lacks are left out.
    """
    rated = {*map(current_name, get_scale(scale).order)}
    return [each for each in in_order(scale, puzzle) if each.name in rated]


def usable(
    techniques: Sequence[Technique], puzzle: Puzzle, is_proper: bool
) -> tuple[list[Technique], tuple[tuple[str, str], ...]]:
    """Return the techniques to try on a puzzle, and (name, reason) for each technique left out.

    Techniques for cages are left out without a reason if the puzzle has no cages. The same applies
    to techniques for other constraints.
    """
    order = applicable(techniques, puzzle)
    reasons = [(each, why_unusable(each, puzzle, is_proper)) for each in order]
    used = [each for each, reason in reasons if reason is None]
    return used, tuple((each.name, reason) for each, reason in reasons if reason)


def applicable(techniques: Iterable[Technique], puzzle: Puzzle) -> list[Technique]:
    """Return *techniques* without those that need cages or constraints the puzzle lacks.

    Constraints that only make cells differ do not count, because all techniques use them.
    """
    lacks = set[str]()
    if not puzzle.cages:
        lacks.add("cages")
    if not is_bound(puzzle):
        lacks.add("constraints")
    return [each for each in techniques if lacks.isdisjoint(each.needs)]


def is_bound(puzzle: Puzzle) -> bool:
    """Return whether a constraint that is not a cage does more than make cells differ."""
    return any(
        not isinstance(relation, Differ)
        for constraint in puzzle.further
        if constraint.is_sound(puzzle.geometry)
        for relation in constraint.relations(puzzle)
    )


def why_unusable(technique: Technique, puzzle: Puzzle, is_proper: bool) -> str | None:
    """Return the reason why a technique cannot be used on a puzzle, or None if it can."""
    if "unique" not in technique.needs:
        return None
    if not is_proper:
        return "the puzzle is not known to have one solution only"
    # Uniqueness techniques argue that two digits could be exchanged, which would give a second
    # solution. This exchange may be impossible because of a constraint, or because the puzzle rules
    # out candidates.
    if puzzle.cages:
        return "the puzzle has cages"
    if puzzle.further:
        return f"the puzzle has other constraints ({puzzle.further[0].NAME})"
    return "the puzzle limits the candidates itself" if puzzle.candidates else None
