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

If these criteria do not decide, the weights of the scale pandoku do. The numbers are in
`_efforts.py`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pandoku.model import Step
from pandoku.rating import pandoku as base
from pandoku.rating._efforts import EFFORTS, PLAIN, SINGLES
from pandoku.rating._scale import Choosing, Rating, Scale

__all__ = ["SCALE"]

_ORDER = tuple(sorted(EFFORTS, key=lambda name: EFFORTS[name].least))


def _rate(step: Step) -> Rating | None:
    """Return the rating of a step in the scale pandoku, or None if its technique has no weight."""
    return base.SCALE.rate(step)


def _of_path(ratings: Sequence[Rating]) -> Rating:
    """Return the rating of the hardest step, as the scale pandoku does.

    This is not the rating of a puzzle, which `Path.rating` takes from the path of the scale
    pandoku.
    """
    return base.SCALE.of_path(ratings)


SCALE = Scale(
    name="human",
    summary="the order in which a person looks, with the numbers of pandoku",
    order=_ORDER,
    rate=_rate,
    of_path=_of_path,
    beyond=base.SCALE.beyond,
    choosing=Choosing(base=base.SCALE.name, efforts=EFFORTS, singles=SINGLES, plain=PLAIN),
)
