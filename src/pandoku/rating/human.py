"""The order in which a person looks: what is seen without notes first, and near the last step.

A puzzle keeps the number that the scale pandoku gives it; this file only orders steps. Of all steps
on a board the one of the least effort is taken, and of several with the same effort one near the
step before. An effort is a number like ER, but it depends on what there is to see, and so differs
between two steps of one technique:

- A digit on the grid is seen, a candidate must be noted. Singles that the digits show come before
  all that rests on earlier eliminations. For difficult puzzles people change to keeping track of
  the possible digits of cells, and not before they have to (Lee, Goodwin, Johnson-Laird: "The
  psychological puzzle of Sudoku", Thinking & Reasoning 14, 2008).
- Crosshatching a box comes before a row or a column, and both before the only digit of a cell:
  1.2, 1.5 and 2.3 in Sudoku Explainer 1.2.1 and SukakuExplainer. Beginners exclude places for a
  digit more readily than they count the digits for a cell (the same paper, and its replication in
  Turk Psikoloji Dergisi 25, 2010); guides for players teach scanning before counting. HoDoKu takes
  naked singles first because it shows the candidates of every cell.
- The fewer facts a step rests on, the easier it is: that paper's relational complexity. So a
  house with at most three empty cells comes before a fuller search of its kind, a cell in such a
  house before counting elsewhere, small sets before large ones, short chains before long ones, and
  a cage by how many of its fillings have to be kept in mind.
- How hard a path is depends on its single steps and on how many of them are open at a time
  (Pelánek: "Difficulty rating of Sudoku puzzles by a computational model", FLAIRS 2011). Where
  several are open, this order stays where the last one was.

Where these say nothing, the weights of the scale pandoku hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf, log2

from pandoku.model import CageFact, Step
from pandoku.rating import pandoku as base
from pandoku.rating._scale import Rating
from pandoku.rating._single import Single

__all__ = [
    "BASE",
    "NAME",
    "ORDER",
    "SUMMARY",
    "choices",
    "effort",
    "effort_of_single",
    "is_plain",
    "least_effort",
    "of_path",
    "rate",
    "span",
]

NAME = "human"
SUMMARY = "the order in which a person looks; the numbers are those of pandoku"
BASE = base.NAME  # the scale that gives the numbers

_FEW = 3  # empty cells of a house that are taken in at a glance
_IN_BOX, _IN_LINE, _IN_CELL = 1.2, 1.5, 2.0  # singles that the digits show
_GLANCE = {_IN_BOX: 1.1, _IN_LINE: 1.3, _IN_CELL: 1.4}  # the same where few cells are empty
_NOTED = {_IN_BOX: 2.1, _IN_LINE: 2.2, _IN_CELL: 2.3}  # singles after eliminations
_LAST_OF_CAGE = 1.2  # the last of two cells; a cell more is a tenth more
_RULE_OF_45 = 1.8  # and a tenth for each house that is added up
_SETS = 7.0  # almost locked sets of three cells in two houses
_MORE_CELLS, _MORE_SETS = 0.3, 0.4
_UNLISTED = 32  # ways to fill a cage that nobody lists

# What differs from the weights of the scale pandoku: the least effort of a step.
_LEAST = {
    "full-house": 1.0,
    "hidden-single": 1.1,
    "naked-single": 1.4,
    "cage-single": 0.9,
    "innie": 1.9,
    "outie": 1.9,
    "product-innie": 2.0,
    "cage-overlap": 2.0,
    "cage-combinations": 2.0,
    # Loops are rarer, and longer to look for, than their weights say.
    "unique-loop-1": 6.8,
    "unique-loop-2": 6.8,
    "unique-loop-3": 6.9,
    "unique-loop-4": 6.8,
    "wxyz-wing": 7.3,
    "als-xz": 7.0,
    "als-xy-wing": 7.4,
    "als-chain": 7.8,
    "death-blossom": 7.8,
    "sue-de-coq": 7.4,
    # Trials come after all that names a pattern, unless that is very large.
    "nishio": 8.5,
    "cell-forcing-chain": 8.5,
    "region-forcing-chain": 8.5,
    "contradiction-forcing-chain": 8.7,
    "cage-trial": 9.0,
}
_BY_SETS = ("als-xz", "als-xy-wing", "als-chain", "death-blossom", "sue-de-coq")
_BY_HOUSES = ("innie", "outie", "product-innie")
_LISTING = ("cage-combinations", "cage-permutations", "cage-partners", "cage-hidden-single")
# What takes so long to find that nobody looks for a second one.
_LAST_RESORTS = ("nested-forcing-chain", "cage-trial")
_CHOICES = 60  # steps of a technique that are compared
# What needs no notes: the techniques of placed digits and sums, and cages of one or two sums.
_PLAIN = (
    "full-house",
    "hidden-single",
    "naked-single",
    "cage-single",
    "cage-repeat",
    "innie",
    "outie",
    "product-innie",
    "cage-overlap",
)
_FEW_SUMS = 2


def least_effort(technique: str) -> float:
    """Return the least effort that a step of a technique can take; inf if it is not known.

    >>> least_effort("hidden-single"), least_effort("naked-pair"), least_effort("nobody's")
    (1.1, 3.0, inf)
    """
    known = _LEAST.get(technique)
    if known is not None:
        return known
    weights = base.span(technique)
    return weights[0] if weights else inf


ORDER = tuple(sorted(base.ORDER, key=least_effort))


def choices(technique: str) -> int:
    """Return how many steps of a technique to compare, at least 1."""
    return 1 if technique in _LAST_RESORTS else _CHOICES


def is_plain(step: Step) -> bool:
    """Return whether a step needs no notes: digits, sums, and cages with one or two sums."""
    if step.technique == "cage-combinations":
        return _ways(step.facts.cages) <= _FEW_SUMS
    return step.technique in _PLAIN


def effort_of_single(single: Single) -> float:
    """Return the effort of a single, in tenths: the easiest is a full house, 1.0."""
    if single.technique == "full-house":
        return 1.0
    if not single.kind:
        kind = _IN_CELL
    else:
        kind = _IN_BOX if single.kind in ("box", "region") else _IN_LINE
    if not single.in_sight:
        return _NOTED[kind]
    return _GLANCE[kind] if single.n_open <= _FEW else kind


def effort(step: Step) -> float:
    """Return the effort of a step that is no single, with one decimal; inf if it is not known."""
    name, facts = step.technique, step.facts
    rating = base.rate(step)
    if rating is None:
        return inf
    if name == "cage-single":
        return round(_LAST_OF_CAGE + (len(facts.cells) - 2) / 10, 1) if facts.cells[1:] else 0.9
    if name in _BY_HOUSES:
        more = (len(facts.houses) + (name == "product-innie")) / 10
        return round(_RULE_OF_45 + more, 1)
    weight = rating.score
    if name in _BY_SETS:
        n_cells, n_sets = len({c for c, _ in facts.cells}), len({role for _, role in facts.cells})
        weight = _SETS + _MORE_CELLS * max(n_cells - 3, 0) + _MORE_SETS * max(n_sets - 2, 0)
    elif name in _LEAST:
        weight += _LEAST[name] - (base.span(name) or (0.0, 0.0))[0]
    ways = _ways(facts.cages) if name in _LISTING or any(map(_n_ways, facts.cages)) else 1
    return round(weight + ceil(2 * log2(ways)) / 10, 1)


def _ways(cages: Sequence[CageFact]) -> int:
    """Return how many ways to fill cages a step asks to keep in mind, at least 1."""
    return max(1, sum(_n_ways(fact) or _UNLISTED for fact in cages))


def _n_ways(fact: CageFact) -> int:
    return len(fact.digits)


rate = base.rate
span = base.span


def of_path(ratings: Sequence[Rating], *, is_solved: bool) -> Rating:
    """Return the rating of the hardest step, as the scale pandoku does."""
    return base.of_path(ratings, is_solved=is_solved)
