"""The marks of a player on a board: colors, corner and center marks."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.draw.decorated import room_of_puzzle
from pandoku.draw.items import Fill, Text
from pandoku.model import Board, Marks, digits_of

__all__ = ["colors", "mark_texts"]

# The distance of corner marks from the left: the least in cells, and as a multiple of the room
# between the edge and the candidates.
_LOW, _INSIDE = 0.18, 1.8


def colors(marks: Marks, n: int) -> Iterator[Fill]:
    """Yield the colors of cells, as stripes if a cell has several."""
    for cell, mask in enumerate(marks.colors):
        own = digits_of(mask)
        for number, color in enumerate(own):
            width = 1 / len(own)
            yield Fill(cell % n + number * width, cell // n, f"color-{color}", width)


def mark_texts(board: Board, marks: Marks) -> Iterator[Text]:
    """Yield the letters of the colors, and the marks of empty cells."""
    puzzle, n = board.puzzle, board.puzzle.order
    left, above, _, _ = room_of_puzzle(puzzle)  # without the space for clues and dots
    low, top = max(_LOW, _INSIDE * left), above + (0.1 if puzzle.cages else 0.12)
    for cell, mask in enumerate(marks.colors):
        if mask:
            letters = "".join("ABCDEFGHI"[color - 1] for color in digits_of(mask))
            yield Text(cell % n + 0.95, cell // n + 0.95, letters, "tag")
    for cell, mask in enumerate(marks.corner):
        if not board.digits[cell]:
            places = _corners(mask.bit_count(), top, low)
            for (x, y), digit in zip(places, digits_of(mask), strict=True):
                yield Text(cell % n + x, cell // n + y, puzzle.label_of(digit), "corner")
    for cell, mask in enumerate(marks.center):
        if mask and not board.digits[cell]:
            told = ("" if n < 10 else " ").join(map(puzzle.label_of, digits_of(mask)))
            yield Text(cell % n + 0.5, cell // n + 0.5, told, "center")


def _corners(count: int, top: float, low: float = _LOW) -> list[tuple[float, float]]:
    """Return positions for marks: corners, then edge middles, or around the cell if above 8."""
    middle, high = 0.5, 1 - low
    if count <= 8:
        corners = [(low, top), (high, top), (low, high), (high, high)]
        edges = [(middle, top), (middle, high), (low, middle), (high, middle)]
        return [*corners, *edges][:count]
    places = []
    for number in range(count):
        side, along = divmod(4 * number / count, 1)
        x, y = low + along * (high - low), top + along * (high - top)
        turned = ((x, top), (high, y), (low + high - x, high), (low, top + high - y))
        places.append(turned[int(side)])
    return places
