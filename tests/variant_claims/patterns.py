"""Regular expressions over digits, by derivatives: what is left to match after a digit.

An expression is a frozenset of digits, or a tuple: ("then", first, second), ("or", parts),
("some", part) for any number of repeats, EMPTY for nothing left, or NEVER.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import Any

EMPTY = ("empty",)
NEVER = ("never",)

_TOKEN = re.compile(r"\[\^?[^\]]*\]|\{\d+(?:,\d*)?\}|[()|.*+?]|[1-9A-Z]")


def parsed(pattern: str, n: int) -> Any:
    """Return a pattern as an expression."""
    tokens = _TOKEN.findall(pattern.replace(" ", "").upper())
    found, rest = _alternatives(tokens, n)
    assert not rest, f"expected the end of {pattern}, found {rest}"
    return found


def accepts_nothing(expression: Any) -> bool:
    """Return whether an expression matches no digits at all, so that the line may end."""
    if isinstance(expression, frozenset) or expression == NEVER:
        return False
    kind, *parts = expression
    if kind == "then":
        return all(map(accepts_nothing, parts))
    if kind == "or":
        return any(map(accepts_nothing, parts[0]))
    return True


def after(expression: Any, digit: int) -> Any:
    """Return the expression for the digits that follow a digit."""
    if isinstance(expression, frozenset):
        return EMPTY if digit in expression else NEVER
    kind, *parts = expression
    if kind == "then":
        first, second = parts
        found = _then(after(first, digit), second)
        return _either(found, after(second, digit)) if accepts_nothing(first) else found
    if kind == "or":
        found = NEVER
        for part in parts[0]:
            found = _either(found, after(part, digit))
        return found
    if kind == "some":
        return _then(after(parts[0], digit), expression)
    return NEVER


def _then(first: Any, second: Any) -> Any:
    if NEVER in (first, second):
        return NEVER
    if first == EMPTY:
        return second
    return first if second == EMPTY else ("then", first, second)


def _either(one: Any, other: Any) -> Any:
    parts: set[Hashable] = set()
    for each in (one, other):
        parts |= each[1] if isinstance(each, tuple) and each[0] == "or" else {each}
    parts.discard(NEVER)
    if not parts:
        return NEVER
    return parts.pop() if len(parts) == 1 else ("or", frozenset(parts))


def _alternatives(tokens: list[str], n: int) -> tuple[Any, list[str]]:
    found, rest = _sequence(tokens, n)
    while rest[:1] == ["|"]:
        other, rest = _sequence(rest[1:], n)
        found = _either(found, other)
    return found, rest


def _sequence(tokens: list[str], n: int) -> tuple[Any, list[str]]:
    found: Any = EMPTY
    while tokens and tokens[0] not in ("|", ")"):
        part, tokens = _repeated(tokens, n)
        found = _then(found, part)
    return found, tokens


def _repeated(tokens: list[str], n: int) -> tuple[Any, list[str]]:
    first, *tokens = tokens
    if first == "(":
        part, tokens = _alternatives(tokens, n)
        assert tokens[0] == ")"
        tokens = tokens[1:]
    else:
        part = _digits(first, n)
    while tokens and (tokens[0] in "*+?" or tokens[0][0] == "{"):
        least, most = _bounds(tokens[0])
        many: Any = EMPTY if most is not None else ("some", part)
        for _ in range((most or least) - least):
            many = _either(EMPTY, _then(part, many))
        for _ in range(least):
            many = _then(part, many)
        part, tokens = many, tokens[1:]
    return part, tokens


def _bounds(token: str) -> tuple[int, int | None]:
    if token[0] != "{":
        return {"*": (0, None), "+": (1, None), "?": (0, 1)}[token]
    least, comma, most = token[1:-1].partition(",")
    return int(least), (int(most) if most else None) if comma else int(least)


def _digits(token: str, n: int) -> frozenset[int]:
    every = frozenset(range(1, n + 1))
    if token == ".":
        return every
    if token[0] != "[":
        return frozenset({int(token, 36)})
    inner = token[1:-1].lstrip("^")
    listed: set[int] = set()
    for first, last in re.findall(r"(\w)(?:-(\w))?", inner):
        listed |= {*range(int(first, 36), int(last or first, 36) + 1)}
    return every - listed if token[1] == "^" else frozenset(listed)
