"""Finding in the compiled core: the steps of a technique on a board, and whole paths of steps."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pandoku.errors import TechniqueError
from pandoku.kernel import default_threads, native
from pandoku.kernel._layout import native_layout
from pandoku.kernel.cages import cage_lists
from pandoku.model import Board, Cage, CageFact, Facts, Geometry, Link, Puzzle, Step

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pandoku import _native

    _State = tuple[memoryview, memoryview, memoryview]

__all__ = ["ENDS", "MAX_STEPS", "Finder", "finder", "finders", "walk", "walk_many"]

MAX_STEPS = 100_000  # steps of one technique on one board: beyond, nobody reads them
ENDS = ("full", "stuck", "broken")  # how a path can end


@dataclass(frozen=True, slots=True)
class Finder:
    """A finder of the compiled core, called with a board.

    What the core's table says of it is read when it is asked for; only then must the core be built.

    Attributes:
        name: The name of the technique it finds.
    """

    name: str

    @property
    def needs_unique(self) -> bool:
        """Whether it takes for granted that the puzzle has one solution."""
        return _row(self.name)[1]

    @property
    def needs_cages(self) -> bool:
        """Whether it has no step where there are no cages."""
        return _row(self.name)[2]

    @property
    def roles(self) -> tuple[str, ...]:
        """The roles of cells and candidates in its steps, those in their branches included."""
        return _row(self.name)[3]

    def __call__(self, board: Board, limit: int = MAX_STEPS) -> Iterator[Step]:
        """Yield the technique's steps on *board*, at most *limit*, in a fixed order.

        Candidates are believed as they stand; a wrong one missing makes wrong steps.

        Raises:
            EngineError: The compiled core is not built.
            TechniqueError: The core has no finder of this name.
            KeyboardInterrupt: Ctrl-C.
        """
        core, puzzle = native(), board.puzzle
        layout, cages = native_layout(puzzle.geometry), _cages(puzzle.geometry, puzzle.cages)
        number = _number(self.name)
        for raw in core.logic_find(layout, cages, number, *_state(board), limit):
            yield _step(puzzle, raw)


def finder(name: str) -> Finder:
    """Return the finder of a technique; whether the core has it shows when it is called.

    >>> from pandoku.model import Puzzle
    >>> board = Board.start(Puzzle(4, (1, 2, 3) + (0,) * 13))
    >>> [step.placements for step in finder("naked-single")(board)]
    [((3, 4),)]
    """
    return Finder(name)


def finders() -> tuple[Finder, ...]:
    """Return every finder of the core, in the order of search.

    Raises:
        EngineError: The compiled core is not built.

    >>> finders()[0]
    Finder(name='full-house')
    """
    return tuple(map(Finder, _numbers()))


def walk(board: Board, finders: Sequence[Finder], limit: int = MAX_STEPS) -> list[Step]:
    """Return the steps of a path: always the first step of the first finder that has one.

    Args:
        board: Where the path starts.
        finders: In the order they are asked after every step.
        limit: The path ends after this many steps, at least 1.

    Returns:
        The steps, until no finder has any, the grid is full, or a cell has no candidate left.

    Raises:
        EngineError: The compiled core is not built.
        TechniqueError: The core lacks one of the finders.
        KeyboardInterrupt: Ctrl-C.
    """
    core, puzzle = native(), board.puzzle
    layout, cages = native_layout(puzzle.geometry), _cages(puzzle.geometry, puzzle.cages)
    order = [_number(each.name) for each in finders]
    return [
        _step(puzzle, raw) for raw in core.logic_walk(layout, cages, order, *_state(board), limit)
    ]


def walk_many(
    geometry: Geometry,
    finders: Sequence[Finder],
    givens: NDArray[Any],
    counts: NDArray[Any],
    ends: NDArray[Any],
    threads: int | None = None,
    *,
    cages: Sequence[tuple[Cage, ...]] | None = None,
) -> None:
    """Walk many puzzles of one geometry and count the steps of each finder.

    Args:
        geometry: Of all puzzles.
        finders: As in `walk`, each once.
        givens: uint8 of shape (n, cells), C order: digits of the order, 0 for an empty cell.
        counts: int32 of shape (n, len(finders)), zeros: filled with the numbers of steps.
        ends: uint8 of shape (n,): filled with indices into `ENDS`.
        threads: At most this many, at least 1; None: what the machine has.
        cages: The cages of each of the n puzzles; None: none has any.

    Raises:
        ValueError: The shapes do not fit, or *threads* is below 1.
        EngineError: The compiled core is not built, or cannot take a cage.
        PuzzleError: A cage names a cell twice.
        TechniqueError: The core lacks one of the finders.
        KeyboardInterrupt: Ctrl-C; it comes within a tenth of a second.
    """
    core, n = native(), len(givens)
    shapes = givens.shape, counts.shape, ends.shape
    if shapes != ((n, geometry.n_cells), (n, len(finders)), (n,)):
        raise ValueError(f"expected arrays for the same puzzles, found shapes {shapes}")
    order = [_number(each.name) for each in finders]
    n_threads = default_threads(threads)
    lists = None if cages is None else cage_lists(cages, geometry.n_cells)
    layout = native_layout(geometry)
    core.logic_walk_many(layout, lists, order, givens, counts, ends, ENDS, n_threads)


@lru_cache(maxsize=1)
def _table() -> list[_native._Row]:
    table: list[_native._Row] = native().logic_table()
    return table


@lru_cache(maxsize=1)
def _numbers() -> dict[str, int]:
    return {name: number for number, (name, *_) in enumerate(_table())}


def _number(name: str) -> int:
    try:
        return _numbers()[name]
    except KeyError:
        raise TechniqueError(f"the compiled core has no finder {name!r}") from None


def _row(name: str) -> _native._Row:
    return _table()[_number(name)]


@lru_cache(maxsize=64)
def _cages(geometry: Geometry, cages: tuple[Cage, ...]) -> _native.LogicCages | None:
    if not cages:
        return None
    lists = cage_lists([cages], geometry.n_cells)
    made: _native.LogicCages = native().LogicCages(native_layout(geometry), lists)
    return made


def _state(board: Board) -> _State:
    return (
        memoryview(bytes(board.digits)),
        memoryview(array("Q", board.masks)),
        memoryview(bytes(board.puzzle.givens)),
    )


def _step(puzzle: Puzzle, raw: _native._Step) -> Step:
    geometry = puzzle.geometry
    technique, placements, eliminations, cells, candidates, houses, cages, links, branches = raw
    facts = Facts(
        cells=cells,
        candidates=candidates,
        houses=tuple(geometry.houses[house] for house in houses),
        cages=tuple(
            CageFact(cage, _fillings(puzzle.cages[cage], digits), combinations)
            for cage, digits, combinations in cages
        ),
        links=tuple(
            Link(start, end, strong, None if house < 0 else geometry.houses[house])
            for start, end, strong, house in links
        ),
        branches=tuple(tuple(_step(puzzle, inner) for inner in branch) for branch in branches),
    )
    return Step(technique, placements, eliminations, facts)


def _fillings(cage: Cage, digits: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    size = len(cage.cells)
    return tuple(digits[i : i + size] for i in range(0, len(digits), size))
