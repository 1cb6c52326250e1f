"""Eliminations that follow from a single thermometer, arrow or other constraint."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pandoku.model import Board, Facts, Pairs, Relation, Step, digits_of
from pandoku.model.narrowing import constraint_parts, narrowed_masks, ways_to_meet
from pandoku.techniques._technique import Technique
from pandoku.words import Words, clauses, joined, sentence, with_capital
from pandoku.words.claims import Allows, Only, Placed

__all__ = ["TECHNIQUES"]

_FEW = 6  # maximum number of ways to list
_SHORT = 4  # maximum number of cells in a list of ways


def _find(board: Board, limit: int) -> Iterator[Step]:
    puzzle, sight = board.puzzle, board.puzzle.sight
    for number, constraint in enumerate(puzzle.further, len(puzzle.cages)):
        for part in constraint_parts(constraint, puzzle):
            left = narrowed_masks(part, board.masks, sight)
            gone = tuple(
                (cell, digit)
                for cell in sorted(_cells_of(part))
                if not board.digits[cell]
                for digit in digits_of(board.masks[cell] & ~left[cell])
            )
            if gone:
                # The cells are in the order of the constraint, followed by other cells in the order
                # of the grid.
                own = [c for c in constraint.cells_on(puzzle.geometry) if c in _cells_of(part)]
                cells = dict.fromkeys((*own, *sorted(_cells_of(part))))
                marked = tuple((cell, "pattern") for cell in cells)
                facts = Facts(cells=marked, constraints=(number,))
                yield Step("constraint", eliminations=gone, facts=facts)


def _cells_of(relations: Iterable[Relation]) -> set[int]:
    return {cell for relation in relations for cell in relation.cells}


# ---- words


def _what(w: Words) -> str:
    (number,) = w.step.facts.constraints
    name = w.constraint(number)
    if w.puzzle.constraints[number].cells_on(w.geometry):
        return name
    return f"{name}, at {w.cells(w.with_role('pattern'))}"


def _reason(w: Words) -> Iterator[str]:
    (number,) = w.step.facts.constraints
    constraint, cells = w.puzzle.constraints[number], tuple(w.with_role("pattern"))
    part = next(p for p in constraint_parts(constraint, w.puzzle) if {*cells} <= _cells_of(p))
    if direct := _direct(w, number, part):
        yield direct
    open_cells = [cell for cell in cells if not w.board.digits[cell]]
    ways: Sequence[tuple[int, ...]] | None = None
    if len(open_cells) <= _SHORT and len(cells) > 1:
        ways = ways_to_meet(part, cells, w.board.masks, w.puzzle.sight, _FEW)
    if ways and len(open_cells) > 1:
        yield _listed(w, number, cells, open_cells, ways)
    else:
        yield _each(w, number, part, open_cells)


def _direct(w: Words, number: int, part: Sequence[Relation]) -> str:
    """Return an example of a candidate that has no partner in the paired cell, or ""."""
    pairs = [
        (one, other, table)
        for relation in part
        if isinstance(relation, Pairs)
        for pair in relation.pairs
        for one, other, table in ((*pair, relation.table), (*pair[::-1], relation.reverse))
    ]
    for cell, digit in w.step.eliminations:
        for one, other, table in pairs:
            fitting = table[digit - 1] & ~(1 << (digit - 1) if w.sees(one, other) else 0)
            if one != cell or fitting & w.board.masks[other]:
                continue
            left = [d for d in w.board.candidates(cell) if (cell, d) not in w.step.eliminations]
            allowed = Allows(number, (cell,), tuple(left))
            text = f"with {w.digit(digit)} at {w.cell(cell)}, no digit is left for {w.cell(other)}"
            if held := w.board.digits[other]:
                text = (
                    f"{w.digit(digit)} at {w.cell(cell)} does not go with the {w.digit(held)} at "
                    f"{w.cell(other)}"
                )
            known = Placed(other, held) if held else Only((other,), w.board.candidates(other))
            return w.said(sentence(text), allowed, known)
    return ""


def _listed(
    w: Words,
    number: int,
    cells: Sequence[int],
    open_cells: Sequence[int],
    ways: Sequence[tuple[int, ...]],
) -> str:
    """Return a list of ways: "By the arrow at r1c1, r1c2 and r1c3 can only be 1 4 or 2 3, ..."."""
    places = [cells.index(cell) for cell in open_cells]
    told = list(dict.fromkeys(tuple(way[place] for place in places) for way in ways))
    claims = (
        Allows(number, (cell,), tuple(sorted({way[at] for way in told})))
        for at, cell in enumerate(open_cells)
    )
    fillings = joined((" ".join(map(w.digit, each)) for each in told), "or")
    text = f"{w.cells(open_cells)} can only be {fillings}, in this order"
    return w.said(f"By {w.constraint(number)}, {text}.", *claims)


def _each(w: Words, number: int, part: Sequence[Relation], cells: Sequence[int]) -> str:
    """Return the remaining digits of the cells: "The arrow at r1c1 allows only 1 at r1c2, ..."."""
    gone = {*w.step.eliminations}
    alike: dict[tuple[int, ...], list[int]] = {}
    for cell in cells:
        left = tuple(d for d in w.board.candidates(cell) if (cell, d) not in gone)
        if left != w.board.candidates(cell):
            alike.setdefault(left, []).append(cell)
    parts = [
        w.said(
            f"{w.digits(digits, 'or') if digits else 'no digit'} at {w.cells(same)}",
            Allows(number, tuple(same), digits),
        )
        for digits, same in alike.items()
    ]
    name = with_capital(w.constraint(number))
    return f"{name} allows only {clauses(parts)}."


TECHNIQUES = (
    Technique(
        name="constraint",
        aliases=("constraint candidates", "rule"),
        summary="a thermometer, an arrow or another rule leaves fewer digits to its cells",
        find=_find,
        weight=2.6,
        what=_what,
        reason=_reason,
        look_for="a rule of the puzzle that leaves few digits to a cell: the bulb and the tip of a "
        "thermometer, the circle of an arrow, a dot next to a filled cell.",
        why="if no way to satisfy the rule has a digit in a cell, the digit is false, whatever the "
        "rest of the puzzle requires.",
        needs=frozenset({"constraints"}),
        roles=("pattern",),
    ),
)
