"""The machine, software and time of a measurement."""

from __future__ import annotations

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

__all__ = ["circumstances"]


def circumstances() -> dict[str, str]:
    """Return the date, processor, load, compiler, commit and Python version; "" if unknown.

    The compiler is the one that `c++` runs now, which need not have built the core. The commit is
    the one checked out in the folder of this package, if that is a Git checkout.
    """
    return {
        "date": datetime.now(UTC).date().isoformat(),
        "cpu": _cpu(),
        "load": _load(),
        "compiler": _first_line("c++", "--version"),
        "commit": _first_line(
            "git", "-C", str(Path(__file__).parent), "describe", "--always", "--dirty"
        ),
        "python": platform.python_version(),
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.split(":")[1].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or platform.machine()


def _load() -> str:
    """Return how many processes ran or waited in the last minute, and on how many cores."""
    try:
        waiting = os.getloadavg()[0]
    except (AttributeError, OSError):  # not available on this system
        return ""
    return f"{waiting:.1f} on {os.cpu_count()} cores"


def _first_line(*command: str) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.partition("\n")[0] if done.returncode == 0 else ""
