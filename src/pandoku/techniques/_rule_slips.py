"""Slips with the rules of variants: a rule is read as stricter than it is.

A misread rule excludes a candidate that the rule allows. The sentence shows a way to meet the rule
with this candidate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import TypeVar

from pandoku.constraints import (
    AllDifferent,
    Arrow,
    Between,
    ColumnIndexer,
    Difference,
    GreaterThan,
    LittleKiller,
    NoDifference,
    NoRatio,
    Progression,
    Ratio,
    Renban,
    RowIndexer,
    Sandwich,
    Skyscraper,
    Thermometer,
    Whisper,
)
from pandoku.model import Board, Constraint, Puzzle
from pandoku.techniques._allowed import also_allows, way_within
from pandoku.techniques._slips import slipped, words_on
from pandoku.techniques._teaching import Slip, Slipped
from pandoku.words import with_capital
from pandoku.words.claims import Open

__all__ = [
    "ARROW_SLIPS",
    "BETWEEN_SLIPS",
    "DOT_SLIPS",
    "INDEXER_SLIPS",
    "INEQUALITY_SLIPS",
    "LITTLE_KILLER_SLIPS",
    "PROGRESSION_SLIPS",
    "RENBAN_SLIPS",
    "SANDWICH_SLIPS",
    "SKYSCRAPER_CLUE_SLIPS",
    "THERMOMETER_SLIPS",
    "WHISPER_SLIPS",
]

_MOST_CELLS = 9  # maximum number of cells of a rule that is misread
_Rule = TypeVar("_Rule", bound=Constraint)
_Readings = Callable[[_Rule, Puzzle], Sequence[Sequence[Constraint]]]


def _misread(text: str, rule_text: str, kind: type[_Rule], readings_of: _Readings[_Rule]) -> Slip:
    """Return the slip that a rule is read as other rules.

    Args:
        text: The text of the slip.
        rule_text: The correction in a sentence.
        kind: The kind of the rule.
        readings_of: A function of a rule and the puzzle. It returns readings. Somebody
            who makes the error accepts a digit if one of the readings allows it. A reading is a
            list of constraints.
    """

    def find(board: Board) -> Iterator[Slipped]:
        w, puzzle = words_on(board), board.puzzle
        for index, rule in enumerate(puzzle.constraints):
            if not isinstance(rule, kind):
                continue
            cells = rule.cells_on(puzzle.geometry)
            empty = [cell for cell in cells if not board.digits[cell]]
            readings = [
                [*chain.from_iterable(each.relations(puzzle) for each in reading)]
                for reading in readings_of(rule, puzzle)
            ]
            for cell in empty if readings and len(cells) <= _MOST_CELLS else ():
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


def _one_higher(rule: Skyscraper, puzzle: Puzzle) -> list[list[Constraint]]:
    more = rule.value + 1
    return [[Skyscraper(rule.start, rule.direction, more)]] if more < puzzle.order else []


def _with_crusts(rule: Sandwich, puzzle: Puzzle) -> list[list[Constraint]]:
    inner = rule.total - puzzle.order - 1
    return [[Sandwich(rule.start, rule.direction, inner)]] if inner > 1 else []


def _one_more(rule: Whisper, puzzle: Puzzle) -> list[list[Constraint]]:
    more = rule.difference(puzzle.order) + 1
    return [[Whisper(rule.cells, more)]] if more < puzzle.order else []


THERMOMETER_SLIPS = (
    _misread(
        "The thermometer is read from the wrong end.",
        "Digits grow from the bulb, not towards it.",
        Thermometer,
        lambda rule, _: [[Thermometer(rule.cells[::-1], rule.slow)]],
    ),
)
INEQUALITY_SLIPS = (
    _misread(
        "The sign is read the wrong way round.",
        "The sign points to the smaller digit.",
        GreaterThan,
        lambda rule, puzzle: [[GreaterThan(rule.cells[::-1])]],
    ),
)
BETWEEN_SLIPS = (
    _misread(
        "The line is read as a thermometer.",
        "The digits between the ends need no order.",
        Between,
        lambda rule, _: [[Thermometer(rule.cells)], [Thermometer(rule.cells[::-1])]],
    ),
)
RENBAN_SLIPS = (
    _misread(
        "The digits are put in order along the line.",
        "The digits of a renban line need no order.",
        Renban,
        lambda rule, puzzle: [[rule, Progression(rule.cells)]],
    ),
)
PROGRESSION_SLIPS = (
    _misread(
        "The digits are taken to be consecutive.",
        "The steps of a sequence can be greater than 1.",
        Progression,
        lambda rule, puzzle: [[rule, Renban(rule.cells)]],
    ),
)
WHISPER_SLIPS = (
    _misread(
        "The difference is taken to be more than the number.",
        "A difference that is exactly the least is enough.",
        Whisper,
        _one_more,
    ),
)
ARROW_SLIPS = (
    _misread(
        "The digits of a shaft are taken to be different.",
        "Digits on the shaft of an arrow can repeat.",
        Arrow,
        lambda rule, _: [[rule, AllDifferent(rule.shaft)]] if len(rule.shaft) > 1 else [],
    ),
)
LITTLE_KILLER_SLIPS = (
    _misread(
        "The digits of a little killer are taken to be different.",
        "Digits on the diagonal of a little killer can repeat.",
        LittleKiller,
        lambda rule, puzzle: [[rule, AllDifferent(rule.cells_on(puzzle.geometry))]],
    ),
)
SANDWICH_SLIPS = (
    _misread(
        "The crusts are counted as part of the sum.",
        "The crusts do not count.",
        Sandwich,
        _with_crusts,
    ),
)
SKYSCRAPER_CLUE_SLIPS = (
    _misread(
        "The first building is not counted.",
        "The first building is seen, too.",
        Skyscraper,
        _one_higher,
    ),
)
INDEXER_SLIPS = (
    _misread(
        "A row indexer is read along its row.",
        "A row indexer points along its column.",
        RowIndexer,
        lambda rule, puzzle: [[ColumnIndexer(rule.cells)]],
    ),
    _misread(
        "A column indexer is read along its column.",
        "A column indexer points along its row.",
        ColumnIndexer,
        lambda rule, puzzle: [[RowIndexer(rule.cells)]],
    ),
)

# ---- dots


def _no_dot(board: Board) -> Iterator[Slipped]:
    puzzle, w = board.puzzle, words_on(board)
    order, rules = puzzle.order, puzzle.further
    if any(isinstance(rule, NoDifference | NoRatio) for rule in rules):
        return
    dots = (rule for rule in rules if isinstance(rule, Difference | Ratio))
    marked = {frozenset(dot.cells_on(puzzle.geometry)) for dot in dots}
    for cell, digit in enumerate(board.digits):
        sides = (cell - 1, cell + 1, cell - order, cell + order) if digit else ()
        for other in sides:
            is_beside = other // order == cell // order or other % order == cell % order
            if not (0 <= other < order * order and is_beside) or board.digits[other]:
                continue
            gone = [(other, d) for d in board.candidates(other) if abs(d - digit) == 1]
            if frozenset((cell, other)) in marked or not gone:
                continue
            digits = tuple(d for _, d in gone)
            why = (
                f"The rules do not say that all dots are given, so {w.cell(other)} can be "
                f"{w.digits(digits, 'or')} beside the {w.digit(digit)}."
            )
            yield slipped(w, why, Open((other,), digits), gone=tuple(gone), cells=(cell, other))


DOT_SLIPS = (Slip("Neighbors without a dot are taken not to be consecutive.", _no_dot),)
