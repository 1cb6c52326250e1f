"""SVG paths of straight lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

_LONGEST = 20_000  # maximum number of characters of a path
_FARTHEST = 100_000.0
_Point = tuple[float, float]
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:[eE][+-]?\d)?")
_COMMAND = re.compile(r"\s*([A-Za-z])([^A-DF-Za-df-z]*)")
_BETWEEN = re.compile(r"[\s,]*")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "z": 0}


def straight_lines(path: object) -> list[tuple[_Point, ...]] | None:
    """Return the lines of a path, or None unless all its commands draw straight lines.

    Each line has at least two points (x, y).

    Args:
        path: The data of a path, with the commands M, L, H, V and Z in upper or lower case.

    >>> straight_lines("M0 0h64v-64z")
    [((0.0, 0.0), (64.0, 0.0), (64.0, -64.0), (0.0, 0.0))]
    >>> straight_lines("M0 0C1 1 2 2 3 3") is None
    True
    """
    if not isinstance(path, str) or len(path) > _LONGEST:
        return None
    steps = _steps(path)
    if steps is None or (steps[:1] and steps[0][0] not in "mM"):
        return None
    lines = [line for line in _walked(steps) if len(line) > 1]
    points = [number for line in lines for point in line for number in point]
    return lines if lines and all(abs(number) <= _FARTHEST for number in points) else None


def _steps(path: str) -> list[tuple[str, list[float]]] | None:
    """Return each command with its numbers, or None if the path is malformed or not straight.

    A command with numbers for several steps is returned once for each step.
    """
    steps: list[tuple[str, list[float]]] = []
    at = 0
    while at < len(path.rstrip()):
        match = _COMMAND.match(path, at)
        takes = _TAKES.get(match[1].lower()) if match else None
        numbers = _numbers(match[2]) if match else None
        if match is None or takes is None or numbers is None:
            return None
        if len(numbers) % takes if takes else numbers:
            return None
        if takes and not numbers:
            return None
        groups = [numbers[i : i + takes] for i in range(0, len(numbers), takes)] if takes else [[]]
        # A move command may have several points. From the second point on, it draws lines.
        after = {"m": "l", "M": "L"}.get(match[1], match[1])
        steps += [(match[1] if not i else after, group) for i, group in enumerate(groups)]
        at = match.end()
    return steps


def _numbers(text: str) -> list[float] | None:
    numbers = []
    at = _end_of_gap(text, 0)
    while at < len(text):
        match = _NUMBER.match(text, at)
        if match is None:
            return None
        numbers.append(float(match[0]))
        at = _end_of_gap(text, match.end())
    return numbers


def _end_of_gap(text: str, at: int) -> int:
    gap = _BETWEEN.match(text, at)
    return gap.end() if gap else at


def _walked(steps: list[tuple[str, list[float]]]) -> Iterator[tuple[_Point, ...]]:
    """Yield the lines that the commands draw."""
    x = y = 0.0
    line: list[_Point] = []
    for command, numbers in steps:
        base = (x, y) if command.islower() else (0.0, 0.0)
        match command.lower():
            case "m":
                yield tuple(line)
                x, y = base[0] + numbers[0], base[1] + numbers[1]
                line = []
            case "l":
                x, y = base[0] + numbers[0], base[1] + numbers[1]
            case "h":
                x = base[0] + numbers[0]
            case "v":
                y = base[1] + numbers[0]
            case _:
                x, y = line[0] if line else (x, y)
        line.append((x, y))
        if command in "zZ":
            yield tuple(line)
            line = [(x, y)]
    yield tuple(line)
