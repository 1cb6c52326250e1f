"""Rows of tables as puzzles, and the errors of bad rows."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

import pandoku
from pandoku.batch.rules import kind_of, puzzle_of_rules, rules_of
from pandoku.batch.sorting import clashes, sorted_out
from pandoku.model import Batch, Cage, Geometry, Puzzle
from tests.data import EASY, ESCARGOT, JIGSAW5, WINDOWS
from tests.together import together

KILLER = Puzzle(
    Geometry.sudoku(4),
    cages=(Cage("+", 3, (1, 0), repeats=False), Cage("+", 7, (2, 3), repeats=False)),
)
CALCUDOKU = Puzzle(Geometry.latin(3), cages=(Cage("*", 6, (0, 1)), Cage("-", 1, (3, 6))))
JIGSAW = Puzzle(Geometry(5, None, JIGSAW5), (1,) + (0,) * 24)


def table(*rows: tuple[Any, ...], names: str = "puzzle rules error") -> Any:
    columns = zip(*rows, strict=True)
    return pa.table(
        {
            name: pa.array(list(each), pa.string())
            for name, each in zip(names.split(), columns, strict=False)
        }
    )


def text(puzzle: Puzzle) -> str:
    return "".join(".123456789"[given] for given in puzzle.givens)


@pytest.mark.parametrize(
    ("puzzle", "rules"),
    [
        (Puzzle(9), None),
        (Puzzle(Geometry.sudoku(5)), None),
        (Puzzle(Geometry.sudoku(6, (3, 2))), '{"size":6,"box":[3,2]}'),
        (Puzzle(Geometry.latin(4)), '{"size":4,"box":null}'),
        (
            KILLER,
            '{"size":4,"box":[2,2],"cages":[{"op":"+","target":3,"cells":[0,1],"repeats":false},'
            '{"op":"+","target":7,"cells":[2,3],"repeats":false}]}',
        ),
        (Puzzle(2, (), (), (3, 3, 1, 3)), '{"size":2,"box":null,"candidates":[3,3,1,3]}'),
    ],
)
def test_rules_are_written_in_one_way(puzzle: Puzzle, rules: str | None) -> None:
    assert rules_of(puzzle) == rules


@pytest.mark.parametrize(
    "puzzle",
    [KILLER, CALCUDOKU, JIGSAW, Puzzle(Geometry.sudoku(9, diagonals=True, extra=WINDOWS))],
    ids=["killer", "calcudoku", "jigsaw", "windoku"],
)
def test_rules_are_read_as_they_were(puzzle: Puzzle) -> None:
    rules = rules_of(puzzle)
    assert rules is not None
    again = puzzle_of_rules(rules)
    assert again == puzzle.replace(givens=())
    assert rules_of(again) == rules


def test_equal_puzzles_have_equal_rules() -> None:
    cages = tuple(Cage(c.operation, c.target, c.cells[::-1], c.repeats) for c in KILLER.cages[::-1])
    assert rules_of(KILLER.replace(cages=cages)) == rules_of(KILLER)


@pytest.mark.parametrize(
    ("puzzle", "kind"),
    [
        (Puzzle(9), "sudoku"),
        (Puzzle(Geometry.latin(9)), "latin"),
        (Puzzle(7), "latin"),
        (JIGSAW, "jigsaw"),
        (KILLER, "killer"),
        (CALCUDOKU, "calcudoku"),
        (CALCUDOKU.replace(kind="kenken"), "calcudoku"),
    ],
)
def test_a_puzzle_has_a_kind(puzzle: Puzzle, kind: str) -> None:
    assert kind_of(puzzle) == kind


def test_puzzles_of_any_kinds_are_sorted_by_geometry_and_keep_their_places() -> None:
    puzzles = [JIGSAW, Puzzle(4, (1,) + (0,) * 15), KILLER, pandoku.loads(EASY), KILLER, CALCUDOKU]
    found = sorted_out(table(*((text(each), rules_of(each), None) for each in puzzles)))
    assert found.errors == {}
    placed = {
        place: puzzle
        for group in found.groups
        for place, puzzle in zip(group.at.tolist(), group.batch, strict=True)
    }
    assert [placed[place] for place in range(len(puzzles))] == puzzles
    assert [group.at.tolist() for group in found.groups] == [[0], [1], [2, 4], [3], [5]]


@together(
    "puzzle, rules, message",
    [
        (None, None, "null"),
        ("1" * 80, None, "length: expected 81, found 80"),
        ("", None, "length: expected 81, found 0"),
        (EASY[:7] + "x" + EASY[8:], None, "character: expected 1-9 . 0, found 'x' at 7"),
        (EASY[:7] + " " + EASY[8:], None, "character: expected 1-9 . 0, found ' ' at 7"),
        ("55" + "." * 79, None, "givens: row 1 has 5 at r1c1 and r1c2"),
        ("." * 81, "{", "rules: "),
        ("." * 81, '{"size": 4}', "length: expected 16, found 81"),
        ("." * 16, '{"size": 4, "arrows": []}', "rules: "),
        (None, '{"size": 4}', "null"),
        ("11" + "." * 14, rules_of(KILLER), "givens: row 1 has 1 at r1c1 and r1c2"),
        ("." * 16, '{"size":4,"cages":[{"op":"+","target":99,"cells":[0,1]}]}', "rules: "),
        ("." * 9, '{"size": 3, "box": null, "givens": [1,0,0,0,0,0,0,0,0]}', "rules: "),
    ],
)
def test_a_bad_row_says_what_is_wrong_and_leaves_the_others_alone(
    puzzle: str | None, rules: str | None, message: str
) -> None:
    found = sorted_out(table((EASY, None), (puzzle, rules), (ESCARGOT, None), names="puzzle rules"))
    assert list(found.errors) == [1]
    assert found.errors[1].startswith(message)
    assert [group.at.tolist() for group in found.groups] == [[0, 2]]
    assert list(found.groups[0].batch) == [pandoku.loads(EASY), pandoku.loads(ESCARGOT)]


def test_a_row_that_was_bad_before_stays_bad() -> None:
    found = sorted_out(table((EASY, None, "not proper"), (EASY, None, None)))
    assert found.errors == {0: "not proper"}
    assert found.groups[0].at.tolist() == [1]


def test_clashes_are_found_in_every_house() -> None:
    geometry = Geometry.sudoku(9, diagonals=True, extra=WINDOWS)
    for house in geometry.houses:
        givens = [0] * 81
        givens[house.cells[0]] = givens[house.cells[-1]] = 9
        found = clashes(Batch.of([Puzzle(geometry), Puzzle(geometry, givens)]))
        assert list(found) == [1]
        assert found[1].startswith("givens: ")
    assert clashes(Batch.of([pandoku.loads(EASY)])) == {}
