"""Search engines, one per file. Every engine in this folder is registered.

All engines have the same interface, `supports(puzzle)` and `solve(puzzle, ...)`. "auto" selects the
fastest engine that supports a puzzle.
"""

from __future__ import annotations

import copyreg
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Literal, cast

from pandoku import _instead
from pandoku._first_use import homes_of, load_on_first_use
from pandoku._instead import not_a_call
from pandoku.engines._check import MOST_OPEN, Check, Count
from pandoku.engines._engine import EVENT_NAMES, Engine, Event, OnCount, OnEvent, require_solutions
from pandoku.engines._hand_over import search_by_default, where_to_turn
from pandoku.errors import EngineError, FormatError, PandokuError, PuzzleError
from pandoku.kernel import in_subinterpreter, why_not_native
from pandoku.model import (
    Budget,
    BudgetLike,
    FrozenMap,
    KeptList,
    Outcome,
    OutOfTimeError,
    Puzzle,
    PuzzleLike,
    PuzzlesLike,
    budget_of,
    keeps_errors,
    kept_list,
    listed_puzzles,
    puzzle_of,
    time_limit,
    warn_of_symbols,
    whole_number,
)
from pandoku.registry import Registry

if TYPE_CHECKING:
    from pandoku.engines._parts import Contradiction as Contradiction
    from pandoku.engines._parts import PuzzlePart as PuzzlePart
    from pandoku.engines._parts import Unneeded as Unneeded
    from pandoku.engines._parts import contradiction as contradiction
    from pandoku.engines._parts import unneeded as unneeded
    from pandoku.engines._purse import candidate_counts as candidate_counts

not_a_call(__name__, "pandoku.engines.ENGINES has the engines by name")

__all__ = [
    "ENGINES",
    "EVENT_NAMES",
    "Budget",
    "BudgetLike",
    "Check",
    "Contradiction",
    "Count",
    "Engine",
    "Event",
    "OnCount",
    "OnEvent",
    "PuzzlePart",
    "Unneeded",
    "candidate_counts",
    "check",
    "contradiction",
    "count",
    "engine_for",
    "get_engine",
    "is_proper",
    "pick_batch_engine",
    "pick_engine",
    "solve",
    "solve_all",
    "true_candidates",
    "unneeded",
    "where_to_turn",
]

__getattr__ = load_on_first_use(
    __name__,
    homes_of(
        __name__,
        {
            "_parts": "Contradiction PuzzlePart Unneeded contradiction unneeded",
            "_purse": "candidate_counts",
        },
    ),
)

# The engines that `auto` tries, fastest first. `lanes` supports exactly the puzzles without cages
# and other constraints. Median times for 16x16 are 0.47 ms with `lanes`, 6.6 ms with `cages` and 36
# ms with `cp-sat`. For 25x25, these times are 5.2 ms, 29 ms and 123 ms. `backtracking` works
# without the compiled core.
_PREFERRED = ("lanes", "cages", "backtracking")
_ALL = 2**63 - 1  # greater than any number of solutions that a search can find

# Published variants need at most 22,000 nodes. The limit is about twice this number. The worst
# grids reach it after three seconds. Unlike a time limit, it gives the same answer on every
# machine.
_PROOF = Budget(nodes=50_000)
_NO_LIMIT = nullcontext()
_LEAST_S = 0.001  # minimum time for a search, even if building the rules has used up the budget

ENGINES = Registry(__name__, Engine, EngineError, also=("auto",))


def get_engine(name: str) -> Engine:
    """Return the engine with this name.

    Raises:
        EngineError: No engine has this name. The message suggests similar names.
    """
    return ENGINES[name]


def pick_engine(puzzle: Puzzle) -> Engine:
    """Return the engine that `auto` selects: the fastest complete engine for this puzzle.

    Raises:
        EngineError: No engine supports the puzzle, or this is a subinterpreter. The compiled core
            cannot run in a subinterpreter. `backtracking` can, but must be requested by name
            because it is thousands of times slower.
    """
    if in_subinterpreter():
        raise EngineError(f"{why_not_native()}; use solve(puzzle, engine='backtracking')")
    # `lanes` supports only puzzles without constraints. This check is faster than its `supports`.
    has_rules = puzzle.cages or puzzle.further
    for name in _PREFERRED[1:] if has_rules else _PREFERRED:
        engine = ENGINES[name]
        if engine.supports(puzzle) is None:
            return engine
    reason = ENGINES["cages"].supports(puzzle)
    raise EngineError(f"no engine supports this puzzle: {puzzle!r}; cages: {reason}")


def pick_batch_engine(name: str = "auto", budget: Budget | None = None) -> Engine | None:
    """Return the engine to search a Batch as arrays, or None if arrays are not supported.

    Args:
        name: The name of an engine, or "auto".
        budget: The budget for each puzzle. Array engines do not support budgets.
    """
    if budget is not None or why_not_native() is not None:
        return None
    asked = map(ENGINES.get, _PREFERRED if name == "auto" else (name,))
    return next((each for each in asked if each and each.solve_many), None)


@_instead.suggests_options
def solve(
    puzzle: PuzzleLike,
    *,
    limit: int | None = 2,
    engine: str = "auto",
    budget: BudgetLike = None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Search for solutions of a puzzle, by default for two, so that you know if there is only one.

    Args:
        puzzle: A Puzzle; a text or bytes in any format; a grid of digits (a Sudoku with the usual
            boxes) as lists or an array, with 0, None or "." for empty cells; or a Board, whose
            digits and candidates are the start of the search.
        limit: Stop after this many solutions, at least 1. None means find all. With the default 2,
            a complete search proves whether the solution is unique (`Outcome.is_unique`). With 1,
            it cannot.
        engine: An engine's name, or "auto" for the fastest engine that supports the puzzle. If
            "auto" is stuck and OR-Tools is installed, CP-SAT may prove that the puzzle has exactly
            one solution or no solution.
        budget: The limit of the search: a Budget, or a number of seconds. None means no limit.
        on_event: Called with every Event, if the engine reports events.

    Raises:
        FormatError: *puzzle* is a text in an unknown format, or malformed.
        PuzzleError: *puzzle* is not a puzzle, or has defects that can be found without searching.
        EngineError: The engine is unknown or does not support this puzzle.
        ValueError: *limit* or *budget* is out of range.
        TypeError: *limit* or *budget* is not a number.

    >>> solve("1...|..2.|.3..|...4".replace("|", "")).grid
    ((1, 2, 4, 3), (3, 4, 2, 1), (4, 3, 1, 2), (2, 1, 3, 4))
    >>> solve(Puzzle(2))
    Outcome(2 or more solutions, engine='lanes')
    """
    most, spend = _limit(limit), budget_of(budget)
    given, puzzle = puzzle, puzzle_of(puzzle)
    warn_of_symbols(given, puzzle)
    rest = _Rest(spend)
    try:
        with rest.limit():
            puzzle.require_sound()
            module = engine_for(puzzle, engine)
            if engine == "auto" and not module.events:
                (outcome,) = _by_default(module, [puzzle], most, rest.budget(), 1)
            else:
                outcome = _searched(module, puzzle, most, rest.budget(), on_event)
    except OutOfTimeError:
        outcome = _not_searched(engine)
    return _with_puzzle(outcome, puzzle)


@_instead.suggests_options
def count(
    puzzle: PuzzleLike,
    limit: int | None = 100_000,
    *,
    engine: str = "auto",
    budget: BudgetLike = None,
    on_count: OnCount | None = None,
) -> Count:
    """Count the solutions of a puzzle. The result is an int that shows whether it is exact.

    Args:
        puzzle: As in `solve`.
        limit: Stop counting at this number, at least 1. None means no limit, so the search may take
            very long.
        engine: As in `solve`.
        budget: As in `solve`.
        on_count: Called from time to time with the number of solutions found so far, while the
            compiled core counts. If the function raises an exception, the search ends.

    Returns:
        The number of solutions. If the search stopped at the limit or at the end of the budget,
        `is_exact` is False and `stopped` has the reason. The number is then displayed in a form
        such as "at least 100000".

    Raises:
        FormatError, PuzzleError, EngineError, ValueError, TypeError: As in `solve`.

    >>> count(Puzzle(4), limit=1000)
    288
    >>> count(Puzzle(9), limit=1000)
    at least 1000
    """
    most, spend = _limit(limit), budget_of(budget)
    puzzle, rest = puzzle_of(puzzle), _Rest(spend)
    try:
        with rest.limit():
            puzzle.require_sound()
            module = engine_for(puzzle, engine)
            if module.count is None:
                outcome = _searched(module, puzzle, most, rest.budget())
            else:
                outcome = module.count(puzzle, limit=most, budget=rest.budget(), on_count=on_count)
                require_solutions(module, [puzzle], [outcome])
    except OutOfTimeError:
        outcome = _not_searched(engine)
    return Count(outcome.count, outcome.stopped)


@_instead.suggests_options
def check(puzzle: PuzzleLike, *, budget: BudgetLike = None) -> Check:
    """Return the defects of a puzzle, and whether it is proper.

    Args:
        puzzle: As in `solve`.
        budget: As in `solve`.

    Raises:
        FormatError, EngineError, ValueError, TypeError: As in `solve`.
        PuzzleError: *puzzle* is not a puzzle. A puzzle with defects does not raise this error: the
            result lists the defects.

    >>> check(Puzzle(4, (1, 1) + (0,) * 14))
    Check(impossible, 2 problems)
    """
    puzzle, spend = puzzle_of(puzzle), budget_of(budget)
    rest = _Rest(spend)
    try:
        with rest.limit():
            problems = puzzle.problems()
    except OutOfTimeError:
        return Check(puzzle, (), _not_searched("auto"))
    has_error = any(problem.severity == "error" for problem in problems)
    if has_error:
        return Check(puzzle, problems, None)
    outcome = solve(puzzle, budget=rest.budget())
    # Count more solutions, because some of them may break rules that searches cannot check.
    if outcome.count > 1 and puzzle.unchecked:
        outcome = solve(puzzle, limit=MOST_OPEN, budget=spend)
    return Check(puzzle, problems, outcome)


def is_proper(puzzle: Puzzle) -> bool:
    """Return whether a search of at most 50,000 nodes proves that a puzzle has one solution.

    >>> is_proper(Puzzle(4)), is_proper(Puzzle(4, (1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3) + (0,) * 4))
    (False, True)
    """
    try:
        return solve(puzzle, budget=_PROOF).is_unique
    except PandokuError:  # the puzzle has defects, or no engine supports it
        return False


def true_candidates(puzzle: PuzzleLike, *, budget: BudgetLike = None) -> tuple[int, ...] | None:
    """Return, for every cell, the digits that the cell has in at least one solution.

    Args:
        puzzle: Any puzzle that the compiled core supports, in any form that `solve` accepts.
        budget: As in `solve`. Nodes are the core's guesses.

    Returns:
        A mask for every cell (bit d-1 is digit d). Each mask has one bit if the puzzle is proper,
        and is 0 if the puzzle has no solution. None if the budget ran out.

    Raises:
        FormatError, PuzzleError, ValueError, TypeError: As in `solve`.
        EngineError: A target does not fit 64 bits, or the compiled core is not built.

    >>> true_candidates(Puzzle(2, (1, 0, 0, 0)))
    (1, 2, 2, 1)
    """
    from pandoku.kernel.cages import true_masks  # puzzles without cages are solved without it

    spend = budget_of(budget) or Budget()
    puzzle, rest = puzzle_of(puzzle), _Rest(spend)
    try:
        with rest.limit():
            puzzle.require_sound()
            return true_masks([puzzle], nodes=spend.nodes, seconds=rest.seconds(), threads=1)[0]
    except OutOfTimeError:
        return None


@_instead.suggests_options
def solve_all(
    puzzles: PuzzlesLike,
    *,
    limit: int | None = 2,
    threads: int | None = None,
    engine: str = "auto",
    budget: BudgetLike = None,
    on_error: Literal["raise", "keep"] = "raise",
) -> KeptList[Outcome]:
    """Search many puzzles. The native engines search them in parallel.

    Args:
        puzzles: Puzzles of any kinds. Each puzzle may be in any form that `solve` accepts.
        limit: As in `solve`, for each puzzle.
        threads: Maximum number of threads, at least 1. None means one per available core.
        engine: An engine's name, or "auto".
        budget: As in `solve`, for each puzzle.
        on_error: "raise" to stop at the first bad puzzle, or "keep" to continue with the next
            puzzle.

    Returns:
        The outcomes, in the order of the puzzles. With on_error="keep", the outcome of a bad puzzle
        has the count -1 and `stopped` is "error". The list has the attributes `errors` and
        `exceptions`. They map the position of each bad puzzle, counted from 0, to its message and
        its exception.

    Raises:
        FormatError, PuzzleError: A puzzle is invalid or has defects. The message starts with its
            position, counted from 0.
        EngineError: The engine is unknown or does not support one of the puzzles.
        ValueError: *limit*, *threads* or *budget* is out of range, or *on_error* is neither "raise"
            nor "keep".
        TypeError: *limit*, *threads* or *budget* is not a number.

    >>> [outcome.count for outcome in solve_all([Puzzle(2), Puzzle(1)])]
    [2, 1]
    >>> solve_all([Puzzle(2), "1..", None], on_error="keep").errors[2]
    'null'
    """
    keeps_errors(on_error)  # check the options before the search
    listed = listed_puzzles(puzzles)
    if engine != "auto":
        get_engine(engine)  # check the name once, not for each puzzle
    results = _results(
        listed,
        _limit(limit),
        engine,
        budget_of(budget),
        None if threads is None else whole_number("threads", threads),
    )
    return kept_list(listed, results, on_error, lambda: Outcome(-1, "error"))


def _results(
    puzzles: Sequence[PuzzleLike | None],
    limit: int,
    engine: str,
    budget: Budget | None,
    threads: int | None,
) -> list[Outcome | PandokuError]:
    """Return the outcome of each puzzle, or the error of a bad puzzle."""
    results: list[Outcome | PandokuError | None] = [None] * len(puzzles)
    read: dict[int, Puzzle] = {}
    groups: dict[str, list[int]] = {}
    for index, puzzle in enumerate(puzzles):
        try:
            read[index] = puzzle_of(puzzle)
            warn_of_symbols(puzzle, read[index])
            with _NO_LIMIT if budget is None else _Rest(budget).limit():
                name = _checked_engine(read[index], engine).name
            groups.setdefault(name, []).append(index)
        except OutOfTimeError:
            results[index] = _with_puzzle(_not_searched(engine), read[index])
        except (FormatError, PuzzleError, EngineError) as error:
            results[index] = error
    for name, indices in groups.items():
        group, module = [read[index] for index in indices], get_engine(name)
        if engine == "auto":
            outcomes = _by_default(module, group, limit, budget, threads)
        elif module.solve_all is not None:
            outcomes = module.solve_all(group, limit=limit, budget=budget, threads=threads)
            require_solutions(module, group, outcomes)
        else:
            outcomes = [_searched(module, puzzle, limit, budget) for puzzle in group]
        for index, outcome in zip(indices, outcomes, strict=True):
            results[index] = _with_puzzle(outcome, read[index])
            # Looking for equal givens and unreachable targets takes longer than solving. A puzzle
            # with these defects has no solution, so only puzzles without a solution are checked.
            if not outcome.count:
                try:
                    read[index].require_sound()
                except PuzzleError as error:
                    results[index] = error
    return cast("list[Outcome | PandokuError]", results)


def _by_default(
    engine: Engine,
    puzzles: list[Puzzle],
    limit: int,
    budget: Budget | None,
    threads: int | None,
) -> list[Outcome]:
    """Run the engine that "auto" selected, or CP-SAT for stuck searches, and check the outcomes."""
    outcomes = search_by_default(engine, puzzles, limit, budget, threads)
    if all(outcome.engine == engine.name for outcome in outcomes):
        require_solutions(engine, puzzles, outcomes)
        return outcomes
    for puzzle, outcome in zip(puzzles, outcomes, strict=True):
        require_solutions(get_engine(outcome.engine), [puzzle], [outcome])
    return outcomes


def _searched(
    engine: Engine,
    puzzle: Puzzle,
    limit: int,
    budget: Budget | None,
    on_event: OnEvent | None = None,
) -> Outcome:
    """Run an engine on a supported puzzle without defects, and check the solutions."""
    outcome = engine.solve(puzzle, limit=limit, budget=budget, on_event=on_event)
    require_solutions(engine, [puzzle], [outcome])
    return outcome


class _Rest:
    """The rest of a budget, after time was spent on building the rules of a puzzle.

    Args:
        budget: The budget, or None.
    """

    def __init__(self, budget: Budget | None) -> None:
        self._budget = budget
        seconds = None if budget is None else budget.seconds
        self._ends = None if seconds is None else monotonic() + seconds

    def limit(self) -> AbstractContextManager[None]:
        """Return a context that stops the building of rules when this budget is used up."""
        seconds = self.seconds()
        return _NO_LIMIT if seconds is None else time_limit(seconds)

    def seconds(self) -> float | None:
        """Return the remaining seconds, more than 0, or None if there is no limit."""
        if self._budget is None or self._budget.seconds is None or self._ends is None:
            return None
        least = min(self._budget.seconds, _LEAST_S)
        return max(self._ends - monotonic(), least)

    def budget(self) -> Budget | None:
        """Return a budget with the same nodes and the remaining seconds."""
        return self._budget and replace(self._budget, seconds=self.seconds())


def _not_searched(engine: str) -> Outcome:
    """Return the outcome of an engine that ran out of time before its search."""
    name = _PREFERRED[1] if engine == "auto" else engine
    return Outcome(0, "seconds", stats=FrozenMap({"nodes": 0}), engine=name)


def _with_puzzle(outcome: Outcome, puzzle: Puzzle) -> Outcome:
    """Return an outcome that includes its puzzle, because some engines omit the puzzle."""
    return outcome if outcome.puzzle is puzzle else replace(outcome, puzzle=puzzle)


def _checked_engine(puzzle: Puzzle, name: str) -> Engine:
    """Return the engine for a puzzle of a batch, after checking the puzzle for some defects.

    Defects that an engine cannot represent raise an error here. A cage with more cells than a house
    also raises an error, because the search could take years. A puzzle with any other defect just
    has no solution, so `_results` checks for these defects after the search.
    """
    odd = max(puzzle.givens) > puzzle.order or min(puzzle.givens) < 0
    is_vast = any(len(cage.cells) > puzzle.order for cage in puzzle.cages)
    if (
        odd
        or is_vast
        or puzzle.further  # no engine can search malformed constraints
        or (puzzle.cages and (puzzle.candidates is not None or not _core_takes(puzzle)))
    ):
        puzzle.require_sound()
    engine = engine_for(puzzle, name)
    if puzzle.cages and engine.solve_all is None:
        puzzle.require_sound()
    return engine


def _core_takes(puzzle: Puzzle) -> bool:
    from pandoku.kernel.cages import can_take  # puzzles without cages are solved without it

    return can_take(puzzle)


def engine_for(puzzle: Puzzle, name: str) -> Engine:
    """Return the engine called *name*, or the engine that "auto" selects for the puzzle.

    Raises:
        EngineError: There is no such engine, or it does not support the puzzle.
    """
    if name == "auto":
        return pick_engine(puzzle)
    module = get_engine(name)
    if reason := module.supports(puzzle):
        raise EngineError(f"{module.name} does not support this puzzle: {reason}")
    return module


def _limit(limit: int | None) -> int:
    return _ALL if limit is None else whole_number("limit", limit)


# Pickle an engine by its name, because a copy would not be equal to the registered engine.
copyreg.pickle(Engine, lambda entry: (get_engine, (entry.name,)))
