"""A path in lines: a line for each step, and a line for several singles in a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pandoku.words import Words

if TYPE_CHECKING:
    from pandoku.logic.path import Path, PathStep

__all__ = ["lines_of"]

_SINGLES = frozenset({"full-house", "hidden-single", "naked-single"})
_MOST_IN_A_LINE = 4  # maximum number of singles in a line, which then fits a terminal


def lines_of(path: Path) -> Iterator[str]:
    """Yield the lines of a path, which begin with the numbers of their steps.

    The sentences that ask for pencil marks are a separate line.
    """
    run: list[PathStep] = []
    for taken in path:
        is_single = taken.step.technique in _SINGLES
        if run and (taken.before or not is_single or len(run) == _MOST_IN_A_LINE):
            yield _line(run)
            run = []
        if taken.before:
            yield taken.before
        if is_single:
            run.append(taken)
        else:
            yield _line([taken])
    if run:
        yield _line(run)


def _line(steps: Sequence[PathStep]) -> str:
    first, last = steps[0], steps[-1]
    if len(steps) == 1:
        return f"{first.number}. {first.technique.line(first.step, first.board)}"
    return f"{first.number}-{last.number}. {', '.join(map(_placed, steps))}"


def _placed(taken: PathStep) -> str:
    """Return a single with its house: "r3c5 = 7 (row 3)"."""
    words = Words(taken.step, taken.board, is_brief=True)
    where = words.house(words.houses[0]) if words.houses else "only digit"
    return words.plain(f"{words.outcome()} ({where})")
