"""Common peers: a cell sees all places of a digit in a house, partly through a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pandoku.model import Board, Facts, Puzzle, Step, digits_of, open_in, per_rules
from pandoku.techniques._rules import rules_in
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.techniques._way_slips import COMMON_PEER_SLIPS
from pandoku.words import Words, sentence
from pandoku.words.claims import Places, Sees

__all__ = ["TECHNIQUES"]


def _find(board: Board, limit: int) -> Iterator[Step]:
    """Yield a step for each house, with all digits that exclude candidates elsewhere."""
    puzzle = board.puzzle
    seen, able = _seen(puzzle), _able(board)
    for house in puzzle.geometry.houses:
        if len(house.cells) != puzzle.order:
            continue
        found = [
            (digit, places, gone)
            for digit in digits_of(puzzle.geometry.all_mask)
            if _has_common(seen, able[digit], house.cells)
            for places in [open_in(board, house.cells, digit)]
            for gone in [_seeing_all(board, places, digit)]
            if gone
        ]
        if found:
            lost = tuple((cell, digit) for digit, _, gone in found for cell in gone)
            proves = tuple((cell, d, "proves") for d, places, _ in found for cell in places)
            yield Step("common-peers", (), lost, Facts(candidates=proves, houses=(house,)))


@per_rules
def _seen(puzzle: Puzzle) -> tuple[int, ...]:
    """Return for each cell the cells that it sees, as a mask."""
    return tuple(sum(1 << cell for cell in sight) for sight in rules_in(puzzle).sight)


def _able(board: Board) -> list[int]:
    """Return for each digit, from 0, the empty cells that have it as a candidate, as a mask."""
    able = [0] * (board.puzzle.order + 1)
    for cell, (mask, placed) in enumerate(zip(board.masks, board.digits, strict=True)):
        for digit in () if placed else digits_of(mask):
            able[digit] |= 1 << cell
    return able


def _has_common(seen: Sequence[int], able: int, cells: Iterable[int]) -> bool:
    """Return whether a cell with a digit sees all other cells that can hold it in a house."""
    common = able
    for cell in cells:
        if able >> cell & 1:
            common &= seen[cell]
            if not common:
                return False
    return True


def _seeing_all(board: Board, places: Sequence[int], digit: int) -> tuple[int, ...]:
    """Return the cells that lose a digit, because they see all its places."""
    if not places:
        return ()
    sight = rules_in(board.puzzle).sight
    common = sorted(frozenset.intersection(*(sight[cell] for cell in places)))
    gone = open_in(board, common, digit)
    # If the cells see the places by houses alone, this is a locked candidate.
    houses = [each for each in board.puzzle.geometry.houses if {*places} <= {*each.cells}]
    is_locked = all(any(cell in each.cells for each in houses) for cell in gone)
    return () if is_locked else gone


def _what(w: Words) -> str:
    return f"the {w.digits(w.digits_of('proves'))} of {w.house(w.houses[0])}"


def _alike(w: Words) -> dict[tuple[int, ...], list[int]]:
    """Return the digits of the step by their places in the house."""
    places: dict[int, list[int]] = {}
    for cell, digit, _ in w.step.facts.candidates:
        places.setdefault(digit, []).append(cell)
    alike: dict[tuple[int, ...], list[int]] = {}
    for digit, cells in places.items():
        alike.setdefault(tuple(cells), []).append(digit)
    return alike


def _reason(w: Words) -> Iterator[str]:
    (house,) = w.houses
    for places, digits in _alike(w).items():
        claims = (Places(w.index(house), digit, places) for digit in digits)
        last = "or" if len(digits) == 1 else "and"
        text = f"{w.house(house)} has its {w.digits(digits)} at {w.cells(places, last)}"
        yield w.said(sentence(text), *claims)
        cells = dict.fromkeys(cell for cell, digit in w.step.eliminations if digit in digits)
        all_of = "it" if len(places) == 1 else "both" if len(places) == 2 else "all of them"
        see = "sees" if len(cells) == 1 else "see"
        yield w.said(f"{w.cells(cells)} {see} {all_of}.", *(Sees(c, places) for c in cells))


def _thoughts(w: Words) -> Iterator[str]:
    alike = _alike(w)
    (places, digits), *others = alike.items()
    is_are = "is" if len(digits) == 1 else "are"
    yield _what(w) if others else f"{_what(w)} {is_are} at {w.cells(places)}"


TECHNIQUES = (
    Technique(
        name="common-peers",
        aliases=("house pointing",),
        summary="a cell sees all places of a digit in a house, by a cage, a diagonal or a rule",
        find=_find,
        slips=COMMON_PEER_SLIPS,
        weight=2.7,
        what=_what,
        reason=_reason,
        thoughts=_thoughts,
        look_for="a house with two or three places for a digit, and a cell that sees all of them: "
        "by a knight's move, a cage, a diagonal or a line without repeats.",
        why="one of the places has the digit, and the cell must differ from it.",
        when="When a digit has two or three places left in a house, and something besides rows, "
        "columns and boxes gives cells sight: knight's moves, diagonals, cages or lines.",
        scan=(
            Glance("Take a house where a digit has only two or three places left.", "houses"),
            Glance(
                "From each place, trace all the cells that it sees, also by a knight's move, a "
                "diagonal, a cage or a line without repeats.",
                "pattern",
            ),
            Glance(
                "Look for a cell outside the house that you have traced from every place.",
                "pattern",
            ),
            Glance("Remove the digit from this cell.", "step"),
        ),
        fills=True,
        needs=frozenset({"constraints"}),
        roles=("proves",),
    ),
)
