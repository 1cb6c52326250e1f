"""Words for the result of a search."""

from __future__ import annotations

from pandoku.model import Outcome

__all__ = ["outcome_words", "stats_words"]


def outcome_words(outcome: Outcome) -> str:
    """Return the result in words: "the only solution", "a solution", "no solution", "stuck".

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


def stats_words(outcome: Outcome) -> str:
    """Return the counters of an engine, separated by commas.

    Counts come before their names, all other values after them.

    >>> stats_words(Outcome(1, None, stats={"nodes": 1200, "own_s": 0.25, "settled_by": "cages"}))
    '1,200 nodes, own_s 0.25, settled_by cages'
    """
    return ", ".join(
        f"{value:,} {name}" if isinstance(value, int) else f"{name} {_short(value)}"
        for name, value in outcome.stats.items()
    )


def _short(value: object) -> str:
    return f"{value:.3g}" if isinstance(value, float) else str(value)
