"""Near misses: changes that break a pattern, and the sentence that says why."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, product

from pandoku.model import Board, Geometry, Link, Step
from pandoku.techniques import Technique, board_of, text_of
from pandoku.words import cage_name, joined

MOST_TRIES = 400  # changes tried on one board
MOST_FILLINGS = 200_000  # digits tried for one cage
MOST_NAMED = 4  # cells or digits in a sentence
# A candidate that is put back is false, and so it leads to a contradiction itself; and a digit that
# does not divide a product never will.
WITHOUT = {"contradiction-forcing-chain", "nested-forcing-chain", "cage-trial", "cage-factors"}
WITHOUT |= {"cage-contradiction-forcing-chain", "cage-nested-forcing-chain"}
WITHOUT |= {"cage-region-forcing-chain"}  # no single change silences it on the boards that were met
IF_GIVEN = "A given is the same in every solution, so it never changes places with another digit."
OF_TOTALS = ("innies", "outies", "innies-and-outies", "product-innies")
OF_ONE_SUM = ("cage-single", "innie", "outie", "product-innie", "cage-overlap")


def near_misses(board: Board, step: Step, technique: Technique) -> Iterator[tuple[str, str]]:
    """Yield changes with which a technique finds nothing, each with the reason in a sentence.

    Candidates that are put back come first, in the pattern and then around it, because they show
    most plainly what the pattern needs.
    """
    for change, why in islice(_changes(board, step, technique), MOST_TRIES):
        if not any(technique.steps(board_of(text_of(board), change), 1)):
            yield change, why


def _changes(board: Board, step: Step, technique: Technique) -> Iterator[tuple[str, str]]:
    geometry = board.puzzle.geometry
    told = list(_added(board, step))
    yield from (each for each in told if each[1])
    for cell in _near(board, step):
        name = geometry.name(cell)
        if board.digits[cell]:
            if technique.needs_unique and not board.puzzle.givens[cell]:
                yield f"{name}!", IF_GIVEN
            yield f"{name}.", _if_empty(board, step, cell)
    yield from ((change, "Then the pattern is not complete.") for change, why in told if not why)
    held = [geometry.name(cell) for cell in _near(board, step) if board.digits[cell]]
    for one, other in combinations(held, 2):
        yield f"{one}. {other}.", f"The step relies on the digits at {one} and {other}."


def _added(board: Board, step: Step) -> Iterator[tuple[str, str]]:
    """Yield candidates that could be put back, with the reason, or "" if no reason is plain."""
    start, geometry = Board.start(board.puzzle), board.puzzle.geometry
    pattern = {digit for _, digit, _ in step.facts.candidates}
    digits = [*sorted(pattern), *(set(range(1, geometry.order + 1)) - pattern)]
    gone = {*step.eliminations, *step.placements}
    for cell, digit in product(_near(board, step), digits):
        bit = 1 << (digit - 1)
        held = {board.digits[peer] for peer in geometry.peers[cell]}
        if board.digits[cell] or digit in held or (cell, digit) in gone:
            continue
        if start.masks[cell] & bit and not board.masks[cell] & bit:
            yield f"{geometry.name(cell)}+{digit}", _why(board, step, cell, digit)


def _near(board: Board, step: Step) -> list[int]:
    """Return the cells of the pattern, then those of its houses and cages, then those around."""
    facts, puzzle = step.facts, board.puzzle
    cells = [cell for cell, _ in facts.cells] + [cell for cell, _, _ in facts.candidates]
    cells += [cell for link in facts.links for node in (link.start, link.end) for cell, _ in node]
    cells += [cell for cell, _ in step.placements]
    cells += [cell for house in facts.houses for cell in house.cells]
    cells += [cell for fact in facts.cages for cell in puzzle.cages[fact.cage].cells]
    cells += [peer for cell in tuple(cells) for peer in puzzle.geometry.peers[cell]]
    return list(dict.fromkeys(cells))


def _why(board: Board, step: Step, cell: int, digit: int) -> str:
    for link in step.facts.links:
        if text := _broken_link(board.puzzle.geometry, link, cell, digit):
            return text
    if step.technique.endswith("-parity"):
        name = board.puzzle.geometry.name(cell)
        return (
            f"Then {name} could also be {digit}, and we would not know whether it is odd or even."
        )
    return (
        _broken_branch(board, step, cell, digit)
        or _other_sum(board, step, cell, digit)
        or _cage_filled(board, step, cell, digit)
        or _other_place(board, step, cell, digit)
        or _wider_cell(board, step, cell, digit)
    )


def _broken_link(geometry: Geometry, link: Link, cell: int, digit: int) -> str:
    """Return why a strong link does not hold with one more candidate; "" if it does."""
    ends = {at for node in (link.start, link.end) for at, _ in node}
    (first, one), (second, other) = link.start[0], link.end[0]
    name = geometry.name
    if not link.strong:
        return ""
    if link.house is None and cell in ends and first == second:
        return (
            f"Then {name(cell)} could also be {digit}: if it is not {one}, it need not be {other}, "
            "and the chain breaks there."
        )
    if link.house is not None and digit == one == other and cell in {*link.house.cells} - ends:
        return (
            f"Then {digit} could also be at {name(cell)} in {link.house.name}: if it is not at "
            f"{name(first)}, it need not be at {name(second)}, and the chain breaks there."
        )
    return ""


def _broken_branch(board: Board, step: Step, cell: int, digit: int) -> str:
    """Return why a single within a branch does not hold with one more candidate."""
    name = board.puzzle.geometry.name
    for branch in step.facts.branches:
        for each in branch:
            for at, placed in each.placements:
                if each.technique == "naked-single" and at == cell:
                    return (
                        f"Then {name(cell)} could also be {digit}, so nothing makes it {placed}, "
                        "and the conclusions stop there."
                    )
                houses = each.facts.houses if each.technique == "hidden-single" else ()
                if placed == digit and any(cell in house.cells for house in houses):
                    return (
                        f"Then {digit} could also be at {name(cell)} in {houses[0].name}, so "
                        f"nothing puts it at {name(at)}, and the conclusions stop there."
                    )
            if inner := _broken_branch(board, each, cell, digit):
                return inner
    return ""


def _other_place(board: Board, step: Step, cell: int, digit: int) -> str:
    """Return why a digit is not confined in a house of the pattern."""
    pattern = {(c, d) for c, d, _ in step.facts.candidates} | {*step.placements}
    if digit not in {d for _, d in pattern}:
        return ""
    name = board.puzzle.geometry.name
    for house in dict.fromkeys((*step.facts.houses, *board.puzzle.geometry.houses)):
        places = [c for c in house.cells if not board.digits[c] and digit in board.candidates(c)]
        is_named = house in step.facts.houses or pattern.issuperset((c, digit) for c in places)
        if is_named and cell in house.cells and 0 < len(places) <= MOST_NAMED:
            only = "place" if len(places) == 1 else "places"
            return (
                f"Then {digit} could also be at {name(cell)} in {house.name}, and "
                f"{joined(map(name, places))} would not be its only {only} there."
            )
    return ""


def _wider_cell(board: Board, step: Step, cell: int, digit: int) -> str:
    """Return why a cell of the pattern has a candidate too many."""
    name, held = board.puzzle.geometry.name(cell), board.candidates(cell)
    if step.technique == "bug-plus-1" and len(held) == 2:
        return f"Then {name} could also be {digit}: a second cell with three candidates."
    cells = {c for c, _ in step.facts.cells} | {c for c, _, _ in step.facts.candidates}
    cells |= {c for c, _ in step.placements}
    in_cages = {c for fact in step.facts.cages for c in board.puzzle.cages[fact.cage].cells}
    if cell not in cells - in_cages or len(held) > MOST_NAMED:
        return ""
    return (
        f"Then {name} could also be {digit}, and the pattern needs a cell that can only be "
        f"{joined(map(str, held), 'or')}."
    )


def _other_sum(board: Board, step: Step, cell: int, digit: int) -> str:
    """Return why a total does not tell enough."""
    if step.technique not in OF_TOTALS or cell not in {c for c, _ in step.facts.cells}:
        return ""
    name = board.puzzle.geometry.name(cell)
    return f"Then {name} could also be {digit}, and with it the total can be made in another way."


def _cage_filled(board: Board, step: Step, cell: int, digit: int) -> str:
    """Return a filling of a cage that one more candidate allows."""
    for fact in step.facts.cages:
        cage = board.puzzle.cages[fact.cage]
        if cell not in cage.cells:
            continue
        way = _filling(board, fact.cage, cell, digit)
        if way:
            told = joined(
                f"{d} at {board.puzzle.geometry.name(c)}"
                for c, d in zip(cage.cells, way, strict=True)
                if not board.digits[c]
            )
            return f"Then {cage_name(board.puzzle, fact.cage)} could also have {told}."
    return ""


def _filling(board: Board, index: int, cell: int, digit: int) -> tuple[int, ...] | None:
    cage, peers = board.puzzle.cages[index], board.puzzle.geometry.peers
    options = [
        (digit,) if c == cell else (board.digits[c],) if board.digits[c] else board.candidates(c)
        for c in cage.cells
    ]
    for way in islice(product(*options), MOST_FILLINGS):
        pairs = list(zip(cage.cells, way, strict=True))
        clash = any(
            d == e and (not cage.repeats or c in peers[b])
            for at, (b, d) in enumerate(pairs)
            for c, e in pairs[:at]
        )
        if not clash and cage.allows(way):
            return way
    return None


def _if_empty(board: Board, step: Step, cell: int) -> str:
    name, digit = board.puzzle.geometry.name(cell), board.digits[cell]
    if step.technique == "cage-repeat":
        return f"Without the {digit} at {name}, nothing rules out {digit} in the cage."
    if step.technique == "full-house":
        return f"Without the {digit} at {name} two cells are empty, and two digits are missing."
    if not step.facts.cages:
        without = f"Without the {digit} at {name}, {digit} is possible again"
        return f"{without} in cells that see {name}."
    if step.placements and step.technique in OF_ONE_SUM:
        return (
            f"Without the {digit} at {name} there are two unknown cells, and one total does not "
            "tell two digits."
        )
    return f"The step relies on the {digit} at {name}: without it there is one more unknown cell."
