"""Fog on the command line: commands for players hide cells, and others report that they do not."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode

import pytest

import pandoku as package
from pandoku.calls.guide import guide_in_fog
from pandoku.constraints import Fog, Thermometer
from pandoku.logic import veil_of
from pandoku.model import Puzzle
from pandoku.web.onefile import export_of, one_file
from tests.cli.command import pandoku
from tests.data import EXAMPLES

FILE = str(EXAMPLES / "sudokupad" / "fog.json")
SETTERS = "shown as its setter sees it"
COUNTED = "6 thermometers and 2 whisper lines"
SOLUTION = "1234341221434321"
FOUR = Puzzle(4, "." * 15 + "1", solution=SOLUTION).with_(
    Fog("r1c1 r1c2"), Thermometer("r1c1 r1c2"), Thermometer("r4c4 r4c3")
)


@pytest.mark.parametrize("command", ["solve", "convert", "draw", "explain"])
def test_commands_that_show_the_puzzle_say_whose_view_it_is(command: str) -> None:
    assert pandoku(command, FILE).err.count(SETTERS) == 1


def test_a_hint_hides_what_lies_in_the_fog() -> None:
    done = pandoku("hint", FILE, "--level", "5")
    assert (done.returncode, done.err) == (0, "")
    assert "r3c4" not in done.out
    assert "The bulb r5c5" in done.out
    dark = Puzzle(4, solution=SOLUTION).with_(Fog("r1c1"), Thermometer("r4c4 r4c3"))
    hidden = pandoku("hint", package.dumps(dark, "json"), "--json")
    assert hidden.returncode == 1
    told = json.loads(hidden.out)
    assert told["cells"] == []
    assert told.pop("puzzle")  # the whole puzzle of the input, for other commands
    assert "thermometer" not in json.dumps(told) + hidden.err


def test_a_plain_game_begins_with_what_can_be_seen(data: object) -> None:
    done = pandoku("play", "--plain", FILE, stdin="r8c4\nr8c4 9\nr8c4 5\nquit\n")
    assert COUNTED not in done.out + done.err
    assert "whisper" not in done.out.lower().replace("green line", "")
    assert re.search(r"r8c4 is empty\. .* Fog ", done.out)
    assert "r8c4 is 9. 78 cells left." in done.out
    assert "r8c4 is 5, a given." in done.out
    assert " r7c3 r7c4 r7c5 r8c3" in done.out
    assert "Thermometer: r5c5 r6c5 r7c5." in done.out


@pytest.mark.turns(3)
@pytest.mark.parametrize("hints", ["free", "none"])
def test_a_file_shows_no_solution_and_nothing_in_the_fog(hints: str) -> None:
    page = one_file([export_of(FOUR, package.explain(FOUR))], hints=hints)
    assert SOLUTION not in page
    assert json.dumps([*map(int, SOLUTION)]) not in page
    paper = page[page.index('id="paper"') : page.index('id="data"')]
    assert "r4c4" not in paper
    assert "Thermometer: r1c1 r1c2. Fog" in paper
    found = re.search(r'id="data">(.*?)</script>', page)
    assert found is not None
    (entry,) = json.loads(zlib.decompress(b64decode(json.loads(found[1])["puzzles"]), -15))
    assert entry["fog"]["solution"] == [*map(int, SOLUTION)]
    assert entry["judge"] == ""  # the rules are read, and leave several solutions
    assert ("solution" in entry["line"]) == (hints == "free")


def test_the_hints_of_a_file_see_what_the_player_sees() -> None:
    example = package.constraints.RULES["fog"].example
    veil = veil_of(example)
    assert veil is not None
    guide = guide_in_fog(veil, package.explain(example))
    assert (guide["end"], len(guide["steps"]) > 20) == ("", True)
    assert guide["steps"][0]["sees"] == sorted(veil.lights)
    sizes = [len(step["sees"]) for step in guide["steps"]]
    assert sizes == sorted(sizes)
    assert guide_in_fog(veil_of(FOUR), package.explain(FOUR))["end"].startswith("Nothing more")  # type: ignore[arg-type]
