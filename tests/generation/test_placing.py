"""Puzzles with constraints: proper, tasteful, and the same for the same seed everywhere."""

from __future__ import annotations

from itertools import combinations, islice, pairwise, product
from typing import Any

import pytest

import pandoku
from pandoku import (
    BudgetError,
    PandokuError,
    Puzzle,
    WishError,
    generate,
    generate_many,
    rate,
    solve,
)
from pandoku.constraints import (
    RULES,
    XV,
    Canvas,
    CountingCircles,
    Dice,
    Difference,
    DigitGroups,
    PairRule,
    Whisper,
    proposer_of,
)
from pandoku.formats import dumps
from pandoku.generation import is_minimal, wishes_of
from pandoku.generation.holding import SampledGrids
from pandoku.generation.mixes import completed_by, placeable
from pandoku.kernel.generate import grids, keys
from pandoku.model import Cage, Geometry, Tile, digits_of
from pandoku.model.constraint import are_neighbors
from pandoku.symmetry import symmetries_of_givens
from pandoku.symmetry.givens import cell_moves
from tests.together import together

KINDS = tuple(placeable())
LINES = tuple(name for name, each in placeable().items() if each.form == "line")
# No grid of order 6 obeys these rules, or hardly any does.
ONLY_LARGE = ("anti-king", "anti-knight", "global-entropy")


def canvas_of(order: int, seed: int) -> Canvas:
    geometry = Geometry.sudoku(order)
    (row,) = grids(geometry, keys(seed, [0]), threads=1)
    return Canvas(geometry, tuple(row))


def kinds_in(puzzle: Puzzle) -> list[str]:
    names = {rule.make: name for name, rule in RULES.items()} | {Cage: Cage.NAME}
    return [names[type(each)] for each in puzzle.constraints]


def lines_of(puzzle: Puzzle) -> list[tuple[int, ...]]:
    return [
        each.cells_on(puzzle.geometry)
        for name, each in zip(kinds_in(puzzle), puzzle.constraints, strict=True)
        if name in LINES
    ]


# ------------------------------------------------------------------ proposals


@together("name", KINDS)
@together("order", [4, 6, 9])
def test_the_grid_satisfies_each_proposal(name: str, order: int) -> None:
    canvas, proposer = canvas_of(order, 3), placeable()[name]
    for constraint in islice(proposer.propose(canvas, Dice(5)), 60):
        if constraint is None:
            continue
        assert constraint.is_sound(canvas.geometry)
        assert proposer.form == "grid" or canvas.holds(constraint)


@pytest.mark.turns(3)
@together("name", KINDS)
def test_a_proposer_knows_which_digits_can_be_exchanged(name: str) -> None:
    proposer, n = placeable()[name], 6
    changes = {
        "reversed": [[6, 5, 4, 3, 2, 1]],
        "relabeled": [[2, 1, 3, 4, 5, 6], [3, 2, 1, 4, 6, 5]],
    }
    kept = dict.fromkeys(changes, True)
    for seed in range(4):
        canvas = canvas_of(n, seed)
        for keeps, maps in changes.items():
            for digits in maps:
                row = tuple(digits[d - 1] for d in canvas.digits)
                for each in islice(proposer.propose(canvas, Dice(seed)), 150):
                    if each is not None and canvas.holds(each):
                        kept[keeps] &= each.holds(row, canvas.puzzle)
    if name not in ("extra-region", "clone") and proposer.form != "grid":
        assert kept["relabeled"] == (proposer.keeps == "relabeled")
    assert kept["reversed"] or proposer.keeps in ("", "exchanged")


def test_digits_of_a_group_can_be_exchanged() -> None:
    canvas = canvas_of(6, 1)
    found = [e for e in islice(placeable()["digit-group-line"].propose(canvas, Dice(1)), 40) if e]
    (groups,) = {each.groups for each in found if isinstance(each, DigitGroups)}
    a, b = digits_of(groups[0])
    row = tuple({a: b, b: a}.get(digit, digit) for digit in canvas.digits)
    assert all(each.holds(row, canvas.puzzle) for each in found)


@together("name", KINDS)
def test_many_grids_are_compared_with_a_constraint_at_once(name: str) -> None:
    canvas = canvas_of(6, 1)
    drawn = grids(canvas.geometry, keys(2, range(64)), threads=1)
    found = [each for each in islice(placeable()[name].propose(canvas, Dice(2)), 40) if each]
    for constraint in found[:6]:
        held = SampledGrids(drawn).that_hold(constraint.relations(canvas.puzzle))
        expected = bytes(constraint.holds(tuple(row), canvas.puzzle) for row in drawn)
        assert held.to_bytes(len(drawn), "little") == expected


# -------------------------------------------------------------------- puzzles


@pytest.mark.turns(3)
@together("name", KINDS)
def test_a_puzzle_of_each_kind_is_proper(name: str) -> None:
    pytest.importorskip("ortools")
    puzzle = generate(order=9 if name in ONLY_LARGE else 6, constraints=name, seed=1)
    assert name in kinds_in(puzzle)
    assert puzzle.solution is not None
    assert puzzle.accepts(puzzle.solution)
    found = solve(puzzle, engine="cp-sat", limit=2)
    assert found.is_unique
    assert found.grid is not None
    assert tuple(digit for row in found.grid for digit in row) == puzzle.solution


@pytest.mark.turns(3)
@together(
    "constraints",
    [
        "thermometer, arrow, whisper",
        "cage, thermometer, white dot",
        "anti-knight, arrow",
        "quadruple, between, black dot",
        "renban, xv all",
        "dots all, thermometer, equal sum",
    ],
)
def test_a_mix_has_each_of_its_kinds(constraints: str) -> None:
    pytest.importorskip("ortools")
    puzzle = generate(constraints=constraints, seed=2)
    asked = {each.name for each in wishes_of(constraints=constraints).mix}
    assert asked <= {*kinds_in(puzzle)}
    assert solve(puzzle, engine="cp-sat", limit=2).is_unique


@together("seed", range(6))
def test_lines_neither_meet_nor_turn_sharply(seed: int) -> None:
    puzzle = generate(constraints="thermometer, whisper, white dot, quadruple", seed=seed)
    lines, n = lines_of(puzzle), puzzle.order
    assert all(not {*a} & {*b} for a, b in combinations(lines, 2))
    steps = [{frozenset(step) for step in pairwise(line)} for line in lines]
    dots = {frozenset(each.cells) for each in puzzle.further if isinstance(each, Difference)}
    assert not any(dots & step for step in steps)
    for line in lines:
        moves = [((b // n) - (a // n), b % n - a % n) for a, b in pairwise(line)]
        assert all(a * c + b * d >= 0 for (a, b), (c, d) in pairwise(moves))
        assert 3 <= len(line) <= 7
    for one, other in combinations(lines, 2):
        middles = [
            {(a // n + b // n, a % n + b % n) for a, b in pairwise(line)} for line in (one, other)
        ]
        assert not middles[0] & middles[1]  # two slanted steps that cross have the same middle


@together("constraints", ["thermometer", "whisper, renban", "arrow"])
def test_lines_do_not_seem_to_continue_each_other(constraints: str) -> None:
    for puzzle in generate_many(3, constraints=constraints, seed=8):
        beside = canvas_of(9, 0).beside
        for one, other in combinations(lines_of(puzzle), 2):
            ends = {other[0], other[-1]}
            assert not ends & {*beside[one[0]], *beside[one[-1]]}


def test_lines_cross_if_the_request_allows_it() -> None:
    n_crossings = 0
    for puzzle in generate_many(4, constraints="thermometer, whisper", crossings=True, seed=1):
        for one, other in combinations(lines_of(puzzle), 2):
            shared = {*one} & {*other}
            n_crossings += len(shared)
            assert not shared & {one[0], one[-1], other[0], other[-1]}
            steps = [{frozenset(step) for step in pairwise(line)} for line in (one, other)]
            assert not steps[0] & steps[1]
        assert solve(puzzle).is_unique
    assert n_crossings > 3


def test_givens_stay_off_lines() -> None:
    made = list(generate_many(6, constraints="thermometer", seed=2))
    n_hiding = sum(bool(p.givens[cell]) for p in made for line in lines_of(p) for cell in line)
    assert n_hiding <= 0.05 * sum(puzzle.n_givens for puzzle in made)


def test_the_givens_are_symmetric_unless_another_symmetry_is_requested() -> None:
    puzzle = generate(constraints="palindrome", seed=4)
    assert puzzle.n_givens
    assert [bool(d) for d in puzzle.givens] == [bool(d) for d in puzzle.givens[::-1]]
    mirrored = generate(constraints="palindrome", symmetry="mirror-columns", seed=4)
    rows = [mirrored.givens[at : at + 9] for at in range(0, 81, 9)]
    assert all([bool(d) for d in row] == [bool(d) for d in row[::-1]] for row in rows)


@together(
    "constraints, symmetry",
    [
        ("thermometer 2", "rotate-180"),
        ("white dot, black dot", "mirror-columns"),
        ("even-odd", "mirror-rows"),
        ("cage", "diagonal"),
        ("quadruple", "rotate-90"),
        ("x-sum", "rotate-180"),
    ],
)
def test_constraints_have_the_symmetry_that_is_named(constraints: str, symmetry: str) -> None:
    puzzle = generate(order=6, constraints=constraints, symmetry=symmetry, seed=3)
    (move,) = cell_moves(6, symmetry)
    # A clue outside the grid is where its line begins. Other constraints are where their cells are.
    lines = [each.cells_on(puzzle.geometry) for each in puzzle.constraints]
    is_clue = constraints == "x-sum"
    places = {line if is_clue else tuple(sorted(line)) for line in lines}
    images = [tuple(move[cell] for cell in place) for place in places]
    assert len(places) == len(lines) >= 2
    assert {image if is_clue else tuple(sorted(image)) for image in images} == places
    assert symmetry in symmetries_of_givens(puzzle) or not puzzle.n_givens


def test_constraints_of_an_orbit_are_minimal_one_by_one() -> None:
    puzzle = generate(order=6, constraints="cage", symmetry="rotate-180", minimal=True, seed=1)
    assert is_minimal(puzzle, constraints=True)


@together(
    "constraints, counts",
    [
        ("thermometer 3, arrow 2", {"thermometer": (3, 3), "arrow": (2, 2)}),
        ("4 thermos", {"thermometer": (4, 4)}),
        ("cage 2..3, quadruple 1..", {"cage": (2, 3), "quadruple": (1, 99)}),
        ("rellik 2, look-and-say", {"rellik-cage": (2, 2), "look-and-say": (1, 99)}),
        (["whisper 1", "renban 2"], {"whisper-line": (1, 1), "renban-line": (2, 2)}),
    ],
)
def test_numbers_are_kept(constraints: Any, counts: dict[str, tuple[int, int]]) -> None:
    found = kinds_in(generate(constraints=constraints, seed=5))
    for name, (least, most) in counts.items():
        assert least <= found.count(name) <= most


@together("name", ["difference", "ratio", "sum-mark"])
def test_all_signs_are_given_with_the_rule_that_says_so(name: str) -> None:
    puzzle = generate(order=6, constraints=f"{name} all", seed=3)
    rule = completed_by(name)
    assert rule is not None
    assert kinds_in(puzzle).count(rule.name) == 1
    assert puzzle.solution is not None
    assert puzzle.accepts(puzzle.solution)  # no sign is missing
    canvas = Canvas(puzzle.geometry, puzzle.solution)
    proposer = proposer_of(name)
    assert proposer is not None
    signs = {each for each in proposer.propose(canvas, Dice(1)) if each is not None}
    assert signs <= {*puzzle.constraints}


@together("number, least, most", [("", 6, 15), ("12 ", 12, 12), ("3..7 ", 3, 7)])
def test_counting_circles_are_one_group(number: str, least: int, most: int) -> None:
    puzzle = generate(order=6, constraints=f"{number}counting circles, white dot", seed=2)
    (circles,) = [each for each in puzzle.further if isinstance(each, CountingCircles)]
    assert least <= len(circles.cells) <= most


def test_areas_with_the_same_letter_are_not_mixed_up() -> None:
    for puzzle in generate_many(4, constraints="equal sum 4, clone 2", givens="30..", seed=2):
        letters = [
            {tile.text[0] for tile in each.decorations(puzzle.geometry) if isinstance(tile, Tile)}
            for each in puzzle.further
        ]
        assert all(not one & other for one, other in combinations(letters, 2))


def test_a_needed_technique_gets_the_constraints_that_it_is_about() -> None:
    wishes: dict[str, Any] = {"constraints": "arrow, renban", "needs": "renban"}
    assert wishes_of(**wishes).sought == {"renban-line"}
    # Arrows need harder techniques. Without more givens and more renban lines, nearly all attempts
    # are too hard.
    puzzle = generate(**wishes, seed=77, budget=6)
    assert kinds_in(puzzle).count("renban-line") > kinds_in(puzzle).count("arrow")


@together("name", ["between-line", "whisper-line", "zipper-line", "palindrome"])
def test_no_line_comes_back_to_itself(name: str) -> None:
    geometry = Geometry.sudoku(9)
    (row,) = grids(geometry, keys(3, range(1)), threads=1)
    canvas, proposer = Canvas(geometry, tuple(row)), proposer_of(name)
    assert proposer is not None
    made = islice(filter(None, proposer.propose(canvas, Dice(2))), 40)
    for line in [each.cells_on(geometry) for each in made]:
        distant = [(a, b) for a, b in combinations(range(len(line)), 2) if b - a > 2]
        assert not any(line[b] in canvas.touching[line[a]] for a, b in distant)


def test_dots_are_of_both_colors() -> None:
    assert {"difference", "ratio"} <= {*kinds_in(generate(order=6, constraints="dots", seed=1))}


@together("constraints", [*KINDS, "arrow, white dot", "cage, whisper", "counting circles, rellik"])
def test_nothing_is_superfluous_in_a_minimal_puzzle(constraints: str) -> None:
    puzzle = generate(order=6, constraints=constraints, minimal=True, seed=6)
    assert is_minimal(puzzle, constraints=True)


def test_numbers_and_symmetry_leave_nothing_superfluous_either() -> None:
    puzzle = generate(order=6, constraints="thermometer 3", minimal=True, seed=1)
    assert kinds_in(puzzle).count("thermometer") == 3
    assert is_minimal(puzzle, constraints=True)
    puzzle = generate(order=6, constraints="arrow", givens="minimal", symmetry="diagonal", seed=2)
    assert is_minimal(puzzle)


def test_minimal_also_applies_to_puzzles_without_constraints() -> None:
    assert is_minimal(generate(order=6, minimal=True, seed=1))
    assert generate(order=6, minimal=True, seed=1) == generate(order=6, givens="minimal", seed=1)


@together("constraints", ["dots", "cage, arrow, thermometer", "x-sum"])
def test_a_strong_mix_needs_no_givens(constraints: str) -> None:
    puzzle = generate(order=6, constraints=constraints, givens=0, seed=1)
    assert puzzle.n_givens == 0
    assert solve(puzzle).is_unique


@together("givens", ["8..12", (13, 15), 16])
def test_the_number_of_givens_is_kept(givens: Any) -> None:
    wishes = wishes_of(constraints="thermometer", givens=givens)
    assert wishes.givens is not None
    n_givens = generate(constraints="thermometer", givens=givens, seed=2).n_givens
    assert wishes.givens.least <= n_givens <= wishes.givens.most


def test_the_solution_and_the_pattern_can_be_named() -> None:
    solution = generate(order=6, seed=9).solution
    pattern = "1....1" + "......" * 4 + "1....1"
    puzzle = generate(
        order=6, constraints="arrow, thermometer, dots", solution=solution, pattern=pattern, seed=1
    )
    assert puzzle.solution == solution
    assert [bool(d) for d in puzzle.givens] == [each == "1" for each in pattern]


@together(
    "kind, order", [("latin", 5), ("latin", 7), ("diagonal", 6), ("sudoku", 4), ("sudoku", 8)]
)
def test_other_grids_have_constraints_too(kind: str, order: int) -> None:
    puzzle = generate(kind, order, constraints="thermometer, quadruple", seed=1)
    assert puzzle.order == order
    assert solve(puzzle).is_unique


# ----------------------------------------------------------------- difficulty


@together(
    "constraints, difficulty",
    [
        ("thermometer", "easy"),
        ("x-sum", "easy"),
        ("whisper", "medium"),
        ("cage", "hard"),
        ("arrow, thermometer, whisper", "hard"),
    ],
)
def test_the_difficulty_is_met(constraints: str, difficulty: str) -> None:
    puzzle = generate(constraints=constraints, difficulty=difficulty, seed=3, budget=4)
    assert rate(puzzle).level == difficulty


def test_a_technique_of_a_constraint_can_be_needed() -> None:
    puzzle = generate(order=6, constraints="thermometer", needs="thermometer", seed=1)
    techniques = [step.technique for step in pandoku.explain(puzzle, scale="pandoku").steps]
    assert "thermometer" in techniques


# ----------------------------------------------------------------------- seed


def test_the_threads_and_the_count_do_not_matter() -> None:
    made = generate_many(3, order=6, constraints="thermometer, arrow", seed=7, threads=1)
    again = generate_many(2, order=6, constraints="thermometer, arrow", seed=7, first=1, threads=2)
    assert list(made)[1:] == list(again)
    assert list(made.batch) == [
        Puzzle(each.geometry, each.givens, each.cages, further=each.further) for each in made
    ]
    assert len({dumps(each, "json") for each in made}) == 3


def test_other_kinds_get_other_grids() -> None:
    one, other = (generate(order=6, constraints=name, seed=7) for name in ("arrow", "whisper"))
    assert one.solution != other.solution


def test_a_seed_makes_this_puzzle_on_every_machine() -> None:
    puzzle = generate(order=4, constraints="thermometer, white dot", seed=1)
    assert dumps(puzzle.replace(source=None), "setter") == EXPECTED


EXPECTED = """\
kind sudoku
size 4
....
....
....
....
solution 3241413223141423
difference 1 r1c3 r2c3
difference 1 r1c1 r1c2
difference 1 r3c3 r4c3
thermometer r4c1 r3c1 r3c2
thermometer r1c2 r2c3 r3c4
"""


def test_no_quarter_is_left_without_a_piece() -> None:
    for name in ("count distinct", "parity line", "region sum"):
        for puzzle in generate_many(3, constraints=name, seed=1):
            covered = {cell for each in puzzle.further for cell in each.cells_on(puzzle.geometry)}
            for rows, columns in product((range(5), range(4, 9)), repeat=2):
                assert any(9 * row + column in covered for row in rows for column in columns)


def test_a_mix_has_more_than_one_small_sign_of_a_kind() -> None:
    for puzzle in generate_many(3, constraints="x-sum, white dot", difficulty="easy", seed=1):
        assert kinds_in(puzzle).count("difference") >= 3
    for puzzle in generate_many(3, constraints="clone, even", seed=1):
        assert kinds_in(puzzle).count("even-cell") >= 3


def test_two_gray_areas_are_not_side_by_side() -> None:
    for name in ("weighted total", "look-and-say", "equality cage"):
        for puzzle in generate_many(2, constraints=name, seed=1):
            cells = [each.cells_on(puzzle.geometry) for each in puzzle.further]
            for one, other in combinations(cells, 2):
                assert not any(are_neighbors(a, b, 9) for a in one for b in other)


def test_a_number_of_lines_may_fill_more_of_the_picture() -> None:
    found = kinds_in(generate(order=6, constraints="arrow 3, thermometer 3", seed=1, budget=5))
    assert found.count("arrow") == found.count("thermometer") == 3


def test_givens_do_not_fill_a_house() -> None:
    puzzle = generate(constraints="same values", seed=1)
    for house in puzzle.geometry.houses:
        assert sum(puzzle.givens[cell] > 0 for cell in house.cells) <= 6


@together("name, value", [("dutch whispers", 4), ("german whispers", None), ("x", 10), ("v", 5)])
def test_a_name_with_a_value_places_constraints_with_the_value(name: str, value: object) -> None:
    found = [
        each
        for each in generate(constraints=f"{name}, thermometer 2", seed=1).further
        if isinstance(each, Whisper | XV)
    ]
    assert found
    assert {each.value for each in found} == {value}


def test_chinese_whispers_are_lines_of_near_digits() -> None:
    puzzle = generate(order=6, constraints="chinese whispers", seed=1)
    assert puzzle.solution is not None
    lines = [each for each in puzzle.further if isinstance(each, PairRule)]
    assert lines
    for line in lines:
        digits = [puzzle.solution[cell] for cell in line.cells]
        assert all(abs(a - b) <= 2 for a, b in pairwise(digits))


# ------------------------------------------------------------------ bad input


@together(
    "wishes, reason",
    [
        ({"constraints": "thermo, arow"}, "there is no constraint 'arow'; try arrow"),
        ({"constraints": "fog"}, "a constraint that puzzles are made with, found fog; try anti"),
        ({"constraints": "no ratio"}, "found no-ratio; ask for 'ratio all'"),
        ({"constraints": "pairs"}, "pair-rule, which needs a list of pairs that you choose; write"),
        ({"constraints": "nfa"}, "'automaton line steps 1 2 0 1"),
        ({"constraints": "counting circles 46"}, "1 to 45 cells of counting-circles"),
        ({"constraints": "digit groups", "givens": 0}, "two digits of a group can be exchanged"),
        ({"constraints": "arrow 2, arrows"}, "each constraint once, found arrow twice"),
        ({"constraints": "arrow 0"}, "1 to 144 constraints of a kind"),
        ({"constraints": "arrow 5..3"}, "1 to 144 constraints of a kind"),
        ({"constraints": "arrow all"}, "there is no 'all' for arrow; difference, ratio and"),
        ({"constraints": "anti-knight 3"}, "anti-knight without a number"),
        ({"constraints": "xv", "crossings": True}, "lines among the constraints for crossings"),
        ({"crossings": True}, "such as thermometer or arrow, found none"),
        ({"constraints": ""}, "a list of constraints such as"),
        ({"constraints": []}, "a list of constraints such as"),
        ({"constraints": 3}, "a list of constraints such as"),
        ({"constraints": ["arrow", 3]}, "a list of constraints such as"),
        ({"constraints": "2 arrows 3"}, "a list of constraints such as"),
        ({"kind": "killer", "constraints": "arrow"}, "'cage' is one of the constraints"),
        ({"kind": "jigsaw", "constraints": "arrow"}, "name the regions"),
        ({"constraints": "whisper", "givens": 0}, "every digit d can become 10-d"),
        ({"constraints": "palindrome", "givens": 7, "symmetry": "none"}, "at least 8 givens"),
        ({"constraints": "xv 3", "symmetry": "rotate-180"}, "found 3; ask for 2 or 4, or for"),
        (
            {"order": 4, "constraints": "anti-king, arrow"},
            "that a 4x4 grid can hold, found anti-king, which no grid can satisfy; leave it out",
        ),
        (
            {"order": 6, "constraints": "anti-king, anti-knight, dutch-flatmates, minimum"},
            "found anti-king and anti-knight, which no grid can satisfy together",
        ),
        (
            {"constraints": "arrow, cage", "needs": "whisper"},
            "found whisper: it is about whisper-line, and the request has arrow and cage",
        ),
        ({"constraints": "white dot", "needs": "no-dot"}, "the request has difference"),
        ({"constraints": "arrow", "climb": True, "rating": 7}, "without constraints to climb to"),
        (
            {"order": 6, "constraints": "clone", "symmetry": "rotate-90"},
            "that clone can have on a 6x6 grid, found rotate-90",
        ),
        ({"order": 4, "constraints": "nabner"}, "room on a 4x4 grid, found nabner-line"),
        (
            {"order": 6, "constraints": "white dot, non-consecutive"},
            "random grids with no-difference have no place for difference; leave one out",
        ),
        ({"constraints": "thermo 30"}, "thermometer 27 or fewer on a 9x9 grid, found"),
        ({"order": 6, "constraints": "arrow 9, thermo 9"}, "and no cell has two constraints"),
        ({"constraints": "dots all, non-consecutive"}, "difference all without no-difference"),
        ({"needs": "thermometer"}, "there are no constraints other than cages"),
        ({"variants": "arrow"}, "constraints are the kinds to place"),
    ],
)
def test_impossible_mixes_are_refused(wishes: dict[str, Any], reason: str) -> None:
    with pytest.raises(PandokuError) as caught:
        wishes_of(**wishes)
    assert isinstance(caught.value, WishError)
    assert reason in str(caught.value)


def test_all_signs_of_a_kind_may_need_the_technique_for_missing_signs() -> None:
    assert wishes_of(constraints="white dot all", needs="no-dot").needs == ("no-dot",)


def test_a_mix_without_room_names_the_kind() -> None:
    with pytest.raises(BudgetError, match=r"no room was left for thermometer 25: \d+ of 25"):
        generate(constraints="thermometer 25", seed=1, budget=2)


def test_a_difficulty_out_of_reach_comes_with_the_closest_puzzle() -> None:
    with pytest.raises(BudgetError, match="falls short: its effort is") as caught:
        generate(order=4, constraints="even cell", difficulty="extreme", seed=1, budget=2)
    assert caught.value.closest is not None
    assert "even-cell" in kinds_in(caught.value.closest)
