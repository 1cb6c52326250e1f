"""The command draw, and explain as JSON, HTML and SVG."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from click.testing import CliRunner

import pandoku.logic
from pandoku.cli import cli
from tests.cli.command import invoke, on_a_terminal
from tests.data import EXAMPLES

FOUR, EASY = str(EXAMPLES / "four.txt"), str(EXAMPLES / "easy.list")
KILLER = str(EXAMPLES / "killer.txt")
SCHEMA = json.loads(Path(pandoku.logic.__file__).with_name("path.schema.json").read_text())


def printed(*arguments: str) -> bytes:
    """Return the bytes that a command writes to standard output."""
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout_bytes


# ------------------------------------------------------------------ draw


def test_a_puzzle_is_drawn_in_the_terminal_and_as_a_file(tmp_path: Path) -> None:
    assert "┏" in invoke("draw", FOUR).out
    assert invoke("draw", FOUR, "--ascii").out.isascii()
    target = tmp_path / "four.svg"
    assert invoke("draw", FOUR, "-o", str(target)).out == ""
    assert target.read_text(encoding="utf-8") == invoke("draw", FOUR, "--to", "svg").out
    assert "prefers-color-scheme" not in invoke("draw", FOUR, "--to", "svg", "--theme", "dark").out


def test_rows_and_columns_are_numbered_unless_unwanted() -> None:
    numbered = invoke("draw", FOUR, "--step", "1").out.splitlines()
    assert "    1  2   3  4" in [line.rstrip() for line in invoke("draw", FOUR).out.splitlines()]
    bare = invoke("draw", FOUR, "--step", "1", "--no-coordinates").out.splitlines()
    assert len(bare) == len(numbered) - 1
    assert any(line.startswith("┏") for line in bare)
    assert 'class="coordinate"' in invoke("draw", FOUR, "--to", "svg").out
    assert 'class="coordinate"' not in invoke("draw", FOUR, "--to", "svg", "--no-coordinates").out


def test_a_step_is_drawn_with_its_legend(tmp_path: Path) -> None:
    shown = invoke("draw", EASY, "--step", "1").out
    assert shown.startswith("hidden single: ")
    legend = re.search(r"^=  (.*): ", shown, re.M)
    assert legend
    target = tmp_path / "step.svg"
    invoke("draw", EASY, "--step", "2", "-o", str(target))
    assert legend[1] in target.read_text(encoding="utf-8")
    named = invoke("draw", EASY, "--step", "1", "--techniques", "naked-single").out
    assert named.startswith("naked single: ")


def test_a_pdf_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "step.pdf"
    invoke("draw", EASY, "--step", "1", "-o", str(target))
    drawn = target.read_bytes()
    assert drawn == printed("draw", EASY, "--step", "1", "--to", "pdf")
    assert drawn.startswith(b"%PDF-1.4")
    invoke("draw", EASY, "--step", "1", "--color", "-o", str(target))
    assert target.read_bytes() != drawn


@pytest.mark.turns(3)
@pytest.mark.parametrize("medium", ["png", "pdf"])
def test_binary_pictures_do_not_go_to_a_terminal(medium: str) -> None:
    shown, status = on_a_terminal("draw", FOUR, "--to", medium)
    assert status == 2
    assert f"-o FILE.{medium}" in shown


def test_a_png_is_drawn(tmp_path: Path) -> None:
    target = tmp_path / "four.png"
    invoke("draw", FOUR, "-o", str(target))
    drawn = printed("draw", FOUR, "--to", "png")
    assert target.read_bytes() == drawn
    assert drawn[:4] == b"\x89PNG"


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ((FOUR, "--step", "99"), "12 steps, found 99"),
        ((FOUR, "--step", "9" * 23), "12 steps, found 999"),
        ((FOUR, "--step", "0"), "'--step': expected a whole number of at least 1, found '0'"),
        ((FOUR, "-o", "picture.gif"), ".svg, .png, .pdf, .html or .txt, found 'picture.gif'"),
        ((FOUR, "--color", "-o", "k.svg"), "--color applies only to a PDF: add -o FILE.pdf"),
        ((FOUR, "--techniques", "x-wing"), "--step N"),
        ((FOUR, "--step", "1", "--techniques", "x-whing"), "try x-wing"),
        (("nothing.txt",), "nothing.txt: "),
        ((FOUR, "-o", "no/such/folder/x.svg"), "no/such/folder/x.svg: "),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_a_reason(
    arguments: tuple[str, ...], named: str
) -> None:
    assert named in " ".join(invoke("draw", *arguments, status=2).err.split())


def test_a_step_of_a_puzzle_without_a_solution_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("123.\n...4\n....\n....\n")
    done = invoke("draw", str(file), "--step", "1", status=1)
    assert done.err.count("\n") == 1
    assert "not proper" in done.err


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_pictures_of_several_puzzles_are_numbered_files(tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"k.{suffix}"
    invoke("draw", FOUR, KILLER, "-o", str(target))
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"k-1.{suffix}", f"k-2.{suffix}"]
    invoke("draw", FOUR, KILLER, "--nth", "2", "-o", str(target))
    assert target.read_bytes() == (tmp_path / f"k-2.{suffix}").read_bytes()


def test_the_numbers_of_pictures_are_those_of_nth_and_sort_well(tmp_path: Path) -> None:
    lines = ["." * 16] * 10
    lines[3] = "." * 15
    (tmp_path / "ten.sdm").write_text("\n".join(lines))
    done = invoke("draw", str(tmp_path / "ten.sdm"), "-o", str(tmp_path / "k.svg"), status=2)
    assert "line 4" in done.err
    names = sorted(path.name for path in tmp_path.glob("*.svg"))
    assert names == [f"k-{number:02}.svg" for number in (1, 2, 3, 5, 6, 7, 8, 9, 10)]


@pytest.mark.parametrize(
    "command", [("draw", "--to", "svg"), ("draw", "--to", "png"), ("explain", "--to", "html")]
)
def test_several_pictures_do_not_go_to_standard_output(command: tuple[str, ...]) -> None:
    done = invoke(*command, FOUR, KILLER, status=2)
    assert done.out == ""
    assert "--nth N" in done.err


def test_a_page_holds_all_puzzles_with_their_names(tmp_path: Path) -> None:
    diagonal = str(EXAMPLES / "diagonal.json")
    invoke("draw", FOUR, diagonal, "-o", str(tmp_path / "k.html"), "--theme", "dark")
    page = (tmp_path / "k.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.count("<svg") == 2
    assert f"<h2>{pandoku.load(diagonal).title}</h2>" in page
    assert "prefers-color-scheme" not in page
    step = invoke("draw", FOUR, "--step", "1", "--to", "html").out
    assert step.count("<svg") == 1
    assert "hidden single: only " in step


@pytest.mark.parametrize("name", ["k.eps", "k.jpg", "k", "k.svg.gz"])
@pytest.mark.parametrize("command", ["draw", "show"])
def test_an_unknown_suffix_is_refused_before_anything_is_read(
    tmp_path: Path, command: str, name: str
) -> None:
    done = invoke(command, "no-such-file", "-o", str(tmp_path / name), status=2)
    assert " .svg, .png, .pdf, .html or .txt" in " ".join(done.err.split())
    assert "no-such-file" not in done.err
    assert not list(tmp_path.iterdir())


def test_show_is_a_second_name_of_draw(tmp_path: Path) -> None:
    assert invoke("show", FOUR, "--to", "terminal").out == invoke("draw", FOUR).out
    assert "show" not in [line.split()[0] for line in invoke("--help").out.splitlines() if line]
    invoke("show", FOUR, "-o", str(tmp_path / "k.png"))
    assert (tmp_path / "k.png").read_bytes()[:4] == b"\x89PNG"


def test_a_puzzle_with_defects_is_drawn_but_has_no_steps() -> None:
    twice = "11" + "." * 14
    assert "1  1" in invoke("draw", twice).out
    assert "row 1 has 1" in invoke("draw", twice, "--step", "1", status=2).err


@pytest.mark.parametrize("command", ["draw", "explain", "solve"])
def test_an_output_that_is_a_folder_is_refused(tmp_path: Path, command: str) -> None:
    error = invoke(command, FOUR, "-o", str(tmp_path), status=2).err
    assert error.startswith(f"pandoku: {tmp_path}: ")
    assert error.count("\n") == 1


# ------------------------------------------------------------------ explain


def test_explain_writes_one_json_document(tmp_path: Path) -> None:
    target = tmp_path / "path.json"
    invoke("explain", EASY, "-o", str(target))
    document = json.loads(target.read_text())
    jsonschema.validate(document, SCHEMA)
    assert json.loads(invoke("explain", EASY, "--json").out) == document
    assert document["stopped"] == "full"
    solution = document["end"]["digits"]
    assert pandoku.loads(document["puzzle"]).accepts(solution)


def test_a_path_that_is_stuck_is_a_document_too() -> None:
    escargot = str(EXAMPLES / "escargot.txt")
    done = invoke("explain", escargot, "--to", "json", "--techniques", "x-wing", status=1)
    document = json.loads(done.out)
    jsonschema.validate(document, SCHEMA)
    assert document["stopped"] == "stuck"
    assert done.err.startswith("stuck after")


def test_explain_writes_a_page(tmp_path: Path) -> None:
    target = tmp_path / "path.html"
    invoke("explain", FOUR, "-o", str(target), "--theme", "light")
    document = target.read_text(encoding="utf-8")
    assert document.startswith("<!doctype html>")
    assert document == invoke("explain", FOUR, "--to", "html", "--theme", "light").out


def test_a_page_has_every_step_and_the_solution_only_if_asked_for() -> None:
    usual = invoke("explain", EASY, "--to", "html").out
    full = invoke("explain", EASY, "--to", "html", "--all-steps", "--solution").out
    assert full.count('class="step"') > usual.count('class="step"')
    assert [document.count('id="solution"') for document in (usual, full)] == [0, 1]


def test_the_pages_of_several_puzzles_are_numbered_files(tmp_path: Path) -> None:
    invoke("explain", FOUR, EASY, "-o", str(tmp_path / "k.html"), "--theme", "light")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["k-1.html", "k-2.html"]
    alone = invoke("explain", FOUR, "--to", "html", "--theme", "light").out
    assert (tmp_path / "k-1.html").read_text(encoding="utf-8") == alone


def test_explain_writes_text_into_a_file(tmp_path: Path) -> None:
    target = tmp_path / "path.txt"
    invoke("explain", FOUR, "-o", str(target))
    assert target.read_text() == invoke("explain", FOUR).out


def test_explain_writes_pictures_into_a_folder(tmp_path: Path) -> None:
    folder = tmp_path / "steps"
    invoke("explain", EASY, "--to", "svg", "-o", str(folder))
    steps = json.loads(invoke("explain", EASY, "--json").out)["steps"]
    names = [f"{each['step']:02}-{each['technique']}.svg" for each in steps]
    assert sorted(path.name for path in folder.iterdir()) == names
    for path in folder.iterdir():
        ElementTree.parse(path)
    before = sorted(tmp_path.rglob("*"))
    done = invoke("explain", FOUR, "--to", "svg", "-o", str(folder), status=2)
    assert f"{folder}: expected a new or empty folder" in done.err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--to", "svg"), "-o FOLDER"),
        (("--to", "html", "--json"), "--json or --to html"),
        (("--to", "html", "--grid"), "--short, --long, --proof and --grid"),
        (("--solution",), "--all-steps and --solution"),
        (("--to", "json", "--all-steps"), "--all-steps and --solution"),
        (("-o", "x.doc"), ".txt, .json, .html or .pdf, found 'x.doc'"),
        (("-o", "no/such/x.html"), "no/such/x.html: "),
        (("--to", "svg", "-o", "no/such/x"), "no/such/x: "),
    ],
)
def test_what_explain_cannot_write_is_refused_with_a_reason(
    arguments: tuple[str, ...], named: str
) -> None:
    assert named in " ".join(invoke("explain", FOUR, *arguments, status=2).err.split())


def test_the_page_of_a_technique_shows_its_example_drawn() -> None:
    page = invoke("techniques", "finned-x-wing").out
    assert "#  fin: " in page
    assert "-  removed: " in page


@pytest.mark.parametrize(
    ("name", "command"), [("svg", "draw"), ("png", "draw"), ("PDF", "print"), ("html", "export")]
)
def test_convert_names_the_command_that_makes_a_picture(name: str, command: str) -> None:
    told = invoke("convert", FOUR, "--to", name, status=2).err
    assert f"there is no format {name!r}; `pandoku {command} FILE -o puzzle." in told
