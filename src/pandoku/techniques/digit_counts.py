"""Rules that count digits: look-and-say cages and counting circles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from pandoku.constraints import CountingCircles, LookAndSay
from pandoku.model import Board, Facts, Pair, Puzzle, Step, digits_of, per_rules
from pandoku.techniques._kept import KeptSteps, kept_steps
from pandoku.techniques._mark_slips import LOOK_AND_SAY_SLIPS
from pandoku.techniques._sight import causes_in, kinds_of, losing, since
from pandoku.techniques._slips import slipped, words_on
from pandoku.techniques._teaching import Glance, Slipped, slip
from pandoku.techniques._technique import Technique
from pandoku.words import Words, added, joined, sentence
from pandoku.words.claims import Allows, Claim, Gone, Inside, Open, Placed

__all__ = ["TECHNIQUES"]

_MOST_SETS = 6  # maximum number of sets of digits to list
_MOST_TRIED = 600  # maximum number of sets of digits to look at
_MOST_CROWDED = 3  # maximum number of assumptions in a step

_Counting: TypeAlias = LookAndSay | CountingCircles
_Set: TypeAlias = tuple[int, ...]


class _Room(NamedTuple):
    """The places for a digit in the cells of a rule.

    Attributes:
        digit: The digit.
        placed: The cells that hold it.
        cells: The empty cells that can hold it.
        houses: Houses of one kind that contain these cells, if this kind has the fewest. Each holds
            the digit at most once. () if there are fewer cells than houses.
    """

    digit: int
    placed: tuple[int, ...]
    cells: tuple[int, ...]
    houses: tuple[int, ...]

    @property
    def most(self) -> int:
        """The greatest number of cells that can hold the digit, including those that do."""
        return len(self.placed) + min(len(self.cells), len(self.houses) or len(self.cells))


def _room(board: Board, cells: Iterable[int], digit: int) -> _Room:
    bit, cells = 1 << (digit - 1), tuple(cells)
    placed = tuple(cell for cell in cells if board.digits[cell] == digit)
    left = tuple(cell for cell in cells if not board.digits[cell] and board.masks[cell] & bit)
    return _Room(digit, placed, left, _fewest_houses(board.puzzle, left))


def _fewest_houses(puzzle: Puzzle, cells: Sequence[int]) -> tuple[int, ...]:
    """Return the houses of the kind that divides cells into the fewest parts, or ()."""
    geometry = puzzle.geometry
    by_kind: dict[str, dict[int, set[int]]] = {}
    for cell in cells:
        for at in geometry.houses_of[cell]:
            by_kind.setdefault(geometry.houses[at].kind, {}).setdefault(at, set()).add(cell)
    found: tuple[int, ...] = ()
    for parts in by_kind.values():
        sizes = [len(part) for part in parts.values()]
        is_fewer = len(parts) < (len(found) or len(cells))
        if is_fewer and sum(sizes) == len(cells) == len(set().union(*parts.values())):
            found = tuple(sorted(parts))
    return found


# ---- a digit with a known count


class _Crowded(NamedTuple):
    """A cell that leaves too few places for the others of its digit."""

    cell: int
    left: _Room


class _Argument(NamedTuple):
    """The changes that follow from the count of a digit.

    Attributes:
        room: The places of the digit.
        times: The number of times that the rule has the digit.
        placements, gone: The changes.
        crowded: If not empty, the reason: each of these cells leaves too few places.
    """

    room: _Room
    times: int
    placements: tuple[Pair, ...] = ()
    gone: tuple[Pair, ...] = ()
    crowded: tuple[_Crowded, ...] = ()

    @property
    def n_left(self) -> int:
        """The number of times that the digit is still to be placed."""
        return self.times - len(self.room.placed)


def _argument(board: Board, room: _Room, count: int) -> _Argument | None:
    """Return the changes that follow from an exact count by the simplest reason, or None."""
    digit, cells, n_left = room.digit, room.cells, count - len(room.placed)
    if n_left < 0 or room.most < count or not cells:
        return None
    if n_left == 0:
        return _Argument(room, count, gone=tuple((cell, digit) for cell in cells))
    if n_left == len(cells):
        return _Argument(room, count, placements=tuple((cell, digit) for cell in cells))
    if n_left == len(room.houses):
        houses = [board.puzzle.geometry.houses[at].cells for at in room.houses]
        inside = [[cell for cell in cells if cell in house] for house in houses]
        if sure := tuple((own[0], digit) for own in inside if len(own) == 1):
            return _Argument(room, count, placements=sure)
        gone = tuple(
            (cell, digit)
            for house in houses
            for cell in house
            if cell not in cells and not board.digits[cell] and board.masks[cell] >> digit - 1 & 1
        )
        if gone:
            return _Argument(room, count, gone=gone)
    crowded = [
        _Crowded(cell, left)
        for cell in cells
        if (left := _without(board, room, cell)).most < n_left - 1
    ][:_MOST_CROWDED]
    gone = tuple((each.cell, digit) for each in crowded)
    return _Argument(room, count, gone=gone, crowded=tuple(crowded)) if crowded else None


def _without(board: Board, room: _Room, cell: int) -> _Room:
    """Return the places that are left if a cell has the digit."""
    seen = board.puzzle.sight[cell]
    left = tuple(other for other in room.cells if other != cell and other not in seen)
    return _Room(room.digit, (), left, _fewest_houses(board.puzzle, left))


# ---- look-and-say


def _said_counts(constraint: LookAndSay) -> dict[int, int]:
    """Return the count of each digit of a look-and-say cage."""
    return dict(zip(constraint.counts[1::2], constraint.counts[::2], strict=True))


def _fills(constraint: LookAndSay, board: Board) -> tuple[Pair, ...]:
    """Return other digits in a look-and-say cage whose digits fill all its cells."""
    said = _said_counts(constraint)
    mask = sum(1 << (digit - 1) for digit, count in said.items() if count)
    if sum(said.values()) < len(constraint.cells):
        return ()
    return tuple(
        (cell, digit)
        for cell in constraint.cells
        if not board.digits[cell]
        for digit in digits_of(board.masks[cell] & ~mask)
    )


def _of_cage(number: int, board: Board) -> Iterator[Step]:
    cage = board.puzzle.constraints[number]
    assert isinstance(cage, LookAndSay)
    if gone := _fills(cage, board):
        yield _step("look-and-say", number, cage.cells, (), gone)
        return
    for digit, count in _said_counts(cage).items():
        if found := _argument(board, _room(board, cage.cells, digit), count):
            yield _step("look-and-say", number, cage.cells, found.placements, found.gone, digit)


def _step(
    name: str,
    number: int,
    cells: Iterable[int],
    placements: tuple[Pair, ...],
    gone: tuple[Pair, ...],
    digit: int = 0,
) -> Step:
    """Return a step. If it is about one digit, the cells that can hold the digit are marked."""
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in cells),
        candidates=tuple((cell, digit, "proves") for cell in cells) if digit else (),
        constraints=(number,),
    )
    return Step(name, placements=placements, eliminations=gone, facts=facts)


def _why_said(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    cage = w.puzzle.constraints[number]
    assert isinstance(cage, LookAndSay)
    if gone := _fills(cage, w.board):
        said = _said_counts(cage)
        digits = " ".join(w.digit(digit) for digit, count in said.items() for _ in range(count))
        text = f"{w.constraint(number)} holds {digits} and no other digit"
        yield w.said(sentence(text), *losing(w, number, gone))
        return
    (digit,) = w.digits_of("proves")
    count = _said_counts(cage)[digit]
    if found := _argument(w.board, _room(w.board, cage.cells, digit), count):
        yield from _count_words(w, number, found)


def _count_words(w: Words, number: int, found: _Argument) -> Iterator[str]:
    """Yield the sentences for a digit whose count is known."""
    room, n_left, name = found.room, found.n_left, w.constraint(number)
    digit, geometry = w.digit(room.digit), w.geometry
    placed = [Placed(cell, room.digit) for cell in room.placed]
    many = digit if found.times == 1 else f"{w.number(found.times)} {digit}s"
    if n_left == 0:
        have = f" at {w.cells(room.placed)}" if room.placed else ""
        text = f"{name} has its {many}{have}" if found.times else f"{name} has no {digit}"
        yield w.said(sentence(text), *placed, *losing(w, number, found.gone))
        return
    others = [
        cell
        for cell in w.puzzle.constraints[number].cells_on(geometry)
        if cell not in room.cells and not w.board.digits[cell]
    ]
    claims: list[Claim] = [*placed, *(Gone((cell,), (room.digit,)) for cell in others)]
    claims += _changes(w, number, found)
    claims.append(Allows(number, room.cells[:1], w.board.candidates(room.cells[0])))
    more = many
    if room.placed:
        more = f"last {digit}" if n_left == 1 else f"other {w.number(n_left)} {digit}s"
    if n_left == len(room.cells):
        why = since(w, others, (room.digit,)) or causes_in(w, others, (room.digit,))
        only = "only " * (n_left == 1)
        are = "is" if n_left == 1 else "are"
        text = f"{only}{w.cells(room.cells)}{why} {are} left for the {more} of {name}"
        yield w.said(sentence(text), *claims)
        return
    for each in found.crowded:
        text = f"with {w.candidate(each.cell, room.digit)}, {_left_words(w, each.left)}"
        text = f"{text}, but {name} needs {w.number(n_left - 1)} more"
        left = [Open((cell,), (room.digit,)) for cell in (each.cell, *each.left.cells)]
        yield w.said(sentence(text), *claims, *left, *_inside(w, each.left))
    if found.crowded:
        return
    houses = [geometry.houses[at] for at in room.houses]
    text = f"the {more} of {name} can only be in {kinds_of(w, houses)}"
    text = sentence(f"{text}{', one in each' * (len(houses) > 1)}")
    yield w.said(text, *claims, *_inside(w, room))
    for cell, _ in found.placements:
        own = next(house for house in houses if cell in house.cells)
        text = f"in {w.house(own)}, {w.cell(cell)} is the only one that can have the {digit}"
        yield w.said(sentence(text), Inside((cell,), (w.index(own),)))


def _inside(w: Words, room: _Room) -> Iterator[Inside]:
    """Yield a claim for each house of a room, about a cell in it."""
    for at in room.houses:
        house = w.geometry.houses[at]
        yield Inside(tuple(cell for cell in room.cells if cell in house.cells), (at,))


def _left_words(w: Words, left: _Room) -> str:
    """Return the places that are left: "only r4c1 and r5c1 are left, in row 4"."""
    if not left.cells:
        return "no cell is left"
    are = "is" if len(left.cells) == 1 else "are"
    text = f"only {w.cells(left.cells)} {are} left"
    if left.houses:
        text = f"{text}, all in {kinds_of(w, [w.geometry.houses[at] for at in left.houses])}"
    return text


def _changes(w: Words, number: int, found: _Argument) -> Iterator[Claim]:
    """Yield the claims for the changes in the cells of the constraint."""
    own = w.puzzle.constraints[number].cells_on(w.geometry)
    for cell, digit in found.placements:
        yield Allows(number, (cell,), (digit,))
    yield from losing(w, number, (pair for pair in found.gone if pair[0] in own))


# ---- counting circles


class _Circles(NamedTuple):
    """The digits of counting circles.

    Attributes:
        rooms: For each digit, its places.
        lacking: Digits that have too few places.
        sets: The sets of the other digits that add up to the number of circles.
    """

    rooms: dict[int, _Room]
    lacking: tuple[int, ...]
    sets: tuple[_Set, ...]

    @property
    def sure(self) -> list[int]:
        """The digits in all sets."""
        first, *others = self.sets
        return [digit for digit in first if all(digit in each for each in others)]

    @property
    def never(self) -> list[int]:
        """The digits with enough places that are in no set."""
        used = {digit for each in self.sets for digit in each}
        return [digit for digit in self.rooms if digit not in used and digit not in self.lacking]


@lru_cache(maxsize=1024)
def _sets(digits: _Set, needed: _Set, total: int) -> tuple[_Set, ...]:
    """Return the sets of digits that contain some digits and have a total, or () for too many."""
    found: list[_Set] = []

    def extend(chosen: _Set, rest: _Set, left: int) -> bool:
        if left == 0:
            found.append(tuple(sorted(chosen)))
            return len(found) <= _MOST_TRIED
        if sum(rest) < left:
            return True
        first, others = rest[0], rest[1:]
        is_few = left < first or extend((*chosen, first), others, left - first)
        return is_few and extend(chosen, others, left)

    if (left := total - sum(needed)) < 0:
        return ()
    is_all = extend(needed, tuple(d for d in digits if d not in needed)[::-1], left)
    return tuple(sorted(found)) if is_all else ()


def _circles(board: Board, cells: Sequence[int]) -> _Circles | None:
    digits = range(1, board.puzzle.order + 1)
    rooms = {digit: _room(board, cells, digit) for digit in digits}
    lacking = tuple(digit for digit, room in rooms.items() if room.most < digit)
    placed = tuple(digit for digit, room in rooms.items() if room.placed)
    able = tuple(digit for digit in rooms if digit not in lacking)
    sets = _sets(able, placed, len(cells))
    return _Circles(rooms, lacking, sets) if sets else None


def _of_circles(number: int, board: Board) -> Iterator[Step]:
    name, cells = (
        "counting-circles",
        board.puzzle.constraints[number].cells_on(board.puzzle.geometry),
    )
    found = _circles(board, cells)
    if found is None:
        return
    out = [*found.lacking, *(found.never if len(found.sets) <= _MOST_SETS else ())]
    gone = tuple((cell, digit) for digit in sorted(out) for cell in found.rooms[digit].cells)
    if gone:
        yield _step(name, number, cells, (), gone)
        return
    for digit, room in found.rooms.items():
        is_sure = digit in found.sure and _reason_to_have(found, digit, len(cells))
        if is_sure and (each := _argument(board, room, digit)):
            yield _step(name, number, cells, each.placements, each.gone, digit)


@slip("A set of digits with the right sum is overlooked.")
def _set_overlooked(board: Board) -> Iterator[Slipped]:
    w, puzzle = words_on(board), board.puzzle
    for rule in puzzle.further:
        if not isinstance(rule, CountingCircles) or not (found := _circles(board, rule.cells)):
            continue
        sets = found.sets
        for each in sets if 1 < len(sets) <= _MOST_SETS else ():
            others = {digit for other in sets if other != each for digit in other}
            lone = [digit for digit in each if digit not in others]
            gone = tuple(
                (cell, digit)
                for digit in lone
                for cell in found.rooms[digit].cells
                if not board.digits[cell]
            )
            if gone:
                why = f"The circles can have the digits {w.digits(each)}, too: {added(each)}."
                claims = (Open((cell,), (digit,)) for cell, digit in gone)
                yield slipped(w, why, *claims, gone=gone, cells=rule.cells)


def _reason_to_have(found: _Circles, digit: int, n_circles: int) -> str:
    """Return the proof that the circles have a digit: "placed", "total", "sets", or ""."""
    if found.rooms[digit].placed:
        return "placed"
    if sum(each for each in found.rooms if each not in (*found.lacking, digit)) < n_circles:
        return "total"
    return "sets" if len(found.sets) <= _MOST_SETS else ""


def _why_circles(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    cells = w.puzzle.constraints[number].cells_on(w.geometry)
    found = _circles(w.board, cells)
    if found is None:
        return
    if not w.step.facts.candidates:
        yield from _missing_words(w, number, found, len(cells))
        return
    (digit,) = w.digits_of("proves")
    why = _reason_to_have(found, digit, len(cells))
    if why == "total":
        others = [each for each in found.rooms if each not in (*found.lacking, digit)]
        text = f"without {w.digit(digit)}, the circles would be at most "
        yield sentence(f"{text}{sum(others)}: {' + '.join(map(w.digit, others))}")
    elif why == "sets":
        yield _sets_words(w, found, len(cells))
    if each := _argument(w.board, found.rooms[digit], digit):
        yield from _count_words(w, number, each)


def _sets_words(w: Words, found: _Circles, n_circles: int) -> str:
    listed = joined((" + ".join(map(w.digit, each)) for each in found.sets), "or")
    return sentence(f"the digits in the {n_circles} circles are {listed}")


def _missing_words(w: Words, number: int, found: _Circles, n_circles: int) -> Iterator[str]:
    lost = {digit for _, digit in w.step.eliminations}
    for digit in sorted(lost.intersection(found.lacking)):
        room = found.rooms[digit]
        n_cells = len(room.cells) + len(room.placed)
        if n_cells < digit:
            few = f"only {w.number(n_cells)} can hold it"
        else:
            few = f"it can only be in {kinds_of(w, [w.geometry.houses[at] for at in room.houses])}"
        text = f"{w.digit(digit)} would need {w.number(digit)} circles, but {few}"
        gone = [pair for pair in w.step.eliminations if pair[1] == digit]
        yield w.said(sentence(text), *losing(w, number, gone), *_inside(w, room))
    if lost.intersection(found.never):
        gone = [pair for pair in w.step.eliminations if pair[1] in found.never]
        claims = losing(w, number, w.step.eliminations)
        yield w.said(_sets_words(w, found, n_circles), *claims)


def _what(w: Words) -> str:
    return w.constraint(w.step.facts.constraints[0])


def _kept(kind: type[_Counting], puzzle: Puzzle) -> list[KeptSteps]:
    of = _of_cage if kind is LookAndSay else _of_circles
    found = []
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, kind) and each.is_sound(puzzle.geometry):
            cells = each.cells_on(puzzle.geometry)
            houses = {h for cell in cells for h in puzzle.geometry.houses_of[cell]}
            around = {c for at in houses for c in puzzle.geometry.houses[at].cells}
            found.append(KeptSteps(sorted({*cells, *around}), partial(of, number)))
    return found


TECHNIQUES = (
    Technique(
        name="look-and-say",
        aliases=("look-and-say cage",),
        summary="a look-and-say cage has few cells for a digit, or has it often enough",
        find=kept_steps(per_rules(partial(_kept, LookAndSay))),
        slips=LOOK_AND_SAY_SLIPS,
        weight=2.3,
        what=_what,
        reason=_why_said,
        look_for="a digit that the clue counts: its cells in the cage, and the rows and columns "
        "that they are in.",
        why="the cage has the digit exactly as often as the clue says, and each row, column or box "
        "has it once.",
        when="At the start for a digit that the clue counts twice or more, and later when one of "
        "its digits has few cells left.",
        scan=(
            Glance(
                "Read the clue in pairs, the count first: 2315 means two 3s and one 5.", "rules"
            ),
            Glance(
                "Take the digit with the greatest count. Find the cells of the cage that can "
                "still hold it.",
                "cells",
            ),
            Glance(
                "Count the rows, columns and boxes of these cells. Each of them has room for one "
                "copy only.",
                "pattern",
            ),
            Glance(
                "If the copies just fit, put them there. If all copies are placed, remove the "
                "digit from the other cells of the cage.",
                "step",
            ),
        ),
        rules=(LookAndSay,),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
    Technique(
        name="counting-circles",
        aliases=("counting circles sets",),
        summary="the different digits in counting circles add up to the number of circles",
        find=kept_steps(per_rules(partial(_kept, CountingCircles))),
        slips=(_set_overlooked,),
        weight=2.5,
        what=_what,
        reason=_why_circles,
        look_for="the number of circles, the sets of different digits that add up to it, and "
        "digits that have too few circles.",
        why="each digit in a circle is there as often as it says, so the number of circles is the "
        "sum of the different digits in them.",
        when="At the start: the number of circles limits their digits before anything is placed.",
        scan=(
            Glance(
                "Count the circles. The different digits in them add up to this number.", "rules"
            ),
            Glance(
                "List the sets of different digits with this sum. A digit that all sets have is "
                "in the circles.",
                "cells",
            ),
            Glance(
                "Take a large digit: an 8 needs eight circles, no two of them in the same row, "
                "column or box. Count how many there are for it.",
                "pattern",
            ),
            Glance(
                "Remove digits that are in no set or that lack circles. Place a digit that needs "
                "all the circles it can have.",
                "step",
            ),
        ),
        rules=(CountingCircles,),
        needs=frozenset({"constraints"}),
        roles=("pattern", "proves"),
    ),
)
