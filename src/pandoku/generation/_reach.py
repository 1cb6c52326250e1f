"""The ratings that a puzzle can have, in general and with the techniques asked for.

What is refused here would be searched for in vain. So each bound is proved: a rating between two
bounds may still be one that no puzzle has.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from pandoku.errors import WishError
from pandoku.generation.hardness import allowed
from pandoku.generation.wishes import Wishes
from pandoku.logic import SE, scale_for
from pandoku.model import Puzzle
from pandoku.rating import DEFAULT_SCALE, get_scale, in_order, program_scale, span
from pandoku.rating.se import bounds as se_bounds
from pandoku.techniques import get_technique

__all__ = ["check_rating", "why_not"]

# Of the scale se, up to which rating a step is one of these: the techniques that make the same
# deduction, in one step or several. What depends on the size of a step, or on the puzzle having one
# solution, is not listed, because the two programs may differ there.
_SAME = {
    "full-house": ("full-house",),
    "hidden-single": ("hidden-single",),
    "direct-pointing": ("pointing",),
    "direct-claiming": ("claiming",),
    "direct-hidden-pair": ("hidden-pair",),
    "naked-single": ("naked-single",),
    "direct-hidden-triple": ("hidden-triple",),
    "pointing": ("pointing",),
    "claiming": ("claiming",),
    "naked-pair": ("naked-pair", "locked-pair"),
    "x-wing": ("x-wing",),
    "hidden-pair": ("hidden-pair",),
    "naked-triple": ("naked-triple", "locked-triple"),
    "swordfish": ("swordfish",),
    "hidden-triple": ("hidden-triple",),
    "xy-wing": ("xy-wing",),
}


def check_rating(wishes: Wishes) -> None:
    """Raise WishError if no puzzle with the techniques asked for can have the rating asked for."""
    asked = wishes.rating
    if asked is None:
        return
    _require_a_score(wishes)
    names = allowed(wishes)
    if names is None:
        return
    usable = tuple(name for name in names if why_not(name, wishes) is None)
    is_se = _is_rated_by_se(wishes)
    for need in wishes.needs:
        if (_se_is_above if is_se else _is_above)(need, usable, asked.most):
            raise WishError(
                f"expected a rating of at most {asked.most}{_word(wishes)}, found that {need} is "
                "needed, with which every rating is higher; leave one out"
            )
    most = (_most_of_se if is_se else _most_of)(usable)
    if most < asked.least:
        raise WishError(
            f"expected a rating of at least {asked.least}{_word(wishes)}, found that techniques up "
            f"to {names[-1]} are enough, with which every rating is at most {most}; ask for a "
            "harder technique, or leave one out"
        )


def why_not(name: str, wishes: Wishes) -> str | None:
    """Return why puzzles of the kind cannot need a technique, or None if they may."""
    technique = get_technique(name)
    if technique.needs_cages and not wishes.kind.has_cages:
        return "there are no cages"
    if technique.needs_unique and wishes.kind.has_cages:
        return "it exchanges digits, which cages forbid"
    return None


def _word(wishes: Wishes) -> str:
    return f" ({wishes.difficulty})" if wishes.difficulty else ""


def _is_rated_by_se(wishes: Wishes) -> bool:
    if wishes.geometry is None or wishes.kind.has_cages:
        return False
    return scale_for(Puzzle(wishes.geometry), None) == SE


def _require_a_score(wishes: Wishes) -> None:
    """Raise WishError if the range lies between two scores and has neither."""
    assert wishes.rating is not None
    least, most = wishes.rating
    scores = [0.0]  # of a full grid
    for low, high in _steps(wishes):
        if high == inf:
            scores.append(inf if low <= most else low)
        else:
            scores += [low, high]
    if any(least <= score <= most for score in scores) or inf in scores:
        return
    below, above = (
        max(score for score in scores if score < least),
        min(score for score in scores if score > most),
    )
    raise WishError(
        f"expected a rating that a {wishes.order}x{wishes.order} {wishes.kind.name} can have, "
        f"found {wishes.rating}; the nearest are {below} and {above}"
    )


def _steps(wishes: Wishes) -> Iterator[tuple[float, float]]:
    """Yield the least and the greatest score of the steps that puzzles of the kind can have."""
    if _is_rated_by_se(wishes):
        program = program_scale(SE)
        assert program is not None
        yield from map(se_bounds, program.ORDER)
        return
    for technique in in_order(DEFAULT_SCALE):
        scores = span(DEFAULT_SCALE, technique.name)
        if scores is not None and why_not(technique.name, wishes) is None:
            yield scores


def _is_above(need: str, _: tuple[str, ...], most: float) -> bool:
    """Return whether every path that needs a technique is rated above *most*.

    The rated path is the one that is proved to need it: both take the first step that there is.
    """
    scores = span(DEFAULT_SCALE, need)
    return scores is not None and scores[0] > most


def _se_is_above(need: str, names: tuple[str, ...], most: float) -> bool:
    """The same for the scale se, whose steps differ.

    If all its steps up to *most* are deductions that the other techniques make too, a puzzle with
    such a rating would be solved without the one that is needed.
    """
    steps = [step for step in get_scale(SE).ORDER if se_bounds(step)[0] <= most]
    same = {name for step in steps for name in _SAME.get(step, (need,))}
    return bool(steps) and same <= {*names} - {need}


def _most_of(names: tuple[str, ...]) -> float:
    """Return the greatest rating of a path of these techniques."""
    return max((span(DEFAULT_SCALE, name) or (0, inf))[1] for name in names)


def _most_of_se(names: tuple[str, ...]) -> float:
    """The same for the scale se, which never takes a harder step than it has to."""
    costs = {name: se_bounds(step)[1] for step, same in _SAME.items() for name in same}
    return max(costs.get(name, inf) for name in names)
