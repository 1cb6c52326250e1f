"""Ctrl-C in the middle of a call into the core."""

from __future__ import annotations

import subprocess
import sys


def is_interrupted(setup: str, call: str) -> bool:
    """Return whether *call*, which takes years, ends with KeyboardInterrupt at a signal.

    It runs after *setup*, in a process of its own, and gets the signal after a fifth of a second.
    """
    program = f"""
import signal
{setup}
signal.signal(signal.SIGALRM, signal.default_int_handler)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    {call}
except KeyboardInterrupt:
    print("interrupted")
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    return (done.stdout, done.stderr) == ("interrupted\n", "")
