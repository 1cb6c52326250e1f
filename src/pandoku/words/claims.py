"""What sentences claim about a board, as data: so each can be checked without reading English.

"The board" is the one before the step. Cells count from 0, digits from 1; houses are positions in
`Geometry.houses`, cages and other constraints in `Puzzle.constraints`, which has the cages first. A
claim is true if it holds of that board.
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
    """None of the digits is a candidate of any of the cells, which are empty."""

    cells: _Cells
    digits: _Digits


class Only(NamedTuple):
    """The cells have no candidates but these digits."""

    cells: _Cells
    digits: _Digits


class Open(NamedTuple):
    """Each of the digits is a candidate of each of the cells."""

    cells: _Cells
    digits: _Digits


class Needs(NamedTuple):
    """The house does not hold the digit yet."""

    house: int
    digit: int


class Places(NamedTuple):
    """In the house, the digit is a candidate only of these cells."""

    house: int
    digit: int
    cells: _Cells


class CageNeeds(NamedTuple):
    """Every filling of the cage has the digit."""

    cage: int
    digit: int


class CagePlaces(NamedTuple):
    """In the fillings of the cage, the digit stands only in these cells."""

    cage: int
    digit: int
    cells: _Cells


class Fillings(NamedTuple):
    """These are all the ways in which fillings of the cage fill the cells, in their order.

    Attributes:
        assuming: Candidates that the sentence supposes to be true.
    """

    cage: int
    cells: _Cells
    ways: tuple[_Digits, ...]
    assuming: _Pairs = ()


class Sets(NamedTuple):
    """These are all the sets of digits that fill the cage, each ascending."""

    cage: int
    sets: tuple[_Digits, ...]
    assuming: _Pairs = ()


class Total(NamedTuple):
    """The cells *plus* less the cells *minus* come to the total.

    It follows from the houses, the cages and the placed cells alone: their sums (or products, if
    *times*), added and subtracted, count each cell of *plus* once, each of *minus* once less than
    not at all, and no other.
    """

    plus: _Cells
    minus: _Cells
    total: int
    houses: tuple[int, ...]
    cages: tuple[int, ...]
    placed: _Cells
    times: bool = False


class NoTotal(NamedTuple):
    """With the assumed candidates, no candidates of the cells come to the total.

    Cells that share a house, or a cage without repeats, hold different digits.

    Attributes:
        without: Candidates that the sentence takes to be false.
    """

    assuming: _Pairs
    plus: _Cells
    minus: _Cells
    total: int
    times: bool = False
    without: _Pairs = ()


class Sees(NamedTuple):
    """The cell cannot hold the digit of any of the cells: by a house, or by a constraint."""

    cell: int
    cells: _Cells


class Inside(NamedTuple):
    """Each of the cells lies in each of the houses and cages."""

    cells: _Cells
    houses: tuple[int, ...]
    cages: tuple[int, ...] = ()


class Apart(NamedTuple):
    """The constraint makes the cell differ from each of the cells."""

    cell: int
    cells: _Cells
    constraint: int


class Allows(NamedTuple):
    """In every way to meet the constraint, each of the cells holds one of the digits.

    The ways are those with the candidates of the cells, where cells that see each other differ.
    """

    constraint: int
    cells: _Cells
    digits: _Digits


class OneOf(NamedTuple):
    """At least one of the candidates is true.

    Without all of them, these cells, houses and cages cannot all be completed; if none is named,
    the whole puzzle cannot.
    """

    candidates: _Pairs
    cells: _Cells = ()
    houses: tuple[int, ...] = ()
    cages: tuple[int, ...] = ()


class Holds(NamedTuple):
    """The cells hold at least *least* and at most *most* of the digits.

    It follows from the named houses and cages, each alone; without any, from the candidates of the
    cells and from the fact that cells in sight of each other differ.
    """

    cells: _Cells
    digits: _Digits
    least: int
    most: int
    houses: tuple[int, ...] = ()
    cages: tuple[int, ...] = ()


class Parity(NamedTuple):
    """The sum of the cells is odd, or even.

    The sums of the houses, the cages and the placed cells count each of the cells an odd number of
    times, and every other an even number. Where a cage subtracts, its sum has the parity of its
    target.
    """

    cells: _Cells
    is_odd: bool
    houses: tuple[int, ...]
    cages: tuple[int, ...]
    placed: _Cells


class Swaps(NamedTuple):
    """None of the cells is given; if they hold only the two digits, these may change places.

    Every house then has the same digits as before, and so has every cage.
    """

    cells: _Cells
    digits: tuple[int, int]


class Paired(NamedTuple):
    """Without these candidates, empty cells have two, and digits two places in each house."""

    candidates: _Pairs


class Linked(NamedTuple):
    """The link holds: its ends are not both false if it is strong, not both true if it is weak."""

    link: Link


class Follows(NamedTuple):
    """If all premises hold, so does the conclusion, by one cell, one house or one cage.

    Attributes:
        premises: (cell, digit, is_true), of which none is placed yet.
        conclusion: The same for what follows.
    """

    premises: tuple[tuple[int, int, bool], ...]
    conclusion: tuple[int, int, bool]


class Forces(NamedTuple):
    """If all premises hold, so does the conclusion, by the constraint and by what its cells see.

    Attributes:
        premises: (cell, digit, is_true), of which none is placed yet.
        conclusion: The same for what follows.
        constraint: A position in `Puzzle.constraints`.
    """

    premises: tuple[tuple[int, int, bool], ...]
    conclusion: tuple[int, int, bool]
    constraint: int


class Branch(NamedTuple):
    """What a chain within a chain supposes, and what its lines claim, in their order."""

    supposing: tuple[int, int, bool]
    claims: tuple[Claim, ...]


class Entails(NamedTuple):
    """If all premises hold, so does the conclusion, by a chain or by a pattern.

    By a chain: the suppositions of the branches leave no other case, each claim of a branch rests
    on what is known by then, and each branch reaches the conclusion or a contradiction. Every
    premise has a part in that. By a pattern, if there are no branches: with the opposite of the
    conclusion the named cells, houses and cages cannot all be completed.

    Attributes:
        premises: (cell, digit, is_true).
        conclusion: The same for what follows.
    """

    premises: tuple[tuple[int, int, bool], ...]
    conclusion: tuple[int, int, bool]
    cells: _Cells = ()
    houses: tuple[int, ...] = ()
    cages: tuple[int, ...] = ()
    branches: tuple[Branch, ...] = ()


class Impossible(NamedTuple):
    """With the assumed candidates, these cells, houses and cages cannot all be completed.

    Without any, the whole puzzle cannot.
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
    """The claim does not hold of the board."""

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
