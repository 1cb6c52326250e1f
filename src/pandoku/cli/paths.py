"""Find the paths of puzzles (their steps from givens to solution)."""

from __future__ import annotations

import sys
from typing import IO, TYPE_CHECKING

import click

from pandoku.cli.input import Entry, sound_puzzle
from pandoku.cli.output import ExitStatus, error_object, json_line, paint
from pandoku.errors import PandokuError
from pandoku.model import Board, Marks, Puzzle
from pandoku.words import several_solutions

if TYPE_CHECKING:
    from pandoku.logic import Path, Uniqueness
    from pandoku.model import Budget, Puzzle


class PathFinder:
    """Finds the path of each puzzle. If the input contains progress, the path starts from there.

    Args:
        techniques: Names of techniques, separated by commas, or None for all techniques.
        scale: The name of the scale, or None for the default.
        status: The exit status of the command. It is set for bad puzzles and negative answers.
        reader: See `pandoku.explain`.
        limit: Maximum number of steps, or None.
        budget: Budget of each path, see `pandoku.explain`.
        debug: Whether to check every step against the solution.

    Raises:
        TechniqueError: The name of a technique is unknown, or the scale does not accept a choice of
            techniques.
        click.UsageError: A reader is given, but the scale has only one order of steps.
    """

    def __init__(
        self,
        techniques: str | None,
        status: ExitStatus,
        *,
        scale: str | None = None,
        reader: str | None = None,
        limit: int | None = None,
        budget: Budget | None = None,
        debug: bool = False,
    ) -> None:
        from pandoku.logic import ordered_techniques
        from pandoku.rating import DEFAULT_ORDER, get_scale

        self._names = techniques.split(",") if techniques is not None else None

        self._scale = scale or DEFAULT_ORDER
        self._program = get_scale(self._scale).program
        require_order_for(reader, self._scale)
        self._reader = reader
        if self._names is not None:  # reject a wrong name before a puzzle is read
            ordered_techniques(self._names, self._scale)
        self._status, self._limit, self._debug = status, limit, debug
        self._budget = budget

    def find(
        self, entry: Entry, is_many: bool = False, json_to: IO[str] | None = None
    ) -> Path | None:
        """Return the path of a puzzle, or None after reporting why it has no path.

        Args:
            entry: An entry of the input, which contains a puzzle or an error.
            is_many: Whether messages name the place of the puzzle.
            json_to: Stream for the report as a JSON object, or None. The report is also printed as
                a message.
        """
        from pandoku.logic import explain
        from pandoku.logic import hint as find_hint

        try:
            puzzle = sound_puzzle(entry)
            if self._program is not None:
                self._program.require_kind(puzzle)
            start, uniqueness = start_of(puzzle, entry.board)
        except PandokuError as error:
            self._status.bad(entry, error, json_to)
            return None
        place = f"{entry.place}: " if is_many else ""
        reason = _why_not_proper(start.puzzle, uniqueness)
        mistake = None
        if entry.board is not None and uniqueness.count:
            marks = Marks(start.puzzle.order, center=start.masks)
            if find_hint(start, 0, marks=marks).is_problem:
                mistake = find_hint(start, 2, marks=marks).text
        for problem in filter(None, (reason, mistake)):
            self._status.says_no(f"{place}{problem}")
        if uniqueness.count > 1 and json_to is None:
            from pandoku.draw import draw  # imported here, because it loads slowly

            paint(sys.stderr, *(draw(start.puzzle.replace(givens=s)) for s in uniqueness.solutions))
        # A unique solution is required only if the scale reproduces another program.
        is_needed = self._program is not None
        if mistake or (reason and is_needed) or (uniqueness.is_known and not uniqueness.count):
            if json_to is not None:
                json_to.write(json_line(error_object(entry, str(mistake or reason))) + "\n")
            return None
        return explain(
            start,
            techniques=self._names,
            scale=self._scale,
            is_proper=uniqueness.is_proper,
            limit=self._limit,
            debug=self._debug,
            reader=self._reader,
            budget=self._budget,
        )


def require_order_for(reader: str | None, scale: str) -> None:
    """Raise a UsageError if a reader is given, but the scale has only one order of steps."""
    from pandoku.rating import DEFAULT_ORDER, get_scale

    if reader is not None and get_scale(scale).choosing is None:
        raise click.UsageError(
            f"expected --reader {reader} with the scale {DEFAULT_ORDER}, found --scale {scale}"
        )


def start_of(puzzle: Puzzle, progress: Board | None) -> tuple[Board, Uniqueness]:
    """Return the board to start from, and whether the solution of its puzzle is unique.

    The candidates in a file may be a rule of the puzzle, or the player's progress. They count as
    progress if the puzzle without these candidates has exactly one solution.
    """
    from pandoku.logic import uniqueness_of

    if progress is not None:
        uniqueness = uniqueness_of(progress.puzzle)
        if uniqueness.is_proper or progress.puzzle == puzzle:
            return progress, uniqueness
    return Board.start(puzzle), uniqueness_of(puzzle)


def _why_not_proper(puzzle: Puzzle, uniqueness: Uniqueness) -> str | None:
    if uniqueness.is_proper:
        return None
    if not uniqueness.is_known:
        return "it is not known whether the puzzle has exactly one solution"
    if uniqueness.count and puzzle.unchecked:
        return several_solutions(puzzle)
    count = "no solution" if uniqueness.count == 0 else "more than one solution"
    return f"the puzzle is not proper: it has {count}"


def say_why_stuck(path: Path, status: ExitStatus, place: str = "") -> None:
    """If a path does not solve its puzzle, report the reason in one line."""
    if path.stopped != "full":
        status.says_no(f"{place}{path.summary()}")
