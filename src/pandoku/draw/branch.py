"""The drawing of one branch of a chain: the board after its implications."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pandoku.draw.drawing import candidate_center, draw
from pandoku.draw.items import Drawing, Fill, Key, Text
from pandoku.model import Board, Step

__all__ = ["draw_branch"]

_ASSUMED, _FOLLOWS, _BARE = "b", "a", "e"  # styles


def draw_branch(board: Board, step: Step, index: int) -> Drawing:
    """Return the drawing of a branch of a step, on the board before the step.

    Candidates that become true are large digits, numbered as in the step's text. Candidates that
    are false at the end are struck: those of a contradiction, or those that the step eliminates.

    Args:
        board: The board before the step.
        step: A step with branches.
        index: Number of the branch, from 0.

    Raises:
        IndexError: *index* is out of range.
    """
    branch = step.facts.branches[index]
    after = board
    for node in branch:
        after = after.after(node)
    plain = draw(after, candidates=True)
    number = 1 + sum(len(each) for each in step.facts.branches[:index])
    true = {cell: number + at for at, node in enumerate(branch) for cell, _ in node.placements}
    return replace(
        plain,
        title=_title(board, branch[0]),
        fills=(*plain.fills, *_fills(board, step, branch)),
        texts=tuple(_texts(plain.texts, board, step, true)),
        legend=tuple(_legend(step, branch)),
    )


def _title(board: Board, assumed: Step) -> str:
    cell, digit = (assumed.placements or assumed.eliminations)[0]
    verb = "is" if assumed.placements else "is not"
    return f"if {board.puzzle.geometry.name(cell)} {verb} {board.puzzle.label_of(digit)}"


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
