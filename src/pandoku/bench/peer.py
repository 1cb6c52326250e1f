"""Measure another program that reads puzzles as lines from standard input and solves them."""

from __future__ import annotations

import os
import shlex
import signal
import statistics
import subprocess
import tempfile
from collections.abc import Sequence
from typing import IO

from pandoku.errors import EngineError

__all__ = ["Peer"]

# minimum processor time of a run in seconds. If a run is shorter, its puzzles are repeated.
_LEAST_S = 0.2
_MOST_BYTES = 1 << 26  # maximum number of bytes of repeated input, and of output that is read
_MOST_COMPLAINTS = 300  # maximum number of characters of standard error that a message quotes
_N_STARTS, _START_PATIENCE_S = 3, 30.0


class Peer:
    """A command that solves puzzles, one on each line of its standard input.

    Only `n_answered` reads the output of the command. The time of a peer is the processor time
    (user and system) of its process and of the child processes that it waited for. This time does
    not include the start-up of the peer, which is measured with a single line and subtracted.

    Args:
        command: A program and its arguments in one string. It is split by the rules of a shell.
        patience_s: Maximum wall-clock time of a run in seconds, more than 0. A run with a single
            line may take at most 30 seconds.

    Raises:
        ValueError: The command is empty or has an unclosed quote.
    """

    def __init__(self, command: str, *, patience_s: float = 600.0) -> None:
        try:
            self._arguments = shlex.split(command)
        except ValueError as error:
            raise ValueError(
                f"expected a command as the peer, found {command!r}: {error}"
            ) from None
        if not self._arguments:
            raise ValueError("expected a command as the peer, found nothing")
        self._patience_s = patience_s
        self._text = b""
        self._times, self._start_s = 1, 0.0

    def prepare(self, text: bytes) -> None:
        """Set the puzzles for the following runs, and measure the start-up time of the peer.

        Raises:
            EngineError: The peer cannot be run, fails, or takes too long.
        """
        patience_s = min(self._patience_s, _START_PATIENCE_S)
        first = text[: text.index(b"\n") + 1]
        self._start_s = statistics.median(
            self._spent(first, 1, patience_s) for _ in range(_N_STARTS)
        )
        self._text, self._times = text, 1
        # Repeat the puzzles until a run takes long enough to be measured well.
        while self._times * len(text) < _MOST_BYTES and self.run() * self._times < _LEAST_S:
            self._times *= 2

    def run(self) -> float:
        """Run the peer, and return the processor time in seconds for solving each puzzle once.

        Raises:
            EngineError: The peer cannot be run, fails, or takes too long.
        """
        spent_s = self._spent(self._text, self._times, self._patience_s) - self._start_s
        return max(spent_s, 1e-9) / self._times

    def n_answered(self, text: bytes, solutions: Sequence[bytes]) -> int:
        """Run the peer once, and return the number of *solutions* that its output contains.

        Args:
            text: The puzzles, one on each line.
            solutions: The solutions to look for, each as digits without separators.

        Raises:
            EngineError: The peer cannot be run, fails, or takes too long.
        """
        with tempfile.TemporaryFile() as puzzles, tempfile.TemporaryFile() as answers:
            puzzles.write(text)
            puzzles.seek(0)
            with tempfile.TemporaryFile() as complaints:
                self._timed(puzzles, complaints, self._patience_s, answers)
            answers.seek(0)
            output = answers.read(_MOST_BYTES)
        return sum(solution in output for solution in solutions)

    def _spent(self, text: bytes, times: int, patience_s: float) -> float:
        with tempfile.TemporaryFile() as puzzles, tempfile.TemporaryFile() as complaints:
            for _ in range(times):
                puzzles.write(text)
            puzzles.seek(0)
            return self._timed(puzzles, complaints, patience_s)

    def _timed(
        self,
        puzzles: IO[bytes],
        complaints: IO[bytes],
        patience_s: float,
        answers: IO[bytes] | int = subprocess.DEVNULL,
    ) -> float:
        before_s = _children_s()
        try:
            # A new session makes a process group, so that `killpg` also ends the child processes.
            process = subprocess.Popen(
                self._arguments,
                stdin=puzzles,
                stdout=answers,
                stderr=complaints,
                start_new_session=True,
            )
        except OSError as error:
            raise EngineError(f"{self._name}: {(error.strerror or str(error)).lower()}") from None
        try:
            status = process.wait(patience_s)
        except subprocess.TimeoutExpired:
            reason = f"expected an end within {patience_s:g} s, stopped it"
            raise EngineError(f"{self._name}: {reason}") from None
        finally:
            if process.returncode is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if status:
            if status > 0:
                reason = f"expected exit status 0, found {status}"
            else:
                reason = f"ended by signal {-status}"
            complaints.seek(0)
            text = complaints.read(_MOST_COMPLAINTS).decode(errors="replace").strip()
            raise EngineError(f"{self._name}: {reason}{f'; it says: {text}' if text else ''}")
        # The time of the children includes the peer only after `wait`, which was called above.
        return _children_s() - before_s

    @property
    def _name(self) -> str:
        return f"the peer {shlex.join(self._arguments)!r}"


def _children_s() -> float:
    import resource  # imported here, because Windows does not have it

    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
