"""What a card says about scales of ratings, and about how grids were drawn."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["ScaleNote", "about_grids", "about_scale"]


class ScaleNote(NamedTuple):
    """What a reader has to know of a scale.

    Attributes:
        short: Its name, for a line below a picture.
        text: What its numbers are, and whether they may change: sentences.
    """

    short: str
    text: str


_SCALES = {
    "se": ScaleNote(
        "scale se (Sudoku Explainer 1.2.1)",
        "The ratings ER, EP and ED of Sudoku Explainer 1.2.1, number for number. They exist for "
        "9x9 Sudokus only, and they do not change.",
    ),
    "pandoku": ScaleNote(
        "scale pandoku",
        "Numbers like ER for puzzles of every kind. Techniques and weights may change from one "
        "version of pandoku to the next, so compare only ratings of one version.",
    ),
    "hodoku": ScaleNote(
        "scale hodoku (HoDoKu 2.2.0)",
        "The levels and scores of HoDoKu 2.2.0, a sum over all steps. They do not change.",
    ),
}


def about_scale(name: str) -> ScaleNote:
    """Return what a reader has to know of a scale."""
    unknown = ScaleNote(f"scale {name}", "A scale that this version of pandoku does not describe.")
    return _SCALES.get(name, unknown)


_EXACT = "every grid is equally likely"


def about_grids(kind: str, order: int) -> str:
    """Return how the solution grids of generated puzzles are drawn, as docs/uniform.md has it."""
    if kind in ("sudoku", "killer") and order == 9:
        return (
            f"{_EXACT}: the first band and the first stack are drawn and accepted in proportion to "
            "the number of their completions, of which one is then drawn"
        )
    if (kind in ("sudoku", "killer") and order in (4, 6)) or (
        kind in ("calcudoku", "latin") and order <= 5
    ):
        return (
            f"{_EXACT}: all grids with a first row 1, 2, 3, ... are listed, one is chosen at "
            "random, and its digits are exchanged"
        )
    if kind in ("calcudoku", "latin"):
        return (
            f"{_EXACT} in the limit of a long random walk (Jacobson and Matthews, 1996); tests see "
            "no difference"
        )
    if kind == "jigsaw" and order >= 10:
        return "grids are not equally likely: each was found together with its regions"
    return (
        "grids are nearly equally likely: a random walk opens parts of a grid and fills them again "
        "in one of all ways"
    )
