"""A Python that is too old for pandoku gets one line from every program of the classics."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from tests.data import IS_FULL

PROGRAMS = [
    "calcudoku/calcudoku.py",
    "calcudoku/tests.py",
    "mathdoku/mathdoku.py",
    "sets/sudoku.py",
    "sets/sudoku_test.py",
    "steps/sudoku.py",
    "sukoku/sukoku.py",
]
# What Python 2.7 or 3.0 to 3.10 refuse, and functions, because annotations are among them.
NEW_SYNTAX = (
    ast.AnnAssign,
    ast.AsyncFunctionDef,
    ast.FunctionDef,
    ast.JoinedStr,
    ast.Match,
    ast.NamedExpr,
    ast.Starred,
    ast.TryStar,
)


def old_pythons() -> list[Path]:
    """The Pythons below 3.11 that pyenv installed for this user."""
    pythons = (Path.home() / ".pyenv" / "versions").glob("[23].*/bin/python")
    return sorted(path for path in pythons if version_of(path) < (3, 11))


def version_of(python: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in python.parents[1].name.split(".") if part.isdecimal())


def said(program: str, version: str) -> str:
    name = Path(program).name
    return (
        f"{name}: expected Python 3.11 or later, found {version}; run it with a newer one"
        f" (python3.11 {name}), from https://www.python.org/downloads"
    )


@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_has_only_syntax_that_an_old_python_reads(program: str, folder: Path) -> None:
    text = (folder / program).read_text()
    assert text.isascii()
    tree = ast.parse(text, feature_version=(3, 4))
    assert [node for node in ast.walk(tree) if isinstance(node, NEW_SYNTAX)] == []
    assert "__future__" not in text


@pytest.mark.parametrize("program", PROGRAMS)
def test_an_old_python_is_refused_before_pandoku_is_imported(program: str, folder: Path) -> None:
    code = (
        "import runpy, sys\n"
        "sys.version_info, sys.version = (3, 10, 9), '3.10.9 (main)'\n"
        f"sys.path[:0] = [{str((folder / program).parent)!r}]\n"
        f"try: runpy.run_path({str(folder / program)!r}, run_name='__main__')\n"
        "finally: assert 'pandoku' not in sys.modules\n"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.splitlines() == [said(program, "3.10.9")]


@pytest.mark.turns(3)
@pytest.mark.skipif(not old_pythons(), reason="pyenv has no Python below 3.11")
@pytest.mark.parametrize("program", PROGRAMS)
def test_real_old_pythons_get_one_line(program: str, folder: Path) -> None:
    path = folder / program
    pythons, at = old_pythons(), PROGRAMS.index(program)
    for python in pythons if IS_FULL else [pythons[at % len(pythons)]]:
        done = subprocess.run(
            [str(python), "-B", path.name], cwd=path.parent, capture_output=True, check=False
        )
        version = python.parents[1].name
        assert done.returncode == 1
        assert done.stderr.decode().splitlines() == [said(program, version)]
        assert done.stdout == b""
