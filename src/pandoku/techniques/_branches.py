"""The lines of branches: each implication with its reason, numbered so that others refer to it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pandoku.model import Step
from pandoku.techniques._cage_branches import cage_without_fillings, implied_by_cage
from pandoku.techniques._sight import places as spots
from pandoku.techniques._sight import shared
from pandoku.techniques.chains import closed, follow
from pandoku.words import Words, house_names, joined, with_capital
from pandoku.words.claims import Entails, Follows, Inside, Needs, Only, Open, Places

__all__ = ["branch_lines", "conclusion", "count_nodes", "sources"]

_INDENT = "    "

Pair = tuple[int, int]
Literal = tuple[int, int, bool]


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


def is_or_not(w: Words, pair: Pair, true: bool = True) -> str:
    """Return "r1c1 is 5" or "r1c1 is not 5"."""
    return f"{_named(w, pair)} is {'' if true else 'not '}{pair[1]}"


def _named(w: Words, pair: Pair) -> str:
    return w.candidates((pair[0],), (pair[1],), w.geometry.name(pair[0]))


def sources(step: Step) -> list[Pair]:
    """Return the candidates where the branches start."""
    return [(cell, digit) for cell, digit, role in step.facts.candidates if role == "source"]


def _first(step: Step) -> Pair:
    return (step.placements or step.eliminations)[0]


def conclusion(w: Words, step: Step) -> str:
    """Return what a chain proves, its first placement or elimination: "r1c1 is not 5"."""
    return is_or_not(w, _first(step), bool(step.placements))


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
            yield from _links(w, step, known, f"{indent}{_INDENT}{node.number}.")
            yield from _lines(w, step, known, f"{node.number}.", depth + 1)
            known.append(node)
        yield f"{indent}{with_capital(_end(w, chain, known))}."


def _links(w: Words, chain: Step, known: Sequence[_Node], prefix: str) -> Iterator[str]:
    """Yield a line for each link of a nested chain."""
    links = chain.facts.links
    if not links:
        return
    inner = w.inside(chain)
    is_loop = links[0].strong != links[-1].strong

    def excluded(pairs: Sequence[Pair]) -> str:
        in_cell = len({cell for cell, _ in pairs}) == 1 and len({d for _, d in pairs}) > 1
        return (_not_digits if in_cell else _not_places)(w, pairs, known)

    told = closed(inner, excluded) if is_loop else follow(inner, links, excluded)
    yield from (f"{prefix}{number}. {sentence}" for number, sentence in enumerate(told, 1))


# ---- an implication


def _said(w: Words, step: Step, known: Sequence[_Node]) -> str:
    says = _SAYS.get(step.technique, _by_pattern)
    return says(w, step, known)


def _supposed(w: Words, step: Step, known: Sequence[_Node]) -> str:
    cell, digit = _first(step)
    return w.said(f"suppose {conclusion(w, step)}", Open((cell,), (digit,)))


def _naked(w: Words, step: Step, known: Sequence[_Node]) -> str:
    cell, digit = step.placements[0]
    off = _off_and(w, step, ((cell, d) for d in w.board.candidates(cell) if d != digit), known)
    only = Follows(_false(off), (cell, digit, True))
    return w.said(f"then {conclusion(w, step)}: {_not_digits(w, off, known)}", only)


def _hidden(w: Words, step: Step, known: Sequence[_Node]) -> str:
    (cell, digit), house = step.placements[0], step.facts.houses[0]
    others = ((at, digit) for at in spots(w, house.cells, digit) if at != cell)
    off = _off_and(w, step, others, known)
    why = f", {_not_places(w, off, known)}" if off else ""
    only = Follows(_false(off), (cell, digit, True))
    places = Places(w.index(house), digit, (cell, *(at for at, _ in off)))
    text = f"then {conclusion(w, step)}: {w.house(house)} has no other place for it{why}"
    return w.said(text, only, places)


def _weak(w: Words, step: Step, known: Sequence[_Node]) -> str:
    by, digit = next((c, d) for c, d, role in step.facts.candidates if role == "on")
    reference = _numbers(node for node in known if (by, digit) in node.step.placements)
    follows = (Follows(((by, digit, True),), (*gone, False)) for gone in step.eliminations)
    if not step.facts.houses:
        return w.said(f"then {_goes(w, step)}, because the cell is {digit}{reference}", *follows)
    house = step.facts.houses[0]
    inside = Inside((by, *(cell for cell, _ in step.eliminations)), (w.index(house),))
    why = f"because {_named(w, (by, digit))} in {w.house(house)} is{reference}"
    return w.said(f"then {_goes(w, step)}, {why}", inside, *follows)


def _false(pairs: Iterable[Pair]) -> tuple[Literal, ...]:
    return tuple((*pair, False) for pair in pairs)


def _true(known: Sequence[_Node]) -> tuple[Literal, ...]:
    """Return all that a branch has found so far."""
    true = [(*pair, True) for node in known for pair in node.step.placements]
    return (*true, *_false(pair for node in known for pair in node.step.eliminations))


def _entailed(step: Step, premises: tuple[Literal, ...]) -> Iterator[Entails]:
    for pair in step.placements:
        yield Entails(premises, (*pair, True))
    for pair in step.eliminations:
        yield Entails(premises, (*pair, False))


def _nested(w: Words, step: Step, known: Sequence[_Node]) -> str:
    starts, goes = sources(step), _goes(w, step)
    if len(starts) == 1:
        text, claims = f"then {goes}: the opposite leads to a contradiction", []
    elif step.facts.houses:
        house, digit = step.facts.houses[0], starts[0][1]
        text = f"then {goes}, wherever {digit} is in {w.house(house)}"
        claims = [Needs(w.index(house), digit)]
    else:
        text = f"then {goes}, whichever digit {w.cell(starts[0][0])} is"
        claims = [Open((starts[0][0],), tuple(digit for _, digit in starts))]
    return w.said(text, *claims, *_entailed(step, _true(known)))


def _by_pattern(w: Words, step: Step, known: Sequence[_Node]) -> str:
    """Return the line of any other technique, such as pointing, with what it rests on."""
    if step.facts.branches:
        return _nested(w, step, known)
    where = f" in {house_names(step.facts.houses)}" if step.facts.houses else ""
    causes = {node.number for off in _off(step) if (node := _cause(w, off, known))}
    rests_on = _numbers(node for node in known if node.number in causes)
    text = f"then {_goes(w, step)}: {_title(step.technique)}{where}{rests_on}"
    return w.said(text, *_entailed(step, _false(_off(step))))


def _by_cage(w: Words, step: Step, known: Sequence[_Node]) -> str:
    return implied_by_cage(w, step, lambda pair: _number_of(w, pair, known))


def _number_of(w: Words, pair: Pair, known: Sequence[_Node]) -> str:
    """Return " (3)", the first node that makes a candidate true or false."""
    makes_true = (node for node in known if pair in node.step.placements)
    return _numbers([next(makes_true, None) or _cause(w, pair, known)])


def _title(technique: str) -> str:
    """Return a name for a sentence: "naked pair", "X-wing", "forcing X-chain"."""
    return re.sub(r"\b(xy?|y) ", lambda found: f"{found[1].upper()}-", technique.replace("-", " "))


_SAYS = {
    "assumption": _supposed,
    "naked-single": _naked,
    "hidden-single": _hidden,
    "weak-link": _weak,
    "cage": _by_cage,
}


def _goes(w: Words, step: Step) -> str:
    if step.placements or len(step.eliminations) == 1:
        return conclusion(w, step)
    return joined(is_or_not(w, pair, False) for pair in step.eliminations)


# ---- why candidates are false


def _off(step: Step) -> list[Pair]:
    own = {pair for link in step.facts.links for pair in (*link.start, *link.end)}
    marked = ((cell, digit) for cell, digit, role in step.facts.candidates if role == "off")
    return [pair for pair in marked if pair not in own]


def _off_and(w: Words, step: Step, others: Iterable[Pair], known: Sequence[_Node]) -> list[Pair]:
    """Return the false candidates of an implication, and those that the branches around it add."""
    off = _off(step)
    return [*off, *(pair for pair in others if pair not in off and _cause(w, pair, known))]


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
    w: Words, offs: Sequence[Pair], known: Sequence[_Node]
) -> dict[_Node | None, list[Pair]]:
    causes: dict[_Node | None, list[Pair]] = {}
    for off in offs:
        causes.setdefault(_cause(w, off, known), []).append(off)
    return causes


def _not_digits(w: Words, offs: Sequence[Pair], known: Sequence[_Node]) -> str:
    """Return why digits of one cell are false: "not 5, because r2c7 in row 2 is (1)"."""

    def because(placed: Pair, pairs: Sequence[Pair]) -> Iterator[tuple[list[Pair], str]]:
        yield [*pairs], f", because {_is_by(w, placed, pairs[0][0])}"

    def name(pair: Pair) -> str:
        return w.candidates((pair[0],), (pair[1],), str(pair[1]))

    return _why_not(w, _by_cause(w, offs, known), name, because)


def _is_by(w: Words, placed: Pair, cell: int) -> str:
    """Return what keeps a candidate out of a cell: "it is 5" or "r2c7 in row 2 is"."""
    by, digit = placed
    if by == cell:
        return f"it is {digit}"
    return f"{_named(w, placed)} in {shared(w, by, cell)} is"


def _not_places(w: Words, offs: Sequence[Pair], known: Sequence[_Node]) -> str:
    """Return why places of one digit are false: "not r4c1, which is 3 (2)"."""

    def because(placed: Pair, pairs: Sequence[Pair]) -> Iterator[tuple[list[Pair], str]]:
        by, digit = placed
        left = [*pairs]
        while left:
            if own := [pair for pair in left if pair[0] == by]:
                yield own, f", which is {digit}"
                left = [pair for pair in left if pair[0] != by]
                continue
            # The cells need not share one house with what rules them out.
            home = {cell for house in w.common_houses((by, left[0][0]))[:1] for cell in house.cells}
            here = [pair for pair in left if pair[0] in home] or left[:1]
            yield here, f", because {_is_by(w, placed, here[0][0])}"
            left = [pair for pair in left if pair not in here]

    return _why_not(w, _by_cause(w, offs, known), lambda pair: _named(w, pair), because)


def _why_not(
    w: Words,
    by_cause: dict[_Node | None, list[Pair]],
    name: Callable[[Pair], str],
    because: Callable[[Pair, Sequence[Pair]], Iterator[tuple[list[Pair], str]]],
) -> str:
    """Return why candidates are false: "not 5 (3) or 6 (4); not 7, because it is 2 (1)"."""
    said: list[str] = []
    parts: list[str] = []
    for node, pairs in by_cause.items():
        if node is None or not node.step.placements:
            said += [f"{name(pair)}{_numbers([node])}" for pair in pairs]
            continue
        placed = node.step.placements[0]
        for some, why in because(placed, pairs):
            follows = (Follows(((*placed, True),), (*pair, False)) for pair in some)
            named = joined(map(name, some), "or")
            parts.append(w.said(f"not {named}{why}{_numbers([node])}", *follows))
    return "; ".join([f"not {joined(said, 'or')}", *parts] if said else parts)


def _numbers(nodes: Iterable[_Node | None]) -> str:
    found = [node.number for node in nodes if node is not None]
    return f" ({joined(found)})" if found else ""


# ---- the end of a branch


def _end(w: Words, chain: Step, known: Sequence[_Node]) -> str:
    clash = [(c, d) for c, d, role in chain.facts.candidates if role == "contradiction"]
    if not clash:
        return _shared_end(w, chain, known)
    if chain.facts.cages:
        cage = chain.facts.cages[0].cage
        return cage_without_fillings(w, cage, clash, lambda pair: _number_of(w, pair, known))
    cell, digit = clash[0]
    if chain.facts.houses:
        house = chain.facts.houses[0]
        places = Places(w.index(house), digit, tuple(at for at, _ in clash))
        text = f"now {w.house(house)} has no place left for {digit}"
        return w.said(f"{text}: {_not_places(w, clash, known)}", places)
    if chain.facts.cells and len({at for at, _ in clash}) == 1 and _is_bare(chain, clash):
        only = Only((cell,), tuple(d for _, d in clash))
        text = f"now {w.cell(cell)} has no candidate left: {_not_digits(w, clash, known)}"
        return w.said(text, only)
    on = _numbers(node for node in known if clash[0] in node.step.placements)
    off = _numbers(node for node in known if clash[0] in node.step.eliminations)
    text = f"now {is_or_not(w, clash[0])}{on} and is not{off}"
    return w.said(text, Open((cell,), (digit,)))


def _is_bare(chain: Step, clash: Sequence[Pair]) -> bool:
    return any(role == "contradiction" and cell == clash[0][0] for cell, role in chain.facts.cells)


def _shared_end(w: Words, chain: Step, known: Sequence[_Node]) -> str:
    ends = (*((*pair, True) for pair in chain.placements), *_false(chain.eliminations))
    told = w.said(f"in this case {conclusion(w, chain)}", Open((ends[0][0],), (ends[0][1],)))
    if chain.placements:
        node = next((n for n in known if chain.placements[0] in n.step.placements), None)
        return f"{told}{_numbers([node])}"
    gone = chain.eliminations[0]
    node = _cause(w, gone, known)
    if node is None or not node.step.placements:
        return f"{told}{_numbers([node])}"
    placed = node.step.placements[0]
    follows = Follows(((*placed, True),), (*gone, False))
    return w.said(f"{told}, because {_is_by(w, placed, gone[0])}{_numbers([node])}", follows)
