"""The word for the difficulty of a puzzle is the same wherever it is shown."""

from __future__ import annotations

import json

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.constraints import RULES
from pandoku.formats import get_format
from pandoku.logic import path_as_json
from pandoku.press import Layout
from pandoku.press.entries import read_entries
from pandoku.rating import LEVELS
from pandoku.web.api import ENDPOINTS
from tests.cli.command import invoke

FILES = ("killer.txt", "killer6.json", "mathdoku4.letters", "calcudoku5.in", "jigsaw6.solo")
CONSTRAINTS = ("thermometer", "arrow", "sandwich", "anti-knight", "renban-line", "x-sum")
PUZZLES = {
    **{name: pandoku.load(f"examples/{name}") for name in FILES},
    **{name: RULES[name].example for name in CONSTRAINTS},
    "latin": pandoku.loads("1.....2..3.....4"),
}


def test_there_are_puzzles_of_all_kinds() -> None:
    assert len(PUZZLES) >= 11
    assert {pandoku.rate(each).level for each in PUZZLES.values()} >= {"easy", "medium"}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_has_one_word_and_one_number(name: str) -> None:
    puzzle: Puzzle = PUZZLES[name]
    rating = pandoku.rate(puzzle, scale="pandoku")
    path = pandoku.explain(puzzle)
    document = path_as_json(path)
    text = get_format("json").write(puzzle)
    found = {
        "rate_many": pandoku.rate_many([puzzle], scale="pandoku")[0],
        "rate_all": pandoku.rate_all([puzzle], scale="pandoku")[0],
    }
    shown: dict[str, tuple[object, ...]] = {
        key: (each.level, each.score) for key, each in found.items()
    }
    shown["explain"] = tuple(path.rating())
    shown["path JSON"] = (document["level"], document["score"])
    (line,) = invoke("rate", "--json", "--scale", "pandoku", text).out.splitlines()
    told = json.loads(line)
    shown["pandoku rate"] = (told["level"], told["score"])
    for endpoint in ("rate", "explain"):
        work, request = ENDPOINTS[endpoint].work, ENDPOINTS[endpoint].request
        if work is not None:
            answer = work(request(puzzle=text)).rating
            shown[f"the API {endpoint}"] = (answer.level, answer.score)
    (entry,) = read_entries([puzzle], Layout(caption=("level",))).all
    shown["books"] = (entry.level, entry.rating.score if entry.rating else None)
    assert shown == dict.fromkeys(shown, (rating.level, rating.score))
    steps = [LEVELS.index(each["rating"]["level"]) for each in document["steps"] if each["rating"]]
    assert max(steps) <= LEVELS.index(rating.level)
