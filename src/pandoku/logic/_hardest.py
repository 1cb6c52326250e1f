"""Find the hardest step of a path, without taking the path step by step.

A path takes the first step of the first technique that has one. Its rating is the rating of its
hardest step. So as soon as a step has a rating, the order of easier steps does not matter: all of
them can be taken at once, wherever they are. Only a step that may be harder has to be the step that
the path takes: it is searched for when all techniques before it have no step left.

If another path to the solution is known, such as an explained path, most of this work is done. Its
easy steps lead to the board where the first harder step is needed. The search starts there, and
ends as soon as it finds a step that is as hard as the hardest step of the known path.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import NamedTuple

from pandoku.kernel.logic import Finder, exhaust
from pandoku.logic._walk import end_of, find_step
from pandoku.model import Board, Step
from pandoku.rating import Rating, Scale
from pandoku.techniques import Technique

__all__ = ["Hardest", "after_all", "find_hardest"]


class Hardest(NamedTuple):
    """The hardest step of a path.

    Attributes:
        rating: The rating of the hardest step, or None if there is no step.
        technique: The technique of the first step with this rating.
        end: "full" if the path reaches the solution, "stuck" if it does not, "enough" if a step is
            as hard as *at_least*, or "above" if the path needs a step harder than *at_most*.
    """

    rating: Rating | None
    technique: Technique | None
    end: str


def find_hardest(
    board: Board,
    techniques: Sequence[Technique],
    scale: Scale,
    *,
    known: Sequence[Step] = (),
    at_least: float | None = None,
    at_most: float | None = None,
) -> Hardest:
    """Return the hardest step of the path that takes the first step of the first technique.

    Args:
        board: The start of the path: a board of a puzzle with exactly one solution.
        techniques: The techniques in order. The scale must know the span of each.
        scale: A scale that rates a path by its hardest step.
        known: The steps of a path from *board* to the solution that uses these techniques in any
            order. With these steps, the search is quicker. Its result is the same.
        at_least: Stop as soon as a step has at least this rating. None means no bound.
        at_most: Stop as soon as a step above this rating is needed. None means no bound.

    Raises:
        TechniqueError: A technique written in Python fails, as in `Technique.steps`.
    """
    techniques = [each for each in techniques if each.has_rules_in(board.puzzle)]
    spans = {each.name: _span(scale, each.name) for each in techniques}
    if at_most is not None:
        # The techniques after the last one that has steps within the bound cannot help.
        within = [at for at, (low, _) in enumerate(spans.values()) if low <= at_most]
        techniques = techniques[: within[-1] + 1 if within else 0]
    freed = [_free_from(each, scale) for each in techniques]
    start = _start_on(known, board, techniques, freed, scale)
    found = _search(start, techniques, freed, scale, at_least=at_least, at_most=at_most)
    if found.rating is None and start.score:  # no step is harder than those before this start
        start = _Start(board, 0.0, None)
        found = _search(start, techniques, freed, scale, at_least=at_least, at_most=at_most)
    return found


class _Start(NamedTuple):
    """The place where a search for the hardest step starts.

    Attributes:
        board: A board of the path.
        score: A bound on the ratings of all steps before this board. They are not harder.
        most: The rating of the path is known to be at most this. None means no bound.
    """

    board: Board
    score: float
    most: float | None


def _start_on(
    known: Sequence[Step],
    board: Board,
    techniques: Sequence[Technique],
    freed: Sequence[float],
    scale: Scale,
) -> _Start:
    """Return the board of a known path before the first step that may be its hardest.

    All techniques before a certain one in the order are easier than the hardest step of the known
    path. The path that is rated also exhausts them before it takes any other step. So it reaches
    the same board, and the steps that lead there need not be searched for.
    """
    names = {each.name: at for at, each in enumerate(techniques)}
    scores = [rating.score for step in known if (rating := scale.rate(step))]
    if not scores or not names.keys() >= {step.technique for step in known}:
        return _Start(board, 0.0, None)
    most = max(scores)
    n_easy = next((at for at, least in enumerate(freed) if least >= most), len(freed))
    for step in takewhile(lambda each: names[each.technique] < n_easy, known):
        board = board.after(step)
    # On every board some technique of the known path has a step. So the path that is rated only
    # takes steps of techniques up to the last of these.
    used = {techniques[names[step.technique]] for step in known}
    needed = {name for each in used for name in (each.name, each.joins, each.leaves_to)}
    last = max(names.get(name, 0) for name in needed)
    is_bound = max(freed[: last + 1]) <= most
    return _Start(board, max(freed[:n_easy], default=0.0), most if is_bound else None)


def _search(
    start: _Start,
    techniques: Sequence[Technique],
    freed: Sequence[float],
    scale: Scale,
    *,
    at_least: float | None,
    at_most: float | None,
) -> Hardest:
    """Return the hardest step after *start*. Its rating is None if it is not above that score."""
    hardest, technique_of = Hardest(None, None, "full"), {each.name: each for each in techniques}
    board, score, most = start
    while True:
        n_free = next((at for at, least in enumerate(freed) if least > score), len(freed))
        board = after_all(board, techniques[:n_free])
        if (end := end_of(board)) == "full":
            return hardest
        step = find_step(board, techniques[n_free:]) if end == "stuck" else None
        if step is None:
            return hardest._replace(end="stuck" if at_most is None else "above")
        rating = scale.rate(step)
        if rating is not None and rating.score > score:
            score = rating.score
            hardest = Hardest(rating, technique_of[step.technique], "full")
        if at_most is not None and score > at_most:
            return hardest._replace(end="above")
        if at_least is not None and score >= at_least and at_most is None:
            return hardest._replace(end="enough")
        if score == most:
            return hardest
        board = board.after(step)


def _span(scale: Scale, name: str) -> tuple[float, float]:
    return (scale.span and scale.span(name)) or (0.0, 0.0)


def _free_from(technique: Technique, scale: Scale) -> float:
    """Return the rating after which a path may take a technique's steps in any order."""
    scores = [_span(scale, technique.name)[1]]
    if technique.fills:
        # It places the last digit that it leaves in a cell, but not one that others leave there.
        scores.append(_span(scale, "naked-single")[1])
    if technique.leaves_to:
        scores.append(_span(scale, technique.leaves_to)[1])
    return max(scores)


def after_all(board: Board, techniques: Sequence[Technique]) -> Board:
    """Return the board after all steps of some techniques, until none of them has a step."""
    names = {each.name for each in techniques}
    needed = [each for each in techniques if each.is_case_of not in names]
    finders = [each.find for each in needed if isinstance(each.find, Finder)]
    others = [e for e in needed if not e.is_native and e.has_rules_in(board.puzzle)]
    others.sort(key=lambda each: each.cost)
    while needed:
        board = exhaust(board, finders)
        if end_of(board) != "stuck":
            break
        for technique in others:
            after = _after_each(board, technique.steps(board))
            if after is not board:
                board = after
                break
        else:
            break
    return board


def _after_each(board: Board, steps: Iterable[Step]) -> Board:
    """Return the board after steps that were all found on it."""
    for step in steps:
        board = board.after(step)
    return board
