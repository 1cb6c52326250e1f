"""The order in which a person looks: what is seen without notes first, and near the last step.

A puzzle keeps the number that the scale pandoku gives it; this file only orders steps. Of all steps
on a board the one of the least effort is taken, and of several with the same effort one near the
step before. An effort is a number like ER, but it depends on what there is to see, and so differs
between two steps of one technique:

- A digit on the grid is seen, a candidate must be noted. A single that the digits show comes before
  one of the same kind that rests on earlier eliminations. People change to keeping track of the
  possible digits of cells for difficult puzzles, as a shift of strategy (Lee, Goodwin,
  Johnson-Laird: "The psychological puzzle of Sudoku", Thinking & Reasoning 14, 2008); that is why
  `reader="beginner"` puts it off.
- Crosshatching a box comes before a row or a column, and both before the only digit of a cell:
  1.2, 1.5 and 2.3 in Sudoku Explainer 1.2.1 and SukakuExplainer. Beginners exclude places for a
  digit more readily than they count the digits for a cell (the same paper, and its replication in
  Turk Psikoloji Dergisi 25, 2010); guides for players teach scanning before counting. HoDoKu,
  which shows the candidates of every cell, takes naked singles first.
- The fewer facts a step rests on, the easier it is: that paper's relational complexity. So a
  house with at most three empty cells comes before a fuller search of its kind, a cell in such a
  house before counting elsewhere, small sets before large ones, short chains before long ones, and
  a cage by how many of its fillings have to be kept in mind.
- A path is as hard as its steps and their dependence on each other make it (Pelánek: "Difficulty
  rating of Sudoku puzzles by a computational model", FLAIRS 2011). Where several steps are open,
  none of the sources says which comes next. Here it is one near the last: first in the same box,
  region or cage, then in another house of it, then by the shortest way. What has just changed is
  there.

Where these say nothing, the weights of the scale pandoku hold. The numbers are in `_efforts.py`.
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
    """Return the rating of a step in the scale pandoku; None if its technique has no weight."""
    return base.SCALE.rate(step)


def _of_path(ratings: Sequence[Rating]) -> Rating:
    """Return the rating of the hardest step, as the scale pandoku does.

    It is not that of a puzzle, which `Path.rating` takes from the path of the scale pandoku.
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
