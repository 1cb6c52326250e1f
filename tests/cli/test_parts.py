"""Output files after Ctrl-C or a signal: the old file, and the new lines in another file."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from pathlib import Path
from subprocess import PIPE
from time import monotonic, sleep

import pytest

import pandoku as library
from pandoku._files import replacement
from tests.cli.command import COMMAND, begun, pandoku
from tests.data import EASY, ESCARGOT, by_default

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs signals")

OLD = f"{EASY}\n" * 20
PUZZLES = f"{EASY}\n{ESCARGOT}\n"
STREAMING = (
    ["solve"],
    ["solve", "--json"],
    ["convert", "--to", "json"],
    ["rate", "--csv"],
    ["rate", "--json"],
    ["minimize", "--seed", "1"],
    ["complete", "--seed", "1"],
    ["canonical"],
    ["canonical", "--unique"],
    ["explain", "--json"],
)


def stopped(arguments: list[str], folder: Path, number: int, *, stdin: str | None) -> str:
    """Stop a command after it has written to a new file in *folder*, and return its message."""
    before = {path: path.lstat().st_size for path in folder.iterdir()}
    with begun(*arguments, stdin=PIPE, stderr=PIPE) as process:
        assert process.stdin
        assert process.stderr
        process.stdin.write(stdin or "")
        process.stdin.flush()  # but it stays open: the command waits for more
        ends = monotonic() + 30
        while not any(path.stat().st_size for path in folder.iterdir() if path not in before):
            assert process.poll() is None
            assert monotonic() < ends
            sleep(0.02)
        process.send_signal(number)
        assert process.wait(timeout=60) == 128 + number
        return process.stderr.read().splitlines()[-1]


def untimed(line: str) -> str:
    return re.sub(r'"elapsed_s": [^,}]+', "", line)


@pytest.mark.turns(3)
@pytest.mark.parametrize("arguments", STREAMING[:: by_default(5, full=1)], ids=" ".join)
def test_a_command_that_is_stopped_leaves_the_old_file_and_its_lines_beside_it(
    arguments: list[str], tmp_path: Path
) -> None:
    file, part = tmp_path / "old.txt", tmp_path / "old.txt.part"
    file.write_text(OLD)
    command = [*arguments, "--from", "line", "-o", str(file)]  # detection would wait for more lines
    said = stopped(command, tmp_path, signal.SIGINT, stdin=PUZZLES)
    lines = part.read_text().splitlines(keepends=True)
    n = f"{len(lines):,} lines are" if len(lines) > 1 else "1 line is"
    assert said == f"stopped: {n} in {part}; {file} is unchanged"
    assert file.read_text() == OLD
    assert sorted(tmp_path.iterdir()) == [file, part]
    whole = pandoku(*arguments, stdin=PUZZLES).out.splitlines(keepends=True)
    assert [*map(untimed, lines)] == [*map(untimed, whole[: len(lines)])]
    assert lines


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT][: by_default(2, full=3)]
)
def test_each_signal_leaves_a_part_of_its_own(number: int, tmp_path: Path) -> None:
    file = tmp_path / "made.sdm"
    (tmp_path / "made.sdm.part").write_text("of another run\n")
    arguments = ["generate", "--count", "1e12", "--seed", "1", "-o", str(file)]
    said = stopped(arguments, tmp_path, number, stdin=None)
    part = tmp_path / "made.sdm.part2"
    made = list(library.read(part))
    assert said.startswith(f"stopped: {len(made):,} lines ")
    assert str(part) in said
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["made.sdm.part", part.name]
    assert (tmp_path / "made.sdm.part").read_text() == "of another run\n"
    assert part.stat().st_mode & 0o777 == (tmp_path / "made.sdm.part").stat().st_mode & 0o777


@pytest.mark.turns(3)
def test_behind_a_link_the_part_stands_beside_the_file_itself(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    file, link = tmp_path / "real" / "old.sdm", tmp_path / "link.sdm"
    file.write_text(OLD)
    link.symlink_to(file)
    arguments = ["generate", "--count", "1e12", "--seed", "1", "-o", str(link)]
    said = stopped(arguments, file.parent, signal.SIGINT, stdin=None)
    assert said.endswith(f" {file}.part; {link} is unchanged")
    assert link.is_symlink()
    assert file.read_text() == OLD


def test_without_a_line_nothing_is_left(tmp_path: Path) -> None:
    file = tmp_path / "new.txt"
    with begun("solve", "-o", str(file), stdin=PIPE, stderr=PIPE) as process:
        while not any(tmp_path.iterdir()):  # the file that would take its place
            assert process.poll() is None
            sleep(0.02)
        sleep(0.2)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60)[1] == "stopped\n"
        assert process.returncode == 130
    assert list(tmp_path.iterdir()) == []


def write_and_stop(file: Path) -> None:
    with replacement(file, keeps_part=True) as stream:
        stream.write("one\ntwo\nthr")
        raise KeyboardInterrupt


def test_a_line_that_was_cut_is_not_left(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    with pytest.raises(KeyboardInterrupt) as caught:
        write_and_stop(file)
    assert (tmp_path / "a.txt.part").read_text() == "one\ntwo\n"
    assert caught.value.__notes__ == [f"2 lines are in {file}.part; {file} was not written"]


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_by_another_name_adds_to_its_file(name: str, tmp_path: Path) -> None:
    if not os.path.exists(name):
        pytest.skip("this system has no such name")
    file = tmp_path / "log"
    file.write_text("kept\n")
    with file.open("a") as stream:
        subprocess.run([*COMMAND, "solve", EASY, "-o", name], stdout=stream, check=True)
    assert file.read_text().splitlines()[0] == "kept"
    assert len(file.read_text().splitlines()) == 2
