"""The rules of constraints in paths, titles of steps, and listed ways."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import jsonschema
import pytest

from pandoku import Puzzle, TechniqueError, logic
from pandoku.constraints import RULES, Difference, Sandwich, Thermometer, Whisper
from pandoku.draw import draw_step, svg, text
from pandoku.logic import Path as StepPath
from pandoku.logic import explain, hint_ladder, step_as_json
from pandoku.logic.document import path_as_json
from pandoku.model import Board, Facts, Step, Ways
from pandoku.techniques import Technique, explain_step
from pandoku.words import Words, rule_sentences, rules_text

WHISPERS = Puzzle(9).with_(Whisper("r1c1 r1c2 r1c3"), Whisper("r5c1 r5c2 r5c3"))
RULE = "Neighbors on a whisper line differ by at least 5."
LINE = Puzzle(9).with_(Thermometer("r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7"))
WAYS = ((1, 2, 3, 4, 5, 6, 7), (2, 3, 4, 5, 6, 7, 8), (3, 4, 5, 6, 7, 8, 9))


def constraint_path(puzzle: Puzzle) -> StepPath:
    return explain(puzzle, techniques=["rule-elimination"], is_proper=True)


# ---- rules


def test_a_path_states_each_rule_at_the_first_step_that_uses_it() -> None:
    path = constraint_path(WHISPERS)
    assert len(path) > 1
    told = [each.full for each in path.explanations()]
    assert [full.count(RULE) for full in told] == [1] + [0] * (len(told) - 1)
    assert told[0][0] == RULE
    assert [each.new_rules for each in path] == [(RULE,)] + [()] * (len(told) - 1)


def test_every_explanation_has_the_rules_apart_from_its_sentences() -> None:
    path = constraint_path(WHISPERS)
    for each in path:
        assert each.explanation.rules == (RULE,)
        alone = explain_step(each.step, each.board)
        assert alone.rules == (RULE,)
        assert RULE not in alone.full
        assert step_as_json(1, each.step, each.board)["rules"] == [RULE]
    steps = path_as_json(path)["steps"]
    assert all(step["rules"] == [RULE] for step in steps)
    assert [step["text"].count(RULE) for step in steps] == [1] + [0] * (len(steps) - 1)


def test_a_step_without_constraints_has_no_rules() -> None:
    path = explain(Puzzle.killer(4, [(10, "r1c1 r1c2 r1c3 r1c4")]), limit=1)
    for each in path:
        assert each.explanation.rules == ()
        assert "rules" not in step_as_json(1, each.step, each.board)


def test_one_sentence_of_a_rule_serves_all_texts() -> None:
    (rule,) = rule_sentences(WHISPERS.further, WHISPERS.geometry)
    assert rule == RULE
    assert RULE in rules_text(WHISPERS)
    assert RULE in text(WHISPERS)


@pytest.mark.parametrize("name", [*RULES])
def test_a_rule_is_a_sentence(name: str) -> None:
    example = RULES[name].example
    for sentence in rule_sentences(example.further, example.geometry):
        assert sentence[0].isupper()
        assert sentence.endswith((".", "?", "!"))


def test_a_rule_has_the_values_of_the_grid() -> None:
    small, large = Puzzle(6).geometry, Puzzle(9).geometry
    assert "at least 3." in Whisper((0, 1)).rule(small)
    assert "the 1 and the 6" in Sandwich((0,), "R", 5).rule(small)
    assert "the 1 and the 9" in Sandwich((0,), "R", 5).rule(large)
    dots = [Difference((0, 1)), Difference((2, 3), 4)]
    assert rule_sentences(dots, large) == [
        "Digits beside a white dot differ by 1.",
        "Digits beside a white dot of 4 differ by 4.",
    ]


# ---- titles


def first_of_bulb(board: Board, limit: int) -> Iterator[Step]:
    facts = Facts(cells=((0, "pattern"),), constraints=(0,))
    if board.masks[0] >> 8:
        yield Step("by-elimination", eliminations=((0, 9),), facts=facts)


def title_of(w: Words) -> str:
    return w.puzzle.constraints[w.step.facts.constraints[0]].NAME


ELIMINATION = Technique(
    "by-elimination",
    "a rule",
    first_of_bulb,
    lambda w: w.constraint(0),
    lambda w: ["No way has it."],
    "a rule.",
    "it is so.",
    title_of=title_of,
)


def test_a_technique_can_name_each_step() -> None:
    path = explain(LINE, techniques=[ELIMINATION], limit=1, is_proper=True)
    (taken,) = path
    assert taken.title == "thermometer"
    assert taken.explanation.heading == (
        "thermometer: the seven-cell thermometer at r1c1; remove 9 from r1c1"
    )
    assert ELIMINATION.line(taken.step, taken.board) == taken.explanation.short
    assert ELIMINATION.title == "by elimination"
    ladder = hint_ladder(taken.step, ELIMINATION, taken.board)
    assert ladder[1].text.endswith("there is a thermometer.")
    assert all(each.text.startswith("The seven-cell thermometer at r1c1: ") for each in ladder[2:4])
    assert ladder[4].text.startswith("Thermometer. ")


def test_a_title_that_fails_names_the_file_of_its_technique() -> None:
    def broken(w: Words) -> str:
        raise KeyError(w.step.technique)

    broken_one = replace(ELIMINATION, title_of=broken)
    board = Board.start(LINE)
    (step,) = first_of_bulb(board, 1)
    for call in (broken_one.explain, broken_one.line, broken_one.step_title):
        with pytest.raises(TechniqueError, match="KeyError"):
            call(step, board)


# ---- ways


def step_with(*ways: Ways) -> Step:
    facts = Facts(cells=((0, "pattern"),), constraints=(0,), ways=ways)
    return Step("by-elimination", eliminations=((0, 9),), facts=facts)


def test_ways_are_in_the_json_of_a_step() -> None:
    step = step_with(Ways(0, tuple(range(7)), WAYS))
    path = StepPath(Board.start(LINE), (step,), Board.start(LINE).after(step), ("by-elimination",))
    path = replace(path, unregistered=(ELIMINATION,))
    document = path_as_json(path)
    schema = Path(logic.__file__).with_name("path.schema.json").read_text(encoding="utf-8")
    jsonschema.Draft202012Validator(json.loads(schema)).validate(document)
    cells = [f"r1c{column}" for column in range(1, 8)]
    assert document["steps"][0]["ways"] == [
        {"constraint": 0, "cells": cells, "ways": [list(way) for way in WAYS]}
    ]


def test_ways_stand_below_the_picture_as_rows_of_digits() -> None:
    drawing = draw_step(Board.start(LINE), step_with(Ways(0, tuple(range(7)), WAYS)))
    (table,) = drawing.ways
    assert str(table).startswith("the seven-cell thermometer at r1c1 (r1c1 r1c2 ")
    assert table.rows[0] == tuple("1234567")
    shown = text(drawing)
    assert "the seven-cell thermometer at r1c1:" in shown
    assert " 3    4    5    6    7    8    9" in shown
    picture = svg(drawing)
    assert picture.count('class="note"') == 7
    assert picture.count('class="term"') == 21
    assert "The ways of the seven-cell thermometer at r1c1" in drawing.description


def test_a_table_that_is_too_wide_has_no_names_of_cells() -> None:
    board = Board.start(Puzzle(9).with_(Thermometer("r1c1 r1c2")))
    cells = tuple(range(36))
    drawing = draw_step(board, step_with(Ways(0, cells, ((1,) * 36,))))
    picture = svg(drawing)
    assert 'class="note"' not in picture
    assert picture.count('class="term"') == 36
    assert "r4c9" not in text(drawing).partition("thermometer at r1c1:")[2].partition("-")[0]


@pytest.mark.parametrize(
    ("ways", "problem"),
    [
        (Ways(5, (0, 1), ((1, 2),)), "ways of a constraint 0..0, found 5"),
        (Ways(0, (0, 1), ()), "1..12 ways, found 0"),
        (Ways(0, (0, 1), ((1, 2),) * 13), "1..12 ways, found 13"),
        (Ways(0, (0, 99), ((1, 2),)), "found 99"),
        (Ways(0, (0, 1), ((1, 2, 3),)), "ways of 2 digits"),
        (Ways(0, (0, 1), ((1, 10),)), "digits 1..9"),
    ],
)
def test_malformed_ways_are_refused(ways: Ways, problem: str) -> None:
    bad = replace(ELIMINATION, find=lambda board, limit: [step_with(ways)])
    with pytest.raises(TechniqueError, match=problem):
        list(bad.steps(Board.start(LINE)))
