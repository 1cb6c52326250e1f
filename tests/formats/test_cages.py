from __future__ import annotations

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, dumps, get_format, items, load, loads
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import SHARED, needs
from tests.in_full import in_full
from tests.together import together

EXAMPLE = get_format("cages").example
PUZZLE = loads(EXAMPLE)
PAPER = SHARED / "classics" / "000"


def counted(text: str) -> str:
    """Put the number of cells after each sum."""
    first, *rows = text.splitlines()
    tokens = [row.split() for row in rows]
    return "\n".join([first, *(" ".join([t[0], str(len(t) - 1), *t[1:]]) for t in tokens)]) + "\n"


def test_sums_and_cells_make_a_latin_square_with_cages() -> None:
    assert PUZZLE.geometry == Geometry.latin(5)
    assert PUZZLE.cages[0] == Cage("+", 5, (0, 5))
    assert len(PUZZLE.cages) == 9


def test_both_forms_of_the_paper_hold_the_same_puzzle() -> None:
    assert counted(EXAMPLE).splitlines()[1] == "5 2 0 5"
    assert in_full(loads(counted(EXAMPLE))) == in_full(PUZZLE)


@together("order", range(1, 10))
def test_both_forms_are_recognized_at_every_order(order: int) -> None:
    rows = (tuple(range(r * order, r * order + order)) for r in range(order))
    puzzle = Puzzle(
        Geometry.latin(order), cages=tuple(Cage("+", sum(cells), cells) for cells in rows)
    )
    text = dumps(puzzle, "cages")
    assert in_full(loads(text, format="cages")) == in_full(puzzle)
    assert in_full(loads(counted(text), format="cages")) == in_full(puzzle)


def test_a_cell_whose_number_looks_like_a_count_is_still_a_cell() -> None:
    # Every line has a second number that could be the number of the cells after it.
    text = "2\n3 1 0\n3 2 3 4\n"
    with pytest.raises(FormatError, match="cell 0-3"):
        loads(text, format="cages")
    assert len(loads("2\n3 1 0\n3 2 3\n").cages) == 2


def test_blank_lines_and_comments_are_passed_over() -> None:
    assert in_full(loads("# from the paper\n" + EXAMPLE.replace("\n", "\n\n"))) == in_full(PUZZLE)


def test_a_lone_cell_is_written_as_a_sum() -> None:
    cages = (Cage("=", 1, (0,)), Cage("+", 3, (1, 3)), Cage("=", 2, (2,)))
    puzzle = Puzzle(Geometry.latin(2), cages=cages)
    assert dumps(puzzle, "cages") == "3\n1 0\n3 1 3\n2 2\n"


@together(
    "old, new, line, message",
    [
        ("23 24", "23 25", 10, r"cage 9: expected a cell 0-24 \(5x5\), found 25"),
        ("23 24", "23 22", 10, r"cage 9: 22 \(r5c3\) is already in cage 8"),
        ("8 3 8", "8 3 8 8", 4, r"cage 3: 8 \(r2c4\) is already in cage 3"),
        ("23 24", "23", 10, r"24 \(r5c5\)"),
        ("8 3 8", "8 x 8", 4, "expected a number, found 'x'"),
        ("8 3 8", "8 -3 8", 4, "expected a number, found '-3'"),
        ("9\n5", "8\n5", 10, "expected 8 cages, found 9"),
        ("9\n5", "10\n5", 10, "expected 10 cages, found 9"),
        ("9\n5", "9000\n5", 1, "expected a number of cages from 1 to 1296, found '9000'"),
    ],
)
def test_a_wrong_text_names_line_and_cage_and_the_next_puzzle_is_read(
    old: str, new: str, line: int, message: str
) -> None:
    wrong = EXAMPLE.replace(old, new, 1)
    with pytest.raises(FormatError, match=message) as caught:
        loads(wrong, format="cages")
    assert caught.value.line == line
    found = list(items(Lines.of(wrong + "\n" + EXAMPLE), "cages"))
    assert [item.line for item in found] == [1, 12]
    assert in_full(found[1].value) == in_full(PUZZLE)


def test_one_wrong_count_among_right_ones_is_named() -> None:
    wrong = counted(EXAMPLE).replace("6 3 4 9 14", "6 2 4 9 14")
    with pytest.raises(FormatError, match=r"line 5, column 3: .*, 3,"):
        loads(wrong)


@together(
    "cages, reason",
    [
        ((Cage("-", 1, (0, 1)), Cage("+", 3, (2, 3))), "only sums"),
        ((Cage("+", None, (0, 1)), Cage("+", 3, (2, 3))), "cages without a target"),
        ((Cage("+", 3, (0, 1)),), "cover every cell once"),
        ((Cage("+", 3, (0, 1, 2, 3, 3)),), "cover every cell once"),
        ((Cage("+", 6, (0, 1, 2, 3), repeats=False),), "cages whose digits must differ"),
        ((Cage("+", -6, (0, 1, 2, 3)),), "sums of at least 0"),
    ],
)
def test_a_puzzle_that_it_cannot_hold_is_not_written(cages: tuple[Cage, ...], reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        dumps(Puzzle(Geometry.latin(2), cages=cages), "cages")


@needs(PAPER)
def test_the_files_of_the_paper_are_read() -> None:
    samples = [load(PAPER / name) for name in ("seed_sample.in", "official_in1.txt")]
    assert in_full(samples) == in_full([PUZZLE] * 2)
    assert in_full(load(PAPER / "test1_in.in")) == in_full(load(PAPER / "w2017_in1.txt"))
