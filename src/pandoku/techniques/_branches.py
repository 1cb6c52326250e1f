"""The lines of branches: each implication with its reason, numbered so that others refer to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pandoku.model import House, Step
from pandoku.techniques.chains import closed, follow
from pandoku.words import Words, joined, with_capital

__all__ = ["branch_lines", "conclusion", "count_nodes", "sources"]

_INDENT = "    "

Pair = tuple[int, int]


class _Node(NamedTuple):
    """An implication and its number: "3", or "3.2" inside the chain that is told at 3."""

    number: str
    step: Step


def count_nodes(step: Step) -> tuple[int, int]:
    """Return how many implications the branches have in all, and how many in nested chains.

    >>> count_nodes(Step("x"))
    (0, 0)
    """
    own = sum(map(len, step.facts.branches))
    nested = sum(count_nodes(node)[0] for branch in step.facts.branches for node in branch)
    return own + nested, nested


def is_or_not(w: Words, pair: tuple[int, int], true: bool = True) -> str:
    """Return "r1c1 is 5" or "r1c1 is not 5"."""
    cell, digit = pair
    return f"{w.cell(cell)} is {'' if true else 'not '}{digit}"


def sources(step: Step) -> list[tuple[int, int]]:
    """Return the candidates where the branches start."""
    return [(cell, digit) for cell, digit, role in step.facts.candidates if role == "source"]


def conclusion(w: Words, step: Step) -> str:
    """Return what a chain proves, its first placement or elimination: "r1c1 is not 5"."""
    pair = (step.placements or step.eliminations)[0]
    return is_or_not(w, pair, bool(step.placements))


def branch_lines(w: Words) -> Iterator[str]:
    """Yield a line for each implication, and one for what each branch ends with.

    The lines of a nested chain are indented and follow the line of what it proves.
    """
    yield from _lines(w, w.step, (), "", 0)


def _lines(
    w: Words, chain: Step, around: Sequence[_Node], prefix: str, depth: int
) -> Iterator[str]:
    indent, number = _INDENT * depth, 0
    for branch in chain.facts.branches:
        known = [*around]
        for step in branch:
            number += 1
            node = _Node(f"{prefix}{number}", step)
            yield f"{indent}{node.number}. {with_capital(_said(w, step, known))}."
            yield from _links(w, step, f"{indent}{_INDENT}{node.number}.")
            yield from _lines(w, step, known, f"{node.number}.", depth + 1)
            known.append(node)
        yield f"{indent}{with_capital(_end(w, chain, known))}."


def _links(w: Words, chain: Step, prefix: str) -> Iterator[str]:
    """Yield a line for each link of a nested chain."""
    links = chain.facts.links
    if not links:
        return
    inner = w.inside(chain)
    is_loop = links[0].strong != links[-1].strong
    told = closed(inner) if is_loop else follow(inner, links)
    yield from (f"{prefix}{number}. {sentence}" for number, sentence in enumerate(told, 1))


# ---- an implication


def _said(w: Words, step: Step, known: Sequence[_Node]) -> str:
    says = _SAYS.get(step.technique, _by_pattern)
    return says(w, step, known)


def _supposed(w: Words, step: Step, known: Sequence[_Node]) -> str:
    return f"suppose {conclusion(w, step)}"


def _naked(w: Words, step: Step, known: Sequence[_Node]) -> str:
    cell, digit = step.placements[0]
    return f"then {w.cell(cell)} is {digit}: {_not_digits(w, _off(step), known)}"


def _hidden(w: Words, step: Step, known: Sequence[_Node]) -> str:
    cell, digit = step.placements[0]
    house = step.facts.houses[0].name
    others = _not_places(w, _off(step), known)
    return f"then {w.cell(cell)} is {digit}: {house} has no other place for it, {others}"


def _weak(w: Words, step: Step, known: Sequence[_Node]) -> str:
    on = [(cell, digit) for cell, digit, role in step.facts.candidates if role == "on"]
    by, digit = on[0]
    reference = _numbers(node for node in known if on[0] in node.step.placements)
    if not step.facts.houses:
        return f"then {_goes(w, step)}, because the cell is {digit}{reference}"
    return (
        f"then {_goes(w, step)}, because {w.cell(by)} in {step.facts.houses[0].name} is{reference}"
    )


def _nested(w: Words, step: Step, known: Sequence[_Node]) -> str:
    starts = sources(step)
    if len(starts) == 1:
        return f"then {_goes(w, step)}: the opposite leads to a contradiction"
    if step.facts.houses:
        return f"then {_goes(w, step)}, wherever {starts[0][1]} is in {step.facts.houses[0].name}"
    return f"then {_goes(w, step)}, whichever digit {w.cell(starts[0][0])} is"


def _by_pattern(w: Words, step: Step, known: Sequence[_Node]) -> str:
    """Return the line of any other technique, such as pointing, with what it rests on."""
    if step.facts.branches:
        return _nested(w, step, known)
    where = f" in {w.house_names(step.facts.houses)}" if step.facts.houses else ""
    causes = {node.number for off in _off(step) if (node := _cause(w, off, known))}
    rests_on = _numbers(node for node in known if node.number in causes)
    return f"then {_goes(w, step)}: {_title(step.technique)}{where}{rests_on}"


def _title(technique: str) -> str:
    """Return a name for a sentence: "naked pair", "X-wing", "forcing X-chain"."""
    return re.sub(r"\b(xy?|y) ", lambda found: f"{found[1].upper()}-", technique.replace("-", " "))


_SAYS = {
    "assumption": _supposed,
    "naked-single": _naked,
    "hidden-single": _hidden,
    "weak-link": _weak,
}


def _goes(w: Words, step: Step) -> str:
    if step.placements or len(step.eliminations) == 1:
        return conclusion(w, step)
    return joined(is_or_not(w, pair, False) for pair in step.eliminations)


# ---- why candidates are false


def _off(step: Step) -> list[tuple[int, int]]:
    own = {pair for link in step.facts.links for pair in (*link.start, *link.end)}
    marked = ((cell, digit) for cell, digit, role in step.facts.candidates if role == "off")
    return [pair for pair in marked if pair not in own]


def _cause(w: Words, off: tuple[int, int], known: Sequence[_Node]) -> _Node | None:
    """Return the node that says that a candidate is false, or the first that it follows from."""
    says = (node for node in known if off in node.step.eliminations)
    return next(says, None) or next((n for n in known if _rules_out(w, n.step, off)), None)


def _rules_out(w: Words, step: Step, off: tuple[int, int]) -> bool:
    return any(
        (cell == off[0]) != (digit == off[1])
        and (cell == off[0] or bool(w.common_houses((cell, off[0]))))
        for cell, digit in step.placements
    )


def _by_cause(
    w: Words, offs: Sequence[tuple[int, int]], known: Sequence[_Node]
) -> dict[_Node | None, list[tuple[int, int]]]:
    causes: dict[_Node | None, list[tuple[int, int]]] = {}
    for off in offs:
        causes.setdefault(_cause(w, off, known), []).append(off)
    return causes


def _not_digits(w: Words, offs: Sequence[Pair], known: Sequence[_Node]) -> str:
    """Return why digits of one cell are false: "not 5, because r2c7 in row 2 is (1)"."""

    def because(placed: Pair, pairs: Sequence[Pair]) -> str:
        (by, digit), cell = placed, pairs[0][0]
        why = f"it is {digit}" if by == cell else f"{w.cell(by)} in {w.shared(by, cell)} is"
        return f", because {why}"

    return _why_not(_by_cause(w, offs, known), lambda pair: str(pair[1]), because)


def _not_places(w: Words, offs: Sequence[Pair], known: Sequence[_Node]) -> str:
    """Return why places of one digit are false: "not r4c1, which is 3 (2)"."""

    def because(placed: Pair, pairs: Sequence[Pair]) -> str:
        by, digit = placed
        cells = [cell for cell, _ in pairs]
        if by in cells:
            return f", which is {digit}"
        return f", because {w.cell(by)} in {w.common_houses((by, *cells))[0].name} is"

    return _why_not(_by_cause(w, offs, known), lambda pair: w.cell(pair[0]), because)


def _why_not(
    by_cause: dict[_Node | None, list[Pair]],
    name: Callable[[Pair], str],
    because: Callable[[Pair, Sequence[Pair]], str],
) -> str:
    """Return why candidates are false: "not 5 (3) or 6 (4); not 7, because it is 2 (1)"."""
    said: list[str] = []
    parts: list[str] = []
    for node, pairs in by_cause.items():
        if node is None or not node.step.placements:
            said += [f"{name(pair)}{_numbers([node])}" for pair in pairs]
        else:
            names = joined(map(name, pairs), "or")
            why = because(node.step.placements[0], pairs)
            parts.append(f"not {names}{why}{_numbers([node])}")
    return "; ".join([f"not {joined(said, 'or')}", *parts] if said else parts)


def _numbers(nodes: Iterable[_Node | None]) -> str:
    found = [node.number for node in nodes if node is not None]
    return f" ({joined(found)})" if found else ""


# ---- the end of a branch


def _end(w: Words, chain: Step, known: Sequence[_Node]) -> str:
    clash = [(c, d) for c, d, role in chain.facts.candidates if role == "contradiction"]
    if not clash:
        return _shared_end(w, chain, known)
    if chain.facts.houses:
        house: House = chain.facts.houses[0]
        why = _not_places(w, clash, known)
        return f"now {house.name} has no place left for {clash[0][1]}: {why}"
    if chain.facts.cells and len({cell for cell, _ in clash}) == 1 and _is_bare(chain, clash):
        return f"now {w.cell(clash[0][0])} has no candidate left: {_not_digits(w, clash, known)}"
    on = _numbers(node for node in known if clash[0] in node.step.placements)
    off = _numbers(node for node in known if clash[0] in node.step.eliminations)
    return f"now {is_or_not(w, clash[0])}{on} and is not{off}"


def _is_bare(chain: Step, clash: Sequence[tuple[int, int]]) -> bool:
    return any(role == "contradiction" and cell == clash[0][0] for cell, role in chain.facts.cells)


def _shared_end(w: Words, chain: Step, known: Sequence[_Node]) -> str:
    told = f"in this case {conclusion(w, chain)}"
    if chain.placements:
        node = next((n for n in known if chain.placements[0] in n.step.placements), None)
        return f"{told}{_numbers([node])}"
    node = _cause(w, chain.eliminations[0], known)
    if node is None or not node.step.placements:
        return f"{told}{_numbers([node])}"
    cell = chain.eliminations[0][0]
    by, placed = node.step.placements[0]
    why = f"it is {placed}" if by == cell else f"{w.cell(by)} in {w.shared(by, cell)} is"
    return f"{told}, because {why}{_numbers([node])}"
