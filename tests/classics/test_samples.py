"""Each classic has a sample input in its folder, which it and the command `pandoku` take."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandoku


def solution(path: Path) -> list[str]:
    found = pandoku.solve(pandoku.load(path), limit=2)
    assert (found.count, found.complete) == (1, True)
    return pandoku.dumps(pandoku.load(path).replace(givens=found.solution), "line").split()


def test_calcudoku_takes_its_sample(folder: Path, run_bare: Any) -> None:
    sample = folder / "calcudoku" / "test1_in.in"
    done = run_bare("calcudoku/calcudoku.py", input=sample.read_bytes())
    assert done.stdout == b"4 1 2 5 3\n1 5 4 3 2\n2 3 5 4 1\n3 4 1 2 5\n5 2 3 1 4\n"
    assert done.stderr == b"checks: 2265 backtracks: 438\n"
    assert pandoku.solve(pandoku.load(sample), limit=2).count == 1


def test_mathdoku_takes_its_sample(folder: Path, run_bare: Any) -> None:
    sample = folder / "mathdoku" / "figure1.letters"
    done = run_bare("mathdoku/mathdoku.py", sample)
    assert (done.stdout, done.stderr) == (b"1423\n4231\n2314\n3142\n", b"choices: 3\n")
    assert pandoku.solve(pandoku.load(sample), limit=2).count == 1


def test_sets_takes_its_sample(folder: Path, run_bare: Any) -> None:
    sample = folder / "sets" / "problem.list"
    out = run_bare("sets/sudoku.py", input=f"{sample}\nn\n".encode()).stdout.decode()
    assert "Solved:" in out
    digits = "".join(c for c in out.split("Solved:")[1].split("Solve another")[0] if c.isdigit())
    assert [digits] == solution(sample)


def test_steps_takes_its_sample(folder: Path, run_bare: Any, tmp_path: Path) -> None:
    sample, output = folder / "steps" / "input.txt", tmp_path / "output.txt"
    assert run_bare("steps/sudoku.py", sample, output).returncode == 0
    text = output.read_text()
    assert text.count("Step") == 48
    digits = "".join(text.splitlines()[-10:-1]).replace(" ", "")
    assert [digits] == solution(sample)


def test_mathdoku_says_who_takes_a_subtraction_of_three_cells(
    run_bare: Any, tmp_path: Path
) -> None:
    path = tmp_path / "three.letters"
    path.write_text("aab\nacb\nccb\na 0 -\nb 6 +\nc 6 +\n")
    done = run_bare("mathdoku/mathdoku.py", path)
    assert done.returncode == 2
    expected = "expected 2 cells for '-', found 3; `pandoku solve` takes more"
    assert expected in done.stderr.decode()
    assert pandoku.load(path).cages
