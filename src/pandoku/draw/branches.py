"""Drawings of the branches of a step, and links between the implications in branches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain

from pandoku.draw.drawing import candidate_center, draw
from pandoku.draw.items import Drawing, Fill, Key, Text
from pandoku.model import Board, Geometry, Link, Pair, Step, sight_of

__all__ = ["draw_branch", "leading_links"]

_ASSUMED, _FOLLOWS, _BARE = "b", "a", "e"  # styles
_MOST = 12  # maximum number of implications with arrows, because more arrows would hide the board


def leading_links(geometry: Geometry, step: Step) -> tuple[Link, ...]:
    """Return links from each implication to the implications that follow from it.

    Strong links lead to candidates that become true. Weak links lead to candidates that are false
    at the end of a branch: the candidates of a contradiction if there is one, or the step's
    eliminations. There are no links for a step that has more than twelve implications, or chains
    inside its branches.
    """
    branches = step.facts.branches
    is_nested = any(each.facts.branches or each.facts.links for each in chain(*branches))
    if is_nested or sum(map(len, branches)) > _MOST:
        return ()
    clash = [(c, d) for c, d, role in step.facts.candidates if role == "contradiction"]
    ends = clash or list(step.eliminations)
    links = (link for branch in branches for link in _of_branch(geometry, branch, ends))
    return tuple(dict.fromkeys(links))


def _of_branch(
    geometry: Geometry, branch: tuple[Step, ...], ends: Iterable[Pair]
) -> Iterator[Link]:
    true: dict[Pair, None] = {}
    # For each candidate that an implication makes false, the causes.
    false: dict[Pair, list[Pair]] = {}
    for implication in branch:
        off = [(c, d) for c, d, role in implication.facts.candidates if role == "off"]
        causes = _causes(geometry, off, true, false)
        for pair in implication.placements:
            yield from (Link((cause,), (pair,), strong=True) for cause in causes)
            true[pair] = None
        on = [(c, d) for c, d, role in implication.facts.candidates if role == "on"]
        for pair in implication.eliminations:
            false[pair] = on or causes
    for end in ends:
        for cause in _causes(geometry, [end], true, false):
            if cause != end:
                yield Link((cause,), (end,), strong=False)


def _causes(
    geometry: Geometry,
    off: Iterable[Pair],
    true: Iterable[Pair],
    false: Mapping[Pair, list[Pair]],
) -> list[Pair]:
    """Return the causes that make candidates false, without duplicates."""
    found: dict[Pair, None] = {}
    for pair in off:
        own = (each for each in true if _excludes(geometry, each, pair))
        cause = false.get(pair) or [each for each in [next(own, None)] if each is not None]
        found |= dict.fromkeys(cause)
    return list(found)


def _excludes(geometry: Geometry, true: Pair, other: Pair) -> bool:
    (cell, digit), (there, another) = true, other
    if cell == there:
        return digit != another
    return digit == another and there in sight_of(geometry)[cell]


def draw_branch(board: Board, step: Step, index: int) -> Drawing:
    """Return the drawing of a branch of a step, on the board before the step.

    Candidates that become true are drawn as large digits, with the same numbers as in the step's
    text. Candidates that are false at the end of the branch are struck out: the candidates of a
    contradiction, or the candidates that the step eliminates.

    Args:
        board: The board before the step.
        step: A step with branches.
        index: Number of the branch, from 0.

    Raises:
        IndexError: *index* is out of range.
    """
    branch = step.facts.branches[index]
    cell, digit = (branch[0].placements or branch[0].eliminations)[0]
    verb = "is" if branch[0].placements else "is not"
    title = f"if {board.puzzle.geometry.name(cell)} {verb} {board.puzzle.label_of(digit)}"
    after = board
    for node in branch:
        after = after.after(node)
    plain = draw(after, candidates=True)
    number = 1 + sum(len(each) for each in step.facts.branches[:index])
    true = {cell: number + at for at, node in enumerate(branch) for cell, _ in node.placements}
    return replace(
        plain,
        title=title,
        fills=(*plain.fills, *_fills(board, step, branch)),
        texts=tuple(_texts(plain.texts, board, step, true)),
        legend=tuple(_legend(step, branch)),
    )


def _ends(step: Step) -> list[tuple[int, int]]:
    """Return the candidates that are false at the end of the branch."""
    clash = [(c, d) for c, d, role in step.facts.candidates if role == "contradiction"]
    return clash or [*step.eliminations]


def _fills(board: Board, step: Step, branch: tuple[Step, ...]) -> Iterator[Fill]:
    n = board.puzzle.order
    styles = {cell: _BARE for cell, role in step.facts.cells if role == "contradiction"}
    for at, node in enumerate(branch):
        styles |= {cell: _FOLLOWS if at else _ASSUMED for cell, _ in node.placements}
    if _has_bare_house(step):
        yield from (Fill(cell % n, cell // n, "house") for cell in step.facts.houses[0].cells)
    for cell, style in styles.items():
        yield Fill(cell % n, cell // n, style)


def _has_bare_house(step: Step) -> bool:
    is_clash = any(role == "contradiction" for _, _, role in step.facts.candidates)
    return is_clash and bool(step.facts.houses)


def _texts(
    texts: tuple[Text, ...], board: Board, step: Step, true: dict[int, int]
) -> Iterator[Text]:
    n = board.puzzle.order
    for text in texts:
        cell = int(text.y) * n + int(text.x)
        is_new = text.role == "digit" and cell in true
        yield replace(text, role="placed") if is_new else text
    for cell, number in true.items():
        yield Text(cell % n + 0.83, cell // n + 0.82, str(number), "corner")
    for cell, digit in _ends(step):
        if cell not in true:
            x, y = candidate_center(board.puzzle, cell, digit)
            yield Text(x, y, board.puzzle.label_of(digit), "candidate", struck=True)


def _legend(step: Step, branch: tuple[Step, ...]) -> Iterator[Key]:
    yield Key("cell", _ASSUMED, "what is assumed")
    if len(branch) > 1:
        yield Key("cell", _FOLLOWS, "what follows, with its number")
    if any(role == "contradiction" for _, role in step.facts.cells):
        yield Key("cell", _BARE, "no candidate is left here")
    if _has_bare_house(step):
        yield Key("house", "", "the digit has no place left here")
    if _ends(step):
        yield Key("goes", "", "false in this branch")
