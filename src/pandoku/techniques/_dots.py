"""Dots and marks between two cells, and neighbors without one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

from pandoku.constraints import XV, Difference, NoDifference, NoRatio, NoXV, Ratio
from pandoku.model import Constraint, Facts, Pair, Pairs, Puzzle, Step, per_rules
from pandoku.words import Words

__all__ = [
    "DOTS",
    "FEW_CANDIDATES",
    "NO_DOTS",
    "Bare",
    "Dot",
    "DotMark",
    "a_or_an",
    "bare_mark",
    "bare_of",
    "dot_kind",
    "dot_step",
    "dots_of",
    "mark_of",
    "partners_of",
    "some_dots",
    "ways_across",
]

FEW_CANDIDATES = 3  # maximum number of candidates of a cell to name


class Dot(NamedTuple):
    """A mark between two cells.

    Attributes:
        number: Index into `Puzzle.constraints`.
        first, second: The cells.
        table: The digits of the second cell for each digit of the first, and vice versa.
    """

    number: int
    first: int
    second: int
    table: tuple[int, ...]


DotMark: TypeAlias = Difference | Ratio | XV
DOTS, NO_DOTS = (Difference, Ratio, XV), (NoDifference, NoRatio, NoXV)


@per_rules
def dots_of(puzzle: Puzzle) -> tuple[tuple[Dot, ...], ...]:
    """Return the marks of each kind and value."""
    groups: dict[tuple[str, int], list[Dot]] = {}
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if isinstance(each, Difference | Ratio | XV):
            (relation,) = each.relations(puzzle)
            assert isinstance(relation, Pairs)
            dot = Dot(number, each.cells[0], each.cells[1], relation.table)
            groups.setdefault((each.NAME, each.value), []).append(dot)
    return tuple(map(tuple, groups.values()))


def mark_of(w: Words, number: int) -> DotMark:
    found = w.puzzle.constraints[number]
    assert isinstance(found, Difference | Ratio | XV)
    return found


def dot_kind(mark: DotMark, n: int = 1) -> str:
    """Return the name of a kind of mark: "white dot", "black dots of 3", "X"."""
    if isinstance(mark, XV):
        name = {5: "V", 10: "X"}.get(mark.value, f"{mark.value} mark")
        return name if n == 1 else f"{name} marks" if len(name) == 1 else f"{name}s"
    name = "white dot" if isinstance(mark, Difference) else "black dot"
    name = name if n == 1 else f"{name}s"
    return name if mark.value == mark.USUAL else f"{name} of {mark.value}"


def dot_step(
    name: str,
    gone: Iterable[Pair],
    cells: Iterable[int],
    numbers: Iterable[int],
    proves: Iterable[Pair] = (),
) -> Step:
    facts = Facts(
        cells=tuple((cell, "pattern") for cell in dict.fromkeys(cells)),
        candidates=tuple((*pair, "proves") for pair in proves),
        constraints=tuple(dict.fromkeys(numbers)),
    )
    return Step(name, eliminations=tuple(sorted({*gone})), facts=facts)


def some_dots(w: Words, numbers: Sequence[int]) -> str:
    """Return "a black dot" or "the black dots"."""
    mark = mark_of(w, numbers[0])
    if len(numbers) > 1:
        return f"the {dot_kind(mark, len(numbers))}"
    return a_or_an(dot_kind(mark))


def a_or_an(name: str) -> str:
    has_vowel = name == "X" or name[0] == "8" or name[:2] in ("11", "18")
    return f"{'an' if has_vowel else 'a'} {name}"


def ways_across(dots: Iterable[Dot]) -> Iterator[tuple[Dot, int, int]]:
    for dot in dots:
        yield dot, dot.first, dot.second
        yield dot, dot.second, dot.first


def partners_of(table: Sequence[int], digits: Iterable[int]) -> int:
    """Return the partners of digits, without the digits that are their own partners."""
    found = 0
    for digit in digits:
        found |= table[digit - 1] & ~(1 << (digit - 1))
    return found


class Bare(NamedTuple):
    """A rule that all marks are given.

    Attributes:
        number: Index into `Puzzle.constraints`.
        table: The allowed digits of a neighbor without a mark, for each digit.
        beside: For each cell, its neighbors without a mark.
    """

    number: int
    table: tuple[int, ...]
    beside: tuple[tuple[int, ...], ...]


@per_rules
def bare_of(puzzle: Puzzle) -> tuple[Bare, ...]:
    found = []
    for number, each in enumerate(puzzle.further, len(puzzle.cages)):
        if not isinstance(each, NoDifference | NoRatio | NoXV):
            continue
        for relation in each.relations(puzzle):
            assert isinstance(relation, Pairs)
            beside: list[list[int]] = [[] for _ in range(puzzle.geometry.n_cells)]
            for a, b in relation.pairs:
                beside[a].append(b)
                beside[b].append(a)
            found.append(Bare(number, relation.table, tuple(map(tuple, beside))))
    return tuple(found)


def bare_mark(rule: Constraint) -> str:
    return "mark" if isinstance(rule, NoXV) else "dot"
