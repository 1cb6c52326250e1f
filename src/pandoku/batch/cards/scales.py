"""Notes for cards on rating scales and on the sampling of solution grids."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ScaleNote", "about_grids", "about_scale"]


class ScaleNote(NamedTuple):
    """A note on a rating scale.

    Attributes:
        short: Name of the scale, for the subtitle of a picture.
        text: Sentences on the meaning of its numbers, and on whether they may change.
    """

    short: str
    text: str


_SCALES = {
    "se": ScaleNote(
        "scale se (Sudoku Explainer 1.2.1)",
        "The ratings ER, EP and ED of Sudoku Explainer 1.2.1, number for number. They exist for "
        "9x9 Sudokus only and do not change.",
    ),
    "pandoku": ScaleNote(
        "scale pandoku",
        "Numbers like ER for puzzles of every kind. Techniques and weights may change between "
        "versions of pandoku, so compare only ratings from the same version.",
    ),
    "hodoku": ScaleNote(
        "scale hodoku (HoDoKu 2.2.0)",
        "The levels and scores of HoDoKu 2.2.0, a sum over all steps. They do not change.",
    ),
}


def about_scale(name: str) -> ScaleNote:
    """Return the note on a scale."""
    unknown = ScaleNote(f"scale {name}", "A scale that this version of pandoku does not describe.")
    return _SCALES.get(name, unknown)


_EXACT = "every grid is equally likely"


def about_grids(kind: str, order: int) -> str:
    """Return a phrase on how solution grids are drawn. See docs/uniform.md."""
    if kind in ("sudoku", "killer") and order == 9:
        return (
            f"{_EXACT}: the first band and the first stack are drawn and accepted in proportion to "
            "the number of their completions, and one of these is drawn"
        )
    if (kind in ("sudoku", "killer") and order in (4, 6)) or (
        kind in ("calcudoku", "latin") and order <= 5
    ):
        return (
            f"{_EXACT}: all grids with a first row 1, 2, 3, ... are listed, one is chosen at "
            "random, and its digits are relabeled"
        )
    if kind in ("calcudoku", "latin"):
        return (
            f"{_EXACT} in the limit of a long random walk (Jacobson and Matthews, 1996); tests "
            "find no difference"
        )
    if kind == "jigsaw" and order >= 10:
        return "grids are not equally likely: each was found together with its regions"
    return (
        "grids are nearly equally likely: a random walk repeatedly clears part of a grid and "
        "refills it in a random way"
    )
