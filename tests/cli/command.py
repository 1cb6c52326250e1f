"""Run the command pandoku as its users do: arguments and text in, text out."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import sleep
from typing import NamedTuple
from unittest.mock import patch

from click.testing import CliRunner

from pandoku.cli import cli
from tests.here import run_here

COMMAND = [sys.executable, "-m", "pandoku"]


class Done(NamedTuple):
    """The exit status and the output of a run."""

    returncode: int
    out: str
    err: str


def pandoku(
    *arguments: str,
    stdin: str | bytes = "",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Done:
    """Run the command in this process, which is faster. It must not show a traceback."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    with patch.dict(os.environ, env or {}):
        return _done(
            *run_here(
                partial(cli, prog_name="pandoku"), ["pandoku", *arguments], input=data, cwd=cwd
            )
        )


@contextmanager
def begun(
    *arguments: str, stdin: int | None = None, stdout: int | None = None, stderr: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    """Begin the command in a new process, which is killed if the block ends before it."""
    command = [*COMMAND, *arguments]
    with subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr, text=True) as process:
        try:
            yield process
        finally:
            process.kill()  # after a test that failed, it would disturb the next ones


def process(*arguments: str, stdin: str = "", env: Mapping[str, str] | None = None) -> Done:
    """Run the command in a new process. It must not show a traceback."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin.encode(),
        capture_output=True,
        env=os.environ | dict(env or {}),
        check=False,
        timeout=120,
    )
    return _done(done.returncode, done.stdout, done.stderr)


def _done(returncode: int, out: bytes, err: bytes) -> Done:
    assert b"Traceback" not in err, err.decode()
    return Done(returncode, out.decode(), err.decode())


def run(*arguments: str, stdin: str = "", status: int = 0) -> Done:
    """Run the command in a new process, expecting the exit status *status*."""
    done = pandoku(*arguments, stdin=stdin)
    assert done.returncode == status, done.err
    return done


def invoke(*arguments: str, status: int = 0) -> Done:
    """Run the command in this process without input, expecting the exit status *status*."""
    result = CliRunner().invoke(cli, arguments, prog_name="pandoku")
    done = Done(result.exit_code, result.stdout, result.stderr)
    assert done.returncode == status, done.err
    return done


def on_a_terminal(
    *arguments: str,
    env: dict[str, str] | None = None,
    stop_at: bytes | None = None,
    wait_s: float = 0.0,
    program: str | None = None,
) -> tuple[str, int]:
    """Run the command on a new terminal, and return its output and exit status.

    It gets the signal of Ctrl-C *wait_s* after it has shown *stop_at*, even within a character.
    With *program*, a Python program runs instead of the command.
    """
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "50"}
    process = subprocess.Popen(
        [*(COMMAND if program is None else [sys.executable, "-c", program]), *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment | (env or {}),
    )
    os.close(slave)
    try:
        shown = _all_shown(master, process, stop_at, wait_s)
        return shown.decode(errors="replace").replace("\r\n", "\n"), process.wait(timeout=60)
    finally:
        os.close(master)
        process.kill()
        process.wait()


def _all_shown(
    master: int, process: subprocess.Popen[bytes], stop_at: bytes | None, wait_s: float
) -> bytes:
    shown = b""
    while select.select([master], [], [], 60)[0]:
        try:
            piece = os.read(master, 65536)
        except OSError:  # on Linux, the other end is closed
            break
        if not piece:
            break
        shown += piece
        if stop_at and stop_at in shown:
            sleep(wait_s)
            process.send_signal(signal.SIGINT)
            stop_at = None
    return shown
