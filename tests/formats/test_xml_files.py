"""Formats `sudoq` and `sdku`, and shapes of `ksudoku`: XML that other programs write."""

from __future__ import annotations

import random
from math import isqrt

import pytest

import pandoku
from pandoku import Geometry, Puzzle
from pandoku.formats import items, loads, loads_board, sniff
from pandoku.formats._text import Lines
from tests.data import CASES, WINDOWS, needs_case
from tests.formats.reading import error_of
from tests.together import together

SOLVED4 = "1234341221434321"
DTD = (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    '<!DOCTYPE sudoku SYSTEM "./sudoku.dtd">\n'
)
# A jigsaw of SudoQ, drawn: its blocks are those of the program's documentation.
SQUIGGLY = (
    "AABBBBBCC AAABBBCCC DAAABCCCE DDAFFFCEE DDDFFFEEE DDGFFFHEE DGGGIHHHE GGGIIIHHH GGIIIIIHH"
)
SPIRALS = (
    "AAAAABBBB AACCCCDBB ACCEFCDDB AEEEFCCDB GEFFFFFDB GEHHFDDDI GEEHFDHHI GGEHHHHII GGGGIIIII"
)
STAIRS = "AAAABBBCC AAABBBCCC AABBBCCCC DDDDEEEFF DDDEEEFFF DDEEEFFFF GGGGHHHII GGGHHHIII GGHHHIIII"


def sudoq(kind: int, solution: str, givens: set[int], head: str = DTD) -> str:
    """Return a file of SudoQ, with its cells in any order."""
    n = isqrt(len(solution))
    cells = [*range(n * n)]
    random.Random(kind).shuffle(cells)
    fields = [
        f'<fieldmap id="{cell + 1}" editable="{str(cell not in givens).lower()}" '
        f'solution="{int(solution[cell], 17) - 1}">\n<position x="{cell % n}" y="{cell // n}">'
        "</position>\n</fieldmap>\n"
        for cell in cells
    ]
    root = f'<sudoku transformCount="0" type="{kind}" complexity="0" id="1">'
    return f"{head}{root}\n{''.join(fields)}</sudoku>"


def regions(letters: str) -> Geometry:
    return Geometry(9, regions=tuple(ord(each) - ord("A") for each in letters.replace(" ", "")))


GEOMETRIES = {
    0: Geometry.sudoku(9),
    1: Geometry.sudoku(4),
    2: Geometry.sudoku(6),
    3: Geometry.sudoku(16),
    5: Geometry.sudoku(9, diagonals=True),
    6: Geometry(9, (3, 3), extra=WINDOWS),
    7: regions(SQUIGGLY),
    8: regions(SPIRALS),
    9: regions(STAIRS),
}


@pytest.mark.parametrize("kind", GEOMETRIES)
def test_each_type_of_sudoq_has_its_houses(kind: int) -> None:
    geometry = GEOMETRIES[kind]
    outcome = pandoku.solve(Puzzle(geometry))
    digits = [digit for row in outcome.grid or () for digit in row]
    solution = "".join("0123456789abcdefg"[digit] for digit in digits)
    text = sudoq(kind, solution, {0, 5, 7})
    assert sniff(Lines.of(text)).name == "sudoq"
    puzzle = loads(text)
    assert puzzle.geometry == geometry
    expected = [digit if cell in (0, 5, 7) else 0 for cell, digit in enumerate(digits)]
    assert list(puzzle.givens) == expected
    assert puzzle.solution == tuple(digits)


def test_the_actions_up_to_the_current_one_are_progress() -> None:
    def action(id: int, parent: int, cell: int, change: int, kind: str = "SolveAction") -> str:
        return (
            f'<action id="{id}" parent="{parent}" value="{change}" field_id="{cell + 1}" '
            f'action_type="{kind}" marked="false"></action>'
        )

    # r1c2 becomes 4, then 2; r1c3 gets a note; another branch has r1c4, and is not the current one
    actions = [
        action(1, 0, 1, 4),
        action(2, 1, 1, -2),
        action(3, 2, 2, 1, "NoteAction"),
        action(4, 3, 15, 1),
        action(5, 1, 3, 4),
    ]
    settings = (
        '<gameSettings assistances="01" helper="false"><typelist><type/></typelist></gameSettings>'
    )
    game = (
        '<game id="1" finished="false" time="3" currentTurnId="4" assistancesCost="0">'
        f"{settings}{sudoq(1, SOLVED4, {0}, head='')}{''.join(actions)}</game>"
    )
    board = loads_board(game)
    assert board.digits == (1, 2) + (0,) * 13 + (1,)
    assert board.puzzle.givens == (1,) + (0,) * 15
    start = loads_board(game.replace('currentTurnId="4"', 'currentTurnId="0"'))
    assert start.digits == start.puzzle.givens


@together(
    "text, reason",
    [
        (sudoq(4, SOLVED4, {0}), "this is a puzzle of SudoQ of Samurai, which is five grids"),
        (sudoq(12, SOLVED4, {0}), "this is a puzzle of SudoQ of the type 12; pandoku does not"),
        (sudoq(0, SOLVED4, {0}), "expected 81 cells, found 16"),
        (sudoq(1, "9" + SOLVED4[1:], {0}), "expected a solution 0..3, found 8"),
        (sudoq(1, "0" + SOLVED4[1:], {0}), "expected the digit of the given r1c1, found none"),
        (sudoq(1, SOLVED4, {0}).replace('x="3"', 'x="4"'), "expected a position 0..3, found x 4"),
        (sudoq(1, SOLVED4, {0}).replace('x="3"', 'x="2"'), "expected each cell once, found"),
        (sudoq(1, SOLVED4, {0}).replace('"false"', '"no"'), "expected editable to be true or"),
        (sudoq(1, SOLVED4, {0}).replace("</fieldmap>", "", 1), "expected well-formed XML"),
        (sudoq(1, SOLVED4, {0}).replace("position", "thermo"), "'thermo', which may be a rule"),
        (
            sudoq(1, SOLVED4, {0}).replace('"./sudoku.dtd"', '"a" [<!ENTITY a "aa">]'),
            "expected no declarations in the document type",
        ),
    ],
)
def test_a_bad_file_of_sudoq_is_refused(text: str, reason: str) -> None:
    error = error_of(text, "sudoq")
    assert reason in error.reason
    assert error.line


@needs_case("sudoq.txt")
def test_a_file_of_sudoq_that_others_made_has_the_solution_in_it() -> None:
    puzzle = pandoku.load(CASES / "sudoq.txt")
    outcome = pandoku.solve(puzzle)
    assert outcome.is_unique
    assert tuple(digit for row in outcome.grid or () for digit in row) == puzzle.solution


# ------------------------------------------------------------------ .sdku

NUMBERS = {0: (8, "User"), 4: (3, "Provided"), 40: (5, "User"), 80: (9, "Calculated")}


def cells_of(version: int) -> str:
    out = ""
    for cell, (digit, origin) in NUMBERS.items():
        if version == 0:
            out += f'<Cell x="{cell % 9}" y="{cell // 9}">{digit}</Cell>'
        else:
            out += (
                f"<Cell>\n<x>{cell % 9}</x>\n<y>{cell // 9}</y>\n<value>{digit}</value>\n"
                f"<origin>{origin}</origin></Cell>"
            )
    return out


def sdku(version: int) -> str:
    head = '\ufeff<?xml version="1.0" encoding="utf-8"?>\n'
    if version == 0:
        return f"{head}<Sudoku>{cells_of(0)}</Sudoku>"
    if version < 3:
        return f'{head}<Sudoku version="{version}">\n{cells_of(version)}\n</Sudoku>'
    codes = {"Provided": 1, "User": 2, "Calculated": 3}
    parts = [
        f"{NUMBERS[cell][0]}{codes[NUMBERS[cell][1]]}" if cell in NUMBERS else "01022.0.16"
        for cell in range(81)
    ]
    return f'{head}<Sudoku version="3"><c>{"".join(f"{part}|" for part in parts)}</c></Sudoku>'


@pytest.mark.parametrize(
    ("version", "givens", "placed"),
    [
        (0, {0: 8, 4: 3, 40: 5, 80: 9}, {}),
        (1, {0: 8, 4: 3, 40: 5}, {}),
        (2, {4: 3}, {0: 8, 40: 5}),
        (3, {4: 3}, {0: 8, 40: 5}),
    ],
)
def test_numbers_of_sdku_are_givens_or_progress(
    version: int, givens: dict[int, int], placed: dict[int, int]
) -> None:
    text = sdku(version)
    assert sniff(Lines.of(text)).name == "sdku"
    board = loads_board(text)
    assert {cell: digit for cell, digit in enumerate(board.puzzle.givens) if digit} == givens
    digits = {cell: digit for cell, digit in enumerate(board.digits) if digit}
    assert digits == {**givens, **placed}


def test_numbers_of_the_user_alone_are_givens() -> None:
    for version in (2, 3):
        text = sdku(version).replace("Provided", "User").replace("31|", "32|")
        givens = loads(text).givens
        assert (givens[0], givens[4], givens[40], givens[80]) == (8, 3, 5, 0)


@together(
    "text, reason",
    [
        ('<Sudoku version="4"></Sudoku>', "expected version 0 to 3, found '4'"),
        ('<Sudoku version="x"></Sudoku>', "expected version 0 to 3, found 'x'"),
        (sdku(0).replace('x="4"', 'x="9"'), "expected x of a cell from 0 to 8, found '9'"),
        (sdku(0).replace('x="4"', 'x="0"').replace('y="4"', 'y="0"'), "expected each cell once"),
        (sdku(2).replace("Provided", "Killer"), "expected the origin Provided, User or Calculated"),
        (sdku(2).replace("<Cell>", "", 1), "expected well-formed XML"),
        (sdku(2).replace("Cell", "Cage"), "found the element 'Cage', which may be a rule"),
        (sdku(3).replace("31|", ""), "expected 81 cells, each ended by '|', found 80"),
        (sdku(3).replace("31|", "39|"), "r1c5: expected a digit and its origin, or 0 and notes"),
        ('<Sudoku version="3"></Sudoku>', "expected one element c in version 3"),
    ],
)
def test_a_bad_file_of_sdku_is_refused(text: str, reason: str) -> None:
    assert reason in error_of(text, "sdku").reason


# ------------------------------------------------------------------ shapes of KSudoku


def shape(kind: str, order: int, inside: str, **sizes: int) -> str:
    size = {"sizeX": order, "sizeY": order, "sizeZ": 1, **sizes}
    attributes = " ".join(f'{name}="{value}"' for name, value in size.items())
    return (
        "<!DOCTYPE ksudoku-graph>\n<ksudoku-graph>\n"
        f' <graph {attributes} order="{order}" type="custom" specific-type="{kind}" name="A">\n'
        f"  {inside}\n </graph>\n</ksudoku-graph>\n"
    )


ROWS = '<sudokugroups at="0" withblocks="%d" />'
DIAGONALS = '<clique size="4">0 5 10 15 </clique><clique size="4">3 6 9 12 </clique>'
PICTURE = (0, 0, 1, 1, 0, 2, 1, 1, 0, 2, 3, 3, 2, 2, 3, 3)
PIECES = "".join(
    f'<clique size="4">{" ".join(str(cell % 4 * 4 + cell // 4) for cell in cells)} </clique>'
    for cells in ([at for at in range(16) if PICTURE[at] == region] for region in range(4))
)  # cells are numbered column by column


@pytest.mark.parametrize(
    ("text", "geometry"),
    [
        (shape("Plain", 9, ROWS % 1), Geometry.sudoku(9)),
        (shape("XSudoku", 4, ROWS % 1 + DIAGONALS), Geometry.sudoku(4, diagonals=True)),
        (
            shape("Mine", 4, ROWS % 0 + PIECES),
            Geometry(4, regions=PICTURE),
        ),
    ],
)
def test_a_shape_of_ksudoku_is_an_empty_grid_with_its_houses(text: str, geometry: Geometry) -> None:
    (item,) = items(Lines.of(text))
    assert isinstance(item.value, Puzzle)
    assert item.value.n_givens == 0
    assert item.value.geometry == geometry
    assert item.note is not None
    assert "shape of KSudoku" in item.note


@together(
    "text, reason",
    [
        (shape("Samurai", 9, ROWS % 1, sizeX=21, sizeY=21), "of several grids or three dimensions"),
        (shape("Plain", 9, ROWS % 1 + '<sudokugroups at="3"/>'), "of several grids"),
        (shape("Plain", 9, ROWS % 1, sizeZ=9), "of several grids or three dimensions"),
        (shape("Rox", 9, '<roxdokugroups at="0"/>'), "this is a Roxdoku, in three dimensions"),
        (shape("Mathdoku", 4, ROWS % 0), "whose cages KSudoku makes for each game"),
        (shape("KillerSudoku", 9, ROWS % 1), "whose cages KSudoku makes for each game"),
        (shape("XSudoku", 4, ROWS % 1), "expected the diagonals of the kind XSudoku"),
        (shape("Plain", 4, ROWS % 1 + "<thermo/>"), "'thermo', which may be a rule"),
        (shape("Plain", 40, ROWS % 1), "expected an order from 1 to 25 of the shape, found '40'"),
    ],
)
def test_a_shape_that_is_not_one_grid_is_refused(text: str, reason: str) -> None:
    assert reason in error_of(text).reason


@needs_case("ksudoku-shape.txt")
def test_a_shape_of_ksudoku_that_others_made_has_diagonals() -> None:
    assert pandoku.load(CASES / "ksudoku-shape.txt") == Puzzle.sudoku(9, diagonals=True)
