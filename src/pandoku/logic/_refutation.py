"""The refutation of a wrong digit: the steps that follow from it, up to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pandoku.logic._order import usable
from pandoku.logic._sentences import SearchSentence
from pandoku.logic._time import UNBOUNDED, Time
from pandoku.logic._walk import take_steps
from pandoku.logic.ledger import ledger_of
from pandoku.logic.premises import rests_on
from pandoku.model import Board, Pair, Step, digits_of, find_conflicts
from pandoku.rating import DEFAULT_SCALE, in_order
from pandoku.techniques import TECHNIQUES
from pandoku.words import Ledger, conflict_words, sentence

__all__ = ["refutation"]

# Techniques that suppose a candidate and reach a contradiction, shortest arguments first.
_TRIALS = ("nishio", "contradiction-forcing-chain", "cage-trial", "constraint-trial")
_TOO_LONG = (
    "cage-trial",
    "constraint-trial",
    "cage-cell-forcing-chain",
    "cage-region-forcing-chain",
    "cage-contradiction-forcing-chain",
    "cage-nested-forcing-chain",
)
_MOST = 12  # steps that are listed one by one


class _Impossible(NamedTuple):
    """A contradiction in words, and the missing candidates that cause it."""

    text: str
    missing: tuple[Pair, ...]


def refutation(board: Board, cell: int, digit: int, time: Time = UNBOUNDED) -> tuple[str, ...]:
    """Return sentences that explain why a candidate is wrong, or () if no technique shows it.

    Args:
        board: A board with right digits only.
        cell: An empty cell.
        digit: A candidate there that is not in the solution.
        time: The time limit of the search for the steps.

    Raises:
        OutOfTimeError: The time is over.
    """
    for name in _TRIALS:
        time.left()
        technique = TECHNIQUES[name]
        for step in technique.steps(board):
            if (cell, digit) in step.eliminations:
                return technique.explain(step, board).full[:-1]
    return tuple(_followed(board, cell, digit, time))


def _followed(board: Board, cell: int, digit: int, time: Time) -> Iterator[str]:
    """Take step after step from the candidate, and yield the steps that the contradiction needs."""
    start = board.place(cell, digit)
    boards, steps = [start], list[Step]()
    # Trials with cages take seconds on the hardest killers, and are too long for a reader.
    plain = [each for each in in_order(DEFAULT_SCALE) if each.name not in _TOO_LONG]
    used, _ = usable(plain, board.puzzle, is_proper=False)
    for step, after in take_steps(start, used, time=time):
        steps.append(step)
        boards.append(after)
        if _contradiction(after):
            break
    if (end := _contradiction(boards[-1])) is None:
        return
    needed = sorted(_needed(boards, steps, end.missing))
    if len(needed) > _MOST:
        yield SearchSentence.FAR_CONTRADICTION.format(n=len(needed), what=end.text)
        return
    name = board.puzzle.geometry.name(cell)
    yield f"1. {SearchSentence.SUPPOSED.format(cell=name, digit=board.puzzle.label_of(digit))}"
    for number, at in enumerate(needed, 2):
        told = TECHNIQUES[steps[at].technique].explain(steps[at], boards[at])
        yield f"{number}. {sentence(told.short)}"
    yield SearchSentence.CONTRADICTION.format(what=end.text)


def _contradiction(board: Board) -> _Impossible | None:
    puzzle, digits = board.puzzle, range(1, board.puzzle.order + 1)
    for cell, mask in enumerate(board.masks):
        if not mask:
            text = f"{puzzle.geometry.name(cell)} has no candidate left"
            return _Impossible(text, tuple((cell, digit) for digit in digits))
    for house in puzzle.geometry.houses:
        able = 0
        for cell in house.cells:
            able |= board.masks[cell]
        for digit in digits_of(puzzle.geometry.all_mask & ~able):
            text = f"{house.phrase} has no place left for {puzzle.label_of(digit)}"
            return _Impossible(text, tuple((cell, digit) for cell in house.cells))
    if board.is_full and (conflicts := find_conflicts(puzzle, board.digits)):
        cells = conflicts[0].cells
        missing = tuple((cell, digit) for cell in cells for digit in digits)
        return _Impossible(conflict_words(puzzle, conflicts[0]), missing)
    return None


def _needed(boards: Sequence[Board], steps: Sequence[Step], missing: Sequence[Pair]) -> set[int]:
    """Return the positions of the steps that removed *missing*, and of the steps behind those."""
    ledger = ledger_of(boards[0], steps)
    needed, open_ = set[int](), _causes(ledger, boards[-1], missing)
    while open_:
        at = open_.pop()
        if at not in needed:
            needed.add(at)
            open_ |= _causes(ledger, boards[at], rests_on(steps[at], boards[at]))
    return needed


def _causes(ledger: Ledger, board: Board, pairs: Sequence[Pair]) -> set[int]:
    """Return the positions of the steps that removed candidates missing on a board."""
    gone = [(cell, digit) for cell, digit in pairs if not board.masks[cell] >> (digit - 1) & 1]
    return {ledger[pair].step - 1 for pair in gone if ledger[pair].step}
