"""The options for making puzzles: their names and help texts.

Every command builds its options from this list, so an option has the same name and help everywhere.
The code that makes puzzles checks the values.
"""

from __future__ import annotations

from typing import Literal, NamedTuple


class Wish(NamedTuple):
    """An option for making puzzles.

    Attributes:
        name: Name in Python.
        group: Heading in the help.
        form: "text", "file" (a text, or the name of a file with the text), "names" (one or more),
            "count", "int", "float" or "flag".
        metavar: Placeholder for the value in the help, or "" for a flag.
        help: Help text.
        default: Description of the behavior without the option, or "" if it is obvious.
        shell_name: Name on the command line, or "" for *name*.
    """

    name: str
    group: str
    form: Literal["text", "file", "names", "count", "int", "float", "flag"]
    metavar: str
    help: str
    default: str = ""
    shell_name: str = ""

    @property
    def flag(self) -> str:
        """The option on the command line, such as "--at-most"."""
        return f"--{(self.shell_name or self.name).replace('_', '-')}"


_GRID, _GIVENS, _DIFFICULTY, _CAGES = "Grid", "Givens", "Difficulty", "Cages"
_CONSTRAINTS = "Constraints"

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
    Wish(
        "like",
        _GRID,
        "file",
        "FILE|TEXT",
        "Puzzle whose layout is kept: its clues stay in place and get new values. Without a KIND.",
    ),
    Wish("solution", _GRID, "file", "FILE|TEXT", "Full grid to start from."),
    Wish(
        "givens",
        _GIVENS,
        "text",
        "24..28",
        "Number of givens, or a range; or minimal: no given can be removed.",
        "givens are removed as long as the symmetry allows, about half remain above order 16; "
        "none with cages",
    ),
    Wish("blanks", _GIVENS, "text", "50..55", "Number of empty cells, instead of givens."),
    Wish(
        "symmetry",
        _GIVENS,
        "text",
        "NAME",
        "Symmetry of the givens, and of the constraints to place: rotate-180, rotate-90, "
        "mirror-columns, mirror-rows, mirror-both, diagonal, antidiagonal or both-diagonals.",
    ),
    Wish(
        "pattern",
        _GIVENS,
        "file",
        "FILE|TEXT",
        "Cells with givens: a dot for an empty cell, any other character for a given.",
    ),
    Wish("difficulty", _DIFFICULTY, "text", "WORD", "easy, medium, hard, expert or extreme."),
    Wish(
        "rating",
        _DIFFICULTY,
        "text",
        "6.5..7.2",
        "A rating or a range, such as 9.0.. or ..3.4, on the scale of `pandoku rate`.",
    ),
    Wish(
        "needs",
        _DIFFICULTY,
        "names",
        "TECHNIQUE",
        "Technique that the puzzle must need. May be repeated.",
    ),
    Wish(
        "at_most",
        _DIFFICULTY,
        "text",
        "TECHNIQUE",
        "The last technique that may be needed, in the order of `pandoku techniques`.",
    ),
    Wish("smooth", _DIFFICULTY, "flag", "", "Spread the difficulty over several steps."),
    Wish(
        "climb",
        _DIFFICULTY,
        "flag",
        "",
        "Search step by step towards the rating, the technique or the number of givens, and print "
        "better and better puzzles, until Ctrl-C or the last attempt. With --count, print the "
        "first of each search.",
    ),
    Wish(
        "constraints",
        _CONSTRAINTS,
        "text",
        "LIST",
        "Constraints to place on the grid, such as 'thermometer 4, arrow 2..3, white dot all'.",
    ),
    Wish("crossings", _CONSTRAINTS, "flag", "", "Lines may cross each other."),
    Wish(
        "minimal",
        _CONSTRAINTS,
        "flag",
        "",
        "Remove givens, constraints and clues of cages until each is needed.",
    ),
    Wish("operations", _CAGES, "text", "+-*/", "Operations of a calcudoku."),
    Wish("hide_operations", _CAGES, "flag", "", "Hide the operations."),
    Wish(
        "cage_sizes",
        _CAGES,
        "text",
        "2..4",
        "Sizes of cages: a number, a range, or weights such as 2:3,3:2,4:1.",
    ),
    Wish("singles", _CAGES, "float", "SHARE", "Share of single cells, 0 to 1."),
    Wish("largest_sum", _CAGES, "int", "N", "Greatest sum of a killer's cage."),
    Wish("clue_minimal", _CAGES, "flag", "", "Remove cage clues until each is needed."),
)
ATTEMPTS = Wish(
    "budget",
    "Options",
    "count",
    "N",
    "Maximum number of attempts for each puzzle. The same number gives the same puzzles on every "
    "machine; a time would not.",
    "100k up to order 9, 10k up to 16, then 1k",
    "attempts",
)
