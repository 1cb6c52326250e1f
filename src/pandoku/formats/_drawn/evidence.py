"""Evidence in a document: its drawings, its rules in words, and meanings that fit its solution."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pandoku.formats._drawn.grid import DrawnCage, DrawnGrid, DrawnLine, DrawnMark, DrawnShape
from pandoku.model import Constraint, Puzzle


@dataclass(frozen=True, slots=True, eq=False)
class Guess:
    """A possible meaning of some shapes.

    Attributes:
        constraints: The constraints that the shapes represent.
        shapes: The shapes that are explained by the guess.
        sets: Sets of cells that cannot repeat a digit according to the guess.
        name: The name of these sets in notes, such as "extra regions".
    """

    constraints: tuple[Constraint, ...] = ()
    shapes: tuple[DrawnShape, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    name: str = ""


@dataclass(slots=True)
class Evidence:
    """The drawings and rules in words of a document, and the meanings found so far.

    Attributes:
        drawn: The drawings and rules in words.
        puzzle: The puzzle without its drawings and its rules in words.
        solution: The digits of the solution.
        found: The meanings that agree with the solution.
    """

    drawn: DrawnGrid
    puzzle: Puzzle
    solution: Sequence[int]
    found: list[Guess] = field(default_factory=list)
    _explained: set[DrawnShape] = field(default_factory=set)

    @property
    def n(self) -> int:
        return self.drawn.order

    @property
    def text(self) -> str:
        """The beginning of the rules in words, in lower case."""
        return self.drawn.words

    def says(self, pattern: str) -> bool:
        """Return True if the rules in words match a pattern."""
        return re.search(pattern, self.text) is not None

    def lines(self) -> list[DrawnLine]:
        """Return the lines that are not explained yet."""
        return [each for each in self.drawn.lines if each not in self._explained]

    def marks(self) -> list[DrawnMark]:
        """Return the marks that are not explained yet."""
        return [each for each in self.drawn.marks if each not in self._explained]

    def blocks(self) -> list[DrawnCage]:
        """Return the cells with a border that are not explained yet."""
        return [each for each in self.drawn.blocks if each not in self._explained]

    def fits(self, constraint: Constraint) -> bool:
        """Return True if a constraint is sound and the solution satisfies it."""
        geometry = self.puzzle.geometry
        return constraint.is_sound(geometry) and constraint.holds(self.solution, self.puzzle)

    def add(self, *constraints: Constraint, shapes: Sequence[DrawnShape] = ()) -> bool:
        """Add a guess and return True if the solution satisfies all constraints of the guess."""
        if not constraints or not all(map(self.fits, constraints)):
            return False
        self.found.append(Guess(constraints, tuple(shapes)))
        self._explained |= {*shapes}
        return True

    def add_sets(
        self, name: str, *sets: tuple[int, ...], shapes: Sequence[DrawnShape] = ()
    ) -> None:
        """Add sets of cells if no set repeats a digit in the solution."""
        if sets and all(len({self.solution[cell] for cell in each}) == len(each) for each in sets):
            self.found.append(Guess((), tuple(shapes), sets, name))
            self._explained |= {*shapes}

    def cell_at(self, x: float, y: float) -> int | None:
        """Return the cell that contains a point, or None outside the grid."""
        column, row = int(x // 1), int(y // 1)
        inside = 0 <= row < self.n and 0 <= column < self.n
        return row * self.n + column if inside else None

    def cells_of(self, line: DrawnLine) -> tuple[int, ...]:
        """Return the cells of a line, or () if the line leaves the grid or its path is unclear."""
        cells: list[int] = []
        for x, y in line.points:
            cell = self.cell_at(x, y)
            if cell is None:
                return ()
            if not cells:
                cells.append(cell)
            (row, column), (to_row, to_column) = divmod(cells[-1], self.n), divmod(cell, self.n)
            down, right = to_row - row, to_column - column
            if down and right and abs(down) != abs(right):
                return ()
            for _ in range(max(abs(down), abs(right))):
                row, column = row + direction(down), column + direction(right)
                cells.append(row * self.n + column)
        return tuple(cells)

    def on_border(self, mark: DrawnMark) -> tuple[int, int] | None:
        """Return the two cells on whose border a mark is, or None."""
        for dx, dy in ((0.5, 0.0), (0.0, 0.5)):
            a, b = (self.cell_at(mark.x + s * dx, mark.y + s * dy) for s in (-1, 1))
            across, along = (mark.x, mark.y) if dx else (mark.y, mark.x)
            is_there = abs(across - round(across)) < 0.1 and abs(along % 1 - 0.5) < 0.1
            if is_there and a is not None and b is not None:
                return a, b
        return None

    def in_cell(self, mark: DrawnMark) -> int | None:
        """Return the cell that has the mark in its center, or None."""
        is_there = abs(mark.x % 1 - 0.5) < 0.1 and abs(mark.y % 1 - 0.5) < 0.1
        return self.cell_at(mark.x, mark.y) if is_there else None

    def centered(
        self, accept: Callable[[DrawnMark], bool], *, shared: bool = False
    ) -> dict[int, DrawnMark]:
        """Return the marks in the centers of cells, by cell. Marks with a text are left out.

        Args:
            accept: Returns True for the marks to include.
            shared: Whether to include marks that are already explained, because several lines may
                share a circle.
        """
        found = {}
        for mark in self.drawn.marks if shared else self.marks():
            cell = self.in_cell(mark)
            if cell is not None and not mark.text and accept(mark):
                found[cell] = mark
        return found


def direction(number: int) -> int:
    """Return the sign of a number: -1, 0 or 1."""
    return (number > 0) - (number < 0)


def number_in(text: str) -> int | None:
    """Return a text of up to five digits as a number, or None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else None


def _parts_of(color: str) -> tuple[int, int, int] | None:
    if re.fullmatch(r"#[0-9a-f]{6}", color):
        return int(color[1:3], 16), int(color[3:5], 16), int(color[5:], 16)
    if found := re.match(r"rgba?\((\d+),\s*(\d+),\s*(\d+)", color):
        return int(found[1]), int(found[2]), int(found[3])
    return {"white": (255, 255, 255), "black": (0, 0, 0), "gray": (128, 128, 128)}.get(color)


def is_gray(color: str) -> bool:
    parts = _parts_of(color)
    return parts is not None and max(parts) - min(parts) < 24 and 60 < max(parts) < 245


def is_white(color: str) -> bool:
    parts = _parts_of(color)
    return parts is not None and min(parts) > 235


def is_black(color: str) -> bool:
    parts = _parts_of(color)
    return parts is not None and max(parts) < 60


def color_names(color: str) -> tuple[str, ...]:
    """Return the English names that a setter may use for a color in the rules."""
    parts = _parts_of(color)
    if parts is None:
        return ()
    red, green, blue = parts
    if max(parts) - min(parts) < 24:
        return ("gray", "grey", "silver")
    if red > 180 and blue > 150 and green < 200 and min(red, blue) > green + 20:
        return ("purple", "pink", "magenta", "violet")
    if green == max(parts) and green > red + 20 and green > blue + 20:
        return ("green", "lime")
    if blue == max(parts) and red < blue - 30:
        return ("blue", "cyan", "turquoise", "teal")
    if red == max(parts) and green > blue + 10:
        return ("orange", "yellow", "gold", "peach", "tan", "beige", "brown")
    return ("red",)
