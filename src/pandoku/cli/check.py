"""`pandoku check`: defects of puzzles, and whether their solution is the only one."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import compress
from textwrap import indent
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import click

from pandoku.cli._batches import Answers, search_batch
from pandoku.cli._input import BatchEntry, Entry, Selection
from pandoku.cli._options import (
    budget_option,
    files_argument,
    from_option,
    json_option,
    selection_options,
)
from pandoku.cli._output import ExitStatus, ProgressLine, identity, json_line, paint
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
from pandoku.logic import claimed_solution
from pandoku.model import Board, Budget, House, Outcome, Puzzle, find_conflicts, reason_of
from pandoku.words import conflict_words

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@click.command(short_help="List defects; is the solution unique?")
@files_argument
@from_option
@selection_options
@click.option(
    "--grid",
    metavar="DIGITS",
    help="Say which rules of the puzzle these digits break, instead of searching.",
)
@click.option(
    "--unneeded",
    "wants_unneeded",
    is_flag=True,
    help="Name the givens and constraints that a proper puzzle can do without.",
)
@click.option(
    "--why",
    "wants_why",
    is_flag=True,
    help="Name givens, constraints and boxes because of which a puzzle has no solution.",
)
@budget_option("puzzle")
@json_option(
    "puzzle",
    "id, source, line, verdict, proper, count, problems (severity, message, cells, "
    "constraint), solutions, unneeded, why; or source, line, error",
)
def check(
    files: tuple[str, ...],
    from_format: str | None,
    nth: int | None,
    name: str | None,
    grid: str | None,
    wants_unneeded: bool,
    wants_why: bool,
    budget: Budget | None,
    as_json: bool,
) -> None:
    """Check puzzles for defects and a unique solution.

    Lists all defects of each puzzle. If a puzzle has several solutions, it names the cells in which
    two of them differ, and draws these two if it is the only puzzle. After several puzzles,
    standard error has a summary. The exit status is 0 if every puzzle is proper.

    --unneeded lists what could go from a proper puzzle, one at a time and all at once. --why names
    parts of a puzzle without a solution that contradict each other, and no more than needed; rows
    and columns always count. Both search many times: --budget then bounds these searches too, and
    Ctrl-C shows what is known so far.

    With --grid it lists every rule that a grid breaks, full or not: houses, cages, and other
    constraints with their cells. Then the exit status is 0 if it breaks none. With --json as well,
    a puzzle has the keys solves, n_empty and conflicts, in place of those of a search.
    """
    if grid is not None:
        status = ExitStatus()
        for group in Selection(files, from_format, nth, name).groups(batches=False):
            assert isinstance(group, list)
            for entry in group:
                _print_grid(entry, grid, status, as_json)
        status.exit()
        return
    searches = Searches(wants_unneeded, wants_why, budget)
    engine = None if searches.are_wanted else pick_batch_engine("auto", budget)
    selection = Selection(files, from_format, nth, name)
    checker = _Checker(ExitStatus(), engine, budget, as_json, searches)
    with ProgressLine("checking", files) as progress:
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


# A puzzle and the result of its search, None if its errors show without one; or, for a proper
# puzzle without warnings, the line to print.
_Finding = tuple[Entry, Outcome | PandokuError | None] | str


class _Checker:
    """Checks puzzles and prints the findings; counts the verdicts."""

    def __init__(
        self,
        status: ExitStatus,
        engine: Engine | None,
        budget: Budget | None,
        as_json: bool,
        searches: Searches,
    ) -> None:
        self.status = status
        self._engine, self._budget, self._as_json = engine, budget, as_json
        self._searches = searches
        self.draws = True  # only a single puzzle
        self._verdicts: Counter[str] = Counter()

    def of(self, group: BatchEntry | list[Entry]) -> Iterator[_Finding]:
        """Yield the findings of a group, in order."""
        return self._of_batch(group) if isinstance(group, BatchEntry) else self._of_each(group)

    def _of_batch(self, group: BatchEntry) -> Iterator[_Finding]:
        """Yield the findings of a Batch; only puzzles that are not proper are searched again."""
        assert self._engine is not None
        answers = search_batch(self._engine, group, 2)
        proper = self._proper(answers, answers.counts == 1)
        several = self._searched(list(_entries(group, answers.counts > 1)))
        none = self._of_each(list(_entries(group, answers.counts == 0)))
        by_count = (none, proper, several)
        yield from (next(by_count[count]) for count in answers.counts.tolist())

    def _proper(self, answers: Answers, is_proper: NDArray[np.bool_]) -> Iterator[_Finding]:
        if self._as_json:
            yield from ((entry, result) for _, entry, result in answers.each(is_proper))
            return
        from pandoku.kernel.rows import array_of

        group = answers.asked
        described: dict[int, str] = {}  # by the number of givens
        givens = array_of(group.batch) != 0
        indices = is_proper.nonzero()[0].tolist()
        for index, n_givens in zip(indices, givens[is_proper].sum(axis=1).tolist(), strict=True):
            if n_givens not in described:
                described[n_givens] = group.batch[index].describe()
            yield f"{group.place(index)}: {described[n_givens]}: proper\n"

    def _of_each(self, group: list[Entry]) -> Iterator[_Finding]:
        """Yield the findings of puzzles one by one."""
        # A puzzle with errors is already known to have no solution, so it is not searched.
        is_sound = [_is_sound(entry.value) for entry in group]
        searched = self._searched(list(compress(group, is_sound)))
        for entry, sound in zip(group, is_sound, strict=True):
            if sound:
                yield next(searched)
            else:
                yield entry, entry.value if isinstance(entry.value, PandokuError) else None

    def _searched(self, group: list[Entry]) -> Iterator[_Finding]:
        puzzles = [entry.value for entry in group if isinstance(entry.value, Puzzle)]
        found = solve_all(puzzles, limit=2, budget=self._budget, on_error="keep")
        yield from zip(group, found.each(), strict=True)

    def print(self, finding: _Finding) -> None:
        """Print what was found about a puzzle."""
        if isinstance(finding, str):
            self._verdicts["proper"] += 1
            sys.stdout.write(finding)
            return
        entry, result = finding
        if isinstance(result, PandokuError):
            self._verdicts["unreadable"] += 1
            self.status.bad(entry, result, sys.stdout if self._as_json else None)
            return
        assert isinstance(entry.value, Puzzle)
        found = _check_of(entry.value, result, self._budget)
        self._verdicts[found.verdict] += 1
        if self._as_json:
            with self._searches.of(found) as more:
                facts = {name: value.to_dict() for name, value in more.items()}
                sys.stdout.write(json_line(identity(entry) | found.to_dict() | facts) + "\n")
        else:
            sys.stdout.write(f"{entry.place}: {found}\n")
            if self.draws and found.differing_cells:
                _draw_two(found)
            with self._searches.of(found) as more:
                for value in more.values():
                    sys.stdout.write(indent(str(value), "  ") + "\n")
        if not found.is_proper:
            self.status.code = max(self.status.code, 1)

    def summarize(self) -> None:
        """Print how many puzzles have which verdict, if there are several."""
        total = self._verdicts.total()
        if total > 1:
            counts = ", ".join(f"{n:,} {word}" for word, n in self._verdicts.most_common())
            click.echo(f"{total:,} puzzles: {counts}", err=True)


def _entries(group: BatchEntry, which: NDArray[np.bool_]) -> Iterator[Entry]:
    return map(group.entry, which.nonzero()[0].tolist())


def _is_sound(value: Puzzle | PandokuError) -> bool:
    return isinstance(value, Puzzle) and all(p.severity != "error" for p in value.problems())


def _check_of(puzzle: Puzzle, outcome: Outcome | None, budget: Budget | None) -> Check:
    if puzzle.unchecked and outcome is not None and outcome.count > 1:
        return check_puzzle(puzzle, budget=budget)  # which counts further
    # Errors exclude a solution, and warnings need cages or a stored solution. Of other constraints
    # only errors are known.
    has_solution = outcome is not None and outcome.count > 0
    is_plain = not puzzle.cages and puzzle.solution is None
    problems = () if has_solution and is_plain else puzzle.problems()
    return Check(puzzle, problems, outcome)


class _Breach(NamedTuple):
    """A rule of a puzzle that a grid breaks.

    Attributes:
        message: Which rule it breaks, and where.
        cells: The cells concerned.
        house: The house whose rule it is, an index into `Geometry.houses`; else None.
        constraint: The constraint, an index into `Puzzle.constraints`; else None.
    """

    message: str
    cells: tuple[int, ...]
    house: int | None = None
    constraint: int | None = None


def _print_grid(entry: Entry, grid: str, status: ExitStatus, as_json: bool) -> None:
    """Print which rules of a puzzle a grid breaks."""
    puzzle = entry.value
    try:
        if isinstance(puzzle, PandokuError):
            raise puzzle
        digits = _digits_of(grid, puzzle)
        claimed = claimed_solution(puzzle) if puzzle.unchecked else None
        breaches = [*_breaches(puzzle, digits), *_differences(puzzle, digits, claimed)]
    except PandokuError as error:
        status.bad(entry, error, sys.stdout if as_json else None)
        return
    n_empty = digits.count(0)
    if as_json:
        found = {"solves": not breaches and not n_empty, "n_empty": n_empty}
        listed = [breach._asdict() for breach in breaches]
        sys.stdout.write(json_line(identity(entry) | found | {"conflicts": listed}) + "\n")
    else:
        verdict = "the grid breaks these rules" if breaches else "the grid breaks no rule"
        if n_empty:
            verdict += f"; {n_empty} cell{'s are' if n_empty > 1 else ' is'} empty"
        elif not breaches and puzzle.unchecked and not (claimed and 0 not in claimed):
            verdict = "the grid breaks no rule that pandoku can check"
        elif not breaches:
            verdict = "the grid solves it"
        sys.stdout.write(f"{entry.place}: {puzzle.describe()}: {verdict}\n")
        sys.stdout.writelines(f"  {breach.message}\n" for breach in breaches)
    if breaches:
        status.code = max(status.code, 1)


def _digits_of(grid: str, puzzle: Puzzle) -> tuple[int, ...]:
    try:
        return Puzzle(puzzle.geometry, grid, symbols=puzzle.symbols).givens
    except PandokuError as error:
        raise PuzzleError(f"--grid: {reason_of(error)}") from None


def _breaches(puzzle: Puzzle, digits: Sequence[int]) -> Iterator[_Breach]:
    """Yield what is wrong with digits: givens and candidates first, then rules in their order."""
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


def _differences(
    puzzle: Puzzle, digits: Sequence[int], claimed: Sequence[int] | None
) -> Iterator[_Breach]:
    """Yield a breach for each digit that differs from the solution in the source."""
    for cell, (digit, right) in enumerate(zip(digits, claimed or (), strict=False)):
        if digit and right not in (0, digit):
            name = puzzle.geometry.name(cell)
            yield _Breach(f"{name}: the solution of its source has {right}, found {digit}", (cell,))


def _draw_two(found: Check) -> None:
    drawings = [
        draw(
            Board(found.puzzle, digits, tuple(1 << (d - 1) for d in digits)),
            highlights=found.differing_cells,
        )
        for digits in found.solutions[:2]
    ]
    paint(sys.stdout, *drawings)


_Found: TypeAlias = Contradiction | Unneeded


class Searches:
    """The searches that the options ask for.

    Attributes:
        are_wanted: Whether there are any.
    """

    def __init__(self, wants_unneeded: bool, wants_why: bool, budget: Budget | None) -> None:
        self._unneeded, self._why, self._budget = wants_unneeded, wants_why, budget
        self.are_wanted = wants_unneeded or wants_why

    @contextmanager
    def of(self, check: Check) -> Iterator[dict[str, _Found]]:
        """Give what the searches find about a puzzle, by the name of the option.

        Ctrl-C ends the search, not the block: what is known so far is shown, then the command ends.
        """
        stop: KeyboardInterrupt | None = None
        found: dict[str, _Found] = {}
        call = self._call(check)
        if call is not None:
            name, search = call
            last: list[_Found] = []
            try:
                result = search(check.puzzle, budget=self._budget, on_found=last.append)
                last += [] if result is None else [result]
            except EngineError:  # the check says so itself
                pass
            except KeyboardInterrupt as error:
                stop = error
            if last:
                found[name] = last[-1]
        yield found
        if stop is not None:
            raise stop

    def _call(self, check: Check) -> tuple[str, Callable[..., Any]] | None:
        if self._unneeded and check.is_proper:
            return "unneeded", unneeded
        if self._why and check.verdict == "no solution":
            return "why", contradiction
        return None
