"""Reasons why candidates are false within a branch, with citations of earlier implications."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from pandoku.model import Pair, Step
from pandoku.techniques._known_totals import Known, come_to
from pandoku.techniques._sight import where_apart
from pandoku.words import Words, cage_names, clauses, joined
from pandoku.words.claims import (
    Claim,
    Entails,
    Follows,
    Forces,
    Inside,
    NoTotal,
    OneOf,
    Open,
    Total,
)


class Implication(NamedTuple):
    """An implication and its number: "3", or "3.2" in the nested chain that proves "3"."""

    number: str
    step: Step


# An implication, and its placement that makes other candidates false. Without a placement, the
# implication states itself that they are false.
_Cause: TypeAlias = tuple[Implication | None, Pair | None]


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
    return next(says, None) or next((n for n in known if excluder(w, n.step, off)), None)


def excluder(w: Words, step: Step, off: Pair) -> Pair | None:
    """Return the placement of a step that excludes a candidate, in its cell or by sight."""
    for cell, digit in step.placements:
        if (cell == off[0]) != (digit == off[1]) and (cell == off[0] or w.sees(cell, off[0])):
            return cell, digit
    return None


def strikes(w: Words, placed: Pair, off: Iterable[Pair]) -> Iterator[Follows | Forces]:
    """Yield the claims that a true candidate makes others false, in its cell or by sight."""
    for pair in off:
        by = None
        if pair[0] != placed[0] and not w.common_houses((placed[0], pair[0])):
            by = w.puzzle.apart_by(placed[0], pair[0])
        if by is None or by < len(w.puzzle.cages):
            yield Follows(((*placed, True),), (*pair, False))
        else:
            yield Forces(((*placed, True),), (*pair, False), by)


def _by_cause(
    w: Words, offs: Sequence[Pair], known: Sequence[Implication]
) -> dict[_Cause, list[Pair]]:
    """Return candidates by the implication that makes them false, and by its placement if any."""
    causes: dict[_Cause, list[Pair]] = {}
    for off in offs:
        node = cause_of(w, off, known)
        is_stated = node is None or off in node.step.eliminations
        placed = None if node is None or is_stated else excluder(w, node.step, off)
        causes.setdefault((node, placed), []).append(off)
    return causes


def not_digits(w: Words, offs: Sequence[Pair], known: Sequence[Implication]) -> str:
    """Explain why digits of one cell are false, with numbers of implications in parentheses.

    For example, "not 5, because r2c7 in row 2 is (see 1)" cites the first implication.
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
    """Explain why places of one digit are false: "not r4c1, which is 3 (see 2)"."""

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
    by_cause: dict[_Cause, list[Pair]],
    name: Callable[[Pair], str],
    because: Callable[[Pair, Sequence[Pair]], Iterator[tuple[list[Pair], str]]],
) -> str:
    """Explain why candidates are false: "not 5 (see 3) or 6 (see 4); not 7, as it is 2"."""
    said: list[str] = []
    parts: list[str] = []
    for (node, placed), pairs in by_cause.items():
        if placed is None:
            said += [f"{name(pair)}{citations([node])}" for pair in pairs]
            continue
        for some, why in because(placed, pairs):
            named = joined(map(name, some), "or")
            claims = strikes(w, placed, some)
            parts.append(w.said(f"not {named}{why}{citations([node])}", *claims))
    return "; ".join([f"not {joined(said, 'or')}", *parts] if said else parts)


def citations(nodes: Iterable[Implication | None]) -> str:
    """Return numbers of lines, " (see 2 and 4)". Without "see" they would look like digits."""
    found = [node.number for node in nodes if node is not None]
    return f" (see {joined(found)})" if found else ""


def citation_of(w: Words, pair: Pair, known: Sequence[Implication]) -> str:
    """Return a citation, " (see 3)", of the first implication that decides a candidate."""
    makes_true = (node for node in known if pair in node.step.placements)
    return citations([next(makes_true, None) or cause_of(w, pair, known)])


def cited_premises(w: Words, step: Step, known: Sequence[Implication]) -> str:
    """Return a citation, " (see 2 and 3)", of what makes premises of a step false."""
    causes = {node.number for off in off_of(step) if (node := cause_of(w, off, known))}
    return citations(node for node in known if node.number in causes)


# ---- implications by cages, houses, sums and rules


def implied_by_cage(w: Words, step: Step, known: Sequence[Implication]) -> str:
    """Explain an implication with a cage: "then r1c1 is not 5: every filling of ... has 7 (see 2)".

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
    """Explain an implication with a rule.

    For example, "r7c6, which sees it, is at most 8, so r8c7 is at most 7, by the thermometer at
    r9c7". Candidates that the reader has to strike by sight are part of the sentence.

    Args:
        w: The text and the claims of the complete chain.
        step: The implication.
        known: The earlier implications, which the sentence can cite.
    """
    (number,) = step.facts.constraints
    off, struck = _off(step), _struck(w, step, known)
    premises = tuple((*pair, False) for pair in off)
    claims: list[Claim] = [Forces(premises, (*gone, False), number) for gone in step.eliminations]
    claims += [Forces(premises, (*placed, True), number) for placed in step.placements]
    claims += (
        claim
        for (_, placed), pairs in _by_cause(w, off, known).items()
        if placed is not None
        for claim in strikes(w, placed, pairs)
    )
    told = {cell for each in struck for cell in each.cells}
    seen = [node for each in struck for node, _ in each.by]
    others = (cause_of(w, pair, known) for pair in off if pair[0] not in told)
    wanted = [node for node in others if node not in seen]
    cited = citations(node for node in known if node in wanted)
    rule = f"{w.constraint(number)}{cited}"
    struck_told = [_struck_clause(w, each, known) for each in struck]
    first = f"{clauses(struck_told)}, " if struck else ""
    if leaves_no_way(w, step):
        then = f"{rule} has no way left"
        return w.said(f"{first}so {then}" if struck else f"now {then}", *claims)
    left = _left_after(w, step, known)
    if struck:
        return w.said(f"{first}so {left}, by {rule}", *claims)
    return w.said(f"then {left}, by {rule}", *claims)


def leaves_no_way(w: Words, step: Step) -> bool:
    """Return whether an implication by a rule leaves no candidate to a cell."""
    gone = {*step.eliminations, *_off(step)}
    cells = dict.fromkeys(cell for cell, _ in step.eliminations)
    return any(all((c, d) in gone for d in w.board.candidates(c)) for c in cells)


class _Struck(NamedTuple):
    """Cells that lose candidates by sight.

    Attributes:
        cells: The cells.
        by: The placements that the cells see, each with its implication.
        others: Further implications that make candidates of these cells false.
        text: The remaining digits of each cell, such as "at most 8".
    """

    cells: list[int]
    by: list[tuple[Implication, Pair]]
    others: list[Implication]
    text: str


def _struck(w: Words, step: Step, known: Sequence[Implication]) -> list[_Struck]:
    """Return the cells whose candidates a rule needs to be false, if sight excludes some of them.

    Cells whose digit the chain has placed are left out.
    """
    by_cell: dict[int, list[Pair]] = {}
    for pair in _off(step):
        by_cell.setdefault(pair[0], []).append(pair)
    found: list[_Struck] = []
    for cell, pairs in by_cell.items():
        causes = _by_cause(w, pairs, known)
        by = [(node, placed) for node, placed in causes if node and placed]
        if not by or any(placed[0] == cell for _, placed in by):
            continue
        gone = {digit for _, digit in pairs}
        text = _left(w, [d for d in w.board.candidates(cell) if d not in gone], sorted(gone))
        others = [node for node, placed in causes if node and not placed]
        same = next((each for each in found if each[1:] == (by, others, text)), None)
        if same is None:
            found.append(_Struck([cell], by, others, text))
        else:
            same.cells.append(cell)
    return found


def _struck_clause(w: Words, struck: _Struck, known: Sequence[Implication]) -> str:
    """Return a clause such as "r7c6, which sees r9c6 (see 1), is at most 8"."""
    verbs = ("sees", "is") if len(struck.cells) == 1 else ("see", "are")
    seen = joined(f"{w.cell(cell)}{citations([node])}" for node, (cell, _) in struck.by)
    if known[-1].step.technique == "assumption" and [node for node, _ in struck.by] == [known[-1]]:
        seen = "it"  # the sentence before this one names nothing else
    text = f"{w.cells(struck.cells)}, which {verbs[0]} {seen}, {verbs[1]} {struck.text}"
    return text + citations(struck.others)


def _left_after(w: Words, step: Step, known: Sequence[Implication]) -> str:
    """Return the remaining digits of the cells of an implication: "r8c7 is at most 7"."""
    false = {pair for node in known for pair in (*node.step.eliminations, *_off(node.step))}
    false |= {*step.eliminations, *_off(step)}
    placed = dict(step.placements)
    alike: dict[str, list[int]] = {}
    for cell in dict.fromkeys(cell for cell, _ in (*step.placements, *step.eliminations)):
        gone = [digit for at, digit in step.eliminations if at == cell]
        left = [d for d in w.board.candidates(cell) if (cell, d) not in false]
        text = w.digit(placed[cell]) if cell in placed else _left(w, left, gone)
        alike.setdefault(text, []).append(cell)
    return clauses(
        f"{w.cells(cells)} {'is' if len(cells) == 1 else 'are'} {text}"
        for text, cells in alike.items()
    )


def _left(w: Words, left: Sequence[int], gone: Sequence[int]) -> str:
    """Return the remaining digits of a cell in the shortest form: "3", "at most 7", "not 5".

    Args:
        w: The words.
        left: The digits that are left.
        gone: The digits that have just been excluded.
    """
    if len(left) == 1:
        return w.digit(left[0])
    if left and min(gone) > max(left):
        return f"at most {w.digit(max(left))}"
    if left and max(gone) < min(left):
        return f"at least {w.digit(min(left))}"
    if len(left) == 2:
        return w.digits(left, "or")
    return f"not {w.digits(gone, 'or')}"


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
    """Return a reason, such as "every way to fill row 1 with that has 7 at r1c2 (see 2)".

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
    """Return candidates with citations: "7 or 8 at r1c2 (see 2), or 3 at r1c4 or r1c5 (see 1)"."""
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
