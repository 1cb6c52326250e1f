"""Rules that have no drawing: those of all cells, and those about neighbors without a mark."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pandoku.constraints import (
    XV,
    AntiKing,
    AntiKnight,
    Difference,
    NoDifference,
    NoRatio,
    NoXV,
    Ratio,
)
from pandoku.formats._drawn_grid import DrawnLine
from pandoku.formats._evidence import Evidence
from pandoku.formats._shapes import disjoint_groups, falling_diagonal, rising_diagonal
from pandoku.model import Constraint, center_of

__all__ = ["find_global_rules", "negatives"]


def find_global_rules(seen: Evidence) -> None:
    known = {type(each) for each in seen.puzzle.constraints}
    if seen.says(r"anti[- ]?knight|knight'?s?[- ]?(?:move|step)") and AntiKnight not in known:
        seen.add(AntiKnight())
    if seen.says(r"anti[- ]?king|king'?s?[- ]?(?:move|step)") and AntiKing not in known:
        seen.add(AntiKing())
    apart = r"non[- ]?consecutive|adjacent cells (?:may|can|must)(?: ?not)[^.]*consecutive"
    if seen.says(apart) and NoDifference not in known:
        seen.add(NoDifference())
    if seen.says(r"disjoint (?:group|set)|same (?:relative )?position[^.]*box"):
        seen.add_sets("disjoint groups", *disjoint_groups(seen.puzzle.geometry))
    _find_diagonals(seen)


def _find_diagonals(seen: Evidence) -> None:
    if not seen.says("diagonal"):
        return
    both = (rising_diagonal(seen.n), falling_diagonal(seen.n))
    drawn = {each: line for line in seen.lines() for each in both if _is_along(line, each, seen.n)}
    marked = [*drawn]
    pattern = r"(?:both|main|marked|long|two|each|the|along) [^.]{0,20}diagonals?|sudoku[- ]?x\b"
    is_meant = marked or seen.says(pattern)
    if is_meant and not (seen.says("little killer|arrow") and not marked):
        seen.add_sets("diagonals", *(marked or both), shapes=[*drawn.values()])


def _is_along(line: DrawnLine, diagonal: tuple[int, ...], n: int) -> bool:
    """Return whether a line runs from one end of a diagonal to the other, or corner to corner."""
    ends = [center_of(cell, n) for cell in (diagonal[0], diagonal[-1])]
    drawn = line.points[0], line.points[-1]
    return len(line.points) == 2 and any(
        all(abs(x - u) < 0.6 and abs(y - v) < 0.6 for (x, y), (u, v) in zip(way, ends, strict=True))
        for way in (drawn, drawn[::-1])
    )


def negatives(words: str, found: Sequence[Constraint]) -> list[Constraint]:
    """Return rules about neighbors without a mark if the rules say that all marks are there."""
    if _NOT_ALL.search(words) or not _ALL_GIVEN.search(words):
        return []
    kinds = {type(each) for each in found}
    differences = {each.value for each in found if isinstance(each, Difference)}
    ratios = {each.value for each in found if isinstance(each, Ratio)}
    sums = {each.value for each in found if isinstance(each, XV)}
    out: list[Constraint] = []
    if Difference in kinds:
        out.append(NoDifference(tuple(sorted(differences))))
    if Ratio in kinds:
        out.append(NoRatio(tuple(sorted(ratios))))
    if XV in kinds or re.search(r"\bx(?:'?s)? (?:and|or) v|\bxv", words):
        out.append(NoXV(tuple(sorted(sums | {5, 10}))))
    return out


_NOT_ALL = re.compile(
    r"not (?:all|every|necessarily)|may not|do(?:es)? not have to|no negative|isn't|aren't"
)
_ALL_GIVEN = re.compile(
    r"\b(?:all|every)\b[^.!\n]{0,60}\b(?:given|marked|shown|present|indicated)\b"
    r"|negative (?:constraint|rule)|without (?:a |any )?(?:dot|mark|x|v)\w*[^.\n]{0,40}\bnot\b"
)
