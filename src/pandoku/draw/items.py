"""The parts of a drawing list.

Coordinates are in cells: x to the right, y down, (0, 0) the grid's upper left corner. Everything
has a role, and the medium decides what a role looks like.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["STYLES", "Curve", "Drawing", "Fill", "Key", "Line", "Ring", "Text"]

# For the parts of a step's pattern: each style has a colour, a shape and a sign of its own.
STYLES = ("a", "b", "c", "d", "e", "f")


@dataclass(frozen=True, slots=True)
class Fill:
    """A shaded rectangle of whole cells, or a stripe of a cell in a player's colour.

    Roles: "extra" (of an extra house), "house" (a house that a step uses), "highlight" (a cell
    to point at), one of `STYLES` (a part of a step's pattern), "seen" (what a step also looks
    at), "placed" (where a step places a digit), "colour-1" to "colour-9" (a player's).
    """

    x: float
    y: float
    role: str
    width: float = 1
    height: float = 1


@dataclass(frozen=True, slots=True)
class Line:
    """A horizontal, vertical or diagonal line, from its upper or left end.

    Roles, thin to strong: "diagonal", "cell", "sum" (the border of a killer cage, inset), "cage"
    (any other cage's border), "box" (boxes, regions), "box-in-cage" (where a cage runs across a
    box's border), "frame"; "told" (the border of a cage that a step uses).
    """

    x1: float
    y1: float
    x2: float
    y2: float
    role: str


@dataclass(frozen=True, slots=True)
class Text:
    """A text.

    Roles: "given", "digit", "placed" (by the step), "candidate" (all four centred on x, y),
    "corner", "centre" (a player's marks, centred), "clue" (its upper left corner is at x, y), and
    "tag" (the letter of a player's colour; its lower right corner is at x, y).

    Attributes:
        style: One of `STYLES` for a candidate that is part of a pattern, "placed" for one that
            the step places, or "".
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
    """A rounded border around candidates that stand together, from corner to corner."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Curve:
    """A link as a quadratic curve from (x1, y1) to (x2, y2), drawn towards (cx, cy).

    Roles: "strong" and "weak". The end has an arrowhead.
    """

    x1: float
    y1: float
    cx: float
    cy: float
    x2: float
    y2: float
    role: str


@dataclass(frozen=True, slots=True)
class Key:
    """A line of the legend.

    Attributes:
        sign: What it explains: "cell", "candidate", "both" (a cell and candidates of one style),
            "placed", "goes", "house", "cage", "strong", "weak", "ring", "corner" or "centre".
        style: One of `STYLES` or "seen", where the sign has one.
        text: What it means.
        where: The cells or candidates it stands for, for media without colours, or "".
    """

    sign: str
    style: str
    text: str
    where: str = ""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The list.

    Attributes:
        order: The grid is order x order cells.
        title: What is drawn, in words, for those who cannot see it.
        fills, lines, texts: In the order to paint them: fills, lines, rings, curves, texts.
        rings, curves: The nodes and links of a chain.
        legend: What the colours and signs mean.
        caption: A line below the picture, or "".
        description: What the picture shows, in sentences, or "".
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
