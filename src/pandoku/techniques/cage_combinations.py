"""Cage combinations: deductions from all ways to fill a single cage."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pandoku.kernel.logic import finder
from pandoku.model import Cage
from pandoku.techniques._cage_fillings import by_digit, not_there
from pandoku.techniques._cage_sets import sum_of, told_sets
from pandoku.techniques._cage_slips import CAGE_POINTING_SLIPS, COMBINATION_SLIPS, FILLING_SLIPS
from pandoku.techniques._cage_totals import partners_missing, why_gone
from pandoku.techniques._known_totals import known_of_cage, left_by_placed
from pandoku.techniques._sight import see
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import MOST_WORDS, Technique
from pandoku.words import (
    Words,
    cage_names,
    cage_of,
    gone_digits,
    joined,
    sentence,
    target_words,
    told_fillings,
)
from pandoku.words.claims import CageNeeds, CagePlaces, Claim, Impossible, Inside, Placed, Sees

__all__ = ["TECHNIQUES"]

_MOST_WAYS = 4  # maximum number of ways to fill a cage in a headline
_MOST_GONE = 6  # maximum number of eliminated digits to name before the conclusion
_MOST_REASONS = 4  # maximum number of sentences about single cells (otherwise fillings are listed)


def _few_ways(w: Words) -> str:
    """Return "the 8-cage at r2c7 is 1 + 7 or 2 + 6", or the eliminations if there are many ways."""
    name, cage, fact = cage_of(w)
    if w.is_brief:
        few = 0 < len(fact.digits) <= _MOST_WAYS
        sets = map(w.digits, sorted(fact.digits)) if few else ()
        return f"{name} is {joined(sets, 'or')}" if few else name
    if not 0 < len(fact.digits) <= _MOST_WAYS:
        return f"no {w.digits(gone_digits(w), 'or')} in {name}"
    return f"{name} is {joined((sum_of(cage, each) for each in sorted(fact.digits)), 'or')}"


def _goal(w: Words) -> str:
    name, cage, fact = cage_of(w)
    size = "one cell" if len(cage.cells) == 1 else f"{w.number(len(cage.cells))} cells"
    text = sentence(f"{name} has {size} and {target_words(cage).removeprefix('has ')}")
    return w.said(text, Inside(cage.cells, (), (fact.cage,)))


def _impossible(index: int, cell: int, digit: int) -> Claim:
    return Impossible(((cell, digit),), cages=(index,))


# ---- partners


def _partners(w: Words) -> Iterator[str]:
    for fact in w.step.facts.cages:
        cage = w.puzzle.cages[fact.cage]
        a, b = (cell for cell in cage.cells if not w.board.digits[cell])
        text = sentence(f"{w.cage(fact.cage)} {target_words(cage)}")
        yield w.said(text, Inside(cage.cells, (), (fact.cage,)))
        for cell, other in ((a, b), (b, a)):
            if needs := _without_partner(w, cage, cell, other):
                yield partners_missing(w, cell, other, needs, partial(_impossible, fact.cage, cell))


def _without_partner(w: Words, cage: Cage, cell: int, other: int) -> dict[int, tuple[int, ...]]:
    """Return the digits that *cell* loses, with the digits that *other* would need for each."""
    held = dict(zip(cage.cells, map(w.board.digits.__getitem__, cage.cells), strict=True))
    found = {}
    for digit in (digit for at, digit in w.step.eliminations if at == cell):
        needs = tuple(
            each
            for each in range(1, w.puzzle.order + 1)
            if cage.allows(tuple((held | {cell: digit, other: each}).values()))
        )
        left = {*needs} & {*w.board.candidates(other)}
        if not left - ({digit} if w.sees(cell, other) else set()):
            found[digit] = needs  # other digits are eliminated by another cage of the step
    return found


# ---- combinations and permutations


def _combinations(w: Words, *more: Claim) -> Iterator[str]:
    """Explain a step, and make *more* claims about its cage if it has a single combination."""
    index = w.step.facts.cages[0].cage
    yield _goal(w)
    gone, claims = gone_digits(w), [_impossible(index, *pair) for pair in w.step.eliminations]
    is_only = len(w.step.facts.cages[0].digits) == 1
    if told := told_sets(w, *(claims if is_only else ()), *more):
        yield from told
        if is_only:
            return
        if len(gone) > _MOST_GONE:
            yield w.said("No other digit is in any of these.", *claims)
        else:
            yield w.said(f"None of these has {w.digits(gone, 'or')}.", *claims)
    else:
        yield from _one_by_one(w)


def _permutations(w: Words) -> Iterator[str]:
    yield _goal(w)
    if told := told_fillings(w):
        yield told
        yield _in_none(w)
    else:
        yield from _one_by_one(w)


def _in_none(w: Words) -> str:
    """Return the sentence that none of the listed fillings contains an eliminated candidate."""
    index = w.step.facts.cages[0].cage
    claims = (_impossible(index, *pair) for pair in w.step.eliminations)
    return w.said(f"None of these has {by_digit(w, w.step.eliminations, 'or')}.", *claims)


def _one_by_one(w: Words) -> Iterator[str]:
    """Explain each elimination by the sum or product that it would leave for the other cells."""
    index, told = w.step.facts.cages[0].cage, told_fillings(w, most=24)
    known = known_of_cage(w, index)
    reasons: list[str] = []
    if known:
        filled = [(c, d) for c in w.puzzle.cages[index].cells if (d := w.board.digits[c])]
        placed = {
            (cell, digit): next((c for c, d in filled if d == digit and w.sees(c, cell)), -1)
            for cell, digit in w.step.eliminations
        }
        for (cell, digit), by in placed.items():
            if by >= 0:  # the cell sees a filled cell of the cage with the digit
                text = f"{w.cell(cell)} sees {w.cell(by)}, which is {digit}."
                reasons.append(w.said(text, Sees(cell, (by,)), Placed(by, digit)))
        if left := [pair for pair, by in placed.items() if by < 0]:
            reasons += [*left_by_placed(w, index), *why_gone(w, known, left)]
    if told and (not reasons or len(reasons) > _MOST_REASONS):
        yield told
        yield _in_none(w)
    elif reasons:
        yield from reasons
    else:
        yield from told_sets(w)
        claims = (_impossible(index, *pair) for pair in w.step.eliminations)
        gone = by_digit(w, w.step.eliminations, "or")
        yield w.said(f"No way to fill the cage has {gone}.", *claims)


def _pointing(whole: Words) -> Iterator[str]:
    *inside, own = whole.step.parts
    w = whole.inside(own)
    fact, digits, cells = w.step.facts.cages[0], gone_digits(w), w.with_role("pattern")
    index, is_only = fact.cage, len(fact.digits) == 1
    every = [CageNeeds(index, digit) for digit in digits]
    if inside:
        yield from _combinations(whole.inside(inside[0]), *(every if is_only else ()))
    else:
        yield _goal(w)
        yield from told_sets(w, *(every if is_only else ()))
    if not is_only:
        yield w.said(f"Every way to fill it has {w.digits(digits)}.", *every)
    places = {
        digit: tuple(cell for cell in cells if digit in w.digits_at(cell)) for digit in digits
    }
    gone = [cell for cell, _ in w.step.eliminations]
    if len(digits) > 1 and (houses := w.common_houses([*cells, *gone])):
        claims = [CagePlaces(index, digit, places[digit]) for digit in digits]
        text = f"In the cage these are at {w.cells(cells)}, all in {w.house(houses[0])}."
        yield w.said(text, *claims, Inside(tuple(cells), (w.index(houses[0]),)))
        return
    alike: dict[tuple[int, ...], list[int]] = {}
    for digit in digits:
        alike.setdefault(places[digit], []).append(digit)
    for those, same in alike.items():
        lost = [cell for cell, d in w.step.eliminations if d in same]
        it = "it" if len(digits) == 1 else w.digits(same)
        text = f"In the cage {it} can only be at {w.cells(those, 'or')}"
        held = [CagePlaces(index, digit, those) for digit in same]
        houses = [h for h in w.common_houses(those) if not {*lost}.isdisjoint(h.cells)]
        if len(those) > 1 and {*lost} <= {cell for house in houses for cell in house.cells}:
            text = f"{text}, which are in {w.house_names(houses)}."
            yield w.said(text, *held, Inside(those, tuple(map(w.index, houses))))
        else:
            yield w.said(f"{text}.", *held)
            yield f"{see(w, lost, those)}."


def _pointed(w: Words) -> str:
    own = w.inside(w.step.parts[-1])
    return f"{w.digits(gone_digits(own))} in {cage_of(w)[0]}"


def _in_and_around(w: Words) -> str:
    """Return "30-cage r6c9 is 6789: gone from the rest of column 9" for a joined step, or ""."""
    if not w.step.facts.steps:
        return ""
    inside, own = map(w.inside, w.step.parts)
    (cage,) = own.step.facts.cages
    cells = [*own.with_role("pattern"), *(cell for cell, _ in own.step.eliminations)]
    digits, houses = gone_digits(own), own.common_houses(cells)
    around = own.outcome()
    if houses:
        is_whole = len(cage.digits) == 1 and {*digits} == {*cage.digits[0]}
        named = "" if is_whole else f"{w.digits(digits)} "
        around = f"{named}gone from the rest of {w.house(houses[0])}"
    lines = [f"no {w.digits(gone_digits(inside))} in {cage_of(w)[0]}; {around}"]
    if 0 < len(cage.digits) <= _MOST_WAYS:
        lines = [f"{_few_ways(w)}: {text}" for text in (around, f"{own.in_numbers()} around it")]
    return next((each for each in lines if len(each.split()) <= MOST_WORDS), "")


def _needed_in_short(w: Words) -> Iterator[str]:
    if not w.step.facts.steps:
        yield f"{cage_of(w)[0]} needs {w.digits(gone_digits(w))}"


TECHNIQUES = (
    Technique(
        name="cage-partners",
        aliases=("difference pairs", "factor pairs"),
        summary="one of a cage's last two cells loses a digit: the other has no partner for it",
        find=finder("cage-partners"),
        slips=FILLING_SLIPS,
        weight=2.5,
        what=lambda w: not_there(w, cage_names(w, (fact.cage for fact in w.step.facts.cages))),
        reason=_partners,
        when="When a cage has two empty cells, and again whenever one of them loses a candidate.",
        scan=(
            Glance(
                "Find a cage with two empty cells. If other cells are filled, work out what is "
                "left of the target.",
                "rules",
            ),
            Glance(
                "Take each candidate of the first cell, and name the partner that it needs in "
                "the second: 8 needs 3 for a sum of 11.",
                "cells",
            ),
            Glance(
                "Remove each candidate whose partner is not in the other cell. Then do the same "
                "from the second cell.",
                "step",
            ),
        ),
        look_for="a cage with two empty cells, and a digit in one of them for which the target "
        "requires a partner that the other cell cannot hold.",
        why="once one of the two digits is known, the target determines the other. If the other "
        "cell cannot hold the other digit, the first digit is impossible.",
    ),
    Technique(
        name="cage-combinations",
        aliases=("killer combinations", "unique combination", "magic cage"),
        summary="no combination of a cage has a digit: the digit is not in the cage",
        find=finder("cage-combinations"),
        slips=COMBINATION_SLIPS,
        weight=2.3,
        what=_few_ways,
        reason=_combinations,
        noted="cage",
        when="At the start, for the cages with the smallest and the largest targets for their "
        "size.",
        scan=(
            Glance(
                "Take a cage with few combinations, such as 3, 4, 16 or 17 in two cells, or 6, "
                "7, 23 or 24 in three.",
                "rules",
            ),
            Glance(
                "List its combinations, from the smallest digit upward. Cross out those with a "
                "digit that no cell of the cage can hold.",
                "cells",
            ),
            Glance("Remove from all its cells each digit that is in no combination.", "step"),
        ),
        look_for="a cage with few combinations of digits: its target is small or large for its "
        "size, or some of its candidates are already gone.",
        why="the digits of a cage are one of the combinations that reach its target. If no "
        "combination has a digit, the digit is not in the cage.",
    ),
    Technique(
        name="cage-permutations",
        aliases=("cage fillings", "cage candidates"),
        summary="no filling of a cage has a digit in a cell",
        find=finder("cage-permutations"),
        slips=FILLING_SLIPS,
        weight=3.0,
        what=lambda w: not_there(w, cage_of(w)[0]),
        reason=_permutations,
        when="After combinations, in cages with two or three empty cells.",
        scan=(
            Glance(
                "Take a cage with one or two combinations whose cells have different candidates.",
                "rules",
            ),
            Glance(
                "Pick one of its cells and a candidate. Work out what the other cells must make "
                "with it.",
                "cells",
            ),
            Glance(
                "Try to place these digits in the other cells. Cells that see each other "
                "need different digits.",
                "pattern",
            ),
            Glance("If it cannot be done, remove the candidate. Go on to the next one.", "step"),
        ),
        look_for="a cage with few fillings left, and a candidate with which the other cells cannot "
        "be filled.",
        why="one of the fillings is right. If a cell has a digit in none of them, the digit is "
        "false.",
    ),
    Technique(
        name="cage-pointing",
        aliases=("killer pointing", "required digit", "cage-unit overlap"),
        summary="a cage needs some digits: cells that see all places for one in the cage lose it",
        find=finder("cage-pointing"),
        slips=CAGE_POINTING_SLIPS,
        weight=3.0,
        what=_pointed,
        reason=_pointing,
        in_short=_in_and_around,
        thoughts=_needed_in_short,
        joins="cage-combinations",
        noted="seen",
        with_notes=lambda step, _, notes: step.facts.cages[0].cage in dict(notes.cages),
        when="After combinations, for cages that lie in one row, column or box, at least in part.",
        scan=(
            Glance(
                "List the combinations of a cage. Take the digits that all of them have.",
                "rules",
            ),
            Glance(
                "For each of these digits, find the cells of the cage that can hold it.",
                "cells",
            ),
            Glance(
                "If these cells are in one row, column or box, remove the digit from the rest of "
                "it.",
                "step",
            ),
        ),
        look_for="a digit in all combinations of a cage whose places in the cage lie in one row, "
        "column or box.",
        why="the cage holds the digit in one of these places. A cell that sees all of them sees "
        "the digit, wherever it is.",
    ),
)
