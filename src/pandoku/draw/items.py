"""The parts of a drawing list.

Coordinates are in cells: x runs right, y runs down, and (0, 0) is the grid's upper left corner.
Most items have a role; the output medium decides what a role looks like.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from pandoku import _hooks
from pandoku.model.decoration import Decoration

__all__ = [
    "ARROWS",
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

# For the parts of a step's pattern: each style has its own color, shape and sign.
STYLES = ("a", "b", "c", "d", "e", "f")

# Signs of the legend that are drawn between candidates, which a terminal has no room for.
ARROWS = ("order", "leads", "ends")


@dataclass(frozen=True, slots=True)
class Fill:
    """A shaded rectangle of whole cells, or a stripe of a cell that has several colors.

    Roles: "extra" (part of an extra house), "house" (a house that a step uses), "cover" (one of
    another kind than the first, such as the columns of a fish in rows), "highlight" (a highlighted
    cell), one of `STYLES` (a part of a step's pattern), "seen" (a cell that a step also uses),
    "placed" (where a step places a digit), "color-1" to "color-9" (a player's).
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
    (any other cage's border), "box" (boxes and regions), "box-in-cage" (where a cage runs across a
    box's border), "frame". "told" is the border of a cage that a step uses.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    role: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text.

    Roles: "given", "digit", "placed" (by the step) and "candidate" (all four centered on x, y),
    "corner", "center" (a player's marks, centered), "clue" (its upper left corner is at x, y),
    "tag" (the letter of a color; its lower right corner is at x, y), "coordinate" (the number
    of a row or column, centered beside the grid), "label" (the name of a house, centered on its
    border) and "order" (the place of a candidate in a chain; x, y is the candidate's).

    Attributes:
        style: For a candidate that is part of a pattern, one of `STYLES`, or several of them joined
            by spaces; "placed" for one that the step places; "named" for a coordinate of a line
            that the step uses; or "".
        struck: Whether the step eliminates it.
    """

    x: float
    y: float
    text: str
    role: str
    style: str = ""
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Ring:
    """A border around the candidates of a node, from (x1, y1) to (x2, y2), at the distance *r*."""

    x1: float
    y1: float
    x2: float
    y2: float
    r: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A link as a quadratic Bézier curve from (x1, y1) to (x2, y2) with control point (cx, cy).

    Roles: "strong" and "weak"; in branches, and in chains with links of cages, "leads" (to what is
    true) and "ends" (at what is false in the end). The end has an arrowhead.
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
    """A constraint other than a cage.

    Attributes:
        parts: What it looks like (see `pandoku.model.decoration`); () for a rule about all cells.
        name: Its kind with its values: "difference 3".
        text: Its cells, or its rule if it is about all cells.
        rule: Its rule as a sentence, or "".
    """

    parts: tuple[Decoration, ...]
    name: str
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Key:
    """A line of the legend.

    Attributes:
        sign: What it explains: "cell", "candidate", "both" (a cell and candidates of one style),
            "placed", "goes", "house", "cover", "cage", "strong", "weak", "leads", "ends", "order",
            "ring", "corner", "center" or "rule" (of a kind of constraints, with `parts`).
        style: One of `STYLES` or "seen", where the sign has one.
        text: What it means.
        where: The cells or candidates that it explains, for media without colors, or "".
        parts: A sample of what a kind of constraints looks like, or ().
    """

    sign: str
    style: str
    text: str
    where: str = ""
    parts: tuple[Decoration, ...] = ()


class Term(NamedTuple):
    """A number of a calculation, or a sign such as "−", with what it stands for below it, or ""."""

    text: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sum:
    """A calculation below the grid: numbers and signs by turns, such as 45 − 17 − 24 = 4."""

    terms: tuple[Term, ...]

    def groups(self) -> list[tuple[Term, ...]]:
        """Return the terms in groups that stay on one line.

        A sign stays with the number after it, and the result with the number before it.
        """
        first, *rest = self.terms
        pairs = [tuple(rest[at : at + 2]) for at in range(0, len(rest), 2)]
        if len(pairs) > 1:
            pairs[-2:] = [pairs[-2] + pairs[-1]]
        return [(first,), *pairs]

    def lines(self, width_of: Callable[[Term], float], limit: float) -> list[list[Term]]:
        """Return the terms in lines of at most *limit*, or of one group.

        Args:
            width_of: Returns how much of a line a term takes.
            limit: In the same unit.
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


@dataclass(frozen=True, slots=True, repr=False)
class Drawing:
    """A drawing list.

    Attributes:
        order: The grid is order x order cells.
        title: What is drawn, in words, for readers who cannot see it.
        fills, lines, texts: Painted in the order fills, shapes of constraints, lines, their dots
            and signs, rings, curves, texts.
        rings, curves: The nodes and links of a chain.
        legend: What the colors and signs mean; of a puzzle, the rules of its shapes.
        caption: What stands below the picture: a step, or the rules that no shape shows; or "".
        description: What the picture shows, in sentences, or "".
        sums: The calculations of the step.
        shapes: The constraints other than cages.
        symbols: As in `Puzzle.symbols`: how texts name the digits.
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
    shapes: tuple[Shape, ...] = ()
    symbols: str = ""

    def __repr__(self) -> str:
        return f"Drawing({self.title!r})"

    def __str__(self) -> str:
        return _hooks.text_of(self)

    def __rich__(self) -> Any:
        return _hooks.rich_of(self)

    def _repr_svg_(self) -> str:
        """Return the SVG picture, for notebooks."""
        picture: str = _hooks.picture_of(self)
        return picture

    def without_coordinates(self) -> Drawing:
        """Return the drawing without the numbers of its rows and columns."""
        return replace(self, texts=tuple(t for t in self.texts if t.role != "coordinate"))
