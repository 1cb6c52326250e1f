"""Steps: deductions, and the facts that prove them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pandoku import _instead
from pandoku.model.geometry import House

__all__ = [
    "MOST_WAYS",
    "CageFact",
    "Facts",
    "Link",
    "Node",
    "Pair",
    "Step",
    "Ways",
    "joined_step",
]

Pair = tuple[int, int]  # a candidate or a placed digit: (cell, digit)
Node = tuple[Pair, ...]  # true if any of its candidates, which share a digit, is true


class Link(NamedTuple):
    """A link of a chain between two nodes.

    Attributes:
        start, end: The nodes. A node is one candidate (cell, digit), or several candidates of one
            digit in one house. It is true if any of its candidates is true.
        strong: True for a strong link: if the start is false, the end is true. False for a weak
            link: if the start is true, the end is false.
        house: The house of the link, or None for a link in a cell or by a constraint.
        cage: Index into `Puzzle.cages` if the link follows from the fillings of a cage, else None.
        alike: True for a link through a cage whose two ends are equal: if the start of a strong
            link is true, its end is true, and if the start of a weak link is false, its end is
            false.
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


MOST_WAYS = 12  # maximum number of ways in a fact, because nobody reads more


class Ways(NamedTuple):
    """All ways to fill some cells of a constraint, for a table beside the board.

    Attributes:
        constraint: Index into `Puzzle.constraints`.
        cells: The cells, in the order of the constraint.
        ways: The ways, at most `MOST_WAYS`, each with one digit per cell.
    """

    constraint: int
    cells: tuple[int, ...]
    ways: tuple[tuple[int, ...], ...]


class CageFact(NamedTuple):
    """A cage that a step uses, and its remaining fillings.

    If the cage has only a few fillings, `fillings` lists them. Otherwise, if it has only a few
    combinations, `combinations` lists them. Both are empty if there are too many to list, or if the
    step does not need a list.

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
        steps: The steps that this step joins, if there are several: chains of one technique that
            eliminate candidates of one cell, or one digit in one house, or steps for one cage. Each
            of them holds on the board before the step, and has its own facts.
        constraints: The constraints used, apart from cages, as indices into `Puzzle.constraints`.
        ways: The ways to fill cells of constraints, if a step lists them.

    A branch is a list of implications. Each implication is a Step with one placement (the candidate
    is true) or with eliminations (the candidates are false), or with both if a rule leaves few
    candidates. Its facts name the premises, which
    earlier steps of the branch, or of the enclosing branches, have made true or false. The
    technique determines where the facts name the premises:

    - "assumption", the first implication of each branch: one placement, or one elimination if the
      candidate is assumed to be false. An assumption has no premises.
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
    - "rule": the placements are true and the eliminations false because of `constraints[0]`. No way
      to meet it without the candidates with the role "off" contradicts them.
    - "sum": the eliminations are false because of a sum. Subtract `cages`, and the placed cells
      with the role "counted", from `houses`. The result is the total of the cells with the role
      "innie" minus the total of the cells with the role "outie". Each sum that uses one of the
      eliminations also uses a candidate with the role "off".
    - Any other technique: an ordinary step that eliminates candidates within the branch. The step
      requires that its `candidates` with the role "off" are false. In "house-fillings",
      eliminations with the role "contradiction" leave no way to fill the house. A nested chain is a
      step with further `branches`, and the technique names their result:
      "contradiction-forcing-chain", "cell-forcing-chain" or "region-forcing-chain".

    A placement makes all other candidates of its cell false. It also makes the same digit false in
    all cells that see it. "weak-link" steps for these eliminations may be omitted.

    Chains start at the `candidates` with the role "source". There are two cases. Several sources
    are all candidates of a cell, or all candidates of a digit in a house. One of these must be
    true, and all branches lead to the same result. A single source is assumed to be true in the
    first branch, and to be false in the second branch if there is one.

    The candidates of a contradiction have the role "contradiction". They are all candidates of a
    cell (which is also in `cells`), all places of a digit in `houses[0]`, or candidates of
    `cages[0]`, one in each filling. Otherwise there is one candidate that the branch makes both
    true and false.
    """

    cells: tuple[tuple[int, str], ...] = ()
    candidates: tuple[tuple[int, int, str], ...] = ()
    houses: tuple[House, ...] = ()
    cages: tuple[CageFact, ...] = ()
    links: tuple[Link, ...] = ()
    branches: tuple[tuple[Step, ...], ...] = ()
    steps: tuple[Step, ...] = ()
    constraints: tuple[int, ...] = ()
    ways: tuple[Ways, ...] = ()


@_instead.suggests
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

    @property
    def parts(self) -> tuple[Step, ...]:
        """The steps that this step joins, or only this step."""
        return self.facts.steps or (self,)

    @property
    def links(self) -> tuple[Link, ...]:
        """The links of all its chains, one chain after the other, without duplicates."""
        return tuple(dict.fromkeys(link for part in self.parts for link in part.facts.links))


def joined_step(steps: Sequence[Step]) -> Step:
    """Return one step with all changes of a list of steps (see `Facts.steps`).

    Args:
        steps: At least one step. None places a digit, and each holds on the first board. The
            technique of the last one is the technique of the result.
    """
    if len(steps) == 1:
        return steps[0]
    facts = [each.facts for each in steps]
    return Step(
        steps[-1].technique,
        eliminations=tuple(sorted({pair for each in steps for pair in each.eliminations})),
        facts=Facts(
            cells=tuple(dict.fromkeys(cell for each in facts for cell in each.cells)),
            candidates=tuple(dict.fromkeys(pair for each in facts for pair in each.candidates)),
            cages=tuple(dict.fromkeys(fact for each in facts for fact in each.cages)),
            steps=tuple(steps),
            constraints=tuple(dict.fromkeys(at for each in facts for at in each.constraints)),
        ),
    )
