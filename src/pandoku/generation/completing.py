"""Add constraints or givens to the half-done grid of a setter until it has one solution.

Nothing of the grid is taken away. A completion chooses one of its solutions, and adds constraints
or givens until no other solution is left (see `pandoku.generation.placing`). Additions that are not
needed are taken away again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from pandoku.constraints import Canvas, Dice, constraint_text
from pandoku.engines import contradiction, solve
from pandoku.errors import BudgetError, PuzzleError, WishError
from pandoku.generation.adding import Draft
from pandoku.generation.asking import read_options
from pandoku.generation.hardness import off_difficulty
from pandoku.generation.layouts import solutions_words
from pandoku.generation.mixes import Ingredient, ingredients_of
from pandoku.generation.pieces import MixPiece, bits_of_grid, drawn_pieces
from pandoku.generation.placing import check_crossings, rules_about_all
from pandoku.generation.readings import read_count
from pandoku.generation.removing import Removal
from pandoku.generation.sampling import random_solution
from pandoku.generation.wishes import Interval, Wishes, seed_of
from pandoku.kernel.cages import search_cages, why_not_cages
from pandoku.kernel.generate import keys
from pandoku.model import Constraint, GridLike, Puzzle, PuzzleLike, puzzle_of, whole_number
from pandoku.model.geometry import cell_name
from pandoku.rating import word_is_by_effort
from pandoku.registry import nearest, plain_name
from pandoku.words import joined

if TYPE_CHECKING:
    from typing import Unpack

__all__ = [
    "Completion",
    "CompletionKeywords",
    "CompletionRequest",
    "complete",
    "completion_request",
    "find_completions",
]

_BUDGET = 40  # attempts for each completion
_MOST_WAYS = 1_000
# Solutions and guesses of the search behind a message.
_MOST_COUNTED, _NODES = 1_000, 100_000
_SEARCHED = 1_000_000  # guesses of the search for a contradiction
# The share of cells whose givens usually determine a grid.
_USUAL_GIVENS = 0.3


@dataclass(frozen=True, slots=True)
class Completion:
    """A puzzle with exactly one solution, and the parts that were added to it.

    Attributes:
        puzzle: The puzzle, with its solution.
        constraints: The constraints added.
        givens: Pairs (cell, digit) of the givens added, in the order of the cells.
        attempts: Number of attempts.
    """

    puzzle: Puzzle
    constraints: tuple[Constraint, ...]
    givens: tuple[tuple[int, int], ...]
    attempts: int

    @property
    def additions(self) -> tuple[str, ...]:
        """The additions in words: "arrow r1c1 r1c2 r2c2", "given 5 at r3c4"."""
        order, label = self.puzzle.order, self.puzzle.label_of
        return (
            *(constraint_text(each, order) for each in self.constraints),
            *(f"given {label(digit)} at {cell_name(order, cell)}" for cell, digit in self.givens),
        )

    def __str__(self) -> str:
        return f"adds {', '.join(self.additions)}" if self.additions else "adds nothing"


class CompletionKeywords(TypedDict, total=False):
    """The keywords of `pandoku.complete`. If a keyword is None, it counts as left out."""

    givens: int | tuple[int, int] | str | None
    symmetry: str | None
    solution: GridLike | None
    difficulty: str | None
    rating: float | tuple[float, float] | str | None
    needs: str | Sequence[str] | None
    at_most: str | None
    crossings: bool
    minimal: bool
    seed: int | None
    budget: int | None


class CompletionRequest(NamedTuple):
    """A half-done grid, and what may be added to it.

    Attributes:
        start: The grid.
        wishes: The request. Its numbers of givens and constraints count only additions.
        is_done: Whether the grid already is what the request asks for.
        solution: The solution of all completions, or None if they may differ.
        known: A solution of the grid with the rules of the request that apply to all cells.
    """

    start: Puzzle
    wishes: Wishes
    is_done: bool
    solution: tuple[int, ...] | None
    known: tuple[int, ...]


def complete(
    puzzle: PuzzleLike,
    constraints: str | Sequence[str] | None = None,
    *,
    count: int = 1,
    **wishes: Unpack[CompletionKeywords],
) -> tuple[Completion, ...]:
    """Add constraints or givens to a half-done grid until it has exactly one solution.

    Nothing of the grid is removed or moved. No addition is superfluous, unless a number, the
    symmetry or the difficulty needs it.

    Args:
        puzzle: The grid, in any form that `pandoku.solve` takes. It may have givens, cages, other
            constraints, and houses of any shape.
        constraints: Constraints to add, as in `generate`: "thermometer 4, arrow, dots all". Without
            a number, a kind is used as often as necessary, perhaps not at all. None means that only
            givens are added.
        count: Number of different completions, 1 to 1000.
        wishes: Keywords, all optional.

            givens: Number of givens to add, as a number or a range such as "..4". By default, any
                number if *constraints* is None or a difficulty is requested, else 0. Constraints
                are added before givens.
            symmetry: Symmetry of the givens and constraints added, as in `generate`. The givens
                and constraints of the puzzle are ignored.
            solution: The solution of all completions, as a full grid. By default, the solution
                that comes with *puzzle*; without one, each completion has a random solution.
            difficulty, rating, needs, at_most: As in `generate`.
            crossings: Whether lines that are added may cross other lines.
            minimal: Whether no addition may be superfluous, even if the difficulty needs it.
            seed: A whole number from 0 to 2**64-1. The same seed gives the same completions on
                every machine. None draws a seed.
            budget: Maximum number of attempts for each completion, at least 1. The default is 40.

    Returns:
        The completions, at least one. There are fewer than *count* if no other was found within
        the budget. If the puzzle has exactly one solution, and the request has neither numbers nor
        a difficulty that the puzzle lacks, there is one completion, which adds nothing.

    Raises:
        PuzzleError: The puzzle has errors or no solution.
        WishError: An option is invalid or contradicts another option.
        BudgetError: No completion was found within the budget. The error has the closest puzzle,
            and a reason.
        FormatError: The puzzle is a malformed text, or a text in an unknown format.
        TechniqueError: An option names a technique that does not exist.
        TypeError, ValueError: A number has the wrong type or is out of range.
        EngineError: The compiled core is not built or does not support a constraint.
        KeyboardInterrupt: Ctrl-C was pressed.

    >>> start = Puzzle.sudoku(4).with_("thermometer r1c1 r1c2 r1c3")
    >>> (completion,) = complete(start, "arrow", seed=1)
    >>> [type(each).__name__ for each in completion.puzzle.further][:2]
    ['Thermometer', 'Arrow']
    >>> print(complete("1.....3....2.4..")[0])
    adds nothing
    """
    n = whole_number("count", count, 1, _MOST_WAYS)
    request = completion_request(puzzle_of(puzzle), constraints, **wishes)
    return tuple(find_completions(request, n))


def completion_request(
    puzzle: Puzzle, constraints: str | Sequence[str] | None = None, **options: Any
) -> CompletionRequest:
    """Read and check the options of `complete`.

    Raises:
        PuzzleError, WishError, TechniqueError, TypeError, ValueError, EngineError: As in
            `complete`.
    """
    options = {
        name: each for name, each in options.items() if each is not None and each is not False
    }
    known = [*CompletionKeywords.__annotations__]
    for name in options:
        if name not in known:
            raise WishError(
                f"there is no option {name!r}; try {', '.join(nearest(name, known) or known)}"
            )
    _require_searchable(puzzle)
    order = puzzle.order
    mix = () if constraints is None else _mix(constraints, order)
    n_free = puzzle.givens.count(0)
    givens = read_count("givens", options.pop("givens", None), n_free)
    by_effort = word_is_by_effort(puzzle) or bool(mix)
    read = read_options(options, order, by_effort=by_effort)
    solution = read.pop("solution", None) or puzzle.solution
    is_minimal = bool(options.get("minimal"))
    wishes = Wishes(
        kind="puzzle",
        order=order,
        geometry=puzzle.geometry,
        givens=givens,
        minimal=is_minimal,
        seed=seed_of(options.get("seed")),
        budget=whole_number("budget", options.get("budget", _BUDGET)),
        mix=mix,
        mix_symmetry=read.get("symmetry", "none"),
        **read,
    )
    is_any = not mix or wishes.asks_for_difficulty
    wishes = replace(
        wishes,
        givens=givens or Interval(0, n_free if is_any else 0),
        # Without a difficulty, a puzzle that has one solution is good enough, however hard it is.
        clue_minimal=is_minimal or not wishes.asks_for_difficulty,
    )
    check_crossings(wishes)
    there = {plain_name(each.NAME) for each in puzzle.further}
    for each in mix:
        if each.proposer.of_size is not None and each.name in there:
            raise WishError(
                f"expected a grid without {each.name} to add some, found a group of them; players "
                "could not tell two groups apart, so leave one out"
            )
    rules = [rule for rule in rules_about_all(mix) if rule not in puzzle.constraints]
    outcome = solve(puzzle.with_(*rules), limit=2)
    if not outcome.count:
        raise _no_solution(puzzle, rules)
    if solution is not None and not puzzle.with_(*rules).accepts(solution):
        raise WishError(
            "expected a solution that obeys the givens and constraints of the puzzle and the "
            "request, found another grid"
        )
    asks_for_more = any(each.least or each.has_all for each in mix) or (givens and givens.least)
    is_done = outcome.is_unique and not asks_for_more
    if is_done and wishes.asks_for_difficulty:
        is_done = not off_difficulty(wishes, puzzle.with_(*rules))
    return CompletionRequest(puzzle, wishes, is_done, solution, outcome.solutions[0])


def _mix(constraints: str | Sequence[str], order: int) -> tuple[Ingredient, ...]:
    """Read constraints. A kind without a number, or with "1..", may be left out."""
    return tuple(
        each._replace(least=0) if each.least == 1 and each.has_no_number else each
        for each in ingredients_of(constraints, order)
    )


def _require_searchable(puzzle: Puzzle) -> None:
    """Raise an error if a puzzle has errors, or if the core cannot search it."""
    puzzle.require_sound()
    if reason := why_not_cages(puzzle):
        raise PuzzleError(f"expected constraints that the compiled core supports; {reason}")


def _no_solution(puzzle: Puzzle, rules: Sequence[Constraint]) -> PuzzleError:
    """Return the error about a puzzle without a solution. It names what to change."""
    message = "expected a puzzle with a solution, found none"
    if rules and solve(puzzle, limit=1).count:
        return PuzzleError(f"{message} with {joined([each.NAME for each in rules])}")
    found = contradiction(puzzle, budget=_SEARCHED)
    if found is None or not found.parts:
        return PuzzleError(message)
    return PuzzleError(
        f"{message}: these contradict each other: {'; '.join(map(str, found.parts))}"
    )


def find_completions(
    request: CompletionRequest, count: int, on_attempt: Callable[[], object] | None = None
) -> Iterator[Completion]:
    """Yield different completions, at most *count*.

    Args:
        request: The half-done grid and the request.
        count: Maximum number of completions, at least 1.
        on_attempt: Called after each attempt.

    Raises:
        BudgetError: The first completion was not found within the budget.
    """
    start, wishes = request.start, request.wishes
    if request.is_done:
        rules = _new_rules(request)
        yield Completion(start.with_(*rules).replace(solution=request.known), rules, (), 0)
        return
    seen = set[Puzzle]()
    for way in range(count):
        closest: _Miss | None = None
        for attempt in range(wishes.budget):
            (key,) = keys(wishes.seed, way, attempt)
            made = _attempt(request, key, attempt + 1)
            if on_attempt is not None:
                on_attempt()
            if isinstance(made, Completion):
                if made.puzzle not in seen:
                    seen.add(made.puzzle)
                    yield made
                    break
            elif closest is None or made.distance < closest.distance:
                closest = made
        else:
            if not seen:
                assert closest is not None
                raise _not_found(wishes, closest)
            return


class _Miss(NamedTuple):
    """An attempt that failed: the puzzle so far, its defect, and its distance from a unique one."""

    puzzle: Puzzle
    why: str
    distance: int


def _new_rules(request: CompletionRequest) -> tuple[Constraint, ...]:
    rules = rules_about_all(request.wishes.mix)
    return tuple(rule for rule in rules if rule not in request.start.constraints)


def _attempt(request: CompletionRequest, key: int, n_attempts: int) -> Completion | _Miss:
    start, wishes, dice = request.start, request.wishes, Dice(key)
    assert wishes.geometry is not None
    rules = _new_rules(request)
    ruled = start.with_(*rules)
    solution = request.solution or random_solution(ruled, dice) or request.known
    canvas = Canvas(start.geometry, solution)
    drawn = drawn_pieces(start.constraints, canvas, may_cross=wishes.crossings)
    fixed = tuple(cell for cell, digit in enumerate(start.givens) if digit)
    bits = bits_of_grid(start.order)
    said = sum(piece.says for piece in drawn)
    said += round(len(fixed) * bits / (_USUAL_GIVENS * start.geometry.n_cells))
    draft = Draft(
        wishes,
        wishes.geometry,
        solution,
        [*start.constraints, *rules],
        dice,
        fixed,
        tuple(piece for piece in drawn if piece.form != "grid"),
        said,
        start.candidates,
    )
    n_before = len(start.constraints)

    def completed(items: Sequence[MixPiece | tuple[int, ...]]) -> Completion:
        puzzle = draft.puzzle(items)
        added = [*draft.rules[n_before:]]
        added += [one for each in items if isinstance(each, MixPiece) for one in each.constraints]
        cells = sorted(cell for each in items if not isinstance(each, MixPiece) for cell in each)
        whole = start.with_(*added).replace(givens=puzzle.givens, solution=solution)
        return Completion(
            whole, tuple(added), tuple((cell, solution[cell]) for cell in cells), n_attempts
        )

    if lacking := draft.lacking():
        return _Miss(start, f"no room was left for {lacking}", _MOST_COUNTED * 3)
    if not draft.add_until_unique():
        return _unfinished(completed(draft.items()))
    rich, removal = draft.items(), Removal(draft)
    left: list[Any] | None
    going = [] if wishes.begins_easy else removal.taken_away(is_gentle=False)
    if wishes.minimal and removal.may_lose_more(going):
        whole = completed([each for each in rich if each not in going])
        return _Miss(whole.puzzle, "one of its additions is superfluous", 1)
    if wishes.begins_easy:
        left = removal.from_easy()
    elif wishes.asks_for_difficulty and not wishes.minimal:
        left = removal.not_too_hard(rich, going)
    else:
        gone = {*map(id, going)}
        left = [each for each in rich if id(each) not in gone]
    made = completed(rich if left is None else left)
    if wishes.asks_for_difficulty and (why := off_difficulty(wishes, made.puzzle)):
        return _Miss(made.puzzle, why, 1)
    return made


def _unfinished(made: Completion) -> _Miss:
    """Return the miss of a puzzle that has several solutions although nothing more has room."""
    (found,) = search_cages([made.puzzle], limit=_MOST_COUNTED, nodes=_NODES, threads=1)
    n_added = len(made.additions)
    added = f"{n_added} addition{'s' * (n_added != 1)}"
    number = solutions_words(found, made.puzzle.order)
    return _Miss(made.puzzle, f"with {added}, it has {number}", found.count + 1)


def _not_found(wishes: Wishes, closest: _Miss) -> BudgetError:
    times = f"{wishes.budget:,} attempt{'s' * (wishes.budget != 1)}"
    names = joined(list(map(str, wishes.mix)))
    what = f"a puzzle with {names} added" if wishes.mix else "a puzzle with givens added"
    ways = ["more attempts", "other constraints" if wishes.mix else "fewer wishes"]
    if wishes.mix and wishes.givens is not None and wishes.givens.most == 0:
        ways.append("givens")
    return BudgetError(
        f"expected {what} and one solution, found none in {times}; the closest puzzle falls "
        f"short: {closest.why}; {joined(ways, 'or')} may help",
        closest=closest.puzzle,
        why=closest.why,
        attempts=wishes.budget,
    )
