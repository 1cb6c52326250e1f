"""Read the places of clues outside the grid in words: "row 1", "above c4", "r1c9 left"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pandoku.constraints._outside import SIDES, OutsideClue, line_from, starts_at_edge
from pandoku.constraints._words import COLUMNS, ROWS, Token, refuse_token
from pandoku.model import cells_of
from pandoku.model.grids import NAMED_CELLS

__all__ = ["typed_beside"]

# Words that people type for the sides of the grid, each with the direction of a line from there.
_TYPED_SIDES = {
    "left": "R",
    "right": "L",
    **dict.fromkeys(("above", "top", "up", "over"), "D"),
    **dict.fromkeys(("below", "bottom", "down", "under"), "U"),
}
_BACK = {"R": "L", "L": "R", "D": "U", "U": "D"}
_DIAGONALS = re.compile(r"(down|up)-?(left|right)|(left|right)-?(down|up)", re.IGNORECASE)
_FIELDS = ("start", "direction")  # a line with these words needs no other reading
_LINE = re.compile(r"([rc])([1-9][0-9]?)", re.IGNORECASE)


def typed_beside(
    kind: type[OutsideClue], *, is_symmetric: bool = False
) -> Callable[[str, Sequence[Token], int], list[Token]]:
    """Return `Rule.typed` for a kind of clue outside the grid.

    Args:
        kind: The kind.
        is_symmetric: Whether a number has the same meaning at both ends of its line. A line without
            a side then has the number to its left or above it.
    """

    def typed(text: str, tokens: Sequence[Token], order: int) -> list[Token]:
        if any(each.text[:1] == '"' or each.text.lower() in _FIELDS for each in tokens):
            return list(tokens)
        is_diagonal = not {*kind.DIRECTIONS} & {*_BACK}
        kept, sides, line = _parts(_with_diagonals(tokens) if is_diagonal else tokens)
        if any(each.text.upper() in kind.DIRECTIONS for each in kept) and line is None:
            return kept if not sides else list(tokens)
        if line is not None and is_diagonal:
            ends = _ends(line, order, tuple(_BACK))
            cells_at = [ends[side] for side in sides if side in ends] or [*ends.values()]
            starts = {
                each: cell for cell in cells_at for each in _lines_at(cell, order, kind.DIRECTIONS)
            }
        elif line is not None:
            starts = _ends(line, order, kind.DIRECTIONS)
        else:
            cells = [each for each in kept if NAMED_CELLS.fullmatch(each.text)]
            if len(cells) != 1 or "-" in cells[0].text:
                return list(tokens)
            kept.remove(cells[0])
            starts = _lines_at(cells[0].text.lower(), order, kind.DIRECTIONS)
        if is_diagonal and (wrong := [each for each in kept if each.text.upper() in _BACK]):
            listed = " or ".join(starts or kind.DIRECTIONS)
            refuse_token(text, wrong[0], f"expected {listed}, found {wrong[0].text!r}")
        asked = [each for side in sides for each in (side, _BACK[side]) if each in starts]
        asked += [each.text.upper() for each in kept if each.text.upper() in starts]
        kept = [each for each in kept if each.text.upper() not in kind.DIRECTIONS]
        left = asked[:1] or list(starts)
        if not left or (len(left) > 1 and not is_symmetric):
            values = [each.text for each in kept if each.is_number]
            lines = [
                repr(" ".join((kind.NAME, *values, _place(start, direction, order))))
                for direction, start in starts.items()
            ]
            if lines:
                refuse_token(
                    text, tokens[-1], f"expected a side or direction; type {' or '.join(lines)}"
                )
            refuse_token(text, tokens[-1], "expected a line that begins at the edge of the grid")
        at = tokens[-1].column
        return [*kept, Token(starts[left[0]], at), Token(left[0], at)]

    return typed


def _with_diagonals(tokens: Sequence[Token]) -> list[Token]:
    """Return tokens, with "down-left" and "down left" as DL."""
    found = list[Token]()
    for token in tokens:
        word = (found[-1].text if found else "") + token.text
        if _DIAGONALS.fullmatch(word):
            found.pop()
        else:
            word = token.text
        if match := _DIAGONALS.fullmatch(word):
            word = ((match[1] or match[4])[0] + (match[2] or match[3])[0]).upper()
        found.append(token._replace(text=word))
    return found


def _parts(tokens: Sequence[Token]) -> tuple[list[Token], list[str], tuple[bool, int] | None]:
    """Return the other words, the sides, and a pair (is row, number) or None."""
    kept, sides, line = list[Token](), list[str](), None
    rest = list(tokens)
    while rest:
        token = rest.pop(0)
        word = token.text.lower()
        if word in (*ROWS, *COLUMNS) and rest and rest[0].is_number:
            line = word in ROWS, int(rest.pop(0).text[:3])
        elif match := _LINE.fullmatch(word):
            line = match[1] == "r", int(match[2])
        elif word in _TYPED_SIDES:
            sides.append(_TYPED_SIDES[word])
        else:
            kept.append(token)
    return kept, sides, line


def _ends(line: tuple[bool, int], order: int, directions: Sequence[str]) -> dict[str, str]:
    """Return the first cell for each direction along a row or column."""
    is_row, number = line
    if not 1 <= number <= order:
        return {}
    if is_row:
        ends = {"R": f"r{number}c1", "L": f"r{number}c{order}"}
    else:
        ends = {"D": f"r1c{number}", "U": f"r{order}c{number}"}
    return {each: start for each, start in ends.items() if each in directions}


def _lines_at(cell: str, order: int, directions: Sequence[str]) -> dict[str, str]:
    """Return the directions of the lines that begin at a cell at the edge, each with the cell."""
    (at,) = cells_of(order, cell)
    long = [each for each in directions if len(line_from(at, each, order)) > 1]
    return {each: cell for each in long if starts_at_edge(at, each, order)}


def _place(start: str, direction: str, order: int) -> str:
    place = SIDES.get(direction)
    if place is None:
        return f"{start} {direction}"
    row, column = start[1:].split("c")
    return f"{place} {row if 'row' in place else column}"
