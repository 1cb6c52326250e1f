"""The command draw, and explain as JSON, HTML and SVG."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest

import pandoku.logic

EXAMPLES = Path(__file__).parents[2] / "examples"
FOUR, EASY = str(EXAMPLES / "four.txt"), str(EXAMPLES / "easy.list")
SCHEMA = json.loads(Path(pandoku.logic.__file__).with_name("path.schema.json").read_text())


ENVIRONMENT = os.environ | {"LANG": "C.UTF-8"}


def run(*args: str, status: int = 0, text: bool = True) -> subprocess.CompletedProcess[Any]:
    done = subprocess.run(
        [sys.executable, "-m", "pandoku", *args],
        capture_output=True, text=text, check=False, timeout=60, env=ENVIRONMENT,
    )  # fmt: skip
    assert "Traceback" not in str(done.stderr)
    assert done.returncode == status, done.stderr
    return done


# ------------------------------------------------------------------ draw


def test_a_puzzle_is_drawn_in_the_terminal_and_as_a_file(tmp_path: Path) -> None:
    assert "┏" in run("draw", FOUR).stdout
    assert run("draw", FOUR, "--ascii").stdout.isascii()
    target = tmp_path / "four.svg"
    assert run("draw", FOUR, "-o", str(target)).stdout == ""
    assert target.read_text(encoding="utf-8") == run("draw", FOUR, "--to", "svg").stdout
    assert "prefers-color-scheme" not in run("draw", FOUR, "--to", "svg", "--theme", "dark").stdout


def test_a_step_is_drawn_with_its_legend(tmp_path: Path) -> None:
    shown = run("draw", EASY, "--step", "1").stdout
    assert shown.startswith("naked single: ")
    assert "=  the digit that is placed: " in shown
    target = tmp_path / "step.svg"
    run("draw", EASY, "--step", "2", "-o", str(target))
    assert "the digit that is placed" in target.read_text(encoding="utf-8")
    named = run("draw", EASY, "--step", "1", "--techniques", "hidden-single").stdout
    assert named.startswith("hidden single: ")


def test_a_png_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "four.png"
    run("draw", FOUR, "-o", str(target))
    image = run("draw", FOUR, "--to", "png", text=False).stdout
    assert target.read_bytes() == image
    assert image[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((FOUR, "--step", "99"), "expected a step from the path's 12 steps, found 99"),
        ((FOUR, "--step", "0"), "0 is not in the range"),
        ((FOUR, "-o", "picture.gif"), "ends in .svg, .png or .txt, found 'picture.gif'"),
        ((FOUR, "--techniques", "x-wing"), "--techniques is for --step N"),
        ((FOUR, "--step", "1", "--techniques", "x-whing"), "try x-wing"),
        (("nothing.txt",), "nothing.txt: no such file or directory"),
        ((FOUR, "-o", "no/such/folder/x.svg"), "no/such/folder/x.svg: no such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_said(arguments: tuple[str, ...], message: str) -> None:
    assert message in " ".join(run("draw", *arguments, status=2).stderr.split())


def test_a_step_of_a_puzzle_without_a_solution(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("123.\n....\n....\n...4\n")
    file.write_text("123.\n...4\n....\n....\n")
    done = run("draw", str(file), "--step", "1", status=1)
    assert done.stderr == "the puzzle is not proper: it has no solution\n"


# ------------------------------------------------------------------ explain


def test_explain_as_one_json_document(tmp_path: Path) -> None:
    target = tmp_path / "path.json"
    run("explain", EASY, "-o", str(target))
    document = json.loads(target.read_text())
    jsonschema.validate(document, SCHEMA)
    lines = run("explain", EASY, "--json").stdout.splitlines()
    assert [json.loads(line) for line in lines] == document["steps"]
    assert document["stopped"] == "full"
    solution = document["end"]["digits"]
    assert pandoku.loads(json.dumps(document["puzzle"])).accepts(solution)


def test_a_document_of_a_path_that_is_stuck() -> None:
    done = run("explain", str(EXAMPLES / "escargot.txt"), "--to", "json", status=1)
    document = json.loads(done.stdout)
    jsonschema.validate(document, SCHEMA)
    assert document["stopped"] == "stuck"
    assert done.stderr.startswith("stuck after")


def test_explain_as_a_page(tmp_path: Path) -> None:
    target = tmp_path / "path.html"
    run("explain", FOUR, "-o", str(target), "--theme", "light")
    document = target.read_text(encoding="utf-8")
    assert document.startswith("<!doctype html>")
    assert document == run("explain", FOUR, "--to", "html", "--theme", "light").stdout


def test_explain_as_text_in_a_file(tmp_path: Path) -> None:
    target = tmp_path / "path.txt"
    run("explain", FOUR, "-o", str(target))
    assert target.read_text() == run("explain", FOUR).stdout


def test_explain_as_pictures_in_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "steps"
    run("explain", EASY, "--to", "svg", "-o", str(folder))
    steps = [json.loads(line) for line in run("explain", EASY, "--json").stdout.splitlines()]
    names = [f"{each['step']:02}-{each['technique']}.svg" for each in steps]
    assert sorted(path.name for path in folder.iterdir()) == names
    for path in folder.iterdir():
        ElementTree.parse(path)
    before = sorted(tmp_path.rglob("*"))
    done = run("explain", FOUR, "--to", "svg", "-o", str(folder), status=2)
    assert "expected a new or an empty folder" in done.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--to", "svg"), "say which with -o FOLDER"),
        (("--to", "json", "--json"), "--json gives lines"),
        (("--to", "html", "--grid"), "--short and --grid are for text"),
        (("-o", "x.doc"), "ends in .txt, .json or .html, found 'x.doc'"),
        (("-o", "no/such/x.html"), "no/such/x.html: no such file or directory"),
        (("--to", "svg", "-o", "no/such/x"), "no/such/x: no such file or directory"),
    ],
)
def test_what_explain_cannot_write_is_said(arguments: tuple[str, ...], message: str) -> None:
    assert message in " ".join(run("explain", FOUR, *arguments, status=2).stderr.split())


def test_the_page_of_a_technique_shows_its_example_drawn() -> None:
    page = run("techniques", "finned-x-wing").stdout
    assert "#  fin: " in page
    assert "-  candidates that go: " in page
