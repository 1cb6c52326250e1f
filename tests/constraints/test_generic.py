"""Kinds that count, that compare sets of cells, and those that setters make from tables."""

from __future__ import annotations

import json
import re
from itertools import combinations, product

import pytest

import pandoku
from pandoku import Geometry, Puzzle, PuzzleError
from pandoku.constraints import (
    AutomatonLine,
    CountDistinct,
    CountingCircles,
    Difference,
    DistinctCircle,
    DutchFlatmates,
    EqualityCage,
    Fog,
    PairRule,
    Ratio,
    Regex,
    RellikCage,
    SameValues,
)
from pandoku.formats.f_puzzles.reader import puzzle_of_document
from pandoku.formats.f_puzzles.writer import document_of_puzzle, why_no_document
from pandoku.formats.json.values import BadValueError
from pandoku.model import Cage, Constraint, Tile, Total, cells_of
from pandoku.model.constraint import are_neighbors
from tests.constraints.test_kinds import defects, holds
from tests.data import SHARED, needs
from tests.together import together

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
    assert any("found 11" in x for x in _circles_of_four(11))
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
    assert any("once" in each for each in defects(DistinctCircle("r1c1", "r1c1 r1c2")))


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
    assert any("4,096" in x for x in defects(CountDistinct(cells(20), 8), sixteen))
    assert defects(CountDistinct(cells(8), 8), sixteen) == []
    assert any("at most 4,096" in x for x in defects(DistinctCircle((20,), cells(9)), sixteen))
    assert defects(DistinctCircle((20,), cells(12)), SUDOKU9) == []
    with pytest.raises(PuzzleError, match="count distinct"):
        pandoku.solve(Puzzle(sixteen).with_(CountDistinct(cells(20), 8)))


@together("value", [0, -1, True, 1.0, None, "2"])
def test_a_count_and_a_forbidden_sum_are_whole_numbers(value: object) -> None:
    for kind in (CountDistinct, RellikCage):
        with pytest.raises(PuzzleError, match=rf"^{kind.NAME}: .*found {value!r}"):
            kind("r1c1 r1c2", value)  # type: ignore[arg-type]


# ---- Dutch flatmates


@together(
    "column, is_right",
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
    assert any("between" in each for each in defects(DutchFlatmates(), Geometry.latin(2)))
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
    assert any("sum 9, found none" in x for x in defects(RellikCage(cells(6), 9)))
    assert any("9 cells" in x for x in defects(RellikCage(cells(10), 50)))
    large = Geometry.latin(36)
    assert any("4,096" in x for x in defects(RellikCage(cells(12), 200), large))
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
    assert any("found 2 and 1" in x for x in defects(SameValues("r1c1 r1c2", "r2c2")))


# ---- pair rules


def test_pairs_are_read_from_text_numbers_and_masks() -> None:
    rule = PairRule((0, 1), "21 12, 13")  # type: ignore[arg-type]
    assert rule == PairRule((0, 1), (13, 12, 21)) == PairRule.of_masks((0, 1), (6, 1, 0))
    twelve = PairRule.of_masks((0, 1), [1 << 11] + [0] * 10 + [1])
    assert twelve.table == (112, 1201)
    assert defects(twelve, Geometry.latin(12)) == []
    assert any("1..9" in x and "found 112" in x for x in defects(twelve))
    assert any("102" in x and "found 12" in x for x in defects(rule, Geometry.latin(12)))
    assert any("digits 1..4" in x for x in defects(PairRule("r1c1 r1c2", (15,)), LATIN4))


@together("table", ["", "1", "12 x", (), (10,), (1,), (12, "1.5"), None, 12, (True,)])
def test_other_pairs_are_refused(table: object) -> None:
    with pytest.raises(PuzzleError, match="pair rule: expected"):
        PairRule((0, 1), table)  # type: ignore[arg-type]


def test_pairs_have_a_direction_along_the_line() -> None:
    line = PairRule("r1c1 r1c3 r2c2", (12, 23, 33))
    assert holds(line, {"r1c1": 1, "r1c3": 2, "r2c2": 3})
    assert not holds(line, {"r1c1": 3, "r1c3": 2, "r2c2": 1})
    reverse = PairRule("r2c2 r1c3 r1c1", (21, 32, 33))
    assert line.placed(9) == reverse.placed(9)
    assert line.placed(9) != PairRule("r2c2 r1c3 r1c1", (12, 23, 33)).placed(9)


def test_a_mutual_rule_is_about_every_two_cells() -> None:
    differ = tuple(10 * a + b for a in range(1, 5) for b in range(1, 5) if a != b)
    line, mutual = (PairRule("r1c1 r1c2 r1c3", differ, each) for each in (False, True))
    for text in map("".join, product("1234", repeat=3)):
        assert holds(mutual, row(text), 4) == (len({*text}) == 3)
        assert holds(line, row(text), 4) == (text[0] != text[1] != text[2])
    assert mutual.placed(4) == PairRule("r1c3 r1c1 r1c2", differ, True).placed(4)
    rising = PairRule("r1c2 r1c1", (12,), True)
    assert holds(rising, row("21"))
    assert not holds(rising, row("12"))


def test_pairs_that_no_line_can_follow_are_a_defect() -> None:
    assert defects(PairRule("r1c1 r1c2", (12,))) == []
    assert any("3 digits" in x for x in defects(PairRule("r1c1 r1c2 r1c3", (12,))))


def test_pairs_follow_digits_that_are_relabeled() -> None:
    line, same = PairRule((0, 1, 2), (12, 23)), range(16)
    assert line.image(same, (4, 3, 2, 1)) == PairRule((0, 1, 2), (43, 32))


def test_a_heading_and_a_rule_list_few_pairs() -> None:
    few, many = PairRule((0, 1), (12, 21)), PairRule.of_masks((0, 1), (15,) * 4, mutual=True)
    assert few.heading() == "pair rule 12 21"
    assert few.rule(Geometry.sudoku(9)) == "Neighbors along the line hold the digits 12 or 21."
    assert (many.heading(), many.rule(Geometry.sudoku(9))) == ("mutual pair rule of 16 pairs", "")


# ---- regular expressions


PATTERNS = [
    "",
    "1",
    ".*",
    "12|21",
    "(1|2)*3",
    "[13]+.?",
    "[^12]{2}",
    "(1(2|3)?){1,2}4*",
    "(1{2,3}|.4)*",
    "((1*)*2?)+",
    "([1-3]{0,2}4){2,}",
    "(|12).(3|)",
    "1{0}2",
    "(1{0}){5}[2-4]{2,4}",
    "(1?){3}",
    "(12?){2,}|3{3}",
]


@together("pattern", PATTERNS)
def test_a_pattern_means_what_it_means_to_python(pattern: str) -> None:
    for length in range(2, 5):
        line = Regex(cells(length), pattern)
        automaton = line.automaton(4)
        assert automaton is not None
        puzzle = Puzzle(LATIN4)
        for digits in product(range(1, 5), repeat=length):
            expected = re.fullmatch(pattern, "".join(map(str, digits))) is not None
            assert line.holds([*digits, *[1] * 12], puzzle) == expected
            assert automaton.accepts(digits) == expected


def test_letters_are_digits_above_nine_and_spaces_mean_nothing() -> None:
    line = Regex((0, 1, 2), " [9-b] c ( a | B ) ")
    assert line.pattern == "[9-B]C(A|B)"
    puzzle, rest = Puzzle(Geometry.latin(12)), [1] * 141
    assert line.holds([10, 12, 11, *rest], puzzle)
    assert not line.holds([12, 12, 11, *rest], puzzle)
    assert any("found 12" in each for each in defects(line))
    assert Regex((0, 1), ".Z").holds([36, 35], Puzzle(Geometry.latin(36)))


@together(
    "pattern, reason",
    [
        ("1(2", r"position 4: expected '\)'"),
        ("12)", r"position 3: .*found '\)'"),
        ("*1", r"position 1: .*found '\*'"),
        ("1**", "position 3: .*parentheses"),
        ("1[2", r"position 4: .*'\]'"),
        ("1 []", r"position 4: .*'\]'"),
        ("[^]", r"position 3: .*'\]'"),
        ("[3-1]", "position 2: .*range"),
        ("[1-]", "position 4: .*'-'"),
        ("10", "position 2: .*found '0'"),
        ("1{", "position 3: .*repeats"),
        ("1{x}", "position 3: .*repeats"),
        ("1{2;3}", "position 4: expected '}'"),
        ("1{3,2}", "position 2: .*at least 3"),
        ("1{5000}", "position 3: .*1,296"),
        ("((1{1000}){9})", "4,096 .*found 9,000"),
        ("(" * 51 + "1" + ")" * 51, "50 nested"),
        ("1" * 1001, "1,000 .*found 1,001"),
        (r"\\d", "position 1: .*digit"),
        (5, "pattern"),
    ],
)
def test_a_bad_pattern_says_where_and_what_was_expected(pattern: str, reason: str) -> None:
    with pytest.raises(PuzzleError, match=f"regex line: .*{reason}"):
        Regex((0, 1), pattern)


def test_a_pattern_without_lines_or_with_too_many_states_is_a_defect() -> None:
    assert any("2 digits of 1..9" in x for x in defects(Regex("r1c1 r1c2", "1")))
    large = Regex(cells(30), ".*1.{13}")
    assert any("4,096" in x for x in defects(large))
    assert defects(Regex(cells(30), ".*1.{9}")) == []


# ---- automata


def test_an_automaton_is_followed_from_state_0_to_an_accepting_one() -> None:
    odd_ones = AutomatonLine("r1c1 r2c2 r3c3", ((1, 0, 0, -1), (0, 1, 1, -1)), (1,))  # type: ignore[arg-type]
    assert odd_ones == AutomatonLine("r1c1 r2c2 r3c3", (1, 0, 0, -1, 0, 1, 1, -1), (1, 1))
    for line in product(range(1, 5), repeat=3):
        digits = dict(zip(("r1c1", "r2c2", "r3c3"), line, strict=True))
        assert holds(odd_ones, digits, 4) == (line.count(1) % 2 == 1 and 4 not in line)


def test_steps_follow_digits_that_are_relabeled() -> None:
    line = AutomatonLine((0, 1), (1, -1, -1, -1, -1, 1, -1, -1), (1,))  # 12
    image = line.image(range(16), (4, 3, 2, 1))
    assert image is not None
    assert image.holds([4, 3, *[1] * 14], Puzzle(LATIN4))
    assert not image.holds([1, 2, *[1] * 14], Puzzle(LATIN4))


@pytest.mark.parametrize(
    ("steps", "accepting", "reason"),
    [
        ((1, 0, 0), (0,), "4 steps .*found 3"),
        ((1, 0, 0, 2), (0,), r"states 0\.\.0, found 2"),
        ((0, 0, 0, 0), (1,), r"states 0\.\.0, found 1"),
        ((-1, -1, -1, -1), (0,), r"2 digits of 1\.\.4"),
        ((0, 0, 0, 0) * 5000, (0,), "4,096 .*found 5,000"),
    ],
)
def test_an_automaton_that_is_none_is_a_defect(
    steps: tuple[int, ...], accepting: tuple[int, ...], reason: str
) -> None:
    found = defects(AutomatonLine("r1c1 r1c2", steps, accepting), LATIN4)
    assert any(re.search(reason, each) for each in found)


@together(
    "steps, accepting",
    [((), (0,)), ((0,), ()), ((-2,), (0,)), ((0,), (-1,)), (("x",), (0,)), (None, (0,)), ((0,), 0)],
)
def test_states_are_whole_numbers(steps: object, accepting: object) -> None:
    with pytest.raises(PuzzleError, match="automaton line: expected"):
        AutomatonLine((0, 1), steps, accepting)  # type: ignore[arg-type]


# ---- fog


def test_fog_covers_all_but_its_lights_and_restricts_nothing() -> None:
    fog = Fog.around([0, 15], 4)
    assert fog.lights == (0, 1, 4, 5, 10, 11, 14, 15)
    (tile,) = fog.decorations(LATIN4)
    assert isinstance(tile, Tile)
    assert (tile.role, len(tile.points)) == ("fog", 8)
    assert Fog.around([0, 1, 2, 3, 12, 13, 14, 15], 4).decorations(LATIN4) == ()
    puzzle = Puzzle.latin(4)
    assert pandoku.count(puzzle.with_(fog), None) == pandoku.count(puzzle, None) == 576


def test_f_puzzles_have_lamps_and_clear_cells_which_are_one_fog() -> None:
    # Lamps light the cells around them, too.
    grid: list[list[dict[str, int]]] = [[{}] * 4] * 4
    document = {"size": 4, "grid": grid, "fogofwar": ["R1C1"], "foglight": ["R4C4", "R1C1"]}
    puzzle = puzzle_of_document(document)
    assert puzzle.further == (Fog("r1c1 r1c2 r2c1 r2c2 r4c4").placed(4),)
    written = document_of_puzzle(puzzle)
    assert written["foglight"] == ["R1C1", "R1C2", "R2C1", "R2C2", "R4C4"]
    assert puzzle_of_document(written) == puzzle
    twice = puzzle.with_(Fog("r3c3"))
    assert why_no_document(twice) is not None


@pytest.mark.parametrize("value", [True, "R1C1", ["R5C1"], [1], {"R1C1": 1}])
def test_other_lights_are_refused(value: object) -> None:
    document = {"size": 4, "grid": [[{}] * 4] * 4, "foglight": value}
    with pytest.raises(BadValueError, match="foglight: expected"):
        puzzle_of_document(document)


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
