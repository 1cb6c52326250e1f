"""Checks that refuse requests which no puzzle of the kind can meet.

These checks run before any search. They also refuse requests whose options contradict each other.

A requested rating must be within bounds. The bounds come from the costs of techniques. For kinds
with few puzzles, they come from rating every puzzle. The upper bound 11.9 is not proved: it is the
ER of the hardest known 9x9 Sudokus, and harder puzzles may exist. Requests for a rating above 11.9
are refused all the same. Even if a requested rating is within the bounds, it may be that no puzzle
has this rating.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from pandoku.constraints import constraint_class
from pandoku.errors import WishError
from pandoku.generation.climb import why_no_climb
from pandoku.generation.hardness import allowed_techniques
from pandoku.generation.mixes import completed_by
from pandoku.generation.wishes import Wishes
from pandoku.logic import SE, scale_for
from pandoku.model import Cage, Geometry, Puzzle
from pandoku.rating import DEFAULT_SCALE, get_scale, in_order, span
from pandoku.rating.se import bounds as se_bounds
from pandoku.registry import plain_name
from pandoku.techniques import get_technique
from pandoku.words import joined

# For each kind of step in the scale se, the techniques of pandoku that make the same deduction in
# one or more steps. Two groups of steps are not listed: steps whose cost depends on their size, and
# steps that assume a unique solution. pandoku may treat these steps differently from Sudoku
# Explainer.
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
# The ER of the hardest known 9x9 Sudokus, which is not a proved maximum. In the scale pandoku, only
# a chain of thousands of nodes would be rated higher.
_GREATEST = 11.9
# The highest rating by (kind, order). These kinds have so few puzzles that all of them were rated.
# The hardest steps of these puzzles are hidden singles in rows and columns.
_MOST_OF_SMALL = {
    **dict.fromkeys((("latin", order) for order in (3, 4)), 1.5),
    **dict.fromkeys((("sudoku", 4), ("diagonal", 4), ("windoku", 4), ("disjoint-groups", 4)), 1.5),
}
# No 9x9 Sudoku has fewer givens. The proof by exhaustive search is in McGuire, Tugemann and
# Civario, "There is no 16-clue Sudoku", 2012.
_FEWEST_CLASSIC = 17


def check_wishes(wishes: Wishes) -> None:
    """Raise WishError if checks without a search prove that no puzzle can meet the request."""
    if wishes.solution is not None:
        solved = Puzzle(wishes.geometry or Geometry.latin(wishes.order), wishes.solution)
        if not solved.accepts(wishes.solution):
            first = next(each for each in solved.problems() if each.severity == "error")
            raise WishError(f"expected a solution of {wishes.kind}, found that {first.message}")
    if wishes.pattern is not None:
        _check_pattern(wishes, wishes.pattern)
    _check_givens(wishes)
    _check_techniques(wishes)
    if wishes.rating is not None:
        _check_rating(wishes, *wishes.rating)
    if wishes.climb and not wishes.has_goal:
        raise WishError(
            "expected a goal to climb to, found none; add a rating, a technique that is needed, or "
            "a number of givens"
        )
    if wishes.climb and wishes.mix:
        raise WishError(
            "expected a request without constraints to climb to: a climb exchanges givens, and the "
            "constraints would have to change as well; leave climb out"
        )
    if wishes.climb and (reason := why_no_climb(wishes)):
        raise WishError(f"expected a request that can be climbed to, found {wishes.kind}: {reason}")


def _check_pattern(wishes: Wishes, pattern: Sequence[bool]) -> None:
    if (orbits := wishes.orbits()) is not None:
        first: dict[int, int] = {}
        for cell, orbit in enumerate(orbits):
            other = first.setdefault(orbit, cell)
            if pattern[cell] != pattern[other]:
                given, empty = (cell, other) if pattern[cell] else (other, cell)
                name = Geometry.latin(wishes.order).name
                raise WishError(
                    f"expected a pattern with the symmetry {wishes.symmetry}, found {name(given)} "
                    f"given and {name(empty)} empty; change the pattern, or leave the symmetry out"
                )
    is_dug = not wishes.has_cages and not wishes.mix
    if wishes.solution is not None and wishes.geometry is not None and is_dug:
        from pandoku.engines import solve

        givens = tuple(d * is_given for d, is_given in zip(wishes.solution, pattern, strict=True))
        if not solve(Puzzle(wishes.geometry, givens), limit=2).is_unique:
            raise WishError(
                "expected a pattern that leaves the solution as the only one, found several "
                "solutions; add givens to the pattern, or leave the solution out"
            )


def _check_givens(wishes: Wishes) -> None:
    numbers, requested = wishes.numbers_of_givens(), wishes.givens
    if requested is not None and not numbers:
        possible = wishes.possible_givens()
        if wishes.pattern is not None:
            raise WishError(f"expected {requested} givens, found a pattern with {possible[0]}")
        below = [n for n in possible if n < requested.least][-1:]
        above = [n for n in possible if n > requested.most][:1]
        near = joined(map(str, below + above), "or")
        raise WishError(
            f"expected {requested} givens with the symmetry {wishes.symmetry}, found that there "
            f"can be {near}; ask for one of these, or for another symmetry"
        )
    if wishes.has_cages or wishes.mix:
        return
    if wishes.geometry == Geometry.sudoku(9) and numbers[-1] < _FEWEST_CLASSIC:
        raise WishError(
            f"expected at least {_FEWEST_CLASSIC} givens, found {numbers[-1]}: no 9x9 Sudoku with "
            "fewer has exactly one solution"
        )
    fewest = wishes.order - 1
    if numbers[-1] < fewest:
        raise WishError(
            f"expected at least {fewest} givens, found {numbers[-1]}: with fewer, two digits are "
            "missing among the givens and can be exchanged"
        )


def _check_techniques(wishes: Wishes) -> None:
    order = [each.name for each in in_order(DEFAULT_SCALE)]
    for name in dict.fromkeys((*wishes.needs, *filter(None, (wishes.at_most,)))):
        if reason := _why_never(name, wishes):
            raise WishError(f"expected a technique for {wishes.kind}, found {name}: {reason}")
    most = _MOST_OF_SMALL.get((wishes.kind, wishes.order), inf)
    for name in wishes.needs:
        if (span(DEFAULT_SCALE, name) or (0, inf))[0] > most:
            raise WishError(
                f"expected a technique that a {wishes.order}x{wishes.order} {wishes.kind} can "
                f"need, found {name}: each is solved by full houses and hidden singles"
            )
        if wishes.at_most is not None and order.index(name) > order.index(wishes.at_most):
            raise WishError(
                f"expected techniques up to {wishes.at_most}, found that {name} is needed, which "
                "comes after it in the order of search; leave one out"
            )


def _check_rating(wishes: Wishes, least: float, most: float) -> None:
    """Raise WishError if no puzzle with the requested techniques can have the requested rating."""
    word = f" ({wishes.difficulty})" if wishes.difficulty and wishes.level is None else ""
    is_se = False
    if wishes.geometry is not None and not wishes.has_cages and not wishes.mix:
        is_se = scale_for(Puzzle(wishes.geometry), None) == SE
    _require_a_score(wishes, is_se, word)
    names = allowed_techniques(wishes)
    if names is None:
        return
    usable = tuple(name for name in names if _why_never(name, wishes) is None)
    for need in wishes.needs:
        if _is_above(need, usable, most, is_se):
            raise WishError(
                f"expected a rating of at most {most}{word}, found that {need} is needed, which "
                "makes every rating higher; leave one out"
            )
    # Sudoku Explainer never takes a harder step than necessary. If the techniques solve a puzzle,
    # its rating is therefore at most the highest cost of these techniques.
    if is_se:
        costs = {name: se_bounds(step)[1] for step, same in _SAME.items() for name in same}
    else:
        costs = {name: (span(DEFAULT_SCALE, name) or (0, inf))[1] for name in usable}
    if (greatest := max(costs.get(name, inf) for name in usable)) < least:
        raise WishError(
            f"expected a rating of at least {least}{word}, found that techniques up to {names[-1]} "
            f"are enough, so that every rating is at most {greatest}; ask for a harder technique, "
            "or leave one out"
        )


def _why_never(name: str, wishes: Wishes) -> str | None:
    """Return the reason why no puzzle of the kind can need a technique, or None if one can."""
    technique = get_technique(name)
    has_cages = wishes.has_cages or any(each.name == Cage.NAME for each in wishes.mix)
    if "cages" in technique.needs and not has_cages:
        return "there are no cages"
    if "constraints" in technique.needs and not wishes.mix:
        return "there are no constraints other than cages; name some"
    completing = [rule for each in wishes.mix if each.has_all and (rule := completed_by(each.name))]
    kinds = [constraint_class(each.name) for each in wishes.mix]
    kinds += [rule.make for rule in completing]
    if technique.rules and not any(issubclass(each, technique.rules) for each in kinds):
        names = joined([plain_name(each.NAME) for each in technique.rules], "or")
        found = joined(sorted(plain_name(each.NAME) for each in kinds))
        return f"it is about {names}, and the request has {found}"
    if "unique" in technique.needs and wishes.has_cages:
        return "it exchanges digits, which cages forbid"
    return None


def _require_a_score(wishes: Wishes, is_se: bool, word: str) -> None:
    """Raise WishError if no puzzle of the kind can have a score in the requested range."""
    assert wishes.rating is not None
    least, most = wishes.rating
    greatest = _GREATEST
    if not wishes.mix:
        greatest = _MOST_OF_SMALL.get((wishes.kind, wishes.order), _GREATEST)
    # The lowest and the highest score of every step that occurs in puzzles of the kind.
    if is_se:
        steps = [*map(se_bounds, get_scale(SE).order)]
    else:
        names = (each.name for each in in_order(DEFAULT_SCALE))
        spans = (span(DEFAULT_SCALE, name) for name in names if _why_never(name, wishes) is None)
        steps = [scores for scores in spans if scores is not None]
    scores = {0.0}  # a full grid has the score 0
    for low, high in steps:
        if high == inf and max(low, least) <= min(most, greatest):
            return  # a chain can have any score of *low* or more
        scores |= {low, greatest if high == inf else high}
    scores = {score for score in scores if score <= greatest} | {greatest}
    if any(least <= score <= most for score in scores):
        return
    below = max(score for score in scores if score < least)
    above = min((score for score in scores if score > most), default=None)
    nearest = (
        f"the greatest is {below}" if above is None else f"the nearest are {below} and {above}"
    )
    raise WishError(
        f"expected a rating that a {wishes.order}x{wishes.order} {wishes.kind} can have, "
        f"found {wishes.rating}{word}; {nearest}"
    )


def _is_above(need: str, names: tuple[str, ...], most: float, is_se: bool) -> bool:
    """Return whether all puzzles that need a technique are rated above *most*.

    In the scale pandoku, the answer is True if the cost of the technique is above *most*. The path
    that is rated is also the path that shows whether the technique is needed, because both take the
    first step found.

    The scale se has different steps. If the other techniques make all deductions of the steps rated
    *most* or less, these techniques solve every puzzle rated *most* or less. Then none of these
    puzzles needs the technique.
    """
    if not is_se:
        scores = span(DEFAULT_SCALE, need)
        return scores is not None and scores[0] > most
    steps = [step for step in get_scale(SE).order if se_bounds(step)[0] <= most]
    same = {name for step in steps for name in _SAME.get(step, (need,))}
    return bool(steps) and same <= {*names} - {need}
