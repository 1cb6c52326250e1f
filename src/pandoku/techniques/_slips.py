"""The search for slips: conclusions that somebody who makes an error would draw on a board.

The finders of slips are in files beside this one, one for each family. They yield `Slipped` with a
sentence of facts about the board, whose claims the tests check.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from pandoku.model import Board, Pair, Step
from pandoku.techniques._teaching import Slip, Slipped
from pandoku.techniques._technique import Technique
from pandoku.words import Words
from pandoku.words.claims import Claim

__all__ = ["slipped", "slips_on", "words_on"]

_MOST_STEPS = 500


def slips_on(
    technique: Technique, board: Board, true: Container[Pair] | None = None
) -> Iterator[tuple[Slip, Slipped]]:
    """Yield what somebody who makes errors with a technique would conclude on a board.

    Args:
        technique: The technique.
        board: The board.
        true: The candidates that are known to go, or known to be placed, and that are left out. The
            default is what the technique itself concludes. If nothing is left of a conclusion, it
            is not yielded.
    """
    if true is None:
        steps = technique.steps(board, _MOST_STEPS)
        true = {pair for step in steps for pair in (*step.placements, *step.eliminations)}
    for slip in technique.slips:
        for found in slip.find(board):
            gone = tuple(pair for pair in found.eliminations if pair not in true)
            placed = tuple(pair for pair in found.placements if pair not in true)
            if gone or placed:
                yield slip, found._replace(eliminations=gone, placements=placed)


def words_on(board: Board) -> Words:
    """Return words for the parts of a board, without a step."""
    return Words(Step(""), board)


def slipped(
    w: Words,
    why: str,
    *claims: Claim,
    gone: tuple[Pair, ...] = (),
    placed: tuple[Pair, ...] = (),
    cells: tuple[int, ...] = (),
) -> Slipped:
    """Return a wrong conclusion, with its sentence and the claims that the sentence makes."""
    return Slipped(w.read(w.said(why, *claims)), gone, placed, cells)
