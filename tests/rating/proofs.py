"""Checks of chains that trust nothing: each link and each implication is tried on the board."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pandoku.model import Board, Step
from pandoku.techniques import get_technique

__all__ = ["check_chain"]

# The techniques that find a pattern; a naked pair in two houses at once has a name of its own.
_ALIKE = {
    "pointing": ("pointing",),
    "claiming": ("claiming",),
    "hidden-pair": ("hidden-pair",),
    "naked-pair": ("naked-pair", "locked-pair"),
    "x-wing": ("x-wing",),
}

Pair = tuple[int, int]
Node = tuple[int, int, bool]


def check_chain(board: Board, step: Step) -> None:
    """Fail unless a chain's links or branches hold on *board* and prove the step's conclusion."""
    proved = _by_links(board, step) if step.facts.links else _by_branches(board, step)
    assert {*step.eliminations} <= proved
    assert {*step.placements} <= {
        (cell, digit)
        for cell, digit in step.placements
        if proved >= {(cell, other) for other in board.candidates(cell) if other != digit}
    }


# ---- links


def _by_links(board: Board, step: Step) -> set[Pair]:
    """Return the candidates that the links of a cycle or of a forcing chain exclude."""
    links = step.facts.links
    for link, after in pairwise(links):
        assert link.end == after.start
        assert link.strong != after.strong
    for link in links:
        (start,), (end,) = link.start, link.end
        if link.strong:
            assert _alternatives(board, start, link.house) == {start, end}
        else:
            assert _exclude_each_other(board, start, end)
    (start,), (end,) = links[0].start, links[-1].end
    assert start == end
    if links[0].strong == links[-1].strong:  # from a candidate to its own opposite
        return {start} if not links[0].strong else _others(board, start)
    ons = {link.end[0] for link in links if link.strong}
    offs = {link.end[0] for link in links if not link.strong}
    return {
        (cell, digit)
        for cell in range(81)
        for digit in board.candidates(cell)
        if all(
            any(d == digit and _see_each_other(board, cell, c) for c, d in each)
            for each in (ons, offs)
        )
    }


def _alternatives(board: Board, pair: Pair, house: object) -> set[Pair]:
    """Return the candidates of a cell, or the places of a digit in a house."""
    cell, digit = pair
    if house is None:
        return {(cell, each) for each in board.candidates(cell)}
    return _places(board, digit, house)


def _places(board: Board, digit: int, house: object) -> set[Pair]:
    cells = house.cells  # type: ignore[attr-defined]
    return {(c, digit) for c in cells if not board.digits[c] and digit in board.candidates(c)}


def _others(board: Board, pair: Pair) -> set[Pair]:
    cell, digit = pair
    return {(cell, each) for each in board.candidates(cell) if each != digit}


def _see_each_other(board: Board, a: int, b: int) -> bool:
    houses = board.puzzle.geometry.houses
    return a != b and any(a in house.cells and b in house.cells for house in houses)


def _exclude_each_other(board: Board, a: Pair, b: Pair) -> bool:
    if a[0] == b[0]:
        return a[1] != b[1]
    return a[1] == b[1] and _see_each_other(board, a[0], b[0])


# ---- branches


def _by_branches(board: Board, step: Step) -> set[Pair]:
    """Return the candidates that the branches of a forcing chain exclude."""
    facts = step.facts
    sources = [(c, d) for c, d, role in facts.candidates if role == "source"]
    starts, ends = [], []
    for branch in facts.branches:
        nodes = [_node(each) for each in branch]
        assert len({*nodes}) == len(nodes)
        assert branch[0].technique == "assumption"
        starts.append(nodes[0])
        ends.append({*nodes})
        for at, each in enumerate(branch[1:], 1):
            _check_implication(board, each, {*nodes[:at]})
    clash = [(c, d) for c, d, role in facts.candidates if role == "contradiction"]
    if clash:
        ((cell, digit, is_on),) = starts
        assert sources == [(cell, digit)]
        assert {(*clash[0], True), (*clash[0], False)} <= ends[0]
        return {(cell, digit)} if is_on else _others(board, (cell, digit))
    if len(sources) == 1:
        assert starts == [(*sources[0], True), (*sources[0], False)]
    else:
        house = facts.houses[0] if facts.houses else None
        assert {*sources} == _alternatives(board, sources[0], house)
        assert starts == [(*source, True) for source in sources]
    common = set.intersection(*ends)
    out = {(c, d) for c, d, is_on in common if not is_on}
    for c, d, is_on in common:
        out |= _others(board, (c, d)) if is_on else set()
    return out


def _node(step: Step) -> Node:
    ((cell, digit),) = step.placements or step.eliminations
    return cell, digit, bool(step.placements)


def _check_implication(board: Board, step: Step, known: set[Node]) -> None:
    cell, digit, is_on = _node(step)
    ons = [(c, d) for c, d, role in step.facts.candidates if role == "on"]
    offs = [(c, d) for c, d, role in step.facts.candidates if role == "off"]
    if step.technique == "weak-link":
        ((by, other),) = ons
        assert not is_on
        assert (by, other, True) in known
        assert _exclude_each_other(board, (by, other), (cell, digit))
        return
    in_links = {pair for link in step.facts.links for pair in (*link.start, *link.end)}
    rests_on = [pair for pair in offs if pair not in in_links]
    assert {(*pair, False) for pair in rests_on} <= known
    left = _without(board, rests_on)
    if step.technique in ("naked-single", "hidden-single"):
        house = step.facts.houses[0] if step.technique == "hidden-single" else None
        assert is_on
        assert _alternatives(left, (cell, digit), house) == {(cell, digit)}
    elif step.facts.links or step.facts.branches:
        check_chain(left, step)
    else:
        found = (
            each for name in _ALIKE[step.technique] for each in get_technique(name).steps(left)
        )
        assert any((cell, digit) in each.eliminations for each in found)


def _without(board: Board, pairs: Sequence[Pair]) -> Board:
    masks = list(board.masks)
    for cell, digit in pairs:
        masks[cell] &= ~(1 << (digit - 1))
    return Board(board.puzzle, board.digits, tuple(masks))
