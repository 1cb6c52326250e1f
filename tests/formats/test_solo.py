"""Format `solo`: ids of Tatham's Solo, with boxes the right way round."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku.errors import PuzzleError
from pandoku.formats import dumps, get_format, loads
from pandoku.model import Cage, FrozenMap, Geometry, Puzzle
from tests.data import by_default
from tests.formats.reading import error_of
from tests.in_full import in_full
from tests.together import together

PICTURE = (0, 0, 1, 1, 0, 2, 1, 1, 0, 2, 3, 3, 2, 2, 3, 3)
JIGSAW = "4j:1n2,aa_a_bc_cba\n"  # its regions are PICTURE's
# Four cages that are the rows: 12 open neighbors across, then 12 borders down.
ROW_BORDERS = "l" + "_" * 12
ROW_SUMS = "10c10c10c10c"


def why_not(puzzle: Puzzle) -> str | None:
    return get_format("solo").why_not(puzzle)


def killer(*cages: tuple[int | None, tuple[int, ...]]) -> Puzzle:
    made = tuple(Cage("+", target, cells, repeats=False) for target, cells in cages)
    return Puzzle(Geometry.sudoku(4), cages=made)


ROWS = tuple((10, (r, r + 1, r + 2, r + 3)) for r in (0, 4, 8, 12))


def test_letters_are_runs_of_blanks_and_underscores_part_numbers() -> None:
    puzzle = loads("2x2:1_2b3a4i")
    assert in_full(puzzle) == in_full(Puzzle(Geometry.sudoku(4), (1, 2, 0, 0, 3, 0, 4, *[0] * 9)))
    assert dumps(puzzle, "solo") == "2x2:1_2b3a4i\n"


def test_the_first_number_is_how_tall_a_box_is() -> None:
    assert loads("2x3:zj").geometry.box == (2, 3)
    assert loads("3x2:zj").geometry.box == (3, 2)
    assert dumps(Puzzle(Geometry(6, (3, 2))), "solo") == "3x2:zj\n"


def test_digits_above_nine_are_numbers() -> None:
    puzzle = loads("3x4:12_10a1" + "z" * 5 + "j")
    assert puzzle.order == 12
    assert puzzle.givens[:4] == (12, 10, 0, 1)
    assert dumps(puzzle, "solo") == "3x4:12_10a1" + "z" * 5 + "j\n"


def test_a_full_run_of_26_is_followed_by_the_rest() -> None:
    text = "3x3:" + "z" * 3 + "b9\n"
    assert loads(text).givens == (0,) * 80 + (9,)
    assert dumps(loads(text), "solo") == text


def test_a_jigsaw_has_its_borders_behind_the_grid() -> None:
    assert in_full(loads(JIGSAW)) == in_full(
        Puzzle(Geometry(4, regions=PICTURE), (1, *[0] * 14, 2))
    )
    assert dumps(loads(JIGSAW), "solo") == JIGSAW


@together("level", ["", "a", "adu", "m8", "md4db", "r4dt", "de"])
@together("flags", ["", "x", "k", "xk"])
def test_symmetry_and_difficulty_are_kept(flags: str, level: str) -> None:
    cages = f",{ROW_BORDERS},{ROW_SUMS}" if "k" in flags else ""
    text = f"2x2{flags}{level}:p{cages}"
    puzzle = loads(text)
    assert puzzle.geometry.diagonals == ("x" in flags)
    assert bool(puzzle.cages) == ("k" in flags)
    assert puzzle.extra.get("solo", "") == level
    assert dumps(puzzle, "solo") == f"{text}\n"


def test_a_killer_has_cages_of_different_digits() -> None:
    puzzle = loads(f"2x2k:p,{ROW_BORDERS},{ROW_SUMS}")
    assert in_full(puzzle) == in_full(killer(*ROWS))


def test_a_killer_cage_may_have_no_sum() -> None:
    puzzle = killer((None, (0, 1, 2, 3)), *ROWS[1:])
    assert in_full(loads(dumps(puzzle, "solo"))) == in_full(puzzle)


def test_a_killer_jigsaw_with_diagonals_and_givens_comes_back() -> None:
    puzzle = killer(*ROWS).replace(
        geometry=Geometry(4, regions=PICTURE, diagonals=True), givens=(1, *[0] * 15)
    )
    text = dumps(puzzle, "solo")
    assert text.startswith("4jxk:1o,")
    assert in_full(loads(text)) == in_full(puzzle)


@pytest.mark.turns(3)
@given(st.data())
@settings(max_examples=by_default(25, full=600), deadline=None, database=None)
def test_grids_and_cages_of_any_order_come_back(data: st.DataObject) -> None:
    box = data.draw(st.sampled_from([(2, 2), (3, 2), (2, 4), (3, 3), (4, 4), (5, 6)]))
    n = box[0] * box[1]
    givens = data.draw(st.lists(st.integers(0, n), min_size=n * n, max_size=n * n))
    if data.draw(st.booleans()):
        width = data.draw(st.integers(1, min(n, 5)))
        cages = [
            Cage(
                "+",
                data.draw(st.integers(1, n)),
                tuple(range(at, min(at + width, r * n + n))),
                False,
            )
            for r in range(n)
            for at in range(r * n, r * n + n, width)
        ]
    else:
        cages = []
    puzzle = Puzzle(Geometry(n, box), tuple(givens), tuple(cages))
    if why_not(puzzle) is None:
        assert in_full(loads(dumps(puzzle, "solo"))) == in_full(puzzle)
    else:
        assert cages  # long runs of open neighbors


# ------------------------------------------------------------------ what it refuses to write


@together(
    "puzzle, reason",
    [
        (Puzzle(7), "it cannot store a grid without boxes"),
        (Puzzle(Geometry(32, (4, 8))), "it stores orders 2 to 31"),
        (Puzzle(4, candidates=(15,) * 16), "it cannot store candidates"),
        (Puzzle(Geometry(4, (2, 2), extra=((0, 5, 10, 15),))), "it cannot store extra houses"),
        (killer(*ROWS[1:]), "every cell must be in exactly one cage"),
        (killer(*ROWS, (3, (0, 1))), "every cell must be in exactly one cage"),
        (killer(*ROWS[:3], (10, (12, 13, 14, 16))), "every cell must be in exactly one cage"),
        (killer(*ROWS[:3], (11, ROWS[3][1])), "it stores only sums from 1 to 10"),
        (killer(*ROWS[:3], (0, ROWS[3][1])), "it stores only sums from 1 to 10"),
        (
            killer((5, (0, 5)), (5, (1, 4)), (4, (2, 3, 6, 7)), *ROWS[2:]),
            "it stores only connected",
        ),
        (Puzzle(Geometry.sudoku(4), cages=(Cage("+", 9, (0, 1)),)), "it stores only killer cages"),
        (
            Puzzle(Geometry.sudoku(4), cages=(Cage("*", 9, (0, 1), False),)),
            "it stores only killer cages",
        ),
        (Puzzle(4, extra=FrozenMap({"solo": "?"})), "extra['solo']: expected"),
    ],
)
def test_a_puzzle_that_an_id_cannot_hold_is_refused_with_a_reason(
    puzzle: Puzzle, reason: str
) -> None:
    said = why_not(puzzle)
    assert said is not None
    assert reason in said


# ------------------------------------------------------------------ mistakes


@together(
    "text, column, reason",
    [
        ("hello", 1, "expected an id such as 3x3:GRID"),
        ("2x2q:p", 1, "expected an id such as 3x3:GRID"),
        ("1x9:z", 1, "expected boxes of at least 2x2 and at most 31 cells, found 1x9"),
        ("6x6:z", 1, "expected boxes of at least 2x2 and at most 31 cells, found 6x6"),
        ("1j:a,_", 1, "expected an order from 2 to 31, found 1"),
        ("2x2:o", 6, "expected 16 cells, found 15"),
        ("2x2:p1", 7, "expected 16 cells, found more"),
        ("2x2:a5n", 6, "expected a number 1-4, found 5"),
        ("2x2:a0n", 6, "expected a number 1-4, found 0"),
        ("2x2:a" + "1" * 5000, 6, "expected a number 1-4, found 11111111111111111111"),
        ("2x2:a;n", 6, "expected numbers, letters or '_', found ';'"),
        ("2x2:p,_", 5, "expected 1 parts after the colon, found 2"),
        ("4j:p", 4, "expected 2 parts after the colon, found 1"),
        ("4j:p,_z", 7, "programs disagree about 'z'"),
        ("4j:p,_", 7, "expected 24 pairs of neighbors and a final border, found 0"),
        ("2x2k:p,l____________,10c10c10c11c", 31, "expected a number 1-10, found 11"),
        ("2x2k:p,l____________,a10n", 22, "expected a cage's sum at its first cell, found 10"),
    ],
)
def test_a_mistake_is_shown_where_it_is(text: str, column: int, reason: str) -> None:
    error = error_of(text, "solo")
    assert reason in error.reason
    assert (error.line, error.column) == (1, column)


def test_regions_of_unequal_size_are_a_defect_of_the_puzzle() -> None:
    with pytest.raises(PuzzleError, match=r"line 1: .* 4 regions, found 1"):
        loads("4j:p,x", format="solo")
