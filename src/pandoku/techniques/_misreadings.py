"""Slips where somebody reads a rule as a stricter rule, or as another one.

A misread rule excludes a candidate that the rule allows. The sentence corrects the reading, and
shows a way to meet the rule with this candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias, TypeVar

from pandoku.model import Board, Constraint, Pairs, Relation, table_of
from pandoku.techniques._allowed import also_allows, way_within
from pandoku.techniques._slips import slipped, words_on
from pandoku.techniques._teaching import Slip, Slipped
from pandoku.words import with_capital

__all__ = ["Reading", "less", "misread"]

_MOST_CELLS = 9  # maximum number of cells of a rule that is misread
_Rule = TypeVar("_Rule", bound=Constraint)
Reading: TypeAlias = Sequence[Constraint | Relation]  # all of these hold


def misread(
    text: str,
    rule_text: str,
    kind: type[_Rule],
    readings_of: Callable[[_Rule, Board], Iterable[Reading]],
) -> Slip:
    """Return the slip that a rule is read in other ways.

    Args:
        text: The text of the slip.
        rule_text: The correction in a sentence.
        kind: The kind of the rule.
        readings_of: A function of a rule and the board. It returns readings. Somebody who makes
            the error accepts a digit if one of the readings allows it.
    """

    def find(board: Board) -> Iterator[Slipped]:
        w, puzzle = words_on(board), board.puzzle
        for index, rule in enumerate(puzzle.constraints):
            if not isinstance(rule, kind):
                continue
            cells = rule.cells_on(puzzle.geometry)
            empty = [cell for cell in cells if not board.digits[cell]]
            if not empty or len(cells) > _MOST_CELLS:
                continue
            readings = [
                [
                    relation
                    for each in reading
                    for relation in (
                        each.relations(puzzle) if isinstance(each, Constraint) else (each,)
                    )
                ]
                for reading in readings_of(rule, board)
            ]
            for cell in empty if readings else ():
                left = [
                    digit
                    for digit in board.candidates(cell)
                    if any(way_within(w, reading, (cell, digit)) for reading in readings)
                ]
                for digit in board.candidates(cell) if left else ():
                    if digit not in left and (way := also_allows(w, index, (cell, digit))):
                        gone = ((cell, digit),)
                        yield slipped(
                            w, f"{rule_text} {with_capital(way)}.", gone=gone, cells=tuple(cells)
                        )

    return Slip(text, find)


def less(board: Board, pairs: Iterable[tuple[int, int]]) -> Pairs:
    """Return the relation that the first cell of each pair is less than the second."""
    return Pairs(table_of(board.puzzle.order, lambda one, other: one < other), tuple(pairs))
