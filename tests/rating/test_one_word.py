"""The word for the difficulty of a puzzle is the same wherever it is shown."""

from __future__ import annotations

import json
from random import Random

import pytest

import pandoku
from pandoku import Puzzle
from pandoku.calls import ENDPOINTS
from pandoku.calls.endpoints.rate import rate_part
from pandoku.constraints import RULES
from pandoku.formats import get_format
from pandoku.logic import PuzzleRating, path_as_json
from pandoku.press import Layout
from pandoku.press.entries import read_entries
from pandoku.rating import LEVELS
from tests.cli.command import invoke
from tests.cli.test_rate import HARD
from tests.data import EASY, IS_FULL

pytestmark = pytest.mark.turns(3, whole=True)

FILES = ("killer.txt", "killer6.json", "mathdoku4.letters", "calcudoku5.in", "jigsaw6.solo")
CONSTRAINTS: tuple[str, ...] = ("thermometer", "sandwich", "anti-knight", "renban-line", "x-sum")
if IS_FULL:
    CONSTRAINTS += ("arrow",)  # its path takes as long as those of all others
PUZZLES = {
    **{name: pandoku.load(f"examples/{name}") for name in FILES},
    **{name: RULES[name].example for name in CONSTRAINTS},
    "latin": pandoku.loads("1.....2..3.....4"),
    "Sudoku": pandoku.loads(EASY),
    "hard Sudoku": pandoku.loads(HARD),
    "generated Sudoku": pandoku.generate("sudoku", seed=4),
    "generated killer": pandoku.generate("killer", order=4, seed=4),
}


def test_there_are_puzzles_of_all_kinds() -> None:
    assert len(PUZZLES) >= 11
    assert {pandoku.rate(each).level for each in PUZZLES.values()} >= {"easy", "medium"}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_has_one_word_and_one_number(name: str) -> None:
    puzzle: Puzzle = PUZZLES[name]
    rating = pandoku.rate(puzzle)
    path = pandoku.explain(puzzle)
    document = path_as_json(path)
    text = get_format("json").write(puzzle)
    found = {
        "rate_many": pandoku.rate_many([puzzle])[0],
        "rate_all": pandoku.rate_all([puzzle])[0],
    }
    shown: dict[str, tuple[object, ...]] = {
        key: (each.level, each.score) for key, each in found.items()
    }
    scale, told_rating = path.usual_rating()
    shown["explain"] = tuple(told_rating)
    assert scale == document["scale"] == rating.scale
    assert f"rated {rating.score:.1f} ({rating.level})" in path.summary()
    assert path.difficulty() == f"{rating.level} ({rating.score:.1f})"
    shown["path JSON"] = (document["level"], document["score"])
    (line,) = invoke("rate", "--json", text).out.splitlines()
    told = json.loads(line)
    shown["pandoku rate"] = (told["level"], told["score"])
    (part,) = rate_part([puzzle], None, 10**6, 20.0).ratings
    assert isinstance(part, PuzzleRating)
    shown["the API rate"] = (part.level, part.score)
    work, request = ENDPOINTS["explain"].work, ENDPOINTS["explain"].request
    assert work is not None
    answer = work(request(puzzle=text)).rating
    assert answer.scale == rating.scale
    shown["the API explain"] = (answer.level, answer.score)
    (entry,) = read_entries([puzzle], Layout(caption=("level",))).all
    shown["books"] = (entry.level, entry.rating.score if entry.rating else None)
    assert shown == dict.fromkeys(shown, (rating.level, rating.score))
    steps = [LEVELS.index(each["rating"]["level"]) for each in document["steps"] if each["rating"]]
    assert max(steps) <= LEVELS.index(rating.level)


def test_a_data_set_has_the_words_of_rate() -> None:
    pytest.importorskip("pyarrow")
    from tests.batch.test_rate import rate

    rows = rate([*PUZZLES.values()]).to_pylist()
    for puzzle, row in zip(PUZZLES.values(), rows, strict=True):
        found = pandoku.rate(puzzle)
        assert (row["level"], row["score"]) == (found.level, found.score)


@pytest.mark.parametrize("name", [*FILES[:4], *(each for each in CONSTRAINTS if each != "arrow")])
def test_the_order_of_cages_and_constraints_does_not_matter(name: str) -> None:
    puzzle, random, found = PUZZLES[name], Random(3), set()
    for _ in range(3):
        rating, path = pandoku.rate(puzzle), pandoku.explain(puzzle)
        assert rating.effort is not None
        found.add((rating.level, rating.score, rating.effort.effort))
        found.add((*path.rating(), path.effort().effort))
        assert path.start.puzzle.constraints == puzzle.constraints
        puzzle = puzzle.replace(
            cages=tuple(random.sample(puzzle.cages, len(puzzle.cages))),
            further=tuple(random.sample(puzzle.further, len(puzzle.further))),
        )
    assert len(found) == 1
