"""Reasons why candidates are false within a branch, with citations of earlier implications."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from pandoku.model import Pair, Step
from pandoku.techniques._known_totals import Known, come_to
from pandoku.techniques._sight import where_apart
from pandoku.words import Words, cage_names, clauses, joined
from pandoku.words.claims import Entails, Follows, Forces, Inside, NoTotal, OneOf, Open, Total


class Implication(NamedTuple):
    """An implication and its number: "3", or "3.2" in the nested chain that proves "3"."""

    number: str
    step: Step


def is_or_not(w: Words, pair: Pair, true: bool = True) -> str:
    """Return a statement about a candidate: "r1c1 is 5" or "r1c1 is not 5"."""
    return f"{named_cell(w, pair)} is {'' if true else 'not '}{w.digit(pair[1])}"


def named_cell(w: Words, pair: Pair) -> str:
    return w.candidates((pair[0],), (pair[1],), w.geometry.name(pair[0]))


def off_of(step: Step) -> list[Pair]:
    own = {pair for link in step.facts.links for pair in (*link.start, *link.end)}
    marked = ((cell, digit) for cell, digit, role in step.facts.candidates if role == "off")
    return [pair for pair in marked if pair not in own]


def off_and(
    w: Words, step: Step, others: Iterable[Pair], known: Sequence[Implication]
) -> list[Pair]:
    """Return an implication's false premises, and the known false candidates among *others*."""
    off = off_of(step)
    return [*off, *(pair for pair in others if pair not in off and cause_of(w, pair, known))]


def cause_of(w: Words, off: tuple[int, int], known: Sequence[Implication]) -> Implication | None:
    """Return an implication that eliminates a candidate, or else one that places a peer of it."""
    says = (node for node in known if off in node.step.eliminations)
    return next(says, None) or next((n for n in known if _rules_out(w, n.step, off)), None)


def _rules_out(w: Words, step: Step, off: tuple[int, int]) -> bool:
    return any(
        (cell == off[0]) != (digit == off[1])
        and (cell == off[0] or bool(w.common_houses((cell, off[0]))))
        for cell, digit in step.placements
    )


def _by_cause(
    w: Words, offs: Sequence[Pair], known: Sequence[Implication]
) -> dict[Implication | None, list[Pair]]:
    causes: dict[Implication | None, list[Pair]] = {}
    for off in offs:
        causes.setdefault(cause_of(w, off, known), []).append(off)
    return causes


def not_digits(w: Words, offs: Sequence[Pair], known: Sequence[Implication]) -> str:
    """Explain why digits of one cell are false, with numbers of implications in parentheses.

    For example, "not 5, because r2c7 in row 2 is (1)" cites the first implication.
    """

    def because(placed: Pair, pairs: Sequence[Pair]) -> Iterator[tuple[list[Pair], str]]:
        yield [*pairs], f", because {is_by(w, placed, pairs[0][0])}"

    def name(pair: Pair) -> str:
        return w.candidates((pair[0],), (pair[1],), w.digit(pair[1]))

    return _why_not(w, _by_cause(w, offs, known), name, because)


def is_by(w: Words, placed: Pair, cell: int) -> str:
    """Return why a cell loses a candidate. The reason follows "not 5, because".

    For example, "it is 4", or "r2c7 in row 2 is", which means that r2c7 is 5.
    """
    by, digit = placed
    if by == cell:
        return f"it is {w.digit(digit)}"
    return f"{named_cell(w, placed)} {where_apart(w, by, cell)} is"


def not_places(w: Words, offs: Sequence[Pair], known: Sequence[Implication]) -> str:
    """Explain why places of one digit are false: "not r4c1, which is 3 (2)"."""

    def because(placed: Pair, pairs: Sequence[Pair]) -> Iterator[tuple[list[Pair], str]]:
        by, digit = placed
        left = [*pairs]
        while left:
            if own := [pair for pair in left if pair[0] == by]:
                yield own, f", which is {w.digit(digit)}"
                left = [pair for pair in left if pair[0] != by]
                continue
            # The cell that rules out these places may share a different house with each of them.
            home = {cell for house in w.common_houses((by, left[0][0]))[:1] for cell in house.cells}
            here = [pair for pair in left if pair[0] in home] or left[:1]
            yield here, f", because {is_by(w, placed, here[0][0])}"
            left = [pair for pair in left if pair not in here]

    return _why_not(w, _by_cause(w, offs, known), lambda pair: named_cell(w, pair), because)


def _why_not(
    w: Words,
    by_cause: dict[Implication | None, list[Pair]],
    name: Callable[[Pair], str],
    because: Callable[[Pair, Sequence[Pair]], Iterator[tuple[list[Pair], str]]],
) -> str:
    """Explain why candidates are false: "not 5 (3) or 6 (4); not 7, because it is 2 (1)"."""
    said: list[str] = []
    parts: list[str] = []
    for node, pairs in by_cause.items():
        if node is None or not node.step.placements:
            said += [f"{name(pair)}{citations([node])}" for pair in pairs]
            continue
        placed = node.step.placements[0]
        for some, why in because(placed, pairs):
            follows = (Follows(((*placed, True),), (*pair, False)) for pair in some)
            named = joined(map(name, some), "or")
            parts.append(w.said(f"not {named}{why}{citations([node])}", *follows))
    return "; ".join([f"not {joined(said, 'or')}", *parts] if said else parts)


def citations(nodes: Iterable[Implication | None]) -> str:
    found = [node.number for node in nodes if node is not None]
    return f" ({joined(found)})" if found else ""


def citation_of(w: Words, pair: Pair, known: Sequence[Implication]) -> str:
    """Return a citation, " (3)", of the first implication that makes a candidate true or false."""
    makes_true = (node for node in known if pair in node.step.placements)
    return citations([next(makes_true, None) or cause_of(w, pair, known)])


def cited_premises(w: Words, step: Step, known: Sequence[Implication]) -> str:
    """Return a citation, " (2 and 3)", of the implications that make premises of a step false."""
    causes = {node.number for off in off_of(step) if (node := cause_of(w, off, known))}
    return citations(node for node in known if node.number in causes)


# ---- implications by cages, houses, sums and rules


def implied_by_cage(w: Words, step: Step, known: Sequence[Implication]) -> str:
    """Explain an implication with a cage: "then r1c1 is not 5: every filling of ... has 7 (2)".

    Args:
        w: The text and the claims of the complete chain.
        step: The implication.
        known: The earlier implications, which the sentence can cite.
    """
    cage = step.facts.cages[0].cage
    on = [(cell, digit) for cell, digit, role in step.facts.candidates if role == "on"]
    off = [(cell, digit) for cell, digit, role in step.facts.candidates if role == "off"]
    if on:
        cell, digit = on[0]
        why = (
            f"{w.cage(cage)} holds no digit twice, and {w.cell(cell)} is "
            f"{w.digit(digit)}{citation_of(w, on[0], known)}"
        )
    else:
        those = "that" if len(step.eliminations) == 1 else "one of these"
        why = _no_way(w, f"filling of {w.cage(cage)}", those, off, known)
    premises = (*((*pair, True) for pair in on), *((*pair, False) for pair in off))
    claims = (Follows(premises, (*gone, False)) for gone in step.eliminations)
    inside = Inside(tuple(cell for cell, _ in step.eliminations), (), (cage,))
    return w.said(f"then {_are_not(w, step.eliminations)}: {why}", inside, *claims)


def implied_by_rule(w: Words, step: Step, known: Sequence[Implication]) -> str:
    """Explain an implication with a rule: "then r1c1 is not 5, by the arrow at r2c1 (1)".

    Args:
        w: The text and the claims of the complete chain.
        step: The implication.
        known: The earlier implications, which the sentence can cite.
    """
    (number,) = step.facts.constraints
    premises = tuple((*pair, False) for pair in _off(step))
    claims = (Forces(premises, (*gone, False), number) for gone in step.eliminations)
    by = f"{w.constraint(number)}{cited_premises(w, step, known)}"
    text = f"then {_are_not(w, step.eliminations)}, by {by}"
    return w.said(text, *claims)


def cage_without_fillings(
    w: Words, cage: int, clash: Sequence[Pair], known: Sequence[Implication]
) -> str:
    """Explain that a cage has no filling left, because each filling has a candidate in *clash*."""
    text = f"now {w.cage(cage)} cannot be filled"
    if clash:
        text += f": every filling has {_either(w, clash, known)}"
    return w.said(text, OneOf(tuple(clash), cages=(cage,)))


def _are_not(w: Words, pairs: Iterable[Pair]) -> str:
    """Return candidates as false: "r1c1 is not 5 or 6", "r1c1 and r1c2 are not 5"."""
    parts = (
        f"{w.cells(cells)} {'is' if len(cells) == 1 else 'are'} not {w.digits(digits, 'or')}"
        for cells, digits in _together(pairs)
    )
    return clauses(parts)


def _no_way(
    w: Words, way: str, those: str, off: Sequence[Pair], known: Sequence[Implication]
) -> str:
    """Return a reason, such as "every way to fill row 1 with that has 7 at r1c2 (2)".

    Args:
        w: The text and the claims of the complete chain.
        way: The phrase for one of the ways.
        those: The phrase for candidates that cannot all be true in any way.
        off: False candidates. Each way with the candidates in *those* has at least one false
            candidate. If there is no way with these candidates, *off* is empty.
        known: The earlier implications, which the sentence can cite.
    """
    if off:
        return f"every {way} with {those} has {_either(w, off, known)}"
    return f"no {way} has {those}"


def _either(w: Words, pairs: Iterable[Pair], known: Sequence[Implication]) -> str:
    """Return candidates with citations: "7 or 8 at r1c2 (2), or 3 at r1c4 or r1c5 (1)"."""
    numbered: dict[str, list[Pair]] = {}
    for pair in pairs:
        numbered.setdefault(citation_of(w, pair, known), []).append(pair)
    parts = []
    for why, same in numbered.items():
        for cells, digits in _together(same):
            names = joined(map(w.geometry.name, cells), "or")
            text = f"{w.digits(digits, 'or')} at {names}"
            parts.append(w.candidates(cells, digits, text) + why)
    return clauses(parts, "or")


def _together(pairs: Iterable[Pair]) -> list[tuple[list[int], tuple[int, ...]]]:
    """Return candidates in groups. The cells of a group all have the same digits."""
    digits: dict[int, list[int]] = {}
    for cell, digit in pairs:
        digits.setdefault(cell, []).append(digit)
    cells: dict[tuple[int, ...], list[int]] = {}
    for cell, those in digits.items():
        cells.setdefault(tuple(sorted(those)), []).append(cell)
    return [(sorted(same), those) for those, same in cells.items()]


def implied_by_house(w: Words, step: Step, known: Sequence[Implication]) -> str:
    """Explain an implication with a house: "then r1c1 is not 5: every way to fill row 1 ..."."""
    off = _off(step)
    those = "that" if len(step.eliminations) == 1 else "one of these"
    house = w.house(step.facts.houses[0])
    parts = tuple(fact.cage for fact in step.facts.cages)
    way = f"way to fill {house} with {cage_names(w, parts)}" if parts else f"way to fill {house}"
    house_at = (w.index(step.facts.houses[0]),)
    if any(role == "contradiction" for _, _, role in step.facts.candidates):
        why = f"as there is no {way}"
        if off:
            why += f": every way has {_either(w, off, known)}"
        still_open = (Open((cell,), (digit,)) for cell, digit in step.eliminations)
        none_left = OneOf(off, houses=house_at, cages=parts)
        return w.said(f"then {_are_not(w, step.eliminations)}, {why}", none_left, *still_open)
    why = _no_way(w, way, those, off, known)
    premises = tuple((*pair, False) for pair in off)
    claims = (
        Entails(premises, (*gone, False), houses=house_at, cages=parts)
        for gone in step.eliminations
    )
    return w.said(f"then {_are_not(w, step.eliminations)}: {why}", *claims)


def implied_by_sum(w: Words, step: Step, known: Sequence[Implication]) -> str:
    """Explain an implication with a sum: "then r1c1 is not 5: by row 1 and its cages, ..."."""
    off = _off(step)
    first, *more = step.eliminations
    those = "one of these" if more else f"{first[1]} at {w.cell(first[0])}"
    why = _no_way(w, "way", those, off, known)
    left, total = _known(w, step)
    its = " and its cages" if len(step.facts.houses) == 1 else " and their cages"
    by = f"{w.house_names(step.facts.houses)}{its if step.facts.cages else ''}"
    claims = (NoTotal((gone,), total.plus, total.minus, total.total, without=off)
              for gone in step.eliminations)  # fmt: skip
    text = f"then {_are_not(w, step.eliminations)}: by {by}, {come_to(w, left)}, and {why}"
    return w.said(text, total, *claims)


def _off(step: Step) -> tuple[Pair, ...]:
    return tuple((cell, digit) for cell, digit, role in step.facts.candidates if role == "off")


def _known(w: Words, step: Step) -> tuple[Known, Total]:
    """Return the sum that is left for the open cells, and the claim that states this sum."""
    plus, minus = (
        tuple(cell for cell, role in step.facts.cells if role == sign)
        for sign in ("innie", "outie")
    )
    inside = {cell for house in step.facts.houses for cell in house.cells}
    placed = [(cell, d) for cell, d, role in step.facts.candidates if role == "counted"]
    cages = tuple(fact.cage for fact in step.facts.cages)
    n = w.puzzle.order
    left = len(step.facts.houses) * n * (n + 1) // 2
    left -= sum(w.puzzle.cages[index].target or 0 for index in cages)
    left -= sum(digit if cell in inside else -digit for cell, digit in placed)
    houses = tuple(map(w.index, step.facts.houses))
    claim = Total(plus, minus, left, houses, cages, tuple(cell for cell, _ in placed))
    return Known(plus, minus, left), claim
