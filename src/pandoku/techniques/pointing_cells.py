"""Cells that say where a digit of their line is: indexers and numbered rooms."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from pandoku.constraints import BoxIndexer, ColumnIndexer, NumberedRoom, RowIndexer
from pandoku.model import (
    Board,
    Constraint,
    Facts,
    Geometry,
    Pair,
    Puzzle,
    Step,
    digits_of,
    per_rules,
)
from pandoku.techniques._mark_slips import INDEXER_SLIPS, ROOM_SLIPS
from pandoku.techniques._sight import causes_in, losing
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, joined, sentence
from pandoku.words.claims import Allows, Claim, Gone, Inside, Placed

__all__ = ["TECHNIQUES"]

_MOST_NAMED = 3  # maximum number of rooms to name one by one
_MOST_GROUPS = 3  # maximum number of sentences in a step


class _Pointer(NamedTuple):
    """A cell. Its digit is the place of a certain digit on its line.

    Attributes:
        number: Index into `Puzzle.constraints`.
        cell: The pointing cell. It is on the line.
        digit: The digit at this place.
        line: The cells of the line, beginning with place 1.
        house: Index of the line in `Geometry.houses`.
    """

    number: int
    cell: int
    digit: int
    line: tuple[int, ...]
    house: int

    def places(self, board: Board) -> int:
        """Return the places that can hold the digit, as a mask like the candidates of the cell.

        The cell can point at itself only by its own digit, and at no other place by this digit.
        """
        bit, found = 1 << (self.digit - 1), 0
        for at, other in enumerate(self.line):
            if other == self.cell:
                is_place = at == self.digit - 1
            else:
                is_place = at != self.digit - 1 and bool(board.masks[other] & bit)
            found |= is_place << at
        return found


class _Group(NamedTuple):
    """Pointers that lose the same digits, or whose lines lose the same places.

    Attributes:
        pointers: The pointers. All have the same digit.
        places: The places.
        is_here: Whether the pointing cells lose the places as digits, because the digit is not
            there. Otherwise the places lose the digit, because the cells do not point at them.
    """

    pointers: tuple[_Pointer, ...]
    places: tuple[int, ...]
    is_here: bool

    @property
    def there(self) -> tuple[int, ...]:
        """The cells at the places."""
        return tuple(each.line[at - 1] for at in self.places for each in self.pointers)

    @property
    def gone(self) -> tuple[Pair, ...]:
        """The eliminations."""
        return tuple(pair for each in self.pointers for pair in self.gone_of(each))

    def gone_of(self, pointer: _Pointer) -> list[Pair]:
        """Return the eliminations by a pointer."""
        if self.is_here:
            return [(pointer.cell, at) for at in self.places]
        return [(pointer.line[at - 1], pointer.digit) for at in self.places]


@per_rules
def _pointers(puzzle: Puzzle) -> dict[str, list[_Pointer]]:
    """Return the pointers of each technique."""
    found: dict[str, list[_Pointer]] = {"indexer": [], "numbered-room": []}
    geometry = puzzle.geometry
    houses = {frozenset(house.cells): at for at, house in enumerate(geometry.houses)}
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        name = "numbered-room" if isinstance(each, NumberedRoom) else "indexer"
        if each.is_sound(geometry):
            for cell, digit, line in _parts(each, geometry):
                house = houses.get(frozenset(line))
                if house is not None and len(line) == puzzle.order:
                    found[name].append(_Pointer(number, cell, digit, line, house))
    return found


def _parts(
    constraint: Constraint, geometry: Geometry
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield each pointing cell of a constraint, the digit whose place it says, and its line."""
    n = geometry.order
    if isinstance(constraint, NumberedRoom):
        line = constraint.cells_on(geometry)
        yield line[0], constraint.digit, line
        return
    if not isinstance(constraint, RowIndexer | ColumnIndexer | BoxIndexer):
        return
    for cell in constraint.cells:
        match constraint:
            case RowIndexer():
                line = tuple(range(cell % n, n * n, n))
            case ColumnIndexer():
                line = tuple(range(cell - cell % n, cell - cell % n + n))
            case BoxIndexer():
                boxes = (h for h in geometry.houses if h.kind in ("box", "region"))
                line = next(house.cells for house in boxes if cell in house.cells)
        yield cell, line.index(cell) + 1, line


def _placed(pointer: _Pointer, board: Board) -> Pair | None:
    """Return the cell and the digit that follow from a placed digit of the line, or None."""
    digits, line = board.digits, pointer.line
    if here := digits[pointer.cell]:
        new = line[here - 1], pointer.digit
    elif pointer.digit in (on_line := [digits[cell] for cell in line]):
        new = pointer.cell, on_line.index(pointer.digit) + 1
    else:
        return None
    cell, digit = new
    is_open = not digits[cell] and board.masks[cell] >> (digit - 1) & 1
    return new if is_open else None


def _excluded(pointer: _Pointer, board: Board) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the digits that a pointing cell loses, and the places that lose the digit."""
    mask, places = board.masks[pointer.cell], pointer.places(board)
    if board.digits[pointer.cell] or not places & mask:
        return (), ()
    there = digits_of(places & ~mask)
    return digits_of(mask & ~places), tuple(
        at
        for at in there
        if pointer.line[at - 1] != pointer.cell and not board.digits[pointer.line[at - 1]]
    )


def _never(pointer: _Pointer, board: Board) -> list[Pair]:
    """Return the digits that point at the pointing cell itself, or repeat the digit."""
    own = (pointer.line.index(pointer.cell) + 1, pointer.digit)
    return [(pointer.cell, digit) for digit in _excluded(pointer, board)[0] if digit in own]


def _groups(board: Board, name: str) -> list[list[_Group]]:
    """Return the groups of each column of indexers, or of each room, largest first."""
    puzzle = board.puzzle
    families: dict[tuple[object, int], dict[tuple[int, bool], list[_Pointer]]] = {}
    for each in _pointers(puzzle)[name]:
        here, there = _excluded(each, board)
        kind = puzzle.constraints[each.number].NAME if name == "indexer" else each.number
        family = families.setdefault((kind, each.digit), {})
        for key in (*((at, True) for at in here), *((at, False) for at in there)):
            family.setdefault(key, []).append(each)
    found = []
    for family in filter(None, families.values()):
        alike: dict[tuple[tuple[_Pointer, ...], bool], list[int]] = {}
        for (at, is_here), users in family.items():
            alike.setdefault((tuple(users), is_here), []).append(at)
        groups = [_Group(of, tuple(ats), is_here) for (of, is_here), ats in alike.items()]
        found.append(sorted(groups, key=_size, reverse=True)[:_MOST_GROUPS])
    return sorted(found, key=lambda some: sum(map(_size, some)), reverse=True)


def _size(group: _Group) -> int:
    return len(group.pointers) * len(group.places)


def _steps(name: str, board: Board) -> Iterator[Step]:
    pointers = _pointers(board.puzzle)[name]
    placed = [(each, pair) for each in pointers if (pair := _placed(each, board))]
    for pointer, pair in placed:
        yield _step(name, [pointer], placements=(pair,))
    if placed:
        return
    never = [(each, pairs) for each in pointers if (pairs := _never(each, board))]
    if never:
        gone = tuple(dict.fromkeys(pair for _, pairs in never for pair in pairs))
        yield _step(name, [each for each, _ in never], eliminations=gone)
        return
    for groups in _groups(board, name):
        users = [each for group in groups for each in group.pointers]
        gone = tuple(dict.fromkeys(pair for group in groups for pair in group.gone))
        yield _step(name, [*dict.fromkeys(users)], eliminations=gone)


def _step(
    name: str,
    pointers: Sequence[_Pointer],
    *,
    placements: tuple[Pair, ...] = (),
    eliminations: tuple[Pair, ...] = (),
) -> Step:
    cells = dict.fromkeys(each.cell for each in pointers)
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in cells),
        constraints=tuple(dict.fromkeys(each.number for each in pointers)),
    )
    return Step(name, placements=placements, eliminations=eliminations, facts=facts)


def _find_indexers(board: Board, limit: int) -> Iterator[Step]:
    return _steps("indexer", board)


def _find_rooms(board: Board, limit: int) -> Iterator[Step]:
    return _steps("numbered-room", board)


# ---- words


def _used(w: Words) -> list[_Pointer]:
    """Return the pointers of a step."""
    cells = w.with_role("pattern")
    return [
        each
        for each in _pointers(w.puzzle)[w.step.technique]
        if each.number in w.step.facts.constraints and each.cell in cells
        if not w.step.placements or _placed(each, w.board) in w.step.placements
    ]


def _what_indexers(w: Words) -> str:
    pointers = _used(w)
    noun = w.puzzle.constraints[pointers[0].number].NAME
    named = w.cells(each.cell for each in pointers)
    return f"the {noun}{'s' * (len(pointers) > 1)} {named}"


def _what_rooms(w: Words) -> str:
    numbers = w.step.facts.constraints
    if len(numbers) > _MOST_NAMED:
        return f"{w.number(len(numbers))} numbered rooms"
    return joined(map(w.constraint, numbers))


def _reason(w: Words) -> Iterator[str]:
    used = _used(w)
    if w.step.placements:
        yield _why_placed(w, used[0])
        return
    if any(_never(each, w.board) for each in used):
        yield _why_never(w)
        return
    gone = {*w.step.eliminations}
    for groups in _groups(w.board, w.step.technique):
        for group in groups:
            is_used = all(each in used for each in group.pointers)
            if is_used and gone.issuperset(group.gone):
                yield _why_group(w, group)


def _sought(w: Words, pointer: _Pointer) -> str:
    """Return the name of the digit whose place a cell says: "the 7 of row 3"."""
    return f"the {w.digit(pointer.digit)} of {w.house(w.geometry.houses[pointer.house])}"


def _on_line(pointer: _Pointer) -> Inside:
    return Inside((pointer.cell,), (pointer.house,))


def _why_placed(w: Words, pointer: _Pointer) -> str:
    ((cell, digit),) = w.step.placements
    claims: list[Claim] = [Allows(pointer.number, (cell,), (digit,)), _on_line(pointer)]
    if here := w.board.digits[pointer.cell]:
        text = f"{w.cell(pointer.cell)} is {w.digit(here)}, so {_sought(w, pointer)}"
        return w.said(sentence(f"{text} is at {w.cell(cell)}"), Placed(pointer.cell, here), *claims)
    known = pointer.line[digit - 1]
    text = f"{_sought(w, pointer)} is at {w.cell(known)}, so {w.cell(cell)} is {w.digit(digit)}"
    return w.said(sentence(text), Placed(known, pointer.digit), *claims)


def _why_never(w: Words) -> str:
    """Return the sentence for first cells that would point at themselves, or repeat the clue."""
    gone, parts = w.step.eliminations, []
    if is_self := any(digit == 1 for _, digit in gone):
        parts.append(f"a first cell with {w.digit(1)} would point at itself")
    if any(digit != 1 for _, digit in gone):
        first = "one" if is_self else "a first cell"
        parts.append(f"{first} with the digit of the clue would ask for it twice")
    used = _used(w)
    claims = (losing(w, each.number, _never(each, w.board)) for each in used)
    return w.said(sentence(clauses(parts)), *chain.from_iterable(claims))


def _why_group(w: Words, group: _Group) -> str:
    pointers, there = group.pointers, group.there
    cells, digit = [each.cell for each in pointers], pointers[0].digit
    places = w.digits(group.places, "or")
    is_one = len(cells) == 1
    points = f"{w.cells(cells)} {'is' if is_one else 'are'} not {places}"
    if is_one:
        lacks = f"{_sought(w, pointers[0])} is not at {w.cells(there, 'or')}"
    else:
        lacks = f"{w.cells(there)} are not {w.digit(digit)}"
    claims: list[Claim] = [_on_line(pointers[0])] if is_one else []
    if group.is_here:
        empty = [cell for cell in there if not w.board.digits[cell]]
        why = causes_in(w, empty, (digit,)) if empty else ""
        claims += (Gone((cell,), (digit,)) for cell in empty)
        claims += (Placed(cell, w.board.digits[cell]) for cell in there if cell not in empty)
        text = f"{lacks}{why}, so {points}"
    else:
        claims += (Gone((cell,), group.places) for cell in cells)
        text = f"{points}, so {lacks}"
    for each in pointers:
        claims += losing(w, each.number, group.gone_of(each))
    return w.said(sentence(text), *claims)


TECHNIQUES = (
    Technique(
        name="numbered-room",
        aliases=("numbered rooms", "room number"),
        summary="the first cell of a line says where the digit beside the grid is",
        find=_find_rooms,
        slips=ROOM_SLIPS,
        weight=2.2,
        what=_what_rooms,
        reason=_reason,
        look_for="the places of the clue's digit in its line, and the first cell. Each number that "
        "the first cell loses is a place that the digit loses, and the reverse.",
        why="the first cell is 4 exactly if the fourth cell has the digit of the clue.",
        when="After each change in the first cell of a line with a clue, or in the places of the "
        "clue's digit.",
        scan=(
            Glance("Take a clue beside the grid, and the nearest cell of its line.", "rules"),
            Glance(
                "Read this cell as an address: with 4 there, the fourth cell of the line has the "
                "clue's digit.",
                "cells",
            ),
            Glance(
                "Compare both sides: the numbers that the first cell has lost, and the cells that "
                "cannot have the digit.",
                "pattern",
            ),
            Glance(
                "Remove the digit from each cell that the first cell can no longer name. Remove "
                "from the first cell the numbers of cells without the digit.",
                "step",
            ),
        ),
        rules=(NumberedRoom,),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
    Technique(
        name="indexer",
        aliases=("indexing", "159", "index cells"),
        summary="an indexer and the cell that it points at decide each other",
        find=_find_indexers,
        slips=INDEXER_SLIPS,
        weight=2.2,
        what=_what_indexers,
        reason=_reason,
        look_for="a place of the indexer's line that cannot hold the indexer's number, or a digit "
        "that the indexer has lost.",
        why="the indexer in column 1 is 5 exactly if column 5 has the 1 of its row.",
        when="After each change in an indexed cell, or in the places of the digit that it looks "
        "for.",
        scan=(
            Glance("Take a cell that is an indexer, such as a cell of column 1, 5 or 9.", "rules"),
            Glance(
                "Read it as an address: 5 in column 1 means that the 1 of this row is in column 5.",
                "cells",
            ),
            Glance(
                "Compare both sides: the digits that the indexer has lost, and the cells of its "
                "line that cannot have its number.",
                "pattern",
            ),
            Glance(
                "Remove the number from cells that the indexer can no longer name. Remove from "
                "the indexer the addresses of cells without the number.",
                "step",
            ),
        ),
        rules=(
            RowIndexer,
            ColumnIndexer,
            BoxIndexer,
        ),
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
