"""Readers for the values of options, in any of the accepted forms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
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

MINIMAL = "minimal"

_EMPTY = frozenset(("", ".", "0", "-", "_"))
_OPERATIONS = {"+": "+", "-": "-", "*": "*", "/": "/", "x": "*", "×": "*", "÷": "/", "−": "-"}
_NUMBER = r"(\d{1,40}(?:\.\d{1,40})?)?"  # far below the limit of int()
_SPAN = re.compile(rf"{_NUMBER}\s*\.\.\s*{_NUMBER}")
_PAIR = re.compile(r"\s*(\d{1,40})\s*:\s*(\d{1,40}(?:\.\d{1,40})?)\s*")
_WEIGHTED_SIZES = "cage sizes of at least 1, each with a weight of at least 0"
# Names of symmetries in other programs.
_SYMMETRIES = {
    **dict.fromkeys(("180", "central", "half-turn", "point", "rotational"), "rotate-180"),
    **dict.fromkeys(("90", "quarter-turn"), "rotate-90"),
    **dict.fromkeys(("left-right", "vertical"), "mirror-columns"),
    **dict.fromkeys(("horizontal", "up-down"), "mirror-rows"),
    **dict.fromkeys(("no", "random"), "none"),
}
_GREATEST_RATING = 20  # as in `pandoku.rate`


def asks_for_minimal(givens: object) -> bool:
    """Return whether *givens* is the word "minimal"."""
    return isinstance(givens, str) and givens.strip().lower() == MINIMAL


def read_count(what: str, value: Any, most: int) -> Interval | None:
    """Return a range of whole numbers, or None if the number does not matter.

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
    if not 0 <= span.least <= span.most <= most:
        raise WishError(f"expected {what} between 0 and {most}, found {_shown(value)}")
    return span


def read_rating(value: Any) -> Interval | None:
    """Return the requested range of ratings, with one decimal each."""
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
    """Return both ends of a range in any form, None for an open end."""
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
    """Return the name of a symmetry of givens."""
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
    """Return a mask of the cells, True for a given.

    Args:
        value: A text, rows of texts, numbers or booleans. In texts, ".", "0", "-" and "_" are
            empty cells, white space is ignored, and all other characters are givens.
        order: The n of n x n.
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
    return tuple(_is_given(each) for each in cells)


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


def _is_given(cell: object) -> bool:
    if isinstance(cell, str):
        return cell.strip() not in _EMPTY
    if cell is None or isinstance(cell, bool) or as_whole(cell) is not None:
        return bool(cell)
    _refuse("cells of a pattern as text, numbers or booleans", cell)


def read_solution(value: Any, order: int) -> tuple[int, ...]:
    """Return the digits of a full grid."""
    what = "a solution as a full grid"
    try:
        digits = _digits(value, order)
    except PandokuError as error:
        raise WishError(f"expected {what} of {order * order} cells; {error}") from None
    if 0 in digits:
        empty = digits.count(0)
        raise WishError(f"expected {what}, found {empty} empty cell{'s' * (empty != 1)}")
    return digits


def _digits(value: Any, order: int) -> tuple[int, ...]:
    if isinstance(value, Puzzle):
        value = value.solution or value.givens
    elif isinstance(value, str | bytes):
        value = Puzzle(value).givens
    return digits_from("digits", value, order)


def read_techniques(value: Any, order: int) -> tuple[str, ...]:
    """Return the names of techniques, each once."""
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
    """Return True and refuse any other value. Callers have already removed False."""
    if value is not True:
        _refuse("True or False", value)
    return True


def read_operations(value: Any, _: int) -> str:
    """Return operations in the order +-*/. In a text, commas and spaces may separate them."""
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
        return _weighted(value)
    span = read_count("cage sizes", value, order * order)
    assert span is not None
    if span.least < 1:
        raise WishError(f"expected cage sizes of at least 1, found {_shown(value)}")
    return tuple((size, 1.0) for size in range(int(span.least), int(span.most) + 1))


def _weighted(sizes: Mapping[Any, Any]) -> tuple[tuple[int, float], ...]:
    pairs = sorted((as_whole(size) or 0, weight) for size, weight in sizes.items())
    if not pairs or pairs[0][0] < 1 or not all(_is_number(w) and 0 <= w < inf for _, w in pairs):
        _refuse(_WEIGHTED_SIZES, sizes)
    if not any(weight for _, weight in pairs):
        _refuse("a cage size with a weight above 0", sizes)
    return tuple((size, float(weight)) for size, weight in pairs if weight)


def read_share(value: Any, _: int) -> float:
    """Return a share between 0 and 1."""
    if not _is_number(value) or not 0 <= value <= 1:
        _refuse("a share between 0 and 1", value)
    return float(value)


def read_largest_sum(value: Any, _: int) -> int:
    """Return the greatest sum of a cage."""
    number = as_whole(value)
    if number is None or number < 1:
        _refuse("the largest sum of a cage as a whole number of at least 1", value)
    return number
