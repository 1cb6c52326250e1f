"""The order in which a person finds steps: easy steps, and steps without notes, come first.

The ratings come from the scale pandoku. This file only determines the order of the steps. The next
step of a path is always a step of least effort. If several steps have the least effort, the next
step is near the previous step. An effort is a number like ER, the rating of Sudoku Explainer, but
it depends on the facts that a person sees. Two steps of one technique may therefore have different
efforts. The criteria are:

- Digits on the grid are visible, but candidates must be noted. A single that the digits alone prove
  comes before a single of the same kind that depends on earlier eliminations. In difficult puzzles,
  people change their strategy and keep track of the possible digits of cells (Lee, Goodwin,
  Johnson-Laird: "The psychological puzzle of Sudoku", Thinking & Reasoning 14, 2008). Therefore
  `reader="beginner"` postpones steps that need all pencil marks.
- The only place of a digit in a box comes before the only place in a row or a column. Both come
  before the only digit of a cell. Sudoku Explainer 1.2.1 and SukakuExplainer rate these steps 1.2,
  1.5 and 2.3. Beginners exclude places for a digit more readily than they count the possible digits
  of a cell (the same paper, and its replication in Turk Psikoloji Dergisi 25, 2010). Guides for
  players teach scanning before counting. HoDoKu, which shows the candidates of every cell, takes
  naked singles first.
- A step that depends on fewer facts is easier (the "relational complexity" of the same paper).
  Therefore a single in a house with at most three empty cells comes before other singles of its
  kind, small sets come before large sets, and short chains come before long chains. Cages are
  ordered by the number of fillings that must be kept in mind.
- The difficulty of a path depends on the difficulty of its steps and on their dependence on each
  other (Pelánek: "Difficulty rating of Sudoku puzzles by a computational model", FLAIRS 2011).
  These sources do not cover the choice between several possible steps. In this scale, the next step
  is near the previous step, because the board has just changed there. A step in the same box,
  region or cage comes first, then a step in another common house, then the step at the shortest
  distance.
- A person who has listed the combinations of a cage also sees which digits they exclude around the
  cage. The two steps are joined, unless this would make the path harder than its other steps.

If steps are equal by all these criteria, the weights of the scale pandoku decide. The numbers below
are in tenths.
"""

from __future__ import annotations

from math import inf

from pandoku.kernel.efforts import Effort, SinglesEffort
from pandoku.rating import pandoku as base
from pandoku.rating._scale import Choosing, Scale
from pandoku.techniques import outlines

__all__ = ["SCALE"]

_OUTLINES = outlines()

# The three numbers are efforts: of a digit's only place in a box, of its only place in any other
# house, and of a cell's only digit.
_SINGLES = SinglesEffort(few=3, glance=(11, 13, 14), shown=(12, 15, 20), noted=(13, 16, 21))

# The least effort of each technique whose effort differs from its weight in the scale pandoku.
_LEAST = {
    "full-house": 10,
    "hidden-single": min(_SINGLES.glance[:2]),
    "naked-single": _SINGLES.glance[2],
    "cage-single": 9,
    "cage-combinations": 20,
    "house-fillings": 76,
    # Unique loops are rarer and take longer to find than their weights suggest.
    "unique-loop-1": 68,
    "unique-loop-2": 68,
    "unique-loop-3": 69,
    "unique-loop-4": 68,
    # Almost locked sets of few cells come before long chains. Sets of many cells come after long
    # chains.
    "wxyz-wing": 73,
    "als-xz": 70,
    "als-xy-wing": 74,
    "als-chain": 78,
    "death-blossom": 78,
    "sue-de-coq": 74,
    # Trials come after all patterns except very large patterns.
    "nishio": 85,
    "cell-forcing-chain": 85,
    "region-forcing-chain": 85,
    "contradiction-forcing-chain": 87,
    "cage-trial": 87,
    "cage-cell-forcing-chain": 88,
    "cage-region-forcing-chain": 88,
    "cage-contradiction-forcing-chain": 90,
}
# For each technique, the number of cells in a step of least effort, and the effort of each
# additional cell.
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
# Techniques that add up houses. Each additional house makes the sum longer and adds effort.
_BY_HOUSES = (
    *("innie", "outie", "product-innie", "cage-overlap", "innies", "outies", "innies-and-outies"),
    *("product-innies", "house-parity", "cage-splitting"),
)
# Techniques that list the ways to fill a cage. If a list would be too long, its cage counts as
# having 32 ways.
_LISTING = ("cage-combinations", "cage-permutations", "cage-partners", "cage-hidden-single")
# Techniques that take so long that only their first step on a board is considered.
_LAST_RESORTS = (
    "nested-forcing-chain",
    "cage-nested-forcing-chain",
    "cage-trial",
    "rule-trial",
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
        rating=round(10 * low),
        joins=_OUTLINES[name].joins,
    )


_EFFORTS = {name: _effort(name) for name in base.SCALE.order}

# Techniques with steps that need few notes: singles, sums, digits that a box confines to a few
# cells, a cage, or a single rule. The number of each technique is the greatest effort of these
# steps.
_PLAIN = dict.fromkeys(
    (
        *("full-house", "hidden-single", "naked-single", "cage-single"),
        *("innie", "outie", "product-innie", "cage-overlap"),
        *("pointing", "claiming", "hidden-pair", "naked-pair", "locked-pair"),
        *("cage-combinations", "cage-bounds", "cage-partners", "cage-permutations"),
        *("cage-hidden-single", "cage-pointing"),
        *("parity-cells", "high-and-low", "whisper", "parity-line", "entropic-line"),
        *("modular-line", "digit-group-line", "class-count", "look-and-say", "counting-circles"),
        *("renban", "renban-ranges", "nabner", "renban-pointing", "nabner-pointing"),
        *("dot-partners", "no-dot", "dot-chain", "dot-house", "equal-cells", "same-values"),
        *("equal-cells-sight", "sum-bounds", "sum-combinations", "thermometer", "inequality"),
        *("inequality-count", "between-line", "lockout-line", "global-entropy", "flatmates"),
        *("sandwich-crusts", "sandwich-sums", "x-sums", "numbered-room", "indexer", "quadruple"),
        *("quadruple-pointing", "rule-partners", "arithmetic-sequence", "skyscraper-clue"),
        *("rellik-cage", "equality-cage", "sum-cases", "sum-pointing", "few-ways", "common-peers"),
        "rule-pointing",
    ),
    Effort(0).most,
)


SCALE = Scale(
    name="human",
    summary="the order in which a person looks, with the numbers of pandoku",
    order=tuple(sorted(_EFFORTS, key=lambda name: _EFFORTS[name].least)),
    rate=base.SCALE.rate,
    of_path=base.SCALE.of_path,  # used by `Path.rating` for a path in the scale pandoku
    beyond=base.SCALE.beyond,
    choosing=Choosing(base=base.SCALE.name, efforts=_EFFORTS, singles=_SINGLES, plain=_PLAIN),
)
