"""The parts of a drawing list.

Coordinates are in cells: x increases to the right, y increases downward, and (0, 0) is the grid's
upper left corner. Most items have a role, and each output medium decides how the role looks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from os import PathLike
from typing import Any, NamedTuple

from pandoku import _hooks, _instead
from pandoku.model.decoration import Decoration

__all__ = [
    "ARROWS",
    "BRANCH_STYLES",
    "STYLES",
    "Curve",
    "Drawing",
    "Fill",
    "Key",
    "Line",
    "Ring",
    "Shape",
    "Sum",
    "Term",
    "Text",
]

# The styles of the parts of a step's pattern. Each style has a different color, shape and sign.
STYLES = ("a", "b", "c", "d", "e", "f")

# The styles of branches: all but those for assumptions and for contradictions.
BRANCH_STYLES = ("a", "b", "c", "f")

# Signs that terminals omit from the legend, because terminals cannot draw between candidates.
ARROWS = ("order", "leads", "ends")


@dataclass(frozen=True, slots=True)
class Fill:
    """A shaded rectangle of cells, or a stripe of a cell if the cell has several colors.

    Roles: "extra" (part of an extra house), "house" (a house that a step uses), "cover" (a house
    that differs in kind from the first house, such as the columns of a fish in rows), "highlight"
    (a highlighted cell), one of `STYLES` (a part of a step's pattern), "seen" (another cell that a
    step uses), "placed" (a cell where a step places a digit), "color-1" to "color-9" (a player's
    color).
    """

    x: float
    y: float
    role: str
    width: float = 1
    height: float = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A horizontal, vertical or diagonal line, from its upper or left end.

    Roles, roughly from thin to bold: "diagonal", "cell", "window" (the inset border of an extra
    house), "sum" (the inset border of a cage in a grid with boxes, or of a killer cage), "cage"
    (any other cage's border), "box" (boxes and regions), "box-in-cage" (the part of a box's border
    inside a cage), "frame". "told" is the border of a cage that a step uses. "ray" leads from a
    digit to cells that see it, and two lines "cross" in each of these cells.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    role: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text.

    Roles: "given", "digit", "placed" (a digit that the step places) and "candidate" (all four
    centered on x, y), "corner", "center" (a player's pencil marks, centered), "clue" (with its
    upper left corner at x, y), "tag" (the letter of a color, with its lower right corner at x, y),
    "coordinate" (the number of a row or column, centered beside the grid), "label" (the name of a
    house, centered on its border), "order" (the number of a candidate in a chain, next to the
    candidate) and "number" (the number of a digit on a small board, centered in a corner).

    Attributes:
        style: One or more of `STYLES`, joined by spaces, for a candidate in a pattern; "placed" for
            a candidate that the step places; "named" for a coordinate of a line that the step uses;
            or "".
        struck: Whether the step eliminates this candidate.
    """

    x: float
    y: float
    text: str
    role: str
    style: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """A border around the candidates of a node.

    The border is at the distance *r* from the line between (x1, y1) and (x2, y2).
    """

    x1: float
    y1: float
    x2: float
    y2: float
    r: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A link as a quadratic Bézier curve from (x1, y1) to (x2, y2) with control point (cx, cy).

    Roles: "strong" and "weak". In branches, and in chains with links of cages, the roles are
    "leads" (to a candidate that becomes true) and "ends" (at a candidate that is false). The end of
    a curve has an arrowhead.
    """

    x1: float
    y1: float
    cx: float
    cy: float
    x2: float
    y2: float
    role: str


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a constraint other than a cage in a drawing.

    Attributes:
        parts: The decorations of the constraint (see `pandoku.model.decoration`), or () for a rule
            that applies to all cells.
        name: The kind of the constraint with its values, such as "difference 3".
        text: The names of the constraint's cells, or the rule if it applies to all cells.
        rule: The rule of the constraint as a sentence, or "".
    """

    parts: tuple[Decoration, ...]
    name: str
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """A line of the legend.

    Attributes:
        sign: The sign that the line explains: "cell", "candidate", "both" (a cell and candidates of
            one style), "placed", "goes", "house", "cover", "cage", "strong", "weak", "leads",
            "ends", "order", "ring", "corner", "center" or "rule" (a kind of constraint, with
            `parts`).
        style: The style of the sign: one of `STYLES`, "seen", or "" for a sign without a style.
        text: The explanation.
        where: The cells or candidates that have this sign, for media without colors, or "".
        parts: A sample of the decorations of a kind of constraint, or ().
    """

    sign: str
    style: str
    text: str
    where: str = ""
    parts: tuple[Decoration, ...] = ()


class Term(NamedTuple):
    """A term of a calculation: a number, or a sign such as "−". A number may have a note below."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """A calculation below the grid: numbers with signs between them, as in 45 − 17 − 24 = 4."""

    terms: tuple[Term, ...]

    def groups(self) -> list[tuple[Term, ...]]:
        """Return the terms in groups that must not be split between lines.

        A sign stays with the number after it. The result stays with the number before it.
        """
        first, *rest = self.terms
        pairs = [tuple(rest[at : at + 2]) for at in range(0, len(rest), 2)]
        if len(pairs) > 1:
            pairs[-2:] = [pairs[-2] + pairs[-1]]
        return [(first,), *pairs]

    def lines(self, width_of: Callable[[Term], float], limit: float) -> list[list[Term]]:
        """Split the terms into lines of at most *limit*. A line with a single group may be wider.

        Args:
            width_of: Function that returns the width of a term.
            limit: Maximum width of a line, in the unit of *width_of*.
        """
        lines: list[list[Term]] = [[]]
        used = 0.0
        for group in self.groups():
            needed = sum(map(width_of, group))
            if lines[-1] and used + needed > limit:
                lines.append([])
                used = 0.0
            lines[-1].extend(group)
            used += needed
        return lines

    def __str__(self) -> str:
        return " ".join(term.text for term in self.terms)


class WayTable(NamedTuple):
    """The ways to fill cells of a constraint: a row of digits for each way, below the grid.

    Attributes:
        title: Name of the constraint: "the 10 above column 4".
        heads: Name of each cell.
        rows: The digits of each way, one for each cell.
    """

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self) -> tuple[tuple[str, ...], ...]:
        """Return the names of the cells, then the rows."""
        return (self.heads, *self.rows)

    def __str__(self) -> str:
        ways = ", ".join(" ".join(row) for row in self.rows)
        return f"{self.title} ({' '.join(self.heads)}): {ways}"


@_instead.suggests
@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """A drawing list.

    Attributes:
        order: The number of rows, which is also the number of columns.
        title: A short alternative text.
        fills, lines, texts: The items of the drawing. They are painted in this order: fills, shapes
            of constraints, lines, dots and signs of constraints, rings, curves, texts.
        rings, curves: The nodes and links of a chain.
        legend: The explanations of colors and signs. For a puzzle, these are the rules of its
            shapes.
        caption: The text below the picture, or "". It describes a step, or the rules of a puzzle
            that no shape shows.
        description: A longer alternative text in sentences, or "".
        sums: The calculations of the step.
        ways: The ways that the step lists.
        boards: Small boards of the step's branches or cases, in the order of its text.
        shapes: The constraints other than cages.
        symbols: The symbols that are drawn for the digits, as in `Puzzle.symbols`.
    """

    order: int
    title: str
    fills: tuple[Fill, ...]
    lines: tuple[Line, ...]
    texts: tuple[Text, ...]
    rings: tuple[Ring, ...] = ()
    curves: tuple[Curve, ...] = ()
    legend: tuple[Key, ...] = ()
    caption: str = ""
    description: str = ""
    sums: tuple[Sum, ...] = ()
    ways: tuple[WayTable, ...] = ()
    boards: tuple[Drawing, ...] = ()
    shapes: tuple[Shape, ...] = ()
    symbols: str = ""

    def __repr__(self) -> str:
        return f"Drawing({self.title!r})"

    def __str__(self) -> str:
        return _hooks.text_of(self)

    def __rich__(self) -> Any:
        return _hooks.rich_of(self)

    def _repr_svg_(self) -> str:
        """Return the picture as SVG, for notebooks."""
        picture: str = _hooks.picture_of(self)
        return picture

    def save(self, path: str | PathLike[str]) -> None:
        """Write the drawing to a file: a picture as SVG, PNG or PDF, or text.

        An existing file is replaced when the new one is complete. For the options of a medium, such
        as the theme, write the result of `pandoku.svg`, `pandoku.png` or `pandoku.draw.pdf`.

        Args:
            path: Path of the file, which ends in .svg, .png, .pdf or .txt.

        Raises:
            ValueError: The path has another ending.
            MissingExtraError: The extra "png" or "print" is not installed.
            OSError: The file cannot be written.
        """
        _hooks.save_drawing(self, path)

    def without_coordinates(self) -> Drawing:
        """Return the drawing without the numbers of its rows and columns."""
        return replace(self, texts=tuple(t for t in self.texts if t.role != "coordinate"))
