"""Wishes: what a puzzle is to be like, as one value that is checked once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

from pandoku.errors import WishError
from pandoku.generation import _readings as readings
from pandoku.generation._readings import Span
from pandoku.generation.kinds import Kind, get_kind, registry
from pandoku.generation.seeds import seed_of
from pandoku.model import Geometry, GridLike, whole_number
from pandoku.rating import numbers_of
from pandoku.words import joined, nearest

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Asked", "Span", "Wishes", "wishes_of"]

_OF_SOME_KINDS = (
    "box",
    "regions",
    "operations",
    "hide_operations",
    "cage_sizes",
    "singles",
    "largest_sum",
    "clue_minimal",
)
# Attempts for a puzzle, by the greatest order for which they are usual: larger ones take longer.
_BUDGETS = {9: 100_000, 16: 10_000, 36: 1_000}
_MOST_ATTEMPTS = 2**62  # attempts are counted in 64 bits, and no one waits for so many


class Asked(TypedDict, total=False):
    """The wishes as keywords of `pandoku.generate`, which describes them; None asks for nothing."""

    box: tuple[int, int] | str | None
    regions: object
    givens: int | tuple[int, int] | str | None
    blanks: int | tuple[int, int] | str | None
    symmetry: str | None
    pattern: GridLike | None
    solution: GridLike | None
    difficulty: str | None
    rating: float | tuple[float, float] | str | None
    needs: str | Sequence[str] | None
    at_most: str | None
    smooth: bool
    climb: bool
    operations: str | Sequence[str] | None
    hide_operations: bool
    cage_sizes: int | tuple[int, int] | str | Mapping[int, float] | None
    singles: float | None
    largest_sum: int | None
    clue_minimal: bool
    seed: int | None
    budget: int | None
    threads: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """What puzzles are to be like. `wishes_of` makes one, and refuses what cannot be met.

    Attributes:
        kind: The kind.
        order: The n of n x n.
        geometry: The geometry of all puzzles, or None if each has regions of its own.
        givens: How many givens, or None if nothing was asked; blanks count here.
        minimal: Whether no given may be one that could go.
        symmetry: A name of `pandoku.symmetry.GIVENS_SYMMETRIES`.
        pattern: For every cell whether it is a given, or None.
        solution: The full grid to start from, or None.
        difficulty: The word that was asked for, or None; `rating` has its numbers.
        rating: The least and the greatest rating, one decimal each, or None. The scale is "se"
            for 9x9 Sudokus, else "pandoku", as in `pandoku.rate`. An end that is open is 0 or inf.
        needs: Techniques, by name, without any of which the path is stuck.
        at_most: The last technique, in the order of the scale pandoku, that may be used; or None.
        smooth: Whether the difficulty is spread over several steps.
        climb: Whether puzzles are searched for step by step instead of by rejection.
        operations: Those of cages, of "+-*/" in this order; None is the kind's default.
        hide_operations: Whether the operations are not printed.
        cage_sizes: Pairs (size, weight) in ascending order of size, weights above 0; None is the
            kind's default.
        singles: The share of cells that are cages of one, 0..1; None is the kind's default.
        largest_sum: The greatest sum of a cage, or None.
        clue_minimal: Whether no cage may have a clue that could go.
        seed: What all keys are made from, 0..2**64-1.
        budget: The most attempts for each puzzle, at least 1.
        threads: The most threads to use, at least 1; None means as many as the process may use.
    """

    kind: Kind
    order: int
    geometry: Geometry | None
    givens: Span | None = None
    minimal: bool = False
    symmetry: str = "none"
    pattern: tuple[bool, ...] | None = None
    solution: tuple[int, ...] | None = None
    difficulty: str | None = None
    rating: Span | None = None
    needs: tuple[str, ...] = ()
    at_most: str | None = None
    smooth: bool = False
    climb: bool = False
    operations: str | None = None
    hide_operations: bool = False
    cage_sizes: tuple[tuple[int, float], ...] | None = None
    singles: float | None = None
    largest_sum: int | None = None
    clue_minimal: bool = False
    seed: int = 0
    budget: int = 1
    threads: int | None = None

    @property
    def n_cells(self) -> int:
        """The number of cells."""
        return self.order * self.order

    @property
    def asks_for_difficulty(self) -> bool:
        """Whether candidates have to be judged by how hard they are."""
        return bool(self.rating or self.needs or self.at_most or self.smooth)

    @property
    def has_goal(self) -> bool:
        """Whether there is something to climb to."""
        return bool(self.rating or self.needs or self.givens)

    def possible_givens(self) -> tuple[int, ...]:
        """Return how many givens the pattern or the symmetry allows, ascending."""
        if self.pattern is not None:
            return (sum(self.pattern),)
        orbits = self.orbits()
        if orbits is None:
            return tuple(range(self.n_cells + 1))
        possible = 1  # bit n: there can be n givens
        for size in Counter(orbits.tolist()).values():
            possible |= possible << size
        return tuple(n for n in range(self.n_cells + 1) if possible >> n & 1)

    def numbers_of_givens(self) -> tuple[int, ...]:
        """Return how many givens there may be by all wishes, ascending."""
        possible, asked = self.possible_givens(), self.givens
        if asked is None:
            return possible
        return tuple(n for n in possible if asked.least <= n <= asked.most)

    def orbits(self) -> NDArray[Any] | None:
        """Return which cells the symmetry ties together (uint16 (cells,)), or None if none does."""
        if self.symmetry == "none":
            return None
        from pandoku.symmetry import orbits

        return orbits(Geometry.latin(self.order), self.symmetry)


def wishes_of(kind: str = "sudoku", order: int | None = None, **asked: Any) -> Wishes:
    """Return wishes as one value.

    Args:
        kind: The name of a kind.
        order: The n of n x n; None is the usual one of the kind.
        asked: See `Asked`; whatever is None or False was not asked for.

    Raises:
        WishError: A wish is none, contradicts another, or does not suit the kind.
        TechniqueError: There is no technique of a given name.
        TypeError, ValueError: A number is none or out of range.
    """
    from pandoku.generation._contradictions import check

    of_kind = get_kind(kind)
    order = _order(of_kind, order)
    asked = {name: each for name, each in asked.items() if each is not None and each is not False}
    _require_known(of_kind, asked)
    read = {name: _READINGS[name](each, order) for name, each in asked.items() if name in _READINGS}
    wishes = Wishes(
        kind=of_kind,
        order=order,
        geometry=of_kind.geometry(order, asked),
        minimal=readings.is_minimal(asked.get("givens")),
        givens=_givens(asked, order),
        rating=_rating(asked),
        seed=seed_of(asked.get("seed")),
        budget=_budget(asked.get("budget"), order),
        threads=whole_number("threads", asked["threads"]) if "threads" in asked else None,
        **read,
    )
    check(wishes)
    of_kind.check(wishes)
    return wishes


# What is read by itself, by the name that it has as a keyword and in the value.
_READINGS: dict[str, Callable[[Any, int], Any]] = {
    "symmetry": readings.symmetry,
    "pattern": readings.pattern,
    "solution": readings.solution,
    "difficulty": readings.difficulty,
    "needs": readings.techniques,
    "at_most": readings.technique,
    "smooth": readings.flag,
    "climb": readings.flag,
    "operations": readings.operations,
    "hide_operations": readings.flag,
    "cage_sizes": readings.cage_sizes,
    "singles": readings.share,
    "largest_sum": readings.largest_sum,
    "clue_minimal": readings.flag,
}


def _order(kind: Kind, order: Any) -> int:
    if order is None:
        return kind.default_order
    least, most = kind.orders
    number = whole_number("order", order)
    if not least <= number <= most:
        raise WishError(f"expected an order of {least} to {most} for {kind.name}, found {number}")
    return number


# What people ask for in another way.
_NO_WISHES = {
    "count": "generate_many makes several puzzles",
    "first": "generate_many begins with any puzzle of the seed",
    "size": "order is the n of n x n",
    "n": "order is the n of n x n",
    "number": "generate_many makes several puzzles",
    "clues": "givens is the number of printed digits",
    "hints": "givens is the number of printed digits",
    "holes": "blanks is the number of empty cells",
    "empty": "blanks is the number of empty cells",
    "level": "difficulty is a word, rating a number",
    "technique": "needs is a technique without which the path is stuck",
    "techniques": "needs is a technique without which the path is stuck",
    "type": "the kind comes first, as in generate('killer')",
    "variant": "the kind comes first, as in generate('killer')",
    "minimal": "givens='minimal' leaves no given that can go",
    "unique": "every puzzle has exactly one solution",
}


def _require_known(kind: Kind, asked: Mapping[str, Any]) -> None:
    known = [n for n in Asked.__annotations__ if n not in _OF_SOME_KINDS or n in kind.takes]
    for name in asked:
        if name in known:
            continue
        if name in _OF_SOME_KINDS:
            able = [each.name for each in registry().values() if name in each.takes]
            way_out = f"; {joined(able)} can have it" if able else ""
            raise WishError(f"there is no wish {name!r} for {kind.name}{way_out}")
        if name in _NO_WISHES:
            raise WishError(f"there is no wish {name!r}; {_NO_WISHES[name]}")
        near = nearest(name, known) or known
        raise WishError(f"there is no wish {name!r}; try {', '.join(near)}")


def _givens(asked: Mapping[str, Any], order: int) -> Span | None:
    """Return how many givens were asked for, as such or as blanks."""
    n_cells = order * order
    givens = readings.count("givens", asked.get("givens"), n_cells)
    blanks = readings.count("blanks", asked.get("blanks"), n_cells)
    if blanks is None:
        return givens
    as_givens = Span(n_cells - blanks.most, n_cells - blanks.least)
    if givens is None:
        return as_givens
    both = givens.overlap(as_givens)
    if both is None:
        raise WishError(
            f"expected givens and blanks that add up to {n_cells} cells, found {givens} givens "
            f"and {blanks} blanks; leave one out"
        )
    return both


def _rating(asked: Mapping[str, Any]) -> Span | None:
    """Return the ratings that were asked for, as numbers or as a word."""
    numbers = readings.rating(asked.get("rating"))
    word = readings.difficulty(asked.get("difficulty"))
    if word is None:
        return numbers
    of_word = Span(*numbers_of(word))
    if numbers is None:
        return of_word
    both = numbers.overlap(of_word)
    if both is None:
        raise WishError(
            f"expected a rating that is {word}, which is {of_word}, found {numbers}; leave one out"
        )
    return both


def _budget(budget: Any, order: int) -> int:
    if budget is None:
        return next(attempts for most, attempts in _BUDGETS.items() if order <= most)
    return min(whole_number("budget", budget), _MOST_ATTEMPTS)
