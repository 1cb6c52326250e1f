"""Requests: keywords as a `Wishes` value, and a kind and an order from text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from pandoku._instead import of_option
from pandoku.errors import WishError
from pandoku.generation._contradictions import check_wishes
from pandoku.generation.kinds import KINDS, Kind, constraint_named, get_kind
from pandoku.generation.layouts import check_layout
from pandoku.generation.mixes import Ingredient, ingredients_of
from pandoku.generation.placing import check_crossings, check_mix
from pandoku.generation.readings import (
    READINGS,
    asks_for_minimal,
    read_count,
    read_difficulty,
    read_flag,
    read_rating,
)
from pandoku.generation.wishes import Interval, Wishes, seed_of
from pandoku.model import GridLike, PuzzleLike, puzzle_of, whole_number
from pandoku.rating import LEVELS, level_range, word_is_by_effort
from pandoku.registry import nearest
from pandoku.words import joined

__all__ = [
    "USUAL_KIND",
    "WishKeywords",
    "kind_and_order",
    "kinds_that_take",
    "order_in",
    "read_options",
    "read_order",
    "wishes_of",
]

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
# The default budget in attempts per puzzle. A key is the highest order that the budget applies to.
# Larger grids have smaller budgets because attempts take longer.
_BUDGETS = {9: 100_000, 16: 10_000, 36: 1_000}
# The same for words about the effort, because an effort takes longer than a rating.
_BUDGETS_OF_EFFORTS = {9: 5_000, 16: 500}
_MOST_ATTEMPTS = 2**62  # maximum budget: attempts are counted in 64 bits

# Names that people try although they are not options, each with the option or call to use instead.
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
    "variants": "constraints are the kinds to place, as in constraints='thermometer 4, arrow'",
    "constraint": "constraints are the kinds to place, as in constraints='thermometer 4, arrow'",
    "unique": "every puzzle has exactly one solution",
}
_USUAL_SYMMETRY = "rotate-180"  # of the givens of puzzles with constraints
# The default budget of puzzles with constraints. Each attempt takes tens of milliseconds.
_BUDGET_OF_MIXES = 200


class WishKeywords(TypedDict, total=False):
    """The keywords of `pandoku.generate`. If a keyword is None, it counts as left out."""

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
    constraints: str | Sequence[str] | Mapping[str, Any] | None
    crossings: bool
    like: PuzzleLike | None
    minimal: bool
    seed: int | None
    budget: int | None
    threads: int | None


def wishes_of(kind: str = "sudoku", order: int | None = None, **options: Any) -> Wishes:
    """Read and check the options of a request, and return them as a `Wishes` value.

    Args:
        kind: The name of a kind.
        order: The n of an n x n grid; None means the default order of the kind.
        options: The keywords of `pandoku.generate`. Options that are None or False count as left
            out.

    Raises:
        WishError: An option is invalid, contradicts another option, or does not suit the kind.
        TechniqueError: An option names a technique that does not exist.
        TypeError, ValueError: A number has the wrong type or is out of range.
    """
    if options.get("like") is not None:
        return _wishes_like(kind, order, options)
    of_kind = get_kind(kind)
    least, most = of_kind.orders
    order = of_kind.default_order if order is None else whole_number("order", order)
    if not least <= order <= most:
        orders = f"{least} to {most}" if most > least else f"{least}"
        raise WishError(f"expected an order of {orders} for {of_kind.name}, found {order}")
    options = {
        name: each for name, each in options.items() if each is not None and each is not False
    }
    _require_known(of_kind, options)
    mix: tuple[Ingredient, ...] = ()
    if "constraints" in options:
        grids = {plain: each.name for plain, each in KINDS.by_every_name.items()}
        mix = ingredients_of(options["constraints"], order, grids)
    read = read_options(options, order, by_effort=of_kind.has_cages or bool(mix))
    is_minimal = "minimal" in options and read_flag(options["minimal"], order)
    if is_minimal:
        read["clue_minimal"] = of_kind.has_cages or bool(mix)
    mix_symmetry = read.get("symmetry", "none") if mix else "none"
    if mix and not is_minimal and "pattern" not in read:
        read.setdefault("symmetry", _USUAL_SYMMETRY)
    if mix:
        usual_budget = _BUDGET_OF_MIXES
    else:
        usual_budget = _usual_budget(order, of_kind.has_cages and "difficulty" in options)
    wishes = Wishes(
        kind=of_kind.name,
        order=order,
        geometry=of_kind.geometry(order, options),
        has_cages=of_kind.has_cages,
        minimal=is_minimal or asks_for_minimal(options.get("givens")),
        givens=_givens(options, order),
        seed=seed_of(options.get("seed")),
        budget=min(whole_number("budget", options.get("budget", usual_budget)), _MOST_ATTEMPTS),
        threads=whole_number("threads", options["threads"]) if "threads" in options else None,
        mix=mix,
        mix_symmetry=mix_symmetry,
        **read,
    )
    check_crossings(wishes)
    check_wishes(wishes)
    if mix:
        check_mix(wishes)
    of_kind.check(wishes)
    return wishes


def _usual_budget(order: int, has_efforts: bool) -> int:
    budgets = _BUDGETS_OF_EFFORTS if has_efforts else _BUDGETS
    return next(attempts for most, attempts in budgets.items() if order <= most)


# The options that a request with a layout may have.
_WITH_LAYOUT = (
    *("like", "solution", "difficulty", "rating", "needs", "at_most", "smooth"),
    *("seed", "budget", "threads"),
)


def _wishes_like(kind: str, order: int | None, options: Mapping[str, Any]) -> Wishes:
    """Read the options of a request whose puzzles have the layout of another puzzle."""
    layout = puzzle_of(options["like"])
    if (kind, order) != (USUAL_KIND, None):
        raise WishError(f"expected a layout without a kind and an order, found {kind!r}")
    options = {
        name: each for name, each in options.items() if each is not None and each is not False
    }
    for name in options:
        if name not in _WITH_LAYOUT:
            raise WishError(
                f"expected a layout with no other option than {joined(_WITH_LAYOUT[1:])}, found "
                f"{name}"
            )
    check_layout(layout)
    is_mix = layout.constraints or layout.candidates is not None
    usual_budget = _BUDGET_OF_MIXES if is_mix else _usual_budget(layout.order, False)
    budget = whole_number("budget", options.get("budget", usual_budget))
    return Wishes(
        kind=layout.kind or "puzzle",
        order=layout.order,
        geometry=layout.geometry,
        seed=seed_of(options.get("seed")),
        budget=min(budget, _MOST_ATTEMPTS),
        threads=whole_number("threads", options["threads"]) if "threads" in options else None,
        like=layout,
        **read_options(options, layout.order, by_effort=word_is_by_effort(layout)),
    )


def read_options(options: Mapping[str, Any], order: int, *, by_effort: bool) -> dict[str, Any]:
    """Read the options that have the same name in `Wishes`, and the rating.

    Args:
        options: The keywords of the caller. Other options are ignored.
        order: The n of an n x n grid.
        by_effort: Whether the word for the difficulty is about the effort, and not the rating.

    Raises:
        WishError, TechniqueError: An option is invalid.
    """
    read = {name: READINGS[name](each, order) for name, each in options.items() if name in READINGS}
    return read | {"rating": _rating(options, by_effort=by_effort), "by_effort": by_effort}


def kinds_that_take(option: str) -> list[str]:
    """Return the kinds that an option is limited to, or [] if it suits every kind.

    >>> kinds_that_take("cage_sizes"), kinds_that_take("givens")
    (['calcudoku', 'killer'], [])
    """
    if option not in _OF_SOME_KINDS:
        return []
    return [each.name for each in KINDS.values() if option in each.takes]


def _require_known(kind: Kind, options: Mapping[str, Any]) -> None:
    known = [n for n in WishKeywords.__annotations__ if n not in _OF_SOME_KINDS or n in kind.takes]
    for name in options:
        if name in known:
            continue
        if able := kinds_that_take(name):
            raise WishError(f"{name} works only with {joined(able)}, found {kind.name}")
        if name in _NO_WISHES:
            raise WishError(f"there is no option {name!r}; {_NO_WISHES[name]}")
        near = f"try {', '.join(nearest(name, known) or known)}"
        raise WishError(f"there is no option {name!r}; {of_option(name, known) or near}")


def _givens(options: Mapping[str, Any], order: int) -> Interval | None:
    """Return the requested range for the number of givens, read from *givens*, *blanks* or both."""
    n_cells = order * order
    givens = read_count("givens", options.get("givens"), n_cells)
    blanks = read_count("blanks", options.get("blanks"), n_cells)
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


def _rating(options: Mapping[str, Any], *, by_effort: bool) -> Interval | None:
    """Return the requested range of ratings, read from *rating*, *difficulty* or both.

    Args:
        options: The keywords of the caller.
        by_effort: Whether the word for the difficulty is about the effort, and not the rating.
    """
    numbers = read_rating(options.get("rating"))
    word = read_difficulty(options.get("difficulty"))
    if word is None or by_effort:
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


def order_in(text: str) -> int | None:
    """Return the order in a text such as "6" or "6x6", or None if the text is not an order.

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
    """Return the kind and the order of a request. An order alone means the default kind.

    Args:
        kind: The name of a kind, or an order. `wishes_of` checks the name later.
        order: The order that follows the kind, or None.

    Raises:
        WishError: *kind* is an order, but *order* is not None. Or *kind* is the word for a
            difficulty, or the name of a constraint.

    >>> kind_and_order("6x6", None)
    ('sudoku', 6)
    """
    if (instead := order_in(kind)) is not None:
        if order is not None:
            raise WishError(f"expected a kind before the order, found {kind!r}")
        return USUAL_KIND, instead
    if kind.lower() in LEVELS:
        raise WishError(f"{kind!r} is a difficulty, not a kind: --difficulty {kind.lower()}")
    if constraint := constraint_named(kind):
        raise WishError(f"{kind!r} is a constraint, not a kind: --constraints {constraint}")
    return kind, order
