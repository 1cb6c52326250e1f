"""The result of a search in words."""

from __future__ import annotations

from pandoku.model import Outcome

__all__ = ["outcome_words"]


def outcome_words(outcome: Outcome) -> str:
    """Return what an engine found: "the only solution", "a solution", "no solution", "stuck".

    >>> outcome_words(Outcome(1, "limit")), outcome_words(Outcome(2, "limit"))
    ('a solution', '2 solutions or more')
    """
    if outcome.stopped in ("nodes", "seconds"):
        return "out of budget"
    if outcome.stopped == "stuck":
        return "stuck"
    if outcome.count == 0:
        return "no solution"
    if outcome.count == 1:
        return "the only solution" if outcome.complete else "a solution"
    return f"{outcome.count} solutions" + ("" if outcome.complete else " or more")
