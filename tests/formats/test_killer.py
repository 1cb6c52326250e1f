"""Format `killer`: SumoCue's two forms and the short string."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pandoku.formats import Lines, dumps, get_format, loads, open_items, sniff
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import SHARED, by_default
from tests.formats.reading import error_of
from tests.in_full import in_full
from tests.together import together

FILES = sorted((SHARED / "cages").glob("killer9*.jsonl"))
SHORT = "45<6^5<^7<64^3^^\n"  # rows: 45<6 ^5<^ 7<64 ^3^^
SHORT_CAGES = {
    (4, (0, 4)),
    (5, (1, 2)),
    (6, (3, 7)),
    (5, (5, 6)),
    (7, (8, 9, 12)),
    (6, (10, 14)),
    (4, (11, 15)),
    (3, (13,)),
}
ROWS = tuple((10, (r, r + 1, r + 2, r + 3)) for r in (0, 4, 8, 12))


def sums(puzzle: Puzzle) -> set[tuple[int | None, tuple[int, ...]]]:
    assert all(cage.operation == "+" and not cage.repeats for cage in puzzle.cages)
    return {(cage.target, cage.cells) for cage in puzzle.cages}


def killer(*cages: tuple[int | None, tuple[int, ...]], geometry: Geometry | None = None) -> Puzzle:
    made = tuple(Cage("+", target, cells, repeats=False) for target, cells in cages)
    return Puzzle(geometry or Geometry(4, (2, 2)), cages=made)


def why_not(puzzle: Puzzle) -> str | None:
    return get_format("killer").why_not(puzzle)


# ------------------------------------------------------------------ the short string


def test_arrows_lead_to_the_sum_of_their_cage() -> None:
    puzzle = loads(SHORT)
    assert puzzle.geometry == Geometry(4, (2, 2))
    assert sums(puzzle) == SHORT_CAGES
    assert dumps(puzzle, "killer") == SHORT


@together(
    "arrow, at, root",
    [
        ("v", 1, 5), ("^", 9, 5), ("<", 6, 5), (">", 4, 5),
        ("`", 10, 5), ("'", 8, 5), (",", 2, 5), (".", 0, 5),
    ],
)  # fmt: skip
def test_an_arrow_points_to_one_of_eight_neighbors(arrow: str, at: int, root: int) -> None:
    chars = ["1"] * 16
    chars[at], chars[root] = arrow, "3"
    cages = sums(loads("".join(chars), format="killer"))
    assert (3, tuple(sorted((at, root)))) in cages


def test_letters_are_sums_from_ten_to_45_and_zero_is_no_sum() -> None:
    puzzle = loads("0AZaj" + "1" * 76, format="killer")
    assert [cage.target for cage in puzzle.cages[:5]] == [None, 10, 35, 36, 45]


def test_a_cage_without_a_sum_is_written_with_zero() -> None:
    puzzle = killer((None, (0, 1, 2, 3)), *ROWS[1:])
    assert dumps(puzzle, "killer") == "0<<<A<<<A<<<A<<<\n"
    assert in_full(loads(dumps(puzzle, "killer"))) == in_full(puzzle)


def test_cells_that_touch_at_corners_are_written_with_slanting_arrows() -> None:
    puzzle = killer((5, (0, 5)), (5, (1, 4)), (4, (2, 3, 6, 7)), *ROWS[2:])
    text = dumps(puzzle, "killer")
    assert ":" not in text
    assert sums(loads(text)) == sums(puzzle)


# ------------------------------------------------------------------ SumoCue


def test_a_number_is_sum_times_256_plus_cage() -> None:
    numbers = [1025, 1025, 0, 77] + [2560] * 4 + [2562] * 4 + [2563] * 4
    text = "2x2::k:" + "".join(f"{number}:" for number in numbers)
    assert sums(loads(text)) == {(4, (0, 1)), *ROWS[1:]}
    assert in_full(loads(text.rstrip(":"))) == in_full(loads(text))


def test_d_means_both_diagonals() -> None:
    puzzle = killer(*ROWS, geometry=Geometry(4, (2, 2), diagonals=True))
    text = dumps(puzzle, "killer")
    assert text.startswith("2x2:d:k:2560:2560:2560:2560:2561:")
    assert in_full(loads(text)) == in_full(puzzle)


@together(
    "puzzle",
    [
        killer(*ROWS[1:]),
        killer((4, (0, 3)), *ROWS[1:]),
        killer(*ROWS, geometry=Geometry(4, (2, 2), diagonals=True)),
        killer(*((21, tuple(range(r, r + 6))) for r in range(0, 36, 6)),
               geometry=Geometry(6, (3, 2))),
        killer(*((4, (cell,)) for cell in range(256)), geometry=Geometry(16, (2, 8))),
        killer((46, (0, 1, 2, 3)), *ROWS[1:]),
    ],
    ids=["cells in no cage", "apart", "diagonals", "tall boxes", "256 cages", "large sum"],
)  # fmt: skip
def test_what_the_short_string_cannot_say_is_written_as_sumocue(puzzle: Puzzle) -> None:
    text = dumps(puzzle, "killer")
    assert ":k:" in text
    assert in_full(loads(text)) == in_full(puzzle)


def sumocue_v1(cells: dict[int, str], default: str = "=0") -> str:
    return "".join(cells.get(cell, default) for cell in range(81))


def test_version_one_names_the_first_cell_of_a_cage() -> None:
    cells = sumocue_v1({0: "=17", 1: "+0", 9: "+0", 10: "=5", 80: "=0", 79: "+80"})
    puzzle = loads(f"SumoCueV1{cells}")
    assert puzzle.geometry == Geometry(9, (3, 3))
    assert sums(puzzle) == {(17, (0, 1, 9)), (5, (10,)), (None, (79, 80))}
    assert loads(f"SumoCueV1D{cells}").geometry.diagonals


def test_version_one_without_cages_is_a_jigsaw_with_givens() -> None:
    rows = "".join(f"={(8 if cell == 1 else 0)}J{cell // 9}" for cell in range(81))
    puzzle = loads(f"SumoCueV1{rows}")
    assert puzzle.geometry.regions == tuple(cell // 9 for cell in range(81))
    assert puzzle.givens == (0, 8, *[0] * 79)
    assert puzzle.cages == ()


# ------------------------------------------------------------------ round trips


@pytest.mark.turns(3)
@pytest.mark.skipif(not FILES, reason="PANDOKU_SHARED has no killers")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("name", ["killer", "solo"])
def test_public_killers_come_back(path: Path, name: str) -> None:
    written = 0
    for item in open_items(path):
        assert isinstance(item.value, Puzzle)
        if get_format(name).why_not(item.value) is not None:
            assert name == "solo"  # a cell in no cage
            continue
        text = dumps(item.value, name)
        again = loads(text)
        assert item.value.solution is not None
        assert again.accepts(item.value.solution)
        found = {(cage.target, tuple(sorted(cage.cells))) for cage in item.value.cages}
        assert sums(again) == found
        written += 1
    assert written >= 10


@given(st.data())
@settings(max_examples=by_default(40, full=800), deadline=None, database=None)
def test_cages_of_any_shape_come_back(data: st.DataObject) -> None:
    n = data.draw(st.sampled_from([4, 6, 9, 12]))
    owner = data.draw(st.lists(st.integers(0, n), min_size=n * n, max_size=n * n))
    cages = []
    for number in range(1, n + 1):
        cells = tuple(cell for cell in range(n * n) if owner[cell] == number)
        if cells:
            cages.append((data.draw(st.integers(1, 500)), cells))
    puzzle = killer(*cages, geometry=Geometry.sudoku(n))
    if cages:
        again = loads(dumps(puzzle, "killer"), format="killer")
        assert again.geometry == puzzle.geometry
        assert sums(again) == sums(puzzle)


# ------------------------------------------------------------------ what it refuses to write


@together(
    "puzzle, reason",
    [
        (Puzzle(9), "it stores only puzzles with cages"),
        (killer(*ROWS).replace(givens=(1, *[0] * 15)), "it cannot store givens"),
        (killer(*ROWS, geometry=Geometry.latin(4)), "it cannot store a grid without boxes"),
        (killer(*ROWS, (3, (0, 4))), "it cannot store overlapping cages"),
        (killer((3, (0, 1, 1))), "it cannot store overlapping cages"),
        (killer((3, (0, 16))), "it stores only cages inside the grid"),
        (killer((3, (-1, 0))), "it stores only cages inside the grid"),
        (killer((0, (0, 1))), "it stores only sums from 1 to 390624"),
        (killer((10**9, (0, 1))), "it stores only sums from 1 to 390624"),
        (killer((None, (0, 1))), "only the short string can store a cage"),
        (Puzzle(Geometry.sudoku(4), cages=(Cage("+", 3, (0, 1)),)), "it stores only killer cages"),
        (
            Puzzle(Geometry.sudoku(4), cages=(Cage("*", 3, (0, 1), False),)),
            "it stores only killer cages",
        ),
        (Puzzle(Geometry(4, regions=(0, 1, 2, 3) * 4)), "it cannot store jigsaw regions"),
        (Puzzle(Geometry(4, (2, 2), extra=((0, 1, 2, 4),))), "it cannot store extra houses"),
    ],
)
def test_a_puzzle_that_it_cannot_hold_is_refused_with_a_reason(puzzle: Puzzle, reason: str) -> None:
    said = why_not(puzzle)
    assert said is not None
    assert reason in said


# ------------------------------------------------------------------ mistakes

NUMBERS = "2x2::k:" + "256:" * 15


@together(
    "text, column, reason",
    [
        ("45<6^5<^7<64^3^", 16, "expected 81 characters (or 16, 36, 64, ... 256), found 15"),
        ("45<6^5<^7<64^3^v", 16, "expected an arrow to a cell of the grid, found 'v' at its edge"),
        ("45<6><^^7<64^3^^", 5, "expected a sum at the end of the arrows, found a loop"),
        ("45<6^5<^7<6k^3^^", 12, "expected a sum (0-9, A-Z, a-j) or an arrow, found 'k'"),
        ("  45<6^5<^7<6k^3^^", 14, "expected a sum (0-9, A-Z, a-j) or an arrow, found 'k'"),
        (NUMBERS, 8, "expected 16 numbers, found 15"),
        (NUMBERS + "x:", 68, "expected sum * 256 + cage, found 'x'"),
        (NUMBERS + "9" * 5000, 68, "expected sum * 256 + cage, found '99999999999999999999'"),
        (NUMBERS + "512:", 68, "expected the sum 1 as before for cage 0, found 2"),
        ("2x2::j:1:", 1, "expected 3x3::k: (or 3x3:d:k: with diagonals) first"),
        ("1x9::k:1:", 1, "expected boxes of 4 to 16 cells, found 1x9"),
        ("9x9::k:1:", 1, "expected boxes of 4 to 16 cells, found 9x9"),
        ("SumoCueV1=0+0", 14, "expected 81 cells, found 2"),
        ("SumoCueV1=0*0", 12, "expected '=sum' or '+first cell', found '*0'"),
        (f"SumoCueV1{sumocue_v1({5: '+99'})}", 21, "expected a cell 0-80 with a sum"),
        (f"SumoCueV1{sumocue_v1({5: '+4', 4: '+5'})}", 19, "expected a cell 0-80 with a sum"),
        (f"SumoCueV1{sumocue_v1({5: '=0J1'})}", 12, "expected J and a region, as in other cells"),
    ],
)
def test_a_mistake_is_shown_where_it_is(text: str, column: int, reason: str) -> None:
    error = error_of(text, "killer")
    assert reason in error.reason
    assert (error.line, error.column) == (1, column)


def test_a_first_line_with_a_mistake_is_still_recognized() -> None:
    for text in (SHORT.replace("3", "#"), SHORT[:-2], NUMBERS + "x", "SumoCueV1=0"):
        assert sniff(Lines.of(text)).name == "killer"
