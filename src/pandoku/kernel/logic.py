"""Deduction in the compiled core: the steps of a technique on a board, and complete paths."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from pandoku.errors import TechniqueError
from pandoku.kernel import default_threads, native, native_craft
from pandoku.kernel._exchange import bound_of, native_layout
from pandoku.kernel._steps import state_of, step_of
from pandoku.kernel.cages import cage_lists
from pandoku.kernel.efforts import Effort, SinglesEffort
from pandoku.kernel.relations import logic_relations
from pandoku.kernel.tables import NumberTable, as_view
from pandoku.model import (
    Board,
    Cage,
    CellLike,
    Constraint,
    Geometry,
    Puzzle,
    Step,
    cell_of,
    per_rules,
    refusal,
)

if TYPE_CHECKING:
    from pandoku import _native_craft
    from pandoku._native import CageLists, RelationLists


__all__ = [
    "MAX_STEPS",
    "WALK_ENDS",
    "ChosenFinders",
    "Finder",
    "FirstSteps",
    "effort_rows",
    "exhaust",
    "finder",
    "finder_number",
    "finder_places",
    "finders",
    "logic_lists",
    "mark_as_cut",
    "n_ways_onward",
    "new_first_steps",
    "outline_many",
    "walk",
    "walk_chosen",
    "walk_many",
]

MAX_STEPS = 100_000  # default maximum number of steps (nobody reads more steps than this)
# The first steps of finders on the boards of one puzzle, if it took long to find them.
FirstSteps: TypeAlias = "_native_craft.FirstSteps"
WALK_ENDS = ("full", "stuck", "broken", "cut")  # why a path ended ("cut": out of time)


@dataclass(frozen=True, slots=True)
class Finder:
    """A finder of the compiled core. Calling it with a board yields steps.

    The properties read the core's table on first use, so a Finder can be created even if the core
    is not built.

    Attributes:
        name: The name of the technique that it finds.
    """

    name: str

    @property
    def needs(self) -> frozenset[str]:
        """The required properties of a puzzle: "unique" (exactly one solution), "cages" or both."""
        _, is_for_unique, is_for_cages, _ = _row(self.name)
        names = ["unique"] * is_for_unique + ["cages"] * is_for_cages
        return frozenset(names)

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles that cells and candidates have in the steps, including the steps' branches."""
        return _row(self.name)[3]

    def __call__(
        self, board: Board, limit: int = MAX_STEPS, *, seconds: float | None = None
    ) -> Iterator[Step]:
        """Yield at most *limit* steps of the technique on *board*, in a fixed order.

        The search stops after *seconds*, more than 0, and yields only the steps found by then. None
        means no time limit.

        The search assumes that the board's candidates are correct. If a digit of the solution has
        been eliminated, the steps may be wrong.

        Raises:
            EngineError: The compiled core is not built.
            TechniqueError: The core has no finder of this name.
            PuzzleError: *board* is not a board, or a given is out of range for the order.
            ValueError, TypeError: *limit* is below 1, or not an integer.
            KeyboardInterrupt: Ctrl-C was pressed.
        """
        core, puzzle, limit = native_craft(), _puzzle_of(board), bound_of("limit", limit)
        layout, cages = native_layout(puzzle.geometry), _cages_of(puzzle)
        number = finder_number(self.name)
        for raw in core.logic_find(layout, cages, number, *state_of(board), limit, seconds or 0.0):
            yield step_of(puzzle.geometry, puzzle.cages, raw)


def finder(name: str) -> Finder:
    """Return the finder of a technique. *name* is not checked until the finder is used.

    >>> from pandoku.model import Puzzle
    >>> board = Board.start(Puzzle(4, (1, 2, 3) + (0,) * 13))
    >>> [step.placements for step in finder("naked-single")(board)]
    [((3, 4),)]
    """
    return Finder(name)


def finders() -> tuple[Finder, ...]:
    """Return every finder of the core, in the order of a search for the next step.

    Raises:
        EngineError: The compiled core is not built.

    >>> finders()[0]
    Finder(name='full-house')
    """
    return tuple(map(Finder, _numbers()))


def walk(
    board: Board,
    finders: Sequence[Finder],
    limit: int = MAX_STEPS,
    *,
    seconds: float | None = None,
) -> list[Step]:
    """Return a path that always takes the first step of the first finder that has a step.

    Args:
        board: The start of the path.
        finders: The finders. After every step, they are tried in this order.
        limit: End the path after this many steps, at least 1.
        seconds: End the path after this time, more than 0; None means no bound.

    Returns:
        The steps until no finder makes progress, the grid is full, a cell has no candidate left, or
        the time is over.

    Raises:
        EngineError: The compiled core is not built.
        TechniqueError: The core lacks one of the finders.
        PuzzleError: *board* is not a board, or a given is out of range for the order.
        ValueError, TypeError: *limit* is below 1, or not an integer.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    core, puzzle, limit = native_craft(), _puzzle_of(board), bound_of("limit", limit)
    layout, cages = native_layout(puzzle.geometry), _cages_of(puzzle)
    order = [finder_number(each.name) for each in finders]
    return [
        step_of(puzzle.geometry, puzzle.cages, raw)
        for raw in core.logic_walk(layout, cages, order, *state_of(board), limit, seconds or 0.0)
    ]


def exhaust(board: Board, finders: Sequence[Finder]) -> Board:
    """Return the board after all steps of some finders, until none of them has a step.

    Without conflicts, the finders leave the same board in any order, so list cheap finders first.

    Args:
        board: The board.
        finders: The finders. After every step, they are tried in this order.

    Raises:
        EngineError, TechniqueError, PuzzleError, KeyboardInterrupt: As in `walk`.
    """
    core, puzzle = native_craft(), _puzzle_of(board)
    layout, cages = native_layout(puzzle.geometry), _cages_of(puzzle)
    order = [finder_number(each.name) for each in finders]
    digits, masks = core.logic_exhaust(layout, cages, order, *state_of(board))
    return Board(puzzle, tuple(digits), tuple(array("Q", masks)))


class ChosenFinders:
    """Finders with the efforts of their steps, prepared for many calls of `walk_chosen`.

    Args:
        efforts: The finders, each with the effort of its steps. If two steps are still tied, the
            step of the finder that is earlier in this list is taken.
        singles: The effort of the steps of "hidden-single" and "naked-single".

    Raises:
        EngineError: The compiled core is not built.
        TechniqueError: The core lacks one of the finders.
    """

    __slots__ = ("_raw",)

    def __init__(self, efforts: Sequence[tuple[Finder, Effort]], singles: SinglesEffort) -> None:
        rows = effort_rows(*zip(*efforts, strict=True)) if efforts else []
        numbers = (singles.few, *singles.glance, *singles.shown, *singles.noted)
        self._raw: _native_craft.LogicEfforts = native_craft().LogicEfforts(rows, numbers)

    @property
    def raw(self) -> _native_craft.LogicEfforts:
        """The efforts in the form that the core takes."""
        return self._raw


def walk_chosen(
    board: Board,
    chosen: ChosenFinders,
    *,
    in_order: bool = False,
    near: Sequence[CellLike] = (),
    reached: int = 0,
    limit: int = MAX_STEPS,
    seconds: float | None = None,
) -> list[Step]:
    """Return the steps of a path that always takes the step with the least effort.

    If steps have equal effort, the path takes the step closest to the cells that the previous step
    changed. The closest steps have a cell in the same box, region or cage. Next come steps with a
    cell in the same row, column or another common house. All other steps follow by increasing
    distance. If steps are equally close, the first in reading order is taken.

    Args:
        board: The start of the path.
        chosen: The finders, with the efforts of their steps.
        in_order: Whether to use the first finder that has a step, regardless of effort.
        near: The first step is chosen as if the previous step had changed these cells.
        reached: The rating of the hardest earlier step, in tenths (see `Effort.joins`).
        limit: End the path after this many steps, at least 1.
        seconds: End the path after this time, more than 0; None means no bound.

    Returns:
        The steps until no finder makes progress, the grid is full, a cell has no candidate left, or
        the time is over.

    Raises:
        PuzzleError: *board* is not a board, a given is out of range for the order, or a cell of
            *near* is not in the grid.
        ValueError, TypeError: *limit* is below 1, or not an integer.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    core, puzzle, limit = native_craft(), _puzzle_of(board), bound_of("limit", limit)
    layout, cages = native_layout(puzzle.geometry), _cages_of(puzzle)
    around = [cell_of(puzzle.order, cell) for cell in near]
    state = state_of(board)
    return [
        step_of(puzzle.geometry, puzzle.cages, raw)
        for raw in core.logic_walk_chosen(
            layout, cages, chosen.raw, in_order, around, reached, *state, limit, seconds or 0.0
        )
    ]


def n_ways_onward(board: Board) -> int:
    """Return the number of empty cells that a single fills, or 1 if there is no such cell.

    Hidden singles count first. Naked singles only count if no hidden single is on the board,
    because people find them only after they have noted candidates. Without a single there is one
    way onward: the next step of the path.

    >>> n_ways_onward(Board.start("123............."))
    1

    Raises:
        EngineError: The compiled core is not built.
    """
    digits, masks, _ = state_of(board)
    n: int = native_craft().logic_ways_onward(native_layout(board.puzzle.geometry), digits, masks)
    return n


def effort_rows(finders: Sequence[Finder], efforts: Sequence[Effort]) -> list[tuple[int, ...]]:
    """Return the efforts of finders in the form that the core takes.

    Raises:
        TechniqueError: The core lacks one of the finders.
    """
    numbers = {each.name: finder_number(each.name) for each in finders}
    return [
        (numbers[finder.name], *effort[:-1], numbers.get(effort.joins, -1))
        for finder, effort in zip(finders, efforts, strict=True)
    ]


def walk_many(
    geometry: Geometry,
    finders: Sequence[Finder],
    givens: NumberTable,
    counts: NumberTable,
    ends: NumberTable,
    threads: int | None = None,
    *,
    cages: Sequence[tuple[Cage, ...]] | None = None,
    further: Sequence[tuple[Constraint, ...]] | None = None,
    seconds: float | None = None,
) -> None:
    """Make a path for each of many puzzles of one geometry, and count the steps of each finder.

    Args:
        geometry: The geometry of all puzzles.
        finders: As in `walk`, without duplicates.
        givens: uint8 of shape (n, cells), C order: digits of the order, 0 for an empty cell.
        counts: int32 of shape (n, len(finders)), zeros: filled with the number of steps of each
            finder.
        ends: uint8 of shape (n,): filled with indices into `WALK_ENDS`. A path that ran out of time
            has "cut", and *counts* has its steps up to then.
        threads: Maximum number of threads, at least 1. None means one per available CPU.
        cages: The cages of each of the n puzzles; None if no puzzle has cages.
        further: The other constraints of each puzzle; None if no puzzle has other constraints.
            From these constraints, finders only use two relations: pairs of cells that must differ,
            and pairs of candidates that exclude each other.
        seconds: The time limit for all puzzles together, more than 0; None means no limit.

    Raises:
        ValueError: The shapes do not match, a digit is out of range, or *threads* is below 1.
        TypeError: An array has the wrong type, or *threads* is not a number.
        EngineError: The compiled core is not built or does not support a cage.
        PuzzleError: A cage names a cell twice.
        TechniqueError: The core lacks one of the finders.
        KeyboardInterrupt: Ctrl-C was pressed. It takes effect within a tenth of a second.
    """
    core = native_craft()
    _check_rows(geometry, len(finders), givens, counts, ends)
    order = [finder_number(each.name) for each in finders]
    n_threads = default_threads(threads)
    lists = logic_lists(geometry, cages, further)
    layout = native_layout(geometry)
    mark_as_cut(ends)
    core.logic_walk_many(
        layout, *lists, order, givens, counts, ends, WALK_ENDS, n_threads, seconds or 0.0
    )


def new_first_steps(n: int) -> list[FirstSteps]:
    """Return empty collections of first steps for *n* puzzles.

    Each path adds to the collection of its puzzle. Other paths of the puzzle then find these steps
    at once.
    """
    return [native_craft().FirstSteps() for _ in range(n)]


def outline_many(
    geometry: Geometry,
    finders: Sequence[Finder],
    costs: Sequence[tuple[float, float]],
    givens: NumberTable,
    firsts: NumberTable,
    ends: NumberTable,
    threads: int | None = None,
    *,
    cages: Sequence[tuple[Cage, ...]] | None = None,
    further: Sequence[tuple[Constraint, ...]] | None = None,
    known: Sequence[FirstSteps] = (),
) -> list[list[tuple[int, Step]]]:
    """Make a path for each of many puzzles of one geometry. Return steps that may be the hardest.

    If all steps of a finder cost the same, its steps are not returned, and only the position of its
    first step is recorded. The returned steps of all puzzles are in memory at once, so pass only a
    few dozen puzzles per call.

    Args:
        geometry: As in `walk_many`.
        finders: As in `walk_many`.
        costs: For each finder, the minimum and maximum cost of its steps, at least 0. If the two
            numbers differ, the steps of the finder are returned. Steps that certainly cost less
            than another step of the path are omitted.
        givens: As in `walk_many`.
        firsts: int32 of shape (n, len(finders)), zeros: filled with the position of each finder's
            first step in the path, from 1. It remains 0 if the path has no step of the finder.
        ends: As in `walk_many`.
        threads: As in `walk_many`.
        cages: As in `walk_many`.
        further: As in `walk_many`.
        known: For each puzzle, its first steps from `new_first_steps`. If *known* is empty, all
            steps are searched for.

    Returns:
        For each puzzle, the returned steps in order. Each step comes with its position in the path,
        from 1.

    Raises:
        ValueError, TypeError, EngineError, PuzzleError, TechniqueError, KeyboardInterrupt: As in
            `walk_many`.
    """
    core = native_craft()
    _check_rows(geometry, len(finders), givens, firsts, ends)
    if len(costs) != len(finders):
        raise ValueError(f"expected costs of {len(finders)} finders, found {len(costs)}")
    least, most = zip(*costs, strict=True) if costs else ((), ())
    order = [finder_number(each.name) for each in finders]
    n_threads = default_threads(threads)
    lists = logic_lists(geometry, cages, further)
    layout = native_layout(geometry)
    mark_as_cut(ends)
    found = core.logic_outline_many(
        layout, *lists, order, least, most, givens, firsts, ends, WALK_ENDS, n_threads, known
    )
    return [
        [(number, step_of(geometry, cages[at] if cages else (), raw)) for number, raw in steps]
        for at, steps in enumerate(found)
    ]


def _check_rows(
    geometry: Geometry,
    n_finders: int,
    givens: NumberTable,
    counts: NumberTable,
    ends: NumberTable,
) -> None:
    n, tables = len(givens), [as_view(each) for each in (givens, counts, ends)]
    shapes = tuple(each.shape for each in tables)
    if shapes != ((n, geometry.n_cells), (n, n_finders), (n,)):
        raise ValueError(f"expected arrays for the same puzzles, found shapes {shapes}")
    types = tuple(each.format for each in tables)
    if types != ("B", "i", "B"):
        raise TypeError(f"expected arrays of uint8, int32 and uint8, found {types}")
    if (at := native().lanes_first_bad(givens, geometry.order)) >= 0:
        raise ValueError(f"expected digits 0..{geometry.order}, found {givens.tobytes()[at]}")


@lru_cache(maxsize=1)
def _table() -> list[_native_craft._Row]:
    table: list[_native_craft._Row] = native_craft().logic_table()
    return table


@lru_cache(maxsize=1)
def _numbers() -> dict[str, int]:
    return {name: number for number, (name, *_) in enumerate(_table())}


def finder_number(name: str) -> int:
    """Return the core's number for a finder: its position in the result of `finders`.

    Raises:
        TechniqueError: The core has no finder of this name.
    """
    try:
        return _numbers()[name]
    except KeyError:
        raise TechniqueError(f"the compiled core has no finder {name!r}") from None


def finder_places(order: Sequence[Finder]) -> list[int]:
    """Return the position in *order* of each of the core's finders, or 0 for other finders."""
    places = [0] * len(_numbers())
    for place, each in enumerate(order):
        places[finder_number(each.name)] = place
    return places


def mark_as_cut(ends: NumberTable) -> None:
    """Fill the ends of paths, in an array or a memoryview of uint8, with "cut"."""
    as_view(ends)[:] = bytes([WALK_ENDS.index("cut")]) * len(ends)


def _row(name: str) -> _native_craft._Row:
    return _table()[finder_number(name)]


def logic_lists(
    geometry: Geometry,
    cages: Sequence[tuple[Cage, ...]] | None,
    further: Sequence[tuple[Constraint, ...]] | None,
) -> tuple[CageLists | None, RelationLists | None]:
    """Return the constraints of many puzzles, prepared for walks in the core (see `walk_many`)."""
    if further is None:
        return None if cages is None else cage_lists(cages, geometry.n_cells), None
    if cages is None:
        cages = [()] * len(further)
    puzzles = (
        Puzzle(geometry, cages=own, further=others)
        for own, others in zip(cages, further, strict=True)
    )
    return cage_lists(cages, geometry.n_cells), logic_relations(puzzles)


@per_rules  # saves the hashes of all constraints in most calls
def _cages_of(puzzle: Puzzle) -> _native_craft.LogicCages | None:
    return _cages(puzzle.geometry, puzzle.cages, puzzle.further)


@lru_cache(maxsize=64)
def _cages(
    geometry: Geometry, cages: tuple[Cage, ...], further: tuple[Constraint, ...]
) -> _native_craft.LogicCages | None:
    if not cages and not further:
        return None
    lists = logic_lists(geometry, [cages], [further] if further else None)
    made: _native_craft.LogicCages = native_craft().LogicCages(native_layout(geometry), *lists)
    return made


def _puzzle_of(board: Board) -> Puzzle:
    """Return the puzzle of a board after checking its givens.

    There is no need to check the digits, because the Board did so when it was created.
    """
    if not isinstance(board, Board):
        raise refusal(board, "a Board")
    puzzle = board.puzzle
    if min(puzzle.givens) < 0 or max(puzzle.givens) > puzzle.order:
        puzzle.require_sound()
    return puzzle
