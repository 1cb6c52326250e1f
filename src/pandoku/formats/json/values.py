"""Type checks for decoded JSON values. Errors contain a path: "cages[3].target: expected ...".

Every function raises BadValueError if the value has the wrong type.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NoReturn, TypeVar

from pandoku.registry import nearest
from pandoku.words import joined, visible

_T = TypeVar("_T")

# Values that other programs write for a key that could be omitted.
NOTHING: tuple[object, ...] = (None, False, "", [], {})
_MOST_NAMED = 6  # maximum number of unknown rules listed in a message
_LONGEST_NAME = 40  # maximum number of characters of a rule's name in a message


class BadValueError(ValueError):
    """A value that is valid JSON but not allowed by the format."""


def bad(path: str, expected: str, found: object) -> NoReturn:
    """Raise a BadValueError for an unexpected value."""
    shown = json.dumps(found)
    shown = shown if len(shown) <= 40 else shown[:37] + "..."
    raise BadValueError(f"{path}: expected {expected}, found {shown}")


def optional(
    rest: dict[str, Any], key: str, read: Callable[[object, str], _T], within: str = ""
) -> _T | None:
    """Remove a key from *rest* and return its checked value, or None if it is missing or null."""
    value = rest.pop(key, None)
    return None if value is None else read(value, f"{within}.{key}" if within else key)


def data(rest: dict[str, Any], within: str = "") -> dict[str, object]:
    """Remove the keys `extra` and x-... from *rest*, and return their data, which are not rules."""
    found = optional(rest, "extra", _object, within) or {}
    for key in [key for key in rest if key.startswith("x-")]:
        if key in found:
            place = f"{within}.{key}" if within else key
            raise BadValueError(f"{place}: expected one value, found another in extra")
        found[key] = rest.pop(key)
    return found


def no_more(
    rest: Mapping[str, Any],
    known: Collection[str],
    other_names: Mapping[str, str],
    within: str = "",
) -> None:
    """Raise BadValueError if *rest* has a key that is not in *known*, because it may be a rule.

    Args:
        rest: An object after `data` has removed its data.
        known: The allowed keys.
        other_names: A map from names that other programs use to the allowed keys. The error
            suggests the allowed key.
        within: The path of the object.
    """
    unknown = next((key for key in rest if key not in known), None)
    if unknown is None:
        return
    plain = unknown.casefold()
    meant = [other_names[plain]] if plain in other_names else nearest(unknown[:40], known)
    hint = f"did you mean {' or '.join(meant)}?" if meant else "which may be a rule"
    shown = visible(unknown if len(unknown) <= 40 else unknown[:37] + "...")
    place = f"{within}.{shown}" if within else shown
    raise BadValueError(
        f"{place}: unknown key, {hint} "
        "(data that is not a rule goes into extra, or under a key that starts with x-)"
    )


def no_other_keys(value: Mapping[str, Any], known: Collection[str], path: str) -> None:
    """Raise BadValueError if another program's object has an unknown key with a value."""
    for key, content in value.items():
        if key not in known and content not in NOTHING:
            shown = visible(str(key)[:40])
            raise BadValueError(f"{path}.{shown}: unknown key, which may be a rule")


def with_values(**fields: Any) -> dict[str, Any]:
    """Return the fields that have a value, for a document that omits other fields."""
    return {key: value for key, value in fields.items() if value}


def refuse_rules(names: Sequence[str]) -> None:
    """Raise a BadValueError that lists *names*, the unknown rules of a file, if there are any."""
    if names:
        more = ["others"] if len(names) > _MOST_NAMED else []
        shown = joined([*(visible(each[:_LONGEST_NAME]) for each in names[:_MOST_NAMED]), *more])
        raise BadValueError(f"rules that pandoku does not know: {shown}")


def whole(value: object, path: str) -> int:
    """Return an integer. true and 1.0 are rejected."""
    if type(value) is not int:
        bad(path, "a whole number", value)
    return value


def boolean(value: object, path: str) -> bool:
    """Return a boolean."""
    if not isinstance(value, bool):
        bad(path, "true or false", value)
    return value


def _object(value: object, path: str) -> dict[str, Any]:
    """Return a copy of an object."""
    if not isinstance(value, dict):
        bad(path, "an object", value)
    return dict(value)


def string(value: object, path: str) -> str:
    """Return a string."""
    if not isinstance(value, str):
        bad(path, "a string", value)
    return value


def text_or_none(value: object, path: str) -> str | None:
    """Return a text, or None if it is missing or empty."""
    if value is not None and not isinstance(value, str):
        bad(path, "a text", value)
    return value or None


def elements(value: object, path: str) -> list[tuple[str, object]]:
    """Return the path and the value of each element of a list."""
    if not isinstance(value, list):
        bad(path, "a list", value)
    return [(f"{path}[{index}]", element) for index, element in enumerate(value)]


def wholes(value: object, path: str) -> tuple[int, ...]:
    """Return a list of integers."""
    if isinstance(value, list) and set(map(type, value)) <= {int}:
        return tuple(value)
    return tuple(whole(element, where) for where, element in elements(value, path))


def lists(value: object, path: str) -> tuple[tuple[int, ...], ...]:
    """Return a list of lists of integers."""
    return tuple(wholes(element, where) for where, element in elements(value, path))
