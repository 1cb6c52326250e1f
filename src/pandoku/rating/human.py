"""The order in which a person looks: easy steps without notes first, near the previous step.

A puzzle has the number that the scale pandoku gives it. This file only orders steps. Of all steps
on a board the step of least effort is taken, and of several with the same effort one near the
previous step. An effort is a number like ER, but it depends on the visible facts, and so differs
between two steps of one technique:

- A digit on the grid is visible, a candidate must be noted. A single that the digits show comes
  before a single of the same kind that depends on earlier eliminations. In difficult puzzles,
  people change to keeping track of the possible digits of cells, as a shift of strategy (Lee,
  Goodwin, Johnson-Laird: "The psychological puzzle of Sudoku", Thinking & Reasoning 14, 2008).
  Therefore `reader="beginner"` postpones this.
- Crosshatching a box comes before a row or a column, and both before the only digit of a cell:
  1.2, 1.5 and 2.3 in Sudoku Explainer 1.2.1 and SukakuExplainer. Beginners exclude places for a
  digit more readily than they count the digits for a cell (the same paper, and its replication in
  Turk Psikoloji Dergisi 25, 2010). Guides for players teach scanning before counting. HoDoKu,
  which shows the candidates of every cell, takes naked singles first.
- A step that depends on fewer facts is easier: that paper's relational complexity. So a house
  with at most three empty cells comes before a fuller search of its kind, a cell in such a house
  before counting elsewhere, small sets before large ones, and short chains before long ones. Cages
  are ordered by the number of fillings to keep in mind.
- A path is as hard as its steps and their dependence on each other make it (Pelánek: "Difficulty
  rating of Sudoku puzzles by a computational model", FLAIRS 2011). If several steps are possible,
  none of the sources determines which comes next. Here it is one near the previous step: first in
  the same box, region or cage, then in another common house, then by the shortest way, because that
  is where the board has just changed.

If these criteria do not decide, the weights of the scale pandoku do. The numbers,
in tenths, are below.
"""

from __future__ import annotations

from math import inf

from pandoku.kernel.efforts import Effort, SinglesEffort
from pandoku.rating import pandoku as base
from pandoku.rating._scale import Choosing, Scale

__all__ = ["SCALE"]

# For a single in a box, in another house, and in a cell.
_SINGLES = SinglesEffort(few=3, glance=(11, 13, 14), shown=(12, 15, 20), noted=(13, 16, 21))

# Least efforts that differ from the weight in the scale pandoku.
_LEAST = {
    "full-house": 10,
    "hidden-single": min(_SINGLES.glance[:2]),
    "naked-single": _SINGLES.glance[2],
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


_EFFORTS = {name: _effort(name) for name in base.SCALE.order}

# Techniques that need no notes, with the greatest effort of a step: singles and sums, and cages
# with at most two combinations.
_PLAIN = dict.fromkeys(
    (
        *("full-house", "hidden-single", "naked-single", "cage-single"),
        *("innie", "outie", "product-innie", "cage-overlap"),
    ),
    Effort(0).most,
)
_PLAIN["cage-combinations"] = _EFFORTS["cage-combinations"].least + _PER_DOUBLING


SCALE = Scale(
    name="human",
    summary="the order in which a person looks, with the numbers of pandoku",
    order=tuple(sorted(_EFFORTS, key=lambda name: _EFFORTS[name].least)),
    rate=base.SCALE.rate,
    of_path=base.SCALE.of_path,  # `Path.rating` takes the number from a path of the scale pandoku
    beyond=base.SCALE.beyond,
    choosing=Choosing(base=base.SCALE.name, efforts=_EFFORTS, singles=_SINGLES, plain=_PLAIN),
)
