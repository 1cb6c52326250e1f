"""Cage combinations: deductions from all the ways to fill one cage."""

from __future__ import annotations

from collections.abc import Iterator

from pandoku.kernel.logic import finder
from pandoku.techniques._technique import Technique
from pandoku.words import (
    Words,
    cage_of,
    gone_digits,
    joined,
    sentence,
    target_words,
    told_fillings,
)

__all__ = ["TECHNIQUES"]


def _what(w: Words) -> str:
    return f"{w.digits(gone_digits(w), 'or')} in {cage_of(w)[0]}"


def _fillings(w: Words) -> Iterator[str]:
    name, cage, _ = cage_of(w)
    size = "one cell" if len(cage.cells) == 1 else f"{w.number(len(cage.cells))} cells"
    yield sentence(f"{name} has {size} and {target_words(cage)}")
    if told := told_fillings(w):
        yield told


def _partners(w: Words) -> Iterator[str]:
    name, cage, _ = cage_of(w)
    pair = w.with_role("pattern")
    yield sentence(f"{w.cells(pair)} are the empty cells of {name}, which {target_words(cage)}")
    if told := told_fillings(w):
        yield told
    else:
        yield "Of the digits of one some ask for a digit that the other cannot hold."
    yield "Any other digit at one of them would have no partner at the other."


def _combinations(w: Words) -> Iterator[str]:
    yield from _fillings(w)
    yield f"No combination has {w.digits(gone_digits(w), 'or')}."


def _permutations(w: Words) -> Iterator[str]:
    yield from _fillings(w)
    by_digit: dict[int, list[int]] = {}
    for cell, digit in w.step.eliminations:
        by_digit.setdefault(digit, []).append(cell)
    gone = joined((f"{d} at {w.cells(cells, 'or')}" for d, cells in sorted(by_digit.items())), "or")
    yield f"No way to fill the cage has {gone}."


def _pointing(w: Words) -> Iterator[str]:
    (digit,) = gone_digits(w)
    cells = w.with_role("pattern")
    yield from _fillings(w)
    yield f"Every way to fill it has {digit}."
    if len(cells) == 1:
        yield f"{w.cell(cells[0])} is the only cell of the cage that can hold {digit}."
    else:
        yield f"In the cage only {w.cells(cells)} can hold {digit}: it is in one of them."
    gone = w.cells(cell for cell, _ in w.step.eliminations)
    each = "this cell" if len(cells) == 1 else "both" if len(cells) == 2 else "all of them"
    sees = "sees" if len(w.step.eliminations) == 1 else "see"
    yield f"{gone} {sees} {each}."


TECHNIQUES = (
    Technique(
        name="cage-partners",
        aliases=("difference pairs", "factor pairs"),
        summary="of a cage's last two cells, one loses a digit that the other has no partner for",
        find=finder("cage-partners"),
        what=_what,
        reason=_partners,
        look_for="a cage with two empty cells, and a digit in one of them for which the target "
        "asks a partner that the other cell cannot hold.",
        why="once one of the two digits is known, the target determines the other. If the other "
        "cell cannot hold that, the first digit is impossible.",
    ),
    Technique(
        name="cage-combinations",
        aliases=("killer combinations", "unique combination", "magic cage"),
        summary="a digit that is in no combination of a cage goes from its cells",
        find=finder("cage-combinations"),
        what=_what,
        reason=_combinations,
        look_for="a cage with few combinations of digits: its target is small or large for its "
        "size, or some of its candidates have gone already.",
        why="the digits of a cage are one of the combinations that reach its target. A digit that "
        "is in none of them is nowhere in the cage.",
    ),
    Technique(
        name="cage-permutations",
        aliases=("cage fillings", "cage candidates"),
        summary="a digit goes from a cell that holds it in no filling of its cage",
        find=finder("cage-permutations"),
        what=_what,
        reason=_permutations,
        look_for="a cage with few fillings left, and a candidate with which the other cells cannot "
        "be filled.",
        why="one of the fillings is right. A digit that a cell holds in none of them is not there.",
    ),
    Technique(
        name="cage-pointing",
        aliases=("killer pointing", "required digit", "cage-unit overlap"),
        summary="a digit that a cage needs goes from cells that see all its places in the cage",
        find=finder("cage-pointing"),
        what=lambda w: f"{gone_digits(w)[0]} in {cage_of(w)[0]}",
        reason=_pointing,
        look_for="a digit in all combinations of a cage whose places in the cage lie in one row, "
        "column or box.",
        why="the cage holds the digit in one of these places. A cell that sees all of them sees "
        "the digit, wherever it is.",
    ),
)
