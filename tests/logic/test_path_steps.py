"""Steps of a path by number, and what notebooks show."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path as FilePath
from typing import get_args
from xml.etree import ElementTree

import jsonschema
import pytest

import pandoku
from pandoku.logic import Path, explain, path_as_json
from pandoku.logic.path import what_is_missing
from pandoku.model import Board, Cage, CageFact, Facts, Geometry, Link, Puzzle, Step, sight_of
from pandoku.rating import scales_with_numbers
from pandoku.techniques import TECHNIQUES, example_of, get_technique
from pandoku.words import Words
from pandoku.words.claims import Claim, Follows, Gone, Linked, Needs, Not
from tests.data import EXAMPLES

SCHEMA = FilePath(pandoku.logic.__file__).with_name("path.schema.json")

PUZZLE = Puzzle(4, (0, 0, 4, 2, 0, 0, 0, 3, 0, 0, 0, 0, 0, 3, 0, 1))


@pytest.fixture(scope="module")
def path() -> Path:
    return explain(PUZZLE, is_proper=True)


def test_a_step_is_found_by_its_number(path: Path) -> None:
    assert len(path) == len(path.steps)
    for index, board in enumerate(path.boards()):
        found = path[index]
        assert (found.number, found.board, found.step) == (index + 1, board, path.steps[index])
        assert found.technique is get_technique(found.step.technique)
        assert found == path[index - len(path)]
        assert found.explanation == list(path.explanations())[index]
    assert [found.step for found in path] == list(path.steps)
    for index in (len(path), -len(path) - 1):
        with pytest.raises(IndexError):
            path[index]


def test_a_slice_of_a_path_is_a_tuple_of_its_steps(path: Path) -> None:
    steps = tuple(path)
    for part in (slice(2, 5), slice(-3, None), slice(None, None, -2), slice(99, None)):
        assert path[part] == steps[part]


def test_going_through_a_path_makes_each_board_once(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = []
    after = Board.after

    def counted(board: Board, step: Step) -> Board:
        made.append(step)
        return after(board, step)

    monkeypatch.setattr(Board, "after", counted)
    for number, (index, board, step, *_) in enumerate(path, 1):
        assert (index, step) == (number, path.steps[number - 1])
        assert len(made) == number - 1
        assert board.digits.count(0) == path.start.digits.count(0) - number + 1
    assert len(made) <= len(path)
    made.clear()
    assert path[3].step == path.steps[3]
    assert made == list(path.steps[:3])


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ["grouped-continuous-loop", "als-xz", "naked-single"])
def test_a_path_as_json_holds_all_facts_of_its_steps(name: str) -> None:
    example = example_of(name)
    assert example is not None
    path = explain(example.board, techniques=[name], is_proper=True, limit=1)
    document = json.loads(json.dumps(path_as_json(path)))
    jsonschema.validate(document, json.loads(SCHEMA.read_text()))
    (told,), (step,) = document["steps"], path.steps
    assert len(told["links"]) == len(step.facts.links)
    assert len(told["candidates"]) == len(step.facts.candidates)
    assert [link["strong"] for link in told["links"]] == [link.strong for link in step.facts.links]
    houses = [(f"{each['kind']} {each['number']}", len(each["cells"])) for each in told["houses"]]
    assert houses == [(house.name, 9) for house in step.facts.houses]
    assert told["title"] == path[0].technique.title
    assert told["ratings"]["pandoku"] == told["rating"]
    assert set(told["ratings"]) == set(scales_with_numbers())


def test_sentences_as_json_say_what_their_parts_name() -> None:
    path = explain(pandoku.load(EXAMPLES / "killer.txt"), limit=30)
    document = path_as_json(path)
    named_things = set()
    for step, taken in zip(document["steps"], path, strict=True):
        assert len(step["spans"]) == len(step["text"])
        for sentence, spans in zip(step["text"], step["spans"], strict=True):
            for span in spans:
                named_things.add(span["about"])
                named = sentence[span["start"] : span["end"]]
                if span["about"] == "cells":
                    assert named == " ".join(span["cells"])
                elif span["about"] == "cage":
                    cage = taken.board.puzzle.cages[span["cage"]]
                    assert taken.board.puzzle.geometry.name(min(cage.cells)) in named
    assert {"cells", "house", "cage"} <= named_things


def test_the_claims_of_sentences_are_in_the_json_and_in_its_schema() -> None:
    path = explain(pandoku.load(EXAMPLES / "killer.txt"), limit=12)
    document = path_as_json(path)
    jsonschema.validate(document, json.loads(SCHEMA.read_text()))
    for step, taken in zip(document["steps"], path, strict=True):
        full = taken.explanation.full
        assert list(map(len, step["claims"])) == [len(sentence.claims) for sentence in full]
        concludes = step["claims"][-1][-1]
        assert concludes["name"] == "concludes"
        assert concludes["placements"] == step["placements"]
        assert concludes["eliminations"] == step["eliminations"]
    part = json.loads(SCHEMA.read_text())["$defs"]["claim"]["properties"]
    claims = set(get_args(Claim))
    assert {name.replace("-", "") for name in part["name"]["enum"]} == {
        claim.__name__.lower() for claim in claims
    }
    assert {*part} - {"name"} == {field for claim in claims for field in claim._fields}


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("claim", "told"),
    [
        (
            Not(Follows(((0, 2, False),), (1, 3, True))),
            {
                "name": "not",
                "claim": {
                    "name": "follows",
                    "premises": [["r1c1", 2, False]],
                    "conclusion": ["r1c2", 3, True],
                },
            },
        ),
        (Needs(1, 4), {"name": "needs", "house": {"kind": "row", "number": 2}, "digit": 4}),
        (
            Linked(Link(((0, 1),), ((1, 1),), True, PUZZLE.geometry.houses[0])),
            {
                "name": "linked",
                "link": {
                    "start": [["r1c1", 1]],
                    "end": [["r1c2", 1]],
                    "strong": True,
                    "house": {"kind": "row", "number": 1},
                    "cage": None,
                    "alike": False,
                },
            },
        ),
    ],
)
def test_a_claim_as_json_names_its_parts(claim: Claim, told: dict[str, object]) -> None:
    own = replace(
        get_technique("naked-single"),
        name="own",
        reason=lambda w: [w.said("It is so.", claim)],
        what=lambda w: "it",
    )
    board, step = Board.start(PUZZLE), Step("own", ((0, 3),))
    path = Path(board, (step,), board.after(step), ("own",), unregistered=(own,))
    document = path_as_json(path)
    jsonschema.validate(document, json.loads(SCHEMA.read_text()))
    assert document["steps"][0]["claims"][0] == [told]


def test_a_path_as_json_has_its_ledger_if_asked() -> None:
    path = explain(PUZZLE)
    document = json.loads(json.dumps(path_as_json(path, ledger=True)))
    jsonschema.validate(document, json.loads(SCHEMA.read_text()))
    assert "ledger" not in path_as_json(path)
    gone = {(each["cell"], each["digit"]): each for each in document["ledger"]}
    assert len(gone) == 16 * 3
    placed = next(step for step in path if step.step.placements)
    ((cell, digit),) = placed.step.placements
    peer = next(
        p for p in sight_of(PUZZLE.geometry)[cell] if placed.board.masks[p] >> (digit - 1) & 1
    )
    cause = gone[PUZZLE.geometry.name(peer), digit]
    assert (cause["by"], cause["step"]) == ("digit", 1)
    assert cause["at"] == PUZZLE.geometry.name(cell)


def test_a_step_as_json_says_why_the_candidates_are_gone_that_its_text_cites() -> None:
    def reason(w: Words) -> list[str]:
        return [w.said(f"1 is gone from {w.cell(1)}.", Gone((1,), (1,)))]

    board = Board.start(PUZZLE).eliminate(1, 1)
    own = replace(get_technique("naked-single"), name="own", reason=reason, what=lambda w: "it")
    step = Step("own", ((0, 3),))
    path = Path(board, (step,), board.after(step), ("own",), unregistered=(own,))
    document = path_as_json(path)
    jsonschema.validate(document, json.loads(SCHEMA.read_text()))
    (told,) = document["steps"]
    assert told["causes"] == [{"cell": "r1c2", "digit": 1, "by": "start", "step": 0}]
    assert told["title"] == own.title


def test_a_path_as_json_holds_branches_and_cages() -> None:
    puzzle = Puzzle(Geometry.sudoku(4), cages=(Cage("+", 4, (1, 0)),))
    inner = Step("naked-single", placements=((5, 2),))
    facts = Facts(cages=(CageFact(0, ((3, 1), (1, 3))),), branches=((inner,),), steps=(inner,))
    step = Step("naked-single", ((5, 2),), facts=replace(facts, cells=((0, "excludes"),)))
    path = Path(Board.start(puzzle), (step,), Board.start(puzzle), ("naked-single",))
    document = path_as_json(path)
    jsonschema.validate(document, json.loads(SCHEMA.read_text()))
    (told,) = document["steps"]
    assert told["cages"] == [
        {
            "cage": 0,
            "clue": "4+",
            "cells": ["r1c2", "r1c1"],
            "fillings": [[1, 3], [3, 1]],
            "combinations": [],
        }
    ]
    assert told["branches"][0] == told["steps"]
    assert told["steps"][0]["placements"] == [["r2c2", 2]]


def test_notebooks_show_pictures(path: Path) -> None:
    for what in (PUZZLE, path.start, path[2]):
        picture = what._repr_svg_()
        assert picture
        assert ElementTree.fromstring(picture).tag.endswith("svg")
    puzzle, board = PUZZLE._repr_svg_(), Board.start(PUZZLE)._repr_svg_()
    assert puzzle
    assert board
    assert puzzle.count("candidate") < board.count("candidate")
    html = path._repr_html_()
    assert html.startswith("<iframe ")
    assert "step-1" in html


def test_the_model_shows_pictures_whatever_was_imported_first() -> None:
    code = (
        "import sys\n"
        "from pandoku.model import Puzzle\n"
        "puzzle = Puzzle(4)\n"
        "assert 'pandoku.draw' not in sys.modules\n"
        "assert puzzle._repr_svg_().startswith('<svg')\n"
        "assert 'rich' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_missing_is_said_in_one_line() -> None:
    board = Board.start(pandoku.load(EXAMPLES / "escargot.txt"))
    tried = list(TECHNIQUES)
    beyond = f"it is beyond all {len(tried)} techniques, which leaves trial and error"
    assert what_is_missing(board, tried) == beyond
    left = (("unique-rectangle-1", "the puzzle has cages"), ("bug-plus-1", "the puzzle has cages"))
    said = what_is_missing(board, tried, left)
    assert re.match(f"{beyond}; 2 techniques .*, as the puzzle has cages", said)
    easier = [name for name in tried if name != "hidden-single"]
    assert what_is_missing(board, easier) == "what is missing is a hidden single"
    others = ["swordfish", *(name for name in tried if name not in ("swordfish", "jellyfish"))]
    assert what_is_missing(board, others) == "no other technique goes on from here"


def test_the_summary_says_how_it_ended(path: Path) -> None:
    assert path.summary().startswith(f"solved in {len(path)} steps: ")
    stuck = explain(Puzzle(4, (1,) + (0,) * 15), techniques=["naked-single"])
    ending = "15 cells are empty; the puzzle has more than one solution"
    assert stuck.summary() == f"stuck after 0 steps: {ending}"
    singles = explain(pandoku.load(EXAMPLES / "easy.list"), techniques=["naked-single"])
    assert singles.summary().endswith("; " + what_is_missing(singles.end, ["naked-single"]))
    broken = explain(Puzzle(4, (1, 2, 3, 0, 0, 0, 0, 4) + (0,) * 8))
    assert re.match("stuck .*r1c4$", broken.summary())
    assert "after 1 step" in pandoku.explain(PUZZLE, limit=1).summary()
