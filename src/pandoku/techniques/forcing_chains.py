"""Forcing chains: what follows in every case, and what leads to a contradiction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pandoku.kernel.logic import finder
from pandoku.model import Step
from pandoku.techniques._technique import Technique
from pandoku.words import Words, joined

__all__ = ["TECHNIQUES"]


def _placed(step: Step) -> tuple[int, int]:
    ((cell, digit),) = step.placements
    return cell, digit


def _is(w: Words, pair: tuple[int, int], true: bool = True) -> str:
    cell, digit = pair
    return f"{w.cell(cell)} is {'' if true else 'not '}{digit}"


def _because(w: Words, step: Step) -> str:
    if step.facts.houses:
        return f"{step.facts.houses[0].name} has no other place for {_placed(step)[1]}"
    return "the cell has no other candidate left"


def _follow(w: Words, branch: Sequence[Step]) -> Iterator[str]:
    assumed, *rest = branch
    yield f"Suppose {_is(w, _placed(assumed))}."
    for step in rest:
        yield f"Then {_is(w, _placed(step))}: {_because(w, step)}."


def _what(w: Words) -> str:
    source = [(c, d) for c, d, role in w.step.facts.candidates if role == "source"]
    lengths = [len(branch) for branch in w.step.facts.branches]
    cells, digits = {c for c, _ in source}, [d for _, d in source]
    if len(source) == 1:
        start = _is(w, source[0])
    elif len(cells) == 1:
        start = f"{w.cell(source[0][0])} is {w.digits(digits, 'or')}"
    else:
        start = f"{digits[0]} in {w.houses[0].name} is at {w.cells((c for c, _ in source), 'or')}"
    return f"{start}; {w.number(max(lengths))} step{'s' * (max(lengths) > 1)} at most"


def _verity(w: Words) -> Iterator[str]:
    step = w.step
    ((cell, digit),) = step.placements or step.eliminations
    source = [(c, d) for c, d, role in step.facts.candidates if role == "source"]
    one_of = joined((_is(w, pair) for pair in source), "or")
    yield f"One of these is true: {one_of}."
    for branch in step.facts.branches:
        yield from _follow(w, branch)
        last = _placed(branch[-1])
        if step.placements:
            continue
        how = "the cell holds one digit" if last[0] == cell else _seen(w, last[0], cell, digit)
        yield f"In this case {_is(w, (cell, digit), False)}: {how}."
    yield f"In every case {_is(w, (cell, digit), bool(step.placements))}."


def _seen(w: Words, by: int, cell: int, digit: int) -> str:
    return f"{w.shared(by, cell)} holds {digit} once"


def _contradiction(w: Words) -> Iterator[str]:
    step = w.step
    (branch,) = step.facts.branches
    yield from _follow(w, branch)
    clash = [(c, d) for c, d, role in step.facts.candidates if role == "contradiction"]
    if w.houses:
        yield f"Now {w.houses[0].name} has no place left for {clash[0][1]}."
    else:
        yield f"Now {w.cell(clash[0][0])} has no candidate left."
    yield f"That cannot be, so {_is(w, step.eliminations[0], False)}."


_WHY_CASES = (
    "one of the possibilities is true, so a consequence that all of them share is true too. "
)
_WHY_FALSE = "an assumption that leads to something impossible is false. "
_FOLLOWS = "Each step follows from those before: a cell or a house has one possibility left."
_LOOK = " and follow each with singles until all agree on a candidate."

TECHNIQUES = (
    Technique(
        name="nishio",
        aliases=("nishio forcing chain",),
        summary="a digit in one cell would leave a house without a place for that digit",
        find=finder("nishio"),
        what=_what,
        reason=_contradiction,
        look_for="places for one digit. Assume one of them, and fill in that digit wherever a "
        "house has one place left, until a house has none.",
        why=_WHY_FALSE + _FOLLOWS,
    ),
    Technique(
        name="cell-forcing-chain",
        aliases=("cell forcing net", "forcing chain verity"),
        summary="whatever digit a cell holds, the same follows",
        find=finder("cell-forcing-chain"),
        what=_what,
        reason=_verity,
        look_for="a cell with few candidates. Assume each in turn" + _LOOK,
        why=_WHY_CASES + _FOLLOWS,
    ),
    Technique(
        name="region-forcing-chain",
        aliases=("house forcing chain", "unit forcing chain", "region forcing net"),
        summary="wherever a digit is in a house, the same follows",
        find=finder("region-forcing-chain"),
        what=_what,
        reason=_verity,
        look_for="a digit with few places in a house. Assume each in turn" + _LOOK,
        why=_WHY_CASES + _FOLLOWS,
    ),
    Technique(
        name="contradiction-forcing-chain",
        aliases=("forcing chain contradiction", "contradiction forcing net"),
        summary="singles lead from a candidate to something impossible",
        find=finder("contradiction-forcing-chain"),
        what=_what,
        reason=_contradiction,
        look_for="a candidate that would settle much. Assume it and go on with singles, until a "
        "cell has no candidate or a house no place for a digit.",
        why=_WHY_FALSE + _FOLLOWS,
    ),
    Technique(
        name="nested-forcing-chain",
        summary="singles, and trials within the trial, lead from a candidate to a conclusion",
        find=finder("nested-forcing-chain"),
        what=_what,
        reason=_contradiction,
        look_for="a candidate that would settle much.",
        why=_WHY_FALSE + _FOLLOWS,
    ),
)
