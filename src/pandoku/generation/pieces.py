"""Pieces: constraints that fit a full grid, their places in the picture, and their information.

With a symmetry, a piece consists of the constraints of an orbit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations, islice, pairwise
from math import log2
from string import ascii_uppercase

from pandoku.constraints import Canvas, Dice, OutsideClue, proposer_of
from pandoku.generation.holding import SampledGrids
from pandoku.generation.mixes import Ingredient
from pandoku.generation.partners import Partners
from pandoku.kernel.generate import grids, keys
from pandoku.model import Constraint, Geometry, Tile
from pandoku.model.constraint import are_neighbors
from pandoku.registry import plain_name

__all__ = ["MixPiece", "bits_of_grid", "drawn_pieces", "proposed_pieces", "sample_grids"]

_N_POOL, _POOL_SEED = 192, 20_261
_N_PIECES, _TRIES_EACH = 60, 7  # pieces of a kind, and tries for each of them
# The same for drafts that begin with more givens than they need, and so with fewer constraints.
# For a requested number of constraints there are more pieces, because some of them have no room.
# A picture has room for few lines.
_N_PIECES_IF_EASY, _N_LINES_IF_EASY, _N_FOR_EACH = 36, 24, 5
_N_TRIES_OF_ORBITS = 3_000  # tries for all pieces of a kind if they are symmetric
_GRAIN = (
    16  # information is a whole number of sixteenths of a bit, so that it has no rounding errors
)
_LEAST_SAID = 4  # pieces that say less are not used


@dataclass(frozen=True, slots=True, eq=False)
class MixPiece:
    """A constraint that can be placed on a full grid, or all constraints of an orbit.

    Sets of cells and of places in the picture are bit masks. Places are the cells, the borders and
    corners between cells, and the cells around the grid.

    Attributes:
        names: The name of the kind of each constraint.
        constraints: The constraints.
        form: The part of the picture that it takes.
        takes: The places that it takes.
        bars: The places that no other piece may take.
        ink: The cells that its picture covers.
        spot: The cells that its picture covers or touches.
        reads: The cells whose digits decide whether a grid satisfies it.
        ends: The ends of its line, or 0.
        continued: The cells where another line would seem to continue its line.
        says: Its information in sixteenths of a bit: how few random grids satisfy it.
    """

    names: tuple[str, ...]
    constraints: tuple[Constraint, ...]
    form: str
    takes: int
    bars: int
    ink: int
    spot: int
    reads: int
    ends: int
    continued: int
    says: int

    def clashes_with(self, drawn: MixPiece) -> bool:
        """Return whether a piece that a setter has drawn is in the way of the piece.

        Cages may contain lines and signs. They may not overlap each other.
        """
        return (self.form == "area") == (drawn.form == "area") and self.overlaps(drawn)

    def overlaps(self, other: MixPiece) -> bool:
        """Return whether one of two pieces takes a place that the other bars."""
        return bool(other.takes & self.bars or other.bars & self.takes)

    def continues(self, other: MixPiece) -> bool:
        """Return whether lines of two pieces would look like one longer line."""
        return bool(other.ends & self.continued or other.continued & self.ends)

    def holds(self, row: tuple[int, ...], canvas: Canvas) -> bool:
        """Return whether a full grid satisfies the constraints."""
        return all(each.holds(row, canvas.puzzle) for each in self.constraints)


def bits_of_grid(order: int) -> int:
    """Return the information in a grid of an order, in sixteenths of a bit.

    There are 2^72.5 classic grids of order 9, and 2^24.8 of order 6. The formula is close to both.
    """
    return round(_GRAIN * 0.275 * order * order * log2(order))


def proposed_pieces(
    ingredient: Ingredient,
    canvas: Canvas,
    dice: Dice,
    *,
    may_cross: bool = False,
    begins_easy: bool = False,
    partners: Partners | None = None,
) -> Iterator[MixPiece]:
    """Yield different pieces of a kind that a grid satisfies: all of them if they are few.

    Args:
        ingredient: The kind.
        canvas: The grid.
        dice: The random choices.
        may_cross: Whether lines may cross each other.
        begins_easy: Whether the draft begins with more givens than it needs.
        partners: The partners of constraints, if the pieces must be symmetric.
    """
    proposals = ingredient.propose(canvas, dice)
    n_found, seen, pool = 0, set[Constraint](), _pool(canvas.geometry)
    n_pieces = _N_PIECES
    if begins_easy:
        n_pieces = min(max(_N_PIECES_IF_EASY, _N_FOR_EACH * ingredient.least), _N_PIECES)
    n_tries = _N_TRIES_OF_ORBITS if partners else n_pieces * _TRIES_EACH
    if begins_easy and ingredient.proposer.form == "line":
        n_pieces = max(_N_LINES_IF_EASY, min(n_pieces, _N_FOR_EACH * ingredient.least))
    for constraint in islice(proposals, n_tries):
        if constraint is None or constraint in seen:
            continue
        seen.add(constraint)
        orbit = partners.of(ingredient, constraint) if partners else [(ingredient.name, constraint)]
        if orbit is None:
            continue
        seen.update(each for _, each in orbit)
        form = ingredient.proposer.form
        parts = [
            _piece(name, form, each, canvas, pool, may_cross=may_cross) for name, each in orbit
        ]
        if min(part.says for part in parts) < _LEAST_SAID:
            continue
        piece = _together(parts)
        if piece is None:
            continue
        yield piece
        n_found += 1
        if n_found == n_pieces and not ingredient.has_all:
            return


def sample_grids(geometry: Geometry) -> list[tuple[int, ...]]:
    """Return random grids of a geometry, always the same, as rows of digits."""
    return [tuple(row) for row in _pool(geometry).rows]


def drawn_pieces(
    constraints: Iterable[Constraint], canvas: Canvas, *, may_cross: bool = False
) -> list[MixPiece]:
    """Return the pieces of the constraints that a setter has drawn, of any kind.

    The constraints must be sound. Rules about all cells, and rules that nobody checks, take no
    place.
    """
    pool = _pool(canvas.geometry)
    return [
        _piece(
            plain_name(each.NAME),
            _form_of(each, canvas),
            each,
            canvas,
            pool,
            may_cross=may_cross,
        )
        for each in constraints
    ]


def _form_of(constraint: Constraint, canvas: Canvas) -> str:
    """Return the part of the picture that a constraint takes."""
    kind = plain_name(constraint.NAME)
    if (proposer := proposer_of(kind)) is not None:
        return proposer.form
    cells = constraint.cells_on(canvas.geometry)
    if not constraint.IS_CHECKED or not cells or len(cells) == len(canvas.digits):
        return "grid"
    if all(b in canvas.touching[a] for a, b in pairwise(cells)):
        return "cell" if len(cells) == 1 else "line"
    return "area"


def _piece(
    name: str,
    form: str,
    constraint: Constraint,
    canvas: Canvas,
    pool: SampledGrids,
    *,
    may_cross: bool,
) -> MixPiece:
    geometry = canvas.geometry
    n, listed = geometry.order, constraint.cells_on(geometry)
    cells = sum(1 << cell for cell in listed)
    takes = bars = ink = ends = continued = 0
    spot = cells
    if form == "line":
        ink = cells
        is_open = listed[0] != listed[-1]
        for end, before in ((listed[0], listed[1]), (listed[-1], listed[-2])) * is_open:
            ends |= 1 << end
            continued |= sum(1 << near for near in canvas.beside[end])
            if (ahead := 2 * end - before) in canvas.touching[end]:
                continued |= 1 << ahead
        steps = sum(_between(a, b, n) for a, b in pairwise(listed))
        takes = cells | steps
        # Lines that cross share neither a step nor an end, so that each of them can be followed.
        bars = steps | ends if may_cross else takes
    elif form == "border":
        takes = bars = _between(listed[0], listed[1], n)
    elif form == "corner":
        takes = _between(listed[0], listed[-1], n)
        bars = takes | _corners_beside(listed, canvas)
    elif form == "outside":
        assert isinstance(constraint, OutsideClue)
        row, column = constraint.place(n)
        down, right = constraint.step
        spot = 1 << listed[0]
        takes = 1 << 4 * n * n + (row + 1) * (n + 2) + column + 1
        row, column = row + (len(listed) + 1) * down, column + (len(listed) + 1) * right
        bars = takes | (1 << 4 * n * n + (row + 1) * (n + 2) + column + 1) * bool(down and right)
    elif form == "cell":
        takes = bars = ink = cells
    elif form == "area":
        outer = ((a, b) for a in listed for b in canvas.beside[a] if b not in listed)
        ink = bars = cells
        takes = cells | sum({_between(a, b, n) for a, b in outer})
        first = 4 * n * n + (n + 2) ** 2
        letters = _letters(constraint, geometry) << first
        takes, bars = takes | letters, bars | letters
        if constraint.decorations(geometry):  # two gray areas side by side look like one
            first += len(ascii_uppercase)
            beside = sum({1 << near for cell in listed for near in canvas.beside[cell]})
            takes, bars = takes | cells << first, bars | (cells | beside) << first
    relations = constraint.relations(canvas.puzzle)
    reads = sum(1 << cell for cell in {cell for each in relations for cell in each.cells})
    n_held = pool.that_hold(relations).bit_count()
    says = round(_GRAIN * log2((len(pool.rows) + 1) / (n_held + 1)))
    own = (name,), (constraint,)
    return MixPiece(*own, form, takes, bars, ink, spot, reads, ends, continued, says)


def _together(parts: Sequence[MixPiece]) -> MixPiece | None:
    """Return the parts of an orbit as one piece, or None if they are in each other's way."""
    if any(one.overlaps(other) or one.continues(other) for one, other in combinations(parts, 2)):
        return None
    whole = parts[0]
    for part in parts[1:]:
        whole = replace(
            whole,
            names=whole.names + part.names,
            constraints=whole.constraints + part.constraints,
            takes=whole.takes | part.takes,
            bars=whole.bars | part.bars,
            ink=whole.ink | part.ink,
            spot=whole.spot | part.spot,
            reads=whole.reads | part.reads,
            ends=whole.ends | part.ends,
            continued=whole.continued | part.continued,
            says=whole.says + part.says,
        )
    return whole


def _letters(constraint: Constraint, geometry: Geometry) -> int:
    """Return the letters of areas that belong together, as a mask: A1 and A2 have bit 0."""
    tiles = (each for each in constraint.decorations(geometry) if isinstance(each, Tile))
    letters = {tile.text[0] for tile in tiles if tile.text and tile.text[0] in ascii_uppercase}
    return sum(1 << ascii_uppercase.index(letter) for letter in letters)


@lru_cache(maxsize=1 << 12)
def _between(a: int, b: int, order: int) -> int:
    """Return the place between two touching cells: their border or their corner.

    The places are numbered after the cells: borders to the right, borders below, and corners.
    """
    low, high = min(a, b), max(a, b)
    n_cells = order * order
    if are_neighbors(low, high, order):
        return 1 << (n_cells if high - low == 1 else 2 * n_cells) + low
    row, column = low // order, min(low % order, high % order)
    return 1 << 3 * n_cells + row * order + column


def _corners_beside(cells: Sequence[int], canvas: Canvas) -> int:
    """Return the corners next to the corner where cells meet, so that no circles are side by side.

    Args:
        cells: The cells around the corner.
        canvas: The grid.
    """
    places = 0
    for cell in cells:
        for near in canvas.touching[cell]:
            if near not in canvas.beside[cell]:
                places |= _between(near, cell, canvas.order)
    return places


@lru_cache(maxsize=16)
def _pool(geometry: Geometry) -> SampledGrids:
    """Return random grids of a geometry."""
    drawn = grids(geometry, keys(_POOL_SEED, range(_N_POOL)), threads=1)
    return SampledGrids([row for row in drawn if row[0]])
