"""The arithmetic of a step, from what its sentences claim."""

from xml.etree import ElementTree

from pandoku.draw import draw_step, svg, text
from pandoku.draw.step import sums_of
from pandoku.model import Board, Cage, Geometry, Puzzle, Step
from pandoku.techniques import Explanation
from pandoku.words import Sentence
from pandoku.words.claims import Needs, Total
from tests.together import together

PUZZLE = Puzzle(
    Geometry.sudoku(4),
    cages=tuple(Cage("+", t, cells, repeats=False) for t, cells in ((5, (0, 1)), (4, (2, 6)))),
)
BOARD = Board.start(PUZZLE).place(2, 1)


def sums(*claims: Total | Needs) -> list[str]:
    return [str(each) for each in sums_of(BOARD, [Sentence("So it is.", claims=claims)])]


def test_a_row_less_its_cages_and_digits_is_what_is_left() -> None:
    assert sums(Total((3,), (), 4, (0,), (0,), (2,))) == ["10 − 5 − 1 = 4"]


def test_cages_less_a_row_are_what_is_beyond_it() -> None:
    cages = Board.start(
        Puzzle(
            Geometry.sudoku(4),
            cages=(
                Cage("+", 5, (0, 1), repeats=False),
                Cage("+", 8, (2, 3, 7), repeats=False),
            ),
        )
    )
    for total in (Total((7,), (), 3, (0,), (0, 1), ()), Total((), (7,), -3, (0,), (0, 1), ())):
        (found,) = sums_of(cages, [Sentence("x", claims=(total,))])
        assert str(found) == "5 + 8 − 10 = 3"
        assert [t.note for t in found.terms if t.note] == ["r1c1", "r1c3", "row 1", "r2c4"]


def test_innies_less_outies_are_named_in_the_result() -> None:
    (found,) = sums_of(BOARD, [Sentence("x", claims=(Total((3,), (6,), 1, (0,), (0, 1), ()),))])
    assert str(found) == "10 − 5 − 4 = 1"
    assert found.terms[-1].note == "r1c4 − r2c3"


def test_the_cells_that_two_cages_do_not_share_differ_as_their_targets_do() -> None:
    cages = (Cage("+", 9, (0, 1, 4)), Cage("+", 5, (1, 4, 5)))
    board = Board.start(Puzzle(Geometry.latin(4), cages=cages))
    (found,) = sums_of(board, [Sentence("x", claims=(Total((0,), (5,), 4, (), (0, 1), ()),))])
    assert str(found) == "9 − 5 = 4"


def test_products_are_divided() -> None:
    puzzle = Puzzle(Geometry.latin(4), cages=(Cage("*", 12, (0, 1, 2)),))
    told = Sentence("x", claims=(Total((3,), (), 2, (0,), (0,), (), times=True),))
    assert str(sums_of(Board.start(puzzle), [told])[0]) == "24 ÷ 12 = 2"


def test_what_is_no_arithmetic_of_houses_and_cages_has_no_sum() -> None:
    assert sums(Needs(0, 3)) == []
    assert sums(Total((0, 1, 2, 3), (), 10, (0,), (), ())) == []  # a house alone
    assert sums(Total((3,), (), 5, (0,), (1,), ())) == []  # other cells are left, too
    total = Total((3,), (), 4, (0,), (0,), (2,))
    assert len(sums(total, total)) == 1
    before = Total((2, 3), (), 5, (0,), (0,), ())
    assert sums(before, total) == ["10 − 5 − 1 = 4"]


def test_many_cells_are_counted_below_the_result() -> None:
    puzzle = Puzzle(Geometry.latin(8), cages=(Cage("+", 3, (0, 1)),))
    told = Sentence("x", claims=(Total((2, 3, 4, 5, 6, 7), (), 33, (0,), (0,), ()),))
    (found,) = sums_of(Board.start(puzzle), [told])
    assert found.terms[-1] == ("33", "6 cells")


def test_every_medium_shows_the_sum_with_what_its_numbers_are() -> None:
    told = Explanation(
        Sentence("x"), (Sentence("y", claims=(Total((3,), (), 4, (0,), (0,), (2,)),)),)
    )
    drawing = draw_step(BOARD, Step("x", placements=((3, 4),)), told)
    lines = text(drawing).splitlines()
    at = next(k for k, line in enumerate(lines) if "−" in line)
    assert lines[at].split() == ["10", "−", "5", "−", "1", "=", "4"]
    assert lines[at + 1].split() == ["row", "1", "r1c1", "r1c3", "r1c4"]
    assert "10 - 5" in " ".join(text(drawing, ascii_only=True).split())
    root = ElementTree.fromstring(svg(drawing))
    words = [e.text for e in root.iter() if e.get("class") in ("term", "note")]
    assert words == ["10", "row 1", "−", "5", "r1c1", "−", "1", "r1c3", "=", "4", "r1c4"]


def test_a_long_sum_is_broken_before_a_sign() -> None:
    (found,) = sums_of(BOARD, [Sentence("x", claims=(Total((3,), (), 4, (0,), (0,), (2,)),))])
    lines = found.lines(lambda term: len(term.text), 4)
    assert [[term.text for term in line] for line in lines] == [
        ["10", "−", "5"],
        ["−", "1", "=", "4"],
    ]


@together("limit", range(1, 12))
def test_a_line_ends_after_a_number_and_the_result_does_not_stand_alone(limit: int) -> None:
    (found,) = sums_of(BOARD, [Sentence("x", claims=(Total((3,), (), 4, (0,), (0,), (2,)),))])
    lines = found.lines(lambda term: len(term.text), limit)
    assert [term for line in lines for term in line] == list(found.terms)
    assert all(line[-1].note for line in lines)
    assert len(lines[-1]) >= 4 or len(lines) == 1
