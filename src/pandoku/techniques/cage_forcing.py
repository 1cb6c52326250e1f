"""Forcing chains that also use cages and the sums of houses."""

from __future__ import annotations

from dataclasses import replace

from pandoku.kernel.logic import finder
from pandoku.techniques import forcing_chains
from pandoku.techniques._case_slips import case_slips
from pandoku.techniques._technique import Technique

__all__ = ["TECHNIQUES"]

# The words of plain forcing chains can also describe cages and sums, so they are used here.
_PLAIN = {technique.name: technique for technique in forcing_chains.TECHNIQUES}
_WHY = (
    "Cages and the sums of houses take part: a candidate is false when every way to fill a cage, "
    "or to make up a sum, needs another that is false already."
)
_FOLLOW = "Use cages and sums of houses, too."


def _with_cages(plain: str, weight: float, look_for: str, summary: str, *aliases: str) -> Technique:
    name, known = f"cage-{plain}", _PLAIN[plain]
    pick, follow, *others = known.scan
    follow = follow._replace(text=f"{follow.text} {_FOLLOW}")
    return replace(
        known,
        name=name,
        title="",
        aliases=aliases,
        summary=summary,
        find=finder(name),
        slips=case_slips(name),
        weight=weight,
        scan=(pick, follow, *others),
        look_for=look_for,
        why=f"{known.why} {_WHY}",
    )


_LOOK = (
    " and follow it through singles, the fillings of cages, and innies and outies, until all agree "
    "on a candidate."
)

TECHNIQUES = (
    _with_cages(
        "cell-forcing-chain",
        8.6,
        "a cell with few candidates. Assume each in turn" + _LOOK,
        "whatever digit a cell holds, houses and cages lead to the same",
        "cell forcing chain with cages",
    ),
    _with_cages(
        "region-forcing-chain",
        8.6,
        "a digit with few places in a house. Assume each in turn" + _LOOK,
        "wherever a digit is in a house, houses and cages lead to the same",
        "region forcing chain with cages",
    ),
    _with_cages(
        "contradiction-forcing-chain",
        8.8,
        "a candidate that would settle much. Assume it and go on with singles, the fillings of "
        "cages, and innies and outies, until a cell has no candidate or a house no place for a "
        "digit.",
        "singles, cages and sums of houses lead from a candidate to something impossible",
        "contradiction chain with cages",
    ),
    _with_cages(
        "nested-forcing-chain",
        9.5,
        "nothing that people would find: a computer tries it when all else has failed. Assume a "
        "candidate and go on with singles, cages and sums. Where they stop, try the candidates of "
        "cells that have few left: those that lead to something impossible are false as long as "
        "the assumption holds.",
        "houses, cages and chains within the chain lead to a contradiction: harder than people can "
        "do in their heads",
        "nested chain with cages",
    ),
)
