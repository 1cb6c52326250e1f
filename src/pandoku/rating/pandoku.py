"""The scale pandoku: numbers like ER, for puzzles of every kind and order.

ER is the rating of Sudoku Explainer, which supports only 9x9 Sudoku. Techniques of Sudoku Explainer
have the same ratings here. The rating of a chain increases with its length. Other techniques,
mainly the techniques for cages, have weights derived from data, as described in
`bench/rating_scale.md`. The rating of a path is the rating of its hardest step.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import inf

from pandoku.model import Step
from pandoku.rating._lengths import lengthening
from pandoku.rating._scale import Rating, Scale, hardest_of, word_of
from pandoku.techniques import current_name, outlines

__all__ = ["SCALE", "score_of", "weights_of"]


# The order of search. Easier techniques come first, with two exceptions. Unique loops take long to
# find, so they come after techniques whose steps often remove unique loops. Trials come after all
# patterns. Because of these exceptions, the order is listed here instead of being derived from the
# weights. `_search_order` inserts those techniques that have a weight but are not listed.
_LISTED = (
    *("full-house", "hidden-single", "cage-single", "innie", "product-innie", "outie"),
    *("cage-overlap", "naked-single", "cage-combinations", "cage-partners", "pointing"),
    *("cage-bounds", "cage-hidden-single", "claiming", "locked-pair", "naked-pair"),
    *("cage-splitting", "cage-pointing", "cage-permutations", "cage-line", "cage-parity"),
    *("x-wing", "cage-factors", "cage-claiming", "hidden-pair", "outies", "innies"),
    *("product-innies", "house-parity", "locked-triple", "naked-triple", "innies-and-outies"),
    *("swordfish", "hidden-triple", "killer-pair", "xy-wing", "cage-claiming-pair", "xyz-wing"),
    *("unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-3", "unique-rectangle-4"),
    *("unique-rectangle-5", "killer-triple", "naked-quad", "jellyfish", "hidden-quad"),
    *("killer-quad", "bug-plus-1", "skyscraper", "two-string-kite", "dual-two-string-kite"),
    *("turbot-fish", "unique-rectangle-6", "avoidable-rectangle-1", "avoidable-rectangle-2"),
    *("unique-loop-1", "unique-loop-2", "unique-loop-3", "unique-loop-4", "x-chain"),
    *("simple-colors-trap", "simple-colors-wrap", "multi-colors-trap", "multi-colors-wrap"),
    *("cage-conflict", "remote-pair", "w-wing", "hidden-rectangle", "finned-x-wing"),
    *("sashimi-x-wing", "empty-rectangle", "dual-empty-rectangle", "xy-chain", "continuous-loop"),
    *("alternating-chain", "discontinuous-loop", "two-cages", "house-fillings", "cage-chain"),
    *("finned-swordfish", "sashimi-swordfish", "finned-jellyfish", "sashimi-jellyfish"),
    *("sue-de-coq", "wxyz-wing", "grouped-continuous-loop", "grouped-alternating-chain"),
    *("grouped-discontinuous-loop", "als-xz", "als-xy-wing", "als-chain", "death-blossom"),
    *("nishio", "cell-forcing-chain", "region-forcing-chain", "contradiction-forcing-chain"),
    *("cage-trial", "rule-trial", "cage-cell-forcing-chain", "cage-region-forcing-chain"),
    *("cage-contradiction-forcing-chain", "nested-forcing-chain", "cage-nested-forcing-chain"),
)


def _search_order() -> tuple[str, ...]:
    """Return the techniques with a weight, in the order of search.

    A technique that is not in `_LISTED` comes before the first technique with a greater weight. A
    special case also comes before its general technique.
    """
    order = list(_LISTED)
    for name, weight in _WEIGHTS.items():
        if name not in order:
            general = current_name(_OUTLINES[name].is_case_of)
            later = [each for each in order if each == general or _WEIGHTS[each] > weight]
            order.insert(order.index(later[0]) if later else len(order), name)
    return tuple(order)


_OUTLINES = outlines()
_WEIGHTS = {name: each.weight for name, each in _OUTLINES.items() if each.weight is not None}
_ORDER = _search_order()
# The lower bound for a puzzle that the techniques do not solve. A step would only have this rating
# if its chain had more than 16,384 nodes.
_BEYOND = 12.0
_IN_A_BOX = 1.2
_TRIALS = ("cage-trial", "rule-trial")  # their weights were derived from trials of all lengths
_CHAINS = 6.6  # only techniques with at least this weight have chains


def weights_of(technique: str) -> tuple[float, float] | None:
    """Return the least and greatest rating of a technique's steps, or None if it has no weight.

    The greatest rating is inf for chains, which can have any length.

    >>> weights_of("naked-pair"), weights_of("hidden-single"), weights_of("x-chain")
    ((3.0, 3.0), (1.2, 1.5), (6.6, inf))
    """
    weight = _WEIGHTS.get(technique)
    if weight is None:
        return None
    if technique == "hidden-single":
        return _IN_A_BOX, weight
    return weight, weight if weight < _CHAINS else inf


@lru_cache(maxsize=4096)
def score_of(technique: str, *, in_a_box: bool, n_between: int) -> float | None:
    """Return the rating of a step of a technique, or None if the technique has no weight.

    Args:
        technique: The name of the technique.
        in_a_box: Whether the facts of the step have a box or a region.
        n_between: The number of nodes between the ends of its chain. It is below 1 if there is no
            chain.

    >>> score_of("hidden-single", in_a_box=True, n_between=0)
    1.2
    >>> score_of("x-chain", in_a_box=False, n_between=6)
    6.7
    """
    weight = _WEIGHTS.get(technique)
    if weight is None:
        return None
    if technique == "hidden-single" and in_a_box:
        weight = _IN_A_BOX
    if technique in _TRIALS:
        n_between = 0
    return round(weight + lengthening(n_between) / 10, 1)


def _rate(step: Step) -> Rating | None:
    """Return the rating of a step, from its technique and the length of its chains.

    The result is None if the technique has no weight.
    """
    if step.technique not in _WEIGHTS:
        return None
    if step.facts.steps:
        return max(map(_rate, step.facts.steps), key=lambda rating: rating.score if rating else 0)
    in_a_box = any(house.kind in ("box", "region") for house in step.facts.houses)
    number = score_of(step.technique, in_a_box=in_a_box, n_between=_n_between(step))
    return None if number is None else _rating(number)


@lru_cache(maxsize=1024)
def _rating(number: float) -> Rating:
    return Rating(word_of(number), number)


def _n_between(step: Step) -> int:
    """Return the number of nodes between the ends of a step's chain, or 0 if it has no chain."""
    links = step.facts.links
    if step.technique == "cage-chain":
        return len(links) - 1  # links need not alternate, and the end of the chain is its start
    if links:
        # Most chains start and end at a candidate that they eliminate. Loops do not, and chains
        # that place a digit at their start do not either, so both have two nodes less.
        is_loop = links[0].strong and not links[-1].strong
        return 2 * (sum(link.strong for link in links) - (is_loop or bool(step.placements)))
    return max(0, sum(map(_n_of_branch, step.facts.branches)) - 2)


def _n_of_branch(branch: Sequence[Step]) -> int:
    """Return the number of candidates that a branch and its nested chains make true or false."""
    off = {(c, d) for step in branch for c, d, role in step.facts.candidates if role == "off"}
    off.update(pair for step in branch for pair in step.eliminations)
    inner = sum(_n_of_branch(each) for step in branch for each in step.facts.branches)
    return sum(len(step.placements) for step in branch) + len(off) + inner


SCALE = Scale(
    name="pandoku",
    summary="numbers as ER gives them, for every kind and order",
    order=_ORDER,
    rate=_rate,
    of_path=hardest_of,
    beyond=_rating(_BEYOND),
    span=weights_of,
)
