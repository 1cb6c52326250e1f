"""Partners: the constraints at the symmetric places of a constraint, as the digits of a grid allow.

A symmetry maps the places of the picture to each other. The digits at the other places decide which
constraint is there: a number has another value, a thermometer may run the other way, and a white
dot may face a black one. If the digits allow nothing at one of these places, the constraint has no
partners, and is not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pandoku.constraints import Canvas, Dice
from pandoku.generation.mixes import Ingredient
from pandoku.model import Constraint
from pandoku.model.constraint import neighbor_pairs
from pandoku.symmetry.givens import cell_moves

__all__ = ["Partners", "possible_numbers"]

# Kinds of these forms have few places. Whatever the grid allows there is listed once.
_LISTED = ("border", "corner", "outside", "cell")


def possible_numbers(form: str, order: int, symmetry: str) -> tuple[int, ...] | None:
    """Return the possible numbers of signs of one form in a symmetric picture, ascending.

    Args:
        form: The form of a proposer.
        order: The n of an n x n grid.
        symmetry: A name from `pandoku.symmetry.GIVENS_SYMMETRIES`.

    Returns:
        The numbers, or None if any number may be possible, because the form has other places than
        cells, borders and corners.

    >>> possible_numbers("border", 2, "mirror-columns")
    (0, 1, 2, 3, 4)
    >>> possible_numbers("corner", 3, "rotate-180")
    (0, 2, 4)
    """
    n = order
    places: list[tuple[int, ...]]
    if form == "cell":
        places = [(cell,) for cell in range(n * n)]
    elif form == "border":
        places = [*neighbor_pairs(n)]
    elif form == "corner":
        starts = (cell for cell in range(n * n - n) if cell % n < n - 1)
        places = [(cell, cell + 1, cell + n, cell + n + 1) for cell in starts]
    else:
        return None
    moves, left, possible = cell_moves(n, symmetry), {*places}, 1  # bit k: there can be k signs
    for place in places:
        orbit = [place] if place in left else []
        for each in orbit:  # the loop appends to the list
            images = (tuple(sorted(move[cell] for cell in each)) for move in moves)
            orbit += [image for image in {*images} if image not in orbit]
        left.difference_update(orbit)
        possible |= possible << len(orbit)
    return tuple(k for k in range(len(places) + 1) if possible >> k & 1)


class Partners:
    """The partners of constraints in a full grid, under a symmetry.

    Args:
        canvas: The grid.
        symmetry: A name from `pandoku.symmetry.GIVENS_SYMMETRIES`.
        mix: The kinds that may be partners of each other if they have the same form.
        dice: The random choices.
    """

    def __init__(
        self, canvas: Canvas, symmetry: str, mix: Iterable[Ingredient], dice: Dice
    ) -> None:
        self._canvas = canvas
        self._moves = cell_moves(canvas.order, symmetry)
        # For the cells of each place, the constraints that the grid allows, kind by kind.
        self._listed: dict[tuple[str, tuple[int, ...]], list[tuple[str, Constraint]]] = {}
        unordered: dict[tuple[str, tuple[int, ...]], list[tuple[str, Constraint]]] = {}
        for each in mix:
            form = each.proposer.form
            if not self._moves or each.has_all or form not in _LISTED:
                continue
            for made in filter(None, each.proposer.propose(canvas, dice)):
                cells = made.cells_on(canvas.geometry)
                self._listed.setdefault((form, cells), []).append((each.name, made))
                unordered.setdefault((form, tuple(sorted(cells))), []).append((each.name, made))
        self._listed = unordered | self._listed

    def of(
        self, ingredient: Ingredient, constraint: Constraint
    ) -> list[tuple[str, Constraint]] | None:
        """Return a constraint and its partners, each with the name of its kind.

        Args:
            ingredient: The kind of the constraint.
            constraint: A constraint that the grid satisfies.

        Returns:
            The constraints of the orbit, the first of them *constraint* itself. None if the
            grid allows no constraint at one of the places.
        """
        orbit = [(ingredient.name, constraint)]
        places = {self._place(constraint)}
        for name, each in orbit:  # the loop appends to the list
            for move in self._moves:
                partner = self._partner(ingredient, name, each, move)
                if partner is None:
                    return None
                if (place := self._place(partner[1])) not in places:
                    places.add(place)
                    orbit.append(partner)
        return orbit

    def _place(self, constraint: Constraint) -> tuple[int, ...]:
        """Return the cells of a constraint. Clues at both ends of a line have different places."""
        cells = constraint.cells_on(self._canvas.geometry)
        is_clue = hasattr(constraint, "direction")
        return cells if is_clue else tuple(sorted(cells))

    def _partner(
        self, ingredient: Ingredient, name: str, constraint: Constraint, move: Sequence[int]
    ) -> tuple[str, Constraint] | None:
        """Return the constraint at the place where a move brings a constraint, or None."""
        proposer, canvas = ingredient.proposer, self._canvas
        if proposer.form in _LISTED:
            cells = tuple(move[cell] for cell in constraint.cells_on(canvas.geometry))
            # Kinds with clues at one end of a line have no clues at the other.
            alike = self._listed.get((proposer.form, cells)) or self._listed.get(
                (proposer.form, tuple(sorted(cells))), []
            )
            return next((each for each in alike if each[0] == name), alike[0] if alike else None)
        for image in self._images(constraint, move):
            read = proposer.read(image, canvas) if proposer.read else image
            if canvas.holds(read):
                return name, read
        return None

    def _images(self, constraint: Constraint, move: Sequence[int]) -> Iterator[Constraint]:
        """Yield the image of a constraint, and the image that runs the other way."""
        image = constraint.image(move, None)
        if image is None:
            return
        yield image
        names = image.CELL_FIELDS
        cells = [cell for name in names for cell in getattr(image, name)][::-1]
        fields = {}
        for name in names:
            n_cells = len(getattr(image, name))
            fields[name], cells = tuple(cells[:n_cells]), cells[n_cells:]
        yield replace(image, **fields)  # type: ignore[type-var]
