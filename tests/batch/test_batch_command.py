"""The command `pandoku batch`: its output and the modules it loads."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pandoku.batch.commands import batch as batch_module
from tests.batch.jobs import LONG_S, ROOT, puzzles, written
from tests.cli.command import pandoku
from tests.data import by_default


@pytest.fixture
def given(tmp_path: Path) -> str:
    return written(tmp_path / "in.parquet", puzzles(60), 10)


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        timeout=LONG_S,
        check=False,
    )


_WITHOUT = (
    "import sys; sys.modules['pyarrow'] = None; sys.argv[0] = 'pandoku';"
    "from pandoku.__main__ import main; sys.exit(main())"
)


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "arguments",
    [
        ("batch", "--help"),
        ("batch", "count", "--help"),
        ("batch", "count", "in.parquet", "-o", "out"),
        ("batch", "nothing"),
    ][:: by_default(2, full=1)],
)
def test_without_pyarrow_the_extra_is_named(arguments: tuple[str, ...]) -> None:
    done = python(_WITHOUT, *arguments)
    assert done.returncode == 2
    assert 'pip install "pandoku[batch]"' in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_without_pyarrow_the_room_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['pyarrow'] = None\n"
        "import pandoku.batch\n"
        "from pandoku.errors import MissingExtraError\n"
        "try:\n    pandoku.batch.run_job\n"
        "except MissingExtraError as error:\n    print(error)\n"
    )
    assert 'pip install "pandoku[batch]"' in python(code).stdout


@pytest.mark.turns(3)
@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"]])
def test_help_does_not_load_pyarrow(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom pandoku.cli import cli\n"
        "try:\n    cli(sys.argv[1:])\n"
        "except SystemExit:\n    sys.exit('pyarrow' in sys.modules)\n"
    )
    done = python(code, *arguments)
    assert (done.returncode, "Usage" in done.stdout) == (0, True)


def test_the_report_as_json(given: str, tmp_path: Path) -> None:
    out = str(tmp_path / "out")
    done = pandoku("batch", "count", given, "-o", out, "--rows", "10", "--json", "--workers", "1")
    report = json.loads(done.out)
    assert report["state"] == "done"
    assert (report["parts"], report["done"], report["stood"], report["rows"]) == (6, 6, 0, 60)
    assert report["bad_rows"] > 0
    assert done.err == ""


def test_how_far_it_is_as_json_on_standard_error(
    given: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch_module, "_REPORT_S", 0.0)
    out = str(tmp_path / "out")
    done = pandoku("batch", "count", given, "-o", out, "--rows", "10", "--json", "--workers", "1")
    lines = [json.loads(line) for line in done.err.splitlines()]
    assert lines[-1]["parts_done"] == lines[-1]["parts"] == 6
    assert set(lines[0]) == {
        *("verb", "parts_done", "parts", "rows_done", "rows", "rows_per_s", "bad_rows"),
        *("workers", "seconds_left"),
    }


@pytest.mark.turns(3)
def test_a_terminal_shows_a_bar(given: str, tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "tests.batch.trying", "batch", "try", given]
    process = subprocess.Popen(
        [*command, "-o", str(tmp_path / "out"), "--rows", "10", "--ms", "250", "--workers", "1"],
        cwd=ROOT,
        env=os.environ | {"TERM": "xterm", "COLUMNS": "120"},
        stdout=subprocess.PIPE,
        stderr=theirs,
        text=True,
    )
    os.close(theirs)
    shown = b""
    try:
        while data := os.read(ours, 65536):
            shown += data
    except OSError:  # the terminal was closed
        pass
    os.close(ours)
    assert process.communicate(timeout=LONG_S)[0].endswith(" complete\n")
    assert b" of 6 parts" in shown
    assert b"rows, " in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--shard", "3/3"), "N-1, found '3/3'"),
        (("--shard", "a"), "--shard K/N"),
        (("--resume", "--overwrite"), "resume or overwrite"),
        (("--rows", "0"), "rows"),
        (("--carry", "nothing"), "column 'nothing'; "),
        (("--workers", "0"), "0"),
    ],
)
def test_bad_use_is_refused(
    arguments: tuple[str, ...], said: str, given: str, tmp_path: Path
) -> None:
    done = pandoku("batch", "count", given, "-o", str(tmp_path / "out"), *arguments)
    assert done.returncode == 2
    assert said in done.err
    assert not (tmp_path / "out").exists()


def test_python_refuses_what_the_command_refuses(given: str, tmp_path: Path) -> None:
    from pandoku.batch import Job, run_job
    from pandoku.errors import BatchError

    job = Job("count", given, tmp_path / "out")
    bad: list[dict[str, Any]] = [
        {"workers": 0},
        {"workers": True},
        {"shard": (3, 3)},
        {"resume": True, "overwrite": True},
        {"cluster": "tcp://localhost:1", "shard": (0, 2)},
    ]
    for how in bad:
        with pytest.raises(BatchError):
            run_job(job, **how)
    assert not (tmp_path / "out").exists()
