"""Searching puzzles made of houses with the lane kernel: arrays in, arrays out."""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from pandoku.kernel import default_threads, native
from pandoku.model import MAX_ORDER, Geometry, Puzzle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

__all__ = ["ISAS", "Found", "isas", "search", "solve_many"]

ISAS = ("auto", "baseline", "avx2", "avx512")


class Found(NamedTuple):
    """What the kernel found for an array of puzzles.

    Attributes:
        solutions: uint8 [n, keep, cells], the first solutions of each puzzle; zeros beyond.
        counts: int64 [n], solutions found; -1 - found when the puzzle ran out of budget.
        nodes: int64 [n], guesses made for each puzzle.
        out_of_time: Whether the time budget ended the search.
        sweeps, guesses: Totals of the call.
        isa: The instruction set that ran.
    """

    solutions: NDArray[np.uint8]
    counts: NDArray[np.int64]
    nodes: NDArray[np.int64]
    out_of_time: bool
    sweeps: int
    guesses: int
    isa: str


def isas() -> tuple[str, ...]:
    """Return the instruction sets this machine can run, slowest first."""
    return tuple(native().lanes_isas())


def solve_many(
    puzzles: ArrayLike,
    *,
    like: Puzzle | None = None,
    limit: int = 2,
    nodes: int | None = None,
    threads: int | None = None,
    isa: str = "auto",
) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """Solve and count many puzzles of one shape at once.

    Args:
        puzzles: [n, cells] or [n, order, order]. uint8: digits, 0 for empty. uint32 or
            uint64: candidate masks, bit d-1 for digit d (higher bits are ignored).
        like: A puzzle whose houses all of them have (its digits are not looked at);
            None: the standard boxes of their order.
        limit: Stop each puzzle after this many solutions, at least 1.
        nodes: Guesses each puzzle may take, at least 1; None: as many as it needs.
        threads: At most this many, at least 1; None: what the machine has.
        isa: "auto", or one of `pandoku.kernel.lanes.isas()`.

    Returns:
        (solutions, counts): uint8 [n, cells], a solution of each puzzle (zeros when it has
        none), and int64 [n], how many were found. A count below 0 means out of budget:
        it is -1 minus the number found until then.

    Raises:
        TypeError: The array has another type.
        ValueError: The array's shape, a digit, or another argument is out of range.
        KeyboardInterrupt: Ctrl-C; nothing is returned.

    >>> import numpy as np
    >>> solutions, counts = solve_many(np.zeros((1, 16), np.uint8), limit=1000)
    >>> counts
    array([288])
    """
    import numpy as np

    array = np.asarray(puzzles)
    order = _order_of(array, like)
    array = np.ascontiguousarray(array.reshape(len(array), order * order))
    _check_digits(array, order)
    geometry = _houses_of(order, like)
    found = search(array, geometry, limit=limit, nodes=nodes, threads=threads, isa=isa)
    return found.solutions[:, 0], found.counts


def search(
    puzzles: NDArray[Any],
    geometry: Geometry,
    *,
    limit: int = 2,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    keep: int = 1,
    isa: str = "auto",
) -> Found:
    """Like `solve_many`, with everything the kernel can tell.

    Args:
        puzzles: [n, cells], C-contiguous uint8, uint32 or uint64, values in range.
        seconds: For the whole call, more than 0; None: no bound.
        keep: Solutions stored for each puzzle, at least 1.
    """
    import numpy as np

    for name, value in (("limit", limit), ("nodes", nodes), ("threads", threads), ("keep", keep)):
        if value is not None and (type(value) is not int or value < 1):
            raise ValueError(f"expected {name} to be a whole number of at least 1, found {value!r}")
    if isa not in ISAS or (isa != "auto" and isa not in isas()):
        raise ValueError(f"expected isa to be one of auto, {', '.join(isas())}, found {isa!r}")
    n, n_cells = puzzles.shape
    solutions = np.empty((n, keep, n_cells), np.uint8)
    counts = np.empty(n, np.int64)
    guesses = np.empty(n, np.int64)
    end, sweeps, total, used = native().lanes_solve(
        _plan(geometry),
        puzzles,
        solutions,
        counts,
        guesses,
        min(limit, 1 << 62),
        min(nodes or 0, 1 << 62),
        seconds or 0.0,
        threads or default_threads(),
        isa,
    )
    return Found(solutions, counts, guesses, bool(end), sweeps, total, used)


@lru_cache(maxsize=16)
def _plan(geometry: Geometry) -> Any:
    rows, columns = geometry.box or (0, 0)
    houses = [list(house.cells) for house in geometry.houses]
    return native().LanePlan(geometry.order, rows, columns, houses)


def _order_of(array: NDArray[Any], like: Puzzle | None) -> int:
    if array.dtype.name not in ("uint8", "uint32", "uint64"):
        raise TypeError(
            "expected an array of uint8 digits or of uint32 or uint64 candidate masks, "
            f"found {array.dtype.name}"
        )
    if array.ndim == 3 and array.shape[1] == array.shape[2]:
        order = array.shape[1]
    else:
        order = isqrt(array.shape[1]) if array.ndim == 2 else 0
        if array.ndim != 2 or order * order != array.shape[1]:
            raise ValueError(f"expected an array [n, cells], found the shape {array.shape}")
    if not 1 <= order <= MAX_ORDER:
        raise ValueError(f"expected an order from 1 to {MAX_ORDER}, found {order}")
    if like is not None and like.order != order:
        raise ValueError(f"the puzzles are of order {order}, `like` is of order {like.order}")
    bits = 8 * array.dtype.itemsize
    if bits != 8 and order > bits:
        raise ValueError(f"masks of order {order} need uint64, found {array.dtype.name}")
    return order


def _check_digits(array: NDArray[Any], order: int) -> None:
    if array.dtype.name != "uint8" or not array.size or array.max() <= order:
        return
    row, cell = (int(indices[0]) for indices in (array > order).nonzero())
    raise ValueError(
        f"puzzle {row}, {Geometry.standard(order).name(cell)}: expected a digit 0..{order}, "
        f"found {array[row, cell]}"
    )


def _houses_of(order: int, like: Puzzle | None) -> Geometry:
    if like is None:
        return Geometry.standard(order)
    if like.cages:
        raise ValueError("solve_many takes puzzles made of houses; for cages use solve_all")
    return like.geometry
