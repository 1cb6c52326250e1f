"""The characters of a cell: its digit, marks, candidates and signs, over the lines behind them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pandoku.draw.drawing import candidate_columns
from pandoku.model import digits_of
from pandoku.terminal.grid import FOG, CellBox
from pandoku.terminal.highlights import Candidate
from pandoku.terminal.one_line import Run, candidates_in_line, marks_in_line
from pandoku.terminal.strokes import CellStrokes

__all__ = ["BIG_LINES", "Content", "big", "cell_lines", "lacks_head"]


class Content(NamedTuple):
    """The content of a cell.

    Attributes:
        digit: The digit, or 0 to show the marks.
        ink: Ink of the digit: "given", "digit" (the player's) or "placed" (by a hint).
        is_wrong: Whether the digit is marked as a mistake.
        corner: Mask of the corner marks.
        center: Mask of the center marks.
        candidates: The candidates of a hint, ascending, instead of the marks.
        sign: A character that shows the role of the cell in a hint, or "" without a role.
        ground: A sign for an empty cell in a diagonal or an extra house, `FOG` for a cell in fog,
            or "".
        focus: The digit to highlight among the marks, or 0.
        in_grid: Whether center marks have fixed places if they fit.
        typed: The first digit of a number that is being typed, or 0.
    """

    digit: int = 0
    ink: str = "given"
    is_wrong: bool = False
    corner: int = 0
    center: int = 0
    candidates: tuple[Candidate, ...] = ()
    sign: str = ""
    ground: str = ""
    focus: int = 0
    in_grid: bool = False
    typed: int = 0


_SLANTS = "╱╲╳·"
_NARROW = 4  # columns: cells up to this width have strokes close to digits


class _Paper:
    """The characters of a cell."""

    def __init__(self, box: CellBox) -> None:
        self.box = box
        self.chars = [[(" ", "")] * box.width for _ in range(box.height)]

    def put(self, line: int, column: int, text: str, ink: str) -> None:
        for at, char in enumerate(text, column):
            if 0 <= at < self.box.width:
                self.chars[line][at] = char, ink

    def put_free(self, line: int, column: int, char: str, ink: str) -> None:
        """Write a character if its place is still blank."""
        if self.chars[line][column][0] == " ":
            self.chars[line][column] = char, ink

    def runs(self) -> tuple[tuple[Run, ...], ...]:
        lines = []
        for line in self.chars:
            runs: list[Run] = []
            for char, ink in line:
                if runs and runs[-1][1] == ink:
                    runs[-1] = runs[-1][0] + char, ink
                else:
                    runs.append((char, ink))
            lines.append(tuple(runs))
        return tuple(lines)


def cell_lines(
    content: Content, box: CellBox, strokes: CellStrokes | None = None
) -> tuple[tuple[Run, ...], ...]:
    """Return the lines of a cell, each of `box.width` columns.

    Args:
        content: The content.
        box: The inside of the cell.
        strokes: The lines of constraints behind the content, or None.
    """
    return _written(content, box, strokes)[0]


@lru_cache(maxsize=8192)
def _written(
    content: Content, box: CellBox, strokes: CellStrokes | None
) -> tuple[tuple[tuple[Run, ...], ...], bool]:
    """Return the lines of a cell, and whether it has no place for an arrowhead."""
    paper, lacks_head = _Paper(box), False
    if content.typed:
        paper.put((box.height - 1) // 2, (box.width - 1) // 2, f"{content.typed}_", "digit")
    elif content.digit:
        _put_digit(paper, content)
    elif content.candidates:
        _CANDIDATES.get(box.size, _candidates_in_line)(paper, content.candidates)
    else:
        _MARKS.get(box.size, _marks_in_line)(paper, content)
    if content.sign:
        _put_sign(paper, content)
    if strokes and content.ground != FOG:
        lacks_head = _put_strokes(paper, strokes, is_solid=content.digit > 0)
    if content.ground:
        _put_ground(paper, content)
    return paper.runs(), lacks_head


def _put_digit(paper: _Paper, content: Content) -> None:
    box = paper.box
    if box.size == "large":
        _put_big(paper, content)
        return
    line = (box.height - 1) // 2
    shown = f"{box.label_of(content.digit):>{box.digit_width}}"
    left = (box.width - len(shown) + (box.digit_width == 1)) // 2
    if content.is_wrong:
        left = min(left, max(0, box.width - len(shown) - 1))  # leave a column for the sign
    ink = "wrong" if content.is_wrong else content.ink
    paper.put(line, left, shown, ink)
    if content.is_wrong:
        paper.put(line, left + len(shown), "!", "wrong")


def _put_big(paper: _Paper, content: Content) -> None:
    box = paper.box
    ink = "wrong big" if content.is_wrong else content.ink
    lines = big(box.label_of(content.digit), is_heavy=content.ink == "given")
    left, top = (box.width - len(lines[0])) // 2, (box.height - len(lines)) // 2
    for line, text in enumerate(lines, top):
        paper.put(line, left, text, ink)
    if content.is_wrong:
        paper.put(top, left + len(lines[0]), "!", ink)


def _put_sign(paper: _Paper, content: Content) -> None:
    """Write the sign of a cell before the digit, or in the corner if the cell is empty."""
    box = paper.box
    line = (box.height - 1) // 2
    if any(each.sign != " " for each in content.candidates):
        return  # the candidates have signs, which say more than the sign of the cell
    if content.sign == "[]":
        paper.put_free(line, 0, "[", "sign")
        paper.put_free(line, box.width - 1, "]", "sign")
    elif content.digit:
        left = next(at for at, (char, _) in enumerate(paper.chars[line]) if char != " ")
        if left:
            paper.put(line, left - 1, content.sign, "sign")
    else:
        paper.put_free(0, 0, content.sign, "sign")


def _put_strokes(paper: _Paper, strokes: CellStrokes, *, is_solid: bool) -> bool:
    """Write strokes behind the content of a cell, and return whether an arrowhead has no place.

    A column on each side of a digit stays blank, but a diagonal may touch a large digit. If the
    content covers a disc, signs to its left and right show the disc.
    """
    box, (middle, center) = paper.box, strokes.center
    used = [{at for at, (char, _) in enumerate(line) if char != " "} for line in paper.chars]
    if is_solid:
        used = [set().union(*used)] * box.height
    gap = box.width > _NARROW
    taken = [{at + by for at in line for by in range(-gap, gap + 1)} for line in used]
    for (line, column), (char, ink) in strokes.marks:
        is_beside = is_solid and char in _SLANTS and column not in used[line]
        if is_beside or column not in taken[line]:
            paper.put(line, column, char, ink)
    if strokes.hub:
        hub, ink = strokes.hub
        if center not in taken[middle]:
            paper.put(middle, center, hub.sign, ink)
        for char, at in ((hub.opening, min(used[middle], default=0) - 1),
                         (hub.closing, max(used[middle], default=0) + 1)):  # fmt: skip
            if center in taken[middle] and used[middle] and 0 <= at < box.width:
                paper.put(middle, at, char, ink)
    lacks_head = False
    for (char, ink), places in strokes.heads:
        is_free = (
            (line, at)
            for line, at in places
            if at not in taken[line] and not (strokes.hub and (line, at) == strokes.center)
        )
        if place := next(is_free, None):
            paper.put(*place, char, ink)
        lacks_head = lacks_head or place is None
    return lacks_head


def lacks_head(content: Content, box: CellBox, strokes: CellStrokes) -> bool:
    """Return whether the content of a cell covers all places for one of its arrowheads."""
    return _written(content, box, strokes)[1]


def _put_ground(paper: _Paper, content: Content) -> None:
    """Write the sign of a diagonal or extra house into free corners, or fill the cell with fog."""
    box, sign = paper.box, content.ground
    right, last = box.width - 1, box.height - 1
    if sign == FOG:
        is_empty = all(char == " " for line in paper.chars for char, _ in line)
        for line in range(box.height):
            for column in range(box.width) if is_empty else (0, right):
                paper.put_free(line, column, sign, "ground")
        return
    places = [(0, 0), (last, right)] if sign != "╱" else []
    if sign in "╱╳":
        places += [(0, right), (last, 0)]
    if last == 0:
        places = [(0, right // 2)] if all(char == " " for char, _ in paper.chars[0]) else []
    for line, column in places:
        falls = (line > 0) == (column > 0)
        stroke = "╲" if falls else "╱"
        paper.put_free(line, column, stroke if sign == "╳" and last else sign, "ground")


# ------------------------------------------------------------------ marks


def _marks_in_line(paper: _Paper, content: Content) -> None:
    at, runs = marks_in_line(paper.box, content.center, content.corner, content.focus)
    _put_runs(paper, at, runs)


def _put_runs(paper: _Paper, at: int, runs: tuple[Run, ...]) -> None:
    """Write characters into the only line of a cell."""
    for text, ink in runs:
        paper.put(0, at, text, ink)
        at += len(text)


def _marks_medium(paper: _Paper, content: Content) -> None:
    box = paper.box
    center, corner = list(digits_of(content.center)), list(digits_of(content.corner))
    room = box.width if box.is_narrow else box.width // (box.digit_width + 1)
    if len(center) > room and not corner:
        _put_each(paper, 0, center[:room], "center", content.focus)
        _put_each(paper, 1, _cut(paper, 1, center[room:], room), "center", content.focus)
        return
    _put_each(paper, 1, _cut(paper, 1, center, room), "center", content.focus)
    _put_spread(paper, 0, _cut(paper, 0, corner, room), content.focus)


def _marks_large(paper: _Paper, content: Content) -> None:
    box = paper.box
    center, corner = list(digits_of(content.center)), list(digits_of(content.corner))
    room = box.width if box.is_narrow else box.width // (box.digit_width + 1)
    if not corner and (content.in_grid or len(center) > room):
        ink = {d: "center same" if d == content.focus else "center" for d in center}
        _candidates_large(paper, tuple(Candidate(d, " ", ink[d]) for d in center))
        return
    _put_middle(paper, center, room, content.focus)
    n_above = len(corner) if len(corner) < 3 else -(-len(corner) // 2)
    _put_spread(paper, 0, _cut(paper, 0, corner[:n_above], room), content.focus)
    last = box.height - 1
    _put_spread(paper, last, _cut(paper, last, corner[n_above:], room), content.focus)


def _put_middle(paper: _Paper, center: list[int], room: int, focus: int) -> None:
    """Write center marks between the first and last lines, which contain the corner marks."""
    n_lines = paper.box.height - 2
    used = min(n_lines, -(-len(center) // room))
    top = 1 + (n_lines - used) // 2
    for number in range(used):
        digits = center[number * room :]
        is_last = number == used - 1
        fits = _cut(paper, top + number, digits, room) if is_last else digits[:room]
        _put_each(paper, top + number, fits, "center", focus)


def _put_each(
    paper: _Paper,
    line: int,
    digits: list[int] | tuple[int, ...],
    ink: str,
    focus: int,
) -> None:
    """Write digits side by side in the center of a line."""
    box = paper.box
    gap = "" if box.is_narrow else " "
    texts = [box.label_of(digit) for digit in digits]
    at = max(0, (_columns(paper, line) - len(gap.join(texts)) + 1) // 2)
    for digit, text in zip(digits, texts, strict=True):
        paper.put(line, at, text, f"{ink} same" if digit == focus else ink)
        at += len(text) + len(gap)


def _put_spread(paper: _Paper, line: int, digits: list[int], focus: int) -> None:
    """Write digits evenly spaced from the left corner to the right corner."""
    for number, digit in enumerate(digits):
        text = paper.box.label_of(digit)
        along = number / (len(digits) - 1) if len(digits) > 1 else 0
        at = round(along * (_columns(paper, line) - len(text)))
        paper.put(line, at, text, "corner same" if digit == focus else "corner")


def _columns(paper: _Paper, line: int) -> int:
    """Return the number of columns of a line without the ellipsis that may be at its end."""
    return paper.box.width - (paper.chars[line][-1][0] == "…")


def _cut(paper: _Paper, line: int, digits: list[int], room: int) -> list[int]:
    """Return the digits that fit into a line, and write an ellipsis if some digits do not fit."""
    if len(digits) <= room:
        return digits
    paper.put(line, paper.box.width - 1, "…", "more")
    return digits[: room - 1]


# ------------------------------------------------------------------ the candidates of a hint


def _candidates_large(paper: _Paper, candidates: tuple[Candidate, ...]) -> None:
    box = paper.box
    columns = candidate_columns(box.order)
    slot = box.digit_width + 1
    left = (box.width - columns * slot) // 2
    top = (box.height - -(-box.order // columns)) // 2
    for digit, sign, ink in candidates:
        y, x = divmod(digit - 1, columns)
        shown = f"{box.label_of(digit):>{box.digit_width}}"
        if sign != " ":
            paper.put(top + y, left + x * slot, sign, ink)
        paper.put(top + y, left + x * slot + 1, shown, ink)


def _candidates_medium(paper: _Paper, candidates: tuple[Candidate, ...]) -> None:
    box = paper.box
    signed = [each for each in candidates if each.sign != " "]
    plain = [each for each in candidates if each.sign == " "]
    room = 2 * (box.width // (box.digit_width + 1))
    shown = sorted([*signed, *plain][:room])
    line, at = 0, 0
    for digit, sign, ink in shown:
        text = f"{sign}{box.label_of(digit)}"
        if at + len(text) > box.width:
            line, at = line + 1, 0
        paper.put(min(line, 1), at, text, ink)
        at += len(text)
    if len(candidates) > len(shown):
        paper.put_free(1, box.width - 1, "…", "more")


def _candidates_in_line(paper: _Paper, candidates: tuple[Candidate, ...]) -> None:
    _put_runs(paper, *candidates_in_line(paper.box, candidates))


# The sizes with several lines in a cell. All other sizes have one line.
_MARKS = {"medium": _marks_medium, "large": _marks_large}
_CANDIDATES = {"medium": _candidates_medium, "large": _candidates_large}


BIG_LINES = 3

_LIGHT = (
    "╭─╮╶╮ ╶─╮╶─╮╷ ╷╭─╴╭─╴╶─╮╭─╮╭─╮",
    "│ │ │ ╭─╯╶─┤╰─┤╰─╮├─╮  │├─┤╰─┤",
    "╰─╯╶┴╴╰─╴╶─╯  ╵╶─╯╰─╯  ╵╰─╯╶─╯",
)
_HEAVY = str.maketrans("╭╮╰╯─│╴╵╶╷├┤┴", "┏┓┗┛━┃╸╹╺╻┣┫┻")


def big(label: str, *, is_heavy: bool) -> tuple[str, ...]:
    """Return the lines of a large number, three columns per digit. A letter is not enlarged.

    >>> print(*big("7", is_heavy=False), sep="|")
    ╶─╮|  │|  ╵
    """
    if not label.isdecimal():
        return "   ", f" {label} ", "   "
    places = [3 * int(digit) for digit in label]
    lines = ["".join(line[at : at + 3] for at in places) for line in _LIGHT]
    return tuple(line.translate(_HEAVY) if is_heavy else line for line in lines)
