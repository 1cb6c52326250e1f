"""Constraint strings of Interactive Sudoku Solver: their clauses, and links that have them.

A string is `.Type~argument~R1C1~R1C2` and so on, one clause after another; blanks do not matter. A
clause without a type has given digits: `.~R1C1_5`. Rows and columns from 10 on are letters: RaCg.
`.And` to `.End` holds clauses, as does `.Replicate`, which repeats them at other places.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from urllib.parse import quote, unquote

from pandoku.formats._addresses import BEFORE, without_closing
from pandoku.formats._json_values import BadValueError
from pandoku.words import visible

__all__ = [
    "BASE64",
    "LETTERS",
    "Clause",
    "clauses_of",
    "is_string",
    "iss_link",
    "place_in",
    "place_name",
    "string_in",
]

LETTERS = "123456789abcdefg"  # of rows and columns
BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_CELL = re.compile(r"[Rr]([1-9a-g])[Cc]([1-9a-g])")
_MOST_CLAUSES = 100_000  # far more than any puzzle: a copy of copies of clauses grows fast
_DEEPEST = 20  # clauses in clauses
# Types that are followed by no argument. The others are known by the ~ after them.
_BARE = (
    "AntiConsecutive AntiKing AntiKnight AntiTaxicab ChaosConstruction DisjointSets "
    "DutchFlatmates GlobalEntropy GlobalMod NoBoxes RegionSameValues StrictKropki StrictXV Windoku"
)
_STRING = re.compile(
    rf"[.\s]*(?:\.\s*~\s*[Rr]|\.\s*(?:{'|'.join(_BARE.split())})\b|\.\s*[A-Z][A-Za-z]*\s*~|"
    r"\.\s*(?:And|Or)\s*\.)"
)
_QUERY = re.compile(r"[?&]q=((?:\.|%2E)[^\s&#]*)", re.IGNORECASE)
_PAGE = re.compile(r"sigh\.github\.io|/Interactive-Sudoku-Solver", re.IGNORECASE)
_WORDS = re.compile(BEFORE)


class Clause(NamedTuple):
    """A type and its arguments.

    Attributes:
        kind: The type; "Given" where a clause has none.
        args: The arguments, as they stand there.
    """

    kind: str
    args: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The clause in a message, shortened if it is long."""
        text = "~".join((self.kind, *self.args))
        return visible(text if len(text) <= 40 else text[:37] + "...")


def is_string(line: str) -> bool:
    """Return whether a line of text begins like a constraint string.

    >>> is_string(".~R1C1_5"), is_string("  .Cage~9~R1C1~R1C2"), is_string(".X.5.")
    (True, True, False)
    """
    return _STRING.match(line) is not None


def string_in(line: str) -> str | None:
    """Return the constraint string in a link, or None if the line has no such link.

    A link to another site counts if its string begins as those of this program do.

    >>> string_in("https://sigh.github.io/Interactive-Sudoku-Solver/?q=.%7ER1C1_5")
    '.~R1C1_5'
    """
    text = line.strip()
    found = _QUERY.search(text)
    if found is None:
        return None
    words, _, address = text[: found.start()].rpartition(" ")
    string = unquote(without_closing(found[1]))
    is_page = _PAGE.search(address) or ("://" in address and is_string(string))
    return string if is_page and _WORDS.fullmatch(words) else None


def iss_link(text: str) -> str:
    """Return the link that has a constraint string in it.

    >>> iss_link(".~R1C1_5")
    'https://sigh.github.io/Interactive-Sudoku-Solver/?q=.~R1C1_5'
    """
    return f"https://sigh.github.io/Interactive-Sudoku-Solver/?q={quote(text, safe='')}"


def place_name(cell: int, order: int) -> str:
    """Return the name of a cell: R1C1.

    >>> place_name(9, 16)
    'R1Ca'
    """
    row, column = divmod(cell, order)
    return f"R{LETTERS[row]}C{LETTERS[column]}"


def place_in(name: str, order: int) -> int | None:
    """Return the number of a cell, or None if the grid has no cell of this name."""
    match = _CELL.fullmatch(name)
    if match is None:
        return None
    row, column = (LETTERS.index(letter.lower()) for letter in match.groups())
    return row * order + column if max(row, column) < order else None


def clauses_of(text: str) -> tuple[list[Clause], int]:
    """Return the clauses of a string, in order, and the number of rows and columns of its grid.

    `And` is left out, and the clauses in `Replicate` stand there once for each place.

    Raises:
        BadValueError: The text is malformed, or the grid is one that pandoku does not have.
    """
    first, *parts = re.sub(r"\s+", "", text).split(".")
    if first:
        raise BadValueError(f"expected a dot first, found {visible(first[:40])}")
    parsed = []
    for part in parts:
        kind, *args = part.split("~")
        parsed.append(Clause(kind or "Given", tuple(args)))
    order = _order(parsed)
    return list(_expanded(iter(parsed), order, 0)), order


def _order(clauses: Sequence[Clause]) -> int:
    """Return the order of the grid: 9, or as `Shape` says."""
    shapes = list(dict.fromkeys(clause for clause in clauses if clause.kind == "Shape"))
    if not shapes:
        return 9
    if len(shapes) > 1:
        raise BadValueError(f"expected one Shape, found {len(shapes)} different ones")
    (shape,) = shapes
    size, values, kind = (*shape.args, "", "", "")[:3]
    match = re.fullmatch(r"(\d{1,3})x(\d{1,3})", size)
    if match is None or len(shape.args) > 3:
        raise BadValueError(f'expected a shape such as 9x9, found "{shape.shown}"')
    rows, columns = map(int, match.groups())
    if rows != columns:
        raise BadValueError(f"expected a square grid, found {rows} rows and {columns} columns")
    if not 1 <= rows <= len(LETTERS):
        raise BadValueError(f"expected a grid of 1..{len(LETTERS)} rows, found {rows}")
    if values not in ("", str(rows), f"1-{rows}"):
        found = values.replace("-", "..") if "-" in values else f"1..{values}"
        raise BadValueError(f"expected the digits 1..{rows}, found {visible(found[:20])}")
    if kind not in ("", "Sudoku"):
        raise BadValueError(f"expected a grid with rows and columns, found {visible(kind[:20])}")
    return rows


def _expanded(clauses: Iterator[Clause], order: int, depth: int) -> Iterator[Clause]:
    """Yield clauses up to the `End` that closes them, with those in groups."""
    n_clauses = 0
    for clause in clauses:
        if clause.kind == "End":
            if depth == 0:
                raise BadValueError("expected a group before .End, found none")
            return
        inner = iter([clause])
        if clause.kind in ("And", "Or", "Replicate"):
            if depth == _DEEPEST:
                raise BadValueError(f"expected at most {_DEEPEST} groups in each other, found more")
            held = [*_expanded(clauses, order, depth + 1)]
            if clause.kind == "And":
                inner = iter(held)
            elif clause.kind == "Replicate":
                inner = _copies(clause, held, order)
        for each in inner:
            n_clauses += 1
            if n_clauses > _MOST_CLAUSES:
                raise BadValueError(f"expected at most {_MOST_CLAUSES:,} constraints, found more")
            yield each
    if depth:
        raise BadValueError("expected .End after a group of constraints, found the end of the text")


def _copies(replicate: Clause, held: list[Clause], order: int) -> Iterator[Clause]:
    """Yield copies of clauses, moved from a first place to each target.

    The targets are bits, from the first place on, six to a letter.
    """
    letters = replicate.args[0] if replicate.args else ""
    first = replicate.args[1] if len(replicate.args) > 1 else "R1C1"
    origin = place_in(first, order)
    if origin is None or any(letter not in BASE64 for letter in letters):
        raise BadValueError(f"{replicate.shown}: expected targets in base64, and a first cell")
    for at, letter in enumerate(letters):
        for bit in range(6):
            if BASE64.index(letter) >> bit & 1:
                target = origin + 6 * at + bit
                down, right = target // order - origin // order, target % order - origin % order
                yield from (_moved(clause, down, right, order) for clause in held)


def _moved(clause: Clause, down: int, right: int, order: int) -> Clause:
    """Return a clause with its cells elsewhere."""
    args = []
    for arg in clause.args:
        name, mark, digits = arg.partition("_")
        cell = place_in(name, order)
        if cell is None:
            args.append(arg)
            continue
        row, column = cell // order + down, cell % order + right
        if not (0 <= row < order and 0 <= column < order):
            raise BadValueError(f"{clause.shown}: expected copies in the grid, found one outside")
        args.append(place_name(row * order + column, order) + mark + digits)
    return Clause(clause.kind, tuple(args))
