"""`pandoku check`: find defects, and check whether each puzzle has exactly one solution."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import compress
from textwrap import indent
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import click

from pandoku.cli import options as opt
from pandoku.cli.batches import Answers, search_batch
from pandoku.cli.input import BatchEntry, Entry, Selection
from pandoku.cli.output import ExitStatus, ProgressLine, json_line, paint, record_head
from pandoku.cli.types import FileOrText
from pandoku.cli.wrapping import in_lines
from pandoku.draw import draw
from pandoku.engines import (
    Check,
    Contradiction,
    Engine,
    Unneeded,
    contradiction,
    pick_batch_engine,
    solve_all,
    unneeded,
)
from pandoku.engines import check as check_puzzle
from pandoku.errors import EngineError, PandokuError, PuzzleError
from pandoku.model import Board, Budget, House, Outcome, Puzzle, find_conflicts, reason_of
from pandoku.words import conflict_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_Found: TypeAlias = Contradiction | Unneeded


@dataclass(frozen=True, kw_only=True)
class CheckOptions(opt.PuzzleOptions):
    """The options of `pandoku check`."""

    grid: str | None = opt.option(
        "--grid",
        type=FileOrText(),
        metavar="FILE|DIGITS",
        help="List the rules of the puzzle that these digits break, instead of searching.",
    )
    wants_unneeded: bool = opt.option(
        "--unneeded",
        is_flag=True,
        help="List the givens and constraints that a proper puzzle does not need.",
    )
    wants_why: bool = opt.option(
        "--why",
        is_flag=True,
        help="Name the givens, constraints and boxes that make a puzzle unsolvable.",
    )
    budget: Budget | None = opt.budget("puzzle")
    as_json: bool = opt.json_lines(
        "puzzle",
        "id, source, line, puzzle, kind, verdict, proper, count, problems (severity, message, "
        "cells, constraint), solutions, unneeded, why; or source, line, error",
    )


@opt.command(CheckOptions, short_help="List defects, and look for two solutions.")
def check(options: CheckOptions) -> None:
    """Check puzzles for defects and a unique solution.

    The command lists all defects of each puzzle. If a puzzle has several solutions, the command
    names the cells where two of these solutions differ. If the input has only one puzzle, both
    solutions are drawn. After several puzzles, a summary is printed on standard error. The exit
    status is 0 if every puzzle is proper.

    --unneeded lists each given and constraint that a proper puzzle does not need, and a set of them
    that can be removed together. --why explains why a puzzle has no solution. It names a minimal
    set of givens, constraints and boxes that contradict each other, together with the rows and
    columns. Both options search many times. --budget also limits these searches, and Ctrl-C shows
    the results so far.

    --grid lists every rule that a full or partial grid breaks: houses, cages, and other
    constraints, with their cells. The exit status is then 0 if the grid breaks no rule. With
    --json, an object has the keys solves, n_empty and conflicts instead of the results of a search.

    \b
    Examples:
      pandoku check puzzles.txt
      pandoku check puzzle.txt --unneeded
    """  # noqa: D301  # click reads the \b, which keeps the lines apart
    selection = Selection(options)
    if options.grid is not None:
        status = ExitStatus()
        for group in selection.groups(batches=False):
            assert isinstance(group, list)
            for entry in group:
                _print_grid(entry, options.grid, status, options.as_json)
        status.exit()
        return
    is_searched_more = options.wants_unneeded or options.wants_why
    engine = None if is_searched_more else pick_batch_engine("auto", options.budget)
    checker = _Checker(options, engine)
    with ProgressLine("checking", options.files) as progress:
        for group in selection.groups(batches=engine is not None):
            findings = list(checker.of(group))
            checker.draws = checker.draws and len(findings) == 1
            progress.pause()
            for finding in findings:
                checker.print(finding)
            sys.stdout.flush()
            progress.advance(len(findings))
    checker.summarize()
    checker.status.exit()


# A puzzle with the result of its search. The result is None for a puzzle with errors, which is not
# searched. A proper puzzle of a Batch is represented by the line to print, unless the output is
# JSON.
_Finding = tuple[Entry, Outcome | PandokuError | None] | str


class _Checker:
    """Checks puzzles, prints the result for each puzzle and counts the verdicts."""

    def __init__(self, options: CheckOptions, engine: Engine | None) -> None:
        self.status, self._options, self._engine = ExitStatus(), options, engine
        self._wraps = sys.stdout.isatty()
        self.draws = True  # False if there are several puzzles, because these are not drawn
        self._verdicts: Counter[str] = Counter()

    def of(self, group: BatchEntry | list[Entry]) -> Iterator[_Finding]:
        """Yield the result for each puzzle of a group, in order."""
        return self._of_batch(group) if isinstance(group, BatchEntry) else self._of_each(group)

    def _of_batch(self, group: BatchEntry) -> Iterator[_Finding]:
        """Yield the results for a Batch. Improper puzzles are searched again one by one."""
        import numpy as np

        assert self._engine is not None
        answers = search_batch(self._engine, group, 2)
        proper = self._proper(answers, answers.counts == 1)
        indices = [
            np.flatnonzero(each).tolist() for each in (answers.counts > 1, answers.counts == 0)
        ]
        several, none = ([group.entry(index) for index in each] for each in indices)
        by_count = (self._of_each(none), proper, self._searched(several))
        yield from (next(by_count[count]) for count in answers.counts.tolist())

    def _proper(self, answers: Answers, is_proper: NDArray[np.bool_]) -> Iterator[_Finding]:
        if self._options.as_json:
            yield from ((entry, result) for _, entry, result in answers.each(is_proper))
            return
        from pandoku.kernel.rows import array_of

        group = answers.group
        described: dict[int, str] = {}  # descriptions by number of givens
        givens = array_of(group.batch) != 0
        indices = is_proper.nonzero()[0].tolist()
        for index, n_givens in zip(indices, givens[is_proper].sum(axis=1).tolist(), strict=True):
            if n_givens not in described:
                described[n_givens] = group.batch[index].describe()
            yield f"{group.place(index)}: {described[n_givens]}: proper\n"

    def _of_each(self, group: list[Entry]) -> Iterator[_Finding]:
        """Yield the results for puzzles that are checked one by one."""
        # A puzzle with errors cannot have a solution, so it is not searched.
        is_sound = [
            isinstance(entry.value, Puzzle)
            and all(problem.severity != "error" for problem in entry.value.problems())
            for entry in group
        ]
        searched = self._searched(list(compress(group, is_sound)))
        for entry, sound in zip(group, is_sound, strict=True):
            if sound:
                yield next(searched)
            else:
                yield entry, entry.value if isinstance(entry.value, PandokuError) else None

    def _searched(self, group: list[Entry]) -> Iterator[_Finding]:
        puzzles = [entry.value for entry in group if isinstance(entry.value, Puzzle)]
        found = solve_all(puzzles, limit=2, budget=self._options.budget, on_error="keep")
        yield from zip(group, found.each(), strict=True)

    def print(self, finding: _Finding) -> None:
        """Print the result for a puzzle."""
        if isinstance(finding, str):
            self._verdicts["proper"] += 1
            # A pipe may get millions of lines, so they skip `in_lines`.
            sys.stdout.write(in_lines(finding, sys.stdout, 2) if self._wraps else finding)
            return
        entry, result = finding
        if isinstance(result, PandokuError):
            self._verdicts["unreadable"] += 1
            self.status.bad(entry, result, sys.stdout if self._options.as_json else None)
            return
        assert isinstance(entry.value, Puzzle)
        found = _check_of(entry.value, result, self._options.budget)
        self._verdicts[found.verdict] += 1
        if self._options.as_json:
            with _searched_more(found, self._options) as more:
                facts = {name: value.to_dict() for name, value in more.items()}
                sys.stdout.write(json_line(record_head(entry) | found.to_dict() | facts) + "\n")
        else:
            _write(f"{entry.place}: {found}")
            if self.draws and found.differing_cells:
                _draw_two(found)
            with _searched_more(found, self._options) as more:
                for value in more.values():
                    _write(indent(str(value), "  "))
        if not found.is_proper:
            self.status.code = max(self.status.code, 1)

    def summarize(self) -> None:
        """If there are several puzzles, print the number of puzzles with each verdict."""
        total = self._verdicts.total()
        if total > 1:
            counts = ", ".join(f"{n:,} {word}" for word, n in self._verdicts.most_common())
            click.echo(f"{total:,} puzzles: {counts}", err=True)


def _write(text: str) -> None:
    sys.stdout.write(in_lines(text, sys.stdout, hanging=2) + "\n")


def _check_of(puzzle: Puzzle, outcome: Outcome | None, budget: Budget | None) -> Check:
    if puzzle.unchecked and outcome is not None and outcome.count > 1:
        return check_puzzle(puzzle, budget=budget)  # which counts more than two solutions
    # A puzzle that has a solution has no errors. If it also has no cages and no stored solution, it
    # has no warnings. So the slow `problems` need not be called.
    has_solution = outcome is not None and outcome.count > 0
    is_plain = not puzzle.cages and puzzle.solution is None
    problems = () if has_solution and is_plain else puzzle.problems()
    return Check(puzzle, problems, outcome)


class _Breach(NamedTuple):
    """A rule of a puzzle that a grid breaks.

    Attributes:
        message: Description of the broken rule and its place.
        cells: The cells that break the rule.
        house: Index in `Geometry.houses` if a house breaks the rule, else None.
        constraint: Index in `Puzzle.constraints` if the rule is a constraint, else None.
    """

    message: str
    cells: tuple[int, ...]
    house: int | None = None
    constraint: int | None = None


def _print_grid(entry: Entry, grid: str, status: ExitStatus, as_json: bool) -> None:
    """Print the rules of a puzzle that a grid of digits breaks."""
    puzzle = entry.value
    try:
        if isinstance(puzzle, PandokuError):
            raise puzzle
        n_cells, n_found = puzzle.geometry.n_cells, len("".join(grid.split()))
        is_line = len(grid.split()) <= puzzle.order  # one character for each cell
        if is_line and n_found < n_cells:
            raise PuzzleError(f"--grid: expected {n_cells} digits, found {n_found} characters")
        try:
            digits = Puzzle(puzzle.geometry, grid, symbols=puzzle.symbols).givens
        except PandokuError as error:
            raise PuzzleError(f"--grid: {reason_of(error)}") from None
        from pandoku.logic import claimed_solution  # imported here, because it loads slowly

        claimed = claimed_solution(puzzle) if puzzle.unchecked else None
        breaches = [*_breaches(puzzle, digits)]
        for cell, (digit, right) in enumerate(zip(digits, claimed or (), strict=False)):
            if digit and right not in (0, digit):
                name = puzzle.geometry.name(cell)
                message = f"{name}: the solution of its source has {right}, found {digit}"
                breaches.append(_Breach(message, (cell,)))
    except PandokuError as error:
        status.bad(entry, error, sys.stdout if as_json else None)
        return
    n_empty = digits.count(0)
    if as_json:
        found = {"solves": not breaches and not n_empty, "n_empty": n_empty}
        listed = [breach._asdict() for breach in breaches]
        sys.stdout.write(json_line(record_head(entry) | found | {"conflicts": listed}) + "\n")
    else:
        verdict = "the grid breaks these rules" if breaches else "the grid breaks no rule"
        if n_empty:
            verdict += f"; {n_empty} cell{'s are' if n_empty > 1 else ' is'} empty"
        elif not breaches and puzzle.unchecked and not (claimed and 0 not in claimed):
            verdict = "the grid breaks no rule that pandoku can check"
        elif not breaches:
            verdict = "the grid solves it"
        _write(f"{entry.place}: {puzzle.describe()}: {verdict}")
        for breach in breaches:
            _write(f"  {breach.message}")
    if breaches:
        status.code = max(status.code, 1)


def _breaches(puzzle: Puzzle, digits: Sequence[int]) -> Iterator[_Breach]:
    """Yield the digits that contradict givens or candidates, then the broken rules."""
    name, candidates = puzzle.geometry.name, puzzle.candidates or (-1,) * len(digits)
    for cell, (digit, given) in enumerate(zip(digits, puzzle.givens, strict=True)):
        if digit and given not in (0, digit):
            expected, found = map(puzzle.label_of, (given, digit))
            yield _Breach(f"{name(cell)}: expected the given {expected}, found {found}", (cell,))
        elif digit and not candidates[cell] >> (digit - 1) & 1:
            found = puzzle.label_of(digit)
            yield _Breach(f"{name(cell)}: {found} is not among its candidates", (cell,))
    houses, constraints = puzzle.geometry.houses, puzzle.constraints
    for conflict in find_conflicts(puzzle, digits):
        message = conflict_words(puzzle, conflict)
        if isinstance(conflict.where, House):
            yield _Breach(message, conflict.cells, house=houses.index(conflict.where))
        else:
            yield _Breach(message, conflict.cells, constraint=constraints.index(conflict.where))


def _draw_two(found: Check) -> None:
    drawings = [
        draw(
            Board(found.puzzle, digits, tuple(1 << (d - 1) for d in digits)),
            highlights=found.differing_cells,
        )
        for digits in found.solutions[:2]
    ]
    paint(sys.stdout, *drawings)


@contextmanager
def _searched_more(check: Check, options: CheckOptions) -> Iterator[dict[str, _Found]]:
    """Yield a dict with the result of --unneeded or --why for a puzzle.

    The key is the name of the option. After Ctrl-C, the dict has the result so far, and the command
    ends after the `with` block, which shows this result.
    """
    found: dict[str, _Found] = {}
    last: list[_Found] = []
    stop: KeyboardInterrupt | None = None
    search: Callable[..., _Found | None] | None = None
    if options.wants_unneeded and check.is_proper:
        name, search = "unneeded", unneeded
    elif options.wants_why and check.verdict == "no solution":
        name, search = "why", contradiction
    if search is not None:
        try:
            result = search(check.puzzle, budget=options.budget, on_found=last.append)
            last += [] if result is None else [result]
        except EngineError:  # the result of the check reports this error
            pass
        except KeyboardInterrupt as error:
            stop = error
        if last:
            found[name] = last[-1]
    yield found
    if stop is not None:
        raise stop


COMMAND = opt.Command(run=check, group="Solve and explain", place=30)
