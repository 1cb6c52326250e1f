"""Tables of everything that the papers of the classics fix, with the lines that say so."""

from __future__ import annotations

import inspect
import io
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from runpy import run_path
from typing import NamedTuple

import pytest

from tests.data import PAPERS
from tests.here import Ended, run_here


@dataclass(frozen=True)
class Desk:
    """Where a row is checked: a folder for files, and the streams of the test.

    Attributes:
        classics: The folder of the five programs.
        python: The command of a Python without installed packages.
        tmp: An empty folder.
        capsys: pytest's capture of the streams.
        monkeypatch: pytest's patches, undone after the row.
    """

    classics: Path
    python: Sequence[str]
    tmp: Path
    capsys: pytest.CaptureFixture[str]
    monkeypatch: pytest.MonkeyPatch

    def command(self, program: str, line: str, typed: str = "", *, merge: bool = False) -> Ended:
        """Run the paper's command line, such as ``python3 x.py < in``, in this process.

        Args:
            program: The folder of the program, whose files the line may name.
            line: The command. Files beside the program are copied into the empty folder.
            typed: Standard input, if the line does not redirect it.
            merge: Whether stderr goes where stdout goes, as in a terminal. A bare Python runs it.
        """
        python, script, *words = shlex.split(line)
        assert python == "python3"
        for word in words:
            if (self.classics / program / word).is_file():
                shutil.copy(self.classics / program / word, self.tmp)
        data = typed.encode()
        if "<" in words:
            data = (self.tmp / words.pop()).read_bytes()
            words.pop()
        path = str(self.classics / program / script)
        if not merge:
            main = partial(run_path, path, run_name="__main__")
            return run_here(main, [path, *words], input=data, cwd=self.tmp)
        done = subprocess.run(
            [*self.python, path, *words],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=self.tmp,
            timeout=60,
            check=False,
        )
        return Ended(done.returncode, done.stdout, b"")

    def answer_to_python_3_6(self, script: str) -> tuple[int, str]:
        """Return the status of a program on Python 3.6.8, and its stderr up to a semicolon."""
        code = (
            "import runpy, sys\n"
            "sys.version_info, sys.version = (3, 6, 8), '3.6.8 (default)'\n"
            f"runpy.run_path({str(self.classics / script)!r}, run_name='__main__')\n"
        )
        command = [*self.python, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return done.returncode, done.stderr.partition(";")[0]

    def type(self, *lines: str) -> None:
        """Let standard input be these lines."""
        self.monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{x}\n" for x in lines)))

    def printed(self, action: Callable[[], object]) -> str:
        """Return what an action prints to stdout, if nothing goes to stderr."""
        self.capsys.readouterr()
        action()
        out, err = self.capsys.readouterr()
        assert err == ""
        return out


class Row(NamedTuple):
    """One thing that a paper fixes.

    Attributes:
        at: The paper's lines that say so, each with a word that stands there: "12 name; 40-42 if".
        claim: The thing, in our words.
        got: What the program has or does.
        expected: What it should be.
        settled: Where the paper leaves it open, contradicts itself or cannot be followed: the
            reason for what is expected here.
    """

    at: str
    claim: str
    got: Callable[[Desk], object]
    expected: object
    settled: str = ""


def takes(at: str, owner: object, name: str, *parameters: str) -> Row:
    """Return the row of the parameters of a module's or class's function: their names, in order."""

    def found(desk: Desk) -> list[str]:
        return list(inspect.signature(getattr(owner, name)).parameters)

    return Row(at, f"{name}({', '.join(parameters)})", found, list(parameters))


def by_claim(rows: Sequence[Row]) -> pytest.MarkDecorator:
    """Run a test with every row of a table."""
    claims = [f"{row.at}: {row.claim}" for row in rows]
    assert len(set(claims)) == len(claims)
    return pytest.mark.parametrize("row", rows, ids=claims)


def check(row: Row, paper: str, desk: Desk) -> None:
    """Check a row, and that the paper has its words in its lines if the paper is here."""
    got = row.got(desk)
    assert _typed(got) == _typed(row.expected), got
    text = _lines_of(paper)
    for numbers, word in _places(row.at) if text else ():
        assert word
        for number in numbers:
            assert _plain(word) in _plain(text[number - 1]), (number, word)


def check_lines(paper: str, rows: Sequence[Row], passed_over: dict[str, str]) -> None:
    """Check that every line of a paper is in the table, or passed over for a reason."""
    text = _lines_of(paper)
    if not text:
        pytest.skip("PANDOKU_SHARED has no papers")
    known = {n for row in rows for numbers, _ in _places(row.at) for n in numbers}
    other = {n for lines in passed_over for part in lines.split() for n in _range(part)}
    missing = [n for n, line in enumerate(text, 1) if _plain(line) and n not in known | other]
    assert missing == [], missing
    assert not known & other, sorted(known & other)


def answer(function: Callable[[], object]) -> object:
    """Return what a function returns, which mypy may know to be None."""
    return function()


def watch(thing: object, *names: str) -> list[str]:
    """Return a list to which the name of each of these methods of *thing* is added when called."""
    calls: list[str] = []

    def noted(name: str, method: Callable[..., object], *args: object) -> object:
        calls.append(name)
        return method(*args)

    for name in names:
        setattr(thing, name, partial(noted, name, getattr(thing, name)))
    return calls


def _typed(value: object) -> object:
    """Return a value with its types, so that 1 is not True."""
    if isinstance(value, list | tuple):
        return type(value), [_typed(part) for part in value]
    return type(value), value


def _lines_of(paper: str) -> list[str]:
    paths = list(PAPERS.glob(f"{paper}_*.txt"))
    return paths[0].read_text(encoding="utf-8").split("\n") if paths else []


def _places(at: str) -> list[tuple[range, str]]:
    parts = (part.strip().partition(" ") for part in at.split(";"))
    return [(_range(lines), word) for lines, _, word in parts]


def _range(lines: str) -> range:
    first, _, last = lines.partition("-")
    return range(int(first), int(last or first) + 1)


def _plain(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum() or c in "+-*/=<>@_.")
