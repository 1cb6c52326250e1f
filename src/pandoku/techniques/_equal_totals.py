"""Constraints as parts with the same total, and the bounds of that total."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from pandoku.constraints import Arrow, DoubleArrow, LittleKiller, Zipper
from pandoku.model import Geometry, Puzzle, Total, digits_of, per_rules
from pandoku.techniques._sums import (
    Share,
    Team,
    bound_claims,
    bound_words,
    shares_of,
    teams_of,
    total_of,
)
from pandoku.words import Words, added, joined

__all__ = [
    "BoundSource",
    "Equation",
    "PartWays",
    "equation_of",
    "equations_of",
    "exact_words",
    "part_name",
    "rule_names",
    "several_cells",
    "source_words",
]

_MOST_NODES = 3000  # maximum number of digits tried for the ways of one part
_MOST_KNOWN = 500  # maximum number of results in the cache of each equation
_FEW_CELLS = 3  # up to this number of cells, a part is named by its cells


class BoundSource(NamedTuple):
    """A bound of the common total.

    Attributes:
        value: The bound.
        parts: The parts that prove it. Several parts lie in cells that see each other, and their
            total is shared equally. No parts: the total is the number of the clue.
        shares: The greatest or least total of these parts.
    """

    value: int
    parts: tuple[int, ...] = ()
    shares: tuple[Share, ...] = ()


# For each total of a part, its ways: the digits of the cells in order.
PartWays = dict[int, list[tuple[int, ...]]]


@dataclass(frozen=True, slots=True, eq=False)
class Equation:
    """Parts of a constraint that all have the same total.

    Constraints that share a part, such as two arrows from one circle, have one equation.

    Attributes:
        numbers: Positions of the constraints in `Puzzle.constraints`.
        geometry: The geometry of the grid.
        sight: For each cell of the grid, the cells that it sees.
        parts: The cells of each part.
        owners: The positions of the constraints that each part belongs to.
        factors: The factor of each cell that is not 1.
        total: The total, if the constraint states it.
        teams: The teams of each part.
        unions: Parts in one house, with the teams of all their cells.
        rests: The teams of a part without one of its cells.
        alike: Whether these are the teams of the part, apart from the cell.
        known: The results of `recall`.
        cells: The cells of all parts, each once.
    """

    numbers: tuple[int, ...]
    geometry: Geometry
    sight: Sequence[Sequence[int]]
    parts: tuple[tuple[int, ...], ...]
    owners: tuple[tuple[int, ...], ...]
    factors: dict[int, int]
    total: int | None
    teams: tuple[tuple[Team, ...], ...] = ()
    unions: tuple[tuple[tuple[int, ...], tuple[Team, ...]], ...] = ()
    rests: dict[tuple[int, int], tuple[Team, ...]] = field(default_factory=dict)
    alike: dict[tuple[int, int], bool] = field(default_factory=dict)
    known: dict[object, object] = field(default_factory=dict)
    cells: tuple[int, ...] = field(init=False)

    def __post_init__(self) -> None:
        cells = dict.fromkeys(cell for part in self.parts for cell in part)
        object.__setattr__(self, "cells", tuple(cells))

    def owner_of(self, *parts: int) -> int | None:
        """Return a constraint that all of the parts belong to, or None."""
        common = {*self.numbers}.intersection(*(self.owners[part] for part in parts))
        return min(common, default=None)

    def recall(self, key: object) -> object:
        """Return a stored result. If it is missing, make room for a new one."""
        if key not in self.known and len(self.known) >= _MOST_KNOWN:
            self.known.clear()
        return self.known.get(key)

    def shares(
        self, part: int, masks: Sequence[int], *, most: bool, without: int = -1
    ) -> tuple[Share, ...] | None:
        """Return the shares of the least or greatest total of a part, without one cell if named."""
        if without == -1:
            return shares_of(self.teams[part], masks, most=most)
        return shares_of(self._rest(part, without), masks, most=most)

    def _rest(self, part: int, cell: int) -> tuple[Team, ...]:
        """Return the teams of the other cells of a part."""
        if (part, cell) not in self.rests:
            cells = (each for each in self.parts[part] if each != cell)
            self.rests[part, cell] = _teams(cells, self.factors, self.geometry, self.sight)
        return self.rests[part, cell]

    def spare_needed(self, part: int, cell: int, masks: Sequence[int]) -> int | None:
        """Return a number that a bound must leave to spare, so that it does not limit a cell.

        This is the case if the least total of the part is less than a bound from above, or if its
        greatest total is more than a bound from below, by the number or more. None means that the
        teams of the part do not tell.
        """
        if (part, cell) not in self.alike:
            left = (tuple(each for each in team.cells if each != cell) for team in self.teams[part])
            rest = [each.cells for each in self._rest(part, cell)]
            self.alike[part, cell] = sorted(filter(None, left)) == sorted(rest)
        if not self.alike[part, cell]:
            return None
        mask = masks[cell]
        lowest = (mask & -mask).bit_length()
        return self.factors.get(cell, 1) * (mask.bit_length() - lowest)

    def bound(self, masks: Sequence[int], *, most: bool) -> BoundSource | None:
        """Return the strictest bound of the total, or None if a part cannot be filled."""
        if self.total is not None:
            return BoundSource(self.total)
        found = []
        for part in range(len(self.parts)):
            shares = self.shares(part, masks, most=most)
            if shares is None:
                return None
            found.append(BoundSource(total_of(shares), (part,), shares))
        for parts, teams in self.unions:
            shares = shares_of(teams, masks, most=most)
            if shares is None:
                return None
            total, n = total_of(shares), len(parts)
            found.append(BoundSource(total // n if most else -(-total // n), parts, shares))
        pick = min if most else max
        return pick(found, key=lambda source: source.value)

    def ways(self, part: int, masks: Sequence[int]) -> PartWays | None:
        """Return the ways of a part, or None if there are too many digits to try."""
        key = (part, *[masks[cell] for cell in self.parts[part]])
        if (stored := self.recall(key)) is not None:
            return stored or None  # type: ignore[return-value]
        found = self._filled(self.parts[part], masks)
        self.known[key] = found or {}
        return found or None

    def _filled(self, cells: Sequence[int], masks: Sequence[int]) -> PartWays | None:
        """Return all ways to fill some cells, or None if there are too many digits to try."""
        found, n_tries = PartWays(), 0
        factors = [self.factors.get(cell, 1) for cell in cells]
        # For each cell, the positions of the earlier cells that it sees.
        seen = [
            [at for at in range(n) if cells[at] in self.sight[cells[n]]] for n in range(len(cells))
        ]
        own = [masks[cell] for cell in cells]
        way = [0] * len(cells)

        def fill(n: int, total: int) -> bool:
            nonlocal n_tries
            if n == len(cells):
                found.setdefault(total, []).append(tuple(way))
                return True
            free = own[n]
            for at in seen[n]:
                free &= ~(1 << (way[at] - 1))
            for digit in digits_of(free):
                more = total + factors[n] * digit
                if self.total is not None and more > self.total:
                    break
                n_tries += 1
                if n_tries > _MOST_NODES:
                    return False
                way[n] = digit
                if not fill(n + 1, more):
                    return False
            return True

        return found if fill(0, 0) else None


@per_rules
def equations_of(puzzle: Puzzle) -> tuple[Equation, ...]:
    """Return the equations of all constraints of a puzzle."""
    sight, drafts = puzzle.sight, list[_Draft]()
    for number, constraint in enumerate(puzzle.further, len(puzzle.cages)):
        totals = [each for each in constraint.relations(puzzle) if isinstance(each, Total)]
        for parts, factors, total in _groups(totals):
            draft = _Draft(dict.fromkeys(parts, (number,)), factors, total)
            for other in drafts if total is None else ():
                if other.total is None and not {*parts}.isdisjoint(other.owners):
                    for part, numbers in draft.owners.items():
                        other.owners[part] = (*other.owners.get(part, ()), *numbers)
                    other.factors.update(factors)
                    break
            else:
                drafts.append(draft)
    return tuple(_equation(draft, puzzle, sight) for draft in drafts)


class _Draft(NamedTuple):
    """The contents of an equation: its parts with their owners, its factors and its total."""

    owners: dict[tuple[int, ...], tuple[int, ...]]
    factors: dict[int, int]
    total: int | None


def _equation(draft: _Draft, puzzle: Puzzle, sight: Sequence[Sequence[int]]) -> Equation:
    owners, factors, total = draft
    parts = tuple(owners)
    teams = tuple(_teams(part, factors, puzzle.geometry, sight) for part in parts)
    unions = []
    for house in puzzle.geometry.houses if total is None and not factors else ():
        inside = tuple(at for at, part in enumerate(parts) if {*part} <= {*house.cells})
        cells = tuple(cell for at in inside for cell in parts[at])
        if len(inside) > 1 and len({*cells}) == len(cells):
            unions.append((inside, (Team(cells),)))
    numbers = tuple(sorted({number for own in owners.values() for number in own}))
    return Equation(
        numbers,
        puzzle.geometry,
        sight,
        parts,
        tuple(owners.values()),
        factors,
        total,
        teams,
        tuple(unions),
    )


def _teams(
    cells: Iterable[int],
    factors: Mapping[int, int],
    geometry: Geometry,
    sight: Sequence[Sequence[int]],
) -> tuple[Team, ...]:
    """Divide the cells of a part into teams. A cell with a factor is a team."""
    cells = [*cells]
    plain = (cell for cell in cells if cell not in factors)
    scaled = (Team((cell,), factors[cell]) for cell in cells if cell in factors)
    return (*scaled, *teams_of(plain, geometry, sight))


def _groups(
    totals: Iterable[Total],
) -> Iterator[tuple[tuple[tuple[int, ...], ...], dict[int, int], int | None]]:
    """Yield the parts, the factors and the total of each equation."""
    groups: list[list[tuple[int, ...]]] = []
    factors: dict[int, int] = {}
    for relation in totals:
        if any(w != weights[0] * at for _, weights in relation.terms
               for at, w in enumerate(weights, 1)) or len(relation.targets) != 1:  # fmt: skip
            continue
        own = {cell: weights[0] for cell, weights in relation.terms}
        plus = tuple(cell for cell, factor in own.items() if factor > 0)
        minus = tuple(cell for cell, factor in own.items() if factor < 0)
        factors |= {cell: abs(factor) for cell, factor in own.items() if abs(factor) != 1}
        (target,) = relation.targets
        if plus and not minus:
            yield (plus,), {c: f for c, f in factors.items() if c in plus}, target
        elif plus and minus and target == 0:
            joined = [group for group in groups if plus in group or minus in group]
            groups = [group for group in groups if group not in joined]
            members = [each for group in joined for each in group]
            groups.append([*dict.fromkeys((*members, plus, minus))])
    for group in groups:
        cells = {cell for part in group for cell in part}
        if len(cells) == sum(map(len, group)):
            yield tuple(group), {c: f for c, f in factors.items() if c in cells}, None


# ---- words


def rule_names(w: Words) -> str:
    """Return the names of the constraints of a step, each once."""
    names: dict[str, str] = {}
    for number in w.step.facts.constraints:
        name = w.constraint(number)
        names.setdefault(w.plain(name), name)
    return joined(names.values()) if len(names) < 3 else w.constraints(w.step.facts.constraints)


def equation_of(w: Words) -> Equation:
    """Return the equation of a step."""
    cells, numbers = tuple(w.with_role("pattern")), w.step.facts.constraints
    found = (each for each in equations_of(w.puzzle) if each.numbers == numbers)
    return next(each for each in found if each.cells == cells)


def part_name(w: Words, equation: Equation, part: int) -> str:
    """Return the name of a part: "the circle r1c1", "the shaft", "r2c3 and r2c4"."""
    constraint, cells = w.puzzle.constraints[equation.owners[part][0]], equation.parts[part]
    if isinstance(constraint, Arrow):
        if {*cells} == {*constraint.bulb}:
            return f"the circle {w.cell(cells[0])}" if len(cells) == 1 else "the pill"
        return (
            "the shaft" if len(cells) > 1 and len(equation.parts) == 2 else several_cells(w, cells)
        )
    if isinstance(constraint, Zipper) and len(cells) == 1:
        return f"the center {w.cell(cells[0])}"
    if isinstance(constraint, LittleKiller):
        # The line of a step names the clue already.
        return "the diagonal" if w.is_brief else f"the diagonal from {w.cell(cells[0])}"
    if isinstance(constraint, DoubleArrow) and len(cells) > _FEW_CELLS:
        return "the line between the circles"
    return several_cells(w, cells)


def several_cells(w: Words, cells: Sequence[int]) -> str:
    """Return the names of a few cells, or the number of many: "six cells of row 1"."""
    if len(cells) <= _FEW_CELLS:
        return w.cells(cells)
    houses = w.common_houses(cells)
    place = f"of {w.house(houses[0])}" if houses else f"from {w.cell(cells[0])} on"
    return f"{w.number(len(cells))} cells {place}"


def exact_words(w: Words, equation: Equation, source: BoundSource) -> str:
    """Return the sentence that proves the common total, whose two bounds are equal."""
    cells = [cell for part in source.parts for cell in equation.parts[part]]
    if len(cells) == 1:
        text = f"{part_name(w, equation, source.parts[0])} is {source.value}"
        return w.said(text, *bound_claims(w, source.shares, most=True))
    digits = sorted(share.team.factor * d for share in source.shares for d in share.digits)
    n = len(source.parts)
    parts = f", in {w.number(n)} equal parts of {source.value}" if n > 1 else ""
    text = f"{several_cells(w, cells)} make {added(digits)}{parts}"
    return w.said(text, *bound_claims(w, source.shares, most=True))


def source_words(w: Words, equation: Equation, source: BoundSource, *, most: bool) -> str:
    """Return the sentence that proves a bound of the common total, without a full stop."""
    if len(source.parts) == 1:
        return bound_words(w, part_name(w, equation, source.parts[0]), source.shares, most=most)
    cells = [cell for part in source.parts for cell in equation.parts[part]]
    n, end = len(source.parts), "most" if most else "least"
    total = added(digit for share in source.shares for digit in share.digits)
    text = (
        f"{several_cells(w, cells)} make at {end} {total}, in {w.number(n)} equal parts of "
        f"at {end} {source.value}"
    )
    return w.said(text, *bound_claims(w, source.shares, most=most))
