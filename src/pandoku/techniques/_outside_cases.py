"""Sandwiches and X-sums: their clues, and the sets of digits of their cases."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias, TypeVar

from pandoku.constraints import Sandwich, XSum
from pandoku.model import Board, Facts, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._sums import (
    Team,
    add,
    fall_words,
    fallen_words,
    fits_cells,
    knowledge,
    natural_sets,
    shares_of,
    total_of,
)
from pandoku.words import Words, joined, sentence
from pandoku.words.claims import Allows, Inside

__all__ = [
    "FEW",
    "MOST_CASES",
    "MOST_FALLEN",
    "DigitSet",
    "Excluding",
    "LineClue",
    "LinePairs",
    "SumCase",
    "allowed_claims",
    "are_few",
    "beyond",
    "case_of",
    "case_words",
    "claimed_name",
    "clue_name",
    "clue_of",
    "clue_step",
    "clues_of",
    "end_words",
    "found_steps",
    "is_one_of",
    "is_short",
    "lost_in_all",
    "stated",
    "why_fallen",
]

FEW = 6  # maximum number of sets to list
MOST_CASES = 3  # maximum number of cases
MOST_FALLEN = 3  # maximum number of sets whose end is explained
_LARGEST_BRIEF = 9  # largest order whose digits are single characters
_MOST_KNOWN = 500  # maximum number of results in the cache of each clue

_NO_OTHER = "no other cell of the line can be {}"

LinePairs: TypeAlias = tuple[tuple[int, int], ...]  # (position on the line, digit)
DigitSet: TypeAlias = tuple[int, ...]
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True, eq=False)
class LineClue:
    """A sandwich or an X-sum.

    Attributes:
        number: Position of the constraint in `Puzzle.constraints`.
        cells: The cells of the line, beginning next to the clue.
        total: The number of the clue.
        order: The order of the grid.
    """

    number: int
    cells: tuple[int, ...]
    total: int
    order: int
    known: dict[object, Any] = field(default_factory=dict)

    def recalled(
        self, name: str, masks: Sequence[int], find: Callable[[LineClue, Sequence[int]], _Found]
    ) -> _Found:
        """Return the result of *find*, which depends on the candidates of the line alone."""
        own = tuple(masks[cell] for cell in self.cells)
        key = (name, own)
        if key not in self.known:
            if len(self.known) >= _MOST_KNOWN:
                self.known.clear()
            self.known[key] = find(self, own)
        found: _Found = self.known[key]
        return found


class Excluding(Protocol):
    """A result that excludes candidates."""

    @property
    def gone(self) -> LinePairs:
        """The candidates to remove, as pairs (position, digit)."""


@per_rules
def clues_of(puzzle: Puzzle) -> tuple[tuple[LineClue, ...], tuple[LineClue, ...]]:
    """Return the sandwiches and the X-sums of a puzzle."""
    sandwiches, x_sums = list[LineClue](), list[LineClue]()
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, Sandwich | XSum):
            cells = each.cells_on(puzzle.geometry)
            clue = LineClue(number, cells, each.total, puzzle.order)
            (sandwiches if isinstance(each, Sandwich) else x_sums).append(clue)
    return tuple(sandwiches), tuple(x_sums)


def clue_of(w: Words) -> LineClue:
    (number,) = w.step.facts.constraints
    sandwiches, x_sums = clues_of(w.puzzle)
    return next(each for each in (*sandwiches, *x_sums) if each.number == number)


def clue_name(w: Words) -> str:
    return w.constraint(w.step.facts.constraints[0])


def claimed_name(w: Words, clue: LineClue, gone: Iterable[tuple[int, int]]) -> str:
    """Return the name of a clue, with the claim that it excludes candidates of its line."""
    return w.said(clue_name(w), *allowed_claims(w, clue, gone))


def stated(w: Words, text: str, cells: Iterable[int]) -> str:
    """Return a sentence that names cells, with their digits and candidates as claims."""
    return w.said(sentence(text), *knowledge(w, cells))


def clue_step(name: str, clue: LineClue, gone: LinePairs) -> Step:
    eliminations = tuple(sorted((clue.cells[at], digit) for at, digit in gone))
    marked = tuple((cell, "pattern") for cell in clue.cells)
    facts = Facts(cells=marked, constraints=(clue.number,))
    return Step(name, eliminations=eliminations, facts=facts)


def found_steps(
    name: str,
    clues: Iterable[LineClue],
    deduce: Callable[[LineClue, Sequence[int]], Excluding | None],
    board: Board,
) -> Iterator[Step]:
    """Yield a step of the technique called *name* for each clue that excludes candidates."""
    for clue in clues:
        found = clue.recalled(name, board.masks, deduce)
        if found is not None and found.gone:
            yield clue_step(name, clue, found.gone)


def allowed_claims(w: Words, clue: LineClue, gone: Iterable[tuple[int, int]]) -> Iterator[Allows]:
    """Yield the claims that a line has no way with the candidates at some positions."""
    lost: dict[int, set[int]] = {}
    for at, digit in gone:
        lost.setdefault(at, set()).add(digit)
    for at, digits in lost.items():
        left = (d for d in w.board.candidates(clue.cells[at]) if d not in digits)
        yield Allows(clue.number, (clue.cells[at],), tuple(left))


def beyond(masks: Sequence[int], total: int) -> tuple[DigitSet, bool | None]:
    """Return the digits that show that cells in one line cannot make a total.

    Returns:
        The greatest digits and True if they make too little, the least digits and False if they
        make too much, or () and None if neither is so.
    """
    teams = (Team(tuple(range(len(masks)))),) if masks else ()
    for most in (False, True):
        shares = shares_of(teams, masks, most=most)
        if shares is None:
            break
        if (total_of(shares) < total) if most else (total_of(shares) > total):
            return (shares[0].digits if shares else ()), most
    return (), None


class SumCase(NamedTuple):
    """A case: some cells make a total.

    Attributes:
        heading: The digit of the first cell (X-sum), or the places of the crusts (sandwich).
        places: Positions of the cells that make the total.
        total: Their total.
        sets: The sets of digits that fit.
        fallen: The sets that do not fit.
    """

    heading: tuple[int, ...]
    places: tuple[int, ...]
    total: int
    sets: tuple[DigitSet, ...]
    fallen: tuple[DigitSet, ...]


def case_of(
    heading: tuple[int, ...],
    places: tuple[int, ...],
    total: int,
    digits: Sequence[int],
    masks: Sequence[int],
) -> SumCase | None:
    """Return a case, or None if there are too many sets."""
    sets = natural_sets(digits, len(places), total)
    if sets is None:
        return None
    fit = tuple(each for each in sets if _fits_line(each, heading, places, masks))
    return SumCase(heading, places, total, fit, tuple(each for each in sets if each not in fit))


def _fits_line(
    digits: DigitSet, heading: tuple[int, ...], places: tuple[int, ...], masks: Sequence[int]
) -> bool:
    """Return whether digits fit into some cells of a line, and the others into the other cells.

    Args:
        digits: The digits of the cells.
        heading: As in `SumCase`.
        places: Positions of the cells.
        masks: The candidates of the line.
    """
    if not fits_cells(digits, [masks[at] for at in places]):
        return False
    outside, rest = _outside(digits, heading, places, len(masks))
    return fits_cells(rest, [masks[at] for at in outside])


def _outside(
    digits: DigitSet, heading: tuple[int, ...], places: tuple[int, ...], order: int
) -> tuple[tuple[int, ...], DigitSet]:
    """Return the positions outside a sum, and the digits that they must hold."""
    if len(heading) == 1:  # an X-sum, whose first cell has the digit
        inside, used = {0, *places}, {*heading, *digits}
    else:
        inside, used = {*heading, *places}, {1, order, *digits}
    outside = tuple(at for at in range(order) if at not in inside)
    return outside, tuple(digit for digit in range(1, order + 1) if digit not in used)


def why_fallen(w: Words, clue: LineClue, case: SumCase, sets: Sequence[DigitSet]) -> str:
    """Return the reasons why sets of a case do not fit: the cells of the sum, or the others."""
    masks = [w.board.masks[cell] for cell in clue.cells]
    cells = [clue.cells[at] for at in case.places]
    inside = [each for each in sets if not fits_cells(each, [masks[at] for at in case.places])]
    parts = [*fallen_words(w, inside, cells)]
    alike: dict[str, list[str]] = {}
    for each in sets:
        if each not in inside:
            places, rest = _outside(each, case.heading, case.places, clue.order)
            others = [clue.cells[at] for at in places]
            alike.setdefault(fall_words(w, rest, others, _NO_OTHER), []).append(add(each))
    for why, same in alike.items():
        text = f"{joined(same)} {'is' if len(same) == 1 else 'are'} out, as {why}"
        parts.append(w.said(text, *knowledge(w, clue.cells)))
    return "; ".join(parts)


def lost_in_all(
    cases: Sequence[SumCase], masks: Sequence[int], heads: Callable[[SumCase], dict[int, set[int]]]
) -> LinePairs:
    """Return the candidates that no case has.

    Inside a case, the cells hold digits of its sets. Elsewhere on the line, digits that are in all
    sets are used up.
    """
    gone = []
    for at, mask in enumerate(masks):
        allowed = set[int]()
        for case in cases:
            own = set(digits_of(mask))
            if at in (held := heads(case)):
                own &= held[at]
            else:
                used = {digit for digits in held.values() for digit in digits}
                own -= used if len(used) == len(held) else set()
                sets = [{*each} for each in case.sets]
                if at in case.places:
                    own &= {digit for each in sets for digit in each}
                else:
                    own -= sets[0].intersection(*sets)
            allowed |= own
        if mask.bit_count() > 1:
            gone += [(at, digit) for digit in digits_of(mask) if digit not in allowed]
    return tuple(gone)


def are_few(cases: Sequence[SumCase]) -> bool:
    """Return whether all sets can be listed, and those that fall if a case has no set left."""
    return sum(len(case.sets) for case in cases) <= FEW and all(
        case.sets or len(case.fallen) <= MOST_FALLEN for case in cases
    )


def case_words(w: Words, clue: LineClue, case: SumCase, start: str) -> Iterator[str]:
    """Yield the sets of a case, and the end of those that fall."""
    cells = [clue.cells[at] for at in case.places]
    known = [*cells, *(clue.cells[at] for at in case.heading)]
    out = why_fallen(w, clue, case, case.fallen) if is_short(case) else ""
    if not case.sets:
        yield stated(w, f"{start}, but {out or 'no digits make that'}", known)
    elif len(cells) < 2:
        yield stated(w, start, known)
    else:
        yield stated(w, f"{start}: {joined(map(add, case.sets), 'or')}", known)
        if out:
            yield sentence(out)


def is_short(case: SumCase) -> bool:
    """Return whether the sets that fall are few enough to give the reason for each."""
    return len(case.fallen) <= MOST_FALLEN and len(case.sets) + len(case.fallen) <= FEW


def end_words(w: Words, clue: LineClue, inside: set[int], gone: LinePairs) -> str:
    """Return the consequence for the cells outside, with the claims of all removals."""
    claims = allowed_claims(w, clue, gone)
    if digits := sorted({digit for at, digit in gone if at not in inside}):
        (line, *_) = w.common_houses(clue.cells)
        text = f"So no other cell of {w.house(line)} is {w.digits(digits, 'or')}."
        return w.said(text, Inside(clue.cells, (w.index(line),)), *claims)
    cells = [clue.cells[at] for at in dict.fromkeys(at for at, _ in gone)]
    return w.said(f"That leaves no other digits for {w.cells(cells)}.", *claims)


def is_one_of(w: Words, sets: Sequence[DigitSet]) -> Iterator[str]:
    """Yield the sets of a clue: "10 above column 4 is 28 or 46"."""
    if 0 < len(sets) <= MOST_CASES and all(sets) and w.puzzle.order <= _LARGEST_BRIEF:
        yield f"{clue_name(w)} is {' or '.join(map(w.digits, sets))}"
