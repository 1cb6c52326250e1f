"""The techniques that only Sudoku Explainer has, for the scale that replays the program.

These techniques are not searched one by one. The core replays Sudoku Explainer to determine the
next step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pandoku.kernel.rating import reference_steps
from pandoku.techniques import _reference_words as words
from pandoku.techniques import chains, forcing_chains, unique_loops, uniqueness
from pandoku.techniques._technique import Technique
from pandoku.words import Words

_KNOWN = {
    technique.name: technique
    for module in (chains, forcing_chains, unique_loops, uniqueness)
    for technique in module.TECHNIQUES
}


def _own(
    name: str,
    summary: str,
    what: Callable[[Words], str],
    reason: Callable[[Words], Iterable[str]],
    look_for: str,
    why: str,
    **more: Any,
) -> Technique:
    """Return a technique that finds Sudoku Explainer's next step if the step is called *name*."""
    return Technique(
        name,
        summary,
        lambda board, limit: [s for s in reference_steps(board, 1) if s.technique == name],
        what,
        reason,
        look_for,
        why,
        needs=frozenset({"unique"}),
        **{"roles": ("pattern",)} | more,
    )


def _like(
    known: str,
    name: str,
    summary: str,
    *aliases: str,
    title: str = "",
    reason: Callable[[Words], Iterable[str]] | None = None,
    look_for: str = "",
) -> Technique:
    """Return a variant of a known technique with a new name and the given descriptions."""
    same = _KNOWN[known]
    return _own(
        name,
        summary,
        same.what,
        reason or same.reason,
        look_for or same.look_for,
        same.why,
        roles=same.roles,
        title=title,
        aliases=aliases,
    )


_SINGLE = ("single", "pattern", "proves")
_BUG_ROLES = ("pattern", "extra", "subset", "pair")
_BUG_WHY = (
    "when every cell has two candidates and every digit two places in every house, each cell can "
    "take its other candidate: there are two solutions or none. What prevents this is true."
)
_EXCLUSION_WHY = (
    "every cell keeps a candidate, and cells that see each other differ. A digit that occurs in no "
    "filling of the cells that respects this is false."
)


def _direct_locked(name: str, summary: str, look_for: str) -> Technique:
    why = (
        "a digit's places in one house are all in a second one too, which therefore holds it there."
    )
    what, reason = words.direct_locked_what, words.direct_locked
    return _own(name, summary, what, reason, look_for, why, roles=_SINGLE)


def _direct_hidden(size: str, n_digits: str) -> Technique:
    return _own(
        f"direct-hidden-{size}",
        f"a hidden {size} leaves one place in its house for another digit",
        words.direct_subset_what,
        words.direct_subset,
        f"{n_digits} digits that occur in only {n_digits} cells of a house, and a further digit "
        "all of whose other places in the house are these cells.",
        "the digits of a hidden subset use up its cells, so other digits must go elsewhere.",
        roles=_SINGLE,
    )


def _bug(
    number: int, summary: str, reason: Callable[[Words], Iterable[str]], look_for: str
) -> Technique:
    return _own(
        f"bug-{number}",
        summary,
        words.bug_what,
        reason,
        "a grid near its end in which most cells have two candidates; " + look_for,
        _BUG_WHY,
        roles=_BUG_ROLES,
        title=f"BUG type {number}",
        aliases=(f"bivalue universal grave type {number}",),
    )


def _exclusion(name: str, n_cells: str, size: int) -> Technique:
    return _own(
        f"aligned-{name}-exclusion",
        f"no way to fill {n_cells} cells together has this digit in this place",
        words.exclusion_what,
        words.exclusion,
        f"{n_cells} cells that are all seen by cells with at most {size} candidates; list how "
        "they can be filled together.",
        _EXCLUSION_WHY,
        roles=("pattern", "excludes"),
    )


def _cycle(name: str, title: str, summary: str) -> Technique:
    return _like(
        "continuous-loop",
        name,
        summary,
        f"bidirectional {name}",
        title=title,
        reason=words.cycle,
    )


TECHNIQUES = (
    _direct_locked(
        "direct-pointing",
        "a digit's places in a box are all in one line: that leaves one place in another box",
        "a box whose places for a digit are all in one row or column, and another box beside it.",
    ),
    _direct_locked(
        "direct-claiming",
        "a digit's places in a line are all in one box: that leaves one place in another line",
        "a row or column whose places for a digit are all in one box, and another line beside it.",
    ),
    _direct_hidden("pair", "two"),
    _direct_hidden("triple", "three"),
    _like(
        "unique-rectangle-3",
        "unique-rectangle-3-hidden",
        "the two digits of a rectangle make a hidden subset with other digits of a house",
        title="unique rectangle 3, hidden",
        reason=words.hidden_subset,
        look_for="the corners of a unique rectangle, two of which have further candidates, and a "
        "house of these two in which the pair and other digits have few places left.",
    ),
    _like(
        "unique-loop-3",
        "unique-loop-3-hidden",
        "the two digits of a loop make a hidden subset with other digits of a house",
        title="unique loop 3, hidden",
        reason=words.hidden_subset,
        look_for="the cells of a unique loop, two of which have further candidates, and a house of "
        "these two in which the pair and other digits have few places left.",
    ),
    _bug(
        1,
        "all empty cells but one have two candidates: that one takes a further candidate",
        words.bug_one,
        "one cell has more.",
    ),
    _bug(
        2,
        "all further candidates are one digit: it is in one of the cells",
        words.bug,
        "some have one more, the same digit.",
    ),
    _bug(
        3,
        "the further candidates make a naked subset with other cells",
        words.bug_naked,
        "some have more, in one house, which make a naked subset with other cells there.",
    ),
    _bug(
        4,
        "two cells with further candidates share a digit that has no other place in their house",
        words.bug_hidden,
        "two have more, in one house, where another digit of theirs has no other place.",
    ),
    _exclusion("pair", "two", 2),
    _exclusion("triplet", "three", 3),
    _cycle("x-cycle", "X-cycle", "a loop of one digit: its candidates are true and false in turn"),
    _cycle(
        "y-cycle",
        "Y-cycle",
        "a loop of cells with two candidates each, true and false in turn",
    ),
    _cycle("xy-cycle", "XY-cycle", "a loop of any links: candidates are true and false in turn"),
    _like(
        "discontinuous-loop",
        "forcing-x-chain",
        "a candidate leads to its own opposite by links of one digit; a turbot fish if they are "
        "five",
        title="forcing X-chain",
    ),
    _like(
        "discontinuous-loop", "forcing-chain", "a candidate leads to its own opposite by any links"
    ),
    _like(
        "contradiction-forcing-chain",
        "dynamic-contradiction-chain",
        "an assumption leads to something impossible, by all that it implies together",
        "dynamic contradiction forcing chains",
    ),
    _like(
        "cell-forcing-chain",
        "dynamic-double-chain",
        "the same follows from a candidate and from its opposite",
        "dynamic double forcing chains",
        look_for="a candidate that would settle much. Assume it, then assume its opposite, and "
        "follow all that either implies until both agree.",
    ),
    _like(
        "cell-forcing-chain",
        "dynamic-cell-chain",
        "whatever digit a cell holds, the same follows, by all that each digit implies together",
        "dynamic cell forcing chains",
    ),
    _like(
        "region-forcing-chain",
        "dynamic-region-chain",
        "wherever a digit is in a house, the same follows, by all that each place implies together",
        "dynamic region forcing chains",
    ),
)
