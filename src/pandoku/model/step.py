"""Step: one deduction, with the facts that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pandoku.model.geometry import House

__all__ = ["Facts", "Link", "Step"]


class Link(NamedTuple):
    """A link of a chain between two nodes.

    Attributes:
        start, end: The nodes, each as its candidates (cell, digit): one, or several of one
            digit in one house; a node is true when one of its candidates is.
        strong: True: if the start is false the end is true. False: if the start is
            true the end is false.
        house: The house in which it holds, or None when it holds within a cell.
    """

    start: tuple[tuple[int, int], ...]
    end: tuple[tuple[int, int], ...]
    strong: bool
    house: House | None = None


@dataclass(frozen=True, slots=True)
class Facts:
    """What proves a step, in the order a teacher would point at it.

    Attributes:
        cells: (cell, role), role such as "pattern", "fin", "pivot".
        candidates: (cell, digit, role), role such as "proves", "goes", "on", "off".
        houses: The houses used.
        cages: (index into `Puzzle.cages`, the fillings left, one digit per cage cell). Of a cage
            whose digits differ and that has many, its sets of digits, ascending; () when these
            are many too, or do not matter.
        links: The links of a chain, in order.
        branches: For each assumption tried, the steps that follow from it. The first of each is
            the assumption itself, as a step of the technique "assumption".
        steps: Steps this one rests on.
    """

    cells: tuple[tuple[int, str], ...] = ()
    candidates: tuple[tuple[int, int, str], ...] = ()
    houses: tuple[House, ...] = ()
    cages: tuple[tuple[int, tuple[tuple[int, ...], ...]], ...] = ()
    links: tuple[Link, ...] = ()
    branches: tuple[tuple[Step, ...], ...] = ()
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One deduction.

    Attributes:
        technique: The technique's name, such as "naked-single".
        placements: (cell, digit) pairs that become certain.
        eliminations: (cell, digit) pairs that become impossible.
        facts: What proves it.
    """

    technique: str
    placements: tuple[tuple[int, int], ...] = ()
    eliminations: tuple[tuple[int, int], ...] = ()
    facts: Facts = Facts()
