"""Random images of many puzzles, as arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

from pandoku.kernel.symmetry import LineShape, line_shape, listed_symmetries
from pandoku.model import Geometry, Puzzle, PuzzlesLike, keeps_errors, whole_number
from pandoku.symmetry._rows import kept_answer, kept_rows, rows_without_cages

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pandoku.kernel.kept import KeptArray

    Numbers = NDArray[np.uint64]
    Indices = NDArray[np.intp]

__all__ = ["isomorphs_many"]

_MOST_SEED = 2**64 - 1
_PART = 1 << 19  # number of cells to process at a time, small enough for the CPU caches


@overload
def isomorphs_many(
    puzzles: PuzzlesLike,
    count: int,
    seed: int,
    *,
    keys: NDArray[np.integer[Any]] | None = ...,
    like: Puzzle | None = ...,
    on_error: Literal["raise"] = ...,
) -> NDArray[np.uint8]: ...
@overload
def isomorphs_many(
    puzzles: PuzzlesLike,
    count: int,
    seed: int,
    *,
    keys: NDArray[np.integer[Any]] | None = ...,
    like: Puzzle | None = ...,
    on_error: Literal["keep"],
) -> KeptArray: ...
def isomorphs_many(
    puzzles: PuzzlesLike,
    count: int,
    seed: int,
    *,
    keys: NDArray[np.integer[Any]] | None = None,
    like: Puzzle | None = None,
    on_error: Literal["raise", "keep"] = "raise",
) -> NDArray[Any]:
    """Return random images of many puzzles without cages, all of one geometry.

    All symmetries are equally likely, and digits are relabeled. The symmetry of an image depends
    only on the geometry, *seed*, the puzzle's key and the number of the image. It does not depend
    on the other puzzles, *count* or the machine. To get images along with their solutions, call
    this function once for the puzzles and once for the solutions, with the same seed and keys.
    `isomorphs` makes different images from the same seed.

    Args:
        puzzles: As in `canonical_many`.
        count: The number of images of each puzzle, at least 0. Images of a puzzle may repeat.
        seed: A number 0..2^64-1.
        keys: An array of any integer type, with a number 0..2^64-1 for each puzzle. None means that
            the key of each puzzle is its position, counted from 0. If each key is computed from the
            puzzle, for example as a hash, the images do not depend on the order of the puzzles.
        like: As in `canonical_many`.
        on_error: As in `canonical_many`.

    Returns:
        uint8 (n, count, cells): the images of each puzzle. With on_error="keep", the images of a
        puzzle with an error contain only zeros, and the array has the attribute `errors`, as in
        `canonical_many`.

    Raises:
        PuzzleError: The geometry has too many symmetries (see `random_symmetry`).
        TypeError, ValueError: As in `canonical_many`. Also raised if *count*, *seed* or *keys* has
            an invalid type, shape or value.
        FormatError, EngineError: As in `canonical_many`.

    >>> images = isomorphs_many(["1...2...3...4...", "1..............."], 3, seed=1)
    >>> images.shape, [len({image.tobytes() for image in each}) for each in images]
    ((2, 3, 16), [3, 3])
    """
    n_images = whole_number("count", count, 0)
    seed = whole_number("seed", seed, 0, _MOST_SEED)
    if not keeps_errors(on_error):
        rows, geometry = rows_without_cages(puzzles, like, "isomorphs")
        return _images(rows, geometry, n_images, seed, _checked(keys, len(rows)))
    kept = kept_rows(puzzles, like, "isomorphs")
    rows, geometry = rows_without_cages(kept.batch, None, "isomorphs")
    images = _images(rows, geometry, n_images, seed, _checked(keys, kept.n)[kept.at])
    return kept_answer(kept.spread(images, 0), kept.errors)


def _checked(keys: Any, n: int) -> Numbers:
    import numpy as np

    if keys is None:
        return np.arange(n, dtype=np.uint64)
    found = np.asarray(keys)
    if found.dtype.kind not in "iu":
        raise TypeError(f"expected keys in a type of integers, found {found.dtype}")
    if found.shape != (n,):
        raise ValueError(f"expected a key for each of {n:,} puzzles, found shape {found.shape}")
    if (found < 0).any():
        raise ValueError(f"expected keys 0..2^64-1, found {int(found.min())}")
    return found.astype(np.uint64)


def _images(
    rows: NDArray[np.uint8], geometry: Geometry, count: int, seed: int, keys: Numbers
) -> NDArray[np.uint8]:
    import numpy as np

    order, n_cells = geometry.order, geometry.n_cells
    images = np.empty((len(rows) * count, n_cells), np.uint8)
    first_state = _mixed(np.array([seed], np.uint64))
    step = max(1, _PART // n_cells)
    for start in range(0, len(images), step):
        part = np.arange(start, min(start + step, len(images)))
        of_row, number = np.divmod(part, count)
        states = _mixed(_mixed(first_state + keys[of_row]) + number.astype(np.uint64))
        draws = _Draws(states)
        cells = _cells(geometry, draws)
        labels = np.zeros((len(part), order + 1), np.uint8)
        labels[:, 1:] = draws.orders(1, order)[:, 0] + 1
        cells += (of_row * n_cells)[:, None]
        places = rows.reshape(-1)[cells] + (np.arange(len(part)) * (order + 1))[:, None]
        images[part] = labels.reshape(-1)[places]
    return images.reshape(len(rows), count, n_cells)


def _cells(geometry: Geometry, draws: _Draws) -> Indices:
    """Return the source cell of each cell of each image, shape (n, cells)."""
    import numpy as np

    shape = line_shape(geometry)
    if shape is None:
        listed = listed_symmetries(geometry)
        return listed[draws.below(len(listed))].astype(np.intp)
    rows = _lines(shape, shape.band_rows, draws)[:, :, None]
    columns = _lines(shape, shape.stack_columns, draws)[:, None, :]
    cells = rows * shape.order + columns
    if shape.may_transpose:
        turned = draws.below(2) == 1
        cells[turned] = rows[turned] + columns[turned] * shape.order
    return cells.reshape(len(cells), geometry.n_cells)


def _lines(shape: LineShape, size: int, draws: _Draws) -> Indices:
    """Return random orders of lines, shape (n, order). Groups of *size* lines stay together."""
    n_groups = shape.order // size
    groups, within = draws.orders(1, n_groups), draws.orders(n_groups, size)
    return (groups[:, 0, :, None] * size + within).reshape(len(groups), shape.order)


class _Draws:
    """Random numbers from many parallel streams of SplitMix64, the generator of the core.

    Args:
        states: The initial state of each image's stream.
    """

    def __init__(self, states: Numbers) -> None:
        self._states = states

    def orders(self, n: int, size: int) -> Indices:
        """Return *n* random permutations of *size* items per image, shape (images, n, size)."""
        import numpy as np

        drawn = np.empty((len(self._states), n, size), np.uint64)
        for at in np.ndindex(n, size):
            drawn[:, *at] = self._next()
        return drawn.argsort(axis=2, kind="stable")

    def below(self, n: int) -> Indices:
        """Return a random number 0..n-1 for each image, where n is at most 2^15."""
        import numpy as np

        return ((self._next() >> np.uint64(11)) * 2.0**-53 * n).astype(np.intp)

    def _next(self) -> Numbers:
        import numpy as np

        drawn = _mixed(self._states)
        self._states = self._states + np.uint64(_GOLDEN)
        return drawn


_GOLDEN = 0x9E3779B97F4A7C15


def _mixed(numbers: Numbers) -> Numbers:
    """Return the output of SplitMix64 for each state."""
    import numpy as np

    z = numbers + np.uint64(_GOLDEN)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
