"""Values as JSON and as tables: what Python gives is what the command line prints."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pandoku
from pandoku import MissingExtraError, Puzzle
from tests.cli.command import pandoku as run
from tests.data import EASY, EXAMPLES

HARD = "4.2.7...5.....5.4..1...4..9..4.......5.3.1.8.......6..2..6...9..3.9.....5...2.7.6"
TEXTS = [
    EASY,
    HARD,
    "1.....2..3.....4",
    "1...............",
    "123....4........",
    "11..............",
    "..3.4.....4...1.......5......6...2.1",
]
FILES = [EXAMPLES / "killer.txt", EXAMPLES / "six.sdk", EXAMPLES / "escargot.txt"]
PUZZLES = [*map(pandoku.loads, TEXTS), *map(pandoku.load, FILES)]
IDENTITY = ("id", "source", "line", "puzzle", "kind")


def printed(command: str, *options: str) -> list[dict[str, Any]]:
    """Return the objects that a command prints, without the keys that only it knows."""
    arguments = [*TEXTS, *map(str, FILES)]
    found = []
    for argument in arguments:
        done = run(command, "--json", *options, argument)
        (told,) = map(json.loads, done.out.splitlines())
        assert "source" in told
        found.append({key: value for key, value in told.items() if key not in IDENTITY})
    return found


def as_json(value: Any) -> dict[str, Any]:
    """Return the record of a value as it comes out of JSON."""
    found: dict[str, Any] = json.loads(json.dumps(value.to_dict(), allow_nan=False))
    return found


def test_an_outcome_is_the_record_that_solve_prints() -> None:
    for puzzle, told in zip(PUZZLES, printed("solve"), strict=True):
        if "error" in told:
            with pytest.raises(pandoku.PuzzleError):
                pandoku.solve(puzzle)
            continue
        found = as_json(pandoku.solve(puzzle))
        assert [*found] == [*told]
        assert found["elapsed_s"] >= 0
        assert found | {"elapsed_s": 0} == told | {"elapsed_s": 0}


def test_a_check_is_the_record_that_check_prints() -> None:
    for puzzle, told in zip(PUZZLES, printed("check"), strict=True):
        found = as_json(pandoku.check(puzzle))
        assert list(found.items()) == list(told.items())
    verdicts = {pandoku.check(puzzle).verdict for puzzle in PUZZLES}
    assert verdicts >= {"proper", "several solutions", "no solution", "impossible"}


@pytest.mark.turns(3)
def test_a_rating_is_the_record_that_rate_prints() -> None:
    for puzzle, told in zip(PUZZLES, printed("rate"), strict=True):
        rating = pandoku.rate_many([puzzle])[0]
        assert ("error" in told) == (not rating.is_proper)
        if rating.is_proper:
            assert list(as_json(rating).items()) == list(told.items())
        else:
            assert as_json(rating)["score"] is None


@pytest.mark.turns(3)
@pytest.mark.parametrize("level", range(6))
def test_a_hint_is_the_record_that_hint_prints(level: int) -> None:
    for puzzle, told in zip(PUZZLES, printed("hint", "--level", str(level)), strict=True):
        if "error" in told:
            continue
        assert list(as_json(pandoku.hint(puzzle, level)).items()) == list(told.items())


def test_bad_puzzles_among_many_have_records_too() -> None:
    bad = pandoku.solve_all([None], on_error="keep")[0]
    assert as_json(bad) == {
        "count": -1,
        "complete": False,
        "stopped": "error",
        "solutions": [],
        "engine": "",
        "stats": {},
        "elapsed_s": 0.0,
    }
    assert as_json(pandoku.rate_many([EASY, None], on_error="keep")[1])["stopped"] == "error"


def test_ratings_are_a_table_with_the_keys_of_their_records() -> None:
    pandas = pytest.importorskip("pandas")
    puzzles = [EASY, HARD, None, "." * 81]
    ratings = pandoku.rate_many(puzzles, on_error="keep")
    table = ratings.to_frame()
    assert isinstance(table, pandas.DataFrame)
    assert [*table.columns] == [*pandoku.rate(EASY).to_dict(), "error"]
    for at, rating in enumerate(ratings):
        row = {name: None if table[name].isna()[at] else table[name][at] for name in table.columns}
        error = row.pop("error")
        assert row == rating.to_dict()
        assert error == ratings.errors.get(at)
    assert [str(table[name].dtype) for name in ("score", "er", "ep", "ed")] == ["float64"] * 4
    small = pandoku.rate_many(["1.....2..3.....4"]).to_frame()
    assert (small["scale"][0], small["er"].isna()[0], small["error"].isna()[0]) == (
        "pandoku",
        True,
        True,
    )
    assert len(pandoku.rate_many(np.zeros((0, 81), np.uint8)).to_frame()) == 0


def test_a_table_without_pandas_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match=r"to_frame\(\) .*: pip install pandas$"):
        pandoku.rate_many([EASY]).to_frame()


@pytest.mark.parametrize("call", [pandoku.solve, pandoku.check])
def test_an_answer_has_no_truth_value(call: Any) -> None:
    answer = call(Puzzle(EASY))
    attribute = "is_unique" if call is pandoku.solve else "is_proper"
    with pytest.raises(TypeError, match=rf"truth value: .*\.{attribute}"):
        bool(answer)
    assert getattr(answer, attribute)


def test_values_in_a_notebook_are_short(tmp_path: Path) -> None:
    paths = pandoku.explain_many([EASY, "." * 81])
    assert (
        repr(paths) == f"PathCounts(2 puzzles, {len(paths.techniques)} techniques: 1 full, 1 stuck)"
    )
    ratings = pandoku.rate_many([EASY, None, EASY], on_error="keep")
    assert repr(ratings) == "PuzzleRatings(3 puzzles, scale='se', 1 bad)"
    several = pandoku.check("1" + "." * 15)
    assert "<svg" in several._repr_html_()
    assert "several solutions" in several._repr_html_()
    assert pandoku.rate(EASY)._repr_html_().startswith("<p>")
    made = pandoku.generate_many(5, order=4, seed=1)
    assert made._repr_html_().count("<svg") == 3
    assert "Generated(5 puzzles" in made._repr_html_()
