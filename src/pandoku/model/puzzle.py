"""Puzzles: geometry, givens, cages, candidates and metadata from the source."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from inspect import signature
from itertools import chain
from typing import TYPE_CHECKING, Any, SupportsIndex, TypedDict

from pandoku import _hooks, _instead
from pandoku.errors import PandokuError, PuzzleError
from pandoku.model.cage import Cage, CagesLike, calculated_cages, sum_cages
from pandoku.model.constraint import Constraint
from pandoku.model.frozen import FrozenMap, made_again
from pandoku.model.geometry import MAX_ORDER, Geometry, geometry_of, sight_of
from pandoku.model.grids import (
    GridLike,
    HasGrid,
    HousesLike,
    cell_of,
    digits_from,
    grid_from,
    refusal,
    regions_from,
    rows_of,
)
from pandoku.model.kept import per_rules
from pandoku.model.problems import Problem, find_errors, find_problems, in_brief
from pandoku.model.symbols import DIGITS, span_of, symbols_from
from pandoku.model.whole import as_whole, parts_of

if TYPE_CHECKING:
    from typing import Unpack

__all__ = ["About", "Puzzle"]


_ABOUT = ("id", "kind", "title", "author", "source", "words")


class About(TypedDict, total=False):
    """Attributes of `Puzzle`, other than rules, that named constructors accept by keyword."""

    symbols: str

    solution: GridLike | None
    id: str | None
    kind: str | None
    title: str | None
    author: str | None
    source: str | None
    words: str | None


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class Puzzle(metaclass=_instead.NamesCalls):
    """A puzzle of any kind, as a value. Its rules are its houses, cages and other constraints.

    `Puzzle.sudoku`, `latin`, `kenken`, `killer` and `jigsaw` create a puzzle of a certain kind from
    a grid. `Puzzle(...)` also accepts a grid, which becomes a Sudoku, or a text in any format.

    Puzzles are equal if their geometry, givens, candidates, cages and other constraints are equal.
    `==` ignores the order of cages and of cells in a cage, and all other attributes (id, kind,
    title, author, source, words, solution, extra and symbols). Use `in_full` to compare all
    attributes. Constraints are compared as they are written: `whisper 5 r1c1 r1c2` differs from
    `whisper r1c1 r1c2`, although 5 is the usual value on a 9x9.

    Attributes:
        geometry: The shape. An int means the Sudoku of that order. With cages, an int is refused if
            the order has boxes, because the puzzle could be a Killer with boxes or a KenKen without
            boxes.
        givens: The printed digits, row-major, 0 for empty; () means no givens. The constructor
            accepts any form of `GridLike`.
        cages: The cages, which may overlap and need not cover the grid.
        candidates: A mask for each cell (bit d-1 is digit d) if the puzzle limits candidates, else
            None. A puzzle may have candidates without any givens. A mask of 0 is accepted here, but
            reported by `problems`.
        solution: The solution according to the source, or None.
        id, kind, title, author, source: Metadata from the source. `kind` is the name that the
            source uses.
        extra: Data in the source that pandoku does not interpret but can write back.
        further: The constraints that are not cages: thermometers, dots, ... (see
            `pandoku.constraints`). The property `constraints` also includes the cages.
        words: The rules in the words of the source, if the puzzle has exactly one solution even
            without these rules. Otherwise the rules are stored as a constraint,
            `pandoku.constraints.RulesInWords`.
        symbols: The n characters that the source uses for the digits 1..n, in order, or "" for the
            usual characters. With "012345678", the digit 1 is written as 0. All pictures and
            sentences use these characters. Accepts spans, as in `pandoku.model.symbols_from`.

    Raises:
        PuzzleError: A part has the wrong length or type, a mask has a bit above the highest digit,
            or there are symbols together with a rule that calculates with digits. Defects of the
            puzzle itself, such as equal givens in a row, do not raise an error here. The method
            `problems` lists these defects.
        FormatError: A text is malformed or in an unknown format.

    >>> Puzzle(4, (1, 0, 0, 0) + (0,) * 12)
    Puzzle(4x4, boxes 2x2, 1 given)
    """

    geometry: Geometry
    givens: tuple[int, ...] = ()
    cages: tuple[Cage, ...] = ()
    candidates: tuple[int, ...] | None = None
    solution: tuple[int, ...] | None = None
    id: str | None = None
    kind: str | None = None
    title: str | None = None
    author: str | None = None
    source: str | None = None
    extra: FrozenMap = field(default_factory=FrozenMap)
    further: tuple[Constraint, ...] = ()
    words: str | None = None
    symbols: str = ""

    if TYPE_CHECKING:
        # The constructor converts arguments of other types, so its annotations differ from the
        # attributes.
        def __init__(
            self,
            geometry: Geometry | int | GridLike | Puzzle,
            givens: GridLike = (),
            cages: Iterable[Cage] = (),
            candidates: GridLike | None = None,
            solution: GridLike | None = None,
            id: str | None = None,
            kind: str | None = None,
            title: str | None = None,
            author: str | None = None,
            source: str | None = None,
            extra: Mapping[str, object] = ...,
            further: Iterable[Constraint] = (),
            words: str | None = None,
            symbols: str = "",
        ) -> None: ...

    __reduce__ = made_again

    def __post_init__(self) -> None:
        put = object.__setattr__
        if not isinstance(self.geometry, Geometry):
            self._read_shape(self.geometry)
        geometry = self.geometry
        if self.symbols != "":
            put(self, "symbols", symbols_from(self.symbols, geometry.order))
        elif isinstance(self.givens, str):
            read = _hooks.read_puzzle(self.givens)
            put(self, "givens", read.givens)
            put(self, "symbols", read.symbols)
        put(self, "givens", _numbers("givens", self.givens, geometry, self.symbols))
        put(self, "cages", _cages(self.cages))
        if type(self.further) is not tuple or self.further:
            put(self, "further", _further(self.further, geometry.order))
        if self.candidates is not None:
            put(self, "candidates", _masks(self.candidates, geometry))
        if self.solution is not None:
            put(self, "solution", _numbers("solution", self.solution, geometry, self.symbols))
        for name in _ABOUT:
            if not isinstance(value := getattr(self, name), str | None):
                raise PuzzleError(f"expected a puzzle's {name} as a text, found {value!r:.60}")
        if not isinstance(self.extra, Mapping):
            raise PuzzleError(f"expected a puzzle's extra data by name, found {self.extra!r:.60}")
        if not isinstance(self.extra, FrozenMap):
            put(self, "extra", FrozenMap(self.extra))
        if self.symbols:
            self._refuse_numeric_rule()

    def _refuse_numeric_rule(self) -> None:
        """Raise PuzzleError if there are both symbols and a rule that calculates with digits."""
        rule = self.cages[0] if self.cages else self.numeric_rule
        if self.symbols and rule is not None:
            usual = span_of(DIGITS[: self.order])
            raise PuzzleError(
                f"expected the digits {usual} in a puzzle with the rule {rule.NAME}, "
                f"found {span_of(self.symbols)}"
            )

    def _read_shape(self, what: Any) -> None:
        """Convert an order, a grid or a text that was passed as the geometry."""
        put = object.__setattr__
        if (order := as_whole(what)) is not None:
            put(self, "geometry", geometry_of(order, bool(_cages(self.cages))))
            return
        if len(self.givens) or len(_cages(self.cages)):
            raise PuzzleError(
                "expected a geometry or an order before givens and cages, found a grid; "
                "Puzzle.killer(grid, cages) and Puzzle.kenken(grid, cages) take a grid"
            )
        read = _puzzle_from(what)
        put(self, "geometry", read.geometry)
        for name in ("givens", "cages", "extra", "further", "symbols"):
            put(self, name, getattr(self, name) or getattr(read, name))
        for name in ("candidates", "solution", *_ABOUT):
            if getattr(self, name) is None:
                put(self, name, getattr(read, name))

    @classmethod
    def sudoku(
        cls,
        grid: GridLike | int,
        *,
        box: tuple[int, int] | None = None,
        diagonals: bool = False,
        windows: bool = False,
        extra: HousesLike = (),
        **about: Unpack[About],
    ) -> Puzzle:
        """Return a Sudoku: rows, columns and boxes.

        Args:
            grid: The givens, in any form of `GridLike`; or an order, for an empty grid. 2 and 3
                are refused, because they usually mean the side of a box.
            box: (rows, columns) of a box; None means the usual box of the order.
            diagonals: Whether both diagonals are houses (Sudoku X).
            windows: Whether the windows of a windoku are houses, as with ``extra="windoku"``.
            extra: Additional houses: the name of a known set ("windoku", "disjoint-groups",
                "asterisk", "center-dot", "girandola"), a mapping of names to cells, or a list of
                names, mappings and lists of cells. A house has n cells in an n x n grid. Cells may
                have any form that `kenken` accepts.
            about: Other attributes: id, kind, title, author, source, words, solution.

        Raises:
            PuzzleError: The grid or an option has an invalid form.
            FormatError: The grid is a text in an unknown format.

        >>> Puzzle.sudoku([[1, 0, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]])
        Puzzle(4x4, boxes 2x2, 4 givens)
        >>> Puzzle.sudoku(4, extra={"corners": "r1c1 r1c4 r4c1 r4c4"}).geometry.houses[-1].name
        'corners'
        """
        if type(grid) is int and grid == 3 and box is None:
            raise PuzzleError(
                f"expected the order of a grid with boxes, found {grid}; Puzzle.sudoku({grid**2}) "
                f"has boxes of {grid}x{grid} cells, Puzzle.latin({grid}) is a grid without boxes"
            )
        order, givens, about = _order_and_givens(grid, about)
        geometry = Geometry.sudoku(order, box, diagonals=diagonals, windows=windows, extra=extra)
        return cls(geometry, givens, **_about(cls.sudoku, about))

    @classmethod
    def latin(
        cls,
        grid: GridLike | int,
        *,
        diagonals: bool = False,
        extra: HousesLike = (),
        **about: Unpack[About],
    ) -> Puzzle:
        """Return a Latin square: rows and columns only.

        Args:
            grid: As in `sudoku`.
            diagonals: As in `sudoku`.
            extra: As in `sudoku`.
            about: As in `sudoku`.

        Raises:
            PuzzleError, FormatError: As in `sudoku`.

        >>> Puzzle.latin(6)
        Puzzle(6x6)
        """
        order, givens, about = _order_and_givens(grid, about)
        geometry = Geometry.latin(order, diagonals=diagonals, extra=extra)
        return cls(geometry, givens, **_about(cls.latin, about))

    @classmethod
    @_instead.suggests_value(
        "cages",
        "Puzzle.kenken(4, {('r1c1', 'r1c2'): '7+'}) has one, Puzzle.latin(4) has none, and "
        "pandoku.generate('calcudoku') makes a puzzle",
    )
    def kenken(cls, grid: GridLike | int, cages: CagesLike, **about: Unpack[About]) -> Puzzle:
        """Return a KenKen, Calcudoku or Mathdoku: rows, columns, and cages with arithmetic.

        Args:
            grid: As in `sudoku`; usually an order.
            cages: Tuples (clue, cells), (cells, clue) or (operation, target, cells), a mapping of
                cells to clues, mappings {"cells": cells, "clue": clue}, or `Cage` values. A clue
                is "5+" or "+5". It is "5?" if the operation is hidden, and a number for a single
                cell. Cells are numbers 0..n*n-1, pairs (row, column) counted from 0, or names
                ("r1c1 r1c2").
            about: As in `sudoku`.

        Raises:
            PuzzleError, FormatError: As in `sudoku`.

        >>> Puzzle.kenken(4, [("7+", "r1c1 r1c2"), ("2/", [(1, 0), (2, 0)])]).cages
        (Cage('+', 7, (0, 1)), Cage('/', 2, (4, 8)))
        """
        order, givens, about = _order_and_givens(grid, about)
        return cls(
            Geometry.latin(order),
            givens,
            calculated_cages(order, cages),
            **_about(cls.kenken, about),
        )

    @classmethod
    @_instead.suggests_value(
        "cages",
        "Puzzle.killer(9, {('r1c1', 'r1c2'): 10}) has one, Puzzle.sudoku(9) has none, and "
        "pandoku.generate('killer') makes a puzzle",
    )
    def killer(
        cls,
        grid: GridLike | int,
        cages: CagesLike,
        *,
        box: tuple[int, int] | None = None,
        diagonals: bool = False,
        extra: HousesLike = (),
        **about: Unpack[About],
    ) -> Puzzle:
        """Return a Killer: a Sudoku with cages whose digits differ and add up to a target.

        Args:
            grid: As in `sudoku`; usually an order.
            cages: Tuples (target, cells) or (cells, target), a mapping of cells to targets,
                mappings {"cells": cells, "sum": target}, or `Cage` values. A target of None means
                that the digits only have to differ. Cells may have any form that `kenken` accepts.
            box: As in `sudoku`.
            diagonals: As in `sudoku`.
            extra: As in `sudoku`.
            about: As in `sudoku`.

        Raises:
            PuzzleError, FormatError: As in `sudoku`.

        >>> Puzzle.killer(9, {((0, 0), (0, 1)): 3, ((1, 0), (2, 0)): 17})
        Puzzle(9x9, boxes 3x3, 2 cages)
        """
        order, givens, about = _order_and_givens(grid, about)
        geometry = Geometry.sudoku(order, box, diagonals=diagonals, extra=extra)
        return cls(geometry, givens, sum_cages(order, cages), **_about(cls.killer, about))

    @classmethod
    @_instead.suggests_value(
        "regions",
        "a list of the cells of each region; pandoku.generate('jigsaw') makes a puzzle",
    )
    def jigsaw(
        cls,
        grid: GridLike | int,
        regions: object,
        *,
        diagonals: bool = False,
        extra: HousesLike = (),
        **about: Unpack[About],
    ) -> Puzzle:
        """Return a jigsaw: a Sudoku with regions of any shape instead of boxes.

        Args:
            grid: As in `sudoku`.
            regions: Either a number or letter for each cell, in rows, in one list, or as a text of
                letters. Or the cells of each region, in a list or as a mapping of names to cells.
                Cells may have any form that `kenken` accepts.
            diagonals: As in `sudoku`.
            extra: As in `sudoku`.
            about: As in `sudoku`.

        Raises:
            PuzzleError, FormatError: As in `sudoku`.

        >>> Puzzle.jigsaw(4, "AABB AABC DDBC DDCC")
        Puzzle(4x4, jigsaw regions)
        """
        order, givens, about = _order_and_givens(grid, about)
        geometry = Geometry(order, None, regions_from(order, regions), diagonals, extra)
        return cls(geometry, givens, **_about(cls.jigsaw, about))

    @property
    def order(self) -> int:
        """The n of an n x n grid."""
        return self.geometry.order

    @property
    def sight(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells that cannot have the same digit, ascending.

        Two cells must differ if they share a house or a cage without repeats, or if another
        constraint requires it.

        >>> Puzzle.killer(4, [(5, "r1c1 r1c2 r2c3")]).sight[0]
        (1, 2, 3, 4, 5, 6, 8, 12)
        """
        return _sight(self)

    @property
    def differing(self) -> tuple[tuple[int, ...], ...]:
        """Groups of cells that must differ because of a constraint other than a cage.

        Malformed constraints are ignored here, and reported by `problems`.
        """
        return _differing(self) if self.further else ()

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """All constraints: first the cages, then `further`."""
        return (*self.cages, *self.further)

    @property
    def unchecked(self) -> tuple[Constraint, ...]:
        """The constraints that only people understand: drawings and rules in words.

        Searches ignore these rules, so a solution may break them.
        """
        return tuple(each for each in self.further if not each.IS_CHECKED)

    def apart_by(self, a: int, b: int) -> int | None:
        """Return the index in `constraints` of the first constraint that makes two cells differ.

        The result is None if no constraint does this. Houses are not constraints, so they are
        ignored.
        """
        for at, cage in enumerate(self.cages):
            if not cage.repeats and a in cage.cells and b in cage.cells:
                return at
        if not self.further:
            return None
        from pandoku.model.relations import Differ

        for at, constraint in enumerate(self.further, len(self.cages)):
            if not constraint.is_sound(self.geometry):
                continue
            for relation in constraint.relations(self):
                if isinstance(relation, Differ) and a in relation.cells and b in relation.cells:
                    return at
        return None

    def with_(self, *constraints: Constraint | str | Sequence[Constraint | str]) -> Puzzle:
        """Return the puzzle with additional constraints.

        Args:
            constraints: Cages and other constraints (see `pandoku.constraints`), one by one or in
                lists. Their cells may be names ("r1c1 r1c2"). Texts are also accepted, with a
                constraint on each line, as in `pandoku.constraints.read_constraints`. A line may
                also add houses ("diagonals", "disjoint groups", "windoku", "asterisk") or a given
                ("r1c1 = 5").

        Raises:
            PuzzleError: An argument is not a constraint, has a cell that is not in the grid, or
                adds a given to a cell with another given.
            FormatError: A text is not a constraint.

        >>> Puzzle.latin(3).with_(Cage("+", 4, (0, 1)))
        Puzzle(3x3, 1 cage)
        >>> Puzzle.latin(3).with_("thermometer r1c1 r2c2", "anti-king")
        Puzzle(3x3, thermometer, anti-king)
        """
        listed: list[Any] = []
        geometry, givens = self.geometry, list(self.givens)
        for each in chain.from_iterable(
            each if isinstance(each, list | tuple) else (each,) for each in constraints
        ):
            if not isinstance(each, str):
                listed.append(each)
                continue
            for added in _hooks.read_additions(each, self.order):
                listed += added.constraints
                geometry = geometry.with_houses(added.houses, added.has_diagonals)
                for cell, digit in added.givens:
                    if givens[cell] not in (0, digit):
                        name = geometry.name(cell)
                        raise PuzzleError(f"expected {name} without a given, found {givens[cell]}")
                    givens[cell] = digit
        cages = [each for each in listed if isinstance(each, Cage)]
        others = [each for each in listed if not isinstance(each, Cage)]
        return replace(
            self,
            geometry=geometry,
            givens=tuple(givens),
            cages=(*self.cages, *cages),
            further=(*self.further, *others),
        )

    def without(self, *kinds: type[Constraint] | str) -> Puzzle:
        """Return the puzzle without the constraints of some kinds.

        Args:
            kinds: Classes of constraints, or names of kinds as used in the texts of `with_`. The
                name "unchecked" means all constraints in `Puzzle.unchecked`.

        Raises:
            PuzzleError: A value is not a kind of constraint.

        >>> Puzzle.latin(3).with_("thermometer r1c1 r2c2", "anti-king").without("thermometer")
        Puzzle(3x3, anti-king)
        """
        gone: list[type[Constraint]] = []
        for kind in kinds:
            if (
                isinstance(kind, str) and kind == "unchecked"
            ):  # check the type first: comparing an array with a text would give an array
                gone += map(type, self.unchecked)
            elif isinstance(kind, str):
                gone.append(_hooks.constraint_class(kind))
            elif isinstance(kind, type) and issubclass(kind, Constraint):
                gone.append(kind)
            else:
                raise PuzzleError(f"expected a kind of constraints or its name, found {kind!r:.60}")
        cages = tuple(each for each in self.cages if type(each) not in gone)
        return replace(
            self, cages=cages, further=tuple(e for e in self.further if type(e) not in gone)
        )

    @property
    def grid(self) -> tuple[tuple[int, ...], ...]:
        """The givens as n rows of n digits, 0 for an empty cell.

        >>> Puzzle(2, (1, 0, 0, 0)).grid
        ((1, 0), (0, 0))
        """
        return rows_of(self.givens)

    def __getitem__(self, cell: Sequence[SupportsIndex] | str) -> int:
        """Return the given in a cell, or 0 if it is empty.

        Args:
            cell: A pair (row, column) counted from 0, or a name "r1c1" counted from 1. A plain
                number is refused, because `puzzle[0]` could mean a cell or a row.

        Raises:
            PuzzleError: There is no such cell.

        >>> puzzle = Puzzle(2, (1, 0, 0, 2))
        >>> puzzle[0, 0], puzzle["r2c2"]
        (1, 2)
        """
        if as_whole(cell) is None:
            try:
                return self.givens[cell_of(self.order, cell)]
            except PuzzleError:
                pass
        n = self.order
        raise PuzzleError(
            f"expected a pair (row, column) of 0..{n - 1} or a name r1c1..r{n}c{n}, "
            f"found {cell!r:.60}; puzzle.grid has the rows"
        )

    # A puzzle is not iterable, although it supports `puzzle[cell]`.
    __iter__ = None

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return the givens as an n x n array of whole numbers, 0 for an empty cell.

        `numpy.asarray(puzzle)` calls this method.

        Args:
            dtype: The type of the numbers; None means numpy's default.
            copy: False is refused, because the givens are not stored in an array and must be
                copied.

        Raises:
            ValueError: *copy* is False.
        """
        import numpy as np

        if copy is False:
            raise ValueError(
                "expected copy=True or None, found False: a puzzle has no array to share"
            )
        return np.array(self.grid, dtype=dtype)

    if not TYPE_CHECKING:  # hidden from type checkers, so that they report unknown attributes

        def __getattr__(self, name: str) -> Any:
            """Raise AttributeError. The message suggests a function to call, if there is one."""
            raise _instead.no_attribute(self, name, _instead.of_puzzle(name))

    def _grid(self) -> tuple[int, ...]:
        return self.givens

    @property
    def numeric_rule(self) -> Constraint | None:
        """The first constraint that would change its meaning if digits were exchanged, or None.

        >>> Puzzle.killer(4, [(5, "r1c1 r1c2")]).numeric_rule
        Cage('+', 5, (0, 1), repeats=False)
        """
        for cage in self.cages:
            if cage.target is not None:
                return cage
        order, cells = self.order, range(self.geometry.n_cells)
        # Combinations of these two relabelings give every relabeling of digits.
        turned, swapped = (*range(2, order + 1), 1), (2, 1, *range(3, order + 1))
        for each in self.further if order > 1 else ():
            if not each.is_sound(self.geometry) or any(
                each.image(cells, digits) != each for digits in (turned, swapped)
            ):
                return each
        return None

    def label_of(self, digit: int) -> str:
        """Return a digit as text: the character that the source uses, or else the number.

        >>> Puzzle(9).label_of(9), Puzzle(9, symbols="0-8").label_of(9)
        ('9', '8')
        """
        return self.symbols[digit - 1] if 0 < digit <= len(self.symbols) else str(digit)

    @property
    def n_givens(self) -> int:
        """The number of cells with a printed digit."""
        return len(self.givens) - self.givens.count(0)

    def problems(self) -> tuple[Problem, ...]:
        """Return all defects that can be found without searching: first errors, then warnings.

        >>> [p.message for p in Puzzle(4, (1, 1) + (0,) * 14).problems()]
        ['row 1 has 1 at r1c1 and r1c2', 'box 1 has 1 at r1c1 and r1c2']
        """
        return find_problems(self)

    def require_sound(self) -> None:
        """Raise PuzzleError if the puzzle has errors. The exception's `problems` lists them."""
        if errors := tuple(find_errors(self)):
            # Some programs write -1 for an empty cell, so suggest the right number.
            way_out = "; an empty cell is 0" if min(self.givens) < 0 else ""
            raise PuzzleError(f"{in_brief(errors)}{way_out}", problems=errors)

    def accepts(self, digits: object) -> bool:
        """Return whether *digits* solve the puzzle.

        Args:
            digits: A full grid of the puzzle's order: in any form of `GridLike`, a Board or a
                Puzzle without empty cells, or an Outcome with exactly one solution. For any other
                value, the result is False.

        >>> Puzzle(2, (1, 0, 0, 0)).accepts([[1, 2], [2, 1]]), Puzzle(2).accepts("no grid")
        (True, False)
        """
        try:
            grid = digits._grid() if isinstance(digits, HasGrid) else digits
            digits = _numbers("digits", grid, self.geometry, self.symbols)
        except PandokuError:
            return False
        whole = set(range(1, self.order + 1))
        return (
            all(given in (0, digit) for given, digit in zip(self.givens, digits, strict=True))
            and all({digits[cell] for cell in h.cells} == whole for h in self.geometry.houses)
            and all(
                all(0 <= cell < len(digits) for cell in cage.cells) and cage.holds(digits, self)
                for cage in self.cages
            )
            and all(
                each.is_sound(self.geometry) and each.holds(digits, self) for each in self.further
            )
            and all(
                mask >> (digit - 1) & 1
                for mask, digit in zip(self.candidates or (), digits, strict=False)
            )
        )

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Puzzle):
            return NotImplemented
        return (
            self.givens == other.givens
            and self.geometry == other.geometry
            and self.candidates == other.candidates
            and (self.cages == other.cages or _rules_of(self.cages) == _rules_of(other.cages))
            and (self.further == other.further or Counter(self.further) == Counter(other.further))
        )

    def __hash__(self) -> int:
        # Of each cage, only the target and the sum of its cell numbers are hashed, which halves the
        # time.
        cages = frozenset([(cage.target, sum(cage.cells)) for cage in self.cages])
        return hash((self.geometry, self.givens, self.candidates, cages, frozenset(self.further)))

    def in_full(self) -> tuple[object, ...]:
        """Return a tuple of all attributes, including those that equality ignores.

        `==` ignores the title, the solution and the order of the cages, among others. If a cached
        value depends on any of these, use this tuple as its key instead of the puzzle.

        >>> one, other = Puzzle(4, title="one"), Puzzle(4, title="other")
        >>> one == other, one.in_full() == other.in_full()
        (True, False)
        """
        return tuple(getattr(self, each.name) for each in fields(self))

    def replace(self, **changes: object) -> Puzzle:
        """Return a copy with some attributes changed."""
        return replace(self, **changes)  # type: ignore[arg-type]

    def describe(self) -> str:
        """Return a description of the puzzle: "9x9, boxes 3x3, 24 givens, 3 cages"."""
        parts = [self.geometry.describe()]
        counts = [(self.n_givens, "given"), (len(self.cages), "cage")]
        parts += [f"{count} {noun}{'s' * (count != 1)}" for count, noun in counts if count]
        for name, count in Counter(each.NAME for each in self.further).items():
            parts.append(name if count == 1 else f"{count} x {name}")
        if self.candidates is not None:
            parts.append("candidates")
        return ", ".join(parts)

    def __str__(self) -> str:
        return _hooks.text_of(self)

    def __rich__(self) -> Any:
        return _hooks.rich_of(self)

    def _repr_svg_(self) -> str:
        """Return the puzzle as an SVG picture, for notebooks."""
        picture: str = _hooks.picture_of(self)
        return picture

    def __repr__(self) -> str:
        names = [
            f"{key}={value!r}" for key in ("id", "kind", "symbols") if (value := getattr(self, key))
        ]
        return f"Puzzle({', '.join([self.describe(), *names])})"


@per_rules
def _sight(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    cages = (cage.cells for cage in puzzle.cages if not cage.repeats)
    return sight_of(puzzle.geometry, (*cages, *puzzle.differing))


@per_rules
def _differing(puzzle: Puzzle) -> tuple[tuple[int, ...], ...]:
    if not puzzle.further:
        return ()
    from pandoku.model.relations import Differ

    return tuple(
        relation.cells
        for each in puzzle.further
        if each.is_sound(puzzle.geometry)
        for relation in each.relations(puzzle)
        if isinstance(relation, Differ)
    )


def _about(call: Callable[..., Puzzle], about: About) -> About:
    """Return the keyword arguments *about*. Raise TypeError if a keyword is unknown."""
    for name in about:
        if name not in About.__annotations__:
            takes = [each.name for each in signature(call).parameters.values()][:-1]
            raise _instead.unexpected(
                f"Puzzle.{call.__name__}", name, [*takes, *About.__annotations__]
            )
    return about


def _puzzle_from(what: object) -> Puzzle:
    if isinstance(what, Puzzle):
        return what
    if isinstance(what, str | bytes):
        read: Puzzle = _hooks.read_puzzle(what)
        return read
    order, givens = grid_from(what)
    return Puzzle(Geometry.sudoku(order), givens)


def _order_and_givens(grid: GridLike | int, about: Any) -> tuple[int, GridLike, Any]:
    """Return the order of a grid, its givens, and *about* with the grid's symbols added.

    Only a text has symbols. A text with cages or candidates is refused, because these would be
    lost. The title and other data of the text are ignored.
    """
    if (order := as_whole(grid)) is not None:
        return order, (), about
    if not isinstance(grid, str | bytes):
        return *grid_from(grid), about
    read = _hooks.read_puzzle(grid)
    if read.cages or read.candidates:
        lost = "cages" if read.cages else "candidates"
        raise PuzzleError(
            f"expected a grid of digits, found a text with {lost}; pandoku.loads reads it"
        )
    return read.order, read.givens, {"symbols": read.symbols} | about


def _numbers(what: str, values: Any, geometry: Geometry, symbols: str = "") -> tuple[int, ...]:
    """Return n*n digits, which messages call *what* ("givens"). A text is read with *symbols*."""
    n_cells = geometry.n_cells
    if isinstance(values, str) or (
        isinstance(values, bytes) and max(values, default=0) > MAX_ORDER
    ):
        values = _hooks.read_puzzle(values, digits=symbols).givens
    elif isinstance(values, list | tuple | bytes) and len(values) in (0, n_cells):
        numbers = tuple(values) or (0,) * n_cells
        if set(map(type, numbers)) == {int}:
            return numbers
    return digits_from(what, values, geometry.order)


def _masks(values: Any, geometry: Geometry) -> tuple[int, ...]:
    masks = _numbers("candidates", values, geometry)
    if min(masks) < 0 or max(masks) > geometry.all_mask:
        cell, found = next((c, m) for c, m in enumerate(masks) if not 0 <= m <= geometry.all_mask)
        raise PuzzleError(
            f"{geometry.name(cell)}: expected a mask of candidates 1..{geometry.order} "
            f"(at most {geometry.all_mask}), found {found}"
        )
    return masks


def _rules_of(cages: tuple[Cage, ...]) -> Counter[tuple[object, ...]]:
    """Return cages in a form that does not depend on the order of cages and of their cells."""
    return Counter(
        (cage.operation, cage.target, cage.repeats, tuple(sorted(cage.cells))) for cage in cages
    )


def _cages(values: Any) -> tuple[Cage, ...]:
    if isinstance(values, Cage | str | Mapping) or not isinstance(values, Iterable):
        raise refusal(values, "cages as a list of Cage")
    cages = values if type(values) is tuple else parts_of(values)
    if cages is None:
        raise refusal(values, "cages as a list of Cage")
    for cage in cages:
        if not isinstance(cage, Cage):
            way_out = "Puzzle.killer and Puzzle.kenken take other forms"
            raise PuzzleError(f"expected cages as a list of Cage, found {cage!r} in it; {way_out}")
    return cages


def _further(values: Any, order: int) -> tuple[Constraint, ...]:
    """Return constraints with their cells as numbers, after checking that they are not cages."""
    parts = None if isinstance(values, Constraint | str | Mapping) else parts_of(values)
    if parts is None:
        raise refusal(values, "constraints as a list")
    placed = []
    for each in parts:
        if isinstance(each, Cage) or not isinstance(each, Constraint):
            instead = "cages=" if isinstance(each, Cage) else "values of pandoku.constraints"
            raise PuzzleError(
                f"expected constraints other than cages, found {each!r:.60} in the list; "
                f"use {instead}"
            )
        placed.append(each.placed(order))
    return tuple(placed)
