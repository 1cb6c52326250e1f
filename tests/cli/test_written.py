"""A file that a command wrote is reported on standard error, with its size."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.command import pandoku

LINES = "1.....2..3.....4\n" * 3


@pytest.mark.parametrize(
    ("command", "name"),
    [
        (("solve",), "s.txt"),
        (("explain",), "e.txt"),
        (("draw",), "d.txt"),
        (("draw",), "d.html"),
        (("draw", "--nth", "1"), "d.svg"),
        (("explain", "--nth", "2"), "e.html"),
        (("convert",), "c.json"),
        (("generate", "4", "--seed", "1"), "g.sdm"),
        (("techniques", "x-wing"), "l.html"),
    ],
)
def test_what_was_written_is_reported(command: tuple[str, ...], name: str, tmp_path: Path) -> None:
    done = pandoku(*command, "-o", name, stdin=LINES, cwd=tmp_path)
    assert (done.returncode, done.out) == (0, "")
    size = (tmp_path / name).stat().st_size
    words = f"{size} bytes" if size < 1000 else f"{-(-size // 1000)} kB"
    assert done.err.endswith(f"{words} in {name}\n")


@pytest.mark.parametrize(("command", "name"), [(("draw",), "k.svg"), (("explain",), "k.html")])
def test_several_files_are_reported_in_one_line(
    command: tuple[str, ...], name: str, tmp_path: Path
) -> None:
    done = pandoku(*command, "-o", name, stdin=LINES, cwd=tmp_path)
    stem, _, suffix = name.partition(".")
    assert re.fullmatch(rf"3 files, \d+ kB: {stem}-1.{suffix} to {stem}-3.{suffix}\n", done.err)


def test_a_folder_of_pictures_is_reported(tmp_path: Path) -> None:
    done = pandoku("explain", "--to", "svg", "-o", "steps", stdin=LINES[:17], cwd=tmp_path)
    count = len([*(tmp_path / "steps").iterdir()])
    assert done.err == f"{count} pictures in steps\n"


def test_nothing_is_reported_where_nothing_was_written(tmp_path: Path) -> None:
    assert pandoku("solve", "-o", "/dev/null", stdin=LINES).err == ""
    assert pandoku("solve", "-o", "-", stdin=LINES).err == ""
    done = pandoku("solve", "-o", "x.txt", stdin="x\n", cwd=tmp_path)
    assert done.returncode == 2
    assert " in x.txt" not in done.err
