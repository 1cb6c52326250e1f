"""Words for the parts of a step: its cells, digits and houses, and its outcome."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pandoku.model import Geometry, House, Puzzle, Step
from pandoku.words._sentences import house_names, joined

__all__ = ["Words"]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Words:
    """A step and the words for its parts; cells and houses keep the order of the facts."""

    step: Step
    puzzle: Puzzle

    @property
    def geometry(self) -> Geometry:
        """The shape of the puzzle."""
        return self.puzzle.geometry

    @property
    def houses(self) -> tuple[House, ...]:
        """The houses of the facts."""
        return self.step.facts.houses

    def with_role(self, *roles: str) -> list[int]:
        """Return the cells that have one of the roles, or all cells if no role is given."""
        return [c for c, role in self.step.facts.cells if not roles or role in roles]

    def digits_of(self, *roles: str) -> list[int]:
        """Return the digits of candidates with these roles, or of all candidates; ascending."""
        found = {d for _, d, role in self.step.facts.candidates if not roles or role in roles}
        return sorted(found)

    def digits_at(self, cell: int) -> list[int]:
        """Return the digits of the facts' candidates at *cell*, ascending."""
        return sorted({d for c, d, _ in self.step.facts.candidates if c == cell})

    def cell(self, cell: int) -> str:
        """Return "r1c1"."""
        return self.geometry.name(cell)

    def cells(self, cells: Iterable[int], last: str = "and") -> str:
        """Return "r1c1, r1c2 and r1c3"."""
        return joined((self.cell(cell) for cell in cells), last)

    def digits(self, digits: Iterable[int], last: str = "and") -> str:
        """Return "3 and 7"."""
        return joined(map(str, digits), last)

    def house_names(self, houses: Sequence[House], last: str = "and") -> str:
        """Return "rows 2 and 5", or "row 2 and box 1" if the kinds differ."""
        return house_names(houses, last)

    def common_houses(self, cells: Sequence[int]) -> list[House]:
        """Return the houses that contain all of *cells*."""
        return [h for h in self.geometry.houses if all(cell in h.cells for cell in cells)]

    def shared(self, a: int, b: int) -> str:
        """Return the name of the first house that contains both cells."""
        return self.common_houses((a, b))[0].name

    def number(self, n: int) -> str:
        """Return a number in words up to "ten", in digits from 11 on."""
        return _NUMBERS[n] if n < len(_NUMBERS) else str(n)

    def outcome(self) -> str:
        """Return the effect of the step on the board: "3 goes from r1c5 and r1c7"."""
        if self.step.placements:
            return joined(f"{self.cell(cell)} is {digit}" for cell, digit in self.step.placements)
        by_digit: dict[int, list[int]] = {}
        for cell, digit in self.step.eliminations:
            by_digit.setdefault(digit, []).append(cell)
        # Digits eliminated from the same cells are listed together.
        alike: dict[tuple[int, ...], list[int]] = {}
        for digit, cells in sorted(by_digit.items()):
            alike.setdefault(tuple(cells), []).append(digit)
        first, *rest = [(digits, self.cells(cells)) for cells, digits in alike.items()]
        more = "".join(f", {self.digits(digits)} from {cells}" for digits, cells in rest)
        goes = "goes" if len(first[0]) == 1 else "go"
        return f"{self.digits(first[0])} {goes} from {first[1]}{more}"
