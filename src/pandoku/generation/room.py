"""Room: refuse constraints that find no place on any grid, before a long search for puzzles.

For most kinds, nothing proves that no grid has a place for them. So some grids are tried, always
the same. A kind that fits on none of them would hardly ever be found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.constraints import Canvas, Dice
from pandoku.errors import WishError
from pandoku.generation.adding import puzzle_with
from pandoku.generation.mixes import Ingredient
from pandoku.generation.partners import Partners
from pandoku.generation.pieces import MixPiece, proposed_pieces, sample_grids
from pandoku.generation.sampling import random_solution
from pandoku.generation.wishes import Wishes
from pandoku.model import Constraint, Geometry
from pandoku.registry import plain_name
from pandoku.words import joined

__all__ = ["check_room"]

_N_GRIDS, _N_GRIDS_OF_ORBITS, _N_GRIDS_OF_RULES = 24, 12, 5
_COVERING = ("area", "cell", "line")  # forms that never share a cell, unless lines may cross
# Constraints are only counted if they would cover this share of the cells with two cells each.
_MANY = 0.4
_OTHERS = ("rotate-180", "mirror-columns", "mirror-rows", "diagonal", "antidiagonal")


def check_room(wishes: Wishes, rules: Sequence[Constraint]) -> None:
    """Raise WishError if constraints of the request find no place in some grids.

    Kinds with all their signs need no place.

    Args:
        wishes: A request with constraints.
        rules: Its rules about all cells.
    """
    geometry, symmetry = wishes.geometry, wishes.mix_symmetry
    assert geometry is not None
    n = wishes.order
    placed = [
        each
        for each in wishes.mix
        if not each.has_all and each.proposer.form != "grid" and each.least > 0
    ]
    for each in placed:
        if _has_place(each, wishes, geometry, symmetry):
            continue
        if wishes.solution is not None and symmetry == "none":
            raise WishError(
                f"expected constraints that the requested solution allows, found {each.name}, "
                "which has no place in it; leave it out, or ask for another solution"
            )
        if symmetry == "none" or not _has_place(each, wishes, geometry, "none"):
            raise WishError(
                f"expected constraints with room on a {n}x{n} grid, found {each.name}: "
                f"{_N_GRIDS} random grids have no place for it; leave it out, or ask for a larger "
                "grid"
            )
        others = (other for other in _OTHERS if other != symmetry)
        able = next((o for o in others if _has_place(each, wishes, geometry, o)), None)
        raise WishError(
            f"expected a symmetry that {each.name} can have on a {n}x{n} grid, found {symmetry}: "
            f"{_N_GRIDS_OF_ORBITS} random grids have no place for it; ask for "
            f"{f'{able}, or for ' if able else ''}no symmetry"
        )
    _check_rules(placed, wishes, geometry, rules)
    _check_number([each for each in placed if each.proposer.form in _COVERING], wishes, geometry)


def _has_place(ingredient: Ingredient, wishes: Wishes, geometry: Geometry, symmetry: str) -> bool:
    return any(True for _ in _pieces(ingredient, wishes, geometry, symmetry))


def _pieces(
    ingredient: Ingredient, wishes: Wishes, geometry: Geometry, symmetry: str
) -> Iterator[MixPiece]:
    """Yield pieces of a kind on the solution of the request, or on some grids."""
    rows = [wishes.solution] if wishes.solution else sample_grids(geometry)
    n_grids = _N_GRIDS if symmetry == "none" else _N_GRIDS_OF_ORBITS
    for seed, row in enumerate(rows[:n_grids]):
        canvas, dice = Canvas(geometry, row), Dice(seed)
        has_partners = symmetry != "none"
        partners = Partners(canvas, symmetry, wishes.mix, dice) if has_partners else None
        yield from proposed_pieces(
            ingredient, canvas, dice, may_cross=wishes.crossings, partners=partners
        )


def _check_rules(
    placed: Sequence[Ingredient],
    wishes: Wishes,
    geometry: Geometry,
    rules: Sequence[Constraint],
) -> None:
    """Raise WishError if grids that obey the rules about all cells have no place for a kind."""
    if not rules or wishes.solution is not None:
        return
    ruled = puzzle_with(geometry, rules)
    missing, n_grids = [*placed], 0
    for seed in range(_N_GRIDS_OF_RULES):
        dice = Dice(seed)
        if not missing or (row := random_solution(ruled, dice)) is None:
            return
        canvas = Canvas(geometry, row)
        n_grids += 1
        missing = [
            each
            for each in missing
            if not any(proposed_pieces(each, canvas, dice, may_cross=wishes.crossings))
        ]
    if missing:
        names = joined([plain_name(each.NAME) for each in rules])
        raise WishError(
            f"expected constraints that fit together, found {missing[0].name} and {names}: "
            f"{n_grids} random grids with {names} have no place for {missing[0].name}; leave one "
            "out"
        )


def _check_number(placed: list[Ingredient], wishes: Wishes, geometry: Geometry) -> None:
    """Raise WishError if the requested numbers of constraints need more cells than there are."""
    n_placed = sum(each.least for each in placed)
    if wishes.crossings or 2 * n_placed < _MANY * wishes.n_cells:
        return
    least = {
        each.name: min(
            len(piece.constraints[0].cells_on(geometry))
            for piece in _pieces(each, wishes, geometry, "none")
        )
        for each in placed
    }
    n_covered = sum(each.least * least[each.name] for each in placed)
    if n_covered <= wishes.n_cells:
        return
    most = max(placed, key=lambda each: each.least * least[each.name])
    room = wishes.n_cells - (n_covered - most.least * least[most.name])
    possible = max(room // least[most.name], 1)
    raise WishError(
        f"expected {most.name} {possible} or fewer on a {wishes.order}x{wishes.order} grid, found "
        f"{joined(map(str, placed))}: each {most.name} covers at least {least[most.name]} cells, "
        "and no cell has two constraints"
    )
