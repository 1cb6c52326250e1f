"""The public calls that generate puzzles: one puzzle, many puzzles, or a stream of puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from html import escape
from math import inf
from typing import TYPE_CHECKING, Any, overload

from pandoku import _hooks, _instead
from pandoku.errors import BudgetError
from pandoku.formats import FORMATS, dumps
from pandoku.generation.asking import WishKeywords, wishes_of
from pandoku.generation.drafts import Drafts
from pandoku.generation.kinds import make_drafts
from pandoku.generation.search import Missing, SearchPart, find_puzzles, not_found
from pandoku.generation.wishes import Wishes
from pandoku.kernel.equality import HoldsArrays
from pandoku.kernel.frames import frame_of
from pandoku.model import Batch, Geometry, OnProgress, Puzzle, check_progress, whole_number

if TYPE_CHECKING:
    from typing import Unpack

    import numpy as np
    from numpy.typing import NDArray

__all__ = [
    "MAX_PUZZLES",
    "Generated",
    "generate",
    "generate_each",
    "generate_many",
    "puzzle_at",
]

# Maximum number of puzzles: more than anybody needs, and small enough for 64 bits.
MAX_PUZZLES = 10**18

_SHOWN = 3  # number of puzzles to draw in a notebook


@_instead.suggests
@dataclass(frozen=True, eq=False, repr=False)  # without slots, which cached properties need
class Generated(HoldsArrays, Sequence[Puzzle]):
    """Generated puzzles as a sequence of puzzles and as arrays.

    Attributes:
        wishes: The request. The same request with the seed `wishes.seed` makes the same puzzles
            again.
        drafts: The puzzles as columns.
        tries: The number of attempts that each puzzle took, as in `attempts`.
        missing: One record for each puzzle that was not found within the budget. The record has the
            number of the puzzle, and a description of the puzzle that came closest to the request.
    """

    wishes: Wishes
    drafts: Drafts
    tries: Sequence[int]
    missing: tuple[Missing, ...] = ()

    @property
    def seed(self) -> int:
        """The seed of the request. If the request had no seed, it was drawn at random."""
        return self.wishes.seed

    @cached_property
    def puzzles(self) -> NDArray[np.uint8]:
        """The givens, uint8 (n, cells), 0 for an empty cell."""
        return self._array_of(self.drafts.givens)

    @cached_property
    def solutions(self) -> NDArray[np.uint8]:
        """The solutions, uint8 (n, cells)."""
        return self._array_of(self.drafts.solutions)

    def _array_of(self, rows: Sequence[bytes]) -> NDArray[np.uint8]:
        import numpy as np

        return np.frombuffer(bytearray().join(rows), np.uint8).reshape(-1, self.wishes.n_cells)

    @cached_property
    def indices(self) -> NDArray[np.int64]:
        """The number of each puzzle in the series of its seed, counted from 0, int64 (n,)."""
        import numpy as np

        return np.array(self.drafts.index, np.int64)

    @cached_property
    def attempts(self) -> NDArray[np.int64]:
        """The number of attempts that each puzzle took, int64 (n,)."""
        import numpy as np

        return np.array(self.tries, np.int64)

    @property
    def batch(self) -> Batch:
        """The puzzles as a Batch.

        Raises:
            ValueError: The puzzles have different regions. This is usual for jigsaws.
        """
        geometry = self.drafts.geometry
        if not isinstance(geometry, Geometry):
            raise ValueError("expected puzzles of one geometry, found different regions in each")
        drafts, indices = self.drafts, [*self.drafts.index]
        if drafts.candidates is not None:
            return Batch.of([drafts.puzzle(at) for at in range(len(drafts))], indices)
        givens = b"".join(drafts.givens)
        return Batch(geometry, givens, drafts.cages, indices, further=drafts.further)

    def to_frame(self) -> Any:
        """Return the puzzles as a pandas DataFrame with a row for each puzzle.

        The columns are "index" (as in `indices`), "puzzle" and "solution" (texts that `loads`
        reads), "n_givens" and "attempts". A puzzle is a line of digits if it has no other rules
        than a Sudoku, and a JSON document otherwise. A solution is a line of digits up to order 35,
        and rows of numbers above.

        Raises:
            MissingExtraError: pandas is not installed. Run `pip install pandas`.
        """
        plain = [Puzzle(Geometry.sudoku(self.wishes.order), row) for row in self.drafts.solutions]
        return frame_of(
            {
                "index": self.indices,
                "puzzle": [_text_of(puzzle.replace(solution=None)) for puzzle in self],
                "solution": list(map(_text_of, plain)),
                "n_givens": [len(row) - row.count(0) for row in self.drafts.givens],
                "attempts": self.attempts,
            },
            len(self),
        )

    def __len__(self) -> int:
        return len(self.drafts)

    @overload
    def __getitem__(self, index: int) -> Puzzle: ...
    @overload
    def __getitem__(self, index: slice) -> Generated: ...
    def __getitem__(self, index: int | slice) -> Puzzle | Generated:
        """Return a puzzle with its solution, or a slice as another `Generated`.

        Raises:
            IndexError: The index is out of range.
        """
        if isinstance(index, slice):
            at = range(len(self))[index]
            tries = [self.tries[each] for each in at]
            return replace(self, drafts=self.drafts.taken(at), tries=tries, missing=())
        return puzzle_at(self.wishes, self.drafts, range(len(self))[index])

    def __iter__(self) -> Iterator[Puzzle]:
        return (self[at] for at in range(len(self)))

    def _repr_html_(self) -> str:
        """Return pictures of the first puzzles, for notebooks."""
        pictures = "".join(_hooks.picture_of(puzzle) for puzzle in self[:_SHOWN])
        return f"<p>{escape(repr(self))}</p><div style='display: flex'>{pictures}</div>"

    def __repr__(self) -> str:
        n, wishes = len(self), self.wishes
        missing = f", {len(self.missing)} not found" if self.missing else ""
        kind = f"{wishes.order}x{wishes.order} {wishes.kind}"
        return f"Generated({n} puzzle{'s' * (n != 1)}, {kind}, seed {self.seed}{missing})"


def _text_of(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of digits, or in another format if it has other rules."""
    able = (FORMATS[name] for name in ("line", "grid") if FORMATS[name].why_not(puzzle) is None)
    return dumps(puzzle, next(able, FORMATS["json"]).name).rstrip("\n")


def puzzle_at(wishes: Wishes, puzzles: Drafts, at: int) -> Puzzle:
    """Return a puzzle with its kind, its solution, and a source that names the seed."""
    source = f"pandoku, seed {wishes.seed}, puzzle {puzzles.index[at]}"
    kind = wishes.kind if wishes.like is None else wishes.like.kind
    return puzzles.puzzle(at).replace(kind=kind, source=source)


def generate(
    kind: str = "sudoku", order: int | None = None, **wishes: Unpack[WishKeywords]
) -> Puzzle:
    """Return a puzzle that meets a request and has exactly one solution.

    Args:
        kind: The name of a kind, such as "killer" or "windoku". `pandoku.generation.KINDS` and the
            command `pandoku kinds` list all kinds.
        order: The n of an n x n grid; None means the default order of the kind, usually 9.
        wishes: Keywords, all optional. A range is a pair such as (24, 28), or a text such as
            "24..28".

            box: (rows, columns) of a box, or "2x3".
            regions: The regions of a jigsaw, as in `Puzzle.jigsaw`; random if left out.
            givens: A number, a range, or "minimal" for a puzzle without superfluous givens. By
                default, puzzles with cages have no givens. All other puzzles have as few givens as
                the symmetry, the difficulty and the random order of removal allow. Above order 16,
                about half of the cells remain given.
            blanks: A number or a range of empty cells, instead of *givens*.
            symmetry: Symmetry of the pattern of givens: "none", "rotate-180", "rotate-90",
                "mirror-columns", "mirror-rows", "mirror-both", "diagonal", "antidiagonal" or
                "both-diagonals".
            pattern: The cells that are givens: a text with "." for empty cells and any other
                character for a given, or booleans.
            solution: The full grid to start from.
            difficulty: "easy", "medium", "hard", "expert" or "extreme".
            rating: A number or a range, such as "6.5..7.2" or "9.0..". The scale is the default
                scale of `rate` for the kind.
            needs: One or more techniques that are necessary for solving the puzzle. If any one of
                them is left out, the path gets stuck.
            at_most: The hardest technique that the puzzle may need, in the order of the scale
                "pandoku".
            smooth: Whether to spread the difficulty over several steps.
            climb: Whether to search step by step towards a rating, a technique or a number of
                givens. This finds rare puzzles.
            operations: The operations that the cages of a calcudoku may have, such as "+-*/" or
                "+".
            hide_operations: Whether to omit the operations from the printed clues.
            cage_sizes: Cells per cage: a number, a range, or weights by size: {2: 3, 3: 2, 4: 1}.
            singles: The share of cells that are cages of one cell, 0 to 1.
            largest_sum: The highest sum that a killer cage may have.
            clue_minimal: Whether to remove superfluous clues of cages.
            constraints: Constraints to place on the grid, as a text such as "thermometer 4, arrow,
                dots all", or a list of such texts, or a dict such as {"arrow": 3, "dots": None}. An
                item can have a number, or a range such as "3..6". Without a number, there are as
                many as the solution needs. With "all", every dot or XV mark is given, and a rule
                states this. Givens are only added where the constraints leave several solutions.
                They have the symmetry "rotate-180" if *symmetry* is left out. If you name one,
                the constraints are symmetric as well, except for "all" signs of a kind. The
                digits decide how a constraint faces another: a thermometer may run the other way.
                `pandoku.constraints.RULES` lists the constraints. If a rule has a `proposer`, its
                constraints can be placed.
            crossings: Whether lines may cross each other. They share cells, but no end and no
                part of their way. By default, every cell has at most one line.
            like: A puzzle whose layout is kept, in any form that `pandoku.solve` takes. It replaces
                *kind* and *order*. Its lines, dots, cages and clues stay where they are, and so do
                the cells of its givens. Cages, numbers outside the grid and quadruples get new
                values, and cages without a total get one. The values in *like* are ignored. In a
                calcudoku, an operation that does not suit the new digits is replaced.
            minimal: Whether to remove givens, constraints and clues of cages until each is needed.
            seed: A whole number from 0 to 2**64-1. The same seed gives the same puzzle on every
                machine. None draws a seed, which the puzzle's `source` names.
            budget: Maximum number of attempts, at least 1. The default is 100,000 up to order 9,
                10,000 up to order 16, and 1,000 above. With *constraints* or *like*, it is 200.
                For cages with *difficulty*, it is 5,000 up to order 9, and 500 above.
            threads: Maximum number of threads, at least 1; None means as many as the process may
                use.

    Returns:
        The puzzle, with its solution as `solution`.

    Raises:
        WishError: No puzzle can meet the request: an option is invalid, contradicts another option,
            or does not suit the kind.
        BudgetError: No puzzle was found within the budget. The error has the closest puzzle and
            its difference from the request.
        TechniqueError: An option names a technique that does not exist.
        TypeError, ValueError: A number has the wrong type or is out of range.
        EngineError: The compiled core is not built.
        KeyboardInterrupt: Ctrl-C was pressed.

    >>> puzzle = generate(order=4, symmetry="rotate-180", seed=1)
    >>> puzzle == generate(order=4, symmetry="rotate-180", seed=1)
    True
    >>> generate(order=5)
    Traceback (most recent call last):
        ...
    pandoku.errors.WishError: expected an order with boxes, found 5, which is a prime number; the \
kinds latin and jigsaw need no boxes
    """
    request = wishes_of(kind, order, **wishes)
    return next(_each(request, find_puzzles(request, 1)))


def generate_many(
    count: int,
    kind: str = "sudoku",
    order: int | None = None,
    *,
    first: int = 0,
    on_progress: OnProgress | None = None,
    **wishes: Unpack[WishKeywords],
) -> Generated:
    """Return many puzzles that meet a request, as a sequence and as arrays.

    Puzzle 0 is the puzzle that `generate` makes from the same seed. Each puzzle depends only on the
    request, the seed and its number, not on *first* or *count*.

    Args:
        count: Number of puzzles, 0 to 10^18.
        kind: As in `generate`.
        order: As in `generate`.
        first: Number of the first puzzle, 0 to 10^18. A call with first=1000 continues a series of
            1000 puzzles.
        on_progress: Called as on_progress(done, total) in the calling thread, where *done* is the
            number of puzzles found or given up. In the last call, *done* equals *total*. An
            exception that it raises ends the search.
        wishes: As in `generate`. The budget applies to each puzzle separately.

    Returns:
        The puzzles, and a record of each puzzle that was not found within the budget.

    Raises:
        WishError, TechniqueError, TypeError, ValueError, EngineError: As in `generate`.
        TypeError: *on_progress* is not a function.

    >>> made = generate_many(3, order=4, givens=6, seed=1)
    >>> made, made.puzzles.shape, made.missing
    (Generated(3 puzzles, 4x4 sudoku, seed 1), (3, 16), ())
    >>> later = generate_many(2, order=4, givens=6, seed=1, first=1)
    >>> later.indices.tolist(), list(later) == list(made[1:])
    ([1, 2], True)
    """
    n, first = _checked(count), _checked_first(first)
    request = wishes_of(kind, order, **wishes)
    check_progress(on_progress)
    parts, done = list[SearchPart](), 0
    for part in find_puzzles(request, n, first=first):
        parts.append(part)
        done += len(part.attempts) + len(part.missing)
        if on_progress is not None:
            on_progress(done, n)
    if not parts:
        return Generated(request, make_drafts(request, ()), ())
    return Generated(
        request,
        Drafts.joined([part.puzzles for part in parts]),
        [tried for part in parts for tried in part.attempts],
        tuple(each for part in parts for each in part.missing),
    )


def generate_each(
    count: int | None = None,
    kind: str = "sudoku",
    order: int | None = None,
    *,
    first: int = 0,
    **wishes: Unpack[WishKeywords],
) -> Iterator[Puzzle]:
    """Yield the same puzzles as `generate_many`, each as soon as it is found.

    Args:
        count: Number of puzzles, 0 to 10^18; None means an endless series.
        kind: As in `generate`.
        order: As in `generate`.
        first: As in `generate_many`.
        wishes: As in `generate_many`.

    Raises:
        BudgetError: A puzzle was not found within the budget. This ends the iterator, whereas
            `generate_many` continues with the next puzzle.
        WishError, TechniqueError, TypeError, ValueError, EngineError: As in `generate`. The call
            itself raises these errors, before the iteration begins.

    >>> [puzzle.n_givens for puzzle in generate_each(2, order=4, givens=6, seed=1)]
    [6, 6]
    """
    n = MAX_PUZZLES if count is None else _checked(count)
    first = _checked_first(first)
    request = wishes_of(kind, order, **wishes)
    return _each(request, find_puzzles(request, n, first=first))


def _each(wishes: Wishes, parts: Iterator[SearchPart]) -> Iterator[Puzzle]:
    for part in parts:
        first_missing = part.missing[0].index if part.missing else inf
        for at, index in enumerate(part.puzzles.index):
            if index > first_missing:
                break
            yield puzzle_at(wishes, part.puzzles, at)
        if part.missing:
            missing = part.missing[0]
            raise BudgetError(
                not_found(wishes, missing),
                closest=missing.closest,
                why=missing.why,
                attempts=missing.attempts,
            )


def _checked(count: int) -> int:
    if isinstance(count, str):  # a caller may have put the kind first, as in `generate`
        raise TypeError(
            f"expected count as a whole number, found {count!r}; the kind comes second, as in "
            "generate_many(10, 'killer')"
        )
    return whole_number("count", count, 0, MAX_PUZZLES)


def _checked_first(first: int) -> int:
    return whole_number("first", first, 0, MAX_PUZZLES)
