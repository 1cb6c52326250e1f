"""Format `keen`: ids of Tatham's Keen are read and written byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from pandoku.formats import dumps, get_format, loads, open_items
from pandoku.formats.tatham.edges import decode_edges, encode_edges, why_no_edges
from pandoku.model import Cage, FrozenMap, Geometry, Puzzle
from tests.data import SHARED
from tests.formats.reading import error_of
from tests.in_full import in_full
from tests.together import together

FILES = sorted((SHARED / "cages").glob("kenken*.tatham.txt"))
THREE = "3:a_3aa_a_,a3s1d3a3m2\n"


def latin(order: int, *cages: Cage, **more: object) -> Puzzle:
    return Puzzle(Geometry.latin(order), cages=cages, **more)  # type: ignore[arg-type]


def why_not(puzzle: Puzzle) -> str | None:
    return get_format("keen").why_not(puzzle)


def test_an_id_is_a_latin_square_with_cages() -> None:
    puzzle = loads(THREE)
    assert puzzle.geometry == Geometry.latin(3)
    assert puzzle.cages == (
        Cage("+", 3, (0, 1)),
        Cage("-", 1, (2, 5)),
        Cage("/", 3, (3, 6)),
        Cage("=", 3, (4,)),
        Cage("*", 2, (7, 8)),
    )
    assert dumps(puzzle, "keen") == THREE


def test_a_single_cell_holds_its_target_whatever_the_letter() -> None:
    assert in_full(loads(THREE.replace("d3a3", "d3m3"))) == in_full(loads(THREE))


@together("level", ["de", "dn", "dx", "du", "dnm", "m"])
def test_the_difficulty_is_kept(level: str) -> None:
    text = THREE.replace("3:", f"3{level}:")
    assert loads(text).extra == FrozenMap({"keen": level})
    assert dumps(loads(text), "keen") == text


def test_two_equal_characters_are_written_twice_and_three_counted() -> None:
    cages = [Cage("=", 1, (cell,)) for cell in range(4)]
    assert dumps(latin(2, *cages), "keen") == "2:_5,a1a1a1a1\n"
    assert in_full(loads("2:_____,a1a1a1a1", format="keen")) == in_full(
        loads("2:_2_3,a1a1a1a1", format="keen")
    )


@pytest.mark.turns(3)
@pytest.mark.skipif(not FILES, reason="PANDOKU_SHARED has no ids")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_public_ids_are_the_puzzles_beside_them_and_come_back_byte_for_byte(path: Path) -> None:
    ids = path.read_text(encoding="ascii")
    puzzles = [item.value for item in open_items(path)]
    assert all(isinstance(puzzle, Puzzle) for puzzle in puzzles)
    beside = path.with_name(path.name.replace(".tatham.txt", ".jsonl"))
    for puzzle, item in zip(puzzles, open_items(beside), strict=True):
        assert isinstance(puzzle, Puzzle)
        assert isinstance(item.value, Puzzle)
        assert puzzle.geometry == item.value.geometry
        assert set(puzzle.cages) == set(item.value.cages)
        assert item.value.solution is not None
        assert puzzle.accepts(item.value.solution)
    assert "".join(dumps(p, "keen") for p in puzzles if isinstance(p, Puzzle)) == ids


# ------------------------------------------------------------------ borders


def test_borders_close_even_an_open_grid() -> None:
    assert encode_edges([0] * 9, 3, counted=False) == "l"
    assert decode_edges("l", 3) == [0] * 9


def test_a_run_of_24_is_written_and_one_of_25_refused() -> None:
    assert encode_edges([0] * 16, 4, counted=False) == "x"
    open_grid = [0] * 25  # 40 neighbors, no border
    assert why_no_edges([0] * 16, 4) is None
    assert why_no_edges(open_grid, 5) == "it cannot store a run of more than 24 open neighbors"
    puzzle = latin(5, Cage("+", 75, tuple(range(25))))
    assert "24 open" in (why_not(puzzle) or "")


def test_cells_that_only_touch_at_a_corner_are_apart() -> None:
    assert why_no_edges([0, 1, 1, 0], 2) == "it stores only connected cages and regions"


# ------------------------------------------------------------------ what it refuses to write

COVER = tuple(Cage("=", 1, (cell,)) for cell in range(2, 4))


@together(
    "puzzle, reason",
    [
        (Puzzle(4), "it cannot store boxes"),
        (Puzzle(Geometry.latin(3), (1,) + (0,) * 8), "it cannot store givens"),
        (latin(2, Cage("+", 3, (0, 1)), *COVER[1:]), "every cell must be in exactly one cage"),
        (latin(2, Cage("+", 3, (0, 1, 2)), *COVER), "every cell must be in exactly one cage"),
        (latin(2, Cage("+", 3, (0, 1, 1)), *COVER), "every cell must be in exactly one cage"),
        (latin(2, Cage("+", 3, (0, 9)), *COVER), "every cell must be in exactly one cage"),
        (latin(2, Cage("?", 3, (0, 1)), *COVER), "it cannot store hidden operations"),
        (
            latin(2, Cage("+", 3, (0, 1), False), *COVER),
            "it cannot store cages whose digits must differ",
        ),
        (latin(2, Cage("+", None, (0, 1)), *COVER), "targets of at least 0 and at most 18 digits"),
        (latin(2, Cage("+", -3, (0, 1)), *COVER), "targets of at least 0 and at most 18 digits"),
        (latin(2, Cage("-", 0, (0, 1, 2)), COVER[1]), "it cannot store a '-' cage of 3 cells"),
        (latin(2, Cage("/", 1, (0, 1, 2)), COVER[1]), "it cannot store a '/' cage of 3 cells"),
        (latin(2, Cage("+", 2, (0, 3)), Cage("+", 4, (1, 2))), "it stores only connected cages"),
        (
            loads(THREE).replace(extra=FrozenMap({"keen": "7"})),
            "extra['keen']: expected a difficulty",
        ),
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
        ("hello", 1, "expected an id such as 4dx:BLOCKS,CLUES"),
        ("1:_,a1", 1, "expected an order from 2 to 16, found 1"),
        ("9999:_,a1", 1, "expected an order from 2 to 16, found 9999"),
        ("3:a_%,a3", 5, "expected '_' or a letter a-x, found '%'"),
        ("3:4a,a3", 3, "expected '_' or a letter a-x, found '4'"),
        ("3:a_y,a3", 5, "programs disagree about 'y' (a run of 25 or more)"),
        ("3:a_0a,a3", 5, "expected a repeat count 1-9999 after '_', found 0"),
        ("3:_99999,a3", 4, "expected a repeat count 1-9999 after '_', found 99999"),
        ("3:x999,a3", 3, "12 pairs of neighbors and a final border, found too many"),
        ("3:a_3aa_a,a3", 10, "12 pairs of neighbors and a final border, found 11"),
        ("  3:a_3aa_a,a3", 12, "12 pairs of neighbors and a final border, found 11"),
        ("3:a_3aa_a_,a3s1d3a3", 20, "expected 5 clues such as a7, found the end"),
        ("3:a_3aa_a_,a3s1x3a3m2", 16, "expected 5 clues such as a7, found 'x3a3m2'"),
        ("3:a_3aa_a_,a3s1d3a3m2a1", 22, "expected only 5 clues, found 'a1'"),
        ("2:a_a,a3a", 9, "expected 2 clues such as a7, found 'a'"),
        ("2:d,s1", 5, "expected a cage of two cells for 's1', found 4"),
    ],
)
def test_a_mistake_is_shown_where_it_is(text: str, column: int, reason: str) -> None:
    error = error_of(text, "keen")
    assert reason in error.reason
    assert (error.line, error.column) == (1, column)
