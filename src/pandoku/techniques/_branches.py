"""Sentences for branches. Each implication has a reason, and a number for later citations."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import product

from pandoku.model import Pair, Step, open_in
from pandoku.techniques._causes import (
    Implication,
    cage_without_fillings,
    cause_of,
    citations,
    cited_premises,
    implied_by_cage,
    implied_by_house,
    implied_by_rule,
    implied_by_sum,
    is_by,
    is_or_not,
    leaves_no_way,
    named_cell,
    not_digits,
    not_places,
    off_and,
    off_of,
)
from pandoku.techniques._links import closed, link_lines
from pandoku.words import Words, house_names, joined, with_capital
from pandoku.words.claims import (
    Branch,
    Claim,
    Entails,
    Follows,
    Inside,
    Needs,
    NoTotal,
    OneOf,
    Only,
    Open,
    Placed,
    Places,
)

_INDENT = "    "

Literal = tuple[int, int, bool]


def count_nodes(step: Step) -> tuple[int, int]:
    """Return the number of implications in branches, and how many are inside nested chains.

    >>> count_nodes(Step("x"))
    (0, 0)
    """
    own = sum(map(len, step.facts.branches))
    nested = sum(count_nodes(node)[0] for branch in step.facts.branches for node in branch)
    return own + nested, nested


def sources(step: Step) -> list[Pair]:
    """Return the candidates where the branches start."""
    return [(cell, digit) for cell, digit, role in step.facts.candidates if role == "source"]


def _first(step: Step) -> Pair:
    return (step.placements or step.eliminations)[0]


def conclusion(w: Words, step: Step) -> str:
    """Return the first placement or elimination that a chain proves: "r1c1 is not 5"."""
    return is_or_not(w, _first(step), bool(step.placements))


def trial_premise(w: Words) -> str:
    """Return the assumptions of a trial: "r1c1 is 5", "r1c1 is 5 or 6", "r1c1 or r1c2 is 5"."""
    pairs = w.step.eliminations
    cells, digits = dict.fromkeys(c for c, _ in pairs), dict.fromkeys(d for _, d in pairs)
    if len(pairs) == len(cells) * len(digits):
        return f"{joined(map(w.cell, cells), 'or')} is {joined(map(w.digit, digits), 'or')}"
    return joined((f"{w.cell(cell)} is {w.digit(digit)}" for cell, digit in pairs), "or")


def trial_lines(w: Words) -> Iterator[str]:
    """Yield the lines of a trial, up to its contradiction."""
    yield from branch_lines(w)
    n = len(w.step.eliminations)
    yield {1: "That cannot be.", 2: "Neither can be."}.get(n, "None of these can be.")


def branch_lines(w: Words) -> Iterator[str]:
    """Yield a line for each implication of a branch, and then a line for the end of the branch.

    The lines of a nested chain are indented. They follow the line of the implication that the
    nested chain proves.
    """
    for lines in _told_branches(w, w.step, (), "", 0):
        yield from lines


def _told_branches(
    w: Words, chain: Step, around: Sequence[Implication], prefix: str, depth: int
) -> list[list[str]]:
    """Return the lines of each branch of a chain."""
    indent, number, told = _INDENT * depth, 0, []
    for branch in chain.facts.branches:
        known, lines = [*around], []
        for step in branch:
            number += 1
            node = Implication(f"{prefix}{number}", step)
            inner = _told_branches(w, step, known, f"{node.number}.", depth + 1)
            links = [*_links(w, step, known, f"{indent}{_INDENT}{node.number}.")]
            said = _said(w, step, known, inner or [links] * bool(links))
            lines.append(f"{indent}{node.number}. {with_capital(said)}.")
            lines += [*links, *(line for of_inner in inner for line in of_inner)]
            known.append(node)
        last, is_bare = branch[-1], any(role == "contradiction" for _, role in chain.facts.cells)
        # If a rule has no way left, its sentence is the end.
        if not (is_bare and last.technique == "rule" and leaves_no_way(w, last)):
            lines.append(f"{indent}{with_capital(_end(w, chain, known))}.")
        told.append(lines)
    return told


def _links(w: Words, chain: Step, known: Sequence[Implication], prefix: str) -> Iterator[str]:
    """Yield a line for each link of a nested chain."""
    links = chain.facts.links
    if not links:
        return
    inner = w.inside(chain)
    is_loop = links[0].strong != links[-1].strong

    def excluded(pairs: Sequence[Pair]) -> str:
        in_cell = len({cell for cell, _ in pairs}) == 1 and len({d for _, d in pairs}) > 1
        return (not_digits if in_cell else not_places)(w, pairs, known)

    told = closed(inner, excluded) if is_loop else link_lines(inner, links, excluded)
    yield from (f"{prefix}{number}. {sentence}" for number, sentence in enumerate(told, 1))


# ---- an implication


_Says = Callable[[Words, Step, Sequence[Implication]], str]
_SAYS: dict[str, _Says] = {
    "cage": implied_by_cage,
    "rule": implied_by_rule,
    "sum": implied_by_sum,
    "house-fillings": implied_by_house,
}


def _says(technique: str) -> Callable[[_Says], _Says]:
    """Return a decorator that registers a function to put a technique's implications into words."""

    def register(says: _Says) -> _Says:
        _SAYS[technique] = says
        return says

    return register


def _said(
    w: Words, step: Step, known: Sequence[Implication], inner: Sequence[Sequence[str]]
) -> str:
    """Return the sentence of an implication.

    Args:
        w: The words of the complete chain.
        step: The implication.
        known: The earlier implications, which the sentence can cite.
        inner: If a nested chain proves the implication, the lines of each branch of the nested
            chain.
    """
    says = _SAYS.get(step.technique)
    if says is not None:
        return says(w, step, known)
    if step.facts.branches:
        return _nested(w, step, known, inner)
    return _by_pattern(w, step, known, inner)


@_says("assumption")
def _supposed(w: Words, step: Step, known: Sequence[Implication]) -> str:
    cell, digit = _first(step)
    return w.said(f"suppose {conclusion(w, step)}", Open((cell,), (digit,)))


@_says("naked-single")
def _naked(w: Words, step: Step, known: Sequence[Implication]) -> str:
    cell, digit = step.placements[0]
    off = off_and(w, step, ((cell, d) for d in w.board.candidates(cell) if d != digit), known)
    only = Follows(_false(off), (cell, digit, True))
    return w.said(f"then {conclusion(w, step)}: {not_digits(w, off, known)}", only)


@_says("hidden-single")
def _hidden(w: Words, step: Step, known: Sequence[Implication]) -> str:
    (cell, digit), house = step.placements[0], step.facts.houses[0]
    others = ((at, digit) for at in open_in(w.board, house.cells, digit) if at != cell)
    off = off_and(w, step, others, known)
    only = Follows(_false(off), (cell, digit, True))
    places = Places(w.index(house), digit, (cell, *(at for at, _ in off)))
    then, where = f"then {conclusion(w, step)}", f"{w.house(house)} has no other place for it"
    text = f"{then}: {where}"
    if off:
        text = f"{then}. {with_capital(where)}: {not_places(w, off, known)}"
    return w.said(text, only, places)


@_says("weak-link")
def _weak(w: Words, step: Step, known: Sequence[Implication]) -> str:
    by, digit = next((c, d) for c, d, role in step.facts.candidates if role == "on")
    reference = citations(node for node in known if (by, digit) in node.step.placements)
    follows = (Follows(((by, digit, True),), (*gone, False)) for gone in step.eliminations)
    if not step.facts.houses:
        return w.said(
            f"then {_goes(w, step)}, because the cell is {w.digit(digit)}{reference}", *follows
        )
    house = step.facts.houses[0]
    inside = Inside((by, *(cell for cell, _ in step.eliminations)), (w.index(house),))
    why = f"because {named_cell(w, (by, digit))} in {w.house(house)} is{reference}"
    return w.said(f"then {_goes(w, step)}, {why}", inside, *follows)


def _false(pairs: Iterable[Pair]) -> tuple[Literal, ...]:
    return tuple((*pair, False) for pair in pairs)


def _entailed(
    w: Words, step: Step, known: Sequence[Implication], inner: Sequence[Sequence[str]]
) -> Iterator[Entails]:
    """Yield the claims of an implication. The lines of a nested chain prove them."""
    true = [(*pair, True) for node in known for pair in node.step.placements]
    so_far = (*true, *_false(pair for node in known for pair in node.step.eliminations))
    for conclusion in (*((*p, True) for p in step.placements), *_false(step.eliminations)):
        branches = tuple(
            Branch(supposed, tuple(claim for line in lines for claim in w.read(line).claims))
            for supposed, lines in zip(_suppositions(step, conclusion), inner, strict=True)
        )
        cited = {pair for branch in branches for claim in branch.claims for pair in _cited(claim)}
        premises = tuple(each for each in so_far if _has_part(w, each, cited))
        yield Entails(premises, conclusion, branches=branches)


def _suppositions(step: Step, conclusion: Literal) -> list[Literal]:
    """Return each branch's assumption. A chain of links assumes the opposite of *conclusion*."""
    firsts = [branch[0] for branch in step.facts.branches]
    if not firsts:
        cell, digit, is_so = conclusion
        return [(cell, digit, not is_so)]
    return [(*_first(first), bool(first.placements)) for first in firsts]


def _cited(claim: Claim) -> Iterator[Pair]:
    """Yield the candidates that a claim in a chain mentions."""
    match claim:
        case Follows() | Entails():
            yield from ((cell, digit) for cell, digit, _ in (*claim.premises, claim.conclusion))
        case OneOf():
            yield from claim.candidates
        case Placed():
            yield claim.cell, claim.digit
        case NoTotal():
            yield from (*claim.assuming, *claim.without)
        case Places():
            yield from ((cell, claim.digit) for cell in claim.cells)
        case Only() | Open():
            yield from product(claim.cells, claim.digits)


def _has_part(w: Words, known: Literal, cited: Container[Pair]) -> bool:
    """Return whether a statement is about a cited candidate, or excludes a cited candidate."""
    cell, digit, is_so = known
    if (cell, digit) in cited or not is_so:
        return (cell, digit) in cited
    others = ((cell, other) for other in w.board.candidates(cell))
    seen = ((peer, digit) for peer in w.puzzle.sight[cell])
    return any(pair in cited for pair in (*others, *seen))


def _nested(
    w: Words, step: Step, known: Sequence[Implication], inner: Sequence[Sequence[str]]
) -> str:
    starts, goes = sources(step), _goes(w, step)
    claims: list[Claim] = []
    if len(starts) == 1:
        text = f"then {goes}: the opposite leads to a contradiction"
    elif step.facts.houses:
        house, digit = step.facts.houses[0], starts[0][1]
        text = f"then {goes}, wherever {w.digit(digit)} is in {w.house(house)}"
        claims = [Needs(w.index(house), digit)]
    else:
        text = f"then {goes}, whichever digit {w.cell(starts[0][0])} is"
        claims = [Open((starts[0][0],), tuple(digit for _, digit in starts))]
    return w.said(text, *claims, *_entailed(w, step, known, inner))


def _by_pattern(
    w: Words, step: Step, known: Sequence[Implication], inner: Sequence[Sequence[str]]
) -> str:
    """Return the sentence of an implication that follows by another technique, such as pointing."""
    where = f" in {house_names(step.facts.houses)}" if step.facts.houses else ""
    name = step.technique.replace("-", " ")  # the name of the pattern, such as "naked pair"
    title = re.sub(r"\b(xy?|y) ", lambda found: f"{found[1].upper()}-", name)
    text = f"then {_goes(w, step)}: {title}{where}{cited_premises(w, step, known)}"
    if inner:
        return w.said(text, *_entailed(w, step, known, inner))
    cells, houses = (cell for cell, _ in step.facts.cells), map(w.index, step.facts.houses)
    ends = (*((*p, True) for p in step.placements), *_false(step.eliminations))
    shown = Entails(_false(off_of(step)), ends[0], tuple(cells), tuple(houses))
    return w.said(text, *(shown._replace(conclusion=end) for end in ends))


def _goes(w: Words, step: Step) -> str:
    if step.placements or len(step.eliminations) == 1:
        return conclusion(w, step)
    return joined(is_or_not(w, pair, False) for pair in step.eliminations)


# ---- the end of a branch


def _end(w: Words, chain: Step, known: Sequence[Implication]) -> str:
    clash = [(c, d) for c, d, role in chain.facts.candidates if role == "contradiction"]
    if not clash:
        return _shared_end(w, chain, known)
    if chain.facts.cages:
        cage = chain.facts.cages[0].cage
        return cage_without_fillings(w, cage, clash, known)
    cell, digit = clash[0]
    if chain.facts.houses:
        house = chain.facts.houses[0]
        places = Places(w.index(house), digit, tuple(at for at, _ in clash))
        if w.board.digits[cell] == digit:
            return _loses_its_digit(w, clash[0], known)
        text = f"now {w.house(house)} has no place left for {w.digit(digit)}"
        needs = Needs(w.index(house), digit)
        return w.said(f"{text}: {not_places(w, clash, known)}", places, needs)
    bare = [at for at, role in chain.facts.cells if role == "contradiction"]
    if cell in bare and len({at for at, _ in clash}) == 1:
        only = Only((cell,), tuple(d for _, d in clash))
        if w.board.digits[cell]:
            return _loses_its_digit(w, clash[0], known)
        text = f"now {w.cell(cell)} has no candidate left: {not_digits(w, clash, known)}"
        return w.said(text, only)
    on = citations(node for node in known if clash[0] in node.step.placements)
    is_and = f"now {is_or_not(w, clash[0])}{on} and"
    if off := citations(node for node in known if clash[0] in node.step.eliminations):
        return w.said(f"{is_and} is not{off}", Open((cell,), (digit,)))
    return w.said(f"{is_and} is {not_digits(w, clash, known)}", Open((cell,), (digit,)))


def _loses_its_digit(w: Words, pair: Pair, known: Sequence[Implication]) -> str:
    """Return the last line of a branch that contradicts the digit of a filled cell."""
    text = f"now {w.cell(pair[0])} is {not_digits(w, [pair], known)}"
    return w.said(f"{text}, but it holds {w.digit(pair[1])}", Placed(*pair))


def _shared_end(w: Words, chain: Step, known: Sequence[Implication]) -> str:
    ends = (*((*pair, True) for pair in chain.placements), *_false(chain.eliminations))
    told = w.said(f"in this case {conclusion(w, chain)}", Open((ends[0][0],), (ends[0][1],)))
    if chain.placements:
        node = next((n for n in known if chain.placements[0] in n.step.placements), None)
        return f"{told}{citations([node])}"
    gone = chain.eliminations[0]
    node = cause_of(w, gone, known)
    if node is None or not node.step.placements:
        return f"{told}{citations([node])}"
    placed = node.step.placements[0]
    follows = Follows(((*placed, True),), (*gone, False))
    return w.said(f"{told}, because {is_by(w, placed, gone[0])}{citations([node])}", follows)
