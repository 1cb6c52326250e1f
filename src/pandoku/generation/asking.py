"""The options of a request for puzzles: keywords, and kinds and orders as typed text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypedDict

from pandoku.errors import WishError
from pandoku.generation import _readings as readings
from pandoku.generation._contradictions import check_wishes
from pandoku.generation.kinds import KINDS, Kind, get_kind
from pandoku.generation.wishes import Interval, Wishes, seed_of
from pandoku.model import GridLike, whole_number
from pandoku.rating import LEVELS, level_range
from pandoku.registry import nearest
from pandoku.words import joined

__all__ = ["USUAL_KIND", "WishKeywords", "kind_and_order", "order_in", "read_order", "wishes_of"]

USUAL_KIND = "sudoku"

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
# The default number of attempts per puzzle, by the greatest order that it applies to. Attempts take
# longer in larger grids.
_BUDGETS = {9: 100_000, 16: 10_000, 36: 1_000}
_MOST_ATTEMPTS = 2**62  # attempts are counted in 64 bits


class WishKeywords(TypedDict, total=False):
    """The keywords of `pandoku.generate`, which describes them. None leaves an option out."""

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


def wishes_of(kind: str = "sudoku", order: int | None = None, **asked: Any) -> Wishes:
    """Return a request as one value.

    Args:
        kind: The name of a kind.
        order: The n of n x n; None is the default of the kind.
        asked: See `WishKeywords`. Options that are None or False are left out.

    Raises:
        WishError: An option is invalid, contradicts another, or does not suit the kind.
        TechniqueError: There is no technique with a given name.
        TypeError, ValueError: A number has the wrong type or is out of range.
    """
    of_kind = get_kind(kind)
    order = _order(of_kind, order)
    asked = {name: each for name, each in asked.items() if each is not None and each is not False}
    _require_known(of_kind, asked)
    read = {name: _READINGS[name](each, order) for name, each in asked.items() if name in _READINGS}
    wishes = Wishes(
        kind=of_kind.name,
        order=order,
        geometry=of_kind.geometry(order, asked),
        has_cages=of_kind.has_cages,
        minimal=readings.asks_for_minimal(asked.get("givens")),
        givens=_givens(asked, order),
        rating=_rating(asked),
        seed=seed_of(asked.get("seed")),
        budget=_budget(asked.get("budget"), order),
        threads=whole_number("threads", asked["threads"]) if "threads" in asked else None,
        **read,
    )
    check_wishes(wishes)
    of_kind.check(wishes)
    return wishes


# Readers of the options that have the same name as a keyword and in `Wishes`.
_READINGS: dict[str, Callable[[Any, int], Any]] = {
    "symmetry": readings.read_symmetry,
    "pattern": readings.read_pattern,
    "solution": readings.read_solution,
    "difficulty": readings.read_difficulty,
    "needs": readings.read_techniques,
    "at_most": readings.read_technique,
    "smooth": readings.read_flag,
    "climb": readings.read_flag,
    "operations": readings.read_operations,
    "hide_operations": readings.read_flag,
    "cage_sizes": readings.read_cage_sizes,
    "singles": readings.read_share,
    "largest_sum": readings.read_largest_sum,
    "clue_minimal": readings.read_flag,
}


def _order(kind: Kind, order: Any) -> int:
    if order is None:
        return kind.default_order
    least, most = kind.orders
    number = whole_number("order", order)
    if not least <= number <= most:
        orders = f"{least} to {most}" if most > least else f"{least}"
        raise WishError(f"expected an order of {orders} for {kind.name}, found {number}")
    return number


# Options that people look for under other names.
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
    "technique": "needs is a technique that the puzzle cannot be solved without",
    "techniques": "needs is a technique that the puzzle cannot be solved without",
    "type": "the kind comes first, as in generate('killer')",
    "variant": "the kind comes first, as in generate('killer')",
    "minimal": "givens='minimal' leaves no given that can go",
    "unique": "every puzzle has exactly one solution",
}


def _require_known(kind: Kind, asked: Mapping[str, Any]) -> None:
    known = [n for n in WishKeywords.__annotations__ if n not in _OF_SOME_KINDS or n in kind.takes]
    for name in asked:
        if name in known:
            continue
        if name in _OF_SOME_KINDS:
            able = [each.name for each in KINDS.values() if name in each.takes]
            way_out = f"; {joined(able)} can have it" if able else ""
            raise WishError(f"there is no option {name!r} for {kind.name}{way_out}")
        if name in _NO_WISHES:
            raise WishError(f"there is no option {name!r}; {_NO_WISHES[name]}")
        near = nearest(name, known) or known
        raise WishError(f"there is no option {name!r}; try {', '.join(near)}")


def _givens(asked: Mapping[str, Any], order: int) -> Interval | None:
    """Return the requested number of givens, which may be given as blanks."""
    n_cells = order * order
    givens = readings.read_count("givens", asked.get("givens"), n_cells)
    blanks = readings.read_count("blanks", asked.get("blanks"), n_cells)
    if blanks is None:
        return givens
    as_givens = Interval(n_cells - blanks.most, n_cells - blanks.least)
    if givens is None:
        return as_givens
    both = givens.overlap(as_givens)
    if both is None:
        raise WishError(
            f"expected givens and blanks that add up to {n_cells} cells, found {givens} givens "
            f"and {blanks} blanks; leave one out"
        )
    return both


def _rating(asked: Mapping[str, Any]) -> Interval | None:
    """Return the requested range of ratings, which may be given as a word."""
    numbers = readings.read_rating(asked.get("rating"))
    word = readings.read_difficulty(asked.get("difficulty"))
    if word is None:
        return numbers
    of_word = Interval(*level_range(word))
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


def order_in(text: str) -> int | None:
    """Return the order in a text such as "6" or "6x6", or None if it is something else.

    >>> order_in("6x6"), order_in("6x4")
    (6, None)
    """
    rows, sign, columns = text.lower().partition("x")
    is_order = rows.isdecimal() and (columns == rows or not sign)
    return int(rows) if is_order else None


def read_order(text: str) -> int:
    """Return the order in a text such as "6" or "6x6".

    Raises:
        WishError: The text is not an order.
    """
    order = order_in(text)
    if order is not None:
        return order
    if text.lower() in LEVELS:
        raise WishError(f"found {text!r}, which is a difficulty: --difficulty {text.lower()}")
    raise WishError(f"expected an order such as 6 or 6x6, found {text!r}")


def kind_and_order(kind: str, order: int | None) -> tuple[str, int | None]:
    """Return a kind and an order, if an order may replace the kind.

    Args:
        kind: The name of a kind, which `wishes_of` checks, or an order of the default kind.
        order: The order typed after it, or None.

    Raises:
        WishError: There are two orders, or the kind is a difficulty.

    >>> kind_and_order("6x6", None)
    ('sudoku', 6)
    """
    if (instead := order_in(kind)) is not None:
        if order is not None:
            raise WishError(f"expected a kind before the order, found {kind!r}")
        return USUAL_KIND, instead
    if kind.lower() in LEVELS:
        raise WishError(f"{kind!r} is a difficulty, not a kind: --difficulty {kind.lower()}")
    return kind, order
