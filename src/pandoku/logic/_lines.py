"""A path in lines: a line for each step, and a line for several singles in a row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pandoku.model import Board, Step
from pandoku.techniques import Technique
from pandoku.words import ANYONE, StepReader, Words, cage_of

__all__ = ["LineStep", "path_lines"]

_SINGLES = frozenset(
    {"full-house", "hidden-single", "naked-single", "cage-single", "cage-hidden-single"}
)
_MOST_IN_A_LINE = 4  # maximum number of singles in a line
_WIDTH = 80  # maximum width of a line with several singles, which then fits a terminal


class LineStep(NamedTuple):
    """A step of a path with its number, the sentences before it, and its reader."""

    number: int
    step: Step
    board: Board
    technique: Technique
    before: tuple[str, ...] = ()
    reader: StepReader = ANYONE


def path_lines(steps: Iterable[LineStep]) -> Iterator[str]:
    """Yield the lines of a path, which begin with the numbers of their steps.

    Each sentence before a step is a separate line.
    """
    run: list[LineStep] = []
    for each in steps:
        is_single = each.step.technique in _SINGLES
        is_full = len(run) == _MOST_IN_A_LINE or len(_line([*run, each])) > _WIDTH
        if run and (each.before or not is_single or is_full):
            yield _line(run)
            run = []
        yield from each.before
        if is_single:
            run.append(each)
        else:
            yield _line([each])
    if run:
        yield _line(run)


def _line(steps: Sequence[LineStep]) -> str:
    first, last = steps[0], steps[-1]
    if len(steps) == 1:
        return f"{first.number}. {first.technique.line(first.step, first.board, first.reader)}"
    return f"{first.number}-{last.number}. {', '.join(map(_placed, steps))}"


def _placed(single: LineStep) -> str:
    """Return a single with its house or its cage: "r3c5 = 7 (row 3)"."""
    words = Words(single.step, single.board, is_brief=True, reader=single.reader)
    where = "only digit"
    if words.houses:
        where = words.plain(words.house(words.houses[0]))
    elif single.step.facts.cages:
        where = words.plain(cage_of(words)[0])
    if single.reader.names_places:
        where = where.removeprefix("the ")
    return f"{words.plain(words.outcome())} ({where})"
