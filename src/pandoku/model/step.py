"""Steps: deductions, and the facts that prove them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pandoku.model.geometry import House

__all__ = ["CageFact", "Facts", "Link", "Node", "Pair", "Step"]

Pair = tuple[int, int]  # a candidate or a placed digit: (cell, digit)
Node = tuple[Pair, ...]  # one candidate, or several of one digit: true if one is true


class Link(NamedTuple):
    """A link of a chain between two nodes.

    Attributes:
        start, end: The nodes. A node is one candidate (cell, digit), or several candidates of one
            digit in one house. It is true if any of its candidates is true.
        strong: True for a strong link: if the start is false, the end is true. False for a weak
            link: if the start is true, the end is false.
        house: The house of the link, or None for a link in a cell or by a constraint.
        cage: Index into `Puzzle.cages` if the link follows from the fillings of a cage, else None.
        alike: True for a link through a cage whose two ends are both true (if the link is strong)
            or both false (if it is weak).
        constraint: Index into `Puzzle.constraints` if a weak link follows from a constraint other
            than a cage, else None.
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
        """True if the link applies to a true start, False if it applies to a false start."""
        return self.strong == self.alike


class CageFact(NamedTuple):
    """A cage that a step uses, and its remaining fillings.

    Fillings are listed if there are only a few. Otherwise combinations are listed if there are only
    a few. Both lists are empty if there are too many fillings and too many combinations, or if the
    step uses neither.

    Attributes:
        cage: Index into `Puzzle.cages`.
        fillings: The ways to fill the cage, each with one digit per cell, in the cage's order.
        combinations: The possible sets of digits, each ascending, for a cage whose digits all
            differ.
    """

    cage: int
    fillings: tuple[tuple[int, ...], ...] = ()
    combinations: tuple[tuple[int, ...], ...] = ()

    @property
    def digits(self) -> tuple[tuple[int, ...], ...]:
        """The digits of each combination or filling, each ascending, without duplicates."""
        ways = self.combinations or self.fillings
        return tuple(dict.fromkeys(tuple(sorted(way)) for way in ways))


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts that prove a step, in the order of a teacher's explanation.

    Attributes:
        cells: Pairs (cell, role), with a role such as "pattern", "fin" or "pivot".
        candidates: Triples (cell, digit, role), with a role such as "proves", "goes", "on" or
            "off".
        houses: The houses used.
        cages: The cages used, each with its remaining fillings or combinations.
        links: The links of a chain, in order.
        branches: For each assumption, the steps that follow from it and that the conclusion needs.
            Steps that are nearest to the assumption come first.
        steps: Earlier steps of the path that this step needs.
        constraints: The constraints used, apart from cages, as indices into `Puzzle.constraints`.

    A branch is a list of implications. Each implication is a Step with one placement (the candidate
    is true) or with eliminations (the candidates are false). Its facts name the premises, which
    earlier steps of the branch, or of the enclosing branches, have made true or false:

    - Technique "assumption", the first of each branch: one placement, or one elimination if the
      candidate is assumed to be false. It has no premises.
    - "naked-single": the placed candidate is the last in its cell. `candidates` has the other
      candidates of the cell with the role "off".
    - "hidden-single": the placed candidate is the last for its digit in `houses[0]`. `candidates`
      has the other candidates of the digit there with the role "off".
    - "weak-link": the eliminations are false because one candidate, with the role "on" in
      `candidates`, is true. The eliminations share `houses[0]` with this candidate, or its cell if
      there is no house.
    - "cage": the eliminations are false because of `cages[0]`. Each filling that contains one of
      the eliminations also contains a candidate with the role "off". If the cage does not repeat
      digits, `candidates` may instead have a true candidate with the role "on".
    - "sum": the eliminations are false because of a sum. `houses`, minus `cages` and the placed
      cells with the role "counted", leave a total for the cells with the role "innie" minus the
      cells with the role "outie". Each sum that uses one of the eliminations has a candidate with
      the role "off".
    - Any other technique: an ordinary step that eliminates candidates within the branch. The step
      requires that its `candidates` with the role "off" are false. In "house-fillings",
      eliminations with the role "contradiction" leave no way to fill the house. A nested chain is a
      step with further `branches`, and the technique names their result:
      "contradiction-forcing-chain", "cell-forcing-chain" or "region-forcing-chain".

    A placement makes the other candidates of its cell, and the same digit in its houses, false.
    "weak-link" steps for such eliminations may be omitted.

    Chains start at the `candidates` with the role "source". There are two cases. If the sources are
    all candidates of a cell, or of a digit in a house, one of them is true, and all branches lead
    to the same result. If there is a single source, it is assumed to be true, or first true and
    then false. A contradiction has the role "contradiction": the candidates of a cell, which is
    also in `cells`; the places of a digit in `houses[0]`; candidates of `cages[0]`, one in each
    filling; or otherwise one candidate that the branch makes both true and false.
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
        technique: Name of the technique, such as "naked-single".
        placements: Pairs (cell, digit) of candidates that are proved to be true.
        eliminations: Pairs (cell, digit) of candidates that are proved to be false.
        facts: The facts that prove the deduction.
    """

    technique: str
    placements: tuple[tuple[int, int], ...] = ()
    eliminations: tuple[tuple[int, int], ...] = ()
    facts: Facts = Facts()
