"""Small boards of the cases in a step, each with what cannot be there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pandoku.draw.decorated import cells_of_constraint
from pandoku.draw.drawing import candidate_center, draw, joined_lines, middle_of, outline
from pandoku.draw.items import Drawing, Fill, Key, Text
from pandoku.model import Board, Pair, Step
from pandoku.techniques import Explanation
from pandoku.words.claims import Impossible, Only, RuleWays

__all__ = ["Supposition", "draw_case", "suppositions"]

_ASSUMED, _CLASH, _SET = "d", "e", "a"  # styles
_MOST_NAMES = 2  # maximum number of assumed digits that a title names one by one


class Supposition(NamedTuple):
    """Digits that a step supposes, and the cells that matter then.

    Attributes:
        assumed: The digits.
        clash: The cells that cannot be filled.
        others: Other cells whose candidates matter.
        false: Candidates that are false in this case.
        cages: The cages that cannot be filled.
    """

    assumed: tuple[Pair, ...]
    clash: tuple[int, ...] = ()
    others: tuple[int, ...] = ()
    false: tuple[Pair, ...] = ()
    cages: tuple[int, ...] = ()


def suppositions(step: Step, explanation: Explanation) -> Iterator[Supposition]:
    """Yield the cases of a step.

    A death blossom has a case for each digit of its stem. Steps for rules have a case for each
    sentence that supposes a digit together with an elimination. Steps that assume a digit in a cage
    have a case for each sentence about ways to fill this cage.
    """
    roles = {role for _, _, role in step.facts.candidates}
    if "stem" in roles:
        yield from _petals(step)
        return
    for each in explanation.full:
        ways = [claim for claim in each.claims if isinstance(claim, RuleWays)]
        assumptions = [{*claim.assuming} - {*step.eliminations} for claim in ways]
        common = set.intersection(*assumptions) if assumptions else set()
        cells = [claim.cells[0] for claim in each.claims if isinstance(claim, Only)]
        if len(common) == 1:
            yield Supposition(tuple(common), tuple(cells[-1:]), tuple(cells[:-1]))
        impossible = [claim for claim in each.claims if isinstance(claim, Impossible)]
        if "assumed" in roles and impossible:
            # Ways that fail for one reason share a sentence. The first stands for all of them.
            first = impossible[0]
            yield Supposition(tuple(first.assuming), first.cells, cages=first.cages)


def _petals(step: Step) -> Iterator[Supposition]:
    """Yield a case for each digit of the stem: the set that loses this digit."""
    facts = step.facts
    linking = {(cell, digit) for cell, digit, role in facts.candidates if role == "restricted"}
    sets = dict.fromkeys(role for _, role in facts.cells if role.startswith("set-"))
    for cell, digit, role in facts.candidates:
        if role != "stem":
            continue
        for name in sets:
            own = {(c, d) for c, d, each in facts.candidates if each == name}
            if lost := sorted(pair for pair in own & linking if pair[1] == digit):
                cells = tuple(each for each, role in facts.cells if role == name)
                yield Supposition(((cell, digit),), (), cells, (*lost, *step.eliminations))
                break


def draw_case(board: Board, step: Step, case: Supposition) -> Drawing:
    """Return the drawing of a case, on the board before the step.

    The digits of the case are large, and its cells show their candidates. Candidates that the step
    eliminates are marked, unless the case strikes them out.

    Args:
        board: The board before the step.
        step: The step.
        case: One of its cases.
    """
    puzzle, n = board.puzzle, board.puzzle.order
    assumed = dict(case.assumed)
    plain, gone = draw(board), {*step.eliminations} - {*case.false}
    styles = dict.fromkeys(case.others, _SET if case.false else "seen")
    styles |= dict.fromkeys(case.clash, _CLASH)
    styles = {cell: style for cell, style in styles.items() if not board.digits[cell]}
    shown = {(cell, digit) for cell in styles for digit in board.candidates(cell)} | gone
    shown = {pair for pair in shown | {*case.false} if pair[0] not in assumed}
    styles |= dict.fromkeys(assumed, _ASSUMED)
    marks = (
        Text(
            *candidate_center(puzzle, *pair),
            puzzle.label_of(pair[1]),
            "candidate",
            _ASSUMED if pair in gone else "",
            pair in case.false,
        )
        for pair in sorted(shown)
    )
    digits = (
        Text(*middle_of(puzzle, cell), puzzle.label_of(digit), "placed")
        for cell, digit in assumed.items()
    )
    borders = (outline({*cells_of_constraint(puzzle, k)}, n, "told", 0.04) for k in case.cages)
    return replace(
        plain,
        title=_title(board, case),
        fills=(*plain.fills, *(Fill(cell % n, cell // n, s) for cell, s in styles.items())),
        lines=(*plain.lines, *(line for each in borders for line in joined_lines(each))),
        texts=(*plain.texts, *marks, *digits),
        legend=tuple(_keys(case)),
    )


def _title(board: Board, case: Supposition) -> str:
    puzzle = board.puzzle
    name, label_of = puzzle.geometry.name, puzzle.label_of
    if len(case.assumed) <= _MOST_NAMES:
        each = (f"{name(cell)} is {label_of(digit)}" for cell, digit in case.assumed)
        return f"if {' and '.join(each)}"
    return f"with {' '.join(label_of(digit) for _, digit in sorted(case.assumed))}"


def _keys(case: Supposition) -> Iterator[Key]:
    yield Key("cell", _ASSUMED, "assumed")
    if case.clash:
        yield Key("cell", _CLASH, "clash")
    if case.false:
        yield Key("cell", _SET, "set")
        yield Key("goes", "", "not")
    if case.cages:
        yield Key("cage", "", "clash")
