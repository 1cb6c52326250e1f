"""Read the options of a request: keywords, and a kind and an order as text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from numbers import Real
from typing import Any, NoReturn, TypedDict

from pandoku.errors import PandokuError, WishError
from pandoku.generation._contradictions import check_wishes
from pandoku.generation.kinds import KINDS, Kind, constraint_named, get_kind
from pandoku.generation.layouts import check_layout
from pandoku.generation.mixes import Ingredient, ingredients_of
from pandoku.generation.placing import check_crossings, check_mix
from pandoku.generation.wishes import Interval, Wishes, seed_of
from pandoku.model import GridLike, Puzzle, PuzzleLike, as_whole, puzzle_of, whole_number
from pandoku.model.grids import digits_from, plain_list
from pandoku.rating import LEVELS, level_range, word_is_by_effort
from pandoku.registry import nearest
from pandoku.symmetry import GIVENS_SYMMETRIES
from pandoku.techniques import get_technique
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
MINIMAL = "minimal"

_USUAL_SYMMETRY = "rotate-180"  # of the givens of puzzles with constraints
# The default budget of puzzles with constraints. Each attempt takes tens of milliseconds.
_BUDGET_OF_MIXES = 200
_EMPTY = frozenset(("", ".", "0", "-", "_"))
_OPERATIONS = {"+": "+", "-": "-", "*": "*", "/": "/", "x": "*", "×": "*", "÷": "/", "−": "-"}
_NUMBER = r"(\d{1,40}(?:\.\d{1,40})?)?"  # int() refuses very long numbers
_SPAN = re.compile(rf"{_NUMBER}\s*\.\.\s*{_NUMBER}")
_PAIR = re.compile(r"\s*(\d{1,40})\s*:\s*(\d{1,40}(?:\.\d{1,40})?)\s*")
_WEIGHTED_SIZES = "cage sizes of at least 1, each with a weight of at least 0"
# Names that other programs use for symmetries.
_SYMMETRIES = {
    **dict.fromkeys(("180", "half-turn", "rotation", "rotational"), "rotate-180"),
    **dict.fromkeys(("central", "point"), "rotate-180"),
    **dict.fromkeys(("90", "quarter-turn"), "rotate-90"),
    **dict.fromkeys(("left-right", "vertical"), "mirror-columns"),
    **dict.fromkeys(("horizontal", "up-down"), "mirror-rows"),
    **dict.fromkeys(("no", "random"), "none"),
}
_GREATEST_RATING = 20  # the same limit as in `pandoku.rate`


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
    if layout.candidates is not None:
        raise WishError("expected a layout of givens and constraints, found candidates")
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
    usual_budget = _BUDGET_OF_MIXES if layout.constraints else _usual_budget(layout.order, False)
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
    read = {
        name: _READINGS[name](each, order) for name, each in options.items() if name in _READINGS
    }
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
        near = nearest(name, known) or known
        raise WishError(f"there is no option {name!r}; try {', '.join(near)}")


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


def asks_for_minimal(givens: object) -> bool:
    """Return whether *givens* is the word "minimal"."""
    return isinstance(givens, str) and givens.strip().lower() == MINIMAL


def read_count(what: str, value: Any, most: int) -> Interval | None:
    """Return a range of whole numbers, or None if any number will do.

    Args:
        what: The name of the option for error messages, such as "givens".
        value: A number, a pair of numbers, a text such as "24..28", or None.
        most: The greatest possible number.
    """
    if value is None or (what == "givens" and asks_for_minimal(value)):
        return None
    example = f"{what} as a number, or as a range such as 24..28"
    if what == "givens":
        example += f', or as "{MINIMAL}"'
    least, greatest = _ends(value, example)
    low = 0 if least is None else as_whole(least)
    high = most if greatest is None else as_whole(greatest)
    if low is None or high is None:
        _refuse(example, value)
    span = Interval(low, high)
    if 0 <= span.most < span.least <= most:
        raise WishError(f"expected the lower number of {what} first, found {_shown(value)}")
    if not 0 <= span.least <= span.most <= most:
        raise WishError(f"expected {what} between 0 and {most}, found {_shown(value)}")
    return span


def read_rating(value: Any) -> Interval | None:
    """Return the requested range of ratings. Each end has at most one decimal."""
    if value is None:
        return None
    example = "a rating such as 7.2, or a range such as 6.5..7.2, 9.0.. or ..3.4"
    ends = _ends(value, example)
    for end in ends:
        if end is None:
            continue
        if not 0 <= end <= _GREATEST_RATING or abs(end * 10 - round(end * 10)) > 1e-6:
            raise WishError(
                f"expected a rating of at most {_GREATEST_RATING} with one decimal, found {end:g}"
            )
    least, most = ends
    span = Interval(round(float(least or 0), 1), inf if most is None else round(float(most), 1))
    if span.least > span.most:
        raise WishError(f"expected the lower rating first, found {_shown(value)}")
    return span


def _ends(value: Any, example: str) -> tuple[Any, Any]:
    """Return both ends of a range given in any form, with None for an open end."""
    if isinstance(value, str):
        text = value.strip()
        found = _SPAN.fullmatch(text)
        if found and (found[1] or found[2]):
            return _number_in(found[1]), _number_in(found[2])
        if text and re.fullmatch(_NUMBER, text):
            return (_number_in(text),) * 2
        _refuse(example, value)
    if isinstance(value, Sequence) and len(value) == 2:
        if all(each is None or _is_number(each) for each in value) and any(
            each is not None for each in value
        ):
            return value[0], value[1]
        _refuse(example, value)
    if not _is_number(value):
        _refuse(example, value)
    return value, value


def _number_in(text: str | None) -> float | None:
    if not text:
        return None
    return float(text) if "." in text else int(text)


def _is_number(value: object) -> bool:
    is_real = isinstance(value, Real) and not isinstance(value, bool) and value == value  # noqa: PLR0124  # not nan
    return is_real or as_whole(value) is not None


def _refuse(example: str, found: object) -> NoReturn:
    raise WishError(f"expected {example}, found {_shown(found)}")


def _shown(value: object) -> str:
    shown = value if isinstance(value, str) and value else repr(value)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


def read_symmetry(value: Any, _: int) -> str:
    """Return the name of a symmetry of givens in lower case."""
    if isinstance(value, str) and value.strip().lower() in GIVENS_SYMMETRIES:
        return value.strip().lower()
    meant = _SYMMETRIES.get(str(value).strip().lower().replace(" ", "-"))
    near = [meant] if meant else nearest(value, GIVENS_SYMMETRIES) or GIVENS_SYMMETRIES
    raise WishError(f"there is no symmetry {_shown(value)!r}; try {', '.join(near)}")


def read_difficulty(value: Any, _: int = 0) -> str | None:
    """Return the word for a difficulty in lower case."""
    if value is None or (isinstance(value, str) and value.strip().lower() in LEVELS):
        return None if value is None else str(value).strip().lower()
    if _is_number(value):
        raise WishError(
            f"expected a difficulty ({', '.join(LEVELS)}), found {_shown(value)}; rating takes "
            "numbers"
        )
    near = nearest(value, LEVELS) or LEVELS
    raise WishError(f"there is no difficulty {_shown(value)!r}; try {', '.join(near)}")


def read_pattern(value: Any, order: int) -> tuple[bool, ...]:
    """Return a mask with one entry for each cell: True if the cell is a given.

    Args:
        value: A text, or rows of texts, numbers or booleans. In texts, ".", "0", "-" and "_" are
            empty cells, and all other characters are givens. White space is ignored.
        order: The n of an n x n grid.
    """
    if isinstance(value, str):
        cells: Sequence[object] = [each for each in value if not each.isspace()]
    else:
        cells = _flat(value)
    if len(cells) != order * order:
        raise WishError(
            f"expected a pattern of {order * order} cells, {order} rows of {order}, "
            f"found {len(cells)}"
        )
    pattern = []
    for cell in cells:
        if isinstance(cell, str):
            pattern.append(cell.strip() not in _EMPTY)
        elif cell is None or isinstance(cell, bool) or as_whole(cell) is not None:
            pattern.append(bool(cell))
        else:
            _refuse("cells of a pattern as text, numbers or booleans", cell)
    return tuple(pattern)


def _flat(value: Any) -> list[object]:
    try:
        rows = plain_list(value, "a pattern")
    except PandokuError as error:
        raise WishError(str(error)) from None
    flat: list[object] = []
    for row in rows:
        if isinstance(row, str) and len(row.strip()) > 1:
            flat += [each for each in row if not each.isspace()]
        elif isinstance(row, list | tuple):
            flat += row
        else:
            flat.append(row)
    return flat


def read_solution(value: Any, order: int) -> tuple[int, ...]:
    """Return the digits of a full grid."""
    what = "a solution as a full grid"
    try:
        if isinstance(value, Puzzle):
            value = value.solution or value.givens
        elif isinstance(value, str | bytes):
            value = Puzzle(value).givens
        digits = digits_from("digits", value, order)
    except PandokuError as error:
        raise WishError(f"expected {what} of {order * order} cells; {error}") from None
    if 0 in digits:
        empty = digits.count(0)
        raise WishError(f"expected {what}, found {empty} empty cell{'s' * (empty != 1)}")
    return digits


def read_techniques(value: Any, order: int) -> tuple[str, ...]:
    """Return the names of techniques without duplicates."""
    names = (value,) if isinstance(value, str) else value
    if not isinstance(names, Iterable) or not names:
        _refuse("the names of techniques", value)
    return tuple(dict.fromkeys(read_technique(name, order) for name in names))


def read_technique(value: Any, _: int) -> str:
    """Return the name of a technique.

    Raises:
        TechniqueError: There is no technique with this name. The message lists the closest names.
    """
    return get_technique(value).name


def read_flag(value: Any, _: int) -> bool:
    """Return True, or refuse any other value. `wishes_of` has already removed False."""
    if value is not True:
        _refuse("True or False", value)
    return True


def read_operations(value: Any, _: int) -> str:
    """Return operations in the order +-*/. A text may have commas and spaces between them."""
    if isinstance(value, str):
        value = value.replace(",", "").replace(" ", "")
    listed = value if isinstance(value, str | list | tuple | set | frozenset) else ()
    found = {_OPERATIONS.get(each) if isinstance(each, str) else None for each in listed}
    if not found or None in found:
        _refuse("operations out of + - * /", value)
    return "".join(each for each in "+-*/" if each in found)


def read_cage_sizes(value: Any, order: int) -> tuple[tuple[int, float], ...]:
    """Return pairs (size, weight) in order of size, from a text such as "2..4" or "2:3,3:1"."""
    if isinstance(value, str) and ":" in value:
        pairs = [_PAIR.fullmatch(each) for each in value.split(",")]
        if not all(pairs):
            _refuse(_WEIGHTED_SIZES, value)
        value = {int(pair[1]): float(pair[2]) for pair in pairs if pair}
    if isinstance(value, Mapping):
        weights = sorted((as_whole(size) or 0, weight) for size, weight in value.items())
        sizes_fit = bool(weights) and weights[0][0] >= 1
        if not sizes_fit or not all(_is_number(each) and 0 <= each < inf for _, each in weights):
            _refuse(_WEIGHTED_SIZES, value)
        if not any(weight for _, weight in weights):
            _refuse("a cage size with a weight above 0", value)
        return tuple((size, float(weight)) for size, weight in weights if weight)
    span = read_count("cage sizes", value, order * order)
    assert span is not None
    if span.least < 1:
        raise WishError(f"expected cage sizes of at least 1, found {_shown(value)}")
    return tuple((size, 1.0) for size in range(int(span.least), int(span.most) + 1))


def read_share(value: Any, _: int) -> float:
    """Return the share of single cells, a number between 0 and 1."""
    if not _is_number(value) or not 0 <= value <= 1:
        _refuse("a share between 0 and 1", value)
    return float(value)


def read_largest_sum(value: Any, _: int) -> int:
    """Return the greatest sum that a cage may have."""
    number = as_whole(value)
    if number is None or number < 1:
        _refuse("the largest sum of a cage as a whole number of at least 1", value)
    return number


# For each option, the function that reads its value. Only options that have the same name in
# `Wishes` are listed.
_READINGS: dict[str, Callable[[Any, int], Any]] = {
    "symmetry": read_symmetry,
    "pattern": read_pattern,
    "solution": read_solution,
    "difficulty": read_difficulty,
    "needs": read_techniques,
    "at_most": read_technique,
    "smooth": read_flag,
    "climb": read_flag,
    "operations": read_operations,
    "hide_operations": read_flag,
    "cage_sizes": read_cage_sizes,
    "singles": read_share,
    "largest_sum": read_largest_sum,
    "clue_minimal": read_flag,
    "crossings": read_flag,
}
