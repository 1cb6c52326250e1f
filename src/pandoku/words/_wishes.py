"""The options by which puzzles are asked for: what they are called, and what they say.

Commands are made of them, so that the same option has the same name and help in each. What their
values have to be is checked where puzzles are made.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

__all__ = ["ATTEMPTS", "WISHES", "Wish"]


class Wish(NamedTuple):
    """An option by which puzzles are asked for.

    Attributes:
        name: Its name in Python; on the command line, ``_`` becomes ``-``.
        group: The heading below which a help lists it.
        form: "text"; "file": a text, or the name of a file that has it; "names": one or several;
            "count", "int", "float" or "flag".
        metavar: What stands for its value in a help; "" for a flag.
        help: What it does.
        default: What happens without it, if that has to be said.
    """

    name: str
    group: str
    form: Literal["text", "file", "names", "count", "int", "float", "flag"]
    metavar: str
    help: str
    default: str = ""


_GRID, _GIVENS, _DIFFICULTY, _CAGES = "Grid", "Givens", "Difficulty", "Cages"

WISHES = (
    Wish("box", _GRID, "text", "2x3", "Rows and columns of a box."),
    Wish(
        "regions",
        _GRID,
        "file",
        "FILE|TEXT",
        "Regions of a jigsaw: a letter for every cell.",
        "made at random",
    ),
    Wish("solution", _GRID, "file", "FILE|TEXT", "Full grid to start from."),
    Wish(
        "givens",
        _GIVENS,
        "text",
        "24..28",
        "How many givens, as a number or a range; or minimal: no given can go.",
        "givens are taken away as long as the symmetry allows, about half remain beyond order 16; "
        "none with cages",
    ),
    Wish("blanks", _GIVENS, "text", "50..55", "How many empty cells instead."),
    Wish(
        "symmetry",
        _GIVENS,
        "text",
        "NAME",
        "Symmetry of the givens: rotate-180, rotate-90, mirror-columns, mirror-rows, mirror-both, "
        "diagonal, antidiagonal or both-diagonals.",
    ),
    Wish(
        "pattern",
        _GIVENS,
        "file",
        "FILE|TEXT",
        "Which cells are givens: a dot for an empty cell, any other character for a given.",
    ),
    Wish("difficulty", _DIFFICULTY, "text", "WORD", "easy, medium, hard, expert or extreme."),
    Wish(
        "rating",
        _DIFFICULTY,
        "text",
        "6.5..7.2",
        "A rating, or a range, also 9.0.. or ..3.4, in the scale that `pandoku rate` takes.",
    ),
    Wish(
        "needs",
        _DIFFICULTY,
        "names",
        "TECHNIQUE",
        "Without this technique the path is stuck; repeatable.",
    ),
    Wish(
        "at_most",
        _DIFFICULTY,
        "text",
        "TECHNIQUE",
        "Nothing after this technique, in the order of `pandoku techniques`, is needed.",
    ),
    Wish("smooth", _DIFFICULTY, "flag", "", "Spread the difficulty over several steps."),
    Wish(
        "climb",
        _DIFFICULTY,
        "flag",
        "",
        "Search step by step towards the rating, the technique or the number of givens, and print "
        "better and better puzzles, until Ctrl-C or the end of the budget. With --count, print the "
        "first of each search.",
    ),
    Wish("operations", _CAGES, "text", "+-*/", "Operations of a calcudoku."),
    Wish("hide_operations", _CAGES, "flag", "", "Leave the operations out."),
    Wish(
        "cage_sizes",
        _CAGES,
        "text",
        "2..4",
        "Sizes of cages: a number, a range, or weights such as 2:3,3:2,4:1.",
    ),
    Wish("singles", _CAGES, "float", "SHARE", "Share of single cells, 0 to 1."),
    Wish("largest_sum", _CAGES, "int", "N", "Greatest sum of a killer's cage."),
    Wish("clue_minimal", _CAGES, "flag", "", "Remove cage clues until none can go."),
)
ATTEMPTS = Wish(
    "budget",
    "Options",
    "count",
    "N",
    "Attempts for each puzzle.",
    "100k up to order 9, 10k up to 16, then 1k",
)
