"""The base class of every rule that people see and name, except houses.

A constraint is an immutable value. Its `relations` state the rule for engines. Its method `holds`
checks the rule independently, straight from the definition, so that tests can compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import Field, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

from pandoku.errors import PuzzleError
from pandoku.model.frozen import made_again
from pandoku.model.geometry import cell_name
from pandoku.model.grids import cells_of
from pandoku.model.whole import as_whole, number_word
from pandoku.registry import classes_in, field_types

if TYPE_CHECKING:
    from typing import Self

    from pandoku.model.decoration import Decoration
    from pandoku.model.geometry import Geometry
    from pandoku.model.puzzle import Puzzle
    from pandoku.model.relations import Relation

__all__ = [
    "CellsLike",
    "Constraint",
    "are_neighbors",
    "are_touching",
    "cell_defects",
    "flags_of",
    "gap_defects",
    "group_of",
    "image_of_line",
    "is_named",
    "is_placed",
    "listed_cells",
    "named_rules",
    "neighbor_pairs",
    "takes_many",
    "takes_numbers",
    "value_fields",
    "whole_of",
]


# The cells of a constraint, as numbers. Before `placed` is called, names and pairs are allowed as
# well.
CellsLike: TypeAlias = tuple[int, ...] | Any


class Constraint:
    """The base class of rules about some or all cells. Each subclass is a frozen dataclass.

    Cells are numbers 0..n*n-1. Before `placed` puts the constraint on a grid, the cells may also be
    names and pairs, as in `cells_of`. The cells of a line are in the order of the line.

    The fields of a subclass are plain values: whole numbers, texts, truth values and tuples of
    cells. Equality, hashing and JSON are derived from the fields.
    """

    __slots__ = ()

    NAME: ClassVar[str]
    NOUN: ClassVar[str] = ""  # noun in sentences, or "" if it is NAME
    HAS_SIZE: ClassVar[bool] = False  # True if labels count the cells: "six-cell thermometer"
    CELL_FIELDS: ClassVar[tuple[str, ...]] = ("cells",)
    UNORDERED: ClassVar[tuple[str, ...]] = ()  # fields whose cells are sorted
    # How a line of text without the names of two `CELL_FIELDS` is divided. "" means not at all.
    GROUPS: ClassVar[Literal["", "one and others", "halves"]] = ""
    DEPENDS_ON_OTHERS: ClassVar[bool] = False  # True if `relations` depend on other constraints
    RESTRICTS_DIGITS: ClassVar[bool] = True  # False if every grid satisfies the constraint
    IS_CHECKED: ClassVar[bool] = True  # False if searches cannot check the rule
    # Some parts of the cells obey the same rule, so a picture can show these parts while fog hides
    # the other cells. "start" means every part that begins at the start of a line, "steps" means
    # any consecutive cells, "cells" means any subset, and "" means that no part obeys the rule.
    TOLD_BY: ClassVar[Literal["", "start", "steps", "cells"]] = ""

    def __post_init__(self) -> None:
        """Sort the cells of unordered fields. Overriding methods call this method first."""
        for name in self.UNORDERED:
            cells = getattr(self, name)
            if is_placed(cells):
                object.__setattr__(self, name, tuple(sorted(cells)))

    def require_whole(self, name: str, least: int = 1) -> None:
        """Store the value of a field as an int. `__post_init__` calls this method.

        Raises:
            PuzzleError: The value is not a whole number of at least *least*.
        """
        object.__setattr__(self, name, whole_of(self.NAME, getattr(self, name), least))

    __reduce__ = made_again

    def placed(self, order: int) -> Self:
        """Return the constraint with its cells as numbers in a grid of the given order.

        Raises:
            PuzzleError: A cell is not in the grid.
        """
        changes: dict[str, tuple[int, ...]] = {}
        for name in self.CELL_FIELDS:
            given = getattr(self, name)
            if is_placed(given):
                continue  # cells outside the grid are reported by `defects`
            try:
                cells = cells_of(order, given)
            except PuzzleError as error:
                raise PuzzleError(f"{self.NAME}: {error.reason}") from None
            changes[name] = cells
        return replace(self, **changes) if changes else self  # type: ignore[type-var]

    def cells_on(self, geometry: Geometry) -> tuple[int, ...]:
        """Return the cells of the constraint, each once, or () for a rule about all cells."""
        if len(self.CELL_FIELDS) == 1:  # saves much of the time, and makes no difference
            return tuple(dict.fromkeys(getattr(self, self.CELL_FIELDS[0])))
        cells = (cell for name in self.CELL_FIELDS for cell in getattr(self, name))
        return tuple(dict.fromkeys(cells))

    def noun(self) -> str:
        """Return the noun in sentences, with the number or the size: "six-cell thermometer"."""
        noun = self.NOUN or self.NAME
        if not self.HAS_SIZE:
            return noun
        n_cells = len({cell for name in self.CELL_FIELDS for cell in getattr(self, name)})
        return f"{number_word(n_cells)}-cell {noun}"

    def nouns(self) -> str:
        """Return the plural noun for a list of places, or "" if each needs its own name."""
        return f"{self.NOUN or self.NAME}s"

    def spot(self, geometry: Geometry) -> str:
        """Return the place in a label, such as the first cell, or "" for a rule about all cells."""
        cells = _inside(self.cells_on(geometry), geometry)
        return geometry.name(cells[0]) if cells else ""

    def label(self, geometry: Geometry) -> str:
        """Return the name of the constraint for sentences: "six-cell thermometer at r1c3"."""
        spot = self.spot(geometry)
        return f"{self.noun()} at {spot}" if spot else self.noun()

    def short_label(self, geometry: Geometry) -> str:
        """Return the label without the kind if a number and a place are enough, else the label.

        Sentences use it in puzzles where no other kind of constraint has such labels.
        """
        return self.label(geometry)

    def heading(self) -> str:
        """Return the kind with its values: "slow thermometer", "difference 3".

        The text form of a constraint uses the same words (see
        `pandoku.constraints.constraint_text`).
        """
        words = [self.NAME]
        for each in value_fields(type(self)):
            value = getattr(self, each.name)
            if value is True:
                words.insert(0, each.name)
            elif value is not None and value is not False and value != ():
                if is_named(type(self), each.name):
                    words.append(each.name)
                words += map(str, value if isinstance(value, tuple) else (value,))
        return " ".join(words)

    def places(self, geometry: Geometry) -> str:
        """Return the names of the cells: "r1c1 r1c2", or "bulb r1c1, shaft r1c2 r1c3", or ""."""
        if len(self.CELL_FIELDS) < 2:
            return geometry.names(_inside(self.cells_on(geometry), geometry))
        parts = [
            (name, geometry.names(_inside(getattr(self, name), geometry)))
            for name in self.CELL_FIELDS
        ]
        return ", ".join(f"{name} {names}" for name, names in parts)

    def spoken_kind(self, geometry: Geometry) -> str:
        """Return the kind for `words_at`, with its values and its size: "five-cell renban"."""
        heading = self.heading()
        return heading.replace(self.NAME, self.noun(), 1) if self.HAS_SIZE else heading

    def words_at(self, cell: int, geometry: Geometry) -> str:
        """Return words about one of the cells, for a player who cannot see the drawing.

        They contain the values, and the cells that matter most here: the neighbors on a line, or
        the other cells of a small area.

        >>> from pandoku.constraints import Ratio
        >>> from pandoku.model import Geometry
        >>> Ratio((0, 1)).words_at(0, Geometry.sudoku(4))
        'black dot to r1c2'
        """
        kind, cells = self.spoken_kind(geometry), self.cells_on(geometry)
        if {*self.CELL_FIELDS} <= {*self.UNORDERED}:
            others = [each for each in cells if each != cell]
            if len(others) > _MOST_NAMED:
                return f"{kind} of {len(cells)} cells"
            return f"{kind} with {listed_cells(others, geometry)}" if others else kind
        line = [each for name in self.CELL_FIELDS for each in getattr(self, name)]
        beside = [pair for pair in pairwise(line) if cell in pair]
        near = dict.fromkeys(b if a == cell else a for a, b in beside)
        return f"{kind} to {listed_cells(near, geometry)}" if near else kind

    def rule(self, geometry: Geometry) -> str:
        """Return the rule as a sentence with its values, or "" if all of the kind have one rule.

        `pandoku.words.rule_sentences` then returns the sentence of the kind.
        """
        return ""

    def defects(self, geometry: Geometry) -> Iterator[str]:
        """Yield the reasons why the constraint is malformed or cannot be met in any grid."""
        yield from ()

    def first_defect(self, geometry: Geometry) -> str | None:
        """Return the first defect, or None if there are no defects."""
        return next(iter(self.defects(geometry)), None)

    def is_sound(self, geometry: Geometry) -> bool:
        """Return True if there are no `defects`. Only then may the methods below be called."""
        return self.first_defect(geometry) is None

    def relations(self, puzzle: Puzzle) -> tuple[Relation, ...]:
        """Return the rule as relations, for engines.

        Args:
            puzzle: The puzzle that has the constraint. Only its geometry is used, unless
                `DEPENDS_ON_OTHERS` is set. In that case, the puzzle's other constraints are also
                used: for example, the rule that all dots are given needs the dots.
        """
        raise NotImplementedError

    def holds(self, digits: Sequence[int], puzzle: Puzzle) -> bool:
        """Return whether a full grid satisfies the constraint, without using `relations`.

        Args:
            digits: The digits 1..n, row by row.
            puzzle: The puzzle that has the constraint.
        """
        raise NotImplementedError

    def image(self, cells: Sequence[int], digits: Sequence[int] | None) -> Self | None:
        """Return the constraint after a symmetry of the grid, or None if it has no counterpart.

        Args:
            cells: The new place of each cell.
            digits: For each digit d, the new digit at index d-1; or None if digits do not change.
        """
        raise NotImplementedError

    def moved(self, cells: Sequence[int]) -> Self:
        """Return the constraint with its cells moved. Subclasses use this in `image`.

        Args:
            cells: The new place of each cell.
        """
        places = {
            name: tuple(cells[cell] for cell in getattr(self, name)) for name in self.CELL_FIELDS
        }
        return replace(self, **places)  # type: ignore[type-var]

    def decorations(self, geometry: Geometry) -> tuple[Decoration, ...]:
        """Return the shapes that pictures show."""
        return ()


def value_fields(kind: type[Constraint]) -> tuple[Field[Any], ...]:
    """Return those fields of a kind of constraint that do not contain cells."""
    named = fields(kind)  # type: ignore[arg-type]  # constraints are dataclasses
    return tuple(field for field in named if field.name not in kind.CELL_FIELDS)


def flags_of(kind: type[Constraint]) -> tuple[str, ...]:
    """Return the names of those fields of a kind that are True or False."""
    types = field_types(kind)
    return tuple(each.name for each in value_fields(kind) if bool in classes_in(types[each.name]))


def takes_numbers(kind: type[Constraint], name: str) -> bool:
    """Return whether the value of a field is a number or several numbers."""
    return int in classes_in(field_types(kind)[name])


def takes_many(kind: type[Constraint], name: str) -> bool:
    """Return whether the value of a field is a tuple of several values."""
    return tuple in classes_in(field_types(kind)[name])


def is_named(kind: type[Constraint], name: str) -> bool:
    """Return whether a text must name a field before its value.

    The name is needed if a kind has several fields with numbers, or several fields with texts.
    """
    others = {each.name for each in value_fields(kind)}.difference(flags_of(kind))
    alike = [each for each in others if takes_numbers(kind, each) == takes_numbers(kind, name)]
    return name in others and len(alike) > 1


_MOST_NAMED = 4  # an area with more other cells is described by its number of cells


def listed_cells(cells: Iterable[int], geometry: Geometry) -> str:
    """Return the names of cells as a list in a sentence.

    >>> from pandoku.model import Geometry
    >>> listed_cells((0, 1, 5), Geometry.sudoku(4))
    'r1c1, r1c2 and r2c2'
    """
    *first, last = map(geometry.name, cells)
    return f"{', '.join(first)} and {last}" if first else last


def _inside(cells: Sequence[int], geometry: Geometry) -> list[int]:
    """Return the cells that are in the grid. `defects` reports cells outside the grid."""
    return [cell for cell in cells if 0 <= cell < geometry.n_cells]


def whole_of(kind: str, value: object, least: int = 1) -> int:
    """Check a value of a constraint, and return it as an int.

    Raises:
        PuzzleError: The value is not a whole number of at least *least*.
    """
    number = as_whole(value)
    if number is None or number < least:
        raise PuzzleError(
            f"{kind}: expected a whole number of at least {least}, found {value!r:.60}"
        )
    return number


def is_placed(cells: CellsLike) -> bool:
    """Return whether cells are a tuple of numbers, as in a placed constraint."""
    return type(cells) is tuple and set(map(type, cells)) <= {int}


def named_rules(constraints: Iterable[Constraint]) -> str:
    """Return a list of the kinds of constraints for a message, without duplicates.

    >>> from pandoku.model import Cage
    >>> named_rules([Cage("+", 3, (0, 1)), Cage("+", 5, (2, 3))])
    "the rule 'cage'"
    """
    names = [repr(name) for name in dict.fromkeys(each.NAME for each in constraints)]
    *rest, last = names
    return f"the rules {', '.join(rest)} and {last}" if rest else f"the rule {last}"


def are_touching(a: int, b: int, order: int) -> bool:
    """Return whether two cells share a side or a corner.

    >>> are_touching(0, 10, 9), are_touching(0, 8, 9), are_touching(0, 0, 9)
    (True, False, False)
    """
    (r, c), (s, d) = divmod(a, order), divmod(b, order)
    return max(abs(r - s), abs(c - d)) == 1


def are_neighbors(a: int, b: int, order: int) -> bool:
    """Return whether two cells share a side.

    >>> are_neighbors(0, 9, 9), are_neighbors(0, 10, 9)
    (True, False)
    """
    (r, c), (s, d) = divmod(a, order), divmod(b, order)
    return abs(r - s) + abs(c - d) == 1


def neighbor_pairs(order: int) -> Iterator[tuple[int, int]]:
    """Yield each pair of cells that share a side, the smaller cell first, in ascending order.

    >>> list(neighbor_pairs(2))
    [(0, 1), (0, 2), (1, 3), (2, 3)]
    """
    for cell in range(order * order):
        if cell % order < order - 1:
            yield cell, cell + 1
        if cell + order < order * order:
            yield cell, cell + order


def cell_defects(cells: Sequence[int], geometry: Geometry, least: int = 1) -> Iterator[str]:
    """Yield a defect if there are too few cells, or if cells are repeated or outside the grid.

    Args:
        cells: The cells of a constraint.
        geometry: The grid.
        least: Minimum number of cells.
    """
    n = geometry.order
    if len(cells) < least:
        yield f"expected at least {least} cell{'s' * (least != 1)}, found {len(cells)}"
    for cell in sorted({*cells}):
        if not 0 <= cell < n * n:
            yield f"expected cells 0..{n * n - 1}, found {cell}"
        elif (count := cells.count(cell)) > 1:
            yield f"expected each cell once, found {geometry.name(cell)} {count} times"


def gap_defects(cells: Sequence[int], geometry: Geometry) -> Iterator[str]:
    """Yield a defect for each pair of consecutive cells that do not touch."""
    n = geometry.order
    for a, b in pairwise(cells):
        if min(a, b) >= 0 and max(a, b) < n * n and a != b and not are_touching(a, b, n):
            names = cell_name(n, b), cell_name(n, a)
            yield "expected cells that touch, found {} after {}".format(*names)


def group_of(n: int, noun: str) -> str:
    """Return a noun for one or several things: "even cell", "group of two even cells".

    >>> group_of(1, "even cell"), group_of(2, "even cell")
    ('even cell', 'group of two even cells')
    """
    return noun if n == 1 else f"group of {number_word(n)} {noun}s"


def image_of_line(cells: Sequence[int], image: Sequence[int]) -> tuple[int, ...] | None:
    """Return a line after a symmetry of the grid, or None if its cells no longer touch."""
    order = round(len(image) ** 0.5)
    line = tuple(image[cell] for cell in cells)
    touch = all(are_touching(a, b, order) for a, b in pairwise(line))
    return line if touch else None
