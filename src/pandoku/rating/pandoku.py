"""The scale pandoku: numbers like ER, for puzzles of every kind and order.

ER is the rating of Sudoku Explainer, which supports only 9x9 Sudoku. Techniques of Sudoku Explainer
have the same ratings here, and chains cost more the longer they are. Other techniques, mainly those
for cages, have weights derived from data, as `bench/rating_scale.md` describes. A path is as hard
as its hardest step.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from pandoku.model import Facts, Step
from pandoku.rating._lengths import lengthening
from pandoku.rating._levels import word_of
from pandoku.rating._scale import Rating, Scale, hardest_of

__all__ = ["SCALE", "weights_of"]


# In the order of search: easiest first, but unique loops, which take long to find, come after what
# makes them rarely needed, and trials after all that names a pattern. A hidden single in a box, and
# a long chain, differ from what stands here.
_WEIGHTS = {
    "full-house": 1.0,
    "hidden-single": 1.5,
    "cage-single": 1.9,
    "innie": 1.9,
    "product-innie": 1.9,
    "outie": 1.9,
    "cage-overlap": 1.9,
    "naked-single": 2.3,
    "cage-combinations": 2.3,
    "cage-partners": 2.5,
    "pointing": 2.6,
    "cage-bounds": 2.6,
    "constraint": 2.6,
    "cage-hidden-single": 2.6,
    "claiming": 2.8,
    "locked-pair": 3.0,
    "naked-pair": 3.0,
    "cage-splitting": 3.0,
    "cage-pointing": 3.0,
    "cage-permutations": 3.0,
    "cage-line": 3.1,
    "cage-parity": 3.2,
    "x-wing": 3.2,
    "cage-factors": 3.2,
    "cage-claiming": 3.3,
    "hidden-pair": 3.4,
    "outies": 3.4,
    "innies": 3.5,
    "product-innies": 3.5,
    "house-parity": 3.5,
    "locked-triple": 3.6,
    "naked-triple": 3.6,
    "innies-and-outies": 3.6,
    "swordfish": 3.8,
    "hidden-triple": 4.0,
    "killer-pair": 4.1,
    "xy-wing": 4.2,
    "cage-claiming-pair": 4.2,
    "xyz-wing": 4.4,
    "unique-rectangle-1": 4.5,
    "unique-rectangle-2": 4.5,
    "unique-rectangle-3": 4.5,
    "unique-rectangle-4": 4.5,
    "unique-rectangle-5": 4.5,
    "killer-triple": 4.8,
    "naked-quad": 5.0,
    "jellyfish": 5.2,
    "hidden-quad": 5.4,
    "killer-quad": 5.4,
    "bug-plus-1": 5.6,
    "skyscraper": 6.6,
    "two-string-kite": 6.6,
    "dual-two-string-kite": 6.6,
    "turbot-fish": 6.6,
    "unique-rectangle-6": 6.8,
    "avoidable-rectangle-1": 6.8,
    "avoidable-rectangle-2": 6.8,
    "unique-loop-1": 4.6,
    "unique-loop-2": 4.6,
    "unique-loop-3": 4.7,
    "unique-loop-4": 4.6,
    "x-chain": 6.6,
    "simple-colors-trap": 6.7,
    "simple-colors-wrap": 6.7,
    "multi-colors-trap": 6.8,
    "multi-colors-wrap": 6.8,
    "cage-conflict": 6.8,
    "remote-pair": 7.1,
    "w-wing": 7.1,
    "hidden-rectangle": 7.1,
    "finned-x-wing": 7.2,
    "sashimi-x-wing": 7.2,
    "empty-rectangle": 7.2,
    "dual-empty-rectangle": 7.2,
    "xy-chain": 7.0,
    "continuous-loop": 7.0,
    "alternating-chain": 7.0,
    "discontinuous-loop": 7.0,
    "two-cages": 7.2,
    "house-fillings": 7.4,
    "cage-chain": 7.7,
    "finned-swordfish": 7.8,
    "sashimi-swordfish": 7.8,
    "finned-jellyfish": 7.8,
    "sashimi-jellyfish": 7.8,
    "sue-de-coq": 8.3,
    "wxyz-wing": 8.3,
    "grouped-continuous-loop": 8.1,
    "grouped-alternating-chain": 8.1,
    "grouped-discontinuous-loop": 8.1,
    "als-xz": 8.3,
    "als-xy-wing": 8.3,
    "als-chain": 8.4,
    "death-blossom": 8.4,
    "nishio": 7.8,
    "cell-forcing-chain": 8.3,
    "region-forcing-chain": 8.3,
    "contradiction-forcing-chain": 8.5,
    "cage-trial": 8.5,
    "constraint-trial": 8.5,
    "cage-cell-forcing-chain": 8.6,
    "cage-region-forcing-chain": 8.6,
    "cage-contradiction-forcing-chain": 8.8,
    "nested-forcing-chain": 9.5,
    "cage-nested-forcing-chain": 9.5,
}
_ORDER = tuple(_WEIGHTS)
# The bound of a puzzle that no technique solves. Only a chain of more than 16,384 nodes would reach
# it.
_BEYOND = 12.0
_IN_A_BOX = 1.2
_CHAINS = 6.6  # easier techniques have no chains


def weights_of(technique: str) -> tuple[float, float] | None:
    """Return the least and the greatest rating of a technique's steps, or None without a weight.

    The greatest is inf for chains, which can have any length.

    >>> weights_of("naked-pair"), weights_of("hidden-single"), weights_of("x-chain")
    ((3.0, 3.0), (1.2, 1.5), (6.6, inf))
    """
    weight = _WEIGHTS.get(technique)
    if weight is None:
        return None
    if technique == "hidden-single":
        return _IN_A_BOX, weight
    return weight, weight if weight < _CHAINS else inf


def _rate(step: Step) -> Rating | None:
    """Return the rating of a step, by its technique and the length of its chains.

    The result is None if the technique has no weight.
    """
    weight = _WEIGHTS.get(step.technique)
    if weight is None:
        return None
    if step.technique == "hidden-single" and _is_in_a_box(step.facts):
        weight = _IN_A_BOX
    return _rating(round(weight + lengthening(_n_nodes(step)) / 10, 1))


def _rating(number: float) -> Rating:
    return Rating(word_of(number), number)


def _is_in_a_box(facts: Facts) -> bool:
    return any(house.kind in ("box", "region") for house in facts.houses)


def _n_nodes(step: Step) -> int:
    """Return the number of nodes of a chain without its first and last, or 0 without a chain."""
    if step.technique in ("cage-trial", "constraint-trial"):
        return 0  # its weight, derived from data, is for trials of every length
    links = step.facts.links
    if step.technique == "cage-chain":
        return len(links) - 1  # its links need not alternate, and its start is its end
    if links:
        # A loop, or a chain that places its start, has no outside candidate as its start and end.
        is_loop = links[0].strong and not links[-1].strong
        return 2 * (sum(link.strong for link in links) - (is_loop or bool(step.placements)))
    return max(0, sum(map(_n_of_branch, step.facts.branches)) - 2)


def _n_of_branch(branch: Sequence[Step]) -> int:
    """Return the number of candidates that a branch, with chains inside it, makes true or false."""
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
