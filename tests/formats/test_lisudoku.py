"""Format `lisudoku`: documents with constraints, in links and on their own."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from pandoku import Puzzle
from pandoku.constraints import (
    AntiKing,
    AntiKnight,
    Arrow,
    Difference,
    Even,
    NoDifference,
    NoRatio,
    Odd,
    Palindrome,
    Ratio,
    Renban,
    Thermometer,
)
from pandoku.errors import FormatError
from pandoku.formats import link, loads, sniff
from pandoku.formats._text import Lines
from pandoku.model import Cage, Constraint, Geometry
from tests.data import by_default
from tests.formats.reading import error_of
from tests.together import together

# The shortest document in the tests of the program.
DIAGONAL = (
    "https://lisudoku.xyz/e?import="
    "N4Ig5gTglgJgylAXgUxALgJwBoQAdoC2AhhAJ4AiURYA9gHZEA26ALhAK7IC%2BQA%3D"
)
RULES: list[Constraint] = [
    Thermometer("r1c1 r1c2 r2c2"),
    Arrow("r4c4", "r4c5 r4c6"),
    Arrow("r5c1 r5c2", "r6c2 r6c3"),
    AntiKnight(),
    AntiKing(),
    Difference("r3c3 r3c4"),
    Ratio("r3c5 r3c6"),
    Odd("r6c6"),
    Even("r6c5"),
    Renban("r2c4 r2c5 r2c6"),
    Palindrome("r2c1 r3c2"),
    Cage("+", 7, (4, 5), repeats=False),
    Cage("+", None, (28, 29), repeats=False),
]


def cells(*places: tuple[int, int]) -> list[dict[str, int]]:
    """Return cells as the documents write them."""
    return [{"row": row, "col": column} for row, column in places]


def test_the_shortest_document_of_the_program_is_read() -> None:
    falling = tuple(10 * at for at in range(9))
    assert loads(DIAGONAL) == Puzzle(Geometry(9, (3, 3), extra=(falling,)))


def test_each_key_is_a_constraint() -> None:
    document = {
        "gridSize": 6,
        "fixedNumbers": [{"position": {"row": 0, "col": 1}, "value": 5}],
        "primaryDiagonal": True,
        "secondaryDiagonal": True,
        "antiKnight": True,
        "antiKing": False,
        "kropkiNegative": True,
        "kropkiDots": [
            {"dotType": "Double", "cell1": cells((0, 0))[0], "cell2": cells((0, 1))[0]},
        ],
        "killerCages": [{"sum": None, "region": cells((2, 2), (2, 3))}],
        "arrows": [{"circleCells": cells((4, 1), (4, 0)), "arrowCells": cells((5, 1))}],
        "oddCells": cells((5, 5)),
        "thermos": [],
    }
    assert loads(json.dumps(document)) == Puzzle(
        Geometry(6, (2, 3), diagonals=True), [0, 5, *[0] * 34]
    ).with_(
        Cage("+", None, (14, 15), repeats=False),
        Arrow("r5c1 r5c2", "r6c2"),  # a pill is read from left to right
        Ratio("r1c1 r1c2"),
        NoDifference(),
        NoRatio(),
        Odd("r6c6"),
        AntiKnight(),
    )


def test_old_names_are_those_of_today() -> None:
    dot = {"dot_type": "Consecutive", "cell_1": cells((0, 0))[0], "cell_2": cells((0, 1))[0]}
    document = {"grid_size": 4, "anti_king": True, "kropki_dots": [dot]}
    found = loads(json.dumps(document))
    assert found == Puzzle(4).with_(Difference("r1c1 r1c2"), AntiKing())


def test_puzzles_with_constraints_come_back_from_links() -> None:
    rng = random.Random(40)
    n_packed = 0
    for _ in range(by_default(50, full=2_000)):
        rules = rng.sample(RULES, rng.randrange(6))
        geometry = rng.choice([Geometry.sudoku(6), Geometry.sudoku(6, diagonals=True)])
        givens = [rng.randint(1, 6) if rng.random() < 0.2 else 0 for _ in range(36)]
        puzzle = Puzzle(geometry, givens).with_(*rules)
        found = link(puzzle, "lisudoku")
        n_packed += "N4Ig" in found
        assert sniff(Lines.of(found)).name == "lisudoku"
        assert {*loads(found).constraints} == {*puzzle.constraints}
        assert loads(found).givens == puzzle.givens
        assert loads(found).geometry == geometry
    assert n_packed > by_default(12, full=50)


def test_a_link_with_a_jigsaw_comes_back() -> None:
    names = "aaabbbaaabbbcccdddcccdddeeeeffeeffff"
    puzzle = Puzzle(Geometry(6, None, tuple("abcdef".index(each) for each in names)))
    assert loads(link(puzzle, "lisudoku")) == puzzle


@together(
    "puzzle, reason",
    [
        (Puzzle(5), "it stores the orders 4, 6 and 9, found 5"),
        (Puzzle.latin(9), "it cannot store boxes other than the usual ones"),
        (
            Puzzle(9).with_(Thermometer("r1c1 r1c2", slow=True)),
            "it cannot store this two-cell slow thermometer",
        ),
        (Puzzle(9).with_(Difference("r1c1 r1c2", 2)), "it cannot store this white dot"),
        (Puzzle(9).replace(cages=[Cage("+", 6, (0, 99))]), "it stores only cages in the grid"),
        (Puzzle(9, candidates=[3] * 81), "it cannot store these candidates"),
        (Puzzle(9).with_(NoRatio()), "it cannot store this rule that every ratio of 2"),
        (Puzzle(9).with_(Cage("*", 6, (0, 1))), "it cannot store this"),
        (Puzzle(9).with_(Arrow("r2c2 r2c1", "r3c3 r4c4")), "it cannot store this arrow"),
    ],
)
def test_a_puzzle_that_a_link_would_change_is_refused(puzzle: Puzzle, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        link(puzzle, "lisudoku")


@together(
    "document, reason",
    [
        ({"gridSize": 5}, "gridSize: expected 4, 6 or 9, found 5"),
        ({"gridSize": 4, "topBottom": True}, "rules that pandoku does not know: topBottom"),
        ({"gridSize": 4, "antiKing": 1}, "antiKing: expected true or false, found 1"),
        (
            {"gridSize": 4, "thermos": [cells((0, 4), (0, 3))]},
            'thermos[0][0]: expected a row and a column 0..3, found {"row": 0, "col": 4}',
        ),
        (
            {"gridSize": 4, "kropkiDots": [{"dotType": "Negative"}]},
            'kropkiDots[0].dotType: expected Consecutive or Double, found "Negative"',
        ),
        (
            {"gridSize": 4, "arrows": [{"circleCells": [], "bulb": 3}]},
            "arrows[0].bulb: unknown key, which may be a rule",
        ),
        (
            {"gridSize": 4, "fixedNumbers": [{"position": cells((0, 0))[0], "value": 5}]},
            "fixedNumbers[0].value: expected a digit 1..4, found 5",
        ),
        ({"gridSize": 4, "regions": [cells((0, 0), (0, 0))]}, "regions[0]: expected cells of"),
    ],
)
def test_a_bad_document_is_refused_by_name(document: dict[str, Any], reason: str) -> None:
    assert error_of(json.dumps(document)).reason.startswith(reason)


def test_a_link_that_was_cut_off_is_refused() -> None:
    assert "cut off" in error_of(DIAGONAL[:-30]).reason
