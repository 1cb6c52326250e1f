"""Early ends of a command: signals, and standard streams that are closed or full."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from time import sleep

import pytest

from pandoku import dumps, loads, svg
from pandoku.cli.output import ProgressLine
from tests.cli.command import COMMAND, begun, invoke
from tests.data import EXAMPLES

ESCARGOT = str(EXAMPLES / "escargot.txt")
SOLUTION = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
CLOSED = "pandoku: standard output is closed\n"
FULL = "pandoku: standard output: no space left on device\n"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX shell and signals")


@pytest.mark.turns(3)
@pytest.mark.parametrize(
    ("arguments", "streams", "status", "out", "err"),
    [
        (f"solve {ESCARGOT}", "2>&-", 0, SOLUTION + "\n", ""),
        (f"solve {ESCARGOT}", "<&-", 0, SOLUTION + "\n", ""),
        (f"solve absent {ESCARGOT}", "2>/dev/full", 2, SOLUTION + "\n", ""),
        ("--help", ">/dev/full", 2, "", FULL),
        ("--help", ">&-", 2, "", CLOSED),
    ],
)
def test_what_can_be_done_is_done_when_a_stream_is_closed_or_full(
    arguments: str, streams: str, status: int, out: str, err: str
) -> None:
    if "full" in streams and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    done = subprocess.run(
        ["sh", "-c", f"{shlex.join(COMMAND)} {arguments} {streams}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (status, out, err)


@pytest.mark.turns(3)
def test_a_file_is_written_although_standard_output_is_closed(tmp_path: Path) -> None:
    target = tmp_path / "solved.txt"
    line = f"{shlex.join(COMMAND)} solve {ESCARGOT} -o {target} >&-"
    assert subprocess.run(["sh", "-c", line], check=False).returncode == 0
    assert target.read_text() == SOLUTION + "\n"


@pytest.mark.turns(3)
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_ends_a_command_like_ctrl_c_and_leaves_nothing_behind(
    name: str, tmp_path: Path
) -> None:
    ready = tmp_path / "ready"
    stall = f"open({str(ready)!r}, 'w').write(str(__import__('os').getpid())); "
    peer = shlex.join([sys.executable, "-c", stall + "__import__('time').sleep(100)"])
    number = getattr(signal, name)
    with begun("bench", ESCARGOT, "--peer", peer, stderr=subprocess.PIPE) as process:
        while process.poll() is None and not (ready.exists() and ready.read_text()):
            sleep(0.01)
        process.send_signal(number)
        assert process.communicate(timeout=60)[1] == "stopped\n"
        assert process.returncode == 128 + number
    with pytest.raises(ProcessLookupError):
        os.kill(int(ready.read_text()), 0)


@pytest.mark.turns(3)
def test_an_interrupted_command_leaves_no_temporary_file(tmp_path: Path) -> None:
    arguments = ["generate", "--count", "10M", "-o", str(tmp_path / "out.sdm")]
    with begun(*arguments, stderr=subprocess.PIPE) as process:
        while process.poll() is None and not any(tmp_path.iterdir()):
            sleep(0.01)
        process.terminate()
        process.communicate(timeout=60)
        assert process.returncode == 128 + signal.SIGTERM
    assert {path.name for path in tmp_path.iterdir()} <= {"out.sdm.part"}


@pytest.mark.parametrize(
    ("name", "named"), [("", " -o, "), ("loop", "/loop: "), ("a" * 300, "aaa: ")]
)
def test_an_output_that_cannot_be_written_is_one_message(
    name: str, named: str, tmp_path: Path
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    output = str(tmp_path / name) if name else ""
    result = invoke("convert", ESCARGOT, "--to", "line", "-o", output, status=2)
    assert named in result.err


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be deleted")
@pytest.mark.parametrize("command", ["solve", "explain", "draw", "export"])
def test_a_working_folder_that_was_deleted_is_one_message(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, file = tmp_path / "gone", tmp_path / "in.txt"
    gone.mkdir()
    file.write_text(ESCARGOT)
    monkeypatch.chdir(gone)
    gone.rmdir()
    name = "x.txt" if command == "solve" else "x.html"
    result = invoke(command, str(file), "-o", name, status=2)
    assert result.err.startswith(f"pandoku: {name}: ")


def test_a_name_of_255_bytes_is_written(tmp_path: Path) -> None:
    target = tmp_path / ("a" * 251 + ".txt")
    assert invoke("solve", ESCARGOT, "-o", str(target)).returncode == 0
    assert target.read_text() == SOLUTION + "\n"


def test_control_characters_in_titles_and_names_are_shown_as_escapes(tmp_path: Path) -> None:
    file = tmp_path / "na\x1b[31mme.json"
    file.write_text('{"size":4,"title":"a\\u001b[31mred\\u0007","givens":[1' + ",0" * 15 + "]}")
    for command, status in {"check": 1, "draw": 0, "explain": 1, "solve": 0, "rate": 1}.items():
        result = invoke(command, str(file), status=status)
        assert "\x1b" not in result.out + result.err
    assert r"a\x1b[31mred\x07" in invoke("draw", str(file)).out
    titled = loads(file.read_text())
    assert "\x1b" not in svg(titled) + dumps(titled, "sdk")


def test_ctrl_c_while_work_is_counted_leaves_no_lock_to_wait_for() -> None:
    # On Python 3.14, it may come after a lock is acquired and before the block that releases it.
    with ProgressLine("solving", None) as progress:
        assert progress._lock.acquire()
        assert progress._lock.acquire(blocking=False), "the same thread waits for itself"
        progress.advance()


WHILE_LOADING = """
import builtins, os, signal
from pandoku.__main__ import main
found = builtins.__import__
def interrupted(name, *rest):
    if name == "pandoku.cli":
        os.kill(os.getpid(), signal.SIGINT)
    return found(name, *rest)
builtins.__import__ = interrupted
main()
"""
# Python ends by the signal if it came during `exec`, unless the program prevents that.
WHILE_EXECUTING = """
import sys
import pandoku.cli
from pandoku.__main__ import main
def run():
    try:
        exec("raise KeyboardInterrupt")
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
pandoku.cli.run_command_line = run
main()
"""
AFTER_LOADING = """
import pandoku.cli
from pandoku.__main__ import main
def run():
    raise KeyboardInterrupt
pandoku.cli.run_command_line = run
main()
"""


@pytest.mark.parametrize("program", [WHILE_LOADING, WHILE_EXECUTING, AFTER_LOADING])
def test_ctrl_c_ends_in_the_same_way_whenever_it_comes(program: str) -> None:
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "stopped\n")
