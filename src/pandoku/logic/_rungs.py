"""The rungs of a hint below the complete step: place, technique, digit, and the cells that decide.

Each rung has a text, and a step with only those facts that the text gives away.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import NamedTuple

from pandoku.logic._sentences import RungSentence
from pandoku.model import Facts, Pairs, Puzzle, Step, Total
from pandoku.techniques import Technique, rules_used
from pandoku.words import (
    ANYONE,
    Sentence,
    StepReader,
    Words,
    cage_name,
    constraint_name,
    house_names,
    joined,
    place_of_box,
    run_together,
    sentence,
    there_is,
    with_capital,
)

__all__ = ["Focus", "Rung", "cells_rung", "digit_rung", "name_rung", "step_place"]

_MOST_DIGITS = 3  # maximum number of digits in a question, unless it is about one cell
_MOST_CELLS = 8  # maximum number of cells to name
_MOST_DECIDING = 6  # maximum number of cells of a rule to name
_MOST_CAGES = 4  # maximum number of cages to name
_MOST_TARGETS = 3  # maximum number of cells to name that lose candidates to a chain
_MOST_RULES = 3  # if a step uses more rules of a kind, the hint names the kind


class Focus(NamedTuple):
    """The place to look at: its name, and its cells in ascending order."""

    name: str
    cells: tuple[int, ...]


class Rung(NamedTuple):
    """A part of a hint: its text, and the facts that its picture shows."""

    text: Sentence
    facts: Facts


# ---- where to look


def step_place(step: Step, puzzle: Puzzle, reader: StepReader = ANYONE) -> Focus:
    """Return the place to look at.

    The place is a cage or another constraint if the facts name one. Otherwise, the place is the
    first house in the facts and the houses of the same kind that follow it directly. If the facts
    name no house, the place is one of the houses of the first cell: the house that contains the
    most cells of the pattern.
    """
    facts = step.facts
    if (index := _cage(step, puzzle)) is not None:
        return Focus(cage_name(puzzle, index), puzzle.cages[index].cells)
    if facts.constraints:
        cells = tuple(sorted({cell for cell, _ in facts.cells}))
        return Focus(_rule_name(facts.constraints, puzzle), cells)
    if houses := facts.houses:
        alike = tuple(takewhile(lambda house: house.kind == houses[0].kind, houses))
        cells = tuple(sorted({cell for house in alike for cell in house.cells}))
        boxes = [place_of_box(house, puzzle.geometry) for house in dict.fromkeys(alike)]
        if reader.names_places and all(boxes):
            return Focus(joined(filter(None, boxes)), cells)
        return Focus(house_names(tuple(dict.fromkeys(alike))), cells)
    geometry = puzzle.geometry
    marked = [c for c, _ in facts.cells] + [c for c, *_ in facts.candidates]
    cell = [*marked, *_changed(step)][0]
    homes = [geometry.houses[index] for index in geometry.houses_of[cell]]
    house = max(homes, key=lambda each: len({*marked} & {*each.cells}))
    return Focus(house.phrase, house.cells)


def _cage(step: Step, puzzle: Puzzle) -> int | None:
    """Return the first cage of the facts, or None if the pattern's first cell is not in it."""
    if not step.facts.cages:
        return None
    index = step.facts.cages[0].cage
    pattern = step.facts.cells[0][0] if step.facts.cells else None
    return index if pattern in puzzle.cages[index].cells else None


def _rule_name(numbers: Sequence[int], puzzle: Puzzle) -> str:
    nouns = {puzzle.constraints[number].nouns() for number in numbers}
    if len(numbers) > _MOST_RULES and len(nouns) == 1 and (noun := nouns.pop()):
        return f"the {noun}"
    return constraint_name(puzzle, numbers[0])


def _changed(step: Step) -> tuple[int, ...]:
    """Return the cells where a step places or eliminates digits."""
    pairs = (*step.placements, *step.eliminations)
    return tuple(dict.fromkeys(cell for cell, _ in pairs))


# ---- the technique


def name_rung(place: Focus, title: str, technique: Technique) -> str:
    """Return the text that names the technique. If the technique is for rules, it gives the idea.

    Args:
        place: The place to look at.
        title: The title of the step.
        technique: The technique.
    """
    if "constraints" not in technique.needs:
        return RungSentence.LOOK_FOR.format(place=place.name, what=there_is(title))
    if title in place.name:
        return RungSentence.LOOK_FOR.format(place=place.name, what=technique.summary)
    named = RungSentence.LOOK_FOR.format(place=place.name, what=title)
    return f"{named} {sentence(technique.summary)}"


def _head(title: str, place: Focus, step: Step) -> str:
    """Return the names of the technique and of the rule, which the text of a rung begins with."""
    if step.facts.constraints and not (step.links or step.facts.branches):
        return place.name if title in place.name else f"{title}, {place.name}"
    return title


def _headed(title: str, place: Focus, step: Step, text: str) -> Sentence:
    """Return the text of a rung after its head."""
    return run_together((f"{with_capital(_head(title, place, step))}: ", text), "")


# ---- the digit


def digit_rung(w: Words, title: str, place: Focus) -> Rung:
    """Return the rung that asks where a digit goes, or which cells cannot hold it.

    Args:
        w: The words of the step.
        title: The title of the step.
        place: The place to look at.
    """
    step, board = w.step, w.board
    template, digits = _placed(step, place) if step.placements else _removed(step, place)
    last = "or" if template in (RungSentence.NOT_IN_ONE, RungSentence.NOT_IN_SOME) else "and"
    # A question does not repeat the place that it begins with.
    where = "it" if place.name in _head(title, place, step) else place.name
    text = template.format(digits=w.digits(digits, last), place=where)
    # Marks at the places of a digit would answer the question where it goes.
    is_answer = template in (RungSentence.WHERE_ONE, RungSentence.WHERE_MANY, RungSentence.HIDDEN)
    # A question about cells outside the place is about the complete grid.
    is_inside = {*_changed(step)} <= {*place.cells}
    asked = tuple(
        (cell, digit, "asked")
        for cell in (place.cells if is_inside else range(w.geometry.n_cells))
        for digit in ([] if is_answer else digits)
        if not board.digits[cell] and board.masks[cell] >> (digit - 1) & 1
    )
    facts = Facts(
        candidates=asked,
        houses=tuple(each for each in step.facts.houses if {*each.cells} <= {*place.cells}),
        cages=() if _cage(step, w.puzzle) is None else step.facts.cages[:1],
        constraints=step.facts.constraints,
    )
    return Rung(_headed(title, place, step, text), facts)


def _placed(step: Step, place: Focus) -> tuple[RungSentence, list[int]]:
    digits, facts = sorted({digit for _, digit in step.placements}), step.facts
    if not {*_changed(step)} <= {*place.cells}:
        return RungSentence.BECOMES, digits
    if not (facts.houses or facts.cages or facts.constraints):
        return RungSentence.CAN_ONLY_BE, digits
    return (RungSentence.WHERE_ONE if len(digits) == 1 else RungSentence.WHERE_MANY), digits


def _removed(step: Step, place: Focus) -> tuple[RungSentence, list[int]]:
    facts, changed = step.facts, {*_changed(step)}
    by_role: dict[str, list[tuple[int, int]]] = {}
    for cell, digit, role in facts.candidates:
        by_role.setdefault(role, []).append((cell, digit))
    if facts.houses and (subset := by_role.get("pattern")):
        is_naked = changed.isdisjoint(cell for cell, _ in subset)
        digits = sorted({digit for _, digit in subset})
        return (RungSentence.NAKED if is_naked else RungSentence.HIDDEN), digits
    proves = by_role.get("proves", [])
    digits = sorted({digit for _, digit in proves})
    is_there = not facts.constraints and {cell for cell, _ in proves} <= {*place.cells}
    if len(digits) == 1 and is_there:
        return RungSentence.HIDDEN, digits
    gone = Counter(digit for _, digit in step.eliminations)
    digits = sorted(gone)
    if len(changed) == 1:
        return RungSentence.NOT_IN_ONE, digits
    if len(digits) <= _MOST_DIGITS:
        return RungSentence.NOT_IN_SOME, digits
    return RungSentence.BEGIN, [max(digits, key=lambda digit: gone[digit])]


# ---- the cells that decide


def cells_rung(w: Words, technique: Technique, title: str, place: Focus) -> Rung:
    """Return the rung that names the cells that decide, without the conclusion.

    Args:
        w: The words of the step.
        technique: The technique of the step.
        title: The title of the step.
        place: The place to look at.
    """
    facts = w.step.facts
    if facts.branches:
        text, shown = _assumptions(w)
    elif w.step.links and facts.steps:
        text, shown = _ends(w.inside(facts.steps[0]))
        text = RungSentence.FIRST_CHAIN.format(n=w.number(len(facts.steps)), text=text)
    elif facts.links:
        text, shown = _ends(w)
    else:
        text, shown = _pattern(w, technique, place)
    told = text if isinstance(text, Sentence) else w.read(text)
    return Rung(_headed(title, place, w.step, told), shown)


def _targets(w: Words) -> str:
    cells = _changed(w.step)
    if len(cells) > _MOST_TARGETS:
        return RungSentence.TARGET_UNNAMED.value
    return w.cells(cells)


def _assumptions(w: Words) -> tuple[str, Facts]:
    """Return the words for the assumptions of a chain and its target."""
    facts = w.step.facts
    pairs = [(cell, digit) for cell, digit, role in facts.candidates if role == "source"]
    sources = [f"{w.cell(cell)} is {w.digit(digit)}" for cell, digit in pairs]
    marked = tuple((cell, digit, "source") for cell, digit in pairs)
    goal = tuple((cell, "target") for cell in _changed(w.step))
    shown = Facts(cells=goal, candidates=marked)
    if len(pairs) > 1:
        named = with_capital(joined(sources, "or"))
        return RungSentence.CASES.format(candidates=named, cells=_targets(w)), shown
    if len(facts.branches) > 1:
        return RungSentence.BOTH.format(candidate=sources[0], cells=_targets(w)), shown
    ends = [(cell, digit) for cell, digit, role in facts.candidates if role == "contradiction"]
    cells, digits = ({*each} for each in zip(*ends, strict=True)) if ends else (set(), set())
    if len(cells) == 1 and len(digits) > 1:
        (cell,) = cells
        text = RungSentence.SUPPOSE_CELL.format(candidate=sources[0], cell=w.cell(cell))
        return text, replace(shown, cells=((cell, "emptied"),))
    if len(digits) == 1 and len(cells) > 1 and facts.houses:
        text = RungSentence.SUPPOSE_HOUSE.format(
            candidate=sources[0], digit=w.digit(digits.pop()), house=w.house(facts.houses[0])
        )
        return text, replace(shown, cells=(), houses=facts.houses[:1])
    return RungSentence.SUPPOSE.format(candidate=sources[0]), replace(shown, cells=())


def _ends(w: Words) -> tuple[str, Facts]:
    """Return the words for the ends of a chain and its target, or for the cells of a loop."""
    links = w.step.facts.links
    first, last = links[0].start, links[-1].end
    nodes = (*(link.start for link in links), last)
    cells = tuple(dict.fromkeys(cell for node in nodes for cell, _ in node))
    if first == last:
        shown = Facts(cells=tuple((cell, "chain") for cell in cells))
        if len(cells) <= _MOST_CELLS:
            return RungSentence.LOOP.format(cells=w.cells(cells)), shown
        text = RungSentence.LONG_LOOP.format(n=w.number(len(cells)), first=w.cell(cells[0]))
        return text, shown
    named = []
    for node in (first, last):
        at, digit = [cell for cell, _ in node], node[0][1]
        named.append(w.candidates(at, (digit,), f"{w.digit(digit)} at {_names_of(w, at, 'or')}"))
    goal = tuple((cell, "target") for cell in _changed(w.step))
    ends = tuple((cell, digit, "on") for cell, digit in dict.fromkeys((*first, *last)))
    text = RungSentence.ENDS.format(first=named[0], last=named[1], cells=_targets(w))
    return text, Facts(cells=goal, candidates=ends)


def _pattern(w: Words, technique: Technique, place: Focus) -> tuple[str, Facts]:
    """Return the words for a pattern, or for the cells in it that do not give the answer away."""
    step, facts = w.step, w.step.facts
    excluding = tuple(cell for cell, role in facts.cells if role == "excludes")
    if excluding:
        return _excluding(w, excluding)
    if facts.ways and facts.constraints:
        n_ways = len(facts.ways[0].ways)
        ways = RungSentence.ONE_WAY if n_ways == 1 else RungSentence.WAYS
        return ways.format(n=w.number(n_ways)), _without_changed(step)
    what = technique.pattern(step, w.board, w.reader)
    tells = _tells(what, step) or what == place.name
    if facts.constraints or "constraints" in technique.needs:
        return _of_rule(w)
    if facts.cages:
        named = _names(what)
        is_answer = tells or (bool(named) and named <= {*_changed(step)})
        return _of_cages(w, place) if is_answer else (f"{what}.", _without_changed(step))
    if not tells:
        return f"{what}.", premises_of(step).facts
    if step.placements:
        return RungSentence.NOTED.format(place=place.name), Facts(houses=facts.houses)
    text = RungSentence.LOOK_AT.format(cells=w.cells(_deciding(step) or _changed(step)))
    return text, premises_of(step).facts


def _without_changed(step: Step) -> Facts:
    """Return the facts of a step without the cells that it changes, and without its ways."""
    changed, facts = {*_changed(step)}, premises_of(step).facts
    return replace(
        facts,
        cells=tuple(each for each in facts.cells if each[0] not in changed),
        candidates=tuple(each for each in facts.candidates if each[0] not in changed),
        ways=(),
    )


def _deciding(step: Step) -> tuple[int, ...]:
    """Return the cells in the facts of a step that the step does not change."""
    facts, changed = step.facts, {*_changed(step)}
    cells = (*(cell for cell, _ in facts.cells), *(cell for cell, _, _ in facts.candidates))
    return tuple(dict.fromkeys(cell for cell in cells if cell not in changed))


def _excluding(w: Words, cells: Sequence[int]) -> tuple[str, Facts]:
    """Return the words for the digits that leave a single place or a single candidate."""
    digits = w.board.digits
    by_digit: dict[int, list[int]] = {}
    for cell in sorted(cells):
        by_digit.setdefault(digits[cell], []).append(cell)
    named = joined(_digits_at(w, digit, of) for digit, of in sorted(by_digit.items()))
    text = RungSentence.LOOK_AT if w.step.facts.houses else RungSentence.SEES_ALL
    shown = tuple(each for each in w.step.facts.cells if each[1] == "excludes")
    return text.format(cells=named), Facts(cells=shown, houses=w.step.facts.houses)


def _digits_at(w: Words, digit: int, cells: Sequence[int]) -> str:
    text = f"the {w.digit(digit)}{'s' * (len(cells) > 1)} at {_names_of(w, cells)}"
    return w.candidates(cells, (digit,), text)


def _names_of(w: Words, cells: Iterable[int], last: str = "and") -> str:
    return joined(map(w.geometry.name, cells), last)


def _of_rule(w: Words) -> tuple[str, Facts]:
    """Return the words for the cells of a rule that decide, or for the rule if all cells change."""
    step, facts = w.step, w.step.facts
    deciding, shown = _deciding(step), _without_changed(step)
    if deciding and len(deciding) <= _MOST_DECIDING:
        named = joined(_known(w, cell) for cell in deciding)
        crossing = [each for each in facts.houses if not {*deciding} <= {*each.cells}]
        if crossing:
            houses = w.house_names(crossing)
            return RungSentence.LOOK_AT_CROSSING.format(cells=named, houses=houses), shown
        if _points(step, deciding):
            return RungSentence.LOOK_AT_PLACES.format(cells=w.cells(deciding)), shown
        return RungSentence.LOOK_AT_RULE.format(cells=named), shown
    if len(facts.constraints) == 1:
        constraint = w.puzzle.constraints[facts.constraints[0]]
        relations = constraint.relations(w.puzzle)
        cells = constraint.cells_on(w.geometry)
        if relations and all(isinstance(each, Pairs) and each.is_order for each in relations):
            ends = (cells[0], cells[-1])
            text = RungSentence.LINE_ENDS.format(first=w.cell(ends[0]), last=w.cell(ends[1]))
            return text, replace(shown, cells=tuple((cell, "pattern") for cell in ends))
        if any(isinstance(each, Total) for each in relations):
            return _parts_of_sum(w, cells, shown)
    return _recalled(w), shown


def _points(step: Step, places: Iterable[int]) -> bool:
    """Return whether the cells that change lack a digit because they see all its places."""
    facts = step.facts
    proves = [(cell, digit) for cell, digit, role in facts.candidates if role == "proves"]
    return (
        bool(proves)
        and {cell for cell, _ in proves} <= {*places}
        and {digit for _, digit in step.eliminations} <= {digit for _, digit in proves}
        and {*_changed(step)}.isdisjoint(cell for cell, _ in facts.cells)
    )


def _known(w: Words, cell: int) -> str:
    """Return the name of a cell, with its candidates if there are few."""
    if digit := w.board.digits[cell]:
        return _digits_at(w, digit, (cell,))
    left = w.board.candidates(cell)
    return f"{w.cell(cell)} ({w.digits(left, 'or')})" if len(left) <= _MOST_DIGITS else w.cell(cell)


def _parts_of_sum(w: Words, cells: Sequence[int], shown: Facts) -> tuple[str, Facts]:
    """Return the words for the cells of a sum that share a house."""
    open_cells = [cell for cell in cells if not w.board.digits[cell]]
    groups = [[c for c in open_cells if c in house.cells] for house in w.geometry.houses]
    at = max(range(len(groups)), key=lambda number: len(groups[number]))
    group, house = groups[at], w.house(w.geometry.houses[at])
    marked = replace(shown, cells=tuple((cell, "pattern") for cell in group))
    if len(group) == len(open_cells):
        return RungSentence.INSIDE.format(house=house), marked
    if len(group) < 2:
        return RungSentence.SIZES.value, shown
    n, named = w.number(len(group)), w.cells(group)
    return RungSentence.GROUP.format(n=n, house=house, cells=named), marked


def _recalled(w: Words) -> str:
    rules = rules_used(w.step, w.puzzle)
    if not rules:
        return RungSentence.OTHERS.value
    digits = sorted({digit for _, digit in w.step.eliminations})[:_MOST_DIGITS]
    return RungSentence.RULE.format(digits=w.digits(digits), rule=rules[0])


def _of_cages(w: Words, place: Focus) -> tuple[str, Facts]:
    """Return the words for the cages of a step, or for the cells that do not change."""
    step, facts = w.step, w.step.facts
    shown, deciding = _without_changed(step), _deciding(step)
    cages = dict.fromkeys(fact.cage for fact in facts.cages)
    if len(cages) > 1 or _cage(step, w.puzzle) is None:
        named = joined(map(w.cage, cages)) if len(cages) <= _MOST_CAGES else "the cages"
        if facts.houses:
            houses = w.house_names(facts.houses)
            return RungSentence.COMPARE.format(cages=named, houses=houses), shown
        return RungSentence.LOOK_AT.format(cells=named), shown
    if step.placements:
        return _others_in_cage(w, place), shown
    if deciding and len(deciding) <= _MOST_CELLS:
        named = joined(_known(w, cell) for cell in deciding)
        return RungSentence.LOOK_AT_RULE.format(cells=named), shown
    return RungSentence.OTHERS.value, shown


def _others_in_cage(w: Words, place: Focus) -> str:
    """Return the words for the cells of a cage where a digit that the step places cannot be."""
    changed = _changed(w.step)
    others = [cell for cell in place.cells if not w.board.digits[cell] and cell not in changed]
    if not others:
        return RungSentence.ONE_CELL.value
    digits = sorted({digit for _, digit in w.step.placements})
    return RungSentence.NOT_THERE.format(cells=w.cells(others), digits=w.digits(digits, "or"))


# ---- parts of a step that do not give its conclusion away


def premises_of(step: Step) -> Step:
    """Return a step without its conclusion."""
    candidates = tuple(each for each in step.facts.candidates if each[2] != "goes")
    facts = replace(step.facts, candidates=candidates)
    return replace(step, placements=(), eliminations=(), facts=facts)


def _tells(what: Sentence, step: Step) -> bool:
    """Return whether the words for a pattern reveal the conclusion of the step."""
    digits = _mentioned(what)
    if step.placements:
        return any(digit in digits for _, digit in step.placements)
    named = _names(what)
    is_alone = bool(named) and named <= {cell for cell, _ in step.eliminations}
    return is_alone and any(digit in digits for _, digit in step.eliminations)


def _names(what: Sentence) -> set[int]:
    """Return the cells that a text names."""
    about = ("cells", "candidates")
    return {cell for span in what.spans if span.about in about for cell in span.cells}


def _mentioned(what: Sentence) -> set[int]:
    """Return the numbers in a text that are not part of the name of a cell, house or cage."""
    text, found = list(what), set[int]()
    for span in what.spans:
        found |= {*span.digits}
        text[span.start : span.end] = " " * (span.end - span.start)
    return found | {int(number) for number in re.findall(r"\d+", "".join(text))}
