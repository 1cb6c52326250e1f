"""Drawings of candidates that occur in solutions, marked by the number of these solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pandoku.draw.drawing import candidate_center, draw
from pandoku.draw.items import Drawing, Key, Text
from pandoku.errors import PuzzleError
from pandoku.model import PuzzleLike, puzzle_of
from pandoku.model.grids import plain_list

__all__ = ["draw_counts"]

# The style of a candidate by the number of solutions that contain it. Candidates whose count
# reached the cap have no mark.
_STYLES = {1: "a", 2: "b", 3: "c", 4: "d"}
_SEVERAL = "e"
_COUNTS = "a list of numbers for each cell"


def draw_counts(
    puzzle: PuzzleLike, counts: Sequence[Sequence[int]], cap: int, *, coordinates: bool = True
) -> Drawing:
    """Return the drawing of a puzzle with the candidates that occur in solutions, marked by rarity.

    Args:
        puzzle: A puzzle in any form.
        counts: The result of `candidate_counts`: for each cell, the number of solutions for each
            digit.
        cap: The *cap* that `candidate_counts` was called with.
        coordinates: Whether to number the rows and columns.

    Raises:
        FormatError, PuzzleError: *puzzle* cannot be drawn, or *counts* does not fit its order.

    >>> from pandoku.model import Puzzle
    >>> drawing = draw_counts(Puzzle(2), [(1, 2), (2, 1), (2, 1), (1, 2)], 2)
    >>> [key.text for key in drawing.legend], drawing.caption
    (['in 1 solution'], 'Candidates without a mark are in 2 or more solutions.')
    """
    puzzle = puzzle_of(puzzle)
    n = puzzle.order
    counts = [plain_list(numbers, _COUNTS) for numbers in plain_list(counts, _COUNTS)]
    if len(counts) != n * n or any(len(numbers) != n for numbers in counts):
        raise PuzzleError(f"expected {n} numbers for each of {n * n} cells, found others")
    drawing = draw(puzzle, coordinates=coordinates)
    texts, shown = [], set()
    for cell, numbers in enumerate(counts):
        for digit, number in enumerate(numbers, 1):
            if number and not puzzle.givens[cell]:
                x, y = candidate_center(puzzle, cell, digit)
                style = _style(number, cap)
                texts.append(Text(x, y, puzzle.label_of(digit), "candidate", style))
                shown.add(number)
    more = f"Candidates without a mark are in {cap} or more solutions." if cap in shown else ""
    return replace(
        drawing,
        texts=(*drawing.texts, *texts),
        legend=(*drawing.legend, *_keys(shown, cap)),
        caption=" ".join(filter(None, (drawing.caption, more if cap > 1 else ""))),
    )


def _style(number: int, cap: int) -> str:
    return "" if number >= cap > 1 else _STYLES.get(number, _SEVERAL)


def _keys(shown: set[int], cap: int) -> list[Key]:
    """Return the keys of the legend for the numbers of solutions that occur."""
    words: dict[str, str] = {}
    for number in sorted(shown):
        style = _style(number, cap)
        if not style:
            continue
        if style == _SEVERAL:
            least, most = max(_STYLES) + 1, cap - 1
            words[style] = f"in {least}{f' to {most}' * (least < most)} solutions"
        else:
            words[style] = "in 1 solution" if number == 1 else f"in {number} solutions"
    return [Key("candidate", style, text) for style, text in words.items()]
