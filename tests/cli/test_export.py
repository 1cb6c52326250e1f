"""`pandoku export`: the puzzles in the file, the output, and refused options."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from pandoku.web import onefile
from tests.cli.command import pandoku

FOUR = "..4....3.....3.1"
OTHER = "1...............".replace("1...", "12..")  # several solutions


@pytest.fixture(autouse=True)
def _built(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the player, which is the same in every file."""
    own = onefile._asset
    monkeypatch.setattr(onefile, "_asset", lambda name: own(name) if "unpack" in name else "/**/")


def data_of(page: str) -> dict[str, Any]:
    found = re.search('id="data">(.*?)</script>', page)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    unpacked = zlib.decompress(b64decode(data["puzzles"]), -zlib.MAX_WBITS)
    return data | {"puzzles": json.loads(unpacked)}


def test_a_puzzle_goes_to_standard_output_and_a_file_alike(tmp_path: Path) -> None:
    target = tmp_path / "four.html"
    written, printed = pandoku("export", FOUR, "-o", str(target)), pandoku("export", FOUR)
    assert (written.returncode, written.out) == (0, "")
    assert re.fullmatch(r"1 puzzle, \d+ kB in .*four\.html\n", written.err)
    assert (printed.returncode, printed.err) == (0, "")
    assert target.read_text("utf-8") == printed.out == pandoku("export", FOUR, "-o", "-").out
    assert printed.out.startswith("<!doctype html>")


def test_several_puzzles_are_one_file_and_one_can_be_chosen() -> None:
    lines = f"{FOUR}\n{FOUR[::-1]}\n"
    both = data_of(pandoku("export", "--from", "line", "-", stdin=lines).out)
    assert (both["title"], len(both["puzzles"]), len(both["guides"])) == ("2 puzzles", 2, 2)
    second = data_of(pandoku("export", "--from", "line", "--nth", "2", "-", stdin=lines).out)
    assert second["puzzles"] == both["puzzles"][1:]


@pytest.mark.parametrize(
    ("options", "hints", "named", "has_guide"),
    [
        ((), "free", False, True),
        (("--class",), "ask", True, True),
        (("--class", "--hints", "free"), "free", True, True),
        (("--hints", "none"), "none", False, False),
        (("--no-path",), "free", False, False),
        (("--scale", "pandoku"), "free", False, True),
        (("--reader", "beginner"), "free", False, True),
    ],
)
def test_the_options_say_how_much_help_there_is(
    options: tuple[str, ...], hints: str, named: bool, has_guide: bool
) -> None:
    data = data_of(pandoku("export", FOUR, *options).out)
    assert (data["hints"], data["named"], bool(data["guides"][0])) == (hints, named, has_guide)
    assert bool(data["puzzles"][0]["solution"]) == (hints != "none")


def test_a_title_is_that_of_the_page() -> None:
    page = pandoku("export", FOUR, "--title", "Week <12>").out
    assert "<title>Week &lt;12&gt;</title>" in page
    assert data_of(page)["title"] == "Week <12>"


def test_bad_puzzles_are_reported_and_left_out(tmp_path: Path) -> None:
    target = tmp_path / "week.html"
    lines = f"{FOUR}\n{'11' + FOUR[2:]}\n"
    done = pandoku("export", "--from", "line", "-", "-o", str(target), stdin=lines)
    assert done.returncode == 2
    assert "line 2" in done.err
    assert len(data_of(target.read_text("utf-8"))["puzzles"]) == 1


def test_nothing_is_written_if_every_puzzle_is_bad(tmp_path: Path) -> None:
    target = tmp_path / "week.html"
    target.write_text("mine")
    assert pandoku("export", "11" + FOUR[2:], "-o", str(target)).returncode == 2
    assert target.read_text() == "mine"
    assert [*tmp_path.iterdir()] == [target]


def test_a_puzzle_with_several_solutions_is_taken_and_reported() -> None:
    done = pandoku("export", OTHER)
    assert done.returncode == 1
    assert "not proper" in done.err
    assert data_of(done.out)["puzzles"][0]["solution"] is None


def test_what_a_file_cannot_be_is_refused_before_any_work(tmp_path: Path) -> None:
    for target, named in (
        ("week.pdf", ".html"),
        ("no/week.html", "no/week.html: "),
        ("", " -o, "),
    ):
        done = pandoku("export", FOUR, "-o", str(tmp_path / target) if target else "")
        assert (done.returncode, done.out) == (2, "")
        assert named in done.err


def test_a_file_has_at_most_500_puzzles() -> None:
    done = pandoku("export", "--from", "line", "-", stdin=f"{FOUR}\n" * 501)
    assert (done.returncode, done.out) == (2, "")
    assert " 500 puzzles " in done.err


def test_a_player_that_was_not_built_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> str:
        raise FileNotFoundError(name)

    monkeypatch.setattr(onefile, "_asset", missing)
    done = pandoku("export", FOUR)
    assert (done.returncode, done.out) == (2, "")
    assert done.err.endswith(": ./run web\n")


def test_other_digits_are_renamed_and_the_page_says_so() -> None:
    ran = pandoku("export", "0.....1..2.....3")
    told = ": 0 is 1, 1 is 2, 2 is 3, 3 is 4."
    assert told in ran.out
    assert told in json.dumps(data_of(ran.out)["puzzles"])
    assert " 1-4 " in ran.err
    usual = data_of(pandoku("export", "1.....2..3.....4").out)
    assert data_of(ran.out)["guides"] == usual["guides"]
