"""Every program runs from its own folder or from anywhere, with the standard library alone."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from tests.data import IS_FULL

PROGRAMS = [
    "calcudoku/calcudoku.py",
    "mathdoku/mathdoku.py",
    "sets/sudoku.py",
    "steps/sudoku.py",
    "sukoku/sukoku.py",
]
LATIN = b"1\n75 " + b" ".join(b"%d" % cell for cell in range(25)) + b"\n"
LINE = b"530070000600195000098000060800060003400803001700020006060000280000419005000080079"
GRID = b"\n".join(b" ".join(b"%c" % c for c in LINE[r : r + 9]) for r in range(0, 81, 9))


def example(program: str, folder: Path) -> tuple[list[str], bytes]:
    """Arguments and standard input with which a program has something to do."""
    puzzle, out = folder / "puzzle.txt", folder / "out.txt"
    if program.startswith("steps"):
        puzzle.write_bytes(GRID)
        return [str(puzzle), str(out)], b""
    if program.startswith("sets"):
        puzzle.write_text(str([[int(c) for c in row.split()] for row in GRID.splitlines()]))
        return [], f"{puzzle}\nn\n".encode()
    if program.startswith("mathdoku"):
        puzzle.write_bytes(b"ab\ncb\na 1 =\nc 2 =\nb 3 +\n")
        return [str(puzzle)], b""
    return [], LATIN if program.startswith("calcudoku") else b"1 3 4\nS\nQ\n"


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("program", "isolated"),
    [
        (program, isolated)
        for at, program in enumerate(PROGRAMS)
        for isolated in (False, True)
        if IS_FULL or isolated is (at % 2 == 0)
    ],
)
def test_a_program_runs_from_its_own_folder(
    program: str, isolated: bool, folder: Path, bare_python: list[str], tmp_path: Path
) -> None:
    args, typed = example(program, tmp_path)
    path = folder / program
    python = [*bare_python, "-I"] if isolated else bare_python
    done = subprocess.run(
        [*python, path.name, *args],
        input=typed,
        capture_output=True,
        cwd=path.parent,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.turns(3)
@pytest.mark.parametrize("program", PROGRAMS)
def test_a_program_loads_no_installed_package(
    program: str, folder: Path, bare_python: list[str], tmp_path: Path
) -> None:
    args, typed = example(program, tmp_path)
    code = (
        "import runpy, sys\n"
        "class Blocker:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.split('.')[0] in ('numpy', 'click', 'rich', 'ortools', 'nanobind'):\n"
        "            raise AssertionError(f'{name} is imported')\n"
        "        assert not name.startswith('pandoku._native'), name\n"
        "sys.meta_path.insert(0, Blocker())\n"
        f"sys.argv = {[str(folder / program), *args]!r}\n"
        "runpy.run_path(sys.argv[0], run_name='__main__')\n"
    )
    done = subprocess.run(
        [*bare_python, "-c", code], input=typed, capture_output=True, cwd=tmp_path, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("place", "code"),
    [
        (
            "calcudoku",
            "from func_calcudoku import *; assert transpose([[1, 2], [3, 4]])[0] == [1, 3]",
        ),
        ("calcudoku", "import calcudoku; assert calcudoku.main"),
        ("mathdoku", "from mathdoku import Mathdoku; assert Mathdoku().print() == ''"),
        ("sets", "from sudoku import *; assert isSolved(convertToSets([[1]]))"),
        ("steps", "import sudoku; assert sudoku.main"),
        ("sukoku", "from sukoku import *; assert not Sudoku().solved"),
    ],
)
def test_the_papers_imports_work_within_the_folder(
    place: str, code: str, folder: Path, bare_python: list[str]
) -> None:
    done = subprocess.run(
        [*bare_python, "-c", code], cwd=folder / place, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()


@pytest.mark.turns(3)
@pytest.mark.parametrize("tests", ["calcudoku/tests.py", "sets/sudoku_test.py"])
def test_the_papers_own_tests_pass(tests: str, folder: Path, bare_python: list[str]) -> None:
    path = folder / tests
    done = subprocess.run(
        [*bare_python, path.name], cwd=path.parent, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert b"OK" in done.stderr


@pytest.mark.turns(3)
@pytest.mark.parametrize("program", [p for p in PROGRAMS if not p.startswith("steps")])
def test_a_closed_pipe_ends_a_program_silently(
    program: str, folder: Path, bare_python: list[str], tmp_path: Path
) -> None:
    args, typed = example(program, tmp_path)
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [*bare_python, str(folder / program), *args],
            input=typed,
            stdout=writer,
            stderr=subprocess.PIPE,
            check=False,
        )
    finally:
        os.close(writer)
    assert done.returncode == 1
    assert b"Error" not in done.stderr
    assert b"Exception" not in done.stderr


@pytest.mark.turns(3)
@pytest.mark.parametrize("program", ["sets/sudoku.py", "sukoku/sukoku.py"])
def test_ctrl_c_ends_a_program_that_asks(
    program: str, folder: Path, bare_python: list[str]
) -> None:
    with subprocess.Popen(
        [*bare_python, str(folder / program)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout
        assert process.stderr
        os.read(process.stdout.fileno(), 4096)  # waits for its question
        # A signal between the question and the read is seen only after the read, so send more.
        for wait_s in (0.1, 0.2, 0.5, 1, 2, 5, 10):
            with suppress(subprocess.TimeoutExpired):
                process.wait(wait_s)
                break
            process.send_signal(signal.SIGINT)
        assert process.returncode == 130
        assert process.stderr.read().strip() == b""


@pytest.mark.turns(3)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk_is_reported_with_status_1(folder: Path, bare_python: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*bare_python, str(folder / "calcudoku/calcudoku.py")],
            input=LATIN,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 1
    assert b"no space left" in done.stderr
    assert b"Exception" not in done.stderr
