"""The command pandoku as its users run it: a process with arguments, text in and text out."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from pandoku.cli import cli

COMMAND = [sys.executable, "-m", "pandoku"]


class Done(NamedTuple):
    """How a run of the command ended."""

    returncode: int
    out: str
    err: str


def pandoku(
    *arguments: str,
    stdin: str | bytes = "",
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
) -> Done:
    """Run the command, which never shows a traceback."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        env=os.environ | dict(env or {}),
        cwd=cwd,
        check=False,
        timeout=120,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def run(*arguments: str, stdin: str = "", status: int = 0) -> Done:
    """Run the command, which ends with *status*."""
    done = pandoku(*arguments, stdin=stdin)
    assert done.returncode == status, done.err
    return done


def invoke(*arguments: str, status: int = 0) -> Done:
    """Run the command in this process, which is faster, on files; it ends with *status*."""
    result = CliRunner().invoke(cli, arguments, prog_name="pandoku")
    done = Done(result.exit_code, result.stdout, result.stderr)
    assert done.returncode == status, done.err
    return done
