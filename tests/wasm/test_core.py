"""The core in Pyodide, under node: the same answers as on this machine.

`./run wasm` compiles it, and fetches Pyodide and msgspec.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from tests.data import ROOT
from tests.wasm import sample

CORE = ROOT / "build" / "wasm"
PYODIDE = CORE / "pyodide"
PROGRAM = Path(sample.__file__)

pytestmark = [
    pytest.mark.skipif(shutil.which("node") is None, reason="there is no node"),
    pytest.mark.skipif(
        not (CORE / "_native_craft.abi3.so").exists(), reason="run ./run wasm first"
    ),
    pytest.mark.skipif(not PYODIDE.exists(), reason="run ./run wasm first"),
]


def archive(path: Path) -> Path:
    """Write the Python code to *path*, as the page gets it."""
    source = ROOT / "src"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as zipped:
        for file in sorted((source / "pandoku").rglob("*")):
            below = file.relative_to(source)
            if file.is_file() and below.parts[1] != "web" and "__pycache__" not in below.parts:
                zipped.write(file, below)
    return path


@pytest.fixture(scope="module")
def in_pyodide(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, object]]:
    """Return the answers of the sample there, from one start of Pyodide."""
    [wheel] = (CORE / "wheels").glob("msgspec-*.whl")
    zipped = archive(tmp_path_factory.mktemp("wasm") / "pandoku.zip")
    command: list[str | Path] = [
        "node",
        Path(__file__).with_name("pyodide.mjs"),
        PYODIDE,
        zipped,
        CORE,
        wheel,
        PROGRAM,
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=280)
    assert done.returncode == 0, done.stderr
    answers: dict[str, dict[str, object]] = json.loads(done.stdout)
    return answers


@pytest.mark.parametrize("part", sample.PARTS, ids=lambda part: part.__name__)
def test_answers_are_those_of_this_machine(
    part: sample.Part, in_pyodide: dict[str, dict[str, object]]
) -> None:
    there = in_pyodide[part.__name__]
    if "needs" in there:
        pytest.skip(f"needs {there['needs']}, which Pyodide does not have")
    assert there == json.loads(json.dumps(dict(part())))
