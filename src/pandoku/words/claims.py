"""The claims of sentences about a board, as data that can be checked without reading English.

Each claim is about the board before the step. Cells are numbered from 0, and digits are numbered
from 1. A house is an index into `Geometry.houses`. A cage or another constraint is an index into
`Puzzle.constraints`, where cages come first.
"""

from __future__ import annotations

from typing import NamedTuple

from pandoku.model import Link

__all__ = [
    "Allows",
    "Apart",
    "Branch",
    "CageNeeds",
    "CagePlaces",
    "Claim",
    "Concludes",
    "Entails",
    "Fillings",
    "Follows",
    "Forces",
    "Gone",
    "Holds",
    "Impossible",
    "Inside",
    "Linked",
    "Needs",
    "NoTotal",
    "Not",
    "OneOf",
    "Only",
    "Open",
    "Paired",
    "Parity",
    "Placed",
    "Places",
    "RuleWays",
    "SameDigits",
    "Sees",
    "Sets",
    "Swaps",
    "Total",
]

_Cells = tuple[int, ...]
_Digits = tuple[int, ...]
_Pairs = tuple[tuple[int, int], ...]  # (cell, digit)


class Placed(NamedTuple):
    """The cell holds the digit."""

    cell: int
    digit: int


class Gone(NamedTuple):
    """The cells are empty, and none of the digits is a candidate of any of them."""

    cells: _Cells
    digits: _Digits


class Only(NamedTuple):
    """The cells have no candidates except these digits."""

    cells: _Cells
    digits: _Digits


class Open(NamedTuple):
    """Each of the digits is a candidate of each of the cells."""

    cells: _Cells
    digits: _Digits


class Needs(NamedTuple):
    """No cell of the house holds the digit yet."""

    house: int
    digit: int


class Places(NamedTuple):
    """No other cell of the house has the digit as a candidate."""

    house: int
    digit: int
    cells: _Cells


class CageNeeds(NamedTuple):
    """Every filling of the cage has the digit."""

    cage: int
    digit: int


class CagePlaces(NamedTuple):
    """No filling of the cage has the digit outside these cells."""

    cage: int
    digit: int
    cells: _Cells


class Fillings(NamedTuple):
    """The fillings of the cage have exactly these digits in the cells, in order.

    Attributes:
        assuming: Candidates that the sentence assumes to be true.
    """

    cage: int
    cells: _Cells
    ways: tuple[_Digits, ...]
    assuming: _Pairs = ()


class Sets(NamedTuple):
    """The fillings of the cage have exactly these sets of digits, each ascending."""

    cage: int
    sets: tuple[_Digits, ...]
    assuming: _Pairs = ()


class Total(NamedTuple):
    """The sum of the cells *plus* minus the sum of the cells *minus* is the total.

    This follows from the houses, the cages, the placed cells and the constraints alone. If their
    sums are added and subtracted, each cell is added as often as it is in *plus*, and subtracted as
    often as it is in *minus*. All other cells cancel out. If *times* is true, the claim is about
    products instead of sums.

    Attributes:
        constraints: Constraints apart from cages, such as arrows. Sandwiches and X-sums state a sum
            once their crusts or first cells are filled.
    """

    plus: _Cells
    minus: _Cells
    total: int
    houses: tuple[int, ...]
    cages: tuple[int, ...]
    placed: _Cells
    times: bool = False
    constraints: tuple[int, ...] = ()


class SameDigits(NamedTuple):
    """The cells *plus* hold each digit as often as the cells *minus*.

    This follows from the houses alone. If some are added and the others are subtracted, all other
    cells cancel out.
    """

    plus: _Cells
    minus: _Cells
    houses: tuple[int, ...]


class NoTotal(NamedTuple):
    """Under the assumptions, no choice of candidates for the cells makes the total.

    Cells that share a house, or a cage without repeats, hold different digits.

    Attributes:
        without: Candidates that the sentence assumes to be false.
    """

    assuming: _Pairs
    plus: _Cells
    minus: _Cells
    total: int
    times: bool = False
    without: _Pairs = ()


class Sees(NamedTuple):
    """A house or a constraint makes the cell differ from each of the cells."""

    cell: int
    cells: _Cells


class Inside(NamedTuple):
    """Each of the cells is in each of the houses and cages."""

    cells: _Cells
    houses: tuple[int, ...]
    cages: tuple[int, ...] = ()


class Apart(NamedTuple):
    """The constraint makes the cell differ from each of the cells."""

    cell: int
    cells: _Cells
    constraint: int


class Allows(NamedTuple):
    """In every way to satisfy the constraint, each of the cells holds one of the digits.

    A way chooses a candidate for each cell of the constraint, with different digits in cells that
    see each other.
    """

    constraint: int
    cells: _Cells
    digits: _Digits


class RuleWays(NamedTuple):
    """Each way to satisfy constraints and houses has one of these lists of digits in the cells.

    A way chooses a candidate for each cell of the constraints and the houses, with different digits
    in cells that see each other.

    Attributes:
        ways: The lists, or () if there is no way.
        assuming: Candidates that the sentence assumes to be true.
    """

    constraints: tuple[int, ...]
    cells: _Cells
    ways: tuple[_Digits, ...]
    houses: tuple[int, ...] = ()
    assuming: _Pairs = ()


class OneOf(NamedTuple):
    """At least one of the candidates is true.

    If all candidates were false, these cells, houses and cages could not all be completed. If no
    cells, houses or cages are named, the puzzle cannot be completed.
    """

    candidates: _Pairs
    cells: _Cells = ()
    houses: tuple[int, ...] = ()
    cages: tuple[int, ...] = ()


class Holds(NamedTuple):
    """The cells hold at least *least* and at most *most* of the digits.

    Each of the named houses and cages proves these bounds without the others. If no house or cage
    is named, the bounds follow from the candidates of the cells, and from the different digits of
    cells that see each other.
    """

    cells: _Cells
    digits: _Digits
    least: int
    most: int
    houses: tuple[int, ...] = ()
    cages: tuple[int, ...] = ()


class Parity(NamedTuple):
    """The sum of the cells is odd, or even.

    To prove this, the sums of the houses, the cages and the placed cells are added up. Each of the
    cells then occurs an odd number of times, and every other cell occurs an even number of times.
    The sum of a cage that subtracts has the same parity as its target.
    """

    cells: _Cells
    is_odd: bool
    houses: tuple[int, ...]
    cages: tuple[int, ...]
    placed: _Cells


class Swaps(NamedTuple):
    """If the cells hold only these two digits, the digits can be swapped, because no cell is given.

    Every house and every cage then has the same digits as before.
    """

    cells: _Cells
    digits: tuple[int, int]


class Paired(NamedTuple):
    """Without these candidates, each cell has two digits, and houses have two cells per digit."""

    candidates: _Pairs


class Linked(NamedTuple):
    """The ends of the link are not both false if it is strong, and not both true if it is weak."""

    link: Link


class Follows(NamedTuple):
    """One cell, one house or one cage is enough to derive the conclusion from the premises.

    Attributes:
        premises: (cell, digit, is_true) of each premise. No premise is placed yet.
        conclusion: (cell, digit, is_true) of the conclusion.
    """

    premises: tuple[tuple[int, int, bool], ...]
    conclusion: tuple[int, int, bool]


class Forces(NamedTuple):
    """The conclusion follows from the premises, the constraint, and the sight of its cells.

    Attributes:
        premises: (cell, digit, is_true) of each premise. No premise is placed yet.
        conclusion: (cell, digit, is_true) of the conclusion.
        constraint: Index into `Puzzle.constraints`.
    """

    premises: tuple[tuple[int, int, bool], ...]
    conclusion: tuple[int, int, bool]
    constraint: int


class Branch(NamedTuple):
    """One branch of a nested chain: its assumption, and the claims of its lines, in order."""

    supposing: tuple[int, int, bool]
    claims: tuple[Claim, ...]


class Entails(NamedTuple):
    """If all premises hold, the conclusion follows by a chain or by a pattern.

    If there are branches, the conclusion follows by a chain. The assumptions of the branches cover
    all cases, each claim of a branch follows from earlier claims, and each branch ends with the
    conclusion or a contradiction. Every premise is used. If there are no branches, the conclusion
    follows by a pattern: if it were false, the named cells, houses and cages could not all be
    completed.

    Attributes:
        premises: (cell, digit, is_true) of each premise.
        conclusion: (cell, digit, is_true) of the conclusion.
    """

    premises: tuple[tuple[int, int, bool], ...]
    conclusion: tuple[int, int, bool]
    cells: _Cells = ()
    houses: tuple[int, ...] = ()
    cages: tuple[int, ...] = ()
    branches: tuple[Branch, ...] = ()


class Impossible(NamedTuple):
    """Under the assumptions, these cells, houses and cages cannot all be completed.

    If no cells, houses or cages are named, the puzzle cannot be completed.
    """

    assuming: _Pairs
    cells: _Cells = ()
    houses: tuple[int, ...] = ()
    cages: tuple[int, ...] = ()


class Concludes(NamedTuple):
    """In every solution, the placements are true and the eliminations false."""

    placements: _Pairs
    eliminations: _Pairs


class Not(NamedTuple):
    """The negation of a claim: it is false for the board."""

    claim: Claim


Claim = (
    Placed
    | Gone
    | Only
    | Open
    | Needs
    | Places
    | CageNeeds
    | CagePlaces
    | Fillings
    | Sets
    | Total
    | NoTotal
    | Sees
    | Apart
    | Allows
    | RuleWays
    | SameDigits
    | Inside
    | OneOf
    | Holds
    | Parity
    | Swaps
    | Paired
    | Linked
    | Follows
    | Forces
    | Entails
    | Impossible
    | Concludes
    | Not
)
