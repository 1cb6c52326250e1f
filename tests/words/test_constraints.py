"""The names of constraints in sentences."""

from __future__ import annotations

import pytest

from pandoku import Puzzle
from pandoku.constraints import (
    RULES,
    XV,
    Arrow,
    Difference,
    Drawing,
    Even,
    Fog,
    LittleKiller,
    Quadruple,
    Renban,
    Sandwich,
    Thermometer,
    XSum,
    read_constraints,
)
from pandoku.model import Board, Cage, Constraint, Disc, Geometry, Step, Stroke
from pandoku.words import Words, constraint_name, rule_sentences, words_at_cells


def words_of(*constraints: Constraint, cages: tuple[Cage, ...] = ()) -> Words:
    puzzle = Puzzle(Geometry.sudoku(9), cages=cages).with_(*constraints)
    return Words(Step("rule-elimination"), Board.start(puzzle))


def plural(*constraints: Constraint, last: int | None = None) -> str:
    w = words_of(*constraints)
    return w.plain(w.constraints(range(len(constraints))[:last]))


@pytest.mark.parametrize(
    ("constraint", "name"),
    [
        (XSum("r1c4", "D", 10), "the 10 above column 4"),
        (LittleKiller("r6c9", "DL", 20), "the 20 little killer at r6c9"),
        (Thermometer("r2c1 r3c1 r4c1 r5c1 r6c1 r7c1"), "the six-cell thermometer at r2c1"),
        (Thermometer("r2c1 r3c1", slow=True), "the two-cell slow thermometer at r2c1"),
        (Renban("r1c1 r1c2 r1c3 r1c4 r1c5"), "the five-cell renban at r1c1"),
        (Difference("r1c1 r1c2"), "the white dot between r1c1 and r1c2"),
        (Difference("r1c1 r1c2", 3), "the white dot of 3 between r1c1 and r1c2"),
        (XV("r1c1 r1c2"), "the X between r1c1 and r1c2"),
        (XV("r1c1 r1c2", 7), "the 7 mark between r1c1 and r1c2"),
        (Quadruple("r1c3 r1c4 r2c3 r2c4", (1, 1, 2, 4)), "the quadruple 1 1 2 4 at r1c3"),
        (Arrow("r1c1", "r1c2 r1c3"), "the arrow with its circle at r1c1"),
        (Arrow("r1c1 r1c2", "r1c3 r1c4"), "the arrow with its pill at r1c1"),
        (Even("r1c1"), "the even cell at r1c1"),
        (Even("r1c1 r3c3"), "the group of two even cells at r1c1"),
    ],
)
def test_a_name_has_the_number_or_the_size(constraint: Constraint, name: str) -> None:
    assert constraint_name(Puzzle(9).with_(constraint), 0) == name


def test_numbers_outside_the_grid_need_no_kind_if_there_is_only_one() -> None:
    one, other = XSum("r1c4", "D", 10), Sandwich("r3c1", "R", 12)
    several = Puzzle(9).with_(one, other, LittleKiller("r6c9", "DL", 20))
    names = [constraint_name(several, index) for index in range(3)]
    assert names == [
        "the 10 X-sum above column 4",
        "the 12 sandwich left of row 3",
        "the 20 little killer at r6c9",
    ]
    alone = Puzzle(9).with_(other, LittleKiller("r6c9", "DL", 20))
    assert constraint_name(alone, 0) == "the 12 left of row 3"


def test_names_that_would_be_equal_have_both_ends() -> None:
    puzzle = Puzzle(9).with_(Arrow("r1c1", "r1c2 r1c3"), Arrow("r1c1", "r2c1 r3c1"))
    names = [constraint_name(puzzle, index) for index in range(2)]
    assert names == ["the arrow from r1c1 to r1c3", "the arrow from r1c1 to r3c1"]


def test_the_name_of_a_cage_is_its_usual_name() -> None:
    w = words_of(XV("r1c1 r1c2"), cages=(Cage("+", 10, (0, 9), repeats=False),))
    assert w.plain(w.constraint(0)) == "the 10-cage at r1c1"
    both = w.plain(w.constraints([0, 1]))
    assert both == "the 10-cage at r1c1 and the X between r1c1 and r1c2"


def test_several_of_a_kind_share_a_noun() -> None:
    dots = Difference("r1c1 r1c2"), Difference("r3c4 r4c4")
    assert plural(*dots) == "the white dots at r1c1-r1c2 and r3c4-r4c4"
    assert plural(*dots, last=1) == "the white dot between r1c1 and r1c2"
    more = Difference("r5c5 r5c6", 3)
    assert plural(*dots, more) == (
        "the white dots at r1c1-r1c2 and r3c4-r4c4, and the white dot of 3 between r5c5 and r5c6"
    )
    lines = Thermometer("r1c1 r1c2"), Thermometer("r2c1 r2c2 r2c3")
    assert plural(*lines) == "the thermometers at r1c1 and r2c1"
    assert plural(XV("r1c1 r1c2", 5), XV("r2c1 r2c2", 5)) == "the Vs at r1c1-r1c2 and r2c1-r2c2"
    numbers = XSum("r1c4", "D", 10), XSum("r3c1", "R", 12)
    assert plural(*numbers) == "the 10 above column 4 and the 12 left of row 3"


def test_all_of_a_kind_are_not_listed_if_they_are_many() -> None:
    dots = [Difference(f"r{row}c1 r{row}c2") for row in range(1, 6)]
    assert plural(*dots) == "all five white dots"
    assert (
        plural(*dots, last=4) == "the white dots at r1c1-r1c2, r2c1-r2c2, r3c1-r3c2 and r4c1-r4c2"
    )


def test_rules_with_values_have_the_values_of_the_grid() -> None:
    def rule(line: str, order: int) -> str:
        puzzle = Puzzle.latin(order).with_(line)
        (told,) = rule_sentences(puzzle.further, puzzle.geometry)
        return told

    equality = "equality cage r1c1 r1c2 r2c1 r2c2"
    assert rule(equality, 9) == (
        "Digits in an equality cage differ; half are even, half are odd, half are low (1-4), "
        "half are high (6-9); none is 5."
    )
    assert rule(equality, 6).endswith("half are low (1-3), half are high (4-6).")
    pattern = 'regex line r1c1 r1c2 "{}"'
    assert rule(pattern.format("1[23]*"), 9).endswith("match the regular expression 1[23]*.")
    assert rule(pattern.format("(" + "|".join(["12"] * 20) + ")"), 9) == (
        "Digits along the line, read in order, match a regular expression."
    )


@pytest.mark.parametrize(
    ("line", "cell", "words"),
    [
        ("black dot r1c1 r1c2", "r1c1", "black dot to r1c2"),
        ("difference 3 r1c1 r1c2", "r1c2", "white dot of 3 to r1c1"),
        ("V r1c1 r1c2", "r1c1", "V to r1c2"),
        ("X r1c1 r2c1", "r2c1", "X to r1c1"),
        ("r1c1 > r1c2", "r1c2", "less than r1c1"),
        ("arrow r9c7 r8c7 r7c7 r7c6", "r9c7", "circle of the arrow, sum of r8c7, r7c7 and r7c6"),
        ("arrow r9c7 r8c7 r7c7 r7c6", "r7c6", "arrow that adds up to r9c7"),
        ("sandwich 5 row 1", "r1c4", "sandwich 5 left of row 1"),
        ("little killer 47 r1c9 down-left", "r2c8", "little killer 47 down-left from r1c9"),
        ("thermometer r1c1 r1c2 r1c3", "r1c1", "bulb of the three-cell thermometer, then r1c2"),
        ("thermometer r1c1 r1c2 r1c3", "r1c2", "three-cell thermometer after r1c1, then r1c3"),
        ("thermometer r1c1 r1c2 r1c3", "r1c3", "tip of the three-cell thermometer, after r1c2"),
        ("quadruple 1 2 r1c1 r1c2 r2c1 r2c2", "r1c1", "quadruple 1 2 with r1c2, r2c1 and r2c2"),
        ("whisper r1c1 r1c2 r1c3", "r1c2", "three-cell whisper of 5 to r1c1 and r1c3"),
        ("palindrome r3c3 r3c4 r4c4", "r3c3", "three-cell palindrome, same as r4c4"),
        ("cage 12 r1c1 r1c2", "r1c1", "cage 12 with r1c2"),
    ],
)
def test_a_listener_hears_the_value_and_the_partner_at_a_cell(
    line: str, cell: str, words: str
) -> None:
    geometry = Geometry.sudoku(9)
    (constraint,) = read_constraints(line, 9)
    told = dict(words_at_cells(constraint, geometry))
    assert {geometry.name(at): each for at, each in told.items()}[cell] == words


def test_each_kind_has_words_at_all_cells_that_it_is_about() -> None:
    for rule in RULES.values():
        geometry = rule.example.geometry
        for each in rule.example.further:
            told = dict(words_at_cells(each, geometry))
            cells = each.cells_on(geometry) if rule.name != "fog" else ()
            assert {*cells} <= {*told}, each
            value = getattr(each, "value", None)
            is_usual = not isinstance(value, int) or getattr(each, "USUAL", 0) == value
            for words in told.values() if not is_usual else ():
                assert str(value) in words or words.startswith(("X ", "V ")), (each, words)


def test_a_drawing_without_a_rule_is_named_where_it_is_drawn() -> None:
    drawing = Drawing.of(
        [Stroke("line", ((0.5, 0.5), (1.5, 0.5))), Disc("ring", ((1.5, 0.5),), 0.3, "7")]
    )
    assert words_at_cells(drawing, Geometry.sudoku(4)) == [
        (0, "drawing without a rule: line"),
        (1, "drawing without a rule: line, circle 7"),
    ]
    assert not words_at_cells(Fog((0, 1)), Geometry.sudoku(4))
