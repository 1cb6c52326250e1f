"""The puzzles that each format can store, and the reasons why it cannot store others."""

from __future__ import annotations

import pytest

from pandoku.formats import FORMATS, dumps, dumps_many, get_format, line, loads
from pandoku.model import MAX_ORDER, Board, Cage, Geometry, Puzzle
from tests.in_full import in_full
from tests.together import together

PLAIN = {
    "candidates": (2, 35),
    "csv": (1, 35),
    "grid": (2, 36),
    "hodoku": (1, 35),
    "json": (1, 36),
    "line": (1, 35),
    "list": (1, 36),
    "opensudoku": (9, 9),
    "pretty": (1, 36),
    "sdk": (1, 35),
    "sukaku": (2, 35),
}
CAGED = {"cages": (1, 36), "json": (1, 36), "keen": (2, 16), "killer": (4, 16)}

SUDOKU, LATIN = Geometry.sudoku(4), Geometry.latin(4)
JIGSAW = Geometry(4, regions=(0, 0, 0, 1, 2, 0, 1, 1, 2, 2, 3, 1, 2, 3, 3, 3))
ONE_KIND = "it stores only killer cages: sums of different digits"


def cages(operation: str, target: int, size: int = 1, *, repeats: bool = True) -> tuple[Cage, ...]:
    """Return cages of *size* cells that cover a 4x4 grid."""
    starts = range(0, 16, size)
    return tuple(Cage(operation, target, tuple(range(c, c + size)), repeats) for c in starts)


def _stored(name: str, caged: bool) -> list[int]:
    def puzzles(order: int) -> list[Puzzle]:
        single = tuple(Cage("=", 1, (cell,)) for cell in range(order**2)) if caged else ()
        shapes = (Geometry.sudoku(order), Geometry.latin(order))
        return [Puzzle(shape, cages=single) for shape in shapes]

    why_not = get_format(name).why_not
    orders = range(1, MAX_ORDER + 1)
    return [n for n in orders if any(why_not(puzzle) is None for puzzle in puzzles(n))]


@pytest.mark.turns(4)
@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_format_stores_these_orders(name: str) -> None:
    for table, caged in ((PLAIN, False), (CAGED, True)):
        if name in table:
            found = _stored(name, caged)
            assert (found[0], found[-1]) == table[name]


@together(
    "name, puzzle, reason",
    [
        ("candidates", Puzzle(4, candidates=(0,) + (15,) * 15), "no candidate is left at r1c1"),
        ("csv", Puzzle(4, id="a\rb"), "it cannot store an id of several lines"),
        ("csv", Puzzle(4, id="a\nb"), "it cannot store an id of several lines"),
        ("csv", Puzzle(4, id="a\x1b[31mb"), "it cannot store an id with control characters"),
        ("csv", Puzzle(4, id="a\x9bb"), "it cannot store an id with control characters"),
        ("csv", Puzzle(4, id="a\tb"), None),
        (
            "keen",
            Puzzle(LATIN, cages=cages("=", 10**18)),
            "it stores only targets of at least 0 and at most 18 digits",
        ),
        ("keen", Puzzle(LATIN, cages=cages("=", 10**18 - 1)), None),
        ("keen", Puzzle(LATIN, cages=cages("=", 3, 2)), "it cannot store a '=' cage of 2 cells"),
        ("keen", Puzzle(LATIN, cages=cages("-", 3, 4)), "it cannot store a '-' cage of 4 cells"),
        (
            "keen",
            Puzzle(LATIN, cages=cages("+", 3, 2, repeats=False)),
            "it cannot store cages whose digits must differ",
        ),
        ("killer", Puzzle(SUDOKU, cages=cages("=", 3)), None),
        ("killer", Puzzle(SUDOKU, cages=cages("?", 3)), ONE_KIND),
        ("killer", Puzzle(SUDOKU, cages=cages("+", 3, 2)), ONE_KIND),
        ("killer", Puzzle(SUDOKU, cages=cages("+", 99_999, 2, repeats=False)), None),
        (
            "killer",
            Puzzle(SUDOKU, cages=cages("+", 390_625, 2, repeats=False)),
            "it stores only sums from 1 to 390624",
        ),
        (
            "letters",
            Puzzle(Geometry.latin(9), (9,) + (0,) * 80, (Cage("+", 3, tuple(range(1, 81))),)),
            None,
        ),
        (
            "letters",
            Puzzle(Geometry.latin(10), (10,) + (0,) * 99, (Cage("+", 3, tuple(range(1, 100))),)),
            "it stores only givens up to 9",
        ),
        ("solo", Puzzle(JIGSAW, cages=cages("+", 3, 2, repeats=False)), None),
        ("solo", Puzzle(JIGSAW, cages=cages("*", 3, 2)), ONE_KIND),
        (
            "solo",
            Puzzle(JIGSAW, cages=cages("+", 3, 2, repeats=False)[1:]),
            "every cell must be in exactly one cage",
        ),
        (
            "sukaku",
            Puzzle(4, candidates=(1,) * 16),
            "the single candidate at r1c1 would be read as a given",
        ),
        (
            "sukaku",
            Puzzle(2, (1, 2, 0, 0), candidates=(2, 3, 3, 3)),
            "the candidates at r1c1 exclude its given 1",
        ),
    ],
)
def test_what_cannot_be_stored_is_said_whole(name: str, puzzle: Puzzle, reason: str | None) -> None:
    assert get_format(name).why_not(puzzle) == reason
    if reason is None:
        read = loads(dumps(puzzle, name))
        assert [cage.cells for cage in read.cages] == [cage.cells for cage in puzzle.cages]


@pytest.mark.parametrize("kind", [dict, list])
def test_extra_data_may_be_nested_as_deep_as_it_can_be_read(kind: type) -> None:
    def nested(depth: int) -> Puzzle:
        value: object = 1
        for _ in range(depth):
            value = {"a": value} if kind is dict else [value]
        return Puzzle(4, extra={"x": value})

    assert loads(dumps(nested(56), "json")).extra == nested(56).extra
    reason = "extra['x'] is not JSON, or is nested too deeply or has too large a number"
    assert get_format("json").why_not(nested(57)) == reason


def test_cells_without_a_cage_stay_without_one() -> None:
    puzzle = Puzzle(SUDOKU, cages=(Cage("+", 50, (0, 1), False), Cage("+", 3, (2,), False)))
    assert dumps(puzzle, "killer") == f"2x2::k:12800:12800:769:{'0:' * 13}\n"
    assert in_full(loads(dumps(puzzle, "killer"))) == in_full(puzzle)


def test_only_as_many_lines_as_cells_need_a_comment() -> None:
    assert "".join(dumps_many([Puzzle(1)], "line")) == ".\n"
    *lines, comment = "".join(dumps_many([Puzzle(2)] * 4, "line")).splitlines()
    assert lines == ["...."] * 4
    assert comment == "# 4 puzzles, one per line"
    assert line.characters(bytes([0, 1, 10, 35])) == b".1AZ"


def test_progress_is_written_digit_by_digit() -> None:
    board = Board.start(Puzzle(4, (4,) + (0,) * 15)).eliminate(5, 1).eliminate(10, 4)
    assert dumps(board, "hodoku") == f":0000:x:4{'.' * 15}:122 433::\n"
    first, placed, _ = dumps(board, "candidates").split("\n\n")
    assert first == placed
    assert dumps(Puzzle(Geometry.latin(2)), "candidates") == (
        ".--------.\n| 12  12 |\n| 12  12 |\n'--------'\n"
    )
