"""Constraints as text: every kind is read back as it was written; bad lines are refused."""

from __future__ import annotations

import pytest

from pandoku import FormatError, Puzzle, PuzzleError
from pandoku.constraints import (
    RULES,
    Arrow,
    Difference,
    LittleKiller,
    NoDifference,
    Thermometer,
    begins_constraint,
    constraint_text,
    read_constraints,
)
from pandoku.model import Cage, Constraint
from tests.together import together

EXAMPLES = [
    (constraint, rule.example.order)
    for rule in RULES.values()
    for constraint in rule.example.constraints
]


@together("constraint, order", EXAMPLES)
def test_every_kind_is_read_back(constraint: Constraint, order: int) -> None:
    text = constraint_text(constraint, order)
    assert read_constraints(text, order) == (constraint,)
    assert read_constraints(text.upper() if '"' not in text else text, order) == (constraint,)
    assert begins_constraint(text)


@together("rule", RULES.values(), ids=RULES)
def test_a_heading_and_its_places_are_the_text_of_a_kind(rule) -> None:  # type: ignore[no-untyped-def]
    puzzle = rule.example
    for each in puzzle.further:
        words = f"{each.heading()} {each.places(puzzle.geometry)}".replace(",", "").split()
        text = constraint_text(each, puzzle.order)
        texts = ("heading", "places", "cells_on")
        has_own = any(getattr(type(each), name) is not getattr(Constraint, name) for name in texts)
        if has_own or '"' in text:  # it is shown with the cells that follow from its fields
            assert text.split()[: len(each.NAME.split())] == each.NAME.split()
        else:
            assert sorted(words) == sorted(text.split())


@together(
    "text, expected",
    [
        ("thermometer r1c1 r2c2 r3c3", Thermometer((0, 10, 20))),
        ("Slow Thermometer R1C1, R1C2", Thermometer((0, 1), slow=True)),
        ("thermo slow r1c1-r1c3-r3c3", Thermometer((0, 1, 2, 11, 20), slow=True)),
        ("thermometer no slow r1c1-r3c3", Thermometer((0, 10, 20))),
        ("difference r1c1 r1c2", Difference((0, 1))),
        ("white dot 2 r1c1 r1c2", Difference((0, 1), 2)),
        ("difference r1c1 r1c2 value 2", Difference((0, 1), 2)),
        ("no difference 1, 3", NoDifference((1, 3))),
        ("arrow bulb r5c5 shaft r5c6 r5c7", Arrow((40,), (41, 42))),
        ("arrow shaft r5c6-r5c7 bulb r5c5", Arrow((40,), (41, 42))),
        ("little killer 21 r1c1 DR", LittleKiller((0,), "DR", 21)),
        ('little-killer r1c1 direction "DR" total 21', LittleKiller((0,), "DR", 21)),
        ("cage 10 r1c1 r1c2", Cage("+", 10, (0, 1), False)),
        ("killer cage 10 r1c1 r1c2", Cage("+", 10, (0, 1), False)),
        ("cage r1c1 r1c2", Cage("+", None, (0, 1))),
        ("cage 12* r1c1-r1c3", Cage("*", 12, (0, 1, 2))),
        ("cage 3- no repeats r1c1 r1c2", Cage("-", 3, (0, 1), False)),
        ("cage 3? r1c1 r1c2", Cage("?", 3, (0, 1))),
    ],
)
def test_a_line_may_be_written_in_several_ways(text: str, expected: Constraint) -> None:
    assert read_constraints(text, 9) == (expected,)
    assert read_constraints(constraint_text(expected, 9), 9) == (expected,)


@together(
    "text, column, reason",
    [
        ("thremometer r1c1 r1c2", 1, "'thremometer'; try thermometer"),
        ("42 r1c1", 1, "found '42'"),
        ("thermometer r1c1 r1c10", 18, "r1c1..r9c9"),
        ("thermometer r1c1-r2c3", 13, "found 'r1c1-r2c3'"),
        ("thermometer slwo r1c1", 13, "found 'slwo'; try slow"),
        ("thermometer slow slow r1c1", 18, "expected slow once"),
        ("thermometer no r1c1", 16, "after 'no'"),
        ("thermometer 3 r1c1 r1c2", 13, "found '3'"),
        ("thermometer", 12, "cells such as r1c1"),
        ("anti-knight r1c1", 13, "no cells"),
        ("arrow r5c5", 11, "expected shaft"),
        ("arrow bulb r5c5 shfat r5c6", 17, "found 'shfat'; try shaft"),
        ("difference 1 2 r1c1 r1c2", 14, "found '2'"),
        ("difference value r1c1 r1c2", 18, "after value"),
        ("difference r1c1 r1c2 value", 27, "after value"),
        ("little killer 21 r1c4", 18, "type 'little killer 21 r1c4 DR' or 'little killer"),
        ("little killer r1c1 DR", 22, "expected total"),
        ('little killer 21 r1c1 "DR', 23, "quotation marks"),
        ("difference " + "1" * 5000, 12, "number of"),
        ("cage 5 6 r1c1", 8, "found '6'"),
        ("cage " + "1" * 5000 + " r1c1", 6, "number of"),
    ],
)
def test_a_bad_line_says_what_was_expected_and_where(text: str, column: int, reason: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_constraints(text, 9)
    assert (caught.value.column, caught.value.line) == (column, None)
    assert reason in caught.value.reason


def test_a_text_of_several_lines_names_the_bad_one() -> None:
    text = "# a comment\n\nanti-king\nthermometer r1c1 r1c2\n"
    assert len(read_constraints(text, 4)) == 2
    with pytest.raises(FormatError, match=r"^line 5, column 12: difference: "):
        read_constraints(text + "difference r9c9 r1c1", 4)


def test_a_puzzle_takes_constraints_as_text() -> None:
    puzzle = Puzzle.sudoku(9).with_("thermometer r1c1 r2c2\nanti-knight", Cage("+", 3, (0, 1)))
    assert [each.NAME for each in puzzle.constraints] == ["cage", "thermometer", "anti-knight"]
    assert puzzle == puzzle.replace(further=(), cages=()).with_(
        *(constraint_text(each, 9) for each in puzzle.constraints)
    )
    with pytest.raises(PuzzleError, match=r"^difference: .*found 0"):
        Puzzle.sudoku(9).with_("difference 0 r1c1 r1c2")


def test_what_a_line_cannot_hold_is_refused() -> None:
    with pytest.raises(PuzzleError, match="a line of text"):
        constraint_text(Thermometer(()), 9)
    with pytest.raises(PuzzleError):
        constraint_text(Thermometer((100, 101)), 9)

    class Own(Thermometer):
        NAME = "own kind"

    with pytest.raises(PuzzleError, match="a line of text"):
        constraint_text(Own((0, 1)), 9)


@pytest.mark.parametrize("text", ["", "1...", "r1c1", "# thermometer", "a thermometer"])
def test_other_lines_do_not_begin_like_a_constraint(text: str) -> None:
    assert not begins_constraint(text)
