"""Exported files: what they hold, how they are locked, and what cannot break out of them."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode, b64encode
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import pandoku
from pandoku.calls.guide import guide_of
from pandoku.constraints import Drawing
from pandoku.errors import PuzzleError
from pandoku.model import Puzzle, Tile
from pandoku.web import onefile
from pandoku.web.onefile import Export, export_of, one_file
from tests.data import EXAMPLES

SINGLE = Path(onefile.__file__).parent / "single"
HOSTILE = "</script><script>alert(1)</script><img src=x onerror=alert(2)>&\"'"


@pytest.fixture(autouse=True)
def _built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in for the player where it has not been built."""
    if not (SINGLE / "player.js").exists():
        own = onefile._asset
        monkeypatch.setattr(
            onefile, "_asset", lambda name: own(name) if "unpack" in name else "/**/"
        )


class Page(HTMLParser):
    """The elements of a page, the texts of its scripts and styles, and its words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._open = tag
        if tag in ("script", "style", "title", "h1", "h2"):
            self.texts.setdefault(tag, []).append("")

    def handle_endtag(self, tag: str) -> None:
        self._open = ""

    def handle_data(self, data: str) -> None:
        if self._open in self.texts:
            self.texts[self._open][-1] += data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def data(self) -> dict[str, Any]:
        return dict(json.loads(self.texts["script"][0]))


def unpacked(packed: str) -> str:
    return zlib.decompress(b64decode(packed), -zlib.MAX_WBITS).decode()


def exported(name: str) -> onefile.Export:
    path = pandoku.explain(pandoku.load(EXAMPLES / name))
    return export_of(path.start.puzzle, path)


@pytest.fixture(scope="module")
def four() -> onefile.Export:
    return exported("four.txt")


def test_a_file_has_its_puzzles_and_guides(four: onefile.Export) -> None:
    six = exported("six.sdk")
    data = Page(one_file([four, six], title="Two")).data
    assert (data["title"], data["hints"], data["named"], data["id"]) == ("Two", "free", False, "")
    puzzles = json.loads(unpacked(data["puzzles"]))
    assert [each["order"] for each in puzzles] == [4, 6]
    assert [each["name"] for each in puzzles] == ["Sudoku 4x4", "Two by three"]
    assert puzzles[0]["solution"] == [3, 1, 4, 2, 2, 4, 1, 3, 1, 2, 3, 4, 4, 3, 2, 1]
    assert len(json.loads(unpacked(data["guides"][0]))["steps"]) == 12


def test_the_policy_allows_the_scripts_and_the_style_of_the_file_and_nothing_else(
    four: onefile.Export,
) -> None:
    page = Page(one_file([four]))
    policy = str(page.all("meta")[1]["content"])
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == rules["connect-src"] == rules["base-uri"] == "'none'"
    _, player, starter = page.texts["script"]
    wanted = [starter, unpacked(player)]
    assert rules["script-src"] == " ".join(map(hash_of, wanted))
    assert rules["style-src"] == hash_of(page.texts["style"][0])
    kinds = [attributes.get("type") for attributes in page.all("script")]
    assert kinds == ["application/json", "text/plain", None]


def hash_of(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def test_a_file_asks_nothing_of_any_host(four: onefile.Export) -> None:
    text = one_file([four])
    page = Page(text)
    for tag, attributes in page.elements:
        assert not {"src", "href", "style", "onload", "onclick"} & {*attributes}, tag
    outside = text.replace("http://www.w3.org/2000/svg", "")
    assert "http://" not in outside
    assert "https://" not in outside
    assert re.search(r"@import|url\(", page.texts["style"][0]) is None


def test_a_hostile_title_is_only_text() -> None:
    puzzle = pandoku.load(EXAMPLES / "four.txt").replace(title=HOSTILE)
    export = export_of(puzzle, pandoku.explain(puzzle))
    for page in (Page(one_file([export])), Page(one_file([export] * 2, title=HOSTILE))):
        assert len(page.all("script")) == 3
        assert page.all("img") == []
        assert page.texts["title"][0] == page.texts["h1"][0] == HOSTILE
        assert page.data["title"] == HOSTILE


def test_a_title_that_no_encoding_has_is_shown_as_an_escape() -> None:
    export = export_of(pandoku.load(EXAMPLES / "four.txt").replace(title="\ud800"), None)
    assert "<title>\\ud800</title>" in one_file([export])


def test_a_file_without_hints_has_no_solution(four: onefile.Export) -> None:
    puzzle = pandoku.load(EXAMPLES / "four.txt")
    solved = puzzle.replace(solution=pandoku.solve(puzzle).solutions[0])
    export = export_of(solved, pandoku.explain(solved))
    data = Page(one_file([export], hints="none")).data
    (entry,) = json.loads(unpacked(data["puzzles"]))
    assert entry["solution"] is None
    assert "solution" not in entry["line"]
    assert (data["guides"], data["sentences"]) == ([""], {})
    assert Page(one_file([export_of(solved, None)])).data["guides"] == [""]


def test_a_class_keeps_its_games_apart(four: onefile.Export) -> None:
    one, same, other = (
        Page(one_file([four], title=title, is_named=True)).data["id"] for title in "aab"
    )
    assert one == same != other


def test_without_its_script_a_file_shows_the_boards_and_says_them() -> None:
    export = exported("calcudoku5.in")
    text = one_file([export, export])
    page = Page(text)
    assert len(page.all("svg")) == 2
    assert {str(each["aria-label"]) for each in page.all("svg")} != {""}
    assert "needs its script" in text
    assert page.texts["h2"] == [f"{number}. {export.name}" for number in (1, 2)]
    assert "Cage " in export.said


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("four.txt", "Every row, column and box holds each digit 1-4 once."),
        (
            "windoku.json",
            "Every row, column, box and window holds each digit 1-9 once.",
        ),
        (
            "killer6.json",
            "Every row, column and box holds each digit 1-6 once. The digits of a cage add up to "
            "the number in its corner, and no digit repeats in a cage.",
        ),
        (
            "mathdoku6.letters",
            "Every row and column holds each digit 1-6 once. The digits of a cage make the number "
            "in its corner with its sign.",
        ),
    ],
)
def test_the_rules_are_said(name: str, rules: str) -> None:
    assert export_of(pandoku.load(EXAMPLES / name), None).rules == rules


def test_a_sheet_of_paper_says_each_rule_once(four: onefile.Export) -> None:
    killer = exported("killer6.json")
    rules = [escape(each.rules) for each in (four, killer)]
    same = one_file([killer] * 7)
    assert same.count('class="sheet"') == same.count(f"<p>{rules[1]}</p>") == 2
    mixed = one_file([killer, four, killer])
    assert f"<p>Puzzles 1 and 3: {rules[1]} Puzzle 2: {rules[0]}</p>" in mixed


def test_a_puzzle_with_several_solutions_says_so() -> None:
    puzzle = Puzzle(4, (1, 2, 3, 4) + (0,) * 12)
    export = export_of(puzzle, pandoku.explain(puzzle))
    assert export.document["solution"] is None
    assert "solution" in export.document["problem"]


def test_a_file_needs_a_puzzle() -> None:
    with pytest.raises(PuzzleError, match=r"puzzle .*found none"):
        one_file([])


def test_a_long_path_goes_without_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    guide = guide_of(pandoku.explain(pandoku.load(EXAMPLES / "four.txt")))
    pictured = onefile._packed_guide(guide)
    monkeypatch.setattr(onefile, "_LARGEST", len(pictured) - 1)
    steps = json.loads(unpacked(onefile._packed_guide(guide)))["steps"]
    assert [(step["before"], step["after"]) for step in steps] == [({}, {})] * 12
    assert steps[0]["texts"][0] == [0, json.loads(unpacked(pictured))["steps"][0]["texts"][0][1]]


def test_a_file_has_the_colors_that_setters_chose() -> None:
    tile = Tile("highlight", ((0.5, 0.5),), color="#000080")
    export = export_of(Puzzle.sudoku(4).with_(Drawing.of([tile])), None)
    assert "shape-in-behind-000080" in export.picture
    style = "".join(Page(one_file([export])).texts["style"])
    assert ".shape-in-behind-000080{fill:light-dark(#" in style
    assert ".shape-in-" not in "".join(Page(one_file([_killer()])).texts["style"])


def test_a_file_for_one_puzzle_has_at_most_150_kb() -> None:
    if not (SINGLE / "player.js").exists():
        pytest.skip("needs the built player: ./run web")
    rest = one_file([_killer()])
    assert len(rest.encode()) + onefile._LARGEST <= 150_000


def _killer() -> Export:
    return export_of(pandoku.load(EXAMPLES / "killer.txt"), None)


def test_the_built_player_ends_no_element() -> None:
    if not (SINGLE / "player.js").exists():
        pytest.skip("needs the built player: ./run web")
    assert "</style" not in (SINGLE / "player.css").read_text("utf-8")
    assert "\r" not in (SINGLE / "player.js").read_text("utf-8")
