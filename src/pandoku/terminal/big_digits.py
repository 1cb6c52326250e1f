"""Digits of three lines, for large cells: heavy strokes for givens, light ones for the player's."""

from __future__ import annotations

__all__ = ["BIG_LINES", "big"]

BIG_LINES = 3

_LIGHT = (
    "╭─╮╶╮ ╶─╮╶─╮╷ ╷╭─╴╭─╴╶─╮╭─╮╭─╮",
    "│ │ │ ╭─╯╶─┤╰─┤╰─╮├─╮  │├─┤╰─┤",
    "╰─╯╶┴╴╰─╴╶─╯  ╵╶─╯╰─╯  ╵╰─╯╶─╯",
)
_HEAVY = str.maketrans("╭╮╰╯─│╴╵╶╷├┤┴", "┏┓┗┛━┃╸╹╺╻┣┫┻")


def big(number: int, *, is_heavy: bool) -> tuple[str, ...]:
    """Return the lines of a number, three columns for each of its digits.

    >>> print(*big(7, is_heavy=False), sep="|")
    ╶─╮|  │|  ╵
    """
    places = [3 * int(digit) for digit in str(number)]
    lines = ["".join(line[at : at + 3] for at in places) for line in _LIGHT]
    return tuple(line.translate(_HEAVY) if is_heavy else line for line in lines)
