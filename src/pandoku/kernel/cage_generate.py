"""Generation of puzzles with cages, and removal of their clues, in the compiled core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pandoku.errors import EngineError
from pandoku.kernel import default_threads, native_craft
from pandoku.kernel._exchange import bound_of, native_layout
from pandoku.kernel.cages import cage_lists
from pandoku.kernel.generate import check_rows, packed_keys
from pandoku.kernel.tables import divided_rows, empty_table, joined_rows
from pandoku.model import Batch, Cage, Geometry, named_rules

__all__ = ["MAX_CAGE", "CageWishes", "clue_minimal", "drop_clues", "make"]

MAX_CAGE = 12  # maximum number of cells of a generated cage
_OPERATIONS = "+-*/"
_ROUNDS = 60
_NODES = 3000
_STAYS, _UNKNOWN = 0, 2  # the core's codes for "the clue stays" and "the proof ran out of guesses"


@dataclass(frozen=True, slots=True, kw_only=True)
class CageWishes:
    """The requested properties of cages.

    Attributes:
        sizes: The relative frequencies of the sizes 2 to `MAX_CAGE`: whole numbers, at least 0. No
            cage has a size that is not a key.
        operations: The relative frequencies of ``+ - * /``. Only cages of two cells get - or /. A
            cage gets / only if the quotient is a whole number.
        killer: Whether all cages are killer cages: sums of distinct digits.
        hidden: Whether the operations are hidden.
        singles: The number of cages of one cell, at least 0.
        largest_sum: Maximum sum of a killer cage; None means no limit.
        guesses: Minimum number of guesses in the proof of uniqueness, at least 0. A puzzle is
            harder if its proof needs more guesses.
        rounds: Maximum number of proofs of uniqueness for a puzzle. The cages change between
            proofs.
        nodes: Maximum number of guesses in all proofs of a puzzle together.
    """

    sizes: Mapping[int, int]
    operations: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(_OPERATIONS, 1))
    killer: bool = False
    hidden: bool = False
    singles: int = 0
    largest_sum: int | None = None
    guesses: int = 0
    rounds: int = _ROUNDS
    nodes: int = _NODES

    def __post_init__(self) -> None:
        for size, weight in self.sizes.items():
            if not 2 <= size <= MAX_CAGE or weight < 0:
                raise ValueError(
                    f"expected weights of at least 0 for sizes 2..{MAX_CAGE}, "
                    f"found {weight} for size {size}"
                )
        if self.singles < 0:
            raise ValueError(f"expected at least 0 single cells, found {self.singles}")
        if odd := set(self.operations) - set(_OPERATIONS):
            raise ValueError(f"expected operations out of {_OPERATIONS}, found {odd}")


def make(
    geometry: Geometry,
    solutions: Sequence[bytes],
    keys: Sequence[int],
    wishes: CageWishes,
    *,
    givens: Sequence[bytes] | None = None,
    threads: int | None = None,
) -> list[tuple[Cage, ...] | None]:
    """Draw cages for each solution, so that the cages make a proper puzzle.

    The grid is divided into connected cages. As long as the puzzle has a second solution, cages are
    changed where the two solutions differ.

    Args:
        geometry: The houses.
        solutions: Full grids, a row of digits for each key.
        keys: The keys that determine the random choices for the puzzles.
        wishes: The requested properties of the cages.
        givens: Given digits, 0 for an empty cell, a row for each key; None means no givens.
        threads: Maximum number of threads, at least 1. None means one per available CPU.

    Returns:
        For each key, the cages in reading order of their first cells, or None if the search found
        no proper puzzle within its bounds.

    Raises:
        ValueError: The arguments differ in length, a digit is out of range, a given differs from
            the solution, or there are more single cells than cells.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    n, n_cells = len(keys), geometry.n_cells
    if givens is None:
        givens = [bytes(n_cells)] * n
    if len(solutions) != n or len(givens) != n:
        raise ValueError(
            f"expected {n} solutions and rows of givens, found {len(solutions)} and {len(givens)}"
        )
    check_rows(geometry, solutions, keys)
    check_rows(geometry, givens, keys)
    if not all(map(all, solutions)):
        raise ValueError(f"expected solutions of digits 1..{geometry.order}")
    for solution, row in zip(solutions, givens, strict=True):
        if any(given not in (0, digit) for given, digit in zip(row, solution, strict=True)):
            raise ValueError("expected givens that are digits of the solution, or 0")
    if wishes.singles > n_cells:
        raise ValueError(f"expected at most {n_cells} single cells, found {wishes.singles}")
    n_threads = default_threads(threads)
    if not n:
        return []
    n_cages, cage_of = empty_table("H", n), empty_table("H", n, n_cells)
    operations, targets = empty_table("B", n, n_cells), empty_table("q", n, n_cells)
    native_craft().cage_generate_make(
        native_layout(geometry),
        packed_keys(keys),
        joined_rows(solutions, n_cells),
        joined_rows(givens, n_cells),
        wishes.killer,
        wishes.hidden,
        [wishes.sizes.get(size, 0) for size in range(MAX_CAGE + 1)],
        [1, 0, 0, 0] if wishes.killer else [wishes.operations.get(o, 0) for o in _OPERATIONS],
        wishes.singles,
        bound_of("largest_sum", wishes.largest_sum or None),
        wishes.guesses,
        wishes.rounds,
        wishes.nodes,
        n_cages,
        cage_of,
        operations,
        targets,
        n_threads,
    )
    columns = n_cages.tolist(), cage_of.tolist(), divided_rows(operations), targets.tolist()
    rows = zip(*columns, strict=True)
    return [
        _cages(of, signs[:count].decode(), goals, not wishes.killer) if count else None
        for count, of, signs, goals in rows
    ]


def _cages(
    cage_of: list[int], operations: str, targets: list[int], repeats: bool
) -> tuple[Cage, ...]:
    cells: list[list[int]] = [[] for _ in operations]
    for cell, cage in enumerate(cage_of):
        cells[cage].append(cell)
    return tuple(
        Cage(operation, target, tuple(its_cells), repeats)
        for operation, target, its_cells in zip(operations, targets, cells, strict=False)
    )


def clue_minimal(puzzles: Batch, *, threads: int | None = None) -> list[bool]:
    """Return whether each proper puzzle needs every one of its clues.

    A killer cage without its clue still requires different digits. Any other cage is removed along
    with its clue. A puzzle is not minimal if its solution remains unique without one of its clues.

    Raises:
        EngineError, PuzzleError, KeyboardInterrupt: As in `pandoku.kernel.cages.search_cages`.

    >>> pair, rest = Cage("+", 3, (0, 1)), Cage("+", 3, (2, 3))
    >>> clue_minimal(Batch(2, bytes([1, 0, 0, 0]), [(pair, rest)]))
    [False]
    """
    fates = _fates(puzzles, None, 0, default_threads(threads))
    return [all(fate == _STAYS for fate in row) for row in fates]


def drop_clues(
    puzzles: Batch,
    keys: Sequence[int],
    *,
    nodes: int | None = None,
    threads: int | None = None,
) -> list[tuple[Cage, ...] | None]:
    """Remove the redundant clues of each proper puzzle, and return its cages.

    Clues are removed one by one, in an order drawn from the puzzle's key, as long as the solution
    remains unique. The result is minimal in the sense of `clue_minimal`.

    Args:
        puzzles: Proper puzzles.
        keys: One key for each puzzle.
        nodes: Maximum number of guesses for one proof, at least 1; None means no bound.
        threads: As in `make`.

    Returns:
        The cages of each puzzle, or None for a puzzle if a proof ran out of guesses.

    Raises:
        EngineError, PuzzleError, ValueError, TypeError, KeyboardInterrupt: As in
            `pandoku.kernel.cages.search_cages`.
    """
    fates = _fates(puzzles, keys, bound_of("nodes", nodes), default_threads(threads))
    listed = zip(puzzles.cages_of(), fates, strict=True)
    return [None if _UNKNOWN in row else _without(cages, row) for cages, row in listed]


def _fates(puzzles: Batch, keys: Sequence[int] | None, nodes: int, threads: int) -> list[bytes]:
    """Return a row for each puzzle with a code such as `_STAYS` for each of its cages.

    The rows are as long as the maximum number of cages.
    """
    if puzzles.further is not None:
        rules = named_rules(each for listed in puzzles.further for each in listed)
        raise EngineError(f"this search of cages does not support {rules}")
    cages = puzzles.cages_of()
    n, most = len(puzzles), max(map(len, cages), default=0)
    if keys is not None and len(keys) != n:
        raise ValueError(f"expected {n} keys, found {len(keys)}")
    if not most:
        return [b""] * n
    fates = empty_table("B", n, most)
    native_craft().cage_generate_drop_clues(
        native_layout(puzzles.geometry),
        puzzles.masks(),
        cage_lists(cages, puzzles.geometry.n_cells),
        None if keys is None else packed_keys(keys),
        fates,
        most,
        nodes,
        threads,
    )
    return divided_rows(fates)


def _without(cages: Sequence[Cage], fates: Sequence[int]) -> tuple[Cage, ...]:
    left = []
    for cage, fate in zip(cages, fates, strict=False):
        if fate == _STAYS:
            left.append(cage)
        elif not cage.repeats and len(cage.cells) > 1:
            left.append(Cage("+", None, cage.cells))
    return tuple(left)
