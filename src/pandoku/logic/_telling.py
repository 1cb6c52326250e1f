"""The parts of a step that a hint shows: the place to look at, the pattern, and the premises."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import takewhile

from pandoku.model import Board, Puzzle, Step
from pandoku.techniques import Technique
from pandoku.words import Sentence, cage_name, house_names, joined

__all__ = ["pattern_of", "premises_of", "step_place"]


def premises_of(step: Step) -> Step:
    """Return a step without its conclusion."""
    candidates = tuple(each for each in step.facts.candidates if each[2] != "goes")
    facts = replace(step.facts, candidates=candidates)
    return replace(step, placements=(), eliminations=(), facts=facts)


# ---- the pattern without the conclusion


def pattern_of(step: Step, technique: Technique, board: Board, place: str) -> str:
    """Return the pattern of a step, or only its cells if the pattern reveals the conclusion."""
    what, name = technique.pattern(step, board), board.puzzle.geometry.name
    if not _tells(what, step):
        return what
    facts = step.facts
    cells = [cell for cell, role in facts.cells if role == "single"]
    cells = cells or [cell for cell, _ in step.placements]
    cells = cells or [cell for link in facts.links for cell, _ in (*link.start, *link.end)]
    cells = cells or [cell for cell, role in facts.cells if role == "pattern"]
    if {*cells} in ({*cage.cells} for cage in board.puzzle.cages):
        cells = []  # the place already names them
    cells = list(dict.fromkeys(cells or [cell for cell, _ in step.eliminations]))
    where = f" in {place}" if len(cells) == 1 else ""
    return f"{joined(map(name, cells))}{where}"


def _tells(what: Sentence, step: Step) -> bool:
    """Return whether the words for a pattern reveal the conclusion of the step."""
    links, concluded = step.facts.links, (*step.placements, *step.eliminations)
    if links and links[0].start == links[-1].end and not {*links[0].start}.isdisjoint(concluded):
        return True  # a chain that returns to the candidate it proves
    digits = _mentioned(what)
    if step.placements:
        return any(digit in digits for _, digit in step.placements)
    named = {cell for span in what.spans if span.about in ("cells", "candidates")
             for cell in span.cells}  # fmt: skip
    is_alone = bool(named) and named <= {cell for cell, _ in step.eliminations}
    return is_alone and any(digit in digits for _, digit in step.eliminations)


def _mentioned(what: Sentence) -> set[int]:
    """Return the numbers in a text that are not part of the name of a cell, house or cage."""
    text, found = list(what), set[int]()
    for span in what.spans:
        found |= {*span.digits}
        text[span.start : span.end] = " " * (span.end - span.start)
    return found | {int(number) for number in re.findall(r"\d+", "".join(text))}


# ---- the place to look at


def _cage(step: Step, puzzle: Puzzle) -> int | None:
    """Return the first cage of the facts if it contains the pattern, which excludes innies."""
    if not step.facts.cages:
        return None
    index = step.facts.cages[0].cage
    pattern = step.facts.cells[0][0] if step.facts.cells else None
    return index if pattern in puzzle.cages[index].cells else None


def step_place(step: Step, puzzle: Puzzle) -> tuple[str, tuple[int, ...]]:
    """Return the place to look at, in words and as cells.

    It is a cage or another constraint if the facts name one, otherwise the first houses of the
    facts that are of one kind. If there are none either, it is the house of the first cell that
    contains most of the pattern.
    """
    if (index := _cage(step, puzzle)) is not None:
        return cage_name(puzzle, index), puzzle.cages[index].cells
    if step.facts.constraints:
        name = puzzle.constraints[step.facts.constraints[0]].label(puzzle.geometry)
        return f"the {name}", tuple(sorted({cell for cell, _ in step.facts.cells}))
    if houses := step.facts.houses:
        alike = tuple(takewhile(lambda house: house.kind == houses[0].kind, houses))
        cells = {cell for house in alike for cell in house.cells}
        return house_names(tuple(dict.fromkeys(alike))), tuple(sorted(cells))
    geometry = puzzle.geometry
    marked = [c for c, _ in step.facts.cells] + [c for c, *_ in step.facts.candidates]
    cell = [*marked, *(c for c, _ in (*step.placements, *step.eliminations))][0]
    homes = [geometry.houses[index] for index in geometry.houses_of[cell]]
    house = max(homes, key=lambda each: len({*marked} & {*each.cells}))
    return house.phrase, house.cells
