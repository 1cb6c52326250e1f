"""Paths as data for the player of exported files."""

from __future__ import annotations

import json
import re
from string import Formatter
from typing import Any

import pytest

import pandoku
from pandoku.calls.guide import guide_of, hint_sentences
from pandoku.logic import Path, hint
from pandoku.model import Board
from tests.data import EXAMPLES, IS_FULL, ROOT
from tests.web import make_file_hints
from tests.web.make_guides import TARGET, cases, made

PARTS = {"fills", "lines", "texts", "rings", "curves", "legend", "sums"}


@pytest.fixture(scope="module")
def path() -> Path:
    return pandoku.explain(pandoku.load(EXAMPLES / "killer6.json"))


@pytest.fixture(scope="module")
def guide(path: Path) -> Any:
    return json.loads(json.dumps(guide_of(path)))


def test_the_paths_of_the_tests_of_the_player_are_current() -> None:
    current, how = TARGET.read_text("utf-8"), "run ./run python -m tests.web.make_guides"
    if IS_FULL:
        assert current == made(), how
    else:
        assert [line.rstrip(",") for line in current.splitlines()[1:-1]][::2] == cases(2), how


def test_the_hints_of_the_tests_of_the_player_are_current() -> None:
    current = make_file_hints.text()
    assert make_file_hints.TARGET.read_text("utf-8") == current, (
        "run ./run python -m tests.web.make_file_hints"
    )


def test_a_sentence_of_a_file_takes_places_by_name_only() -> None:
    names = {name for each in hint_sentences().values() for _, name, *_ in Formatter().parse(each)}
    assert all(name is None or name.isidentifier() for name in names)


def test_the_player_knows_every_sentence_by_name() -> None:
    source = (ROOT / "web" / "src" / "single" / "data.ts").read_text("utf-8")
    named = source.partition("export type SentenceName =")[2].partition(";")[0]
    assert {*re.findall(r'"(\w+)"', named)} == {*hint_sentences()}


def test_the_texts_are_those_of_hint(path: Path, guide: Any) -> None:
    text = ""
    for level, (kept, more) in enumerate(guide["steps"][0]["texts"], 1):
        text = text[:kept] + more
        assert text == hint(path.start, level).text
    assert level == 5


def test_a_step_changes_what_it_changes_in_the_path(path: Path, guide: Any) -> None:
    for step, data in zip(path.steps, guide["steps"], strict=True):
        assert [divmod(each, 6) for each in data["places"]] == [
            (c, d - 1) for c, d in step.placements
        ]
        assert [divmod(each, 6) for each in data["removes"]] == [
            (c, d - 1) for c, d in step.eliminations
        ]


def test_pictures_have_only_what_lies_over_the_board(guide: Any) -> None:
    for step in guide["steps"]:
        assert {*step["before"], *step["after"]} <= PARTS
        for text in step["before"].get("texts", []):
            assert text[3] not in ("given", "digit", "clue")
        assert all(line[4] == "told" for line in step["before"].get("lines", []))


def test_what_a_picture_shows_before_the_conclusion_does_not_tell_it(guide: Any) -> None:
    for step in guide["steps"]:
        roles = {fill[4] for fill in step["before"].get("fills", [])}
        struck = [
            text for text in step["before"].get("texts", []) if text[5] or text[3] == "placed"
        ]
        assert "placed" not in roles
        assert struck == []


def test_progress_is_where_the_guide_starts() -> None:
    puzzle = pandoku.load(EXAMPLES / "four.txt")
    board = Board.start(puzzle).place("r1c1", 3).eliminate("r2c1", 4)
    guide = guide_of(pandoku.explain(board))
    assert guide["digits"] == [3] + [0] * 15
    assert guide["gone"] == [4 * 4 + 4 - 1]


def test_a_path_that_is_stuck_says_why_at_its_end() -> None:
    guide = guide_of(pandoku.explain("1234............"))
    assert "one solution" in guide["end"]
