"""The name of a puzzle's kind, its title and its rules."""

from __future__ import annotations

import pytest

from pandoku import Puzzle
from pandoku.calls.documents import puzzle_document
from pandoku.constraints import (
    RULES,
    XV,
    AntiKing,
    AntiKnight,
    Arrow,
    Between,
    Difference,
    Drawing,
    LittleKiller,
    NoDifference,
    NoRatio,
    NoXV,
    Ratio,
    RulesInWords,
    Sandwich,
    Thermometer,
)
from pandoku.draw import draw
from pandoku.generation import KINDS
from pandoku.model import HOUSE_SETS, Cage, Constraint, Sign
from pandoku.web.onefile import export_of
from pandoku.words import kind_name, kind_text, rules_text, sized_kind
from tests.together import together

SUMS = "The digits of a cage add up to the number in its corner, and no digit repeats in a cage."
CAGES = [(10, "r1c1 r1c2")]
REGIONS = "AAABBBCCC" * 3 + "DDDEEEFFF" * 3 + "GGGHHHIII" * 3
BASE = "Every row, column and box holds each digit 1-9 once."
SUMS = "The digits of a cage add up to the number in its corner, and no digit repeats in a cage."
CORNERS = "r1c1 r1c4 r4c1 r4c4"
DOT = Difference("r1c1 r1c2")


@together(
    "puzzle, name",
    [
        (Puzzle(9), "Sudoku"),
        (Puzzle.latin(5), "Latin square"),
        (Puzzle(1), "Latin square"),
        (Puzzle.jigsaw(9, REGIONS), "Jigsaw"),
        (Puzzle.killer(9, CAGES), "Killer"),
        (Puzzle.kenken(4, [("7+", "r1c1 r1c2")]), "Calcudoku"),
        (Puzzle.sudoku(9, diagonals=True), "Diagonal Sudoku"),
        (Puzzle.latin(5, diagonals=True), "Diagonal Latin square"),
        (Puzzle.jigsaw(9, REGIONS, diagonals=True), "Diagonal jigsaw"),
        (Puzzle.killer(9, CAGES, diagonals=True), "Diagonal killer"),
        (Puzzle.sudoku(9, extra="windoku"), "Windoku"),
        (Puzzle.sudoku(4, extra="windoku"), "Windoku"),
        (Puzzle.sudoku(9, extra="disjoint-groups"), "Disjoint groups Sudoku"),
        (Puzzle.sudoku(9, extra="asterisk"), "Asterisk Sudoku"),
        (Puzzle.sudoku(9, extra="center-dot"), "Center dot Sudoku"),
        (Puzzle.sudoku(9, extra="girandola"), "Girandola Sudoku"),
        (Puzzle.sudoku(9, extra=["girandola", "asterisk"]), "Asterisk and girandola Sudoku"),
        (Puzzle.sudoku(9, windows=True, diagonals=True), "Diagonal windoku"),
        (Puzzle.killer(9, CAGES, extra="windoku"), "Killer windoku"),
        (Puzzle.killer(9, CAGES, extra="asterisk"), "Asterisk killer"),
        (Puzzle.killer(9, CAGES, extra="windoku", diagonals=True), "Diagonal killer windoku"),
        (Puzzle.jigsaw(9, REGIONS, extra="windoku"), "Windoku jigsaw"),
        (Puzzle.sudoku(4, extra=CORNERS), "Sudoku with an extra house"),
        (Puzzle.latin(4, extra={"a": CORNERS, "b": [0, 5, 10, 15]}), "with extra houses"),
        (Puzzle.sudoku(4, extra=["windoku", CORNERS]), "Windoku with an extra house"),
    ],
)
def test_a_kind_is_named_by_its_rules(puzzle: Puzzle, name: str) -> None:
    assert kind_name(puzzle).endswith(name)
    assert kind_text(puzzle) == f"{kind_name(puzzle)} {puzzle.order}x{puzzle.order}"


@together(
    "puzzle, rules",
    [
        (Puzzle(9), BASE),
        (Puzzle(1), "Every row and column holds the digit 1 once."),
        (
            Puzzle.sudoku(9, windows=True),
            "Every row, column, box and window holds each digit 1-9 once.",
        ),
        (Puzzle.sudoku(9, extra="center-dot"), f"{BASE} So does the center dot."),
        (
            Puzzle.sudoku(9, diagonals=True, extra="asterisk"),
            f"{BASE} So do both diagonals and the asterisk.",
        ),
        (Puzzle.killer(9, CAGES, extra="girandola"), f"{BASE} So does the girandola. {SUMS}"),
        (
            Puzzle.sudoku(4, extra={"Orion": CORNERS}),
            "Every row, column and box holds each digit 1-4 once. So does Orion.",
        ),
        (
            Puzzle.latin(4, extra=dict.fromkeys("abcde", CORNERS)),
            "Every row and column holds each digit 1-4 once. So do all 5 extra houses.",
        ),
    ],
)
def test_the_rules_are_a_few_short_sentences(puzzle: Puzzle, rules: str) -> None:
    assert rules_text(puzzle) == rules


@together(
    "constraints, title",
    [
        ([Thermometer("r1c1 r1c2")], "Thermometer Sudoku 9x9"),
        ([AntiKnight(), AntiKing()], "Anti-knight and anti-king Sudoku 9x9"),
        ([Thermometer("r1c1 r1c2"), AntiKing()], "Anti-king thermometer Sudoku 9x9"),
        ([DOT, Thermometer("r1c1 r1c2")], "Sudoku 9x9 with white dots and thermometers"),
        ([DOT, Ratio("r2c1 r2c2")], "Sudoku 9x9 with white and black dots"),
        ([XV("r1c1 r1c2"), NoXV()], "XV Sudoku 9x9"),
        ([NoDifference()], "Nonconsecutive Sudoku 9x9"),
        ([Sandwich("r1c1", "R", 5), DOT], "Sudoku 9x9 with sandwich sums and white dots"),
        (
            [DOT, Thermometer("r1c1 r1c2"), Arrow("r1c1", "r1c2 r1c3"), Between("r5c5 r5c6 r5c7")],
            "Sudoku 9x9 with white dots, thermometers and other constraints",
        ),
    ],
)
def test_a_title_names_the_constraints(constraints: list[Constraint], title: str) -> None:
    assert kind_text(Puzzle(9).with_(*constraints)) == title


def test_a_title_has_few_adjectives_and_does_not_stutter() -> None:
    knight = Puzzle.sudoku(9, diagonals=True).with_(AntiKnight(), DOT)
    assert kind_text(knight) == "Diagonal anti-knight Sudoku 9x9 with white dots"
    little = Puzzle.killer(9, CAGES).with_(LittleKiller("r2c1", "UR", 7))
    assert kind_text(little) == "Killer 9x9 with little killer sums"


@pytest.mark.parametrize("drawn", [Drawing.of([Sign(0.5, -0.5, "7")]), RulesInWords("Odd.")])
def test_a_title_does_not_name_rules_that_are_not_checked(drawn: Constraint) -> None:
    assert kind_text(Puzzle(9).with_(drawn)) == "Variant Sudoku 9x9"
    assert kind_text(Puzzle.latin(4).with_(drawn)) == "Variant Latin square 4x4"
    assert kind_text(Puzzle(9).with_(drawn, Thermometer("r1c1 r1c2"))) == "Thermometer Sudoku 9x9"
    assert kind_text(Puzzle.killer(9, CAGES).with_(drawn)) == "Killer 9x9"


def test_a_kind_in_a_sentence_keeps_its_capitals() -> None:
    assert sized_kind(Puzzle(9).with_(XV("r1c1 r1c2"))) == "9x9 XV Sudoku"
    assert sized_kind(Puzzle.latin(4)) == "4x4 Latin square"
    assert sized_kind(Puzzle(9).with_(Thermometer("r1c1 r1c2"))) == "9x9 thermometer Sudoku"


def test_a_title_joins_extra_houses_and_constraints() -> None:
    puzzle = Puzzle.sudoku(4, extra=CORNERS).with_(DOT, Thermometer("r1c1 r1c2"))
    assert kind_text(puzzle) == "Sudoku 4x4 with an extra house, white dots and thermometers"
    assert kind_text(Puzzle.killer(9, CAGES).with_(DOT)) == "White dot killer 9x9"


def test_the_rules_have_a_sentence_for_each_kind_of_constraint() -> None:
    puzzle = Puzzle(9).with_(DOT, Difference("r2c1 r2c2"), AntiKnight(), NoRatio((2, 3)))
    dots, knight = "Digits beside a white dot differ by 1.", RULES["anti-knight"].text
    others = "Neighbors without a dot do not have the ratio 2 or 3."
    assert rules_text(puzzle) == f"{BASE} {dots} {knight} {others}"


def test_a_text_of_several_lines_has_lines_of_its_own_in_the_rules() -> None:
    drawing = Drawing.of([Sign(0.5, -0.5, "7")])
    end = "The rules of this puzzle are only in its text; they are not checked."
    in_lines = Puzzle(9).with_(drawing, RulesInWords("One.\nTwo"))
    assert rules_text(in_lines) == f"{BASE}\nOne.\nTwo\n{end}"
    assert rules_text(Puzzle(9).with_(drawing, RulesInWords("One."))) == f"{BASE} One. {end}"


def test_the_houses_of_a_set_are_known_without_their_names() -> None:
    cells = Puzzle.sudoku(9, windows=True).geometry.extra
    other = Puzzle.sudoku(9, extra={f"pane {n}": each for n, each in enumerate(cells)})
    assert kind_name(other) == "Windoku"
    assert "box and pane holds" in rules_text(other)


def test_a_house_of_two_sets_has_the_name_of_the_one_that_is_there() -> None:
    (center,) = Puzzle.sudoku(9, extra="center-dot").geometry.extra
    groups = Puzzle.sudoku(9, extra="disjoint-groups").geometry.extra
    assert rules_text(Puzzle.sudoku(9, extra=[center])) == f"{BASE} So does the center dot."
    assert "box and disjoint group holds" in rules_text(Puzzle.sudoku(9, extra=[*groups]))
    assert "center dot" not in rules_text(Puzzle.sudoku(9, extra=[*groups]))


@pytest.mark.parametrize("name", HOUSE_SETS)
def test_every_set_has_a_title_rules_and_a_generator_kind(name: str) -> None:
    puzzle = Puzzle.sudoku(9, extra=name)
    word = name.replace("-", " ")
    assert word in kind_name(puzzle).lower()
    assert HOUSE_SETS[name].noun in rules_text(puzzle)
    assert KINDS[name].title.lower() == word


def test_page_file_and_picture_name_kind_rules_and_houses_alike() -> None:
    puzzle = Puzzle.sudoku(9, extra=["center-dot", {"Orion": range(9)}])
    document, export = puzzle_document(puzzle), export_of(puzzle, None)
    assert document.about == "9x9 center dot Sudoku with an extra house"
    assert export.name == kind_text(puzzle) == "Center dot Sudoku with an extra house 9x9"
    assert document.rules == export.rules == f"{BASE} So do the center dot and Orion."
    assert [house.name for house in document.houses[-2:]] == ["the center dot", "Orion"]
    assert "Center dot: r2c2 r2c5" in draw(puzzle).description
    assert "Orion: r1c1 r1c2" in draw(puzzle).description


def test_the_words_of_a_setter_follow_the_rules_unless_they_are_the_usual_ones() -> None:
    puzzle = Puzzle.sudoku(9, words="Normal sudoku rules apply. Diagonals are decoration.")
    assert rules_text(puzzle).endswith(f". In the words of its setter: {puzzle.words}")
    usual = puzzle.replace(words="Normal sudoku rules apply.")
    assert rules_text(usual) == rules_text(Puzzle.sudoku(9))


@pytest.mark.parametrize(
    ("cages", "rules"),
    [
        (
            [Cage("+", 3, (0, 1), repeats=False), Cage("+", 7, (2, 3), repeats=False)],
            [SUMS],
        ),
        (
            [Cage("+", 3, (0, 1)), Cage("-", 2, (2, 3)), Cage("=", 1, (4,))],
            ["The digits of a cage make the number in its corner with its sign."],
        ),
        (
            [Cage("?", 3, (0, 1))],
            ["The digits of a cage make the number in its corner with a sign that is not shown."],
        ),
        ([Cage("+", None, (0, 1))], ["No digit repeats in a cage without a number."]),
        ([Cage("=", 1, (4,))], []),
    ],
    ids=["sums", "signs", "hidden", "no-number", "single"],
)
def test_the_rule_of_cages_is_beside_the_grid_and_in_the_rules(
    cages: list[Cage], rules: list[str]
) -> None:
    bare = Puzzle.sudoku(4)
    puzzle = bare.replace(cages=tuple(cages))
    mixed = puzzle.with_(Thermometer("r2c1 r2c2"))
    assert [key.text for key in draw(puzzle).legend] == rules
    assert rules_text(puzzle) == " ".join([rules_text(bare), *rules])
    for rule in rules:
        assert rule in rules_text(mixed)
        assert rule in [key.text for key in draw(mixed).legend]
