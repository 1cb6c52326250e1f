"""Step: one deduction and the facts that prove it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pandoku.model.geometry import House

__all__ = ["CageFact", "Facts", "Link", "Node", "Pair", "Step"]

Pair = tuple[int, int]  # a candidate or a placed digit: (cell, digit)
Node = tuple[Pair, ...]  # candidates of which one is true, or none: one, or several of a digit


class Link(NamedTuple):
    """A link of a chain between two nodes.

    Attributes:
        start, end: The nodes, each as its candidates (cell, digit): one candidate, or several of
            one digit in one house. A node is true if one of its candidates is.
        strong: True for a strong link: if the start is false, the end is true. False for a weak
            link: if the start is true, the end is false.
        house: The house in which the link holds, or None if it holds in a cell or by a constraint.
        cage: An index into `Puzzle.cages` if the link holds by the fillings of a cage, else None.
        alike: True for a link of a cage that goes from true to true (if it is strong), or from
            false to false (if it is weak).
        constraint: A position in `Puzzle.constraints` if the link, a weak one, holds by a
            constraint that is not a cage, else None.
    """

    start: Node
    end: Node
    strong: bool
    house: House | None = None
    cage: int | None = None
    alike: bool = False
    constraint: int | None = None

    @property
    def from_true(self) -> bool:
        """Whether the link leads from a true start, rather than from a false one."""
        return self.strong == self.alike


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
        branches: For each assumption tried, the steps that follow from it, nearest first; only
            those that the conclusion needs.
        steps: The steps that this one relies on.
        constraints: The constraints used that are not cages, as positions in `Puzzle.constraints`.

    A branch is a list of implications, each a Step with one placement (a candidate is true) or with
    eliminations (candidates are false). An implication names what it rests on, which earlier steps
    of its branch, or of the branches around it, have made true or false:

    - Technique "assumption", the first of each branch: one placement, or one elimination if the
      candidate is assumed false. It rests on nothing.
    - "naked-single": the candidate is the only one left in its cell. `candidates` has the others
      with the role "off".
    - "hidden-single": it is the only place left in `houses[0]`. `candidates` has the others with
      the role "off".
    - "weak-link": the eliminations are false because one candidate is true, which `candidates` has
      with the role "on". They share `houses[0]` with it; without a house, they share its cell.
    - "cage": the eliminations are false because of `cages[0]`. Each of its fillings with one of
      them has a candidate of the role "off"; or the cage repeats no digit, and `candidates` has the
      true one with the role "on".
    - "sum": the eliminations are false because of a sum. `houses`, less `cages` and the placed
      cells with the role "counted", leave a total for the cells "innie", less those "outie". Each
      way to make it with one of the eliminations has a candidate of the role "off".
    - Any other technique: a step as elsewhere, which eliminates candidates within the branch. Its
      `candidates` of the role "off" are those that had to be false for it. "house-fillings" has its
      eliminations with the role "contradiction" if they leave no way to fill the house at all. A
      nested chain is such a step with `branches` of its own, and the technique names what they
      prove: "contradiction-forcing-chain", "cell-forcing-chain" or "region-forcing-chain".

    A placement makes the other candidates of its cell, and those of its digit in its houses, false
    without steps of their own: "weak-link" steps may be left out.

    Chains start at the `candidates` of the role "source": one of them is true (the branches of a
    cell or a house lead to the same), or the only one is tried as true, or as true and as false.
    A contradiction has the role "contradiction": the candidates of a cell, which `cells` has too;
    the places of a digit in `houses[0]`; candidates of `cages[0]` of which each filling has one;
    or, without any of these, one candidate that the branch makes both true and false.
    """

    cells: tuple[tuple[int, str], ...] = ()
    candidates: tuple[tuple[int, int, str], ...] = ()
    houses: tuple[House, ...] = ()
    cages: tuple[CageFact, ...] = ()
    links: tuple[Link, ...] = ()
    branches: tuple[tuple[Step, ...], ...] = ()
    steps: tuple[Step, ...] = ()
    constraints: tuple[int, ...] = ()


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
