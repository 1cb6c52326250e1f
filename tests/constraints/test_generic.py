"""Kinds that count, that compare sets of cells, and those that setters make from tables."""

from __future__ import annotations

import json
from itertools import combinations, product

import pytest

import pandoku
from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.constraints import (
    CountDistinct,
    CountingCircles,
    Difference,
    DistinctCircle,
    DutchFlatmates,
    EqualityCage,
    Ratio,
    RellikCage,
    SameValues,
)
from pandoku.model import Cage, Constraint, Total, cells_of
from pandoku.model.constraint import are_neighbors
from tests.constraints.test_kinds import defects, holds
from tests.data import SHARED, needs

LATIN4, SUDOKU9 = Geometry.latin(4), Geometry.sudoku(9)
VARIANTS = SHARED / "variants" / "puzzles.jsonl"


def row(digits: str, row: int = 1) -> dict[str, int]:
    """Return the digits of a row, from its first cell on."""
    return {f"r{row}c{at}": int(digit) for at, digit in enumerate(digits, 1)}


def cells(n: int, first: int = 0) -> tuple[int, ...]:
    return tuple(range(first, first + n))


# ---- counting


def test_a_digit_in_circles_occurs_as_often_as_it_says_or_not_at_all() -> None:
    circles = CountingCircles("r1c1 r1c2 r1c3 r1c4")
    for digits in product(range(1, 5), repeat=4):
        is_right = sorted(digits) in ([1, 3, 3, 3], [4, 4, 4, 4])
        assert holds(circles, row("".join(map(str, digits))), 4) == is_right


def test_digits_in_circles_add_up_to_the_number_of_circles() -> None:
    def allowed(n_circles: int, n: int = 9) -> set[int]:
        relations = CountingCircles(cells(n_circles)).relations(Puzzle(Geometry.latin(n)))
        totals = [each for each in relations if isinstance(each, Total)]
        return {digit for each in totals for digit in each.targets if digit}

    assert allowed(44) == {2, 3, 4, 5, 6, 7, 8, 9}
    assert allowed(2) == {2}
    assert allowed(10, 4) == {1, 2, 3, 4}
    assert any("different digits of 1..4 add up to, found 11" in x for x in _circles_of_four(11))
    assert _circles_of_four(10) == []


def _circles_of_four(n_circles: int) -> list[str]:
    return defects(CountingCircles(cells(n_circles)), LATIN4)


def test_a_group_of_cells_has_a_number_of_different_digits() -> None:
    for digits in product(range(1, 5), repeat=3):
        text = "".join(map(str, digits))
        for value in (1, 2, 3):
            group = CountDistinct("r1c1 r1c2 r1c3", value)
            assert holds(group, row(text), 4) == (len({*text}) == value)
        circle = DistinctCircle("r2c1", "r1c1 r1c2 r1c3")
        for value in (1, 2, 3, 4):
            assert holds(circle, row(text) | {"r2c1": value}, 4) == (len({*text}) == value)


def test_a_circle_does_not_count_itself() -> None:
    assert holds(DistinctCircle("r1c1", "r1c2 r1c3"), row("155"))
    assert any("each cell once" in each for each in defects(DistinctCircle("r1c1", "r1c1 r1c2")))


@pytest.mark.parametrize(("order", "n_cells", "value"), [(9, 81, 9), (16, 40, 4), (36, 5, 2)])
def test_counts_of_long_lists_and_large_grids(order: int, n_cells: int, value: int) -> None:
    group = CountDistinct(cells(n_cells), value)
    assert defects(group, Geometry.latin(order)) == []
    puzzle = Puzzle(Geometry.latin(order))
    (relation,) = group.relations(puzzle)
    for n_digits in (value - 1, value, value + 1):
        digits = [1 + cell % max(1, min(n_digits, order)) for cell in range(order * order)]
        assert relation.allows(digits) == group.holds(digits, puzzle) == (n_digits in (value, 10))


def test_a_count_of_too_many_sets_is_refused_by_name() -> None:
    sixteen = Geometry.latin(16)
    assert any(
        "at most 4,096 sets of digits" in x for x in defects(CountDistinct(cells(20), 8), sixteen)
    )
    assert defects(CountDistinct(cells(8), 8), sixteen) == []
    assert any("at most 4,096" in x for x in defects(DistinctCircle((20,), cells(9)), sixteen))
    assert defects(DistinctCircle((20,), cells(12)), SUDOKU9) == []
    with pytest.raises(PuzzleError, match="count distinct"):
        pandoku.solve(Puzzle(sixteen).with_(CountDistinct(cells(20), 8)))


@pytest.mark.parametrize("value", [0, -1, True, 1.0, None, "2"])
def test_a_count_and_a_forbidden_sum_are_whole_numbers(value: object) -> None:
    for kind in (CountDistinct, RellikCage):
        with pytest.raises(PuzzleError, match=rf"{kind.NAME}: .* at least 1, found {value!r}"):
            kind("r1c1 r1c2", value)  # type: ignore[arg-type]


# ---- Dutch flatmates


@pytest.mark.parametrize(
    ("column", "is_right"),
    [
        ("15", True),
        ("59", True),
        ("159", True),
        ("258", False),
        ("51", False),
        ("95", False),
        ("1559", True),
        ("1552", False),
    ],
)
def test_a_five_has_a_one_above_or_a_nine_below(column: str, is_right: bool) -> None:
    grid = {f"r{at}c3": int(digit) for at, digit in enumerate(column, 4)}
    assert (
        holds(DutchFlatmates(), {f"r{r}c{c}": 2 for r in range(1, 10) for c in range(1, 10)} | grid)
        == is_right
    )


def test_the_lower_middle_digit_of_an_even_order_needs_a_flatmate() -> None:
    twos = {f"r{r}c{c}": 2 for r in range(1, 7) for c in range(1, 7)}
    assert not holds(DutchFlatmates(), twos | {"r3c1": 3}, 6)
    assert holds(DutchFlatmates(), twos | {"r3c1": 3, "r2c1": 1}, 6)
    assert holds(DutchFlatmates(), twos | {"r3c1": 3, "r4c1": 6}, 6)
    assert holds(DutchFlatmates(), twos | {"r3c1": 4}, 6)


def test_flatmates_upside_down_swap_the_least_and_the_greatest_digit() -> None:
    n, rule = 9, DutchFlatmates()
    flipped = [(n - 1 - r) * n + c for r in range(n) for c in range(n)]
    mirrored = [r * n + n - 1 - c for r in range(n) for c in range(n)]
    reversed_digits = list(range(9, 0, -1))
    assert rule.image(mirrored, None) == rule == rule.image(flipped, reversed_digits)
    assert rule.image(flipped, None) is None
    assert rule.image(mirrored, reversed_digits) is None
    assert rule.image([c * n + r for r in range(n) for c in range(n)], None) is None


def test_flatmates_need_a_middle_digit() -> None:
    assert any("a digit between 1" in each for each in defects(DutchFlatmates(), Geometry.latin(2)))
    assert defects(DutchFlatmates(), Geometry.latin(3)) == []


# ---- cages


@pytest.mark.parametrize("order", [4, 5, 6, 7, 9])
def test_the_largest_equality_cage_has_a_filling_and_no_larger_one_has(order: int) -> None:
    def n_fillings(n_cells: int) -> int:
        puzzle = Puzzle(Geometry.latin(order))
        cage = EqualityCage(cells(n_cells))
        return sum(
            cage.holds([*part, *[1] * order], puzzle)
            for part in combinations(range(1, order + 1), n_cells)
        )

    sound = [
        k
        for k in range(2, order + 1)
        if defects(EqualityCage(cells(k)), Geometry.latin(order)) == []
    ]
    assert sound == [k for k in range(2, order + 1) if n_fillings(k)]


def test_the_middle_digit_is_in_no_equality_cage() -> None:
    assert holds(EqualityCage("r1c1 r1c2 r1c3 r1c4"), row("1289"))
    assert not holds(EqualityCage("r1c1 r1c2"), row("56"))
    assert holds(EqualityCage("r1c1 r1c2"), row("36"))
    assert not holds(EqualityCage("r1c1 r2c2"), {"r1c1": 5, "r2c2": 5})


def test_no_one_or_more_digits_of_a_rellik_cage_have_the_sum() -> None:
    cage = RellikCage("r1c1 r1c2 r1c3", 8)
    assert holds(cage, row("246")) is False  # 2 + 6
    assert holds(cage, row("128")) is False  # 8 itself
    assert holds(cage, row("134")) is False  # 1 + 3 + 4
    assert holds(cage, row("145"))
    assert not holds(cage, row("119"))  # digits differ


def test_a_rellik_cage_without_fillings_or_of_too_many_is_refused() -> None:
    assert any("without the sum 9, found none" in x for x in defects(RellikCage(cells(6), 9)))
    assert any("at most 9 cells" in x for x in defects(RellikCage(cells(10), 50)))
    large = Geometry.latin(36)
    assert any("at most 4,096 sets" in x for x in defects(RellikCage(cells(12), 200), large))
    assert defects(RellikCage(cells(12), 5), large) == []


# ---- same values


def test_sets_hold_the_same_digits_equally_often() -> None:
    pair = SameValues("r1c1 r1c2 r1c3", "r2c1 r2c2 r2c3")
    assert holds(pair, row("122") | row("212", 2))
    assert not holds(pair, row("122") | row("112", 2))
    assert not holds(pair, row("123") | row("124", 2))


def test_either_set_may_come_first_and_cells_may_be_in_both() -> None:
    one, other = SameValues("r1c1 r1c2", "r2c1 r1c1"), SameValues("r1c1 r2c1", "r1c2 r1c1")
    assert one.placed(9) == other.placed(9)
    assert holds(one, {"r1c2": 7, "r2c1": 7})
    assert not holds(one, {"r1c2": 7, "r2c1": 6})
    assert any("the same set twice" in x for x in defects(SameValues("r1c1 r1c2", "r1c2 r1c1")))
    assert any("found 2 and 1" in x for x in defects(SameValues("r1c1 r1c2", "r2c2")))


# ---- puzzles of setters, as another program stores them


def _neighbors(names: list[str]) -> list[tuple[int, ...]]:
    """Return the pairs of cells of a list that share a side."""
    pairs = [cells_of(9, pair) for pair in combinations(names, 2)]
    return [(a, b) for a, b in pairs if are_neighbors(a, b, 9)]


def _constraints(payload: str) -> tuple[list[Constraint], dict[str, int]]:
    """Return the constraints and givens of a text such as ".RellikCage~8~R1C1~R2C1.~R2C3_1"."""
    found: list[Constraint] = []
    givens: dict[str, int] = {}
    for part in filter(None, payload.split(".")):
        kind, *words = part.split("~")
        match kind:
            case "":
                givens |= {w.split("_")[0].lower(): int(w.split("_")[1]) for w in words}
            case "CountingCircles":
                found.append(CountingCircles(" ".join(words)))
            case "CountDistinct":
                found.append(DistinctCircle(words[0], " ".join(words[1:])))
            case "SameValues":
                size = len(words[1:]) // int(words[0])
                sets = [words[at : at + size] for at in range(1, len(words), size)]
                found += [SameValues(" ".join(sets[0]), " ".join(each)) for each in sets[1:]]
            case "EqualityCage":
                found.append(EqualityCage(" ".join(words)))
            case "RellikCage":
                found.append(RellikCage(" ".join(words[1:]), int(words[0])))
            case "DutchFlatmates":
                found.append(DutchFlatmates())
            case "BlackDot":
                found += map(Ratio, _neighbors(words))
            case "WhiteDot":
                found += map(Difference, _neighbors(words))
            case "V":
                found += [Cage("+", 5, pair) for pair in _neighbors(words)]
            case _:
                raise AssertionError(kind)
    return found, givens


@needs(VARIANTS)
@pytest.mark.parametrize(
    "title",
    [
        "Clockwork",
        "Count Different (Circles)",
        "Clone",
        "Equality cages",
        "Dutch Flat Mates (Kropki)",
        "Hazy Rellik",
    ],
)
def test_a_puzzle_of_a_setter_has_its_one_solution(title: str) -> None:
    with VARIANTS.open() as lines:
        (found,) = [row for row in map(json.loads, lines) if row["title"] == title]
    constraints, givens = _constraints(found["payload"])
    grid = [givens.get(SUDOKU9.name(cell), 0) for cell in range(81)]
    puzzle = Puzzle(SUDOKU9, grid).with_(*constraints)
    answer = pandoku.solve(puzzle)
    assert answer.is_unique
    assert "".join(map(str, answer.solutions[0])) == found["solution"]
