"""How Simon Tatham's programs write which cells belong together: the borders between cells.

Borders are listed in a fixed order: first between horizontal neighbours, row by row, then between
vertical neighbours, column by column, then one more at the end. Written is how many open
neighbours come before each border: `_` for none, `a` for 1, ... `y` for 25. Programs disagree
about runs of 25 and more, so those are neither read nor written.
"""

from __future__ import annotations

import re

__all__ = ["EdgesError", "decode_edges", "encode_edges"]

_LONGEST = 24


class EdgesError(ValueError):
    """The text codes no borders; `at` is the 0-based position in it."""

    def __init__(self, reason: str, at: int) -> None:
        self.reason = reason
        self.at = at
        super().__init__(reason)


def neighbours(n: int) -> list[tuple[int, int]]:
    """Return the pairs of neighbouring cells in the order of the code."""
    across = [(r * n + c, r * n + c + 1) for r in range(n) for c in range(n - 1)]
    down = [(r * n + c, r * n + n + c) for c in range(n) for r in range(n - 1)]
    return across + down


def decode_edges(text: str, n: int) -> list[int]:
    """Return for every cell the number of its region, in reading order of their first cells.

    A letter may be followed by how often it stands (`a3` is `aaa`).

    Raises:
        EdgesError: A character is unknown, or there are too few or too many borders.
    """
    pairs = neighbours(n)
    is_border: list[bool] = []
    for match in re.finditer(r"(.)(\d*)", text):
        char, times = match.groups()
        run = 0 if char == "_" else ord(char) - ord("a") + 1
        if not (char == "_" or "a" <= char <= "z"):
            raise EdgesError(f"expected '_' or a letter a-x, found {char!r}", match.start())
        if run > _LONGEST:
            reason = f"programs disagree on {char!r} (a run of 25 or more): it cannot be read"
            raise EdgesError(reason, match.start())
        if len(times) > 4 or times == "0":
            raise EdgesError(f"expected how often {char!r} stands", match.start(2))
        is_border += ([False] * run + [True]) * int(times or 1)
        if len(is_border) > len(pairs) + 1:
            break
    if len(is_border) != len(pairs) + 1:
        reason = f"expected borders for {len(pairs)} neighbours, found {len(is_border) - 1}"
        raise EdgesError(reason, len(text))
    region = list(range(n * n))

    def root(cell: int) -> int:
        while region[cell] != cell:
            cell = region[cell]
        return cell

    for (first, second), border in zip(pairs, is_border, strict=False):
        if not border:
            low, high = sorted((root(first), root(second)))
            region[high] = low
    numbers: dict[int, int] = {}
    return [numbers.setdefault(root(cell), len(numbers)) for cell in range(n * n)]


def encode_edges(region_of: list[int], n: int, *, counted: bool) -> str | None:
    """Return the borders between regions as text, or None when a run is too long to write.

    Args:
        counted: Whether three or more equal characters are written once with their number.
    """
    out, run = [], 0
    for first, second in neighbours(n):
        if region_of[first] == region_of[second]:
            run += 1
        else:
            out.append(run)
            run = 0
    out.append(run)
    if max(out) > _LONGEST:
        return None
    text = "".join("_" if run == 0 else chr(ord("a") + run - 1) for run in out)
    if not counted:
        return text
    return re.sub(r"(.)\1{2,}", lambda m: f"{m[1]}{len(m[0])}", text)
