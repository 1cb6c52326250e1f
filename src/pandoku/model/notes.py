"""Notes of a reader who does not write all pencil marks, and their changes in a step."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, TypeAlias

from pandoku.model.board import Board
from pandoku.model.marks import Marks
from pandoku.model.step import Step

__all__ = ["NoteKind", "Notes", "NotesInCells", "Noting", "note_step"]

_Pairs: TypeAlias = tuple[tuple[int, int], ...]  # (cell, digit)
_Sets: TypeAlias = tuple[tuple[int, ...], ...]  # the possible sets of digits of a cage

# The notes for the steps of a technique: "small" (the cells that a digit is confined to),
# "cage" (the sets of digits of a cage, next to it), "seen" (nothing, because the notes show the
# pattern), or "lists" (the digits that are left, in the cells that change).
NoteKind: TypeAlias = Literal["small", "cage", "seen", "lists"]

_MOST_SETS = 4  # maximum number of sets of digits to note next to a cage
_LONGEST_LIST = 4  # maximum number of digits to list in a cell of a grid up to 8x8


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of a reader who has not written all pencil marks.

    Attributes:
        marks: The notes in cells. Corner marks are Snyder notes: a digit is noted in the few cells
            of a box that can hold it. Center marks list all digits that a cell can hold. Cells
            without center marks have no list.
        cages: Each cage with a note next to it, and the possible sets of digits of its empty cells.
    """

    marks: Marks
    cages: tuple[tuple[int, _Sets], ...] = ()

    @classmethod
    def none(cls, order: int) -> Notes:
        """Return the notes before anything is written."""
        return cls(Marks(order))

    def written(self, cell: int) -> int:
        """Return the mask of the digits that are written in a cell."""
        return self.marks.corner[cell] | self.marks.center[cell]

    def is_listed(self, cell: int, board: Board) -> bool:
        """Return whether all digits that a cell can hold are noted, in it or next to its cage."""
        if self.marks.center[cell]:
            return True
        return any(cell in board.puzzle.cages[index].cells for index, _ in self.cages)


class NotesInCells(NamedTuple):
    """The notes that a reader writes and strikes in cells.

    Attributes:
        corner: The Snyder notes, unless they are written.
        center: The digits of lists.
        gone: The candidates that no cell shows afterwards.
    """

    corner: _Pairs
    center: _Pairs
    gone: _Pairs


class Noting(NamedTuple):
    """The changes of a reader's notes in a step.

    Attributes:
        before: The notes before the step.
        after: The notes after the step.
        confined: The candidates that a pattern confines to few cells: these get Snyder notes.
        beside: The cage that gets a note, and its sets of digits, or None.
        listed: The cells that get a list of digits, each with the mask of these digits.
        struck: The candidates that the step rules out and that are written in a cell.
        denied: The candidates that the step rules out, and that neither a note nor a list shows.
        is_seen: Whether the notes show the pattern of the step, so that its effect needs no note.
        is_of_cage: Whether the step rules digits out for all cells of a cage.
    """

    before: Notes
    after: Notes
    confined: _Pairs = ()
    beside: tuple[int, _Sets] | None = None
    listed: tuple[tuple[int, int], ...] = ()
    struck: _Pairs = ()
    denied: _Pairs = ()
    is_seen: bool = False
    is_of_cage: bool = False

    @property
    def small(self) -> _Pairs:
        """The Snyder notes that are new."""
        written = self.before.written
        return tuple((c, d) for c, d in self.confined if not written(c) >> (d - 1) & 1)

    @property
    def changed(self) -> tuple[int, ...]:
        """The cells where the notes or the knowledge of the reader change."""
        cells = [cell for cell, _ in (*self.small, *self.listed, *self.struck, *self.denied)]
        return tuple(dict.fromkeys(cells))

    @property
    def in_cells(self) -> NotesInCells | None:
        """The changes of notes in cells, or None if the step also needs other notes, or none."""
        if self.beside or self.denied or not (self.confined or self.listed or self.struck):
            return None
        digits = range(1, self.before.marks.order + 1)
        listed = [(c, d, mask >> (d - 1) & 1) for c, mask in self.listed for d in digits]
        gone = (*self.struck, *((c, d) for c, d, is_left in listed if not is_left))
        center = tuple((c, d) for c, d, is_left in listed if is_left)
        return NotesInCells(self.confined, center, gone)

    @property
    def noted(self) -> Notes:
        """The notes before the step together with the new ones."""
        corner, center = list(self.before.marks.corner), list(self.before.marks.center)
        for cell, digit in self.small:
            corner[cell] |= 1 << (digit - 1)
        for cell, mask in self.listed:
            center[cell] |= mask
        marks = replace(self.before.marks, corner=tuple(corner), center=tuple(center))
        cages = dict((*self.before.cages, *([self.beside] if self.beside else [])))
        return Notes(marks, tuple(cages.items()))


def note_step(notes: Notes, step: Step, board: Board, kind: NoteKind = "lists") -> Noting:
    """Return the changes of a reader's notes in a step.

    Args:
        notes: The notes before the step.
        step: The step.
        board: The board before the step.
        kind: The notes for the steps of its technique (see `Technique.noted`).
    """
    after, facts = board.after(step), step.facts
    confined: _Pairs = ()
    if kind == "small" and step.eliminations:
        confined = tuple((cell, digit) for cell, digit, _ in facts.candidates)
    cages, beside = dict(notes.cages), None
    if kind == "cage" and 0 < len(facts.cages[0].digits) <= _MOST_SETS:
        index = facts.cages[0].cage
        held = [board.digits[cell] for cell in board.puzzle.cages[index].cells]
        beside = index, tuple(sorted({_without(each, held) for each in facts.cages[0].digits}))
        cages[index] = beside[1]
    corner, center = list(notes.marks.corner), list(notes.marks.center)
    for cell, digit in confined:
        corner[cell] |= 1 << (digit - 1)
    written = {(c, d) for c, d in step.eliminations if (corner[c] | center[c]) >> (d - 1) & 1}
    noted = board.puzzle.cages[beside[0]].cells if beside else ()
    possible = {each for digits in (beside[1] if beside else ()) for each in digits}
    is_seen = bool(confined) or kind == "seen"
    others = [
        (cell, digit)
        for cell, digit in step.eliminations
        if not (center[cell] or is_seen or (cell in noted and digit not in possible))
    ]
    listed: dict[int, int] = {}
    # A digit that a cage does not have is noted once, not in each cell.
    longest = 0 if kind == "cage" else max(_LONGEST_LIST, (board.puzzle.order + 1) // 2)
    for cell in dict.fromkeys(cell for cell, _ in others):
        if after.masks[cell].bit_count() <= longest and not after.digits[cell]:
            listed[cell] = center[cell] = after.masks[cell]
    marks = replace(
        notes.marks,
        corner=_still(corner, after),
        center=_still(center, after),
    )
    kept = tuple(
        (index, sets)
        for index, sets in cages.items()
        if not all(after.digits[cell] for cell in board.puzzle.cages[index].cells)
    )
    return Noting(
        notes,
        Notes(marks, kept),
        confined,
        beside,
        tuple(listed.items()),
        tuple(each for each in step.eliminations if each in written),
        tuple(each for each in others if each[0] not in listed and each not in written),
        is_seen,
        kind == "cage",
    )


def _without(digits: Iterable[int], held: Iterable[int]) -> tuple[int, ...]:
    """Return digits without those that are held, each as often as it is held."""
    left = [*digits]
    for digit in held:
        if digit in left:
            left.remove(digit)
    return tuple(left)


def _still(masks: Iterable[int], board: Board) -> tuple[int, ...]:
    """Return the notes that a board leaves: none in filled cells, and only candidates elsewhere."""
    pairs = zip(masks, board.masks, board.digits, strict=True)
    return tuple(0 if digit else mask & left for mask, left, digit in pairs)
