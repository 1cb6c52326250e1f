"""Arithmetic sequences: lines whose digits rise or fall by the same step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pandoku.constraints import Progression
from pandoku.model import Board, Facts, Pair, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._kept import KeptSteps, kept_steps
from pandoku.techniques._line_slips import PROGRESSION_SLIPS
from pandoku.techniques._sums import knowledge
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Allows, Claim

__all__ = ["TECHNIQUES"]

_NAME = "arithmetic-sequence"
_MOST_BLOCKED = 4  # maximum number of sequences that a digit leaves
_MOST_TOGETHER = 3  # maximum number of digits that are refuted by their sequences in one step


class _Line(NamedTuple):
    """An arithmetic sequence.

    Attributes:
        number: Position of the constraint in `Puzzle.constraints`.
        cells: The cells.
        moves: Whether two cells see each other, so that the step is not 0.
        order: The order of the grid.
    """

    number: int
    cells: tuple[int, ...]
    moves: bool
    order: int

    @property
    def most(self) -> int:
        """The greatest step."""
        return (self.order - 1) // (len(self.cells) - 1)

    def with_digit(self, at: int, digit: int) -> list[tuple[int, ...]]:
        """Return the sequences with a digit at a position, whatever the candidates."""
        found = []
        for step in range(-self.most, self.most + 1):
            first = digit - at * step
            last = first + (len(self.cells) - 1) * step
            if (
                min(first, last) >= 1
                and max(first, last) <= self.order
                and (step or not self.moves)
            ):
                found.append(tuple(first + place * step for place in range(len(self.cells))))
        return found


@per_rules
def _lines(puzzle: Puzzle) -> list[_Line]:
    found = []
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, Progression) and each.is_sound(puzzle.geometry) and len(each.cells) > 2:
            cells = tuple(each.cells)
            moves = any(a in puzzle.sight[b] for a in cells for b in cells)
            found.append(_Line(number, cells, moves, puzzle.order))
    return found


@per_rules
def _kept(puzzle: Puzzle) -> list[KeptSteps]:
    def finder(line: _Line) -> KeptSteps:
        return KeptSteps(line.cells, lambda board: _steps(line, board))

    return [finder(line) for line in _lines(puzzle)]


def _steps(line: _Line, board: Board) -> Iterator[Step]:
    no_room, blocked = _gone(line, board.masks)
    if gone := no_room or blocked[:_MOST_TOGETHER]:
        marked = tuple((cell, "pattern") for cell in line.cells)
        facts = Facts(cells=marked, constraints=(line.number,))
        yield Step(_NAME, eliminations=tuple(sorted(gone)), facts=facts)


def _gone(line: _Line, masks: Sequence[int]) -> tuple[list[Pair], list[Pair]]:
    """Return the candidates without a sequence, and those whose few sequences are blocked."""
    no_room, blocked = list[Pair](), list[Pair]()
    for at, cell in enumerate(line.cells):
        for digit in digits_of(masks[cell]) if masks[cell].bit_count() > 1 else ():
            natural = line.with_digit(at, digit)
            if not natural:
                no_room.append((cell, digit))
            elif len(natural) <= _MOST_BLOCKED and all(
                _blocker(line, masks, each) for each in natural
            ):
                blocked.append((cell, digit))
    return no_room, blocked


def _blocker(line: _Line, masks: Sequence[int], digits: Sequence[int]) -> Pair | None:
    """Return the first cell that cannot hold its digit of a sequence, with the digit, or None."""
    pairs = zip(line.cells, digits, strict=True)
    return next(((c, digit) for c, digit in pairs if not masks[c] >> (digit - 1) & 1), None)


def _reason(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    line = next(each for each in _lines(w.puzzle) if each.number == number)
    no_room, _ = _gone(line, w.board.masks)
    gone = {*w.step.eliminations}
    allowed: list[Claim] = [
        Allows(number, (c,), tuple(d for d in w.board.candidates(c) if (c, d) not in gone))
        for c in dict.fromkeys(cell for cell, _ in w.step.eliminations)
    ]
    if gone == {*no_room}:
        few = f"so its step is at most {line.most}"
        text = f"its {w.number(len(line.cells))} digits are between 1 and {line.order}, {few}"
        text += ", and it is not 0, as cells of the line see each other" if line.moves else ""
        yield w.said(sentence(text), *allowed)
        alike: dict[tuple[int, ...], list[int]] = {}
        for cell in dict.fromkeys(cell for cell, _ in no_room):
            digits = tuple(digit for each, digit in no_room if each == cell)
            alike.setdefault(digits, []).append(cell)
        without = [f"{w.digits(digits)} at {w.cells(cells)}" for digits, cells in alike.items()]
        text = f"{clauses(without)} leave the line no room on one side"
        yield w.said(sentence(text), *allowed)
        return
    for cell, digit in w.step.eliminations:
        natural = line.with_digit(line.cells.index(cell), digit)
        listed = joined((" ".join(map(w.digit, each)) for each in natural), "or")
        blockers: dict[int, list[int]] = {}
        for each in natural:
            blocker = _blocker(line, w.board.masks, each)
            if blocker is not None:
                blockers.setdefault(blocker[0], []).append(blocker[1])
        parts = [
            f"{w.cell(at)} is not {w.digits(sorted({*digits}), 'or')}"
            for at, digits in blockers.items()
        ]
        known = knowledge(w, blockers)
        text = (
            f"with {w.digit(digit)} at {w.cell(cell)}, the line is {listed}, but {clauses(parts)}"
        )
        yield w.said(sentence(text), *known, *allowed)


TECHNIQUES = (
    Technique(
        name=_NAME,
        aliases=("sequence line", "progression"),
        summary="digits rise or fall by equal steps, so one cell leaves few sequences",
        find=kept_steps(_kept),
        slips=PROGRESSION_SLIPS,
        weight=2.2,
        what=lambda w: w.constraint(w.step.facts.constraints[0]),
        reason=_reason,
        look_for="a long line, whose step is small, or a line with few candidates in one cell.",
        why="two digits of the line decide all others. If each sequence with a digit needs a digit "
        "that another cell lacks, the digit is false.",
        when="At the start for long lines, whose step must be small, and again after each digit "
        "on the line.",
        scan=(
            Glance("Take the longest sequence, or one with a digit on it.", "rules"),
            Glance(
                "Limit its step: four cells of nine digits rise or fall by 1 or 2, because three "
                "steps of 3 are too much.",
                "cells",
            ),
            Glance(
                "From a known cell, write down each sequence that is left, one for each step and "
                "direction. Cross out those with a digit that a cell lacks.",
                "pattern",
            ),
            Glance("Remove the digits that are in no sequence.", "step"),
        ),
        rules=(Progression,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
        is_case_of="rule-elimination",
        fills=True,
    ),
)
