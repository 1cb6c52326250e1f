from __future__ import annotations

import pytest

from pandoku.errors import FormatError
from pandoku.formats import Lines, dumps, get_format, items, load, loads
from pandoku.model import Cage, Geometry, Puzzle
from tests.data import SHARED, needs
from tests.in_full import in_full
from tests.together import together

EXAMPLE = get_format("letters").example
PUZZLE = loads(EXAMPLE)
PAPER = SHARED / "classics" / "001"


def test_the_papers_figure_is_read() -> None:
    assert PUZZLE.geometry == Geometry.latin(4)
    assert PUZZLE.cages[:3] == (
        Cage("-", 3, (0, 1)),
        Cage("-", 1, (2, 3)),
        Cage("/", 2, (4, 8)),
    )
    assert PUZZLE.cages[7] == Cage("=", 4, (14,))


@together(
    "old, new",
    [
        ("a 3 -", "a     3      -"),
        ("a 3 -", "  a 3-"),
        ("a 3 -", "a: 3-"),
        ("a 3 -", "a:3-"),
        ("a 3 -", "a 3 –"),  # an en dash, as papers print it
        ("f 9 *", "f 9x"),
        ("f 9 *", "f 9 ×"),
        ("g 2 /", "g 2 ÷"),
        ("h 4 =", "h 4"),
        ("aabb\n", "4\naabb\n"),
        ("cfeg\n", "cfeg\n   \n\n"),
        ("a 3 -\nb 1 -", "b 1 -\n\na 3 -"),
    ],
)
def test_every_spelling_is_read(old: str, new: str) -> None:
    assert in_full(loads(EXAMPLE.replace(old, new, 1))) == in_full(PUZZLE)


def test_letters_differ_by_case_and_may_be_any_sign() -> None:
    text = EXAMPLE
    for old, new in zip("abcdefgh", "$#?|;[<A", strict=True):
        text = text.replace(old, new)
    assert in_full(loads(text)) == in_full(PUZZLE)
    assert loads("aA\nAa\na 1 =\nA 4 *\n", format="letters").cages == (
        Cage("=", 1, (0, 3)),
        Cage("*", 4, (1, 2)),
    )


def test_a_digit_without_a_clue_is_a_given_and_one_with_a_clue_is_a_letter() -> None:
    given = loads(EXAMPLE.replace("h 4 =\n", "").replace("h", "4"))
    assert given.givens[14] == 4
    assert given.cages == PUZZLE.cages[:7]
    assert in_full(loads(EXAMPLE.replace("h", "4"))) == in_full(PUZZLE)


def test_a_target_without_an_operation_hides_it_when_there_are_several_cells() -> None:
    cages = loads(EXAMPLE.replace("a 3 -", "a 3").replace("b 1 -", "b 1 ?")).cages
    assert [cage.operation for cage in cages[:2]] == ["?", "?"]


def test_negative_targets_belong_to_large_differences() -> None:
    puzzle = Puzzle(Geometry.latin(2), cages=(Cage("-", -2, (0, 1, 2, 3)),))
    assert dumps(puzzle, "letters") == "aa\naa\na -2 -\n"
    assert in_full(loads(dumps(puzzle, "letters"))) == in_full(puzzle)


def test_more_than_52_cages_take_other_signs() -> None:
    cages = tuple(Cage("=", 1 + cell % 15, (cell,)) for cell in range(225))
    puzzle = Puzzle(Geometry.latin(15), cages=cages)
    assert in_full(loads(dumps(puzzle, "letters"))) == in_full(puzzle)
    many = Puzzle(Geometry.latin(23), cages=tuple(Cage("=", 1, (cell,)) for cell in range(529)))
    with pytest.raises(FormatError, match="483 cages"):
        dumps(many, "letters")


@together(
    "old, new, line, message",
    [
        ("h 4 =\n", "", 4, "column 3: expected a clue for 'h', found none"),
        ("h 4 =", "h 4 =\nz 1 +", 13, "column 1: expected a letter of the grid, found 'z'"),
        ("h 4 =", "h 4 =\nh 4 =", 13, "expected one clue for 'h', found another on line 12"),
        ("f 9 *", "f 9 mod", 10, r"column 5: expected one of \+ - .*found 'mod'"),
        ("f 9 *", "f nine *", 10, "expected a clue such as 'a 3 -', found 'f nine"),
        ("f 9 *", f"f {'9' * 61} *", 10, "column 3: expected a target of at most 60 digits"),
        ("f 9 *", "  q 9 *", 10, "column 3: expected a letter of the grid, found 'q'"),
        ("f 9 *", "  f nine *", 10, "column 3: expected a clue such as 'a 3 -', found 'f nine"),
        ("f 9 *", "  f 9 mod", 10, r"column 7: expected one of \+ - .*found 'mod'"),
        ("h 4 =", "h 4 =\n  h 4 =", 13, "column 3: expected one clue for 'h'"),
        ("cdee", "cde", 2, "column 4: expected a row of 4 characters, found 3"),
        ("cdee", "cdeee", 2, "column 5: expected a row of 4 characters, found 5"),
        ("cdee\n", "", 3, "expected 4 rows of 4 characters, found 3"),
        ("cdee\n", "cdee\n" * 2, 5, "expected 4 rows of 4 characters, found 5"),
        ("h 4 =\n", "", 4, "column 3"),
    ],
)
def test_a_wrong_text_names_letter_and_line_and_the_next_puzzle_is_read(
    old: str, new: str, line: int, message: str
) -> None:
    wrong = EXAMPLE.replace(old, new, 1)
    with pytest.raises(FormatError, match=message) as caught:
        loads(wrong)
    assert caught.value.line == line
    found = list(items(Lines.of(wrong + "\n" + EXAMPLE)))
    assert [isinstance(item.value, Puzzle) for item in found] == [False, True]
    assert in_full(found[1].value) == in_full(PUZZLE)


def test_a_digit_above_the_order_is_refused() -> None:
    with pytest.raises(FormatError, match="1-4, found '9'"):
        loads(EXAMPLE.replace("h 4 =\n", "").replace("h", "9"))


@together(
    "puzzle, reason",
    [
        (Puzzle(Geometry.latin(2)), "only puzzles with cages"),
        (Puzzle(Geometry(4, (2, 2))), "cannot store boxes"),
        (Puzzle(Geometry.latin(2), cages=(Cage("+", None, (0, 1)),)), "cages without a target"),
        (
            Puzzle(Geometry.latin(2), cages=(Cage("+", 3, (0, 1)),)),
            "a given or in exactly one cage",
        ),
        (Puzzle(Geometry.latin(2), (1, 0, 0, 0), (Cage("+", 6, (0, 1, 2, 3)),)), "a given or in"),
        (
            Puzzle(Geometry.latin(2), cages=(Cage("+", 6, (0, 1, 2, 3), False),)),
            "cages whose digits must differ",
        ),
    ],
)
def test_a_puzzle_that_it_cannot_hold_is_not_written(puzzle: Puzzle, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        dumps(puzzle, "letters")


@needs(PAPER)
def test_the_files_of_the_paper_are_read() -> None:
    assert in_full(load(PAPER / "Input_Assignment4.txt")) == in_full(PUZZLE)
    orders = {path.stem: load(path).order for path in PAPER.glob("Input_*.txt")}
    assert all(str(order) in name for name, order in orders.items())
    assert len(orders) > 3
