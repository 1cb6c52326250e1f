"""Measures of steps for lessons: the effort of seeing a step, and the oddness of its position.

`effort` sorts boards for practice, and `oddness` chooses the examples of lessons.
"""

from __future__ import annotations

from pandoku.model import Board, Step

USUAL = ("sudoku9", "killer9", "calcudoku6")  # what people play most
EARLY = 0.4  # share of empty cells, above which a position is not late
OPEN = range(3, 7)  # empty cells of a house in which people look for something
UNLISTED = 6  # as many ways as a cage counts for if its step lists none
SMALL = 60  # what a puzzle with rules loses that is smaller than those of people
SAME = 8  # what an example loses for each thing that it shares with another


def effort(board: Board, step: Step) -> float:
    """Return the effort of seeing a step: pattern, other places of its digits, all marks."""
    digits = step_digits(step)
    masks = [m for m, digit in zip(board.masks, board.digits, strict=True) if not digit]
    places = sum((mask >> (digit - 1)) & 1 for mask in masks for digit in digits)
    marks = sum(map(int.bit_count, masks))
    return 3 * pattern_size(step) + places / max(1, len(digits)) + marks / 20


def pattern_size(step: Step) -> float:
    """Return the size of a pattern: its cells, candidates, links, and ways to fill cages."""
    facts = step.facts
    size = len(facts.cells) + len(facts.candidates) / 2 + 2 * len(facts.links)
    ways = (len(fact.digits) or UNLISTED for fact in facts.cages)
    return size + 5 * len(facts.branches) + sum(ways)


def oddness(board: Board, step: Step) -> float:
    """Return the distance of a position from typical ones, where a person can check the step.

    Typical is a usual kind of puzzle with many empty cells, few marks removed where the step is, a
    box with 3 to 6 empty cells, and a small pattern.
    """
    order, facts = board.puzzle.order, step.facts
    kind = kind_of(board)
    rank = USUAL.index(kind) if kind in USUAL else len(USUAL)
    first = facts.houses[0] if facts.houses else None
    n_open = sum(not board.digits[cell] for cell in first.cells) if first else OPEN[0]
    away = max(OPEN[0] - n_open, n_open - OPEN[-1], 0)
    late = max(0, EARLY * order**2 - board.digits.count(0))
    return (
        10 * rank
        + SMALL * (kind.startswith("rules") and order < 9)
        + 3 * min(n_removed(board, step), 10)
        + 2 * away
        + late / 2
        + 2 * (first is not None and first.kind != "box")
        + 1.5 * pattern_size(step)
    )


def n_removed(board: Board, step: Step) -> int:
    """Return the number of marks that earlier steps have removed from the cells that decide."""
    facts, digits = step.facts, step_digits(step)
    mask = sum(1 << (digit - 1) for digit in digits)
    scope = {cell: mask for house in facts.houses for cell in house.cells}
    every = (1 << board.puzzle.order) - 1
    marked = [cell for cell, _ in facts.cells] + [cell for cell, _, _ in facts.candidates]
    if not facts.houses:
        marked += [cell for cell, _ in step.placements]
    scope |= dict.fromkeys(marked, every)
    fresh = Board.start(board.puzzle, board.digits)
    return sum(
        (fresh.masks[cell] & ~board.masks[cell] & wanted).bit_count()
        for cell, wanted in scope.items()
        if not board.digits[cell]
    )


def traits(board: Board, step: Step) -> set[object]:
    """Return the traits that should differ between examples: puzzle, house, digits, cage, rule."""
    facts, puzzle = step.facts, board.puzzle
    found: set[object] = {("kind", kind_of(board)), ("digits", step_digits(step))}
    found |= {("house", house.kind) for house in facts.houses[:1]}
    cages = [puzzle.cages[fact.cage] for fact in facts.cages[:1]]
    found |= {("cells", len(cage.cells)) for cage in cages}
    found |= {("cage", cage.operation, cage.target) for cage in cages}
    found |= {("rule", type(puzzle.constraints[index])) for index in facts.constraints[:1]}
    return found


def step_digits(step: Step) -> frozenset[int]:
    """Return the digits that a step is about."""
    pairs = (*step.placements, *step.eliminations)
    told = [digit for _, digit, _ in step.facts.candidates]
    return frozenset(told or [digit for _, digit in pairs])


def kind_of(board: Board) -> str:
    """Return the kind and the order of a puzzle: "killer9"."""
    puzzle = board.puzzle
    kind = "killer" if puzzle.cages else "sudoku"
    if puzzle.further:
        kind = "rules"
    elif puzzle.cages and puzzle.geometry.box is None:
        kind = "calcudoku"
    return f"{kind}{puzzle.order}"
