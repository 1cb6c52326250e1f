"""`pandoku lesson` and `pandoku drill`, and messages about missing lessons."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pandoku.techniques import TECHNIQUES, example_of
from tests.cli.command import on_a_terminal, pandoku
from tests.together import together


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDOKU_DATA", str(tmp_path / "data"))


def test_a_lesson_is_a_page_by_either_command(tmp_path: Path) -> None:
    one, other = tmp_path / "one.html", tmp_path / "other.html"
    assert pandoku("techniques", "x-wing", "-o", str(one)).returncode == 0
    assert pandoku("lesson", "x wing", "-o", str(other)).returncode == 0
    assert one.read_text("utf-8") == other.read_text("utf-8") == pandoku("lesson", "x-wing").out
    assert one.read_text("utf-8").startswith("<!doctype html>")


def test_a_lesson_is_text_on_a_terminal_and_a_page_elsewhere() -> None:
    shown, status = on_a_terminal("lesson", "x-wing", env={"NO_COLOR": "1"})
    assert status == 0
    assert "pandoku lesson x-wing -o x-wing.html" in shown
    assert "<html" not in shown
    page, status = on_a_terminal("lesson", "x-wing", "-o", "-", env={"NO_COLOR": "1"})
    assert (status, page.startswith("<!doctype html>")) == (0, True)


def test_all_lessons_are_a_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandoku.lessons.encyclopedia", lambda *, theme: [("index.html", theme)])
    done = pandoku("lesson", "--all", "-o", str(tmp_path / "site"), "--theme", "dark")
    assert (done.returncode, done.out) == (0, "")
    assert done.err == f"1 file in {tmp_path / 'site'}; open index.html\n"
    assert (tmp_path / "site" / "index.html").read_text() == "dark"
    again = pandoku("lesson", "--all", "-o", str(tmp_path / "site"))
    assert again.returncode == 2
    assert str(tmp_path / "site") in again.err


@together(
    "arguments, named",
    [
        (("lesson",), "--all, found neither"),
        (("lesson", "x-wing", "--all"), "--all, found both"),
        (("lesson", "--all"), "add -o FOLDER"),
        (("lesson", "x-whing"), "'x-whing'; try x-wing"),
        (("lesson", "x-wing", "-o", "x.png"), "ends in .html"),
        (("lesson", "x-wing", "-o", "no/such/folder/x.html"), "no/such/folder/x.html: "),
        (("lesson", "--all", "-o", "no/such/folder"), "no/such/folder: "),
        (("techniques", "-o", "x.html"), "`pandoku lesson --all -o FOLDER`"),
        (("techniques", "x-wing", "-o", "x.html", "--json"), "either --json or -o"),
        (("drill", "--plain", "innie", "--kind", "sudoku"), "(killer or calcudoku), found"),
        (("drill", "--plain", "x-wing", "--kind", "killer"), "(sudoku), found 'killer'"),
        (("drill", "x-wing"), "--plain"),
        (("drill", "--plain", "x-whing"), "try x-wing"),
    ],
)
def test_what_cannot_be_is_said(arguments: tuple[str, ...], named: str) -> None:
    done = pandoku(*arguments)
    assert done.returncode == 2
    assert named.lower() in " ".join(done.err.split()).lower()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir(mode=0o500)
    for arguments in (("lesson", "--all"), ("lesson", "x-wing")):
        target = tmp_path / "closed" / ("site" if "--all" in arguments else "x.html")
        done = pandoku(*arguments, "-o", str(target))
        assert done.returncode == 2
        assert str(target) in done.err


def test_a_drill_is_the_one_of_play() -> None:
    drill = pandoku("drill", "x-wing", "--plain", stdin="quit\n")
    assert drill.out == pandoku("play", "--plain", "--drill", "x-wing", stdin="quit\n").out
    assert "X-wing: " in drill.out
    killer = pandoku("drill", "innie", "--kind", "killer", "--plain", stdin="quit\n")
    assert killer.returncode == 0


def test_a_description_names_the_near_miss_and_the_drill(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = {name: [example.board] for name in TECHNIQUES if (example := example_of(name))}
    monkeypatch.setattr("pandoku.techniques.positions_of", lambda name, kind: boards[name])
    with_example = next(
        name for name in TECHNIQUES if (example := example_of(name)) and example.unless
    )
    out = pandoku("techniques", with_example).out
    assert " not apply. " in " ".join(out.split())
    assert out.endswith(f": pandoku drill {with_example}\n")
