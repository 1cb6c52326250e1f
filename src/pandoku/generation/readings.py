"""Readings: how people write the values of options."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from numbers import Real
from typing import Any, NoReturn

from pandoku.errors import PandokuError, WishError
from pandoku.generation.wishes import Interval
from pandoku.model import Puzzle, as_whole
from pandoku.model.grids import digits_from, plain_list
from pandoku.rating import LEVELS
from pandoku.registry import nearest
from pandoku.symmetry import GIVENS_SYMMETRIES
from pandoku.techniques import get_technique

__all__ = [
    "READINGS",
    "asks_for_minimal",
    "read_count",
    "read_difficulty",
    "read_flag",
    "read_rating",
]

MINIMAL = "minimal"
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
READINGS: dict[str, Callable[[Any, int], Any]] = {
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
