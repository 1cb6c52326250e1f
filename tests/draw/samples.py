"""Constraints with any look, for combinations of shapes that no kind has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pandoku.model import (
    Constraint,
    Decoration,
    Disc,
    Geometry,
    Puzzle,
    Relation,
    Sign,
    Stroke,
    Tile,
)

__all__ = ["DISCS", "STROKES", "TILES", "Shown", "every_role", "shown"]

STROKES = (
    "thermometer", "slow-thermometer", "arrow", "between", "palindrome", "whisper", "renban",
    "nabner", "entropic", "modular", "parity", "groups", "sequence", "region-sum", "zipper",
    "double-arrow", "sum-line", "lockout", "pair", "automaton", "unknown-line",
)  # fmt: skip
DISCS = ("bulb", "slow-bulb", "ring", "end", "white", "black", "odd", "count", "unknown-disc")
TILES = ("even", "region", "clone", "extreme", "index", "diamond", "fog", "unknown-tile")


@dataclass(frozen=True, slots=True)
class Shown(Constraint):
    """A kind without a rule and with any decorations."""

    NAME: ClassVar[str] = "shown"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ()

    parts: tuple[Decoration, ...]

    def heading(self) -> str:
        return "shown"

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        return ()

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        return self.parts


def shown(*parts: Decoration) -> Puzzle:
    """Return a puzzle with a constraint that has these parts."""
    return Puzzle.sudoku(9).with_(Shown(parts))


def every_role() -> Puzzle:
    """Return a puzzle with a constraint for each role of decorations."""
    shapes: list[tuple[Decoration, ...]] = []
    for at, role in enumerate(STROKES):
        y, x = at % 9 + 0.5, at // 9 * 3 + 0.5
        line = Stroke(role, ((x, y), (x + 1, y), (x + 2, y)), has_head=role == "arrow")
        ends: tuple[Decoration, ...] = ()
        if role.endswith("thermometer"):
            ends = (Disc(role.replace("thermometer", "bulb"), ((x, y),), 0.425),)
        elif role in ("between", "double-arrow"):
            ends = (Disc("end", ((x, y),), 0.4), Disc("end", ((x + 2, y),), 0.4))
        elif role == "lockout":
            ends = (Tile("diamond", ((x, y), (x + 2, y)), 0.6),)
        shapes.append((line, *ends))
    for at, role in enumerate(TILES):
        size = 0.7 if role == "even" else 1.0
        text = "A" if role == "clone" else ""
        if role != "diamond":
            shapes.append((Tile(role, ((at % 3 + 6.5, at // 3 + 3.5),), size, text),))
    for at, role in enumerate(DISCS[6:]):
        shapes.append((Disc(role, ((at + 6.5, 6.5),), 0.36),))
    shapes += [
        (Disc("white", ((7, 7.5),), 0.15),),
        (Disc("black", ((8, 7.5),), 0.15, "3"),),
        (Disc("mark", ((6.5, 8),), 0.16, "V"),),
        (Disc("mark", ((7.5, 8),), 0.16, "XV"),),
        (Disc("quadruple", ((7, 7),), 0.25, "1 2 2 9"),),
        (Disc("quadruple", ((8, 7),), 0.25, "3 4"),),
        (Stroke("comparison", ((6.9, 8.4), (7.06, 8.5), (6.9, 8.6))),),
        (Stroke("comparison", ((8.4, 7.9), (8.5, 8.06), (8.6, 7.9))),),
        (Sign(0.5, -0.5, "24"), Stroke("diagonal", ((0.78, -0.22), (1, 0)), has_head=True)),
        (Sign(0.5, -0.5, "35"),),
        (Sign(0.5, -0.5, "7"),),
        (Sign(-0.5, 2.5, "10"),),
        (Sign(-0.5, 2.5, "3"),),
    ]
    return Puzzle.sudoku(9).with_(*map(Shown, shapes))
