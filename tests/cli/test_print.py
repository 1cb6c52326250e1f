"""`pandoku print`, `pandoku book` and booklets: written files, and refused options."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.cli.command import COMMAND, pandoku
from tests.data import ROOT

FOUR = "..4....3.....3.1"
SEVERAL = "1..............."
RECIPE = """
title = "Little ones"
seed = 3

[layout]
paper = "a5"
per_page = 2

[[chapters]]
title = "First"
order = 4
count = 4

[[chapters]]
title = "Second"
order = 6
count = 2
"""


def pages_of(path: Path) -> list[str]:
    return [page.extract_text() for page in PdfReader(BytesIO(path.read_bytes())).pages]


def test_a_sheet_for_tomorrow_is_one_line_with_an_answer_key(tmp_path: Path) -> None:
    made = pandoku("generate", "calcudoku", "4", "--count", "6", "--seed", "2")
    sheet, key = tmp_path / "monday.pdf", tmp_path / "answers.pdf"
    done = pandoku(
        "print", "-", "--sheet", "--heading", "Monday", "--answers", str(key), "-o", str(sheet),
        stdin=made.out,
    )  # fmt: skip
    assert (done.returncode, done.out) == (0, "")
    assert [line.split(" in ")[1] for line in done.err.splitlines()] == [str(sheet), str(key)]
    (words,) = pages_of(sheet)
    assert all(word in words for word in ("Monday", "Name", "Date"))
    (answers,) = pages_of(key)
    assert "Monday: answers" not in words
    digits = [char for char in answers if char in "1234"]
    assert len(digits) >= 6 * 16


@pytest.mark.turns(3)
def test_another_process_writes_the_same_bytes_to_standard_output(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    assert pandoku("print", FOUR, "-o", str(path)).returncode == 0
    done = subprocess.run(
        [*COMMAND, "print", FOUR],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        capture_output=True,
        check=True,
    )
    assert done.stdout.startswith(b"%PDF-1.4")
    assert done.stdout == path.read_bytes()
    assert done.stderr == b""


def test_the_first_number_may_be_0(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    pandoku("print", FOUR, "--first-number", "0", "--solutions", "none", "-o", str(path))
    (words,) = pages_of(path)
    assert "0" in words.split()


def test_the_plan_is_printed_and_nothing_is_written(tmp_path: Path) -> None:
    target = tmp_path / "no.pdf"
    done = pandoku("print", FOUR, "--plan", "--paper", "6x9", "-o", str(target))
    plan = json.loads(done.out)
    assert done.returncode == 0
    assert plan["paper"]["name"] == "6x9"
    assert plan["pages"] == 2
    assert not target.exists()


def test_bad_lines_are_reported_and_the_rest_is_printed(tmp_path: Path) -> None:
    target = tmp_path / "some.pdf"
    done = pandoku(
        "print", "--from", "line", "-", "-o", str(target), stdin=f"{FOUR}\n12x4\n{FOUR[::-1]}\n"
    )
    assert done.returncode == 2
    assert "line 2" in done.err
    assert len(pages_of(target)) == 2


def test_an_improper_puzzle_is_refused_left_out_or_printed(tmp_path: Path) -> None:
    target = tmp_path / "some.pdf"
    lines = f"{FOUR}\n{SEVERAL}\n"

    def run(*options: str) -> tuple[int, str]:
        done = pandoku("print", "--from", "line", "-", "-o", str(target), *options, stdin=lines)
        return done.returncode, done.err

    code, said = run()
    assert code == 1
    assert "puzzle 2 (standard input, line 2): " in said
    assert "--improper skip" in said
    assert not target.exists()
    code, said = run("--improper", "skip")
    assert code == 0
    assert "left out" in said
    code, said = run("--improper", "print")
    assert code == 0
    assert len(pages_of(target)) == 2


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--paper", "b5"), "found 'b5'"),
        (("--paper", "10x10in", "--press", "kdp"), " 4 to 8.5 in "),
        (("--per-page", "31"), "--per-page"),
        (("--caption", "numbr"), "did you mean 'number'"),
        (("--cards", "--booklet"), "cards or a booklet"),
        (("--bleed",), "press along with bleed"),
        (("--tabs",), "chapters along with tabs"),
        (("--answers", "a.pdf", "--solutions", "foot"), "--answers or --solutions foot"),
        (("--answers", "-"), " --answers"),
        (("--answers", "out.pdf"), "expected two files"),
        (("--font-bold", "absent.ttf"), "regular font"),
        (("--font", "absent.ttf"), "absent.ttf: "),
        (("--title", "数独"), "lacks 数 独"),
        (("--date", "tomorrow"), "ISO 8601"),
    ],
)
def test_wrong_use_is_one_message_and_no_file(
    tmp_path: Path, options: tuple[str, ...], words: str
) -> None:
    done = pandoku("print", FOUR, "-o", "out.pdf", *options, cwd=tmp_path)
    assert done.returncode == 2
    assert words in done.err
    assert "Traceback" not in done.err
    assert [*tmp_path.iterdir()] == []


def test_no_puzzle_is_no_book(tmp_path: Path) -> None:
    done = pandoku("print", "-", "-o", "out.pdf", stdin="", cwd=tmp_path)
    assert done.returncode == 2
    assert [*tmp_path.iterdir()] == []


@pytest.mark.turns(3)
def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    target = tmp_path / "book.pdf"
    target.write_text("before")
    limits = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
    code = (
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); "
        + limits
        + f"import sys; sys.argv = ['pandoku', 'print', {FOUR!r}, '-o', {str(target)!r}]; "
        "from pandoku.cli import run_command_line; run_command_line()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 2
    assert b"file too large" in done.stderr.lower()
    assert target.read_text() == "before"
    assert [*tmp_path.iterdir()] == [target]


# ---- recipes


def test_a_recipe_gives_the_same_book_each_time(tmp_path: Path) -> None:
    recipe = tmp_path / "recipe.toml"
    recipe.write_text(RECIPE)
    for name in ("a.pdf", "b.pdf"):
        done = pandoku("book", str(recipe), "-o", str(tmp_path / name))
        assert (done.returncode, done.out) == (0, "")
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    pages = pages_of(tmp_path / "a.pdf")
    assert "Little ones" in pages[0]
    assert [page for page in pages if "First" in page]


def test_a_recipe_may_come_from_standard_input_and_answers_go_elsewhere(tmp_path: Path) -> None:
    done = pandoku(
        "book", "-", "-o", "book.pdf", "--answers", "key.pdf", stdin=RECIPE, cwd=tmp_path
    )
    assert done.returncode == 0
    assert {each.name for each in tmp_path.iterdir()} == {"book.pdf", "key.pdf"}


@pytest.mark.parametrize(
    ("recipe", "code", "words"),
    [
        (RECIPE.replace("count = 2", "cuont = 2"), 2, "did you mean 'count'"),
        (RECIPE.replace("order = 6", "order = 7"), 2, "chapter 2 (Second): "),
        (RECIPE.replace("order = 6", "budget = 1\nrating = '11.5..12'"), 1, "chapter 2 (Second): "),
        (b"\xff\xfe", 2, "UTF-8"),
        ("x" * 4_000_001, 2, " recipe of at "),
    ],
)
def test_a_request_that_cannot_be_met_leaves_no_file(
    tmp_path: Path, recipe: str | bytes, code: int, words: str
) -> None:
    done = pandoku("book", "-", "-o", "book.pdf", stdin=recipe, cwd=tmp_path)
    assert done.returncode == code
    assert words in done.err
    assert "Traceback" not in done.err
    assert [*tmp_path.iterdir()] == []


def test_a_recipe_that_is_not_there_is_named(tmp_path: Path) -> None:
    done = pandoku("book", "absent.toml", "-o", "book.pdf", cwd=tmp_path)
    assert (done.returncode, done.err.partition(": absent.toml: ")[0]) == (2, "pandoku")


def test_the_books_of_the_examples_have_a_plan() -> None:
    done = pandoku("book", str(ROOT / "examples" / "books" / "children.toml"), "--plan")
    assert done.returncode == 0
    assert json.loads(done.out)["pages"] >= 24


# ---- an explained path


def test_a_path_is_a_booklet(tmp_path: Path) -> None:
    target = tmp_path / "path.pdf"
    done = pandoku("explain", FOUR, "-o", str(target), "--solution", "--paper", "letter")
    assert done.returncode == 0
    pages = pages_of(target)
    assert "Sudoku 4x4" in pages[0]
    assert "Solution" in pages[-1]


@pytest.mark.parametrize("options", [("--per-page", "2"), ("--paper", "a5"), ("--color",)])
def test_options_of_a_booklet_need_one(options: tuple[str, ...]) -> None:
    done = pandoku("explain", FOUR, *options)
    assert done.returncode == 2
    assert " PDF" in done.err


def test_several_paths_are_numbered_booklets(tmp_path: Path) -> None:
    done = pandoku(
        "explain", "--from", "line", "-", "-o", "p.pdf",
        stdin=f"{FOUR}\n{FOUR[::-1]}\n", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0
    assert {each.name for each in tmp_path.iterdir()} == {"p-1.pdf", "p-2.pdf"}
