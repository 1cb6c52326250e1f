"""Lessons of `pandoku techniques`, and `pandoku drill`, and messages about missing lessons."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pandoku.techniques import TECHNIQUES, example_of
from tests.cli.command import pandoku
from tests.together import together


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PANDOKU_DATA", str(tmp_path / "data"))


def test_a_lesson_is_a_page(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert pandoku("techniques", "x-wing", "-o", str(page)).returncode == 0
    assert page.read_text("utf-8") == pandoku("techniques", "x wing", "-o", "-").out
    assert page.read_text("utf-8").startswith("<!doctype html>")


def test_all_lessons_are_a_new_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pandoku.lessons.encyclopedia", lambda *, theme: [("index.html", theme)])
    done = pandoku("techniques", "--all", "-o", str(tmp_path / "site"), "--theme", "dark")
    assert (done.returncode, done.out) == (0, "")
    assert done.err == f"1 file in {tmp_path / 'site'}; open index.html\n"
    assert (tmp_path / "site" / "index.html").read_text() == "dark"
    again = pandoku("techniques", "--all", "-o", str(tmp_path / "site"))
    assert again.returncode == 2
    assert str(tmp_path / "site") in again.err


@together(
    "arguments, named",
    [
        (("techniques", "x-wing", "--all"), "--all, found both"),
        (("techniques", "--all"), "add -o FOLDER"),
        (("techniques", "x-whing"), "'x-whing'; try x-wing"),
        (("techniques", "x-wing", "-o", "x.png"), "ends in .html"),
        (("techniques", "x-wing", "-o", "no/such/folder/x.html"), "no/such/folder/x.html: "),
        (("techniques", "--all", "-o", "no/such/folder"), "no/such/folder: "),
        (("techniques", "-o", "x.html"), "`pandoku techniques --all -o FOLDER`"),
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
    for arguments in (("techniques", "--all"), ("techniques", "x-wing")):
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
