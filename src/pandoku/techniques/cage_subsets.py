"""Cages in a house: digits that they must hold there, and digits that only they can hold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.kernel.logic import finder
from pandoku.model import CageFact
from pandoku.techniques._cage_fillings import at_cells, by_digit, told_ways, ways_of
from pandoku.techniques._cage_slips import (
    CAGE_CLAIMING_PAIR_SLIPS,
    CAGE_CLAIMING_SLIPS,
    CAGE_LINE_SLIPS,
    killer_slips,
)
from pandoku.techniques._claimed import Claimed, why_fewer, why_holds, why_not_with
from pandoku.techniques._house_parts import FEW_WAYS, cage_part_of, part_goal, part_ways
from pandoku.techniques._sight import each_can_be
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, cage_names, sentence, target_words
from pandoku.words.claims import Holds, Impossible, Inside, Needs

__all__ = ["TECHNIQUES"]

_ALL = {2: "both", 3: "all three", 4: "all four"}
_SHORT = 3  # a longer list of sets is left out if there is a reason instead
_MOST = 64  # "any number": more than the number of digits in any puzzle


def _proving(w: Words) -> tuple[int, ...]:
    return tuple(w.digits_of("proves"))


def _what(w: Words) -> str:
    cages = cage_names(w, (fact.cage for fact in w.step.facts.cages))
    return f"{w.digits(_proving(w))} of {w.houses[0].phrase} in {cages}"


# ---- cages that must hold digits


def _line_in_short(w: Words) -> Iterator[str]:
    (fact,) = w.step.facts.cages
    yield f"{w.cage(fact.cage)} has {w.digits(_proving(w))} in {w.house(w.houses[0])}"


def _line(w: Words) -> Iterator[str]:
    (digit,), (fact,), house = _proving(w), w.step.facts.cages, w.houses[0]
    cells = tuple(c for c in cage_part_of(w, fact.cage) if digit in w.digits_at(c))
    yield part_goal(w, fact)
    at = f"at {w.cells(cells, 'or')}"
    claim = Holds(cells, (digit,), 1, _MOST, cages=(fact.cage,))
    n_sets = len({tuple(sorted(way)) for way in part_ways(w, fact)})
    if 0 < n_sets <= FEW_WAYS:
        each = "Each of these ways has" if n_sets > 1 else "That way has"
        yield w.said(f"{each} {w.digit(digit)}, {at}.", claim)
    else:
        why = why_holds(w, fact.cage, Claimed(cells, (digit,), 1))
        so = f"so it has {w.digit(digit)} {at}"
        yield w.said(sentence(f"{why}, {so}" if why else so), claim)
    inside = Inside(cells, (w.index(house),))
    yield w.said(sentence(f"{w.house(house)} has its {digit} there"), inside)


def _claimed(w: Words) -> Iterator[str]:
    digits, facts, alone = _proving(w), w.step.facts.cages, w.with_role("alone")
    # For each cage's part of the house, *shares* has the least number of the proving digits that it
    # must hold. If a part has too many fillings to list, the number is 0 here, and the part must
    # hold the digits that the other parts leave.
    held = [[len({*way} & {*digits}) for way in part_ways(w, fact)] for fact in facts]
    shares = [min(each, default=0) for each in held]
    left = len(digits) - len(alone) - sum(shares)
    for fact, share in zip(facts, shares, strict=True):
        least = share or left
        some = f"at least {w.number(least)} of " if least < len(digits) else ""
        part, named = cage_part_of(w, fact.cage), w.digits(digits)
        n_sets = len({tuple(sorted(way)) for way in part_ways(w, fact)})
        each = "Each of these ways has"
        if n_sets == 1:
            each = "That way has"
        yield part_goal(w, fact)
        claim = Holds(part, digits, least, _MOST, cages=(fact.cage,))
        if not 0 < n_sets <= FEW_WAYS:
            each = f"However it is filled, {w.cells(part)} hold"
            if why := why_holds(w, fact.cage, Claimed(part, digits, least)):
                yield w.said(sentence(why), claim)
                each = f"So {w.cells(part)} hold"
        yield w.said(f"{each} {some}{named}.", claim)
    if alone:
        yield sentence(each_can_be(w, alone))
    cells = tuple(c for fact in facts for c in cage_part_of(w, fact.cage)) + tuple(alone)
    text = f"together they take {_ALL[len(digits)]}, so {w.house(w.houses[0])} has "
    text += f"{w.digits(digits)} in these cells"
    yield w.said(sentence(text), Inside(cells, (w.index(w.houses[0]),)))


# ---- digits that only cages can hold


def _claiming_in_short(w: Words) -> Iterator[str]:
    fact, *others = w.step.facts.cages
    if not others:
        yield f"{w.house(w.houses[0])} has {w.digits(_proving(w))} in {w.cage(fact.cage)}"


def _claiming(w: Words) -> Iterator[str]:
    digits, house, index = _proving(w), w.houses[0], w.index(w.houses[0])
    fact, *others = w.step.facts.cages
    part, share = cage_part_of(w, fact.cage), len(digits)
    needs = f"{w.house(house)} still needs {w.digits(digits)}"
    yield w.said(sentence(needs), *(Needs(index, digit) for digit in digits))
    elsewhere = tuple(cell for cell in w.with_role("others") if cell not in part)
    for other in others:
        cells = cage_part_of(w, other.cage)
        most = max(
            (len({*way} & {*digits}) for way in part_ways(w, other)), default=len(digits) - 1
        )
        claim = Holds(cells, digits, 0, most, cages=(other.cage,))
        at_most = f"there it can hold at most {w.number(most)} of {w.digits(digits)}"
        n_sets, why = len({tuple(sorted(way)) for way in part_ways(w, other)}), ""
        if not 0 < n_sets <= _SHORT:
            why = why_fewer(w, other.cage, Claimed(cells, digits, most + 1))
        yield part_goal(w, other, _SHORT if why else FEW_WAYS)
        if ";" in why:
            yield w.said(f"{sentence(why)} {sentence(f'so {at_most}')}", claim)
        else:
            yield w.said(sentence(f"{why}, so {at_most}" if why else at_most), claim)
        elsewhere, share = tuple(c for c in elsewhere if c not in cells), share - most
    if elsewhere:
        share -= len(elsewhere)
        claim = Holds(elsewhere, digits, 0, len(elsewhere))
        at_most = f"can hold at most {w.number(len(elsewhere))} of them"
        yield w.said(f"{w.cells(elsewhere)} {at_most}.", claim)
    yield _must(w, fact, digits, share, has_others=bool(elsewhere or others))
    yield from _filled_so(w, fact, digits, share)


def _must(w: Words, fact: CageFact, digits: Sequence[int], share: int, *, has_others: bool) -> str:
    """Conclude how many of *digits* the cage must hold in the house."""
    part, house = cage_part_of(w, fact.cage), w.index(w.houses[0])
    inside = Inside(part, (house,), (fact.cage,))
    if not has_others:
        cells = tuple(c for c in part if {*digits} & {*w.board.candidates(c)})
        it = "it" if len(digits) == 1 else "they"
        last = "or" if len(digits) == 1 else "and"
        text = f"{it} can only be at {w.cells(cells, last)}, in {w.cage(fact.cage)}"
        claim = Holds(cells, tuple(digits), len(digits), _MOST, houses=(house,))
        return w.said(sentence(text), claim, inside)
    what = w.digits(digits) if share == len(digits) else f"at least {w.number(share)} of them"
    text = f"so {w.cage(fact.cage)} must hold {what} at {w.cells(part)}"
    return w.said(sentence(text), inside)


def _filled_so(w: Words, fact: CageFact, digits: Sequence[int], share: int) -> Iterator[str]:
    """Explain what is left if the cage has at least *share* of the digits in the house."""
    cage, part = w.puzzle.cages[fact.cage], cage_part_of(w, fact.cage)
    cells = tuple(cell for cell in cage.cells if not w.board.digits[cell])
    houses, cages = (w.index(w.houses[0]),), tuple(each.cage for each in w.step.facts.cages)
    claims = [Impossible((pair,), houses=houses, cages=cages) for pair in w.step.eliminations]
    places = [cage.cells.index(cell) for cell in part]
    fitting = (
        way for way in ways_of(w, fact.cage) if len({way[at] for at in places} & {*digits}) >= share
    )
    ways = at_cells(w, fact.cage, fitting, cells)
    goal, inside = f"the cage {target_words(cage)}", Inside(cells, (), (fact.cage,))
    if 0 < len(ways) <= FEW_WAYS:
        text = f"{goal}, so {w.cells(cells)} can then only be {told_ways(ways)}"
        yield w.said(sentence(text), inside, *claims)
        return
    yield w.said(sentence(goal), inside)
    left = [*w.step.eliminations]
    for lost in sorted({digit for _, digit in left}):
        at = tuple(cell for cell, digit in left if digit == lost)
        claim = [Impossible(((cell, lost),), houses=houses, cages=cages) for cell in at]
        if why := why_not_with(w, fact.cage, Claimed(part, tuple(digits), share), lost, at):
            yield w.said(sentence(why), *claim, inside, Inside(part, houses))
            left = [pair for pair in left if pair[1] != lost]
    if left:
        claims = [Impossible((pair,), houses=houses, cages=cages) for pair in left]
        yield w.said(f"No such filling has {by_digit(w, left, 'or')}.", *claims)


_SIZES = {2: "pair", 3: "triple", 4: "quad"}
_COUNTS = {2: "two", 3: "three", 4: "four"}


def _killer(size: int, weight: float) -> Technique:
    word, count = _SIZES[size], _COUNTS[size]
    return Technique(
        name=f"killer-{word}",
        aliases=(f"cage {word}", f"naked {word} of cages"),
        summary=f"cages in a house, perhaps with single cells, use up {count} digits: no other "
        "cell of the house has one",
        find=finder(f"killer-{word}"),
        slips=killer_slips(size),
        weight=weight,
        what=_what,
        reason=_claimed,
        when=f"After naked {word}s, in houses with several cages inside.",
        scan=(
            Glance("Take a house that has a cage, or most of one, inside.", "houses"),
            Glance(
                f"List the combinations of the cage. Look for {count} digits of which each "
                f"combination has {'one, such as 1 and 2 in 14 and 23' if size == 2 else 'some'}.",
                "rules",
            ),
            Glance(
                "Find a second cage in the house that needs the rest of these digits, or cells "
                "that have no other candidates.",
                "cells",
            ),
            Glance(
                "Count: in each case, cages and cells must use up "
                f"{'both' if size == 2 else f'all {count}'} digits.",
                "pattern",
            ),
            Glance(f"Remove the {count} digits from the other cells of the house.", "step"),
        ),
        look_for=f"{count} digits, and a cage in a house that has some of them in every "
        "combination. A second cage of this kind, or cells without other candidates, must need "
        "the rest.",
        why=f"the house holds each of the {count} digits once. When the cages and cells take all "
        "of them in any case, no other cell of the house can have one.",
    )


TECHNIQUES = (
    Technique(
        name="cage-line",
        aliases=("cage digit in a line", "locked in a cage"),
        summary="all fillings of a cage put a digit into its part of a house, never elsewhere",
        find=finder("cage-line"),
        slips=CAGE_LINE_SLIPS,
        weight=3.1,
        what=_what,
        reason=_line,
        thoughts=_line_in_short,
        when="After cage pointing, for cages of which only a part is in a house.",
        scan=(
            Glance("Take a house that has a part of a cage inside.", "houses"),
            Glance("List the fillings of this cage.", "rules"),
            Glance(
                "Take a digit. In each filling, look where it is: it must always be in this part "
                "of the cage.",
                "cells",
            ),
            Glance("Remove the digit from the rest of the house.", "step"),
        ),
        look_for="a digit that each filling of a cage puts into the same row, column or box, if "
        "not into the same cell.",
        why="whichever filling is right, the house has the digit in its part of the cage, and "
        "nowhere else.",
    ),
    Technique(
        name="cage-claiming",
        aliases=("house needs the cage",),
        summary="all places for a digit in a house lie in a cage, so each filling has it there",
        find=finder("cage-claiming"),
        slips=CAGE_CLAIMING_SLIPS,
        weight=3.3,
        what=_what,
        reason=_claiming,
        thoughts=_claiming_in_short,
        when="After combinations, for digits with few places in a house.",
        scan=(
            Glance(
                "Take a digit that several houses still need. Look only at its candidates.",
                "places",
            ),
            Glance("Find a row, column or box whose places for it are all in one cage.", "houses"),
            Glance(
                "List the fillings of this cage. Cross out those without the digit in these "
                "places.",
                "rules",
            ),
            Glance("Remove from the cage each candidate that no other filling has.", "step"),
        ),
        look_for="a digit whose places in a row, column or box all lie in one cage.",
        why="the house must have the digit in the cage. A filling of the cage without the digit in "
        "these places is impossible.",
    ),
    _killer(2, 4.1),
    _killer(3, 4.8),
    Technique(
        name="cage-claiming-pair",
        aliases=("two digits for a cage",),
        summary="the other cells of a house cannot take both of two digits: a cage must hold one",
        find=finder("cage-claiming-pair"),
        slips=CAGE_CLAIMING_PAIR_SLIPS,
        weight=4.2,
        what=_what,
        reason=_claiming,
        when="When a house has few cells outside a cage, and these can take only one of two "
        "digits.",
        scan=(
            Glance(
                "Take a row, column or box that still needs two digits with few places.",
                "houses",
            ),
            Glance("Find a cage that has places for both of them.", "rules"),
            Glance(
                "Look at the other cells of the house: can they take both digits? If not, the "
                "cage has at least one.",
                "cells",
            ),
            Glance(
                "Cross out the fillings of the cage with neither digit, and remove each "
                "candidate that no other filling has.",
                "step",
            ),
        ),
        look_for="two digits that a house still needs, and a cage without which there are not "
        "enough places for both.",
        why="the house holds both digits. When its other cells take as many as they can, the cage "
        "must hold the rest. A filling of the cage with fewer of them is impossible.",
    ),
    _killer(4, 5.4),
)
