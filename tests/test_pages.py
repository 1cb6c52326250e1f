"""Every code block of the pages and of the README runs, and prints what the page says.

`pycon` blocks are doctests, `python` blocks are executed, and in `console` blocks each line that
starts with `$ ` is run by a shell, from the root of the repository. The blocks of a page run in
order and share their variables. `text` blocks are not run.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import pandoku
from tests.data import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.S | re.M)
_CALL = re.compile(r"pandoku [^|<>;&$`*?\\()]+")  # nothing that a shell would understand
_MORE_THAN_A_PIPE = re.compile(r"[;&<>$`]")
_KINDS = {"pycon", "python", "console", "text", "json"}


def blocks(text: str) -> list[tuple[str, str, int]]:
    """Return the language, the text and the line of every block that names its language."""
    found = _BLOCK.finditer(text)
    return [(m[1], m[2], text.count("\n", 0, m.start()) + 2) for m in found]


@pytest.fixture(scope="session")
def shell(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which `pandoku` and `python3` are those under test."""
    folder = tmp_path_factory.mktemp("bin")
    for name, words in (("pandoku", "-m pandoku "), ("python3", "")):
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" {words}"$@"\n')
        program.chmod(0o755)
    path = os.pathsep.join((str(folder), os.environ["PATH"]))
    games = {"PANDOKU_DATA": str(folder)}
    return {**os.environ, "PATH": path, "COLUMNS": "80", "NO_COLOR": "1", **games}


def run_pycon(text: str, variables: dict[str, Any], name: str, line: int) -> None:
    test = doctest.DocTestParser().get_doctest(text, variables, name, name, line - 1)
    test.globs = variables  # the next block goes on with them
    report: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    runner.run(test, out=report.append, clear_globs=False)
    assert not report, "".join(report)


def run_console(text: str, shell: dict[str, str]) -> None:
    for each in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, _, expected = each.partition("\n")
        found = [line.rstrip() for line in output_of(command, shell).rstrip().split("\n")]
        assert found == [line.rstrip() for line in expected.rstrip().split("\n")], command


def _output_of_pipe(parts: list[str], shell: dict[str, str]) -> str | None:
    """Return what a pipe shows, or None if a part writes errors: what comes first is not known."""
    text = b""
    for part in parts:
        if _CALL.fullmatch(part):
            done = pandoku(*shlex.split(part)[1:], stdin=text, env=shell, cwd=ROOT)
            if done.err and (done.out or len(parts) > 1):
                return None
            text = (done.out or done.err).encode()
        else:
            there = subprocess.run(
                part, shell=True, cwd=ROOT, env=shell, input=text, capture_output=True, check=False
            )
            if there.stderr:
                return None
            text = there.stdout
    return text.decode()


def output_of(command: str, shell: dict[str, str]) -> str:
    """Return what a command line shows; calls of pandoku run here where that is the same."""
    if not _MORE_THAN_A_PIPE.search(command):
        shown = _output_of_pipe(command.split(" | "), shell)
        if shown is not None:
            return shown
    return subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        env=shell,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    ).stdout.decode()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_block_of_a_page_does_what_it_shows(
    page: Path, shell: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = page.read_text(encoding="utf-8")
    if "import pandas" in text:
        pytest.importorskip("pandas")
    monkeypatch.chdir(ROOT)
    variables: dict[str, Any] = {"__name__": page.stem}
    for kind, block, line in blocks(text):
        assert kind in _KINDS, f"line {line}: expected one of {sorted(_KINDS)}, found {kind}"
        if kind == "pycon":
            run_pycon(block, variables, page.name, line)
        elif kind == "python":
            exec(compile("\n" * (line - 1) + block, page, "exec"), variables)
        elif kind == "console":
            run_console(block, shell)


def test_a_block_that_prints_something_else_fails(shell: dict[str, str]) -> None:
    with pytest.raises(AssertionError, match="Expected"):
        run_pycon(">>> 1 + 1\n3\n", {}, "page", 1)
    with pytest.raises(AssertionError, match="echo 2"):
        run_console("$ echo 2\n3\n", shell)
