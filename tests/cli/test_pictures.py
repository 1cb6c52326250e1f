"""The command draw, and explain as JSON, HTML and SVG."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

import pandoku.logic
from tests.cli.command import COMMAND, run
from tests.data import EXAMPLES

FOUR, EASY = str(EXAMPLES / "four.txt"), str(EXAMPLES / "easy.list")
SCHEMA = json.loads(Path(pandoku.logic.__file__).with_name("path.schema.json").read_text())


# ------------------------------------------------------------------ draw


def test_a_puzzle_is_drawn_in_the_terminal_and_as_a_file(tmp_path: Path) -> None:
    assert "┏" in run("draw", FOUR).out
    assert run("draw", FOUR, "--ascii").out.isascii()
    target = tmp_path / "four.svg"
    assert run("draw", FOUR, "-o", str(target)).out == ""
    assert target.read_text(encoding="utf-8") == run("draw", FOUR, "--to", "svg").out
    assert "prefers-color-scheme" not in run("draw", FOUR, "--to", "svg", "--theme", "dark").out


def test_a_step_is_drawn_with_its_legend(tmp_path: Path) -> None:
    shown = run("draw", EASY, "--step", "1").out
    assert shown.startswith("naked single: ")
    assert "=  the digit that is placed: " in shown
    target = tmp_path / "step.svg"
    run("draw", EASY, "--step", "2", "-o", str(target))
    assert "the digit that is placed" in target.read_text(encoding="utf-8")
    named = run("draw", EASY, "--step", "1", "--techniques", "hidden-single").out
    assert named.startswith("hidden single: ")


def test_a_png_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "four.png"
    run("draw", FOUR, "-o", str(target))
    drawn = subprocess.run([*COMMAND, "draw", FOUR, "--to", "png"], capture_output=True, check=True)
    assert target.read_bytes() == drawn.stdout
    assert drawn.stdout[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((FOUR, "--step", "99"), "expected a step from the path's 12 steps, found 99"),
        ((FOUR, "--step", "0"), "0 is not in the range"),
        ((FOUR, "-o", "picture.gif"), "ends in .svg, .png or .txt, found 'picture.gif'"),
        ((FOUR, "--techniques", "x-wing"), "--techniques applies only with --step N"),
        ((FOUR, "--step", "1", "--techniques", "x-whing"), "try x-wing"),
        (("nothing.txt",), "nothing.txt: no such file or directory"),
        ((FOUR, "-o", "no/such/folder/x.svg"), "no/such/folder/x.svg: no such file or directory"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_reason(
    arguments: tuple[str, ...], message: str
) -> None:
    assert message in " ".join(run("draw", *arguments, status=2).err.split())


def test_a_step_of_a_puzzle_without_a_solution_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("123.\n...4\n....\n....\n")
    done = run("draw", str(file), "--step", "1", status=1)
    assert done.err == "the puzzle is not proper: it has no solution\n"


# ------------------------------------------------------------------ explain


def test_explain_writes_one_json_document(tmp_path: Path) -> None:
    target = tmp_path / "path.json"
    run("explain", EASY, "-o", str(target))
    document = json.loads(target.read_text())
    jsonschema.validate(document, SCHEMA)
    lines = run("explain", EASY, "--json").out.splitlines()
    assert [json.loads(line) for line in lines] == document["steps"]
    assert document["stopped"] == "full"
    solution = document["end"]["digits"]
    assert pandoku.loads(json.dumps(document["puzzle"])).accepts(solution)


def test_a_path_that_is_stuck_is_a_document_too() -> None:
    done = run("explain", str(EXAMPLES / "escargot.txt"), "--to", "json", status=1)
    document = json.loads(done.out)
    jsonschema.validate(document, SCHEMA)
    assert document["stopped"] == "stuck"
    assert done.err.startswith("stuck after")


def test_explain_writes_a_page(tmp_path: Path) -> None:
    target = tmp_path / "path.html"
    run("explain", FOUR, "-o", str(target), "--theme", "light")
    document = target.read_text(encoding="utf-8")
    assert document.startswith("<!doctype html>")
    assert document == run("explain", FOUR, "--to", "html", "--theme", "light").out


def test_explain_writes_text_into_a_file(tmp_path: Path) -> None:
    target = tmp_path / "path.txt"
    run("explain", FOUR, "-o", str(target))
    assert target.read_text() == run("explain", FOUR).out


def test_explain_writes_pictures_into_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "steps"
    run("explain", EASY, "--to", "svg", "-o", str(folder))
    steps = [json.loads(line) for line in run("explain", EASY, "--json").out.splitlines()]
    names = [f"{each['step']:02}-{each['technique']}.svg" for each in steps]
    assert sorted(path.name for path in folder.iterdir()) == names
    for path in folder.iterdir():
        ElementTree.parse(path)
    before = sorted(tmp_path.rglob("*"))
    done = run("explain", FOUR, "--to", "svg", "-o", str(folder), status=2)
    assert "expected a new or empty folder" in done.err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--to", "svg"), "add -o FOLDER"),
        (("--to", "json", "--json"), "expected either --json"),
        (("--to", "html", "--grid"), "--short and --grid apply only to text output"),
        (("-o", "x.doc"), "ends in .txt, .json or .html, found 'x.doc'"),
        (("-o", "no/such/x.html"), "no/such/x.html: no such file or directory"),
        (("--to", "svg", "-o", "no/such/x"), "no/such/x: no such file or directory"),
    ],
)
def test_what_explain_cannot_write_is_refused_with_a_reason(
    arguments: tuple[str, ...], message: str
) -> None:
    assert message in " ".join(run("explain", FOUR, *arguments, status=2).err.split())


def test_the_page_of_a_technique_shows_its_example_drawn() -> None:
    page = run("techniques", "finned-x-wing").out
    assert "#  fin: " in page
    assert "-  candidates that go: " in page
