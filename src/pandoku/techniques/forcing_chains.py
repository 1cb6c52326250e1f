"""Forcing chains: conclusions that follow in every case, or from a contradiction."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._branches import branch_lines, conclusion, count_nodes, sources
from pandoku.techniques._case_slips import case_slips
from pandoku.techniques._sight import can_be, can_be_at
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, sentence, with_capital
from pandoku.words.claims import Concludes, Open

__all__ = ["TECHNIQUES"]


def _cases(w: Words) -> str:
    """Return the assumptions of the branches: "r1c1 is 3 or 5"."""
    starts = sources(w.step)
    digits = [digit for _, digit in starts]
    if len(starts) == 1:
        assumed = conclusion(w, w.step.facts.branches[0][0])
        return assumed if len(w.step.facts.branches) == 1 else f"{assumed} or it is not"
    if len({cell for cell, _ in starts}) == 1:
        return f"{w.cell(starts[0][0])} is {w.digits(digits, 'or')}"
    return (
        f"{w.digit(digits[0])} in {w.house(w.houses[0])} is at "
        f"{w.cells((c for c, _ in starts), 'or')}"
    )


def _what(w: Words) -> str:
    total, nested = count_nodes(w.step)
    steps = f"{w.number(total)} step{'s' * (total > 1)}"
    inner = f", {w.number(nested)} of them in nested chains" if nested else ""
    lead = "suppose " if len(w.step.facts.branches) == 1 else ""
    return f"{lead}{_cases(w)}; {steps}{inner}"


def _chain(w: Words) -> Iterator[str]:
    has_cases = len(w.step.facts.branches) > 1
    if has_cases:  # the start of one of the branches must be true
        starts = sources(w.step)
        if len(starts) == 1:
            yield w.said(f"{with_capital(_cases(w))}.", Open((starts[0][0],), (starts[0][1],)))
        elif len({cell for cell, _ in starts}) == 1:
            yield f"{can_be(w, (starts[0][0],), [digit for _, digit in starts])}."
        else:
            yield sentence(can_be_at(w, w.houses[0], starts[0][1]))
    yield from branch_lines(w)
    if has_cases:
        ends = Concludes(w.step.placements, w.step.eliminations)
        yield w.said(f"In every case {conclusion(w, w.step)}.", ends)
    else:
        yield "That cannot be, so the supposition is false."


_WHY_CASES = (
    "one of the possibilities is true, so a consequence that all of them share is true too. "
)
_WHY_FALSE = "an assumption that leads to something impossible is false. "
_FOLLOWS = "Each step follows from those before: a cell or a house has one possibility left."
_LOOK = " and follow each with singles until all agree on a candidate."
_FIRST_CASE = Glance(
    "Suppose that the first candidate is true. Follow it with singles: where a cell has one "
    "candidate left, or a house one place for a digit. Note the results in one color.",
    "pattern",
)
_COMPARE = Glance(
    "Compare the colors. Write each digit that all of them have, and remove each candidate that "
    "all of them rule out.",
    "step",
)
_PICK = Glance(
    "Take a cell with two candidates that sees others with two. Choose one of the two.",
    "cells",
)
_FOLLOW = Glance(
    "Suppose that it is true. Follow it with singles: where a cell has one candidate left, or a "
    "house one place for a digit.",
    "pattern",
)

TECHNIQUES = (
    Technique(
        name="nishio",
        aliases=("nishio forcing chain",),
        summary="a digit in one cell would leave a house without a place for that digit",
        find=finder("nishio"),
        slips=case_slips("nishio"),
        weight=7.8,
        what=_what,
        reason=_chain,
        when="When patterns of one digit have run out, for a digit that has few places in many "
        "houses.",
        scan=(
            Glance(
                "Take a digit that has two or three places in several houses. Look only at its "
                "candidates.",
                "places",
            ),
            Glance(
                "Suppose that one of these places is true, best one that sees many others.",
                "cells",
            ),
            Glance(
                "Cross out all places that it sees. Where a house has one place left, take that "
                "as true, and cross out again.",
                "pattern",
            ),
            Glance(
                "When a house has no place left, remove the digit from the place where you began.",
                "step",
            ),
        ),
        look_for="places for one digit. Assume one of them, and fill in that digit wherever a "
        "house has one place left, until a house has none.",
        why=_WHY_FALSE + _FOLLOWS,
    ),
    Technique(
        name="cell-forcing-chain",
        aliases=("cell forcing net", "forcing chain verity"),
        summary="whatever digit a cell holds, the same follows",
        find=finder("cell-forcing-chain"),
        slips=case_slips("cell-forcing-chain"),
        weight=8.3,
        what=_what,
        reason=_chain,
        when="When patterns and chains have run out.",
        scan=(
            Glance(
                "Take a cell with two candidates, best one that sees others with two. Cells with "
                "three make more work.",
                "cells",
            ),
            _FIRST_CASE,
            Glance(
                "Do the same with the other candidates of the cell, each in another color.",
                "pattern",
            ),
            _COMPARE,
        ),
        look_for="a cell with few candidates. Assume each in turn" + _LOOK,
        why=_WHY_CASES + _FOLLOWS,
    ),
    Technique(
        name="region-forcing-chain",
        aliases=("house forcing chain", "unit forcing chain", "region forcing net"),
        summary="wherever a digit is in a house, the same follows",
        find=finder("region-forcing-chain"),
        slips=case_slips("region-forcing-chain"),
        weight=8.3,
        what=_what,
        reason=_chain,
        when="When patterns and chains have run out, for a digit with two or three places in a "
        "house.",
        scan=(
            Glance("Take a house with two or three places for a digit.", "houses"),
            _FIRST_CASE,
            Glance("Do the same with the other places, each in another color.", "pattern"),
            _COMPARE,
        ),
        look_for="a digit with few places in a house. Assume each in turn" + _LOOK,
        why=_WHY_CASES + _FOLLOWS,
    ),
    Technique(
        name="contradiction-forcing-chain",
        aliases=("forcing chain contradiction", "contradiction forcing net"),
        summary="singles lead from a candidate to something impossible",
        find=finder("contradiction-forcing-chain"),
        slips=case_slips("contradiction-forcing-chain"),
        weight=8.5,
        what=_what,
        reason=_chain,
        when="When comparing cases has not helped, for a candidate that would decide a lot.",
        scan=(
            _PICK,
            _FOLLOW,
            Glance(
                "Stop when a cell has no candidate left, or a house no place for a digit.",
                "pattern",
            ),
            Glance("Remove the candidate that you supposed.", "step"),
        ),
        look_for="a candidate that would settle much. Assume it and go on with singles, until a "
        "cell has no candidate or a house no place for a digit.",
        why=_WHY_FALSE + _FOLLOWS,
    ),
    Technique(
        name="nested-forcing-chain",
        aliases=("nested chain", "nested forcing net"),
        summary="singles, and chains within the chain, lead to a conclusion",
        find=finder("nested-forcing-chain"),
        slips=case_slips("nested-forcing-chain"),
        weight=9.5,
        what=_what,
        reason=_chain,
        when="When all else has failed, and singles after an assumption stop before they decide "
        "anything.",
        scan=(
            _PICK,
            _FOLLOW,
            Glance(
                "Where the singles stop, suppose a second candidate. If it leads to something "
                "impossible, cross it out, and go on with singles.",
                "pattern",
            ),
            Glance(
                "When the first assumption leads to something impossible, remove its candidate. "
                "When all cases lead to the same, keep that.",
                "step",
            ),
        ),
        look_for="a candidate that would settle much. Assume it and continue with singles. Where "
        "they stop, try the candidates that are left: one that leads to something impossible is "
        "false under the assumption, and the singles continue.",
        why="what a chain within the chain proves is true if the assumption is, like any other "
        "step that follows from it. "
        + with_capital(_WHY_FALSE)
        + with_capital(_WHY_CASES)
        + _FOLLOWS,
    ),
)
