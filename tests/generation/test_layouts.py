"""Layouts: clues keep their places, get new values, and leave one solution."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

import pandoku
from pandoku import BudgetError, PandokuError, Puzzle, generate, generate_many, solve
from pandoku.generation import wishes_of
from pandoku.model import Cage
from pandoku.model.geometry import cell_name
from tests.together import together

LAYOUTS: dict[str, dict[str, Any]] = {
    "arrows": {"order": 6, "constraints": "arrow"},
    "little killers": {"constraints": "little killer", "seed": 2},
    "thermometers": {"order": 6, "constraints": "thermometer"},
    "sandwiches": {"order": 6, "constraints": "sandwich"},
    "kropki": {"order": 6, "constraints": "dots"},
    "X-sums and quadruples": {"order": 6, "constraints": "x-sum, quadruple"},
    "skyscrapers": {"order": 6, "constraints": "skyscraper"},
    "numbered rooms": {"order": 6, "constraints": "numbered room"},
    "cages and a whisper": {"order": 6, "constraints": "cage, whisper"},
    "killer": {"kind": "killer"},
    "calcudoku": {"kind": "calcudoku", "order": 6},
    "sudoku": {},
}


def places(puzzle: Puzzle) -> list[Any]:
    """Return the kind, the cells and the number of fields of each constraint."""
    found = []
    for each in puzzle.constraints:
        direction = getattr(each, "direction", "")
        found.append((type(each), each.cells_on(puzzle.geometry), direction))
    return found


def check_layout(layout: Puzzle, made: Puzzle) -> None:
    assert made.geometry == layout.geometry
    assert places(made) == places(layout)
    assert [*map(bool, made.givens)] == [*map(bool, layout.givens)]
    assert made.solution is not None
    assert made.accepts(made.solution)
    assert not made.problems()


@pytest.mark.turns(3)
@together("name", [*LAYOUTS])
def test_the_layout_is_kept(name: str) -> None:
    pytest.importorskip("ortools")
    layout = generate(**{"seed": 1} | LAYOUTS[name])
    made = generate(like=layout, seed=3)
    check_layout(layout, made)
    # Without givens and values, the layout has only one grid.
    assert made != layout or name == "kropki"
    found = solve(made, engine="cp-sat", limit=2)
    assert found.is_unique
    assert found.solution == made.solution


def test_the_values_of_the_layout_do_not_matter() -> None:
    layout = generate("killer", 6, seed=1)
    bare = layout.replace(
        cages=tuple(replace(each, target=None) for each in layout.cages), solution=None
    )
    assert all(each.target is None for each in bare.cages)
    made = generate(like=bare, seed=1)
    check_layout(layout, made)
    assert made == generate(like=layout, seed=1)
    zeros = Puzzle(6).with_(*(f"sandwich 0 r1c{at} D" for at in range(1, 7)))
    zeros = zeros.replace(givens=(1, 0, 0, 2, 0, 0) * 6)
    totals = {each.number for each in generate(like=zeros, seed=1).further}  # type: ignore[attr-defined]
    assert len(totals) > 1


def test_lines_stay_as_they_are() -> None:
    layout = generate(order=6, constraints="thermometer, arrow, dots", seed=2)
    for made in generate_many(3, like=layout, seed=1):
        assert made.further == layout.further
        check_layout(layout, made)


def test_an_operation_stays_if_it_suits_the_digits() -> None:
    cages = [("/", 2, "r1c1 r1c2"), ("-", 1, "r2c1 r2c2"), ("*", 12, "r1c3 r1c4 r2c4")]
    layout = Puzzle.kenken(4, cages).replace(givens=(0,) * 8 + (1, 2, 0, 0, 0, 0, 3, 4))
    for seed in range(6):
        made = generate(like=layout, seed=seed)
        first, second, third = made.cages
        assert made.solution is not None
        a, b = sorted(made.solution[:2])
        assert first == Cage("/", b // a, (0, 1)) if b % a == 0 else first.operation == "-"
        assert (second.operation, third.operation) == ("-", "*")


def test_the_difficulty_is_met() -> None:
    layout = generate("killer", 6, seed=1)
    made = generate(like=layout, rating="..4.0", seed=1, budget=20)
    check_layout(layout, made)
    assert pandoku.rate(made).score <= 4


def test_a_solution_can_be_named() -> None:
    layout = generate("killer", 6, seed=1)
    assert generate(like=layout, solution=layout.solution) == layout


def test_the_threads_and_the_count_do_not_matter() -> None:
    layout = generate(order=6, constraints="x-sum", seed=1)
    made = generate_many(3, like=layout, seed=7, threads=1)
    assert list(made)[1:] == list(generate_many(2, like=layout, seed=7, first=1, threads=2))
    assert len({*made}) == 3


def test_given_candidates_stay_and_limit_the_new_digits() -> None:
    masks = (0b0101, *[15] * 4, 0b0011, *[15] * 4, 0b1100, *[15] * 5)
    layout = Puzzle.sudoku("..1....3....2...").replace(candidates=masks)
    made = generate_many(3, like=layout, seed=1)
    for puzzle in made:
        assert puzzle.candidates == masks
        assert [digit > 0 for digit in puzzle.givens] == [digit > 0 for digit in layout.givens]
        assert solve(puzzle, limit=2).is_unique
        assert all(
            mask >> digit - 1 & 1 for mask, digit in zip(masks, puzzle.solution or (), strict=True)
        )
    assert solve(made.batch[0], limit=2).is_unique
    (with_line,) = generate_many(
        1, like=layout.with_("thermometer r3c1 r4c1 r4c2"), difficulty="easy", seed=1
    )
    assert with_line.candidates == masks


@together(
    "wishes, reason",
    [
        ({"kind": "killer"}, "a layout without a kind and an order, found 'killer'"),
        ({"order": 6}, "a layout without a kind and an order"),
        ({"givens": 5}, "found givens"),
        ({"constraints": "arrow"}, "found constraints"),
        ({"like": 3}, "found 3"),
        ({"like": Puzzle(4, candidates=(1,) * 16)}, "candidates or houses that"),
        (
            {"like": Puzzle(4).with_("thermometer r1c1-r1c4", "difference 2 r1c1 r1c2")},
            "a layout that some full grid fits",
        ),
        ({"like": Puzzle(4).with_("sandwich 0 r2c2 D")}, "begins at the edge"),
    ],
)
def test_impossible_layouts_are_refused(wishes: dict[str, Any], reason: str) -> None:
    with pytest.raises(PandokuError, match=reason):
        wishes_of(**{"like": Puzzle(4, (1,) + (0,) * 15)} | wishes)


def test_a_layout_that_leaves_several_solutions_comes_with_the_closest() -> None:
    layout = Puzzle(4).with_("thermometer r1c1 r1c2 r1c3")
    with pytest.raises(
        BudgetError, match=r"it has \d+ solutions\b.*; .* clues in the layout"
    ) as caught:
        generate(like=layout, seed=1, budget=2)
    assert caught.value.closest is not None


def test_cells_that_can_be_swapped_are_named() -> None:
    sums = ("killer 3 r1c1 r1c2", "killer 7 r1c3 r1c4", "killer 7 r2c1 r2c2", "killer 3 r2c3 r2c4")
    layout = Puzzle(4).with_(*sums)
    with pytest.raises(BudgetError, match="two of which differ in ") as caught:
        generate(like=layout, seed=1, budget=3)
    reason, closest = caught.value.why or "", caught.value.closest
    assert closest is not None
    differing = {*re.findall(r"r\dc\d", reason)}
    assert 4 <= len(differing) <= 8
    grids = solve(closest.replace(solution=None), limit=100).solutions
    assert any(differing == _differing(*pair) for pair in combinations(grids, 2))


def _differing(one: tuple[int, ...], other: tuple[int, ...]) -> set[str]:
    pairs = enumerate(zip(one, other, strict=True))
    return {cell_name(4, cell) for cell, (digit, digit2) in pairs if digit != digit2}
