"""The implications in the branches of a step, as links to draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from pandoku.model import Geometry, Link, Pair, Step, sight_of

__all__ = ["leading_links"]


_MOST = 12  # implications: more arrows would hide the board, and the numbers are enough


def leading_links(geometry: Geometry, step: Step) -> tuple[Link, ...]:
    """Return a link for each pair of implications where one leads to the other.

    Strong links lead to candidates that become true. Weak links lead to candidates that are false
    at the end: the step's eliminations, or the candidates of a contradiction. Steps with more than
    twelve implications, or with chains inside their branches, have no links.
    """
    branches = step.facts.branches
    is_nested = any(each.facts.branches or each.facts.links for each in chain(*branches))
    if is_nested or sum(map(len, branches)) > _MOST:
        return ()
    clash = [(c, d) for c, d, role in step.facts.candidates if role == "contradiction"]
    ends = clash or list(step.eliminations)
    links = (link for branch in branches for link in _of_branch(geometry, branch, ends))
    return tuple(dict.fromkeys(links))


def _of_branch(
    geometry: Geometry, branch: tuple[Step, ...], ends: Iterable[Pair]
) -> Iterator[Link]:
    true: dict[Pair, None] = {}
    # The causes of each candidate that an implication has ruled out.
    false: dict[Pair, list[Pair]] = {}
    for implication in branch:
        off = [(c, d) for c, d, role in implication.facts.candidates if role == "off"]
        causes = _causes(geometry, off, true, false)
        for pair in implication.placements:
            yield from (Link((cause,), (pair,), strong=True) for cause in causes)
            true[pair] = None
        on = [(c, d) for c, d, role in implication.facts.candidates if role == "on"]
        for pair in implication.eliminations:
            false[pair] = on or causes
    for end in ends:
        for cause in _causes(geometry, [end], true, false):
            if cause != end:
                yield Link((cause,), (end,), strong=False)


def _causes(
    geometry: Geometry,
    off: Iterable[Pair],
    true: Iterable[Pair],
    false: Mapping[Pair, list[Pair]],
) -> list[Pair]:
    """Return the causes that make candidates false, each once."""
    found: dict[Pair, None] = {}
    for pair in off:
        own = (each for each in true if _excludes(geometry, each, pair))
        cause = false.get(pair) or [each for each in [next(own, None)] if each is not None]
        found |= dict.fromkeys(cause)
    return list(found)


def _excludes(geometry: Geometry, true: Pair, other: Pair) -> bool:
    (cell, digit), (there, another) = true, other
    if cell == there:
        return digit != another
    return digit == another and there in sight_of(geometry)[cell]
