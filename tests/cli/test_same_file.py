"""An input that is also the output would be endless. It is refused, and not changed."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.cli.command import COMMAND, pandoku
from tests.data import EASY, by_default

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs files that have numbers")

READING = (
    "solve", "solve --json", "count", "check", "check --json", "explain", "rate", "hint", "draw",
    "minimize", "complete", "convert", "canonical", "canonical --unique", "race", "export", "watch",
)  # fmt: skip
REASON = "the input file is the output file; write to another file, then rename it"


def run(*arguments: str, appends_to: Path, stream: str = "stdout", **streams: object) -> str:
    """Run a command with *stream* appended to an input file, which it has to refuse."""
    with appends_to.open("ab") as output:
        done = subprocess.run(
            [*COMMAND, *arguments],
            **{"stdin": subprocess.DEVNULL, "stderr": subprocess.PIPE, stream: output} | streams,  # type: ignore[call-overload]
            timeout=60,
            check=False,
        )
    assert done.returncode == 2
    return (done.stderr or b"").decode()


@pytest.mark.turns(3)
@pytest.mark.parametrize("words", READING[:: by_default(8, full=1)])
def test_a_command_that_reads_what_it_writes_is_refused(words: str, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(f"{EASY}\n")
    said = run(*words.split(), str(file), appends_to=file)
    assert said.splitlines()[-1] == f"pandoku: {file}: {REASON}"
    assert file.read_text() == f"{EASY}\n"


@pytest.mark.turns(3)
def test_it_is_recognized_by_any_name_and_on_any_stream(tmp_path: Path) -> None:
    file, other = tmp_path / "a.txt", tmp_path / "b.txt"
    file.write_text(f"{EASY}\n")
    other.write_text(f"{EASY}\n")
    (tmp_path / "soft").symlink_to(file)
    (tmp_path / "hard").hardlink_to(file)
    for name in ("soft", "hard")[: by_default(1, full=2)]:
        assert REASON in run("solve", str(tmp_path / name), appends_to=file)
    assert REASON in run("solve", str(other), str(file), appends_to=file)
    with file.open() as stdin:
        said = run("solve", appends_to=file, stdin=stdin)
    assert said == f"pandoku: standard input: {REASON}\n"
    assert file.read_text() == f"{EASY}\n"
    run("solve", str(file), appends_to=file, stream="stderr", stdout=subprocess.DEVNULL)
    assert file.read_text() == f"{EASY}\npandoku: {file}: {REASON}\n"


def test_what_the_shell_has_emptied_already_is_refused_too(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("")
    assert REASON in run("solve", str(file), appends_to=file)


def test_a_file_may_be_replaced_by_what_is_made_of_it(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text(f"{EASY}\n")
    assert pandoku("solve", str(file), "-o", str(file)).returncode == 0
    assert len(file.read_text()) == 82
    assert "." not in file.read_text()
    assert "0" not in file.read_text()
