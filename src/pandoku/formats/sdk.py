"""Format `sdk`: n lines of n characters, as SadMan Sudoku and SudoCue write them.

Characters are those of the format `line`. Lines in front that start with # tell about the puzzle:
#A author, #D description (the title), #S source; others (#C #B #L #U and the like) are kept.
The section heads [Puzzle] and [State] are understood; a state is kept as `extra["state"]`.
"""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.formats._text import (
    BLANKS,
    DIGITS,
    Item,
    Line,
    Lines,
    char_of,
    digit_of,
    fail,
    guarded,
    rule_losses,
)
from pandoku.model import FrozenMap, Geometry, Puzzle

NAME = "sdk"
SUMMARY = "n lines of n characters, # lines about the puzzle (SadMan, SudoCue)"
CARRIES = "givens, author, title, source; usual boxes; orders 1 to 35"
KEEPS = ("title", "author", "source", "extra")
SUFFIXES = (".sdk",)
EXAMPLE = """#ARuud
#LEasy
2..1.5..3
.54...71.
.1.2.3.8.
6.28.73.4
.........
1.53.98.6
.2.7.1.6.
.81...24.
7..4.2..1
"""
SNIFF_ORDER = 60
SEPARATOR = "\n"

_KEYS = {"A": "author", "D": "title", "S": "source"}


def sniff(head: list[str]) -> bool:
    """Whether the first puzzle line is followed by as many lines as it has characters."""
    lines = [text.strip() for text in head if text.strip()]
    while lines and (_is_about(lines[0]) or _is_section(lines[0])):
        lines.pop(0)
    n = len(lines[0]) if lines else 0
    block = lines[:n]
    if not 1 <= n <= 35 or {len(text) for text in block} != {n} or len(block) < min(n, 3):
        return False
    characters = set("".join(block))
    if any(digit_of(c, n) is None for c in characters):
        # One wrong character among many right ones is a mistake in a puzzle of this format.
        known = [c in BLANKS or c in DIGITS[:9] for c in "".join(block)]
        return n >= 4 and sum(known) >= 0.9 * len(known)
    # n lines of n characters may also be n puzzles of a smaller order: then all digits are small.
    root = round(n**0.5)
    if root * root != n or n == 1:
        return len(block) == n
    return any((digit_of(c, n) or 0) > root for c in characters)


def read(lines: Lines) -> Iterator[Item]:
    """Yield a puzzle for each block of n lines of n characters."""
    about: dict[str, str] = {}
    while (line := lines.take()) is not None:
        text = line.text.strip()
        if not text:
            continue
        if _is_about(text):
            about[text[1]] = text[2:].strip()
        elif not _is_section(text):
            rows = _take_rows(lines, line)
            state = _take_state(lines, len(text))
            told, about = about, {}
            yield guarded(line.number, lambda r=rows, s=state, t=told: _puzzle(r, s, t))


def why_not(puzzle: Puzzle) -> str | None:
    """What the text would lose: cages, candidates, unusual boxes, orders above 35."""
    return rule_losses(puzzle, orders=range(1, 36))


def write(puzzle: Puzzle) -> str:
    """The # lines, then the rows with dots as blanks."""
    n = puzzle.order
    about = [f"#{key}{value}" for key, name in _KEYS.items() if (value := getattr(puzzle, name))]
    for key, text in puzzle.extra.items():
        if len(key) == 1 and key.isupper() and isinstance(text, str):
            about.append(f"#{key}{text}")
    rows = ["".join(map(char_of, puzzle.givens[r * n : r * n + n])) for r in range(n)]
    return "\n".join([*(" ".join(text.split("\n")) for text in about), *rows]) + "\n"


def _is_about(text: str) -> bool:
    return text.startswith("#")


def _is_section(text: str) -> bool:
    return text.startswith("[") and text.endswith("]") and text[1:-1].isalpha()


def _take_rows(lines: Lines, first: Line) -> list[Line]:
    """Take the rest of a block: as many lines as the first has characters, or what there is."""
    rows = [first]
    while len(rows) < len(first.text.strip()):
        line = lines.peek()
        if line is None or not line.text.strip() or _is_about(line.text) or _is_section(line.text):
            break
        rows.append(line)
        lines.take()
    return rows


def _take_state(lines: Lines, n: int) -> str | None:
    while (line := lines.peek()) is not None and not line.text.strip():
        lines.take()
    if line is None or line.text.strip().lower() != "[state]":
        return None
    lines.take()
    first = lines.take()
    return "\n".join(row.text.strip() for row in _take_rows(lines, first)) if first else None


def _puzzle(rows: list[Line], state: str | None, about: dict[str, str]) -> Puzzle:
    n = len(rows[0].text.strip())
    if n > 35:
        fail(NAME, f"expected rows of at most 35 characters, found {n}", rows[0], 36)
    givens: list[int] = []
    for line in rows:
        givens += _row(line, n)
    if len(rows) != n:
        fail(NAME, f"expected {n} rows of {n} characters, found {len(rows)} rows", rows[-1])
    extra = {key: text for key, text in about.items() if key not in _KEYS}
    if state is not None:
        extra["state"] = state
    told = {name: about[key] for key, name in _KEYS.items() if key in about}
    return Puzzle(Geometry.standard(n), tuple(givens), extra=FrozenMap(extra), **told)  # type: ignore[arg-type]


def _row(line: Line, n: int) -> list[int]:
    text = line.text.strip()
    start = line.text.index(text)
    if len(text) != n:
        reason = f"expected a row of {n} characters, found {len(text)}"
        fail(NAME, reason, line, start + min(n, len(text)) + 1)
    digits = []
    for column, char in enumerate(text, start + 1):
        digit = digit_of(char, n)
        if digit is None:
            last = f"1-{n}" if n < 10 else f"1-9, A-{DIGITS[n - 1]}"
            fail(NAME, f"expected a digit {last} or '.', found {char!r}", line, column)
        digits.append(digit)
    return digits


