"""Words for solving without pencil marks: digits to note, and when and how to write marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from pandoku.model import Board, Notes, Noting, Puzzle, digits_of
from pandoku.words._cage_names import place_of_cage, printed_clue
from pandoku.words._sentences import clauses, joined

if TYPE_CHECKING:
    from pandoku.words._step import Words


def note_words(w: Words, noting: Noting, *, with_placements: bool = True) -> str:
    """Return the effect of a step for a reader without all pencil marks.

    The reader has few candidates to remove. Instead, the text names digits to note in cells or
    next to a cage, notes to strike, and digits that a cell does not have.

    Args:
        w: The words of the step.
        noting: The notes to write and to strike.
        with_placements: Whether to name the digits that the step places.
    """
    placed = [f"{w.cell(cell)} is {w.digit(digit)}" for cell, digit in w.step.placements]
    if w.is_brief:
        placed = [f"{w.cell(cell)} = {w.digit(digit)}" for cell, digit in w.step.placements]
    told = [joined(placed)] if placed and with_placements else []
    told += _written(w, noting)
    if noting.struck:
        parts = [f"{w.digits(ds)} from {w.cells(cells)}" for cells, ds in w.grouped(noting.struck)]
        told.append(f"strike {clauses(parts)}")
    if noting.denied:
        told.append(_denied(w, noting))
    text = "; also ".join(told)
    if placed or (w.is_brief and text) or not w.step.eliminations:
        return text
    shown = _shown(w, noting)
    return ": ".join(filter(None, (text, shown))) or _not_at(w)


def _written(w: Words, noting: Noting) -> Iterator[str]:
    """Yield the digits to note in cells or next to a cage."""
    grouped = w.grouped(noting.small)
    if parts := [f"{w.digits(digits)} at {w.cells(cells)}" for cells, digits in grouped]:
        yield f"note {clauses(parts)}"
    alike: dict[int, list[int]] = {}
    for cell, mask in noting.listed:
        alike.setdefault(mask, []).append(cell)
    if parts := [f"{w.digit_range(digits_of(m))} at {w.cells(at)}" for m, at in alike.items()]:
        yield f"list {clauses(parts)}"
    if noting.beside is None:
        return
    index, sets = noting.beside
    if len(sets) == 1:
        possible = w.digits(sets[0])
    else:
        possible = joined(
            (w.digits(s) if w.is_brief else " ".join(map(w.digit, s)) for s in sets), "or"
        )
    verb = "leave only" if index in dict(noting.before.cages) else "note"
    yield f"{verb} {possible} next to {w.cage(index)}"


def _denied(w: Words, noting: Noting) -> str:
    """Return digits that cells do not have, or bounds: "note that r1c1 is at most 7"."""
    if noting.is_of_cage:
        digits = sorted({digit for _, digit in noting.denied})
        verb = "" if w.is_brief else "note "
        return f"{verb}that {w.cage(w.step.facts.cages[0].cage)} has no {w.digits(digits, 'or')}"
    by_cell: dict[int, list[int]] = {}
    for cell, digit in noting.denied:
        by_cell.setdefault(cell, []).append(digit)
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell, digits in by_cell.items():
        alike.setdefault(tuple(digits), []).append(cell)
    parts = [f"{w.cells(cells)} {_bound(w, cells, digits)}" for digits, cells in alike.items()]
    return clauses(parts) if w.is_brief else f"note that {clauses(parts)}"


def _bound(w: Words, cells: Sequence[int], digits: tuple[int, ...]) -> str:
    """Return the digits that cells do not have as bounds if possible: "is 3 to 8"."""
    verb, order = "is" if len(cells) == 1 else "are", w.puzzle.order
    left = [digit for digit in range(1, order + 1) if digit not in digits]
    is_range = bool(left) and left[-1] - left[0] + 1 == len(left)
    if len(digits) == 1 or not is_range:
        return f"{verb} not {w.digits(digits, 'or')}"
    if left[0] == 1:
        return f"{verb} at most {w.digit(left[-1])}"
    if left[-1] == order:
        return f"{verb} at least {w.digit(left[0])}"
    return f"{verb} {w.digit_range(left)}"


def _shown(w: Words, noting: Noting) -> str:
    """Return the effect of a pattern of notes: "no other cell of row 7 is 2", or ""."""
    step, facts = w.step, w.step.facts
    if not noting.is_seen:
        return ""
    digits = sorted({digit for _, digit in step.eliminations})
    gone = {cell for cell, _ in step.eliminations}
    cells = sorted({cell for cell, _, _ in facts.candidates} or {cell for cell, _ in facts.cells})
    if gone <= {*cells}:
        held = sorted({digit for _, digit, _ in facts.candidates})
        return f"{w.cells(cells)} can only be {w.digits(held, 'or')}"
    houses = [each for each in w.common_houses(cells) if gone <= {*each.cells}]
    if houses and not gone & {*cells}:
        return f"no other cell of {w.house(houses[0])} is {w.digits(digits, 'or')}"
    return ""


def _not_at(w: Words) -> str:
    """Return eliminations as digits that cells do not have: "r3c2 is not 2 or 5"."""
    grouped = w.grouped(w.step.eliminations)
    parts = [
        f"{w.cells(cells)} {'is' if len(cells) == 1 else 'are'} not {w.digits(digits, 'or')}"
        for cells, digits in grouped
    ]
    return clauses(parts)


def marks_words(board: Board, notes: Notes | None = None) -> str:
    """Return instructions for writing the pencil marks of a board.

    A reader who follows these instructions writes exactly the candidates of the board.

    Args:
        board: The board, with its remaining candidates.
        notes: The reader's notes so far. None means no notes.

    >>> marks_words(Board.start(Puzzle(4)))
    'Write the pencil marks now: in each empty cell all digits that its row, column and box lack.'
    """
    puzzle = board.puzzle
    notes = notes or Notes.none(puzzle.order)
    told = [f"Write the pencil marks now: in each empty cell {_all_that_houses_lack(puzzle)}."]
    open_cells = {
        index: tuple(cell for cell in cage.cells if not board.digits[cell])
        for index, cage in enumerate(puzzle.cages)
    }
    of_houses = Board.start(puzzle.replace(cages=()), board.digits)
    written = list(of_houses.masks)
    if sum(_strikes(board, index, cells, written) for index, cells in open_cells.items()):
        some = " if it holds no digit twice" if any(c.repeats for c in puzzle.cages) else ""
        told.append(f"Leave out the digits that its cage has already{some}.")
    of_cages = []
    for index, _ in sorted(notes.cages):
        left = 0
        for cell in open_cells[index]:
            left |= board.masks[cell]
        if any(written[cell] & ~left for cell in open_cells[index]):
            cage = puzzle.cages[index]
            labels = [puzzle.label_of(digit) for digit in digits_of(left)]
            possible = ("" if all(len(each) == 1 for each in labels) else " ").join(labels)
            place = place_of_cage(puzzle, cage)
            of_cages.append(f"{printed_clue(cage)} at {place} = {possible}")
        for cell in open_cells[index]:
            written[cell] &= left
    if of_cages:
        told.append(f"In these cages write only these digits: {', '.join(of_cages)}.")
    listed = [
        cell for cell, mask in enumerate(notes.marks.center) if written[cell] & ~mask and mask
    ]
    if listed:
        told.append("Where a cell has a list of digits, keep the list.")
    for cell in listed:
        written[cell] &= notes.marks.center[cell]
    for text, struck in _struck_by_small(board, notes).items():
        out = [(cell, digit) for cell, digit in struck if written[cell] >> (digit - 1) & 1]
        if out and not any(board.masks[cell] >> (digit - 1) & 1 for cell, digit in out):
            told.append(text)
            for cell, digit in out:
                written[cell] &= ~(1 << (digit - 1))
    name = puzzle.geometry.name
    others = [
        f"{joined(map(puzzle.label_of, digits_of(mask & ~kept)))} at {name(cell)}"
        for cell, (mask, kept) in enumerate(zip(written, board.masks, strict=True))
        if not board.digits[cell] and mask & ~kept
    ]
    if others:
        told.append(f"Leave out {clauses(others)}, too.")
    return " ".join(told)


_CONFINED = (
    "Leave out a noted digit elsewhere in the box, and in the rest of a row or column that has all "
    "notes of it in the box."
)
_PAIRED = "Two cells of a box that share two notes get no other digit."
_PAIR = 2


def _struck_by_small(board: Board, notes: Notes) -> dict[str, set[tuple[int, int]]]:
    """Return the candidates that Snyder notes rule out, for each of the two sentences."""
    confined, paired = set[tuple[int, int]](), set[tuple[int, int]]()
    houses, every = board.puzzle.geometry.houses, {*range(1, board.puzzle.order + 1)}
    for box in (house for house in houses if house.kind in ("box", "region")):
        places: dict[tuple[int, ...], set[int]] = {}
        for digit in every:
            at = tuple(c for c in box.cells if notes.marks.corner[c] >> (digit - 1) & 1)
            if at:
                places.setdefault(at, set()).add(digit)
        for at, digits in places.items():
            crossed = {cell for house in houses if {*at} <= {*house.cells} for cell in house.cells}
            confined |= {(cell, digit) for cell in crossed - {*at} for digit in digits}
            if len(at) == len(digits) == _PAIR:
                paired |= {(cell, digit) for cell in at for digit in every - digits}
    return {_CONFINED: confined, _PAIRED: paired}


def _all_that_houses_lack(puzzle: Puzzle) -> str:
    """Return the words for a cell's marks: "all digits that its row, column and box lack"."""
    cells: dict[str, set[int]] = {}
    for house in puzzle.geometry.houses:
        noun = "diagonal" if house.kind == "diagonal" else house.noun
        cells.setdefault(noun, set()).update(house.cells)
    of_all = [kind for kind, inside in cells.items() if len(inside) == puzzle.geometry.n_cells]
    every = f"all digits that its {joined(of_all)} lack"
    if some := [kind for kind in cells if kind not in of_all]:
        every += f", and its {joined(some, 'or')} if it has one"
    return every


def _strikes(board: Board, index: int, cells: Iterable[int], written: list[int]) -> bool:
    """Remove the digits in a cage without repeats from *written*. Return True if it changed."""
    cage, did_change = board.puzzle.cages[index], False
    if cage.repeats:
        return False
    for digit in filter(None, (board.digits[cell] for cell in cage.cells)):
        for cell in cells:
            did_change |= bool(written[cell] >> (digit - 1) & 1)
            written[cell] &= ~(1 << (digit - 1))
    return did_change
