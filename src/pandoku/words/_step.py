"""Words for the parts of a step: cells, digits, houses, outcomes, and reasons."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, NamedTuple

from pandoku.model import Board, Geometry, House, Puzzle, Step
from pandoku.model.houses import noun_of
from pandoku.model.whole import number_word
from pandoku.words._cage_names import cage_name
from pandoku.words._constraints import constraint_name
from pandoku.words._marks import note_words
from pandoku.words._reader import ANYONE, StepReader, place_of_box
from pandoku.words._sentences import brief_cells, clauses, house_names, joined
from pandoku.words._spans import (
    Mark,
    Sentence,
    Span,
    attach,
    divided,
    read_marks,
    with_mark,
    without_marks,
)

if TYPE_CHECKING:
    from pandoku.words.claims import Claim


class Cause(NamedTuple):
    """The reason for a missing candidate.

    Attributes:
        by: "digit" (a digit in the same cell, or in a cell that it sees), "step" (an elimination),
            or "start" (the candidate was missing before the first step, and no digit excludes it).
        step: Number of the step that removed the candidate, from 1, or 0 for the start.
        cell: Cell of the digit that excludes the candidate, or -1 unless *by* is "digit".
        house: Index into `Geometry.houses` of the first house with *cell* and the candidate's cell,
            or -1.
        cage: If there is no house, the index of the cage without repeats that has both cells, or
            -1.
        constraint: If there is no house or cage, the index into `Puzzle.constraints` of the
            constraint that makes both cells differ, or -1.
    """

    by: str
    step: int = 0
    cell: int = -1
    house: int = -1
    cage: int = -1
    constraint: int = -1


class Derived(NamedTuple):
    """An earlier step of the path that derived the same total from houses and cages.

    Attributes:
        number: Number of the step in the path, from 1.
        step: The step.
    """

    number: int
    step: Step


# The causes of missing candidates. The keys are (cell, digit).
Ledger = Mapping[tuple[int, int], Cause]


def in_sight(board: Board, cell: int, digit: int) -> Cause | None:
    """Return as a cause the placed digit that excludes *digit* from *cell*, or None.

    Houses are tried first, in the geometry's order, then cages, then other constraints.
    """
    geometry, digits = board.puzzle.geometry, board.digits
    if digits[cell]:
        return Cause("digit", cell=cell) if digits[cell] != digit else None
    for index in geometry.houses_of[cell]:
        for other in geometry.houses[index].cells:
            if digits[other] == digit:
                return Cause("digit", cell=other, house=index)
    for index, cage in enumerate(board.puzzle.cages):
        if cage.repeats or cell not in cage.cells:
            continue
        for other in cage.cells:
            if digits[other] == digit:
                return Cause("digit", cell=other, cage=index)
    for other in board.puzzle.sight[cell] if board.puzzle.further else ():
        if digits[other] == digit and (by := board.puzzle.apart_by(cell, other)) is not None:
            return Cause("digit", cell=other, constraint=by)
    return None


# If a sentence names all clues of a kind, or digits in a row, maximum number to name one by one.
_MOST_NAMED = 3
_LARGEST_DIGIT = 9
_PART_OF_NAME = re.compile(r" with its (two )?(circles?|pill)")
_BETWEEN_DIGITS = re.compile(r"(?<= \d) (?=\d )|(?<=\d) (?=\d )")
_MOST_SEEN = 4  # maximum number of digits in "which sees 1 and 2"
_LONG = 20  # a longer list of eliminations is compared with the digits that are left
_TOO_LONG = 45  # a longer list of eliminations becomes a number of cells and candidates


@dataclass(frozen=True, slots=True)
class Words:
    """A step and the words for its parts. Cells and houses are in the order of the facts.

    The methods return texts that may contain marks around names. Build longer texts from them, and
    pass the result to `read`, which turns marks into spans.

    Attributes:
        step: The step.
        board: The board before the step.
        ledger: The reasons for candidates that earlier steps removed, or None if the step is not
            part of a path.
        is_brief: Whether names are short, for lines: "37" for "3 and 7", "r1c12" for "r1c1 and
            r1c2", "12-cage r1c1" for "the 12-cage at r1c1".
        derived: The earlier step that derived the total that this step uses, or None.
        reader: The person who reads the words.
    """

    step: Step
    board: Board
    ledger: Ledger | None = None
    is_brief: bool = False
    derived: Derived | None = None
    reader: StepReader = ANYONE
    _marks: list[Mark] = field(default_factory=list, repr=False, compare=False)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle."""
        return self.board.puzzle

    @property
    def geometry(self) -> Geometry:
        """The geometry of the puzzle."""
        return self.puzzle.geometry

    @property
    def houses(self) -> tuple[House, ...]:
        """The houses in the facts of the step."""
        return self.step.facts.houses

    def inside(self, step: Step) -> Words:
        """Return the words of a step in a branch, for use in the texts of this step."""
        return replace(self, step=step, derived=None)

    def brief(self) -> Words:
        """Return words with short names, for use in the texts of this step."""
        return replace(self, is_brief=True)

    def read(self, text: str) -> Sentence:
        """Convert a text with marks into a sentence with spans and claims."""
        return read_marks(text, self._marks)

    def plain(self, text: str) -> str:
        """Return a text without its marks."""
        return without_marks(text)

    def without_end(self, text: str, end: str) -> str:
        """Return the reason in a sentence "reason, so end", or "" if it has another end.

        The claims of the sentence stay.
        """
        reason, so = divided(text, ", so ")
        return f"{reason}." if reason and self.plain(f"So {so}") == self.plain(end) else ""

    def said(self, text: str, *claims: Claim) -> str:
        """Return *text* with a mark for the claims that its sentence makes about the board."""
        return attach(text, claims, self._marks)

    def cause(self, cell: int, digit: int) -> Cause:
        """Return the reason why *digit* is not a candidate of *cell*."""
        found = in_sight(self.board, cell, digit)
        return found or (self.ledger or {}).get((cell, digit), Cause("start"))

    def with_role(self, *roles: str) -> list[int]:
        """Return the cells in the facts that have any of the roles (default: all cells)."""
        return [c for c, role in self.step.facts.cells if not roles or role in roles]

    def digits_of(self, *roles: str) -> list[int]:
        """Return the digits of candidates that have any of the roles (default: all), ascending."""
        found = {d for _, d, role in self.step.facts.candidates if not roles or role in roles}
        return sorted(found)

    def digits_at(self, cell: int) -> list[int]:
        """Return the digits of the facts' candidates at *cell*, ascending."""
        return sorted({d for c, d, _ in self.step.facts.candidates if c == cell})

    def cell(self, cell: int) -> str:
        """Return the name of a cell: "r1c1"."""
        return self._names(self.geometry.name(cell), "cells", (cell,))

    def cells(self, cells: Iterable[int], last: str = "and") -> str:
        """Return the names of cells: "r1c1, r1c2 and r1c3"."""
        if self.is_brief:
            named = tuple(cells)
            return self._names(brief_cells(self.geometry, named), "cells", named)
        return joined((self.cell(cell) for cell in cells), last)

    def candidate(self, cell: int, digit: int) -> str:
        """Return the name of a candidate: "5 at r1c1"."""
        text = f"{self.digit(digit)} at {self.geometry.name(cell)}"
        return self.candidates((cell,), (digit,), text)

    def candidates(self, cells: Iterable[int], digits: Iterable[int], text: str) -> str:
        """Return *text* with marks as the name of candidates: *digits* in each of *cells*."""
        return self._names(text, "candidates", tuple(cells), tuple(digits))

    def house(self, house: House) -> str:
        """Return the name of a house: "row 1"."""
        number, place = self.index(house), None
        if self.reader.names_places:
            place = place_of_box(house, self.geometry)
        return self._names(place or house.phrase, "house", house.cells, number=number)

    def cage(self, index: int) -> str:
        """Return the name of a cage: "the 12-cage at r1c1"."""
        name = self._named(cage_name(self.puzzle, index))
        return self._names(name, "cage", self.puzzle.cages[index].cells, number=index)

    def constraint(self, index: int) -> str:
        """Return the name of a constraint, by its index: "the six-cell thermometer at r1c3"."""
        if index < len(self.puzzle.cages):
            return self.cage(index)
        cells = self.puzzle.constraints[index].cells_on(self.geometry)
        name = self._named(constraint_name(self.puzzle, index))
        return self._names(name, "constraint", cells, number=index)

    def _named(self, name: str) -> str:
        if not self.is_brief:
            return name
        short = name.removeprefix("the ").replace(" at r", " r")
        short = _PART_OF_NAME.sub("", short)
        # The digits of a quadruple: "quadruple 1124 r1c3".
        return _BETWEEN_DIGITS.sub("", short) if self.puzzle.order <= _LARGEST_DIGIT else short

    def constraints(self, indices: Iterable[int]) -> str:
        """Return the names of constraints. Several of a kind share a noun.

        For example: "the white dots at r1c1-r1c2 and r3c4-r4c4", "all 23 white dots".
        """
        groups: dict[str, list[int]] = {}
        for index in dict.fromkeys(indices):
            is_cage = index < len(self.puzzle.cages)
            nouns = "" if is_cage else self.puzzle.constraints[index].nouns()
            groups.setdefault(nouns or str(index), []).append(index)
        parts = [
            self.constraint(group[0]) if len(group) == 1 else self._alike(nouns, group)
            for nouns, group in groups.items()
        ]
        return joined(parts) if all(len(each) == 1 for each in groups.values()) else clauses(parts)

    def _alike(self, nouns: str, indices: Sequence[int]) -> str:
        """Return the names of two or more constraints with the same plural noun."""
        puzzle, geometry = self.puzzle, self.geometry
        cells_on = {index: puzzle.constraints[index].cells_on(geometry) for index in indices}
        n_in_puzzle = sum(each.nouns() == nouns for each in puzzle.further)
        if _MOST_NAMED < n_in_puzzle == len(indices):
            cells = tuple(dict.fromkeys(cell for of in cells_on.values() for cell in of))
            return self._names(f"all {number_word(n_in_puzzle)} {nouns}", "cells", cells)
        spots: dict[str, str] = {}
        for i, cells in cells_on.items():
            spot = puzzle.constraints[i].spot(geometry)
            spots.setdefault(spot, self._names(spot, "constraint", cells, number=i))
        count = f"{number_word(len(indices))} " if len(spots) < len(indices) else ""
        return f"the {count}{nouns} at {joined(spots.values())}"

    def index(self, house: House) -> int:
        """Return the index of a house in `Geometry.houses`."""
        return self.geometry.houses.index(house)

    def sees(self, a: int, b: int) -> bool:
        """Return whether a house or a constraint makes two cells differ."""
        return b in self.puzzle.sight[a]

    def steps(self, numbers: Sequence[int]) -> str:
        """Return the names of earlier steps of the path: "step 7", "steps 7 and 9"."""
        if len(numbers) == 1:
            return self.earlier(numbers[0])
        return f"steps {joined(self._names(str(n), 'step', (), number=n) for n in numbers)}"

    def earlier(self, step: int) -> str:
        """Return the name of an earlier step of the path: "step 7"."""
        return self._names(f"step {step}", "step", (), number=step)

    def _names(
        self,
        text: str,
        about: str,
        cells: tuple[int, ...],
        digits: tuple[int, ...] = (),
        number: int = 0,
    ) -> str:
        return with_mark(text, Span(0, 0, about, cells, digits, number), self._marks)

    def digit(self, digit: int) -> str:
        """Return a digit as text: "7", or the character for 7 in the source of the puzzle."""
        return self.puzzle.label_of(digit)

    def digits(self, digits: Iterable[int], last: str = "and") -> str:
        """Return digits as a list: "3 and 7"."""
        if self.is_brief:
            labels = [*map(self.digit, digits)]
            return ("" if all(len(each) == 1 for each in labels) else "/").join(labels)
        return joined(map(self.digit, digits), last)

    def house_names(self, houses: Sequence[House], last: str = "and") -> str:
        """Return the names of houses: "rows 2 and 5", "row 2 and box 1"."""
        is_placed = self.reader.names_places and houses[0].kind == "box"
        if len(houses) < 2 or len({house.noun for house in houses}) > 1 or is_placed:
            return joined(map(self.house, houses), last)
        return house_names(houses, last, self._numbered)

    def _numbered(self, house: House) -> str:
        number = noun_of(house.name)[1]
        return self._names(number, "house", house.cells, number=self.index(house))

    def common_houses(self, cells: Sequence[int]) -> list[House]:
        """Return the houses that contain all of *cells*."""
        houses, of = self.geometry.houses, self.geometry.houses_of
        some = of[cells[0]] if cells else range(len(houses))
        return [houses[at] for at in some if all(at in of[cell] for cell in cells)]

    def number(self, n: int) -> str:
        """Return a number as a word up to "ten", and in digits from 11 on."""
        return number_word(n)

    def outcome(self) -> str:
        """Return the effect of the step on the board: "remove 3 from r1c5 and r1c7".

        If the list of eliminations is long, the text names the digits that are left, if this is
        shorter: "leave only 6 to 9 at r2c1; also remove 3 from r1c5". If this is too long as well,
        the text has the number of cells: "remove 84 candidates from 35 cells".

        A reader without all pencil marks notes digits and strikes notes instead.
        """
        if self.reader.noting is not None:
            return note_words(self, self.reader.noting)
        if self.is_brief:
            return self._brief_outcome()
        placed = [f"{self.cell(c)} is {self.digit(d)}" for c, d in self.step.placements]
        return self.with_gone(joined(placed) if placed else "")

    def with_gone(self, text: str) -> str:
        """Add the eliminations of the step to a text about its placements, if there are any."""
        if self.reader.noting is not None:
            gone = note_words(self, self.reader.noting, with_placements=False)
        else:
            gone = self._gone() if self.step.eliminations else ""
        return f"{text}; also {gone}" if text and gone else text or gone

    def _gone(self) -> str:
        removed = self._removed(self.step.eliminations)
        if len(removed.split()) <= _LONG:
            return removed
        shorter = min(self._left(), removed, key=lambda text: len(text.split()))
        return shorter if len(shorter.split()) <= _TOO_LONG else self._removed_in_all()

    def left_over(self) -> str:
        """Return the placements as digits that are left: "only 3 is left at r1c5, and 4 at r1c7".

        This text follows the reasons for the eliminations. If there is only one placement, it also
        names the few digits that the cell sees: "only 3 is left at r1c5, which sees 1 and 2".
        """
        alike: dict[int, list[int]] = {}
        for cell, digit in self.step.placements:
            alike.setdefault(digit, []).append(cell)
        (digit, cells), *others = alike.items()
        first = f"only {self.digit(digit)} is left at {self.cells(cells)}"
        left = [first, *(f"{self.digit(d)} at {self.cells(cs)}" for d, cs in others)]
        seen = self._seen_digits(cells[0]) if len(self.step.placements) == 1 else ""
        return self.with_gone(clauses(left) + seen)

    def _seen_digits(self, cell: int) -> str:
        """Return ", which sees 1 and 2" if a cell sees all digits that it had lost before the step.

        The result is "" without such digits, if they are many, or if the cell does not see some.
        """
        missing = {*range(1, self.puzzle.order + 1)}.difference(self.board.candidates(cell))
        by = {self.board.digits[at]: at for at in sorted(self.puzzle.sight[cell])}
        if not 0 < len(missing) <= _MOST_SEEN or not missing <= by.keys():
            return ""
        from pandoku.words.claims import Sees  # not loaded before the first frame of a game

        digits = sorted(missing)
        return self.said(
            f", which sees {self.digits(digits)}", Sees(cell, tuple(by[d] for d in digits))
        )

    def _removed(self, pairs: Iterable[tuple[int, int]]) -> str:
        """Return an elimination of candidates: "remove 3 from r1c5 and r1c7"."""
        alike = self.grouped(pairs)
        parts = [f"{self.digits(ds)} from {self.cells(cells)}" for cells, ds in alike]
        is_plain = all(len(cells) == len(digits) == 1 for cells, digits in alike)
        return f"remove {joined(parts) if is_plain else clauses(parts)}"

    def _left(self) -> str:
        """Return the effect of the step as digits that are left: "leave only 6 to 9 at r2c1".

        Cells that lose less than half of their candidates are described as usual.
        """
        gone: dict[int, set[int]] = {}
        for cell, digit in self.step.eliminations:
            gone.setdefault(cell, set()).add(digit)
        alike: dict[tuple[int, ...], list[int]] = {}
        for cell, digits in gone.items():
            left = tuple(d for d in self.board.candidates(cell) if d not in digits)
            if 0 < len(left) <= len(digits) and (len(left) == 1 or len(digits) > 2):
                alike.setdefault(left, []).append(cell)
        parts = [f"{self.digit_range(ds)} at {self.cells(cells)}" for ds, cells in alike.items()]
        named = {cell for cells in alike.values() for cell in cells}
        others = [pair for pair in self.step.eliminations if pair[0] not in named]
        if not parts:
            return self._removed(others)
        is_plain = len(parts) == 2 and all(len(each) == 1 for each in alike)
        left_only = f"leave only {joined(parts) if is_plain else clauses(parts)}"
        return f"{left_only}; also {self._removed(others)}" if others else left_only

    def _removed_in_all(self) -> str:
        """Return an elimination of many candidates: "remove 84 candidates from 35 cells"."""
        pairs = self.step.eliminations
        cells = tuple(dict.fromkeys(cell for cell, _ in pairs))
        named = self._names(f"{len(cells)} cells", "cells", cells)
        return f"remove {len(pairs)} candidates from {named}"

    def digit_range(self, digits: Sequence[int]) -> str:
        """Return ascending digits as a list, or as a range: "6 to 9"."""
        first, last = digits[0], digits[-1]
        if len(digits) >= _MOST_NAMED and last - first + 1 == len(digits):
            return f"{self.digit(first)} to {self.digit(last)}"
        return self.digits(digits)

    def grouped(self, pairs: Iterable[tuple[int, int]]) -> list[tuple[tuple[int, ...], list[int]]]:
        """Return the digits of candidates that are in the same cells, with these cells."""
        by_digit: dict[int, list[int]] = {}
        for cell, digit in pairs:
            by_digit.setdefault(digit, []).append(cell)
        alike: dict[tuple[int, ...], list[int]] = {}
        for digit, cells in sorted(by_digit.items()):
            alike.setdefault(tuple(cells), []).append(digit)
        return [*alike.items()]

    def _brief_outcome(self) -> str:
        """Return the effect of the step in few words: "r1c3 = 4, no 37 at r1c12"."""
        placed = (f"{self.cell(c)} = {self.digit(d)}" for c, d in self.step.placements)
        alike = self.grouped(self.step.eliminations)
        gone = (f"no {self.digits(ds)} at {self.cells(cells)}" for cells, ds in alike)
        return ", ".join((*placed, *gone))

    def in_numbers(self) -> str:
        """Return the number of changes: "2 cells placed, 5 candidates gone"."""
        step, noting = self.step, self.reader.noting
        gone = ("candidate", "gone", len(step.eliminations))
        if noting is not None:
            gone = ("cell", "with new notes", len(noting.changed))
        changes = (("cell", "placed", len(step.placements)), gone)
        counts = (f"{n} {noun}{'s' * (n > 1)} {verb}" for noun, verb, n in changes if n)
        return ", ".join(counts)


def words_on(board: Board) -> Words:
    """Return words for the parts of a board, without a step."""
    return Words(Step(""), board)
