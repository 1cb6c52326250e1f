"""Chains through cages, where a candidate leads to its opposite, link by link."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._cage_fillings import at_cells, told_ways
from pandoku.techniques._cage_slips import CAGE_CHAIN_SLIPS
from pandoku.techniques._links import is_so, link_lines
from pandoku.techniques._teaching import Glance
from pandoku.techniques._technique import Technique
from pandoku.words import Words, cage_names, cage_of, sentence, target_words
from pandoku.words.claims import Claim, Concludes, Fillings, Inside

__all__ = ["TECHNIQUES"]

_FEW = 8  # maximum number of fillings of a cage to list


def _what(w: Words) -> str:
    first, n = w.step.facts.links[0], len(w.step.facts.links)
    cages = cage_names(w, (fact.cage for fact in w.step.facts.cages))
    links = f"{w.number(n)} links from {w.candidate(*first.start[0])}"
    return links if w.is_brief else f"{links} through {cages}"


def _reason(w: Words) -> Iterator[str]:
    links = w.step.facts.links
    start, supposed = links[0].start, links[0].from_true
    for at in range(len(w.step.facts.cages)):
        name, cage, fact = cage_of(w, at)
        cells = tuple(cell for cell in cage.cells if not w.board.digits[cell])
        text = f"{name} {target_words(cage)}"
        claims: list[Claim] = [Inside(cage.cells, (), (fact.cage,))]
        ways = at_cells(w, fact.cage, fact.fillings, cells)
        if 0 < len(ways) <= _FEW:
            text += f", so {w.cells(cells)} can only be {told_ways(ways)}"
            claims.append(Fillings(fact.cage, cells, ways))
        yield w.said(sentence(text), *claims)
    yield from link_lines(w, links)
    yield "That is the opposite of what was supposed, so the supposition is false."
    if not supposed:
        claim = Concludes((start[0],), ())
        yield w.said(f"Therefore {is_so(w, start, True)}, and no other digit fits there.", claim)


TECHNIQUES = (
    Technique(
        name="cage-chain",
        aliases=("cage aic", "killer aic", "chain through cages"),
        summary="links through cells, houses and cages lead from a candidate to its own opposite",
        find=finder("cage-chain"),
        slips=CAGE_CHAIN_SLIPS,
        weight=7.7,
        what=_what,
        reason=_reason,
        when="When combinations and simple chains have run out, near cages with two or three "
        "fillings.",
        scan=(
            Glance(
                "Find cages with two or three fillings. If one of their cells takes a digit, "
                "another cell must take its partner.",
                "rules",
            ),
            Glance("Choose a candidate in such a cage, or in a cell with two candidates.", "cells"),
            Glance(
                "Suppose that it is true, and follow the links through cages, houses and cells. "
                "Then suppose that it is false.",
                "pattern",
            ),
            Glance(
                "Stop when a link contradicts what you supposed. Remove the candidate, or write "
                "it if it was supposed to be false.",
                "step",
            ),
        ),
        look_for="a candidate from which each link leads to the next: suppose it is true and it "
        "turns out false, or the reverse. Cages with few ways to fill them give many links.",
        why="each link follows from the link before it, so a candidate that leads to its own "
        "opposite is false. The ways to fill a cage make links in addition to those of other "
        "chains. If a candidate is true, look at the ways with it: a candidate in all of them is "
        "true, and a candidate in none of them is false. If it is false, look at the ways without "
        "it in the same manner. The places of a digit where a house crosses another house or a "
        "cage count as one candidate, which is true if one of them is true.",
    ),
)
