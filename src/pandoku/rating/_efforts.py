"""The numbers behind the scale human, in tenths."""

from __future__ import annotations

from math import inf

from pandoku.kernel.efforts import Effort, SinglesEffort
from pandoku.rating import pandoku as base

__all__ = ["EFFORTS", "PLAIN", "SINGLES"]

# For a single in a box, in another house, and in a cell.
SINGLES = SinglesEffort(few=3, glance=(11, 13, 14), shown=(12, 15, 20), noted=(13, 16, 21))

# Least efforts that differ from the weight in the scale pandoku.
_LEAST = {
    "full-house": 10,
    "hidden-single": min(SINGLES.glance[:2]),
    "naked-single": SINGLES.glance[2],
    "cage-single": 9,
    "cage-combinations": 20,
    "house-fillings": 76,
    # Loops are rarer, and take longer to find, than their weights suggest.
    "unique-loop-1": 68,
    "unique-loop-2": 68,
    "unique-loop-3": 69,
    "unique-loop-4": 68,
    # Almost locked sets of few cells come before long chains, sets of many cells after them.
    "wxyz-wing": 73,
    "als-xz": 70,
    "als-xy-wing": 74,
    "als-chain": 78,
    "death-blossom": 78,
    "sue-de-coq": 74,
    # Trials come after all patterns, except for very large ones.
    "nishio": 85,
    "cell-forcing-chain": 85,
    "region-forcing-chain": 85,
    "contradiction-forcing-chain": 87,
    "cage-trial": 87,
    "cage-cell-forcing-chain": 88,
    "cage-region-forcing-chain": 88,
    "cage-contradiction-forcing-chain": 90,
}
# The number of cells that are included, and the effort of each additional cell.
_CELLS = {
    "cage-single": (1, 1),
    "als-xz": (3, 3),
    "als-xy-wing": (3, 3),
    "als-chain": (4, 3),
    "death-blossom": (4, 3),
    "sue-de-coq": (4, 3),
    "innies": (2, 2),
    "outies": (2, 2),
    "innies-and-outies": (3, 2),
    "product-innies": (2, 2),
    "house-fillings": (4, 1),
    "unique-loop-1": (6, 1),
    "unique-loop-2": (6, 1),
    "unique-loop-3": (6, 1),
    "unique-loop-4": (6, 1),
}
# Sums of houses: each additional house makes the sum longer.
_BY_HOUSES = (
    *("innie", "outie", "product-innie", "cage-overlap", "innies", "outies", "innies-and-outies"),
    *("product-innies", "house-parity", "cage-splitting"),
)
# Techniques that list the ways to fill a cage. Ways that are too many to list count as 32.
_LISTING = ("cage-combinations", "cage-permutations", "cage-partners", "cage-hidden-single")
# Techniques that take so long that nobody looks for a second step.
_LAST_RESORTS = (
    "nested-forcing-chain",
    "cage-nested-forcing-chain",
    "cage-trial",
    "constraint-trial",
)
_PER_DOUBLING = 2


def _effort(name: str) -> Effort:
    low, high = base.weights_of(name) or (inf, inf)
    cells, per_cell = _CELLS.get(name, (0, 0))
    return Effort(
        least=_LEAST.get(name, round(10 * low)),
        choices=1 if name in _LAST_RESORTS else 60,
        cells=cells,
        per_cell=per_cell,
        per_house=int(name in _BY_HOUSES),
        per_doubling=_PER_DOUBLING,
        unlisted=32 if name in _LISTING else 0,
        per_length=2 if high == inf else 0,
    )


EFFORTS = {name: _effort(name) for name in base.SCALE.order}

# Techniques that need no notes, with the greatest effort of a step: singles and sums, and cages
# with at most two combinations.
PLAIN = dict.fromkeys(
    (
        *("full-house", "hidden-single", "naked-single", "cage-single"),
        *("innie", "outie", "product-innie", "cage-overlap"),
    ),
    Effort(0).most,
)
PLAIN["cage-combinations"] = EFFORTS["cage-combinations"].least + _PER_DOUBLING
