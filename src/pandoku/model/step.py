"""Step: one deduction, with the facts that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pandoku.model.geometry import House

__all__ = ["CageFact", "Facts", "Link", "Step"]


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


class CageFact(NamedTuple):
    """A cage that a step rests on, and what it still says.

    Where there are few fillings, these; where they are many, its combinations; neither where both
    are many, or do not matter.

    Attributes:
        cage: An index into `Puzzle.cages`.
        fillings: The ways to fill it, each a digit for each of its cells, in the cage's order.
        combinations: Sets of digits, each ascending, whichever cells they go to; of a cage whose
            digits all differ.
    """

    cage: int
    fillings: tuple[tuple[int, ...], ...] = ()
    combinations: tuple[tuple[int, ...], ...] = ()

    @property
    def digits(self) -> tuple[tuple[int, ...], ...]:
        """The digits of each combination or filling, ascending; each once, in that order."""
        ways = self.combinations or self.fillings
        return tuple(dict.fromkeys(tuple(sorted(way)) for way in ways))


@dataclass(frozen=True, slots=True)
class Facts:
    """What proves a step, in the order a teacher would point at it.

    Attributes:
        cells: (cell, role), role such as "pattern", "fin", "pivot".
        candidates: (cell, digit, role), role such as "proves", "goes", "on", "off".
        houses: The houses used.
        cages: The cages used, each with what it still says.
        links: The links of a chain, in order.
        branches: For each assumption tried, the steps that follow from it. The first of each is
            the assumption itself, as a step of the technique "assumption".
        steps: Steps this one rests on.
    """

    cells: tuple[tuple[int, str], ...] = ()
    candidates: tuple[tuple[int, int, str], ...] = ()
    houses: tuple[House, ...] = ()
    cages: tuple[CageFact, ...] = ()
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
