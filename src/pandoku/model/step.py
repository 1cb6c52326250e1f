"""Step: one deduction and the facts that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pandoku.model.geometry import House

__all__ = ["CageFact", "Facts", "Link", "Step"]


class Link(NamedTuple):
    """A link of a chain between two nodes.

    Attributes:
        start, end: The nodes, each as its candidates (cell, digit): one candidate, or several of
            one digit in one house. A node is true if one of its candidates is.
        strong: True for a strong link: if the start is false, the end is true. False for a weak
            link: if the start is true, the end is false.
        house: The house in which the link holds, or None if it holds within a cell.
    """

    start: tuple[tuple[int, int], ...]
    end: tuple[tuple[int, int], ...]
    strong: bool
    house: House | None = None


class CageFact(NamedTuple):
    """A cage that a step relies on, and how it can still be filled.

    It has the fillings if they are few, otherwise the combinations if those are few. Both are
    empty if both are many or neither matters to the step.

    Attributes:
        cage: An index into `Puzzle.cages`.
        fillings: The ways to fill the cage, each with one digit per cell, in the cage's order.
        combinations: Sets of digits, each ascending, regardless of their cells; only for a cage
            whose digits all differ.
    """

    cage: int
    fillings: tuple[tuple[int, ...], ...] = ()
    combinations: tuple[tuple[int, ...], ...] = ()

    @property
    def digits(self) -> tuple[tuple[int, ...], ...]:
        """The digits of each combination or filling, ascending, in order and without duplicates."""
        ways = self.combinations or self.fillings
        return tuple(dict.fromkeys(tuple(sorted(way)) for way in ways))


@dataclass(frozen=True, slots=True)
class Facts:
    """The proof of a step, in the order in which a teacher would point it out.

    Attributes:
        cells: (cell, role), role such as "pattern", "fin", "pivot".
        candidates: (cell, digit, role), role such as "proves", "goes", "on", "off".
        houses: The houses used.
        cages: The cages used, each with its remaining fillings or combinations.
        links: The links of a chain, in order.
        branches: For each assumption tried, the steps that follow from it. The first of each is
            the assumption itself, as a step of the technique "assumption".
        steps: The steps that this one relies on.
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
        facts: The facts that prove it.
    """

    technique: str
    placements: tuple[tuple[int, int], ...] = ()
    eliminations: tuple[tuple[int, int], ...] = ()
    facts: Facts = Facts()
