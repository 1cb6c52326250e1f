"""Techniques as values, registered or not, do all that techniques by name do."""

from __future__ import annotations

import json
import random
import runpy
from dataclasses import replace
from itertools import islice
from pathlib import Path as FilePath
from xml.etree import ElementTree

import jsonschema
import numpy as np
import pytest

import pandoku
from pandoku import Board, Cage, Geometry, Puzzle, TechniqueError
from pandoku.draw import svg
from pandoku.logic import PATH_ENDS, Path, explain, explain_many, hint, next_step, path_as_json
from pandoku.techniques import TECHNIQUES, Technique, get_technique
from pandoku.words import lines_as_html
from tests import data

ADDED = data.ROOT / "tests" / "techniques" / "added" / "two_places.py"
SCHEMA = FilePath(pandoku.logic.__file__).with_name("path.schema.json")
EASY = pandoku.loads(data.EASY)
MEDIUM = pandoku.loads(
    "..2.3...8.....8....31.2.....6..5.27..1.....5.2.4.6..31....8.6.5.......13..531.4.."
)


@pytest.fixture(scope="module")
def own() -> Technique:
    technique = runpy.run_path(str(ADDED))["TECHNIQUES"][0]
    assert isinstance(technique, Technique)
    assert technique.name not in TECHNIQUES
    return technique


@pytest.fixture(scope="module")
def path(own: Technique) -> Path:
    names: list[str | Technique] = ["naked-single", own, "hidden-single"]
    found = explain(MEDIUM, techniques=names, scale="pandoku", is_proper=True)
    assert own.name in {step.technique for step in found.steps}
    return found


def test_every_step_is_the_first_of_the_first_technique_that_has_one(path: Path) -> None:
    for board, step in zip(path.boards(), path.steps, strict=True):
        tried = (path.technique(name) for name in path.techniques)
        assert step == next(each for technique in tried for each in technique.steps(board))
    assert not any(list(path.technique(name).steps(path.end)) for name in path.techniques)


def test_a_path_keeps_the_words_of_its_own_techniques(path: Path, own: Technique) -> None:
    (taken,) = islice((each for each in path if each.technique is own), 1)
    assert taken.explanation.heading.startswith("two places: ")
    assert taken.explanation == own.explain(taken.step, taken.board)
    assert taken.explanation in list(path.explanations())
    picture = ElementTree.fromstring(taken._repr_svg_())
    assert taken.explanation.heading in {element.text for element in picture.iter()}
    assert f"{own.name}" in path.summary()
    assert lines_as_html(taken.explanation.full, links=True) in path.page()


@pytest.mark.turns(3)
def test_a_path_with_its_own_techniques_is_json(path: Path) -> None:
    document = json.loads(json.dumps(path_as_json(path)))
    jsonschema.validate(document, json.loads(SCHEMA.read_text()))
    told = [step for step in document["steps"] if step["technique"] == "two-places"]
    assert told
    assert all(step["heading"].startswith("two places: ") for step in told)
    assert (document["level"], document["score"]) == path.rating()
    rated = [step["rating"] for step in document["steps"]]
    assert rated.count(None) == len(told)
    assert {"level": "easy", "score": 2.3} in rated


def test_a_technique_that_no_scale_rates_is_reported(own: Technique) -> None:
    path = explain(EASY, techniques=[own, "naked-single"], is_proper=True)
    counts = [step.technique for step in path.steps]
    assert path.stopped == "full"
    assert path.rating() == ("easy", 2.3)
    told = f'without {counts.count(own.name)} two-places, which the scale "pandoku" does not rate'
    assert path.summary().endswith(told)


def test_hints_and_next_steps_take_values(path: Path, own: Technique) -> None:
    taken = next(each for each in path if each.technique is own)
    assert next_step(taken.board, techniques=[own]) == taken.step
    assert "two places" in hint(taken.board, 2, techniques=[own]).text
    reason = hint(taken.board, 5, techniques=[own]).text
    assert reason == " ".join(("Two places.", *taken.explanation.full))
    empty = Board.start(Puzzle(9))
    assert "one solution" in hint(empty, 1, techniques=[own]).text


def test_names_and_values_mix_and_come_once(own: Technique) -> None:
    path = explain(EASY, techniques=["x-wing", own, get_technique("x-wing"), own], limit=1)
    assert path.techniques == ("x-wing", "two-places")
    assert path.unregistered == (own,)
    other = replace(own, summary="another")
    with pytest.raises(TechniqueError, match="found 2 'two-places'"):
        explain(EASY, techniques=[own, other])


def test_a_value_stands_before_a_registered_technique_of_its_name(own: Technique) -> None:
    mine = replace(get_technique("naked-single"), what=lambda w: "mine")
    path = explain(EASY, techniques=[mine], limit=1)
    assert path[0].explanation.heading.startswith("naked single: mine; ")


# ---- many


ORDERS = {
    "first": (True, "full-house", "naked-single", "hidden-single", "naked-pair"),
    "between": ("full-house", "naked-single", True, "hidden-single", "naked-pair", "pointing"),
    "last": ("full-house", "naked-single", "naked-pair", True),
    "alone": (True,),
}


def puzzles() -> list[Puzzle]:
    rng = random.Random(5)
    grid = pandoku.solve(EASY).solution
    assert grid is not None
    rows = [tuple(d if rng.random() < 0.36 else 0 for d in grid) for _ in range(12)]
    return [EASY, MEDIUM, Puzzle(9), Puzzle(9, grid), *(Puzzle(9, row) for row in rows)]


@pytest.mark.turns(3)
@pytest.mark.parametrize("order", ORDERS.values(), ids=ORDERS)
def test_counts_are_those_of_the_paths_one_by_one(
    own: Technique, order: tuple[str | bool, ...]
) -> None:
    techniques: list[str | Technique] = [own if each is True else str(each) for each in order]
    rows = np.array([puzzle.givens for puzzle in puzzles()], np.uint8)
    table = explain_many(rows, techniques=techniques)
    assert own.name in table.techniques
    taken = 0
    for index, puzzle in enumerate(puzzles()):
        path = explain(puzzle, techniques=techniques, scale="pandoku")
        names = [step.technique for step in path.steps]
        assert table.counts[index].tolist() == [names.count(name) for name in table.techniques]
        assert PATH_ENDS[table.ends[index]] == path.stopped
        taken += names.count(own.name)
    assert taken > 0


def test_only_the_paths_that_the_core_leaves_are_walked_again(own: Technique) -> None:
    asked: list[tuple[int, ...]] = []

    def find(board: Board, limit: int) -> list[pandoku.model.Step]:
        asked.append(board.puzzle.givens)
        return []

    counted = replace(own, find=find)
    explain_many([EASY, MEDIUM], techniques=["naked-single", counted])
    assert asked == [MEDIUM.givens]


def test_puzzles_with_cages_are_walked_with_their_cages(own: Technique) -> None:
    caged = Puzzle(
        Geometry.sudoku(4), cages=(Cage("+", 3, (0, 1)), Cage("+", 7, (2, 3)), Cage("=", 1, (0,)))
    )
    plain = Puzzle(4, (1, 2, 3, 0) + (0,) * 12)
    needy = replace(own, name="of-cages", needs=frozenset({"cages"}))
    techniques: list[str | Technique] = ["cage-single", own, needy, "full-house"]
    table = explain_many([plain, caged], techniques=techniques)
    for index, puzzle in enumerate((plain, caged)):
        path = explain(puzzle, techniques=techniques, scale="pandoku")
        names = [step.technique for step in path.steps]
        assert table.counts[index].tolist() == [names.count(name) for name in table.techniques]


def test_a_drawing_takes_the_words_it_is_given(path: Path, own: Technique) -> None:
    from pandoku.draw import draw_step

    taken = next(each for each in path if each.technique is own)
    assert draw_step(taken.board, taken.step).caption == "two-places"
    drawing = draw_step(taken.board, taken.step, taken.explanation)
    assert drawing.caption == taken.explanation.heading
    assert taken.explanation.heading.split(";")[0] in svg(drawing)
